"""Published databases in files: the answers of their source, or a refusal.

Pinned here: every answer of random games, whatever the parts of the source are, in one file and in
a folder, in one block or in several levels of pages; the rule and the source as checks; what
outcomes alone tell, and what they refuse; a thousand damaged bytes, cut files, other versions and
heads that are not as described.
"""

from __future__ import annotations

import struct
import zlib
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import graphgame as gg
from graphgame import Database, SolutionFileError
from graphgame.answers import published_blocks, published_index, published_storage, publishing
from graphgame.answers.published_index import PREFIX, Head
from tests.answers.folders import KINDS, Game, encoded, loopy, take, write

GAMES = {"indexed": loopy(5), "hashed": loopy(6, 3000, gap=10**12), "tiers": take(400)}


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make blocks of 20 positions, and pages of 3 entries, so that there are many."""
    monkeypatch.setattr(publishing, "POSITIONS", 20)
    for module in (publishing, published_storage):
        monkeypatch.setattr(module, "PAGE", 3)


def files(place: Path) -> dict[str, bytes]:
    """Return what is published, by the names of its files."""
    if place.is_file():
        return {"": place.read_bytes()}
    return {path.name: path.read_bytes() for path in sorted(place.iterdir())}


def require_answers(database: Database, game: Game, *, alone: bool = False) -> None:
    """Check every answer of a database, and what is none."""
    codes = game.codes.tolist()
    assert database.outcome(game.codes).tolist() == game.outcomes.tolist()
    assert [database.outcome(code) for code in codes[::7]] == game.outcomes[::7].tolist()
    assert np.array_equal(database.codes, game.codes)
    assert np.array_equal(database.outcomes, game.outcomes)
    assert list(database) == codes
    assert len(database) == len(codes)
    assert database.start == game.starts[0]
    known = {*codes}
    others = [-(2**63), 2**63 - 1, *(code + 1 for code in codes[::5] if code + 1 not in known)]
    assert not any(code in database for code in others)
    with pytest.raises(gg.UnknownPositionError):
        database.outcome([codes[0], others[-1]])
    if not alone:
        assert database.remoteness_of(game.codes).tolist() == game.remoteness.tolist()
        some = [database.remoteness_of(code) for code in codes[::7]]
        assert some == game.remoteness[::7].tolist()


@pytest.mark.parametrize("split", [False, True], ids=["file", "folder"])
@pytest.mark.parametrize("content", ["remoteness", "outcomes"])
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.usefixtures("small")
def test_every_answer_is_that_of_the_source(
    kind: str, content: str, split: bool, tmp_path: Path
) -> None:
    game = GAMES[kind]
    place = tmp_path / "published"
    with Database.open(write(tmp_path / "source", game, kind, 7), game) as source:
        source.publish(place, content, split=split)
        for rule in (None, game):
            with Database.open(place, rule) as database:
                require_answers(database, game, alone=content == "outcomes")
                assert database.verify(source)
                assert database.counts() == source.counts()
                assert database.remoteness_counts() == source.remoteness_counts()
                if content == "remoteness" and rule is not None:
                    assert database.verify()
                    line = database.line(game.starts[0])
                    assert line == source.line(game.starts[0])
    assert not place.with_name("published.unfinished").exists()


@pytest.mark.parametrize(("game", "blocks"), [(GAMES["hashed"], 2), (take(300), 1)])
def test_blocks_of_the_usual_size(game: Game, blocks: int, tmp_path: Path) -> None:
    with Database.open(write(tmp_path / "source", game, "hashed"), game) as source:
        source.publish(tmp_path / "all.ggdb")
        with Database.open(tmp_path / "all.ggdb", game) as database:
            require_answers(database, game)
            assert database.verify()
            assert database._fields["blocks"] == blocks


def test_games_in_memory_are_published_and_need_no_rule_to_be_read(tmp_path: Path) -> None:
    for play in ("normal", "misere"):
        game = take(300, play)
        source = gg.build(game, start=300, play=play)
        place = tmp_path / play
        source.publish(place)
        with Database.open(place) as database:
            require_answers(database, game)
            assert database.play == play
            assert database.verify(source)
        assert Database.open(place, game).best_move(299) == source.best_move(299)
        with pytest.raises(gg.RuleMismatchError, match="digest"):
            Database.open(place, lambda n: [n - k for k in (1, 2) if n >= k])


def test_a_file_without_a_rule_is_compared_at_a_sample(tmp_path: Path) -> None:
    source = gg.build(take(300), start=300)
    source.save(tmp_path / "saved.npz")
    other = take(299)
    for content in ("remoteness", "outcomes"):
        place = tmp_path / content
        Database.load(tmp_path / "saved.npz").publish(place, content)
        assert Database.open(place, take(300)).winning_moves(300) == source.winning_moves(300)
        with pytest.raises(gg.RuleMismatchError):
            Database.open(place, lambda n: [n - k for k in (1, 2) if n >= k])
    assert other.options(5) == take(300).options(5)


@pytest.mark.usefixtures("small")
def test_many_starts_classes_and_undecided_positions(tmp_path: Path) -> None:
    def rule(n: int) -> list[int]:
        return [n // 2, n - 1, n // 3] if n else []

    starts = [*range(500, 100, -3), 7]
    source = gg.build(rule, start=starts, presets={0: gg.LOSE, 3: gg.WIN}, store="undecided")
    source.publish(tmp_path / "starts")
    with Database.open(tmp_path / "starts", rule, presets={0: gg.LOSE, 3: gg.WIN}) as database:
        assert database.start == 500
        assert {*database._fields["start"]} == {*starts}
        assert database.verify()
        assert database.verify(source)
        assert database.outcome(3) == gg.WIN
        assert len(database) == len(source)

    def canonical(n: int) -> int:
        return min(n, 1000 - n)

    def steps(n: int) -> list[int]:
        return [k for k in (n - 1, n + 1, 1000 - n) if k != n and n not in (0, 1000)]

    classes = gg.build(steps, start=[400], canonical=canonical)
    classes.publish(tmp_path / "classes", split=True)
    with pytest.raises(gg.RuleMismatchError, match="symmetry"):
        Database.open(tmp_path / "classes", steps)
    with Database.open(tmp_path / "classes", steps, canonical=canonical) as database:
        assert database.verify()
        assert database.outcome(600) == classes.outcome(400)


def test_outcomes_alone_refuse_what_they_do_not_tell(tmp_path: Path) -> None:
    game = take(60)
    source = gg.build(game, start=60)
    source.publish(tmp_path / "alone", "outcomes")
    database = Database.open(tmp_path / "alone", game)
    for n in range(61):
        assert database.outcome(n) == source.outcome(n)
        assert database.winning_moves(n) == sorted(source.winning_moves(n))
    for ask in (
        lambda: database.remoteness_of(3),
        lambda: database.remoteness_of([3, 4]),
        lambda: database.best_move(3),
        database.line,
        lambda: database[3],
        database.table,
        lambda: database.remoteness,
        database.puzzles,
        lambda: database.save(tmp_path / "saved.npz"),
        database.verify,
        lambda: database.serve(port=0),
    ):
        with pytest.raises(gg.GraphGameError, match=r"outcomes alone"):
            ask()
    with pytest.raises(gg.GraphGameError, match="content: expected 'outcomes'"):
        database.publish(tmp_path / "more")
    database.publish(tmp_path / "again", "outcomes")
    assert files(tmp_path / "again") == files(tmp_path / "alone")


def test_an_empty_database(tmp_path: Path) -> None:
    labels = np.zeros(0, np.uint8)
    source = Database._in_memory(labels, None, [], codes=np.zeros(0, np.int64))
    for split in (False, True):
        place = tmp_path / str(split)
        source.publish(place, split=split)
        with Database.open(place) as database:
            assert len(database) == 0
            assert 3 not in database
            assert list(database) == []


def test_codes_at_both_ends_and_labels_of_every_width(tmp_path: Path) -> None:
    codes = np.array([-(2**63), -5, 0, 1, 2**63 - 1], dtype=np.int64)
    for labels in (
        np.array([0, 1, 254, 255, 251], np.uint8),
        np.array([0, 1, 65534, 65535, 65531], np.uint16),
        np.array([0, 1, 2**32 - 2, 2**32 - 1, 2**32 - 5], np.uint32),
    ):
        source = Database._in_memory(labels, None, [0], codes=codes)
        place = tmp_path / str(labels.dtype)
        source.publish(place)
        with Database.open(place) as database:
            assert np.array_equal(database.codes, codes)
            assert np.array_equal(database.remoteness, source.remoteness)
            assert database.outcome(codes).tolist() == source.outcomes.tolist()
            assert database.verify(source)


def test_blocks_are_halved_where_they_would_be_large() -> None:
    random = np.random.default_rng(3)
    codes = np.unique(random.integers(-(2**62), 2**62, 40_000))
    labels = random.integers(0, 2**32 - 3, len(codes), dtype=np.uint32)
    blocks = [*published_blocks.encode_blocks(codes, labels, "remoteness")]
    assert len(blocks) > 4
    assert all(len(block) <= published_blocks.MOST_BYTES for _, block in blocks)
    found = [
        published_blocks.decode_block(
            block, published_index.Entry(first, len(block), zlib.crc32(block)), "remoteness"
        )
        for first, block in blocks
    ]
    assert np.array_equal(np.concatenate([c for c, _ in found]), codes)
    assert np.array_equal(np.concatenate([x for _, x in found]), labels)


# -- damage ---------------------------------------------------------------------------------------


def all_answers(place: Path, game: Game) -> Any:
    """Open what is published and read it all, in three ways."""
    with Database.open(place) as database:
        one = [database.outcome(code) for code in game.codes[::11].tolist()]
        found = database.outcome(game.codes).tolist(), database.remoteness_of(game.codes).tolist()
        return one, found, [*database], database.start, database.counts()


@pytest.mark.parametrize("split", [False, True], ids=["file", "folder"])
@pytest.mark.usefixtures("small")
def test_of_a_thousand_damaged_bytes_none_is_answered_wrongly(split: bool, tmp_path: Path) -> None:
    game = GAMES["indexed"]
    source = Database.open(write(tmp_path / "source", game, "indexed"), game)
    place = tmp_path / "published"
    source.publish(place, split=split)
    expected = all_answers(place, game)
    names = sorted(place.iterdir()) if split else [place]
    sizes = [path.stat().st_size for path in names]
    random = Random(split)
    refused = 0
    for _ in range(1000):
        at, k = random.randrange(sum(sizes)), 0
        while at >= sizes[k]:
            at -= sizes[k]
            k += 1
        whole = names[k].read_bytes()
        turned = whole[:at] + bytes([whole[at] ^ random.randrange(1, 256)]) + whole[at + 1 :]
        names[k].write_bytes(turned)
        with pytest.raises(SolutionFileError) as caught:
            all_answers(place, game)
        assert "\n" not in str(caught.value)
        refused += 1
        names[k].write_bytes(whole)
    assert refused == 1000
    assert all_answers(place, game) == expected


@pytest.mark.usefixtures("small")
def test_cut_and_longer_files_are_refused(tmp_path: Path) -> None:
    game = take(200)
    source = gg.build(game, start=200)
    source.publish(tmp_path / "one")
    whole = (tmp_path / "one").read_bytes()
    for size in [*range(0, len(whole), 37), len(whole) - 1, len(whole) + 1]:
        (tmp_path / "one").write_bytes((whole + b"x")[:size])
        with pytest.raises(SolutionFileError):
            all_answers(tmp_path / "one", game)
    source.publish(tmp_path / "folder", split=True)
    for path in sorted((tmp_path / "folder").iterdir()):
        content = path.read_bytes()
        for size in (0, 1, len(content) // 2, len(content) - 1, len(content) + 1):
            path.write_bytes((content + b"x")[:size])
            with pytest.raises(SolutionFileError):
                all_answers(tmp_path / "folder", game)
        path.unlink()
        with pytest.raises(SolutionFileError):
            all_answers(tmp_path / "folder", game)
        path.write_bytes(content)
    other = sorted((tmp_path / "folder").glob("0-*"))[:2]
    contents = [path.read_bytes() for path in other]
    for path, content in zip(other, reversed(contents), strict=True):
        path.write_bytes(content)
    with pytest.raises(SolutionFileError, match="block 0"):
        all_answers(tmp_path / "folder", game)


def changed(whole: bytes, /, **fields: Any) -> bytes:
    """Return a file with other fields in its head, and right checksums."""
    head = Head.from_bytes(whole[: Head.read_size(whole)])
    again = Head({**head.fields, **fields}, head._content)
    return again.to_bytes() + whole[head.size :]


def test_heads_that_are_not_as_described(tmp_path: Path) -> None:
    game = take(200)
    place = tmp_path / "one"
    gg.build(game, start=200).publish(place)
    whole = place.read_bytes()
    assert changed(whole) == whole
    tally = Head.from_bytes(whole[: Head.read_size(whole)]).fields["remoteness"]
    for fields in (
        {"format": "graphgame database"}, {"content": "scores"}, {"kind": "tiers"}, {"width": 3},
        {"play": "random"}, {"rule": None}, {"rule": {"name": 1}}, {"start": [0.5]}, {"levels": []},
        {"levels": [1] * 9}, {"positions": 7}, {"counts": {}}, {"remoteness": {}}, {"blocks": -1},
        {"blocks": 9}, {"symmetric": 1}, {"undecided": None}, {"split": 0}, {"last": "x"},
        {"starts": [1, 2]}, {"moves": -1}, {"remoteness": {**tally, "WIN": [[1]]}}, {"last": 3},
    ):  # fmt: skip
        place.write_bytes(changed(whole, **fields))
        with pytest.raises(SolutionFileError):
            all_answers(place, game)
    later = bytearray(whole)
    struct.pack_into("<I", later, 8, 2)
    place.write_bytes(later)
    with pytest.raises(SolutionFileError, match="version 2; a later graphgame may read it"):
        Database.open(place)
    place.write_bytes(whole[:8].replace(b"\r\n", b"\n") + whole[8:])
    with pytest.raises(SolutionFileError, match="expected a published database"):
        Database.open(place)
    assert PREFIX.size < Head.read_size(whole)


def test_another_source_is_no_proof(tmp_path: Path) -> None:
    codes = np.arange(91, dtype=np.int64)
    game = take(90)
    known = encoded(game)
    source = Database._in_memory(known, game, [90], codes=codes)
    other = gg.build(take(91), start=91)
    source.publish(tmp_path / "one")
    database = Database.open(tmp_path / "one")
    with pytest.raises(SolutionFileError, match="source: expected the counts"):
        database.verify(other)
    labels = known.copy()
    at = np.flatnonzero(labels == labels[0])[:1], np.flatnonzero(labels != labels[0])[:1]
    labels[at[0]], labels[at[1]] = labels[at[1]], labels[at[0]]
    turned = Database._in_memory(labels, None, [90], codes=codes)
    with pytest.raises(gg.VerificationError, match="as the source has"):
        database.verify(turned)
