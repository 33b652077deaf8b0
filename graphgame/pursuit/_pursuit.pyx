"""The kernel of the policeman and the thief: solves every state of a board.

A board is given by its cells in reading order, uint8: 0 is a wall, 1 is free, 2 is an exit.  The
cells that can be entered are numbered in reading order, from 0 to k - 1 (_cells.pxd).  For every
cell t of the thief there are two sets of policeman cells, both with the policeman to move:

    caught[t]    from which he catches the thief, however the thief plays;
    held[t]      from which the thief cannot force his way out: caught or drawn.

A set is a row of bits, laid out as _pursuit.h says.  Edges and states with the thief to move are
not stored: their labels follow from the sets in one step.

Sets and remoteness are found as rows of labels for all pairs of cells, which change in three ways.
Labels, with the policeman to move, are a row for each cell of one player: with bits for the cells
of the other one, or with numbers, plies to the end.  What is looked for are two least solutions:

    caught(p, t)   if he has a step from p to a q that is t, or from where every move of a thief who
                   is not on an exit, to a t', leaves him caught(q, t');
    away(p, t)     if t is an exit and p is not t, or if after every step of his from p to a q other
                   than t the thief has a move to a t' with away(q, t').

Who wins chooses between rows, and who loses between the places of a row.  So sweeps find `caught`
in rows of the policeman's cells, and `away` in those of the thief's: along a corridor, a row
follows from the one before it at once, and one sweep over the board does what takes as many rounds
as the corridor is long.  In between, the rows are turned in place.

Numbers are remoteness: 1 where the policeman catches the thief in one ply, and 2 more for each move
of both.  They only ever decrease, from the greatest number, which stands for none.  On wide boards
sweeps correct many of them again and again, so that `caught` is first looked for in rounds: in bits
and rows of the thief's cells, each row from those of the round before, so that every number is
final.
"""

from libc.stddef cimport ptrdiff_t
from libc.stdint cimport (
    INT32_MAX, int8_t, int32_t, int64_t, uint8_t, uint32_t, uint64_t,
)
from libc.string cimport memset

from graphgame._kernel.buffer cimport (
    Buffer, int8_buffer, int32_buffer, int64_buffer, unsigned_buffer,
)
from graphgame._kernel.signals cimport SIGNAL_STEPS, check_signals
from graphgame.pursuit._cells cimport number_cells, tabulate

cdef extern from "pursuit/_pursuit.h":
    ctypedef struct gg_board:
        const void *inside
        const void *open
        void *wide
        void *side
        void *step
        ptrdiff_t blocks
        ptrdiff_t down
        ptrdiff_t reach
    ctypedef struct gg_span:
        ptrdiff_t first
        ptrdiff_t last
    ctypedef gg_span gg_catch(
        const gg_board *board, const void *row, ptrdiff_t cell, gg_span span) noexcept nogil
    ctypedef gg_span gg_leave(
        const gg_board *board, const void *const *rows, ptrdiff_t cell, gg_span span) noexcept nogil
    ctypedef gg_span gg_join(const gg_board *board, void *row, gg_span span) noexcept nogil
    ctypedef struct gg_moves:
        gg_catch *catch_
        gg_leave *leave
        gg_join *join
    gg_moves gg_choose(int width, int plain) nogil
    void gg_mirror(int width, void *const *a, void *const *b, int same) noexcept nogil
    int gg_is_full(int width, const void *row, ptrdiff_t blocks) noexcept nogil
    gg_span gg_fresh(
        const gg_board *board, const void *row, gg_span span, uint64_t *change
    ) noexcept nogil
    void gg_mark(
        int width, void *numbers, const uint64_t *change, gg_span span, uint32_t plies
    ) noexcept nogil
    void gg_apply(uint64_t *row, const uint64_t *change, gg_span span) noexcept nogil
    void gg_put(int width, void *row, ptrdiff_t place, uint32_t number) noexcept nogil

cdef enum:
    # Rounds end when they have cost as much as looking at every set so often; sweeps go on.
    MOST_PASSES = 100
    # Words that can be read while a row is looked at in vain.
    WORDS_A_CALL = 32
    # Words of 8 bytes that count as one step between checks for signals.
    WORDS_A_STEP = 16


