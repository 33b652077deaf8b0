# The values of components that a search has found, in a table that grows with them.

from libc.stdint cimport int64_t, uint64_t

from graphgame._kernel.buffer cimport Buffer
from graphgame._kernel.prefetch cimport prefetch


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
