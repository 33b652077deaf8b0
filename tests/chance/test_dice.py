"""`dice`: the weights are those of all throws, listed one by one.

Pinned here: sums, and whatever else is read of a throw; faces as a number, a list and weights; that
a rule takes what it returns; and that what is no die is refused with its place.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

import graphgame as gg
from graphgame import GraphGameError, TooLargeError, dice

READS: list[Callable[[tuple[Any, ...]], Any]] = [
    sum,
    max,
    len,
    tuple,
    lambda throw: tuple(sorted(throw)),
]


def listed(faces: list[Any], count: int, read: Callable[[tuple[Any, ...]], Any]) -> Any:
    """Return how often each result comes, throw by throw."""
    return Counter(read(throw) for throw in product(faces, repeat=count))


@pytest.mark.parametrize("read", READS)
@pytest.mark.parametrize("count", [1, 2, 3])
def test_weights_count_all_throws(count: int, read: Callable[[tuple[Any, ...]], Any]) -> None:
    for faces in (1, 2, 6):
        assert dice(faces, count, read) == listed([*range(1, faces + 1)], count, read)
    for given in ([0, 1], [1, 1, 2, -3], [Fraction(1, 2), 0.5, 2], [5]):
        assert dice(given, count, read) == listed(given, count, read)
        assert dice(iter(given), count, read) == listed(given, count, read)
    assert dice({1: 2, 4: 1}, count, read) == listed([1, 1, 4], count, read)


def test_sums_ascend_and_take_no_throws() -> None:
    assert [*dice([3, -1, 0], 2)] == [-2, -1, 0, 2, 3, 6]
    many = dice(6, 100)
    assert sum(many.values()) == 6**100
    assert [*many] == [*range(100, 601)]
    assert dice() == dict.fromkeys(range(1, 7), 1)


def test_what_faces_show_need_be_no_number() -> None:
    assert dice(["heads", "tails"], 2, lambda throw: throw.count("heads")) == {2: 1, 1: 2, 0: 1}


def test_a_rule_takes_them() -> None:
    class Race:
        """Who first throws 11 or more with two dice wins."""

        def owner(self, position: tuple[int, str]) -> object:
            return "chance" if position[1] == "throw" else position[0]

        def options(self, position: tuple[int, str]) -> list[Any]:
            return []

        def chance(self, position: tuple[int, str]) -> Any:
            if position[1] != "throw":
                return None
            lost = (1 - position[0], "lost")
            again = (1 - position[0], "throw")
            return [(lost if k >= 11 else again, w) for k, w in gg.dice(6, 2).items()]

    s = gg.solve_chance(Race(), start=(0, "throw"), exact=True)
    p = Fraction(3, 36)
    assert s.exact((0, "throw")) == p / (1 - (1 - p) ** 2)


@pytest.mark.parametrize(
    ("work", "message"),
    [
        (lambda: dice(0), "faces: expected an integer of at least 1, got 0"),
        (lambda: dice(True), "faces: expected an integer of at least 1, got True"),
        (lambda: dice(2.5), "faces: expected an integer of at least 1, got 2.5"),  # type: ignore[arg-type]
        (lambda: dice("ab"), "faces: expected an integer of at least 1, got 'ab'"),
        (lambda: dice([]), "faces: expected at least one face, got none"),
        (lambda: dice({}), "faces: expected at least one face, got none"),
        (
            lambda: dice({1: 0.5, 2: 0.5}),
            "faces: expected integers of at least 1 as weights, got {1: 0.5, 2: 0.5}",
        ),
        (
            lambda: dice({1: 1, 2: 0}),
            "faces: expected integers of at least 1 as weights, got {1: 1, 2: 0}",
        ),
        (lambda: dice(6, 0), "count: expected an integer of at least 1, got 0"),
        (
            lambda: dice(["a", "b"]),
            "faces: expected numbers, which can be added, got ['a', 'b']; read=tuple keeps what "
            "each die shows",
        ),
    ],
)
def test_what_is_no_die_is_refused(work: Callable[[], object], message: str) -> None:
    with pytest.raises(GraphGameError) as caught:
        work()
    assert str(caught.value) == message


def test_too_many_throws_are_refused() -> None:
    with pytest.raises(
        TooLargeError, match=r"^count: expected at most 10,000,000 throws for read="
    ):
        dice(6, 10, max)
