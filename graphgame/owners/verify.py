"""The certificates of games with owners and of partizan games: NumPy only, no kernel, no solver.

One pass over the edges, in any order and in blocks, compares the numbers at the two ends of each
edge, and marks the positions that an edge supports: by the move that the strategy names, or by the
rank that a position of the other player needs.  At the end each position that needs a support must
have it.  The edges and the owners are those that the graph was made from.

In each game one player, the visitor, wants the token to visit marked positions, the other does not:
in a safety or a co-Büchi game the visitor is the opponent of the player whose objective it is.
"""

from __future__ import annotations

import numpy as np

from graphgame.arrays import types
from graphgame.errors import GraphGameError, Refusal, advised
from graphgame.outcome import DRAW, LOSE, NEVER_ENDS, WIN, Outcome, Play

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from graphgame.types import AnyArray, BoolArray

_NONE = -1


@advised
def verify_attractor(
    graph: types.EdgeGame,
    targets: types.ArrayLike,
    player: int,
    rank: types.ArrayLike,
    strategy: types.ArrayLike,
) -> bool:
    """Check that ranks and strategies are those of an attractor, in O(n + m) time.

    The targets alone have rank 0.  A position of the attracting player at r > 0 has no option of
    rank below r - 1, and the strategy names one of rank r - 1.  One of the other player at r > 0
    has only options of rank at most r - 1, and one of rank r - 1.  Outside, at rank -1, a position
    of the attracting player has only options outside; where the other player has options, the
    strategy names one outside.  Everywhere else the strategy is -1.  By induction on r, ranks are
    the moves to a target if one player hurries and the other delays.

    Parameters
    ----------
    graph : GameGraph
        The game, with owners.
    targets : (n,) array_like of bool
    player : {0, 1}
        Who attracts.
    rank, strategy : (n,) array_like of int

    Returns
    -------
    bool
        True.

    Raises
    ------
    VerificationError
        If they are wrong: which position breaks a rule, what was expected and what was found.
    GraphGameError
        If the graph has no owners, or an array has not n values.

    See Also
    --------
    graphgame.Attractor.verify, verify_owners

    Notes
    -----
    Takes 8 bytes per position, and some megabytes for a block of edges.

    Examples
    --------
    >>> import graphgame as gg
    >>> graph = gg.GameGraph.from_edges([(0, 1), (0, 2), (1, 0), (2, 2)]).with_owner([0, 1, 1])
    >>> verify_attractor(graph, [False, False, True], 0, [1, 2, 0], [2, -1, -1])
    True
    """
    checker = _Checker(graph, player, targets, rank, strategy)
    checker.check_visits(checker.targets)
    return True


@advised
def verify_owners(graph: types.EdgeGame, solution: types.OwnerAnswer) -> bool:
    """Check that the solution of a game with owners is a proof for both players, in O(n + m) time.

    Reachability and safety: the rules of `verify_attractor`, for the targets and the positions
    where the player who does not want visits cannot move; winners are whose region it is.

    Büchi and co-Büchi, where the visitor wins: rank 0 is at targets, and where the other player
    cannot move.  The strategy names an option in the same region, at r > 0 one of rank r - 1.  All
    options of the other player are in the region; at r > 0 their ranks are at most r - 1, and one
    is r - 1.  So visits never end, and r is the number of moves to the next.  Where the other
    player wins: the strategy names an option in the same region, all options of the visitor are in
    it; no such move leads to a greater rank, and from a target it leads to a lower one.  So visits
    end.

    Parameters
    ----------
    graph : GameGraph
        The game, with owners.
    solution : OwnerSolution
        Its `winners`, `rank` and `strategy` are checked.

    Returns
    -------
    bool
        True.

    Raises
    ------
    VerificationError
        If it is no proof: which position breaks a rule, what was expected and what was found.
    GraphGameError
        If the graph has no owners, or an array has not n values.

    See Also
    --------
    OwnerSolution.verify, verify_attractor

    Notes
    -----
    Takes 10 bytes per position, and some megabytes for a block of edges.

    Examples
    --------
    >>> import graphgame as gg
    >>> graph = gg.GameGraph.from_edges([(0, 1), (1, 0), (1, 2), (2, 2)])
    >>> s = gg.solve_buchi(graph, [0, 1, 0], 0)
    >>> gg.verify_owners(s.game, s)
    True
    """
    objective = str(solution.objective)
    if objective not in ("reachability", "safety", "buchi", "cobuchi"):
        raise GraphGameError(f"objective: expected one that is known, got {objective!r}")
    wants = objective in ("reachability", "buchi")
    visitor = solution.player if wants else 1 - solution.player
    checker = _Checker(graph, visitor, solution.targets, solution.rank, solution.strategy)
    winners = _array(graph, solution.winners, "winners")
    checker.refuse.where((winners != 0) & (winners != 1), "a winner 0 or 1")
    checker.inside = winners == visitor
    stuck = checker.targets | (checker.dead & ~checker.own)
    if objective in ("reachability", "safety"):
        checker.refuse.where(checker.inside != (checker.rank >= 0), "a rank of -1 where no end is")
        checker.check_visits(stuck)
    else:
        checker.check_visits_for_ever(stuck)
    return True


def _array(graph: types.EdgeGame, values: Any, name: str) -> AnyArray:
    array = np.asarray(values)
    if array.shape != (graph.n,) or (array.size and array.dtype.kind not in "iub"):
        raise GraphGameError(
            f"{name}: expected {graph.n} integers, got shape {array.shape} of {array.dtype.name}"
        )
    return array


