"""`cop_numbers` and `cop_number`: many graphs at once, in graph6 and as rows of bits."""

from __future__ import annotations

import io
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

import graphgame as gg
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
    assert gg.cop_numbers("\n".join(lines)).tolist() == expected
    for most in (1, 2, 3):
        limited = [number if number <= most else -1 for number in expected]
        assert gg.cop_numbers(lines, most).tolist() == limited


@given(st.integers(1, 5), st.booleans(), st.data())
@settings(max_examples=60)
def test_rows_of_bits_equal_the_reference(n: int, directed: bool, data: st.DataObject) -> None:
    row = st.lists(st.integers(0, 2**n - 1), min_size=n, max_size=n)
    bits = data.draw(st.lists(row, min_size=1, max_size=3))
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


@pytest.mark.parametrize("n", [63, 64])
def test_rows_of_bits_of_a_whole_word(n: int) -> None:
    cycle = [1 << (v + 1) % n for v in range(n)]
    ends = [sum(1 << w for w in range(n) if w != v) for v in range(n)]
    for graphs in ([cycle, ends], np.array([cycle, ends], np.uint64)):
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
        [C4, C5],
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


@pytest.mark.parametrize("graphs", ["", b"", [], (), np.zeros((0, 5), np.uint64)])
def test_no_graph_has_no_number(graphs: Any) -> None:
    found = gg.cop_numbers(graphs)
    assert (found.shape, found.dtype) == ((0,), np.int64)


def test_rows_of_no_vertex_are_graphs() -> None:
    assert gg.cop_numbers(np.zeros((3, 0), np.uint64)).tolist() == [0, 0, 0]


# -- errors ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "line", "column", "message"),
    [
        ([C4, "C"], 2, 2, "expected 1 character for the edges of 4 vertices, got 0"),
        (["E??", "D~"], 1, 4, "expected 3 characters for the edges of 6 vertices, got 2"),
        ([C4, "Cll"], 2, 3, "expected the end of the graph, got more characters"),
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


@pytest.mark.parametrize("most", [0, -1, 2.5])
def test_a_limit_below_one_cop_is_refused(most: Any) -> None:
    with pytest.raises(gg.GraphGameError, match="max_cops: expected"):
        gg.cop_numbers(C4, most)
    with pytest.raises(gg.GraphGameError, match="max_cops: expected"):
        gg.cop_number([(0, 1)], most)


def test_too_much_memory_is_refused() -> None:
    with pytest.raises(gg.TooLargeError, match="for 2 on 300 vertices"):
        gg.cop_numbers(graph6(300, tuple((v, (v + 1) % 300) for v in range(300)), 4), memory=10**6)
