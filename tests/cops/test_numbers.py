"""`cop_numbers` and `cop_number`: many graphs at once, in graph6 and as rows of bits."""

from __future__ import annotations

import io
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

import graphgame as gg
from graphgame.cops import graph6 as graph6_module
from tests.reference.cops import cop_number

Edges = tuple[tuple[int, int], ...]
C4, C5, K1, NOTHING = "Cl", "Dhc", "@", "?"


def graph6(n: int, edges: Edges, size: int = 1) -> str:
    """Write a graph in graph6, the slow way; size is the length of the field for n."""
    bits = {1: 6, 4: 18, 8: 36}[size]
    head = "~" * (size // 4) + chr_of(f"{n:0{bits}b}")
    pairs = {tuple(sorted(edge)) for edge in edges}
    body = "".join("01"[(i, j) in pairs] for j in range(n) for i in range(j))
    return head + chr_of(body + "0" * (-len(body) % 6))


def chr_of(bits: str) -> str:
    return "".join(chr(63 + int(bits[at : at + 6], 2)) for at in range(0, len(bits), 6))


def without_loops(rows: list[int]) -> list[int]:
    return [row & ~(1 << i) for i, row in enumerate(rows)]


def symmetric(rows: list[int]) -> list[int]:
    n = len(rows)
    both = [row | sum((rows[j] >> i & 1) << j for j in range(n)) for i, row in enumerate(rows)]
    return without_loops(both)


@st.composite
def graphs(draw: st.DrawFn, most: int = 5) -> tuple[int, Edges]:
    n = draw(st.integers(0, most))
    if n == 0:
        return 0, ()
    vertices = st.integers(0, n - 1)
    edges = draw(st.lists(st.tuples(vertices, vertices), max_size=n * n))
    return n, tuple((u, v) for u, v in edges if u != v)


# -- against the reference ------------------------------------------------------------------------


@given(st.lists(graphs(), max_size=4), st.sampled_from([1, 4, 8]))
@settings(max_examples=60)
def test_graphs_in_graph6_equal_the_reference(many: list[tuple[int, Edges]], size: int) -> None:
    expected = [cop_number(n, edges, directed=False) for n, edges in many]
    lines = [graph6(n, edges, size) for n, edges in many]
    found = gg.cop_numbers(lines)
    assert (found.dtype, found.tolist()) == (np.int64, expected)
    assert gg.cop_numbers("".join(f"{line}\n" for line in lines) or []).tolist() == expected
    for most in (1, 2, 3):
        limited = [number if number <= most else -1 for number in expected]
        assert gg.cop_numbers(lines, most).tolist() == limited


@given(st.integers(1, 5), st.booleans(), st.data())
@settings(max_examples=60)
def test_rows_of_bits_equal_the_reference(n: int, directed: bool, data: st.DataObject) -> None:
    row = st.lists(st.integers(0, 2**n - 1), min_size=n, max_size=n)
    drawn = data.draw(st.lists(row, min_size=1, max_size=3))
    bits = [without_loops(rows) if directed else symmetric(rows) for rows in drawn]
    if bits != drawn:  # loops, or edges in one row only
        with pytest.raises(gg.GraphGameError, match=r"graphs\[\d, \d\]: expected bit \d"):
            gg.cop_numbers(drawn, directed=directed)
    arcs = [tuple((i, j) for i in range(n) for j in range(n) if rows[i] >> j & 1) for rows in bits]
    expected = [cop_number(n, edges, directed) for edges in arcs]
    for array in (bits, np.array(bits, np.uint64), np.array(bits, np.int8)):
        assert gg.cop_numbers(array, directed=directed).tolist() == expected
    for edges, number in zip(arcs, expected, strict=True):
        graph = gg.GameGraph.from_edges(list(edges), n)
        assert gg.cop_number(graph, directed=directed) == number


def test_each_graph_counts_its_own_components() -> None:
    edges: Edges = ((0, 1), (1, 2), (2, 3), (3, 0), (5, 6), (6, 7), (7, 8), (8, 5))
    lines = [graph6(9, edges), NOTHING, K1, NOTHING, graph6(3, ()), C5, NOTHING]
    assert gg.cop_numbers(lines).tolist() == [5, 0, 1, 0, 3, 2, 0]
    assert gg.cop_numbers(lines, 2).tolist() == [-1, 0, 1, 0, -1, 2, 0]
    assert gg.cop_number(gg.GameGraph.from_edges(list(edges), 9), max_cops=4) == -1


def test_a_hunt_knows_nothing_of_the_edges_of_the_last_graph() -> None:
    """Two cycles on the same vertices, which two cops do not dominate, have no common edge."""
    cycles = [tuple((v, (v + step) % 8) for v in range(8)) for step in (3, 1)]
    assert gg.cop_numbers([graph6(8, cycle) for cycle in cycles]).tolist() == [2, 2]


@pytest.mark.parametrize("n", [62, 63, 64, 65, 129, 300])
def test_graphs_of_any_size(n: int) -> None:
    cycle = tuple((v, (v + 1) % n) for v in range(n))
    lines = [graph6(n, cycle, 1 if n < 63 else 4), graph6(n, cycle[1:], 4), graph6(n, (), 8)]
    assert gg.cop_numbers(lines).tolist() == [2, 1, n]


@pytest.mark.boundary
@pytest.mark.parametrize("n", [63, 64])
def test_rows_of_bits_of_a_whole_word(n: int) -> None:
    cycle = [1 << (v + 1) % n for v in range(n)]
    ends = [sum(1 << w for w in range(n) if w != v) for v in range(n)]
    both = symmetric(cycle)
    for graphs in ([both, ends], np.array([both, ends], np.uint64)):
        assert gg.cop_numbers(graphs).tolist() == [2, 1]
    assert gg.cop_numbers(np.array([cycle], np.uint64), 1, directed=True).tolist() == [-1]


# -- forms ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "graphs",
    [
        f"{C4}\n{C5}\n",
        f"{C4}\r\n{C5}",
        f">>graph6<<{C4}\n{C5}\n".encode(),
        bytearray(f"{C4}\n>>graph6<<{C5}\n".encode()),
        f"\ufeff{C4}\n{C5}",
        b"\xef\xbb\xbf>>graph6<<" + f"{C4}\n{C5}".encode(),
        [C4, C5],
        ["\ufeff" + C4, C5],
        (C4, C5 + "\n"),
        (line for line in (C4, C5)),
        [C4.encode() + b"\r\n", C5.encode()],
        io.StringIO(f"{C4}\n{C5}\n"),
        io.BytesIO(f"{C4}\n{C5}".encode()),
    ],
    ids=lambda graphs: type(graphs).__name__,
)
def test_forms_of_text(graphs: Any) -> None:
    assert gg.cop_numbers(graphs).tolist() == [2, 2]


