"""The kernels of a tier: explore it, then solve it by a rule and the answers of lower tiers.

A rule is asked by the caller, a batch of positions at a time.  Options inside the tier are looked
up here.  Options of lower tiers are pushed to `Pairs`, which the caller sorts, and writes to the
files of their tiers, or merges with the codes of each lower tier: nothing of another tier is in
memory.
"""

from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t
from libc.string cimport memcpy

from graphgame._kernel.buffer cimport Buffer, int32_buffer, int64_buffer, unsigned_buffer
from graphgame._kernel.outcome cimport LOSE, NO_PRESET, WIN
from graphgame._kernel.prefetch cimport prefetch
from graphgame._kernel.signals cimport SIGNAL_STEPS, check_signals
from graphgame.answers._labels cimport never, no_position, preset_draw
from graphgame.big.tiers._pairs cimport Pair, Pairs
from graphgame.graphs._index cimport CodeIndex

cdef enum:
    # Codes that are added to an index at a time.
    PIECE = 1 << 16
    # Codes that are passed one by one in a search; pairs from a look-up to what it prefetches.
    NEAR = 8
    AHEAD = 16
    # Tiers whose ranks are remembered: a power of two.
    KNOWN = 1 << 8
    # What waits at a position that the rules preset: a LOSE; any other outcome.
    PRESET_LOSE = -1
    PRESET = -2

ctypedef fused label_t:
    uint8_t
    uint16_t
    uint32_t

# waiting[v]: options that are not known to be WIN; or PRESET_LOSE, or PRESET.
# bounds[v]: where it is not negative, v is a LOSE in so many plies at least: by the greatest
# remoteness of a WIN below, plus 1, or by its preset.  Else v is a WIN in at most ~bounds[v].
# found[v]: the label of v, of four bytes; `undecided()` before it is decided.
# greatest: the greatest remoteness of a WIN or a LOSE; -1 if there is none.
cdef struct Tier:
    int64_t count
    int32_t *waiting
    int32_t *bounds
    uint32_t *found
    int64_t greatest


cdef class TierExplorer:
    """The positions of a tier, while they are found.

    Attributes
    ----------
    index : CodeIndex
        The positions found, in the order in which they are to be expanded.
    tier : int
    within : int
        Moves between positions of the tier.
    """

    cdef readonly CodeIndex index
    cdef readonly int64_t tier, within
    cdef Pairs below
    cdef Buffer inside, places

    def __init__(self, int64_t tier, Pairs below not None):
        self.index = CodeIndex()
        self.tier, self.within, self.below = tier, 0, below
        self.inside, self.places = int64_buffer(0), int32_buffer(0)

    def add(self, const int64_t[::1] codes not None) -> None:
        """Add positions that starts or higher tiers have put here; those known are left out."""
        add_all(self.index, codes)

    def receive(
        self, const int64_t[::1] options not None, const int64_t[::1] tiers not None
    ) -> int:
        """Add options of positions of the tier to the index, or to the pairs below.

        Parameters
        ----------
        options, tiers : (k,) int64
            There must be room for k pairs.

        Returns
        -------
        int
            -1; or the number of the first option of a higher tier, and nothing is taken.
        """
        cdef int64_t i, inside = 0, k = options.shape[0]
        cdef int64_t *kept
        if tiers.shape[0] != k:
            raise ValueError("expected as many tiers as options")
        for i in range(k):
            if tiers[i] > self.tier:
                return i
        require_room(self.below, k)
        self.inside.reserve(k)
        self.places.reserve(k)
        kept = <int64_t *>self.inside.data
        with nogil:
            for i in range(k):
                if tiers[i] == self.tier:
                    kept[inside] = options[i]
                    inside += 1
                else:
                    self.below.push(options[i], tiers[i])
        self.index.reserve(inside)
        with nogil:
            self.index.add_codes(kept, <int32_t *>self.places.data, inside)
        self.within += inside
        return -1


