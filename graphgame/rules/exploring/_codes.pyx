"""The kernel that turns rules on int64 codes into graphs, breadth first; as `_objects`.

Positions are expanded in the order of their indices, and indices are given in the order in which
positions are met, so the frontier needs no memory of its own: it is what has an index and has not
been expanded.  Options come out as compressed sparse rows, a row for every expanded position.
"""

from libc.stdint cimport int8_t, int32_t, int64_t, uintptr_t
from libc.string cimport memcpy

from graphgame._kernel.buffer cimport int8_buffer, int32_buffer, int64_buffer
from graphgame._kernel.signals cimport SIGNAL_STEPS, check_signals
from graphgame.graphs._index cimport CodeIndex
from graphgame.graphs._index import CodeRangeError
from graphgame.rules.exploring._compact cimport CompactRows
from graphgame.rules.compiled._stage cimport Functions, Stage, functions_at
from graphgame.rules.compiled._stage import RuleError

cdef enum:
    FIRST_ROOM = 1 << 10


cdef class Block:
    """Some of the next positions of a CodeExplorer, and what a compiled rule gives for them.

    `CodeExplorer.take` says which positions, `ask` asks the rule, `CodeExplorer.add` adds the
    options.  `ask` reads and writes nothing but the block, so that another block may be added in
    another thread meanwhile.
    """

    # codes[:taken] are the positions.  stage has the options of the first stage.stop of them; row i
    # ends at ends[i + 1], and presets[i] is its preset, if there are any.

    def __cinit__(self):
        self.stage = Stage()
        self.codes, self.ends = int64_buffer(FIRST_ROOM), int64_buffer(FIRST_ROOM)
        self.presets = int8_buffer(FIRST_ROOM)
        self.taken = 0
        self.is_preset = False

    @property
    def size(self) -> int:
        """How many of its positions the rule has been asked about."""
        return self.stage.stop

    @property
    def options(self) -> int:
        """How many options these have."""
        return self.stage.count

    def ask(
        self, uintptr_t rule, uintptr_t rule_data, uintptr_t outcome, uintptr_t outcome_data,
        int64_t room, uintptr_t canonical=0, uintptr_t canonical_data=0, uintptr_t remoteness=0,
        uintptr_t remoteness_data=0, bint merged=False, int64_t size=0, *, bint distinct=False,
    ) -> None:
        """Ask a compiled rule about the first positions: until enough options are collected.

        Parameters
        ----------
        rule, outcome, canonical, remoteness : int
            Addresses of functions of the types `Rule`, `OutcomeRule`, `Canonical` and again
            `OutcomeRule` of `_stage`; all but the first are 0 if there are none.  Every option is
            replaced by what canonical returns for it.
        rule_data, outcome_data, canonical_data, remoteness_data : int
            Addresses passed to them.
        room : int
            The most options of one position that room is made for.
        merged, size : bool and int
            Whether to merge options with a preset outcome, which the explorer's `size` bounds; see
            `Functions`.
        distinct : bool
            Whether to keep only the first of equal options of a position.

        Raises
        ------
        RuleError
            If a function returns what it must not, or more options than `room` ("room").  Then
            the block ends before the position that this is about.
        """
        cdef Functions functions = functions_at(
            rule, rule_data, outcome, outcome_data, room, canonical, canonical_data, remoteness,
            remoteness_data, merged, size,
        )
        self.is_preset = outcome != 0
        self.ends.reserve(self.taken + 1)
        self.presets.reserve(self.taken)
        with nogil:
            self.stage.expand(
                &functions, <const int64_t *>self.codes.data, 0, self.taken, 0, distinct,
                <int64_t *>self.ends.data, <int8_t *>self.presets.data, NULL,
            )


