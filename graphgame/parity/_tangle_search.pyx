"""Searching a parity game, or a part of it, for tangles.

It takes arrays through the buffer protocol.  Inputs must have been checked by `graphgame.parity`:
in the release build, kernels index with them unchecked.

The algorithm is that of T. van Dijk, "Attracting Tangles to Solve Parity Games", CAV 2018.  A
*tangle* of a player is a strongly connected set of vertices with a strategy of this player that
makes every cycle in it good for the player: the opponent must leave it, by one of its *escapes*, or
lose.  So a player who attracts all escapes of a tangle attracts the tangle.
"""

from libc.stdint cimport int8_t, int32_t, int64_t
from libc.stdlib cimport qsort

from graphgame._kernel.buffer cimport int32_buffer
from graphgame.parity._unsolved cimport Unsolved, spread

cdef enum:
    # In `number`: the component of the vertex is complete.
    COMPLETE = 0x7fffffff
    # Numbers that a pool has room for at first.
    FIRST_ROOM = 1024


cdef class Pool:
    """Numbers one after the other, in memory that grows; `number_at` reads them."""

    def __cinit__(self):
        self.block = int32_buffer(FIRST_ROOM)
        self.size = 0
        self.room = FIRST_ROOM

    cdef int add(self, int32_t value) except -1 nogil:
        if self.size == self.room:
            self.room *= 2
            with gil:
                self.block.resize(self.room)
        (<int32_t *>self.block.data)[self.size] = value
        self.size += 1
        return 0


cdef int _compare(const void *x, const void *y) noexcept nogil:
    return (<const int32_t *>x)[0] - (<const int32_t *>y)[0]


# ---------------------------------------------------------------------------------------------
# A search divides the vertices that it looks at into regions 1, 2, …: the vertices of the greatest
# priority of those without a region, its *heads*, and what their player attracts, by tangles too.
#
# order         the vertices that nobody won at first, by priority, the greatest first;
#               place[order[i]] is i.
# level[v]      the region of v; `free` while v has none; OUTSIDE if the search does not look at it;
#               DECIDED if somebody wins it.  A region never takes what is outside, and an edge to
#               there is a way out of every region: so what is won is won in the whole game.
# region        the vertices of the regions, region after region, heads first.
# leaks[v]      r if the player of region r cannot keep the token in it from v, by the moves that
#               attracted; if the search recurs into regions, by any moves.
#
# A region is searched for tangles when it is complete: the bottom components of what does not leak.
# A tangle without escapes is won.  Each search finds a tangle that is not known yet, or a won one,
# as van Dijk proves; there are finitely many.  They are stored by their escapes:
#
# shape         of each tangle: its player, its first and its end in `members`, and those in
#               `escapes`.
# members       of each tangle: a vertex, and its move in the tangle (NONE for the opponent's).
# first_in[v]   the first entry in `entries` of a tangle that has v as an escape; an entry is a
#               tangle and the next entry.
#
# A region attracts the tangles of its player that lie in it and in what is left, and whose escapes
# are all in regions, or won.  Where a search recurs into regions, a tangle of the opponent that
# lies in a region leaks when all its escapes leak or lie elsewhere.


