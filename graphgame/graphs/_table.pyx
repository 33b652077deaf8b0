"""The table in which `CodeIndex` looks codes up, and how it grows; its layout is in _table.pxd."""

from libc.stdint cimport int64_t, uint64_t
from libc.string cimport memcpy, memset

from graphgame._kernel.buffer cimport int64_buffer, uint64_buffer
from graphgame._kernel.flag cimport raise_flag
from graphgame._kernel.outcome cimport MOST_POSITIONS
from graphgame._kernel.prefetch cimport prefetch
from graphgame._kernel.signals cimport SIGNAL_STEPS

cdef enum:
    FIRST_BITS = 10
    FIRST_SLOTS = 1 << FIRST_BITS
    FIRST_ROOM = 1 << 9
    # Bits of the codes of a narrow table, from -2^(NARROW - 1) to 2^(NARROW - 1) - 1.
    NARROW = 60
    # Bytes of a packed code at first.
    PACKED = 5
    # Slots at the start of a table that are moved last when it grows: more than a search passes.
    LOW = 1 << 8
    # Slots zeroed between two checks of signals.
    ZEROED = 1 << 16

# Odd numbers drawn for the process, as Python draws the key of its hashes of bytes: PYTHONHASHSEED
# fixes them, too.
cdef uint64_t FIRST = drawn_number(b"graphgame first")
cdef uint64_t SECOND = drawn_number(b"graphgame second")


cdef uint64_t drawn_number(bytes text):
    """Return an odd number of 64 bits that nobody outside this process knows."""
    return (<uint64_t>hash(text) ^ <uint64_t>hash(text + b" half") << 32) | 1


