"""The kernels of cop numbers: remove dominated vertices, split a union of graphs, solve each part.

Graphs come side by side, as `_graph6.pyx` makes them.  Inputs must have been checked: in the
release build, kernels index with them unchecked.

A part is a weakly connected component.  Pieces never leave their part, and the robber chooses his
part after the cops are placed: so there must be enough cops in every part, and the cop number of a
graph is the sum of those of its parts.
"""

from libc.stdint cimport INT64_MAX, int8_t, int32_t, int64_t, uint64_t

from graphgame._kernel.bits cimport lowest_bit
from graphgame._kernel.buffer cimport (
    Buffer, int8_buffer, int32_buffer, int64_buffer, uint64_buffer,
)
from graphgame._kernel.signals cimport SIGNAL_STEPS, check_signals
from graphgame.cops._hunt cimport Hunt

cdef enum:
    # Words of the rows of a graph: 64 MiB.  Greater graphs stay as they are.
    MOST_WORDS = 1 << 23


# -- graphs of at most 64 vertices, whose closed neighbourhoods are words --------------------------


cdef inline uint64_t bit(int v) noexcept nogil:
    return <uint64_t>1 << v


cdef inline bint is_dominated(
    const uint64_t *rows, uint64_t within, uint64_t rest, int k
) noexcept nogil:
    """Return whether k vertices `within` the graph have all of `rest` in their neighbourhoods.

    Some vertex must dominate the first of the rest: at most 64^k steps.
    """
    cdef uint64_t open
    cdef int v
    if not rest:
        return True
    if k == 0:
        return False
    open = rows[lowest_bit(rest)] & within
    while open:
        v = lowest_bit(open)
        open &= open - 1
        if is_dominated(rows, within, rest & ~rows[v], k - 1):
            return True
    return False


# -- dominated vertices ----------------------------------------------------------------------------
#
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


def retract(
    const int64_t[::1] graph_ptr not None, const int32_t[:, ::1] edges not None
) -> tuple[Buffer, Buffer]:
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


# -- parts -----------------------------------------------------------------------------------------
#
# part_of[v] is 0 until v is found, then the number of its part plus 1; parts are numbered by their
# lowest vertices.  queue[:tail] are the vertices found, queue[:head] those whose neighbours are.
# Ends because every vertex enters the queue once.


cdef int _visit(
    const int64_t[::1] ptr, const int32_t[::1] idx, int32_t v,
    int32_t[::1] part_of, int32_t[::1] queue, int64_t[::1] tail,
) except -1 nogil:
    """Add the neighbours of v that are in no part yet to its part and to the queue."""
    cdef int64_t e
    cdef int32_t u
    for e in range(ptr[v], ptr[v + 1]):
        u = idx[e]
        if part_of[u] == 0:
            part_of[u] = part_of[v]
            queue[tail[0]] = u
            tail[0] += 1
        if e % SIGNAL_STEPS == 0:
            check_signals()
    return 0


cdef int32_t _find_parts(
    const int64_t[::1] ptr, const int32_t[::1] idx,
    const int64_t[::1] back_ptr, const int32_t[::1] back_idx,
    int32_t[::1] part_of, int32_t[::1] queue, int64_t[::1] tail,
) except -1 nogil:
    """Number the parts; return their count."""
    cdef Py_ssize_t v
    cdef int64_t head = 0
    cdef int32_t parts = 0
    for v in range(part_of.shape[0]):
        if part_of[v]:
            continue
        parts += 1
        part_of[v] = parts
        queue[tail[0]] = <int32_t>v
        tail[0] += 1
        while head < tail[0]:
            _visit(ptr, idx, queue[head], part_of, queue, tail)
            _visit(back_ptr, back_idx, queue[head], part_of, queue, tail)
            head += 1
            if head % SIGNAL_STEPS == 0:
                check_signals()
    return parts


