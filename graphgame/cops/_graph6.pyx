"""The kernels that read many small graphs at once: graph6 text, and rows of adjacency bits.

The graphs become one graph, side by side: graph number g has vertices ``graph_ptr[g]`` to
``graph_ptr[g + 1] - 1``.

The format graph6 is that of B. D. McKay's nauty (formats.txt): a graph is a line of characters '?'
to '~', six bits each: the number of vertices, then the upper triangle of the adjacency matrix
column by column, x(0,1), x(0,2), x(1,2), x(0,3), …, padded with zeros.
"""

from libc.stdint cimport INT32_MAX, int32_t, int64_t, uint8_t, uint64_t

from graphgame._kernel.buffer cimport Buffer, int32_pairs, int64_buffer
from graphgame._kernel.signals cimport SIGNAL_STEPS, check_signals

cdef enum:
    # The character of six zero bits.
    SMALLEST = 63
    # First six bits of a size that takes three more characters; twice: six more characters.
    LONG_SIZE = 63
    # Characters of HEADER.
    HEADER_LENGTH = 10

cdef const char *HEADER = ">>graph6<<"
cdef int64_t MOST_VERTICES = <int64_t>INT32_MAX - 1


class Graph6Error(ValueError):
    """Text that is not graph6: its place, what was expected, and what was found, text or bytes."""

    def __init__(self, line: int, column: int, expected: str, found: str | bytes):
        super().__init__(line, column, expected, found)
        self.line, self.column, self.expected, self.found = line, column, expected, found


cdef int _refuse(int64_t line, int64_t column, str expected, found) except -1:
    raise Graph6Error(line + 1, column + 1, expected, found)


# ---------------------------------------------------------------------------------------------
# A line is text[start:end]; `at` is the offset of the next character.  The text is read twice: the
# first pass checks it and counts, the second pass fills the arrays.


cdef int _six_bits(
    const uint8_t[::1] text, int64_t line, int64_t start, int64_t at, int64_t end
) except -1 nogil:
    """Return the bits of one character, 0 to 63."""
    if at < end and SMALLEST <= text[at] <= 126:
        return text[at] - SMALLEST
    with gil:
        if at >= end:
            _refuse(line, at - start, "a graph6 string", "the end of one")
        kind = {":": ", as in sparse6", ";": ", as in sparse6", "&": ", as in digraph6"}
        if at == start and text[at] in b":;&":
            found = repr(chr(text[at])) + kind[chr(text[at])]
        else:
            stop = at + 1
            while text[at] >= 0xC0 and stop < min(end, at + 4) and text[stop] & 0xC0 == 0x80:
                stop += 1  # the bytes of one character
            found = bytes(text[at:stop])
        _refuse(line, at - start, "a graph6 character from '?' to '~'", found)
    return 0


cdef int64_t _after_header(const uint8_t[::1] text, int64_t start, int64_t end) except -1 nogil:
    """Return where the graph starts: after the header, if the line has one."""
    cdef Py_ssize_t i
    if end - start < HEADER_LENGTH:
        return start
    for i in range(HEADER_LENGTH):
        if text[start + i] != <uint8_t>HEADER[i]:
            return start
    return start + HEADER_LENGTH


cdef int _read_size(
    const uint8_t[::1] text, int64_t line, int64_t start, int64_t end, int64_t[::1] totals
) except -1 nogil:
    """Store the number of vertices in totals[3], the offset of the edges in totals[4]."""
    cdef int64_t at = _after_header(text, start, end), n
    cdef int more = 0
    n = _six_bits(text, line, start, at, end)
    at += 1
    if n == LONG_SIZE:
        n = _six_bits(text, line, start, at, end)
        at += 1
        more = 2
        if n == LONG_SIZE:
            n = 0
            more = 6
    while more > 0:
        n = n << 6 | _six_bits(text, line, start, at, end)
        at += 1
        more -= 1
    if totals[1] + n > MOST_VERTICES:
        with gil:
            raise OverflowError(f"more than {MOST_VERTICES} vertices")
    totals[3] = n
    totals[4] = at
    return 0


