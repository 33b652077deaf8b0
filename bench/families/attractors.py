"""The family "attractors": games with owners, against `solve` on the same edges.

Each contestant takes a graph in memory.  `solve` on the graph of positions × player answers the
same question as `solve(owner=)`, with the edges doubled.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

import graphgame as gg
from bench import workloads
from bench.families.solve import named
from bench.graphs import Stored, folded, writer
from bench.runner import Case, child

Work = Callable[[], Any]


def _owners(n: int) -> np.ndarray[Any, Any]:
    return np.random.default_rng(7).integers(0, 2, n).astype(np.int8)


def _targets(n: int) -> np.ndarray[Any, Any]:
    return np.random.default_rng(8).random(n) < 0.001


def attractor(folder: Path) -> Work:
    """Return the work of `gg.attractor` on pairs."""
    stored = Stored(folder)
    edges, n = stored.edges(), stored.n
    owner, targets = _owners(n), _targets(n)
    gg.attractor([(0, 1)], [0, 1], 1)

    def work() -> Any:
        found = gg.attractor(gg.GameGraph.from_edges(edges, n), owner, targets)
        return found.rank, found, "attractor"

    return work


def buchi(folder: Path) -> Work:
    """Return the work of `gg.solve_buchi` on pairs."""
    stored = Stored(folder)
    edges, n = stored.edges(), stored.n
    owner, targets = _owners(n), _targets(n)
    gg.solve_buchi([(0, 1)], [0, 1], 1)

    def work() -> Any:
        found = gg.solve_buchi(gg.GameGraph.from_edges(edges, n), owner, targets)
        return found.winners, found, "buchi"

    return work


def owned(folder: Path) -> Work:
    """Return the work of `gg.solve(owner=)` on pairs."""
    stored = Stored(folder)
    edges, n = stored.edges(), stored.n
    owner = _owners(n)
    gg.solve([(0, 1)], owner=[0, 1])

    def work() -> Any:
        found = gg.solve(gg.GameGraph.from_edges(edges, n), owner=owner)
        return found.outcomes, found, "owned"

    return work


def plain(folder: Path) -> Work:
    """Return the work of `gg.solve` on the same pairs, players alternating."""
    stored = Stored(folder)
    edges, n = stored.edges(), stored.n
    gg.solve([(0, 1)])

    def work() -> Any:
        found = gg.solve(gg.GameGraph.from_edges(edges, n))
        return found.outcomes, found, "plain"

    return work


def doubled(folder: Path) -> Work:
    """Return the work of `gg.solve` on positions × player: both ends of each edge twice."""
    stored = Stored(folder)
    edges, n = stored.edges(), stored.n
    both = np.concatenate([2 * edges + [0, 1], 2 * edges + [1, 0]]).astype(np.int32)
    gg.solve([(0, 1)])

    def work() -> Any:
        found = gg.solve(gg.GameGraph.from_edges(both, 2 * n))
        return found.outcomes, found, "doubled"

    return work


def rounds(folder: Path) -> Work:
    """Return the work of `gg.solve_buchi` on a chain in which each round removes two positions."""
    stored = Stored(folder)
    edges, n = stored.edges(), stored.n
    owner = (np.arange(n) % 2).astype(np.int8)
    graph = gg.GameGraph.from_edges(edges, n).with_owner(owner)
    gg.solve_buchi([(0, 1)], [0, 1], 1)

    def work() -> Any:
        found = gg.solve_buchi(graph, None, owner == 1)
        return found.winners, found, "rounds"

    return work


def checks(result: tuple[Any, ...]) -> dict[str, Any]:
    """Return a checksum of what was found, by the question that a contestant answers."""
    return {"checks": {result[2]: folded(np.asarray(result[0]).astype(np.int64) + 2)}}


def round_edges(count: int) -> workloads.Edges:
    """Return a Büchi game of so many rounds.

    Position 0 is a dead end.  Target 2 k + 1 leads back to what was lost before and on to 2 k + 2,
    which leads to the target and to itself.
    """
    k = np.arange(count, dtype=np.int32)
    target, after = 2 * k + 1, 2 * k + 2
    pairs = ((target, after), (target, 2 * k), (after, target), (after, after))
    return np.concatenate([np.column_stack(pair) for pair in pairs])


def _contestants() -> tuple[Any, ...]:
    return tuple(
        child(f"graphgame, {name}", "families.attractors", function, ours=True, part=part)
        for name, function, part in (
            ("attractor", "attractor", "ranks of one player"),
            ("solve_buchi", "buchi", "winners and strategies"),
            ("solve(owner=)", "owned", "outcomes and remoteness"),
            ("solve", "plain", "outcomes and remoteness, players alternating"),
            ("solve on positions × player", "doubled", "twice the edges"),
        )
    )


def cases(*, quick: bool) -> list[Case]:
    """Return the cases."""
    n = 10**5 if quick else 10**6
    long = 10**6 if quick else 10**7
    count = 10**4 if quick else 10**5
    chain = child("graphgame, solve_buchi", "families.attractors", "rounds", ours=True)
    random_edges = partial(workloads.random_digraph, n, 7 * n // 2, terminals=0.0)
    return [
        Case(f"random {named(n)}, degree 3.5", writer(random_edges, n), _contestants()),
        Case(f"path {named(long)}", writer(partial(workloads.path, long), long), _contestants()),
        Case(
            f"Büchi, {named(count)} rounds",
            writer(partial(round_edges, count), 2 * count + 1),
            (chain,),
        ),
    ]
