"""Levels of draws: who can make the other player find the moves that hold a draw, and how soon.

The definition, and the proof that the labels are unique, are in docs/decisions/030-draw-levels.md.
"""

from libc.stdint cimport int8_t, int32_t, int64_t

from graphgame._kernel.buffer cimport Buffer, int32_buffer
from graphgame._kernel.outcome cimport DRAW, WIN
from graphgame._kernel.signals cimport SIGNAL_STEPS, check_signals

# ---------------------------------------------------------------------------------------------
# levels[v]      the level of a draw; OPEN while it has none, NONE for every other position. At the
#                end, OPEN becomes NONE: such a draw is dead.
# remoteness[v]  plies to the edge of the level: even for who is pressed, odd for who presses; NONE
#                where there is no level.
# waiting[v]     the number of options of v that are not yet known to press.
# queue          the draws that have a level, level by level, and within a level by remoteness.
#
# A level begins with its edge: the open draws with an option that presses on the level before, or
# on level 0 with an option that is a WIN. Then, as with LOSE and WIN: whoever is pressed makes
# every open predecessor press; whoever presses is subtracted from the counters of open
# predecessors, and one whose counter falls to zero is pressed.
#
# Invariant: each position enters the queue when its label is known, and a label of remoteness r is
# pushed only while those of r - 1 on the same level are read. Terminates because every draw enters
# once; a row of predecessors is read at most twice, for the level and for the next edge.

cdef enum:
    NONE = -1
    OPEN = -2


cdef inline Py_ssize_t _press(
    const int32_t *predecessors, int64_t count, int32_t level, int32_t distance,
    int32_t[::1] levels, int32_t[::1] remoteness, int32_t[::1] queue, Py_ssize_t tail,
) except -1 nogil:
    """Label all open predecessors, and append them to the queue; return its new end."""
    cdef int64_t i
    cdef int32_t u
    for i in range(count):
        u = predecessors[i]
        if levels[u] == OPEN:
            levels[u] = level
            remoteness[u] = distance
            queue[tail] = u
            tail += 1
        if (i + 1) % SIGNAL_STEPS == 0:
            check_signals()
    return tail


cdef inline Py_ssize_t _subtract(
    const int32_t *predecessors, int64_t count, int32_t level, int32_t distance,
    int32_t[::1] waiting, int32_t[::1] levels, int32_t[::1] remoteness, int32_t[::1] queue,
    Py_ssize_t tail,
) except -1 nogil:
    """Subtract an option that presses from open predecessors; append those without another one."""
    cdef int64_t i
    cdef int32_t u
    for i in range(count):
        u = predecessors[i]
        if levels[u] == OPEN:
            waiting[u] -= 1
            if waiting[u] == 0:
                levels[u] = level
                remoteness[u] = distance
                queue[tail] = u
                tail += 1
        if (i + 1) % SIGNAL_STEPS == 0:
            check_signals()
    return tail


cdef Py_ssize_t _push_level(
    const int64_t[::1] pred_ptr, const int32_t[::1] pred_idx, int32_t level,
    int32_t[::1] waiting, int32_t[::1] levels, int32_t[::1] remoteness, int32_t[::1] queue,
    Py_ssize_t head, Py_ssize_t tail,
) except -1 nogil:
    """Label all draws of a level whose edge is queue[head:tail]; return the new end."""
    cdef int32_t v, distance
    cdef int64_t first, count, steps = 0
    while head < tail:
        v = queue[head]
        head += 1
        distance = remoteness[v] + 1
        first = pred_ptr[v]
        count = pred_ptr[v + 1] - first
        if count:
            if distance % 2:
                tail = _press(
                    &pred_idx[first], count, level, distance, levels, remoteness, queue, tail
                )
            else:
                tail = _subtract(
                    &pred_idx[first], count, level, distance, waiting, levels, remoteness, queue,
                    tail,
                )
        steps += count + 1
        if steps >= SIGNAL_STEPS:
            steps = 0
            check_signals()
    return tail


