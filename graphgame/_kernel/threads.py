"""Threads beside that of the caller, which Ctrl-C at any moment neither loses nor leaves waiting.

In the main thread, KeyboardInterrupt can be raised at the beginning of every Python function, at
the end of every call, and where a loop begins again.  `threading.Thread.start`, `threading.Event`
and `concurrent.futures` take and release their locks in Python code.  Interrupted in between, they
leave a lock taken for ever, and another thread waits for it.  What the main thread does here is
done by single calls of C functions, which are not interrupted halfway: it starts a thread, puts a
call in a queue, and waits for a lock that only the other thread releases.
"""

from __future__ import annotations

from _thread import allocate_lock, start_new_thread
from weakref import ref

TYPE_CHECKING = False
if TYPE_CHECKING:
    from _thread import LockType
    from collections.abc import Callable
    from queue import SimpleQueue
    from typing import Any, Self


# Seconds after which a thread without calls looks whether it is still known.
_IDLE = 1.0


class Bell:
    """Something that one thread waits for until another one says that it has happened.

    Attributes
    ----------
    has_rung : bool
        Whether it has happened.
    """

    __slots__ = ("_lock", "has_rung")
    has_rung: bool

    def __init__(self) -> None:
        self._lock: LockType = allocate_lock()
        self._lock.acquire()
        self.has_rung = False

    def ring(self) -> None:
        """Stop the waiting; called by one thread at a time, and again without effect."""
        if not self.has_rung:
            self.has_rung = True  # before the lock is free: whoever gets it need not wait again
            self._lock.release()

    def wait(self, seconds: float = -1) -> None:
        """Wait until it has happened, or for so many seconds; may be called again after Ctrl-C."""
        if not self.has_rung:
            self._lock.acquire(timeout=seconds)


class Call(Bell):
    """A call in another thread, which rings when it has ended.

    Attributes
    ----------
    error : BaseException or None
        What it raised.
    """

    __slots__ = ("_arguments", "_function", "error")
    error: BaseException | None

    def __init__(self, function: Callable[..., None], arguments: tuple[Any, ...]) -> None:
        super().__init__()
        self._function: Callable[..., None] | None = function
        self._arguments = arguments
        self.error = None

    def run(self) -> None:
        """Make the call, in the other thread."""
        assert self._function is not None, "a call is made once"
        try:
            self._function(*self._arguments)
        except BaseException as error:  # noqa: BLE001 -- the thread that waits raises it
            self.error = error
        finally:
            self._function, self._arguments = None, ()
            self.ring()

    def result(self) -> None:
        """Wait until the call has ended; raise what it raised."""
        self.wait()
        if self.error is not None:
            try:
                raise self.error
            finally:
                self.error = None  # it knows this frame


class _Helper:
    """A thread that makes calls in the order in which they come, from `start` to `end`.

    It also ends when nobody knows it any more: Ctrl-C came before `end`.
    """

    __slots__ = ("__weakref__", "_begun", "_calls", "_ended")

    def __init__(self) -> None:
        from queue import SimpleQueue

        self._calls: SimpleQueue[Call | None] = SimpleQueue()
        self._begun, self._ended = Bell(), Bell()

    def start(self) -> None:
        """Start the thread; raise RuntimeError if the system has no more."""
        known = ref(self)
        start_new_thread(_make_calls, (known, self._calls, self._begun, self._ended))
        self._begun.wait()

    def call(self, function: Callable[..., None], *arguments: Any) -> Call:
        call = Call(function, arguments)
        self._calls.put(call)
        return call

    def finish(self) -> None:
        """Request the thread to end after the calls that it has been given; may be repeated."""
        self._calls.put(None)

    def end(self) -> None:
        """Wait until the thread has ended, as `finish` has requested.

        One that Ctrl-C kept from being waited for in `start` was given no call, and ends by itself.
        """
        if self._begun.has_rung:
            self._ended.wait()


def _make_calls(
    known: ref[_Helper], calls: SimpleQueue[Call | None], begun: Bell, ended: Bell
) -> None:
    from queue import Empty

    begun.ring()
    while True:
        try:
            call = calls.get(timeout=_IDLE)
        except Empty:
            if known() is None:
                break
            continue
        if call is None:
            break
        call.run()
        del call  # nothing of it is kept until the next one
    ended.ring()


class Helpers:
    """Threads beside that of the caller, from `begin` to `end`.

    Examples
    --------
    >>> found = []
    >>> with Helpers() as helpers:
    ...     threads = helpers.begin(3)
    ...     helpers.together(found.append, stop=found.clear)
    >>> sorted(found) == list(range(threads))
    True
    """

    __slots__ = ("_helpers",)

    def __init__(self) -> None:
        self._helpers: list[_Helper] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    def begin(self, threads: int) -> int:
        """Start as many threads as are missing; return how many there are, with the caller's.

        There are fewer than `threads` if the system has no more.
        """
        while len(self._helpers) < threads - 1:
            helper = _Helper()
            self._helpers.append(helper)  # before its start: Ctrl-C does not lose it
            try:
                helper.start()
            except RuntimeError:
                self._helpers.pop()
                break
        return len(self._helpers) + 1

    def call(self, function: Callable[..., None], *arguments: Any) -> Call:
        """Start to call a function in the first of the other threads."""
        return self._helpers[0].call(function, *arguments)

    def together(self, work: Callable[[int], None], stop: Callable[[], None]) -> None:
        """Call a function in all threads, with 0 in that of the caller; return when all have ended.

        If it raises here, or Ctrl-C does, the other threads are stopped and ended.

        Parameters
        ----------
        work : callable
            Called with the number of the thread.
        stop : callable
            Makes it return soon in every thread.
        """
        try:
            calls = [helper.call(work, k) for k, helper in enumerate(self._helpers, 1)]
            work(0)
            for call in calls:
                call.wait()
        except BaseException:
            stop()
            self.end()
            raise
        for call in calls:
            call.result()

    def end(self) -> None:
        """End the other threads after their calls; Ctrl-C meanwhile is raised when they ended."""
        interrupted = None
        while True:
            try:
                for helper in self._helpers:
                    helper.finish()
                for helper in self._helpers:
                    helper.end()
                break
            except KeyboardInterrupt as error:  # what they work on is not free before
                interrupted = error
        self._helpers = []
        if interrupted is not None:
            raise interrupted
