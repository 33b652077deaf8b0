"""Files of a build that are damaged: it is refused, or its certificate is, or it is right."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import graphgame as gg
from graphgame.big.partitions.stored import StoredGame, explore_partitions
from tests.big.stored import Game

KINDS = ("json", "codes", "counters", "ends", "log", "mail", "seeds")


class Stopped(Exception):  # noqa: N818 -- no error
    """The rule stops a build."""


def damaged(path: Path, rng: random.Random) -> None:
    """Change a bit of a file, cut it, or write over four bytes."""
    data = bytearray(path.read_bytes())
    at, way = rng.randrange(len(data)), rng.random()
    if way < 0.7:
        data[at] ^= 1 << rng.randrange(8)
    elif way < 0.85:
        del data[at:]
    else:
        data[at : at + 4] = b"\xff" * len(data[at : at + 4])
    path.write_bytes(data)


def gone_on(seed: int, folder: Path) -> tuple[str, str]:
    """Stop a build, damage a file and build again; return the kind of file and what came out."""
    rng = random.Random(seed)
    game, left = Game(seed, sizes=(20, 60, 300)), [rng.randrange(2, 60)]
    known = {k * game.spread: row for k, row in enumerate(game.options)}

    def rule(code: int) -> list[int]:
        left[0] -= 1
        if left[0] == 0:
            raise Stopped
        return known.get(code, [])

    def build() -> StoredGame:
        return explore_partitions(
            rule, game.start, presets=game.presets,
            folder=folder, memory="1MiB", partitions=3, checkpoint=0,
        )  # fmt: skip

    try:
        build()
    except Stopped:
        left[0] = 0
    found = [path for path in (folder / "work").glob("*") if path.stat().st_size]
    kinds = sorted({path.name.split(".")[1] for path in found})
    if not kinds:
        return "", "nothing"
    kind = rng.choice(kinds)
    damaged(rng.choice(sorted(p for p in found if p.name.split(".")[1] == kind)), rng)
    left[0] = 0
    try:
        with build().solve() as database:
            database.verify()
    except gg.VerificationError:
        return kind, "judged wrong"
    except gg.GraphGameError:
        return kind, "refused"
    return kind, "right"


def test_a_damaged_build_is_refused_or_judged_by_its_certificate(tmp_path: Path) -> None:
    found = Counter(gone_on(seed, tmp_path / str(seed)) for seed in range(400))
    for kind in KINDS:
        assert found[kind, "refused"] + found[kind, "judged wrong"] > 0, (kind, found)
    assert found["json", "judged wrong"] == found["json", "right"] == 0, "it has a checksum"
