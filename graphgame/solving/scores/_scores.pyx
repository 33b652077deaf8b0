"""The kernel of scores: propagation in the order of what is gained.

It takes arrays through the buffer protocol and returns `Buffer` objects.  Inputs must have been
checked by `graphgame.graphs` and `graphgame.solving`: in the release build, kernels index with them
unchecked.

The *gain* of a player is a score less what a play that never ends is worth to this player.  It may
have 65 bits: its sign and its absolute value stand apart.  The proof of the algorithm is in
docs/decisions/019-scores.md.
"""

from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint64_t

from graphgame._kernel.buffer cimport Buffer, int32_buffer, int64_buffer, unsigned_buffer
from graphgame._kernel.degrees cimport greatest
from graphgame._kernel.prefetch cimport ENTRIES_AHEAD, POINTER_AHEAD, ROW_AHEAD, prefetch
from graphgame._kernel.push cimport MOST_NARROW, push_level, waiting_t
from graphgame._kernel.signals cimport SIGNAL_STEPS, check_signals

# ---------------------------------------------------------------------------------------------
# Propagation.
#
# Terminals enter in the order of the absolute value of their gain, the greatest first, one class of
# equal values at a time.  A position that is decided in a class has the same absolute gain.
#
# Where players alternate, a class is decided as a game of wins and losses is: who moves to a loss
# of the opponent gains, and who can only move to gains of the opponent loses.  So its levels are
# those of `graphgame._kernel.push`, gains and losses apart.  What follows is for positions that say
# who moves.
#
# words[v]     while v is undecided: twice the number of its options that are not yet known to be
#              gains of the opponent, plus the bit of v.  Once v is decided, and at a terminal from
#              the beginning: the bit alone.  The bit of v is the player who moves there.
# queue        the decided positions, class by class, and ply by ply in a class: v, or ~v if the
#              favour of v is 1.
# favour of v  the player who gains at v.
#
# A position u before v gains by moving to v, and is decided, if the bit of u is the favour of v;
# else its count falls by one, and u is decided when it reaches zero.  Its favour is that of v.
#
# Invariant: when a class is entered, the decided positions are those with a greater absolute gain.
# A ply appends only positions of the next ply of the same class.  So the first option found that
# gains is the one of least remoteness, and the last option found that does not is the one of
# greatest remoteness.  Terminates because every position enters the queue at most once.
#
# Terminals without a gain come last.  They decide every undecided position before them: its score
# is what a play that never ends is worth, too, and the remoteness is the distance.
#
# As in `_core`, no branch depends on a word that is read at random: every predecessor is written at
# the end of the queue, and the end advances or stays.  So the queue has one place more than there
# are positions.  Places up to POINTER_AHEAD later are prefetched; there are as many additional
# ones, all zero.

cdef enum:
    # Words of predecessors that are prefetched, of a row.
    MOST_AHEAD = 16

cdef struct Entering:
    # What is the same for all positions of a class.
    int32_t remoteness
    # The score of a position of bit 0, by its favour; of bit 1 it is the negative.
    int64_t[2] scores
    # 1 if whatever leads to a decided position is decided.
    int32_t every


cdef int _fill_words(
    const int32_t[::1] degrees, const int8_t[::1] owner, const int32_t[::1] terminals,
    waiting_t[::1] words,
) except -1 nogil:
    """Set the words of undecided positions and of terminals."""
    cdef Py_ssize_t v, i
    for v in range(degrees.shape[0]):
        words[v] = <waiting_t>(2 * degrees[v] | owner[v])
    for i in range(terminals.shape[0]):
        words[terminals[i]] &= 1
    return 0


cdef inline Py_ssize_t _push_row(
    const int32_t *predecessors, int64_t count, int32_t favour, Entering *entering,
    waiting_t[::1] words, int32_t[::1] queue, Py_ssize_t tail,
) noexcept nogil:
    """Push a decided position to predecessors and append those it decides; return the queue's end.
    """
    cdef int64_t i
    cdef int32_t u, word, decides, bit
    cdef int32_t flipped = -favour
    for i in range(count):
        u = predecessors[i]
        word = <int32_t>words[u]
        bit = word & 1
        decides = (bit == favour) | entering.every
        queue[tail] = u ^ flipped
        # A word is above 1 where its count is above 0, and below 4 where its count is at most 1.
        tail += (word > 1) & (decides | (word < 4))
        words[u] = <waiting_t>(bit if decides else word - 2 * (word > 1))
    return tail