cdef class TierSolver:
    """The answers of the positions of a tier, while they are found.

    Position v is the one of codes[v].  First `receive` and `preset` take what the rule gives for
    all positions, in their order; then `answer` takes the answers of lower tiers; then `solve`.

    Attributes
    ----------
    count, within : int
        Positions, and moves between them.
    greatest : int
        When all is solved, the greatest remoteness of a WIN or a LOSE; -1 if there is none.
    """

    # ptr[v] to ptr[v + 1] are the entries of idx with the options of v inside the tier, for the
    # first `received` positions.
    # waiting, bounds and found are those of `Tier`.

    cdef CodeIndex index
    cdef readonly int64_t tier, count, within, greatest
    cdef int64_t received
    cdef Pairs below
    cdef Buffer ptr, idx, waiting, bounds, found, inside, rest, missing
    cdef int64_t[KNOWN] known_tiers
    cdef int64_t[KNOWN] known_ranks

    def __init__(self, int64_t tier, const int64_t[::1] codes not None, Pairs below not None):
        cdef int64_t i
        self.tier, self.count, self.below = tier, codes.shape[0], below
        self.index = CodeIndex(0, codes.shape[0])
        add_all(self.index, codes)
        if self.index.count != codes.shape[0]:
            raise ValueError("expected codes that differ")
        self.within = self.received = 0
        self.greatest = -1
        self.ptr = int64_buffer(self.count + 1)
        self.idx, self.inside = int32_buffer(0), int64_buffer(0)
        self.rest, self.missing = int64_buffer(0), int32_buffer(0)
        self.waiting, self.bounds = int32_buffer(self.count), int32_buffer(self.count)
        self.found = unsigned_buffer(4, self.count, 0)
        for i in range(self.count):
            (<uint32_t *>self.found.data)[i] = undecided()
        for i in range(KNOWN):
            self.known_ranks[i] = -1

    def receive(
        self, int64_t first, int64_t size, const int64_t[::1] sources not None,
        const int64_t[::1] options not None, const int64_t[::1] tiers not None,
        const int64_t[::1] ranks not None,
    ) -> int:
        """Add the options of the next positions.

        Parameters
        ----------
        first, size : int
            Positions first to first + size - 1.
        sources : (k,) int64
            Whose option it is, counted from `first`, ascending.
        options, tiers : (k,) int64
            There must be room for k pairs.
        ranks : (t,) int64
            The lower tiers, ascending.

        Returns
        -------
        int
            -1; or the number of an option that has no tier of these, or no position in its tier.
        """
        cdef int64_t i, v = first, inside = 0, k = options.shape[0]
        cdef int32_t *waiting = <int32_t *>self.waiting.data
        cdef int64_t *ptr = <int64_t *>self.ptr.data
        cdef int64_t *kept
        if not k == sources.shape[0] == tiers.shape[0] or first != self.received:
            raise ValueError("expected a source and a tier for each option of the next positions")
        if not 0 <= size <= self.count - first:
            raise ValueError("expected no more positions than there are")
        require_room(self.below, k)
        self.inside.reserve(k)
        self.idx.reserve(self.within + k)
        kept = <int64_t *>self.inside.data
        with nogil:
            for i in range(k):
                while v < first + sources[i]:
                    v += 1
                    ptr[v] = self.within + inside
                waiting[v] += 1
                if tiers[i] == self.tier:
                    kept[inside] = options[i]
                    inside += 1
                elif self._push(options[i], tiers[i], v, ranks):
                    with gil:
                        return i
            while v < first + size:
                v += 1
                ptr[v] = self.within + inside
        i = self._look_up(inside)
        if i >= 0:
            return _nth_inside(tiers, self.tier, i)
        self.within += inside
        self.received = first + size
        return -1

    cdef bint _push(
        self, int64_t option, int64_t tier, int64_t v, const int64_t[::1] ranks
    ) noexcept nogil:
        """Push an option of v to the pairs, with the rank of its tier; say if it has none."""
        cdef int64_t slot = tier & (KNOWN - 1), rank = self.known_ranks[slot], low, high
        if rank < 0 or self.known_tiers[slot] != tier:
            low, high = 0, ranks.shape[0]
            while low < high:
                rank = (low + high) // 2
                if ranks[rank] < tier:
                    low = rank + 1
                else:
                    high = rank
            if low == ranks.shape[0] or ranks[low] != tier:
                return True
            rank = low
            self.known_tiers[slot], self.known_ranks[slot] = tier, rank
        self.below.push(option, rank << 32 | v)
        return False

    cdef int64_t _look_up(self, int64_t inside) except -2:
        """Append the indices of options inside the tier; return the first that has none, or -1."""
        cdef int64_t missing
        self.rest.reserve(inside)
        self.missing.reserve(inside)
        self.index.reserve(0)
        with nogil:
            missing = self.index.find_codes(
                <const int64_t *>self.inside.data, <int32_t *>self.idx.data + self.within, inside,
                <int64_t *>self.rest.data, <int32_t *>self.missing.data,
            )
        return (<int32_t *>self.missing.data)[0] if missing else -1

    def preset(
        self, int64_t first, const int8_t[::1] outcomes not None, const int32_t[::1] ends=None
    ) -> None:
        """Set the presets of positions first, first + 1, …

        Parameters
        ----------
        first : int
        outcomes : (k,) int8
            LOSE, DRAW, WIN, or NO_PRESET where the rules preset nothing.
        ends : (k,) int32, optional
            In how many plies a WIN or a LOSE ends; 0 without it.
        """
        cdef int64_t i, v
        cdef int32_t end
        cdef int32_t *waiting = <int32_t *>self.waiting.data
        cdef int32_t *bounds = <int32_t *>self.bounds.data
        if not 0 <= first <= self.count - outcomes.shape[0]:
            raise ValueError("expected no more presets than positions")
        if ends is not None and ends.shape[0] != outcomes.shape[0]:
            raise ValueError("expected a remoteness for each preset")
        for i in range(outcomes.shape[0]):
            if outcomes[i] == NO_PRESET:
                continue
            v, end = first + i, ends[i] if ends is not None else 0
            waiting[v] = PRESET_LOSE if outcomes[i] == LOSE else PRESET
            if outcomes[i] == LOSE or outcomes[i] == WIN:
                bounds[v] = end if outcomes[i] == LOSE else ~end
            else:
                (<uint32_t *>self.found.data)[v] = <uint32_t>preset_draw(4)

    def answer(
        self, const int64_t[::1] codes not None, const label_t[::1] labels not None,
        int64_t begin, int64_t end,
    ) -> int:
        """Apply the answers of a lower tier for sorted pairs.

        Parameters
        ----------
        codes : (n,) int64
            The positions of the tier, ascending.
        labels : (n,) uint8, uint16 or uint32
        begin, end : int
            The pairs whose options are of this tier.

        Returns
        -------
        int
            -1; or the number of the first pair whose option is not a position of the tier.
        """
        cdef const Pair *pairs = <const Pair *>self.below.pairs.data
        cdef int64_t i, v, at = 0
        if not 0 <= begin <= end <= self.below.count or labels.shape[0] != codes.shape[0]:
            raise ValueError("expected a range of the pairs, and a label for each code")
        if begin < end and codes.shape[0] == 0:
            return begin
        with nogil:
            for i in range(begin, end):
                v = pairs[min(i + AHEAD, end - 1)].word & 0x7fffffff
                prefetch(&(<int32_t *>self.waiting.data)[v])
                prefetch(&(<int32_t *>self.bounds.data)[v])
                at = _seek(codes, at, pairs[i].code)
                if codes[at] != pairs[i].code:
                    with gil:
                        return i
                self._take(
                    pairs[i].word & 0x7fffffff, labels[at], <uint32_t>no_position(sizeof(label_t))
                )
                if i % SIGNAL_STEPS == 0:
                    check_signals()
        return -1

    cdef inline void _take(self, int64_t v, uint32_t label, uint32_t special) noexcept nogil:
        """Apply the label of an option of v: of a DRAW from `special` on, which changes nothing."""
        cdef int32_t *bounds = <int32_t *>self.bounds.data
        cdef int32_t plies = <int32_t>(label >> 1) + 1
        if label >= special:
            return
        if label & 1:
            (<int32_t *>self.waiting.data)[v] -= 1
            if bounds[v] >= 0 and bounds[v] < plies:
                bounds[v] = plies
        elif bounds[v] >= 0 or ~bounds[v] > plies:
            bounds[v] = ~plies

    def solve(self, bint misere) -> None:
        """Decide all positions; afterwards only `labels` may be called.

        Parameters
        ----------
        misere : bool
            Whether a position without options is a WIN rather than a LOSE.
        """
        cdef Buffer pred_ptr, pred_idx, order, queue
        cdef Tier tier
        if self.received != self.count:
            raise ValueError("expected the options of all positions")
        self.index = None
        self.inside = self.rest = self.missing = None
        pred_ptr, pred_idx = int64_buffer(self.count + 1), int32_buffer(self.within)
        with nogil:
            transpose(
                <const int64_t *>self.ptr.data, <const int32_t *>self.idx.data, self.count,
                <int64_t *>pred_ptr.data, <int32_t *>pred_idx.data,
            )
        self.ptr = self.idx = None
        tier.count, tier.greatest = self.count, -1
        tier.waiting, tier.bounds = <int32_t *>self.waiting.data, <int32_t *>self.bounds.data
        tier.found = <uint32_t *>self.found.data
        order = in_order(&tier, misere)
        queue = int32_buffer(self.count + 1)  # it is written one place beyond its end
        with nogil:
            decide(
                &tier, <const int64_t *>pred_ptr.data, <const int32_t *>pred_idx.data,
                <const int32_t *>order.data, order.shape[0], <int32_t *>queue.data,
            )
        self.greatest = tier.greatest

    def labels(self, int width) -> Buffer:
        """Return the labels of all positions as a Buffer of unsigned numbers of this width."""
        cdef Buffer narrow = unsigned_buffer(width, self.count, 0)
        cdef const uint32_t *found = <const uint32_t *>self.found.data
        if width == 1:
            _narrow(found, self.count, <uint8_t *>narrow.data)
        elif width == 2:
            _narrow(found, self.count, <uint16_t *>narrow.data)
        else:
            memcpy(narrow.data, found, 4 * self.count)
        return narrow


