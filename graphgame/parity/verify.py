"""The certificate of parity games: are winners and strategies a proof?  NumPy only, no solver.

Ranks and levels make the proof local: each edge is looked at alone, and no component is searched.
docs/decisions/025-parity.md proves that they exist for a solution and for nothing else.
"""

from __future__ import annotations

import numpy as np

from graphgame.arrays import types
from graphgame.errors import GraphGameError, VerificationError, advised, require_graph

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn

    from graphgame.types import AnyArray, BoolArray, Int64Array


@advised
def verify_parity(
    graph: types.EdgeGame,
    owner: types.ArrayLike,
    priority: types.ArrayLike,
    winners: types.ArrayLike,
    strategy: types.ArrayLike,
    ranks: types.ArrayLike,
    levels: types.ArrayLike,
) -> bool:
    """Check that winners and strategies are a proof for a parity game.

    A vertex that its owner wins has a move in `strategy`, to a vertex that the same player wins; of
    the other vertices, every move leads to such a vertex.  These moves are *allowed*.  For an
    allowed move from v to w let M be the greatest level between the ranks of v and w, and p the
    priority of v.  If the parity of p is the loser's, the rank falls from v to w, and M is at least
    p.  If it is the winner's, the rank does not rise, or M is less than p.

    Parameters
    ----------
    graph : GameGraph
    owner : (n,) array_like of int
        0 or 1.
    priority : (n,) array_like of int
        At least 0.
    winners : (n,) array_like of int
        0 or 1.
    strategy : (n,) array_like of int
        The move of each vertex that its owner wins, -1 elsewhere.
    ranks : (n,) array_like of int
        From 0 to n - 1.
    levels : (n + 1,) array_like of int
        levels[r] is the level of the boundary between the ranks r - 1 and r; -1 for none.

    Returns
    -------
    bool
        True.

    Raises
    ------
    VerificationError
        If it is not a proof: the first vertex found that breaks a rule.
    GraphGameError
        If `graph` is not a GameGraph, or an array has another length.

    See Also
    --------
    ParitySolution.verify : The same, with ranks and levels that it finds.

    Notes
    -----
    O((n + m) log n) time; some 50 bytes for each vertex, and for each edge that rises.

    Examples
    --------
    >>> import graphgame as gg
    >>> graph = gg.GameGraph.from_edges([(0, 1), (1, 0)])
    >>> verify_parity(graph, [0, 1], [1, 2], [0, 0], [1, -1], [1, 0], [-1, 1, -1])
    True
    >>> verify_parity(graph, [0, 1], [1, 2], [1, 1], [-1, 0], [1, 0], [-1, 1, -1])
    Traceback (most recent call last):
    graphgame.errors.VerificationError: position 1: expected a move that lowers the rank, ...
    """
    require_graph(graph)
    n = graph.n
    given = {"owner": owner, "priority": priority, "winners": winners, "strategy": strategy}
    arrays: dict[str, AnyArray] = {name: np.asarray(array) for name, array in given.items()}
    arrays["ranks"], arrays["levels"] = np.asarray(ranks), np.asarray(levels)
    for name, array in arrays.items():
        size = n + (name == "levels")
        if array.shape != (size,):
            raise GraphGameError(f"{name}: expected {size} values, got shape {array.shape}")
        if array.dtype.kind not in "iu" and size:
            raise GraphGameError(f"{name}: expected integers, got {array.dtype.name}")
    checker = _Checker(graph, arrays)
    checker.check_vertices()
    followed = np.zeros(n, dtype=np.bool_)
    for sources, targets in graph.edge_blocks():
        checker.check_edges(sources, targets, followed)
    checker.check_followed(followed)
    checker.check_levels()
    return True


