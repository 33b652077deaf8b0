"""Tangle learning for parity games, of whole games and recurring into regions.

It takes arrays through the buffer protocol.  Inputs must have been checked by `graphgame.parity`:
in the release build, kernels index with them unchecked.

The second algorithm is that of the solver `rtl` in T. van Dijk's Oink,
https://github.com/trolando/oink.
"""

from libc.stdint cimport int32_t, int64_t

from graphgame._kernel.buffer cimport int32_buffer
from graphgame.parity._tangle_search cimport DECIDED, FREE, NONE, OUTSIDE, Search

cdef enum:
    # Vertices of the first search nearby, and how many times more the next one has, if nobody wins.
    LEAST_NEAR = 64
    MORE = 4
    # The searches nearby have at most a quarter of what is left: then a search of all is as well.
    SHARE = 4
    # Searches of one neighbourhood, each with the tangles of those before.
    MOST_SEARCHES = 16
    # In `level`: a vertex of the whole game without a region; see `_Recursive.enter`.
    FREE_AT_FIRST = -2


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


def tangles(*game: _Array, int64_t budget=-1) -> bool:
    """Solve what is left of a parity game by tangle learning.

    Parameters
    ----------
    *game, budget
        As of `graphgame.parity._zielonka.zielonka`.

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


# ---------------------------------------------------------------------------------------------
# A region leaks where its player cannot keep the token in it.  What is left of it when the opponent
# has taken what leaks is a game of its own, since both can stay there: it is divided into regions,
# too, before the search goes on.  So tangles are found that lie deep in regions that leak, which
# `_Tangles` finds only after those above them.  Those of regions that do not leak are learnt.
#
# depth        how many regions contain the game that is being divided.
# first[d]     at depth d: the first vertex without a region, NONE if all have one.
# after[v]     in the list of vertices without a region, by priority, the greatest first: the next
# before[v]    one, and the one before; NONE at the ends.  Each vertex is in one list at most.
#
# The vertices of a list at depth d have the level FREE_AT_FIRST - d.  Numbers of regions do not
# come back in a search, so that `leaks` and `is_head` need no clearing for a new one.


cdef class _Recursive(Search):
    """A run of the method."""

    cdef int32_t[::1] first, after, before
    cdef int64_t depth

    def __cinit__(self, *_):
        cdef Py_ssize_t n = self.owner.shape[0]
        self.first = int32_buffer(self.left + 1)
        self.after, self.before = int32_buffer(n), int32_buffer(n)
        self.recurs = True

    cdef int enter(self, const int32_t[::1] vertices, int64_t n) except -1 nogil:
        """Make vertices[:n], which are sorted, the game to divide."""
        cdef int64_t i
        cdef int32_t v, last = NONE
        self.count(n)
        self.free = <int32_t>(FREE_AT_FIRST - self.depth)
        self.first[self.depth] = NONE
        for i in range(n):
            v = vertices[i]
            if self.winners[v] >= 0:
                continue
            self.level[v] = self.free
            self.before[v], self.after[v] = last, NONE
            if last == NONE:
                self.first[self.depth] = v
            else:
                self.after[last] = v
            last = v
        return 0

    cdef int64_t take_heads(self) except -1 nogil:
        """Open a region with the first vertices, as far as they are of one parity."""
        cdef int64_t heads = 0
        cdef int32_t v = self.first[self.depth], a = self.priority[v] & 1
        self.r += 1
        while v != NONE and self.priority[v] & 1 == a:
            self.level[v] = self.r
            self.region[heads] = v
            heads += 1
            v = self.after[v]
        self.count(heads)
        return heads

    cdef int unlink(self, int64_t n) except -1 nogil:
        """Remove region[:n] from the list."""
        cdef int64_t i
        cdef int32_t v
        for i in range(n):
            v = self.region[i]
            if self.before[v] == NONE:
                self.first[self.depth] = self.after[v]
            else:
                self.after[self.before[v]] = self.after[v]
            if self.after[v] != NONE:
                self.before[self.after[v]] = self.before[v]
        return 0

    cdef int64_t keep_tight(self, int64_t n) except -1 nogil:
        """Move what does not leak of region[:n] to the front, sorted; return how much that is."""
        cdef int64_t i, kept = 0
        cdef int32_t v
        for i in range(n):
            v = self.region[i]
            if self.leaks[v] != self.r:
                self.region[kept] = v
                kept += 1
        if kept:
            self.sort(self.region, kept)
        return kept

    cdef int search(self) except -1 nogil:
        """Divide the game into regions, and those that leak again; stop when somebody wins."""
        cdef int64_t i, heads, end
        cdef int32_t a
        for i in range(self.order.shape[0]):
            self.leaks[self.order[i]] = self.is_head[self.order[i]] = 0
        self.r = 0
        self.depth = self.n_found = self.n_won = 0
        self.enter(self.order, self.order.shape[0])
        # A run that is as long as there are numbers for regions would take minutes; it starts anew.
        while self.depth >= 0 and not self.n_won and self.r < DECIDED - 1:
            if self.first[self.depth] == NONE:
                self.depth -= 1
                self.free += 1
                continue
            if self.is_over_budget():
                return 0
            a = self.priority[self.first[self.depth]] & 1
            heads = self.take_heads()
            end = self.attract(a, 0, heads)
            self.unlink(end)
            if not self.find_leaks(a, 0, heads):
                self.extract(a, 0, end)
                continue
            end = self.keep_tight(end)
            if end:
                self.depth += 1
                self.enter(self.region, end)
        return 0

    cdef bint run(self) except -1 nogil:
        """Run until the game is solved or the budget spent; return whether it is solved."""
        while self.left:
            self.search()
            if self.n_won:
                self.decide()
            elif self.is_over_budget() or not self.n_found:
                return False
        return True


def recursive(*game: _Array, int64_t budget=-1) -> bool:
    """Solve what is left of a parity game by tangle learning that recurs into regions.

    As `tangles`; 100 bytes a vertex, and what the tangles take.
    """
    cdef _Recursive search = _Recursive(*game, budget)
    cdef bint done
    with nogil:
        done = search.run()
    return bool(done)
