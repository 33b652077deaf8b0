"""Games with points and no dice, in which no position comes back: one pass, exactly.

Pinned here: values, best moves and the certificate against the definition, for players who
alternate and for owners, with parallel moves, ends with a score among the options, fractions, and
indices in any order; the boundary of 64 bits; numbers in any form; games that lead back, which the
engine for all games solves; mutated answers; Ctrl-C.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import cache, partial
from typing import Any

import numpy as np
import pytest

import graphgame as gg
from graphgame.chance.points import _points
from graphgame.chance.solution import PointsSolution
from graphgame.chance.solve import solve_chance
from graphgame.errors import GraphGameError, VerificationError
from tests.house.test_interrupts import interrupt
from tests.reference.chance import ChanceGame

MOST = 2**63 - 1
ORDERS = ["falling", "rising", "any"]


def drawn(seed: int, order: str, n: int = 5, *, whole: bool = True) -> ChanceGame:
    """Return a game of two players in which no move leads back; moves may be parallel."""
    rng = random.Random(seed)
    place = rng.sample(range(n), n)
    if order != "any":
        place = sorted(place, reverse=order == "rising")
    ends = {place[0]: Fraction(0)}
    options: list[tuple[int, ...]] = [()] * n
    points: list[tuple[Fraction, ...]] = [()] * n
    part = 1 if whole else rng.choice([2, 3, 6])
    for k in range(1, n):
        row = rng.choices(place[:k], k=rng.randint(0, 3))
        options[place[k]] = tuple(row)
        points[place[k]] = tuple(Fraction(rng.randint(-2, 2), part) for _ in row)
        if not row or rng.random() < 0.1:
            ends[place[k]] = Fraction(0)
    ends = {v: Fraction(rng.randint(-3, 3), part) for v in ends}
    kind = tuple(rng.randint(0, 1) for _ in range(n))
    chances = tuple((Fraction(1),) * len(row) for row in options)
    return ChanceGame(kind, tuple(options), chances, ends, points=tuple(points))


def by_turns(game: ChanceGame) -> ChanceGame:
    """Return the same moves for players who alternate: v with player 0, n + v with player 1."""
    n = game.n
    assert game.points is not None
    return replace(
        game,
        kind=(0,) * n + (1,) * n,
        options=(*(tuple(w + n for w in row) for row in game.options), *game.options),
        chances=game.chances * 2,
        ends=game.ends | {v + n: -x for v, x in game.ends.items()},
        points=game.points + tuple(tuple(-x for x in row) for row in game.points),
    )


@cache
def values_by_turns(seed: int, order: str) -> list[Fraction]:
    """Return what the positions of a game of 4 are worth to who moves."""
    return by_turns(drawn(seed, order, n=4, whole=seed % 3 > 0)).values[:4]


def given_as(game: ChanceGame, form: str) -> tuple[Any, dict[str, Any]]:
    """Return the game in a form, with its points and scores."""
    edges = [(v, w) for v in range(game.n) for w in game.options[v]]
    assert game.points is not None
    paid = [x for row in game.points for x in row]
    if form == "csr":
        ptr = np.cumsum([0, *map(len, game.options)])
        graph = gg.GameGraph.from_csr(ptr, [w for _, w in edges])
        scores = [float(game.ends[v]) if v in game.ends else float("nan") for v in range(game.n)]
        if all(x.denominator == 1 for x in paid):
            return graph, {"points": np.array(paid, np.int64), "scores": np.array(scores)}
        return graph, {"points": paid, "scores": game.ends}
    order = random.Random(len(edges)).sample(range(len(edges)), len(edges))
    graph = gg.GameGraph.from_edges(
        np.array([edges[e] for e in order], np.int32).reshape(-1, 2), game.n
    )
    given: Any = [paid[e] for e in order]
    if all(x.denominator == 1 for x in paid):
        given = np.array(given, np.int32 if form == "edges" else np.float64)
    return graph, {"points": given, "scores": game.ends.get}


@pytest.mark.parametrize("form", ["csr", "edges", "floats"])
@pytest.mark.parametrize("order", ORDERS)
def test_values_are_those_of_the_definition(order: str, form: str) -> None:
    for seed in range(40):
        game = drawn(seed, order, whole=seed % 3 > 0)
        graph, given = given_as(game, form)
        s = solve_chance(graph, owner=game.kind, **given)
        assert isinstance(s, PointsSolution)
        assert s.verify()
        assert [s.exact(v) for v in range(game.n)] == game.values, seed
        assert s._solved.order is None or order == "any"
        check_moves(s, game, game.values, seed)


@pytest.mark.parametrize("form", ["csr", "edges", "floats"])
@pytest.mark.parametrize("order", ORDERS)
def test_values_where_players_alternate(order: str, form: str) -> None:
    for seed in range(24):
        game = drawn(seed, order, n=4, whole=seed % 3 > 0)
        graph, given = given_as(game, form)
        s = solve_chance(graph, **given)
        assert isinstance(s, PointsSolution)
        assert s.verify()
        right = values_by_turns(seed, order)
        assert [s.exact(v) for v in range(game.n)] == right, seed
        assert s.owner is None
        check_moves(s, game, right, seed, sign=-1)


def check_moves(
    s: PointsSolution[Any], game: ChanceGame, values: list[Fraction], seed: int, sign: int = 1
) -> None:
    """Check bounds, best moves and the worth of all moves against the values of the definition."""
    assert game.points is not None
    for v, value in enumerate(values):
        low, high = s.bounds(v)
        assert Fraction(low) <= value <= Fraction(high)
        assert low <= s.value(v) <= high
        if v in game.ends:
            assert (s.best_move(v), s.move_values(v), s.best_moves[v]) == (None, {}, -1)
            continue
        worth: dict[int, Fraction] = {}
        better = min if sign == 1 and game.kind[v] == 1 else max
        for w, x in zip(game.options[v], game.points[v], strict=True):
            total = x + sign * values[w]
            worth[w] = better(worth.get(w, total), total)
        assert s.best_move(v) == min(w for w in worth if worth[w] == value), (seed, v)
        assert s.best_moves[v] == s.best_move(v)
        assert s.move_values(v) == {w: float(worth[w]) for w in sorted(worth)}


def test_play_ends_everywhere_and_nothing_else_is_known() -> None:
    s: Any = solve_chance({"a": ["b", "c"], "b": ["c"]}, points={"a": [1, 3], "b": [4]})
    assert s.ends.tolist() == [True] * 3
    assert (repr(s), s["a"]) == ("ChanceSolution(n=3, m=3, expected scores)", (3.0, "c"))
    assert s.probabilities("a") == {}
    assert [*s.sample("a")] == ["a", "c"]
    assert s.table()["best_move"].tolist() == ["c", "c", None]
    with pytest.raises(GraphGameError, match="is_certain: expected a game that is won or lost"):
        s.is_certain("a")


def test_an_empty_game_and_one_without_moves() -> None:
    assert solve_chance(gg.GameGraph.from_csr([0], []), scores={}).values.tolist() == []
    s = solve_chance(gg.GameGraph.from_csr([0, 0], []), scores=[7])
    assert (s.exact(0), s.verify()) == (7, True)


# -- 64 bits ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("owner", [None, [0, 0, 0], [1, 1, 1]])
@pytest.mark.parametrize("sign", [1, -1])
def test_the_greatest_values_are_exact(owner: Any, sign: int) -> None:
    graph = gg.GameGraph.from_csr([0, 1, 2, 2], [1, 2])
    turned = -1 if owner is None else 1
    points = np.array([sign, sign * turned * (MOST - 3)])
    s = solve_chance(graph, points=points, scores={2: 2 * sign}, owner=owner)
    assert s.exact(1) == sign * (turned * (MOST - 3) + turned * 2)
    assert s.exact(0) == sign * MOST
    low, high = s.bounds(0)
    assert Fraction(low) < sign * MOST < Fraction(high)
    assert s.verify()
    points[0] *= 2
    with pytest.raises(GraphGameError, match=r"points\[0, 1\]: expected values below 2.63, got"):
        solve_chance(graph, points=points, scores={2: 2 * sign}, owner=owner)


def test_sums_that_wrap_to_the_least_number_or_beyond_zero_are_refused() -> None:
    graph = gg.GameGraph.from_csr([0, 1, 2, 2], [1, 2])
    for a, b in ((-MOST, -1), (MOST, 1), (MOST, MOST), (-MOST, -MOST)):
        with pytest.raises(GraphGameError, match=r"points\[1, 2\]: .* the common denominator 2"):
            solve_chance(
                graph,
                points=[Fraction(1, 2), Fraction(a, 2)],
                scores={2: Fraction(b, 2)},
                owner=[0, 0, 0],
            )
    with pytest.raises(GraphGameError, match="points: expected numbers below 2.63"):
        solve_chance(graph, points=np.array([0, -(2**63)]))
    with pytest.raises(GraphGameError, match="points: expected numbers below 2.63"):
        solve_chance(graph, points=np.array([0, 2**63], np.uint64))
    with pytest.raises(GraphGameError, match="points: expected numbers below 2.63"):
        solve_chance(graph, points=np.array([1, 2**62]), scores={2: 0.5})
    with pytest.raises(GraphGameError, match="scores: expected numbers below 2.63"):
        solve_chance(graph, scores={2: 2**63})


def test_a_sum_beyond_64_bits_is_refused_in_any_order_of_indices() -> None:
    for edges in ([(0, 1), (1, 2)], [(2, 1), (1, 0)], [(1, 0), (0, 2)], [(0, 2), (2, 1)]):
        with pytest.raises(GraphGameError, match=rf"points\[{edges[0][0]}, {edges[0][1]}\]"):
            solve_chance(edges, points=[MOST, -1])
    for v in range(4):  # behind a position that waits for it
        edges = [(v, (v + 1) % 4), ((v + 1) % 4, (v + 2) % 4), ((v + 2) % 4, (v + 3) % 4)]
        with pytest.raises(GraphGameError, match=rf"points\[{edges[1][0]}, {edges[1][1]}\]"):
            solve_chance(gg.GameGraph.from_edges(edges, 4), points=[0, MOST, -1])


def test_what_the_engine_for_all_games_cannot_hold_is_refused_there() -> None:
    with pytest.raises(GraphGameError, match="points: expected numbers below 2.52"):
        solve_chance([(0, 1), (1, 0), (1, 2)], points=[0, 0, 2**52])


# -- numbers in any form ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    "scores",
    [
        {2: 5, 1: -1},
        [None, -1, 5, None],
        [float("nan"), -1, 5, float("nan")],
        np.array([np.nan, -1, 5, np.nan]),
        np.array([gg.NO_SCORE, -1, 5, gg.NO_SCORE]),
        np.ma.masked_array([9, -1, 5, 9], [True, False, False, True]),
        np.ma.masked_array([np.nan, -1, 5, np.nan], [True, False, False, True]),
        np.array([None, -1, 5, None], dtype=object),
        {2: 5, 1: -1}.get,
    ],
)
def test_scores_in_any_form(scores: Any) -> None:
    graph = gg.GameGraph.from_csr([0, 2, 3, 3, 4], [1, 2, 2, 0])  # 1 has an option, and a score
    s = solve_chance(graph, scores=scores)
    assert [s.exact(v) for v in range(4)] == [1, -1, 5, -1]
    assert s.verify()


def test_scores_that_are_no_integers_keep_their_places() -> None:
    graph = gg.GameGraph.from_csr([0, 1, 1, 1], [1])
    s = solve_chance(graph, scores=np.array([np.nan, 0.5, 1e300]) / [1, 1, 1e300])
    assert [s.exact(v) for v in range(3)] == [Fraction(-1, 2), Fraction(1, 2), 1]
    with pytest.raises(GraphGameError, match=r"scores\[2\]: expected a number, got inf"):
        solve_chance(graph, scores=np.array([np.nan, 0.5, np.inf]))
    with pytest.raises(GraphGameError, match=r"scores: expected a mapping or 3 values, .* got 2"):
        solve_chance(graph, scores=np.array([1, 2]))


@pytest.mark.parametrize(
    "points",
    [
        np.array([3, 0, 5], np.uint8),
        np.array([3, np.nan, 5]),
        np.ma.masked_array([3, 7, 5], [False, True, False]),
        [3, None, 5],
        {(2, 0): 3, (1, 0): 5},
        lambda u, w: {(2, 0): 3, (1, 0): 5}.get((u, w), 0),
    ],
)
def test_points_in_any_form_stand_beside_their_edges(points: Any) -> None:
    s = solve_chance([(2, 0), (2, 1), (1, 0)], points=points)
    assert s.move_values(2) == {0: 3.0, 1: -5.0}
    assert s.move_values(1) == {0: 5.0}
    assert s.verify()


@pytest.mark.parametrize("form", [np.asarray, np.ma.asarray, memoryview])
def test_the_array_of_the_user_stays_the_users(form: Any) -> None:
    points = np.array([3, 5])
    s = solve_chance([(1, 0), (2, 0)], points=form(points))
    points[:] = 0
    assert s.move_values(2) == {0: 5.0}
    assert s.verify()


def test_owners_in_an_array_may_have_other_numbers_where_they_are_refused() -> None:
    with pytest.raises(
        GraphGameError, match=r"owner\[1\]: expected 0, 1 or 'chance', in arrays .* got 3"
    ):
        solve_chance([(0, 1)], owner=np.array([0, 3]), points=[1])
    with pytest.raises(GraphGameError, match="position 0: expected options|probab|chance"):
        solve_chance([(0, 1)], owner=np.array([-1, 0]), points=[1])


# -- positions that come back ----------------------------------------------------------------------


def test_positions_that_come_back_are_solved_as_before() -> None:
    found = 0
    for seed in range(300):
        game = drawn(seed, "any", n=4)
        rng = random.Random(seed + 1000)
        v, w = rng.sample(range(4), 2)
        if v in game.ends:
            continue
        rows = tuple((*row, w) if u == v else row for u, row in enumerate(game.options))
        chances = tuple((Fraction(1),) * len(row) for row in rows)
        game = replace(game, options=rows, chances=chances, points=None)
        edges = [(u, x) for u in range(4) for x in rows[u]]
        s = solve_chance(gg.GameGraph.from_edges(edges, 4), owner=game.kind, scores=game.ends)
        assert [s.exact(u) for u in range(4)] == game.values
        assert s.verify()
        found += not isinstance(s, PointsSolution)
    assert found > 20


@pytest.mark.parametrize("edges", [[(0, 0)], [(1, 1)], [(0, 1), (1, 0)], [(1, 2), (2, 1), (0, 1)]])
def test_the_kernel_says_which_position_comes_back(edges: list[tuple[int, int]]) -> None:
    graph = gg.GameGraph.from_edges(edges, 3)
    over = (np.diff(graph.option_ptr) == 0).view(np.int8)
    none: Any = np.zeros(0, np.int64), np.zeros(0, np.int8)
    values = np.zeros(3, np.int64)
    *_, found, at = _points.solve(graph.option_ptr, graph.option_idx, *none, over, values)
    assert found == 1
    assert at in {v for edge in edges if len(edges) < 3 or edge != (0, 1) for v in edge}


# -- the certificate -------------------------------------------------------------------------------


def mutations(s: PointsSolution[Any], rng: random.Random) -> dict[str, Callable[[], None]]:
    """Return changes of an answer, by what they change."""
    solved, v = s._solved, rng.randrange(s.game.n)
    up: list[int] = [x for x in range(s.game.n) if s._rows.kind[x] != 2]

    def value() -> None:
        solved.values[v] += rng.choice([-1, 1])

    def move() -> None:
        solved.moves[v] = rng.choice([x for x in range(-1, s.game.n) if x != solved.moves[v]])

    def rank() -> None:
        assert s._solved.order is not None
        x = rng.choice(up)
        s._solved.order[x] = s._solved.order[solved.moves[x]] - rng.randint(0, 1)

    def points() -> None:
        assert s._given.points is not None
        s._given.points[:] += 1

    def scores() -> None:
        s._given.given[rng.choice(np.flatnonzero(s._given.given != gg.NO_SCORE).tolist())] += 1

    found = {"value": value, "move": move, "scores": scores}
    if up and s._solved.order is not None:
        found["rank"] = rank
    if up and s._given.points is not None:
        found["points"] = points
    return found


@pytest.mark.parametrize("owned", [False, True])
def test_mutated_answers_are_rejected(owned: bool) -> None:
    counts: dict[str, int] = {}
    for seed in range(80):
        for k in range(5):
            game = drawn(seed, "any")
            graph, given = given_as(game, ("csr", "edges")[seed % 2])
            s: Any = solve_chance(graph, owner=game.kind if owned else None, **given)
            assert isinstance(s, PointsSolution)
            s._solved.moves = s._solved.moves.copy()
            changes = mutations(s, random.Random(seed))
            if k >= len(changes):
                continue
            name = sorted(changes)[k]
            changes[name]()
            with pytest.raises(VerificationError):
                s.verify()
            counts[name] = counts.get(name, 0) + 1
    assert min(counts.values()) > 10
    assert len(counts) == 5


def test_values_that_only_agree_on_a_cycle_are_no_proof() -> None:
    s: Any = solve_chance([(0, 1), (1, 2)], points=[0, 0], owner=[0, 0, 0])
    s.game = gg.GameGraph.from_edges([(0, 1), (1, 0)], 3)
    s._solved.values[:2], s._solved.moves = 5, np.array([1, 0, -1], np.int32)
    with pytest.raises(VerificationError, match="ranks where indices are in no order"):
        s.verify()
    for ranks in ([1, 1, 0], [1, 2, 0], [2, 1, 0]):
        s._solved.order = np.array(ranks, np.int32)
        with pytest.raises(VerificationError, match="a rank above those of its options"):
            s.verify()


def test_sums_that_wrap_are_no_proof() -> None:
    graph = gg.GameGraph.from_csr([0, 1, 1], [1])
    s: Any = solve_chance(graph, points=[5], scores={1: MOST - 5}, owner=[0, 0])
    s._given.points[:] = 6
    s._solved.values[0] = -(2**63)
    with pytest.raises(VerificationError, match="a value above -2.63"):
        s.verify()
    s._given.points[:] = 7
    s._solved.values[0] = -MOST
    with pytest.raises(VerificationError, match="moves that are worth a number of 64 bits"):
        s.verify()


# -- long games, and Ctrl-C ------------------------------------------------------------------------

MANY = 1 << 21


@pytest.mark.parametrize("order", ORDERS)
def test_a_long_path_is_no_recursion(order: str) -> None:
    n = 100_000
    place = np.arange(n) if order == "falling" else np.arange(n)[::-1]
    if order == "any":
        place = np.random.default_rng(1).permutation(n)
    edges = np.stack([place[1:], place[:-1]], axis=1)
    s = solve_chance(edges, points=np.arange(1, n))
    right = 0
    for k in range(1, n):
        right = k - right
    assert s.exact(int(place[-1])) == right
    assert s.verify()


def path(step: int) -> Callable[[], object]:
    """Solve a path; with step 0, in an order that is none."""
    ptr = np.arange(MANY + 1)
    ptr[1:] -= step >= 0
    ptr[-1] = MANY - 1
    idx = np.arange(MANY - 1) + (step < 0)
    over = np.diff(ptr) == 0
    if step == 0:  # two halves: the one falls, the other leads to it from the other side
        idx[: MANY // 2] += MANY // 2
        idx[: MANY // 2] = np.roll(idx[: MANY // 2], 1)
    empty = np.zeros(0, np.int64), np.zeros(0, np.int8)
    given = ptr, idx.astype(np.int32), *empty, over.view(np.int8), np.zeros(MANY, np.int64)
    return partial(_points.solve, *given)


def star() -> Callable[[], object]:
    """One position with many parallel moves."""
    ptr, over = np.array([0, 0, MANY]), np.array([1, 0], np.int8)
    empty = np.zeros(0, np.int64), np.zeros(0, np.int8)
    return partial(
        _points.solve, ptr, np.zeros(MANY, np.int32), *empty, over, np.zeros(2, np.int64)
    )


def placing() -> Callable[[], object]:
    ends = np.arange(MANY)
    return partial(_points.by_rows, np.arange(MANY, dtype=np.int32), ends.copy(), ends)


@pytest.mark.parametrize(
    ("name", "work"),
    [
        ("_step", partial(path, 1)),
        ("_in_order", partial(path, 1)),
        ("_in_order", partial(path, -1)),
        ("_look", star),
        ("_begin_paths", partial(path, 0)),
        ("_by_paths", partial(path, 0)),
        ("_place", placing),
    ],
)
def test_ctrl_c(name: str, work: Callable[[], Callable[[], object]]) -> None:
    interrupt(work, f"chance.points._points.{name}")
