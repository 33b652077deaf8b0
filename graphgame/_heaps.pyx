"""Kernels for heap games that only take: the values of heaps whose moves are a set of numbers.

`values[h]` is the value of a heap of h, int32.  A table grows in place: ``values[:done[0]]`` are
known, and every function goes on from there to `upto`, or to where it says that it stops early.
`done` moves with every heap, or block of heaps, that is finished, so that after Ctrl-C the table is
as good as before: shorter, and ready to go on.

Inputs have been checked by `graphgame.heap_rules`; kernels index with them unchecked in the release
build.
"""

from libc.stdint cimport INT32_MAX, int32_t, int64_t, uint8_t, uint32_t

from graphgame._buffer cimport Buffer, int8_buffer, int32_buffer
from graphgame._signals cimport SIGNAL_STEPS, check_signals

cdef extern from *:
    int __builtin_ctz(unsigned int x) noexcept nogil

cdef enum:
    WIDEST = 1 << 10  # heaps in a block, at most
    NARROWEST = 1 << 4  # and at least
    FEW = 16  # moves that it costs little to make one by one
    EIGHT = 8
    BYTE = 256
    NO_HEAP = 255


def table(Py_ssize_t rows):
    """Give a table of values, all 0.

    Parameters
    ----------
    rows : int
        One for every heap from 0 to rows - 1.

    Returns
    -------
    (rows,) int32 Buffer
    """
    return int32_buffer(rows)


# ---------------------------------------------------------------------------------------------
# Sets of moves with few values, a block of heaps at a time.
#
# Bit v of hot[width + h] is set if heap h has the value v: one bit for a heap that is known, none
# for the others, nor for the `width` places before heap 0. reached[j] gathers the values of the
# options of heap first + j. For a move of at least `width` the options of a block are all known
# when the block begins, and stand side by side: reached |= hot, a register of heaps at a time.
# Shorter moves may lead into the block and are made heap by heap.


cdef int _heat(
    const int32_t[::1] values, int64_t done, int32_t[::1] hot, int64_t width
) except -1 nogil:
    """Enter the heaps that are known into `hot`."""
    cdef int64_t h
    for h in range(done):
        hot[width + h] = <int32_t>(<uint32_t>1 << values[h])
        if h % SIGNAL_STEPS == 0:
            check_signals()
    return 0


cdef int _reach_far(
    const int32_t[::1] hot, int32_t[::1] reached, const int32_t[::1] moves,
    Py_ssize_t near, int64_t first, int64_t width, int64_t length,
) except -1 nogil:
    """Gather the values that moves[near:] lead to from heaps first to first + length - 1."""
    cdef Py_ssize_t i
    cdef int64_t j, start
    for j in range(length):
        reached[j] = 0
    for i in range(near, moves.shape[0]):
        if moves[i] >= first + length:
            break
        # Where heap first - moves[i] stands, which may be one of the places before heap 0.
        start = width + first - moves[i]
        for j in range(length):
            reached[j] |= hot[start + j]
        if i % SIGNAL_STEPS == 0:
            check_signals()
    return 0


cdef int64_t _finish_few(
    int32_t[::1] values, int32_t[::1] hot, const int32_t[::1] reached,
    const int32_t[::1] moves, Py_ssize_t near, int64_t first, int64_t width, int64_t length,
) except -1 nogil:
    """Make the short moves and give heaps their values; return the first heap without one."""
    cdef int64_t h, here
    cdef Py_ssize_t i
    cdef int32_t word
    for h in range(first, first + length):
        word = reached[h - first]
        here = width + h
        for i in range(near):
            word |= hot[here - moves[i]]  # moves[:near] < width: a place before heap 0 at worst
        if word == -1:
            return h
        values[h] = __builtin_ctz(~<uint32_t>word)
        hot[here] = <int32_t>(<uint32_t>1 << values[h])
    return first + length


cdef int _take_few(
    int32_t[::1] values, int64_t[::1] done, int64_t upto, const int32_t[::1] moves,
    int32_t[::1] hot, int32_t[::1] reached, Py_ssize_t near, int64_t width,
) except -1 nogil:
    # Ends because every block finishes at least one heap, or is the last.
    cdef int64_t first, length
    _heat(values, done[0], hot, width)
    while done[0] < upto:
        first = done[0]
        length = min(width, upto - first)
        _reach_far(hot, reached, moves, near, first, width, length)
        done[0] = _finish_few(values, hot, reached, moves, near, first, width, length)
        if done[0] < first + length:
            break
        check_signals()
    return 0


