"""The kernel that asks a compiled rule for the options of given codes; it looks nothing up.

Best moves and certificates of games whose moves are not stored ask the rule again.
"""

from libc.stdint cimport int8_t, int64_t, uintptr_t

from graphgame._kernel.buffer cimport Buffer, int8_buffer, int64_buffer
from graphgame._kernel.outcome cimport LOSE, NO_PRESET
from graphgame._kernel.signals cimport check_signals
from graphgame.rules._explore import RuleError

cdef enum:
    # Room for options at first, for each code; and in all.
    FIRST_ROOM = 16
    LEAST_ROOM = 1 << 8

# As in `graphgame.rules._explore`.
ctypedef int64_t (*Rule)(int64_t code, int64_t *options, int64_t room, void *data) noexcept nogil
ctypedef int64_t (*OutcomeRule)(int64_t code, void *data) noexcept nogil


cdef int _refuse(const char *kind, int64_t code, int64_t found) except -1 nogil:
    with gil:
        raise RuleError(kind.decode(), code, found)


cdef int64_t _append(
    Rule rule, void *data, int64_t code, Buffer options, int64_t used
) except -1 nogil:
    """Write the options of a code behind the first `used`; return how many there are."""
    cdef int64_t room = options.shape[0] - used
    cdef int64_t found = rule(code, <int64_t *>options.data + used, room, data)
    if found > room:
        with gil:
            options.reserve(used + found)
        room = options.shape[0] - used
        found = rule(code, <int64_t *>options.data + used, room, data)
    if found < 0 or found > room:
        _refuse("number of options", code, found)
    return found


cdef int64_t _ask(
    Rule rule, void *rule_data, OutcomeRule outcome, void *outcome_data,
    const int64_t[::1] codes, int64_t[::1] ends, int8_t *presets, Buffer options,
) except -1 nogil:
    """Ask for every code; ends[i] is where its options end.  Return how many there are in all."""
    cdef int64_t i, preset, used = 0
    for i in range(codes.shape[0]):
        preset = NO_PRESET
        if outcome is not NULL:
            preset = outcome(codes[i], outcome_data)
            if not LOSE <= preset <= NO_PRESET:
                _refuse("preset", codes[i], preset)
            presets[i] = <int8_t>preset
        if preset == NO_PRESET:
            used += _append(rule, rule_data, codes[i], options, used)
        ends[i] = used
        # A rule may be slow, and what it costs is not known.
        if i % LEAST_ROOM == LEAST_ROOM - 1:
            check_signals()
    return used


def ask(
    uintptr_t rule, uintptr_t rule_data, uintptr_t outcome, uintptr_t outcome_data,
    const int64_t[::1] codes not None,
):
    """Return the options of every code that has no preset outcome.

    Parameters
    ----------
    rule, outcome : int
        Addresses of functions as `explore_codes` takes them; outcome is 0 if there is none.
    rule_data, outcome_data : int
        Addresses passed to them.
    codes : (k,) int64

    Returns
    -------
    ends : (k,) int64 Buffer
        The options of code i are ``options[ends[i - 1]:ends[i]]``, from 0 for the first.
    options : int64 Buffer
    presets : (k,) int8 Buffer or None

    Raises
    ------
    RuleError
        If a function returns what it must not.

    Notes
    -----
    One call of each function a code; 8 bytes for each code and for each option.
    """
    cdef int64_t k = codes.shape[0], used
    cdef Buffer ends = int64_buffer(k), options = int64_buffer(max(FIRST_ROOM * k, LEAST_ROOM))
    cdef Buffer presets = int8_buffer(k) if outcome else None
    cdef int8_t *preset = <int8_t *>presets.data if outcome else NULL
    cdef int64_t[::1] end = ends
    with nogil:
        used = _ask(
            <Rule>rule, <void *>rule_data, <OutcomeRule>outcome, <void *>outcome_data,
            codes, end, preset, options,
        )
    options.resize(used)
    return ends, options, presets
