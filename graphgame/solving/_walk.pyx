"""The line of best moves from a position, whatever the solution.

Inputs must have been checked: in the release build, kernels index with them unchecked.
"""

from libc.stdint cimport int8_t, int32_t

from graphgame._kernel.buffer cimport Buffer, int8_buffer, int32_buffer
from graphgame._kernel.signals cimport SIGNAL_STEPS, check_signals


cdef class Walk:
    """A solution, for its best moves; each kind has a class of its own with this base."""

    cdef int32_t best_move(self, Py_ssize_t v) except -2 nogil:
        """Return the best move from v; -1 if play ends there, or no option fits."""
        return -1

    cdef bint is_over(self, Py_ssize_t v) except -1 nogil:
        """Return whether play ends at v."""
        return True

    cdef int32_t step(self, int32_t v) except -1 nogil:
        """Return the best move from v, where play does not end."""
        cdef int32_t w = self.best_move(v)
        if w < 0:
            self.refuse(v)
        return w

    cdef int refuse(self, int32_t v) except -1 nogil:
        # Reached only by a solution that `verify` rejects, for example from a damaged file.
        with gil:
            raise ValueError(f"position {v} has no move that fits its outcome: not a solution")

    cdef Py_ssize_t count(self, Py_ssize_t start, int8_t[::1] seen) except -1 nogil:
        """Count the positions of the line from start: to the end, or to the first repetition."""
        cdef Py_ssize_t length = 1
        cdef int32_t v = <int32_t>start
        while not seen[v] and not self.is_over(v):
            seen[v] = 1
            v = self.step(v)
            length += 1
            if length % SIGNAL_STEPS == 0:
                check_signals()
        return length

    cdef int follow(self, int32_t[::1] line) except -1 nogil:
        """Fill the line from line[0] on."""
        cdef Py_ssize_t i
        for i in range(1, line.shape[0]):
            line[i] = self.step(line[i - 1])
            if i % SIGNAL_STEPS == 0:
                check_signals()
        return 0

    cdef Buffer line(self, Py_ssize_t n, Py_ssize_t start, Py_ssize_t length):
        """Return the line from start, of n positions in all; its length is counted if it is 0.

        O(length) time, and a byte for each of the n positions where it is counted.
        """
        cdef int8_t[::1] seen
        cdef Buffer buffer
        cdef int32_t[::1] positions
        cdef bint is_known = length != 0
        if not is_known:
            seen = int8_buffer(n)
            with nogil:
                length = self.count(start, seen)
        buffer = int32_buffer(length)
        positions = buffer
        positions[0] = <int32_t>start
        with nogil:
            self.follow(positions)
        if is_known and not self.is_over(positions[length - 1]):
            self.refuse(positions[length - 1])
        return buffer
