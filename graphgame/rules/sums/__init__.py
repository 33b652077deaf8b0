"""Rules whose options are sums: find their components, and write them out.

May import: the top, `graphs`.

Files::

    sum_rule.py      rules whose options are sums of components
    sum_game.py      all components of such a game, with their options
    written_out.py   such a game as a graph: a position is a multiset of components
    _components.pyx  find the components, and write out their options
    _multisets.pyx   write out the multisets of components
"""
