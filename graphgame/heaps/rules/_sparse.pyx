"""The sparse-space method: values of heaps of a game that splits, without looking at every split.

A. Flammenkamp's method; the phenomenon is described by Berlekamp, Conway and Guy, Winning Ways,
chapter 4.  Choose a mask.  Call a value rare if it has an even number of bits in common with the
mask, else common.  The nim-sum of two rare values, or of two common ones, is rare; that of a rare
and a common one is common.  So a common value is reached by a split only if one of the two heaps
has a rare value.  In many games a mask is found for which few heaps have rare values.  Then:

1. Mark what is reached with one of the few rare heaps, and by moves that leave one heap.  Of the
   common values that leaves all that are reached marked; take the least that is not.
2. The value of the heap is that, or a lesser rare value that is not reached.  Nearly always all
   lesser rare ones are: confirm them by splits that were useful before, best ones first.
3. If one is left, look at every split.

Some games have no such mask but one for the heaps too, as A. Flammenkamp found: where all splits
take numbers of the same parity t, call a heap rare if its value has as many bits in common with the
mask as the heap has more than t, both mod 2.  Two heaps that are both rare, or both common, again
leave a value that is rare for the heap that they come from.

The result does not depend on the mask: only the time does.
"""

from libc.stdint cimport int8_t, int32_t, int64_t, uint64_t

from graphgame._kernel.bits cimport popcount
from graphgame._kernel.buffer cimport int8_buffer, int32_buffer, int64_buffer
from graphgame._kernel.signals cimport SIGNAL_STEPS, check_signals

cdef enum:
    BLOCK = 4  # heaps that meet a rare heap together
    PROBES = 1 << 12  # splits that are kept because they were useful
    SETTLED = 1 << 11  # the first of them, which new ones never replace
    EAGER = 16  # a useful split this close to the front is not moved further


cdef inline bint _counts_as_rare(int64_t h, int64_t x, uint64_t mask, int parity) noexcept nogil:
    """Return whether the value x is rare for heap h; parity -1 leaves that of heaps out."""
    cdef int odd = popcount(<uint64_t>x & mask) & 1
    return odd == 0 if parity < 0 else odd == ((h ^ parity) & 1)


def probes() -> Buffer:
    """Return an empty list of useful splits, (4097,) int32, which `sparse` fills and uses again.

    The first entry counts the splits; each other entry is one of the two heaps of a split.
    """
    return int32_buffer(PROBES + 1)


# ---------------------------------------------------------------------------------------------
# rare_heap[:rares] are the heaps with rare values, ascending, and rare_value their values.
# is_rare[(h & 1) * width + x] says whether x is rare for heap h.  Heaps first to first + BLOCK - 1
# are worked on together: row j of `seen`, from j * width on, is for heap first + j, and entry x of
# it is `mark` if x is reached.
# A row has 2 × width entries' worth of meaning at most: nim-sums are below width, and so is every
# value, until one reaches width and the table ends with it.


cdef inline Py_ssize_t _first_from(
    const int32_t[::1] rare_heap, Py_ssize_t rares, int64_t least
) except -1 nogil:
    """Find the first rare heap that is at least so large."""
    cdef Py_ssize_t low = 0, high = rares, middle
    while low < high:
        middle = (low + high) // 2
        if rare_heap[middle] < least:
            low = middle + 1
        else:
            high = middle
    return low


cdef inline int _meet(
    const int32_t[::1] values, const int32_t[::1] rare_heap, const int32_t[::1] rare_value,
    Py_ssize_t start, Py_ssize_t stop, int64_t s, int32_t[::1] seen, int64_t width, int32_t mark,
) except -1 nogil:
    """Split off rare heaps from sums s to s + BLOCK - 1; all the others are below the block."""
    cdef Py_ssize_t i
    cdef int64_t other
    cdef int32_t value
    for i in range(start, stop):
        other = s - rare_heap[i]
        value = rare_value[i]
        seen[values[other] ^ value] = mark
        seen[width + (values[other + 1] ^ value)] = mark
        seen[2 * width + (values[other + 2] ^ value)] = mark
        seen[3 * width + (values[other + 3] ^ value)] = mark
        if i % SIGNAL_STEPS == SIGNAL_STEPS - 1:
            check_signals()
    return 0


