"""Positions of a game of which a proof says something: inside of it, and outside.

A solved game has an answer for every position; a proof has bounds for those that its player can
come to.  Elsewhere nothing is known, and that is said.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from graphgame.errors import GraphGameError, UnknownPositionError
from graphgame.playing import texts
from graphgame.playing.positions import LONGEST_TEXT, UNKNOWN, WORDS, ShownPositions, readings

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from graphgame.playing.game import Look
    from graphgame.playing.views import Histogram, Owners, PositionView, Proven
    from graphgame.types import AnyArray, Int64Array

# A code has no more characters than this.
_LONGEST = len(str(-(2**63)))


class Worth(NamedTuple):
    """What is known of a position, for the player who moves there.

    Attributes
    ----------
    least, greatest : int
        Bounds of the score: of games that are won, lost or drawn -1, 0 and 1.
    plies : int or None
        In how many plies it is won or lost, at most.
    move : int
        The option by which the player keeps the least score; -1 for none, or any.
    """

    least: int
    greatest: int
    plies: int | None
    move: int


class ProvenGame(NamedTuple):
    """A game with a proof that one of the players, or each, gets something from the start.

    Attributes
    ----------
    start : int
        The number of the position where play begins.
    play : {"normal", "misere"}
    has_scores : bool
        Whether ends have scores; else they are won, lost or drawn.
    has_owners : bool
        Whether the game says who moves.
    widest : int
        The greatest score, up or down.
    keeper : int or None
        The player whose moves the proof has: 0 for the one who begins, or player 0 of a game with
        owners; None if it has those of both.
    position : callable
        From a number to the position.
    index : callable
        From a position to its number; raises UnknownPositionError.
    has : callable
        From a number to whether the proof has this position, or play has come to it.
    asked : callable
        From a number to what the end there is worth (None where play goes on), who moves there
        (None if the game does not say), and the numbers of the options, ascending.
    worth : callable
        From a number to a `Worth`.
    author : object
        As of `SolvedGame`.
    """

    start: int
    play: str
    has_scores: bool
    has_owners: bool
    widest: int
    keeper: int | None
    position: Callable[[int], Hashable]
    index: Callable[[Any], int]  # type: ignore[assignment]  # not that of a tuple
    has: Callable[[int], bool]
    asked: Callable[[int], tuple[int | None, int | None, Int64Array]]
    worth: Callable[[int], Worth]
    author: object = None


class ProvenPositions(ShownPositions):
    """The positions of a proof and those around it, whose keys are their numbers in decimal.

    Parameters
    ----------
    game : ProvenGame
    look : Look

    Raises
    ------
    GraphGameError
        If what `look` says does not fit the start.
    """

    measured: bool = False

    def __init__(self, game: ProvenGame, look: Look) -> None:
        super().__init__(look.completed(game.author), game.play)
        self.game = game
        self.size: int | None = None
        self.proof: dict[str, Any] | None = {"scores": game.has_scores, "keeper": game.keeper}
        if game.has_owners:
            if self.look.turn is not None:
                raise GraphGameError(
                    "turn: expected none for a game with owners, where each position says who "
                    f"moves there, got {texts.shown(self.look.turn)}"
                )
            self.owners: Owners | None = {"endless": "draw", "target": None, "counted": "plies"}
        self.start: str = str(game.start)
        self.view(self.start)

    def view(self, key: str) -> PositionView:
        """Return a position with its moves, as `ShownPositions.view`.

        ``sure`` says whether something is known of it: then the first move keeps that.  Of this
        position it is known where its moves lead, which may say more than the proof has of it.
        """
        found = super().view(key)
        worth = self._ahead(self._read(key))
        found["positionValue"] = WORDS[_outcome(worth)]
        found["proven"] = self._proven(worth)
        if found["moves"]:
            found["sure"] = (worth.least, worth.greatest) != (-self.game.widest, self.game.widest)
        elif self.game.has_scores:
            found["score"] = worth.least
        return found

    def find(self, text: str) -> str:
        """Return the key of the position that a text names, as `GamePositions.find`.

        Raises
        ------
        UnknownPositionError
            If it is not in the proof, and play has not come to it.
        """
        text = text.strip()[: LONGEST_TEXT + 1]
        if len(text) <= LONGEST_TEXT:
            for label in readings(text):
                try:
                    return str(self.game.index(label))
                except UnknownPositionError:
                    continue
        raise UnknownPositionError(
            "position: expected one of the proof, or one that play has come to, got "
            f"{texts.shown(text)}"
        )

    def histogram(self) -> Histogram | None:
        """Return None: how long best play lasts is not known."""
        return None

    # -- what is known of a position ---------------------------------------------------------------

    def _read(self, key: str) -> int:
        digits = key.removeprefix("-")
        if digits.isascii() and digits.isdecimal() and len(key) <= _LONGEST:
            number = int(key)
            if str(number) == key and -(2**63) <= number < 2**63 and self.game.has(number):
                return number
        raise UnknownPositionError(
            f"position: expected the number of one that play has come to, got {texts.shown(key)}"
        )

    def _position(self, number: int) -> Any:
        return self.game.position(number)

    def _label(self, number: int) -> tuple[int, int]:
        worth = self.game.worth(number)
        return _outcome(worth), 0 if self.game.asked(number)[0] is not None else -1

    def _is_over(self, number: int, remoteness: int) -> bool:  # noqa: ARG002
        return self.game.asked(number)[0] is not None

    def _length(self, outcome: int, remoteness: int) -> int | None:  # noqa: ARG002
        return 0 if remoteness == 0 else None

    def _for_mover(self, number: int, option: int) -> tuple[int, int, int | None]:
        """Return bounds of what a move reaches, for who makes it, and how soon, at most."""
        least, greatest, plies, _ = self.game.worth(option)
        owner = self.game.asked(number)[1]
        if owner is not None and owner == self.game.asked(option)[1]:
            return least, greatest, plies
        return -greatest, -least, plies

    def _options(self, number: int) -> tuple[AnyArray, AnyArray, AnyArray]:
        options = self.game.asked(number)[2]
        outcomes = [_outcome(Worth(*self._for_mover(number, w), -1)) for w in options.tolist()]
        # Those of moves, seen from the other side.
        seen = [x if x == UNKNOWN else -x for x in outcomes]
        ends = [self.game.asked(w)[0] is not None for w in options.tolist()]
        return options, np.array(seen, dtype=np.int8), np.where(ends, 0, -1)

    def _points(self, number: int) -> tuple[AnyArray, AnyArray] | None:
        """Return the places of moves: by what is known of them, wins soon and losses late."""
        found = []
        for option in self.game.asked(number)[2].tolist():
            least, greatest, plies = self._for_mover(number, option)
            haste = (plies or 0) * ((greatest < 0) - (least > 0))
            found.append((least + greatest, least, haste))
        places = {key: place for place, key in enumerate(sorted({*found}))}
        reached = np.array([places[key] for key in found], dtype=np.int64)
        return reached, np.zeros(len(found), dtype=np.bool_)

    def _ahead(self, number: int) -> Worth:
        """Return what the proof says of a position, or else what it says of its options shows.

        That is so outside of the proof, and where it is decided only thereby who wins.
        """
        worth, options = self.game.worth(number), self.game.asked(number)[2].tolist()
        if _outcome(worth) != UNKNOWN or not options:
            return worth
        least, greatest, plies, move = worth
        reached = [(*self._for_mover(number, option), option) for option in options]
        most, limit = max(found[0] for found in reached), max(found[1] for found in reached)
        if most > least:
            best = [found for found in reached if found[0] == most]
            known = [found for found in best if found[2] is not None]
            least, (plies, move) = most, min(known or best, key=lambda found: found[2] or 0)[2:]
            plies = None if plies is None else plies + 1
        if limit < greatest:
            greatest = limit
            lasts = [found[2] for found in reached if found[2] is not None]
            if limit < 0 and len(lasts) == len(reached):
                plies = 1 + max(lasts)
        found = Worth(least, greatest, plies, move)
        inside = worth[:2] != (-self.game.widest, self.game.widest)
        return worth if inside and _outcome(found) == UNKNOWN else found

    def _first(self, number: int) -> int:
        return self._ahead(number).move

    def _facts(self, number: int) -> tuple[int | None, dict[str, Any]]:
        return self.game.asked(number)[1], {"proven": self._proven(self.game.worth(number))}

    def _proven(self, worth: Worth) -> Proven:
        """Return what is known of a position, as a view has it."""
        if not self.game.has_scores:  # no end is worth more
            return {"least": worth.least, "greatest": worth.greatest, "plies": worth.plies}
        return {
            "least": None if worth.least == -self.game.widest else worth.least,
            "greatest": None if worth.greatest == self.game.widest else worth.greatest,
            "plies": worth.plies,
        }


def _outcome(worth: Worth) -> int:
    """Return the outcome that bounds decide, or `UNKNOWN`."""
    signs = {(x > 0) - (x < 0) for x in worth[:2]}
    return signs.pop() if len(signs) == 1 else UNKNOWN
