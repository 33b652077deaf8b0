cimport cython
from libc.stdint cimport int32_t, int64_t

from graphgame._kernel.buffer cimport Buffer


@cython.final
cdef class CompactRows:
    cdef Buffer named, fresh, idx
    cdef readonly int64_t n, m
    cdef int64_t held, first, next
    cdef readonly bint rising
    cdef bint wide

    # Say how many starts there are, before there are rows.
    cdef void begin(self, int64_t first) noexcept
    cdef int append(self, const int64_t *ptr, int64_t count, const int32_t *idx) except -1
    cdef int _widen(self) except -1
    cdef int64_t _length(self, Buffer lengths, int64_t v) noexcept nogil
