"""The family "grundy": values of games without cycles; also the contestants of "loopy"."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

import graphgame as gg
from bench import workloads
from bench.families.solve import named
from bench.graphs import BLOCK, Stored, folded, writer
from bench.record import BASELINES
from bench.rivals import missing
from bench.runner import Case, Contestant, child, cpp

Work = Callable[[], Any]


# -- contestants ----------------------------------------------------------------------------------


def library(folder: Path) -> Work:
    """Return the work of `gg.grundy` on pairs."""
    stored = Stored(folder)
    edges, n = stored.edges(), stored.n
    gg.grundy(gg.GameGraph.from_edges(edges[:0], 1))

    def work() -> Any:
        found = gg.grundy(gg.GameGraph.from_edges(edges, n))
        return found.values, found

    return work


def lists(folder: Path) -> Work:
    """Return the work of plain Python: lists, a queue, and a set for each mex."""
    stored = Stored(folder)
    edges, n = stored.edges(), stored.n

    def work() -> Any:
        options: list[list[int]] = [[] for _ in range(n)]
        before: list[list[int]] = [[] for _ in range(n)]
        for block in range(0, len(edges), BLOCK):  # all pairs at once would take gigabytes
            for u, v in edges[block : block + BLOCK].tolist():
                options[u].append(v)
                before[v].append(u)
        waiting = [len(row) for row in options]
        queue = [v for v in range(n) if not waiting[v]]
        values = [0] * n
        for v in queue:
            there = {values[w] for w in options[v]}
            g = 0
            while g in there:
                g += 1
            values[v] = g
            for u in before[v]:
                waiting[u] -= 1
                if not waiting[u]:
                    queue.append(u)
        return np.array(values), options, before

    return work


def ogdoad(folder: Path) -> Work:
    """Return the work of ogdoad, on lists of options."""
    from ogdoad import grundy_graph

    options = Stored(folder).lists()
    return lambda: (grundy_graph(options),)


def loopy(folder: Path) -> Work:
    """Return the work of `gg.loopy_grundy` on pairs."""
    stored = Stored(folder)
    edges, n = stored.edges(), stored.n
    gg.loopy_grundy(gg.GameGraph.from_edges(edges[:0], 1))

    def work() -> Any:
        found = gg.loopy_grundy(gg.GameGraph.from_edges(edges, n))
        return found.values, found

    return work


def solved(folder: Path) -> Work:
    """Return the work of `gg.solve` on the same graph: a position of value 0 is a LOSE."""
    from bench.families.solve import from_edges

    return from_edges(folder)


def checks(result: tuple[Any, ...]) -> dict[str, Any]:
    """Return a checksum of values, or of the losing positions."""
    found = np.asarray(result[0])
    if found.dtype == np.int8:  # outcomes
        return {"checks": {"lost": folded(found == -1)}}
    finite = np.where(found >= 0, found, 0)
    return {"checks": {"values": folded(finite), "lost": folded(found == 0)}}


# -- cases ----------------------------------------------------------------------------------------

OURS = child("graphgame", "families.grundy", "library", ours=True)
TEXTBOOK = cpp("textbook C++, recursive", "grundy.cpp", "{folder}/edges", "{positions}", "{moves}")
PYTHON = child("Python lists", "families.grundy", "lists")
OGDOAD = child(
    "ogdoad", "families.grundy", "ogdoad", part="from lists of options", skip=missing("ogdoad")
)


def stamps() -> tuple[Contestant, ...]:
    """Return the tuned program if it exists."""
    words = ("grundy_stamp.cpp", "{folder}/edges", "{positions}", "{moves}")
    tuned = Contestant("stamp CSR C++", words, optimized="-O3")
    return (tuned,) if (BASELINES / "grundy_stamp.cpp").exists() else ()


def dag_edges(n: int) -> workloads.Edges:
    """Return a random game without cycles, with five moves per position."""
    return workloads.random_dag(n, 5 * n)


def dag_case(n: int, *others: Contestant) -> Case:
    """Return the case of a random game."""
    name = f"DAG {named(n)}, degree 5"
    contestants = (OURS, TEXTBOOK, *stamps(), *others)
    return Case(name, writer(partial(dag_edges, n), n), contestants)


def cases(*, quick: bool) -> list[Case]:
    """Return the cases."""
    if quick:
        return [dag_case(10**5, PYTHON, OGDOAD), dag_case(10**6)]
    return [dag_case(10**6, PYTHON, OGDOAD), dag_case(10**7)]
