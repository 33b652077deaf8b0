"""`Nimber`: what it is, sums of finite and loopy values against games, and the field."""

from __future__ import annotations

import copy
import operator
import pickle
from functools import reduce
from itertools import combinations, product
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import assume, given, strategies as st

import graphgame as gg
from graphgame import Nimber
from graphgame.errors import GraphGameError, NoInverseError
from tests.reference import graphs as reference, nimber as reference_nimber

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

NUMBERS = st.one_of(
    st.integers(0, 20),
    st.integers(0, 2**64 - 1),
    st.sampled_from([2**k + d for k in (1, 2, 4, 8, 16, 32, 63) for d in (-1, 0, 1)]),
)
FINITE = st.builds(Nimber, NUMBERS)
LOOPY = st.builds(Nimber.infinity, st.frozensets(NUMBERS, max_size=5))
NIMBERS = st.one_of(FINITE, LOOPY, st.builds(Nimber, st.integers(2**64, 2**200)))


def loopy(*options: int) -> Nimber:
    return Nimber.infinity(options)


# -- what it is -----------------------------------------------------------------------------------


@pytest.mark.parametrize("n", [0, 1, 3, 2**63, 2**64, 10**100])
def test_a_finite_nimber(n: int) -> None:
    nimber = Nimber(n)
    assert nimber.is_finite is True
    assert nimber.value == n and type(nimber.value) is int
    assert int(nimber) == operator.index(nimber) == n
    assert bool(nimber) is (n != 0)
    assert (str(nimber), repr(nimber)) == (f"*{n}", f"Nimber({n})")
    assert nimber.outcome is (gg.WIN if n else gg.LOSE)


@pytest.mark.parametrize(
    ("options", "text", "code", "outcome"),
    [
        ((), "∞{}", "Nimber.infinity()", gg.DRAW),
        ({0}, "∞{0}", "Nimber.infinity({0})", gg.WIN),
        ([10, 2, 2], "∞{2,10}", "Nimber.infinity({2, 10})", gg.DRAW),
        (iter([2**70, 0]), f"∞{{0,{2**70}}}", f"Nimber.infinity({{0, {2**70}}})", gg.WIN),
        (np.array([1, 0]), "∞{0,1}", "Nimber.infinity({0, 1})", gg.WIN),
        (range(3), "∞{0,1,2}", "Nimber.infinity({0, 1, 2})", gg.WIN),
        ([Nimber(4)], "∞{4}", "Nimber.infinity({4})", gg.DRAW),
    ],
)
def test_a_loopy_nimber(options: Any, text: str, code: str, outcome: gg.Outcome) -> None:
    nimber = Nimber.infinity(options)
    assert nimber.is_finite is False
    assert bool(nimber) is True
    assert (str(nimber), repr(nimber)) == (text, code)
    assert nimber.outcome is outcome
    assert type(nimber.options) is frozenset
    assert all(type(option) is int for option in nimber.options)
    assert eval(code) == nimber  # noqa: S307 -- written above


def test_infinity_without_options_is_that_of_none() -> None:
    assert Nimber.infinity() == Nimber.infinity([]) and Nimber.infinity().options == frozenset()


@pytest.mark.parametrize("kind", [np.int8, np.uint8, np.int64, np.uint64, np.array, Nimber])
def test_any_kind_of_integer_makes_one(kind: Callable[[int], Any]) -> None:
    assert repr(Nimber(kind(100))) == "Nimber(100)"


def test_it_prints_in_columns() -> None:
    assert f"{Nimber(3):>4}|{loopy(0, 2):<7}|{loopy()}" == "  *3|∞{0,2} |∞{}"


def test_it_equals_nimbers_and_integers_alone() -> None:
    assert Nimber(3) == Nimber(3) != Nimber(4)
    assert loopy(0, 2) == loopy(2, 0) != loopy(0)
    assert Nimber(0) != loopy() and Nimber(0) != loopy(0)
    for other in (3, np.int64(3), np.uint8(3)):
        assert Nimber(3) == other and other == Nimber(3)
        assert Nimber(4) != other and other != Nimber(4)
        assert loopy(3) != other and other != loopy(3)
    for different in (3.0, "*3", None, -3, 4, np.int64(-3)):
        assert Nimber(3) != different and different != Nimber(3)
    assert loopy(0) != frozenset({0})
    assert (Nimber(3) == np.array([3, 4])).tolist() == [True, False]


