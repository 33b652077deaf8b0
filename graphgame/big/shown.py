"""Progress of solving an indexed game, on standard error."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic


@contextmanager
def shown_passes(size: int, progress: bool) -> Iterator[Callable[[str, int], None]]:
    """Yield what is called with the name of a pass and the indices that it has done.

    A line about every second says how far it is, and how fast.
    """
    began = last = monotonic()
    name = ""

    def show(current: str, done: int) -> None:
        nonlocal began, last, name
        if current != name:
            name, began = current, monotonic()
        now = monotonic()
        if now - last < 1:
            return
        last = now
        rate = done / max(now - began, 1e-9)
        print(
            f"pass {current}: {done:,} of {size:,} indices, {rate:,.0f} indices/s", file=sys.stderr
        )

    def silent(current: str, done: int) -> None:
        pass

    yield show if progress else silent
    if progress:
        print(f"solved {size:,} indices", file=sys.stderr)
