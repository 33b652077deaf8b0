"""Patterns in tables of outcomes and values: periods and closed forms.

May import: the top.

Files::

    find.py       `find_patterns` and `Pattern`
    table.py      `table`: functions, arrays, mappings and solved games as tables
    bases.py      what an entry may depend on: indices, their sums, their bits
    forms.py      closed forms, and forms with a name: nim products, r-Wythoff
    sequences.py  linear recurrences, and rounded multiples of quadratic irrationals
    periods.py    the least period for which there is evidence; reasons to doubt a form
    _borders.pyx  how far the ends of a sequence repeat
"""
