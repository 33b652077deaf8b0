"""Components of a graph, and where play surely ends: what comes before values are computed."""

from libc.stdint cimport int8_t, int32_t, int64_t

from graphgame._kernel.buffer cimport Buffer, int32_buffer, int64_buffer
from graphgame._kernel.signals cimport SIGNAL_STEPS, check_signals

cdef enum:
    # Of positions: no rank.  Of `kind`: whom a position belongs to.
    NONE = -1
    CHANCE = -1
    END = 2


# Tarjan's algorithm without recursion.  number[v]: 0 until v is met, then its number from 1 on,
# then `done` once its component is known.  low[v]: the least number that v is known to lead back
# to.  path[:depth]: the positions from the root to the one at hand, with edge[i] the next edge of
# path[i].  waiting[:count]: the positions that are met and in no component yet, in order of their
# numbers; those from v on are the component of v when low[v] stays number[v].  Each edge is looked
# at once.

cdef int64_t _components(
    const int64_t[::1] option_ptr, const int32_t[::1] option_idx, int32_t[::1] number,
    int32_t[::1] low, int32_t[::1] path, int64_t[::1] edge, int32_t[::1] waiting,
    int32_t[::1] order, int32_t[::1] part,
) except -1 nogil:
    """Fill `order` and `part`; return the number of components."""
    cdef int64_t n = option_ptr.shape[0] - 1, root, depth, count = 0, placed = 0, steps = 0
    cdef int64_t parts = 0
    cdef int32_t v, u, met = 0, done = 2147483647
    for root in range(n):
        if number[root]:
            continue
        depth = 1
        path[0] = <int32_t>root
        edge[0] = option_ptr[root]
        met += 1
        number[root] = low[root] = met
        waiting[count] = <int32_t>root
        count += 1
        while depth:
            steps += 1
            if steps % SIGNAL_STEPS == 0:
                check_signals()
            v = path[depth - 1]
            if edge[depth - 1] < option_ptr[v + 1]:
                u = option_idx[edge[depth - 1]]
                edge[depth - 1] += 1
                if number[u] == 0:
                    path[depth] = u
                    edge[depth] = option_ptr[u]
                    depth += 1
                    met += 1
                    number[u] = low[u] = met
                    waiting[count] = u
                    count += 1
                elif number[u] != done and number[u] < low[v]:
                    low[v] = number[u]
                continue
            depth -= 1
            if depth and low[v] < low[path[depth - 1]]:
                low[path[depth - 1]] = low[v]
            if low[v] != number[v]:
                continue
            while True:
                count -= 1
                u = waiting[count]
                number[u] = done
                order[placed] = u
                part[u] = <int32_t>parts
                placed += 1
                if u == v:
                    break
            parts += 1
    return parts


def components(
    const int64_t[::1] option_ptr not None, const int32_t[::1] option_idx not None
) -> tuple[Buffer, Buffer, int]:
    """Return the strongly connected components of a graph.

    Parameters
    ----------
    option_ptr : (n + 1,) int64
    option_idx : (m,) int32

    Returns
    -------
    order : (n,) int32 Buffer
        All positions, those of a component together, each component before those that lead to it.
    part : (n,) int32 Buffer
        The number of the component of each position, in this order.
    count : int
        The number of components.

    Notes
    -----
    O(n + m) time; 32 bytes per position.  Tarjan, 1972.
    """
    cdef Py_ssize_t n = option_ptr.shape[0] - 1
    cdef Buffer ordered = int32_buffer(n), parted = int32_buffer(n)
    cdef int32_t[::1] order = ordered, part = parted
    cdef int32_t[::1] number = int32_buffer(n), low = int32_buffer(n), path = int32_buffer(n)
    cdef int32_t[::1] waiting = int32_buffer(n)
    cdef int64_t[::1] edge = int64_buffer(n)
    cdef int64_t count
    with nogil:
        count = _components(
            option_ptr, option_idx, number, low, path, edge, waiting, order, part
        )
    return ordered, parted, count