cdef class Pairs:
    """Hold rows of labels for all pairs of cells, and the tables and work space to compute them.

    Attributes
    ----------
    at, place, is_exit
        See _cells.pxd.
    ways
        The five cells where a thief on t may go, from 5 * t on: t itself first, and again for each
        direction in which there is none.
    lo, hi
        Bounds of the blocks of row t that have changed since they were last looked at; lo[t] >=
        hi[t] where there are none.
    width
        Bytes of a number; 0: bits.
    block_bytes, row_bytes
        Of 64 places, and of a row.
    """

    cdef Py_ssize_t lines, columns, count, block_bytes, row_bytes, steps
    cdef int width
    cdef int32_t[::1] at, ways, lo, hi
    cdef int64_t[::1] place
    cdef int8_t[::1] is_exit
    cdef uint64_t[::1] free
    cdef gg_board board
    cdef gg_moves moves
    cdef char *rows
    cdef Buffer inside, open, wide, side, step

    def __cinit__(
        self, const uint8_t[::1] cells: _Array, Py_ssize_t columns, int width, bint plain
    ):
        cdef Py_ssize_t lines = cells.shape[0] // columns
        self.lines, self.columns, self.width = lines, columns, width
        self.at = int32_buffer(lines * (columns + 1) + 2 * (columns + 2))
        with nogil:
            self.count = number_cells(cells, columns, self.at)
        self.place, self.is_exit = int64_buffer(self.count), int8_buffer(self.count)
        self.lo, self.hi = int32_buffer(self.count), int32_buffer(self.count)
        with nogil:
            tabulate(cells, columns, self.at, self.place, self.is_exit)
        self.ways = int32_buffer(5 * self.count)
        with nogil:
            self._find_ways()
        self.moves = gg_choose(width, plain)
        self.board.blocks = (lines * (columns + 1) + 63) // 64
        # On one row, the cell below is none: a step stays where it is, and reaches the next block.
        self.board.down = columns + 1 if lines > 1 else 0
        self.board.reach = self.board.down // 64 + 1
        self.block_bytes = 64 * width if width else 8
        self.row_bytes = self.block_bytes * self.board.blocks
        self._make_space()
        with nogil:
            self._make_masks()

    cdef int _make_space(self) except -1:
        cdef Py_ssize_t pad = self.board.reach + 1, blocks = self.board.blocks
        cdef Py_ssize_t each = self.block_bytes
        self.free = unsigned_buffer(8, blocks, 0)
        self.inside = unsigned_buffer(1, blocks, each)
        self.open = unsigned_buffer(1, blocks, each)
        self.step = unsigned_buffer(1, blocks, each)
        self.wide = unsigned_buffer(1, blocks + 2 * pad, each)
        self.side = unsigned_buffer(1, blocks + 2 * pad, each)
        self.board.inside, self.board.open = self.inside.data, self.open.data
        self.board.step = self.step.data
        self.board.wide = <char *>self.wide.data + pad * each
        self.board.side = <char *>self.side.data + pad * each
        return 0

    cdef int _find_ways(self) except -1 nogil:
        cdef Py_ssize_t t, way, to
        for t in range(self.count):
            for way in range(5):
                to = self._beside(t, (way == 4) - (way == 1), (way == 3) - (way == 2))
                self.ways[5 * t + way] = <int32_t>(t if to < 0 else to)
            self._spend(1)
        return 0

    cdef int _make_masks(self) except -1 nogil:
        cdef Py_ssize_t t
        for t in range(self.count):
            self.free[self.place[t] >> 6] |= <uint64_t>1 << (self.place[t] & 63)
            gg_put(self.width, <char *>self.board.inside, self.place[t], 0xFFFFFFFF)
            if not self.is_exit[t]:
                gg_put(self.width, <char *>self.board.open, self.place[t], 0xFFFFFFFF)
            self._spend(1)
        return 0

    cdef int _spend(self, Py_ssize_t steps) except -1 nogil:
        """Count steps, and check for signals after many."""
        self.steps += steps
        if self.steps >= SIGNAL_STEPS:
            self.steps = 0
            check_signals()
        return 0

    cdef int _forget(self) except -1 nogil:
        """Record that no row has changed."""
        cdef Py_ssize_t t
        for t in range(self.count):
            self.lo[t], self.hi[t] = INT32_MAX, 0
        return 0

    cdef int _spread(self, Py_ssize_t t, gg_span span) noexcept nogil:
        """Record that blocks have changed of what row t is made of."""
        self.lo[t] = min(self.lo[t], <int32_t>span.first)
        self.hi[t] = max(self.hi[t], <int32_t>span.last)
        return 0

    cdef Py_ssize_t _beside(
        self, Py_ssize_t t, Py_ssize_t lines, Py_ssize_t columns
    ) noexcept nogil:
        """Return the number of the cell so many rows and columns away, -1 if there is none."""
        return self.at[self.columns + 2 + self.place[t] + lines * (self.columns + 1) + columns]

    cdef gg_span _find(self, Py_ssize_t t) noexcept nogil:
        """Make the row of the thief's cell t from those beside it; record that."""
        cdef const int32_t *ways = &self.ways[5 * t]
        cdef const void *rows[5]
        cdef gg_span span
        cdef int way
        for way in range(5):
            rows[way] = self.rows + ways[way] * self.row_bytes
        span.first, span.last = self.lo[t], self.hi[t]
        self.lo[t], self.hi[t] = INT32_MAX, 0
        return self.moves.leave(&self.board, rows, self.place[t], span)

    cdef int _spread_around(
        self, Py_ssize_t t, gg_span span, int32_t *lo, int32_t *hi
    ) noexcept nogil:
        """Widen the bounds of all rows made from row t, of which blocks have changed."""
        cdef const int32_t *ways = &self.ways[5 * t]
        cdef const int8_t *is_exit = &self.is_exit[0]
        cdef int32_t to
        cdef int way
        for way in range(5):
            to = ways[way]
            if not is_exit[to]:
                lo[to] = min(lo[to], <int32_t>span.first)
                hi[to] = max(hi[to], <int32_t>span.last)
        return 0

    # -----------------------------------------------------------------------------------------
    # Sweeps.  lo[t] and hi[t] bound the blocks that have changed: of row t since it was last
    # followed by _catch; of the five rows that row t is made of since _leave last made it.
    #
    # Invariant: bits that are set are true, and no number is less than the remoteness; where
    # lo[t] >= hi[t], nothing new follows for t.  Bits are only set, numbers only decrease.  So
    # sweeping ends, and then all equations hold.  What is decided in r rounds has its number after
    # r sweeps at the latest, by induction over r; and what is not decided never gets one.

    cdef int _catch(self, Py_ssize_t q) except -1 nogil:
        """Follow the policeman's steps to q: to the rows of q and of all cells around it."""
        cdef gg_span made, changed
        cdef Py_ssize_t i, j, p
        made.first, made.last = self.lo[q], self.hi[q]
        self.lo[q], self.hi[q] = INT32_MAX, 0
        made = self.moves.catch_(
            &self.board, self.rows + q * self.row_bytes, self.place[q], made
        )
        for i in range(-1, 2):
            for j in range(-1, 2):
                p = self._beside(q, i, j)
                if p >= 0:
                    changed = self.moves.join(&self.board, self.rows + p * self.row_bytes, made)
                    if changed.first < changed.last:
                        self._spread(p, changed)
        return self._spend((made.last - made.first) * self.block_bytes // WORDS_A_STEP)

    cdef int _leave(self, Py_ssize_t t) except -1 nogil:
        """Move the thief on t to the cells beside him, and from there on to exits."""
        cdef gg_span span = self._find(t)
        self._spend((span.last - span.first) * self.block_bytes // WORDS_A_STEP)
        span = self.moves.join(&self.board, self.rows + t * self.row_bytes, span)
        if span.first < span.last:
            self._spread_around(t, span, &self.lo[0], &self.hi[0])
        return 0

    cdef bint _sweep(self, bint catching, int order) except -1 nogil:
        """Look at all rows that have changed, or whose neighbours have; return if there are any.

        Cells come in lines along the shorter side of the board; `order` says which way.
        """
        cdef Py_ssize_t i, j, t, a, b, outer = self.lines, inner = self.columns
        cdef Py_ssize_t far = self.columns + 1, near = 1
        cdef bint busy = False
        if self.lines < self.columns:
            outer, inner, far, near = inner, outer, near, far
        for i in range(outer):
            a = outer - 1 - i if order & 1 else i
            for j in range(inner):
                b = inner - 1 - j if order & 2 else j
                t = self.at[self.columns + 2 + a * far + b * near]
                if t >= 0 and self.lo[t] < self.hi[t]:
                    busy = True
                    if catching:
                        self._catch(t)
                    else:
                        self._leave(t)
            self._spend(inner)
        return busy

    cdef int settle(self, bint catching) except -1 nogil:
        """Repeat sweeps until nothing changes, from each corner of the board in turn."""
        cdef int sweeps = 0
        cdef int orders[4]
        orders[:] = [0, 3, 1, 2]
        while self._sweep(catching, orders[sweeps & 3]):
            sweeps += 1
        return 0

    cdef int begin_again(self) except -1 nogil:
        """Look at every row, whatever is known."""
        cdef Py_ssize_t t
        for t in range(self.count):
            self.lo[t], self.hi[t] = 0, <int32_t>self.board.blocks
        return 0

    cdef int begin_catching(self, char *rows) except -1 nogil:
        """Start with the policeman in the thief's cell: a row has changed at one place only."""
        cdef Py_ssize_t t
        self.rows = rows
        for t in range(self.count):
            memset(rows + t * self.row_bytes, 0xFF if self.width else 0, self.row_bytes)
            gg_put(self.width, rows + t * self.row_bytes, self.place[t], 1)
            self.lo[t] = <int32_t>(self.place[t] >> 6)
            self.hi[t] = self.lo[t] + 1
            self._spend(1 + self.row_bytes // (8 * WORDS_A_STEP))
        return 0

    cdef int begin_leaving(self, char *rows) except -1 nogil:
        """Continue with the thief on an exit, and the policeman anywhere else."""
        cdef Py_ssize_t t, p
        cdef gg_span span
        self.rows = rows
        span.first, span.last = 0, self.board.blocks
        self._forget()
        for t in range(self.count):
            if not self.is_exit[t]:
                continue
            for p in range(self.count):
                if p != t:
                    gg_put(self.width, rows + t * self.row_bytes, self.place[p], 0)
            self._spend(self.count)
            self._spread_around(t, span, &self.lo[0], &self.hi[0])
        return 0

    cdef int turn(self) except -1 nogil:
        """Transpose rows: swap the label of a pair with that of the players swapped."""
        cdef void *a[64]
        cdef void *b[64]
        cdef Py_ssize_t i, x, y
        for x in range(self.board.blocks):
            for y in range(x + 1):
                for i in range(64):
                    a[i], b[i] = self._block(64 * x + i, y), self._block(64 * y + i, x)
                gg_mirror(self.width, a, b, x == y)
                self._spend(64)
        return 0

    cdef void *_block(self, Py_ssize_t place, Py_ssize_t block) noexcept nogil:
        """Return a block of the row of the cell at a place; NULL if there is none."""
        cdef Py_ssize_t t
        if place >= self.lines * (self.columns + 1):
            return NULL
        t = self.at[self.columns + 2 + place]
        return NULL if t < 0 else self.rows + t * self.row_bytes + block * self.block_bytes

    cdef int complement(self) except -1 nogil:
        """Invert every set, a row of bits: make it the set of the other cells."""
        cdef Py_ssize_t t, i
        cdef uint64_t *row
        for t in range(self.count):
            row = <uint64_t *>(self.rows + t * self.row_bytes)
            for i in range(self.board.blocks):
                row[i] ^= self.free[i]
            self._spend(1 + self.row_bytes // (8 * WORDS_A_STEP))
        return 0

    cdef bint is_full(self) except -1 nogil:
        """Return whether there is a number after which the next one may not fit."""
        cdef Py_ssize_t t
        for t in range(self.count):
            if gg_is_full(self.width, self.rows + t * self.row_bytes, self.board.blocks):
                return True
            self._spend(1 + self.row_bytes // (8 * WORDS_A_STEP))
        return False

    cdef int mark_ends(self) except -1 nogil:
        """Set the remoteness to 0 where the policeman is in the thief's cell."""
        cdef Py_ssize_t t
        for t in range(self.count):
            gg_put(self.width, self.rows + t * self.row_bytes, self.place[t], 0)
            self._spend(1)
        return 0

    # -----------------------------------------------------------------------------------------
    # Rounds, in bits and in rows of the thief's cells: the sets of `away`, growing, or those of the
    # cells from which the policeman does not catch the thief, shrinking.  These satisfy the same
    # equation, but from the other end.
    #
    # Each row of a round is made from rows of the round before, so a change is kept before it is
    # applied.  In reading order, no neighbour of t is more than slots - 1 numbers back, so slot
    # t % slots is free for t once the change of t - slots has been applied: all rows from
    # t - slots + 1 on are still those of the last round.  waiting[slot] is a change, and
    # waits[slot] bounds its words.  lo and hi bound the words that changed in the last round,
    # next_lo and next_hi those that change in this round.

    cdef int begin_rounds(self, char *rows) except -1 nogil:
        """Start with the policeman in the thief's cell: nowhere else has he caught him."""
        cdef Py_ssize_t t, i
        cdef uint64_t *row
        cdef gg_span span
        self.rows = rows
        self._forget()
        for t in range(self.count):
            row = <uint64_t *>(rows + t * self.row_bytes)
            for i in range(self.board.blocks):
                row[i] = self.free[i]
            span.first, span.last = self.place[t] >> 6, (self.place[t] >> 6) + 1
            row[span.first] ^= <uint64_t>1 << (self.place[t] & 63)
            self._spread_around(t, span, &self.lo[0], &self.hi[0])
            self._spend(1 + self.row_bytes // (8 * WORDS_A_STEP))
        return 0

    cdef int64_t round(
        self, int32_t[::1] next_lo, int32_t[::1] next_hi, uint64_t[:, ::1] waiting,
        int64_t[:, ::1] waits, Pairs numbers, uint32_t plies,
    ) except -1 nogil:
        """Make all rows for one round, store remoteness; return how many words that took."""
        cdef Py_ssize_t t, slot = 0, slots = waiting.shape[0]
        cdef const int32_t *lo = &self.lo[0]
        cdef const int32_t *hi = &self.hi[0]
        cdef int64_t *wait = &waits[0, 0]
        cdef uint64_t *change
        cdef gg_span span
        cdef int64_t work = 0
        for t in range(self.count + slots):
            change = &waiting[slot, 0]
            span.first, span.last = wait[2 * slot], wait[2 * slot + 1]
            if span.first < span.last:
                gg_apply(<uint64_t *>(self.rows + (t - slots) * self.row_bytes), change, span)
                span.last = span.first
            if t < self.count and lo[t] < hi[t]:
                span = self._find(t)
                work += WORDS_A_CALL + span.last - span.first
                self._spend((span.last - span.first) // WORDS_A_STEP)
                span = gg_fresh(&self.board, self.rows + t * self.row_bytes, span, change)
                if span.first < span.last:
                    gg_mark(
                        numbers.width, numbers.rows + t * numbers.row_bytes, change, span, plies
                    )
                    self._spread_around(t, span, &next_lo[0], &next_hi[0])
            wait[2 * slot], wait[2 * slot + 1] = span.first, span.last
            slot = 0 if slot == slots - 1 else slot + 1
        self._spend(self.count)
        return work


cdef bint _hunt(
    Pairs bits, Pairs numbers, int64_t plies, int64_t never, int64_t most_passes
) except -1:
    """Find sets and remoteness in rounds, from so many plies on; return whether all are found.

    Rounds are cheap where few of them do, as on a square without corridors; in a corridor each
    changes a bit or two of a row, and there are as many as it has cells.
    """
    cdef Py_ssize_t slots = min(bits.count, bits.columns + 1)
    cdef int32_t[::1] next_lo = int32_buffer(bits.count), next_hi = int32_buffer(bits.count)
    cdef uint64_t[:, ::1] waiting = unsigned_buffer(8, slots, bits.board.blocks)
    cdef int64_t[:, ::1] waits = memoryview(int64_buffer(2 * slots)).cast("B").cast("q", (slots, 2))
    cdef int64_t work = 1, left = most_passes * bits.count
    left *= WORDS_A_CALL + bits.board.blocks
    next_lo[:] = INT32_MAX
    while work and left > 0 and plies < never:
        with nogil:
            work = bits.round(next_lo, next_hi, waiting, waits, numbers, <uint32_t>plies)
            bits.lo, bits.hi, next_lo, next_hi = next_lo, next_hi, bits.lo, bits.hi
            next_lo[:] = INT32_MAX
            next_hi[:] = 0
        left -= work
        plies += 2
    return work == 0


def solve(
    const uint8_t[::1] cells not None, Py_ssize_t columns, int width, bint plain=False,
    int64_t most_passes=MOST_PASSES,
) -> tuple[Buffer, Buffer, Buffer | None]:
    """Solve every state of a board with the policeman to move.

    Parameters
    ----------
    cells : (rows * columns,) uint8
        0 cannot be entered, 1 free, 2 exit, in reading order.  Less than 2^31 cells.
    columns : int
        At least 1, and a divisor of the number of cells.
    width : {0, 1, 2, 4}
        Bytes of a remoteness.  0: none.
    plain : bool
        Whether to use no instructions beyond those of every x86-64 processor.
    most_passes : int
        Rounds end when they have cost as much as looking at every set so often.

    Returns
    -------
    caught, held : (k, words) uint64 Buffer
        The sets of policeman cells, for each of the thief's k cells.
    remoteness : (k, 64 * words) uint8, uint16 or uint32 Buffer, or None
        Plies to the end, by bit; the greatest number of the type for a draw and where the policeman
        cannot stand.

    Raises
    ------
    ValueError
        If the number of cells is no multiple of `columns`, or the width is another.
    OverflowError
        If a remoteness may not fit into so many bytes.
    MemoryError
        If there is no memory for the sets.

    Notes
    -----
    With ``words = ceil(rows * (columns + 1) / 64)``, 16 * k * words bytes are returned, and
    64 * width * k * words for remoteness; the work takes at most 8 * words bytes for each column
    and 160 for each cell more.

    A row is looked at when one that it depends on has changed, in O(words) time and only around
    the words that changed.  A few sweeps over the board are enough on most boards, and two in a
    corridor; each turn of a corridor may take another one.  There are at most as many sweeps as
    rounds, half the greatest remoteness, so O(k^3 * words) is a bound.  Signals are checked about
    every 2^17 words.

    >>> caught, held, remoteness = solve(bytes([1, 1, 1]), 3, 1)
    >>> memoryview(caught).tolist()
    [[7], [7], [7]]
    >>> memoryview(remoteness).tolist()[0][:4]
    [0, 1, 3, 255]
    """
    cdef Pairs bits, numbers = None
    cdef Buffer caught, held, ranks = None
    cdef int64_t never = (<int64_t>1 << 8 * width) - 1
    cdef bint found, all_found, full = False
    if columns < 1 or cells.shape[0] < 1 or cells.shape[0] % columns or cells.shape[0] > INT32_MAX:
        raise ValueError(f"expected whole rows of {columns} columns, got {cells.shape[0]} cells")
    if width not in (0, 1, 2, 4):
        raise ValueError(f"width: expected 0, 1, 2 or 4, got {width}")
    bits = Pairs(cells, columns, 0, plain)
    caught = unsigned_buffer(8, bits.count, bits.board.blocks)
    held = unsigned_buffer(8, bits.count, bits.board.blocks)
    if width:
        ranks = unsigned_buffer(width, bits.count, 64 * bits.board.blocks)
    if bits.count == 0:
        return caught, held, ranks
    found = True
    if width:
        numbers = Pairs(cells, columns, width, plain)
        with nogil:
            numbers.begin_catching(<char *>ranks.data)
            bits.begin_rounds(<char *>caught.data)
        found = _hunt(bits, numbers, 1, never, most_passes)
    with nogil:
        if width and found:
            bits.complement()
        else:
            bits.begin_catching(<char *>caught.data)
            bits.settle(True)
            bits.turn()
        if not found:
            numbers.turn()
            numbers.begin_again()
            numbers.settle(True)
            numbers.turn()
        bits.begin_leaving(<char *>held.data)
        if width:
            numbers.begin_leaving(numbers.rows)
    all_found = width and found and _hunt(bits, numbers, 2, never, most_passes)
    with nogil:
        bits.settle(False)
        bits.complement()
        if width and not all_found:
            numbers.begin_again()
            numbers.settle(False)
            full = numbers.is_full()
        if width:
            numbers.mark_ends()
    if full:
        raise OverflowError(f"a remoteness of {never} does not fit into {width} bytes")
    return caught, held, ranks
