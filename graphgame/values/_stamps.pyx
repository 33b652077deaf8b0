"""The mex of any game without cycles, by stamps: where degrees or values are too large to pack.

As in `graphgame._core`: arrays come through the buffer protocol, checked, and `Buffer` objects go
out; ``ptr`` and ``idx`` are compressed sparse rows.
"""

from libc.stdint cimport int32_t, int64_t

from graphgame._kernel.buffer cimport Buffer, int32_buffer
from graphgame._kernel.degrees cimport enter_leaves, greatest
from graphgame._kernel.prefetch cimport prefetch_rows
from graphgame._kernel.signals cimport SIGNAL_STEPS, check_signals

cdef enum:
    UNDECIDED = -1


# ---------------------------------------------------------------------------------------------
# In topological order, as `graphgame._core` does it.
#
# state[v] > 0 counts the undecided options of v, and state[v] = ~g once it has value g.
# stamp[g] == v says that v has an option of value g.  A position with d options has a value of at
# most d, so stamp needs one place more than the greatest degree, and stamps beyond d are not set.


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
):
    """Return the Grundy value of every position that is not on a cycle and cannot reach one.

    Parameters
    ----------
    ptr : (n + 1,) int64
    idx : (m,) int32
        Options of every position.
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