def test_networkx_writes_what_is_read() -> None:
    nx = pytest.importorskip("networkx")
    graphs = [nx.petersen_graph(), nx.path_graph(70), nx.empty_graph(2)]
    assert gg.cop_numbers(map(nx.to_graph6_bytes, graphs)).tolist() == [3, 1, 2]


@pytest.mark.parametrize("graphs", [[], (), iter([]), np.zeros((0, 5), np.uint64)])
def test_no_graph_has_no_number(graphs: Any) -> None:
    found = gg.cop_numbers(graphs)
    assert (found.shape, found.dtype) == ((0,), np.int64)


@pytest.mark.parametrize("graphs", ["", b"", "\ufeff", b"\xef\xbb\xbf"])
def test_an_empty_text_holds_no_graphs(graphs: Any) -> None:
    with pytest.raises(gg.ParseError, match="expected a graph6 string, got the end of the text"):
        gg.cop_numbers(graphs)


def test_rows_of_no_vertex_are_graphs() -> None:
    assert gg.cop_numbers(np.zeros((3, 0), np.uint64)).tolist() == [0, 0, 0]


# -- errors ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "line", "column", "message"),
    [
        ([C4, "C"], 2, 2, "expected 1 character for the edges of 4 vertices, got 0"),
        (["E??", "D~"], 1, 4, "expected 3 characters for the edges of 6 vertices, got 2"),
        ([C4, "Cll"], 2, 3, "expected the end of the graph, got more characters"),
        (["A_\tA_"], 1, 3, "expected the end of the graph, got more characters"),
        (["B=", C4], 1, 2, "expected a graph6 character from '?' to '~', got '='"),
        ([">>graph6<<B\x7f"], 1, 12, "expected a graph6 character from '?' to '~', got '\\x7f'"),
        ([C4, "", C4], 2, 1, "expected a graph6 string, got the end of one"),
        ([">>graph6<<"], 1, 11, "expected a graph6 string, got the end of one"),
        (["~?"], 1, 3, "expected a graph6 string, got the end of one"),
        (["A`"], 1, 2, "expected zeros behind the last pair, got a one"),
        (["Ao"], 1, 2, "expected zeros behind the last pair, got a one"),
        ([":Bf"], 1, 1, "expected a graph6 character from '?' to '~', got ':', as in sparse6"),
        (["&B?"], 1, 1, "expected a graph6 character from '?' to '~', got '&', as in digraph6"),
        ([">>sparse6<<:Bf"], 1, 1, "expected a graph6 character from '?' to '~', got '>'"),
        (["~??B?"], 1, 6, ""),
    ],
)
def test_what_is_not_graph6_is_refused(
    lines: list[str], line: int, column: int, message: str
) -> None:
    if not message:  # three vertices in the long form
        assert gg.cop_numbers(lines).tolist() == [3]
        return
    for graphs in (lines, "\n".join(lines) + "\n"):
        with pytest.raises(gg.ParseError) as caught:
            gg.cop_numbers(graphs)
        assert str(caught.value) == f"graphs:{line}:{column}: {message}"


