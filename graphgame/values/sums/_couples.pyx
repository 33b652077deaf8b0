"""What is known of couples of a component and a heap, in a table that grows up to its bound."""

from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t

from graphgame._kernel.buffer cimport Buffer, int64_buffer
from graphgame._kernel.prefetch cimport prefetch
from graphgame.values.sums._known cimport hashed

cdef enum:
    # Couples in a bucket, of which the one that took least work makes room.
    BUCKET = 4
    FIRST_SIZE = 1 << 12
    WORDS = 3
    # A nimber or a number of questions that is greater is taken for this one.
    MOST = 0x7fffffff


cdef class Couples:
    """A table of couples, with the numbers that a search gives them.

    Parameters
    ----------
    most : int
        The most slots, a power of two from 4 on; each takes 24 bytes.

    Attributes
    ----------
    size : int
        How many slots there are now.

    Notes
    -----
    A full table doubles up to its bound; after that, the couple of a bucket that took least work
    makes room.  What is forgotten costs time alone.
    """

    def __init__(self, int64_t most):
        self.most = max(most, BUCKET)
        self.size = min(FIRST_SIZE, self.most)
        self.buffer = int64_buffer(self.size * WORDS)
        self.table = <Couple *>self.buffer.data
        self.filled = 0

    cdef Couple *_bucket(self, int64_t name, int64_t nimber) noexcept nogil:
        return &self.table[hashed(name, nimber) & <uint64_t>(self.size - BUCKET)]

    cdef void fetch(self, int64_t name, int64_t nimber) noexcept nogil:
        cdef const Couple *bucket = self._bucket(name, nimber)
        prefetch(bucket)
        prefetch(&bucket[BUCKET - 1])

    cdef Couple *find(self, int64_t name, int64_t nimber) noexcept nogil:
        cdef Couple *bucket = self._bucket(name, nimber)
        cdef int64_t i
        for i in range(BUCKET):
            if bucket[i].work and bucket[i].name == name and bucket[i].nimber == nimber:
                return &bucket[i]
        return NULL

    cdef int keep(
        self, int64_t name, int64_t nimber, int64_t work, uint32_t to_win, uint32_t to_lose
    ) except -1 nogil:
        cdef Couple *bucket = self._bucket(name, nimber)
        cdef Couple *least = bucket
        cdef int64_t i
        for i in range(BUCKET):
            if bucket[i].work == 0 or bucket[i].name == name and bucket[i].nimber == nimber:
                least = &bucket[i]
                break
            if bucket[i].work < least.work:
                least = &bucket[i]
        self.filled += least.work == 0
        least.name, least.nimber = name, <int32_t>min(nimber, <int64_t>MOST)
        least.work = <uint32_t>min(max(work, <int64_t>1), <int64_t>MOST)
        least.to_win, least.to_lose = to_win, to_lose
        if 4 * self.filled > 3 * self.size and self.size < self.most:
            with gil:
                self._double()
        return 0

    cdef int _double(self) except -1:
        """Double the table, and put the couples in their new places."""
        cdef Buffer old = self.buffer
        cdef const Couple *entries = <Couple *>old.data
        cdef int64_t i, n = self.size
        self.buffer = int64_buffer(2 * n * WORDS)
        self.table, self.size, self.filled = <Couple *>self.buffer.data, 2 * n, 0
        for i in range(n):
            if entries[i].work:
                self.keep(
                    entries[i].name, entries[i].nimber, entries[i].work, entries[i].to_win,
                    entries[i].to_lose,
                )
        return 0
