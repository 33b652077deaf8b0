"""The kernel of games in which a position says who moves, and nothing else is unusual.

`graphgame.solving._turns` solves them, too, with ties, turns and presets of a remoteness, in twice
the time.
"""

from libc.stdint cimport int8_t, int32_t, int64_t

from graphgame._kernel.buffer cimport Buffer, int8_buffer, int32_buffer
from graphgame._kernel.outcome cimport DRAW, LOSE, NO_PRESET, WIN
from graphgame._kernel.push cimport CLOSED, OPEN, TARGET, set_ranks
from graphgame._kernel.signals cimport SIGNAL_STEPS, check_signals

# ---------------------------------------------------------------------------------------------
# What a player wins is the attractor of the terminals that this player wins: the winner hurries,
# the loser delays, so the rank in the attractor is the remoteness.  One attractor for each player;
# no position is in both, so each edge is followed at most once.
#
# entries[v]     see `set_ranks`; CLOSED at terminals that the other player wins or that are draws,
#                and for player 1 at all that player 0 wins.
# remoteness[v]  the rank of v in one of the attractors; -1 in none.


cdef int _enter(
    const int32_t[::1] degrees, const int8_t[::1] presets, const int8_t[::1] owner,
    int8_t player, int8_t without_options, int8_t[::1] entries, int32_t[::1] remoteness,
) except -1 nogil:
    """Set the entries of a player's attractor."""
    cdef Py_ssize_t v
    cdef int8_t outcome
    for v in range(degrees.shape[0]):
        outcome = presets[v] if presets.shape[0] else <int8_t>NO_PRESET
        if outcome == NO_PRESET and degrees[v] == 0:
            outcome = without_options
        if player == 0:
            remoteness[v] = -1
        if outcome == NO_PRESET:
            entries[v] = CLOSED if remoteness[v] >= 0 else OPEN
        else:
            entries[v] = TARGET if outcome == (WIN if owner[v] == player else LOSE) else CLOSED
        if v % SIGNAL_STEPS == SIGNAL_STEPS - 1:
            check_signals()
    return 0


cdef int _label(
    const int8_t[::1] presets, const int8_t[::1] owner,
    int8_t[::1] outcomes, int32_t[::1] remoteness,
) except -1 nogil:
    """Set the outcomes, in place of the entries of player 1, and the remoteness of preset draws."""
    cdef Py_ssize_t v
    for v in range(outcomes.shape[0]):
        if remoteness[v] >= 0:
            outcomes[v] = <int8_t>(WIN if owner[v] == (outcomes[v] != CLOSED) else LOSE)
        else:
            outcomes[v] = DRAW
            if presets.shape[0] and presets[v] == DRAW:
                remoteness[v] = 0
        if v % SIGNAL_STEPS == SIGNAL_STEPS - 1:
            check_signals()
    return 0


def propagate(
    const int64_t[::1] pred_ptr not None,
    const int32_t[::1] pred_idx not None,
    const int32_t[::1] degrees not None,
    const int8_t[::1] presets,
    const int8_t[::1] owner not None,
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
    owner : (n,) int8
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
    cdef int8_t player, without_options = WIN if misere else LOSE
    cdef const int8_t[::1] preset = presets if presets is not None else int8_buffer(0)
    cdef Buffer outcome_buffer = int8_buffer(n), remoteness_buffer = int32_buffer(n)
    cdef int8_t[::1] outcomes = outcome_buffer
    cdef int32_t[::1] remoteness = remoteness_buffer
    for player in range(2):
        with nogil:
            _enter(degrees, preset, owner, player, without_options, outcomes, remoteness)
        set_ranks(pred_ptr, pred_idx, degrees, owner, outcomes, player, remoteness, narrow)
    with nogil:
        _label(preset, owner, outcomes, remoteness)
    return outcome_buffer, remoteness_buffer