cdef class CodeTable:
    """An open-addressing table of int64 codes, without slots at first: `CodeIndex` makes them."""

    def __init__(self, bint packed=False):
        self.count = 0
        self.signals, self.stopped = True, 0
        self.first, self.second = FIRST, SECOND
        self._set_bits(8 * PACKED if packed else NARROW)
        self.width = PACKED if packed else 8
        self.code_buffer = int64_buffer(FIRST_ROOM)
        self._locate()

    cdef void _set_bits(self, int bits) noexcept:
        """Make the table one of codes of so many bits."""
        self.bits = bits
        self.half = 32 if bits >= NARROW else bits // 2
        self.offset = <uint64_t>1 << (bits - 1) if bits < 64 else 0
        self.most = ~<uint64_t>0 >> (64 - bits)
        self.exact = (<int64_t>1 << (64 - bits)) - 1

    cdef void _locate(self) noexcept:
        """Set where codes stand, and how many there is room for, when their buffer has moved."""
        self.codes = <int64_t *>self.code_buffer.data
        self.packed = <char *>self.code_buffer.data + 8
        self.capacity = self.code_buffer.shape[0]
        if self.width < 8:
            self.capacity = (8 * self.capacity - 16) // self.width

    cdef int _reserve_codes(self, int64_t count) except -1:
        """Make room for so many codes in all."""
        self.code_buffer.reserve(count if self.width == 8 else (count * self.width + 23) // 8)
        self._locate()
        return 0

    cdef int _spread_codes(self, int width) except -1:
        """Move every code to more bytes: from the last one down, as each moves up.

        The first ones stand apart meanwhile: their new places may be where they are read.
        """
        cdef int64_t[8] first
        cdef int64_t i, least = min(<int64_t>8, self.count)
        cdef int64_t code
        self.code_buffer.reserve((self.count * width + 23) // 8)
        self._locate()
        for i in range(least):
            first[i] = self.code(i)
        with nogil:
            for i in range(self.count - 1, -1, -1):
                code = first[i] if i < least else self.code(i)
                if width == 8:
                    self.codes[i] = code
                else:
                    code += <int64_t>1 << (8 * width - 1)
                    memcpy(self.packed + i * width, &code, width)
        self.width = width
        self._locate()
        return 0

    cdef void watch(self, bint signals) noexcept:
        """Look for Ctrl-C from now on, or for `stop` alone, which has not been called yet."""
        self.signals, self.stopped = signals, 0

    cdef void stop(self) noexcept:
        """End with a KeyboardInterrupt what adds codes in another thread."""
        raise_flag(&self.stopped)

    cdef int _require_places(self) except -1 nogil:
        if self.count == MOST_POSITIONS:
            with gil:
                raise OverflowError(f"more than {MOST_POSITIONS} positions")
        return 0

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
                prefetch(&slots[self._hash(self.code(i + AHEAD)) >> self.shift])
            h = self._hash(self.code(i))
            s = h >> self.shift
            distance = 0
            while slots[s]:
                distance += 1
                s = self._next(s, distance)
            slots[s] = (
                (h << (64 - self.shift))
                + <uint64_t>min(distance, self.exact) * (self.mask + 1) + <uint64_t>(i + 1)
            )
            if i % SIGNAL_STEPS == SIGNAL_STEPS - 1:
                self._check()
        return 0

    cdef int _widen(self, int64_t code) except -1:
        """Make the table one of more bits, for this code too."""
        cdef int width = self.width
        cdef int64_t room = (<int64_t>self.mask + 1) // 4 * 3  # as many slots as there are
        while width < 8 and (<uint64_t>code + (<uint64_t>1 << (8 * width - 1))) >> (8 * width):
            width += 1
        if self.width < 8:
            self._spread_codes(width)
        self.slots = NULL  # until all codes are entered again
        if width < 8:
            self._set_bits(8 * width)
        else:
            self._set_bits(NARROW)
            if <uint64_t>code + self.offset > self.most:
                self._set_bits(64)
        return self._enter_all(room)

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

        What had home s has home 2 * s or 2 * s + 1 now.  From the last line down, every entry moves
        up, past the lines that are still to be moved, so all other slots are as they will be:
        empty, or with an entry at its new place.  The first LOW slots come last, from a copy: their
        entries may have come around the end, or stay below what waits.
        """
        cdef uint64_t[LOW] low
        cdef uint64_t[LINE] line
        cdef uint64_t s, k
        cdef int64_t i = old
        while i < 2 * old:
            memset(slots + i, 0, sizeof(uint64_t) * min(<int64_t>ZEROED, 2 * old - i))
            i += ZEROED
            self._check()
        for s in range(<uint64_t>LOW):
            low[s], slots[s] = slots[s], 0
        for i in range((old - LOW) // LINE):
            s = <uint64_t>(old - LINE * (i + 1))
            for k in range(LINE):
                if self.exact == 0:
                    prefetch(
                        &self.codes[<int64_t>(slots[s + k - AHEAD] & <uint64_t>(old - 1)) - 1]
                    )
                line[k], slots[s + k] = slots[s + k], 0
            for k in range(LINE):
                if line[k] and not self._move(slots, s + k, line[k], s):
                    return 0
            if i % SIGNAL_STEPS == SIGNAL_STEPS - 1:
                self._check()
        for s in range(<uint64_t>LOW):
            if low[s]:
                self._move(slots, s, low[s], 0)
        return 1

    cdef bint _move(
        self, uint64_t *slots, uint64_t s, uint64_t held, uint64_t waiting
    ) except -1 nogil:
        """Move `held`, which was in slot s, to its place; say if it has one.

        Slots LOW to `waiting` - 1 are still to be moved; if it is 0, none.
        """
        cdef uint64_t old = (self.mask + 1) // 2
        cdef uint64_t h = self._hash_held(held, s, old), t = h >> self.shift
        cdef int64_t distance = 0
        if t < waiting:
            return False
        while slots[t]:
            distance += 1
            t = self._next(t, distance)
            if waiting and t // LINE == LOW // LINE:
                return False
        slots[t] = (
            (h << (64 - self.shift)) + <uint64_t>min(distance, self.exact) * 2 * old
            + (held & (old - 1))
        )
        return True

    cdef uint64_t _hash_held(self, uint64_t held, uint64_t s, uint64_t old) noexcept nogil:
        """Return the hash of what is held in slot s of `old`."""
        cdef uint64_t rest = held >> (63 - self.shift), distance = rest & <uint64_t>self.exact
        if distance == <uint64_t>self.exact:
            return self._hash(self.code(<int64_t>(held & (old - 1)) - 1))
        rest -= distance
        # Its home: as many lines before, and as many slots before in the circle of the line.
        s = ((s - distance // LINE * LINE) & (old - LINE)) | ((s - distance) & (LINE - 1))
        return (s << (self.shift + 1)) | rest

    def farthest(self) -> int:
        """Return how many slots are looked at before the code that is farthest from its home."""
        cdef int64_t i, most = 0, distance
        cdef uint64_t s
        for i in range(self.count):
            s = self._hash(self.code(i)) >> self.shift
            distance = 0
            while <int64_t>(self.slots[s] & self.mask) != i + 1:
                distance += 1
                s = self._next(s, distance)
            most = max(most, distance)
        return most
