"""`GrundyValues`, and what they share with `LoopyValues`: sums of positions, pictures, files."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from graphgame import checks
from graphgame.arrays import Generic, Later, P, overload, read_only, types
from graphgame.drawing.pictured import Drawn
from graphgame.errors import GraphGameError, advised
from graphgame.graphs.by_state import ByState
from graphgame.graphs.form import GRAPH, Form, Found, Numbers, last
from graphgame.graphs.graph import GameGraph
from graphgame.graphs.solved import Saved
from graphgame.line import Move
from graphgame.outcome import Outcome, Play
from graphgame.playing.played import Shown
from graphgame.solving._reader import options_of_value
from graphgame.values.arithmetic import nim_sum
from graphgame.values.impartial import is_impartial, without_presets
from graphgame.values.sums.sum_graph import MOST_IN_A_SUM, game_sum

if TYPE_CHECKING:
    from graphgame.drawing.graph_picture import Node
    from graphgame.drawing.surroundings import Graph
    from graphgame.playing import puzzles as riddles
    from graphgame.solving.solution import Solution
else:
    # Needed when somebody asks, or reads annotations.
    riddles = Later("graphgame.playing.puzzles")

FORM = Form(
    "graphgame values",
    1,
    is_impartial,
    Numbers("values", "int32", 0, last),
    Numbers("order", "int32", 0, last),
    GRAPH,
    kind="grundy",
)


class Values(Shown, Drawn, ByState, Saved, Generic[P]):
    """The base of `GrundyValues` and `LoopyValues`.

    Attributes
    ----------
    game : GameGraph
        The game, with its presets.
    """

    __slots__ = ("_order", "_played_game", "_values", "game")

    game: GameGraph[P]

    def __init__(
        self,
        game: GameGraph[P],
        values: types.Array,
        order: types.Array,
        *,
        played: GameGraph[P] | None = None,
    ) -> None:
        self.game = game
        self._values = values
        self._order = order
        self._played_game = played

    # -- the game and its positions -----------------------------------------------------------

    def graph(self) -> GameGraph[P]:
        """Return the game as a graph: `game` itself, which every kind of solved game has."""
        return self.game

    @property
    def start(self) -> P | None:
        """The position where play begins; None if the game has none."""
        return self.game.start

    @property
    def result(self) -> Outcome:
        """The outcome of `start`, for the player to move; a `GraphGameError` without a start."""
        if self.start is None:
            raise GraphGameError(
                f"result: expected a game with a start, got {self.game!r}; "
                "outcome([position]) is the outcome of one position"
            )
        return self.outcome([self.start])

    def p_positions(self) -> list[P]:
        """Return the positions of value 0, where the player to move loses, by their indices."""
        import numpy as np

        return self.game.positions(np.flatnonzero(read_only(self._values) == 0).tolist())

    def __len__(self) -> int:
        return self.game.n

    def __iter__(self) -> Iterator[P]:
        """Return the positions, by their indices."""
        return map(self.game.position, range(self.game.n))

    def __contains__(self, position: object) -> bool:
        return position in self.game

    def __array__(self, dtype: object = None, copy: object = None) -> types.AnyArray:
        """Refuse: an array of these might be one of values or of positions."""
        raise GraphGameError(
            f"expected numbers, got {self!r}, which has positions and their values: "
            "its attribute values is the array of all values, list(…) gives the positions"
        )

    # -- pictures -----------------------------------------------------------------------------

    def plot(self, ax: types.Anything = None) -> types.Anything:
        """Plot the values, with matplotlib.

        The value of each position where positions are at most 20,000 integers, and all values are
        finite; else how many positions have each value.

        Parameters
        ----------
        ax : matplotlib.axes.Axes, optional
            Where to plot; new axes by default.

        Returns
        -------
        matplotlib.axes.Axes

        Raises
        ------
        ModuleNotFoundError
            If matplotlib is not installed.

        See Also
        --------
        histogram, to_svg

        Examples
        --------
        >>> import graphgame as gg
        >>> gg.grundy(lambda n: [n - k for k in (1, 4) if k <= n], start=9).plot().get_xlabel()
        'position'
        """
        from graphgame.drawing.plots import MOST_POINTS, plot_counts, plot_values
        from graphgame.graphs.labels import position_column

        values = read_only(self._values)
        if len(values) <= MOST_POINTS and not (values < 0).any():
            positions = position_column(self.game)
            if positions.dtype.kind == "i":
                return plot_values(positions, values, ax)
        return plot_counts(self.histogram(), ax)

    def _to_draw(self, *, at_hand: bool = False) -> Graph:
        graph = self.game._to_draw(at_hand=at_hand)
        return graph._replace(node=self._node, values=read_only(self._values))

    def _node(self, v: int) -> Node:
        """Return the node of a position in a picture: its outcome, its value and its colours."""
        from graphgame.drawing.graph_picture import Node
        from graphgame.drawing.svg import LOOKS

        position = self.game.position(v)
        outcome = self._outcome([position])
        return Node(f"{outcome} {self._value_text(position)}", LOOKS[outcome])

    # -- pages --------------------------------------------------------------------------------

    @advised
    def to_html(
        self,
        positions: Iterable[P] | None = None,
        *,
        play: types.PlayName = "normal",
        board: Callable[[P], str] | None = None,
        move: Callable[[P, P], str | None] | None = None,
        pieces: types.Pieces | None = None,
        title: types.Said | None = None,
        languages: Sequence[str] | None = None,
        rules: types.Said | None = None,
        players: types.SaidPlayers | None = None,
        goal: types.SaidGoal | None = None,
        puzzles: types.PuzzleCount = None,
    ) -> str:
        """Return a page in which anybody plays a sum of positions against the perfect player.

        Each position is a board, or a name; the values and their XOR stand beside them, with the
        move that makes it 0.

        Parameters
        ----------
        positions : iterable of positions, optional
            The parts of the sum where a match begins, at most 20; the start alone by default.
        play : {"normal", "misere"}
            In misère play the page searches the sum, up to 20,000 positions.
        board : callable, optional
            From a position to a text with one character a cell and one line a row.  Boards may have
            several shapes, and none need tell whose turn it is.
        pieces, title, languages, rules, players, goal
            As of `Solution.to_html`.
        move : callable, optional
            From a position and an option of it to the name of the move.
        puzzles : int or "all", optional
            How many puzzles the page has at most: sums that can be reached from these parts, with
            one winning move; in games with cycles also those with one move that draws where none
            wins.  "all" are a hundred.

        Raises
        ------
        TooLargeError
            If the page would be too large for a browser.
        GraphGameError
            If a parameter, or what a function returns, is not as described.

        See Also
        --------
        write_html, show, outcome

        Notes
        -----
        Values say nothing of the length of play: the machine makes any winning move; in a game with
        cycles, one that comes nearer to the end.

        Examples
        --------
        >>> import graphgame as gg
        >>> g = gg.grundy(lambda n: [n - k for k in (1, 4) if k <= n], start=9)
        >>> g.write_html("take.html", positions=[9, 7], board=lambda n: "o" * n)  # doctest: +SKIP
        >>> g.to_html([9, 7, 4], title="Take 1 or 4")[:15]
        '<!doctype html>'
        """
        from graphgame.playing.game import Look
        from graphgame.playing.sums import sum_page
        from graphgame.values.pages import value_components

        look = Look(
            board=board,
            pieces=pieces,
            move=move,
            title=title,
            languages=languages,
            rules=rules,
            players=players,
            goal=goal,
        )
        return sum_page(value_components(self, self._first(positions), play), look, puzzles)

    def _first(self, positions: Iterable[P] | None) -> list[P]:
        """Return the parts of the sum where a match begins."""
        if positions is not None:
            return self._components(positions)
        if self.start is None:
            raise GraphGameError(
                f"positions: expected the parts of a sum, as {self!r} has no start, got none"
            )
        return [self.start]

    @advised
    def puzzles(
        self,
        count: int | None = 10,
        depth: None = None,
        *,
        positions: Iterable[P] | None = None,
        play: types.PlayName = "normal",
        board: Callable[[P], str] | None = None,
        seed: int = 0,
    ) -> list[riddles.Puzzle[tuple[P, ...]]]:
        """Return sums in which exactly one move wins, or one draws where none wins.

        They are met in matches at random from some parts, and are those of the page.

        Parameters
        ----------
        count : int or None
            How many at most; None for all that the matches meet.
        depth : None
            Values say nothing of the length of play.
        positions : iterable of positions, optional
            The parts of the sum where the matches begin; the start alone by default.
        play : {"normal", "misere"}
        board, seed
            As of `Solution.puzzles`; `board` takes one part.

        Returns
        -------
        list of Puzzle
            Wins, then draws, those with the fewest moves first.  A position is a tuple of the parts
            in which one can move, from two to five; with one part alone if the start has no more.
            It has three moves or more.  Their remoteness is -1: not known.

        Raises
        ------
        GraphGameError
            If a parameter is not as described, or a depth is asked for.
        TooLargeError
            If in misère play the start leads to more than 20,000 sums.

        See Also
        --------
        to_html, winning_moves, Solution.puzzles

        Notes
        -----
        At most 400 matches and 60,000 moves are looked at.

        Examples
        --------
        >>> import graphgame as gg
        >>> g = gg.grundy(lambda n: [n - k for k in (1, 4) if k <= n], start=9)
        >>> for puzzle in g.puzzles(2, positions=[9, 7]):
        ...     print(puzzle.position, puzzle.outcome.name, puzzle.solution)
        (9, 3) WIN (8, 3)
        (4, 3) WIN (3, 3)
        """
        from graphgame.playing.sums import puzzles_of_sums
        from graphgame.values.pages import value_components

        game = value_components(self, self._first(positions), play)
        return puzzles_of_sums(game, board, tuple, (count, depth, seed))

    # -- files --------------------------------------------------------------------------------

    @classmethod
    def load(
        cls,
        file: types.File,
        *,
        rule: types.Anything = None,
        presets: types.Anything = None,
        canonical: types.Anything = None,
    ) -> types.Self:
        """Read values that `save` wrote; the arguments are those of `Solution.load`.

        Raises
        ------
        SolutionFileError
            If the file is damaged, is something else, or comes from a later version.
        RuleMismatchError
            If the file has other options, presets or representatives at a sample of the positions.
        OSError
            If the file cannot be read.

        See Also
        --------
        save, verify

        Examples
        --------
        >>> import io
        >>> import graphgame as gg
        >>> file = io.BytesIO()
        >>> gg.grundy([(0, 1), (0, 2), (1, 2)]).save(file)
        >>> _ = file.seek(0)
        >>> gg.GrundyValues.load(file).values
        array([2, 1, 0], dtype=int32)
        """
        from graphgame.solving.stored_graphs import restore

        found = cls._form.load(file)
        restore(found.game, file, rule, presets, canonical)
        return cls._restored(found)

    # -- sums of positions --------------------------------------------------------------------

    @advised
    def outcome(
        self,
        positions: Iterable[P],
        *,
        play: types.PlayName = "normal",
        limit: int = MOST_IN_A_SUM,
    ) -> Outcome:
        """Return the outcome of a sum of positions, for the player to move.

        Parameters
        ----------
        positions : iterable of positions
            The components of the sum.  A position that stands there twice is two components.
        play : {"normal", "misere"}
            Values say nothing of misère play: the sum is made as one graph, and solved.
        limit : int
            The most positions of that graph.

        Returns
        -------
        Outcome

        Raises
        ------
        TooLargeError
            If the graph of the sum has more positions than `limit`.
        GraphGameError
            If the game has preset losses, in misère play: there a terminal is a win.

        See Also
        --------
        winning_moves, game_sum

        Notes
        -----
        O(number of components) time in normal play; in misère play as `game_sum` and `solve`.
        """
        components = self._components(positions)
        if Play(play) is Play.NORMAL:
            return self._outcome(components)
        return self._misere(components, limit).outcome(tuple(components))

    @advised
    def winning_moves(
        self,
        positions: Iterable[P],
        *,
        play: types.PlayName = "normal",
        limit: int = MOST_IN_A_SUM,
    ) -> list[Move[P]]:
        """Return every move of a sum of positions that leaves the opponent a lost sum.

        Parameters
        ----------
        positions, play, limit
            As in `outcome`.

        Returns
        -------
        list of Move
            The component that moves, from 0, and the option it moves to: components in order,
            options in the order of their indices.  Empty if the sum is no WIN.

        Raises
        ------
        TooLargeError, GraphGameError
            As `outcome`.

        See Also
        --------
        outcome, sum

        Notes
        -----
        O(number of components and of their options) time in normal play; in misère play as
        `game_sum` and `solve`.

        In a game with cycles the opponent may be able to move back from a lost sum.  Then every
        move in the list keeps the win, and one of them comes nearer to the end.
        """
        components = self._components(positions)
        if Play(play) is Play.NORMAL:
            targets = self._targets(components)
            return [Move(i, w) for i, x in targets for w in self._moves_to(components[i], x)]
        if self.game._symmetry is not None:
            return self._misere_moves(components, limit)
        found: set[tuple[int, P]] = set()
        for option in self._misere(components, limit).winning_moves(tuple(components)):
            after: Any = option
            pairs = enumerate(zip(components, after, strict=True))
            found.update((i, new) for i, (old, new) in pairs if old != new)
        index = self.game.index
        return [Move(*move) for move in sorted(found, key=lambda move: (move[0], index(move[1])))]

    def _components(self, positions: Iterable[P]) -> list[P]:
        """Return the positions of a sum as a list, but refuse one position, even a string."""
        if isinstance(positions, str | bytes) or not isinstance(positions, Iterable):
            raise GraphGameError(
                f"positions: expected a list of positions, got {positions!r}; "
                f"a sum of one is [{positions!r}]"
            )
        checks.refuse_uncounted(positions, "positions")
        return list(checks.unviewed(positions))

    def _misere(self, components: list[P], limit: int) -> Solution[tuple[P, ...]]:
        """Return the graph of a sum, solved for misère play."""
        from graphgame.solving.solve import solve

        if self.game.presets is not None:
            raise GraphGameError(
                "play: expected 'normal' for values of a game with preset losses, got 'misere': "
                "they say nothing of a sum in misère play"
            )
        graph = game_sum([self.game] * len(components), start=components, limit=limit)
        return solve(graph, play="misere")

    def _misere_moves(self, components: list[P], limit: int) -> list[Move[P]]:
        """Return the moves that win a sum of a game with a symmetry, in misère play."""
        from graphgame.solving.many import real_moves

        solution, moves = self._misere(components, limit), []
        for i, position in enumerate(components):
            for option in dict.fromkeys(real_moves(self.game, position)[0]):
                after = (*components[:i], option, *components[i + 1 :])
                if solution.outcome(after) is Outcome.LOSE:
                    moves.append(Move(i, option))
        return moves

    # -- what the two kinds of values differ in -----------------------------------------------

    def histogram(self) -> dict[Any, int]:
        """Return how many positions have each value, the least value first."""
        raise NotImplementedError

    def _value_text(self, position: P) -> str:
        """Return the value of a position as a picture shows it, such as *3."""
        raise NotImplementedError

    def _outcome(self, components: list[P]) -> Outcome:
        raise NotImplementedError

    def _targets(self, components: list[P]) -> Iterable[tuple[int, int]]:
        """Return which components can win by a move, and the value to move to."""
        raise NotImplementedError

    @classmethod
    def _restored(cls, found: Found) -> types.Self:
        """Return the values of a file."""
        make: Any = cls
        values: types.Self = make(*found.parts.values())
        return values

    def _infinite_sets(self) -> tuple[types.Array, types.Array] | tuple[None, None]:
        """Return the sets K of the infinite values as compressed sparse rows, if there are any."""
        return None, None

    # -- positions and indices ----------------------------------------------------------------

    def _played(self) -> GameGraph[P]:
        """Return the game without presets that has these values: what kernels work on."""
        if self._played_game is None:
            self._played_game = without_presets(self.game)
        return self._played_game

    def _value(self, position: P) -> int:
        return int(memoryview(self._values)[self.game._find(position)])  # type: ignore[arg-type]

    def _moves_to(self, position: P, value: int) -> list[P]:
        """Return the options of a position that have a value, each once."""
        v = self.game._find(position)
        if self.game._symmetry is None:
            rows = self._played()._option_rows()
            return self.game.positions(options_of_value(*rows, self._values, v, value))
        ptr, _ = self._played()._option_rows()
        first, stop = memoryview(ptr)[v : v + 2].tolist()  # type: ignore[arg-type]
        if first == stop:  # a terminal, perhaps a preset one: the rule is not asked
            return []
        from graphgame.solving.many import real_moves

        options, classes = real_moves(self.game, position)
        chosen = read_only(self._values)[classes] == value
        return [*dict.fromkeys(option for option, x in zip(options, chosen, strict=True) if x)]


class GrundyValues(Values[P]):
    """The Grundy values of a game without cycles; `grundy` makes them.

    Attributes
    ----------
    game : GameGraph
        The game, with its presets.

    See Also
    --------
    LoopyValues : the values of any game
    game_sum : a sum of games as one graph

    Examples
    --------
    >>> import graphgame as gg
    >>> g = gg.grundy(lambda n: [n - k for k in (1, 4) if k <= n], start=range(6))
    >>> g
    GrundyValues(n=6, m=7, greatest value 2)
    >>> g.values, g[4], g.sum([5, 4, 1])
    (array([0, 1, 0, 1, 2, 0], dtype=int32), 2, 3)
    >>> g.outcome([5, 4, 1]), g.winning_moves([5, 4, 1])
    (<Outcome.WIN: 1>, [Move(component=1, to=3)])
    >>> g.value(4), g.histogram(), g.p_positions(), g.verify()
    (2, {0: 3, 1: 2, 2: 1}, [0, 2, 5], True)
    >>> g.graph().options(4)
    [3, 0]
    """

    __slots__ = ()
    _form = FORM

    @property
    def values(self) -> types.Int32Array:
        """(n,) int32, read-only: the Grundy value of every position."""
        return read_only(self._values)

    @property
    def order(self) -> types.Int32Array:
        """(n,) int32, read-only: all positions, each after all its options."""
        return read_only(self._order)

    @overload
    def value(self, position: list[P] | types.AnyArray) -> types.Int32Array: ...
    @overload
    def value(self, position: P) -> int: ...
    def value(self, position: P | list[P] | types.AnyArray) -> int | types.Int32Array:
        """Return the Grundy value of a position, or those of a list or an array of positions.

        Those of many are an int32 array of their shape; see `GameGraph.index`.

        Raises
        ------
        UnknownPositionError
            If the game does not have the position.  So do the other methods.

        See Also
        --------
        values, sum
        """
        v = self.game.index(position)
        if isinstance(v, int):
            return int(memoryview(self._values)[v])  # type: ignore[arg-type]
        return self.values[v]

    def __getitem__(self, position: P) -> int:
        """Return the Grundy value of a position; as `value`."""
        return self._value(position)

    def _items(self) -> Iterator[tuple[P, int]]:
        values: Any = memoryview(self._values)  # type: ignore[arg-type]
        return zip(self, values, strict=True)

    def sum(self, positions: Iterable[P]) -> int:
        """Return the value of a sum of positions: the XOR of their values."""
        return int(nim_sum(map(self._value, self._components(positions))))

    def histogram(self) -> dict[int, int]:
        """Return how many positions have each value, the least value first."""
        import numpy as np

        values, counts = np.unique(self.values, return_counts=True)
        return dict(zip(values.tolist(), counts.tolist(), strict=True))

    def table(self) -> dict[str, types.AnyArray]:
        """Return the values as columns, one row per position.

        Returns
        -------
        dict of str to (n,) array
            ``position`` and ``value``.  `pandas.DataFrame` and `polars.DataFrame` take it as it is.

        See Also
        --------
        Solution.table

        Examples
        --------
        >>> import graphgame as gg
        >>> table = gg.grundy({"a": ["b", "c"], "b": ["c"], "c": []}).table()
        >>> table["position"].tolist(), table["value"].tolist()
        (['a', 'b', 'c'], [2, 1, 0])
        """
        from graphgame.graphs.labels import position_column

        return {"position": position_column(self.game), "value": self.values}

    def verify(self) -> bool:
        """Check that every value is the mex of the values of its options; as `verify_grundy`.

        Returns
        -------
        bool
            True.

        Raises
        ------
        VerificationError
            If one is not; the error names the first position found.

        See Also
        --------
        verify_grundy
        """
        from graphgame.values.verify import verify_grundy

        return verify_grundy(self.game, self.values, self.order)

    def _value_text(self, position: P) -> str:
        return f"*{self._value(position)}"

    def _outcome(self, components: list[P]) -> Outcome:
        return Outcome.WIN if self.sum(components) else Outcome.LOSE

    def _targets(self, components: list[P]) -> Iterable[tuple[int, int]]:
        values = [*map(self._value, components)]
        total = int(nim_sum(values))
        return [(i, total ^ value) for i, value in enumerate(values)]

    def __repr__(self) -> str:
        greatest = f", greatest value {self.values.max()}" if len(self) else ""
        return f"GrundyValues(n={self.game.n}, m={self.game.m}{greatest})"
