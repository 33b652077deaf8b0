"""The kernel of misère play: outcomes and genera of sums of heaps, each sum once.

A sum is a sorted tuple of heaps.  Whether it is lost is known from its options, which are asked for
until one of them is lost; its genus from those of all its options.
"""

cimport cython
from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcmp, memcpy

from graphgame._kernel.buffer cimport (
    Buffer, int8_buffer, int32_buffer, int64_buffer, uint16_buffer, uint64_buffer,
)
from graphgame._kernel.signals cimport SIGNAL_STEPS, check_signals

cdef enum:
    UNKNOWN = 0
    WON = 1
    LOST = 2
    # A sum whose genus is known.
    VALUED = 3
    # What `search` returns in place of a heap.
    DONE = -1
    FULL = -2
    OVERFLOW = -3
    FIRST_ROOM = 1 << 10
    # Half of a slot is a part of the hash, the other half the number of a sum plus 1.
    MOST_SUMS = 0x7FFFFFFE
    MOST_VALUE = 0xFFFF
    # In place of the digit from which on a genus repeats: there are too few digits to tell.
    UNSETTLED = 0xFF

cdef struct Frame:
    # A sum whose options are looked at: those of its part number `part`, from number `option` on.
    # Numbers of its options stand in `children` from first_child on, where all are needed.
    int64_t position, part, option, first_child
    bint has_options


cdef inline uint64_t _mixed(uint64_t x) noexcept nogil:
    """Return the bits of x mixed, as SplitMix64 does."""
    x = (x + 0x9E3779B97F4A7C15ULL)
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ULL
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBULL
    return x ^ (x >> 31)


