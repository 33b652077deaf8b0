"""The kernel that gives int64 codes their indices: `CodeIndex`, a hash table or an array."""

cimport cython
from cpython.number cimport PyNumber_Index
from libc.stdint cimport int32_t, int64_t, uint64_t, uintptr_t
from libc.string cimport memset

from graphgame._kernel.buffer cimport Buffer, int32_buffer, int64_buffer, uint64_buffer
from graphgame._kernel.outcome cimport MOST_POSITIONS
from graphgame._kernel.prefetch cimport prefetch
from graphgame._kernel.signals cimport SIGNAL_STEPS, check_signals

cdef enum:
    FIRST_BITS = 10
    FIRST_SLOTS = 1 << FIRST_BITS
    FIRST_ROOM = 1 << 9
    # Bits of the codes of a narrow table, from -2^(NARROW - 1) to 2^(NARROW - 1) - 1.
    NARROW = 60
    # How far ahead of a look-up its slot is fetched; and, of a wide table, the code of the slot.
    AHEAD = 32
    CODE_AHEAD = 16
    # Slots at the start of a table that are moved last when it grows: more than a search passes.
    LOW = 1 << 8
    # Slots zeroed between two checks of signals.
    ZEROED = 1 << 16


class CodeRangeError(ValueError):
    """A code is not one of the integers below `size`."""

    def __init__(self, code, size):
        super().__init__(f"expected codes from 0 to {size - 1}, got {code}")
        self.code, self.size = code, size


