"""The family "cops": cops and robbers where answers are published, and on many graphs at once.

Plain Python has the same idea, rounds on integers as sets of bits; it sits out where it would take
minutes.  The graphs on eight vertices come from nauty's geng, where it is installed.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from itertools import combinations_with_replacement, product
from math import comb
from pathlib import Path
from typing import Any

import numpy as np

import graphgame as gg
from bench.record import ROOT
from bench.runner import Case, Contestant, Facts, child

sys.path.insert(0, str(ROOT / "examples"))
from cops import GRAPHS, cycle, grid

Edges = list[tuple[int, int]]
Work = Callable[[], Any]

# What plain Python takes no longer than a minute for.
MOST_STATES = 3_000_000
# The connected graphs on eight vertices by their cop numbers.
COUNTS = {1: 3791, 2: 7326}

# Name, graph, cops, and the capture time: Mehrabian 2011 for grids; -1 where the robber escapes.
GAMES: list[tuple[str, Edges, int, int]] = [
    ("Petersen, 2 cops", GRAPHS["Petersen"], 2, -1),
    ("Petersen, 3 cops", GRAPHS["Petersen"], 3, 1),
    ("dodecahedron, 2 cops", GRAPHS["dodecahedron"], 2, -1),
    ("dodecahedron, 3 cops", GRAPHS["dodecahedron"], 3, 3),
    ("Robertson, 4 cops", GRAPHS["Robertson"], 4, 2),
    ("grid 8 × 8, 2 cops", grid(8, 8), 2, 7),
    ("grid 8 × 8, 3 cops", grid(8, 8), 3, 6),
    ("grid 8 × 8, 4 cops", grid(8, 8), 4, 4),
    ("grid 20 × 20, 2 cops", grid(20, 20), 2, 19),
    ("hypercube of 64, 3 cops", [(v, v ^ 1 << b) for v in range(64) for b in range(6)], 3, -1),
    ("path of 2000, 1 cop", cycle(2000)[:-1], 1, 1000),
]

# -- plain Python ---------------------------------------------------------------------------------


def plain_python(edges: Edges, n: int, k: int) -> int:
    """The capture time, -1 for never, by rounds over sets of bits."""
    near = [{v} for v in range(n)]
    for u, v in edges:
        near[u].add(v)
        near[v].add(u)
    bits = [sum(1 << w for w in row) for row in near]
    placements = list(combinations_with_replacement(range(n), k))
    moves = {
        cops: {tuple(sorted(moved)) for moved in product(*(near[v] for v in cops))}
        for cops in placements
    }
    lost = {cops: sum(1 << v for v in set(cops)) for cops in placements}
    everywhere = (1 << n) - 1
    time, best = 0, -1
    while True:
        time += 1
        won, changed = {}, False
        for cops in placements:
            union = 0
            for moved in moves[cops]:
                union |= lost[moved]
            won[cops] = union
            if union == everywhere and best < 0:
                best = time
        for cops in placements:
            settled = sum(1 << r for r in range(n) if not bits[r] & ~won[cops]) | lost[cops]
            if settled != lost[cops]:
                lost[cops], changed = settled, True
        if not changed:
            return best


def plain_cop_number(line: bytes) -> int:
    """The least number of cops that win on a graph in graph6, by plain Python."""
    n = line[0] - 63
    bits = "".join(f"{byte - 63:06b}" for byte in line[1:])
    pairs = [(u, v) for v in range(n) for u in range(v)]
    edges = [pair for pair, bit in zip(pairs, bits, strict=False) if bit == "1"]
    k = 1
    while plain_python(edges, n, k) < 0:
        k += 1
    return k


# -- contestants ----------------------------------------------------------------------------------


def read(folder: Path) -> Any:
    """A game: edges, vertices, cops, and the published capture time."""
    return json.loads((folder / "game").read_text(encoding="utf-8"))


def library(folder: Path) -> Work:
    """`gg.cops_and_robbers`."""
    edges, _, k, expected = read(folder)
    pairs = [(u, v) for u, v in edges]
    gg.cops_and_robbers([(0, 1)], 1)
    return lambda: (gg.cops_and_robbers(pairs, k).capture_time, expected)


def lists(folder: Path) -> Work:
    """Plain Python."""
    edges, n, k, expected = read(folder)
    return lambda: (plain_python(edges, n, k), expected)


def numbers(folder: Path) -> Work:
    """`gg.cop_numbers`."""
    text = (folder / "graphs").read_bytes()
    gg.cop_numbers(b"A_\n")
    return lambda: (count(gg.cop_numbers(text)), COUNTS)


def one_cop(folder: Path) -> Work:
    """`gg.cop_numbers` with a single cop."""
    text = (folder / "graphs").read_bytes()
    gg.cop_numbers(b"A_\n", 1)
    return lambda: (count(gg.cop_numbers(text, 1)).get(1), COUNTS[1])


def numbers_in_python(folder: Path) -> Work:
    """Plain Python, on every hundredth graph."""
    lines = (folder / "graphs").read_bytes().splitlines()[::100]
    expected = gg.cop_numbers(b"\n".join(lines)).tolist()
    return lambda: ([*map(plain_cop_number, lines)], expected)


def count(found: Any) -> dict[int, int]:
    """How many graphs have each cop number."""
    kinds, times = np.unique(found, return_counts=True)
    return dict(zip(kinds.tolist(), times.tolist(), strict=True))


def checks(result: tuple[Any, Any]) -> dict[str, Any]:
    """Hold what was found against what is published."""
    found, expected = result
    if found != expected:
        sys.exit(f"found {found}, published is {expected}")
    return {"checks": {}}


# -- cases ----------------------------------------------------------------------------------------


def game_case(name: str, edges: Edges, k: int, expected: int) -> Case:
    """A game on one graph."""
    n = 1 + max(max(edge) for edge in edges)
    states = 2 * n * comb(n + k - 1, k)

    def make(folder: Path) -> Facts:
        (folder / "game").write_text(json.dumps([edges, n, k, expected]), encoding="utf-8")
        return {"vertices": n, "cops": k, "states": states}

    slow = "" if states <= MOST_STATES else "more than a minute"
    contestants = (
        child("graphgame", "families.cops", "library", ours=True),
        child("Python, sets of bits", "families.cops", "lists", skip=slow),
    )
    return Case(name, make, contestants)


def write_graphs(geng: str, folder: Path) -> Facts:
    """Write all connected graphs on eight vertices."""
    text = subprocess.run([geng, "-cq", "8"], capture_output=True, check=True).stdout
    (folder / "graphs").write_bytes(text)
    return {"graphs": text.count(b"\n")}


def batch_case(geng: str) -> Case:
    """All connected graphs on eight vertices."""
    contestants: tuple[Contestant, ...] = (
        child("graphgame", "families.cops", "numbers", ours=True),
        child(
            "graphgame, one cop", "families.cops", "one_cop", ours=True, part="which are cop-win"
        ),
        child(
            "Python, sets of bits",
            "families.cops",
            "numbers_in_python",
            part="every hundredth graph",
        ),
    )
    return Case("connected graphs on 8 vertices", partial(write_graphs, geng), contestants)


def cases(*, quick: bool) -> list[Case]:
    """What is measured."""
    games = GAMES[:4] if quick else GAMES
    geng = shutil.which("geng") or shutil.which("nauty-geng")
    return [game_case(*game) for game in games] + ([batch_case(geng)] if geng else [])
