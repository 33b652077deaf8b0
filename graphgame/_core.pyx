"""Kernels of solving: degree-counter propagation, and the mex in topological order.

Every function takes arrays through the buffer protocol and returns `Buffer` objects.  Inputs must
have been checked by `graphgame.graph`: kernels index with them unchecked in the release build.

Positions are int32 from 0 to n - 1, offsets into the edges are int64, outcomes are int8:
LOSE = -1, DRAW = 0, WIN = 1.  A graph in compressed sparse rows (CSR) is a pair ``ptr`` (n + 1
offsets) and ``idx`` (one entry per edge): row v is ``idx[ptr[v]:ptr[v + 1]]``.
"""

from libc.stdint cimport int8_t, int32_t, int64_t

from graphgame._bits cimport mex_of_bits
from graphgame._buffer cimport Buffer, int8_buffer, int32_buffer
from graphgame._prefetch cimport prefetch_rows
from graphgame._signals cimport SIGNAL_STEPS, check_signals

cdef enum:
    LOSE = -1
    DRAW = 0
    WIN = 1
    NO_PRESET = 2


# ---------------------------------------------------------------------------------------------
# Degree-counter propagation.
#
# state[v] says everything about v in four bytes:
#     state[v] > 0   undecided, with that many options not yet known to be WIN;
#     state[v] < 0   decided, with remoteness ~state[v].
# It is never 0 once the terminals are entered, since a position without options is a terminal.
#
# queue[:tail] holds the decided positions in the order they were decided, v for a LOSE and ~v for
# a WIN; preset draws never enter it, so that no counter goes down for them.  Levels lie in it one
# after the other: queue[head:level_end] are decided at `level` - 1 and not yet looked at.
#
# Invariant: the queue is sorted by remoteness, because level r only appends positions of level
# r + 1.  So the first LOSE option found is one of least remoteness, and the last WIN option to
# be found is one of greatest.  Ends because every position enters the queue at most once.


cdef Py_ssize_t _enter_terminals(
    int32_t[::1] state, int8_t[::1] outcomes, int32_t[::1] queue,
    const int8_t[::1] presets, bint has_presets, int8_t without_options,
) except -1 nogil:
    """Decide the terminals at remoteness 0 and queue them; return how many were queued."""
    cdef Py_ssize_t v, tail = 0
    cdef int8_t outcome
    for v in range(state.shape[0]):
        outcome = NO_PRESET
        if has_presets:
            outcome = presets[v]
        if outcome == NO_PRESET:
            if state[v] > 0:
                continue
            outcome = without_options
        state[v] = ~0
        outcomes[v] = outcome
        if outcome != DRAW:
            queue[tail] = <int32_t>(v if outcome == LOSE else ~v)
            tail += 1
    return tail


cdef Py_ssize_t _propagate(
    const int64_t[::1] pred_ptr, const int32_t[::1] pred_idx,
    int32_t[::1] state, int8_t[::1] outcomes, int32_t[::1] queue, Py_ssize_t tail,
) except -1 nogil:
    """Decide every position that the queued terminals decide; return how many are queued then."""
    cdef Py_ssize_t head = 0, level_end
    cdef int64_t e, steps = 0
    cdef int32_t v, u, level = 0
    while head < tail:
        level_end = tail
        level += 1
        while head < level_end:
            v = queue[head]
            head += 1
            steps += 1
            if steps % SIGNAL_STEPS == 0:
                check_signals()
            if v >= 0:  # a LOSE makes every undecided predecessor a WIN
                for e in range(pred_ptr[v], pred_ptr[v + 1]):
                    u = pred_idx[e]
                    if state[u] > 0:
                        state[u] = ~level
                        outcomes[u] = WIN
                        queue[tail] = ~u
                        tail += 1
                    steps += 1
                    if steps % SIGNAL_STEPS == 0:
                        check_signals()
            else:  # a WIN is one hope less for every undecided predecessor
                v = ~v
                for e in range(pred_ptr[v], pred_ptr[v + 1]):
                    u = pred_idx[e]
                    if state[u] > 0:
                        state[u] -= 1
                        if state[u] == 0:
                            state[u] = ~level
                            outcomes[u] = LOSE
                            queue[tail] = u
                            tail += 1
                    steps += 1
                    if steps % SIGNAL_STEPS == 0:
                        check_signals()
    return tail


cdef int _state_to_remoteness(int32_t[::1] state) except -1 nogil:
    """Turn state into remoteness, in place: what is still undecided is a draw, -1."""
    cdef Py_ssize_t v
    for v in range(state.shape[0]):
        state[v] = -1 if state[v] > 0 else ~state[v]
    return 0


