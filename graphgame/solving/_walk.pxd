from libc.stdint cimport int8_t, int32_t

from graphgame._kernel.buffer cimport Buffer


cdef class Walk:
    cdef int32_t best_move(self, Py_ssize_t v) except -2 nogil
    cdef bint is_over(self, Py_ssize_t v) except -1 nogil
    cdef int32_t step(self, int32_t v) except -1 nogil
    cdef int refuse(self, int32_t v) except -1 nogil
    cdef Py_ssize_t count(self, Py_ssize_t start, int8_t[::1] seen) except -1 nogil
    cdef int follow(self, int32_t[::1] line) except -1 nogil
    cdef Buffer line(self, Py_ssize_t n, Py_ssize_t start, Py_ssize_t length)
