"""Kernels of contraction: whole levels of decided positions are removed from the edges.

Degree-counter propagation needs the transpose, and then accesses memory at random for every edge.
If most positions are decided in the first levels, two sequential passes over the edges decide
them, and a smaller game of the same kind remains.  Random access is only to bits, one or two per
position, which stay in the cache.

Inputs must have been checked by `graphgame.graphs`: in the release build, kernels index with them
unchecked.
"""

from libc.stdint cimport int8_t, int32_t, int64_t, uint64_t
from libc.string cimport memcpy

from graphgame._kernel.buffer cimport (
    Buffer, int8_buffer, int32_buffer, int32_pairs, uint64_buffer,
)
from graphgame._kernel.flag cimport is_raised, raise_flag
from graphgame.solving._rounds cimport (
    _count_alive, _keep_edges, _mark_rows, _mark_sources, _mark_wins, _share_decided, _share_near,
)
from graphgame._kernel.signals cimport check_signals

cdef enum:
    # A round that decides less than one position in LEAST_SHARE takes longer than it saves.
    LEAST_SHARE = 5
    # Edges between two checks of the stop flag, and between two reallocations of the output.
    CHUNK = 1 << 16
    # The fewest edges per thread: with fewer, starting the thread takes longer than it saves.
    LEAST_PART = 1 << 19
    # Words of a bit set between two checks of signals.
    SIGNAL_WORDS = 1 << 9


# ---------------------------------------------------------------------------------------------
# A round at an even `level` splits the positions into
#
#     lost       positions without options: LOSE of remoteness `level`
#     won        positions with a lost option: WIN of remoteness `level` + 1
#     alive      the others.  Options that are won do not help them, so only the edges between two
#                alive positions are kept; an alive position without kept edges is lost in the next
#                round, at `level` + 2.
#
# Invariant: the alive positions with the kept edges are a game in which every position has the
# outcome it had, and its remoteness is less by `level`.  Alive positions are renumbered in their
# order, so that the expansion accesses all arrays sequentially.  Terminates because every round
# decides a share of the positions.
#
# The edges are split into parts, one for each thread.  The first round reads the arrays it was
# given, pairs or rows, and writes new pairs; later rounds work on these in place.


cdef class _Part:
    cdef const int32_t[:, ::1] edges  # None while the part is given as rows
    cdef const int64_t[::1] ptr
    cdef const int32_t[::1] idx
    cdef Py_ssize_t first  # the position of the first row
    cdef int64_t begin, end  # the first edge, and the end
    cdef Buffer kept  # the output; None before the first round
    cdef int stopped  # a flag that other threads raise

    def __cinit__(self):
        self.edges, self.ptr, self.idx = None, None, None

    @staticmethod
    cdef _Part from_edges(const int32_t[:, ::1] edges):
        cdef _Part part = _Part.__new__(_Part)
        part.edges = edges
        part.end = edges.shape[0]
        return part

    @staticmethod
    cdef _Part from_rows(const int64_t[::1] ptr, const int32_t[::1] idx, Py_ssize_t first):
        cdef _Part part = _Part.__new__(_Part)
        part.ptr, part.idx, part.first = ptr, idx, first
        part.begin, part.end = ptr[0], ptr[ptr.shape[0] - 1]
        return part

    def mark_moving(self, uint64_t[::1] moving):
        """Mark the positions that have options."""
        cdef int64_t start = self.begin, stop
        if self.edges is None:
            with nogil:
                _mark_rows(self.ptr, self.first, moving)
            return
        while start < self.end and not is_raised(&self.stopped):
            stop = min(start + CHUNK, self.end)
            with nogil:
                _mark_sources(self.edges, start, stop, moving)
            start = stop

    def mark_wins(self, const uint64_t[::1] moving, uint64_t[::1] won):
        """Mark the positions that have an option without options."""
        cdef int64_t start = self.begin, stop
        cdef Py_ssize_t row = 0
        while start < self.end and not is_raised(&self.stopped):
            stop = min(start + CHUNK, self.end)
            with nogil:
                _mark_wins(
                    self.edges, self.ptr, self.idx, self.first, &row, start, stop, moving, won
                )
            start = stop

    def keep(
        self, const uint64_t[::1] alive, const int32_t[::1] ranks, uint64_t[::1] moving
    ):
        """Keep the edges between alive positions, and mark the sources of kept edges."""
        cdef bint first = self.kept is None
        cdef int64_t start = self.begin, stop, count = 0
        cdef Py_ssize_t row = 0
        if first:
            self.kept = int32_pairs(0)
        while start < self.end and not is_raised(&self.stopped):
            stop = min(start + CHUNK, self.end)
            if first:
                self.kept.reserve(_room(
                    count, start - self.begin, stop - self.begin, self.end - self.begin
                ))
            count = self.keep_chunk(&row, start, stop, alive, ranks, count, moving)
            start = stop
        self.edges = self.kept
        self.ptr = self.idx = None
        self.begin, self.end = 0, count

    cdef int64_t keep_chunk(
        self, Py_ssize_t *row, int64_t start, int64_t stop, const uint64_t[::1] alive,
        const int32_t[::1] ranks, int64_t count, uint64_t[::1] moving,
    ) except -1:
        cdef int32_t[:, ::1] kept = self.kept
        with nogil:
            return _keep_edges(
                self.edges, self.ptr, self.idx, self.first, row, start, stop, alive, ranks, kept,
                count, moving,
            )


