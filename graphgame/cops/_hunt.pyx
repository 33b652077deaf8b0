"""The kernel that solves cops and robbers: `Hunt` finds who wins, and in how many rounds.

Placements, their numbers and the form of the graph are those of `graphgame.cops._board`.
"""

cimport cython
from libc.stdint cimport int32_t, int64_t, uint64_t

from graphgame._kernel.bits cimport lowest_bit
from graphgame._kernel.buffer cimport int8_buffer, int32_buffer, int64_buffer, uint64_buffer
from graphgame.cops._board cimport Board, count_steps, set_time

cdef enum:
    # Mark of a placement: `lost` grew in the last round.
    FRESH = 1
    # Mark of a placement: `won` grew in this round.
    GROWN = 2
    # Cost of a joint move in _push, relative to one in _pull: measured; the optimum is flat.
    PUSH_COST = 4


@cython.final
cdef class Hunt(Board):
    """Memory for games of k cops on at most `most_vertices` vertices, solved one after the other.

    Attributes
    ----------
    start : int
        The lowest placement from which the cops win in `capture_time` rounds wherever the robber
        starts; -1 if there is none.
    capture_time : int
        Rounds until the capture from the best placement; -1 if the robber escapes.
    """

    # won[c] and lost[c], rows of `words` words, are the sets of vertices on which the robber is
    # caught within `round` rounds by cops at c, with the cops to move and with the robber to move.
    # A round is a move of the cops, then one of the robber.  near[r] are the robber's options.
    # marks[c] has FRESH where lost[c] grew in the last round, GROWN where won[c] grew in this one;
    # fresh_rows and grown_rows list those placements.  Each round reads `lost` of the round before
    # and writes `won` (_push or _pull, whichever costs less), then computes `lost` of this round
    # from `won` (_settle).  So no row mixes two rounds, and the round in which a bit is set is the
    # exact time.  Ends because every round but the last sets a bit of `lost`, and none is cleared.

    def __cinit__(self, Py_ssize_t most_vertices, Py_ssize_t k, Py_ssize_t arcs, int times_width):
        cdef Py_ssize_t level, i
        self.marks = int8_buffer(self.rows)
        self.fresh_rows = int64_buffer(self.rows)
        self.grown_rows = int64_buffer(self.rows)
        self.prefix = int32_buffer(k)
        self.row = uint64_buffer(self.words)
        self.layer_start = int64_buffer(k + 1)
        for level in range(1, k):
            i = k - level - 1
            self.layer_start[level + 1] = (
                self.layer_start[level] + self.place[i * self.width + most_vertices]
            )
        self.layers = uint64_buffer(self.layer_start[k] * self.words)
        self.layer_marks = int8_buffer(self.layer_start[k])

    def finish(self) -> None:
        """Free all memory but the answers: the times, or without times `won` and `lost`.

        The game cannot be run again.
        """
        self.marks = self.layer_marks = None
        self.fresh_rows = self.grown_rows = None
        self.layers = self.near = None
        if self.times_width:
            self.won = self.lost = None
            self.won_buffer = self.lost_buffer = None

    cdef bint _is_full(self, int64_t c) except -1 nogil:
        """Return whether the cops win from c wherever the robber is."""
        cdef Py_ssize_t w
        for w in range(self.words - 1):
            if ~self.won[c * self.words + w]:
                return False
        return not ~self.won[(c + 1) * self.words - 1] << (63 - (self.n - 1) % 64)

    cdef int _see_start(self, int64_t c) except -1 nogil:
        """Record placement c if it is the lowest of those that are won first."""
        if self.capture_time >= 0 and (self.capture_time < self.round or self.start < c):
            return 0
        if self._is_full(c):
            self.start = c
            self.capture_time = self.round
        return 0

    cdef int _place_cops(self) except -1 nogil:
        """Round 0: the robber is caught on the vertices of the cops; every placement is fresh."""
        cdef int64_t c, at
        cdef Py_ssize_t i, r, w
        self.start = self.capture_time = -1
        self.round = self.grown_count = 0
        for i in range(self.k):
            self.hand[i] = 0
        for c in range(self.rows):
            at = c * self.words
            for w in range(self.words):
                self.won[at + w] = 0
            for i in range(self.k):
                self.won[at + self.hand[i] // 64] |= <uint64_t>1 << (self.hand[i] % 64)
            for w in range(self.words):
                self.lost[at + w] = self.won[at + w]
            if self.times_width:
                for r in range(self.n):
                    set_time(self, c * self.n + r, -1)
                for i in range(self.k):
                    set_time(self, c * self.n + self.hand[i], 0)
                count_steps(self, self.n)
            self._see_start(c)
            self.marks[c] = FRESH
            self.fresh_rows[c] = c
            self.advance_hand(self.k)
            count_steps(self, self.k + self.words)
        self.fresh_count = self.rows
        self.joint_moves = self.most_joint_moves
        return 0

    # -- the cops move -------------------------------------------------------------------------

    cdef int _add_won(self, int64_t c, int64_t after) except -1 nogil:
        """Add lost[after] to won[c], or `row` where `after` is -1."""
        cdef Py_ssize_t w, at
        cdef uint64_t more
        cdef bint grows = False
        for w in range(self.words):
            at = c * self.words + w
            more = self.row[w] if after < 0 else self.lost[after * self.words + w]
            more &= ~self.won[at]
            if not more:
                continue
            grows = True
            self.won[at] |= more
            if self.times_width:
                while more:
                    set_time(self, c * self.n + 64 * w + lowest_bit(more), self.round)
                    more &= more - 1
        if grows and not self.marks[c] & GROWN:
            self.marks[c] |= GROWN
            self.grown_rows[self.grown_count] = c
            self.grown_count += 1
        return 0

    cdef int _push(self, int64_t c) except -1 nogil:
        """Add lost[c] to `won` of every placement from which the cops can move to placement c.

        prefix is c; turn[i] is the arc by which its cop i came.  All combinations of arcs are
        enumerated like the digits of a number.
        """
        cdef Py_ssize_t i
        self.unrank(c)
        for i in range(self.k):
            self.prefix[i] = self.hand[i]
            self.turn[i] = self.in_ptr[self.prefix[i]]
        while True:
            for i in range(self.k):
                self.hand[i] = self.in_idx[self.turn[i]]
            self._add_won(self.rank_of_hand(), c)
            count_steps(self, self.k + self.words)
            i = 0
            while i < self.k:
                self.turn[i] += 1
                if self.turn[i] < self.in_ptr[self.prefix[i] + 1]:
                    break
                self.turn[i] = self.in_ptr[self.prefix[i]]
                i += 1
            if i == self.k:
                return 0

    cdef bint _make_layer(self, int32_t level, int32_t v) except -1 nogil:
        """Make the next layer, for a cop who moves from v; return whether any row of it is fresh.

        Layer `level` says on which vertices the robber is lost after `level` cops have moved from
        the vertices of the prefix, by the placement y of the other k - level cops after the move.
        layers[layer_start[level] + y] is the union, over the vertices u that v can move to, of the
        rows of the layer before for y with u added; layer 0 is `lost`.  layer_marks says which rows
        come from fresh ones; the others are not written.
        """
        cdef Py_ssize_t i, p, w, size = self.k - level
        cdef int64_t y, c, e, low, high, to
        cdef int32_t u
        cdef uint64_t word
        cdef bint some, any_row = False
        for i in range(size):
            self.hand[i] = 0
        for y in range(self.place[(size - 1) * self.width + self.n]):
            to = self.layer_start[level] + y
            some = False
            # u is inserted after the first p cops in hand: low is the contribution of those to the
            # number, high that of the others, whose indices grow by one.
            p = low = high = 0
            for i in range(size):
                high += self.place[(i + 1) * self.width + self.hand[i]]
            for e in range(self.out_ptr[v], self.out_ptr[v + 1]):
                u = self.out_idx[e]
                while p < size and self.hand[p] < u:
                    low += self.place[p * self.width + self.hand[p]]
                    high -= self.place[(p + 1) * self.width + self.hand[p]]
                    p += 1
                c = low + self.place[p * self.width + u] + high
                if not self._is_fresh(level - 1, c):
                    continue
                if level > 1:
                    c += self.layer_start[level - 1]
                for w in range(self.words):
                    word = self.lost[c * self.words + w] if level == 1 else (
                        self.layers[c * self.words + w])
                    if some:
                        word |= self.layers[to * self.words + w]
                    self.layers[to * self.words + w] = word
                some = True
            self.layer_marks[to] = some
            any_row |= some
            self.advance_hand(size)
            count_steps(self, (self.out_ptr[v + 1] - self.out_ptr[v]) * self.words)
        return any_row

    cdef inline bint _is_fresh(self, int32_t level, int64_t c) except -1 nogil:
        if level == 0:
            return self.marks[c] & FRESH
        return self.layer_marks[self.layer_start[level] + c]

    cdef int _pull_row(self, int32_t v) except -1 nogil:
        """Move the last cop, from v, and add what is won to the placement that prefix is."""
        cdef Py_ssize_t i, w
        cdef int64_t e, at, c = 0
        cdef uint64_t word
        cdef bint some = False
        for e in range(self.out_ptr[v], self.out_ptr[v + 1]):
            at = self.out_idx[e]
            if not self._is_fresh(self.k - 1, at):
                continue
            at = (self.layer_start[self.k - 1] + at) * self.words
            for w in range(self.words):
                word = self.lost[at + w] if self.k == 1 else self.layers[at + w]
                self.row[w] = self.row[w] | word if some else word
            some = True
        if some:
            for i in range(self.k):
                c += self.place[i * self.width + self.prefix[i]]
            self._add_won(c, -1)
        return count_steps(self, (self.out_ptr[v + 1] - self.out_ptr[v]) * self.words + self.k)

    cdef int _pull(self) except -1 nogil:
        """Add to `won` of every placement from which the cops can move to a fresh one.

        The cops move one after the other, with a layer for each but the last: prefix[:level + 1]
        are the vertices of the first cops, ascending, enumerated depth first, and layer `level` is
        the result of moving all of them but the last.  Ends because prefixes come in lexicographic
        order.
        """
        cdef int32_t level = 0
        self.prefix[0] = 0
        while True:
            if self.prefix[level] == self.n:
                if level == 0:
                    return 0
                level -= 1
            elif level == self.k - 1:
                self._pull_row(self.prefix[level])
            elif self._make_layer(level + 1, self.prefix[level]):
                self.prefix[level + 1] = self.prefix[level]
                level += 1
                continue
            self.prefix[level] += 1

    # -- the robber moves ----------------------------------------------------------------------

    cdef int _settle_row(self, int64_t c) except -1 nogil:
        """Add to lost[c] the vertices all of whose options are in won[c]; mark c if there are any.

        Only vertices in won[c] can be among them, since the robber may stay.
        """
        cdef Py_ssize_t w, x, r, at = c * self.words
        cdef uint64_t left, bit
        cdef bint grows = False, safe
        cdef double moves = 1
        for w in range(self.words):
            left = self.won[at + w] & ~self.lost[at + w]
            while left:
                bit = left & (~left + 1)
                left ^= bit
                r = (64 * w + lowest_bit(bit)) * self.words
                safe = False
                for x in range(self.words):
                    if self.near[r + x] & ~self.won[at + x]:
                        safe = True
                        break
                if not safe:
                    self.lost[at + w] |= bit
                    grows = True
                count_steps(self, self.words)
        if not grows:
            return 0
        self.marks[c] |= FRESH
        self.fresh_rows[self.fresh_count] = c
        self.fresh_count += 1
        if self.joint_moves < self.most_joint_moves:
            self.unrank(c)
            for w in range(self.k):
                moves *= self.in_ptr[self.hand[w] + 1] - self.in_ptr[self.hand[w]]
            self.joint_moves += PUSH_COST * moves if self.k > 1 else moves
        return 0

    cdef int _settle(self) except -1 nogil:
        """End a round: clear the fresh marks, and update lost[c] where won[c] grew."""
        cdef int64_t i
        for i in range(self.fresh_count):
            self.marks[self.fresh_rows[i]] &= ~FRESH
            count_steps(self, 1)
        self.fresh_count = 0
        self.joint_moves = 0
        for i in range(self.grown_count):
            self.marks[self.grown_rows[i]] &= ~GROWN
            self._see_start(self.grown_rows[i])
            self._settle_row(self.grown_rows[i])
            count_steps(self, self.k + self.words)
        self.grown_count = 0
        return 0

    cdef int _measure(self) except -1 nogil:
        """Estimate the cost of a _pull: the rows of all layers times the mean neighbourhood."""
        cdef Py_ssize_t level
        self.most_joint_moves = self.rows
        for level in range(1, self.k):
            self.most_joint_moves += (
                <double>self.place[(level - 1) * self.width + self.n]
                * self.place[(self.k - level - 1) * self.width + self.n]
            )
        self.most_joint_moves *= <double>self.out_ptr[self.n] / self.n
        return 0

    cdef int run(self, bint stop, int64_t most_rounds) except -1 nogil:
        """Solve the loaded game; with `stop`, only until the winner is known."""
        cdef int64_t i
        self._measure()
        self._place_cops()
        while self.fresh_count and not (stop and self.start >= 0):
            self.round += 1
            if self.joint_moves < self.most_joint_moves:
                for i in range(self.fresh_count):
                    self._push(self.fresh_rows[i])
            else:
                self._pull()
            if self.grown_count and self.round > most_rounds:
                with gil:
                    raise OverflowError(f"a capture takes more than {most_rounds} rounds")
            self._settle()
        return 0


def hunt(
    const int64_t[::1] ptr not None,
    const int32_t[::1] idx not None,
    const int64_t[::1] back_ptr not None,
    const int32_t[::1] back_idx not None,
    const int32_t[::1] members not None,
    int32_t k,
    int times_width,
    int64_t most_rounds,
) -> Hunt:
    """Solve cops and robbers on one graph.

    Parameters
    ----------
    ptr : (n + 1,) int64
    idx : (m,) int32
        Closed out-neighbourhoods, each row ascending, n at least 1.
    back_ptr : (n + 1,) int64
    back_idx : (m,) int32
        Closed in-neighbourhoods; the same arrays where the graph is undirected.
    members : (n,) int32
        0, 1, 2, …
    k : int
        Number of cops, at least 1.
    times_width : {0, 2, 4}
        Bytes of the time of a state; 0 keeps no times.
    most_rounds : int
        At most 2^15 - 1 where times take 2 bytes, 2^31 - 2 where they take 4.

    Returns
    -------
    Hunt

    Raises
    ------
    OverflowError
        If a capture takes more rounds than `most_rounds`.

    Notes
    -----
    With P = C(n + k - 1, k) placements, w = ⌈n / 64⌉ words and d the mean closed neighbourhood, a
    round takes O(P d w Σ C(k, j)) word operations at worst, j = 1 … k, and fewer where little has
    changed: a round either makes all joint moves cop by cop, or only those to the placements that
    have changed.  Memory: P (16 w + 17 + n times_width) bytes, and (8 w + 1) C(n + k - 1, k - 1)
    for the layers.  Source: the rounds are those of R. Nowakowski and P. Winkler, "Vertex-to-vertex
    pursuit in a graph", Discrete Math. 43, 1983; for k cops, of N. E. Clarke and G. MacGillivray,
    "Characterizations of k-copwin graphs", Discrete Math. 312, 2012.
    """
    cdef Hunt game = Hunt(members.shape[0], k, idx.shape[0], times_width)
    with nogil:
        game.load(ptr, idx, back_ptr, back_idx, members, members)
        game.run(False, most_rounds)
    game.finish()
    return game


def restored(
    const int64_t[::1] ptr not None,
    const int32_t[::1] idx not None,
    const int32_t[::1] members not None,
    int32_t k,
    int64_t start,
    int64_t capture_time,
    buffers: tuple[Buffer | None, Buffer | None, Buffer | None],
) -> Hunt:
    """Rebuild a game that `hunt` has solved from its answers.

    Parameters
    ----------
    ptr, idx, members, k
        As of `hunt`.
    start, capture_time
        As `Hunt` has them.
    buffers : (Buffer or None, Buffer or None, Buffer or None)
        Its `won_buffer`, `lost_buffer` and `times_buffer`.

    Raises
    ------
    ValueError
        If their lengths or types are not those of such a game.
    """
    cdef int times_width = 0 if buffers[2] is None else memoryview(buffers[2]).itemsize
    cdef Hunt game = Hunt(members.shape[0], k, idx.shape[0], times_width)
    with nogil:
        game.load(ptr, idx, ptr, idx, members, members)  # only solving needs in-neighbourhoods
    game.start, game.capture_time = start, capture_time
    for room, kept in zip((game.won_buffer, game.lost_buffer, game.times_buffer), buffers):
        if kept is not None:
            memoryview(room)[:] = kept
    game.finish()
    return game
