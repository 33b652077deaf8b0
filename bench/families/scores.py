"""The family "scores": the score of every position, against `solve` and a `solve` per threshold."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

import graphgame as gg
from bench import rivals, workloads
from bench.families.solve import named
from bench.graphs import Stored, writer
from bench.runner import Case, child

checks = rivals.checks  # of scores, in the place of outcomes, and of remoteness
# Scores are drawn from -MOST to MOST.
MOST = 20

Work = Callable[[], Any]


def read(folder: Path) -> tuple[Any, int, Any]:
    """Return the edges, the number of positions, and the scores that terminals have."""
    stored = Stored(folder)
    edges, n = stored.edges(), stored.n
    ends = np.ones(n, dtype=bool)
    ends[edges[:, 0]] = False
    drawn = np.random.default_rng(1).integers(-MOST, MOST + 1, n)
    gg.solve_scores([(0, 1)], scores={1: 0})  # so that all imports are done
    return edges, n, np.where(ends, drawn, gg.NO_SCORE)


def scored(folder: Path, owner: Any = None) -> Work:
    """Return the work of `solve` with scores."""
    edges, n, scores = read(folder)

    def work() -> Any:
        s = gg.solve_scores(gg.GameGraph.from_edges(edges, n), scores=scores, owner=owner)
        return s.scores, s.remoteness, s

    return work


def moving_again(folder: Path) -> Work:
    """Return the same where a random player moves at each position."""
    work = scored(folder, np.random.default_rng(2).integers(0, 2, Stored(folder).n))
    return lambda: work()[2]  # another game


def solved(folder: Path) -> Work:
    """Return the work of `solve` without scores."""
    edges, n, _ = read(folder)
    return lambda: gg.solve(gg.GameGraph.from_edges(edges, n))


def thresholds(folder: Path) -> Work:
    """Return the sum over thresholds t of outcomes: at least t is a WIN, at most -t a LOSE."""
    edges, n, scores = read(folder)

    def work() -> Any:
        graph = gg.GameGraph.from_edges(edges, n)
        total = np.zeros(n, dtype=np.int32)
        for t in range(1, MOST + 1):
            presets = (scores >= t).astype(np.int8) - (scores <= -t)
            presets[scores == gg.NO_SCORE] = gg.NO_PRESET
            total += gg.solve(graph, presets=presets).outcomes
        return total, None

    return work


CONTESTANTS = (
    child("graphgame, scores", "families.scores", "scored", ours=True),
    child(
        "graphgame, scores with owner", "families.scores", "moving_again", ours=True,
        part="other players",
    ),
    child(
        "graphgame, solve", "families.scores", "solved", ours=True,
        part="outcomes and remoteness",
    ),
    child("a solve per threshold", "families.scores", "thresholds", part="scores alone"),
)  # fmt: skip


def cases(*, quick: bool) -> list[Case]:
    """Return the cases."""
    n = 10**5 if quick else 10**6
    digraph, grid = partial(workloads.random_digraph, n, 5 * n), 300 if quick else 1000
    return [
        Case(f"random {named(n)}, degree 5", writer(digraph, n), CONTESTANTS),
        Case(
            f"grid {grid} × {grid}",
            writer(partial(workloads.grid_game, grid), grid * grid),
            CONTESTANTS,
        ),
    ]
