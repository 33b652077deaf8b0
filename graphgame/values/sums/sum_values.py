"""`SumValues`: values of components, where the options of a game are sums."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from graphgame.arrays import Generic, Later, P, read_only, types
from graphgame.errors import GraphGameError, LoopyGameError, SolutionFileError, advised
from graphgame.graphs.by_state import ByState
from graphgame.graphs.solved import Saved
from graphgame.graphs.sum import Sum
from graphgame.line import Move
from graphgame.outcome import Outcome, Play
from graphgame.playing.played import Shown
from graphgame.values.arithmetic import nim_sum
from graphgame.values.sums.sum_graph import MOST_IN_A_SUM

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphgame.graphs import graph as graphs
    from graphgame.playing import puzzles as riddles
    from graphgame.values.sums import sum_sources as sources
else:
    # Needed when somebody asks, or reads annotations.
    graphs = Later("graphgame.graphs.graph")
    riddles = Later("graphgame.playing.puzzles")
    sources = Later("graphgame.values.sums.sum_sources")


class SumValues(Shown, ByState, Saved, Generic[P]):
    """The Grundy values of the components of a game that falls apart; ``grundy(sums=True)``.

    A position is one component, or a `Sum` of several, and its value the XOR of theirs.  After
    ``search=True`` only some components have values; others are searched when they are asked for.

    Attributes
    ----------
    start : position or Sum
        Where play begins: the first one of several; None if there is none.
    is_complete : bool
        Whether all components that can be reached have values.

    See Also
    --------
    grundy : makes them.
    GrundyValues : the values of a game that is no sum.

    Examples
    --------
    >>> import graphgame as gg
    >>> def kayles(row):  # take one pin, or two neighbours, from a row
    ...     return [gg.Sum(left, row - taken - left)
    ...             for taken in (1, 2) for left in range(row - taken + 1)]
    >>> g = gg.grundy(kayles, start=20, sums=True)
    >>> g
    SumValues(n=21, m=210, greatest value 7)
    >>> g.value(20), g.value(gg.Sum(5, 4)), g.outcome(gg.Sum(5, 4)), g.verify()
    (1, 5, <Outcome.WIN: 1>, True)
    >>> g.best_move(gg.Sum(5, 4)), g.winning_moves(2), g.histogram()[7], g.result
    (Move(component=0, to=Sum(0, 4)), [Move(component=0, to=Sum(0, 0))], 1, <Outcome.WIN: 1>)
    >>> few = gg.grundy(kayles, start=5, sums=True)
    >>> few.graph(), few.outcome(5, play="misere"), few.table()["position"].tolist()
    (GameGraph(n=19, m=37, labelled), <Outcome.WIN: 1>, [5, 0, 4, 1, 3, 2])
    """

    __slots__ = ("_source", "start")

    def __init__(self, source: sources.Source, start: types.Anything = None) -> None:
        self._source: sources.Source = source
        self.start: P | Sum[P] | None = start

    # -- values -------------------------------------------------------------------------------

    @property
    def is_complete(self) -> bool:
        """Whether all components that can be reached from the start have values."""
        return self._source.is_complete

    @property
    def values(self) -> types.Int32Array:
        """(n,) int32, read-only: the Grundy values of the components that have one."""
        return read_only(self._source.values)

    def value(self, position: P | Sum[P]) -> int:
        """Return the Grundy value of a component or of a sum.

        Raises
        ------
        UnknownPositionError
            If a component cannot be reached from the start; of a search, if it comes from a file
            without its rule.

        See Also
        --------
        values, outcome

        Notes
        -----
        After ``search=True`` it may have to be searched, which takes long.
        """
        parts = position if isinstance(position, Sum) else (position,)
        return int(nim_sum(map(self._source.value, parts)))

    def __getitem__(self, position: P | Sum[P]) -> int:
        """Return the Grundy value of a component or of a sum; as `value`."""
        return self.value(position)

    def __len__(self) -> int:
        return len(self.values)

    def __iter__(self) -> Iterator[P]:
        """Return the components that have values."""
        return iter(self._source.positions)

    def __contains__(self, position: object) -> bool:
        """Return whether `value` finds the position; after ``search=True``, any that may be one."""
        parts = position if isinstance(position, Sum) else (position,)
        return all(map(self._source.has, parts))

    def histogram(self) -> dict[int, int]:
        """Return how many components have each value, the least value first."""
        import numpy as np

        values, counts = np.unique(self.values, return_counts=True)
        return dict(zip(values.tolist(), counts.tolist(), strict=True))

    def table(self) -> dict[str, types.AnyArray]:
        """Return the values as columns, one row for each component that has one.

        Returns
        -------
        dict of str to (n,) array
            ``position`` and ``value``.  `pandas.DataFrame` and `polars.DataFrame` take it as it is.

        See Also
        --------
        GrundyValues.table
        """
        from graphgame.graphs.labels import label_column

        return {"position": label_column(self._source.positions), "value": self.values}

    # -- play ---------------------------------------------------------------------------------

    @property
    def result(self) -> Outcome:
        """The outcome of `start`, for the player to move; a `GraphGameError` without a start."""
        return self.outcome(self._started())

    @advised
    def outcome(
        self,
        position: P | Sum[P],
        *,
        play: types.PlayName = "normal",
        limit: int = MOST_IN_A_SUM,
    ) -> Outcome:
        """Return the outcome of a component or of a sum, for the player to move.

        Parameters
        ----------
        position : position or Sum
        play : {"normal", "misere"}
            Values say nothing of misère play: all multisets of components that can be reached from
            there are found, and solved.
        limit : int
            The most multisets.

        Returns
        -------
        Outcome

        Raises
        ------
        ExplorationLimitError
            If there are more multisets than `limit`.
        UnknownPositionError
            As `value`.
        GraphGameError
            If misère play is asked for after ``search=True``, which does not find all components.

        See Also
        --------
        winning_moves, explore

        Notes
        -----
        O(number of components) time in normal play; in misère play as `explore` and `solve`.
        """
        if Play(play) is Play.NORMAL:
            return Outcome.WIN if self.value(position) else Outcome.LOSE
        from graphgame.solving.solve import solve

        graph = self._written_out(position, limit)
        found: Outcome = solve(graph, play="misere").outcome(graph.position(0))
        return found

    @advised
    def winning_moves(
        self,
        position: P | Sum[P] | None = None,
        *,
        play: types.PlayName = "normal",
        limit: int = MOST_IN_A_SUM,
    ) -> list[Move[types.Anything]]:
        """Return every move of a component or of a sum that leaves the opponent a lost one.

        Parameters
        ----------
        position : position or Sum, optional
            The start, if it is not given.
        play, limit
            As in `outcome`.

        Returns
        -------
        list of Move
            The component that moves, from 0, and the `Sum` that takes its place: components in
            order, options in the order of the rule.  Empty if the position is no WIN.

        Raises
        ------
        ExplorationLimitError, UnknownPositionError, GraphGameError
            As `outcome`; also if the rule is needed and is not there: ``load(file, rule=…)``.

        See Also
        --------
        best_move, outcome

        Notes
        -----
        After ``search=True`` the values of all options are searched, which takes long.
        """
        parts = self._parts(position)
        if Play(play) is Play.MISERE:
            return [*self._misere_moves(parts, limit)]
        value = self._source.sum
        total = value(parts)
        moves = self._moves(parts, total) if total else ()
        return [Move(i, option) for i, target, option in moves if value(option) == target]

    @advised
    def best_move(
        self,
        position: P | Sum[P] | None = None,
        *,
        play: types.PlayName = "normal",
        limit: int = MOST_IN_A_SUM,
    ) -> Move[types.Anything] | None:
        """Return a move to a lost position; None where there is none.

        Parameters
        ----------
        position, play, limit
            As in `winning_moves`.

        Raises
        ------
        ExplorationLimitError, UnknownPositionError, GraphGameError
            As `winning_moves`.

        See Also
        --------
        winning_moves

        Notes
        -----
        After ``search=True`` the options are searched one after the other, those whose parts have
        values first.
        """
        parts = self._parts(position)
        if Play(play) is Play.MISERE:
            return next(self._misere_moves(parts, limit), None)
        source, total = self._source, self._source.sum(parts)
        if not total:
            return None
        # First look at options that need no search.
        later: list[tuple[int, int, Sum[Any]]] = []
        for i, target, option in self._moves(parts, total):
            if not all(map(source.has_value, option)):
                later.append((i, target, option))
            elif source.sum(option) == target:
                return Move(i, option)
        for i, target, option in later:
            if source.sum(option) == target:
                return Move(i, option)
        raise SolutionFileError(  # only what was loaded from a file can say so
            f"{Sum(*parts)!r}: expected an option that leaves a sum of value 0, as its value is "
            f"{total}, got none: the file is damaged, which verify() finds"
        )

    def _moves(self, parts: tuple[Any, ...], total: int) -> Iterator[tuple[int, int, Sum[Any]]]:
        """Yield every move once: the component, the value wanted of the option, the option."""
        for i, part in enumerate(parts):
            target = total ^ self._source.value(part)
            for option in dict.fromkeys(Sum(*option) for option in self._source.moves(part)):
                yield i, target, option

    def _misere_moves(self, parts: tuple[Any, ...], limit: int) -> Iterator[Move[Any]]:
        """Yield every move of a sum that leaves a lost one in misère play."""
        from graphgame.solving.solve import solve

        solution = solve(self._written_out(Sum(*parts), limit), play="misere")
        for i, _, option in self._moves(parts, 0):
            if solution.outcome(Sum(*parts[:i], *option, *parts[i + 1 :])) is Outcome.LOSE:
                yield Move(i, option)

    def _parts(self, position: Any) -> tuple[Any, ...]:
        """Return the components of a position, or of the start where it is None."""
        state = self._started() if position is None else position
        return tuple(state) if isinstance(state, Sum) else (state,)

    def _started(self) -> Any:
        if self.start is None:
            raise GraphGameError(
                "position: expected a component or a Sum, as these values have no single start"
            )
        return self.start

    @advised
    def to_html(
        self,
        position: P | Sum[P] | None = None,
        *,
        play: types.PlayName = "normal",
        board: Callable[[P], str] | None = None,
        move: Callable[[P, Sum[P]], str | None] | None = None,
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
        position : position or Sum, optional
            Where a match begins, at most 20 parts; by default the start.
        play : {"normal", "misere"}
            In misère play the page searches the sum, up to 20,000 positions.
        board : callable, optional
            From a position to a text with one character a cell and one line a row.  Boards may have
            several shapes, and none need tell whose turn it is.
        pieces, title, languages, rules, players, goal
            As of `Solution.to_html`.
        move : callable, optional
            From a position and an option of it, as a `Sum`, to the name of the move.
        puzzles : int or "all", optional
            How many puzzles the page has at most: sums that can be reached from these parts, with
            one winning move.  "all" are a hundred.

        Raises
        ------
        TooLargeError
            If the page would be too large for a browser.
        GraphGameError
            If a parameter, or what a function returns, is not as described, or after
            ``search=True``, which does not find all components.

        See Also
        --------
        write_html, show, outcome

        Notes
        -----
        Values say nothing of the length of play: the machine makes any winning move.  Parts are
        those that the rule names, or their representatives.

        Examples
        --------
        >>> import graphgame as gg
        >>> def kayles(row):
        ...     return [
        ...         gg.Sum(left, row - taken - left)
        ...         for taken in (1, 2)
        ...         for left in range(row - taken + 1)
        ...     ]
        >>> g = gg.grundy(kayles, start=9, sums=True)
        >>> g.to_html(gg.Sum(5, 9), board=lambda row: "o" * row, title="Kayles")[:15]
        '<!doctype html>'
        """
        from graphgame.playing.game import Look
        from graphgame.playing.sums import sum_page
        from graphgame.values.pages import sum_components

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
        parts = self._parts(position)
        return sum_page(sum_components(self._complete(parts), parts, play), look, puzzles)

    @advised
    def puzzles(
        self,
        count: int | None = 10,
        depth: None = None,
        *,
        position: P | Sum[P] | None = None,
        play: types.PlayName = "normal",
        board: Callable[[P], str] | None = None,
        seed: int = 0,
    ) -> list[riddles.Puzzle[Sum[P]]]:
        """Return sums in which exactly one move wins.

        They are met in matches at random from a position, and are those of the page.

        Parameters
        ----------
        count : int or None
            How many at most; None for all that the matches meet.
        depth : None
            Values say nothing of the length of play.
        position : position or Sum, optional
            Where the matches begin; by default the start.
        play : {"normal", "misere"}
        board, seed
            As of `Solution.puzzles`; `board` takes one part.

        Returns
        -------
        list of Puzzle
            Those with the fewest moves first.  A position is a `Sum` of the parts in which one can
            move, from two to five; with one part alone if the start has no more.  It has three
            moves or more.  Their remoteness is -1: not known.

        Raises
        ------
        GraphGameError
            If a parameter is not as described, a depth is asked for, or after ``search=True``,
            which does not find all components.
        TooLargeError
            If in misère play the position leads to more than 20,000 sums.

        See Also
        --------
        to_html, winning_moves, Solution.puzzles

        Notes
        -----
        At most 400 matches and 60,000 moves are looked at.

        Examples
        --------
        >>> import graphgame as gg
        >>> def kayles(row):
        ...     return [
        ...         gg.Sum(left, row - taken - left)
        ...         for taken in (1, 2)
        ...         for left in range(row - taken + 1)
        ...     ]
        >>> g = gg.grundy(kayles, start=9, sums=True)
        >>> puzzle = g.puzzles(1, position=gg.Sum(5, 9))[0]
        >>> puzzle.position, puzzle.solution
        (Sum(1, 2, 2, 5), Sum(1, 2, 2, 0, 4))
        """
        from graphgame.playing.sums import puzzles_of_sums
        from graphgame.values.pages import sum_components

        parts = self._parts(position)
        game = sum_components(self._complete(parts), parts, play)
        return puzzles_of_sums(game, board, lambda left: Sum(*left), (count, depth, seed))

    def _complete(self, parts: tuple[Any, ...]) -> sources.FullSource:
        """Return the source of all components, and check that it has some."""
        from graphgame.rules.sums.sum_rule import unknown_component

        source = self._source
        if not isinstance(source, sources.FullSource):
            raise GraphGameError(
                "page: expected values of all components, got those of a search: leave out "
                "search=True, which finds only what the values of the start need"
            )
        for part in parts:
            if not source.has(part):
                raise unknown_component(part)
        return source

    # -- graphs, files and proof --------------------------------------------------------------

    def graph(self, *, limit: int = MOST_IN_A_SUM) -> graphs.GameGraph[Sum[P]]:
        """Return the game from `start` on as an explicit graph, whose positions are multisets.

        Raises
        ------
        ExplorationLimitError
            If it has more positions than `limit`.
        GraphGameError
            After ``search=True``, or without a start.

        See Also
        --------
        explore : ``explore(rule, start, sums=True)`` finds the same.
        """
        return self._written_out(self._started(), limit)

    def _written_out(self, position: Any, limit: int) -> graphs.GameGraph[Sum[P]]:
        from graphgame.rules.sums.sum_rule import unknown_component
        from graphgame.rules.sums.written_out import written_out

        state = position if isinstance(position, Sum) else Sum(position)
        game = self._source.game
        if game is None:
            raise GraphGameError(
                "play: expected values of all components, got those of a search: leave out "
                "search=True, which finds only what the values of the start need"
            )
        for part in state:
            if not self._source.has(part):
                raise unknown_component(part)
        return written_out(game, [state], limit, progress=False)

    def verify(self) -> bool:
        """Check the values: that each is the mex of the XORs of its options.

        Of a search, the rule is asked again, and each value must follow from those found before it.

        Returns
        -------
        bool
            True.

        Raises
        ------
        VerificationError
            If a value is wrong; the error names the first component found.
        GraphGameError
            If values of a search come from a file without their rule.

        See Also
        --------
        verify_sums : the certificate

        Notes
        -----
        NumPy alone, and for a search the rule.  O(components, options and parts) time.
        """
        return self._source.verify()

    def _save(self, file: types.File) -> None:
        sources.save(self._source, self.start, file)

    @classmethod
    def load(
        cls,
        file: types.File,
        *,
        rule: types.Anything = None,
        canonical: types.Anything = None,
        weight: types.Anything = None,
    ) -> types.Self:
        """Read values that `save` wrote.

        Parameters
        ----------
        file : path or binary file
        rule, canonical, weight
            Those with which the values were found; without them, components stand for themselves,
            and values of a search can only be read.

        Raises
        ------
        SolutionFileError
            If the file is damaged, is something else, or comes from a later version.
        RuleMismatchError
            If the rule gives other options than the file has, at a sample of 500 components and 500
            terminals.
        GraphGameError
            If values of a search do not follow from the rule, at a sample of 1,000 components.
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
        >>> gg.grundy(lambda n: [gg.Sum(k, n - 1 - k) for k in range(n)], start=9, sums=True).save(
        ...     file)
        >>> _ = file.seek(0)
        >>> gg.SumValues.load(file).value(9)
        1
        """
        return cls(*sources.load(file, rule, canonical, weight))

    def __repr__(self) -> str:
        return f"SumValues({self._source.text()})"


