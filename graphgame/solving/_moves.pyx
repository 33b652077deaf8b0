"""Kernels that read a solution: best moves, lines, counts.

They take the options of every position in compressed sparse rows, and outcomes and remoteness as
`propagate` returns them.  Inputs must have been checked by `graphgame.graphs` and
`graphgame.solving.files`: in the release build, kernels index with them unchecked.
"""

from libc.stdint cimport int8_t, int32_t, int64_t

from graphgame._kernel.buffer cimport Buffer, int32_buffer
from graphgame._kernel.outcome cimport LOSE, NO_PRESET, TIE
from graphgame._kernel.signals cimport SIGNAL_STEPS
from graphgame.solving._choice cimport Choice, check_after, weigh
from graphgame.solving._walk cimport Walk


cdef int32_t _best_move(
    const int64_t[::1] option_ptr, const int32_t[::1] option_idx,
    const int8_t[::1] outcomes, const int32_t[::1] remoteness, Py_ssize_t v,
) except -2 nogil:
    """Return the best move from v, or -1 at a terminal.

    One rule for all three outcomes: among the options of outcome -outcome(v), the one of least
    outcome(v) * remoteness.  The winner hurries, the loser delays, and in a draw remoteness does
    not count.  Ties: the lowest index.
    """
    cdef int64_t e, key
    cdef int32_t w
    cdef Choice best = Choice(-1, 0)
    cdef int8_t outcome = outcomes[v]
    if remoteness[v] == 0:
        return -1
    for e in range(option_ptr[v], option_ptr[v + 1]):
        w = option_idx[e]
        if outcomes[w] != -outcome:
            continue
        key = <int64_t>outcome * remoteness[w]
        weigh(&best, w, key)
    return best.move


cdef int _best_moves(
    const int64_t[::1] option_ptr, const int32_t[::1] option_idx,
    const int8_t[::1] outcomes, const int32_t[::1] remoteness, int32_t[::1] moves,
) except -1 nogil:
    cdef Py_ssize_t v
    cdef int64_t next_check = SIGNAL_STEPS
    for v in range(moves.shape[0]):
        moves[v] = _best_move(option_ptr, option_idx, outcomes, remoteness, v)
        check_after(v + option_ptr[v + 1], &next_check)
    return 0


def best_moves(
    const int64_t[::1] option_ptr not None,
    const int32_t[::1] option_idx not None,
    const int8_t[::1] outcomes not None,
    const int32_t[::1] remoteness not None,
) -> Buffer:
    """Return the best move from every position of a solved graph.

    Parameters
    ----------
    option_ptr : (n + 1,) int64
    option_idx : (m,) int32
    outcomes : (n,) int8
    remoteness : (n,) int32

    Returns
    -------
    (n,) int32 Buffer
        WIN: a LOSE option of least remoteness.  LOSE: an option of greatest remoteness.  DRAW: a
        DRAW option.  Ties: the lowest index.  At a terminal, -1.

    Notes
    -----
    O(n + m) time, 4 bytes per position.
    """
    cdef Buffer buffer = int32_buffer(outcomes.shape[0])
    cdef int32_t[::1] moves = buffer
    with nogil:
        _best_moves(option_ptr, option_idx, outcomes, remoteness, moves)
    return buffer


def best_move(
    const int64_t[::1] option_ptr not None,
    const int32_t[::1] option_idx not None,
    const int8_t[::1] outcomes not None,
    const int32_t[::1] remoteness not None,
    Py_ssize_t v,
) -> int:
    """Return the best move from one position, -1 at a terminal; as `best_moves`.

    O(number of options of v) time.
    """
    return _best_move(option_ptr, option_idx, outcomes, remoteness, v)


cdef class _Walk(Walk):
    cdef const int64_t[::1] option_ptr
    cdef const int32_t[::1] option_idx, remoteness
    cdef const int8_t[::1] outcomes

    cdef int32_t best_move(self, Py_ssize_t v) except -2 nogil:
        return _best_move(self.option_ptr, self.option_idx, self.outcomes, self.remoteness, v)

    cdef bint is_over(self, Py_ssize_t v) except -1 nogil:
        return self.remoteness[v] == 0


def line(
    const int64_t[::1] option_ptr not None,
    const int32_t[::1] option_idx not None,
    const int8_t[::1] outcomes not None,
    const int32_t[::1] remoteness not None,
    Py_ssize_t start,
) -> Buffer:
    """Follow the best moves from a position, to a terminal or to the first repetition.

    Parameters
    ----------
    option_ptr : (n + 1,) int64
    option_idx : (m,) int32
    outcomes : (n,) int8
    remoteness : (n,) int32
    start : int

    Returns
    -------
    (length,) int32 Buffer
        The positions from `start`.  The last one is a terminal, or a repetition of an earlier one.

    Notes
    -----
    O(n + m) time.  The line of a win or a loss has remoteness + 1 positions.  That of a draw is
    followed twice, to count its positions and to store them, with one byte per position to detect
    the repetition.
    """
    cdef _Walk walk = _Walk()
    walk.option_ptr, walk.option_idx = option_ptr, option_idx
    walk.outcomes, walk.remoteness = outcomes, remoteness
    return walk.line(outcomes.shape[0], start, remoteness[start] + 1)


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
