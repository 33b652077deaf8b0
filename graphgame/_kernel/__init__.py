"""What kernels are built on: memory, bits, flags, prefetching, signals, threads.

May import: itself alone.

Files::

    atomic.pxd    words that one thread writes while others read them
    bits.pxd      sets of small numbers as the bits of a word
    buffer.pyx    `Buffer`: memory for the arrays of kernels, shared by the buffer protocol
    compiler.h    compiler builtins, and portable code for compilers without them
    degrees.pxd   counters of options, with which every propagation begins
    flag.pxd      a flag that one thread raises and others read
    memory.h      zeroed memory for large arrays, in huge pages
    opening.pyx   an `opener` for Python's `open` that opens regular files alone
    outcome.pxd   the numbers of `graphgame.outcome`, for kernels
    prefetch.pxd  prefetching along a queue
    push.pxd      push decided positions to their predecessors; attractors
    signals.pxd   `check_signals`: Ctrl-C in loops that run long
    threads.py    threads beside the caller's, which Ctrl-C neither loses nor leaves waiting
"""
