"""Arrays of positions: each method that takes one position takes a list or an array of them.

Pinned here: entry by entry the answers are those for one position; shapes are kept; the first
unknown position is named with its place; what may be read in two ways is refused.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

import graphgame as gg
from graphgame.graphs._index import CodeIndex
from tests.strategies import games


def subtract(n: int) -> list[int]:
    return [n - k for k in (1, 4, 5) if n >= k]


def subtract_codes(codes: Any) -> tuple[Any, Any]:
    sources, taken = np.nonzero(codes[:, np.newaxis] >= np.array([1, 4, 5]))
    return sources, codes[sources] - np.array([1, 4, 5])[taken]


def check_entries(s: gg.Solution[Any], positions: Any, listed: list[Any]) -> None:
    """Compare the answers for many positions with those for each, which are `listed` in order."""
    shape = np.shape(positions) if isinstance(positions, np.ndarray) else (len(listed),)
    answers = [s[position] for position in listed]
    outcomes, remoteness = s.outcome(positions), s.remoteness_of(positions)
    moves, indices = s.best_move(positions), s.game.index(positions)
    assert (outcomes.dtype, remoteness.dtype, indices.dtype) == ("int8", "int32", "int32")
    assert {x.shape for x in (outcomes, remoteness, moves, indices)} == {shape}
    assert outcomes.ravel().tolist() == [x.outcome for x in answers]
    assert remoteness.ravel().tolist() == [x.remoteness for x in answers]
    assert indices.ravel().tolist() == [s.game.index(x) for x in listed]
    wanted = [x.best_move for x in answers]
    if s.game.labels is None:
        assert moves.dtype == np.int32
        assert moves.ravel().tolist() == [-1 if x is None else x for x in wanted]
    else:  # masked arrays list None where they are masked
        assert moves.ravel().tolist() == wanted


@given(games(), st.data())
@settings(deadline=None)
def test_positions_that_are_indices(drawn: Any, data: Any) -> None:
    n, edges = drawn.n, drawn.edges
    s = gg.solve(gg.GameGraph.from_edges(edges, n))
    listed = data.draw(st.lists(st.integers(0, n - 1)) if n else st.just([]))
    check_entries(s, listed, listed)
    check_entries(s, np.array(listed, dtype=np.int64), listed)
    check_entries(s, np.array(listed * 2, dtype=np.uint8).reshape(2, -1), listed * 2)


@pytest.mark.parametrize(
    "game",
    [
        gg.explore(subtract, 40),
        gg.explore_codes(subtract_codes, [40, 33]),
        gg.GameGraph.from_edges([(1, 2), (2, 3), (3, 1), (3, 4)], base=1),
    ],
    ids=["objects", "codes", "counted from 1"],
)
def test_positions_that_are_integers_by_other_names(game: Any) -> None:
    s: gg.Solution[Any] = gg.solve(game)
    listed = [*s, *s][::-1]
    check_entries(s, np.array(listed), listed)
    check_entries(s, np.array(listed).reshape(2, -1), listed)
    check_entries(s, listed, listed)
    check_entries(s, [], [])


def test_best_moves_of_codes_are_masked_at_terminals() -> None:
    def step(codes: Any) -> tuple[Any, Any]:  # 1 → -1 → -2, codes below 0 as well
        sources = np.flatnonzero(codes > -2)
        return sources, np.where(codes[sources] == 1, -1, -2)

    moves = gg.solve(gg.explore_codes(step, 1)).best_move(np.array([-1, 1, -2]))
    assert isinstance(moves, np.ma.MaskedArray) and moves.dtype == np.int64
    assert moves.mask.tolist() == [False, False, True]
    assert moves.tolist() == [-2, -1, None]


def test_positions_that_are_tuples_stand_in_lists() -> None:
    s = gg.solve(lambda p: [(p[0] - 1, p[1])] if p[0] else [], start=(3, "x"))
    listed: list[Any] = [(2, "x"), (0, "x"), (3, "x")]
    check_entries(s, listed, listed)
    column = np.empty(3, dtype=object)
    column[:] = listed
    check_entries(s, column, listed)
    with pytest.raises(gg.UnknownPositionError, match=r"positions\[0, 0\]: .* tuples in a list"):
        s.outcome(np.array([[2, 0], [1, 0]]))


@pytest.mark.parametrize(
    "game",
    [gg.explore_codes(subtract_codes, 40), gg.explore(subtract, 40), [(0, 1)]],
    ids=["codes", "objects", "indices"],
)
def test_the_first_unknown_position_is_named_with_its_place(game: Any) -> None:
    s: gg.Solution[Any] = gg.solve(game)
    for method in (s.outcome, s.remoteness_of, s.best_move, s.game.index):
        with pytest.raises(gg.UnknownPositionError, match=r"positions\[2\]: .* got 77"):
            method(np.array([0, 1, 77, 78]))
        with pytest.raises(gg.UnknownPositionError, match=r"positions\[1, 0\]: .* got -1"):
            method(np.array([[0, 1], [-1, 78]]))
        with pytest.raises(gg.UnknownPositionError, match=r"positions\[1\]: .* got 77"):
            method([0, 77])


def test_what_is_no_array_of_positions_is_refused() -> None:
    for game in ([(0, 1)], gg.explore_codes(subtract_codes, 40)):
        s: gg.Solution[Any] = gg.solve(game)
        for odd in (np.array([0.0]), [True, False], np.array([True]), ["a"]):
            with pytest.raises(gg.GraphGameError, match="positions: expected integers, got"):
                s.outcome(odd)
        assert [0] not in s
        with pytest.raises(gg.UnknownPositionError, match="does not exist"):
            s.outcome({0})
        assert s.outcome(np.array(0)) is s.outcome(0)
        assert s.outcome(np.int8(0)) is s.outcome(0)


def test_values_of_many_positions() -> None:
    g = gg.grundy(subtract, start=range(20))
    assert g.value([5, 3]).tolist() == [g.value(5), g.value(3)]
    assert g.value(np.array([[5], [3]])).shape == (2, 1)
    assert g.value([5]).dtype == np.int32
    for wrong in ([[5, 3]], [np.array([5])]):  # a sum of one component that is no position
        with pytest.raises(gg.UnknownPositionError):
            g.sum(wrong)
    with pytest.raises(gg.UnknownPositionError, match="does not exist"):
        gg.loopy_grundy([(0, 1)]).value([0])


@given(st.lists(st.integers(-(2**63), 2**63 - 1), max_size=3000), st.data())
@settings(deadline=None, max_examples=30)
def test_many_codes_are_found_at_once(codes: list[int], data: Any) -> None:
    index = CodeIndex()
    index.add(np.array(codes, dtype=np.int64), np.empty(len(codes), dtype=np.int32))
    place = {code: v for v, code in enumerate(dict.fromkeys(codes))}
    others = data.draw(st.lists(st.integers(-(2**63), 2**63 - 1), max_size=300))
    wanted = np.array([*others, *codes], dtype=np.int64)
    found = np.full(len(wanted), -7, dtype=np.int32)
    index.find(wanted, found)
    assert found.tolist() == [place.get(code, -1) for code in wanted.tolist()]
    assert len(index) == len(place), "none was added"
    with pytest.raises(ValueError, match="as many"):
        index.find(wanted, np.empty(len(wanted) + 1, dtype=np.int32))
