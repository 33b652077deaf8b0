"""Zielonka's algorithm for parity games, without recursion.

It takes arrays through the buffer protocol.  Inputs must have been checked by `graphgame.parity`:
in the release build, kernels index with them unchecked.

The algorithm is that of W. Zielonka, "Infinite games on finitely coloured graphs with applications
to automata on infinite trees", Theoretical Computer Science 200 (1998).  Going on without solving
again where an attractor finds nothing new is from T. van Dijk, "Oink: an implementation and
evaluation of modern parity game solvers", TACAS 2018.
"""

from libc.stdint cimport int8_t, int32_t, int64_t

from graphgame._kernel.buffer cimport int32_buffer
from graphgame._kernel.prefetch cimport ENTRIES_AHEAD, POINTER_AHEAD, ROW_AHEAD, prefetch
from graphgame.parity._unsolved cimport Unsolved

# A word says where a vertex stands in the work of the solver, in 32 bits: an attractor reads one
# cache line for each edge.  It is ``label << 2 | owner << 1 | winner``.  The label 0 is that of
# vertices outside the game that is solved, labels from 1 on are those of levels, and FREE is above
# all of them.

cdef enum:
    FREE = (1 << 29) - 1
    # Levels number at most as many as vertices.
    MOST_VERTICES = (1 << 29) - 2


cdef inline int32_t word_label(int32_t word) noexcept nogil:
    return word >> 2


cdef inline int32_t word_owner(int32_t word) noexcept nogil:
    return word >> 1 & 1


cdef inline int32_t word_winner(int32_t word) noexcept nogil:
    return word & 1


cdef inline int32_t relabelled(int32_t word, int32_t label, int32_t winner) noexcept nogil:
    return label << 2 | (word & 2) | winner


cdef inline bint escapes(
    const int64_t[::1] ptr, const int32_t[::1] idx, const int32_t[::1] words,
    int32_t[::1] watched, int32_t v, int32_t least, int32_t lost, int64_t *steps,
) except -1 nogil:
    """Return whether v has a successor of label `least` or more whose winner is not `lost`.

    Winners do not count where `lost` is -1.

    watched[v] is a place in the row of v.  While an attractor grows, successors are only lost, so
    the search goes on where it ended last and goes round once: all searches of one attractor
    together read the row twice at the most.
    """
    cdef int64_t first = ptr[v], degree = ptr[v + 1] - first, _, at = watched[v]
    cdef int32_t word
    for _ in range(degree):
        word = words[idx[first + at]]
        steps[0] += 1
        if word_label(word) >= least and word_winner(word) != lost:
            watched[v] = <int32_t>at
            return True
        at += 1
        if at == degree:
            at = 0
    return False


# ---------------------------------------------------------------------------------------------
# The game of level k consists of the vertices of labels k and more.  Level k holds the region that
# its player attracts to the vertices of the greatest priority in that game, its *heads*.  What is
# left is the game of level k + 1.
#
# found[start[k]:start[k + 1]]  the vertices of level k, heads first: found[start[k]:heads[k]].
# begin[k]                      where in `order` the search for heads of level k began.
# player[k]                     the player of level k, or -1 - w for a closed level, which holds
#                               vertices that w wins in the game of level k.
# order                         the vertices, greatest priority first.
# open[v]                       while v is free: the number of its edges to free vertices.  A level
#                               that is made counts down what leads to it; a level that is closed
#                               frees the rest, which is counted anew.
# won[w]                        while levels are taken back: how many vertices of the levels above
#                               the current one w wins, in the game of the level after it.
#
# When no vertex is free, level k is taken back.  Let a be its player and b the other.  If b wins
# nothing of the next game, or attracts nothing of level k, then a wins level k as a whole.  Else
# all that b attracts in game k becomes the closed level k, and what is left is solved again, as the
# game of level k + 1.
#
# Terminates because every descent makes levels of at least one vertex, and because a game that is
# solved again is smaller: a closed level takes at least one vertex from it.


