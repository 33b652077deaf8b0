"""One position of a solved game at a time: what the local server sends and the terminal shows.

Everything is found when it is asked for, in time that grows with the options of one position and
not with the game, so that a game of 10^8 positions is shown like a small one.  The functions of an
author are called only for what is shown.
"""

from __future__ import annotations

import warnings
from ast import literal_eval
from threading import Lock
from typing import TYPE_CHECKING, Any

import numpy as np

from graphgame.errors import GraphGameError, UnknownPositionError
from graphgame.outcome import DRAW, LOSE, NO_PRESET, WIN
from graphgame.playing import look as looks, texts
from graphgame.playing.dice import DICE
from graphgame.playing.look import check_style
from graphgame.playing.views import move_names

if TYPE_CHECKING:
    from graphgame.playing.game import CodedGame, Look, SolvedGame
    from graphgame.playing.look import Style
    from graphgame.playing.views import Histogram, MoveView, Owners, PositionView
    from graphgame.types import AnyArray

# The words of outcomes in JSON, for the player to move.
WORDS: dict[int, str | None] = {int(WIN): "win", int(LOSE): "lose", int(DRAW): "draw"}
# Stands for the outcome of a position of which it is not known, in a game with a proof.
UNKNOWN = 2
WORDS |= dict.fromkeys((UNKNOWN, -UNKNOWN))
# A histogram of more bars than this would be no picture.
MOST_BARS = 100_000
# In larger games draws are not ranked: to show one, all would have to be.
MOST_RANKED = 2_000_000
# The players of a partizan game; as in page/sources/partizan.js.
LEFT_AND_RIGHT = {
    "en": ["Left", "Right"],
    "vi": ["Bên Trái", "Bên Phải"],
    "fa": ["چپ", "راست"],
    "pt": ["Esquerda", "Direita"],
    "ru": ["Левый", "Правый"],
}
# A longer text names no position.
LONGEST_TEXT = 10_000
# Positions counted at a time, for a histogram.
_BLOCK = 1 << 20
# Warnings are filtered for the whole process: one thread at a time.
_filtering = Lock()


