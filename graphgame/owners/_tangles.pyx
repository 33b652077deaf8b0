"""Tangle learning for parity games.

It takes arrays through the buffer protocol.  Inputs must have been checked by `graphgame.owners`:
in the release build, kernels index with them unchecked.
"""

from libc.stdint cimport int32_t, int64_t

from graphgame._kernel.buffer cimport int32_buffer
from graphgame.owners._known_tangles cimport DECIDED, FREE, OUTSIDE
from graphgame.owners._search cimport Search

cdef enum:
    # Vertices of the first search nearby, and how many times more the next one has, if nobody wins.
    LEAST_NEAR = 64
    MORE = 4
    # The searches nearby have at most a quarter of what is left: then a search of all is as well.
    SHARE = 4
    # Searches of one neighbourhood, each with the tangles of those before.
    MOST_SEARCHES = 16


# ---------------------------------------------------------------------------------------------
# A search of the whole game finds a tangle that is not known yet, or a won one, as van Dijk proves;
# there are finitely many.
#
# In many games a victory makes others possible, next to it and nowhere else: ladders are won step
# by step.  So the neighbourhood of what was won is searched next, and wider ones while nobody wins
# there.  What is searched nearby before somebody wins takes no longer than a few searches of the
# whole game.
#
# near    a neighbourhood, by priority, the greatest first.


cdef class _Tangles(Search):
    """A run of the method."""

    cdef int32_t[::1] near

    def __cinit__(self, *_):
        self.near = int32_buffer(self.left)

    # -- nearby ---------------------------------------------------------------------------------

    cdef inline int64_t add(self, int32_t u, int64_t count, int64_t most) noexcept nogil:
        """Add u to near[:count] if it is outside and there is room; return how many it has."""
        if self.level[u] != OUTSIDE or count == most:
            return count
        self.level[u] = FREE
        self.near[count] = u
        return count + 1

    cdef int64_t add_neighbours(self, int32_t v, int64_t count, int64_t most) except -1 nogil:
        """Add what is next to v to near[:count], up to `most` vertices; return how many it has."""
        cdef int64_t e
        self.count(1 + self.ptr[v + 1] - self.ptr[v] + self.pred_ptr[v + 1] - self.pred_ptr[v])
        for e in range(self.ptr[v], self.ptr[v + 1]):
            count = self.add(self.idx[e], count, most)
        for e in range(self.pred_ptr[v], self.pred_ptr[v + 1]):
            count = self.add(self.pred_idx[e], count, most)
        return count

    cdef int64_t gather(self, int64_t n_won, int64_t most) except -1 nogil:
        """Set `near` to the nearest vertices to won[:n_won]; return how many, at most `most`."""
        cdef int64_t i, count = 0
        for i in range(n_won):
            if count < most:
                count = self.add_neighbours(self.won[i], count, most)
        i = 0
        while i < count < most:
            count = self.add_neighbours(self.near[i], count, most)
            i += 1
        self.sort(self.near, count)
        return count

    cdef int64_t search_near(self, int64_t count) except -1 nogil:
        """Search near[:count]; return how many vertices are decided now."""
        cdef int64_t i, decided = 0
        cdef int _
        for _ in range(MOST_SEARCHES):
            self.divide(self.near, count)
            if self.n_won or not self.n_found:
                break
        for i in range(count):
            self.level[self.near[i]] = OUTSIDE
        if self.n_won:
            decided = self.decide()
        return decided

    cdef int go_on_nearby(self, int64_t n_won) except -1 nogil:
        """Search around won[:n_won], and around what is won there, and so on, in small parts."""
        cdef int64_t i, decided, count, most = LEAST_NEAR
        self.count(self.order.shape[0])
        for i in range(self.order.shape[0]):
            if self.level[self.order[i]] != DECIDED:
                self.level[self.order[i]] = OUTSIDE
        while SHARE * most <= self.left and not self.is_over_budget():
            count = self.gather(n_won, most)
            decided = self.search_near(count)
            if decided:
                n_won, most = decided, LEAST_NEAR
            elif count < most:
                return 0
            else:
                most *= MORE
        return 0

    cdef bint run(self) except -1 nogil:
        """Run until the game is solved or the budget spent; return whether it is solved."""
        while self.left:
            if self.is_over_budget():
                return False
            self.divide(self.order, self.order.shape[0])
            if self.n_won:
                self.go_on_nearby(self.decide())
            elif not self.n_found:
                return False
        return True


def tangles(*game, int64_t budget=-1):
    """Solve what is left of a parity game by tangle learning.

    Parameters
    ----------
    *game, budget
        As of `graphgame.owners._zielonka.zielonka`.

    Returns
    -------
    bool
        Whether it is solved.  If not, `winners` has what was found, and is otherwise as before.

    Notes
    -----
    Exponential time at the worst; 88 bytes a vertex, and what the tangles take.  Ctrl-C is
    answered.
    """
    cdef _Tangles search = _Tangles(*game, budget)
    cdef bint done
    with nogil:
        done = search.run()
    return bool(done)
