"""Zielonka's algorithm for parity games, without recursion.

It takes arrays through the buffer protocol.  Inputs must have been checked by `graphgame.parity`:
in the release build, kernels index with them unchecked.

The algorithm is that of W. Zielonka, "Infinite games on finitely coloured graphs with applications
to automata on infinite trees", Theoretical Computer Science 200 (1998).  Going on without solving
again where an attractor finds nothing new is from T. van Dijk, "Oink: an implementation and
evaluation of modern parity game solvers", TACAS 2018.
"""

from libc.stdint cimport int8_t, int32_t, int64_t

from graphgame._kernel.buffer cimport int32_buffer, int64_buffer
from graphgame._kernel.prefetch cimport ENTRIES_AHEAD, POINTER_AHEAD, ROW_AHEAD, prefetch
from graphgame.parity._unsolved cimport Unsolved

# A node says where a vertex stands in the work of the solver, in 64 bits: an attractor reads one
# cache line for each edge.  It is ``label << 34 | owner << 33 | winner << 32 | number``.  The label
# 0 is that of vertices outside the game that is solved, labels from 1 on are those of levels, and
# FREE is above all of them.  The number of a free vertex is that of its edges to free vertices; of
# another vertex it is a place in its row, see `escapes`.

cdef enum:
    FREE = (1 << 29) - 1
    # Levels number at most as many as vertices.
    MOST_VERTICES = (1 << 29) - 2
    # Edges that `gather` collects, and how many of a row it copies without asking for its length.
    ROOM = 512
    STRIDE = 8
    # How many edges ahead a node is fetched, and how many rows ahead a row and where it begins:
    # farther than by POINTER_AHEAD and ROW_AHEAD, as `gather` takes less time for a row.
    NODES_AHEAD = 32
    FAR = 64
    NEAR = 32


cdef inline int32_t node_label(int64_t node) noexcept nogil:
    return <int32_t>(node >> 34)


cdef inline int32_t node_owner(int64_t node) noexcept nogil:
    return <int32_t>(node >> 33 & 1)


cdef inline int32_t node_winner(int64_t node) noexcept nogil:
    return <int32_t>(node >> 32 & 1)


cdef inline int64_t relabelled(int64_t node, int32_t label, int32_t winner) noexcept nogil:
    """Return a node of the same owner, with the number 0."""
    return <int64_t>(label << 2 | winner) << 32 | (node & <int64_t>1 << 33)


