"""The kernel that gives int64 codes their indices: `CodeIndex`, an open-addressing table."""

cimport cython
from cpython.number cimport PyNumber_Index
from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t

from graphgame._kernel.buffer cimport Buffer, int32_buffer, int64_buffer
from graphgame._kernel.outcome cimport MOST_POSITIONS
from graphgame._kernel.prefetch cimport prefetch
from graphgame._kernel.signals cimport SIGNAL_STEPS, check_signals

cdef enum:
    FIRST_BITS = 10
    FIRST_SLOTS = 1 << FIRST_BITS
    FIRST_ROOM = 1 << 9
    # How far ahead of the code being looked up its slot, and then the code in that slot, are
    # fetched: far enough for two misses of the cache each, near enough to stay in it.
    SLOT_AHEAD = 32
    CODE_AHEAD = 16


@cython.final
cdef class CodeIndex:
    """A numbering of int64 codes: 0, 1, 2, … in the order in which they were added.

    Notes
    -----
    An open-addressing table of indices with linear probing; what a slot stands for is looked up in
    the codes themselves.  8 bytes per code, and 4 per slot, at least 4 slots for 3 codes and at
    most 8: 5.3 to 10.7 bytes per code.  A look-up takes O(1) time and two misses of the cache,
    which many look-ups at once overlap.
    """

    # codes[:count] are the codes in order.  There are 2^k slots; mask is 2^k - 1 and shift 64 - k.
    # A slot is 0 where it is empty.  Else its low k bits are an index plus 1, and its high 32 - k
    # bits the tag of that code: other bits of its hash, so that a code with another tag is seen to
    # be another one without a look at it.  The high k bits of the hash name the home of a code; it
    # stands in the first slot from there on that was empty.
    # Invariant between calls: 4 * count <= 3 * 2^k, so an index plus 1 fits into k bits; or slots
    # is NULL: they were to be more when memory was refused or Ctrl-C came.  They are made again
    # from the codes then, before anything is looked up or added.

    def __init__(self):
        self.count = 0
        self.code_buffer = int64_buffer(FIRST_ROOM)
        self.codes = <int64_t *>self.code_buffer.data
        self._enter_all()

    def __len__(self):
        return self.count

    def __getitem__(self, code):
        """Return the index of a code; KeyError if it was not added."""
        cdef int64_t wanted
        cdef int32_t index
        try:
            wanted = PyNumber_Index(code)  # 7.5 is no code, though C would make 7 of it
        except (TypeError, OverflowError):
            raise KeyError(code) from None
        if self.slots is NULL:
            self._enter_all()
        index = self._find(wanted)
        if index < 0:
            raise KeyError(code)
        return index

    def finish(self):
        """Return the codes as an int64 Buffer.  No code can be added afterwards."""
        self.code_buffer.resize(self.count)
        self.codes = <int64_t *>self.code_buffer.data
        return self.code_buffer

    def batch(self, int64_t start, int64_t stop):
        """Copy codes start to stop into a new int64 Buffer."""
        if not 0 <= start <= stop <= self.count:
            raise IndexError(f"expected a range within 0 to {self.count}, got {start} to {stop}")
        cdef Buffer buffer = int64_buffer(stop - start)
        cdef int64_t *copy = <int64_t *>buffer.data
        cdef int64_t i
        for i in range(stop - start):
            copy[i] = self.codes[start + i]
        return buffer

    def add(self, const int64_t[::1] codes not None, int32_t[::1] indices not None):
        """Return the index of every code; codes that have none are added.

        Parameters
        ----------
        codes : (k,) int64
        indices : (k,) int32
            Filled with the indices.

        Raises
        ------
        OverflowError
            If there are more than 2^31 - 2 different codes.
        """
        if indices.shape[0] != codes.shape[0]:
            raise ValueError("expected as many indices as codes")
        if codes.shape[0]:
            self.reserve(codes.shape[0])
            with nogil:
                self.add_codes(&codes[0], &indices[0], codes.shape[0])

    cdef int reserve(self, int64_t more) except -1:
        """Make room for so many more codes; of slots only for as many as there are."""
        if self.slots is NULL:
            self._enter_all()
        self.code_buffer.reserve(self.count + more)
        self.codes = <int64_t *>self.code_buffer.data
        return 0

    cdef inline uint64_t _hash(self, int64_t code) noexcept nogil:
        # The finalizer of MurmurHash3 (Austin Appleby, public domain): codes are seldom random.
        cdef uint64_t h = <uint64_t>code
        h = (h ^ (h >> 33)) * <uint64_t>0xff51afd7ed558ccdULL
        h = (h ^ (h >> 33)) * <uint64_t>0xc4ceb9fe1a85ec53ULL
        return h

    cdef inline uint64_t _seek(self, uint64_t h) noexcept nogil:
        """Return the first slot from the home of hash h on that is empty or has the tag of h."""
        cdef uint64_t s = h >> self.shift
        cdef uint32_t tag = <uint32_t>(h << (64 - self.shift))
        while self.slots[s] and (self.slots[s] ^ tag) > self.mask:
            s = (s + 1) & self.mask
        return s

    cdef inline int64_t _index_in(self, uint64_t s) noexcept nogil:
        return <int64_t>(self.slots[s] & self.mask) - 1

    cdef int32_t _find(self, int64_t code) noexcept nogil:
        cdef uint64_t s, h = self._hash(code)
        cdef uint32_t tag = <uint32_t>(h << (64 - self.shift))
        s = h >> self.shift
        while self.slots[s]:
            if (self.slots[s] ^ tag) <= self.mask and self.codes[self._index_in(s)] == code:
                return <int32_t>self._index_in(s)
            s = (s + 1) & self.mask
        return -1

    cdef int _enter_all(self) except -1:
        """Make as many slots as the codes need, and enter all codes."""
        cdef int64_t count = FIRST_SLOTS
        cdef int shift = 64 - FIRST_BITS
        while 4 * self.count > 3 * count:
            count *= 2
            shift -= 1
        # Free the old ones first: the codes say all that they said.
        self.slots = NULL
        self.slot_buffer = None
        self.slot_buffer = int32_buffer(count)
        self.mask = <uint64_t>count - 1
        self.shift = shift
        cdef uint32_t *slots = <uint32_t *>self.slot_buffer.data
        with nogil:
            self._enter(slots)
        self.slots = slots
        return 0

    cdef int _enter(self, uint32_t *slots) except -1 nogil:
        """Enter all codes into empty slots."""
        cdef int64_t i, ahead
        cdef uint64_t s, h
        for i in range(self.count):
            ahead = i + SLOT_AHEAD
            if ahead < self.count:
                prefetch(&slots[self._hash(self.codes[ahead]) >> self.shift])
            h = self._hash(self.codes[i])
            s = h >> self.shift
            while slots[s]:
                s = (s + 1) & self.mask
            slots[s] = <uint32_t>(h << (64 - self.shift)) | <uint32_t>(i + 1)
            if i % SIGNAL_STEPS == SIGNAL_STEPS - 1:
                check_signals()
        return 0

    cdef int add_codes(self, const int64_t *codes, int32_t *indices, int64_t k) except -1 nogil:
        """Look k codes up, adding those that are new; reserve(k) has made room for them."""
        cdef int64_t i, code
        cdef uint64_t s, h
        cdef uint32_t tag, held
        for i in range(k):
            if i + SLOT_AHEAD < k:
                prefetch(&self.slots[self._hash(codes[i + SLOT_AHEAD]) >> self.shift])
            if i + CODE_AHEAD < k:
                s = self._seek(self._hash(codes[i + CODE_AHEAD]))
                if self.slots[s]:
                    prefetch(&self.codes[self._index_in(s)])
            code = codes[i]
            h = self._hash(code)
            s = h >> self.shift
            tag = <uint32_t>(h << (64 - self.shift))
            while True:
                held = self.slots[s]
                if held == 0:
                    indices[i] = <int32_t>self.count
                    self._append(code, s, tag)
                    break
                if (held ^ tag) <= self.mask and self.codes[self._index_in(s)] == code:
                    indices[i] = <int32_t>self._index_in(s)
                    break
                s = (s + 1) & self.mask
            if i % SIGNAL_STEPS == SIGNAL_STEPS - 1:
                check_signals()
        return 0

    cdef int _append(self, int64_t code, uint64_t s, uint32_t tag) except -1 nogil:
        """Return a code the next index and the free slot s."""
        if self.count == MOST_POSITIONS:
            with gil:
                raise OverflowError(f"more than {MOST_POSITIONS} positions")
        self.codes[self.count] = code
        self.count += 1
        self.slots[s] = tag | <uint32_t>self.count
        if 4 * self.count > 3 * (<int64_t>self.mask + 1):
            with gil:
                self._enter_all()
        return 0

    def find(self, const int64_t[::1] codes not None, int32_t[::1] indices not None):
        """Look many codes up, and add none.

        Parameters
        ----------
        codes : (k,) int64
        indices : (k,) int32
            Filled with the indices, -1 for a code that was not added.

        Notes
        -----
        O(k) time; the misses of the cache overlap, as in `add`.
        """
        if indices.shape[0] != codes.shape[0]:
            raise ValueError("expected as many indices as codes")
        if self.slots is NULL:
            self._enter_all()
        if codes.shape[0]:
            with nogil:
                self._find_codes(&codes[0], &indices[0], codes.shape[0])

    cdef int _find_codes(self, const int64_t *codes, int32_t *indices, int64_t k) except -1 nogil:
        # indices[:i] are done.  Slots are never all taken, so each search ends.
        cdef int64_t i
        cdef uint64_t s
        for i in range(k):
            if i + SLOT_AHEAD < k:
                prefetch(&self.slots[self._hash(codes[i + SLOT_AHEAD]) >> self.shift])
            if i + CODE_AHEAD < k:
                s = self._seek(self._hash(codes[i + CODE_AHEAD]))
                if self.slots[s]:
                    prefetch(&self.codes[self._index_in(s)])
            indices[i] = self._find(codes[i])
            if i % SIGNAL_STEPS == SIGNAL_STEPS - 1:
                check_signals()
        return 0
