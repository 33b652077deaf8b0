"""`StoredGame`: a game whose positions and moves are in a folder, ready to be solved."""

from __future__ import annotations

import os
from contextlib import contextmanager, nullcontext
from functools import partial
from pathlib import Path

from graphgame import checks
from graphgame.answers import joining
from graphgame.answers.agreement import SAMPLE
from graphgame.answers.database import Database
from graphgame.answers.folder import remove_work
from graphgame.answers.labels import Tally, encode, longest, never, widen, width_for
from graphgame.answers.manifest import CURE, KEPT, Manifest, complete, locked
from graphgame.answers.part_writer import file_name, write_codes
from graphgame.archive import full_disk, sync, sync_all
from graphgame.arrays import distinct, types
from graphgame.big.partitions.build_state import Work
from graphgame.big.partitions.files import read_numbers, undamaged
from graphgame.big.partitions.mpi_rounds import RankVisits
from graphgame.big.partitions.processes import Alone, ranks
from graphgame.big.partitions.propagation import Propagation, prepare, sort_logs, undecided
from graphgame.big.partitions.recorded import record, require_recorded
from graphgame.big.partitions.visits import Visits
from graphgame.errors import GraphGameError, RuleMismatchError, TooLargeError, shown_path
from graphgame.memory import size
from graphgame.outcome import Play
from graphgame.progress import Report
from graphgame.rules.asked import Asked, digest, read_starts, unsteady

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from graphgame.big.partitions.partition import Partition
    from graphgame.types import AnyArray, Int64Array


# Partitions of a game of which nobody says how large it is; and the positions of one, so that its
# table stays near the cache.
_PARTITIONS, _EACH = 64, 2_000_000
# The most partitions: 10^14 positions fit in them.
_MOST_PARTITIONS = 1 << 16
_MEMORY = 4 << 30
# Codes of preset positions that are asked for again at a time.
_ASKED = 1 << 16


