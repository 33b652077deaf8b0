"""One position of a solved game at a time: what the local server sends and the terminal shows.

Everything is found when it is asked for, in time that grows with the options of one position and
not with the game, so that a game of 10^8 positions is shown like a small one.  The functions of an
author are called only for what is shown.
"""

from __future__ import annotations

import warnings
from ast import literal_eval
from threading import Lock
from typing import TYPE_CHECKING, Any, Protocol, TypedDict

import numpy as np

from graphgame.errors import GraphGameError, UnknownPositionError
from graphgame.outcome import DRAW, LOSE, WIN
from graphgame.playing import look as looks
from graphgame.playing.difference import words
from graphgame.playing.style import check_style

if TYPE_CHECKING:
    from graphgame.playing.game import Look, SolvedGame
    from graphgame.playing.style import Style
    from graphgame.types import AnyArray

# The words of outcomes in JSON, for the player to move.
WORDS = {int(WIN): "win", int(LOSE): "lose", int(DRAW): "draw"}
# A histogram of more bars than this would be no picture.
MOST_BARS = 100_000
# A longer text names no position.
LONGEST_TEXT = 10_000
# Positions counted at a time, for a histogram.
_BLOCK = 1 << 20
# Warnings are filtered for the whole process: one thread at a time.
_filtering = Lock()


class MoveView(TypedDict):
    """A move: the position that it leads to, and what it means for the player who makes it.

    ``remoteness`` is that of the position; ``deltaRemoteness`` says how many plies later than the
    best move of the same value it wins, or how many earlier it loses, and is None in draws.
    """

    position: str
    name: str
    move: str | None
    moveValue: str
    remoteness: int | None
    deltaRemoteness: int | None
    turn: int | None
    board: str | None


class PositionView(TypedDict):
    """A position with its moves, best first, in the form of docs/schemas/position.json."""

    position: str
    name: str
    positionValue: str
    remoteness: int | None
    turn: int | None
    board: str | None
    moves: list[MoveView]


class Histogram(TypedDict):
    """Positions counted by outcome and remoteness: ``win[r]`` are a WIN in r plies."""

    win: list[int]
    lose: list[int]
    draw: int


class Positions(Protocol):
    """Where positions come from: a solved game in memory, or a database.

    Attributes
    ----------
    start : str
        The key of the position where play begins.
    style : Style
        Title, languages, pieces and centres, checked.
    size : int or None
        How many positions there are; None if it is not known.
    named : bool
        Whether the author of the game names moves.
    drawn : bool
        Whether positions have boards.
    """

    start: str
    size: int | None
    named: bool
    drawn: bool
    style: Style

    def view(self, key: str) -> PositionView:
        """Return a position with its moves; raise UnknownPositionError if there is none."""

    def find(self, text: str) -> str:
        """Return the key of a position that a person names, or raise UnknownPositionError."""

    def histogram(self) -> Histogram | None:
        """Return how many positions there are of each remoteness; None if they are too many."""


