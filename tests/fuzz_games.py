"""Targets of the fuzzer that make a small game of bytes: solved as a large one, and slowly.

The first bytes choose what kind of game it is, and how it is built; then three bytes each are a
move, a preset, or a change of the rule of predecessors.  Games that break a rule must be refused,
all others answered as the slow solver answers them.
"""

from __future__ import annotations

import contextlib
import ctypes
import tempfile
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

import graphgame as gg
from graphgame import GraphGameError
from graphgame.big.indexed.indexed_game import IndexedGame
from graphgame.big.partitions.stored import explore_partitions
from tests.reference.indexed import Answer, solved

_SHM = Path("/dev/shm")  # noqa: S108 -- for folders with random names, private to this user
IN_MEMORY = _SHM if _SHM.is_dir() else None
# Bytes before the entries.
_HEAD = 4
# The most positions, and the first byte that names no position.
MOST, OUTSIDE = 200, 250


class Drawn:
    """The game that some bytes stand for.

    Attributes
    ----------
    size : int
    rows : list of list of int
        The options of each position; those from `OUTSIDE` on, and -1, are none.
    presets : dict of int to (int, int)
    changed : set of (int, int)
        Moves that the rule of predecessors has and the rule has not, or the other way round.
    """

    def __init__(self, data: bytes) -> None:
        head = data[:_HEAD].ljust(_HEAD, b"\0")
        self.flags, self.way = head[0], head[3]
        self.size = 1 + head[1] % MOST
        self.first = head[2] % self.size
        self.ordered = bool(self.flags & 1)
        self.play = "misere" if self.flags & 4 else "normal"
        self.rows: list[list[int]] = [[] for _ in range(self.size)]
        self.presets: dict[int, Answer] = {}
        self.changed: set[tuple[int, int]] = set()
        for at in range(_HEAD, len(data) - 2, 3):
            self._add(*data[at : at + 3])

    def _add(self, kind: int, v: int, w: int) -> None:
        """Add what an entry says."""
        v %= self.size
        near = w % self.size
        if kind % 8 == 6:
            outcome = w % 3 - 1
            self.presets[v] = outcome, (w // 3 * 5 if outcome else 0)
        elif kind % 8 == 7:
            self.changed ^= {(v, near)}
        elif w >= OUTSIDE:
            self.rows[v].append(-1 if w == 255 else w)
        elif not self.ordered or kind % 8 == 5:
            self.rows[v].append(near)
        elif v != near:  # upwards
            self.rows[min(v, near)].append(max(v, near))

    @property
    def starts(self) -> list[int] | None:
        """Where the game starts; None for everywhere."""
        return None if self.flags & 2 else [self.first]

    @cached_property
    def reached(self) -> set[int]:
        """Positions that moves between positions lead to."""
        known = list(range(self.size)) if self.starts is None else list(self.starts)
        seen = set(known)
        for v in known:  # grows while it is read
            if v not in self.presets:
                new = {w for w in self.rows[v] if 0 <= w < self.size} - seen
                known += new
                seen |= new
        return seen

    @property
    def open(self) -> set[int]:
        """Those whose options count."""
        return self.reached - set(self.presets)

    @property
    def is_sound(self) -> bool:
        """Whether all options are positions, above their own one in an ordered game."""
        return all(
            (v if self.ordered else -1) < w < self.size for v in self.open for w in self.rows[v]
        )

    def before(self) -> list[list[int]]:
        """Return the rows of the rule of predecessors."""
        moves = {(v, w) for v, row in enumerate(self.rows) for w in row if 0 <= w < self.size}
        rows: list[list[int]] = [[] for _ in range(self.size)]
        for v, w in sorted(moves ^ self.changed):
            rows[w].append(v)
        return rows

    @property
    def is_inverse(self) -> bool:
        """Whether the rule of predecessors has the moves of the rule."""
        return not any(v in self.open and w in self.reached for v, w in self.changed)

    def answers(self) -> dict[int, Answer]:
        """Return the answers of the slow solver."""
        return solved(
            self.size,
            self.rows.__getitem__,
            self.starts,
            self.presets.get,
            misere=self.play == "misere",
        )


# -- rules of every kind --------------------------------------------------------------------------


def in_batches(rows: list[list[int]]) -> Any:
    """Return a rule of arrays."""

    def options(codes: Any) -> tuple[Any, Any]:
        own = [rows[v] for v in codes.tolist()]
        sources = np.repeat(np.arange(len(own)), [len(row) for row in own])
        return sources, np.array([w for row in own for w in row], dtype=np.int64)

    return options


class Compiled:
    """Rows as a compiled rule: C functions that call Python."""

    def __init__(self, rows: list[list[int]], presets: dict[int, Answer] | None = None) -> None:
        number, pointer = ctypes.c_int64, ctypes.c_void_p
        take_row = ctypes.CFUNCTYPE(number, number, ctypes.POINTER(number), number, pointer)
        take = ctypes.CFUNCTYPE(number, number, pointer)

        def options(code: int, found: Any, room: int, _: Any) -> int:
            for i, option in enumerate(rows[code][:room]):
                found[i] = option
            return len(rows[code])

        self.options = take_row(options)
        if presets:
            self.preset = take(lambda code, _: presets.get(code, (2, 0))[0])
            self.preset_remoteness = take(lambda code, _: presets.get(code, (2, 0))[1])


def rule_of(kind: int, rows: list[list[int]], presets: dict[int, Answer]) -> tuple[Any, Any]:
    """Return a rule of a kind, and the presets that are passed beside it."""
    if kind == 0:
        return Compiled(rows, presets), None
    own = rows.__getitem__ if kind == 1 else in_batches(rows)
    return own, {v: (gg.Outcome(o), r) for v, (o, r) in presets.items()} or None


# -- targets --------------------------------------------------------------------------------------


def require(database: gg.Database, expected: dict[int, Answer], size: int) -> None:
    """Require the answers of a game, at positions and nowhere else."""
    everywhere = list(range(size))
    there = [v for v in everywhere if v in database]
    assert there == sorted(expected)
    outcomes, remoteness = database.outcome(there), database.remoteness_of(there)
    found = zip(outcomes.tolist(), remoteness.tolist(), strict=True)
    assert dict(zip(there, found, strict=True)) == expected


def indexed_game(data: bytes) -> None:
    """Solve an indexed game, by rules of every kind, with predecessors stored or undone."""
    drawn = Drawn(data)
    has_undo = bool(drawn.flags & 8) and not drawn.ordered
    kind, undo_kind = drawn.way % 3, drawn.way // 3 % 3
    rule, presets = rule_of(kind, drawn.rows, drawn.presets)
    undo = rule_of(undo_kind, drawn.before(), {})[0] if has_undo else None
    is_right = drawn.is_sound and (not has_undo or drawn.is_inverse)
    refusal = database = None
    try:
        game = IndexedGame(
            drawn.size, rule, drawn.starts, presets=presets, ordered=drawn.ordered, undo=undo
        )
        database = game.solve(play=drawn.play, threads=1 + drawn.way // 9 % 3)
    except GraphGameError as error:
        refusal = error
    assert (refusal is None) == is_right, refusal
    if database is None:
        return
    require(database, drawn.answers(), drawn.size)
    assert database.moves == sum(len(drawn.rows[v]) for v in drawn.open)
    assert drawn.starts is None or database.verify()


class Stopped(Exception):  # noqa: N818 -- no error
    """The rule stops a build."""


def partitioned_game(data: bytes) -> None:
    """Build a game in partitions, stopped by its rule on the way; then build it to the end."""
    drawn = Drawn(data)
    left = [drawn.way // 4]  # calls until the build is stopped
    rows = [[w for w in row if 0 <= w < drawn.size] for row in drawn.rows]
    in_arrays = in_batches(rows)

    def rule(codes: Any) -> tuple[Any, Any]:
        left[0] -= 1
        if left[0] == 0:
            raise Stopped
        found: tuple[Any, Any] = in_arrays(codes)
        return found

    size: dict[str, Any] = {"partitions": 1 + drawn.way % 4, "memory": "1MiB"}
    size["checkpoint"] = 0 if drawn.flags & 8 else 60
    starts = [drawn.first] if drawn.starts else list(range(0, drawn.size, 3))
    expected = solved(
        drawn.size, rows.__getitem__, starts, drawn.presets.get, misere=drawn.play == "misere"
    )
    met = {v: (gg.Outcome(o), r) for v, (o, r) in drawn.presets.items() if v in expected}
    presets = met or None
    with tempfile.TemporaryDirectory(dir=IN_MEMORY) as folder:
        with contextlib.suppress(Stopped):
            explore_partitions(rule, starts, presets=presets, folder=folder, **size)
        left[0] = 0  # it is not stopped any more
        stored = explore_partitions(rule, starts, presets=presets, folder=folder, **size)
        assert stored.positions == len(expected)
        with stored.solve(play=drawn.play) as database:
            require(database, expected, drawn.size)
            assert database.verify()


# -- beginnings -----------------------------------------------------------------------------------


def beginnings() -> list[bytes]:
    """Return games of every kind, from which the fuzzer starts."""
    moves = bytes(x for v in range(12) for x in (0, v, v + 1, 1, v, v + 2))
    cycles = bytes(x for v in range(9) for x in (0, v, (v * 5 + 1) % 9, 5, v, (v * 2 + 7) % 9))
    presets = bytes([6, 3, 0, 6, 4, 7, 6, 8, 205, 6, 2, 1])
    return [
        b"\x01\x0e\x00\x00" + moves,
        b"\x03\x0e\x00\x0b" + moves + presets,
        b"\x08\x08\x00\x04" + cycles,
        b"\x0c\x08\x02\x21" + cycles + presets,
        b"\x02\x08\x02\x31" + cycles + presets,
        b"\x08\x08\x00\x04" + cycles + b"\x07\x03\x05",
        b"\x00\x08\x00\x04" + cycles + b"\x00\x03\xff",
    ]
