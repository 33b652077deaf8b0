"""Quixo, Teeko and nine men's morris, whose rules are in C, against rules square by square.

The rules here are written on tuples and sets, in their own words.  Published numbers stand with
their sources in the examples.
"""

from __future__ import annotations

import ctypes
import importlib
import random
import shutil
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations, pairwise, permutations, product
from math import comb
from typing import Any

import _compiled
import numpy as np
import pytest

import graphgame as gg
from graphgame import DRAW, LOSE, NO_PRESET, WIN
from tests.reference import graphs as reference

pytestmark = [
    pytest.mark.large,  # millions of moves
    pytest.mark.skipif(shutil.which("gcc") is None, reason="there is no gcc"),
]

# The stones of the player to move, and those of the other player, as sets of numbered cells.
Stones = tuple[frozenset[int], frozenset[int]]


@cache
def game(name: str, kind: str, *sizes: int) -> Any:
    return getattr(importlib.import_module(name), kind)(*sizes)


def options(played: Any, code: int) -> list[int]:
    return _compiled.listed(played.library.options, code)


def preset(played: Any, code: int) -> int:
    """Call the presets in C."""
    return number(played.library.preset, code)


def number(function: Any, code: int) -> int:
    """Call a function in C that gives a number of a code."""
    address = ctypes.cast(function, ctypes.c_void_p).value or 0
    return ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64, ctypes.c_void_p)(address)(code, None)


def stones(code: int, cells: int) -> Stones:
    """Read a code as `_compiled` documents it."""
    own, other = (frozenset(c for c in range(cells) if code >> c + k & 1) for k in (0, cells))
    return own, other


def random_positions(played: Any, starts: list[int], plies: int, count: int) -> Iterator[int]:
    """Yield positions of random games, the ends too."""
    rng = random.Random(15)
    for _ in range(count):
        code = rng.choice(starts)
        for _ in range(rng.randrange(plies)):
            found = options(played, code) if preset(played, code) == NO_PRESET else []
            if not found:
                break
            code = rng.choice(found)
        yield code


def compare(
    played: Any,
    codes: Iterator[int],
    moves: Callable[[Stones], list[Stones]],
    judge: Callable[[Stones], int],
    cells: int,
) -> Counter[int]:
    """Compare presets, and the options of positions without; return how many there were."""
    seen: Counter[int] = Counter()
    for code in codes:
        position = stones(code, cells)
        outcome = preset(played, code)
        assert outcome == judge(position)
        if outcome == NO_PRESET:
            found = Counter(stones(option, cells) for option in options(played, code))
            assert found == Counter(moves(position))
        seen[outcome] += 1
    return seen


# -- Quixo ----------------------------------------------------------------------------------------


def pushed(position: Stones, n: int) -> list[Stones]:
    found = []
    for x, y in product(range(n), repeat=2):
        if not {x, y} & {0, n - 1} or y * n + x in position[1]:
            continue
        row, column = [(k, y) for k in range(n)], [(x, k) for k in range(n)]
        for line in (row, row[::-1], column, column[::-1]):
            cells = [n * j + i for i, j in line]
            place = line.index((x, y))
            if place == n - 1:  # it would come back where it was
                continue
            moved = cells[:place] + cells[place + 1 :] + [cells[place]]
            after = [set(stones) - set(cells) for stones in position]
            for to, cube in zip(cells, moved, strict=True):
                for k in (0, 1):
                    if cube in position[k] and cube != cells[place]:
                        after[k].add(to)
            after[0].add(cells[-1])
            found.append((frozenset(after[1]), frozenset(after[0])))
    return found


def lined_up(position: Stones, n: int) -> int:
    lines = [{n * k + j for j in range(n)} for k in range(n)]
    lines += [{n * j + k for j in range(n)} for k in range(n)]
    lines += [{(n + 1) * k for k in range(n)}, {(n - 1) * (k + 1) for k in range(n)}]
    for stones_of, outcome in zip(position, (WIN, LOSE), strict=True):
        if any(line <= stones_of for line in lines):
            return outcome
    return NO_PRESET


