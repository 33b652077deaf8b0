"""The kernel of misère play: outcomes and genera of sums of heaps, each sum once.

Whether a sum is lost is known from its options, which are asked for until one of them is lost; its
genus from those of all its options.
"""

cimport cython
from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t
from libc.string cimport memcpy

from graphgame._kernel.buffer cimport (
    Buffer, int8_buffer, int32_buffer, int64_buffer, uint16_buffer,
)
from graphgame._kernel.signals cimport SIGNAL_STEPS, check_signals
from graphgame.heaps.misere._sums cimport LOST, UNKNOWN, WON, SumTable

cdef enum:
    # A sum whose genus is known.
    VALUED = 3
    # What `search` returns in place of a heap.
    DONE = -1
    FULL = -2
    OVERFLOW = -3
    FIRST_ROOM = 1 << 10
    MOST_VALUE = 0xFFFF
    # Outcomes in place of the number of a sum, where a quotient tells them.
    TOLD_WON = -4
    TOLD_LOST = -5
    # In place of the digit from which on a genus repeats: there are too few digits to tell.
    UNSETTLED = 0xFF

cdef struct Frame:
    # A sum whose options are looked at: those of its part number `part`, from number `option` on.
    # Numbers of its options stand in `children` from first_child on, where all are needed.
    int64_t position, part, option, first_child
    bint has_options


