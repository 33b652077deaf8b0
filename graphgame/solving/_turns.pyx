"""The kernel of games in which a position says who moves, presets have a remoteness, or games tie.

Without any of these, `graphgame._core.propagate` does the same faster.

An option is `same` if the player who moves there is the one who moves now.  It wins for that player
if it is a WIN and same, or a LOSE and not same.  Lengths of play are compared as pairs: the
remoteness, then the plies.  If plies are counted, a move adds (1, 1), and the second number changes
nothing; if turns are counted, a move adds (0, 1) to a same option and (1, 1) to others.
"""

from libc.stdint cimport int8_t, int32_t, int64_t

from graphgame._kernel.buffer cimport Buffer, int8_buffer, int32_buffer
from graphgame._kernel.outcome cimport DRAW, LOSE, NO_PRESET, TIE, WIN
from graphgame._kernel.prefetch cimport prefetch_rows
from graphgame._kernel.signals cimport SIGNAL_STEPS, check_signals

# ---------------------------------------------------------------------------------------------
# Degree-counter propagation, level by level; a level is a remoteness.
#
# waiting[v]     while v is undecided: the number of its options that are not yet known to win for
#                the opponent; 0 once v is decided.
# queue          the decided positions, level by level; within a level in ascending order of plies.
#
# The first winning option found decides a WIN, the last losing one found a LOSE; in the pass for
# ties any option decides.  Invariant: options are found in ascending order of their pair with the
# cost of the move added.  So the first one found is the least, the last one the greatest.
#
# The options found at level r are those at r - 1 by moves of cost 1, queue[ahead:first], and, if
# turns are counted, those at r by moves of cost 0, queue[behind:tail].  Both streams are in
# ascending order of plies, and so is what they append when they are merged: with plies p an option
# appends positions of plies p + 1.  Preset terminals have plies 0, and enter their level first.
#
# Terminates because every position enters the queue at most once, and a level without positions is
# followed by that of the next preset, or by none.

cdef enum:
    ALL = 0
    SAME = 1
    OTHER = 2


cdef class _Propagation:
    cdef const int64_t[::1] pred_ptr
    cdef const int32_t[::1] pred_idx
    # (n,) who moves; empty if the players alternate.
    cdef const int8_t[::1] owner
    cdef int32_t[::1] waiting, remoteness, plies, queue
    cdef int8_t[::1] outcomes
    cdef Py_ssize_t tail
    cdef int64_t steps
    # Whether turns are counted; whether this is the pass for ties.
    cdef bint turns, ties

    cdef int _enter_terminals(
        self, const int8_t[::1] presets, const int32_t[::1] ends, int8_t without_options
    ) except -1 nogil:
        """Label the terminals; all other positions are draws until they are decided."""
        cdef Py_ssize_t v
        cdef int8_t outcome
        for v in range(self.waiting.shape[0]):
            outcome = presets[v] if presets.shape[0] else <int8_t>NO_PRESET
            self.remoteness[v] = 0
            if outcome != NO_PRESET:
                if ends.shape[0]:
                    self.remoteness[v] = ends[v]
            elif self.waiting[v] == 0:
                outcome = without_options
            if outcome == NO_PRESET:
                self.outcomes[v] = DRAW
                self.remoteness[v] = -1
            else:
                self.outcomes[v] = outcome
                self.waiting[v] = 0
            if self.turns:
                self.plies[v] = self.remoteness[v] if self.remoteness[v] < 0 else 0
            if v % SIGNAL_STEPS == SIGNAL_STEPS - 1:
                check_signals()
        return 0

    cdef bint _belongs(self, int8_t outcome) noexcept nogil:
        """Return whether terminals of an outcome decide positions in this pass."""
        return outcome == TIE if self.ties else outcome == WIN or outcome == LOSE

    cdef int _push(
        self, int32_t v, int which, int32_t level, int32_t plies
    ) except -1 nogil:
        """Push the outcome of v along its moves of one kind; queue what they decide."""
        cdef int64_t e
        cdef int32_t u
        cdef bint same = False, owned = self.owner.shape[0] != 0, wins
        cdef bint won = self.outcomes[v] == WIN
        cdef int8_t player = self.owner[v] if owned else 0
        for e in range(self.pred_ptr[v], self.pred_ptr[v + 1]):
            u = self.pred_idx[e]
            if self.waiting[u] == 0:
                continue
            if owned:
                same = self.owner[u] == player
                if which != ALL and same != (which == SAME):
                    continue
            wins = self.ties or won == same
            self.waiting[u] = 0 if wins else self.waiting[u] - 1
            if self.waiting[u] == 0:
                self.outcomes[u] = <int8_t>(TIE if self.ties else WIN if wins else LOSE)
                self.remoteness[u] = level
                if self.turns:
                    self.plies[u] = plies
                self.queue[self.tail] = u
                self.tail += 1
            if (e - self.pred_ptr[v]) % SIGNAL_STEPS == SIGNAL_STEPS - 1:
                check_signals()
        self.steps += 1 + self.pred_ptr[v + 1] - self.pred_ptr[v]
        if self.steps >= SIGNAL_STEPS:
            self.steps = 0
            check_signals()
        return 0

    cdef int _prefetch(self, Py_ssize_t head) except -1 nogil:
        """Prefetch what follows queue[head]: offsets, rows, and the counters of their entries."""
        return prefetch_rows(
            self.pred_ptr, self.pred_idx, self.waiting, 1, self.queue, head, self.tail
        )

    cdef int _push_level(
        self, Py_ssize_t ahead, Py_ssize_t first, int32_t level
    ) except -1 nogil:
        """Find all positions of a level; queue[ahead:first] are those of the level before."""
        cdef Py_ssize_t i, behind = first
        cdef int32_t v
        if not self.turns:
            for i in range(ahead, first):
                self._prefetch(i)
                self._push(self.queue[i], ALL, level, 0)
            return 0
        while ahead < first or behind < self.tail:
            if behind == self.tail or (
                ahead < first
                and self.plies[self.queue[ahead]] <= self.plies[self.queue[behind]]
            ):
                self._prefetch(ahead)
                v = self.queue[ahead]
                ahead += 1
                self._push(v, OTHER, level, self.plies[v] + 1)
            else:
                self._prefetch(behind)
                v = self.queue[behind]
                behind += 1
                self._push(v, SAME, level, self.plies[v] + 1)
        return 0

    cdef int _run(self, const int32_t[::1] late) except -1 nogil:
        """Decide all positions that the terminals of this pass decide.

        late : preset terminals of remoteness above 0, in ascending order of it.
        """
        cdef Py_ssize_t v, ahead = 0, first = 0, at = 0
        cdef int32_t level = 0
        self.tail = 0
        for v in range(self.outcomes.shape[0]):
            # Nothing but terminals has been decided, or is a TIE, so far.
            if self.remoteness[v] == 0 and self.waiting[v] == 0 and self._belongs(self.outcomes[v]):
                self.queue[self.tail] = <int32_t>v
                self.tail += 1
            if v % SIGNAL_STEPS == SIGNAL_STEPS - 1:
                check_signals()
        while True:
            self._push_level(ahead, first, level)
            ahead = first
            first = self.tail
            if ahead < first:
                level += 1
            elif at < late.shape[0]:
                level = self.remoteness[late[at]]
            else:
                return 0
            while at < late.shape[0] and self.remoteness[late[at]] == level:
                if self._belongs(self.outcomes[late[at]]):
                    self.queue[self.tail] = late[at]
                    self.tail += 1
                at += 1


