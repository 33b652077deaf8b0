"""The options of every position in few bytes, while a game is explored.

Offsets take 8 bytes for every position.  Who reads the rows in order, forwards or backwards, needs
only their lengths.  And breadth first, every position but the starts is met for the first time as
an option: as the next one, so that it need not be named.
"""

cimport cython
from libc.stdint cimport INT32_MAX, int32_t, int64_t, uint8_t

from graphgame._kernel.buffer cimport Buffer, int32_buffer, unsigned_buffer
from graphgame._kernel.signals cimport SIGNAL_STEPS, check_signals

cdef enum:
    FIRST_ROOM = 1 << 10
    # The greatest number of options that fits in a byte.
    MOST_NARROW = 255


@cython.final
cdef class CompactRows:
    """The options of positions 0 to n - 1, one row behind the other.

    Parameters
    ----------
    first : int
        The number of starts: the first position that is met as an option.

    Attributes
    ----------
    n, m : int
        How many rows there are, and how many options in all of them.
    rising : bool
        Whether every option is a position of a greater index.  Then the game has no cycle, and in
        the order of falling indices every position comes after its options.

    Notes
    -----
    An option is *new* if it is `first`, or the one above the last that was new.  New options are
    counted; the others take 4 bytes each.  Two bytes for each position; 8 where one of them has
    more than 255 options of a kind.
    """

    # Row v has named[v] options that stand in idx, where idx[:held] is those of all rows, one
    # behind the other, and fresh[v] that are new: numbers that rise by one from row to row, from
    # `first` to before `next`.  Both are uint8, or int32 if `wide`.

    def __cinit__(self, int64_t first=0):
        self.named = unsigned_buffer(1, FIRST_ROOM, 0)
        self.fresh = unsigned_buffer(1, FIRST_ROOM, 0)
        self.idx = int32_buffer(FIRST_ROOM)
        self.n = self.m = self.held = 0
        self.first = self.next = first
        self.rising = True
        self.wide = False

    cdef void begin(self, int64_t first) noexcept:
        """Say how many starts there are, before there are rows."""
        if self.n == 0:
            self.first = self.next = first

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
        """Append `count` rows; see `add`.  After an error, there are the rows before."""
        cdef int64_t most = _longest(ptr, count), k = ptr[count] - ptr[0]
        if most > INT32_MAX:
            raise OverflowError(f"a position has more than {INT32_MAX} options")
        self.named.reserve(self.n + count)
        self.fresh.reserve(self.n + count)
        self.idx.reserve(self.held + k)
        if most > MOST_NARROW and not self.wide:
            self._widen()
        cdef void *named = self.named.data
        cdef void *fresh = self.fresh.data
        cdef int32_t *to = <int32_t *>self.idx.data + self.held
        cdef int64_t n = self.n, last = self.next
        cdef bint rising
        with nogil:
            if self.wide:
                rising = _write(ptr, count, idx, n, &last, <int32_t *>named, <int32_t *>fresh, to)
            else:
                rising = _write(ptr, count, idx, n, &last, <uint8_t *>named, <uint8_t *>fresh, to)
        self.rising = self.rising and rising
        self.held += k - (last - self.next)
        self.next = last
        self.n += count
        self.m += k
        return 0

    cdef int _widen(self) except -1:
        """Convert the lengths to 4 bytes."""
        cdef Buffer named = _widened(self.named, self.n), fresh = _widened(self.fresh, self.n)
        self.named, self.fresh = named, fresh
        self.wide = True
        return 0

    def row(self, int64_t v):
        """Return a copy of the options of position v, an int32 Buffer; O(v) time.

        Those that are new come last.
        """
        cdef int64_t u, i, named, fresh, first = 0, new = self.first
        cdef Buffer row
        cdef int32_t *options
        if not 0 <= v < self.n:
            raise ValueError("expected a position that has a row")
        # first is where row u starts, new its first new option; ends because u rises.
        with nogil:
            for u in range(v):
                first += self._length(self.named, u)
                new += self._length(self.fresh, u)
        named, fresh = self._length(self.named, v), self._length(self.fresh, v)
        row = int32_buffer(named + fresh)
        options = <int32_t *>row.data
        for i in range(named):
            options[i] = (<const int32_t *>self.idx.data)[first + i]
        for i in range(fresh):
            options[named + i] = <int32_t>(new + i)
        return row

    cdef int64_t _length(self, Buffer lengths, int64_t v) noexcept nogil:
        return (<int32_t *>lengths.data)[v] if self.wide else (<uint8_t *>lengths.data)[v]


ctypedef fused degree_t:
    uint8_t
    int32_t


cdef Buffer _widened(Buffer lengths, int64_t n):
    """Return a copy of n lengths in 4 bytes each."""
    cdef Buffer wide = int32_buffer(lengths.shape[0])
    cdef const uint8_t *narrow = <const uint8_t *>lengths.data
    cdef int32_t *copy = <int32_t *>wide.data
    cdef int64_t v
    with nogil:
        for v in range(n):
            copy[v] = narrow[v]
    return wide


cdef int64_t _longest(const int64_t *ptr, int64_t count) noexcept nogil:
    cdef int64_t v, most = 0
    for v in range(count):
        most = max(most, ptr[v + 1] - ptr[v])
    return most


cdef bint _write(
    const int64_t *ptr, int64_t count, const int32_t *idx, int64_t first, int64_t *last,
    degree_t *named, degree_t *fresh, int32_t *to,
) except -1 nogil:
    """Write the rows of positions `first` to `first` + `count` - 1; return whether they rise.

    last[0] is the next new option.  to[:k] are the options named so far: every option is written
    there, and overwritten by the next one if it is new, without a branch.
    """
    cdef int64_t v, e, k = 0, before, new = last[0], least
    cdef bint rising = True, is_new
    for v in range(count):
        before = k
        least = INT32_MAX
        for e in range(ptr[v] - ptr[0], ptr[v + 1] - ptr[0]):
            to[k] = idx[e]
            least = min(least, <int64_t>idx[e])
            is_new = idx[e] == new
            new += is_new
            k += not is_new
        rising &= least > first + v
        named[first + v] = <degree_t>(k - before)
        fresh[first + v] = <degree_t>(ptr[v + 1] - ptr[v] - (k - before))
        if v % SIGNAL_STEPS == SIGNAL_STEPS - 1:
            check_signals()
    last[0] = new
    return rising
