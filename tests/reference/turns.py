"""The slow solver of games in which positions say who moves, presets have a remoteness, and ties.

For each player a table of how soon the game ends if that player forces the win within so many
plies, for 0, 1, 2, … plies until nothing changes any more: the definition, with no queue and no
counter.  A length is a pair (turns, plies), or where plies are counted a pair (plies, 0).  It knows
nothing of the package but the names of the outcomes.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from graphgame.outcome import DRAW, LOSE, TIE, WIN, Outcome

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

Length = tuple[int, int]
# The length of the game from each position, None where it is not decided so.
Table = list[Length | None]


@dataclass(frozen=True)
class TurnGame:
    """A game graph as the tests write it; `owner` is empty where the players alternate."""

    n: int
    edges: tuple[tuple[int, int], ...] = ()
    presets: Mapping[int, tuple[Outcome, int]] = field(default_factory=dict)
    owner: tuple[int, ...] = ()
    play: str = "normal"
    count: str = "plies"

    def options(self, v: int) -> set[int]:
        """Return the positions one move away from v, none at a preset."""
        if v in self.presets:
            return set()
        return {target for source, target in self.edges if source == v}

    def same(self, v: int, w: int) -> bool:
        """Return whether the player who moves at v also moves at w."""
        return bool(self.owner) and self.owner[v] == self.owner[w]

    def cost(self, v: int, w: int) -> Length:
        """Return what a move from v to w counts."""
        if self.count == "plies":
            return 1, 0
        return 0 if self.same(v, w) else 1, 1


@dataclass(frozen=True)
class TurnAnswer:
    """The right labelling of a game; index v of each list is position v."""

    game: TurnGame
    outcomes: list[Outcome]
    lengths: Table

    @property
    def remoteness(self) -> list[int]:
        """The first numbers of the lengths, -1 where play never ends."""
        return [-1 if length is None else length[0] for length in self.lengths]

    @property
    def plies(self) -> list[int]:
        """The second numbers of the lengths, -1 where play never ends."""
        return [-1 if length is None else length[1] for length in self.lengths]

    def wins(self, v: int, w: int) -> bool:
        """Return whether who moves at v wins by moving to w."""
        return self.outcomes[w] == (WIN if self.game.same(v, w) else LOSE)

    def winning_moves(self, v: int) -> list[int]:
        """Return the options that win for who moves at v."""
        return [w for w in sorted(self.game.options(v)) if self.wins(v, w)]

    def best_move(self, v: int) -> int | None:
        """Return the move of the rule: the winner and who ties hurry, the loser delays."""
        options = sorted(self.game.options(v))
        outcome = self.outcomes[v]
        if outcome == WIN:
            options = self.winning_moves(v)
        elif outcome in (DRAW, TIE):
            options = [w for w in options if self.outcomes[w] == outcome]
        if not options:
            return None
        if outcome == DRAW:
            return options[0]

        def length(w: int) -> Length:
            there = self.lengths[w]
            assert there is not None
            return _add(self.game.cost(v, w), there)

        return max(options, key=length) if outcome == LOSE else min(options, key=length)

    def line(self, v: int) -> tuple[list[int], int | None]:
        """Follow best moves from v; give the positions, and where a repetition stood before."""
        line = [v]
        while (w := self.best_move(line[-1])) is not None:
            line.append(w)
            if w in line[:-1]:
                return line, line.index(w)
        return line, None


def solve(game: TurnGame) -> TurnAnswer:
    """Label every position."""
    positions = range(game.n)
    ends: dict[int, tuple[Outcome, int]] = {}
    for v in positions:
        if v in game.presets:
            ends[v] = game.presets[v]
        elif not game.options(v):
            ends[v] = (LOSE if game.play == "normal" else WIN), 0

    forced = _forced(game, ends)
    outcomes: list[Outcome] = []
    lengths: Table = []
    for v in positions:
        won, lost = forced[v, True], forced[v, False]
        outcome = DRAW if won is None and lost is None else WIN if lost is None else LOSE
        outcomes.append(ends[v][0] if v in ends else outcome)
        lengths.append((ends[v][1], 0) if v in ends else won or lost)
    tied = _ties(game, ends, outcomes)
    for v in positions:
        if v not in ends and tied[v] is not None:
            outcomes[v], lengths[v] = TIE, tied[v]
    return TurnAnswer(game, outcomes, lengths)


def _add(a: Length, b: Length) -> Length:
    return a[0] + b[0], a[1] + b[1]


def _forced(
    game: TurnGame, ends: Mapping[int, tuple[Outcome, int]]
) -> dict[tuple[int, bool], Length | None]:
    """Return how soon a player wins from v, who moves there or does not: None for never."""
    states = [(v, moves) for v in range(game.n) for moves in (True, False)]

    def start(v: int, moves: bool) -> Length | None:
        return (ends[v][1], 0) if v in ends and ends[v][0] == (WIN if moves else LOSE) else None

    table = {state: start(*state) for state in states}

    def better(v: int, moves: bool) -> Length | None:
        if v in ends:
            return table[v, moves]
        after = [
            None if there is None else _add(game.cost(v, w), there)
            for w in game.options(v)
            for there in [table[w, moves == game.same(v, w)]]
        ]
        known = [length for length in after if length is not None]
        if moves:
            return min(known, default=None)
        return max(known) if len(known) == len(after) else None

    return _repeated(table, lambda state: better(*state))


def _ties(
    game: TurnGame, ends: Mapping[int, tuple[Outcome, int]], outcomes: list[Outcome]
) -> dict[int, Length | None]:
    """Return how soon a tie is reached from positions neither won nor lost: None for never."""
    table = {v: (ends[v][1], 0) if v in ends and ends[v][0] == TIE else None for v in range(game.n)}

    def nearest(v: int) -> Length | None:
        if v in ends or outcomes[v] != DRAW:
            return table[v]
        tied = [(w, table[w]) for w in game.options(v)]
        return min((_add(game.cost(v, w), x) for w, x in tied if x is not None), default=None)

    return _repeated(table, nearest)


def _repeated(
    table: dict[Any, Length | None], step: Callable[[Any], Length | None]
) -> dict[Any, Length | None]:
    """Compute all entries of a table from those before, until they stay."""
    while (new := {state: step(state) for state in table}) != table:
        table.update(new)
    return table