@cython.final
cdef class CodeIndex:
    """A numbering of int64 codes: 0, 1, 2, … in the order in which they were added.

    Parameters
    ----------
    size : int
        If it is above 0, codes are integers from 0 to size - 1, and an array of int32 takes the
        place of the table.
    expect : int
        How many codes to make slots for at first; more can be added.

    Notes
    -----
    An open-addressing table with linear probing, of 8 bytes per slot, at least 4 slots for 3 codes
    and at most 8: 10.7 to 21.3 bytes per code, besides 8 for the code itself.  A look-up takes O(1)
    time and one miss of the cache, which many look-ups at once overlap; of a code of more than 60
    bits two misses.  With `size`, 4 bytes per integer below it.
    """

    # codes[:count] are the codes in order.  A dense index has places: places[code] is the index of
    # code plus 1, 0 where there is none; and no slots.
    #
    # Otherwise there are 2^k slots; mask is 2^k - 1 and shift 64 - k.  A slot is 0 where it is
    # empty.  Else its low k bits are an index plus 1.  A code plus `offset` has `bits` bits, and
    # its hash as many: two codes of one hash are equal.  The hash stands at the top of a word; its
    # high k bits name the home of the code.  The code stands in the first slot from there on that
    # was empty.  The slot has the rest of the hash in its high bits, and in the 64 - bits between
    # the rest and the index, how far from its home it stands, at the most `exact`.  So a slot that
    # says the same rest and the same distance below `exact` is that of the same code, without a
    # look at the codes.  A narrow table has 60 bits and tells 15 distances apart.  The first code
    # that does not fit makes it wide: 64 bits, and the codes themselves are compared.
    #
    # Invariant between calls: count <= room, 3 slots of 4, so an index plus 1 fits into k bits; or
    # slots is NULL: Ctrl-C came while they were moved, or memory was refused.  Then they are made
    # again from the codes, before anything is looked up or added.

    def __init__(self, int64_t size=0, int64_t expect=0):
        self.count = 0
        self.size = max(size, 0)
        self.bits, self.offset = NARROW, <uint64_t>1 << (NARROW - 1)
        self.most, self.exact = (<uint64_t>1 << NARROW) - 1, (1 << (64 - NARROW)) - 1
        self.code_buffer = int64_buffer(FIRST_ROOM)
        self.codes = <int64_t *>self.code_buffer.data
        if self.size:
            self.slot_buffer = int32_buffer(size)
            self.places = <int32_t *>self.slot_buffer.data
        else:
            self._enter_all(expect)

    def __len__(self):
        return self.count

    @property
    def nbytes(self):
        """Number of bytes of the table or the array, without the codes."""
        return 0 if self.slot_buffer is None else self.slot_buffer.nbytes

    def __getitem__(self, code):
        """Return the index of a code; KeyError if it was not added."""
        cdef int64_t wanted
        cdef int32_t index
        try:
            wanted = PyNumber_Index(code)  # 7.5 is no code, though C would make 7 of it
        except (TypeError, OverflowError):
            raise KeyError(code) from None
        self.reserve(0)
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
        CodeRangeError
            If a code is not below `size`.
        OverflowError
            If there are more than 2^31 - 2 different codes.
        """
        if indices.shape[0] != codes.shape[0]:
            raise ValueError("expected as many indices as codes")
        if codes.shape[0]:
            self.reserve(codes.shape[0])
            with nogil:
                self.add_codes(&codes[0], &indices[0], codes.shape[0])

    def find(self, const int64_t[::1] codes not None, int32_t[::1] indices not None):
        """Return the index of every code; -1 for codes that were not added.

        Parameters
        ----------
        codes : (k,) int64
        indices : (k,) int32
            Filled with the indices.
        """
        if indices.shape[0] != codes.shape[0]:
            raise ValueError("expected as many indices as codes")
        cdef int64_t k = codes.shape[0]
        cdef Buffer rest = int64_buffer(k), places = int32_buffer(k)
        self.reserve(0)
        if k:
            with nogil:
                self.find_codes(
                    &codes[0], &indices[0], k, <int64_t *>rest.data, <int32_t *>places.data
                )

    cdef int reserve(self, int64_t more) except -1:
        """Make room for so many more codes; of slots only for as many as there are."""
        if self.slots is NULL and self.places is NULL:
            self._enter_all(0)
        self.code_buffer.reserve(self.count + more)
        self.codes = <int64_t *>self.code_buffer.data
        return 0

    cdef inline uint64_t _hash(self, int64_t code) noexcept nogil:
        # Two rounds of the finalizer of MurmurHash3 (Austin Appleby, public domain): codes are
        # seldom random.  Each step can be undone: shift and exclusive or within the bits, and a
        # product with an odd number, of which the high bits are the bits of the word.
        cdef uint64_t h = <uint64_t>code + self.offset
        h = ((h ^ (h >> 32)) * <uint64_t>0xff51afd7ed558ccdULL) & self.most
        return ((h ^ (h >> 32)) * <uint64_t>0xc4ceb9fe1a85ec53ULL) << (64 - self.bits)

    cdef inline int32_t _seek(
        self, int64_t code, uint64_t h, uint64_t *slot, uint64_t *held
    ) noexcept nogil:
        """Return the index of a code of hash h, or -1.

        If it is -1, slot[0] is the empty slot that the code would take, and held[0] its high bits.
        """
        cdef uint64_t s = h >> self.shift, wanted = h << (64 - self.shift), here
        cdef int64_t distance = 0, index
        while True:
            here = self.slots[s]
            if here == 0:
                slot[0], held[0] = s, wanted
                return -1
            if (here ^ wanted) <= self.mask:
                index = <int64_t>(here & self.mask) - 1
                if distance < self.exact or self.codes[index] == code:
                    return <int32_t>index
            s = (s + 1) & self.mask
            if distance < self.exact:
                distance += 1
                wanted += self.mask + 1

    cdef int32_t _find(self, int64_t code) noexcept nogil:
        cdef uint64_t slot, field
        if self.places is not NULL:
            return self.places[code] - 1 if 0 <= code < self.size else -1
        if <uint64_t>code + self.offset > self.most:
            return -1
        return self._seek(code, self._hash(code), &slot, &field)

    cdef int add_codes(self, const int64_t *codes, int32_t *indices, int64_t k) except -1 nogil:
        """Look k codes up, adding those that are new; reserve(k) has made room for them."""
        cdef int64_t done = 0
        if self.places is not NULL:
            return self._add_places(codes, indices, k)
        while done < k:
            done += self._add_run(codes + done, indices + done, k - done)
            if done < k:
                with gil:
                    self._widen()
        return 0

    # The loops below fetch the slots of the codes AHEAD places further on.  Their hashes wait in a
    # ring: each is computed once.

    cdef int64_t _add_run(
        self, const int64_t *codes, int32_t *indices, int64_t k
    ) except -1 nogil:
        """Add k codes, or those before the first that the table is too narrow for; return how many.
        """
        cdef uint64_t[AHEAD] hashes
        cdef uint64_t h, slot = 0, field = 0
        cdef int64_t i
        cdef int32_t index
        for i in range(min(AHEAD, k)):
            hashes[i] = self._hash(codes[i])
            prefetch(&self.slots[hashes[i] >> self.shift])
        for i in range(k):
            if <uint64_t>codes[i] + self.offset > self.most:
                return i
            h = hashes[i & (AHEAD - 1)]
            if i + AHEAD < k:
                hashes[i & (AHEAD - 1)] = self._hash(codes[i + AHEAD])
                prefetch(&self.slots[hashes[i & (AHEAD - 1)] >> self.shift])
            if self.exact == 0 and i + CODE_AHEAD < k:
                slot = hashes[(i + CODE_AHEAD) & (AHEAD - 1)] >> self.shift
                prefetch(&self.codes[<int64_t>(self.slots[slot] & self.mask) - 1])
            index = self._seek(codes[i], h, &slot, &field)
            if index < 0:
                index = <int32_t>self.count
                if self.count >= self.room:
                    index = self._add_one(codes[i])
                else:
                    self._append(codes[i], slot, field)
            indices[i] = index
            if i % SIGNAL_STEPS == SIGNAL_STEPS - 1:
                check_signals()
        return k

    cdef int _add_places(
        self, const int64_t *codes, int32_t *indices, int64_t k
    ) except -1 nogil:
        """Add k codes to a dense index."""
        cdef int64_t i, code
        cdef int32_t place
        for i in range(k):
            if i + AHEAD < k:
                self._prefetch_place(codes[i + AHEAD])
            code = codes[i]
            if not 0 <= code < self.size:
                self._refuse(code)
            place = self.places[code]
            if place == 0:
                self._require_places()
                self.codes[self.count] = code
                self.count += 1
                place = self.places[code] = <int32_t>self.count
            indices[i] = place - 1
            if i % SIGNAL_STEPS == SIGNAL_STEPS - 1:
                check_signals()
        return 0

    cdef inline void _prefetch_place(self, int64_t code) noexcept nogil:
        # As numbers: the code may lie anywhere.
        prefetch(<const void *>(<uintptr_t>self.places + sizeof(int32_t) * <uintptr_t>code))

    cdef int64_t find_codes(
        self, const int64_t *codes, int32_t *indices, int64_t k, int64_t *rest, int32_t *places
    ) except -1 nogil:
        """Look k codes up, and add none, so that other threads may do the same; return a count.

        So many codes have no index, -1 in `indices`: they go to `rest`, and where each stands among
        the codes to `places`, which have room for k.
        """
        cdef uint64_t[AHEAD] hashes
        cdef uint64_t h, slot, field
        cdef int64_t i, missing = 0
        for i in range(min(AHEAD, k)):
            hashes[i] = self._hash(codes[i])
        for i in range(k):
            if self.places is not NULL:
                if i + AHEAD < k:
                    self._prefetch_place(codes[i + AHEAD])
                indices[i] = self._find(codes[i])
            else:
                h = hashes[i & (AHEAD - 1)]
                if i + AHEAD < k:
                    hashes[i & (AHEAD - 1)] = self._hash(codes[i + AHEAD])
                    prefetch(&self.slots[hashes[i & (AHEAD - 1)] >> self.shift])
                if <uint64_t>codes[i] + self.offset > self.most:
                    indices[i] = -1
                else:
                    indices[i] = self._seek(codes[i], h, &slot, &field)
            rest[missing] = codes[i]  # overwritten by the next one unless counted
            places[missing] = <int32_t>i
            missing += indices[i] < 0
            if i % SIGNAL_STEPS == SIGNAL_STEPS - 1:
                check_signals()
        return missing

    cdef int32_t _add_one(self, int64_t code) except -1 nogil:
        """Return the index of a code, which is added if it is new."""
        cdef uint64_t slot = 0, field = 0
        cdef int32_t index
        if self.places is not NULL:
            self._add_places(&code, &index, 1)
            return index
        if <uint64_t>code + self.offset > self.most:
            with gil:
                self._widen()
        index = self._seek(code, self._hash(code), &slot, &field)
        if index >= 0:
            return index
        self._require_places()
        if self.count >= self.room:
            with gil:
                self._grow()
            self._seek(code, self._hash(code), &slot, &field)
        self._append(code, slot, field)
        return <int32_t>(self.count - 1)

    cdef inline void _append(self, int64_t code, uint64_t s, uint64_t field) noexcept nogil:
        """Add a code, with the next index, in the empty slot s."""
        self.codes[self.count] = code
        self.count += 1
        self.slots[s] = field | <uint64_t>self.count

    cdef int _require_places(self) except -1 nogil:
        if self.count == MOST_POSITIONS:
            with gil:
                raise OverflowError(f"more than {MOST_POSITIONS} positions")
        return 0

    cdef int _refuse(self, int64_t code) except -1 nogil:
        with gil:
            raise CodeRangeError(code, self.size)

    # -- growing ----------------------------------------------------------------------------------

    cdef int _enter_all(self, int64_t count) except -1:
        """Make as many slots as so many codes need, or all there are; enter those there are."""
        cdef int64_t made = FIRST_SLOTS
        cdef int shift = 64 - FIRST_BITS
        while 4 * max(self.count, min(count, MOST_POSITIONS)) > 3 * made:
            made *= 2
            shift -= 1
        # Free the old ones first: the codes say all that they said.
        self.slots = NULL
        self.slot_buffer = None
        self.slot_buffer = uint64_buffer(made)
        self.mask = <uint64_t>made - 1
        self.shift = shift
        cdef uint64_t *slots = <uint64_t *>self.slot_buffer.data
        with nogil:
            self._enter(slots)
        self._use(slots)
        return 0

    cdef int _enter(self, uint64_t *slots) except -1 nogil:
        """Enter all codes, which differ, into empty slots."""
        cdef int64_t i, distance
        cdef uint64_t s, h
        for i in range(self.count):
            if i + AHEAD < self.count:
                prefetch(&slots[self._hash(self.codes[i + AHEAD]) >> self.shift])
            h = self._hash(self.codes[i])
            s = h >> self.shift
            distance = 0
            while slots[s]:
                s = (s + 1) & self.mask
                distance += 1
            slots[s] = (
                (h << (64 - self.shift))
                + <uint64_t>min(distance, self.exact) * (self.mask + 1) + <uint64_t>(i + 1)
            )
            if i % SIGNAL_STEPS == SIGNAL_STEPS - 1:
                check_signals()
        return 0

    cdef int _widen(self) except -1:
        """Make the table one for all codes."""
        self.bits, self.offset, self.most, self.exact = 64, 0, ~<uint64_t>0, 0
        return self._enter_all(0)

    cdef int _grow(self) except -1:
        """Make twice as many slots, where they stand, and move what they hold."""
        cdef int64_t old = <int64_t>self.mask + 1
        self.slot_buffer.resize(2 * old)  # if memory is refused, nothing has changed
        cdef uint64_t *slots = <uint64_t *>self.slot_buffer.data
        cdef bint moved
        self.slots = NULL
        self.mask = 2 * <uint64_t>old - 1
        self.shift -= 1
        with nogil:
            moved = self._spread(slots, old)
        if not moved:
            return self._enter_all(self.count + 1)
        self._use(slots)
        return 0

    cdef void _use(self, uint64_t *slots) noexcept:
        self.slots = slots
        self.room = min((<int64_t>self.mask + 1) // 4 * 3, <int64_t>MOST_POSITIONS)

    cdef bint _spread(self, uint64_t *slots, int64_t old) except -1 nogil:
        """Move the entries of `old` slots to their places among twice as many; say if all have.

        What had home s has home 2 * s or 2 * s + 1 now.  From the last slot down, every entry moves
        up, past the slots that are still to be moved, so all other slots are as they will be:
        empty, or with an entry at its new place.  The first LOW slots come last, from a copy: their
        entries may have come around the end, or stay below what waits.
        """
        cdef uint64_t[LOW] low
        cdef uint64_t s
        cdef int64_t i = old
        while i < 2 * old:
            memset(slots + i, 0, sizeof(uint64_t) * min(<int64_t>ZEROED, 2 * old - i))
            i += ZEROED
            check_signals()
        for s in range(LOW):
            low[s], slots[s] = slots[s], 0
        for i in range(old - LOW):
            s = <uint64_t>(old - 1 - i)
            if self.exact == 0:
                prefetch(&self.codes[<int64_t>(slots[s - AHEAD] & <uint64_t>(old - 1)) - 1])
            if slots[s] and not self._move(slots, s, slots[s], s + 1):
                return 0
            if i % SIGNAL_STEPS == SIGNAL_STEPS - 1:
                check_signals()
        for s in range(LOW):
            if low[s]:
                self._move(slots, s, low[s], LOW)
        return 1

    cdef bint _move(
        self, uint64_t *slots, uint64_t s, uint64_t held, uint64_t waiting
    ) except -1 nogil:
        """Move an entry of slot s, and `held`, to its place; say if it has one.

        Slots LOW to `waiting` - 1 are still to be moved.
        """
        cdef uint64_t old = (self.mask + 1) // 2
        cdef uint64_t h = self._hash_held(held, s, old), t = h >> self.shift
        cdef int64_t distance = 0
        if waiting > LOW:
            slots[s] = 0
            if t < s:
                return False
        while slots[t]:
            t = (t + 1) & self.mask
            distance += 1
            if t == LOW and waiting > LOW:
                return False
        slots[t] = (
            (h << (64 - self.shift)) + <uint64_t>min(distance, self.exact) * 2 * old
            + (held & (old - 1))
        )
        return True

    cdef inline uint64_t _hash_held(self, uint64_t held, uint64_t s, uint64_t old) noexcept nogil:
        """Return the hash of what is held in slot s of `old`."""
        cdef uint64_t rest = held >> (63 - self.shift), distance = rest & <uint64_t>self.exact
        if distance == <uint64_t>self.exact:
            return self._hash(self.codes[<int64_t>(held & (old - 1)) - 1])
        rest -= distance
        return (((s - distance) & (old - 1)) << (self.shift + 1)) | rest
