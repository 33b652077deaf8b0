"""Kernels of solving: degree-counter propagation, and the mex in topological order.

Every function takes arrays through the buffer protocol and returns `Buffer` objects.  Inputs must
have been checked by `graphgame.graphs`: in the release build, kernels index with them unchecked.

Positions are int32 from 0 to n - 1, offsets into the edges are int64, outcomes are int8:
LOSE = -1, DRAW = 0, WIN = 1.  A graph in compressed sparse rows (CSR) is a pair ``ptr`` (n + 1
offsets) and ``idx`` (one entry per edge): row v is ``idx[ptr[v]:ptr[v + 1]]``.
"""

from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint32_t

from graphgame._kernel.bits cimport mex_of_bits
from graphgame._kernel.buffer cimport Buffer, int8_buffer, int32_buffer, unsigned_buffer
from graphgame._kernel.degrees cimport enter_leaves, greatest
from graphgame._kernel.outcome cimport DRAW, LOSE, NO_PRESET, WIN
from graphgame._kernel.prefetch cimport POINTER_AHEAD, prefetch_rows
from graphgame._kernel.push cimport push_level, waiting_t
from graphgame._kernel.signals cimport SIGNAL_STEPS, check_signals

# ---------------------------------------------------------------------------------------------
# Degree-counter propagation.
#
# waiting[v]   while v is undecided: the number of its options that are not yet known to be WIN;
#              0 once v is decided.  Random access for every edge, so the type is as narrow as the
#              greatest degree allows: one byte per position keeps it in the cache.
# codes[v]     as unsigned 32 bits: 2 * remoteness + 1 for a WIN, 2 * remoteness for a LOSE; the
#              two greatest values are PRESET_DRAW and UNDECIDED_CODE.
# queue        the decided positions except preset draws, level by level; within a level, WINs
#              precede LOSEs.
#
# A LOSE makes every undecided predecessor a WIN of the next level.  A WIN decrements the counter of
# every undecided predecessor; one whose counter reaches zero is a LOSE of the next level.  LOSE
# options are never subtracted, so the order within a level does not matter.
#
# Invariant: a level appends only positions of the next level.  So the first LOSE option found is
# one of least remoteness, and the last WIN option found is one of greatest remoteness.  Terminates
# because every position enters the queue at most once.
# Levels are pushed by `graphgame._kernel.push`.

cdef enum:
    # The greatest degree that fits in a byte.
    MOST_NARROW = 255
    # The code of a position that is not decided.
    UNDECIDED_CODE = -1
    # The code of a preset draw.
    PRESET_DRAW = -2

# Stand for arrays that are not given: to make empty ones takes as long as to solve a small game.
cdef const int8_t[::1] NO_OUTCOMES = int8_buffer(0)
cdef const int32_t[::1] NONE_LATE = int32_buffer(0)
cdef const uint32_t[::1] NO_CODES = unsigned_buffer(4, 0, 0)


cdef bint _narrow(const int32_t[::1] degrees, uint8_t[::1] waiting) except -1 nogil:
    """Copy degrees to bytes; return whether all of them fit."""
    cdef Py_ssize_t v
    cdef int32_t most = 0
    for v in range(degrees.shape[0]):
        most = max(most, degrees[v])
        waiting[v] = <uint8_t>degrees[v]
    return most <= MOST_NARROW


cdef Py_ssize_t _enter(
    waiting_t[::1] waiting, int32_t[::1] codes, int32_t[::1] queue, Py_ssize_t tail,
    const int8_t[::1] presets, int8_t without_options, int8_t wanted,
) except -1 nogil:
    """Append the terminals of an outcome to the queue, unless it is DRAW; return its new end."""
    cdef Py_ssize_t v
    cdef int8_t outcome
    for v in range(waiting.shape[0]):
        outcome = presets[v] if presets.shape[0] else <int8_t>NO_PRESET
        if outcome == NO_PRESET and waiting[v] == 0:
            outcome = without_options
        if outcome == wanted:
            waiting[v] = 0
            codes[v] = PRESET_DRAW  # queued positions get their own code later
            queue[tail] = <int32_t>v
            tail += wanted != DRAW
    return tail


