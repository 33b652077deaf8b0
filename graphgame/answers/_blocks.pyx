"""Kernels of the part files of a database: blocks of codes in ascending order with their labels.

A block holds the differences of neighbouring codes as varints (seven bits a byte, the least first,
the top bit set while more follow), then the labels.  Its first code stands in the directory.
"""

from libc.stdint cimport int64_t, uint8_t, uint64_t
from libc.string cimport memcpy

from graphgame._kernel.buffer cimport Buffer, int64_buffer, unsigned_buffer
from graphgame._kernel.signals cimport check_signals

cdef enum:
    # Bytes of a page that has one checksum: PAGE of graphgame/answers/page_checksums.py.
    PAGE_BITS = 16
    # Blocks between two checks of signals, and look-ups.
    SIGNAL_BLOCKS = 1 << 12
    SIGNAL_CODES = 1 << 14


class DamagedBlockError(ValueError):
    """A block whose bytes are no codes and labels; its number."""


class AscendingError(ValueError):
    """Codes that do not ascend: the place of the first that does not."""


cdef int _damaged(int64_t block) except -1 nogil:
    with gil:
        raise DamagedBlockError(block)


cdef int _not_ascending(int64_t place) except -1 nogil:
    with gil:
        raise AscendingError(place)


cdef inline int64_t _varint_size(uint64_t value) noexcept nogil:
    cdef int64_t size = 1
    while value >= 128:
        value >>= 7
        size += 1
    return size


def encode(const int64_t[::1] codes not None, const uint8_t[::1] labels not None, int width,
           int64_t block) -> tuple[Buffer, Buffer, Buffer]:
    """Return the blocks of codes and their labels.

    Parameters
    ----------
    codes : (k,) int64
        Ascending.
    labels : (k * width,) uint8
        The bytes of the labels.
    width : int
    block : int
        Codes in a block; the last one may have fewer.

    Returns
    -------
    data : (size,) uint8
    firsts : (b,) int64
        The first code of each block.
    offsets : (b + 1,) int64
        Where each block starts in `data`, and where the last one ends.

    Raises
    ------
    AscendingError
    """
    cdef int64_t k = codes.shape[0], count = (k + block - 1) // block
    if labels.shape[0] != k * width:
        raise ValueError(f"expected {k * width} bytes of labels, got {labels.shape[0]}")
    cdef Buffer firsts = int64_buffer(count), offsets = int64_buffer(count + 1)
    with nogil:
        _measure(codes, width, block, <int64_t *>firsts.data, <int64_t *>offsets.data)
    cdef Buffer data = unsigned_buffer(1, (<int64_t *>offsets.data)[count], 0)
    with nogil:
        _write(codes, labels, width, block, <const int64_t *>offsets.data, <uint8_t *>data.data)
    return data, firsts, offsets


cdef int _measure(
    const int64_t[::1] codes, int width, int64_t block, int64_t *firsts, int64_t *offsets
) except -1 nogil:
    """Write the first code of each block, and where it starts."""
    cdef int64_t i, b = 0, size = 0
    for i in range(codes.shape[0]):
        if i and codes[i] <= codes[i - 1]:
            _not_ascending(i)
        if i % block == 0:
            firsts[b] = codes[i]
            offsets[b] = size
            b += 1
            if b % SIGNAL_BLOCKS == 0:
                check_signals()
        else:
            size += _varint_size(<uint64_t>codes[i] - <uint64_t>codes[i - 1])
        size += width
    offsets[b] = size
    return 0


