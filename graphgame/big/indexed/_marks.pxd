# Sets of indices that are positions, and the moves of some of them at a time.

from libc.stdint cimport int64_t

from graphgame._kernel.buffer cimport Buffer
from graphgame.big._windows cimport Compiled, Windows


cdef class Marks:
    # bits: which indices are positions; None where all are.  expanded: those whose options are
    # known.  cursor: where the next wave begins, a word, or an index where all are positions;
    # lowest: the lowest word below it that was marked.  place: where the next walk begins.
    # windows: one, with what was asked last.  is_waiting: its codes are still to be asked about.
    cdef readonly int64_t size
    cdef Buffer bits, expanded
    cdef int64_t cursor, lowest, place
    cdef bint is_waiting
    cdef Windows windows
    cdef Compiled rule, undo

    cdef int mark(self, int64_t v) except -1 nogil
    cdef int64_t _next_wave(self, int64_t *codes, int64_t most) except -1 nogil
    cdef int64_t _next_walk(self, int64_t *codes, int64_t most) except -1 nogil
    cdef int ask(self, const Compiled *functions) except -1 nogil
    cdef int require_indices(self, const char *kind) except -1 nogil
