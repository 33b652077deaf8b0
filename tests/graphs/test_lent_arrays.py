"""Arrays of the user's: copied by default, shared by ``copy=False``, and never touched.

What is given in the type that a graph keeps needs no conversion, so nothing but a copy tells the
graph from the array.  Each way in is tried: the array is changed after the call, and the answers
are those of a twin whose array was left alone.
"""

from __future__ import annotations

import array
import io
import tracemalloc
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import graphgame as gg
from graphgame import GameGraph
from tests.house.everything import facts

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

EDGES = [(0, 1), (1, 2), (2, 0), (2, 3), (1, 4), (0, 4), (3, 4), (2, 2)]
TREE = [(0, 1), (0, 2), (1, 3), (2, 3), (0, 3), (2, 4)]
PTR, IDX = [0, 2, 4, 7, 8, 8], [1, 4, 2, 4, 0, 3, 2, 4]
TABLE = [[1, 2], [2, 3], [3, 4], [4, 0], [4, 4]]


def _edges(rows: Any = EDGES) -> np.ndarray:
    return np.array(rows, dtype=np.int32)


def _rows() -> list[np.ndarray]:
    return [np.array(PTR, dtype=np.int64), np.array(IDX, dtype=np.int32)]


class _Rows:
    """An object with the two arrays of CSR."""

    def __init__(self, indptr: Any, indices: Any) -> None:
        self.indptr, self.indices = indptr, indices


class _Lender:
    """An object that hands out the array it holds, as a pandas.Series does."""

    def __init__(self, held: Any) -> None:
        self.held = held

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        return self.held

    def __iter__(self) -> Any:
        return iter(self.held)

    def __len__(self) -> int:
        return len(self.held)


def _scipy(ptr: Any, idx: Any) -> Any:
    sparse = pytest.importorskip("scipy.sparse")
    return sparse.csr_array((np.ones(len(idx)), idx, ptr), shape=(5, 5), copy=False)


