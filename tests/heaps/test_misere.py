"""Misère play of heap games: outcomes and misère nim-values by explicit search.

Pinned here: Kayles up to 20 as published; random games, and sums of heaps, held against the
reference, whose nim-values come from the definition: the Nim heap that makes a LOSE of the sum; Nim
against its own rule; limits, and all refusals.
"""

from __future__ import annotations

from array import array
from itertools import combinations_with_replacement
from math import comb
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

import graphgame as gg
from graphgame import nim
from graphgame.heaps.misere.outcomes import Search
from tests.reference.nim import HeapGame, Kayles, MisereHeaps

# Of the genus of each row in Winning Ways, chapter 13, the first superscript.
KAYLES = [1, 0, 2, 3, 0, 1, 3, 2, 1, 0, 2, 4, 0, 1, 2, 5, 1, 6, 3, 2, 0]


class Table:
    """A game whose moves are written down: entry h has the heaps that a move from h leaves."""

    def __init__(self, rows: list[list[tuple[int, ...]]]) -> None:
        self.rows = rows

    def options(self, heap: int) -> list[tuple[int, ...]]:
        return self.rows[heap]

    def __repr__(self) -> str:
        return f"Table({self.rows})"


class Nim:
    def options(self, heap: int) -> list[tuple[int, ...]]:
        return [(left,) if left else () for left in range(heap)]