def propagate(
    const int64_t[::1] pred_ptr not None,
    const int32_t[::1] pred_idx not None,
    Buffer degrees not None,
    const int8_t[::1] presets,
    const int32_t[::1] ends,
    const int32_t[::1] late,
    const int8_t[::1] owner,
    bint misere,
    bint turns,
) -> tuple[Buffer, Buffer, Buffer | None]:
    """Decide every position: win, lose, tie or draw, and in how many plies or turns.

    Parameters
    ----------
    pred_ptr : (n + 1,) int64
    pred_idx : (m,) int32
        Predecessors of every position.
    degrees : (n,) int32 Buffer
        Number of options of every position.  It is consumed: it holds the counters.
    presets : (n,) int8 or None
        Preset outcomes; 2 where there is none.
    ends : (n,) int32 or None
        The remoteness of preset positions, 0 if None.  The greatest one plus n fits in 32 bits.
    late : (k,) int32 or None
        The preset positions whose remoteness is above 0, in ascending order of it.
    owner : (n,) int8 or None
        Who moves, 0 or 1; None if the players alternate.
    misere : bool
        Whether a position without options is a WIN rather than a LOSE.
    turns : bool
        Whether to count turns rather than plies.

    Returns
    -------
    outcomes : (n,) int8 Buffer
    remoteness : (n,) int32 Buffer
        -1 at a draw that is not a terminal.
    plies : (n,) int32 Buffer or None
        If turns are counted: the plies of play in which the winner makes the pair of turns and
        plies as small, and the loser as large as possible; -1 where the remoteness is -1.

    Notes
    -----
    O(n + m) time.  Takes 9 bytes per position beyond its arguments, 13 if turns are counted.
    """
    cdef Py_ssize_t n = degrees.shape[0]
    cdef _Propagation work = _Propagation()
    cdef Buffer outcomes = int8_buffer(n), remoteness = int32_buffer(n), plies = None
    cdef const int8_t[::1] preset = presets if presets is not None else int8_buffer(0)
    cdef const int32_t[::1] far = ends if ends is not None else int32_buffer(0)
    cdef const int32_t[::1] after = late if late is not None else int32_buffer(0)
    work.pred_ptr, work.pred_idx = pred_ptr, pred_idx
    work.owner = owner if owner is not None else int8_buffer(0)
    work.waiting, work.queue = degrees, int32_buffer(n)
    work.outcomes, work.remoteness = outcomes, remoteness
    work.turns, work.ties, work.steps = turns, False, 0
    if turns:
        plies = int32_buffer(n)
        work.plies = plies
    with nogil:
        work._enter_terminals(preset, far, <int8_t>(WIN if misere else LOSE))
        work._run(after)
        work.ties = True
        work._run(after)
    return outcomes, remoteness, plies
