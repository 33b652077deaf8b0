"""The slow solvers: who wins and when, and which value a position has, word for word.

No queue, no counter, no predecessor: the definitions, applied until nothing changes any more.  They
know nothing of the package but the names of the outcomes.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import count, product
from typing import TYPE_CHECKING, Any

from graphgame.outcome import DRAW, LOSE, WIN, Outcome

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence


@dataclass(frozen=True)
class Game:
    """A game graph as the tests write it: edges in any order, parallel ones and loops included."""

    n: int
    edges: tuple[tuple[int, int], ...] = ()
    presets: Mapping[int, Outcome] = field(default_factory=dict)
    play: str = "normal"

    @classmethod
    def of(cls, graph: Any, play: str) -> Game:
        """Read a GameGraph back, edge by edge."""
        edges = (
            pair
            for sources, targets in graph.edge_blocks()
            for pair in zip(sources.tolist(), targets.tolist(), strict=True)
        )
        marked = [] if graph.presets is None else graph.presets.tolist()
        presets = {v: Outcome(mark) for v, mark in enumerate(marked) if mark in set(Outcome)}
        return cls(graph.n, tuple(edges), presets, play)

    def options(self, v: int) -> set[int]:
        """Return the positions one move away from v: parallel edges are one option."""
        return {target for source, target in self.edges if source == v}


@dataclass(frozen=True)
class Answer:
    """The right labelling of a game; index v of each list is position v."""

    options: list[set[int]]  # none at a terminal, whatever edges leave it
    outcomes: list[Outcome]
    remoteness: list[int]

    def best_move(self, v: int) -> int | None:
        """Return the move of the rule: hurry to win, delay to lose; then the lowest index."""
        if not self.options[v]:
            return None
        wanted = {WIN: LOSE, LOSE: WIN, DRAW: DRAW}[self.outcomes[v]]
        moves = [w for w in sorted(self.options[v]) if self.outcomes[w] == wanted]
        if self.outcomes[v] == WIN:
            return min(moves, key=self.remoteness.__getitem__)
        if self.outcomes[v] == LOSE:
            return max(moves, key=self.remoteness.__getitem__)
        return moves[0]

    def winning_moves(self, v: int) -> list[int]:
        """Return the options that are lost for the opponent."""
        return [w for w in sorted(self.options[v]) if self.outcomes[w] == LOSE]

    def line(self, v: int) -> tuple[list[int], int | None]:
        """Follow best moves from v; give the positions, and where a repetition stood before."""
        line = [v]
        while (w := self.best_move(line[-1])) is not None:
            line.append(w)
            if w in line[:-1]:
                return line, line.index(w)
        return line, None


def solve(game: Game) -> Answer:
    """Label every position.

    ``wins[r]`` are the positions from which the player to move can end the game as the winner
    within r plies; ``losses[r]`` those from which the opponent can, whatever the player to move
    does.  Who is in neither for any r is a draw.
    """
    positions = range(game.n)
    terminal = {v for v in positions if v in game.presets or not game.options(v)}
    without_moves = LOSE if game.play == "normal" else WIN
    at_once = {v: game.presets.get(v, without_moves) for v in terminal}
    options = [set() if v in terminal else game.options(v) for v in positions]

    wins = [{v for v in terminal if at_once[v] == WIN}]
    losses = [{v for v in terminal if at_once[v] == LOSE}]
    while True:
        won, lost = wins[-1], losses[-1]
        wins.append(wins[0] | {v for v in positions if options[v] & lost})
        losses.append(losses[0] | {v for v in positions if options[v] and options[v] <= won})
        if (wins[-1], losses[-1]) == (won, lost):
            break

    def label(v: int) -> tuple[Outcome, int]:
        for r, (won, lost) in enumerate(zip(wins, losses, strict=True)):
            if v in won:
                return WIN, r
            if v in lost:
                return LOSE, r
        return DRAW, 0 if v in terminal else -1

    labels = [label(v) for v in positions]
    return Answer(options, [outcome for outcome, _ in labels], [r for _, r in labels])


# -- Grundy values ---------------------------------------------------------------------------------


def mex(values: Iterable[int]) -> int:
    """Return the least number that is not there."""
    there = set(values)
    return next(k for k in count() if k not in there)


def grundy(game: Game) -> list[int | None]:
    """Return every position's value, the mex of its options; None where a cycle can be reached.

    Round by round, a position gets its value when all its options have theirs.
    """
    values: dict[int, int] = {}
    for _ in range(game.n):
        for v in range(game.n):
            if v not in values and all(w in values for w in game.options(v)):
                values[v] = mex(values[w] for w in game.options(v))
    return [values.get(v) for v in range(game.n)]


def loopy_grundy(game: Game) -> list[int | frozenset[int]]:
    """Return the loopy value of every position, the set K where it is infinite.

    Smith's rule, word for word: for k = 0, 1, 2, … as long as one can be found, a position without
    a label is labelled k if the labels of its options have mex k, and if each option without a
    label has an option labelled k.
    """
    options = [game.options(v) for v in range(game.n)]
    labels: dict[int, int] = {}

    def may_get(v: int, k: int) -> bool:
        labelled = {labels[w] for w in options[v] if w in labels}
        others = [w for w in options[v] if w not in labels]
        return mex(labelled) == k and all(
            any(labels.get(x) == k for x in options[w]) for w in others
        )

    for k in range(game.n + 1):
        while found := [v for v in range(game.n) if v not in labels and may_get(v, k)]:
            labels[found[0]] = k
    return [
        labels.get(v, frozenset(labels[w] for w in options[v] if w in labels))
        for v in range(game.n)
    ]


def sum_of(games: Sequence[Game]) -> tuple[Game, list[tuple[int, ...]]]:
    """Return the sum of games as one, and which positions of theirs each of its positions is."""
    positions = list(product(*(range(game.n) for game in games)))
    index = {position: i for i, position in enumerate(positions)}
    edges = tuple(
        (index[position], index[(*position[:i], w, *position[i + 1 :])])
        for position in positions
        for i, game in enumerate(games)
        for w in game.options(position[i])
    )
    return Game(len(positions), edges), positions
