"""Cops and robbers: cop numbers and capture times that have been published, and words of bits.

The counts of graphs by cop number are those of W. Baird, A. Beveridge, A. Bonato et al., "On the
minimum order of k-cop-win graphs", Contrib. Discrete Math. 9, 2014.
"""

from __future__ import annotations

import random
import shutil
import subprocess
from itertools import combinations, product
from typing import Any

import numpy as np
import pytest

import graphgame as gg
from graphgame.cops import _board

Edges = list[tuple[Any, Any]]

# Connected graphs on 1, 2, … vertices where one cop wins, and where it takes two; three are needed
# on ten vertices for the first time, on the Petersen graph.
ONE_COP = [1, 1, 2, 5, 16, 68, 403, 3791]
TWO_COPS = [0, 0, 0, 1, 5, 44, 450, 7326]

PETERSEN = [
    *((v, (v + 1) % 5) for v in range(5)),
    *((v, v + 5) for v in range(5)),
    *((5 + v, 5 + (v + 2) % 5) for v in range(5)),
]
# A cycle and these chords: 4-regular of girth 5 on 19 vertices, which only one graph is.
ROBERTSON_CHORDS = [
    *((0, 4), (0, 7), (1, 9), (1, 16), (2, 11), (2, 14), (3, 8), (3, 17), (4, 15), (5, 9)),
    *((5, 12), (6, 14), (6, 17), (7, 11), (8, 13), (10, 15), (10, 18), (12, 16), (13, 18)),
]


def path(n: int) -> Edges:
    return [(v, v + 1) for v in range(n - 1)]


def cycle(n: int) -> Edges:
    return [*path(n), (n - 1, 0)]


def grid(m: int, n: int) -> dict[tuple[int, int], Edges]:
    """Return the options of every square: the ones below and to the right."""
    return {
        (i, j): [(x, y) for x, y in ((i + 1, j), (i, j + 1)) if x < m and y < n]
        for i, j in product(range(m), range(n))
    }


def hypercube(d: int) -> Edges:
    return [(v, v ^ 1 << b) for v in range(1 << d) for b in range(d)]


def dodecahedron() -> Edges:
    """Two pentagons, and a cycle of ten between them."""
    spokes = [(v, 5 + 2 * v) for v in range(5)] + [(15 + v, 6 + 2 * v) for v in range(5)]
    pentagons = [(first + v, first + (v + 1) % 5) for v in range(5) for first in (0, 15)]
    return spokes + pentagons + [(5 + v, 5 + (v + 1) % 10) for v in range(10)]


def random_tree(n: int, seed: int) -> Edges:
    rng = random.Random(seed)
    name = rng.sample(range(n), n)
    return [(name[v], name[rng.randrange(v)]) for v in range(1, n)]


# -- cop numbers ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("graph", "number"),
    [
        (PETERSEN, 3),  # Aigner and Fromme 1984: girth 5 and least degree 3
        (dodecahedron(), 3),  # the same: planar graphs never need more
        (grid(5, 7), 2),  # Neufeld and Nowakowski 1998, products of trees
        (grid(2, 2), 2),
        (grid(1, 9), 1),
        ([*cycle(3), (2, 3)], 1),
        (cycle(4), 2),
        (cycle(65), 2),
        (random_tree(200, 1), 1),  # Nowakowski and Winkler 1983
        (list(combinations(range(70), 2)), 1),
        (list(product(range(3), range(3, 8))), 2),  # complete bipartite
        (cycle(19) + ROBERTSON_CHORDS, 4),  # girth 5 and least degree 4
        (cycle(4) + [(4 + u, 4 + v) for u, v in PETERSEN], 5),  # components add up
        (np.empty((0, 2), int), 0),
        ({v: [] for v in range(100)}, 100),
    ],
)
def test_published_cop_numbers(graph: Any, number: int) -> None:
    assert gg.cop_number(graph) == number
    assert gg.cop_number(graph, max_cops=max(1, number)) == number
    if number > 1:
        assert gg.cop_number(graph, max_cops=number - 1) == -1


@pytest.mark.parametrize("d", range(1, 6))
def test_cop_numbers_of_hypercubes(d: int) -> None:
    """⌈(d + 1) / 2⌉: M. Maamoun and H. Meyniel, Discrete Appl. Math. 17, 1987."""
    number = d // 2 + 1
    assert gg.cop_number(hypercube(d)) == number
    solution = gg.cops_and_robbers(hypercube(d), number)
    assert solution.result == gg.WIN and solution.verify()
    if number > 1:
        solution = gg.cops_and_robbers(hypercube(d), number - 1)
        assert solution.result == gg.DRAW and solution.verify()


