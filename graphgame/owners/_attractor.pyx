"""The kernel of attractors, of the moves that belong to them, and of Büchi games."""

from libc.stdint cimport int8_t, int32_t, int64_t

from graphgame._kernel.buffer cimport Buffer, int8_buffer, int32_buffer, int64_buffer
from graphgame._kernel.push cimport set_ranks
from graphgame._kernel.signals cimport SIGNAL_STEPS, check_signals

cdef enum:
    # The rank of a position that is not in the attractor, the strategy where there is no move, and
    # the progress of what is won.
    NONE = -1
    # In `_Rounds.state`.
    OPEN_ = 0
    JUSTIFIED = 1
    REMOVED = 2


def attract(
    const int64_t[::1] pred_ptr not None,
    const int32_t[::1] pred_idx not None,
    const int32_t[::1] degrees not None,
    const int8_t[::1] owner not None,
    const int8_t[::1] entries not None,
    int8_t player,
    bint narrow=True,
) -> Buffer:
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
    cdef Buffer ranks = int32_buffer(degrees.shape[0])
    set_ranks(pred_ptr, pred_idx, degrees, owner, entries, player, ranks, narrow)
    return ranks


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
) -> Buffer:
    """Return the strategies of both players: in the attractor, and out of it.

    Parameters
    ----------
    pred_ptr, pred_idx, owner, player
        As of `attract`.
    ranks : (n,) int32
        As `attract` returns them.
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


# -- Büchi games: what a player loses who wants to visit targets for ever --------------------------
#
# Rounds.  In the game that is left, positions from which the player can force a visit to a target
# are justified.  All others are lost: they are removed, together with the attractor of the opponent
# to them.  When a round removes nothing, what is left is won.
#
# A position rests on options: a position of the player on any one that was justified before it, one
# of the opponent on all of its options.  Targets, and positions of the opponent without options,
# rest on nothing.  When a position is removed, only what rested on it is looked at again, in turn.
# So a round costs what it changes, not what is left of the game; all rounds together cost at most
# as much as looking at the whole game in each.
#
# state[v]      OPEN_, JUSTIFIED or REMOVED.
# missing[v]    how many more options of v must be justified before v is: a position of the player
#               needs one, one of the opponent all.  Options count once they have a stamp; below 0
#               there are more of them than v needs.
# stamps[v]     when v was justified, a number that increases.
# lower[v]      while v is justified, of the player and no target: the number of its justified
#               options with a lower stamp.  Those with a higher one may rest on v.
# left[v]       the number of options that are not removed.
# progress[v]   while v is left: the greatest progress of its removed options.  When it is removed:
#               a bound on the visits to targets that the opponent's strategy allows from v on.
#
# Invariant between the phases: `missing` and `lower` are right for all positions that are left,
# and what rests on a position has a higher stamp than it.  Each round but the last removes a
# position, so rounds end; within a round a position enters each queue at most once.


cdef class _Rounds:
    cdef const int64_t[::1] pred_ptr
    cdef const int32_t[::1] pred_idx, degrees
    cdef const int8_t[::1] owner, targets
    cdef int8_t player
    cdef int8_t[::1] state
    cdef int32_t[::1] missing, lower, left, progress, strategy
    cdef int64_t[::1] stamps
    # The queue of a phase, the positions that are no longer justified, and those to justify again.
    cdef int32_t[::1] queue, falling, again
    cdef Py_ssize_t tail, fallen, waiting
    cdef int64_t clock, steps

    cdef inline int _count(self, int64_t steps) except -1 nogil:
        """Count steps; check signals about every SIGNAL_STEPS of them."""
        self.steps += steps
        if self.steps >= SIGNAL_STEPS:
            self.steps = 0
            check_signals()
        return 0

    cdef int _begin(self) except -1 nogil:
        """Set the counters, remove what is lost at once, and queue what rests on nothing."""
        cdef Py_ssize_t v
        for v in range(self.degrees.shape[0]):
            self.left[v] = self.degrees[v]
            self.missing[v] = 1 if self.owner[v] == self.player else self.degrees[v]
            self.strategy[v] = NONE
            if self.owner[v] == self.player and self.degrees[v] == 0:
                self.progress[v] = self.targets[v]
                self._remove(<int32_t>v)
            self._count(1)
        self._attract()
        self.tail = 0
        for v in range(self.degrees.shape[0]):
            if self.state[v] == REMOVED:
                continue
            if self.targets[v] or self.degrees[v] == 0:
                self.state[v] = JUSTIFIED
                self.queue[self.tail] = <int32_t>v
                self.tail += 1
            else:
                self.again[self.waiting] = <int32_t>v
                self.waiting += 1
            self._count(1)
        return 0

    cdef int _remove(self, int32_t v) except -1 nogil:
        """Remove a position, and queue it."""
        if self.state[v] == JUSTIFIED:
            self.falling[self.fallen] = v
            self.fallen += 1
        self.state[v] = REMOVED
        self.queue[self.tail] = v
        self.tail += 1
        return 0

    cdef int _attract(self) except -1 nogil:
        """Remove the opponent's attractor to what has been removed, queue[:tail]."""
        cdef Py_ssize_t head = 0
        cdef int64_t e
        cdef int32_t v, u
        while head < self.tail:
            v = self.queue[head]
            head += 1
            for e in range(self.pred_ptr[v], self.pred_ptr[v + 1]):
                u = self.pred_idx[e]
                if self.state[u] == REMOVED:
                    # Only what this round removed at first has no strategy yet.
                    if self.owner[u] != self.player and self.strategy[u] == NONE:
                        self.strategy[u] = v
                elif self.owner[u] != self.player:
                    self.strategy[u] = v
                    self.progress[u] = self.progress[v] + self.targets[u]
                    self._remove(u)
                else:
                    self.progress[u] = max(self.progress[u], self.progress[v])
                    self.left[u] -= 1
                    if self.left[u] == 0:
                        self.progress[u] += self.targets[u]
                        self._remove(u)
            self._count(1 + self.pred_ptr[v + 1] - self.pred_ptr[v])
        return 0

    cdef int _fall(self) except -1 nogil:
        """Remove the justification of all that rested on falling[:fallen]."""
        cdef const int64_t *pred_ptr = &self.pred_ptr[0]
        cdef const int32_t *pred_idx = &self.pred_idx[0] if self.pred_idx.shape[0] else NULL
        cdef Py_ssize_t head = 0
        cdef int64_t e
        cdef int32_t v, u
        while head < self.fallen:
            v = self.falling[head]
            head += 1
            for e in range(pred_ptr[v], pred_ptr[v + 1]):
                u = pred_idx[e]
                if self.state[u] == REMOVED:
                    continue
                self.missing[u] += 1
                if self.state[u] != JUSTIFIED or self.targets[u]:
                    continue
                if self.owner[u] == self.player:
                    if self.stamps[u] < self.stamps[v]:
                        continue
                    self.lower[u] -= 1
                    if self.lower[u] > 0:
                        continue
                self.state[u] = OPEN_
                self.falling[self.fallen] = u
                self.fallen += 1
                self.again[self.waiting] = u
                self.waiting += 1
            self._count(1 + pred_ptr[v + 1] - pred_ptr[v])
        return 0

    cdef int _justify(self) except -1 nogil:
        """Mark what rests on queue[:tail], or on options of again[:waiting], as justified."""
        cdef Py_ssize_t i
        cdef int32_t u
        for i in range(self.waiting):
            u = self.again[i]
            if self.state[u] == OPEN_ and self.missing[u] <= 0:
                self.state[u] = JUSTIFIED
                self.queue[self.tail] = u
                self.tail += 1
            self._count(1)
        if self.tail:
            self._spread(
                &self.pred_ptr[0], &self.pred_idx[0] if self.pred_idx.shape[0] else NULL,
                &self.state[0], &self.missing[0], &self.queue[0],
            )
        return 0

    cdef int _spread(
        self, const int64_t *pred_ptr, const int32_t *pred_idx, int8_t *state, int32_t *missing,
        int32_t *queue,
    ) except -1 nogil:
        """Add what rests on queue[:tail] to the queue, and give all of it stamps."""
        cdef Py_ssize_t head = 0, tail = self.tail
        cdef int64_t e
        cdef int32_t v, u
        while head < tail:
            v = queue[head]
            head += 1
            self.clock += 1
            self.stamps[v] = self.clock
            self.lower[v] = 1 - missing[v]
            for e in range(pred_ptr[v], pred_ptr[v + 1]):
                u = pred_idx[e]
                missing[u] -= 1
                if missing[u] <= 0 and state[u] == OPEN_:
                    state[u] = JUSTIFIED
                    queue[tail] = u
                    tail += 1
            self._count(1 + pred_ptr[v + 1] - pred_ptr[v])
        self.tail = tail
        return 0

    cdef int _lose(self) except -1 nogil:
        """Remove what is left of again[:waiting], all with the greatest progress among them."""
        cdef Py_ssize_t i
        cdef int32_t v, most = 0
        self.tail = self.fallen = 0
        for i in range(self.waiting):
            v = self.again[i]
            if self.state[v] == OPEN_:
                most = max(most, self.progress[v])
                self._remove(v)
            self._count(1)
        for i in range(self.tail):
            self.progress[self.queue[i]] = most
            self._count(1)
        return 0

    cdef int _run(self) except -1 nogil:
        """Run all rounds; set the progress of what is won to NONE."""
        cdef Py_ssize_t v
        self._begin()
        while True:
            self._justify()
            self._lose()
            if self.tail == 0:
                break
            self._attract()
            self.waiting = 0
            self._fall()
            self.tail = 0
        for v in range(self.state.shape[0]):
            if self.state[v] != REMOVED:
                self.progress[v] = NONE
            self._count(1)
        return 0


