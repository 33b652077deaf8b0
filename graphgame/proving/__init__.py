"""One start: who wins from it, found by a search that looks at what it needs.

May import graphs and rules.

prove.py
    `prove`: the outcome of one position.
_search.pyx
    Proof-number search with a table of fixed size.
"""
