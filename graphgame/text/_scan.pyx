"""The scanner of graph text.

It reads the text in chunks of any size, so that the text of a pipe is never in memory as a whole,
and reports the line and column of every error.
"""

from libc.stddef cimport ptrdiff_t, size_t
from libc.stdint cimport int8_t, int32_t, int64_t, uint64_t
from libc.string cimport memchr, memset

from graphgame._kernel.buffer cimport int8_buffer, int32_pairs
from graphgame._kernel.outcome cimport (
    DRAW, LOSE, MOST_POSITIONS, NO_PRESET, TIE, WIN,
)
from graphgame._kernel.signals cimport SIGNAL_STEPS, check_signals

cdef extern from "text/_scan.h":
    const Py_ssize_t GG_PLAIN_LINE
    ptrdiff_t gg_scan_plain(
        const unsigned char *text, ptrdiff_t size, uint64_t base, uint64_t n,
        int32_t *edges, int64_t room, int64_t *count,
    ) noexcept nogil

cdef enum:
    # Edges for which memory is allocated first.
    FIRST_ROOM = 1024


class ScanError(ValueError):
    """An error in graph text: its place, what was expected, and what was found, a text or bytes."""

    def __init__(self, line: int, column: int, expected: str, found: str | bytes):
        super().__init__(line, column, expected, found)
        self.line, self.column, self.expected, self.found = line, column, expected, found


cdef inline const unsigned char *_line_end(
    const unsigned char *text, size_t size
) noexcept nogil:
    """Return where the first line of a text ends, with LF or CR; NULL if it does not."""
    cdef const void *newline = memchr(text, b"\n", size)
    cdef const void *carriage
    if newline is not NULL:
        size = <size_t>(<const unsigned char *>newline - text)
    carriage = memchr(text, b"\r", size)
    return <const unsigned char *>(newline if carriage is NULL else carriage)


