from libc.stdint cimport int8_t, int32_t, int64_t

cdef Py_ssize_t _propagate(
    const int64_t[::1] pred_ptr, const int32_t[::1] pred_idx,
    int32_t[::1] state, int8_t[::1] outcomes, int32_t[::1] queue, Py_ssize_t tail,
) except -1 nogil
