"""Values in files: what is saved comes back and can be verified, and what is damaged is refused."""

from __future__ import annotations

import io
import json
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import graphgame as gg
from graphgame import GameGraph, SolutionFileError
from graphgame.graphs.labels import CodeLabels

if TYPE_CHECKING:
    from pathlib import Path

DOWN = [(1, 0), (2, 0), (2, 1), (3, 2), (3, 2)]
ACYCLIC = {
    "edges": GameGraph.from_edges(DOWN, 5),
    "rows": GameGraph.from_csr([0, 0, 1, 3, 5], [0, 0, 1, 2, 2]),
    "presets": GameGraph.from_edges([*DOWN, (0, 3)], 5).with_presets({0: gg.LOSE}),
    "labels": GameGraph.from_edges(DOWN, labels=["a", ("b", 1), frozenset({2}), None]),
    "codes": GameGraph.from_edges([(0, 1)], labels=CodeLabels(np.array([10**18, -5]))),
    "start": gg.explore(range, start=4),
    "no positions": GameGraph.from_edges([]),
}
LOOPY = ACYCLIC | {
    "cycle": GameGraph.from_edges([(0, 1), (1, 0), (1, 2), (2, 3), (0, 3)]),
    "rows with a cycle": GameGraph.from_csr([0, 2, 4, 4], [0, 2, 0, 2]),
}
CASES = [
    *(pytest.param(gg.grundy, graph, id=f"grundy-{name}") for name, graph in ACYCLIC.items()),
    *(pytest.param(gg.loopy_grundy, graph, id=f"loopy-{name}") for name, graph in LOOPY.items()),
]


def again(values: Any) -> Any:
    file = io.BytesIO()
    values.save(file)
    file.seek(0)
    return type(values).load(file)


def arrays_of(values: Any) -> dict[str, Any]:
    names = ["values", "ranks", "set_ptr", "set_idx"]
    names = names if isinstance(values, gg.LoopyValues) else ["values", "order"]
    return {name: getattr(values, name) for name in names}


@pytest.mark.parametrize(("solver", "graph"), CASES)
def test_what_is_saved_comes_back(solver: Any, graph: GameGraph, tmp_path: Path) -> None:
    values = solver(graph)
    values.save(tmp_path / "values.npz")
    for loaded in (again(values), type(values).load(tmp_path / "values.npz")):
        assert type(loaded) is type(values)
        assert loaded.verify()
        for (name, a), b in zip(arrays_of(values).items(), arrays_of(loaded).values(), strict=True):
            assert a.dtype == b.dtype and np.array_equal(a, b), name
        assert (list(loaded), repr(loaded)) == (list(values), repr(values))
        assert (loaded.start, loaded.histogram()) == (values.start, values.histogram())
        for v in values:
            assert loaded[v] == values[v]
            assert loaded.winning_moves([v, v, v]) == values.winning_moves([v, v, v])
    assert [file.name for file in tmp_path.iterdir()] == ["values.npz"]


def test_a_failed_save_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "values.npz"
    gg.grundy(DOWN).save(path)
    before = path.read_bytes()
    odd = gg.grundy(GameGraph.from_edges([(0, 1)], labels=[object(), 2]))
    with pytest.raises(gg.GraphGameError, match="^a file cannot keep the label "):
        odd.save(path)
    assert path.read_bytes() == before
    assert len([*tmp_path.iterdir()]) == 1


