"""The options of every position in few bytes, while a game is explored.

Offsets take 8 bytes for every position.  Who reads the rows in order, forwards or backwards, needs
only their lengths.  And breadth first, every position but the starts is met for the first time as
an option: as the next one, so that it need not be named.
"""

from bisect import bisect

cimport cython
from libc.stdint cimport INT32_MAX, int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy

from graphgame._kernel.buffer cimport Buffer, int32_buffer, unsigned_buffer
from graphgame._kernel.signals cimport SIGNAL_STEPS, check_signals

cdef enum:
    FIRST_ROOM = 1 << 10
    # The greatest number of options that fits in a byte.
    MOST_NARROW = 255
    # Where more than one option of so many in a batch is far, those that follow take 4 bytes.
    FAR_SHARE = 4


@cython.final
cdef class CompactRows:
    """The options of positions 0 to n - 1, one row behind the other.

    Parameters
    ----------
    first : int
        The number of starts: the first position that is met as an option.
    near : bool
        Whether to begin with 3 bytes for an option.

    Attributes
    ----------
    n, m : int
        How many rows there are, and how many options in all of them.
    first : int
        The number of starts.
    rising : bool
        Whether every option is a position of a greater index.  Then the game has no cycle, and in
        the order of falling indices every position comes after its options.

    Notes
    -----
    An option is *new* if it is `first`, or the one above the last that was new.  New options are
    counted; the others are *named*.  A named option takes 3 bytes, and 4 more if it is *far*: 2^24
    or more below the next new one, or above.  From the first batch on of whose named options more
    than a quarter are far, they take 4 bytes.  Two bytes for each position; 8 where one of them has
    more than 255 options of a kind.
    """

    # Row v has named[v] named options, and fresh[v] that are new: numbers that rise by one from row
    # to row, from `first` to before `next`.  Both are uint8, or int32 if `wide`.
    #
    # Rows before `turn` have their named options in `near`, 3 bytes each and `close` in all, as
    # `near_option` reads them; far[:aside] are the far ones of them, in order.  The other rows have
    # theirs in idx[:held].  Rows go to `near` while `is_near`.
    #
    # marks has an entry for each batch of rows: n, close + held, next and aside before it.

    def __cinit__(self, int64_t first=0, bint near=True):
        self.near, self.far = int32_buffer(FIRST_ROOM), int32_buffer(FIRST_ROOM)
        self.marks = []
        self.close = self.aside = self.turn = 0
        self.is_near = near
        self.named = unsigned_buffer(1, FIRST_ROOM, 0)
        self.fresh = unsigned_buffer(1, FIRST_ROOM, 0)
        self.idx = int32_buffer(FIRST_ROOM)
        self.n = self.m = self.held = 0
        self.first = self.next = first
        self.rising = True
        self.wide = False

    @property
    def nbytes(self) -> int:
        """Number of bytes of all options that are not new."""
        return 3 * self.close + 4 * (self.aside + self.held)

    cdef void begin(self, int64_t first) noexcept:
        """Set how many starts there are, before there are rows."""
        if self.n == 0:
            self.first = self.next = first

    def add(self, const int64_t[::1] ptr not None, const int32_t[::1] idx not None) -> None:
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
        if self.is_near:
            self.near.reserve((3 * (self.close + k) + 7) // 4)
            self.far.reserve(self.aside + k)
        else:
            self.idx.reserve(self.held + k)
        if most > MOST_NARROW and not self.wide:
            self._widen()
        cdef void *named = self.named.data
        cdef void *fresh = self.fresh.data
        cdef int64_t last = self.next, aside = self.aside, held
        cdef bint rising
        if self.wide:
            rising = self._append(ptr, count, idx, <int32_t *>named, <int32_t *>fresh)
        else:
            rising = self._append(ptr, count, idx, <uint8_t *>named, <uint8_t *>fresh)
        self.marks.append((self.n, self.close + self.held, last, aside))
        self.rising = self.rising and rising
        held = k - (self.next - last)
        self.n += count
        self.m += k
        if self.is_near:
            self.close += held
            self.turn = self.n
            self.is_near = FAR_SHARE * (self.aside - aside) <= held
        else:
            self.held += held
        return 0

    cdef bint _append(
        self, const int64_t *ptr, int64_t count, const int32_t *idx, degree_t *named,
        degree_t *fresh,
    ) except -1:
        """Write `count` rows behind those there are; return whether they rise."""
        cdef char *near = <char *>self.near.data + 3 * self.close
        cdef int32_t *far = <int32_t *>self.far.data + self.aside
        cdef int32_t *to = <int32_t *>self.idx.data + self.held
        cdef int64_t n = self.n, last = self.next, aside = 0
        cdef bint rising
        with nogil:
            if self.is_near:
                rising = _write_near(ptr, count, idx, n, &last, named, fresh, near, far, &aside)
            else:
                rising = _write(ptr, count, idx, n, &last, named, fresh, to)
        self.next = last
        self.aside += aside
        return rising

    cdef int _widen(self) except -1:
        """Convert the lengths to 4 bytes."""
        cdef Buffer named = _widened(self.named, self.n), fresh = _widened(self.fresh, self.n)
        self.named, self.fresh = named, fresh
        self.wide = True
        return 0

    def row(self, int64_t v) -> Buffer:
        """Return a copy of the options of position v, an int32 Buffer; time as for its batch.

        Those that are new come last.
        """
        cdef int64_t u, i, w, named, fresh, aside, first, new, before
        cdef Buffer row
        cdef int32_t *options
        if not 0 <= v < self.n:
            raise ValueError("expected a position that has a row")
        # first is where row u starts, new its first new option, and `aside` of the far options
        # come before it; ends because u rises.
        before, first, new, aside = self.marks[bisect(self.marks, (v + 1,)) - 1]
        with nogil:
            for u in range(before, v):
                if u < self.turn:
                    for i in range(first, first + self._length(self.named, u)):
                        aside += near_option(<const char *>self.near.data, i, new) < 0
                first += self._length(self.named, u)
                new += self._length(self.fresh, u)
        named, fresh = self._length(self.named, v), self._length(self.fresh, v)
        row = int32_buffer(named + fresh)
        options = <int32_t *>row.data
        for i in range(named):
            if v < self.turn:
                w = near_option(<const char *>self.near.data, first + i, new)
                if w < 0:
                    w = (<const int32_t *>self.far.data)[aside]
                    aside += 1
            else:
                w = (<const int32_t *>self.idx.data)[first + i - self.close]
            options[i] = <int32_t>w
        for i in range(fresh):
            options[named + i] = <int32_t>(new + i)
        return row

    cdef int unpack(self) except -1:
        """Convert `near` to an array of int32 with the far options among the others.

        From the last one down, as each moves up.
        """
        cdef int64_t v, e = self.close, aside = self.aside, new = self.first, w
        cdef char *near
        cdef int32_t *options
        self.near.resize(self.close + 2)
        near, options = <char *>self.near.data, <int32_t *>self.near.data
        with nogil:
            for v in range(self.turn):
                new += self._length(self.fresh, v)
            for v in range(self.turn - 1, -1, -1):
                new -= self._length(self.fresh, v)
                for _ in range(self._length(self.named, v)):
                    e -= 1
                    w = near_option(near, e, new)
                    if w < 0:
                        aside -= 1
                        w = (<const int32_t *>self.far.data)[aside]
                    options[e] = <int32_t>w
                if v % SIGNAL_STEPS == 0:
                    check_signals()
        self.far = int32_buffer(0)
        self.aside = 0
        return 0

    cdef int64_t _length(self, Buffer lengths, int64_t v) noexcept nogil:
        return (<int32_t *>lengths.data)[v] if self.wide else (<uint8_t *>lengths.data)[v]


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


# Both of these write the rows of positions `first` to `first` + `count` - 1, and return whether
# they rise.  last[0] is the next new option.  k is how many options have been named: every option
# is written behind them, and overwritten by the next one if it is new, without a branch.


cdef bint _write(
    const int64_t *ptr, int64_t count, const int32_t *idx, int64_t first, int64_t *last,
    degree_t *named, degree_t *fresh, int32_t *to,
) except -1 nogil:
    """Write rows; their named options go to `to`."""
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


cdef bint _write_near(
    const int64_t *ptr, int64_t count, const int32_t *idx, int64_t first, int64_t *last,
    degree_t *named, degree_t *fresh, char *to, int32_t *far, int64_t *aside,
) except -1 nogil:
    """Write rows; their named options go to `to`, 3 bytes each, and those that are far to `far`.

    `below` is the number under the first new option of a row, from which options count down.
    """
    cdef int64_t v, e, k = 0, before, least, below, away = 0, end = 0
    cdef int32_t w, new = <int32_t>last[0]
    cdef uint32_t is_new, are_far
    cdef bint rising = True
    for v in range(count):
        before, below, e, end = k, new - 1, end, ptr[v + 1] - ptr[0]
        least = INT32_MAX
        are_far = 0
        while e < end:
            w = idx[e]
            least = min(least, <int64_t>w)
            is_new = w == new
            are_far |= (<uint64_t>(below - w) >= NEAR) & (is_new ^ 1)
            memcpy(to + 3 * k, &w, 4)
            new += is_new
            k += is_new ^ 1
            e += 1
        if are_far:
            e = ptr[v] - ptr[0]
            away += _mark_far(idx + e, end - e, below, to + 3 * before, far + away)
        rising &= least > first + v
        named[first + v] = <degree_t>(k - before)
        fresh[first + v] = <degree_t>(ptr[v + 1] - ptr[v] - (k - before))
        if v % SIGNAL_STEPS == SIGNAL_STEPS - 1:
            check_signals()
    last[0] = new
    aside[0] = away
    return rising


cdef int64_t _mark_far(
    const int32_t *row, int64_t size, int64_t below, char *to, int32_t *far
) noexcept nogil:
    """Write a row again, with marks for its far options, which go to `far`; return how many."""
    cdef int64_t i, new = below + 1, k = 0, away = 0
    cdef uint32_t word
    for i in range(size):
        if row[i] == new:
            new += 1
            continue
        word = <uint32_t>row[i]
        if <uint64_t>(below - row[i]) >= NEAR:
            word = <uint32_t>(below - NEAR)
            far[away] = row[i]
            away += 1
        memcpy(to + 3 * k, &word, 4)
        k += 1
    return away
