"""The kernel of the policeman and the thief: solves every state of a board.

A board is given by its cells in reading order, uint8: 0 is a wall, 1 is free, 2 is an exit.  The
cells that can be entered are numbered in reading order, from 0 to k - 1 (_cells.pxd).  For every
cell t of the thief there are two sets of policeman cells, both with the policeman to move:

    caught[t]    from which he catches the thief, however the thief plays;
    held[t]      from which the thief cannot force his way out: caught or drawn.

A set is a row of bits, laid out as _pursuit.h says; _pairs.pyx says how sets and remoteness are
found.  Edges and states with the thief to move are not stored: their labels follow from the sets in
one step.
"""

from libc.stdint cimport INT32_MAX, int32_t, int64_t, uint8_t, uint32_t, uint64_t

from graphgame._kernel.buffer cimport Buffer, int32_buffer, int64_buffer, unsigned_buffer
from graphgame.pursuit._pairs cimport WORDS_A_CALL, Pairs

cdef enum:
    # Rounds end when they have cost as much as looking at every set so often; sweeps go on.
    MOST_PASSES = 100


cdef bint _hunt(
    Pairs bits, Pairs numbers, int64_t plies, int64_t never, int64_t most_passes
) except -1:
    """Find sets and remoteness in rounds, from so many plies on; return whether all are found.

    Rounds are cheap where few of them do, as on a square without corridors; in a corridor each
    changes a bit or two of a row, and there are as many as it has cells.
    """
    cdef Py_ssize_t slots = min(bits.count, bits.columns + 1)
    cdef int32_t[::1] next_lo = int32_buffer(bits.count), next_hi = int32_buffer(bits.count)
    cdef uint64_t[:, ::1] waiting = unsigned_buffer(8, slots, bits.board.blocks)
    cdef int64_t[:, ::1] waits = memoryview(int64_buffer(2 * slots)).cast("B").cast("q", (slots, 2))
    cdef int64_t work = 1, left = most_passes * bits.count
    left *= WORDS_A_CALL + bits.board.blocks
    next_lo[:] = INT32_MAX
    while work and left > 0 and plies < never:
        with nogil:
            work = bits.round(next_lo, next_hi, waiting, waits, numbers, <uint32_t>plies)
            bits.lo, bits.hi, next_lo, next_hi = next_lo, next_hi, bits.lo, bits.hi
            next_lo[:] = INT32_MAX
            next_hi[:] = 0
        left -= work
        plies += 2
    return work == 0


def solve(
    const uint8_t[::1] cells not None, Py_ssize_t columns, int width, bint plain=False,
    int64_t most_passes=MOST_PASSES,
):
    """Solve every state of a board with the policeman to move.

    Parameters
    ----------
    cells : (rows * columns,) uint8
        0 cannot be entered, 1 free, 2 exit, in reading order.  Less than 2^31 cells.
    columns : int
        At least 1, and a divisor of the number of cells.
    width : {0, 1, 2, 4}
        Bytes of a remoteness.  0: none.
    plain : bool
        Whether to use no instructions beyond those of every x86-64 processor.
    most_passes : int
        Rounds end when they have cost as much as looking at every set so often.

    Returns
    -------
    caught, held : (k, words) uint64 Buffer
        The sets of policeman cells, for each of the thief's k cells.
    remoteness : (k, 64 * words) uint8, uint16 or uint32 Buffer, or None
        Plies to the end, by bit; the greatest number of the type for a draw and where the policeman
        cannot stand.

    Raises
    ------
    ValueError
        If the number of cells is no multiple of `columns`, or the width is another.
    OverflowError
        If a remoteness may not fit into so many bytes.
    MemoryError
        If there is no memory for the sets.

    Notes
    -----
    With ``words = ceil(rows * (columns + 1) / 64)``, 16 * k * words bytes are returned, and
    64 * width * k * words for remoteness; the work takes at most 8 * words bytes for each column
    and 160 for each cell more.

    A row is looked at when one that it depends on has changed, in O(words) time and only around
    the words that changed.  A few sweeps over the board are enough on most boards, and two in a
    corridor; each turn of a corridor may take another one.  There are at most as many sweeps as
    rounds, half the greatest remoteness, so O(k^3 * words) is a bound.  Signals are checked about
    every 2^17 words.

    >>> caught, held, remoteness = solve(bytes([1, 1, 1]), 3, 1)
    >>> memoryview(caught).tolist()
    [[7], [7], [7]]
    >>> memoryview(remoteness).tolist()[0][:4]
    [0, 1, 3, 255]
    """
    cdef Pairs bits, numbers = None
    cdef Buffer caught, held, ranks = None
    cdef int64_t never = (<int64_t>1 << 8 * width) - 1
    cdef bint found, all_found, full = False
    if columns < 1 or cells.shape[0] < 1 or cells.shape[0] % columns or cells.shape[0] > INT32_MAX:
        raise ValueError(f"expected whole rows of {columns} columns, got {cells.shape[0]} cells")
    if width not in (0, 1, 2, 4):
        raise ValueError(f"width: expected 0, 1, 2 or 4, got {width}")
    bits = Pairs(cells, columns, 0, plain)
    caught = unsigned_buffer(8, bits.count, bits.board.blocks)
    held = unsigned_buffer(8, bits.count, bits.board.blocks)
    if width:
        ranks = unsigned_buffer(width, bits.count, 64 * bits.board.blocks)
    if bits.count == 0:
        return caught, held, ranks
    found = True
    if width:
        numbers = Pairs(cells, columns, width, plain)
        with nogil:
            numbers.begin_catching(<char *>ranks.data)
            bits.begin_rounds(<char *>caught.data)
        found = _hunt(bits, numbers, 1, never, most_passes)
    with nogil:
        if width and found:
            bits.complement()
        else:
            bits.begin_catching(<char *>caught.data)
            bits.settle(True)
            bits.turn()
        if not found:
            numbers.turn()
            numbers.begin_again()
            numbers.settle(True)
            numbers.turn()
        bits.begin_leaving(<char *>held.data)
        if width:
            numbers.begin_leaving(numbers.rows)
    all_found = width and found and _hunt(bits, numbers, 2, never, most_passes)
    with nogil:
        bits.settle(False)
        bits.complement()
        if width and not all_found:
            numbers.begin_again()
            numbers.settle(False)
            full = numbers.is_full()
        if width:
            numbers.mark_ends()
    if full:
        raise OverflowError(f"a remoteness of {never} does not fit into {width} bytes")
    return caught, held, ranks
