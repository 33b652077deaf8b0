"""Outcome, remoteness and best move of every position; scores; draw levels; certificates.

May import: the top, `drawing`, `playing`, `graphs`, `rules`, `answers`.

Files::

    # solving a graph
    solve.py            `solve`
    solution.py         `Solution`
    export.py           its table, and its graph of NetworkX
    many.py             best moves of many positions at once
    labelling.py        choose the kernel that solves a graph
    turns.py            games with owners, ties, or presets of a remoteness
    verify.py           the certificate
    files.py            `Solution` in files
    stored_graphs.py    compare the rule with which a file of classes is loaded
    _reader.pyx         best moves, lines and counts of a solution, a class for each kind
    _owned.pyx          solve with owners
    _turns.pyx          solve with owners, ties and presets of a remoteness
    _contract.pyx       solve by contraction: remove decided positions from the edges
    _rounds.pyx         the loops of a round of contraction
    _rounds.h           their inner loops in C

    # answers without the graph
    without_graph.py    solve a rule: store the options once, and let them go
    _without_graph.pyx  solve with options that are stored once

    # rooms below
    scores/             games with scores: solutions, input, kernels and the certificate
    draws/              draw levels of a solved game, and their certificate
"""

# Which class loads the files of which format; see `graphgame.graphs.form`.
FORMS = {
    "graphgame solution": "solution.Solution",
    "graphgame scores": "scores.score_solution.ScoreSolution",
}
