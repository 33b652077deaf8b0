"""Nine men's morris, whose rules are in C, against rules point by point.

The rules here are written on tuples and sets, in their own words.  Published numbers stand with
their sources in the example.
"""

from __future__ import annotations

import importlib
import random
from collections import Counter
from itertools import permutations, product
from math import comb

import numpy as np
import pytest

import graphgame as gg
from graphgame import DRAW, LOSE, NO_PRESET, WIN
from tests.gallery.comparing import MARKS, Stones, compare, game, random_positions, stones

pytestmark = MARKS

PLACES = [
    (3 + size * dx, 3 + size * dy)
    for size in (3, 2, 1)
    for dx, dy in [(-1, -1), (0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0)]
]
# Rows of three points: those with the same x or y, of which the middle ones are two rows each.
ROWS = [
    frozenset(row)
    for axis, k in product((0, 1), range(7))
    for line in [sorted((p for p in range(24) if PLACES[p][axis] == k), key=PLACES.__getitem__)]
    for row in (line[:3], line[3:])
    if row
]


def slid(position: Stones) -> list[Stones]:
    own, other = position
    found = []
    for a, b in product(own, set(range(24)) - own - other):
        beside = any({a, b} <= row for row in ROWS) and not any(
            {a, b} <= row and set(row - {a, b}) == {c} and between(a, c, b)
            for row in ROWS
            for c in row
        )
        if not beside and len(own) > 3:
            continue
        after = own - {a} | {b}
        if not any(b in row and row <= after for row in ROWS):
            found.append((other, after))
            continue
        free = {p for p in other if not any(p in row and row <= other for row in ROWS)}
        found += [(other - {taken}, after) for taken in free or other]
    return found


def between(a: int, c: int, b: int) -> bool:
    """Whether point c stands in the middle of a and b."""
    return all(2 * PLACES[c][k] == PLACES[a][k] + PLACES[b][k] for k in (0, 1))


@pytest.mark.parametrize("counts", [(3, 3), (4, 3), (5, 4)])
def test_morris_is_the_game_on_points(counts: tuple[int, int]) -> None:
    assert len(ROWS) == 16
    played = game("nine_mens_morris", "NineMensMorris", *counts)
    rng = random.Random(sum(counts))
    starts = []
    for _ in range(300):
        points = rng.sample(range(24), sum(counts))
        own, other = points[: counts[0]], points[counts[0] :]
        starts.append(sum(1 << p for p in own) | sum(1 << p + 24 for p in other))
    codes = random_positions(played, starts, 40, 1000)
    seen = compare(played, codes, slid, lambda p: LOSE if len(p[0]) < 3 else NO_PRESET, 24)
    assert set(seen) >= {LOSE, NO_PRESET}


def classes_of_placements(first: int, second: int, *, any_order: bool) -> int:
    """Return how many placements of two colours differ, by Burnside's lemma.

    A symmetry keeps a placement if each of its cycles has one colour, so those of each number of
    stones are the coefficients of the product of 1 + x^k + y^k over its cycles of length k.
    """
    points = [
        (r, x, y) for r in range(3) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)
    ]
    orders = list(permutations(range(3))) if any_order else [(0, 1, 2), (2, 1, 0)]
    turns = list(product((1, -1), (1, -1), (False, True)))
    kept = 0
    for order, (s, t, swap) in product(orders, turns):
        image = {
            (r, x, y): (order[r], s * (y if swap else x), t * (x if swap else y))
            for r, x, y in points
        }
        colourings = Counter({(0, 0): 1})
        while image:
            size, at = 0, next(iter(image))
            while at in image:
                at, size = image.pop(at), size + 1
            found: Counter[tuple[int, int]] = Counter()
            for (own, other), ways in colourings.items():
                for more in ((0, 0), (size, 0), (0, size)):
                    found[own + more[0], other + more[1]] += ways
            colourings = found
        kept += sum(colourings[stones] for stones in {(first, second), (second, first)})
    number, rest = divmod(kept, len(orders) * len(turns))
    assert rest == 0
    return number


def test_positions_of_morris_are_as_many_as_burnside_counts() -> None:
    played = [
        (3, 3, False, 169_626),
        (3, 3, True, 56_922),
        (4, 3, False, 1_520_796),
    ]
    for first, second, any_order, expected in played:
        assert classes_of_placements(first, second, any_order=any_order) == expected
    morris = importlib.import_module("nine_mens_morris").NineMensMorris
    assert len(morris(3, 3, any_order=True).starts()) == 56_922
    assert len(game("nine_mens_morris", "NineMensMorris", 3, 3).starts()) == 169_626


