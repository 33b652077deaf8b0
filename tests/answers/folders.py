"""Small games, their answers, and databases of them in folders, for the tests of this room."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

import graphgame as gg
from graphgame.answers import labels, manifest, part_writer, storage
from graphgame.rules import asked as asking

KINDS = "indexed", "hashed", "tiers"


@dataclass(frozen=True)
class Game:
    """A game as a rule of one position: the options of each code, and its preset."""

    rows: dict[int, tuple[int, ...]]
    presets: dict[int, tuple[int, int]]
    starts: tuple[int, ...]
    play: str = "normal"

    def options(self, code: int) -> tuple[int, ...]:
        return self.rows[code]

    def preset(self, code: int) -> tuple[int, int] | None:
        return self.presets.get(code)

    @cached_property
    def solution(self) -> gg.Solution:
        return gg.solve(self.rows, presets=self.presets, play=self.play)

    @cached_property
    def codes(self) -> Any:
        return np.array(sorted(self.rows), dtype=np.int64)

    @cached_property
    def outcomes(self) -> Any:
        return self._column("outcomes")

    @cached_property
    def remoteness(self) -> Any:
        return self._column("remoteness")

    def _column(self, name: str) -> Any:
        places = [self.solution.game.index(code) for code in self.codes.tolist()]
        return getattr(self.solution, name)[places]

    @property
    def moves(self) -> int:
        return sum(len(row) for code, row in self.rows.items() if code not in self.presets)


def take(n: int = 700, play: str = "normal") -> Game:
    """Return the game in which a move takes 1, 3 or 4 of n: a remoteness beyond a byte."""
    rows = {k: tuple(k - d for d in (1, 3, 4) if k >= d) for k in range(n + 1)}
    return Game(rows, {}, (n,), play)


def loopy(seed: int, n: int = 400, gap: int = 3, play: str = "normal") -> Game:
    """Return a random game with cycles, draws, passes, and presets with a remoteness.

    Codes are spread over a range `gap` times as large, and reach below zero where it is above 100.
    """
    random = Random(seed)
    low = -gap * n if gap > 100 else 0
    codes = random.sample(range(low, gap * n), n)
    rows, presets = {}, {}
    for code in codes:
        few = random.choice([0, 1, 1, 2, 3])
        rows[code] = tuple(dict.fromkeys(random.choices(codes, k=few)))
        if random.random() < 0.1:
            outcome = random.choice([gg.LOSE, gg.WIN, gg.DRAW])
            presets[code] = (outcome, 0 if outcome == gg.DRAW else random.randrange(4))
    return Game(rows, presets, tuple(codes), play)


def encoded(game: Game) -> Any:
    """Return the labels of all positions in ascending order of codes."""
    return labels.encode(game.outcomes, game.remoteness)


def write(folder: Path, game: Game, kind: str, count: int = 3) -> Path:
    """Write a database of a game with `count` parts."""
    folder.mkdir(parents=True, exist_ok=True)
    known = encoded(game)
    tally = labels.Tally().add(known)
    if kind == "indexed":
        rows = _write_ranges(folder, game, known, count)
    elif kind == "hashed":
        owners = storage.mix(game.codes) % np.uint64(count)
        rows = [
            part_writer.write_codes(folder, k, game.codes[owners == k], known[owners == k])
            for k in range(count)
        ]
    else:
        rows = [
            part_writer.write_codes(folder, k, game.codes[k::count], known[k::count])
            for k in range(count)
        ]
    asked = asking.Asked.from_rule(game, game.starts)
    manifest.complete(
        folder,
        kind=kind,
        rule=(asked.name, asking.digest(asked, np.array(game.starts))),
        play=game.play,
        starts=list(game.starts),
        parts=rows,
        tally=tally,
        moves=game.moves,
    )
    return folder


def _write_ranges(folder: Path, game: Game, known: Any, count: int) -> list[dict[str, Any]]:
    size = int(game.codes[-1]) + 1
    width = known.dtype.itemsize
    dense = np.full(size, labels.no_position(width), dtype=known.dtype)
    dense[game.codes] = known
    bounds = [size * k // count for k in range(count + 1)]
    return [
        part_writer.write_indexed(folder, k, bounds[k], dense[bounds[k] : bounds[k + 1]])
        for k in range(count)
    ]
