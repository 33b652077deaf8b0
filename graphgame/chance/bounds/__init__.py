"""Games with dice or cycles: values with proven bounds, regions, and the certificate.

May import: the top, `drawing`, `playing`, `graphs`, `rules`, `answers`, `solving`, `owners`.

Files::

    reading.py   solve one reading of a game: what the first player gets
    rows.py      the game as arrays, as the solver takes it
    endless.py   where play surely ends, and where it may go on for ever
    leaving.py   components in which play may stay, in floats, by fixing the moves of each player
    exact.py     components in fractions
    verify.py    the certificates of bounds and regions
    _parts.pyx   strongly connected components
    _values.pyx  values and bounds of components in which play surely ends
"""
