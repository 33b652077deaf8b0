"""Split periods: some values rise with each period, the others repeat.

Pinned here: games whose values are so, with their figures; the kernel finds what the definition
says, on any table; what is found is not refuted by what follows, on seeded tables that have no such
period; no table has both a period and a split period; every wrong claim is refused.
"""

from __future__ import annotations

import random
from array import array
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings, strategies as st

import graphgame as gg
from graphgame import GraphGameError, HeapGame, SplitPeriod, VerificationError
from graphgame.heaps import _periods
from graphgame.heaps.periods import search
from graphgame.heaps.split_periods import search_split
from graphgame.heaps.verify_split_period import verify_split_period
from tests.reference.split_periods import least_split_period

# Pre-period, period, saltus, and the residues that rise, or those that do not.
KNOWN: dict[str, tuple[int, int, int, set[int]]] = {
    "0.205200C": (4, 40, 16, {*range(40)} - {19, 39}),
    "0.1[303]": (0, 3, 1, {1, 2}),
    "0.1[400]": (1, 9, 4, {0, 2, 3, 5, 6, 8}),
    "0.1[2302]": (1, 4, 1, {0, 3}),
    "0.1[3303]": (3, 4, 1, {1, 2}),
    "0.0[3202]": (4, 4, 1, {2, 3}),
}


@pytest.mark.parametrize("code", KNOWN)
def test_known_games(code: str) -> None:
    game = gg.octal(code)
    found = game.split_period(2000)
    assert found is not None and (*found[:3], {*found.rising}) == KNOWN[code]
    assert found[4:] == (found.preperiod - 1 if found.preperiod else None, False, 2000)
    assert game.period(2000) is None
    assert found.verify(game.values(2000)) and game.verify(300)
    assert game.split_period(400) == found._replace(checked=400)
    for heap in (0, 1, found.preperiod, 137, 1999, 2000):
        stands, added = found.fold(heap)
        assert game.value(heap) == game.value(stands) + added
        assert stands < found.preperiod + found.period
    longer = game.split_period(4000)
    assert longer == found._replace(checked=4000)


def passing(plays: gg.HeapGame) -> HeapGame:
    """Return an octal game with a pass on one heap: an odd heap 2 n + 1 is n with the pass.

    A move takes the pass along, to one of the heaps that it leaves, if it leaves one.
    """

    def options(heap: int) -> Iterator[tuple[int, ...]]:
        n, has_pass = divmod(heap, 2)
        if has_pass and n:
            yield (2 * n,)
        for left in plays.options(n):
            plain = tuple(2 * k for k in left)
            if not (has_pass and plain):
                yield plain
            for i in range(len(plain) * has_pass):
                yield (*plain[:i], plain[i] + 1, *plain[i + 1 :])

    return HeapGame.from_rule(options)


@pytest.mark.parametrize(
    ("code", "length", "saltus"), [("4.124", 12, 8), ("4.125", 12, 8), ("0.517", 18, 8)]
)
def test_octal_games_with_a_pass(code: str, length: int, saltus: int) -> None:
    """Heaps without the pass repeat; of those with it some rise, and some repeat as well."""
    game = passing(gg.octal(code))
    found = game.split_period(400)
    assert found is not None and found.verify(game.values(400))
    assert (found.period, found.saltus) == (2 * length, saltus)
    assert all(r % 2 for r in found.rising) and len(found.rising) < length
    own = gg.octal(code).period()
    assert own is not None and length % own.period == 0
    with_pass = game.values(400)[1::2]
    alone = search_split(array("i", with_pass.tolist()))
    assert alone is not None and (alone.period, alone.saltus) == (length, saltus)
    assert gg.octal(code).values(199).tolist() == game.values(400)[:400:2].tolist()


# -- any table ------------------------------------------------------------------------------------


