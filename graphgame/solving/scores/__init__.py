"""Games with scores: solutions, input, kernels and the certificate.

May import: the top, `drawing`, `playing`, `graphs`, `rules`, `answers`.

Files::

    score_solution.py  `ScoreSolution`
    score_solve.py     what `solve` calls where scores are given
    score_input.py     check scores, owners, and the worth of endless play
    rule_scores.py     scores of a rule: of a position, of arrays, compiled
    verify_scores.py   the certificate of scores
    _scores.pyx        solve: propagation in the order of scores
    _signs.pyx         a compiled function of scores as one of presets
"""
