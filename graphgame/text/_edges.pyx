"""Scanners of edge lists and of tables, whose names may all be integers."""

from libc.stdint cimport int64_t, uint64_t
from libc.string cimport memchr, memcpy

from graphgame._kernel.buffer cimport Buffer, int64_buffer, untouched_buffer
from graphgame._kernel.signals cimport SIGNAL_STEPS, check_signals

from graphgame.text._scan import ScanError

cdef enum:
    # The shortest line of an edge: two names of one byte, what separates them, and its end.
    SHORTEST_LINE = 4
    # The digits of the greatest int64: a number of fewer digits does not overflow.
    MOST_DIGITS = 19
    # Bytes of a name that an error quotes, at most.
    SHOWN = 256
    # The shortest row of a table: two cells of one byte, what separates them, and its end.
    SHORTEST_ROW = 4
    # What ends a cell that was copied: a byte that UTF-8 does not have.
    CELL_END = 0xff

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
    if value > GREATEST + negative:
        return False
    number[0] = <int64_t>(0 - value) if negative else <int64_t>value
    return True


cdef enum:
    # What a column of a table is for.
    NOTHING = 0
    POSITION = 1
    OPTION = 2
    VALUE = 3


cdef struct Cell:
    # text[start:stop] is what a cell says; with pairs of quotation marks that each stand for one.
    Py_ssize_t start, stop
    bint paired


