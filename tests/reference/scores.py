"""The slow solver of games with scores, from the definition: a reachability game a threshold.

A player gets at least t, for t above what endless play is worth to this player, if the player can
force a terminal that is worth at least t; for other t, if the opponent cannot force one that is
worth less.  States are (position, player to move), so that it does not matter whether positions
name their players.  It imports nothing from the package.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import count
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

State = tuple[int, int]


@dataclass(frozen=True)
class ScoreGame:
    """A game as the tests write it: a position with a score is terminal, whatever leaves it."""

    n: int
    edges: tuple[tuple[int, int], ...]
    scores: Mapping[int, int]
    owner: tuple[int, ...] | None = None
    endless: int = 0

    def options(self, v: int) -> list[int]:
        """Return the options of a position, each once; none at a terminal."""
        if v in self.scores:
            return []
        return sorted({target for source, target in self.edges if source == v})

    def moves(self, state: State) -> list[State]:
        """Return the states one move away."""
        v, player = state
        if self.owner is None:
            return [(w, 1 - player) for w in self.options(v)]
        return [(w, self.owner[w]) for w in self.options(v)]

    @cached_property
    def states(self) -> list[State]:
        """Every position, with every player who may be to move there."""
        if self.owner is None:
            return [(v, player) for v in range(self.n) for player in (0, 1)]
        return list(enumerate(self.owner))

    def worth(self, state: State) -> int:
        """Return what a terminal is worth to player 0."""
        v, player = state
        return self.scores[v] if player == 0 else -self.scores[v]

    def forced(self, player: int, wanted: Callable[[int], bool]) -> set[State]:
        """Return where a player can force a terminal with a wanted worth to player 0."""
        found = {x for x in self.states if x[0] in self.scores and wanted(self.worth(x))}
        while True:
            more = set(found)
            for state in self.states:
                moves = self.moves(state)
                some = any if state[1] == player else all
                if moves and some(move in found for move in moves):
                    more.add(state)
            if more == found:
                return found
            found = more

    @cached_property
    def values(self) -> dict[State, int]:
        """Return what best play is worth to player 0."""
        worths = sorted({self.worth(x) for x in self.states if x[0] in self.scores})
        values = dict.fromkeys(self.states, self.endless)
        for t in (x for x in worths if x > self.endless):  # ascending: the highest comes last
            values |= dict.fromkeys(self.forced(0, lambda x, t=t: x >= t), t)  # type: ignore[misc]
        for t in (x for x in reversed(worths) if x < self.endless):
            values |= dict.fromkeys(self.forced(1, lambda x, t=t: x <= t), t)  # type: ignore[misc]
        return values

    def best(self, state: State) -> list[State]:
        """Return the moves that keep the value."""
        return [move for move in self.moves(state) if self.values[move] == self.values[state]]

    @cached_property
    def remoteness_of(self) -> dict[State, int]:
        """Return the plies to the end along moves that keep the value, -1 for never.

        Within r plies: who gains over endless play needs one move that ends in time, the opponent
        is lost if all do.  Without a gain, both look for an end.
        """
        times = {state: 0 for state in self.states if state[0] in self.scores}
        for r in count(1):
            now = {}
            for state in set(self.states) - set(times):
                gain = self.values[state] - self.endless
                gains = gain == 0 or (gain > 0) == (state[1] == 0)
                ends = [move in times for move in self.best(state)]
                if any(ends) if gains else all(ends):
                    now[state] = r
            if not now:
                return {state: times.get(state, -1) for state in self.states}
            times |= now
        raise AssertionError

    # -- the answers, for the player to move -------------------------------------------------------

    def state(self, v: int) -> State:
        """Return the state of a position; where players alternate, with player 0 to move."""
        return v, 0 if self.owner is None else self.owner[v]

    def score(self, v: int) -> int:
        """Return the score of a position."""
        v, player = self.state(v)
        return -self.values[v, player] if player else self.values[v, player]

    def remoteness(self, v: int) -> int:
        """Return the remoteness of a position."""
        return self.remoteness_of[self.state(v)]

    def optimal_moves(self, v: int) -> list[int]:
        """Return the options that keep the score."""
        return [w for w, _ in self.best(self.state(v))]

    def winning_moves(self, v: int) -> list[int]:
        """Return the options after which the player who moves has a positive score."""
        sign = -1 if self.state(v)[1] else 1
        return [move[0] for move in self.moves(self.state(v)) if sign * self.values[move] > 0]

    def best_move(self, v: int) -> int | None:
        """Return the move of the rule: who gains hurries, who loses delays; the lowest index."""
        state = self.state(v)
        moves = self.best(state)
        if not moves:
            return None
        gain = (self.values[state] - self.endless) * (-1 if state[1] else 1)
        times = [self.remoteness_of[move] for move in moves]
        wanted = max(times) if gain < 0 else min((t for t in times if t >= 0), default=-1)
        return moves[times.index(wanted)][0]

    def line(self, v: int) -> tuple[list[int], int | None]:
        """Follow best moves from v; give the positions, and where a repetition stood before."""
        line = [v]
        while (w := self.best_move(line[-1])) is not None:
            line.append(w)
            if w in line[:-1]:
                return line, line.index(w)
        return line, None
