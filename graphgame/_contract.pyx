"""Kernels of solving by contraction: whole levels of a game are taken off its edges at a time.

Degree-counter propagation has to turn every edge round first, and then walks the edges of one
position after the other all over memory.  Where a game ends early from most positions, two passes
over the edges as they lie decide these positions, and what is left is a smaller game of the same
kind.  Nothing is read at random but bits, one or two per position, which stay in the cache.

Inputs must have been checked by `graphgame.graph`: kernels index with them unchecked in the release
build.  Sets of positions are bits in 64-bit words, position v is bit v % 64 of word v / 64.
"""

from libc.stddef cimport ptrdiff_t
from libc.stdint cimport int8_t, int32_t, int64_t, uint64_t

from graphgame._buffer cimport (
    Buffer, int8_buffer, int32_buffer, int32_pairs, int64_buffer, uint64_buffer
)
from graphgame._signals cimport check_signals

cdef extern from "_contract.h":
    ctypedef void (*gg_ranker)(
        const uint64_t *kept, const int32_t *before, const int32_t *positions, int32_t *ranks,
        ptrdiff_t count,
    ) noexcept nogil
    gg_ranker gg_choose_ranker() noexcept nogil
    int GG_POPCOUNT(uint64_t bits) noexcept nogil

cdef enum:
    # Edges are looked at in blocks: without a branch, those that count are first gathered here.
    BLOCK = 1 << 11
    # A round that decides less than one position in so many costs more than it saves.
    LEAST_SHARE = 5
    # Edges and rows are kept in chunks, before each of which room is made.
    CHUNK = 1 << 20
    # The sample that says what a round would be worth: so many runs of so many edges.
    RUNS = 1 << 6
    RUN = 1 << 5
    # Targets so near to each other share a line of the cache, or the next.
    NEAR = 1 << 6


# ---------------------------------------------------------------------------------------------
# A round, at a level at which every position without options loses, at that remoteness:
#
#     lost       the positions without options: LOSE at the level
#     won        those with an option among them: WIN, one ply later
#     alive      the others.  Their options among the won ones are hopes gone, so only the edges
#                between two alive positions are kept; an alive position that has none is lost two
#                levels later.
#
# Invariant: the positions kept, with the edges kept, are a game in which every position has the
# outcome it had, and a remoteness that is by `level` less.  Alive positions are renumbered in their
# order, so that the way back reads and writes every array from one end to the other.  Ends because
# every round decides a share of the positions.


cdef inline bint _has(const uint64_t[::1] bits, int32_t v) noexcept nogil:
    return (bits[v >> 6] >> (v & 63)) & 1


cdef inline void _add(uint64_t[::1] bits, int32_t v) noexcept nogil:
    bits[v >> 6] |= <uint64_t>1 << (v & 63)


cdef int _mark_sources(const int32_t[:, ::1] edges, uint64_t[::1] moving) except -1 nogil:
    """Mark the positions that have options."""
    cdef Py_ssize_t e
    for e in range(edges.shape[0]):
        _add(moving, edges[e, 0])
        if e % BLOCK == 0:
            check_signals()
    return 0


cdef int _mark_rows(const int64_t[::1] ptr, uint64_t[::1] moving) except -1 nogil:
    """Mark the positions that have options."""
    cdef Py_ssize_t v
    for v in range(ptr.shape[0] - 1):
        moving[v >> 6] |= <uint64_t>(ptr[v + 1] > ptr[v]) << (v & 63)
        if v % BLOCK == 0:
            check_signals()
    return 0


cdef int _mark_wins(
    const int32_t[:, ::1] edges, int64_t count, const uint64_t[::1] moving, uint64_t[::1] won
) except -1 nogil:
    """Mark the positions that have an option which cannot move."""
    cdef int32_t[BLOCK] winners
    cdef int64_t e, start = 0, stop
    cdef int32_t i, found
    while start < count:
        stop = min(start + BLOCK, count)
        found = 0
        for e in range(start, stop):
            winners[found] = edges[e, 0]
            found += not _has(moving, edges[e, 1])
        for i in range(found):
            _add(won, winners[i])
        start = stop
        check_signals()
    return 0