@given(NIMBERS, NIMBERS)
def test_equal_ones_have_equal_hashes(x: Nimber, y: Nimber) -> None:
    assert (x == y) == (repr(x) == repr(y))
    assert hash(x) == hash(copy.deepcopy(x))
    assert len({x, y, copy.copy(x)}) == 1 + (x != y)


@given(NIMBERS)
def test_it_survives_copies_pickles_and_its_repr(x: Nimber) -> None:
    twins = [copy.copy(x), copy.deepcopy(x), eval(repr(x))]  # noqa: S307 -- it is ours
    twins += [pickle.loads(pickle.dumps(x, protocol)) for protocol in range(6)]
    assert twins == [x] * 9 and {type(twin) for twin in twins} == {Nimber}


@pytest.mark.parametrize("x", [Nimber(3), loopy(0, 2)])
def test_it_cannot_be_changed(x: Nimber) -> None:
    for name in ("value", "_content", "other"):
        with pytest.raises(AttributeError, match=f"^a Nimber cannot be changed: {name}$"):
            setattr(x, name, 1)
        with pytest.raises(AttributeError, match=f"^a Nimber cannot be changed: {name}$"):
            delattr(x, name)
    assert not hasattr(x, "__dict__")
    assert x in (Nimber(3), loopy(0, 2))


@pytest.mark.parametrize("order", [operator.lt, operator.le, operator.gt, operator.ge])
def test_it_has_no_order(order: Any) -> None:
    for other in (Nimber(4), loopy(0), 4):
        with pytest.raises(TypeError, match="not supported between"):
            order(Nimber(3), other)


@pytest.mark.parametrize(
    ("work", "message"),
    [
        (lambda: Nimber(-1), "value: expected an integer from 0 on, got -1"),
        (lambda: Nimber(True), "value: expected an integer from 0 on, got True"),
        (lambda: Nimber(np.True_), f"value: expected an integer from 0 on, got {np.True_!r}"),
        (lambda: Nimber(3.0), "value: expected an integer from 0 on, got 3.0"),
        (lambda: Nimber("3"), "value: expected an integer from 0 on, got '3'"),
        (lambda: Nimber(None), "value: expected an integer from 0 on, got None"),
        (
            lambda: Nimber(-(10**5000)),
            "value: expected an integer from 0 on, got a negative one of 16610 bits",
        ),
        (lambda: Nimber(loopy(0, 2)), "nimber: expected a finite one, got ∞{0,2}"),
        (lambda: Nimber.infinity(5), "options: expected an iterable of integers, got 5"),
        (lambda: loopy(0, -2), "options[1]: expected an integer from 0 on, got -2"),
        (lambda: loopy(0, False), "options[1]: expected an integer from 0 on, got False"),
        (lambda: Nimber.infinity("12"), "options[0]: expected an integer from 0 on, got '1'"),
        (lambda: loopy().value, "nimber: expected a finite one, got ∞{}"),
        (lambda: int(loopy(1)), "nimber: expected a finite one, got ∞{1}"),
        (lambda: Nimber(3).options, "nimber: expected one that is ∞, got *3"),
    ],
)
def test_what_is_no_nimber_is_refused(work: Callable[[], Any], message: str) -> None:
    with pytest.raises(GraphGameError) as caught:
        work()
    assert str(caught.value) == message


# -- sums -----------------------------------------------------------------------------------------


def test_sums_of_finite_ones_are_the_mex_of_what_a_move_leaves() -> None:
    table = reference_nimber.sums_by_mex(20)
    for a, b in product(range(20), repeat=2):
        assert Nimber(a) + Nimber(b) == Nimber(a) - Nimber(b) == Nimber(table[a][b])


