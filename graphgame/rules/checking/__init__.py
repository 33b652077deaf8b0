"""Check a rule on a sample of its positions.

May import: the top, `graphs`.

Files::

    check.py       `check_rule`
    trial.py       the sample on which a rule is checked, and what must hold
    consistent.py  ask a rule again: does it depend on the position alone?
"""
