"""The certificate of partizan games: NumPy only, no kernel, no solver."""

from __future__ import annotations

import numpy as np

from graphgame.arrays import types
from graphgame.errors import GraphGameError, Refusal
from graphgame.outcome import DRAW, LOSE, NEVER_ENDS, WIN, Outcome, Play

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from graphgame.types import AnyArray, BoolArray

_NAMES = ("Left begins", "Right begins")


def verify_partizan(graph: types.EdgeGame, solution: types.PartizanAnswer) -> bool:
    """Check that the solution of a partizan game is a proof, in O(n + m) time.

    The rules are those of `verify`, where the option of a move is the position with the other
    player to move: a player without moves loses (misère: wins) at remoteness 0; a WIN at r has a
    move to a LOSE at r - 1, and to none lower; a LOSE at r has only moves to a WIN, the greatest at
    r - 1; a DRAW has remoteness -1, no move to a LOSE, and a move to a DRAW.

    Parameters
    ----------
    graph : GameGraph
        The moves of both players.
    solution : PartizanSolution
        Its `by_right` says which edges are Right's; `outcomes` and `remoteness` are checked.

    Returns
    -------
    bool
        True.

    Raises
    ------
    VerificationError
        If it is no proof, with the first position found that breaks a rule.
    GraphGameError
        If an array has not the shape that it should have.

    See Also
    --------
    PartizanSolution.verify

    Notes
    -----
    Takes 4 bytes per position, and some megabytes for a block of edges.

    Examples
    --------
    >>> import graphgame as gg
    >>> s = gg.partizan([(0, 1), (1, 0)], [(0, 2)])
    >>> gg.verify_partizan(s.graph(), s)
    True
    """
    outcomes, remoteness = np.asarray(solution.outcomes), np.asarray(solution.remoteness)
    by_right = np.asarray(solution.by_right)
    for name, array, shape in (
        ("outcomes", outcomes, (2, graph.n)),
        ("remoteness", remoteness, (2, graph.n)),
        ("by_right", by_right, (graph.m,)),
    ):
        if array.shape != shape:
            raise GraphGameError(f"{name}: expected shape {shape}, got {array.shape}")
    for player in (0, 1):
        _check_player(graph, player, by_right == player, outcomes, remoteness, solution.play)
    return True


def _edges(graph: types.EdgeGame, kept: BoolArray) -> Iterator[tuple[AnyArray, AnyArray]]:
    """Return the edges of one player, block by block."""
    start = 0
    for sources, targets in graph.edge_blocks():
        own = kept[start : start + len(sources)]
        start += len(sources)
        yield sources[own], targets[own]


def _check_player(
    graph: types.EdgeGame, player: int, own: BoolArray, outcomes: Any, remoteness: Any, play: Play
) -> None:
    """Check the outcomes and the remoteness where one player begins."""
    outcome, length = outcomes[player], remoteness[player].astype(np.int64)
    after, later = outcomes[1 - player], remoteness[1 - player]

    def label(v: int) -> tuple[str, int]:
        known = LOSE <= outcome[v] <= WIN
        name = Outcome(int(outcome[v])).name if known else str(outcome[v])
        return f"{name} if {_NAMES[player]}", int(length[v])

    refuse = Refusal(graph, label)
    refuse.where((outcome < LOSE) | (outcome > WIN), "LOSE = -1, DRAW = 0 or WIN = 1")
    refuse.where((outcome == DRAW) != (length == NEVER_ENDS), "-1 for a DRAW, and only for it")
    refuse.where(length < NEVER_ENDS, "a remoteness from -1 on")
    ended = np.ones(graph.n, dtype=np.bool_)
    for u, _ in _edges(graph, own):
        ended[u] = False
    without_moves = LOSE if play == Play.NORMAL else WIN
    refuse.where(ended & (outcome != without_moves), f"{without_moves}, as there are no moves")
    refuse.where(ended != (length == 0), "remoteness 0 without moves, and only there")
    supported = ended
    for u, v in _edges(graph, own):
        wins, loses, before = after[v] == LOSE, after[v] == WIN, length[u] - 1
        is_win, is_lose = outcome[u] == WIN, outcome[u] == LOSE
        refuse.at(u[is_win & wins & (later[v] < before)], "no move to a LOSE of lower remoteness")
        refuse.at(u[is_lose & ~loses], "only moves to a WIN")
        refuse.at(u[is_lose & (later[v] > before)], "no move to a WIN of higher remoteness")
        refuse.at(u[(outcome[u] == DRAW) & wins], "no move to a LOSE")
        decides = (is_win & wins | is_lose & loses) & (later[v] == before)
        level = (outcome[u] == DRAW) & (after[v] == DRAW)
        supported[u[decides | level]] = True
    refuse.where(~supported, "a move that decides its outcome")
