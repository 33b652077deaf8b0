# Indexed games whose moves raise the index, while they are solved.

from libc.stdint cimport int64_t, uint64_t

from graphgame._kernel.buffer cimport Buffer
from graphgame.big._windows cimport Windows

cdef class OrderedGame:
    # bits: which indices are positions, in whole words.  expanded: those that waves expanded.
    # cursor: in the pass up all words below it are done, in the pass down all indices from it on.
    # most: the greatest remoteness.
    cdef readonly int64_t size, moves, cursor, most
    cdef readonly int width
    cdef readonly bint misere
    cdef Buffer bits, labels, expanded
    cdef Windows windows

    cdef int64_t _next_wave(self, int64_t *codes, int64_t most) except -1 nogil
    cdef int _check(self, int64_t code, int64_t option) except -1 nogil
