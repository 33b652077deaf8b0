# What a compiled rule gives for many positions, before it is looked up.

from libc.stdint cimport int8_t, int32_t, int64_t, uintptr_t

from graphgame._kernel.buffer cimport Buffer

cdef extern from *:
    """
    #define GG_FAILED (-INT64_C(0x7FFFFFFFFFFFFFFF))
    """
    # What a Numba function returns where it raised, and other compiled functions where they fail:
    # FAILED of `rules.native`.
    const int64_t FAILED "GG_FAILED"

cdef enum:
    # Options collected from a compiled rule before they are looked up together.
    STAGED = 1 << 16
    # How often a rule is asked about one code again, with room for as many options as it returned.
    MOST_AGAIN = 4
    # Presets of a greater remoteness are not merged: room is made for all below.
    MOST_MERGED = 1 << 16

# The options of `code` go to options[0], options[1], …; returns how many there are.  A number above
# `room` says only how much room is wanted: the rule is called again with it, and may return fewer.
ctypedef int64_t (*Rule)(int64_t code, int64_t *options, int64_t room, void *data) noexcept nogil
# Returns LOSE, DRAW, WIN or TIE where the rules preset an outcome, NO_PRESET elsewhere.
ctypedef int64_t (*OutcomeRule)(int64_t code, void *data) noexcept nogil
# Returns the representative of the class of a code.
ctypedef int64_t (*Canonical)(int64_t code, void *data) noexcept nogil

# What the author of a game has compiled; outcome, remoteness and canonical may be NULL.  A
# position with more than `room` options is refused.
#
# If `merged`, options with a preset outcome are replaced by the first one that had the same outcome
# and the same remoteness; but those that are not below `size`, unless it is 0.
cdef struct Functions:
    Rule rule
    void *rule_data
    OutcomeRule outcome
    void *outcome_data
    Canonical canonical
    void *canonical_data
    int64_t room
    OutcomeRule remoteness
    void *remoteness_data
    int64_t size
    bint merged


# Raise a RuleError: what a rule gave for a code is not of this kind.
cdef int refuse(const char *kind, int64_t code, int64_t found) except -1 nogil


cdef inline Functions functions_at(
    uintptr_t rule, uintptr_t rule_data, uintptr_t outcome, uintptr_t outcome_data,
    int64_t room, uintptr_t canonical, uintptr_t canonical_data, uintptr_t remoteness,
    uintptr_t remoteness_data, bint merged, int64_t size,
) noexcept:
    cdef Functions functions
    functions.rule, functions.rule_data = <Rule>rule, <void *>rule_data
    functions.outcome, functions.outcome_data = <OutcomeRule>outcome, <void *>outcome_data
    functions.canonical, functions.canonical_data = <Canonical>canonical, <void *>canonical_data
    functions.room = room
    functions.remoteness = <OutcomeRule>remoteness
    functions.remoteness_data = <void *>remoteness_data
    functions.merged = merged and functions.outcome is not NULL
    functions.size = size
    return functions


cdef class Stage:
    # options[:count] are the options of positions up to `stop`, row after row.
    cdef readonly int64_t count, stop
    cdef Buffer options, marks
    # Of an outcome and a remoteness with the number k, that of the option which all others with
    # these are replaced by, where merged[k] is set.
    cdef Buffer merged, merged_codes

    cdef int expand(
        self, const Functions *functions, const int64_t *codes, int64_t start, int64_t stop,
        int64_t base, bint distinct, int64_t *ptr, int8_t *presets, const int *over,
    ) except -1 nogil
    cdef int64_t _call(
        self, const Functions *functions, int64_t code, bint distinct
    ) except -1 nogil
    cdef int _reserve_merged(self, int64_t count) except -1
    cdef int merge(self, const Functions *functions, int64_t *row, int64_t size) except -1 nogil
    cdef int64_t drop_repeated(self, int64_t *row, int64_t size) except -1 nogil
