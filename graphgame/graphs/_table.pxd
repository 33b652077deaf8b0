from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.string cimport memcpy

from graphgame._kernel.atomic cimport acquire, load_word, store_word
from graphgame._kernel.buffer cimport Buffer
from graphgame._kernel.flag cimport is_raised
from graphgame._kernel.signals cimport check_signals


cdef enum:
    # How far ahead of a look-up its slot is fetched.
    AHEAD = 32
    # Slots of a line of the cache.
    LINE = 8


# An odd number of 64 bits that nobody outside this process knows.
cdef uint64_t drawn_number(bytes text)


cdef class CodeTable:
    # codes[:count] are the codes in order.
    #
    # There are 2^k slots; mask is 2^k - 1 and shift 64 - k.  A slot is 0 where it is empty.  Else
    # its low k bits are an index plus 1.  A code plus `offset` has `bits` bits, and its hash as
    # many: two codes of one hash are equal.  The hash stands at the top of a word; its high k bits
    # name the home of the code.  A search looks at all slots of a line of the cache, in a circle
    # from the home on, then in the same order at those of the next lines: most searches end in the
    # line that was fetched.  The code stands in the first slot that was empty.  The slot has the
    # rest of the hash in its high bits, and in the 64 - bits between the rest and the index, its
    # distance: how many slots are looked at before it, at the most `exact`.  So a slot that says
    # the same rest and the same distance below `exact` is that of the same code, without a look at
    # the codes.  A narrow table has 60 bits and tells 15 distances apart.  The first code that does
    # not fit makes it wide: 64 bits, and the codes themselves are compared.
    #
    # Codes may be packed, in 5 to 7 bytes each while these are enough: a table of as many bits.
    # Then a code plus `offset` stands at packed[i * width], and is read as the high bytes of a word
    # that ends with it, since another thread may write the code behind it.  8 bytes before the
    # first and 8 behind the last are read and written, too.  There is room for `capacity` codes.
    #
    # Invariant between calls: count <= room, 3 slots of 4, so an index plus 1 fits into k bits; or
    # slots is NULL: Ctrl-C came while they were moved, or memory was refused.  Then they are made
    # again from the codes, before anything is looked up or added.
    cdef Buffer code_buffer
    cdef Buffer slot_buffer
    cdef int64_t *codes
    cdef char *packed
    cdef uint64_t *slots
    cdef uint64_t mask, offset, most
    # What `_hash` multiplies with.
    cdef uint64_t first, second
    cdef int64_t exact, room, capacity
    cdef int bits, half, shift, width, stopped
    cdef bint signals
    # A line of the cache apart from what other threads read: it changes with every code added.
    cdef int64_t[8] before
    cdef readonly int64_t count
    cdef int64_t[8] after

    # Loops that add codes check for Ctrl-C while `signals`, which only the main thread sees; else
    # they end when another thread has raised the flag `stopped`.
    cdef void watch(self, bint signals) noexcept
    # End with a KeyboardInterrupt what adds codes in another thread.
    cdef void stop(self) noexcept

    cdef inline int _check(self) except -1 nogil:
        if self.signals:
            return check_signals()
        if is_raised(&self.stopped):
            with gil:
                raise KeyboardInterrupt
        return 0

    cdef inline uint64_t _hash(self, int64_t code) noexcept nogil:
        # Two rounds as in the finalizer of MurmurHash3 (Austin Appleby, public domain): codes are
        # seldom random.  Each step can be undone: shift and exclusive or within the bits, and a
        # product with an odd number, of which the high bits are the bits of the word.  The numbers
        # are drawn for each process, so that no file can hold codes of one home: for a number that
        # its author does not know, two codes meet in one of 2^k homes with a chance of 2 / 2^k.
        cdef uint64_t h = <uint64_t>code + self.offset
        h = ((h ^ (h >> self.half)) * self.first) & self.most
        return ((h ^ (h >> self.half)) * self.second) << (64 - self.bits)

    cdef inline int64_t code(self, int64_t i) noexcept nogil:
        """Return code i."""
        cdef uint64_t word
        if self.width == 8:
            return self.codes[i]
        memcpy(&word, self.packed + (i + 1) * self.width - 8, 8)
        return <int64_t>((word >> (64 - 8 * self.width)) - (<uint64_t>1 << (8 * self.width - 1)))

    cdef inline void put_code(self, int64_t code) noexcept nogil:
        """Write a code behind the last one."""
        cdef uint64_t word
        if self.width == 8:
            self.codes[self.count] = code
            return
        word = <uint64_t>code + (<uint64_t>1 << (8 * self.width - 1))
        memcpy(self.packed + self.count * self.width, &word, 8)

    cdef inline int32_t _seek(
        self, int64_t code, uint64_t h, uint64_t *slot, uint64_t *held
    ) noexcept nogil:
        """Return the index of a code of hash h, or -1.

        If it is -1, slot[0] is the empty slot that the code would take, and held[0] its high bits.
        """
        cdef uint64_t s = h >> self.shift, wanted = h << (64 - self.shift), here
        cdef int64_t distance = 0, index
        while True:
            here = load_word(&self.slots[s])
            if here == 0:
                slot[0], held[0] = s, wanted
                return -1
            if (here ^ wanted) <= self.mask:
                index = <int64_t>(here & self.mask) - 1
                if distance < self.exact or self._is_code(index, code):
                    return <int32_t>index
            if distance < self.exact:
                wanted += self.mask + 1
            distance += 1
            s = self._next(s, distance)

    cdef inline uint64_t _next(self, uint64_t s, int64_t distance) noexcept nogil:
        """Return the slot of this distance from a home, after slot s of one less."""
        if distance % LINE:
            return (s & ~<uint64_t>(LINE - 1)) | ((s + 1) & (LINE - 1))
        return (((s & ~<uint64_t>(LINE - 1)) + LINE) & self.mask) | ((s + 1) & (LINE - 1))

    cdef inline bint _is_code(self, int64_t index, int64_t code) noexcept nogil:
        acquire()  # the code was written before the slot that says the index
        return self.code(index) == code

    cdef inline void _append(self, int64_t code, uint64_t s, uint64_t field) noexcept nogil:
        """Add a code, with the next index, in the empty slot s."""
        self.put_code(code)
        self.count += 1
        store_word(&self.slots[s], field | <uint64_t>self.count)

    # Refuse one position more than there can be.
    cdef int _require_places(self) except -1 nogil

    # Make as many slots as so many codes need, or all there are; enter those there are.
    cdef int _enter_all(self, int64_t count) except -1
    # Make the table one of more bits, for this code too.
    cdef int _widen(self, int64_t code) except -1
    # Make room for so many codes in all; give every code more bytes.
    cdef int _reserve_codes(self, int64_t count) except -1
    cdef int _spread_codes(self, int width) except -1
    cdef void _set_bits(self, int bits) noexcept
    cdef void _locate(self) noexcept
    # Make twice as many slots, where they stand, and move what they hold.
    cdef int _grow(self) except -1
    cdef int _enter(self, uint64_t *slots) except -1 nogil
    cdef void _use(self, uint64_t *slots) noexcept
    cdef bint _spread(self, uint64_t *slots, int64_t old) except -1 nogil
    cdef bint _move(
        self, uint64_t *slots, uint64_t s, uint64_t held, uint64_t waiting
    ) except -1 nogil
    cdef uint64_t _hash_held(self, uint64_t held, uint64_t s, uint64_t old) noexcept nogil
