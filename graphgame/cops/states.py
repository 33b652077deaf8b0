"""The states of a solved game of cops and robbers: names, labels from the kernel, and their graph.

A state is (cops, robber, whether the robber is to move), with vertices by index; names hold labels.
"""

from __future__ import annotations

from _thread import allocate_lock as Lock  # noqa: N812 -- threading would cost start-up time
from collections.abc import Hashable, Iterable, Iterator
from itertools import product
from typing import Any, TypeAlias

import numpy as np

from graphgame.arrays import distinct, outcome_words, read_only
from graphgame.cops._hunt import Hunt
from graphgame.cops.placements import (
    Rows,
    captures,
    in_order,
    joint_moves,
    numbers,
    placements,
)
from graphgame.errors import GraphGameError, TooLargeError, UnknownPositionError
from graphgame.graphs.graph import GameGraph
from graphgame.outcome import (
    DRAW,
    LOSE,
    MOST_POSITIONS,
    NEVER_ENDS,
    NO_PRESET,
    WIN,
    Outcome,
)
from graphgame.types import AnyArray, BoolArray, CopsState, Int32Array, IntArray

State: TypeAlias = tuple[Int32Array, int, bool]

TURNS = ("cops", "robber")


class LabelledStates:
    """The states of a game, of closed out-neighbourhoods `rows`, with what the kernel found."""

    __slots__ = ("_lock", "cops", "game", "hunt", "rows")
    cops: int
    game: GameGraph[Any]
    hunt: Hunt
    rows: Rows

    def __init__(self, game: GameGraph[Any], cops: int, rows: Rows, hunt: Hunt) -> None:
        self.game, self.cops, self.rows, self.hunt = game, cops, rows, hunt
        self._lock = Lock()  # the methods of the kernel share its memory for one placement

    # -- arrays -------------------------------------------------------------------------------

    def times(self) -> IntArray | None:
        """Return the rounds to the capture with the cops to move, (placements, n); -1 for never."""
        buffer = self.hunt.times_buffer
        if buffer is None:
            return None
        stored = read_only(buffer)
        times: IntArray = stored.view("i2" if stored.itemsize == 2 else "i4")
        return times.reshape(-1, self.game.n)

    def sets(self) -> tuple[AnyArray, AnyArray] | None:
        """Return the sets of a game without times, (placements, words), for cops and for robber."""
        won, lost = self.hunt.won_buffer, self.hunt.lost_buffer
        if won is None or lost is None:
            return None
        shape = int(self.hunt.rows), -1
        return read_only(won).reshape(shape), read_only(lost).reshape(shape)

    # -- names --------------------------------------------------------------------------------

    def names(self) -> Iterator[CopsState[Any]]:
        """Yield the names of all states, ordered by placement, robber and turn."""
        vertices = self.game.positions(range(self.game.n))
        for placement in in_order(self.game.n, self.cops):
            placed = tuple(self.game.positions(placement))
            for robber in vertices:
                for turn in TURNS:
                    yield placed, robber, turn

    def named(self, state: State) -> CopsState[Any]:
        """Return the name of a state."""
        cops, robber, robber_moves = state
        placed = tuple(self.game.positions(cops.tolist()))
        return placed, self.game.position(robber), TURNS[robber_moves]

    def resolve(self, state: Any) -> State:
        """Resolve a state of the API, (cops, robber, turn), to its numbers, or refuse it."""
        try:
            cops, robber, turn = state
        except (TypeError, ValueError):
            raise UnknownPositionError(
                f"state: expected (cops, robber, turn), got {state!r}"
            ) from None
        placement, v = self.placement(cops), self.game._find(robber)
        if turn not in TURNS:
            raise UnknownPositionError(f"turn: expected 'cops' or 'robber', got {turn!r}")
        return placement, v, turn == "robber"

    def placement(self, cops: Iterable[Hashable]) -> Int32Array:
        """Return the vertices of the cops by index, in the given order."""
        if isinstance(cops, str | bytes) or not isinstance(cops, Iterable):
            raise UnknownPositionError(f"cops: expected a tuple of vertices, got {cops!r}")
        indices = [self.game._find(v) for v in cops]
        if len(indices) != self.cops:
            raise UnknownPositionError(f"cops: expected {self.cops} vertices, got {len(indices)}")
        return np.array(indices, dtype=np.int32)

    # -- answers of the kernel ----------------------------------------------------------------

    def start(self) -> Int32Array:
        """Return the best placement of the cops, the lowest."""
        with self._lock:
            number = self.hunt.start if self.hunt.start >= 0 else self.hunt.tightest()
            return np.asarray(self.hunt.placement(number))

    def robber_start(self, placement: Int32Array) -> int:
        """Return the best vertex of the robber, the lowest; see `CopsSolution.robber_start`."""
        with self._lock:
            v = self.hunt.robber_choice(placement)
        if v >= 0:
            return v
        free = np.setdiff1d(np.arange(min(self.game.n, self.cops + 1)), placement)
        return int(free[0]) if len(free) else 0

    def number(self, placement: Int32Array) -> int:
        """Return the number of a placement."""
        with self._lock:
            return self.hunt.number(placement)

    def outcome(self, state: State) -> Outcome:
        """Return the outcome for the side to move."""
        with self._lock:
            won = self.hunt.is_won(*state)
        if not won:
            return DRAW
        return LOSE if state[2] else WIN

    def time(self, state: State) -> int:
        """Return the rounds to the capture, -1 for never; needs times."""
        with self._lock:
            return self.hunt.time(*state)

    def remoteness(self, state: State) -> int:
        """Return the plies to the capture, -1 for never; needs times."""
        rounds = self.time(state)
        return NEVER_ENDS if rounds < 0 else max(2 * rounds - (not state[2]), 0)

    def best(self, state: State) -> State | None:
        """Return the state after the best move, None where the robber is caught; needs times."""
        cops, robber, robber_moves = state
        if robber in cops:
            return None
        with self._lock:
            if robber_moves:
                return cops, self.hunt.robber_move(cops, robber), False
            try:
                return np.asarray(self.hunt.cops_move(cops, robber)), robber, True
            except ValueError as error:  # times of a file that are no solution
                raise GraphGameError(str(error)) from None

    # -- all states ---------------------------------------------------------------------------

    def columns(self) -> dict[str, Any]:
        """Return the columns of a table; see `CopsSolution.table`."""
        game, n = self.game, self.game.n
        placed = placements(n, self.cops)
        columns: dict[str, Any] = {}
        for i in range(self.cops):
            columns[f"cop_{i}"] = _labels(game, np.repeat(placed[:, i], 2 * n))
        columns["robber"] = _labels(game, np.tile(np.repeat(np.arange(n), 2), len(placed)))
        columns["turn"] = np.tile(np.array(TURNS), n * len(placed))
        outcomes, plies = self.answers(placed)
        columns["outcome"] = outcome_words(outcomes)
        if plies is not None:
            columns["remoteness"] = plies
        return columns

    def answers(self, placed: IntArray) -> tuple[AnyArray, AnyArray | None]:
        """Return outcomes and, if there are times, remoteness of all states of all placements."""
        n, times, plies = self.game.n, self.times(), None
        if times is not None:
            later = _with_robber_to_move(times, *self.rows, captures(placed, n))
            both = np.stack([times, later], axis=-1).astype(np.int32)
            plies = np.where(both > 0, 2 * both - (1, 0), both).astype(np.int32).reshape(-1)
            caught = both >= 0
        else:
            sets = self.sets()
            assert sets is not None, "a solution has times or sets"
            caught = np.stack([_unpacked(bits, len(placed), n) for bits in sets], axis=-1)
        return (caught * np.array([1, -1], np.int8)).reshape(-1), plies

    # -- winning moves ------------------------------------------------------------------------

    def winning(self, state: State) -> list[CopsState[Any]]:
        """Return the names of the states after winning moves."""
        cops, robber, robber_moves = state
        if robber_moves or robber in cops:
            return []
        _, moved = joint_moves(cops.reshape(1, -1).astype(np.int64), *self.rows)
        winning = moved[self._is_lost(moved, robber)]
        columns = [self.game.positions(column) for column in winning.T.tolist()]
        name = self.game.position(robber)
        return [(placed, name, "robber") for placed in zip(*columns, strict=True)]

    def _is_lost(self, moved: IntArray, robber: int) -> BoolArray:
        """Return for rows of cops whether the robber, to move, is caught in the end."""
        rows = numbers(moved, self.game.n)
        times, sets = self.times(), self.sets()
        if times is None:
            assert sets is not None, "a solution has times or sets"
            bits: AnyArray = sets[1][rows, robber >> 6] >> np.uint64(robber & 63)
            return (bits & np.uint64(1)).astype(np.bool_)
        ptr, idx = self.rows
        options = idx[ptr[robber] : ptr[robber + 1]]
        ends: BoolArray = times[rows[:, np.newaxis], options] >= 0
        lost: BoolArray = ends.all(axis=1) | (moved == robber).any(axis=1)
        return lost


