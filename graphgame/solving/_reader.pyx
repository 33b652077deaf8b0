"""The kernel that reads solutions: best moves, lines, counts, dicts.

A reader has the options of every position in compressed sparse rows, and the labels of a solution.
There is one for each kind of solution.  It says which options fit the label of a position, and
gives each of them a key: the least is best.  Inputs must have been checked by `graphgame.graphs`
and the room's files: in the release build, kernels index with them unchecked.
"""

from cython cimport final
from libc.stdint cimport int8_t, int32_t, int64_t

from collections.abc import Iterable

from graphgame._kernel.buffer cimport Buffer, int8_buffer, int32_buffer
from graphgame._kernel.outcome cimport DRAW, LOSE, NO_PRESET, TIE, WIN
from graphgame._kernel.signals cimport SIGNAL_STEPS, check_signals


cdef class Reader:
    """What reads a solution; each kind has a class of its own with this base."""

    cdef const int64_t[::1] option_ptr
    cdef const int32_t[::1] option_idx, remoteness

    cdef int32_t _best_move(self, Py_ssize_t v) except -2 nogil:
        """Return the best move from v; -1 if play ends there, or no option fits."""
        return -1

    cdef int _best_moves(self, int32_t[::1] moves) except -1 nogil:
        """Set moves[v] to the best move from v."""
        return 0

    cdef bint _is_over(self, Py_ssize_t v) except -1 nogil:
        """Return whether play ends at v."""
        return True

    cdef Py_ssize_t _length(self, Py_ssize_t start) except -1 nogil:
        """Return how many positions the line from start has; 0 if that must be counted."""
        return self.remoteness[start] + 1

    cdef bint _may_repeat(self, Py_ssize_t v) except -1 nogil:
        """Return whether a line that has been counted may end with a repetition of v."""
        return True

    cdef int32_t _step(self, int32_t v) except -1 nogil:
        """Return the best move from v, where play does not end."""
        cdef int32_t w = self._best_move(v)
        if w < 0:
            self._refuse(v)
        return w

    cdef int _refuse(self, int32_t v) except -1 nogil:
        # Reached only by a solution that `verify` rejects, for example from a damaged file.
        with gil:
            raise ValueError(f"position {v} has no move that fits its outcome: not a solution")

    cdef Py_ssize_t _count(self, Py_ssize_t start, int8_t[::1] seen) except -1 nogil:
        """Count the positions of the line from start: to the end, or to the first repetition."""
        cdef Py_ssize_t length = 1
        cdef int32_t v = <int32_t>start
        while not seen[v] and not self._is_over(v):
            seen[v] = 1
            v = self._step(v)
            length += 1
            if length % SIGNAL_STEPS == 0:
                check_signals()
        return length

    cdef int _follow(self, int32_t[::1] line) except -1 nogil:
        """Fill the line from line[0] on."""
        cdef Py_ssize_t i
        for i in range(1, line.shape[0]):
            line[i] = self._step(line[i - 1])
            if i % SIGNAL_STEPS == 0:
                check_signals()
        return 0

    def __reduce__(self) -> tuple[type[None], tuple[()]]:
        # A solution that keeps its reader is pickled without it.
        return type(None), ()

    def best_moves(self) -> Buffer:
        """Return the best move from every position.

        Returns
        -------
        (n,) int32 Buffer
            Of the options that fit, the one of the least key.  Ties: the lowest index.  At a
            terminal, -1.

        Notes
        -----
        O(n + m) time, 4 bytes per position.
        """
        cdef Buffer buffer = int32_buffer(self.remoteness.shape[0])
        cdef int32_t[::1] moves = buffer
        with nogil:
            self._best_moves(moves)
        return buffer

    def best_move(self, Py_ssize_t v) -> int:
        """Return the best move from one position, -1 at a terminal; as `best_moves`.

        O(number of options of v) time.
        """
        return self._best_move(v)

    def line(self, Py_ssize_t start) -> Buffer:
        """Follow the best moves from a position, to a terminal or to the first repetition.

        Parameters
        ----------
        start : int

        Returns
        -------
        (length,) int32 Buffer
            The positions from `start`.  The last one is a terminal, or repeats an earlier one.

        Raises
        ------
        ValueError
            If the labels are no solution: a position has no move that fits, or best moves repeat
            where they must not.

        Notes
        -----
        O(n + m) time.  A line whose remoteness does not say its length is followed twice, to count
        its positions and to store them, with one byte per position to detect the repetition.
        """
        cdef int8_t[::1] seen
        cdef Py_ssize_t length = self._length(start), last
        cdef bint is_counted = length == 0
        cdef Buffer buffer
        cdef int32_t[::1] positions
        if is_counted:
            seen = int8_buffer(self.remoteness.shape[0])
            with nogil:
                length = self._count(start, seen)
        buffer = int32_buffer(length)
        positions = buffer
        positions[0] = <int32_t>start
        with nogil:
            self._follow(positions)
        last = positions[length - 1]
        if not (is_counted and self._may_repeat(last)) and not self._is_over(last):
            self._refuse(<int32_t>last)
        return buffer


