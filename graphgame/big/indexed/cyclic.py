"""Solving indexed games with cycles: the passes of `_cyclic`, by any rules."""

from __future__ import annotations

from functools import partial

import numpy as np

from graphgame.answers.labels import Tally, longest
from graphgame.big.failing import explained, given_labels
from graphgame.big.indexed._cyclic import LoopyGame
from graphgame.big.indexed.ordered import Passes, counted_tally
from graphgame.errors import GraphGameError, RuleMismatchError
from graphgame.memory import check_memory
from graphgame.outcome import Play
from graphgame.rules.compiled._stage import RuleError
from graphgame.rules.compiled.failures import Failures
from graphgame.rules.compiled.native import ROOM
from graphgame.rules.kind import COMPILED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from graphgame.rules.asked import Asked
    from graphgame.types import AnyArray, Int64Array, ProgressLike

# Positions of a batch.
_BATCH = 1 << 14
# What `take` returns: `_cyclic`.
_LABELS_FULL, _COUNTERS_FULL = 1, 2


class LoopySolver:
    """A game that is not ordered while it is solved; see `IndexedGame`.

    Parameters
    ----------
    size : int
    asked : Asked
    undo : Asked or None
    starts : (k,) int64, optional
    play : Play
    most : int, optional
        The most bytes to take.
    report : Passes
    failures : Failures
    """

    size: int
    asked: Asked
    undo: Asked | None
    most: int | None
    report: Passes
    failures: Failures
    label_bytes: int
    counter_bytes: int

    def __init__(
        self,
        size: int,
        asked: Asked,
        undo: Asked | None,
        starts: Int64Array | None,
        play: Play,
        most: int | None,
        report: Passes,
        failures: Failures,
    ) -> None:
        self.size, self.asked, self.undo, self.most = size, asked, undo, most
        self.report, self.failures = report, failures
        self.bits: int = 2 + 2 * (starts is not None) + (asked.rules.preset is not None)
        self.is_everywhere: bool = starts is None
        self.label_bytes = self.counter_bytes = 1
        self._require_memory(0)
        self.game: LoopyGame = LoopyGame(
            size, starts is None, play == Play.MISERE, undo is None, asked.rules.preset is not None
        )
        if starts is not None:
            self.game.add_starts(starts)
        self.is_compiled: bool = asked.rules.kind == COMPILED
        self.undo_is_compiled: bool = undo is not None and undo.rules.kind == COMPILED
        self.room: int = ROOM
        self._use_compiled()

    def _require_memory(self, more: int) -> None:
        """Refuse the arrays, and so many bytes more, if they do not fit."""
        per_index = self.label_bytes + self.counter_bytes + (8 if self.undo is None else 0)
        needed = self.size * per_index + self.bits * (self.size // 8) + more
        check_memory(
            needed, self.most, "indexed game",
            lambda: f"{self.size:,} indices" + (f" and {more:,} bytes beside them" if more else ""),
        )  # fmt: skip

    def _use_compiled(self) -> None:
        """Pass the addresses of compiled functions to the kernel."""
        undo = self.asked if self.undo is None else self.undo
        self.game.use_compiled(self.asked.addresses, undo.addresses, self.room)

    def solve(self) -> tuple[AnyArray, Tally, int]:
        """Return the labels of all indices, their tally, and the number of moves."""
        self._forward()
        if self.undo is None:
            self._fill()
        self._backward()
        if self.undo is not None:
            self._require_inverse()
        moves = self.game.moves
        labels, counts = map(np.asarray, self.game.finish())
        return labels, counted_tally(counts), moves

    def _try(self, work: Callable[[], Any], what: str = "rule") -> Any:
        """Call what may find the rule wrong, or raise what a compiled rule raised."""
        asked = self.undo if what == "undo" and self.undo is not None else self.asked
        while True:
            try:
                found = work()
                self.failures.check()
            except RuleError as error:
                self.failures.check()  # a function that raised returned any number
                if error.kind not in ("room", "number of options"):
                    raise self._explained(error, asked, what) from None
                self.room = asked.rules.options.settle(error, self.room)
                self.game.allow(self.room)
            else:
                return found

    def _explained(self, error: RuleError, asked: Asked, what: str) -> GraphGameError:
        if error.kind == "inverse":
            return self._mismatch(int(error.what), int(error.position), by_rule=False)
        if error.kind == "undone":
            error.kind, what = "option", "undo"
        return explained(error, asked, self.size, what=what)

    # -- forward -----------------------------------------------------------------------------------

    def _forward(self) -> None:
        """Ask all positions for their options."""
        done = 0
        while count := self._next_moves():
            while (state := self._try(self.game.take)) != 0:
                self._widen(state)
            done += count
            self.report("forward", done)

    def _next_moves(self) -> int:
        """Collect the moves of the next positions; return how many these are."""
        if self.is_compiled:
            return int(self._try(self.game.gather))
        return self._collect(np.asarray(self.game.wave(_BATCH)))

    def _collect(self, codes: Int64Array) -> int:
        """Collect the moves of some positions, by a rule of arrays."""
        if len(codes):
            sources, options, presets, ends = self.asked.moves(codes)
            self.game.collect(codes, sources, options, given_labels(codes, presets, ends))
        return len(codes)

    def _widen(self, state: int) -> None:
        """Widen labels or counters."""
        if state == _LABELS_FULL:
            self.label_bytes *= 2
            self._require_memory(self.size * self.label_bytes // 2)
            self.game.widen_labels()
        else:
            self.counter_bytes *= 2
            self._require_memory(self.size * self.counter_bytes // 2)
            self.game.widen_counters()

    def _fill(self) -> None:
        """Store the predecessors of all positions."""
        self._require_memory(self.game.moves * (4 if self.size <= 2**32 else 8))
        self.game.make_rows()
        self.game.rewind()
        done = 0
        while True:
            if self.is_compiled:
                count = int(self._try(self.game.walk))
            else:
                count = self._collect(np.asarray(self.game.walked(_BATCH)))
            if not count:
                break
            self._try(self.game.fill)
            done += count
            self.report("storing predecessors", done)
        if not self.game.is_filled:
            raise GraphGameError(
                "rule: expected the same options whenever it is asked, got others the second time"
            )

    # -- backward ----------------------------------------------------------------------------------

    def _backward(self) -> None:
        """Decide positions in ascending order of remoteness, one remoteness a pass of the loop."""
        r, done = 0, 0
        is_busy = True
        while is_busy or r <= self.game.most_given:
            if 0 < r <= self.game.most_given:
                self.game.add_front(r)
            if r + 1 > longest(self.game.width):
                self._widen(_LABELS_FULL)
            while count := self._next_predecessors():
                self._try(partial(self.game.push, r), "undo")
                done += count
                self.report("backward", done)
            r += 1
            is_busy = self.game.advance()

    def _next_predecessors(self) -> int:
        """Collect the predecessors of the next positions of the front; return their number."""
        if self.undo is None or self.undo_is_compiled:
            return int(self._try(self.game.ask_front, "undo"))
        return self._collect_before(np.asarray(self.game.front(_BATCH)))

    def _collect_before(self, codes: Int64Array) -> int:
        """Collect the positions before some, by a rule of arrays."""
        assert self.undo is not None
        if len(codes):
            sources, before, _, _ = self.undo.moves(codes)
            self.game.collect(codes, sources, before, None)
        return len(codes)

    def _require_inverse(self) -> None:
        """Ask for the positions before draws, too; refuse an undo that gives other moves."""
        self.game.rewind()
        while True:
            if self.undo_is_compiled:
                count = int(self._try(self.game.ask_rest, "undo"))
            else:
                count = self._collect_before(np.asarray(self.game.rest(_BATCH)))
            if not count:
                break
            self._try(lambda: self.game.push(0, False), "undo")
        if not self.game.is_inverse:
            self._find_mismatch()

    def _find_mismatch(self) -> None:
        """Raise the error for a move that the rule has and undo has not, or the other way round."""
        undo: Any = self.undo
        self.game.rewind()
        while len(codes := np.asarray(self.game.walked(_BATCH))):
            moves = self._moves(self.asked, codes)
            asked = np.unique([w for _, w in moves]).astype(np.int64)
            missing = moves - {(p, w) for w, p in self._moves(undo, asked)}
            if missing:
                raise self._mismatch(*min(missing), by_rule=True)
            undone = {(p, w) for w, p in self._moves(undo, codes)}
            before = np.unique([p for p, _ in undone]).astype(np.int64)
            before = before[np.asarray(self.game.are_open(before), dtype=bool)]
            known = set(before.tolist())
            extra = {move for move in undone if move[0] in known}
            extra -= self._moves(self.asked, before)
            if extra:
                raise self._mismatch(*min(extra), by_rule=False)
        raise GraphGameError(
            "undo: expected the same positions whenever it is asked, got others the second time"
        )

    def _moves(self, asked: Asked, codes: Int64Array) -> set[tuple[int, int]]:
        """Return pairs of a position and an option."""
        if not len(codes):
            return set()
        sources, options, _, _ = asked.moves(codes)
        return set(zip(codes[sources].tolist(), options.tolist(), strict=True))

    def _mismatch(self, position: int, option: int, *, by_rule: bool) -> RuleMismatchError:
        """Return the error for a move that only the rule has, or only undo."""
        if by_rule:
            expected = f"{position} among the positions before it, as it is an option of {position}"
            return RuleMismatchError("undo", option, expected, "others alone", {})
        expected = f"no {position}, of which it is no option"
        return RuleMismatchError("undo", option, expected, f"{position}", {})


def solve_cyclic(
    size: int,
    asked: Asked,
    undo: Asked | None,
    starts: Int64Array | None,
    play: Play,
    most: int | None,
    progress: ProgressLike,
) -> tuple[AnyArray, Tally, int]:
    """Solve an indexed game whose moves may go anywhere.

    Returns
    -------
    labels : (size,) uint8, uint16 or uint32
    tally : Tally
    moves : int
    """
    report = Passes(progress, size)
    with report, Failures() as failures:
        solver = LoopySolver(size, asked, undo, starts, play, most, report, failures)
        solved = solver.solve()
        report.end()
    return solved
