"""Read and write graph text."""

from __future__ import annotations

import os

from graphgame.arrays import types
from graphgame.errors import GraphGameError, ParseError
from graphgame.graphs.graph import GameGraph
from graphgame.text._scan import GraphScanner, ScanError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import IO

# Bytes read at a time: the chunk and its edges stay in the L2 cache.
_CHUNK = 1 << 18


def read_graph(
    file: types.File,
    *,
    base: int = 1,
    source: str | None = None,
    progress: types.Progress | None = None,
) -> GameGraph[int]:
    r"""Read graph text: ``n m``, then m lines ``u v``, then lines ``v WIN|LOSE|DRAW|TIE``.

    Among the last ones may stand lines ``v OWNER 0`` and ``v OWNER 1``, one for every position or
    none: who moves there.  Blank lines may stand anywhere, and comments from ``#`` to the end of a
    line.

    Parameters
    ----------
    file : path or binary file
    base : {1, 0}
        The number of the first position in the text.  In the graph it is always 0.
    source : str, optional
        The name of the text in error messages; by default the path.
    progress : callable, optional
        Called with the number of edges read so far and the number announced, every 256 KiB.

    Returns
    -------
    GameGraph

    Raises
    ------
    ParseError
        If the text breaks the format: file, line, column, what was expected and what was found.
    GraphGameError
        If `file` is neither a path nor a binary file, such as the text itself.
    OSError
        If the file cannot be read.

    See Also
    --------
    write_graph

    Notes
    -----
    O(length) time.  The text is read in chunks: 8 bytes per edge, and up to 16 while reading.

    Examples
    --------
    >>> import io
    >>> read_graph(io.BytesIO(b"3 2\n1 2\n2 3\n3 DRAW"))
    GameGraph(n=3, m=2, with preset outcomes)
    """
    _check_base(base)
    if isinstance(file, str | os.PathLike):
        from graphgame import checks

        with checks.open_text(file) as opened:
            return read_graph(
                opened, base=base, source=source or os.fspath(file), progress=progress
            )
    scanner = GraphScanner(base)
    name = source or str(getattr(file, "name", "<text>"))
    try:
        _feed(scanner, file, progress)
    except OSError as error:
        if error.filename is None:  # open names the file, read does not
            error.filename = name
        raise
    except ScanError as error:
        where = error.line, error.column, error.expected, error.found
        raise ParseError(name, *where) from None
    edges = scanner.edges
    return GameGraph._from_checked(
        scanner.n, len(edges), edges=edges, presets=scanner.presets, movers=scanner.owners
    )


def _check_base(base: object) -> None:
    is_bool = isinstance(base, bool) or getattr(base, "dtype", None) == "bool"
    if is_bool or base not in (0, 1):
        raise GraphGameError(f"base: expected 0 or 1, got {base!r}")


def _feed(scanner: GraphScanner, file: IO[bytes], progress: types.Progress | None) -> None:
    """Pass a file to the scanner chunk by chunk, without a byte order mark."""
    rest = b""
    beginning = True
    while chunk := _read(file):
        chunk = rest + chunk
        if beginning and not chunk[:1].isascii():  # it may begin with a mark
            from graphgame import checks

            if len(chunk) < len(checks.BYTE_ORDER_MARK):
                rest = chunk
                continue
            chunk = checks.without_mark(chunk)
        beginning = False
        rest = chunk[scanner.feed(chunk) :]
        if progress is not None:
            progress(*scanner.progress)
    scanner.finish(rest)


def _read(file: IO[bytes]) -> bytes:
    read = getattr(file, "read", None)
    chunk: object = b"" if read is None else read(_CHUNK)
    if chunk is None:
        from errno import EAGAIN

        raise BlockingIOError(EAGAIN, "expected a file that waits for its data")
    if read is None or not isinstance(chunk, bytes):
        raise GraphGameError(f"file: expected a path or a binary file, got {file!r}")
    return chunk


def write_graph(graph: GameGraph[types.P], file: types.File, *, base: int = 1) -> None:
    r"""Write a graph as graph text, which `read_graph` and the command read.

    Parameters
    ----------
    graph : GameGraph
        Positions are written as their indices, plus `base`; labels are not written.
    file : path or binary file
        A path is replaced in one step: a failure leaves the old file whole.
    base : {1, 0}
        The number of the first position in the text.

    Raises
    ------
    GraphGameError
        If `graph` is not a GameGraph, `base` neither 0 nor 1, or `file` neither a path nor a binary
        file; or if the graph has what text cannot say: presets of a remoteness.
    OSError
        If the file cannot be written.

    See Also
    --------
    read_graph

    Notes
    -----
    Movers are written as lines ``v OWNER 0`` or ``v OWNER 1``.  O(n + m) time, one block of edges
    at a time.

    Examples
    --------
    >>> import io
    >>> text = io.BytesIO()
    >>> from graphgame.graphs.graph import GameGraph
    >>> write_graph(GameGraph.from_edges([(0, 1), (1, 2)]).with_presets({2: 0}), text)
    >>> text.getvalue()
    b'3 2\n1 2\n2 3\n3 DRAW\n'
    """
    _check_base(base)
    if not hasattr(graph, "edge_blocks"):
        raise GraphGameError(f"graph: expected a GameGraph, got {type(graph).__name__}")
    if graph.preset_remoteness is not None:
        raise GraphGameError(
            "graph: expected one without preset_remoteness, which graph text does not have; "
            "Solution.save keeps them"
        )
    if isinstance(file, str | os.PathLike):
        from graphgame.archive import replacing

        with replacing(file) as opened:
            write_graph(graph, opened, base=base)
        return
    from graphgame import checks

    checks.binary_file(file, "write")
    for block in _graph_text(graph, base):
        file.write(block)


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
    movers = graph.movers
    if movers is not None:
        yield from blocks(graph.n, lambda out, start: _print.put_owners(out, movers, base, start))
