# Sums of heaps, each kept once: see _sums.pyx.

from libc.stdint cimport int8_t, int32_t, int64_t, uint64_t

from graphgame._kernel.buffer cimport Buffer


cdef enum:
    UNKNOWN = 0
    WON = 1
    LOST = 2


cdef class SumTable:
    # The heaps of sum p are parts[starts[p]:starts[p + 1]], in ascending order.  A slot holds half
    # of the hash of a sum, and its number plus 1.  scratch[0] is how many heaps of a sum that is
    # looked for stand behind it.
    cdef Buffer parts_buffer, starts_buffer, slot_buffer, scratch_buffer
    cdef int32_t *parts
    cdef int32_t *scratch
    cdef int64_t *starts
    cdef uint64_t *slots
    cdef uint64_t mask
    cdef int64_t limit
    cdef int32_t unit
    cdef readonly int64_t count
    # Heaps below `top` have the elements element[heap] of a quotient of that order, whose products
    # are product[order * x + y].  told[x] is whether sums with element x are lost, told[order + x]
    # whether a move in a heap `top` beside such a sum leads to a lost one.
    cdef Buffer product_buffer, element_buffer, told_buffer
    cdef int32_t *product
    cdef int32_t *element
    cdef int8_t *told
    cdef int64_t order
    cdef int32_t top

    cdef int _locate_sums(self) except -1
    cdef int make_room(self, int64_t n) except -1 nogil
    cdef int _widen(self) except -1
    cdef void merge(
        self, const int32_t *whole, int64_t n, int64_t part, const int32_t *left, int64_t k
    ) noexcept nogil
    cdef int64_t find(self) noexcept nogil
    cdef int known_outcome(self) noexcept nogil
