"""All states of a solved board at once: maps of outcomes and of remoteness, columns.

The class is a base of `SolvedBoard`.
"""

from __future__ import annotations

from graphgame.arrays import outcome_words, types
from graphgame.errors import GraphGameError
from graphgame.pursuit.grid import WALL
from graphgame.pursuit.states import POLICE, THIEF, TURNS, is_police, remoteness_of_scores

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphgame.pursuit.game import PoliceAndThief
    from graphgame.pursuit.states import LabelledStates
    from graphgame.types import AnyArray, Int64Array


class Maps:
    """Methods of `PursuitSolution` that answer for many states at once."""

    __slots__ = ()

    #: The value of a wall in an outcome map.
    WALL = 2
    #: The value of a wall in a remoteness map.
    WALL_REMOTENESS = -2

    if TYPE_CHECKING:
        game: PoliceAndThief
        _states: LabelledStates

        def _need_remoteness(self, what: str) -> None: ...

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
