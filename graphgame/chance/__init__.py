"""Games of chance: values with proven bounds, what is certain, and the certificate.

May import: the top, `drawing`, `playing`, `graphs`, `rules`, `answers`, `solving`, `owners`.

Files::

    solve.py            `solve_chance`
    solution.py         `ChanceSolution`, and `PointsSolution` of games that are solved in one pass
    files.py            what their files hold
    given.py            read who moves, and numbers beside moves and ends, as users give them
    game.py             the game as arrays, as a file keeps it and a certificate begins with it
    code_rules.py       what moves pay in games of codes
    weights.py          probabilities as exact weights
    rows.py             the game as arrays, as the solver takes it
    endless.py          where play surely ends, and where it may go on for ever
    reading.py          solve one reading of a game: what the first player gets
    exact.py            components in fractions
    verify.py           the certificates of bounds and regions
    claims.py           `verify_chance`, for bounds of anybody
    shown.py            a solution as arrays and functions, for pages and the terminal
    points.py           games with points without dice or cycles, in one pass
    verify_points.py    their certificate
    layers.py           `build_chance`: large games, group by group, without a stored graph
    layer_rule.py       their rules: rolls, layers, moves
    layer_files.py      their values in the files of a folder
    chance_database.py  `ChanceDatabase`
    verify_layers.py    the certificate of their bounds
    _parts.pyx          strongly connected components
    _values.pyx         values and bounds of components in which play surely ends
    _points.pyx         values of games without dice or cycles, in one pass
    _layers.pyx         values and bounds of a group of states
"""

# Which class loads the files of which format; see `graphgame.graphs.form`.
FORMS = {
    "graphgame chance": "solution.ChanceSolution",
}