cdef int _mark_row_wins(
    const int64_t[::1] ptr, const int32_t[::1] idx, const uint64_t[::1] moving, uint64_t[::1] won
) except -1 nogil:
    """Mark the positions that have an option which cannot move."""
    cdef int64_t e, next_check = 0
    cdef Py_ssize_t v
    cdef bint wins
    for v in range(ptr.shape[0] - 1):
        wins = False
        for e in range(ptr[v], ptr[v + 1]):
            wins |= not _has(moving, idx[e])
            if e - next_check >= BLOCK:
                next_check = e
                check_signals()
        won[v >> 6] |= <uint64_t>wins << (v & 63)
    return 0


cdef int32_t _count_alive(
    const uint64_t[::1] moving, const uint64_t[::1] won,
    uint64_t[::1] alive, int32_t[::1] ranks,
) except -1 nogil:
    """Tell who is neither lost nor won, and how many such there are before each word."""
    cdef Py_ssize_t w
    cdef int32_t count = 0
    for w in range(alive.shape[0]):
        alive[w] = moving[w] & ~won[w]
        ranks[w] = count
        count += GG_POPCOUNT(alive[w])
    return count


cdef int64_t _keep_edges(
    const int32_t[:, ::1] edges, int64_t start, int64_t stop, const uint64_t[::1] alive,
    const int32_t[::1] ranks, int32_t[:, ::1] kept, int64_t count, uint64_t[::1] moving,
) except -1 nogil:
    """Append the edges between alive positions to the `count` kept ones; return how many are then.

    `kept` may be `edges`: no place is written that has not been read.
    """
    cdef int32_t[2 * BLOCK] found
    cdef gg_ranker rank = gg_choose_ranker()
    cdef int64_t e, end
    cdef int32_t u, v, size
    while start < stop:
        end = min(start + BLOCK, stop)
        size = 0
        for e in range(start, end):
            u = edges[e, 0]
            v = edges[e, 1]
            found[2 * size] = u
            found[2 * size + 1] = v
            size += _has(alive, u) & _has(alive, v)
        if size:
            rank(&alive[0], &ranks[0], found, &kept[count, 0], 2 * size)
        for e in range(count, count + size):
            _add(moving, kept[e, 0])
        count += size
        start = end
        check_signals()
    return count


cdef int64_t _keep_rows(
    const int64_t[::1] ptr, const int32_t[::1] idx, Py_ssize_t first, Py_ssize_t last,
    const uint64_t[::1] alive, const int32_t[::1] ranks,
    int64_t[::1] kept_ptr, int32_t[::1] kept_idx, uint64_t[::1] moving,
) except -1 nogil:
    """Append what is alive of the rows first to last; return how many edges are kept then.

    kept_ptr[r] is where row r of the kept ones starts, and has been set for the next row to come.
    """
    cdef gg_ranker rank = gg_choose_ranker()
    cdef int32_t row = ranks[first >> 6], w  # first is the start of a word
    cdef int64_t e, count = kept_ptr[row], ranked = count
    cdef Py_ssize_t v
    for v in range(first, last):
        if _has(alive, <int32_t>v):
            for e in range(ptr[v], ptr[v + 1]):
                w = idx[e]
                kept_idx[count] = w
                count += _has(alive, w)
            moving[row >> 6] |= <uint64_t>(count > kept_ptr[row]) << (row & 63)
            row += 1
            kept_ptr[row] = count
        if count - ranked >= BLOCK or v + 1 == last:
            rank(&alive[0], &ranks[0], &kept_idx[ranked], &kept_idx[ranked], count - ranked)
            ranked = count
            check_signals()
    return count


# ---------------------------------------------------------------------------------------------
# Whether to begin at all.  Propagation is the better one where edges lie near those they are met
# with, as in games on boards, and where few positions would be decided by a round.


