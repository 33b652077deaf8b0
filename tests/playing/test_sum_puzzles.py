"""Puzzles of heaps and of sums of positions, on pages and in Python, by brute force.

Pinned here: each has one move that wins, or one that draws where none wins, in normal and in misère
play, of ten heap games, of games that fall apart, of random games with and without cycles; each
takes three plies or more; the order of the parts does not matter; pages search as many sums as they
are said to.
"""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Sequence
from itertools import product
from typing import Any

import pytest

import graphgame as gg
from graphgame.errors import TooLargeError
from tests.marked import large
from tests.reference import sums as reference

PLAYS = ["normal", "misere"]
HEAPS = {
    "Nim": (gg.all_but(), (4, 5, 6)),
    "Kayles": (gg.octal("0.77"), (5, 6, 4)),
    "Dawson's Kayles": (gg.octal("0.07"), (9, 11)),
    "Dawson's Chess": (gg.octal("0.137"), (8, 7)),
    "Grundy's game": (gg.grundys_game(), (9, 8)),
    "Lasker's Nim": (gg.laskers_nim(), (3, 4, 2)),
    "Couples Are Forever": (gg.couples_are_forever(), (9, 8)),
    "subtraction": (gg.subtraction({1, 3, 4}), (8, 9, 7)),
    "all but": (gg.all_but({2, 5}), (8, 7, 5)),
    "three heaps": (gg.octal("4.8F"), (9, 5)),
}


def read(page: str) -> tuple[list[str], dict[str, Any]]:
    """Return the puzzles of a page, and its data."""
    found = re.search(r'id="game">(.*?)</script>', page)
    assert found is not None
    data = json.loads(found[1])
    return data["puzzles"], data


class Solved:
    """All sums that some parts lead to, without parts in which nobody can move."""

    def __init__(self, options: Any, start: Sequence[int], play: str) -> None:
        self.given = options
        self.known = reference.solved(self.options, (*filter(options, start),), play)

    def options(self, part: int) -> list[tuple[int, ...]]:
        return [(*filter(self.given, left),) for left in self.given(part)]


def check(keys: Sequence[str], solved: Solved) -> Counter[gg.Outcome]:
    """Compare puzzles with the definition; return how many have each outcome."""
    known = solved.known
    found: Counter[gg.Outcome] = Counter()
    for key in keys:
        parts = tuple(map(int, key.split(",")))
        outcome, plies = known[reference.written(parts)]
        after = [
            reference.written((*parts[:at], *left, *parts[at + 1 :]))
            for at, part in enumerate(parts)
            for left in {reference.written(left) for left in solved.options(part)}
        ]
        assert outcome >= gg.DRAW and len(after) >= 3, key
        assert [known[sum_][0] for sum_ in after].count(gg.Outcome(-outcome)) == 1, key
        assert plies >= 3 if outcome == gg.WIN else plies == -1, key
        found[outcome] += 1
    assert len({*keys}) == len(keys)
    return found


def check_python(found: Sequence[gg.Puzzle[Any]], solved: Solved, name: Any = None) -> int:
    """Compare puzzles of Python with the definition; return how many there are."""
    number = name or int
    for position, outcome, plies, solution in found:
        parts, after = (tuple(map(number, sum_)) for sum_ in (position, solution))
        assert plies == -1 and solved.known[reference.written(parts)][0] == outcome
        changed = [(*parts[:at], *parts[at + 1 :]) for at in range(len(parts))]
        assert any({*Counter(rest) - Counter(after)} == set() for rest in changed), "one part moved"
        going = reference.written(filter(solved.given, after))
        assert solved.known[going][0] == gg.Outcome(-outcome)
    keys = [",".join(str(number(part)) for part in puzzle.position) for puzzle in found]
    kinds = check(keys, solved)
    order = [puzzle.outcome == gg.DRAW for puzzle in found]
    assert order == sorted(order) and sum(order) == kinds[gg.DRAW]
    return len(found)