@final
cdef class OutcomeReader(Reader):
    """A reader of outcomes and remoteness, where players alternate.

    WIN: a LOSE option of least remoteness.  LOSE: an option of greatest remoteness.  DRAW: a DRAW
    option.

    Parameters
    ----------
    option_ptr : (n + 1,) int64
    option_idx : (m,) int32
    outcomes : (n,) int8
    remoteness : (n,) int32
    """

    cdef const int8_t[::1] outcomes

    def __init__(
        self,
        const int64_t[::1] option_ptr not None,
        const int32_t[::1] option_idx not None,
        const int8_t[::1] outcomes not None,
        const int32_t[::1] remoteness not None,
    ):
        self.option_ptr, self.option_idx = option_ptr, option_idx
        self.outcomes, self.remoteness = outcomes, remoteness

    cdef inline bint _fits(self, Py_ssize_t v, int32_t w, int64_t *key) except -1 nogil:
        """Return whether an option w of v has the outcome -outcome(v), and set its key.

        The winner hurries, the loser delays, and in a draw remoteness does not count.
        """
        key[0] = <int64_t>self.outcomes[v] * self.remoteness[w]
        return self.outcomes[w] == -self.outcomes[v]

    cdef bint _is_over(self, Py_ssize_t v) except -1 nogil:
        return self.remoteness[v] == 0

    cdef int32_t _best_move(self, Py_ssize_t v) except -2 nogil:
        return choose(self, v)

    cdef int _best_moves(self, int32_t[::1] moves) except -1 nogil:
        return choose_all(self, moves)


@final
cdef class TurnReader(Reader):
    """A reader where positions say who moves, games tie, or presets have a remoteness.

    WIN: a winning option of least length.  LOSE: an option of greatest length.  TIE: a TIE option
    of least length.  DRAW: a DRAW option.  Lengths are in the order that `graphgame.solving._turns`
    describes.

    Parameters
    ----------
    option_ptr : (n + 1,) int64
    option_idx : (m,) int32
    outcomes : (n,) int8
    remoteness : (n,) int32
    plies : (n,) int32 or None
        The second number of the length of play if turns are counted, else None.
    presets, owner : (n,) int8 or None
    """

    # Empty if plies are counted, if there are no presets, if the players alternate.
    cdef const int32_t[::1] plies
    cdef const int8_t[::1] outcomes, presets, owner

    def __init__(
        self,
        const int64_t[::1] option_ptr not None,
        const int32_t[::1] option_idx not None,
        const int8_t[::1] outcomes not None,
        const int32_t[::1] remoteness not None,
        const int32_t[::1] plies,
        const int8_t[::1] presets,
        const int8_t[::1] owner,
    ):
        self.option_ptr, self.option_idx = option_ptr, option_idx
        self.outcomes, self.remoteness = outcomes, remoteness
        self.plies = int32_buffer(0) if plies is None else plies
        self.presets = int8_buffer(0) if presets is None else presets
        self.owner = int8_buffer(0) if owner is None else owner

    cdef inline bint _fits(self, Py_ssize_t v, int32_t w, int64_t *key) except -1 nogil:
        """Return whether a best move from v may lead to w, and set its key.

        That is how long play takes with it, as one number that compares as the pair.
        """
        cdef int8_t outcome = self.outcomes[v]
        cdef bint same = self.owner.shape[0] != 0 and self.owner[v] == self.owner[w]
        key[0] = 0
        if outcome != DRAW:
            key[0] = self.remoteness[w]
            if self.plies.shape[0]:
                key[0] = (key[0] + (not same)) << 32 | self.plies[w]
            if outcome == LOSE:
                key[0] = -key[0]
        if outcome == WIN or outcome == LOSE:
            return self.outcomes[w] == (outcome if same else -outcome)
        return self.outcomes[w] == outcome

    cdef int32_t _best_move(self, Py_ssize_t v) except -2 nogil:
        return choose(self, v)

    cdef int _best_moves(self, int32_t[::1] moves) except -1 nogil:
        return choose_all(self, moves)

    cdef bint _is_over(self, Py_ssize_t v) except -1 nogil:
        return self.option_ptr[v] == self.option_ptr[v + 1] or (
            self.presets.shape[0] != 0 and self.presets[v] != NO_PRESET
        )

    cdef Py_ssize_t _length(self, Py_ssize_t start) except -1 nogil:
        return 0

    cdef bint _may_repeat(self, Py_ssize_t v) except -1 nogil:
        # Best moves of decided positions bring the end nearer: only draws repeat.
        return self.outcomes[v] == DRAW


