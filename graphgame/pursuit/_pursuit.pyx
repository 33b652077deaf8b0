"""The kernel of the policeman and the thief: solves every state of a board, bit-parallel.

A board is given by its cells in reading order, uint8: 0 is a wall, 1 is free, 2 is an exit.  The
cells that can be entered are numbered in reading order, from 0 to k - 1 (_cells.pxd); ``t`` is the
number of the thief's cell.  A set of policeman cells is a row of 64-bit words, laid out as
_pursuit.h says: the cell in row i and column j is bit i * (columns + 1) + j.

For every t there are two sets of policeman cells, both with the policeman to move:

    caught[t]    from which he catches the thief, however the thief plays;
    held[t]      from which the thief cannot force his way out: caught or drawn.

Both solve one equation, in which a thief who is not on an exit moves after the policeman did:

    X[t] = free & dilate({t} | X[t] & X[up] & X[left] & X[right] & X[down])
    X[t] = {t}  where t is an exit

`dilate` is the policeman's step in 8 directions or none.  It is applied to the set with the thief
to move: the policeman stands on t already, or every move of the thief leads into X.  `caught` is
the least solution, grown from X[t] = {t}: a policeman who wins does so in finitely many moves.
`held` is the greatest solution, shrunk from X[t] = free: a thief who wins does so in finitely many
moves.  Bits that change in round r of growing have remoteness 2r - 1, in round r of shrinking 2r.

Edges and states with the thief to move are not stored: their labels follow from the sets in one
step.
"""

from libc.stddef cimport ptrdiff_t
from libc.stdint cimport INT32_MAX, int8_t, int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memset

from graphgame._kernel.buffer cimport (
    Buffer, int8_buffer, int32_buffer, int64_buffer, unsigned_buffer,
)
from graphgame._kernel.signals cimport SIGNAL_STEPS, check_signals
from graphgame.pursuit._cells cimport number_cells, tabulate

cdef extern from "pursuit/_pursuit.h":
    ctypedef struct gg_board:
        const uint64_t *free
        uint64_t *step
        uint64_t *wide
        ptrdiff_t words
        ptrdiff_t whole
        int part
    ctypedef void gg_redo(
        const gg_board *board, const uint64_t *old, const uint64_t *up, const uint64_t *left,
        const uint64_t *right, const uint64_t *down, ptrdiff_t cell, ptrdiff_t lo, ptrdiff_t hi,
        uint64_t *change, ptrdiff_t *first, ptrdiff_t *last,
    ) noexcept nogil
    gg_redo *gg_choose_redo(int plain) nogil
    void gg_apply(uint64_t *row, const uint64_t *change, ptrdiff_t first, ptrdiff_t last) nogil
    void gg_mark(
        void *row, int width, const uint64_t *change, ptrdiff_t first, ptrdiff_t last,
        uint32_t plies,
    ) nogil

cdef enum:
    # Words of a set that count as one step between checks for signals.
    WORDS_A_STEP = 16


# ---------------------------------------------------------------------------------------------
# Growing and shrinking the sets.
#
# lo[t] and hi[t] bound the words in which one of the five sets that X[t] is made of has changed
# since X[t] was last computed; lo[t] >= hi[t] where there is none, and always for an exit.
#
# Invariant: where lo[t] >= hi[t], X[t] satisfies its equation.  While the sets grow, each X[t] is a
# subset of the right side of its equation, hence of the least solution, and no bit is ever cleared;
# shrinking is the mirror image.  So both end, at the latest when every bit has changed, and then
# all equations hold.


cdef int _forget(int32_t[::1] lo, int32_t[::1] hi) except -1 nogil:
    """Mark all sets as up to date."""
    cdef Py_ssize_t t
    for t in range(lo.shape[0]):
        lo[t] = INT32_MAX
        hi[t] = 0
    return 0


cdef int _spread(
    const int32_t[::1] beside, const int8_t[::1] is_exit, int32_t[::1] lo, int32_t[::1] hi,
    Py_ssize_t t, ptrdiff_t first, ptrdiff_t last,
) except -1 nogil:
    """Extend the bounds of all sets that depend on X[t], whose words first to last have changed."""
    cdef int way
    cdef Py_ssize_t other
    for way in range(5):
        other = t if way == 4 else beside[4 * t + way]
        if not is_exit[other]:
            lo[other] = min(lo[other], <int32_t>first)
            hi[other] = max(hi[other], <int32_t>last)
    return 0


