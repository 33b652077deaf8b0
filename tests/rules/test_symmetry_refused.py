"""Wrong symmetries, and positions of games with symmetries that do not exist, are refused."""

from __future__ import annotations

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
