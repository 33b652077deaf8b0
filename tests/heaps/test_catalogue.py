"""The catalogue of heap games: how games are written and shown, and every refusal.

Pinned here: codes in all their spellings, names, `repr`; one clear error for everything that is no
number, no heap, no code.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any

import numpy as np
import pytest

import graphgame as gg
from graphgame import GraphGameError, HeapGame
from graphgame.heaps import catalogue

# -- how they are shown ---------------------------------------------------------------------------


class Multiples:
    """A predicate that has no name, but says what it is."""

    def __call__(self, number: int) -> bool:
        return number % 3 == 0

    def __repr__(self) -> str:
        return "multiples of 3"


# Games are made in the test: what is made before all tests knows nothing of mutants.
@pytest.mark.parametrize(
    ("make", "shown", "name"),
    [
        (lambda: gg.octal("0.77"), "octal('0.77'), Kayles", "Kayles"),
        (lambda: gg.octal(".07"), "octal('0.07'), Dawson's Kayles", "Dawson's Kayles"),
        (lambda: gg.octal(" 0.137000 "), "octal('0.137'), Dawson's Chess", "Dawson's Chess"),
        (lambda: gg.octal("0.007"), "octal('0.007'), Treblecross", "Treblecross"),
        (lambda: gg.octal("0.6"), "octal('0.6'), Officers", "Officers"),
        (lambda: gg.octal("0.15"), "octal('0.15'), Guiles", "Guiles"),
        (lambda: gg.octal("4.f0c"), "octal('4.F0C')", None),
        (lambda: gg.octal("C."), "octal('C.0')", None),
        (lambda: gg.octal("."), "octal('0.0')", None),
        (gg.grundys_game, "grundys_game()", "Grundy's game"),
        (gg.couples_are_forever, "couples_are_forever()", "Couples Are Forever"),
        (gg.laskers_nim, "laskers_nim()", "Lasker's Nim"),
        (lambda: gg.subtraction([3, 1, 2, 2]), "subtraction({1, 2, 3})", None),
        (lambda: gg.subtraction(()), "subtraction(())", None),
        (lambda: gg.all_but({2}), "all_but({2})", None),
        (gg.all_but, "all_but(()), Nim", "Nim"),
        (lambda: gg.taking("squares"), "taking('squares')", None),
        (lambda: gg.taking({4, 9}), "subtraction({4, 9})", None),
        (lambda: gg.taking(lambda t: t > 2), "taking(<lambda>)", None),
        (lambda: gg.taking(Multiples()), "taking(multiples of 3)", None),
        (lambda: gg.taking(iter([1, 2])), "taking(list_iterator)", None),
        (lambda: gg.taking(x for x in [1, 2]), "taking(<genexpr>)", None),
    ],
)
def test_games_are_shown_as_they_are_made(
    make: Callable[[], HeapGame], shown: str, name: str | None
) -> None:
    game = make()
    assert (repr(game), game.name) == (shown, name)
    if game._rule.spec is not None:
        again = eval(repr(game).partition(", ")[0] if name else shown, vars(catalogue) | {})  # noqa: S307
        assert repr(again) == shown


@pytest.mark.parametrize("name", ["cubes", "powers of 2", "powers of 3", "primes", "squares"])
def test_named_sets(name: str) -> None:
    members = {
        "cubes": lambda t: round(t ** (1 / 3)) ** 3 == t,
        "powers of 2": lambda t: t & (t - 1) == 0,
        "powers of 3": lambda t: 3**10 % t == 0,
        "primes": lambda t: t > 1 and all(t % d for d in range(2, t)),
        "squares": lambda t: round(t**0.5) ** 2 == t,
    }[name]
    named, by_rule = gg.taking(name), gg.taking(members)
    for n in (1, 2, 3, 40, 350, 700):
        assert named._rule.moves.upto(n).tolist() == list(filter(members, range(1, n + 1)))  # type: ignore[attr-defined]
    assert np.array_equal(named.values(700), by_rule.values(700))
    triangular = gg.taking("triangular numbers")._rule.moves.upto(30)  # type: ignore[attr-defined]
    assert triangular.tolist() == [1, 3, 6, 10, 15, 21, 28]


def test_sequences_are_read_as_far_as_they_are_needed() -> None:
    read: list[int] = []

    def odd() -> Any:
        for t in count(1, 2):
            read.append(t)
            yield t

    game = gg.taking(odd())
    assert read == []
    game.values(10)
    first = read[-1]
    assert 9 <= first < 1000
    game.values(5000)
    assert 4999 <= read[-1] < 50_000 and read == list(range(1, read[-1] + 1, 2))


# -- refusals -------------------------------------------------------------------------------------

INTEGER = "expected an integer from 0 on, got"
CODE = "code: expected one digit or none, a point and digits, got"
MOVES = "numbers: expected an integer of at least 1, got"
LIST = "numbers: expected a list, got"
NUMBERS = "numbers: expected integers from 1 on, got"


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: gg.subtraction({1: 2}), f"{LIST} {{1: 2}}; list(…) has its keys alone"),
        (lambda: gg.all_but({1: 2}), f"{LIST} {{1: 2}}; list(…) has its keys alone"),
        (lambda: gg.octal("0,77"), "code: expected a point, as in '0.77', got a comma in '0,77'"),
        (lambda: gg.octal("4G"), "code: expected digits 0 to 9 and A to F, got 'G' in '4G'"),
        (
            lambda: gg.octal("0.7٣"),
            "code: expected digits 0 to 9 and A to Z, {…}, * or &…; with !, ? or = behind them, "
            "got '٣' in '0.7٣'",
        ),
        (
            lambda: gg.octal("0.x-"),
            "code: expected digits 0 to 9 and A to Z, {…}, * or &…; with !, ? or = behind them, "
            "got '-' in '0.x-'",
        ),
        (lambda: gg.octal("1.7"), "code: expected 0, 4, 8 or C before the point, got '1.7'"),
        (lambda: gg.octal("3."), "code: expected 0, 4, 8 or C before the point, got '3.'"),
        (lambda: gg.octal("17"), f"{CODE} '17'"),
        (lambda: gg.octal("77"), f"{CODE} '77'"),
        (lambda: gg.octal("7"), f"{CODE} '7'"),
        (lambda: gg.octal("4"), f"{CODE} '4'"),
        (lambda: gg.octal("077"), f"{CODE} '077'"),
        (lambda: gg.octal(""), f"{CODE} ''"),
        (lambda: gg.octal("0.4.7"), "code: expected digits, one point and digits, got '0.4.7'"),
        (lambda: gg.octal(0.77), "code: expected a string such as '0.77', got 0.77 of type float"),  # type: ignore[arg-type]
        (lambda: gg.subtraction({0}), f"{MOVES} 0"),
        (lambda: gg.subtraction([1, -2]), f"{MOVES} -2"),
        (lambda: gg.subtraction([True]), f"{MOVES} True"),
        (lambda: gg.subtraction([np.True_]), f"{MOVES} {np.True_!r}"),
        (lambda: gg.subtraction([1.0]), f"{MOVES} 1.0"),  # type: ignore[list-item]
        (lambda: gg.subtraction(3), f"{NUMBERS} 3"),  # type: ignore[arg-type]
        (lambda: gg.subtraction("12"), f"{NUMBERS} '12'"),  # type: ignore[arg-type]
        (lambda: gg.all_but([0]), f"{MOVES} 0"),
        (lambda: gg.all_but(None), f"{NUMBERS} None"),  # type: ignore[arg-type]
        (lambda: gg.taking(["x"]), f"{MOVES} 'x'"),  # type: ignore[list-item]
        (
            lambda: gg.taking("square"),
            "numbers: expected one of 'cubes', 'powers of 2', 'powers of 3', 'primes', 'squares', "
            "'triangular numbers', got 'square'",
        ),
        (
            lambda: gg.taking(iter([2, 1])).values(9),
            "numbers: expected an ascending sequence, got 1 after 2",
        ),
        (lambda: gg.taking(iter([1, 0])).values(9), f"{MOVES} 0"),
        (lambda: gg.grundys_game().values(-1), f"n: {INTEGER} -1"),
        (lambda: gg.grundys_game().values(1.5), f"n: {INTEGER} 1.5"),  # type: ignore[arg-type]
        (lambda: gg.grundys_game().values(True), f"n: {INTEGER} True"),
        (lambda: gg.grundys_game().value("4"), "heaps: expected integers, got '4'"),  # type: ignore[arg-type]
        (lambda: gg.grundys_game().value(-4), f"heaps: {INTEGER} -4"),
        (lambda: gg.grundys_game().value(True), f"heaps: {INTEGER} True"),
        (lambda: gg.grundys_game().value([2, 1.5]), f"heaps[1]: {INTEGER} 1.5"),  # type: ignore[list-item]
        (lambda: gg.grundys_game().verify(-1), f"n: {INTEGER} -1"),
        (lambda: gg.grundys_game().table(-1), f"n: {INTEGER} -1"),
        (
            lambda: gg.grundys_game().outcome([3], play="fun"),  # type: ignore[arg-type]
            "play: expected 'normal' or 'misere', got 'fun'",
        ),
        (
            lambda: gg.grundys_game().values(3, play="fun"),  # type: ignore[arg-type]
            "play: expected 'normal' or 'misere', got 'fun'",
        ),
        (
            lambda: gg.grundys_game().outcome([3], play="misere", limit=0),
            "limit: expected an integer of at least 1, got 0",
        ),
        (lambda: gg.grundys_game().period(-5), f"n: {INTEGER} -5"),
        (lambda: gg.grundys_game().options(-1), f"heap: {INTEGER} -1"),
        (lambda: gg.grundys_game().graph(-1), f"n: {INTEGER} -1"),
        (
            lambda: gg.grundys_game().graph(5, limit=-1),
            "limit: expected an integer of at least 1, got -1",
        ),
        (lambda: gg.grundys_game().outcome([3, -1]), f"heaps[1]: {INTEGER} -1"),
        (lambda: gg.grundys_game().outcome([np.False_]), f"heaps[0]: {INTEGER} {np.False_!r}"),
        (lambda: gg.grundys_game().winning_moves([[3]]), f"heaps[0]: {INTEGER} [3]"),  # type: ignore[list-item]
        (lambda: gg.grundys_game().outcome(5.0), f"heaps: {INTEGER} 5.0"),  # type: ignore[arg-type]
        (lambda: gg.grundys_game().outcome("53"), "heaps: expected integers, got '53'"),  # type: ignore[arg-type]
        (
            lambda: gg.subtraction({1}).options(2**62 + 1),
            "heap 4611686018427387905: expected at most 2^62 where options are listed",
        ),
        (
            lambda: gg.all_but({1}).options(2**40),
            "options: expected at most 33554432 at once, got 1099511627776",
        ),
        (
            lambda: gg.octal("0.77").options(2**60),
            "options: expected at most 33554432 at once, got 576460752303423488",
        ),
    ],
)
def test_what_is_no_game_no_heap_no_number_is_refused(
    call: Callable[[], object], message: str
) -> None:
    with pytest.raises(GraphGameError) as caught:
        call()
    assert str(caught.value) == message


def test_numpy_integers_are_heaps_and_numbers() -> None:
    game = gg.subtraction(np.array([1, 2, 3], dtype=np.uint8))
    assert game.value(np.int64(6)) == 2
    assert game.outcome(np.array([4, 8])) == gg.LOSE
    assert repr(game) == "subtraction({1, 2, 3})"
    assert {type(x) for option in game.options(np.int32(9)) for x in option} == {int}


def test_huge_heaps_of_games_with_few_moves() -> None:
    game = gg.subtraction({1, 5, 10**6})
    heap = 10**18 + 12
    assert game.options(heap) == [(heap - 10**6,), (heap - 5,), (heap - 1,)]
    small = gg.subtraction({1, 2, 3})
    assert small.winning_moves([10**18 + 1, 10**17]) == [
        (0, (10**18,)),
        (1, (10**17 - 3,)),
    ]
    assert small.outcome([10**30, 10**31]) == gg.LOSE


@pytest.mark.parametrize(
    "make",
    [gg.laskers_nim, gg.couples_are_forever, gg.grundys_game, lambda: gg.octal("4.7"), gg.all_but],
)
def test_from_the_empty_heap_there_is_no_move(make: Callable[[], HeapGame]) -> None:
    game = make()
    assert (game.options(0), game.value(0), game.outcome([])) == ([], 0, gg.LOSE)
