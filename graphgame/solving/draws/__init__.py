"""Draw levels of a solved game, and their certificate.

May import: the top, `drawing`, `playing`, `graphs`, `rules`, `answers`.

Files::

    levels.py         `DrawLevels`
    verify_levels.py  the certificate of draw levels
    _levels.pyx       find draw levels
"""
