"""`Form`, which every file of a solved game is written and read by, and the registry of formats.

Pinned here: every class that saves has a form that its room names; each loader refuses a file of
each other class, and names what loads and shows it; parts are checked for type, shape and range in
the same words; what is declared as optional may be absent, and nothing else.
"""

from __future__ import annotations

import io
import json
from itertools import permutations
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import graphgame as gg
from graphgame.graphs import form
from graphgame.graphs.form import GRAPH, Field, Form, Found, Labels, Numbers, any_length, last

GOLDEN = Path(__file__).parents[1] / "data" / "golden"
PACKAGE = Path(gg.__file__).parent
# One file of each class that loads one, by its name.
FILES: dict[str, bytes] = {}
for path in sorted(GOLDEN.glob("*.npz")):
    kind = form.read_loader(str(path))
    if path.stem.startswith("search-"):  # no class loads them: `prove` goes on from there
        assert kind is None, path
        continue
    assert kind is not None, path
    FILES.setdefault(kind.__name__, path.read_bytes())


def header_of(content: bytes) -> dict[str, Any]:
    with np.load(io.BytesIO(content)) as arrays:
        found: dict[str, Any] = json.loads(arrays["header"].tobytes())
    return found


# -- the registry ----------------------------------------------------------------------------------


def test_every_public_class_that_loads_an_archive_is_named_by_its_room() -> None:
    loading = {
        name
        for name in gg.__all__
        if isinstance(getattr(gg, name), type) and hasattr(getattr(gg, name), "load")
    }
    # Its file is JSON, and is read beside the game.
    assert set(FILES) == loading - {"MisereQuotient"}


def test_every_form_is_named_by_its_room_and_nothing_else_is() -> None:
    declared = {
        text.split('"')[1]
        for source in PACKAGE.rglob("*.py")
        for text in source.read_text(encoding="utf-8").split(" = Form(\n")[1:]
    }
    named = {
        line.split('"')[1]
        for source in PACKAGE.glob("*/__init__.py")
        for line in source.read_text(encoding="utf-8").splitlines()
        if line.startswith('    "graphgame ')
    }
    # No class loads a search that waits: `prove` goes on with it, by its argument `resume`.
    assert declared - {"graphgame search"} == named
    assert named == {header_of(content)["format"] for content in FILES.values()}


@pytest.mark.parametrize("name", [*FILES])
def test_a_room_names_the_public_class(name: str) -> None:
    assert form.loader(header_of(FILES[name])) is getattr(gg, name)


@pytest.mark.parametrize(("reader", "saved"), [*permutations(FILES, 2)])
def test_each_loader_names_what_loads_and_shows_the_file_of_each_other(
    reader: str, saved: str
) -> None:
    with pytest.raises(gg.SolutionFileError) as caught:
        getattr(gg, reader).load(io.BytesIO(FILES[saved]))
    said, other = str(caught.value), getattr(gg, saved)
    if {reader, saved} == {"GrundyValues", "LoopyValues"}:
        assert said == f"the file: expected {reader}, got {saved}; {saved}.load reads it"
        return
    ours, theirs = (header_of(FILES[x])["format"] for x in (reader, saved))
    assert said.startswith(
        f"the file: expected the format {ours!r}, got {theirs!r}; {saved}.load reads it"
    )
    for method in ("to_html", "to_svg"):
        assert (method in said) is hasattr(other, method)
    if hasattr(other, "to_html") and hasattr(other, "to_svg"):
        assert said.endswith("reads it, and its to_html and to_svg show it")


@pytest.mark.parametrize(
    ("header", "said"),
    [
        ({"format": "chess"}, "got 'chess'"),
        ({"format": "graphgame values", "kind": "odd"}, "got 'graphgame values'"),
        ({"format": "graphgame values", "kind": []}, "got 'graphgame values'"),
        ({"format": "x" * 41}, "got another"),
        ({"format": None}, "got another"),
        ({"format": []}, "got another"),
        ({}, "got another"),
        ([], "got another"),
    ],
)
def test_a_format_that_no_room_names(header: Any, said: str) -> None:
    file = io.BytesIO()
    form.write(file, header, {})
    file.seek(0)
    with pytest.raises(gg.SolutionFileError) as caught:
        gg.Solution.load(file)
    assert str(caught.value) == f"the file: expected the format 'graphgame solution', {said}"


