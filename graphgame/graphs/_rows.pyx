"""Kernels on the edges of a graph: group them by an end, reverse them, count them.

Every function takes arrays through the buffer protocol and returns `Buffer` objects.  Inputs must
have been checked by `graphgame.graphs.graph`: kernels index with them unchecked in the release
build.

A graph in compressed sparse rows (CSR) is a pair ``ptr`` (n + 1 int64 offsets) and ``idx`` (one
int32 per edge): row v is ``idx[ptr[v]:ptr[v + 1]]``.
"""

from libc.stdint cimport INT32_MAX, int8_t, int32_t, int64_t, uint8_t, uint16_t

from graphgame._kernel.buffer cimport (
    Buffer, int8_buffer, int32_buffer, int64_buffer, uint16_buffer, unsigned_buffer,
)
from graphgame.graphs._grouping cimport (
    MOST_BUCKET_BITS, _bits_of_buckets, _count_buckets, _counts_to_starts, _group_directly,
    _group_in_buckets,
)
from graphgame._kernel.signals cimport SIGNAL_STEPS, check_signals


# ---------------------------------------------------------------------------------------------
# Grouping edges: here is the memory, the work is in `graphgame.graphs._grouping`.


cdef _group(
    const int64_t[::1] rows_ptr, const int32_t[:] keys, const int32_t[:] values, Py_ssize_t n,
    int bits,
):
    cdef Buffer ptr_buffer = int64_buffer(n + 1)
    cdef Buffer idx_buffer = int32_buffer(keys.shape[0])
    cdef int64_t[::1] ptr = ptr_buffer, cursors
    cdef int32_t[::1] idx = idx_buffer, moved
    cdef uint16_t[::1] lows
    cdef int64_t largest
    if bits < 0 or keys.shape[0] == 0:
        bits = _bits_of_buckets(keys, n)
    if bits > 0:
        try:
            lows = uint16_buffer(keys.shape[0])
            cursors = int64_buffer(((n - 1) >> bits) + 1)
            with nogil:
                largest = _count_buckets(keys, bits, cursors)
                _counts_to_starts(cursors)
            moved = int32_buffer(largest)
        except MemoryError:  # it can be done without
            lows = None
            bits = 0
    with nogil:
        if bits == 0:
            _group_directly(rows_ptr, keys, values, ptr, idx)
        else:
            _group_in_buckets(rows_ptr, keys, values, bits, cursors, lows, moved, ptr, idx)
    return ptr_buffer, idx_buffer


def group_edges(
    const int32_t[:, ::1] edges not None, Py_ssize_t n, bint by_target, int bucket_bits=-1
):
    """Group edges by source (the options) or by target (the predecessors).

    Parameters
    ----------
    edges : (m, 2) int32
        Source and target of every edge, all from 0 to n - 1.
    n : int
        Number of positions.
    by_target : bool
        False gives the options of every position, True its predecessors.
    bucket_bits : int
        Group 2^bucket_bits positions at a time, at most 2^16; 0 for all at once, -1 for what is
        best.

    Returns
    -------
    ptr : (n + 1,) int64 Buffer
    idx : (m,) int32 Buffer
        In each row, in the order of `edges`.

    Notes
    -----
    Counting sort, in buckets where many edges come in random order: O(n + m) time.  8 bytes per
    position and 4 per edge are returned; buckets take 2 bytes per edge meanwhile, and 4 for each
    edge of the largest.  Without memory for them it is done without buckets.

    >>> ptr, idx = group_edges(memoryview(bytes(32)).cast("i", (4, 2)), 3, True)
    >>> memoryview(ptr).tolist(), memoryview(idx).tolist()
    ([0, 4, 4, 4], [0, 0, 0, 0])
    """
    cdef int key = 1 if by_target else 0
    return _group(None, edges[:, key], edges[:, 1 - key], n, _checked_bits(bucket_bits))


def transpose(
    const int64_t[::1] ptr not None, const int32_t[::1] idx not None, int bucket_bits=-1
):
    """Transpose a CSR: convert options to predecessors, or predecessors to options.

    Parameters
    ----------
    ptr : (n + 1,) int64
    idx : (m,) int32
    bucket_bits : int
        As of `group_edges`.

    Returns
    -------
    transposed_ptr : (n + 1,) int64 Buffer
    transposed_idx : (m,) int32 Buffer
        Every row in ascending order.

    Notes
    -----
    Time and memory as of `group_edges`.
    """
    return _group(ptr, idx, None, ptr.shape[0] - 1, _checked_bits(bucket_bits))


cdef int _checked_bits(int bits) except -2:
    if not -1 <= bits <= MOST_BUCKET_BITS:
        raise ValueError(f"expected bucket_bits from -1 to {MOST_BUCKET_BITS}, got {bits}")
    return bits


# ---------------------------------------------------------------------------------------------
# Out-degrees: the counters of unresolved options that propagation starts from.
#
# Counted in bytes, of which the caches hold four times as many: bytes[v] is the number of options
# of v found so far modulo 256, and degrees[v] the rest of it.


cdef int _refuse_degree(Py_ssize_t v) except -1 nogil:
    with gil:
        raise OverflowError(f"position {v} has more than {INT32_MAX} options")


