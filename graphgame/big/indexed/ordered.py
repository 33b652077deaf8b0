"""Solving indexed games whose moves raise the index: the passes of `_ordered`, by any rule."""

from __future__ import annotations

from contextlib import suppress
from functools import partial

import numpy as np

from graphgame._kernel.threads import Helpers
from graphgame.answers.labels import Tally
from graphgame.big.failing import explained, given_labels
from graphgame.big.indexed._ordered import OrderedGame
from graphgame.big.indexed._ordered_compiled import MOST_THREADS, CompiledOrderedGame
from graphgame.memory import check_memory
from graphgame.outcome import Play
from graphgame.progress import Report
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

# Windows of 2,048 or 4,096 indices between two looks at the progress, and positions of a batch.
_WINDOWS = 1 << 12
# The least windows that one thread makes where a rule failed in several: more than they had begun.
_WINDOWS_AGAIN = 1 << 6
_BATCH = 1 << 14
# Bytes of the windows of one thread, and of each of several.
_OF_ONE_THREAD, _OF_A_THREAD = 1 << 20, 2 << 20


class Passes(Report):
    """Reports passes over the indices of a game."""

    def __init__(self, progress: ProgressLike, size: int) -> None:
        super().__init__(progress)
        self._size = size

    def __call__(self, name: str, done: int) -> None:
        """Show how many indices a pass has done."""
        text = "{stage}: {done:,} of {total:,} indices"
        self.step(f"pass {name}", done, self._size, "indices", text)

    def end(self) -> None:
        """Show that all passes are done."""
        self.step("solved", self._size, self._size, "indices", "solved {done:,} indices")


