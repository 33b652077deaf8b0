"""Games of chance: values with proven bounds, what is certain, and the certificate.

May import: the top, `graphs`, `rules`, `solving`, `owners`.

Files::

    solve.py       `solve_chance`
    solution.py    `ChanceSolution`
    game.py        who moves, and numbers beside moves, as the user gave them
    points.py      scores and points as the user gave them; games without dice or cycles
    code_rules.py  what moves pay in games of codes
    weights.py     probabilities as exact weights
    reading.py     solve one reading of a game: what the first player gets
    exact.py       components in fractions
    verify.py      the certificate of bounds
    points_solution.py  `PointsSolution`: values of games without dice or cycles
    verify_points.py    their certificate
    _parts.pyx     strongly connected components
    _values.pyx    values and bounds of components in which play surely ends
    _points.pyx    values of games without dice or cycles, in one pass
"""
