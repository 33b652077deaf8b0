# Asking for memory ahead of its use: where a queue says what comes next, a cache miss need not be
# waited for.

from libc.stdint cimport int32_t, int64_t

cdef extern from "_kernel/compiler.h":
    void prefetch "GG_PREFETCH"(const void *address) noexcept nogil

cdef enum:
    # How far ahead in the queue, in positions: one miss is in flight for each of them, and each
    # step needs what the one before it has brought.
    POINTER_AHEAD = 24
    ROW_AHEAD = 12
    ENTRIES_AHEAD = 6


cdef inline int prefetch_rows(
    const int64_t[::1] ptr, const int32_t[::1] idx, const int32_t[::1] table, Py_ssize_t width,
    const int32_t[::1] queue, Py_ssize_t head, Py_ssize_t tail,
) except -1 nogil:
    """Ask for what comes after queue[head]: offsets, rows, and the table's words of their entries.

    The table has `width` words for each position; queue[:tail] is filled, and v or ~v there stands
    for position v.
    """
    cdef int32_t v
    cdef int64_t e
    if head + POINTER_AHEAD < tail:
        v = queue[head + POINTER_AHEAD]
        v ^= v >> 31
        prefetch(&ptr[v])
        prefetch(&table[width * v])
    if head + ROW_AHEAD < tail:
        v = queue[head + ROW_AHEAD]
        v ^= v >> 31
        if ptr[v] < ptr[v + 1]:
            prefetch(&idx[ptr[v]])
    if head + ENTRIES_AHEAD < tail:
        v = queue[head + ENTRIES_AHEAD]
        v ^= v >> 31
        for e in range(ptr[v], ptr[v + 1]):
            prefetch(&table[width * idx[e]])
    return 0