cdef Py_ssize_t _edge_of_wins(
    const int64_t[::1] pred_ptr, const int32_t[::1] pred_idx, const int8_t[::1] outcomes,
    int32_t[::1] levels, int32_t[::1] remoteness, int32_t[::1] queue,
) except -1 nogil:
    """Label the draws with an option that is a WIN, the edge of level 0; return their number."""
    cdef Py_ssize_t v, tail = 0
    cdef int64_t first, count, steps = 0
    for v in range(outcomes.shape[0]):
        steps += 1
        if outcomes[v] == WIN:
            first = pred_ptr[v]
            count = pred_ptr[v + 1] - first
            steps += count
            if count:
                tail = _press(&pred_idx[first], count, 0, 0, levels, remoteness, queue, tail)
        if steps >= SIGNAL_STEPS:
            steps = 0
            check_signals()
    return tail


cdef Py_ssize_t _edge_of_level(
    const int64_t[::1] pred_ptr, const int32_t[::1] pred_idx, int32_t level,
    int32_t[::1] levels, int32_t[::1] remoteness, int32_t[::1] queue,
    Py_ssize_t begin, Py_ssize_t end,
) except -1 nogil:
    """Label the open draws with an option that presses in queue[begin:end]; return the new end."""
    cdef Py_ssize_t i, tail = end
    cdef int32_t v
    cdef int64_t first, count, steps = 0
    for i in range(begin, end):
        v = queue[i]
        steps += 1
        if remoteness[v] % 2:
            first = pred_ptr[v]
            count = pred_ptr[v + 1] - first
            steps += count
            if count:
                tail = _press(&pred_idx[first], count, level, 0, levels, remoteness, queue, tail)
        if steps >= SIGNAL_STEPS:
            steps = 0
            check_signals()
    return tail


cdef int _rank(
    const int64_t[::1] pred_ptr, const int32_t[::1] pred_idx, const int8_t[::1] outcomes,
    const int32_t[::1] plies, int32_t[::1] waiting, int32_t[::1] levels,
    int32_t[::1] remoteness, int32_t[::1] queue,
) except -1 nogil:
    cdef Py_ssize_t v, begin = 0, end, tail
    cdef int32_t level = 0
    for v in range(outcomes.shape[0]):
        # A drawn terminal, which is a DRAW with a length, has no moves to press with.
        levels[v] = OPEN if outcomes[v] == DRAW and plies[v] < 0 else NONE
        remoteness[v] = NONE
    end = _edge_of_wins(pred_ptr, pred_idx, outcomes, levels, remoteness, queue)
    while begin < end:
        tail = _push_level(
            pred_ptr, pred_idx, level, waiting, levels, remoteness, queue, begin, end
        )
        level += 1
        end = _edge_of_level(
            pred_ptr, pred_idx, level, levels, remoteness, queue, begin, tail
        )
        begin = tail
    for v in range(outcomes.shape[0]):
        levels[v] = max(levels[v], NONE)
    return 0


def draw_levels(
    const int64_t[::1] pred_ptr not None, const int32_t[::1] pred_idx not None,
    int32_t[::1] degrees not None: Buffer, const int8_t[::1] outcomes not None,
    const int32_t[::1] plies not None,
) -> tuple[Buffer, Buffer]:
    """Return the level of each draw, and its remoteness within the level.

    Parameters
    ----------
    pred_ptr : (n + 1,) int64
    pred_idx : (m,) int32
        Predecessors of every position.
    degrees : (n,) int32
        Number of options of every position; the counters take its place.
    outcomes : (n,) int8
    plies : (n,) int32
        The remoteness of the solution: -1 at a draw that is no terminal.

    Returns
    -------
    levels : (n,) int32 Buffer
        -1 for a dead draw, and for whatever is no draw or a terminal.
    remoteness : (n,) int32 Buffer
        Even for who is pressed, odd for who presses; -1 where the level is.

    Notes
    -----
    O(n + m) time for all levels together; 12 bytes per position beyond its arguments.
    """
    cdef Py_ssize_t n = outcomes.shape[0]
    cdef Buffer level_buffer = int32_buffer(n), remoteness_buffer = int32_buffer(n)
    cdef int32_t[::1] levels = level_buffer, remoteness = remoteness_buffer
    cdef int32_t[::1] queue = int32_buffer(n)
    with nogil:
        _rank(pred_ptr, pred_idx, outcomes, plies, degrees, levels, remoteness, queue)
    return level_buffer, remoteness_buffer
