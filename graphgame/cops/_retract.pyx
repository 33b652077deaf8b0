"""The kernel that removes dominated vertices from graphs, and finds cop numbers of simple ones.

It takes graphs side by side, as `_graph6.pyx` makes them.  Inputs must have been checked: in the
release build, kernels index with them unchecked.
"""

from libc.stdint cimport int8_t, int32_t, int64_t, uint64_t

from graphgame._kernel.bits cimport lowest_bit
from graphgame._kernel.buffer cimport Buffer, int8_buffer, int32_buffer, uint64_buffer
from graphgame._kernel.signals cimport SIGNAL_STEPS, check_signals
from graphgame.cops._small cimport bit, is_dominated

cdef enum:
    # Words of the rows of a graph: 64 MiB.  Greater graphs stay as they are.
    MOST_WORDS = 1 << 23


# ---------------------------------------------------------------------------------------------
# A vertex u is *dominated* by another, v, if v's closed neighbourhood contains that of u.  Without
# u the graph has the same cop number.  At most: a move to u can be made to v instead, so that cops
# who win in the whole graph win without u.  At least: let the cops play as if the robber stood on v
# whenever he stands on u.  They catch him elsewhere, or a cop stands on v while he is on u: then he
# cannot go where this cop does not.  (For one cop: R. Nowakowski and P. Winkler, "Vertex-to-vertex
# pursuit in a graph", Discrete Math. 43, 1983.)
#
# What is left in the end is the same up to isomorphism.  If it has no edge, each of its vertices
# takes a cop.  If it has one, one cop does not win, and two do if they dominate it.
#
# rows    the closed neighbourhoods, `width` words each.
# left    the vertices that are left.
# queue   a ring of the vertices to look at, each once: waits[v] says whether v is in it.


cdef class _Retracting:
    """The work space, for graphs up to a size."""

    cdef uint64_t[::1] rows, left
    cdef int32_t[::1] queue
    cdef int8_t[::1] waits
    cdef int64_t n, width, words_read, head, waiting

    def __cinit__(self, int64_t most):
        cdef int64_t width = words(most)
        self.rows, self.left = uint64_buffer(most * width), uint64_buffer(width)
        self.queue, self.waits = int32_buffer(most), int8_buffer(most)

    cdef int begin(self, int64_t n) except -1 nogil:
        """Make room for a graph without edges, all vertices of which wait."""
        cdef int64_t v, i
        self.n, self.width = n, words(n)
        for i in range(self.width):
            self.left[i] = 0
        for i in range(n * self.width):
            self.rows[i] = 0
        for v in range(n):
            self.left[v >> 6] |= bit(v & 63)
            self.rows[v * self.width + (v >> 6)] |= bit(v & 63)
            self.queue[v] = <int32_t>v
            self.waits[v] = True
        self.head, self.waiting = 0, n
        return 0

    cdef int add_edge(self, int64_t u, int64_t v) except -1 nogil:
        self.rows[u * self.width + (v >> 6)] |= bit(v & 63)
        self.rows[v * self.width + (u >> 6)] |= bit(u & 63)
        return 0

    cdef bint contains(self, int64_t v, int64_t u) except -1 nogil:
        """Return whether v's neighbourhood contains what is left of u's."""
        cdef int64_t i
        for i in range(self.width):
            self.words_read += 1
            if self.rows[u * self.width + i] & self.left[i] & ~self.rows[v * self.width + i]:
                return False
        return True

    cdef bint is_corner(self, int64_t u) except -1 nogil:
        """Return whether another vertex dominates u: one of its neighbours, then."""
        cdef int64_t i, v
        cdef uint64_t open
        for i in range(self.width):
            open = self.rows[u * self.width + i] & self.left[i]
            while open:
                v = i << 6 | lowest_bit(open)
                open &= open - 1
                if v != u and self.contains(v, u):
                    return True
        return False

    cdef int remove(self, int64_t u) except -1 nogil:
        """Remove u, and let its neighbours wait."""
        cdef int64_t i, v, at
        cdef uint64_t open
        self.left[u >> 6] &= ~bit(u & 63)
        for i in range(self.width):
            open = self.rows[u * self.width + i] & self.left[i]
            while open:
                v = i << 6 | lowest_bit(open)
                open &= open - 1
                if not self.waits[v]:
                    at = self.head + self.waiting
                    self.queue[at if at < self.n else at - self.n] = <int32_t>v
                    self.waits[v] = True
                    self.waiting += 1
        return 0

    cdef int retract(self) except -1 nogil:
        """Remove dominated vertices until there are none."""
        cdef int32_t u
        cdef int64_t next_check = self.words_read + SIGNAL_STEPS
        while self.waiting:
            if self.words_read > next_check:
                next_check = self.words_read + SIGNAL_STEPS
                check_signals()
            u = self.queue[self.head]
            self.head = self.head + 1 if self.head + 1 < self.n else 0
            self.waiting -= 1
            self.waits[u] = False
            if self.is_corner(u):
                self.remove(u)
        return 0

    cdef int32_t cops(self) except -1 nogil:
        """Return the cop number, or 0 if it is not seen at once."""
        cdef int64_t i, v, count = 0
        for v in range(self.n):
            if not self.left[v >> 6] & bit(v & 63):
                continue
            count += 1
            for i in range(self.width):
                if self.rows[v * self.width + i] & self.left[i] & ~(
                    bit(v & 63) if i == v >> 6 else 0
                ):
                    # An edge is left.
                    if self.width > 1:
                        return 0
                    return 2 * is_dominated(&self.rows[0], self.left[0], self.left[0], 2)
        return <int32_t>count


