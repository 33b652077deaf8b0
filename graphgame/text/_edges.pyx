"""The scanner of edge lists: lines of two names, which may all be integers."""

from libc.stdint cimport int64_t, uint64_t
from libc.string cimport memchr

from graphgame._kernel.buffer cimport Buffer, int64_buffer
from graphgame._kernel.signals cimport SIGNAL_STEPS, check_signals

from graphgame.text._scan import ScanError

cdef enum:
    # The shortest line of an edge: two names of one byte, what separates them, and its end.
    SHORTEST_LINE = 4
    # The digits of the greatest int64: a number of fewer digits does not overflow.
    MOST_DIGITS = 19
    # Bytes of a name that an error quotes, at most.
    SHOWN = 256

cdef uint64_t GREATEST = <uint64_t>0x7fffffffffffffff


cdef inline bint _is_blank(unsigned char c) noexcept nogil:
    return c == b" " or c == b"\t"


cdef inline bint _ends_name(unsigned char c) noexcept nogil:
    return c <= b" " or c == b"," or c == b"#"


cdef class EdgeScanner:
    """Scanner of an edge list: each line holds two names, a position and one of its options.

    Blanks, tabs and at most one comma separate them.  A comment begins with ``#``, and reaches to
    the end of the line, as does one with ``%`` at the beginning of a line.  Behind two names may
    stand ``{…}``, the data of an edge as NetworkX writes them, which say nothing here.

    Attributes
    ----------
    count : int
        How many edges there are.
    numbers : bool
        Whether all names are integers that fit in 64 bits, written as Python writes them.
    ends : (2 count,) int64 Buffer
        These integers, as they stand in the text; without a meaning where `numbers` is false.
    remarks : bool
        Whether there are comments or data.

    Notes
    -----
    O(length) time, and 16 bytes per edge; meanwhile 4 bytes of addresses per byte of the text,
    which is no memory before it is written.
    """

    cdef readonly int64_t count
    cdef readonly bint numbers
    cdef readonly bint remarks
    cdef readonly Buffer ends
    cdef int field  # how many names of the current line have been read
    cdef Py_ssize_t comma  # where a comma stands behind the last name; -1 where there is none
    cdef Py_ssize_t line, line_start  # the number of the current line, from 1, and where it starts

    def __cinit__(self):
        self.count = 0
        self.numbers = True
        self.remarks = False
        self.field = 0
        self.comma = -1
        self.line, self.line_start = 1, 0
        self.ends = int64_buffer(0)

    def scan(self, const unsigned char[::1] text not None) -> None:
        """Scan a whole text, whose lines end with LF.

        Raises
        ------
        ScanError
            With the place, where a line has not two names.
        """
        self.ends = int64_buffer(2 * (text.shape[0] // SHORTEST_LINE + 1))
        with nogil:
            self._scan(text, <int64_t *>self.ends.data)
        self.ends.resize(<Py_ssize_t>(2 * self.count))

    cdef int _scan(self, const unsigned char[::1] text, int64_t *ends) except -1 nogil:
        # Invariant: text[:p] is scanned; ends[:2 count + field] holds its names as long as all are
        # numbers; a line of two names has SHORTEST_LINE bytes, so that `ends` has room.
        # Terminates because every iteration advances p.
        cdef Py_ssize_t p = 0, start, size = text.shape[0]
        cdef Py_ssize_t next_check = SIGNAL_STEPS
        cdef unsigned char c
        while p < size:
            if p >= next_check:
                next_check = p + SIGNAL_STEPS
                check_signals()
            c = text[p]
            if c == b"\n":
                self._end_line(text, p)
                p += 1
                self.line += 1
                self.line_start = p
            elif _is_blank(c):
                p += 1
            elif c == b"#" or (c == b"%" and self.field == 0):
                self.remarks = True
                p = self._line_end(text, p)
            elif c == b",":
                if self.field == 0 or self.comma >= 0:
                    self._refuse(text, p, p + 1)
                self.comma = p
                p += 1
            elif c == b"{" and self.field == 2:
                p = self._data(text, p)
            else:
                start = p
                while p < size and not _ends_name(text[p]):
                    p += 1
                if self.field == 2 or c == b"{" or c == b'"' or p == start:
                    self._refuse(text, start, max(p, start + 1))
                if p < size and text[p] < b" " and text[p] != b"\n" and text[p] != b"\t":
                    self._refuse(text, p, p + 1)
                if self.numbers:
                    self.numbers = _number(text, start, p, ends + 2 * self.count + self.field)
                self.field += 1
                self.comma = -1
        self._end_line(text, size)
        return 0

    cdef int _end_line(self, const unsigned char[::1] text, Py_ssize_t p) except -1 nogil:
        if self.field == 2 and self.comma >= 0:
            self._refuse(text, self.comma, self.comma + 1)
        if self.field == 1:
            with gil:
                raise ScanError(
                    self.line, p - self.line_start + 1, self._expected(), "the end of the line"
                )
        self.count += self.field == 2
        self.field = 0
        self.comma = -1
        return 0

    cdef Py_ssize_t _line_end(
        self, const unsigned char[::1] text, Py_ssize_t p
    ) noexcept nogil:
        """Return where the line of text[p] ends."""
        cdef const void *end = memchr(&text[p], b"\n", <size_t>(text.shape[0] - p))
        return text.shape[0] if end is NULL else <const unsigned char *>end - &text[0]

    cdef Py_ssize_t _data(self, const unsigned char[::1] text, Py_ssize_t p) except -1 nogil:
        """Skip the data of an edge, which end with the line."""
        cdef Py_ssize_t end = self._line_end(text, p), last = end - 1
        while _is_blank(text[last]):
            last -= 1
        if text[last] != b"}":
            self._refuse(text, p, end)
        self.remarks = True
        self.comma = -1
        return end

    def _expected(self):
        if self.field == 2:
            return "the end of the line after two names, a position and one of its options"
        return ("a name of a position", "a second name, an option of the first one")[self.field]

    cdef int _refuse(
        self, const unsigned char[::1] text, Py_ssize_t start, Py_ssize_t stop
    ) except -1 nogil:
        """Raise ScanError for what stands at text[start:stop]."""
        with gil:
            raise ScanError(
                self.line, start - self.line_start + 1, self._expected(),
                bytes(text[start:min(stop, start + SHOWN)]),
            )


cdef bint _number(
    const unsigned char[::1] text, Py_ssize_t start, Py_ssize_t stop, int64_t *number
) noexcept nogil:
    """Store the integer that text[start:stop] is; return whether it is one, as Python writes it."""
    cdef bint negative = text[start] == b"-"
    cdef uint64_t value = 0
    cdef Py_ssize_t p, digits = stop - start - negative
    start += negative
    if digits < 1 or digits > MOST_DIGITS:
        return False
    if text[start] == b"0" and (digits > 1 or negative):
        return False
    for p in range(start, stop):
        if text[p] < b"0" or text[p] > b"9":
            return False
        value = 10 * value + (text[p] - c"0")  # below 10^19, which is below 2^64
    if value > GREATEST:
        return False
    number[0] = -<int64_t>value if negative else <int64_t>value
    return True
