"""A match with dice in the terminal: rolled from a seed, or typed in; chances, luck and skill."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from random import Random
from typing import IO, TYPE_CHECKING, Any

import numpy as np

from graphgame.errors import GraphGameError
from graphgame.playing.dice import DICE, Step, account, difference, error_weights, percent
from graphgame.playing.positions import GamePositions
from graphgame.playing.terminal import (
    SKILLS,
    Match,
    Terminal,
    Writer,
    board_lines,
    plies,
)
from graphgame.playing.texts import said
from graphgame.playing.typed_moves import escaped, move_name

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from graphgame.playing.game import Look, SolvedGame
    from graphgame.playing.views import PositionView


class ChanceMatch(Match):
    """A match in which dice are a third who moves; parameters are those of `Match`."""

    positions: GamePositions

    def begin(self, key: str) -> None:
        """Start again at a position; an error leaves the match as it was."""
        super().begin(key)
        self._steps: list[Step] = []
        self._paid = [0.0]

    def make(self, move: int) -> None:
        """Make a move, given by its place among the moves of the position."""
        before, made = self.view, self.view["moves"][move]
        worths = [x["expected"] + x.get("paid", 0) for x in before["moves"]]
        best = before["expected"] if self.turn == DICE else worths[0]
        self._steps.append(Step(self.turn, best, worths[move]))
        self._paid.append(self._paid[-1] + made.get("paid", 0))
        super().make(move)

    def take_back(self, people: AbstractSet[int]) -> bool:
        """Return to the last turn of a person before this one; return whether there is one."""
        found = super().take_back(people)
        del self._steps[self.ply :], self._paid[self.ply + 1 :]
        return found

    @property
    def paid(self) -> float:
        """What the moves of the match have paid to player 0."""
        return self._paid[-1]

    @property
    def steps(self) -> Sequence[Step]:
        """The moves so far, with what they were worth."""
        return self._steps

    def losses(self) -> list[float]:
        """Return what each move of a player loses against the best one, the first."""
        chance = self.positions.chance
        assert chance is not None, "a game of chance"
        worths = [x["expected"] + x.get("paid", 0) for x in self.view["moves"]]
        sign = 1 if self.turn == chance["player"] else -1
        return [max(0.0, sign * (worths[0] - worth)) for worth in worths]

    def choose(self) -> int:
        """Choose the machine's move: the best one or, as often as it errs, one that loses little.

        Where dice decide, roll them.
        """
        moves = self.view["moves"]
        if self.turn == DICE:
            weights: list[float] = [move["chance"][0] for move in moves]
        elif self.random.random() < self.errs:
            losses = self.losses()
            chance = self.positions.chance
            span = max(losses) if chance is not None and chance["scores"] else 1.0
            weights = error_weights(losses, span)
        else:
            return 0
        return self.random.choices(range(len(moves)), weights)[0]


class ChanceTerminal(Terminal):
    """Plays matches with dice, as `Terminal`; if player `DICE` is a person, results are typed."""

    positions: GamePositions
    match: ChanceMatch

    def __init__(
        self,
        positions: GamePositions,
        reader: IO[bytes],
        writer: Writer,
        *,
        people: AbstractSet[int],
        random: Random,
        errs: float = 0,
        values: bool = False,
    ) -> None:
        super().__init__(
            positions, reader, writer, people=people, random=random, errs=errs, values=values
        )
        assert positions.chance is not None, "a game of chance"
        self._chance = positions.chance
        given = self._about.get("players")
        names = said(given) if given else ("Player 0", "Player 1")
        self._players = (*map(escaped, names), "Dice")
        self.match = ChanceMatch(positions, positions.start, random, errs)

    def _sides(self) -> str:
        people = sorted(self.people - {DICE})
        who = [self._players[player] for player in people]
        typed = " You type what was rolled." if DICE in self.people else ""
        if len(who) == 1:
            return f"You are {who[0]}, the machine is {self._players[1 - people[0]]}.{typed}"
        return f"Both players are {'people' if who else 'the machine'}.{typed}"

    def _advance(self) -> bool:
        match = self.match
        while match.view["moves"] and match.turn not in self.people:
            self._make(match.choose())
        return bool(self.people)

    def _show(self) -> None:
        """Write the position, the chances, and the moves of a person or the results of dice."""
        match, view = self.match, self.match.view
        lines = ["", *board_lines(view["board"], view["name"], self.positions.style.places)]
        self._shown = []
        lines.append(self._chances(view))
        if not view["moves"]:
            lines += [self._over(), *self._account()]
            if self.people:
                lines.append("u takes back, j POSITION begins again at a position, q quits.")
        elif match.turn == DICE:
            lines.append(f"Ply {match.ply + 1}: the dice decide.")
            lines += self._results() if DICE in self.people else []
        else:
            lines.append(f"Ply {match.ply + 1}: {self._players[match.turn]} to move.")
            lines += self._moves() if match.turn in self.people else []
        self._write("\n".join(lines))

    def _worth(self, view: PositionView, player: int) -> float:
        """Return what a position of the match is worth to a player."""
        total = view["expected"] + self.match.paid
        if player == self._chance["player"]:
            return total
        return -total if self._chance["scores"] else 1 - total

    def _worth_text(self, view: PositionView, player: int) -> str:
        worth = self._worth(view, player)
        if self._chance["scores"]:
            return f"{worth:+.2f}"
        return percent(worth, view["positionValue"] != "draw")

    def _chances(self, view: PositionView) -> str:
        """Return what a position is worth to both players; to one, where nobody may win."""
        players = (0, 1) if self._chance["ends"] or self._chance["scores"] else (
            self._chance["player"],
        )  # fmt: skip
        what = "Expected score" if self._chance["scores"] else "Chance of winning"
        shown = ", ".join(f"{self._players[p]} {self._worth_text(view, p)}" for p in players)
        return f"{what}: {shown}."

    def _difference(self, number: float) -> str:
        return difference(number, has_scores=self._chance["scores"])

    def _moves(self) -> list[str]:
        """Return the moves as numbered lines: by name, or with values the best first."""
        view, losses = self.match.view, self.match.losses()
        order = [*range(len(losses))]
        if not self.values:
            order.sort(key=lambda k: move_name(view, k))
        self._shown = order
        names = [escaped(move_name(view, k)) for k in order]
        width = max(map(len, names))
        lines = []
        for number, (k, name) in enumerate(zip(order, names, strict=True), 1):
            lost = "best" if k == 0 else self._difference(-losses[k])
            line = f"{name:{width}}  {lost}" if self.values else name
            lines.append(f"  {number}  {line}")
        return lines

    def _results(self) -> list[str]:
        """Return what may be rolled, by name, each with its probability."""
        view = self.match.view
        self._shown = sorted(range(len(view["moves"])), key=lambda k: self._result(view, k))
        lines = []
        for k in self._shown:
            a, b = view["moves"][k]["chance"]
            lines.append(f"  {self._result(view, k)}  {a}/{b}")
        return lines

    @staticmethod
    def _result(view: PositionView, k: int) -> str:
        """Return what was rolled; without a name, the position that it leads to."""
        found = view["moves"][k]
        return escaped(found["name"] if found["move"] is None else found["move"])

    def _over(self) -> str:
        match = self.match
        total, view = self._worth(match.view, 0), match.view
        if self._chance["scores"]:
            winner = None if total == 0 else int(total < 0)
            end = "a draw" if winner is None else f"{self._players[winner]} wins by {abs(total):g}"
        else:
            winner = match.turn if view["positionValue"] == "win" else 1 - match.turn
            end = f"{self._players[winner]} wins"
        return f"The match is over after {plies(match.ply)}: {end}."

    def _account(self) -> list[str]:
        """Return luck and mistakes of both players, a line each."""
        if not self.match.ply:
            return []
        found = account(self.match.steps, self._chance["player"])
        lines = []
        for player in (0, 1):
            luck = found.luck if player == self._chance["player"] else -found.luck
            lines.append(
                f"{self._players[player]}: luck {self._difference(luck)}, "
                f"mistakes {self._difference(-found.lost[player])}"
            )
        return lines

    def _choose(self, text: str) -> None:
        """Read what was rolled by its name alone: dice show numbers."""
        view = self.match.view
        if self.match.turn == DICE and view["moves"]:
            named = [k for k in self._shown if self._result(view, k) == text]
            if len(named) == 1:
                self._make(named[0])
            else:
                names = ", ".join(self._result(view, k) for k in self._shown[:12])
                self._write(f"Expected what was rolled, one of {names}, got {escaped(text[:60])}.")
            return
        super()._choose(text)

    def _show_line(self) -> None:
        self._write("Dice decide how play goes on: there is no line of best play.")


def make_terminal(
    positions: GamePositions, reader: IO[bytes], writer: Writer, **options: Any
) -> Terminal:
    """Return a terminal for a game with dice or without; parameters are those of `Terminal`."""
    kind = Terminal if positions.chance is None else ChanceTerminal
    return kind(positions, reader, writer, **options)


def play(
    game: SolvedGame,
    look: Look,
    *,
    people: AbstractSet[int],
    skill: str,
    errs: float | None,
    seed: int | None,
    typed: bool,
    values: bool,
) -> None:
    """Play a match on standard input and output, until they end; see `PlayedChance`."""
    if not people <= {0, 1}:
        raise GraphGameError(f"people: expected some of 0 and 1, got {sorted(people)}")
    if skill not in SKILLS:
        raise GraphGameError(f"skill: expected one of {', '.join(SKILLS)}, got {skill!r}")
    errs = SKILLS[skill] if errs is None else errs
    if not 0 <= errs <= 100:
        raise GraphGameError(f"errs: expected a number from 0 to 100, got {errs!r}")
    if seed is not None and (isinstance(seed, bool) or not isinstance(seed, int | np.integer)):
        raise GraphGameError(f"seed: expected an integer or None, got {seed!r}")

    def write(blocks: list[bytes]) -> None:
        sys.stdout.write(b"".join(blocks).decode())
        sys.stdout.flush()

    make_terminal(
        GamePositions(game, look),
        sys.stdin.buffer,
        Writer(write, prompts=sys.stdout.isatty(), echoes=not sys.stdin.isatty()),
        people=people | ({DICE} if typed else set()),
        random=Random(seed if seed is None else int(seed)),  # noqa: S311 -- a game
        errs=errs / 100,
        values=values,
    ).play()
