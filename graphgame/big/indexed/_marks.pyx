"""Sets of indices that are positions, and the moves of some of them at a time."""

from libc.stdint cimport int64_t, uint64_t

from graphgame._kernel.bits cimport lowest_bit
from graphgame._kernel.buffer cimport Buffer, int64_buffer, uint64_buffer
from graphgame._kernel.signals cimport check_signals
from graphgame.big._windows cimport (
    Compiled, NO_LABEL, SIGNAL_POSITIONS, WINDOW, Window, Windows, compiled, group,
)
from graphgame.rules.compiled._stage cimport refuse


cdef class Marks:
    """The positions of an indexed game, while they are found.

    Parameters
    ----------
    size : int
    everywhere : bool
        Whether every index is a position; else those are that `add_starts` leads to.

    Notes
    -----
    Two bits for each index, unless all are positions.
    """

    def __init__(self, int64_t size, bint everywhere=False):
        cdef int64_t words = size // 64 + 1
        self.size = size
        self.bits = None if everywhere else uint64_buffer(words)
        self.expanded = None if everywhere else uint64_buffer(words)
        self.windows = Windows(1)
        self.cursor = self.place = 0
        self.lowest = words
        self.is_waiting = False

    def add_starts(self, const int64_t[::1] starts not None) -> None:
        """Mark positions; they are from 0 to size - 1."""
        cdef Py_ssize_t i
        for i in range(starts.shape[0]):
            self.mark(starts[i])

    def use_compiled(
        self,
        functions: Sequence[tuple[int, int]],
        undo: Sequence[tuple[int, int]] | None,
        int64_t room,
    ) -> None:
        """Set the compiled functions: those of the rule, and those of undo or None."""
        self.rule = compiled(functions, room)
        if undo is not None:
            self.undo = compiled(undo, room)

    def allow(self, int64_t room) -> None:
        """Make room for so many options; the next call asks about the same positions again."""
        self.rule.room = self.undo.room = room

    cdef int mark(self, int64_t v) except -1 nogil:
        """Mark a position."""
        cdef uint64_t *word
        if self.bits is None:
            return 0
        word = <uint64_t *>self.bits.data + (v >> 6)
        if not word[0] >> (v & 63) & 1:
            word[0] |= <uint64_t>1 << (v & 63)
            if v >> 6 < self.cursor and v >> 6 < self.lowest:
                self.lowest = v >> 6
        return 0

    def wave(self, int64_t most) -> Buffer:
        """Return positions that have not been expanded, at most so many."""
        cdef Buffer codes = int64_buffer(most)
        cdef int64_t found
        with nogil:
            found = self._next_wave(<int64_t *>codes.data, most)
        codes.resize(found)
        return codes

    cdef int64_t _next_wave(self, int64_t *codes, int64_t most) except -1 nogil:
        """Write positions that have not been expanded to codes; return how many.

        The search goes up from the cursor, and begins again at `lowest` when it is at the end:
        all words below the lower of the two are expanded.
        """
        cdef int64_t w, v, stop = self.size // 64 + 1, found = 0
        cdef const uint64_t *bits
        cdef uint64_t *done
        cdef uint64_t left
        if self.bits is None:
            while self.cursor < self.size and found < most:
                codes[found] = self.cursor
                self.cursor += 1
                found += 1
            return found
        bits, done = <const uint64_t *>self.bits.data, <uint64_t *>self.expanded.data
        w = self.cursor
        while found < most:
            if w == stop:
                if self.lowest == stop or found:
                    break
                w, self.lowest = self.lowest, stop
            left = bits[w] & ~done[w]
            while left and found < most:
                v = lowest_bit(left)
                codes[found] = 64 * w + v
                done[w] |= <uint64_t>1 << v
                left &= left - 1
                found += 1
            if left:
                break
            w += 1
        self.cursor = w
        return found

    def gather(self) -> int:
        """Ask the compiled rule about the next positions; return how many there are."""
        cdef Window *window = &self.windows.at[0]
        with nogil:
            if not self.is_waiting:
                window.count = self._next_wave(window.codes, WINDOW)
            self.ask(&self.rule)
        return window.count

    def walk(self) -> int:
        """Ask the compiled rule about the next positions, ascending; return how many there are."""
        cdef Window *window = &self.windows.at[0]
        with nogil:
            if not self.is_waiting:
                window.count = self._next_walk(window.codes, WINDOW)
            self.ask(&self.rule)
        return window.count

    def walked(self, int64_t most) -> Buffer:
        """Return the next positions in ascending order, at most so many."""
        cdef Buffer codes = int64_buffer(most)
        cdef int64_t found
        with nogil:
            found = self._next_walk(<int64_t *>codes.data, most)
        codes.resize(found)
        return codes

    cdef int64_t _next_walk(self, int64_t *codes, int64_t most) except -1 nogil:
        """Write the positions from `place` on to codes; return how many."""
        cdef int64_t found = 0, v = self.place
        cdef const uint64_t *bits
        if self.bits is None:
            while v < self.size and found < most:
                codes[found] = v
                found += 1
                v += 1
        else:
            bits = <const uint64_t *>self.bits.data
            while v < self.size and found < most:
                if bits[v >> 6] >> (v & 63) == 0:
                    v = (v | 63) + 1
                    continue
                codes[found] = v
                found += <int64_t>(bits[v >> 6] >> (v & 63) & 1)
                v += 1
        self.place = v
        return found

    def rewind(self) -> None:
        """Start `walk` again."""
        self.place = 0

    cdef int ask(self, const Compiled *functions) except -1 nogil:
        """Collect the options of the codes of the window; they wait if the function fails."""
        cdef Window *window = &self.windows.at[0]
        cdef int64_t k
        self.is_waiting = True
        window.total = 0
        for k in range(window.count):
            window.given[k] = self.windows.preset(functions, window.codes[k])
            if window.given[k] == NO_LABEL:
                self.windows.ask(0, functions, window.codes[k])
            window.ends[k] = window.total
            if k % SIGNAL_POSITIONS == 0:
                check_signals()
        self.is_waiting = False
        return 0

    def collect(
        self, const int64_t[::1] codes not None, const int64_t[::1] sources not None,
        const int64_t[::1] options not None, const int64_t[::1] given,
    ) -> None:
        """Store a batch of positions with their options, or with the positions before them.

        Parameters
        ----------
        codes : (k,) int64
        sources, options : (m,) int64
            Of each move the index of its position among codes, and where it leads.
        given : (k,) int64 or None
            The label of the preset of each position, or -2 for none, -3 for a draw.
        """
        cdef Window *window
        cdef int64_t k
        self.windows.reserve(0, codes.shape[0], sources.shape[0])
        window = &self.windows.at[0]
        for k in range(codes.shape[0]):
            window.codes[k] = codes[k]
            window.given[k] = NO_LABEL if given is None else given[k]
        group(sources, options, window, codes.shape[0])

    cdef int require_indices(self, const char *kind) except -1 nogil:
        """Refuse options of the window that are no index."""
        cdef const Window *window = &self.windows.at[0]
        cdef int64_t k, e = 0
        for k in range(window.count):
            while e < window.ends[k]:
                if not 0 <= window.options[e] < self.size:
                    refuse(kind, window.codes[k], window.options[e])
                e += 1
        return 0
