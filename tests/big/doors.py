"""A game in layers, its databases in every kind of folder and file, and faults planted in it.

Every fault lies beyond the first 1,000 positions, which a digest compares.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

import graphgame as gg
from graphgame.answers.labels import no_position, preset_draw
from graphgame.answers.manifest import Manifest
from graphgame.answers.part_reader import Part
from graphgame.answers.part_writer import write_codes, write_indexed
from graphgame.big.indexed.indexed_game import IndexedGame
from graphgame.big.partitions.stored import explore_partitions
from graphgame.big.tiers.explore_tiers import explore_tiers

WIDTH, LAYERS, FAR = 100, 36, 14
SIZE = WIDTH * LAYERS
STARTS = list(range(0, WIDTH, 2))
# A build stops where it is about to expand this layer.
STOPPED_AT = 33
Changed = Callable[[Any, Any], Any]


class Stopped(BaseException):
    """Ends a build where it is, as a kill does."""


@dataclass(frozen=True)
class Layers:
    """From a cell of a layer, moves lead to three cells of the next; some far cells are preset.

    Attributes
    ----------
    preset_as, move_as : callable, optional
        The fault: from codes and what the rule gives for them to what it gives instead.
    stop : int, optional
        The layer at which the rule stops.
    """

    preset_as: Changed | None = None
    move_as: Changed | None = None
    stop: int | None = None

    def options(self, codes: Any) -> Any:
        layers = codes // WIDTH
        if self.stop is not None and (layers >= self.stop).any():
            raise Stopped
        table = np.stack([self._to(codes, k) for k in range(3)], axis=1)
        # One move in nine there is not, and none of the last layer.
        there = (codes[:, None] * 7 + np.arange(3) * 5) % 9 != 0
        there &= (layers < LAYERS - 1)[:, None]
        table = np.where(there, table, -1)
        if self.move_as is not None:
            table = self.move_as(codes, table)
        sources, at = np.nonzero(table >= 0)
        return sources, table[sources, at]

    @staticmethod
    def _to(codes: Any, k: int) -> Any:
        cell = (codes % WIDTH * (1, 3, 7)[k] + codes // WIDTH * (k + 2) + k) % WIDTH
        return (codes // WIDTH + 1) * WIDTH + cell

    def preset(self, codes: Any) -> Any:
        ended = (codes // WIDTH >= FAR + 3) & (codes * 11 % 17 == 0)
        kinds = np.where(ended, codes % 3 - 1, 2)
        return kinds if self.preset_as is None else self.preset_as(codes, kinds)

    def tier(self, codes: Any) -> Any:
        return LAYERS - codes // WIDTH


@dataclass(frozen=True)
class Each:
    """The same game, asked about one position: a pair of a layer and a cell."""

    whole: Layers

    def options(self, position: Any) -> Any:
        found = self.whole.options(np.array([position[0] * WIDTH + position[1]]))[1]
        return [divmod(int(code), WIDTH) for code in found]

    def preset(self, position: Any) -> Any:
        found = int(self.whole.preset(np.array([position[0] * WIDTH + position[1]]))[0])
        return None if found == 2 else found


def cells(codes: Any, one_in: int, least: int = FAR) -> Any:
    """Return which codes a fault is planted at: one of so many, in layers from `least` on."""
    return (codes // WIDTH >= least) & (codes * 2654435761 % 2**32 % one_in == 0)


def on(where: Callable[[Any], Any], outcome: Any) -> Changed:
    """Return a fault in presets: at some codes, another outcome, or a function of the right one."""

    def changed(codes: Any, kinds: Any) -> Any:
        other = outcome(kinds) if callable(outcome) else outcome
        return np.where(where(codes), other, kinds)

    return changed


def moving(where: Callable[[Any], Any], table: Callable[[Any, Any], Any]) -> Changed:
    """Return a fault in moves: at some codes, another row."""
    return lambda codes, known: np.where(where(codes)[:, None], table(codes, known), known)


def _shifted(codes: Any, _: Any) -> Any:
    return Layers().preset(codes + 1)


def _beside(_: Any, table: Any) -> Any:
    """Lead to the cell beside, in the same layer."""
    return np.where(table >= 0, table - table % WIDTH + (table + 1) % WIDTH, -1)


def _fewer(_: Any, table: Any) -> Any:
    return np.concatenate([table[:, :1], np.full((len(table), 2), -1)], axis=1)


def _none(_: Any, table: Any) -> Any:
    return np.full_like(table, -1)


def _farther(_: Any, table: Any) -> Any:
    return np.where((table >= 0) & (table < SIZE - WIDTH), table + WIDTH, table)


def _last(codes: Any) -> Any:
    return codes // WIDTH == LAYERS - 1


def _all(codes: Any) -> Any:
    return codes // WIDTH >= FAR


def _one(code: int) -> Callable[[Any], Any]:
    return lambda codes: codes == code


RULES: dict[str, Layers] = {
    "presets shifted by one": Layers(preset_as=_shifted),
    "presets: WIN and LOSE exchanged": Layers(
        preset_as=on(_all, lambda x: np.where(x == 2, 2, -x))
    ),
    "presets left out": Layers(preset_as=on(_all, 2)),
    "presets: all DRAW": Layers(preset_as=on(_all, lambda x: np.where(x == 2, 2, 0))),
    "presets: LOSE is DRAW": Layers(preset_as=on(_all, lambda x: np.where(x == -1, 0, x))),
    "presets: DRAW is WIN": Layers(preset_as=on(_all, lambda x: np.where(x == 0, 1, x))),
    "presets: none of WIN": Layers(preset_as=on(_all, lambda x: np.where(x == 1, 2, x))),
    "presets: from a later layer on": Layers(
        preset_as=on(lambda c: c // WIDTH < FAR + 6, 2)
    ),
    "presets: to an earlier layer only": Layers(
        preset_as=on(lambda c: c // WIDTH > LAYERS - 6, 2)
    ),
    "presets: WIN in the last layer": Layers(preset_as=on(_last, 1)),
    "presets: DRAW in the last layer": Layers(preset_as=on(_last, 0)),
    "presets: LOSE at 1 position of 20": Layers(preset_as=on(lambda c: cells(c, 20), -1)),
    "presets: WIN at 1 position of 100": Layers(preset_as=on(lambda c: cells(c, 100), 1)),
    "presets: DRAW at 1 position of 100": Layers(preset_as=on(lambda c: cells(c, 100), 0)),
    "moves: beside, everywhere": Layers(move_as=moving(_all, _beside)),
    "moves: beside, at 1 position of 20": Layers(move_as=moving(lambda c: cells(c, 20), _beside)),
    "moves: beside, at 1 position of 100": Layers(move_as=moving(lambda c: cells(c, 100), _beside)),
    "moves: one, everywhere": Layers(move_as=moving(_all, _fewer)),
    "moves: one, at 1 position of 100": Layers(move_as=moving(lambda c: cells(c, 100), _fewer)),
    "moves: none, at 1 position of 20": Layers(move_as=moving(lambda c: cells(c, 20), _none)),
    "moves: none, at 1 position of 100": Layers(move_as=moving(lambda c: cells(c, 100), _none)),
    "moves: over a layer": Layers(move_as=moving(_all, _farther)),
    "moves: over a layer, at 1 of 100": Layers(move_as=moving(lambda c: cells(c, 100), _farther)),
    "moves: none from the layer before the last": Layers(
        move_as=moving(lambda c: c // WIDTH == LAYERS - 2, _none)
    ),
    "moves: to the lowest cell": Layers(
        move_as=moving(lambda c: cells(c, 50), lambda _, t: np.where(t >= 0, t - t % WIDTH, -1))
    ),
    "moves: beside, at 1 position of 1,000": Layers(
        move_as=moving(lambda c: cells(c, 1000), _beside)
    ),
    "moves: none, at 1 position of 1,000": Layers(move_as=moving(lambda c: cells(c, 1000), _none)),
    "presets: WIN at 1 position of 1,000": Layers(preset_as=on(lambda c: cells(c, 1000), 1)),
    "a single far position without moves": Layers(move_as=moving(_one(2017), _none)),
    "a single far position that is preset": Layers(preset_as=on(_one(2018), -1)),
    "a single far position with one move": Layers(move_as=moving(_one(2519), _fewer)),
}  # fmt: skip


# -- folders and files -----------------------------------------------------------------------------

BUILDERS = "partitions", "tiers", "indexed", "answers", "undecided", "listed"
FOLDERS = BUILDERS[:3]


def build(builder: str, path: Path, rule: Any, start: Any = STARTS, play: str = "normal") -> Any:
    """Build a database in a folder, or go on; or solve, save and load the answers."""
    if builder == "partitions":
        options: dict[str, Any] = {"partitions": 2, "checkpoint": 0.0}
        return explore_partitions(rule, start, folder=path, **options).solve(play=play)
    if builder == "tiers":
        return explore_tiers(rule, start, folder=path, tier=rule.tier).solve(play=play)
    if builder == "indexed":
        return IndexedGame(SIZE, rule, start, ordered=True).solve(path, play=play)
    store = "undecided" if builder == "undecided" else "all"
    asked, first = rule, np.array(start)
    if builder == "listed":
        asked, first = Each(rule), [divmod(code, WIDTH) for code in start]  # type: ignore[assignment]
    gg.build(asked, start=first, store=store, play=play).save(path)
    return None


def open_again(builder: str, path: Path, rule: Any) -> Any:
    """Open or load with a rule."""
    if builder in FOLDERS:
        return gg.Database.open(path, rule)
    return gg.Database.load(path, rule=Each(rule) if builder == "listed" else rule)


def copy(source: Path, target: Path) -> Path:
    if source.is_dir():
        shutil.copytree(source, target)
    else:
        shutil.copy(source, target)
    return target


def require_true(builder: str, answers: Any, rule: Layers, start: Any = STARTS) -> None:
    """Require that the answers are those of a rule: of all positions, and of no others."""
    listed = builder == "listed"
    first: Any = [divmod(code, WIDTH) for code in start] if listed else np.array(start)
    play = str(answers.play)
    truth = gg.solve(Each(rule) if listed else rule, start=first, play=play)
    if builder != "undecided":
        assert len(answers) == len(truth)
    for position in truth:
        assert answers.outcome(position) == truth.outcome(position), position
        assert answers.remoteness_of(position) == truth.remoteness_of(position), position


# -- faults in what is stored ----------------------------------------------------------------------


def forge(folder: Path, **fields: Any) -> None:
    """Write a manifest with other fields; its checksum fits them."""
    manifest = Manifest.load(folder)
    manifest.fields |= fields
    manifest.save()


def _rewrite(folder: Path, change: Callable[[int, Any, Any], tuple[Any, Any]]) -> None:
    """Write all parts again, with other labels, and a manifest that fits them."""
    manifest = Manifest.load(folder)
    rows = []
    for number, row in enumerate(manifest["parts"]):
        part = Part(folder, row)
        pieces = [*part.read()]
        codes = np.concatenate([piece[0] for piece in pieces])
        labels = np.concatenate([piece[1] for piece in pieces])
        part.close()
        codes, labels = change(number, codes, labels)
        if manifest["kind"] == "indexed":
            dense = np.full(SIZE, no_position(1), dtype=labels.dtype)
            dense[codes] = labels
            rows.append(write_indexed(folder, number, 0, dense))
        else:
            rows.append(row | write_codes(folder, number, codes, labels))
    forge(folder, parts=rows)


def _exchange(_: int, codes: Any, labels: Any) -> tuple[Any, Any]:
    decided = labels < no_position(1)
    return codes, np.where(decided, labels ^ 1, labels)


def _permute(_: int, codes: Any, labels: Any) -> tuple[Any, Any]:
    return codes, np.roll(labels, 1)


def _longer(_: int, codes: Any, labels: Any) -> tuple[Any, Any]:
    return codes, np.where(labels < no_position(1) - 2, labels + 2, labels)


def _drawn(_: int, codes: Any, labels: Any) -> tuple[Any, Any]:
    return codes, np.where(labels < 2, preset_draw(1), labels).astype(labels.dtype)


def _one_in_100(_: int, codes: Any, labels: Any) -> tuple[Any, Any]:
    wrong = cells(codes, 100) & (labels < no_position(1))
    return codes, np.where(wrong, labels ^ 1, labels)


STORED: dict[str, Any] = {
    "labels: WIN and LOSE exchanged": _exchange,
    "labels permuted": _permute,
    "labels: two plies more": _longer,
    "labels: terminals drawn": _drawn,
    "labels: 1 of 100 exchanged": _one_in_100,
}


def plant_labels(builder: str, path: Path, change: Any) -> None:
    """Change the labels of a folder or a file; checksums and counts of a file fit them."""
    if builder in FOLDERS:
        _rewrite(path, change)
        return
    with np.load(path) as file:
        arrays = {name: file[name] for name in file.files}
    codes = np.arange(len(arrays["answers"])) % SIZE
    arrays["answers"] = change(0, codes, arrays["answers"])[1].astype(np.uint8)
    with open(path, "wb") as target:
        np.savez(target, **arrays)