cdef class Search(Unsolved):
    """The searches of one game; each knows the tangles that those before it found."""

    def __cinit__(self, *_):
        cdef Py_ssize_t v, n = self.owner.shape[0]
        self.level, self.region, self.leaks = int32_buffer(n), int32_buffer(n), int32_buffer(n)
        self.queue, self.open_ones = int32_buffer(n), int32_buffer(n)
        self.first_in = int32_buffer(n)
        self.shape, self.members, self.escapes, self.entries = Pool(), Pool(), Pool(), Pool()
        self.watched, self.won, self.is_head = int32_buffer(n), int32_buffer(n), int32_buffer(n)
        self.number, self.low, self.calls = int32_buffer(n), int32_buffer(n), int32_buffer(n)
        self.cursor, self.component = int32_buffer(n), int32_buffer(n)
        self.order, self.place = self.by_priority(), int32_buffer(n)
        self.left = self.order.shape[0]
        self.free, self.recurs = FREE, False
        for v in range(n):
            self.first_in[v] = NONE
            self.level[v] = OUTSIDE if self.winners[v] < 0 else DECIDED
        for v in range(self.left):
            self.place[self.order[v]] = <int32_t>v

    # -- known tangles ------------------------------------------------------------------------

    cdef int store(self, int32_t a, int64_t first, int64_t end) except -1 nogil:
        """Store a tangle with its escapes."""
        cdef int64_t i, e, t = self.shape.size // 5
        cdef int32_t v, w
        self.shape.add(a)
        self.shape.add(<int32_t>(self.members.size // 2))
        self.shape.add(<int32_t>(self.members.size // 2 + end - first))
        self.shape.add(<int32_t>self.escapes.size)
        for i in range(first, end):
            v = self.open_ones[i]
            self.members.add(v)
            self.members.add(self.strategy[v] if self.owner[v] == a else NONE)
            if self.owner[v] == a:
                continue
            for e in range(self.ptr[v], self.ptr[v + 1]):
                w = self.idx[e]
                if self.level[w] == self.r or self.level[w] == DECIDED:
                    continue
                self.escapes.add(w)
                self.entries.add(<int32_t>t)
                self.entries.add(self.first_in[w])
                self.first_in[w] = <int32_t>(self.entries.size // 2 - 1)
        self.shape.add(<int32_t>self.escapes.size)
        return 0

    cdef bint attracts(self, int64_t t) except -1 nogil:
        """Return whether tangle t lies in what is left and has no escape to elsewhere in it."""
        cdef int64_t i
        cdef int32_t x
        for i in range(number_at(self.shape, 5 * t + 3), number_at(self.shape, 5 * t + 4)):
            self.steps += 1
            if is_open(self.level[number_at(self.escapes, i)], self.free):
                return False
        for i in range(number_at(self.shape, 5 * t + 1), number_at(self.shape, 5 * t + 2)):
            self.steps += 1
            x = self.level[number_at(self.members, 2 * i)]
            if x != self.free and x != self.r:
                return False
        return True

    cdef int64_t take_tangles(self, int32_t v, int32_t a, int64_t tail) except -1 nogil:
        """Add the tangles of player a that have v as an escape; return the region's end."""
        cdef int32_t entry = self.first_in[v], x
        cdef int64_t t, i
        while entry != NONE:
            t = number_at(self.entries, 2 * <int64_t>entry)
            entry = number_at(self.entries, 2 * <int64_t>entry + 1)
            self.count(1)
            if number_at(self.shape, 5 * t) != a or not self.attracts(t):
                continue
            for i in range(number_at(self.shape, 5 * t + 1), number_at(self.shape, 5 * t + 2)):
                x = number_at(self.members, 2 * i)
                if self.level[x] == self.free:
                    self.level[x] = self.r
                    self.strategy[x] = number_at(self.members, 2 * i + 1)
                    self.region[tail] = x
                    tail += 1
        return tail

    cdef int64_t take_leaking(self, int32_t v, int32_t a, int64_t tail) except -1 nogil:
        """Mark the opponent's tangles in the region whose escapes leak, v among them.

        They are added to queue[:tail], whose end is returned.
        """
        cdef int32_t entry = self.first_in[v], x
        cdef int64_t t, i
        cdef bint leaks
        while entry != NONE:
            t = number_at(self.entries, 2 * <int64_t>entry)
            entry = number_at(self.entries, 2 * <int64_t>entry + 1)
            self.count(1)
            leaks = number_at(self.shape, 5 * t) != a
            for i in range(number_at(self.shape, 5 * t + 1), number_at(self.shape, 5 * t + 2)):
                if not leaks:
                    break
                self.steps += 1
                leaks = self.level[number_at(self.members, 2 * i)] == self.r
            for i in range(number_at(self.shape, 5 * t + 3), number_at(self.shape, 5 * t + 4)):
                if not leaks:
                    break
                self.steps += 1
                x = number_at(self.escapes, i)
                leaks = self.level[x] != self.r or self.leaks[x] == self.r
            if not leaks:
                continue
            for i in range(number_at(self.shape, 5 * t + 1), number_at(self.shape, 5 * t + 2)):
                x = number_at(self.members, 2 * i)
                if self.leaks[x] != self.r:
                    self.leaks[x] = self.r
                    self.queue[tail] = x
                    tail += 1
        return tail

    # -- attracting ---------------------------------------------------------------------------

    cdef bint leads_on(self, int32_t v) except -1 nogil:
        """Return whether v has a successor without a region; see `escapes` in `_zielonka.pyx`."""
        cdef int64_t first = self.ptr[v], degree = self.ptr[v + 1] - first, _, at = self.watched[v]
        for _ in range(degree):
            self.steps += 1
            if is_open(self.level[self.idx[first + at]], self.free):
                self.watched[v] = <int32_t>at
                return True
            at += 1
            if at == degree:
                at = 0
        return False

    cdef int64_t attract(self, int32_t a, int64_t head, int64_t tail) except -1 nogil:
        """Extend region[head:tail] by what player a attracts; return the region's end."""
        cdef int32_t v, u
        cdef int64_t e
        while head < tail:
            v = self.region[head]
            head += 1
            self.count(1 + self.pred_ptr[v + 1] - self.pred_ptr[v])
            for e in range(self.pred_ptr[v], self.pred_ptr[v + 1]):
                u = self.pred_idx[e]
                if self.level[u] != self.free:
                    continue
                if self.owner[u] == a:
                    self.strategy[u] = v
                elif self.leads_on(u):
                    continue
                else:
                    self.strategy[u] = NONE
                self.level[u] = self.r
                self.region[tail] = u
                tail += 1
            tail = self.take_tangles(v, a, tail)
        return tail

    # -- tangles of a region ------------------------------------------------------------------

    cdef bint keeps(self, int32_t v, int32_t a) except -1 nogil:
        """Return whether a keeps the token in the region from head v, and choose how."""
        cdef int64_t e
        cdef int32_t w
        self.count(self.ptr[v + 1] - self.ptr[v])
        for e in range(self.ptr[v], self.ptr[v + 1]):
            w = self.idx[e]
            if self.owner[v] == a:
                if self.level[w] == self.r and self.leaks[w] != self.r:
                    self.strategy[v] = w
                    return True
            elif is_open(self.level[w], self.free):
                return False
        return self.owner[v] != a

    cdef int64_t find_leaks(self, int32_t a, int64_t start, int64_t heads) except -1 nogil:
        """Mark what leaks of the region; return the number of vertices that do."""
        cdef int64_t i, e, head = 0, tail = 0
        cdef int32_t v, u
        for i in range(start, heads):
            v = self.region[i]
            self.is_head[v] = self.r
            if self.owner[v] != a:
                self.strategy[v] = NONE
            if not self.keeps(v, a):
                self.leaks[v] = self.r
                self.queue[tail] = v
                tail += 1
        while head < tail:
            v = self.queue[head]
            head += 1
            self.count(1 + self.pred_ptr[v + 1] - self.pred_ptr[v])
            for e in range(self.pred_ptr[v], self.pred_ptr[v + 1]):
                u = self.pred_idx[e]
                if self.level[u] != self.r or self.leaks[u] == self.r:
                    continue
                if self.owner[u] == a:
                    if self.strategy[u] != v:
                        continue
                    if (self.recurs or self.is_head[u] == self.r) and self.keeps(u, a):
                        continue
                self.leaks[u] = self.r
                self.queue[tail] = u
                tail += 1
            if self.recurs:
                tail = self.take_leaking(v, a, tail)
        return tail

    cdef int32_t next_inside(self, int32_t v, int32_t a) except? -1 nogil:
        """Return the next successor of v that does not leak, NONE after the last."""
        cdef int32_t w
        if self.owner[v] == a:
            self.cursor[v] += 1
            return self.strategy[v] if self.cursor[v] == 1 else NONE
        while self.cursor[v] < self.ptr[v + 1] - self.ptr[v]:
            w = self.idx[self.ptr[v] + self.cursor[v]]
            self.cursor[v] += 1
            self.steps += 1
            if self.level[w] == self.r and self.leaks[w] != self.r:
                return w
        return NONE

    cdef int components(self, int32_t a, int32_t root, int32_t *numbered) except -1 nogil:
        """Find the components that are reached from a root (Tarjan); learn the bottom ones."""
        cdef int32_t v = root, w
        cdef int64_t depth = 1, n_open = 1, first
        numbered[0] += 1
        self.number[v] = self.low[v] = numbered[0]
        self.cursor[v] = 0
        self.calls[0] = self.open_ones[0] = v
        while depth:
            v = self.calls[depth - 1]
            self.count(1)
            w = self.next_inside(v, a)
            if w != NONE:
                if self.number[w] == 0:
                    numbered[0] += 1
                    self.number[w] = self.low[w] = numbered[0]
                    self.cursor[w] = 0
                    self.calls[depth] = w
                    self.open_ones[n_open] = w
                    depth += 1
                    n_open += 1
                elif self.number[w] < self.low[v]:
                    self.low[v] = self.number[w]
                continue
            depth -= 1
            if depth:
                w = self.calls[depth - 1]
                self.low[w] = min(self.low[w], self.low[v])
            if self.low[v] == self.number[v]:
                first = n_open
                w = NONE
                while w != v:
                    first -= 1
                    w = self.open_ones[first]
                    self.number[w] = COMPLETE
                    self.component[w] = v
                self.learn(a, first, n_open)
                n_open = first
        return 0

    cdef int learn(self, int32_t a, int64_t first, int64_t end) except -1 nogil:
        """Store the component open_ones[first:end] if it is a bottom one with an edge."""
        cdef int64_t i, e
        cdef int32_t v, w, own = self.component[self.open_ones[first]]
        cdef bint has_edge = False, is_won = True
        for i in range(first, end):
            v = self.open_ones[i]
            if self.owner[v] == a:
                w = self.strategy[v]
                if self.component[w] != own or self.leaks[w] == self.r:
                    return 0
                has_edge = True
                continue
            self.count(self.ptr[v + 1] - self.ptr[v])
            for e in range(self.ptr[v], self.ptr[v + 1]):
                w = self.idx[e]
                if self.level[w] == DECIDED:
                    continue
                if self.level[w] != self.r:
                    is_won = False
                elif self.leaks[w] == self.r or self.component[w] != own:
                    return 0
                else:
                    has_edge = True
        if not has_edge:
            return 0
        if is_won:
            self.win(a, first, end)
        else:
            self.store(a, first, end)
            self.n_found += 1
        return 0

    cdef int win(self, int32_t a, int64_t first, int64_t end) except -1 nogil:
        """Record who wins open_ones[first:end]; the regions stay until the search ends."""
        cdef int64_t i
        cdef int32_t v
        for i in range(first, end):
            v = self.open_ones[i]
            self.winners[v] = <int8_t>a
            if self.owner[v] != a:
                self.strategy[v] = NONE
            self.won[self.n_won] = v
            self.n_won += 1
        return 0

    cdef int extract(self, int32_t a, int64_t start, int64_t end) except -1 nogil:
        """Collect the tangles of region[start:end], where what leaks is marked."""
        cdef int64_t i
        cdef int32_t v, numbered = 0
        for i in range(start, end):
            self.number[self.region[i]] = 0
            self.component[self.region[i]] = NONE
        for i in range(start, end):
            v = self.region[i]
            if self.leaks[v] != self.r and self.number[v] == 0:
                self.components(a, v, &numbered)
        return 0

    # -- a search -------------------------------------------------------------------------------

    cdef int divide(self, const int32_t[::1] order, int64_t n) except -1 nogil:
        """Divide order[:n], of descending priority, into regions, and learn their tangles.

        Vertices that are won are left out.  Those that are won now stand in won[:n_won].
        """
        cdef int64_t at, start = 0, heads, end = 0
        cdef int32_t v, a
        self.r = 0
        self.n_found = self.n_won = 0
        for at in range(n):
            v = order[at]
            self.level[v] = FREE if self.winners[v] < 0 else DECIDED
            self.leaks[v] = self.is_head[v] = 0
        self.count(n)
        at = 0
        while True:
            while at < n and self.level[order[at]] != FREE:
                at += 1
            if at == n:
                return 0
            self.r += 1
            start = heads = end
            a = self.priority[order[at]] & 1
            while at < n:
                v = order[at]
                if self.level[v] == FREE:
                    if self.priority[v] & 1 != a:
                        break
                    self.level[v] = self.r
                    self.region[heads] = v
                    heads += 1
                at += 1
            self.count(heads - start)
            end = self.attract(a, start, heads)
            if self.find_leaks(a, start, heads) < end - start:
                self.extract(a, start, end)

    cdef int64_t take_won(self, int32_t v, int64_t tail) except -1 nogil:
        """Add to won[:tail] the tangles that the winner of v wins with it; return the new end.

        All their escapes are won by their player: the opponent must stay in them, or lose there.
        """
        cdef int32_t entry = self.first_in[v], x
        cdef int8_t a = self.winners[v]
        cdef int64_t t, i
        cdef bint is_won
        while entry != NONE:
            t = number_at(self.entries, 2 * <int64_t>entry)
            entry = number_at(self.entries, 2 * <int64_t>entry + 1)
            self.count(1)
            is_won = number_at(self.shape, 5 * t) == a
            for i in range(number_at(self.shape, 5 * t + 3), number_at(self.shape, 5 * t + 4)):
                if not is_won:
                    break
                self.steps += 1
                is_won = self.winners[number_at(self.escapes, i)] == a
            if not is_won:
                continue
            for i in range(number_at(self.shape, 5 * t + 1), number_at(self.shape, 5 * t + 2)):
                x = number_at(self.members, 2 * i)
                if self.winners[x] < 0:
                    self.winners[x] = a
                    self.strategy[x] = number_at(self.members, 2 * i + 1)
                    self.won[tail] = x
                    tail += 1
        return tail

    cdef int64_t decide(self) except -1 nogil:
        """Assign each player what leads to won[:n_won], by tangles too; return how many are won.

        They stand in `won`.
        """
        cdef int64_t i, start = 0, end = self.n_won, told
        while start < end:
            told = start + spread(
                self.ptr, self.idx, self.pred_ptr, self.pred_idx, self.owner, self.winners,
                self.strategy, self.watched, self.won[start:], end - start,
            )
            end = told
            for i in range(start, told):
                self.level[self.won[i]] = DECIDED
                end = self.take_won(self.won[i], end)
            start = told
        self.left -= end
        return end

    cdef int sort(self, int32_t[::1] vertices, int64_t n) except -1 nogil:
        """Sort vertices[:n] by priority, the greatest first."""
        cdef int64_t i
        self.count(n)
        for i in range(n):
            vertices[i] = self.place[vertices[i]]
        qsort(&vertices[0], n, sizeof(int32_t), _compare)
        for i in range(n):
            vertices[i] = self.order[vertices[i]]
        return 0
