"""Cops and robbers on graphs, and cop numbers.

May import: the top, `reading`, `drawing`, `playing`, `graphs`.

Files::

    game.py        `cops_and_robbers`
    numbers.py     `cop_number` and `cop_numbers`
    solution.py    `CopsSolution`
    states.py      states, their names and labels; all of them as a `GameGraph`
    placements.py  a graph as kernels take it; multisets of vertices on which cops stand
    graph6.py      many graphs at once: graph6 text, adjacency bits
    verify.py      the certificate
    _board.pyx     `Board`: neighbourhoods, placements, times
    _hunt.pyx      `Hunt`: solve one game, or rebuild it from a file
    _numbers.pyx   cop numbers of many graphs
    _graph6.pyx    read graph6 text and rows of adjacency bits
"""

# Which class loads the files of which format; see `graphgame.graphs.form`.
FORMS = {
    "graphgame cops": "solution.CopsSolution",
}
