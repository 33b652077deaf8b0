"""The family "parity": parity games from CSR to winners and strategies, and the command on text.

The figures of Oink that they are compared with are in docs/owners.md.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

import graphgame as gg
from bench.families.processes import COMMAND
from bench.families.solve import named
from bench.graphs import Stored, folded, write
from bench.record import ROOT
from bench.runner import Case, Contestant, Facts, child
from tests.parity import families

Work = Callable[[], Any]
# Edges, owners and priorities.
Parts = tuple[Any, Any, Any]


# -- games ----------------------------------------------------------------------------------------


def random_game(n: int, priorities: int, least: int, most: int) -> Parts:
    """Return a game of random edges, owners and priorities; degrees are between two bounds."""
    rng = np.random.default_rng(1)
    sources = np.repeat(np.arange(n), rng.integers(least, most + 1, n))
    targets = rng.integers(0, n, len(sources))
    return np.stack([sources, targets], 1), rng.integers(0, 2, n), rng.integers(0, priorities, n)


def torus(side: int) -> Parts:
    """Return a Büchi game on a torus: moves right and down, for a third of the cells left, too.

    A cell in ten has the priority 2, which player 0 wants to see; the others have 1.
    """
    n = side * side
    rng = np.random.default_rng(2)
    cells = np.arange(n).reshape(side, side)
    back = rng.random((side, side)) < 0.38
    ways = [(cells, np.roll(cells, -1, axis)) for axis in (0, 1)]
    ways.append((cells[back], np.roll(cells, 1, 1)[back]))
    edges = np.concatenate([np.stack([a.ravel(), b.ravel()], 1) for a, b in ways])
    return edges, rng.integers(0, 2, n), 1 + (rng.random(n) < 0.1)


def ladder(n: int) -> Parts:
    """Return a ring with moves to the next two vertices, whose owners and priorities alternate."""
    v = np.arange(n)
    edges = np.concatenate([np.stack([v, (v + k) % n], 1) for k in (1, 2)])
    return edges, v % 2, v % 2


def many_priorities(n: int) -> Parts:
    """Return a random game of degree 1 or 2 in which no priority occurs twice."""
    edges, owner, _ = random_game(n, 1, 1, 2)
    return edges, owner, np.random.default_rng(3).permutation(n)


def ring(n: int) -> Parts:
    """Return a ring of n vertices with one move each and as many priorities."""
    v = np.arange(n)
    return np.stack([v, (v + 1) % n], 1), v % 2, v


def write_game(make: Callable[[], Parts], folder: Path) -> Facts:
    """Write a game."""
    edges, owner, priority = (np.asarray(part) for part in make())
    owner.astype(np.int8).tofile(folder / "owner")
    priority.astype(np.int64).tofile(folder / "priority")
    facts = write(folder, np.ascontiguousarray(edges, dtype=np.int32), len(owner))
    return facts | {"priorities": len(np.unique(priority))}


def write_text(make: Callable[[], Parts], folder: Path) -> Facts:
    """Write a game as text."""
    edges, owner, priority = make()
    graph = gg.GameGraph.from_edges(np.ascontiguousarray(edges, dtype=np.int32), len(owner))
    gg.write_pg(gg.ParityGame(graph, owner, priority), folder / "text")
    mib = round((folder / "text").stat().st_size / 2**20, 1)
    return {"positions": graph.n, "moves": graph.m, "mib": mib}


# -- contestants ----------------------------------------------------------------------------------


def _game(folder: Path) -> Callable[[], gg.ParityGame[Any]]:
    """Return a function that makes the game anew, so that nothing of it has been found before."""
    ptr, idx = Stored(folder).rows()
    owner = np.fromfile(folder / "owner", dtype=np.int8)
    priority = np.fromfile(folder / "priority", dtype=np.int64)
    gg.ParityGame([(0, 0)], [0], [0]).solve().verify()
    return lambda: gg.ParityGame(gg.GameGraph.from_csr(ptr, idx), owner, priority)


def solve(folder: Path) -> Work:
    """Return the work of making a game from CSR and solving it."""
    make = _game(folder)
    return lambda: make().solve()


def verify(folder: Path) -> Work:
    """Return the work of checking a solution."""
    solution = _game(folder)().solve()

    def work() -> Any:
        solution.verify()
        return solution

    return work


def checks(solution: Any) -> dict[str, Any]:
    """Return a checksum of the winners."""
    return {"checks": {"winners": folded(solution.winners.astype(np.int64) + 2)}}


SOLVE = child("graphgame, solve", "families.parity", "solve", ours=True)
VERIFY = child("graphgame, verify", "families.parity", "verify", ours=True)
WHOLE = Contestant(
    "graphgame parity", (sys.executable, "-c", COMMAND, "parity"),
    ours=True, whole=True, stdin="text",
)  # fmt: skip
OINK = ROOT / "build" / "oink" / "build" / "oink"


def rivals() -> tuple[Contestant, ...]:
    """Return Oink with its two algorithms that are the fastest on such games, if it is built."""
    if not OINK.exists():
        return ()
    return tuple(
        Contestant(f"Oink, {name}", (str(OINK), f"--{name}", "-p"), whole=True, stdin="text",
                   part="strategies may differ")
        for name in ("npp", "zlk")
    )  # fmt: skip


# -- cases ----------------------------------------------------------------------------------------


def _easy(n: int) -> dict[str, Callable[[], Parts]]:
    side = 990 if n == 10**6 else 300
    return {
        f"random {named(n)}, 5 priorities, degree 2 to 5": partial(random_game, n, 5, 2, 5),
        f"random {named(n)}, 10 priorities, degree 1 or 2": partial(random_game, n, 10, 1, 2),
        f"torus {side} × {side}, Büchi": partial(torus, side),
        f"ladder {named(n)}": partial(ladder, n),
    }


def _hard(*, quick: bool) -> dict[str, Callable[[], Parts]]:
    found: dict[str, Callable[[], Parts]] = {
        f"{name} {size}": partial(make, size)
        for name, (make, size) in families.FAMILIES.items()
        if name not in ("ladder", "nested ladder", "chain")
    }
    nested = 1000 if quick else 10_000
    found[f"nested ladder {nested}"] = partial(families.nested_ladder, nested)
    count = 10**4 if quick else 10**5
    found[f"random {named(count)}, all priorities different"] = partial(many_priorities, count)
    found[f"chain of {named(count)} rounds"] = partial(families.chain, 2 * count)
    return found


def cases(*, quick: bool) -> list[Case]:
    """Return the cases."""
    n = 10**5 if quick else 10**6
    long = 10**5 if quick else 10**7
    games = _easy(n) | _hard(quick=quick) | {f"ring {named(long)}": partial(ring, long)}
    found = [Case(name, partial(write_game, make), (SOLVE, VERIFY)) for name, make in games.items()]
    text: Callable[[Path], Facts] = partial(write_text, partial(random_game, n, 5, 2, 5))
    return [*found, Case(f"text, random {named(n)}, 5 priorities", text, (WHOLE, *rivals()))]
