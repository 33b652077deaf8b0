from libc.stdint cimport int64_t

cdef int _counts_to_starts(int64_t[::1] ptr, int64_t start=*) except -1 nogil
cdef int _ends_to_starts(int64_t[::1] ptr) except -1 nogil