def test_boards_of_morris_show_where_the_points_are() -> None:
    played = game("nine_mens_morris", "NineMensMorris", 3, 3)
    for p in range(24):
        (x, y) = PLACES[p]
        assert played.board(1 << p).splitlines()[y][x] == "X"
        assert played.board(1 << p + 24).splitlines()[y][x] == "O"


def test_the_ending_of_three_against_three_has_all_its_positions() -> None:
    """C(24, 3) C(21, 3) positions in classes of at most sixteen, and those that have lost."""
    played = game("nine_mens_morris", "NineMensMorris", 3, 3)
    starts = set(played.starts())
    assert comb(24, 3) * comb(21, 3) / 16 < len(starts) < comb(24, 3) * comb(21, 3) / 15
    s = gg.solve(played.explore())
    assert s.verify()
    assert starts < set(s.game.labels)
    assert all(len(stones(code, 24)[0]) == 2 for code in set(s.game.labels) - starts)


def test_positions_that_say_who_moves_have_the_same_answers() -> None:
    """On the board of the page X is the player who begins, whoever is to move."""
    played = game("nine_mens_morris", "NineMensMorris", 3, 3)
    plain, db = gg.solve(played.explore()), played.build()
    side, points = 1 << 48, (1 << 24) - 1
    assert len(db) == len(plain)
    assert (db.result, db.remoteness_of(db.start), len(db.winning_moves(db.start))) == (WIN, 11, 2)
    code, look, rng = db.start, played.look(), random.Random(8)
    for _ in range(60):
        turn, view = look["turn"](code), code & ~side
        assert db.outcome(code) == plain.outcome(played.canonical(view))
        first = view if turn == 0 else (view & points) << 24 | view >> 24
        assert look["board"](code) == played.board(first)
        moves = [option for option, _, _ in db._options(code)]
        assert {option & side for option in moves} <= {0 if turn else side}
        found = {option & ~side for option in moves}
        own, other = stones(view, 24)
        expected = set(slid((own, other))) if len(own) > 2 else set()
        assert {stones(option, 24) for option in found} == expected
        code = rng.choice(moves) if moves and db.remoteness_of(code) else db.start


def test_squares_in_any_order_are_a_symmetry_where_both_jump() -> None:
    s = gg.solve(game("nine_mens_morris", "NineMensMorris", 3, 3).explore())
    played = importlib.import_module("nine_mens_morris").NineMensMorris(3, 3, any_order=True)
    t = gg.solve(played.explore())
    codes = np.asarray(s.game.labels)
    assert np.array_equal(t.outcome(codes), s.outcomes)
    assert np.array_equal(t.remoteness_of(codes), s.remoteness)
    of_three = t.outcome(played.starts())
    assert [int((of_three == x).sum()) for x in (WIN, LOSE, DRAW)] == [47_167, 9_659, 96]
    with pytest.raises(ValueError, match="expected three stones each"):
        importlib.import_module("nine_mens_morris").NineMensMorris(4, 3, any_order=True)


def test_six_mens_morris_is_the_game_on_points() -> None:
    """Two squares, no jumps; the side that moves is a bit of its own."""
    points = PLACES[8:]
    rows = [row for row in ROWS if all(p >= 8 for p in row)]
    assert len(rows) == 8

    def moves(position: Stones) -> list[Stones]:
        own, other = position
        found = []
        for a, b in product(own, set(range(16)) - own - other):
            if sum(abs(points[a][k] - points[b][k]) for k in (0, 1)) not in (1, 2):
                continue
            line = any({a + 8, b + 8} <= row and middle(row) in (a + 8, b + 8) for row in rows)
            across = a % 2 == b % 2 == 1 and abs(a - b) == 8
            if not line and not across:
                continue
            after = own - {a} | {b}
            if not any(b + 8 in row and row <= {p + 8 for p in after} for row in rows):
                found.append((other, after))
                continue
            shown = {p + 8 for p in other}
            free = {p for p in other if not any(p + 8 in row and row <= shown for row in rows)}
            found += [(other - {taken}, after) for taken in free or other]
        return found

    played = game("nine_mens_morris", "SixMensMorris")
    starts = played.starts()
    rng = random.Random(6)
    codes = [int(starts[rng.randrange(len(starts) // 2)]) for _ in range(2000)]
    seen = compare(played, iter(codes), moves, lambda p: LOSE if len(p[0]) < 3 else NO_PRESET, 16)
    assert seen[NO_PRESET] == 2000
    s = played.solve()
    assert s.counts() == {WIN: 141_392, LOSE: 62_272, DRAW: 117_904}
    assert (s.outcome(played.start), s.remoteness_of(played.start)) == (WIN, 15)
    assert len(s.winning_moves(played.start)) == 1
    assert s.verify()


def middle(row: frozenset[int]) -> int:
    """Return the point of a row that is between the others."""
    return sorted(row, key=PLACES.__getitem__)[1]
