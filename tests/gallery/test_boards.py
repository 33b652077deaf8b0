"""Fox and Hounds, Queen and Pawns: the codes of the examples against rules on plain tuples.

The rules here are written square by square, in their own words; `gg.explore` turns them into a
graph that must be the same as the one from the examples' NumPy rules, position by position and move
by move.  Published evaluations are those of https://github.com/gilith/solve, directory doc.
"""

from __future__ import annotations

import importlib.util
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import graphgame as gg
from graphgame import LOSE, WIN
from tests.reference import graphs as reference

pytestmark = pytest.mark.large  # millions of moves

EXAMPLES = Path(__file__).parents[2] / "examples"

Square = tuple[int, int]
# The single piece, the pieces of the crowd, and whose turn it is: 0 for who moves first.
Position = tuple[Square, frozenset[Square], int]
OVER = "over"  # the pawns have won on the spot


@cache
def example(name: str) -> ModuleType:
    """Import examples/<name>.py."""
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def make(name: str, n: int) -> Any:
    game = {"fox_and_hounds": "FoxAndHounds", "queen_and_pawns": "QueenAndPawns"}[name]
    return getattr(example(name), game)(n)


# -- the rules, square by square ------------------------------------------------------------------


class Fox:
    """Fox and Hounds."""

    def __init__(self, n: int) -> None:
        self.n = n
        self.start = (2 * (n // 4), n - 1), frozenset((x, 0) for x in range(1, n, 2)), 0
        self.squares = [(x, y) for y in range(n) for x in range(n) if (x + y) % 2]

    def beside(self, square: Square, *rises: int) -> list[Square]:
        x, y = square
        around = [(x + dx, y + dy) for dy in rises for dx in (-1, 1)]
        return [(i, j) for i, j in around if 0 <= i < self.n and 0 <= j < self.n]

    def options(self, position: Position) -> Iterator[Position]:
        fox, hounds, turn = position
        if turn == 0:
            yield from ((to, hounds, 1) for to in self.beside(fox, -1, 1) if to not in hounds)
            return
        for hound in hounds:
            for to in self.beside(hound, 1):
                if to not in hounds and to != fox:
                    yield fox, hounds - {hound} | {to}, 0

    def preset(self, position: Position) -> int | None:
        fox, hounds, turn = position
        if not list(self.options(position)):
            return LOSE

        def within_reach(square: Square) -> bool:
            """Whether a hound stands below, within the cone of all steps upward."""
            x, y = square
            return any(abs(x - i) <= y - j for i, j in hounds)

        if within_reach(fox) or all(within_reach(square) for square in self.beside(fox, -1, 1)):
            return None
        return WIN if turn == 0 else LOSE


class Queen:
    """Queen and Pawns."""

    def __init__(self, n: int) -> None:
        self.n = n
        self.start = ((n - 1) // 2, n - 1), frozenset((x, 1) for x in range(n)), 0
        self.squares = [(x, y) for y in range(n) for x in range(n)]

    def preset(self, _: Any) -> None:
        return None

    def options(self, position: Any) -> Iterator[Any]:
        if position == OVER:
            return
        queen, pawns, turn = position
        if turn == 1:
            yield from self.queen_moves(queen, pawns)
        elif any(self.wins(pawn, queen) for pawn in pawns):
            yield OVER
        else:
            for x, y in pawns:
                for steps in (1, 2) if y == 1 else (1,):
                    path = {(x, y + step) for step in range(1, steps + 1)}
                    if not path & {queen, *pawns}:
                        yield queen, pawns - {(x, y)} | {(x, y + steps)}, 1

    def wins(self, pawn: Square, queen: Square) -> bool:
        (x, y), (i, j) = pawn, queen
        return (abs(x - i) == 1 and j == y + 1) or (y == self.n - 2 and queen != (x, y + 1))

    def queen_moves(self, queen: Square, pawns: frozenset[Square]) -> Iterator[Position]:
        for dx in (-1, 0, 1):
            for dy in (-1, 0, 1):
                x, y = queen
                while dx or dy:
                    x, y = x + dx, y + dy
                    if not (0 <= x < self.n and 0 <= y < self.n):
                        break
                    yield (x, y), pawns - {(x, y)}, 0
                    if (x, y) in pawns:
                        break


GAMES: dict[str, type[Fox | Queen]] = {"fox_and_hounds": Fox, "queen_and_pawns": Queen}


def decoded(code: int, squares: list[Square]) -> Any:
    """Read a code as the examples document it: the crowd, then six bits, then the turn."""
    if code == -1:
        return OVER
    crowd = frozenset(square for k, square in enumerate(squares) if code >> k & 1)
    return squares[code >> len(squares) & 63], crowd, code >> len(squares) + 6


@pytest.mark.parametrize(
    ("name", "n"),
    [
        ("fox_and_hounds", 2),
        ("fox_and_hounds", 4),
        ("fox_and_hounds", 6),
        ("queen_and_pawns", 5),
    ],
)
def test_codes_and_tuples_make_the_same_game(name: str, n: int) -> None:
    rules = GAMES[name](n)
    plain = gg.explore(rules.options, rules.start, presets=rules.preset)
    s = gg.solve(plain)
    game = make(name, n)
    coded = game.explore()
    t = gg.solve(coded)
    positions = {code: decoded(code, rules.squares) for code in coded.labels}
    assert positions[game.start] == rules.start == plain.position(0)
    assert set(positions.values()) == set(plain.labels)
    assert coded.n == plain.n
    for code, position in positions.items():
        assert t.outcome(code) == s.outcome(position)
        assert t.remoteness_of(code) == s.remoteness_of(position)
        if rules.preset(position) is None:
            moves = Counter(positions[option] for option in coded.options(code))
            assert moves == Counter(plain.options(position))


def test_the_smallest_games_equal_the_reference() -> None:
    graph = make("fox_and_hounds", 4).explore()
    index = {code: v for v, code in enumerate(graph.labels)}
    edges = [(v, index[w]) for code, v in index.items() for w in graph.options(code)]
    presets = {v: gg.Outcome(p) for v, p in enumerate(graph.presets.tolist()) if p != gg.NO_PRESET}
    answer = reference.solve(reference.Game(graph.n, tuple(edges), presets))
    s = gg.solve(graph)
    assert s.outcomes.tolist() == answer.outcomes
    assert s.remoteness.tolist() == answer.remoteness


# -- published numbers ----------------------------------------------------------------------------


@cache
def solved(name: str, n: int) -> gg.Solution:
    return gg.solve(make(name, n).explore())


@pytest.mark.parametrize(
    ("name", "n", "positions", "moves", "result"),
    [
        ("fox_and_hounds", 2, 1, 0, "Hounds in 0"),
        ("fox_and_hounds", 4, 83, 110, "Hounds in 8"),
        ("fox_and_hounds", 6, 8_175, 19_678, "Fox in 21"),
        ("fox_and_hounds", 8, 709_868, 2_456_202, "Hounds in 44"),
        ("queen_and_pawns", 5, 25_002, 126_186, "Pawns in 5"),
        ("queen_and_pawns", 6, 635_231, 4_287_603, "Pawns in 11"),
    ],
)
def test_published_counts_and_results(
    name: str,
    n: int,
    positions: int,
    moves: int,
    result: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    example(name).main([str(n)])
    assert capsys.readouterr().out == f"{positions:,} positions, {moves:,} moves: {result}\n"
    s = solved(name, n)
    assert s.verify()
    assert s.counts()[gg.DRAW] == 0  # of two plies one is a step upward: all play ends
    assert s.game.n == positions + (name == "queen_and_pawns")


def encoded(diagram: str, turn: int) -> int:
    """Return the code of a board as it is published: rows from the top, F or Q, H or P."""
    rows = diagram.split("/")[::-1]
    pieces = {(x, y): piece for y, row in enumerate(rows) for x, piece in enumerate(row)}
    squares = (Fox if "F" in diagram else Queen)(len(rows)).squares
    crowd = sum(1 << k for k, square in enumerate(squares) if pieces[square] in "HP")
    (single,) = (k for k, square in enumerate(squares) if pieces[square] in "FQ")
    return crowd | single << len(squares) | turn << len(squares) + 6


@pytest.mark.parametrize(
    ("diagram", "turn", "outcome", "plies"),
    [
        ("* F / * */* * / H H", 0, LOSE, 8),
        ("* * / F */H * / * H", 0, WIN, 3),
        ("F * / H */* * / H *", 0, LOSE, 0),
        ("* H / * */F H / * *", 0, WIN, 0),
        ("* H / * */* F / * H", 1, LOSE, 0),
        ("* * / * F/* H / H *", 0, LOSE, 6),
        ("* * * / * * */* * F / * * */H H H / * * *", 1, WIN, 13),
        ("* * * / * * */* * F / * H */H * H / * * *", 0, LOSE, 12),
        ("F * * / * * */* * * / * * */* * H / H H *", 1, WIN, 17),
        ("* Q */ * * /* * */PPPPP/* * *", 0, WIN, 5),
        ("* * */ Q P /* * */P*P*P/* * *", 1, WIN, 13),
        (" * * */* * * /Q* * */*P* * / * PPP/* * * ", 1, WIN, 15),
    ],
)
def test_published_evaluations(diagram: str, turn: int, outcome: gg.Outcome, plies: int) -> None:
    name = "fox_and_hounds" if "F" in diagram else "queen_and_pawns"
    s = solved(name, diagram.count("/") + 1)
    code = encoded(diagram, turn)
    assert (s.outcome(code), s.remoteness_of(code)) == (outcome, plies)


# -- the examples as code -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "n"),
    [
        ("fox_and_hounds", "7"),
        ("fox_and_hounds", "12"),
        ("fox_and_hounds", "0"),
        ("queen_and_pawns", "4"),
        ("queen_and_pawns", "8"),
    ],
)
def test_boards_of_other_sizes_are_refused(
    name: str, n: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as caught:
        example(name).main([n])
    assert caught.value.code == 2
    said = capsys.readouterr().err.replace(f"'{n}'", n)  # Python 3.13 shows it in quotes
    assert f"invalid choice: {n} (choose from " in said
    with pytest.raises(ValueError, match=f", got {n}"):
        make(name, int(n))


@pytest.mark.parametrize(("name", "n"), [("fox_and_hounds", 10), ("queen_and_pawns", 7)])
def test_the_biggest_boards_by_their_first_moves(name: str, n: int) -> None:
    """Codes of up to 57 bits: two plies from the start, and from random positions beyond."""
    rules, game = GAMES[name](n), make(name, n)
    rng = np.random.default_rng(n)
    batch = np.array([game.start])
    for _ in range(30):
        sources, options = game.options(batch)
        for v, code in enumerate(batch.tolist()):
            found = Counter(decoded(w, rules.squares) for w in options[sources == v].tolist())
            position = decoded(code, rules.squares)
            assert found == Counter(rules.options(position))
            if name == "fox_and_hounds" and found:
                preset = rules.preset(position)
                assert game.preset(np.array([code])) == [gg.NO_PRESET if preset is None else preset]
        batch = np.unique(options)
        batch = rng.permutation(batch[batch != -1])[:40]
        if not len(batch):
            break
