"""Kernels that bring edges into buckets of neighbouring keys, for `graphgame._rows`.

Keys in random order make each access to a table of all positions a cache miss, 10 ns and more once
the table has left the caches.  Sorted into buckets first, the edges of one bucket touch a part of
the table that fits the second cache, and two passes in order are much cheaper than one at random.
"""

from libc.stdint cimport int32_t, int64_t, uint16_t

from graphgame._signals cimport SIGNAL_STEPS, check_signals

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
    """Say whether most keys come soon after one of the same page of ptr: on samples of them.

    held[h] is the page last met among those that fall on place h, as in a cache without choice.
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
    """Give how many low bits the keys of a bucket differ in; 0 if they are best placed directly."""
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
    """Put low key and value of each edge in the next free place of its bucket."""
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
    """As `_distribute_pairs`, the values being the row numbers of a CSR."""
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