OWNERS = np.array([0, 1, 1, 0, 1], dtype=np.int8)
TARGETS = np.array([False, False, False, True, False])
PRIORITY = np.array([3, 2, 1, 0, 4], dtype=np.int64)
# Who asks what of a game: each gets edges or a graph.
FAMILIES: dict[str, Callable[[Any], Any]] = {
    "solve": gg.solve,
    "solve misère": lambda g: gg.solve(g, play="misere"),
    "solve with presets": lambda g: gg.solve(g, presets={3: gg.DRAW}),
    "solve with owners": lambda g: gg.solve(g, owner=OWNERS),
    "solve turns": lambda g: gg.solve(g, owner=OWNERS, count="turns"),
    "draw levels": lambda g: gg.solve(g).draw_levels(),
    "scores": lambda g: gg.solve_scores(g, {4: 3}),
    "loopy values": gg.loopy_grundy,
    "attractor": lambda g: gg.attractor(g, OWNERS, TARGETS),
    "reachability": lambda g: gg.solve_reachability(g, OWNERS, TARGETS),
    "buchi": lambda g: gg.solve_buchi(g, OWNERS, TARGETS),
    "generalized Büchi": lambda g: gg.solve_generalized_buchi(g, OWNERS, [TARGETS]),
    "parity": lambda g: gg.ParityGame(g, OWNERS, PRIORITY).solve(),
    "partizan": lambda g: gg.partizan(g, [(0, 3), (3, 1)]),
    "cops": gg.cops_and_robbers,
    "sum": lambda g: gg.solve(gg.game_sum([g, g])),
    "graph": gg.as_game_graph,
}
# Ways in of a graph's arrays.
GRAPHS: dict[str, tuple[Callable[[], list[Any]], Callable[..., Any]]] = {
    "from_edges": (lambda: [_edges()], GameGraph.from_edges),
    "as_game_graph of edges": (lambda: [_edges()], gg.as_game_graph),
    "edges with n": (lambda: [_edges()], lambda e: GameGraph.from_edges(e, 5)),
    "a memoryview of rows": (_rows, lambda *rows: GameGraph.from_csr(*map(memoryview, rows))),
    "edges that an object lends": (lambda: [_edges()], lambda e: gg.as_game_graph(_Lender(e))),
    "from_csr": (_rows, GameGraph.from_csr),
    "a pair": (_rows, lambda *rows: gg.as_game_graph(rows)),
    "an object with indptr": (_rows, lambda *rows: gg.as_game_graph(_Rows(*rows))),
    "array.array": (
        lambda: [array.array("q", PTR), array.array("i", IDX)],
        lambda *rows: gg.as_game_graph(rows),
    ),
    "SciPy": (_rows, lambda *rows: gg.as_game_graph(_scipy(*rows))),
    "from_adjacency of SciPy": (_rows, lambda *rows: GameGraph.from_adjacency(_scipy(*rows))),
    "from_options": (lambda: [_edges(TABLE)], GameGraph.from_options),
}
# Other arrays: of each, the type that is kept.
OTHERS: dict[str, tuple[Callable[[], list[Any]], Callable[..., Any]]] = {
    "edges to grundy": (lambda: [_edges(TREE)], gg.grundy),
    "edges to solve": (lambda: [_edges()], gg.solve),
    "both sides of partizan": (lambda: [_edges(), _edges(TREE)], gg.partizan),
    "presets": (
        lambda: [np.array([2, 2, 2, 0, 2], dtype=np.int8)],
        lambda presets: gg.solve(EDGES, presets=presets),
    ),
    "presets with remoteness": (
        lambda: [np.array([2, 2, 2, 1, 2], np.int8), np.array([0, 0, 0, 7, 0], np.int32)],
        lambda *pair: gg.solve(EDGES, presets=pair),
    ),
    "with_presets": (
        lambda: [np.array([2, 2, 2, 0, 2], dtype=np.int8)],
        GameGraph.from_edges(EDGES).with_presets,
    ),
    "owner": (lambda: [OWNERS.copy()], lambda owner: gg.solve(EDGES, owner=owner)),
    "with_owner": (lambda: [OWNERS.copy()], GameGraph.from_edges(EDGES).with_owner),
    "scores": (
        lambda: [np.array([0, 0, 0, 0, -1], dtype=np.int32)],
        lambda scores: gg.solve_scores(EDGES, np.ma.masked_equal(scores, 0, copy=False)),
    ),
    "scores of int64": (
        lambda: [np.array([*[gg.NO_SCORE] * 4, -1], dtype=np.int64)],
        lambda scores: gg.solve_scores(EDGES, scores),
    ),
    "owners and flags": (
        lambda: [OWNERS.copy(), TARGETS.copy()],
        lambda owner, flags: gg.solve_buchi(EDGES, owner, flags),
    ),
    "flags of an attractor": (
        lambda: [OWNERS.copy(), TARGETS.copy()],
        lambda owner, flags: gg.attractor(EDGES, owner, flags),
    ),
    "owners and priorities": (
        lambda: [OWNERS.copy(), PRIORITY.copy()],
        lambda owner, priority: gg.ParityGame(EDGES, owner, priority).solve(),
    ),
    "a parity game": (
        lambda: [OWNERS.copy(), PRIORITY.copy()],
        lambda owner, priority: gg.ParityGame(EDGES, owner, priority),
    ),
    "labels": (
        lambda: [np.array([9, 8, 7, 6, 5], dtype=np.int64)],
        lambda labels: gg.solve(GameGraph.from_edges(EDGES, labels=labels)),
    ),
    "starts of codes": (
        lambda: [np.array([9, 7], dtype=np.int64)],
        lambda starts: gg.explore_codes(_down, starts),
    ),
    "starts of answers": (
        lambda: [np.array([9, 7], dtype=np.int64)],
        lambda starts: gg.build(_down, start=starts),
    ),
    "a table of patterns": (
        lambda: [np.array([0, 1, 2] * 9, dtype=np.int64)],
        lambda table: gg.find_patterns(table)[0],
    ),
}


