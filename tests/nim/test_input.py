"""Nim: what is a position, and the error that names what is none."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import graphgame as gg
from graphgame import nim


@pytest.mark.parametrize(
    "piles",
    [
        [3, 4, 5],
        (3, 4, 5),
        range(3, 6),
        iter([3, 4, 5]),
        (n for n in (3, 4, 5)),
        np.array([3, 4, 5]),
        np.array([3, 4, 5], dtype=np.uint64),
        np.array([3, 4, 5], dtype=object),
        [np.int8(3), np.uint64(4), 5],
        bytearray([3, 4, 5]),
    ],
    ids=lambda piles: type(piles).__name__,
)
def test_kinds_of_one_position(piles: Any) -> None:
    moves = nim.winning_moves(piles)
    assert moves == [(0, 1)]
    assert {type(x) for move in moves for x in move} == {int}


def test_outcomes_are_outcomes() -> None:
    for found in (nim.outcome([1]), nim.moore_outcome([1], 1), nim.staircase_outcome([1])):
        assert isinstance(found, gg.Outcome)
        assert str(found) == "WIN"
    assert isinstance(nim.outcome(np.array([1, 1])), gg.Outcome)


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ([[3, 4, 5], [1, 2, 3]], [1, -1]),
        ([(3, 4, 5), (1, 2, 3)], [1, -1]),
        ([[2**63, 1], [2**63, 2**63]], [1, -1]),  # NumPy would make floats of these
        ([[2**64 - 1, 1]], [1]),
        ([np.array([1, 1]), np.array([1, 2])], [-1, 1]),
        ([[], []], [-1, -1]),
        (np.zeros((2, 0)), [-1, -1]),
        (np.zeros((0, 2)), []),
        (np.array([[2**64 - 1, 2**64 - 1]], dtype=object), [-1]),
    ],
)
def test_kinds_of_many_positions(rows: Any, expected: list[int]) -> None:
    assert nim.outcome(rows).tolist() == expected
    assert nim.winning_moves(rows)[0].tolist() == [i for i, x in enumerate(expected) if x == 1]


ENTRY = "expected an integer from 0 on, got"


@pytest.mark.parametrize(
    ("piles", "message"),
    [
        ([3, -1], f"piles[1]: {ENTRY} -1"),
        ([1.5], f"piles[0]: {ENTRY} 1.5"),
        ([1, "2"], f"piles[1]: {ENTRY} '2'"),
        ([True], f"piles[0]: {ENTRY} True"),
        ([np.True_], f"piles[0]: {ENTRY} np.True_"),
        ([1, None], f"piles[1]: {ENTRY} None"),
        ([1, [2]], f"piles[1]: {ENTRY} [2]"),
        (np.array([1.0]), f"piles[0]: {ENTRY} 1.0"),
        (np.array([True]), f"piles[0]: {ENTRY} True"),
        ("345", "piles: expected a list of integers, got '345' of type str"),
        (b"345", "piles: expected a list of integers, got b'345' of type bytes"),
        ({3, 4}, "piles: expected a list of integers, got {3, 4} of type set"),
        ({3: 4}, "piles: expected a list of integers, got {3: 4} of type dict"),
        (5, "piles: expected a list of integers, got 5 of type int"),
        (["3", "4"], "piles: expected integers, got strings"),
        ([[1, 2], [1, -2]], f"piles[1, 1]: {ENTRY} -2"),
        (np.array([[1, 2], [-3, -2]], dtype=np.int8), f"piles[1, 0]: {ENTRY} -3"),
        ([[1, 2.5]], "piles: expected integers, got 2.5 of type float"),
        (np.ones((2, 2)), "piles: expected integers, got float64"),
        (np.ones((2, 2), dtype=bool), "piles: expected integers, got bool"),
        ([[1, 2**64]], "piles: expected integers, got integers beyond 64 bits"),
        (
            [[1, 2], [3]],
            "piles: expected rows of one length, one for each position, "
            "got [3] in row 1 and [1, 2] in row 0",
        ),
        (
            [[1, 2], 3],
            "piles: expected rows of one length, one for each position, "
            "got 3 in row 1 and [1, 2] in row 0",
        ),
        (np.array(5), "piles: expected one position or rows of positions, got shape ()"),
        (
            np.ones((1, 2, 3), int),
            "piles: expected one position or rows of positions, got shape (1, 2, 3)",
        ),
    ],
    ids=repr,
)
def test_what_is_no_position(piles: Any, message: str) -> None:
    for function in (nim.outcome, nim.winning_moves):
        with pytest.raises(gg.GraphGameError) as caught:
            function(piles)
        assert str(caught.value).replace("got np.True_", "got True") in {
            message,
            message.replace("np.True_", "True"),
        }
    for function in (nim.moore_outcome, nim.moore_winning_moves):
        with pytest.raises(gg.GraphGameError, match="piles"):
            function(piles, 2)
    for function in (nim.staircase_outcome, nim.staircase_winning_moves):
        with pytest.raises(gg.GraphGameError) as caught:
            function(piles)
        assert str(caught.value).startswith("stairs")


@pytest.mark.parametrize("bad", [0, -1, 1.5, "2", True, [2]])
def test_wrong_numbers(bad: Any) -> None:
    expected = f"expected an integer of at least 1, got {bad!r}"
    for function in (
        nim.outcome,
        nim.winning_moves,
        nim.staircase_outcome,
        nim.staircase_winning_moves,
    ):
        with pytest.raises(gg.GraphGameError) as caught:
            function([1], most=bad)
        assert str(caught.value) == f"most: {expected}"
    for function in (nim.moore_outcome, nim.moore_winning_moves):
        with pytest.raises(gg.GraphGameError) as caught:
            function([1], bad)
        assert str(caught.value) == f"k: {expected}"
    assert nim.outcome([1], most=np.int8(3)) == nim.moore_outcome([1], np.int8(3)) == gg.WIN


@pytest.mark.parametrize("bad", ["poker", None, 1])
def test_wrong_play(bad: Any) -> None:
    calls: list[Any] = [
        lambda: nim.outcome([1], play=bad),
        lambda: nim.winning_moves([[1]], play=bad),
        lambda: nim.moore_outcome([1], 2, play=bad),
        lambda: nim.moore_winning_moves([1], 2, play=bad),
        lambda: nim.staircase_outcome([1], play=bad),
        lambda: nim.staircase_winning_moves([1], play=bad),
    ]
    for call in calls:
        with pytest.raises(gg.GraphGameError) as caught:
            call()
        assert str(caught.value) == f"play: expected 'normal' or 'misere', got {bad!r}"


def test_moore_moves_are_those_of_one_position() -> None:
    with pytest.raises(gg.GraphGameError) as caught:
        nim.moore_winning_moves([[1, 2], [3, 4]], 2)  # type: ignore[list-item]
    assert str(caught.value) == "piles: expected one position, got an array of shape (2, 2)"
