"""Kernels on sorted codes: sort them with their labels in place, and pack them for files."""

from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t

from graphgame._kernel.buffer cimport Buffer, int64_buffer, unsigned_buffer
from graphgame._kernel.prefetch cimport prefetch
from graphgame._kernel.signals cimport SIGNAL_STEPS, check_signals

cdef enum:
    # A digit has 8 bits, so that a bucket for each of its values fits the first cache.
    DIGIT = 8
    BUCKETS = 1 << DIGIT
    # How far ahead of the head of a bucket its codes are fetched: two lines of the cache.
    NEXT = 16
    # Segments of at most so many codes are sorted by insertion.
    SMALL = 24
    # 64 bits have 8 digits; each of them leaves at most BUCKETS segments to be sorted.
    MOST_WAITING = 8 * BUCKETS
    # Bits of a byte of a packed difference that are not the mark that more follow.
    LOW = 7
    # The most bytes of a packed difference: 64 bits, 7 in each.
    MOST_BYTES = 10

cdef uint64_t SIGN = <uint64_t>1 << 63

ctypedef fused label_t:
    uint8_t
    uint32_t


# ---------------------------------------------------------------------------------------------
# A radix sort from the highest digit on, in place ("American flag sort": P. McIlroy, K. Bostic and
# M. McIlroy, "Engineering radix sort", Computing Systems 6, 1993).
#
# A segment is sorted by the 8 bits from the highest one on in which its codes differ.  Codes come
# as unsigned numbers in the order of the signed ones: with the highest bit flipped.  heads[d] is
# where the next code of digit d goes, ends[d] where its bucket ends: codes between the two have not
# been looked at.  A code that is taken out goes to the head of its bucket, and what stood there is
# taken next, until the cycle closes.  Ends because each step advances a head.
#
# waiting[:count] are pairs (start, end) of segments that are still to be sorted.  Segments are
# disjoint, and one that is taken away is replaced by parts that share 8 bits more.


cdef int _insert(uint64_t *keys, label_t *labels, int64_t start, int64_t end) noexcept nogil:
    cdef int64_t i, j
    cdef uint64_t key
    cdef label_t label
    for i in range(start + 1, end):
        key, label = keys[i], labels[i]
        j = i
        while j > start and keys[j - 1] > key:
            keys[j], labels[j] = keys[j - 1], labels[j - 1]
            j -= 1
        keys[j], labels[j] = key, label
    return 0


cdef int _find_shift(const uint64_t *keys, int64_t start, int64_t end) except -2 nogil:
    """Return the lowest bit of the digit to sort by; -1 where all keys are equal."""
    cdef uint64_t differ = 0
    cdef int64_t i
    cdef int top = -1
    for i in range(start, end):
        differ |= keys[i] ^ keys[start]
        if i % SIGNAL_STEPS == SIGNAL_STEPS - 1:
            check_signals()
    while differ:
        differ >>= 1
        top += 1
    return max(top - DIGIT + 1, 0) if top >= 0 else -1


cdef int _distribute(
    uint64_t *keys, label_t *labels, int64_t start, int64_t end, int shift, int64_t *ends
) except -1 nogil:
    """Sort a segment by one digit; ends[d] is then where the codes of digit d end."""
    cdef int64_t heads[BUCKETS]
    cdef int64_t i, at, steps = 0
    cdef int d, digit
    cdef uint64_t key
    cdef label_t label
    for d in range(BUCKETS):
        ends[d] = 0
    for i in range(start, end):
        ends[keys[i] >> shift & (BUCKETS - 1)] += 1
        if i % SIGNAL_STEPS == SIGNAL_STEPS - 1:
            check_signals()
    at = start
    for d in range(BUCKETS):
        heads[d] = at
        at += ends[d]
        ends[d] = at
    for d in range(BUCKETS):
        while heads[d] < ends[d]:
            key, label = keys[heads[d]], labels[heads[d]]
            digit = key >> shift & (BUCKETS - 1)
            while digit != d:
                at = heads[digit]
                heads[digit] += 1
                prefetch(&keys[at + NEXT])
                key, keys[at] = keys[at], key
                label, labels[at] = labels[at], label
                digit = key >> shift & (BUCKETS - 1)
                steps += 1
                if steps % SIGNAL_STEPS == 0:
                    check_signals()
            keys[heads[d]], labels[heads[d]] = key, label
            heads[d] += 1
    return 0


cdef int _sort(uint64_t *keys, label_t *labels, int64_t n, int64_t *waiting) except -1 nogil:
    cdef int64_t ends[BUCKETS]
    cdef int64_t start, end, count = 1
    cdef int d, shift
    waiting[0], waiting[1] = 0, n
    while count:
        count -= 1
        start, end = waiting[2 * count], waiting[2 * count + 1]
        if end - start <= SMALL:
            _insert(keys, labels, start, end)
            continue
        shift = _find_shift(keys, start, end)
        if shift < 0:
            continue
        _distribute(keys, labels, start, end, shift, ends)
        if shift == 0:
            continue
        for d in range(BUCKETS):
            if ends[d] - start > SMALL:
                waiting[2 * count], waiting[2 * count + 1] = start, ends[d]
                count += 1
            else:
                _insert(keys, labels, start, ends[d])
            start = ends[d]
    return 0


cdef int _flip(uint64_t *keys, int64_t n) except -1 nogil:
    cdef int64_t i
    for i in range(n):
        keys[i] ^= SIGN
        if i % SIGNAL_STEPS == SIGNAL_STEPS - 1:
            check_signals()
    return 0