cdef class TableScanner:
    """Scanner of a table: rows of cells, each row a position and one of its options, or none.

    A cell in quotation marks may hold anything; a pair of them stands for one.  Blanks around cells
    are left out, not within quotation marks; so are lines without anything but blanks.

    Parameters
    ----------
    text : bytes
        In UTF-8, with LF at the ends of lines.
    separator : int
        The byte between two cells of a row.

    Attributes
    ----------
    header : list of bytes
        The cells of the first row; empty where there is none.
    count : int
        How many rows there are behind it.
    numbers : bool
        Whether all positions and options are integers of 64 bits, written as Python writes them.
    ends : (2 count,) int64 Buffer
        These integers, row by row; without a meaning where `numbers` is false.
    alone : (k,) int64 Buffer
        The rows without an option: in its place stands the position.

    Notes
    -----
    O(length) time; 16 bytes per row where `numbers` is true, else a copy of the names.
    """

    cdef readonly list header  # type: list[bytes]
    cdef readonly int64_t count
    cdef readonly bint numbers
    cdef readonly Buffer ends
    cdef readonly Buffer alone
    cdef Py_ssize_t body  # where the header ends
    cdef const unsigned char[::1] text
    cdef unsigned char separator
    cdef Buffer names, values
    cdef Py_ssize_t named, valued, lone  # how much of names, values and alone is filled
    cdef Py_ssize_t line, line_start  # the number of the current line, from 1, and where it starts
    cdef Cell cell  # the last one

    def __cinit__(self, const unsigned char[::1] text not None, unsigned char separator):
        self.text, self.separator = text, separator
        self.header = []
        self.numbers = True
        self.line = 1
        self.ends = self.alone = int64_buffer(0)
        self.names = self.values = untouched_buffer(1, 0)

    def read_header(self) -> list[bytes]:
        """Read the first row, and return its cells.

        Raises
        ------
        ScanError
            If quotation marks are wrong.
        """
        cdef Py_ssize_t p = self._content(0)
        while p < self.text.shape[0]:
            p = self._next(p)
            cell = bytes(self.text[self.cell.start:self.cell.stop])
            self.header.append(cell.replace(b'""', b'"') if self.cell.paired else cell)
            if p == self.text.shape[0] or self.text[p] == b"\n":
                break
            p += 1
            if p == self.text.shape[0]:
                self.header.append(b"")
        self.body = p
        return self.header

    def scan(self, Py_ssize_t position, Py_ssize_t option, values: list[int]) -> None:
        """Scan all rows behind the header.

        Parameters
        ----------
        position, option : int
            Which columns hold these.
        values : list of int
            The columns of values.

        Raises
        ------
        ScanError
            With the place, where a row has other cells than the header, or no position.
        """
        cdef Py_ssize_t size = self.text.shape[0], line = self.line, k
        cdef unsigned char[::1] kinds = bytearray(len(self.header))
        for k in values:
            kinds[k] = VALUE
        kinds[position], kinds[option] = POSITION, OPTION
        self.ends = int64_buffer(2 * (size // SHORTEST_ROW + 1))
        self.alone = untouched_buffer(8, size // SHORTEST_ROW + 1)
        self.values = untouched_buffer(1, size + 2)
        with nogil:
            self._scan(kinds)
        if not self.numbers:  # again from the first row, whose names may have been integers
            self.count = self.valued = self.lone = 0
            self.line = line
            # A position without an option is copied twice.
            self.names = untouched_buffer(1, 2 * size + 4)
            with nogil:
                self._scan(kinds)
        self.ends.resize(<Py_ssize_t>(2 * self.count) if self.numbers else 0)
        self.alone.resize(self.lone)

    def end_names(self) -> list[bytes]:
        """Return the position and the option of every row, one after the other."""
        return _split(self.names, self.named)

    def value_cells(self) -> list[bytes]:
        """Return the cells of all columns of values, row by row."""
        return _split(self.values, self.valued)

    cdef int _scan(self, const unsigned char[::1] slots) except -1 nogil:
        # Invariant: the rows before text[p] are scanned, `count` of them; ends[:2 count] holds
        # their integers or names[:named] their names, values[:valued] their values.  A row has
        # SHORTEST_ROW bytes, so that `ends` and `alone` have room; a cell and what ends it are at
        # least as long as its copy, but the option of a row without one.  Terminates because every
        # iteration advances p.
        cdef Py_ssize_t size = self.text.shape[0], p = self.body, next_check = p + SIGNAL_STEPS
        cdef Py_ssize_t width = slots.shape[0], k, line
        cdef int64_t *ends = <int64_t *>self.ends.data
        cdef int64_t *alone = <int64_t *>self.alone.data
        cdef unsigned char *names = <unsigned char *>self.names.data
        cdef unsigned char *values = <unsigned char *>self.values.data
        cdef bint are_names = self.names.shape[0] > 0
        cdef Cell position = self.cell, option = self.cell
        if p < size:
            p = self._end_line(p)
        while True:
            if p >= next_check:
                next_check = p + SIGNAL_STEPS
                check_signals()
            p = self._content(p)
            if p == size:
                return 0
            line = self.line
            k = 0
            while True:
                p = self._next(p)
                if k < width:
                    if slots[k] == POSITION:
                        position = self.cell
                    elif slots[k] == OPTION:
                        option = self.cell
                    elif slots[k] == VALUE:
                        self.valued = self._copy(self.cell, values, self.valued)
                k += 1
                if p == size or self.text[p] == b"\n":
                    break
                p += 1
            if k != width:
                self._refuse_row(line, k, width)
            if position.start == position.stop:
                self._refuse_position(line, slots)
            if option.start == option.stop:
                alone[self.lone] = self.count
                self.lone += 1
                option = position
            if are_names:
                self.named = self._copy(position, names, self.named)
                self.named = self._copy(option, names, self.named)
            elif not (
                _number(self.text, position.start, position.stop, ends + 2 * self.count)
                and _number(self.text, option.start, option.stop, ends + 2 * self.count + 1)
            ):
                self.numbers = False
                return 0
            self.count += 1
            if p < size:
                p = self._end_line(p)

    cdef Py_ssize_t _content(self, Py_ssize_t p) except -1 nogil:
        """Return where the first line from text[p] on begins that has more than blanks."""
        # Terminates because every iteration advances p.
        cdef Py_ssize_t start = p
        while p < self.text.shape[0]:
            if self.text[p] == b"\n":
                start = p = self._end_line(p)
            elif self._is_blank(self.text[p]):
                p += 1
            else:
                return start
        return p

    cdef Py_ssize_t _end_line(self, Py_ssize_t p) noexcept nogil:
        """Count the line feed at text[p]; return where the next line begins."""
        self.line += 1
        self.line_start = p + 1
        return p + 1

    cdef bint _is_blank(self, unsigned char c) noexcept nogil:
        return c == b" " or (c == b"\t" and self.separator != b"\t")

    cdef Py_ssize_t _next(self, Py_ssize_t p) except -1 nogil:
        """Read the cell that begins at text[p]; return where what ends it stands."""
        # Terminates because every iteration advances p.
        cdef Py_ssize_t size = self.text.shape[0]
        while p < size and self._is_blank(self.text[p]):
            p += 1
        self.cell.paired = False
        if p < size and self.text[p] == b'"':
            return self._quoted(p)
        self.cell.start = p
        while p < size and self.text[p] != self.separator and self.text[p] != b"\n":
            p += 1
        self.cell.stop = p
        while self.cell.stop > self.cell.start and self._is_blank(self.text[self.cell.stop - 1]):
            self.cell.stop -= 1
        return p

    cdef Py_ssize_t _quoted(self, Py_ssize_t p) except -1 nogil:
        """Read a cell whose quotation mark stands at text[p]."""
        # Terminates because every iteration advances p.
        cdef Py_ssize_t size = self.text.shape[0], line = self.line, start = self.line_start
        cdef Py_ssize_t mark = p
        p += 1
        self.cell.start = p
        while p < size:
            if self.text[p] == b"\n":
                self._end_line(p)
            elif self.text[p] == b'"':
                if p + 1 == size or self.text[p + 1] != b'"':
                    break
                self.cell.paired = True
                p += 1
            p += 1
        if p == size:
            with gil:
                raise ScanError(
                    line, mark - start + 1, "a quotation mark at the end of this cell, too",
                    "the end of the text",
                )
        self.cell.stop = p
        p += 1
        while p < size and self._is_blank(self.text[p]):
            p += 1
        if p < size and self.text[p] != self.separator and self.text[p] != b"\n":
            with gil:
                raise ScanError(
                    self.line, p - self.line_start + 1,
                    "the end of a cell behind its quotation mark; within it stand two for one",
                    bytes(self.text[p:p + 1]),
                )
        return p

    cdef Py_ssize_t _copy(self, Cell cell, unsigned char *out, Py_ssize_t at) noexcept nogil:
        """Copy what a cell says to out[at:], and CELL_END behind it; return where that ends."""
        # Terminates because every iteration advances p.
        cdef unsigned char *to = out + at
        cdef Py_ssize_t p = cell.start, length = cell.stop - cell.start
        if cell.paired:
            length = 0
            while p < cell.stop:
                to[length] = self.text[p]
                length += 1
                p += 2 if self.text[p] == b'"' else 1
        elif length:
            memcpy(to, &self.text[p], <size_t>length)
        to[length] = CELL_END
        return at + length + 1

    cdef int _refuse_row(self, Py_ssize_t line, Py_ssize_t k, Py_ssize_t width) except -1 nogil:
        with gil:
            raise ScanError(line, 1, f"{width} cells, as in the header", str(k))

    cdef int _refuse_position(
        self, Py_ssize_t line, const unsigned char[::1] slots
    ) except -1 nogil:
        with gil:
            name = self.header[bytes(slots).index(POSITION)].decode()
            raise ScanError(line, 1, f"a position in column {name!r}", "none")


cdef list _split(Buffer cells, Py_ssize_t size):
    """Return the cells that were copied to a buffer."""
    return bytes(memoryview(cells)[:size - 1]).split(b"\xff") if size else []
