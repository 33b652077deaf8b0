"""The families "text" and "startup": whole processes, from text on standard input to text."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import graphgame as gg
from bench.families.solve import named
from bench.record import BASELINES
from bench.runner import Case, Contestant, Facts, cpp
from bench.workloads import random_digraph

# The installed command runs this.
COMMAND = "import sys; from graphgame.cli import main; sys.exit(main())"
SMALL = "3 2\n1 2\n2 3\n"
OURS = Contestant(
    "graphgame solve", (sys.executable, "-c", COMMAND, "solve"), ours=True, whole=True, stdin="text"
)
# The variants of baselines/text_solve.cpp: how they read and write, and how they solve.
WAYS = {
    "iostream": "C++, iostream and vectors",
    "reader": "C++, own reader and vectors",
    "arrays": "C++, own reader and flat arrays",
}


def rivals() -> tuple[Contestant, ...]:
    """Return the programs that exist."""
    if not (BASELINES / "text_solve.cpp").exists():
        return ()
    return tuple(
        cpp(name, "text_solve.cpp", way, whole=True, stdin="text") for way, name in WAYS.items()
    )


def write_random(n: int, m: int, folder: Path) -> Facts:
    """Write a random graph as text."""
    path = folder / "text"
    gg.write_graph(gg.GameGraph.from_edges(random_digraph(n, m, seed=7), n), path)
    return {"positions": n, "moves": m, "mib": round(path.stat().st_size / 2**20, 1)}


def write_small(folder: Path) -> Facts:
    """Write three lines."""
    (folder / "text").write_text(SMALL, encoding="ascii")
    return {"lines": SMALL.count("\n")}


def text_case(n: int, m: int) -> Case:
    """Return the case of a random graph, text in and text out."""
    make: Callable[[Path], Facts] = partial(write_random, n, m)
    return Case(f"text, {named(m)} edges", make, (OURS, *rivals()), unit="cpu")


def text_cases(*, quick: bool) -> list[Case]:
    """Return the cases of "text"."""
    sizes = [(20_000, 10**5), (200_000, 10**6)] + [(2_000_000, 10**7)] * (not quick)
    return [text_case(n, m) for n, m in sizes]


def startup_cases(*, quick: bool) -> list[Case]:
    """Return the cases of "startup"."""
    python = [
        Contestant(name, (sys.executable, "-c", code), part=part, whole=True)
        for name, code, part in (
            ("python -c pass", "pass", "nothing"),
            ("import graphgame", "import graphgame", "no more than that"),
            ("import numpy", "import numpy", "no more than that"),
        )
    ]
    contestants = (OURS, *rivals(), *python)
    repeats = 7 if quick else 31
    return [Case("input of 3 lines", write_small, contestants, unit="wall", repeats=repeats)]
