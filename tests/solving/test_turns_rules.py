"""How rules and graphs say who moves and what ties, and what is refused.

Pinned here: methods, functions, mappings and codes say the same; bad input is refused in one
sentence; pictures, plots and pages refuse what they cannot show.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import graphgame as gg
from graphgame import LOSE, NO_PRESET, TIE, WIN, GameGraph, GraphGameError, Outcome, Play, Solution
from graphgame.solving.turns import Turns
from tests.reference.turns import TurnGame
from tests.solving.turn_games import assert_right

# -- rules -----------------------------------------------------------------------------------------


class Passing:
    """Take one or two of n; who takes two moves again; who can take the last three ties."""

    def options(self, position: tuple[int, int]) -> list[tuple[int, int]]:
        left, player = position
        return [(left - 1, 1 - player)] * (left >= 1) + [(left - 2, player)] * (left >= 2)

    def owner(self, position: tuple[int, int]) -> int:
        return position[1]

    def preset(self, position: tuple[int, int]) -> tuple[Outcome, int] | None:
        return (TIE, 1) if position[0] == 3 else None


@pytest.mark.parametrize("count", ["plies", "turns"])
def test_methods_of_a_rule_object_and_functions_and_mappings_are_one(count: Any) -> None:
    rule, start = Passing(), (12, 0)
    s = gg.solve(rule, start=start, count=count)
    game = gg.explore(rule, start)
    assert game.owner is not None
    assert game.owner.tolist() == [player for _, player in game.labels or ()]
    names = game.labels or ()
    by_functions = gg.solve(
        rule.options, start=start, owner=rule.owner, presets=rule.preset, count=count
    )
    by_mappings = gg.solve(
        rule.options,
        start=start,
        owner={name: rule.owner(name) for name in names},
        presets={name: (TIE, 1) for name in names if name[0] == 3},
        count=count,
    )
    again = gg.solve(game, count=count)
    for other in (by_functions, by_mappings, again):
        assert other.outcomes.tolist() == s.outcomes.tolist()
        assert other.remoteness.tolist() == s.remoteness.tolist()
    index = {name: v for v, name in enumerate(names)}
    edges = tuple((index[u], index[v]) for u in names for v in game.options(u))
    presets = {index[name]: (TIE, 1) for name in names if name[0] == 3}
    assert_right(TurnGame(len(names), edges, presets, tuple(game.owner.tolist()), "normal", count))
    assert s.verify()


def test_codes_say_who_moves_many_at_a_time() -> None:
    """The same game as codes: twice what is left, and who moves."""

    def rule(codes: Any) -> tuple[Any, Any]:
        one, two = np.flatnonzero(codes >= 2), np.flatnonzero(codes >= 4)
        sources = np.concatenate([one, two])
        return sources, np.concatenate([(codes[one] ^ 1) - 2, codes[two] - 4])

    def presets(codes: Any) -> tuple[Any, Any]:
        return np.where(codes // 2 == 3, TIE, NO_PRESET), np.ones(len(codes), int)

    game = gg.explore_codes(rule, [24], presets=presets, owner=lambda codes: codes & 1)
    s = gg.solve(game, count="turns")
    expected = gg.solve(Passing(), start=(12, 0), count="turns")
    assert len(s) == len(expected)
    for left, player in expected:
        found = s[2 * left + player]
        assert found[:2] == expected[left, player][:2]
    assert game.preset_remoteness is not None
    assert s.verify()


def test_a_capture_counts_as_a_move_without_a_position() -> None:
    """Who can capture wins in one ply, by preset; the position before is lost in two."""
    captured = gg.solve({"a": ["b"], "b": ["taken"]}, presets={"taken": LOSE})
    preset = gg.solve({"a": ["b"]}, presets={"b": (WIN, 1)})
    assert preset["a"] == captured["a"] == (LOSE, 2, "b")
    assert preset["b"] == (WIN, 1, None)
    assert preset.winning_moves("b") == []
    assert preset.line("a") == ("a", "b")


# -- bad input -------------------------------------------------------------------------------------

EDGES = [(0, 1), (1, 2)]
BAD: list[tuple[dict[str, Any], str]] = [
    ({"owner": [0, 1]}, r"owner: expected a mapping or 3 values.*shape \(2,\)"),
    ({"owner": [0, 2, 1]}, "owner of 1: expected 0 or 1, got 2"),
    ({"owner": [0, -1, 1]}, "owner of 1: expected 0 or 1, got -1"),
    ({"owner": [1.0, 0.0, 1.0]}, "owner: expected integers"),
    ({"owner": {0: 1}}, "owner: expected 0 or 1 for every position, got none for 1"),
    ({"owner": lambda v: None}, "owner of 0: expected 0 or 1, got None"),
    ({"count": "turns"}, "count: expected 'plies' for a game whose players alternate"),
    ({"count": "moves", "owner": [0, 0, 0]}, "count: expected 'plies' or 'turns', got 'moves'"),
    ({"count": "moves"}, "count: expected 'plies' or 'turns', got 'moves'"),
    ({"presets": {0: 4}}, r"presets\[0\]: expected WIN, LOSE, DRAW or TIE .* got 4"),
    ({"presets": {0: (2, 1)}}, r"presets\[0\]: expected WIN, LOSE, DRAW or TIE .* got 2"),
    ({"presets": {0: (1, -1)}}, r"presets\[0\]: expected a remoteness from 0 to .* got -1"),
    ({"presets": {0: (1, 2**31)}}, r"presets\[0\]: expected a remoteness from 0 to .* got 2147"),
    ({"presets": {0: (1, 1.5)}}, "remoteness of presets: expected integers, got 1.5"),
    ({"presets": ([1, 1, 1], [0, 0])}, "remoteness of presets: expected 3 values"),
    ({"presets": [1, 4, 0]}, r"presets\[1\]: expected WIN, LOSE, DRAW or TIE .* got 4"),
]


@pytest.mark.parametrize(("given_parts", "message"), BAD)
def test_bad_input_is_refused_in_one_sentence(given_parts: dict[str, Any], message: str) -> None:
    with pytest.raises(GraphGameError, match=message):
        gg.solve(EDGES, **given_parts)


def test_rules_that_say_nothing_useful_are_refused() -> None:
    def options(n: int) -> list[int]:
        return [n - 1] if n else []

    for owner in (lambda n: None, lambda n: 2, lambda n: "me"):
        with pytest.raises(GraphGameError, match="owner"):
            gg.solve(options, start=3, owner=owner)
    with pytest.raises(ZeroDivisionError) as caught:
        gg.solve(options, start=3, owner=lambda n: 1 // n)
    assert "while asking who moves at position 0" in caught.value.__notes__
    for preset in ((1, -1), (1, True), (2, 1), (1, 2, 3), (1, "x"), True):
        with pytest.raises(GraphGameError, match="preset of 3: expected WIN, LOSE, DRAW or TIE"):
            gg.solve(options, start=3, presets=lambda n, preset=preset: preset)
    with pytest.raises(GraphGameError, match="a remoteness from 0 to"):
        gg.solve(options, start=3, presets=lambda n: (1, 2**31 - 3) if n == 0 else None)


def test_a_remoteness_up_to_the_largest_works() -> None:
    most = 2**31 - 2 - 3
    s = gg.solve(EDGES, presets={2: (LOSE, most)})
    assert s.remoteness.tolist() == [most + 2, most + 1, most]
    assert s.verify()


def test_a_remoteness_that_a_rule_gave_before_it_was_too_large_is_refused() -> None:
    """Rules on codes give it when nobody knows how many positions there will be."""
    most = 2**31 - 2 - 3
    graph = gg.as_game_graph(EDGES).with_presets({2: (LOSE, most)})
    graph._preset_remoteness = np.array([0, 0, most + 1], dtype=np.int32)
    with pytest.raises(
        gg.TooLargeError, match=rf"presets\[2\]: .* {most} in a game of 3 positions"
    ):
        gg.solve(graph)


def test_a_line_of_a_damaged_solution_ends() -> None:
    graph = GameGraph.from_edges([(0, 1), (1, 0)]).with_owner([0, 0])
    labels = np.array([1, 1], np.int8), np.array([1, 1], np.int32)
    s = Solution(graph, Play.NORMAL, *labels, Turns("plies", None))
    with pytest.raises(GraphGameError, match="not a solution"):
        s.line(0)


# -- what does not know them -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given_parts", "counted"),
    [
        ({"owner": [0, 0, 1], "count": "turns"}, "turns"),
        ({"owner": [0, 0, 1], "presets": {2: TIE}}, "plies"),
        ({"presets": {2: TIE}}, None),
        ({"presets": {2: (LOSE, 1)}}, None),
    ],
)
def test_pictures_refuse_the_solution_and_pages_show_it(
    given_parts: dict[str, Any], counted: str | None
) -> None:
    s = gg.solve(EDGES, **given_parts)
    for show in (s.to_svg, s.to_dot):
        with pytest.raises(GraphGameError, match="picture: expected a game whose players altern"):
            show()
    owners = f'"owners":{{"endless":"draw","target":null,"counted":"{counted}"}}'
    assert (owners in s.to_html()) == (counted is not None)
    assert s._repr_mimebundle_() == {"text/plain": repr(s)}
    assert "<svg" in s.graph().to_svg()


def test_plots_refuse_games_whose_players_do_not_alternate_and_pages_show_them() -> None:
    s = gg.solve(EDGES, owner=[0, 0, 1])
    with pytest.raises(GraphGameError, match="plot: expected a game whose players alternate, with"):
        s.plot()
    assert '"owners":{"endless":"draw","target":null,"counted":"plies"}' in s.to_html()
