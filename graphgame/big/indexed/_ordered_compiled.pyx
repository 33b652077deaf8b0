"""The kernel that solves indexed games whose moves raise the index by compiled rules, in threads.

Indices are divided into windows.  A window is made first, and used later, by the same thread:
windows are made in any order, and used in their order, by one thread at a time.  In the pass up, to
make a window is to expand the positions that are marked in it already; to use it is to expand those
that have been marked since.  In the pass down, to make a window is to ask for its options; to use
it is to decide its positions.

In the pass up each thread has a set of marks that it alone writes to: a position is marked if it is
in one of them.
"""

from cpython.pythread cimport (
    PyThread_acquire_lock, PyThread_allocate_lock, PyThread_free_lock,
    PyThread_release_lock, PyThread_type_lock, WAIT_LOCK,
)
from libc.stdint cimport int64_t, uint64_t
from libc.string cimport memset

from graphgame._kernel.atomic cimport SPINS, load_number, rest, store_number
from graphgame._kernel.bits cimport lowest_bit
from graphgame._kernel.buffer cimport Buffer, uint64_buffer, untouched_buffer
from graphgame._kernel.flag cimport is_raised, raise_flag
from graphgame._kernel.signals cimport check_signals
from graphgame.big.indexed._unsigned cimport set_number
from graphgame.big.indexed._deciding cimport decide_window
from graphgame.big.indexed._ordered cimport OrderedGame
from graphgame.big._windows cimport (
    Compiled, NO_LABEL, SIGNAL_POSITIONS, WINDOW, Window, Windows, compiled,
)
from graphgame.rules.compiled._stage cimport refuse
from graphgame.rules.compiled._stage import RuleError

cdef extern from "big/indexed/_shared_bits.h":
    uint64_t load_bits "gg_load_bits"(const uint64_t *word) noexcept nogil
    int64_t mark_row "gg_mark_row"(
        uint64_t *bits, const int64_t *options, int64_t count, int64_t i, int64_t size
    ) noexcept nogil
    int64_t check_row "gg_check_row"(
        const int64_t *options, int64_t count, int64_t i, int64_t size
    ) noexcept nogil

cdef enum:
    # Windows that a thread makes before it must use one.
    WINDOWS_AHEAD = 4
    # The most threads, as Python sees it below.
    _MOST_THREADS = 8
    # Indices of a window in several threads, a multiple of 64: fewer turns than by smaller ones.
    SHARED_WINDOW = 2 * WINDOW
    # Bytes.  Threads that wrote to the same cache line would wait for each other.
    CACHE_LINE = 64
    # Positions between two looks whether it is a thread's turn.
    TURN_POSITIONS = 1 << 6
    # Windows between two checks for signals.
    SIGNAL_WINDOWS = 1 << 6

# The most threads: in the pass up their marks take no more than labels in the pass down.
MOST_THREADS = _MOST_THREADS  # type: int


