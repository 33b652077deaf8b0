"""Strongly connected components, which games of chance are solved by."""

from libc.stdint cimport int32_t, int64_t

from graphgame._kernel.buffer cimport Buffer, int32_buffer, int64_buffer
from graphgame._kernel.signals cimport SIGNAL_STEPS, check_signals

# Tarjan's algorithm without recursion.  number[v]: 0 until v is met, then its number from 1 on,
# then `done` once its component is known.  low[v]: the least number that v is known to lead back
# to.  path[:depth]: the positions from the root to the one at hand, with edge[i] the next edge of
# path[i].  waiting[:count]: the positions that are met and in no component yet, in order of their
# numbers; those from v on are the component of v when low[v] stays number[v].  Each edge is looked
# at once.

cdef int64_t _components(
    const int64_t[::1] option_ptr, const int32_t[::1] option_idx, int32_t[::1] number,
    int32_t[::1] low, int32_t[::1] path, int64_t[::1] edge, int32_t[::1] waiting,
    int32_t[::1] order, int32_t[::1] part,
) except -1 nogil:
    """Fill `order` and `part`; return the number of components."""
    cdef int64_t n = option_ptr.shape[0] - 1, root, depth, count = 0, placed = 0, steps = 0
    cdef int64_t parts = 0
    cdef int32_t v, u, met = 0, done = 2147483647
    for root in range(n):
        if number[root]:
            continue
        depth = 1
        path[0] = <int32_t>root
        edge[0] = option_ptr[root]
        met += 1
        number[root] = low[root] = met
        waiting[count] = <int32_t>root
        count += 1
        while depth:
            steps += 1
            if steps % SIGNAL_STEPS == 0:
                check_signals()
            v = path[depth - 1]
            if edge[depth - 1] < option_ptr[v + 1]:
                u = option_idx[edge[depth - 1]]
                edge[depth - 1] += 1
                if number[u] == 0:
                    path[depth] = u
                    edge[depth] = option_ptr[u]
                    depth += 1
                    met += 1
                    number[u] = low[u] = met
                    waiting[count] = u
                    count += 1
                elif number[u] != done and number[u] < low[v]:
                    low[v] = number[u]
                continue
            depth -= 1
            if depth and low[v] < low[path[depth - 1]]:
                low[path[depth - 1]] = low[v]
            if low[v] != number[v]:
                continue
            while True:
                count -= 1
                u = waiting[count]
                number[u] = done
                order[placed] = u
                part[u] = <int32_t>parts
                placed += 1
                if u == v:
                    break
            parts += 1
    return parts


def components(
    const int64_t[::1] option_ptr not None, const int32_t[::1] option_idx not None
) -> tuple[Buffer, Buffer, int]:
    """Return the strongly connected components of a graph.

    Parameters
    ----------
    option_ptr : (n + 1,) int64
    option_idx : (m,) int32

    Returns
    -------
    order : (n,) int32 Buffer
        All positions, those of a component together, each component before those that lead to it.
    part : (n,) int32 Buffer
        The number of the component of each position, in this order.
    count : int
        The number of components.

    Notes
    -----
    O(n + m) time; 32 bytes per position.  Tarjan, 1972.
    """
    cdef Py_ssize_t n = option_ptr.shape[0] - 1
    cdef Buffer ordered = int32_buffer(n), parted = int32_buffer(n)
    cdef int32_t[::1] order = ordered, part = parted
    cdef int32_t[::1] number = int32_buffer(n), low = int32_buffer(n), path = int32_buffer(n)
    cdef int32_t[::1] waiting = int32_buffer(n)
    cdef int64_t[::1] edge = int64_buffer(n)
    cdef int64_t count
    with nogil:
        count = _components(
            option_ptr, option_idx, number, low, path, edge, waiting, order, part
        )
    return ordered, parted, count
