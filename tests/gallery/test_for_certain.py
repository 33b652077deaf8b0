"""Models whose value is exactly 1, against fixed points of sets and fractions on paper.

Pinned here: both models are certain everywhere, at all sizes, where value iteration stays below 1;
a ladder that may break is certain nowhere but at the top, though its value is printed as 1.0, and
is 1 / (1 + q (2^n - 1)) where it breaks with probability q; so is the model of an issue elsewhere.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from fractions import Fraction
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from tools.gallery.games import example

sure = example("for_certain")


def certain(rows: Mapping[Any, Any], owner: Mapping[Any, int]) -> set[Hashable]:
    """Return from where player 0 wins for certain: the largest set that is left by nobody.

    In it the goal is reached with some luck, from everywhere.
    """
    inside = {*rows}
    while True:
        near = {x for x in inside if not rows[x] and owner[x] == 1}
        while True:
            found = set(near)
            for x in inside - near:
                row = rows[x]
                options = {*row}
                if isinstance(row, Mapping):
                    lucky = options <= inside and bool(options & near)
                elif owner[x] == 0:
                    lucky = bool(options & near)
                else:
                    lucky = bool(options) and options <= near
                if lucky:
                    found.add(x)
            if found == near:
                break
            near = found
        if near == inside:
            return inside
        inside = near


MODELS = {
    **{f"ladder {n}": sure.ladder(n) for n in (1, 2, 5, 20, 60)},
    **{f"election {n}": sure.election(n) for n in (2, 3, 4, 12)},
}


@pytest.mark.parametrize("model", MODELS.values(), ids=MODELS)
def test_the_value_is_exactly_1(model: Any) -> None:
    solution = model.solve()
    assert certain(model.rows, model.owner) == {*model.rows} == {*solution}
    for position in solution:
        assert solution.is_certain(position) is True
        assert solution.bounds(position) == (1, 1)
    assert solution.verify()


@pytest.mark.parametrize("model", MODELS.values(), ids=MODELS)
def test_value_iteration_stays_below_1(model: Any) -> None:
    values = [value for value, _ in islice(sure.iterated(model), 40)]
    assert values == sorted(values) and values[-1] < 1


@pytest.mark.parametrize("rungs", [1, 2, 3, 4])
@pytest.mark.parametrize("seldom", [2, 10, 10**18])
def test_a_ladder_that_may_break_is_not_certain(rungs: int, seldom: int) -> None:
    model = sure.ladder(rungs, seldom)
    solution = model.solve(exact=True)
    assert solution.exact(model.start) == 1 / (1 + Fraction(2**rungs - 1, seldom))
    assert certain(model.rows, model.owner) == {("climbs", rungs)}
    for position in solution:
        expected = {("climbs", rungs): True, ("broken", 0): False}.get(position)
        assert solution.is_certain(position) is expected
    assert (solution.value(model.start) == 1.0) == (seldom == 10**18)


def test_the_model_of_the_issue_is_judged() -> None:
    """The states and probabilities of PRISM-games issue 18; state 3 is the goal.

    In states 1 and 3 the opponent moves, in states 2, 4, 6 and 7 the others do.
    """
    rows: dict[Any, Any] = {
        0: {0: 1, 1: 1},
        1: ["1 by chance", 4],
        "1 by chance": {2: 1, 5: 1},
        2: [3],
        3: [],
        4: [4, 7, "4 by chance"],
        "4 by chance": {5: 1, 8: 1, 6: 1},
        5: [5],
        6: [9, "6 to 2", "6 to 4"],
        "6 to 2": {2: 1, 3: 1},
        "6 to 4": {4: 1, 7: 1},
        7: {6: 1, 8: 1, 9: 1},
        8: {4: 1, 7: 1},
        9: [9],
    }
    owner = {1: 1, 2: 0, 3: 1, 4: 0, 5: 0, 6: 0, 9: 0}
    solution = sure.gg.solve_chance(rows, owner=owner, exact=True)
    found = {x for x in solution if solution.is_certain(x)}
    assert found == certain(rows, owner)
    assert {2, 3, 6, "6 to 2"} <= found
    assert all(solution.exact(x) == 1 for x in found)
    assert all(solution.exact(x) < 1 for x in rows if x not in found)
    assert solution.verify()


def test_the_command_and_its_curves(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    curves = tmp_path / "curves.svg"
    sure.main(["--rungs", "6", "--stations", "3", "--curves", str(curves)])
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "a ladder of 6 rungs:"
    assert lines.count("  value 1.0, certain: True") == 2
    assert lines[-1] == "  the value is 7.0e-18 below 1: 7/1000000000000000007"
    assert curves.read_text(encoding="utf-8").count("<polyline ") == 5
