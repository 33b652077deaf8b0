"""Kernels on the edges of a graph: group them by an end, reverse them, count them.

Every function takes arrays through the buffer protocol and returns `Buffer` objects.  Inputs must
have been checked by `graphgame.graphs.graph`: kernels index with them unchecked in the release
build.

A graph in compressed sparse rows (CSR) is a pair ``ptr`` (n + 1 int64 offsets) and ``idx`` (one
int32 per edge): row v is ``idx[ptr[v]:ptr[v + 1]]``.
"""

from libc.stdint cimport INT32_MAX, int8_t, int32_t, int64_t, uint8_t, uint16_t
from libc.string cimport memcpy

from graphgame._kernel.buffer cimport (
    Buffer, int8_buffer, int32_buffer, int64_buffer, uint16_buffer, unsigned_buffer,
)
from graphgame._kernel.signals cimport SIGNAL_STEPS, check_signals


# ---------------------------------------------------------------------------------------------
# Grouping edges by one of their ends: a counting sort, stable, O(n + m).
#
# `ptr` is used in three ways.  While counting, ptr[v] is the number of edges with key v; after the
# prefix sum, where row v starts; while placing, where the next edge of row v goes.  At the end
# every ptr[v] holds the start of row v + 1, so a shift by one place restores the offsets and no
# second array of cursors is needed.

ctypedef fused keys_t:
    const int32_t[:]
    const uint16_t[::1]


cdef int _count_keys(keys_t keys, int64_t[::1] ptr) except -1 nogil:
    """Count in ptr[v] the edges with key v."""
    cdef Py_ssize_t e
    for e in range(keys.shape[0]):
        ptr[keys[e]] += 1
        if e % SIGNAL_STEPS == SIGNAL_STEPS - 1:
            check_signals()
    return 0


cdef int _counts_to_starts(int64_t[::1] ptr, int64_t start=0) except -1 nogil:
    """Replace the counts in ptr by the offset where each row starts."""
    cdef Py_ssize_t v
    cdef int64_t count
    for v in range(ptr.shape[0]):
        count = ptr[v]
        ptr[v] = start
        start += count
    return 0


cdef int _ends_to_starts(int64_t[::1] ptr) except -1 nogil:
    """Shift ptr, which holds the end of each row after placing, by one to hold the starts."""
    cdef Py_ssize_t v
    for v in range(ptr.shape[0] - 1, 0, -1):
        ptr[v] = ptr[v - 1]
    ptr[0] = 0
    return 0


cdef int _place_pairs(
    keys_t keys, const int32_t[:] values, int64_t[::1] ptr, int32_t[::1] idx
) except -1 nogil:
    """Write the value of each edge to the next free place in the row of its key."""
    cdef Py_ssize_t e
    cdef int32_t key
    for e in range(keys.shape[0]):
        key = keys[e]
        idx[ptr[key]] = values[e]
        ptr[key] += 1
        if e % SIGNAL_STEPS == SIGNAL_STEPS - 1:
            check_signals()
    return 0


cdef int _place_rows(
    const int64_t[::1] rows_ptr, const int32_t[:] keys, int64_t[::1] ptr, int32_t[::1] idx
) except -1 nogil:
    """Write the row number of each entry of a CSR to the next free place in the row of its key."""
    cdef Py_ssize_t v
    cdef int64_t e
    cdef int32_t key
    for v in range(rows_ptr.shape[0] - 1):
        for e in range(rows_ptr[v], rows_ptr[v + 1]):
            key = keys[e]
            idx[ptr[key]] = <int32_t>v
            ptr[key] += 1
            if e % SIGNAL_STEPS == SIGNAL_STEPS - 1:
                check_signals()
    return 0


cdef int _group_directly(
    const int64_t[::1] rows_ptr, const int32_t[:] keys, const int32_t[:] values,
    int64_t[::1] ptr, int32_t[::1] idx,
) except -1 nogil:
    """Group edges by key: values are the row numbers of rows_ptr, or if that is None `values`."""
    _count_keys(keys, ptr)
    _counts_to_starts(ptr)
    if rows_ptr is not None:
        _place_rows(rows_ptr, keys, ptr, idx)
    else:
        _place_pairs(keys, values, ptr, idx)
    _ends_to_starts(ptr)
    return 0


# ---------------------------------------------------------------------------------------------
# In buckets.  Keys in random order make each access to ptr and idx a cache miss, 10 ns and more
# once they have left the caches.  Sorted into buckets of neighbouring keys first, the edges of one
# bucket touch parts of them that fit the second cache, and two passes in order are much cheaper
# than one at random.
#
# Bucket b takes the keys from b << bits on.  cursors[b] is where its next edge goes: at first where
# the bucket starts, at the end where it ends.  Edge by edge, idx takes the values and lows the low
# bits of the keys, 2 bytes; so the values are already where the rows of their bucket will be.
#
# MOST_BUCKETS streams of writes are what the first cache can hold open.

cdef enum:
    MOST_BUCKET_BITS = 16  # what the low bits of a key have room for
    SMALL_TABLE = 1 << 18  # positions with offsets that nearly fit a second cache: nothing to gain
    MOST_BUCKETS = 320
    WINDOWS = 16
    WINDOW = 1024
    PAGE_BITS = 9  # positions whose offsets take 4 KB
    PAGES_HELD = 256


