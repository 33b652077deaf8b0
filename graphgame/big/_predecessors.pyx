"""The kernel that stores the positions before each position of an indexed game."""

from libc.stdint cimport int64_t, uint32_t, uint64_t

from graphgame._kernel.buffer cimport int64_buffer, unsigned_buffer
from graphgame._kernel.signals cimport check_signals
from graphgame.answers._mix cimport mix
from graphgame.big._windows cimport WINDOW, Window, Windows, refuse


cdef class StoredPredecessors:
    """Rows of predecessors, which are counted in `starts` first.

    Parameters
    ----------
    size : int

    Notes
    -----
    8 bytes for each index and 4 for each move, 8 above 2^32 indices.
    """

    def __init__(self, int64_t size):
        self.size = size
        self.starts = int64_buffer(size + 1)
        self.rows = None
        self.sum = 0

    cdef int make_rows(self, int64_t moves) except -1:
        """Make room for the predecessors counted, of so many moves."""
        cdef int64_t v
        cdef int64_t *starts = <int64_t *>self.starts.data
        with nogil:
            for v in range(self.size):
                starts[v + 1] += starts[v]
                if v % (1 << 22) == 0:
                    check_signals()
        self.rows = unsigned_buffer(4 if self.size <= <int64_t>1 << 32 else 8, moves, 0)
        return 0

    cdef int fill(self, const Window *window) except -1 nogil:
        """Enter the positions of a window into the rows of their options, which are indices."""
        cdef int64_t k, e = 0, w
        cdef int64_t *starts = <int64_t *>self.starts.data
        cdef uint64_t mixed
        for k in range(window.count):
            mixed = mix(window.codes[k])
            while e < window.ends[k]:
                w = window.options[e]
                self.sum += move_hash(mixed, w)
                starts[w + 1] -= 1
                if starts[w + 1] < 0:
                    refuse("second", window.codes[k], w)
                if self.rows.itemsize == 4:
                    (<uint32_t *>self.rows.data)[starts[w + 1]] = <uint32_t>window.codes[k]
                else:
                    (<uint64_t *>self.rows.data)[starts[w + 1]] = <uint64_t>window.codes[k]
                e += 1
        return 0

    cdef int copy_rows(self, Windows windows, int k) except -1 nogil:
        """Collect the predecessors of the codes of window k.

        starts[v + 1] is where row v begins; it ends where the next one begins.
        """
        cdef Window *window = &windows.at[k]
        cdef const int64_t *starts = <const int64_t *>self.starts.data
        cdef int64_t i, e, v, stop
        window.total = 0
        for i in range(window.count):
            v = window.codes[i]
            stop = self.rows.shape[0] if v + 2 > self.size else starts[v + 2]
            if window.total + stop - starts[v + 1] > window.room:
                with gil:
                    windows.reserve(k, WINDOW, window.total + stop - starts[v + 1])
            for e in range(starts[v + 1], stop):
                if self.rows.itemsize == 4:
                    window.options[window.total] = (<const uint32_t *>self.rows.data)[e]
                else:
                    window.options[window.total] = (<const int64_t *>self.rows.data)[e]
                window.total += 1
            window.ends[i] = window.total
        return 0
