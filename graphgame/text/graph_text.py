"""Read and write graphs; graph text here, the other formats through `formats`."""

from __future__ import annotations

import os
from itertools import chain

from graphgame.arrays import types
from graphgame.errors import GraphGameError, advised, require_graph, shown_path
from graphgame.graphs.graph import GameGraph
from graphgame.progress import Report
from graphgame.reading.incoming import chunks
from graphgame.text._scan import GraphScanner, ScanError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any, TypeVar

    S = TypeVar("S", bound=GraphScanner)


# The formats beside graph text, by the ends of the names of files; `formats` beside this module
# tells them by their first bytes.
_SUFFIXES = {
    "edges": "edges",
    "edgelist": "edges",
    "el": "edges",
    "csv": "csv",
    "tsv": "tsv",
    "json": "json",
    "dot": "dot",
    "gv": "dot",
    "graphml": "graphml",
    "gml": "gml",
}
_COMPRESSED = ("gz", "bz2", "xz")
FORMATS = ("text", *dict.fromkeys(_SUFFIXES.values()))


@advised
def read_graph(
    file: types.File,
    format: str | None = None,  # noqa: A002 -- the word that everybody uses for it
    *,
    base: int = 1,
    source: str | None = None,
    progress: types.ProgressLike = False,
) -> GameGraph[types.Anything]:
    r"""Read a graph from a file: graph text, an edge list, CSV, JSON, DOT, GraphML or GML.

    Graph text is ``n m``, then m lines ``u v``, then lines ``v WIN|LOSE|DRAW|TIE``.  Among the last
    ones may stand lines ``v OWNER 0`` and ``v OWNER 1``, one for every position or none: who moves
    there.  Blank lines may stand anywhere, and comments from ``#`` to the end of a line.  What the
    other formats hold is in docs/formats.md.  Each may be compressed by gzip, bz2 or xz.

    Parameters
    ----------
    file : path or binary file
    format : {"text", "edges", "csv", "tsv", "json", "dot", "graphml", "gml"}, optional
        By default the end of the name decides, such as ``.csv`` or ``.csv.gz``; where it says
        nothing, the first bytes.  What begins with a number is graph text.
    base : {1, 0}
        The number of the first position in graph text.  In the graph it is always 0.  Positions
        of other formats have names, and keep them.
    source : str, optional
        The name of the text in error messages; by default the path.
    progress : bool or callable
        Show on standard error how many edges of graph text are read, or call this with a
        `Progress`, every 256 KiB.

    Returns
    -------
    GameGraph
        Of graph text without labels, of the others labelled.

    Raises
    ------
    ParseError
        If the text breaks the format: file, line, column, what was expected and what was found.
    GraphGameError
        If `file` is neither a path nor a binary file, such as the text itself; if the text fits
        two formats, or has priorities, scores, probabilities or points, which other calls read; or
        if pydot is missing, which reads DOT.
    OSError
        If the file cannot be read.

    See Also
    --------
    write_graph, read_pg, read_scores
    read_chance : Graphs with probabilities, points and scores.

    Notes
    -----
    O(length) time.  Graph text is read in chunks: 8 bytes per edge, and up to 16 while reading.
    Texts of other formats are in memory as a whole meanwhile; an edge list of integers takes 16
    bytes per edge beside it.

    Examples
    --------
    >>> import io
    >>> read_graph(io.BytesIO(b"3 2\n1 2\n2 3\n3 DRAW"))
    GameGraph(n=3, m=2, with preset outcomes)
    >>> read_graph(io.BytesIO(b"a b\nb c\n")).options("a")
    ['b']
    """
    graph, values = read_parts(file, format, base=base, source=source, progress=progress)
    if values:
        from graphgame.text.carried import refuse_values

        refuse_values(values, source or file_name(file))
    return graph


@advised
def read_scores(
    file: types.File,
    format: str | None = None,  # noqa: A002 -- as in read_graph
    *,
    source: str | None = None,
) -> tuple[GameGraph[types.Anything], dict[types.Anything, int]]:
    r"""Read a graph and the scores of its terminals, for `solve_scores`.

    Parameters
    ----------
    file, format, source
        As of `read_graph`; graph text and edge lists have no scores.

    Returns
    -------
    graph : GameGraph
    scores : dict of position to int
        The attribute, or the column, "score" of each position that has one.

    Raises
    ------
    GraphGameError
        As `read_graph`; or if no position has a score, or some have priorities.
    OSError
        If the file cannot be read.

    See Also
    --------
    read_graph, write_graph, solve_scores

    Examples
    --------
    >>> import io
    >>> import graphgame as gg
    >>> table = b"source,target,score\na,b,\na,c,\nb,,-2\nc,,3\n"
    >>> graph, scores = gg.read_scores(io.BytesIO(table))
    >>> scores, gg.solve_scores(graph, scores).score("a")
    ({'b': -2, 'c': 3}, 2)
    """
    from graphgame.text.carried import PRIORITY, SCORE, refuse_values

    graph, values = read_parts(file, format, source=source)
    name = source or file_name(file)
    if PRIORITY in values:
        refuse_values({PRIORITY: values[PRIORITY]}, name)
    if SCORE not in values:
        raise GraphGameError(
            f"{shown_path(name)}: expected scores, an attribute or a column 'score', got none"
        )
    return graph, values[SCORE]