cdef int64_t _room(int64_t count, int64_t start, int64_t stop, int64_t size) noexcept:
    """Return the room to allocate when `count` of `start` edges have been kept.

    It holds all edges up to `stop`, and is extrapolated from the share kept so far to `size` edges.
    """
    cdef double share = 1.05 * count / start if start else 0.0
    return max(count + stop - start, min(<int64_t>(share * size) + stop - start, size))


# ---------------------------------------------------------------------------------------------
# Threads are those of Python: no support of the compiler is needed, and no pool of threads is left
# over, which a fork would break.


cdef _each(list parts, str method, tuple arguments, Buffer bits):
    """Run a method of every part with a bit set of its own; store the union in `bits`."""
    cdef list own = [bits] + [uint64_buffer(bits.shape[0]) for _ in parts[1:]]
    calls = [
        (getattr(part, method), (*arguments, marks))
        for part, marks in zip(parts, own, strict=True)
    ]
    if len(calls) == 1:
        calls[0][0](*calls[0][1])
    else:
        _in_threads(calls, parts)
    for marks in own[1:]:
        _unite(bits, marks)


cdef _in_threads(list calls, list parts):
    """Make the calls in as many threads, or in those that are to be had."""
    from graphgame._kernel.threads import Helpers

    def work(k):
        for function, arguments in calls[k::threads]:
            try:
                function(*arguments)
            except BaseException:
                _stop(parts)
                raise

    def stop():
        _stop(parts)

    with Helpers() as helpers:
        threads = helpers.begin(len(calls))
        helpers.together(work, stop)


cdef int _stop(list parts) except -1:
    cdef _Part part
    for part in parts:
        raise_flag(&part.stopped)
    return 0


cdef int _unite(uint64_t[::1] bits, const uint64_t[::1] more) except -1:
    cdef Py_ssize_t w
    for w in range(bits.shape[0]):
        bits[w] |= more[w]
    return 0


# ---------------------------------------------------------------------------------------------
# Contraction and expansion.