def damaged(saved: Any, /, **changes: Any) -> io.BytesIO:
    """Return the file of values with arrays changed, or left out; `header` changes its facts."""
    file = io.BytesIO()
    saved.save(file)
    file.seek(0)
    arrays = dict(np.load(file))
    header = json.loads(arrays["header"].tobytes())
    header |= changes.pop("header", {})
    arrays = {name: x for name, x in (arrays | changes).items() if x is not None}
    arrays["header"] = np.frombuffer(json.dumps(header).encode(), dtype=np.uint8)
    out = io.BytesIO()
    np.savez(out, **arrays)
    out.seek(0)
    return out


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (
            {"header": {"format": "graphgame solution"}},
            "the file: expected the format 'graphgame v",
        ),
        ({"header": {"version": 2}}, "expected version 1 of the format, got 2; a later graphgame"),
        ({"header": {"kind": "odd"}}, "the file: expected (Grundy|Loopy)Values, got 'odd'$"),
        ({"header": {"kind": []}}, r"the file: expected (Grundy|Loopy)Values, got \[\]$"),
        ({"header": {"n": 7}}, "expected [57] positions|expected 7 values"),
        ({"values": None}, r"the file: expected the arrays \[.*\], got .*: a damaged file"),
        ({"values": np.zeros(5)}, "values: expected 5 values of int32, got shape .* of float64"),
        ({"values": np.zeros(4, np.int32)}, "values: expected 5 values of int32, got shape"),
        ({"values": np.full(5, 5, np.int32)}, "values: expected values from (0|-1) to 4"),
        ({"values": np.full(5, -2, np.int32)}, "values: expected values from (0|-1) to 4"),
        (
            {"edges": np.full((5, 2), 9, np.int32)},
            "not a graphgame values file, or a damaged one: edges",
        ),
    ],
)
@pytest.mark.parametrize("solver", [gg.grundy, gg.loopy_grundy])
def test_what_is_no_file_of_values_is_refused(solver: Any, changes: Any, message: str) -> None:
    values = solver(ACYCLIC["edges"])
    with pytest.raises(SolutionFileError, match=message):
        type(values).load(damaged(values, **changes))


def test_presets_that_have_no_values_are_refused() -> None:
    values = gg.grundy(ACYCLIC["presets"])
    presets = values.game.presets.copy()  # type: ignore[union-attr]
    presets[1] = gg.WIN
    with pytest.raises(SolutionFileError, match="position 1: expected no preset but LOSE"):
        gg.GrundyValues.load(damaged(values, presets=presets))


def test_each_kind_refuses_the_other_and_names_what_reads_it(tmp_path: Path) -> None:
    path = tmp_path / "values"
    gg.grundy(DOWN).save(path)
    with pytest.raises(SolutionFileError) as caught:
        gg.LoopyValues.load(path)
    assert str(caught.value) == (
        f"{path}: expected LoopyValues, got GrundyValues; GrundyValues.load reads it"
    )
    gg.loopy_grundy(DOWN).save(path)
    with pytest.raises(SolutionFileError, match="got LoopyValues; LoopyValues.load reads it$"):
        gg.GrundyValues.load(path)
    gg.solve(DOWN).save(path)
    with pytest.raises(SolutionFileError, match="expected the format 'graphgame values', got"):
        gg.GrundyValues.load(path)
    path.write_bytes(b"PK damaged")
    with pytest.raises(SolutionFileError, match="not a graphgame values file, or a damaged one"):
        gg.GrundyValues.load(path)
    with pytest.raises(FileNotFoundError):
        gg.GrundyValues.load(tmp_path / "none")


@pytest.mark.parametrize("solver", [gg.grundy, gg.loopy_grundy])
def test_a_cut_or_changed_file_loads_as_it_was_or_not_at_all(solver: Any) -> None:
    """Each byte changed once: an archive has a check sum of each array, and unused bytes."""
    file = io.BytesIO()
    values = solver(DOWN)
    values.save(file)
    whole = file.getvalue()
    for end in range(0, len(whole), 37):
        with pytest.raises(SolutionFileError):
            type(values).load(io.BytesIO(whole[:end]))
    for place in range(0, len(whole), 5):
        changed = bytearray(whole)
        changed[place] ^= 0x55
        try:
            loaded = type(values).load(io.BytesIO(bytes(changed)))
        except SolutionFileError:
            continue
        assert loaded.verify() and np.array_equal(loaded.values, values.values)


def test_wrong_values_in_a_file_are_found_by_verify() -> None:
    values = gg.grundy(DOWN)
    wrong = gg.GrundyValues.load(damaged(values, values=np.zeros(4, np.int32)))
    with pytest.raises(gg.VerificationError):
        wrong.verify()
    loopy = gg.loopy_grundy(DOWN)
    with pytest.raises(gg.VerificationError):
        gg.LoopyValues.load(damaged(loopy, values=np.full(4, -1, np.int32))).verify()
