from libc.stdint cimport int32_t, int64_t, uint32_t

from graphgame._kernel.buffer cimport Buffer
from graphgame.synthesis._formulas cimport Formulas

cdef enum:
    # The level of terminals, below that of every variable.
    TERMINAL = 2147483647

cdef enum Operation:
    AND
    OR
    # Of diagrams that nowhere have two terminals beside 0; where they have, `is_torn` is set.
    UNION

cdef struct Node:
    int32_t level
    int32_t low
    int32_t high
    int32_t next


cdef class Diagrams:
    cdef readonly int32_t n, n_levels
    cdef Buffer rows, heads, cache, stack, work
    cdef Node *nodes
    cdef bint is_torn

    cdef int _clear(self, Buffer table) except -1
    cdef int _grow(self) except -1
    cdef int32_t simple(self, Operation operation, int32_t f, int32_t g) noexcept
    cdef int32_t *_result(self, Operation operation, int32_t f, int32_t g) noexcept
    cdef int32_t _cube(
        self, const int32_t *references, Py_ssize_t count, const int32_t[::1] levels, bint is_all
    ) except -2
    cdef int32_t make(self, int32_t level, int32_t low, int32_t high) except -1
    cdef int32_t terminal(self, int32_t value) except -1
    cdef int32_t apply(self, Operation operation, int32_t f, int32_t g) except -1
    cdef int32_t join(self, Operation operation, Py_ssize_t count) except -1
    cdef int32_t literal(self, int32_t reference, const int32_t[::1] levels) except -1
    cdef Buffer evaluate(self, Formulas formulas, const int32_t[::1] levels)
