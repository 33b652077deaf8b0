"""Errors raised in Python functions that compiled code calls; Python alone would print them.

A ctypes or cffi callback, and a Numba or Cython function without an exception value, has nobody to
give an exception to: Python hands it to ``sys.unraisablehook``, and the function returns some
number.  While a compiled rule is called, this module takes these exceptions.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from weakref import ref

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import TracebackType
    from typing import Any, Self


class Failures:
    """Takes the exceptions of compiled rules, from entering to leaving it.

    Examples
    --------
    >>> with Failures() as failures:
    ...     failures.check()  # raises what a rule has raised in the meantime
    """

    # All that are entered, and the hook from before the first of them; `_lock` guards both.  Ctrl-C
    # can come at the beginning of `__exit__`: what was not left is forgotten when nobody has it.
    _entered: list[ref[Failures]] = []  # noqa: RUF012 -- shared by all on purpose
    _before: Any = None
    _lock = threading.Lock()

    def __init__(self) -> None:
        self.error: BaseException | None = None
        self.late: BaseException | None = None
        self.stop: Callable[[], None] | None = None  # called as soon as there is an error
        self.thread: int = 0

    def __enter__(self) -> Self:
        self.thread = threading.get_ident()
        try:
            with Failures._lock:
                # Another object may have been entered and never left: then the hook is not ours.
                if sys.unraisablehook is not _take:
                    Failures._before, sys.unraisablehook = sys.unraisablehook, _take
                Failures._entered.append(ref(self))
        except BaseException:  # Ctrl-C: nobody leaves what was not entered
            self._leave()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._leave()

    def _leave(self) -> None:
        with Failures._lock:
            others = [x for x in Failures._entered if x() is not None and x() is not self]
            Failures._entered = others
            if not others and sys.unraisablehook is _take:
                sys.unraisablehook = Failures._before

    def check(self) -> None:
        """Raise the first exception that a compiled rule has raised since the last check."""
        error, self.error = self.error, None
        if error is not None:
            raise error

    def postpone(self) -> None:
        """Keep for `check_late` what was raised: positions that come first are asked again."""
        self.late, self.error = self.error, None

    def check_late(self) -> None:
        """Raise what was postponed, if nothing else has been raised first."""
        late, self.late = self.late, None
        if late is not None:
            raise late


def _take(unraisable: Any) -> None:
    """Set the error of those who call a rule in this thread, or else of all."""
    # Of other functions, such as __del__, the object is the function.
    is_rule = "callback" in (unraisable.err_msg or "") or isinstance(unraisable.object, str)
    entered = [found for known in Failures._entered if (found := known()) is not None]
    if not is_rule or not entered:
        (Failures._before or sys.__unraisablehook__)(unraisable)
        return
    thread = threading.get_ident()
    for failures in [x for x in entered if x.thread == thread] or entered:
        if failures.error is None:
            failures.error = unraisable.exc_value or unraisable.exc_type()
        if failures.stop is not None:
            failures.stop()
