"""The kernel that sorts moves by the partition that they lead to.

A move becomes a message: the code of its option, and the source.  An option that is preset becomes
none: its code alone is kept, as one of the ends of its partition.
"""

from libc.stdint cimport int64_t, uint32_t, uint64_t
from libc.string cimport memcpy

from graphgame._kernel.buffer cimport int64_buffer, unsigned_buffer
from graphgame.big._chunks cimport new_chunk
from graphgame.answers._mix cimport mix

cdef enum:
    # Codes of preset positions that are remembered, in order not to send them twice in a row.
    RECENT_BITS = 14
    RECENT = 1 << RECENT_BITS


cdef class Outbox:
    """Messages to all partitions, until they are sent.

    Parameters
    ----------
    parts : int
        The number of partitions.
    capacity : int
        Messages to a partition that are collected before they are sent.

    Attributes
    ----------
    moves : int
        Moves of the last batch.

    Notes
    -----
    `route` distributes a batch of moves.  It returns the number of a partition whose buffer is
    full, plus the number of partitions if it is that of its ends, and -1 when all moves of the
    batch are routed.  `take` and `take_ends` empty a buffer.
    """

    def __init__(self, int64_t parts, int64_t capacity):
        if parts < 1 or capacity < 1:
            raise ValueError("expected at least one partition and one message")
        self.parts, self.capacity = parts, capacity
        self.codes, self.ends = int64_buffer(parts * capacity), int64_buffer(parts * capacity)
        self.sources = unsigned_buffer(4, parts * capacity, 0)
        self.fill, self.ended = int64_buffer(parts), int64_buffer(parts)
        self.origins = unsigned_buffer(4, 1, 0)
        self.recent = int64_buffer(RECENT)
        (<int64_t *>self.recent.data)[0] = 1  # mix(0) is 0, and mix(1) has another place
        self.moves = self.at = 0

    def route(self) -> int:
        """Distribute moves of the batch until a buffer is full; see the notes of the class."""
        cdef int64_t full
        with nogil:
            full = self._route()
        return full

    cdef int64_t _route(self) except -2 nogil:
        cdef int64_t *codes = <int64_t *>self.codes.data
        cdef int64_t *ends = <int64_t *>self.ends.data
        cdef uint32_t *sources = <uint32_t *>self.sources.data
        cdef int64_t *fill = <int64_t *>self.fill.data
        cdef int64_t *ended = <int64_t *>self.ended.data
        cdef const uint32_t *origins = <const uint32_t *>self.origins.data
        cdef int64_t *recent = <int64_t *>self.recent.data
        cdef uint64_t h, parts = <uint64_t>self.parts, mask = 0
        cdef int64_t i, q, place, capacity = self.capacity
        if parts & (parts - 1) == 0:
            mask = parts - 1
        for i in range(self.at, self.moves):
            h = mix(self.options[i])
            q = <int64_t>(h & mask if mask else h % parts)
            if origins[i] != ENDED:
                place = q * capacity + fill[q]
                codes[place], sources[place] = self.options[i], origins[i]
                fill[q] += 1
                if fill[q] == capacity:
                    self.at = i + 1
                    return q
            elif recent[h >> (64 - RECENT_BITS)] != self.options[i]:
                recent[h >> (64 - RECENT_BITS)] = self.options[i]
                ends[q * capacity + ended[q]] = self.options[i]
                ended[q] += 1
                if ended[q] == capacity:
                    self.at = i + 1
                    return <int64_t>parts + q
        self.at = self.moves
        return -1

    def waiting(self) -> list[int]:
        """Return the numbers of all buffers that are not empty, as `route` returns them."""
        cdef const int64_t *fill = <const int64_t *>self.fill.data
        cdef const int64_t *ended = <const int64_t *>self.ended.data
        return [q for q in range(self.parts) if fill[q]] + [
            self.parts + q for q in range(self.parts) if ended[q]
        ]

    def take(self, int64_t q, uint32_t origin) -> bytes:
        """Clear the buffer of partition q; return a chunk of messages from partition `origin`."""
        cdef char *entries
        cdef bytes made
        if not 0 <= q < self.parts:
            raise IndexError("no such partition")
        cdef int64_t *fill = <int64_t *>self.fill.data + q
        made = new_chunk(origin, fill[0], 12, 0, &entries)
        memcpy(entries, <int64_t *>self.codes.data + q * self.capacity, 8 * fill[0])
        memcpy(
            entries + 8 * fill[0], <uint32_t *>self.sources.data + q * self.capacity, 4 * fill[0]
        )
        fill[0] = 0
        return made

    def take_ends(self, int64_t q) -> bytes:
        """Clear the buffer of the ends of partition q; return their codes as bytes."""
        if not 0 <= q < self.parts:
            raise IndexError("no such partition")
        cdef int64_t *ended = <int64_t *>self.ended.data + q
        cdef bytes made = (<char *>(<int64_t *>self.ends.data + q * self.capacity))[: 8 * ended[0]]
        ended[0] = 0
        return made
