"""Games of chance: values with proven bounds, what is certain, and the certificate.

May import: the top, `drawing`, `playing`, `graphs`, `rules`, `answers`, `solving`, `owners`.

Files::

    solve.py     `solve_chance`
    dice.py      `dice`: what dice show, with weights
    solution.py  `ChanceSolution`, and `PointsSolution` of games that are solved in one pass
    files.py     what their files hold
    claims.py    `verify_chance`, for bounds of anybody
    shown.py     a solution as arrays and functions, for pages and the terminal
    input/       what users give: who moves, and numbers beside moves and ends
    bounds/      games with dice or cycles: values with bounds, and the certificate
    points/      games with points without dice or cycles, in one pass
    layers/      `build_chance`: large games, group by group, without a stored graph
"""

# Which class loads the files of which format; see `graphgame.graphs.form`.
FORMS = {
    "graphgame chance": "solution.ChanceSolution",
}
