"""Heap games: their values, against the definition and against published tables.

Pinned here: every kernel that finds values gives what mex over all options gives, whatever the
rules, the sizes of steps and the order of questions; options, outcomes and winning moves are those
of the definition.  Periods are in test_periods.py, other forms in test_heaps_forms.py, the words of
the catalogue and its errors in test_heaps_catalogue.py.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from math import isqrt
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

import graphgame as gg
from graphgame import LOSE, WIN, HeapGame
from tests.reference import heaps as reference

Options = Callable[[int], Any]

numbers = st.sets(st.integers(1, 40), max_size=8)
digits = st.lists(st.integers(0, 7), min_size=1, max_size=5)
hexadecimal = st.lists(st.integers(0, 15), min_size=1, max_size=4)


def code_of(tail: list[int], *, splits: int = 0) -> str:
    return f"{splits:X}." + "".join(f"{digit:X}" for digit in tail)


def catalogue() -> dict[str, tuple[HeapGame, Options]]:
    """Return one game of every kind, with its definition."""
    games: dict[str, tuple[HeapGame, Options]] = {
        "subtraction": (gg.subtraction({2, 5, 6}), reference.subtraction({2, 5, 6})),
        "nothing": (gg.subtraction(()), reference.subtraction(())),
        "nim": (gg.all_but(), reference.all_but(())),
        "all but": (gg.all_but({2, 3, 7}), reference.all_but({2, 3, 7})),
        "squares": (gg.taking("squares"), reference.taking(lambda t: isqrt(t) ** 2 == t)),
        "primes": (
            gg.taking("primes"),
            reference.taking(lambda t: t > 1 and all(t % d for d in range(2, t))),
        ),
        "grundy": (gg.grundys_game(), reference.grundys_game),
        "couples": (gg.couples_are_forever(), reference.couples_are_forever),
        "lasker": (gg.laskers_nim(), reference.laskers_nim),
    }
    for code in ("0.77", "0.07", "0.137", "0.6", "0.3", "0.16", "4.31", "0.0", "0.52"):
        games[code] = gg.octal(code), reference.octal(code)
    for code in ("0.8", "0.E", "8.3", "C.08", "0.F1"):
        games[code] = gg.octal(code), reference.octal(code)
    return games


# -- against the definition -----------------------------------------------------------------------


@pytest.mark.parametrize("name", catalogue())
def test_every_game_of_the_catalogue_has_the_values_of_its_definition(name: str) -> None:
    game, options = catalogue()[name]
    n = 60 if name in {"0.8", "0.E", "8.3", "C.08", "0.F1"} else 130
    assert game.values(n).tolist() == reference.values(options, n)


@pytest.mark.parametrize("name", catalogue())
def test_options_and_moves_of_every_game_are_those_of_its_definition(name: str) -> None:
    game, options = catalogue()[name]
    for heap in range(26):
        assert game.options(heap) == sorted(options(heap))
    win = reference.wins(options, misere=False)
    for heaps in ([], [0], [5], [0, 7, 7], [3, 4, 5], [9, 2, 2], [1, 6, 2], [8, 3]):
        sums = [
            (place, left)
            for place, heap in enumerate(heaps)
            for left in sorted(options(heap))
            if not win(reference.descending([*heaps[:place], *left, *heaps[place + 1 :]]))
        ]
        assert game.outcome(heaps) == (WIN if win(reference.descending(heaps)) else LOSE)
        assert game.winning_moves(heaps) == sums


@given(numbers, st.integers(0, 300))
def test_subtraction_games(chosen: set[int], n: int) -> None:
    expected = reference.values(reference.subtraction(chosen), n)
    assert gg.subtraction(chosen).values(n).tolist() == expected


@pytest.mark.large
@given(numbers, st.integers(0, 200))
def test_all_numbers_but_some(chosen: set[int], n: int) -> None:
    expected = reference.values(reference.all_but(chosen), n)
    assert gg.all_but(chosen).values(n).tolist() == expected


@given(st.sets(st.integers(1, 200), max_size=60), st.integers(0, 200))
def test_infinite_sets_by_a_predicate_and_by_a_sequence(chosen: set[int], n: int) -> None:
    # Above 200, every number: as a predicate, and listed.
    def allowed(t: int) -> bool:
        return t > 200 or t in chosen

    expected = reference.values(reference.taking(allowed), n)
    assert gg.taking(allowed).values(n).tolist() == expected
    assert gg.taking(t for t in count(1) if allowed(t)).values(n).tolist() == expected


@given(digits, st.sampled_from([0, 4]), st.integers(0, 90))
def test_octal_games(tail: list[int], splits: int, n: int) -> None:
    expected = reference.values(reference.code([splits, *tail]), n)
    assert gg.octal(code_of(tail, splits=splits)).values(n).tolist() == expected


@settings(max_examples=40)
@given(hexadecimal, st.sampled_from([0, 4, 8, 12]), st.integers(0, 40))
def test_hexadecimal_games(tail: list[int], splits: int, n: int) -> None:
    expected = reference.values(reference.code([splits, *tail]), n)
    assert gg.octal(code_of(tail, splits=splits)).values(n).tolist() == expected


@given(digits, st.lists(st.integers(0, 400), min_size=1, max_size=6))
def test_a_table_grows_to_what_it_would_have_been(tail: list[int], asked: list[int]) -> None:
    at_once = gg.octal(code_of(tail)).values(400)
    game = gg.octal(code_of(tail))
    for n in asked:
        assert np.array_equal(game.values(n), at_once[: n + 1])
        assert game.value(n) == at_once[n]
        assert game.values(n).dtype == np.int32 and not game.values(n).flags.writeable


@pytest.mark.parametrize("greatest", [1, 15, 16, 17, 31, 32, 33, 254, 255, 256, 257, 300])
def test_values_past_every_width(greatest: int) -> None:
    # Taking 1 to k has values up to k: 32 fit in a word, 255 in a byte.
    game = gg.subtraction(range(1, greatest + 1))
    assert np.array_equal(game.values(3000), np.arange(3001) % (greatest + 1))
    assert game.period() == (0, greatest + 1, 0, None, True, 2 * greatest)
    endless = gg.taking(iter(range(1, greatest + 1)))
    assert np.array_equal(endless.values(3000), np.arange(3001) % (greatest + 1))


@pytest.mark.large
@settings(max_examples=20)
@given(st.sets(st.integers(1, 3000), min_size=20, max_size=400), st.integers(0, 3))
def test_many_moves_and_blocks_of_every_width(chosen: set[int], shift: int) -> None:
    n = 3000 + shift
    g = np.zeros(n + 1, dtype=np.int64)
    moves = np.array(sorted(chosen))
    for heap in range(1, n + 1):
        reached = np.unique(g[heap - moves[moves <= heap]])
        g[heap] = next((x for x, y in enumerate(reached) if x != y), len(reached))
    assert np.array_equal(gg.subtraction(chosen).values(n), g)


# -- published ------------------------------------------------------------------------------------

PUBLISHED: dict[str, tuple[HeapGame, int, str]] = {
    # OEIS gives the first heap as offset; where it leaves out heap 0, that is put before.
    "A002186, Kayles": (gg.octal("0.77"), 0, "0 1 2 3 1 4 3 2 1 4 2 6 4 1 2 7 1 4 3 2 1 4 6 7"),
    "A002187, Dawson's Chess": (
        gg.octal("0.137"),
        0,
        "0 1 1 2 0 3 1 1 0 3 3 2 2 4 0 5 2 2 3 3 0 1 1 3 0 2 1 1 0 4 5 2 7 4 0 1 1 2 0 3 1 1",
    ),
    "A002188, Grundy's game": (
        gg.grundys_game(),
        0,
        "0 0 0 1 0 2 1 0 2 1 0 2 1 3 2 1 3 2 4 3 0 4 3 0 4 3 0 4 1 2 3 1 2 4 1 2 4 1 2 4 1 5 4",
    ),
    "A071435, 0.177": (
        gg.octal("0.177"),
        1,
        "1 1 2 2 3 1 1 4 4 3 2 2 1 1 4 2 2 6 4 4 1 1 2 2 7 1 1 4 4 3 2 2 1 1 4 8 2 7 4 4 1 1",
    ),
    "A071436, 0.56": (
        gg.octal("0.56"),
        1,
        "1 0 2 2 4 1 1 3 2 4 4 6 6 2 1 1 7 6 8 4 1 1 6 5 4 8 1 1 12 4 5 6 1 1 3 12 6 6 8 9 2 11",
    ),
    "A071464, 0.127": (
        gg.octal("0.127"),
        1,
        "1 0 2 2 1 0 4 4 1 2 2 0 1 4 4 6 1 7 7 0 1 2 2 6 1 4 4 8 1 2 7 8 1 0 7 2 6 8 1 4 9 8",
    ),
    "A071509, 0.1777": (
        gg.octal("0.1777"),
        1,
        "1 1 2 2 3 4 1 1 6 6 3 2 2 1 1 6 6 8 4 4 5 10 1 1 8 3 3 4 4 7 6 6 8 8 4 1 1 6 7 8 4 4",
    ),
    "A125920, 0.176": (
        gg.octal("0.176"),
        1,
        "1 1 0 2 2 3 4 4 1 1 6 2 2 3 4 4 1 1 6 6 3 3 2 4 1 1 6 6 3 3 4 4 1 1 6 6 3 3 4 4 1 1",
    ),
    "A014586, square take-away": (
        gg.taking("squares"),
        0,
        "0 1 0 1 2 0 1 0 1 2 0 1 0 1 2 0 1 0 1 2 0 1 0 1 2 3 2 3 4 5 3 2 3 4 0 1",
    ),
}


@pytest.mark.parametrize("name", PUBLISHED)
def test_published_values(name: str) -> None:
    game, first, text = PUBLISHED[name]
    expected = list(map(int, text.split()))
    assert game.values(first + len(expected) - 1)[first:].tolist() == expected


def test_laskers_nim_has_the_values_that_lasker_proved() -> None:
    # Winning Ways, chapter 4: 4k + 1 → 4k + 1, 4k + 2 → 4k + 2, 4k + 3 → 4k + 4, 4k + 4 → 4k + 3.
    n = np.arange(1, 5001)
    expected = n + (n % 4 == 3) - (n % 4 == 0)
    assert np.array_equal(gg.laskers_nim().values(5000)[1:], expected)
    assert gg.laskers_nim().value(4 * 10**20 + 3) == 4 * 10**20 + 4


def test_the_losing_heaps_of_square_take_away() -> None:
    # OEIS A030193.
    lost = np.flatnonzero(gg.taking("squares").values(119) == 0).tolist()
    expected = "0 2 5 7 10 12 15 17 20 22 34 39 44 52 57 62 65 67 72 85 95 109 119"
    assert lost == list(map(int, expected.split()))


@pytest.mark.large
def test_grundys_game_to_two_to_the_21() -> None:
    # Known since Flammenkamp's computations: the greatest value up to here is 231, first at 763622.
    values = gg.grundys_game().values(1 << 21)
    assert (values.max(), values.argmax()) == (231, 763622)
    assert np.flatnonzero(values == 0)[-1] == 1222


@pytest.mark.parametrize("large", [2**31 - 1, 2**31, 2**62, 10**30])
def test_numbers_that_no_table_reaches(large: int) -> None:
    game = gg.subtraction({1, large})
    assert game.genus(5) == gg.subtraction({1}).genus(5)
    assert game.graph(5).m == 5 and game.misere_quotient(5).order == 2
    assert game.options(9) == [(8,)]
    if large < 2**62:
        assert game.options(large) == [(), (large - 1,)]


def test_squares_of_heaps_beyond_32_bits() -> None:
    game, heap = gg.taking("squares"), 2**33
    before = game.values(200).tolist()
    assert game.options(heap) == sorted((heap - k * k,) for k in range(1, 92_682))
    assert game.values(400).tolist()[:201] == before == gg.taking("squares").values(200).tolist()
    assert game.verify(400)


def test_heaps_of_too_many_digits_to_write() -> None:
    kayles, heap = gg.octal("0.77"), 10**5000
    for ask in (kayles.winning_moves, kayles.values, kayles.verify, kayles.genus):
        with pytest.raises(gg.TooLargeError, match="<16610 bits>"):
            ask(heap)
