# Words of vertices in parity games: where a vertex stands in the work of a solver, in 32 bits, so
# that an attractor reads one cache line for each edge.
#
# A word is ``label << 2 | owner << 1 | winner``.  The label 0 is that of vertices outside the game
# that is solved, labels from 1 on are those of levels, and FREE is above all of them.

from libc.stdint cimport int8_t, int32_t, int64_t

cdef enum:
    FREE = (1 << 29) - 1
    # Levels number at most as many as vertices.
    MOST_VERTICES = (1 << 29) - 2


cdef inline int32_t label_of(int32_t word) noexcept nogil:
    return word >> 2


cdef inline int32_t owner_of(int32_t word) noexcept nogil:
    return word >> 1 & 1


cdef inline int32_t winner_of(int32_t word) noexcept nogil:
    return word & 1


cdef inline int32_t relabelled(int32_t word, int32_t label, int32_t winner) noexcept nogil:
    return label << 2 | (word & 2) | winner


cdef inline bint escapes(
    const int64_t[::1] ptr, const int32_t[::1] idx, const int32_t[::1] words,
    int32_t[::1] watched, int32_t v, int32_t least, int32_t lost, int64_t *steps,
) except -1 nogil:
    """Return whether v has a successor of label `least` or more whose winner is not `lost`.

    Winners do not count where `lost` is -1.

    watched[v] is a place in the row of v.  While an attractor grows, successors are only lost, so
    the search goes on where it ended last and goes round once: all searches of one attractor
    together read the row twice at the most.
    """
    cdef int64_t first = ptr[v], degree = ptr[v + 1] - first, _, at = watched[v]
    cdef int32_t word
    for _ in range(degree):
        word = words[idx[first + at]]
        steps[0] += 1
        if label_of(word) >= least and winner_of(word) != lost:
            watched[v] = <int32_t>at
            return True
        at += 1
        if at == degree:
            at = 0
    return False