class ShownPositions:
    """Positions with their moves, as a `Look` shows them; a subclass says what they are.

    Parameters
    ----------
    look : Look
    play : {"normal", "misere"}
        What happens to a player who cannot move, for the page.
    """

    look: Look
    play: str
    named: bool
    drawn: bool
    owners: Owners | None = None
    # What the remoteness counts: plies, or turns.
    counted: str = "plies"
    # Whether it is known that play ends only where a player cannot move.
    plain: bool = False
    # With scores: what a play that never ends is worth to player 0.
    endless: int = 0
    # In a game of chance: what a page knows of its values.
    chance: dict[str, Any] | None = None
    # Whether the first move is the best one, whatever the lengths say.
    is_sure: bool = False
    # In a game with a proof: what is known of it.
    proof: dict[str, Any] | None = None
    # Whether plies later or earlier than by the best move can be counted.
    measured: bool = True

    def __init__(self, look: Look, play: str) -> None:
        self.look, self.play = look, play
        self.style: Style = check_style(look)
        self.named, self.drawn = look.move is not None, look.board is not None
        self._shape: list[int] | None = None

    def _read(self, key: str) -> int:
        """Return the number of the position with a key, or raise UnknownPositionError."""
        raise NotImplementedError

    def _position(self, number: int) -> Any:
        """Return what the functions of the author take."""
        raise NotImplementedError

    def _label(self, number: int) -> tuple[int, int]:
        """Return outcome and remoteness."""
        raise NotImplementedError

    def _is_over(self, number: int, remoteness: int) -> bool:  # noqa: ARG002
        """Return whether play is over."""
        return remoteness == 0

    def _length(self, outcome: int, remoteness: int) -> int | None:
        """Return a remoteness, None if somebody wins and it is not known when."""
        return None if remoteness < 0 and outcome != DRAW else remoteness

    def _options(self, number: int) -> tuple[AnyArray, AnyArray, AnyArray]:
        """Return the options, each once and ascending, their outcomes and their remoteness.

        Outcomes are those for the other player, whoever moves there.
        """
        raise NotImplementedError

    def _points(self, number: int) -> tuple[AnyArray, AnyArray] | None:  # noqa: ARG002
        """Return what moves to the options reach, and whether who makes them hurries."""
        return None

    def _facts(self, number: int) -> tuple[int | None, dict[str, Any]]:  # noqa: ARG002
        """Return who moves at a position, if the game says it, and what else is known of it."""
        return None, {}

    def _move_facts(self, number: int, option: int) -> dict[str, Any]:  # noqa: ARG002
        """Return what else is known of a move."""
        return {}

    def _first(self, number: int) -> int:  # noqa: ARG002
        """Return the option that wins, where lengths are not known; -1 for none."""
        return -1

    def _draw_costs(self, options: list[int]) -> list[int] | None:  # noqa: ARG002
        """Return the cost of a move to each of these draws; None where it is unknown."""
        return None

    def view(self, key: str) -> PositionView:
        """Return a position with its moves, best first, in O(number of options) time.

        Raises
        ------
        UnknownPositionError
            If there is no such position.
        GraphGameError
            If what `look` says does not fit the position or its options.
        """
        v = self._read(key)
        outcome, remoteness = self._label(v)
        over = self._is_over(v, remoteness)
        options = [] if over else ranked(*self._options(v), self._points(v))
        first = self._first(v)
        options.sort(key=lambda option: option[0] != first)
        numbers = [v, *(option[0] for option in options)]
        shown = [self._position(w) for w in numbers]
        facts = [self._facts(w) for w in numbers]
        boards, turns = self._boards(shown), self._turns(shown, [player for player, _ in facts])
        names = self._move_names(shown, boards)
        moves: list[MoveView] = []
        best: dict[int, int] = {}  # by score, or by outcome where there are none
        for k, (w, value, plies) in enumerate(options, 1):
            worth = facts[k][1].get("score", value)
            # A move that does not pass the turn on costs none, where turns are counted.
            stays = self.counted == "turns" and turns[k] == turns[0]
            cost = int(not stays)
            least = best.setdefault(worth, plies + cost)
            measured = self.measured and value != DRAW and min(plies, least) >= 0
            moves.append(
                {
                    "position": str(w),
                    "name": self._name(shown[k]),
                    "move": names[k - 1],
                    "moveValue": WORDS[-value],
                    "remoteness": self._length(value, plies),
                    "deltaRemoteness": abs(plies + cost - least) if measured else None,
                    "turn": turns[k],
                    "board": boards[k],
                    **(facts[k][1] | self._move_facts(v, w)),  # type: ignore[typeddict-item]
                }
            )
        if outcome == DRAW:
            self._add_costs(moves)
        return {
            "position": str(v),
            "name": self._name(shown[0]),
            "positionValue": WORDS[outcome],
            "remoteness": self._length(outcome, remoteness),
            "turn": turns[0],
            "board": boards[0],
            **facts[0][1],  # type: ignore[typeddict-item]
            "moves": moves,
        }

    def _add_costs(self, moves: list[MoveView]) -> None:
        held = [move for move in moves if move["moveValue"] == "draw"]
        costs = self._draw_costs([int(move["position"]) for move in held])
        for move, cost in zip(held, costs or (), strict=costs is not None):
            move["drawCost"] = cost

    def _name(self, position: Any) -> str:
        return looks.names([position])[0]

    def _move_names(
        self, shown: list[Any], boards: list[str] | list[None]
    ) -> list[str] | list[None]:
        """Return the names of the moves from a position to its options."""
        said = [self._said_name(shown[0], option) for option in shown[1:]]
        looks.check_named(said, shown[0], shown[1:])
        before, *after = boards
        if before is None or None not in said:
            return said  # type: ignore[return-value]
        style = self.style
        names = move_names(
            before,
            after,  # type: ignore[arg-type]
            grid=style.cells is None,
            places=style.places,
            markers=style.markers,
        )
        return [name if own is None else own for own, name in zip(said, names, strict=True)]

    def _said_name(self, position: Any, option: Any) -> str | None:
        """Return the name that the author gives a move; None where the boards name it."""
        if self.look.move is None:
            return None
        name = looks.apply(self.look.move, "move", position, option)
        place = f"move({texts.shown(position)}, {texts.shown(option)})"
        return None if name is None else texts.visible(name, place)

    def _turns(self, shown: list[Any], players: list[int | None]) -> list[int] | list[int | None]:
        """Return who moves at a position and at its options: as the game says, or its author."""
        if self.look.turn is None:
            return players
        turns = looks.turns(self.look, shown)
        options = np.arange(1, len(shown))
        looks.check_turns(turns, np.zeros_like(options), options, shown)
        found: list[int] = turns.tolist()
        return found

    def _boards(self, shown: list[Any]) -> list[str] | list[None]:
        """Return the boards of positions; all are of one shape, and that of the start."""
        if self.look.board is None:
            return [None] * len(shown)
        boards = [looks.board(self.look, position, self.style.cells) for position in shown]
        if self._shape is None:
            self._shape = _shape(boards[0])
        for position, board in zip(shown, boards, strict=True):
            if _shape(board) != self._shape:
                raise GraphGameError(
                    f"board({texts.shown(position)}): expected rows of {_words(self._shape)} "
                    f"characters, as at the start, got rows of {_words(_shape(board))}; give all "
                    "boards one shape"
                )
        return boards


