"""Nim and its variants: what the rules give is what all moves give.

Pinned here: outcomes and winning moves of every position of small boxes, in both kinds of play,
held against the reference and against `solve`; many positions at once equal to one by one, for
every type of integer, at the ends of 64 bits and across blocks; integers of any size.  What comes
in, and what is refused, is in test_nim_input.py.
"""

from __future__ import annotations

from itertools import islice, product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, strategies as st

import graphgame as gg
from graphgame import nim
from graphgame.nim import rules as nim_rules
from tests.reference.nim import Piles, Rules, outcome as true_outcome

PLAYS = ["normal", "misere"]
# Boxes of positions: each pile from 0 to its bound.
BOXES: list[tuple[Rules, list[Piles]]] = [
    (Rules(), [(), (20,), (9, 9), (7, 7, 7), (3, 3, 4, 3), (2, 2, 2, 2, 2)]),
    *((Rules(most=k), [(17,), (7, 7, 7), (3, 3, 3, 3)]) for k in (1, 2, 3, 5)),
    (Rules(k=2), [(9, 9), (5, 5, 5), (3, 3, 3, 3), (1, 2, 1, 2, 1)]),
    (Rules(k=3), [(4, 4, 4), (3, 3, 3, 3), (1, 1, 1, 2, 1, 1)]),
    (Rules(k=4), [(3, 3), (2, 2, 2, 2, 2), (1,) * 8]),
    (Rules(k=5), [(1,) * 8, (1, 2, 1, 2, 1)]),
    (Rules(stairs=True), [(), (9,), (6, 5), (4, 4, 4), (2, 2, 2, 2), (1, 1, 1, 1, 1, 1)]),
    *((Rules(stairs=True, most=k), [(8, 5), (4, 5, 3), (2, 3, 2, 1, 2)]) for k in (1, 2, 3)),
]
CASES = [
    pytest.param(rules, box, play, id=f"{rules}-{box}-{play}")
    for rules, boxes in BOXES
    for box in boxes
    for play in PLAYS
]


def outcome_of(rules: Rules, piles: Any, play: str) -> Any:
    if rules.k > 1:
        return nim.moore_outcome(piles, rules.k, play=play)
    if rules.stairs:
        return nim.staircase_outcome(piles, play=play, most=rules.most)
    return nim.outcome(piles, play=play, most=rules.most)


def moves_of(rules: Rules, piles: Any, play: str) -> Any:
    if rules.k > 1:
        return list(nim.moore_winning_moves(piles, rules.k, play=play))
    if rules.stairs:
        return nim.staircase_winning_moves(piles, play=play, most=rules.most)
    return nim.winning_moves(piles, play=play, most=rules.most)


def changes_of(rules: Rules, piles: Piles, play: str) -> list[tuple[tuple[int, int], ...]]:
    """Each winning move as (pile, new size) for each pile that it takes from."""
    moves = moves_of(rules, piles, play)
    return moves if rules.k > 1 else [(move,) for move in moves]


def box_of(corner: Piles) -> list[Piles]:
    return list(product(*(range(bound + 1) for bound in corner)))


# -- every position of a box ----------------------------------------------------------------------


@pytest.mark.parametrize(("rules", "corner", "play"), CASES)
def test_outcomes_and_moves_are_those_that_solve_finds(
    rules: Rules, corner: Piles, play: str
) -> None:
    graph = gg.explore(rules.options, box_of(corner))
    solution = gg.solve(graph, play=play)
    for piles, found in zip(graph.labels or (), solution.outcomes.tolist(), strict=True):
        assert isinstance(piles, tuple)
        assert outcome_of(rules, piles, play) == found, piles
        changes = changes_of(rules, piles, play)
        assert len(changes) == len(set(changes)), piles
        after = {rules.after(piles, change) for change in changes}
        assert len(after) == len(changes)
        assert after == set(solution.winning_moves(piles)), piles


@pytest.mark.parametrize(("rules", "corner", "play"), CASES)
def test_outcomes_are_those_of_the_reference(rules: Rules, corner: Piles, play: str) -> None:
    for piles in box_of(corner)[:: 3 if len(corner) > 3 else 1]:
        assert outcome_of(rules, piles, play) == true_outcome(rules, piles, play), piles


