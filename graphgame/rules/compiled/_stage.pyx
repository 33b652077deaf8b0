"""Kernels that call compiled rules, and collect what they give: all, or until it is looked up."""

from libc.stdint cimport int8_t, int32_t, int64_t, uint64_t, uintptr_t
from libc.string cimport memset

from graphgame._kernel.buffer cimport Buffer, int8_buffer, int32_buffer, int64_buffer
from graphgame._kernel.flag cimport is_raised
from graphgame._kernel.outcome cimport LOSE, NO_PRESET, TIE, WIN
from graphgame._kernel.signals cimport check_signals

cdef enum:
    # Positions between two checks of signals: the rule may take long.
    SIGNAL_POSITIONS = 1 << 6
    # Rows up to this size are searched for repeated codes without marks.
    SHORT_ROW = 1 << 5
    # Codes between two checks for signals while an array of codes is asked about.
    SIGNAL_CALLS = 1 << 8
    # Options beyond the room of a rule: one that takes no notice of its room does no harm there.
    SPARE = 1 << 10

ctypedef int64_t (*Number)(int64_t code, void *data) noexcept nogil


class RuleError(ValueError):
    """What a rule gave is no position, or no outcome: `what` it gave for `position`."""

    def __init__(self, kind: str, position: Any, what: Any):
        super().__init__(kind, position, what)
        self.kind, self.position, self.what = kind, position, what


cdef int refuse(const char *kind, int64_t code, int64_t found) except -1 nogil:
    with gil:
        raise RuleError(kind.decode(), code, found)


