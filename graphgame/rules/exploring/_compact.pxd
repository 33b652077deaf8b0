cimport cython
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t
from libc.string cimport memcpy

from graphgame._kernel.buffer cimport Buffer

cdef enum:
    # How far below the first new option of its row an option is far; all bits of 3 bytes.
    NEAR = (1 << 24) - 1

ctypedef fused degree_t:
    uint8_t
    int32_t


cdef inline int64_t near_option(const char *near, int64_t e, int64_t new) noexcept nogil:
    """Return option e of those that take 3 bytes, or -1 if it is far.

    `new` is the first new option of its row.  The bytes are the low ones of the option; the high
    ones follow, since it is at most `new` - 1, and less than NEAR below that.
    """
    cdef uint32_t word
    memcpy(&word, near + 3 * e, 4)
    word = (<uint32_t>(new - 1) - word) & NEAR
    return -1 if word == NEAR else new - 1 - <int64_t>word


@cython.final
cdef class CompactRows:
    cdef Buffer named, fresh, near, far, idx
    cdef readonly int64_t n, m
    cdef int64_t close, aside, turn, held, next
    cdef readonly int64_t first
    cdef readonly bint rising
    cdef list marks
    cdef bint wide, is_near

    # Say how many starts there are, before there are rows.
    cdef void begin(self, int64_t first) noexcept
    cdef int append(self, const int64_t *ptr, int64_t count, const int32_t *idx) except -1
    cdef bint _append(
        self, const int64_t *ptr, int64_t count, const int32_t *idx, degree_t *named,
        degree_t *fresh,
    ) except -1
    # Give 4 bytes to every option in `near`, an array of int32 then.
    cdef int unpack(self) except -1
    cdef int _widen(self) except -1
    cdef int64_t _length(self, Buffer lengths, int64_t v) noexcept nogil
