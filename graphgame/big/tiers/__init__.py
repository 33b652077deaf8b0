"""Games whose moves never lead to a higher tier: explore and solve tier by tier.

May import: the top, `drawing`, `playing`, `graphs`, `rules`, `answers`, `solving`.

Files::

    explore_tiers.py  explore tiers from the top down
    _tiers.pyx        take the options of a tier, and solve it by ascending remoteness
    tier_solver.py    ask a rule that has tiers; solve tiers from the bottom up
    tier_files.py     the files in which tiers wait
    _pairs.pyx        collect pairs of a code and a word; sort them
"""
