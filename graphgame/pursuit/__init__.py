"""The policeman and the thief: a game of pursuit on a grid.

May import: the top, `reading`, `drawing`, `playing`, `graphs`, `solving`.

Files::

    game.py       `PoliceAndThief` and `PursuitSolution`
    states.py     states, the moves between them, and their labels; all of them as a `GameGraph`
    grid.py       `Grid`: read a board from text, files, rows and arrays
    grid_graph.py `read_grid`: a board as the graph of the moves of one piece
    verify.py     the certificate
    _pursuit.pyx  solve a board: rows of labels for pairs of cells
    _pursuit.h    its inner loops: one move of both
    _lanes.h      the loops over rows of numbers, for each type
    _cells.pxd    the free cells of a board
"""

# Which class loads the files of which format; see `graphgame.graphs.form`.
FORMS = {
    "graphgame pursuit": "game.PursuitSolution",
}