cdef Py_ssize_t _push_levels(
    const int64_t[::1] pred_ptr, const int32_t[::1] pred_idx,
    waiting_t[::1] waiting, int32_t[::1] codes, int32_t[::1] queue,
    Py_ssize_t middle, Py_ssize_t tail, const int32_t[::1] late, const uint32_t[::1] late_codes,
) except -1 nogil:
    """Push all levels in order, setting the codes; return the final end of the queue.

    queue[:middle] are the WINs at remoteness 0, queue[middle:tail] the LOSEs.  late[at:] are the
    presets of later levels; where nothing else is left, their level is the next one.
    """
    cdef Py_ssize_t head = 0, next_middle = 0, i, end, stop, at = 0
    cdef uint32_t code = 0
    cdef int64_t next_check = SIGNAL_STEPS
    cdef int wins
    while head < tail or at < late.shape[0]:
        if head == tail:
            code = (late_codes[at] & ~<uint32_t>1) - 2
        stop = tail
        for wins in range(2):
            if wins:
                next_middle = tail
                i, end = head, middle
            else:
                i, end = middle, stop
            tail = push_level(
                pred_ptr, pred_idx, not wins, <int32_t>(code + <uint32_t>wins), waiting, codes,
                queue, i, end, tail,
            )
            while at < late.shape[0] and late_codes[at] == code + 3 - <uint32_t>wins:
                queue[tail] = late[at]
                tail += 1
                at += 1
        head, middle = stop, next_middle
        code += 2
        if tail >= next_check:
            next_check = tail + SIGNAL_STEPS
            check_signals()
    return tail


cdef int _propagate(
    const int64_t[::1] pred_ptr, const int32_t[::1] pred_idx,
    waiting_t[::1] waiting, int32_t[::1] codes, int32_t[::1] queue,
    const int8_t[::1] presets, int8_t without_options,
    const int32_t[::1] late, const uint32_t[::1] late_codes,
) except -1 nogil:
    """Compute the code of every position."""
    cdef Py_ssize_t v, middle = 0, tail
    for v in range(codes.shape[0]):
        codes[v] = UNDECIDED_CODE
    if presets.shape[0] or without_options == WIN:
        middle = _enter(waiting, codes, queue, 0, presets, without_options, WIN)
        _enter(waiting, codes, queue, middle, presets, without_options, DRAW)
    tail = _enter(waiting, codes, queue, middle, presets, without_options, LOSE)
    _push_levels(pred_ptr, pred_idx, waiting, codes, queue, middle, tail, late, late_codes)
    return 0


cdef int _decode(int32_t[::1] codes, int8_t[::1] outcomes) except -1 nogil:
    """Convert codes to remoteness, in place, and to outcomes."""
    cdef Py_ssize_t v
    cdef int32_t code
    for v in range(codes.shape[0]):
        code = codes[v]
        if code == UNDECIDED_CODE or code == PRESET_DRAW:
            codes[v] = -(code & 1)
            outcomes[v] = DRAW
        else:
            codes[v] = <int32_t>(<uint32_t>code >> 1)
            outcomes[v] = <int8_t>(2 * (code & 1) - 1)
    return 0


def propagate(
    const int64_t[::1] pred_ptr not None,
    const int32_t[::1] pred_idx not None,
    Buffer degrees not None,
    const int8_t[::1] presets,
    bint misere,
    bint narrow=True,
    const int32_t[::1] late=None,
    const uint32_t[::1] late_codes=None,
) -> tuple[Buffer, Buffer]:
    """Decide every position of a game graph: win, lose or draw, and in how many plies.

    Parameters
    ----------
    pred_ptr : (n + 1,) int64
    pred_idx : (m,) int32
        Predecessors of every position.
    degrees : (n,) int32 Buffer
        Number of options of every position.  It is consumed: its memory is reused for the
        remoteness.
    presets : (n,) int8 or None
        Preset outcomes; 2 where there is none.
    misere : bool
        Whether a position without options is a WIN rather than a LOSE.
    narrow : bool
        Whether to keep the counters in bytes if the degrees allow it.
    late : (k,) int32 or None
        Presets of a remoteness above 0, in ascending order of it and of each remoteness first the
        WINs.  Their options, if they have any, are ignored; `presets` has DRAW for them.
    late_codes : (k,) uint32 or None
        Twice the remoteness of each, and 1 more for a WIN.

    Returns
    -------
    outcomes : (n,) int8 Buffer
    remoteness : (n,) int32 Buffer
        0 at a terminal that is not late, -1 at any other draw.

    Notes
    -----
    Retrograde analysis with a counter per position, O(n + m) time.  Takes 6 bytes per position
    beyond its arguments, 9 if a position has more than 255 options: 1 for the outcomes, 4 for the
    queue, the rest for the counters.
    """
    cdef Py_ssize_t n = degrees.shape[0]
    cdef int8_t without_options = WIN if misere else LOSE
    cdef const int8_t[::1] preset = presets if presets is not None else NO_OUTCOMES
    cdef int32_t[::1] queue = int32_buffer(n + POINTER_AHEAD + 1), counts = degrees, codes = counts
    cdef Buffer remoteness = degrees
    cdef uint8_t[::1] waiting = unsigned_buffer(1, n if narrow else 0, 0)
    cdef const int32_t[::1] after = late if late is not None else NONE_LATE
    cdef const uint32_t[::1] after_codes = late_codes if late_codes is not None else NO_CODES
    with nogil:
        narrow = narrow and _narrow(counts, waiting)
        if narrow:
            _propagate(
                pred_ptr, pred_idx, waiting, codes, queue, preset, without_options, after,
                after_codes,
            )
    if not narrow:
        waiting = None
        remoteness = int32_buffer(n)
        codes = remoteness
        with nogil:
            _propagate(
                pred_ptr, pred_idx, counts, codes, queue, preset, without_options, after,
                after_codes,
            )
    queue = None
    cdef Buffer outcome_buffer = int8_buffer(n)
    cdef int8_t[::1] outcomes = outcome_buffer
    with nogil:
        _decode(codes, outcomes)
    return outcome_buffer, remoteness


