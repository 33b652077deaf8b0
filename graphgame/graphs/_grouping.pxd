from libc.stdint cimport int32_t, int64_t, uint16_t

cdef enum:
    MOST_BUCKET_BITS = 16  # what the low bits of a key have room for

cdef int _counts_to_starts(int64_t[::1] ptr, int64_t start=*) except -1 nogil
cdef int _ends_to_starts(int64_t[::1] ptr) except -1 nogil
cdef int _group_directly(
    const int64_t[::1] rows_ptr, const int32_t[:] keys, const int32_t[:] values,
    int64_t[::1] ptr, int32_t[::1] idx,
) except -1 nogil
cdef int _bits_of_buckets(const int32_t[:] keys, Py_ssize_t n) noexcept nogil
cdef int64_t _count_buckets(
    const int32_t[:] keys, int bits, int64_t[::1] counts
) except -1 nogil
cdef int _group_in_buckets(
    const int64_t[::1] rows_ptr, const int32_t[:] keys, const int32_t[:] values, int bits,
    int64_t[::1] cursors, uint16_t[::1] lows, int32_t[::1] moved,
    int64_t[::1] ptr, int32_t[::1] idx,
) except -1 nogil
