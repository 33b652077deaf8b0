from libc.stdint cimport int8_t, int32_t, int64_t

from graphgame._kernel.buffer cimport Buffer

cdef enum:
    # Kinds of nodes.
    ALL = 0
    ANY = 1


cdef class Formulas:
    cdef readonly Py_ssize_t n
    cdef readonly Buffer kinds, ends, heights, operands
    cdef Py_ssize_t n_operands
    cdef int32_t true, false

    cdef int32_t join(self, int kind, const int32_t *found, Py_ssize_t count) except? 0
    cdef int32_t constant(self, bint value) except? 0