cdef inline int64_t words(int64_t n) noexcept nogil:
    return (n + 63) >> 6


cdef int64_t _most_vertices(const int64_t[::1] graph_ptr) except -1 nogil:
    """Return the size of the greatest graph that is looked at."""
    cdef Py_ssize_t g
    cdef int64_t n, most = 1
    for g in range(graph_ptr.shape[0] - 1):
        n = graph_ptr[g + 1] - graph_ptr[g]
        if n > most and n * words(n) <= MOST_WORDS:
            most = n
    return most


cdef int _retract_all(
    _Retracting space, const int64_t[::1] graph_ptr, const int32_t[:, ::1] edges,
    int32_t[::1] numbers, int8_t[::1] kept,
) except -1 nogil:
    """Remove dominated vertices of each graph, and store what is left."""
    cdef Py_ssize_t g
    cdef int64_t first, end, v, n, e = 0, at
    for g in range(numbers.shape[0]):
        if g % 64 == 0:
            check_signals()
        first, end, at = graph_ptr[g], graph_ptr[g + 1], e
        n = end - first
        while e < edges.shape[0] and edges[e, 0] < end:
            e += 1
        if n * words(n) > MOST_WORDS:
            for v in range(first, end):
                kept[v] = True
            continue
        space.begin(n)
        while at < e:
            space.add_edge(edges[at, 0] - first, edges[at, 1] - first)
            at += 1
        space.retract()
        numbers[g] = space.cops()
        for v in range(n):
            kept[first + v] = space.left[v >> 6] >> (v & 63) & 1
    return 0


def retract(const int64_t[::1] graph_ptr not None, const int32_t[:, ::1] edges not None):
    """Remove dominated vertices from undirected graphs.

    Parameters
    ----------
    graph_ptr : (graphs + 1,) int64
        Graph g has the vertices ``graph_ptr[g]`` to ``graph_ptr[g + 1] - 1``.
    edges : (m, 2) int32
        In the order of the graphs; within one in any order, with loops and repetitions perhaps.

    Returns
    -------
    numbers : (graphs,) int32 Buffer
        The cop number, or 0 where it is not seen at once.
    kept : (n,) int8 Buffer
        Whether a vertex is left.

    Notes
    -----
    A vertex is looked at again when a neighbour is taken out, each time in O(d n / 64) for a degree
    d, mostly in O(d).  A byte for each vertex, and a bit for each pair of the greatest graph, at
    most 64 MiB; greater graphs are left as they are.

    >>> ptr = memoryview(bytes(8) + (3).to_bytes(8, "little")).cast("q")
    >>> path = b"".join(v.to_bytes(4, "little") for v in (0, 1, 1, 2))
    >>> numbers, kept = retract(ptr, memoryview(path).cast("i", (2, 2)))
    >>> memoryview(numbers).tolist(), sum(memoryview(kept))
    ([1], 1)
    """
    cdef Buffer number_buffer = int32_buffer(graph_ptr.shape[0] - 1)
    cdef Buffer kept_buffer = int8_buffer(graph_ptr[graph_ptr.shape[0] - 1])
    cdef int32_t[::1] numbers = number_buffer
    cdef int8_t[::1] kept = kept_buffer
    cdef _Retracting space = _Retracting(_most_vertices(graph_ptr))
    with nogil:
        _retract_all(space, graph_ptr, edges, numbers, kept)
    return number_buffer, kept_buffer
