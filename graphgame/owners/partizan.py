"""Partizan games: two sets of moves over the same positions, one for each player."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain, repeat
from typing import Any, NamedTuple

import numpy as np

from graphgame import _core, checks, types
from graphgame.arrays import P, outcome_words, read_only
from graphgame.errors import GraphGameError, SolutionFileError, TooLargeError, advised
from graphgame.graphs.convert import as_part, names_positions
from graphgame.graphs.form import GRAPH, Field, Form, Found, Numbers
from graphgame.graphs.graph import GameGraph
from graphgame.graphs.labels import position_column, unless_indices
from graphgame.graphs.libraries import require_moves_alone
from graphgame.graphs.solved import LabelledGame, Proved
from graphgame.graphs.verify import require_sides
from graphgame.memory import check_memory
from graphgame.outcome import LOSE, MOST_POSITIONS, WIN, Outcome, Play
from graphgame.playing.game import Look, SolvedGame
from graphgame.playing.played import Shown
from graphgame.playing.puzzles import Puzzle
from graphgame.rules.exploring.explore import explore


def _has_edges(found: Found) -> None:
    """Refuse a file whose graph does not say by its edges who moves where, or says more."""
    game = found.game
    if game.presets is not None or game.owner is not None or game._edges is None:
        raise SolutionFileError("edges: expected those of both players, and no presets")


def _twice(found: Found) -> tuple[int, int]:
    return 2, found.n


FORM = Form(
    "graphgame partizan",
    1,
    _has_edges,
    Numbers("by_right", "int8", 0, 1, lambda found: (found.game.m,), as_type="bool"),
    Field("play", Play),
    Numbers("outcomes", "int8", LOSE, WIN, _twice),
    Numbers("remoteness", "int32", -1, lambda found: 2 * found.n, _twice),
    GRAPH,
)
# The class by the outcome of Left's beginning plus 1, and by that of Right's plus 1.
_CLASSES = (("P", "RD", "R"), ("DL", "D", "DR"), ("L", "LD", "N"))


class PartizanLabel(NamedTuple):
    """The answer for one position of a partizan game: ``s[position]``.

    Attributes
    ----------
    outcome_class : str
        See `PartizanSolution.outcome_class`.
    left, right : Outcome
        The outcome for Left if Left begins, and for Right if Right begins.

    See Also
    --------
    PartizanSolution

    Examples
    --------
    >>> import graphgame as gg
    >>> gg.partizan({"a": ["b"], "b": []}, {"a": ["c"], "b": ["a"], "c": []})["a"]
    PartizanLabel(outcome_class='DR', left=<Outcome.DRAW: 0>, right=<Outcome.WIN: 1>)
    """

    outcome_class: str
    left: Outcome
    right: Outcome


class PartizanSolution(Shown, Proved, LabelledGame[P]):
    """A solved partizan game: the outcome of every position, whoever begins.

    `partizan` makes one, `PartizanSolution.load` reads one from a file.  It is a container of
    positions: ``s[position]`` is a `PartizanLabel`; ``position in s``, ``iter(s)`` and ``len(s)``
    work as those of a dict.

    Attributes
    ----------
    game : GameGraph
        The moves of both players.
    play : Play
        What happens to a player who cannot move.

    See Also
    --------
    partizan, Solution
    graphgame.verify_partizan : The rules that `verify` checks.

    Examples
    --------
    >>> import graphgame as gg
    >>> s = gg.partizan({"a": ["b"], "b": []}, {"a": ["c"], "b": ["a"], "c": []})
    >>> [(position, s.outcome_class(position)) for position in s]
    [('a', 'DR'), ('b', 'RD'), ('c', 'P')]
    >>> s.outcome("a", "left"), s.outcome("a", "right"), s.graph().options("a"), s.verify()
    (<Outcome.DRAW: 0>, <Outcome.WIN: 1>, ['b', 'c'], True)
    """

    __slots__ = ("_by_right", "_outcomes", "_remoteness", "game", "play")
    game: GameGraph[P]
    play: Play
    _form = FORM

    def __init__(
        self,
        game: GameGraph[P],
        by_right: types.BoolArray,
        play: Play,
        outcomes: types.AnyArray,
        remoteness: types.AnyArray,
    ) -> None:
        self.game, self.play = game, play
        self._by_right, self._outcomes, self._remoteness = by_right, outcomes, remoteness

    @property
    def by_right(self) -> types.BoolArray:
        """(m,) bool, read-only: which edges of `game` are Right's moves; the others are Left's."""
        return read_only(self._by_right)

    @property
    def outcomes(self) -> types.Int8Array:
        """(2, n) int8, read-only: for Left if Left begins, and for Right if Right begins."""
        return read_only(self._outcomes)

    @property
    def remoteness(self) -> types.Int32Array:
        """(2, n) int32, read-only: plies to the end, by who begins; -1 if it never ends.

        The winner hurries, the loser delays.
        """
        return read_only(self._remoteness)

    @property
    def classes(self) -> types.AnyArray:
        """(n,) str, read-only: the outcome class of every position; see `outcome_class`."""
        left, right = self.outcomes.astype(np.intp) + 1
        return read_only(np.array(_CLASSES)[left, right])

    def outcome_class(self, position: P) -> str:
        """Return the outcome class of a position.

        =====  ==============  ===============
        class  if Left begins  if Right begins
        =====  ==============  ===============
        L      Left wins       Left wins
        R      Right wins      Right wins
        N      Left wins       Right wins
        P      Right wins      Left wins
        D      draw            draw
        LD     Left wins       draw
        DL     draw            Left wins
        RD     Right wins      draw
        DR     draw            Right wins
        =====  ==============  ===============

        In N the next player wins, in P the previous one.  Games without cycles have the first four
        only.  The last four have no name that all authors share: they are named by the two results.

        See Also
        --------
        outcome, classes
        """
        left, right = self.outcomes[:, self.game._find(position)]
        return _CLASSES[int(left) + 1][int(right) + 1]

    def outcome(self, position: P, begins: str) -> Outcome:
        """Return the outcome for the player who begins, "left" or "right"."""
        return Outcome(int(self.outcomes[_player(begins), self.game._find(position)]))

    def table(self) -> dict[str, types.AnyArray]:
        """Return the solution as columns, one row per position.

        Returns
        -------
        dict of str to (n,) array
            ``position``, ``outcome_class``; ``left`` and ``right``, the outcomes for who begins, in
            words; ``remoteness_left`` and ``remoteness_right``.

        See Also
        --------
        Solution.table

        Examples
        --------
        >>> import graphgame as gg
        >>> table = gg.partizan([(0, 1), (1, 2)], [(0, 2)]).table()
        >>> table["outcome_class"].tolist(), table["remoteness_left"].tolist()
        (['N', 'L', 'P'], [1, 1, 0])
        """
        return {
            "position": position_column(self.game),
            "outcome_class": self.classes,
            "left": outcome_words(self.outcomes[0]),
            "right": outcome_words(self.outcomes[1]),
            "remoteness_left": self.remoteness[0],
            "remoteness_right": self.remoteness[1],
        }

    def alternating(self) -> GameGraph[tuple[P, str]]:
        """Return the game on positions with who moves there: ``(position, "left" | "right")``.

        `solve` takes it, and its answers have what needs to know whose turn it is: best moves,
        lines, pictures and pages to play in.  In these, Left is player 0 and Right is player 1.

        Returns
        -------
        GameGraph
            Of 2 n positions, first all with Left to move; with owners.

        See Also
        --------
        graph, Solution.write_html

        Notes
        -----
        O(n + m) time.  Two labels are kept for each position.

        Examples
        --------
        >>> import graphgame as gg
        >>> s = gg.partizan({"a": ["b"], "b": []}, {"a": ["c"], "b": ["a"], "c": []})
        >>> alternating = gg.solve(s.alternating(), play=s.play)
        >>> alternating.line(("b", "right"))
        (('b', 'right'), ('a', 'left'), ('b', 'right'))
        """
        positions = list(self)
        labels = [*zip(positions, repeat("left")), *zip(positions, repeat("right"))]
        doubled = _doubled(self.game, self.by_right, labels)
        return doubled.with_owner(np.repeat(np.array([0, 1], np.int8), self.game.n))

    @advised
    def to_html(
        self,
        *,
        begins: str = "left",
        board: Callable[[P], str] | None = None,
        pieces: types.Pieces | None = None,
        centres: Sequence[tuple[float, float]] | None = None,
        edges: Sequence[tuple[int, int]] | None = None,
        move: Callable[[P, P], str | None] | None = None,
        title: types.Said | None = None,
        languages: Sequence[str] | None = None,
        rules: types.Said | None = None,
        players: types.SaidPlayers | None = None,
        goal: types.SaidGoal | None = None,
        style: str | None = None,
        side: int | None = None,
        puzzles: types.PuzzleCount = None,
    ) -> str:
        """Return a page in which anybody plays this game against the perfect player.

        The page says of each position who wins if Left begins and if Right begins, and the class.

        Parameters
        ----------
        begins : {"left", "right"}
            Who moves first in a match that begins at `start`.
        board, pieces, centres, edges, move, title, languages, rules, goal, style, puzzles
            As of `Solution.to_html`.  A board need not say who is to move.
        players : pair of str, or mapping of language to such pairs, optional
            What Left and Right are called.
        side : {0, 1}, optional
            Keep only what can be reached while Left (0) or Right (1) plays best moves.

        Raises
        ------
        TooLargeError
            If the page would be too large for a browser.  The message says how large.
        GraphGameError
            If a parameter, or what a function returns, is not as described.

        See Also
        --------
        write_html, show, alternating

        Notes
        -----
        Time and memory as of `Solution.to_html`, for twice the positions.

        Examples
        --------
        >>> import graphgame as gg
        >>> take = lambda k: lambda n: [n - k] if n >= k else []
        >>> s = gg.partizan(take(1), take(2), start=5)
        >>> s.write_html("take.html", begins="right")  # doctest: +SKIP
        >>> s.to_html(board=lambda n: "o" * n + "." * (5 - n))[:15]
        '<!doctype html>'
        """
        from graphgame.playing.table import table_page

        look = Look(
            board=board,
            pieces=pieces,
            centres=centres,
            edges=edges,
            move=move,
            title=title,
            languages=languages,
            rules=rules,
            players=players,
            goal=goal,
            style=style,
        )
        return table_page(self._solved_game(begins), look, side, puzzles)

    def puzzles(
        self,
        count: int | None = 10,
        depth: int | tuple[int, int] | None = None,
        *,
        board: Callable[[P], str] | None = None,
        seed: int = 0,
    ) -> list[Puzzle[tuple[P, str]]]:
        """Return positions in which exactly one move wins, or exactly one holds the draw.

        They are those of `alternating`, with who moves there: ``(position, "left" | "right")``.

        Parameters
        ----------
        count, depth, seed
            As of `Solution.puzzles`.
        board : callable, optional
            From a position, without who moves there, to a text with one character a cell.

        Returns
        -------
        list of Puzzle
            Wins by their remoteness, then draws.

        Raises
        ------
        GraphGameError
            If a parameter, or what `board` returns, is not as described.

        See Also
        --------
        alternating, to_html, Solution.puzzles

        Notes
        -----
        Time and memory as of `Solution.puzzles`, for twice the positions.

        Examples
        --------
        >>> import graphgame as gg
        >>> take = lambda *numbers: lambda n: [n - k for k in numbers if n >= k]
        >>> s = gg.partizan(take(1, 4), take(2, 3), start=9)
        >>> for puzzle in s.puzzles(2):
        ...     print(puzzle.position, puzzle.remoteness, puzzle.solution)
        (6, 'right') 3 (3, 'left')
        (8, 'right') 5 (6, 'left')
        """
        from graphgame.playing.puzzles import make_puzzles
        from graphgame.playing.table import kept_moves

        game, n = self._solved_game(), self.game.n
        turns = "left", "right"
        named = game._replace(position=lambda v: (self.game.position(v % n), turns[v // n]))
        shown = None if board is None else lambda state: board(state[0])
        return make_puzzles(named, kept_moves(game), count, depth, shown, seed)

    def _solved_game(self, begins: str = "left") -> SolvedGame:
        """Return the game on positions with who moves there, for the rooms that show it."""
        first = _player(begins)
        game, n = self.game, self.game.n
        doubled = _doubled(game, self.by_right)
        left, right = self.outcomes + 1
        return SolvedGame(
            doubled.option_ptr,
            doubled.option_idx,
            self.outcomes.ravel(),
            self.remoteness.ravel(),
            (0 if game.start is None else game._find(game.start)) + first * n,
            str(self.play),
            lambda v: game.position(v % n),
            game._find,
            np.repeat(np.array([0, 1], np.int8), n),
            classes=np.tile(3 * left + right, 2),
        )

    def _verify(self) -> bool:
        from graphgame.owners.verify import verify_partizan

        return verify_partizan(self.game, self)

    def __getitem__(self, position: P) -> PartizanLabel:
        left, right = self.outcome(position, "left"), self.outcome(position, "right")
        return PartizanLabel(self.outcome_class(position), left, right)

    def __repr__(self) -> str:
        names, counts = np.unique(self.classes, return_counts=True)
        found = ", ".join(f"{count} {name}" for name, count in zip(names, counts, strict=True))
        return f"PartizanSolution(n={self.game.n}, play={str(self.play)!r}: {found or 'empty'})"


def _player(begins: str) -> int:
    """Return 0 for Left and 1 for Right."""
    if begins not in ("left", "right"):
        raise GraphGameError(f"begins: expected 'left' or 'right', got {begins!r}")
    return int(begins == "right")


@advised
def partizan(
    left: object,
    right: object,
    *,
    n: int | None = None,
    play: types.PlayName = "normal",
    start: types.Anything = None,
    limit: int | None = None,
    progress: types.ProgressLike = False,
) -> PartizanSolution[types.Anything]:
    """Solve a partizan game: each player has moves of their own over the same positions.

    Parameters
    ----------
    left, right : anything that `as_game_graph` takes, or with `start` a rule
        The moves of Left, and those of Right.  Both name their positions, or neither does: dicts
        and graphs of NetworkX do, and whatever has labels.  A side without positions goes with
        both.  The positions are those of either.  A rule is a function of a position, or an object
        with ``options``; each is asked twice for the options of a position.
    n : int, optional
        The number of positions where they have no labels; by default the greater of the two.
    play : {"normal", "misere"}
        Normal: who cannot move loses.  Misère: who cannot move wins.
    start : hashable, or list, set or iterator of hashable, optional
        The position, or positions, where play begins.  Then both sides are rules, and the positions
        are those that moves of either player lead to.
    limit : int, optional
        The most positions.
    progress : bool or callable
        With `start`: as in `explore`.

    Returns
    -------
    PartizanSolution

    Raises
    ------
    GraphGameError
        If one graph names its positions and the other does not, the two begin at different starts,
        or one has presets, owners or a symmetry.
    TooLargeError
        If the game does not fit in memory, or has more than `limit` positions.

    See Also
    --------
    solve : Impartial games, in which both players have the same moves.

    Notes
    -----
    The positions with who moves there make a game in which the players alternate, on 2 n positions
    and the moves of both; it is solved as by `solve`, in O(n + m) time.  Cycles are allowed: where
    nobody can force an end, it is a draw.  Takes 20 bytes per move and 60 per position.

    References
    ----------
    J. H. Conway, "Loopy games", Annals of Discrete Mathematics 3, 1978.
    A. N. Siegel, "Coping with cycles", Games of No Chance 3, 2009.

    Examples
    --------
    >>> s = partizan([(0, 1), (1, 0)], [(0, 2)])
    >>> s.classes.tolist()
    ['N', 'P', 'P']
    >>> take = lambda k: lambda n: [n - k] if n >= k else []
    >>> partizan(take(1), take(2), start=4).classes.tolist()
    ['L', 'P', 'N', 'L', 'P']
    """
    play, most = Play(play), checks.limit(limit, MOST_POSITIONS // 2)
    begins: Any = None
    if start is not None:
        if n is not None:
            raise GraphGameError(
                f"n: expected none beside rules and their start, which find the positions, got {n}"
            )
        left, right, begins = _explored(left, right, start, limit, progress)
    sides = _side(left, "left"), _side(right, "right")
    game, by_right = _joined(*sides, n)
    if begins is not None:
        game = game._with(start=begins)
    require_sides(game, by_right, [side.graph for side in sides])
    if game.n > most:
        what = "n" if limit is None else "limit"
        raise TooLargeError(f"{what}: expected at most {most} positions, got {game.n}")
    needed = 60 * game.n + 20 * game.m
    if needed > 1 << 28:
        parts = f"{game.n} positions and {game.m} moves"
        check_memory(needed, None, "graph", lambda: parts)
    doubled = _doubled(game, by_right)
    found = _core.propagate(
        *doubled._predecessor_rows(), doubled._degrees(), None, play is Play.MISERE
    )
    outcomes, remoteness = (read_only(array).reshape(2, game.n) for array in found)
    return PartizanSolution(game, by_right, play, outcomes, remoteness)


def _explored(
    left: Any, right: Any, start: Any, limit: int | None, progress: types.ProgressLike
) -> tuple[GameGraph[Any], GameGraph[Any], Any]:
    """Return the graphs of two rules on the positions that both together lead to, and the start."""
    functions = []
    for rule, what in ((left, "left"), (right, "right")):
        functions.append(getattr(rule, "options", rule))
        if isinstance(rule, GameGraph) or not callable(functions[-1]):
            raise GraphGameError(
                f"{what}: expected a function of a position, or an object with options(position), "
                f"got {type(rule).__name__}; graphs need no start"
            )

    def options_of_both(position: Any) -> list[Any]:
        return [*chain.from_iterable(options(position) for options in functions)]

    both = explore(options_of_both, start, limit=limit, progress=progress)
    positions = both.positions(range(both.n))
    return explore(left, positions), explore(right, positions), both.start


class _Side(NamedTuple):
    """The moves of one player: a graph; whether it names its positions; see `as_part`."""

    graph: GameGraph[Any]
    named: bool
    is_counted: bool

    @property
    def names(self) -> Sequence[Any]:
        """The positions by their names."""
        return range(self.graph.n) if self.graph.labels is None else self.graph.labels


def _side(source: Any, what: str) -> _Side:
    """Return the graph of a player's moves, which has moves and nothing else."""
    graph, is_counted = as_part(source)  # `_joined` makes its own edges
    require_moves_alone(graph, what, "each player's moves say who moves")
    # Keys 0, 1, 2, … are names, too, although the graph has no labels then.
    named = graph.labels is not None or names_positions(source)
    return _Side(graph, named, is_counted)


