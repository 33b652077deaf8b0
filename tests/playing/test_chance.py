"""Games of chance as data of pages and of the server, and the formulas of luck and skill.

Pinned here: a table has the values, the weights, the points and the best moves of the solution; so
has the server, by its schema; luck sums to 0 in expectation over 10,000 simulated matches, and
start, luck and mistakes make the result of every match; what cannot be shown is refused.
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphgame as gg
from graphgame.chance.solve import solve_chance
from graphgame.errors import GraphGameError
from graphgame.playing.dice import DICE, Step, account, difference, error_weights, percent
from graphgame.playing.game import Look
from graphgame.playing.table import make_table
from tests.playing import chances
from tests.playing.decoded import numbers, read
from tests.playing.serving import served

SCHEMAS = Path(__file__).parents[2] / "docs" / "schemas"


def signed(zigzag: int) -> float:
    return -(zigzag + 1) / 2 if zigzag % 2 else zigzag / 2


# -- tables ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(80))
def test_a_table_has_what_the_solution_has(seed: int) -> None:
    s = chances.drawn(seed).solution
    game = s._solved_game()
    data, order = make_table(game, Look())
    parts, found, scale = numbers(data["table"]), read(data), data["chance"]["scale"]
    n = len(s)
    values = [scale * signed(x) for x in parts["values"]]
    best = iter(parts["strategy"])
    weights, paid = iter(parts["weights"]), iter(parts.get("paid", []))
    assert data["chance"]["scores"] == s.has_scores and data["chance"]["player"] == s.player
    for v, seen in zip(order.tolist(), found, strict=True):
        name = s.game.position(v % n)
        second = v >= n  # where players alternate: with the other one to move
        sign = -1 if second else 1
        assert values[v] == pytest.approx(sign * s.value(name), abs=1e-11)
        dice = s.owner is not None and s.owner[v] == -1
        assert seen.turn == (int(second) if s.owner is None else DICE if dice else s.owner[v])
        chance = s.probabilities(name)
        row = [next(weights) for _ in seen.options]
        for (w, _), weight in zip(seen.options, row, strict=True):
            to = s.game.position(w % n)
            points = scale * signed(next(paid)) if "paid" in parts else 0
            if chance:
                assert chance[to] == pytest.approx(weight / sum(row))
            assert sign * (values[w] + points) == pytest.approx(s.move_values(name)[to], abs=1e-9)
        assert len(seen.options) == len(s.move_values(name))
        move = next(best)
        assert (move == 0) == (dice or not seen.options)
        if move:
            reached = s.move_values(name)[s.game.position((move - 1) % n)]
            assert reached == pytest.approx(s.value(name), abs=1e-9)
        if not s.has_scores:
            certain = {True: 1, False: -1, None: 0}[s.is_certain(name)]
            mine = seen.turn % 2 == s.player
            assert seen.outcome == (certain if mine else -certain)
        elif seen.options:
            assert seen.outcome == 0


def test_results_with_one_next_position_are_one_move() -> None:
    rows = {"roll": {"a": 2, "b": 3}, "a": [], "b": []}
    edges = gg.GameGraph.from_edges([(0, 1), (0, 1), (0, 2)])
    s = solve_chance(edges, owner=[-1, 0, 1], probabilities=[1, 1, 3])
    t = solve_chance(rows, owner={"a": 0, "b": 1})
    for solution in (s, t):
        parts = numbers(make_table(solution._solved_game(), Look()).data["table"])
        assert parts["degrees"] == [2, 0, 0] and parts["weights"] == [2, 3]


def test_weights_beyond_the_numbers_of_a_browser_are_rounded() -> None:
    rows = {"roll": {"a": 1, "b": 10**12, "c": 3 * 10**12}, "a": [], "b": [], "c": []}
    s = solve_chance(rows, owner={"a": 0, "b": 1, "c": 0})
    weights = numbers(make_table(s._solved_game(), Look()).data["table"])["weights"]
    assert weights[0] == 1 and weights[1:] == [1 << 29, 3 << 29]


def test_great_scores_keep_51_bits() -> None:
    s = solve_chance(
        {"roll": {"a": 1, "b": 1}}, scores={"a": 2**45 + 1, "b": 3}, owner={}, exact=True
    )
    table = make_table(s._solved_game(), Look()).data
    values = numbers(table["table"])["values"]
    assert max(values) < 2**53
    assert [table["chance"]["scale"] * signed(x) for x in values][1] == 2**45 + 1


def test_boards_need_not_show_what_was_rolled_if_it_is_named() -> None:
    played = chances.ur()
    data = make_table(played.solution._solved_game(), Look()).data
    assert data["table"]["template"].count("\n") == 2
    with pytest.raises(GraphGameError, match=r"move: expected names of what dice show"):
        make_table(played.solution._solved_game(), Look(move=lambda p, q: None))
    rolled = Look(board=lambda p: f"{p[0] % 10}{p[1] % 10}{p[2]}{p[3] or '.'}", move=None)
    game = solve_chance(NoNames(), start=NoNames.start)._solved_game()
    assert "labels" not in numbers(make_table(game, rolled).data["table"])
    with pytest.raises(GraphGameError, match="got two results of a roll with one board"):
        make_table(game, Look())


class NoNames(chances.Ur):
    move_name = None  # type: ignore[assignment]


def test_ur_has_the_value_that_others_found() -> None:
    s = chances.ur().solution
    assert s.value(s.start) == pytest.approx(0.530049839525, abs=1e-9)


def test_one_side_may_keep_its_best_moves_alone() -> None:
    s = chances.pig().solution
    whole, kept = (make_table(s._solved_game(), Look(), side).data["table"] for side in (None, 0))
    assert 0 < kept["positions"] < whole["positions"]


def test_turns_are_those_of_the_owners() -> None:
    game = chances.robot().solution._solved_game()
    for wrong in (Look(turn=lambda p: 0), Look(turn=lambda p: 1)):
        with pytest.raises(GraphGameError, match="turn: expected none for a game with owners"):
            make_table(game, wrong)


def test_a_page_of_chance_has_dice_and_others_have_none() -> None:
    page = chances.pig().solution.to_html()
    plain = gg.solve({0: [1], 1: []}).to_html(board=str)
    for word in ("class ChanceApp", "function throwOf", "function account", ".die"):
        assert word in page and word not in plain
    assert len(page) < 260_000
    assert "function insightPanel" in plain and "function insightPanel" not in page


# -- the server ------------------------------------------------------------------------------------


def test_the_server_answers_by_its_schema() -> None:
    jsonschema = pytest.importorskip("jsonschema")
    referencing = pytest.importorskip("referencing")
    loaded = {path.stem: json.loads(path.read_text("utf-8")) for path in SCHEMAS.glob("*.json")}
    registry = referencing.Registry().with_resources(
        (f"{name}.json", referencing.Resource.from_contents(schema))
        for name, schema in loaded.items()
    )
    checker = jsonschema.Draft202012Validator(loaded["position"], registry=registry)
    for seed in range(4):
        played = chances.drawn(seed)
        s, game = played.solution, played.solution._solved_game()
        with served(played) as client:
            assert client.ask("/histogram/").data is None
            for v in range(len(game.outcomes)):
                data = client.ask(f"/positions/?p={v}").data
                checker.validate(data)
                name = s.game.position(v % len(s))
                sign = -1 if v >= len(s) else 1
                assert data["expected"] == sign * s.value(name)
                chance = s.probabilities(name)
                worths = [sign * (x["expected"] + x.get("paid", 0)) for x in data["moves"]]
                for x in data["moves"] if chance else ():
                    a, b = x["chance"]
                    assert float(chance[int(x["name"])]) == pytest.approx(a / b)
                if not chance and worths:
                    assert worths[0] == pytest.approx(s.value(name), abs=1e-9)


# -- luck and skill --------------------------------------------------------------------------------


def steps(s: Any, rng: random.Random, skill: float) -> tuple[list[Step], float]:
    """Play a match in which players make the best move with a probability; return its result."""
    position, found, paid = s.start, [], 0.0
    while worths := s.move_values(position):
        v = s.game.index(position)
        chance = s.probabilities(position)
        if chance:
            made = rng.choices([*chance], [*map(float, chance.values())])[0]
            found.append(Step(DICE, s.value(position), worths[made]))
        else:
            best = s.best_move(position)
            made = best if rng.random() < skill else rng.choice([*worths])
            found.append(Step(int(s.owner[v]), worths[best], worths[made]))
        paid += worths[made] - s.value(made)
        position = made
    return found, paid + s.value(position)


@pytest.mark.parametrize(
    "skill", [pytest.param(1.0, marks=pytest.mark.large, id="best"), pytest.param(0.5, id="random")]
)
def test_luck_is_nothing_on_average_over_10_000_matches(skill: float) -> None:
    s = chances.pig(8).solution
    rng = random.Random(34)
    lucks = []
    for _ in range(10_000):
        played, result = steps(s, rng, skill)
        found = account(played)
        assert found.start == pytest.approx(s.value(s.start))
        assert found.start + found.luck - found.lost[0] + found.lost[1] == pytest.approx(result)
        assert min(found.lost) >= -1e-9
        assert skill < 1 or max(found.lost) < 1e-9
        lucks.append(found.luck)
    error = np.std(lucks) / len(lucks) ** 0.5
    assert error < 0.01 and abs(np.mean(lucks)) < 3 * error
    # A wrong formula is not near 0: what the match was worth at its end, say.
    assert abs(np.mean(np.array(lucks) + s.value(s.start)) - 0) > 10 * error


def test_luck_of_a_game_with_points() -> None:
    found = account([Step(DICE, 2.0, 5.0), Step(1, 5.0, 6.5), Step(0, 6.5, 6.0)])
    assert found == (2.0, 3.0, (0.5, 1.5))
    assert account([Step(1, 0.5, 0.25), Step(0, 0.25, 0.5)], player=1) == (0.5, 0.0, (0.25, 0.25))
    assert account([]) == (0.0, 0.0, (0.0, 0.0))


def test_the_machine_errs_by_what_moves_lose() -> None:
    weights = error_weights([0.0, 0.25, 0.5], 1.0)
    assert weights == pytest.approx([1, np.exp(-1), np.exp(-2)])
    assert error_weights([0.0, 0.0], 0.0) == [1.0, 1.0]


def test_only_what_is_certain_is_0_or_100_percent() -> None:
    assert [percent(x, False) for x in (0.0, 1e-4, 0.001, 0.5, 0.999, 0.9999, 1.0)] == [
        *("< 0.1 %", "< 0.1 %", "0.1 %", "50.0 %", "99.9 %", "> 99.9 %", "> 99.9 %"),
    ]
    assert percent(0.0, True) == "0 %" and percent(1.0, True) == "100 %"
    assert difference(0.0004, has_scores=False) == "0.0 %"
    assert difference(2.5, has_scores=True) == "+2.50"