cdef class _Levels(Unsolved):
    """The state of a run, so that its parts need few arguments."""

    cdef int32_t[::1] order, words, watched, open, found, queue, start, heads, begin, player
    cdef int64_t[2] won
    cdef int64_t free
    cdef int32_t k

    def __cinit__(self, *_):
        cdef Py_ssize_t n = self.owner.shape[0], left
        if n > MOST_VERTICES:
            raise OverflowError(f"expected at most {<int64_t>MOST_VERTICES} vertices, got {n}")
        self.order = self.by_priority()
        left = self.order.shape[0]
        self.words, self.watched, self.open = int32_buffer(n), int32_buffer(n), int32_buffer(n)
        self.found, self.queue = int32_buffer(left), int32_buffer(left)
        self.start, self.heads = int32_buffer(left + 3), int32_buffer(left + 3)
        self.begin, self.player = int32_buffer(left + 3), int32_buffer(left + 3)
        self.free = 0
        with nogil:
            self.enter()

    cdef int ahead(
        self, const int64_t *ptr, const int32_t *idx, const int32_t *queue,
        int64_t head, int64_t tail,
    ) noexcept nogil:
        """Prefetch what follows queue[head] in the rows `ptr` and `idx`, and words of entries."""
        cdef int32_t v
        cdef int64_t e
        if head + POINTER_AHEAD < tail:
            prefetch(&ptr[queue[head + POINTER_AHEAD]])
        if head + ROW_AHEAD < tail:
            v = queue[head + ROW_AHEAD]
            if ptr[v] < ptr[v + 1]:
                prefetch(&idx[ptr[v]])
        if head + ENTRIES_AHEAD < tail:
            v = queue[head + ENTRIES_AHEAD]
            for e in range(ptr[v], ptr[v + 1]):
                prefetch(&self.words[idx[e]])
        return 0

    cdef int descend(self) except -1 nogil:
        """Make level k of the free vertices, of which there is at least one."""
        cdef int32_t k = self.k, v, u, word, a
        cdef int64_t at = self.begin[k], tail = self.start[k], head, e
        while word_label(self.words[self.order[at]]) != FREE:
            at += 1
            self.count(1)
        self.begin[k] = <int32_t>at
        a = self.priority[self.order[at]] & 1
        while at < self.order.shape[0]:
            v = self.order[at]
            word = self.words[v]
            if word_label(word) == FREE:
                if self.priority[v] & 1 != a:
                    break
                self.words[v] = relabelled(word, k, a)
                self.found[tail] = v
                tail += 1
            at += 1
            self.count(1)
        self.heads[k] = <int32_t>tail
        self.begin[k + 1] = <int32_t>at
        self.player[k] = a
        # found[start[k]:head] have told their predecessors.
        head = self.start[k]
        while head < tail:
            self.ahead(&self.pred_ptr[0], &self.pred_idx[0], &self.found[0], head, tail)
            v = self.found[head]
            head += 1
            self.count(1 + self.pred_ptr[v + 1] - self.pred_ptr[v])
            for e in range(self.pred_ptr[v], self.pred_ptr[v + 1]):
                u = self.pred_idx[e]
                word = self.words[u]
                if word_label(word) != FREE:
                    continue
                if word_owner(word) == a:
                    self.strategy[u] = v
                else:
                    self.open[u] -= 1
                    if self.open[u] > 0:
                        continue
                self.words[u] = relabelled(word, k, a)
                self.found[tail] = u
                tail += 1
        self.free -= tail - self.start[k]
        self.start[k + 1] = <int32_t>tail
        self.k = k + 1
        return 0

    cdef int64_t attracted(self, int32_t k, int32_t b) except -1 nogil:
        """Assign b what b attracts in game k; return the number, which `queue` begins with.

        What b wins in game k + 1 attracts nothing there, so that new vertices enter by way of
        level k.
        """
        cdef int64_t i, e, head = 0, tail = 0
        cdef int32_t v, u, word
        for i in range(self.start[k], self.start[k + 1]):
            self.ahead(&self.ptr[0], &self.idx[0], &self.found[0], i, self.start[k + 1])
            v = self.found[i]
            if self.falls(v, k, b):
                self.words[v] = relabelled(self.words[v], k, b)
                self.queue[tail] = v
                tail += 1
        while head < tail:
            self.ahead(&self.pred_ptr[0], &self.pred_idx[0], &self.queue[0], head, tail)
            v = self.queue[head]
            head += 1
            self.count(1 + self.pred_ptr[v + 1] - self.pred_ptr[v])
            for e in range(self.pred_ptr[v], self.pred_ptr[v + 1]):
                u = self.pred_idx[e]
                word = self.words[u]
                if word_label(word) < k or word_winner(word) == b:
                    continue
                if word_owner(word) == b:
                    self.strategy[u] = v
                elif escapes(self.ptr, self.idx, self.words, self.watched, u, k, b, &self.steps):
                    continue
                self.words[u] = word ^ 1
                self.queue[tail] = u
                tail += 1
        return tail

    cdef bint falls(self, int32_t v, int32_t k, int32_t b) except -1 nogil:
        """Return whether b attracts v, of level k, to what b wins, in one step."""
        cdef int32_t word
        cdef int64_t e
        self.count(1 + self.ptr[v + 1] - self.ptr[v])
        if word_owner(self.words[v]) != b:
            return not escapes(
                self.ptr, self.idx, self.words, self.watched, v, k, b, &self.steps
            )
        for e in range(self.ptr[v], self.ptr[v + 1]):
            word = self.words[self.idx[e]]
            if word_label(word) >= k and word_winner(word) == b:
                self.strategy[v] = self.idx[e]
                return True
        return False

    cdef int close(self, int32_t k, int32_t b) except -1 nogil:
        """Make the closed level k of what b wins in game k, and free the rest."""
        cdef int64_t i, e, freed = 0, kept = self.start[k]
        cdef int32_t v, word, open_
        for i in range(self.start[k], self.start[self.k]):
            v = self.found[i]
            word = self.words[v]
            if word_winner(word) == b:
                self.words[v] = relabelled(word, k, b)
                self.found[kept] = v
                kept += 1
            else:
                self.words[v] = relabelled(word, FREE, 0)
                self.queue[freed] = v
                freed += 1
            self.count(1)
        self.free += freed
        for i in range(freed):
            self.ahead(&self.ptr[0], &self.idx[0], &self.queue[0], i, freed)
            v = self.queue[i]
            open_ = 0
            for e in range(self.ptr[v], self.ptr[v + 1]):
                open_ += word_label(self.words[self.idx[e]]) == FREE
            self.open[v] = open_
            self.count(1 + self.ptr[v + 1] - self.ptr[v])
        self.player[k] = -1 - b
        self.begin[k + 1] = self.begin[k]
        self.start[k + 1] = <int32_t>kept
        self.k = k + 1
        return 0

    cdef int keep_heads(self, int32_t k, int32_t a) except -1 nogil:
        """Keep the heads of level k, which a wins, in what a wins of game k."""
        cdef int64_t i, e
        cdef int32_t v, word
        for i in range(self.start[k], self.heads[k]):
            self.ahead(&self.ptr[0], &self.idx[0], &self.found[0], i, self.heads[k])
            v = self.found[i]
            if word_owner(self.words[v]) != a:
                continue
            for e in range(self.ptr[v], self.ptr[v + 1]):
                word = self.words[self.idx[e]]
                if word_label(word) >= k and word_winner(word) == a:
                    self.strategy[v] = self.idx[e]
                    self.count(1 + e - self.ptr[v])
                    break
        return 0

    cdef int take_back(self) except -1 nogil:
        """Undo levels while they are won as a whole; close the first that is not."""
        cdef int32_t k, a, b
        cdef int32_t top = self.k
        self.won[0] = self.won[1] = 0
        while self.k > 1:
            k = self.k - 1
            a = self.player[k]
            if a < 0:
                self.won[-1 - a] += self.start[k + 1] - self.start[k]
            else:
                b = 1 - a
                if self.won[b]:
                    if self.attracted(k, b):
                        self.k = top
                        self.close(k, b)
                        return 0
                self.keep_heads(k, a)
                self.won[a] += self.start[k + 1] - self.start[k]
            self.k = k
        return 0

    cdef bint run(self) except -1 nogil:
        """Run until the game is solved or the budget spent; return whether it is solved."""
        self.k = 1
        self.start[1] = self.begin[1] = 0
        while self.free:
            self.descend()
        self.take_back()
        while self.k > 1:
            if self.is_over_budget():
                return False
            while self.free:
                self.descend()
            self.take_back()
        return True

    cdef int enter(self) except -1 nogil:
        """Free the vertices that nobody wins yet."""
        cdef Py_ssize_t v
        cdef int64_t e
        cdef int32_t open_
        for v in range(self.owner.shape[0]):
            self.words[v] = self.owner[v] << 1
            if self.winners[v] < 0:
                self.words[v] |= FREE << 2
                self.free += 1
                open_ = 0
                for e in range(self.ptr[v], self.ptr[v + 1]):
                    open_ += self.winners[self.idx[e]] < 0
                self.open[v] = open_
        return 0

    cdef int leave(self) except -1 nogil:
        """Store who wins the vertices that were free, and forget the strategies of the others."""
        cdef Py_ssize_t v
        for v in range(self.words.shape[0]):
            if self.winners[v] < 0:
                self.winners[v] = <int8_t>word_winner(self.words[v])
                if word_owner(self.words[v]) != self.winners[v]:
                    self.strategy[v] = -1
        return 0


def zielonka(*game: _Array, int64_t budget=-1) -> bool:
    """Solve what is left of a parity game by Zielonka's algorithm.

    Parameters
    ----------
    *game : eight arrays
        As of `graphgame.parity._unsolved.Unsolved`.
    budget : int
        Number of edges and vertices after which to give up; -1 for none.

    Returns
    -------
    bool
        Whether it is solved.  If not, `winners` is as before, and `strategy` undefined where nobody
        wins.

    Notes
    -----
    Exponential time in the number of priorities at the worst, seldom more than linear; 36 bytes a
    vertex.  Ctrl-C is answered.

    Raises
    ------
    OverflowError
        If there are 2^29 - 1 vertices or more.
    """
    cdef _Levels levels = _Levels(*game, budget)
    cdef bint done
    with nogil:
        done = levels.run()
        if done:
            levels.leave()
    return bool(done)