def lose(
    const int64_t[::1] pred_ptr not None,
    const int32_t[::1] pred_idx not None,
    const int32_t[::1] degrees not None,
    const int8_t[::1] owner not None,
    const int8_t[::1] targets not None,
    int8_t player,
) -> tuple[Buffer, Buffer]:
    """Return where the opponent keeps a player from visiting targets for ever, and how.

    Parameters
    ----------
    pred_ptr, pred_idx, degrees, owner
        As of `attract`.  Who cannot move loses.
    targets : (n,) int8
        1 at the targets, 0 elsewhere.
    player : {0, 1}
        Who wants to visit them for ever.

    Returns
    -------
    progress : (n,) int32 Buffer
        Where the opponent wins: a number that never rises in play of the opponent's strategy, and
        falls after each target.  -1 where the player wins.
    strategy : (n,) int32 Buffer
        The opponent's option where the opponent wins and moves; -1 elsewhere.

    Notes
    -----
    O(n m) time at most; O(n + m) where each position is looked at again a bounded number of times.
    Takes 41 bytes per position beyond its arguments.
    """
    cdef Py_ssize_t n = degrees.shape[0]
    cdef _Rounds work = _Rounds()
    cdef Buffer progress = int32_buffer(n), strategy = int32_buffer(n)
    work.pred_ptr, work.pred_idx, work.degrees = pred_ptr, pred_idx, degrees
    work.owner, work.targets, work.player = owner, targets, player
    work.state, work.stamps = int8_buffer(n), int64_buffer(n)
    work.missing, work.lower, work.left = int32_buffer(n), int32_buffer(n), int32_buffer(n)
    work.progress, work.strategy = progress, strategy
    work.queue, work.falling, work.again = int32_buffer(n), int32_buffer(n), int32_buffer(n)
    work.tail = work.fallen = work.waiting = 0
    work.clock = work.steps = 0
    with nogil:
        work._run()
    return progress, strategy
