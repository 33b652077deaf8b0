"""`build_chance`: the values and bounds of games of layers.

Pinned here: values of random games are those of the definition and of `solve_chance` for the same
game with all its positions, and within the bounds, which are a proof; rules in Python, C, cffi and
Numba give the same; threads, groups, ends, ties; rules that are wrong are refused in a sentence
that names the place.
"""

from __future__ import annotations

import ctypes
import random
import signal
import threading
import time
from typing import Any

import numpy as np
import pytest

from graphgame.chance.layers import layers as solver
from graphgame.chance.layers.layer_rule import LOST, WON
from graphgame.chance.layers.layers import build_chance
from graphgame.chance.solve import solve_chance
from graphgame.errors import GraphGameError, TooLargeError
from tests.chance.layered import Race, Table, explicit, library, random_table, surely_ends
from tests.reference.chance import CHANCE

TINY = 1e-12


def values_of_solve(game: Any) -> np.ndarray[Any, Any]:
    """Return the values of the states by `solve_chance`, with all positions."""
    whole = explicit(game)
    rows = {
        v: dict(zip(whole.options[v], whole.chances[v], strict=True))
        if whole.kind[v] == CHANCE
        else [*whole.options[v]]
        for v in range(whole.n)
    }
    owner = {v: "chance" if k == CHANCE else k for v, k in enumerate(whole.kind)}
    found = solve_chance(rows, owner=owner, scores={0: 1, 1: 0}, precision=1e-11)
    per = 1 + len(game.rolls)
    return np.array([found.value(2 + state * per) for state in range(game.layers[-1])])


@pytest.mark.parametrize("seed", range(12))
def test_tiny_games_have_the_values_of_the_definition(seed: int) -> None:
    game = random_table(random.Random(seed), 2, 1 + seed % 2, 2)
    db = build_chance(game)
    exact = explicit(game).values
    for state in range(2):
        x = exact[2 + 3 * state]
        lower, upper = db.bounds(state)
        assert lower <= x <= upper
        assert upper - lower <= 1e-9
        assert abs(db.value(state) - x) < TINY
    db.verify()


@pytest.mark.parametrize("seed", range(40))
def test_random_games_have_the_values_of_solve_chance(seed: int) -> None:
    rng = random.Random(seed)
    game = random_table(rng, 60, 1 + seed % 5, 1 + seed % 4)
    expected = values_of_solve(game)
    db = build_chance(game)
    assert np.abs(db.values(range(60)) - expected).max() < TINY
    bounds = np.array([db.bounds(v) for v in range(60)])
    assert (bounds[:, 0] <= expected + 1e-11).all()
    assert (expected - 1e-11 <= bounds[:, 1]).all()
    assert (bounds[:, 1] - bounds[:, 0]).max() <= 1e-9
    db.verify()
    plain = build_chance(game, precision=None)
    assert np.abs(plain.values(range(60)) - expected).max() < TINY


def test_values_of_options_are_those_of_their_states() -> None:
    game = Race(6)
    db = build_chance(game)
    for state in range(36):
        mean = 0.0
        for roll, weight in enumerate(game.rolls):
            found = db.move_values(state, roll)
            assert [*found] == [*dict.fromkeys(game.moves(state, roll))]
            for option, worth in found.items():
                inner = 1.0 if option == WON else db.value(max(option, ~option))
                assert worth == pytest.approx(inner if option >= 0 else 1 - inner, abs=1e-15)
            assert found[db.best_move(state, roll)] == max(found.values())
            mean += weight / sum(game.rolls) * max(found.values())
        assert db.value(state) == pytest.approx(mean, abs=TINY)


def test_equal_options_are_taken_by_their_states() -> None:
    db = build_chance(Table([1], [0, 1, 2, 3, 4], [[[~3, 2, ~1]], [[LOST]], [[WON]], [[LOST]]]))
    assert db.best_move(0, 0) == ~1
    assert db.move_values(0, 0) == {~3: 1.0, 2: 1.0, ~1: 1.0}


