# Counters of options: how every propagation begins.

from libc.stdint cimport int32_t


cdef inline int32_t greatest(const int32_t[::1] degrees) except -1 nogil:
    """Return the greatest degree, 0 where there are no positions."""
    cdef Py_ssize_t v
    cdef int32_t most = 0
    for v in range(degrees.shape[0]):
        most = max(most, degrees[v])
    return most


cdef inline Py_ssize_t enter_leaves(const int32_t[::1] state, int32_t[::1] queue) except -1 nogil:
    """Queue the positions without options; return their number."""
    cdef Py_ssize_t v, tail = 0
    for v in range(state.shape[0]):
        queue[tail] = <int32_t>v  # overwritten by the next one unless counted
        tail += state[v] == 0
    return tail
