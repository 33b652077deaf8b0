"""Print outcomes, remoteness, moves and values as text or JSON, without a Python loop.

Each function fills `out` with as many whole items as are certain to fit, so that the caller prints
a result of any length in blocks of constant size.
"""

from cpython.mem cimport PyMem_Free
from libc.math cimport fabs, rint
from libc.stdint cimport int8_t, int32_t, int64_t
from libc.string cimport memcpy, strlen

from graphgame._kernel.outcome cimport LOSE, NO_PRESET, TIE, WIN

cdef extern from "Python.h":
    const int ADD_DOT "Py_DTSF_ADD_DOT_0"
    char *PyOS_double_to_string(
        double value, char format, int precision, int flags, int *kind
    ) except NULL

cdef enum:
    # Characters of -2147483648.
    WIDEST_INT = 11
    # Characters of a decimal, at most: of -1.2345678901234567e-300, and of 22 digits behind a
    # point.
    WIDEST_DECIMAL = 26
    # 10^22 is the greatest power of ten that float64 has exactly.
    MOST_DIGITS = 22
    # Characters of an outcome, two integers with a space before each, and a line feed.
    WIDEST_ROW = 5 + 2 * (1 + WIDEST_INT) + 1


cdef inline Py_ssize_t _put_word(char *out, int8_t outcome) noexcept nogil:
    if outcome == WIN:
        memcpy(out, b"WIN", 3)
        return 3
    if outcome == TIE:
        memcpy(out, b"TIE", 3)
        return 3
    if outcome == LOSE:
        memcpy(out, b"LOSE", 4)
    else:
        memcpy(out, b"DRAW", 4)
    return 4


cdef inline Py_ssize_t _put_int(char *out, int64_t value) noexcept nogil:
    cdef char digits[20]
    cdef Py_ssize_t first = 20, length = 0
    if value < 0:
        out[0] = b"-"
        length = 1
        value = -value
    while True:
        first -= 1
        digits[first] = <char>(c"0" + value % 10)
        value //= 10
        if value == 0:
            break
    memcpy(out + length, digits + first, <size_t>(20 - first))
    return length + 20 - first


