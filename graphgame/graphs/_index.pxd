cimport cython
from libc.stdint cimport int32_t, int64_t, uint64_t

from graphgame._kernel.buffer cimport Buffer


@cython.final
cdef class CodeIndex:
    cdef Buffer code_buffer
    cdef Buffer slot_buffer
    cdef int64_t *codes
    cdef uint64_t *slots
    cdef int32_t *places
    cdef readonly int64_t count, size
    cdef uint64_t mask, offset, most
    cdef int64_t exact, room
    cdef int bits, shift
    # Make room for so many more codes, before add_codes.
    cdef int reserve(self, int64_t more) except -1
    # Look k codes up, and add those that are new.
    cdef int add_codes(self, const int64_t *codes, int32_t *indices, int64_t k) except -1 nogil
    # Look k codes up, -1 where there is none; return how many of these go to rest and places.  Any
    # number of threads may do so at once, after reserve.
    cdef int64_t find_codes(
        self, const int64_t *codes, int32_t *indices, int64_t k, int64_t *rest, int32_t *places
    ) except -1 nogil
    cdef int32_t _find(self, int64_t code) noexcept nogil
    cdef int64_t _add_run(
        self, const int64_t *codes, int32_t *indices, int64_t k
    ) except -1 nogil
    cdef int _add_places(
        self, const int64_t *codes, int32_t *indices, int64_t k
    ) except -1 nogil
    cdef int32_t _add_one(self, int64_t code) except -1 nogil
    cdef int _refuse(self, int64_t code) except -1 nogil
    cdef int _require_places(self) except -1 nogil
    cdef inline uint64_t _hash(self, int64_t code) noexcept nogil
    cdef inline int32_t _seek(
        self, int64_t code, uint64_t h, uint64_t *slot, uint64_t *held
    ) noexcept nogil
    cdef inline void _append(self, int64_t code, uint64_t s, uint64_t field) noexcept nogil
    cdef int _enter_all(self, int64_t count) except -1
    cdef int _enter(self, uint64_t *slots) except -1 nogil
    cdef int _widen(self) except -1
    cdef int _grow(self) except -1
    cdef void _use(self, uint64_t *slots) noexcept
    cdef bint _spread(self, uint64_t *slots, int64_t old) except -1 nogil
    cdef bint _move(
        self, uint64_t *slots, uint64_t s, uint64_t held, uint64_t waiting
    ) except -1 nogil
    cdef inline uint64_t _hash_held(self, uint64_t held, uint64_t s, uint64_t old) noexcept nogil
    cdef inline void _prefetch_place(self, int64_t code) noexcept nogil
