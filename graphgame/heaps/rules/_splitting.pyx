"""Kernels for heap games that split: they try every way to leave two heaps, three, or more.

Tables grow as in `_taking`. A game is given by what may be taken: `finals` are the numbers that may
be taken if no heap is left, `singles`, `pairs` and `triples` if one heap, two or three are left,
none of them empty. All are ascending int32. With `unequal` the two heaps must differ. From the heap
`frozen` there is no move, if it is not 0. With `tail`, if it is not 0, any number from it on may be
taken that leaves one heap or none.

Values are less than `width`, a power of 2, so that their nim-sums are: where a value reaches it,
the table ends with that value, and the caller continues it with a greater width.
"""

from libc.stdint cimport int32_t, int64_t, uint64_t

from graphgame._kernel.bits cimport lowest_bit
from graphgame._kernel.buffer cimport int32_buffer, int64_buffer
from graphgame._kernel.signals cimport SIGNAL_STEPS, check_signals

cdef enum:
    WORD = 64
    # The kinds of ways; those below 3 have sets.
    FREE = 0
    UNEQUAL = 1
    MIXED = 2
    NONE = 3
    ONE = 4
    EQUAL = 5
    EQUAL_MORE = 6


# ---------------------------------------------------------------------------------------------
# Two heaps at most.
#
# Row s % rows of `sums` holds, for the last so many sums s, the nim-sums of the values of all pairs
# of heaps that are s together: entry x is s if x is one of them. So a sum is looked at once,
# whatever may be taken. own[x] is h if a move to one heap or none leads from h to the value x, and
# below[x] is 1 if one of the heaps that the tail leads to has it.