cdef class CodeExplorer:
    """The graph of a game whose positions are int64 codes, while it is explored.

    Parameters
    ----------
    starts : (k,) int64
    size, expect, packed
        As of `CodeIndex`.

    Notes
    -----
    8 bytes per position for the code, 10.7 to 21.3 for the index (with `size` 4 for each integer
    below it instead), 8 for the offset and, with presets, 1 for the outcome; 4 bytes per edge.

    Positions and edges are added a batch at a time.  If a batch fails, by what the rule gives, for
    want of memory or by Ctrl-C, `expanded` and `m` are those before it, and the next call goes on
    from there.  Positions that it has found keep their indices: the same batch would give the same.

    While one thread is in `add` or `append`, another may call `stop`, and ask a rule about
    positions that it copied before.
    """

    # ptr[:expanded - drained + 1] and idx[:m - m_drained] are the rows of positions drained to
    # expanded - 1; ptr counts from the first edge of the game, so ptr[0] is m_drained.  drained and
    # m_drained are 0 unless `drain` is called.  presets, if there are any, has an entry for every
    # expanded position.

    def __init__(
        self, const int64_t[::1] starts not None, int64_t size=0, int64_t expect=0,
        bint packed=False,
    ):
        self.index = CodeIndex(size, expect, packed)
        self.index.add(starts, int32_buffer(starts.shape[0]))
        self.starts = self.index.count
        self.ptr = int64_buffer(FIRST_ROOM)
        self.idx = int32_buffer(FIRST_ROOM)
        self.presets = None
        self.stage = Stage()
        self.expanded = self.m = self.drained = self.m_drained = 0

    @property
    def count(self) -> int:
        """Positions found so far."""
        return self.index.count

    def frontier(self, int64_t most, int64_t skip=0) -> Buffer:
        """Copy the codes of the next positions to expand to an int64 Buffer, at most `most`.

        The next `skip` positions are left out: there are as many at least.
        """
        cdef int64_t start = self.expanded + skip
        return self.index.batch(start, min(self.index.count, start + most))

    def take(self, Block block not None, int64_t most, int64_t skip=0) -> None:
        """Copy the codes of the next positions to a block; as `frontier`."""
        cdef int64_t start = self.expanded + skip
        cdef int64_t count = min(self.index.count - start, most)
        if skip < 0 or count < 0:
            raise ValueError("expected to leave out no more positions than wait")
        block.codes.reserve(count)
        self.index.copy_codes(start, count, <int64_t *>block.codes.data)
        block.taken = count
        block.stage.stop = block.stage.count = 0

    def watch(self, bint signals) -> None:
        """Choose whether what adds options looks for Ctrl-C, or for `stop` alone, in a thread."""
        self.index.watch(signals)

    def stop(self) -> None:
        """End with a KeyboardInterrupt what adds options in another thread."""
        self.index.stop()

    def append(
        self, int64_t size, const int64_t[::1] sources not None,
        const int64_t[::1] options not None, bint distinct=False,
    ) -> None:
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
        cdef Stage stage = self.stage
        if options.shape[0] != k:
            raise ValueError("expected as many options as sources")
        if size < 0 or size > self.index.count - self.expanded:
            raise ValueError("expected no more rows than positions wait")
        self.reserve(size, k, False)
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

    cdef int64_t *_ends(self) noexcept nogil:
        """Return what has at v + 1 where the row of position v ends, from `drained` on."""
        return <int64_t *>self.ptr.data - self.drained

    cdef int32_t *entries(self) noexcept nogil:
        return <int32_t *>self.idx.data - self.m_drained

    cdef bint has_room(self, int64_t options) noexcept nogil:
        return self.m - self.m_drained + options <= self.idx.shape[0]

    cdef int reserve(self, int64_t size, int64_t options, bint is_preset) except -1:
        """Make room for more rows, their options and presets."""
        self.ptr.reserve(self.expanded - self.drained + size + 2)
        self.idx.reserve(self.m - self.m_drained + options)
        if is_preset:
            if self.presets is None:
                self.presets = int8_buffer(size)
            self.presets.reserve(self.expanded + size)
        return 0

    cdef void write_rows(
        self, int64_t start, int64_t size, int64_t first, const int64_t *ends,
        const int8_t *presets,
    ) noexcept nogil:
        """Write where rows end, and presets; there is room for them."""
        cdef int64_t *ptr = self._ends() + start
        cdef int64_t i
        for i in range(1, size + 1):
            ptr[i] = first + ends[i]
        if presets is not NULL:
            memcpy(<int8_t *>self.presets.data + start, presets, size)

    cdef int _add_options(self, Stage stage, int64_t k) except -1:
        """Look k options of a stage up: they become the entries of the rows from m on."""
        cdef int32_t *idx = self.entries() + self.m
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
        raise RuleError(kind, self.index.code(v), code) from None

    def add(self, Block block not None) -> None:
        """Add the options of a block, which are those of the next positions."""
        cdef Stage stage = block.stage
        cdef int64_t size = stage.stop
        if size > self.index.count - self.expanded:
            raise ValueError("expected no more rows than positions wait")
        self.reserve(size, stage.count, block.is_preset)
        self.write_rows(
            self.expanded, size, self.m, <const int64_t *>block.ends.data,
            <const int8_t *>block.presets.data if block.is_preset else NULL,
        )
        self._add_options(stage, stage.count)
        self.expanded += size
        self.m += stage.count

    def drain(self, CompactRows rows not None) -> None:
        """Move the rows of all expanded positions to the end of `rows`, which has those before."""
        cdef int64_t *ptr = <int64_t *>self.ptr.data
        rows.begin(self.starts)
        rows.append(ptr, self.expanded - self.drained, <const int32_t *>self.idx.data)
        ptr[0] = self.m
        self.drained, self.m_drained = self.expanded, self.m

    def finish_drained(self) -> tuple[CodeIndex, Buffer | None]:
        """Return a CodeIndex without slots, and presets or None; ends as `finish`.

        All rows have been drained.
        """
        self.stage = None
        self.ptr = self.idx = None
        if self.presets is not None:
            self.presets.resize(self.expanded)
        index, self.index = self.index, None
        index.release()
        return index, self.presets

    def finish(self) -> tuple[Buffer, Buffer, Buffer, Buffer | None]:
        """Return the arrays: ptr, idx, codes and presets or None.  Ends the exploration."""
        self.stage = None
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
