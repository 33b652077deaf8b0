"""`StoredGame`: a game whose positions and moves are in a folder, ready to be solved."""

from __future__ import annotations

import shutil
from contextlib import contextmanager, nullcontext
from pathlib import Path

from graphgame.arrays import distinct, types
from graphgame.big.asking import Asked, digest
from graphgame.big.database import Database
from graphgame.big.files import undamaged
from graphgame.big.finishing import write_parts
from graphgame.big.levels import Levels, prepare
from graphgame.big.manifest import WORK, Manifest, locked
from graphgame.big.ranks import Alone
from graphgame.big.rounds import RankVisits
from graphgame.big.sorting import sort_logs
from graphgame.big.visits import Visits
from graphgame.big.work import Work, full_disk
from graphgame.errors import GraphGameError, RuleMismatchError
from graphgame.outcome import Play

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any


class StoredGame:
    """A game in a folder: all its positions and moves, or the database that was made of them.

    `explore_codes` with ``folder=`` returns one.

    Attributes
    ----------
    path : str
    positions, moves : int
        Preset positions count among the positions, as in a graph.
    is_solved : bool
        Whether the folder holds a complete database.

    See Also
    --------
    explore_codes, Database

    Examples
    --------
    >>> import tempfile
    >>> import graphgame as gg
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     game = gg.explore_codes(
    ...         lambda n: [n - k for k in (1, 2) if n >= k], 20, folder=f"{folder}/take.gg"
    ...     )
    ...     game.positions, game.moves, game.is_solved, game.solve().outcome(20)
    (21, 39, False, <Outcome.WIN: 1>)
    """

    # `solve` of `solving` leaves it to `StoredGame.solve`.
    _solves_itself = True
    positions: int
    moves: int

    def __init__(
        self,
        folder: Path,
        asked: Asked,
        starts: types.Int64Array,
        *,
        memory: int,
        threads: int,
        every: float,
        progress: bool,
        ranks: Alone | None = None,
    ) -> None:
        self._ranks = ranks or Alone()
        self._folder, self._asked, self._starts = folder, asked, starts
        self._digest = digest(asked, starts)
        self._memory, self._threads, self._every = memory, threads, every
        self._progress = progress
        self.path: str = str(folder)
        self.positions = self.moves = 0

    @property
    def is_solved(self) -> bool:
        """Whether the folder holds a complete database."""
        return Manifest.exists(self._folder) and Manifest.load(self._folder).is_complete

    def _explore(self, parts: int) -> StoredGame:
        """Explore what is not explored yet, after a look at what the folder holds."""
        with self._alone():
            if self._ranks.is_first and self.is_solved:
                shutil.rmtree(self._folder / WORK, ignore_errors=True)
            self._ranks.gather(None)
            if self._is_known() and self.is_solved:
                return self._read_counts()
            work = self._open(parts)
            if work.stage == "exploring":
                visits = Visits if self._ranks.size == 1 else RankVisits
                starts = self._asked.representatives(self._starts)
                visits(
                    work, self._asked, starts, self._memory, self._threads, self._shown(work)
                ).run()
                work.stage = "sorting"
                work.checkpoint()
                work.share()
            self._count(work)
        return self

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Keep other builds out of the folder; end the job of all ranks with an error of one."""
        with self._ranks, full_disk(self._folder):
            digests = {*self._ranks.gather(self._digest)}
            if len(digests) > 1:
                raise GraphGameError(
                    "rule: expected one rule on all ranks, got rules with the digests "
                    f"{' and '.join(sorted(x[:12] for x in digests))}"
                )
            with locked(self._folder) if self._ranks.is_first else nullcontext():
                self._ranks.gather(None)
                yield
                self._ranks.gather(None)

    def _is_known(self) -> bool:
        """Return whether the folder holds something of this game; refuse another game."""
        if not Manifest.exists(self._folder):
            return False
        manifest = Manifest.load(self._folder)
        known = manifest.get("rule", {"name": "?", "digest": ""})
        if known["digest"] != self._digest:
            raise RuleMismatchError(
                "rule",
                self.path,
                f"{known['name']}, whose moves have the digest {known['digest'][:12]}",
                f"{self._asked.name}, whose moves have "
                f"{self._digest[:12]}; nothing is written: give another folder",
                {},
            )
        starts = manifest.get("start")
        if starts != self._starts.tolist():
            raise GraphGameError(
                f"start: expected {_shown_starts(starts)}, as in {self.path}, got "
                f"{_shown_starts(self._starts.tolist())}; give another folder"
            )
        return True

    def _open(self, parts: int) -> Work:
        work = Work(self._folder, self._every, self._ranks)
        if self._is_known() and Work.exists(self._folder):
            work.resume()
            return work
        found = [x.name for x in self._folder.iterdir() if x.name not in ("lock", "work")]
        if not self._is_known() and [x for x in found if x != "manifest.json"]:
            raise GraphGameError(
                f"folder: expected an empty one, or one of this game, got {self.path} with "
                f"{', '.join(sorted(found)[:3])}"
            )
        manifest = Manifest(self._folder)
        manifest["state"] = "exploring"
        manifest["rule"] = {"name": self._asked.name, "digest": self._digest}
        manifest["start"] = self._starts.tolist()
        self._ranks.gather(None)
        if self._ranks.is_first:
            manifest.save()
        work.begin(parts)
        return work

    def _read_counts(self) -> StoredGame:
        manifest = Manifest.load(self._folder)
        self.positions, self.moves = manifest["positions"], manifest["moves"]
        return self

    def _count(self, work: Work) -> None:
        import numpy as np

        ends = work.progress.get("ends")
        if ends is None:
            own = sum(
                len(distinct(np.fromfile(p.ends.path, dtype=np.int64)))
                for p in work.own
                if p.ends.size
            )
            ends = work.progress["ends"] = sum(self._ranks.gather(own))
            if self._ranks.is_first:
                work.save()
        self.positions, self.moves = work.positions + ends, work.moves

    def solve(self, play: str = "normal") -> Database:
        """Solve the game; the folder becomes a database.

        Parameters
        ----------
        play : {"normal", "misere"}

        Returns
        -------
        Database

        Raises
        ------
        GraphGameError
            If the folder is solved, or being solved, with another kind of play.

        See Also
        --------
        Database
        """
        play = str(Play(play))
        if self._ranks.size == 1 and self.is_solved:
            return self._database(play)
        with self._alone():
            if not self.is_solved:
                work = Work(self._folder, self._every, self._ranks)
                work.resume()
                self._require_play(work.progress.get("play", play), play)
                self._solve(work, play)
        return self._database(play)

    def _database(self, play: str) -> Database:
        """Return what was solved; refuse another kind of play."""
        self._require_play(Manifest.load(self._folder)["play"], play)
        database = Database.open(self._folder)
        database._asked = self._asked
        return database

    def _require_play(self, known: str, play: str) -> None:
        if known != play:
            raise GraphGameError(
                f"play: expected {known!r}, as {self.path} is solved with, got {play!r}; explore "
                "into another folder"
            )

    def _solve(self, work: Work, play: str) -> None:
        shown = self._shown(work)
        if work.stage == "sorting":
            with undamaged(work.folder):
                sort_logs(work, self._memory, shown)
            work.stage = "solving"
            work.progress |= {
                "play": play,
                "rule": self._asked.name,
                "digest": self._digest,
                "start": self._starts.tolist(),
                "saved": 0,
            }
            work.checkpoint()
        if work.stage == "solving":
            with undamaged(work.folder):
                if not work.progress["saved"]:
                    prepare(work, misere=play == "misere")
                levels = Levels(work, self._memory, shown)
                levels.run()
                levels.finish()
                del levels
            work.stage = "writing"
            work.checkpoint()
        write_parts(work, self._asked, shown)

    def _shown(self, work: Work) -> Callable[[], None] | None:
        if not self._progress:
            return None
        from graphgame.big.showing import Shown

        return Shown(work)

    def __repr__(self) -> str:
        solved = ", solved" if self.is_solved else ""
        return f"StoredGame({self.path!r}, positions={self.positions}, moves={self.moves}{solved})"


def _shown_starts(starts: Any) -> str:
    return f"{starts}" if starts is None or len(starts) < 5 else f"{starts[:4]} …"
