# Ctrl-C inside kernels: every loop that can run longer than 0.1 s calls check_signals() about every
# SIGNAL_STEPS steps.

from cpython.exc cimport PyErr_CheckSignals

cdef enum:
    # At most some 30 ms of work, even if every step misses the cache.
    SIGNAL_STEPS = 1 << 20


cdef inline int check_signals() except -1 nogil:
    """Run pending signal handlers, so that Ctrl-C ends a long loop with KeyboardInterrupt."""
    with gil:
        return PyErr_CheckSignals()
