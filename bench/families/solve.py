"""The family "solve": outcomes and remoteness of a graph in memory."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

import graphgame as gg
from bench import rivals, workloads
from bench.graphs import Stored, write, writer
from bench.runner import Case, Contestant, child, cpp
from graphgame.outcome import NO_PRESET

checks = rivals.checks  # of what all contestants return
HAS_THREADS = "threads" in inspect.signature(gg.solve).parameters
ONE_THREAD = {"threads": 1} if HAS_THREADS else {}


# -- contestants ----------------------------------------------------------------------------------


def warm(presets: Any, **options: Any) -> None:
    """Solve two positions in both forms, so that all imports are done."""
    ours = None if presets is None else presets[:2]
    edges, ptr = np.array([[0, 1]], dtype=np.int32), np.array([0, 1, 1])
    answer(gg.GameGraph.from_edges(edges, 2), ours, **options)
    answer(gg.GameGraph.from_csr(ptr, edges[0, 1:]), ours, **options)


def answer(graph: gg.GameGraph, presets: Any, **options: Any) -> tuple[Any, ...]:
    """Return outcomes and remoteness, with a reference to the rest, which is freed later."""
    solution = gg.solve(graph, presets=presets, **(ONE_THREAD | options))
    return solution.outcomes, solution.remoteness, solution


def from_edges(folder: Path, **options: Any) -> Callable[[], tuple[Any, ...]]:
    """Return the work of graphgame on pairs."""
    stored = Stored(folder)
    edges, presets, n = stored.edges(), stored.presets(), stored.n
    warm(presets, **options)
    return lambda: answer(gg.GameGraph.from_edges(edges, n), presets, **options)


def from_rows(folder: Path, **options: Any) -> Callable[[], tuple[Any, ...]]:
    """Return the work of graphgame on compressed sparse rows."""
    stored = Stored(folder)
    (ptr, idx), presets = stored.rows(), stored.presets()
    warm(presets, **options)
    return lambda: answer(gg.GameGraph.from_csr(ptr, idx), presets, **options)


def one_thread(folder: Path) -> Callable[[], tuple[Any, ...]]:
    """Return the work of graphgame on pairs with one thread."""
    return from_edges(folder, threads=1)


def two_threads(folder: Path) -> Callable[[], tuple[Any, ...]]:
    """Return the work of graphgame on pairs with two threads."""
    return from_edges(folder, threads=2)


# -- cases ----------------------------------------------------------------------------------------

OURS = (
    child("graphgame", "families.solve", "from_edges", ours=True),
    child("graphgame, from CSR", "families.solve", "from_rows", ours=True),
)
TEXTBOOK = cpp("textbook C++", "solve.cpp", "textbook", "{folder}")
RECURSIVE = cpp(
    "textbook C++, recursive", "solve.cpp", "recursive", "{folder}", part="outcomes alone"
)
PLAIN = (
    cpp("plain tuned C++", "solve.cpp", "plain", "{folder}", optimized="-O3"),
    cpp("plain tuned C++, from CSR", "solve.cpp", "plain-csr", "{folder}", optimized="-O3"),
)
PYTHON = child("Python lists", "rivals", "lists")


def rival(name: str, module: str, function: str, **more: Any) -> Contestant:
    """Return a contestant that needs a library."""
    return child(name, "rivals", function, skip=rivals.missing(module), **more)


NUMBA = rival("Numba, as plain tuned", "numba", "numba_rows")
NETWORKX = rival("NetworkX", "networkx", "networkx_part", part="propagation in a graph it holds")
OTHERS = (
    NUMBA,
    PYTHON,
    child("NumPy, level by level", "rivals", "numpy_levels"),
    rival("SciPy", "scipy", "scipy_part", part="CSR to CSC, no more"),
    rival("ogdoad", "ogdoad", "ogdoad_outcomes", part="outcomes alone, from lists of options"),
)
CORE = (*OURS, TEXTBOOK, *PLAIN)
FEW = (*OURS, TEXTBOOK, RECURSIVE, *PLAIN)
ALL = (*FEW, *OTHERS, NETWORKX)


def named(n: int) -> str:
    """Return a number in the form of the names of cases."""
    digits = f"{n:.0e}"
    return f"10^{int(digits[2:])}" if float(digits) == n and digits[0] == "1" else f"{n:,}"


def random_case(n: int, degree: int, contestants: tuple[Contestant, ...]) -> Case:
    """Return the case of a random digraph with 10 % terminals."""
    edges = partial(workloads.random_digraph, n, degree * n)
    name = f"random {named(n)}, degree {degree}"
    return Case(name, writer(edges, n), contestants)


def pursuit_graph(side: int, folder: Path) -> dict[str, Any]:
    """Return the explicit graph of the policeman and the thief."""
    text = workloads.board(side).partition("\n")[2].split()
    graph = gg.PoliceAndThief(text).graph()
    edges = np.concatenate([np.stack(block, axis=1) for block in graph.edge_blocks()])
    presets = np.where(graph.presets == NO_PRESET, 2, graph.presets)  # as solve.cpp expects it
    return write(folder, edges.astype(np.int32), graph.n, presets.astype(np.int8))


def shape_cases(side: int, n: int, board: int, scale: int) -> list[Case]:
    """Return the cases of RMAT, a grid, a path, a shuffled path, and pursuit."""
    rmat = partial(workloads.rmat, scale, 10 << scale)
    grid = partial(workloads.grid_game, side)

    def any_order() -> workloads.Edges:
        return workloads.shuffled(workloads.path(n), n)

    return [
        Case(f"RMAT 2^{scale}, degree 10", writer(rmat, 1 << scale), CORE),
        Case(f"grid {side} × {side}", writer(grid, side * side), (*CORE, NUMBA)),
        Case(f"path {named(n)}", writer(partial(workloads.path, n), n), FEW),
        Case(f"shuffled path {named(n)}", writer(any_order, n), CORE),
        Case(f"pursuit {board} × {board}, explicit", partial(pursuit_graph, board), CORE),
    ]


def thread_cases(*, quick: bool) -> list[Case]:
    """Return the cases of "threads", in elapsed time, if `solve` has threads."""
    n = 10**6 if quick else 10**7
    contestants = (
        child("graphgame, one thread", "families.solve", "one_thread", ours=True),
        child("graphgame, two threads", "families.solve", "two_threads", ours=True),
    )
    graphs = {
        f"random {named(n)}, degree 5": partial(workloads.random_digraph, n, 5 * n),
        f"path {named(n)}": partial(workloads.path, n),
    }
    if not HAS_THREADS:
        return []
    return [Case(name, writer(make, n), contestants, unit="wall") for name, make in graphs.items()]


def cases(*, quick: bool) -> list[Case]:
    """Return the cases."""
    if quick:
        return [
            random_case(10**4, 5, ALL),
            random_case(10**5, 5, (*FEW, NUMBA, PYTHON)),
            random_case(10**6, 5, CORE),
            *shape_cases(500, 3 * 10**5, 12, 16),
        ]
    return [
        random_case(10**5, 2, CORE),
        random_case(10**5, 5, ALL),
        random_case(10**5, 10, CORE),
        random_case(10**6, 2, CORE),
        random_case(
            10**6, 5, (*FEW, *OTHERS)
        ),  # building a graph in NetworkX takes longer than all
        random_case(10**6, 10, CORE),
        random_case(10**7, 2, CORE),
        random_case(10**7, 5, (*CORE, NUMBA)),
        random_case(10**7, 10, CORE),
        *shape_cases(3162, 10**7, 32, 20),
    ]
