"""Rules whose options are sums: values, searches, misère play, moves, and sums written out.

Pinned here: the reference, which plays sums as whole games, on random rules; Kayles and Dawson's
game against octal codes, Node Kayles on paths and cycles, coin turning against nim products, green
Hackenbush against the colon principle, Cram against published values; limits and cycles.
"""

from __future__ import annotations

import random
from functools import reduce
from itertools import combinations
from operator import xor
from typing import Any

import pytest
from hypothesis import given, strategies as st

import graphgame as gg
from graphgame import GraphGameError, Sum
from tests.reference import sums as reference

Table = list[list[tuple[int, ...]]]


@st.composite
def tables(draw: Any, most: int = 7) -> Table:
    """Rules as tables: the options of component v are sums of components below v."""
    n = draw(st.integers(1, most))
    rows: Table = []
    for v in range(n):
        part = st.integers(0, v - 1) if v else st.nothing()
        option = st.lists(part, max_size=3 if v else 0).map(tuple)
        rows.append(draw(st.lists(option, max_size=4 if v else 0)))
    return rows


def rule_of(table: Table) -> Any:
    return lambda v: [Sum(*option) for option in table[v]]


@given(tables(), st.booleans())
def test_values_are_those_of_whole_games(table: Table, search: bool) -> None:
    last = len(table) - 1
    found = gg.grundy(rule_of(table), start=last, sums=True, search=search)
    expected = reference.values(table.__getitem__, [last])
    assert {v: found.value(v) for v in expected} == expected
    assert found.verify()
    assert found.start == last
    assert found.result is (gg.WIN if expected[last] else gg.LOSE)


@given(tables(6), st.data())
def test_sums_their_moves_and_misere_play(table: Table, data: Any) -> None:
    parts = data.draw(st.lists(st.integers(0, len(table) - 1), max_size=3).map(tuple))
    rule, state = table.__getitem__, Sum(*parts)
    found = gg.grundy(rule_of(table), start=state, sums=True)
    assert found.value(state) == reference.whole_value(rule, parts)
    for play in ("normal", "misere"):
        lost = _lost(rule, parts, play)
        won = {Sum(*after) for after in reference.options(rule, parts) if lost(after)}
        assert (found.outcome(state, play=play) is gg.LOSE) == lost(parts)
        moves = found.winning_moves(state, play=play)
        after = [Sum(*parts[: m.component], *m.to, *parts[m.component + 1 :]) for m in moves]
        assert set(after) == won
        assert len(set(moves)) == len(moves)
        best = found.best_move(state, play=play)
        assert best in moves if moves else best is None


def _lost(rule: Any, parts: Any, play: str) -> Any:
    if play == "normal":
        return lambda state: reference.whole_value(rule, tuple(state)) == 0
    return lambda state: not reference.misere_wins(rule, tuple(state))


@given(tables(6))
def test_written_out_sums_are_all_that_can_be_reached(table: Table) -> None:
    last = len(table) - 1
    graph = gg.explore(rule_of(table), last, sums=True)
    expected = reference.reachable(table.__getitem__, (last,))
    assert {Sum(*state) for state in expected} == set(graph.labels)
    for state, after in expected.items():
        assert sorted(map(repr, map(reference.written, graph.options(Sum(*state))))) == sorted(
            map(repr, after)
        )
    assert graph.start == Sum(last)
    assert graph.index(last) == 0
    solved = gg.solve(graph, play="misere")
    assert (solved.outcome(last) is gg.WIN) == reference.misere_wins(table.__getitem__, (last,))
    assert solved.verify()
    full = gg.grundy(rule_of(table), start=last, sums=True)
    assert gg.grundy(graph).value(Sum(last)) == full.value(last)
    assert full.graph().m == graph.m


# -- games that are known -------------------------------------------------------------------------


def test_octal_games() -> None:
    def kayles(row: int) -> list[tuple[int, int]]:
        return [(a, row - k - a) for k in (1, 2) for a in range(row - k + 1)]

    def dawson(row: int) -> list[Sum[int]]:
        return [Sum(a, row - 2 - a) for a in range(row - 1)]

    for rule, code in ((kayles, "0.77"), (dawson, "0.07")):
        expected = gg.octal(code).values(60).tolist()
        for search in (False, True):
            found = gg.grundy(rule, start=60, sums=True, search=search)
            assert {row: found.value(row) for row in found} == {row: expected[row] for row in found}
            assert found.value(60) == expected[60]
    found = gg.grundy(kayles, start=12, sums=True)
    game = gg.octal("0.77")
    for rows in combinations(range(1, 7), 3):
        outcome = found.outcome(Sum(*rows), play="misere")
        assert outcome is game.outcome(rows, play="misere")


