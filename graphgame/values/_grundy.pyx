"""Kernels of Grundy values: where positions are numbered in order, in any game without cycles, and
of components whose options are sums; and the cycle of a game that has one.

As in `graphgame._core`: arrays come through the buffer protocol, checked, and `Buffer` objects go
out; ``ptr`` and ``idx`` are compressed sparse rows.
"""

from libc.stdint cimport INT32_MAX, int32_t, int64_t, uint8_t, uint64_t

from graphgame._kernel.bits cimport mex_of_bits
from graphgame._kernel.buffer cimport Buffer, int32_buffer, int64_buffer, unsigned_buffer
from graphgame._kernel.degrees cimport enter_leaves, greatest
from graphgame._kernel.prefetch cimport prefetch, prefetch_rows
from graphgame._kernel.signals cimport SIGNAL_STEPS, check_signals


# ---------------------------------------------------------------------------------------------
# The direction of the moves.  Most graphs that have no such order show it within a few edges.

cdef enum:
    DOWN = -1
    NEITHER = 0
    UP = 1


cdef int _direction_of_edges(const int32_t[:, ::1] edges) except -2 nogil:
    cdef Py_ssize_t e
    cdef int way = DOWN
    if edges.shape[0] > 0 and edges[0, 0] < edges[0, 1]:
        way = UP
    for e in range(edges.shape[0]):
        if (edges[e, 0] >= edges[e, 1]) if way == UP else (edges[e, 0] <= edges[e, 1]):
            return NEITHER
        if e % SIGNAL_STEPS == SIGNAL_STEPS - 1:
            check_signals()
    return way


cdef int _direction_of_rows(const int64_t[::1] ptr, const int32_t[::1] idx) except -2 nogil:
    cdef Py_ssize_t v
    cdef int64_t e
    cdef int way = NEITHER
    for v in range(ptr.shape[0] - 1):
        if way == NEITHER and ptr[v] < ptr[v + 1]:
            way = UP if idx[ptr[v]] > v else DOWN
        for e in range(ptr[v], ptr[v + 1]):
            if idx[e] <= v if way == UP else idx[e] >= v:
                return NEITHER
            if e % SIGNAL_STEPS == SIGNAL_STEPS - 1:
                check_signals()
        if v % SIGNAL_STEPS == SIGNAL_STEPS - 1:
            check_signals()
    return DOWN if way == NEITHER else way


def direction_of_edges(const int32_t[:, ::1] edges not None) -> int:
    """Return -1 if all moves, (m, 2), go to lower numbers, 1 if to higher ones, 0 if neither.

    O(m) time, no memory.
    """
    cdef int way
    with nogil:
        way = _direction_of_edges(edges)
    return way


def direction_of_rows(const int64_t[::1] ptr not None, const int32_t[::1] idx not None) -> int:
    """Return what `direction_of_edges` does, of the options of every position.

    Parameters
    ----------
    ptr : (n + 1,) int64
    idx : (m,) int32

    Notes
    -----
    O(n + m) time, no memory.
    """
    cdef int way
    with nogil:
        way = _direction_of_rows(ptr, idx)
    return way


# ---------------------------------------------------------------------------------------------
# Grundy values in the order of the numbers.
#
# In that order every option has its value when it is read, so no counters, no queue and no
# predecessors are needed: rows are read sequentially, and the only random access is to small[v],
# the value of v in one byte, most of which stay in the caches.  The set of the values of the
# options is one word, which is enough as long as no value is SET_SIZE.

cdef enum:
    SET_SIZE = 64
    AHEAD = 48  # prefetch distance in edges