def sort_labels(int64_t[::1] codes not None, Buffer labels not None) -> None:
    """Sort codes in ascending order, and their labels with them, in place.

    Parameters
    ----------
    codes : (n,) int64
    labels : (n,) uint8 or uint32 Buffer

    Notes
    -----
    O(n) steps for each 8 bits in which codes differ, and 32 KB.  If it is interrupted, the pairs of
    codes and labels are all there, in no order.
    """
    cdef int64_t n = codes.shape[0]
    if labels.shape[0] != n:
        raise ValueError("expected as many labels as codes")
    cdef int64_t[::1] waiting = int64_buffer(2 * MOST_WAITING)
    cdef uint64_t *keys = <uint64_t *>&codes[0] if n else NULL
    cdef void *data = labels.data
    cdef bint narrow = labels.itemsize == 1
    with nogil:
        _flip(keys, n)
        if narrow:
            _sort(keys, <uint8_t *>data, n, &waiting[0])
        else:
            _sort(keys, <uint32_t *>data, n, &waiting[0])
        _flip(keys, n)


# ---------------------------------------------------------------------------------------------
# Differences of ascending codes, in bytes: 7 bits in each, the lowest first; the highest bit of a
# byte says that more follow.  The first difference is that from -2^63.


cdef inline int _count_bytes(uint64_t difference) noexcept nogil:
    cdef int count = 1
    while difference >> LOW:
        difference >>= LOW
        count += 1
    return count


cdef int64_t _packed_size(const int64_t[::1] codes) except -1 nogil:
    cdef int64_t i, size = 0
    cdef uint64_t before = SIGN
    for i in range(codes.shape[0]):
        size += _count_bytes(<uint64_t>codes[i] - before)
        before = <uint64_t>codes[i]
        if i % SIGNAL_STEPS == SIGNAL_STEPS - 1:
            check_signals()
    return size


cdef int _pack(const int64_t[::1] codes, uint8_t *packed) except -1 nogil:
    cdef int64_t i, at = 0
    cdef uint64_t difference, before = SIGN
    for i in range(codes.shape[0]):
        difference = <uint64_t>codes[i] - before
        before = <uint64_t>codes[i]
        while difference >> LOW:
            packed[at] = <uint8_t>(difference | 1 << LOW)
            difference >>= LOW
            at += 1
        packed[at] = <uint8_t>difference
        at += 1
        if i % SIGNAL_STEPS == SIGNAL_STEPS - 1:
            check_signals()
    return 0


def pack(const int64_t[::1] codes not None) -> Buffer:
    """Return ascending codes as the bytes of their differences.

    Parameters
    ----------
    codes : (n,) int64
        Each greater than the one before.

    Returns
    -------
    uint8 Buffer
        At most 10 bytes for each code; about 1 for every 7 bits of a difference.

    >>> codes = memoryview(b"".join(x.to_bytes(8, "little") for x in (5, 6))).cast("q")
    >>> memoryview(pack(codes))[-1]
    1
    """
    cdef int64_t size
    cdef Buffer packed
    cdef uint8_t *data
    with nogil:
        size = _packed_size(codes)
    packed = unsigned_buffer(1, size, 0)
    data = <uint8_t *>packed.data
    with nogil:
        _pack(codes, data)
    return packed


cdef int _refuse_packed(int64_t i, const char *what) except -1 nogil:
    with gil:
        raise ValueError(f"code {i}: {what.decode()}")


cdef int _unpack(const uint8_t[::1] packed, int64_t[::1] codes) except -1 nogil:
    """Unpack all codes; the bytes come from a file, so nothing about them is certain."""
    cdef int64_t i, at = 0, size = packed.shape[0]
    cdef uint64_t difference, part, before = 0  # codes with the highest bit flipped
    cdef int count
    for i in range(codes.shape[0]):
        difference, count = 0, 0
        if at < size and packed[at] >> LOW == 0:  # nearly all take one byte
            difference = packed[at]
            at += 1
        else:
            while True:
                if at == size:
                    _refuse_packed(i, "the bytes end too early")
                part = packed[at] & ((1 << LOW) - 1)
                if count == MOST_BYTES - 1 and part > 1:
                    _refuse_packed(i, "a difference of more than 64 bits")
                difference |= part << (LOW * count)
                count += 1
                at += 1
                if packed[at - 1] >> LOW == 0:
                    break
                if count == MOST_BYTES:
                    _refuse_packed(i, "a difference of more than 64 bits")
        if i and (difference == 0 or before + difference < before):
            _refuse_packed(i, "expected to be greater than the one before")
        before += difference
        codes[i] = <int64_t>(before ^ SIGN)
        if i % SIGNAL_STEPS == SIGNAL_STEPS - 1:
            check_signals()
    if at != size:
        _refuse_packed(codes.shape[0], "expected no more bytes")
    return 0


def unpack(const uint8_t[::1] packed not None, int64_t n) -> Buffer:
    """Return the n codes that `pack` packed.

    Raises
    ------
    ValueError
        If the bytes are not those of n ascending codes.

    Notes
    -----
    A code takes at least a byte, so that a small file cannot ask for much memory.

    >>> memoryview(unpack(pack(memoryview(bytes(8)).cast("q")), 1)).tolist()
    [0]
    """
    if not 0 <= n <= packed.shape[0]:
        raise ValueError(f"expected at least a byte for each of {n} codes, got {packed.shape[0]}")
    cdef Buffer buffer = int64_buffer(n)
    cdef int64_t[::1] codes = buffer
    with nogil:
        _unpack(packed, codes)
    return buffer