def take_few(
    int32_t[::1] values not None, int64_t[::1] done not None, int64_t upto,
    const int32_t[::1] moves not None,
):
    """Find the values of heaps from which certain numbers may be taken, below 32.

    Parameters
    ----------
    values : (k,) int32
        ``values[:done[0]]`` are known, and below 32; k is at least `upto`.
    done : (1,) int64
        Moves on with every block of heaps.
    upto : int
        Where to stop; it stops before a heap whose value is 32 or more.
    moves : (s,) int32
        What may be taken, at least 1, ascending.

    Notes
    -----
    O(n s / w) time, where w int32 fit in a register (4 on the least x86-64), and O(n) for each of
    the few moves that are shorter than a block.  4 bytes per heap.

    >>> from array import array
    >>> values, done = array("i", bytes(44)), array("q", [1])
    >>> take_few(values, done, 11, array("i", [1, 2, 3]))
    >>> values.tolist(), done[0]
    ([0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2], 11)
    """
    cdef int64_t width = WIDEST
    cdef Py_ssize_t near = 0
    while width > NARROWEST and moves.shape[0] > FEW and moves[FEW] < width:
        width //= 2
    while near < moves.shape[0] and moves[near] < width:
        near += 1
    cdef int32_t[::1] hot = int32_buffer(width + upto)
    cdef int32_t[::1] reached = int32_buffer(width)
    with nogil:
        _take_few(values, done, upto, moves, hot, reached, near, width)


# ---------------------------------------------------------------------------------------------
# Sets of moves with values in a byte, eight heaps at a time.
#
# small[EIGHT + h] is the value of heap h, and 255 for the places before heap 0, so that what is
# reached there does not count.  seen[256 j + v] is 1 if heap first + j reaches the value v: eight
# stores for every move, and nothing else.  Moves below 8 may lead into the block.


cdef inline int _reach_eight(
    const uint8_t[::1] small, uint8_t[::1] seen, const int32_t[::1] moves,
    Py_ssize_t near, int64_t first,
) except -1 nogil:
    cdef Py_ssize_t i, j
    cdef int64_t start
    for j in range(seen.shape[0]):
        seen[j] = 0
    for i in range(near, moves.shape[0]):
        if moves[i] >= first + EIGHT:
            break
        start = EIGHT + first - moves[i]
        for j in range(EIGHT):
            seen[BYTE * j + small[start + j]] = 1
        if i % SIGNAL_STEPS == SIGNAL_STEPS - 1:
            check_signals()
    return 0


cdef int64_t _finish_eight(
    int32_t[::1] values, uint8_t[::1] small, uint8_t[::1] seen, const int32_t[::1] moves,
    Py_ssize_t near, int64_t first, int64_t upto,
) except -1 nogil:
    """Make the short moves and give heaps their values; return the first heap without one."""
    cdef int64_t h, row, stop = min(first + EIGHT, upto)
    cdef Py_ssize_t i
    cdef int32_t value
    for h in range(first, stop):
        row = BYTE * (h - first)
        for i in range(near):
            seen[row + small[EIGHT + h - moves[i]]] = 1
        value = 0
        while value < NO_HEAP and seen[row + value]:
            value += 1
        if value == NO_HEAP:
            return h
        values[h] = value
        small[EIGHT + h] = <uint8_t>value
    return stop


cdef int _take_bytes(
    int32_t[::1] values, int64_t[::1] done, int64_t upto, const int32_t[::1] moves,
    uint8_t[::1] small, uint8_t[::1] seen, Py_ssize_t near,
) except -1 nogil:
    cdef int64_t h, first
    for h in range(EIGHT):
        small[h] = NO_HEAP
    for h in range(done[0]):
        small[EIGHT + h] = <uint8_t>values[h]
        if h % SIGNAL_STEPS == 0:
            check_signals()
    while done[0] < upto:
        first = done[0]
        _reach_eight(small, seen, moves, near, first)
        done[0] = _finish_eight(values, small, seen, moves, near, first, upto)
        if done[0] < min(first + EIGHT, upto):
            break
        if first // EIGHT % (SIGNAL_STEPS // BYTE) == 0:
            check_signals()
    return 0


def take_bytes(
    int32_t[::1] values not None, int64_t[::1] done not None, int64_t upto,
    const int32_t[::1] moves not None,
):
    """Find the values of heaps from which certain numbers may be taken, below 255.

    Parameters
    ----------
    values, done, upto, moves
        As in `take_few`; known values are below 255, and it stops before one that is not.

    Notes
    -----
    O(n s) time for n heaps and s moves, 1 byte per heap.
    """
    cdef Py_ssize_t near = 0
    while near < moves.shape[0] and moves[near] < EIGHT:
        near += 1
    cdef Buffer small_buffer = int8_buffer(upto + 2 * EIGHT)
    cdef Buffer seen_buffer = int8_buffer(EIGHT * BYTE)
    cdef uint8_t[::1] small = memoryview(small_buffer).cast("B")
    cdef uint8_t[::1] seen = memoryview(seen_buffer).cast("B")
    with nogil:
        _take_bytes(values, done, upto, moves, small, seen, near)


