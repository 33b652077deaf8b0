# Prefetching along a queue, which says what is read next.

from libc.stdint cimport int32_t, int64_t

cdef extern from "_kernel/compiler.h":
    void prefetch "GG_PREFETCH"(const void *address) noexcept nogil

cdef enum:
    # Prefetch distances in queue entries: offsets first, then the row that they point to, then the
    # table entries that the row names.
    POINTER_AHEAD = 24
    ROW_AHEAD = 12
    ENTRIES_AHEAD = 6


cdef inline int prefetch_rows(
    const int64_t[::1] ptr, const int32_t[::1] idx, const int32_t[::1] table, Py_ssize_t width,
    const int32_t[::1] queue, Py_ssize_t head, Py_ssize_t tail,
) except -1 nogil:
    """Prefetch what follows queue[head]: offsets, rows, and the table words of their entries.

    The table has `width` words per position.  queue[:tail] is filled; an entry v or ~v is
    position v.
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