@pytest.mark.parametrize(("rules", "corner", "play"), CASES)
def test_all_positions_of_a_box_at_once(rules: Rules, corner: Piles, play: str) -> None:
    box = box_of(corner)
    positions = np.array(box, dtype=np.int16).reshape(len(box), len(corner))
    found = outcome_of(rules, positions, play)
    assert (found.dtype, found.shape, found.flags.writeable) == (np.int8, (len(box),), False)
    assert found.tolist() == [int(outcome_of(rules, piles, play)) for piles in box]
    if rules.k > 1:
        return
    expected = [(p, *move) for p, piles in enumerate(box) for move in moves_of(rules, piles, play)]
    columns = moves_of(rules, positions, play)
    assert [column.flags.writeable for column in columns] == [False] * 3
    assert [column.dtype for column in columns] == [np.intp, np.intp, np.int16]
    assert list(zip(*(column.tolist() for column in columns), strict=True)) == expected


def test_moves_of_a_pile_stand_in_the_order_of_the_piles() -> None:
    assert nim.winning_moves([3, 4, 5], most=3) == [(0, 1), (1, 2), (2, 3)]
    assert nim.staircase_winning_moves([1, 5, 3]) == [(1, 3), (2, 1)]
    for move in nim.moore_winning_moves([7, 6, 5, 4], 3):
        assert list(move) == sorted(move)


# -- what is published ----------------------------------------------------------------------------


def test_bouton() -> None:
    """Bouton 1901: there are 35 safe combinations of three different piles below 16."""
    safe = [(a, b, c) for a, b, c in product(range(1, 16), repeat=3) if a < b < c and a ^ b == c]
    assert len(safe) == 35
    assert (1, 2, 3) in safe and (3, 12, 15) in safe and (7, 11, 12) in safe
    for piles in product(range(1, 16), repeat=3):
        a, b, c = sorted(piles)
        lost = (a, b, c) in safe
        if len({a, b, c}) == 3:
            assert nim.outcome(piles) == (gg.LOSE if lost else gg.WIN)
            assert nim.outcome(piles, play="misere") == nim.outcome(piles)


def test_misere_nim_turns_round_at_the_end() -> None:
    for n in range(10):
        assert nim.outcome([1] * n) == (gg.WIN if n % 2 else gg.LOSE)
        assert nim.outcome([1] * n, play="misere") == (gg.LOSE if n % 2 else gg.WIN)
        assert nim.winning_moves([1] * n + [9], play="misere") == [(n, 1 - n % 2)]
    assert nim.outcome([2, 2], play="misere") == gg.LOSE


def test_the_end_of_the_game() -> None:
    for piles in ([], [0], [0, 0, 0]):
        assert nim.outcome(piles) == gg.LOSE
        assert nim.outcome(piles, play="misere") == gg.WIN
        assert nim.winning_moves(piles, play="misere") == nim.winning_moves(piles) == []
        assert nim.moore_outcome(piles, 2, play="misere") == gg.WIN
        assert list(nim.moore_winning_moves(piles, 2, play="misere")) == []
        assert nim.staircase_outcome(piles, play="misere") == gg.WIN
        assert nim.staircase_winning_moves(piles, play="misere") == []


def test_taking_one_to_k_from_one_pile() -> None:
    """Bachet 1612: multiples of k + 1 are lost; in misère play those that leave remainder 1."""
    for k in range(1, 8):
        lost = [n for n in range(60) if nim.outcome([n], most=k) == gg.LOSE]
        assert lost == list(range(0, 60, k + 1))
        lost = [n for n in range(60) if nim.outcome([n], most=k, play="misere") == gg.LOSE]
        assert lost == list(range(1, 60, k + 1))


def test_moore_and_a_bound_together_have_no_such_rule() -> None:
    """The example of the docstring: remainders modulo 2 would make it a LOSE."""
    assert nim.moore_outcome([1, 1, 1, 0], 2) == gg.LOSE
    assert true_outcome(Rules(k=2, most=1), (1, 1, 1, 2), "normal") == gg.WIN


# -- integers of any size -------------------------------------------------------------------------

