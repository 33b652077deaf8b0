"""The kernel that explores a compiled rule in several threads, to the graph of one thread.

Threads take blocks of the positions that wait, in turn.  Each asks the rule about its block and
looks the options up in the table, while others do the same and one of them adds.  Then it waits for
its own turn to add what it has not found; so positions are found in the order of one thread.  Only
the thread whose turn it is writes to the table, and nothing that others read is moved.
"""

from libc.stdint cimport int8_t, int32_t, int64_t
from libc.string cimport memcpy

from graphgame._kernel.atomic cimport SPINS, load_number, rest, store_number
from graphgame._kernel.buffer cimport Buffer, int8_buffer, int32_buffer, int64_buffer
from graphgame._kernel.flag cimport is_raised, raise_flag
from graphgame._kernel.signals cimport check_signals
from graphgame.rules.exploring._codes cimport CodeExplorer
from graphgame.rules.compiled._stage cimport Functions, Stage, functions_at
from graphgame.rules.compiled._stage import RuleError

cdef enum:
    # Options in a block, about: they stay in the cache of a core until they are added.
    BLOCK_OPTIONS = 1 << 12
    FIRST_ROOM = 1 << 10
    # Room for the options of a block of each thread, when enough have been added.
    SPARE = 1 << 14


cdef class Lane:
    """What one of the threads has for itself: a block of positions, and their options."""

    # The block is positions start to start + size - 1, whose codes are codes[:size].  stage has the
    # options of the first stage.stop of them; row i ends at ends[i + 1], and presets[i] is its
    # preset, if there are any.
    # found[:stage.count] are the options' indices, or -1 for `missing` codes, which are in
    # rest[:missing], and whose places among the options are in places[:missing].  added[:missing]
    # are the indices that they get.  `first` is how many options were added before its own.
    cdef Stage stage
    cdef Buffer codes, ends, presets, found, rest, places, added
    cdef int64_t start, size, missing, first

    def __cinit__(self):
        self.stage = Stage()
        self.codes = int64_buffer(FIRST_ROOM)
        self.ends, self.presets = int64_buffer(FIRST_ROOM), int8_buffer(FIRST_ROOM)
        self.found, self.rest = int32_buffer(FIRST_ROOM), int64_buffer(FIRST_ROOM)
        self.places, self.added = int32_buffer(FIRST_ROOM), int32_buffer(FIRST_ROOM)

    cdef int reserve(self, int64_t options) except -1:
        """Make room to look so many options up."""
        self.found.reserve(options)
        self.rest.reserve(options)
        self.places.reserve(options)
        self.added.reserve(options)
        return 0


