"""Files that are not whole solutions: every one is refused, none is read as another solution.

Pinned here: a file cut short anywhere, or with any bit turned, is a SolutionFileError or loads as
just what was saved; so are files of later versions, of other programs, and files whose arrays
contradict each other.  Nothing in a file is ever run.
"""

from __future__ import annotations

import io
import json
import pickle
import re
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphgame as gg
from graphgame import Solution, SolutionFileError
from tests.solving.test_files import GRAPHS, assert_same


def saved(solution: Solution) -> bytes:
    buffer = io.BytesIO()
    solution.save(buffer)
    return buffer.getvalue()


def load(data: bytes) -> Solution:
    return Solution.load(io.BytesIO(data))


# -- damage ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["labels", "edges with presets", "no edges"])
def test_a_file_cut_short_is_refused(kind: str, tmp_path: Path) -> None:
    data = saved(gg.solve(GRAPHS[kind]))
    path = tmp_path / "cut.npz"
    for length in {*range(0, len(data), 17), len(data) - 1}:
        with pytest.raises(SolutionFileError, match="^the file: "):
            load(data[:length])
        path.write_bytes(data[:length])
        with pytest.raises(SolutionFileError, match=f"^{re.escape(str(path))}: "):
            Solution.load(path)


@pytest.mark.parametrize("mask", [0x01, 0x08, 0x80, 0xFF])
@pytest.mark.parametrize("kind", ["labels", "edges with presets", "no edges", "codes"])
def test_no_turned_bit_gives_another_solution(kind: str, mask: int) -> None:
    solution = gg.solve(GRAPHS[kind])
    data = saved(solution)
    refused = 0
    for place in range(len(data)):
        damaged = bytearray(data)
        damaged[place] ^= mask
        try:
            loaded = load(bytes(damaged))
        except SolutionFileError:
            refused += 1
        else:
            assert_same(loaded, solution)
    assert refused > len(data) // 2


@pytest.mark.parametrize("kind", ["labels", "edges with presets", "codes"])
def test_an_array_too_many_or_too_few_is_refused(kind: str) -> None:
    data = saved(gg.solve(GRAPHS[kind]))
    with np.load(io.BytesIO(data)) as arrays:
        contents = dict(arrays)
    for name in contents:
        buffer = io.BytesIO()
        np.savez(buffer, **{k: v for k, v in contents.items() if k != name})  # type: ignore[arg-type]
        with pytest.raises(SolutionFileError):
            load(buffer.getvalue())


def test_a_file_twice_as_long_is_refused_or_the_same() -> None:
    solution = gg.solve(GRAPHS["presets"])
    data = saved(solution)
    assert_same(load(data + data), solution)
    with pytest.raises(SolutionFileError):
        load(b"x" * 100_000)


# -- other files ----------------------------------------------------------------------------------


def npy(array: Any, **options: Any) -> bytes:
    buffer = io.BytesIO()
    np.save(buffer, array, **options)
    return buffer.getvalue()


def npz(**arrays: Any) -> bytes:
    buffer = io.BytesIO()
    np.savez(buffer, **arrays)
    return buffer.getvalue()


def archive(name: str, content: bytes) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as opened:
        opened.writestr(name, content)
    return buffer.getvalue()


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "not a graphgame solution file, or a damaged one"),
        (b"3 1\n1 2\n", "not a graphgame solution file, or a damaged one"),
        (b"\x93NUMPY", "expected a graphgame solution|not a graphgame solution"),
        (npy(np.arange(3)), "expected a graphgame solution file, got a single array"),
        (npz(a=1, b=2), "expected a graphgame solution file, header is not a file in the archive"),
        (npz(), "expected a graphgame solution file, header is not a file in the archive"),
        (npz(header=np.arange(3)), "expected text as uint8, got int64"),
        (npz(header=np.array("text")), "expected text as uint8, got str"),
        (archive("header.npy", b"no array"), "damaged|magic|expected"),
        (archive("header", b"{}"), "damaged|expected"),
        (pickle.dumps({"n": 3}), "not a graphgame solution file, or a damaged one"),
    ],
)
def test_other_files_are_refused(data: bytes, message: str, tmp_path: Path) -> None:
    path = tmp_path / "other.npz"
    path.write_bytes(data)
    with pytest.raises(SolutionFileError, match=message) as caught:
        Solution.load(path)
    assert str(caught.value).startswith(f"{path}: ")
    assert "allow_pickle" not in str(caught.value), "no advice to load it unsafely"
    with pytest.raises(SolutionFileError, match=message):
        load(data)


