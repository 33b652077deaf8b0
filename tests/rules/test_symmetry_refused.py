"""Wrong symmetries, and positions of games with symmetries that do not exist, are refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import graphgame as gg
from tests.rules.symmetric import TicTacToe, in_order, nim


def test_wrong_symmetries_are_refused() -> None:
    with pytest.raises(gg.GraphGameError, match=r"that of \(2, 3\) is \(3, 2\), and that of"):
        gg.explore(nim, (2, 3), canonical=lambda heaps: heaps[::-1])
    with pytest.raises(gg.GraphGameError, match="canonical: expected a function of a position"):
        gg.explore(nim, (2, 3), canonical="sorted")  # type: ignore[arg-type]
    with pytest.raises(gg.GraphGameError, match="canonical: expected a rule and its start"):
        gg.solve([(0, 1)], canonical=lambda v: v)
    with pytest.raises(
        gg.GraphGameError, match=r"canonical of \(2, 3\).*got \[2, 3\] of type list"
    ):
        gg.explore(nim, (2, 3), canonical=sorted)  # type: ignore[arg-type]
    with pytest.raises(gg.GraphGameError, match="expected hashable positions.*frozenset"):
        gg.explore(lambda v: [v + 1], 0, canonical=lambda v: {v} if v else v)  # type: ignore[arg-type, return-value]
    with pytest.raises(gg.GraphGameError, match="expected a list of options, got 7"):
        gg.explore(lambda v: 7, 0, canonical=lambda v: v)  # type: ignore[arg-type, return-value]
    with pytest.raises(gg.ExplorationLimitError):
        gg.explore(lambda v: iter(range(v + 1, 10**9)), 0, canonical=lambda v: v, limit=50)


def test_a_mapping_of_presets_is_one_of_classes() -> None:
    s = gg.solve(nim, start=(2, 3), canonical=in_order, presets={(3, 1): gg.WIN, (1, 0): gg.DRAW})
    assert [s.outcome((1, 3)), s.outcome((0, 1))] == [gg.WIN, gg.DRAW]
    assert s.without_symmetry().outcome((1, 0)) is gg.DRAW
    wrong = {(1, 0): gg.WIN, (0, 1): gg.LOSE}
    with pytest.raises(gg.GraphGameError, match=r"one value for the class of \(0, 1\)"):
        gg.solve(nim, start=(2, 3), canonical=in_order, presets=wrong)


def two_values() -> dict[str, tuple[str, Callable[[], object]]]:
    """Return calls that give two positions of a class different values, and what each names."""
    g = gg.explore(nim, (2, 3), canonical=in_order)
    assert g.labels is not None
    zero = dict.fromkeys(g.labels, 0)
    never = dict.fromkeys(g.labels, False)
    wrong = {(1, 0): gg.WIN, (0, 1): gg.LOSE}
    owner = {**zero, (1, 0): 1}
    codes = gg.explore_codes(downwards, [5], canonical=np.abs)
    return {
        "presets": ("WIN: 1> for (1, 0)", lambda: gg.solve(g, presets=wrong)),
        "with_presets": ("LOSE: -1> for (0, 1)", lambda: g.with_presets(wrong)),
        "names": ("'LOSE' for (0, 1)", lambda: g.with_presets({(1, 0): "WIN", (0, 1): "LOSE"})),
        "none": ("None for (0, 1)", lambda: g.with_presets({(1, 0): gg.WIN, (0, 1): None})),
        "remoteness": (
            "(1, 2) for (1, 0) and (1, 3) for (0, 1)",
            lambda: g.with_presets({(1, 0): (1, 2), (0, 1): (1, 3)}),
        ),
        "values": ("presets", lambda: gg.grundy(g, presets=wrong)),
        "codes": ("for 3 and ", lambda: codes.with_presets({3: gg.WIN, -3: gg.LOSE})),
        "with_owner": ("0 for (0, 1) and 1 for (1, 0)", lambda: g.with_owner(owner)),
        "owner": ("owner", lambda: gg.solve(g, owner=owner)),
        "owner of reachability": (
            "owner",
            lambda: gg.solve_reachability(g, owner=owner, targets=[(0, 1)]),
        ),
        "owner of parity": ("owner", lambda: gg.ParityGame(g, owner=owner, priority=zero)),
        "priority": ("priority", lambda: gg.ParityGame(g, owner=zero, priority=owner)),
        "scores": (
            "5 for (1, 0) and -7 for (0, 1)",
            lambda: gg.solve_scores(g, {(0, 0): 1, (1, 0): 5, (0, 1): -7}),
        ),
        "flags": (
            "False for (0, 1) and True for (1, 0)",
            lambda: gg.solve_buchi(g, owner=zero, targets={**never, (1, 0): True}),
        ),
        "answers": (
            "LOSE: -1> for (0, 1)",
            lambda: gg.build(
                nim, start=(2, 3), canonical=in_order, presets=wrong, store="undecided"
            ),
        ),
    }


def downwards(codes: Any) -> Any:
    """Return the options of codes: one nearer to 0."""
    sources = codes.nonzero()[0]
    return sources, abs(codes[sources]) - 1


@pytest.mark.parametrize("name", two_values())
def test_two_positions_of_a_class_have_one_value(name: str) -> None:
    named, call = two_values()[name]
    with pytest.raises(gg.GraphGameError, match="expected one value for the class of") as caught:
        call()
    assert named in str(caught.value)


def test_values_of_a_class_may_be_given_twice() -> None:
    g = gg.explore(nim, (2, 3), canonical=in_order)
    assert g.labels is not None
    twice = {**dict.fromkeys(g.labels, 0), (0, 2): 1, (2, 0): True}
    assert g.with_owner(twice).owner is not None
    for same in (
        {(1, 0): gg.LOSE, (0, 1): gg.LOSE},
        {(1, 0): "LOSE", (0, 1): -1},
        {(1, 0): (gg.LOSE, 0), (0, 1): gg.LOSE},
    ):
        assert gg.solve(g, presets=same).outcome((0, 1)) is gg.LOSE
        s = gg.solve(nim, start=(2, 3), canonical=in_order, presets=same)
        assert s.outcome((0, 1)) is gg.LOSE
    assert gg.solve_scores(g, {(0, 0): 1, (1, 0): 5, (0, 1): 5}).score((0, 1)) == 5


def test_a_symmetry_that_the_rule_does_not_have_is_found_where_it_shows() -> None:
    def wrong(position: str) -> str:  # a swap of two cells
        return min(position, position[1] + position[0] + position[2:])

    game = TicTacToe()
    s = gg.solve(game.options, start=game.start, presets=game.preset, canonical=wrong)
    with pytest.raises(gg.GraphGameError, match="canonical: expected a symmetry of the rule"):
        s.without_symmetry()
    with pytest.raises(gg.RuleMismatchError, match="canonical of"):
        gg.check_rule(
            game.options, start=game.start, samples=9999, presets=game.preset, canonical=wrong
        )


def test_positions_that_are_none() -> None:
    s = gg.solve(nim, start=(2, 3), canonical=in_order)
    for unknown in ((4, 4), 7, None):
        assert unknown not in s
        with pytest.raises(gg.UnknownPositionError, match="does not exist"):
            s.line(unknown)  # type: ignore[arg-type]
    with pytest.raises(gg.UnknownPositionError, match=r"positions\[1\]: .* got \(9, 9\)"):
        s.outcome([(2, 1), (9, 9)])
