"""The kernel that collects pairs of a code and a word, and sorts them by digits."""

from libc.stdint cimport int64_t, uint64_t
from libc.string cimport memcpy, memset

from graphgame._kernel.buffer cimport Buffer, int64_buffer
from graphgame._kernel.signals cimport SIGNAL_STEPS, check_signals

cdef enum:
    FIRST_ROOM = 1 << 12
    # Bits of a digit: writing to as many places as it has values stays inside the L1 cache.
    DIGIT = 8
    DIGITS = 1 << DIGIT
    # So many pairs fit in the L2 cache, twice; so few are sorted by insertion.
    CACHED = 1 << 15
    FEW = 32

# Flips the sign of an int64, so that its order is that of unsigned numbers.
cdef uint64_t SIGN = <uint64_t>1 << 63


cdef class Pairs:
    """Pairs of a code and a word, at most `most` unless more are added at once.

    Notes
    -----
    16 bytes a pair, and as many again while they are sorted.
    """

    def __init__(self, int64_t most):
        self.most = most
        self.count = 0
        self.pairs = int64_buffer(2 * min(most, FIRST_ROOM))
        self.spare = int64_buffer(0)

    def make_room(self, int64_t more) -> bool:
        """Make room for so many more pairs; say if it is there.

        It is not if there would be more pairs than `most`, and some are there already.
        """
        if self.count and self.count + more > self.most:
            return False
        if 2 * (self.count + more) > self.pairs.shape[0]:
            grown = max(2 * (self.count + more), min(2 * self.pairs.shape[0], 2 * self.most))
            self.pairs.resize(grown)
        return True

    def extend(self, const int64_t[::1] codes not None, const int64_t[::1] words not None) -> None:
        """Push pairs; there must be room for them.

        Parameters
        ----------
        codes, words : (k,) int64
        """
        cdef int64_t i
        if codes.shape[0] != words.shape[0]:
            raise ValueError("expected as many words as codes")
        if 2 * (self.count + codes.shape[0]) > self.pairs.shape[0]:
            raise ValueError("expected room for the pairs")
        with nogil:
            for i in range(codes.shape[0]):
                self.push(codes[i], words[i])

    def pair(self, int64_t i) -> tuple[int, int]:
        """Return the code and the word of a pair."""
        if not 0 <= i < self.count:
            raise IndexError(f"expected a pair from 0 to {self.count - 1}, got {i}")
        return (<Pair *>self.pairs.data)[i].code, (<Pair *>self.pairs.data)[i].word

    def sort(self, int low) -> None:
        """Sort the pairs by their words without the `low` lowest bits, then by their codes."""
        if self.count < 2:
            return
        if self.spare.shape[0] < 2 * self.count:
            self.spare = int64_buffer(0)  # before the larger one is there
            self.spare = int64_buffer(self.pairs.shape[0])
        with nogil:
            _sort(<Pair *>self.pairs.data, <Pair *>self.spare.data, self.count, low, False)

    def runs(self, int low) -> tuple[Buffer, Buffer]:
        """Return the runs of sorted pairs whose words are the same without the lowest bits.

        Returns
        -------
        words : (k,) int64 Buffer
            The words of the runs, without these bits.
        ends : (k,) int64 Buffer
            Where each of them ends.
        """
        cdef const Pair *pairs = <const Pair *>self.pairs.data
        cdef Buffer words = int64_buffer(0), ends = int64_buffer(0)
        cdef int64_t i = 0, k = 0
        while i < self.count:
            words.reserve(k + 1)
            ends.reserve(k + 1)
            (<int64_t *>words.data)[k] = pairs[i].word >> low
            i = _run_end(pairs, i, self.count, low)
            (<int64_t *>ends.data)[k] = i
            k += 1
        words.resize(k)
        ends.resize(k)
        return words, ends

    def distinct(self, int64_t begin, int64_t end) -> Buffer:
        """Return the codes of sorted pairs, without repetitions, as an int64 Buffer."""
        cdef const Pair *pairs = <const Pair *>self.pairs.data
        cdef Buffer codes
        cdef int64_t i, k = 0
        cdef int64_t *kept
        if not 0 <= begin <= end <= self.count:
            raise ValueError("expected a range of the pairs")
        codes = int64_buffer(end - begin)
        kept = <int64_t *>codes.data
        with nogil:
            for i in range(begin, end):
                if k == 0 or kept[k - 1] != pairs[i].code:
                    kept[k] = pairs[i].code
                    k += 1
                if i % SIGNAL_STEPS == 0:
                    check_signals()
        codes.resize(k)
        return codes

    def clear(self) -> None:
        """Forget all pairs."""
        self.count = 0