cdef Py_ssize_t _pull_in_order(
    const int64_t[::1] ptr, const int32_t[::1] idx, bint up,
    uint8_t[::1] small, int32_t[::1] values, int32_t[::1] order,
) except -1 nogil:
    """Label positions in order; return how many were labelled before a value of SET_SIZE."""
    cdef Py_ssize_t i, v, n = values.shape[0]
    cdef int64_t e, ahead = -AHEAD if up else AHEAD
    cdef uint64_t seen
    for i in range(n):
        v = n - 1 - i if up else i
        seen = 0
        for e in range(ptr[v], ptr[v + 1]):
            if 0 <= e + ahead < idx.shape[0]:
                prefetch(&small[idx[e + ahead]])
            seen |= <uint64_t>1 << small[idx[e]]
            if e % SIGNAL_STEPS == SIGNAL_STEPS - 1:
                check_signals()
        if seen == <uint64_t>-1:
            return i
        small[v] = <uint8_t>mex_of_bits(seen)
        values[v] = small[v]
        order[i] = <int32_t>v
        if i % SIGNAL_STEPS == SIGNAL_STEPS - 1:
            check_signals()
    return n


def ordered_grundy(
    const int64_t[::1] ptr not None, const int32_t[::1] idx not None, int direction
) -> tuple[Buffer, Buffer, int] | None:
    """Return the Grundy value of every position of a game that is numbered in order.

    Parameters
    ----------
    ptr, idx
        As of `direction_of_rows`.
    direction : int
        Where all moves go: -1 to lower numbers, 1 to higher ones.

    Returns
    -------
    (values, order, decided) or None
        As of `grundy`; None if a value is above 63.

    Notes
    -----
    O(n + m) time; 9 bytes per position, of which 8 are returned.

    >>> ptr = memoryview(b"".join(x.to_bytes(8, "little") for x in (0, 0, 1, 3))).cast("q")
    >>> idx = memoryview(b"".join(x.to_bytes(4, "little") for x in (0, 0, 1))).cast("i")
    >>> values, order, decided = ordered_grundy(ptr, idx, direction_of_rows(ptr, idx))
    >>> memoryview(values).tolist(), memoryview(order).tolist(), decided
    ([0, 1, 2], [0, 1, 2], 3)
    """
    cdef Py_ssize_t n = ptr.shape[0] - 1, decided
    cdef Buffer values = int32_buffer(n), order = int32_buffer(n)
    cdef int32_t[::1] value_view = values, order_view = order
    cdef uint8_t[::1] small = unsigned_buffer(1, n, 0)
    with nogil:
        decided = _pull_in_order(ptr, idx, direction == UP, small, value_view, order_view)
    return (values, order, decided) if decided == n else None


# ---------------------------------------------------------------------------------------------
# The mex in topological order, as `graphgame._core` finds it, by stamps: where degrees or values
# are too large to pack.
#
# state[v] > 0 counts the undecided options of v, and state[v] = ~g once it has value g.
# stamp[g] == v says that v has an option of value g.  A position with d options has a value of at
# most d, so stamp needs one place more than the greatest degree, and stamps beyond d are not set.

cdef enum:
    UNDECIDED = -1


cdef inline int32_t _mex_of_options(
    const int64_t[::1] ptr, const int32_t[::1] idx, const int32_t[::1] state,
    int32_t[::1] stamp, int32_t v,
) except -1 nogil:
    cdef int64_t e, degree = ptr[v + 1] - ptr[v]
    cdef int32_t g
    for e in range(ptr[v], ptr[v + 1]):
        g = ~state[idx[e]]
        if g < degree:
            stamp[g] = v
        if e % SIGNAL_STEPS == SIGNAL_STEPS - 1:
            check_signals()
    g = 0
    while stamp[g] == v:
        g += 1
    return g


