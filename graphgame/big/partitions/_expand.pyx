"""The kernel that expands positions of a partition, and sorts their moves by where they lead.

Every move becomes a message to the partition of its option: the code, and the source.  Options
whose outcome the rules preset become no messages: what they say is kept beside the source, and
their codes alone as ends of their partitions.
"""

from libc.stdint cimport int8_t, int32_t, int64_t, uint16_t, uint32_t, uint64_t, uintptr_t
from libc.string cimport memcpy

from graphgame._kernel.buffer cimport (
    Buffer, int8_buffer, int32_buffer, int64_buffer, uint16_buffer, unsigned_buffer
)
from graphgame._kernel.outcome cimport DRAW, LOSE, NO_PRESET, WIN
from graphgame._kernel.signals cimport SIGNAL_STEPS, check_signals
from graphgame.big.partitions._chunks cimport NO_SOURCE, new_chunk
from graphgame.answers._mix cimport mix
from graphgame.graphs._index cimport CodeIndex
from graphgame.rules.compiled._stage cimport FAILED, Canonical, Functions, OutcomeRule, Rule, Stage
from graphgame.rules.compiled._stage import RuleError

cdef enum:
    # Codes of preset positions that are remembered, in order not to send them twice in a row.
    RECENT_BITS = 14
    RECENT = 1 << RECENT_BITS
    # The most options of a position: a counter has 15 bits, and two options are counted beside.
    MOST_OPTIONS = (1 << 15) - 3
    # Beside a counter: an option is a preset WIN of remoteness 1, and none is greater.
    ONE_AWAY = 1 << 15
    # The greatest remoteness of a preset.
    MOST_REMOTE = 1 << 30
    ROOM = 1 << 10

cdef extern from *:
    """
    #define GG_ENDED UINT32_C(0xFFFFFFFE)
    """
    # Stands in the place of a source: the option is preset, and no message.
    const uint32_t ENDED "GG_ENDED"


def places(const int64_t[::1] codes not None, uint32_t parts) -> Buffer:
    """Return the partition of every code, an int32 Buffer."""
    cdef Buffer found = int32_buffer(codes.shape[0])
    cdef int32_t *into = <int32_t *>found.data
    cdef int64_t i
    if parts < 1:
        raise ValueError("expected at least one partition")
    for i in range(codes.shape[0]):
        into[i] = <int32_t>(mix(codes[i]) % parts)
    return found


