"""Solutions in files: what is saved comes back, damage is noticed, the old file survives.

Pinned here: `Solution.save` and `load` keep everything of every kind of graph, with labels of every
kind that the format allows; a save that fails anywhere leaves the old file and nothing else; links,
permissions and names stay.  Damaged and foreign files are in test_files_damaged.py.
"""

from __future__ import annotations

import errno
import io
import os
import pkgutil
import stat
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

import graphgame as gg
from graphgame import DRAW, LOSE, WIN, GameGraph, GraphGameError, Solution, as_game_graph
from graphgame.graphs.labels import CodeLabels


class Point(NamedTuple):
    """A tuple that is more than one."""

    x: int
    y: frozenset[int]


GRAPHS = {
    "edges": GameGraph.from_edges([(0, 1), (0, 1), (1, 1), (2, 0), (3, 2)], 5),
    "CSR": as_game_graph([[1, 1], [1], [0], [2], []]),
    "presets": as_game_graph([[1, 1], [1], [0], [2], []]).with_presets({0: DRAW, 3: LOSE, 4: WIN}),
    "edges with presets": GameGraph.from_edges([(0, 1)], 3).with_presets({0: LOSE}),
    "labels": as_game_graph({"a": ["b"], "b": ["a", "c"], "d": []}).with_presets({"c": WIN}),
    "codes": GameGraph.from_edges([(0, 1)], labels=CodeLabels(np.array([10**18, -5]))),
    "labelled edges": GameGraph.from_edges([(0, 1)], labels=["x", "y"]),
    "no edges": GameGraph.from_edges([], 3),
    "no positions": as_game_graph([]),
    "no rows": as_game_graph(([0], [])),
}

# Every pair (label, what comes back): numbers of NumPy come back as Python's.
LABELS = [
    ("", ""),
    ("a\n\"'\\\x00\x7fé😀\ud800", "a\n\"'\\\x00\x7fé😀\ud800"),
    (None, None),
    (True, True),
    (0, 0),
    (-7, -7),
    (2**100, 2**100),
    (0.1, 0.1),
    (1e300, 1e300),
    (float("inf"), float("inf")),
    (b"", b""),
    (bytes(range(256)), bytes(range(256))),
    ((), ()),
    ((1, ("x", (None, b"\x80", ()))), (1, ("x", (None, b"\x80", ())))),
    (frozenset(), frozenset()),
    (frozenset({1, "1", (2, frozenset({b"3"}))}), frozenset({1, "1", (2, frozenset({b"3"}))})),
    (Point(3, frozenset({4})), (3, frozenset({4}))),
    (np.int8(-100), -100),
    (np.uint64(2**63), 2**63),
    (np.float32(0.5), 0.5),
    (np.str_("word"), "word"),
    (np.bytes_(b"word"), b"word"),
    ((np.int64(5), np.bool_(False)), (5, False)),
]


def assert_same(a: Solution, b: Solution) -> None:
    """Check that two solutions are equal in everything, and of the same types."""
    assert a.play == b.play and type(a.play) is type(b.play)
    assert (a.game.n, a.game.m) == (b.game.n, b.game.m)
    for name in ("outcomes", "remoteness", "best_moves"):
        x, y = getattr(a, name), getattr(b, name)
        assert x.dtype == y.dtype and np.array_equal(x, y)
    for name in ("option_ptr", "option_idx", "pred_ptr", "pred_idx"):
        assert np.array_equal(getattr(a.game, name), getattr(b.game, name))
    assert (a.game._edges is None) == (b.game._edges is None), "the form it was made from"
    assert (a.game.presets is None) == (b.game.presets is None)
    if a.game.presets is not None and b.game.presets is not None:
        assert a.game.presets.tolist() == b.game.presets.tolist()
    assert (a.game.labels is None) == (b.game.labels is None)
    if a.game.labels is not None and b.game.labels is not None:
        assert list(a.game.labels) == list(b.game.labels)


# -- round trips ----------------------------------------------------------------------------------


@pytest.mark.parametrize("play", ["normal", "misere"])
@pytest.mark.parametrize("kind", GRAPHS)
def test_what_is_saved_comes_back(kind: str, play: str, tmp_path: Path) -> None:
    solution = gg.solve(GRAPHS[kind], play=play)
    path, buffer = tmp_path / "solution.npz", io.BytesIO()
    solution.save(path)
    solution.save(str(tmp_path / "named"))  # taken as it is, without a suffix
    solution.save(buffer)
    with (tmp_path / "opened").open("wb") as file:
        solution.save(file)
    buffer.seek(0)
    for source in (path, str(path), str(tmp_path / "named"), tmp_path / "opened", buffer):
        loaded = Solution.load(source)
        assert_same(loaded, solution)
        assert loaded.verify() is True
        assert repr(loaded) == repr(solution)
    with path.open("rb") as file:
        assert_same(Solution.load(file), solution)
    assert sorted(os.listdir(tmp_path)) == ["named", "opened", "solution.npz"]


