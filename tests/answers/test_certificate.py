"""The certificate of databases accepts proofs, and nothing else.

Pinned here: a thousand databases with one label changed or gone are judged as the reference judges
them, in memory and on disk; so are wrong starts, kinds of play and presets; a code in a part that
is not its own, codes twice, and counts of the manifest that are not those of the labels are
refused; batches of every size judge alike; memory does not grow with the game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import graphgame as gg
from graphgame import Database, SolutionFileError, VerificationError
from graphgame.answers import labels, manifest, part_writer, storage, verify
from graphgame.rules.asked import Asked
from tests.answers.folders import Game, encoded, loopy, take, write
from tests.reference import database as reference

GAMES = {
    "loopy": loopy(11, 120),
    "misere": loopy(12, 90, play="misere"),
    "take": take(150),
    "far": loopy(13, 100, gap=10**14),
}


def judged(game: Game, known: Any, codes: Any = None) -> bool:
    """Return whether `Database.verify` accepts labels of the codes of a game."""
    codes = game.codes if codes is None else codes
    database = Database._in_memory(known, game, list(game.starts), game.play, codes=codes)
    try:
        return database.verify()
    except gg.GraphGameError as error:
        assert "expected" in str(error)  # noqa: PT017
        return False


def as_reference(game: Game, known: Any) -> bool:
    """Return whether the reference accepts them."""
    pairs = zip(*(column.tolist() for column in labels.decode(known)), strict=True)
    rows = zip(game.codes.tolist(), pairs, strict=True)
    answers = {code: pair for code, pair in rows if pair[0] != gg.NO_PRESET}
    return reference.is_proof(answers, game.options, game.preset, game.starts, game.play)


@pytest.mark.parametrize("name", GAMES)
def test_changed_labels_are_judged_as_the_reference_judges_them(name: str) -> None:
    game = GAMES[name]
    game = replace(game, starts=game.starts[:1])
    right = encoded(game)
    assert judged(game, right)
    assert as_reference(game, right)
    random = Random(name)
    width = right.dtype.itemsize
    special = [labels.never(width), labels.preset_draw(width), labels.no_position(width)]
    accepted = 0
    for _ in range(250):
        known = right.copy()
        for at in random.sample(range(len(known)), random.choice([1, 1, 1, 2])):
            near = [int(known[at]) ^ 1, (int(known[at]) + 2) % special[-1], random.randrange(12)]
            known[at] = random.choice([*near, *special])
        found = judged(game, known)
        assert found == as_reference(game, known)
        accepted += found
    assert accepted < 100


def test_wrong_labels_that_agree_with_each_other_are_refused() -> None:
    """Labels shifted as a whole, and a cycle of positions that each call the next one lost."""
    game = take(40)
    right = encoded(game)
    assert not judged(game, right + np.uint8(2))
    ring = Game({k: ((k + 1) % 6,) for k in range(6)}, {}, (0,))
    drawn = np.full(6, 255, np.uint8)
    assert judged(ring, drawn)
    for pair in ([2, 3], [4, 5], [2, 5]):
        assert not judged(ring, np.array(pair * 3, np.uint8))
    assert not judged(ring, np.full(6, 254, np.uint8))


@pytest.mark.parametrize("batch", [1, 2, 7, 50])
@pytest.mark.parametrize("name", ["loopy", "misere"])
def test_batches_of_any_size_judge_alike(
    name: str, batch: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = GAMES[name]
    monkeypatch.setattr(verify, "_BATCH", batch)
    monkeypatch.setattr(verify, "_MOVES", batch)
    right = encoded(game)
    assert judged(game, right)
    random = Random(batch)
    for _ in range(60):
        known = right.copy()
        known[random.randrange(len(known))] = random.choice([0, 1, 2, 3, 253, 254, 255])
        assert judged(game, known) == as_reference(game, known)


def test_a_game_of_another_play_or_start_is_refused() -> None:
    game = GAMES["loopy"]
    assert not judged(replace(game, play="misere"), encoded(game))
    outside = next(code for code in range(10**6) if code not in game.rows)
    with pytest.raises(gg.GraphGameError, match=rf"start: expected {outside} among"):
        Database._in_memory(
            encoded(game), game, [game.starts[0], outside], codes=game.codes
        ).verify()


def test_the_message_says_what_is_wrong_and_where() -> None:
    game = take(10)
    known = encoded(game)
    known[4] = 255
    with pytest.raises(VerificationError) as caught:
        Database._in_memory(known, game, [10], codes=game.codes).verify()
    assert str(caught.value) == (
        "position 7: expected only WIN options for a LOSE, got LOSE of remoteness 4; its options: "
        "6 WIN 3, 4 DRAW -1, 3 WIN 1"
    )


# -- folders --------------------------------------------------------------------------------------


def test_changed_labels_in_folders_are_refused(tmp_path: Path) -> None:
    game = replace(GAMES["loopy"], starts=GAMES["loopy"].starts[:1])
    right = encoded(game)
    random = Random(5)
    for k in range(40):
        known = right.copy()
        known[random.randrange(len(known))] = random.choice([0, 1, 2, 3, 254, 255])
        folder = write(tmp_path / str(k), game, "hashed")
        _replace(folder, game, known)
        if as_reference(game, known):
            assert Database.open(folder, game).verify()
            continue
        with pytest.raises(gg.RuleMismatchError):  # so few positions are all compared at the door
            Database.open(folder, game)
        with pytest.raises(VerificationError):
            _unchecked(folder, game).verify()


def _unchecked(folder: Path, game: Game) -> Database:
    """Open a folder with a rule that nothing is compared with before `verify`."""
    database = Database.open(folder)
    database._asked = Asked.from_rule(game, game.starts)
    return database


def _replace(folder: Path, game: Game, known: Any) -> None:
    """Write other labels, with counts that fit them."""
    owners = storage.mix(game.codes) % np.uint64(3)
    rows = [
        part_writer.write_codes(folder, k, game.codes[owners == k], known[owners == k])
        for k in range(3)
    ]
    _fields(folder, parts=rows, tally=labels.Tally().add(known))


def _fields(folder: Path, *, tally: Any, **fields: Any) -> None:
    found = manifest.Manifest.load(folder)
    found.fields.update(fields)
    found["remoteness"] = tally.to_json()
    found["counts"] = {str(kind): count for kind, count in tally.counts().items()}
    found["positions"] = tally.positions
    found.save()


def test_counts_that_are_not_those_of_the_labels_are_refused(tmp_path: Path) -> None:
    game = GAMES["loopy"]
    folder = write(tmp_path, game, "hashed")
    other = encoded(game)
    other[0] ^= 1
    _fields(folder, tally=labels.Tally().add(other))
    with pytest.raises(SolutionFileError, match="counts: expected those of the labels"):
        Database.open(folder, game).verify()
    _fields(folder, tally=labels.Tally().add(encoded(game)), moves=game.moves + 1)
    with pytest.raises(SolutionFileError, match=f"moves: expected {game.moves}, as the rule has"):
        Database.open(folder, game).verify()


def test_a_code_in_the_part_of_another_is_refused(tmp_path: Path) -> None:
    game = GAMES["far"]
    folder = write(tmp_path, game, "hashed")
    owners = (storage.mix(game.codes) + np.uint64(1)) % np.uint64(3)
    known = encoded(game)
    rows = [
        part_writer.write_codes(folder, k, game.codes[owners == k], known[owners == k])
        for k in range(3)
    ]
    _fields(folder, tally=labels.Tally().add(known), parts=rows)
    with pytest.raises(gg.RuleMismatchError, match="where it belongs, got no such one"):
        Database.open(folder, game)
    with pytest.raises(gg.GraphGameError, match=r"^start: expected \d+ among the positions"):
        _unchecked(folder, game).verify()


def test_a_code_that_stands_there_twice_is_refused(tmp_path: Path) -> None:
    game = GAMES["loopy"]
    folder = write(tmp_path, game, "tiers")
    known = encoded(game)
    pieces = [slice(0, 50), slice(49, 90), slice(90, None)]
    rows = [
        part_writer.write_codes(folder, k, game.codes[piece], known[piece])
        for k, piece in enumerate(pieces)
    ]
    tally = labels.Tally()
    for piece in pieces:
        tally.add(known[piece])
    moves = game.moves + sum(
        len(game.rows[code]) for code in game.codes[49:50].tolist() if code not in game.presets
    )
    _fields(folder, tally=tally, parts=rows, moves=moves)
    with pytest.raises(
        gg.GraphGameError, match=r"^part \d: expected codes that belong there, in asc"
    ):
        Database.open(folder, game).verify()


@pytest.mark.parametrize("seed", range(30))
def test_parts_side_by_side(seed: int) -> None:
    """Random parts whose ranges overlap, in pieces of any size, with and without a common code."""
    random = Random(seed)
    size = random.randrange(1, 400)
    codes = sorted(random.sample(range(-1000, 1000), size))
    count = random.randrange(1, 9)
    parts: list[list[int]] = [[] for _ in range(count)]
    for code in codes:
        parts[random.randrange(count)].append(code)
    parts = [part for part in parts if part]
    most = random.choice([1, 2, 7, 100])
    verify.require_disjoint([in_pieces(part, most) for part in parts])
    if len(parts) > 1:
        one, other = random.sample(parts, 2)
        code = random.choice(one)
        other.append(code)
        other.sort()
        with pytest.raises(gg.GraphGameError, match=f"in ascending order, got {code}, which part"):
            verify.require_disjoint([in_pieces(part, most) for part in parts])


def in_pieces(part: list[int], most: int) -> tuple[int, Callable[[], Iterator[Any]]]:
    def read() -> Iterator[Any]:
        for start in range(0, len(part), most):
            yield np.array(part[start : start + most])
            yield np.array([], np.int64)

    return part[0], read


@pytest.mark.parametrize("part", [[5, 4, 9], [1, 2, 2], [7, 8, 9, 3]])
def test_parts_that_do_not_ascend_are_refused_and_do_not_hang(part: list[int]) -> None:
    for most in (1, 2, 4):
        with pytest.raises(gg.GraphGameError, match="^part 0: expected codes that belong there"):
            verify.require_disjoint([in_pieces(part, most), in_pieces([0, 6], most)])
    with pytest.raises(gg.GraphGameError, match="^part 0: expected codes that belong there"):
        verify.require_disjoint([(6, in_pieces([5, 8], 1)[1])])