sizes = st.one_of(
    st.integers(0, 9), st.integers(0, 10**40), st.integers(0, 70).map(lambda e: 2**e - 1)
)
plays = st.sampled_from(PLAYS)
bounds = st.none() | st.integers(1, 9) | st.integers(1, 10**30)
big_rules = st.one_of(
    st.builds(Rules, most=bounds, stairs=st.booleans()), st.builds(Rules, k=st.integers(2, 5))
)


@given(big_rules, st.lists(sizes, max_size=6).map(tuple), plays)
def test_moves_of_any_size_are_legal_and_win(rules: Rules, piles: Piles, play: str) -> None:
    moves: Any = moves_of(rules, piles, play) if rules.k == 1 else []
    if rules.k > 1:
        iterator = nim.moore_winning_moves(piles, rules.k, play=play)
        moves = list(islice(iterator, 30))
        assert len(set(moves)) == len(moves)
    for move in moves:
        changes = move if rules.k > 1 else (move,)
        assert 1 <= len(changes) <= rules.k
        assert list(changes) == sorted(set(changes))
        for i, size in changes:
            assert piles[i] - rules.bound(piles[i]) <= size < piles[i]
        assert outcome_of(rules, rules.after(piles, changes), play) == gg.LOSE
    over = play == "misere" and not any(piles)
    assert bool(moves) == (outcome_of(rules, piles, play) == gg.WIN and not over)


@given(st.lists(sizes, max_size=6), plays)
def test_variants_without_a_bound_are_nim(piles: list[int], play: str) -> None:
    expected = nim.winning_moves(piles, play=play)
    most = max([*piles, 1])
    assert nim.winning_moves(piles, play=play, most=most) == expected
    assert nim.winning_moves(piles, play=play, most=most + 1) == expected
    assert [move for (move,) in nim.moore_winning_moves(piles, 1, play=play)] == expected
    apart = [size for pile in piles for size in (pile, 0)]
    assert nim.staircase_winning_moves(apart, play=play) == [(2 * i, x) for i, x in expected]


def test_one_of_the_moves_where_there_are_more_than_any_memory_holds() -> None:
    piles = [2**200 + i for i in range(300)]
    for play in PLAYS:
        assert nim.moore_outcome(piles, 100, play=play) == gg.WIN
        move = next(nim.moore_winning_moves(piles, 100, play=play))
        assert nim.moore_outcome(Rules(k=100).after(tuple(piles), move), 100) == gg.LOSE
    assert next(nim.moore_winning_moves([2**20_000, 5], 1)) == ((0, 5),)


def test_more_heaps_than_there_are() -> None:
    assert nim.moore_outcome([1, 2], 10**30) == nim.moore_outcome([1, 2], 2) == gg.WIN
    assert list(nim.moore_winning_moves([1, 2], 10**30)) == [((0, 0), (1, 0))]
    both = nim.moore_outcome(np.array([[1, 2], [0, 0]]), 10**30, play="misere")
    assert both.tolist() == [gg.WIN, gg.WIN]
    for k in (5, 6, 7, 8):  # as many as piles, and more
        assert nim.moore_outcome([1] * 6, k, play="misere") == gg.WIN
        assert nim.moore_outcome([1] * (k + 2), k, play="misere") == gg.LOSE


# -- many positions -------------------------------------------------------------------------------

TYPES = [f"{sign}int{bits}" for sign in ("", "u") for bits in (8, 16, 32, 64)]


@st.composite
def positions(draw: st.DrawFn) -> np.ndarray[Any, Any]:
    dtype = np.dtype(draw(st.sampled_from(TYPES)))
    most = int(np.iinfo(dtype).max)
    entries = st.one_of(st.integers(0, 5), st.integers(most - 5, most), st.integers(0, most))
    shape = draw(st.tuples(st.integers(0, 6), st.integers(0, 5)))
    flat = draw(st.lists(entries, min_size=shape[0] * shape[1], max_size=shape[0] * shape[1]))
    array = np.array(flat, dtype=dtype).reshape(shape)
    return np.asfortranarray(array) if draw(st.booleans()) else array


array_bounds = bounds | st.sampled_from([2**63 - 1, 2**63, 2**64 - 2, 2**64 - 1, 2**64, 10**30])
array_rules = st.one_of(
    st.builds(Rules, most=array_bounds, stairs=st.booleans()),
    st.builds(Rules, k=st.integers(2, 5)),
)


