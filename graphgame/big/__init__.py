"""Build databases: in memory, by index, by tiers, in partitions on disk and over MPI.

May import: the top, `drawing`, `playing`, `graphs`, `rules`, `answers`, `solving`.

Files::

    # every way
    build.py      `build`
    failing.py    name what is wrong with a rule in an error; presets as labels
    _windows.pyx  ask compiled rules for a window of positions

    # rooms below
    indexed/      games whose positions are indices: solve them without storing their moves
    tiers/        games whose moves never lead to a higher tier: explore and solve tier by tier
    partitions/   build databases in a folder, partition by partition, in one process or over MPI
"""
