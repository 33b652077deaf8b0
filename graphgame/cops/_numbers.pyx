"""The kernels of cop numbers: split a union of graphs into parts, and solve each part.

A part is a weakly connected component.  Pieces never leave their part, and the robber chooses his
part after the cops are placed: so there must be enough cops in every part, and the cop number of a
graph is the sum of those of its parts.
"""

from libc.stdint cimport INT64_MAX, int32_t, int64_t, uint64_t

from graphgame._kernel.buffer cimport Buffer, int32_buffer, int64_buffer
from graphgame._kernel.signals cimport SIGNAL_STEPS, check_signals
from graphgame.cops._hunt cimport Hunt
from graphgame.cops._small cimport bit, is_dominated


# ---------------------------------------------------------------------------------------------
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
):
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
):
    """Set the cop number of each part to k where it is not known yet and k cops win.

    Parameters
    ----------
    ptr : (n + 1,) int64
    idx : (m,) int32
    back_ptr : (n + 1,) int64
    back_idx : (m,) int32
        Closed out- and in-neighbourhoods, each row ascending; as for `_play.hunt`.
    part_ptr : (parts + 2,) int64
    members : (n,) int32
    local : (n,) int32
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
    The parts are solved one after the other, as by `_play.hunt` without times, each only until a
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
):
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