cdef bint _are_local(const int32_t[:] keys) noexcept nogil:
    """Return whether most sampled keys follow closely a key of the same page of ptr.

    held[h] is the last page seen among those that map to slot h, as in a direct-mapped cache.
    """
    cdef int32_t held[PAGES_HELD]
    cdef int32_t page
    cdef Py_ssize_t w, e, start, stride = max(keys.shape[0] // WINDOWS, WINDOW), seen = 0, near = 0
    for e in range(PAGES_HELD):
        held[e] = -1
    for w in range(WINDOWS):
        start = w * stride
        for e in range(start, min(start + WINDOW, keys.shape[0])):
            page = keys[e] >> PAGE_BITS
            near += held[page % PAGES_HELD] == page
            seen += 1
            held[page % PAGES_HELD] = page
    return 4 * near >= 3 * seen


cdef int _bits_of_buckets(const int32_t[:] keys, Py_ssize_t n) noexcept nogil:
    """Return in how many low bits the keys of a bucket differ; 0 to group without buckets."""
    cdef int bits = 1
    if keys.shape[0] <= n // 8 or n <= SMALL_TABLE or _are_local(keys):
        return 0
    while bits < MOST_BUCKET_BITS and (n - 1) >> bits >= MOST_BUCKETS:
        bits += 1
    return bits


cdef int64_t _count_buckets(
    const int32_t[:] keys, int bits, int64_t[::1] counts
) except -1 nogil:
    """Count in counts[b] the keys of bucket b; return the size of the largest."""
    cdef Py_ssize_t e, b
    cdef int64_t largest = 0
    for e in range(keys.shape[0]):
        counts[keys[e] >> bits] += 1
        if e % SIGNAL_STEPS == SIGNAL_STEPS - 1:
            check_signals()
    for b in range(counts.shape[0]):
        largest = max(largest, counts[b])
    return largest


cdef int _distribute_pairs(
    const int32_t[:] keys, const int32_t[:] values, int bits,
    int64_t[::1] cursors, uint16_t[::1] lows, int32_t[::1] idx,
) except -1 nogil:
    """Write the low bits of the key and the value of each edge to the next place of its bucket."""
    cdef Py_ssize_t e
    cdef int64_t at
    cdef int32_t key, mask = (<int32_t>1 << bits) - 1
    for e in range(keys.shape[0]):
        key = keys[e]
        at = cursors[key >> bits]
        cursors[key >> bits] = at + 1
        lows[at] = <uint16_t>(key & mask)
        idx[at] = values[e]
        if e % SIGNAL_STEPS == SIGNAL_STEPS - 1:
            check_signals()
    return 0


cdef int _distribute_rows(
    const int64_t[::1] rows_ptr, const int32_t[:] keys, int bits,
    int64_t[::1] cursors, uint16_t[::1] lows, int32_t[::1] idx,
) except -1 nogil:
    """Distribute the entries of a CSR as `_distribute_pairs` does, with row numbers as values."""
    cdef Py_ssize_t v
    cdef int64_t e, at
    cdef int32_t key, mask = (<int32_t>1 << bits) - 1
    for v in range(rows_ptr.shape[0] - 1):
        for e in range(rows_ptr[v], rows_ptr[v + 1]):
            key = keys[e]
            at = cursors[key >> bits]
            cursors[key >> bits] = at + 1
            lows[at] = <uint16_t>(key & mask)
            idx[at] = <int32_t>v
            if e % SIGNAL_STEPS == SIGNAL_STEPS - 1:
                check_signals()
    return 0


cdef int _copy(const int32_t[::1] entries, int32_t[::1] values) except -1 nogil:
    cdef Py_ssize_t done = 0, step = SIGNAL_STEPS
    while done < entries.shape[0]:
        memcpy(&values[done], &entries[done], 4 * min(step, entries.shape[0] - done))
        done += step
        check_signals()
    return 0


cdef int _place_buckets(
    const int64_t[::1] ends, int bits, const uint16_t[::1] lows, int32_t[::1] values,
    int64_t[::1] ptr, int32_t[::1] idx,
) except -1 nogil:
    """Group each bucket by key, moving its part of idx to `values` and from there into rows."""
    cdef Py_ssize_t b, first, n = ptr.shape[0] - 1
    cdef int64_t start = 0, end
    cdef int64_t[::1] rows
    cdef const uint16_t[::1] keys
    cdef const int32_t[:] moved = values
    for b in range(ends.shape[0]):
        end = ends[b]
        first = b << bits
        rows = ptr[first:min(first + (<Py_ssize_t>1 << bits), n)]
        keys = lows[start:end]
        _count_keys(keys, rows)
        _counts_to_starts(rows, start)
        _copy(idx[start:end], values)
        _place_pairs(keys, moved, rows, idx)
        start = end
    return 0


cdef int _group_in_buckets(
    const int64_t[::1] rows_ptr, const int32_t[:] keys, const int32_t[:] values, int bits,
    int64_t[::1] cursors, uint16_t[::1] lows, int32_t[::1] moved,
    int64_t[::1] ptr, int32_t[::1] idx,
) except -1 nogil:
    """Group edges by key as `_group_directly` does, one bucket of keys at a time.

    cursors holds the start of each bucket; moved has room for the values of the largest one.
    """
    if rows_ptr is not None:
        _distribute_rows(rows_ptr, keys, bits, cursors, lows, idx)
    else:
        _distribute_pairs(keys, values, bits, cursors, lows, idx)
    _place_buckets(cursors, bits, lows, moved, ptr, idx)
    _ends_to_starts(ptr)
    return 0


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
) -> tuple[Buffer, Buffer]:
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
) -> tuple[Buffer, Buffer]:
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
) -> Buffer:
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


def degrees_of_rows(const int64_t[::1] ptr not None) -> Buffer:
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
) -> Buffer:
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