def test_values_are_exact_where_play_is_decided() -> None:
    db = build_chance(Table([1, 2], [0, 1, 2], [[[~1], [1]], [[WON], [WON]]]))
    assert db.value(1) == 1.0
    assert db.bounds(1)[1] == 1.0
    assert db.value(0) == pytest.approx(2 / 3)


def kinds() -> dict[str, Any]:
    """Return the race as a rule of every compiled kind."""
    n = ctypes.c_int64(5)

    class Data:
        """As `scipy.LowLevelCallable`."""

        def __init__(self, function: Any) -> None:
            self.function, self.user_data = function, ctypes.pointer(n)

    return {"ctypes": Data(library().race), "Python": Race(5).moves}


@pytest.mark.parametrize("kind", ["ctypes", "Python"])
def test_compiled_rules_have_the_values_of_python(kind: str) -> None:
    game: Any = Race(5)
    expected = build_chance(Race(5)).values(range(25))
    game.moves = kinds()[kind]
    db = build_chance(game)
    assert (db.values(range(25)) == expected).all()
    assert db.best_move(0, 2) == ~3
    db.verify()


def test_numba_functions_are_rules() -> None:
    numba = pytest.importorskip("numba")

    def moves(index: Any, roll: Any, options: Any, room: Any, data: Any) -> Any:
        a, b = index // 5, index % 5
        options[0] = 1 << 62 if a + roll + 1 >= 5 else ~(b * 5 + a + roll + 1)
        options[1] = options[0]
        if a + 1 >= 5:
            options[1] = 1 << 62
        elif roll:
            options[1] = ~(b * 5 + a + 1)
        else:
            options[1] = index + 5
        return 2

    game: Any = Race(5)
    expected = build_chance(Race(5)).values(range(25))
    game.moves = numba.cfunc("int64(int64, int64, CPointer(int64), int64, voidptr)")(moves)
    assert (build_chance(game).values(range(25)) == expected).all()
    inner = numba.njit(moves)
    game.moves = numba.njit(lambda index, roll, options: inner(index, roll, options, 0, 0))
    assert (build_chance(game).values(range(25)) == expected).all()
    game.moves = numba.cfunc("int64(int64, CPointer(int64), int64, voidptr)")(lambda a, b, c, d: a)
    with pytest.raises(GraphGameError, match=r"moves: expected a compiled function .* in Numba it"):
        build_chance(game)


def test_numba_functions_that_are_none_are_refused() -> None:
    numba = pytest.importorskip("numba")
    game: Any = Race(5)
    wrong = [
        (numba.njit(lambda index: index), r"moves: expected a Numba function of three parameters"),
        (numba.njit(lambda a, b, c: 0.5), r"that returns how many options it has written, got flo"),
        (numba.njit(lambda a, b, c: c.x), r"moves: Numba cannot compile it for an index, a roll"),
    ]
    for moves, message in wrong:
        game.moves = moves
        with pytest.raises(GraphGameError, match=message):
            build_chance(game)

    def beyond(index: Any, roll: Any, options: Any) -> Any:
        options[len(options)] = 1
        return 1

    game.moves = numba.njit(beyond)
    with pytest.raises(IndexError):
        build_chance(game)


def test_threads_have_the_values_of_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solver, "_SHARED", 1)
    game: Any = Race(40)
    game.moves = kinds()["ctypes"]
    game.moves.user_data = ctypes.pointer(ctypes.c_int64(40))
    expected = build_chance(game)
    found = build_chance(game, threads=3)
    assert np.abs(found.values(range(1600)) - expected.values(range(1600))).max() < TINY
    found.verify()


def test_rules_may_have_many_options() -> None:
    game = Table([1, 1], [0, 1], [])
    game.moves = library().many  # type: ignore[method-assign]
    assert build_chance(game).value(0) == 0.5


