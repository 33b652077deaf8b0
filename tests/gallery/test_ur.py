"""The Royal Game of Ur: the rule in C against the rules in our own words, and known values.

The rules here know players, squares of a path, and sets; nothing of layers, bits and indices.
"""

from __future__ import annotations

import random
import shutil
from typing import Any

import numpy as np
import pytest

from graphgame.chance.layers.layer_rule import WON, LayerRule
from graphgame.chance.solve import solve_chance
from tests.chance.layered import explicit
from tests.gallery.comparing import game
from tests.reference.chance import CHANCE

pytestmark = [
    pytest.mark.large,  # hundreds of thousands of states
    pytest.mark.skipif(shutil.which("gcc") is None, reason="there is no gcc"),
]

# Pieces off the board, and squares of the pieces on it, of who throws and of the other player.
State = tuple[tuple[int, int], tuple[frozenset[int], frozenset[int]]]
STATES = {1: 217, 2: 12_869, 3: 263_121, 4: 2_602_822, 5: 14_669_769, 7: 137_870_097}
VALUES = {1: 0.530049839525, 2: 0.518572907496, 3: 0.516201102238}


def played(pieces: int) -> Any:
    return game("royal_game_of_ur", "RoyalGameOfUr", pieces)


def moves(state: State, throw: int, pieces: int) -> set[tuple[bool, State] | None]:
    """Return whether the turn passes, and the state after each move; None for the last piece."""
    (home, other_home), (mine, theirs) = state
    found: set[tuple[bool, State] | None] = set()
    starts = set(mine)
    if home + len(mine) < pieces:
        starts.add(0)
    for start in starts if throw else ():
        end = start + throw
        rest = mine - {start}
        if end == 15 and home + 1 == pieces:
            found.add(None)
        elif end == 15:
            found.add((True, ((other_home, home + 1), (theirs, frozenset(rest)))))
        elif end < 15 and end not in mine:
            shared = 5 <= end <= 12
            if shared and end in theirs and end == 8:
                continue
            left = theirs - {end} if shared else theirs
            came = frozenset({*rest, end})
            if end in (4, 8, 14):
                found.add((False, ((home, other_home), (came, frozenset(left)))))
            else:
                found.add((True, ((other_home, home), (frozenset(left), came))))
    return found or {(True, ((other_home, home), (theirs, mine)))}


def state_at(rule: Any, index: int) -> State:
    (home, other), (mine, theirs) = rule.squares(index)
    return (home, other), (frozenset(mine), frozenset(theirs))


@pytest.mark.parametrize("pieces", STATES)
def test_all_states_are_counted(pieces: int) -> None:
    assert played(pieces).layers[-1] == STATES[pieces]


@pytest.mark.parametrize(("pieces", "count"), [(1, 217), (2, 12_869), (3, 500), (7, 500)])
def test_moves_are_those_of_the_rules(pieces: int, count: int) -> None:
    rule = played(pieces)
    read = LayerRule(rule)
    rng = random.Random(pieces)
    size = rule.layers[-1]
    chosen = range(size) if count == size else rng.sample(range(size), count)
    states = np.array(chosen, dtype=np.int64)
    for throw in range(5):
        ptr, options = read.ask(states, throw)
        for k, index in enumerate(chosen):
            found = options[ptr[k] : ptr[k + 1]].tolist()
            named = {
                None if x == WON else (x < 0, state_at(rule, ~x if x < 0 else x)) for x in found
            }
            assert named == moves(state_at(rule, index), throw, pieces)
            assert len(named) == len(found)


@pytest.mark.parametrize("pieces", [1, 2])
def test_states_are_all_different(pieces: int) -> None:
    rule = played(pieces)
    states = {state_at(rule, index) for index in range(rule.layers[-1])}
    assert len(states) == STATES[pieces]
    assert state_at(rule, rule.start) == ((0, 0), (frozenset(), frozenset()))


@pytest.mark.parametrize("pieces", VALUES)
def test_values_are_known(pieces: int) -> None:
    rule = played(pieces)
    db = rule.solve()
    assert db.value(rule.start) == pytest.approx(VALUES[pieces], abs=6e-13)
    lower, upper = db.bounds(rule.start)
    assert lower <= VALUES[pieces] + 6e-13
    assert VALUES[pieces] - 6e-13 <= upper
    db.verify(sample=2000)
    plain = rule.solve(precision=None, threads=2)
    assert plain.value(rule.start) == pytest.approx(VALUES[pieces], abs=6e-13)


def test_one_piece_has_the_values_of_solve_chance() -> None:
    rule = played(1)
    read = LayerRule(rule)
    table = [
        [read.ask(np.array([v], dtype=np.int64), r)[1].tolist() for r in range(5)]
        for v in range(217)
    ]

    class Same:
        rolls, layers = rule.rolls, rule.layers

        def moves(self, index: int, roll: int) -> list[int]:
            return list(table[index][roll])

    whole = explicit(Same())
    rows = {
        v: dict(zip(whole.options[v], whole.chances[v], strict=True))
        if whole.kind[v] == CHANCE
        else [*whole.options[v]]
        for v in range(whole.n)
    }
    owner = {v: "chance" if k == CHANCE else k for v, k in enumerate(whole.kind)}
    expected = solve_chance(rows, owner=owner, scores={0: 1, 1: 0})
    db = rule.solve()
    for state in range(217):
        assert db.value(state) == pytest.approx(expected.value(2 + 6 * state), abs=1e-11)


def test_moves_are_named() -> None:
    rule = played(2)
    db = rule.solve(precision=None)
    found = db.move_values(rule.start, 4)
    assert [rule.move(rule.start, option) for option in found] == ["in–4"]
    assert [rule.move(rule.start, x) for x in db.move_values(rule.start, 0)] == ["pass"]
    ends = {"the last piece leaves the board", "14–off"}
    named = {
        rule.move(index, option)
        for index in range(rule.layers[-1])
        if rule.squares(index)[1][0] == {14}
        for option in db.move_values(index, 1)
    }
    assert ends <= named
