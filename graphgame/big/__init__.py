"""Build databases: in memory, by index, by tiers, in partitions on disk and over MPI.

May import: the top, `drawing`, `playing`, `graphs`, `rules`, `answers`, `solving`.

Files::

    # every way
    build.py               `build`
    failing.py             name what is wrong with a rule in an error; presets as labels
    _windows.pyx           ask compiled rules for a window of positions

    # indexed games
    indexed.py             games whose positions are indices
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

    # tiers
    tiers.py               explore tiers from the top down
    tier_solver.py         ask a rule that has tiers; solve tiers from the bottom up
    tier_files.py          the files in which tiers wait
    _tiers.pyx             take the options of a tier, and solve it by ascending remoteness
    _pairs.pyx             collect pairs of a code and a word; sort them

    # partitions
    stored.py              build in a folder, stop, go on; write the parts of the database
    build_state.py         the folder of a build, and its checkpoints
    recorded.py            what a rule said before: compare when a build goes on
    partition.py           a partition: its positions, counters, log and mailbox
    visits.py              explore: threads visit the partition with the fullest mailbox
    propagation.py         solve: sort moves by target; decided positions update predecessors
    files.py               append-only files and mailboxes
    processes.py           who shares a build: this process, or ranks of MPI (mpi4py)
    mpi_rounds.py          explore in rounds on the ranks of an MPI job
    _expand.pyx            expand positions, and sort moves by partition
    _chunks.pxd            the format of messages between partitions
    _receive.pyx           receive messages; sort the log
    _spread.pyx            tell predecessors of decided positions; decide them
"""
