"""Kernels of loopy Grundy values, the values of games with cycles.

As in `graphgame._core`: arrays come through the buffer protocol, checked, and `Buffer` objects go
out; ``ptr`` and ``idx`` are compressed sparse rows.
"""

from libc.stdint cimport INT32_MAX, int32_t, int64_t

from graphgame._kernel.buffer cimport Buffer, int32_buffer, int64_buffer
from graphgame.graphs._rows cimport _counts_to_starts, _ends_to_starts
from graphgame._kernel.prefetch cimport prefetch_rows
from graphgame._kernel.signals cimport SIGNAL_STEPS, check_signals

cdef enum:
    INFINITE = -1


# ---------------------------------------------------------------------------------------------
# Loopy Grundy values (C. A. B. Smith; A. S. Fraenkel and Y. Perl): the rule for a value k is
#
#     v gets k  iff  its options that have values have mex k, and each of its other options has an
#                    option of value k, so that the opponent who moves there can be brought back.
#
# Stage k is the propagation that solves a game, on the positions without a value.  A position that
# gets k takes the part of a LOSE, a position with an option of value k that of a WIN, and a counter
# counts the options that have no option of value k yet.  The two numbers of v are mostly needed
# together, so they are adjacent: hopes = labels[2 v] and unvalued = labels[2 v + 1]:
#
#     hopes = unvalued     in play: v has options of every value below k;
#     hopes = never        out of play: more hopes than a stage can take away;
#     hopes < 0            v has its value, or in this stage an option of value k.
#
# queue[:tail] holds, level by level, v for a position that got value k and ~v for a position that
# has an option of value k.  An entry is always written, at queue[tail], and kept by adding 1 to
# tail, or 0: so no branch is mispredicted, and the queue has one place more than positions.
#
# in_play[:size] lists the positions in play.  A position in play that neither gets k nor has an
# option of value k can get no value in later stages (the mex of its options stays k): it goes out
# of play, is infinite, and counts as an option without a value.
#
# Invariants between stages, k of them done: values[v] < k or INFINITE; unvalued counts the options
# of v that are INFINITE; in_play are the INFINITE positions with options of all values below k.
# So each of them has at least k options, all stages together read at most n + m entries of
# in_play, and there are at most as many stages as the greatest degree, plus one.
# Ends because in_play shrinks to nothing: a position in play at stage k has at least k options.


cdef Py_ssize_t _enter_stage(
    const int32_t[::1] in_play, Py_ssize_t size, int32_t[::1] labels, int32_t[::1] queue,
) except -1 nogil:
    """Set the hopes of the positions in play, and queue those that have none."""
    cdef Py_ssize_t i, v, tail = 0
    cdef int32_t unvalued
    for i in range(size):
        v = in_play[i]
        unvalued = labels[2 * v + 1]
        if unvalued > 0:
            labels[2 * v] = unvalued
        else:
            labels[2 * v] = ~0
            queue[tail] = <int32_t>v
            tail += 1
    return tail


cdef Py_ssize_t _run_stage(
    const int64_t[::1] pred_ptr, const int32_t[::1] pred_idx, int32_t k,
    int32_t[::1] labels, int32_t[::1] queue, Py_ssize_t *queued,
    int32_t[::1] values, int32_t[::1] ranks, int32_t[::1] order, Py_ssize_t valued,
) except -1 nogil:
    """Label the positions that get value k; return how many positions have a value then."""
    cdef Py_ssize_t head = 0, tail = queued[0], level_end, at
    cdef int64_t e, steps = 0
    cdef int32_t v, u, hopes, level = 0
    while head < tail:
        level_end = tail
        level += 1
        while head < level_end:
            prefetch_rows(pred_ptr, pred_idx, labels, 2, queue, head, tail)
            v = queue[head]
            head += 1
            steps += 1
            if steps % SIGNAL_STEPS == 0:
                check_signals()
            if v >= 0:
                values[v] = k
                ranks[v] = level - 1
                order[valued] = v
                valued += 1
                for e in range(pred_ptr[v], pred_ptr[v + 1]):
                    u = pred_idx[e]
                    at = 2 * <Py_ssize_t>u
                    hopes = labels[at]
                    labels[at] = ~level if hopes > 0 else hopes
                    labels[at + 1] -= 1
                    queue[tail] = ~u
                    tail += hopes > 0
                    steps += 1
                    if steps % SIGNAL_STEPS == 0:
                        check_signals()
            else:  # the opponent can be brought back from ~v: one hope less for its predecessors
                for e in range(pred_ptr[~v], pred_ptr[~v + 1]):
                    u = pred_idx[e]
                    at = 2 * <Py_ssize_t>u
                    hopes = labels[at]
                    labels[at] = ~level if hopes == 1 else hopes - (hopes > 0)
                    queue[tail] = u
                    tail += hopes == 1
                    steps += 1
                    if steps % SIGNAL_STEPS == 0:
                        check_signals()
    queued[0] = tail
    return valued


