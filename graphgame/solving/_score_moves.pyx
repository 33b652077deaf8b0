"""Kernels that read a solution with scores: best moves, options, lines.

They take the options of every position in compressed sparse rows, and scores and remoteness as
`graphgame.solving._scores.propagate` returns them.  Inputs must have been checked: in the release
build, kernels index with them unchecked.

Where a player gains, the score is above what a play that never ends is worth to this player:
`cycles` for player 0 and where players alternate, `-cycles` for player 1.
"""

from libc.stdint cimport int8_t, int32_t, int64_t

from graphgame._kernel.buffer cimport Buffer, int8_buffer, int32_buffer
from graphgame._kernel.signals cimport SIGNAL_STEPS
from graphgame.solving._choice cimport Choice, check_after, weigh
from graphgame.solving._walk cimport Walk


cdef inline int64_t _after(
    const int64_t[::1] scores, const int8_t[::1] owner, Py_ssize_t v, int32_t w
) noexcept nogil:
    """Return what the player who moves at v scores after the move to w."""
    if owner.shape[0] and owner[v] == owner[w]:
        return scores[w]
    return -scores[w]


cdef int32_t _best_move(
    const int64_t[::1] option_ptr, const int32_t[::1] option_idx,
    const int64_t[::1] scores, const int32_t[::1] remoteness,
    const int8_t[::1] owner, int64_t cycles, Py_ssize_t v,
) except -2 nogil:
    """Return the best move from v, or -1 at a terminal.

    Among the options that keep the score: whoever gains hurries, whoever loses delays.  Without a
    gain, both take the shortest way to an end, if there is one.  Ties: the lowest index.
    """
    cdef int64_t e, key, endless = -cycles if owner.shape[0] and owner[v] else cycles
    cdef int32_t w
    cdef Choice best = Choice(-1, 0)
    if remoteness[v] == 0:
        return -1
    for e in range(option_ptr[v], option_ptr[v + 1]):
        w = option_idx[e]
        if _after(scores, owner, v, w) != scores[v]:
            continue
        key = remoteness[w]
        if scores[v] < endless:
            key = -key
        elif key < 0:
            key = <int64_t>1 << 32  # it never ends
        weigh(&best, w, key)
    return best.move


cdef int _best_moves(
    const int64_t[::1] option_ptr, const int32_t[::1] option_idx,
    const int64_t[::1] scores, const int32_t[::1] remoteness,
    const int8_t[::1] owner, int64_t cycles, int32_t[::1] moves,
) except -1 nogil:
    cdef Py_ssize_t v
    cdef int64_t next_check = SIGNAL_STEPS
    for v in range(moves.shape[0]):
        moves[v] = _best_move(option_ptr, option_idx, scores, remoteness, owner, cycles, v)
        check_after(v + option_ptr[v + 1], &next_check)
    return 0


def best_moves(
    const int64_t[::1] option_ptr not None,
    const int32_t[::1] option_idx not None,
    const int64_t[::1] scores not None,
    const int32_t[::1] remoteness not None,
    const int8_t[::1] owner,
    int64_t cycles,
) -> Buffer:
    """Return the best move from every position of a graph with scores.

    Parameters
    ----------
    option_ptr : (n + 1,) int64
    option_idx : (m,) int32
    scores : (n,) int64
    remoteness : (n,) int32
    owner : (n,) int8 or None
    cycles : int

    Returns
    -------
    (n,) int32 Buffer
        Among the options that keep the score: the one of least remoteness if the player to move
        gains, of greatest if the opponent does; else one of least remoteness, or one that never
        ends.  Ties: the lowest index.  At a terminal, -1.

    Notes
    -----
    O(n + m) time, 4 bytes per position.
    """
    cdef Buffer buffer = int32_buffer(scores.shape[0])
    cdef int32_t[::1] moves = buffer
    if owner is None:
        owner = int8_buffer(0)
    with nogil:
        _best_moves(option_ptr, option_idx, scores, remoteness, owner, cycles, moves)
    return buffer


def best_move(
    const int64_t[::1] option_ptr not None,
    const int32_t[::1] option_idx not None,
    const int64_t[::1] scores not None,
    const int32_t[::1] remoteness not None,
    const int8_t[::1] owner,
    int64_t cycles,
    Py_ssize_t v,
) -> int:
    """Return the best move from one position, -1 at a terminal; as `best_moves`.

    O(number of options of v) time.
    """
    if owner is None:
        owner = int8_buffer(0)
    return _best_move(option_ptr, option_idx, scores, remoteness, owner, cycles, v)


def options_after(
    const int64_t[::1] option_ptr not None,
    const int32_t[::1] option_idx not None,
    const int64_t[::1] scores not None,
    const int8_t[::1] owner,
    Py_ssize_t v,
    int64_t least,
) -> list[int]:
    """Return the options of v after which the player who moves there scores at least `least`.

    Parameters
    ----------
    option_ptr : (n + 1,) int64
    option_idx : (m,) int32
    scores : (n,) int64
    owner : (n,) int8 or None
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
    if owner is None:
        owner = int8_buffer(0)
    cdef int64_t e
    found = set()
    for e in range(option_ptr[v], option_ptr[v + 1]):
        if _after(scores, owner, v, option_idx[e]) >= least:
            found.add(option_idx[e])
    return sorted(found)


cdef class _Walk(Walk):
    cdef const int64_t[::1] option_ptr
    cdef const int32_t[::1] option_idx, remoteness
    cdef const int64_t[::1] scores
    cdef const int8_t[::1] owner
    cdef int64_t cycles

    cdef int32_t best_move(self, Py_ssize_t v) except -2 nogil:
        return _best_move(
            self.option_ptr, self.option_idx, self.scores, self.remoteness,
            self.owner, self.cycles, v,
        )

    cdef bint is_over(self, Py_ssize_t v) except -1 nogil:
        return self.remoteness[v] == 0


def line(
    const int64_t[::1] option_ptr not None,
    const int32_t[::1] option_idx not None,
    const int64_t[::1] scores not None,
    const int32_t[::1] remoteness not None,
    const int8_t[::1] owner,
    int64_t cycles,
    Py_ssize_t start,
) -> Buffer:
    """Follow the best moves from a position, to a terminal or to the first repetition.

    Parameters
    ----------
    option_ptr, option_idx, scores, remoteness, owner, cycles
        As of `best_moves`.
    start : int

    Returns
    -------
    (length,) int32 Buffer
        The positions from `start`.

    Raises
    ------
    ValueError
        If a position on the line has no move that keeps its score.

    Notes
    -----
    O(n + m) time.  Where play never ends, the line is followed twice, with one byte per position to
    detect the repetition.
    """
    cdef _Walk walk = _Walk()
    walk.option_ptr, walk.option_idx = option_ptr, option_idx
    walk.scores, walk.remoteness, walk.cycles = scores, remoteness, cycles
    walk.owner = int8_buffer(0) if owner is None else owner
    return walk.line(scores.shape[0], start, remoteness[start] + 1)
