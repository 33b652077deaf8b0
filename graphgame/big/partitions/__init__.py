"""Build databases in a folder, partition by partition, in one process or over MPI.

May import: the top, `drawing`, `playing`, `graphs`, `rules`, `answers`, `solving`.

Files::

    stored.py       build in a folder, stop, go on; write the parts of the database
    build_state.py  the folder of a build, and its checkpoints
    recorded.py     what a rule said before: compare when a build goes on
    partition.py    a partition: its positions, counters, log and mailbox
    visits.py       explore: threads visit the partition with the fullest mailbox
    propagation.py  solve: sort moves by target; decided positions update predecessors
    files.py        append-only files and mailboxes
    processes.py    who shares a build: this process, or ranks of MPI (mpi4py); send messages
    mpi_rounds.py   explore in rounds on the ranks of an MPI job
    _expand.pyx     expand positions, and sort moves by partition
    _chunks.pxd     the format of messages between partitions
    _receive.pyx    receive messages; sort the log
    _spread.pyx     tell predecessors of decided positions; decide them
"""
