"""Sparse spaces, standard forms, bounds of searches, against publications and definitions."""

from __future__ import annotations

from array import array
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

import graphgame as gg
from graphgame import HeapGame
from graphgame.heaps import _periods
from graphgame.heaps.table import Table

# T. Czajka, github.com/tczajka/octal-games, SolvedGames.md: mask, parity, rare heaps, the last one,
# the greatest value and its first heap.
CENSUS = {
    "0.45": (0xF, None, 11, 198, 8, 37),
    "0.156": (0x1B, None, 15, 357, 23, 1032),
    "0.356": (0x1B, None, 7, 43, 19, 86),
    "0.644": (0x7E, None, 31, 511, 64, 333),
    "0.56": (0x5B, None, 46, 1795, 64, 22778),
    "0.127": (0x1, 1, 693, 27106, 56, 24734),
}


@pytest.mark.parametrize("code", CENSUS)
def test_published_sparse_spaces(code: str) -> None:
    assert gg.octal(code).sparse_space(30_000) == (*CENSUS[code], 30_000)


@settings(max_examples=30)
@given(st.lists(st.integers(0, 7), min_size=1, max_size=4), st.integers(0, 300))
def test_a_sparse_space_is_that_of_its_definition(tail: list[int], n: int) -> None:
    game = gg.octal("0." + "".join(map(str, tail)))
    if max(tail) < 4:
        with pytest.raises(gg.GraphGameError, match="^sparse_space: expected a game whose moves"):
            game.sparse_space(n)
        return
    found, values = game.sparse_space(n), game.values(n).tolist()
    shared = [(value & found.mask).bit_count() for value in values]
    by = 0 if found.parity is None else 1
    rare = [h for h, bits in enumerate(shared) if (bits - by * (h - (found.parity or 0))) % 2 == 0]
    assert found.rare == len(rare) and found.last_rare == max(rare, default=None)
    assert found.greatest == max(values) and found.greatest_heap == values.index(max(values))
    assert found.checked == n


def test_a_sparse_space_needs_splits_into_two() -> None:
    for game in (gg.octal("0.8"), gg.subtraction({1, 2}), gg.octal("0.333")):
        with pytest.raises(gg.GraphGameError, match="^sparse_space: expected a game whose moves"):
            game.sparse_space(10)


# -- standard forms -------------------------------------------------------------------------------


def test_all_games_of_three_digits_have_the_values_of_their_standard_form() -> None:
    for digits in product("01234567", repeat=3):
        game = gg.octal("0." + "".join(digits))
        form, shift = game.standard_form()
        values = game.values(120)
        assert not values[:shift].any()
        assert np.array_equal(values[shift:], gg.octal(form).values(120 - shift)), (game, form)
        assert gg.octal(form).standard_form() == (form, 0)


def test_games_that_differ_late_have_standard_forms_of_their_own() -> None:
    """T. Czajka found that 0.161 and 0.36 differ, at heap 519 for the first time."""
    a, b = gg.octal("0.161"), gg.octal("0.36")
    assert a.standard_form() != b.standard_form()
    assert np.flatnonzero(a.values(600) != b.values(600))[0] == 519


@pytest.mark.parametrize(
    "game", [gg.subtraction({1}), gg.octal("0.8"), gg.grundys_game()], ids=repr
)
def test_a_standard_form_needs_an_octal_code(game: HeapGame) -> None:
    with pytest.raises(gg.GraphGameError, match="^standard_form: expected an octal code, got"):
        game.standard_form()


# -- bounds ---------------------------------------------------------------------------------------


def test_a_search_without_time_goes_on_when_there_is_more() -> None:
    game, steps = gg.octal("0.16"), []
    while game.period(seconds=0) is None:
        steps.append(game.reached)
    assert steps == sorted(set(steps)) and len(steps) > 3, "it goes on each time"
    assert game.period() == gg.octal("0.16").period(1 << 20)


def test_a_search_bounded_by_work_does_not_depend_on_the_machine() -> None:
    reached = []
    for work in (0, 10**6, 10**8):
        game = gg.octal("0.104")
        assert game.period(work=work) is None
        reached.append(game.reached)
    assert reached[0] == 255 and reached == sorted(set(reached))
    again = gg.octal("0.104")
    again.period(3000)
    assert again.period(work=10**8) is None and again.reached == reached[-1]


@pytest.mark.parametrize("seconds", [-1, float("nan"), "1", True])
def test_seconds_are_not_negative(seconds: Any) -> None:
    with pytest.raises(gg.GraphGameError, match="^seconds: expected a number from 0 on, got"):
        gg.octal("0.77").period(seconds=seconds)


def test_a_table_goes_on_from_its_file(tmp_path: Path) -> None:
    game = gg.octal("0.104")
    expected = gg.octal("0.104").values(60_000)
    game.values(20_000)
    game.save(tmp_path / "table.npz")
    loaded = HeapGame.load(tmp_path / "table.npz")
    assert loaded.reached == game.reached
    assert np.array_equal(loaded.values(60_000), expected)
    assert loaded.sparse_space(60_000) == game.sparse_space(60_000)


# -- tables ---------------------------------------------------------------------------------------


def test_a_table_grows_where_it_is_unless_somebody_looks_at_it() -> None:
    table = Table()
    table.make_room(1000)
    room = table.values
    table.make_room(5000)
    assert table.values is room
    view = table.view
    table.make_room(50_000)
    assert table.values is not room and view.tolist() == table.view.tolist()


def test_windows_of_one_hash_are_compared() -> None:
    base, difference = 0x9E3779B1, (740029, -397082, 774493)
    assert sum(d * base**i for i, d in enumerate(difference)) % 2**64 == 0
    one, other = [max(d, 0) for d in difference], [max(-d, 0) for d in difference]
    assert _periods.least_period(array("i", one + other), 1, 3) == (0, 0)
    assert _periods.least_period(array("i", other + one + other), 1, 3) == (0, 6)
