"""The kernel that solves indexed games with cycles: moves forward once, then backward.

Every position is asked for its options.  Terminals get their labels, every other position the
number of its options.  Then the positions of remoteness r, for r = 0, 1, …, update their
predecessors: one that has a LOSE option becomes a WIN at r + 1; one whose last option becomes a
WIN is a LOSE at r + 1.  What is left at the end is drawn.

The positions before a position come from a rule, or from rows that are stored.  The rule is
believed only if it gives the same moves: the sum of a hash of (position, option) over all moves is
made forward and backward, and must be the same.
"""

from libc.stdint cimport int8_t, int64_t, uint32_t, uint64_t
from libc.string cimport memset

from graphgame._kernel.bits cimport lowest_bit
from graphgame._kernel.buffer cimport (
    Buffer, int8_buffer, int64_buffer, uint64_buffer, unsigned_buffer,
)
from graphgame._kernel.prefetch cimport prefetch
from graphgame._kernel.signals cimport check_signals
from graphgame.answers._labels cimport never, no_position, preset_draw
from graphgame.big.indexed._marks cimport Marks
from graphgame.answers._mix cimport mix
from graphgame.big.indexed._unsigned cimport get_number, set_number, widened_numbers
from graphgame.big._windows cimport (
    AHEAD, GIVEN_DRAW, NO_LABEL, WINDOW, Window, Windows, drop_repeated,
)
from graphgame.rules.compiled._stage cimport Stage, refuse

cdef enum:
    # Words of a block of a front, which is skipped where it is empty.
    BLOCK = 1 << 9
    # What `take` returns.
    DONE = 0
    LABELS_FULL = 1
    COUNTERS_FULL = 2


cdef inline uint64_t move_hash(uint64_t mixed, int64_t option) noexcept nogil:
    """Return a hash of the move to an option from a position whose `mix` is given."""
    return mix(<int64_t>(mixed + <uint64_t>option))


cdef class StoredPredecessors:
    """Rows of predecessors, which are counted in `starts` first.

    Parameters
    ----------
    size : int

    Notes
    -----
    8 bytes for each index and 4 for each move, 8 above 2^32 indices.
    """

    # starts[v + 1] counts the predecessors of v, then says where their row ends; `fill` writes it
    # from the end down, so that it says where the row begins.  sum: of the hashes of the moves that
    # were filled in.
    cdef readonly int64_t size
    cdef Buffer starts, rows
    cdef uint64_t sum

    def __init__(self, int64_t size):
        self.size = size
        self.starts = int64_buffer(size + 1)
        self.rows = None
        self.sum = 0

    cdef int make_rows(self, int64_t moves) except -1:
        """Make room for the predecessors counted, of so many moves."""
        cdef int64_t v
        cdef int64_t *starts = <int64_t *>self.starts.data
        with nogil:
            for v in range(self.size):
                starts[v + 1] += starts[v]
                if v % (1 << 22) == 0:
                    check_signals()
        self.rows = unsigned_buffer(4 if self.size <= <int64_t>1 << 32 else 8, moves, 0)
        return 0

    cdef int fill(self, const Window *window) except -1 nogil:
        """Enter the positions of a window into the rows of their options, which are indices."""
        cdef int64_t k, e = 0, w
        cdef int64_t *starts = <int64_t *>self.starts.data
        cdef uint64_t mixed
        for k in range(window.count):
            mixed = mix(window.codes[k])
            while e < window.ends[k]:
                w = window.options[e]
                self.sum += move_hash(mixed, w)
                starts[w + 1] -= 1
                if starts[w + 1] < 0:
                    refuse("second", window.codes[k], w)
                if self.rows.itemsize == 4:
                    (<uint32_t *>self.rows.data)[starts[w + 1]] = <uint32_t>window.codes[k]
                else:
                    (<uint64_t *>self.rows.data)[starts[w + 1]] = <uint64_t>window.codes[k]
                e += 1
        return 0

    cdef int copy_rows(self, Windows windows, int k) except -1 nogil:
        """Collect the predecessors of the codes of window k.

        starts[v + 1] is where row v begins; it ends where the next one begins.
        """
        cdef Window *window = &windows.at[k]
        cdef const int64_t *starts = <const int64_t *>self.starts.data
        cdef int64_t i, e, v, stop
        window.total = 0
        for i in range(window.count):
            v = window.codes[i]
            stop = self.rows.shape[0] if v + 2 > self.size else starts[v + 2]
            if window.total + stop - starts[v + 1] > window.room:
                with gil:
                    windows.reserve(k, WINDOW, window.total + stop - starts[v + 1])
            for e in range(starts[v + 1], stop):
                if self.rows.itemsize == 4:
                    window.options[window.total] = (<const uint32_t *>self.rows.data)[e]
                else:
                    window.options[window.total] = (<const int64_t *>self.rows.data)[e]
                window.total += 1
            window.ends[i] = window.total
        return 0