cdef int _sum_pairs(
    const int32_t[::1] values, int32_t[::1] sums, int64_t at, int64_t s, bint unequal
) except -1 nogil:
    """Mark in the row that starts at `at` the values of the pairs of heaps that are s together."""
    cdef int64_t a
    cdef int32_t mark = <int32_t>s
    for a in range(1, (s - unequal) // 2 + 1):
        sums[at + (values[a] ^ values[s - a])] = mark
        if a % SIGNAL_STEPS == 0:
            check_signals()
    return 0


cdef int _mark_others(
    const int32_t[::1] values, int32_t[::1] own, int64_t h,
    const int32_t[::1] finals, const int32_t[::1] singles,
) except -1 nogil:
    """Mark the values of the moves from h that leave one heap or none."""
    cdef Py_ssize_t i
    for i in range(finals.shape[0]):
        if finals[i] == h:
            own[0] = <int32_t>h
    for i in range(singles.shape[0]):
        if singles[i] >= h:
            break
        own[values[h - singles[i]]] = <int32_t>h
    return 0


cdef int64_t _mex(
    const int32_t[::1] own, const int32_t[::1] below, const int32_t[::1] sums, int64_t rows,
    int64_t width, const int32_t[::1] pairs, int64_t h,
) except -1 nogil:
    cdef int64_t x, s
    cdef Py_ssize_t i
    for x in range(width):
        if own[x] == h or below[x]:
            continue
        for i in range(pairs.shape[0]):
            s = h - pairs[i]
            if s > 0 and sums[s % rows * width + x] == s:
                break
        else:
            return x
    return width


cdef int _split(
    int32_t[::1] values, int64_t[::1] done, int64_t upto,
    const int32_t[::1] finals, const int32_t[::1] singles, const int32_t[::1] pairs,
    bint unequal, int64_t frozen, int64_t tail, int64_t width,
    int32_t[::1] sums, int64_t rows, int32_t[::1] own, int32_t[::1] below,
) except -1 nogil:
    cdef int64_t h, value = 0
    if pairs.shape[0]:
        for h in range(max(1, done[0] - rows + 1), done[0]):
            _sum_pairs(values, sums, h % rows * width, h, unequal)
    if tail:
        for h in range(done[0] - tail):
            below[values[h]] = 1
    while done[0] < upto and value < width:
        h = done[0]
        if pairs.shape[0]:
            _sum_pairs(values, sums, h % rows * width, h, unequal)
        _mark_others(values, own, h, finals, singles)
        if tail and h >= tail:
            below[values[h - tail]] = 1
        value = 0 if h == frozen else _mex(own, below, sums, rows, width, pairs, h)
        values[h] = <int32_t>value
        done[0] = h + 1
        if h % SIGNAL_STEPS == 0:
            check_signals()
    return 0


def split(
    int32_t[::1] values not None, int64_t[::1] done not None, int64_t upto,
    const int32_t[::1] finals not None, const int32_t[::1] singles not None,
    const int32_t[::1] pairs not None,
    bint unequal, int64_t frozen, int64_t tail, int64_t width,
) -> None:
    """Find the values of heaps of a game that leaves two heaps at most.

    Parameters
    ----------
    values : (k,) int32
        ``values[:done[0]]`` are known and below `width`; k is at least `upto`.
    done : (1,) int64
        At least 1; moves on with every heap.
    upto : int
        Where to stop, below 2^31; it stops after a heap whose value is `width`.
    finals, singles, pairs, unequal, frozen, tail, width
        The game; see the top of this file.

    Notes
    -----
    O(n² + n v t) time for n heaps of values up to v, where t numbers may be taken if two heaps are
    left; 4 bytes × width for each number up to the greatest of these.

    >>> from array import array
    >>> values, done = array("i", bytes(48)), array("q", [1])
    >>> takes = array("i", [1, 2])
    >>> split(values, done, 12, takes, takes, takes, False, 0, 0, 8)
    >>> values.tolist()
    [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]
    """
    cdef int64_t rows = pairs[pairs.shape[0] - 1] + 1 if pairs.shape[0] else 1
    cdef int32_t[::1] sums = int32_buffer(rows * width)
    cdef int32_t[::1] own = int32_buffer(width)
    cdef int32_t[::1] below = int32_buffer(width)
    with nogil:
        _split(
            values, done, upto, finals, singles, pairs, unequal, frozen, tail, width,
            sums, rows, own, below,
        )


# ---------------------------------------------------------------------------------------------
# Three heaps at most.
#
# sets[s * words:] is, as a set of bits, what _sum_pairs marks: the nim-sums of two heaps that are s
# together. Those of three heaps that are s together are, for every heap a, the nim-sums of a and of
# two heaps that are s - a together, and it is enough that a is not the greatest of the three: up to
# s // 3 it is the least. A set nim-added to a value has its words in another order, and in each
# word the bits: bit i of a word goes to bit i ^ (value % 64).


cdef inline uint64_t _swapped(uint64_t word, int32_t value) noexcept nogil:
    """Move every bit i of a word to i ^ (value % 64)."""
    if value & 1:
        word = (word & 0x5555555555555555u) << 1 | (word >> 1 & 0x5555555555555555u)
    if value & 2:
        word = (word & 0x3333333333333333u) << 2 | (word >> 2 & 0x3333333333333333u)
    if value & 4:
        word = (word & 0x0F0F0F0F0F0F0F0Fu) << 4 | (word >> 4 & 0x0F0F0F0F0F0F0F0Fu)
    if value & 8:
        word = (word & 0x00FF00FF00FF00FFu) << 8 | (word >> 8 & 0x00FF00FF00FF00FFu)
    if value & 16:
        word = (word & 0x0000FFFF0000FFFFu) << 16 | (word >> 16 & 0x0000FFFF0000FFFFu)
    if value & 32:
        word = word << 32 | word >> 32
    return word


cdef int _pair_set(
    const int32_t[::1] values, int64_t[::1] sets, int64_t words, int64_t s
) except -1 nogil:
    cdef int64_t a
    cdef int32_t x
    for a in range(1, s // 2 + 1):
        x = values[a] ^ values[s - a]
        sets[s * words + x // WORD] |= <int64_t>(<uint64_t>1 << (x % WORD))
        if a % SIGNAL_STEPS == 0:
            check_signals()
    return 0


cdef int _add_triples(
    const int32_t[::1] values, const int64_t[::1] sets, int64_t[::1] own, int64_t s
) except -1 nogil:
    """Add to the set `own` the values of the triples of heaps that are s together."""
    cdef int64_t a, w, words = own.shape[0], at
    cdef int32_t value
    for a in range(1, s // 3 + 1):
        value = values[a]
        at = (s - a) * words
        for w in range(words):
            own[w ^ (value // WORD)] |= <int64_t>_swapped(<uint64_t>sets[at + w], value)
        if a % (1 + SIGNAL_STEPS // words) == 0:
            check_signals()
    return 0


cdef int64_t _mex_of_set(const int64_t[::1] own) except -1 nogil:
    cdef Py_ssize_t w
    for w in range(own.shape[0]):
        if own[w] != -1:
            return w * WORD + lowest_bit(~<uint64_t>own[w])
    return own.shape[0] * WORD


cdef int _split_in_three(
    int32_t[::1] values, int64_t[::1] done, int64_t upto,
    const int32_t[::1] finals, const int32_t[::1] singles, const int32_t[::1] pairs,
    const int32_t[::1] triples, int64_t width, int64_t[::1] sets, int64_t[::1] own,
) except -1 nogil:
    cdef int64_t h, w, words = own.shape[0], value = 0
    cdef Py_ssize_t i
    for h in range(2, done[0]):
        _pair_set(values, sets, words, h)
    while done[0] < upto and value < width:
        h = done[0]
        _pair_set(values, sets, words, h)
        for w in range(words):
            own[w] = 0
        for i in range(finals.shape[0]):
            if finals[i] == h:
                own[0] |= 1
        for i in range(singles.shape[0]):
            if singles[i] < h:
                value = values[h - singles[i]]
                own[value // WORD] |= <int64_t>(<uint64_t>1 << (value % WORD))
        for i in range(pairs.shape[0]):
            if pairs[i] < h:
                for w in range(words):
                    own[w] |= sets[(h - pairs[i]) * words + w]
        for i in range(triples.shape[0]):
            if triples[i] < h:
                _add_triples(values, sets, own, h - triples[i])
        value = _mex_of_set(own)
        values[h] = <int32_t>value
        done[0] = h + 1
        check_signals()
    return 0


def split_in_three(
    int32_t[::1] values not None, int64_t[::1] done not None, int64_t upto,
    const int32_t[::1] finals not None, const int32_t[::1] singles not None,
    const int32_t[::1] pairs not None, const int32_t[::1] triples not None, int64_t width,
) -> None:
    """Find the values of heaps of a game that leaves three heaps at most.

    Parameters
    ----------
    values, done, upto, finals, singles, pairs, triples, width
        As in `split`; `width` is at least 64.

    Notes
    -----
    O(n² width t / 64) time for n heaps, where t numbers may be taken if three heaps are left;
    width / 8 bytes per heap.

    >>> from array import array
    >>> values, done, none = array("i", bytes(48)), array("q", [1]), array("i")
    >>> split_in_three(values, done, 12, none, none, none, array("i", [0]), 64)
    >>> values.tolist()
    [0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5]
    """
    cdef int64_t words = width // WORD
    cdef int64_t[::1] sets = int64_buffer(upto * words)
    cdef int64_t[::1] own = int64_buffer(words)
    with nogil:
        _split_in_three(
            values, done, upto, finals, singles, pairs, triples, width, sets, own
        )


# ---------------------------------------------------------------------------------------------
# Any number of heaps, that differ, or are not all equal.
#
# A way (t, kind, j) says that t may be taken where j heaps are left: NONE and ONE heap, j FREE
# ones, j that are all UNEQUAL, MIXED ones that are not all equal, or EQUAL ones. In the kinds FREE,
# UNEQUAL and MIXED, j is a level, and the level behind the last one stands for all greater numbers
# of heaps; EQUAL_MORE is j equal heaps or more. Where t is negative, tokens are added; then j is so
# great that every heap left is smaller.
#
# sets[((kind * levels + j) * rows + s) * words:] is, as a set of bits, the nim-sums of the values
# of j heaps of this kind that are s together. Parts are added in ascending order, one heap when its
# value is known, so that what is left of a heap has been added before it is asked for.


cdef int _put(int64_t[::1] sets, int64_t at, int32_t value) except -1 nogil:
    """Add a value to the set that starts at `at`."""
    sets[at + value // WORD] |= <int64_t>(<uint64_t>1 << (value % WORD))
    return 0


cdef int _move(
    int64_t[::1] sets, int64_t source, int64_t target, int64_t words, int32_t value
) except -1 nogil:
    """Add to one set the nim-sums of another one with a value."""
    cdef int64_t w
    for w in range(words):
        sets[target + (w ^ (value // WORD))] |= <int64_t>_swapped(<uint64_t>sets[source + w], value)
    return 0


cdef int _add_again(
    int64_t[::1] sets, int64_t kind, int64_t levels, int64_t rows, int64_t words,
    int64_t a, int32_t value, bint more,
) except -1 nogil:
    """Add the part a, any number of times, to the sets of FREE or MIXED heaps.

    Levels and sums ascend, so that what is read holds the part already. The last level is read too.
    """
    cdef int64_t j, s, base = kind * levels
    for j in range(2, levels):
        for s in range(a + 1, rows):
            _move(
                sets, ((base + j - 1) * rows + s - a) * words, ((base + j) * rows + s) * words,
                words, value,
            )
            if more and j == levels - 1:
                _move(
                    sets, ((base + j) * rows + s - a) * words, ((base + j) * rows + s) * words,
                    words, value,
                )
    return 0


cdef int _add_once(
    int64_t[::1] sets, int64_t levels, int64_t rows, int64_t words, int64_t a, int32_t value,
    bint more,
) except -1 nogil:
    """Add the part a, once, to the sets of UNEQUAL heaps: levels and sums descend."""
    cdef int64_t j, s, base = UNEQUAL * levels
    for j in range(levels - 1, 1, -1):
        for s in range(rows - 1, a, -1):
            _move(
                sets, ((base + j - 1) * rows + s - a) * words, ((base + j) * rows + s) * words,
                words, value,
            )
            if more and j == levels - 1:
                _move(
                    sets, ((base + j) * rows + s - a) * words, ((base + j) * rows + s) * words,
                    words, value,
                )
    return _put(sets, ((base + 1) * rows + a) * words, value)


cdef int _add_to_equal(
    const int32_t[::1] values, int64_t[::1] sets, int64_t levels, int64_t rows, int64_t words,
    int64_t a, bint more,
) except -1 nogil:
    """Add the part a to any number of equal parts that are smaller."""
    cdef int64_t b, j, s, level
    cdef int32_t value
    for b in range(1, a):
        j, s = 1, b + a
        while s < rows and (more or j + 1 < levels):
            level = min(j + 1, levels - 1)
            value = values[a] ^ (values[b] if j % 2 else 0)
            _put(sets, ((MIXED * levels + level) * rows + s) * words, value)
            j, s = j + 1, s + b
    return 0


cdef int _add_part(
    const int32_t[::1] values, int64_t[::1] sets, int64_t kinds, int64_t levels, int64_t rows,
    int64_t words, int64_t a, bint more,
) except -1 nogil:
    """Add the part a to the sets of all kinds that are asked for, a bit of `kinds` for each."""
    if a < rows and kinds >> FREE & 1:
        _put(sets, ((FREE * levels + 1) * rows + a) * words, values[a])
        _add_again(sets, FREE, levels, rows, words, a, values[a], more)
    if a < rows and kinds >> UNEQUAL & 1:
        _add_once(sets, levels, rows, words, a, values[a], more)
    if a < rows and kinds >> MIXED & 1:
        _add_to_equal(values, sets, levels, rows, words, a, more)
        _add_again(sets, MIXED, levels, rows, words, a, values[a], more)
    return check_signals()


cdef int _reach(
    const int32_t[::1] values, const int64_t[::1] sets, int64_t[::1] own, int64_t levels,
    int64_t rows, int64_t words, int64_t s, int64_t kind, int64_t j,
) except -1 nogil:
    """Add the values of one way, that leaves s of a heap, to the set `own`."""
    cdef int64_t w, at
    if kind == NONE:
        return _put(own, 0, 0) if s == 0 else 0
    if s <= 0:
        return 0
    if kind == ONE:
        return _put(own, 0, values[s])
    if kind == EQUAL:
        return _put(own, 0, values[s // j] if j % 2 else 0) if s % j == 0 else 0
    if kind == EQUAL_MORE:
        for w in range(j, s + 1):
            if s % w == 0:
                _put(own, 0, values[s // w] if w % 2 else 0)
        return 0
    at = ((kind * levels + j) * rows + s) * words
    for w in range(words):
        own[w] |= sets[at + w]
    return 0


cdef int _breaking(
    int32_t[::1] values, int64_t[::1] done, int64_t upto, const int32_t[::1] ways,
    int64_t kinds, int64_t levels, bint more, int64_t rows, int64_t width,
    int64_t[::1] sets, int64_t[::1] own,
) except -1 nogil:
    cdef int64_t h, w, words = own.shape[0], value = 0
    cdef Py_ssize_t i
    # Invariant: the parts below done[0] are in the sets. Every round makes one more value.
    for h in range(1, done[0]):
        _add_part(values, sets, kinds, levels, rows, words, h, more)
    while done[0] < upto and value < width:
        h = done[0]
        for w in range(words):
            own[w] = 0
        for i in range(0, ways.shape[0], 3):
            if ways[i] > h:  # ascending
                break
            _reach(
                values, sets, own, levels, rows, words, h - ways[i], ways[i + 1], ways[i + 2]
            )
        value = _mex_of_set(own)
        values[h] = <int32_t>value
        done[0] = h + 1
        if value < width:
            _add_part(values, sets, kinds, levels, rows, words, h, more)
    return 0


def breaking(
    int32_t[::1] values not None, int64_t[::1] done not None, int64_t upto,
    const int32_t[::1] ways not None, int64_t added, int64_t kinds, int64_t levels, bint more,
    int64_t width,
) -> None:
    """Find the values of heaps of a game that leaves any number of heaps.

    Parameters
    ----------
    values, done, upto, width
        As in `split_in_three`.
    ways : (3 m,) int32
        What is taken, the kind and the level, or number of heaps, of each way; ascending.
    added : int
        The most tokens that a way adds.
    kinds : int
        A bit for each kind of sets: 1 for FREE, 2 for UNEQUAL, 4 for MIXED.
    levels : int
        One more than the last level; at least 2.
    more : bool
        Whether the last level stands for that many heaps or more.

    Notes
    -----
    O(n² levels width / 64 + n m) time for n heaps; 3 levels width / 8 bytes per heap.

    >>> from array import array
    >>> values, done = array("i", bytes(48)), array("q", [1])
    >>> breaking(values, done, 12, array("i", [0, 1, 2]), 0, 2, 3, False, 64)
    >>> values.tolist()
    [0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2]
    """
    cdef int64_t rows = upto + added, words = width // WORD
    cdef int64_t[::1] sets = int64_buffer(3 * levels * rows * words)
    cdef int64_t[::1] own = int64_buffer(words)
    with nogil:
        _breaking(values, done, upto, ways, kinds, levels, more, rows, width, sets, own)
