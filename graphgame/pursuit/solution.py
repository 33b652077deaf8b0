"""`SolvedBoard`: what is known of every state of a solved board.

`PursuitSolution`, which can be loaded from a file, and so must know the game, is in
`graphgame.pursuit.game`.
"""

from __future__ import annotations

from collections.abc import Iterator

from graphgame.arrays import outcome_words
from graphgame.errors import GraphGameError, UnknownPositionError
from graphgame.graphs.graph import GameGraph
from graphgame.line import Label, Line
from graphgame.outcome import Outcome
from graphgame.pursuit.display import Display
from graphgame.pursuit.grid import WALL
from graphgame.pursuit.states import (
    POLICE,
    THIEF,
    TURNS,
    LabelledStates,
    is_police,
    remoteness_of_scores,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphgame import types
    from graphgame.pursuit.game import PoliceAndThief
    from graphgame.types import AnyArray, Array, Int64Array
else:
    from graphgame.arrays import types


class SolvedBoard(Display):
    """A solved board, without what makes it from a file; `PursuitSolution` documents it."""

    #: The value of a wall in an outcome map.
    WALL = 2
    #: The value of a wall in a remoteness map.
    WALL_REMOTENESS = -2

    __slots__ = ("_states", "game")

    def __init__(
        self, game: PoliceAndThief, caught: Array, held: Array, ranks: Array | None
    ) -> None:
        self.game: PoliceAndThief = game
        self._states = LabelledStates(game._grid, caught, held, ranks)

    # -- the start ----------------------------------------------------------------------------

    @property
    def start(self) -> types.PursuitState:
        """The state where play begins, with the policeman to move."""
        return self.game.start

    @property
    def result(self) -> Outcome:
        """The outcome of `start` for the policeman: WIN he catches the thief, LOSE, DRAW."""
        return self.outcome(self.start)

    # -- one state ----------------------------------------------------------------------------

    def outcome(self, state: types.PursuitState) -> Outcome:
        """Return the outcome of a state for the player to move.

        Parameters
        ----------
        state : (police, thief, turn)

        Raises
        ------
        UnknownPositionError
            If there is no such state.  The other methods raise it, too.

        See Also
        --------
        remoteness_of, outcome_map
        """
        states = self._states
        return states.label(states.resolve(state))[0]

    def remoteness_of(self, state: types.PursuitState) -> int:
        """Return the remoteness of a state: plies to the end, -1 in a draw.

        Raises
        ------
        GraphGameError
            If the board was solved without remoteness.

        See Also
        --------
        outcome, remoteness_map
        """
        self._need_remoteness("remoteness_of")
        states = self._states
        return states.label(states.resolve(state))[1]

    def best_move(self, state: types.PursuitState) -> types.PursuitState | None:
        """Return the state after the best move, None where the game is over.

        WIN: a LOSE option of least remoteness.  LOSE: an option of greatest remoteness.  DRAW: a
        DRAW option.  Ties: the first in reading order.

        Raises
        ------
        GraphGameError
            If the board was solved without remoteness.

        See Also
        --------
        winning_moves, line
        """
        self._need_remoteness("best_move")
        states = self._states
        best = states.best(states.resolve(state))
        return None if best is None else states.named(best)

    def winning_moves(self, state: types.PursuitState) -> list[types.PursuitState]:
        """Return the states after all winning moves, in reading order; none where play is over."""
        states = self._states
        return [*map(states.named, states.winning(states.resolve(state)))]

    def line(self, state: types.PursuitState | None = None) -> Line[types.PursuitState]:
        """Follow best moves to the end of the game or, in a draw, to the first repetition.

        Parameters
        ----------
        state : (police, thief, turn), optional
            Where the line begins; `start` if not given.

        Returns
        -------
        Line
            A tuple of states.  If play repeats, the last state is the first that comes again, and
            `closes_at` is the index where it stood before.

        Raises
        ------
        GraphGameError
            If the board was solved without remoteness.

        See Also
        --------
        best_move, Line
        """
        self._need_remoteness("line")
        states = self._states
        at = states.resolve(self.start if state is None else state)
        seen = {at: 0}
        while (best := states.best(at)) is not None and best not in seen:
            seen[best] = len(seen)
            at = best
        line = [*map(states.named, seen)]
        if best is None:
            return Line(line, None)
        return Line([*line, states.named(best)], seen[best])

    def __getitem__(self, state: types.PursuitState) -> Label[types.PursuitState]:
        """Return outcome, remoteness and best move of a state; needs remoteness."""
        self._need_remoteness("s[state]")
        states = self._states
        known = states.resolve(state)
        best = states.best(known)
        return Label(*states.label(known), None if best is None else states.named(best))

    def __contains__(self, state: object) -> bool:
        try:
            self._states.resolve(state)
        except UnknownPositionError:
            return False
        return True

    def __iter__(self) -> Iterator[types.PursuitState]:
        return iter(self._states.names())

    def __len__(self) -> int:
        cells = self.game._grid.cells
        return 2 * (len(cells) - cells.count(WALL)) ** 2

    def _need_remoteness(self, what: str) -> None:
        if self._states.ranks is None:
            raise GraphGameError(
                f"{what}: expected a board solved with remoteness, got remoteness=False"
            )

    # -- many states --------------------------------------------------------------------------

    def outcome_map(
        self,
        *,
        police: types.Cell | None = None,
        thief: types.Cell | None = None,
        turn: str = POLICE,
    ) -> types.Int8Array:
        """Return the outcomes of all states with one player on a given cell.

        Parameters
        ----------
        police, thief : (row, column)
            Exactly one of them; the cells of the map are those of the other one.
        turn : {"police", "thief"}
            The player to move.

        Returns
        -------
        (rows, columns) int8, read-only
            The outcomes for the player to move; `WALL`, 2, where the other one cannot be.

        See Also
        --------
        remoteness_map : The remoteness of the same states.

        Notes
        -----
        O(rows * columns) time.
        """
        import numpy as np

        scores = self._scores(police, thief, turn)
        outcomes = np.sign(scores).astype(np.int8)
        if not is_police(turn):
            outcomes = -outcomes
        self._finish(outcomes, self.WALL)
        return outcomes

    def remoteness_map(
        self,
        *,
        police: types.Cell | None = None,
        thief: types.Cell | None = None,
        turn: str = POLICE,
    ) -> types.Int32Array:
        """Return the remoteness of all states with one player on a given cell.

        Parameters
        ----------
        police, thief, turn
            As for `outcome_map`.

        Returns
        -------
        (rows, columns) int32, read-only
            -1 in a draw, `WALL_REMOTENESS`, -2, where the other one cannot be.

        Raises
        ------
        GraphGameError
            If the board was solved without remoteness.

        See Also
        --------
        outcome_map : The outcomes of the same states.
        """
        import numpy as np

        self._need_remoteness("remoteness_map")
        remoteness = remoteness_of_scores(self._scores(police, thief, turn)).astype(np.int32)
        self._finish(remoteness, self.WALL_REMOTENESS)
        return remoteness

    def _scores(self, police: Any, thief: Any, turn: str) -> Int64Array:
        if (police is None) == (thief is None):
            raise GraphGameError(
                f"police or thief: expected one of them, got {'none' if police is None else 'both'}"
            )
        cell, states, police_moves = self.game._grid.cell, self._states, is_police(turn)
        if police is not None:
            return states.scores_by_police(cell(police, POLICE), police_moves=police_moves)
        return states.scores_by_thief(cell(thief, THIEF), police_moves=police_moves)

    def _finish(self, cells: AnyArray, wall: int) -> None:
        """Mark the walls of a map, and make it read-only."""
        import numpy as np

        codes = np.frombuffer(self.game._grid.cells, dtype=np.uint8)
        cells[codes.reshape(cells.shape) == WALL] = wall
        cells.flags.writeable = False

    def table(self) -> dict[str, types.AnyArray]:
        """Return all states as columns that ``pandas.DataFrame`` and ``polars.DataFrame`` take.

        Returns
        -------
        dict of str to (states,) array
            ``police_row``, ``police_column``, ``thief_row`` and ``thief_column`` as int32; ``turn``
            and ``outcome`` as words; ``remoteness`` as int32, if the board was solved with it.  The
            rows are in the order of iteration.

        See Also
        --------
        outcome_map, remoteness_map

        Notes
        -----
        O(states) time and memory.

        Examples
        --------
        >>> import graphgame as gg
        >>> table = gg.PoliceAndThief(["PT"]).solve().table()
        >>> table["turn"].tolist()[:4], table["remoteness"].tolist()[:4]
        (['police', 'thief', 'police', 'thief'], [0, 0, 1, 2])
        """
        import numpy as np

        grid = self.game._grid
        cells = np.flatnonzero(np.frombuffer(grid.cells, dtype=np.uint8) != WALL)
        places = np.stack(np.divmod(cells, grid.columns)).astype(np.int32)
        police = np.repeat(places, 2 * len(cells), axis=1)
        thief = np.tile(np.repeat(places, 2, axis=1), len(cells))
        scores = self._states.all_scores()
        outcomes = np.sign(scores).astype(np.int8)
        outcomes[1::2] *= -1
        table = {
            "police_row": police[0],
            "police_column": police[1],
            "thief_row": thief[0],
            "thief_column": thief[1],
            "turn": np.tile(np.array(TURNS), len(cells) ** 2),
            "outcome": outcome_words(outcomes),
        }
        if self._states.ranks is not None:
            table["remoteness"] = remoteness_of_scores(scores).astype(np.int32)
        return table

    def graph(self) -> GameGraph[types.PursuitState]:
        """Return the game as an explicit graph of its states; as `PoliceAndThief.graph`."""
        return self.game.graph()

    # -- checking -----------------------------------------------------------------------------

    def verify(self) -> bool:
        """Check that the solution is a proof, with NumPy alone and no code of the solver.

        Where the game has ended, the outcome is that of the rules at remoteness 0.  Everywhere
        else, with either player to move: a WIN at r has a LOSE option at r - 1, and none lower.  A
        LOSE at r has only WIN options, the greatest at r - 1.  A DRAW has no LOSE option, and a
        DRAW option.  The check starts from the grid as it was given.  A board that was solved
        without remoteness is solved again for it, and the outcomes are checked together with that
        remoteness.

        Returns
        -------
        bool
            True.

        Raises
        ------
        VerificationError
            If it is not a proof: the first state found that breaks a rule.

        See Also
        --------
        graphgame.verify : The same for the explicit graph of a game.

        Notes
        -----
        O(k²) time for k cells that can be entered, and some 100 bytes for each pair of a column
        and a cell.
        """
        from graphgame.pursuit.verify import verify

        states = self._states
        ranks = states.ranks if states.ranks is not None else self.game.solve()._states.ranks
        assert ranks is not None, "solved with remoteness"
        grid = self.game._grid
        return verify(grid.cells, grid.columns, states.caught, states.held, ranks)

    # -- keeping ------------------------------------------------------------------------------

    def save(self, file: types.File) -> None:
        """Save the solution and its game; `load` reads it.

        The format is NumPy's npz, without pickles, described in docs/formats.md.  A path is
        replaced in one step: a failure leaves the old file whole.

        Parameters
        ----------
        file : path or binary file

        Raises
        ------
        OSError
            If the file cannot be written.

        See Also
        --------
        load
        """
        from graphgame.pursuit.files import save

        save(self, file)

    def __repr__(self) -> str:
        known = self._states.ranks is not None
        plies = f", remoteness={self.remoteness_of(self.start)}" if known else ""
        return f"PursuitSolution({self.game!r}: {self.result}{plies})"
