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


def differences(const int32_t[::1] values not None):
    """Return the differences of neighbours: each value less the one before it.

    Parameters
    ----------
    values : (k,) int32
        Not negative.

    Returns
    -------
    (k - 1,) int32 Buffer
    """
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


def least_period(const int32_t[::1] values not None, parts, slack):
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


# ---------------------------------------------------------------------------------------------
# The least split period of the end of a sequence.
#
# An entry continues with p if values[n] - values[n - p] == values[n - p] - values[n - 2 p]: with a
# split period each entry does, whether it rises or not. The last w entries, at least half of all,
# must continue. Hashes of windows are sums, so that the same equation holds between those of the
# windows that end 0, p and 2 p before the end; where it does, the entries are compared.
#
# Two lengths p < p' with which the last w continue: those that continue with gcd(p, p') are all
# that continue with both, as w + 2 p >= 2 p + 2 p' entries are enough for a recurrence to be that
# of the greatest common divisor. So the least p divides all others, and what rises by s with p
# rises by s p' / p with p': if the least p shows no split period, no other does. Ends because
# p goes up.


cdef int64_t _continuing(const int32_t[::1] values, int64_t p) except -1 nogil:
    """Count how many entries at the end continue with p."""
    cdef int64_t n = values.shape[0] - 1, last = n
    while n >= 2 * p and (
        <int64_t>values[n] + values[n - 2 * p] == 2 * <int64_t>values[n - p]
    ):
        n -= 1
        if n % SIGNAL_STEPS == 0:
            check_signals()
    return last - n


cdef int64_t _least_continuing(const int32_t[::1] values, int64_t window) except -1 nogil:
    cdef int64_t p, i, k = values.shape[0], start = k - window
    cdef uint64_t pattern = 0, once, twice, power = 1
    for i in range(window):
        pattern = pattern * BASE + <uint64_t>values[k - 1 - i]
        power *= BASE
        if i % SIGNAL_STEPS == 0:
            check_signals()
    once = twice = pattern
    for p in range(1, start // 2 + 1):
        once = once * BASE + <uint64_t>values[start - p] - power * <uint64_t>values[k - p]
        for i in range(2 * p - 1, 2 * p + 1):
            twice = twice * BASE + <uint64_t>values[start - i] - power * <uint64_t>values[k - i]
        if pattern + twice == 2 * once and _continuing(values, p) >= window:
            return p
        if p % SIGNAL_STEPS == 0:
            check_signals()
    return 0


cdef int64_t _saltus(const int32_t[::1] values, int64_t p) except -1 nogil:
    """Return by how much some of the last p entries rise, if the others repeat; else 0."""
    cdef int64_t n, k = values.shape[0], step, saltus = 0
    cdef bint repeats = False
    for n in range(k - p, k):
        step = <int64_t>values[n] - values[n - p]
        if step == 0:
            repeats = True
        elif step < 0 or (saltus and step != saltus):
            return 0
        else:
            saltus = step
        if n % SIGNAL_STEPS == 0:
            check_signals()
    return saltus if repeats else 0


def split_period(const int32_t[::1] values not None):
    """Find the least p with which some entries rise by one saltus, and the others repeat.

    Parameters
    ----------
    values : (k,) int32
        k is less than 2^31.

    Returns
    -------
    (preperiod, period, saltus) : int, int, int
        For all n from `preperiod` on, ``values[n + period] - values[n]`` is 0 or the saltus, the
        same for all n of a residue modulo the period, and both occur; this is not so from the entry
        before on.  At least the last half of the entries, from ``preperiod + 2 period`` on,
        continue those one and two periods before.  (0, 0, 0) if there is no such period.

    Notes
    -----
    O(k) time, and no memory.

    >>> from array import array
    >>> split_period(array("i", [7, 0, 1, 0, 2, 0, 3, 0, 4, 0, 5]))
    (1, 2, 1)
    """
    cdef int64_t k = values.shape[0], p, saltus = 0, continuing = 0
    with nogil:
        p = _least_continuing(values, (k + 1) // 2)
        if p:
            saltus = _saltus(values, p)
        if saltus:
            continuing = _continuing(values, p)
    if saltus == 0:
        return 0, 0, 0
    return k - 2 * p - continuing, p, saltus


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
):
    """Continue a table of values by its period.

    Parameters
    ----------
    values : (k,) int32
        ``values[:done[0]]`` are known, one period of them at least; k is at least `upto`.
    done : (1,) int64
        Moves on.
    upto : int
    period, saltus : int

    Notes
    -----
    O(n) time for n values.
    """
    with nogil:
        _foretell(values, done, upto, period, saltus)
