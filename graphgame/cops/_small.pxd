# Vertices that dominate a graph of at most 64, whose closed neighbourhoods are words.

from libc.stdint cimport uint64_t

from graphgame._kernel.bits cimport lowest_bit


cdef inline uint64_t bit(int v) noexcept nogil:
    return <uint64_t>1 << v


cdef inline bint is_dominated(
    const uint64_t *rows, uint64_t within, uint64_t rest, int k
) noexcept nogil:
    """Return whether k vertices `within` the graph have all of `rest` in their neighbourhoods.

    Some vertex must dominate the first of the rest: at most 64^k steps.
    """
    cdef uint64_t open
    cdef int v
    if not rest:
        return True
    if k == 0:
        return False
    open = rows[lowest_bit(rest)] & within
    while open:
        v = lowest_bit(open)
        open &= open - 1
        if is_dominated(rows, within, rest & ~rows[v], k - 1):
            return True
    return False
