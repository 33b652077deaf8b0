"""Standard input and standard output, as the commands use them."""

from __future__ import annotations

import errno
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable
    from typing import IO

    from graphgame.graphs.graph import GameGraph
    from graphgame.pursuit.grid import Grid


def add_input(parser: argparse.ArgumentParser) -> None:
    """Let a command take graph text, from a file or from standard input."""
    parser.add_argument(
        "file", nargs="?", default="-", metavar="FILE", help="default: - (standard input)"
    )
    parser.add_argument(
        "--base", type=int, choices=(0, 1), default=1, help="number of the first position (1)"
    )


def read_graph(file: str, base: int) -> GameGraph:
    """Read graph text from a file, or from standard input where it is ``-``."""
    from graphgame.text import graph_text

    progress = progress_bar("reading: {:,} of {:,} edges")
    try:
        with _opened(file) as opened:
            return graph_text.read_graph(opened, base=base, source=_name(file), progress=progress)
    finally:
        if progress is not None:
            progress.clear()


def read_grid(file: str) -> Grid:
    """Read grid text from a file, or from standard input where it is ``-``."""
    from graphgame.pursuit.grid import parse_grid

    return parse_grid(read_all(file), _name(file))


def read_all(file: str = "-") -> bytes:
    """Read a file, or standard input where it is ``-``, to its end."""
    pieces = []
    with _opened(file) as opened:  # piece by piece: in one call it would look for Ctrl-C too seldom
        while piece := opened.read(1 << 16):
            pieces.append(piece)
        if piece is None:
            raise BlockingIOError(errno.EAGAIN, "expected a file that waits for its data")
    return b"".join(pieces)


def _name(file: str) -> str:
    return "<stdin>" if file == "-" else file


class _opened:  # noqa: N801 -- stands in a with statement; contextlib costs a millisecond
    """A file, or standard input where it is ``-``, open for a while; errors name it."""

    def __init__(self, file: str) -> None:
        self.file = file

    def __enter__(self) -> IO[bytes]:
        try:
            if self.file == "-":
                self.opened = open(0, "rb", buffering=0, closefd=False)
            else:
                self.opened = open(self.file, "rb", buffering=0)
        except OSError as error:
            self._name(error)
            raise
        return self.opened

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        self.opened.close()
        self._name(error)

    def _name(self, error: BaseException | None) -> None:
        """Name the file in an error: open would name standard input 0, read names nothing."""
        if isinstance(error, OSError):
            error.filename = _name(self.file)


def progress_bar(text: str) -> Progress | None:
    """Return what shows on a terminal how far a long work has come; None without a terminal."""
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
