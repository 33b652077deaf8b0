# What a search of sums remembers: the values of components that it has found, in a table that grows
# with them, and what is known of couples, of a component and a heap, in one of bounded memory.

from libc.stdint cimport int64_t, uint32_t, uint64_t

from graphgame._kernel.buffer cimport Buffer
from graphgame._kernel.prefetch cimport prefetch

cdef enum:
    # Couples in a bucket, which is a cache line; the one that took least work makes room.
    BUCKET = 4
    # Of `facts`: the nimber has the low byte, the work the next one, and each number 24 bits.
    WORK_AT = 8
    TO_WIN_AT = 16
    TO_LOSE_AT = 40
    BYTE = 0xff
    MOST_KEPT = 0xffffff


cdef inline uint64_t hashed(int64_t name, int64_t nimber) noexcept nogil:
    """Return bits that are spread well (the finalizer of splitmix64, by Sebastiano Vigna)."""
    cdef uint64_t x = <uint64_t>name + <uint64_t>(nimber + 1) * <uint64_t>0x9E3779B97F4A7C15
    x = (x ^ x >> 30) * <uint64_t>0xBF58476D1CE4E5B9
    x = (x ^ x >> 27) * <uint64_t>0x94D049BB133111EB
    return x ^ x >> 31


cdef struct Slot:
    # A component and its value plus 1, 0 if the slot is free.
    int64_t name, value


cdef class Known:
    # slots[:mask + 1], of which at most `most`, two thirds, are in use.  name_buffer: the names of
    # `count` components, in the order in which they got values.
    cdef Buffer slot_buffer, name_buffer
    cdef Slot *slots
    cdef uint64_t mask
    cdef int64_t most
    cdef readonly int64_t count

    # Set the value of a component.
    cdef int add(self, int64_t name, int64_t value) except -1 nogil
    cdef int _resize(self, int64_t slots) except -1


cdef inline Slot *known_slot(Known values, int64_t name) noexcept nogil:
    """Return the slot of a component, or the free one where it belongs."""
    cdef const Slot *slots = values.slots
    cdef uint64_t mask = values.mask, i = hashed(name, 0) & mask
    while slots[i].value and slots[i].name != name:
        i = (i + 1) & mask
    return <Slot *>&slots[i]


cdef inline int64_t known_value(Known values, int64_t name) noexcept nogil:
    """Return the value of a component; -1 if it has none."""
    return known_slot(values, name).value - 1


cdef inline void fetch_known(Known values, int64_t name) noexcept nogil:
    """Fetch what known_value reads."""
    prefetch(&values.slots[hashed(name, 0) & values.mask])


cdef struct Couple:
    # What is known of a component beside a heap, in one word: the heap, the questions that it took,
    # 0 if the slot is free, and the moves that it seems to take to prove that the player to move
    # wins, 0 if this is proven, and that the player loses.
    int64_t name
    uint64_t facts


cdef class Couples:
    # table[:size] are slots, `filled` of them in use.
    cdef Buffer buffer
    cdef Couple *table
    cdef int64_t filled, most
    cdef readonly int64_t size

    # Remember a couple.
    cdef int keep(
        self, int64_t name, int64_t nimber, int64_t work, uint32_t to_win, uint32_t to_lose
    ) except -1 nogil
    cdef int _insert(self, int64_t name, uint64_t facts) noexcept nogil
    cdef int _double(self) except -1


cdef inline Couple *couples_bucket(Couples couples, int64_t name, int64_t nimber) noexcept nogil:
    """Return the slots that may have a couple."""
    return &couples.table[hashed(name, nimber) & <uint64_t>(couples.size - BUCKET)]


cdef inline void fetch_couple(Couples couples, int64_t name, int64_t nimber) noexcept nogil:
    """Fetch what find_couple reads."""
    prefetch(couples_bucket(couples, name, nimber))


cdef inline uint64_t find_couple(Couples couples, int64_t name, int64_t nimber) noexcept nogil:
    """Return what is known of a couple, which the next functions read; 0 if nothing is."""
    cdef const Couple *bucket = couples_bucket(couples, name, nimber)
    cdef int64_t i
    for i in range(BUCKET):
        if (
            bucket[i].name == name and bucket[i].facts
            and <int64_t>(bucket[i].facts & BYTE) == nimber
        ):
            return bucket[i].facts
    return 0


cdef inline uint32_t moves_to_win(uint64_t facts) noexcept nogil:
    """Return the moves that it seems to take to prove a win."""
    return <uint32_t>(facts >> TO_WIN_AT & MOST_KEPT)


cdef inline uint32_t moves_to_lose(uint64_t facts) noexcept nogil:
    """Return the moves that it seems to take to prove a loss."""
    return <uint32_t>(facts >> TO_LOSE_AT & MOST_KEPT)
