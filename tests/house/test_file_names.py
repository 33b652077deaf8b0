r"""Names of files that do not print are written in errors as Python writes them: no two look alike.

Beside tests/cli/test_names.py, which has the command: here are the calls.  Each of them is given a
file, a folder or nothing with such a name, and its error has the name in quotes, and prints.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import graphgame as gg
from graphgame.errors import shown_path
from tests.house.test_loaders import ALL, FOLDERS, MADE, halve

if not sys.platform.startswith("linux"):
    pytest.skip("file systems that take such names", allow_module_level=True)

NAMES = ["a\nb", "\x1b[31mred", "tab\there", "\u202etxt.npz", "\udcff.npz", "\u2028", " a", "'a'"]


def _is_quoted(error: BaseException, name: str) -> None:
    """Check that an error has a name as Python writes it, and that what it says prints."""
    text = str(error)
    assert text.isprintable(), ascii(text)
    assert repr(name)[1:-1] in text, ascii(text)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("made", ["nothing", "an empty file", "text", "zeros", "a folder"])
@pytest.mark.parametrize("door", ALL)
def test_a_name_that_does_not_print_is_quoted(
    door: str, made: str, name: str, tmp_path: Path
) -> None:
    path = tmp_path / name
    make = MADE[made]
    if make is not None:
        make(path)
    if door == "build" and made in ("nothing", "a folder"):
        (path if made == "a folder" else tmp_path).joinpath(f"{name} inside").mkdir(parents=True)
        path = path if made == "a folder" else tmp_path
        name += " inside"
    with pytest.raises((gg.GraphGameError, OSError)) as caught:
        ALL[door](path)
    _is_quoted(caught.value, name)


def _manifest(folder: Path, **fields: Any) -> None:
    """Change fields of a manifest."""
    path = folder / "manifest.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | fields))


def _damaged(folder: Path) -> None:
    part = folder / "000000.part"
    data = bytearray(part.read_bytes())
    data[70] ^= 255
    part.write_bytes(data)


def _other(n: int) -> list[int]:
    return [n - 1] if n else []


def _tiered(folder: Path, **options: Any) -> Any:
    return gg.build(halve, 9, folder=folder, tier=lambda n: n, **options)


# What is done to a folder with a database of `halve` from 9, and the call that refuses it.
FAULTS: dict[str, tuple[Callable[[Path], Any], Callable[[Path], Any]]] = {
    "another checksum": (lambda folder: _manifest(folder, positions=3), gg.Database.open),
    "another format": (lambda folder: _manifest(folder, format="x"), gg.Database.open),
    "a later version": (lambda folder: _manifest(folder, version=99), gg.Database.open),
    "a text": (lambda folder: (folder / "manifest.json").write_text("{"), gg.Database.open),
    "another rule": (lambda _: None, lambda folder: gg.Database.open(folder, _other)),
    "a symmetry": (
        lambda _: None,
        lambda folder: gg.Database.open(folder, halve, canonical=lambda n: 9 - n),
    ),
    "a damaged part": (_damaged, lambda folder: gg.Database.open(folder, halve).verify()),
    "no part": (
        lambda folder: (folder / "000000.part").unlink(),
        lambda folder: gg.Database.open(folder, halve).outcome(3),
    ),
    "a build of another rule": (
        lambda _: None,
        lambda folder: gg.build(_other, 9, folder=folder),
    ),
    "a build from another start": (
        lambda _: None,
        lambda folder: gg.build(halve, 8, folder=folder),
    ),
    "a build of another play": (
        lambda _: None,
        lambda folder: gg.build(halve, 9, folder=folder, play="misere"),
    ),
    "a build by tiers": (lambda _: None, _tiered),
    "a build by index": (
        lambda _: None,
        lambda folder: gg.build(halve, 9, folder=folder, size=10),
    ),
    "a folder that cannot be made": (
        lambda folder: None,
        lambda folder: gg.build(halve, 9, folder=folder / "manifest.json"),
    ),
}


@pytest.mark.parametrize("name", NAMES[:5])
@pytest.mark.parametrize("fault", FAULTS)
def test_the_name_of_a_folder_is_quoted(fault: str, name: str, tmp_path: Path) -> None:
    folder = tmp_path / name
    gg.build(halve, 9, folder=folder, partitions=1).close()
    change, call = FAULTS[fault]
    change(folder)
    with pytest.raises(gg.GraphGameError) as caught:
        call(folder)
    assert str(caught.value).isprintable()
    if fault not in ("another rule", "a symmetry"):  # they name the position
        _is_quoted(caught.value, name)


@pytest.mark.parametrize("name", NAMES[:5])
def test_the_name_of_a_file_that_cannot_be_written_is_quoted(name: str, tmp_path: Path) -> None:
    solution = gg.solve([(0, 1)])
    (tmp_path / name).mkdir()
    for write in (
        solution.save,
        solution.write_html,
        lambda path: gg.write_graph(solution.game, path),
    ):
        with pytest.raises((gg.GraphGameError, OSError)) as caught:
            write(tmp_path / name)
        _is_quoted(caught.value, name)


def test_a_full_disk_and_a_text_name_the_file() -> None:
    for error in (
        gg.ParseError("a\nb", 1, 2, "x", "y"),
        gg.FullDiskError(28, "a\nb", "No space", "cure"),
    ):
        _is_quoted(error, "a\nb")


def test_a_name_that_prints_stands_as_it_is(tmp_path: Path) -> None:
    for name in ("a b.npz", "naïve", r"a\nb", "日本"):
        assert shown_path(Path(name)) == name
        with pytest.raises(gg.GraphGameError, match="expected") as caught:
            FOLDERS["Database.open"](tmp_path / name)
        assert str(caught.value).startswith(f"{tmp_path / name}: ")
    assert shown_path("") == "''"
    assert len({shown_path(name) for name in (*NAMES, *map(repr, NAMES))}) == 2 * len(NAMES)
    assert os.fsdecode(b"\xff") == "\udcff"
