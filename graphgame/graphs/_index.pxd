cimport cython
from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t

from graphgame._kernel.buffer cimport Buffer


@cython.final
cdef class CodeIndex:
    cdef Buffer code_buffer
    cdef Buffer slot_buffer
    cdef int64_t *codes
    cdef uint32_t *slots
    cdef readonly int64_t count
    cdef uint64_t mask
    cdef int shift

    cdef int reserve(self, int64_t more) except -1
    cdef int add_codes(self, const int64_t *codes, int32_t *indices, int64_t k) except -1 nogil
    cdef int _enter_all(self) except -1
    cdef int _enter(self, uint32_t *slots) except -1 nogil
    cdef int _append(self, int64_t code, uint64_t s, uint32_t tag) except -1 nogil
    cdef inline uint64_t _hash(self, int64_t code) noexcept nogil
    cdef inline uint64_t _seek(self, uint64_t h) noexcept nogil
    cdef inline int64_t _index_in(self, uint64_t s) noexcept nogil
    cdef int32_t _find(self, int64_t code) noexcept nogil
    cdef int _find_codes(self, const int64_t *codes, int32_t *indices, int64_t k) except -1 nogil
