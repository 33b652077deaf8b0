"""Kernels that turn rules into graphs, breadth first.

Positions are expanded in the order of their indices, and indices are given in the order in which
positions are met, so the frontier needs no memory of its own: it is what has an index and has not
been expanded.  Options come out as compressed sparse rows, a row for every expanded position.
"""

from libc.stdint cimport int8_t, int32_t, int64_t, uintptr_t

from graphgame._kernel.buffer cimport Buffer, int8_buffer, int32_buffer, int64_buffer
from graphgame.graphs._index cimport CodeIndex
from graphgame.rules._compact cimport CompactRows
from graphgame._kernel.outcome cimport LOSE, NO_PRESET, WIN
from graphgame._kernel.signals cimport SIGNAL_STEPS, check_signals

cdef enum:
    FIRST_ROOM = 1 << 10
    # Codes collected from a compiled rule before they are looked up together.
    STAGED = 1 << 16

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

    # ptr[:expanded - drained + 1] and idx[:m - m_drained] are the rows of positions drained to
    # expanded - 1; ptr counts from the first edge of the game, so ptr[0] is m_drained.  drained and
    # m_drained are 0 unless `drain` is called.  presets, if there are any, has an entry for every
    # expanded position.

    cdef readonly CodeIndex index
    cdef readonly int64_t expanded, m
    cdef int64_t drained, m_drained
    cdef Buffer ptr, idx, presets, staged

    def __init__(self, const int64_t[::1] starts not None):
        self.index = CodeIndex()
        self.index.add(starts, int32_buffer(starts.shape[0]))
        self.ptr = int64_buffer(FIRST_ROOM)
        self.idx = int32_buffer(FIRST_ROOM)
        self.presets = None
        self.staged = int64_buffer(STAGED)
        self.expanded = self.m = self.drained = self.m_drained = 0

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
        self.ptr.reserve(self.expanded - self.drained + size + 2)
        self.staged.reserve(k)
        ptr = <int64_t *>self.ptr.data + self.expanded - self.drained
        if k:
            with nogil:
                _group(&sources[0], &options[0], k, ptr, size, <int64_t *>self.staged.data)
        else:
            for v in range(size):
                ptr[v + 1] = ptr[0]
        self.expanded += size
        self._add_staged(k)

    cdef int _add_staged(self, int64_t k) except -1:
        """Look the k staged codes up; they are the next k entries of the rows."""
        self.idx.reserve(self.m - self.m_drained + k)
        self.index.reserve(k)
        with nogil:
            self.index.add_codes(
                <const int64_t *>self.staged.data,
                <int32_t *>self.idx.data + self.m - self.m_drained, k,
            )
        self.m += k
        return 0

    def expand_compiled(
        self, uintptr_t rule, uintptr_t rule_data,
        uintptr_t outcome, uintptr_t outcome_data, int64_t most,
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

        Raises
        ------
        RuleError
            If a function returns what it must not.
        """
        cdef int64_t stop = min(self.index.count, self.expanded + most)
        cdef int64_t staged
        self.ptr.reserve(stop - self.drained + 1)
        if outcome:
            if self.presets is None:
                self.presets = int8_buffer(stop)
            self.presets.reserve(stop)
        with nogil:
            staged = self._stage(
                <Rule>rule, <void *>rule_data, <OutcomeRule>outcome, <void *>outcome_data, stop
            )
        self._add_staged(staged)

    cdef int64_t _stage(
        self, Rule rule, void *rule_data, OutcomeRule outcome, void *outcome_data, int64_t stop
    ) except -1 nogil:
        """Expand positions up to `stop`, or until enough options are staged; return how many."""
        cdef int64_t *ptr = <int64_t *>self.ptr.data - self.drained
        cdef int64_t code, preset, staged = 0
        while self.expanded < stop and staged < STAGED:
            code = self.index.codes[self.expanded]
            preset = NO_PRESET
            if outcome is not NULL:
                preset = outcome(code, outcome_data)
                if not LOSE <= preset <= NO_PRESET:
                    _refuse("preset", code, preset)
                (<int8_t *>self.presets.data)[self.expanded] = <int8_t>preset
            if preset == NO_PRESET:
                staged += self._call(rule, code, rule_data, staged)
            self.expanded += 1
            ptr[self.expanded] = self.m + staged
        return staged

    cdef int64_t _call(self, Rule rule, int64_t code, void *data, int64_t staged) except -1 nogil:
        """Append the options of a code to the staged options; return how many there are."""
        cdef int64_t room = self.staged.shape[0] - staged
        cdef int64_t found = rule(code, <int64_t *>self.staged.data + staged, room, data)
        if found > room:
            with gil:
                self.staged.reserve(staged + found)
            room = self.staged.shape[0] - staged
            found = rule(code, <int64_t *>self.staged.data + staged, room, data)
        if found < 0 or found > room:
            _refuse("number of options", code, found)
        return found

    def drain(self, CompactRows rows not None):
        """Move the rows of all expanded positions to the end of `rows`, which has those before."""
        cdef int64_t *ptr = <int64_t *>self.ptr.data
        rows.append(ptr, self.expanded - self.drained, <const int32_t *>self.idx.data)
        ptr[0] = self.m
        self.drained, self.m_drained = self.expanded, self.m

    def finish_drained(self):
        """Return codes and presets or None, when the rows have been drained; ends as `finish`."""
        self.staged = self.ptr = self.idx = None
        if self.presets is not None:
            self.presets.resize(self.expanded)
        index, self.index = self.index, None  # its slots are free when the caller has the codes
        return index.finish(), self.presets

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


# ---------------------------------------------------------------------------------------------
# Positions that are Python objects.


cdef class _Bounds:
    """How far an exploration may go: to `limit` positions, and as far as `watch` lets it."""

    # watch is called when there are `positions` positions or `moves` moves; it gives the next such
    # numbers, or raises, and then `refused` is true.

    cdef Py_ssize_t limit, positions, moves
    cdef bint refused
    cdef object watch

    def __init__(self, limit, watch):
        self.limit = limit
        self.watch = watch
        self.refused = False
        self.positions, self.moves = watch(0, 0, 0)

    cdef int look(self, Py_ssize_t positions, Py_ssize_t expanded, Py_ssize_t moves) except -1:
        self.refused = True
        self.positions, self.moves = self.watch(positions, expanded, moves)
        self.refused = False
        return 0


def explore_objects(rule, outcome, list positions, dict index, judge, report, limit, watch):
    """Explore a game whose positions are hashable objects.

    Parameters
    ----------
    rule : callable
        Position to iterable of options.
    outcome : callable or None
        Position to preset outcome or None.
    positions : list
        The starts; all other positions found are appended to it.
    index : dict
        The index of every position in `positions`; kept so.
    judge : callable
        Called with the first new position of every type: says whether it may change while it is
        in use, so that its hash must be watched, or raises.
    report : callable or None
        Called with positions, expanded positions and edges, every 1024 positions.
    limit : int
        Stop when there are more positions.
    watch : callable
        Called with positions, expanded positions and edges, at first with zeros: returns at how
        many positions and at how many edges it is to be called again, or raises.

    Returns
    -------
    ptr, idx : int64 Buffer, int32 Buffer
        The options of every expanded position.
    presets : int8 Buffer or None

    Raises
    ------
    RuleError
        If there are no options to look at ("options"), if one cannot be hashed (kind "option"), if
        the rule changed a position ("change"), or if a preset is no outcome ("preset").
    """
    cdef Buffer ptr = int64_buffer(FIRST_ROOM), idx = int32_buffer(FIRST_ROOM), presets = None
    cdef dict watched = {}
    cdef Py_ssize_t v = 0, m = 0
    cdef Py_hash_t before = 0
    cdef bint may_change
    cdef _Bounds bounds = _Bounds(limit, watch)
    for position in positions:
        if type(position) not in watched:
            watched[type(position)] = judge(position)
    while v < len(positions) <= bounds.limit:
        position = positions[v]
        ptr.reserve(v + 2)
        try:
            if outcome is not None:
                if presets is None:
                    presets = int8_buffer(FIRST_ROOM)
                presets.reserve(v + 1)
                (<int8_t *>presets.data)[v] = _preset(outcome, position)
            if presets is None or (<int8_t *>presets.data)[v] == NO_PRESET:
                may_change = watched[type(position)]
                if may_change:
                    before = hash(position)
                m = _expand(rule, v, positions, index, watched, judge, bounds, idx, m)
                if may_change and hash(position) != before:
                    raise RuleError("change", position, None)
        except Exception as error:
            if not bounds.refused:
                error.add_note(f"while exploring from position {position!r}")
            raise
        v += 1
        (<int64_t *>ptr.data)[v] = m
        if report is not None and v % 1024 == 0:
            report(len(positions), v, m)
    ptr.resize(v + 1)
    idx.resize(m)
    if presets is not None:
        presets.resize(v)
    return ptr, idx, presets


cdef int8_t _preset(outcome, position) except -128:
    preset = outcome(position)
    if preset is None:
        return NO_PRESET
    if isinstance(preset, int) and not isinstance(preset, bool) and LOSE <= preset <= WIN:
        return preset
    raise RuleError("preset", position, preset)


cdef Py_ssize_t _expand(
    rule, Py_ssize_t v, list positions, dict index, dict watched, judge, _Bounds bounds,
    Buffer idx, Py_ssize_t m,
) except -1:
    """Append the indices of the options of position v to idx[:m]; return its new length.

    The options may be more than fit, or endless: they are left where the limit is passed.
    """
    cdef Py_ssize_t w
    position = positions[v]
    options = rule(position)
    if not isinstance(options, (list, tuple)):
        options = _iterator(position, options)
    for option in options:
        try:
            known = index.get(option)
        except TypeError:
            _require_hash(position, option)
            raise
        if known is None:
            kind = type(option)
            if kind not in watched:
                watched[kind] = judge(option)
            w = len(positions)
            index[option] = w
            positions.append(option)
        else:
            w = known
        idx.reserve(m + 1)
        (<int32_t *>idx.data)[m] = <int32_t>w
        m += 1
        if w >= bounds.limit:
            break
        if w >= bounds.positions or m >= bounds.moves:
            bounds.look(len(positions), v, m)
    return m


cdef _iterator(position, options):
    """Return an iterator over what a rule returned; refuse text, which is one position."""
    if isinstance(options, (str, bytes, bytearray)):
        raise RuleError("options", position, options)
    try:
        return iter(options)
    except TypeError:
        if hasattr(options, "__iter__"):
            raise
        raise RuleError("options", position, options) from None


cdef int _require_hash(position, option) except -1:
    try:
        hash(option)
    except TypeError:
        raise RuleError("option", position, option) from None
    return 0