cdef Py_ssize_t _pull_values(
    const int64_t[::1] ptr, const int32_t[::1] idx,
    const int64_t[::1] pred_ptr, const int32_t[::1] pred_idx,
    int32_t[::1] state, int32_t[::1] queue, int32_t[::1] stamp,
) except -1 nogil:
    """Label all positions that can be labelled; return how many."""
    cdef Py_ssize_t head = 0, tail = enter_leaves(state, queue)
    cdef int64_t e, steps = 0
    cdef int32_t v, u
    while head < tail:
        prefetch_rows(pred_ptr, pred_idx, state, 1, queue, head, tail)
        prefetch_rows(ptr, idx, state, 1, queue, head, tail)
        v = queue[head]
        head += 1
        state[v] = ~_mex_of_options(ptr, idx, state, stamp, v)
        for e in range(pred_ptr[v], pred_ptr[v + 1]):
            u = pred_idx[e]
            state[u] -= 1
            if state[u] == 0:
                queue[tail] = u
                tail += 1
            steps += 1
            if steps % SIGNAL_STEPS == 0:
                check_signals()
        steps += 1
        if steps % SIGNAL_STEPS == 0:
            check_signals()
    return tail


cdef int _state_to_values(int32_t[::1] state) except -1 nogil:
    cdef Py_ssize_t v
    for v in range(state.shape[0]):
        state[v] = UNDECIDED if state[v] > 0 else ~state[v]
    return 0


def grundy(
    const int64_t[::1] ptr not None, const int32_t[::1] idx not None,
    const int64_t[::1] pred_ptr not None, const int32_t[::1] pred_idx not None,
    Buffer degrees not None,
) -> tuple[Buffer, Buffer, int]:
    """Return the Grundy value of every position that is not on a cycle and cannot reach one.

    Parameters
    ----------
    ptr, idx
        As of `direction_of_rows`.
    pred_ptr : (n + 1,) int64
    pred_idx : (m,) int32
        Predecessors of every position.
    degrees : (n,) int32 Buffer
        Number of options of every position.  It is consumed: its memory becomes the values.

    Returns
    -------
    values : (n,) int32 Buffer
        -1 where there is none.
    order : (n,) int32 Buffer
        The positions that have a value, each after all its options.
    decided : int
        How many they are.

    Notes
    -----
    O(n + m) time; beyond its arguments 4 bytes per position, the order, and 4 times the greatest
    degree.
    """
    cdef int32_t[::1] state = degrees
    cdef Py_ssize_t v, decided, most = greatest(state)
    cdef Buffer order = int32_buffer(state.shape[0])
    cdef int32_t[::1] queue = order, stamp = int32_buffer(most + 1)
    with nogil:
        for v in range(most + 1):
            stamp[v] = -1
        decided = _pull_values(ptr, idx, pred_ptr, pred_idx, state, queue, stamp)
        _state_to_values(state)
    return degrees, order, decided


# ---------------------------------------------------------------------------------------------
# A short cycle, in a game that has one.
#
# A position without a value has an option without one.  A walk that always moves to the first such
# option, or stays at a self-loop, ends in a cycle: mark[v] is one more than the start of the walk
# that visited v, depth[v] the number of steps from that start.  Each position is visited once, so
# the shortest of these cycles is found in O(n + m).  It may have chords: a breadth-first search
# from one of its positions finds a shortest cycle through that position.


cdef int32_t _first_without_value(
    const int64_t[::1] ptr, const int32_t[::1] idx, const int32_t[::1] values, int32_t v
) except -1 nogil:
    cdef int64_t e
    cdef int32_t found = v
    for e in range(ptr[v + 1] - 1, ptr[v] - 1, -1):
        if idx[e] == v:
            return v
        if values[idx[e]] < 0:
            found = idx[e]
    return found


cdef int32_t _on_a_short_cycle(
    const int64_t[::1] ptr, const int32_t[::1] idx, const int32_t[::1] values,
    int32_t[::1] mark, int32_t[::1] depth,
) except -2 nogil:
    """Return a position on the shortest cycle of the walks, -1 if all positions have values."""
    cdef Py_ssize_t start
    cdef int32_t v, far, best = -1, length = INT32_MAX
    cdef int64_t steps = 0
    for start in range(values.shape[0]):
        if values[start] >= 0 or mark[start] != 0:
            continue
        v = <int32_t>start
        far = 0
        while mark[v] == 0:
            mark[v] = <int32_t>(start + 1)
            depth[v] = far
            far += 1
            v = _first_without_value(ptr, idx, values, v)
            steps += 1
            if steps % SIGNAL_STEPS == 0:
                check_signals()
        if mark[v] == start + 1 and far - depth[v] < length:
            length = far - depth[v]
            best = v
    return best


