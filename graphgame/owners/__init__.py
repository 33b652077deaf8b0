"""Games with owners: attractors, reachability, safety and Büchi games, and partizan games.

May import: the top, `drawing`, `playing`, `graphs`, `rules`.

Files::

    attractor.py    `attractor` and `Attractor`
    objectives.py   `solve_reachability`, `solve_safety`, `solve_buchi`, `solve_cobuchi`
    solution.py     `OwnerSolution`, and `Winners` and `Won`, which others derive from, too
    games.py        check graph, owners and sets of positions
    partizan.py     `partizan` and `PartizanSolution`
    verify.py       the certificates
    _attractor.pyx  attractors and their moves; Büchi games
"""

# Which class loads the files of which format; see `graphgame.graphs.form`.
FORMS = {
    "graphgame owners": "solution.OwnerSolution",
    "graphgame partizan": "partizan.PartizanSolution",
}