cdef class Expander:
    """Expands positions of one partition after the other, a batch at a time.

    Parameters
    ----------
    parts : int
        The number of partitions.
    capacity : int
        Messages to a partition that are collected before they are sent.

    Attributes
    ----------
    moves : int
        Moves of the last batch.
    stop : int
        The first position after the last batch.

    Notes
    -----
    A batch is staged by `expand` or `put`; then `route` distributes its moves.  It returns the
    number of a partition whose buffer is full, plus the number of partitions if it is that of its
    ends, and -1 when all moves of the batch are routed.  `take` and `take_ends` empty a buffer.
    """

    # codes[q * capacity:][:fill[q]] and sources[…] are the messages to partition q, and
    # ends[…][:ended[q]] the codes of preset positions there.  Of the batch, options[:moves] are the
    # moves, origins[:moves] the source that each is sent with; `at` is the next to be routed.
    # recent[h] is a code of that hash that was sent.
    # Of the batch, row v of the options ends at ptr[v + 1]; presets[:moves] and remote[:moves] are
    # what the rules preset for the options, where has_presets.  counters and seeds hold what is to
    # be kept of the expanded positions: counted and seeded entries.

    cdef readonly int64_t moves, stop
    cdef int64_t parts, capacity, at, counted, seeded
    cdef int64_t *options
    cdef bint has_presets
    cdef Buffer codes, sources, fill, ends, ended, origins, recent
    cdef Buffer ptr, presets, remote, counters, seeds, own_options
    cdef Stage stage

    def __init__(self, int64_t parts, int64_t capacity):
        if parts < 1 or capacity < 1:
            raise ValueError("expected at least one partition and one message")
        self.parts, self.capacity = parts, capacity
        self.codes, self.ends = int64_buffer(parts * capacity), int64_buffer(parts * capacity)
        self.sources = unsigned_buffer(4, parts * capacity, 0)
        self.fill, self.ended = int64_buffer(parts), int64_buffer(parts)
        self.origins = unsigned_buffer(4, 1, 0)
        self.recent = int64_buffer(RECENT)
        (<int64_t *>self.recent.data)[0] = 1  # mix(0) is 0, and mix(1) has another place
        self.ptr, self.presets = int64_buffer(ROOM), int8_buffer(ROOM)
        self.remote = int32_buffer(ROOM)
        self.counters, self.seeds = uint16_buffer(ROOM), unsigned_buffer(4, ROOM, 0)
        self.own_options = int64_buffer(ROOM)
        self.stage = Stage()
        self.moves = self.at = self.stop = self.counted = self.seeded = 0

    # -- a batch ----------------------------------------------------------------------------------

    def expand(
        self,
        CodeIndex index not None,
        int64_t start,
        int64_t stop,
        tuple rule not None: tuple[int, int],
        tuple preset not None: tuple[int, int],
        tuple remoteness not None: tuple[int, int],
        tuple canonical not None: tuple[int, int],
        int64_t room,
        check: Callable[[], None],
    ) -> None:
        """Expand positions from `start` on by a compiled rule, and stage their moves.

        Parameters
        ----------
        index : CodeIndex
            The positions of the partition.
        start, stop : int
            Not all of them need be expanded: see the attribute `stop`.
        rule, preset, remoteness, canonical : tuple of int
            The address of each function and of its data; 0 where there is none.
        room : int
            The most options of a position that room is made for.
        check : callable
            Called when the functions have been called; may raise.

        Raises
        ------
        RuleError
            If a function returns what it must not, or more options than `room` ("room").
        """
        cdef Functions functions
        cdef OutcomeRule outcome = <OutcomeRule><uintptr_t>preset[0]
        cdef void *outcome_data = <void *><uintptr_t>preset[1]
        cdef OutcomeRule remote = <OutcomeRule><uintptr_t>remoteness[0]
        cdef void *remote_data = <void *><uintptr_t>remoteness[1]
        cdef bint distinct = canonical[0] != 0
        cdef int64_t *ptr
        if not 0 <= start <= stop <= index.count:
            raise ValueError("expected positions that there are")
        functions.rule, functions.rule_data = <Rule><uintptr_t>rule[0], <void *><uintptr_t>rule[1]
        functions.outcome = NULL
        functions.outcome_data = NULL
        functions.canonical = <Canonical><uintptr_t>canonical[0]
        functions.canonical_data = <void *><uintptr_t>canonical[1]
        functions.room = room
        functions.merged = False
        self.ptr.reserve(stop - start + 1)
        # Rows are counted from the first position of the batch on.
        ptr = <int64_t *>self.ptr.data - start
        ptr[start] = 0
        with nogil:
            self.stage.expand(
                &functions, index.codes, start, stop, 0, distinct, ptr, NULL, NULL
            )
        self.options = <int64_t *>self.stage.options.data
        self.moves, self.stop = self.stage.count, self.stage.stop
        self._make_room()
        self.has_presets = outcome is not NULL
        with nogil:
            if distinct:
                self._refuse_failed(index.codes + start)
            if outcome is not NULL:
                self._ask(outcome, outcome_data, remote, remote_data)
        check()
        self._classify(index.codes, start)

    def put(
        self, CodeIndex index not None, int64_t start, const int64_t[::1] ptr not None,
        const int64_t[::1] options not None, const int8_t[::1] presets, const int32_t[::1] remote,
    ) -> None:
        """Add the moves of positions from `start` on, which a rule in Python gave, as a batch.

        Parameters
        ----------
        ptr : (k + 1,) int64
            Where the row of each of k positions starts.
        options : (m,) int64
        presets : (m,) int8 or None
            What the rules preset for each option.
        remote : (m,) int32 or None
        """
        cdef int64_t v, k = ptr.shape[0] - 1, m = options.shape[0]
        if k < 0 or ptr[0] != 0 or ptr[k] != m or start < 0 or start + k > index.count:
            raise ValueError("expected the rows of positions that there are")
        if (presets is not None and presets.shape[0] != m) or (
            remote is not None and (presets is None or remote.shape[0] != m)
        ):
            raise ValueError("expected as many presets as options")
        for v in range(k):
            if ptr[v] > ptr[v + 1]:
                raise ValueError("expected rows in order")
        self.ptr.reserve(k + 1)
        memcpy(self.ptr.data, &ptr[0], 8 * (k + 1))
        self.own_options.reserve(m)
        self.options = <int64_t *>self.own_options.data
        self.moves, self.stop = m, start + k
        self._make_room()
        self.has_presets = presets is not None
        if m:
            memcpy(self.options, &options[0], 8 * m)
            if presets is not None:
                memcpy(self.presets.data, &presets[0], m)
                if remote is not None:
                    memcpy(self.remote.data, &remote[0], 4 * m)
                else:
                    for v in range(m):
                        (<int32_t *>self.remote.data)[v] = 0
        self._classify(index.codes, start)

    cdef int _make_room(self) except -1:
        self.presets.reserve(self.moves)
        self.remote.reserve(self.moves)
        self.origins.reserve(self.moves)
        return 0

    cdef int _refuse_failed(self, const int64_t *codes) except -1 nogil:
        """Refuse what stands for an exception among the options that a symmetry gave."""
        cdef int64_t i, v = 0
        cdef const int64_t *ptr = <const int64_t *>self.ptr.data
        for i in range(self.moves):
            if self.options[i] == FAILED:
                while ptr[v + 1] <= i:
                    v += 1
                with gil:
                    raise RuleError("canonical", codes[v], FAILED)
        return 0

    cdef int _ask(
        self, OutcomeRule outcome, void *outcome_data, OutcomeRule remote, void *remote_data
    ) except -1 nogil:
        """Ask for the presets of all options, and how far away the ends are."""
        cdef int8_t *presets = <int8_t *>self.presets.data
        cdef int32_t *away = <int32_t *>self.remote.data
        cdef int64_t i, found
        for i in range(self.moves):
            found = outcome(self.options[i], outcome_data)
            if not LOSE <= found <= NO_PRESET + 1:
                with gil:
                    raise RuleError("preset", self.options[i], found)
            presets[i] = <int8_t>found
            away[i] = 0
            if found != NO_PRESET and remote is not NULL:
                found = remote(self.options[i], remote_data)
                if not 0 <= found <= MOST_REMOTE:
                    with gil:
                        raise RuleError("remoteness", self.options[i], found)
                away[i] = <int32_t>found
            if i % SIGNAL_STEPS == SIGNAL_STEPS - 1:
                check_signals()
        return 0

    cdef int _classify(self, const int64_t *codes, int64_t start) except -1:
        """Set the counters and the seeds of the positions of the batch, and what each move is."""
        cdef int64_t v
        self.counters.reserve(self.counted + self.stop - start)
        self.seeds.reserve(self.seeded + 2 * (self.stop - start))
        with nogil:
            for v in range(start, self.stop):
                self._classify_row(codes[v], v, v - start)
                if v % SIGNAL_STEPS == SIGNAL_STEPS - 1:
                    check_signals()
        self.at = 0
        return 0

    cdef int _classify_row(self, int64_t code, int64_t v, int64_t row) except -1 nogil:
        """Set those of position v, whose options are a row.

        normal is the number of options without a preset; least the remoteness of the nearest preset
        LOSE, most that of the farthest preset WIN, -1 where there is none.
        """
        cdef const int64_t *ptr = <const int64_t *>self.ptr.data
        cdef const int8_t *presets = <const int8_t *>self.presets.data
        cdef const int32_t *remote = <const int32_t *>self.remote.data
        cdef uint32_t *origins = <uint32_t *>self.origins.data
        cdef int64_t e, normal = ptr[row + 1] - ptr[row], least = -1, most = -1, count
        cdef bint has_draw = False
        cdef uint32_t source = <uint32_t>v
        if normal > MOST_OPTIONS:
            with gil:
                raise RuleError("many", code, normal)
        for e in range(ptr[row], ptr[row + 1]):
            origins[e] = source
            if not self.has_presets or presets[e] == NO_PRESET:
                continue
            origins[e] = ENDED
            normal -= 1
            if presets[e] == LOSE:
                least = remote[e] if least < 0 else min(least, <int64_t>remote[e])
            elif presets[e] == WIN:
                most = max(most, <int64_t>remote[e])
            elif presets[e] == DRAW and remote[e] == 0:
                has_draw = True
            else:
                with gil:
                    raise RuleError("label", self.options[e], (presets[e], remote[e]))
        count = normal
        if least >= 0:
            count += 1  # it never loses
            self._seed(source, 2 * (least + 1) + 1)
            if least == 0:  # nothing is nearer: no option needs to tell it anything
                for e in range(ptr[row], ptr[row + 1]):
                    if origins[e] != ENDED:
                        origins[e] = NO_SOURCE
        elif has_draw:
            count += 1
        elif most >= 0 and (normal == 0 or most >= 2):
            count += 1  # until the level most + 1
            self._seed(source, 2 * (most + 1))
        elif most == 1:
            count |= ONE_AWAY
        (<uint16_t *>self.counters.data)[self.counted] = <uint16_t>count
        self.counted += 1
        return 0

    cdef inline void _seed(self, uint32_t source, int64_t label) noexcept nogil:
        cdef uint32_t *seeds = <uint32_t *>self.seeds.data + self.seeded
        seeds[0], seeds[1] = source, <uint32_t>label
        self.seeded += 2

    # -- messages ---------------------------------------------------------------------------------

    def route(self) -> int:
        """Distribute moves of the batch until a buffer is full; see the notes of the class."""
        cdef int64_t full
        with nogil:
            full = self._route()
        return full

    cdef int64_t _route(self) except -2 nogil:
        cdef int64_t *codes = <int64_t *>self.codes.data
        cdef int64_t *ends = <int64_t *>self.ends.data
        cdef uint32_t *sources = <uint32_t *>self.sources.data
        cdef int64_t *fill = <int64_t *>self.fill.data
        cdef int64_t *ended = <int64_t *>self.ended.data
        cdef const uint32_t *origins = <const uint32_t *>self.origins.data
        cdef int64_t *recent = <int64_t *>self.recent.data
        cdef uint64_t h, parts = <uint64_t>self.parts, mask = 0
        cdef int64_t i, q, place, capacity = self.capacity
        if parts & (parts - 1) == 0:
            mask = parts - 1
        for i in range(self.at, self.moves):
            h = mix(self.options[i])
            q = <int64_t>(h & mask if mask else h % parts)
            if origins[i] != ENDED:
                place = q * capacity + fill[q]
                codes[place], sources[place] = self.options[i], origins[i]
                fill[q] += 1
                if fill[q] == capacity:
                    self.at = i + 1
                    return q
            elif recent[h >> (64 - RECENT_BITS)] != self.options[i]:
                recent[h >> (64 - RECENT_BITS)] = self.options[i]
                ends[q * capacity + ended[q]] = self.options[i]
                ended[q] += 1
                if ended[q] == capacity:
                    self.at = i + 1
                    return <int64_t>parts + q
        self.at = self.moves
        return -1

    def waiting(self) -> list[int]:
        """Return the numbers of all buffers that are not empty, as `route` returns them."""
        cdef const int64_t *fill = <const int64_t *>self.fill.data
        cdef const int64_t *ended = <const int64_t *>self.ended.data
        return [q for q in range(self.parts) if fill[q]] + [
            self.parts + q for q in range(self.parts) if ended[q]
        ]

    def take(self, int64_t q, uint32_t origin) -> bytes:
        """Clear the buffer of partition q; return a chunk of messages from partition `origin`."""
        cdef char *entries
        cdef bytes made
        if not 0 <= q < self.parts:
            raise IndexError("no such partition")
        cdef int64_t *fill = <int64_t *>self.fill.data + q
        made = new_chunk(origin, fill[0], 12, 0, &entries)
        memcpy(entries, <int64_t *>self.codes.data + q * self.capacity, 8 * fill[0])
        memcpy(
            entries + 8 * fill[0], <uint32_t *>self.sources.data + q * self.capacity, 4 * fill[0]
        )
        fill[0] = 0
        return made

    def take_ends(self, int64_t q) -> bytes:
        """Clear the buffer of the ends of partition q; return their codes as bytes."""
        if not 0 <= q < self.parts:
            raise IndexError("no such partition")
        cdef int64_t *ended = <int64_t *>self.ended.data + q
        cdef bytes made = (<char *>(<int64_t *>self.ends.data + q * self.capacity))[: 8 * ended[0]]
        ended[0] = 0
        return made

    # -- what is kept of positions ----------------------------------------------------------------

    def take_counters(self) -> bytes:
        """Return the counters of the positions expanded since the last call, uint16 as bytes."""
        cdef bytes made = (<char *>self.counters.data)[: 2 * self.counted]
        self.counted = 0
        return made

    def take_seeds(self) -> bytes:
        """Return their seeds, pairs of uint32 as bytes: a position and a label."""
        cdef bytes made = (<char *>self.seeds.data)[: 4 * self.seeded]
        self.seeded = 0
        return made
