"""Strongly connected components, numbered so that edges between them lead to lower numbers.

Source: R. Tarjan, "Depth-First Search and Linear Graph Algorithms" (1972); nothing recurses here.
"""

from libc.stdint cimport int32_t, int64_t

from graphgame._kernel.buffer cimport Buffer, int32_buffer
from graphgame._kernel.signals cimport SIGNAL_STEPS, check_signals


def strong_components(
    const int64_t[::1] ptr not None, const int32_t[::1] idx not None
) -> Buffer:
    """Return the number of the component of each vertex.

    Parameters
    ----------
    ptr : (n + 1,) int64
    idx : (m,) int32
        The successors of vertex v are those from ptr[v] on, before ptr[v + 1].

    Returns
    -------
    (n,) int32 Buffer
        Edges lead to vertices of the same number or a lower one.

    Notes
    -----
    O(n + m) time; 28 bytes a vertex.
    """
    cdef Py_ssize_t n = ptr.shape[0] - 1
    cdef Buffer component = int32_buffer(n), entered = int32_buffer(n), lowest = int32_buffer(n)
    cdef Buffer path = int32_buffer(n), open_ones = int32_buffer(n), place = int32_buffer(2 * n)
    with nogil:
        _search(
            ptr, idx, <int32_t *>component.data, <int32_t *>entered.data, <int32_t *>lowest.data,
            <int32_t *>path.data, <int32_t *>open_ones.data, <int64_t *>place.data,
        )
    return component


cdef int _search(
    const int64_t[::1] ptr, const int32_t[::1] idx, int32_t *component, int32_t *entered,
    int32_t *lowest, int32_t *path, int32_t *open_ones, int64_t *place,
) except -1 nogil:
    # entered: 1 above the order in which vertices were entered, 0 before; lowest: the first entered
    # vertex without a component that is known to be reached.  path: the vertices between the root
    # and the current one; place: the next edge of each.  open_ones: entered vertices without a
    # component.  Invariant: those of a component stand together at the end of open_ones when its
    # first vertex is left.  Terminates because every step goes along an edge once, or leaves a
    # vertex.
    cdef Py_ssize_t root, n = ptr.shape[0] - 1, depth, n_open = 0, steps = 0
    cdef int32_t v, w, count = 0, number = 0
    for root in range(n):
        if entered[root]:
            continue
        depth = 1
        path[0] = <int32_t>root
        while depth:
            steps += 1
            if steps % SIGNAL_STEPS == 0:
                check_signals()
            v = path[depth - 1]
            if entered[v] == 0:
                count += 1
                entered[v] = lowest[v] = count
                place[v] = ptr[v]
                component[v] = -1
                open_ones[n_open] = v
                n_open += 1
            if place[v] < ptr[v + 1]:
                w = idx[place[v]]
                if entered[w] == 0:
                    path[depth] = w
                    depth += 1
                    continue
                if component[w] < 0:
                    lowest[v] = min(lowest[v], lowest[w])
                place[v] += 1
                continue
            if lowest[v] == entered[v]:
                while True:
                    n_open -= 1
                    w = open_ones[n_open]
                    component[w] = number
                    if w == v:
                        break
                number += 1
            depth -= 1
    return 0
