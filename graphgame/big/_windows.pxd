# The options of the positions of a window: some consecutive indices, or a batch.

from libc.stdint cimport int64_t, uint64_t

from graphgame._kernel.buffer cimport Buffer
from graphgame.rules.compiled._stage cimport OutcomeRule, Rule, Stage

cdef enum:
    # Indices of a window; a multiple of 64.
    WINDOW = 1 << 11
    # How many options ahead of the one it reads a loop prefetches.
    AHEAD = 48
    # Positions between two checks for signals: the rule may take long.
    SIGNAL_POSITIONS = 1 << 8
    # Of a position: the rules preset no outcome.
    NO_LABEL = -2
    # Of a position: the rules preset a draw.
    GIVEN_DRAW = -3

# What the author of a game has compiled; outcome and far may be NULL.  far gives the remoteness of
# a position that has a preset.  A position with more than `room` options is refused.
cdef struct Compiled:
    Rule rule
    void *rule_data
    OutcomeRule outcome
    void *outcome_data
    OutcomeRule far
    void *far_data
    int64_t room

# codes[:count] are positions; ends[k] is where the options of codes[k] end, those of codes[0]
# beginning at 0.  given[k] is the label of a preset: 2r for LOSE, 2r + 1 for WIN, or one of the
# constants above.  options has AHEAD entries beyond `room`.
cdef struct Window:
    int64_t *codes
    int64_t *ends
    int64_t *given
    int64_t *options
    int64_t room, count, total


cdef class Windows:
    # positions: the most in a window.  at: in `block`, with nothing else in its cache lines.
    cdef Window *at
    cdef Window *block
    cdef list buffers
    cdef int count
    cdef int64_t positions

    cdef int reserve(self, int k, int64_t positions, int64_t options) except -1
    cdef int64_t ask(self, int k, const Compiled *functions, int64_t code) except -1 nogil
    cdef int64_t preset(self, const Compiled *functions, int64_t code) except -1 nogil


cdef Compiled compiled(functions, int64_t room) except *
cdef int group(
    const int64_t[::1] sources, const int64_t[::1] options, Window *window, int64_t size
) except -1
cdef int drop_repeated(Window *window, Stage stage) except -1 nogil