def node_kayles(vertices: frozenset[tuple[int, frozenset[int]]]) -> list[Sum[Any]]:
    """Take a vertex and its neighbours; what is left is a sum of connected graphs."""
    around = dict(vertices)
    options = []
    for v, near in around.items():
        left = {w: around[w] - near - {v} for w in around if w != v and w not in near}
        parts = []
        while left:
            part, wave = set[int](), {min(left)}
            while wave:
                part |= wave
                wave = {x for w in wave for x in left[w]} - part
            parts.append(frozenset((w, left.pop(w)) for w in part))
        options.append(Sum(*parts))
    return options


def graph_of(n: int, edges: list[tuple[int, int]]) -> frozenset[tuple[int, frozenset[int]]]:
    around: dict[int, set[int]] = {v: set() for v in range(n)}
    for u, v in edges:
        around[u].add(v)
        around[v].add(u)
    return frozenset((v, frozenset(w)) for v, w in around.items())


def shifted(vertices: frozenset[tuple[int, frozenset[int]]]) -> Any:
    """Return a path or another graph of consecutive numbers from 0 on."""
    least = min(v for v, _ in vertices)
    return frozenset((v - least, frozenset(w - least for w in around)) for v, around in vertices)


def test_node_kayles_on_paths_stars_and_cycles() -> None:
    # On a path it is the octal game 0.137, Dawson's Chess (Winning Ways, chapter 4); on a cycle
    # the first move leaves a path of n - 3; on a complete bipartite graph one side is left, or a
    # vertex and its neighbours are all that goes.
    dawson = gg.octal("0.137").values(14).tolist()
    path = graph_of(14, [(v, v + 1) for v in range(13)])
    found = gg.grundy(node_kayles, start=path, sums=True, canonical=shifted)
    for n in range(2, 15):
        one = graph_of(n, [(v, v + 1) for v in range(n - 1)])
        if one in found:
            assert found.value(one) == dawson[n]
    assert found.value(path) == dawson[14]
    for n in range(4, 11):
        cycle = graph_of(n, [(v, (v + 1) % n) for v in range(n)])
        assert gg.grundy(node_kayles, start=cycle, sums=True).value(cycle) == (
            1 if dawson[n - 3] == 0 else 0
        )
    for leaves in range(1, 6):
        star = graph_of(leaves + 1, [(0, v) for v in range(1, leaves + 1)])
        # The centre leaves nothing, a leaf the other leaves, of which each is 1.
        assert gg.grundy(node_kayles, start=star, sums=True, search=True).value(star) == (
            2 if (leaves - 1) % 2 else 1
        )


def test_coin_turning_games() -> None:
    # A game of coins is the sum of games with one head.  Turning corners is nim multiplication
    # (Winning Ways, chapter 14); mock turtles have the odious numbers.
    def corners(place: tuple[int, int]) -> list[Sum[tuple[int, int]]]:
        x, y = place
        return [Sum((a, y), (x, b), (a, b)) for a in range(x) for b in range(y)]

    def turtles(n: int) -> list[list[int]]:
        pairs = [[a, b] for a in range(n) for b in range(a)]
        return [[], *([a] for a in range(n)), *pairs]

    found = gg.grundy(corners, start=(7, 7), sums=True)
    searched = gg.grundy(corners, start=(7, 7), sums=True, search=True)
    for x in range(8):
        for y in range(8):
            product = gg.nim_product(x, y)
            assert found.value((x, y)) == searched.value((x, y)) == product
    odious = [k for k in range(40) if k.bit_count() % 2]
    values = gg.grundy(turtles, start=15, sums=True)
    assert [values.value(n) for n in range(16)] == odious[:16]


Tree = tuple[Any, ...]


def hackenbush(tree: Tree) -> list[Sum[Tree]]:
    """Cut an edge of a tree, which is the tuple of the subtrees at its root; the rest falls off."""
    options = []
    for i, branch in enumerate(tree):
        rest = tree[:i] + tree[i + 1 :]
        options += [Sum(*((one,) for one in rest))]
        options += [Sum(*((one,) for one in rest), (after,)) for after in _cut(branch)]
    return options


def _cut(tree: Tree) -> list[Tree]:
    """Return what is left of a tree that hangs on an edge, after a cut in it."""
    found = []
    for i, branch in enumerate(tree):
        rest = tree[:i] + tree[i + 1 :]
        found += [rest, *(tuple(sorted((*rest, after))) for after in _cut(branch))]
    return found


def drawn_tree(rng: random.Random, edges: int) -> Tree:
    branches: list[list[Any]] = [[]]
    for _ in range(edges):
        branch: list[Any] = []
        rng.choice(branches).append(branch)
        branches.append(branch)

    def frozen(branch: list[Any]) -> Tree:
        return tuple(sorted(map(frozen, branch)))

    return frozen(branches[0])


