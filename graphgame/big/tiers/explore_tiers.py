"""Games with tiers: explored from the highest tier down, solved from the lowest up, on disk.

No move leads to a higher tier.  So a tier is complete when all above it are explored, and its
answers need only those of the tiers below.  One tier is in memory at a time.
"""

from __future__ import annotations

import os
from heapq import heapify, heappop, heappush
from pathlib import Path

import numpy as np

from graphgame.answers import joining
from graphgame.answers.agreement import SAMPLE, remarkable, spread
from graphgame.answers.database import Database
from graphgame.answers.folder import WORK
from graphgame.answers.manifest import CURE, Manifest, locked
from graphgame.arrays import types
from graphgame.big.partitions.recorded import require_recorded, require_tiers, rows_at
from graphgame.big.tiers._pairs import Pairs
from graphgame.big.tiers._tiers import TierExplorer
from graphgame.big.tiers.tier_files import JOURNAL, Journal, TierFiles
from graphgame.big.tiers.tier_solver import BATCH, KIND, PAIR, TierRule, pairs_in
from graphgame.errors import GraphGameError, RuleMismatchError, TooLargeError
from graphgame.memory import available_memory, size
from graphgame.outcome import Play
from graphgame.progress import Exploring
from graphgame.rules.asked import Asked, digest, read_starts, unsteady

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphgame.big.partitions.recorded import Row

# Bytes of a position and of a move inside a tier, while the tier is solved; of a position while it
# is explored.
SOLVED_POSITION, SOLVED_MOVE, EXPLORED_POSITION = 72, 8, 38
# Of each kind of positions, so many of a batch are kept to be compared when a build goes on; and
# of a tier.
_RECORDED, _RECORDED_IN_TIER = 8, 64


class TieredGame:
    """A game that has been explored tier by tier, in a folder.

    Attributes
    ----------
    folder : Path
    positions, moves : int
    tiers : list of int
        Ascending.

    Examples
    --------
    >>> import tempfile
    >>> def rule(n):
    ...     return [n - k for k in (1, 2, 3) if n >= k]
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     game = explore_tiers(rule, [20], folder=folder, tier=lambda n: n // 5)
    ...     print(game)
    ...     database = game.solve()
    ...     database.outcome(20), database.remoteness_of(18), database.verify()
    TieredGame(n=21, m=57, 5 tiers)
    (<Outcome.LOSE: -1>, 9, True)
    """

    folder: Path
    positions: int
    moves: int

    def __init__(self, folder: Path, rule: TierRule, memory: int) -> None:
        self.folder, self._rule, self._memory = folder, rule, memory
        self._records: dict[int, dict[str, Any]] = {}
        self.positions = self.moves = 0
        self._is_resumed: bool = False  # whether another call began

    def _add(self, record: dict[str, Any]) -> None:
        """Add the record of a tier that is explored."""
        self._records[record["explored"]] = record
        self.positions += record["positions"]
        self.moves += record["moves"]

    @property
    def tiers(self) -> list[int]:
        """The tiers, ascending."""
        return sorted(self._records)

    def solve(
        self, *, play: str = Play.NORMAL, progress: types.ProgressLike = False
    ) -> Database[int]:
        """Solve the game; what was solved before, with the same play, is not solved again.

        Raises
        ------
        GraphGameError
            If the folder has answers of the other play, or the rule gives other options than when
            it was explored.
        RuleMismatchError
            If another call began the build, and answers do not follow from the rule of this one.
        """
        from graphgame.big.tiers.tier_solver import solve_tiers

        return solve_tiers(self, Play(play), progress)

    def __len__(self) -> int:
        return self.positions

    def __repr__(self) -> str:
        return f"TieredGame(n={self.positions}, m={self.moves}, {len(self._records)} tiers)"


def explore_tiers(
    rule: object,
    start: object,
    *,
    folder: str | os.PathLike[str],
    tier: object,
    presets: object = None,
    canonical: object = None,
    memory: int | None = None,
    progress: types.ProgressLike = False,
) -> TieredGame:
    """Explore a game tier by tier, with the parameters of `build`; no move may raise the tier.

    If a call with the same rule was stopped in the folder, this one goes on after the last tier
    that it finished.

    Raises
    ------
    GraphGameError
        If a move raises the tier, or if another process builds in the folder.
    TooLargeError
        If a tier does not fit in memory.
    RuleMismatchError
        If the folder has the positions of another game.
    """
    starts = read_starts(start)
    asked = Asked.from_rule(rule, starts, presets, canonical)
    tiered = TierRule(asked, starts, tier)
    most = memory if memory is not None else available_memory() or 1 << 62
    with locked(folder) as path:
        game = TieredGame(path, tiered, most)
        if _begin(game, progress).is_complete:
            with Database.open(path) as database:
                joining.take(database, asked, CURE)
        else:
            _explore(game, progress)
    return game


