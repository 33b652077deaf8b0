# Messages of one partition to all, until they are sent.

from libc.stdint cimport int64_t, uint32_t

from graphgame._kernel.buffer cimport Buffer

cdef extern from *:
    """
    #define GG_ENDED UINT32_C(0xFFFFFFFE)
    """
    # Stands in the place of a source: the option is preset, and no message.
    const uint32_t ENDED "GG_ENDED"


cdef class Outbox:
    # codes[q * capacity:][:fill[q]] and sources[…] are the messages to partition q, and
    # ends[…][:ended[q]] the codes of preset positions there.  Of the batch, options[:moves] are the
    # moves, origins[:moves] the source that each is sent with; `at` is the next to be routed.
    # recent[h] is a code of that hash that was sent.
    cdef readonly int64_t moves
    cdef int64_t parts, capacity, at
    cdef int64_t *options
    cdef Buffer codes, sources, fill, ends, ended, origins, recent

    cdef int64_t _route(self) except -2 nogil