cdef class LoopyGame(Marks):
    """An indexed game with any moves, while it is solved.

    Parameters
    ----------
    size : int
    everywhere : bool
        Whether every index is a position; else those are that `add_starts` leads to.
    misere : bool
    stored : bool
        Whether predecessors are stored, and not given by a rule.
    presets : bool
        Whether the rule has presets.

    Notes
    -----
    A byte for each label and one for each counter, or more; two bits for positions, two for
    fronts, one for presets.  8 bytes for each index and 4 or 8 for each move, if predecessors are
    stored.
    """

    # ended: positions with a preset.  left[v]: options of v that are not known to be a WIN.
    # fronts[turn]: the positions of a remoteness, the other one those of the next; busy has a flag
    # for each of their blocks.  before: None where a rule gives the predecessors.  forward and
    # backward: sums of hashes of moves.
    cdef readonly int64_t moves, most, most_given
    cdef readonly int width, left_width
    cdef bint misere
    cdef Buffer ended, labels, left
    cdef StoredPredecessors before
    cdef list kept
    cdef uint64_t *fronts[2]
    cdef int8_t *busy[2]
    cdef int64_t n_blocks, block
    cdef int turn
    cdef uint64_t forward, backward
    cdef Stage distinct

    def __init__(
        self, int64_t size, bint everywhere=False, bint misere=False, bint stored=True,
        bint presets=False,
    ):
        cdef Buffer front, busy
        super().__init__(size, everywhere)
        self.misere = misere
        self.n_blocks = size // (64 * BLOCK) + 1
        self.ended = uint64_buffer(size // 64 + 1) if presets else None
        self.kept = []
        for t in range(2):
            front, busy = uint64_buffer(self.n_blocks * BLOCK), int8_buffer(self.n_blocks)
            self.kept += [front, busy]
            self.fronts[t], self.busy[t] = <uint64_t *>front.data, <int8_t *>busy.data
        self.labels = unsigned_buffer(1, size, 0)
        memset(self.labels.data, no_position(1), size)
        self.left = unsigned_buffer(1, size, 0)
        self.width = self.left_width = 1
        self.before = StoredPredecessors(size) if stored else None
        self.distinct = Stage()
        self.moves = self.most = self.turn = self.block = 0
        self.most_given = -1
        self.forward = self.backward = 0

    # -- forward -----------------------------------------------------------------------------------

    def take(self) -> int:
        """Add the moves of the positions collected: mark, label, count.

        Returns
        -------
        state : int
            0; 1 if a label does not fit, 2 if a number of options does not: widen, then again.
        """
        cdef int state
        with nogil:
            self.require_indices("option")
            state = self._fits()
            if state == DONE:
                self.moves += self.windows.at[0].total
                if self.before is None:
                    drop_repeated(&self.windows.at[0], self.distinct)
                self._take()
        return state

    cdef int _fits(self) except -1 nogil:
        """Return whether the labels of presets and the numbers of options fit."""
        cdef const Window *window = &self.windows.at[0]
        cdef int64_t k, start = 0, most = (<int64_t>1 << (8 * self.left_width)) - 1
        for k in range(window.count):
            if window.given[k] >= no_position(self.width):
                return LABELS_FULL
            if window.ends[k] - start > most:
                return COUNTERS_FULL
            start = window.ends[k]
        return DONE

    cdef int _take(self) except -1 nogil:
        """Add the moves of the window; see `take`."""
        cdef const Window *window = &self.windows.at[0]
        cdef int64_t k, e = 0, v, w, count, given
        cdef uint64_t hashed
        cdef int64_t *counts = NULL
        if self.before is not None:
            counts = <int64_t *>self.before.starts.data
        for k in range(window.count):
            v, given = window.codes[k], window.given[k]
            count = window.ends[k] - e
            if given != NO_LABEL:
                (<uint64_t *>self.ended.data)[v >> 6] |= <uint64_t>1 << (v & 63)
                if given == GIVEN_DRAW:
                    set_number(self.labels.data, self.width, v, preset_draw(self.width))
                else:
                    self.most_given = max(self.most_given, given >> 1)
                    self._label(v, given, self.turn, given < 2)
            elif count == 0:
                self._label(v, 1 if self.misere else 0, self.turn, True)
            else:
                set_number(self.left.data, self.left_width, v, count)
            hashed = mix(v)
            while e < window.ends[k]:
                w = window.options[e]
                self.forward += move_hash(hashed, w)
                self.mark(w)
                if counts is not NULL:
                    counts[w + 1] += 1
                e += 1
        return 0

    cdef int _label(self, int64_t v, int64_t label, int turn, bint enters) noexcept nogil:
        """Write a label, and enter the position into a front."""
        set_number(self.labels.data, self.width, v, label)
        self.most = max(self.most, label >> 1)
        if enters:
            self.fronts[turn][v >> 6] |= <uint64_t>1 << (v & 63)
            self.busy[turn][v // (64 * BLOCK)] = 1
        return 0

    # -- predecessors that are stored --------------------------------------------------------------

    def make_rows(self) -> None:
        """Make room for the predecessors counted."""
        self.before.make_rows(self.moves)

    def fill(self) -> None:
        """Enter the positions collected into the rows of their options."""
        with nogil:
            self.require_indices("option")
            self.before.fill(&self.windows.at[0])

    @property
    def is_filled(self) -> bool:
        """Whether the rule gave the same moves when the rows were filled."""
        return self.before.sum == self.forward

    # -- backward ----------------------------------------------------------------------------------

    def add_front(self, int64_t remoteness) -> None:
        """Add the positions of a remoteness to the front; needed where presets may have it."""
        cdef int64_t v, x, none = no_position(self.width)
        with nogil:
            for v in range(self.size):
                x = get_number(self.labels.data, self.width, v)
                if x < none and x >> 1 == remoteness:
                    self._label(v, x, self.turn, True)
                if v % (1 << 22) == 0:
                    check_signals()

    def front(self, int64_t most) -> Buffer:
        """Remove positions from the front and return them, at most so many, ascending."""
        cdef Buffer codes = int64_buffer(most)
        cdef int64_t found
        with nogil:
            found = self._next_front(<int64_t *>codes.data, most)
        codes.resize(found)
        return codes

    cdef int64_t _next_front(self, int64_t *codes, int64_t most) except -1 nogil:
        """Write the least positions of the front to codes, and remove them; return how many."""
        cdef uint64_t *front = self.fronts[self.turn]
        cdef int64_t w, found = 0
        while self.block < self.n_blocks:
            if self.busy[self.turn][self.block]:
                for w in range(self.block * BLOCK, (self.block + 1) * BLOCK):
                    while front[w]:
                        if found == most:
                            return found
                        codes[found] = 64 * w + lowest_bit(front[w])
                        front[w] &= front[w] - 1
                        found += 1
                self.busy[self.turn][self.block] = 0
            self.block += 1
        return found

    def advance(self) -> bool:
        """Advance to the next remoteness; return whether it has positions."""
        cdef int64_t b
        self.turn, self.block = 1 - self.turn, 0
        for b in range(self.n_blocks):
            if self.busy[self.turn][b]:
                return True
        return False

    def ask_front(self) -> int:
        """Collect the predecessors of the next positions of the front; return their number."""
        cdef Window *window = &self.windows.at[0]
        with nogil:
            if not self.is_waiting:
                window.count = self._next_front(window.codes, WINDOW)
            if self.before is not None:
                self.before.copy_rows(self.windows, 0)
            else:
                self.ask(&self.undo)
        return window.count

    def ask_rest(self) -> int:
        """Collect the predecessors of the next positions that no front had; return how many."""
        cdef Window *window = &self.windows.at[0]
        with nogil:
            if not self.is_waiting:
                window.count = self._next_rest(window.codes, WINDOW)
            if window.count:
                self.ask(&self.undo)
        return window.count

    def rest(self, int64_t most) -> Buffer:
        """Return the next positions that no front had, at most so many."""
        cdef Buffer codes = int64_buffer(most)
        cdef int64_t found
        with nogil:
            found = self._next_rest(<int64_t *>codes.data, most)
        codes.resize(found)
        return codes

    cdef int64_t _next_rest(self, int64_t *codes, int64_t most) except -1 nogil:
        """Write positions that are drawn to codes, from `place` on; return how many."""
        cdef int64_t k, kept = 0, found = 1, none = no_position(self.width)
        while found and kept == 0:
            found = self._next_walk(codes, most)
            for k in range(found):
                codes[kept] = codes[k]
                kept += get_number(self.labels.data, self.width, codes[k]) >= none
            check_signals()
        return kept

    def push(self, int64_t remoteness, bint decides=True) -> None:
        """Update the predecessors collected: their options have this remoteness.

        Parameters
        ----------
        remoteness : int
        decides : bool
            False where the options are drawn: moves are only summed.
        """
        with nogil:
            if self.before is None:
                self.require_indices("undone")
                drop_repeated(&self.windows.at[0], self.distinct)
            self._push(remoteness, decides)

    cdef int _push(self, int64_t remoteness, bint decides) except -1 nogil:
        """Decide predecessors; see `push`.

        An undecided predecessor has an option left: the one that tells it.
        """
        cdef const Window *window = &self.windows.at[0]
        cdef int64_t k, e = 0, p, left, none = no_position(self.width), ahead
        cdef bint lost
        for k in range(window.count):
            lost = decides and get_number(self.labels.data, self.width, window.codes[k]) & 1 == 0
            while e < window.ends[k]:
                p = window.options[e]
                e += 1
                if e + AHEAD < window.total:
                    ahead = window.options[e + AHEAD]
                    prefetch(<char *>self.labels.data + ahead * self.width)
                    prefetch(<char *>self.left.data + ahead * self.left_width)
                if self.bits is not None:
                    if not (<uint64_t *>self.bits.data)[p >> 6] >> (p & 63) & 1:
                        continue
                if self.before is None:
                    if self.ended is not None:
                        if (<uint64_t *>self.ended.data)[p >> 6] >> (p & 63) & 1:
                            continue
                    self.backward += move_hash(mix(p), window.codes[k])
                if not decides or get_number(self.labels.data, self.width, p) != none:
                    continue
                if lost:
                    self._label(p, 2 * remoteness + 3, 1 - self.turn, True)
                    continue
                left = get_number(self.left.data, self.left_width, p)
                if left == 0:
                    refuse("inverse", window.codes[k], p)
                set_number(self.left.data, self.left_width, p, left - 1)
                if left == 1:
                    self._label(p, 2 * remoteness + 2, 1 - self.turn, True)
        return 0

    def are_open(self, const int64_t[::1] codes not None) -> Buffer:
        """Return, for each of some codes, whether it is a position without a preset."""
        cdef Buffer found = int8_buffer(codes.shape[0])
        cdef Py_ssize_t i
        cdef int64_t v
        for i in range(codes.shape[0]):
            v = codes[i]
            if not 0 <= v < self.size:
                continue
            if self.bits is not None:
                if not (<uint64_t *>self.bits.data)[v >> 6] >> (v & 63) & 1:
                    continue
            if self.ended is not None:
                if (<uint64_t *>self.ended.data)[v >> 6] >> (v & 63) & 1:
                    continue
            (<int8_t *>found.data)[i] = 1
        return found

    @property
    def is_inverse(self) -> bool:
        """Whether the rule of predecessors gave the moves of the rule, and no others."""
        return self.before is not None or self.forward == self.backward

    # -- arrays ------------------------------------------------------------------------------------

    def widen_labels(self) -> None:
        """Widen the labels to the next width."""
        if self.width == 4:
            raise OverflowError("a remoteness beyond 2^31")
        self.labels = widened_numbers(self.labels, self.width, no_position(self.width))
        self.width *= 2

    def widen_counters(self) -> None:
        """Widen the counters to the next width."""
        if self.left_width == 4:
            raise OverflowError("more than 2^32 options")
        self.left = widened_numbers(self.left, self.left_width, 1 << 32)
        self.left_width *= 2

    def finish(self) -> tuple[Buffer, Buffer]:
        """Return the labels and how many positions have each; as `OrderedGame.finish`."""
        cdef Buffer counts = int64_buffer(2 * self.most + 5), labels = self.labels
        cdef int64_t *found = <int64_t *>counts.data
        cdef int64_t v, x, none = no_position(self.width)
        cdef const uint64_t *bits = NULL
        if self.bits is not None:
            bits = <const uint64_t *>self.bits.data
        with nogil:
            for v in range(self.size):
                x = get_number(labels.data, self.width, v)
                if x == none and (bits is NULL or bits[v >> 6] >> (v & 63) & 1):
                    x = never(self.width)
                    set_number(labels.data, self.width, v, x)
                found[x if x < none else 2 * self.most + 2 + x - none] += 1
                if v % (1 << 22) == 0:
                    check_signals()
        self.labels = self.left = self.before = None
        return labels, counts
