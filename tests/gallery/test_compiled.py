"""Games whose rules are in C: Quixo and Teeko against rules square by square, others in Python.

The rules here are written on tuples and sets, in their own words.  Published numbers stand with
their sources in the examples.
"""

from __future__ import annotations

import importlib
import random
from collections import Counter
from itertools import combinations, pairwise, product

import numpy as np
import pytest

import graphgame as gg
from graphgame import DRAW, LOSE, NO_PRESET, WIN
from tests.gallery.comparing import (
    MARKS,
    Stones,
    compare,
    game,
    number,
    options,
    preset,
    random_positions,
)
from tests.reference import graphs as reference

pytestmark = MARKS

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


def test_teeko_of_the_page_is_the_game_on_sets() -> None:
    """Three rows of four cells, as a part of the board of four rows; a bit says who moves."""
    played = game("teeko", "SmallTeeko")
    codes = random_positions(played, [0], 60, 1500)
    seen = compare(
        played,
        codes,
        lambda p: [q for q in moved_stones(p, 4) if all(c < 12 for c in (*q[0], *q[1]))],
        lambda p: LOSE if is_goal(p[1], 4) else NO_PRESET,
        12,
    )
    assert set(seen) == {LOSE, NO_PRESET}
    s = played.solve()
    assert s.counts() == {WIN: 16_644, LOSE: 3_120, DRAW: 106_167}
    assert s.outcome(0) == DRAW


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


def test_dobutsu_shogi_on_a_board_that_stays_as_it_is() -> None:
    """Positions say who moves, the first player stands below, and answers are the same."""
    played = game("dobutsu_shogi", "DobutsuShogi", "C")
    place = importlib.import_module("dobutsu_shogi").Place
    db, s, look, side = played.sided(), played.solve_sided(), played.look(), 1 << 60
    whole, rng = gg.solve(played.explore()), random.Random(5)
    assert len(db) == len(whole) == 24_789
    code, named = db.start, 0
    for _ in range(300):
        view = code & ~side
        label = whole[place(view).code()][:2]
        assert label == s[code][:2] == db[code][:2]
        over = played.preset(view) is not None
        moves = [] if over else [option for option, _, _ in db._options(code)]
        assert set(moves) == (set() if over else set(s.game.options(code)))
        assert all(option & side != code & side for option in moves)
        assert look["turn"](code) == int(code & side > 0)
        rows = [row[:3] for row in played.board(view).split("\n")]
        turned = [row[::-1].swapcase() for row in rows[::-1]]
        shown = [row[:3] for row in look["board"](code).split("\n")]
        assert shown == (turned if code & side else rows)
        names = [look["move"](code, option) for option in moves]
        assert len({*names}) == len(names)
        if moves and not code & side:
            assert {*names} == {name for name, _ in played.moves(view)}
            named += len(names)
        code = rng.choice(moves) if moves else db.start
    assert named > 200


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
