"""`SumValues`: values of components, where the options of a game are sums."""

from __future__ import annotations

from collections.abc import Iterator

from graphgame.arrays import Generic, Later, P, read_only, types
from graphgame.errors import GraphGameError
from graphgame.graphs.solved import Saved
from graphgame.graphs.sum import Sum
from graphgame.line import Move
from graphgame.outcome import Outcome, Play
from graphgame.values.arithmetic import nim_sum
from graphgame.values.sums import MOST_IN_A_SUM

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphgame.graphs import graph as graphs
    from graphgame.values import sum_sources as sources
else:
    # Only those who read annotations need them here.
    graphs = Later("graphgame.graphs.graph")
    sources = Later("graphgame.values.sum_sources")


class SumValues(Saved, Generic[P]):
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
        from graphgame.solving.export import label_column

        return {"position": label_column(self._source.positions), "value": self.values}

    # -- play ---------------------------------------------------------------------------------

    @property
    def result(self) -> Outcome:
        """The outcome of `start`, for the player to move; a `GraphGameError` without a start."""
        return self.outcome(self._started())

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
        from graphgame.values import sum_moves

        parts = self._parts(position)
        if Play(play) is Play.NORMAL:
            return sum_moves.winning_moves(self._source, parts)
        graph = self._written_out(Sum(*parts), limit)
        return [*sum_moves.winning_moves_in_misere_play(self._source, parts, graph)]

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
        from graphgame.values import sum_moves

        parts = self._parts(position)
        if Play(play) is Play.NORMAL:
            return sum_moves.best_move(self._source, parts)
        graph = self._written_out(Sum(*parts), limit)
        return next(sum_moves.winning_moves_in_misere_play(self._source, parts, graph), None)

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
        from graphgame.rules.sum_rule import unknown_component
        from graphgame.rules.written_out import written_out

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
        from graphgame.values.sum_files import save

        save(self, file)

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
        GraphGameError
            If the rule gives other options than the file has.
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
        from graphgame.values.sum_files import load

        return cls(*load(file, rule, canonical, weight))

    def __repr__(self) -> str:
        return f"SumValues({self._source.text()})"
