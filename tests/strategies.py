"""Hypothesis strategies: small game graphs of every shape that has broken a solver."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from hypothesis import strategies as st

from graphgame.outcome import DRAW, LOSE, WIN
from tests.reference.graphs import Game
from tests.reference.scores import ScoreGame

if TYPE_CHECKING:
    from collections.abc import Iterator

Edges = list[tuple[int, int]]


def _shapes(n: int) -> dict[str, Edges]:
    """Return graphs that random edges seldom make: long ones, wide ones, drawn ones."""
    path = [(v, v + 1) for v in range(n - 1)]
    return {
        "nothing": [],
        "path": path,
        "cycle": path + ([(n - 1, 0)] if n else []),
        "star out": [(0, v) for v in range(1, n)],
        "star in": [(v, 0) for v in range(1, n)],
        "wheel": [edge for v in range(1, n) for edge in ((0, v), (v, v % (n - 1) + 1))],
        "ladder": [(u, v) for u in range(n) for v in (u + 1, u + 2) if v < n],
        "both ways": [edge for u, v in path for edge in ((u, v), (v, u))],
        "passes": path + [(v, v) for v in range(0, n, 2)],
        "order": [(u, v) for u in range(n) for v in range(u)],
    }


def all_graphs(n: int) -> Iterator[tuple[tuple[int, int], ...]]:
    """Return the edges of every graph of n positions, loops included, without parallel edges."""
    pairs = [(u, v) for u in range(n) for v in range(n)]
    for size in range(len(pairs) + 1):
        yield from combinations(pairs, size)


@st.composite
def games(draw: st.DrawFn, max_positions: int = 12) -> Game:
    """Draw a game of 0 to max_positions positions.

    A shape or nothing, and random edges with loops and repetitions on top; positions renamed at
    random, edges in random order; presets for no, some or all positions; either kind of play.
    """
    n = draw(st.integers(0, max_positions))
    positions = st.integers(0, max(n - 1, 0))
    edges = _shapes(n)[draw(st.sampled_from(sorted(_shapes(0))))]
    if n:
        extra = st.lists(st.tuples(positions, positions), max_size=2 * n)
        edges = edges + draw(extra)
        if edges:
            edges = edges + draw(st.lists(st.sampled_from(edges), max_size=n))  # parallel ones
        name = draw(st.permutations(range(n)))
        edges = draw(st.permutations([(name[u], name[v]) for u, v in edges]))
    presets = {}
    if n and draw(st.booleans()):
        presets = draw(st.dictionaries(positions, st.sampled_from([LOSE, DRAW, WIN]), max_size=n))
    return Game(n, tuple(edges), presets, draw(st.sampled_from(["normal", "misere"])))


# Differences of two of them have up to 65 bits.
FAR_SCORES = [0, *(s * x for x in (2**31 - 1, 2**31, 2**62, 2**63 - 2, 2**63 - 1) for s in (1, -1))]


@st.composite
def score_games(draw: st.DrawFn, max_positions: int = 9, *, moved: bool = False) -> ScoreGame:
    """Draw a game with scores: graphs as of `games`, any terminals, with or without owners.

    With `moved` it has owners: to pass over others, Hypothesis might give up.  Scores are small, or
    at the ends of 32 and of 64 bits.
    """
    game = draw(games(max_positions))
    value = draw(st.sampled_from([st.integers(-4, 4), st.sampled_from(FAR_SCORES)]))
    stuck = [v for v in range(game.n) if not game.options(v)]
    scores = {v: draw(value) for v in stuck} | {v: draw(value) for v in game.presets}
    if not moved and not draw(st.booleans()):
        return ScoreGame(game.n, game.edges, scores)
    owner = draw(st.lists(st.integers(0, 1), min_size=game.n, max_size=game.n))
    return ScoreGame(game.n, game.edges, scores, tuple(owner), draw(value))
