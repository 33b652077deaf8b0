"""The loops of contraction: which positions a round decides, and which edges it keeps.

Sets of positions are bits in 64-bit words: position v is bit v % 64 of word v / 64.  Rounds and
their invariant are explained in `graphgame.solving._contract`.
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
    # Edges per block, whose selected entries are gathered in the L1 cache without branches.
    BLOCK = 1 << 11
    # Edges between two checks of signals, which take the global lock that threads share.
    SIGNAL_EDGES = 1 << 15
    # Runs of edges in the sample that estimates what a round decides.
    RUNS = 1 << 6
    # Edges in a run.
    RUN = 1 << 5
    # Targets closer than this share a cache line, or two neighbouring ones.
    NEAR = 1 << 6


# Edges are given as pairs, or as rows: then `edges` is None, and row r, that of position first + r,
# has the targets idx[ptr[r]:ptr[r + 1]].  Both are numbered, and a chunk is edges start to stop.
# Of rows, `row` begins at, ends at or contains edge `start`, and advances with the edges.

cdef int _mark_sources(
    const int32_t[:, ::1] edges, int64_t start, int64_t stop, uint64_t[::1] moving
) except -1 nogil:
    """Mark the sources of edges start to stop."""
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
    """Mark the positions whose rows are not empty; row r is that of position first + r."""
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
    """Mark the sources of edges start to stop whose target has no options."""
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
    """Compute which positions are neither lost nor won, and their number before each word."""
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
    """Append the edges between alive positions to the `count` kept ones; return their new number.

    Positions are renumbered, and the sources of kept edges are marked by their new numbers.  `kept`
    may be `edges`: each entry is read before it is overwritten.
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
# Whether to contract at all.  Propagation is faster if the targets of consecutive edges are close
# to each other, as in games on boards, and if a round decides few positions.


cdef double _share_near(const int32_t[:] targets) except -1 nogil:
    """Estimate the share of targets that are close to a target of the preceding edges."""
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
    """Estimate the share of positions that the first round decides.

    The model: every position with options has the average number of them, and each option is lost
    with the probability of a sampled target.
    """
    cdef int64_t m = targets.shape[0], step = max(m // (RUNS * RUN), 1), e = 0, lost = 0, seen = 0
    cdef int64_t n_moving = 0
    cdef Py_ssize_t w
    cdef double saved = 1.0, degree
    for w in range(moving.shape[0]):
        n_moving += popcount(moving[w])
    while e < m:
        seen += 1
        lost += not has_bit(moving, targets[e])
        e += step
    if n_moving == 0:
        return 1.0
    degree = <double>m / n_moving
    while degree >= 1:
        saved *= 1 - <double>lost / seen
        degree -= 1
    saved *= 1 - degree * lost / seen
    return 1 - saved * n_moving / n