class OrderedSolver:
    """An ordered game while it is solved; see `IndexedGame`.

    Parameters
    ----------
    size : int
    asked : Asked
    starts : (k,) int64, optional
    play : Play
    threads : int
    most : int, optional
        The most bytes to take.
    report : Passes
    """

    size: int
    asked: Asked
    most: int | None
    report: Passes

    def __init__(
        self,
        size: int,
        asked: Asked,
        starts: Int64Array | None,
        play: Play,
        threads: int,
        most: int | None,
        report: Passes,
    ) -> None:
        self.size, self.asked, self.most, self.report = size, asked, most, report
        self.is_compiled: bool = asked.rules.kind == COMPILED
        self.threads: int = min(threads, MOST_THREADS) if self.is_compiled else 1
        self.room: int = ROOM
        self.bits = 0 if starts is None else 1 if self.is_compiled else 2
        self._require_memory(1)
        is_misere = play == Play.MISERE
        self.game: Any
        if self.is_compiled:
            self.game = CompiledOrderedGame(size, starts is None, is_misere, self.threads)
        else:
            self.game = OrderedGame(size, starts is None, is_misere)
        if starts is not None:
            self.game.add_starts(starts)

    def _require_memory(self, width: int) -> None:
        """Refuse labels of this width, beside those of half of it, if they do not fit."""
        per_index = width + (width // 2 if width > 1 else 0)
        windows = _OF_ONE_THREAD if self.threads == 1 else self.threads * _OF_A_THREAD
        needed = self.size * per_index + self.bits * (self.size // 8) + windows
        check_memory(
            needed, self.most, "indexed game",
            lambda: f"{self.size:,} indices with labels of {width} bytes",
        )  # fmt: skip

    def solve(self) -> tuple[AnyArray, Tally, int]:
        """Return the labels of all indices, their tally, and the number of moves."""
        with Failures() as failures:
            if self.bits:
                self._go_up(failures)
            self._go_down(failures)
        moves = self.game.moves
        labels, counts = map(np.asarray, self.game.finish())
        return labels, counted_tally(counts), moves

    def _go_up(self, failures: Failures) -> None:
        """Mark all positions."""
        if self.is_compiled:
            self._run(failures, "up", 0)
            return
        while len(codes := np.asarray(self.game.wave(_BATCH))):
            sources, options, _, _ = self.asked.moves(codes)
            self._try(partial(self.game.mark, codes, sources, options))
            self.report("up", int(codes[0]))

    def _go_down(self, failures: Failures) -> None:
        """Decide all positions."""
        if self.is_compiled:
            self._run(failures, "down", 1)
            return
        self.game.begin_down(1)
        while len(codes := np.asarray(self.game.below(_BATCH))):
            sources, options, presets, ends = self.asked.moves(codes)
            given = given_labels(codes, presets, ends)
            self._try(partial(self.game.collect, codes, sources, options, given))
            while not self._try(self.game.decide):
                self._widen()
            self.report("down", self.size - int(codes[-1]))

    def _widen(self) -> None:
        self._require_memory(2 * self.game.width)
        self.game.widen()

    def _try(self, work: Callable[[], Any]) -> Any:
        """Call what may find the rule wrong."""
        try:
            return work()
        except RuleError as error:
            raise explained(error, self.asked, self.size, ordered=True) from None

    # -- compiled rules ----------------------------------------------------------------------------

    def _run(self, failures: Failures, name: str, width: int) -> None:
        """Run a pass, with labels of this width if it is that down."""
        self.game.begin(self.asked.addresses, self.room, width)
        while self.game.open(_WINDOWS * self.threads):
            if self.threads == 1 or not self._try_threads(failures):
                self._go_alone(failures)
            if self.game.is_full:
                self._widen()
            self.report(name, self.game.used)

    def _go_alone(self, failures: Failures) -> None:
        """Make and use windows in one thread."""
        try:
            self.game.run()
            failures.check()
        except RuleError as error:
            failures.check()  # a function that raised returned any number
            failures.check_late()
            if error.kind not in ("room", "number of options"):
                raise explained(error, self.asked, self.size, ordered=True) from None
            self.room = self.asked.rules.options.settle(error, self.room)
            self.game.allow(self.room)
        failures.check_late()

    def _try_threads(self, failures: Failures) -> bool:
        """Make and use the windows that are open; return whether the rule did not fail.

        Where it fails, windows that come first may not have been made.  So those that were begun
        are open again, for one thread, which meets first what is wrong with the least.
        """
        failures.stop = self.game.stop
        try:
            self._in_threads()
        finally:
            failures.stop = None
        if not self.game.has_failed and failures.error is None:
            return True
        failures.postpone()
        self.game.open(_WINDOWS_AGAIN)
        return False

    def _in_threads(self) -> None:
        """Make and use the windows that are open, in all threads."""

        def work(k: int) -> None:
            with suppress(RuleError):  # has_failed says so
                self.game.run(k)

        with Helpers() as helpers:
            helpers.begin(self.threads)
            helpers.together(work, self.game.stop)


def counted_tally(counts: AnyArray) -> Tally:
    """Return the tally of counts as kernels make them: of each label, at last of the greatest.

    >>> counted_tally(np.array([3, 4, 0, 1, 99, 2, 5])).to_json()
    {'WIN': [[0, 4], [1, 1]], 'LOSE': [[0, 3]], 'DRAW': [[-1, 5], [0, 2]]}
    """
    tally = Tally()
    _, tally.preset_draws, tally.never = (int(count) for count in counts[-3:])
    for label in np.flatnonzero(counts[:-3]).tolist():
        (tally.win if label & 1 else tally.lose)[label >> 1] = int(counts[label])
    return tally


def solve_ordered(
    size: int,
    asked: Asked,
    starts: Int64Array | None,
    play: Play,
    threads: int,
    most: int | None,
    progress: ProgressLike,
) -> tuple[AnyArray, Tally, int]:
    """Solve an indexed game whose moves raise the index.

    Returns
    -------
    labels : (size,) uint8, uint16 or uint32
    tally : Tally
    moves : int
    """
    report = Passes(progress, size)
    with report:
        solved = OrderedSolver(size, asked, starts, play, threads, most, report).solve()
        report.end()
    return solved
