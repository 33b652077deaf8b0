"""Folders that are no whole databases: refused or caught, and never answered wrongly.

Pinned here: any byte of any file turned, a file cut or lengthened anywhere, a file that is missing
or of another database; other versions, formats and states; fields of a manifest that are not as
described, with a right checksum; paths outside the folder; two builds at once.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import zlib
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import graphgame as gg
from graphgame import Database, SolutionFileError
from graphgame.answers import part_writer
from graphgame.answers.manifest import LOCK, NAME, Manifest, locked
from graphgame.answers.part_reader import Part
from tests.answers.folders import KINDS, Game, loopy, take, write

GAMES = {"indexed": loopy(5), "hashed": loopy(6, 3000, gap=10**12), "tiers": take(400)}


def all_answers(folder: Path, game: Game) -> Any:
    """Open a database and read it all: one position, all in an array, and all in order."""
    with Database.open(folder) as database:
        one = database.outcome(game.starts[0])
        found = database.outcome(game.codes), database.remoteness_of(game.codes)
        read = [(k, c.tolist(), x.tolist()) for k, c, x in database._storage.read()]
        missing = [code in database for code in (-7, int(game.codes[-1]) + 1)]
        return one, *(x.tolist() for x in found), read, missing, database.remoteness_counts()


@pytest.mark.parametrize("kind", KINDS)
def test_of_a_thousand_damaged_bytes_none_gives_a_wrong_answer(kind: str, tmp_path: Path) -> None:
    game = GAMES[kind]
    whole = write(tmp_path / "whole", game, kind)
    expected = all_answers(whole, game)
    files = sorted(whole.iterdir())
    sizes = [path.stat().st_size for path in files]
    random = Random(kind)
    refused = 0
    for _ in range(1000):
        at = random.randrange(sum(sizes))
        k = 0
        while at >= sizes[k]:
            at -= sizes[k]
            k += 1
        data = files[k].read_bytes()
        turned = data[at] ^ random.randrange(1, 256)
        files[k].write_bytes(data[:at] + bytes([turned]) + data[at + 1 :])
        try:
            assert all_answers(whole, game) == expected
        except SolutionFileError:
            refused += 1
        finally:
            files[k].write_bytes(data)
    assert refused == 1000
    assert all_answers(whole, game) == expected


@pytest.mark.parametrize("kind", KINDS)
def test_a_file_that_is_cut_or_longer_or_missing_is_refused(kind: str, tmp_path: Path) -> None:
    game = GAMES[kind]
    folder = write(tmp_path, game, kind)
    for path in sorted(folder.iterdir()):
        data = path.read_bytes()
        lengths = {0, 1, 7, 8, 63, 64, len(data) // 2, len(data) - 1}
        for damaged in [*(data[:length] for length in lengths), data + b"\0", data + b"\n"]:
            path.write_bytes(damaged)
            with pytest.raises(SolutionFileError):
                all_answers(folder, game)
        path.unlink()
        with pytest.raises(SolutionFileError, match="expected th(is part|e folder)"):
            all_answers(folder, game)
        path.write_bytes(data)
    all_answers(folder, game)


def test_parts_of_another_database_or_in_another_order_are_refused(tmp_path: Path) -> None:
    one = write(tmp_path / "a", loopy(7, 3000), "hashed")
    two = write(tmp_path / "b", loopy(9, 3000), "hashed")
    game = loopy(7, 3000)
    shutil.copy(two / "000001.part", one / "000001.part")
    with pytest.raises(SolutionFileError, match="000001.part: expected"):
        all_answers(one, game)
    write(one, game, "hashed")
    data = [(one / f"00000{k}.part").read_bytes() for k in (0, 1)]
    (one / "000000.part").write_bytes(data[1])
    (one / "000001.part").write_bytes(data[0])
    with pytest.raises(SolutionFileError, match=r"00000[01]\.part: expected"):
        all_answers(one, game)


# -- manifests ------------------------------------------------------------------------------------


def rewritten(folder: Path, change: Callable[[dict[str, Any]], object]) -> None:
    """Change the fields of a manifest; its checksum is right."""
    manifest = Manifest.load(folder)
    change(manifest.fields)
    (folder / NAME).write_text(manifest.text())


def setting(*path: Any) -> Callable[[dict[str, Any]], object]:
    """Return what sets the field at a path of keys to the last value."""
    *keys, last, value = path

    def change(fields: Any) -> None:
        for key in keys:
            fields = fields[key]
        fields[last] = value

    return change


WRONG = [
    (setting("format", "graphgame solution"), "expected the format 'graphgame database', got"),
    (setting("version", 2), "expected version 1 of the format, got 2; a later graphgame may read"),
    (setting("version", True), "expected version 1 of the format, got True"),
    (setting("state", "solving"), "expected a complete database, got one that is still solving"),
    (lambda fields: fields.pop("state"), "expected a complete database"),
    (setting("kind", "sorted"), "expected kind as"),
    (setting("play", "other"), "expected play as"),
    (setting("rule", {"name": "x"}), "expected rule as"),
    (setting("start", [2**63]), "expected start as"),
    (setting("start", "x"), "expected start as"),
    (setting("symmetric", 0), "expected symmetric as"),
    (setting("moves", None), "expected moves as"),
    (setting("positions", 3), "expected positions as"),
    (setting("counts", "WIN", 3), "expected counts as"),
    (setting("remoteness", "WIN", [[1]]), "expected remoteness as"),
    (setting("remoteness", {}), "expected remoteness as"),
    (setting("parts", {}), "expected parts as"),
    (setting("parts", 0, "file", "../000000.part"), "expected parts as"),
    (setting("parts", 0, "file", "/etc/passwd"), "expected parts as"),
    (setting("parts", 0, "width", 3), "expected parts as"),
    (setting("parts", 1, "bytes", "many"), "expected parts as"),
    (lambda fields: fields["parts"].pop(), "expected positions as"),
    (lambda fields: fields["parts"].reverse(), "expected parts as"),
    (setting("parts", 0, "first", -5), "expected the part that the manifest names"),
    (setting("parts", 0, "width", 4), "expected the part that the manifest names"),
    (setting("parts", 0, "pages_crc32", 5), "expected the table of checksums that the manifest"),
    (setting("parts", 0, "bytes", 77), "expected 77 bytes, got"),
]


@pytest.mark.parametrize(("change", "message"), WRONG)
def test_fields_that_are_not_as_described_are_refused(
    change: Callable[[dict[str, Any]], object], message: str, tmp_path: Path
) -> None:
    game = GAMES["indexed"]
    folder = write(tmp_path, game, "indexed")
    rewritten(folder, change)
    with pytest.raises(SolutionFileError, match=message):
        all_answers(folder, game)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "null",
        "{}",
        "{",
        "\xff",
        '{"format":"graphgame database"}',
        "[" * 10**5,
        "1" * 9999,
    ],
)
def test_texts_that_are_no_manifest_are_refused(text: str, tmp_path: Path) -> None:
    (tmp_path / NAME).write_text(text, encoding="latin-1")
    with pytest.raises(SolutionFileError):
        Database.open(tmp_path)


def test_other_spellings_of_the_same_fields_are_refused(tmp_path: Path) -> None:
    folder = write(tmp_path, GAMES["indexed"], "indexed")
    text = (folder / NAME).read_text()
    fields = json.loads(text)
    for other in (text.rstrip("\n"), text + " ", json.dumps(fields), text.replace(",", ", ", 1)):
        (folder / NAME).write_text(other)
        with pytest.raises(SolutionFileError, match="expected the checksum of its fields"):
            Database.open(folder)


@pytest.mark.parametrize("load", [gg.Database.load, gg.Solution.load])
def test_a_folder_is_not_loaded_but_opened(load: Any, tmp_path: Path) -> None:
    folder = tmp_path / "take.gg"
    gg.build(lambda n: [n - k for k in (1, 2) if n >= k], 9, folder=folder).close()
    message = r"take.gg: .*which gg.Database.open opens, or gg.ChanceDatabase.open$"
    with pytest.raises(gg.SolutionFileError, match=message):
        load(folder)
    with pytest.raises(IsADirectoryError):
        load(tmp_path)


def test_folders_that_are_none_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "solution.npz"
    gg.solve([(0, 1)]).save(file)
    for path in (tmp_path / "nothing", tmp_path, file):
        with pytest.raises(SolutionFileError, match=r"expected the folder of a database"):
            Database.open(path)


def test_a_part_that_lies_with_right_checksums_is_refused(tmp_path: Path) -> None:
    """Offsets and counts are checked beside the checksums: nothing outside the file is read."""
    codes = np.arange(0, 5000, 3)
    labels = np.zeros(len(codes), np.uint8)
    random = Random(3)
    row = part_writer.write_codes(tmp_path, 0, codes, labels)
    data = (tmp_path / row["file"]).read_bytes()
    table = int.from_bytes(data[48:56], "little")
    directory = int.from_bytes(data[40:48], "little")
    for _ in range(400):
        changed = bytearray(data[:table])
        start = random.choice([8, 10, 12, 14, 16, 40, 48, random.randrange(directory, table)])
        start = random.choice([start, random.randrange(64, directory)])
        changed[start] = random.randrange(256)
        pages = range(0, table, part_writer.PAGE)
        sums = b"".join(
            zlib.crc32(changed[at : at + part_writer.PAGE]).to_bytes(4, "little") for at in pages
        )
        (tmp_path / row["file"]).write_bytes(bytes(changed) + sums)
        part = Part(tmp_path, row | {"pages_crc32": zlib.crc32(sums)})
        try:
            part.find(codes)
            for _ in part.read():
                pass
        except SolutionFileError as error:
            assert str(error).startswith(str(tmp_path))  # noqa: PT017


# -- building -------------------------------------------------------------------------------------

HOLD = """
import sys, time
from graphgame.answers.manifest import locked
with locked(sys.argv[1]):
    print("held", flush=True)
    time.sleep(60)
"""


def test_two_builds_in_one_folder_are_refused_and_a_dead_one_holds_nothing(tmp_path: Path) -> None:
    pytest.importorskip("fcntl")
    folder = tmp_path / "d"
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(folder)], stdout=subprocess.PIPE, text=True
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "held\n"
        before = sorted(folder.iterdir())
        with pytest.raises(gg.GraphGameError, match=f"got one by process {other.pid}$"):  # noqa: SIM117
            with locked(folder):
                pass
        assert sorted(folder.iterdir()) == before
        other.kill()
    with locked(folder) as path:
        assert (path / LOCK).read_text() == f"{os.getpid()}\n"
    with locked(folder):
        pass
    assert (folder / LOCK).read_text() == ""
