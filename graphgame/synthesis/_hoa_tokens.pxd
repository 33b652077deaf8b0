from libc.stdint cimport int64_t, uint8_t

cdef enum Kind:
    END_TEXT
    INT
    STRING
    WORD
    HEADER
    ALIAS
    BODY
    END
    ABORT
    SIGN


cdef class HoaTokens:
    cdef bytes held
    cdef const uint8_t *text
    cdef Py_ssize_t size, p, content, content_end
    cdef Kind token
    cdef uint8_t sign
    cdef readonly Py_ssize_t start
    cdef readonly int64_t value

    cdef int next(self) except -1
    cdef int skip_blanks(self) except -1
    cdef int read_int(self) except -1
    cdef int read_string(self) except -1
    cdef int read_mark(self) except -1
    cdef bint at_sign(self, uint8_t c) noexcept