@given(positions(), array_rules, plays)
def test_many_positions_are_one_by_one(
    array: np.ndarray[Any, Any], rules: Rules, play: str
) -> None:
    before = array.copy()
    rows = array.tolist()
    found = outcome_of(rules, array, play)
    assert found.dtype == np.int8
    assert found.tolist() == [outcome_of(rules, row, play) for row in rows]
    if rules.k == 1:
        columns = moves_of(rules, array, play)
        assert columns[2].dtype == array.dtype
        assert list(zip(*(column.tolist() for column in columns), strict=True)) == [
            (p, *move) for p, row in enumerate(rows) for move in moves_of(rules, row, play)
        ]
    assert (array == before).all()


def test_coins_of_the_stair_above_do_not_wrap_round() -> None:
    """The first stair should hold fewer: no number of coins from above does that, modulo 2^64."""
    stairs = [2**63 + 5, 2**64 - 1, 3]
    array = np.array([stairs], dtype=np.uint64)
    position, stair, size = nim.staircase_winning_moves(array)
    assert position.tolist() == [0]
    assert [*zip(stair.tolist(), size.tolist(), strict=True)] == [(0, 3)]
    assert nim.staircase_winning_moves(stairs) == [(0, 3)]


@pytest.mark.parametrize("most", [2**64 - 2, 2**64 - 1, 2**64, 2**64 + 9, 2**65 - 2, 2**65, 10**30])
def test_coins_of_the_stair_above_may_make_more_than_a_word_holds(most: int) -> None:
    """A stair of most + 1 coins is as good as none, also where no single pile is so large."""
    large = 2**64 - 6
    stairs = [[0, 0, large, large], [0, 0, 2**64 - 1, 2**64 - 1], [5, 2**64 - 1, 4, 2**64 - 1]]
    found = nim.staircase_winning_moves(np.array(stairs, dtype=np.uint64), most=most)
    assert [*zip(*(column.tolist() for column in found), strict=True)] == [
        (i, *move)
        for i, row in enumerate(stairs)
        for move in nim.staircase_winning_moves(row, most=most)
    ]
    if most == 2**64 - 1:  # 6 coins from above make it 2^64
        assert nim.staircase_winning_moves(stairs[0], most=most) == [(2, 0), (3, large - 6)]


@pytest.mark.parametrize("shape", [(9000, 3), (3, 3000), (4097, 64), (4095, 65), (0, 3), (3, 0)])
@pytest.mark.parametrize("play", PLAYS)
def test_blocks_of_positions(shape: tuple[int, int], play: str) -> None:
    array = np.random.default_rng(1).integers(0, 2**40, shape, dtype=np.uint64)
    array[::2] &= np.uint64(1)
    nim_sum = np.bitwise_xor.reduce(array, axis=1)
    lost = nim_sum == 0
    if play == "misere":
        lost = np.where((array < 2).all(axis=1), nim_sum == 1, lost)
    assert (nim.outcome(array, play=play) == np.where(lost, gg.LOSE, gg.WIN)).all()
    position, pile, size = nim.winning_moves(array, play=play)
    after = array[position]
    assert (size < after[np.arange(len(pile)), pile]).all()
    after[np.arange(len(pile)), pile] = size
    assert (nim.outcome(after, play=play) == gg.LOSE).all()
    won = np.flatnonzero(~lost & array.any(axis=1))
    assert np.unique(position).tolist() == won.tolist()


def test_blocks_of_a_few(monkeypatch: pytest.MonkeyPatch) -> None:
    array = np.random.default_rng(2).integers(0, 9, (50, 4))
    for rules, play in product([Rules(), Rules(most=3), Rules(stairs=True)], PLAYS):
        monkeypatch.undo()
        whole = outcome_of(rules, array, play), *moves_of(rules, array, play)
        monkeypatch.setattr(nim_rules, "_BLOCK_PILES", 8)
        monkeypatch.setattr(nim_rules, "_BLOCK_POSITIONS", 1)
        parts = outcome_of(rules, array, play), *moves_of(rules, array, play)
        assert all((a == b).all() for a, b in zip(whole, parts, strict=True))