@cython.final
cdef class HeapSums:
    """Sums of heaps in misère play, and what is known of them.

    Parameters
    ----------
    digits : int
        0 for outcomes.  Else how many digits of a genus are found, at most 254.
    unit : int
        A heap whose moves all leave nothing, of which pairs are dropped; or -1.
    limit : int
        The most sums.

    Attributes
    ----------
    count, expanded, moves : int
        How many sums have been met, how many of them are solved, and how many options
        were looked at.

    Notes
    -----
    A sum takes 4 bytes for each of its heaps, 9 more, and 10.7 to 21.3 for its slot; 2 more for
    each digit of a genus, and 1.
    """

    # The heaps of sum p are parts[starts[p]:starts[p + 1]], in ascending order; state[p] is what is
    # known of it.  values[digits * p:] is its genus, and settled[p] the digit from which on every
    # second one is the same.  The moves of heap h are those from first[h] on, number[h] of them,
    # -1 where they have not been loaded; move j leaves left[ends[j]:ends[j + 1]].
    cdef Buffer parts_buffer, starts_buffer, state_buffer, slot_buffer, frame_buffer, child_buffer
    cdef Buffer values_buffer, settled_buffer, seen_buffer, scratch_buffer
    cdef Buffer first_buffer, number_buffer, ends_buffer, left_buffer
    cdef int32_t *parts
    cdef int32_t *scratch
    cdef int32_t *number
    cdef int32_t *left
    cdef int64_t *starts
    cdef int64_t *first
    cdef int64_t *ends
    cdef int64_t *children
    cdef int8_t *state
    cdef uint8_t *settled
    cdef uint16_t *values
    cdef uint32_t *seen
    cdef uint64_t *slots
    cdef Frame *frames
    cdef uint64_t mask
    cdef int64_t heaps, n_moves, depth, n_children, limit, widest
    cdef int32_t unit
    cdef uint32_t stamp
    cdef readonly int64_t count, expanded, moves
    cdef int digits

    def __init__(self, int digits, int32_t unit, int64_t limit):
        if not 0 <= digits < UNSETTLED:
            raise ValueError(f"expected 0 to {UNSETTLED - 1} digits, got {digits}")
        self.digits, self.unit, self.limit = digits, unit, min(limit, MOST_SUMS)
        self.count = self.expanded = self.moves = 0
        self.heaps = self.n_moves = self.depth = self.n_children = self.stamp = 0
        self.widest = 1
        self.parts_buffer, self.starts_buffer = int32_buffer(FIRST_ROOM), int64_buffer(FIRST_ROOM)
        self.state_buffer, self.slot_buffer = int8_buffer(FIRST_ROOM), uint64_buffer(FIRST_ROOM)
        self.frame_buffer = int64_buffer(FIRST_ROOM * sizeof(Frame) // 8)
        self.child_buffer, self.scratch_buffer = int64_buffer(FIRST_ROOM), int32_buffer(FIRST_ROOM)
        self.values_buffer = uint16_buffer(FIRST_ROOM * max(digits, 1))
        self.settled_buffer = int8_buffer(FIRST_ROOM)
        self.seen_buffer = int32_buffer(MOST_VALUE + 1 if digits else 1)
        self.first_buffer, self.number_buffer = int64_buffer(1), int32_buffer(1)
        self.ends_buffer, self.left_buffer = int64_buffer(1), int32_buffer(1)
        self.mask = FIRST_ROOM - 1
        self._locate()

    cdef int _locate(self) except -1:
        """Set the pointers to the blocks, after some of them moved."""
        self.parts = <int32_t *>self.parts_buffer.data
        self.scratch = <int32_t *>self.scratch_buffer.data
        self.number = <int32_t *>self.number_buffer.data
        self.left = <int32_t *>self.left_buffer.data
        self.starts = <int64_t *>self.starts_buffer.data
        self.first = <int64_t *>self.first_buffer.data
        self.ends = <int64_t *>self.ends_buffer.data
        self.children = <int64_t *>self.child_buffer.data
        self.state = <int8_t *>self.state_buffer.data
        self.settled = <uint8_t *>self.settled_buffer.data
        self.values = <uint16_t *>self.values_buffer.data
        self.seen = <uint32_t *>self.seen_buffer.data
        self.slots = <uint64_t *>self.slot_buffer.data
        self.frames = <Frame *>self.frame_buffer.data
        return 0

    def load(
        self, int32_t heap, const int64_t[::1] ends not None, const int32_t[::1] left not None
    ):
        """Add the moves of a heap.

        Parameters
        ----------
        heap : int
        ends : (k + 1,) int64
        left : (ends[k],) int32
            Move j leaves the heaps left[ends[j]:ends[j + 1]], in ascending order, none of them 0.
        """
        cdef int64_t k = ends.shape[0] - 1, j, old = self.ends[self.n_moves]
        self.first_buffer.reserve(heap + 1)
        self.number_buffer.reserve(heap + 1)
        self.ends_buffer.reserve(self.n_moves + k + 1)
        self.left_buffer.reserve(old + left.shape[0] + 1)
        self._locate()
        for j in range(self.heaps, heap + 1):
            self.number[j] = -1
        self.heaps = max(self.heaps, <int64_t>heap + 1)
        self.first[heap], self.number[heap] = self.n_moves, <int32_t>k
        for j in range(k):
            self.widest = max(self.widest, ends[j + 1] - ends[j])
            self.ends[self.n_moves + j + 1] = old + ends[j + 1]
        for j in range(left.shape[0]):
            self.left[old + j] = left[j]
        self.n_moves += k

    def search(self, const int64_t[::1] ends not None, const int32_t[::1] heaps not None):
        """Solve sums, as far as the moves that are loaded allow.

        Parameters
        ----------
        ends : (k + 1,) int64
        heaps : (ends[k],) int32
            Sum i is heaps[ends[i]:ends[i + 1]], in ascending order, none of them 0.

        Returns
        -------
        int
            The heap whose moves must be loaded before the search is called again; -1 if all is
            solved, -2 if there are more sums than the limit, -3 if a value does not fit.
        """
        cdef int64_t i, result = DONE, k = ends.shape[0] - 1
        cdef const int32_t *given = &heaps[0] if heaps.shape[0] else NULL
        self.depth = self.n_children = 0
        with nogil:
            for i in range(k):
                self._room(ends[i + 1] - ends[i])
                self._merge(given + ends[i], ends[i + 1] - ends[i], -1, NULL, 0)
                result = self._find()
                if result >= 0 and self.state[result] == UNKNOWN:
                    self._push(result)
                    result = self._solve()
                if result < DONE or self.depth:
                    break
                result = DONE
        return result

    def losses(self, const int64_t[::1] ends not None, const int32_t[::1] heaps not None):
        """Return which sums are lost, as an int8 Buffer of 0 and 1; all of them must be solved."""
        cdef int64_t i, k = ends.shape[0] - 1, place
        cdef Buffer found = int8_buffer(k)
        cdef const int32_t *given = &heaps[0] if heaps.shape[0] else NULL
        for i in range(k):
            place = self._place(given + ends[i], ends[i + 1] - ends[i])
            (<int8_t *>found.data)[i] = (
                self.values[self.digits * place] == 0 if self.digits
                else self.state[place] == LOST
            )
        return found

    def genera(self, const int64_t[::1] ends not None, const int32_t[::1] heaps not None):
        """Return the digits of sums that are solved, and where each begins to repeat, or 255."""
        cdef int64_t i, k = ends.shape[0] - 1, place, d = self.digits
        cdef Buffer digits = uint16_buffer(k * d), settled = int8_buffer(k)
        cdef const int32_t *given = &heaps[0] if heaps.shape[0] else NULL
        for i in range(k):
            place = self._place(given + ends[i], ends[i + 1] - ends[i])
            memcpy(<uint16_t *>digits.data + d * i, self.values + d * place, 2 * d)
            (<uint8_t *>settled.data)[i] = self.settled[place]
        return digits, settled

    cdef int64_t _place(self, const int32_t *heaps, int64_t n) except -1:
        self._room(n)
        self._merge(heaps, n, -1, NULL, 0)
        cdef int64_t place = self._find()
        if place < 0 or self.state[place] == UNKNOWN:
            raise ValueError("expected sums that are solved")
        return place

    # -- sums -----------------------------------------------------------------------------------

    cdef int64_t _room(self, int64_t n) except -1 nogil:
        """Make room for one more sum, of n heaps at most, and one more frame."""
        cdef int64_t used = self.starts[self.count]
        if (
            used + n > self.parts_buffer.shape[0]
            or self.count + 2 > self.state_buffer.shape[0]
            or n > self.scratch_buffer.shape[0] - 1
            or (self.depth + 1) * <int64_t>sizeof(Frame) > 8 * self.frame_buffer.shape[0]
            or self.n_children + 1 > self.child_buffer.shape[0]
        ):
            with gil:
                self.parts_buffer.reserve(used + n)
                self.state_buffer.reserve(self.count + 2)
                self.starts_buffer.reserve(self.state_buffer.shape[0])
                self.settled_buffer.reserve(self.state_buffer.shape[0])
                self.values_buffer.reserve(self.state_buffer.shape[0] * max(self.digits, 1))
                self.scratch_buffer.reserve(n + 1)
                self.frame_buffer.reserve((self.depth + 1) * sizeof(Frame) // 8 + 1)
                self.child_buffer.reserve(self.n_children + 1)
                self._locate()
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
        self._locate()
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

    cdef void _merge(
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

    cdef int64_t _find(self) noexcept nogil:
        """Return the number of the sum in the scratch, which is added if it is new, or FULL."""
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
            return FULL
        memcpy(self.parts + self.starts[p], heaps, 4 * n)
        self.starts[p + 1] = self.starts[p] + n
        self.state[p] = UNKNOWN
        self.slots[at] = (hashed >> 32 << 32) | <uint64_t>(p + 1)
        self.count += 1
        return p

    cdef void _push(self, int64_t position) noexcept nogil:
        cdef Frame *frame = &self.frames[self.depth]
        frame.position, frame.part, frame.option = position, 0, 0
        frame.first_child, frame.has_options = self.n_children, False
        self.depth += 1

    # -- the search -----------------------------------------------------------------------------

    cdef int64_t _solve(self) except? -9 nogil:
        """Solve the sum on the stack; return DONE, FULL, OVERFLOW or the heap that is wanted.

        Every sum on the stack but the first is an option of the one before.  A step solves the top
        one, pushes one of its options, or goes on to its next option: the game ends, so does this.
        """
        cdef int64_t steps = 0, begin, n, child, move
        cdef Frame *frame
        cdef int32_t heap
        while self.depth:
            steps += 1
            if steps % SIGNAL_STEPS == 0:
                check_signals()
            frame = &self.frames[self.depth - 1]
            begin = self.starts[frame.position]
            n = self.starts[frame.position + 1] - begin
            if frame.part == n:
                if not self._finish(frame):
                    return OVERFLOW
                continue
            heap = self.parts[begin + frame.part]
            if heap >= self.heaps or self.number[heap] < 0:
                return heap
            if frame.option == self.number[heap]:
                frame.option = 0
                frame.part += 1
                while frame.part < n and self.parts[begin + frame.part] == heap:
                    frame.part += 1
                continue
            self._room(n + self.widest)
            frame = &self.frames[self.depth - 1]
            begin = self.starts[frame.position]
            move = self.first[heap] + frame.option
            self._merge(
                self.parts + begin, n, frame.part, self.left + self.ends[move],
                self.ends[move + 1] - self.ends[move],
            )
            child = self._find()
            if child == FULL:
                return FULL
            self._meet(frame, child)
        return DONE

    cdef void _meet(self, Frame *frame, int64_t child) noexcept nogil:
        """Look at an option: solve it first, or draw the conclusion and go on to the next."""
        frame.has_options = True
        if self.state[child] == UNKNOWN:
            self._push(child)
            return
        frame.option += 1
        self.moves += self.digits == 0
        if self.digits:
            self.children[self.n_children] = child
            self.n_children += 1
        elif self.state[child] == LOST:
            self.state[frame.position] = WON
            self.expanded += 1
            self.depth -= 1

    cdef bint _finish(self, Frame *frame) noexcept nogil:
        """Solve a sum whose options are all solved; False if a value does not fit."""
        if self.digits:
            if not self._evaluate(frame):
                return False
            self.state[frame.position] = VALUED
            self.moves += self.n_children - frame.first_child
        else:
            self.state[frame.position] = LOST if frame.has_options else WON
        self.expanded += 1
        self.n_children = frame.first_child
        self.depth -= 1
        return True

    cdef bint _evaluate(self, Frame *frame) noexcept nogil:
        """Find the digits of a sum, from those of its options.

        Digit k is the misère value of the sum together with k heaps of Nim of size 2: of these, a
        move leaves nothing or a heap of 1 in place of one, and a heap of 1 changes the last bit.
        """
        cdef int64_t k, c, d = self.digits, from_digit = 0
        cdef uint16_t *mine = self.values + d * frame.position
        cdef uint32_t value
        for c in range(frame.first_child, self.n_children):
            from_digit = max(from_digit, <int64_t>self.settled[self.children[c]])
        for k in range(d):
            self.stamp += 1
            for c in range(frame.first_child, self.n_children):
                self.seen[self.values[d * self.children[c] + k]] = self.stamp
            if k:
                self.seen[mine[k - 1]] = self.stamp
                self.seen[mine[k - 1] ^ 1] = self.stamp
            value = 0
            while value < MOST_VALUE - 1 and self.seen[value] == self.stamp:
                value += 1
            if value >= MOST_VALUE - 1:
                return False
            mine[k] = <uint16_t>value if k or frame.has_options else 1
        self.settled[frame.position] = self._settle(mine, from_digit)
        return True

    cdef uint8_t _settle(self, const uint16_t *mine, int64_t from_digit) noexcept nogil:
        """Return the digit from which on every second digit is the same, or UNSETTLED.

        Where those of all options are so from digit s on, digit k + 3 follows from digit k + 2 as
        digit k + 1 does from digit k, for k + 1 >= s: one pair of equal digits is enough.
        """
        cdef int64_t k = max(from_digit - 1, <int64_t>0)
        while k + 2 < self.digits and mine[k] != mine[k + 2]:
            k += 1
        if k + 2 >= self.digits:
            return UNSETTLED
        # From k on, what follows repeats; and so does what is before, as far as it is the same.
        while k and mine[k - 1] == mine[k + 1]:
            k -= 1
        return <uint8_t>k
