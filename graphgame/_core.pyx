"""Kernels of solving: degree-counter propagation, and the mex in topological order.

Every function takes arrays through the buffer protocol and returns `Buffer` objects.  Inputs must
have been checked by `graphgame.graphs.graph`: kernels index with them unchecked in the release build.

Positions are int32 from 0 to n - 1, offsets into the edges are int64, outcomes are int8:
LOSE = -1, DRAW = 0, WIN = 1.  A graph in compressed sparse rows (CSR) is a pair ``ptr`` (n + 1
offsets) and ``idx`` (one entry per edge): row v is ``idx[ptr[v]:ptr[v + 1]]``.
"""

from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint32_t
from libc.string cimport memcpy

from graphgame._kernel.bits cimport mex_of_bits
from graphgame._kernel.buffer cimport Buffer, int8_buffer, int32_buffer, unsigned_buffer
from graphgame._kernel.degrees cimport enter_leaves, greatest
from graphgame._kernel.outcome cimport DRAW, LOSE, NO_PRESET, WIN
from graphgame._kernel.prefetch cimport (
    POINTER_AHEAD, ROW_AHEAD, prefetch, prefetch_rows,
)
from graphgame._kernel.signals cimport SIGNAL_STEPS, check_signals

# ---------------------------------------------------------------------------------------------
# Degree-counter propagation.
#
# waiting[v]   while v is undecided, how many of its options are not yet known to be WIN; 0 once v
#              is decided.  Read and written at random for every edge, so it is as narrow as the
#              greatest degree allows: with one byte per position it stays in the cache the longest.
# codes[v]     as 32 bits without a sign: 2 * remoteness + 1 for a WIN, 2 * remoteness for a LOSE,
#              and above all these PRESET_DRAW, and UNDECIDED.
# queue        the decided positions but preset draws, level after level, and within a level the
#              WINs before the LOSEs.
#
# A LOSE makes every undecided predecessor a WIN of the next level.  A WIN is one hope less for it,
# and if that was the last one, makes it a LOSE of the next level.  A LOSE option is never counted
# off, so within a level the order is free.
#
# Invariant: a level only appends positions of the next.  So the first LOSE option found is one of
# least remoteness, and the last WIN option to be found is one of greatest.  Ends because every
# position enters the queue at most once.
#
# There is no branch on what a place read at random holds: every predecessor is written behind the
# queue, whose end then moves or does not.  So the queue has a place more than there are positions.
# What is looked at POINTER_AHEAD places later is fetched early; so many places more, all zero, save
# asking whether there is any.

cdef enum:
    # What is copied of a row at a time, rows that are copied, and the entries that are enough.
    ROW = 8
    MOST_COPIED = 64
    ENOUGH = 512
    FEW = 4
    # Counters are fetched where all of them take more bytes than the cache next to a core holds.
    MOST_NEAR = 1 << 20
    MOST_NARROW = 255
    UNDECIDED_CODE = -1
    PRESET_DRAW = -2

ctypedef fused waiting_t:
    uint8_t
    int32_t


cdef bint _narrow(const int32_t[::1] degrees, uint8_t[::1] waiting) except -1 nogil:
    """Copy degrees into a byte each; return whether all of them fit."""
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
    """Queue the terminals of one outcome, of draws none; return how many are queued then."""
    cdef Py_ssize_t v
    cdef int8_t outcome
    for v in range(waiting.shape[0]):
        outcome = presets[v] if presets.shape[0] else <int8_t>NO_PRESET
        if outcome == NO_PRESET and waiting[v] == 0:
            outcome = without_options
        if outcome == wanted:
            waiting[v] = 0
            codes[v] = PRESET_DRAW  # in the place of which the queued ones get their code
            queue[tail] = <int32_t>v
            tail += wanted != DRAW
    return tail


cdef inline Py_ssize_t _tell(
    const int32_t *predecessors, int64_t count, bint lost,
    waiting_t[::1] waiting, int32_t[::1] queue, Py_ssize_t tail,
) noexcept nogil:
    """Queue those of the predecessors that are decided now; return how many are queued then."""
    cdef int64_t i
    cdef int32_t u
    cdef waiting_t left
    for i in range(count):
        u = predecessors[i]
        left = waiting[u]
        queue[tail] = u
        if lost:
            waiting[u] = 0
            tail += left != 0
        else:
            waiting[u] = left - (left != 0)
            tail += left == 1
    return tail


