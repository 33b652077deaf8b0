"""Indexed games: positions are integers from 0 on, and answers an array."""

from __future__ import annotations

import os
from functools import partial

import numpy as np

from graphgame import checks
from graphgame.answers import joining
from graphgame.answers.database import Database
from graphgame.answers.folder import NAME, Survey
from graphgame.answers.manifest import CURE, Manifest, complete, locked
from graphgame.answers.part_writer import write_indexed
from graphgame.arrays import types
from graphgame.big.indexed.cyclic import solve_cyclic
from graphgame.big.indexed.ordered import solve_ordered
from graphgame.errors import GraphGameError, RuleMismatchError, TooLargeError, shown_path
from graphgame.outcome import Play
from graphgame.rules.asked import Asked, digest, read_starts, spread_over, unsteady
from graphgame.rules.kind import require_met

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path
    from typing import Any

    from graphgame.answers.labels import Tally
    from graphgame.types import AnyArray

# In the manifest.
KIND = "indexed"
# The most indices: sums and differences of two of them fit in 64 bits.
MOST = 1 << 62
# Labels in a part file.
PART = 1 << 26


class IndexedGame:
    """A game whose positions are integers from 0 to size - 1, some of which may never be met.

    The parameters are those of `build`, which says how much memory each way takes.

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
        example = 0
        if start is not None:
            self._starts = self._read_starts(start)
            example = int(self._starts[0]) if len(self._starts) else 0
        self._asked = self._read(rule, example, presets)
        # Every index may be a position: a mapping may have those that the start does not lead to.
        require_met(self._asked.rules.given, partial(map, range(self.size).__contains__), example)
        self._undo = None if undo is None else self._read(undo, example, None, "undo")

    def _read_starts(self, start: Any) -> types.Int64Array:
        """Return the starts as an array of indices."""
        starts = read_starts(start)
        wrong = (starts < 0) | (starts >= self.size)
        if wrong.any():
            raise GraphGameError(
                f"start: expected positions from 0 to {self.size - 1}, got {starts[wrong][0]}"
            )
        return starts

    def _read(self, rule: Any, example: int, presets: Any, what: str = "rule") -> Asked:
        """Return a rule as one that is asked for arrays of indices."""
        asked = Asked.from_rule(rule, [example], presets)
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
        progress: types.ProgressLike = False,
    ) -> Database[int]:
        """Solve the game, in O(size + m) time; `path` is the folder of `build`.

        Nothing has been allocated where a TooLargeError says that it takes more memory.  Several
        threads work where an ordered game has a compiled rule.
        """
        wanted = Play(play)
        workers = checks.at_least_1(threads, "threads")
        most = checks.memory(memory)
        if path is None:
            labels, _, moves = self._solved(wanted, workers, most, progress)
            starts: Any = [] if self._starts is None else self._starts
            return Database._in_memory(labels, self._asked, starts, str(wanted), moves=moves)
        with locked(path) as folder:
            if self._is_finished(folder, wanted):
                database = Database.open(path)
                joining.take(database, self._asked, CURE)
                return database
            labels, tally, moves = self._solved(wanted, workers, most, progress)
            self._write(folder, labels, tally, moves, wanted)
        database = Database.open(path)
        joining.adopt(database, self._asked)
        return database

    def _named(self) -> tuple[types.Int64Array, dict[str, str]]:
        """Return the starts, and the name and the digest of the rule, as the manifest has them."""
        starts = np.zeros(0, np.int64) if self._starts is None else self._starts
        return starts, {"name": self._asked.name, "digest": digest(self._asked, self._asked_at())}

    def _asked_at(self) -> types.Int64Array:
        """Return the positions from which the digest is taken."""
        known = self._starts is not None and len(self._starts)
        return self._starts if known else spread_over(self.size)  # type: ignore[return-value]

    def _is_finished(self, folder: Path, play: Play) -> bool:
        """Return whether a folder has this game; remove what a killed build left, refuse others."""
        if not Manifest.exists(folder):
            return False
        manifest = Manifest.load(folder)
        starts, rule = self._named()
        known = manifest.get("rule", {"name": "?", "digest": ""})
        kind = manifest.get("kind", "hashed")
        if kind == KIND and not manifest.is_complete:
            for part in Survey(folder).parts:
                part.unlink()
            (folder / NAME).unlink()
            return False
        if (kind, known["digest"]) != (KIND, rule["digest"]):
            raise RuleMismatchError(
                "rule",
                str(folder),
                f"{known['name']} of kind {kind}, whose moves have the digest "
                f"{known['digest'][:12]}",
                f"{rule['name']} of kind {KIND}, whose moves have {rule['digest'][:12]}; nothing "
                "is written: give another folder"
                f"{unsteady(self._asked, self._asked_at(), rule['digest'])}",
                {},
            )
        size = 1 + max((row["last"] for row in manifest["parts"]), default=-1)
        for what, found, own in (
            ("size", size, self.size),
            ("start", manifest["start"], starts.tolist()),
            ("play", manifest["play"], str(play)),
        ):
            if found != own:
                raise GraphGameError(
                    f"{what}: expected {found!r}, as in {shown_path(folder)}, got {own!r}; give "
                    "another folder"
                )
        return True

    def _solved(
        self, play: Play, threads: int, most: int | None, progress: types.ProgressLike
    ) -> tuple[AnyArray, Tally, int]:
        """Return the labels of all indices, their tally, and the number of moves."""
        if self.is_ordered:
            found = solve_ordered(
                self.size, self._asked, self._starts, play, threads, most, progress
            )
        else:
            found = solve_cyclic(
                self.size, self._asked, self._undo, self._starts, play, most, progress
            )
        return found

    def _write(self, folder: Any, labels: AnyArray, tally: Tally, moves: int, play: Play) -> None:
        """Write a manifest that says whose the folder is, the parts, and the whole manifest."""
        starts, named = self._named()
        begun = {"kind": KIND, "state": "writing", "rule": named, "start": starts.tolist()}
        Manifest(folder, begun).save()
        rows = []
        for number, first in enumerate(range(0, self.size, PART)):
            rows.append(write_indexed(folder, number, first, labels[first : first + PART]))
        complete(
            folder,
            kind=KIND,
            rule=(named["name"], named["digest"]),
            play=str(play),
            starts=starts.tolist(),
            parts=rows,
            tally=tally,
            moves=moves,
        )