cdef Buffer _bits(Py_ssize_t n):
    return uint64_buffer((n + 63) // 64)


cdef Py_ssize_t _contract(
    list parts, const int32_t[:] targets, Py_ssize_t n, bint always, list rounds
) except -1:
    """Remove decided levels while that pays off; return the number of positions that remain.

    For each round, append (number of positions before it, alive, won) to `rounds`.
    """
    cdef Buffer moving, alive, won, ranks
    cdef Py_ssize_t left
    if not always and _share_near(targets) > 0.5:
        return n
    moving = _bits(n)
    _each(parts, "mark_moving", (), moving)
    if not always and LEAST_SHARE * _share_decided(targets, moving, n) < 1:
        return n
    while n:
        alive, won, ranks = _bits(n), _bits(n), int32_buffer(moving.shape[0])
        _each(parts, "mark_wins", (moving,), won)
        left = _count_alive(moving, won, alive, ranks)
        if LEAST_SHARE * (n - left) < n and (rounds or not always):
            break
        rounds.append((n, alive, won))
        moving = _bits(left)
        _each(parts, "keep", (alive, ranks), moving)
        n = left
    return n


def contract_edges(
    const int32_t[:, ::1] edges not None, Py_ssize_t n, int threads=1, bint always=False
) -> tuple[list[tuple[int, Buffer, Buffer]], Buffer | None, int]:
    """Remove decided levels from a game in normal play without presets, given as edges.

    Parameters
    ----------
    edges : (m, 2) int32
    n : int
        Number of positions.
    threads : int
        The most threads to use.
    always : bool
        Whether to do at least one round and use all threads, even if that does not pay off.

    Returns
    -------
    rounds : list
        For `expand`.  Empty if no round is expected to pay off.
    rest : (k, 2) int32 Buffer or None
        The edges of the remaining game, whose positions are renumbered.
    n : int
        The number of its positions.

    Notes
    -----
    O(n + m) time: each round leaves at most four fifths of the positions to the next.  Takes 8
    bytes per edge that remains after the first round, and about half a byte per position.
    """
    cdef int64_t m = edges.shape[0], p, count = _part_count(m, threads, always)
    cdef list rounds = [], parts = [
        _Part.from_edges(edges[m * p // count:m * (p + 1) // count]) for p in range(count)
    ]
    n = _contract(parts, edges[:, 1], n, always, rounds)
    return rounds, _joined(parts) if rounds else None, n


def contract_rows(
    const int64_t[::1] ptr not None, const int32_t[::1] idx not None, int threads=1,
    bint always=False,
) -> tuple[list[tuple[int, Buffer, Buffer]], Buffer | None, int]:
    """Remove decided levels from a game given by its options; see `contract_edges`.

    Parameters
    ----------
    ptr : (n + 1,) int64
    idx : (m,) int32
    threads : int
    always : bool

    Returns
    -------
    rounds : list
    rest : (k, 2) int32 Buffer or None
    n : int
    """
    cdef Py_ssize_t n = ptr.shape[0] - 1, p, first, last
    cdef Py_ssize_t count = _part_count(idx.shape[0], threads, always)
    cdef list rounds = [], parts = []
    for p in range(count):
        first, last = n * p // count, n * (p + 1) // count
        parts.append(_Part.from_rows(ptr[first:last + 1], idx, first))
    n = _contract(parts, idx, n, always, rounds)
    return rounds, _joined(parts) if rounds else None, n


cdef int64_t _part_count(int64_t m, int threads, bint always) noexcept:
    return max(1, threads if always else min(threads, m // LEAST_PART))


cdef Buffer _joined(list parts):
    cdef _Part part, first = parts[0]
    cdef int64_t size = first.end, total = 0
    for part in parts:
        part.edges = None
        total += part.end
    first.kept.resize(total)
    for part in parts[1:]:
        memcpy(<int32_t *>first.kept.data + 2 * size, part.kept.data, 8 * part.end)
        size += part.end
        part.kept = None
    return first.kept


cdef int _expand_round(
    const uint64_t[::1] alive, const uint64_t[::1] won, Py_ssize_t left, Py_ssize_t n,
    int32_t level, int32_t[::1] remoteness,
) except -1 nogil:
    """Expand the remoteness of the alive positions in place, and add that of the decided ones.

    remoteness[:left] is that of the alive positions under their new numbers.  The loop runs
    backward: the new number j of a position is at most its old number v, so no entry is overwritten
    before it is read.
    """
    cdef Py_ssize_t w = alive.shape[0], v = n, j = left
    cdef uint64_t lives, wins
    cdef int32_t decided, mask
    while w > 0:
        w -= 1
        lives, wins = alive[w], won[w]
        while v > 64 * w:  # branchless, since the bits are unpredictable
            v -= 1
            mask = -<int32_t>((lives >> (v & 63)) & 1)
            j += mask
            decided = level + <int32_t>((wins >> (v & 63)) & 1)
            remoteness[v] = (remoteness[j] & mask) | (decided & ~mask)
        if w % SIGNAL_WORDS == 0:
            check_signals()
    return 0


cdef int _compute_outcomes(const int32_t[::1] remoteness, int8_t[::1] outcomes) except -1 nogil:
    """Compute outcomes: in normal play without presets, a position of odd remoteness is a WIN."""
    cdef Py_ssize_t v
    cdef int32_t r
    for v in range(outcomes.shape[0]):
        r = remoteness[v]
        outcomes[v] = <int8_t>((r >= 0) * (2 * (r & 1) - 1))
    return 0


def expand(
    list rounds not None: list[tuple[int, Buffer, Buffer]], const int32_t[::1] rest not None
) -> tuple[Buffer, Buffer]:
    """Return the outcomes and the remoteness of a game that has been contracted.

    Parameters
    ----------
    rounds : list
        At least one round of `contract_edges` or `contract_rows`.
    rest : (k,) int32
        The remoteness of every position of the remaining game.

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
        _compute_outcomes(remoteness, outcomes)
    return outcome_buffer, remoteness_buffer