cdef int _group_parts(
    const int32_t[::1] part_of, int64_t[::1] part_ptr, int32_t[::1] members, int32_t[::1] local
) except -1 nogil:
    """List the vertices of every part, ascending, and number them there: a counting sort.

    part_ptr has two places more than there are parts; while the vertices are placed,
    part_ptr[p + 1] is where the next one of part p goes, and so at the end where part p + 1 starts.
    """
    cdef Py_ssize_t v, p
    cdef int64_t at
    cdef Py_ssize_t n = part_of.shape[0]
    for v in range(n):
        part_ptr[part_of[v] + 1] += 1
        if v % SIGNAL_STEPS == 0:
            check_signals()
    for p in range(1, part_ptr.shape[0]):
        part_ptr[p] += part_ptr[p - 1]
    for v in range(n):
        at = part_ptr[part_of[v]]
        members[at] = <int32_t>v
        part_ptr[part_of[v]] += 1
        if v % SIGNAL_STEPS == 0:
            check_signals()
    for p in range(part_ptr.shape[0] - 2):
        for at in range(part_ptr[p], part_ptr[p + 1]):
            local[members[at]] = <int32_t>(at - part_ptr[p])
        if p % SIGNAL_STEPS == 0:
            check_signals()
    return 0


def parts(
    const int64_t[::1] ptr not None,
    const int32_t[::1] idx not None,
    const int64_t[::1] back_ptr not None,
    const int32_t[::1] back_idx not None,
) -> tuple[Buffer, Buffer, Buffer]:
    """Split a graph into its weakly connected components.

    Parameters
    ----------
    ptr : (n + 1,) int64
    idx : (m,) int32
    back_ptr : (n + 1,) int64
    back_idx : (m,) int32
        The graph forward and backward.

    Returns
    -------
    part_ptr : (parts + 2,) int64 Buffer
        Part p is ``members[part_ptr[p]:part_ptr[p + 1]]``; the last entry is n once more.
    members : (n,) int32 Buffer
        The vertices of all parts, in each part ascending; parts by their lowest vertices.
    local : (n,) int32 Buffer
        The number of every vertex in its part.

    Notes
    -----
    Breadth-first search and a counting sort: O(n + m) time, 16 bytes per vertex and 8 per part.

    >>> of_two = memoryview(bytes(24)).cast("q"), memoryview(b"").cast("i")
    >>> [memoryview(array).tolist() for array in parts(*of_two, *of_two)]
    [[0, 1, 2, 2], [0, 1], [0, 0]]
    """
    cdef Py_ssize_t n = ptr.shape[0] - 1
    cdef int32_t count
    cdef int32_t[::1] part_of = int32_buffer(n)
    cdef Buffer members_buffer = int32_buffer(n), local_buffer = int32_buffer(n)
    cdef int32_t[::1] members = members_buffer, local = local_buffer
    cdef int64_t[::1] tail = int64_buffer(1)
    with nogil:
        count = _find_parts(ptr, idx, back_ptr, back_idx, part_of, members, tail)
    cdef Buffer part_buffer = int64_buffer(count + 2)
    cdef int64_t[::1] part_ptr = part_buffer
    with nogil:
        _group_parts(part_of, part_ptr, members, local)
    return part_buffer, members_buffer, local_buffer


# ---------------------------------------------------------------------------------------------
# numbers[p] is the cop number of part p, 0 until it is known.


cdef int64_t _most_arcs(
    const int64_t[::1] ptr, const int32_t[::1] members,
    const int64_t[::1] part_ptr, const int32_t[::1] numbers,
) except -1 nogil:
    """Return the most arcs that a part has whose cop number is not known."""
    cdef Py_ssize_t p
    cdef int64_t at, arcs, most = 0
    for p in range(numbers.shape[0]):
        if numbers[p]:
            continue
        arcs = 0
        for at in range(part_ptr[p], part_ptr[p + 1]):
            arcs += ptr[members[at] + 1] - ptr[members[at]]
            if at % SIGNAL_STEPS == 0:
                check_signals()
        if arcs > most:
            most = arcs
    return most