class GamePositions(ShownPositions):
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
        super().__init__(look.completed(game.author), game.play)
        self.game = game
        self.size: int | None = len(game.outcomes)
        if game.remoteness is None:
            raise GraphGameError(
                "game: expected a solution with remoteness, got one without; solve it with "
                "remoteness"
            )
        if not self.size:
            raise GraphGameError("game: expected at least one position, got none")
        self.owners: Owners | None = describe_owners(game, self.look)
        if game.classes is not None and self.look.players is None:
            about = {**self.style.about, "players": LEFT_AND_RIGHT}
            self.style: Style = self.style._replace(about=about)
        self.endless: int = game.endless
        self.is_sure: bool = game.is_sure
        self.counted: str = game.counted
        self.chance: dict[str, Any] | None = None if game.chance is None else game.chance.facts()
        self.plain: bool = len(game.outcomes) <= MOST_RANKED and game.is_plain()
        self.start: str = str(game.start or 0)
        self._histogram: Histogram | None = None
        self._costs: AnyArray | None = None
        self.view(self.start)

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
            for label in readings(text):
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
            f"#{len(self.game.outcomes) - 1}, got {texts.shown(text)}"
        )

    def histogram(self) -> Histogram | None:
        """Return how many positions there are of each remoteness, counted once and kept."""
        if self._histogram is None:
            outcomes, remoteness = self.game.outcomes, self.game.remoteness
            if self._is_uncounted() or int(remoteness.max()) >= MOST_BARS:
                return None
            win, lose = _counts(outcomes, remoteness, WIN), _counts(outcomes, remoteness, LOSE)
            draws = len(outcomes) - int(win.sum()) - int(lose.sum())
            self._histogram = {"win": win.tolist(), "lose": lose.tolist(), "draw": draws}
        return self._histogram

    def _is_uncounted(self) -> bool:
        return self.game.priority is not None or self.game.chance is not None

    def _position(self, number: int) -> Any:
        return self.game.position(number)

    def _label(self, number: int) -> tuple[int, int]:
        return int(self.game.outcomes[number]), int(self.game.remoteness[number])

    def _is_over(self, number: int, remoteness: int) -> bool:
        ends = self.game.ends
        return remoteness == 0 if ends is None else bool(ends[number])

    def _options(self, number: int) -> tuple[AnyArray, AnyArray, AnyArray]:
        game = self.game
        row = slice(game.option_ptr[number], game.option_ptr[number + 1])
        options = np.unique(game.option_idx[row])
        return options, game.values(number, options), game.remoteness[options]

    def _facts(self, number: int) -> tuple[int | None, dict[str, Any]]:
        game = self.game
        player = None if game.owner is None else int(game.owner[number])
        facts: dict[str, Any] = {}
        if game.priority is not None:
            facts["priority"] = int(game.priority[number])
        if game.chance is not None:
            facts["expected"] = float(game.chance.values[number])
        if game.scores is not None:
            facts["score"] = int(game.scores[number])
        return player, facts

    def _points(self, number: int) -> tuple[AnyArray, AnyArray] | None:
        options = self._options(number)[0]
        if self.game.chance is not None:
            paid = [self._move_facts(number, w).get("paid", 0) for w in options.tolist()]
            return self.game.worths(np.full(len(options), number), options, np.array(paid))
        return None if self.game.scores is None else self.game.points(number, options)

    def _move_facts(self, number: int, option: int) -> dict[str, Any]:
        """Return how likely dice make a move, out of how much, and what a move pays."""
        game, chance = self.game, self.game.chance
        if chance is None:
            return {}
        row = slice(game.option_ptr[number], game.option_ptr[number + 1])
        same = game.option_idx[row] == option
        weights, facts = chance.weights[row][same], dict[str, Any]()
        if game.owner is not None and game.owner[number] == DICE:
            divisor = int(np.gcd.reduce(chance.weights[row]))
            facts["chance"] = [int(weights.sum()) // divisor, int(chance.totals[number]) // divisor]
        if chance.points is not None:
            facts["paid"] = float(np.average(chance.points[row][same], weights=weights))
        return facts

    def _first(self, number: int) -> int:
        return -1 if self.game.strategy is None else int(self.game.strategy[number])

    def _draw_costs(self, options: list[int]) -> list[int] | None:
        if self._costs is None:
            game = self.game
            if game.draw_costs is None or len(game.outcomes) > MOST_RANKED:
                return None
            self._costs = game.draw_costs()
        return [int(self._costs[option]) for option in options]

    # -- keys ---------------------------------------------------------------------------------

    def _read(self, key: str) -> int:
        if not self._is_index(key):
            raise UnknownPositionError(
                f"position: expected an index from 0 to {len(self.game.outcomes) - 1}, "
                f"got {texts.shown(key)}"
            )
        return int(key)

    def _is_index(self, text: str) -> bool:
        digits = text.isascii() and text.isdecimal() and len(text) < 20
        return digits and str(int(text)) == text and int(text) < len(self.game.outcomes)


def readings(text: str) -> list[Any]:
    """Return the labels that a text may stand for."""
    try:
        with _filtering, warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return [text, literal_eval(text)]
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        return [text]


def describe_owners(game: SolvedGame, look: Look) -> Owners | None:
    """Return the description of the owners of a game, None where the players alternate.

    So they do in partizan games, although each position says who moves.  Games of chance say
    otherwise that dice are a third who moves.

    Raises
    ------
    GraphGameError
        If the author of the game says who moves, and the game says it, too.
    """
    if game.owner is None:
        return None
    if look.turn is not None:
        kind = "with owners, where each position says who moves there"
        if game.classes is not None:
            kind = "of Left and Right, who both move at each position"
        raise GraphGameError(f"turn: expected none for a game {kind}, got {texts.shown(look.turn)}")
    if game.classes is not None or game.chance is not None:
        return None
    return {
        "endless": "draw" if game.priority is None else "priority",
        "target": game.target,
        "counted": game.counted,
    }


def ranked(
    options: AnyArray,
    outcomes: AnyArray,
    remoteness: AnyArray,
    points: tuple[AnyArray, AnyArray] | None = None,
) -> list[tuple[int, int, int]]:
    """Return options with their outcomes and remoteness, best first; as `ranked` in the page.

    With points, what moves reach and whether who makes them hurries, the greatest come first.
    """
    # To a LOSE, the nearest first; to a draw; to a WIN, the farthest first; else by number.  What
    # has no known length is the farthest.
    far = np.where(remoteness < 0, np.int64(1) << 32, remoteness)
    plies = np.where(outcomes == DRAW, 0, np.where(outcomes == LOSE, far, -far))
    order = np.lexsort((options, plies, outcomes))
    if points is not None:
        reached, hurries = points
        order = np.lexsort((options, np.where(hurries, far, -far), -reached))
    columns = (column[order].tolist() for column in (options, outcomes, remoteness))
    return list(zip(*columns, strict=True))


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


# -- positions that are codes ----------------------------------------------------------------------

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
        super().__init__(look.completed(game.author), game.play)
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
            f"got {texts.shown(key)}"
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