class StoredGame:
    """A game in a folder: all its positions and moves, or the database that was made of them.

    `explore_partitions` returns one.

    Attributes
    ----------
    path : str
    positions, moves : int
        Preset positions count among the positions, as in a graph.
    is_solved : bool
        Whether the folder holds a complete database.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     game = explore_partitions(
    ...         lambda n: [n - k for k in (1, 2) if n >= k], 20, folder=f"{folder}/take.gg"
    ...     )
    ...     game.positions, game.moves, game.is_solved, game.solve().outcome(20)
    (21, 39, False, <Outcome.WIN: 1>)
    """

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
        progress: types.ProgressLike,
        ranks: Alone | None = None,
    ) -> None:
        self._ranks = ranks or Alone()
        self._folder, self._asked, self._starts = folder, asked, starts
        self._digest = digest(asked, starts, progress)
        self._memory, self._threads, self._every = memory, threads, every
        self._progress = progress
        self.path: str = str(folder)
        self.positions = self.moves = 0
        self._is_resumed: bool = False  # whether another call began

    @property
    def is_solved(self) -> bool:
        """Whether the folder holds a complete database."""
        return Manifest.exists(self._folder) and Manifest.load(self._folder).is_complete

    def _explore(self, parts: int) -> StoredGame:
        """Explore what is not explored yet, after a look at what the folder holds."""
        with self._alone():
            if self._is_known() and self.is_solved:
                return self._finished()
            work = self._open(parts)
            if work.stage == "exploring":
                most = max(1, SAMPLE // (2 * len(work.partitions)))
                work.record = partial(record, asked=self._asked, most=most)
                visits = Visits if self._ranks.size == 1 else RankVisits
                starts = self._asked.representatives(self._starts)
                with _Building(self._progress, work) as report:
                    visits(work, self._asked, starts, self._memory, self._threads, report).run()
                work.stage = "sorting"
                work.checkpoint()
                work.record = None
                work.share()
            self._count(work)
        return self

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Keep other builds out of the folder; end the job of all ranks with an error of one."""
        with self._ranks, full_disk(self._folder, KEPT):
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
                f"{self._digest[:12]}; nothing is written: give another folder"
                f"{unsteady(self._asked, self._starts, self._digest)}",
                {},
            )
        starts = manifest.get("start")
        if starts != self._starts.tolist():
            raise GraphGameError(
                f"start: expected {_shown_starts(starts)}, as in {shown_path(self.path)}, got "
                f"{_shown_starts(self._starts.tolist())}; give another folder"
            )
        return True

    def _open(self, parts: int) -> Work:
        work = Work(self._folder, self._every, self._ranks)
        if self._is_known() and Work.exists(self._folder):
            work.resume()
            rows = [row for partition in work.own for row in partition.recorded]
            require_recorded(rows, self._asked, self.path)
            self._is_resumed = True
            return work
        manifest = Manifest(self._folder)
        manifest["state"] = "exploring"
        manifest["rule"] = {"name": self._asked.name, "digest": self._digest}
        manifest["start"] = self._starts.tolist()
        self._ranks.gather(None)
        if self._ranks.is_first:
            manifest.save()
        work.begin(parts)
        return work

    def _finished(self) -> StoredGame:
        """Read the counts of a folder that is solved; refuse a rule that does not agree with it."""
        if self._ranks.is_first:
            with Database.open(self._folder) as database:
                joining.take(database, self._asked, CURE)
        self._ranks.gather(None)
        manifest = Manifest.load(self._folder)
        self.positions, self.moves = manifest["positions"], manifest["moves"]
        return self

    def _count(self, work: Work) -> None:
        ends = work.progress.get("ends")
        if ends is None:
            own = sum(
                len(distinct(read_numbers(p.ends.path, "i8"))) for p in work.own if p.ends.size
            )
            ends = work.progress["ends"] = sum(self._ranks.gather(own))
            if self._ranks.is_first:
                work.save()
        self.positions, self.moves = work.positions + ends, work.moves

    def solve(self, play: str = "normal") -> Database[int]:
        """Solve the game; the folder becomes a database.

        Raises
        ------
        GraphGameError
            If the folder is solved, or being solved, with another kind of play.
        RuleMismatchError
            If another call began the build, and answers do not follow from the rule of this one.
        """
        play = str(Play(play))
        if self._ranks.size == 1 and self.is_solved:
            return self._database(play)
        with self._alone():
            if not self.is_solved:
                work = Work(self._folder, self._every, self._ranks)
                work.resume()
                self._require_play(work.progress.get("play", play), play)
                with _Building(self._progress, work) as report:
                    self._solve(work, play, report)
        return self._database(play)

    def _database(self, play: str) -> Database[int]:
        """Return what was solved; refuse another kind of play, and what two rules have built."""
        self._require_play(Manifest.load(self._folder)["play"], play)
        database = Database.open(self._folder)
        joining.own(database, self._asked, is_resumed=self._is_resumed)
        return database

    def _require_play(self, known: str, play: str) -> None:
        if known != play:
            raise GraphGameError(
                f"play: expected {known!r}, as {shown_path(self.path)} is solved with, got "
                f"{play!r}; explore into another folder"
            )

    def _solve(self, work: Work, play: str, report: Callable[[], None] | None) -> None:
        if work.stage == "sorting":
            with undamaged(work.folder):
                sort_logs(work, self._memory, report)
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
                propagation = Propagation(work, self._memory, report)
                propagation.run()
                propagation.finish()
                del propagation
            work.stage = "writing"
            work.checkpoint()
        write_parts(work, self._asked, report)

    def __repr__(self) -> str:
        solved = ", solved" if self.is_solved else ""
        return f"StoredGame({self.path!r}, positions={self.positions}, moves={self.moves}{solved})"


class _Building(Report):
    """Reports the stages of a build: positions, moves, and bytes on disk."""

    def __init__(self, progress: types.ProgressLike, work: Work) -> None:
        super().__init__(progress)
        self._work = work

    def __call__(self) -> None:
        """Show how far the work is."""
        work = self._work
        parts, total = work.partitions, None
        counts: dict[str, int | str] = {"positions": work.positions, "moves": work.moves}
        text = "{stage}: {positions:,} positions, {moves:,} moves, "
        if work.stage == "exploring":
            done, unit = work.moves, "moves"
            counts["expanded"] = sum(p.expanded for p in parts)
            text += "{expanded:,} expanded"
        elif work.stage == "sorting":
            done, total, unit = sum(p.is_sorted for p in parts), len(parts), "logs"
            text += "{done} of {total} logs"
        elif work.stage == "solving":
            done, unit = work.decided, "positions"
            counts["remoteness"] = work.remoteness
            text += "{done:,} decided, remoteness {remoteness}"
        else:
            done, total, unit = len(work.progress.get("written", ())), len(parts), "parts"
            text += "{done} of {total} parts"
        disk = size(work.nbytes)
        self.step(work.stage, done, total, unit, text + ", {disk} on disk", **counts, disk=disk)


def explore_partitions(
    rule: object,
    start: object,
    *,
    folder: str | os.PathLike[str],
    presets: object = None,
    canonical: object = None,
    memory: int | str | None = None,
    partitions: int | None = None,
    expect: int | None = None,
    checkpoint: float = 60.0,
    threads: int = 1,
    progress: types.ProgressLike = False,
) -> StoredGame:
    """Explore a game of codes into partitions in a folder; the parameters are those of `build`.

    The game is explored wholly, or solved if the folder was complete.
    """
    parts = _PARTITIONS
    if partitions is not None:
        parts = checks.at_least_1(partitions, "partitions")
        if parts > _MOST_PARTITIONS:
            raise TooLargeError(
                f"partitions: expected at most {_MOST_PARTITIONS:,}, each of which has files of "
                f"its own, got {partitions!r}"
            )
    elif expect is not None:
        wanted = checks.at_least_1(expect, "expect")
        while parts * _EACH < wanted and parts < _MOST_PARTITIONS:
            parts *= 2
    checks.seconds(checkpoint, "checkpoint")
    starts = read_starts(start)
    if not len(starts):
        raise GraphGameError("start: expected at least one position, got none")
    game = StoredGame(
        Path(folder),
        Asked.from_rule(rule, starts, presets, canonical),
        starts,
        memory=checks.memory(memory) or _MEMORY,
        threads=checks.at_least_1(threads, "threads"),
        every=checkpoint,
        progress=progress,
        ranks=ranks(),
    )
    return game._explore(parts)


def _shown_starts(starts: Any) -> str:
    return f"{starts}" if starts is None or len(starts) < 5 else f"{starts[:4]} …"


def write_parts(work: Work, asked: Asked, report: Callable[[], None] | None = None) -> None:
    """Write the parts that are not written yet, then the manifest; remove what building needed.

    The last checkpoint says that all labels are decided: moves are not needed any more.  Parts are
    forced onto the disk together, before a checkpoint or the manifest names them.
    """
    folder = work.folder.parent
    unsynced: list[Path] = []
    for partition in work.own:
        partition.drop_moves()
    written: dict[str, Any] = work.progress.setdefault("written", {})
    for partition in work.own:
        if str(partition.number) in written:
            continue
        codes, labels = _answers(work, partition, asked)
        row = write_codes(folder, partition.number, codes, labels, forced=False)
        unsynced.append(folder / file_name(partition.number))
        written[str(partition.number)] = row, Tally().add(labels).to_json()
        if work.ranks.size == 1 and work.is_due():
            sync_all(unsynced)
            unsynced = []
            sync(folder)
            work.checkpoint()
        if report is not None:
            report()
    sync_all(unsynced)
    for others in work.ranks.gather(written):
        written |= others
    if work.ranks.is_first:
        _complete(work, asked, [written[str(q)] for q in range(len(work.partitions))])
    work.ranks.gather(None)


def _complete(work: Work, asked: Asked, written: list[Any]) -> None:
    """Write the manifest of the database; remove what building needed."""
    tally = Tally()
    for _, counts in written:
        tally += Tally.from_json(counts)
    complete(
        work.folder.parent,
        kind="hashed",
        rule=(work.progress["rule"], work.progress["digest"]),
        play=work.progress["play"],
        starts=work.progress["start"],
        parts=[row for row, _ in written],
        tally=tally,
        moves=work.moves,
        symmetric=asked.symmetric,
    )
    remove_work(work.folder.parent)


def _answers(work: Work, partition: Partition, asked: Asked) -> tuple[Int64Array, AnyArray]:
    """Return the codes of a partition in ascending order, preset ones among them, and labels."""
    import numpy as np

    width = work.progress["width"]
    codes: Int64Array = np.empty(0, dtype=np.int64)
    labels = np.empty(0, dtype=f"u{width}")
    if partition.count:
        codes = read_numbers(partition.path("codes"), np.int64)
        labels = read_numbers(partition.path(f"labels{width}"), f"u{width}")
    decided = labels[labels < undecided(width)]
    most = int(decided.max(initial=0)) // 2
    labels[labels == undecided(width)] = never(width)
    ends, ended = _ended(partition, asked)
    known = ended[ended <= 2 * longest(4) + 1]
    width = width_for(max(most, int(known.max(initial=0)) // 2))
    labels, ended = _narrow(labels, width), _narrow(ended, width)
    if len(ends):
        codes, labels = np.concatenate([codes, ends]), np.concatenate([labels, ended])
    order = np.argsort(codes)
    return codes[order], labels[order]


def _narrow(labels: AnyArray, width: int) -> AnyArray:
    """Return labels in a width, which their numbers fit in."""
    import numpy as np

    own = labels.dtype.itemsize
    if own <= width:
        return widen(labels, width)
    special = labels > 2 * longest(own) + 1
    narrow = labels.astype(f"u{width}")
    narrow[special] = (labels[special] - (never(own) - never(width))).astype(np.uint32)
    return narrow


def _ended(partition: Partition, asked: Asked) -> tuple[Int64Array, AnyArray]:
    """Return the codes of preset positions, each once, and their labels of 4 bytes."""
    import numpy as np

    if not partition.ends.size:
        return np.empty(0, dtype=np.int64), np.empty(0, dtype=np.uint32)
    codes = distinct(read_numbers(partition.ends.path, np.int64))
    labels = np.empty(len(codes), dtype=np.uint32)
    for at in range(0, len(codes), _ASKED):
        piece = codes[at : at + _ASKED]
        presets, far = asked.presets(piece)
        assert presets is not None, "they are preset"
        remoteness = np.zeros(len(piece), np.int32) if far is None else far
        labels[at : at + _ASKED] = encode(presets, remoteness, 4)
    return codes, labels