cdef int _write(
    const int64_t[::1] codes, const uint8_t[::1] labels, int width, int64_t block,
    const int64_t *offsets, uint8_t *data,
) except -1 nogil:
    """Write all blocks to where they start."""
    cdef int64_t i, b, start, stop, at, k = codes.shape[0]
    cdef uint64_t value
    for b in range((k + block - 1) // block):
        start, stop, at = b * block, min((b + 1) * block, k), offsets[b]
        for i in range(start + 1, stop):
            value = <uint64_t>codes[i] - <uint64_t>codes[i - 1]
            while value >= 128:
                data[at] = <uint8_t>(value | 128)
                value >>= 7
                at += 1
            data[at] = <uint8_t>value
            at += 1
        memcpy(data + at, &labels[start * width], (stop - start) * width)
        if b % SIGNAL_BLOCKS == 0:
            check_signals()
    return 0


cdef struct Blocks:
    # data: the file, from its first byte on.  Block b has the first code firsts[b], and is
    # data[offsets[b]:offsets[b + 1]]; its labels are the last `width` bytes of it for each of its
    # codes: `block` of them, or fewer in the last of `count` blocks.  checked[p] is 1 where the
    # checksum of page p has been checked.
    const uint8_t *data
    const int64_t *firsts
    const int64_t *offsets
    const uint8_t *checked
    int64_t size, count, positions, block
    int width


cdef struct Cursor:
    # A place in block b, -1 at first: data[labels:] are its labels, data[at:] the differences to
    # the codes after number i, which is `value` above the first code; the code before it, `before`.
    int64_t b, i, at, labels
    uint64_t value, before


cdef class BlockReader:
    """Reads the blocks of a part file that is mapped.

    Parameters
    ----------
    data : (size,) uint8
        The file up to the directory.
    firsts : (b,) int64
    offsets : (b + 1,) int64
    checked : (p,) uint8
        1 for every page of `data` that may be read.
    positions, block : int
    width : int
    """

    cdef Blocks blocks
    cdef object views

    def __init__(
        self, const uint8_t[::1] data not None, const int64_t[::1] firsts not None,
        const int64_t[::1] offsets not None, const uint8_t[::1] checked not None,
        int64_t positions, int64_t block, int width,
    ):
        cdef int64_t count = firsts.shape[0]
        if block < 1 or width not in (1, 2, 4) or count != (positions + block - 1) // block:
            raise ValueError(f"{count} blocks of {block} do not hold {positions} positions")
        if offsets.shape[0] != count + 1 or checked.shape[0] << PAGE_BITS < data.shape[0]:
            raise ValueError("the directory does not fit the blocks")
        self.views = data, firsts, offsets, checked
        self.blocks.data = &data[0] if data.shape[0] else NULL
        self.blocks.firsts = &firsts[0] if count else NULL
        self.blocks.offsets = &offsets[0]
        self.blocks.checked = &checked[0] if checked.shape[0] else NULL
        self.blocks.size, self.blocks.count = data.shape[0], count
        self.blocks.positions, self.blocks.block = positions, block
        self.blocks.width = width

    def find(
        self, const int64_t[::1] codes not None, uint8_t[::1] labels not None, int64_t start
    ) -> tuple[int, int]:
        """Look up codes from number `start` on, until a page that is not checked.

        Parameters
        ----------
        codes : (k,) int64
        labels : (k * width,) uint8
            The bytes of the labels are written here; those of a code that is not there are left as
            they are.
        start : int

        Returns
        -------
        int
            How many codes are done: k, or the number of the first code whose block is not checked.
        int
            The number of this block, or -1.
        """
        cdef int64_t block = -1
        if labels.shape[0] != codes.shape[0] * self.blocks.width:
            raise ValueError(f"expected {codes.shape[0] * self.blocks.width} bytes for labels")
        with nogil:
            start = _find(&self.blocks, codes, labels, start, &block)
        return start, block

    def find_one(self, int64_t code) -> int:
        """Return the label of a code; -1 if it is not there, and -2 - b if block b is unchecked."""
        cdef int64_t place, label = 0
        cdef Cursor cursor
        cursor.b = -1
        place = _place(&self.blocks, code, &cursor)
        if place < 0:
            return -1 if place == -1 else -2 - cursor.b
        memcpy(&label, self.blocks.data + place, self.blocks.width)  # little-endian
        return label

    def read(self, int64_t first, int64_t stop) -> tuple[Buffer, Buffer]:
        """Return the codes and the bytes of the labels of blocks, whose pages are checked.

        Parameters
        ----------
        first, stop : int

        Returns
        -------
        codes : (k,) int64
        labels : (k * width,) uint8
        """
        if not 0 <= first <= stop <= self.blocks.count:
            raise ValueError(f"expected blocks of 0 to {self.blocks.count}, got {first} to {stop}")
        cdef int64_t k = min(stop * self.blocks.block, self.blocks.positions)
        k = max(k - first * self.blocks.block, 0)
        cdef Buffer codes = int64_buffer(k), labels = unsigned_buffer(1, k * self.blocks.width, 0)
        with nogil:
            _read(&self.blocks, first, stop, <int64_t *>codes.data, <uint8_t *>labels.data)
        return codes, labels


cdef inline int64_t _last_not_above(
    const int64_t *values, int64_t n, int64_t wanted
) noexcept nogil:
    """Return the place of the last of ascending values that is at most `wanted`, or -1."""
    cdef int64_t low = 0, half
    if n == 0 or values[0] > wanted:
        return -1
    while n > 1:  # values[low] <= wanted, and the place is in low … low + n - 1
        half = n >> 1
        low += half if values[low + half] <= wanted else 0
        n -= half
    return low


cdef int64_t _find(
    const Blocks *blocks, const int64_t[::1] codes, uint8_t[::1] labels, int64_t start,
    int64_t *unchecked,
) except -1 nogil:
    cdef int64_t i, place
    cdef Cursor cursor
    cursor.b = -1
    for i in range(start, codes.shape[0]):
        if i % SIGNAL_CODES == SIGNAL_CODES - 1:
            check_signals()
        place = _place(blocks, codes[i], &cursor)
        if place == -2:
            unchecked[0] = cursor.b
            return i
        if place >= 0:
            memcpy(&labels[i * blocks.width], blocks.data + place, blocks.width)
    return codes.shape[0]


cdef inline int64_t _codes_in(const Blocks *blocks, int64_t b) noexcept nogil:
    return min(blocks.block, blocks.positions - b * blocks.block)


cdef int64_t _labels_at(const Blocks *blocks, int64_t b) except -1 nogil:
    """Return where the labels of a block start; refuse a block that is not inside the data."""
    cdef int64_t begin = blocks.offsets[b], end = blocks.offsets[b + 1]
    cdef int64_t at = end - blocks.width * _codes_in(blocks, b)
    if begin < 0 or end > blocks.size or at < begin:
        _damaged(b)
    return at


cdef int64_t _place(const Blocks *blocks, int64_t code, Cursor *cursor) except -3 nogil:
    """Return where the label of a code stands, -1 if there is none, -2 if its block is unchecked.

    The cursor goes on from where it stands if the code lies in the same block and not before that,
    so it reads each block once for codes that ascend.
    """
    cdef int64_t b = cursor.b
    if b < 0 or code < blocks.firsts[b] or (b + 1 < blocks.count and code >= blocks.firsts[b + 1]):
        b = _last_not_above(blocks.firsts, blocks.count, code)
        if b < 0:
            return -1
        cursor.b = -1
    # Differences from the first code fit in 64 bits without a sign.
    cdef uint64_t wanted = <uint64_t>code - <uint64_t>blocks.firsts[b]
    if (cursor.b < 0 or wanted <= cursor.before < cursor.value) and not _enter(blocks, b, cursor):
        return -2
    cdef int64_t most = _codes_in(blocks, b)
    cdef uint64_t step
    cdef int shift
    while cursor.value < wanted:
        if cursor.i + 1 >= most:
            return -1
        cursor.i += 1
        step, shift = 0, 0
        while True:
            if cursor.at >= cursor.labels or shift > 63:
                _damaged(b)
            step |= <uint64_t>(blocks.data[cursor.at] & 127) << shift
            cursor.at += 1
            if blocks.data[cursor.at - 1] < 128:
                break
            shift += 7
        cursor.before = cursor.value
        cursor.value += step
    return cursor.labels + cursor.i * blocks.width if cursor.value == wanted else -1


cdef bint _enter(const Blocks *blocks, int64_t b, Cursor *cursor) except -1 nogil:
    """Enter a block at its first code; say if all of its pages are checked."""
    cdef int64_t page, labels = _labels_at(blocks, b), at = blocks.offsets[b]
    cursor.b, cursor.i, cursor.at, cursor.labels = b, 0, at, labels
    cursor.value = cursor.before = 0
    for page in range(at >> PAGE_BITS, ((blocks.offsets[b + 1] - 1) >> PAGE_BITS) + 1):
        if not blocks.checked[page]:
            return False
    return True


cdef int _read(
    const Blocks *blocks, int64_t first, int64_t stop, int64_t *codes, uint8_t *labels
) except -1 nogil:
    cdef int64_t b, i, at, ends, k, base = first * blocks.block
    cdef uint64_t value, step
    cdef int shift
    for b in range(first, stop):
        ends, at, k = _labels_at(blocks, b), blocks.offsets[b], _codes_in(blocks, b)
        value = <uint64_t>blocks.firsts[b]
        for i in range(k):
            if i:
                step, shift = 0, 0
                while True:
                    if at >= ends or shift > 63:
                        _damaged(b)
                    step |= <uint64_t>(blocks.data[at] & 127) << shift
                    at += 1
                    if blocks.data[at - 1] < 128:
                        break
                    shift += 7
                value += step
            codes[b * blocks.block - base + i] = <int64_t>value
        memcpy(labels + (b * blocks.block - base) * blocks.width, blocks.data + ends,
               k * blocks.width)
        if b % SIGNAL_BLOCKS == 0:
            check_signals()
    return 0