def sum_grundy(
    rule: Any,
    start: Any,
    presets: Any,
    canonical: Any,
    limit: int | None,
    progress: types.ProgressLike,
    sums: bool,
    search: bool,
    weight: Any,
) -> SumValues[Any]:
    """Return the values of all components that can be reached, or those that the starts need."""
    if not sums:
        raise GraphGameError("search: expected sums=True beside it, which it belongs to")
    if weight is not None and not search:
        raise GraphGameError("weight: expected search=True beside it, which it belongs to")
    if start is None:
        raise GraphGameError(
            "sums: expected a rule and its start, got no start; a graph has no options that are "
            "sums, and GrundyValues.sum is the value of a sum of its positions"
        )
    if presets is not None:
        raise GraphGameError(
            "presets: expected none with sums=True, as a sum goes on until nobody can move; give a "
            "finished component no options"
        )
    from graphgame.rules.sums.sum_game import explore_sums
    from graphgame.rules.sums.sum_rule import SumRule
    from graphgame.values import _grundy

    if search:
        asked = SumRule(rule, start, canonical, weight, keeps=True)
        source = sources.SearchSource(asked, limit, progress)
        for one in asked.starts:
            source.sum(one)
        return SumValues(source, asked.start)
    game = explore_sums(rule, start, canonical, limit, progress)
    values, order, cycle = _grundy.sum_values(game.option_ptr, game.part_ptr, game.part_idx)
    if cycle:
        raise LoopyGameError([game.labels[v] for v in cycle])
    return SumValues(sources.FullSource(game, values, order), game.start)
