"""What a search of sums remembers: values of components, and what is known of couples.

A value and its component stand in one slot, which is one access to memory: a search asks for values
far more often than it finds one.  Couples of a component and a heap are in a table that grows up to
its bound.
"""

from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t

from graphgame._kernel.buffer cimport Buffer, int32_buffer, int64_buffer

cdef enum:
    FIRST_SLOTS = 1 << 10
    FIRST_SIZE = 1 << 12
    WORDS = 2
    # A number of questions is kept as the place of its first bit, and the EIGHTH bits behind it.
    EIGHTH = 3


cdef class Known:
    """A table of values, by the names of components.

    Attributes
    ----------
    count : int
        How many components have values.

    Notes
    -----
    32 to 64 bytes a value: slots of 16 bytes, a third to two thirds of them in use, and names in
    the order in which they came.  Nothing is forgotten.
    """

    def __init__(self):
        self.count = 0
        self.name_buffer = int64_buffer(0)
        self._resize(FIRST_SLOTS)

    def known(self, int64_t name) -> int:
        """Return the value of a component; -1 if it has none."""
        return known_value(self, name)

    def restore(
        self, const int64_t[::1] names not None, const int32_t[::1] values not None
    ) -> None:
        """Restore what `facts` gave, where nothing is known."""
        cdef int64_t i
        for i in range(names.shape[0]):
            self.add(names[i], values[i])

    def facts(self) -> tuple[Buffer, Buffer]:
        """Return the names, in the order in which they got values, and these values, as copies."""
        cdef Buffer names = int64_buffer(self.count), values = int32_buffer(self.count)
        cdef int64_t i, name
        for i in range(self.count):
            name = (<int64_t *>self.name_buffer.data)[i]
            (<int64_t *>names.data)[i] = name
            (<int32_t *>values.data)[i] = <int32_t>known_value(self, name)
        return names, values

    cdef int add(self, int64_t name, int64_t value) except -1 nogil:
        cdef Slot *slot
        if self.count == self.most:
            with gil:
                self._resize(2 * <int64_t>(self.mask + 1))
        slot = known_slot(self, name)
        if slot.value == 0:
            (<int64_t *>self.name_buffer.data)[self.count] = name
            self.count += 1
        slot.name, slot.value = name, value + 1
        return 0

    cdef int _resize(self, int64_t slots) except -1:
        """Move all values to a table of another size, a power of two."""
        cdef Buffer old = self.slot_buffer
        cdef const Slot *entries
        cdef int64_t i, before = self.mask + 1
        self.name_buffer.reserve(2 * slots // 3)
        self.slot_buffer = int64_buffer(2 * slots)
        self.slots, self.mask = <Slot *>self.slot_buffer.data, slots - 1
        self.most = 2 * slots // 3
        if old is None:
            return 0
        entries = <Slot *>old.data
        for i in range(before):
            if entries[i].value:
                known_slot(self, entries[i].name)[0] = entries[i]
        return 0


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
