from libc.stdint cimport int32_t

cdef int32_t _greatest(const int32_t[::1] degrees) except -1 nogil
cdef Py_ssize_t _enter_leaves(const int32_t[::1] state, int32_t[::1] queue) except -1 nogil