def split_table(head: list[int], turn: list[int], rises: Sequence[int], n: int) -> list[int]:
    rest = max(n - len(head), 0)
    period = len(turn)
    return head + [turn[k % period] + k // period * rises[k % period] for k in range(rest)]


@st.composite
def tables(draw: st.DrawFn) -> list[int]:
    head = draw(st.lists(st.integers(0, 4), max_size=12))
    turn = draw(st.lists(st.integers(0, 4), min_size=1, max_size=7))
    saltus = draw(st.integers(0, 3))
    rises = draw(st.lists(st.sampled_from([0, saltus]), min_size=len(turn), max_size=len(turn)))
    table = split_table(head, turn, rises, draw(st.integers(len(head), 90)))
    spoilt = draw(st.booleans())
    if table and spoilt:
        table[draw(st.integers(0, len(table) - 1))] = draw(st.integers(0, 9))
    return table


def assert_as_defined(g: list[int]) -> None:
    found, expected = search_split(array("i", g)), least_split_period(g)
    assert (found and (*found[:3], found.rising)) == expected
    if found is not None:
        exception = found.preperiod - 1 if found.preperiod else None
        assert found[4:] == (exception, False, len(g) - 1)
        assert verify_split_period(g, found)


@settings(max_examples=500)
@given(st.one_of(tables(), st.lists(st.integers(0, 2), max_size=40)))
@example([])
@example([0, 0, 0, 1, 0, 2, 0, 3])
@example([0, 0, 0, 1, 0, 2, 0])
@example([9, 0, 0, 0, 1, 0, 2, 0, 3])
@example([0, 1, 2, 0, 1, 3, 0, 1, 4, 0, 1, 5])
@example([9 - n // 2 * (n % 2) for n in range(16)])
@example([n // 3 * (n % 3) for n in range(24)])
@example([2**31 - 1 - 8 * (n % 2) for n in range(20)])
def test_any_table_is_searched_as_defined(g: list[int]) -> None:
    assert_as_defined(g)


def test_every_short_table_is_searched_as_defined() -> None:
    for k in range(9, 13):
        for bits in range(3 ** (k - 4)):
            digits = [bits // 3**i % 3 for i in range(k - 4)]
            assert_as_defined([0, 1, 0, 1, *digits])


@settings(max_examples=500)
@given(tables())
def test_no_table_has_both_kinds_of_period(g: list[int]) -> None:
    values = array("i", g)
    if search_split(values) is None:
        return
    for arithmetic in (False, True):
        found = search(values, parts=2, slack=0, proven=False, arithmetic=arithmetic)
        assert found is None or 3 * found.period > len(g) - found.preperiod


def test_windows_of_one_hash_are_compared() -> None:
    """Values that seem to continue, by their hash alone, those two and four before."""
    base, difference = 0x9E3779B1, (740029, -397082, 774493, 0)
    assert sum(d * base**i for i, d in enumerate(difference)) % 2**64 == 0
    g = [0, 0, 0, 397082]
    for d in difference:
        g.append(2 * g[-2] - g[-4] + d)
    assert g[7] == g[5] and g[6] > g[4], "else it would be refused anyway"
    assert _periods.split_period(array("i", g)) == (0, 0, 0)


def test_long_tables() -> None:
    """The pre-period is exact at the end of what is enough, and one heap more is too few."""
    period, rises = 1009, [3 * (r % 7 == 2) for r in range(1009)]
    turn = [r * r % 1009 for r in range(period)]
    for head in ([], [5000], [0] * 777):
        least = 4 * period + 2 * len(head)
        for n in (least - 1, least, least + 1, 50_000):
            table = split_table(head, turn, rises, n)
            found = search_split(array("i", table))
            assert (found is None) == (n < least)
            if found is not None and len(head) < 2:
                assert found[:3] == (len(head), period, 3) and len(found.rising) == sum(rises) // 3
                assert verify_split_period(table, found)


# -- nothing that is not so -----------------------------------------------------------------------


def irregular(seed: int) -> list[int]:
    """Return a table without a split period: of a game, of noise, or of noise upon one."""
    rng = random.Random(seed)
    kind, n = seed % 5, rng.randint(60, 400)
    if kind == 0:
        return [rng.randint(0, rng.choice([1, 2, 5])) for _ in range(2 * n)]
    if kind == 1:
        return [*np.cumsum([rng.randint(0, 1) for _ in range(2 * n)]).tolist()]
    if kind == 2:
        code = "0." + "".join(rng.choice("02468ACE13579BDF") for _ in range(rng.randint(2, 4)))
        return [*gg.octal(code).values(2 * n - 1).tolist()]
    if kind == 3:
        game = rng.choice([gg.grundys_game(), gg.octal("0.007"), gg.octal("0.6"), gg.octal("0.14")])
        return [*game.values(2 * n - 1).tolist()]
    turn = [rng.randint(0, 9) for _ in range(rng.randint(2, 12))]
    rises = [rng.choice([0, 2]) for _ in turn]
    return [x + (rng.random() < 0.1) for x in split_table([], turn, rises, 2 * n)]


@pytest.mark.parametrize("seed", range(200))
def test_what_is_found_goes_on(seed: int) -> None:
    table = irregular(seed)
    for k in (len(table) // 2, len(table) // 3):
        found = search_split(array("i", table[:k]))
        if found is None:
            continue
        folds = map(found.fold, range(len(table)))
        assert table == [table[stands] + added for stands, added in folds], (seed, found)


def test_a_ruler_is_no_split_period() -> None:
    """J. P. Grossman and R. J. Nowakowski: some values of 0.2048 rise, others at ruler's marks."""
    values = array("i", gg.octal("0.2048").values(4000).tolist())
    assert not [n for n in range(8, 4000, 7) if search_split(values[:n])]


@pytest.mark.parametrize(
    "game",
    [
        gg.octal("0.77"),
        gg.octal("0.3F"),
        gg.all_but({1, 2}),
        gg.subtraction({1, 50}),
        # Up to 2,000 as 0.1[303], whose values split; the finite set has bounded values.
        gg.subtraction({t for t in range(2, 2000) if t % 3 != 0} | {1}),
        gg.grundys_game(),
    ],
    ids=lambda game: repr(game)[:30],
)
def test_games_without_one(game: HeapGame) -> None:
    assert game.split_period(1500) is None


def test_the_bounds_are_those_of_period() -> None:
    game = gg.octal("0.205200C")
    assert game.split_period(50) is None and game.split_period(0) is None
    found = game.split_period()
    assert found is not None and found.checked == game.reached
    bounded = gg.octal("0.205200C").split_period(work=10**6)
    assert bounded is not None and bounded.checked < found.checked
    first = gg.octal("0.205200C").split_period(seconds=0)
    assert first is not None and first.checked < bounded.checked
    for bounds, message in (
        ({"n": -1}, "^n: expected an integer from 0 on"),
        ({"work": -1}, "^work: expected an integer from 0 on"),
        ({"seconds": -1}, "^seconds: expected a number from 0 on"),
    ):
        wrong: dict[str, Any] = {**bounds}
        with pytest.raises(GraphGameError, match=message):
            game.split_period(**wrong)
    with pytest.raises(gg.TooLargeError):
        game.split_period(2**31)


# -- the certificate ------------------------------------------------------------------------------

TABLE = split_table([7, 3], [0, 4, 1, 4, 2, 6], [0, 2, 0, 2, 0, 0], 100)
CLAIM = SplitPeriod(2, 6, 2, (3, 5), 1, False, 99)


def test_the_claim_to_mutate_is_right() -> None:
    assert search_split(array("i", TABLE)) == CLAIM
    assert CLAIM.verify(TABLE) and CLAIM.verify([*TABLE, 55])
    assert CLAIM._replace(checked=60).verify(TABLE)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"preperiod": 1, "last_exception": 0}, r"value\(1 \+ 6\)"),
        ({"preperiod": 3, "last_exception": 2}, "a pre-period of at most 2"),
        ({"preperiod": -1}, "an unproven split period within the table"),
        ({"period": 5, "rising": (3, 4)}, r"value\(2 \+ 5\) = value\(2\) \+ 0"),
        ({"period": 1, "rising": (0,)}, "an unproven split period"),
        ({"period": 12, "saltus": 4, "rising": (3, 5, 9, 11)}, "a period of at most 6"),
        ({"saltus": 1}, r"value\(3 \+ 6\) = value\(3\) \+ 1"),
        ({"saltus": 0}, "an unproven split period"),
        ({"saltus": -2}, "an unproven split period"),
        ({"rising": (3,)}, r"value\(5 \+ 6\) = value\(5\) \+ 0"),
        ({"rising": (3, 4, 5)}, r"value\(4 \+ 6\) = value\(4\) \+ 2"),
        ({"rising": (5, 3)}, "ascending"),
        ({"rising": (3, 5, 5)}, "ascending"),
        ({"rising": (3, 11)}, "ascending"),
        ({"rising": ()}, "some of the residues"),
        ({"rising": tuple(range(6))}, "some of the residues"),
        ({"last_exception": None}, "last exception 1"),
        ({"last_exception": 2}, "last exception 1"),
        ({"proven": True}, "an unproven split period"),
        ({"checked": 100}, "within the table"),
        ({"checked": 26}, "half of the values"),
        ({"rising": (3.0, 5)}, "expected integers"),
        ({"saltus": 2.0}, "expected integers"),
    ],
)
def test_wrong_claims_are_refused(wrong: dict[str, Any], message: str) -> None:
    with pytest.raises(VerificationError, match=message):
        CLAIM._replace(**wrong).verify(TABLE)


@pytest.mark.parametrize("of", ["float", "complex", "str", "object"])
def test_values_that_are_no_integers_are_refused(of: str) -> None:
    table: Any = np.array(TABLE).astype(of)
    with pytest.raises(GraphGameError, match="values: expected a table of integers, got"):
        CLAIM.verify(table)
    with pytest.raises(GraphGameError, match="heap: expected an integer from 0 on, got -1"):
        CLAIM.fold(-1)


@given(st.integers(0, 99), st.integers(-9, 9).filter(bool))
def test_wrong_values_are_refused(heap: int, more: int) -> None:
    table = [*TABLE]
    table[heap] += more
    if heap > 1:
        with pytest.raises(VerificationError):
            CLAIM.verify(table)


@given(tables(), st.data())
def test_the_certificate_accepts_what_is_defined(g: list[int], data: st.DataObject) -> None:
    """Of all claims about a table, only the least split period passes, as far as it is checked."""
    expected = least_split_period(g)
    rising = data.draw(st.sets(st.integers(0, 6), min_size=1))
    period, start = data.draw(st.integers(2, 8)), data.draw(st.integers(0, 9))
    saltus = data.draw(st.integers(1, 4))
    claim = start, period, saltus, tuple(sorted(rising))
    if expected is not None and data.draw(st.booleans()):
        claim = expected
    try:
        passes = verify_split_period(
            g, (*claim, claim[0] - 1 if claim[0] else None, False, len(g) - 1)
        )
    except VerificationError:
        passes = False
    assert passes is (claim == expected)