cdef Py_ssize_t _stay_in_play(
    int32_t[::1] in_play, Py_ssize_t size, const int32_t[::1] queue, Py_ssize_t tail,
    const int32_t[::1] values, int32_t[::1] labels, int32_t never,
) except -1 nogil:
    """Keep the positions in play that have an option of value k and no value; return how many."""
    cdef Py_ssize_t i, v, kept = 0
    for i in range(size):
        v = in_play[i]
        if values[v] == INFINITE:
            if labels[2 * v] < 0:
                in_play[kept] = <int32_t>v
                kept += 1
            labels[2 * v] = never
    for i in range(tail):  # the others that have an option of value k
        if queue[i] < 0:
            v = ~queue[i]
            labels[2 * v] = never
    return kept


cdef int _restore_hopes(
    const int32_t[::1] values, int32_t[::1] labels, int32_t never
) except -1 nogil:
    cdef Py_ssize_t v
    for v in range(values.shape[0]):
        if values[v] == INFINITE:
            labels[2 * v] = never
    return 0


cdef Py_ssize_t _label(
    const int64_t[::1] pred_ptr, const int32_t[::1] pred_idx, int32_t[::1] labels,
    int32_t[::1] values, int32_t[::1] ranks, int32_t[::1] order,
    int32_t[::1] queue, int32_t[::1] in_play, int64_t most, int32_t never,
) except -1 nogil:
    """Label every position, stage by stage; return how many have a value."""
    cdef Py_ssize_t v, tail, valued = 0, size = values.shape[0]
    cdef int64_t spent = 0  # the most hopes that a position out of play can have lost
    cdef int32_t k = 0
    for v in range(size):  # in_play comes with the degrees
        labels[2 * v + 1] = in_play[v]
        in_play[v] = <int32_t>v
        values[v] = INFINITE
        ranks[v] = INFINITE
    while size > 0:
        tail = _enter_stage(in_play, size, labels, queue)
        valued = _run_stage(
            pred_ptr, pred_idx, k, labels, queue, &tail, values, ranks, order, valued
        )
        size = _stay_in_play(in_play, size, queue, tail, values, labels, never)
        spent += most
        if spent > never - 1 - most:
            _restore_hopes(values, labels, never)
            spent = 0
        k += 1
        check_signals()
    return valued


def loopy_grundy(
    const int64_t[::1] pred_ptr not None, const int32_t[::1] pred_idx not None,
    Buffer degrees not None, int32_t never=INT32_MAX,
) -> tuple[Buffer, Buffer, Buffer, int]:
    """Return the loopy Grundy value of every position of any graph.

    Parameters
    ----------
    pred_ptr : (n + 1,) int64
    pred_idx : (m,) int32
        Predecessors of every position.
    degrees : (n,) int32 Buffer
        Number of options of every position.  It is consumed.
    never : int
        More than the options of any position; tests pass smaller numbers, to exhaust it.

    Returns
    -------
    values : (n,) int32 Buffer
        -1 where the value is infinite.
    ranks : (n,) int32 Buffer
        The level at which a position got its value k: each of its options of greater or infinite
        value has an option of value k and of lower rank.  -1 where the value is infinite.
    order : (n,) int32 Buffer
        The positions that have a value, in the order of their values.
    valued : int
        How many they are.

    Raises
    ------
    OverflowError
        If a position has `never` options.

    Notes
    -----
    O(n + m (k + 1)) time at worst for k distinct values, and close to O(n + m) where few positions
    have options of many values.  Beyond its arguments 24 bytes per position, of which 12
    are returned.
    """
    cdef int32_t[::1] in_play = degrees
    cdef Py_ssize_t v, n = in_play.shape[0], valued
    cdef int64_t most = 0
    for v in range(n):
        most = max(most, in_play[v])
    if most >= never:
        raise OverflowError(f"expected fewer than {never} options of a position, got {most}")
    cdef Buffer values = int32_buffer(n), ranks = int32_buffer(n), order = int32_buffer(n)
    cdef int32_t[::1] value_view = values, rank_view = ranks, order_view = order
    cdef int32_t[::1] labels = int32_buffer(2 * n), queue = int32_buffer(n + 1)
    with nogil:
        valued = _label(
            pred_ptr, pred_idx, labels, value_view, rank_view, order_view, queue, in_play,
            most, never,
        )
    return values, ranks, order, valued