cdef int _begin_growing(
    const int64_t[::1] bit, const int32_t[::1] beside, const int8_t[::1] is_exit,
    uint64_t[:, ::1] sets, int32_t[::1] lo, int32_t[::1] hi,
) except -1 nogil:
    """Start the growing sets with X[t] = {t}: the thief is caught where both are in one cell."""
    cdef Py_ssize_t t, word
    _forget(lo, hi)
    for t in range(bit.shape[0]):
        word = bit[t] >> 6
        sets[t, word] = <uint64_t>1 << (bit[t] & 63)
        _spread(beside, is_exit, lo, hi, t, word, word + 1)
    return 0


cdef int _begin_shrinking(
    const int64_t[::1] bit, const int32_t[::1] beside, const int8_t[::1] is_exit,
    const uint64_t[::1] free, uint64_t[:, ::1] sets, int32_t[::1] lo, int32_t[::1] hi,
) except -1 nogil:
    """Start the shrinking sets with X[t] = free, X[exit] = {exit}: on exits, the thief is out."""
    cdef Py_ssize_t t, word, words = free.shape[0], steps = 0
    _forget(lo, hi)
    for t in range(bit.shape[0]):
        if is_exit[t]:
            sets[t, bit[t] >> 6] = <uint64_t>1 << (bit[t] & 63)
            _spread(beside, is_exit, lo, hi, t, 0, words)
        else:
            for word in range(words):
                sets[t, word] = free[word]
        steps += 1 + words // WORDS_A_STEP
        if steps >= SIGNAL_STEPS:
            steps = 0
            check_signals()
    return 0


cdef int _redo(
    gg_redo *redo, const gg_board *board, const int64_t[::1] bit, const int32_t[::1] beside,
    const uint64_t[:, ::1] sets, int32_t[::1] lo, int32_t[::1] hi, Py_ssize_t t,
    uint64_t *change, ptrdiff_t *first, ptrdiff_t *last,
) except -1 nogil:
    """Recompute X[t], write its change to `change`, and mark it as up to date."""
    redo(
        board, &sets[t, 0], &sets[beside[4 * t], 0], &sets[beside[4 * t + 1], 0],
        &sets[beside[4 * t + 2], 0], &sets[beside[4 * t + 3], 0], bit[t], lo[t], hi[t],
        change, first, last,
    )
    lo[t] = INT32_MAX
    hi[t] = 0
    return 0


cdef int _settle(
    gg_redo *redo, const gg_board *board, const int64_t[::1] bit, const int32_t[::1] beside,
    const int8_t[::1] is_exit, uint64_t[:, ::1] sets, int32_t[::1] lo, int32_t[::1] hi,
    uint64_t[::1] change,
) except -1 nogil:
    """Recompute all sets that are not up to date, in reading order and back, until all are.

    Each set is computed from the newest sets, so that a change at one end of the board can reach
    the other end in one sweep.
    """
    cdef Py_ssize_t i, t, count = bit.shape[0], steps = 0
    cdef ptrdiff_t first = 0, last = 0
    cdef bint forward = True, busy = True
    while busy:
        busy = False
        for i in range(count):
            t = i if forward else count - 1 - i
            steps += 1
            if lo[t] < hi[t]:
                steps += (hi[t] - lo[t]) // WORDS_A_STEP
                _redo(redo, board, bit, beside, sets, lo, hi, t, &change[0], &first, &last)
                if first < last:
                    busy = True
                    gg_apply(&sets[t, 0], &change[0], first, last)
                    _spread(beside, is_exit, lo, hi, t, first, last)
            if steps >= SIGNAL_STEPS:
                steps = 0
                check_signals()
        forward = not forward
    return 0


