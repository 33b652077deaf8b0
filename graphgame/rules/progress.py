"""Progress on standard error: through tqdm where it is installed, in plain lines elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Callable
from time import monotonic

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import TracebackType
    from typing import Any, Self


class Progress:
    """Shows how far an exploration is, from entering to leaving it, and at last where it ended.

    Parameters
    ----------
    counts : callable
        Returns how many positions were found, how many of them are expanded, and how many moves
        they have.
    expect : int, optional
        How many positions there will be; without it nobody knows, and no time left is shown.
    """

    def __init__(self, counts: Callable[[], tuple[int, int, int]], expect: int | None) -> None:
        self._counts = counts
        bar = _bar()
        self._shown: Any = _Lines(expect, counts()[1]) if bar is None else _Bar(bar, expect)

    def __enter__(self) -> Self:
        return self

    def __call__(self, positions: int, expanded: int, moves: int) -> None:
        """Show these counts if it is time to."""
        self._shown(positions, expanded, moves)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._shown.close(*self._counts())


def _bar() -> Any:
    """Return a bar of tqdm; None where it is not installed."""
    try:
        from tqdm import tqdm
    except ImportError:
        return None
    return tqdm(unit=" positions", unit_scale=True, file=sys.stderr)


class _Bar:
    """Shows the counts in a bar of tqdm."""

    def __init__(self, bar: Any, expect: int | None) -> None:
        self.bar, self.expect = bar, expect
        # Without a total tqdm shows a count and a rate, and no time left.
        bar.total = expect

    def __call__(self, positions: int, expanded: int, moves: int) -> None:
        if self.expect is not None and positions > self.expect:
            self.bar.total = None  # the expectation was wrong: there is no other
        self.bar.set_postfix(found=positions, moves=moves, refresh=False)
        self.bar.update(expanded - self.bar.n)

    def close(self, positions: int, expanded: int, moves: int) -> None:
        self(positions, expanded, moves)
        if expanded == positions:
            self.bar.total = positions
        self.bar.refresh()
        self.bar.close()


class _Lines:
    """Writes a line to standard error about every second, and one at the end."""

    def __init__(self, expect: int | None, expanded: int) -> None:
        self.expect, self.before = expect, expanded
        self.start = self.last = monotonic()

    def __call__(self, positions: int, expanded: int, moves: int) -> None:
        if monotonic() - self.last >= 1:
            self.last = monotonic()
            self.write(positions, expanded, moves)

    def write(self, positions: int, expanded: int, moves: int) -> None:
        rate = (expanded - self.before) / max(monotonic() - self.start, 1e-9)
        left = ""
        if self.expect is not None and rate and positions <= self.expect and expanded < positions:
            left = f", about {(self.expect - expanded) / rate:,.0f} s left"
        print(
            f"explored {expanded:,} of {positions:,} positions found, {moves:,} moves, "
            f"{rate:,.0f} positions/s{left}",
            file=sys.stderr,
        )

    close = write
