"""Read scores and points, and solve games that need neither dice nor iteration: in one pass.

Where chance does not move and no position comes back, what a position is worth follows from its
options: exactly, in integers of 64 bits.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from graphgame.chance import _points
from graphgame.chance.game import beside_moves
from graphgame.chance.points_solution import PointsSolution
from graphgame.chance.reading import CHANCE, END, FIRST, Rows, Solved
from graphgame.chance.weights import whole
from graphgame.errors import GraphGameError
from graphgame.graphs.given import asked, column, is_function, position_names
from graphgame.graphs.labels import beside
from graphgame.memory import check_game
from graphgame.outcome import NO_SCORE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphgame.graphs.graph import GameGraph
    from graphgame.types import AnyArray, BoolArray, Int8Array, Int64Array

# Integers that float64 has exactly.
_EXACT = 2**53


@dataclass(frozen=True)
class Paid:
    """What ends and moves pay, as integers: everything is multiplied by `scale`.

    Attributes
    ----------
    over : (n,) bool
        Where play is over: at positions without options, and at those with a score.
    ends, worth : (k,) int64
        The positions with a score, and the scores.
    points : (m,) int64 or None
        What moves pay, as they were given: in the order of `option_idx`, or in that of the edges.
    by_edges : bool
        Whether it is the order of the edges, which is another one.
    scale : int
    endless : int
        What a play that never ends is worth.
    """

    over: BoolArray
    ends: Int64Array
    worth: Int64Array
    points: Int64Array | None
    by_edges: bool
    scale: int
    endless: int

    def by_rows(self, game: GameGraph[Any]) -> Int64Array | None:
        """Return what moves pay, in the order of `option_idx`."""
        if self.points is None or not self.by_edges:
            return self.points
        assert game._edges is not None, "points in the order of edges"
        sources = np.asarray(game._edges)[:, 0]
        return np.asarray(_points.by_rows(sources, self.points, game.option_ptr[:-1].copy()))


def read_paid(game: GameGraph[Any], points: Any, scores: Any, endless: Any) -> Paid:
    """Read what ends, moves and endless play pay; parameters as of `solve_chance`.

    Raises
    ------
    GraphGameError
        If an end has no score although others have, something is no number, or has no 64 bits.
    """
    stuck = np.diff(game.option_ptr) == 0
    ends, numbers = _scores(scores, game)
    over: BoolArray = stuck.copy()
    over[ends] = True
    missing = stuck
    missing[ends] = False
    if scores is not None and missing.any():
        name = game.position(int(missing.argmax()))
        raise GraphGameError(
            f"scores: expected one for every position without options, got none for {name!r}"
        )
    paid, by_edges = _beside_moves(points, game)
    parts = {
        "scores": (numbers, lambda k: game.position(int(ends[k]))),
        "points": (paid, lambda k: _move(k, game)),
        "endless": ([endless], lambda _: None),
    }
    (worth, moving, (d,)), scale = whole(parts, bits=63)
    given = moving if moving.any() else None
    return Paid(over, ends, worth, given, by_edges, scale, int(d))


def _scores(scores: Any, game: GameGraph[Any]) -> tuple[Int64Array, list[Any] | Int64Array]:
    """Return the indices of ends that have scores, and the scores."""
    none: Int64Array = np.zeros(0, dtype=np.int64)
    if scores is None:
        return none, none
    if is_function(scores):
        listed = asked(scores, position_names(game), "for the score of")
    else:
        given = column(beside(scores, game, "scores"))
        if isinstance(given, Mapping):
            kept = {game._find(position): x for position, x in given.items() if x is not None}
            return np.array([*kept], dtype=np.int64), [*kept.values()]
        if len(given) != game.n:
            raise GraphGameError(
                f"scores: expected a mapping or {game.n} values, one for every position, got "
                f"{len(given)}"
            )
        if isinstance(given, np.ndarray) and given.ndim == 1 and given.dtype.kind in "iuf":
            entries = np.ma.getdata(given)
            there = ~np.ma.getmaskarray(given)
            there &= entries != NO_SCORE if entries.dtype.kind == "i" else entries == entries  # noqa: PLR0124
            found = np.flatnonzero(there)
            entries = entries[found]
            integers = _integers(entries)
            return found, entries.tolist() if integers is None else integers
        listed = given.tolist() if isinstance(given, np.ndarray) else [*given]
    kept = {v: x for v, x in enumerate(listed) if x is not None and x == x}  # noqa: PLR0124
    return np.array([*kept], dtype=np.int64), [*kept.values()]


def _beside_moves(points: Any, game: GameGraph[Any]) -> tuple[list[Any] | Int64Array, bool]:
    """Return what moves pay, and whether it is in the order of edges and not of `option_idx`."""
    if points is None or (isinstance(points, Mapping) and not points):
        return np.zeros(0, dtype=np.int64), False
    if is_function(points):
        names = position_names(game)
        points = {u: [points(u, w) for w in game.options(u)] for u in names}
    if not isinstance(points, Mapping):
        points = column(points)
    if isinstance(points, np.ndarray) and points.shape == (game.m,) and points.dtype.kind in "iuf":
        filled = np.ma.filled(points, 0) if isinstance(points, np.ma.MaskedArray) else points
        if filled.dtype.kind == "f":
            filled = np.where(np.isnan(filled), 0, filled)
        integers = _integers(filled)
        if integers is not None:
            if integers is points:
                integers = integers.copy()
            sources = None if game._edges is None else np.asarray(game._edges)[:, 0]
            return integers, sources is not None and bool((sources[1:] < sources[:-1]).any())
    found = beside_moves(points, game, "points")
    if isinstance(found, np.ndarray):
        return found, False
    return [0 if x is None else x for x in found], False


def _integers(entries: AnyArray) -> Int64Array | None:
    """Return numbers as contiguous int64, where they are integers that it has; else None."""
    if entries.dtype.kind == "f":
        if not ((np.abs(entries) <= _EXACT) & (entries == np.floor(entries))).all():
            return None
    elif entries.dtype.kind == "u" and len(entries) and int(entries.max()) > 2**63 - 1:
        return None
    return np.ascontiguousarray(entries, dtype=np.int64)


def _move(e: int, game: GameGraph[Any]) -> tuple[Any, Any]:
    """Return a move by its ends."""
    u = int(np.searchsorted(np.asarray(game.option_ptr), e, side="right")) - 1
    return game.position(u), game.position(int(game.option_idx[e]))


def solve_points(
    game: GameGraph[Any], kind: Int8Array | None, paid: Paid
) -> PointsSolution[Any] | None:
    """Solve a game without chance in one pass; return None where a position can come back.

    Parameters
    ----------
    game : GameGraph
    kind : (n,) int8 or None
        Who moves; None where players alternate.
    paid : Paid

    Raises
    ------
    GraphGameError
        If a value has more than 64 bits.
    TooLargeError
        If the game does not fit in memory.

    Notes
    -----
    O(n + m) time.  The solution keeps 13 bytes per position, 17 where indices are in no order, and
    8 per move that pays.
    """
    if kind is not None and (kind[~paid.over] == CHANCE).any():
        return None
    check_game(game, 30, 8)
    points = paid.by_rows(game)
    values: Int64Array = np.zeros(game.n, dtype=np.int64)
    values[paid.ends] = paid.worth
    none: Int8Array = np.zeros(0, dtype=np.int8)
    moves, ranks, found, at = _points.solve(
        game.option_ptr,
        game.option_idx,
        np.zeros(0, np.int64) if points is None else points,
        none if kind is None else np.where(paid.over, FIRST, kind).astype(np.int8, copy=False),
        paid.over.view(np.int8),
        values,
    )
    if found == 1:
        return None
    if found == 2:
        raise _too_large(game, at, points, paid.scale)
    movers: Any = FIRST if kind is None else kind
    rows = Rows(
        game.option_ptr,
        game.option_idx,
        np.where(paid.over, END, movers).astype(np.int8),
        np.zeros(0, np.int64),
        np.zeros(0, np.int64),
        points,
    )
    whole_values: Any = values  # integers, where games of chance have float64
    solved = Solved(whole_values, whole_values, whole_values, np.asarray(moves))
    endless = Fraction(paid.endless, paid.scale)
    rank = None if ranks is None else np.asarray(ranks)
    return PointsSolution(game, rows, paid, solved, endless, kind, rank)


def _too_large(
    game: GameGraph[Any], e: int, points: Int64Array | None, scale: int
) -> GraphGameError:
    """Return the error for a move whose worth has more than 64 bits."""
    u, w = _move(e, game)
    paid = 0 if points is None else int(points[e])
    units = "" if scale == 1 else f" over the common denominator {scale}"
    return GraphGameError(
        f"points[{u!r}, {w!r}]: expected values below 2^63{units}, got one beyond it with the "
        f"{paid} that this move pays; divide all scores and points by one number"
    )
