from libc.stdint cimport int8_t, int32_t, int64_t


cdef class Unsolved:
    cdef const int64_t[::1] ptr, pred_ptr
    cdef const int32_t[::1] idx, pred_idx, priority
    cdef const int8_t[::1] owner
    cdef int8_t[::1] winners
    cdef int32_t[::1] strategy
    cdef int64_t budget, steps, next_check

    cdef int count(self, int64_t more) except -1 nogil
    cdef bint is_over_budget(self) noexcept nogil
    cdef int32_t[::1] by_priority(self)


cdef Py_ssize_t spread(
    const int64_t[::1] ptr, const int32_t[::1] idx,
    const int64_t[::1] pred_ptr, const int32_t[::1] pred_idx,
    const int8_t[::1] owner, int8_t[::1] winners, int32_t[::1] strategy, int32_t[::1] watched,
    int32_t[::1] queue, Py_ssize_t tail,
) except -1 nogil
