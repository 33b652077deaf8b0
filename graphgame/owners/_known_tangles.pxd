from libc.stdint cimport int32_t, int64_t

from graphgame.owners._pool cimport Pool
from graphgame.owners._unsolved cimport Unsolved

cdef enum:
    # The end of a list.
    NONE = -1
    # Levels; see `_search.pyx`.
    OUTSIDE = -1
    FREE = 0
    DECIDED = 0x7fffffff


cdef inline bint is_open(int32_t level, int32_t free) noexcept nogil:
    """Return whether a vertex of a level is in no region yet, or out of sight."""
    return level == free or level == OUTSIDE


cdef class KnownTangles(Unsolved):
    cdef int32_t[::1] level, region, leaks, queue, open_ones, first_in
    cdef Pool shape, members, escapes, entries
    cdef int32_t r, free

    cdef int store(self, int32_t a, int64_t first, int64_t end) except -1 nogil
    cdef bint attracts(self, int64_t t) except -1 nogil
    cdef int64_t take_tangles(self, int32_t v, int32_t a, int64_t tail) except -1 nogil
    cdef int64_t take_leaking(self, int32_t v, int32_t a, int64_t tail) except -1 nogil