class GamePositions:
    """The positions of a solved game, whose keys are their indices in decimal.

    Parameters
    ----------
    game : SolvedGame
        Without a start, play begins at its first position.
    look : Look

    Raises
    ------
    GraphGameError
        If there is no position, or what `look` says does not fit the start.
    """

    def __init__(self, game: SolvedGame, look: Look) -> None:
        self.game, self.look = game, look
        self.size: int | None = len(game.outcomes)
        self.style = check_style(look)
        self.named, self.drawn = look.move is not None, look.board is not None
        if game.remoteness is None:
            raise GraphGameError(
                "game: expected a solution with remoteness, got one without; solve it with "
                "remoteness"
            )
        if not self.size:
            raise GraphGameError("game: expected at least one position, got none")
        self.start = str(game.start or 0)
        self._shape: list[int] | None = None
        self._histogram: Histogram | None = None
        self.view(self.start)

    def view(self, key: str) -> PositionView:
        """Return a position with its moves, best first, in O(number of options) time.

        Raises
        ------
        UnknownPositionError
            If there is no such position.
        GraphGameError
            If what `look` says does not fit the position or its options.
        """
        v = self._index(key)
        options = self._ranked(v)
        shown = [self.game.position(w) for w in (v, *options)]
        boards, turns = self._boards(shown), self._turns(shown)
        moves: list[MoveView] = []
        best: dict[int, int] = {}
        for k, w in enumerate(options, 1):
            outcome, remoteness = int(self.game.outcomes[w]), int(self.game.remoteness[w])
            first = best.setdefault(outcome, remoteness)
            moves.append(
                {
                    "position": str(w),
                    "name": self._name(shown[k]),
                    "move": self._move_name(shown[0], shown[k], boards[0], boards[k]),
                    "moveValue": WORDS[-outcome],
                    "remoteness": remoteness,
                    "deltaRemoteness": None if outcome == DRAW else abs(remoteness - first),
                    "turn": turns[k],
                    "board": boards[k],
                }
            )
        return {
            "position": str(v),
            "name": self._name(shown[0]),
            "positionValue": WORDS[int(self.game.outcomes[v])],
            "remoteness": int(self.game.remoteness[v]),
            "turn": turns[0],
            "board": boards[0],
            "moves": moves,
        }

    def find(self, text: str) -> str:
        """Return the key of the position that a text names.

        It is looked up as a label that is a text; then as the label that it is in Python, such as
        ``(0, 1, 'a')`` or ``12``; then as an index, which ``#12`` always is.  Labels of other kinds
        are found by their indices alone.

        Raises
        ------
        UnknownPositionError
            If no position has this name.
        """
        text = text.strip()[: LONGEST_TEXT + 1]
        if len(text) <= LONGEST_TEXT:
            for label in self._readings(text):
                try:
                    v = self.game.index(label)
                except (UnknownPositionError, OverflowError):
                    continue
                if self.game.position(v) == label:  # an index of codes rounds 7.5
                    return str(v)
            number = text.removeprefix("#")
            if self._is_index(number):
                return number
        raise UnknownPositionError(
            f"position: expected a label as Python writes it or an index from #0 to "
            f"#{len(self.game.outcomes) - 1}, got {looks.shown(text)}"
        )

    def histogram(self) -> Histogram | None:
        """Return how many positions there are of each remoteness, counted once and kept."""
        if self._histogram is None:
            outcomes, remoteness = self.game.outcomes, self.game.remoteness
            if int(remoteness.max()) >= MOST_BARS:
                return None
            win, lose = _counts(outcomes, remoteness, WIN), _counts(outcomes, remoteness, LOSE)
            draws = len(outcomes) - int(win.sum()) - int(lose.sum())
            self._histogram = {"win": win.tolist(), "lose": lose.tolist(), "draw": draws}
        return self._histogram

    # -- what is shown of positions -----------------------------------------------------------

    def _ranked(self, v: int) -> list[int]:
        """Return the options of a position, best first; as `ranked` in the page."""
        game = self.game
        if game.remoteness[v] == 0:  # a preset position ends the game, whatever its options are
            return []
        options = np.unique(game.option_idx[game.option_ptr[v] : game.option_ptr[v + 1]])
        outcomes, remoteness = game.outcomes[options], game.remoteness[options]
        # To a LOSE, the nearest first; to a draw; to a WIN, the farthest first; else by index.
        plies = np.where(outcomes == DRAW, 0, np.where(outcomes == LOSE, remoteness, -remoteness))
        ranked: list[int] = options[np.lexsort((options, plies, outcomes))].tolist()
        return ranked

    def _name(self, position: Any) -> str:
        return looks.names([position])[0]

    def _move_name(
        self, position: Any, option: Any, board: str | None, after: str | None
    ) -> str | None:
        if self.look.move is not None:
            name = looks.apply(self.look.move, "move", position, option)
            return looks.visible(name, f"move({looks.shown(position)}, {looks.shown(option)})")
        return None if board is None or after is None else words(board, after)

    def _turns(self, shown: list[Any]) -> list[int] | list[None]:
        """Return who moves at a position and at its options."""
        if self.look.turn is None:
            return [None] * len(shown)
        turns = looks.turns(self.look, shown)
        options = np.arange(1, len(shown))
        looks.check_turns(turns, np.zeros_like(options), options, shown)
        found: list[int] = turns.tolist()
        return found

    def _boards(self, shown: list[Any]) -> list[str] | list[None]:
        """Return the boards of positions; all are of one shape, and that of the start."""
        if self.look.board is None:
            return [None] * len(shown)
        boards = [looks.board(self.look, position, self.style.centres) for position in shown]
        if self._shape is None:
            self._shape = _shape(boards[0])
        for position, board in zip(shown, boards, strict=True):
            if _shape(board) != self._shape:
                raise GraphGameError(
                    f"board({looks.shown(position)}): expected rows of {_words(self._shape)} "
                    f"characters, as at the start, got rows of {_words(_shape(board))}; give all "
                    "boards one shape"
                )
        return boards

    # -- keys ---------------------------------------------------------------------------------

    def _index(self, key: str) -> int:
        if not self._is_index(key):
            raise UnknownPositionError(
                f"position: expected an index from 0 to {len(self.game.outcomes) - 1}, "
                f"got {looks.shown(key)}"
            )
        return int(key)

    def _is_index(self, text: str) -> bool:
        digits = text.isascii() and text.isdecimal() and len(text) < 20
        return digits and str(int(text)) == text and int(text) < len(self.game.outcomes)

    @staticmethod
    def _readings(text: str) -> list[Any]:
        """Return the labels that a text may stand for."""
        try:
            with _filtering, warnings.catch_warnings():
                warnings.simplefilter("ignore")
                return [text, literal_eval(text)]
        except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
            return [text]


def _shape(board: str) -> list[int]:
    """Return the lengths of the rows of a board."""
    return [*map(len, board.split("\n"))]


def _words(shape: list[int]) -> str:
    return ", ".join(map(str, shape[:10])) + (", …" if len(shape) > 10 else "")


def _counts(outcomes: AnyArray, remoteness: AnyArray, outcome: int) -> AnyArray:
    """Count the positions of an outcome by remoteness, a block at a time."""
    counts = np.zeros(0, dtype=np.int64)
    for first in range(0, len(outcomes), _BLOCK):
        block = slice(first, first + _BLOCK)
        found = np.bincount(remoteness[block][outcomes[block] == outcome])
        if len(found) < len(counts):
            found, counts = counts, found
        found[: len(counts)] += counts
        counts = found
    return counts
