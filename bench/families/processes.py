"""The families "text" and "startup": whole processes, from text on standard input to text."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import graphgame as gg
from bench.families.solve import named
from bench.record import BASELINES, ROOT
from bench.rivals import missing
from bench.runner import ALONE, Case, Contestant, Facts, cpp
from bench.workloads import random_digraph

# The installed command runs this.
COMMAND = "import sys; from graphgame.cli import main; sys.exit(main())"
SMALL = "3 2\n1 2\n2 3\n"
OURS = Contestant(
    "graphgame solve", (sys.executable, "-c", COMMAND, "solve"), ours=True, whole=True, stdin="text"
)
# The variants of baselines/text_solve.cpp: how they read and write, and how they solve.
WAYS = {
    ("iostream",): "C++, iostream and vectors",
    ("reader",): "C++, own reader and vectors",
    ("arrays",): "C++, own reader and flat arrays",
    ("arrays", "huge"): "C++, own reader, flat arrays, huge pages",
}
# Those of text_rivals.py, and what they need.
PYTHON_WAYS = {
    "python": ("25 lines of Python", ""),
    "networkx": ("loop over NetworkX", "networkx"),
    "numba": ("40 lines of Numba", "numba"),
}


def rivals() -> tuple[Contestant, ...]:
    """Return the programs that exist."""
    if not (BASELINES / "text_solve.cpp").exists():
        return ()
    return tuple(
        cpp(name, "text_solve.cpp", *words, whole=True, stdin="text")
        for words, name in WAYS.items()
    )


def rivals_in_python() -> tuple[Contestant, ...]:
    """Return the ways of text_rivals.py."""
    return tuple(
        Contestant(
            name, (sys.executable, str(ROOT / "bench" / "text_rivals.py"), way), whole=True,
            stdin="text", skip=missing(module) if module else "",
        )
        for way, (name, module) in PYTHON_WAYS.items()
    )  # fmt: skip


def write_random(n: int, m: int, folder: Path) -> Facts:
    """Write a random graph as text."""
    path = folder / "text"
    if not missing("numba"):
        compile_once()
    gg.write_graph(gg.GameGraph.from_edges(random_digraph(n, m, seed=7), n), path)
    return {"positions": n, "moves": m, "mib": round(path.stat().st_size / 2**20, 1)}


def compile_once() -> None:
    """Compile the solver of Numba into its cache, which a process of its own reads."""
    words = rivals_in_python()[-1].words
    subprocess.run(
        words, input=SMALL.encode(), check=True, capture_output=True, env=os.environ | ALONE
    )


def write_small(folder: Path) -> Facts:
    """Write three lines."""
    (folder / "text").write_text(SMALL, encoding="ascii")
    return {"lines": SMALL.count("\n")}


def text_case(n: int, m: int) -> Case:
    """Return the case of a random graph, text in and text out."""
    make: Callable[[Path], Facts] = partial(write_random, n, m)
    contestants = (OURS, *rivals(), *rivals_in_python())
    return Case(f"text, {named(m)} edges", make, contestants, unit="cpu")


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
