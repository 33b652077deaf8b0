"""Grundy values and loopy values of positions, nimbers, and sums of games.

May import: the top, `drawing`, `playing`, `graphs`, `rules`, `answers`, `solving`.

Files::

    grundy.py         `grundy` and `loopy_grundy`
    values.py         `GrundyValues`, and what it shares with `LoopyValues`
    loopy_values.py   `LoopyValues`
    pages.py          pages of sums of positions
    misere.py         the outcomes of all sums that some components lead to, in misère play
    impartial.py      the impartial game of a graph; warn where positions say who moves
    arithmetic.py     `Nimber`, finite or loopy; mex, nim sums, nim products and inverses
    verify.py         the certificates of Grundy and loopy values
    _grundy.pyx       Grundy values of games without cycles, and of components; a short cycle
    _loopy.pyx        loopy values
    _nimber.pyx       nim products and inverses; the mex of rows

    # the room below
    sums/             sums of impartial games: as graphs, and by the values of their components
"""

# Which class loads the files of which format, by the kind; see `graphgame.graphs.form`.
FORMS: dict[str, str | dict[str, str]] = {
    "graphgame values": {"grundy": "values.GrundyValues", "loopy": "loopy_values.LoopyValues"},
    "graphgame sums": "sums.sum_values.SumValues",
}