@final
cdef class ScoreReader(Reader):
    """A reader of scores and remoteness, as `scores._scores.propagate` returns them.

    Among the options that keep the score: the one of least remoteness if the player to move gains,
    of greatest if the opponent does; else one of least remoteness, or one that never ends.

    A player gains where the score is above what a play that never ends is worth to this player:
    `cycles` for player 0 and where players alternate, `-cycles` for player 1.

    Parameters
    ----------
    option_ptr : (n + 1,) int64
    option_idx : (m,) int32
    scores : (n,) int64
    remoteness : (n,) int32
    owner : (n,) int8 or None
    cycles : int
    """

    cdef const int64_t[::1] scores
    # Empty if the players alternate.
    cdef const int8_t[::1] owner
    cdef int64_t cycles

    def __init__(
        self,
        const int64_t[::1] option_ptr not None,
        const int32_t[::1] option_idx not None,
        const int64_t[::1] scores not None,
        const int32_t[::1] remoteness not None,
        const int8_t[::1] owner,
        int64_t cycles,
    ):
        self.option_ptr, self.option_idx = option_ptr, option_idx
        self.scores, self.remoteness, self.cycles = scores, remoteness, cycles
        self.owner = int8_buffer(0) if owner is None else owner

    cdef inline int64_t _after(self, Py_ssize_t v, int32_t w) noexcept nogil:
        """Return what the player who moves at v scores after the move to w."""
        if self.owner.shape[0] and self.owner[v] == self.owner[w]:
            return self.scores[w]
        return -self.scores[w]

    cdef inline bint _fits(self, Py_ssize_t v, int32_t w, int64_t *key) except -1 nogil:
        """Return whether the move from v to w keeps the score, and set its key.

        Whoever gains hurries, whoever loses delays.  Without a gain, both take the shortest way to
        an end, if there is one.
        """
        cdef int64_t endless = self.cycles
        if self.owner.shape[0] and self.owner[v]:
            endless = -endless
        key[0] = self.remoteness[w]
        if self.scores[v] < endless:
            key[0] = -key[0]
        elif key[0] < 0:
            key[0] = <int64_t>1 << 32  # it never ends
        return self._after(v, w) == self.scores[v]

    cdef bint _is_over(self, Py_ssize_t v) except -1 nogil:
        return self.remoteness[v] == 0

    cdef int32_t _best_move(self, Py_ssize_t v) except -2 nogil:
        return choose(self, v)

    cdef int _best_moves(self, int32_t[::1] moves) except -1 nogil:
        return choose_all(self, moves)

    def options_after(self, Py_ssize_t v, int64_t least) -> list[int]:
        """Return the options of v after which the player who moves there scores at least `least`.

        Parameters
        ----------
        v : int
        least : int

        Returns
        -------
        list of int
            Each once, in ascending order.

        Notes
        -----
        O(d log d) time for d options.
        """
        cdef int64_t e
        found = set()
        for e in range(self.option_ptr[v], self.option_ptr[v + 1]):
            if self._after(v, self.option_idx[e]) >= least:
                found.add(self.option_idx[e])
        return sorted(found)


# ---------------------------------------------------------------------------------------------
# The choice of a move, compiled for each kind.

ctypedef fused reader_t:
    OutcomeReader
    TurnReader
    ScoreReader


cdef inline int32_t choose(reader_t reader, Py_ssize_t v) except -2 nogil:
    """Return the best move from v: an option that fits, of least key; -1 if there is none.

    Ties: the lowest index.
    """
    cdef int64_t e, key, least = 0
    cdef int32_t w, best = -1
    if reader._is_over(v):
        return -1
    for e in range(reader.option_ptr[v], reader.option_ptr[v + 1]):
        w = reader.option_idx[e]
        if not reader._fits(v, w, &key):
            continue
        if best < 0 or key < least or (key == least and w < best):
            best, least = w, key
    return best


cdef int choose_all(reader_t reader, int32_t[::1] moves) except -1 nogil:
    """Set moves[v] to the best move from v; check for Ctrl-C about every SIGNAL_STEPS options."""
    cdef Py_ssize_t v
    cdef int64_t work, next_check = SIGNAL_STEPS
    for v in range(moves.shape[0]):
        moves[v] = choose(reader, v)
        work = v + reader.option_ptr[v + 1]
        if work >= next_check:
            next_check = work + SIGNAL_STEPS
            check_signals()
    return 0


