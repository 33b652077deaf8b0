"""The game of a page: a solved game as arrays, and the looks that its author gives."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from graphgame.errors import GraphGameError
from graphgame.outcome import LOSE, WIN

if TYPE_CHECKING:
    from graphgame.types import (
        AnyArray,
        BoolArray,
        Int8Array,
        Int32Array,
        Int64Array,
        Pieces,
        Said,
        SaidGoal,
        SaidPlayers,
    )


class Chance(NamedTuple):
    """What dice decide in a solved game, and what its positions are worth.

    Attributes
    ----------
    values : (n,) float64
        The probability that `player` wins, or the score that player 0 expects.
    weights : (m,) int64
        Where dice decide: how likely each option is, out of `totals`; 1 elsewhere.
    totals : (n,) int64
    points : (m,) float64, optional
        What moves pay to player 0.
    has_scores : bool
        Whether values are scores, and not probabilities.
    player : {0, 1}
        Whose probability of winning the values are; 0 with scores.
    ends : bool
        Whether play surely ends, so that one of the players wins.
    """

    values: AnyArray
    weights: Int64Array
    totals: Int64Array
    points: AnyArray | None
    has_scores: bool
    player: int
    ends: bool

    def facts(self) -> dict[str, Any]:
        """Return what a page knows of them, beside its positions, as JSON."""
        return {"player": self.player, "scores": self.has_scores, "ends": self.ends}


class SolvedGame(NamedTuple):
    """A solved game on an explicit graph.

    Attributes
    ----------
    option_ptr : (n + 1,) int64
    option_idx : (m,) int32
        The options of v are ``option_idx[option_ptr[v]:option_ptr[v + 1]]``; those of a preset
        position are ignored.
    outcomes : (n,) int8
    remoteness : (n,) int32
        0 at a terminal, also at a preset one, unless `ends` says where play is over; -1 where play
        never ends, or its length is not known.
    start : int or None
        The index of the position where play begins.
    play : {"normal", "misere"}
    position : callable
        The label of an index, or the index itself where the graph has no labels.
    index : callable
        The index of a label; raises UnknownPositionError.
    owner : (n,) int8, optional
        In a game with owners: who moves at each position, 0 or 1, or 2 where dice decide.  Without
        it the players alternate.
    priority : (n,) int, optional
        In a game with owners: play that goes on for ever is won by player 0 if the greatest
        priority of its loop is even, else by player 1.  Without it such play is a draw.
    target : int, optional
        The priority of the targets, where the others say nothing; without it all are shown.
    strategy : (n,) int32, optional
        The option that wins, where play that goes on for ever may be won; -1 for none.  With
        `is_sure`, the best one of every position.
    draw_costs : callable, optional
        Returns a number for each position, by which the perfect player chooses where to move among
        draws: the less it is, the sooner the other player can make a mistake there.  0 at others.
    author : object
        The rule object, which may say how the game looks; None where there is none.
    scores : (n,) int64, optional
        What best play reaches, for the player to move; the outcomes are its signs.
    endless : int
        With scores: what a play that never ends is worth to player 0.
    classes : (n,) int8, optional
        In a partizan game, where `owner` is 0 for Left and 1 for Right, and every move passes the
        turn on: 3 (l + 1) + r + 1, where l is the outcome for Left if Left begins, and r the one
        for Right if Right begins.
    ends : (n,) bool, optional
        Where play is over; without it, where the remoteness is 0.
    counted : {"plies", "turns"}
        What the remoteness counts.
    is_sure : bool
        Whether `strategy` has the best move of every position, whatever the lengths say.
    chance : Chance, optional
        In a game of chance, where outcomes other than a draw are certain, and those at positions of
        dice are for player 0.
    """

    option_ptr: Int64Array
    option_idx: Int32Array
    outcomes: Int8Array
    remoteness: Int32Array
    start: int | None
    play: str
    position: Callable[[int], Hashable]
    index: Callable[[Any], int]  # type: ignore[assignment]  # not that of a tuple
    owner: Int8Array | None = None
    priority: AnyArray | None = None
    target: int | None = None
    strategy: Int32Array | None = None
    draw_costs: Callable[[], Int64Array] | None = None
    author: object = None
    scores: Int64Array | None = None
    endless: int = 0
    classes: Int8Array | None = None
    ends: BoolArray | None = None
    counted: str = "plies"
    is_sure: bool = False
    chance: Chance | None = None

    def over(self) -> BoolArray:
        """Return where play is over."""
        found: BoolArray = self.remoteness == 0 if self.ends is None else self.ends
        return found

    def is_plain(self) -> bool:
        """Return whether every play that ends does so where a player cannot move; O(n) time."""
        import numpy as np

        if self.priority is not None or self.scores is not None or self.chance is not None:
            return False
        ends = self.over()
        stuck = np.diff(self.option_ptr)[ends] == 0
        expected = LOSE if self.play == "normal" else WIN
        return bool((stuck & (self.outcomes[ends] == expected)).all())

    def points(self, sources: Any, options: Any) -> tuple[AnyArray, AnyArray]:
        """Return what moves reach for who makes them, and whether who makes them hurries.

        Who gains more than endless play is worth hurries; who gains less delays.
        """
        import numpy as np

        assert self.scores is not None, "a game with scores"
        reached = -self.scores[options]
        if self.owner is None:
            return reached, reached > 0
        reached = np.where(self.owner[options] == self.owner[sources], -reached, reached)
        worth = np.where(self.owner[sources] == 0, self.endless, -self.endless)
        return reached, reached > worth

    def values(self, sources: Any, options: Any) -> AnyArray:
        """Return the outcomes of options as players see them who move next, if not at the source.

        That is, a LOSE wins for who moves to it, even where the same player moves again.
        """
        import numpy as np

        outcomes: AnyArray = self.outcomes[options]
        if self.owner is None:
            return outcomes
        # Outcomes where dice decide are those of player 0.
        stays = self.owner[options] % 2 == self.owner[sources] % 2
        found: AnyArray = np.where(stays, -outcomes, outcomes)
        return found

    def worths(self, sources: Any, options: Any, paid: Any) -> tuple[AnyArray, AnyArray]:
        """Return as `points` what moves of a game of chance are worth, 0 where dice decide."""
        import numpy as np

        assert self.chance is not None, "a game of chance"
        assert self.owner is not None, "and so one with owners"
        owners = self.owner[sources]
        worth = self.chance.values[options] + paid
        found = np.where(owners == self.chance.player, worth, -worth)
        found = np.where(owners == 2, 0, found)
        return found, np.ones(len(found), dtype=bool)


class CodedGame(NamedTuple):
    """A solved game of codes, which are looked up.

    Attributes
    ----------
    start : int or None
        The code where play begins.
    size : int
        How many positions there are.
    play : {"normal", "misere"}
    answer : callable
        From an int64 array of codes to their outcomes, `NO_PRESET` where there is no position, and
        their remoteness.
    options : callable
        From a code to the codes one move away, each once, ascending; none where the game is over.
    counts : callable
        Returns, by outcome, how many positions have which remoteness.
    puzzles : callable
        From the function `board` of a look, or None, to the codes of up to ten puzzles.
    author : object
        As of `SolvedGame`.
    """

    start: int | None
    size: int
    play: str
    answer: Callable[[Int64Array], tuple[Int8Array, Int32Array]]
    options: Callable[[int], Int64Array]
    counts: Callable[[], Mapping[Any, Mapping[int, int]]]
    puzzles: Callable[[Callable[[Any], str] | None], list[int]]
    author: object = None


class Look(NamedTuple):
    """How a game looks; everything is optional.

    Attributes
    ----------
    board : callable, optional
        From a position to its board: a text with one character a cell and one line a row; or, with
        `centres`, a text with one character a cell, without line breaks.
    turn : callable, optional
        From a position to the player who moves there: 0 for the one who begins, 1 for the other.
    pieces : mapping of character to str or mapping, optional
        What a character of the board shows: a short text, or a mapping with ``text``, ``name``,
        ``colour``, ``shape`` ("disc", "square", "none", "place"), ``figure`` (one of `FIGURES`),
        ``facing`` ("up", "right", "down", "left"), ``path`` (SVG path data in a square of
        100 × 100) and ``marker`` (True for what is no piece).
    centres : sequence of (x, y), optional
        Where the cells of a board that is no grid are.
    edges : sequence of (cell, cell), optional
        Lines between cells of such a board, or of a grid that is "lined", by their numbers in its
        text, from 0; line breaks do not count.
    move : callable, optional
        From a position and its option to the name of the move.
    title : str or mapping of language to str, optional
    languages : sequence of str, optional
        Of "en", "vi", "fa", "pt", "ru"; the first is shown first.
    rules : str or mapping of language to str, optional
        How one moves, in two or three sentences.
    players : pair of str, or mapping of language to such pairs, optional
        Who plays: the player who begins, and the other; in a game with owners, players 0 and 1.
    goal : str, pair of str, or mapping of language to these, optional
        What a player wants, in one sentence, or what each of both wants.
    style : str, optional
        What the board looks like: "plain", "checkered", "lined", "hexagonal" or "falling"; or a
        drawing of one's own, a text of SVG in which ``data-place`` names the places of the cells.
    """

    board: Callable[[Any], str] | None = None
    turn: Callable[[Any], int] | None = None
    pieces: Pieces | None = None
    centres: Sequence[tuple[float, float]] | None = None
    edges: Sequence[tuple[int, int]] | None = None
    move: Callable[[Any, Any], str | None] | None = None
    title: Said | None = None
    languages: Sequence[str] | None = None
    rules: Said | None = None
    players: SaidPlayers | None = None
    goal: SaidGoal | None = None
    style: str | None = None

    def named(self) -> list[str]:
        """Return the names of what is given."""
        return [field for field in self._fields if getattr(self, field) is not None]

    def completed(self, game: object) -> Look:
        """Return the look, and what it leaves open as a rule object says it by its attributes.

        What belongs to a board is taken with the board alone.
        """
        fields = {*self._fields}
        if self.board is not None or getattr(game, "board", None) is None:
            fields -= _OF_BOARDS
        given = {
            field: found
            for field in fields
            if getattr(self, field) is None
            and (found := getattr(game, _ATTRIBUTES.get(field, field), None)) is not None
        }
        return self._replace(**given)


# What a rule object calls an entry of a look, where the names differ.
_ATTRIBUTES = {"move": "move_name"}
_OF_BOARDS = {"board", "turn", "pieces", "centres", "edges", "style"}


def coded_game(database: Any) -> CodedGame:
    """Return the game of a `Database`, which has its rule.

    Raises
    ------
    GraphGameError
        If it has no rule, or its positions are no codes.
    """
    import numpy as np

    database._rule()
    database._require_remoteness()
    if database._listed is not None:
        raise GraphGameError(
            f"game: expected positions that are codes, got such as {database.start!r}; a page of "
            "any game is made by solve(rule, start=…).write_html(file)"
        )

    def options(code: int) -> AnyArray:
        over = database._is_over(code, database._answer(code)[1])
        found = [] if over else [x for x, _, _ in database._options(code)]
        return np.array(found, dtype=np.int64)

    return CodedGame(
        database.start,
        len(database),
        str(database.play),
        lambda codes: database._find(codes, database._asked.anew())[:2],
        options,
        database.remoteness_counts,
        database._sampled_puzzles,
        database._asked.rules.author,
    )