cdef class Relay:
    """Some blocks of an exploration, shared among threads; each of them calls `run` once.

    Parameters
    ----------
    explorer : CodeExplorer
    threads : int
    functions : tuple of int
        The parameters of `Block.ask` but the last, as they stand there.
    distinct : bool
        Whether to keep only the first of equal options of a position.

    Notes
    -----
    When enough options have been added, or too few positions wait, the relay is closed: threads add
    the blocks that they have, and return.  It is over, and blocks that were not added are dropped,
    when a thread meets what takes more than adding: a rule that fails, a full table, more positions
    than a limit, or `stop`.  The explorer is then as after the blocks added before, and may be used
    again when every thread has returned.
    """

    # Blocks have numbers.  Thread k of `threads` has blocks k, k + threads, k + 2 * threads, …
    # Positions before `taken` are in blocks before `taker`, which is the next block to be taken;
    # options of blocks before `turn` have been added: `added` in all, to `found` positions.  Who
    # has the block `taker` alone writes `taken` and `taker`; who has the block `turn` alone writes
    # to the explorer, `found` and `turn`.  Once `closed` is raised nobody takes a block, and once
    # `over` is raised nobody adds one.
    #
    # The thread of the caller, 0, sees Ctrl-C.
    cdef CodeExplorer explorer
    cdef Functions functions
    cdef bint distinct, is_preset
    cdef readonly int64_t threads
    cdef int64_t block, least
    cdef int64_t most, last, last_option
    cdef int64_t taken, taker, turn, found, added
    cdef int closed, over
    cdef list lanes

    def __init__(
        self,
        CodeExplorer explorer not None,
        int64_t threads,
        tuple functions not None: tuple[int, ...],
        bint distinct,
    ):
        rule, rule_data, outcome, outcome_data, room, *others = functions
        canonical, canonical_data, remoteness, remoteness_data, merged, size = others
        self.explorer, self.threads, self.distinct = explorer, threads, distinct
        self.functions = functions_at(
            rule, rule_data, outcome, outcome_data, room, canonical, canonical_data, remoteness,
            remoteness_data, merged, size,
        )
        self.is_preset = outcome != 0
        self.lanes = [Lane() for _ in range(threads)]
        self.over = 1

    def begin(self, int64_t most, int64_t options, int64_t block, int64_t least) -> None:
        """Make room for the next blocks; then every thread calls `run`.

        Until the explorer is told to `watch` again, what it adds does not end by Ctrl-C.

        Parameters
        ----------
        most : int
            When more positions are found, it is over.
        options : int
            About how many options to add at most.
        block, least : int
            The most positions in a block, and how many must wait where a thread takes one.
        """
        cdef CodeExplorer explorer = self.explorer
        cdef int64_t each = max(explorer.m // max(explorer.expanded, 1), 1)
        cdef Lane lane
        self.block = min(block, max(BLOCK_OPTIONS // each, 1))
        self.least, self.most = max(least, 1), most
        self.taken, self.found = explorer.expanded, explorer.index.count
        self.last = explorer.expanded + options
        self.added, self.last_option = explorer.m, explorer.m + options
        self.taker = self.turn = 0
        explorer.reserve(options, options + SPARE * self.threads, self.is_preset)
        explorer.index.reserve(options)
        for lane in self.lanes:
            lane.codes.reserve(self.block)
            lane.ends.reserve(self.block + 1)
            lane.presets.reserve(self.block)
        explorer.index.watch(False)
        self.closed = self.over = 0

    def stop(self) -> None:
        """Make it over: each thread returns soon."""
        raise_flag(&self.over)

    def run(self, int64_t k) -> None:
        """Process blocks, as thread k, until it is over."""
        cdef Lane lane = self.lanes[k]
        try:
            with nogil:
                self._run(lane, k)
        except (RuleError, MemoryError):
            self.stop()  # one thread that goes on from here meets it again, at its turn
        except BaseException:
            self.stop()
            raise

    cdef int _run(self, Lane lane, int64_t k) except -1 nogil:
        cdef bint sees = k == 0
        cdef int64_t number = k
        while self._take(lane, number, sees):
            self._ask(lane, sees)
            if not self._wait(&self.turn, number, &self.over, sees):
                return 0
            if not self._add(lane, number):
                raise_flag(&self.over)
                return 0
            self._write(lane)
            number += self.threads
        raise_flag(&self.closed)
        return 0

    cdef bint _wait(
        self, int64_t *counter, int64_t number, int *end, bint sees
    ) except -1 nogil:
        """Wait until a counter is at a number; return whether the flag `end` is not raised."""
        cdef int64_t calls = 0
        while load_number(counter) != number and not is_raised(end) and not is_raised(&self.over):
            calls = self._rest(calls, sees)
        return not is_raised(end) and not is_raised(&self.over)

    cdef int64_t _rest(self, int64_t calls, bint sees) except -1 nogil:
        rest(calls)
        if sees and calls >= SPINS:
            check_signals()
        return calls + 1

    cdef bint _take(self, Lane lane, int64_t number, bint sees) except -1 nogil:
        """Get a block of the positions that wait; return whether there are enough.

        It waits for more while other threads have blocks, which it ends by itself.
        """
        cdef int64_t waiting, calls = 0
        cdef bint idle
        if not self._wait(&self.taker, number, &self.closed, sees):
            return False
        while load_number(&self.added) < self.last_option:
            idle = load_number(&self.turn) == number  # nobody else has a block
            waiting = min(load_number(&self.found), self.last) - self.taken
            if waiting >= self.least:
                lane.start, lane.size = self.taken, min(self.block, waiting // self.threads + 1)
                lane.size = min(lane.size, waiting)
                self.taken += lane.size
                store_number(&self.taker, number + 1)
                return True
            if idle or is_raised(&self.over):
                break
            calls = self._rest(calls, sees)
        return False

    cdef int _ask(self, Lane lane, bint sees) except -1 nogil:
        """Ask the rule about a block, and look the options up."""
        self.explorer.index.copy_codes(lane.start, lane.size, <int64_t *>lane.codes.data)
        lane.stage.expand(
            &self.functions, <const int64_t *>lane.codes.data, 0, lane.size, 0,
            self.distinct, <int64_t *>lane.ends.data, <int8_t *>lane.presets.data,
            NULL if sees else &self.over,
        )
        if lane.stage.count > lane.added.shape[0]:
            with gil:
                lane.reserve(lane.stage.count)
        lane.missing = self.explorer.index.find_codes(
            <const int64_t *>lane.stage.options.data, <int32_t *>lane.found.data, lane.stage.count,
            <int64_t *>lane.rest.data, <int32_t *>lane.places.data,
        )
        return 0

    cdef bint _add(self, Lane lane, int64_t number) except -1 nogil:
        """Add what was not found, and pass the turn on; return whether all has been added."""
        cdef int64_t options = lane.stage.count, size = lane.stage.stop
        if not self.explorer.has_room(options):
            return False
        if lane.missing != self.explorer.index.add_known_room(
            <const int64_t *>lane.rest.data, <int32_t *>lane.added.data, lane.missing
        ):
            return False
        lane.first = self.explorer.m
        self.explorer.expanded += size
        self.explorer.m += options
        store_number(&self.found, self.explorer.index.count)
        store_number(&self.added, self.explorer.m)
        if size < lane.size or self.explorer.index.count > self.most:
            raise_flag(&self.over)
        store_number(&self.turn, number + 1)
        return True

    cdef int _write(self, Lane lane) except -1 nogil:
        """Write the rows of a block that has been added."""
        cdef int32_t *found = <int32_t *>lane.found.data
        cdef const int32_t *places = <const int32_t *>lane.places.data
        cdef const int32_t *added = <const int32_t *>lane.added.data
        cdef int64_t i
        for i in range(lane.missing):
            found[places[i]] = added[i]
        self.explorer.write_rows(
            lane.start, lane.stage.stop, lane.first, <const int64_t *>lane.ends.data,
            <const int8_t *>lane.presets.data if self.is_preset else NULL,
        )
        memcpy(
            self.explorer.entries() + lane.first, found, sizeof(int32_t) * lane.stage.count
        )
        return 0
