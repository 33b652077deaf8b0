"""Kernels of solving: degree-counter propagation, and the mex in topological order.

Every function takes arrays through the buffer protocol and returns `Buffer` objects.  Inputs must
have been checked by `graphgame.graph`: kernels index with them unchecked in the release build.

Positions are int32 from 0 to n - 1, offsets into the edges are int64, outcomes are int8:
LOSE = -1, DRAW = 0, WIN = 1.  A graph in compressed sparse rows (CSR) is a pair ``ptr`` (n + 1
offsets) and ``idx`` (one entry per edge): row v is ``idx[ptr[v]:ptr[v + 1]]``.
"""

from libc.stdint cimport int8_t, int32_t, int64_t

from graphgame._buffer cimport Buffer, int8_buffer, int32_buffer
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


cdef int _propagate(
    const int64_t[::1] pred_ptr, const int32_t[::1] pred_idx,
    int32_t[::1] state, int8_t[::1] outcomes, int32_t[::1] queue, Py_ssize_t tail,
) except -1 nogil:
    """Decide every position that the queued terminals decide, level by level."""
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
    return 0


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
    5 bytes per position: 1 is returned, 4 are the queue.  Ctrl-C is answered about every 2^20
    edges.
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
