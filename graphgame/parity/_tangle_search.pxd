from libc.stdint cimport int32_t, int64_t

from graphgame._kernel.buffer cimport Buffer
from graphgame.parity._unsolved cimport Unsolved

cdef enum:
    # The end of a list.
    NONE = -1
    # Levels; see `_tangle_search.pyx`.
    OUTSIDE = -1
    FREE = 0
    DECIDED = 0x7fffffff


cdef inline bint is_open(int32_t level, int32_t free) noexcept nogil:
    """Return whether a vertex of a level is in no region yet, or out of sight."""
    return level == free or level == OUTSIDE


cdef class Pool:
    cdef Buffer block
    cdef int64_t size, room

    cdef int add(self, int32_t value) except -1 nogil


cdef inline int32_t number_at(Pool pool, int64_t i) noexcept nogil:
    return (<int32_t *>pool.block.data)[i]


cdef class Search(Unsolved):
    cdef int32_t[::1] level, region, leaks, queue, open_ones, first_in
    cdef Pool shape, members, escapes, entries
    cdef int32_t r, free
    cdef int32_t[::1] watched, won, is_head
    cdef int32_t[::1] number, low, calls, cursor, component
    cdef int32_t[::1] order, place
    cdef int64_t left, n_found, n_won
    cdef bint recurs

    cdef int store(self, int32_t a, int64_t first, int64_t end) except -1 nogil
    cdef bint attracts(self, int64_t t) except -1 nogil
    cdef int64_t take_tangles(self, int32_t v, int32_t a, int64_t tail) except -1 nogil
    cdef int64_t take_leaking(self, int32_t v, int32_t a, int64_t tail) except -1 nogil
    cdef bint leads_on(self, int32_t v) except -1 nogil
    cdef int64_t attract(self, int32_t a, int64_t head, int64_t tail) except -1 nogil
    cdef bint keeps(self, int32_t v, int32_t a) except -1 nogil
    cdef int64_t find_leaks(self, int32_t a, int64_t start, int64_t heads) except -1 nogil
    cdef int32_t next_inside(self, int32_t v, int32_t a) except? -1 nogil
    cdef int components(self, int32_t a, int32_t root, int32_t *numbered) except -1 nogil
    cdef int learn(self, int32_t a, int64_t first, int64_t end) except -1 nogil
    cdef int win(self, int32_t a, int64_t first, int64_t end) except -1 nogil
    cdef int extract(self, int32_t a, int64_t start, int64_t end) except -1 nogil
    cdef int divide(self, const int32_t[::1] order, int64_t n) except -1 nogil
    cdef int64_t take_won(self, int32_t v, int64_t tail) except -1 nogil
    cdef int64_t decide(self) except -1 nogil
    cdef int sort(self, int32_t[::1] vertices, int64_t n) except -1 nogil