cdef Py_ssize_t _push_ply(
    const int64_t[::1] pred_ptr, const int32_t[::1] pred_idx, Entering *entering,
    waiting_t[::1] words, int64_t[::1] scores, int32_t[::1] remoteness, int32_t[::1] queue,
    Py_ssize_t i, Py_ssize_t end, Py_ssize_t tail,
) except -1 nogil:
    """Push queue[i:end], which have one remoteness, and set what they get; return the queue's end.
    """
    cdef const int32_t *idx = &pred_idx[0] if pred_idx.shape[0] else NULL
    cdef int32_t v, favour
    cdef int64_t e, length, score, steps = 0
    while i < end:
        v = queue[i + POINTER_AHEAD]
        v ^= v >> 31
        prefetch(&pred_ptr[v])
        prefetch(&remoteness[v])
        prefetch(&scores[v])
        v = queue[i + ROW_AHEAD]
        v ^= v >> 31
        prefetch(idx + pred_ptr[v])
        v = queue[i + ENTRIES_AHEAD]
        v ^= v >> 31
        prefetch(&words[v])
        for e in range(pred_ptr[v], min(pred_ptr[v] + MOST_AHEAD, pred_ptr[v + 1])):
            prefetch(&words[idx[e]])
        v = queue[i]
        favour = v < 0
        v ^= v >> 31
        score = entering.scores[favour]
        scores[v] = -score if words[v] else score
        remoteness[v] = entering.remoteness
        e = pred_ptr[v]
        length = pred_ptr[v + 1] - e
        steps += length + 1
        while length > SIGNAL_STEPS:
            tail = _push_row(idx + e, SIGNAL_STEPS, favour, entering, words, queue, tail)
            e += SIGNAL_STEPS
            length -= SIGNAL_STEPS
            check_signals()
        tail = _push_row(idx + e, length, favour, entering, words, queue, tail)
        i += 1
        if steps >= SIGNAL_STEPS:
            steps = 0
            check_signals()
    return tail


cdef inline bint _loses(int64_t score, int32_t bit, int64_t cycles) noexcept nogil:
    """Return whether the gain of player 0 is negative; with bit 0, of the player to move."""
    return (-score if bit else score) < cycles


cdef inline uint64_t _size(int64_t score, int32_t bit, int64_t cycles) noexcept nogil:
    """Return the absolute value of a gain, which fits in 64 bits without a sign."""
    cdef uint64_t gain = <uint64_t>(-score if bit else score) - <uint64_t>cycles
    return 0 - gain if _loses(score, bit, cycles) else gain


cdef int _propagate(
    const int64_t[::1] pred_ptr, const int32_t[::1] pred_idx,
    const int32_t[::1] terminals, const int64_t[::1] given, int64_t cycles,
    waiting_t[::1] words, int64_t[::1] scores, int32_t[::1] remoteness, int32_t[::1] queue,
) except -1 nogil:
    """Compute the score and the remoteness of every position, where positions say who moves."""
    cdef Py_ssize_t v, i = 0, head = 0, stop, tail = 0
    cdef int64_t next_check = SIGNAL_STEPS
    cdef uint64_t size
    cdef int32_t favour, bit
    cdef Entering entering
    for v in range(scores.shape[0]):
        remoteness[v] = -1
        scores[v] = -cycles if words[v] & 1 else cycles
    while i < terminals.shape[0]:
        size = _size(given[i], words[terminals[i]] & 1, cycles)
        entering.every = size == 0
        entering.remoteness = 0
        for favour in range(2):
            # A sum that wraps around is the score of no terminal, and of no position.
            entering.scores[favour] = <int64_t>(<uint64_t>cycles + (0 - size if favour else size))
        while i < terminals.shape[0]:
            bit = words[terminals[i]] & 1
            if _size(given[i], bit, cycles) != size:
                break
            queue[tail] = terminals[i] ^ -_loses(given[i], bit, cycles)
            tail += 1
            i += 1
        while head < tail:
            stop = tail
            tail = _push_ply(
                pred_ptr, pred_idx, &entering, words, scores, remoteness, queue, head, stop, tail
            )
            head = stop
            entering.remoteness += 1
            if tail >= next_check:
                next_check = tail + SIGNAL_STEPS
                check_signals()
    return 0


cdef Py_ssize_t _push_class(
    const int64_t[::1] pred_ptr, const int32_t[::1] pred_idx, int64_t size,
    waiting_t[::1] waiting, int64_t[::1] scores, int32_t[::1] remoteness, int32_t[::1] queue,
    Py_ssize_t head, Py_ssize_t middle, Py_ssize_t tail,
) except -1 nogil:
    """Push the terminals of a class and what they decide; return the queue's end.

    queue[head:middle] gain `size`, queue[middle:tail] lose it.  Where nothing is gained, all are
    among the latter: whatever leads to a position that is decided is decided.
    """
    cdef Py_ssize_t i, stop, after
    cdef int32_t plies = 0
    cdef int64_t next_check = tail + SIGNAL_STEPS
    while head < tail:
        stop = tail
        tail = push_level(
            pred_ptr, pred_idx, True, plies, waiting, remoteness, queue, middle, stop, tail
        )
        after = tail if size else stop
        tail = push_level(
            pred_ptr, pred_idx, False, plies, waiting, remoteness, queue, head, middle, tail
        )
        for i in range(head, middle):
            scores[queue[i]] = size
        for i in range(middle, stop):
            scores[queue[i]] = -size
        head, middle = stop, after
        plies += 1
        if tail >= next_check:
            next_check = tail + SIGNAL_STEPS
            check_signals()
    return tail


