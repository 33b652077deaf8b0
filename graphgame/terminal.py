"""Standard input and standard output, as the commands use them."""

from __future__ import annotations

import errno
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from graphgame.graph import GameGraph


def read_graph(file: str, base: int) -> GameGraph:
    """Read graph text from a file, or from standard input where it is ``-``."""
    from graphgame import parse

    progress = progress_bar("reading: {:,} of {:,} edges")
    try:
        if file != "-":
            return parse.read_graph(file, base=base, progress=progress)
        try:
            with open(0, "rb", buffering=0, closefd=False) as standard_input:
                return parse.read_graph(
                    standard_input, base=base, source="<stdin>", progress=progress
                )
        except OSError as error:
            error.filename = "<stdin>"  # open would name it 0
            raise
    finally:
        if progress is not None:
            progress.clear()


def progress_bar(text: str) -> Progress | None:
    """Give what shows on a terminal how far a long work has come; None without a terminal."""
    return Progress(text) if sys.stderr is not None and sys.stderr.isatty() else None


class Progress:
    """Shows how far a work has come, a few times a second: called with what is done, and all."""

    def __init__(self, text: str) -> None:
        from time import monotonic

        self.text = text

        self.clock = monotonic
        self.next = monotonic() + 0.5  # short work shows nothing
        self.width = 0

    def __call__(self, done: int, announced: int) -> None:
        """Show it, unless it has been shown a moment ago."""
        if self.clock() < self.next:
            return
        self.next = self.clock() + 0.2
        text = self.text.format(done, announced)
        print("\r" + text, end="", file=sys.stderr, flush=True)
        self.width = len(text)

    def clear(self) -> None:
        """Take it off the screen."""
        if self.width:
            print("\r" + " " * self.width + "\r", end="", file=sys.stderr, flush=True)


def write(blocks: Iterable[bytes]) -> None:
    """Write blocks to standard output at once, so that none is held back when something fails."""
    if sys.stdout is None:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF), "output")
    stream = sys.stdout.buffer
    raw = getattr(stream, "raw", stream)
    for block in blocks:
        rest = memoryview(block)
        while rest:
            rest = rest[raw.write(rest) :]