@pytest.mark.parametrize(("label", "expected"), LABELS)
def test_labels_of_every_kind(label: Any, expected: Any) -> None:
    solution = gg.solve({("from", 1): [label], label: []})
    buffer = io.BytesIO()
    solution.save(buffer)
    buffer.seek(0)
    loaded = Solution.load(buffer)
    assert loaded.game.labels is not None
    back = loaded.game.labels[1]
    assert back == expected
    assert type(back) is type(expected)
    assert loaded.game.labels[0] == ("from", 1)
    assert loaded.outcome(back) == LOSE
    assert loaded.best_move(("from", 1)) == expected


def test_all_labels_together() -> None:
    names = [label for label, _ in LABELS]
    solution = gg.solve(GameGraph.from_edges([(0, 1), (1, 2)], labels=names))
    buffer = io.BytesIO()
    solution.save(buffer)
    buffer.seek(0)
    assert list(Solution.load(buffer).game.labels or []) == [back for _, back in LABELS]


def test_loaded_arrays_are_read_only(tmp_path: Path) -> None:
    gg.solve(GRAPHS["presets"]).save(tmp_path / "s.npz")
    loaded = Solution.load(tmp_path / "s.npz")
    for array in (loaded.outcomes, loaded.remoteness, loaded.game.option_idx):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1


@pytest.mark.parametrize(
    "label",
    [
        object(),
        1 + 2j,
        Fraction(1, 2),
        int,
        (1, (2, Fraction(1, 3))),
        frozenset({range(3)}),
        np.datetime64("2001-01-01"),
        np.longdouble(1),
    ],
    ids=["object", "complex", "fraction", "type", "nested", "in a set", "date", "long"],
)
def test_labels_that_a_file_cannot_keep(label: Any, tmp_path: Path) -> None:
    path = tmp_path / "old.npz"
    path.write_bytes(b"old")
    solution = gg.solve({"a": [label], label: []})
    with pytest.raises(GraphGameError, match="cannot keep the label .* of type "):
        solution.save(path)
    assert path.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["old.npz"]
    assert solution.outcome(label) == LOSE, "the solution itself is as it was"


# -- written whole or not at all ------------------------------------------------------------------


def failing(function: Any, error: BaseException, good: int) -> Any:
    """Make a function that does its work so many times, and fails then."""
    calls = iter(range(good))

    def fail(*args: Any, **options: Any) -> Any:
        if next(calls, None) is None:
            raise error
        return function(*args, **options)

    return fail


@pytest.mark.parametrize("error", [OSError(errno.ENOSPC, "No space left"), KeyboardInterrupt()])
@pytest.mark.parametrize(
    ("function", "good"),
    # an array is begun, written, the file is flushed, the new file takes the name
    [
        ("zipfile.ZipFile.open", 2),
        ("zipfile._ZipWriteFile.write", 3),
        ("os.fsync", 0),
        ("os.replace", 0),
    ],
)
@pytest.mark.parametrize("old", [None, b"old"])
def test_a_save_that_fails_leaves_the_old_file(
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    function: str,
    good: int,
    error: BaseException,
    old: bytes | None,
) -> None:
    path = tmp_path / "solution.npz"
    if old is not None:
        path.write_bytes(old)
    solution = gg.solve(GRAPHS["labels"])
    owner, _, name = function.rpartition(".")
    with monkeypatch.context() as patch:
        original = getattr(pkgutil.resolve_name(owner), name)
        patch.setattr(function, failing(original, error, good))
        with pytest.raises(type(error)):
            solution.save(path)
    assert os.listdir(tmp_path) == ([] if old is None else ["solution.npz"])
    if old is not None:
        assert path.read_bytes() == old
    solution.save(path)
    assert_same(Solution.load(path), solution)


def test_what_a_killed_process_left_behind_is_no_obstacle(tmp_path: Path) -> None:
    path = tmp_path / "solution.npz"
    left = tmp_path / f"solution.npz.{os.getpid()}.part"
    left.write_bytes(b"left behind by a process of the same number")
    gg.solve([(0, 1)]).save(path)
    assert Solution.load(path).game.n == 2


