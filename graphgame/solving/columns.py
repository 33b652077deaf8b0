"""The arrays of a `Solution`: outcomes, remoteness and best moves of all positions.

The class is a base of `Solution`.
"""

from __future__ import annotations

from graphgame.arrays import Later, P, read_only, types
from graphgame.graphs.graph import GameGraph
from graphgame.graphs.solved import Outcomes, Saved

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphgame import outcome as terms
    from graphgame.solving import _moves, levels
    from graphgame.solving.turns import Turns
    from graphgame.types import Array
else:
    # The command solves a graph without them, as `solution` says.
    terms = Later("graphgame.outcome")
    _moves = Later("graphgame.solving._moves")
    levels = Later("graphgame.solving.levels")


class Columns(Saved, Outcomes[P]):
    """What a `Solution` holds, and its methods that answer for all positions at once."""

    __slots__ = ("_best_moves", "_outcomes", "_play", "_remoteness", "_tally", "_turns", "game")

    def __init__(
        self,
        game: GameGraph[P],
        play: types.PlayName,
        outcomes: types.Array,
        remoteness: types.Array,
        turns: types.Anything = None,
    ) -> None:
        self.game: GameGraph[P] = game
        self._play = play
        self._outcomes = outcomes
        self._remoteness = remoteness
        # Not None if the game has movers, ties, or presets of a remoteness.
        self._turns: Turns | None = turns
        self._best_moves: Array | None = None
        self._tally: tuple[tuple[int, ...], tuple[int, ...]] | None = None

    @property
    def play(self) -> terms.Play:
        """What happens to a player who cannot move."""
        return terms.Play(self._play)

    # -- all positions ------------------------------------------------------------------------

    @property
    def outcomes(self) -> types.Int8Array:
        """(n,) int8, read-only: the outcome for the player to move, such as `LOSE`."""
        return read_only(self._outcomes)

    @property
    def remoteness(self) -> types.Int32Array:
        """(n,) int32, read-only: plies to the end if the winner hurries and the loser delays.

        0 at a terminal, also at a preset draw, but for presets that have a remoteness of their own;
        -1 at any other draw.  With ``solve(…, count="turns")``, turns in place of plies.
        """
        return read_only(self._remoteness)

    @property
    def count(self) -> types.CountName:
        """What remoteness counts: "plies" or "turns"."""
        return "plies" if self._turns is None else self._turns.count

    @property
    def plies(self) -> types.Int32Array:
        """(n,) int32, read-only: where turns are counted, the plies of that play, as few as can be.

        Where plies are counted, it is `remoteness`.
        """
        turns = self._turns
        return self.remoteness if turns is None or turns.plies is None else read_only(turns.plies)

    @property
    def best_moves(self) -> types.Int32Array:
        """(n,) int32, read-only: the index of the best move, -1 at a terminal; see `best_move`.

        Computed when first used, in O(n + m) time, and kept.
        """
        return read_only(self._all_best_moves())

    def counts(self) -> dict[terms.Outcome, int]:
        """Count the positions of each outcome: WIN, LOSE, DRAW."""
        return self._by_outcome(0)

    def longest(self) -> dict[terms.Outcome, int]:
        """Return the greatest remoteness of each outcome, -1 where there is none."""
        return self._by_outcome(1)

    def draw_levels(self) -> levels.DrawLevels[P]:
        """Order the draws by how they make the other player find the moves that hold.

        Returns
        -------
        DrawLevels
            A level and a remoteness of each draw, and the moves that press.

        Raises
        ------
        GraphGameError
            If positions say who moves, or a TIE is preset.

        See Also
        --------
        DrawLevels, verify_draw_levels

        Notes
        -----
        Retrograde analysis of all levels together, in O(n + m) time.  It takes 16 bytes per
        position; and 4 bytes per edge and 8 per position for the transpose, 6 and 8 while it is
        built, if the graph does not have it yet.  The levels keep 8 bytes per position.

        Examples
        --------
        >>> import graphgame as gg
        >>> draws = gg.solve([(0, 1), (1, 0), (1, 2), (2, 3)]).draw_levels()
        >>> draws.level(0), draws.moves(0), draws.only_move(1)
        (0, [1], 0)
        """
        from graphgame.solving.levels import draw_levels

        return draw_levels(self)  # type: ignore[arg-type]

    def table(self) -> dict[str, types.AnyArray]:
        """Return the solution as columns, one row per position.

        Returns
        -------
        dict of str to (n,) array
            ``position``, ``outcome`` (the words LOSE, DRAW and WIN), ``remoteness`` and
            ``best_move``.  `pandas.DataFrame` and `polars.DataFrame` take it as it is.  Labels are
            Python objects unless all of them are integers, and a terminal has the best move None;
            without labels, positions are integers, and a terminal has the best move -1.

        See Also
        --------
        to_networkx : The same as attributes of nodes.

        Notes
        -----
        O(n + m) time; 28 bytes per position, and 12 more where labels are objects.

        Examples
        --------
        >>> import graphgame as gg
        >>> for name, column in gg.solve({"a": ["b"], "b": ["c"]}).table().items():
        ...     print(name, column.tolist())
        position ['a', 'b', 'c']
        outcome ['LOSE', 'WIN', 'LOSE']
        remoteness [2, 1, 0]
        best_move ['b', 'c', None]
        """
        from graphgame.solving.export import table

        return table(self)

    def to_networkx(self) -> types.Anything:
        """Return the game as a NetworkX graph whose nodes carry the solution.

        Returns
        -------
        networkx.DiGraph
            A node per position, in the order of their indices, with the attributes ``outcome`` (a
            word), ``remoteness`` and ``best_move`` (None at a terminal), and ``preset`` where there
            is one.  Parallel edges are one edge.  The graph has the attribute ``play``, and
            ``start`` if there is one.

        Raises
        ------
        ModuleNotFoundError
            If NetworkX is not installed.

        See Also
        --------
        table : The same as columns.

        Examples
        --------
        >>> import graphgame as gg
        >>> graph = gg.solve({"a": ["b"], "b": ["c"]}).to_networkx()
        >>> graph.nodes["b"]
        {'outcome': 'WIN', 'remoteness': 1, 'best_move': 'c'}
        """
        from graphgame.solving.export import to_networkx

        return to_networkx(self)

    def __repr__(self) -> str:
        counts = ", ".join(f"{count} {outcome}" for outcome, count in self.counts().items())
        return f"Solution(n={self.game.n}, m={self.game.m}, play={str(self.play)!r}: {counts})"

    def _by_outcome(self, row: int) -> dict[terms.Outcome, int]:
        if self._tally is None:
            self._tally = _moves.tally(self._outcomes, self._remoteness)
        lose, draw, win, *tie = self._tally[row]
        known = {terms.Outcome.WIN: win, terms.Outcome.LOSE: lose, terms.Outcome.DRAW: draw}
        return known | {terms.Outcome.TIE: tie[0]} if tie else known

    def _all_best_moves(self) -> Array:
        if self._best_moves is None:
            self._best_moves = self._reader().best_moves(*self._labelled_options())
        return self._best_moves

    def _labelled_options(self) -> tuple[Any, ...]:
        labelled = *self.game._option_rows(), self._outcomes, self._remoteness
        return labelled if self._turns is None else (*labelled, *self._turns.arrays(self.game))

    def _reader(self) -> Any:
        """Return the kernels that read this solution."""
        return _moves if self._turns is None else self._turns.kernels