@pytest.mark.parametrize(
    ("name", "play"),
    [
        *product(HEAPS, ["normal"]),
        ("Kayles", "misere"),
        ("subtraction", "misere"),
        *large((x, "misere") for x in HEAPS if x not in ("Kayles", "subtraction")),
    ],
)
def test_puzzles_of_heaps(name: str, play: Any) -> None:
    game, start = HEAPS[name]
    solved = Solved(game.options, start, play)
    for heaps in (start, start[:1], start[::-1]):
        keys, _ = read(game.to_html(heaps=heaps, play=play, puzzles="all"))
        check(keys, solved)
        assert len(keys) > 10 or len(heaps) == 1
    assert len(read(game.to_html(heaps=start, play=play))[0]) == 10
    assert check_python(game.puzzles(50, heaps=start, play=play), solved) >= 10
    few = [",".join(map(str, puzzle.position)) for puzzle in game.puzzles(heaps=start, play=play)]
    assert few == read(game.to_html(heaps=start, play=play))[0]
    assert read(game.to_html(heaps=start, play=play, puzzles=0))[0] == []


def dag(seed: int) -> gg.GameGraph[int]:
    rng = random.Random(seed)
    n = rng.randint(6, 8)
    edges = [(v, w) for v in range(n) for w in range(v + 1, n) if rng.random() < 0.5]
    return gg.GameGraph.from_edges(edges, n)


@pytest.mark.parametrize("play", PLAYS)
def test_puzzles_of_sums_of_random_games(play: Any) -> None:
    count = 0
    for seed in range(30):
        g = gg.grundy(dag(seed))
        options = {v: [(w,) for w in {*g.graph().options(v)}] for v in g}
        start = random.Random(seed).sample(range(4), 3)
        keys, _ = read(g.to_html(start, play=play, puzzles="all"))
        solved = Solved(options.__getitem__, start, play)
        count += check(keys, solved).total()
        found = g.puzzles(9, positions=start, play=play)
        assert check_python(found, solved) == min(9, len(keys))
    assert count > 150


def kayles(row: int) -> list[gg.Sum[int]]:
    return [gg.Sum(left, row - taken - left) for taken in (1, 2) for left in range(row - taken + 1)]


@pytest.mark.parametrize("play", PLAYS)
@pytest.mark.parametrize("start", [(9,), (4, 6), (5, 3, 4)])
def test_puzzles_of_a_game_that_falls_apart(start: tuple[int, ...], play: Any) -> None:
    g = gg.grundy(kayles, start=9, sums=True)
    names = [*g]
    keys, data = read(g.to_html(gg.Sum(*start), play=play, puzzles="all"))
    assert [names[part] for part in data["sum"]["start"]] == [*start]
    rows = {v: {tuple(map(names.index, left)) for left in kayles(x)} for v, x in enumerate(names)}
    solved = Solved(rows.__getitem__, data["sum"]["start"], play)
    assert check(keys, solved).total() > 7
    found = g.puzzles(None, position=gg.Sum(*start), play=play)
    assert check_python(found, solved, names.index) >= len(keys)
    assert all(isinstance(sum_, gg.Sum) for puzzle in found for sum_ in puzzle[::3])


def test_puzzles_of_sums_with_cycles() -> None:
    """Where a part need not end, one move may win, or one may draw."""
    found: Counter[gg.Outcome] = Counter()
    for seed in range(60):
        rng = random.Random(seed)
        edges = [(v, w) for v in range(6) for w in range(6) if rng.random() < (0.1, 0.4)[v < w]]
        g = gg.loopy_grundy(gg.GameGraph.from_edges(edges, 6))
        options = {v: [(w,) for w in {*g.graph().options(v)}] for v in g}
        start = [0, 1, 2]
        keys, _ = read(g.to_html(start, puzzles="all"))
        solved = Solved(options.__getitem__, start, "normal")
        found += check(keys, solved)
        check_python(g.puzzles(5, positions=start), solved)
    assert found[gg.WIN] > 80 and found[gg.DRAW] > 20


def test_a_page_counts_the_sums_that_it_searches() -> None:
    """All that the start leads to: 19,167 of Kayles fit, 21,637 do not; Python needs fewer."""
    rows = gg.octal("0.77")
    assert len(read(rows.to_html(heaps=(10, 12, 13), play="misere"))[0]) == 10
    assert rows.outcome(36, play="misere", limit=20_000) is gg.WIN
    with pytest.raises(TooLargeError, match="at most 20000 positions on a page in misère play"):
        rows.to_html(heaps=[36], play="misere")


