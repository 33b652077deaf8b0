"""The certificate of strategies with memory, and cycles that lack a colour.  NumPy only, no solver.

A strategy with memory and all moves of the other player make a graph: its vertices are positions,
each with a state of the memory.  Each condition is a disjunction of terms, "none of these sets, and
each of those, again and again".  A term that the winner must avoid is refuted by numbers that never
rise along an edge: see `cycle_with`.
"""

from __future__ import annotations

from itertools import product

import numpy as np

from graphgame.arrays import types
from graphgame.errors import GraphGameError, Refusal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any, TypeAlias

    from graphgame.types import AnyArray, BoolArray

    Components: TypeAlias = Callable[[AnyArray, AnyArray], types.Array]
    # Sets of which none, and sets of which each, is visited again and again.
    Term: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]

# The most pairs of sets: a condition of so many has 2^16 terms.
_MOST_PAIRS = 16


def cycle_with(
    colours: Sequence[BoolArray],
    n: int,
    sources: AnyArray,
    targets: AnyArray,
    components: Components,
) -> int:
    """Return a vertex of a component that may have a cycle with each of some colours, -1 for none.

    Numbers that never rise along an edge are equal on a cycle.  So no cycle has each colour if
    among the edges between vertices of one number one of the colours is missing.

    Parameters
    ----------
    colours : sequence of (m,) bool array
        For each colour, which edges have it.
    n : int
        The number of vertices.
    sources, targets : (m,) int array
    components : callable
        Returns a number for each vertex of a graph, given by its rows; nobody believes it.

    Raises
    ------
    GraphGameError
        If the numbers rise along an edge.
    """
    order = np.argsort(sources, kind="stable")
    ptr = np.zeros(n + 1, dtype=np.int64)
    np.cumsum(np.bincount(sources, minlength=n), out=ptr[1:])
    number: AnyArray = np.asarray(components(ptr, targets[order].astype(np.int32)))
    if number.shape != (n,) or (number[sources] < number[targets]).any():
        raise GraphGameError("components: expected numbers that never rise along an edge")
    same = number[sources] == number[targets]
    inner = number[sources[same]]
    count = int(number.max(initial=0)) + 1
    lacks = np.bincount(inner, minlength=count) == 0
    for colour in colours:
        lacks |= np.bincount(inner[colour[same]], minlength=count) == 0
    return -1 if lacks.all() else int((number == lacks.argmin()).argmax())


def terms(objective: str, count: int, n_assumptions: int) -> tuple[list[Term], list[Term]]:
    """Return the terms of an objective of `count` sets, and those of its negation.

    >>> terms("rabin", 2, 0)
    ([((0,), (1,))], [((), (0,)), ((1,), ())])
    >>> terms("gr1", 2, 1)
    ([((), (1,)), ((0,), ())], [((1,), (0,))])
    """
    if objective in ("generalized_buchi", "gr1"):
        assumed = tuple(range(n_assumptions))
        wanted = tuple(range(n_assumptions, count))
        holds: list[Term] = [((), wanted), *(((x,), ()) for x in assumed)]
        return holds, [((x,), assumed) for x in wanted]
    if objective not in ("rabin", "streett"):
        raise GraphGameError(f"objective: expected one that is known, got {objective!r}")
    pairs = range(0, count, 2)
    if len(pairs) > _MOST_PAIRS:
        raise GraphGameError(f"pairs: expected at most {_MOST_PAIRS} to verify, got {len(pairs)}")
    # A pair of Rabin holds without the first and with the second; one of Streett fails without the
    # second and with the first.  A term of the other side breaks each pair in one of its two ways.
    is_rabin = objective == "rabin"
    one: list[Term] = [((x,), (x + 1,)) if is_rabin else ((x + 1,), (x,)) for x in pairs]
    other: list[Term] = []
    for ways in product((False, True), repeat=len(pairs)):
        chosen = list(zip(ways, one, strict=True))
        none = tuple(each[0] for avoids, (_, each) in chosen if avoids)
        other.append((none, tuple(none[0] for avoids, (none, _) in chosen if not avoids)))
    return (one, other) if is_rabin else (other, one)


