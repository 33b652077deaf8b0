"""Games whose positions are indices: solve them without storing their moves.

May import: the top, `drawing`, `playing`, `graphs`, `rules`, `answers`, `solving`.

Files::

    indexed_game.py        games whose positions are indices
    ordered.py             solve where moves raise the index
    cyclic.py              solve where moves lead anywhere
    ranking.py             `MixedRadix`, `Combinations`, `Arrangements`
    ranking.h              the same in C, for rules of users
    _ranking.pyx           the same for arrays
    _ordered.pyx           solve where moves raise the index: a pass up, a pass down
    _ordered_compiled.pyx  the same with compiled rules, in threads
    _shared_bits.h         bit sets that one thread adds to and others read
    _deciding.pyx          decide positions whose options are decided
    _cyclic.pyx            solve where moves lead anywhere: forward once, then backward
    _marks.pyx             sets of indices that are positions
    _unsigned.pxd          arrays of 1, 2 or 4 bytes, widened when a number does not fit
"""