# ---------------------------------------------------------------------------------------------
# The sets K of the infinite values: which values the options of a position have.
#
# order[:valued] is sorted by value, so in that order each u gets the values of its options in
# ascending order.  last[u] is the last value that u got: a second option of the same value is not
# counted.  Two passes, one to count and one to fill, with ptr[u] as the place of the next value.


cdef int _collect_values(
    const int64_t[::1] pred_ptr, const int32_t[::1] pred_idx, const int32_t[::1] values,
    const int32_t[::1] order, Py_ssize_t valued, int32_t[::1] last, int64_t[::1] ptr,
    int32_t[::1] idx, bint fill,
) except -1 nogil:
    """Collect the distinct values of the options of every infinite u, in ascending order.

    Adds one to ptr[u] for each; with `fill`, also writes the value to idx[ptr[u]] before.
    """
    cdef Py_ssize_t i
    cdef int64_t e, steps = 0
    cdef int32_t v, u
    for i in range(valued):
        prefetch_rows(pred_ptr, pred_idx, values, 1, order, i, valued)
        v = order[i]
        for e in range(pred_ptr[v], pred_ptr[v + 1]):
            u = pred_idx[e]
            if values[u] == INFINITE and last[u] != values[v]:
                last[u] = values[v]
                if fill:
                    idx[ptr[u]] = values[v]
                ptr[u] += 1
            steps += 1
            if steps % SIGNAL_STEPS == 0:
                check_signals()
    return 0


cdef int _forget(int32_t[::1] last) except -1 nogil:
    cdef Py_ssize_t v
    for v in range(last.shape[0]):
        last[v] = INFINITE
    return 0


def infinite_sets(
    const int64_t[::1] pred_ptr not None, const int32_t[::1] pred_idx not None,
    const int32_t[::1] values not None, const int32_t[::1] order not None, Py_ssize_t valued,
) -> tuple[Buffer, Buffer]:
    """Return the set K of every infinite value: the finite values among the options.

    Parameters
    ----------
    pred_ptr, pred_idx, values, order, valued
        As of `loopy_grundy`.

    Returns
    -------
    ptr : (n + 1,) int64 Buffer
    idx : (k,) int32 Buffer
        In each row in ascending order; rows of positions with a finite value are empty.

    Notes
    -----
    O(n + m) time; 12 bytes per position, and 4 for every element of a set.
    """
    cdef Py_ssize_t n = values.shape[0]
    cdef Buffer ptr_buffer = int64_buffer(n + 1)
    cdef int64_t[::1] ptr = ptr_buffer
    cdef int32_t[::1] last = int32_buffer(n)
    with nogil:
        _forget(last)
        _collect_values(pred_ptr, pred_idx, values, order, valued, last, ptr, last, False)
        _counts_to_starts(ptr)
    cdef Buffer idx_buffer = int32_buffer(ptr[n])
    cdef int32_t[::1] idx = idx_buffer
    with nogil:
        _forget(last)
        _collect_values(pred_ptr, pred_idx, values, order, valued, last, ptr, idx, True)
        _ends_to_starts(ptr)
    return ptr_buffer, idx_buffer
