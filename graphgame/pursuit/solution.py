"""`SolvedBoard`: what is known of every state of a solved board.

`PursuitSolution`, which can be loaded from a file, and so must know the game, is in
`graphgame.pursuit.game`.
"""

from __future__ import annotations

from collections.abc import Iterator

from graphgame.errors import GraphGameError, UnknownPositionError
from graphgame.graphs.graph import GameGraph
from graphgame.line import Label, Line
from graphgame.outcome import Outcome
from graphgame.pursuit.display import Display
from graphgame.pursuit.grid import WALL
from graphgame.pursuit.maps import Maps
from graphgame.pursuit.states import LabelledStates

TYPE_CHECKING = False
if TYPE_CHECKING:
    from graphgame import types
    from graphgame.pursuit.game import PoliceAndThief
    from graphgame.types import Array
else:
    from graphgame.arrays import types


class SolvedBoard(Maps, Display):
    """A solved board, without what makes it from a file; `PursuitSolution` documents it."""

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

    # -- the graph ----------------------------------------------------------------------------

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
