"""Strategy improvement for parity games.

It takes arrays through the buffer protocol.  Inputs must have been checked by `graphgame.parity`:
in the release build, kernels index with them unchecked.

The algorithm is that of J. Vöge and M. Jurdziński, "A discrete strategy improvement algorithm for
solving parity games", CAV 2000, in the form of M. Luttenberger, "Strategy iteration using
non-deterministic strategies for solving parity games", 2008: player 0 may stop.
"""

from libc.stdint cimport int8_t, int32_t, int64_t

from graphgame._kernel.buffer cimport int8_buffer, int32_buffer
from graphgame.parity._unsolved cimport Unsolved

cdef enum:
    # In `choice` and as a successor: play stops.
    STOP = -1
    # Numbers of worths that may be kept: 1 GiB.
    MOST_NUMBERS = 1 << 28

cdef enum State:
    OPEN
    ON_PATH
    FINITE
    ENDLESS

# ---------------------------------------------------------------------------------------------
# Player 0 may stop play at an own vertex, and when the token is about to enter a vertex of player 1
# (`goes_on` says where play goes on instead).  Play that stops is *worth* how often each priority
# occurred: of two worths look at the greatest priority where they differ; more of it is better for
# player 0 if it is even, and worse if it is odd.  Play that does not stop is worth more than that.
#
# choice[v]   the successor that the owner of v chooses, STOP at first where this is player 0.
# goes_on[v]  for vertices of player 1.
# state[v]    ENDLESS if play from v does not stop, else FINITE, when worths have been found.
# worth       d numbers a vertex, FINITE ones: how often each priority occurs from v on.
#
# Invariant: what player 0 chooses allows no cycle that is good for player 1.  In a round player 1
# answers in the best way, by improvement as well; then player 0 changes each choice for a better
# one.  This keeps the invariant and makes worths greater, so that no choices come back.  When there
# is no better one, player 0 wins where play is endless.  Elsewhere player 1 does: round a cycle
# that his answers allow, worths fall by the priorities on it, so that the greatest is odd.