# -- what is refused -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rolls", "layers", "message"),
    [
        ([], [0, 1], r"rolls: expected a list of the weight of each roll, got none"),
        ([1, 0], [0, 1], r"rolls\[1\]: expected a weight of at least 1, got 0"),
        ([1, -2], [0, 1], r"rolls\[1\]: expected a weight of at least 1, got -2"),
        ([0.5, 0.5], [0, 1], r"rolls: expected integers, got 0.5"),
        ([2**31], [0, 1], r"rolls: expected weights that sum up to less than 2\^31"),
        ([1], [0], r"layers: expected where each group of states begins"),
        ([1], [1, 2], r"layers: expected where each group of states begins"),
        ([1], [0, 2, 2], r"layers\[2\]: expected more than the 2 before it, got 2"),
        ([1], [0, 2, 1], r"layers\[2\]: expected more than the 2 before it, got 1"),
        ([1], [0, 2**31], r"layers\[0\]: expected a group of at most 2\^30 states"),
    ],
)
def test_rolls_and_layers_that_are_none_are_refused(rolls: Any, layers: Any, message: str) -> None:
    with pytest.raises(GraphGameError, match=message):
        build_chance(Table(rolls, layers, [[[WON]] * len(rolls)] * 2))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ([], r"rule at index 1 and roll 0: expected at least one option, got none; where nothing"),
        ([3], r"expected options from 0 to 2, their complements ~index .* got 3"),
        ([~3], r"expected options from 0 to 2, their complements ~index .* got -4"),
        ([WON - 1], r"expected options from 0 to 2"),
        ([-(2**63)], r"expected options from 0 to 2"),
        ([0], r"expected options in the same group of states or in later ones, got 0, of the st"),
        ([~0], r"in later ones, got -1, of the state 0; layers that lead to each other are one g"),
        (None, r"rule at index 1 and roll 0: expected a list of options, .* got None"),
        (["a"], r"expected a list of options, integers of 64 bits, got \['a'\]"),
        ([2**63], r"expected a list of options, integers of 64 bits, got"),
    ],
)
def test_options_that_are_none_are_refused(options: Any, message: str) -> None:
    table = [[[WON]], [options], [[WON]]]
    for precision in (1e-9, None):
        with pytest.raises(GraphGameError, match=message):
            build_chance(Table([1], [0, 1, 3], table), precision=precision)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("none", "expected at least one option, got none"),
        ("fewer", "expected a number of options, got -5"),
        ("more", "expected a number of options, got .* with room for fewer"),
    ],
)
def test_compiled_rules_that_are_wrong_are_refused(name: str, message: str) -> None:
    game: Any = Table([1, 1], [0, 1], [])
    game.moves = getattr(library(), name)
    with pytest.raises(GraphGameError, match=message):
        build_chance(game)


def test_errors_of_a_rule_are_its_own() -> None:
    game: Any = Table([1], [0, 1], [])
    game.moves = lambda index, roll: 1 // index
    with pytest.raises(ZeroDivisionError):
        build_chance(game)


@pytest.mark.parametrize("seed", range(10))
def test_play_that_may_go_on_for_ever_is_refused(seed: int) -> None:
    rng = random.Random(seed)
    game = random_table(rng, 20, 2, 2)
    v = rng.randrange(20)
    # From v both players can come back to v after every roll.
    game.table[v] = [[*row, v] for row in game.table[v]]
    assert not surely_ends(game)
    for precision in (1e-9, None):
        with pytest.raises(GraphGameError, match=r"play that surely ends, got the state \d+, from"):
            build_chance(game, precision=precision)