@pytest.mark.parametrize("k", [1, 2, 3, 4])
def test_an_added_cop_never_harms(k: int) -> None:
    for graph in (PETERSEN, grid(3, 4), hypercube(3), random_tree(12, 5)):
        fewer, more = gg.cops_and_robbers(graph, k), gg.cops_and_robbers(graph, k + 1)
        assert fewer.result == gg.DRAW or fewer.capture_time >= more.capture_time
        assert (k >= gg.cop_number(graph)) == (fewer.result == gg.WIN)


def test_all_connected_graphs_of_up_to_seven_vertices() -> None:
    nx = pytest.importorskip("networkx")
    atlas = [graph for graph in nx.graph_atlas_g()[1:] if nx.is_connected(graph)]
    lines = [nx.to_graph6_bytes(graph) for graph in atlas]
    sizes = np.array([len(graph) for graph in atlas])
    found = gg.cop_numbers(lines)
    for n in range(1, 8):
        of_size = found[sizes == n]
        assert np.bincount(of_size, minlength=3)[1:].tolist() == [ONE_COP[n - 1], TWO_COPS[n - 1]]
    # One by one, and how long one cop takes at most: T. Gavenčiak, "Cop-win graphs with maximum
    # capture-time", Discrete Math. 310, 2010.
    longest = [0] * 8
    for graph, number in zip(atlas, found.tolist(), strict=True):
        assert gg.cop_number(graph) == number
        if number == 1:
            time = gg.cops_and_robbers(graph).capture_time
            longest[len(graph)] = max(longest[len(graph)], time)
    assert longest[1:] == [0, 1, 1, 2, 2, 3, 3]


@pytest.mark.skipif(
    not (shutil.which("geng") or shutil.which("nauty-geng")), reason="nauty's geng is not here"
)
def test_all_connected_graphs_of_up_to_eight_vertices() -> None:
    command = shutil.which("geng") or shutil.which("nauty-geng")
    for n, expected in enumerate(zip(ONE_COP, TWO_COPS, strict=True), start=1):
        text = subprocess.run([command, "-cq", str(n)], capture_output=True, check=True).stdout
        found = gg.cop_numbers(text)
        assert np.bincount(found, minlength=3)[1:].tolist() == list(expected)
        assert np.array_equal(gg.cop_numbers(text, 1), np.where(found == 1, 1, -1))


def dismantlable(bits: np.ndarray) -> np.ndarray:
    """Whether vertices can be taken away one by one, each dominated by another, until one is left.

    That is when one cop wins: Nowakowski and Winkler 1983, Quilliot 1978.
    """
    n = bits.shape[1]
    closed = bits | np.uint64(1) << np.arange(n, dtype=np.uint64)
    left = np.full(len(bits), 2**n - 1, dtype=np.uint64)
    one = np.uint64(1)
    for _ in range(n - 1):
        gone = np.zeros(len(bits), dtype=bool)
        for u, v in product(range(n), repeat=2):
            both = (left >> np.uint64(u)) & (left >> np.uint64(v)) & one
            dominated = (closed[:, u] & left & ~closed[:, v]) == 0
            taken = ~gone & (both == 1) & dominated & (u != v)
            left[taken] &= ~(one << np.uint64(u))
            gone |= taken
    return (left & (left - one)) == 0


@pytest.mark.always
@pytest.mark.large
def test_one_cop_wins_where_the_graph_can_be_dismantled() -> None:
    """On every graph of eight vertices: each is one of seven, and a vertex with any neighbours."""
    nx = pytest.importorskip("networkx")
    rows = []
    for graph in nx.graph_atlas_g():
        if len(graph) == 7:
            row = [sum(1 << w for w in graph[v]) for v in range(7)]
            rows += [
                [bits | (new >> v & 1) << 7 for v, bits in enumerate(row)] + [new]
                for new in range(128)
            ]
    bits = np.array(rows, dtype=np.uint64)
    assert len(bits) == 1044 * 128
    assert np.array_equal(gg.cop_numbers(bits, 1) == 1, dismantlable(bits))


