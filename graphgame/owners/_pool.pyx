"""Numbers that a kernel stores one after the other; how many is not known beforehand."""

from libc.stdint cimport int32_t

from graphgame._kernel.buffer cimport int32_buffer

cdef enum:
    FIRST_ROOM = 1024


cdef class Pool:
    """Numbers one after the other, in memory that grows; `number_at` reads them."""

    def __cinit__(self):
        self.block = int32_buffer(FIRST_ROOM)
        self.size = 0
        self.room = FIRST_ROOM

    cdef int add(self, int32_t value) except -1 nogil:
        if self.size == self.room:
            self.room *= 2
            with gil:
                self.block.resize(self.room)
        (<int32_t *>self.block.data)[self.size] = value
        self.size += 1
        return 0