cdef int _degrees_in_bytes(
    const int32_t[:] sources, uint8_t[::1] bytes, int32_t[::1] degrees
) except -1 nogil:
    cdef Py_ssize_t e
    cdef int32_t v
    for e in range(sources.shape[0]):
        v = sources[e]
        bytes[v] += 1
        if bytes[v] == 0:
            if degrees[v] > INT32_MAX - 256:
                _refuse_degree(v)
            degrees[v] += 256
        if e % SIGNAL_STEPS == SIGNAL_STEPS - 1:
            check_signals()
    for v in range(<int32_t>degrees.shape[0]):
        degrees[v] += bytes[v]
    return 0


cdef int _degrees_of_sources(const int32_t[:] sources, int32_t[::1] degrees) except -1 nogil:
    cdef Py_ssize_t e
    cdef int32_t v
    for e in range(sources.shape[0]):
        v = sources[e]
        if degrees[v] == INT32_MAX:
            _refuse_degree(v)
        degrees[v] += 1
        if e % SIGNAL_STEPS == SIGNAL_STEPS - 1:
            check_signals()
    return 0


cdef int _degrees_of_rows(const int64_t[::1] ptr, int32_t[::1] degrees) except -1 nogil:
    cdef Py_ssize_t v
    cdef int64_t degree
    for v in range(degrees.shape[0]):
        degree = ptr[v + 1] - ptr[v]
        if degree > INT32_MAX:
            _refuse_degree(v)
        degrees[v] = <int32_t>degree
    return 0


def degrees_of_sources(
    const int32_t[:, ::1] edges not None, Py_ssize_t n, bint in_bytes=True
):
    """Count the options of each position, parallel edges each.

    Parameters
    ----------
    edges : (m, 2) int32
    n : int
        Number of positions.
    in_bytes : bool
        False to do without the fifth byte per position.

    Returns
    -------
    (n,) int32 Buffer

    Raises
    ------
    OverflowError
        If a position has more than 2^31 - 1 options.

    Notes
    -----
    O(n + m) time, 5 bytes per position, of which 4 are returned; without memory for the fifth it
    is done without.
    """
    cdef Buffer buffer = int32_buffer(n)
    cdef int32_t[::1] degrees = buffer
    cdef uint8_t[::1] bytes
    if in_bytes:
        try:
            bytes = unsigned_buffer(1, n, 0)
        except MemoryError:  # it can be done without
            in_bytes = False
    with nogil:
        if in_bytes:
            _degrees_in_bytes(edges[:, 0], bytes, degrees)
        else:
            _degrees_of_sources(edges[:, 0], degrees)
    return buffer


def degrees_of_rows(const int64_t[::1] ptr not None):
    """Return the length of every row of a CSR.

    Parameters
    ----------
    ptr : (n + 1,) int64

    Returns
    -------
    (n,) int32 Buffer

    Raises
    ------
    OverflowError
        If a row has more than 2^31 - 1 entries.
    """
    cdef Buffer buffer = int32_buffer(ptr.shape[0] - 1)
    cdef int32_t[::1] degrees = buffer
    with nogil:
        _degrees_of_rows(ptr, degrees)
    return buffer


# ---------------------------------------------------------------------------------------------
# What can be reached: a breadth-first search.
#
# queue[:tail] are the positions found so far, queue[:head] those whose options have been
# read; seen marks the positions found.  Ends because every position is queued at most once.


cdef Py_ssize_t _reach(
    const int64_t[::1] ptr, const int32_t[::1] idx, int8_t[::1] seen, int32_t[::1] queue
) except -1 nogil:
    """Queue all positions reachable from queue[0]; return their number."""
    cdef Py_ssize_t head = 0, tail = 1
    cdef int64_t e, steps = 0
    cdef int32_t v, w
    seen[queue[0]] = 1
    while head < tail:
        v = queue[head]
        head += 1
        for e in range(ptr[v], ptr[v + 1]):
            w = idx[e]
            if not seen[w]:
                seen[w] = 1
                queue[tail] = w
                tail += 1
            steps += 1
            if steps % SIGNAL_STEPS == 0:
                check_signals()
    return tail


def reachable(
    const int64_t[::1] ptr not None, const int32_t[::1] idx not None, int32_t start
):
    """Return the positions that are reachable from a position, itself first.

    Parameters
    ----------
    ptr : (n + 1,) int64
    idx : (m,) int32
    start : int

    Returns
    -------
    (k,) int32 Buffer
        In breadth-first order.

    Notes
    -----
    O(n + m) time, 5 bytes per position.

    >>> ptr = memoryview(b"".join(x.to_bytes(8, "little") for x in (0, 1, 1, 2))).cast("q")
    >>> idx = memoryview(b"".join(x.to_bytes(4, "little") for x in (1, 0))).cast("i")
    >>> memoryview(reachable(ptr, idx, 2)).tolist()
    [2, 0, 1]
    """
    cdef Py_ssize_t n = ptr.shape[0] - 1, found
    cdef Buffer buffer = int32_buffer(n)
    cdef int32_t[::1] queue = buffer
    cdef int8_t[::1] seen = int8_buffer(n)
    queue[0] = start
    with nogil:
        found = _reach(ptr, idx, seen, queue)
    queue = None
    buffer.resize(found)
    return buffer
