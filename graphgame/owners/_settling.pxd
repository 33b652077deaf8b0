from libc.stdint cimport int8_t, int32_t, int64_t


cdef Py_ssize_t spread(
    const int64_t[::1] ptr, const int32_t[::1] idx,
    const int64_t[::1] pred_ptr, const int32_t[::1] pred_idx,
    const int8_t[::1] owner, int8_t[::1] winners, int32_t[::1] strategy, int32_t[::1] watched,
    int32_t[::1] queue, Py_ssize_t tail,
) except -1 nogil