def test_what_loads_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    path = tmp_path / "file"
    for content in (b"", b"PK", b"text", FILES["Solution"][:-30]):
        path.write_bytes(content)
        assert form.read_loader(str(path)) is None
    with pytest.raises(FileNotFoundError):
        form.read_loader(str(tmp_path / "none"))


# -- parts -----------------------------------------------------------------------------------------


def _even(found: Found) -> None:
    if found["k"] % 2:
        raise gg.SolutionFileError(f"k: expected an even number, got {found['k']}")


def _k(value: Any, _: Found) -> Any:
    if type(value) is not int:
        raise gg.SolutionFileError(f"k: expected an integer, got {value!r}")
    return value


FORM = Form(
    "graphgame test",
    3,
    Field("play", gg.Play),
    Field("side", (0, 1)),
    Field("k", check=_k),
    _even,
    Numbers("flags", "int8", 0, 1, as_type="bool"),
    Numbers("pairs", ("int16", "int32"), -1, last, lambda found: (found["k"], 2)),
    Numbers("rest", {1: "int16", 2: "int32", 3: "int64"}.__getitem__, 5, shape=any_length),
    Numbers("cube", "uint8", shape=lambda _: (None, None, 1)),
    Numbers("extra", "int8", when=lambda found: "extra" in found.arrays),
    Labels("names", "name_", when=lambda found: found["side"] == 1),
    GRAPH,
)
SAVED: dict[str, Any] = {
    "play": gg.Play.MISERE,
    "side": 0,
    "k": 2,
    "flags": [True, False, True],
    "pairs": np.array([[0, 1], [-1, 2]], np.int16),
    "rest": [5, 6],
    "cube": np.zeros((2, 3, 1), np.uint8),
    "extra": None,
    "names": None,
    "game": gg.as_game_graph({"a": ["b"], "b": ["c"], "c": []}),
}


def saved(**changes: Any) -> io.BytesIO:
    file = io.BytesIO()
    version = changes.pop("version", None)
    FORM.save(SimpleNamespace(**(SAVED | changes)), file, version=version)
    file.seek(0)
    return file


def changed(header: dict[str, Any] | None = None, **arrays: Any) -> io.BytesIO:
    """Return a file with entries of its header, and arrays, changed or, where None, lost."""
    with np.load(saved()) as opened:
        parts = dict(opened)
    known = json.loads(parts.pop("header").tobytes()) | (header or {})
    parts = {name: array for name, array in (parts | arrays).items() if array is not None}
    known = {name: entry for name, entry in known.items() if entry is not ...}
    file = io.BytesIO()
    form.write(file, known | {"arrays": sorted(parts)}, parts)
    file.seek(0)
    return file


def test_what_is_saved_comes_back_in_the_order_of_the_parts() -> None:
    found = FORM.load(saved())
    assert [*found.parts] == ["game", "play", "side", "k", "flags", "pairs", "rest", "cube"]
    assert (found["play"], found["side"], found["k"]) == (gg.Play.MISERE, 0, 2)
    assert isinstance(found["play"], gg.Play)
    assert found["flags"].dtype == np.bool_ and found["flags"].tolist() == [True, False, True]
    assert found["pairs"].dtype == np.int16 and found["rest"].dtype == np.int64
    assert found.n == 3 and found.game.options("a") == ["b"]
    assert FORM.load(changed()).parts.keys() == found.parts.keys()
    with np.load(saved()) as arrays:
        assert arrays["flags"].dtype == np.int8


@pytest.mark.parametrize(("version", "kind"), [(1, "int16"), (2, "int32"), (3, "int64")])
def test_a_type_may_depend_on_the_version(version: int, kind: str) -> None:
    found = FORM.load(saved(version=version))
    assert found["rest"].dtype == kind and found.header["version"] == version


