"""What is known of a parity game at sight: dead ends, self-loops, and all that leads there.

It takes arrays through the buffer protocol.  Inputs must have been checked by `graphgame.owners`:
in the release build, kernels index with them unchecked.
"""

from libc.stdint cimport int8_t, int32_t, int64_t

from graphgame._kernel.buffer cimport int32_buffer
from graphgame._kernel.signals cimport SIGNAL_STEPS, check_signals
from graphgame.owners._unsolved cimport Unsolved

# ---------------------------------------------------------------------------------------------
# winners[v]   who wins from v; -1 while that is not known.
# strategy[v]  the move of the owner of v, where this player wins.
# watched[v]   a place in the row of v, as in `_regions.pxd`.
# queue        the vertices whose winner is known; queue[:head] have told their predecessors.
#
# Invariant: who wins a vertex of the queue wins it in the whole game.  A predecessor is won by the
# same player if that player owns it, or if its owner has nowhere else to go.  A self-loop whose
# priority is bad for the owner is nowhere to go: who stays there loses.  Where the priority is good
# for the owner, the vertex was won at first sight.  Terminates because each vertex enters once.


cdef bint _leads_on(
    const int64_t[::1] ptr, const int32_t[::1] idx, const int8_t[::1] winners,
    int32_t[::1] watched, int32_t v, int8_t lost, int64_t *steps,
) except -1 nogil:
    """Return whether v has a successor that is not yet won by `lost`, beside itself.

    It may be won by the owner of v already, and will tell v so.
    """
    cdef int64_t first = ptr[v], degree = ptr[v + 1] - first, _, at = watched[v]
    cdef int32_t w
    for _ in range(degree):
        w = idx[first + at]
        steps[0] += 1
        if winners[w] != lost and w != v:
            watched[v] = <int32_t>at
            return True
        at += 1
        if at == degree:
            at = 0
    return False


cdef Py_ssize_t _first_sight(
    const int64_t[::1] ptr, const int32_t[::1] idx, const int8_t[::1] owner,
    const int32_t[::1] priority, int8_t[::1] winners, int32_t[::1] strategy, int32_t[::1] queue,
) except -1 nogil:
    """Queue the vertices that are known, are dead ends, or are won or lost by a self-loop."""
    cdef Py_ssize_t v, tail = 0
    cdef int64_t e, loops
    cdef int32_t parity
    for v in range(owner.shape[0]):
        if v % SIGNAL_STEPS == 0:
            check_signals()
        if winners[v] < 0:
            parity = priority[v] & 1
            loops = 0
            for e in range(ptr[v], ptr[v + 1]):
                loops += idx[e] == v
            if loops and parity == owner[v]:
                winners[v] = owner[v]
                strategy[v] = <int32_t>v
            elif loops == ptr[v + 1] - ptr[v]:
                winners[v] = 1 - owner[v]
                strategy[v] = -1
        if winners[v] >= 0:
            queue[tail] = <int32_t>v
            tail += 1
    return tail


cdef Py_ssize_t spread(
    const int64_t[::1] ptr, const int32_t[::1] idx,
    const int64_t[::1] pred_ptr, const int32_t[::1] pred_idx,
    const int8_t[::1] owner, int8_t[::1] winners, int32_t[::1] strategy, int32_t[::1] watched,
    int32_t[::1] queue, Py_ssize_t tail,
) except -1 nogil:
    """Update the predecessors of the vertices that are known; return how many are known then."""
    cdef Py_ssize_t head = 0
    cdef int64_t e, steps = 0, next_check = SIGNAL_STEPS
    cdef int32_t v, u
    cdef int8_t winner
    while head < tail:
        v = queue[head]
        head += 1
        winner = winners[v]
        steps += 1 + pred_ptr[v + 1] - pred_ptr[v]
        if steps >= next_check:
            next_check = steps + SIGNAL_STEPS
            check_signals()
        for e in range(pred_ptr[v], pred_ptr[v + 1]):
            u = pred_idx[e]
            if winners[u] >= 0:
                continue
            if owner[u] == winner:
                strategy[u] = v
            elif _leads_on(ptr, idx, winners, watched, u, winner, &steps):
                continue
            else:
                strategy[u] = -1
            winners[u] = winner
            queue[tail] = u
            tail += 1
    return tail


def settle(*game):
    """Find who wins by dead ends, by self-loops, and by moving to vertices whose winner is known.

    Parameters
    ----------
    *game : eight arrays
        As of `graphgame.owners._unsolved.Unsolved`; here any vertex may lack successors.

    Returns
    -------
    int
        The number of vertices whose winner is known then.  Each of the others has a successor among
        them beside itself.

    Notes
    -----
    O(n + m) time, 8 bytes a vertex.
    """
    cdef Unsolved s = Unsolved(*game)
    cdef Py_ssize_t n = s.owner.shape[0], known
    cdef int32_t[::1] queue = int32_buffer(n), watched = int32_buffer(n)
    with nogil:
        known = _first_sight(
            s.ptr, s.idx, s.owner, s.priority, s.winners, s.strategy, queue
        )
        known = spread(
            s.ptr, s.idx, s.pred_ptr, s.pred_idx, s.owner, s.winners, s.strategy, watched, queue,
            known,
        )
    return known
