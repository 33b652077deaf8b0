"""The printer of results: outcomes, remoteness and moves as text or JSON, without a Python loop.

Each function fills `out` with as many whole items as surely fit, so that the caller prints a
result of any length through one small block.
"""

from libc.stdint cimport int8_t, int32_t, int64_t
from libc.string cimport memcpy

cdef enum:
    LOSE = -1
    WIN = 1
    NO_PRESET = 2
    WIDEST_INT = 11  # characters of -2147483648
    WIDEST_ROW = 5 + 2 * (1 + WIDEST_INT) + 1


cdef inline Py_ssize_t _put_word(char *out, int8_t outcome) noexcept nogil:
    if outcome == WIN:
        memcpy(out, b"WIN", 3)
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


cdef Py_ssize_t _put_rows(
    unsigned char[::1] out, const int8_t[::1] outcomes,
    const int32_t[::1] remoteness, bint with_remoteness,
    const int32_t[::1] moves, bint with_moves, int base,
    Py_ssize_t start, Py_ssize_t stop,
) except -1 nogil:
    cdef char *first = <char *>&out[0]
    cdef char *p = first
    cdef Py_ssize_t v
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
    return p - first


def put_rows(
    unsigned char[::1] out not None,
    const int8_t[::1] outcomes not None,
    const int32_t[::1] remoteness,
    const int32_t[::1] moves,
    int base,
    Py_ssize_t start,
):
    """Print positions from `start` on, a line each: outcome, remoteness, best move.

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
        The first position not printed, and how many bytes of `out` were filled.

    >>> out = bytearray(80)
    >>> put_rows(out, memoryview(bytes([255, 0, 1])).cast("b"), None, None, 1, 0)
    (2, 10)
    >>> bytes(out[:10])
    b'LOSE\\nDRAW\\n'
    """
    cdef Py_ssize_t length, stop = min(outcomes.shape[0], start + out.shape[0] // WIDEST_ROW)
    with nogil:
        length = _put_rows(
            out, outcomes, remoteness, remoteness is not None, moves, moves is not None, base,
            start, stop,
        )
    return stop, length


cdef Py_ssize_t _put_words(
    unsigned char[::1] out, const int8_t[::1] outcomes, Py_ssize_t start, Py_ssize_t stop
) except -1 nogil:
    cdef char *first = <char *>&out[0]
    cdef char *p = first
    cdef Py_ssize_t v
    for v in range(start, stop):
        p[0] = b","
        p[1] = b'"'
        p += 2
        p += _put_word(p, outcomes[v])
        p[0] = b'"'
        p += 1
    return p - first


def put_json_outcomes(
    unsigned char[::1] out not None, const int8_t[::1] outcomes not None, Py_ssize_t start
):
    """Print outcomes from `start` on as JSON strings, a comma before each; as `put_rows`."""
    cdef Py_ssize_t length, stop = min(outcomes.shape[0], start + out.shape[0] // 7)
    with nogil:
        length = _put_words(out, outcomes, start, stop)
    return stop, length


cdef Py_ssize_t _put_ints(
    unsigned char[::1] out, const int32_t[::1] values, int base, bint negative_is_null,
    Py_ssize_t start, Py_ssize_t stop,
) except -1 nogil:
    cdef char *first = <char *>&out[0]
    cdef char *p = first
    cdef Py_ssize_t v
    for v in range(start, stop):
        p[0] = b","
        p += 1
        if negative_is_null and values[v] < 0:
            memcpy(p, b"null", 4)
            p += 4
        else:
            p += _put_int(p, <int64_t>values[v] + base)
    return p - first


def put_json_ints(
    unsigned char[::1] out not None, const int32_t[::1] values not None,
    int base, bint negative_is_null, Py_ssize_t start,
):
    """Print integers from `start` on, plus `base`, a comma before each; as `put_rows`."""
    cdef Py_ssize_t length
    cdef Py_ssize_t stop = min(values.shape[0], start + out.shape[0] // (1 + WIDEST_INT))
    with nogil:
        length = _put_ints(out, values, base, negative_is_null, start, stop)
    return stop, length


cdef Py_ssize_t _put_pairs(
    unsigned char[::1] out, const int32_t[:, ::1] pairs, int base,
    Py_ssize_t start, Py_ssize_t stop,
) except -1 nogil:
    cdef char *first = <char *>&out[0]
    cdef char *p = first
    cdef Py_ssize_t e
    for e in range(start, stop):
        p += _put_int(p, <int64_t>pairs[e, 0] + base)
        p[0] = b" "
        p += 1 + _put_int(p + 1, <int64_t>pairs[e, 1] + base)
        p[0] = b"\n"
        p += 1
    return p - first


def put_pairs(
    unsigned char[::1] out not None, const int32_t[:, ::1] pairs not None,
    int base, Py_ssize_t start,
):
    """Print pairs from `start` on, plus `base`, a line each; as `put_rows`."""
    cdef Py_ssize_t length
    cdef Py_ssize_t stop = min(pairs.shape[0], start + out.shape[0] // (2 * (WIDEST_INT + 1)))
    with nogil:
        length = _put_pairs(out, pairs, base, start, stop)
    return stop, length


cdef Py_ssize_t _put_presets(
    unsigned char[::1] out, const int8_t[::1] presets, int base,
    Py_ssize_t start, Py_ssize_t stop,
) except -1 nogil:
    cdef char *first = <char *>&out[0]
    cdef char *p = first
    cdef Py_ssize_t v
    for v in range(start, stop):
        if presets[v] != NO_PRESET:
            p += _put_int(p, v + base)
            p[0] = b" "
            p += 1
            p += _put_word(p, presets[v])
            p[0] = b"\n"
            p += 1
    return p - first


def put_presets(
    unsigned char[::1] out not None, const int8_t[::1] presets not None,
    int base, Py_ssize_t start,
):
    """Print the positions from `start` on that have a preset, a line each; as `put_rows`."""
    cdef Py_ssize_t length
    cdef Py_ssize_t stop = min(presets.shape[0], start + out.shape[0] // (WIDEST_INT + 6))
    with nogil:
        length = _put_presets(out, presets, base, start, stop)
    return stop, length