def test_a_string_with_two_graphs_is_refused() -> None:
    with pytest.raises(gg.GraphGameError, match="one graph in each of 2 strings, got 3"):
        gg.cop_numbers([C4 + "\n" + C4, C5])


def test_sizes_beyond_all_positions_are_refused() -> None:
    with pytest.raises(gg.TooLargeError, match="at most 2147483646 vertices, got more"):
        gg.cop_numbers("~~~~~~~~")
    with pytest.raises(gg.ParseError, match="2:9: expected 5726557526 characters .* got 0"):
        gg.cop_numbers("@\n~~???~~~")


@pytest.mark.parametrize(
    ("graphs", "message"),
    [
        (7, r"graphs: expected graph6, or adjacency bits .*, got an array of shape \(\)"),
        (np.zeros((2, 65), np.uint64), r"got an array of shape \(2, 65\)"),
        ([[0, 1], [2]], "graphs: expected rows of one length"),
        ([[0.5, 1.0]], "graphs: expected integers, got 0.5 of type float"),
        ([C4, C5.encode()], "graphs: expected integers, got"),
        ([[0, 0, 0], [1, 8, 2]], r"graphs\[1, 1\]: expected bits 0 to 2, got 8"),
        ([[1, 2**64]], "graphs: expected integers, got integers beyond 64 bits"),
        ([[-1, 0]], r"graphs\[0, 0\]: expected bits 0 to 1, got -1"),
        (np.array([[4, 0]], np.uint64), r"graphs\[0, 0\]: expected bits 0 to 1, got 4"),
        (-np.ones((1, 64), np.int64), r"graphs\[0, 0\]: expected bits 0 to 63, got -1"),
    ],
)
def test_what_is_no_rows_of_bits_is_refused(graphs: Any, message: str) -> None:
    with pytest.raises(gg.GraphGameError, match=message):
        gg.cop_numbers(graphs)


CYCLE = [(0, 1), (1, 2), (2, 3), (3, 0)]
MATRIX = [[0, 1, 1], [1, 0, 0], [1, 0, 0]]


