"""Standard input and standard output, as the commands use them."""

from __future__ import annotations

import errno
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import IO

    from graphgame.graph import GameGraph
    from graphgame.grid import Grid


def read_graph(file: str, base: int) -> GameGraph:
    """Read graph text from a file, or from standard input where it is ``-``."""
    from graphgame import parse

    progress = _Progress() if sys.stderr is not None and sys.stderr.isatty() else None
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


def read_grid(file: str) -> Grid:
    """Read grid text from a file, or from standard input where it is ``-``."""
    from graphgame.grid import parse_grid

    if file != "-":
        with open(file, "rb", buffering=0) as opened:
            return parse_grid(_all_of(opened, file), file)
    try:
        with open(0, "rb", buffering=0, closefd=False) as standard_input:
            return parse_grid(_all_of(standard_input, "<stdin>"), "<stdin>")
    except OSError as error:
        error.filename = "<stdin>"  # open would name it 0
        raise


def _all_of(file: IO[bytes], name: str) -> bytes:
    """Read an unbuffered file piece by piece: to read it whole would look for Ctrl-C too seldom."""
    pieces = []
    try:
        while piece := file.read(1 << 16):
            pieces.append(piece)
        if piece is None:
            raise BlockingIOError(errno.EAGAIN, "expected a file that waits for its data")
    except OSError as error:
        error.filename = name  # open names the file, read does not
        raise
    return b"".join(pieces)


class _Progress:
    """Shows on a terminal how far reading has come, a few times a second."""

    def __init__(self) -> None:
        from time import monotonic

        self.clock = monotonic
        self.next = monotonic() + 0.5  # short work shows nothing
        self.width = 0

    def __call__(self, done: int, announced: int) -> None:
        if self.clock() < self.next:
            return
        self.next = self.clock() + 0.2
        text = f"reading: {done:,} of {announced:,} edges"
        print("\r" + text, end="", file=sys.stderr, flush=True)
        self.width = len(text)

    def clear(self) -> None:
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
