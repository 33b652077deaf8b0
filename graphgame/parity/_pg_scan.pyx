"""The scanner of parity games in PGSolver's format.

It reads the text in chunks of any size, keeps nothing of it but numbers and, if asked, labels, and
reports the line and column of every error.  Memory grows with what has been read, never with what a
header announces.

The format is that of O. Friedmann and M. Lange, "The PGSolver Collection of Parity Game Solvers"
(2010).
"""

cimport cython
from libc.stddef cimport size_t
from libc.stdint cimport INT64_MAX, int8_t, int32_t, int64_t
from libc.string cimport memchr

from graphgame._kernel.buffer cimport Buffer, int8_buffer, int32_buffer, int64_buffer
from graphgame._kernel.outcome cimport MOST_POSITIONS
from graphgame._kernel.signals cimport SIGNAL_STEPS, check_signals

cdef enum:
    # Rows for which memory is allocated first.
    FIRST_ROOM = 1024
    # The longest word, "parity", and one character more.
    WORD_ROOM = 7
    # What takes the place of a number that is not there.
    NO_NUMBER = -1

cdef enum Expected:
    STATEMENT
    WORD
    HEADER
    HEADER_END
    START
    START_END
    PRIORITY
    OWNER
    SUCCESSOR
    AFTER_SUCCESSOR
    LABEL
    AFTER_LABEL

EXPECTED = {  # type: dict[int, str]
    STATEMENT: "a vertex 'id priority owner successors;'",
    HEADER: "the greatest id or the number of vertices",
    HEADER_END: "';' after the header",
    START: f"the id of the start, up to {<int64_t>MOST_POSITIONS - 1}",
    START_END: "';' after the start",
    PRIORITY: f"a priority up to {INT64_MAX}",
    OWNER: "the owner, 0 or 1",
    SUCCESSOR: "the id of a successor",
    AFTER_SUCCESSOR: "',' and a successor, a label in quotes, or ';'",
    LABEL: "a quotation mark that ends the label",
    AFTER_LABEL: "';' after the label",
}


class PgError(ValueError):
    """An error in a text: its place, what was expected, and what was found, a text or bytes."""

    def __init__(self, line: int, column: int, expected: str, found: str | bytes):
        super().__init__(line, column, expected, found)
        self.line, self.column, self.expected, self.found = line, column, expected, found


