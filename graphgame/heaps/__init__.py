"""Games that are played with heaps: values, periods, and their certificates.

May import: the top, `drawing`, `playing`, `graphs`, `rules`, `solving`, `values`.

Files::

    # games
    catalogue.py            `octal`, `subtraction`, `taking` and the games with a name
    game.py                 `HeapGame`: values, outcomes, moves, periods; and its files
    display.py              pictures, plots and pages of a game
    graphs.py               heap games as game graphs
    table.py                the table of values, and the period that continues it

    # rules
    codes.py                rules from what users write: sets of numbers, and codes
    rules.py                the interface of rules; taking numbers of a set, or all but a few
    splitting.py            rules of a code: how many heaps may be left
    breaking.py             codes with any digits, and their rule
    own.py                  rules of a function of one heap
    _taking.pyx             values where heaps only shrink
    _taking.h               its inner loop
    _splitting.pyx          values where heaps split, in two, three or more
    _sparse.pyx             values where heaps split in two, by the sparse-space method

    # periods and forms
    periods.py              `Period`, and how a table is searched for one
    survey.py               `SparseSpace`; standard forms of octal codes
    _periods.pyx            find the least period; continue a table

    # certificates
    verify.py               the certificate of tables and periods
    verify_arithmetic.py    of periods with a saltus

    # misère play
    misere/                 outcomes, genera and quotients
"""

# Which class loads the files of which format; see `graphgame.graphs.form`.
FORMS = {
    "graphgame heap game": "game.HeapGame",
}
