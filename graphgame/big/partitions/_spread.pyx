"""The kernels of propagation: decided positions tell their predecessors, which are decided then."""

from libc.stdint cimport int64_t, uint8_t, uint16_t, uint32_t, uint64_t

from graphgame._kernel.buffer cimport Buffer, int64_buffer, unsigned_buffer
from graphgame._kernel.prefetch cimport prefetch
from graphgame._kernel.signals cimport SIGNAL_STEPS, check_signals

cdef enum:
    # How far ahead the counters and labels of positions, and the rows of predecessors, are fetched.
    AHEAD = 24

ctypedef fused label_t:
    uint8_t
    uint16_t
    uint32_t

ctypedef fused pred_t:
    uint32_t
    uint64_t


cdef int _refuse() except -1 nogil:
    with gil:
        raise ValueError("a position that there is not, or a counter that is wrong")


cdef class Spreader:
    """Sorts what decided positions tell their predecessors by the partitions of these.

    Parameters
    ----------
    parts, capacity : int
        The number of partitions, and of places in each that are collected before they are sent.
    """

    # told[q * capacity:][:fill[q]] are places in partition q.  Of the frontier, entry `row` is
    # being read, from entry `at` of pred on.

    cdef Buffer told, fill
    cdef int64_t parts, capacity, row, at

    def __init__(self, int64_t parts, int64_t capacity):
        if parts < 1 or capacity < 1:
            raise ValueError("expected at least one partition and one place")
        self.parts, self.capacity = parts, capacity
        self.told, self.fill = unsigned_buffer(4, parts * capacity, 0), int64_buffer(parts)
        self.row, self.at = 0, -1

    def spread(
        self, const uint32_t[::1] frontier not None, const uint32_t[::1] ptr not None,
        const pred_t[::1] pred not None, int bits,
    ) -> int:
        """Read the rows of the positions of a frontier until a buffer is full; return whose it is.

        It returns -1, and begins again with the next call, when all rows are read.

        Parameters
        ----------
        frontier : (k,) uint32
        ptr : (n + 1,) uint32
            Where in `pred` the row of each position starts.
        pred : (m,) uint32 or uint64
        bits : int
            As of `place_sources`.
        """
        cdef uint32_t *told = <uint32_t *>self.told.data
        cdef int64_t *fill = <int64_t *>self.fill.data
        cdef int64_t i, e, q, n = ptr.shape[0] - 1, m = pred.shape[0], k = frontier.shape[0]
        cdef uint64_t mask = (<uint64_t>1 << bits) - 1
        cdef int64_t full = -1
        with nogil:
            for i in range(self.row, k):
                if frontier[i] >= n or ptr[frontier[i] + 1] > m:
                    _refuse()
                if i + AHEAD < k and frontier[i + AHEAD] < n:
                    prefetch(&ptr[frontier[i + AHEAD]])
                if i + AHEAD // 2 < k and frontier[i + AHEAD // 2] < n:
                    if ptr[frontier[i + AHEAD // 2]] < m:
                        prefetch(&pred[ptr[frontier[i + AHEAD // 2]]])
                e = self.at if self.at >= 0 else ptr[frontier[i]]
                self.at = -1
                while e < ptr[frontier[i] + 1]:
                    q = <int64_t>(pred[e] >> bits)
                    if q >= self.parts:
                        _refuse()
                    told[q * self.capacity + fill[q]] = <uint32_t>(pred[e] & mask)
                    fill[q] += 1
                    e += 1
                    if fill[q] == self.capacity:
                        self.row, self.at, full = i, e, q
                        break
                if full >= 0:
                    break
                if i % SIGNAL_STEPS == SIGNAL_STEPS - 1:
                    check_signals()
        if full < 0:
            self.row = 0
        return full

    def waiting(self) -> list[int]:
        """Return the partitions whose buffers are not empty."""
        cdef const int64_t *fill = <const int64_t *>self.fill.data
        return [q for q in range(self.parts) if fill[q]]

    def take(self, int64_t q) -> bytes:
        """Clear the buffer of a partition; return its places, uint32 as bytes."""
        if not 0 <= q < self.parts:
            raise IndexError("no such partition")
        cdef int64_t *fill = <int64_t *>self.fill.data + q
        cdef bytes made = (
            <char *>(<uint32_t *>self.told.data + q * self.capacity)
        )[: 4 * fill[0]]
        fill[0] = 0
        return made


def decide(
    const uint32_t[::1] told not None, label_t[::1] labels not None, uint32_t label,
    uint32_t undecided, uint32_t[::1] frontier not None, int64_t count,
) -> int:
    """Label positions that are undecided; append them to a frontier, as far as it has room.

    Returns
    -------
    int
        `count`, plus the number of positions labelled.
    """
    cdef int64_t i, k = told.shape[0], n = labels.shape[0], room = frontier.shape[0]
    with nogil:
        for i in range(k):
            if told[i] >= n:
                _refuse()
            if i + AHEAD < k and told[i + AHEAD] < n:
                prefetch(&labels[told[i + AHEAD]])
            if labels[told[i]] == undecided:
                labels[told[i]] = <label_t>label
                if count < room:
                    frontier[count] = told[i]
                count += 1
            if i % SIGNAL_STEPS == SIGNAL_STEPS - 1:
                check_signals()
    return count


def count_down(
    const uint32_t[::1] told not None, label_t[::1] labels not None, uint32_t label,
    uint32_t undecided, uint16_t[::1] counters not None, uint32_t[::1] frontier not None,
    int64_t count,
) -> int:
    """Decrement the counters of positions; label those that come to 0, as `decide`."""
    cdef int64_t i, k = told.shape[0], n = labels.shape[0], room = frontier.shape[0]
    if counters.shape[0] != n:
        raise ValueError("expected as many counters as labels")
    with nogil:
        for i in range(k):
            if told[i] >= n or counters[told[i]] == 0:
                _refuse()
            if i + AHEAD < k and told[i + AHEAD] < n:
                prefetch(&counters[told[i + AHEAD]])
            counters[told[i]] -= 1
            if counters[told[i]] == 0 and labels[told[i]] == undecided:
                labels[told[i]] = <label_t>label
                if count < room:
                    frontier[count] = told[i]
                count += 1
            if i % SIGNAL_STEPS == SIGNAL_STEPS - 1:
                check_signals()
    return count


def labelled(
    const label_t[::1] labels not None, uint32_t label, int64_t start,
    uint32_t[::1] found not None,
) -> tuple[int, int]:
    """Find positions of a label from `start` on, as many as `found` has room for.

    Returns
    -------
    count, stop : int
        How many were found, and where to go on.
    """
    cdef int64_t v = start, n = labels.shape[0], count = 0, room = found.shape[0]
    if start < 0:
        raise ValueError("expected a position")
    with nogil:
        while v < n and count < room:
            found[count] = <uint32_t>v
            count += labels[v] == label
            v += 1
            if v % (64 * SIGNAL_STEPS) == 0:
                check_signals()
    return count, v