cdef int32_t _back_to(
    const int64_t[::1] ptr, const int32_t[::1] idx, const int32_t[::1] values,
    int32_t root, int32_t[::1] parent, int32_t[::1] queue,
) except -1 nogil:
    """Search from root for a position with a move to root, and return that position."""
    cdef Py_ssize_t v, head = 0, tail = 1
    cdef int64_t e, steps = 0
    cdef int32_t u, w
    for v in range(values.shape[0]):
        parent[v] = -1
    queue[0] = root
    while head < tail:
        u = queue[head]
        head += 1
        for e in range(ptr[u], ptr[u + 1]):
            w = idx[e]
            if w == root:
                return u
            if values[w] < 0 and parent[w] < 0:
                parent[w] = u
                queue[tail] = w
                tail += 1
            steps += 1
            if steps % SIGNAL_STEPS == 0:
                check_signals()
    return root  # not reached: root is on a cycle


def find_cycle(
    const int64_t[::1] ptr not None, const int32_t[::1] idx not None,
    const int32_t[::1] values not None,
) -> list[int]:
    """Return a short cycle among the positions that have no value.

    Parameters
    ----------
    ptr, idx
        As of `direction_of_rows`.
    values : (n,) int32
        Negative where a position has none; such a position has an option that has none.

    Returns
    -------
    list of int
        Positions, each an option of the one before it, and the first one of the last; empty if all
        have values.

    Notes
    -----
    O(n + m) time, 8 bytes per position.
    """
    cdef Py_ssize_t n = values.shape[0]
    cdef int32_t[::1] mark = int32_buffer(n), depth = int32_buffer(n)
    cdef int32_t root, v = -1
    with nogil:
        root = _on_a_short_cycle(ptr, idx, values, mark, depth)
        if root >= 0:
            v = _back_to(ptr, idx, values, root, mark, depth)
    if root < 0:
        return []
    cycle = [v]
    while v != root:
        v = mark[v]
        cycle.append(v)
    return cycle[::-1]


# ---------------------------------------------------------------------------------------------
# Components whose options are sums.
#
# The value of an option is the XOR of the values of its parts, and the value of a component the mex
# of the values of its options.

cdef enum:
    # In place of a value: not met yet, and met but not all parts of its options are valued.
    UNMET = -1
    OPEN = -2


cdef int64_t _value(
    const int64_t[::1] option_ptr, const int64_t[::1] part_ptr, const int32_t[::1] part_idx,
    const int32_t[::1] values, int32_t[::1] stamps, int32_t stamp, int32_t v,
) except -1 nogil:
    """Return the mex of the options of a component, all of whose parts have their values.

    stamps[x] is `stamp` where an option of value x was seen; the mex of d options is at most d, and
    greater values change nothing, so stamps has one place more than any component has options.
    """
    cdef int64_t option, e, most = option_ptr[v + 1] - option_ptr[v]
    cdef int32_t value
    for option in range(option_ptr[v], option_ptr[v + 1]):
        value = 0
        for e in range(part_ptr[option], part_ptr[option + 1]):
            value ^= values[part_idx[e]]
        if value < most:
            stamps[value] = stamp
    value = 0
    while stamps[value] == stamp:
        value += 1
    return value


