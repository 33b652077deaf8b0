"""Indexed games: positions are integers from 0 on, and answers an array."""

from __future__ import annotations

import os

import numpy as np

from graphgame import checks
from graphgame.arrays import types
from graphgame.big.asking import Asked, digest, read_starts, spread_over
from graphgame.big.database import Database
from graphgame.big.manifest import Manifest, complete, locked
from graphgame.big.ordered import solve_ordered
from graphgame.big.parts import write_indexed
from graphgame.big.unordered import solve_unordered
from graphgame.errors import GraphGameError, TooLargeError
from graphgame.outcome import Play

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphgame.big.labels import Tally
    from graphgame.types import AnyArray

# The most indices: sums and differences of two of them fit in 64 bits.
MOST = 1 << 62
# Labels in a part file.
PART = 1 << 26


class IndexedGame:
    """A game whose positions are integers from 0 to size - 1, some of which may never be met.

    Parameters
    ----------
    size : int
        At most 2^62.
    rule : callable, compiled function, or object with ``options`` and perhaps ``preset``
        As `explore_codes` takes it; positions are indices.
    start : int or (k,) array_like of int, optional
        By default every index is a position.
    presets : callable, compiled function or mapping, optional
        As `explore_codes` takes them.  A compiled rule may be an object with the compiled function
        ``preset_remoteness`` beside ``preset``.
    ordered : bool
        Whether every move raises the index.  Then neither moves nor predecessors are stored.
    undo : callable, compiled function or object with ``options``, optional
        Of a game that is not ordered, the positions from which a move leads to a position: a rule
        of the same kinds.  It may also give indices that are no positions.  Without it,
        predecessors are stored.

    Attributes
    ----------
    size : int
    is_ordered : bool

    Raises
    ------
    GraphGameError
        If a start is no index, or `undo` is given for an ordered game.

    See Also
    --------
    explore_codes : Positions that are any integers of 64 bits.
    Database : What `solve` returns.

    Examples
    --------
    >>> def add(indices):                      # from 0, add 1, 2 or 3; who reaches 20 has won
    ...     sources, added = np.nonzero(indices[:, None] <= 20 - np.array([1, 2, 3]))
    ...     return sources, indices[sources] + added + 1
    >>> game = IndexedGame(21, add, start=0, ordered=True)
    >>> game
    IndexedGame(21, ordered)
    >>> game.solve().line()
    (0, 1, 4, 5, 8, 9, 12, 13, 16, 17, 20)
    """

    __slots__ = ("_asked", "_starts", "_undo", "is_ordered", "size")

    # `solve` of `solving` leaves it to `IndexedGame.solve`.
    _solves_itself = True

    def __init__(
        self,
        size: int,
        rule: object,
        start: types.ArrayLike | None = None,
        *,
        presets: object = None,
        ordered: bool = False,
        undo: object = None,
    ) -> None:
        self.size: int = checks.at_least_1(size, "size")
        if self.size > MOST:
            raise TooLargeError(f"size: expected at most 2^62, got {self.size}")
        self.is_ordered: bool = bool(ordered)
        if undo is not None and self.is_ordered:
            raise GraphGameError(
                "undo: expected none for an ordered game, which needs no predecessors"
            )
        self._starts: types.Int64Array | None = None
        shown = 0
        if start is not None:
            self._starts = self._read_starts(start)
            shown = int(self._starts[0]) if len(self._starts) else 0
        self._asked = self._read(rule, shown, presets)
        self._undo = None if undo is None else self._read(undo, shown, None, "undo")

    def _read_starts(self, start: Any) -> types.Int64Array:
        """Return the starts as an array of indices."""
        starts = read_starts(start)
        wrong = (starts < 0) | (starts >= self.size)
        if wrong.any():
            raise GraphGameError(
                f"start: expected positions from 0 to {self.size - 1}, got {starts[wrong][0]}"
            )
        return starts

    def _read(self, rule: Any, shown: int, presets: Any, what: str = "rule") -> Asked:
        """Return a rule as one that is asked for arrays of indices."""
        asked = Asked.from_rule(rule, [shown], presets)
        if asked.symmetric:
            raise GraphGameError(
                f"{what}: expected one without canonical(position), got one with it; let the rule "
                "lead to the index that stands for a class"
            )
        return asked

    def __repr__(self) -> str:
        return f"IndexedGame({self.size}{', ordered' if self.is_ordered else ''})"

    def solve(
        self,
        path: str | os.PathLike[str] | None = None,
        *,
        play: str = "normal",
        threads: int = 1,
        memory: int | str | None = None,
        progress: bool = False,
    ) -> Database:
        """Solve the game.

        Parameters
        ----------
        path : path, optional
            The folder that the database is written to; by default it stays in memory.
        play : {"normal", "misere"}
        threads : int
            The most threads to use, for an ordered game with a compiled rule; its functions are
            then called by several threads at once, and must not write to anything that they share.
            The answers are the same.
        memory : int or str, optional
            The most bytes to take, beside a few megabytes; by default what is available.
        progress : bool
            Whether to show on standard error how far it is.

        Returns
        -------
        Database

        Raises
        ------
        TooLargeError
            If it takes more memory.  Nothing has been allocated then.
        GraphGameError
            If a move leads to no index, or an ordered one not upwards; if the rule and `undo` do
            not give the same moves; if there is a database in the folder, or another process
            builds one.

        See Also
        --------
        Database

        Notes
        -----
        O(size + m) time.  Ordered: the rule is asked twice about every position, once without a
        start.  A byte for each index, two or four in place of it if the game takes more than 125 or
        32,765 plies; a bit if there is a start, and another one for a rule in Python.

        Not ordered: the rule is asked once about every position, and `undo` once.  Two bytes and
        five bits for each index, without presets a bit less and without a start two; more for
        longer games and for positions with more than 255 options.  Without `undo` the rule is
        asked twice, and 8 bytes for each index and 4 for each move keep the predecessors; 8 for
        each move above 2^32 indices.
        """
        wanted = Play(play)
        workers = checks.at_least_1(threads, "threads")
        most = checks.memory(memory)
        if path is None:
            labels, _, moves = self._solved(wanted, workers, most, progress)
            starts: Any = [] if self._starts is None else self._starts
            return Database._in_memory(labels, self._asked, starts, str(wanted), moves=moves)
        with locked(path) as folder:
            _require_empty(folder)
            labels, tally, moves = self._solved(wanted, workers, most, progress)
            self._write(folder, labels, tally, moves, wanted)
        database = Database.open(path)
        database._asked = self._asked
        return database

    def _solved(
        self, play: Play, threads: int, most: int | None, progress: bool
    ) -> tuple[AnyArray, Tally, int]:
        """Return the labels of all indices, their tally, and the number of moves."""
        if self.is_ordered:
            found = solve_ordered(
                self.size, self._asked, self._starts, play, threads, most, progress
            )
        else:
            found = solve_unordered(
                self.size, self._asked, self._undo, self._starts, play, most, progress
            )
        return found

    def _write(self, folder: Any, labels: AnyArray, tally: Tally, moves: int, play: Play) -> None:
        """Write the parts of a database, and at last its manifest."""
        rows = []
        for number, first in enumerate(range(0, self.size, PART)):
            rows.append(write_indexed(folder, number, first, labels[first : first + PART]))
        starts = np.zeros(0, np.int64) if self._starts is None else self._starts
        asked_at = starts if len(starts) else spread_over(self.size)
        complete(
            folder,
            kind="indexed",
            rule=(self._asked.name, digest(self._asked, asked_at)),
            play=str(play),
            starts=starts.tolist(),
            parts=rows,
            tally=tally,
            moves=moves,
        )


def _require_empty(folder: Any) -> None:
    """Refuse a folder with a manifest: nothing is overwritten."""
    if Manifest.exists(folder):
        raise GraphGameError(
            f"{os.fspath(folder)}: expected an empty folder, got one with a manifest; open it with "
            "Database.open, or give another path"
        )