def _down(codes: Any) -> tuple[Any, Any]:
    """Take 1 or 3 from every code."""
    sources = np.repeat(np.arange(len(codes)), 2)
    options = (codes[:, np.newaxis] - (1, 3)).ravel()
    return sources[options >= 0], options[options >= 0]


def _spoil(given: list[Any]) -> None:
    """Change every entry: those of edges and rows to what is no position."""
    for held in given:
        if isinstance(held, array.array):
            held[:] = array.array(held.typecode, [99] * len(held))
        else:
            held[...] = not held.flat[0] if held.dtype == bool else 99


def _same_after(make: Callable[[], list[Any]], build: Callable[[list[Any]], Any]) -> None:
    expected = facts(build(make()))
    given = make()
    thing = build(given)
    _spoil(given)
    assert facts(thing) == expected
    if hasattr(thing, "verify"):
        assert thing.verify() is True


@pytest.mark.parametrize("way", GRAPHS)
@pytest.mark.parametrize("family", FAMILIES)
def test_a_change_of_a_graph_s_arrays_changes_no_answer(family: str, way: str) -> None:
    make, build = GRAPHS[way]
    _same_after(make, lambda given: FAMILIES[family](build(*given)))


@pytest.mark.parametrize("way", OTHERS)
def test_a_change_of_another_array_changes_no_answer(way: str) -> None:
    make, build = OTHERS[way]
    _same_after(make, lambda given: build(*given))


def test_a_change_of_a_mapped_file_changes_no_answer(tmp_path: Path) -> None:
    def mapped() -> list[Any]:
        np.save(tmp_path / "edges.npy", _edges())
        return [np.load(tmp_path / "edges.npy", mmap_mode="r+")]

    _same_after(mapped, lambda given: gg.solve(given[0]))


def test_a_rule_may_fill_the_same_arrays_again_and_again() -> None:
    held = np.empty(1 << 16, dtype=np.int64), np.empty(1 << 16, dtype=np.int64)
    ends = np.empty(1 << 16, dtype=np.int8)

    def reusing(codes: Any) -> tuple[Any, Any]:
        sources, options = _down(codes)
        held[0][: len(sources)], held[1][: len(options)] = sources, options
        return held[0][: len(sources)], held[1][: len(options)]

    def presets(codes: Any) -> Any:
        ends[: len(codes)] = np.where(codes == 2, gg.WIN, gg.NO_PRESET)
        return ends[: len(codes)]

    def fresh(codes: Any) -> Any:
        return presets(codes).copy()

    for solve in (gg.solve, gg.build):
        expected = facts(solve(_down, start=60, presets=fresh))
        assert facts(solve(reusing, start=60, presets=presets)) == expected


# -- lent -----------------------------------------------------------------------------------------

LENT: dict[str, tuple[Callable[[], list[Any]], Callable[..., GameGraph]]] = {
    "from_edges": (lambda: [_edges()], GameGraph.from_edges),
    "as_game_graph of edges": (lambda: [_edges()], gg.as_game_graph),
    "from_csr": (_rows, GameGraph.from_csr),
    "a pair": (_rows, lambda *rows, **copy: gg.as_game_graph(rows, **copy)),
    "an object with indptr": (_rows, lambda *rows, **copy: gg.as_game_graph(_Rows(*rows), **copy)),
    "from_options": (lambda: [_edges(TABLE)], GameGraph.from_options),
}


def _kept(graph: GameGraph) -> list[np.ndarray]:
    """Return the arrays that a graph was made of."""
    if graph._edges is not None:
        return [np.asarray(graph._edges)]
    return [graph.option_ptr, graph.option_idx]