def read_parts(
    file: types.File,
    format: str | None = None,  # noqa: A002 -- as in read_graph
    *,
    base: int = 1,
    source: str | None = None,
    progress: types.ProgressLike = False,
) -> tuple[GameGraph[Any], dict[str, dict[Any, Any]]]:
    """Read a graph as `read_graph` does, and its priorities and scores, by position."""
    check_base(base)
    if format is not None and format not in FORMATS:
        raise GraphGameError(f"format: expected one of {', '.join(FORMATS)}, got {format!r}")
    if isinstance(file, str | os.PathLike):
        from graphgame import checks

        with checks.open_text(file) as opened:
            return read_parts(
                opened, format, base=base, source=source or os.fspath(file), progress=progress
            )
    name = source or file_name(file)
    try:
        told, pieces = (
            (format, chunks(file, name)) if format else find_format(chunks(file, name), name)
        )
        if told == "text":
            return _read_text(pieces, name, base, progress, asked=format is not None), {}
        from graphgame.text.formats import read

        return read(told, pieces, name, base, asked=format is not None)
    except OSError as error:
        if error.filename is None:  # open names the file, read does not
            error.filename = name
        raise


def file_name(file: Any) -> str:
    """Return what errors call a file."""
    if isinstance(file, str | os.PathLike):
        return os.fspath(file)
    return str(getattr(file, "name", "<text>"))


def format_by_name(name: str) -> str | None:
    """Return the format that the end of the name of a file says; None where it says none."""
    stem, _, end = name.lower().rpartition(".")
    if end in _COMPRESSED:
        end = stem.rpartition(".")[2]
    return _SUFFIXES.get(end)


def find_format(pieces: Iterator[bytes], name: str) -> tuple[str, Iterator[bytes]]:
    """Return the format that the name of a text, or its first bytes, say; and the whole text."""
    if told := format_by_name(name):
        return told, pieces
    head = next(pieces, b"")
    rest = head.replace(b"\r", b"\n").lstrip()  # with either ends a comment
    while rest[:1] == b"#":
        rest = rest[rest.find(b"\n") + 1 or len(rest) :].lstrip()
    if rest[:1].isdigit():  # whatever it is, nothing but graph text is guessed
        return "text", chain([head], pieces)
    from graphgame.text.formats import told_by_bytes

    return told_by_bytes(head, pieces)


def _read_text(
    pieces: Iterator[bytes], name: str, base: int, progress: types.ProgressLike, *, asked: bool
) -> GameGraph[int]:
    """Read graph text; `asked` says whether the caller named this format."""

    def cure(error: ScanError) -> str:
        from graphgame.text.formats import cure

        return cure(error, edges=not asked and base == 1)

    scanner = scanned(GraphScanner(base), pieces, name, progress, cure)
    edges = scanner.edges
    return GameGraph._from_checked(
        scanner.n, len(edges), edges=edges, presets=scanner.presets, owner=scanner.owners
    )


def scanned(
    scanner: S,
    pieces: Iterator[bytes],
    name: str,
    progress: types.ProgressLike,
    cure: Callable[[ScanError], str] | None = None,
) -> S:
    """Scan a text, and return the scanner of graph text that did it.

    Parameters
    ----------
    scanner : GraphScanner
    pieces : iterator of bytes
    name : str
        What errors call the text.
    progress : bool or callable
    cure : callable, optional
        Returns what may help against an error.
    """
    try:
        rest = b""
        with Report(progress) as report:
            for chunk in pieces:
                text = rest + chunk
                rest = text[scanner.feed(text) :]
                if report is not None:
                    said = "reading: {done:,} of {total:,} edges"
                    report.step("reading", *scanner.progress, "edges", said)
        scanner.finish(rest)
    except ScanError as error:
        from graphgame.reading.texts import refusal

        refused = refusal(error, name)
        if cure is not None:
            refused.cure = cure(error)
        raise refused from None
    return scanner


