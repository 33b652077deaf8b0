# Rows of predecessors that are stored.

from libc.stdint cimport int64_t, uint64_t

from graphgame._kernel.buffer cimport Buffer
from graphgame.answers._mix cimport mix
from graphgame.big._windows cimport Window, Windows


cdef class StoredPredecessors:
    # starts[v + 1] counts the predecessors of v, then says where their row ends; `fill` writes it
    # from the end down, so that it says where the row begins.  sum: of the hashes of the moves that
    # were filled in.
    cdef readonly int64_t size
    cdef Buffer starts, rows
    cdef uint64_t sum

    cdef int make_rows(self, int64_t moves) except -1
    cdef int fill(self, const Window *window) except -1 nogil
    cdef int copy_rows(self, Windows windows, int k) except -1 nogil


cdef inline uint64_t move_hash(uint64_t mixed, int64_t option) noexcept nogil:
    """Return a hash of the move to an option from a position whose `mix` is given."""
    return mix(<int64_t>(mixed + <uint64_t>option))
