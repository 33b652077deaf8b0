"""Part files: what is written is read, by single codes, by arrays, and as a whole.

Pinned here: codes of every size and sign; blocks that end at every place; each width; a part that
is written piece by piece is the same file; codes that do not ascend are refused, and no file is
left; nothing is read of a part before it is asked.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphgame as gg
from graphgame.answers import _blocks
from graphgame.answers.labels import dtype, no_position
from graphgame.answers.page_checksums import PAGE
from graphgame.answers.part_reader import Part
from graphgame.answers.part_writer import (
    BLOCK,
    CODES,
    INDICES,
    PartWriter,
    write_codes,
    write_indexed,
)
from tests.house.hammering import together

TOP = 2**63 - 1
SETS = {
    "none": [],
    "one": [-5],
    "bounds": [-TOP - 1, -TOP, -1, 0, 1, TOP - 1, TOP],
    "steps": [sum(1 << k for k in range(j)) for j in range(63)],
    "a block": range(BLOCK),
    "a block and one": range(7, BLOCK + 8),
    "many": range(-40_000, 80_000, 3),
}


def labelled(codes: Any, width: int) -> tuple[Any, Any]:
    array = np.array([*codes], dtype=np.int64)
    labels = (np.arange(len(array)) * 7919 % no_position(width)).astype(dtype(width))
    return array, labels


@pytest.mark.parametrize("width", [1, 2, 4])
@pytest.mark.parametrize("name", SETS)
def test_codes_are_found_with_their_labels_and_others_are_not(
    name: str, width: int, tmp_path: Path
) -> None:
    codes, labels = labelled(SETS[name], width)
    part = Part(tmp_path, write_codes(tmp_path, 0, codes, labels))
    assert part.find(codes).tolist() == labels.tolist()
    backwards = np.ascontiguousarray(codes[::-1])
    assert part.find(backwards).tolist() == labels[::-1].tolist()
    known = set(codes.tolist())
    near = {code + d for code in known for d in (-1, 1) if -(2**63) <= code + d < 2**63}
    others = np.array(sorted({*near, -(2**63), 0, 2**63 - 1} - known), dtype=np.int64)
    assert set(part.find(others).tolist()) == {no_position(width)}
    read = [*part.read()]
    assert [code for piece, _ in read for code in piece.tolist()] == codes.tolist()
    assert [label for _, piece in read for label in piece.tolist()] == labels.tolist()


@pytest.mark.parametrize("name", [name for name in SETS if name != "none"])
@pytest.mark.parametrize("order", ["ascending", "at random", "each twice", "here and there"])
def test_codes_in_any_order_are_found_beside_others(order: str, name: str, tmp_path: Path) -> None:
    codes, labels = labelled(SETS[name], 2)
    part = Part(tmp_path, write_codes(tmp_path, 0, codes, labels))
    known = dict(zip(codes.tolist(), labels.tolist(), strict=True))
    near = {code + d for code in known for d in (-1, 0, 1) if -(2**63) <= code + d < 2**63}
    asked = np.array(sorted(near), dtype=np.int64)
    if order == "at random":
        np.random.default_rng(1).shuffle(asked)
    elif order == "each twice":
        asked = np.repeat(asked, 2)
    elif order == "here and there":  # a step back after two steps forth
        asked = np.concatenate([np.stack([asked[:-1], asked[1:]], 1).ravel(), asked[:1]])
    expected = [known.get(code, no_position(2)) for code in asked.tolist()]
    assert part.find(asked).tolist() == expected


@pytest.mark.parametrize("width", [1, 2, 4])
@pytest.mark.parametrize("count", [1, PAGE // 4 - 64, PAGE, 3 * PAGE + 5])
def test_indices_are_found_with_their_labels_and_gaps_are_not(
    count: int, width: int, tmp_path: Path
) -> None:
    labels = labelled(range(count), width)[1]
    labels[1::5] = no_position(width)
    row = write_indexed(tmp_path, 3, 1000, labels)
    part = Part(tmp_path, row)
    assert row["positions"] == int((labels != no_position(width)).sum())
    inside = np.arange(1000, 1000 + count)
    assert part.find(inside).tolist() == labels.tolist()
    assert set(part.find(np.array([-(2**63), 999, 1000 + count, TOP])).tolist()) == {
        no_position(width)
    }
    codes = np.concatenate([codes for codes, _ in part.read()])
    found = np.concatenate([labels for _, labels in part.read()])
    assert codes.tolist() == inside[labels != no_position(width)].tolist()
    assert found.tolist() == labels[labels != no_position(width)].tolist()


@pytest.mark.parametrize("step", [1, BLOCK - 1, BLOCK, BLOCK + 1, 5000])
def test_pieces_make_the_same_file_as_the_whole(step: int, tmp_path: Path) -> None:
    codes, labels = labelled(range(0, 30_000, 7), 2)
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    whole = write_codes(tmp_path / "a", 0, codes, labels)
    with PartWriter(tmp_path / "b", 0, CODES, 2) as writer:
        for start in range(0, len(codes), step):
            writer.append_codes(codes[start : start + step], labels[start : start + step])
    assert writer.row == whole
    files = [(tmp_path / x / whole["file"]).read_bytes() for x in "ab"]
    assert files[0] == files[1]


def test_indices_in_pieces_make_the_same_file(tmp_path: Path) -> None:
    labels = labelled(range(2 * PAGE + 100), 1)[1]
    (tmp_path / "a").mkdir()
    whole = write_indexed(tmp_path, 0, 50, labels)
    with PartWriter(tmp_path / "a", 0, INDICES, 1) as writer:
        for start in range(0, len(labels), 10_007):
            writer.append_labels(50 + start, labels[start : start + 10_007])
        with pytest.raises(gg.GraphGameError, match="to be next, got 3"):
            writer.append_labels(3, labels)
    assert writer.row == whole
    assert (tmp_path / "a" / "000000.part").read_bytes() == (tmp_path / "000000.part").read_bytes()


@pytest.mark.parametrize("codes", [[1, 1], [2, 1], [*range(100), 98], [TOP, -TOP]])
def test_codes_that_do_not_ascend_are_refused_and_leave_no_file(
    codes: list[int], tmp_path: Path
) -> None:
    array, labels = labelled(codes, 1)
    with pytest.raises(gg.GraphGameError, match=r"^codes: expected ascending ones, got -?\d+ a"):
        write_codes(tmp_path, 0, array, labels)
    many, known = labelled(range(200, 200 + 2 * BLOCK), 1)

    def twice() -> None:
        with PartWriter(tmp_path, 0, CODES, 1) as writer:
            writer.append_codes(many, known)
            writer.append_codes(many, known)

    with pytest.raises(gg.GraphGameError, match="expected ascending ones"):
        twice()
    assert [*tmp_path.iterdir()] == []
    with pytest.raises(gg.GraphGameError, match="labels: expected 2, got 1"):
        write_codes(tmp_path, 0, np.array([1, 2]), np.zeros(1, np.uint8))
    with pytest.raises(gg.GraphGameError, match="width: expected 1, 2 or 4, got 3"):
        PartWriter(tmp_path, 0, CODES, 3)


def test_nothing_is_checked_that_is_not_read(tmp_path: Path) -> None:
    codes, labels = labelled(range(0, 3_000_000, 10), 1)
    row = write_codes(tmp_path, 0, codes, labels)
    part = Part(tmp_path, row)
    part.find(codes[:1])
    pages = part._open()._pages.checked
    assert 0 < pages.sum() < len(pages)
    part.find(codes)
    assert pages.all()
    part.close()
    assert part.find(codes[5:6]).tolist() == labels[5:6].tolist()  # it is opened again


def _write(folder: Path, kind: int, codes: Any, labels: Any) -> dict[str, Any]:
    if kind == CODES:
        return write_codes(folder, 0, codes, labels)
    return write_indexed(folder, 0, 0, labels)


@pytest.mark.parametrize("kind", [CODES, INDICES])
def test_who_is_being_answered_keeps_the_map(kind: int, tmp_path: Path) -> None:
    codes, labels = labelled(range(3000), 1)
    part = Part(tmp_path, _write(tmp_path, kind, codes, labels))
    pieces = part.read(1000)
    first = next(pieces)
    part.close()  # as another thread may
    found = [first, *pieces]
    assert np.concatenate([some for some, _ in found]).tolist() == codes.tolist()
    assert np.concatenate([some for _, some in found]).tolist() == labels.tolist()


@pytest.mark.parametrize("kind", [CODES, INDICES])
def test_threads_ask_while_others_close(kind: int, tmp_path: Path) -> None:
    codes, labels = labelled(range(300), 1)
    part = Part(tmp_path, _write(tmp_path, kind, codes, labels))

    def ask(thread: int) -> bool:
        for _ in range(300):
            if thread == 0:
                part.close()
            elif part.find(codes).tolist() != labels.tolist() or part.find_one(3) != labels[3]:
                return False
        return True

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        assert together(ask) == [True] * 3
    finally:
        sys.setswitchinterval(interval)


def test_the_kernel_refuses_blocks_that_are_none() -> None:
    codes, labels = labelled(range(0, 1000, 3), 1)
    data, firsts, offsets = map(np.asarray, _blocks.encode(codes, labels, 1, BLOCK))
    checked = np.ones(1, np.uint8)

    def reader(data: Any, firsts: Any, offsets: Any, count: int = len(codes)) -> Any:
        return _blocks.BlockReader(data, firsts, offsets, checked, count, BLOCK, 1)

    found = np.zeros(len(codes), np.uint8)
    assert reader(data, firsts, offsets).find(codes, found, 0) == (len(codes), -1)
    assert found.tolist() == labels.tolist()
    for wrong in ((data, firsts[:-1], offsets), (data, firsts, offsets[:-1])):
        with pytest.raises(ValueError, match="do"):
            reader(*wrong)
    endless = np.full_like(data, 255)
    far = offsets.copy()
    far[1] = len(data) + 1
    beyond = offsets.copy()
    beyond[-1] = len(data) + 1
    low = offsets.copy()
    low[0] = -1
    back = offsets.copy()
    back[1] = 0
    for broken in (
        reader(endless, firsts, offsets),
        reader(data, firsts, far),
        reader(data, firsts, beyond),
        reader(data, firsts, low),
        reader(data, firsts, back),
    ):
        with pytest.raises(_blocks.DamagedBlockError):
            broken.find(codes, found, 0)
        with pytest.raises(_blocks.DamagedBlockError):
            broken.read(0, len(firsts))
    # The last difference of the first block goes on into the labels behind it.
    long = data.copy()
    long[offsets[1] - BLOCK - 1] |= 128
    with pytest.raises(_blocks.DamagedBlockError):
        reader(long, firsts, offsets).read(0, 1)
    with pytest.raises(_blocks.DamagedBlockError):
        reader(long, firsts, offsets).find(codes[BLOCK - 1 : BLOCK], found[:1], 0)
    with pytest.raises(ValueError, match="expected blocks of 0 to"):
        reader(data, firsts, offsets).read(0, len(firsts) + 1)
    with pytest.raises(ValueError, match="bytes for labels"):
        reader(data, firsts, offsets).find(codes, found[1:], 0)


def test_no_block_is_read_while_one_of_its_pages_is_unchecked() -> None:
    codes, labels = labelled(range(0, 90_000 * 300, 300), 1)
    data, firsts, offsets = map(np.asarray, _blocks.encode(codes, labels, 1, BLOCK))
    checked = np.zeros(len(data) // PAGE + 1, np.uint8)
    reader = _blocks.BlockReader(data, firsts, offsets, checked, len(codes), BLOCK, 1)
    found = np.zeros(1, np.uint8)
    begins, ends = offsets[:-1] // PAGE, (offsets[1:] - 1) // PAGE
    across = int(np.flatnonzero(begins != ends)[0])
    for block in (0, across):
        code = codes[block * BLOCK + 5 : block * BLOCK + 6]
        pages = sorted({int(offsets[block]) // PAGE, int(offsets[block + 1] - 1) // PAGE})
        for known in (pages[:0], pages[:1], pages[-1:]):
            checked[:] = 0
            checked[known] = 1
            if known != pages:
                assert reader.find(code, found, 0) == (0, block)
                assert reader.find_one(int(code[0])) == -2 - block
        checked[pages] = 1
        assert reader.find(code, found, 0) == (1, -1)
        assert found[0] == reader.find_one(int(code[0])) == labels[block * BLOCK + 5]