cdef int64_t _walk(
    const int64_t[::1] option_ptr, const int64_t[::1] part_ptr, const int32_t[::1] part_idx,
    int32_t[::1] values, int32_t[::1] order, int32_t[::1] stamps,
    int64_t[::1] cursors, int32_t[::1] path, int64_t *depth,
) except -1 nogil:
    """Evaluate all components; return how many were valued before a cycle, if there is one.

    Depth first, without recursion: path[:depth] are the components that are open, each a part of an
    option of the one before it, and cursors[v] is the next part of v to look at.  A part that is
    open itself closes a cycle.  order[:done] are the components that are valued, each after all
    parts of its options.  A component is opened once and each part looked at twice at most.
    """
    cdef int64_t done = 0, root, n = values.shape[0], steps = 0
    cdef int32_t v, w
    for root in range(n):
        if values[root] != UNMET:
            continue
        path[0] = <int32_t>root
        depth[0] = 1
        values[root] = OPEN
        cursors[root] = part_ptr[option_ptr[root]]
        while depth[0]:
            v = path[depth[0] - 1]
            while cursors[v] < part_ptr[option_ptr[v + 1]]:
                w = part_idx[cursors[v]]
                if values[w] < 0:
                    break
                cursors[v] += 1
                steps += 1
                if steps % SIGNAL_STEPS == 0:
                    check_signals()
            if cursors[v] < part_ptr[option_ptr[v + 1]]:
                path[depth[0]] = w
                depth[0] += 1
                if values[w] == OPEN:
                    return done
                values[w] = OPEN
                cursors[w] = part_ptr[option_ptr[w]]
            else:
                values[v] = <int32_t>_value(
                    option_ptr, part_ptr, part_idx, values, stamps, <int32_t>(done + 1), v
                )
                order[done] = v
                done += 1
                depth[0] -= 1
            steps += 1
            if steps % SIGNAL_STEPS == 0:
                check_signals()
    return done


def sum_values(
    const int64_t[::1] option_ptr not None, const int64_t[::1] part_ptr not None,
    const int32_t[::1] part_idx not None,
) -> tuple[Buffer, Buffer, list[int]]:
    """Return the Grundy value of every component.

    Parameters
    ----------
    option_ptr : (n + 1,) int64
    part_ptr : (m + 1,) int64
    part_idx : (k,) int32
        Option i, for option_ptr[v] <= i < option_ptr[v + 1], is one of component v, and the sum of
        the components part_idx[part_ptr[i]:part_ptr[i + 1]].

    Returns
    -------
    values : (n,) int32 Buffer
    order : (n,) int32 Buffer
        All components, each after all parts of its options.
    cycle : list of int
        Empty; else components, each a part of an option of the one before, the first of the last.

    Notes
    -----
    O(n + k) time, 24 bytes per component, of which 8 are returned.

    >>> as_array = lambda code, *x: __import__("array").array(code, x)
    >>> rows = as_array("q", 0, 0, 1, 3), as_array("q", 0, 1, 2, 4), as_array("i", 0, 1, 0, 1)
    >>> values, order, cycle = sum_values(*rows)
    >>> memoryview(values).tolist(), memoryview(order).tolist(), cycle
    ([0, 1, 0], [0, 1, 2], [])
    """
    cdef int64_t n = option_ptr.shape[0] - 1, v, done, depth = 0, widest = 0
    cdef Buffer value_buffer = int32_buffer(n), order = int32_buffer(n)
    cdef int32_t[::1] values = value_buffer, order_view = order, path = int32_buffer(n + 1)
    cdef int64_t[::1] cursors = int64_buffer(n)
    for v in range(n):
        values[v] = UNMET
        widest = max(widest, option_ptr[v + 1] - option_ptr[v])
    cdef int32_t[::1] stamps = int32_buffer(widest + 1)
    with nogil:
        done = _walk(
            option_ptr, part_ptr, part_idx, values, order_view, stamps, cursors, path, &depth
        )
    if done == n:
        return value_buffer, order, []
    cycle = [path[v] for v in range(depth)]
    return value_buffer, order, cycle[cycle.index(path[depth - 1]) + 1:]