cdef inline Py_ssize_t _tell_long(
    const int32_t *predecessors, int64_t count, bint lost,
    waiting_t[::1] waiting, int32_t[::1] queue, Py_ssize_t tail,
) except -1 nogil:
    """As `_tell`, of a row that may be long."""
    while count > SIGNAL_STEPS:
        tail = _tell(predecessors, SIGNAL_STEPS, lost, waiting, queue, tail)
        predecessors += SIGNAL_STEPS
        count -= SIGNAL_STEPS
        check_signals()
    return _tell(predecessors, count, lost, waiting, queue, tail)


cdef inline Py_ssize_t _tell_of_each(
    const int64_t[::1] pred_ptr, const int32_t[::1] pred_idx, bint lost, int32_t code,
    waiting_t[::1] waiting, int32_t[::1] codes, int32_t[::1] queue,
    Py_ssize_t i, Py_ssize_t end, Py_ssize_t tail,
) except -1 nogil:
    """Return a code to queue[i:end], and tell their predecessors; return how many are queued then.

    How long a row is would be a branch that cannot be guessed.  So rows are copied one behind the
    other, ROW entries at a time and the next row over what is too much, until there are enough.
    Where levels are of a FEW positions, each waits for the one before: there is nothing to copy.
    """
    cdef const int32_t *idx = &pred_idx[0] if pred_idx.shape[0] else NULL
    cdef bint far = waiting.shape[0] * <Py_ssize_t>sizeof(waiting_t) > MOST_NEAR
    cdef int32_t[ENOUGH + MOST_COPIED + ROW] told
    cdef Py_ssize_t few_end = i + FEW
    cdef int64_t e, length, count, k, steps = 0, m = pred_idx.shape[0]
    cdef int32_t v
    while i < end <= few_end:
        v = queue[i]
        codes[v] = code
        tail = _tell_long(
            idx + pred_ptr[v], pred_ptr[v + 1] - pred_ptr[v], lost, waiting, queue, tail
        )
        i += 1
    while i < end:
        count = 0
        while i < end and count < ENOUGH and steps < SIGNAL_STEPS:
            v = queue[i + POINTER_AHEAD]
            prefetch(&pred_ptr[v])
            prefetch(&codes[v])
            prefetch(idx + pred_ptr[queue[i + ROW_AHEAD]])
            v = queue[i]
            codes[v] = code
            e = pred_ptr[v]
            length = pred_ptr[v + 1] - e
            if length > MOST_COPIED or e + length + ROW > m:
                tail = _tell_long(idx + e, length, lost, waiting, queue, tail)
                steps += length
            else:
                memcpy(&told[count], idx + e, 4 * ROW)
                k = ROW
                while k < length:
                    memcpy(&told[count + k], idx + e + k, 4 * ROW)
                    k += ROW
                count += length
            i += 1
            steps += 1
        if far:
            for k in range(count):
                prefetch(&waiting[told[k]])
        tail = _tell(told, count, lost, waiting, queue, tail)
        steps += count
        if steps >= SIGNAL_STEPS:
            steps = 0
            check_signals()
    return tail


cdef Py_ssize_t _tell_all(
    const int64_t[::1] pred_ptr, const int32_t[::1] pred_idx,
    waiting_t[::1] waiting, int32_t[::1] codes, int32_t[::1] queue,
    Py_ssize_t middle, Py_ssize_t tail,
) except -1 nogil:
    """Return their code to all that are decided; return how many are queued in the end.

    queue[:middle] are the WINs at remoteness 0, queue[middle:tail] the LOSEs.
    """
    cdef Py_ssize_t head = 0, next_middle = 0, i, end, stop
    cdef uint32_t code = 0
    cdef int64_t next_check = SIGNAL_STEPS
    cdef int wins
    while head < tail:
        stop = tail
        for wins in range(2):
            if wins:
                next_middle = tail
                i, end = head, middle
            else:
                i, end = middle, stop
            tail = _tell_of_each(
                pred_ptr, pred_idx, not wins, <int32_t>(code + <uint32_t>wins), waiting, codes,
                queue, i, end, tail,
            )
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
) except -1 nogil:
    """Return every position its code."""
    cdef Py_ssize_t v, middle = 0, tail
    for v in range(codes.shape[0]):
        codes[v] = UNDECIDED_CODE
    if presets.shape[0] or without_options == WIN:
        middle = _enter(waiting, codes, queue, 0, presets, without_options, WIN)
        _enter(waiting, codes, queue, middle, presets, without_options, DRAW)
    tail = _enter(waiting, codes, queue, middle, presets, without_options, LOSE)
    _tell_all(pred_ptr, pred_idx, waiting, codes, queue, middle, tail)
    return 0


