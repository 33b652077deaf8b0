# Pushing decided positions to their predecessors, a level of the queue at a time; and attractors,
# which are nothing else.
#
# To avoid branch mispredictions, no branch depends on a value read at random: every predecessor is
# written at the end of the queue, and the end advances or stays.  So the queue has one place more
# than there are positions.  Places up to POINTER_AHEAD later are prefetched; as many additional
# places, all zero, make a bounds check unnecessary.

from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t
from libc.string cimport memcpy

from graphgame._kernel.buffer cimport int32_buffer, unsigned_buffer
from graphgame._kernel.degrees cimport greatest
from graphgame._kernel.prefetch cimport POINTER_AHEAD, ROW_AHEAD, prefetch
from graphgame._kernel.signals cimport SIGNAL_STEPS, check_signals

cdef enum:
    # Entries of a row that are copied at a time.
    ROW = 8
    # Longer rows are not copied.
    MOST_COPIED = 64
    # Entries that are collected before their counters are updated.
    ENOUGH = 512
    # Levels of at most so many positions are not collected.
    FEW = 4
    # Counters are prefetched if all of them take more bytes than the L2 cache holds.
    MOST_NEAR = 1 << 20
    # The greatest degree that fits in a byte.
    MOST_NARROW = 255
    # In `entries` of an attractor: the position may enter, it is a target, or it stays outside.
    OPEN = 0
    TARGET = 1
    CLOSED = 2

# Counters: one byte per position where the degrees allow it.
ctypedef fused waiting_t:
    uint8_t
    int32_t


cdef inline Py_ssize_t push_row(
    const int32_t *predecessors, int64_t count, bint lost,
    waiting_t[::1] waiting, int32_t[::1] queue, Py_ssize_t tail,
) noexcept nogil:
    """Push a decided outcome to predecessors and append those it decides; return the queue's end.

    A LOSE (`lost`) decides every undecided predecessor; a WIN decrements its counter.
    """
    cdef int64_t i
    cdef int32_t u
    cdef waiting_t left
    for i in range(count):
        u = predecessors[i]
        left = waiting[u]
        queue[tail] = u
        if lost:
            waiting[u] = 0
            tail += left != 0
        else:
            waiting[u] = left - (left != 0)
            tail += left == 1
    return tail


cdef inline Py_ssize_t push_long_row(
    const int32_t *predecessors, int64_t count, bint lost,
    waiting_t[::1] waiting, int32_t[::1] queue, Py_ssize_t tail,
) except -1 nogil:
    """Push a decided outcome along a row of any length, checking signals; see `push_row`."""
    while count > SIGNAL_STEPS:
        tail = push_row(predecessors, SIGNAL_STEPS, lost, waiting, queue, tail)
        predecessors += SIGNAL_STEPS
        count -= SIGNAL_STEPS
        check_signals()
    return push_row(predecessors, count, lost, waiting, queue, tail)


cdef inline Py_ssize_t push_level(
    const int64_t[::1] pred_ptr, const int32_t[::1] pred_idx, bint lost, int32_t code,
    waiting_t[::1] waiting, int32_t[::1] codes, int32_t[::1] queue,
    Py_ssize_t i, Py_ssize_t end, Py_ssize_t tail,
) except -1 nogil:
    """Push the WINs or the LOSEs of a level, queue[i:end]; return the queue's new end.

    Sets their code and updates their predecessors.  A loop over a short row mispredicts its exit.
    So rows are first copied one behind the other, ROW entries at a time, each row overwriting the
    excess of the one before, until there are ENOUGH entries.  In a level of a FEW positions,
    copying would only add latency.
    """
    cdef const int32_t *idx = &pred_idx[0] if pred_idx.shape[0] else NULL
    cdef bint far = waiting.shape[0] * <Py_ssize_t>sizeof(waiting_t) > MOST_NEAR
    cdef int32_t[ENOUGH + MOST_COPIED + ROW] copied
    cdef Py_ssize_t few_end = i + FEW
    cdef int64_t e, length, count, k, steps = 0, m = pred_idx.shape[0]
    cdef int32_t v
    while i < end <= few_end:
        v = queue[i]
        codes[v] = code
        tail = push_long_row(
            idx + pred_ptr[v], pred_ptr[v + 1] - pred_ptr[v], lost, waiting, queue, tail
        )
        i += 1
    while i < end:
        count = 0
        while i < end and count < ENOUGH and steps < SIGNAL_STEPS:
            v = queue[i + POINTER_AHEAD]
            prefetch(&pred_ptr[v])
            prefetch(&codes[v])
            prefetch(idx + pred_ptr[queue[i + ROW_AHEAD]])
            v = queue[i]
            codes[v] = code
            e = pred_ptr[v]
            length = pred_ptr[v + 1] - e
            if length > MOST_COPIED or e + length + ROW > m:
                tail = push_long_row(idx + e, length, lost, waiting, queue, tail)
                steps += length
            else:
                memcpy(&copied[count], idx + e, 4 * ROW)
                k = ROW
                while k < length:
                    memcpy(&copied[count + k], idx + e + k, 4 * ROW)
                    k += ROW
                count += length
            i += 1
            steps += 1
        if far:
            for k in range(count):
                prefetch(&waiting[copied[k]])
        tail = push_row(copied, count, lost, waiting, queue, tail)
        steps += count
        if steps >= SIGNAL_STEPS:
            steps = 0
            check_signals()
    return tail


