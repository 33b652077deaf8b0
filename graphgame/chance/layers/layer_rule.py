"""`LayerRule`: a rule of indices, rolls and layers, as `build_chance` takes it."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable
from operator import index as as_int
from typing import Any

import numpy as np

from graphgame import checks
from graphgame.chance.layers import _layers
from graphgame.errors import GraphGameError, TooLargeError
from graphgame.rules.asked import digest, rule_name, spread_over
from graphgame.rules.compiled._stage import RuleError
from graphgame.rules.compiled.addresses import MOVES, Native, native
from graphgame.rules.compiled.failures import Failures
from graphgame.rules.compiled.native import FAILED, ROOM
from graphgame.rules.kind import require_object

TYPE_CHECKING = False
if TYPE_CHECKING:
    from graphgame.types import Int8Array, Int32Array, Int64Array

# The options that end play: who moves has won, or has lost.
WON = 1 << 62
LOST = ~WON
# The places of a group in 31 bits, and one more for who moves there.
_MOST_STATES = 1 << 30
# Sums of weights times lengths fit in 64 bits.
_MOST_WEIGHT = 1 << 31


class LayerRule:
    """A rule as `build_chance` takes it, checked.

    Parameters
    ----------
    rule : object
        With ``rolls``, ``layers``, ``moves``, and perhaps ``start``.

    Attributes
    ----------
    weights : (rolls,) int64
    offsets, layers : (groups + 1,) int64, and as a list
    start : int or None
    given : object
        The rule as the user gave it.
    name : str
    moves : Native

    Raises
    ------
    GraphGameError
        If one of them is missing or is not as expected.
    """

    def __init__(self, rule: Any) -> None:
        for name in ("rolls", "layers", "moves"):
            if not hasattr(rule, name):
                raise GraphGameError(
                    "rule: expected an object with rolls, layers and moves(index, roll), got "
                    f"{type(rule).__name__} without {name}"
                )
        require_object(rule, "moves(index, roll)")
        self.given: Any = rule
        self.name: str = rule_name(rule)
        self.weights: Int64Array = _weights(rule.rolls)
        self.offsets: Int64Array = _offsets(rule.layers)
        self.layers: list[int] = self.offsets.tolist()
        self.size: int = self.layers[-1]
        self.start: int | None = None
        if getattr(rule, "start", None) is not None:
            self.start = self.index(rule.start, "start")
        self.room: int = ROOM
        self.moves: Native = _compiled(rule.moves)

    def index(self, index: Any, what: str = "index") -> int:
        """Return the index of a state; refuse what is none."""
        try:
            found = as_int(index)
        except TypeError:
            found = -1
        if not 0 <= found < self.size or checks.is_bool(index):
            raise GraphGameError(
                f"{what}: expected the index of a state, from 0 to {self.size - 1}, got {index!r}"
            )
        return found

    def ask(self, states: Int64Array, roll: int) -> tuple[Int64Array, Int64Array]:
        """Return the options of some states after a roll: where those of each begin, and all.

        Raises
        ------
        GraphGameError
            If there are none somewhere.
        """
        while True:
            with Failures() as failures:
                try:
                    found = _layers.ask(
                        self.moves.address, self.moves.data, self.room, states, roll
                    )
                    failures.check()
                except RuleError as error:
                    failures.check()
                    self.settle(error)
                else:
                    return np.asarray(found[0]), np.asarray(found[1])

    def settle(self, error: RuleError) -> None:
        """Make more room where a rule needs it, or raise what is wrong with it."""
        where = "rule at index {} and roll {}".format(*error.position)
        if error.kind == "room":
            self.room = self.moves.settle(error, self.room)
            return
        if error.kind == "option":
            state = error.what ^ (error.what >> 63)
            if 0 <= state < self.size:
                raise GraphGameError(
                    f"{where}: expected options in the same group of states or in later ones, got "
                    f"{error.what}, of the state {state}; layers that lead to each other are one "
                    "group of `layers`"
                ) from None
            raise GraphGameError(
                f"{where}: expected options from 0 to {self.size - 1}, their complements ~index "
                f"where the other player moves next, WON or LOST, got {error.what}"
            ) from None
        if error.what == FAILED and self.moves.failure is not None:
            self.moves.failure(error.position)
        if error.what == 0:
            raise GraphGameError(
                f"{where}: expected at least one option, got none; where nothing can be moved, "
                "return ~index of the same state as the other player sees it"
            ) from None
        raise GraphGameError(f"{where}: expected a number of options, got {error.what}") from None

    def digest(self) -> str:
        """Return what tells this rule from others: a digest of its moves at some states."""
        starts = spread_over(self.size)
        if self.start is not None:
            starts = np.array([self.start], dtype=np.int64)
        sample: Any = _Sample(self)
        return digest(sample, starts)


class _Sample:
    """The moves of a rule after all rolls, as `digest` asks for them."""

    def __init__(self, rule: LayerRule) -> None:
        self.rule: LayerRule = rule

    def represent(self, codes: Int64Array) -> Int64Array:
        """Return the codes: there are no classes."""
        return codes

    def moves(
        self, codes: Int64Array
    ) -> tuple[Int64Array, Int64Array, Int8Array | None, Int32Array]:
        """Return the states that moves lead to, and as remoteness a checksum of all options."""
        rows: list[tuple[Int64Array, Int64Array]] = []
        sums = np.zeros(len(codes), dtype=np.uint32)
        for roll in range(len(self.rule.weights)):
            ptr, options = self.rule.ask(codes, roll)
            for k, (first, stop) in enumerate(zip(ptr.tolist(), ptr.tolist()[1:], strict=False)):
                row = np.unique(options[first:stop]).astype("<i8")
                sums[k] = zlib.crc32(row.tobytes(), int(sums[k]))
                rows.append((np.full(len(row), k), row ^ (row >> 63)))
        sources = np.concatenate([x for x, _ in rows])
        states = np.concatenate([x for _, x in rows])
        inside = states < self.rule.size
        return sources[inside], states[inside], None, sums.view(np.int32)


def _weights(rolls: Any) -> Int64Array:
    """Return the weights of the rolls; refuse what are none."""
    weights = checks.integers(rolls, "rolls")
    if weights.ndim != 1 or not weights.size:
        raise GraphGameError("rolls: expected a list of the weight of each roll, got none")
    if (weights < 1).any():
        k = int((weights < 1).argmax())
        raise GraphGameError(
            f"rolls[{k}]: expected a weight of at least 1, got {weights[k]}; leave out a roll that "
            "never comes"
        )
    total = sum(map(int, weights.tolist()))
    if total >= _MOST_WEIGHT:
        raise GraphGameError(f"rolls: expected weights that sum up to less than 2^31, got {total}")
    return weights.astype(np.int64)


def _offsets(layers: Any) -> Int64Array:
    """Return where groups of states begin; refuse what does not ascend."""
    offsets = checks.integers(layers, "layers")
    if offsets.ndim != 1 or offsets.size < 2 or offsets[0] != 0:
        raise GraphGameError(
            "layers: expected where each group of states begins, from 0 on, and where the last one "
            f"ends, got {layers!r}"
        )
    counts = np.diff(offsets.astype(np.int64)).tolist()
    if min(counts) < 1:
        k = int(np.argmin(counts)) + 1
        raise GraphGameError(
            f"layers[{k}]: expected more than the {offsets[k - 1]} before it, got {offsets[k]}"
        )
    if max(counts) > _MOST_STATES or offsets[-1] >= WON:
        k = int(np.argmax(counts))
        raise TooLargeError(
            f"layers[{k}]: expected a group of at most 2^30 states, got {counts[k]:,}; divide it "
            "if its states do not all lead to each other"
        )
    return offsets.astype(np.int64)


def _compiled(moves: Any) -> Native:
    """Return moves as a function to be called by its address."""
    found = native(moves, MOVES, "moves")
    if found is not None:
        return found
    if not callable(moves):
        raise GraphGameError(
            "moves: expected a function of an index and a roll, or a compiled one, got "
            f"{type(moves).__name__}"
        )
    import ctypes

    number = ctypes.c_int64
    row = ctypes.POINTER(number)
    kind = ctypes.CFUNCTYPE(number, number, number, row, number, ctypes.c_void_p)
    called = kind(_written(moves))
    return Native(ctypes.cast(called, ctypes.c_void_p).value or 0, 0, called)


def _written(moves: Callable[[int, int], Iterable[Any]]) -> Callable[..., int]:
    """Return a function that writes the options which a Python function returns."""

    def write(index: int, roll: int, options: Any, room: int, _: Any) -> int:
        found = moves(index, roll)
        row: list[int] = []
        try:
            row.extend(map(as_int, found))
            is_row = all(-(1 << 63) <= option < 1 << 63 for option in row)
        except TypeError:
            is_row = False
        if not is_row:
            raise GraphGameError(
                f"rule at index {index} and roll {roll}: expected a list of options, integers of "
                f"64 bits, got {found!r}"
            )
        if len(row) <= room:
            for k, option in enumerate(row):
                options[k] = option
        return len(row)

    return write
