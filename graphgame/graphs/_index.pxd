cimport cython
from libc.stdint cimport int32_t, int64_t

from graphgame.graphs._table cimport CodeTable


@cython.final
cdef class CodeIndex(CodeTable):
    cdef int32_t *places
    cdef readonly int64_t size
    # Make room for so many more codes, before add_codes.
    cdef int reserve(self, int64_t more) except -1
    # Look k codes up, and add those that are new.
    cdef int add_codes(self, const int64_t *codes, int32_t *indices, int64_t k) except -1 nogil
    # The same, but stop before the first that needs a longer array, more slots, wider ones, or that
    # is no code; return how many codes come before it.  Other threads may call find_codes.
    cdef int64_t add_known_room(
        self, const int64_t *codes, int32_t *indices, int64_t k
    ) except -1 nogil
    # Look k codes up, -1 where there is none; return how many of these go to rest and places.  Any
    # number of threads may do so at once, after reserve.  A code that a thread adds meanwhile may
    # not be found.
    cdef int64_t find_codes(
        self, const int64_t *codes, int32_t *indices, int64_t k, int64_t *rest, int32_t *places
    ) except -1 nogil
    # Copy some codes, from `start` on.
    cdef void copy_codes(self, int64_t start, int64_t count, int64_t *copy) noexcept nogil
    cdef int32_t _find(self, int64_t code) noexcept nogil
    cdef int64_t _add_run(
        self, const int64_t *codes, int32_t *indices, int64_t k
    ) except -1 nogil
    cdef int64_t _add_places(
        self, const int64_t *codes, int32_t *indices, int64_t k
    ) except -1 nogil
    cdef int32_t _add_one(self, int64_t code) except -1 nogil
    cdef int _refuse(self, int64_t code) except -1 nogil
    cdef inline void _prefetch_place(self, int64_t code) noexcept nogil