@cython.final
cdef class PgScanner:
    """Scanner of ``parity N;``, ``start v;`` and vertices ``id priority owner s1,s2 "label";``.

    Feed it the text with `feed`, end with `finish`, then take the attributes.

    Parameters
    ----------
    keep_labels : bool
        Whether `labels` is wanted.

    Attributes
    ----------
    n, m : int
        Numbers of vertices and edges.
    announced, start : int
        The number in the header, and the start; -1 where the text has none.
    ids, ends, priority, owner : (n,) int32, int64, int64 and int8 Buffer
        A row for each vertex in the order of the text.  Its successors end at ``ends``.
    targets : (m,) int32 Buffer
    labels : list of bytes or None
        b"" where a vertex has none; None where none was wanted.
    lines, columns : (n,) int64 Buffer
        Where the rows are from `ordered` on: the first that is not in the order of the ids.
    ordered : int
    greatest : int
        The greatest successor; -1 where there is none.
    greatest_line, greatest_column : int
        Where it stands.
    line, column : int
        Where the scanner is, from 1.

    Notes
    -----
    O(length of the text) time; 21 bytes per vertex and 4 per edge, twice that while reading.
    """

    cdef readonly int64_t n, m, announced, start, ordered
    cdef readonly int64_t greatest, greatest_line, greatest_column, line
    cdef readonly Buffer ids, ends, priority, owner, targets, lines, columns
    cdef readonly list labels  # type: list[bytes] | None
    cdef int64_t room, target_room, place_room, fed, line_start, token_line, token_column
    cdef int64_t value  # of the number that is being read; NO_NUMBER between numbers
    cdef bint too_long  # whether that number is beyond 64 bits
    cdef Expected state
    cdef char[7] word
    cdef int letters
    cdef bint has_label
    cdef list label_parts

    def __cinit__(self, bint keep_labels=False):
        self.n = self.m = self.room = self.target_room = self.place_room = 0
        self.fed = self.line_start = 0
        self.announced = self.start = self.greatest = NO_NUMBER
        self.ordered = INT64_MAX
        self.greatest_line = self.greatest_column = self.token_line = self.token_column = 1
        self.line = 1
        self.value = NO_NUMBER
        self.too_long = self.has_label = False
        self.state = STATEMENT
        self.letters = 0
        self.ids, self.owner = int32_buffer(0), int8_buffer(0)
        self.ends, self.priority = int64_buffer(0), int64_buffer(0)
        self.targets = int32_buffer(0)
        self.lines, self.columns = int64_buffer(0), int64_buffer(0)
        self.labels = [] if keep_labels else None
        self.label_parts = []

    @property
    def column(self) -> int:
        """The column in bytes, from 1."""
        return self.fed - self.line_start + 1

    def feed(self, const unsigned char[::1] chunk not None) -> None:
        """Scan a chunk of text.

        Raises
        ------
        PgError
            If the text is not of the format.
        """
        with nogil:
            self._scan(chunk)
        self.fed += chunk.shape[0]

    def finish(self) -> None:
        """End the text.

        Raises
        ------
        PgError
            If it ends inside a statement, or has none at all: an empty game has a header.
        """
        cdef bint is_empty = self.n == 0 and self.announced < 0 and self.start < 0
        if self.state != STATEMENT or self.value != NO_NUMBER or is_empty:
            raise PgError(self.line, self.column, self._expects(), "the end of the text")
        for buffer in (self.ids, self.ends, self.priority, self.owner):
            (<Buffer>buffer).resize(self.n)
        self.targets.resize(self.m)

    def _expects(self):
        if self.state == WORD:
            return "'parity', 'start' or a vertex"
        if self.state == STATEMENT and self.value != NO_NUMBER:
            return EXPECTED[PRIORITY]
        return EXPECTED[self.state]

    cdef int _scan(self, const unsigned char[::1] chunk) except -1 nogil:
        # Invariant: chunk[:p] is scanned, and the attributes hold its contents; a number or a word
        # may be unfinished.  Terminates because every iteration advances p.
        cdef Py_ssize_t p = 0, size = chunk.shape[0], next_check = SIGNAL_STEPS
        cdef unsigned char c
        cdef int64_t value
        while p < size:
            if p >= next_check:
                next_check = p + SIGNAL_STEPS
                check_signals()
            c = chunk[p]
            if self.state == LABEL:
                p = self._label(chunk, p)
                continue
            if c >= b"0" and c <= b"9" and self.state != WORD:
                value = self.value
                if value == NO_NUMBER:
                    if not self._takes_number():
                        self._refuse(chunk, p)
                    self._mark(p)
                    value = 0
                while True:
                    if value > (INT64_MAX - (c - c"0")) // 10:
                        self.too_long = True
                        value = 0
                    value = 10 * value + (c - c"0")
                    p += 1
                    if p == size:
                        break
                    c = chunk[p]
                    if c < b"0" or c > b"9":
                        break
                self.value = value
                continue
            if self.value != NO_NUMBER:
                self._number(chunk, p)
            if self.state == WORD and not (c >= b"a" and c <= b"z"):
                self._end_word(chunk, p)
            if c == b"\n":
                self.line += 1
                self.line_start = self.fed + p + 1
            elif c != b" " and c != b"\t" and c != b"\r":
                self._sign(c, chunk, p)
            p += 1
        return 0

    cdef bint _takes_number(self) noexcept nogil:
        return (
            self.state == STATEMENT or self.state == HEADER or self.state == START
            or self.state == PRIORITY or self.state == OWNER or self.state == SUCCESSOR
        )

    cdef int _mark(self, Py_ssize_t p) except -1 nogil:
        """Record that a token begins at chunk[p]."""
        self.token_line = self.line
        self.token_column = self.fed + p - self.line_start + 1
        return 0

    cdef int _sign(
        self, unsigned char c, const unsigned char[::1] chunk, Py_ssize_t p
    ) except -1 nogil:
        """Read a character that is neither a digit nor blank."""
        if self.state == WORD or (self.state == STATEMENT and c >= b"a" and c <= b"z"):
            if self.state == STATEMENT:
                self._mark(p)
                self.state = WORD
                self.letters = 0
            if self.letters == WORD_ROOM:
                self._refuse_token("a longer word")
            self.word[self.letters] = <char>c
            self.letters += 1
        elif c == b";" and self.state in (HEADER_END, START_END, AFTER_SUCCESSOR, AFTER_LABEL):
            if self.state == AFTER_SUCCESSOR or self.state == AFTER_LABEL:
                self._end_vertex()
            self.state = STATEMENT
        elif c == b"," and self.state == AFTER_SUCCESSOR:
            self.state = SUCCESSOR
        elif c == b'"' and self.state == AFTER_SUCCESSOR:
            self._mark(p)
            self.state = LABEL
        else:
            self._refuse(chunk, p)
        return 0

    cdef int _end_word(self, const unsigned char[::1] chunk, Py_ssize_t p) except -1 nogil:
        """Read the word that ends before chunk[p]."""
        with gil:
            word = bytes(self.word[:self.letters])
            if word == b"parity" and self.n == 0 and self.announced < 0 and self.start < 0:
                self.state = HEADER
            elif word == b"start" and self.n == 0 and self.start < 0:
                self.state = START
            else:
                self._refuse_token(repr(word.decode("ascii")))
        return 0

    cdef Py_ssize_t _label(self, const unsigned char[::1] chunk, Py_ssize_t p) except -1 nogil:
        """Scan a label, or the part of it that is in the chunk; return where it ends."""
        cdef Py_ssize_t size = min(chunk.shape[0], p + SIGNAL_STEPS), end = size, i
        cdef const unsigned char *quote
        quote = <const unsigned char *>memchr(&chunk[p], b'"', <size_t>(size - p))
        if quote is not NULL:
            end = quote - &chunk[0]
        for i in range(p, end):
            if chunk[i] == b"\n":
                self.line += 1
                self.line_start = self.fed + i + 1
        if self.labels is not None:
            with gil:
                self.label_parts.append(bytes(chunk[p:end]))
        if quote is NULL:
            check_signals()
            return end
        self.state = AFTER_LABEL
        self.has_label = True
        return end + 1

    cdef int _number(self, const unsigned char[::1] chunk, Py_ssize_t p) except -1 nogil:
        """Read the number that ends before chunk[p]."""
        cdef int64_t value = self.value, most = MOST_POSITIONS
        if self.state == PRIORITY:
            most = INT64_MAX
        elif self.state == OWNER:
            most = 1
        elif self.state == SUCCESSOR and self.announced >= 0:
            most = self.announced
        elif self.state == STATEMENT or self.state == START or self.state == SUCCESSOR:
            most = most - 1
        if self.too_long or value > most:
            self._refuse_number(value, most)
        self.value = NO_NUMBER
        if self.state == STATEMENT:
            self._begin_vertex(value)
            self.state = PRIORITY
        elif self.state == HEADER:
            self.announced = value
            self.state = HEADER_END
        elif self.state == START:
            self.start = value
            self.state = START_END
        elif self.state == PRIORITY:
            (<int64_t *>self.priority.data)[self.n] = value
            self.state = OWNER
        elif self.state == OWNER:
            (<int8_t *>self.owner.data)[self.n] = <int8_t>value
            self.state = SUCCESSOR
        else:
            if self.m == self.target_room:
                self._grow_targets()
            (<int32_t *>self.targets.data)[self.m] = <int32_t>value
            self.m += 1
            if value > self.greatest:
                self.greatest = value
                self.greatest_line = self.token_line
                self.greatest_column = self.token_column
            self.state = AFTER_SUCCESSOR
        return 0

    cdef int _begin_vertex(self, int64_t value) except -1 nogil:
        if self.announced >= 0 and value > self.announced:
            self._refuse_number(value, self.announced)
        if self.announced >= 0 and self.n > self.announced:
            self._refuse_token("a vertex more than the header says")
        if self.n == self.room:
            self._grow()
        (<int32_t *>self.ids.data)[self.n] = <int32_t>value
        if self.ordered == INT64_MAX and value != self.n:
            self.ordered = self.n
        if self.ordered != INT64_MAX:
            if self.n - self.ordered == self.place_room:
                self._grow_places()
            (<int64_t *>self.lines.data)[self.n - self.ordered] = self.token_line
            (<int64_t *>self.columns.data)[self.n - self.ordered] = self.token_column
        return 0

    cdef int _end_vertex(self) except -1 nogil:
        if self.labels is not None:
            with gil:
                self.labels.append(b"".join(self.label_parts))
                self.label_parts.clear()
        (<int64_t *>self.ends.data)[self.n] = self.m
        self.n += 1
        return 0

    cdef int _grow(self) except -1 nogil:
        self.room = max(2 * self.room, FIRST_ROOM)
        with gil:
            self.ids.resize(self.room)
            self.ends.resize(self.room)
            self.priority.resize(self.room)
            self.owner.resize(self.room)
        return 0

    cdef int _grow_targets(self) except -1 nogil:
        self.target_room = max(2 * self.target_room, FIRST_ROOM)
        with gil:
            self.targets.resize(self.target_room)
        return 0

    cdef int _grow_places(self) except -1 nogil:
        self.place_room = max(2 * self.place_room, FIRST_ROOM)
        with gil:
            self.lines.resize(self.place_room)
            self.columns.resize(self.place_room)
        return 0

    cdef int _refuse_number(self, int64_t value, int64_t most) except -1 nogil:
        """Raise PgError for the number that was read."""
        with gil:
            found = "a number beyond 64 bits" if self.too_long else str(value)
            if self.state == PRIORITY or self.state == OWNER or self.state == HEADER:
                expected = EXPECTED[self.state]
            else:
                what = "a vertex" if self.state == STATEMENT else "a successor"
                what = "the start" if self.state == START else what
                expected = f"the id of {what}, up to {most}"
            raise PgError(self.token_line, self.token_column, expected, found)

    cdef int _refuse_token(self, found) except -1 nogil:
        """Raise PgError where the last token began."""
        with gil:
            raise PgError(self.token_line, self.token_column, self._expects(), found)

    cdef int _refuse(self, const unsigned char[::1] chunk, Py_ssize_t p) except -1 nogil:
        """Raise PgError for the character at chunk[p]."""
        with gil:
            column = self.fed + p - self.line_start + 1
            stop = p + 1
            while (
                chunk[p] >= 0xC0 and stop < min(chunk.shape[0], p + 4)
                and chunk[stop] & 0xC0 == 0x80
            ):
                stop += 1  # the bytes of one character
            raise PgError(self.line, column, self._expects(), bytes(chunk[p:stop]))