# ---------------------------------------------------------------------------------------------
# The same in rounds, for remoteness: each set of a round is computed from sets of the round before.
#
# So a change is kept before it is applied.  In reading order, no neighbour of t is more than
# slots - 1 numbers back, so slot t % slots is free for t once the change of t - slots has been
# applied: all sets from t - slots + 1 on are still those of the last round.
#
# waiting[slot] is a change, and waits_from[slot] and waits_to[slot] bound its words.  lo and hi
# bound the words that changed in the last round, next_lo and next_hi those that change in this
# round.


cdef int _make(
    uint64_t[:, ::1] sets, const uint64_t[:, ::1] waiting, ptrdiff_t first, ptrdiff_t last,
    Py_ssize_t t, Py_ssize_t slot,
) except -1 nogil:
    """Apply the change that waits for X[t]."""
    if first < last:
        gg_apply(&sets[t, 0], &waiting[slot, 0], first, last)
    return 0


cdef Py_ssize_t _round(
    gg_redo *redo, const gg_board *board, const int64_t[::1] bit, const int32_t[::1] beside,
    const int8_t[::1] is_exit, uint64_t[:, ::1] sets, int32_t[::1] lo, int32_t[::1] hi,
    int32_t[::1] next_lo, int32_t[::1] next_hi, uint64_t[:, ::1] waiting,
    int32_t[::1] waits_from, int32_t[::1] waits_to,
    char *remoteness, int width, Py_ssize_t row_bytes, uint32_t plies,
) except -1 nogil:
    """Recompute all sets for one round, store remoteness; return whether anything changes."""
    cdef Py_ssize_t t, slot, slots = waiting.shape[0], steps = 0
    cdef ptrdiff_t first, last
    cdef bint busy = False
    for t in range(bit.shape[0]):
        slot = t % slots
        if t >= slots:
            _make(sets, waiting, waits_from[slot], waits_to[slot], t - slots, slot)
        first = last = 0
        steps += 1
        if lo[t] < hi[t]:
            steps += (hi[t] - lo[t]) // WORDS_A_STEP
            _redo(redo, board, bit, beside, sets, lo, hi, t, &waiting[slot, 0], &first, &last)
            if first < last:
                busy = True
                gg_mark(
                    remoteness + t * row_bytes, width, &waiting[slot, 0], first, last, plies
                )
                _spread(beside, is_exit, next_lo, next_hi, t, first, last)
        waits_from[slot] = <int32_t>first
        waits_to[slot] = <int32_t>last
        if steps >= SIGNAL_STEPS:
            steps = 0
            check_signals()
    for t in range(max(bit.shape[0] - slots, 0), bit.shape[0]):
        slot = t % slots
        _make(sets, waiting, waits_from[slot], waits_to[slot], t, slot)
    return busy


cdef int _begin_remoteness(
    const int64_t[::1] bit, const int8_t[::1] is_exit, const uint64_t[::1] free,
    char *remoteness, int width, Py_ssize_t row_bytes,
) except -1 nogil:
    """Set remoteness 0 where the game has ended, and the greatest number, for a draw, elsewhere."""
    cdef Py_ssize_t t, steps = 0
    cdef uint64_t here
    for t in range(bit.shape[0]):
        memset(remoteness + t * row_bytes, 0xFF, row_bytes)
        if is_exit[t]:
            gg_mark(remoteness + t * row_bytes, width, &free[0], 0, free.shape[0], 0)
        else:
            here = <uint64_t>1 << (bit[t] & 63)
            gg_mark(
                remoteness + (t * row_bytes + (bit[t] & ~63) * width), width, &here, 0, 1, 0
            )
        steps += 1 + row_bytes // (8 * WORDS_A_STEP)
        if steps >= SIGNAL_STEPS:
            steps = 0
            check_signals()
    return 0


