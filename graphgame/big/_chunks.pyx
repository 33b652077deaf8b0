"""The form of what partitions send to each other."""

from cpython.bytes cimport PyBytes_AsString, PyBytes_FromStringAndSize
from libc.string cimport memset


cdef int64_t read_chunk(
    const char *data, int64_t at, int64_t size, int width, Chunk *chunk
) except -1 nogil:
    cdef const uint32_t *header = <const uint32_t *>(data + at)
    cdef int64_t length = 0
    if size - at >= HEADER and header[2] < <uint32_t>width:
        length = _length(header[1], width - <int64_t>header[2])
    if size - at < max(length, <int64_t>HEADER) or length == 0:
        with gil:
            raise ValueError("a chunk that is cut")
    chunk.origin, chunk.count, chunk.less = header[0], header[1], header[2]
    chunk.data = data + at + HEADER
    return at + length


cdef inline int64_t _length(int64_t count, int64_t width) noexcept nogil:
    """Return the bytes of a chunk: so that what comes next is aligned, a multiple of 4."""
    return HEADER + ((count * width + 3) & ~<int64_t>3)


cdef bytes new_chunk(uint32_t origin, int64_t count, int width, uint32_t less, char **entries):
    cdef int64_t length = _length(count, width - <int64_t>less)
    cdef bytes made = PyBytes_FromStringAndSize(NULL, length)
    cdef char *data = PyBytes_AsString(made)
    cdef uint32_t *header = <uint32_t *>data
    memset(data, 0, HEADER)
    memset(data + length - 4, 0, 4)  # the end may have no entry
    header[0], header[1], header[2] = origin, <uint32_t>count, less
    entries[0] = data + HEADER
    return made
