"""The tangles of a parity game that a search knows, and which vertices they add to regions.

It takes arrays through the buffer protocol.  Inputs must have been checked by `graphgame.owners`:
in the release build, kernels index with them unchecked.
"""

from libc.stdint cimport int32_t, int64_t

from graphgame._kernel.buffer cimport int32_buffer
from graphgame.owners._pool cimport Pool, number_at


# ---------------------------------------------------------------------------------------------
# What a tangle and a region are, and the levels of vertices, is explained in `_search.pyx`.
#
# shape         of each tangle: its player, its first and its end in `members`, and those in
#               `escapes`.
# members       of each tangle: a vertex, and its move in the tangle (NONE for the opponent's).
# first_in[v]   the first entry in `entries` of a tangle that has v as an escape; an entry is a
#               tangle and the next entry.
#
# A region attracts the tangles of its player that lie in it and in what is left, and whose escapes
# are all in regions, or won.  Where a search recurs into regions, a tangle of the opponent that
# lies in a region leaks when all its escapes leak or lie elsewhere.


cdef class KnownTangles(Unsolved):
    """The tangles that a search of a parity game knows, by their escapes."""

    def __cinit__(self, *_):
        cdef Py_ssize_t v, n = self.owner.shape[0]
        self.level, self.region, self.leaks = int32_buffer(n), int32_buffer(n), int32_buffer(n)
        self.queue, self.open_ones = int32_buffer(n), int32_buffer(n)
        self.first_in = int32_buffer(n)
        self.shape, self.members, self.escapes, self.entries = Pool(), Pool(), Pool(), Pool()
        for v in range(n):
            self.first_in[v] = NONE

    cdef int store(self, int32_t a, int64_t first, int64_t end) except -1 nogil:
        """Store a tangle with its escapes."""
        cdef int64_t i, e, t = self.shape.size // 5
        cdef int32_t v, w
        self.shape.add(a)
        self.shape.add(<int32_t>(self.members.size // 2))
        self.shape.add(<int32_t>(self.members.size // 2 + end - first))
        self.shape.add(<int32_t>self.escapes.size)
        for i in range(first, end):
            v = self.open_ones[i]
            self.members.add(v)
            self.members.add(self.strategy[v] if self.owner[v] == a else NONE)
            if self.owner[v] == a:
                continue
            for e in range(self.ptr[v], self.ptr[v + 1]):
                w = self.idx[e]
                if self.level[w] == self.r or self.level[w] == DECIDED:
                    continue
                self.escapes.add(w)
                self.entries.add(<int32_t>t)
                self.entries.add(self.first_in[w])
                self.first_in[w] = <int32_t>(self.entries.size // 2 - 1)
        self.shape.add(<int32_t>self.escapes.size)
        return 0

    cdef bint attracts(self, int64_t t) except -1 nogil:
        """Return whether tangle t lies in what is left and has no escape to elsewhere in it."""
        cdef int64_t i
        cdef int32_t x
        for i in range(number_at(self.shape, 5 * t + 3), number_at(self.shape, 5 * t + 4)):
            self.steps += 1
            if is_open(self.level[number_at(self.escapes, i)], self.free):
                return False
        for i in range(number_at(self.shape, 5 * t + 1), number_at(self.shape, 5 * t + 2)):
            self.steps += 1
            x = self.level[number_at(self.members, 2 * i)]
            if x != self.free and x != self.r:
                return False
        return True

    cdef int64_t take_tangles(self, int32_t v, int32_t a, int64_t tail) except -1 nogil:
        """Add the tangles of player a that have v as an escape; return the region's end."""
        cdef int32_t entry = self.first_in[v], x
        cdef int64_t t, i
        while entry != NONE:
            t = number_at(self.entries, 2 * <int64_t>entry)
            entry = number_at(self.entries, 2 * <int64_t>entry + 1)
            self.count(1)
            if number_at(self.shape, 5 * t) != a or not self.attracts(t):
                continue
            for i in range(number_at(self.shape, 5 * t + 1), number_at(self.shape, 5 * t + 2)):
                x = number_at(self.members, 2 * i)
                if self.level[x] == self.free:
                    self.level[x] = self.r
                    self.strategy[x] = number_at(self.members, 2 * i + 1)
                    self.region[tail] = x
                    tail += 1
        return tail

    cdef int64_t take_leaking(self, int32_t v, int32_t a, int64_t tail) except -1 nogil:
        """Mark the opponent's tangles in the region whose escapes leak, v among them.

        They are added to queue[:tail], whose end is returned.
        """
        cdef int32_t entry = self.first_in[v], x
        cdef int64_t t, i
        cdef bint leaks
        while entry != NONE:
            t = number_at(self.entries, 2 * <int64_t>entry)
            entry = number_at(self.entries, 2 * <int64_t>entry + 1)
            self.count(1)
            leaks = number_at(self.shape, 5 * t) != a
            for i in range(number_at(self.shape, 5 * t + 1), number_at(self.shape, 5 * t + 2)):
                if not leaks:
                    break
                self.steps += 1
                leaks = self.level[number_at(self.members, 2 * i)] == self.r
            for i in range(number_at(self.shape, 5 * t + 3), number_at(self.shape, 5 * t + 4)):
                if not leaks:
                    break
                self.steps += 1
                x = number_at(self.escapes, i)
                leaks = self.level[x] != self.r or self.leaks[x] == self.r
            if not leaks:
                continue
            for i in range(number_at(self.shape, 5 * t + 1), number_at(self.shape, 5 * t + 2)):
                x = number_at(self.members, 2 * i)
                if self.leaks[x] != self.r:
                    self.leaks[x] = self.r
                    self.queue[tail] = x
                    tail += 1
        return tail
