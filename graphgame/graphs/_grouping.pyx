"""The steps of grouping edges by one of their ends, for `graphgame.graphs._rows`.

Kernels of kernels: all of them write to arrays that the caller has made.
"""

from libc.stdint cimport int32_t, int64_t, uint16_t
from libc.string cimport memcpy

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