# An attractor: the positions from which one player can force the token into the targets.
#
# waiting[v]   1 for the attracting player, the number of options for the other one; 0 once v is in
#              the attractor, and where v never enters it.
# ranks[v]     the moves to a target; -1 outside.  Where v is CLOSED, it stays as it was.
# queue        the attractor, level by level; queue[:tail] are the targets.
#
# Invariant: a level appends only positions of the next level.  Terminates because every position
# enters the queue at most once.

cdef inline int _attract(
    const int64_t[::1] pred_ptr, const int32_t[::1] pred_idx, const int32_t[::1] degrees,
    const int8_t[::1] owner, const int8_t[::1] entries, int8_t player,
    waiting_t[::1] waiting, int32_t[::1] ranks, int32_t[::1] queue,
) except -1 nogil:
    """Set the counters, queue the targets, and push all levels; set the ranks."""
    cdef Py_ssize_t v, head = 0, tail = 0, stop
    cdef int32_t rank = 0
    cdef int64_t next_check = SIGNAL_STEPS
    for v in range(degrees.shape[0]):
        waiting[v] = 0
        if entries[v] == OPEN:
            waiting[v] = <waiting_t>(1 if owner[v] == player else degrees[v])
        if entries[v] != CLOSED:
            ranks[v] = -1
        queue[tail] = <int32_t>v  # overwritten by the next one unless counted
        tail += entries[v] == TARGET
        if v % SIGNAL_STEPS == SIGNAL_STEPS - 1:
            check_signals()
    while head < tail:
        stop = tail
        tail = push_level(
            pred_ptr, pred_idx, False, rank, waiting, ranks, queue, head, stop, tail
        )
        head = stop
        rank += 1
        if tail >= next_check:
            next_check = tail + SIGNAL_STEPS
            check_signals()
    return 0


cdef inline int set_ranks(
    const int64_t[::1] pred_ptr, const int32_t[::1] pred_idx, const int32_t[::1] degrees,
    const int8_t[::1] owner, const int8_t[::1] entries, int8_t player,
    int32_t[::1] ranks, bint narrow,
) except -1:
    """Set the ranks of all positions that are not CLOSED in the attractor of the targets.

    O(n + m) time.  Takes 5 bytes per position, 8 if a position has more than 255 options: only
    then, or if `narrow` is not set, counters do not fit in bytes.
    """
    cdef Py_ssize_t n = degrees.shape[0]
    cdef int32_t[::1] queue = int32_buffer(n + POINTER_AHEAD + 1), wide
    cdef uint8_t[::1] waiting
    if narrow and greatest(degrees) <= MOST_NARROW:
        waiting = unsigned_buffer(1, n, 0)
        with nogil:
            _attract(pred_ptr, pred_idx, degrees, owner, entries, player, waiting, ranks, queue)
    else:
        wide = int32_buffer(n)
        with nogil:
            _attract(pred_ptr, pred_idx, degrees, owner, entries, player, wide, ranks, queue)
    return 0