cdef class GraphScanner:
    """Scanner of graph text: ``n m``, m lines ``u v``, then ``v WIN|LOSE|DRAW``, ``v OWNER 0|1``.

    Feed it the text with `feed`, end with `finish`, then take `n`, `edges`, `presets`, `owners`.

    Parameters
    ----------
    base : int
        The number of the first position in the text, 0 or 1.

    Attributes
    ----------
    n : int
    edges : (m, 2) int32 Buffer
        Source and target of every edge, from 0, in the order of the text.
    presets : (n,) int8 Buffer or None
        Preset outcomes; 2 where a position has none, None where the text has none.
    owners : (n,) int8 Buffer or None
        Who moves, 0 or 1; None where the text does not say it.

    Notes
    -----
    O(length of the text) time.  Memory grows with the edges that have been read, not with the
    number that the header announces: at most 16 bytes per edge while reading, 8 at the end.  The
    first preset and the first owner allocate a byte per position each.
    """

    def __cinit__(self, int64_t base=1):
        self.base = base
        self.announced = self.count = self.room = self.first = self.fed = self.line_start = 0
        self.n = 0
        self.line = 1
        self.field = 0
        self.phase = HEADER
        self.in_comment = False
        self.edges = int32_pairs(0)
        self.presets = self.owners = None
        self.owned = 0
        self.fields = 2

    @property
    def progress(self) -> tuple[int, int]:
        """Edges read so far and edges announced."""
        return self.count, self.announced

    def feed(self, const unsigned char[::1] chunk not None) -> int:
        """Scan a chunk of text.

        Parameters
        ----------
        chunk : bytes-like

        Returns
        -------
        int
            The number of bytes scanned.  The rest, at most 63 bytes, is the beginning of a token
            or of a line end: the next chunk must begin with it.

        Raises
        ------
        ScanError
            If the text is not graph text.
        """
        cdef Py_ssize_t scanned
        with nogil:
            scanned = self._scan(chunk)
        self.fed += scanned
        return scanned

    def finish(self, rest: bytes | bytearray | memoryview = b"") -> None:
        """End the text; `rest` is what the last `feed` did not scan.

        Raises
        ------
        ScanError
            If the text ends too early.
        """
        self.feed(bytes(rest) + b" ")  # the blank ends the last token
        self.fed -= 1  # the blank is not part of the text
        missing = None
        if self.field == 0 or self.field == self.fields:
            self._end_line(0)
            if self.phase == PRESETS:
                missing = self._missing()
                if missing is None:
                    return
        raise ScanError(
            self.line, self.fed - self.line_start + 1, missing or self._expected(),
            "the end of the text",
        )

    cdef Py_ssize_t _scan(self, const unsigned char[::1] chunk) except -1 nogil:
        # Invariant: chunk[:p] is scanned, and the attributes hold its contents.  Terminates because
        # every iteration advances p or returns.
        cdef Py_ssize_t p = 0, start, size = chunk.shape[0]
        cdef Py_ssize_t next_check = SIGNAL_STEPS
        cdef const unsigned char *line_end
        cdef unsigned char c
        cdef int64_t value
        while p < size:
            if p >= next_check:
                next_check = p + SIGNAL_STEPS
                check_signals()
            c = chunk[p]
            if self.in_comment:
                line_end = _line_end(&chunk[p], <size_t>(size - p))
                if line_end is NULL:
                    return size
                p = line_end - &chunk[0]
                self.in_comment = False
            elif c == b"\r" and p + 1 == size:
                return p  # LF may follow
            elif c == b"\n" or (c == b"\r" and chunk[p + 1] != b"\n"):
                self._end_line(p)
                p += 1
                self.line += 1
                self.line_start = self.fed + p
                if self.phase == EDGES:
                    p += self._plain_lines(&chunk[0] + p, min(size - p, SIGNAL_STEPS))
                    self.line_start = self.fed + p
            elif c == b" " or c == b"\t" or c == b"\r":
                p += 1
            elif c == b"#":
                self.in_comment = True
            else:
                start = p
                value = 0
                while p < size and _is_digit(chunk[p]):
                    if value <= MOST_EDGES:  # so one more digit cannot overflow
                        value = 10 * value + (chunk[p] - c"0")
                    p += 1
                if start < p < size and p - start <= LONGEST_TOKEN and _ends_token(chunk[p]):
                    self._number(value, chunk, start)
                    continue
                while p < size and not _ends_token(chunk[p]):
                    p += 1
                if p == size and p - start <= LONGEST_TOKEN:
                    return start
                self._word(chunk, start, p)
        return size

    cdef Py_ssize_t _plain_lines(
        self, const unsigned char *text, Py_ssize_t size
    ) except -1 nogil:
        """Scan lines that hold an edge and nothing else; return the number of characters."""
        cdef Py_ssize_t scanned = 0, more = -1
        cdef int64_t taken = 0
        while more and self.count < self.announced and size - scanned >= GG_PLAIN_LINE:
            if self.count == self.room:
                self._grow()
            more = gg_scan_plain(
                text + scanned, size - scanned, <uint64_t>self.base, <uint64_t>self.n,
                <int32_t *>self.edges.data + 2 * self.count, self.room - self.count, &taken,
            )
            scanned += more
            self.count += taken
            self.line += taken
        if self.count == self.announced:
            self.phase = PRESETS
        return scanned

    cdef int _number(
        self, int64_t value, const unsigned char[::1] chunk, Py_ssize_t start
    ) except -1 nogil:
        """Store a number as the next field of the line."""
        cdef int32_t *edge
        if self.field == self.fields:
            self._refuse(chunk, start)
        if self.field == 2:
            if value > 1:
                self._refuse(chunk, start)
            with gil:
                self._own(<int8_t>value, chunk, start)
        elif self.phase == HEADER:
            if value > (MOST_EDGES if self.field else MOST_POSITIONS):
                self._refuse(chunk, start)
            if self.field == 0:
                self.n = value
            else:
                self.announced = value
                if self.n == 0 and value > 0:
                    self._refuse(chunk, start)
        else:
            if self.phase == PRESETS and self.field == 1:
                self._refuse(chunk, start)
            value -= self.base
            if value < 0 or value >= self.n:
                self._refuse(chunk, start)
            if self.field == 0:
                self.first = value
            else:
                if self.count == self.room:
                    self._grow()
                edge = <int32_t *>self.edges.data + 2 * self.count
                edge[0] = <int32_t>self.first
                edge[1] = <int32_t>value
                self.count += 1
        self.field += 1
        return 0

    cdef int _word(
        self, const unsigned char[::1] chunk, Py_ssize_t start, Py_ssize_t stop
    ) except -1 nogil:
        """Store a word as the next field of the line: an outcome, or that an owner follows."""
        cdef int8_t outcome
        if self.phase != PRESETS or self.field != 1:
            self._refuse(chunk, start)
        with gil:
            word = bytes(chunk[start:stop])
            if word == b"WIN":
                outcome = WIN
            elif word == b"LOSE":
                outcome = LOSE
            elif word == b"DRAW":
                outcome = DRAW
            elif word == b"TIE":
                outcome = TIE
            else:
                outcome = NO_PRESET
                if word != b"OWNER":
                    self._refuse(chunk, start)
            if outcome == NO_PRESET:
                self.fields = 3
            else:
                self._preset(outcome, chunk, start)
        self.field += 1
        return 0

    cdef int _preset(
        self, int8_t outcome, const unsigned char[::1] chunk, Py_ssize_t start
    ) except -1:
        cdef int8_t *presets
        if self.presets is None:
            self.presets = int8_buffer(self.n)
            memset(self.presets.data, NO_PRESET, <size_t>self.n)
        presets = <int8_t *>self.presets.data
        if presets[self.first] not in (NO_PRESET, outcome):
            before = ("LOSE", "DRAW", "WIN", "", "TIE")[presets[self.first] + 1]
            self._refuse(
                chunk, start, f"{before} again for position {self.first + self.base}"
            )
        presets[self.first] = outcome
        return 0

    cdef int _own(self, int8_t owner, const unsigned char[::1] chunk, Py_ssize_t start) except -1:
        cdef int8_t *owners
        if self.owners is None:
            self.owners = int8_buffer(self.n)
            memset(self.owners.data, NO_PRESET, <size_t>self.n)
        owners = <int8_t *>self.owners.data
        if owners[self.first] not in (NO_PRESET, owner):
            self._refuse(
                chunk, start, f"{owners[self.first]} again for position {self.first + self.base}"
            )
        self.owned += owners[self.first] == NO_PRESET
        owners[self.first] = owner
        return 0

    cdef int _end_line(self, Py_ssize_t p) except -1 nogil:
        """End the line at chunk[p], and set the phase of the next one."""
        if self.field != 0 and self.field != self.fields:
            with gil:
                raise ScanError(
                    self.line, self.fed + p - self.line_start + 1, self._expected(),
                    "the end of the line",
                )
        if self.field == 2 and self.phase == HEADER:
            self.phase = EDGES
        if self.phase == EDGES and self.count == self.announced:
            self.phase = PRESETS
        self.field = 0
        self.fields = 2
        return 0

    cdef int _grow(self) except -1 nogil:
        cdef int64_t room = min(max(2 * self.room, FIRST_ROOM), self.announced)
        with gil:
            self.edges.resize(room)
        self.room = room
        return 0

    cdef object _missing(self):
        """Return a description of a line without which the text may not end; None if it may."""
        if self.owners is None or self.owned == self.n:
            return None
        first = bytes(self.owners).index(NO_PRESET) + self.base
        return f"a line '{first} OWNER 0' or '{first} OWNER 1', as positions have owners"

    cdef object _expected(self):
        """Return a description of the next field of the line."""
        cdef int64_t last = self.n - 1 + self.base
        if self.phase == HEADER:
            if self.field == 0:
                return f"a first line 'n m' with the number of positions n, up to {MOST_POSITIONS}"
            if self.field == 1 and self.n == 0:
                return "0 edges, as there are 0 positions"
            if self.field == 1:
                return f"the number of edges m, up to {MOST_EDGES}"
            return "the end of the line after 'n m'"
        position = f"a position from {self.base} to {last}"
        if self.phase == EDGES:
            number = self.count + (self.field != 2)
            if self.field == 2:
                return f"the end of the line after edge {number} of {self.announced}"
            end = "target" if self.field else "source"
            return f"{position} as the {end} of edge {number} of {self.announced}"
        if self.n == 0:
            return "the end of the text, as there are 0 positions"
        if self.field == 0 and (missing := self._missing()) is not None:
            return missing
        if self.field == 0:
            return (
                f"{position} with a preset outcome, or the end of the text, "
                f"after {self.announced} edges"
            )
        if self.field == 1:
            return (
                "WIN, LOSE, DRAW or TIE for a position, "
                f"as all {self.announced} edges have been read"
            )
        if self.field == 2 and self.fields == 3:
            return "0 or 1 as the owner of a position"
        what = "an owner" if self.fields == 3 else "a preset outcome"
        return f"the end of the line after {what}"

    cdef int _refuse(
        self, const unsigned char[::1] chunk, Py_ssize_t start, expected=None
    ) except -1 nogil:
        """Raise ScanError for the token at chunk[start]."""
        cdef Py_ssize_t stop = start, size = chunk.shape[0]
        while stop < size and stop - start <= LONGEST_TOKEN and not _ends_token(chunk[stop]):
            stop += 1
        with gil:
            raise ScanError(
                self.line, self.fed + start - self.line_start + 1,
                expected or self._expected(), bytes(chunk[start:stop]),
            )
