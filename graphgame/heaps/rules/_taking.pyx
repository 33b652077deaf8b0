"""Kernels for heap games that only take: the values of heaps whose moves are a set of numbers.

`values[h]` is the value of a heap of h, int32.  A table grows in place: ``values[:done[0]]`` are
known, and every function goes on from there to `upto`, or to where it says that it stops early.
`done` advances with every heap, or block of heaps, that is finished, so that Ctrl-C leaves a table
that is shorter, and can be continued.

Inputs have been checked by `graphgame.heaps.rules.interface`; kernels index with them unchecked in
the release build.
"""

from libc.stddef cimport ptrdiff_t
from libc.stdint cimport INT32_MAX, int32_t, int64_t, uint32_t
from libc.string cimport memset

from graphgame._kernel.bits cimport lowest_bit
from graphgame._kernel.buffer cimport Buffer, int32_buffer, unsigned_buffer
from graphgame._kernel.signals cimport SIGNAL_STEPS, check_signals

cdef extern from "heaps/rules/_taking.h":
    ctypedef void gg_gather(
        const uint32_t *hot, const int32_t *moves, ptrdiff_t count, uint32_t *reached
    ) noexcept nogil
    gg_gather *gg_choose_gather(int plain) nogil

cdef enum:
    LANES = 32  # GG_LANES
    RANGES = 8
    TILE = 1 << 14  # heaps of a tile: with their sets, they fit in the L2 cache
    AT_ONCE = 16  # moves that are gathered for all heaps of a tile before the next ones


def table(Py_ssize_t rows) -> Buffer:
    """Return a table of values, int32, all 0: a row for every heap from 0 to rows - 1."""
    return int32_buffer(rows)


def enlarge(Buffer table not None, Py_ssize_t rows) -> None:
    """Make a table longer where it is, or move it; a BufferError if somebody has a view of it.

    The new rows hold anything, and take no memory before they are written to, where the system has
    it so.
    """
    table.resize(rows)


# ---------------------------------------------------------------------------------------------
# Sets of moves with values below 256, a tile of heaps at a time.
#
# Values come in ranges of 32.  Bit v of hot[r][tile + h] is set if heap h has the value 32 r + v:
# one bit in one range for a heap that is known, none for the others, nor for the `tile` places
# before heap 0.  reached[r * tile + j] gathers the values of the options of heap first + j.
#
# For a move of at least `tile` the options of a tile are all known when it begins, and stand side
# by side: they are gathered LANES heaps at a time, and a few moves for all heaps of the tile before
# the next few, so that what they read stays in the cache.  When the turn of LANES heaps comes, the
# moves from LANES up are gathered, and shorter ones, which may lead from one of them to another,
# are made heap by heap.  moves[:near] are below LANES, moves[near:middle] below `tile`, and
# moves[middle:far] lead somewhere from a heap of the tile.


cdef int _heat(
    const int32_t[::1] values, int64_t done, uint32_t **hot, int64_t tile
) except -1 nogil:
    """Enter the heaps that are known."""
    cdef int64_t h
    for h in range(done):
        hot[values[h] >> 5][tile + h] = <uint32_t>1 << (values[h] & 31)
        if h % SIGNAL_STEPS == SIGNAL_STEPS - 1:
            check_signals()
    return 0