cdef int _alternate(
    const int64_t[::1] pred_ptr, const int32_t[::1] pred_idx, const int32_t[::1] degrees,
    const int32_t[::1] terminals, const int64_t[::1] given,
    waiting_t[::1] waiting, int64_t[::1] scores, int32_t[::1] remoteness, int32_t[::1] queue,
) except -1 nogil:
    """Compute the score and the remoteness of every position, where players alternate."""
    cdef Py_ssize_t v, i = 0, end, tail = 0, middle, part, head
    cdef int64_t size
    for v in range(degrees.shape[0]):
        waiting[v] = <waiting_t>degrees[v]
        remoteness[v] = -1
        scores[v] = 0
    for i in range(terminals.shape[0]):
        waiting[terminals[i]] = 0
    i = 0
    while i < terminals.shape[0]:
        size = _magnitude(given[i])
        end = i
        while end < terminals.shape[0] and _magnitude(given[end]) == size:
            end += 1
        head = middle = tail
        for part in range(2):
            for v in range(i, end):
                queue[tail] = terminals[v]  # overwritten by the next one unless counted
                tail += (given[v] > 0) != part
            if part == 0:
                middle = tail
        i = end
        tail = _push_class(
            pred_ptr, pred_idx, size, waiting, scores, remoteness, queue, head, middle, tail
        )
    return 0


cdef inline int64_t _magnitude(int64_t score) noexcept nogil:
    """Return the absolute value of a score, none of which is -2^63."""
    return -score if score < 0 else score


def propagate(
    const int64_t[::1] pred_ptr not None,
    const int32_t[::1] pred_idx not None,
    const int32_t[::1] degrees not None,
    const int32_t[::1] terminals not None,
    const int64_t[::1] given not None,
    const int8_t[::1] owner,
    int64_t cycles,
    bint narrow=True,
) -> tuple[Buffer, Buffer]:
    """Find the score that best play reaches from every position, and in how many plies.

    Parameters
    ----------
    pred_ptr : (n + 1,) int64
    pred_idx : (m,) int32
        Predecessors of every position.
    degrees : (n,) int32
        Number of options of every position.
    terminals : (k,) int32
        The terminals, all positions without options among them, by descending absolute gain.
    given : (k,) int64
        The score of each of them, for the player to move; none is -2^63.
    owner : (n,) int8 or None
        The player who moves, 0 or 1; None where players alternate.
    cycles : int
        What a play that never ends is worth to player 0; 0 where players alternate.
    narrow : bool
        Whether to keep the counters in bytes if the degrees allow it.

    Returns
    -------
    scores : (n,) int64 Buffer
    remoteness : (n,) int32 Buffer
        Within the positions of one score; 0 at a terminal, -1 where best play never ends.

    Notes
    -----
    One retrograde analysis with a counter per position, O(n + m) time.  Takes 17 bytes per position
    beyond its arguments, 20 if a position has more than 255 options, or more than 127 and an owner:
    12 for what it returns, 4 for the queue, the rest for the counters.
    """
    cdef Py_ssize_t n = degrees.shape[0]
    cdef Buffer score_buffer = int64_buffer(n), remoteness_buffer = int32_buffer(n)
    cdef int64_t[::1] scores = score_buffer
    cdef int32_t[::1] remoteness = remoteness_buffer, wide
    cdef int32_t[::1] queue = int32_buffer(n + POINTER_AHEAD + 1)
    cdef uint8_t[::1] words
    cdef int32_t most = MOST_NARROW if owner is None else MOST_NARROW // 2
    with nogil:
        narrow = narrow and greatest(degrees) <= most
    if narrow:
        words = unsigned_buffer(1, n, 0)
    else:
        wide = int32_buffer(n)
    if owner is None and narrow:
        with nogil:
            _alternate(
                pred_ptr, pred_idx, degrees, terminals, given, words, scores, remoteness, queue
            )
    elif owner is None:
        with nogil:
            _alternate(
                pred_ptr, pred_idx, degrees, terminals, given, wide, scores, remoteness, queue
            )
    elif narrow:
        with nogil:
            _fill_words(degrees, owner, terminals, words)
            _propagate(
                pred_ptr, pred_idx, terminals, given, cycles, words, scores, remoteness, queue
            )
    else:
        with nogil:
            _fill_words(degrees, owner, terminals, wide)
            _propagate(
                pred_ptr, pred_idx, terminals, given, cycles, wide, scores, remoteness, queue
            )
    return score_buffer, remoteness_buffer
