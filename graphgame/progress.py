"""How far long work is: shown on standard error, or passed to a callable.

Whatever takes ``progress=`` makes a `Report` of it, and calls that as it goes on.
"""

from __future__ import annotations

import sys
from _thread import allocate_lock
from time import monotonic

from graphgame.errors import GraphGameError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType
    from typing import Any, Protocol, Self

    from graphgame.types import ProgressLike

    class _Display(Protocol):
        """What shows one step after another."""

        def __call__(self, step: Progress) -> None: ...

        def close(self) -> None:
            """Show the last step, and end."""


class Progress:
    """How far long work is: what a callable that is given as ``progress=`` is called with.

    ``progress=True`` shows a line on standard error about every second and one at the end, or bars
    of tqdm where it is installed.  A callable is called with a `Progress` many times a second,
    always by one thread at a time, which may be one of the work's own.  What it raises ends the
    work, as Ctrl-C does.

    Attributes
    ----------
    stage : str
        What is being done, in a word or two: one call may have several stages.
    done : int
        How much of the stage is done.
    total : int or None
        How much there is to do; None where nobody knows.
    unit : str
        What is counted, in the plural: "positions", "heaps", "edges".
    counts : dict of str to int or str
        What else is known, by name.

    See Also
    --------
    solve, explore

    Notes
    -----
    ``str`` of it is the line that would be shown, without rate and time left.

    Examples
    --------
    >>> import graphgame as gg
    >>> steps = []
    >>> _ = gg.explore(lambda n: [n - k for k in (1, 2) if n >= k], 20, progress=steps.append)
    >>> print(steps[-1])
    explored 21 of 21 positions found, 39 moves
    >>> steps[-1].done, steps[-1].total, steps[-1].unit
    (21, 21, 'positions')
    """

    __slots__ = ("_text", "counts", "done", "stage", "total", "unit")

    stage: str
    done: int
    total: int | None
    unit: str
    counts: dict[str, int | str]

    def __init__(
        self,
        stage: str,
        done: int,
        total: int | None,
        unit: str,
        text: str,
        counts: dict[str, int | str],
    ) -> None:
        self.stage, self.done, self.total, self.unit = stage, done, total, unit
        self.counts, self._text = counts, text

    def __str__(self) -> str:
        return self._text.format(stage=self.stage, done=self.done, total=self.total, **self.counts)

    def __repr__(self) -> str:
        return f"Progress({str(self)!r})"


class Report:
    """Shows or passes on how far work is, from entering to leaving it.

    Entering returns None where nothing is shown, so that loops test for it and call nothing.

    Parameters
    ----------
    progress : bool or callable
        As the user gave it.

    Raises
    ------
    GraphGameError
        If it is neither False, True nor a callable.
    """

    def __init__(self, progress: ProgressLike) -> None:
        self._show: _Display | None = None
        # Threads of the work report without waiting for each other.
        self._lock = allocate_lock()
        if callable(progress):
            self._show = _Call(progress)
        elif progress is True:
            self._show = _display()
        elif progress is not False:
            raise GraphGameError(f"progress: expected False, True or a callable, got {progress!r}")

    def __enter__(self) -> Self | None:
        return None if self._show is None else self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._show is not None:
            self._show.close()

    def step(
        self, stage: str, done: int, total: int | None, unit: str, text: str, **counts: int | str
    ) -> None:
        """Show how far the work is; the text is a format of what is named here."""
        if self._show is not None and self._lock.acquire(blocking=False):
            try:
                self._show(Progress(stage, done, total, unit, text, counts))
            finally:
                self._lock.release()


class Exploring(Report):
    """Reports positions that are found and expanded; at last, where it ended.

    Parameters
    ----------
    progress : bool or callable
    counts : callable
        Returns how many positions were found, how many of them are expanded, and how many moves
        they have.
    expect : int, optional
        How many positions there will be; without it nobody knows, and no time left is shown.
    """

    def __init__(
        self,
        progress: ProgressLike,
        counts: Callable[[], tuple[int, int, int]],
        expect: int | None = None,
    ) -> None:
        super().__init__(progress)
        self._counts, self._expect = counts, expect

    def __enter__(self) -> Self | None:
        if self._show is not None:
            self(*self._counts())
        return super().__enter__()

    def __call__(self, found: int, expanded: int, moves: int) -> None:
        """Show these counts."""
        # An expectation that was wrong is none.
        total = None if self._expect is None or found > self._expect else self._expect
        text = "explored {done:,} of {found:,} positions found, {moves:,} moves"
        self.step("exploring", expanded, total, "positions", text, found=found, moves=moves)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._show is not None and (kind is None or not isinstance(self._show, _Call)):
            found, expanded, moves = self._counts()
            if expanded == found:
                self._expect = found
            self(found, expanded, moves)
        if self._show is None and isinstance(error, KeyboardInterrupt):
            # Who has seen nothing of a rule without end learns here that it is one.
            found, expanded, moves = self._counts()
            most = ", limit= sets the most" if self._expect is None else ""
            error.add_note(
                f"explored {expanded:,} of {found:,} positions found, {moves:,} moves; "
                f"progress=True shows this on the way{most}"
            )
        super().__exit__(kind, error, trace)


