"""Sums of impartial games: as graphs, and by the values of their components.

May import: the top, `drawing`, `playing`, `graphs`, `rules`, `answers`, `solving`.

Files::

    sum_graph.py     `game_sum`: a sum of games as one graph
    sum_values.py    `SumValues`: rules whose options are sums
    sum_sources.py   values of components: all of them, by search, or from a file
    verify_sums.py   the certificate of `SumValues`
    _couples.pyx     what a search remembers: values, and components beside heaps
    _sum_search.pyx  the value of one component, by proof numbers of components beside heaps
"""
