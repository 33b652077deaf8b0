"""What is left of a parity game, for the methods that solve it.

It takes arrays through the buffer protocol.  Inputs must have been checked by `graphgame.owners`:
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