def _begin(game: TieredGame, progress: types.ProgressLike) -> Manifest:
    """Return the manifest of a folder: a new one, or that of the same game."""
    rule = game._rule
    named = {"name": rule.asked.name, "digest": digest(rule.asked, rule.starts, progress)}
    if not Manifest.exists(game.folder):
        manifest = Manifest(game.folder)
        manifest.fields |= {"kind": KIND, "rule": named, "start": rule.starts.tolist()}
        manifest["state"] = "exploring"
        manifest.save()
        return manifest
    manifest = Manifest.load(game.folder)
    known = manifest["rule"]
    found = manifest.get("kind", "hashed"), known["digest"], manifest["start"]
    if found != (KIND, named["digest"], rule.starts.tolist()):
        raise RuleMismatchError(
            "rule",
            os.fspath(game.folder),
            f"{known['name']!r} of kind {found[0]}, which is in this folder, from {found[2][:3]}",
            f"{named['name']!r} of kind {KIND}, with other moves, presets or starts, from "
            f"{rule.starts[:3].tolist()}{unsteady(rule.asked, rule.starts, named['digest'])}",
            {},
        )
    for record in manifest.get("explored", []):
        game._add(record)
    game._is_resumed = not manifest.is_complete
    return manifest


# -- exploring -------------------------------------------------------------------------------------


def _explore(game: TieredGame, progress: types.ProgressLike) -> None:
    """Explore all tiers that the journal does not have."""
    work = game.folder / WORK
    work.mkdir(exist_ok=True)
    files = TierFiles(work)
    journal = Journal(work / JOURNAL, files)
    walk = _Walk(game, files, journal)
    try:
        with Exploring(progress, walk.counts) as report:
            walk.resume()
            while walk.pending:
                walk.explore_next(report)
        journal.write()
    finally:
        journal.close()