# A position is reached when play surely gets from it to one that was reached before: along the
# chosen move where `player` moves, along any move of the other player, and along some move of
# chance.  waits[v]: how many of the moves of v still have to be reached; a chosen move and chance
# wait for one.  queue[:tail]: the positions that were reached, in order of their ranks; those
# before `head` have been told to their predecessors.  Each position enters once.

cdef int64_t _reach(
    const int64_t[::1] option_ptr, const int32_t[::1] option_idx, const int64_t[::1] pred_ptr,
    const int32_t[::1] pred_idx, const int8_t[::1] kind, const int32_t[::1] moves, int player,
    const int32_t[::1] part, int32_t[::1] waits, int32_t[::1] ranks, int32_t[::1] queue,
) except -1 nogil:
    """Fill `ranks`, which are 0 where play begins to be told, and `queue`; return its length."""
    cdef int64_t n = option_ptr.shape[0] - 1, v, e, head = 0, tail = 0, steps = 0
    cdef int32_t u, w, left
    cdef bint apart = part.shape[0] != 0, chosen, out
    for v in range(n):
        if ranks[v] == 0:
            queue[tail] = <int32_t>v
            tail += 1
            continue
        chosen = kind[v] == player
        left = 0
        out = False
        for e in range(option_ptr[v], option_ptr[v + 1]):
            u = option_idx[e]
            if chosen and u != moves[v]:
                continue
            if apart and part[u] != part[v]:
                out = True
            else:
                left += 1
        if kind[v] == CHANCE or chosen:
            left = 0 if out else 1
        waits[v] = left
        if left == 0:
            ranks[v] = 1
            queue[tail] = <int32_t>v
            tail += 1
        steps += 1 + option_ptr[v + 1] - option_ptr[v]
        if steps >= SIGNAL_STEPS:
            steps = 0
            check_signals()
    while head < tail:
        u = queue[head]
        head += 1
        for e in range(pred_ptr[u], pred_ptr[u + 1]):
            w = pred_idx[e]
            if ranks[w] != NONE or (apart and part[w] != part[u]):
                continue
            if kind[w] == player and moves[w] != u:
                continue
            waits[w] -= 1
            if waits[w] == 0:
                ranks[w] = ranks[u] + 1
                queue[tail] = w
                tail += 1
        steps += 1 + pred_ptr[u + 1] - pred_ptr[u]
        if steps >= SIGNAL_STEPS:
            steps = 0
            check_signals()
    return tail


def reach(
    const int64_t[::1] option_ptr not None, const int32_t[::1] option_idx not None,
    const int64_t[::1] pred_ptr not None, const int32_t[::1] pred_idx not None,
    const int8_t[::1] kind not None, const int32_t[::1] moves not None, int player,
    const int32_t[::1] part not None, int32_t[::1] ranks not None,
) -> Buffer:
    """Return the positions from which play surely reaches those of rank 0, and rank them.

    Parameters
    ----------
    option_ptr, option_idx, pred_ptr, pred_idx
        The graph and its transpose, without parallel edges.
    kind : (n,) int8
        Who moves, 0 or 1; -1 for chance, 2 at an end.
    moves : (n,) int32
        The chosen moves of `player`.
    player : int
        Who plays chosen moves; 3 for nobody.
    part : (n,) int32, or empty
        Components: a move that leaves one counts as reached.
    ranks : (n,) int32
        In: 0 at the positions to reach, -1 elsewhere.  Out: a rank, which falls along the chosen
        move, along all moves of the other player, and along some move of chance; -1 where play may
        not get there.

    Returns
    -------
    (k,) int32 Buffer
        The positions that have a rank, in the order of ranks.

    Notes
    -----
    O(n + m) time, 8 bytes per position.
    """
    cdef Py_ssize_t n = option_ptr.shape[0] - 1
    cdef Buffer queued = int32_buffer(n)
    cdef int32_t[::1] queue = queued, waits = int32_buffer(n)
    cdef int64_t count
    with nogil:
        count = _reach(
            option_ptr, option_idx, pred_ptr, pred_idx, kind, moves, player, part, waits, ranks,
            queue,
        )
    del queue
    queued.resize(count)
    return queued
