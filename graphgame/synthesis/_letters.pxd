from libc.stdint cimport int32_t, int64_t

from graphgame._kernel.buffer cimport Buffer
from graphgame.synthesis._diagrams cimport Diagrams


cdef class Letters:
    cdef readonly Diagrams diagrams
    cdef readonly Py_ssize_t n
    cdef readonly int32_t n_first
    cdef readonly list sets  # type: list[tuple[int, ...]]
    cdef Buffer roots, set_numbers, stamps, stack
    cdef Py_ssize_t n_numbered, n_stamped
    cdef int32_t stamp
    cdef dict numbers, unions

    cdef int _join_edges(
        self, Py_ssize_t q, Buffer values, const int32_t[::1] levels, const int64_t[::1] ptr,
        const int32_t[::1] labels, const int32_t[::1] ends,
    ) except -1
    cdef int32_t _guard(self, int32_t label, Buffer values, const int32_t[::1] levels) except -1
    cdef int32_t _union(self, int32_t a, int32_t b) except -1
    cdef int32_t _numbered(self, tuple ends) except -1
    cdef int32_t set_number(self, int32_t node) except -1
    cdef list choices(self, int32_t root)
