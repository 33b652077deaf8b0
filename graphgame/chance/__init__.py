"""Games of chance: values with proven bounds, what is certain, and the certificate.

May import: the top, `drawing`, `playing`, `graphs`, `rules`, `solving`, `owners`.

Files::

    solve.py       `solve_chance`
    solution.py    `ChanceSolution`
    shown.py       a solution as arrays and functions, for pages and the terminal
    game.py        who moves, and numbers beside moves, as the user gave them
    weights.py     probabilities as exact weights
    reading.py     solve one reading of a game: what the first player gets
    exact.py       components in fractions
    verify.py      the certificate of bounds
    _parts.pyx     strongly connected components
    _values.pyx    values and bounds of components in which play surely ends
"""
