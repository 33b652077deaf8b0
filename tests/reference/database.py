"""A reader of database folders, written from docs/formats.md alone: slow, and plain Python.

It reads every file whole, checks every checksum, and imports nothing from the package.
"""

from __future__ import annotations

import hashlib
import json
import struct
import zlib
from collections.abc import Callable, Iterable
from pathlib import Path

# An outcome and a remoteness.
Answer = tuple[int, int]
LOSE, DRAW, WIN, NO_PRESET = -1, 0, 1, 2
PAGE = 65536
MAGIC = bytes.fromhex("89 47 47 70 61 72 74 0a")


def mix(code: int) -> int:
    """Return the finalizer of SplitMix64."""
    most = (1 << 64) - 1
    z = code & most
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & most
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB & most
    return z ^ (z >> 31)


def answer(label: int, width: int) -> Answer | None:
    """Return what a label stands for; None where there is no position."""
    most = 1 << 8 * width
    special = {most - 1: (DRAW, -1), most - 2: (DRAW, 0), most - 3: None}
    if label in special:
        return special[label]
    return (WIN if label % 2 else LOSE), label // 2


def read_manifest(folder: Path) -> dict[str, object]:
    """Return the manifest of a complete database, whose checksum is right."""
    text = (folder / "manifest.json").read_text("ascii")
    fields: dict[str, object] = json.loads(text)
    assert text == json.dumps(fields, sort_keys=True, separators=(",", ":")) + "\n"
    crc = fields.pop("crc32")
    rest = json.dumps(fields, sort_keys=True, separators=(",", ":"))
    assert crc == zlib.crc32(rest.encode("ascii"))
    assert (fields["format"], fields["version"]) == ("graphgame database", 1)
    assert fields["state"] == "complete"
    return fields


def read_part(folder: Path, row: dict[str, object]) -> dict[int, Answer]:
    """Return the answers of a part; check all its bytes."""
    data = (folder / str(row["file"])).read_bytes()
    assert len(data) == row["bytes"]
    assert data[:8] == MAGIC
    version, kind, width, block = struct.unpack("<4H", data[8:16])
    count, first, last, directory, table = struct.unpack("<QqqQQ", data[16:56])
    assert (version, width, first, last) == (1, row["width"], row["first"], row["last"])
    assert data[56:64] == bytes(8)
    assert zlib.crc32(data[table:]) == row["pages_crc32"]
    pages = range(0, table, PAGE)
    sums = struct.unpack(f"<{len(pages)}I", data[table:])
    assert sums == tuple(zlib.crc32(data[start : min(start + PAGE, table)]) for start in pages)
    if kind == 1:
        assert directory == table == 64 + count * width
        labels = _labels(data[64:table], width)
        listed = dict(zip(range(first, last + 1), labels, strict=True))
    else:
        assert kind == 2
        listed = _read_blocks(data, count, width, block, directory, table)
        assert not listed or (min(listed), max(listed)) == (first, last)
    found = {code: answer(label, width) for code, label in listed.items()}
    assert len(listed) == count
    return {code: known for code, known in found.items() if known is not None}


def _labels(data: bytes, width: int) -> list[int]:
    places = range(0, len(data), width)
    return [int.from_bytes(data[at : at + width], "little") for at in places]


