"""What is no file of ours, given to every loader: one clear error, at once.

Pinned here: a file that is empty, of text, of zeros or of another kind, a folder, a device, a pipe
and a name of nothing are refused by every `load`, `open` and `read` of the public names, with an
error that names the file; none of them waits, or reads without an end; Ctrl-C leaves none open.
"""

from __future__ import annotations

import os
import signal
import sys
from functools import partial
from itertools import product
from typing import TYPE_CHECKING, Any

import pytest

import graphgame as gg
from graphgame import GraphGameError
from graphgame.checks import open_regular

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

if not sys.platform.startswith("linux"):
    pytest.skip("the devices and signals of Linux", allow_module_level=True)


def halve(n: int) -> list[int]:
    return [n // 2, n - 1] if n else []


PUBLIC = {name: getattr(gg, name) for name in gg.__all__}
# Every class that loads files, whoever adds it.
LOADERS: dict[str, Callable[[Any], object]] = {
    f"{name}.load": partial(kind.load, rule="0.07") if name == "MisereQuotient" else kind.load
    for name, kind in PUBLIC.items()
    if isinstance(kind, type) and hasattr(kind, "load")
}
FOLDERS: dict[str, Callable[[Any], object]] = {
    "Database.open": lambda path: gg.Database.open(path, halve),
    "build": lambda path: gg.build(halve, 9, folder=path),
}
READERS: dict[str, Callable[[Any], object]] = {
    "read_graph": gg.read_graph,
    "read_pg": gg.read_pg,
    "read_sol": gg.ParityGame({0: [0]}, [0], [0]).read_sol,
}


def _fifo(path: Path) -> None:
    os.mkfifo(path)


# What is made at a path; None: nothing.
MADE: dict[str, Callable[[Path], object] | None] = {
    "nothing": None,
    "an empty file": lambda path: path.write_bytes(b""),
    "text": lambda path: path.write_text("hello\n"),
    "zeros": lambda path: path.write_bytes(bytes(5000)),
    "an archive of nothing": lambda path: path.write_bytes(b"PK\5\6" + bytes(18)),
    "a folder": lambda path: path.mkdir(),
    "an empty device": lambda path: path.symlink_to("/dev/null"),
    "an endless device": lambda path: path.symlink_to("/dev/zero"),
    "a pipe": _fifo,
}


def test_all_classes_that_load_are_known() -> None:
    assert len(LOADERS) >= 12


@pytest.fixture
def _in_time() -> Iterator[None]:
    """Interrupt a test that waits, or reads on."""

    def stop(*_: object) -> None:
        raise AssertionError("it waits, or reads without an end")

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(60)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


@pytest.mark.parametrize("within", [False, True])
def test_ctrl_c_while_a_file_is_opened_leaves_none_open(
    within: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"text")
    numbers: list[int] = []

    def interrupted(number: int) -> os.stat_result:
        numbers.append(number)
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(os, "fstat", interrupted)
        with pytest.raises(KeyboardInterrupt):
            open_regular(path, within=within)
    assert len(numbers) == 1
    with pytest.raises(OSError, match="Bad file descriptor"):
        os.fstat(numbers[0])


# Texts are read from pipes, and who reads a pipe waits for its writer; a build makes its folder.
FINE = {*product(READERS, ["a pipe"]), *product(["build"], ["nothing", "a folder"])}
ALL = {**LOADERS, **READERS, **FOLDERS}


@pytest.mark.usefixtures("_in_time")
@pytest.mark.parametrize(("name", "made"), [x for x in product(ALL, MADE) if x not in FINE])
def test_no_file_of_ours(name: str, made: str, tmp_path: Path) -> None:
    path = tmp_path / "given"
    make = MADE[made]
    if make is not None:
        make(path)
    with pytest.raises((GraphGameError, OSError)) as caught:
        ALL[name](path)
    assert "given" in str(caught.value)
    assert [*os.listdir(tmp_path)] == ([] if make is None else ["given"])
    if made in ("an empty file", "text", "zeros"):
        assert isinstance(caught.value, GraphGameError)