cdef class Stage:
    """The options of some consecutive positions, as a compiled rule gave them."""

    def __cinit__(self):
        self.count = self.stop = 0
        self.options = int64_buffer(STAGED)
        self.marks = int32_buffer(4 * SHORT_ROW)
        self.merged, self.merged_codes = int8_buffer(SHORT_ROW), int64_buffer(SHORT_ROW)

    cdef int expand(
        self, const Functions *functions, const int64_t *codes, int64_t start, int64_t stop,
        int64_t base, bint distinct, int64_t *ptr, int8_t *presets, const int *over,
    ) except -1 nogil:
        """Expand positions start to `stop`, or until enough options are collected.

        Ctrl-C ends it; or in a thread that does not see Ctrl-C, the flag `over`, which is NULL
        elsewhere.

        Where the row of position v ends, counted from `base` on, goes to ptr[v + 1], and its preset
        to presets[v].  Rows keep the first of equal options only if `distinct`.  After a RuleError,
        `stop` is the position that it is about.
        """
        cdef int64_t v = start, preset
        self.count = 0
        self.stop = start
        while v < stop and self.count < STAGED:
            self.stop = v  # where an error finds it
            preset = NO_PRESET
            if functions.outcome is not NULL:
                preset = functions.outcome(codes[v], functions.outcome_data)
                if not LOSE <= preset <= TIE:
                    refuse("preset", codes[v], preset)
                presets[v] = <int8_t>preset
            if preset == NO_PRESET:
                self.count += self._call(functions, codes[v], distinct)
            v += 1
            ptr[v] = base + self.count
            if over is not NULL:
                if is_raised(over):
                    break
            elif v % SIGNAL_POSITIONS == 0:
                check_signals()
        self.stop = v
        return 0

    cdef int64_t _call(
        self, const Functions *functions, int64_t code, bint distinct
    ) except -1 nogil:
        """Append the options of a code to those collected; return how many there are."""
        cdef int64_t room = self.options.shape[0] - self.count
        cdef int64_t *row = <int64_t *>self.options.data + self.count
        cdef int64_t i, found = functions.rule(code, row, room, functions.rule_data)
        cdef int again = 0
        while found > room and again < MOST_AGAIN:
            again += 1
            if found > functions.room:
                refuse("room", code, found)
            with gil:
                self.options.reserve(self.count + found)
            room = self.options.shape[0] - self.count
            row = <int64_t *>self.options.data + self.count
            found = functions.rule(code, row, room, functions.rule_data)
        if found < 0 or found > room:
            refuse("number of options", code, found)
        if functions.canonical is not NULL:
            for i in range(found):
                row[i] = functions.canonical(row[i], functions.canonical_data)
        if functions.merged:
            self.merge(functions, row, found)
        return self.drop_repeated(row, found) if distinct else found

    cdef int merge(self, const Functions *functions, int64_t *row, int64_t size) except -1 nogil:
        """Replace the options in a row that have a preset outcome; see `Functions`.

        A DRAW has the number 0, a TIE 1, a LOSE 2 more than twice its remoteness, a WIN 3 more.
        What is no remoteness is found out where the option is a position.
        """
        cdef int64_t i, k, preset, remoteness
        cdef int8_t *merged = <int8_t *>self.merged.data
        cdef int64_t *codes = <int64_t *>self.merged_codes.data
        for i in range(size):
            if functions.size and not 0 <= row[i] < functions.size:
                continue
            if functions.canonical is not NULL and row[i] == FAILED:
                continue
            preset = functions.outcome(row[i], functions.outcome_data)
            if preset == NO_PRESET:
                continue
            if not LOSE <= preset <= TIE:
                refuse("preset", row[i], preset)
            k = preset == TIE
            if preset == LOSE or preset == WIN:
                remoteness = 0
                if functions.remoteness is not NULL:
                    remoteness = functions.remoteness(row[i], functions.remoteness_data)
                if not 0 <= remoteness < MOST_MERGED:
                    continue
                k = 2 + 2 * remoteness + (preset == WIN)
            if k >= self.merged.shape[0]:
                with gil:
                    self._reserve_merged(k + 1)
                merged = <int8_t *>self.merged.data
                codes = <int64_t *>self.merged_codes.data
            if not merged[k]:
                merged[k] = True
                codes[k] = row[i]
            row[i] = codes[k]
        return 0

    cdef int _reserve_merged(self, int64_t count) except -1:
        """Make room for so many outcomes and remotenesses."""
        cdef int64_t before = self.merged.shape[0]
        self.merged_codes.reserve(count)
        self.merged.reserve(count)
        memset(<int8_t *>self.merged.data + before, 0, self.merged.shape[0] - before)
        return 0

    cdef int64_t drop_repeated(self, int64_t *row, int64_t size) except -1 nogil:
        """Keep the first of equal codes in a row; return how many are left.

        marks is a table, empty between calls, of places in the row plus 1.  row[:kept] are the
        codes kept; a code is compared with them, or with those that its hash leads to.
        """
        cdef int64_t i, j, kept = 0, slots = 1
        cdef uint64_t h, mask
        cdef int32_t *marks
        if size <= SHORT_ROW:
            for i in range(size):
                j = 0
                while j < kept and row[j] != row[i]:
                    j += 1
                if j == kept:
                    row[kept] = row[i]
                    kept += 1
            return kept
        while slots < 2 * size:
            slots *= 2
        if slots > self.marks.shape[0]:
            with gil:
                self.marks = int32_buffer(slots)
        marks = <int32_t *>self.marks.data
        mask = <uint64_t>slots - 1
        for i in range(size):
            h = <uint64_t>row[i] * <uint64_t>0xff51afd7ed558ccdULL
            h = (h ^ (h >> 33)) * <uint64_t>0xc4ceb9fe1a85ec53ULL
            h = (h ^ (h >> 33)) & mask
            while marks[h] and row[marks[h] - 1] != row[i]:
                h = (h + 1) & mask
            if marks[h] == 0:
                row[kept] = row[i]
                kept += 1
                marks[h] = <int32_t>kept
        memset(marks, 0, sizeof(int32_t) * slots)
        return kept