cdef int64_t _run_end(const Pair *pairs, int64_t i, int64_t count, int low) noexcept nogil:
    """Return where the run of pair i ends: by doubling steps, then by halving them."""
    cdef int64_t word = pairs[i].word >> low, step = 1, high, middle
    while i + step < count and pairs[i + step].word >> low == word:
        i += step
        step *= 2
    high = min(i + step, count)
    while high - i > 1:
        middle = i + (high - i) // 2
        if pairs[middle].word >> low == word:
            i = middle
        else:
            high = middle
    return high


cdef inline uint64_t _key(Pair pair, bint words) noexcept nogil:
    return (<uint64_t>pair.word if words else <uint64_t>pair.code) ^ SIGN


cdef int _sort(Pair *pairs, Pair *spare, int64_t n, int low, bint moved) except -1 nogil:
    """Sort pairs; they end in `spare` if `moved`.

    Many pairs are first split by their highest digit in which they differ, until those with one
    value fit in the L2 cache; there they are sorted digit by digit, from the lowest one on, each
    time stably, so that they are in the order of all digits up to this one.  A digit in which no
    two pairs differ takes no time.
    """
    cdef uint64_t[2] differ
    cdef int64_t[DIGITS] ends
    cdef int64_t i, begin = 0
    cdef int words, shift
    cdef bint turned = False
    if n > FEW:
        _find_differences(pairs, n, low, differ)
    elif n > 1:
        _insert(pairs, n, low)
    if n > CACHED and differ[0] | differ[1]:
        words = differ[1] != 0
        shift = _highest(differ[words]) - DIGIT + 1
        _sort_digit(pairs, spare, n, words, max(shift, low if words else 0), ends)
        for i in range(DIGITS):
            _sort(spare + begin, pairs + begin, ends[i] - begin, low, not moved)
            begin = ends[i]
        return 0
    for words in range(2 if n > FEW else 0):
        shift = 0
        while shift < 64 and differ[words] >> shift:
            if differ[words] >> shift & (DIGITS - 1):
                _sort_digit(pairs, spare, n, words, shift, ends)
                pairs, spare = spare, pairs
                turned = not turned
            shift += DIGIT
    if turned != moved:
        memcpy(spare, pairs, n * sizeof(Pair))
    return 0


cdef int _find_differences(
    const Pair *pairs, int64_t n, int low, uint64_t *differ
) except -1 nogil:
    """Set the bits in which codes differ from one another, and words without the lowest bits."""
    cdef int64_t i
    differ[0] = differ[1] = 0
    for i in range(1, n):
        differ[0] |= <uint64_t>(pairs[i].code ^ pairs[0].code)
        differ[1] |= <uint64_t>(pairs[i].word ^ pairs[0].word)
        if i % SIGNAL_STEPS == 0:
            check_signals()
    differ[1] = differ[1] >> low << low
    return 0


cdef void _insert(Pair *pairs, int64_t n, int low) noexcept nogil:
    """Sort a few pairs by insertion."""
    cdef int64_t i, j
    cdef Pair pair
    for i in range(1, n):
        pair = pairs[i]
        j = i
        while j > 0 and _is_before(pair, pairs[j - 1], low):
            pairs[j] = pairs[j - 1]
            j -= 1
        pairs[j] = pair


cdef inline bint _is_before(Pair pair, Pair other, int low) noexcept nogil:
    if pair.word >> low != other.word >> low:
        return pair.word >> low < other.word >> low
    return pair.code < other.code


cdef inline int _highest(uint64_t bits) noexcept nogil:
    """Return the place of the highest bit that is set."""
    cdef int place = 0
    while bits >> place > 1:
        place += 1
    return place


cdef int _sort_digit(
    const Pair *pairs, Pair *spare, int64_t n, bint words, int shift, int64_t *ends
) except -1 nogil:
    """Write the pairs to the other array in the order of one digit, and where each value ends."""
    cdef int64_t i, place = 0, size
    cdef int digit
    memset(ends, 0, DIGITS * sizeof(int64_t))
    for i in range(n):
        ends[_key(pairs[i], words) >> shift & (DIGITS - 1)] += 1
        if i % SIGNAL_STEPS == 0:
            check_signals()
    for digit in range(DIGITS):
        size = ends[digit]
        ends[digit] = place
        place += size
    for i in range(n):
        digit = <int>(_key(pairs[i], words) >> shift & (DIGITS - 1))
        spare[ends[digit]] = pairs[i]
        ends[digit] += 1
        if i % SIGNAL_STEPS == 0:
            check_signals()
    return 0
