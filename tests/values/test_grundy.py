"""`grundy` and `loopy_grundy`, held against the definitions.

Pinned here: values of every small graph and of random larger ones are those of the reference; both
kernels of acyclic games agree; a loopy game is refused with a real cycle; and the law that gives
values their meaning: the outcome of a sum, written out and solved, is that of the sum of values.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

import graphgame as gg
from graphgame import GameGraph, Nimber, _core
from graphgame.values import _grundy, _loopy
from tests.reference import graphs as reference
from tests.reference.graphs import Game, sum_of
from tests.strategies import all_graphs, games

if TYPE_CHECKING:
    from collections.abc import Iterator

GOLDEN = (1 + 5**0.5) / 2


def graph_of(game: Game) -> GameGraph:
    return GameGraph.from_edges(np.array(game.edges, dtype=np.int32).reshape(-1, 2), game.n)


def without_presets(game: Game) -> Game:
    return Game(game.n, game.edges)


def loopy_games(max_positions: int) -> st.SearchStrategy[Game]:
    return games(max_positions).map(without_presets) | games_over_heaps(max_positions)


@st.composite
def games_over_heaps(draw: st.DrawFn, max_positions: int) -> Game:
    """Draw a Nim heap, and positions that move at random to its sizes, one another and themselves.

    So options have values enough for infinite ones to have sets, and for ways back at late stages.
    """
    size = draw(st.integers(0, min(4, max_positions)))
    n = draw(st.integers(size, max_positions))
    edges = [(a, b) for a in range(size) for b in range(a)]
    targets = st.sets(st.integers(0, max(n - 1, 0)), max_size=5)
    for v in range(size, n):
        edges += [(v, w) for w in sorted(draw(targets))]
    name = draw(st.permutations(range(n)))
    return Game(n, tuple((name[u], name[v]) for u, v in edges))


@st.composite
def acyclic_games(draw: st.DrawFn, max_positions: int = 12) -> Game:
    """Draw a game whose moves go down some order of the positions; parallel edges included."""
    n = draw(st.integers(0, max_positions))
    pairs = [(u, v) for u in range(n) for v in range(u)]
    edges = draw(st.lists(st.sampled_from(pairs), max_size=4 * n)) if pairs else []
    name = draw(st.permutations(range(n)))
    return Game(n, tuple((name[u], name[v]) for u, v in edges))


def small_graphs() -> Iterator[Game]:
    """Return all graphs of up to 3 positions, and all of 4 without self-loops."""
    for n in range(4):
        yield from (Game(n, edges) for edges in all_graphs(n))
    pairs = [(u, v) for u in range(4) for v in range(4) if u != v]
    for chosen in product((False, True), repeat=len(pairs)):
        yield Game(4, tuple(pair for pair, there in zip(pairs, chosen, strict=True) if there))


def expected_nimbers(game: Game) -> list[Nimber]:
    return [
        Nimber(value) if isinstance(value, int) else Nimber.infinity(value)
        for value in reference.loopy_grundy(game)
    ]


def check_loopy(game: Game) -> None:
    values = gg.loopy_grundy(graph_of(game))
    assert [values[v] for v in range(game.n)] == expected_nimbers(game), game
    assert values.verify()


def check_acyclic(game: Game) -> None:
    """Check both kernels, and that a game that has no value has a cycle to show."""
    expected = reference.grundy(game)
    graph = graph_of(game)
    rows = graph._option_rows(), graph._predecessor_rows()
    for found in (
        _core.packed_grundy(*rows[1], graph._degrees()),
        _grundy.grundy(*rows[0], *rows[1], graph._degrees()),
    ):
        assert found is not None
        values, order, decided = found
        assert memoryview(values).tolist() == [-1 if x is None else x for x in expected], game
        assert decided == sum(x is not None for x in expected)
        known = set(memoryview(order).tolist()[:decided])
        assert known == {v for v, value in enumerate(expected) if value is not None}
    if None not in expected:
        assert gg.grundy(graph).verify()
        return
    with pytest.raises(gg.LoopyGameError) as caught:
        gg.grundy(graph)
    cycle = caught.value.cycle
    assert len(set(cycle)) == len(cycle) > 0
    for u, v in zip(cycle, cycle[1:] + cycle[:1], strict=True):
        assert v in game.options(u)
    if any(u == v for u, v in game.edges):
        assert len(cycle) == 1


# -- values ---------------------------------------------------------------------------------------


def test_every_small_graph_has_the_values_of_the_definition() -> None:
    count = 0
    for game in small_graphs():
        check_loopy(game)
        check_acyclic(game)
        count += 1
    assert count == 1 + 2 + 2**4 + 2**9 + 2**12


@given(loopy_games(12))
def test_random_graphs_have_the_values_of_the_definition(game: Game) -> None:
    check_loopy(game)
    check_acyclic(game)


@given(acyclic_games())
def test_on_acyclic_games_all_three_kernels_agree(game: Game) -> None:
    check_acyclic(game)
    graph = graph_of(game)
    exact, loopy = gg.grundy(graph), gg.loopy_grundy(graph)
    assert exact.values.tolist() == loopy.values.tolist()
    assert [exact[v] for v in range(game.n)] == reference.grundy(game)


@pytest.mark.parametrize("seed", range(8))
def test_larger_random_graphs_have_the_values_of_the_definition(seed: int) -> None:
    random = np.random.default_rng(seed)
    n, degree = 60, 1 + seed % 4
    edges = random.integers(0, n, (degree * n, 2))
    if seed % 2:  # nearly acyclic, so that values grow
        edges = np.where(random.random(len(edges))[:, None] < 0.97, np.sort(edges)[:, ::-1], edges)
    game = Game(n, tuple(map(tuple, edges.tolist())))
    check_loopy(game)
    check_acyclic(game)


@given(loopy_games(12))
def test_hopes_that_run_low_are_restored(game: Game) -> None:
    """The kernel counts on a reserve that no real graph uses up; here it is as small as can be."""
    graph = graph_of(game)
    degrees = [sum(source == v for source, _ in game.edges) for v in range(game.n)]
    most = max(degrees, default=0)
    plain = _loopy.loopy_grundy(*graph._predecessor_rows(), graph._degrees())
    scarce = _loopy.loopy_grundy(*graph._predecessor_rows(), graph._degrees(), most + 1)
    for a, b in zip(plain[:3], scarce[:3], strict=True):
        assert memoryview(a).tolist() == memoryview(b).tolist()
    with pytest.raises(OverflowError, match=rf"fewer than {most} options of a position, got"):
        _loopy.loopy_grundy(*graph._predecessor_rows(), graph._degrees(), most)


@pytest.mark.parametrize("never", range(7, 40))
def test_hopes_are_restored_before_a_stage_could_use_them_up(never: int) -> None:
    """Position 10 loses five of its hopes at every stage, and never the one of position 9."""
    heaps = [(v, w) for v in range(4) for w in range(v)]
    loops = [(v, w) for v in range(4, 9) for w in [*range(4), v]]
    edges = [*heaps, *loops, (9, 9), *((10, v) for v in range(4, 10))]
    graph = GameGraph.from_edges(edges, 11)
    values = _loopy.loopy_grundy(*graph._predecessor_rows(), graph._degrees(), never)[0]
    assert memoryview(values).tolist() == [0, 1, 2, 3, *[-1] * 7]


def test_a_set_has_each_value_once() -> None:
    """Position 0 has three moves to values of 0, two of them to one position."""
    graph = GameGraph.from_edges([(0, 0), (0, 1), (0, 2), (0, 1), (0, 3), (3, 1)])
    rows = graph._predecessor_rows()
    values, _, order, valued = _loopy.loopy_grundy(*rows, graph._degrees())
    ptr, idx = _loopy.infinite_sets(*rows, values, order, valued)
    assert (memoryview(ptr).tolist(), memoryview(idx).tolist()) == ([0, 2, 2, 2, 2], [0, 1])


@given(loopy_games(8))
def test_a_value_is_what_sums_with_nim_heaps_say(game: Game) -> None:
    """A position has value k if and only if its sum with a Nim heap of k is lost."""
    size = game.n + 1
    heap = Game(size, tuple((a, b) for a in range(size) for b in range(a)))
    both, positions = sum_of([game, heap])
    outcomes = reference.solve(both).outcomes if game.n <= 4 else gg.solve(graph_of(both)).outcomes
    lost = {
        position
        for position, outcome in zip(positions, outcomes, strict=True)
        if outcome == gg.LOSE
    }
    values = gg.loopy_grundy(graph_of(game)).values
    assert lost == {(v, k) for v, k in enumerate(values.tolist()) if k >= 0}


def test_an_infinite_position_can_be_a_way_back_at_every_stage() -> None:
    """Position 4 never gets a value, but from it there is a way back to 1, and later to 2."""
    heap = [(1, 0), (2, 0), (2, 1)]
    values = gg.loopy_grundy([*heap, (4, 4), (4, 1), (4, 2), (3, 0), (3, 1), (3, 4)])
    assert [values[v] for v in (3, 4)] == [Nimber(2), Nimber.infinity({1, 2})]


# -- the law of sums ------------------------------------------------------------------------------


def check_sum(parts: list[Game]) -> None:
    """Every position of the sum, written out and solved, has the outcome of the sum of values."""
    values = [gg.loopy_grundy(graph_of(part)) for part in parts]
    whole, positions = sum_of(parts)
    outcomes = gg.solve(graph_of(whole)).outcomes.tolist()
    for position, outcome in zip(positions, outcomes, strict=True):
        pairs = zip(values, position, strict=True)
        total = sum((value[v] for value, v in pairs), start=Nimber(0))
        assert total.outcome == outcome, (parts, position, total)


@settings(max_examples=400)
@given(loopy_games(8), loopy_games(8))
def test_the_outcome_of_a_sum_is_that_of_the_sum_of_values(g: Game, h: Game) -> None:
    check_sum([g, h])


@given(loopy_games(5), loopy_games(5), loopy_games(4))
def test_so_it_is_for_three_summands(g: Game, h: Game, k: Game) -> None:
    check_sum([g, h, k])


@given(loopy_games(12))
def test_so_it_is_with_nim_heaps(game: Game) -> None:
    check_sum([game, Game(6, tuple((a, b) for a in range(6) for b in range(a)))])


@pytest.mark.always
@pytest.mark.large
def test_so_it_is_for_all_pairs_of_graphs_of_three_positions() -> None:
    """As one sum: the disjoint union of all graphs of 3 positions, twice."""
    edges = [(3 * i + u, 3 * i + v) for i, graph in enumerate(all_graphs(3)) for u, v in graph]
    union = GameGraph.from_edges(edges, 3 * 2**9)
    values = gg.loopy_grundy(union)
    outcomes = gg.solve(gg.game_sum([union, union])).outcomes.reshape(union.n, union.n)
    kinds = list(values.histogram())
    kind = np.array([kinds.index(values[v]) for v in range(union.n)])
    expected = np.array([[(g + h).outcome for h in kinds] for g in kinds])
    assert {*map(str, kinds)} >= {"*0", "*1", "*2", "∞{}", "∞{0}", "∞{1}", "∞{0,1}"}
    assert np.array_equal(outcomes, expected[np.ix_(kind, kind)])


# -- known games ----------------------------------------------------------------------------------


def test_a_nim_heap_has_the_value_of_its_size() -> None:
    g = gg.grundy(range, start=60)
    assert [g[heap] for heap in range(61)] == list(range(61))
    assert g.verify()
    loopy = gg.loopy_grundy(range, start=60)
    assert [loopy[heap] for heap in range(61)] == [Nimber(heap) for heap in range(61)]


@pytest.mark.large
def test_values_of_any_size_come_from_the_full_kernel() -> None:
    """2048 options or a value of 20 are too much for packed words."""
    heaps = np.tril_indices(3000, -1)
    g = gg.grundy(np.stack(heaps, axis=1))
    assert g.values.tolist() == list(range(3000))
    star = gg.grundy(GameGraph.from_edges([(0, v) for v in range(1, 2500)]))
    assert star.values.tolist() == [1] + [0] * 2499
    for degree in (2047, 2048, 2049):
        graph = GameGraph.from_edges([(0, v) for v in range(1, degree + 1)])
        packed = _core.packed_grundy(*graph._predecessor_rows(), graph._degrees())
        assert (packed is None) == (degree > 2047)
    for n in (20, 21):
        edges = np.stack(np.tril_indices(n, -1), axis=1).astype(np.int32)
        graph = GameGraph.from_edges(edges, n)
        packed = _core.packed_grundy(*graph._predecessor_rows(), graph._degrees())
        assert (packed is None) == (n == 21)
        assert gg.grundy(graph).values.tolist() == list(range(n))


def golden_pairs(most: int) -> set[tuple[int, int]]:
    """W. A. Wythoff, 1907: the k-th cold pair is the whole parts of k phi and of k phi^2."""
    k = np.arange(most + 1)
    low = np.floor(k * GOLDEN).astype(int)
    return {(a, a + i) for i, a in enumerate(low.tolist()) if a + i <= most}


def wythoff(heaps: tuple[int, int]) -> Iterator[tuple[int, int]]:
    low, high = heaps
    for k in range(1, low + 1):
        yield low - k, high
        yield low - k, high - k
    for k in range(1, high + 1):
        yield (low, high - k) if low <= high - k else (high - k, low)


def test_the_zeros_of_wythoffs_game_are_the_golden_pairs() -> None:
    assert set(gg.grundy(wythoff, start=(120, 120)).p_positions()) == golden_pairs(120)


@pytest.mark.large
def test_the_zeros_of_wythoffs_game_are_the_golden_pairs_up_to_a_thousand() -> None:
    """A queen that walks: 7 positions per cell instead of up to 3000 moves.

    For each direction, "on" is a WIN if the cell, or one further along, is lost; "off" is its
    opposite.  A cell has the moves to "off" of the next cell in each direction, so it is lost if
    and only if no lost cell is along any of them.
    """
    side = 1001
    cells = np.arange(side * side).reshape(side, side)
    blocks = []
    for number, (down, right) in enumerate([(1, 0), (0, 1), (1, 1)]):
        on, off = (cells + side * side * (1 + 2 * number + i) for i in range(2))
        here = cells[down:, right:]
        back = tuple(slice(0, side - step) for step in (down, right))
        blocks += [(on, cells), (off, on), (on[down:, right:], off[back]), (here, off[back])]
    edges = np.concatenate([np.stack([u.ravel(), v.ravel()], axis=1) for u, v in blocks])
    g = gg.grundy(GameGraph.from_edges(edges))
    lost = np.argwhere(g.values[: side * side].reshape(side, side) == 0)
    found = {(a, b) for a, b in lost.tolist() if a <= b}
    assert found == golden_pairs(side - 1)


def knights(rows: int, columns: int) -> tuple[list[list[int]], list[tuple[int, int]]]:
    """Return the moves of the knights game, and the cells: always nearer to the corner (0, 0)."""
    cells = list(product(range(rows), range(columns)))
    index = {cell: i for i, cell in enumerate(cells)}
    steps = (-2, 1), (-2, -1), (-1, -2), (1, -2)
    options = [
        [index[x + dx, y + dy] for dx, dy in steps if (x + dx, y + dy) in index] for x, y in cells
    ]
    return options, cells


@pytest.mark.parametrize(("rows", "columns"), [(4, 25), (25, 25), (25, 4)])
def test_the_boards_of_the_knights_game(rows: int, columns: int) -> None:
    options, cells = knights(rows, columns)
    g = gg.grundy(options)
    brute: dict[int, int] = {}
    for v in sorted(range(len(cells)), key=lambda v: sum(cells[v])):  # each move lowers x + y
        brute[v] = reference.mex(brute[w] for w in options[v])
    assert g.values.tolist() == [brute[v] for v in range(len(cells))]
    assert g.verify()


# -- size -----------------------------------------------------------------------------------------


@pytest.mark.large
def test_nothing_recurses_on_a_path_of_ten_million() -> None:
    n = 10_000_000
    path = GameGraph.from_csr(np.append(0, np.arange(n)), np.arange(n - 1, dtype=np.int32))
    g = gg.grundy(path)
    assert np.array_equal(g.values, np.arange(n) % 2)
    loopy = gg.loopy_grundy(path)
    assert np.array_equal(loopy.values, g.values)
    assert len(loopy) - loopy._finite == 0


@pytest.mark.large
def test_a_graph_with_both_cycles_and_values_on_a_large_scale() -> None:
    random = np.random.default_rng(5)
    n = 300_000
    edges = np.sort(random.integers(0, n, (3 * n, 2), dtype=np.int32), axis=1)[:, ::-1]
    backward = random.random(len(edges)) < 0.4
    edges[backward] = edges[backward][:, ::-1]
    values = gg.loopy_grundy(np.ascontiguousarray(edges))
    finite = int((values.values >= 0).sum())
    assert 0.05 < finite / n < 0.95
    assert values.verify()
    assert sum(values.histogram().values()) == n