# -- capture times --------------------------------------------------------------------------------


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5, 8, 63, 64, 65, 128, 129, 200])
def test_one_cop_on_a_path(n: int) -> None:
    """⌊n / 2⌋ rounds, from the middle."""
    solution = gg.cops_and_robbers({v: [v + 1] if v + 1 < n else [] for v in range(n)})
    assert (solution.result, solution.capture_time) == (gg.WIN, n // 2)
    assert solution.start[0] == ((n - 1) // 2,)
    cop, robber = np.ogrid[:n, :n]
    to_the_end = np.where(robber > cop, n - 1 - cop, cop)
    near = abs(robber - cop) <= 1
    assert np.array_equal(solution.capture_times, np.where(near, abs(robber - cop), to_the_end))
    assert solution.verify()


@pytest.mark.parametrize(("m", "n"), [(2, 2), (2, 7), (3, 3), (4, 5), (5, 7), (8, 8), (5, 13)])
def test_two_cops_on_a_grid(m: int, n: int) -> None:
    """⌊(m + n) / 2⌋ - 1 rounds: A. Mehrabian, "The capture time of grids", Discrete Math. 311."""
    solution = gg.cops_and_robbers(grid(m, n), 2)
    assert (solution.result, solution.capture_time) == (gg.WIN, (m + n) // 2 - 1)
    assert solution.verify()


@pytest.mark.parametrize("n", [4, 5, 10, 63, 64, 65, 66])
def test_two_cops_on_a_cycle(n: int) -> None:
    """They stand opposite each other and walk towards the robber, who is between them."""
    between = (n - 1) // 2
    solution = gg.cops_and_robbers(cycle(n), 2)
    assert (solution.result, solution.capture_time) == (gg.WIN, (between + 1) // 2)
    assert solution.verify()


# -- words of bits --------------------------------------------------------------------------------


def assert_like_the_general_solver(solution: gg.CopsSolution[Any]) -> None:
    """Compare all states at once: the explicit graph has them in the order of the times."""
    general = gg.solve(solution.graph())
    plies = general.remoteness.reshape(-1, solution.game.n, 2)
    times = solution.capture_times.astype(np.int64)
    never = times == -1
    expected = np.where(never, -1, 2 * times - (times > 0))
    assert np.array_equal(plies[:, :, 0], expected)
    outcomes = general.outcomes.reshape(plies.shape)
    assert np.array_equal(outcomes[:, :, 0], np.where(never, 0, 1))
    assert solution.verify()


@pytest.mark.boundary
@pytest.mark.parametrize("n", [63, 64, 65, 127, 128, 129])
@pytest.mark.parametrize("directed", [False, True])
def test_one_cop_at_the_ends_of_words(n: int, directed: bool) -> None:
    rng = random.Random(n)
    shortcuts = [(rng.randrange(n), rng.randrange(n)) for _ in range(n // 3)]
    for edges in (random_tree(n, n), cycle(n) + shortcuts, random_tree(n, 0) + shortcuts):
        back = [(v, u) for u, v in edges] if directed else []
        graph = edges + back[: 3 * len(back) // 4]
        assert_like_the_general_solver(gg.cops_and_robbers(graph, directed=directed))


@pytest.mark.boundary
@pytest.mark.parametrize("n", [63, 64, 65])
def test_two_cops_at_the_ends_of_words(n: int) -> None:
    rng = random.Random(n)
    edges = cycle(n) + [(rng.randrange(n), rng.randrange(n)) for _ in range(n // 8)]
    assert_like_the_general_solver(gg.cops_and_robbers(edges, 2))


def test_long_hunts_go_through_both_ways_of_moving() -> None:
    """Three cops: in the first rounds cop by cop, in the last placement by placement."""
    edges = cycle(9) + [(v, v + 9) for v in range(9)] + [(9, 18), (18, 19)]
    for k in (1, 2, 3):
        assert_like_the_general_solver(gg.cops_and_robbers(edges, k))


# -- the kernel by itself -------------------------------------------------------------------------


@pytest.mark.parametrize("arguments", [(0, 1, 0, 2), (1, 0, 0, 2), (1, 1, -1, 2), (1, 1, 1, 3)])
def test_a_board_of_nothing_is_refused(arguments: tuple[int, int, int, int]) -> None:
    with pytest.raises(ValueError, match="expected at least one vertex and one cop"):
        _board.Board(*arguments)


def test_numbers_of_placements_never_wrap() -> None:
    with pytest.raises(OverflowError, match="more than 2\\^63 - 1 placements"):
        _board.Board(1000, 100, 0, 0)
    with pytest.raises(OverflowError, match="4500001500000 placements on 3000000 .* too many"):
        _board.Board(3_000_000, 2, 0, 0)
