"""The formats of graphs beside graph text: told by their first bytes, read, and written."""

from __future__ import annotations

import re
from itertools import chain

from graphgame.errors import GraphGameError, ParseError, shown_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from typing import Any

    from graphgame.graphs.graph import GameGraph
    from graphgame.text.carried import Found
    from graphgame.text.chance_formats import BesideMoves

# Bytes of a text that are looked at: beyond them only graph text may say nothing yet.
_HEAD = 1 << 16
# What a text begins with, beside blanks and lines of comments.
_CONTENT = re.compile(rb"(?:[ \t\r\n]|#[^\r\n]*(?:[\r\n]|\Z))*")
_LINE = re.compile(rb"([^\r\n#]*)([\r\n#]|\Z)")
_DOT = re.compile(rb"(?:strict\s+)?(?:di)?graph\b[^\[{;,]*\{|//|/\*", re.IGNORECASE)
_GML = re.compile(rb"graph\s*\[|(?:Creator|Version|Comment)\s+[\"0-9]", re.IGNORECASE)
# Words that begin DOT or GML, and that more lines may tell.
_GRAPH_WORD = re.compile(rb"(?:strict|graph|digraph|creator|version|comment)\b", re.IGNORECASE)
# What stands behind a move in games of chance.
_NUMBER = re.compile(rb"POINTS\Z|[0-9]|\.[0-9]")
# Two names that no number begins, with blanks or a comma between them.
_NAMES = re.compile(
    rb"[A-Za-z_\x80-\xff][^\s,]*(?:[ \t]*,[ \t]*|[ \t]+)[A-Za-z_\x80-\xff][^\s,]*\s*"
)


def told_by_bytes(head: bytes, pieces: Iterator[bytes]) -> tuple[str, Iterator[bytes]]:
    """Return the format of a text that no number begins, by its first bytes; and the whole text.

    Parameters
    ----------
    head : bytes
        The first piece.
    pieces : iterator of bytes
        The others.

    Returns
    -------
    format : str
        "text" where nothing is known: its reader says what it expects.
    pieces : iterator of bytes
    """
    while (found := _told(head)) is None:
        piece = b"" if len(head) > _HEAD else next(pieces, b"")
        if not piece:
            found = _told(head, whole=True) or "text"
            break
        head += piece
    return found, chain([head], pieces)


def _told(head: bytes, *, whole: bool = False) -> str | None:
    """Return the format that the first bytes of a text say, None where more of them may tell."""
    start = _match(_CONTENT, head, 0).end()
    first = head[start : start + 1]
    if first in b"{[" and first:
        return "json"
    if first == b"<":
        return "graphml"
    if first.isdigit():  # in the first piece were comments alone
        return "text"
    for pattern, told in ((_DOT, "dot"), (_GML, "gml")):
        if pattern.match(head, start):
            return told
    line = _match(_LINE, head, start)
    ends = whole or line.end() < len(head) or bool(line[2])
    if not first or not ends or (_GRAPH_WORD.match(head, start) and not whole):
        return None
    for separator, told in ((b",", "csv"), (b";", "csv"), (b"\t", "tsv")):
        if separator in line[1] and _is_header(line[1].split(separator)):
            return told
    return "edges" if _NAMES.fullmatch(line[1]) else "text"


def _match(pattern: re.Pattern[bytes], text: bytes, start: int) -> re.Match[bytes]:
    found = pattern.match(text, start)
    assert found is not None, "the pattern fits the empty text"
    return found


def _separator(text: bytes, source: str, format: str) -> str:  # noqa: A002 -- as in read_graph
    """Return what separates the cells of a table: semicolons, where the header is one with them."""
    if format == "tsv":
        return "\t"
    line = _match(_LINE, text, _match(_CONTENT, text, 0).end())[1]
    if b";" not in line or not _is_header(line.split(b";")):
        return ","
    if b"," in line and _is_header(line.split(b",")):
        said = repr(line.decode(errors="replace"))
        raise ParseError(source, 1, 1, "a header with commas or with semicolons, not both", said)
    return ";"


def _is_header(cells: list[bytes]) -> bool:
    from graphgame.text.edge_table import find_ends

    names = [cell.decode(errors="replace").strip().strip('"') for cell in cells]
    try:
        return find_ends(names) is not None
    except GraphGameError:
        return False


def cure(error: Any, *, edges: bool) -> str:
    """Return what may help against an error in a text that was taken for graph text.

    Parameters
    ----------
    error : ScanError
    edges : bool
        Whether it may be an edge list.
    """
    found = error.found if isinstance(error.found, bytes) else b""
    is_beside = "the end of the line after edge" in error.expected and _NUMBER.match(found)
    if is_beside or (found in (b"CHANCE", b"SCORE") and "WIN, LOSE" in error.expected):
        return (
            "read_chance (graphgame chance) reads games of chance, with probabilities and points "
            "behind moves"
        )
    if found == b"parity" and "a first line" in error.expected:
        return "read_pg (graphgame parity) reads parity games"
    if not edges:
        return ""
    is_more = found.isdigit() and "WIN, LOSE" in error.expected
    is_other = "a first line" in error.expected and found
    if is_more or is_other or " of edge " in error.expected:
        return "format='edges' (--format edges) takes each line 'a b' for an edge"
    return ""


