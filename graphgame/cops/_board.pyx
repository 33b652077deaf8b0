"""The base kernel of cops and robbers: `Board`, a graph with the placements on it and their times.

A placement is the multiset of the vertices of the k cops, a_0 ≤ a_1 ≤ …; placements are numbered in
colexicographic order: placement a has the number C(a_0, 1) + C(a_1 + 1, 2) + … + C(a_i + i, i + 1).
A set of vertices of the robber is a row of bits, 64 vertices per word.  A graph is given by its
closed out- and in-neighbourhoods in compressed sparse rows: the vertices that a piece may move to,
or come from.  Each row is ascending, without repetition, and includes the vertex itself, since a
piece may stay.
"""

from libc.stdint cimport INT64_MAX, int32_t, int64_t, uint64_t

from graphgame._kernel.buffer cimport (
    Buffer, int32_buffer, int64_buffer, uint16_buffer, uint64_buffer,
)
from graphgame._kernel.signals cimport check_signals


cdef class Board:
    """Memory for k cops on at most `most_vertices` vertices and `arcs` arcs; `hunt` fills it.

    Attributes
    ----------
    rows : int
        Number of placements, C(n + k - 1, k).
    won_buffer, lost_buffer : Buffer or None
        (rows × words,) uint64: the vertices on which the robber is caught in the end, with the cops
        to move and with the robber to move.
    times_buffer : Buffer or None
        (rows × n,) uint16 or int32: rounds to the capture with the cops to move.  All bits are set
        where there is no capture, which is -1 as a signed integer.
    """

    # place[i * width + x] = C(x + i, i + 1): what cop i of a sorted placement contributes to its
    # number when he stands at x; also the number of placements of i + 1 cops on x vertices.  It
    # does not depend on n, so one table serves all games; width = most_vertices + 1.
    #
    # out_ptr, out_idx and in_ptr, in_idx are the out- and in-neighbourhoods; near[r * words] is the
    # row of bits of the out-neighbourhood of r.  Rows of `won` and `lost` have `words` words too.
    # hand holds the cops of the current placement, turn[i] the arc that cop i takes.

    def __cinit__(self, Py_ssize_t most_vertices, Py_ssize_t k, Py_ssize_t arcs, int times_width):
        if most_vertices < 1 or k < 1 or arcs < 0 or times_width not in (0, 2, 4):
            raise ValueError("expected at least one vertex and one cop, and times of 0, 2, 4 bytes")
        self.n = <int32_t>most_vertices
        self.k = <int32_t>k
        self.width = most_vertices + 1
        self.words = (most_vertices + 63) // 64
        self.times_width = times_width
        self.place = int64_buffer(k * self.width)
        with nogil:
            self._fill_place()
        self.rows = self.place[k * self.width - 1]
        if self.rows > INT64_MAX // (8 * self.width):
            raise OverflowError(f"{self.rows} placements on {most_vertices} vertices are too many")
        self.out_ptr = int64_buffer(self.width)
        self.in_ptr = int64_buffer(self.width)
        self.out_idx = int32_buffer(arcs)
        self.in_idx = int32_buffer(arcs)
        self.near = uint64_buffer(most_vertices * self.words)
        self.hand = int32_buffer(k)
        self.turn = int64_buffer(k)
        self.won_buffer = uint64_buffer(self.rows * self.words)
        self.lost_buffer = uint64_buffer(self.rows * self.words)
        self.won, self.lost = self.won_buffer, self.lost_buffer
        if times_width == 2:
            self.times_buffer = uint16_buffer(self.rows * most_vertices)
            self.times16 = self.times_buffer
        elif times_width == 4:
            self.times_buffer = int32_buffer(self.rows * most_vertices)
            self.times32 = self.times_buffer

    cdef int _fill_place(self) except -1 nogil:
        """Fill the table of binomials by Pascal's rule."""
        cdef Py_ssize_t i, x, at
        cdef int64_t above
        for i in range(self.k):
            for x in range(1, self.width):
                at = i * self.width + x
                above = self.place[at - self.width] if i else 1
                if self.place[at - 1] > INT64_MAX - above:
                    with gil:
                        raise OverflowError("more than 2^63 - 1 placements")
                self.place[at] = self.place[at - 1] + above
            check_signals()
        return 0

    # -- a graph -------------------------------------------------------------------------------

    cdef int load(
        self, const int64_t[::1] ptr, const int32_t[::1] idx,
        const int64_t[::1] back_ptr, const int32_t[::1] back_idx,
        const int32_t[::1] members, const int32_t[::1] local,
    ) except -1 nogil:
        """Load the part of a graph induced by `members`; vertex v becomes local[v].

        No arc leaves or enters the part; local[members] is ascending.
        """
        cdef Py_ssize_t r, w
        cdef int64_t e
        self.n = <int32_t>members.shape[0]
        self.words = (self.n + 63) // 64
        self.rows = self.place[(self.k - 1) * self.width + self.n]
        self._load_rows(ptr, idx, members, local, self.out_ptr, self.out_idx)
        self._load_rows(back_ptr, back_idx, members, local, self.in_ptr, self.in_idx)
        for w in range(self.n * self.words):
            self.near[w] = 0
            count_steps(self, 1)
        for r in range(self.n):
            for e in range(self.out_ptr[r], self.out_ptr[r + 1]):
                w = r * self.words + self.out_idx[e] // 64
                self.near[w] |= <uint64_t>1 << (self.out_idx[e] % 64)
            count_steps(self, self.out_ptr[r + 1] - self.out_ptr[r])
        return 0

    cdef int _load_rows(
        self, const int64_t[::1] ptr, const int32_t[::1] idx,
        const int32_t[::1] members, const int32_t[::1] local,
        int64_t[::1] new_ptr, int32_t[::1] new_idx,
    ) except -1 nogil:
        cdef Py_ssize_t r
        cdef int64_t e, at = 0
        new_ptr[0] = 0
        for r in range(members.shape[0]):
            for e in range(ptr[members[r]], ptr[members[r] + 1]):
                new_idx[at] = local[idx[e]]
                at += 1
            new_ptr[r + 1] = at
            count_steps(self, ptr[members[r] + 1] - ptr[members[r]])
        return 0

    # -- placements ----------------------------------------------------------------------------

    cdef int unrank(self, int64_t c) except -1 nogil:
        """Write placement c to hand, ascending."""
        cdef Py_ssize_t i
        cdef int32_t low, high, middle
        for i in range(self.k - 1, -1, -1):
            low, high = 0, self.n - 1  # binary search for the greatest x with place at most c
            while low < high:
                middle = (low + high + 1) // 2
                if self.place[i * self.width + middle] <= c:
                    low = middle
                else:
                    high = middle - 1
            self.hand[i] = low
            c -= self.place[i * self.width + low]
        return 0

    cdef int64_t rank_of_hand(self) except -1 nogil:
        """Sort hand by insertion and return its number."""
        cdef Py_ssize_t i, j
        cdef int32_t x
        cdef int64_t c = 0
        for i in range(1, self.k):
            x = self.hand[i]
            j = i
            while j > 0 and self.hand[j - 1] > x:
                self.hand[j] = self.hand[j - 1]
                j -= 1
            self.hand[j] = x
        for i in range(self.k):
            c += self.place[i * self.width + self.hand[i]]
        return c

    cdef int advance_hand(self, Py_ssize_t size) except -1 nogil:
        """Replace the first `size` cops in hand by the placement with the next number."""
        cdef Py_ssize_t i = 0, j
        while i + 1 < size and self.hand[i] == self.hand[i + 1]:
            i += 1
        self.hand[i] += 1
        for j in range(i):
            self.hand[j] = 0
        return 0

    # -- times -----------------------------------------------------------------------------------

    cdef int32_t _robber_time(self, int64_t c, int32_t robber) except -1 nogil:
        """Return the rounds to the capture with the robber to move: the greatest of his options."""
        cdef int64_t e
        cdef int32_t time, greatest = 0
        if get_time(self, c * self.n + robber) == 0:
            return 0
        for e in range(self.out_ptr[robber], self.out_ptr[robber + 1]):
            time = get_time(self, c * self.n + self.out_idx[e])
            if time > greatest:
                greatest = time
        return greatest

    cdef int64_t _rank(self, const int32_t[::1] cops) except -1:
        cdef Py_ssize_t i
        for i in range(self.k):
            self.hand[i] = cops[i]
        return self.rank_of_hand()

    def number(self, const int32_t[::1] cops not None) -> int:
        """Return the number of a placement, (k,) int32 in any order, O(k^2)."""
        return self._rank(cops)

    def placement(self, int64_t c) -> Buffer:
        """Return placement number c, ascending, as an int32 Buffer, O(k log n)."""
        cdef Buffer buffer = int32_buffer(self.k)
        cdef int32_t[::1] cops = buffer
        cdef Py_ssize_t i
        self.unrank(c)
        for i in range(self.k):
            cops[i] = self.hand[i]
        return buffer

    cdef bint _is_won(self, int64_t c, int32_t robber, bint robber_to_move) except -1 nogil:
        cdef int64_t at = c * self.words + robber // 64
        if robber_to_move and self.times_width:
            return self._robber_time(c, robber) != NEVER
        if self.times_width:
            return get_time(self, c * self.n + robber) != NEVER
        return (self.lost[at] if robber_to_move else self.won[at]) >> (robber % 64) & 1

    def is_won(self, const int32_t[::1] cops not None, int32_t robber, bint robber_to_move) -> bool:
        """Return whether the robber is caught.  O(options) time."""
        return bool(self._is_won(self._rank(cops), robber, robber_to_move))

    def time(self, const int32_t[::1] cops not None, int32_t robber, bint robber_to_move) -> int:
        """Return the rounds to the capture, -1 for never; needs times."""
        cdef int64_t c = self._rank(cops)
        cdef int32_t time
        if robber_to_move:
            time = self._robber_time(c, robber)
        else:
            time = get_time(self, c * self.n + robber)
        return -1 if time == NEVER else time

    def robber_choice(self, const int32_t[::1] cops not None) -> int:
        """Return the vertex on which the robber holds out longest, the lowest; O(n).

        Without times: the lowest vertex on which he escapes, -1 if there is none.
        """
        cdef int64_t c = self._rank(cops)
        cdef int32_t r, best = -1, time, longest = -1
        for r in range(self.n):
            if self.times_width:
                time = get_time(self, c * self.n + r)
            else:
                time = -1 if self._is_won(c, r, False) else NEVER
            if time > longest:
                best, longest = r, time
        return best

    cdef int64_t _tightest(self) except -1 nogil:
        cdef int64_t c, best = 0
        cdef int32_t r, safe, fewest = self.n + 1
        for c in range(self.rows):
            safe = 0
            for r in range(self.n):
                safe += not self._is_won(c, r, False)
            if safe < fewest:
                best, fewest = c, safe
            count_steps(self, self.n)
        return best

    def tightest(self) -> int:
        """Return the lowest placement that leaves the fewest vertices to escape from; O(P n)."""
        cdef int64_t c
        with nogil:
            c = self._tightest()
        return c

    def robber_move(self, const int32_t[::1] cops not None, int32_t robber) -> int:
        """Return the option of the robber with the longest time, the lowest; O(options)."""
        cdef int64_t e, c = self._rank(cops)
        cdef int32_t r, best = robber, time, longest = -1
        for e in range(self.out_ptr[robber], self.out_ptr[robber + 1]):
            r = self.out_idx[e]
            time = get_time(self, c * self.n + r)
            if time > longest:
                best, longest = r, time
        return best

    cdef int _find_move(
        self, const int32_t[::1] cops, int32_t robber, int32_t wanted, int32_t[::1] moves
    ) except -1 nogil:
        """Find the first joint move to a time of at most `wanted`; return whether there is one.

        Joint moves are enumerated in lexicographic order: the move of the last cop changes fastest.
        """
        cdef Py_ssize_t i
        for i in range(self.k):
            self.turn[i] = self.out_ptr[cops[i]]
        while True:
            for i in range(self.k):
                moves[i] = self.hand[i] = self.out_idx[self.turn[i]]
            if wanted == NEVER or self._robber_time(self.rank_of_hand(), robber) <= wanted:
                return True
            count_steps(self, self.k + self.out_ptr[robber + 1] - self.out_ptr[robber])
            i = self.k - 1
            while i >= 0:
                self.turn[i] += 1
                if self.turn[i] < self.out_ptr[cops[i] + 1]:
                    break
                self.turn[i] = self.out_ptr[cops[i]]
                i -= 1
            if i < 0:
                return False

    def cops_move(self, const int32_t[::1] cops not None, int32_t robber) -> Buffer:
        """Return the best joint move, cop by cop, as a (k,) int32 Buffer.

        The lexicographically lowest joint move that shortens the time by a round; where the robber
        escapes, the lowest joint move.  O(joint moves × options of the robber) time, O(k) memory.

        Raises
        ------
        ValueError
            If there is none: the times are not those of a solution, or the robber is caught.
        """
        cdef Buffer buffer = int32_buffer(self.k)
        cdef int32_t[::1] moves = buffer
        cdef int32_t time = get_time(self, self._rank(cops) * self.n + robber)
        cdef bint found
        with nogil:
            found = self._find_move(cops, robber, time if time == NEVER else time - 1, moves)
        if not found:
            raise ValueError(f"expected a move of the cops to a time below {time}, found none")
        return buffer