def test_a_file_object_that_fails_says_so() -> None:
    class Full(io.BytesIO):
        def write(self, _data: Any, /) -> int:
            raise OSError(errno.ENOSPC, "No space left on device")

    with pytest.raises(OSError, match="No space left on device"):
        gg.solve([(0, 1)]).save(Full())


@pytest.mark.parametrize("file", [io.StringIO(), None, 5, b"solution.npz"])
def test_what_is_neither_a_path_nor_a_binary_file(file: Any) -> None:
    """Of every family that has files of its own."""
    graph = GameGraph.from_edges([(0, 1), (1, 0)])
    heap = gg.octal("0.77")
    quotient = gg.octal("0.123").misere_quotient()
    parity = gg.ParityGame(graph, [0, 1], [0, 1])
    for call in (
        gg.solve(graph).save,
        gg.cops_and_robbers(graph).save,
        heap.save,
        quotient.save,
        lambda file: gg.write_graph(graph, file),
        lambda file: gg.write_pg(parity, file),
        Solution.load,
        gg.CopsSolution.load,
        gg.HeapGame.load,
        lambda file: gg.MisereQuotient.load(file, heap),
    ):
        with pytest.raises(GraphGameError, match="^file: expected a path or a binary file, got "):
            call(file)


def test_a_file_of_text_is_named_with_the_cure(tmp_path: Path) -> None:
    solution = gg.solve([(0, 1)])
    message = "a file of text, .* open\\(path, '{}'\\) and io.BytesIO\\(\\) make binary ones"
    path = tmp_path / "s.npz"
    with path.open("w") as file, pytest.raises(GraphGameError, match=message.format("wb")):
        solution.save(file)  # type: ignore[arg-type]
    with path.open() as file, pytest.raises(GraphGameError, match=message.format("rb")):
        Solution.load(file)  # type: ignore[arg-type]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    for name, target in (("link", "target"), ("dangling", "new")):
        (tmp_path / name).symlink_to(target)
    (tmp_path / "target").write_bytes(b"old")
    solution = gg.solve([(0, 1)])
    for name, target in (("link", "target"), ("dangling", "new")):
        solution.save(tmp_path / name)
        assert (tmp_path / name).is_symlink()
        assert not (tmp_path / target).is_symlink()
        assert_same(Solution.load(tmp_path / target), solution)
    assert sorted(os.listdir(tmp_path)) == ["dangling", "link", "new", "target"]


def test_a_relative_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    gg.solve([(0, 1)]).save("solution.npz")
    assert Solution.load("solution.npz").game.n == 2
    assert os.listdir(tmp_path) == ["solution.npz"]


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o664, 0o666, 0o444])
def test_permissions_stay(mode: int, tmp_path: Path) -> None:
    path = tmp_path / "solution.npz"
    path.write_bytes(b"old")
    path.chmod(mode)
    before = os.umask(0o027)
    try:
        gg.solve([(0, 1)]).save(path)
    finally:
        os.umask(before)
    assert stat.S_IMODE(path.stat().st_mode) == mode
    assert Solution.load(path).game.n == 2


@pytest.mark.parametrize(("umask", "mode"), [(0o022, 0o644), (0o077, 0o600), (0, 0o666)])
def test_a_new_file_has_the_usual_permissions(umask: int, mode: int, tmp_path: Path) -> None:
    before = os.umask(umask)
    try:
        gg.solve([(0, 1)]).save(tmp_path / "solution.npz")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "solution.npz").stat().st_mode) == mode


def test_targets_that_are_no_files(tmp_path: Path) -> None:
    solution = gg.solve([(0, 1)])
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "folder").mkdir()
    (tmp_path / "link").symlink_to("folder")
    for target in (tmp_path / "pipe", tmp_path / "folder", tmp_path / "link", "/dev/null"):
        with pytest.raises(OSError, match="expected a regular file or none") as caught:
            solution.save(target)
        assert str(target) in str(caught.value)
    assert stat.S_ISFIFO((tmp_path / "pipe").stat().st_mode)
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)
    assert sorted(os.listdir(tmp_path)) == ["folder", "link", "pipe"]


def test_a_folder_that_does_not_exist_is_named_as_it_was_given(tmp_path: Path) -> None:
    target = tmp_path / "missing" / "solution.npz"
    with pytest.raises(FileNotFoundError) as caught:
        gg.solve([(0, 1)]).save(target)
    assert caught.value.filename == str(target)
