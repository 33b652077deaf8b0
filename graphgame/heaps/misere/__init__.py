"""Misère play of heap games: outcomes, genera, and quotients with their certificate.

May import: the top, `drawing`, `playing`, `graphs`, `rules`, `solving`, `values`.

Files::

    outcomes.py      `misere_outcome`, `misere_value`, `Genus`: by search
    quotient.py      `misere_quotient`, `MisereQuotient` and its `Presentation`
    learning.py      find a quotient heap by heap, and compare it with the rule
    generators.py    the game of the generators of a quotient
    verify.py        the certificate of quotients
    _search.pyx      outcomes and genera of sums, each sum once
    _sums.pyx        the store of these sums
"""
