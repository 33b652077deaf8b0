"""Parity games and their solutions as text: print both, read solutions.

The printers fill `out` with what is certain to fit, so that the caller writes a text of any length
in blocks of constant size.
"""

from libc.stdint cimport int8_t, int32_t, int64_t
from libc.string cimport memcpy

from graphgame._kernel.signals cimport SIGNAL_STEPS, check_signals

cdef enum:
    # Characters of the longest number, and of a sign or blank after it.
    WIDEST = 21
    # What takes the place of a number that is not there.
    NO_NUMBER = -1


class SolError(ValueError):
    """An error in a text: its place, what was expected, and what was found, a text or bytes."""

    def __init__(self, line: int, column: int, expected: str, found: str | bytes):
        super().__init__(line, column, expected, found)
        self.line, self.column, self.expected, self.found = line, column, expected, found


cdef Py_ssize_t _put(
    unsigned char[::1] out, Py_ssize_t at, int64_t value, unsigned char after
) except -1 nogil:
    """Print a number that is not negative and a character; return where they end."""
    cdef unsigned char[20] digits
    cdef Py_ssize_t first = 20
    while True:
        first -= 1
        digits[first] = <unsigned char>(c"0" + value % 10)
        value //= 10
        if value == 0:
            break
    memcpy(&out[at], digits + first, <size_t>(20 - first))
    at += 20 - first
    out[at] = after
    return at + 1


cdef Py_ssize_t _put_label(
    unsigned char[::1] out, Py_ssize_t at, const unsigned char[::1] text, int64_t first,
    int64_t end, int64_t *written,
) except -1 nogil:
    """Print what fits of a label in quotes, from the character *written of it on; return the end.

    *written counts the first quotation mark, and is -1 when the label is complete.
    """
    cdef int64_t length
    if written[0] == 0:
        out[at] = c'"'
        at += 1
        written[0] = 1
    first += written[0] - 1
    length = min(end - first, <int64_t>(out.shape[0] - at - 2))
    if length:
        memcpy(&out[at], &text[first], <size_t>length)
    at += length
    written[0] += length
    if first + length == end:
        out[at] = c'"'
        out[at + 1] = c";"
        at += 2
        written[0] = -1
    return at


cdef Py_ssize_t _put_vertices(
    unsigned char[::1] out, const int64_t[::1] ptr, const int32_t[::1] idx,
    const int8_t[::1] owner, const int64_t[::1] priority,
    const unsigned char[::1] text, const int64_t[::1] text_ptr, int64_t[::1] place,
) except -1 nogil:
    cdef Py_ssize_t at = 0, v = place[0], room = out.shape[0] - 5 * WIDEST
    cdef int64_t e = place[1], written = place[2]
    cdef bint labelled = text_ptr.shape[0] != 0
    cdef unsigned char last = c" " if labelled else c";"
    while v < owner.shape[0] and at < room:
        if e < 0:
            e = ptr[v]
            at = _put(out, at, v, c" ")
            # A dead end is a self-loop that its owner loses.
            at = _put(out, at, 1 - owner[v] if e == ptr[v + 1] else priority[v], c" ")
            at = _put(out, at, owner[v], c" ")
            if e == ptr[v + 1]:
                at = _put(out, at, v, last)
        while e < ptr[v + 1] and at < room:
            at = _put(out, at, idx[e], c"," if e + 1 < ptr[v + 1] else last)
            e += 1
        if e < ptr[v + 1] or at >= room:
            continue
        if labelled:
            at = _put_label(out, at, text, text_ptr[v], text_ptr[v + 1], &written)
            if written >= 0:
                continue
            written = 0
        out[at] = c"\n"
        at += 1
        v += 1
        e = -1
    place[0], place[1], place[2] = v, e, written
    return at


def put_vertices(
    unsigned char[::1] out not None, const int64_t[::1] ptr not None,
    const int32_t[::1] idx not None, const int8_t[::1] owner not None,
    const int64_t[::1] priority not None, const unsigned char[::1] text not None,
    const int64_t[::1] text_ptr not None, int64_t[::1] place not None,
) -> int:
    """Print vertices ``id priority owner s1,s2 "label";``.

    Parameters
    ----------
    out : (k,) uint8
        At least 200 characters.
    ptr, idx : (n + 1,) int64 and (m,) int32
    owner : (n,) int8
    priority : (n,) int64
    text : (c,) uint8
    text_ptr : (n + 1,) or (0,) int64
        Where the labels begin in the text; empty if there are none.
    place : (3,) int64
        The next vertex; the next place in `idx`, -1 if the vertex has not begun; how much of its
        label is written.  Changed.

    Returns
    -------
    int
        The number of characters.
    """
    cdef Py_ssize_t length
    with nogil:
        length = _put_vertices(out, ptr, idx, owner, priority, text, text_ptr, place)
    return length