cdef class Lane:
    """What one of the threads has for itself: windows that it has made, and its marks."""

    # `count` windows have been made and not used, the oldest in slot `first` of `room`, around;
    # numbers[slot] is which it is.  done: in the pass up, a bit for each index of each slot: the
    # positions that have been expanded.  marks: None, if all indices are positions.
    cdef Windows windows
    cdef Buffer done, marks
    cdef int64_t numbers[WINDOWS_AHEAD]
    cdef int room, first, count
    cdef bint sees
    cdef char margin[CACHE_LINE]

    def __init__(self, int room, int64_t positions, bint sees, Buffer marks):
        self.windows = Windows(room, positions)
        self.done = uint64_buffer(room * positions // 64)
        self.marks = marks
        self.room, self.sees = room, sees
        self.first = self.count = 0


cdef class CompiledOrderedGame(OrderedGame):
    """An indexed game with compiled rules, whose moves raise the index, while it is solved.

    Parameters
    ----------
    size : int
    everywhere : bool
        Whether every index is a position; else those are that `add_starts` leads to.
    misere : bool
    threads : int
        At most 8.

    Notes
    -----
    A bit for each index and thread in the pass up, unless all indices are positions.  In the pass
    down a bit, and a byte for each label, or two or four.
    """

    # A window has `indices` indices.  Windows before `turn` have been used, those from next_made on
    # have not been made, and those from n_windows on are not open.  Who has the window `turn` alone
    # writes to `turn`, labels, moves and most; the lock guards next_made.  Once `stopped` is raised
    # nobody makes or uses a window.  marks[k]: those of thread k, of n_marks.
    cdef Compiled functions
    cdef PyThread_type_lock lock
    cdef int stopped, n_marks
    cdef int64_t indices, next_made, turn, n_windows
    cdef bint going_up
    cdef readonly bint is_full, has_failed
    cdef list lanes
    cdef const uint64_t *marks[_MOST_THREADS]

    def __cinit__(self):
        self.lock = PyThread_allocate_lock()
        if self.lock is NULL:
            raise MemoryError("no lock")

    def __dealloc__(self):
        if self.lock is not NULL:
            PyThread_free_lock(self.lock)

    def __init__(self, int64_t size, bint everywhere=False, bint misere=False, int threads=1):
        cdef int k, room = 1 if threads == 1 else WINDOWS_AHEAD
        cdef Buffer marks
        if not 1 <= threads <= _MOST_THREADS:
            raise ValueError(f"expected 1 to 8 threads, got {threads}")
        super().__init__(size, everywhere, misere)
        self.indices = WINDOW if threads == 1 else SHARED_WINDOW
        self.lanes = []
        self.n_marks = 0
        for k in range(threads):
            marks = None
            if not everywhere:
                marks = untouched_buffer(8, self.bits.shape[0]) if k else self.bits
                self.marks[k] = <const uint64_t *>marks.data
                self.n_marks += 1
            self.lanes.append(Lane(room, self.indices, k == 0, marks))
        self.turn = 0
        self.going_up = True

    def begin(self, functions: Sequence[tuple[int, int]], int64_t room, int width=0) -> None:
        """Start a pass with compiled functions: up, or down with labels of a width.

        Parameters
        ----------
        functions : three pairs of int
            Addresses of the rule, of presets and of their remoteness, each with what it takes last.
        room : int
            The most options of a position that room is made for.
        width : {0, 1, 2, 4}
        """
        self.functions = compiled(functions, room)
        self.turn = 0
        self.going_up = width == 0
        if width:
            self._merge_marks()
            self.begin_down(width)

    def _merge_marks(self):
        """Add the marks of all threads to those of the first, and free them."""
        cdef uint64_t *bits
        cdef int64_t w
        cdef Lane lane
        if self.n_marks > 1:
            bits = <uint64_t *>self.bits.data
            with nogil:
                for w in range(self.bits.shape[0]):
                    bits[w] = self._marked(w)
                    if w % (1 << 22) == 0:
                        check_signals()
        for lane in self.lanes:
            lane.marks = None
        self.n_marks = min(self.n_marks, 1)

    def allow(self, int64_t room) -> None:
        """Make room for so many options of a position."""
        self.functions.room = room

    def open(self, int64_t windows) -> bool:
        """Open so many windows more; return whether there are any."""
        cdef int64_t all_windows = (self.size + self.indices - 1) // self.indices
        cdef Lane lane
        self.n_windows = min(all_windows, self.turn + windows)
        self.next_made = self.turn
        self.stopped = 0
        self.is_full = self.has_failed = False
        for lane in self.lanes:
            lane.first = lane.count = 0
        return self.turn < all_windows

    def run(self, int k=0) -> None:
        """Make and use windows as thread k, until those that are open are used.

        Thread 0 sees signals.  Afterwards is_full says whether a remoteness does not fit the
        labels: `widen`, and go on; and has_failed whether a rule did: then one thread that goes on
        meets the error at the first position that has one.
        """
        cdef Lane lane = self.lanes[k]
        try:
            with nogil:
                self._work(lane)
        except RuleError:
            raise_flag(&self.stopped)
            self.has_failed = True
            raise
        except BaseException:
            raise_flag(&self.stopped)
            raise

    def stop(self) -> None:
        """End `run` in all threads."""
        raise_flag(&self.stopped)

    @property
    def used(self) -> int:
        """Indices that the pass has done."""
        return min(self.size, self.turn * self.indices)

    cdef int _work(self, Lane lane) except -1 nogil:
        """Use the oldest window that the thread has made if it is its turn, else make one, or wait.

        It ends: some thread has the window `turn`, or has yet to make it, and uses it in the end.
        """
        cdef int64_t number, steps = 0, calls = 0
        while not is_raised(&self.stopped):
            if lane.sees and (steps % SIGNAL_WINDOWS == 0 or calls > SPINS):
                check_signals()
            steps += 1
            self._use_turn(lane)
            number = self._take() if lane.count < lane.room else -1
            if number >= 0:
                self._make(lane, number)
                calls = 0
            elif lane.count:
                rest(calls)
                calls += 1
            else:
                return 0
        return 0

    cdef int64_t _take(self) except -1 nogil:
        """Return the next window to be made, or -2 if there is none."""
        cdef int64_t number = -2
        PyThread_acquire_lock(self.lock, WAIT_LOCK)
        if self.next_made < self.n_windows:
            number = self.next_made
            self.next_made += 1
        PyThread_release_lock(self.lock)
        return number

    cdef int _make(self, Lane lane, int64_t number) except -1 nogil:
        """Make a window."""
        cdef int slot = (lane.first + lane.count) % lane.room
        lane.windows.at[slot].total = 0
        lane.numbers[slot] = number
        if self.going_up:
            memset(<char *>lane.done.data + slot * self.indices // 8, 0, self.indices // 8)
            self._mark(lane, slot, True)
        else:
            self._collect(lane, slot)
        lane.count += 1
        return 0

    cdef int _use_turn(self, Lane lane) except -1 nogil:
        """Use the windows that the thread has made, as long as it is their turn."""
        while lane.count and load_number(&self.turn) == lane.numbers[lane.first]:
            if is_raised(&self.stopped):
                break
            self._use(lane)
        return 0

    cdef int _use(self, Lane lane) except -1 nogil:
        """Use the oldest window that the thread has made, and pass the turn on."""
        cdef Window *window = &lane.windows.at[lane.first]
        if self.going_up:
            self._mark(lane, lane.first, False)
            if is_raised(&self.stopped):
                return 0
        else:
            if window.count > decide_window(
                self.labels.data, self.width, window, self.misere, &self.most
            ):
                self.is_full = True
                raise_flag(&self.stopped)
                return 0
            self.moves += window.total
        lane.first = (lane.first + 1) % lane.room
        lane.count -= 1
        store_number(&self.turn, self.turn + 1)
        return 0

    cdef uint64_t _marked(self, int64_t w) noexcept nogil:
        """Return the marks of all threads in word w."""
        cdef uint64_t marked = load_bits(&self.marks[0][w])
        cdef int k
        for k in range(1, self.n_marks):
            marked |= load_bits(&self.marks[k][w])
        return marked

    cdef int _mark(self, Lane lane, int slot, bint making) except -1 nogil:
        """Expand the positions that are marked in a window and have not been expanded.

        done has the bits of those that have.  An option in the window itself stands above its
        position, so the loop over a word, and over the words, comes to it.
        """
        cdef int64_t words = self.indices // 64, first = lane.numbers[slot] * words
        cdef const uint64_t *own = <const uint64_t *>lane.marks.data + first
        cdef uint64_t *done = <uint64_t *>lane.done.data + slot * words
        cdef uint64_t all_marks, left
        cdef int64_t w, i, steps = 0
        words = min(words, self.bits.shape[0] - first)
        for w in range(words):
            all_marks = self._marked(first + w)
            left = all_marks & ~done[w]
            while left:
                i = lowest_bit(left)
                done[w] |= <uint64_t>1 << i
                self._expand(lane, slot, (first + w) * 64 + i)
                left = (all_marks | own[w]) & ~done[w]
                steps += 1
                if making and steps % TURN_POSITIONS == 0:
                    self._use_turn(lane)
                if steps % SIGNAL_POSITIONS == 0:
                    if lane.sees:
                        check_signals()
                    if is_raised(&self.stopped):
                        return 0
        return 0

    cdef int _expand(self, Lane lane, int slot, int64_t i) except -1 nogil:
        """Mark the options of position i."""
        cdef Window *window = &lane.windows.at[slot]
        cdef int64_t e, found = 0
        if self.functions.outcome is not NULL:
            if lane.windows.preset(&self.functions, i) != NO_LABEL:
                return 0
        found = self.functions.rule(i, window.options, window.room, self.functions.rule_data)
        if <uint64_t>found > <uint64_t>window.room:
            found = lane.windows.ask(slot, &self.functions, i)
            window.total = 0
        e = mark_row(<uint64_t *>lane.marks.data, window.options, found, i, self.size)
        if e < found:
            refuse("option", i, window.options[e])
        return 0

    cdef int _collect(self, Lane lane, int slot) except -1 nogil:
        """Collect the options of a window, from its greatest position down.

        Windows are numbered from above.  What the window decides is written in its turn; its page
        is allocated now, beside other threads.
        """
        cdef int64_t last = (self.size + self.indices - 1) // self.indices - 1
        cdef int64_t lowest = (last - lane.numbers[slot]) * self.indices
        cdef int64_t i = min(self.size, lowest + self.indices)
        cdef const uint64_t *bits = NULL
        cdef Window *found = &lane.windows.at[slot]
        found.count = 0
        set_number(self.labels.data, self.width, lowest, 0)
        if self.bits is not None:
            bits = <const uint64_t *>self.bits.data
        while i > lowest:
            i -= 1
            if bits is not NULL:
                if bits[i >> 6] << (63 - (i & 63)) == 0:
                    i &= ~<int64_t>63
                    continue
                if not bits[i >> 6] >> (i & 63) & 1:
                    continue
            self._append(lane, slot, i)
            if found.count % TURN_POSITIONS == 0:
                self._use_turn(lane)
            if found.count % SIGNAL_POSITIONS == 0:
                if lane.sees:
                    check_signals()
                if is_raised(&self.stopped):
                    return 0
        return 0

    cdef int _append(self, Lane lane, int slot, int64_t i) except -1 nogil:
        """Append position i and its options to a window."""
        cdef Window *window = &lane.windows.at[slot]
        cdef int64_t *row = window.options + window.total
        cdef int64_t e, given = NO_LABEL, found = 0, room = window.room - window.total
        if self.functions.outcome is not NULL:
            given = lane.windows.preset(&self.functions, i)
        if given == NO_LABEL:
            found = self.functions.rule(i, row, room, self.functions.rule_data)
            if <uint64_t>found <= <uint64_t>room:
                window.total += found
            else:
                found = lane.windows.ask(slot, &self.functions, i)
                row = window.options + window.total - found
        window.codes[window.count] = i
        window.given[window.count] = given
        window.ends[window.count] = window.total
        window.count += 1
        e = check_row(row, found, i, self.size)
        if e < found:
            refuse("option", i, row[e])
        return 0
