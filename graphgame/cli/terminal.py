"""Standard input and output, and arguments that several commands share."""

from __future__ import annotations

import os
import sys

from graphgame.progress import TerminalLine
from graphgame.reading.incoming import chunks, line_pieces, with_line_ends

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable, Iterator
    from io import FileIO
    from typing import Any

    from graphgame.graphs.graph import GameGraph
    from graphgame.pursuit.grid import Grid


# Bytes of a text read at a time.
_CHUNK = 1 << 16


def add_input(parser: argparse.ArgumentParser, of: str = "position") -> None:
    """Add the arguments of a command that reads a text: FILE, and ``--base``."""
    parser.add_argument(
        "file", nargs="?", default="-", metavar="FILE", help="default: - (standard input)"
    )
    add_base(parser, of)
    add_format(parser)


def add_base(parser: argparse.ArgumentParser, of: str) -> None:
    """Add ``--base``, the number of the first of everything that a command numbers.

    These are positions, vertices, the components of a sum (heaps, piles), rows and columns.  Sizes,
    plies and indices into a printed list, such as ``closes_at``, have nothing to do with it.
    """
    parser.add_argument(
        "--base", type=int, choices=(0, 1), default=1, help=f"number of the first {of} (1)"
    )


def add_format(parser: Any) -> None:
    """Add ``--format``, the format of a graph."""
    parser.add_argument(
        "--format",
        metavar="FORMAT",
        help="format of the graph: text, edges, csv, tsv, json, dot, graphml or gml; by default "
        "told by the name of FILE, or by its first bytes",
    )


def add_play(
    parser: Any, does: str = "who cannot move loses (normal, the default) or wins (misere)"
) -> None:
    """Add ``--play``, and ``--misere``, which is short for one of its values."""
    kind = parser.add_mutually_exclusive_group()
    kind.add_argument("--play", choices=("normal", "misere"), default="normal", help=does)
    kind.add_argument(
        "--misere", action="store_const", const="misere", dest="play", help="as --play misere"
    )


def add_report(
    parser: argparse.ArgumentParser, checks: str = "the solution; exit 1 if it fails"
) -> None:
    """Add ``--json`` and ``--verify``."""
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--verify", action="store_true", help=f"check {checks}")


def read_graph(file: str, base: int, format: str | None = None) -> GameGraph:  # noqa: A002
    """Read a graph from a file, or from standard input where it is ``-``.

    It has no labels if it is graph text, and labels if it has another format.
    """
    from graphgame.text import graph_text

    with opened(file) as stream, TerminalLine() as progress:
        graph = graph_text.read_graph(
            stream, format, base=base, source=name(file), progress=progress
        )
    if graph._is_undirected:  # there may be a warning that nobody is ever stuck
        show_warnings()
    return graph


def read_named(args: argparse.Namespace, base: int) -> GameGraph:
    """Read FILE as `read_graph`; positions are called by names or numbers, as they are in FILE.

    Set ``args.named`` to whether they have names.
    """
    graph = read_graph(args.file, base, args.format)
    args.named = graph.labels is not None
    return graph if args.named else graph._counted_from(base)


def named(args: argparse.Namespace) -> dict[str, object]:
    """Return what JSON says where positions have names."""
    return {"named": True} if args.named else {}


def find_position(graph: GameGraph, text: str, option: str) -> Any:
    """Return the position of this name: a label that is this text, or is written so in Python.

    Raises
    ------
    UnknownPositionError
        If the graph has none; it names the option.
    """
    import os
    from contextlib import suppress

    from graphgame.errors import UnknownPositionError
    from graphgame.reading.texts import quoted

    with suppress(UnicodeError):  # a locale without UTF-8 reads other words as they are
        text = os.fsencode(text).decode() if not text.isprintable() else text
    for candidate in (text, position(text)):
        if candidate in graph:
            return candidate
    raise UnknownPositionError(f"{option}: expected a position of the game, got {quoted(text)}")


def position(text: str) -> Any:
    """Return the position that a text is: what Python reads as a number, a text or a tuple.

    Anything else is the text itself, as a board of three dots is.
    """
    import warnings
    from ast import literal_eval
    from contextlib import suppress

    with suppress(ValueError, SyntaxError, MemoryError, RecursionError), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # "1or 2" is a text, of which nobody has to be warned
        found = literal_eval(text)
        if isinstance(found, int | float | str | bytes | tuple):
            return found
    return text