cdef int64_t _nth_inside(const int64_t[::1] tiers, int64_t tier, int64_t n) noexcept:
    """Return the place of the nth option inside the tier, counted from 0."""
    cdef int64_t i = 0
    while tiers[i] != tier or n:
        n -= tiers[i] == tier
        i += 1
    return i


cdef inline int64_t _seek(const int64_t[::1] codes, int64_t at, int64_t code) noexcept nogil:
    """Return the last place from `at` on with no greater code; `at` if there is none.

    As the codes sought ascend, most are near: by single steps, then by doubling them, and at last
    by halving them.
    """
    cdef int64_t step = 1, high, middle, near = min(at + NEAR, codes.shape[0] - 1)
    while at < near and codes[at + 1] <= code:
        at += 1
    if at < near:
        return at
    while at + step < codes.shape[0] and codes[at + step] <= code:
        at += step
        step *= 2
    high = min(at + step, codes.shape[0])
    while high - at > 1:
        middle = at + (high - at) // 2
        if codes[middle] <= code:
            at = middle
        else:
            high = middle
    return at


cdef void _narrow(const uint32_t *wide, int64_t n, label_t *narrow) noexcept:
    """Copy labels; the greatest ones become those of the width."""
    cdef int64_t v
    for v in range(n):
        narrow[v] = <label_t>wide[v]


# -- the index, and the pairs ----------------------------------------------------------------------


cdef int add_all(CodeIndex index, const int64_t[::1] codes) except -1:
    """Add codes to an index, which gives them the numbers from 0 on if they differ."""
    cdef Buffer places = int32_buffer(min(codes.shape[0], <int64_t>PIECE))
    cdef int64_t done = 0, size
    while done < codes.shape[0]:
        size = min(codes.shape[0] - done, <int64_t>PIECE)
        index.reserve(size)
        with nogil:
            index.add_codes(&codes[done], <int32_t *>places.data, size)
        done += size
    return 0


cdef int require_room(Pairs below, int64_t k) except -1:
    if 2 * (below.count + k) > below.pairs.shape[0]:
        raise ValueError("expected room for the pairs")
    return 0


# -- propagation ----------------------------------------------------------------------------------


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
