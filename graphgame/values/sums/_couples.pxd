# What is known of couples, of a component and a heap, in a table of bounded memory.

from libc.stdint cimport int32_t, int64_t, uint32_t

from graphgame._kernel.buffer cimport Buffer


cdef struct Couple:
    # What is known of a component beside a heap: the moves that it seems to take to prove that the
    # player to move wins, 0 if this is proven, and that the player loses; and the questions that it
    # took, 0 if the slot is free.
    int64_t name
    int32_t nimber
    uint32_t work, to_win, to_lose


cdef class Couples:
    # table[:size] are slots, `filled` of them in use.
    cdef Buffer buffer
    cdef Couple *table
    cdef int64_t filled, most
    cdef readonly int64_t size

    # Fetch what find reads.
    cdef void fetch(self, int64_t name, int64_t nimber) noexcept nogil
    # Return what is known of a couple; NULL if nothing is.
    cdef Couple *find(self, int64_t name, int64_t nimber) noexcept nogil
    # Remember a couple.
    cdef int keep(
        self, int64_t name, int64_t nimber, int64_t work, uint32_t to_win, uint32_t to_lose
    ) except -1 nogil
    cdef Couple *_bucket(self, int64_t name, int64_t nimber) noexcept nogil
    cdef int _double(self) except -1