def _joined(left: _Side, right: _Side, n: int | None) -> tuple[GameGraph[Any], types.BoolArray]:
    """Return the moves of both as one graph, and which of them are Right's."""
    sides = [side for side in (left, right) if side.graph.n]
    labels: Any = None
    parts = [_edges(left.graph), _edges(right.graph)]
    if any(side.graph.labels is not None for side in sides):
        if not all(side.named for side in sides):
            raise GraphGameError(
                "left, right: expected labels in both or in neither, got one with; give both as "
                "dicts of position to options, or both as edges between indices"
            )
        if len(sides) == 2 and set(left.names).isdisjoint(right.names):
            _refuse_two_games(sides)
        labels = list(dict.fromkeys(chain.from_iterable(side.names for side in sides)))
        numbers = dict(zip(labels, range(len(labels)), strict=True))
        for k, (graph, names) in enumerate((side.graph, side.names) for side in (left, right)):
            place = np.fromiter(map(numbers.__getitem__, names), np.int32, graph.n)
            parts[k] = place[parts[k]].reshape(-1, 2)
        labels = unless_indices(labels)
        n = len(numbers) if n is None else n
    edges = np.concatenate(parts)
    if n is None and not all(side.is_counted for side in sides):
        n = max(left.graph.n, right.graph.n)
    by_right = np.arange(len(edges)) >= len(parts[0])
    game = GameGraph.from_edges(edges, n, labels=labels, copy=False)
    return game._with(start=_start(left.graph, right.graph)), by_right


