"""Solving a game with tiers, from the lowest tier up; see `tiers`."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np

from graphgame.answers import joining
from graphgame.answers.database import Database
from graphgame.answers.folder import WORK, remove_work
from graphgame.answers.labels import Tally, widen, width_for
from graphgame.answers.manifest import Manifest, complete, locked
from graphgame.answers.part_writer import write_codes
from graphgame.big.tiers._pairs import Pairs
from graphgame.big.tiers._tiers import TierSolver
from graphgame.big.tiers.tier_files import JOURNAL, Journal, TierFiles
from graphgame.errors import GraphGameError, shown_path
from graphgame.graphs.labels import codes as as_codes
from graphgame.outcome import Play
from graphgame.progress import Exploring
from graphgame.rules.asked import Asked
from graphgame.rules.compiled.addresses import NUMBER, native

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphgame.big.tiers.explore_tiers import TieredGame
    from graphgame.types import AnyArray, Int64Array, ProgressLike


KIND = "tiers"
# Positions that the rule is asked about at a time.
BATCH = 1 << 14
# Bytes of a pair while pairs are sorted.
PAIR = 32
# The most pairs in memory, and the part of the memory that they may take.
_MOST_PAIRS, _PAIRS_SHARE = 1 << 24, 4
# Bits of the position in a word of a pair; above them is the rank of its tier.
_LOW = 32
# Tiers of fewer positions share a part.
_PART = 1 << 20


def pairs_in(memory: int) -> int:
    """Return how many pairs to keep in memory at most."""
    return max(1, min(_MOST_PAIRS, memory // (_PAIRS_SHARE * PAIR)))


class TierRule:
    """A rule whose positions have tiers, asked for many positions at a time.

    Attributes
    ----------
    asked : Asked
    starts : (k,) int64
        Ascending, without repetitions; representatives if there is a symmetry.
    """

    def __init__(self, asked: Asked, starts: Int64Array, tier: object) -> None:
        self.asked = asked
        self.starts: Int64Array = asked.representatives(starts)
        self._tier = _many(tier, self.starts)

    def tiers(self, codes: Int64Array) -> Int64Array:
        """Return the tier of each code."""
        found = as_codes(self._tier(codes), "tier") if len(codes) else codes
        if found.shape != codes.shape:
            raise GraphGameError(
                f"tier: expected {len(codes)} integers, one for each code, got {len(found)}"
            )
        return np.ascontiguousarray(found)


def _many(tier: Any, starts: Int64Array) -> Callable[[Int64Array], Any]:
    """Return a function of tiers as one of an array of codes."""
    compiled = native(tier, NUMBER, "tier")
    if compiled is not None:
        return compiled.numbers
    if not callable(tier):
        raise GraphGameError(
            f"tier: expected a function of a code, or of an array of codes, got {tier!r}"
        )
    return partial(_at_once if len(starts) and _takes_arrays(tier, starts[0]) else _each, tier)


def _at_once(tier: Callable[[Any], Any], codes: Int64Array) -> Any:
    return tier(codes.copy())


def _each(tier: Callable[[Any], Any], codes: Int64Array) -> list[Any]:
    return [tier(code) for code in codes.tolist()]


def _takes_arrays(tier: Callable[[Any], Any], code: int) -> bool:
    """Return whether a function gives an array for an array of two codes."""
    try:
        return bool(np.shape(tier(np.array([code, code], dtype=np.int64))) == (2,))
    except Exception:  # noqa: BLE001 -- whatever it does with an array, it may take one code
        return False


def solve_tiers(game: TieredGame, play: Play, progress: ProgressLike) -> Database[int]:
    """Solve the tiers that are not solved, and return the database."""
    if not _loaded(game, play).is_complete:
        with locked(game.folder):
            manifest = _loaded(game, play)
            if not manifest.is_complete:
                manifest["state"], manifest["play"] = "solving", str(play)
                manifest.save()
                _solve(game, play, progress)
            remove_work(game.folder)
    database = Database.open(game.folder)
    joining.own(database, game._rule.asked, is_resumed=game._is_resumed)
    return database


def _loaded(game: TieredGame, play: Play) -> Manifest:
    """Return the manifest of the folder; refuse the other kind of play."""
    manifest = Manifest.load(game.folder)
    found = manifest.get("play", str(play))
    if found != play:
        raise GraphGameError(
            f"{shown_path(game.folder)}: expected play={found!r}, of which this folder has "
            f"answers, got play={str(play)!r}; explore the game in another folder for it"
        )
    return manifest


def _solve(game: TieredGame, play: Play, progress: ProgressLike) -> None:
    files = TierFiles(game.folder / WORK)
    journal = Journal(game.folder / WORK / JOURNAL, files)
    climb = _Climb(game, play, files, journal)
    try:
        with Exploring(progress, climb.counts, game.positions) as report:
            climb.resume()
            for tier in climb.left():
                climb.solve_tier(tier)
                if report is not None:
                    report(*climb.counts())
            climb.write_parts()
        journal.write()
    finally:
        journal.close()
    asked = game._rule.asked
    manifest = Manifest.load(game.folder)
    complete(
        game.folder,
        kind=KIND,
        rule=(asked.name, manifest["rule"]["digest"]),
        play=str(play),
        starts=game._rule.starts.tolist(),
        parts=climb.parts,
        tally=climb.tally,
        moves=game.moves,
        symmetric=asked.symmetric,
        more={"explored": [_kept(game._records[tier]) for tier in game.tiers]},
    )


def _kept(record: dict[str, Any]) -> dict[str, int]:
    """Return the counts of a tier that a complete database keeps."""
    return {name: record[name] for name in ("explored", "positions", "moves", "within")}


class _Climb:
    """Solves tier after tier.

    Attributes
    ----------
    solved : dict of int to dict
        Of each tier that is solved, its record.
    parts : list of dict
        The rows of the parts that are written.
    waiting : list of int
        Tiers that are solved and in no part yet.
    """

    def __init__(self, game: TieredGame, play: Play, files: TierFiles, journal: Journal) -> None:
        self.game, self.play, self.files, self.journal = game, play, files, journal
        self.solved: dict[int, dict[str, Any]] = {}
        self.parts: list[dict[str, Any]] = []
        self.waiting: list[int] = []
        self.written: set[int] = set()
        self.tally = Tally()
        self.done = 0
        self.pairs = Pairs(pairs_in(game._memory))
        self.ranks = np.array(game.tiers, dtype=np.int64)
        # The highest tier that reaches a tier, and the tiers of which this is the highest.
        self.last: dict[int, list[int]] = {}
        self.highest: dict[int, int] = {}
        for tier in game.tiers:
            self.last[tier] = game._records[tier]["first"]
            self.highest.update(dict.fromkeys(self.last[tier], tier))

    def counts(self) -> tuple[int, int, int]:
        """Return how many positions there are and are solved, and the moves of all."""
        return self.game.positions, self.done, self.game.moves

    def left(self) -> list[int]:
        """Return the tiers that are not solved, ascending."""
        return [tier for tier in self.game.tiers if tier not in self.solved]

    def resume(self) -> None:
        """Restore what the journal says."""
        for record in self.journal.records:
            if "solved" in record:
                self._take(record)
            if "part" in record:
                self._take_part(record)
        for tier in self.solved:
            self._drop(tier)

    def _take(self, record: dict[str, Any]) -> None:
        tier = record["solved"]
        self.solved[tier] = record
        self.waiting.append(tier)
        self.tally += Tally.from_json(record["tally"])
        self.done += self.game._records[tier]["positions"]

    def _take_part(self, record: dict[str, Any]) -> None:
        self.parts.append(record["part"])
        self.written.update(record["tiers"])
        self.waiting = [tier for tier in self.waiting if tier not in self.written]

    def solve_tier(self, tier: int) -> None:
        """Solve a tier, of which all lower ones are solved."""
        codes = self.files.codes(tier, self.game._records[tier]["positions"])
        solver = TierSolver(tier, codes, self.pairs)
        self._expand(solver, codes)
        self._flush(solver, codes)
        solver.solve(self.play == Play.MISERE)
        width = width_for(max(solver.greatest, 0))
        labels = np.asarray(solver.labels(width))
        del solver
        if self.game._records[tier]["positions"] >= _PART:
            self.write_parts()
        self.files.write_labels(tier, labels)
        tally = Tally().add(labels).to_json()
        record = {"solved": tier, "width": width, "tally": tally}
        self.journal.append(record)
        self._take(record)
        if sum(self.game._records[each]["positions"] for each in self.waiting) >= _PART:
            self.write_parts()
        for below in [tier, *self.last[tier]]:
            self._drop(below)

    def _expand(self, solver: TierSolver, codes: Int64Array) -> None:
        """Ask the rule for all positions of a tier."""
        rule = self.game._rule
        lower = self.ranks[: np.searchsorted(self.ranks, solver.tier)]
        for first in range(0, len(codes), BATCH):
            batch = codes[first : first + BATCH]
            sources, options, presets, ends = rule.asked.sorted_moves(batch)
            if presets is not None:
                solver.preset(first, presets, ends)
            tiers = rule.tiers(options)
            if not self.pairs.make_room(len(options)):
                self._flush(solver, codes)
                self.pairs.make_room(len(options))
            wrong = solver.receive(first, len(batch), sources, options, tiers, lower)
            if wrong >= 0:
                raise _unknown(batch[sources[wrong]], options[wrong], tiers[wrong])

    def _flush(self, solver: TierSolver, codes: Int64Array) -> None:
        """Look the options of lower tiers up, and give their answers to the solver."""
        self.pairs.sort(_LOW)
        ranks, ends = (np.asarray(part).tolist() for part in self.pairs.runs(_LOW))
        begin = 0
        for rank, end in zip(ranks, ends, strict=True):
            tier = int(self.ranks[rank])
            wrong = solver.answer(*self._answers(tier), begin, end)
            if wrong >= 0:
                code, word = self.pairs.pair(wrong)
                raise _unknown(codes[word & (1 << _LOW) - 1], code, tier)
            begin = end
        self.pairs.clear()

    def _answers(self, tier: int) -> tuple[Int64Array, AnyArray]:
        """Return positions and labels of a tier that is solved, mapped."""
        count, width = self.game._records[tier]["positions"], self.solved[tier]["width"]
        return self.files.codes(tier, count), self.files.labels(tier, count, width)

    def write_parts(self) -> None:
        """Write the tiers that wait to a part of the database."""
        tiers = self.waiting
        if not tiers:
            return
        width = max(self.solved[tier]["width"] for tier in tiers)
        answers = [self._answers(tier) for tier in tiers]
        codes, labels = answers[0][0], widen(answers[0][1], width)
        if len(tiers) > 1:
            codes = np.concatenate([each for each, _ in answers])
            labels = np.concatenate([widen(each, width) for _, each in answers])
            order = np.argsort(codes, kind="stable")
            codes, labels = codes[order], labels[order]
        row = write_codes(self.game.folder, len(self.parts), codes, labels)
        row |= {"tiers": [tiers[0], tiers[-1]]}
        record = {"part": row, "tiers": tiers}
        self.journal.append(record)
        self._take_part(record)
        for tier in tiers:
            self._drop(tier)

    def _drop(self, tier: int) -> None:
        """Remove the files of a tier that is in a part, and that no tier to be solved reaches."""
        highest = self.highest.get(tier)
        if tier in self.written and (highest is None or highest in self.solved):
            self.files.drop(tier, "codes", "labels")


def _unknown(code: int, option: int, tier: int) -> GraphGameError:
    return GraphGameError(
        f"rule at {code}: expected options that exploring has found, got {option} in tier {tier}: "
        "the rule, or the function of tiers, has not always the same answer"
    )
