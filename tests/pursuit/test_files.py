"""Solved boards in files: there and back, and every kind of damage.

Pinned here: what is loaded answers and verifies as what was saved, in another process, too; a path
is replaced as a whole; a damaged file is refused, or what it says is refused by its certificate.
"""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings

import graphgame as gg
from graphgame import PoliceAndThief, archive
from tests.cli.test_command import environment
from tests.pursuit.test_game import boards, game_on
from tests.reference.pursuit import Board

ROWS = ["P..*", "...E", "..T."]


def saved(solution: gg.PursuitSolution) -> bytes:
    file = io.BytesIO()
    solution.save(file)
    return file.getvalue()


def loaded(content: bytes) -> gg.PursuitSolution:
    return gg.PursuitSolution.load(io.BytesIO(content))


def parts_of(content: bytes) -> dict[str, Any]:
    with np.load(io.BytesIO(content)) as arrays:
        return dict(arrays)


def written(parts: dict[str, Any], **header: Any) -> bytes:
    """Write the parts of a file, with other entries of the header."""
    known = json.loads(parts["header"].tobytes())
    file = io.BytesIO()
    archive.write_arrays(file, parts | {"header": archive.text_array(json.dumps(known | header))})
    return file.getvalue()


@given(boards(5))
@settings(max_examples=40)
def test_there_and_back(board: Board) -> None:
    for remoteness in (True, False):
        solution = game_on(board).solve(remoteness=remoteness)
        again = loaded(saved(solution))
        assert again.verify() is True
        assert repr(again) == repr(solution) and str(again.game) == str(solution.game)
        assert again.game.exits == solution.game.exits
        for state in board.states()[::3]:
            assert again.outcome(state) == solution.outcome(state)
            if remoteness:
                assert again[state] == solution[state]
        assert saved(again) == saved(solution)


def test_nothing_but_the_file_is_needed(tmp_path: Path) -> None:
    path = tmp_path / "board.npz"
    solution = PoliceAndThief(ROWS).solve()
    solution.save(path)
    script = (
        "import sys, graphgame as gg\n"
        "s = gg.PursuitSolution.load(sys.argv[1])\n"
        "print(s.result, s.line(), s.verify())\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, str(path)],
        capture_output=True, text=True, check=True, env=environment(),
    )  # fmt: skip
    assert done.stdout == f"{solution.result} {solution.line()} True\n"


@pytest.mark.parametrize("width", [1, 2, 4])
def test_every_width_of_remoteness_stays(width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("graphgame.pursuit.game._WIDTH", width)
    solution = PoliceAndThief(ROWS).solve()
    again = loaded(saved(solution))
    assert np.asarray(again._states.ranks).dtype == f"u{width}"
    assert again.line() == solution.line()


def test_a_path_is_replaced_as_a_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "board.npz"
    PoliceAndThief(ROWS).solve().save(path)
    before = path.read_bytes()

    def fail(*_: object) -> None:
        raise OSError("no space")

    monkeypatch.setattr(archive, "write_arrays", fail)
    with pytest.raises(OSError, match="no space"):
        PoliceAndThief(["PT"]).solve().save(path)
    assert path.read_bytes() == before
    assert [*tmp_path.iterdir()] == [path]


@pytest.mark.parametrize("remoteness", [True, False])
def test_a_file_cut_anywhere_is_refused(remoteness: bool) -> None:
    content = saved(PoliceAndThief(ROWS).solve(remoteness=remoteness))
    for length in range(0, len(content), 11):
        with pytest.raises(gg.SolutionFileError):
            loaded(content[:length])


@pytest.mark.parametrize("remoteness", [True, False])
def test_a_byte_changed_anywhere_is_refused_or_means_nothing(remoteness: bool) -> None:
    solution = PoliceAndThief(ROWS).solve(remoteness=remoteness)
    content = saved(solution)
    for at in range(0, len(content), 5):
        changed = bytearray(content)
        changed[at] ^= 0x41
        try:
            again = loaded(bytes(changed))
        except gg.SolutionFileError:
            continue
        assert again.verify() and repr(again) == repr(solution)


@pytest.mark.parametrize(
    ("header", "message"),
    [
        (
            {"format": "graphgame solution"},
            "'graphgame pursuit', got 'graphgame solution'; Solution.load",
        ),
        ({"version": 2}, "expected version 1 of the format, got 2"),
        ({"police": 3}, "police: expected a cell that can be entered, got 3"),
        ({"police": None}, "police: expected a cell that can be entered, got None"),
        ({"thief": 12}, "thief: expected a cell that can be entered, got 12"),
        ({"thief": -1}, "thief: expected a cell that can be entered, got -1"),
        ({"arrays": []}, "a damaged file"),
    ],
)
def test_a_header_that_says_something_else_is_refused(header: Any, message: str) -> None:
    parts = parts_of(saved(PoliceAndThief(ROWS).solve()))
    assert loaded(written(parts)).verify()
    with pytest.raises(gg.SolutionFileError, match=message):
        loaded(written(parts, **header))


def test_wrong_arrays_are_refused_at_once_or_by_the_certificate() -> None:
    parts = parts_of(saved(PoliceAndThief(ROWS).solve()))
    for name, wrong in (
        ("cells", parts["cells"] + np.uint8(1)),
        ("cells", parts["cells"].ravel()),
        ("cells", np.empty((0, 3), np.uint8)),
        ("caught", parts["caught"][1:]),
        ("held", parts["held"].astype(np.int64)),
        ("ranks", parts["ranks"][:, 1:]),
        ("ranks", parts["ranks"].astype(np.uint64)),
    ):
        with pytest.raises(gg.SolutionFileError, match=f"{name}: expected"):
            loaded(written(parts | {name: wrong}))
    for name in ("caught", "held", "ranks"):
        changed = parts[name].copy()
        changed[0, 0] ^= changed.dtype.type(1)
        with pytest.raises(gg.VerificationError):
            loaded(written(parts | {name: changed})).verify()
    cells = parts["cells"].copy()
    cells[1, 3] = 1  # the exit is none
    with pytest.raises(gg.VerificationError):
        loaded(written(parts | {"cells": cells})).verify()