def _refuse_two_games(sides: list[_Side]) -> None:
    """Refuse sides without a common position of which a name reads like one of the other side."""
    names, others = (dict(zip(map(str, side.names), side.names, strict=True)) for side in sides)
    for text in names.keys() & others.keys():
        raise GraphGameError(
            f"left, right: expected names that both sides share, got {names[text]!r} of type "
            f"{type(names[text]).__name__} and {others[text]!r} of type "
            f"{type(others[text]).__name__}"
        )


def _start(left: GameGraph[Any], right: GameGraph[Any]) -> Any:
    """Return the start that both sides have, or one of them; refuse two different ones."""
    if None not in (left.start, right.start) and left.start != right.start:
        raise GraphGameError(
            f"left, right: expected one start, got {left.start!r} and {right.start!r}; explore "
            "both rules from the same positions"
        )
    return right.start if left.start is None else left.start


def _edges(graph: GameGraph[Any]) -> types.AnyArray:
    blocks = [np.column_stack(block) for block in graph.edge_blocks()]
    return np.concatenate([np.empty((0, 2), dtype=np.int32), *blocks])


def _doubled(
    game: GameGraph[Any], by_right: types.BoolArray, labels: list[Any] | None = None
) -> GameGraph[Any]:
    """Return the game on positions with who moves there: v for Left, n + v for Right."""
    edges = _edges(game)
    shift = np.where(by_right, game.n, 0).astype(np.int32)
    edges[:, 0] += shift
    edges[:, 1] += np.int32(game.n) - shift
    return GameGraph.from_edges(edges, 2 * game.n, labels=labels, copy=False)
