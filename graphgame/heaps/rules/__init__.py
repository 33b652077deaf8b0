"""Rules of heap games, and the kernels of their values.

May import: the top, `drawing`, `playing`, `graphs`, `rules`, `solving`, `values`.

Files::

    codes.py        rules from what users write: sets of numbers, and codes
    interface.py    the interface of rules; taking numbers of a set, or all but a few
    splitting.py    rules of a code: how many heaps may be left
    breaking.py     codes with any digits, and their rule
    own.py          rules of a function of one heap
    _taking.pyx     values where heaps only shrink
    _taking.h      its inner loop
    _splitting.pyx  values where heaps split, in two, three or more
    _sparse.pyx     values where heaps split in two, by the sparse-space method
"""
