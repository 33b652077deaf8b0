# Rows of labels for all pairs of cells: see _pairs.pyx.

from libc.stddef cimport ptrdiff_t
from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint32_t, uint64_t

from graphgame._kernel.buffer cimport Buffer

cdef extern from "pursuit/_pursuit.h":
    ctypedef struct gg_board:
        const void *inside
        const void *open
        void *wide
        void *side
        void *step
        ptrdiff_t blocks
        ptrdiff_t down
        ptrdiff_t reach
    ctypedef struct gg_span:
        ptrdiff_t first
        ptrdiff_t last
    ctypedef gg_span gg_catch(
        const gg_board *board, const void *row, ptrdiff_t cell, gg_span span) noexcept nogil
    ctypedef gg_span gg_leave(
        const gg_board *board, const void *const *rows, ptrdiff_t cell, gg_span span) noexcept nogil
    ctypedef gg_span gg_join(const gg_board *board, void *row, gg_span span) noexcept nogil
    ctypedef struct gg_moves:
        gg_catch *catch_
        gg_leave *leave
        gg_join *join


cdef enum:
    # Words that can be read while a row is looked at in vain.
    WORDS_A_CALL = 32


cdef class Pairs:
    cdef Py_ssize_t lines, columns, count, block_bytes, row_bytes, steps
    cdef int width
    cdef int32_t[::1] at, ways, lo, hi
    cdef int64_t[::1] place
    cdef int8_t[::1] is_exit
    cdef uint64_t[::1] free
    cdef gg_board board
    cdef gg_moves moves
    cdef char *rows
    cdef Buffer inside, open, wide, side, step

    cdef int _make_space(self) except -1
    cdef int _make_masks(self) except -1 nogil
    cdef int _spend(self, Py_ssize_t steps) except -1 nogil
    cdef int _forget(self) except -1 nogil
    cdef int _spread(self, Py_ssize_t t, gg_span span) noexcept nogil
    cdef Py_ssize_t _beside(self, Py_ssize_t t, Py_ssize_t lines, Py_ssize_t columns) noexcept nogil
    cdef int _find_ways(self) except -1 nogil
    cdef gg_span _find(self, Py_ssize_t t) noexcept nogil
    cdef int _spread_around(
        self, Py_ssize_t t, gg_span span, int32_t *lo, int32_t *hi
    ) noexcept nogil
    cdef int _catch(self, Py_ssize_t q) except -1 nogil
    cdef int _leave(self, Py_ssize_t t) except -1 nogil
    cdef bint _sweep(self, bint catching, int order) except -1 nogil
    cdef void *_block(self, Py_ssize_t place, Py_ssize_t block) noexcept nogil
    cdef int settle(self, bint catching) except -1 nogil
    cdef int begin_again(self) except -1 nogil
    cdef int begin_catching(self, char *rows) except -1 nogil
    cdef int begin_leaving(self, char *rows) except -1 nogil
    cdef int turn(self) except -1 nogil
    cdef int complement(self) except -1 nogil
    cdef bint is_full(self) except -1 nogil
    cdef int begin_rounds(self, char *rows) except -1 nogil
    cdef int64_t round(
        self, int32_t[::1] next_lo, int32_t[::1] next_hi, uint64_t[:, ::1] waiting,
        int64_t[:, ::1] waits, Pairs numbers, uint32_t plies,
    ) except -1 nogil
    cdef int mark_ends(self) except -1 nogil
