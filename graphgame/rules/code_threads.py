"""Threads beside that of the caller, while a rule on codes is explored."""

from __future__ import annotations

from graphgame._kernel.threads import Helpers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType
    from typing import Self

    from graphgame._kernel.threads import Call
    from graphgame.rules._codes import CodeExplorer

# So many positions must wait for it to be worth while to hand work to a thread, 50 µs.
LEAST_AHEAD = 1 << 11


class Adding:
    """Threads that work on an explorer, from entering to leaving it.

    Rules in Python are asked in the thread of the caller, while one other adds options: their
    exceptions, signals and whatever they keep for a thread are as without this one.  Compiled rules
    are asked in all threads; see `Relay`.

    Parameters
    ----------
    explorer : CodeExplorer
    threads : int
        With one there are no others.
    """

    def __init__(self, explorer: CodeExplorer, threads: int) -> None:
        self._explorer = explorer
        self.threads: int = threads
        self._helpers: Helpers = Helpers()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            self._helpers.end()
        finally:
            self._explorer.watch(signals=True)

    def share(self) -> int:
        """Return how many of the next positions to ask about first: half, if others can wait."""
        waiting = self._explorer.count - self._explorer.expanded
        return waiting if self.threads == 1 else max(waiting // 2, LEAST_AHEAD)

    def pays(self, size: int) -> bool:
        """Return whether enough positions wait behind the next `size` to ask about them."""
        waiting = self._explorer.count - self._explorer.expanded - size
        return self.threads > 1 and waiting >= LEAST_AHEAD

    def begin(self, threads: int) -> bool:
        """Start so many threads, that of the caller included; return whether there are two.

        If the system has no more threads, there are fewer, and `threads` says so.
        """
        wanted = min(threads, self.threads)
        begun = self._helpers.begin(wanted)
        if begun < wanted:
            self.threads = begun
        return self.threads > 1

    def start(self, add: Callable[[], None]) -> Call:
        """Start to call a function in a thread; it adds options to the explorer."""
        self._explorer.watch(signals=False)
        return self._helpers.call(add)

    def finish(self, adding: Call) -> None:
        """Wait until the function has ended; raise what it raised."""
        try:
            adding.result()
        except BaseException:  # Ctrl-C here, if the function has not ended
            self.stop()
            raise
        self._explorer.watch(signals=True)

    def stop(self) -> None:
        """End the function: options that it has not added yet can be added again."""
        self._explorer.stop()
        self._helpers.end()
        self._explorer.watch(signals=True)

    def together(self, work: Callable[[int], None], stop: Callable[[], None]) -> None:
        """Call a function in all threads; see `Helpers.together`."""
        try:
            self._helpers.together(work, stop)
        finally:
            self._explorer.watch(signals=True)
