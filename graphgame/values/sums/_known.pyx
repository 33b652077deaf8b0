"""The values of components that a search has found.

A value and its component stand in one slot, which is one access to memory: a search asks for values
far more often than it finds one.
"""

from libc.stdint cimport int32_t, int64_t

from graphgame._kernel.buffer cimport Buffer, int32_buffer, int64_buffer

cdef enum:
    FIRST_SLOTS = 1 << 10


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