def drop_repeated(
    const int64_t[::1] sources not None, const int64_t[::1] options not None
) -> tuple[Buffer, Buffer]:
    """Keep the first of equal options of each source.

    Parameters
    ----------
    sources, options : (k,) int64
        The sources ascend.

    Returns
    -------
    sources, options : int64 Buffers
    """
    cdef int64_t i = 0, j, k = options.shape[0], kept = 0, left
    cdef Buffer rows = int64_buffer(k), row = int64_buffer(k)
    cdef int64_t *found = <int64_t *>row.data
    cdef Stage stage = Stage()
    if sources.shape[0] != k:
        raise ValueError("expected as many options as sources")
    while i < k:
        j = i
        while j < k and sources[j] == sources[i]:
            found[kept + j - i] = options[j]
            j += 1
        left = stage.drop_repeated(found + kept, j - i)
        while left:
            (<int64_t *>rows.data)[kept] = sources[i]
            kept += 1
            left -= 1
        i = j
    rows.resize(kept)
    row.resize(kept)
    return rows, row


# -- an array of codes ----------------------------------------------------------------------------


def call_options(
    uintptr_t rule, uintptr_t data, const int64_t[::1] codes not None, int64_t most
) -> tuple[Buffer, Buffer]:
    """Return the options that a compiled rule gives for each of an array of codes.

    Parameters
    ----------
    rule, data : int
        The address of a function of the type `Rule`, and what it takes last.
    codes : (k,) int64
    most : int
        The most options of a code that may be found.

    Returns
    -------
    sources, options : (m,) int64 Buffers
        Of every option the index of its code, ascending, and the option.

    Raises
    ------
    RuleError
        If a code has more options than `most` ("room"), or the rule returns no number of options.
    """
    cdef Buffer options = int64_buffer(4 * codes.shape[0] + SPARE)
    cdef Buffer sources = int64_buffer(4 * codes.shape[0])
    cdef int64_t i = 0, found = 0, m = 0, k = codes.shape[0], refused = -1
    cdef int again = 0
    # options[:m] are those of codes[:i], and sources[:m] say whose.  The loop ends with the codes:
    # it asks about a code again with room for what it gave, MOST_AGAIN times at most.  refused is
    # the code that it has asked about again, `again` times.
    while i < k:
        with nogil:
            i = _call(
                <Rule>rule, <void *>data, &codes[0], i, k,
                <int64_t *>options.data, <int64_t *>sources.data, sources.shape[0], &m, &found,
            )
        if i == k:
            break
        if found > most:
            raise RuleError("room", codes[i], found)
        again = again + 1 if i == refused else 1
        if found < 0 or again > MOST_AGAIN:
            raise RuleError("number of options", codes[i], found)
        refused = i
        sources.reserve(m + found)
        options.reserve(sources.shape[0] + SPARE)
    sources.resize(m)
    options.resize(m)
    return sources, options


cdef int64_t _call(
    Rule rule, void *data, const int64_t *codes, int64_t i, int64_t k, int64_t *options,
    int64_t *sources, int64_t room, int64_t *m, int64_t *found,
) except -1 nogil:
    """Append options of codes[i:k] while they fit; return where it stopped, with found[0] there."""
    cdef int64_t e
    for i in range(i, k):
        if i % SIGNAL_CALLS == 0:
            check_signals()
        found[0] = rule(codes[i], options + m[0], room - m[0], data)
        if found[0] < 0 or found[0] > room - m[0]:
            return i
        for e in range(m[0], m[0] + found[0]):
            sources[e] = i
        m[0] += found[0]
    return k


def call_numbers(uintptr_t number, uintptr_t data, const int64_t[::1] codes not None) -> Buffer:
    """Return what a compiled function gives for each of an array of codes.

    Parameters
    ----------
    number, data : int
        The address of a function of the type `Number`, and what it takes last.
    codes : (k,) int64

    Returns
    -------
    numbers : (k,) int64 Buffer
    """
    cdef Buffer numbers = int64_buffer(codes.shape[0])
    cdef int64_t i
    with nogil:
        for i in range(codes.shape[0]):
            if i % SIGNAL_CALLS == 0:
                check_signals()
            (<int64_t *>numbers.data)[i] = (<Number>number)(codes[i], <void *>data)
    return numbers
