"""The kernel that asks compiled rules about the positions of an indexed game."""

from libc.stdint cimport int64_t, uintptr_t
from libc.stdlib cimport calloc, free

from graphgame._kernel.buffer cimport Buffer, int64_buffer
from graphgame._kernel.outcome cimport DRAW, LOSE, NO_PRESET, WIN
from graphgame.rules.compiled._stage cimport MOST_AGAIN, OutcomeRule, Rule, Stage, refuse

cdef enum:
    # Options of each position that a window holds at first.
    FIRST_OPTIONS = 7
    # Unused windows before and behind those in use, of 56 bytes: two threads that wrote to the same
    # cache line would wait for each other.
    MARGIN = 2
    # Options beyond the room of a rule: one that takes no notice of its room does no harm there.
    SPARE = 1 << 10
    # The greatest remoteness of a preset: labels of four bytes hold those of all games that fit.
    MOST_GIVEN = 1 << 30


cdef Compiled compiled(functions, int64_t room) except *:
    """Return functions by their addresses: pairs of addresses of rule, outcome and far."""
    cdef Compiled found
    cdef uintptr_t address, data
    address, data = functions[0]
    found.rule, found.rule_data = <Rule>address, <void *>data
    address, data = functions[1]
    found.outcome, found.outcome_data = <OutcomeRule>address, <void *>data
    address, data = functions[2]
    found.far, found.far_data = <OutcomeRule>address, <void *>data
    found.room = room
    return found


cdef class Windows:
    """Some windows, which one thread fills and empties.

    Parameters
    ----------
    count : int
    positions : int
        The most in a window.
    """

    def __cinit__(self, int count, int64_t positions=WINDOW):
        self.block = <Window *>calloc(count + 2 * MARGIN, sizeof(Window))
        if self.block is NULL:
            raise MemoryError("no memory for windows")
        self.at = self.block + MARGIN
        self.positions = positions
        self.count = count
        self.buffers = [[int64_buffer(1) for _ in range(4)] for _ in range(count)]
        for k in range(count):
            self.reserve(k, positions, FIRST_OPTIONS * positions)

    def __dealloc__(self):
        free(self.block)

    cdef int reserve(self, int k, int64_t positions, int64_t options) except -1:
        """Make room for positions and options in window k; keep what is there."""
        cdef Window *window = &self.at[k]
        cdef Buffer codes, ends, given, found
        codes, ends, given, found = self.buffers[k]
        codes.reserve(positions)
        ends.reserve(positions + 2)
        given.reserve(positions)
        found.reserve(options + SPARE)
        window.codes, window.ends = <int64_t *>codes.data, <int64_t *>ends.data
        window.given, window.options = <int64_t *>given.data, <int64_t *>found.data
        window.room = found.shape[0] - SPARE
        return 0

    cdef int64_t ask(self, int k, const Compiled *functions, int64_t code) except -1 nogil:
        """Append the options of a position to those of window k; return how many there are."""
        cdef Window *window = &self.at[k]
        cdef int64_t room = window.room - window.total
        cdef int64_t found = functions.rule(
            code, window.options + window.total, room, functions.rule_data
        )
        cdef int again = 0
        while found > room and again < MOST_AGAIN:
            again += 1
            if found > functions.room:
                refuse("room", code, found)
            with gil:
                self.reserve(k, self.positions, window.total + found)
            room = window.room - window.total
            found = functions.rule(
                code, window.options + window.total, room, functions.rule_data
            )
        if found < 0 or found > room:
            refuse("number of options", code, found)
        window.total += found
        return found

    cdef int64_t preset(self, const Compiled *functions, int64_t code) except -1 nogil:
        """Return the label of the preset of a position, NO_LABEL or GIVEN_DRAW."""
        cdef int64_t outcome, ends = 0
        if functions.outcome is NULL:
            return NO_LABEL
        outcome = functions.outcome(code, functions.outcome_data)
        if outcome == NO_PRESET:
            return NO_LABEL
        if outcome != LOSE and outcome != DRAW and outcome != WIN:
            refuse("preset", code, outcome)
        if functions.far is not NULL:
            ends = functions.far(code, functions.far_data)
            if not 0 <= ends <= MOST_GIVEN or (outcome == DRAW and ends):
                refuse("remoteness", code, ends)
        if outcome == DRAW:
            return GIVEN_DRAW
        return 2 * ends + (outcome == WIN)


cdef int group(
    const int64_t[::1] sources, const int64_t[::1] options, Window *window, int64_t size
) except -1:
    """Write options to a window by their sources: a counting sort.

    ends[k + 1] first counts the options of source k, then says where its next one goes; at last it
    says where they end, and moves one down.
    """
    cdef int64_t e, k, m = sources.shape[0]
    cdef int64_t *ends = window.ends
    for k in range(size + 1):
        ends[k] = 0
    for e in range(m):
        ends[sources[e] + 1] += 1
    for k in range(size):
        ends[k + 1] += ends[k]
    for e in range(m):
        k = sources[e]
        window.options[ends[k]] = options[e]
        ends[k] += 1
    window.count, window.total = size, m
    return 0


cdef int drop_repeated(Window *window, Stage stage) except -1 nogil:
    """Keep the first of equal options of each position of a window.

    options[:kept] are those kept of the rows before `start`, and kept <= start.
    """
    cdef int64_t k, e, end, left, start = 0, kept = 0
    for k in range(window.count):
        end = window.ends[k]
        left = stage.drop_repeated(window.options + start, end - start)
        for e in range(left):
            window.options[kept + e] = window.options[start + e]
        kept += left
        window.ends[k] = kept
        start = end
    window.total = kept
    return 0