def _read_blocks(
    data: bytes, count: int, width: int, block: int, directory: int, table: int
) -> dict[int, int]:
    """Return the labels of all codes, in ascending order."""
    blocks = -(-count // block)
    assert directory % 8 == 0
    assert directory + 16 * blocks + 8 == table
    numbers = struct.unpack(f"<{blocks}q{blocks + 1}Q", data[directory:table])
    firsts, offsets = numbers[:blocks], numbers[blocks:]
    found: dict[int, int] = {}
    for b in range(blocks):
        size = min(block, count - b * block)
        stored = data[offsets[b] : offsets[b + 1]]
        codes, at = [firsts[b]], 0
        for _ in range(size - 1):
            difference, shift = 0, 0
            while True:
                difference |= (stored[at] & 127) << shift
                shift += 7
                at += 1
                if stored[at - 1] < 128:
                    break
            codes.append(codes[-1] + difference)
        labels = _labels(stored[at:], width)
        found.update(zip(codes, labels, strict=True))
    assert data[offsets[-1] : directory] == bytes(directory - offsets[-1])
    assert directory - offsets[-1] < 8
    assert [*found] == sorted(found)
    return found


def read(folder: Path) -> tuple[dict[str, object], dict[int, Answer]]:
    """Return the manifest and all answers; check that each code is in the part it belongs to."""
    manifest = read_manifest(folder)
    rows: list[dict[str, object]] = manifest["parts"]  # type: ignore[assignment]
    found: dict[int, Answer] = {}
    for number, row in enumerate(rows):
        assert row["file"] == f"{number:06}.part"
        part = read_part(folder, row)
        assert len(part) == row["positions"]
        assert not found.keys() & part.keys()
        if manifest["kind"] == "hashed":
            assert all(mix(code) % len(rows) == number for code in part)
        found |= part
    _check_counts(manifest, found)
    return manifest, found


def _check_counts(manifest: dict[str, object], found: dict[int, Answer]) -> None:
    assert manifest["positions"] == len(found)
    words = {"WIN": WIN, "LOSE": LOSE, "DRAW": DRAW}
    for word, outcome in words.items():
        ends = [remoteness for kind, remoteness in found.values() if kind == outcome]
        assert manifest["counts"][word] == len(ends)  # type: ignore[index]
        pairs = [[r, ends.count(r)] for r in sorted(set(ends))]
        assert manifest["remoteness"][word] == pairs  # type: ignore[index]


def digest(
    options: Callable[[int], Iterable[int]],
    preset: Callable[[int], tuple[int, int] | None],
    starts: Iterable[int],
) -> str:
    """Return the digest of a rule of one position."""
    found = hashlib.sha256()
    known: set[int] = set()
    level = sorted(set(starts))
    left = 1000
    while level and left:
        level = level[:left]
        left -= len(level)
        known |= set(level)
        presets = [preset(code) for code in level]
        rows = [
            [] if end is not None else sorted(set(options(code)))
            for code, end in zip(level, presets, strict=True)
        ]
        ends = [end or (NO_PRESET, 0) for end in presets]
        numbers = level + [end[0] for end in ends] + [end[1] for end in ends]
        numbers += [len(row) for row in rows] + [code for row in rows for code in row]
        found.update(struct.pack(f"<{len(numbers)}q", *numbers))
        level = sorted({code for row in rows for code in row} - known)
    return found.hexdigest()


def is_proof(
    answers: dict[int, Answer],
    options: Callable[[int], Iterable[int]],
    preset: Callable[[int], tuple[int, int] | None],
    starts: Iterable[int],
    play: str,
) -> bool:
    """Return whether answers are a proof, from the definition of each."""
    if any(start not in answers for start in starts):
        return False
    return all(_is_right(code, answers, options, preset, play) for code in answers)


def _is_right(
    code: int,
    answers: dict[int, Answer],
    options: Callable[[int], Iterable[int]],
    preset: Callable[[int], tuple[int, int] | None],
    play: str,
) -> bool:
    own = answers[code]
    end = preset(code)
    if end is not None:
        return own == end
    listed = sorted(set(options(code)))
    if not listed:
        return own == (LOSE if play == "normal" else WIN, 0)
    if any(option not in answers for option in listed):
        return False
    lost = [r for kind, r in map(answers.get, listed) if kind == LOSE]  # type: ignore[misc]
    won = [r for kind, r in map(answers.get, listed) if kind == WIN]  # type: ignore[misc]
    if lost:
        return own == (WIN, min(lost) + 1)
    if len(won) == len(listed):
        return own == (LOSE, max(won) + 1)
    return own == (DRAW, -1)
