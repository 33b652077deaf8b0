"""The certificate of heap games: it accepts right tables, and refuses every other.

Pinned here: tables of every kind of rule are accepted; a table with any one value changed is
refused at the first heap that is wrong, with its options; so are periods with any field changed;
the options are those of the reference; wrong kernels, and a wrong option generator of the solver,
are found out.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from itertools import count
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

import graphgame as gg
from graphgame import HeapGame, Period, VerificationError
from graphgame.heaps.rules import _sparse, _splitting, _taking, interface as rules, splitting
from graphgame.heaps.verify import _Rule, verify_values
from tests.heaps.test_game import catalogue, code_of, digits, hexadecimal, numbers
from tests.reference import heaps as reference

CATALOGUE = catalogue()


def size(name: str) -> int:
    return 60 if name in {"0.8", "0.E", "8.3", "C.08", "0.F1"} else 200


@pytest.mark.parametrize("name", CATALOGUE)
def test_right_tables_are_accepted(name: str) -> None:
    game, _ = catalogue()[name]
    for n in (0, 1, 2, 3, size(name)):
        assert game.verify(n) is True


@pytest.mark.parametrize("name", CATALOGUE)
def test_the_options_are_those_of_the_definition(name: str) -> None:
    game, options = CATALOGUE[name]
    rule = _Rule(game._rule.given, 30)
    for heap in range(31):
        assert set(rule.options(heap)) == options(heap)


@given(numbers, st.integers(0, 150))
def test_right_tables_of_numbers(chosen: set[int], n: int) -> None:
    assert gg.subtraction(chosen).verify(n)
    assert gg.all_but(chosen).verify(n)


@settings(max_examples=50)
@given(digits, st.sampled_from([0, 4]), st.integers(0, 90))
def test_right_tables_of_octal_games(tail: list[int], splits: int, n: int) -> None:
    assert gg.octal(code_of(tail, splits=splits)).verify(n)


@settings(max_examples=30)
@given(hexadecimal, st.sampled_from([0, 4, 8, 12]), st.integers(0, 40))
def test_right_tables_of_hexadecimal_games(tail: list[int], splits: int, n: int) -> None:
    assert gg.octal(code_of(tail, splits=splits)).verify(n)


def test_games_of_functions_and_of_names() -> None:
    assert gg.taking(lambda t: t % 3 == 1).verify(300)
    assert gg.taking(t * t for t in count(1)).verify(300)
    for name in ("squares", "cubes", "primes", "triangular numbers", "powers of 2", "powers of 3"):
        assert gg.taking(name).verify(500)


def test_a_table_in_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("graphgame.heaps.verify._BLOCK", 1 << 8)
    for name, (game, _) in catalogue().items():
        assert game.verify(size(name))


# -- mutants --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", CATALOGUE)
def test_every_value_that_is_changed_is_refused(name: str) -> None:
    game, options = CATALOGUE[name]
    n = 40
    right = game.values(n).tolist()
    for heap in range(n + 1):
        for wrong in {right[heap] + 1, right[heap] - 1, right[heap] ^ 1, 0, 2**30 - 1}:
            if wrong == right[heap]:
                continue
            table = [*right]
            table[heap] = wrong
            with pytest.raises(VerificationError) as caught:
                verify_values(game._rule.given, np.array(table, dtype=np.int32))
            error = caught.value
            assert error.position == heap or not 0 <= wrong <= 2 * heap
            if error.position == heap:
                assert {option for option, _, _ in error.options} == options(heap)
                assert error.expected == f"value {right[heap]}, the mex of its options"
                assert error.found == f"value {wrong}"


@pytest.mark.parametrize("name", CATALOGUE)
def test_a_table_that_is_wrong_in_two_places_or_cut_and_moved_is_refused(name: str) -> None:
    game, _ = CATALOGUE[name]
    right = game.values(60)
    others = [right[1:], right[::-1], np.roll(right, 1), 1 - np.minimum(right, 1)]
    for table in others:
        if not np.array_equal(table, right[: len(table)]):
            with pytest.raises(VerificationError):
                verify_values(game._rule.given, table)


def test_another_game_is_refused() -> None:
    for name, (game, _) in CATALOGUE.items():
        for other, (rule, _) in CATALOGUE.items():
            values = game.values(60)
            if np.array_equal(values, rule.values(60)):
                continue
            with pytest.raises(VerificationError):
                verify_values(rule._rule.given, values)
            assert name != other


PROVEN = {
    "subtraction": gg.subtraction({2, 5, 7}),
    "nothing": gg.subtraction(()),
    "all but": gg.all_but({3, 4}),
    "nim": gg.all_but(),
    "kayles": gg.octal("0.77"),
    "one heap": gg.octal("0.333"),
    "three heaps": gg.octal("0.A"),
    "lasker": gg.laskers_nim(),
    "dawson": gg.octal("0.137"),
}


@pytest.mark.parametrize("name", PROVEN)
def test_proven_periods_are_accepted_and_certified(name: str) -> None:
    game = PROVEN[name]
    found = game.period()
    assert found is not None and found.proven
    assert game.verify(found.checked)
    values = game.values(found.checked + 100)
    assert verify_values(game._rule.given, values, found)
    shortest = values[: found.checked + 1]
    assert verify_values(game._rule.given, shortest, found)
    with pytest.raises(VerificationError):
        verify_values(game._rule.given, shortest[:-1], found)


@pytest.mark.parametrize("name", PROVEN)
def test_every_field_of_a_period_that_is_changed_is_refused(name: str) -> None:
    game = PROVEN[name]
    found = game.period()
    assert found is not None
    p, q = found.preperiod, found.period
    values = game.values(4 * (found.checked + 2 * q))
    needed = found.checked
    if name == "lasker":
        needed = p + q  # published, not proven from the table
    elif name == "nothing":
        needed = 1
    changed: list[Period] = [
        found._replace(preperiod=p + 1, last_exception=p),
        found._replace(period=q + 1),
        found._replace(period=2 * q, saltus=2 * found.saltus, checked=found.checked + 2 * q),
        found._replace(period=0),
        found._replace(saltus=found.saltus + 1),
        found._replace(saltus=-1),
        found._replace(last_exception=p),
        found._replace(proven=False),
        found._replace(checked=needed - 1),
        found._replace(checked=len(values)),
        found._replace(checked=-1),
    ]
    if p:
        changed.append(found._replace(preperiod=p - 1, last_exception=p - 2 if p > 1 else None))
    if q > 1:
        changed.append(found._replace(period=q - 1))
    for wrong in changed:
        with pytest.raises(VerificationError):
            verify_values(game._rule.given, values, wrong)


def test_a_period_of_a_game_without_a_theorem_is_refused() -> None:
    for game in (gg.taking("powers of 2"), gg.octal("0.8"), gg.grundys_game()):
        values = game.values(60)
        found = game.period(60) or Period(0, 3, 0, None, False, 60)
        with pytest.raises(VerificationError):
            verify_values(game._rule.given, values, found._replace(proven=True))
        assert game.verify(60), "nothing is claimed"


def test_a_right_period_that_the_table_breaks_is_refused() -> None:
    game = gg.octal("0.77")
    found = game.period()
    values = game.values(500).copy()
    values[400] += 1
    with pytest.raises(VerificationError, match="^position 400: "):
        verify_values(game._rule.given, values, found)


# -- solvers that are wrong -----------------------------------------------------------------------


def wrong_at(kernel: Any, heap: int) -> Any:
    """Return a kernel that gives one heap a value too many."""

    def kernel_of(values: Any, done: Any, upto: int, *rest: Any) -> Any:
        before = done[0]
        found = kernel(values, done, upto, *rest)
        if before <= heap < done[0]:
            memoryview(values)[heap] += 1
        return found

    return kernel_of


@pytest.mark.parametrize(
    ("module", "kernel", "make", "heaps"),
    [
        (_taking, "take_below", lambda: gg.subtraction({1, 4, 9}), (1, 57, 1500)),
        (_taking, "take_below", lambda: gg.taking("squares"), (1, 57, 1500)),
        (_taking, "take_one_by_one", lambda: gg.subtraction(range(1, 700)), (1500,)),
        (_taking, "take_all_but", lambda: gg.all_but({2, 3}), (1, 57, 1500)),
        (_splitting, "split", lambda: gg.octal("0.77"), (1, 57, 900)),
        (_splitting, "split", gg.grundys_game, (1, 57, 900)),
        (_splitting, "split", gg.laskers_nim, (1, 57, 1500)),
        (_splitting, "split_in_three", lambda: gg.octal("0.8F"), (1, 57, 300)),
        (_sparse, "sparse", lambda: gg.octal("0.16"), (1500,)),
        (_sparse, "sparse", gg.grundys_game, (6000,)),
    ],
)
def test_a_wrong_kernel_is_found_out(
    module: Any,
    kernel: str,
    make: Callable[[], HeapGame],
    heaps: tuple[int, ...],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for heap in heaps:
        assert make().verify(heap + 20)
        with monkeypatch.context() as patch:
            patch.setattr(module, kernel, wrong_at(getattr(module, kernel), heap))
            game = make()
            patch.setattr(game._rule, "proof", lambda table: None)  # nothing is copied
            with pytest.raises(VerificationError) as caught:
                game.verify(heap + 20)
            assert caught.value.position == heap


def test_a_wrong_proof_is_found_out() -> None:
    game = gg.octal("0.77")
    game._rule.proof = lambda table: Period(0, 1, 0, None, True, 5)  # type: ignore[method-assign]
    with pytest.raises(VerificationError):
        game.verify(300)


def test_the_options_of_the_solver_take_no_part(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "ragged", lambda *_: 1 // 0)
    for name in ("ragged", "_pairs_with_sum", "_triples_with_sum"):
        monkeypatch.setattr(splitting, name, lambda *_, **__: 1 // 0)
    monkeypatch.setattr(HeapGame, "options", lambda *_: 1 // 0)
    for name, (game, _) in catalogue().items():
        assert game.verify(size(name))


def test_a_loaded_table_is_verified_by_what_the_file_holds() -> None:
    for wrong in (0, 1):
        game, file = gg.octal("0.137"), io.BytesIO()
        assert len(game.values(700)) == 701  # the table is there
        memoryview(game._known.table.values)[600] += wrong
        game.save(file)
        file.seek(0)
        back = HeapGame.load(file)
        if wrong:
            with pytest.raises(VerificationError, match="^position 600: "):
                back.verify(700)
        else:
            assert back.verify(700)


def test_the_reference_agrees_with_the_certificate() -> None:
    values = np.array(reference.values(reference.octal("0.77"), 80))
    assert verify_values(["octal", " .770 "], values)
    with pytest.raises(VerificationError):
        verify_values(["octal", "0.07"], values)