cdef Py_ssize_t _put_winners(
    unsigned char[::1] out, const int8_t[::1] winners, const int32_t[::1] strategy,
    int64_t[::1] place,
) except -1 nogil:
    cdef Py_ssize_t at = 0, v = place[0], room = out.shape[0] - 4 * WIDEST
    while v < winners.shape[0] and at < room:
        at = _put(out, at, v, c" ")
        if strategy[v] < 0:
            at = _put(out, at, winners[v], c";")
        else:
            at = _put(out, at, winners[v], c" ")
            at = _put(out, at, strategy[v], c";")
        out[at] = c"\n"
        at += 1
        v += 1
    place[0] = v
    return at


def put_winners(
    unsigned char[::1] out not None, const int8_t[::1] winners not None,
    const int32_t[::1] strategy not None, int64_t[::1] place not None,
) -> int:
    """Print a solution, a line ``v winner strategy;`` a vertex.

    Parameters
    ----------
    out : (k,) uint8
        At least 200 characters.
    winners : (n,) int8
    strategy : (n,) int32
        -1 for none.
    place : (1,) int64
        The next vertex; changed.

    Returns
    -------
    int
        The number of characters.
    """
    cdef Py_ssize_t length
    with nogil:
        length = _put_winners(out, winners, strategy, place)
    return length


# ---------------------------------------------------------------------------------------------
# Reading solutions.  field: how many numbers of the statement have been read.


cdef int _refuse(
    const unsigned char[::1] text, Py_ssize_t at, int64_t line, Py_ssize_t line_start,
    int field, int64_t n,
) except -1 nogil:
    with gil:
        expected = [
            f"a vertex 'id winner strategy;', with an id up to {n - 1}", "the winner, 0 or 1",
            f"a successor up to {n - 1}, or ';'", "';'",
        ].pop(field)
        end = at
        while end < text.shape[0] and end - at < 200 and bytes([text[end]]) not in b" ;\n\r\t":
            end += 1
        found = bytes(text[at:max(end, at + 1)])
        if at == text.shape[0]:
            found = "the end of the text"
        raise SolError(line, at - line_start + 1, expected, found)


cdef int _read(
    const unsigned char[::1] text, int8_t[::1] winners, int32_t[::1] strategy
) except -1 nogil:
    """Read the statements of a solution; a vertex that stands there twice is refused."""
    cdef Py_ssize_t at = 0, size = text.shape[0], line_start = 0, start
    cdef int64_t line = 1, value, n = winners.shape[0], v = 0
    cdef int field = 0
    cdef Py_ssize_t next_check = SIGNAL_STEPS
    cdef unsigned char c
    while at < size:
        if at >= next_check:
            next_check = at + SIGNAL_STEPS
            check_signals()
        c = text[at]
        if c >= b"0" and c <= b"9":
            start = at
            value = 0
            while at < size and text[at] >= b"0" and text[at] <= b"9":
                value = min(10 * value + (text[at] - c"0"), <int64_t>1 << 40)
                at += 1
            if field == 3 or (field == 1 and value > 1) or (field != 1 and value >= n):
                _refuse(text, start, line, line_start, field, n)
            if field == 0:
                v = value
                if winners[v] != NO_NUMBER:
                    with gil:
                        raise SolError(
                            line, start - line_start + 1, "each vertex once", f"{v} again"
                        )
            elif field == 1:
                winners[v] = <int8_t>value
            else:
                strategy[v] = <int32_t>value
            field += 1
            continue
        if c == b"\n":
            line += 1
            line_start = at + 1
        elif c == b";" and field >= 2:
            field = 0
        elif c != b" " and c != b"\t" and c != b"\r":
            _refuse(text, at, line, line_start, field, n)
        at += 1
    if field:
        _refuse(text, at, line, line_start, field, n)
    return 0


def read_statements(
    const unsigned char[::1] text not None, int8_t[::1] winners not None,
    int32_t[::1] strategy not None,
) -> None:
    """Read the statements of a solution, which follow its header.

    Parameters
    ----------
    text : bytes-like
    winners : (n,) int8
        All -1; changed to 0 or 1 for the vertices of the text.
    strategy : (n,) int32
        All -1; changed where the text has a successor.

    Raises
    ------
    SolError
        If the text is not of the format, or has a vertex twice.
    """
    with nogil:
        _read(text, winners, strategy)
