"""Standard input and output, and arguments that several commands share."""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable, Iterator
    from io import FileIO

    from graphgame.graphs.graph import GameGraph
    from graphgame.pursuit.grid import Grid


def add_input(parser: argparse.ArgumentParser, of: str = "position") -> None:
    """Add the arguments of a command that reads a text: FILE, and ``--base``."""
    parser.add_argument(
        "file", nargs="?", default="-", metavar="FILE", help="default: - (standard input)"
    )
    add_base(parser, of)


def add_base(parser: argparse.ArgumentParser, of: str) -> None:
    """Add ``--base``, the number of the first of everything that a command numbers.

    These are positions, vertices, the components of a sum (heaps, piles), rows and columns.  Sizes,
    plies and indices into a printed list, such as ``closes_at``, have nothing to do with it.
    """
    parser.add_argument(
        "--base", type=int, choices=(0, 1), default=1, help=f"number of the first {of} (1)"
    )


def read_graph(file: str, base: int) -> GameGraph:
    """Read graph text from a file, or from standard input where it is ``-``."""
    from graphgame.text import graph_text

    progress = progress_bar("reading: {:,} of {:,} edges")
    try:
        with opened(file) as stream:
            return graph_text.read_graph(stream, base=base, source=name(file), progress=progress)
    finally:
        if progress is not None:
            progress.clear()


def read_grid(file: str) -> Grid:
    """Read grid text from a file, or from standard input where it is ``-``."""
    from graphgame.pursuit.grid import parse_grid

    return parse_grid(read_all(file), name(file))


def read_all(file: str = "-") -> bytes:
    """Read a file, or standard input where it is ``-``, to its end."""
    pieces = []
    with opened(file) as stream:  # a single read of it all would answer Ctrl-C too late
        while piece := stream.read(1 << 16):
            pieces.append(piece)
        if piece is None:
            import errno

            raise BlockingIOError(errno.EAGAIN, "expected a file that waits for its data")
    return b"".join(pieces)


def read_lines(file: str = "-") -> Iterator[bytes]:
    """Read a file, or standard input where it is ``-``, in pieces of whole lines.

    Each read is passed on at once, so that who waits for an answer to a line gets it.  Where input
    comes faster than it is worked on, pieces have 64 KiB.
    """
    rest: list[bytes] = []
    with opened(file) as stream:
        while piece := stream.read(1 << 16):
            end = piece.rfind(b"\n") + 1
            if end:
                yield b"".join([*rest, piece[:end]])
                rest = []
            rest.append(piece[end:])
        if piece is None:
            import errno

            raise BlockingIOError(errno.EAGAIN, "expected a file that waits for its data")
    if last := b"".join(rest):
        yield last


def name(file: str) -> str:
    """Return the name of a file for error messages."""
    return "<stdin>" if file == "-" else file


class opened:  # noqa: N801 -- a context manager; importing contextlib takes a millisecond
    """Opens a file, or standard input where it is ``-``; errors name it."""

    opened: FileIO

    def __init__(self, file: str) -> None:
        self.file = file

    def __enter__(self) -> FileIO:
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
        """Set the file name of an error: open calls standard input 0, read sets no name."""
        if isinstance(error, OSError):
            error.filename = name(self.file)


def progress_bar(text: str) -> Progress | None:
    """Return a progress display if standard error is a terminal, None otherwise."""
    return Progress(text) if sys.stderr is not None and sys.stderr.isatty() else None


class Progress:
    """Shows the progress of a long computation, five times a second at most."""

    def __init__(self, text: str) -> None:
        from time import monotonic

        self.text = text
        self.clock = monotonic
        self.next: float = monotonic() + 0.5  # short computations show nothing
        self.width: int = 0

    def __call__(self, done: int, announced: int) -> None:
        """Show how much of the total is done, unless the display is younger than 0.2 s."""
        if self.clock() < self.next:
            return
        self.next = self.clock() + 0.2
        text = self.text.format(done, announced)
        print("\r" + text, end="", file=sys.stderr, flush=True)
        self.width = len(text)

    def clear(self) -> None:
        """Remove the display from the screen."""
        if self.width:
            print("\r" + " " * self.width + "\r", end="", file=sys.stderr, flush=True)


def write(blocks: Iterable[bytes]) -> None:
    """Write blocks to standard output without buffering, so that none is lost on an error."""
    if sys.stdout is None:
        import errno

        raise OSError(errno.EBADF, os.strerror(errno.EBADF), "output")
    stream = sys.stdout.buffer
    raw = getattr(stream, "raw", stream)
    for block in blocks:
        rest = memoryview(block)
        while rest:
            rest = rest[raw.write(rest) :]
