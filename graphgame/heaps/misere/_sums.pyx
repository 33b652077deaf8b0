"""Sums of heaps, each kept once: the store of the search in misère play.

A sum is a sorted tuple of heaps, and has a number.
"""

from libc.stdint cimport int8_t, int32_t, int64_t, uint32_t, uint64_t
from libc.string cimport memcmp, memcpy

from graphgame._kernel.buffer cimport int8_buffer, int32_buffer, int64_buffer, uint64_buffer
from graphgame._kernel.signals cimport SIGNAL_STEPS, check_signals

cdef enum:
    FIRST_SUMS = 1 << 10
    # Half of a slot is a part of the hash, the other half the number of a sum plus 1.
    MOST_SUMS = 0x7FFFFFFE


cdef inline uint64_t _mixed(uint64_t x) noexcept nogil:
    """Return the bits of x mixed, as SplitMix64 does."""
    x = (x + 0x9E3779B97F4A7C15ULL)
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ULL
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBULL
    return x ^ (x >> 31)


cdef class SumTable:
    """Sums of heaps, and their numbers in order of first sight.

    Parameters
    ----------
    unit : int
        A heap whose moves all leave nothing, of which pairs are dropped; or -1.
    limit : int
        The most sums.

    Attributes
    ----------
    count : int
        How many sums there are.

    Notes
    -----
    A sum takes 4 bytes for each of its heaps, 8 more, and 10.7 to 21.3 for its slot.
    """

    def __init__(self, int32_t unit, int64_t limit):
        self.unit, self.limit = unit, min(limit, MOST_SUMS)
        self.count = 0
        self.parts_buffer, self.starts_buffer = int32_buffer(FIRST_SUMS), int64_buffer(FIRST_SUMS)
        self.slot_buffer, self.scratch_buffer = uint64_buffer(FIRST_SUMS), int32_buffer(FIRST_SUMS)
        self.product_buffer, self.element_buffer = int32_buffer(1), int32_buffer(1)
        self.told_buffer = int8_buffer(1)
        self.order, self.top = 0, -1
        self.mask = FIRST_SUMS - 1
        self._locate_sums()

    cdef int _locate_sums(self) except -1:
        """Set the pointers to the blocks, after some of them moved."""
        self.parts = <int32_t *>self.parts_buffer.data
        self.scratch = <int32_t *>self.scratch_buffer.data
        self.starts = <int64_t *>self.starts_buffer.data
        self.slots = <uint64_t *>self.slot_buffer.data
        self.product = <int32_t *>self.product_buffer.data
        self.element = <int32_t *>self.element_buffer.data
        self.told = <int8_t *>self.told_buffer.data
        return 0

    def know(
        self, const int32_t[:, ::1] product not None, const int32_t[::1] element not None,
        const int8_t[:, ::1] told not None,
    ) -> None:
        """Load a quotient of smaller heaps, whose sums are not searched any more.

        Parameters
        ----------
        product : (k, k) int32
            The products of elements.
        element : (top,) int32
            The element of each heap below `top`, the next heap.
        told : (2, k) int8
            told[0, x] is 1 if sums with element x are lost; told[1, x] is 1 if from such a sum
            and one heap `top`, a move in that heap leads to a lost sum.
        """
        cdef int64_t k = product.shape[0], i, j
        self.product_buffer.reserve(k * k)
        self.element_buffer.reserve(element.shape[0] + 1)
        self.told_buffer.reserve(2 * k)
        self._locate_sums()
        for i in range(k):
            for j in range(k):
                self.product[k * i + j] = product[i, j]
            self.told[i], self.told[k + i] = told[0, i], told[1, i]
        for i in range(element.shape[0]):
            self.element[i] = element[i]
        self.order, self.top = k, <int32_t>element.shape[0]

    cdef int make_room(self, int64_t n) except -1 nogil:
        """Make room for one more sum, of n heaps at most."""
        cdef int64_t used = self.starts[self.count]
        if (
            used + n > self.parts_buffer.shape[0]
            or self.count + 2 > self.starts_buffer.shape[0]
            or n > self.scratch_buffer.shape[0] - 1
        ):
            with gil:
                self.parts_buffer.reserve(used + n)
                self.starts_buffer.reserve(self.count + 2)
                self.scratch_buffer.reserve(n + 1)
                self._locate_sums()
        if <uint64_t>(4 * self.count) >= 3 * self.mask:
            with gil:
                self._widen()
        return 0

    cdef int _widen(self) except -1:
        """Double the slots."""
        cdef Buffer wider = uint64_buffer(2 * (self.mask + 1))
        cdef int64_t p, i
        cdef uint64_t hashed, at
        self.mask = 2 * self.mask + 1
        self.slot_buffer = wider
        self._locate_sums()
        with nogil:
            for p in range(self.count):
                if p % SIGNAL_STEPS == 0:
                    check_signals()
                hashed = 0
                for i in range(self.starts[p], self.starts[p + 1]):
                    hashed += _mixed(self.parts[i])
                at = hashed & self.mask
                while self.slots[at]:
                    at = (at + 1) & self.mask
                self.slots[at] = (hashed >> 32 << 32) | <uint64_t>(p + 1)
        return 0

    cdef void merge(
        self, const int32_t *whole, int64_t n, int64_t part, const int32_t *left, int64_t k
    ) noexcept nogil:
        """Merge two ascending lists into the scratch, without one part, and pairs of units.

        scratch[0] is how many heaps stand behind it.
        """
        cdef int64_t i = 0, j = 0, length = 0
        cdef int32_t *heaps = self.scratch + 1
        cdef int32_t heap
        while True:
            i += i == part
            if i < n and (j == k or whole[i] <= left[j]):
                heap = whole[i]
                i += 1
            elif j < k:
                heap = left[j]
                j += 1
            else:
                break
            if heap == self.unit and length and heaps[length - 1] == heap:
                length -= 1
            else:
                heaps[length] = heap
                length += 1
        self.scratch[0] = <int32_t>length

    cdef int64_t find(self) noexcept nogil:
        """Return the number of the sum in the scratch, which is added if it is new, or -1."""
        cdef int64_t n = self.scratch[0], i, p
        cdef int32_t *heaps = self.scratch + 1
        cdef uint64_t hashed = 0, at
        for i in range(n):
            hashed += _mixed(heaps[i])
        at = hashed & self.mask
        # At most 3 of 4 slots are taken, so that this ends.
        while self.slots[at]:
            if self.slots[at] >> 32 == hashed >> 32:
                p = <int64_t><uint32_t>self.slots[at] - 1
                if self.starts[p + 1] - self.starts[p] == n and not memcmp(
                    self.parts + self.starts[p], heaps, 4 * n
                ):
                    return p
            at = (at + 1) & self.mask
        p = self.count
        if p >= self.limit:
            return -1
        memcpy(self.parts + self.starts[p], heaps, 4 * n)
        self.starts[p + 1] = self.starts[p] + n
        self.slots[at] = (hashed >> 32 << 32) | <uint64_t>(p + 1)
        self.count += 1
        return p

    cdef int known_outcome(self) noexcept nogil:
        """Return the outcome of the sum in the scratch if the quotient tells it, else UNKNOWN."""
        cdef int64_t n = self.scratch[0], i
        cdef int32_t *heaps = self.scratch + 1
        cdef int32_t x = 0
        cdef bint with_top = n > 0 and heaps[n - 1] == self.top
        n -= with_top
        if n and heaps[n - 1] >= self.top:
            return UNKNOWN
        for i in range(n):
            x = self.product[self.order * x + self.element[heaps[i]]]
        if with_top:
            return WON if self.told[self.order + x] else UNKNOWN
        return LOST if self.told[x] else WON
