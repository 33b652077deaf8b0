"""Who moves, and numbers beside moves, in every form; and the arrays that are made of them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import graphgame as gg
from graphgame.chance.input import given as module
from graphgame.chance.input.game import ChanceGame
from graphgame.chance.input.given import owners, weights_of_moves
from graphgame.chance.input.move_numbers import beside_moves, edge_attributes, split
from graphgame.chance.input.weights import numbers_in_array
from graphgame.errors import GraphGameError, UnknownPositionError
from graphgame.outcome import NO_SCORE

DICE = {"s": {"a": 0.5, "b": 0.5}}
GAME = gg.GameGraph.from_options({"s": ["a", "b"], "a": ["s", "b"], "b": []})
# The same without labels, and with its edges in another order.
EDGES = np.array([(1, 0), (0, 1), (1, 2), (0, 2)], np.int32)
BARE = gg.GameGraph.from_edges(EDGES, 3)


def dice(game: Any) -> Any:
    return np.arange(game.n) == 0


@pytest.mark.parametrize(
    "given",
    [
        {"s": "chance", "a": 1, "b": 0},
        {"s": -1, "a": True, "b": False},
        {"a": 1},  # chance has probabilities, and the end may be anybody's
        {"s": "chance", "a": 1, "b": None},
        lambda position: {"s": "chance", "a": 1, "b": 0}[position],
        [-1, 1, 0],
        ["chance", 1, 0],
        np.array([-1, 1, 0], np.int8),
    ],
)
def test_who_moves(given: Any) -> None:
    assert owners(given, GAME, dice(GAME)).tolist() == [-1, 1, 0]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"s": "chance"}, "owner: expected 0, 1 or 'chance' for every position, got none for 'a'"),
        ({"a": 3}, r"owner\['a'\]: expected 0, 1 or 'chance', got 3"),
        ({"a": "nature"}, r"owner\['a'\]: expected 0, 1 or 'chance', got 'nature'"),
        ({"a": [1]}, r"owner\['a'\]: expected 0, 1 or 'chance', got \[1\]"),
        ([-1, 1], "owner: expected a mapping or 3 values, one for every position, got 2"),
        (
            {"s": 0, "a": 1},
            r"probabilities\['s'\]: expected none where a player moves, as owner says 0",
        ),
    ],
)
def test_who_does_not(given: Any, message: str) -> None:
    with pytest.raises(GraphGameError, match=message):
        owners(given, GAME, dice(GAME))
    with pytest.raises(UnknownPositionError):
        owners({"z": 0}, GAME, dice(GAME))


@pytest.mark.parametrize(
    "given",
    [
        {"s": {"a": 1, "b": 2}, "a": {"b": 4, "s": 3}},
        {"s": [1, 2], "a": (3, 4)},
        {"s": np.array([1, 2]), "a": [3, 4]},
        {("s", "a"): 1, ("s", "b"): 2, ("a", "s"): 3, ("a", "b"): 4},
        [1, 2, 3, 4],
        np.array([1, 2, 3, 4]),
    ],
)
def test_numbers_beside_moves(given: Any) -> None:
    assert beside_moves(given, GAME, "points").tolist() == [1, 2, 3, 4]


def test_numbers_in_the_order_of_edges() -> None:
    for given in ([3, 1, 4, 2], np.array([3, 1, 4, 2], np.uint8)):
        assert beside_moves(given, BARE, "points").tolist() == [1, 2, 3, 4]
    nothing = float("nan")
    for numbers in ([nothing, 0.5, nothing, 0.5], np.array([nothing, 0.5, nothing, 0.5])):
        assert beside_moves(numbers, BARE, "p").tolist() == [0.5, 0.5, None, None]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"s": {"s": 1}}, r"points\['s'\]: expected one of its options \('a', 'b'\), got 's'"),
        ({"s": {"z": 1}}, r"points\['s'\]: expected one of its options \('a', 'b'\), got 'z'"),
        ({("b", "a"): 1}, r"points\['b'\]: expected none at an end, got 'a'"),
        ({"z": [1]}, "points: expected positions of the game, got 'z'"),
        ({"z": {"a": 1}}, "points: expected positions of the game, got 'z'"),
        (
            {"s": [("a", 1), ("b", 2)]},
            r"points\['s'\]: expected numbers in the order .* \('a', 1\)",
        ),
        ({"s": [1]}, r"points\['s'\]: expected 2 numbers, one for each option, got 1"),
        ({"s": 1}, "points: expected a mapping of positions to rows .* got 's': 1"),
        ([1, 2], "points: expected a mapping, or 4 numbers, one for each move, got 2"),
        (7, "points: expected a mapping, or 4 numbers, one for each move, got 7"),
    ],
)
def test_numbers_beside_no_moves(given: Any, message: str) -> None:
    with pytest.raises(GraphGameError, match=message):
        beside_moves(given, GAME, "points")


def test_rows_of_a_dict_and_of_networkx() -> None:
    assert split({"s": {"a": 0.5, "b": 0.5}, "a": ["b"]}) == (
        {"s": ["a", "b"], "a": ["b"]},
        {"s": {"a": 0.5, "b": 0.5}},
    )
    plain = {"s": ["a"], "a": []}
    assert split(plain) == (plain, {})
    nx = pytest.importorskip("networkx")
    graph = nx.DiGraph([("s", "a", {"probability": 0.5}), ("a", "s")])
    assert edge_attributes(graph, "probability") == {"s": [0.5]}
    both = nx.Graph([("s", "a", {"points": 2}), ("a", "b")])
    assert edge_attributes(both, "points") == {"s": [2], "a": [2, None]}
    assert edge_attributes(plain, "probability") == {}


def rows_of(game: Any, kind: list[int], ends: list[int], numbers: Any, points: Any) -> Any:
    over = np.isin(np.arange(game.n), ends)
    who = np.array(kind, np.int8)
    weights = weights_of_moves(game, who, over, numbers_in_array(numbers))
    paid = None if points is None else np.array(points)
    given = np.where(over, 0, NO_SCORE)
    return ChanceGame(game, who, weights, paid, given, Fraction(0), 1, 0).for_solver()[0]


def rows(kind: list[int], ends: list[int], numbers: Any, points: Any = None) -> Any:
    return rows_of(GAME, kind, ends, numbers, points)


def test_the_arrays_of_the_solver() -> None:
    found = rows([-1, 1, 0], [2], [0.25, 0.75, None, None], [5, -6, 7, 8])
    assert (found.ptr.tolist(), found.idx.tolist()) == ([0, 2, 4, 4], [1, 2, 0, 2])
    assert found.kind.tolist() == [-1, 1, 2]
    assert (found.weights.tolist(), found.totals.tolist()) == ([1, 3, 1, 1], [4, 1, 1])
    assert found.points.tolist() == [5, -6, 7, 8]
    # Where play is over, no move counts.
    found = rows([-1, 1, 0], [1, 2], [0.25, 0.75, None, None])
    assert (found.ptr.tolist(), found.idx.tolist()) == ([0, 2, 2, 2], [1, 2])


@pytest.mark.parametrize("weights", [[3, 0, 1, 2], np.array([3, 0, 1, 2])])
def test_integers_in_an_array(weights: Any) -> None:
    # In the order of the edges: 0 stands for no number beside the moves of players.
    game = gg.GameGraph.from_edges([(1, 0), (0, 1), (1, 2), (0, 2)], 3)
    given = np.array([0, 3, 0, 1]) if isinstance(weights, np.ndarray) else [None, 3, None, 1]
    numbers = beside_moves(given, game, "probabilities")
    found = weights_of_moves(game, np.array([-1, 1, 0], np.int8), np.arange(3) == 2, numbers)
    assert found is not None
    assert found.tolist() == [3, 1, 0, 0]
    zeros = np.array([3, 1, 0, 2])
    with pytest.raises(GraphGameError, match=r"probabilities\[1\]\[0\]: .* above 0, got 0"):
        weights_of_moves(game, np.array([-1, -1, 0], np.int8), np.arange(3) == 2, zeros)


def test_owners_in_an_array_of_integers() -> None:
    assert owners(np.array([-1, 1, 0]), BARE, dice(BARE)).tolist() == [-1, 1, 0]
    with pytest.raises(GraphGameError, match=r"owner\[1\]: .* in arrays -1 for chance, got 3"):
        owners(np.array([-1, 3, 0]), BARE, dice(BARE))


@pytest.mark.parametrize("player", [0, 1])
def test_parallel_moves(player: int) -> None:
    game = gg.GameGraph.from_edges([(0, 1), (0, 1), (0, 2), (1, 2), (1, 2)], 3)
    numbers = [Fraction(1, 4), Fraction(1, 4), Fraction(1, 2), None, None]
    found = rows_of(game, [-1, player, 0], [2], numbers, [1, 2, 3, 4, 5])
    # Those of chance add up, with what each pays; of a player's the better one is left.
    assert found.idx.tolist() == [1, 1, 2, 2]
    assert found.weights.tolist() == [1, 1, 2, 1]
    assert found.points is not None
    assert found.points.tolist() == [1, 2, 3, 5 if player == 0 else 4]


@pytest.mark.parametrize(
    ("given", "weights"),
    [
        ({0: {1: 3, 2: 3}}, [1, 1, 2]),
        ({(0, 1): 0.25, (0, 2): 0.75}, [1, 1, 6]),
        ({0: [1, 2, 3]}, [1, 2, 3]),
        ([1, 2, 3], [1, 2, 3]),
        (lambda v: {1: 3, 2: 3} if v == 0 else None, [1, 1, 2]),
        (lambda v: [(1, 1), (2, 3), (1, 2)] if v == 0 else None, [1, 1, 2]),
    ],
)
def test_the_probability_of_an_option_that_stands_twice(given: Any, weights: list[int]) -> None:
    """By option it is the probability of both moves together; by move each has its own."""
    game = gg.GameGraph.from_edges([(0, 1), (0, 1), (0, 2)])
    s = gg.solve_chance(game, owner=[-1, 0, 1], probabilities=given, exact=True)
    assert s.exact(0) == Fraction(weights[2], sum(weights)) and s.verify()
    assert s.probabilities(0) == {1: 1 - s.exact(0), 2: s.exact(0)}


@pytest.mark.parametrize("sign", [1, -1])
def test_the_points_of_an_option_that_stands_twice(sign: int) -> None:
    """By option both moves pay them: none of them is left with 0, which may be the better one."""
    game = gg.GameGraph.from_edges([(0, 1), (0, 1)])
    for given in ({0: {1: 5 * sign}}, {(0, 1): 5 * sign}, lambda v, w: 5 * sign):
        for who in (0, 1):
            assert gg.solve_chance(game, owner=[who, 0], points=given).value(0) == 5 * sign
    dice = gg.solve_chance(game, owner=[-1, 0], probabilities={(0, 1): 1}, points={(0, 1): 5})
    assert dice.value(0) == 5
    nx = pytest.importorskip("networkx")
    graph = nx.MultiDiGraph()
    for end, paid, p in (("b", 2, 0.25), ("c", 1, 0.5), ("b", 9, 0.25)):
        graph.add_edge("a", end, points=paid, probability=p)
    assert gg.solve_chance(graph, owner={"a": "chance"}).value("a") == 3.25


def test_what_no_option_is_and_what_misses_an_option() -> None:
    game = gg.GameGraph.from_options({"s": [*"abcdefg"]})
    owner = {"s": "chance"}
    for given, message in (
        (None, "position 's': expected probabilities, as owner says that chance moves there"),
        (
            {"s": {"a": 1}},
            r"\['s'\]: .* each option \('a', .*, 'e', … \(7 options\)\), got none for 'b'",
        ),
        ({"s": dict.fromkeys("abcdefgs", 1)}, r"\['s'\]: expected one of its options .* got 's'"),
        ({"z": {"a": 1}}, "probabilities: expected positions of the game, got 'z'"),
        (lambda _: 7, r"pairs \(option, probability\), or a number for each option of 's', got 7"),
        (lambda _: ["ab", 7], r"or a number for each option of 's', got \['ab', 7\]"),
    ):
        with pytest.raises(GraphGameError, match=message):
            gg.solve_chance(game, owner=owner, probabilities=given)
    for name, given in (("owner", {"z": 0}), ("scores", {"z": 0})):
        arguments = {"owner": owner, "probabilities": {"s": [1] * 7}, name: given}
        with pytest.raises(UnknownPositionError, match=f"^{name}: expected positions of the game"):
            gg.solve_chance(game, **arguments)


def test_an_option_that_a_rule_throws_in_several_ways() -> None:
    """Two faces of a die may lead to the same position; the weights add up."""

    class Die:
        def owner(self, position: str) -> object:
            return {"won": 1}.get(position, 0) if position != "die" else "chance"

        def options(self, position: str) -> list[str]:
            return []

        def chance(self, position: str) -> Any:
            return [("lost", 1), ("won", 2), ("lost", 3)] if position == "die" else None

    s = gg.solve_chance(Die(), start="die", exact=True)
    assert s.exact("die") == Fraction(1, 3) and s.verify()
    assert s.probabilities("die") == {"lost": Fraction(2, 3), "won": Fraction(1, 3)}
    assert s.graph().m == 2
    Die.chance = lambda self, position: [(["lost"], 1)]  # type: ignore[method-assign]
    with pytest.raises(GraphGameError, match="of 'die': expected hashable positions"):
        gg.solve_chance(Die(), start="die")


def test_probabilities_that_are_none_are_refused() -> None:
    with pytest.raises(GraphGameError, match=r"probabilities\['s'\]: .* sum is 1, got 0.75"):
        rows([-1, 1, 0], [2], [0.25, 0.5, None, None])
    with pytest.raises(GraphGameError, match=r"probabilities\['s'\]\['b'\]: .* above 0, got None"):
        rows([-1, 1, 0], [2], [0.25, None, None, None])
    with pytest.raises(GraphGameError, match="position 'b': expected options where chance moves"):
        rows([-1, 1, -1], [], [0.5, 0.5, None, None])
    assert module.WORD == "chance"