def check_base(base: object) -> None:
    """Refuse a number of the first position that is neither 0 nor 1."""
    is_bool = isinstance(base, bool) or getattr(base, "dtype", None) == "bool"
    if is_bool or base not in (0, 1):
        raise GraphGameError(f"base: expected 0 or 1, got {base!r}")


@advised
def write_graph(
    graph: GameGraph[types.P],
    file: types.File,
    format: str | None = None,  # noqa: A002 -- as in read_graph
    *,
    base: int = 1,
    priority: types.Anything = None,
    scores: types.Anything = None,
) -> None:
    r"""Write a graph in a format that `read_graph` and the command read.

    Parameters
    ----------
    graph : GameGraph
        In graph text positions are their indices, plus `base`, without labels.  In the other
        formats they are called by their labels, and have their presets and owners.  Of a graph of
        classes, these are the representatives.
    file : path or binary file
        A path is replaced in one step: a failure leaves the old file whole.  Where it ends with
        ``.gz``, ``.bz2`` or ``.xz``, it is compressed.
    format : {"text", "edges", "csv", "tsv", "json", "dot", "graphml", "gml"}, optional
        By default the end of the path decides; where it says nothing, it is graph text.
    base : {1, 0}
        The number of the first position in graph text.
    priority
        A priority for each position, for formats with attributes; as of `ParityGame`.
    scores
        Scores, for formats with attributes; as of `solve_scores`.

    Raises
    ------
    GraphGameError
        If `graph` is not a GameGraph, `base` neither 0 nor 1, or `file` neither a path nor a binary
        file; or if the graph has what the format cannot say.
    OSError
        If the file cannot be written.

    See Also
    --------
    read_graph, write_pg

    Notes
    -----
    Owners are written in graph text as lines ``v OWNER 0`` or ``v OWNER 1``.  O(n + m) time, one
    block of edges at a time; formats with labels take the names of all positions beside that.

    Examples
    --------
    >>> import io
    >>> text = io.BytesIO()
    >>> from graphgame.graphs.graph import GameGraph
    >>> write_graph(GameGraph.from_edges([(0, 1), (1, 2)]).with_presets({2: 0}), text)
    >>> text.getvalue()
    b'3 2\n1 2\n2 3\n3 DRAW\n'
    """
    check_base(base)
    require_graph(graph)
    if format is not None and format not in FORMATS:
        raise GraphGameError(f"format: expected one of {', '.join(FORMATS)}, got {format!r}")
    path = os.fspath(file) if isinstance(file, str | os.PathLike) else ""
    chosen = format or format_by_name(path) or "text"
    blocks = _blocks(graph, chosen, base, priority, scores)
    if is_compressed(path):
        from graphgame.text.formats import compressed

        blocks = compressed(blocks, path.lower())
    from graphgame.archive import writing

    with writing(file) as opened:
        for block in blocks:
            opened.write(block)


def is_compressed(path: str) -> bool:
    """Return whether a file of this name is written compressed."""
    return path.lower().endswith(_COMPRESSED)


def _blocks(
    graph: GameGraph[Any],
    format: str,  # noqa: A002 -- as in read_graph
    base: int,
    priority: Any,
    scores: Any,
) -> Iterator[bytes]:
    """Return the text of a graph in blocks; refuse what the format cannot say."""
    if format == "text":
        if graph.preset_remoteness is not None:
            raise GraphGameError(
                "graph: expected one without preset_remoteness, which graph text does not have; "
                "Solution.save keeps them"
            )
        if priority is not None or scores is not None:
            raise GraphGameError(
                "priority and scores: expected none, which graph text does not have; the format "
                "'json' keeps them"
            )
        return _graph_text(graph, base)
    if base != 1:
        raise GraphGameError(
            f"base: expected none with format {format!r}, whose positions have names, got {base}"
        )
    from graphgame.text.carried import value_columns
    from graphgame.text.formats import graph_blocks

    return graph_blocks(graph, format, value_columns(graph, priority, scores))


def _graph_text(graph: GameGraph[types.P], base: int) -> Iterator[bytes]:
    import numpy as np

    from graphgame.text import _print
    from graphgame.text.results import blocks

    yield f"{graph.n} {graph.m}\n".encode()
    for columns in graph.edge_blocks():
        pairs = np.column_stack(columns)
        yield from blocks(
            len(pairs),
            lambda out, start, pairs=pairs: _print.put_pairs(out, pairs, base, start),  # type: ignore[misc]
        )
    presets = graph.presets
    if presets is not None:
        yield from blocks(graph.n, lambda out, start: _print.put_presets(out, presets, base, start))
    owner = graph.owner
    if owner is not None:
        yield from blocks(graph.n, lambda out, start: _print.put_owners(out, owner, base, start))
