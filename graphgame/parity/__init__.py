"""Parity games: the solver, the formats of PGSolver and Oink, and the certificate.

May import: the top, `reading`, `graphs`, `rules`, `owners`, `text`.

Files::

    game.py             `ParityGame`, `solve_parity`, `read_pg` and `write_pg`
    solution.py         `ParitySolution`
    methods.py          choose the method, with budgets
    pg_text.py          the formats of PGSolver and Oink
    verify.py           the certificate
    _unsolved.pyx       what is known at sight, and the part that is not
    _zielonka.pyx       Zielonka's algorithm
    _tangles.pyx        tangle learning, of whole games and recurring into regions
    _tangle_search.pyx  search a region for tangles, and keep those that are found
    _improvement.pyx    strategy improvement
    _ranks.pyx          ranks that prove a solution
    _pg_scan.pyx        scan PGSolver's format
    _sol_text.pyx       print games and solutions; read solutions
"""

# Which class loads the files of which format; see `graphgame.graphs.form`.
FORMS = {
    "graphgame parity": "solution.ParitySolution",
}
