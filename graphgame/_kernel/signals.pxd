# Ctrl-C in kernels: every loop that can run longer than 0.1 s calls check_signals() about every
# SIGNAL_STEPS steps.

from cpython.exc cimport PyErr_CheckSignals

cdef enum:
    # At 10 µs per step (the first access to a page of fresh memory) this is 80 ms; at 100 ns per
    # step (a cache miss) the check, 100 ns, is negligible.
    SIGNAL_STEPS = 1 << 13


cdef inline int check_signals() except -1 nogil:
    """Run pending signal handlers, so that Ctrl-C ends a long loop with KeyboardInterrupt."""
    with gil:
        return PyErr_CheckSignals()
