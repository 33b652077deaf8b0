"""The kernel that writes sums out: every multiset of components that can be reached, breadth first.

Components are indices with options, as `_sum_rows.SumRows` gives them.  A position is a multiset
of components, kept as a row of indices in ascending order; a move replaces one of them by the parts
of one of its options.
"""

from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.string cimport memcmp, memcpy

from graphgame._kernel.buffer cimport Buffer, int32_buffer, int64_buffer
from graphgame._kernel.outcome cimport MOST_POSITIONS
from graphgame._kernel.signals cimport check_signals

cdef enum:
    FIRST_ROOM = 1 << 10
    # Positions between two checks for signals, and between two reports.
    SIGNAL_POSITIONS = 1 << 8
    REPORTED = 1 << 12


cdef class Multisets:
    """The positions of a game of sums, and their options, while they are found.

    Parameters
    ----------
    option_ptr, part_ptr, part_idx : int64, int64, int32
        The options of every component.

    Notes
    -----
    Per position 8 bytes, 4 for each of its components, 5.3 to 10.7 for the table that finds it, and
    8 for the offset of its options; 4 per option.
    """

    # Position v is the row parts[ptr[v]:ptr[v + 1]]; its options, for v < expanded, are
    # idx[row_ptr[v]:row_ptr[v + 1]].  slots is a table of 2^k positions plus 1, 0 where empty; at
    # most 3 of 4 are taken.  places[w] says where w stands in the row that is being made, if what
    # stands there is w: so places need no clearing.  made is room for one position.

    cdef const int64_t[::1] option_ptr, part_ptr
    cdef const int32_t[::1] part_idx
    cdef Buffer ptr, parts, row_ptr, idx, slots, places, made
    cdef readonly int64_t count, expanded, m
    cdef int64_t mask, widest

    def __init__(
        self, const int64_t[::1] option_ptr not None, const int64_t[::1] part_ptr not None,
        const int32_t[::1] part_idx not None,
    ):
        cdef int64_t i
        self.option_ptr, self.part_ptr, self.part_idx = option_ptr, part_ptr, part_idx
        self.ptr, self.parts = int64_buffer(FIRST_ROOM), int32_buffer(FIRST_ROOM)
        self.row_ptr, self.idx = int64_buffer(FIRST_ROOM), int32_buffer(FIRST_ROOM)
        self.slots, self.places = int32_buffer(FIRST_ROOM), int32_buffer(FIRST_ROOM)
        self.made = int32_buffer(FIRST_ROOM)
        self.mask = FIRST_ROOM - 1
        self.count = self.expanded = self.m = 0
        self.widest = 0
        for i in range(part_ptr.shape[0] - 1):
            self.widest = max(self.widest, part_ptr[i + 1] - part_ptr[i])

    def add(self, const int32_t[::1] components not None) -> int:
        """Return the index of the position of these components, ascending; add it if new."""
        cdef int64_t k = components.shape[0]
        self.made.reserve(k + 1)
        if k:
            memcpy(self.made.data, &components[0], sizeof(int32_t) * k)
        return self._add(k)

    def add_all(self, const int64_t[::1] ptr not None, const int32_t[::1] parts not None) -> None:
        """Add the positions parts[ptr[v]:ptr[v + 1]], which differ, in their order."""
        cdef int64_t v
        for v in range(ptr.shape[0] - 1):
            self.add(parts[ptr[v]:ptr[v + 1]])

    def find(self, const int32_t[::1] components not None) -> int:
        """Return the index of the position of these components, ascending; -1 if none."""
        cdef int64_t k = components.shape[0], slot = 0
        cdef const int32_t *row = &components[0] if k else NULL
        return self._seek(row, k, &slot)

    cdef int64_t _seek(self, const int32_t *row, int64_t k, int64_t *slot) noexcept nogil:
        """Return the position that has a row, or -1, and the slot that it would take."""
        cdef const int32_t *slots = <int32_t *>self.slots.data
        cdef const int64_t *ptr = <int64_t *>self.ptr.data
        cdef const int32_t *parts = <int32_t *>self.parts.data
        cdef int64_t s = _hash(row, k) & self.mask, v
        while slots[s]:
            v = slots[s] - 1
            if ptr[v + 1] - ptr[v] == k:
                if k == 0 or memcmp(parts + ptr[v], row, sizeof(int32_t) * k) == 0:
                    return v
            s = (s + 1) & self.mask
        slot[0] = s
        return -1

    cdef int64_t _add(self, int64_t k) except -1 nogil:
        """Return the index of made[:k], which is added if it is new."""
        cdef int64_t slot = 0, end
        cdef int64_t v = self._seek(<int32_t *>self.made.data, k, &slot)
        if v >= 0:
            return v
        end = (<int64_t *>self.ptr.data)[self.count]
        if (
            4 * (self.count + 1) > 3 * (self.mask + 1) or self.count + 2 > self.ptr.shape[0]
            or end + k > self.parts.shape[0]
        ):
            with gil:
                self._grow(k)
            self._seek(<int32_t *>self.made.data, k, &slot)
        memcpy(<int32_t *>self.parts.data + end, self.made.data, sizeof(int32_t) * k)
        self.count += 1
        (<int64_t *>self.ptr.data)[self.count] = end + k
        (<int32_t *>self.slots.data)[slot] = <int32_t>self.count
        return self.count - 1

    cdef int _grow(self, int64_t k) except -1:
        """Make room for one position more, of k components."""
        cdef int64_t v, s
        cdef int64_t *ptr
        cdef int32_t *slots
        if self.count == MOST_POSITIONS:
            raise OverflowError(f"more than {MOST_POSITIONS} positions")
        self.ptr.reserve(self.count + 2)
        self.parts.reserve((<int64_t *>self.ptr.data)[self.count] + k)
        if 4 * (self.count + 1) <= 3 * (self.mask + 1):
            return 0
        self.slots = int32_buffer(2 * (self.mask + 1))
        self.mask = 2 * self.mask + 1
        ptr, slots = <int64_t *>self.ptr.data, <int32_t *>self.slots.data
        # All positions differ, so each takes the first empty slot from its home on.
        for v in range(self.count):
            s = _hash(<int32_t *>self.parts.data + ptr[v], ptr[v + 1] - ptr[v]) & self.mask
            while slots[s]:
                s = (s + 1) & self.mask
            slots[s] = <int32_t>(v + 1)
        return 0

    def run(
        self,
        int64_t limit,
        watch: Callable[[int, int, int], None],
        report: Callable[[int, int, int], None] | None,
    ) -> None:
        """Expand positions until all are, or more than `limit` have been found.

        Parameters
        ----------
        limit : int
        watch : callable
            Called with the numbers of positions, of their components together, and of options, now
            and then, to raise where the next would not fit.
        report : callable or None
            Called with the positions found, those expanded, and their options, now and then.
        """
        cdef int64_t next_watch = 0, size
        # Each round expands one position; they are finite in number, or the limit or memory is.
        while self.expanded < self.count <= limit:
            size = (<int64_t *>self.ptr.data)[self.count]
            if size + self.m + self.count >= next_watch:
                watch(self.count, size, self.m)
                next_watch = size + self.m + self.count
                next_watch += max(next_watch // 8, FIRST_ROOM)
            with nogil:
                self._expand()
            if self.expanded % SIGNAL_POSITIONS == 0:
                check_signals()
            if report is not None and self.expanded % REPORTED == 0:
                report(self.count, self.expanded, self.m)

    cdef int _expand(self) except -1 nogil:
        """Append the options of the next position."""
        cdef int64_t v = self.expanded, m = self.m, begin, k, i, option, last = -1
        cdef int64_t w
        cdef int32_t part
        begin = (<int64_t *>self.ptr.data)[v]
        k = (<int64_t *>self.ptr.data)[v + 1] - begin
        if self.made.shape[0] < k + self.widest:
            with gil:
                self.made.reserve(k + self.widest)
        # Equal components have equal options: the first of them moves.
        for i in range(k):
            part = (<int32_t *>self.parts.data)[begin + i]
            if part == last:
                continue
            last = part
            for option in range(self.option_ptr[part], self.option_ptr[part + 1]):
                w = self._add(self._merge(begin, k, i, option))
                if w >= self.places.shape[0] or m + 1 > self.idx.shape[0]:
                    with gil:
                        self.places.reserve(w + 1)
                        self.idx.reserve(m + 1)
                m += self._append(w, m)
        if v + 2 > self.row_ptr.shape[0]:
            with gil:
                self.row_ptr.reserve(v + 2)
        (<int64_t *>self.row_ptr.data)[v + 1] = m
        self.m = m
        self.expanded = v + 1
        return 0

    cdef bint _append(self, int64_t w, int64_t m) noexcept nogil:
        """Write w to idx[m] unless it is in idx[self.m:m]; return whether it was not."""
        cdef int32_t *place = <int32_t *>self.places.data + w
        cdef int32_t *row = <int32_t *>self.idx.data + self.m
        if 0 <= place[0] < m - self.m and row[place[0]] == w:
            return False
        place[0] = <int32_t>(m - self.m)
        row[m - self.m] = <int32_t>w
        return True

    cdef int64_t _merge(self, int64_t begin, int64_t k, int64_t i, int64_t option) noexcept nogil:
        """Make a position without its component i, and with an option in its place."""
        cdef const int32_t *row = <int32_t *>self.parts.data + begin
        cdef int32_t *made = <int32_t *>self.made.data
        cdef int64_t j, e = self.part_ptr[option], stop = self.part_ptr[option + 1], size = 0
        # Both rows ascend, and so does what is made: made[:size] has all that were passed.
        for j in range(k):
            if j == i:
                continue
            while e < stop and self.part_idx[e] < row[j]:
                made[size] = self.part_idx[e]
                size += 1
                e += 1
            made[size] = row[j]
            size += 1
        while e < stop:
            made[size] = self.part_idx[e]
            size += 1
            e += 1
        return size

    def finish(self) -> tuple[Buffer, Buffer, Buffer, Buffer]:
        """Return the rows of positions, ptr and parts, and of options, row_ptr and idx.

        Ends the exploration; `find` goes on.
        """
        self.row_ptr.resize(self.expanded + 1)
        self.idx.resize(self.m)
        return self.ptr, self.parts, self.row_ptr, self.idx


cdef inline uint64_t _hash(const int32_t *row, int64_t k) noexcept nogil:
    cdef uint64_t h = <uint64_t>k
    cdef int64_t i
    for i in range(k):
        h = (h ^ <uint64_t>(row[i] + 1)) * <uint64_t>0xff51afd7ed558ccdULL
        h ^= h >> 32
    return h ^ (h >> 17)
