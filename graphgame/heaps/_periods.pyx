"""Kernels on tables of values: the least period of their end, and how it continues them."""

from libc.stdint cimport int32_t, int64_t

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
# Read the sequence backwards: r[i] = values[k - 1 - i]. same[p] is how many entries r[p], r[p + 1],
# … equal r[0], r[1], …: so values[n] == values[n + p] from n = k - p - same[p] on, and not one
# sooner. `same` is the Z function of r, found in one pass: r[left:right] is the match that reaches
# farthest so far, equal to r[0:right - left], so that inside it same[i] is known from same[i -
# left] unless that reaches the end of the match. Ends after O(k) steps because `right` never goes
# back.


cdef int _match_ends(const int32_t[::1] values, int32_t[::1] same) except -1 nogil:
    cdef int64_t k = values.shape[0], i, left = 0, right = 0, length
    for i in range(1, k):
        length = 0
        if i < right:
            length = min(<int64_t>same[i - left], right - i)
        if i + length >= right:
            while i + length < k and values[k - 1 - i - length] == values[k - 1 - length]:
                length += 1
                if length % SIGNAL_STEPS == 0:
                    check_signals()
            left, right = i, i + length
        same[i] = <int32_t>length
        if i % SIGNAL_STEPS == 0:
            check_signals()
    return 0


cdef int64_t _least(const int32_t[::1] same, int64_t parts, int64_t slack) except -1 nogil:
    cdef int64_t p, k = same.shape[0]
    for p in range(1, k):
        if parts * same[p] >= (parts - 1) * k + slack:
            return p
    return 0


def least_period(const int32_t[::1] values not None, int64_t parts, int64_t slack):
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
    O(k) time, 4 bytes per value.

    >>> from array import array
    >>> least_period(array("i", [7, 1, 2, 1, 2, 1, 2]), 2, 0)
    (1, 2)
    """
    cdef int64_t k = values.shape[0]
    cdef int32_t[::1] same = int32_buffer(k)
    cdef int64_t p
    with nogil:
        _match_ends(values, same)
        p = _least(same, parts, slack)
    if p == 0:
        return 0, 0
    return k - p - same[p], p


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