cdef int _decode(int32_t[::1] codes, int8_t[::1] outcomes) except -1 nogil:
    """Turn codes into remoteness, in place, and outcomes."""
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
):
    """Decide every position of a game graph: win, lose or draw, and in how many plies.

    Parameters
    ----------
    pred_ptr : (n + 1,) int64
    pred_idx : (m,) int32
        Predecessors of every position.
    degrees : (n,) int32 Buffer
        Number of options of every position.  It is consumed: its memory becomes the remoteness.
    presets : (n,) int8 or None
        Outcome of every position that has one by the rules, 2 elsewhere.
    misere : bool
        Whether a position without options is a WIN rather than a LOSE.
    narrow : bool
        Whether to count in bytes where that is possible.

    Returns
    -------
    outcomes : (n,) int8 Buffer
    remoteness : (n,) int32 Buffer
        0 at a terminal, -1 at any other draw.

    Notes
    -----
    Retrograde analysis with a counter per position: O(n + m) time.  Beyond its arguments it takes
    6 bytes per position, 9 where a position has more than 255 options: 1 is returned, 4 are the
    queue, and the others the counters.
    """
    cdef Py_ssize_t n = degrees.shape[0]
    cdef int8_t without_options = WIN if misere else LOSE
    cdef const int8_t[::1] preset = presets if presets is not None else int8_buffer(0)
    cdef int32_t[::1] queue = int32_buffer(n + POINTER_AHEAD + 1), counts = degrees, codes = degrees
    cdef Buffer remoteness = degrees
    cdef uint8_t[::1] waiting = unsigned_buffer(1, n if narrow else 0, 0)
    with nogil:
        narrow = narrow and _narrow(counts, waiting)
        if narrow:
            _propagate(pred_ptr, pred_idx, waiting, codes, queue, preset, without_options)
    if not narrow:
        waiting = None
        remoteness = int32_buffer(n)
        codes = remoteness
        with nogil:
            _propagate(pred_ptr, pred_idx, counts, codes, queue, preset, without_options)
    queue = None
    cdef Buffer outcome_buffer = int8_buffer(n)
    cdef int8_t[::1] outcomes = outcome_buffer
    with nogil:
        _decode(codes, outcomes)
    return outcome_buffer, remoteness


# ---------------------------------------------------------------------------------------------
# Grundy values of a game without cycles: the mex, in topological order.
#
# queue[:tail] holds positions in the order in which their last option was decided, so every one
# stands behind all its options: a topological order, backward.  queue[head:tail] are positions of
# which every option has its value.
#
# Ends because every position enters the queue at most once, when its count of undecided options
# falls to zero.  A position on a cycle waits for itself, and who can reach one waits for it: they
# never enter, and are what is left when tail < n.
#
# Packed: one word per position says everything.  While v is undecided, the bits of state[v] from
# COUNT_SHIFT up count its undecided options, and bit g below them says that an option has value g;
# once it is decided, state[v] is its value.  No options are read, predecessors are pushed to.
# It holds as long as nobody has MOST_PACKED_OPTIONS options or a value of COUNT_SHIFT.

cdef enum:
    COUNT_SHIFT = 20
    ONE_OPTION = 1 << COUNT_SHIFT
    MOST_PACKED_OPTIONS = (1 << (31 - COUNT_SHIFT)) - 1
    UNDECIDED = -1


cdef int _pack_degrees(int32_t[::1] state) except -1 nogil:
    """Turn degrees into packed words; return whether all of them fit."""
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
    """Decide what can be decided, packed; return how many, or -1 if a value does not fit."""
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
            queue[tail] = u  # stays if it is counted; there is room, or no edge would be left
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
):
    """Return the Grundy values of a game whose degrees and values are small.

    Parameters
    ----------
    pred_ptr : (n + 1,) int64
    pred_idx : (m,) int32
        Predecessors of every position.
    degrees : (n,) int32 Buffer
        Number of options of every position.  It is consumed: its memory becomes the values.

    Returns
    -------
    (values, order, decided) or None
        As of `graphgame._stamps.grundy`; None if a position has more than 2047 options or a value
        above 19.

    Notes
    -----
    O(n + m) time; beyond its arguments 4 bytes per position, the order.
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
