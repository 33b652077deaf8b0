"""Ranks and levels that prove a solution of a parity game; `verify_parity` checks them.

It takes arrays through the buffer protocol and returns `Buffer` objects.  Inputs must have been
checked by `graphgame.parity`: in the release build, kernels index with them unchecked.  What is
found here is not believed: docs/decisions/025-parity.md says what the ranks and levels must fulfil,
and why that is a proof.
"""

from libc.stdint cimport int8_t, int32_t, int64_t

from graphgame._kernel.buffer cimport Buffer, int32_buffer
from graphgame._kernel.signals cimport SIGNAL_STEPS, check_signals

cdef enum:
    NO_LEVEL = -1
    # The number of a vertex whose component is complete.
    COMPLETE = 0x7fffffff

# ---------------------------------------------------------------------------------------------
# The graph that is left has the chosen move of each vertex whose owner wins, and every move of the
# others.  A priority is *lost* at v if its parity is that of the loser of v.
#
# A task is a slice vertices[low:high]: a set of vertices, whose ranks will be the places low to
# high - 1, and the level of the boundaries between its components.  Its strongly connected
# components (R. Tarjan, "Depth-first search and linear graph algorithms", SIAM Journal on Computing
# 1, 1972) are laid out so that edges between them fall.  In a component with a cycle let l be the
# greatest lost priority.  Its vertices of greater priorities, all of them won, take one rank, the
# lowest of the slice; the boundary above them has level l, and the others are a new task of level
# l.  If there are none of greater priority, a cycle through a vertex of priority l is lost.
#
# part[v]      the task that v belongs to; only edges inside of it count.
# number[v]    0 while the search has not reached v, then 1, 2, …, then COMPLETE.
# low[v]       the least number that the search has found from v.
# cursor[v]    how many successors of v have been followed.
# calls        the path of the search; open_ones holds what it has reached and not completed.
#
# Terminates because a task is smaller than the component that it comes from.  No recursion: a path
# may be as long as there are vertices.


cdef class _Ranking:
    """The state of a run, so that its parts need few arguments."""

    cdef const int64_t[::1] ptr
    cdef const int32_t[::1] idx, priority, strategy
    cdef const int8_t[::1] owner, winners
    cdef int32_t[::1] ranks, levels, vertices, laid, part, number, low, cursor, calls, open_ones
    cdef int32_t[::1] tasks  # low, high and level of each
    cdef Py_ssize_t n_tasks, n_laid
    cdef int32_t task
    cdef int64_t steps, next_check

    cdef int count(self, int64_t more) except -1 nogil:
        """Count steps, and answer Ctrl-C now and then."""
        self.steps += more
        if self.steps >= self.next_check:
            self.next_check = self.steps + SIGNAL_STEPS
            check_signals()
        return 0

    cdef int32_t degree(self, int32_t v) except -1 nogil:
        """Return the number of moves that are left to v."""
        if self.owner[v] == self.winners[v]:
            return self.strategy[v] >= 0
        return <int32_t>(self.ptr[v + 1] - self.ptr[v])

    cdef int32_t successor(self, int32_t v, int32_t i) except -1 nogil:
        """Return successor number i of v."""
        if self.owner[v] == self.winners[v]:
            return self.strategy[v]
        return self.idx[self.ptr[v] + i]

    cdef bint is_loop(self, int32_t v) except -1 nogil:
        """Return whether v is its own successor."""
        cdef int32_t i
        for i in range(self.degree(v)):
            if self.successor(v, i) == v:
                return True
        return False

    cdef int32_t search(self, int32_t root, int32_t numbered, Py_ssize_t level) except -1 nogil:
        """Find the components that are reached from a root; return how many vertices were."""
        cdef int32_t v = root, w, bound
        cdef Py_ssize_t depth = 0, n_open = 0
        numbered += 1
        self.number[v] = self.low[v] = numbered
        self.cursor[v] = 0
        self.calls[0] = v
        self.open_ones[0] = v
        n_open = depth = 1
        while depth:
            v = self.calls[depth - 1]
            self.count(1)
            if self.cursor[v] < self.degree(v):
                w = self.successor(v, self.cursor[v])
                self.cursor[v] += 1
                if self.part[w] != self.task:
                    continue
                if self.number[w] == 0:
                    numbered += 1
                    self.number[w] = self.low[w] = numbered
                    self.cursor[w] = 0
                    self.calls[depth] = w
                    self.open_ones[n_open] = w
                    depth += 1
                    n_open += 1
                elif self.number[w] < self.low[v]:  # COMPLETE is greater than every number
                    self.low[v] = self.number[w]
                continue
            depth -= 1
            if depth:
                bound = self.low[v]
                w = self.calls[depth - 1]
                self.low[w] = min(self.low[w], bound)
            if self.low[v] == self.number[v]:
                n_open = self.lay_out(v, n_open, level)
        return numbered

    cdef Py_ssize_t lay_out(
        self, int32_t head, Py_ssize_t n_open, Py_ssize_t level
    ) except -1 nogil:
        """Place the component that ends open_ones; return how many are open then."""
        cdef Py_ssize_t first = self.n_laid
        cdef int32_t v = -1
        while v != head:
            n_open -= 1
            v = self.open_ones[n_open]
            self.number[v] = COMPLETE
            self.laid[self.n_laid] = v
            self.n_laid += 1
        self.levels[first] = <int32_t>level
        return n_open

    cdef int32_t split(self, Py_ssize_t low, Py_ssize_t high) except? -1 nogil:
        """Label a component with ranks; return -1, or a vertex of lost priority on a lost cycle."""
        cdef Py_ssize_t i, at = low
        cdef int32_t v, lost = NO_LEVEL, worst = -1
        self.count(high - low)
        if high - low == 1 and not self.is_loop(self.vertices[low]):
            self.ranks[self.vertices[low]] = <int32_t>low
            return -1
        for i in range(low, high):
            v = self.vertices[i]
            if (self.priority[v] & 1) != self.winners[v] and self.priority[v] > lost:
                lost = self.priority[v]
                worst = v
        for i in range(low, high):
            v = self.vertices[i]
            if i > low:
                self.levels[i] = NO_LEVEL
            if self.priority[v] > lost:
                self.ranks[v] = <int32_t>low
                self.vertices[i] = self.vertices[at]
                self.vertices[at] = v
                at += 1
        if at == low:
            return worst
        if at < high:
            self.add_task(at, high, lost)
        return -1

    cdef int add_task(self, Py_ssize_t low, Py_ssize_t high, int32_t level) except -1 nogil:
        self.tasks[3 * self.n_tasks] = <int32_t>low
        self.tasks[3 * self.n_tasks + 1] = <int32_t>high
        self.tasks[3 * self.n_tasks + 2] = level
        self.n_tasks += 1
        return 0

    cdef int32_t run_task(self, Py_ssize_t low, Py_ssize_t high, int32_t level) except? -1 nogil:
        """Label the vertices of a task with ranks; return -1, or a vertex of a lost cycle."""
        cdef Py_ssize_t i, start
        cdef int32_t v, numbered = 0, worst
        self.task += 1
        for i in range(low, high):
            v = self.vertices[i]
            self.part[v] = self.task
            self.number[v] = 0
        self.n_laid = low
        for i in range(low, high):
            # What is laid out goes to another array: here are the roots.
            v = self.vertices[i]
            if self.number[v] == 0:
                numbered = self.search(v, numbered, level)
        for i in range(low, high):
            self.vertices[i] = self.laid[i]
        # A boundary has a level at the first place of each component; the others have NO_LEVEL.
        start = low
        for i in range(low + 1, high + 1):
            if i == high or self.levels[i] != NO_LEVEL:
                worst = self.split(start, i)
                if worst >= 0:
                    return worst
                start = i
        return -1

    cdef int32_t run(self, int32_t level) except? -1 nogil:
        """Label all vertices with ranks; return -1, or a vertex of a lost cycle."""
        cdef int32_t worst, low, high
        cdef Py_ssize_t n = self.owner.shape[0], i
        if n == 0:
            return -1
        for i in range(n):
            self.vertices[i] = <int32_t>i
        self.add_task(0, n, level)
        while self.n_tasks:
            self.n_tasks -= 1
            low, high = self.tasks[3 * self.n_tasks], self.tasks[3 * self.n_tasks + 1]
            level = self.tasks[3 * self.n_tasks + 2]
            for i in range(low + 1, high):
                self.levels[i] = NO_LEVEL
            worst = self.run_task(low, high, level)
            if worst >= 0:
                return worst
        return -1


