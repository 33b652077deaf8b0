cimport cython
from libc.stdint cimport int32_t, int64_t

from graphgame._kernel.buffer cimport Buffer


@cython.final
cdef class CompactRows:
    cdef Buffer degrees
    cdef Buffer idx
    cdef readonly int64_t n, m
    cdef readonly bint rising
    cdef bint wide

    cdef int append(self, const int64_t *ptr, int64_t count, const int32_t *idx) except -1
    cdef int _widen(self) except -1