# ---------------------------------------------------------------------------------------------
# Counts.

cdef int _tally(
    const int8_t[::1] outcomes, const int32_t[::1] remoteness, int64_t *counts, int32_t *longest
) except -1 nogil:
    cdef Py_ssize_t v
    cdef int slot
    for v in range(outcomes.shape[0]):
        slot = outcomes[v] - LOSE
        counts[slot] += 1
        if remoteness[v] > longest[slot]:
            longest[slot] = remoteness[v]
    return 0


def tally(
    const int8_t[::1] outcomes not None, const int32_t[::1] remoteness not None
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Count the outcomes and find the greatest remoteness of each.

    Parameters
    ----------
    outcomes : (n,) int8
    remoteness : (n,) int32

    Returns
    -------
    counts, longest : tuple of int
        Each for LOSE, DRAW, WIN in this order, and for TIE if there is one; longest is -1 where
        there is none.

    Notes
    -----
    O(n) time, no memory.
    """
    cdef int64_t counts[TIE - LOSE + 1]
    cdef int32_t longest[TIE - LOSE + 1]
    counts[:] = [0, 0, 0, 0, 0]
    longest[:] = [-1, -1, -1, -1, -1]
    with nogil:
        _tally(outcomes, remoteness, counts, longest)
    # No position has the outcome NO_PRESET, which stands between WIN and TIE.
    known = [outcome for outcome in range(NO_PRESET - LOSE)]
    if counts[TIE - LOSE]:
        known.append(TIE - LOSE)
    return tuple([counts[i] for i in known]), tuple([longest[i] for i in known])


# ---------------------------------------------------------------------------------------------
# All positions by their names.


def by_name(
    names: Iterable[Any], const int8_t[::1] outcomes not None,
    const int32_t[::1] remoteness not None, known: dict[int, Any],
) -> tuple[dict[Any, Any], dict[Any, int]]:
    """Return the outcomes, and the remoteness, of positions by their names.

    Parameters
    ----------
    names : iterable of hashable
        The names of all positions, by index.
    outcomes : (n,) int8
    remoteness : (n,) int32
    known : dict of int to object
        What stands for each outcome.

    Returns
    -------
    outcomes : dict of hashable to object
    remoteness : dict of hashable to int

    Raises
    ------
    ValueError
        If there are not n names.

    Notes
    -----
    O(n) time.  The second dict begins as a copy of the first, which has room for all names.
    """
    cdef dict of_outcome = {}, of_remoteness
    cdef Py_ssize_t v = 0, n = outcomes.shape[0]
    cdef list kinds = [known.get(outcome) for outcome in range(LOSE, TIE + 1)]
    for name in names:
        if v == n:
            raise ValueError(f"expected {n} names, got more")
        of_outcome[name] = kinds[outcomes[v] - LOSE]
        v += 1
        if v % SIGNAL_STEPS == 0:
            check_signals()
    if v != n or len(of_outcome) != n:
        raise ValueError(f"expected {n} different names, got {len(of_outcome)}")
    of_remoteness = of_outcome.copy()
    v = 0
    for name in of_outcome:
        of_remoteness[name] = remoteness[v]
        v += 1
        if v % SIGNAL_STEPS == 0:
            check_signals()
    return of_outcome, of_remoteness


# ---------------------------------------------------------------------------------------------
# Options by their Grundy values.


def options_of_value(
    const int64_t[::1] option_ptr not None, const int32_t[::1] option_idx not None,
    const int32_t[::1] values not None, Py_ssize_t v, int64_t wanted,
) -> list[int]:
    """Return the options of v that have a value, each once, in ascending order.

    Parameters
    ----------
    option_ptr : (n + 1,) int64
    option_idx : (m,) int32
    values : (n,) int32
    v : int
    wanted : int

    Returns
    -------
    list of int

    Notes
    -----
    O(d) time for d options, and O(k log k) for k of them with the value.
    """
    cdef int64_t e
    found = set()
    for e in range(option_ptr[v], option_ptr[v + 1]):
        if values[option_idx[e]] == wanted:
            found.add(option_idx[e])
    return sorted(found)


def option_values(
    const int64_t[::1] option_ptr not None, const int32_t[::1] option_idx not None,
    const int32_t[::1] values not None, Py_ssize_t v,
) -> set[int]:
    """Return the set of the values of the options of v that are not negative; O(d) time."""
    cdef int64_t e
    found = set()
    for e in range(option_ptr[v], option_ptr[v + 1]):
        if values[option_idx[e]] >= 0:
            found.add(values[option_idx[e]])
    return found