def rank(
    const int64_t[::1] ptr not None, const int32_t[::1] idx not None,
    const int8_t[::1] owner not None, const int32_t[::1] priority not None,
    const int8_t[::1] winners not None, const int32_t[::1] strategy not None, int32_t level,
) -> tuple[Buffer, Buffer, int]:
    """Label the vertices of a solved parity game with ranks that a pass over its edges proves.

    Parameters
    ----------
    ptr, idx : (n + 1,) int64 and (m,) int32
        The successors of every vertex.
    owner : (n,) int8
        0 or 1.
    priority : (n,) int32
    winners : (n,) int8
        0 or 1.
    strategy : (n,) int32
        The move of each vertex that its owner wins, -1 elsewhere.
    level : int
        The greatest priority.

    Returns
    -------
    ranks : (n,) int32 Buffer
    levels : (n + 1,) int32 Buffer
        levels[r] is the level of the boundary between the ranks r - 1 and r; -1 for none.
    worst : int
        -1; or a vertex on a cycle that the strategies allow and whose greatest priority, that of
        the vertex, is the loser's.  Then ranks and levels prove nothing.

    Notes
    -----
    O(d (n + m)) time, where components are nested d deep, which is at most the number of
    priorities; 44 bytes a vertex.
    """
    cdef Py_ssize_t n = owner.shape[0]
    cdef Buffer ranks = int32_buffer(n), levels = int32_buffer(n + 1)
    cdef _Ranking state = _Ranking.__new__(_Ranking)
    cdef int32_t worst
    state.ptr, state.idx, state.owner, state.priority = ptr, idx, owner, priority
    state.winners, state.strategy, state.ranks, state.levels = winners, strategy, ranks, levels
    state.vertices, state.laid = int32_buffer(n), int32_buffer(n)
    state.part, state.number, state.low = int32_buffer(n), int32_buffer(n), int32_buffer(n)
    state.cursor, state.calls, state.open_ones = int32_buffer(n), int32_buffer(n), int32_buffer(n)
    state.tasks = int32_buffer(3 * (n // 2 + 1))  # tasks are disjoint, of components
    state.task = 0
    state.steps = state.next_check = 0
    with nogil:
        worst = state.run(level)
    return ranks, levels, worst