# ---------------------------------------------------------------------------------------------
# Grundy values of a game without cycles: the mex, in topological order.
#
# queue[:tail] holds positions in the order in which their last option was decided, so every
# position comes after all its options: a reverse topological order.  queue[head:tail] are positions
# whose options all have their value.
#
# Terminates because every position enters the queue at most once, when its number of undecided
# options falls to zero.  A position on a cycle, or with a path to one, never enters: if there is
# one, the queue ends with tail < n.
#
# Packed: one word per position holds the whole state.  While v is undecided, the bits of state[v]
# from COUNT_SHIFT up are its number of undecided options, and bit g below them is set if an option
# has value g; once v is decided, state[v] is its value.  Options are not read: values are pushed to
# predecessors.  This works for degrees up to MOST_PACKED_OPTIONS and values below COUNT_SHIFT.

cdef enum:
    # The bits below are the values of options, those from here up the number of undecided options.
    COUNT_SHIFT = 20
    # One undecided option.
    ONE_OPTION = 1 << COUNT_SHIFT
    # The greatest degree that fits.
    MOST_PACKED_OPTIONS = (1 << (31 - COUNT_SHIFT)) - 1
    # In the array of values: the position is on a cycle, or has a path to one.
    UNDECIDED = -1


cdef int _pack_degrees(int32_t[::1] state) except -1 nogil:
    """Convert degrees to packed words; return whether all of them fit."""
    cdef Py_ssize_t v
    if greatest(state) > MOST_PACKED_OPTIONS:
        return 0
    for v in range(state.shape[0]):
        state[v] <<= COUNT_SHIFT
    return 1


cdef Py_ssize_t _push_values(
    const int64_t[::1] pred_ptr, const int32_t[::1] pred_idx,
    int32_t[::1] state, int32_t[::1] queue,
) except -2 nogil:
    """Decide positions in packed form; return their number, or -1 if a value does not fit."""
    cdef Py_ssize_t head = 0, tail = enter_leaves(state, queue)
    cdef int64_t e, steps = 0
    cdef int32_t v, u, g, seen, word
    while head < tail:
        prefetch_rows(pred_ptr, pred_idx, state, 1, queue, head, tail)
        v = queue[head]
        head += 1
        g = mex_of_bits(state[v])
        if g >= COUNT_SHIFT:
            return -1
        state[v] = g
        seen = <int32_t>1 << g
        for e in range(pred_ptr[v], pred_ptr[v + 1]):
            u = pred_idx[e]
            word = (state[u] | seen) - ONE_OPTION
            state[u] = word
            queue[tail] = u  # overwritten unless the end advances; tail < n while edges are left
            tail += word < ONE_OPTION
            steps += 1
            if steps % SIGNAL_STEPS == 0:
                check_signals()
        steps += 1
        if steps % SIGNAL_STEPS == 0:
            check_signals()
    return tail


cdef int _unpack_values(int32_t[::1] state) except -1 nogil:
    cdef Py_ssize_t v
    for v in range(state.shape[0]):
        if state[v] >= ONE_OPTION:
            state[v] = UNDECIDED
    return 0


def packed_grundy(
    const int64_t[::1] pred_ptr not None, const int32_t[::1] pred_idx not None,
    Buffer degrees not None,
) -> tuple[Buffer, Buffer, int] | None:
    """Return the Grundy values of a game whose degrees and values are small.

    Parameters
    ----------
    pred_ptr : (n + 1,) int64
    pred_idx : (m,) int32
        Predecessors of every position.
    degrees : (n,) int32 Buffer
        Number of options of every position.  It is consumed: its memory is reused for the values.

    Returns
    -------
    (values, order, decided) or None
        As of `graphgame.values._grundy.grundy`; None if a position has more than 2047 options or
        a value above 19.

    Notes
    -----
    O(n + m) time; 4 bytes per position beyond its arguments, for the order.
    """
    cdef int32_t[::1] state = degrees
    cdef Buffer order = int32_buffer(state.shape[0])
    cdef int32_t[::1] queue = order
    cdef Py_ssize_t decided = -1
    with nogil:
        if _pack_degrees(state):
            decided = _push_values(pred_ptr, pred_idx, state, queue)
        if decided >= 0:
            _unpack_values(state)
    return None if decided < 0 else (degrees, order, decided)