@pytest.mark.parametrize("play", PLAYS)
def test_puzzles_of_graphs_of_sums(play: Any) -> None:
    """Those of Python: of a sum of Nim heaps, and of rows that fall apart."""
    nim = gg.grundy(lambda heap: [*range(heap)], start=4)
    sums: list[tuple[Any, Any, Any]] = [
        (
            gg.game_sum([nim.game] * 3, start=(2, 3, 4)),
            lambda n: [(k,) for k in range(n)],
            (2, 3, 4),
        ),
        (gg.explore(kayles, gg.Sum(4, 5), sums=True), lambda row: map(tuple, kayles(row)), (4, 5)),
    ]
    for graph, options, start in sums:
        known = Solved(lambda part, of=options: [*of(part)], start, play)
        found = gg.solve(graph, play=play).puzzles(None)
        assert len(found) > 10
        for position, outcome, plies, solution in found:
            parts, after = (
                reference.written(part for part in sum_ if known.options(part))
                for sum_ in (position, solution)
            )
            assert known.known[parts] == (outcome, plies)
            moves = {
                (at, reference.written(left)): reference.written(
                    (*parts[:at], *left, *parts[at + 1 :])
                )
                for at, part in enumerate(parts)
                for left in known.options(part)
            }
            # A move in one of two equal parts is one move where a position is a multiset.
            lost = {sum_ for sum_ in moves.values() if known.known[sum_][0] == gg.LOSE}
            assert lost == {after}


def test_what_is_asked_for() -> None:
    """A number, a seed, the start; a depth is refused where lengths are not known."""
    game = gg.octal("0.77")
    assert game.puzzles(0) == [] != game.puzzles(3) == game.puzzles(3, seed=0)
    assert len(game.puzzles(3)) == 3 and game.puzzles(3) != game.puzzles(3, seed=1)
    g = gg.grundy(lambda n: [n - k for k in (1, 3, 4) if n >= k], start=12)
    assert {len(puzzle.position) for puzzle in g.puzzles(None)} == {1}
    assert len(g.winning_moves(g.puzzles(1)[0].position)) == 1
    parts = gg.grundy(kayles, start=9, sums=True)
    made: gg.HeapGame | gg.GrundyValues[Any] | gg.SumValues[Any]
    for made in (game, g, parts):
        with pytest.raises(gg.GraphGameError, match=r"depth: expected None where values .*, got 3"):
            made.puzzles(2, 3)  # type: ignore[arg-type]
        with pytest.raises(gg.GraphGameError, match="count: expected an integer from 0 on, got -1"):
            made.puzzles(-1)
    with pytest.raises(TooLargeError, match="at most 20, each up to 1000, on a page or for puzz"):
        game.puzzles(heaps=[1001])
    with pytest.raises(gg.GraphGameError, match="positions: expected the parts of a sum"):
        gg.grundy(gg.GameGraph.from_edges([(0, 1)], 2)).puzzles()
    with pytest.raises(gg.GraphGameError, match="components: expected one at least"):
        g.puzzles(positions=[])


def test_a_capture_that_stands_alone_is_no_puzzle() -> None:
    """On boards of sums: on the page, too."""
    kept = dropped = 0
    for seed in range(24):
        g = gg.grundy(dag(seed))
        rng = random.Random(seed)
        boards = ["".join(rng.choice("xx.") for _ in range(4)) for _ in g]
        start = [0, 1, 2]
        every = g.puzzles(None, positions=start)
        some = g.puzzles(None, positions=start, board=boards.__getitem__)
        options = {v: {*g.graph().options(v)} for v in g}
        pieces = [board.count("x") for board in boards]
        for puzzle in every:
            parts = puzzle.position
            after = [
                (*parts[:at], w, *parts[at + 1 :]) for at, v in enumerate(parts) for w in options[v]
            ]
            before = sum(pieces[v] for v in parts)
            takes = [sum_ for sum_ in after if sum(pieces[v] for v in sum_) < before]
            assert (takes == [puzzle.solution]) == (puzzle not in some)
            kept, dropped = kept + (puzzle in some), dropped + (puzzle not in some)
        page, _ = read(g.to_html(start, board=boards.__getitem__, puzzles=10))
        few = g.puzzles(positions=start, board=boards.__getitem__)
        assert page == [",".join(map(str, puzzle.position)) for puzzle in few]
    assert kept > 50 and dropped > 10
