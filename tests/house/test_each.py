"""Many cases in one item: all of them are tried, and each that fails is named."""

from __future__ import annotations

import pytest

from tests.house.each import for_each


@pytest.fixture
def seven() -> int:
    return 7


def test_every_case_is_tried_and_named() -> None:
    tried = []

    @for_each("a, b", [(1, 2), (3, 3), (5, 4), (6, 6)])
    def rule(a: int, b: int) -> None:
        tried.append((a, b))
        assert a == b, f"{a} is another"

    with pytest.raises(AssertionError, match=r"^2 of 4 fail:\n1, 2: 1 is .*\n5, 4: 5 is another"):
        rule()
    assert tried == [(1, 2), (3, 3), (5, 4), (6, 6)]


def test_no_case_is_a_failure_and_other_errors_come_through() -> None:
    @for_each("a", [])
    def nothing(a: int) -> None: ...

    with pytest.raises(AssertionError, match="nothing to look at"):
        nothing()

    @for_each("a", [0])
    def divided(a: int) -> None:
        assert 1 / a

    with pytest.raises(ZeroDivisionError):
        divided()


@for_each("a", [7, 14])
def test_fixtures_are_passed_on(a: int, seven: int) -> None:
    assert a % seven == 0
