"""The kernels of a partition that gets messages, and brings its log into order."""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy

from graphgame._kernel.buffer cimport Buffer, int32_buffer
from graphgame._kernel.prefetch cimport prefetch
from graphgame._kernel.signals cimport check_signals
from graphgame.big.partitions._chunks cimport Chunk, NO_SOURCE, new_chunk, read_chunk
from graphgame.graphs._index cimport CodeIndex

cdef enum:
    # How far ahead of an entry the row of its target is fetched.
    AHEAD = 16
    # Bytes of an entry of a log: a target and a source, uint32 each; and how many fewer it takes
    # where both are below NARROW: then the two low bytes of all targets come first, those of all
    # sources, the third bytes of all targets, and those of all sources.
    ENTRY = 8
    LESS = 2
    NARROW = 1 << 24

ctypedef fused pred_t:
    uint32_t
    uint64_t

cdef struct Entries:
    # Those of a chunk of a log: low and high have count targets and then count sources each, or,
    # where they are not narrow, whole has.
    uint32_t origin
    int64_t count
    bint is_narrow
    const uint32_t *whole
    const uint16_t *low
    const uint8_t *high


cdef class Receiver:
    """Looks up what messages name, and makes the entries of the log of them."""

    cdef Buffer indices

    def __cinit__(self):
        self.indices = int32_buffer(1 << 10)

    def receive(
        self, CodeIndex index not None, const unsigned char[::1] mail not None: bytes
    ) -> bytes:
        """Add the codes of a chunk of messages to a partition; return what goes to its log.

        Returns
        -------
        bytes
            A chunk of targets, then sources; empty if no message has a source.
        """
        cdef Chunk chunk
        cdef char *entries
        cdef int64_t i, k, kept = 0
        cdef uint32_t most = 0
        cdef bint is_narrow
        cdef const int64_t *codes
        cdef const uint32_t *sources
        cdef int32_t *indices
        cdef bytes made
        if mail.shape[0] == 0:
            return b""
        if read_chunk(<const char *>&mail[0], 0, mail.shape[0], 12, &chunk) != mail.shape[0]:
            raise ValueError("expected one chunk")
        k = chunk.count
        index.reserve(k)
        self.indices.reserve(k)
        codes = <const int64_t *>chunk.data
        sources = <const uint32_t *>(chunk.data + 8 * k)
        indices = <int32_t *>self.indices.data
        with nogil:
            index.add_codes(codes, indices, k)
            for i in range(k):
                if sources[i] != NO_SOURCE:
                    kept += 1
                    most |= sources[i]
        if not kept:
            return b""
        is_narrow = index.count <= NARROW and most < NARROW
        made = new_chunk(chunk.origin, kept, ENTRY, LESS if is_narrow else 0, &entries)
        with nogil:
            if is_narrow:
                _pick_narrow(indices, sources, k, <uint16_t *>entries, kept)
            elif kept == k:
                memcpy(entries, indices, 4 * k)
                memcpy(entries + 4 * k, sources, 4 * k)
            else:
                _pick(indices, sources, k, <uint32_t *>entries, kept)
        return made


cdef void _pick(
    const int32_t *indices, const uint32_t *sources, int64_t k, uint32_t *targets, int64_t kept
) noexcept nogil:
    """Write the entries that have a source."""
    cdef int64_t i, at = 0
    for i in range(k):
        if sources[i] != NO_SOURCE:
            targets[at] = <uint32_t>indices[i]
            targets[kept + at] = sources[i]
            at += 1


cdef void _pick_narrow(
    const int32_t *indices, const uint32_t *sources, int64_t k, uint16_t *low, int64_t kept
) noexcept nogil:
    """Write the entries that have a source, of three bytes each."""
    cdef uint8_t *high = <uint8_t *>(low + 2 * kept)
    cdef int64_t i, at = 0
    for i in range(k):
        if sources[i] != NO_SOURCE:
            low[at] = <uint16_t>(indices[i] & 0xffff)
            low[kept + at] = <uint16_t>(sources[i] & 0xffff)
            high[at] = <uint8_t>(indices[i] >> 16)
            high[kept + at] = <uint8_t>(sources[i] >> 16)
            at += 1


cdef int64_t _read(
    const char *log, int64_t at, int64_t size, Entries *entries
) except -1 nogil:
    """Read the chunk of a log that begins at log[at]; return where the next one begins."""
    cdef Chunk chunk
    cdef int64_t end = read_chunk(log, at, size, ENTRY, &chunk)
    if chunk.less != 0 and chunk.less != LESS:
        _refuse()
    entries.origin, entries.count, entries.is_narrow = chunk.origin, chunk.count, chunk.less != 0
    entries.whole = <const uint32_t *>chunk.data
    entries.low = <const uint16_t *>chunk.data
    entries.high = <const uint8_t *>(entries.low + 2 * entries.count)
    return end


cdef inline uint32_t _entry(const Entries *entries, int64_t i) noexcept nogil:
    """Return target i, or source i - count."""
    if entries.is_narrow:
        return entries.low[i] | <uint32_t>entries.high[i] << 16
    return entries.whole[i]


cdef int _refuse() except -1 nogil:
    with gil:
        raise ValueError("a log that names what there is not")


def count_targets(const unsigned char[::1] log not None, uint32_t[::1] counts not None) -> int:
    """Add to counts[v + 1] how often v is a target in a log; return how many entries it has.

    Raises
    ------
    ValueError
        If the log is cut, or names a target that there is not.
    """
    cdef int64_t at = 0, i, size = log.shape[0], n = counts.shape[0] - 1, target, total = 0
    cdef Entries entries
    with nogil:
        while at < size:
            at = _read(<const char *>&log[0], at, size, &entries)
            for i in range(entries.count):
                target = _entry(&entries, i)
                if target >= n:
                    _refuse()
                counts[target + 1] += 1
            total += entries.count
            check_signals()
    return total


def place_sources(
    const unsigned char[::1] log not None, uint32_t[::1] cursors not None, int64_t first,
    pred_t[::1] pred not None, int bits, const int64_t[::1] sizes not None,
) -> None:
    """Write the sources of a log to the rows of their targets.

    Parameters
    ----------
    log : bytes
    cursors : (k,) uint32
        Where in `pred` the next source of target `first` + i goes; moved on.  Entries of other
        targets are left out.
    pred : (m,) uint32 or uint64
        Filled with sources: the partition, shifted left by `bits`, and the place in it.
    sizes : (P,) int64
        The number of positions of every partition.
    """
    cdef int64_t at = 0, i, size = log.shape[0], k = cursors.shape[0], m = pred.shape[0], target
    cdef int64_t source
    cdef Entries entries
    cdef pred_t origin
    with nogil:
        while at < size:
            at = _read(<const char *>&log[0], at, size, &entries)
            if entries.origin >= sizes.shape[0]:
                _refuse()
            origin = <pred_t>entries.origin << bits
            for i in range(entries.count):
                if i + AHEAD < entries.count:
                    target = _entry(&entries, i + AHEAD) - first
                    if 0 <= target < k:
                        prefetch(&cursors[target])
                target = _entry(&entries, i) - first
                if 0 <= target < k:
                    source = _entry(&entries, entries.count + i)
                    if cursors[target] >= m or source >= sizes[entries.origin]:
                        _refuse()
                    pred[cursors[target]] = origin | <pred_t>source
                    cursors[target] += 1
            check_signals()
