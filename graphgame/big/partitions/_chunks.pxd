# Chunks: what a partition sends to another, in the form in which it goes through files and
# networks.

from cpython.bytes cimport PyBytes_AsString, PyBytes_FromStringAndSize
from libc.stdint cimport int64_t, uint32_t
from libc.string cimport memset

cdef enum:
    # Bytes of a header, uint32 each: the partition of the sources, the number of entries, how many
    # bytes of each entry are not in the file, and 0.
    HEADER = 16

cdef extern from *:
    """
    #define GG_NO_SOURCE UINT32_C(0xFFFFFFFF)
    """
    # A source that nobody has to tell anything: its outcome is known, or there is none.
    const uint32_t NO_SOURCE "GG_NO_SOURCE"

cdef struct Chunk:
    uint32_t origin
    uint32_t count
    # Bytes that an entry is narrower than its kind.
    uint32_t less
    const char *data


cdef inline int64_t _length(int64_t count, int64_t width) noexcept nogil:
    """Return the bytes of a chunk: so that what comes next is aligned, a multiple of 4."""
    return HEADER + ((count * width + 3) & ~<int64_t>3)


cdef inline int64_t read_chunk(
    const char *data, int64_t at, int64_t size, int width, Chunk *chunk
) except -1 nogil:
    """Read the header of the chunk at data[at:size]; return where the next one begins.

    Its entries take at most `width` bytes each.  It takes a multiple of 4 bytes.
    """
    cdef const uint32_t *header = <const uint32_t *>(data + at)
    cdef inline int64_t length = 0
    if size - at >= HEADER and header[2] < <uint32_t>width:
        length = _length(header[1], width - <int64_t>header[2])
    if size - at < max(length, <int64_t>HEADER) or length == 0:
        with gil:
            raise ValueError("a chunk that is cut")
    chunk.origin, chunk.count, chunk.less = header[0], header[1], header[2]
    chunk.data = data + at + HEADER
    return at + length


cdef inline bytes new_chunk(
    uint32_t origin, int64_t count, int width, uint32_t less, char **entries
):
    """Return the bytes of a chunk without its entries, of `width` - `less` bytes each.

    `entries` is set to where these go.
    """
    cdef int64_t length = _length(count, width - <int64_t>less)
    cdef inline bytes made = PyBytes_FromStringAndSize(NULL, length)
    cdef char *data = PyBytes_AsString(made)
    cdef uint32_t *header = <uint32_t *>data
    memset(data, 0, HEADER)
    memset(data + length - 4, 0, 4)  # the end may have no entry
    header[0], header[1], header[2] = origin, <uint32_t>count, less
    entries[0] = data + HEADER
    return made
