"""Games of chance: values with proven bounds, what is certain, and the certificate.

May import: the top, `graphs`, `rules`, `answers`, `solving`, `owners`.

Files::

    solve.py            `solve_chance`
    solution.py         `ChanceSolution`
    game.py             who moves, and numbers beside moves, as the user gave them
    weights.py          probabilities as exact weights
    reading.py          solve one reading of a game: what the first player gets
    exact.py            components in fractions
    verify.py           the certificate of bounds
    layers.py           `build_chance`: large games, group by group, without a stored graph
    layer_rule.py       their rules: rolls, layers, moves
    layer_files.py      their values in the files of a folder
    chance_database.py  `ChanceDatabase`
    verify_layers.py    the certificate of their bounds
    _layers.pyx         values and bounds of a group of states
    _parts.pyx          strongly connected components
    _values.pyx         values and bounds of components in which play surely ends
"""