class _Checker:
    def __init__(self, graph: types.EdgeGame, arrays: dict[str, AnyArray]) -> None:
        self.graph = graph
        self.owner, self.priority = arrays["owner"], arrays["priority"]
        self.winners, self.strategy = arrays["winners"], arrays["strategy"]
        self.ranks, self.levels = arrays["ranks"], arrays["levels"]
        self.own: BoolArray = self.owner == self.winners
        # What is asked of levels, gathered over all edges: the vertex, its rank and that of its
        # successor.
        self.asked: list[tuple[AnyArray, AnyArray, AnyArray]] = []

    def check_vertices(self) -> None:
        """Check what is known without moves: the ranges of all numbers."""
        n = self.graph.n
        for name in ("owner", "winners"):
            array: AnyArray = getattr(self, name)
            self.where((array != 0) & (array != 1), f"0 or 1 in {name}")
        self.where(self.priority < 0, "a priority of at least 0")
        self.where((self.strategy < -1) | (self.strategy >= n), "a successor in strategy")
        self.where(self.own & (self.strategy < 0), "a move in strategy, as its owner wins")
        self.where(~self.own & (self.strategy >= 0), "no move in strategy, as its owner loses")
        self.where((self.ranks < 0) | (self.ranks >= n), f"a rank from 0 to {n - 1}")

    def check_edges(self, sources: AnyArray, targets: AnyArray, followed: BoolArray) -> None:
        """Check the rules that concern one edge alone, and gather what is asked of levels."""
        chosen = self.strategy[sources] == targets
        followed[sources[chosen]] = True
        allowed = chosen | ~self.own[sources]
        u, v = sources[allowed], targets[allowed]
        away = self.winners[u] != self.winners[v]
        self.at(u[away], "no move to a vertex that the other player wins")
        before, after = self.ranks[u], self.ranks[v]
        lost = (self.priority[u] & 1) != self.winners[u]
        self.at(u[lost & (after >= before)], "a move that lowers the rank, as the priority is lost")
        # A boundary next to one of the two ends often has the level that is asked for.
        p = self.priority[u]
        near = np.maximum(self.levels[before], self.levels[after + 1])
        open_ones = np.flatnonzero((lost & (near < p)) | (~lost & (after > before)))
        if len(open_ones):
            self.asked.append((u[open_ones], before[open_ones], after[open_ones]))

    def check_followed(self, followed: BoolArray) -> None:
        """Check that every strategy is a move, and that no dead end is won by its owner."""
        self.where(self.own & ~followed, "a successor in strategy")

    def check_levels(self) -> None:
        """Check the greatest level between two ranks, for the edges where it was not yet known.

        Ranges of a length from 2^k to 2^(k + 1) - 1 are covered by two windows of length 2^k.  The
        greatest level in every window is at hand for one k at a time.
        """
        if not self.asked:
            return
        u, before, after = (np.concatenate(parts) for parts in zip(*self.asked, strict=True))
        self.asked = []
        low: Int64Array = np.minimum(before, after).astype(np.int64) + 1
        length: Int64Array = np.maximum(before, after) - low + 1
        greatest = np.empty(len(u), dtype=self.levels.dtype)
        window = self.levels
        for k in range(int(length.max()).bit_length()):
            if k:
                half = 1 << (k - 1)
                window = np.maximum(window[:-half], window[half:])
            at = np.flatnonzero(length >> k == 1)
            first, last = low[at], low[at] + length[at] - (1 << k)
            greatest[at] = np.maximum(window[first], window[last])
        p = self.priority[u]
        lost = (p & 1) != self.winners[u]
        self.at(u[lost & (greatest < p)], "a move across a level of at least its priority")
        self.at(u[~lost & (greatest >= p)], "no move that rises across a level of its priority")

    # -- refusals ---------------------------------------------------------------------------------

    def where(self, wrong: BoolArray, expected: str) -> None:
        """Refuse the first vertex whose flag is set."""
        if wrong.any():
            self.refuse(int(wrong.argmax()), expected)

    def at(self, vertices: AnyArray, expected: str) -> None:
        """Refuse the first of these vertices, if there is one."""
        if len(vertices):
            self.refuse(int(vertices[0]), expected)

    def refuse(self, v: int, expected: str) -> NoReturn:
        """Raise the error for a vertex, with its successors."""
        position, winners = self.graph.position, self.winners
        successors = [
            (position(w), f"won by {winners[w]}", f"priority {self.priority[w]}")
            for sources, targets in self.graph.edge_blocks()
            for w in targets[sources == v].tolist()
        ]
        move = int(self.strategy[v])
        found = (
            f"owner {self.owner[v]}, priority {self.priority[v]}, won by {winners[v]}, "
            f"strategy {position(move) if 0 <= move < self.graph.n else move!r}"
        )
        raise VerificationError(position(v), successors, expected, found)