def test_a_long_play_is_refused() -> None:
    n = 70_000
    steps = Table([1], [0, n], [[[v + 1]] for v in range(n - 1)] + [[[WON]]])
    with pytest.raises(TooLargeError, match=r"at most 65,535 moves in a group of states, got more"):
        build_chance(steps)
    short = Table([1], [0, n // 2, n], steps.table)
    assert build_chance(short).value(0) == 1


def test_players_may_answer_each_other_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    # Moves that are best against the last moves of all come round after some choices, as long as
    # values follow them for many sweeps.
    ends = [[~WON], [~WON], [WON]]
    moves = [[~0, ~1], [~2, 2], [~0, ~2]]
    game = Table([1, 24], [0, 3], [[*rows] for rows in zip(ends, moves, strict=True)])
    db = build_chance(game)
    assert db.verify()
    exact = explicit(game).values
    for state in range(3):
        lower, upper = db.bounds(state)
        assert lower <= exact[2 + 3 * state] <= upper
    monkeypatch.setattr(solver, "_LOST", 1 << 30)
    monkeypatch.setattr(solver, "_MOST_SWEEPS", 10_000)
    with pytest.raises(GraphGameError, match="values that settle within 10,000 sweeps"):
        build_chance(game)


def test_a_precision_that_float64_cannot_promise_is_refused() -> None:
    with pytest.raises(GraphGameError, match=r"precision: expected a number from 1e-14 on"):
        build_chance(Race(), precision=0)
    with pytest.raises(
        GraphGameError, match=r"precision: expected bounds at most 1e-14 apart, got"
    ):
        build_chance(Race(), precision=1e-14)


@pytest.mark.parametrize("missing", ["rolls", "layers", "moves"])
def test_a_rule_has_all_its_parts(missing: str) -> None:
    game = Race()
    rule = type("Rule", (), {x: getattr(game, x) for x in ("rolls", "layers") if x != missing})
    if missing != "moves":
        rule.moves = game.moves  # type: ignore[attr-defined]
    with pytest.raises(GraphGameError, match=f"rolls, layers and moves.* without {missing}"):
        build_chance(rule)


@pytest.mark.parametrize("index", [-1, 25, 1.0, "0", True, None])
def test_what_is_no_state_is_refused(index: Any) -> None:
    db = build_chance(Race())
    for ask in (db.value, db.bounds, lambda x: db.move_values(x, 0)):
        with pytest.raises(
            GraphGameError, match=r"index: expected the index of a state, from 0 to"
        ):
            ask(index)
    with pytest.raises(GraphGameError, match="indices"):
        db.values([0, index])
    with pytest.raises(GraphGameError, match=r"roll: expected one from 0 to 2"):
        db.best_move(0, 3)


def test_values_without_bounds_have_none() -> None:
    db = build_chance(Race(), precision=None)
    for ask in (db.verify, lambda: db.bounds(0)):
        with pytest.raises(
            GraphGameError, match="bounds: expected a game that was solved with prec"
        ):
            ask()
    assert repr(db) == "ChanceDatabase(n=25, no bounds)"
    assert len(db) == 25
    assert db.start == 0


def test_progress_counts_states() -> None:
    steps: list[Any] = []
    build_chance(Table([1], [0, 1, 3], [[[WON]], [[WON]], [[LOST]]]), progress=steps.append)
    assert [(step.done, step.total) for step in steps] == [(2, 3), (3, 3)]


@pytest.mark.parametrize("seed", range(6))
def test_a_rule_that_changes_does_no_harm(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solver, "_MOST_SWEEPS", 300)
    rng = random.Random(seed)
    game: Any = Table([1, 2], [0, 20, 50], [])

    def moves(index: int, roll: int) -> list[int]:
        first = 0 if index < 20 else 20
        found = [rng.randrange(first, 50) for _ in range(rng.randrange(1, 4))]
        return [WON] if rng.random() < 0.3 else [x if rng.random() < 0.5 else ~x for x in found]

    game.moves = moves
    with pytest.raises(GraphGameError, match=r"rule: expected (values that settle|play that)|prec"):
        build_chance(game)


def test_ctrl_c_ends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    game: Any = Race(1200)
    game.moves = kinds()["ctypes"]
    game.moves.user_data = ctypes.pointer(ctypes.c_int64(1200))
    timer = threading.Timer(0.2, signal.raise_signal, [signal.SIGINT])
    began = time.monotonic()

    def again_and_again() -> None:  # however fast the machine is
        while True:
            build_chance(game)

    timer.start()
    with pytest.raises(KeyboardInterrupt):
        again_and_again()
    assert time.monotonic() - began < 30