def test_optional_parts() -> None:
    found = FORM.load(saved(extra=[1, 2, 3], side=1, names=["x", ("y", 1)]))
    assert found["extra"].tolist() == [1, 2, 3]
    assert found["names"] == ["x", ("y", 1)]
    assert FORM.load(saved(side=1, names=None))["names"] is None
    assert FORM.load(saved(), lambda x: x["k"] + 1) == 3


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"header": {"play": "poker"}}, "play: expected 'normal' or 'misere', got 'poker'"),
        ({"header": {"play": ["normal"]}}, r"play: expected 'normal' or 'misere', got ['normal']"),
        ({"header": {"play": ...}}, "play: expected 'normal' or 'misere', got None"),
        ({"header": {"side": True}}, "side: expected 0 or 1, got True"),
        ({"header": {"side": 1.0}}, "side: expected 0 or 1, got 1.0"),
        ({"header": {"side": 2}}, "side: expected 0 or 1, got 2"),
        ({"header": {"side": ...}}, "side: expected 0 or 1, got None"),
        ({"header": {"k": "2"}}, "k: expected an integer, got '2'"),
        ({"header": {"k": 3}}, "k: expected an even number, got 3"),
        ({"header": {"k": 4}}, "pairs: expected shape (4, 2) of int16 or int32, got shape (2, 2) "),
        ({"header": {"n": ...}}, "n: expected an integer, got None"),
        ({"header": {"n": 3.0}}, "n: expected an integer, got 3.0"),
        ({"header": {"version": 4}}, "expected version 3 of the format, got 4; a later graphgame"),
        ({"header": {"version": 0}}, "expected version 3 of the format, got 0"),
        ({"header": {"version": True}}, "expected version 3 of the format, got True"),
        ({"header": {"start": 3}}, "start: expected an index from 0 to 2, got 3"),
        ({"header": {"start": "a"}}, "start: expected an index from 0 to 2, got 'a'"),
        ({"flags": np.zeros(2, np.int8)}, "flags: expected 3 values of int8, got shape (2,) of "),
        ({"flags": np.zeros(3, np.bool_)}, "flags: expected 3 values of int8, got shape (3,) of b"),
        ({"flags": np.full(3, 2, np.int8)}, "flags: expected values from 0 to 1"),
        ({"flags": np.full(3, -1, np.int8)}, "flags: expected values from 0 to 1"),
        ({"flags": None}, "expected a graphgame test file, flags is not a file in the archive"),
        ({"pairs": np.full((2, 2), 3, np.int16)}, "pairs: expected values from -1 to 2"),
        ({"pairs": np.zeros(4, np.int16)}, "pairs: expected shape (2, 2) of int16 or int32, got "),
        ({"pairs": np.zeros((2, 2), ">i2")}, "pairs: expected shape (2, 2) of int16 or int32, got"),
        ({"rest": np.zeros(1, np.int32)}, "rest: expected values of int64, got shape (1,) of int3"),
        ({"rest": np.full(1, 4, np.int64)}, "rest: expected values from 5 on"),
        ({"cube": np.zeros((2, 3, 2), np.uint8)}, "cube: expected 3 dimensions of uint8, got shap"),
        ({"cube": np.zeros((2, 3), np.uint8)}, "cube: expected 3 dimensions of uint8, got shape ("),
    ],
)
def test_a_part_that_is_not_as_declared_is_refused(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(gg.SolutionFileError) as caught:
        FORM.load(changed(**changes))
    assert str(caught.value).startswith(f"the file: {message}")


def test_empty_arrays_are_in_every_range() -> None:
    empty = gg.as_game_graph([])
    changes = {"k": 0, "flags": [], "pairs": np.zeros((0, 2), np.int32), "game": empty}
    found = FORM.load(saved(**changes, rest=np.zeros(0, np.int64)))
    assert found.n == 0 and len(found["rest"]) == 0
