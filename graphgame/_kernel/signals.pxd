# Ctrl-C inside kernels: every loop that can run longer than 0.1 s calls check_signals() about every
# SIGNAL_STEPS steps.

from cpython.exc cimport PyErr_CheckSignals

cdef enum:
    # A step costs up to 100 ns where it misses the cache, but 10 µs where it is the first to touch
    # a page of fresh memory: then this many steps take 80 ms, and looking (100 ns) costs nothing.
    SIGNAL_STEPS = 1 << 13


cdef inline int check_signals() except -1 nogil:
    """Run pending signal handlers, so that Ctrl-C ends a long loop with KeyboardInterrupt."""
    with gil:
        return PyErr_CheckSignals()