def solve(
    const uint8_t[::1] cells not None, Py_ssize_t columns, int width, bint plain=False
):
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
    and 40 for each cell more.

    A set is recomputed when a set that it depends on has changed, in O(words) time and only around
    the words that changed.  Without remoteness, a few sweeps over the board are enough on most
    boards; with it there is one for each round, and there are half as many rounds as the greatest
    remoteness.  A set changes at most as often as it has bits, so O(k^3 * words) is a bound.
    Narrow boards come closest to it: in a corridor each step changes a bit or two.  A board of few
    rows, but more than one, takes about twice as long as one of as few columns, since a step then
    spans more words.  Signals are checked about every 2^17 words.

    >>> caught, held, remoteness = solve(bytes([1, 1, 1]), 3, 1)
    >>> memoryview(caught).tolist()
    [[7], [7], [7]]
    >>> memoryview(remoteness).tolist()[0][:4]
    [0, 1, 3, 255]
    """
    cdef Py_ssize_t count, slots, most, words
    cdef int64_t turn, never = (<int64_t>1 << 8 * width) - 1
    cdef gg_board board
    cdef gg_redo *redo = gg_choose_redo(plain)
    cdef int32_t[::1] number, beside, lo, hi, next_lo, next_hi, waits_from, waits_to
    cdef int64_t[::1] bit
    cdef int8_t[::1] is_exit
    cdef uint64_t[::1] free, step, spread
    cdef uint64_t[:, ::1] caught, held, sets, waiting
    cdef Buffer caught_buffer, held_buffer, ranks = None
    cdef bint busy
    if columns < 1 or cells.shape[0] < 1 or cells.shape[0] % columns or cells.shape[0] > INT32_MAX:
        raise ValueError(f"expected whole rows of {columns} columns, got {cells.shape[0]} cells")
    if width not in (0, 1, 2, 4):
        raise ValueError(f"width: expected 0, 1, 2 or 4, got {width}")
    words = (cells.shape[0] + cells.shape[0] // columns + 63) // 64
    number = int32_buffer(cells.shape[0])
    with nogil:
        count = number_cells(cells, number)
    beside, bit, is_exit = int32_buffer(4 * count), int64_buffer(count), int8_buffer(count)
    free = unsigned_buffer(8, words, 0)
    with nogil:
        slots = tabulate(cells, number, columns, beside, bit, is_exit, free) + 1
    board.words, board.whole, board.part = words, (columns + 1) // 64, (columns + 1) % 64
    if cells.shape[0] == columns:  # one row: the step to the next one is none, and reaches nothing
        board.whole = board.part = 0
    most = board.whole + 2
    step = unsigned_buffer(8, words + 2 * most, 0)
    spread = unsigned_buffer(8, words + 2 * most, 0)
    board.free, board.step, board.wide = &free[0], &step[most], &spread[most]
    lo, hi = int32_buffer(count), int32_buffer(count)
    caught_buffer = unsigned_buffer(8, count, words)
    held_buffer = unsigned_buffer(8, count, words)
    caught, held = caught_buffer, held_buffer
    if count == 0:
        return caught_buffer, held_buffer, unsigned_buffer(width, 0, 64 * words) if width else None
    waiting = unsigned_buffer(8, slots if width else 1, words)
    if width:
        next_lo, next_hi = int32_buffer(count), int32_buffer(count)
        waits_from, waits_to = int32_buffer(slots), int32_buffer(slots)
        ranks = unsigned_buffer(width, count, 64 * words)
        with nogil:
            _begin_remoteness(bit, is_exit, free, <char *>ranks.data, width, 64 * words * width)
    for growing in (True, False):
        sets = caught if growing else held
        with nogil:
            if growing:
                _begin_growing(bit, beside, is_exit, sets, lo, hi)
            else:
                _begin_shrinking(bit, beside, is_exit, free, sets, lo, hi)
            if not width:
                _settle(redo, &board, bit, beside, is_exit, sets, lo, hi, waiting[0])
        if not width:
            continue
        _forget(next_lo, next_hi)
        busy = True
        turn = 1 if growing else 2
        while busy:
            if turn >= never:
                raise OverflowError(f"a remoteness of {turn} does not fit into {width} bytes")
            with nogil:
                busy = _round(
                    redo, &board, bit, beside, is_exit, sets, lo, hi, next_lo, next_hi, waiting,
                    waits_from, waits_to, <char *>ranks.data, width, 64 * words * width,
                    <uint32_t>turn,
                )
            lo, hi, next_lo, next_hi = next_lo, next_hi, lo, hi
            turn += 2
    return caught_buffer, held_buffer, ranks
