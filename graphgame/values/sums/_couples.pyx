"""What is known of couples of a component and a heap, in a table that grows up to its bound."""

from libc.stdint cimport int64_t, uint32_t, uint64_t

from graphgame._kernel.buffer cimport Buffer, int64_buffer

cdef enum:
    FIRST_SIZE = 1 << 12
    WORDS = 2
    # A number of questions is kept as the place of its first bit, and the EIGHTH bits behind it.
    EIGHTH = 3


cdef class Couples:
    """A table of couples, with the numbers that a search gives them.

    Parameters
    ----------
    most : int
        The most slots, a power of two from 4 on; each takes 16 bytes.

    Attributes
    ----------
    size : int
        How many slots there are now.

    Notes
    -----
    A full table doubles up to its bound; after that, the couple of a bucket that took least work
    makes room.  What is forgotten costs time alone, and so does what is not kept: numbers
    above 2**24 - 1 are kept as that, and couples with heaps from 256 on are not.
    """

    def __init__(self, int64_t most):
        self.most = max(most, BUCKET)
        self.size = min(FIRST_SIZE, self.most)
        self.buffer = int64_buffer(self.size * WORDS)
        self.table = <Couple *>self.buffer.data
        self.filled = 0

    cdef int keep(
        self, int64_t name, int64_t nimber, int64_t work, uint32_t to_win, uint32_t to_lose
    ) except -1 nogil:
        cdef uint64_t facts
        if nimber > BYTE:
            return 0
        facts = <uint64_t>nimber | rounded(work) << WORK_AT
        facts |= <uint64_t>min(to_win, <uint32_t>MOST_KEPT) << TO_WIN_AT
        facts |= <uint64_t>min(to_lose, <uint32_t>MOST_KEPT) << TO_LOSE_AT
        self._insert(name, facts)
        if 4 * self.filled > 3 * self.size and self.size < self.most:
            with gil:
                self._double()
        return 0

    cdef int _insert(self, int64_t name, uint64_t facts) noexcept nogil:
        """Write a couple into its bucket, in place of another one perhaps."""
        cdef Couple *bucket = couples_bucket(self, name, <int64_t>(facts & BYTE))
        cdef Couple *least = bucket
        cdef int64_t i
        for i in range(BUCKET):
            if bucket[i].facts == 0 or (
                bucket[i].name == name and (bucket[i].facts ^ facts) & BYTE == 0
            ):
                least = &bucket[i]
                break
            if bucket[i].facts >> WORK_AT & BYTE < least.facts >> WORK_AT & BYTE:
                least = &bucket[i]
        self.filled += least.facts == 0
        least.name, least.facts = name, facts
        return 0

    cdef int _double(self) except -1:
        """Double the table, and write the couples to their new places."""
        cdef Buffer old = self.buffer
        cdef const Couple *entries = <Couple *>old.data
        cdef int64_t i, n = self.size
        self.buffer = int64_buffer(2 * n * WORDS)
        self.table, self.size, self.filled = <Couple *>self.buffer.data, 2 * n, 0
        for i in range(n):
            if entries[i].facts:
                self._insert(entries[i].name, entries[i].facts)
        return 0


cdef uint64_t rounded(int64_t work) noexcept nogil:
    """Return a byte that ascends with a number of questions, 1 or more for each."""
    cdef uint64_t left = <uint64_t>max(work, <int64_t>1), place = 1
    while left >= 2 << EIGHTH:
        left >>= 1
        place += 1
    return min((place << EIGHTH) + left - (1 << EIGHTH), <uint64_t>BYTE)
