"""The loops of contraction: who is decided in a round, and which edges it leaves.

Sets of positions are bits in 64-bit words, position v is bit v % 64 of word v / 64.  What a round
is, and what stays invariant, says `graphgame.solving._contract`.
"""

from libc.stddef cimport ptrdiff_t
from libc.stdint cimport int32_t, int64_t, uint64_t

from graphgame._kernel.bits cimport popcount
from graphgame._kernel.signals cimport check_signals

cdef extern from "solving/_rounds.h":
    ctypedef void (*gg_ranker)(
        const uint64_t *kept, const int32_t *before, const int32_t *positions, int32_t *ranks,
        ptrdiff_t count,
    ) noexcept nogil
    gg_ranker gg_choose_ranker() noexcept nogil
    enum:
        GG_SPELL
    void gg_add_sources(const int32_t *edges, ptrdiff_t count, uint64_t *set) noexcept nogil
    int32_t gg_pick_sources_of_pairs(
        const int32_t *edges, ptrdiff_t count, const uint64_t *set, int32_t *picked
    ) noexcept nogil
    int32_t gg_pick_sources_of_rows(
        const int32_t *sources, const int32_t *targets, ptrdiff_t count, const uint64_t *set,
        int32_t *picked,
    ) noexcept nogil
    int32_t gg_pick_pairs(
        const int32_t *edges, ptrdiff_t count, const uint64_t *set, int32_t *picked
    ) noexcept nogil
    int32_t gg_pick_pairs_to(
        const int32_t *sources, const int32_t *targets, ptrdiff_t count, const uint64_t *set,
        int32_t *picked,
    ) noexcept nogil
    ptrdiff_t gg_spell_rows(
        const int64_t *ptr, ptrdiff_t row, int64_t start, int64_t stop, int32_t first,
        int32_t *sources,
    ) noexcept nogil
    ptrdiff_t gg_copy_rows(
        const int64_t *ptr, const int32_t *idx, int64_t size, ptrdiff_t *row, int64_t start,
        int64_t stop, int32_t first, const uint64_t *set, int32_t *sources, int32_t *targets,
    ) noexcept nogil

cdef enum:
    # Edges are looked at in blocks: without a branch, those that count are first gathered here.
    BLOCK = 1 << 11
    # Signals are looked for after so many edges: they come in order, and so do the pages that are
    # written first here.  More often, two threads would wait for each other.
    SIGNAL_EDGES = 1 << 15
    # The sample that says what a round would be worth: so many runs of so many edges.
    RUNS = 1 << 6
    RUN = 1 << 5
    # Targets so near to each other share a line of the cache, or the next.
    NEAR = 1 << 6


# Edges come in pairs, or in rows: `edges` is None then, and row r, that of position first + r, has
# the targets idx[ptr[r]:ptr[r + 1]].  Either way they are numbered, and a chunk is edges start to
# stop; of rows, `row` begins or ends with edge `start`, or has it within, and moves on with them.

cdef int _mark_sources(
    const int32_t[:, ::1] edges, int64_t start, int64_t stop, uint64_t[::1] moving
) except -1 nogil:
    """Mark the positions that have options, by the edges start to stop."""
    cdef int64_t end
    while start < stop:
        end = min(start + SIGNAL_EDGES, stop)
        gg_add_sources(&edges[start, 0], end - start, &moving[0])
        start = end
        check_signals()
    return 0


cdef int _mark_rows(
    const int64_t[::1] ptr, Py_ssize_t first, uint64_t[::1] moving
) except -1 nogil:
    """Mark the positions that have options; row r is that of position first + r."""
    cdef Py_ssize_t r, v
    for r in range(ptr.shape[0] - 1):
        v = first + r
        moving[v >> 6] |= <uint64_t>(ptr[r + 1] > ptr[r]) << (v & 63)
        if r % SIGNAL_EDGES == 0:
            check_signals()
    return 0


cdef int _mark_wins(
    const int32_t[:, ::1] edges, const int64_t[::1] ptr, const int32_t[::1] idx, Py_ssize_t first,
    Py_ssize_t *row, int64_t start, int64_t stop, const uint64_t[::1] moving, uint64_t[::1] won,
) except -1 nogil:
    """Mark the positions that have an option which cannot move, by the edges start to stop."""
    cdef int32_t[BLOCK] winners
    cdef int32_t[BLOCK + GG_SPELL] sources
    cdef int64_t end, steps = 0
    cdef int32_t i, found
    while start < stop:
        end = min(start + BLOCK, stop)
        if edges is not None:
            found = gg_pick_sources_of_pairs(&edges[start, 0], end - start, &moving[0], winners)
        else:
            row[0] = gg_spell_rows(&ptr[0], row[0], start, end, <int32_t>first, sources)
            found = gg_pick_sources_of_rows(sources, &idx[start], end - start, &moving[0], winners)
        for i in range(found):
            add_bit(won, winners[i])
        start = end
        steps += BLOCK
        if steps % SIGNAL_EDGES == 0:
            check_signals()
    return 0


cdef int32_t _count_alive(
    const uint64_t[::1] moving, const uint64_t[::1] won, uint64_t[::1] alive, int32_t[::1] ranks
) except -1 nogil:
    """Tell who is neither lost nor won, and how many such there are before each word."""
    cdef Py_ssize_t w
    cdef int32_t count = 0
    for w in range(alive.shape[0]):
        alive[w] = moving[w] & ~won[w]
        ranks[w] = count
        count += popcount(alive[w])
    return count


cdef int64_t _keep_edges(
    const int32_t[:, ::1] edges, const int64_t[::1] ptr, const int32_t[::1] idx, Py_ssize_t first,
    Py_ssize_t *row, int64_t start, int64_t stop, const uint64_t[::1] alive,
    const int32_t[::1] ranks, int32_t[:, ::1] kept, int64_t count, uint64_t[::1] moving,
) except -1 nogil:
    """Append the edges between alive positions to the `count` kept ones; return how many are then.

    Positions get their new numbers, and who has options is marked under these.  `kept` may be
    `edges`: no place is written that has not been read.
    """
    cdef int32_t[2 * BLOCK] found
    cdef int32_t[BLOCK + GG_SPELL] sources, targets
    cdef gg_ranker rank = gg_choose_ranker()
    cdef int64_t end, steps = 0
    cdef int32_t size
    while start < stop:
        end = min(start + BLOCK, stop)
        if edges is not None:
            size = gg_pick_pairs(&edges[start, 0], end - start, &alive[0], found)
        else:
            size = <int32_t>gg_copy_rows(
                &ptr[0], &idx[0], idx.shape[0], <ptrdiff_t *>row, start, end, <int32_t>first,
                &alive[0], sources, targets,
            )
            size = gg_pick_pairs_to(sources, targets, size, &alive[0], found)
        if size:
            rank(&alive[0], &ranks[0], found, &kept[count, 0], 2 * size)
            gg_add_sources(&kept[count, 0], size, &moving[0])
        count += size
        start = end
        steps += BLOCK
        if steps % SIGNAL_EDGES == 0:
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
        movers += popcount(moving[w])
    while e < m:
        seen += 1
        lost += not has_bit(moving, targets[e])
        e += step
    if movers == 0:
        return 1.0
    degree = <double>m / movers
    while degree >= 1:
        saved *= 1 - <double>lost / seen
        degree -= 1
    saved *= 1 - degree * lost / seen
    return 1 - saved * movers / n