@pytest.mark.parametrize("way", LENT)
def test_copy_false_shares_the_memory_and_sets_no_flag(way: str) -> None:
    make, build = LENT[way]
    given = make()
    flags = [str(held.flags) for held in given]
    lent, copied = build(*given, copy=False), build(*given)
    for held in given:
        assert any(np.shares_memory(held, own) for own in _kept(lent))
        assert not any(np.shares_memory(held, own) for own in _kept(copied))
    assert gg.solve(lent).verify() is gg.solve(copied).verify() is True
    _ = lent.option_ptr, lent.option_idx, lent.pred_ptr, lent.pred_idx, [*lent.edge_blocks()]
    assert [str(held.flags) for held in given] == flags
    before = facts(copied)
    assert facts(lent) == before
    given[-1].reshape(-1)[0] = 3
    assert facts(lent) != before == facts(copied), "lent means lent"


@pytest.mark.parametrize("kind", ["array", "matrix"])
@pytest.mark.parametrize("make", [gg.as_game_graph, GameGraph.from_adjacency])
def test_copy_false_lends_the_indices_of_scipy(make: Any, kind: str) -> None:
    sparse = pytest.importorskip("scipy.sparse")
    matrix = getattr(sparse, f"csr_{kind}")(np.ones((3, 3), dtype=bool))
    assert matrix.indices.dtype == np.int32
    assert np.shares_memory(make(matrix, copy=False).option_idx, matrix.indices)
    assert not np.shares_memory(make(matrix).option_idx, matrix.indices)
    assert matrix.indices.flags.writeable and matrix.indptr.flags.writeable


@pytest.mark.parametrize("copy", [True, False])
def test_arrays_that_are_read_only_are_taken_and_stay_so(copy: bool) -> None:
    edges = _edges()
    edges.flags.writeable = False
    graph = GameGraph.from_edges(edges, copy=copy)
    assert gg.solve(graph).verify() and not edges.flags.writeable
    edges.flags.writeable = True  # they own their memory


@pytest.mark.parametrize("copy", [True, False])
def test_arrays_in_another_order_are_never_shared(copy: bool) -> None:
    for given in (np.asfortranarray(_edges()), _edges()[::-1], _edges().repeat(2, axis=1)[:, ::2]):
        graph = GameGraph.from_edges(given, copy=copy)
        assert not np.shares_memory(given, _kept(graph)[0])
        assert _kept(graph)[0].tolist() == given.tolist()


# -- no second copy -------------------------------------------------------------------------------


def _traced(call: Callable[[], Any]) -> int:
    """Return the peak of the bytes that NumPy and Python allocate in a call."""
    tracemalloc.start()
    try:
        _ = call()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


M = 100_000


@pytest.mark.parametrize(
    ("given", "least"),
    [
        (np.zeros((M, 2), np.int32), 8 * M),
        (np.zeros((M, 2), np.int64), 8 * M),
        (np.asfortranarray(np.zeros((M, 2), np.int32)), 8 * M),
    ],
    ids=["int32", "int64", "columns"],
)
def test_edges_are_copied_once(given: Any, least: int) -> None:
    most = 1.1 * least
    assert least <= _traced(lambda: GameGraph.from_edges(given)) < most
    lent = _traced(lambda: GameGraph.from_edges(given, copy=False))
    assert lent < (0.1 * least if given.dtype == np.int32 and given.flags.c_contiguous else most)


def test_the_edges_of_a_loaded_file_are_not_copied_again() -> None:
    file = io.BytesIO()
    gg.solve(GameGraph.from_edges(np.zeros((10 * M, 2), np.int32), 1)).save(file)
    file.seek(0)
    # zipfile reads a member as bytes, of which the array is made.
    assert _traced(lambda: gg.Solution.load(file)) < 1.2 * 80 * M


@pytest.mark.parametrize(
    "rows",
    [[(0, 1)] * M, ((0, 1),) * M, np.zeros((M, 2), np.int64)],
    ids=["list", "tuple", "int64"],
)
def test_what_is_converted_takes_no_more_memory_than_what_is_lent(rows: Any) -> None:
    copied, lent = (_traced(lambda c=c: GameGraph.from_edges(rows, copy=c)) for c in (True, False))
    assert copied < 1.01 * lent
