"""Kernels that call compiled functions of codes: for many codes at once, and with a symmetry."""

from libc.stdint cimport int64_t, uintptr_t

from graphgame._kernel.buffer cimport Buffer, int64_buffer
from graphgame._kernel.signals cimport check_signals
from graphgame.rules._explore import RuleError

cdef enum:
    FIRST_ROOM = 1 << 10
    # Calls between two looks for Ctrl-C: a call may take a microsecond.
    CALLS = 1 << 10
    # Rows of more options keep those that stand twice: to compare each with each takes too long.
    MOST_COMPARED = 1 << 8

ctypedef int64_t (*Rule)(int64_t code, int64_t *options, int64_t room, void *data) noexcept nogil
ctypedef int64_t (*Number)(int64_t code, void *data) noexcept nogil

cdef struct Reduced:
    Rule rule
    void *rule_data
    Number canonical
    void *canonical_data


cdef int64_t _reduced(int64_t code, int64_t *options, int64_t room, void *data) noexcept nogil:
    """Write the representatives of the options of a code, each once, in their order."""
    cdef Reduced *both = <Reduced *>data
    cdef int64_t found = both.rule(code, options, room, both.rule_data)
    cdef int64_t i, j, representative, kept = 0
    if found > room:
        return found  # called again with room enough
    # options[:kept] are the representatives of the first i options, each once.
    for i in range(found):
        representative = both.canonical(options[i], both.canonical_data)
        j = kept if found > MOST_COMPARED else 0
        while j < kept and options[j] != representative:
            j += 1
        if j == kept:
            options[kept] = representative
            kept += 1
    return kept if found > 0 else found


cdef class ReducedRule:
    """A compiled rule whose options are representatives, made of a rule and a symmetry.

    Parameters
    ----------
    rule, rule_data : int
        Addresses of a function of the type `Rule` of this module, and of what is passed to it.
    canonical, canonical_data : int
        The same of a function of the type `Number`: from a code to its representative.

    Attributes
    ----------
    address, data : int
        Of the compiled rule.  They are valid as long as this object is.
    """

    cdef Reduced both

    def __init__(
        self, uintptr_t rule, uintptr_t rule_data, uintptr_t canonical, uintptr_t canonical_data
    ):
        self.both.rule, self.both.rule_data = <Rule>rule, <void *>rule_data
        self.both.canonical, self.both.canonical_data = <Number>canonical, <void *>canonical_data

    @property
    def address(self):
        """The address of the rule."""
        return <uintptr_t>&_reduced

    @property
    def data(self):
        """What is passed to the rule."""
        return <uintptr_t>&self.both


def number_codes(
    uintptr_t function, uintptr_t data, const int64_t[::1] codes not None,
    int64_t[::1] numbers not None,
):
    """Call a compiled function of one code for many.

    Parameters
    ----------
    function, data : int
        Addresses of a function of the type `Number` of this module, and of what is passed to it.
    codes : (k,) int64
    numbers : (k,) int64
        Filled with what it returns.
    """
    if numbers.shape[0] != codes.shape[0]:
        raise ValueError("expected as many numbers as codes")
    with nogil:
        _number_codes(<Number>function, <void *>data, codes, numbers)


cdef int _number_codes(
    Number function, void *data, const int64_t[::1] codes, int64_t[::1] numbers
) except -1 nogil:
    cdef Py_ssize_t i
    for i in range(codes.shape[0]):
        numbers[i] = function(codes[i], data)
        if i % CALLS == CALLS - 1:
            check_signals()
    return 0


def expand_codes(uintptr_t rule, uintptr_t data, const int64_t[::1] codes not None):
    """Return the options of many codes by a compiled rule.

    Parameters
    ----------
    rule, data : int
        Addresses of a function of the type `Rule` of this module, and of what is passed to it.
    codes : (k,) int64

    Returns
    -------
    ptr : (k + 1,) int64 Buffer
    options : (m,) int64 Buffer
        The options of ``codes[i]`` are ``options[ptr[i]:ptr[i + 1]]``, in the order of the rule.

    Raises
    ------
    RuleError
        If the rule returns a negative number of options, or twice more than there is room for.
    """
    cdef Buffer ptr = int64_buffer(codes.shape[0] + 1)
    cdef Buffer options = int64_buffer(FIRST_ROOM)
    options.resize(_expand_codes(<Rule>rule, <void *>data, codes, ptr, options))
    return ptr, options


cdef int64_t _expand_codes(
    Rule rule, void *data, const int64_t[::1] codes, int64_t[::1] ptr, Buffer options
) except -1:
    # options[:ptr[i]] are the options of the first i codes.
    cdef Py_ssize_t i
    cdef int64_t found, room, stop
    for i in range(codes.shape[0]):
        stop = ptr[i]
        room = options.shape[0] - stop
        with nogil:
            found = rule(codes[i], <int64_t *>options.data + stop, room, data)
        if found > room:
            options.reserve(stop + found)
            room = options.shape[0] - stop
            with nogil:
                found = rule(codes[i], <int64_t *>options.data + stop, room, data)
        if found < 0 or found > room:
            raise RuleError("number of options", codes[i], found)
        ptr[i + 1] = stop + found
        if i % CALLS == CALLS - 1:
            with nogil:
                check_signals()
    return ptr[codes.shape[0]]