@cython.final
cdef class HeapSums(SumTable):
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

    # state[p] is what is known of sum p, values[digits * p:] is its genus, and settled[p] the digit
    # from which on every second one is the same.  The moves of heap h are those from first[h] on,
    # number[h] of them, -1 where they have not been loaded; move j leaves the heaps
    # left[ends[j]:ends[j + 1]].
    cdef Buffer state_buffer, frame_buffer, child_buffer, values_buffer, settled_buffer, seen_buffer
    cdef Buffer first_buffer, number_buffer, ends_buffer, left_buffer
    cdef int32_t *number
    cdef int32_t *left
    cdef int64_t *first
    cdef int64_t *ends
    cdef int64_t *children
    cdef int8_t *state
    cdef uint8_t *settled
    cdef uint16_t *values
    cdef uint32_t *seen
    cdef Frame *frames
    cdef int64_t heaps, n_moves, depth, n_children, widest, steps
    cdef uint32_t stamp
    cdef readonly int64_t expanded, moves
    cdef int digits

    def __init__(self, int digits, int32_t unit, int64_t limit):
        if not 0 <= digits < UNSETTLED:
            raise ValueError(f"expected 0 to {UNSETTLED - 1} digits, got {digits}")
        SumTable.__init__(self, unit, limit)
        self.digits = digits
        self.expanded = self.moves = self.steps = 0
        self.heaps = self.n_moves = self.depth = self.n_children = self.stamp = 0
        self.widest = 1
        self.state_buffer, self.child_buffer = int8_buffer(FIRST_ROOM), int64_buffer(FIRST_ROOM)
        self.frame_buffer = int64_buffer(FIRST_ROOM * sizeof(Frame) // 8)
        self.values_buffer = uint16_buffer(FIRST_ROOM * max(digits, 1))
        self.settled_buffer = int8_buffer(FIRST_ROOM)
        self.seen_buffer = int32_buffer(MOST_VALUE + 1 if digits else 1)
        self.first_buffer, self.number_buffer = int64_buffer(1), int32_buffer(1)
        self.ends_buffer, self.left_buffer = int64_buffer(1), int32_buffer(1)
        self._locate()

    cdef int _locate(self) except -1:
        """Set the pointers to the blocks, after some of them moved."""
        self.number = <int32_t *>self.number_buffer.data
        self.left = <int32_t *>self.left_buffer.data
        self.first = <int64_t *>self.first_buffer.data
        self.ends = <int64_t *>self.ends_buffer.data
        self.children = <int64_t *>self.child_buffer.data
        self.state = <int8_t *>self.state_buffer.data
        self.settled = <uint8_t *>self.settled_buffer.data
        self.values = <uint16_t *>self.values_buffer.data
        self.seen = <uint32_t *>self.seen_buffer.data
        self.frames = <Frame *>self.frame_buffer.data
        return 0

    def rows(
        self, const int64_t[::1] ends not None, const int32_t[::1] heaps not None,
        const int64_t[::1] after_ends not None, const int32_t[::1] after not None,
    ) -> Buffer | None:
        """Return which sums are lost together with each of some contexts.

        Parameters
        ----------
        ends, heaps : (k + 1,) int64, (ends[k],) int32
            Sum i is heaps[ends[i]:ends[i + 1]], in ascending order, none of them 0.
        after_ends, after : (m + 1,) int64, (after_ends[m],) int32
            The contexts, likewise.

        Returns
        -------
        Buffer or None
            k m int8, 0 or 1; None if there are more sums than the limit.
        """
        cdef int64_t k = ends.shape[0] - 1, m = after_ends.shape[0] - 1, i, j, n
        cdef int64_t result = TOLD_WON
        cdef Buffer found = int8_buffer(k * m)
        cdef int8_t *out = <int8_t *>found.data
        cdef const int32_t *given = &heaps[0] if heaps.shape[0] else NULL
        cdef const int32_t *more = &after[0] if after.shape[0] else NULL
        self.depth = self.n_children = 0
        # out[m i + j] is set in order; each search ends, as the game does.
        with nogil:
            for i in range(k):
                for j in range(m):
                    self._count_step()
                    n = ends[i + 1] - ends[i]
                    self._room(n + after_ends[j + 1] - after_ends[j])
                    self.merge(
                        given + ends[i], n, -1, more + after_ends[j],
                        after_ends[j + 1] - after_ends[j],
                    )
                    result = self._outcome()
                    if result == TOLD_WON or result == TOLD_LOST:
                        out[m * i + j] = result == TOLD_LOST
                    else:
                        break
                if result != TOLD_WON and result != TOLD_LOST:
                    break
        if result == FULL:
            return None
        if result >= 0:
            raise ValueError(f"expected the moves of heap {result}")
        return found

    def load(
        self, int32_t heap, const int64_t[::1] ends not None, const int32_t[::1] left not None
    ) -> None:
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

    def search(self, const int64_t[::1] ends not None, const int32_t[::1] heaps not None) -> int:
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
                self.merge(given + ends[i], ends[i + 1] - ends[i], -1, NULL, 0)
                result = self._number()
                if result >= 0 and self.state[result] == UNKNOWN:
                    self._push(result)
                    result = self._solve()
                if result < DONE or self.depth:
                    break
                result = DONE
        return result

    def losses(self, const int64_t[::1] ends not None, const int32_t[::1] heaps not None) -> Buffer:
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

    def genera(
        self, const int64_t[::1] ends not None, const int32_t[::1] heaps not None
    ) -> tuple[Buffer, Buffer]:
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
        self.merge(heaps, n, -1, NULL, 0)
        cdef int64_t place = self._number()
        if place < 0 or self.state[place] == UNKNOWN:
            raise ValueError("expected sums that are solved")
        return place

    cdef int _room(self, int64_t n) except -1 nogil:
        """Make room for one more sum, of n heaps at most, and one more frame."""
        self.make_room(n)
        if (
            self.count + 2 > self.state_buffer.shape[0]
            or (self.depth + 1) * <int64_t>sizeof(Frame) > 8 * self.frame_buffer.shape[0]
            or self.n_children + 1 > self.child_buffer.shape[0]
        ):
            with gil:
                self.state_buffer.reserve(self.count + 2)
                self.settled_buffer.reserve(self.state_buffer.shape[0])
                self.values_buffer.reserve(self.state_buffer.shape[0] * max(self.digits, 1))
                self.frame_buffer.reserve((self.depth + 1) * sizeof(Frame) // 8 + 1)
                self.child_buffer.reserve(self.n_children + 1)
                self._locate()
        return 0

    cdef int64_t _number(self) noexcept nogil:
        """Return the number of the sum in the scratch, which is added if it is new, or FULL.

        Where the quotient of smaller heaps tells its outcome, return TOLD_WON or TOLD_LOST.
        """
        cdef int64_t count = self.count, p
        cdef int told = self.known_outcome() if self.top >= 0 else UNKNOWN
        if told != UNKNOWN:
            return TOLD_LOST if told == LOST else TOLD_WON
        p = self.find()
        if p == count:
            self.state[p] = UNKNOWN
        return FULL if p < 0 else p

    cdef int64_t _outcome(self) except? -9 nogil:
        """Return TOLD_WON or TOLD_LOST for the sum in the scratch; or FULL, or a heap wanted."""
        cdef int64_t place = self._number(), result
        if place < 0:
            return place
        if self.state[place] == UNKNOWN:
            self._push(place)
            result = self._solve()
            if result != DONE:
                return result
        return TOLD_LOST if self.state[place] == LOST else TOLD_WON

    cdef int _count_step(self) except -1 nogil:
        """Check signals now and then."""
        self.steps += 1
        if self.steps % SIGNAL_STEPS == 0:
            check_signals()
        return 0

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
        cdef int64_t begin, n, child, move
        cdef Frame *frame
        cdef int32_t heap
        while self.depth:
            self._count_step()
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
            self.merge(
                self.parts + begin, n, frame.part, self.left + self.ends[move],
                self.ends[move + 1] - self.ends[move],
            )
            child = self._number()
            if child == FULL:
                return FULL
            self._meet(frame, child)
        return DONE

    cdef void _meet(self, Frame *frame, int64_t child) noexcept nogil:
        """Look at an option: solve it first, or draw the conclusion and go on to the next."""
        frame.has_options = True
        if child >= 0 and self.state[child] == UNKNOWN:
            self._push(child)
            return
        frame.option += 1
        self.moves += self.digits == 0
        if self.digits:
            self.children[self.n_children] = child
            self.n_children += 1
        elif child == TOLD_LOST or (child >= 0 and self.state[child] == LOST):
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