class MemoryLoop:
    """Winners, a strategy with memory and all moves of the other player.

    Parameters
    ----------
    graph : GameGraph
        The game, with owners.
    solution : MemorySolution
        Its `objective`, `player`, `n_assumptions`, `sets`, `winners`, `strategy` and
        `memory_update`.
    """

    def __init__(self, graph: types.EdgeGame, solution: Any) -> None:
        self.graph: types.EdgeGame = graph
        self.solution: Any = solution
        self.sets: AnyArray = np.asarray(solution.sets)
        self.winners: AnyArray = np.asarray(solution.winners)
        self.strategy: AnyArray = np.asarray(solution.strategy)
        self.update: AnyArray = np.asarray(solution.memory_update)
        n, states = graph.n, len(self.strategy)
        for name, array, shape in (
            ("sets", self.sets, (len(self.sets), n)),
            ("winners", self.winners, (n,)),
            ("strategy", self.strategy, (states, n)),
            ("memory_update", self.update, (states, n)),
        ):
            if array.shape != shape or (array.size and array.dtype.kind not in "iub"):
                raise GraphGameError(
                    f"{name}: expected integers of shape {shape}, got shape {array.shape} of "
                    f"{array.dtype.name}"
                )
        if graph.owner is None or not states:
            raise GraphGameError("expected a game with owners, and a state of the memory")
        self.own: BoolArray = np.asarray(graph.owner) == self.winners
        winners, moves = self.winners, self.strategy

        def label(v: int) -> tuple[str, str]:
            return f"a win of {winners[v]},", f"moves {moves[:, v].tolist()}"

        self.refuse: Refusal = Refusal(graph, label, "{} {}")

    def check(self, components: Components) -> None:
        """Check that each player wins where the winners say it, with any state of the memory.

        Parameters
        ----------
        components : callable
            As of `cycle_with`.

        Raises
        ------
        VerificationError
            If it is no proof, with the first position found that breaks a rule.
        """
        refuse, n, states = self.refuse, self.graph.n, len(self.strategy)
        refuse.where((self.winners != 0) & (self.winners != 1), "a winner 0 or 1")
        for moves, update in zip(self.strategy, self.update, strict=True):
            refuse.where((update < 0) | (update >= states), f"a state of memory below {states}")
            refuse.where(self.own & (moves < 0), "a move of the strategy")
            refuse.where(~self.own & (moves != -1), "no move of the strategy, as the owner loses")
        sources, targets = self._edges()
        found, player = self.solution, int(self.solution.player)
        holds, fails = terms(str(found.objective), len(self.sets), int(found.n_assumptions))
        for winner, bad in ((player, fails), (1 - player, holds)):
            won = self.winners[sources % n] == winner if n else np.zeros(0, dtype=np.bool_)
            loop = sources[won], targets[won]
            for none, each in bad:
                self._check_term(none, each, loop, components)

    def _edges(self) -> tuple[AnyArray, AnyArray]:
        """Return the moves that are left; a position with a state of the memory is a vertex.

        No such move leads to a position that the other player wins, and each move of the strategy
        is an option.
        """
        n, states = self.graph.n, len(self.strategy)
        found: list[tuple[AnyArray, AnyArray]] = [(np.zeros(0, np.int64), np.zeros(0, np.int64))]
        followed = np.zeros((states, n), dtype=np.bool_)
        for u, v in self.graph.edge_blocks():
            same = self.winners[u] == self.winners[v]
            self.refuse.at(u[~same & ~self.own[u]], "no move to a win of the other player")
            for state in range(states):
                chosen = self.strategy[state][u] == v
                self.refuse.at(u[~same & chosen], "a move of the strategy to a win of its owner")
                followed[state][u[chosen]] = True
                kept = chosen | ~self.own[u]
                after = self.update[state][u[kept]].astype(np.int64) * n
                found.append((u[kept].astype(np.int64) + state * n, after + v[kept]))
        for row in followed:
            self.refuse.where(self.own & ~row, "a move of the strategy that is an option")
        sources, targets = zip(*found, strict=True)
        return np.concatenate(sources), np.concatenate(targets)

    def _check_term(
        self,
        none: tuple[int, ...],
        each: tuple[int, ...],
        edges: tuple[AnyArray, AnyArray],
        components: Components,
    ) -> None:
        """Check that no cycle visits none of some sets and each of others."""
        n = self.graph.n
        sources, targets = edges
        visited = np.any(self.sets[[*none]], axis=0)
        kept = ~visited[sources % n] if n else np.zeros(0, dtype=np.bool_)
        sources, targets = sources[kept], targets[kept]
        place = sources % n if n else sources
        colours = [self.sets[x].astype(np.bool_)[place] for x in each]
        at = cycle_with(colours, n * len(self.strategy), sources, targets, components)
        if at >= 0:
            loser = 1 - int(self.winners[at % n])
            self.refuse.refuse(at % n, f"no cycle that player {loser} wins")