def put_rows(
    unsigned char[::1] out not None,
    const int8_t[::1] outcomes not None,
    const int32_t[::1] remoteness,
    const int32_t[::1] moves,
    int base,
    Py_ssize_t start,
) -> tuple[int, int]:
    """Print positions from `start`, one per line: outcome, remoteness, best move.

    Parameters
    ----------
    out : (size,) uint8
        Filled from its beginning.
    outcomes : (n,) int8
    remoteness, moves : (n,) int32 or None
        Columns to print after the outcome; a negative move is printed as ``-``.
    base : int
        Added to the moves.
    start : int

    Returns
    -------
    stop, length : int
        The first position that is not printed, and the number of bytes written to `out`.

    >>> out = bytearray(80)
    >>> put_rows(out, memoryview(bytes([255, 0, 1])).cast("b"), None, None, 1, 0)
    (2, 10)
    >>> bytes(out[:10])
    b'LOSE\\nDRAW\\n'
    """
    cdef bint with_remoteness = remoteness is not None, with_moves = moves is not None
    cdef Py_ssize_t stop = min(outcomes.shape[0], start + out.shape[0] // WIDEST_ROW)
    cdef char *first = <char *>&out[0]
    cdef char *p = first
    cdef Py_ssize_t v
    with nogil:
        for v in range(start, stop):
            p += _put_word(p, outcomes[v])
            if with_remoteness:
                p[0] = b" "
                p += 1 + _put_int(p + 1, remoteness[v])
            if with_moves:
                p[0] = b" "
                p += 1
                if moves[v] < 0:
                    p[0] = b"-"
                    p += 1
                else:
                    p += _put_int(p, <int64_t>moves[v] + base)
            p[0] = b"\n"
            p += 1
    return stop, p - first


def put_json_outcomes(
    unsigned char[::1] out not None, const int8_t[::1] outcomes not None, Py_ssize_t start
) -> tuple[int, int]:
    """Print outcomes from `start` as JSON strings, a comma before each; see `put_rows`."""
    cdef Py_ssize_t stop = min(outcomes.shape[0], start + out.shape[0] // 7)
    cdef char *first = <char *>&out[0]
    cdef char *p = first
    cdef Py_ssize_t v
    with nogil:
        for v in range(start, stop):
            p[0] = b","
            p[1] = b'"'
            p += 2
            p += _put_word(p, outcomes[v])
            p[0] = b'"'
            p += 1
    return stop, p - first


def put_json_ints(
    unsigned char[::1] out not None, const int32_t[::1] values not None,
    int base, bint negative_is_null, Py_ssize_t start,
) -> tuple[int, int]:
    """Print integers from `start`, plus `base`, a comma before each; see `put_rows`."""
    cdef Py_ssize_t stop = min(values.shape[0], start + out.shape[0] // (1 + WIDEST_INT))
    cdef char *first = <char *>&out[0]
    cdef char *p = first
    cdef Py_ssize_t v
    with nogil:
        for v in range(start, stop):
            p[0] = b","
            p += 1
            if negative_is_null and values[v] < 0:
                memcpy(p, b"null", 4)
                p += 4
            else:
                p += _put_int(p, <int64_t>values[v] + base)
    return stop, p - first


def put_pairs(
    unsigned char[::1] out not None, const int32_t[:, ::1] pairs not None,
    int base, Py_ssize_t start,
) -> tuple[int, int]:
    """Print pairs from `start`, plus `base`, one per line; see `put_rows`."""
    cdef Py_ssize_t stop = min(pairs.shape[0], start + out.shape[0] // (2 * (WIDEST_INT + 1)))
    cdef char *first = <char *>&out[0]
    cdef char *p = first
    cdef Py_ssize_t e
    with nogil:
        for e in range(start, stop):
            p += _put_int(p, <int64_t>pairs[e, 0] + base)
            p[0] = b" "
            p += 1 + _put_int(p + 1, <int64_t>pairs[e, 1] + base)
            p[0] = b"\n"
            p += 1
    return stop, p - first


def put_presets(
    unsigned char[::1] out not None, const int8_t[::1] presets not None,
    int base, Py_ssize_t start,
) -> tuple[int, int]:
    """Print the positions from `start` that have a preset, one per line; see `put_rows`."""
    cdef Py_ssize_t stop = min(presets.shape[0], start + out.shape[0] // (WIDEST_INT + 6))
    cdef char *first = <char *>&out[0]
    cdef char *p = first
    cdef Py_ssize_t v
    with nogil:
        for v in range(start, stop):
            if presets[v] != NO_PRESET:
                p += _put_int(p, v + base)
                p[0] = b" "
                p += 1
                p += _put_word(p, presets[v])
                p[0] = b"\n"
                p += 1
    return stop, p - first


def put_owners(
    unsigned char[::1] out not None, const int8_t[::1] owners not None,
    int base, Py_ssize_t start,
) -> tuple[int, int]:
    """Print the owners of the positions from `start`, one per line; see `put_rows`."""
    cdef Py_ssize_t stop = min(owners.shape[0], start + out.shape[0] // (WIDEST_INT + 9))
    cdef char *first = <char *>&out[0]
    cdef char *p = first
    cdef Py_ssize_t v
    with nogil:
        for v in range(start, stop):
            p += _put_int(p, v + base)
            memcpy(p, b" OWNER ", 7)
            p[7] = <char>(c"0" + owners[v])
            p[8] = b"\n"
            p += 9
    return stop, p - first


def put_said(
    unsigned char[::1] out not None, const int32_t[:, ::1] places not None,
    const int32_t[:, ::1] codes not None, const int64_t[::1] text_ptr not None,
    const unsigned char[::1] texts not None, int base, Py_ssize_t start,
) -> tuple[int, int]:
    """Print rows of positions from `start` with texts behind them, one per line; see `put_rows`.

    Parameters
    ----------
    places : (k, a) int32
        The positions of each row; `base` is added to them.
    codes : (k, b) int32
        Which texts stand behind them.
    text_ptr : (c + 1,) int64
        Where each text begins in `texts`.
    texts : (length,) uint8
    """
    cdef Py_ssize_t width = places.shape[1], more = codes.shape[1], longest = 0, size
    cdef Py_ssize_t row, k, stop
    cdef char *first = <char *>&out[0]
    cdef char *p = first
    for k in range(text_ptr.shape[0] - 1):
        longest = max(longest, <Py_ssize_t>(text_ptr[k + 1] - text_ptr[k]))
    size = width * (1 + WIDEST_INT) + more * longest
    stop = min(places.shape[0], start + out.shape[0] // size)
    with nogil:
        for row in range(start, stop):
            for k in range(width):
                if k > 0:
                    p[0] = b" "
                    p += 1
                p += _put_int(p, <int64_t>places[row, k] + base)
            for k in range(more):
                size = text_ptr[codes[row, k] + 1] - text_ptr[codes[row, k]]
                if size > 0:
                    memcpy(p, &texts[text_ptr[codes[row, k]]], <size_t>size)
                    p += size
            p[0] = b"\n"
            p += 1
    return stop, p - first


cdef Py_ssize_t _put_value_set(
    char *out, const int32_t[::1] idx, int64_t first, int64_t last
) except -1 nogil:
    cdef char *p = out
    cdef int64_t e
    for e in range(first, last):
        if e > first:
            p[0] = b","
            p += 1
        p += _put_int(p, idx[e])
    return p - out


cdef Py_ssize_t _put_values(
    unsigned char[::1] out, const int32_t[::1] values, const int64_t[::1] set_ptr,
    const int32_t[::1] set_idx, bint json, Py_ssize_t *start,
) except -1 nogil:
    """Print values from start[0] while they are certain to fit; advance start[0]."""
    cdef char *first = <char *>&out[0]
    cdef char *p = first
    cdef Py_ssize_t v = start[0]
    cdef int64_t room, size
    while v < values.shape[0]:
        room = out.shape[0] - (p - first)
        size = set_ptr[v + 1] - set_ptr[v] if values[v] < 0 else 0
        if room < (size + 1) * (1 + WIDEST_INT):
            break
        if json:
            p[0] = b","
            p += 1
        if values[v] >= 0:
            p += _put_int(p, values[v])
        else:
            memcpy(p, b"[" if json else b"\xe2\x88\x9e{", 1 if json else 4)
            p += 1 if json else 4
            p += _put_value_set(p, set_idx, set_ptr[v], set_ptr[v + 1])
            p[0] = c"]" if json else c"}"
            p += 1
        if not json:
            p[0] = b"\n"
            p += 1
        v += 1
    start[0] = v
    return p - first


def put_values(
    unsigned char[::1] out not None, const int32_t[::1] values not None,
    const int64_t[::1] set_ptr, const int32_t[::1] set_idx, bint json, Py_ssize_t start,
) -> tuple[int, int]:
    """Print Grundy values from `start`, one per line; see `put_rows`.

    A negative entry stands for an infinite value, which is printed with its set, row v of `set_ptr`
    and `set_idx`: as ``\u221e{0,2}``.  In JSON it is ``[0,2]``, and a comma precedes each value.
    If the first set does not fit, nothing is printed: call again with a larger `out`.
    """
    cdef Py_ssize_t length, stop = start
    with nogil:
        length = _put_values(out, values, set_ptr, set_idx, json, &stop)
    return stop, length


# -- numbers within bounds ------------------------------------------------------------------------

# Up to here float64 has all integers.
cdef double MOST_WHOLE = 9007199254740992.0


cdef Py_ssize_t _put_decimal(char *out, double value, double lower, double upper) except -1 nogil:
    """Print the shortest decimal that float64 has between two bounds, near a value between them.

    An integer is printed without a point if both bounds are equal, else with one.
    """
    # Digits are added until the decimal whole / power is within the bounds.  Both are exact, so
    # that their quotient is rounded as the text is when it is read.  Ends with MOST_DIGITS.
    cdef double power = 1.0, whole = 0.0
    cdef int digits, k
    cdef int64_t rest
    cdef char *p = out
    cdef char *text
    for digits in range(MOST_DIGITS + 1):
        whole = rint(value * power)
        if fabs(whole) >= MOST_WHOLE:
            break
        if lower <= whole / power <= upper:
            rest = <int64_t>fabs(whole)
            if whole < 0:
                p[0] = b"-"
                p += 1
            p += _put_int(p, rest // <int64_t>power if digits < 19 else 0)
            if digits > 0 or lower < upper:
                p[0] = b"."
                p[1] = b"0"
                for k in range(digits, 0, -1):
                    p[k] = <char>(c"0" + rest % 10)
                    rest //= 10
                p += 1 + max(digits, 1)
            return p - out
        power *= 10.0
    with gil:
        text = PyOS_double_to_string(value, b"r", 0, ADD_DOT if lower < upper else 0, NULL)
        digits = <int>strlen(text)
        memcpy(out, text, <size_t>digits)
        PyMem_Free(text)
    return digits


cdef Py_ssize_t _put_chance_rows(
    unsigned char[::1] out, const double[::1] values, const double[::1] lower,
    const double[::1] upper, const int32_t[::1] moves, bint with_bounds, int base,
    Py_ssize_t start, Py_ssize_t stop,
) except -1 nogil:
    cdef char *first = <char *>&out[0]
    cdef char *p = first
    cdef Py_ssize_t v
    for v in range(start, stop):
        p += _put_decimal(p, values[v], lower[v], upper[v])
        if with_bounds:
            p[0] = b" "
            p += 1 + _put_decimal(p + 1, lower[v], lower[v], lower[v])
            p[0] = b" "
            p += 1 + _put_decimal(p + 1, upper[v], upper[v], upper[v])
        if moves is not None:
            p[0] = b" "
            p[1] = b"-"
            p += 2
            if moves[v] >= 0:
                p += _put_int(p - 1, <int64_t>moves[v] + base) - 1
        p[0] = b"\n"
        p += 1
    return p - first


def put_chance_rows(
    unsigned char[::1] out not None, const double[::1] values not None,
    const double[::1] lower not None, const double[::1] upper not None,
    const int32_t[::1] moves, bint with_bounds, int base, Py_ssize_t start,
) -> tuple[int, int]:
    """Print values of games of chance from `start`, one per line; see `put_rows`.

    Parameters
    ----------
    values, lower, upper : (n,) float64
        Each value is printed as the shortest decimal between its bounds; an integer without a point
        if they are equal.
    moves : (n,) int32 or None
        Moves to print at the end of the line, a negative one as ``-``.
    with_bounds : bool
        Whether to print the bounds behind each value.

    >>> import array
    >>> numbers = [array.array("d", x) for x in ([2 / 3, 1, 1], [0.66, 1, 0.99], [0.67, 1, 1])]
    >>> out = bytearray(600)
    >>> stop, length = put_chance_rows(out, *numbers, None, True, 1, 0)
    >>> print(out[:length].decode(), end="")
    0.67 0.66 0.67
    1 1 1
    1.0 0.99 1
    """
    cdef Py_ssize_t width = (3 if with_bounds else 1) * (WIDEST_DECIMAL + 1) + WIDEST_INT + 1
    cdef Py_ssize_t length, stop = min(values.shape[0], start + out.shape[0] // width)
    with nogil:
        length = _put_chance_rows(out, values, lower, upper, moves, with_bounds, base, start, stop)
    return stop, length


cdef Py_ssize_t _put_json_decimals(
    unsigned char[::1] out, const double[::1] values, const double[::1] lower,
    const double[::1] upper, Py_ssize_t start, Py_ssize_t stop,
) except -1 nogil:
    cdef char *first = <char *>&out[0]
    cdef char *p = first
    cdef Py_ssize_t v
    for v in range(start, stop):
        p[0] = b","
        p += 1 + _put_decimal(p + 1, values[v], lower[v], upper[v])
    return p - first


def put_json_decimals(
    unsigned char[::1] out not None, const double[::1] values not None,
    const double[::1] lower not None, const double[::1] upper not None, Py_ssize_t start,
) -> tuple[int, int]:
    """Print values from `start`, a comma before each; see `put_chance_rows`."""
    cdef Py_ssize_t length
    cdef Py_ssize_t stop = min(values.shape[0], start + out.shape[0] // (WIDEST_DECIMAL + 1))
    with nogil:
        length = _put_json_decimals(out, values, lower, upper, start, stop)
    return stop, length
