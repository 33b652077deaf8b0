"""Kernels on tables of values: the least period of their end, and how it continues them."""

from libc.stdint cimport int32_t, int64_t, uint64_t

from graphgame._kernel.buffer cimport Buffer, int32_buffer
from graphgame._kernel.signals cimport SIGNAL_STEPS, check_signals


cdef int _differences(const int32_t[::1] values, int32_t[::1] steps) except -1 nogil:
    cdef Py_ssize_t n
    for n in range(steps.shape[0]):
        steps[n] = values[n + 1] - values[n]
        if n % SIGNAL_STEPS == 0:
            check_signals()
    return 0


def differences(const int32_t[::1] values not None) -> Buffer:
    """Return the differences of neighbours, (k - 1,) int32: each value less the one before it."""
    cdef Buffer buffer = int32_buffer(max(values.shape[0] - 1, 0))
    cdef int32_t[::1] steps = buffer
    with nogil:
        _differences(values, steps)
    return buffer


# ---------------------------------------------------------------------------------------------
# The least period of the end of a sequence.
#
# The last w entries are the pattern. The least p is sought for which the w entries that end p
# before the end are the pattern too. Their hash, Σ values[start + i] × BASE^i modulo 2^64, moves on
# with `start` in one step (M. O. Rabin and R. M. Karp, "Efficient randomized pattern-matching
# algorithms", 1987), and where it is that of the pattern, the entries are compared: so the answer
# is exact, and nothing is stored. Entries that were chosen to have many equal hashes could make it
# slow, not wrong. Ends because p goes up.

cdef enum:
    BASE = 0x9E3779B1  # odd: no entry of a window drops out of its hash


cdef int64_t _same(const int32_t[::1] values, int64_t p) except -1 nogil:
    """Count how many entries at the end are equal to those p before."""
    cdef int64_t k = values.shape[0], n = 0
    while n < k - p and values[k - 1 - n] == values[k - 1 - n - p]:
        n += 1
        if n % SIGNAL_STEPS == 0:
            check_signals()
    return n


cdef int64_t _least(const int32_t[::1] values, int64_t window) except -1 nogil:
    cdef int64_t p, i, k = values.shape[0], start = k - window
    cdef uint64_t pattern = 0, found, power = 1
    for i in range(window):
        pattern = pattern * BASE + <uint64_t>values[k - 1 - i]
        power *= BASE
        if i % SIGNAL_STEPS == 0:
            check_signals()
    found = pattern
    for p in range(1, min(start, k - 1) + 1):
        found = found * BASE + <uint64_t>values[start - p]
        found -= power * <uint64_t>values[k - p]
        if found == pattern and _same(values, p) >= window:
            return p
        if p % SIGNAL_STEPS == 0:
            check_signals()
    return 0


cdef int64_t _find(const int32_t[::1] values, int64_t window, int64_t *same) except -1:
    cdef int64_t p
    with nogil:
        p = _least(values, window)
        same[0] = _same(values, p) if p else 0
    return p


def least_period(const int32_t[::1] values not None, parts: int, slack: int) -> tuple[int, int]:
    """Find the least p with values[n] == values[n + p] on a long enough window at the end.

    Parameters
    ----------
    values : (k,) int32
        k is less than 2^31.
    parts, slack : int
        The window, of w entries, is long enough if parts × w >= (parts - 1) × k + slack.

    Returns
    -------
    (preperiod, period) : int, int
        values[n] == values[n + period] for all n from `preperiod` on, not for the one before; or
        (0, 0) if there is no such period.

    Notes
    -----
    O(k) time, and no memory.

    >>> from array import array
    >>> least_period(array("i", [7, 1, 2, 1, 2, 1, 2]), 2, 0)
    (1, 2)
    """
    cdef int64_t k = values.shape[0], p = 0, same = 0
    # Python's integers round down, and do not overflow.
    window = max(0, -(-((parts - 1) * k + slack) // parts))
    if window < k:
        p = _find(values, window, &same)
    if p == 0:
        return 0, 0
    return k - p - same, p


# Entry n is entry n - period plus the saltus: what is read has been written or was known before.


cdef int _foretell(
    int32_t[::1] values, int64_t[::1] done, int64_t upto, int64_t period, int32_t saltus
) except -1 nogil:
    cdef int64_t n, stop
    while done[0] < upto:
        stop = min(upto, done[0] + SIGNAL_STEPS)
        for n in range(done[0], stop):
            values[n] = values[n - period] + saltus
        done[0] = stop
        check_signals()
    return 0


def foretell(
    int32_t[::1] values not None, int64_t[::1] done not None, int64_t upto, int64_t period,
    int32_t saltus,
) -> None:
    """Continue a table of values to `upto` by its period; one period of them at least is known.

    ``values[:done[0]]`` are known, and `done` moves on.  O(n) time for n values.
    """
    with nogil:
        _foretell(values, done, upto, period, saltus)
