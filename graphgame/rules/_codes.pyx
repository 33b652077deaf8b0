"""The kernel that turns rules on int64 codes into graphs, breadth first; as `_objects`.

Positions are expanded in the order of their indices, and indices are given in the order in which
positions are met, so the frontier needs no memory of its own: it is what has an index and has not
been expanded.  Options come out as compressed sparse rows, a row for every expanded position.
"""

from libc.stdint cimport int8_t, int32_t, int64_t, uintptr_t
from libc.string cimport memcpy

from graphgame._kernel.buffer cimport int8_buffer, int32_buffer, int64_buffer
from graphgame._kernel.flag cimport raise_flag
from graphgame._kernel.signals cimport SIGNAL_STEPS, check_signals
from graphgame.graphs._index cimport CodeIndex
from graphgame.graphs._index import CodeRangeError
from graphgame.rules._compact cimport CompactRows
from graphgame.rules._stage cimport Canonical, Functions, OutcomeRule, Rule, Stage
from graphgame.rules._stage import RuleError

cdef enum:
    FIRST_ROOM = 1 << 10
    # Positions from which on a batch is shared among threads; options that each collects, about.
    LEAST_SHARED = 1 << 10
    SHARE = 3 << 14


cdef class CodeExplorer:
    """The graph of a game whose positions are int64 codes, while it is explored.

    Parameters
    ----------
    starts : (k,) int64
    size, expect : int
        As of `CodeIndex`.
    threads : int
        How many threads call compiled rules and look options up.

    Notes
    -----
    8 bytes per position for the code, 10.7 to 21.3 for the index (with `size` 4 for each integer
    below it instead), 8 for the offset and, with presets, 1 for the outcome; 4 bytes per edge.

    Positions and edges are added a batch at a time.  If a batch fails, by what the rule gives, for
    want of memory or by Ctrl-C, `expanded` and `m` are those before it, and the next call goes on
    from there.  Positions that it has found keep their indices: the same batch would give the same.
    """

    # ptr[:expanded - drained + 1] and idx[:m - m_drained] are the rows of positions drained to
    # expanded - 1; ptr counts from the first edge of the game, so ptr[0] is m_drained.  drained and
    # m_drained are 0 unless `drain` is called.  presets, if there are any, has an entry for every
    # expanded position.  There is a stage for each thread.

    def __init__(
        self, const int64_t[::1] starts not None, int64_t size=0, int64_t expect=0, int threads=1
    ):
        self.index = CodeIndex(size, expect)
        self.index.add(starts, int32_buffer(starts.shape[0]))
        self.ptr = int64_buffer(FIRST_ROOM)
        self.idx = int32_buffer(FIRST_ROOM)
        self.presets = None
        self.stages = [Stage() for _ in range(max(threads, 1))]
        self.expanded = self.m = self.drained = self.m_drained = 0

    @property
    def count(self):
        """Positions found so far."""
        return self.index.count

    @property
    def threads(self):
        """How many threads call compiled rules."""
        return len(self.stages)

    def frontier(self, int64_t most):
        """Copy the codes of the next positions to expand to an int64 Buffer, at most `most`."""
        return self.index.batch(self.expanded, min(self.index.count, self.expanded + most))

    def append(
        self, int64_t size, const int64_t[::1] sources not None,
        const int64_t[::1] options not None, bint distinct=False,
    ):
        """Add the options of the next `size` positions.

        Parameters
        ----------
        size : int
        sources : (k,) int64
            Which of these positions, from 0 to size - 1, in any order.
        options : (k,) int64
            The code of its option.
        distinct : bool
            Whether to keep only the first of equal options of a position.
        """
        cdef int64_t k = sources.shape[0]
        cdef int64_t *ptr
        cdef Stage stage = self.stages[0]
        if options.shape[0] != k:
            raise ValueError("expected as many options as sources")
        if size < 0 or size > self.index.count - self.expanded:
            raise ValueError("expected no more rows than positions wait")
        self.ptr.reserve(self.expanded - self.drained + size + 2)
        stage.options.reserve(k)
        ptr = self._ends() + self.expanded
        if k:
            with nogil:
                _group(&sources[0], &options[0], k, ptr, size, <int64_t *>stage.options.data)
                if distinct:
                    k = _drop_repeated(stage, ptr, size)
        else:
            for v in range(size):
                ptr[v + 1] = ptr[0]
        self._add_options(stage, k)
        self.expanded += size
        self.m += k

    cdef int64_t *_ends(self) noexcept:
        """Return what has at v + 1 where the row of position v ends, from `drained` on."""
        return <int64_t *>self.ptr.data - self.drained

    cdef int32_t *_more_options(self, int64_t k) except NULL:
        """Make room for k more entries of the rows; return where they go."""
        self.idx.reserve(self.m - self.m_drained + k)
        return <int32_t *>self.idx.data + self.m - self.m_drained

    cdef int _add_options(self, Stage stage, int64_t k) except -1:
        """Look k options of a stage up: they become the entries of the rows from m on."""
        cdef int32_t *idx = self._more_options(k)
        self.index.reserve(k)
        try:
            with nogil:
                self.index.add_codes(<const int64_t *>stage.options.data, idx, k)
        except CodeRangeError as error:
            self._refuse_code(stage, k, error.code)
        return 0

    cdef _refuse_code(self, Stage stage, int64_t k, int64_t code):
        """Raise a RuleError for the first option of a stage that is this code."""
        cdef const int64_t *ptr = self._ends()
        cdef const int64_t *options = <const int64_t *>stage.options.data
        cdef int64_t i = 0, v = self.expanded
        while i < k - 1 and options[i] != code:
            i += 1
        while ptr[v + 1] <= self.m + i:
            v += 1
        size = self.index.size
        kind = f"position from 0 to {size - 1}, for size={size} was given"
        raise RuleError(kind, self.index.codes[v], code) from None

    def expand_compiled(
        self, uintptr_t rule, uintptr_t rule_data,
        uintptr_t outcome, uintptr_t outcome_data, int64_t most, int64_t room, check,
        uintptr_t canonical=0, uintptr_t canonical_data=0, bint distinct=False,
    ):
        """Expand at most this many of the next positions for each thread, by a compiled rule.

        Parameters
        ----------
        rule, outcome, canonical : int
            Addresses of functions of the types `Rule`, `OutcomeRule` and `Canonical` of `_stage`;
            outcome and canonical are 0 if there are none.  Every option is replaced by what
            canonical returns for it.
        rule_data, outcome_data, canonical_data : int
            Addresses passed to them.
        most : int
        room : int
            The most options of one position that room is made for.
        check : callable
            Called when the functions have been called, before anything is kept: may raise.
        distinct : bool
            Whether to keep only the first of equal options of a position.

        Raises
        ------
        RuleError
            If a function returns what it must not, or more options than `room` ("room").
        """
        cdef Functions functions
        cdef Stage stage = self.stages[0]
        cdef int64_t start = self.expanded
        cdef int64_t stop = min(self.index.count, start + most * len(self.stages))
        cdef int8_t *presets = NULL
        cdef int64_t *ptr
        functions.rule, functions.rule_data = <Rule>rule, <void *>rule_data
        functions.outcome, functions.outcome_data = <OutcomeRule>outcome, <void *>outcome_data
        functions.canonical = <Canonical>canonical
        functions.canonical_data = <void *>canonical_data
        functions.room = room
        self.ptr.reserve(stop - self.drained + 1)
        ptr = self._ends()
        if outcome:
            if self.presets is None:
                self.presets = int8_buffer(stop)
            self.presets.reserve(stop)
            presets = <int8_t *>self.presets.data
        if len(self.stages) > 1 and stop - start >= LEAST_SHARED:
            self._expand_shared(functions, distinct, stop, presets, check)
            return
        with nogil:
            stage.expand(
                &functions, self.index.codes, start, stop, self.m, distinct, ptr, presets,
            )
        check()
        self._add_options(stage, stage.count)
        self.expanded = stage.stop
        self.m += stage.count

    cdef int _expand_shared(
        self, Functions functions, bint distinct, int64_t most, int8_t *presets, check
    ) except -1:
        """Expand the next positions in parts, one for each stage and in a thread of its own.

        Threads look up what they find, but add nothing.  What has no index yet is added afterwards
        in the order of the parts, so indices are those of a single thread.
        """
        cdef int64_t rows = SHARE // (self.m // (self.expanded + 1) + 1), start = self.expanded
        cdef list shares = []
        cdef _Share share
        rows = min(max(rows, 1), (most - start + len(self.stages) - 1) // len(self.stages))
        for stage in self.stages:
            share = _Share()
            share.explorer, share.stage = self, stage
            share.functions, share.distinct, share.presets = functions, distinct, presets
            share.start, share.stop = start, min(start + rows, most)
            start = share.stop
            shares.append(share)
        self.index.reserve(0)
        _in_threads(shares)
        check()
        for share in shares:
            if share.error is not None and not isinstance(share.error, RuleError):
                raise share.error
        for share in shares:
            if share.error is not None:
                raise share.error
            self._add_share(share.stage)
            if self.expanded < share.stop:
                break  # its stage was full: the other parts come again
        return 0

    cdef int _add_share(self, Stage stage) except -1:
        """Add the rows of a stage, whose options are looked up but not added."""
        cdef int64_t i, v, k = stage.count
        cdef int64_t *ptr = self._ends()
        cdef const int32_t *places = <const int32_t *>stage.places.data
        cdef int32_t *idx = self._more_options(k)
        self.index.reserve(stage.missing)
        with nogil:
            for v in range(self.expanded, stage.stop):
                ptr[v + 1] += self.m
            memcpy(idx, stage.found.data, sizeof(int32_t) * k)
        try:
            with nogil:  # the indices of the rest take the place of what was found
                self.index.add_codes(
                    <const int64_t *>stage.rest.data, <int32_t *>stage.found.data, stage.missing
                )
                for i in range(stage.missing):
                    idx[places[i]] = (<const int32_t *>stage.found.data)[i]
        except CodeRangeError as error:
            self._refuse_code(stage, k, error.code)
        self.expanded = stage.stop
        self.m += k
        return 0

    def drain(self, CompactRows rows not None):
        """Move the rows of all expanded positions to the end of `rows`, which has those before."""
        cdef int64_t *ptr = <int64_t *>self.ptr.data
        rows.append(ptr, self.expanded - self.drained, <const int32_t *>self.idx.data)
        ptr[0] = self.m
        self.drained, self.m_drained = self.expanded, self.m

    def finish_drained(self):
        """Return codes and presets or None, when the rows have been drained; ends as `finish`."""
        self.stages = []
        self.ptr = self.idx = None
        if self.presets is not None:
            self.presets.resize(self.expanded)
        index, self.index = self.index, None  # its slots are free when the caller has the codes
        return index.finish(), self.presets

    def finish(self):
        """Return the arrays: ptr, idx, codes and presets or None.  Ends the exploration."""
        self.stages = []
        self.ptr.resize(self.expanded + 1)
        self.idx.resize(self.m)
        if self.presets is not None:
            self.presets.resize(self.expanded)
        return self.ptr, self.idx, self.index.finish(), self.presets


cdef int64_t _drop_repeated(Stage stage, int64_t *ptr, int64_t size) except -1 nogil:
    """Keep the first of equal options in every row of a stage; return how many are left.

    ptr[v] to ptr[v + 1] is row v, where options[0] has the number ptr[0].  kept options are at the
    front, in the order of their rows; `before` is where the next row starts among all.
    """
    cdef int64_t *options = <int64_t *>stage.options.data
    cdef int64_t v, i, left, start = ptr[0], before = 0, after, kept = 0
    for v in range(size):
        after = ptr[v + 1] - start
        left = stage.drop_repeated(options + before, after - before)
        for i in range(left):
            options[kept + i] = options[before + i]
        kept += left
        before = after
        ptr[v + 1] = start + kept
        if v % SIGNAL_STEPS == SIGNAL_STEPS - 1:
            check_signals()
    return kept


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


cdef class _Share:
    """The part of a batch that one thread expands."""

    # error: what ended it, or None.

    cdef CodeExplorer explorer
    cdef Stage stage
    cdef Functions functions
    cdef int64_t start, stop
    cdef bint distinct
    cdef int8_t *presets
    cdef object error

    def expand(self):
        """Expand positions start to stop, and look up their options."""
        cdef Stage stage = self.stage
        cdef CodeIndex index = self.explorer.index
        cdef int64_t *ptr = self.explorer._ends()
        with nogil:
            stage.expand(
                &self.functions, index.codes, self.start, self.stop, 0, self.distinct,
                ptr, self.presets,
            )
        stage.found.reserve(stage.count)
        stage.rest.reserve(stage.count)
        stage.places.reserve(stage.count)
        with nogil:
            stage.missing = index.find_codes(
                <const int64_t *>stage.options.data, <int32_t *>stage.found.data, stage.count,
                <int64_t *>stage.rest.data, <int32_t *>stage.places.data,
            )


cdef _in_threads(list shares):
    """Expand the first part in this thread and each other one in a new thread; join all.

    An error of the rule leaves the other parts as they are: those before it count.
    """
    from threading import Thread

    def attempt(_Share share):
        try:
            share.expand()
        except RuleError as error:
            share.error = error
        except BaseException as error:
            share.error = error
            stop()

    def stop():
        cdef _Share other
        for other in shares:
            raise_flag(&other.stage.stopped)

    cdef _Share share
    here, threads = shares[:1], []
    for share in shares:
        share.stage.stopped = 0
    for share in shares[1:]:
        thread = Thread(target=attempt, args=(share,), daemon=True)
        try:
            thread.start()
        except RuntimeError:  # the system has no more threads
            here.append(share)
        else:
            threads.append(thread)
    for share in here:
        attempt(share)
    try:
        for thread in threads:
            thread.join()
    except BaseException:  # Ctrl-C: what a thread writes to must not be used meanwhile
        stop()
        for thread in threads:
            thread.join()
        raise
