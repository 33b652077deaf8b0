"""Kernels that turn rules into graphs, breadth first.

Positions are expanded in the order of their indices, and indices are given in the order in which
positions are met, so the frontier needs no memory of its own: it is what has an index and has not
been expanded.  Options come out as compressed sparse rows, a row for every expanded position.
"""

from libc.stdint cimport int8_t, int32_t, int64_t, uintptr_t

from graphgame._kernel.buffer cimport Buffer, int8_buffer, int32_buffer, int64_buffer
from graphgame.graphs._index cimport CodeIndex
from graphgame._kernel.outcome cimport LOSE, NO_PRESET
from graphgame._kernel.signals cimport SIGNAL_STEPS, check_signals

cdef enum:
    FIRST_ROOM = 1 << 10
    # Codes collected from a compiled rule before they are looked up together.
    STAGED = 1 << 16
    # Calls of a compiled rule between two checks for signals: it may take some time.
    SIGNAL_CALLS = 1 << 8

# The options of `code` go to options[0], options[1], …; returns how many there are, which may be
# more than `room`: then it is called again with room enough.
ctypedef int64_t (*Rule)(int64_t code, int64_t *options, int64_t room, void *data) noexcept nogil
# Returns LOSE, DRAW or WIN where the rules preset an outcome, NO_PRESET elsewhere.
ctypedef int64_t (*OutcomeRule)(int64_t code, void *data) noexcept nogil


class RuleError(ValueError):
    """What a rule gave is no position, or no outcome: `what` it gave for `position`."""

    def __init__(self, kind, position, what):
        super().__init__(kind, position, what)
        self.kind, self.position, self.what = kind, position, what


cdef int _refuse(const char *kind, int64_t code, int64_t found) except -1 nogil:
    with gil:
        raise RuleError(kind.decode(), code, found)


