"""Kernels that call compiled rules for an array of codes."""

from libc.stdint cimport int64_t, uintptr_t

from graphgame._kernel.buffer cimport Buffer, int64_buffer
from graphgame._kernel.signals cimport check_signals
from graphgame.rules._stage cimport MOST_AGAIN
from graphgame.rules._stage import RuleError

cdef enum:
    # Codes between two checks for signals: a rule may take some time.
    SIGNAL_CALLS = 1 << 8
    # Options beyond the room of a rule: one that takes no notice of its room does no harm there.
    SPARE = 1 << 10

ctypedef int64_t (*Rule)(int64_t code, int64_t *options, int64_t room, void *data) noexcept nogil
ctypedef int64_t (*Number)(int64_t code, void *data) noexcept nogil


def call_options(
    uintptr_t rule, uintptr_t data, const int64_t[::1] codes not None, int64_t most
) -> tuple[Buffer, Buffer]:
    """Return the options that a compiled rule gives for each of an array of codes.

    Parameters
    ----------
    rule, data : int
        The address of a function of the type `Rule`, and what it takes last.
    codes : (k,) int64
    most : int
        The most options of a code that may be found.

    Returns
    -------
    sources, options : (m,) int64 Buffers
        Of every option the index of its code, ascending, and the option.

    Raises
    ------
    RuleError
        If a code has more options than `most` ("room"), or the rule returns no number of options.
    """
    cdef Buffer options = int64_buffer(4 * codes.shape[0] + SPARE)
    cdef Buffer sources = int64_buffer(4 * codes.shape[0])
    cdef int64_t i = 0, found = 0, m = 0, k = codes.shape[0], refused = -1
    cdef int again = 0
    # options[:m] are those of codes[:i], and sources[:m] say whose.  The loop ends with the codes:
    # it asks about a code again with room for what it gave, MOST_AGAIN times at most.  refused is
    # the code that it has asked about again, `again` times.
    while i < k:
        with nogil:
            i = _call(
                <Rule>rule, <void *>data, &codes[0], i, k,
                <int64_t *>options.data, <int64_t *>sources.data, sources.shape[0], &m, &found,
            )
        if i == k:
            break
        if found > most:
            raise RuleError("room", codes[i], found)
        again = again + 1 if i == refused else 1
        if found < 0 or again > MOST_AGAIN:
            raise RuleError("number of options", codes[i], found)
        refused = i
        sources.reserve(m + found)
        options.reserve(sources.shape[0] + SPARE)
    sources.resize(m)
    options.resize(m)
    return sources, options


cdef int64_t _call(
    Rule rule, void *data, const int64_t *codes, int64_t i, int64_t k, int64_t *options,
    int64_t *sources, int64_t room, int64_t *m, int64_t *found,
) except -1 nogil:
    """Append options of codes[i:k] while they fit; return where it stopped, with found[0] there."""
    cdef int64_t e
    for i in range(i, k):
        if i % SIGNAL_CALLS == 0:
            check_signals()
        found[0] = rule(codes[i], options + m[0], room - m[0], data)
        if found[0] < 0 or found[0] > room - m[0]:
            return i
        for e in range(m[0], m[0] + found[0]):
            sources[e] = i
        m[0] += found[0]
    return k


def call_numbers(uintptr_t number, uintptr_t data, const int64_t[::1] codes not None) -> Buffer:
    """Return what a compiled function gives for each of an array of codes.

    Parameters
    ----------
    number, data : int
        The address of a function of the type `Number`, and what it takes last.
    codes : (k,) int64

    Returns
    -------
    numbers : (k,) int64 Buffer
    """
    cdef Buffer numbers = int64_buffer(codes.shape[0])
    cdef int64_t i
    with nogil:
        for i in range(codes.shape[0]):
            if i % SIGNAL_CALLS == 0:
                check_signals()
            (<int64_t *>numbers.data)[i] = (<Number>number)(codes[i], <void *>data)
    return numbers