# -- read -----------------------------------------------------------------------------------------


def read(
    format: str,  # noqa: A002 -- as in read_graph
    pieces: Iterable[bytes],
    source: str,
    base: int,
    *,
    asked: bool,
    beside: BesideMoves | None = None,
) -> Found:
    """Read a text in one of these formats.

    Parameters
    ----------
    format : str
        One of `graph_text.FORMATS`, but not graph text.
    pieces : iterable of bytes
    source : str
        The name of the text in errors.
    base : int
        Refused unless it is 1: positions have names.
    asked : bool
        Whether the caller named the format.
    beside : BesideMoves, optional
        Takes what the text says of a game of chance, which is refused without it.

    Raises
    ------
    GraphGameError
        If the text breaks the format.
    """
    if base != 1:
        raise GraphGameError(
            f"base: expected none with format {format!r}, whose positions have names, got {base}"
        )
    from graphgame.reading.incoming import with_line_ends

    text = with_line_ends(b"".join(pieces))
    try:
        graph, values = _read(format, text, source, asked=asked, beside=beside)
    except ParseError:
        raise
    except GraphGameError as error:
        message = str(error)
        if message.startswith(f"{shown_path(source)}: "):
            raise
        raise GraphGameError(f"{shown_path(source)}: {message}") from None
    return graph if graph.labels is not None else graph._counted_from(0), values


def _read(
    format: str,  # noqa: A002 -- as in read_graph
    text: bytes,
    source: str,
    *,
    asked: bool,
    beside: BesideMoves | None,
) -> Found:
    if format == "edges":
        from graphgame.text.edge_list import read_edge_list

        return read_edge_list(text, source, asked=asked), {}
    if format in ("csv", "tsv"):
        from graphgame.text.edge_table import read_table

        return read_table(text, source, _separator(text, source, format), beside)
    if format == "graphml":
        from graphgame.text.graphml import read_graphml

        return read_graphml(text, source, beside)
    if format == "gml":
        from graphgame.text.gml import read_gml

        return read_gml(text, source, beside)
    from graphgame.text.names import decode

    decoded = decode(text, source)
    if format == "json":
        from graphgame.text.graph_json import read_json

        return read_json(decoded, source, beside)
    from graphgame.text.dot import read_dot

    return read_dot(decoded, source, beside)


# -- write ----------------------------------------------------------------------------------------


def graph_blocks(
    graph: GameGraph[Any],
    format: str,  # noqa: A002 -- as in read_graph
    values: Mapping[str, Any],
    beside: Mapping[str, list[Any]] | None = None,
) -> Iterator[bytes]:
    """Yield a graph, with values of positions by index, in one of these formats.

    Parameters
    ----------
    graph : GameGraph
    format : str
    values : mapping of str to list
        Priorities, scores, owners.
    beside : mapping of str to list, optional
        Numbers beside moves, in the order in which these were given; None where there is none.

    Raises
    ------
    GraphGameError
        If the format cannot say what the graph has.
    """
    if format == "edges":
        from graphgame.text.edge_list import edge_list_blocks

        return edge_list_blocks(graph, values)
    if format in ("csv", "tsv"):
        from graphgame.text.edge_table import table_blocks

        return table_blocks(graph, values, "," if format == "csv" else "\t", beside or {})
    if format == "json":
        from graphgame.text.graph_json import json_blocks

        return json_blocks(graph, values, beside or {})
    if format == "graphml":
        from graphgame.text.graphml import graphml_blocks

        return graphml_blocks(graph, values, beside or {})
    if format == "gml":
        from graphgame.text.gml import gml_blocks

        return gml_blocks(graph, values, beside or {})
    from graphgame.text.dot import dot_blocks

    return dot_blocks(graph, values, beside or {})


def compressed(blocks: Iterator[bytes], name: str) -> Iterator[bytes]:
    """Yield blocks as they are, or compressed where the end of a name says so."""
    machine: Any = None
    if name.endswith(".gz"):
        import zlib

        machine = zlib.compressobj(wbits=31)
    elif name.endswith(".bz2"):
        import bz2

        machine = bz2.BZ2Compressor()
    elif name.endswith(".xz"):
        import lzma

        machine = lzma.LZMACompressor()
    if machine is None:
        yield from blocks
        return
    for block in blocks:
        yield machine.compress(block)
    yield machine.flush()
