"""`PursuitSolution`: what is known of every state of a solved board."""

from __future__ import annotations

from graphgame.errors import GraphGameError, UnknownPositionError
from graphgame.line import Line
from graphgame.outcome import DRAW, LOSE, NEVER_ENDS, WIN, Outcome
from graphgame.pursuit.grid import EXIT, WALL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    import numpy as np
    import numpy.typing as npt

    from graphgame.pursuit.game import PoliceAndThief
    from graphgame.pursuit.grid import Cell
    from graphgame.types import Array, Int8Array, Int32Array

    State = tuple[int, int, bool]  # cells of policeman and thief, and whether he is to move
    Scores = npt.NDArray[np.int64]

POLICE, THIEF = "police", "thief"
# In reading order, so that ties go to the lowest index.
_THIEF_STEPS = [(-1, 0), (0, -1), (0, 0), (0, 1), (1, 0)]
_POLICE_STEPS = [(i, j) for i in (-1, 0, 1) for j in (-1, 0, 1)]
# More than any remoteness: a state that the policeman wins in r plies scores _FAR - r.
_FAR = 1 << 40


class PursuitSolution:
    r"""A solved board; `PoliceAndThief.solve` makes one.

    A state is policeman, thief and turn: two cells as (row, column) and ``"police"`` or
    ``"thief"``.

    Attributes
    ----------
    game : PoliceAndThief

    Examples
    --------
    >>> import graphgame as gg
    >>> s = gg.PoliceAndThief("2 3\nP.*\n.T.").solve()
    >>> s.result, s.remoteness, s.line()
    (<Outcome.WIN: 1>, 1, (((0, 0), (1, 1), 'police'), ((1, 1), (1, 1), 'thief')))
    >>> s.outcome((0, 0), (1, 2), "thief")
    <Outcome.LOSE: -1>
    >>> s.outcome_map(police=(0, 0))
    array([[1, 1, 2],
           [1, 1, 1]], dtype=int8)
    """

    WALL = 2  # in an outcome map
    WALL_REMOTENESS = -2  # in a remoteness map

    __slots__ = ("_caught", "_held", "_ranks", "game")

    def __init__(
        self, game: PoliceAndThief, caught: Array, held: Array, ranks: Array | None
    ) -> None:
        self.game = game
        self._caught, self._held, self._ranks = caught, held, ranks

    # -- the start ----------------------------------------------------------------------------

    @property
    def result(self) -> Outcome:
        """The outcome of the start, for the policeman: WIN he catches the thief, LOSE, DRAW."""
        return self.outcome(*self.game._start)

    @property
    def remoteness(self) -> int:
        """The remoteness of the start: plies to the end, -1 in a draw."""
        return self.remoteness_of(*self.game._start)

    # -- any state ----------------------------------------------------------------------------

    def outcome(self, police: Cell, thief: Cell, turn: str = POLICE) -> Outcome:
        """Return the outcome of a state for the player to move.

        Raises
        ------
        UnknownPositionError
            If one of them cannot stand there.  So do the other methods.
        """
        return self._label(self._state(police, thief, turn))[0]

    def remoteness_of(self, police: Cell, thief: Cell, turn: str = POLICE) -> int:
        """Return the remoteness of a state: 0 where the game has ended, -1 in a draw.

        Raises
        ------
        GraphGameError
            If the board was solved without remoteness.
        """
        self._need_remoteness("remoteness")
        return self._label(self._state(police, thief, turn))[1]

    def best_move(
        self, police: Cell, thief: Cell, turn: str = POLICE
    ) -> tuple[Cell, Cell, str] | None:
        """Return the state that the best move leads to, None where the game has ended.

        WIN: a LOSE option of least remoteness.  LOSE: an option of greatest remoteness.  DRAW: a
        DRAW option.  Ties: the first in reading order.
        """
        self._need_remoteness("best_move")
        best = self._best(self._state(police, thief, turn))
        return None if best is None else self._named(best)

    def line(
        self, police: Cell | None = None, thief: Cell | None = None, turn: str = POLICE
    ) -> Line:
        """Follow best moves to the end or, in a draw, to the first repetition.

        Parameters
        ----------
        police, thief : (row, column), optional
            Where they are; where they start if not given.
        turn : {"police", "thief"}

        Returns
        -------
        Line
            A tuple of states; if play repeats, `closes_at` says where the last one stood before.
        """
        self._need_remoteness("line")
        start = self.game._start
        state = self._state(
            start[0] if police is None else police, start[1] if thief is None else thief, turn
        )
        seen = {state: 0}
        while (best := self._best(state)) is not None and best not in seen:
            seen[best] = len(seen)
            state = best
        states = [*map(self._named, seen)]
        if best is None:
            return Line(states, None)
        return Line([*states, self._named(best)], seen[best])

    def _need_remoteness(self, what: str) -> None:
        if self._ranks is None:
            raise GraphGameError(
                f"{what}: expected a board solved with remoteness, got remoteness=False"
            )

    def _state(self, police: Any, thief: Any, turn: str) -> State:
        grid = self.game._grid
        return grid.cell(police, POLICE), grid.cell(thief, THIEF), _is_police(turn)

    def _named(self, state: State) -> tuple[Cell, Cell, str]:
        place = self.game._grid.place
        return place(state[0]), place(state[1]), POLICE if state[2] else THIEF

    def _options(self, state: State) -> list[State]:
        """Return the states that one move leads to, in reading order."""
        grid = self.game._grid
        police, thief, is_police = state
        row, column = grid.place(police if is_police else thief)
        cells = [
            (row + i) * grid.columns + column + j
            for i, j in (_POLICE_STEPS if is_police else _THIEF_STEPS)
            if 0 <= row + i < grid.rows and 0 <= column + j < grid.columns
        ]
        if is_police:
            return [(cell, thief, False) for cell in cells if grid.cells[cell] != WALL]
        return [(police, cell, True) for cell in cells if grid.cells[cell] != WALL]

    def _label(self, state: State) -> tuple[Outcome, int]:
        """Return the outcome for the player to move, and the remoteness where it is known."""
        police, thief, is_police = state
        grid = self.game._grid
        if police == thief:
            return (WIN if is_police else LOSE), 0
        if grid.cells[thief] == EXIT:
            return (LOSE if is_police else WIN), 0
        if is_police:
            t = thief - grid.cells.count(WALL, 0, thief)
            bit = police + police // grid.columns
            if self._has(self._caught, t, bit):
                outcome = WIN
            elif self._has(self._held, t, bit):
                return DRAW, NEVER_ENDS
            else:
                outcome = LOSE
            ranks: Any = self._ranks
            return outcome, NEVER_ENDS if ranks is None else memoryview(ranks)[t, bit]
        return _over(self._label(option) for option in self._options(state))

    def _has(self, sets: Any, t: int, bit: int) -> bool:
        return bool(memoryview(sets)[t, bit >> 6] >> (bit & 63) & 1)

    def _best(self, state: State) -> State | None:
        police, thief, _ = state
        if police == thief or self.game._grid.cells[thief] == EXIT:
            return None
        outcome = self._label(state)[0]
        options = [(option, *self._label(option)) for option in self._options(state)]
        worth = [entry for entry in options if entry[1] == -outcome]
        if outcome == WIN:
            return min(worth, key=lambda entry: entry[2])[0]
        if outcome == LOSE:
            return max(worth, key=lambda entry: entry[2])[0]
        return worth[0][0]

    # -- maps ---------------------------------------------------------------------------------

    def outcome_map(
        self, *, police: Cell | None = None, thief: Cell | None = None, turn: str = POLICE
    ) -> Int8Array:
        """Return the outcomes of all states in which one of the two stands where you say.

        Parameters
        ----------
        police, thief : (row, column)
            One of them: the other one's cell is that of the map.
        turn : {"police", "thief"}

        Returns
        -------
        (rows, columns) int8, read-only
            For the player to move; `WALL`, 2, where the other one cannot be.

        Notes
        -----
        O(rows * columns) time.
        """
        import numpy as np

        scores, entered = self._scores(police, thief, turn)
        outcomes = np.sign(scores).astype(np.int8)
        if not _is_police(turn):
            outcomes = -outcomes
        outcomes[~entered] = self.WALL
        outcomes.flags.writeable = False
        return outcomes

    def remoteness_map(
        self, *, police: Cell | None = None, thief: Cell | None = None, turn: str = POLICE
    ) -> Int32Array:
        """Return the remoteness of all states in which one of the two stands where you say.

        Takes what `outcome_map` takes.

        Returns
        -------
        (rows, columns) int32, read-only
            -1 in a draw, `WALL_REMOTENESS`, -2, where the other one cannot be.
        """
        import numpy as np

        self._need_remoteness("remoteness_map")
        scores, entered = self._scores(police, thief, turn)
        remoteness = np.where(scores == 0, NEVER_ENDS, _FAR - np.abs(scores)).astype(np.int32)
        remoteness[~entered] = self.WALL_REMOTENESS
        remoteness.flags.writeable = False
        return remoteness

    def _scores(self, police: Any, thief: Any, turn: str) -> tuple[Scores, npt.NDArray[np.bool_]]:
        """Return a map of scores, and of where the one who is not fixed can be.

        _FAR - r where the policeman wins in r plies, 0 for a draw, r - _FAR where the thief wins;
        without remoteness, r is 0.  So he wants the greatest, the thief the least.
        """
        import numpy as np

        if (police is None) == (thief is None):
            raise GraphGameError(
                f"police or thief: expected one of them, got {'none' if police is None else 'both'}"
            )
        grid = self.game._grid
        shape = grid.rows, grid.columns
        cells = np.frombuffer(grid.cells, dtype=np.uint8).reshape(shape)
        entered = cells != WALL
        is_police = _is_police(turn)
        if police is not None:
            p = grid.cell(police, POLICE)
            scores = np.full(shape, _FAR)
            scores[entered] = self._column(p)
            caught, out = np.arange(cells.size).reshape(shape) == p, cells == EXIT
            if not is_police:
                wide = np.pad(scores, 1, constant_values=_FAR)
                scores = np.min([_shifted(wide, step) for step in _THIEF_STEPS], axis=0)
        else:
            t = grid.cell(thief, THIEF)
            others = [option[1] for option in self._options((t, t, False))]
            rows = [self._row(other) for other in ([t] if is_police else others)]
            scores = np.min(rows, axis=0)
            caught = np.arange(cells.size).reshape(shape) == t
            out = np.full(shape, grid.cells[t] == EXIT)
        if not is_police:
            scores -= np.sign(scores)
            scores[out] = -_FAR
            scores[caught] = _FAR
        return scores, entered

    def _row(self, thief: int) -> Scores:
        """Return the scores for a cell of the thief, with the policeman to move."""
        import numpy as np

        grid = self.game._grid
        t = thief - grid.cells.count(WALL, 0, thief)
        size = grid.rows * (grid.columns + 1)
        caught, held = (
            np.unpackbits(
                np.asarray(sets)[t].astype("<u8").view(np.uint8), count=size, bitorder="little"
            )
            for sets in (self._caught, self._held)
        )
        ranks = 0 if self._ranks is None else np.asarray(self._ranks)[t, :size]
        return _score(caught, held, ranks).reshape(grid.rows, -1)[:, :-1]

    def _column(self, police: int) -> Scores:
        """Return the scores for a cell of the policeman, with him to move, for all the thief's."""
        import numpy as np

        bit = police + police // self.game._grid.columns
        caught, held = (
            np.asarray(sets)[:, bit >> 6] >> np.uint64(bit & 63) & np.uint64(1)
            for sets in (self._caught, self._held)
        )
        ranks = 0 if self._ranks is None else np.asarray(self._ranks)[:, bit]
        return _score(caught, held, ranks)

    # -- checking -----------------------------------------------------------------------------

    def verify(self) -> bool:
        """Check that the solution is a proof, in NumPy alone, and with no code of the solver.

        Where the game has ended, the outcome is that of the rules at remoteness 0.  Everywhere
        else, with either to move: a WIN at r has a LOSE option at r - 1, and none lower.  A LOSE at
        r has only WIN options, the greatest at r - 1.  A DRAW has no LOSE option, and a DRAW
        option.  Of a board solved without remoteness, which a proof rests on, remoteness is found
        first.

        Returns
        -------
        bool
            True.

        Raises
        ------
        VerificationError
            If it is not, with the first state found that breaks a rule.

        Notes
        -----
        O(k²) time for k cells that can be entered, and some 100 bytes for each pair of a column
        and a cell.
        """
        from graphgame.pursuit.verify import verify

        ranks = self._ranks if self._ranks is not None else self.game.solve()._ranks
        assert ranks is not None, "solved with remoteness"
        grid = self.game._grid
        return verify(grid.cells, grid.columns, self._caught, self._held, ranks)

    def __repr__(self) -> str:
        plies = "" if self._ranks is None else f", remoteness={self.remoteness}"
        return f"PursuitSolution({self.game!r}: {self.result}{plies})"


def _is_police(turn: str) -> bool:
    if turn not in (POLICE, THIEF):
        raise UnknownPositionError(f"turn: expected 'police' or 'thief', got {turn!r}")
    return turn == POLICE


def _over(labels: Any) -> tuple[Outcome, int]:
    """Return the label of a state that is not the end, from those of its options."""
    options = list(labels)
    plies = [r for outcome, r in options if outcome == LOSE]
    if plies:
        return WIN, 1 + min(plies) if min(plies) != NEVER_ENDS else NEVER_ENDS
    if any(outcome == DRAW for outcome, _ in options):
        return DRAW, NEVER_ENDS
    plies = [r for _, r in options]
    return LOSE, 1 + max(plies) if min(plies) != NEVER_ENDS else NEVER_ENDS


def _score(caught: Any, held: Any, ranks: Any) -> Scores:
    import numpy as np

    far = _FAR - np.asarray(ranks, dtype=np.int64)
    return np.where(caught, far, np.where(held, 0, -far))


def _shifted(wide: Scores, step: Cell) -> Scores:
    """Return what is a step away from every place, of a map with a margin of one."""
    i, j = step
    return wide[1 + i : wide.shape[0] - 1 + i, 1 + j : wide.shape[1] - 1 + j]
