"""Explore rules into graphs: on Python objects, on codes, in threads.

May import: the top, `graphs`.

Files::

    explore.py    `explore`, `explore_codes`
    stepwise.py   `Explorer`: explore step by step
    objects.py    explore a rule of one position
    code_walk.py  explore a rule on codes; for a solver that reads options once, in order
    bound.py      the bounded game of an exploration that was stopped
    growth.py     the limits of an exploration: positions, moves, memory
    _objects.pyx  explore Python objects, breadth first
    _row_objects.pxd  the options of a block of them, as a rule returns them
    _codes.pyx    explore int64 codes, breadth first
    _relay.pyx    explore a compiled rule in several threads
    _compact.pyx  the options of every position in few bytes
"""