@given(NUMBERS, NUMBERS, st.frozensets(NUMBERS), st.frozensets(NUMBERS))
def test_the_rules_of_sums(n: int, m: int, k: frozenset[int], other: frozenset[int]) -> None:
    x, y = Nimber.infinity(k), Nimber.infinity(other)
    assert (Nimber(n) + Nimber(m)).value == n ^ m
    assert (x + Nimber(n)).options == {option ^ n for option in k}
    assert Nimber(n) + x == x + Nimber(n)
    assert x + y == x + x == Nimber.infinity()


@given(NIMBERS, NIMBERS, NIMBERS)
def test_the_laws_of_sums(x: Nimber, y: Nimber, z: Nimber) -> None:
    assert x + y == y + x
    assert (x + y) + z == x + (y + z)
    assert x + Nimber(0) == x
    assert x - y == x + -y == x + y
    assert -x == x
    assert x - x == (Nimber(0) if x.is_finite else Nimber.infinity())
    assert sum([x, y, z]) == sum([y, z, x], Nimber(0)) == x + y + z


def test_the_sum_of_none_is_the_integer_0() -> None:
    assert sum([]) == 0 and type(sum([Nimber(0)])) is Nimber


# A position with these as options has this value: the heap of n stones, and, with a pass besides,
# ∞(K), since no mex holds of a position that is its own option and never has to be left.
Rows = dict[Any, list[Any]]


def game_of(nimber: Nimber) -> Rows:
    rows: Rows = {n: [*range(n)] for n in range(4)}
    rows["start"] = rows[nimber.value] if nimber.is_finite else ["start", *nimber.options]
    return rows


