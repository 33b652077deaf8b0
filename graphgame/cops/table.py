"""All states of a solved game of cops and robbers at once: arrays, columns, a graph.

The class is a base of `CopsSolution`.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from graphgame.arrays import Generic, P, outcome_words, types
from graphgame.cops.placements import captures, placements
from graphgame.cops.states import TURNS
from graphgame.graphs.graph import GameGraph

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphgame.cops.board import Rows
    from graphgame.cops.states import LabelledStates
    from graphgame.types import AnyArray, IntArray


class Columns(Generic[P]):
    """Methods of `CopsSolution` that answer for all states at once."""

    if TYPE_CHECKING:
        game: GameGraph[P]
        cops: int
        _states: LabelledStates

    @property
    def capture_times(self) -> types.IntArray | None:
        """(placements, n) int16 or int32, read-only: the rounds to the capture, cops to move.

        -1 where the robber is never caught.  `number` returns the row of a placement.  None if the
        game was solved without remoteness.
        """
        return self._states.times()

    def number(self, cops: Iterable[P]) -> int:
        """Return the number of a placement, from 0 in colexicographic order."""
        return self._states.number(self._states.placement(cops))

    def table(self) -> dict[str, types.Column]:
        """Return all states as columns that ``pandas.DataFrame`` and ``polars.DataFrame`` take.

        Returns
        -------
        dict of str to array or list, one entry for each state
            ``cop_0``, ``cop_1``, … and ``robber`` as vertices: int32, or a list of labels;
            ``turn`` and ``outcome`` as words; ``remoteness`` as int32, if the game was
            solved with it.  The rows are in the order of iteration.

        See Also
        --------
        capture_times, graph

        Notes
        -----
        O(states) time and memory.

        Examples
        --------
        >>> import graphgame as gg
        >>> gg.cops_and_robbers([(0, 1)]).table()["remoteness"].tolist()
        [0, 0, 1, 2, 1, 2, 0, 0]
        """
        states = self._states
        return _columns(self.game, self.cops, states.rows, states.times(), states.sets())

    def graph(self) -> GameGraph[types.CopsState[P]]:
        """Return the game as an explicit graph of its states, for the general solver.

        Returns
        -------
        GameGraph
            Its positions are the states, in the order of iteration.  A capture is preset: WIN where
            the cops would have to move, LOSE where the robber would.

        Raises
        ------
        TooLargeError
            If it has more positions than a GameGraph can have.

        See Also
        --------
        solve, table

        Notes
        -----
        2 n P positions for P placements; O(positions + moves) time and memory.

        Examples
        --------
        >>> import graphgame as gg
        >>> s = gg.cops_and_robbers([(0, 1), (1, 2), (2, 3)])
        >>> gg.solve(s.graph()).remoteness_of(((1,), 3, "cops"))
        3
        """
        from graphgame.cops.graph import explicit_graph

        return explicit_graph(self.game, *self._states.rows, self.cops)


def _columns(
    game: GameGraph, k: int, rows: Rows, times: AnyArray | None, sets: tuple[Any, Any] | None
) -> dict[str, Any]:
    """Return the columns; see `CopsSolution.table`."""
    n, placed = game.n, placements(game.n, k)
    columns: dict[str, Any] = {}
    for i in range(k):
        columns[f"cop_{i}"] = _labels(game, np.repeat(placed[:, i], 2 * n))
    columns["robber"] = _labels(game, np.tile(np.repeat(np.arange(n), 2), len(placed)))
    columns["turn"] = np.tile(np.array(TURNS), n * len(placed))
    if times is not None:
        both = np.stack([times, _with_robber_to_move(times, *rows, captures(placed, n))], axis=-1)
        both = both.astype(np.int32)
        plies = np.where(both > 0, 2 * both - (1, 0), both).astype(np.int32)
        caught = both >= 0
    else:
        assert sets is not None, "a solution has times or sets"
        caught = np.stack([_unpacked(bits, len(placed), n) for bits in sets], axis=-1)
    columns["outcome"] = outcome_words((caught * np.array([1, -1])).reshape(-1))
    if times is not None:
        columns["remoteness"] = plies.reshape(-1)
    return columns


def _labels(game: GameGraph, vertices: IntArray) -> Any:
    """Return the labels of vertices: an array where the graph has none, or else a list."""
    if game.labels is None:
        return vertices.astype(np.int32)
    return game.positions(vertices.tolist())


def _with_robber_to_move(
    times: AnyArray, ptr: IntArray, idx: IntArray, caught: AnyArray
) -> AnyArray:
    """Return the times with the robber to move: the greatest of his options; never, -1, is more."""
    unsigned = times.view(times.dtype.str.replace("i", "u"))
    greatest = np.maximum.reduceat(unsigned[:, idx], ptr[:-1], axis=1)
    greatest[caught] = 0
    return greatest.view(times.dtype)


def _unpacked(bits: Any, count: int, n: int) -> AnyArray:
    """Return sets of vertices as flags, (placements, n)."""
    words = np.asarray(bits).reshape(count, -1)
    flags = np.unpackbits(words.astype("<u8").view(np.uint8), axis=1, bitorder="little")
    return flags[:, :n].astype(np.bool_)
