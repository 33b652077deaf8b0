cimport cython
from libc.stdint cimport int8_t, int32_t, int64_t, uint64_t

from graphgame.cops._board cimport Board


@cython.final
cdef class Hunt(Board):
    cdef readonly int64_t start, capture_time
    cdef int64_t round, fresh_count, grown_count
    cdef double joint_moves, most_joint_moves
    cdef int64_t[::1] fresh_rows, grown_rows, layer_start
    cdef int32_t[::1] prefix
    cdef uint64_t[::1] layers, row
    cdef int8_t[::1] marks, layer_marks

    cdef int run(self, bint stop, int64_t most_rounds) except -1 nogil
    cdef bint _is_full(self, int64_t c) except -1 nogil
    cdef int _see_start(self, int64_t c) except -1 nogil
    cdef int _place_cops(self) except -1 nogil
    cdef int _add_won(self, int64_t c, int64_t after) except -1 nogil
    cdef int _push(self, int64_t c) except -1 nogil
    cdef bint _make_layer(self, int32_t level, int32_t v) except -1 nogil
    cdef inline bint _is_fresh(self, int32_t level, int64_t c) except -1 nogil
    cdef int _pull_row(self, int32_t v) except -1 nogil
    cdef int _pull(self) except -1 nogil
    cdef int _settle_row(self, int64_t c) except -1 nogil
    cdef int _settle(self) except -1 nogil
    cdef int _measure(self) except -1 nogil