cdef double _share_near(const int32_t[:] targets) except -1 nogil:
    """Estimate which share of the targets lies near one of those of the edges just before."""
    cdef int64_t run, first, e, before, near = 0, seen = 0
    cdef int64_t m = targets.shape[0]
    for run in range(RUNS):
        first = run * (m // RUNS)
        for e in range(first + RUN // 2, min(first + RUN, m)):
            seen += 1
            for before in range(e - RUN // 2, e):
                if -NEAR < targets[e] - targets[before] < NEAR:
                    near += 1
                    break
    return <double>near / seen if seen else 1.0


cdef double _share_decided(
    const int32_t[:] targets, const uint64_t[::1] moving, Py_ssize_t n
) except -1 nogil:
    """Estimate which share of the positions the first round would decide.

    A position that moves has on average so many options, and each of them is lost with the
    likelihood of a sampled target.
    """
    cdef int64_t m = targets.shape[0], step = max(m // (RUNS * RUN), 1), e = 0, lost = 0, seen = 0
    cdef int64_t movers = 0
    cdef Py_ssize_t w
    cdef double saved = 1.0, degree
    for w in range(moving.shape[0]):
        movers += GG_POPCOUNT(moving[w])
    while e < m:
        seen += 1
        lost += not _has(moving, targets[e])
        e += step
    if movers == 0:
        return 1.0
    degree = <double>m / movers
    while degree >= 1:
        saved *= 1 - <double>lost / seen
        degree -= 1
    saved *= 1 - degree * lost / seen
    return 1 - saved * movers / n


# ---------------------------------------------------------------------------------------------
# A game that shrinks, as edges or in rows.  The first round reads the arrays given and writes new
# ones, which later rounds work on in place.


cdef class _Game:
    cdef const int32_t[:] targets(self):
        """Give the targets of all edges, for a look at some."""

    cdef int mark_moving(self, uint64_t[::1] moving) except -1:
        """Mark the positions that have options."""

    cdef int mark_wins(self, const uint64_t[::1] moving, uint64_t[::1] won) except -1:
        """Mark the positions that have an option which cannot move."""

    cdef int keep(
        self, const uint64_t[::1] alive, const int32_t[::1] ranks, Py_ssize_t n,
        uint64_t[::1] moving,
    ) except -1:
        """Leave the edges between the n alive positions, and mark which of these have options."""

    cdef tuple rest(self):
        """Give the arrays of the game as it is now."""


cdef class _Edges(_Game):
    cdef const int32_t[:, ::1] edges
    cdef int64_t count
    cdef Buffer kept  # None in the first round

    def __cinit__(self, const int32_t[:, ::1] edges):
        self.edges = edges
        self.count = edges.shape[0]

    cdef const int32_t[:] targets(self):
        return self.edges[:, 1]

    cdef int mark_moving(self, uint64_t[::1] moving) except -1:
        with nogil:
            return _mark_sources(self.edges, moving)

    cdef int mark_wins(self, const uint64_t[::1] moving, uint64_t[::1] won) except -1:
        with nogil:
            return _mark_wins(self.edges, self.count, moving, won)

    cdef int keep(
        self, const uint64_t[::1] alive, const int32_t[::1] ranks, Py_ssize_t n,
        uint64_t[::1] moving,
    ) except -1:
        cdef int32_t[:, ::1] kept
        cdef bint first = self.kept is None
        cdef int64_t start = 0, stop, count = 0
        if first:
            self.kept = int32_pairs(0)
        while start < self.count:
            stop = min(start + CHUNK, self.count)
            if first:
                self.kept.reserve(count + stop - start)
            kept = self.kept
            with nogil:
                count = _keep_edges(
                    self.edges, start, stop, alive, ranks, kept, count, moving
                )
            kept = None
            start = stop
        self.edges = self.kept
        self.count = count
        return 0

    cdef tuple rest(self):
        self.edges = None
        self.kept.resize(self.count)
        return (self.kept,)


cdef class _Rows(_Game):
    cdef const int64_t[::1] ptr
    cdef const int32_t[::1] idx
    cdef Buffer kept_ptr, kept_idx  # None in the first round

    def __cinit__(self, const int64_t[::1] ptr, const int32_t[::1] idx):
        self.ptr, self.idx = ptr, idx

    cdef const int32_t[:] targets(self):
        return self.idx

    cdef int mark_moving(self, uint64_t[::1] moving) except -1:
        with nogil:
            return _mark_rows(self.ptr, moving)

    cdef int mark_wins(self, const uint64_t[::1] moving, uint64_t[::1] won) except -1:
        with nogil:
            return _mark_row_wins(self.ptr, self.idx, moving, won)

    cdef int keep(
        self, const uint64_t[::1] alive, const int32_t[::1] ranks, Py_ssize_t n,
        uint64_t[::1] moving,
    ) except -1:
        cdef Buffer ptr_buffer = int64_buffer(n + 1)
        cdef int64_t[::1] ptr = ptr_buffer
        cdef int32_t[::1] idx
        cdef bint first = self.kept_idx is None
        cdef Py_ssize_t start = 0, stop, rows = self.ptr.shape[0] - 1
        cdef int64_t count = 0
        if first:
            self.kept_idx = int32_buffer(0)
        while start < rows:
            stop = _chunk_end(self.ptr, start)
            if first:  # one place more: what is not kept is written, too
                self.kept_idx.reserve(count + self.ptr[stop] - self.ptr[start] + 1)
            idx = self.kept_idx
            with nogil:
                count = _keep_rows(
                    self.ptr, self.idx, start, stop, alive, ranks, ptr, idx, moving
                )
            idx = None
            start = stop
        self.kept_ptr = ptr_buffer
        self.ptr, self.idx = ptr_buffer, self.kept_idx
        return 0

    cdef tuple rest(self):
        cdef int64_t count = self.ptr[self.ptr.shape[0] - 1]
        self.ptr, self.idx = None, None
        self.kept_idx.resize(count)
        return self.kept_ptr, self.kept_idx


cdef Py_ssize_t _chunk_end(const int64_t[::1] ptr, Py_ssize_t start) noexcept:
    """Give the end of a chunk of whole words of rows, with not many more edges than CHUNK."""
    cdef Py_ssize_t stop = start, rows = ptr.shape[0] - 1
    while stop < rows and stop - start < CHUNK and ptr[stop] - ptr[start] < CHUNK:
        stop = min(stop + 64, rows)
    return stop


# ---------------------------------------------------------------------------------------------
# There and back.


cdef Buffer _bits(Py_ssize_t n):
    return uint64_buffer((n + 63) // 64)


cdef Py_ssize_t _contract(_Game game, Py_ssize_t n, bint always, list rounds) except -1:
    """Do all rounds that are worth it; return how many positions are left.

    For each round, (how many positions there were, those left alive, those won) is put down.
    """
    cdef Buffer moving_buffer = _bits(n), alive_buffer, won_buffer
    cdef uint64_t[::1] moving = moving_buffer, alive, won
    cdef int32_t[::1] ranks
    cdef Py_ssize_t left
    if not always and _share_near(game.targets()) > 0.5:
        return n
    game.mark_moving(moving)
    if not always and LEAST_SHARE * _share_decided(game.targets(), moving, n) < 1:
        return n
    while n:
        alive_buffer, won_buffer = _bits(n), _bits(n)
        alive, won, ranks = alive_buffer, won_buffer, int32_buffer(alive_buffer.shape[0])
        game.mark_wins(moving, won)
        with nogil:
            left = _count_alive(moving, won, alive, ranks)
        if LEAST_SHARE * (n - left) < n and (rounds or not always):
            break
        rounds.append((n, alive_buffer, won_buffer))
        moving_buffer = _bits(left)
        moving = moving_buffer
        game.keep(alive, ranks, left, moving)
        n = left
    return n


def contract_edges(const int32_t[:, ::1] edges not None, Py_ssize_t n, bint always=False):
    """Decide what whole rounds decide of a game in normal play, without presets, given as edges.

    Parameters
    ----------
    edges : (m, 2) int32
    n : int
        Number of positions.
    always : bool
        Whether to do a round at least, however little it promises.

    Returns
    -------
    rounds : list
        For `expand`.  Empty where rounds promise too little.
    rest : tuple of (k, 2) int32 Buffer
        The edges of the game that is left, whose positions are numbered anew; () if there are no
        rounds.
    n : int
        The number of its positions.

    Notes
    -----
    O(n + m) time: a round takes time for what the one before has left, at most four fifths of the
    positions.  Takes 8 bytes for every edge that the first round leaves, and about half a byte for
    every position.
    """
    return _there(_Edges(edges), n, always)


def contract_rows(
    const int64_t[::1] ptr not None, const int32_t[::1] idx not None, bint always=False
):
    """Decide what whole rounds decide; as `contract_edges`, of a game given by its options.

    Parameters
    ----------
    ptr : (n + 1,) int64
    idx : (m,) int32
    always : bool

    Returns
    -------
    rounds : list
    rest : tuple of (k + 1,) int64 Buffer and (l,) int32 Buffer
    n : int
    """
    return _there(_Rows(ptr, idx), ptr.shape[0] - 1, always)


cdef tuple _there(_Game game, Py_ssize_t n, bint always):
    cdef list rounds = []
    n = _contract(game, n, always, rounds)
    return rounds, game.rest() if rounds else (), n


cdef int _expand_round(
    const uint64_t[::1] alive, const uint64_t[::1] won, Py_ssize_t left, Py_ssize_t n,
    int32_t level, int32_t[::1] remoteness,
) except -1 nogil:
    """Put what the round decided between the remoteness of the alive ones.

    remoteness[:left] are the alive ones'.  It is read and written from behind: alive position j of
    the new numbers is never behind its old number v, so nothing is overwritten that is still to be
    read.
    """
    cdef Py_ssize_t w = alive.shape[0], v = n, j = left
    cdef uint64_t lives, wins
    cdef int32_t decided, mask
    while w > 0:
        w -= 1
        lives, wins = alive[w], won[w]
        while v > 64 * w:  # without a branch: lives and wins look like chance
            v -= 1
            mask = -<int32_t>((lives >> (v & 63)) & 1)
            j += mask
            decided = level + <int32_t>((wins >> (v & 63)) & 1)
            remoteness[v] = (remoteness[j] & mask) | (decided & ~mask)
        if w % (BLOCK // 64) == 0:
            check_signals()
    return 0


cdef int _tell_outcomes(const int32_t[::1] remoteness, int8_t[::1] outcomes) except -1 nogil:
    """In normal play without presets, who is to move at an odd remoteness makes the last move."""
    cdef Py_ssize_t v
    cdef int32_t r
    for v in range(outcomes.shape[0]):
        r = remoteness[v]
        outcomes[v] = <int8_t>((r >= 0) * (2 * (r & 1) - 1))
    return 0


def expand(list rounds not None, const int32_t[::1] rest not None):
    """Give the outcomes and remoteness of a game from those of what rounds have left of it.

    Parameters
    ----------
    rounds : list
        At least one, as of `contract_edges` or `contract_rows`.
    rest : (k,) int32
        The remoteness of every position of the game that was left.

    Returns
    -------
    outcomes : (n,) int8 Buffer
    remoteness : (n,) int32 Buffer

    Notes
    -----
    O(n) time.
    """
    cdef Py_ssize_t n = rounds[0][0], left = rest.shape[0], before, v
    cdef int32_t level = <int32_t>(2 * len(rounds))
    cdef Buffer outcome_buffer = int8_buffer(n), remoteness_buffer = int32_buffer(n)
    cdef int8_t[::1] outcomes = outcome_buffer
    cdef int32_t[::1] remoteness = remoteness_buffer
    cdef const uint64_t[::1] alive, won
    with nogil:
        for v in range(left):
            remoteness[v] = rest[v] + level if rest[v] >= 0 else rest[v]
    for before, alive, won in reversed(rounds):
        level -= 2
        with nogil:
            _expand_round(alive, won, left, before, level, remoteness)
        left = before
    with nogil:
        _tell_outcomes(remoteness, outcomes)
    return outcome_buffer, remoteness_buffer
