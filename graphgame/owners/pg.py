"""`read_pg` and `write_pg`: parity games in PGSolver's format."""

from __future__ import annotations

from graphgame.arrays import types
from graphgame.errors import GraphGameError
from graphgame.owners.parity import ParityGame
from graphgame.owners.pg_text import read_game, write_game


def read_pg(
    file: types.File, *, source: str | None = None, labels: bool = True
) -> ParityGame[types.Anything]:
    r"""Read a parity game in PGSolver's format.

    The text is ``parity N;``, perhaps ``start v;``, then ``id priority owner s1,s2 "label";`` for
    each vertex, in any order.  N is the greatest id or the number of vertices; the header may be
    absent.

    Parameters
    ----------
    file : path or binary file
    source : str, optional
        The name of the text in error messages; by default the path.
    labels : bool
        Whether positions are called by their labels, those without a label by their ids.  Where two
        labels are equal, or one is no UTF-8, all positions are called by their ids.

    Returns
    -------
    ParityGame

    Raises
    ------
    ParseError
        If the text breaks the format: file, line, column, what was expected and what was found.
    OSError
        If the file cannot be read.

    See Also
    --------
    write_pg, ParityGame

    Notes
    -----
    O(length) time where ids ascend.  Memory grows with what has been read, not with what a header
    announces: 21 bytes a vertex and 4 an edge, at most three times that while reading.

    Examples
    --------
    >>> import io
    >>> game = read_pg(io.BytesIO(b'parity 1;\n0 2 0 1 "a";\n1 1 1 0,1 "b";\n'))
    >>> game, game.solve().winner("a")
    (ParityGame(n=2, m=3, priorities from 1 to 2, labelled), 1)
    """
    return ParityGame._from_checked(*read_game(file, source=source, labels=labels))


def write_pg(game: ParityGame[types.P], file: types.File, *, labels: bool = True) -> None:
    r"""Write a parity game in PGSolver's format.

    Parameters
    ----------
    game : ParityGame
        Positions are written as their indices.  The format has no dead ends: a position without
        options becomes a self-loop of the priority 0 or 1 that its owner loses.
    file : path or binary file
        A path is replaced in one step: a failure leaves the old file whole.
    labels : bool
        Whether to write the labels, where there are some, as text.  Those that are no text before
        are text when the file is read.

    Raises
    ------
    GraphGameError
        If `game` is not a ParityGame, or has no position, which the format cannot say; or if there
        is a quotation mark in a label.
    OSError
        If the file cannot be written.

    See Also
    --------
    read_pg

    Examples
    --------
    >>> import io
    >>> import graphgame as gg
    >>> text = io.BytesIO()
    >>> gg.write_pg(gg.ParityGame([(0, 1), (0, 0)], [0, 1], [3, 5]), text)
    >>> text.getvalue()
    b'parity 1;\n0 3 0 1,0;\n1 0 1 1;\n'
    >>> text = io.BytesIO()
    >>> gg.write_pg(gg.ParityGame({"a": ["b"], "b": ["a"]}, [0, 1], [3, 5]), text)
    >>> text.getvalue()
    b'parity 1;\n0 3 0 1 "a";\n1 5 1 0 "b";\n'
    """
    if not isinstance(game, ParityGame):
        raise GraphGameError(f"game: expected a ParityGame, got {type(game).__name__}")
    if not game.n:
        raise GraphGameError("game: expected at least one position, which the format needs")
    write_game(game, file, labels=labels)