def outcome_of_sum(games: Sequence[Rows]) -> gg.Outcome:
    """Solve the games side by side with the slow solver, from their starts."""

    def options(position: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
        for i, rows in enumerate(games):
            for option in rows[position[i]]:
                yield *position[:i], option, *position[i + 1 :]

    positions = {("start",) * len(games): 0}
    edges = []
    for position in (queue := list(positions)):
        for option in options(position):
            if option not in positions:
                positions[option] = len(positions)
                queue.append(option)
            edges.append((positions[position], positions[option]))
    return reference.solve(reference.Game(len(positions), tuple(edges))).outcomes[0]


VALUES = [Nimber(n) for n in range(4)]
VALUES += [loopy(*options) for size in range(4) for options in combinations(range(3), size)]


@pytest.mark.parametrize("x", VALUES, ids=str)
def test_outcomes_are_those_of_games_and_their_sums(x: Nimber) -> None:
    assert x.outcome == outcome_of_sum([game_of(x)])
    for y in VALUES:
        assert (x + y).outcome == outcome_of_sum([game_of(x), game_of(y)]), y


@pytest.mark.parametrize(
    "values",
    [
        (loopy(0, 1), Nimber(1), Nimber(2)),
        (loopy(1, 2), Nimber(3), Nimber(2)),
        (loopy(2), Nimber(1), Nimber(1)),
        (loopy(0), loopy(0), Nimber(1)),
        (loopy(), Nimber(1), loopy(2)),
    ],
)
def test_outcomes_are_those_of_three_games(values: tuple[Nimber, ...]) -> None:
    assert sum(values, Nimber(0)).outcome == outcome_of_sum([game_of(x) for x in values])


# -- the field ------------------------------------------------------------------------------------


@given(FINITE, FINITE, FINITE)
def test_the_laws_of_the_field(x: Nimber, y: Nimber, z: Nimber) -> None:
    one, zero = Nimber(1), Nimber(0)
    assert x * y == y * x
    assert (x * y) * z == x * (y * z)
    assert x * (y + z) == x * y + x * z
    assert (x * one, x * zero) == (x, zero)
    assume(x)
    assert x * x.inverse() == x / x == x * x**-1 == one
    assert y / x * x == y
    assert x.inverse().inverse() == x


@given(NUMBERS, NUMBERS)
def test_products_are_those_of_the_reference(a: int, b: int) -> None:
    assert (Nimber(a) * Nimber(b)).value == reference_nimber.product(a, b)


@given(NUMBERS, st.integers(0, 6))
def test_powers_are_repeated_products(a: int, exponent: int) -> None:
    assert Nimber(a) ** exponent == Nimber(reference_nimber.power(a, exponent))
    assert Nimber(a) ** np.int8(exponent) == Nimber(a) ** exponent
    if a:
        assert Nimber(a) ** -exponent * Nimber(a) ** exponent == Nimber(1)


@given(st.integers(1, 2**64 - 1), st.integers(-(10**30), 10**30), st.integers(-(10**30), 10**30))
def test_exponents_of_any_size_add_up(a: int, first: int, second: int) -> None:
    x = Nimber(a)
    assert x**first * x**second == x ** (first + second)
    assert (x**first) ** second == x ** (first * second)
    assert x ** (2**64 - 1) == x**0 == Nimber(1)
    assert x ** (2**64) == x


def test_powers_of_0() -> None:
    assert [Nimber(0) ** e for e in (0, 1, 2**64 - 1)] == [Nimber(1), Nimber(0), Nimber(0)]


# The order of 1, 2, ... under multiplication: OEIS A212200.
ORDERS = [1, 3, 3, 15, 15, 15, 15, 5, 15, 5, 15, 15, 5, 5, 15, 85, 85, 255, 255, 85, 85, 255, 255]


def test_the_orders_of_the_first_elements_are_the_published_ones() -> None:
    for n, order in enumerate(ORDERS, start=1):
        powers = [Nimber(n) ** e for e in range(1, order + 1)]
        assert powers.index(Nimber(1)) + 1 == order
    assert (Nimber(256) ** 21845).value == 1  # by the same source
    assert all(Nimber(256) ** (21845 // p) != Nimber(1) for p in (5, 17, 257))


def test_a_published_square_root() -> None:
    """From the documentation of the Haskell package nimber."""
    assert Nimber(98433322) ** 2 == Nimber(123456789)
    assert Nimber(123456789) / Nimber(98433322) == Nimber(98433322)


@pytest.mark.parametrize(
    "work",
    [
        lambda: Nimber(0).inverse(),
        lambda: Nimber(5) / Nimber(0),
        lambda: Nimber(0) / Nimber(0),
        lambda: Nimber(0) ** -1,
    ],
)
def test_there_is_no_division_by_0(work: Callable[[], Nimber]) -> None:
    for kind in (NoInverseError, GraphGameError, ZeroDivisionError):
        with pytest.raises(kind, match="^nimber: expected a number other than 0, got 0$"):
            work()


@pytest.mark.parametrize("x", [loopy(), loopy(0, 2)])
def test_infinity_has_no_products(x: Nimber) -> None:
    attempts: list[Callable[[], Any]] = [
        lambda: Nimber(0) * x,
        lambda: x * Nimber(1),
        lambda: x * x,
        lambda: Nimber(0) / x,
        lambda: x / Nimber(1),
        lambda: x**2,
        lambda: x**0,
        lambda: x**-1,
        x.inverse,
    ]
    for attempt in attempts:
        with pytest.raises(GraphGameError) as caught:
            attempt()
        assert str(caught.value) == f"nimber: expected a finite one, got {x}"


@pytest.mark.parametrize("bits", [65, 128, 20000])
def test_numbers_beyond_64_bits_are_added_but_not_multiplied(bits: int) -> None:
    n = 1 << bits - 1
    x = Nimber(n)
    assert (x + Nimber(1)).value == n ^ 1
    attempts: list[Callable[[], Any]] = [
        lambda: x * Nimber(1),
        lambda: Nimber(0) * x,
        lambda: x / x,
        lambda: x**2,
        x.inverse,
    ]
    for attempt in attempts:
        with pytest.raises(GraphGameError) as caught:
            attempt()
        assert (
            str(caught.value) == f"nimber: expected an integer below 2^64, got one of {bits} bits"
        )


@pytest.mark.parametrize("exponent", [Nimber(2), True, np.True_, 2.0, "2", None])
def test_exponents_are_integers(exponent: Any) -> None:
    with pytest.raises(TypeError, match="unsupported operand"):
        Nimber(3) ** exponent
    with pytest.raises(TypeError):
        pow(Nimber(3), 2, 5)  # type: ignore[misc]


def test_many_nimbers_add_up() -> None:
    numbers = np.random.default_rng(7).integers(0, 2**62, 1000).tolist()
    assert sum(map(Nimber, numbers)).value == reduce(operator.xor, numbers)  # type: ignore[union-attr]
