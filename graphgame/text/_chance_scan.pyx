"""The scanner of games of chance: graph text with probabilities, points and scores.

It is the scanner of graph text, with more words: what stands behind the ends of an edge, and more
of what is said of positions.
"""

from libc.stddef cimport ptrdiff_t, size_t
from libc.stdint cimport int8_t, int32_t, int64_t, uint64_t
from libc.string cimport memcmp

from graphgame._kernel.buffer cimport Buffer, int8_buffer, int32_buffer, int64_buffer
from graphgame._kernel.outcome cimport NO_PRESET
from graphgame._kernel.signals cimport SIGNAL_STEPS, check_signals
from graphgame.text._scan cimport (
    EDGES, MOST_EDGES, PRESETS, GraphScanner, _is_digit,
)

cdef extern from "text/_scan.h":
    const Py_ssize_t GG_MOVE_LINE
    ptrdiff_t gg_scan_moves(
        const unsigned char *text, ptrdiff_t size, uint64_t base, uint64_t n, int32_t *edges,
        int64_t *probabilities, int64_t *points, int64_t room, int64_t *count,
    ) noexcept nogil

cdef enum:
    # Who moves beside 0 and 1; NO_PRESET where nobody is known.
    CHANCE = -1
    ANYBODY = 3
    # What a byte of `marks` says of a position: it has a move; one with a probability; one without;
    # a score.
    MOVES = 1
    WITH = 2
    WITHOUT = 4
    SCORED = 8
    # Scores for which memory is allocated first.
    FIRST_SCORES = 64

# What a token is as a number.
cdef enum Kind:
    NO_NUMBER
    TOO_LARGE
    NUMBER


cdef inline bint _is(
    const unsigned char *text, Py_ssize_t size, const char *word, Py_ssize_t length
) noexcept nogil:
    return size == length and memcmp(text, word, <size_t>length) == 0


cdef Kind _read_number(
    const unsigned char *text, Py_ssize_t size, int64_t *number
) except? NO_NUMBER nogil:
    """Read an integer, a fraction ``p/q`` or a decimal into number[0] and number[1]."""
    # Terminates because each step advances p.  Invariant: top and below are at most MOST_EDGES, or
    # the number is too large, so that one more digit does not overflow.
    cdef Py_ssize_t p = text[0] == c"-", first
    cdef int64_t top = 0, below = 1
    first = p
    while p < size and _is_digit(text[p]) and top <= MOST_EDGES:
        top = 10 * top + (text[p] - c"0")
        p += 1
    if p < size and text[p] == c"/" and p > first:
        p += 1
        below = 0
        while p < size and _is_digit(text[p]) and below <= MOST_EDGES:
            below = 10 * below + (text[p] - c"0")
            p += 1
    elif p < size and text[p] == c".":
        p += 1
        first = p
        while p < size and _is_digit(text[p]) and top <= MOST_EDGES and below <= MOST_EDGES:
            top = 10 * top + (text[p] - c"0")
            below *= 10
            p += 1
    if top > MOST_EDGES or below > MOST_EDGES:
        return TOO_LARGE
    number[0] = -top if text[0] == c"-" else top
    number[1] = below
    return NUMBER if p == size and p > first and below > 0 else NO_NUMBER