class _Checker:
    """Checks ranks and strategies.

    Attributes
    ----------
    own : (n,) bool
        Where the visitor moves.
    dead : (n,) bool
        Where there are no options.
    inside : (n,) bool
        Where the visitor wins.
    """

    def __init__(
        self, graph: types.EdgeGame, visitor: int, targets: Any, rank: Any, strategy: Any
    ) -> None:
        if not hasattr(graph, "edge_blocks") or graph.owner is None:
            raise GraphGameError("graph: expected a GameGraph with owners")
        self.graph = graph
        self.targets: BoolArray = _array(graph, targets, "targets").astype(np.bool_)
        self.rank, self.strategy = _array(graph, rank, "rank"), _array(graph, strategy, "strategy")
        self.own: BoolArray = graph.owner == visitor
        self.inside: BoolArray = self.rank >= 0
        self.dead: BoolArray = np.ones(graph.n, dtype=np.bool_)
        for sources, _ in graph.edge_blocks():
            self.dead[sources] = False
        ranks, moves = self.rank, self.strategy

        def label(v: int) -> tuple[str, str]:
            # No method: with a reference to the checker, its arrays would wait for the collector.
            return f"rank {ranks[v]},", "no move" if moves[v] < 0 else f"move {moves[v]}"

        self.refuse = Refusal(graph, label, "{} {}")

    def check_visits(self, ends: BoolArray) -> None:
        """Check an attractor: `ends` are its positions of rank 0."""
        refuse, rank, own = self.refuse, self.rank, self.own
        refuse.where(
            (rank < _NONE) | (rank > self.graph.n), "a rank from -1 to the number of positions"
        )
        refuse.where((rank == 0) != ends, "rank 0 where play ends with a visit, and only there")
        moves = np.where(own, self.inside & ~ends, ~self.inside & ~self.dead)
        self._check_presence(moves)
        supported: BoolArray = ~moves & (own | ~self.inside | ends)
        for u, v in self.graph.edge_blocks():
            u, v = u[~ends[u]], v[~ends[u]]
            mine, before, option = own[u], rank[u].astype(np.int64) - 1, rank[v]
            named, won, there = self.strategy[u] == v, self.inside[u], self.inside[v]
            refuse.at(u[mine & ~won & there], "no option inside for the visitor outside")
            refuse.at(u[mine & won & there & (option < before)], "no option of lower rank")
            refuse.at(u[~mine & won & ~there], "only options inside for the other player inside")
            refuse.at(u[~mine & won & (option > before)], "no option of higher rank")
            found = np.where(mine, named, ~won & named | won) & np.where(
                won, option == before, ~there
            )
            supported[u[found]] = True
        refuse.where(~supported & self.inside, "a move to the rank before")
        refuse.where(~supported, "a move that stays outside")

    def check_visits_for_ever(self, ends: BoolArray) -> None:
        """Check visits that never end inside, and end outside; `ends` have rank 0 inside."""
        refuse, rank, own, inside = self.refuse, self.rank, self.own, self.inside
        refuse.where(rank < 0, "a rank from 0 on")
        refuse.where(inside & ((rank == 0) != ends), "rank 0 at targets, and only there")
        moves = own == inside
        self._check_presence(moves)
        supported: BoolArray = ~moves & (ends | ~inside)
        for u, v in self.graph.edge_blocks():
            won, far = inside[u], ~ends[u]
            before, option = (
                rank[u].astype(np.int64) - (won & far | ~won & self.targets[u]),
                rank[v],
            )
            named, same = self.strategy[u] == v, won == inside[v]
            free = ~moves[u]  # all moves of the player who loses count
            refuse.at(u[free & ~same], "no option that the other player wins not")
            wrong = np.where(won, far & (option > before), option > before)
            refuse.at(u[free & wrong], "no option of higher rank")
            fits = np.where(won, ~far | (option == before), option <= before)
            supported[u[same & fits & (named | free)]] = True
        refuse.where(~supported & inside, "a move to the rank before, in the same region")
        refuse.where(~supported, "a move to no greater rank, lower after a visit, in the region")

    def _check_presence(self, moves: BoolArray) -> None:
        """Check that the strategy has a move where it needs one, and only there."""
        self.refuse.where(moves & (self.strategy < 0), "a move of the strategy")
        self.refuse.where(~moves & (self.strategy != _NONE), "no move of the strategy")


# -- partizan games -------------------------------------------------------------------------------


@advised
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


def _own_edges(graph: types.EdgeGame, kept: BoolArray) -> Iterator[tuple[AnyArray, AnyArray]]:
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
        return f"{name} if {('Left', 'Right')[player]} begins", int(length[v])

    refuse = Refusal(graph, label)
    refuse.where((outcome < LOSE) | (outcome > WIN), "LOSE = -1, DRAW = 0 or WIN = 1")
    refuse.where((outcome == DRAW) != (length == NEVER_ENDS), "-1 for a DRAW, and only for it")
    refuse.where(length < NEVER_ENDS, "a remoteness from -1 on")
    ended = np.ones(graph.n, dtype=np.bool_)
    for u, _ in _own_edges(graph, own):
        ended[u] = False
    without_moves = LOSE if play == Play.NORMAL else WIN
    refuse.where(ended & (outcome != without_moves), f"{without_moves}, as there are no moves")
    refuse.where(ended != (length == 0), "remoteness 0 without moves, and only there")
    supported = ended
    for u, v in _own_edges(graph, own):
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