cdef int64_t _try_parts(
    Hunt game, const int64_t[::1] ptr, const int32_t[::1] idx,
    const int64_t[::1] back_ptr, const int32_t[::1] back_idx,
    const int64_t[::1] part_ptr, const int32_t[::1] members, const int32_t[::1] local,
    int32_t[::1] numbers, int32_t k,
) except -1 nogil:
    """Solve every part whose cop number is not known; return how many are left."""
    cdef Py_ssize_t p
    cdef int64_t left = 0
    for p in range(numbers.shape[0]):
        if p % 64 == 0:
            check_signals()
        if numbers[p]:
            continue
        game.load(ptr, idx, back_ptr, back_idx, members[part_ptr[p]:part_ptr[p + 1]], local)
        game.run(True, INT64_MAX)
        if game.start >= 0:
            numbers[p] = k
        else:
            left += 1
    return left


def try_cops(
    const int64_t[::1] ptr not None,
    const int32_t[::1] idx not None,
    const int64_t[::1] back_ptr not None,
    const int32_t[::1] back_idx not None,
    const int64_t[::1] part_ptr not None,
    const int32_t[::1] members not None,
    const int32_t[::1] local not None,
    int32_t[::1] numbers not None,
    int32_t most_vertices,
    int32_t k,
) -> int:
    """Set the cop number of each part to k where it is not known yet and k cops win.

    Parameters
    ----------
    ptr, idx, back_ptr, back_idx
        As of `graphgame.cops._hunt.hunt`.
    part_ptr, members, local
        As from `parts`.
    numbers : (parts,) int32
        0 where the cop number is not known; changed in place.
    most_vertices : int
        The size of the largest part whose cop number is not known.
    k : int
        At least 1.

    Returns
    -------
    int
        How many parts are left.

    Notes
    -----
    The parts are solved one after the other, as by `hunt` without times, each only until a
    placement is won; all of them in the memory of one game of k cops on `most_vertices` vertices.
    """
    cdef Hunt game = Hunt(most_vertices, k, _most_arcs(ptr, members, part_ptr, numbers), 0)
    cdef int64_t left
    with nogil:
        left = _try_parts(
            game, ptr, idx, back_ptr, back_idx, part_ptr, members, local, numbers, k
        )
    return left


cdef int _dominate(
    const int64_t[::1] ptr, const int32_t[::1] idx,
    const int64_t[::1] part_ptr, const int32_t[::1] members, const int32_t[::1] local,
    int32_t[::1] numbers, int32_t k,
) except -1 nogil:
    """Set the number of each part of up to 64 vertices that k of them dominate."""
    cdef uint64_t rows[64]
    cdef Py_ssize_t p
    cdef int64_t e, i, n
    for p in range(numbers.shape[0]):
        if p % 64 == 0:
            check_signals()
        n = part_ptr[p + 1] - part_ptr[p]
        if numbers[p] or n > 64:
            continue
        for i in range(n):
            rows[i] = 0
            for e in range(ptr[members[part_ptr[p] + i]], ptr[members[part_ptr[p] + i] + 1]):
                rows[i] |= bit(local[idx[e]])
        if is_dominated(rows, ~<uint64_t>0 >> (64 - n), ~<uint64_t>0 >> (64 - n), k):
            numbers[p] = k
    return 0


def dominate(
    const int64_t[::1] ptr not None,
    const int32_t[::1] idx not None,
    const int64_t[::1] part_ptr not None,
    const int32_t[::1] members not None,
    const int32_t[::1] local not None,
    int32_t[::1] numbers not None,
    int32_t k,
) -> None:
    """Set the cop number of each part of up to 64 vertices that k of them dominate to k.

    Parameters
    ----------
    ptr, idx, part_ptr, members, local, numbers
        As of `try_cops`; fewer than k cops are known not to win where the number is 0.
    k : int
        At least 1.

    Notes
    -----
    O(d^k) time at the most for a part whose greatest degree is d - 1.
    """
    with nogil:
        _dominate(ptr, idx, part_ptr, members, local, numbers, k)