def add_cells(parser: Any) -> None:
    """Add ``--wall`` and ``--exit``, other characters of a grid."""
    parser.add_argument(
        "--wall",
        default="",
        metavar="CHARS",
        help="other characters that are walls, beside * and #",
    )
    parser.add_argument(
        "--exit", default="", metavar="CHARS", help="other characters of exits, beside E"
    )


def read_grid(file: str, walls: str = "", exits: str = "") -> Grid:
    """Read grid text from a file, or from standard input where it is ``-``."""
    from graphgame.pursuit.grid import parse_grid

    return parse_grid(read_all(file), name(file), walls=walls, exits=exits)


def show_warnings() -> None:
    """Show warnings as lines of the command from now on."""
    import warnings

    def show(message: object, *_: object) -> None:
        if sys.stderr is not None:
            print(f"graphgame: warning: {message}", file=sys.stderr)

    warnings.showwarning = show  # type: ignore[assignment]


def read_all(file: str = "-") -> bytes:
    """Read the text of a file, or of standard input where it is ``-``, to its end.

    It is in UTF-8, and its lines end with LF.
    """
    with opened(file) as stream:  # a single read of it all would answer Ctrl-C too late
        return with_line_ends(b"".join(chunks(stream, name(file), _CHUNK)))


def read_lines(file: str = "-") -> Iterator[bytes]:
    """Read a file, or standard input where it is ``-``, in pieces of whole lines, as `read_all`.

    Where input comes faster than it is worked on, pieces have 64 KiB.
    """
    with opened(file) as stream:
        yield from line_pieces(stream, name(file), _CHUNK)


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


def integers(text: str, what: str, example: str = "1,2,3") -> list[int]:
    """Read integers with commas between them; `what` is the argument.

    Raises
    ------
    GraphGameError
        If one of them is none.
    """
    try:
        return [int(part) for part in text.split(",") if text.strip()]
    except ValueError:
        from graphgame.errors import GraphGameError

        parts = [part.strip() for part in text.split(",")]
        found = next(
            (word for word in map(no_integer, parts) if "digits" in word), no_integer(text)
        )
        raise GraphGameError(f"{what}: expected integers as in {example}, got {found}") from None


def no_integer(word: str) -> str:
    """Return what a word is that Python does not read as an integer, for an error message."""
    from graphgame.reading.texts import quoted

    digits = word.removeprefix("-")
    if (
        digits.isascii()
        and digits.isdigit()
        and len(digits) > (most := sys.get_int_max_str_digits())
    ):
        return f"one of {len(digits)} digits, more than {most}"
    return quoted(word)


# What files with these ends are, and what makes one.
_PICTURES = dict.fromkeys(
    ("png", "jpg", "jpeg", "gif", "webp", "pdf", "ps", "eps", "tif", "tiff", "bmp"),
    "rsvg-convert and inkscape make one of an SVG, and dot of Graphviz text",
)


def require_suffix(path: str, made: dict[str, str], what: str) -> None:
    """Refuse the name of a file for a picture or a page of another kind.

    Parameters
    ----------
    path : str
    made : dict of str to str
        The ends of names for what is made, and for what could be: how to ask for it, "" for none.
    what : str
        What is made.
    """
    from os.path import splitext

    suffix = splitext(path)[1][1:].lower()
    cure = made.get(suffix, _PICTURES.get(suffix, ""))
    if cure:
        from graphgame.errors import GraphGameError, shown_path

        wanted = " or ".join(f".{end}" for end, how in made.items() if not how)
        raise GraphGameError(
            f"-o: expected a name that ends in {wanted}, as {what} is made, got "
            f"{shown_path(path)}; {cure}"
        )


def require_other(option: str, output: str | None, *inputs: str | None) -> None:
    """Refuse to write over a file that is read: what is given to solve would be lost."""
    from os.path import exists, samefile

    if output is None or not exists(output):
        return
    for file in inputs:
        if file and file != "-" and exists(file) and samefile(output, file):
            from graphgame.errors import GraphGameError, shown_path

            raise GraphGameError(
                f"{option}: expected another file than {shown_path(file)}, which is read, got the "
                "same"
            )


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
