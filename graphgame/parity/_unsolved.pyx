"""What is left of a parity game when what is known at sight is taken out: for all methods.

It takes arrays through the buffer protocol.  Inputs must have been checked by `graphgame.parity`:
in the release build, kernels index with them unchecked.
"""

from libc.stdint cimport INT64_MAX, int8_t, int32_t, int64_t

from graphgame._kernel.buffer cimport int32_buffer
from graphgame._kernel.signals cimport SIGNAL_STEPS, check_signals


cdef class Unsolved:
    """The vertices of a parity game that nobody wins yet, and a budget of steps.

    Each method has a class of its own with this base.

    Parameters
    ----------
    ptr, idx : (n + 1,) int64 and (m,) int32
        The successors of every vertex.
    pred_ptr, pred_idx : (n + 1,) int64 and (m,) int32
        Its predecessors.
    owner : (n,) int8
        0 or 1.
    priority : (n,) int32
        From 0 to at most 2 n.
    winners : (n,) int8
        -1 where nobody wins yet: these are solved, and changed.  Each of them has a successor of
        the same kind.
    strategy : (n,) int32
        Changed where nobody wins yet: the move of the owner who wins, -1 where the other wins.
    budget : int
        Number of edges and vertices after which to give up; -1 for none.
    """

    def __cinit__(
        self,
        const int64_t[::1] ptr not None, const int32_t[::1] idx not None,
        const int64_t[::1] pred_ptr not None, const int32_t[::1] pred_idx not None,
        const int8_t[::1] owner not None, const int32_t[::1] priority not None,
        int8_t[::1] winners not None, int32_t[::1] strategy not None, int64_t budget=-1,
    ):
        self.ptr, self.idx, self.pred_ptr, self.pred_idx = ptr, idx, pred_ptr, pred_idx
        self.owner, self.priority = owner, priority
        self.winners, self.strategy = winners, strategy
        self.budget = INT64_MAX if budget < 0 else budget
        self.steps = self.next_check = 0

    cdef int count(self, int64_t more) except -1 nogil:
        """Count steps, and answer Ctrl-C now and then."""
        self.steps += more
        if self.steps >= self.next_check:
            self.next_check = self.steps + SIGNAL_STEPS
            check_signals()
        return 0

    cdef bint is_over_budget(self) noexcept nogil:
        """Return whether to give up."""
        return self.steps > self.budget

    cdef int32_t[::1] by_priority(self):
        """Return the unsolved vertices by priority, greatest first, equal ones by index."""
        cdef Py_ssize_t n = self.owner.shape[0]
        cdef int32_t[::1] starts = int32_buffer(2 * n + 2), order
        cdef int32_t left
        with nogil:
            left = _count_greater(self.priority, self.winners, starts)
        order = int32_buffer(left)
        with nogil:
            _place(self.priority, self.winners, starts, order)
        return order


cdef int32_t _count_greater(
    const int32_t[::1] priority, const int8_t[::1] winners, int32_t[::1] starts
) except -1 nogil:
    """Set starts[p] to the number of unsolved vertices of greater priority; return that of all."""
    cdef Py_ssize_t v
    cdef int32_t total = 0, count, p
    for v in range(priority.shape[0]):
        if winners[v] < 0:
            starts[priority[v]] += 1
    for p in range(<int32_t>starts.shape[0] - 1, -1, -1):
        count = starts[p]
        starts[p] = total
        total += count
    return total


cdef int _place(
    const int32_t[::1] priority, const int8_t[::1] winners, int32_t[::1] starts,
    int32_t[::1] order,
) except -1 nogil:
    """Store each unsolved vertex at the start of its priority, and move this start on."""
    cdef Py_ssize_t v
    for v in range(priority.shape[0]):
        if winners[v] < 0:
            order[starts[priority[v]]] = <int32_t>v
            starts[priority[v]] += 1
    return 0


# -- what is known at sight: dead ends, self-loops, and all that leads there ----------------------
#
# winners[v]   who wins from v; -1 while that is not known.
# strategy[v]  the move of the owner of v, where this player wins.
# watched[v]   a place in the row of v, as of `escapes` in `_zielonka.pyx`.
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


def settle(*game: _Array) -> int:
    """Find who wins by dead ends, by self-loops, and by moving to vertices whose winner is known.

    Parameters
    ----------
    *game : eight arrays
        As of `Unsolved`; here any vertex may lack successors.

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
