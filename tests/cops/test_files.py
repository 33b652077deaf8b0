"""Solved games of cops and robbers in files: there and back, and every kind of damage.

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
from graphgame import archive
from tests.cli.test_command import environment
from tests.cops.test_game import chases, solved
from tests.reference.cops import Chase

PATH = {"a": ["b"], "b": ["c"], "c": [("d", 1)], ("d", 1): []}


def saved(solution: gg.CopsSolution[Any]) -> bytes:
    file = io.BytesIO()
    solution.save(file)
    return file.getvalue()


def loaded(content: bytes) -> gg.CopsSolution[Any]:
    return gg.CopsSolution.load(io.BytesIO(content))


def parts_of(content: bytes) -> dict[str, Any]:
    with np.load(io.BytesIO(content)) as arrays:
        return dict(arrays)


def written(parts: dict[str, Any], **header: Any) -> bytes:
    """Write the parts of a file, with other entries of the header."""
    known = json.loads(parts["header"].tobytes())
    file = io.BytesIO()
    archive.write_arrays(file, parts | {"header": archive.text_array(json.dumps(known | header))})
    return file.getvalue()


@given(chases())
@settings(max_examples=40)
def test_there_and_back(chase: Chase) -> None:
    for remoteness in (True, False):
        solution = solved(chase, remoteness=remoteness)
        again = loaded(saved(solution))
        assert again.verify() is True
        assert (again.start, again.result, again.directed) == (
            solution.start, solution.result, solution.directed,
        )  # fmt: skip
        assert (repr(again), len(again)) == (repr(solution), len(solution))
        assert again.game.edge_blocks and again.game.m == solution.game.m
        for state in solution:
            assert again.outcome(state) == solution.outcome(state)
            assert again.winning_moves(state) == solution.winning_moves(state)
            if remoteness:
                assert again[state] == solution[state]
        assert saved(again) == saved(solution)


def test_labels_stay_and_nothing_but_the_file_is_needed(tmp_path: Path) -> None:
    path = tmp_path / "path.npz"
    gg.cops_and_robbers(PATH).save(path)
    script = (
        "import sys, graphgame as gg\n"
        "s = gg.CopsSolution.load(sys.argv[1])\n"
        "print(s.start, s.line()[-1], s.verify())\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, str(path)],
        capture_output=True, text=True, check=True, env=environment(),
    )  # fmt: skip
    start = gg.cops_and_robbers(PATH).start
    assert done.stdout == f"{start} {gg.cops_and_robbers(PATH).line()[-1]} True\n"


def test_wide_times_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("graphgame.cops.game._MOST_ROUNDS", {2: 1, 4: 9})
    solution = gg.cops_and_robbers([(v, v + 1) for v in range(9)])
    again = loaded(saved(solution))
    assert again.capture_times.dtype == np.int32
    assert np.array_equal(again.capture_times, solution.capture_times)


def test_a_path_is_replaced_as_a_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "ring.npz"
    gg.cops_and_robbers(PATH).save(path)
    before = path.read_bytes()

    def fail(*_: object) -> None:
        raise OSError("no space")

    monkeypatch.setattr(archive, "write_arrays", fail)
    with pytest.raises(OSError, match="no space"):
        gg.cops_and_robbers(PATH, 2).save(path)
    assert path.read_bytes() == before
    assert [*tmp_path.iterdir()] == [path]


def test_labels_that_a_file_cannot_keep_are_refused() -> None:
    with pytest.raises(gg.GraphGameError, match="a file cannot keep the label"):
        saved(gg.cops_and_robbers({object(): []}))


@pytest.mark.parametrize("remoteness", [True, False])
def test_a_file_cut_anywhere_is_refused(remoteness: bool) -> None:
    content = saved(gg.cops_and_robbers(PATH, remoteness=remoteness))
    for length in range(0, len(content), 7):
        with pytest.raises(gg.SolutionFileError):
            loaded(content[:length])


@pytest.mark.parametrize("remoteness", [True, False])
def test_a_byte_changed_anywhere_is_refused_or_means_nothing(remoteness: bool) -> None:
    solution = gg.cops_and_robbers(PATH, remoteness=remoteness)
    content = saved(solution)
    for at in range(0, len(content), 3):
        changed = bytearray(content)
        changed[at] ^= 0x41
        try:
            again = loaded(bytes(changed))
        except gg.SolutionFileError:
            continue
        assert again.verify() and again.start == solution.start
        assert [*again] == [*solution]


@pytest.mark.parametrize(
    ("header", "message"),
    [
        (
            {"format": "graphgame solution"},
            "'graphgame cops', got 'graphgame solution'; Solution.load reads it",
        ),
        ({"version": 2}, "expected version 1 of the format, got 2"),
        ({"n": 5}, "expected 5"),
        ({"n": "x"}, "n: expected an integer, got 'x'"),
        ({"cops": 2}, r"capture_times: expected shape \(10, 4\)"),
        ({"cops": 0}, "cops: expected an integer of at least 1, got 0"),
        ({"cops": True}, "cops: expected an integer"),
        ({"directed": 1}, "directed: expected False or True, got 1"),
        ({"start": 4}, "start: expected a number below 4, got 4"),
        ({"start": -1}, "capture_time: expected -1 without a start, got 2"),
        ({"capture_time": -1}, "capture_time: expected -1 without a start, got -1"),
        ({"capture_time": 2**31}, "capture_time: expected"),
        ({"capture_time": 2.0}, "capture_time: expected an integer from -1 on, got 2.0"),
        ({"arrays": []}, "a damaged file"),
    ],
)
def test_a_header_that_says_something_else_is_refused(header: Any, message: str) -> None:
    parts = parts_of(saved(gg.cops_and_robbers(PATH)))
    assert loaded(written(parts)).verify()
    with pytest.raises(gg.SolutionFileError, match=message):
        loaded(written(parts, **header))


def test_wrong_arrays_are_refused_at_once_or_by_the_certificate() -> None:
    parts = parts_of(saved(gg.cops_and_robbers(PATH)))
    times = parts["capture_times"]
    for wrong in (times[:3], times.astype(np.int64), times.astype(np.uint16), times.ravel()):
        with pytest.raises(gg.SolutionFileError, match="capture_times: expected shape"):
            loaded(written(parts | {"capture_times": wrong}))
    for place in np.ndindex(times.shape):
        changed = times.copy()
        changed[place] += 1
        again = loaded(written(parts | {"capture_times": changed}))
        with pytest.raises(gg.VerificationError):
            again.verify()
    for header in ({"start": 0}, {"capture_time": 1}, {"directed": True}):
        with pytest.raises(gg.VerificationError):
            loaded(written(parts, **header)).verify()
    parts = parts_of(saved(gg.cops_and_robbers(np.array([(0, 1), (1, 2), (2, 3)]))))
    parts["edges"][0] = 0, 2
    with pytest.raises(gg.VerificationError):
        loaded(written(parts)).verify()


def test_times_that_are_no_solution_give_an_error_of_this_library() -> None:
    parts = parts_of(saved(gg.cops_and_robbers(PATH)))
    changed = parts["capture_times"].copy()
    changed[0] = [0, 9, 9, 1]
    again = loaded(written(parts | {"capture_times": changed}))
    with pytest.raises(gg.GraphGameError, match="expected a move of the cops to a time below 1"):
        again.best_move((("a",), ("d", 1), "cops"))
