"""Progress on standard error: through tqdm where it is installed, in plain lines elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


@contextmanager
def showing(wanted: bool) -> Iterator[Callable[[int, int, int], None] | None]:
    """Return a function that shows progress, or None; clean up at the end.

    The function takes how many positions were found, how many of them were expanded, and how many
    moves they have.
    """
    if not wanted:
        yield None
        return
    try:
        from tqdm import tqdm
    except ImportError:
        shown: Any = _Lines()
        try:
            yield shown
        finally:
            shown.write()
        return
    with tqdm(unit=" positions", unit_scale=True, file=sys.stderr) as bar:

        def show(positions: int, expanded: int, edges: int) -> None:
            bar.total = positions
            bar.set_postfix(edges=edges, refresh=False)
            bar.update(expanded - bar.n)

        yield show


class _Lines:
    """Writes a line to standard error about every second."""

    def __init__(self) -> None:
        self.start = self.last = monotonic()
        self.counts = (0, 0, 0)

    def __call__(self, positions: int, expanded: int, edges: int) -> None:
        self.counts = positions, expanded, edges
        if monotonic() - self.last >= 1:
            self.last = monotonic()
            self.write()

    def write(self) -> None:
        positions, expanded, edges = self.counts
        rate = expanded / max(monotonic() - self.start, 1e-9)
        print(
            f"explored {expanded:,} of {positions:,} positions found, {edges:,} moves, "
            f"{rate:,.0f} positions/s",
            file=sys.stderr,
        )
