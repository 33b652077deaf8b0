"""Periods of heap games: least, with their exact pre-period, and proven by a theorem.

Pinned here: the kernel that finds the least period, on random sequences, against plain search; the
windows of the theorems, to the heap; published periods of octal games; that a period found is the
least one of a table that is much longer; what is foretold far beyond every table.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from itertools import count, pairwise
from math import factorial, lcm

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import assume, example, given, settings, strategies as st

import graphgame as gg
from graphgame import HeapGame, Period
from graphgame.heaps import _periods, table as tables
from graphgame.heaps.rules.interface import TakingAllBut
from graphgame.heaps.table import Table
from tests.heaps.test_game import code_of, digits, hexadecimal, numbers

# -- the kernel -----------------------------------------------------------------------------------


def least_period(g: list[int], parts: int, slack: int) -> tuple[int, int]:
    """Do what the kernel does, by trying every period."""
    for p in range(1, len(g)):
        n = len(g) - p
        while n > 0 and g[n - 1] == g[n - 1 + p]:
            n -= 1
        window = len(g) - p - n
        if parts * window >= (parts - 1) * len(g) + slack:
            return n, p
    return 0, 0


@given(
    st.lists(st.integers(0, 2), max_size=12),
    st.lists(st.integers(0, 2), min_size=1, max_size=9),
    st.integers(0, 60),
    st.integers(1, 4),
    st.integers(0, 20),
)
def test_the_kernel_finds_the_least_period(
    start: list[int], turn: list[int], length: int, parts: int, slack: int
) -> None:
    g = (start + turn * (length // len(turn) + 1))[: max(length, len(start) + 1)]
    found = _periods.least_period(array("i", g), parts, slack)
    assert found == least_period(g, parts, slack)


@given(st.lists(st.integers(0, 1), min_size=2, max_size=200), st.integers(1, 3))
def test_the_kernel_on_sequences_without_a_plan(g: list[int], parts: int) -> None:
    assert _periods.least_period(array("i", g), parts, 0) == least_period(g, parts, 0)


@given(st.lists(st.integers(0, 2**31 - 1), max_size=50))
def test_differences(g: list[int]) -> None:
    found = memoryview(_periods.differences(array("i", g))).tolist()
    assert found == [y - x for x, y in pairwise(g)]


# -- published ------------------------------------------------------------------------------------

# Winning Ways, chapter 4, and A. Flammenkamp's tables: the period, and the heap from which on the
# values repeat, which is our pre-period.  For Kayles the last exception is named, 70.
PUBLISHED = {
    "0.77": (12, 71),
    "0.07": (34, 53),
    "0.137": (34, 52),
    "0.177": (20, 497),
    "0.45": (20, 498),
    "0.156": (349, 3479),
    "0.356": (142, 7315),
    "0.644": (442, 3256),
    "0.165": (1550, 5181),
    "0.127": (4, 46578),
    "0.16": (149459, 105351),
    "0.56": (144, 326640),
}


@pytest.mark.always
@pytest.mark.large
@pytest.mark.parametrize("code", PUBLISHED)
def test_published_periods_are_found_and_proven(code: str) -> None:
    period, preperiod = PUBLISHED[code]
    found = gg.octal(code).period(1 << 20)
    checked = 2 * (preperiod + period) + len(code) - 3
    assert found == Period(preperiod, period, 0, preperiod - 1, True, checked)
    assert gg.octal(code).period() == found, "by default too"


@pytest.mark.parametrize("code", ["0.77", "0.07", "0.177", "0.156", "0.356", "0.644", "0.165"])
def test_a_published_period_is_the_least_of_a_longer_table(code: str) -> None:
    found = gg.octal(code).period()
    assert found is not None and found.proven
    assert_least(gg.octal(code), found)


@pytest.mark.parametrize(
    ("game", "expected"),
    [
        (gg.subtraction({1, 2, 3}), (0, 4, 0, None, True, 6)),
        (gg.subtraction(()), (0, 1, 0, None, True, 1)),
        (gg.subtraction({2}), (0, 4, 0, None, True, 5)),
        # OEIS A071435's neighbours: the last exception of 0.176 is 23, its period 8.
        (gg.octal("0.176"), (24, 8, 0, 23, True, 66)),
        (gg.octal("0.0"), (0, 1, 0, None, True, 2)),
        (gg.octal("0.3"), (0, 2, 0, None, True, 3)),
        (gg.all_but(), (0, 1, 1, None, True, 2)),
        (gg.all_but({2}), (0, 4, 2, None, True, 9)),
        (gg.laskers_nim(), (1, 4, 4, 0, True, 10)),
        (gg.octal("0.8"), (1, 3, 1, 0, True, 27)),
        (gg.octal("4.9"), (16, 12, 4, 15, False, 2**12 - 1)),
        (gg.octal("0.F"), (0, 2, 0, None, True, 9)),
        (gg.taking("powers of 2"), (0, 3, 0, None, False, 2**22 - 1)),
        (gg.taking(lambda t: t % 2 == 1), (0, 2, 0, None, False, 2**17 - 1)),
    ],
)
def test_small_periods(game: HeapGame, expected: tuple[object, ...]) -> None:
    assert game.period() == expected
    assert game.period() == expected, "asked again"


@pytest.mark.large
@pytest.mark.parametrize(
    "game", [gg.grundys_game(), gg.octal("0.06"), gg.octal("0.9"), gg.taking("squares")]
)
def test_no_period_without_evidence(game: HeapGame) -> None:
    assert game.period(3000) is None
    assert game._known.table.count <= 3001


# -- the theorems ---------------------------------------------------------------------------------


def reach(game: HeapGame, n: int) -> Period | None:
    """Return what the values of heaps 0 to n prove."""
    table = Table()
    table.make_room(n + 1)
    game._rule.extend(table, n + 1)
    return game._rule.proof(table)


@pytest.mark.parametrize(
    ("game", "window"),
    [
        # Values agree on as many heaps as the greatest number that may be taken.
        (gg.subtraction({1, 2, 3}), lambda p, q: 3),
        (gg.subtraction({2, 5, 7}), lambda p, q: 7),
        # A code, one heap: one more.  Two: from n0 to 2 n0 + p + k.
        (gg.octal("0.333"), lambda p, q: 4),
        (gg.octal("0.77"), lambda p, q: p + q + 2),
        (gg.octal("0.137"), lambda p, q: p + q + 3),
        (gg.octal("0.644"), lambda p, q: p + q + 3),
        # Three: from n0 to 3 n0 + 2 p + k.
        (gg.octal("0.A"), lambda p, q: 2 * p + 2 * q + 1),
        # and n0 is 1 at least.
        (gg.octal("0.F"), lambda p, q: 3 + 2 * q + 1),
        # All but: twice the greatest number, and one, of differences.
        (gg.all_but({2}), lambda p, q: 5 + 1),
        (gg.all_but({3, 4}), lambda p, q: 9 + 1),
    ],
)
def test_proofs_need_the_window_of_their_theorem_to_the_heap(
    game: HeapGame, window: Callable[[int, int], int]
) -> None:
    found = game.period()
    assert found is not None and found.proven
    p, q = found.preperiod, found.period
    enough = p + q + window(p, q)  # heaps from 0 to this one less 1
    assert reach(game, enough - 1) == found
    assert reach(game, enough - 2) is None or reach(game, enough - 2) != found
    assert reach(game, enough) == found


TOO_SHORT = {
    "one heap less than the greatest number": (gg.subtraction({1, 4, 6, 9, 10}), 1, 9, 32),
    "the same, longer": (gg.subtraction({4, 5, 10, 11, 13, 15}), 1, 14, 189),
    "four differences less, all but": (gg.all_but({8}), 1, 13, 22 + 1),
    "splits, from heap 0 on": (gg.octal("0.4"), 2, 1, 3),
    "splits into three, from heap 0 on": (gg.octal("0.8"), 3, 1, 4),
    "splits, without the length of the code": (gg.octal("0.36"), 2, 0, 8),
    "the same, more digits": (gg.octal("0.362"), 2, 0, 12),
    "splits, a little less than half of the table": (gg.octal("0.7631"), 2, -3, 13),
}


@pytest.mark.large
@pytest.mark.parametrize(("game", "parts", "slack", "length"), TOO_SHORT.values())
def test_shorter_windows_than_those_of_the_theorems_would_prove_what_is_wrong(
    game: HeapGame, parts: int, slack: int, length: int
) -> None:
    table = unproven(game, 2000)
    arithmetic = isinstance(game._rule, TakingAllBut)
    g = np.diff(table).astype(np.int32) if arithmetic else table
    n, q = _periods.least_period(np.array(g[: length - arithmetic]), parts, slack)
    assert q, "the shorter window is full"
    assert not np.array_equal(g[n:-q], g[n + q :]), "and it goes on differently"
    assert reach(game, length - 1) is None


def unproven(game: HeapGame, n: int) -> npt.NDArray[np.int32]:
    """Return the values of heaps 0 to n, found one by one: nothing is copied from a period."""
    table = Table()
    table.make_room(n + 1)
    game._rule.extend(table, n + 1)
    return np.asarray(table.view)


def assert_least(game: HeapGame, found: Period, looked_at: int = 0) -> None:
    """Check a period on a table: it holds, no sooner, and no divisor does.

    One that is proven, on a much longer table than it was found in; one that is not, on the heaps
    that were looked at, since nothing is said of others.
    """
    p, q = found.preperiod, found.period
    assert found.proven or looked_at > p + q
    g = unproven(game, 3 * (p + q) + 300 if found.proven else looked_at)
    assert np.array_equal(g[p + q :], g[p:-q] + found.saltus)
    assert (found.last_exception is None) == (p == 0)
    assert p == 0 or g[p - 1 + q] != g[p - 1] + found.saltus
    for part in range(1, q):
        if q % part == 0 and found.saltus * part % q == 0:
            saltus = found.saltus * part // q
            assert not np.array_equal(g[p + part :], g[p:-part] + saltus)


@given(numbers)
def test_periods_of_subtraction_games_hold_and_are_least(chosen: set[int]) -> None:
    game = gg.subtraction(chosen)
    found = game.period(3000)
    assume(found is not None and found.preperiod + found.period < 1000)
    assert found is not None and found.proven and found.saltus == 0
    assert_least(game, found)


@given(st.sets(st.integers(1, 30), max_size=6))
def test_periods_of_all_but_games_hold_and_are_least(chosen: set[int]) -> None:
    game = gg.all_but(chosen)
    found = game.period(3000)
    assume(found is not None and found.preperiod + found.period < 1000)
    assert found is not None and found.proven and found.saltus > 0
    assert_least(game, found)


@given(digits, st.sampled_from([0, 4]))
def test_periods_of_octal_games_hold_and_are_least(tail: list[int], splits: int) -> None:
    game = gg.octal(code_of(tail, splits=splits))
    found = game.period(1000)
    assume(found is not None)
    assert found is not None and found.proven and found.saltus == 0
    assert_least(game, found)


@settings(max_examples=30)
@given(hexadecimal)
@example([1, 3, 5, 10])  # 0.135A: heap 422 does not fit what the first 300 show
def test_periods_of_hexadecimal_games_hold_where_they_are_proven(tail: list[int]) -> None:
    game = gg.octal(code_of(tail))
    found = game.period(300)
    assume(found is not None)
    assert found is not None and (found.saltus == 0 or game._rule.parts == 3)
    if found.proven or 3 * found.period < 40:
        assert_least(game, found, looked_at=300)


# -- beyond the table -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "game",
    [gg.octal("0.77"), gg.octal("0.156"), gg.subtraction({3, 5, 9}), gg.all_but({1, 4, 5})],
    ids=repr,
)
def test_what_is_foretold_is_what_would_be_found(game: HeapGame) -> None:
    found = game.period()
    assert found is not None
    n = 2 * (found.preperiod + 3 * found.period) + 500
    table = unproven(game, n).tolist()
    assert game.values(n).tolist() == table
    for heap in range(n + 1):
        stands, added = found.fold(heap)
        assert stands < found.preperiod + found.period
        assert table[stands] + added == table[heap]
    folded = gg.HeapGame(game._rule)
    assert folded.period() == found and folded._known.table.count < n
    assert folded._known.values_at(np.arange(n + 1)).tolist() == table
    far = 10**40 * lcm(found.period, 7) + n
    turns = (far - n) // found.period
    assert game.value(far) == table[n] + turns * found.saltus


# -- how far it was checked -----------------------------------------------------------------------


def take_a_factorial() -> HeapGame:
    return gg.taking(factorial(k) for k in count(1))


@pytest.mark.parametrize("n", [100, 255, 256, 1000, 5049])
def test_an_unproven_period_is_checked_to_n(n: int) -> None:
    assert take_a_factorial().period(n) == (0, 25, 0, None, False, n)


@pytest.mark.parametrize("n", [5050, 5051, 6000, 10_000])
def test_a_period_that_breaks_before_n_is_not_given(n: int) -> None:
    values = take_a_factorial().values(n)
    found = take_a_factorial().period(n)
    assert not np.array_equal(values[25:], values[:-25])
    if found is not None:
        p, q = found.preperiod, found.period
        assert np.array_equal(values[p + q :], values[p:-q]) and found.checked == n


GAMES: dict[str, Callable[[], HeapGame]] = {
    "factorial": take_a_factorial,
    "kayles": lambda: gg.octal("0.77"),
    "0.177": lambda: gg.octal("0.177"),
    "0.8": lambda: gg.octal("0.8"),
    "0.135A": lambda: gg.octal("0.135A"),
    "nothing": lambda: gg.subtraction(()),
    "numbers": lambda: gg.subtraction({2, 5, 7}),
    "all but": lambda: gg.all_but({3, 4}),
    "lasker": gg.laskers_nim,
    "0.0": lambda: gg.octal("0.0"),
    "powers of 2": lambda: gg.taking("powers of 2"),
    "grundy": gg.grundys_game,
}


@pytest.mark.parametrize("name", GAMES)
def test_the_answer_does_not_depend_on_what_was_asked_before(name: str) -> None:
    bounds = [0, 1, 2, 3, 6, 9, 10, 20, 66, 167, 168, 300, 1100]
    alone = [GAMES[name]().period(n) for n in bounds]
    for first in (0, 7, 255, 256, 700, 1500):
        game = GAMES[name]()
        game.values(first)
        assert [game.period(n) for n in reversed(bounds)] == alone[::-1]
        assert [game.period(n) for n in bounds] == alone
    for n, found in zip(bounds, alone, strict=True):
        assert found is None or (found.checked <= n if found.proven else found.checked == n)


@pytest.mark.parametrize("name", GAMES)
def test_a_search_bounded_by_work_is_the_same_after_any_other(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "WORK", 1 << 20)
    alone = GAMES[name]().period()
    for first in (100, 5000):
        game = GAMES[name]()
        game.values(first)
        assert game.period() == alone
        game.period(3000)
        assert game.period() == alone
    if alone is not None and not alone.proven:
        assert alone == GAMES[name]().period(alone.checked)


@pytest.mark.parametrize("code", ["0.77", "0.333", "0.177", "0.0", "0.A", "4.31"])
def test_a_proof_needs_the_heaps_that_were_checked_and_no_more(code: str) -> None:
    found = gg.octal(code).period()
    assert found is not None and found.proven
    assert gg.octal(code).period(found.checked) == found
    assert gg.octal(code).period(found.checked - 1) != found


def test_the_work_of_a_search_depends_on_the_values_before_it() -> None:
    for make in GAMES.values():
        for count_ in (256, 512, 1024):
            rule, values, fewer = make()._rule, make().values(3000), make().values(count_ - 1)
            assert 0 <= rule.work(values, count_) == make()._rule.work(fewer, count_)


@pytest.mark.large
@pytest.mark.parametrize(
    ("game", "last"),
    [(gg.octal("0.06"), 15), (gg.octal("0.9"), 12), (gg.taking("squares"), 20)],
    ids=repr,
)
def test_a_search_without_hope_ends(game: HeapGame, last: int) -> None:
    assert game.period() is None
    assert game._known.table.count == 1 << last


def test_a_large_heap_needs_a_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    game = gg.taking("squares")
    monkeypatch.setattr(tables, "WORK", 1 << 20)
    with pytest.raises(gg.TooLargeError) as caught:
        game.value(2**30)
    assert str(caught.value) == (
        "heap 1073741824: expected at most 1073741822, as no period is proven up to heaps of "
        "4095; period(n) looks further"
    )
    with pytest.raises(gg.TooLargeError, match=r"^heap 1073741823: expected at most 1073741822 in"):
        game.values(2**30 - 1)
    assert gg.octal("0.16").period() is None, "it takes a table of 509,622"
    assert gg.octal("0.16").period(509_620) is None
    monkeypatch.undo()
    assert gg.octal("0.16").value(2**30) == gg.octal("0.16").value(2**30 - 149459 * 7000)


def test_a_period_is_a_tuple_with_names() -> None:
    found = gg.octal("0.77").period()
    assert found is not None
    assert repr(found) == (
        "Period(preperiod=71, period=12, saltus=0, last_exception=70, proven=True, checked=167)"
    )
    assert found.fold(82) == (82, 0) and found.fold(83) == (71, 0)
