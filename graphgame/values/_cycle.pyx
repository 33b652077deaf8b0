"""A kernel that finds a short cycle in a game that has one.

As in `graphgame._core`: arrays come through the buffer protocol, checked, and `Buffer` objects go
out; ``ptr`` and ``idx`` are compressed sparse rows.
"""

from libc.stdint cimport INT32_MAX, int32_t, int64_t

from graphgame._kernel.buffer cimport int32_buffer
from graphgame._kernel.signals cimport SIGNAL_STEPS, check_signals

# A position without a value has an option without one.  A walk that always moves to the first such
# option, or stays at a self-loop, ends in a cycle: mark[v] is one more than the start of the walk
# that visited v, depth[v] the number of steps from that start.  Each position is visited once, so
# the shortest of these cycles is found in O(n + m).  It may have chords: a breadth-first search
# from one of its positions finds a shortest cycle through that position.


cdef int32_t _first_without_value(
    const int64_t[::1] ptr, const int32_t[::1] idx, const int32_t[::1] values, int32_t v
) except -1 nogil:
    cdef int64_t e
    cdef int32_t found = v
    for e in range(ptr[v + 1] - 1, ptr[v] - 1, -1):
        if idx[e] == v:
            return v
        if values[idx[e]] < 0:
            found = idx[e]
    return found


cdef int32_t _on_a_short_cycle(
    const int64_t[::1] ptr, const int32_t[::1] idx, const int32_t[::1] values,
    int32_t[::1] mark, int32_t[::1] depth,
) except -2 nogil:
    """Return a position on the shortest cycle of the walks, -1 if all positions have values."""
    cdef Py_ssize_t start
    cdef int32_t v, far, best = -1, length = INT32_MAX
    cdef int64_t steps = 0
    for start in range(values.shape[0]):
        if values[start] >= 0 or mark[start] != 0:
            continue
        v = <int32_t>start
        far = 0
        while mark[v] == 0:
            mark[v] = <int32_t>(start + 1)
            depth[v] = far
            far += 1
            v = _first_without_value(ptr, idx, values, v)
            steps += 1
            if steps % SIGNAL_STEPS == 0:
                check_signals()
        if mark[v] == start + 1 and far - depth[v] < length:
            length = far - depth[v]
            best = v
    return best


cdef int32_t _back_to(
    const int64_t[::1] ptr, const int32_t[::1] idx, const int32_t[::1] values,
    int32_t root, int32_t[::1] parent, int32_t[::1] queue,
) except -1 nogil:
    """Search from root for a position with a move to root, and return that position."""
    cdef Py_ssize_t v, head = 0, tail = 1
    cdef int64_t e, steps = 0
    cdef int32_t u, w
    for v in range(values.shape[0]):
        parent[v] = -1
    queue[0] = root
    while head < tail:
        u = queue[head]
        head += 1
        for e in range(ptr[u], ptr[u + 1]):
            w = idx[e]
            if w == root:
                return u
            if values[w] < 0 and parent[w] < 0:
                parent[w] = u
                queue[tail] = w
                tail += 1
            steps += 1
            if steps % SIGNAL_STEPS == 0:
                check_signals()
    return root  # not reached: root is on a cycle


def find_cycle(
    const int64_t[::1] ptr not None, const int32_t[::1] idx not None,
    const int32_t[::1] values not None,
):
    """Return a short cycle among the positions that have no value.

    Parameters
    ----------
    ptr : (n + 1,) int64
    idx : (m,) int32
        Options of every position.
    values : (n,) int32
        Negative where a position has none; such a position has an option that has none.

    Returns
    -------
    list of int
        Positions, each an option of the one before it, and the first one of the last; empty if all
        have values.

    Notes
    -----
    O(n + m) time, 8 bytes per position.
    """
    cdef Py_ssize_t n = values.shape[0]
    cdef int32_t[::1] mark = int32_buffer(n), depth = int32_buffer(n)
    cdef int32_t root, v = -1
    with nogil:
        root = _on_a_short_cycle(ptr, idx, values, mark, depth)
        if root >= 0:
            v = _back_to(ptr, idx, values, root, mark, depth)
    if root < 0:
        return []
    cycle = [v]
    while v != root:
        v = mark[v]
        cycle.append(v)
    return cycle[::-1]