def _display() -> _Display:
    """Return bars of tqdm; lines where it is not installed."""
    try:
        from tqdm import tqdm
    except ImportError:
        return _Lines()
    return _Bars(tqdm)


class _Call:
    """Calls what the user gave."""

    def __init__(self, function: Callable[[Progress], object]) -> None:
        self._function = function

    def __call__(self, step: Progress) -> None:
        self._function(step)

    def close(self) -> None:
        """End: the last step has been passed on."""


class _Bars:
    """Shows each stage in a bar of tqdm."""

    def __init__(self, tqdm: Callable[..., Any]) -> None:
        self._tqdm = tqdm
        self._bar: Any = None
        self._stage = ""

    def __call__(self, step: Progress) -> None:
        if self._bar is None or step.stage != self._stage:
            if self._bar is not None:
                self._bar.close()
            # Without a total tqdm shows a count and a rate, and no time left.
            self._bar = self._tqdm(
                desc=step.stage, unit=f" {step.unit}", unit_scale=True, file=sys.stderr
            )
            self._bar.total, self._stage = step.total, step.stage
        self._bar.set_postfix(refresh=False, **step.counts)
        self._bar.update(step.done - self._bar.n)
        self._bar.total = step.total

    def close(self) -> None:
        if self._bar is not None:
            self._bar.refresh()
            self._bar.close()


class _Lines:
    """Writes a line to standard error about every second, and one at the end."""

    def __init__(self) -> None:
        # The first step of the stage, and the last; when the stage began, and the last line was.
        self._first: Progress | None = None
        self._step: Progress | None = None
        self._began = self._wrote = monotonic()

    def __call__(self, step: Progress) -> None:
        now = monotonic()
        if self._first is None or step.stage != self._first.stage:
            self._first, self._began = step, now
        self._step = step
        if now - self._wrote >= 1:
            self._wrote = now
            self._write(step, self._first)

    def _write(self, step: Progress, first: Progress) -> None:
        text = str(step)
        if step is not first:
            rate = (step.done - first.done) / max(monotonic() - self._began, 1e-9)
            text += f", {rate:,.{0 if rate >= 10 else 1}f} {step.unit}/s"
            if rate > 0 and step.total is not None and step.done < step.total:
                text += f", about {(step.total - step.done) / rate:,.0f} s left"
        if sys.stderr is not None:
            print(text, file=sys.stderr, flush=True)

    def close(self) -> None:
        if self._step is not None and self._first is not None:
            self._write(self._step, self._first)


def _columns() -> int:
    """Return the width of the terminal of standard error; 0 where it is unknown."""
    import os

    try:
        return os.get_terminal_size(sys.stderr.fileno()).columns
    except (OSError, ValueError, AttributeError):
        return 0


def _fitting(text: str, columns: int) -> str:
    """Return as many counts of a line as fit: one that wraps could not be overwritten.

    >>> _fitting("exploring: 12 positions, 34 moves, 5 expanded", 40)
    'exploring: 12 positions, 34 moves'
    """
    while columns and len(text) >= columns:
        shorter, comma, rest = text.rpartition(", ")
        text = shorter if comma else rest[: columns - 1]
    return text


class TerminalLine:
    """Keeps one line of a terminal up to date while the command works, and removes it at the end.

    Entering returns what goes into ``progress=``: False where standard error is no terminal.
    """

    def __init__(self) -> None:
        self._next = monotonic() + 0.5  # short computations show nothing
        self._width = 0

    def __enter__(self) -> Self | bool:
        return self if sys.stderr is not None and sys.stderr.isatty() else False

    def __call__(self, step: Progress) -> None:
        """Show a step, unless the line is younger than 0.2 s."""
        if monotonic() < self._next:
            return
        self._next = monotonic() + 0.2
        text, before = _fitting(str(step), _columns()), self._width
        self._width = max(len(text), before)  # first: Ctrl-C may come while it is printed
        print("\r" + text.ljust(before), end="", file=sys.stderr, flush=True)
        self._width = len(text)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._width:
            print("\r" + " " * self._width + "\r", end="", file=sys.stderr, flush=True)
