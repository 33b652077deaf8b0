"""The kernel of games in which a position says who moves, and nothing else is unusual.

`graphgame.solving._turns` solves them, too, with ties, turns and presets of a remoteness, in twice
the time.
"""

from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t

from graphgame._kernel.buffer cimport Buffer, int8_buffer, int32_buffer, unsigned_buffer
from graphgame._kernel.degrees cimport greatest
from graphgame._kernel.outcome cimport DRAW, LOSE, NO_PRESET, WIN
from graphgame._kernel.prefetch cimport POINTER_AHEAD
from graphgame._kernel.push cimport push_attracted, waiting_t
from graphgame._kernel.signals cimport SIGNAL_STEPS, check_signals

# ---------------------------------------------------------------------------------------------
# What a player wins is the attractor of the terminals that this player wins: the winner hurries,
# the loser delays, so the rank in the attractor is the remoteness.  One attractor for each player;
# no position is in both, so each edge is followed at most once.
#
# waiting[v]     see `push_attracted`; 0 at terminals and at what the other player wins.
# remoteness[v]  the rank of v in one of the attractors; -1 in none.

cdef enum:
    # The greatest degree that fits in a byte.
    MOST_NARROW = 255


cdef Py_ssize_t _enter(
    const int32_t[::1] degrees, const int8_t[::1] presets, const int8_t[::1] movers,
    int8_t player, int8_t without_options,
    waiting_t[::1] waiting, const int32_t[::1] remoteness, int32_t[::1] queue,
) except -1 nogil:
    """Set the counters, and queue the terminals that a player wins; return their number."""
    cdef Py_ssize_t v, tail = 0
    cdef int8_t outcome
    cdef bint own
    for v in range(degrees.shape[0]):
        outcome = presets[v] if presets.shape[0] else <int8_t>NO_PRESET
        if outcome == NO_PRESET and degrees[v] == 0:
            outcome = without_options
        own = movers[v] == player
        if outcome != NO_PRESET or remoteness[v] >= 0:
            waiting[v] = 0
        else:
            waiting[v] = <waiting_t>(1 if own else degrees[v])
        queue[tail] = <int32_t>v  # overwritten by the next one unless counted
        tail += outcome == (WIN if own else LOSE)
        if v % SIGNAL_STEPS == SIGNAL_STEPS - 1:
            check_signals()
    return tail


cdef int _propagate(
    const int64_t[::1] pred_ptr, const int32_t[::1] pred_idx, const int32_t[::1] degrees,
    const int8_t[::1] presets, const int8_t[::1] movers, int8_t without_options,
    waiting_t[::1] waiting, int8_t[::1] outcomes, int32_t[::1] remoteness, int32_t[::1] queue,
) except -1 nogil:
    """Decide what each player wins; all other positions are draws."""
    cdef Py_ssize_t v, tail
    cdef int8_t player
    for v in range(degrees.shape[0]):
        remoteness[v] = -1
        outcomes[v] = DRAW
    for player in range(2):
        tail = _enter(
            degrees, presets, movers, player, without_options, waiting, remoteness, queue
        )
        push_attracted(pred_ptr, pred_idx, waiting, remoteness, queue, tail)
        for v in range(degrees.shape[0]):
            if remoteness[v] >= 0 and outcomes[v] == DRAW:
                outcomes[v] = <int8_t>(WIN if movers[v] == player else LOSE)
    for v in range(presets.shape[0]):
        if presets[v] == DRAW:
            remoteness[v] = 0
    return 0


def propagate(
    const int64_t[::1] pred_ptr not None,
    const int32_t[::1] pred_idx not None,
    const int32_t[::1] degrees not None,
    const int8_t[::1] presets,
    const int8_t[::1] movers not None,
    bint misere,
    bint narrow=True,
) -> tuple[Buffer, Buffer]:
    """Decide every position of a game in which positions say who moves, and in how many plies.

    Parameters
    ----------
    pred_ptr : (n + 1,) int64
    pred_idx : (m,) int32
        Predecessors of every position.
    degrees : (n,) int32
        Number of options of every position.
    presets : (n,) int8 or None
        Preset outcomes, no TIE among them; 2 where there is none.
    movers : (n,) int8
        Who moves, 0 or 1.
    misere : bool
        Whether a position without options is a WIN rather than a LOSE.
    narrow : bool
        Whether to keep the counters in bytes if the degrees allow it.

    Returns
    -------
    outcomes : (n,) int8 Buffer
    remoteness : (n,) int32 Buffer
        -1 at a draw that is not a terminal.

    Notes
    -----
    O(n + m) time.  Takes 10 bytes per position beyond its arguments, 13 if a position has more than
    255 options.
    """
    cdef Py_ssize_t n = degrees.shape[0]
    cdef int8_t without_options = WIN if misere else LOSE
    cdef const int8_t[::1] preset = presets if presets is not None else int8_buffer(0)
    cdef Buffer outcome_buffer = int8_buffer(n), remoteness_buffer = int32_buffer(n)
    cdef int8_t[::1] outcomes = outcome_buffer
    cdef int32_t[::1] remoteness = remoteness_buffer, queue = int32_buffer(n + POINTER_AHEAD + 1)
    cdef int32_t[::1] wide
    cdef uint8_t[::1] waiting
    narrow = narrow and greatest(degrees) <= MOST_NARROW
    if narrow:
        waiting = unsigned_buffer(1, n, 0)
        with nogil:
            _propagate(
                pred_ptr, pred_idx, degrees, preset, movers, without_options,
                waiting, outcomes, remoteness, queue,
            )
    else:
        wide = int32_buffer(n)
        with nogil:
            _propagate(
                pred_ptr, pred_idx, degrees, preset, movers, without_options,
                wide, outcomes, remoteness, queue,
            )
    return outcome_buffer, remoteness_buffer
