"""Positions of a large game of chance, one at a time: states, and what was rolled in them.

A database has a value of each state, before the dice are rolled, for the player who moves.  A page
shows more positions: each state for each of the two players, and once more for each roll.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from graphgame.errors import GraphGameError, UnknownPositionError
from graphgame.outcome import DRAW, LOSE, WIN
from graphgame.playing import texts
from graphgame.playing.dice import DICE
from graphgame.playing.positions import ShownPositions

if TYPE_CHECKING:
    from collections.abc import Callable

    from graphgame.playing.game import Look
    from graphgame.playing.views import Histogram, Owners
    from graphgame.types import AnyArray, Int64Array

# A key has no more digits than this.
_LONGEST = 20


class StateGame(NamedTuple):
    """A solved game of chance whose states are integers, which are looked up.

    Attributes
    ----------
    start : int
        The state where play begins, with player 0.
    size : int
        How many states there are.
    weights : (rolls,) int64
        How likely each roll is.
    won : int
        The option that wins; its complement loses.
    value : callable
        From a state to the probability that the player wins who moves there.
    options : callable
        From a state and a roll to the options: a state where the same player moves next, or its
        complement where the other one does.
    author : object
        As of `SolvedGame`.
    """

    start: int
    size: int
    weights: Int64Array
    won: int
    value: Callable[[int], float]
    options: Callable[[int, int], list[int]]
    author: object = None


class StatePositions(ShownPositions):
    """The positions of a game of chance whose states are integers.

    A position is (state, player, roll), where `roll` is None before the dice; an end has the number
    that wins for a state, and the player who has won.  Its key is its number: (state × (rolls + 1)
    + 1 + roll) × 2 + player, with -1 for no roll; behind these are the two ends.

    Parameters
    ----------
    game : StateGame
    look : Look

    Raises
    ------
    GraphGameError
        If what `look` says does not fit the start.
    """

    owners: Owners | None = None
    is_sure: bool = True

    def __init__(self, game: StateGame, look: Look) -> None:
        super().__init__(look.completed(game.author), "normal")
        if self.look.turn is not None:
            raise GraphGameError(
                "turn: expected none for a game of chance, where each position says who moves, "
                f"got {texts.shown(self.look.turn)}"
            )
        self.game = game
        self.named: bool = True  # rolls have names, whatever the author says
        self.rolls: int = len(game.weights)
        self.ends: int = game.size * (self.rolls + 1) * 2
        self.size: int | None = self.ends + 2
        self.chance: dict[str, Any] | None = {"player": 0, "scores": False, "ends": True}
        self.start: str = str(self._number(game.start, 0, None))
        self.view(self.start)

    # -- numbers of positions ----------------------------------------------------------------------

    def _number(self, state: int, player: int, roll: int | None) -> int:
        stage = 0 if roll is None else roll + 1
        return (state * (self.rolls + 1) + stage) * 2 + player

    def _position(self, number: int) -> tuple[int, int, int | None]:
        rest, player = divmod(number, 2)
        if number >= self.ends:
            return self.game.won, player, None
        state, stage = divmod(rest, self.rolls + 1)
        return state, player, None if stage == 0 else stage - 1

    def _after(self, player: int, option: int) -> int:
        """Return the number of the position to which a player moves by an option."""
        state, mover = (option, player) if option >= 0 else (~option, 1 - player)
        if state == self.game.won:
            return self.ends + mover
        if state >= self.game.size:
            raise GraphGameError(
                f"rule: expected the one that was solved, got the option {option}, where states "
                f"end at {self.game.size - 1}"
            )
        return self._number(state, mover, None)

    def _read(self, key: str) -> int:
        if key.isascii() and key.isdecimal() and len(key) < _LONGEST:
            number = int(key)
            if str(number) == key and number < self.ends + 2:
                return number
        raise UnknownPositionError(
            f"position: expected a number from 0 to {self.ends + 1}, got {texts.shown(key)}"
        )

    def find(self, text: str) -> str:
        """Return the key of the position that a text names: of a state alone, with player 0.

        "12" is state 12 before the dice; "12 1" the same with player 1 to move; "12 1 3" after
        roll 3, counted from 0; "#12" is the position with this key.

        Raises
        ------
        UnknownPositionError
            If no position has this name.
        """
        said = text.strip()[:100]
        if said.startswith("#"):
            return str(self._read(said[1:]))
        words = said.replace(",", " ").strip("()").split()
        if 0 < len(words) <= 3 and all(x.isascii() and x.isdecimal() for x in words):
            state, player, roll = (*map(int, words), *(0, -1)[len(words) - 1 :])[:3]
            if state < self.game.size and player < 2 and roll < self.rolls:
                return str(self._number(state, player, None if roll < 0 else roll))
        raise UnknownPositionError(
            f"position: expected a state from 0 to {self.game.size - 1}, and perhaps a player and "
            f"a roll behind it, got {texts.shown(text)}"
        )

    def histogram(self) -> Histogram | None:
        """Return None: how long play lasts is left to chance."""
        return None

    # -- what is known of a position ---------------------------------------------------------------

    def _label(self, number: int) -> tuple[int, int]:
        # At an end the player moves who has lost; elsewhere nothing is certain.
        return (int(LOSE), 0) if number >= self.ends else (int(DRAW), -1)

    def _targets(self, number: int) -> list[int]:
        """Return the numbers of the options of a position; those of dice in the order of rolls."""
        state, player, roll = self._position(number)
        if number >= self.ends:
            return []
        if roll is None:
            return [self._number(state, player, k) for k in range(self.rolls)]
        return [self._after(player, option) for option in self.game.options(state, roll)]

    def _options(self, number: int) -> tuple[AnyArray, AnyArray, AnyArray]:
        options = np.unique(np.array(self._targets(number), dtype=np.int64))
        ends = options >= self.ends
        # Outcomes where dice decide are those of player 0.
        mine = options - self.ends == self._mover(number) % 2
        outcomes = np.where(ends, np.where(mine, int(LOSE), int(WIN)), int(DRAW))
        return options, outcomes, np.where(ends, 0, -1)

    def _mover(self, number: int) -> int:
        if number >= self.ends:
            return 1 - (number - self.ends)
        _, player, roll = self._position(number)
        return DICE if roll is None else player

    def _expected(self, number: int) -> float:
        """Return the probability that player 0 wins."""
        state, player, roll = self._position(number)
        if number >= self.ends:
            return float(player == 0)
        if roll is None:
            worth = self.game.value(state)
            return worth if player == 0 else 1.0 - worth
        found = map(self._expected, self._targets(number))
        return max(found) if player == 0 else min(found)

    def _facts(self, number: int) -> tuple[int | None, dict[str, Any]]:
        return self._mover(number), {"expected": self._expected(number)}

    def _points(self, number: int) -> tuple[AnyArray, AnyArray] | None:
        options, _, _ = self._options(number)
        hurries = np.ones(len(options), dtype=np.bool_)
        mover = self._mover(number)
        if mover == DICE:
            return np.zeros(len(options)), hurries
        worth = np.array([*map(self._expected, options.tolist())])
        return worth if mover == 0 else -worth, hurries

    def _move_facts(self, number: int, option: int) -> dict[str, Any]:
        """Return how likely dice make a move, out of how much."""
        if self._mover(number) != DICE:
            return {}
        divisor = int(np.gcd.reduce(self.game.weights))
        roll = self._position(option)[2]
        assert roll is not None, "dice lead to a roll"
        total = int(self.game.weights.sum())
        return {"chance": [int(self.game.weights[roll]) // divisor, total // divisor]}

    def _said_name(self, position: Any, option: Any) -> str | None:
        said = super()._said_name(position, option)
        return str(option[2]) if said is None and option[2] is not None else said