def propagate(
    const int64_t[::1] pred_ptr not None,
    const int32_t[::1] pred_idx not None,
    Buffer degrees not None,
    const int8_t[::1] presets,
    bint misere,
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

    Returns
    -------
    outcomes : (n,) int8 Buffer
    remoteness : (n,) int32 Buffer
        0 at a terminal, -1 at any other draw.

    Notes
    -----
    Retrograde analysis with a counter per position: O(n + m) time.  Beyond its arguments it takes
    5 bytes per position: 1 is returned, 4 are the queue.
    """
    cdef Py_ssize_t n = pred_ptr.shape[0] - 1
    cdef Buffer outcome_buffer = int8_buffer(n)
    cdef int8_t[::1] outcomes = outcome_buffer
    cdef int32_t[::1] state = degrees
    cdef int32_t[::1] queue = int32_buffer(n)
    cdef bint has_presets = presets is not None
    cdef int8_t without_options = WIN if misere else LOSE
    cdef Py_ssize_t tail
    with nogil:
        tail = _enter_terminals(state, outcomes, queue, presets, has_presets, without_options)
        _propagate(pred_ptr, pred_idx, state, outcomes, queue, tail)
        _state_to_remoteness(state)
    return outcome_buffer, degrees


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


cdef int32_t _greatest(const int32_t[::1] degrees) except -1 nogil:
    cdef Py_ssize_t v
    cdef int32_t most = 0
    for v in range(degrees.shape[0]):
        most = max(most, degrees[v])
    return most


cdef int _pack_degrees(int32_t[::1] state) except -1 nogil:
    """Turn degrees into packed words; return whether all of them fit."""
    cdef Py_ssize_t v
    if _greatest(state) > MOST_PACKED_OPTIONS:
        return 0
    for v in range(state.shape[0]):
        state[v] <<= COUNT_SHIFT
    return 1


cdef Py_ssize_t _enter_leaves(const int32_t[::1] state, int32_t[::1] queue) except -1 nogil:
    """Queue the positions without options; return how many they are."""
    cdef Py_ssize_t v, tail = 0
    for v in range(state.shape[0]):
        queue[tail] = <int32_t>v  # stays if it is counted
        tail += state[v] == 0
    return tail


cdef Py_ssize_t _push_values(
    const int64_t[::1] pred_ptr, const int32_t[::1] pred_idx,
    int32_t[::1] state, int32_t[::1] queue,
) except -2 nogil:
    """Decide what can be decided, packed; return how many, or -1 if a value does not fit."""
    cdef Py_ssize_t head = 0, tail = _enter_leaves(state, queue)
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
    """Give the Grundy values of a game whose degrees and values are small.

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
        As of `grundy`; None if a position has more than 2047 options or a value above 19.

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


# In full: state[v] > 0 counts the undecided options of v, and state[v] = ~g once it has value g.
# stamp[g] == v says that v has an option of value g.  A position with d options has a value of at
# most d, so stamp needs one place more than the greatest degree, and stamps beyond d are not set.


cdef inline int32_t _mex_of_options(
    const int64_t[::1] ptr, const int32_t[::1] idx, const int32_t[::1] state,
    int32_t[::1] stamp, int32_t v,
) except -1 nogil:
    cdef int64_t e, degree = ptr[v + 1] - ptr[v]
    cdef int32_t g
    for e in range(ptr[v], ptr[v + 1]):
        g = ~state[idx[e]]
        if g < degree:
            stamp[g] = v
        if e % SIGNAL_STEPS == SIGNAL_STEPS - 1:
            check_signals()
    g = 0
    while stamp[g] == v:
        g += 1
    return g


cdef Py_ssize_t _pull_values(
    const int64_t[::1] ptr, const int32_t[::1] idx,
    const int64_t[::1] pred_ptr, const int32_t[::1] pred_idx,
    int32_t[::1] state, int32_t[::1] queue, int32_t[::1] stamp,
) except -1 nogil:
    """Decide what can be decided; return how many."""
    cdef Py_ssize_t head = 0, tail = _enter_leaves(state, queue)
    cdef int64_t e, steps = 0
    cdef int32_t v, u
    while head < tail:
        prefetch_rows(pred_ptr, pred_idx, state, 1, queue, head, tail)
        prefetch_rows(ptr, idx, state, 1, queue, head, tail)
        v = queue[head]
        head += 1
        state[v] = ~_mex_of_options(ptr, idx, state, stamp, v)
        for e in range(pred_ptr[v], pred_ptr[v + 1]):
            u = pred_idx[e]
            state[u] -= 1
            if state[u] == 0:
                queue[tail] = u
                tail += 1
            steps += 1
            if steps % SIGNAL_STEPS == 0:
                check_signals()
        steps += 1
        if steps % SIGNAL_STEPS == 0:
            check_signals()
    return tail


cdef int _state_to_values(int32_t[::1] state) except -1 nogil:
    cdef Py_ssize_t v
    for v in range(state.shape[0]):
        state[v] = UNDECIDED if state[v] > 0 else ~state[v]
    return 0


def grundy(
    const int64_t[::1] ptr not None, const int32_t[::1] idx not None,
    const int64_t[::1] pred_ptr not None, const int32_t[::1] pred_idx not None,
    Buffer degrees not None,
):
    """Give the Grundy value of every position that is not on a cycle and cannot reach one.

    Parameters
    ----------
    ptr : (n + 1,) int64
    idx : (m,) int32
        Options of every position.
    pred_ptr : (n + 1,) int64
    pred_idx : (m,) int32
        Predecessors of every position.
    degrees : (n,) int32 Buffer
        Number of options of every position.  It is consumed: its memory becomes the values.

    Returns
    -------
    values : (n,) int32 Buffer
        -1 where there is none.
    order : (n,) int32 Buffer
        The positions that have a value, each behind all its options.
    decided : int
        How many they are.

    Notes
    -----
    O(n + m) time; beyond its arguments 4 bytes per position, the order, and 4 times the greatest
    degree.
    """
    cdef int32_t[::1] state = degrees
    cdef Py_ssize_t v, decided, most = _greatest(state)
    cdef Buffer order = int32_buffer(state.shape[0])
    cdef int32_t[::1] queue = order, stamp = int32_buffer(most + 1)
    with nogil:
        for v in range(most + 1):
            stamp[v] = -1
        decided = _pull_values(ptr, idx, pred_ptr, pred_idx, state, queue, stamp)
        _state_to_values(state)
    return degrees, order, decided