cdef class ChanceScanner(GraphScanner):
    """Scanner of graph text with moves ``u v P POINTS k``, and ``v CHANCE`` and ``v SCORE x``.

    Feed it the text with `feed`, end with `finish`, then take the attributes.

    Parameters
    ----------
    base : int
        The number of the first position in the text, 0 or 1.

    Attributes
    ----------
    n, edges, presets
        As of `GraphScanner`.
    owners : (n,) int8 Buffer or None
        Who moves, 0 or 1, -1 for chance; 0 at an end that does not say it.  None where players
        alternate.
    probabilities, points : (2 * m,) int64 Buffer or None
        The numbers beside move e, the entries 2 * e and 2 * e + 1: numerator and denominator, not
        in lowest terms.  0 is no number.  None where the text has none.
    scored : (k,) int32 Buffer or None
        The positions with scores, in the order of the text.
    scores : (2 * k,) int64 Buffer or None
        Their scores, laid out as points.

    Notes
    -----
    O(length of the text) time.  Beside what `GraphScanner` takes, 16 bytes for each move where the
    text has probabilities, 16 where it has points, and a byte for each position; up to twice as
    much while reading.
    """

    cdef readonly Buffer probabilities  # type: Buffer | None
    cdef readonly Buffer points  # type: Buffer | None
    cdef readonly Buffer scored  # type: Buffer | None
    cdef readonly Buffer scores  # type: Buffer | None
    cdef int64_t *probability_data  # NULL where there is no buffer
    cdef int64_t *point_data
    cdef Buffer marks
    cdef int8_t *mark_data
    cdef int64_t scored_count
    cdef bint is_score  # whether the number of the line is a score

    def __cinit__(self, int64_t base=1):
        self.probabilities = self.points = self.scored = self.scores = self.marks = None
        self.probability_data = self.point_data = NULL
        self.mark_data = NULL
        self.scored_count = 0
        self.is_score = False

    def finish(self, rest: bytes | bytearray | memoryview = b"") -> None:
        """End the text; `rest` is what the last `feed` did not scan.

        Raises
        ------
        ScanError
            If the text ends too early, or moves and what is said of positions do not fit.
        """
        cdef int64_t v
        cdef int8_t *owners
        GraphScanner.finish(self, rest)
        if self.owners is None and self.n == 0:
            self.owners = int8_buffer(0)
        owners = NULL if self.owners is None else <int8_t *>self.owners.data
        if owners is not NULL and self.owned < self.n:
            for v in range(self.n):  # ends with scores: nobody moves there
                if owners[v] == NO_PRESET:
                    owners[v] = 0
        if self.scored is not None:
            self.scored.resize(self.scored_count)
            self.scores.resize(2 * self.scored_count)

    # -- edges ------------------------------------------------------------------------------------

    cdef Py_ssize_t _plain_lines(
        self, const unsigned char *text, Py_ssize_t size
    ) except -1 nogil:
        # As of `GraphScanner`, of lines with numbers.
        cdef Py_ssize_t scanned = 0, more = -1
        cdef int64_t taken = 0
        cdef int64_t *probabilities
        cdef int64_t *points
        while more and self.count < self.announced and size - scanned >= GG_MOVE_LINE:
            if self.count == self.room:
                self._grow()
            probabilities = points = NULL
            if self.probability_data is not NULL:
                probabilities = self.probability_data + 2 * self.count
            if self.point_data is not NULL:
                points = self.point_data + 2 * self.count
            more = gg_scan_moves(
                text + scanned, size - scanned, <uint64_t>self.base, <uint64_t>self.n,
                <int32_t *>self.edges.data + 2 * self.count, probabilities, points,
                self.room - self.count, &taken,
            )
            scanned += more
            self.count += taken
            self.line += taken
        if self.count == self.announced:
            self.phase = PRESETS
        return scanned

    cdef int _grow(self) except -1 nogil:
        GraphScanner._grow(self)
        with gil:
            if self.probabilities is not None:
                self.probabilities.resize(2 * self.room)
                self.probability_data = <int64_t *>self.probabilities.data
            if self.points is not None:
                self.points.resize(2 * self.room)
                self.point_data = <int64_t *>self.points.data
        return 0

    cdef int _number(
        self, int64_t value, const unsigned char[::1] chunk, Py_ssize_t start
    ) except -1 nogil:
        cdef int64_t number[2]
        if self.phase == EDGES and self.field >= 2:
            number[:] = [value, 1]
            return self._beside(NUMBER if value <= MOST_EDGES else TOO_LARGE, number, chunk, start)
        if self.phase == PRESETS and self.field == 2 and self.is_score:
            number[:] = [value, 1]
            return self._score(NUMBER if value <= MOST_EDGES else TOO_LARGE, number, chunk, start)
        if self.phase == PRESETS and self.field == 0 and self.mark_data is NULL:
            self._mark_moves()
        if self.phase == PRESETS and self.field == 2 and self.fields == 3 and value <= 1:
            if self._put_owner(<int8_t>value):
                self.field = 3
                return 0
        GraphScanner._number(self, value, chunk, start)
        if self.phase == EDGES and self.field == 2:
            if self.probability_data is not NULL:
                self.probability_data[2 * self.count - 2] = 0
            if self.point_data is not NULL:
                self.point_data[2 * self.count - 2] = 0
        return 0

    cdef int _word(
        self, const unsigned char[::1] chunk, Py_ssize_t start, Py_ssize_t stop
    ) except -1 nogil:
        cdef int64_t number[2]
        cdef Kind kind
        cdef const unsigned char *text = &chunk[start]
        cdef Py_ssize_t size = stop - start
        if self.phase == PRESETS and self.field == 1:
            return self._say(chunk, start, stop)
        if self.phase == EDGES and 2 <= self.field <= 3 and _is(text, size, b"POINTS", 6):
            if self.point_data is NULL:
                with gil:
                    self.points = int64_buffer(2 * self.room)
                    self.point_data = <int64_t *>self.points.data
            self.field, self.fields = 4, 5
            return 0
        kind = _read_number(text, size, number)
        if self.phase == EDGES and self.field >= 2:
            return self._beside(kind, number, chunk, start)
        if self.phase == PRESETS and self.field == 2 and self.is_score:
            return self._score(kind, number, chunk, start)
        return self._refuse(chunk, start)

    cdef int _beside(
        self, Kind kind, const int64_t *number, const unsigned char[::1] chunk, Py_ssize_t start
    ) except -1 nogil:
        """Store a number as the probability or the points of the last edge."""
        cdef int64_t *out
        if self.field not in (2, 4) or kind == NO_NUMBER:
            self._refuse(chunk, start)
        if kind == TOO_LARGE:
            self._refuse_large(chunk, start)
        if self.field == 2:
            if number[0] <= 0:
                self._refuse(chunk, start)
            if self.probability_data is NULL:
                with gil:
                    self.probabilities = int64_buffer(2 * self.room)
                    self.probability_data = <int64_t *>self.probabilities.data
            out = self.probability_data
        else:
            out = self.point_data
        out[2 * self.count - 2] = number[0]
        out[2 * self.count - 1] = number[1]
        self.field += 1
        self.fields = self.field
        return 0

    # -- positions --------------------------------------------------------------------------------

    cdef int _mark_moves(self) except -1 nogil:
        """Mark which positions have moves, with probabilities and without."""
        cdef int64_t e
        cdef const int32_t *edges = <const int32_t *>self.edges.data
        cdef int8_t mark
        with gil:
            self.marks = int8_buffer(self.n)
            self.mark_data = <int8_t *>self.marks.data
        for e in range(self.count):
            if e % SIGNAL_STEPS == 0:
                check_signals()
            mark = MOVES | WITHOUT
            if self.probability_data is not NULL and self.probability_data[2 * e] > 0:
                mark = MOVES | WITH
            self.mark_data[edges[2 * e]] |= mark
        return 0

    cdef int _say(
        self, const unsigned char[::1] chunk, Py_ssize_t start, Py_ssize_t stop
    ) except -1 nogil:
        """Store what a word says of a position, or that an owner or a score follows."""
        cdef const unsigned char *text = &chunk[start]
        cdef Py_ssize_t size = stop - start
        cdef int8_t owner = NO_PRESET, preset = NO_PRESET, mark = self.mark_data[self.first]
        if self.owners is not None:
            owner = (<int8_t *>self.owners.data)[self.first]
        if self.presets is not None:
            preset = (<int8_t *>self.presets.data)[self.first]
        self.is_score = False
        if _is(text, size, b"CHANCE", 6):
            if owner in (0, 1) or preset != NO_PRESET or mark & WITHOUT:
                with gil:
                    self._refuse_word(chunk, start, owner, preset)
            if not self._put_owner(CHANCE):
                with gil:
                    self._own(CHANCE, chunk, start)
            self.field = 2
        elif _is(text, size, b"OWNER", 5):
            if owner == CHANCE or mark & WITH:
                with gil:
                    self._refuse_word(chunk, start, owner, preset)
            self.field, self.fields = 2, 3
        elif _is(text, size, b"SCORE", 5):
            if self.presets is not None or mark & SCORED:
                with gil:
                    self._refuse_word(chunk, start, owner, preset)
            self.is_score = True
            self.field, self.fields = 2, 3
        else:
            GraphScanner._word(self, chunk, start, stop)
            if self.scored_count or self.points is not None or owner == CHANCE:
                with gil:
                    self._refuse_word(chunk, start, owner, preset)
        return 0

    cdef int _put_owner(self, int8_t owner) except -1 nogil:
        """Store an owner where a position has none yet, and the array is there; return whether."""
        cdef int8_t *owners
        if self.owners is None:
            return False
        owners = <int8_t *>self.owners.data
        if owners[self.first] != NO_PRESET:
            return False
        owners[self.first] = owner
        self.owned += 1
        return True

    cdef int _score(
        self, Kind kind, const int64_t *number, const unsigned char[::1] chunk, Py_ssize_t start
    ) except -1 nogil:
        """Store a number as the score of a position."""
        cdef int64_t k = self.scored_count
        if kind == NO_NUMBER:
            self._refuse(chunk, start)
        if kind == TOO_LARGE:
            self._refuse_large(chunk, start)
        if self.scored is None or k == self.scored.shape[0]:
            with gil:
                if self.scored is None:
                    self.scored, self.scores = int32_buffer(FIRST_SCORES), int64_buffer(
                        2 * FIRST_SCORES
                    )
                else:
                    self.scored.resize(2 * k)
                    self.scores.resize(4 * k)
        (<int32_t *>self.scored.data)[k] = <int32_t>self.first
        (<int64_t *>self.scores.data)[2 * k] = number[0]
        (<int64_t *>self.scores.data)[2 * k + 1] = number[1]
        self.scored_count += 1
        self.mark_data[self.first] |= SCORED
        self.field = 3
        return 0

    # -- what does not fit ------------------------------------------------------------------------

    cdef object _missing(self):
        cdef int64_t v
        if self.n == 0:
            return None
        if self.mark_data is NULL:
            self._mark_moves()
        is_paid = self.points is not None or self.scored_count > 0
        v = self._first(WITH, WITH, NO_PRESET)
        if v >= 0:
            return f"a line '{v + self.base} CHANCE', as {self._move(v, True)} has a probability"
        if self.owners is None and not is_paid:
            return (
                f"a line '{self.base} OWNER 0', '{self.base} OWNER 1' or '{self.base} CHANCE', as "
                "positions have owners where no moves pay points and no ends have scores"
            )
        if self.owners is not None:
            # An end needs no owner where it has a score, or where moves pay points and it pays 0.
            v = self._first(MOVES | SCORED if is_paid else 0, MOVES if is_paid else 0, NO_PRESET)
            if v >= 0:
                v += self.base
                return f"a line '{v} OWNER 0' or '{v} OWNER 1', as positions have owners"
            v = self._first(MOVES | SCORED, 0, CHANCE)
            if v >= 0:
                v += self.base
                return f"a line '{v} SCORE x', as chance has no move at position {v}"
        v = self._first(MOVES | SCORED, 0, ANYBODY) if self.scored_count else -1
        return None if v < 0 else f"a line '{v + self.base} SCORE x', as other ends have scores"

    cdef int64_t _first(self, int8_t mask, int8_t marks, int8_t owner) except -2:
        """Return the first position with such marks and such an owner, -1 if there is none."""
        cdef int64_t v, found = -1
        cdef const int8_t *owners = NULL
        if self.owners is not None:
            owners = <const int8_t *>self.owners.data
        with nogil:
            for v in range(self.n):
                if v % SIGNAL_STEPS == 0:
                    check_signals()
                if self.mark_data[v] & mask == marks and (
                    owner == ANYBODY or owner == (NO_PRESET if owners is NULL else owners[v])
                ):
                    found = v
                    break
        return found

    cdef object _move(self, int64_t v, bint has_probability):
        """Return a description of the first move of a position with a probability, or without."""
        cdef int64_t e
        cdef const int32_t *edges = <const int32_t *>self.edges.data
        for e in range(self.count):
            if edges[2 * e] == v and has_probability == (
                self.probability_data is not NULL and self.probability_data[2 * e] > 0
            ):
                return f"its move to {edges[2 * e + 1] + self.base}"
        raise AssertionError("the position has such a move")

    cdef int _refuse_word(
        self, const unsigned char[::1] chunk, Py_ssize_t start, int8_t owner, int8_t preset
    ) except -1:
        """Refuse a word that does not fit what is known of the position of the line."""
        at = f"for position {self.first + self.base}"
        cdef int8_t mark = self.mark_data[self.first]
        word = chunk[start]
        if word == c"C":
            expected = f"OWNER 0 or OWNER 1 {at}, "
            if owner in (0, 1):
                expected = f"OWNER {owner} again {at}"
            elif preset != NO_PRESET:
                expected += "whose preset outcome is for the player who moves there"
            else:
                expected += f"as {self._move(self.first, False)} has no probability"
        elif word == c"O":
            expected = f"CHANCE again {at}"
            if mark & WITH:
                expected = f"CHANCE {at}, as {self._move(self.first, True)} has a probability"
        elif word == c"S":
            expected = f"one score {at}"
            if self.presets is not None:
                expected = f"WIN, LOSE, DRAW or TIE {at}, as other ends have outcomes"
        elif self.scored_count:
            expected = f"SCORE {at}, as other ends have scores"
        elif self.points is not None:
            expected = f"SCORE {at}, as moves pay points"
        else:
            expected = f"no outcome {at}, as chance moves there"
        return self._refuse(chunk, start, expected)

    cdef int _refuse_large(
        self, const unsigned char[::1] chunk, Py_ssize_t start
    ) except -1 nogil:
        with gil:
            self._refuse(chunk, start, "a number whose numerator and denominator are below 2^59")
        return 0

    cdef object _expected(self):
        if self.phase == EDGES and self.field >= 2:
            edge = f"edge {self.count} of {self.announced}"
            number = "such as 3, 1/6 or .25"
            return {
                2: f"a probability or weight above 0 {number}, POINTS or the end of the line after "
                f"{edge}",
                3: f"POINTS or the end of the line after {edge}",
                4: f"the points of {edge}, {number}",
                5: f"the end of the line after the points of {edge}",
            }[self.field]
        if self.phase == PRESETS and self.n > 0:
            if self.field == 0:
                return (
                    f"a position from {self.base} to {self.n - 1 + self.base} and what it is, or "
                    f"the end of the text, after {self.announced} edges"
                )
            if self.field == 1:
                return (
                    "OWNER, CHANCE, SCORE, WIN, LOSE, DRAW or TIE for a position, as all "
                    f"{self.announced} edges have been read"
                )
            if self.fields == 2:
                return "the end of the line after what a position is"
            if self.is_score:
                return (
                    "a score such as 3, -1/2 or .25" if self.field == 2
                    else "the end of the line after a score"
                )
        return GraphScanner._expected(self)