cdef int _gather_far(
    gg_gather *gather, uint32_t **hot, int ranges, uint32_t[::1] reached,
    const int32_t[::1] moves, Py_ssize_t middle, Py_ssize_t far,
    int64_t first, int64_t tile, int64_t length,
) except -1 nogil:
    """Gather what moves[middle:far] lead to from the heaps of a tile."""
    cdef Py_ssize_t i, count
    cdef int64_t block, start, steps = 0
    cdef int r
    memset(&reached[0], 0, <size_t>(ranges * tile) * sizeof(uint32_t))
    for r in range(ranges):
        i = middle
        while i < far:
            count = min(<Py_ssize_t>AT_ONCE, far - i)
            for block in range((length + LANES - 1) // LANES):
                start = LANES * block
                gather(hot[r] + tile + first + start, &moves[i], count, &reached[r * tile + start])
            i += count
            steps += length
            if steps >= SIGNAL_STEPS:
                steps = 0
                check_signals()
    return 0


cdef int64_t _finish_lanes(
    int32_t[::1] values, uint32_t **hot, int ranges, const uint32_t *reached,
    const int32_t[::1] moves, Py_ssize_t near, int64_t first, int64_t stop, int64_t tile,
) except -1 nogil:
    """Make the short moves and give heaps their values; return the first heap without one."""
    cdef int64_t h
    cdef Py_ssize_t i
    cdef int r
    cdef uint32_t word, free
    cdef const uint32_t *here
    for h in range(first, stop):
        free = 0
        for r in range(ranges):
            word = reached[r * tile + h - first]
            here = hot[r] + tile + h
            for i in range(near):
                word |= (here - moves[i])[0]
            free = ~word
            if free:
                break
        if not free:
            return h
        values[h] = 32 * r + lowest_bit(free)
        hot[r][tile + h] = free & (~free + 1)
    return stop


cdef int _take_below(
    int32_t[::1] values, int64_t[::1] done, int64_t upto, const int32_t[::1] moves,
    uint32_t **hot, int ranges, uint32_t[::1] reached, int64_t tile, gg_gather *gather,
) except -1 nogil:
    # Ends because each turn finishes a tile, or stops at a heap whose value is in no range.
    cdef int64_t first, block, start, stop, length, steps = 0
    cdef Py_ssize_t near = 0, middle = 0, far = 0
    cdef int r
    while near < moves.shape[0] and moves[near] < LANES:
        near += 1
    while middle < moves.shape[0] and moves[middle] < tile:
        middle += 1
    _heat(values, done[0], hot, tile)
    while done[0] < upto:
        first = done[0]
        length = min(tile, upto - first)
        while far < moves.shape[0] and moves[far] < first + length:
            far += 1
        _gather_far(gather, hot, ranges, reached, moves, middle, far, first, tile, length)
        for block in range((length + LANES - 1) // LANES):
            start = LANES * block
            for r in range(ranges):
                gather(
                    hot[r] + tile + first + start, &moves[0] + near, min(middle, far) - near,
                    &reached[r * tile + start],
                )
            stop = min(first + start + LANES, upto)
            done[0] = _finish_lanes(
                values, hot, ranges, &reached[start], moves, near, first + start, stop, tile
            )
            if done[0] < stop:
                return 0
            steps += ranges * (min(middle, far) + LANES)
            if steps >= SIGNAL_STEPS:
                steps = 0
                check_signals()
    return 0


def take_below(
    int32_t[::1] values not None, int64_t[::1] done not None, int64_t upto,
    const int32_t[::1] moves not None, int64_t tile=TILE, bint plain=False,
) -> int:
    """Find the values of heaps from which certain numbers may be taken, below 256.

    Parameters
    ----------
    values : (k,) int32
        ``values[:done[0]]`` are known, and below 256; k is at least `upto`.
    done : (1,) int64
        Moves on with every few heaps.
    upto : int
        Where to stop; it stops before a heap whose value is 256 or more.
    moves : (s,) int32
        What may be taken, at least 1, ascending.
    tile : int
        How many heaps are worked on at a time, a multiple of 32.
    plain : bool
        Whether to do without instructions that not every processor has.

    Returns
    -------
    int
        A bound that no value is above.

    Notes
    -----
    O(n s r / w) time, where values lie in r ranges of 32 and w int32 fit in a register; O(n r) for
    each move below 32.  4 r bytes per heap.

    >>> from array import array
    >>> values, done = array("i", bytes(44)), array("q", [1])
    >>> take_below(values, done, 11, array("i", [1, 2, 3]))
    31
    >>> values.tolist(), done[0]
    ([0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2], 11)
    """
    cdef uint32_t *hot[RANGES]
    cdef list buffers = []
    cdef Buffer buffer
    cdef int32_t above = 1  # more than all values
    cdef int64_t h
    cdef int ranges = 0
    cdef gg_gather *gather = gg_choose_gather(plain)
    cdef uint32_t[::1] reached
    tile = min(tile, (upto + LANES) // LANES * LANES)
    for h in range(done[0]):
        above = max(above, values[h] + 1)
    while done[0] < upto and moves.shape[0]:
        while 32 * ranges < above:
            buffer = int32_buffer(tile + upto + LANES)
            buffers.append(buffer)
            hot[ranges] = <uint32_t *>buffer.data
            ranges += 1
        reached = unsigned_buffer(4, ranges * tile, 0)
        with nogil:
            _take_below(values, done, upto, moves, hot, ranges, reached, tile, gather)
        if done[0] == upto or ranges == RANGES:
            break
        above = 32 * ranges + 1  # the value of heap done[0]
    return max(above, 32 * ranges) - 1


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
) -> None:
    """Find the values of heaps from which certain numbers may be taken, however many values.

    Parameters
    ----------
    values, done, upto, moves
        As in `take_below`; `done` is at least 1, and it does not stop early.

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
) -> None:
    """Find the values of heaps from which any number may be taken but a few.

    Parameters
    ----------
    values, done, upto
        As in `take_below`; it does not stop early.
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
