from libc.stdint cimport int32_t, int64_t

from graphgame.owners._known_tangles cimport KnownTangles


cdef class Search(KnownTangles):
    cdef int32_t[::1] watched, won, is_head
    cdef int32_t[::1] number, low, calls, cursor, component
    cdef int32_t[::1] order, place
    cdef int64_t left, n_found, n_won
    cdef bint recurs

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
    cdef int64_t decide(self) except -1 nogil
    cdef int sort(self, int32_t[::1] vertices, int64_t n) except -1 nogil