class Dangerous:
    """Unpickled, it would leave a trace."""

    def __init__(self, trace: Path) -> None:
        self.trace = trace

    def __reduce__(self) -> Any:
        return Path.touch, (self.trace,)


def test_nothing_is_unpickled(tmp_path: Path) -> None:
    trace = tmp_path / "trace"
    array = np.array([Dangerous(trace)], dtype=object)
    whole = contents(gg.solve([(0, 1)]))
    for data in (
        pickle.dumps(Dangerous(trace)),
        npy(array, allow_pickle=True),
        npz(header=array),
        npz(**whole | {"outcomes": array}),
        npz(**whole | {"edges": array}),
    ):
        with pytest.raises(SolutionFileError):
            load(data)
    assert not trace.exists()
    pickle.loads(pickle.dumps(Dangerous(trace)))
    assert trace.exists(), "it is dangerous"


@pytest.mark.parametrize("name", ["missing.npz", "."])
def test_files_that_cannot_be_read(name: str, tmp_path: Path) -> None:
    with pytest.raises(OSError, match=re.escape(str(tmp_path / name))):
        Solution.load(tmp_path / name)


# -- contradictions -------------------------------------------------------------------------------


def contents(solution: Solution) -> dict[str, Any]:
    """Return the arrays of a saved solution."""
    with np.load(io.BytesIO(saved(solution))) as arrays:
        return dict(arrays)


def text(value: Any) -> Any:
    data = value if isinstance(value, bytes) else json.dumps(value).encode()
    return np.frombuffer(data, dtype=np.uint8)


def changed(kind: str, header: Any = None, **arrays: Any) -> bytes:
    """Return a file with something else in its header or in place of its arrays."""
    whole = contents(gg.solve(GRAPHS[kind]))
    if isinstance(header, dict):
        header = text(json.loads(whole["header"].tobytes()) | header)
    elif header is not None:
        header = text(header)
    return npz(**whole | arrays | ({} if header is None else {"header": header}))


@pytest.mark.parametrize(
    ("header", "message"),
    [
        ({"version": 4}, "expected version 3 of the format, got 4; a later graphgame may read it"),
        ({"version": 0}, "expected version 3 of the format, got 0"),
        ({"version": "1"}, "expected version 3 of the format, got '1'"),
        ({"version": None}, "expected version 3 of the format, got None"),
        ({"version": 2}, "count: expected 'plies' or 'turns', got None"),
        ({"version": 3}, "count: expected 'plies' or 'turns', got None"),
        ({"format": "chess"}, "expected the format 'graphgame solution', got "),
        ({"format": None}, "expected the format 'graphgame solution', got "),
        ({"play": "poker"}, "poker"),
        ({"play": ["normal"]}, "normal"),
        ({"n": 4}, "expected 4"),
        ({"n": -1}, "expected 0 to"),
        ({"n": 2**31 - 1}, "expected 0 to"),
        ({"n": "5"}, "n: expected an integer, got '5'"),
        ({"n": 5.0}, "n: expected an integer, got 5.0"),
        ({"n": None}, "."),
        ([], "expected the format"),
        (b"{", "damaged"),
        (b"\xff", "damaged"),
        ({"format": "graphgame solution", "version": 1}.__repr__().encode(), "damaged"),
    ],
)
def test_headers_that_are_wrong(header: Any, message: str) -> None:
    with pytest.raises(SolutionFileError, match=message):
        load(changed("edges", header))


