"""The kernel that decides the positions of one tier, in ascending order of remoteness."""

from libc.stdint cimport int32_t, int64_t, uint32_t

from graphgame._kernel.buffer cimport Buffer, int32_buffer
from graphgame._kernel.signals cimport SIGNAL_STEPS, check_signals
from graphgame.answers._labels cimport never, no_position
from graphgame.big._pairs cimport Pair, Pairs


cdef uint32_t undecided() noexcept nogil:
    """Return the label of a position that is not decided."""
    return <uint32_t>no_position(4)


cdef int transpose(
    const int64_t *ptr, const int32_t *idx, int64_t n, int64_t *pred_ptr, int32_t *pred_idx
) except -1 nogil:
    """Group the sources of moves by where they lead.

    pred_ptr[w] counts the moves to w, then is where the row of w ends, and where it starts when all
    of it is written, from its end on.
    """
    cdef int64_t v, e
    for e in range(ptr[n]):
        pred_ptr[idx[e]] += 1
        if e % SIGNAL_STEPS == 0:
            check_signals()
    for v in range(n):
        pred_ptr[v + 1] += pred_ptr[v]
    for v in range(n - 1, -1, -1):
        for e in range(ptr[v], ptr[v + 1]):
            pred_ptr[idx[e]] -= 1
            pred_idx[pred_ptr[idx[e]]] = <int32_t>v
        if v % SIGNAL_STEPS == 0:
            check_signals()
    return 0


cdef Buffer in_order(Tier *tier, bint misere):
    """Return the positions with a bound by terminals or lower tiers, by that bound."""
    cdef int32_t *waiting = tier.waiting
    cdef int32_t *bounds = tier.bounds
    cdef Pairs seeds = Pairs(max(tier.count, <int64_t>1))
    cdef Buffer order
    cdef int64_t v
    for v in range(tier.count):
        if misere and waiting[v] == 0 and bounds[v] == 0:
            waiting[v], bounds[v] = PRESET, ~0
        if waiting[v] != 0 and bounds[v] == 0 and waiting[v] != PRESET_LOSE:
            continue
        seeds.make_room(1)
        seeds.push(bounds[v] if bounds[v] >= 0 else ~bounds[v], v)
    seeds.sort(63)
    order = int32_buffer(seeds.count)
    for v in range(seeds.count):
        (<int32_t *>order.data)[v] = <int32_t>(<Pair *>seeds.pairs.data)[v].word
    return order


cdef int decide(
    Tier *tier, const int64_t *ptr, const int32_t *idx, const int32_t *order, int64_t seeds,
    int32_t *queue,
) except -1 nogil:
    """Decide positions in ascending order of remoteness.

    queue[head:middle] are the WINs of the last remoteness, queue[middle:end] its LOSEs.  LOSEs make
    their predecessors WINs of the next remoteness; then come the WINs by `order`; then WINs make
    LOSEs of it, where nothing waits and the bound is reached; then the LOSEs by `order`.  A pass
    decides positions of the next remoteness only, and each is decided once.  order[:seed] are
    of less; where the last pass decided nothing, the next remoteness is that of a seed.
    """
    cdef uint32_t *found = tier.found
    cdef int32_t *waiting = tier.waiting
    cdef int64_t remoteness = -1, head = 0, middle = 0, end = 0, tail = 0, seed = 0, stop, i, e
    cdef int32_t u
    cdef uint32_t none = undecided()
    while head < end or seed < seeds:
        remoteness += 1
        if head == end:
            remoteness = max(remoteness, _bound(tier, order[seed]))
        stop = seed
        while stop < seeds and _bound(tier, order[stop]) <= remoteness:
            stop += 1
        for i in range(middle, end):
            for e in range(ptr[queue[i]], ptr[queue[i] + 1]):
                u = idx[e]
                queue[tail] = u
                if found[u] == none:
                    found[u] = <uint32_t>(2 * remoteness + 1)
                    tail += 1
            if i % SIGNAL_STEPS == 0:
                check_signals()
        tail = _enter(tier, order, seed, stop, remoteness, True, queue, tail)
        i, middle = middle, tail
        while head < i:
            for e in range(ptr[queue[head]], ptr[queue[head] + 1]):
                u = idx[e]
                waiting[u] -= 1
                if waiting[u] == 0 and tier.bounds[u] <= remoteness:
                    found[u] = <uint32_t>(2 * remoteness)
                    queue[tail] = u
                    tail += 1
            head += 1
            if head % SIGNAL_STEPS == 0:
                check_signals()
        tail = _enter(tier, order, seed, stop, remoteness, False, queue, tail)
        head, end, seed = end, tail, stop
        if head < end:
            tier.greatest = remoteness
    for i in range(tier.count):
        if found[i] == none:
            found[i] = <uint32_t>never(4)
    return 0


cdef inline int64_t _bound(const Tier *tier, int32_t v) noexcept nogil:
    cdef int32_t bound = tier.bounds[v]
    return bound if bound >= 0 else ~bound


cdef int64_t _enter(
    Tier *tier, const int32_t *order, int64_t seed, int64_t stop, int64_t remoteness, bint won,
    int32_t *queue, int64_t tail,
) noexcept nogil:
    """Append the positions order[seed:stop] that are decided by their bound; return the end."""
    cdef int32_t waits, v
    cdef uint32_t none = undecided()
    cdef int64_t i
    for i in range(seed, stop):
        v = order[i]
        waits = tier.waiting[v]
        if tier.found[v] != none or won != (tier.bounds[v] < 0):
            continue
        if won or waits == 0 or waits == PRESET_LOSE:
            tier.found[v] = <uint32_t>(2 * remoteness + won)
            queue[tail] = v
            tail += 1
    return tail
