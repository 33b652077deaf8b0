"""Kernels that read a solution of a game with owners, ties or presets of a remoteness.

They find best moves and lines, in the order of lengths that `graphgame.solving._turns` describes.
Inputs must have been checked: in the release build, kernels index with them unchecked.
"""

from libc.stdint cimport int8_t, int32_t, int64_t

from graphgame._kernel.buffer cimport Buffer, int8_buffer, int32_buffer
from graphgame._kernel.outcome cimport DRAW, LOSE, NO_PRESET, WIN
from graphgame._kernel.signals cimport SIGNAL_STEPS
from graphgame.solving._choice cimport Choice, check_after, weigh
from graphgame.solving._walk cimport Walk


cdef class _Labels(Walk):
    cdef const int64_t[::1] option_ptr
    cdef const int32_t[::1] option_idx, remoteness
    # Empty if the players alternate, if there are no presets, if plies are counted.
    cdef const int8_t[::1] outcomes, owner, presets
    cdef const int32_t[::1] plies

    cdef int64_t _length(self, int32_t w, bint same) except -1 nogil:
        """Return how long play takes with a move to w, as one number that compares as the pair."""
        if self.plies.shape[0] == 0:
            return self.remoteness[w]
        return (<int64_t>self.remoteness[w] + (not same)) << 32 | self.plies[w]

    cdef bint _fits(self, int8_t outcome, int8_t after, bint same) noexcept nogil:
        """Return whether a best move from a position of an outcome may lead to one of `after`."""
        if outcome == WIN or outcome == LOSE:
            return after == (outcome if same else -outcome)
        return after == outcome

    cdef int32_t best_move(self, Py_ssize_t v) except -2 nogil:
        """Return the best move from v, -1 at a terminal or if no option fits the outcome of v."""
        cdef int64_t e, key
        cdef int32_t w
        cdef Choice best = Choice(-1, 0)
        cdef int8_t outcome = self.outcomes[v]
        cdef bint same = False
        if self.presets.shape[0] and self.presets[v] != NO_PRESET:
            return -1
        for e in range(self.option_ptr[v], self.option_ptr[v + 1]):
            w = self.option_idx[e]
            if self.owner.shape[0]:
                same = self.owner[v] == self.owner[w]
            if not self._fits(outcome, self.outcomes[w], same):
                continue
            key = 0
            if outcome != DRAW:
                key = -self._length(w, same) if outcome == LOSE else self._length(w, same)
            weigh(&best, w, key)
        return best.move

    cdef bint is_over(self, Py_ssize_t v) except -1 nogil:
        return self.option_ptr[v] == self.option_ptr[v + 1] or (
            self.presets.shape[0] != 0 and self.presets[v] != NO_PRESET
        )

    cdef int _best_moves(self, int32_t[::1] moves) except -1 nogil:
        cdef Py_ssize_t v
        cdef int64_t next_check = SIGNAL_STEPS
        for v in range(moves.shape[0]):
            moves[v] = self.best_move(v)
            check_after(v + self.option_ptr[v + 1], &next_check)
        return 0


cdef _Labels _labels(option_ptr, option_idx, outcomes, remoteness, plies, presets, owner):
    cdef _Labels labels = _Labels()
    labels.option_ptr, labels.option_idx = option_ptr, option_idx
    labels.outcomes, labels.remoteness = outcomes, remoteness
    labels.plies = int32_buffer(0) if plies is None else plies
    labels.presets = int8_buffer(0) if presets is None else presets
    labels.owner = int8_buffer(0) if owner is None else owner
    return labels


def best_moves(
    option_ptr: _Array,
    option_idx: _Array,
    outcomes: _Array,
    remoteness: _Array,
    plies: _Array | None,
    presets: _Array | None,
    owner: _Array | None,
) -> Buffer:
    """Return the best move from every position of a solved graph.

    Parameters
    ----------
    option_ptr : (n + 1,) int64
    option_idx : (m,) int32
    outcomes : (n,) int8
    remoteness : (n,) int32
    plies : (n,) int32 or None
        The second number of the length of play if turns are counted, else None.
    presets, owner : (n,) int8 or None

    Returns
    -------
    (n,) int32 Buffer
        WIN: a winning option of least length.  LOSE: an option of greatest length.  TIE: a TIE
        option of least length.  DRAW: a DRAW option.  The lowest index of several.  At a terminal,
        -1.

    Notes
    -----
    O(n + m) time, 4 bytes per position.
    """
    cdef _Labels labels = _labels(
        option_ptr, option_idx, outcomes, remoteness, plies, presets, owner
    )
    cdef Buffer buffer = int32_buffer(labels.outcomes.shape[0])
    cdef int32_t[::1] moves = buffer
    with nogil:
        labels._best_moves(moves)
    return buffer


def best_move(
    option_ptr: _Array,
    option_idx: _Array,
    outcomes: _Array,
    remoteness: _Array,
    plies: _Array | None,
    presets: _Array | None,
    owner: _Array | None,
    Py_ssize_t v,
) -> int:
    """Return the best move from one position, -1 at a terminal; as `best_moves`.

    O(number of options of v) time.
    """
    cdef _Labels labels = _labels(
        option_ptr, option_idx, outcomes, remoteness, plies, presets, owner
    )
    return labels.best_move(v)


def line(
    option_ptr: _Array,
    option_idx: _Array,
    outcomes: _Array,
    remoteness: _Array,
    plies: _Array | None,
    presets: _Array | None,
    owner: _Array | None,
    Py_ssize_t start,
) -> Buffer:
    """Follow the best moves from a position, to a terminal or to the first repetition.

    Parameters
    ----------
    option_ptr, option_idx, outcomes, remoteness, plies, presets, owner
        As of `best_moves`.
    start : int

    Returns
    -------
    (length,) int32 Buffer
        The positions from `start`.  The last one is a terminal, or a repetition of an earlier one.

    Raises
    ------
    ValueError
        If the labels are no solution: a position has no move that fits its outcome, or best moves
        repeat where nobody draws.

    Notes
    -----
    O(n + m) time, a byte per position.
    """
    cdef _Labels labels = _labels(
        option_ptr, option_idx, outcomes, remoteness, plies, presets, owner
    )
    cdef Buffer found = labels.line(labels.outcomes.shape[0], start, 0)
    cdef int32_t[::1] positions = found
    cdef int32_t last = positions[positions.shape[0] - 1]
    # Best moves of decided positions bring the end nearer: only draws repeat.
    if labels.outcomes[last] != DRAW and not labels.is_over(last):
        labels.refuse(last)
    return found