cdef int _read_pairs(
    const uint8_t[::1] text, int64_t line, int64_t start, int64_t end,
    int64_t[::1] totals, int32_t[:, ::1] edges, bint fill,
) except -1 nogil:
    """Count or fill the edges of one graph.

    Each bit is a pair i < j, in the order of the columns j.  The loop ends with the line, whose
    length is checked against the number of pairs first.
    """
    cdef int64_t n = totals[3], at, needed = (n * (n - 1) // 2 + 5) // 6
    cdef int64_t i = 0, j = 1, first = totals[1]
    cdef int bits, shift
    if end - totals[4] != needed:
        with gil:
            if end - totals[4] > needed:
                _refuse(line, totals[4] - start + needed, "the end of the graph", "more characters")
            _refuse(
                line, end - start,
                f"{needed} character{'s' * (needed != 1)} for the edges of {n} vertices",
                f"{end - totals[4]}",
            )
    for at in range(totals[4], end):
        bits = _six_bits(text, line, start, at, end)
        for shift in range(5, -1, -1):
            if bits >> shift & 1:
                if j >= n:
                    with gil:
                        _refuse(line, at - start, "zeros behind the last pair", "a one")
                if fill:
                    edges[totals[2], 0] = <int32_t>(first + i)
                    edges[totals[2], 1] = <int32_t>(first + j)
                totals[2] += 1
            i += 1
            if i == j:
                i = 0
                j += 1
        if at % SIGNAL_STEPS == 0:
            check_signals()
    return 0


cdef int _read_lines(
    const uint8_t[::1] text, int64_t[::1] totals,
    int64_t[::1] graph_ptr, int32_t[:, ::1] edges, bint fill,
) except -1 nogil:
    """Count or fill all graphs: totals[:3] are graphs, vertices and edges so far."""
    cdef int64_t start = 0, stop
    totals[0] = totals[1] = totals[2] = 0
    while start < text.shape[0]:
        stop = start
        while stop < text.shape[0] and text[stop] != 10:
            stop += 1
            if stop % SIGNAL_STEPS == 0:
                check_signals()
        _read_size(text, totals[0], start, stop, totals)
        _read_pairs(text, totals[0], start, stop, totals, edges, fill)
        totals[0] += 1
        totals[1] += totals[3]
        if fill:
            graph_ptr[totals[0]] = totals[1]
        elif totals[0] % SIGNAL_STEPS == 0:
            check_signals()
        start = stop + 1
    return 0


def read_graph6(const uint8_t[::1] text not None) -> tuple[Buffer, Buffer]:
    r"""Read graphs in graph6, one per line.

    Parameters
    ----------
    text : (size,) uint8
        Lines that end with "\n", the last one perhaps with nothing: readers of text have made
        other ends of lines to these.  A graph may follow the header ``>>graph6<<``.

    Returns
    -------
    graph_ptr : (graphs + 1,) int64 Buffer
    edges : (m, 2) int32 Buffer
        Every edge once.

    Raises
    ------
    Graph6Error
        With line and column, from 1.
    OverflowError
        If there are more than 2^31 - 2 vertices.

    Notes
    -----
    O(size) time; 8 bytes per graph and per edge, all of it returned.

    >>> ptr, edges = read_graph6(b"A_\nBw\n")
    >>> memoryview(ptr).tolist(), memoryview(edges).tolist()
    ([0, 2, 5], [[0, 1], [2, 3], [2, 4], [3, 4]])
    """
    cdef Buffer totals_buffer = int64_buffer(5)
    cdef int64_t[::1] totals = totals_buffer
    cdef Buffer ptr_buffer = int64_buffer(1), edge_buffer = int32_pairs(0)
    cdef int64_t[::1] graph_ptr = ptr_buffer
    cdef int32_t[:, ::1] edges = edge_buffer
    with nogil:
        _read_lines(text, totals, graph_ptr, edges, False)
    ptr_buffer = int64_buffer(totals[0] + 1)
    edge_buffer = int32_pairs(totals[2])
    graph_ptr, edges = ptr_buffer, edge_buffer
    with nogil:
        _read_lines(text, totals, graph_ptr, edges, True)
    return ptr_buffer, edge_buffer


# ---------------------------------------------------------------------------------------------
# Rows of adjacency bits.


cdef int64_t _read_bits(
    const uint64_t[:, ::1] rows, int32_t[:, ::1] edges, bint fill
) except -1 nogil:
    """Count or fill the arcs: bit j of row i of a graph is the arc from i to j."""
    cdef Py_ssize_t g, i, j, n = rows.shape[1]
    cdef int64_t count = 0
    for g in range(rows.shape[0]):
        for i in range(n):
            for j in range(n):
                if rows[g, i] >> j & 1:
                    if fill:
                        edges[count, 0] = <int32_t>(g * n + i)
                        edges[count, 1] = <int32_t>(g * n + j)
                    count += 1
        if g % 64 == 0:
            check_signals()
    return count


def read_bit_rows(const uint64_t[:, ::1] rows not None) -> Buffer:
    """Read graphs of n ≤ 64 vertices, given by their adjacency bits.

    Parameters
    ----------
    rows : (graphs, n) uint64
        Bit j of row i: whether there is an arc from i to j; no bit beyond n.

    Returns
    -------
    (m, 2) int32 Buffer
        The arcs of the graphs side by side.

    Notes
    -----
    O(graphs n^2) time; 8 bytes per arc.
    """
    cdef int64_t count
    cdef Buffer buffer = int32_pairs(0)
    cdef int32_t[:, ::1] edges = buffer
    with nogil:
        count = _read_bits(rows, edges, False)
    buffer = int32_pairs(count)
    edges = buffer
    with nogil:
        _read_bits(rows, edges, True)
    return buffer
