from libc.stdint cimport int8_t, int64_t

from graphgame._kernel.buffer cimport Buffer

cdef extern from "text/_scan.h":
    # The most edges, and the greatest number that is read.
    const int64_t MOST_EDGES "GG_MOST_EDGES"

cdef enum:
    # A longer token is refused before its end is known, so that little is carried over from one
    # chunk to the next.
    LONGEST_TOKEN = 63

cdef enum Phase:
    HEADER
    EDGES
    PRESETS

cdef inline bint _is_digit(unsigned char c) noexcept nogil:
    return c >= b"0" and c <= b"9"


cdef inline bint _ends_token(unsigned char c) noexcept nogil:
    return c == b" " or c == b"\n" or c == b"\t" or c == b"\r" or c == b"#"


cdef class GraphScanner:
    cdef readonly int64_t n
    cdef readonly Buffer edges
    cdef readonly Buffer presets  # type: Buffer | None
    cdef readonly Buffer owners  # type: Buffer | None
    cdef int64_t owned  # the number of positions with an owner
    cdef int64_t base, announced, count
    cdef int64_t room  # the number of edges that fit in `edges`
    cdef Phase phase
    cdef int field  # the number of fields read of the current line, 0 to 3
    cdef int fields  # the number of fields that the current line should have, 2 or 3
    cdef int64_t first  # the first field of the current line
    cdef bint in_comment
    cdef int64_t line  # number of the current line, from 1
    cdef int64_t line_start  # where it starts, in bytes from the beginning of the text
    cdef int64_t fed  # where the chunk being scanned starts

    cdef Py_ssize_t _scan(self, const unsigned char[::1] chunk) except -1 nogil
    cdef Py_ssize_t _plain_lines(
        self, const unsigned char *text, Py_ssize_t size
    ) except -1 nogil
    cdef int _number(
        self, int64_t value, const unsigned char[::1] chunk, Py_ssize_t start
    ) except -1 nogil
    cdef int _word(
        self, const unsigned char[::1] chunk, Py_ssize_t start, Py_ssize_t stop
    ) except -1 nogil
    cdef int _preset(
        self, int8_t outcome, const unsigned char[::1] chunk, Py_ssize_t start
    ) except -1
    cdef int _own(self, int8_t owner, const unsigned char[::1] chunk, Py_ssize_t start) except -1
    cdef int _end_line(self, Py_ssize_t p) except -1 nogil
    cdef int _grow(self) except -1 nogil
    cdef object _missing(self)
    cdef object _expected(self)
    cdef int _refuse(
        self, const unsigned char[::1] chunk, Py_ssize_t start, expected=*
    ) except -1 nogil