cdef class _Improver(Unsolved):
    """The state of a run, so that its parts need few arguments."""

    cdef int32_t[::1] vertices, choice, worth, path
    cdef int8_t[::1] goes_on, state
    cdef int64_t d

    def __cinit__(self, *_):
        cdef Py_ssize_t n = self.owner.shape[0]
        self.vertices = self.by_priority()
        self.d = self.priority[self.vertices[0]] + 1 if self.vertices.shape[0] else 1
        self.choice, self.path = int32_buffer(n), int32_buffer(n)
        self.goes_on, self.state = int8_buffer(n), int8_buffer(n)

    cdef inline int32_t entered(self, int32_t w) except? -1 nogil:
        """Return w, or STOP if player 0 stops play before w."""
        if w == STOP or (self.owner[w] and not self.goes_on[w]):
            return STOP
        return w

    cdef int sign(self, int32_t v) except? -1 nogil:
        """Return whether the worth of v is more or less than that of stopping: 1, 0 or -1."""
        cdef int64_t p
        self.count(1)
        if self.state[v] == ENDLESS:
            return 1
        for p in range(self.d - 1, -1, -1):
            if self.worth[v * self.d + p]:
                self.count(self.d - p)
                return -1 if p & 1 else 1
        return 0

    cdef int compare(self, int32_t v, int32_t w) except? -1 nogil:
        """Return whether v is worth more to player 0 than w, or less: 1, 0 or -1."""
        cdef int64_t p
        cdef int32_t x, y
        if v == w:
            return 0
        if v == STOP:
            return -self.sign(w)
        if w == STOP:
            return self.sign(v)
        if self.state[v] == ENDLESS or self.state[w] == ENDLESS:
            return (self.state[v] == ENDLESS) - (self.state[w] == ENDLESS)
        for p in range(self.d - 1, -1, -1):
            x, y = self.worth[v * self.d + p], self.worth[w * self.d + p]
            if x != y:
                self.count(self.d - p)
                return 1 if (x > y) == (p & 1 == 0) else -1
        self.count(self.d)
        return 0

    cdef int evaluate(self) except -1 nogil:
        """Find what all choices are worth."""
        cdef int64_t i, k, p
        cdef int32_t v, w
        cdef int8_t known
        for i in range(self.vertices.shape[0]):
            self.state[self.vertices[i]] = OPEN
        for i in range(self.vertices.shape[0]):
            v = self.vertices[i]
            k = 0
            # path[:k] leads to v; it is shorter than the number of open vertices.
            while v != STOP and self.state[v] == OPEN:
                self.state[v] = ON_PATH
                self.path[k] = v
                k += 1
                v = self.entered(self.choice[v])
            known = ENDLESS if v != STOP and self.state[v] != FINITE else FINITE
            while k:
                k -= 1
                w = self.path[k]
                self.state[w] = known
                if known == FINITE:
                    self.count(self.d)
                    for p in range(self.d):
                        self.worth[w * self.d + p] = 0 if v == STOP else self.worth[v * self.d + p]
                    self.worth[w * self.d + self.priority[w]] += 1
                v = w
        return 0

    cdef bint improve(self, int32_t player) except -1 nogil:
        """Replace the choices of a player by the best ones; return whether any changed."""
        cdef int64_t i, e
        cdef int32_t v, w, best, better = -1 if player else 1
        cdef bint changed = False
        for i in range(self.vertices.shape[0]):
            v = self.vertices[i]
            if self.owner[v] != player:
                continue
            best = self.choice[v]
            for e in range(self.ptr[v], self.ptr[v + 1]):
                w = self.idx[e]
                self.count(1)
                if self.winners[w] < 0:
                    if self.compare(self.entered(w), self.entered(best)) == better:
                        best = w
            # Only now: what a choice is worth must not change while others are compared.
            self.path[i] = best
        for i in range(self.vertices.shape[0]):
            v = self.vertices[i]
            if self.owner[v] == player:
                changed |= self.choice[v] != self.path[i]
                self.choice[v] = self.path[i]
        return changed

    cdef bint go_on(self) except -1 nogil:
        """Move player 0 on where that is better than to stop, before vertices of player 1."""
        cdef int64_t i
        cdef int32_t v
        cdef int8_t goes
        cdef bint changed = False
        for i in range(self.vertices.shape[0]):
            v = self.vertices[i]
            if self.owner[v]:
                goes = self.sign(v) > 0
                changed |= goes != self.goes_on[v]
                self.goes_on[v] = goes
        return changed

    cdef bint run(self) except -1 nogil:
        """Run until the game is solved or the budget spent; return whether it is solved."""
        cdef bint changed = True
        while changed:
            self.evaluate()
            while self.improve(1):
                if self.is_over_budget():
                    return False
                self.evaluate()
            if self.is_over_budget():
                return False
            # `improve` compares with what `goes_on` was, which `go_on` changes last.
            changed = self.improve(0)
            changed |= self.go_on()
        return True

    cdef int begin(self) except -1 nogil:
        """Stop player 0 everywhere, and make player 1 take the first successor of each vertex."""
        cdef Py_ssize_t i
        cdef int32_t v
        cdef int64_t e
        for i in range(self.vertices.shape[0]):
            v = self.vertices[i]
            self.choice[v] = STOP
            self.goes_on[v] = 0
            if self.owner[v]:
                e = self.ptr[v]
                while self.winners[self.idx[e]] >= 0:
                    e += 1
                self.choice[v] = self.idx[e]
        return 0

    cdef int leave(self) except -1 nogil:
        """Store who wins, and by which moves."""
        cdef Py_ssize_t i
        cdef int32_t v
        for i in range(self.vertices.shape[0]):
            v = self.vertices[i]
            self.winners[v] = 0 if self.state[v] == ENDLESS else 1
            self.strategy[v] = self.choice[v] if self.owner[v] == self.winners[v] else -1
        return 0


def improvement(*game: _Array, int64_t budget=-1) -> bool:
    """Solve what is left of a parity game by strategy improvement.

    Parameters
    ----------
    *game, budget
        As of `graphgame.parity._zielonka.zielonka`.

    Returns
    -------
    bool
        Whether it is solved.  If not, nothing has changed.  A budget is also exceeded where
        vertices times priorities are more than it, or more than 2^28.

    Notes
    -----
    O(d n) time for each of the rounds, of which there may be exponentially many; 4 d + 20 bytes a
    vertex, d the number of priorities.
    """
    cdef _Improver improver = _Improver(*game, budget)
    cdef bint done
    if budget >= 0 and improver.owner.shape[0] * improver.d > min(budget, MOST_NUMBERS):
        return False
    improver.worth = int32_buffer(improver.owner.shape[0] * improver.d)
    with nogil:
        improver.begin()
        done = improver.run()
        if done:
            improver.leave()
    return bool(done)
