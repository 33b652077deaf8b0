"""Moves as steps: what they change on the board, and nothing about where they lead.

A step is a list of changes (cell, from, to), with the player who makes it and the name of the move.
It fits a position whose turn is that of the player and whose cells hold what it changes.  In most
games a step that fits, and leads to a board that there is, is a move; the rest are exceptions.  So
some hundred steps and few exceptions stand for millions of moves, which need no room in a page.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from graphgame.arrays import distinct

if TYPE_CHECKING:
    from collections.abc import Sequence

    from graphgame.types import AnyArray, Int64Array

# More steps than this would make the page slow: it tries each of them at each position.
_MOST_STEPS = 4096
# An exception takes about three times as much room as a move written down.
_MOVES_PER_EXCEPTION = 4


class Step(NamedTuple):
    """One way to change a board: -1 for any player, -1 for no name, and (cell, from, to) flat."""

    turn: int
    name: int
    changes: list[int]


class Steps(NamedTuple):
    """All moves of a game.

    Attributes
    ----------
    steps : list of Step
    positions, numbers : (k,) int64
        The exceptions, by position, then by step: here the step fits and is no move.
    """

    steps: list[Step]
    positions: Int64Array
    numbers: Int64Array


def find_steps(
    codes: AnyArray,
    turn: AnyArray | None,
    sources: Int64Array,
    options: Int64Array,
    names: AnyArray | None,
) -> Steps | None:
    """Return moves as steps; None where there are too many of them, or too many exceptions.

    Parameters
    ----------
    codes : (cells, n) array
        What each cell holds in each position.
    turn : (n,) array or None
    sources, options : (m,) int64
        The moves, by source.
    names : (m,) array or None
        The number of the name of each move.

    Notes
    -----
    Boards are found by sums of random 64-bit numbers, one for each content of each cell: a step
    adds the same number wherever it fits.  What was found is then compared cell by cell; had two
    boards or two steps one sum, the answer would be None, or a step too much an exception.
    O(m log m + m cells + n steps) time, 70 bytes per move.
    """
    if not sources.size:
        return Steps([], sources, sources)
    sums = _sums(codes, turn)
    added = sums[options] - sums[sources]
    kinds = added.copy()
    for column in (None if turn is None else turn[sources], names):
        if column is not None:
            kinds = kinds * np.uint64(0x9E3779B97F4A7C15) + column.astype(np.uint64)
    _, first, kinds = np.unique(kinds, return_index=True, return_inverse=True)
    if len(first) > _MOST_STEPS:
        return None
    steps = [_step(codes, turn, names, sources, options, edge) for edge in first.tolist()]
    if not _are_exact(codes, sources, options, kinds, steps):
        return None
    by_step = np.argsort(kinds, kind="stable")
    ends = np.cumsum(np.bincount(kinds, minlength=len(steps))).tolist()
    fitting = _Fitting(codes, turn, sources, sums)
    most = len(sources) // _MOVES_PER_EXCEPTION
    positions, numbers, total = [], [], 0
    for number, (step, begin, end) in enumerate(zip(steps, [0, *ends[:-1]], ends, strict=True)):
        edges = by_step[begin:end]
        found = fitting.positions(step, added[edges[0]])
        odd = np.setdiff1d(found, sources[edges], assume_unique=True)
        if len(found) - len(odd) != len(edges):
            return None
        total += len(odd)
        if total > most:
            return None
        positions.append(odd)
        numbers.append(np.full(len(odd), number))
    exceptions, which = np.concatenate(positions), np.concatenate(numbers)
    order = np.lexsort((which, exceptions))
    return Steps(steps, exceptions[order], which[order])


def _sums(codes: AnyArray, turn: AnyArray | None) -> AnyArray:
    """Return the sum of each board: a random number for each content of each cell, and the turn."""
    noise = np.random.default_rng(0)
    sums = np.zeros(codes.shape[1], dtype=np.uint64)
    for cell in codes:
        sums += noise.integers(0, 1 << 64, int(cell.max()) + 1, np.uint64)[cell]
    if turn is not None:
        sums ^= turn.astype(np.uint64) << np.uint64(63)  # the same as to add the turn in this bit
    return sums


def _step(
    codes: AnyArray,
    turn: AnyArray | None,
    names: AnyArray | None,
    sources: Int64Array,
    options: Int64Array,
    edge: int,
) -> Step:
    """Return the step of a move."""
    before, after = codes[:, sources[edge]], codes[:, options[edge]]
    cells = np.flatnonzero(before != after)
    return Step(
        -1 if turn is None else int(turn[sources[edge]]),
        -1 if names is None else int(names[edge]),
        np.stack([cells, before[cells], after[cells]], axis=1).ravel().tolist(),
    )


def _are_exact(
    codes: AnyArray,
    sources: Int64Array,
    options: Int64Array,
    kinds: Int64Array,
    steps: Sequence[Step],
) -> bool:
    """Return whether each move changes exactly the cells of its step, and as the step does."""
    content = len(steps), len(codes)
    before, after = np.full(content, -1, np.int64), np.full(content, -1, np.int64)
    for number, step in enumerate(steps):
        cells = step.changes[::3]
        before[number, cells], after[number, cells] = step.changes[1::3], step.changes[2::3]
    times = np.bincount(kinds, minlength=len(steps))
    for cell, old, new in zip(codes, before.T, after.T, strict=True):
        was, now = cell[sources], cell[options]
        # The moves that change the cell: each as its step does, and as many as their steps say.
        changed = np.flatnonzero(was != now)
        kind = kinds[changed]
        exact = (was[changed] == old[kind]) & (now[changed] == new[kind])
        if not exact.all() or len(changed) != times[old >= 0].sum():
            return False
    return True


class _Fitting:
    """Finds the positions at which a step fits and leads to a position of the game."""

    def __init__(
        self, codes: AnyArray, turn: AnyArray | None, sources: Int64Array, sums: AnyArray
    ) -> None:
        rows = distinct(np.array(sources))  # terminals have no moves, whatever fits
        self.codes = codes
        self.sums = sums
        self.known = np.sort(sums)
        self.rows = {
            player: rows if player < 0 else rows[turn[rows] == player]  # type: ignore[index]
            for player in ((-1,) if turn is None else (0, 1))
        }
        self.columns = {player: codes[:, rows] for player, rows in self.rows.items()}

    def positions(self, step: Step, added: np.uint64) -> Int64Array:
        """Return them in ascending order; `added` is what the step adds to the sum of a board."""
        columns, changes = self.columns[step.turn], step.changes
        fits = np.ones(columns.shape[1], dtype=bool)
        for cell, old in zip(changes[::3], changes[1::3], strict=True):
            fits &= columns[cell] == old
        found = self.rows[step.turn][fits]
        sums = self.sums[found] + added
        places = np.searchsorted(self.known, sums)
        places[places == len(self.known)] = 0
        there: Int64Array = found[self.known[places] == sums]
        return there
