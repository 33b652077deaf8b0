"""The kernel of attractors, and of the moves that belong to them."""

from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t

from graphgame._kernel.buffer cimport Buffer, int32_buffer, unsigned_buffer
from graphgame._kernel.degrees cimport greatest
from graphgame._kernel.prefetch cimport POINTER_AHEAD
from graphgame._kernel.push cimport push_attracted, waiting_t
from graphgame._kernel.signals cimport SIGNAL_STEPS, check_signals

cdef enum:
    # The greatest degree that fits in a byte.
    MOST_NARROW = 255
    # In `entries`: the position is a target, or it may enter.
    TARGET = 1
    OPEN = 0
    # The rank of a position that is not in the attractor, and the strategy where there is no move.
    NONE = -1


cdef Py_ssize_t _enter(
    const int32_t[::1] degrees, const int8_t[::1] owner, const int8_t[::1] entries, int8_t player,
    waiting_t[::1] waiting, int32_t[::1] ranks, int32_t[::1] queue,
) except -1 nogil:
    """Set the counters, and queue the targets; return their number."""
    cdef Py_ssize_t v, tail = 0
    for v in range(degrees.shape[0]):
        ranks[v] = NONE
        if entries[v] != OPEN:
            waiting[v] = 0
        else:
            waiting[v] = <waiting_t>(1 if owner[v] == player else degrees[v])
        queue[tail] = <int32_t>v  # overwritten by the next one unless counted
        tail += entries[v] == TARGET
        if v % SIGNAL_STEPS == SIGNAL_STEPS - 1:
            check_signals()
    return tail


def attract(
    const int64_t[::1] pred_ptr not None,
    const int32_t[::1] pred_idx not None,
    const int32_t[::1] degrees not None,
    const int8_t[::1] owner not None,
    const int8_t[::1] entries not None,
    int8_t player,
    bint narrow=True,
):
    """Return the rank of every position in the attractor of the targets.

    Parameters
    ----------
    pred_ptr : (n + 1,) int64
    pred_idx : (m,) int32
        Predecessors of every position.
    degrees : (n,) int32
        Number of options of every position.
    owner : (n,) int8
        Who moves, 0 or 1.
    entries : (n,) int8
        1 at the targets, 0 at other positions.
    player : {0, 1}
        Who attracts.
    narrow : bool
        Whether to keep the counters in bytes if the degrees allow it.

    Returns
    -------
    (n,) int32 Buffer
        Moves to the target if the attracting player hurries and the other delays; -1 outside.

    Notes
    -----
    O(n + m) time.  Takes 9 bytes per position beyond its arguments, 12 if a position has more than
    255 options.  Owners are looked up once, when the counters are set.
    """
    cdef Py_ssize_t n = degrees.shape[0], tail
    cdef Buffer buffer = int32_buffer(n)
    cdef int32_t[::1] ranks = buffer, queue = int32_buffer(n + POINTER_AHEAD + 1), wide
    cdef uint8_t[::1] waiting
    narrow = narrow and greatest(degrees) <= MOST_NARROW
    if narrow:
        waiting = unsigned_buffer(1, n, 0)
        with nogil:
            tail = _enter(degrees, owner, entries, player, waiting, ranks, queue)
            push_attracted(pred_ptr, pred_idx, waiting, ranks, queue, tail)
    else:
        wide = int32_buffer(n)
        with nogil:
            tail = _enter(degrees, owner, entries, player, wide, ranks, queue)
            push_attracted(pred_ptr, pred_idx, wide, ranks, queue, tail)
    return buffer


# The strategy of an attractor.  Positions v come in ascending order, so the first option that fits
# is the one of lowest index.  An option fits its predecessor u if u is the attracting player's,
# of rank 1 or more, and v has the rank before; or if u is the other player's, and both are outside.
# With `again`, the targets of the attracting player get an option inside, too.

cdef int _choose(
    const int64_t[::1] pred_ptr, const int32_t[::1] pred_idx, const int8_t[::1] owner,
    const int32_t[::1] ranks, int8_t player, bint again, int32_t[::1] strategy,
) except -1 nogil:
    """Set strategy[u] to the option of lowest index that fits; -1 where none does."""
    cdef Py_ssize_t v
    cdef int64_t e, steps = 0
    cdef int32_t u, rank
    for v in range(ranks.shape[0]):
        strategy[v] = NONE
    for v in range(ranks.shape[0]):
        rank = ranks[v]
        for e in range(pred_ptr[v], pred_ptr[v + 1]):
            u = pred_idx[e]
            if strategy[u] != NONE:
                continue
            if owner[u] == player:
                if rank != NONE and (ranks[u] == rank + 1 or (again and ranks[u] == 0)):
                    strategy[u] = <int32_t>v
            elif rank == NONE and ranks[u] == NONE:
                strategy[u] = <int32_t>v
            if (e - pred_ptr[v]) % SIGNAL_STEPS == SIGNAL_STEPS - 1:
                check_signals()
        steps += 1 + pred_ptr[v + 1] - pred_ptr[v]
        if steps >= SIGNAL_STEPS:
            steps = 0
            check_signals()
    return 0


def choose(
    const int64_t[::1] pred_ptr not None,
    const int32_t[::1] pred_idx not None,
    const int8_t[::1] owner not None,
    const int32_t[::1] ranks not None,
    int8_t player,
    bint again,
):
    """Return the strategies of both players: in the attractor, and out of it.

    Parameters
    ----------
    pred_ptr : (n + 1,) int64
    pred_idx : (m,) int32
        Predecessors of every position.
    owner : (n,) int8
    ranks : (n,) int32
        As `attract` returns them.
    player : {0, 1}
        Who attracts.
    again : bool
        Whether the targets of this player get an option of the attractor, too.

    Returns
    -------
    (n,) int32 Buffer
        Inside, where the attracting player moves: the option of lowest index among those of the
        rank before.  Outside, where the other player moves: the option of lowest index outside.
        -1 elsewhere.

    Notes
    -----
    O(n + m) time.
    """
    cdef Buffer buffer = int32_buffer(ranks.shape[0])
    cdef int32_t[::1] strategy = buffer
    with nogil:
        _choose(pred_ptr, pred_idx, owner, ranks, player, again, strategy)
    return buffer
