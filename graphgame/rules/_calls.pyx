"""Kernels that call compiled rules for an array of codes."""

from libc.stdint cimport int64_t, uintptr_t

from graphgame._kernel.buffer cimport Buffer, int64_buffer
from graphgame._kernel.signals cimport check_signals
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
):
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
    cdef Buffer options = int64_buffer(codes.shape[0] + SPARE)
    cdef Buffer sources = int64_buffer(codes.shape[0])
    cdef int64_t i, k, room, found, m = 0
    # options[:m] are those of codes[:i], and sources[:m] say whose; the loop ends with the codes.
    for i in range(codes.shape[0]):
        with nogil:
            if i % SIGNAL_CALLS == 0:
                check_signals()
            room = options.shape[0] - SPARE - m
            found = (<Rule>rule)(codes[i], <int64_t *>options.data + m, room, <void *>data)
        if found > room:
            if found > most:
                raise RuleError("room", codes[i], found)
            options.reserve(m + found + SPARE)
            room = options.shape[0] - SPARE - m
            with nogil:
                found = (<Rule>rule)(codes[i], <int64_t *>options.data + m, room, <void *>data)
        if found < 0 or found > room:
            raise RuleError("number of options", codes[i], found)
        sources.reserve(m + found)
        for k in range(m, m + found):
            (<int64_t *>sources.data)[k] = i
        m += found
    sources.resize(m)
    options.resize(m)
    return sources, options


def call_numbers(uintptr_t number, uintptr_t data, const int64_t[::1] codes not None):
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