def _labels(game: GameGraph, vertices: IntArray) -> Any:
    """Return the labels of vertices: an array where the graph has none, or else a list."""
    if game.labels is None:
        return vertices.astype(np.int32)
    return game.positions(vertices.tolist())


def _with_robber_to_move(
    times: AnyArray, ptr: IntArray, idx: IntArray, caught: AnyArray
) -> AnyArray:
    """Return the times with the robber to move: the greatest of his options; never, -1, is more."""
    unsigned = times.view(times.dtype.str.replace("i", "u"))
    greatest = np.maximum.reduceat(unsigned[:, idx], ptr[:-1], axis=1)
    greatest[caught] = 0
    return greatest.view(times.dtype)


def _unpacked(bits: Any, count: int, n: int) -> AnyArray:
    """Return sets of vertices as flags, (placements, n)."""
    words = np.asarray(bits).reshape(count, -1)
    flags = np.unpackbits(words.astype("<u8").view(np.uint8), axis=1, bitorder="little")
    return flags[:, :n].astype(np.bool_)


def explicit_graph(game: GameGraph, ptr: IntArray, idx: IntArray, k: int) -> GameGraph:
    """Return the graph of all states and moves; see `CopsSolution.graph`.

    State (placement c, robber r, turn) has the index 2 (c n + r), plus 1 if the robber is to move.
    `ptr` and `idx` are the closed out-neighbourhoods.
    """
    n = game.n
    rows = placements(n, k)
    if 2 * n * len(rows) > MOST_POSITIONS:
        raise TooLargeError(
            f"cops: expected at most {MOST_POSITIONS} states, got {2 * n * len(rows)}"
        )
    caught = captures(rows, n)
    sources, targets = _moves_of_cops(rows, ptr, idx)
    robbers = np.arange(n)
    cops_moves = np.stack(
        [2 * (sources[:, None] * n + robbers), 2 * (targets[:, None] * n + robbers) + 1], axis=-1
    )[~caught[sources]]
    leaving = np.repeat(robbers, np.diff(ptr))
    first = n * np.arange(len(rows))[:, None]
    robber_moves = np.stack([2 * (first + leaving) + 1, 2 * (first + idx)], axis=-1)[
        ~caught[:, leaving]
    ]
    presets = np.full((len(rows), n, 2), NO_PRESET, dtype=np.int8)
    presets[caught] = WIN, LOSE
    vertices = game.positions(range(n))
    placed = [tuple(game.positions(row)) for row in rows.tolist()]
    graph = GameGraph.from_edges(
        np.concatenate([cops_moves, robber_moves]).astype(np.int32),
        labels=product(placed, vertices, ("cops", "robber")),
        copy=False,
    )
    return graph.with_presets(presets.ravel())


def _moves_of_cops(rows: IntArray, ptr: IntArray, idx: IntArray) -> tuple[IntArray, IntArray]:
    """Return all pairs of placements that are one joint move apart, each once."""
    sources, moved = joint_moves(rows, ptr, idx)
    pairs = distinct(sources * len(rows) + numbers(moved, len(ptr) - 1))
    return pairs // len(rows), pairs % len(rows)
