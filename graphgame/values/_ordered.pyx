"""Kernels on games whose positions are numbered in order: all moves go down, or all go up.

As in `graphgame._core`: arrays come through the buffer protocol, checked, and `Buffer` objects go
out; ``ptr`` and ``idx`` are compressed sparse rows.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t

from graphgame._kernel.bits cimport mex_of_bits
from graphgame._kernel.buffer cimport Buffer, int32_buffer, unsigned_buffer
from graphgame._kernel.prefetch cimport prefetch
from graphgame._kernel.signals cimport SIGNAL_STEPS, check_signals


# ---------------------------------------------------------------------------------------------
# The direction of the moves.  Most graphs that have no such order show it within a few edges.

cdef enum:
    DOWN = -1
    NEITHER = 0
    UP = 1


cdef int _direction_of_edges(const int32_t[:, ::1] edges) except -2 nogil:
    cdef Py_ssize_t e
    cdef int way = DOWN
    if edges.shape[0] > 0 and edges[0, 0] < edges[0, 1]:
        way = UP
    for e in range(edges.shape[0]):
        if (edges[e, 0] >= edges[e, 1]) if way == UP else (edges[e, 0] <= edges[e, 1]):
            return NEITHER
        if e % SIGNAL_STEPS == SIGNAL_STEPS - 1:
            check_signals()
    return way


cdef int _direction_of_rows(const int64_t[::1] ptr, const int32_t[::1] idx) except -2 nogil:
    cdef Py_ssize_t v
    cdef int64_t e
    cdef int way = NEITHER
    for v in range(ptr.shape[0] - 1):
        if way == NEITHER and ptr[v] < ptr[v + 1]:
            way = UP if idx[ptr[v]] > v else DOWN
        for e in range(ptr[v], ptr[v + 1]):
            if idx[e] <= v if way == UP else idx[e] >= v:
                return NEITHER
            if e % SIGNAL_STEPS == SIGNAL_STEPS - 1:
                check_signals()
        if v % SIGNAL_STEPS == SIGNAL_STEPS - 1:
            check_signals()
    return DOWN if way == NEITHER else way


def direction_of_edges(const int32_t[:, ::1] edges not None):
    """Return -1 if all moves go to lower numbers, 1 if to higher ones, 0 if neither.

    Parameters
    ----------
    edges : (m, 2) int32

    Returns
    -------
    int

    Notes
    -----
    O(m) time, no memory.
    """
    cdef int way
    with nogil:
        way = _direction_of_edges(edges)
    return way


def direction_of_rows(const int64_t[::1] ptr not None, const int32_t[::1] idx not None):
    """Return -1 if all moves go to lower numbers, 1 if to higher ones, 0 if neither.

    Parameters
    ----------
    ptr : (n + 1,) int64
    idx : (m,) int32
        Options of every position.

    Returns
    -------
    int

    Notes
    -----
    O(n + m) time, no memory.
    """
    cdef int way
    with nogil:
        way = _direction_of_rows(ptr, idx)
    return way


# ---------------------------------------------------------------------------------------------
# Grundy values in the order of the numbers.
#
# In that order every option has its value when it is read, so no counters, no queue and no
# predecessors are needed: rows are read sequentially, and the only random access is to small[v],
# the value of v in one byte, most of which stay in the caches.  The set of the values of the
# options is one word, which is enough as long as no value is SET_SIZE.

cdef enum:
    SET_SIZE = 64
    AHEAD = 48  # prefetch distance in edges


cdef Py_ssize_t _pull_in_order(
    const int64_t[::1] ptr, const int32_t[::1] idx, bint up,
    uint8_t[::1] small, int32_t[::1] values, int32_t[::1] order,
) except -1 nogil:
    """Label positions in order; return how many were labelled before a value of SET_SIZE."""
    cdef Py_ssize_t i, v, n = values.shape[0]
    cdef int64_t e, ahead = -AHEAD if up else AHEAD
    cdef uint64_t seen
    for i in range(n):
        v = n - 1 - i if up else i
        seen = 0
        for e in range(ptr[v], ptr[v + 1]):
            if 0 <= e + ahead < idx.shape[0]:
                prefetch(&small[idx[e + ahead]])
            seen |= <uint64_t>1 << small[idx[e]]
            if e % SIGNAL_STEPS == SIGNAL_STEPS - 1:
                check_signals()
        if seen == <uint64_t>-1:
            return i
        small[v] = <uint8_t>mex_of_bits(seen)
        values[v] = small[v]
        order[i] = <int32_t>v
        if i % SIGNAL_STEPS == SIGNAL_STEPS - 1:
            check_signals()
    return n


def ordered_grundy(
    const int64_t[::1] ptr not None, const int32_t[::1] idx not None, int direction
):
    """Return the Grundy value of every position of a game that is numbered in order.

    Parameters
    ----------
    ptr : (n + 1,) int64
    idx : (m,) int32
        Options of every position.
    direction : int
        Where all moves go: -1 to lower numbers, 1 to higher ones.

    Returns
    -------
    (values, order, decided) or None
        As of `graphgame._stamps.grundy`; None if a value is above 63.

    Notes
    -----
    O(n + m) time; 9 bytes per position, of which 8 are returned.

    >>> ptr = memoryview(b"".join(x.to_bytes(8, "little") for x in (0, 0, 1, 3))).cast("q")
    >>> idx = memoryview(b"".join(x.to_bytes(4, "little") for x in (0, 0, 1))).cast("i")
    >>> values, order, decided = ordered_grundy(ptr, idx, direction_of_rows(ptr, idx))
    >>> memoryview(values).tolist(), memoryview(order).tolist(), decided
    ([0, 1, 2], [0, 1, 2], 3)
    """
    cdef Py_ssize_t n = ptr.shape[0] - 1, decided
    cdef Buffer values = int32_buffer(n), order = int32_buffer(n)
    cdef int32_t[::1] value_view = values, order_view = order
    cdef uint8_t[::1] small = unsigned_buffer(1, n, 0)
    with nogil:
        decided = _pull_in_order(ptr, idx, direction == UP, small, value_view, order_view)
    return (values, order, decided) if decided == n else None
