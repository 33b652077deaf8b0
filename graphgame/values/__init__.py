"""Grundy values and loopy values of positions, nimbers, and sums of games.

May import: the top, `drawing`, `graphs`, `rules`, `answers`, `solving`.

Files::

    grundy.py         `grundy` and `loopy_grundy`
    values.py         `GrundyValues`, and what it shares with `LoopyValues`
    loopy_values.py   `LoopyValues`
    impartial.py      the impartial game of a graph; warn where positions say who moves
    arithmetic.py     `Nimber`, finite or loopy; mex, nim sums, nim products and inverses
    verify.py         the certificates of Grundy and loopy values
    _grundy.pyx       Grundy values of games without cycles, and of components; a short cycle
    _loopy.pyx        loopy values
    _nimber.pyx       nim products and inverses; the mex of rows

    # sums
    sums.py           `game_sum`: a sum of games as one graph
    sum_values.py     `SumValues`: rules whose options are sums
    sum_sources.py    values of components: all of them, by search, or from a file
    verify_sums.py    the certificate of `SumValues`
    _sum_search.pyx   the value of one component, and of others only where needed
"""

# Which class loads the files of which format, by the kind; see `graphgame.graphs.form`.
FORMS: dict[str, str | dict[str, str]] = {
    "graphgame values": {"grundy": "values.GrundyValues", "loopy": "loopy_values.LoopyValues"},
    "graphgame sums": "sum_values.SumValues",
}