cdef inline int _meet_block(
    const int32_t[::1] values, const int32_t[::1] rare_heap, const int32_t[::1] rare_value,
    Py_ssize_t rares, int64_t s, bint unequal,
    int32_t[::1] seen, int64_t width, int32_t mark,
) except -1 nogil:
    """Step 1 for a sum of the first heap of a block, but for splits with a heap below BLOCK.

    A rare heap from BLOCK on leaves a heap below the block, and up to s - 1 it leaves one at all;
    beyond that it leaves less than BLOCK.
    """
    cdef Py_ssize_t start = _first_from(rare_heap, rares, BLOCK)
    cdef Py_ssize_t stop = _first_from(rare_heap, rares, s), middle, i, j
    if not unequal:
        return _meet(
            values, rare_heap, rare_value, start, stop, s, seen, width, mark
        )
    # The halves of sums of the block must not meet themselves.
    middle = _first_from(rare_heap, stop, (s + 1) // 2)
    _meet(values, rare_heap, rare_value, start, middle, s, seen, width, mark)
    start = _first_from(rare_heap, stop, (s + BLOCK + 1) // 2)
    for i in range(middle, start):
        for j in range(BLOCK):
            if 2 * <int64_t>rare_heap[i] != s + j:
                seen[j * width + (values[s + j - rare_heap[i]] ^ rare_value[i])] = mark
    return _meet(values, rare_heap, rare_value, start, stop, s, seen, width, mark)


cdef inline int _meet_one(
    const int32_t[::1] values, int64_t h, const int32_t[::1] singles, const int32_t[::1] pairs,
    int32_t[::1] seen, int64_t at, int32_t mark,
) except -1 nogil:
    """Mark the rest of step 1: moves that leave one heap, and splits with a heap below BLOCK.

    No sum is as small as 2 × BLOCK, so that the other heap is larger.
    """
    cdef Py_ssize_t i
    cdef int64_t a, s
    for i in range(singles.shape[0]):
        seen[at + values[h - singles[i]]] = mark
    for i in range(pairs.shape[0]):
        s = h - pairs[i]
        for a in range(1, BLOCK):
            seen[at + (values[a] ^ values[s - a])] = mark
    return 0


cdef inline int64_t _least_common(
    const int8_t[::1] is_rare, int64_t row, const int32_t[::1] seen, int64_t at, int32_t mark,
    int64_t width, int64_t *missing,
) except -1 nogil:
    """Find the least common value not seen, and how many lesser rare ones are not seen."""
    cdef int64_t x
    missing[0] = 0
    for x in range(width):
        if seen[at + x] != mark:
            if not is_rare[row + x]:
                return x
            missing[0] += 1
    return width


# Step 2. probe[1:1 + probe[0]] are heaps whose splits reached a value that was missing, roughly the
# most useful first: one that is useful again changes places with one halfway to the front.


cdef int64_t _confirm(
    const int32_t[::1] values, int64_t s, bint unequal, int64_t below, int64_t missing,
    int32_t[::1] seen, int64_t at, int32_t mark, int32_t[::1] probe,
) except -1 nogil:
    """Look at the useful splits of a sum; return how many values are missing still."""
    cdef int64_t i
    cdef int32_t a, x
    for i in range(1, probe[0] + 1):
        a = probe[i]
        if a >= s or (unequal and 2 * <int64_t>a == s):
            continue
        x = values[a] ^ values[s - a]
        if seen[at + x] != mark:
            seen[at + x] = mark
            if x < below:
                missing -= 1
                if i > EAGER:
                    probe[i], probe[i // 2] = probe[i // 2], a
                if missing == 0:
                    break
    return missing


cdef int64_t _scan(
    const int32_t[::1] values, int64_t s, bint unequal, int64_t below, int64_t missing,
    int32_t[::1] seen, int64_t at, int32_t mark, int32_t[::1] probe,
) except -1 nogil:
    """Step 3: look at every split of a sum, remembering the useful ones."""
    cdef int64_t a
    cdef int32_t x
    for a in range(1, (s - unequal) // 2 + 1):
        x = values[a] ^ values[s - a]
        if seen[at + x] != mark:
            seen[at + x] = mark
            if x < below:
                if probe[0] < PROBES:
                    probe[0] += 1
                    probe[probe[0]] = <int32_t>a
                else:
                    probe[SETTLED + a % SETTLED] = <int32_t>a
                missing -= 1
                if missing == 0:
                    break
        if a % SIGNAL_STEPS == 0:
            check_signals()
    return missing


cdef inline int64_t _value(
    const int32_t[::1] values, int64_t h, const int32_t[::1] singles, const int32_t[::1] pairs,
    bint unequal, const int8_t[::1] is_rare,
    int32_t[::1] seen, int64_t at, int32_t mark, int64_t width, int32_t[::1] probe,
) except -1 nogil:
    """Find the value of heap h, whose rare splits are marked."""
    cdef Py_ssize_t i
    cdef int64_t x, common, missing
    _meet_one(values, h, singles, pairs, seen, at, mark)
    common = _least_common(is_rare, (h & 1) * width, seen, at, mark, width, &missing)
    for i in range(pairs.shape[0]):
        if missing:
            missing = _confirm(
                values, h - pairs[i], unequal, common, missing, seen, at, mark, probe
            )
    for i in range(pairs.shape[0]):
        if missing:
            missing = _scan(
                values, h - pairs[i], unequal, common, missing, seen, at, mark, probe
            )
    if missing == 0:
        return common
    x = 0
    while seen[at + x] == mark:
        x += 1
    return x


# listed[0] counts the rare heaps in the list, which holds those below listed[1].  A heap is listed
# in the step that finds its value, between two checks for signals.


cdef int _list_rares(
    const int32_t[::1] values, int64_t count, const int8_t[::1] is_rare, int64_t width,
    int32_t[::1] rare_heap, int32_t[::1] rare_value, int64_t[::1] listed,
) except -1 nogil:
    """List the rare heaps below `count`, as far as there is room."""
    cdef int64_t h
    for h in range(listed[1], count):
        if is_rare[(h & 1) * width + values[h]]:
            if listed[0] == rare_heap.shape[0]:
                break
            rare_heap[listed[0]] = <int32_t>h
            rare_value[listed[0]] = values[h]
            listed[0] += 1
        listed[1] = h + 1
        if h % SIGNAL_STEPS == 0:
            check_signals()
    return 0


cdef int _sparse(
    int32_t[::1] values, int64_t[::1] done, int64_t upto,
    const int32_t[::1] singles, const int32_t[::1] pairs, bint unequal,
    int8_t[::1] is_rare, uint64_t mask, int parity, int64_t width, int32_t[::1] probe,
    int32_t[::1] rare_heap, int32_t[::1] rare_value, int64_t[::1] listed, int32_t[::1] seen,
) except -1 nogil:
    # Ends because each turn finishes a block; it ends early at a value that reaches the width, or
    # when the list might not have room for the rare heaps of a block.
    cdef int64_t x, h, first, value = 0
    cdef int32_t mark = 0
    cdef Py_ssize_t i
    for x in range(width):
        is_rare[x] = _counts_as_rare(0, x, mask, parity)
        is_rare[width + x] = _counts_as_rare(1, x, mask, parity)
    _list_rares(values, done[0], is_rare, width, rare_heap, rare_value, listed)
    while done[0] < upto and value < width and listed[0] + BLOCK <= rare_heap.shape[0]:
        first = done[0]
        mark += 1
        for i in range(pairs.shape[0]):
            _meet_block(
                values, rare_heap, rare_value, listed[0], first - pairs[i], unequal,
                seen, width, mark,
            )
        for h in range(first, min(first + BLOCK, upto)):
            value = _value(
                values, h, singles, pairs, unequal, is_rare,
                seen, (h - first) * width, mark, width, probe,
            )
            values[h] = <int32_t>value
            done[0] = h + 1
            if value == width:
                break
            if is_rare[(h & 1) * width + value]:
                rare_heap[listed[0]] = <int32_t>h
                rare_value[listed[0]] = <int32_t>value
                listed[0] += 1
            listed[1] = h + 1
        if mark % 64 == 0:
            check_signals()
    return 0


def sparse(
    int32_t[::1] values not None, int64_t[::1] done not None, int64_t upto,
    const int32_t[::1] singles not None, const int32_t[::1] pairs not None, bint unequal,
    int64_t mask, int parity, int64_t width, int32_t[::1] probe not None,
    int32_t[::1] rare_heap not None, int32_t[::1] rare_value not None,
    int64_t[::1] listed not None,
) -> None:
    """Find the values of heaps of a game that leaves two heaps at most, by the sparse space.

    Parameters
    ----------
    values, done, upto, singles, pairs, unequal, width
        As of `_splitting.split`; `done` is more than 8 beyond every number that may be taken, so
        that what may be taken whole does not matter.  It also stops when the list of rare heaps has
        room for fewer than 4 more.
    mask : int
        What `choose_mask` says of ``values[:done[0]]``, or another mask.
    parity : int
        That of all of `pairs`, or -1; as in `choose_mask`.
    probe : (4097,) int32
        What `probes` gave.
    rare_heap, rare_value : (r,) int32
        The list of rare heaps, ascending, and their values.
    listed : (2,) int64
        How many heaps are in the list, and which heap is the next to be looked at: 0 and 1 at
        first.  The list moves on with `done`.

    Notes
    -----
    For n heaps with r rare ones among them, O(n (r + c)) time, where c is what it takes to confirm
    the lesser rare values, some hundred splits where the space is sparse; and O(r n) for the
    heaps whose values are rare.
    """
    cdef int64_t most = 0
    if singles.shape[0]:
        most = singles[singles.shape[0] - 1]
    if pairs.shape[0]:
        most = max(most, <int64_t>pairs[pairs.shape[0] - 1])
    if done[0] <= most + 2 * BLOCK:
        raise ValueError(f"done: expected more than {most + 2 * BLOCK}, got {done[0]}")
    cdef int32_t[::1] seen = int32_buffer(BLOCK * width)
    cdef int8_t[::1] is_rare = int8_buffer(2 * width)
    with nogil:
        _sparse(
            values, done, upto, singles, pairs, unequal, is_rare, <uint64_t>mask, parity, width,
            probe, rare_heap, rare_value, listed, seen,
        )


# ---------------------------------------------------------------------------------------------
# The mask: the one with the fewest rare heaps.  spectrum[v] starts as the number of heaps of value
# v, those of the other parity than `parity` subtracted if parities count; its Walsh-Hadamard
# transform at a mask is the number of rare heaps less that of common ones.


cdef int _transform(int64_t[::1] spectrum) except -1 nogil:
    cdef Py_ssize_t half = 1, i
    cdef int64_t a, b
    while half < spectrum.shape[0]:
        for i in range(spectrum.shape[0]):
            if not i & half:
                a, b = spectrum[i], spectrum[i + half]
                spectrum[i], spectrum[i + half] = a + b, a - b
        half *= 2
        check_signals()
    return 0


cdef int64_t _best_mask(
    const int32_t[::1] values, int64_t count, int parity, int64_t[::1] spectrum
) except -1 nogil:
    cdef int64_t h, mask, best = 0
    for h in range(1, count):
        spectrum[values[h]] += 1 if parity < 0 or not (h ^ parity) & 1 else -1
        if h % SIGNAL_STEPS == 0:
            check_signals()
    _transform(spectrum)
    for mask in range(spectrum.shape[0]):
        if spectrum[mask] < spectrum[best]:
            best = mask
    return best


def choose_mask(
    const int32_t[::1] values not None, int64_t count, int64_t width, int parity=-1
) -> tuple[int, int]:
    """Choose the mask that makes the fewest heaps rare.

    Parameters
    ----------
    values : (k,) int32
        ``values[:count]`` are known and below `width`.
    count : int
    width : int
        A power of 2.
    parity : int
        That of the numbers that may be taken if two heaps are left, if the parity of heaps is to
        count; -1 if not.

    Returns
    -------
    (mask, rare) : int, int
        With how many of the heaps from 1 to count - 1 are rare.

    Notes
    -----
    O(n + v log v) time for n heaps and v = width; 8 bytes × width.

    >>> from array import array
    >>> choose_mask(array("i", [0, 1, 2, 2, 1, 0, 3]), 7, 4)
    (3, 2)
    >>> choose_mask(array("i", [0, 1, 2, 1, 0, 1, 2]), 7, 4, 1)
    (1, 0)
    """
    cdef int64_t[::1] spectrum = int64_buffer(width)
    cdef int64_t mask
    with nogil:
        mask = _best_mask(values, count, parity, spectrum)
    return mask, (count - 1 + spectrum[mask]) // 2


cdef int _census(
    const int32_t[::1] values, int64_t count, uint64_t mask, int parity, int64_t[::1] found
) except -1 nogil:
    cdef int64_t h
    for h in range(count):
        if _counts_as_rare(h, values[h], mask, parity):
            found[0] += 1
            found[1] = h
        if values[h] > values[found[2]]:
            found[2] = h
        if h % SIGNAL_STEPS == 0:
            check_signals()
    return 0


def census(
    const int32_t[::1] values not None, int64_t count, int64_t mask, int parity=-1
) -> tuple[int, int, int]:
    """Count the rare heaps, heap 0 with them, as papers do.

    Parameters
    ----------
    values, count
        As in `choose_mask`; count is at least 1.
    mask, parity : int

    Returns
    -------
    (rare, last, greatest) : int, int, int
        How many heaps are rare, the last of them, or -1, and the first heap of the greatest value.

    >>> from array import array
    >>> census(array("i", [0, 1, 2, 2, 1, 0, 3]), 7, 3)
    (3, 6, 6)
    """
    cdef int64_t[::1] found = int64_buffer(3)
    found[1] = -1
    with nogil:
        _census(values, count, <uint64_t>mask, parity, found)
    return found[0], found[1], found[2]
