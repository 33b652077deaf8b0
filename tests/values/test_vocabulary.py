"""Values speak the vocabulary of solved games, and are not mistaken for arrays of numbers."""

from __future__ import annotations

import inspect
import typing
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import graphgame as gg
from graphgame import GameGraph, GraphGameError, Nimber
from tests.values.test_values import LOOP, SQUARES

if TYPE_CHECKING:
    from collections.abc import Callable


def test_one_position_has_a_value_and_moves_are_named() -> None:
    g, v = gg.grundy(SQUARES), gg.loopy_grundy(LOOP)
    assert (g.value(4), g[4]) == (2, 2)
    assert v.value("a") == v["a"] == Nimber.infinity({1}) and v.value("d") == 0
    for values in (g, v):
        with pytest.raises(gg.UnknownPositionError):
            values.value("z")
        assert values.graph() is values.game
    (move,) = g.winning_moves([5, 4, 1])
    assert type(move) is gg.Move and (move.component, move.to) == (1, 3)
    assert all(type(x) is gg.Move for x in v.winning_moves(["c"], play="misere"))


@pytest.mark.parametrize("solver", [gg.grundy, gg.loopy_grundy])
def test_the_result_is_the_outcome_of_the_start(solver: Callable[..., Any]) -> None:
    values = solver(GameGraph.from_edges([(0, 1), (1, 2)], labels="abc"))
    assert values.start is None
    with pytest.raises(GraphGameError) as caught:
        _ = values.result
    assert str(caught.value) == (
        "result: expected a game with a start, got GameGraph(n=3, m=2, labelled); "
        "outcome([position]) is the outcome of one position"
    )
    for start in range(6):
        values = solver(lambda n: [n - 1] * (n > 0), start=start)
        assert (values.start, values.result) == (start, gg.WIN if start % 2 else gg.LOSE)
    values = solver(lambda n: [n - 1], start=3, presets=lambda n: gg.LOSE if n == 1 else None)
    assert (values.start, values.result) == (3, gg.LOSE)


def test_tables_have_a_column_for_positions_and_one_for_values() -> None:
    g, v = gg.grundy(SQUARES).table(), gg.loopy_grundy(LOOP).table()
    assert g["position"].tolist() == list(range(12))
    assert g["value"].tolist() == gg.grundy(SQUARES).values.tolist()
    assert v["position"].tolist() == ["a", "b", "c", "d"]
    assert (v["value"].tolist(), v["set"]) == ([-1, -1, 1, 0], [[1], [], None, None])
    plain = gg.loopy_grundy([(0, 1), (1, 1)]).table()
    assert plain["position"].tolist() == [0, 1] and plain["set"] == [[], []]
    codes = gg.grundy(gg.explore_codes(lambda c: (np.flatnonzero(c), c[c > 0] - 1), 3)).table()
    assert codes["position"].tolist() == [3, 2, 1, 0]
    assert gg.loopy_grundy([]).table()["set"] == []


@pytest.mark.parametrize("values", [gg.grundy(SQUARES), gg.loopy_grundy(LOOP)])
def test_tables_are_data_frames(values: Any) -> None:
    for library in ("pandas", "polars"):
        frame = pytest.importorskip(library).DataFrame(values.table())
        assert list(frame["position"]) == list(values)
        assert list(frame["value"]) == values.values.tolist()


@pytest.mark.parametrize("values", [gg.grundy(SQUARES), gg.loopy_grundy(LOOP)])
def test_values_are_not_mistaken_for_their_positions(values: Any) -> None:
    expected = (
        f"expected numbers, got {values!r}, which has positions and their values: "
        "its attribute values is the array of all values, list(…) gives the positions"
    )
    for function in (gg.mex, gg.nim_sum, gg.nim.outcome, np.asarray, gg.nim_inverse):
        with pytest.raises(GraphGameError) as caught:
            function(values)
        assert str(caught.value) == expected


def test_arrays_of_values_are_numbers() -> None:
    g = gg.grundy(SQUARES)
    assert (gg.mex(g.values), gg.nim_sum(g.values)) == (3, 1)


@pytest.mark.parametrize(
    "function",
    [gg.grundy, gg.loopy_grundy, gg.game_sum, gg.verify_grundy, gg.verify_loopy]
    + [
        member
        for kind in (gg.GrundyValues, gg.LoopyValues, Nimber)
        for name in dir(kind)
        if not name.startswith("_") and callable(member := getattr(kind, name))
    ],
    ids=lambda function: function.__qualname__,
)
def test_hints_of_types_can_be_evaluated(function: Any) -> None:
    hints = typing.get_type_hints(function)
    assert "return" in hints
    names = [*inspect.signature(function).parameters]
    assert {*names} - {"self"} <= {*hints}


@pytest.mark.parametrize("kind", [gg.GrundyValues, gg.LoopyValues, Nimber])
def test_hints_of_properties_can_be_evaluated(kind: type) -> None:
    for name, member in inspect.getmembers(kind, lambda member: isinstance(member, property)):
        assert "return" in typing.get_type_hints(member.fget), name
    assert typing.get_type_hints(kind) is not None
