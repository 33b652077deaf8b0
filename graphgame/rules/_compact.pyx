"""The options of every position with a byte for each degree, while a game is explored.

Offsets take 8 bytes for every position.  Who reads the rows in order, forwards or backwards, needs
only their lengths.
"""

cimport cython
from libc.stdint cimport INT32_MAX, int32_t, int64_t, uint8_t
from libc.string cimport memcpy

from graphgame._kernel.buffer cimport Buffer, int32_buffer, unsigned_buffer
from graphgame._kernel.signals cimport SIGNAL_STEPS, check_signals

cdef enum:
    FIRST_ROOM = 1 << 10
    # The greatest degree that fits in a byte.
    MOST_NARROW = 255


@cython.final
cdef class CompactRows:
    """The options of positions 0 to n - 1, one row behind the other.

    Attributes
    ----------
    n, m : int
        How many rows there are, and how many options in all of them.
    rising : bool
        Whether every option is a position of a greater index.  Then the game has no cycle, and in
        the order of falling indices every position comes after its options.

    Notes
    -----
    4 bytes for each option.  A byte for each position; 4 where one of them has more than 255
    options.
    """

    # degrees[:n] are the lengths of the rows, uint8, or int32 if `wide`; idx[:m] is all rows, one
    # behind the other.

    def __cinit__(self):
        self.degrees = unsigned_buffer(1, FIRST_ROOM, 0)
        self.idx = int32_buffer(FIRST_ROOM)
        self.n = self.m = 0
        self.rising = True
        self.wide = False

    def add(self, const int64_t[::1] ptr not None, const int32_t[::1] idx not None):
        """Append rows given as a CSR, whose row i is ``idx[ptr[i] - ptr[0]:ptr[i + 1] - ptr[0]]``.

        Raises
        ------
        OverflowError
            If a row has more than 2^31 - 1 options.
        """
        if ptr.shape[0] < 1 or ptr[ptr.shape[0] - 1] - ptr[0] != idx.shape[0]:
            raise ValueError("expected offsets of all options")
        self.append(&ptr[0], ptr.shape[0] - 1, &idx[0] if idx.shape[0] else NULL)

    cdef int append(self, const int64_t *ptr, int64_t count, const int32_t *idx) except -1:
        """Append `count` rows; see `add`."""
        cdef int64_t k = ptr[count] - ptr[0]
        cdef int64_t most
        self.degrees.reserve(self.n + count)
        self.idx.reserve(self.m + k)
        with nogil:
            if k:
                memcpy(<int32_t *>self.idx.data + self.m, idx, 4 * k)
            most = _longest(ptr, count)
            self.rising = self.rising and _rise(ptr, count, idx, self.n)
        if most > INT32_MAX:
            raise OverflowError(f"a position has more than {INT32_MAX} options")
        if most > MOST_NARROW and not self.wide:
            self._widen()
        with nogil:
            if self.wide:
                _write_degrees[int32_t](ptr, count, <int32_t *>self.degrees.data + self.n)
            else:
                _write_degrees[uint8_t](ptr, count, <uint8_t *>self.degrees.data + self.n)
        self.n += count
        self.m += k
        return 0

    cdef int _widen(self) except -1:
        """Convert the degrees to 4 bytes."""
        cdef Buffer wide = int32_buffer(self.degrees.shape[0])
        cdef const uint8_t *narrow = <const uint8_t *>self.degrees.data
        cdef int32_t *degrees = <int32_t *>wide.data
        cdef int64_t v
        with nogil:
            for v in range(self.n):
                degrees[v] = narrow[v]
        self.degrees = wide
        self.wide = True
        return 0

    def row(self, int64_t v):
        """Return a copy of the options of position v, an int32 Buffer; O(v) time."""
        cdef int64_t u, size, first = 0
        cdef void *degrees = self.degrees.data
        cdef Buffer row
        if not 0 <= v < self.n:
            raise ValueError("expected a position that has a row")
        # first is where row u starts; ends because u rises.
        with nogil:
            for u in range(v):
                first += (<int32_t *>degrees)[u] if self.wide else (<uint8_t *>degrees)[u]
            size = (<int32_t *>degrees)[v] if self.wide else (<uint8_t *>degrees)[v]
        row = int32_buffer(size)
        memcpy(row.data, <const int32_t *>self.idx.data + first, 4 * size)
        return row

    def arrays(self):
        """Return copies: the degrees as an int32 Buffer, and all options as an int32 Buffer."""
        cdef Buffer degrees = int32_buffer(self.n), idx = int32_buffer(self.m)
        cdef int32_t *copy = <int32_t *>degrees.data
        cdef int64_t v
        for v in range(self.n):
            if self.wide:
                copy[v] = (<const int32_t *>self.degrees.data)[v]
            else:
                copy[v] = (<const uint8_t *>self.degrees.data)[v]
        memcpy(idx.data, self.idx.data, 4 * self.m)
        return degrees, idx


ctypedef fused degree_t:
    uint8_t
    int32_t


cdef int64_t _longest(const int64_t *ptr, int64_t count) noexcept nogil:
    cdef int64_t v, most = 0
    for v in range(count):
        most = max(most, ptr[v + 1] - ptr[v])
    return most


cdef bint _rise(
    const int64_t *ptr, int64_t count, const int32_t *idx, int64_t first
) noexcept nogil:
    """Return whether all options of positions `first` to `first` + `count` - 1 are above them."""
    cdef int64_t v, e
    cdef bint rising = True
    for v in range(count):
        for e in range(ptr[v] - ptr[0], ptr[v + 1] - ptr[0]):
            rising &= idx[e] > first + v
    return rising


cdef int _write_degrees(const int64_t *ptr, int64_t count, degree_t *degrees) except -1 nogil:
    cdef int64_t v
    for v in range(count):
        degrees[v] = <degree_t>(ptr[v + 1] - ptr[v])
        if v % SIGNAL_STEPS == SIGNAL_STEPS - 1:
            check_signals()
    return 0