def colon(tree: Tree) -> int:
    """Return the value of a tree by the colon principle: branches add up as 1 + value, XORed."""
    return reduce(xor, (colon(branch) + 1 for branch in tree), 0)


@pytest.mark.parametrize("seed", range(12))
def test_green_hackenbush_trees_obey_the_colon_principle(seed: int) -> None:
    # Winning Ways, chapter 7.
    rng = random.Random(seed)
    trees = [drawn_tree(rng, rng.randint(1, 9)) for _ in range(3)]
    for search in (False, True):
        found = gg.grundy(hackenbush, start=Sum(*trees), sums=True, search=search)
        assert found.value(Sum(*trees)) == reduce(xor, map(colon, trees))
        assert all(found.value(tree) == colon(tree) for tree in trees)
        assert found.verify()


# -- limits, cycles and values that are large -----------------------------------------------------


@pytest.mark.boundary
def test_values_above_a_word_and_options_without_parts() -> None:
    def nim(heap: int) -> list[Sum[int]]:
        return [Sum(k) if k else Sum() for k in range(heap)]

    for search in (False, True):
        found = gg.grundy(nim, start=200, sums=True, search=search)
        assert [found.value(heap) for heap in (200, 63, 64, 65)] == [200, 63, 64, 65]
        assert found.verify()

    def beside(heap: int) -> list[Sum[int]]:  # heaps of 100 and more have a companion of 70
        return [Sum(k, 70) if k > 90 else Sum(k) for k in range(heap)]

    full = gg.grundy(beside, start=140, sums=True)
    part = gg.grundy(beside, start=140, sums=True, search=True)
    assert [full.value(k) for k in range(141)] == [part.value(k) for k in range(141)]
    assert part.verify()


def test_long_games_do_not_recurse() -> None:
    def path(n: int) -> list[Sum[int]]:
        return [Sum(n - 1, n // 2)] if n else []

    expected = [0]
    for n in range(1, 30_001):
        expected.append(0 if expected[n - 1] ^ expected[n // 2] else 1)
    for search in (False, True):
        found = gg.grundy(path, start=30_000, sums=True, search=search)
        assert [found.value(n) for n in range(0, 30_001, 1000)] == expected[::1000]


def test_cycles_are_refused_with_the_way_round() -> None:
    ring = {0: [Sum(1)], 1: [Sum(2, 5)], 2: [Sum(0)], 5: []}
    for search in (False, True):
        with pytest.raises(gg.LoopyGameError) as raised:
            gg.grundy(ring.__getitem__, start=0, sums=True, search=search)
        assert sorted(raised.value.cycle) == [0, 1, 2]
    for passing, cycle in (({0: [Sum(0)]}, [0]), ({0: [Sum(1)], 1: [Sum(1)]}, [1])):
        for search in (False, True):
            with pytest.raises(gg.LoopyGameError) as raised:
                gg.grundy(passing.__getitem__, start=0, sums=True, search=search)
            assert raised.value.cycle == cycle


def test_limits() -> None:
    def rows(row: int) -> list[Sum[int]]:
        return [Sum(a, row - 1 - a) for a in range(row)]

    for search in (False, True):
        with pytest.raises(gg.ExplorationLimitError, match="at most 10 positions"):
            gg.grundy(rows, start=30, sums=True, search=search, limit=10)
    with pytest.raises(gg.ExplorationLimitError):
        gg.explore(rows, 30, sums=True, limit=100)
    found = gg.grundy(rows, start=30, sums=True)
    with pytest.raises(gg.ExplorationLimitError):
        found.outcome(30, play="misere", limit=100)
    search = gg.grundy(rows, start=6, sums=True, search=True)
    with pytest.raises(GraphGameError, match="leave out search=True"):
        search.outcome(6, play="misere")


def test_positions_that_are_not_there() -> None:
    found = gg.grundy(lambda n: [Sum(n - 1)] if n else [], start=3, sums=True)
    assert 2 in found
    assert 9 not in found
    assert Sum(1, 2) in found
    with pytest.raises(gg.UnknownPositionError):
        found.value(9)
    with pytest.raises(gg.UnknownPositionError):
        found.outcome(Sum(1, 9), play="misere")
    assert found.table()["position"].tolist() == [3, 2, 1, 0]
    assert found.histogram() == {0: 2, 1: 2}
    assert [*found] == [3, 2, 1, 0]
    several = gg.grundy(lambda n: [Sum(n - 1)] if n else [], start=[1, 2], sums=True)
    assert several.start == 1
