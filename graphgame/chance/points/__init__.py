"""Games with points without dice or cycles: their values, in one pass.

May import: the top, `drawing`, `playing`, `graphs`, `rules`, `answers`, `solving`, `owners`.

Files::

    points.py         solve them
    verify_points.py  their certificate
    _points.pyx       the pass, and moves put in order by position
"""
