"""Games that are played with heaps: values, periods, and their certificates.

May import: the top, `drawing`, `playing`, `graphs`, `rules`, `solving`, `values`.

Files::

    # games
    catalogue.py            `octal`, `subtraction`, `taking` and the games with a name
    game.py                 `HeapGame`: values, outcomes, moves, periods; and its files
    display.py              pictures, plots and pages of a game
    graphs.py               heap games as game graphs
    table.py                the table of values, and the period that continues it

    # periods and forms
    periods.py              `Period`, and how a table is searched for one
    survey.py               `SparseSpace`; standard forms of octal codes
    _periods.pyx            find the least period; continue a table

    # certificates
    verify.py               the certificate of tables and periods
    verify_arithmetic.py    of periods with a saltus

    # rooms below
    misere/                 misère play: outcomes, genera and quotients
    rules/                  rules of heap games, and the kernels of their values
"""

# Which class loads the files of which format; see `graphgame.graphs.form`.
FORMS = {
    "graphgame heap game": "game.HeapGame",
}
