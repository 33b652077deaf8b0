from libc.stdint cimport int32_t, int64_t

from graphgame._kernel.buffer cimport Buffer


cdef class Pool:
    cdef Buffer block
    cdef int64_t size, room

    cdef int add(self, int32_t value) except -1 nogil


cdef inline int32_t number_at(Pool pool, int64_t i) noexcept nogil:
    return (<int32_t *>pool.block.data)[i]