@pytest.mark.parametrize("n", [3, 4])
def test_quixo_is_the_game_on_sets(n: int) -> None:
    played = game("quixo", "Quixo", n)
    codes = random_positions(played, [0], 60, 1500)
    seen = compare(played, codes, lambda p: pushed(p, n), lambda p: lined_up(p, n), n * n)
    assert set(seen) == {WIN, LOSE, NO_PRESET}


def test_quixo_has_the_answers_of_the_reference() -> None:
    graph = game("quixo", "Quixo", 3).explore()
    index = {code: v for v, code in enumerate(graph.labels)}
    edges = [(v, index[w]) for code, v in index.items() for w in graph.options(code)]
    presets = {v: gg.Outcome(p) for v, p in enumerate(graph.presets.tolist()) if p != NO_PRESET}
    answer = reference.solve(reference.Game(graph.n, tuple(edges), presets))
    s = gg.solve(graph)
    assert s.outcomes.tolist() == answer.outcomes
    assert s.remoteness.tolist() == answer.remoteness


# -- Teeko ----------------------------------------------------------------------------------------


def moved_stones(position: Stones, n: int) -> list[Stones]:
    own, other = position
    empty = [c for c in range(n * n) if c not in own | other]
    if len(own) < 4:
        return [(other, own | {c}) for c in empty]
    return [
        (other, own - {a} | {b})
        for a in own
        for b in empty
        if max(abs(a % n - b % n), abs(a // n - b // n)) == 1
    ]


def is_goal(cells: frozenset[int], n: int) -> bool:
    """Whether these are four in a line, side by side, or a square: by distances."""
    points = sorted((c % n, c // n) for c in cells)
    if len(points) != 4:
        return False
    steps = {(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(points)}
    square = {(points[0][0] + i, points[0][1] + j) for i in (0, 1) for j in (0, 1)}
    return steps in ({(1, 0)}, {(0, 1)}, {(1, 1)}, {(1, -1)}) or set(points) == square


@pytest.mark.parametrize(("n", "goals"), [(4, 19), (5, 44)])
def test_teeko_is_the_game_on_sets(n: int, goals: int) -> None:
    played = game("teeko", "Teeko", n)
    codes = random_positions(played, [0], 60, 1500)
    seen = compare(
        played,
        codes,
        lambda p: moved_stones(p, n),
        lambda p: LOSE if is_goal(p[1], n) else NO_PRESET,
        n * n,
    )
    assert set(seen) == {LOSE, NO_PRESET}
    sets = [sum(1 << c for c in cells) for cells in combinations(range(n * n), 4)]
    assert sum(preset(played, four << n * n) == LOSE for four in sets) == goals


# -- nine men's morris ----------------------------------------------------------------------------

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


# -- Dobutsu shogi --------------------------------------------------------------------------------


def test_dobutsu_shogi_in_c_is_the_one_in_python() -> None:
    """Random games of the whole game, in which players avoid what loses at once, mostly."""
    played = game("dobutsu_shogi", "DobutsuShogi")
    rng = random.Random(16)
    seen: Counter[int] = Counter()
    while seen.total() < 6000:
        code = played.start
        while seen.total() < 6000:
            found, ends = options(played, code), played.preset(code)
            outcome, remoteness = ends if isinstance(ends, tuple) else (ends, 0)
            assert preset(played, code) == (NO_PRESET if outcome is None else outcome)
            if outcome is not None:
                assert number(played.library.preset_remoteness, code) == remoteness
            assert Counter(found) == Counter(played.options(code))
            seen[NO_PRESET if outcome is None else outcome] += 1
            if outcome is not None or not found:
                break
            safe = [option for option in found if preset(played, option) != WIN]
            code = rng.choice(safe if safe and rng.random() < 0.9 else found)
    assert set(seen) == {WIN, LOSE, NO_PRESET}


def test_boards_of_dobutsu_shogi_fit_the_page() -> None:
    """Rows of one length; every piece and every hand is on the board."""
    played = game("dobutsu_shogi", "DobutsuShogi")
    for code in random_positions(played, [played.start], 20, 400):
        board = played.board(code)
        assert [len(row) for row in board.split("\n")] == [7] * 4
        pieces = Counter(board.upper().replace("H", "C"))
        assert pieces["E"] == pieces["G"] == pieces["C"] == 2
        assert set(board) <= {*played.pieces, ".", " ", "\n"}


@pytest.mark.parametrize(
    ("pieces", "positions", "answer"),
    [("C", 24_789, (WIN, 15)), ("E", 7_269, (DRAW, -1)), ("G", 6_977, (DRAW, -1))],
)
def test_dobutsu_shogi_with_few_pieces(pieces: str, positions: int, answer: object) -> None:
    """Both rules give one graph; a lion that can be caught is a win in 1."""
    played = game("dobutsu_shogi", "DobutsuShogi", pieces)
    s = gg.solve(played.explore())
    slow = gg.solve(played.options, start=played.start, presets=played.preset)
    assert len(s) == len(slow) == positions
    where = np.array([slow.game.index(code) for code in np.asarray(s.game.labels).tolist()])
    assert np.array_equal(s.outcomes, slow.outcomes[where])
    assert np.array_equal(s.remoteness, slow.remoteness[where])
    assert (s.outcome(played.start), s.remoteness_of(played.start)) == answer
    assert s.verify()


# -- Fox and Hounds -------------------------------------------------------------------------------


@pytest.mark.parametrize("n", [4, 6])
def test_fox_and_hounds_in_c_is_the_one_in_python(n: int) -> None:
    played = game("fox_and_hounds", "FoxAndHounds", n)
    graph, other = played.explore(), gg.explore_codes(played.library, played.start)
    codes = np.asarray(graph.labels)
    assert (other.n, other.m) == (graph.n, graph.m)
    where = np.array([other.index(code) for code in codes.tolist()])
    assert np.array_equal(other.presets[where], graph.presets)
    s, t = gg.solve(graph), gg.solve(other)
    assert np.array_equal(t.outcomes[where], s.outcomes)
    assert np.array_equal(t.remoteness[where], s.remoteness)


@pytest.mark.parametrize("n", [2, 4, 8, 10])
def test_moves_of_fox_and_hounds_in_c(n: int) -> None:
    """Random games: presets, and the options of positions without."""
    played = game("fox_and_hounds", "FoxAndHounds", n)
    for code in random_positions(played, [played.start], 60, 400):
        batch = np.array([code])
        assert preset(played, code) == played.preset(batch)[0]
        assert Counter(options(played, code)) == Counter(played.options(batch)[1].tolist())


# -- names of moves -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "kind", "sizes", "code", "expected"),
    [
        ("connect_four", "ConnectFour", (4, 4), None, ["1", "2", "3", "4"]),
        # An X at the top left, an O right of it.
        ("quixo", "Quixo", (3,), 1 | 2 << 9, ["a3–a1", "a3–c3", "c3–a3", "b1–b3"]),
        ("dobutsu_shogi", "DobutsuShogi", (), None, ["Cb2×b3", "Gc1–c2", "Lb1–a2", "Lb1–c2"]),
        # With a chick on the third rank, and one in hand.
        (
            "dobutsu_shogi",
            "DobutsuShogi",
            ("C",),
            1 << 4 | 9 << 36 | 4 << 32 | 1 << 52,
            ["Cc3–c4=H", "C*a2", "Lb1–b2"],
        ),
        ("teeko", "Teeko", (5,), 0, ["a5", "a1", "e1", "c3"]),
        ("teeko", "Teeko", (4,), 0b1111 | 0b1111 << 28, ["a4–a3", "a4–b3", "d4–c3"]),
        # X on d7, a4 and b4, to close the mill a7-d7-g7 or a4-b4-c4; O on g7, g4 and g1.
        (
            "nine_mens_morris",
            "NineMensMorris",
            (3, 3),
            1 << 1 | 1 << 7 | 1 << 15 | (1 << 2 | 1 << 3 | 1 << 4) << 24,
            ["a4–c5", "d7–c4×g7", "d7–c4×g1"],
        ),
    ],
)
def test_moves_have_names(
    name: str, kind: str, sizes: tuple[int, ...], code: int | None, expected: list[str]
) -> None:
    played = game(name, kind, *sizes)
    position = played.start if code is None else code
    found = options(played, position)
    names = [played.move_name(position, option) for option in found]
    assert len(set(names)) == len(set(found))  # two moves may lead to one position
    assert set(expected) <= set(names)


# -- symmetry -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "kind", "sizes", "classes"),
    [("quixo", "Quixo", (3,), 8), ("teeko", "Teeko", (4,), 8)],
)
def test_classes_have_the_answers_of_their_positions(
    name: str, kind: str, sizes: tuple[int, ...], classes: int
) -> None:
    played = game(name, kind, *sizes)
    s = gg.solve(played.explore())
    whole = gg.solve(played.explore(symmetry=False))
    codes = np.asarray(whole.game.labels)
    least = np.array([played.canonical(code) for code in codes.tolist()])
    assert np.array_equal(np.unique(least), np.sort(np.asarray(s.game.labels)))
    assert len(codes) > (classes - 1) * len(s)
    where = np.array([s.game.index(code) for code in least.tolist()])
    assert np.array_equal(whole.outcomes, s.outcomes[where])
    assert np.array_equal(whole.remoteness, s.remoteness[where])
    assert s.verify() and whole.verify()


@pytest.mark.parametrize(
    ("name", "n", "positions"), [("quixo", "3", "16,021"), ("teeko", "4", "1,508,592")]
)
def test_the_check_compares_without_the_symmetry(
    name: str, n: str, positions: str, capsys: pytest.CaptureFixture[str]
) -> None:
    importlib.import_module(name).main([n, "--check"])
    line = capsys.readouterr().out.splitlines()[-1]
    expected = f"the same without the symmetry, at {positions} positions; all lines are legal"
    assert line == expected


def test_the_check_finds_wrong_answers_and_wrong_lines() -> None:
    square, played = importlib.import_module("_square"), game("quixo", "Quixo", 3)
    s = gg.solve(played.explore())
    with pytest.raises(ValueError, match="has another answer"):
        square.check(played, gg.solve(s.game, presets={s.line()[-1]: gg.DRAW}), 1)
    whole = gg.solve(played.explore(symmetry=False))
    line = s.line()
    square.follow(played, line, whole)
    with pytest.raises(ValueError, match="no move leads to"):
        square.follow(played, line[:1] + line[2:], whole)


@pytest.mark.parametrize(
    ("name", "kind", "sizes"),
    [
        ("quixo", "Quixo", (4,)),
        ("teeko", "Teeko", (5,)),
        ("nine_mens_morris", "NineMensMorris", (4, 3)),
    ],
)
def test_options_of_a_class_are_the_classes_of_the_options(
    name: str, kind: str, sizes: tuple[int, ...]
) -> None:
    played = game(name, kind, *sizes)
    start = [getattr(played, "start", 0b1111 | 0b111 << 24 + 10)]
    for code in random_positions(played, start, 40, 500):
        least = played.canonical(code)
        assert played.canonical(least) == least <= code
        assert preset(played, least) == preset(played, code)
        found = [Counter(map(played.canonical, options(played, one))) for one in (code, least)]
        assert found[0] == found[1]
