"""Large games of chance, solved group by group without a stored graph.

May import: the top, `drawing`, `playing`, `graphs`, `rules`, `answers`, `solving`, `owners`.

Files::

    layers.py           `build_chance`: solve group after group, in memory or in a folder
    layer_rule.py       rules: rolls, layers, moves
    layer_files.py      values in the files of a folder
    chance_database.py  `ChanceDatabase`: the answers
    verify_layers.py    the certificate of its bounds
    _layers.pyx         values and bounds of a group of states
"""