# ---------------------------------------------------------------------------------------------
# Sets of moves with many values: the options of one heap at a time, each value stamped with the
# heap that reached it, so that nothing is cleared.  No value is above the number of moves.


cdef int _take_one_by_one(
    int32_t[::1] values, int64_t[::1] done, int64_t upto, const int32_t[::1] moves,
    int32_t[::1] stamps,
) except -1 nogil:
    cdef int64_t h, steps = 0
    cdef Py_ssize_t i
    cdef int32_t value
    for h in range(done[0], upto):
        for i in range(moves.shape[0]):
            if moves[i] > h:
                break
            stamps[values[h - moves[i]]] = <int32_t>h
            steps += 1
            if steps % SIGNAL_STEPS == 0:
                check_signals()
        value = 0
        while stamps[value] == h:
            value += 1
            steps += 1
        values[h] = value
        done[0] = h + 1
        if h % SIGNAL_STEPS == 0:
            check_signals()
    return 0


def take_one_by_one(
    int32_t[::1] values not None, int64_t[::1] done not None, int64_t upto,
    const int32_t[::1] moves not None,
):
    """Find the values of heaps from which certain numbers may be taken, however many values.

    Parameters
    ----------
    values, done, upto, moves
        As in `take_few`; `done` is at least 1, and it does not stop early.

    Notes
    -----
    O(n s) time for n heaps and s moves, 4 bytes per move.
    """
    cdef int32_t[::1] stamps = int32_buffer(moves.shape[0] + 2)
    with nogil:
        _take_one_by_one(values, done, upto, moves, stamps)


# ---------------------------------------------------------------------------------------------
# All numbers but a few.
#
# A heap has all smaller heaps as options but those that are h - kept[i]. count[v] is how many heaps
# below h have the value v. Values are given in order, so that those given are 0 to fresh - 1, and
# `fresh` is the mex of all smaller heaps. The value of h is lower only if every heap that has it is
# one of the heaps that cannot be reached; excluded[v] counts those.


cdef int64_t _count_values(
    const int32_t[::1] values, int64_t done, int32_t[::1] count
) except -1 nogil:
    """Count the values given; return how many different ones there are."""
    cdef int64_t h, fresh = 0
    for h in range(done):
        count[values[h]] += 1
        if values[h] >= fresh:
            fresh = <int64_t>values[h] + 1
        if h % SIGNAL_STEPS == 0:
            check_signals()
    return fresh


cdef int _take_all_but(
    int32_t[::1] values, int64_t[::1] done, int64_t upto, const int32_t[::1] kept,
    int32_t[::1] count, int32_t[::1] excluded,
) except -1 nogil:
    cdef int64_t h, fresh, value, steps = 0
    cdef Py_ssize_t i
    cdef int32_t v
    fresh = _count_values(values, done[0], count)
    for h in range(done[0], upto):
        value = fresh
        for i in range(kept.shape[0]):
            if kept[i] > h:
                break
            v = values[h - kept[i]]
            excluded[v] += 1
            if excluded[v] == count[v]:
                value = v  # lower than one found before: values are first given in order
        for i in range(kept.shape[0]):
            if kept[i] > h:
                break
            excluded[values[h - kept[i]]] = 0
            steps += 1
            if steps % SIGNAL_STEPS == 0:
                check_signals()
        values[h] = <int32_t>value
        count[value] += 1
        if value == fresh:
            fresh += 1
        done[0] = h + 1
        if h % SIGNAL_STEPS == 0:
            check_signals()
    return 0


def take_all_but(
    int32_t[::1] values not None, int64_t[::1] done not None, int64_t upto,
    const int32_t[::1] kept not None,
):
    """Find the values of heaps from which any number may be taken but a few.

    Parameters
    ----------
    values, done, upto
        As in `take_few`; it does not stop early.
    kept : (s,) int32
        What may not be taken, at least 1, ascending.

    Notes
    -----
    O(n s) time for n heaps, 8 bytes per heap.
    """
    if upto > INT32_MAX:
        raise ValueError(f"upto: expected at most {INT32_MAX}, got {upto}")
    cdef int32_t[::1] count = int32_buffer(upto + 1)
    cdef int32_t[::1] excluded = int32_buffer(upto + 1)
    with nogil:
        _take_all_but(values, done, upto, kept, count, excluded)
