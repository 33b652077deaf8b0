"""The kernel that solves indexed games whose moves raise the index: a pass up, and a pass down.

The pass up marks what can be reached, in ascending order: when it comes to an index, all moves to
it have been made.  The pass down decides in descending order: when it comes to a position, all its
options are decided.  No moves are stored: the rule is asked in both passes.

The passes of compiled rules are in `_ordered_compiled`; those of rules of arrays are here.
"""

from libc.stdint cimport int64_t, uint64_t

from graphgame._kernel.bits cimport lowest_bit, popcount
from graphgame._kernel.buffer cimport (
    Buffer, int64_buffer, uint64_buffer, unsigned_buffer, untouched_buffer,
)
from graphgame.big.indexed._deciding cimport decide_window, to_public, widen_labels
from graphgame.big._windows cimport NO_LABEL, Window, Windows, group
from graphgame.rules.compiled._stage cimport refuse


cdef class OrderedGame:
    """An indexed game whose moves raise the index, while it is solved.

    Parameters
    ----------
    size : int
    everywhere : bool
        Whether every index is a position; else those are that `add_starts` leads to.
    misere : bool

    Notes
    -----
    A bit for each index, unless all are positions, another one for rules of arrays, and a byte for
    each label, or two or four.
    """

    def __init__(self, int64_t size, bint everywhere=False, bint misere=False):
        cdef int64_t words = size // 64 + 1
        self.size, self.misere = size, misere
        self.windows = Windows(1)
        self.bits = None if everywhere else uint64_buffer(words)
        self.expanded = self.labels = None
        self.moves = self.cursor = self.most = self.width = 0

    def add_starts(self, const int64_t[::1] starts not None) -> None:
        """Mark positions; they are from 0 to size - 1."""
        cdef Py_ssize_t i
        cdef uint64_t *bits = <uint64_t *>self.bits.data
        for i in range(starts.shape[0]):
            bits[starts[i] >> 6] |= <uint64_t>1 << (starts[i] & 63)

    def positions(self) -> int:
        """Count the positions marked."""
        cdef int64_t w, found = 0
        if self.bits is None:
            return self.size
        with nogil:
            for w in range(self.bits.shape[0]):
                found += popcount((<uint64_t *>self.bits.data)[w])
        return found

    # -- labels ------------------------------------------------------------------------------------

    def begin_down(self, int width) -> None:
        """Make the labels, and start a pass down."""
        self.cursor = self.size
        self.moves = 0
        self.labels = None
        self.labels = untouched_buffer(width, self.size)
        self.width = width

    def widen(self) -> None:
        """Move the labels to an array of the next width, and let the pass go on."""
        cdef Buffer labels = self.labels
        cdef int width = 2 * self.width
        if width > 4:
            raise OverflowError("a remoteness beyond 2^30")
        cdef Buffer wider = unsigned_buffer(width, self.size, 0)
        with nogil:
            widen_labels(labels.data, self.width, wider.data, self.size)
        self.labels, self.width = wider, width

    def finish(self) -> tuple[Buffer, Buffer]:
        """Return the labels of a database, and how many positions have each label.

        Returns
        -------
        labels : (size,) Buffer of unsigned integers
        counts : (2 most + 5,) int64 Buffer
            Of labels 0 to 2 most + 1, then of the three greatest from the lowest up.
        """
        cdef Buffer counts = int64_buffer(2 * self.most + 5)
        cdef int64_t *found = <int64_t *>counts.data
        labels, self.labels = self.labels, None
        cdef Buffer kept = labels
        with nogil:
            to_public(kept.data, self.width, self.size, self.most, found)
        self.bits = self.expanded = None
        return labels, counts

    # -- rules of arrays ---------------------------------------------------------------------------

    def wave(self, int64_t most) -> Buffer:
        """Return the least positions that have not been expanded, ascending, at most so many.

        Returns
        -------
        codes : (k,) int64 Buffer
        """
        cdef Buffer codes = int64_buffer(most)
        cdef int64_t found
        if self.expanded is None:
            self.expanded = uint64_buffer(self.bits.shape[0])
        with nogil:
            found = self._next_wave(<int64_t *>codes.data, most)
        codes.resize(found)
        return codes

    cdef int64_t _next_wave(self, int64_t *codes, int64_t most) except -1 nogil:
        """Write the next positions to codes; return how many.

        Words below cursor are expanded, and stay so: marks come only above a position of the wave.
        """
        cdef const uint64_t *bits = <const uint64_t *>self.bits.data
        cdef uint64_t *done = <uint64_t *>self.expanded.data
        cdef int64_t w = self.cursor, stop = self.bits.shape[0], found = 0
        cdef uint64_t left
        while w < stop and bits[w] == done[w]:
            w += 1
        self.cursor = w
        while w < stop and found < most:
            left = bits[w] & ~done[w]
            while left and found < most:
                codes[found] = 64 * w + lowest_bit(left)
                left &= left - 1
                found += 1
            done[w] = bits[w] & ~left
            w += 1
        return found

    def mark(
        self, const int64_t[::1] codes not None, const int64_t[::1] sources not None,
        const int64_t[::1] options not None,
    ) -> None:
        """Mark the options of a wave."""
        cdef Py_ssize_t e
        cdef uint64_t *bits = <uint64_t *>self.bits.data
        for e in range(sources.shape[0]):
            self._check(codes[sources[e]], options[e])
            bits[options[e] >> 6] |= <uint64_t>1 << (options[e] & 63)
        self.moves += sources.shape[0]

    cdef int _check(self, int64_t code, int64_t option) except -1 nogil:
        """Refuse an option that is not above its position and below the size."""
        if not code < option < self.size:
            refuse("option", code, option)
        return 0

    def below(self, int64_t most) -> Buffer:
        """Return the greatest positions that are not decided, descending, at most so many."""
        cdef Buffer found = int64_buffer(most)
        cdef int64_t *codes = <int64_t *>found.data
        cdef const uint64_t *bits = NULL
        cdef int64_t i = self.cursor, count = 0
        if self.bits is not None:
            bits = <const uint64_t *>self.bits.data
        with nogil:
            while i > 0 and count < most:
                i -= 1
                if bits is not NULL and bits[i >> 6] << (63 - (i & 63)) == 0:
                    i &= ~<int64_t>63
                    continue
                codes[count] = i
                count += 1 if bits is NULL else <int64_t>(bits[i >> 6] >> (i & 63) & 1)
        self.cursor = i
        found.resize(count)
        return found

    def collect(
        self, const int64_t[::1] codes not None, const int64_t[::1] sources not None,
        const int64_t[::1] options not None, const int64_t[::1] given,
    ) -> None:
        """Store a batch of positions, descending, with their options, for `decide`.

        Parameters
        ----------
        codes : (k,) int64
        sources, options : (m,) int64
            Of each move the index of its position among codes, and where it leads.
        given : (k,) int64 or None
            The label of the preset of each position, or `NO_LABEL`, -2, or -3 for a draw.
        """
        cdef Window *window
        cdef int64_t e, k, size = codes.shape[0], m = sources.shape[0]
        self.windows.reserve(0, size, m)
        window = &self.windows.at[0]
        for e in range(m):
            self._check(codes[sources[e]], options[e])
        for k in range(size):
            window.codes[k] = codes[k]
            window.given[k] = NO_LABEL if given is None else given[k]
        group(sources, options, window, size)
        self.moves += m

    def decide(self) -> bool:
        """Decide the positions collected; return whether their labels fit."""
        cdef Window *window = &self.windows.at[0]
        cdef int64_t decided
        with nogil:
            decided = decide_window(
                self.labels.data, self.width, window, self.misere, &self.most
            )
        return decided == window.count
