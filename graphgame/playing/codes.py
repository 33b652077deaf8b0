"""The positions of a game whose answers are looked up by code: those of a database."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from graphgame.errors import GraphGameError, UnknownPositionError
from graphgame.outcome import DRAW, LOSE, NO_PRESET, WIN
from graphgame.playing import look as looks
from graphgame.playing.positions import LONGEST_TEXT, MOST_BARS, ShownPositions

if TYPE_CHECKING:
    from graphgame.playing.game import CodedGame, Look
    from graphgame.playing.views import Histogram
    from graphgame.types import AnyArray

# A code has no more characters than this.
_LONGEST = len(str(-(2**63)))


class CodePositions(ShownPositions):
    """The positions of a game of codes, whose keys are the codes in decimal.

    Parameters
    ----------
    game : CodedGame
    look : Look

    Raises
    ------
    GraphGameError
        If the game has no start, or what `look` says does not fit it.
    """

    def __init__(self, game: CodedGame, look: Look) -> None:
        super().__init__(look, game.play)
        self.game = game
        self.size: int | None = game.size
        self._histogram: Histogram | None = None
        if game.start is None:
            raise GraphGameError("game: expected one that begins somewhere, got no start")
        self.start: str = str(game.start)
        self.view(self.start)

    def find(self, text: str) -> str:
        """Return the key of the position that a text names: its code in decimal.

        Raises
        ------
        UnknownPositionError
            If no position has this code.
        """
        if len(text) > LONGEST_TEXT:
            text = text[: LONGEST_TEXT + 1]
        return str(self._read(text.strip()))

    def histogram(self) -> Histogram | None:
        """Return how many positions there are of each remoteness."""
        if self._histogram is None:
            counts = self.game.counts()
            rows = {kind: counts[kind] for kind in (WIN, LOSE)}
            if max((max(row, default=0) for row in rows.values()), default=0) >= MOST_BARS:
                return None
            bars = {
                kind: [row.get(r, 0) for r in range(max(row, default=-1) + 1)]
                for kind, row in rows.items()
            }
            draws = sum(counts[DRAW].values())
            self._histogram = {"win": bars[WIN], "lose": bars[LOSE], "draw": draws}
        return self._histogram

    def _read(self, key: str) -> int:
        digits = key.removeprefix("-")
        if digits.isascii() and digits.isdecimal() and len(key) <= _LONGEST:
            code = int(key)
            if str(code) == key and -(2**63) <= code < 2**63 and self._label(code)[0] != NO_PRESET:
                return code
        raise UnknownPositionError(
            f"position: expected the code of one of {self.game.size} positions, "
            f"got {looks.shown(key)}"
        )

    def _position(self, number: int) -> Any:
        return number

    def _label(self, number: int) -> tuple[int, int]:
        outcomes, remoteness = self.game.answer(np.array([number], dtype=np.int64))
        return int(outcomes[0]), int(remoteness[0])

    def _options(self, number: int) -> tuple[AnyArray, AnyArray, AnyArray]:
        options = self.game.options(number)
        outcomes, remoteness = self.game.answer(options)
        if (outcomes == NO_PRESET).any():
            raise GraphGameError(
                f"rule: expected the one that was solved, got "
                f"{options[outcomes == NO_PRESET][0]} as an option of {number}, no position"
            )
        return options, outcomes, remoteness
