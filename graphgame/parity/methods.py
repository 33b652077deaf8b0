"""Solve a parity game: what is seen at once, then one method after the other, with budgets."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np

from graphgame.errors import GraphGameError
from graphgame.graphs._rows import transpose
from graphgame.owners.objectives import visit_for_ever
from graphgame.parity._improvement import improvement
from graphgame.parity._tangles import recursive, tangles
from graphgame.parity._unsolved import settle
from graphgame.parity._zielonka import zielonka
from graphgame.types import AnyArray, Int8Array, Int32Array, Int64Array

Method: TypeAlias = Callable[..., bool]

# Each solves what is left of a game or gives up after a budget of steps; see `zielonka`.  They take
# turns in this order.
METHODS: dict[str, Method] = {
    "tangles": tangles,
    "recursive": recursive,
    "improvement": improvement,
    "zielonka": zielonka,
}
# Steps that Zielonka's algorithm may take at first, for an edge or a vertex of what is left: random
# games take at most 4.  The turns begin with this many times more; they take about the same time.
_FIRST_BUDGET = 16
_STEPS = {"tangles": 4, "recursive": 4, "improvement": 8, "zielonka": 2}


def compress(priority: Int64Array) -> tuple[Int32Array, Int64Array]:
    """Renumber priorities from 0 or 1 on, without gaps.

    Neighbouring priorities of one parity become one: no game can tell them apart.

    Returns
    -------
    numbers : (n,) int32 array
        In the order of the priorities, of the same parity, and at most n.
    greatest : int64 array
        The greatest priority of each number; -1 for the number 0 where there is none.

    Notes
    -----
    O(n) time where no priority is above 4 n, else that of sorting.

    Examples
    --------
    >>> numbers, greatest = compress(np.array([7, 2, 4, 11, 7]))
    >>> numbers.tolist(), greatest.tolist()
    ([1, 0, 0, 1, 1], [4, 11])
    """
    n = len(priority)
    if not n:
        return np.zeros(0, np.int32), np.full(1, -1)
    if priority.max() <= 4 * n:
        present = np.flatnonzero(np.bincount(priority))
        table = np.zeros(int(present[-1]) + 1, dtype=np.int32)
        numbers, greatest = _numbered(present)
        table[present] = numbers
        return table[priority], greatest
    present, inverse = np.unique(priority, return_inverse=True)
    numbers, greatest = _numbered(present)
    return numbers[inverse], greatest


def _numbered(present: AnyArray) -> tuple[Int32Array, Int64Array]:
    """Renumber ascending priorities."""
    odd = present & 1
    numbers = np.zeros(len(present), dtype=np.int32)
    np.cumsum(odd[1:] != odd[:-1], out=numbers[1:])
    numbers += odd[0].astype(np.int32)
    greatest = np.full(int(numbers[-1]) + 1, -1)
    greatest[numbers] = present  # the last one of equal numbers stays
    return numbers, greatest


def solve(
    rows: tuple[AnyArray, AnyArray],
    reverse: tuple[AnyArray, AnyArray],
    owner: Int8Array,
    numbers: Int32Array,
    method: str | None = None,
) -> tuple[Int8Array, Int32Array]:
    """Return the winners and the strategy of a parity game.

    `rows` has the successors, `reverse` the predecessors of every vertex, `numbers` the priorities
    as `compress` makes them.  A method that is named is used, whatever time it takes.
    """
    if method is not None and method not in METHODS:
        raise GraphGameError(f"method: expected one of {', '.join(METHODS)}, got {method!r}")
    game = *rows, *reverse, owner, numbers
    if method is None and _are_two(numbers):
        return _solve_two(game)
    winners = np.full(len(owner), -1, dtype=np.int8)
    strategy = np.full(len(owner), -1, dtype=np.int32)
    known = settle(*game, winners, strategy)
    if known == len(owner):
        return winners, strategy
    if method is not None:
        METHODS[method](*game, winners, strategy)
    elif not zielonka(*game, winners, strategy, budget=_first_budget(game)):
        _solve_rest(game, winners, strategy)
    return winners, strategy


def _are_two(numbers: Int32Array) -> bool:
    """Return whether there are two priorities, or one."""
    return len(numbers) == 0 or int(numbers.max() - numbers.min()) <= 1


def _solve_two(game: tuple[AnyArray, ...]) -> tuple[Int8Array, Int32Array]:
    """Solve a game of two priorities: a player wants to visit the greater one for ever."""
    ptr, _, *reverse, owner, numbers = game
    greatest = numbers.max(initial=0)
    player = int(greatest & 1)
    degrees = np.diff(ptr).astype(np.int32)
    targets = (numbers == greatest).view(np.int8)
    won, strategy, _ = visit_for_ever((reverse[0], reverse[1]), degrees, owner, targets, player)
    return np.where(won, player, 1 - player).astype(np.int8), strategy


def _solve_rest(game: tuple[AnyArray, ...], winners: Int8Array, strategy: Int32Array) -> None:
    """Solve the vertices that nobody wins yet, as a game of their own."""
    left = np.flatnonzero(winners < 0)
    part = game if len(left) == len(winners) else _between(game, left)
    won, moves = _solve_two(part) if _are_two(part[-1]) else _try_all(part)
    winners[left] = won
    strategy[left] = np.where(moves >= 0, left[moves], -1)


def _between(game: tuple[AnyArray, ...], left: Int64Array) -> tuple[AnyArray, ...]:
    """Return the game between some vertices."""
    ptr, idx, _, _, owner, numbers = game
    place = np.full(len(owner), -1, dtype=np.int32)
    place[left] = np.arange(len(left), dtype=np.int32)
    rows = _rows_between(ptr, idx, left, place)
    reverse = tuple(map(np.asarray, transpose(*rows)))
    smaller, _ = compress(numbers[left].astype(np.int64))
    return (*rows, *reverse, owner[left], smaller)


def _try_all(part: tuple[AnyArray, ...]) -> tuple[Int8Array, Int32Array]:
    """Solve a game by the first method that succeeds, with budgets that grow."""
    n = len(part[0]) - 1
    won, moves = np.full(n, -1, dtype=np.int8), np.full(n, -1, dtype=np.int32)
    budgets = {name: steps * _first_budget(part) for name, steps in _STEPS.items()}
    while not any(METHODS[name](*part, won, moves, budget=x) for name, x in budgets.items()):
        # What Zielonka's algorithm does not solve soon, it seldom solves later: its time is
        # exponential, and its budget grows more slowly.
        budgets = {k: 1 + x + (x // 3 if k == "zielonka" else x) for k, x in budgets.items()}
    return won, moves


def _first_budget(game: tuple[AnyArray, ...]) -> int:
    """Return how many steps each method may take at first."""
    return _FIRST_BUDGET * (len(game[0]) + len(game[1]))


def _rows_between(
    ptr: AnyArray, idx: AnyArray, left: Int64Array, place: Int32Array
) -> tuple[Int64Array, Int32Array]:
    """Return the rows of some vertices, with edges between these alone."""
    degrees = np.diff(ptr)[left]
    starts = np.cumsum(degrees) - degrees
    at = np.repeat(ptr[left] - starts, degrees) + np.arange(int(degrees.sum()))
    targets = place[idx[at]]
    kept = targets >= 0
    counts = np.zeros(len(left) + 1, dtype=np.int64)
    sources = np.repeat(np.arange(len(left)), degrees)
    np.cumsum(np.bincount(sources[kept], minlength=len(left)), out=counts[1:])
    return counts, targets[kept]