class Grundys:
    """Split a heap into two that are not equal: heaps of 1 and 2 have no options."""

    def options(self, heap: int) -> list[tuple[int, ...]]:
        return [(heap - less, less) for less in range(1, (heap + 1) // 2)]


class Dawsons:
    """Dawson's Kayles, octal 0.07: take two of a row that stand side by side."""

    def options(self, row: int) -> list[tuple[int, ...]]:
        return [
            tuple(part for part in (row - 2 - left, left) if part)
            for left in range((row - 2) // 2 + 1)
        ]


GAMES = [Kayles(), Nim(), Grundys(), Dawsons()]


@st.composite
def tables(draw: st.DrawFn) -> Table:
    """Draw the moves of heaps 1 to 6; up to three smaller heaps are left by a move."""
    rows: list[list[tuple[int, ...]]] = [[]]
    for heap in range(1, 7):
        part = st.integers(1, max(heap - 1, 1))
        left = st.lists(part, max_size=0 if heap == 1 else 3 if heap < 5 else 2).map(tuple)
        rows.append(draw(st.lists(left, max_size=4)))
    return Table(rows)


heap_lists = st.lists(st.integers(0, 6), max_size=3)


# -- outcomes -------------------------------------------------------------------------------------


@given(tables(), heap_lists)
@settings(max_examples=60)
def test_outcomes_of_random_games(game: Table, heaps: list[int]) -> None:
    true = MisereHeaps(game).outcome(tuple(sorted(heaps)))
    assert gg.misere_outcome(game, heaps) == true


@pytest.mark.parametrize("game", GAMES, ids=lambda game: type(game).__name__)
def test_outcomes_of_single_heaps_and_pairs(game: HeapGame) -> None:
    reference = MisereHeaps(game)
    for n in range(14):
        found = gg.misere_outcome(game, n)
        assert isinstance(found, gg.Outcome)
        assert found == gg.misere_outcome(game, [n]) == reference.outcome((n,))
    for a in range(7):
        for b in range(a + 1):
            assert gg.misere_outcome(game, (a, b)) == reference.outcome((b, a))


def test_outcomes_of_kayles_are_the_published_ones() -> None:
    lost = [n for n in range(31) if gg.misere_outcome(Kayles(), n) == gg.LOSE]
    assert lost == [n for n, value in enumerate(KAYLES) if value == 0] == [1, 4, 9, 12, 20]


@given(st.lists(st.integers(0, 7), max_size=4))
def test_nim_by_search_is_nim_by_rule(heaps: list[int]) -> None:
    assert gg.misere_outcome(Nim(), heaps) == nim.outcome(heaps, play="misere")


def test_no_heaps() -> None:
    for heaps in ([], 0, [0, 0], (), np.array([], dtype=int), range(0)):
        assert gg.misere_outcome(Kayles(), heaps) == gg.WIN


def test_kinds_of_heaps() -> None:
    expected = MisereHeaps(Kayles()).outcome((2, 3, 5))
    for heaps in (
        [5, 2, 3],
        (3, 5, 2),
        np.array([2, 3, 5], np.int8),
        iter([2, 3, 5]),
        [5, 0, 2, 3],
    ):
        assert gg.misere_outcome(Kayles(), heaps) == expected
    assert gg.misere_outcome(Kayles(), np.int16(9)) == gg.LOSE


def test_heaps_without_options_are_left_out() -> None:
    """Any number of them, small ones; great ones are searched like others."""
    search = Search(Grundys(), 7, 100)
    assert search.lost([[1] * 50 + [2] * 50 + [7]]) == search.lost([[7]])
    alone = Search(Grundys(), 7, 100)
    alone.lost([[7]])
    assert search.sums.count == alone.sums.count

    class Far:
        """Heaps of 100 and more have no options, 0 to 99 go to 0."""

        def options(self, heap: int) -> list[tuple[int, ...]]:
            return [()] if heap < 100 else []

    assert gg.misere_outcome(Far(), [100]) == gg.WIN
    assert gg.misere_outcome(Far(), [100, 5, 200]) == gg.LOSE
    assert gg.misere_outcome(Far(), [100, 5, 5]) == gg.WIN


def test_equal_heaps_make_equal_moves_once() -> None:
    search = Search(Nim(), 3, 100, digits=1)
    search.digits([[3, 3, 3]])
    # Of two heaps of 1 nothing is left, so that sums have at most one: of three among 0 to 3 there
    # are 20, of which (1, 1, x) are 4 that count as (0, 0, x).
    assert search.sums.count == 20 - 4
    # 6 of the sums without a 1, and with one, have a 2, 6 have a 3, and 6 have a 1.
    sums = [heaps for heaps in combinations_with_replacement(range(4), 3) if heaps.count(1) < 2]
    assert search.sums.moves == sum(sum(set(heaps)) for heaps in sums)


def test_equal_heaps_stand_for_each_other() -> None:
    """Heaps 1 and 2 are Nim of size 1, 3 and 4 can be left as such, 5 goes to all of them."""
    game = Table([[], [()], [()], [(1,)], [(2,), (1,)], [(1,), (2,), (3,), (4,)]])
    search = Search(game, 5, 100)
    assert search.lost([[5, 4, 2]]) == [MisereHeaps(game).outcome((2, 4, 5)) == gg.LOSE]
    assert search.sums.load(9, array("q", [0]), array("i")) is None
    assert [*search.solve([[1, 2, 3, 4, 5, 0]])[1]] == [3, 3, 5]


def test_parts_of_0_are_nothing() -> None:
    class Sloppy:
        def options(self, heap: int) -> list[list[int]]:
            return [[left, 0] for left in range(heap)]

    for n in range(6):
        assert gg.misere_outcome(Sloppy(), [n, 2]) == nim.outcome([n, 2], play="misere")  # type: ignore[arg-type]


# -- misère nim-values ----------------------------------------------------------------------------


def test_the_reference_gives_what_is_published() -> None:
    reference = MisereHeaps(Kayles())
    assert [reference.mex_value((n,)) for n in range(21)] == KAYLES


@given(tables(), heap_lists)
@settings(max_examples=40)
def test_the_two_definitions_of_the_reference_agree(game: Table, heaps: list[int]) -> None:
    reference = MisereHeaps(game)
    position = tuple(sorted(heaps))
    assert reference.mex_value(position) == reference.nim_value(position)


def test_values_of_kayles_are_the_published_ones() -> None:
    values = gg.misere_values(Kayles(), 20)
    assert values.tolist() == KAYLES
    assert (values.dtype, values.flags.writeable) == (np.int32, False)
    for n in (0, 1, 2, 17, 20):
        assert gg.misere_value(Kayles(), n) == KAYLES[n]


@given(tables(), heap_lists)
@settings(max_examples=60)
def test_values_of_random_games(game: Table, heaps: list[int]) -> None:
    reference = MisereHeaps(game)
    assert gg.misere_value(game, heaps) == reference.mex_value(tuple(sorted(heaps)))
    assert gg.misere_values(game, 6).tolist() == [reference.mex_value((h,)) for h in range(7)]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: type(game).__name__)
def test_values_are_0_where_the_outcome_is_lose(game: HeapGame) -> None:
    for heaps in ([4], [3, 3], [7, 2, 5], [6, 6, 1], [], [1], [2]):
        value = gg.misere_value(game, heaps)
        assert (value == 0) == (gg.misere_outcome(game, heaps) == gg.LOSE)
        assert value == MisereHeaps(game).nim_value(tuple(sorted(heaps)))


def test_the_values_of_no_heaps_at_all() -> None:
    assert gg.misere_values(Kayles(), 0).tolist() == [1]
    assert gg.misere_value(Kayles(), []) == gg.misere_value(Grundys(), [1, 2]) == 1


# -- limits and refusals --------------------------------------------------------------------------


@pytest.mark.parametrize("digits", [0, 1])
def test_the_limit_is_that_of_positions(digits: int) -> None:
    search = Search(Kayles(), 12, 10**6, digits)
    search.solve([[12]])
    count = search.sums.count
    call = gg.misere_value if digits else gg.misere_outcome
    assert call(Kayles(), 12, limit=count) == (0 if digits else gg.LOSE)
    with pytest.raises(gg.ExplorationLimitError) as caught:
        call(Kayles(), 12, limit=count - 1)
    assert caught.value.limit == count - 1
    assert f"limit: expected at most {count - 1} positions, found {count}" in str(caught.value)


def test_each_sum_counts_once_however_many_there_are() -> None:
    class OneLess:
        def options(self, heap: int) -> list[tuple[int, ...]]:
            return [(heap - 1,)] if heap else []

    # All sums of at most three heaps to 40, but for the 41 with two heaps of 1, which are left out.
    count = comb(43, 3) - 41
    assert gg.misere_value(OneLess(), [40, 40, 40], limit=count) == 1
    with pytest.raises(gg.ExplorationLimitError):
        gg.misere_value(OneLess(), [40, 40, 40], limit=count - 1)


def test_a_heap_beyond_the_limit_is_refused_unseen() -> None:
    class Unseen:
        def options(self, heap: int) -> list[tuple[int, ...]]:
            raise AssertionError(heap)

    for call in (
        lambda: gg.misere_outcome(Unseen(), 10**9),
        lambda: gg.misere_value(Unseen(), [3, 10**9]),
    ):
        with pytest.raises(gg.TooLargeError) as caught:
            call()
        assert str(caught.value) == (
            "heaps: expected heaps of at most 2000000, which is the limit of positions, "
            "got 1000000000"
        )
    with pytest.raises(gg.TooLargeError) as caught:
        gg.misere_values(Unseen(), 51, limit=50)
    assert str(caught.value).startswith("n: expected heaps of at most 50, ")


def test_a_search_that_is_too_large_ends_soon() -> None:
    with pytest.raises(gg.ExplorationLimitError):
        gg.misere_outcome(Kayles(), 5000, limit=10_000)


class Wrong:
    def __init__(self, left: Any) -> None:
        self.left = left

    def options(self, heap: int) -> Any:
        return self.left


@pytest.mark.parametrize(
    ("game", "heaps", "message"),
    [
        (Kayles(), -1, "heaps: expected an integer from 0 on, got -1"),
        (Kayles(), [3, 1.5], "heaps[1]: expected an integer from 0 on, got 1.5"),
        (Kayles(), [True], "heaps[0]: expected an integer from 0 on, got True"),
        (Kayles(), None, "heaps: expected an integer from 0 on, got None"),
        (Kayles(), "12", "heaps: expected integers, got '12'"),
        (Wrong([(3,)]), 3, "options(1): expected smaller heaps, got (3,)"),
        (Wrong([(1,)]), 1, "options(1): expected smaller heaps, got (1,)"),
        (Wrong([()]), [1], None),
        (Wrong([0]), 3, "options(1): expected tuples of heaps, got 0"),
        (Wrong([(-1,)]), 3, "options(1)[0]: expected an integer from 0 on, got -1"),
        (Wrong([("a",)]), 3, "options(1)[0]: expected an integer from 0 on, got 'a'"),
        (Wrong(5), 3, "options(1): expected a list of tuples of heaps, got 5"),
        (7, 3, "rule: expected an object with options(heap), got int"),
        (lambda heap: [()], 3, "rule: expected an object with options(heap), got function"),
    ],
)
def test_what_is_refused(game: Any, heaps: Any, message: str | None) -> None:
    if message is None:
        assert gg.misere_outcome(game, heaps) == gg.LOSE
        return
    with pytest.raises(gg.GraphGameError) as caught:
        gg.misere_outcome(game, heaps)
    assert str(caught.value) == message


@pytest.mark.parametrize("limit", [0, -5, 1.5, None, True])
def test_wrong_limits(limit: Any) -> None:
    for call in (gg.misere_outcome, gg.misere_value, gg.misere_values):
        with pytest.raises(gg.GraphGameError) as caught:
            call(Kayles(), 3, limit=limit)
        assert str(caught.value) == f"limit: expected an integer of at least 1, got {limit!r}"


def test_wrong_n() -> None:
    with pytest.raises(gg.GraphGameError) as caught:
        gg.misere_values(Kayles(), -3)
    assert str(caught.value) == "n: expected an integer from 0 on, got -3"


def test_what_a_game_raises_comes_out() -> None:
    class Broken:
        def options(self, heap: int) -> list[tuple[int, ...]]:
            raise ZeroDivisionError(f"heap {heap}")

    with pytest.raises(ZeroDivisionError, match="heap"):
        gg.misere_outcome(Broken(), [3])