cdef class CodeExplorer:
    """The graph of a game whose positions are int64 codes, while it is explored.

    Notes
    -----
    8 bytes per position for the code, 5.3 to 10.7 for the index, 8 for the offset and, with
    presets, 1 for the outcome; 4 bytes per edge.
    """

    # ptr[:expanded + 1] and idx[:m] are the rows of positions 0 to expanded - 1.  presets, if there
    # are any, has an entry for every expanded position.

    cdef readonly CodeIndex index
    cdef readonly int64_t expanded, m
    cdef Buffer ptr, idx, presets, staged

    def __init__(self, const int64_t[::1] starts not None):
        self.index = CodeIndex()
        self.index.add(starts, int32_buffer(starts.shape[0]))
        self.ptr = int64_buffer(FIRST_ROOM)
        self.idx = int32_buffer(FIRST_ROOM)
        self.presets = None
        self.staged = int64_buffer(STAGED)
        self.expanded = self.m = 0

    @property
    def count(self):
        """Positions found so far."""
        return self.index.count

    def frontier(self, int64_t most):
        """Copy the codes of the next positions to expand to an int64 Buffer, at most `most`."""
        return self.index.batch(self.expanded, min(self.index.count, self.expanded + most))

    def append(
        self, int64_t size, const int64_t[::1] sources not None, const int64_t[::1] options not None
    ):
        """Add the options of the next `size` positions.

        Parameters
        ----------
        size : int
        sources : (k,) int64
            Which of these positions, from 0 to size - 1, in any order.
        options : (k,) int64
            The code of its option.
        """
        cdef int64_t k = sources.shape[0]
        cdef int64_t *ptr
        if options.shape[0] != k:
            raise ValueError("expected as many options as sources")
        if size < 0 or size > self.index.count - self.expanded:
            raise ValueError("expected no more rows than positions wait")
        self.ptr.reserve(self.expanded + size + 2)
        self.staged.reserve(k)
        ptr = <int64_t *>self.ptr.data + self.expanded
        if k:
            with nogil:
                _group(&sources[0], &options[0], k, ptr, size, <int64_t *>self.staged.data)
        else:
            for v in range(size):
                ptr[v + 1] = ptr[0]
        self._add_staged(k, self.expanded + size)

    cdef int _add_staged(self, int64_t k, int64_t expanded) except -1:
        """Look the k staged codes up, which are the next k entries of the rows.

        Only then so many positions are expanded: whatever is raised before, the rows are as they
        were, and the same positions can be expanded again.  Codes that were added stay, and get no
        other indices.
        """
        self.idx.reserve(self.m + k)
        self.index.reserve(k)
        with nogil:
            self.index.add_codes(
                <const int64_t *>self.staged.data, <int32_t *>self.idx.data + self.m, k
            )
        self.m += k
        self.expanded = expanded
        return 0

    def expand_compiled(
        self, uintptr_t rule, uintptr_t rule_data,
        uintptr_t outcome, uintptr_t outcome_data, int64_t most, int64_t room, check,
    ):
        """Expand at most this many of the next positions by a compiled rule.

        Parameters
        ----------
        rule, outcome : int
            Addresses of functions of the types `Rule` and `OutcomeRule` of this module; outcome
            is 0 if there is none.
        rule_data, outcome_data : int
            Addresses passed to them.
        most : int
        room : int
            The most options of one position that are made room for.
        check : callable
            Called when the functions have been called, before anything is kept: may raise.

        Raises
        ------
        RuleError
            If a function returns what it must not, or more options than `room` ("room").  Then,
            and when `check` raises, no position is expanded.
        """
        cdef int64_t stop = min(self.index.count, self.expanded + most)
        cdef int64_t staged, reached = self.expanded
        self.ptr.reserve(stop + 1)
        if outcome:
            if self.presets is None:
                self.presets = int8_buffer(stop)
            self.presets.reserve(stop)
        with nogil:
            staged = self._stage(
                <Rule>rule, <void *>rule_data, <OutcomeRule>outcome, <void *>outcome_data, stop,
                room, &reached,
            )
        check()
        self._add_staged(staged, reached)

    cdef int64_t _stage(
        self, Rule rule, void *rule_data, OutcomeRule outcome, void *outcome_data, int64_t stop,
        int64_t most_room, int64_t *reached,
    ) except -1 nogil:
        """Expand positions reached[0] to `stop`, or until enough options are staged.

        Returns how many; reached[0] is the position after the last one.
        """
        cdef int64_t *ptr = <int64_t *>self.ptr.data
        cdef int64_t code, preset, staged = 0, v = reached[0]
        while v < stop and staged < STAGED:
            if v % SIGNAL_CALLS == 0:
                check_signals()
            code = self.index.codes[v]
            preset = NO_PRESET
            if outcome is not NULL:
                preset = outcome(code, outcome_data)
                if not LOSE <= preset <= NO_PRESET:
                    _refuse("preset", code, preset)
                (<int8_t *>self.presets.data)[v] = <int8_t>preset
            if preset == NO_PRESET:
                staged += self._call(rule, code, rule_data, staged, most_room)
            v += 1
            ptr[v] = self.m + staged
        reached[0] = v
        return staged

    cdef int64_t _call(
        self, Rule rule, int64_t code, void *data, int64_t staged, int64_t most_room
    ) except -1 nogil:
        """Append the options of a code to the staged options; return how many there are."""
        cdef int64_t room = self.staged.shape[0] - staged
        cdef int64_t found = rule(code, <int64_t *>self.staged.data + staged, room, data)
        if found > room:
            if found > most_room:
                _refuse("room", code, found)
            with gil:
                self.staged.reserve(staged + found)
            room = self.staged.shape[0] - staged
            found = rule(code, <int64_t *>self.staged.data + staged, room, data)
        if found < 0 or found > room:
            _refuse("number of options", code, found)
        return found

    def finish(self):
        """Return the arrays: ptr, idx, codes and presets or None.  Ends the exploration."""
        self.staged = None
        self.ptr.resize(self.expanded + 1)
        self.idx.resize(self.m)
        if self.presets is not None:
            self.presets.resize(self.expanded)
        return self.ptr, self.idx, self.index.finish(), self.presets


cdef int _group(
    const int64_t *sources, const int64_t *options, int64_t k,
    int64_t *ptr, int64_t size, int64_t *grouped,
) except -1 nogil:
    """Write the options to `grouped` by their sources, and where each row ends to ptr[1:size + 1].

    ptr[0] is where the first row starts.  A counting sort, stable: ptr[v + 2] counts the options of
    source v, then says where its next one goes, and at last stands in place as the end of row v.
    """
    cdef int64_t i, v, start = ptr[0]
    for v in range(1, size + 2):
        ptr[v] = 0
    for i in range(k):
        ptr[sources[i] + 2] += 1
    ptr[1] = start
    for v in range(2, size + 2):
        ptr[v] += ptr[v - 1]
    for i in range(k):
        v = sources[i] + 1
        grouped[ptr[v] - start] = options[i]
        ptr[v] += 1
        if i % SIGNAL_STEPS == SIGNAL_STEPS - 1:
            check_signals()
    return 0