@pytest.mark.parametrize(
    ("graphs", "message"),
    [
        (CYCLE, r"graphs\[0, 0\]: expected bit 1 set as bit 0 of row 1 is, .*, got 0; "),
        ([(1, 2)], r"graphs\[0, 0\]: expected bit 0 clear, .*, got 1; "),
        ([(3, 4)], r"graphs\[0, 1\]: expected bits 0 to 1, got 4; "),
        (np.array(CYCLE), r"graphs\[0, 0\]: expected bit 1 set"),
        (MATRIX, r"graphs\[0, 0\]: expected bit 1 set"),
        (np.array(MATRIX, np.int8), r"graphs\[0, 0\]: expected bit 1 set"),
        ([[0, 0], [2, 1], [0, 1]], r"graphs\[2, 0\]: expected bit 1 set"),
    ],
)
def test_edges_and_a_matrix_are_no_rows_of_bits(
    graphs: Any, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for block in (1, 2, graph6_module.BLOCK):
        monkeypatch.setattr(graph6_module, "BLOCK", block)
        with pytest.raises(gg.GraphGameError, match=message) as caught:
            gg.cop_numbers(graphs)
        assert "gg.cop_number(edges)" in str(caught.value)
        assert "gg.cop_number(gg.GameGraph.from_adjacency(matrix))" in str(caught.value)
    assert gg.cop_number(CYCLE) == 2
    assert gg.cop_number(gg.GameGraph.from_adjacency(MATRIX)) == 1


def test_there_is_room_for_a_part_of_more_arcs_than_the_first() -> None:
    rng = np.random.default_rng(1)
    few = [(0, 1), (1, 2), (2, 0)]
    u, v = np.triu_indices(500, 1)
    forward = rng.random(len(u)) < 0.5
    many = np.column_stack([np.where(forward, u, v), np.where(forward, v, u)]) + len(few)
    assert gg.cop_number(np.concatenate([few, many]), max_cops=1, directed=True) == -1


def test_arcs_may_go_one_way_but_not_stay() -> None:
    with pytest.raises(gg.GraphGameError, match="directed=True"):
        gg.cop_numbers([[2, 0]])
    assert gg.cop_numbers([[2, 0]], directed=True).tolist() == [1]
    with pytest.raises(gg.GraphGameError, match=r"graphs\[1, 1\]: expected bit 1 clear"):
        gg.cop_numbers([[2, 0], [2, 2]], directed=True)


@pytest.mark.parametrize(
    ("graphs", "found"),
    [
        ([gg.GameGraph.from_edges([(0, 1)])], "GameGraph at place 0; "),
        ([C4, {0: [1]}], "dict at place 1; "),
        ([{(0, 1)}], "set at place 0; "),
        ([[2, 1], 7], "int at place 1; "),
        ([MATRIX], r"an array of shape \(1, 3, 3\); "),
    ],
)
def test_graphs_in_a_list_are_refused(graphs: Any, found: str) -> None:
    for many in (graphs, iter(graphs)):
        with pytest.raises(gg.GraphGameError, match=f"graphs: expected graph6, or .* got {found}"):
            gg.cop_numbers(many)
    with pytest.raises(gg.GraphGameError, match=r"\[gg.cop_number\(G\) for G in graphs\]"):
        gg.cop_numbers(graphs)


@pytest.mark.parametrize("graph", [gg.GameGraph.from_edges([(0, 1)]), {C4: [C5]}])
def test_one_graph_is_refused(graph: Any) -> None:
    with pytest.raises(gg.GraphGameError, match=r"many graphs, .* gg.cop_number\(graph\)"):
        gg.cop_numbers(graph)


def test_graphs_of_networkx_are_refused() -> None:
    nx = pytest.importorskip("networkx")
    petersen = nx.petersen_graph()
    for graphs in ([petersen], iter([petersen]), [nx.empty_graph(3)], petersen, nx.Graph([C4])):
        with pytest.raises(gg.GraphGameError, match=r"gg\.cop_number\("):
            gg.cop_numbers(graphs)
    with pytest.raises(gg.GraphGameError, match="expected bit 1 set"):
        gg.cop_numbers(nx.to_numpy_array(petersen, dtype=int))


@pytest.mark.parametrize("most", [0, -1, 2.5])
def test_a_limit_below_one_cop_is_refused(most: Any) -> None:
    with pytest.raises(gg.GraphGameError, match="max_cops: expected"):
        gg.cop_numbers(C4, most)
    with pytest.raises(gg.GraphGameError, match="max_cops: expected"):
        gg.cop_number([(0, 1)], most)


def test_too_much_memory_is_refused() -> None:
    with pytest.raises(gg.TooLargeError, match="for 2 on 300 vertices"):
        gg.cop_numbers(graph6(300, tuple((v, (v + 1) % 300) for v in range(300)), 4), memory=10**6)