class _Walk:
    """Explores tier after tier.

    Attributes
    ----------
    waits : dict of int to int
        Of each tier that is not explored, the bytes of codes that wait there.
    pending : list of int
        A heap of these tiers, negative.
    reached : set of int
        Tiers to which moves lead from higher ones.
    recorded : list of list of int
        What the rule said at some positions of the tiers that are explored.
    """

    def __init__(self, game: TieredGame, files: TierFiles, journal: Journal) -> None:
        self.game, self.files, self.journal = game, files, journal
        self.waits: dict[int, int] = {}
        self.pending: list[int] = []
        self.reached: set[int] = set()
        self.pairs = Pairs(pairs_in(game._memory))
        self.found = 0
        self.recorded: list[Row] = []
        self._changed: dict[int, int] = {}

    def counts(self) -> tuple[int, int, int]:
        """Return how many positions are found and expanded, and their moves."""
        return self.game.positions + self.found, self.game.positions, self.game.moves

    def resume(self) -> None:
        """Restore what the journal says; put the starts where nothing is done yet."""
        for record in self.journal.records:
            if "waits" in record:
                self.waits.update({int(tier): at for tier, at in record["waits"].items()})
            if "explored" in record:
                self.game._add(record)
                self.reached.update(record["first"])
                self.waits.pop(record["explored"], None)
        self._require_recorded()
        for path in self.files.folder.glob("*.in"):
            tier = int(path.stem)
            self.files.cut(tier, self.waits.get(tier, 0))
            if tier not in self.waits:
                path.unlink()
        for tier, at in self.waits.items():
            self.files.cut(tier, at)
        if not self.journal.records:
            self._put_starts()
        self.pending = [-tier for tier in self.waits]
        heapify(self.pending)

    def _require_recorded(self) -> None:
        """Refuse a rule, or a function of tiers, that says something else than before."""
        rule, where = self.game._rule, os.fspath(self.game.folder)
        told = [record for record in self.journal.records if record.get("recorded")]
        tiers = [record["explored"] for record in told for _ in record["recorded"]]
        self.recorded = [row for record in told for row in record["recorded"]]
        require_recorded(self.recorded, rule.asked, where)
        codes = np.array([row[0] for row in self.recorded], dtype=np.int64)
        require_tiers(self.recorded, tiers, rule.tiers(codes), where)

    def _put_starts(self) -> None:
        starts = self.game._rule.starts
        tiers = self.game._rule.tiers(starts)
        for tier in np.unique(tiers).tolist():
            self.waits[tier] = self.files.put(tier, starts[tiers == tier])
        self.journal.append({"waits": self.waits})

    def explore_next(self, report: Any) -> None:
        """Explore the highest tier that waits."""
        tier = -heappop(self.pending)
        explorer = TierExplorer(tier, self.pairs)
        self._changed = {}
        for codes in self.files.waiting(tier):
            explorer.add(codes)
            self._check_positions(explorer)
        moves, rows = self._expand(explorer, report)
        self._flush()
        codes = np.asarray(explorer.index.finish())
        codes.sort()
        within = explorer.within
        self._check_solving(tier, len(codes), within)
        self.files.write_codes(tier, codes)
        first = [below for below in self._changed if below not in self.reached]
        record = {
            "explored": tier,
            "positions": len(codes),
            "moves": moves,
            "within": within,
            "first": first,
            "waits": self._changed,
            "recorded": rows,
        }
        self.recorded += rows
        self.journal.append(record)
        del self.waits[tier]
        for below in self._changed:
            if below not in self.waits:
                heappush(self.pending, -below)
        self.waits.update(self._changed)
        self.reached.update(first)
        self.game._add(record)
        self.found = 0
        self.files.drop(tier, "in")

    def _expand(self, explorer: TierExplorer, report: Any) -> tuple[int, list[Row]]:
        """Expand all positions of a tier; return how many moves they have, and some to compare."""
        index, rule = explorer.index, self.game._rule
        rows: list[Row] = []
        most = _RECORDED if len(self.recorded) < SAMPLE else 1
        done = moves = 0
        while done < index.count:
            batch = np.asarray(index.batch(done, min(done + BATCH, index.count)))
            sources, options, presets, ends = rule.asked.sorted_moves(batch)
            stuck = np.bincount(sources, minlength=len(batch)) == 0
            places = remarkable(stuck, presets, most)
            rows += rows_at(batch, (sources, options, presets, ends), places)
            tiers = rule.tiers(options)
            if not self.pairs.make_room(len(options)):
                self._flush()
                self.pairs.make_room(len(options))
            wrong = explorer.receive(options, tiers)
            if wrong >= 0:
                raise _raised(explorer.tier, batch[sources[wrong]], options[wrong], tiers[wrong])
            done += len(batch)
            moves += len(options)
            self._check_positions(explorer)
            self.found = index.count
            if report is not None:
                positions = self.game.positions
                report(positions + index.count, positions + done, self.game.moves + moves)
        return moves, [rows[k] for k in spread(len(rows), _RECORDED_IN_TIER).tolist()]

    def _flush(self) -> None:
        """Move the pairs to the files of their tiers, each code of a tier once."""
        self.pairs.sort(0)
        tiers, ends = (np.asarray(part).tolist() for part in self.pairs.runs(0))
        begin = 0
        for tier, end in zip(tiers, ends, strict=True):
            codes = np.asarray(self.pairs.distinct(begin, end))
            self._changed[tier] = self.files.put(tier, codes)
            begin = end
        self.pairs.clear()

    def _check_positions(self, explorer: TierExplorer) -> None:
        needed = EXPLORED_POSITION * explorer.index.count
        if needed > self.game._memory:
            raise _too_large(explorer.tier, needed, self.game._memory, explorer.index.count)

    def _check_solving(self, tier: int, positions: int, within: int) -> None:
        needed = SOLVED_POSITION * positions + SOLVED_MOVE * within
        if needed + PAIR * self.pairs.most > self.game._memory:
            raise _too_large(tier, needed, self.game._memory, positions, within)


def _raised(tier: int, code: int, option: int, higher: int) -> GraphGameError:
    return GraphGameError(
        f"rule at {code}, in tier {tier}: expected options in tiers up to {tier}, got {option} in "
        f"tier {higher}: no move may raise the tier"
    )


def _too_large(
    tier: int, needed: int, memory: int, positions: int, within: int = 0
) -> TooLargeError:
    moves = f" and {within:,} moves between them" if within else ""
    return TooLargeError(
        f"memory: expected tier {tier} and the pairs to fit in {size(memory)}, got "
        f"{positions:,} positions{moves} so far, which need {size(needed)}; give more memory, or "
        "smaller tiers"
    )
