"""Read and write graph text."""

from __future__ import annotations

import os

from graphgame.arrays import types
from graphgame.errors import GraphGameError
from graphgame.graphs.graph import GameGraph
from graphgame.progress import Report
from graphgame.reading.incoming import chunks
from graphgame.text._scan import GraphScanner, ScanError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


def read_graph(
    file: types.File,
    *,
    base: int = 1,
    source: str | None = None,
    progress: types.ProgressLike = False,
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
    progress : bool or callable
        Show on standard error how many edges are read, or call this with a `Progress`, every
        256 KiB.

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
        rest = b""
        with Report(progress) as report:
            for chunk in chunks(file, name):
                text = rest + chunk
                rest = text[scanner.feed(text) :]
                if report is not None:
                    said = "reading: {done:,} of {total:,} edges"
                    report.step("reading", *scanner.progress, "edges", said)
        scanner.finish(rest)
    except OSError as error:
        if error.filename is None:  # open names the file, read does not
            error.filename = name
        raise
    except ScanError as error:
        from graphgame.reading.texts import refusal

        raise refusal(error, name) from None
    edges = scanner.edges
    return GameGraph._from_checked(
        scanner.n, len(edges), edges=edges, presets=scanner.presets, owner=scanner.owners
    )


def _check_base(base: object) -> None:
    is_bool = isinstance(base, bool) or getattr(base, "dtype", None) == "bool"
    if is_bool or base not in (0, 1):
        raise GraphGameError(f"base: expected 0 or 1, got {base!r}")


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
    Owners are written as lines ``v OWNER 0`` or ``v OWNER 1``.  O(n + m) time, one block of edges
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
    from graphgame.archive import writing

    with writing(file) as opened:
        for block in _graph_text(graph, base):
            opened.write(block)


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
