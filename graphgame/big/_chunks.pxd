# Chunks: what a partition sends to another, in the form in which it goes through files and
# networks.

from libc.stdint cimport int64_t, uint32_t

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

# Read the header of the chunk at data[at:size], whose entries take at most `width` bytes each;
# return where the next chunk begins, a multiple of 4 bytes further on.
cdef int64_t read_chunk(
    const char *data, int64_t at, int64_t size, int width, Chunk *chunk
) except -1 nogil
# Make the bytes of a chunk without its entries, of `width` - `less` bytes each; return them, and
# where the entries go.
cdef bytes new_chunk(uint32_t origin, int64_t count, int width, uint32_t less, char **entries)
