# The table that searches share.

from libc.stdint cimport int64_t, uint64_t

from graphgame._kernel.buffer cimport Buffer
from graphgame.proving._entries cimport Entries


cdef class ProofTable:
    cdef Entries entries
    cdef Buffer room, busy
    cdef bint shared
    # Not 0 where the searches of a turn are to stop.
    cdef uint64_t ended
    # How often the table can still grow.
    cdef int growths
    cdef readonly int64_t nbytes_at_most