@pytest.mark.parametrize("missing", ["format", "version", "play", "n"])
def test_headers_that_lack_something(missing: str) -> None:
    header = json.loads(contents(gg.solve(GRAPHS["edges"]))["header"].tobytes())
    del header[missing]
    with pytest.raises(SolutionFileError, match=missing):
        load(changed("edges", json.dumps(header).encode()))


@pytest.mark.parametrize(
    ("kind", "name", "array", "message"),
    [
        ("edges", "outcomes", np.array([2, 0, 0, 0, 0], "int8"), "outcomes: expected values from"),
        ("edges", "outcomes", np.array([0, 0, 0, 0, -2], "int8"), "outcomes: expected values from"),
        ("edges", "outcomes", np.zeros(4, "int8"), r"outcomes: expected 5 values .* shape \(4,\)"),
        ("edges", "outcomes", np.zeros((5, 1), "int8"), "outcomes: expected 5 values"),
        ("edges", "outcomes", np.zeros(5, "int64"), "outcomes: expected 5 values of int8, .*int64"),
        ("edges", "remoteness", np.full(5, 5, "int32"), "remoteness: expected values from -1 to 4"),
        ("edges", "remoteness", np.full(5, -2, "int32"), "remoteness: expected values from -1 to"),
        ("edges", "remoteness", np.zeros(5, "float32"), "remoteness: expected 5 values of int32"),
        ("edges", "edges", np.array([[0, 5]]), r"edges\[0, 1\]: expected a position from 0 to 4"),
        ("edges", "edges", np.array([[0, -1]]), r"edges\[0, 1\]: expected a position from 0 to 4"),
        ("edges", "edges", np.array([0, 1, 2]), r"edges: expected an array of shape \(m, 2\)"),
        ("edges", "edges", np.array([[0, 0.5]]), "edges: expected integers"),
        ("CSR", "option_ptr", np.array([0, 9, 3, 4, 5, 5]), "indptr"),
        ("CSR", "option_ptr", np.array([0, 2, 3]), "indptr"),
        ("CSR", "option_idx", np.array([1, 1, 1, 0, 5]), r"indices\[4\]: expected a position"),
        ("presets", "presets", np.array([0, 4, 2, -1, 1], "int8"), r"presets\[1\]: expected WIN"),
        (
            "presets",
            "presets",
            np.array([0, 2], "int8"),
            "presets: expected a mapping or 5 values",
        ),
        ("labels", "labels", np.array(["a", "b", "c", "d"]), "expected text as uint8, got str"),
        ("labels", "labels", text(["a", "b", "d"]), "labels: expected 4, .* got 3"),
        ("labels", "labels", text(["a", "b", "d", "a"]), "labels: expected distinct labels"),
        ("labels", "labels", text(["a", "b", "c", {"odd": 1}]), "."),
        ("labels", "labels", text(["a", "b", "c", {"bytes": "zz"}]), "."),
        ("labels", "labels", text(["a", "b", "c", {"bytes": 5}]), "."),
        ("labels", "labels", text(["a", "b", "c", {"frozenset": 5}]), "."),
        ("labels", "labels", text({"a": 1, "b": 2, "c": 3, "d": 4}), "."),
        ("labels", "labels", text("abcd"), "."),
        ("labels", "labels", text(5), "."),
        ("labels", "labels", text(None), "."),
        ("labels", "labels", text(b"["), "damaged"),
        ("labels", "labels", text(b"[" * 100_000), "."),
    ],
)
def test_arrays_that_are_wrong(kind: str, name: str, array: Any, message: str) -> None:
    with pytest.raises(SolutionFileError, match=message) as caught:
        load(changed(kind, **{name: array}))
    assert str(caught.value).startswith("the file: ")


def test_what_loads_and_is_wrong_is_found_by_verify() -> None:
    loaded = load(changed("edges", outcomes=np.array([1, 1, 1, 1, 1], "int8")))
    with pytest.raises(gg.VerificationError):
        loaded.verify()
    with pytest.raises(gg.GraphGameError, match="no move that fits its outcome: not a solution"):
        load(changed("CSR", outcomes=np.zeros(5, "int8"), remoteness=np.ones(5, "int32"))).line(4)