cdef inline bint escapes(
    const int64_t[::1] ptr, const int32_t[::1] idx, int64_t[::1] nodes,
    int32_t v, int32_t least, int32_t lost, int64_t *steps,
) except -1 nogil:
    """Return whether v has a successor of label `least` or more whose winner is not `lost`.

    The number of v is a place in its row.  While an attractor grows, successors are only lost, so
    the search goes on where it ended last and goes round once: all searches of one attractor
    together read the row twice at the most.
    """
    cdef int64_t first = ptr[v], degree = ptr[v + 1] - first, _, at = <int32_t>nodes[v], node
    for _ in range(degree):
        node = nodes[idx[first + at]]
        steps[0] += 1
        if node_label(node) >= least and node_winner(node) != lost:
            nodes[v] = (nodes[v] >> 32) << 32 | at
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
# near, sources                 edges that `gather` has collected.  What takes time is memory, and
#                               branches that nobody can foretell.  So edges of many rows stand in
#                               a line, nodes are fetched ahead in this line, and what reads them
#                               first has no branch.
# won[w]                        while levels are taken back: how many vertices of the levels above
#                               the current one w wins, in the game of the level after it.
# last[w], link[k]              the lowest of these levels that w wins, and the next one; or 0.
#
# The number of a free vertex counts down while a level is made.  A level that is closed frees
# the rest, and these are counted anew.
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

    cdef int64_t[::1] nodes
    cdef int32_t[::1] order, found, queue, start, heads, begin, player, link, near, sources
    cdef int64_t[2] won
    cdef int32_t[2] last
    cdef int64_t free
    cdef int32_t k

    def __cinit__(self, *_):
        cdef Py_ssize_t n = self.owner.shape[0], left
        if n > MOST_VERTICES:
            raise OverflowError(f"expected at most {<int64_t>MOST_VERTICES} vertices, got {n}")
        self.order = self.by_priority()
        left = self.order.shape[0]
        self.nodes = int64_buffer(n)
        # One more: a vertex is written before it is known to belong there.
        self.found, self.queue = int32_buffer(left + 1), int32_buffer(left + 1)
        self.start, self.heads = int32_buffer(left + 3), int32_buffer(left + 3)
        self.begin, self.player = int32_buffer(left + 3), int32_buffer(left + 3)
        self.link = int32_buffer(left + 3)
        self.near, self.sources = int32_buffer(ROOM), int32_buffer(ROOM)
        self.free = 0
        with nogil:
            self.enter()

    cdef int ahead(self, int64_t head, int64_t tail) noexcept nogil:
        """Prefetch the rows of what follows found[head], and the nodes of their entries."""
        cdef int32_t v
        cdef int64_t e
        if head + POINTER_AHEAD < tail:
            prefetch(&self.ptr[self.found[head + POINTER_AHEAD]])
        if head + ROW_AHEAD < tail:
            v = self.found[head + ROW_AHEAD]
            if self.ptr[v] < self.ptr[v + 1]:
                prefetch(&self.idx[self.ptr[v]])
        if head + ENTRIES_AHEAD < tail:
            v = self.found[head + ENTRIES_AHEAD]
            for e in range(self.ptr[v], self.ptr[v + 1]):
                prefetch(&self.nodes[self.idx[e]])
        return 0

    cdef int32_t gather(
        self, const int64_t[::1] ptr, const int32_t[::1] idx, const int32_t[::1] queue,
        int64_t *head, int64_t *begun, int64_t tail,
    ) except -1 nogil:
        """Collect edges of the rows of queue[head:tail], and advance `head`; return how many.

        Edges that do not fit are left for the next call: *begun is how many of the row of the head
        have been collected.
        """
        cdef int32_t count = 0, v, i
        cdef int64_t e, length
        cdef int32_t *near = &self.near[0]
        cdef int32_t *sources = &self.sources[0]
        while head[0] < tail and count <= ROOM - STRIDE:
            v = queue[head[0]]
            if head[0] + FAR < tail:
                prefetch(&ptr[queue[head[0] + FAR]])
            if head[0] + NEAR < tail:
                e = ptr[queue[head[0] + NEAR]]
                if e + STRIDE <= idx.shape[0]:
                    prefetch(&idx[e])
                    prefetch(&idx[e + STRIDE - 1])
            e = ptr[v] + begun[0]
            length = ptr[v + 1] - e
            if length <= STRIDE and e + STRIDE <= idx.shape[0]:
                # What is copied beyond the row is overwritten: no branch for each length.
                for i in range(STRIDE):
                    near[count + i] = idx[e + i]
                for i in range(STRIDE):
                    sources[count + i] = v
            else:
                length = min(length, <int64_t>(ROOM - count))
                for i in range(<int32_t>length):
                    near[count + i] = idx[e + i]
                    sources[count + i] = v
            count += <int32_t>length
            if e + length < ptr[v + 1]:
                begun[0] += length
            else:
                begun[0] = 0
                head[0] += 1
        for i in range(min(count, <int32_t>NODES_AHEAD)):
            prefetch(&self.nodes[near[i]])
        self.count(1 + count)
        return count

    cdef int descend(self) except -1 nogil:
        """Make level k of the free vertices, of which there is at least one."""
        cdef int32_t k = self.k, v, a, count
        cdef int64_t at = self.begin[k], tail = self.start[k], head, begun = 0, node
        while node_label(self.nodes[self.order[at]]) != FREE:
            at += 1
            self.count(1)
        self.begin[k] = <int32_t>at
        a = self.priority[self.order[at]] & 1
        while at < self.order.shape[0]:
            if at + NODES_AHEAD < self.order.shape[0]:
                prefetch(&self.nodes[self.order[at + NODES_AHEAD]])
            v = self.order[at]
            node = self.nodes[v]
            if node_label(node) == FREE:
                if self.priority[v] & 1 != a:
                    break
                self.nodes[v] = relabelled(node, k, a)
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
            count = self.gather(
                self.pred_ptr, self.pred_idx, self.found, &head, &begun, tail
            )
            tail = self.attract(a, count, tail)
        # queue[i] is where found[i] moves to, if its owner wins it.
        for at in range(self.heads[k], tail):
            if at + NODES_AHEAD < tail:
                prefetch(&self.strategy[self.found[at + NODES_AHEAD]])
            self.strategy[self.found[at]] = self.queue[at]
        self.free -= tail - self.start[k]
        self.start[k + 1] = <int32_t>tail
        self.k = k + 1
        return 0

    cdef int64_t attract(self, int32_t a, int32_t count, int64_t tail) noexcept nogil:
        """Assign level k the gathered predecessors that a attracts; return the new tail."""
        cdef int32_t i, u
        cdef int64_t node, less
        cdef bint is_free, is_new
        for i in range(count):
            if i + NODES_AHEAD < count:
                prefetch(&self.nodes[self.near[i + NODES_AHEAD]])
            u = self.near[i]
            node = self.nodes[u]
            less = node - 1
            is_free = node_label(node) == FREE
            is_new = is_free & ((node_owner(node) == a) | (<int32_t>less == 0))
            less = less if is_free else node
            self.nodes[u] = relabelled(node, self.k, a) if is_new else less
            self.found[tail] = u
            self.queue[tail] = self.sources[i]
            tail += is_new
        return tail

    cdef int64_t attracted(self, int32_t k, int32_t b) except -1 nogil:
        """Assign b what b attracts in game k; return the number, which `queue` begins with.

        What b wins in game k + 1 attracts nothing there, so that new vertices enter by way of
        level k.  They are looked for at the smaller of the two.
        """
        cdef int64_t i, head, begun = 0, tail = 0
        cdef int32_t v, level, count
        if self.won[b] < self.start[k + 1] - self.start[k]:
            level = self.last[b]
            while level:
                head = self.start[level]
                while head < self.start[level + 1]:
                    count = self.gather(
                        self.pred_ptr, self.pred_idx, self.found, &head, &begun,
                        self.start[level + 1],
                    )
                    tail = self.flip(k, b, count, tail)
                level = self.link[level]
        else:
            for i in range(self.start[k], self.start[k + 1]):
                self.ahead(i, self.start[k + 1])
                v = self.found[i]
                if self.falls(v, k, b):
                    self.nodes[v] = relabelled(self.nodes[v], k, b)
                    self.queue[tail] = v
                    tail += 1
        head = 0
        while head < tail:
            count = self.gather(
                self.pred_ptr, self.pred_idx, self.queue, &head, &begun, tail
            )
            tail = self.flip(k, b, count, tail)
        return tail

    cdef int64_t flip(self, int32_t k, int32_t b, int32_t count, int64_t tail) except -1 nogil:
        """Assign b, in game k, predecessors that were gathered; return the new tail of `queue`.

        The rows of those who might escape are fetched in three passes.
        """
        cdef int32_t i, u, kept = 0
        cdef int64_t node
        for i in range(count):
            if i + NODES_AHEAD < count:
                prefetch(&self.nodes[self.near[i + NODES_AHEAD]])
            u = self.near[i]
            node = self.nodes[u]
            self.near[kept] = u
            self.sources[kept] = self.sources[i]
            kept += (node_label(node) >= k) & (node_winner(node) != b)
            prefetch(&self.ptr[u])
        for i in range(kept):
            prefetch(&self.idx[self.watched(self.near[i])])
            prefetch(&self.strategy[self.near[i]])
        for i in range(kept):
            prefetch(&self.nodes[self.idx[self.watched(self.near[i])]])
        for i in range(kept):
            u = self.near[i]
            node = self.nodes[u]
            if node_winner(node) == b:
                continue  # it was gathered twice
            if node_owner(node) == b:
                self.strategy[u] = self.sources[i]
            elif escapes(self.ptr, self.idx, self.nodes, u, k, b, &self.steps):
                continue
            self.nodes[u] = relabelled(node, node_label(node), b)
            self.queue[tail] = u
            tail += 1
        return tail

    cdef int64_t watched(self, int32_t v) noexcept nogil:
        """Return the place among all edges where the next search of `escapes` begins."""
        return self.ptr[v] + <int32_t>self.nodes[v]

    cdef bint falls(self, int32_t v, int32_t k, int32_t b) except -1 nogil:
        """Return whether b attracts v, of level k, to what b wins, in one step."""
        cdef int64_t e, node
        self.count(1 + self.ptr[v + 1] - self.ptr[v])
        if node_owner(self.nodes[v]) != b:
            return not escapes(self.ptr, self.idx, self.nodes, v, k, b, &self.steps)
        for e in range(self.ptr[v], self.ptr[v + 1]):
            node = self.nodes[self.idx[e]]
            if node_label(node) >= k and node_winner(node) == b:
                self.strategy[v] = self.idx[e]
                return True
        return False

    cdef int close(self, int32_t k, int32_t b) except -1 nogil:
        """Make the closed level k of what b wins in game k, and free the rest."""
        cdef int64_t i, freed = 0, kept = self.start[k], end = self.start[self.k], node
        cdef int32_t v
        cdef bint stays
        for i in range(self.start[k], end):
            if i + NODES_AHEAD < end:
                prefetch(&self.nodes[self.found[i + NODES_AHEAD]])
            v = self.found[i]
            node = self.nodes[v]
            stays = node_winner(node) == b
            self.nodes[v] = relabelled(node, k, b) if stays else relabelled(node, FREE, 0)
            self.found[kept] = v
            self.queue[freed] = v
            kept += stays
            freed += not stays
            self.count(1)
        self.free += freed
        self.count_open(freed)
        self.player[k] = -1 - b
        self.begin[k + 1] = self.begin[k]
        self.start[k + 1] = <int32_t>kept
        self.k = k + 1
        return 0

    cdef int count_open(self, int64_t freed) except -1 nogil:
        """Count the edges of free vertices to each other; they are queue[:freed]."""
        cdef int64_t head = 0, begun = 0
        cdef int32_t i, count
        while head < freed:
            count = self.gather(self.ptr, self.idx, self.queue, &head, &begun, freed)
            for i in range(count):
                if i + NODES_AHEAD < count:
                    prefetch(&self.nodes[self.near[i + NODES_AHEAD]])
                self.nodes[self.sources[i]] += node_label(self.nodes[self.near[i]]) == FREE
        return 0

    cdef int keep_heads(self, int32_t k, int32_t a) except -1 nogil:
        """Keep the heads of level k, which a wins, in what a wins of game k."""
        cdef int64_t i, e, node
        cdef int32_t v
        for i in range(self.start[k], self.heads[k]):
            self.ahead(i, self.heads[k])
            v = self.found[i]
            if node_owner(self.nodes[v]) != a:
                continue
            for e in range(self.ptr[v], self.ptr[v + 1]):
                node = self.nodes[self.idx[e]]
                if node_label(node) >= k and node_winner(node) == a:
                    self.strategy[v] = self.idx[e]
                    self.count(1 + e - self.ptr[v])
                    break
        return 0

    cdef int take_back(self) except -1 nogil:
        """Undo levels while they are won as a whole; close the first that is not."""
        cdef int32_t k, winner
        cdef int32_t top = self.k
        self.won[0] = self.won[1] = 0
        self.last[0] = self.last[1] = 0
        while self.k > 1:
            k = self.k - 1
            winner = self.player[k]
            if winner < 0:
                winner = -1 - winner
            else:
                if self.won[1 - winner] and self.attracted(k, 1 - winner):
                    self.k = top
                    self.close(k, 1 - winner)
                    return 0
                self.keep_heads(k, winner)
            self.won[winner] += self.start[k + 1] - self.start[k]
            self.link[k] = self.last[winner]
            self.last[winner] = k
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
        cdef bint are_all = self.order.shape[0] == self.owner.shape[0]
        for v in range(self.owner.shape[0]):
            self.nodes[v] = <int64_t>self.owner[v] << 33
            if self.winners[v] < 0:
                self.nodes[v] = relabelled(self.nodes[v], FREE, 0)
                self.queue[self.free] = <int32_t>v
                self.free += 1
                if are_all:
                    self.nodes[v] |= self.ptr[v + 1] - self.ptr[v]
        if not are_all:
            self.count_open(self.free)
        return 0

    cdef int leave(self) except -1 nogil:
        """Store who wins the vertices that were free, and forget the strategies of the others."""
        cdef Py_ssize_t v
        for v in range(self.nodes.shape[0]):
            if self.winners[v] < 0:
                self.winners[v] = <int8_t>node_winner(self.nodes[v])
                if node_owner(self.nodes[v]) != self.winners[v]:
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
