from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t


cdef inline bint has_bit(const uint64_t[::1] bits, uint32_t v) noexcept nogil:
    return (bits[v >> 6] >> (v & 63)) & 1


cdef inline void add_bit(uint64_t[::1] bits, uint32_t v) noexcept nogil:
    bits[v >> 6] |= <uint64_t>1 << (v & 63)


cdef int _mark_sources(
    const int32_t[:, ::1] edges, int64_t start, int64_t stop, uint64_t[::1] moving
) except -1 nogil
cdef int _mark_rows(
    const int64_t[::1] ptr, Py_ssize_t first, uint64_t[::1] moving
) except -1 nogil
cdef int _mark_wins(
    const int32_t[:, ::1] edges, const int64_t[::1] ptr, const int32_t[::1] idx, Py_ssize_t first,
    Py_ssize_t *row, int64_t start, int64_t stop, const uint64_t[::1] moving, uint64_t[::1] won,
) except -1 nogil
cdef int32_t _count_alive(
    const uint64_t[::1] moving, const uint64_t[::1] won, uint64_t[::1] alive, int32_t[::1] ranks
) except -1 nogil
cdef int64_t _keep_edges(
    const int32_t[:, ::1] edges, const int64_t[::1] ptr, const int32_t[::1] idx, Py_ssize_t first,
    Py_ssize_t *row, int64_t start, int64_t stop, const uint64_t[::1] alive,
    const int32_t[::1] ranks, int32_t[:, ::1] kept, int64_t count, uint64_t[::1] moving,
) except -1 nogil
cdef double _share_near(const int32_t[:] targets) except -1 nogil
cdef double _share_decided(
    const int32_t[:] targets, const uint64_t[::1] moving, Py_ssize_t n
) except -1 nogil
