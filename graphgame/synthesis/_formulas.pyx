"""Boolean formulas in negation normal form, as arrays.

A formula is a reference: 2 v is the variable v, 2 v + 1 its negation, and ~k is the node k.  A node
joins references to variables and to nodes before it, by "all of them" or "any of them"; so a pass
over the nodes in their order meets operands before what joins them, and nothing recurses.
"""

from libc.stdint cimport INT32_MAX, int8_t, int32_t, int64_t
from libc.string cimport memcpy

from graphgame._kernel.buffer cimport int8_buffer, int32_buffer, int64_buffer

cdef enum:
    # What has not been made yet: no reference to a node, as nodes are negative.
    NONE = 0
    FIRST_ROOM = 16


cdef class Formulas:
    """A pool of formulas.

    Attributes
    ----------
    n : int
        Number of nodes.
    kinds : (n,) int8 Buffer
        0 for "all", 1 for "any": of no operands that is true, and false.
    ends : (n,) int64 Buffer
        Where the operands of each node end, and those of the next one begin.
    heights : (n,) int32 Buffer
        1 above the greatest height of an operand; variables have height 0.
    operands : int32 Buffer
        References.
    """

    def __cinit__(self):
        self.n = self.n_operands = 0
        self.true = self.false = NONE
        self.kinds, self.ends = int8_buffer(FIRST_ROOM), int64_buffer(FIRST_ROOM)
        self.heights, self.operands = int32_buffer(FIRST_ROOM), int32_buffer(FIRST_ROOM)

    def finish(self) -> None:
        """Resize the arrays to what they hold; nothing may be joined afterwards."""
        self.kinds.resize(self.n)
        self.ends.resize(self.n)
        self.heights.resize(self.n)
        self.operands.resize(self.n_operands)

    cdef int32_t join(self, int kind, const int32_t *found, Py_ssize_t count) except? 0:
        """Return the reference of a node over some references; one reference stays itself."""
        cdef Py_ssize_t i
        cdef int32_t height = 0
        cdef int32_t *heights
        if count == 1:
            return found[0]
        if self.n == INT32_MAX:
            raise MemoryError("a text with more than 2^31 operations in its labels")
        self.kinds.reserve(self.n + 1)
        self.ends.reserve(self.n + 1)
        self.heights.reserve(self.n + 1)
        self.operands.reserve(self.n_operands + count)
        heights = <int32_t *>self.heights.data
        for i in range(count):
            if found[i] < 0:
                height = max(height, heights[~found[i]])
        if count:
            memcpy(
                <int32_t *>self.operands.data + self.n_operands, found, <size_t>count * 4
            )
        self.n_operands += count
        (<int8_t *>self.kinds.data)[self.n] = <int8_t>kind
        (<int64_t *>self.ends.data)[self.n] = self.n_operands
        heights[self.n] = height + 1
        self.n += 1
        return <int32_t>~(self.n - 1)

    cdef int32_t constant(self, bint value) except? 0:
        """Return the reference of "true" or "false"."""
        if value:
            if self.true == NONE:
                self.true = self.join(ALL, NULL, 0)
            return self.true
        if self.false == NONE:
            self.false = self.join(ANY, NULL, 0)
        return self.false
