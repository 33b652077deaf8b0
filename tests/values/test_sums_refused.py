"""Rules of sums that are refused: two readings, symmetries that are none, options that change.

Pinned here: a tuple is a sum or a position, never both in one game; a sum in the place of the list
of options; representatives of representatives; options that are others when asked again; what
bounds a search; files that are loaded with another rule.
"""

from __future__ import annotations

import ctypes
import io
import random
from collections import Counter
from itertools import count
from typing import Any

import pytest

import graphgame as gg
from graphgame import ExplorationLimitError, GraphGameError, Sum, SumValues
from tests.values.test_sums_input import KAYLES, SEARCH, compiled, kayles, values


def dawson(row: int) -> list[Sum[int]]:
    """Take two neighbours from a row."""
    return [Sum(left, row - 2 - left) for left in range(row - 1)]


# -- two readings ---------------------------------------------------------------------------------


@SEARCH
@pytest.mark.parametrize("first", ["position", "sum"])
def test_a_tuple_is_a_sum_or_a_position(first: str, search: bool) -> None:
    """Whichever is met first, the other one is refused."""
    ways: dict[str, Any] = {"position": [Sum((1, 2)), 4], "sum": [4, 3]}
    options = {5: ways[first], 4: [(1, 2)], 3: [Sum((1, 2))], 2: [0, 1], 1: [0]}
    with pytest.raises(GraphGameError) as raised:
        values(options, 5, search=search).verify()
    assert "options of 4: expected a sum that can be told from a position" in str(raised.value)
    assert "write gg.Sum((1, 2)) if it is one position, and gg.Sum(1, 2) if" in str(raised.value)
    expected = {"position": (2, 1), "sum": (0, 2)}[first]
    for one, value in zip((Sum((1, 2)), Sum(1, 2)), expected, strict=True):
        assert values(options | {4: [one]}, 5, search=search).value(5) == value


@SEARCH
def test_a_sum_is_no_list_of_options(search: bool) -> None:
    def rule(row: int) -> Any:
        return Sum(row - 1, row - 1) if row else []

    message = r"rule at 2: .* got Sum\(1, 1\), which may be one option, or a list of them; return "
    with pytest.raises(GraphGameError, match=message + r"\[Sum\(1, 1\)\] or \[1, 1\]"):
        gg.grundy(rule, start=2, sums=True, search=search).verify()
    with pytest.raises(GraphGameError, match=message):
        gg.explore(rule, 2, sums=True)


def test_moves_ask_for_no_bare_sum() -> None:
    asked = count()

    def rule(row: int) -> Any:  # a list at first
        return Sum(0, 0) if row and next(asked) else [Sum(0, 0)] if row else []

    found = gg.grundy(rule, start=1, sums=True, search=True)
    with pytest.raises(GraphGameError, match="which may be one option"):
        found.winning_moves(1)


def test_counts_and_sets_of_components_are_no_sums() -> None:
    found = gg.grundy([[], [0], [0, 1]])
    with pytest.raises(GraphGameError, match=r"positions: expected a list, got Counter"):
        found.sum(Counter([2, 2]))
    with pytest.raises(GraphGameError, match=r"positions: expected a list, got \{2\}, which has"):
        found.sum({2})
    assert found.sum(Counter([2, 2]).elements()) == 0


# -- symmetry -------------------------------------------------------------------------------------


@SEARCH
def test_a_representative_represents_itself(search: bool) -> None:
    canonical: Any = lambda row: max(row - 1, 0)  # noqa: E731
    message = "expected the representative of a representative to be itself, but that of 8 is 7"
    with pytest.raises(GraphGameError, match=message):
        gg.grundy(kayles, start=9, sums=True, search=search, canonical=canonical)
    with pytest.raises(GraphGameError, match=message):
        gg.explore(kayles, 9, sums=True, canonical=canonical)
    library = compiled(KAYLES + "int64_t less(int64_t row, void *data) { return row - (row > 0); }")
    assert isinstance(library, ctypes.CDLL)
    with pytest.raises(GraphGameError, match=message):
        gg.grundy(library.rule, start=9, sums=True, search=search, canonical=library.less)
    with pytest.raises(GraphGameError, match=r"canonical of 9: expected a position, got None"):
        gg.grundy(kayles, start=9, sums=True, search=search, canonical=lambda _: None)


# -- rules that change ----------------------------------------------------------------------------


def test_options_that_are_others_later() -> None:
    chance = random.Random(1)

    def rule(row: int) -> list[int]:
        return [left for left in range(row) if chance.random() < 0.5]

    message = "expected the same options each time it is asked"
    with pytest.raises(GraphGameError, match=message):
        gg.explore(rule, 12, sums=True)
    with pytest.raises(GraphGameError, match=message):
        gg.grundy(rule, start=12, sums=True)


@pytest.mark.parametrize("limit", [1, 100])
def test_components_that_wait_count_towards_the_limit(limit: int) -> None:
    asked = []

    def rule(row: int) -> list[int]:
        asked.append(row)
        return [row + 1]

    with pytest.raises(ExplorationLimitError, match=f"expected at most {limit} positions"):
        gg.grundy(rule, start=0, sums=True, search=True, limit=limit)
    assert len(asked) < 10_000


# -- files ----------------------------------------------------------------------------------------


@SEARCH
def test_a_file_is_loaded_with_its_own_rule(search: bool) -> None:
    file = io.BytesIO()
    gg.grundy(kayles, start=12, sums=True, search=search).save(file)
    for rule in (dawson, lambda row: [row - 1] if row else []):
        file.seek(0)
        said = "expected the rule that the values" if search else "options, as the file .* got from"
        with pytest.raises(GraphGameError, match=said):
            SumValues.load(file, rule=rule)
    for named in ({"canonical": abs}, {"weight": abs}):
        file.seek(0)
        with pytest.raises(GraphGameError, match=r": expected rule= beside it"):
            SumValues.load(file, **named)
    file.seek(0)
    if search:
        assert SumValues.load(file, rule=kayles, weight=abs).value(20) == 1
    else:
        with pytest.raises(GraphGameError, match="weight: expected none"):
            SumValues.load(file, rule=kayles, weight=abs)


@SEARCH
def test_a_tuple_that_no_component_is_names_the_sum(search: bool) -> None:
    found = gg.grundy(kayles, start=9, sums=True, search=search)
    message = r"^\(3, 4\): expected a component that can be reached .*; a sum is gg\.Sum\(3, 4\)$"
    with pytest.raises(gg.UnknownPositionError, match=message):
        found.value((3, 4))
    assert (3, 4) not in found
