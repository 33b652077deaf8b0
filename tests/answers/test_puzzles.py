"""Puzzles of databases, by brute force.

Pinned here: all puzzles are those of the definition, in memory and in folders of every kind, of
rules on codes and of single positions, with presets, passes, symmetry and undecided positions that
are not stored; some puzzles are among them, of many depths; the rule is asked in blocks, and about
few positions where few puzzles are wanted; the server shows puzzles of a sample.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphgame as gg
from graphgame import Database
from graphgame.playing.game import coded_game
from tests.answers.folders import KINDS, Game, loopy, take, write
from tests.reference import puzzles as reference

GAMES = {
    "take": take(60),
    "loopy": loopy(21, 400),
    "misere": loopy(22, 300, play="misere"),
}


def expected(game: Game, least: int = 3, most: int | None = None) -> dict[int, int]:
    """Return the solution of each puzzle, from the definition."""
    options = {v: () if v in game.presets else row for v, row in game.rows.items()}
    codes = game.codes.tolist()
    worth = dict(zip(codes, game.outcomes.tolist(), strict=True))
    plies = dict(zip(codes, game.remoteness.tolist(), strict=True))
    return {
        v: w
        for v, w in reference.puzzles(options, worth).items()
        if (worth[v] == gg.DRAW and most is None)
        or (worth[v] == gg.WIN and least <= plies[v] <= (most or 1 << 30))
    }


def check(db: Any, game: Game) -> int:
    """Compare the puzzles of a database with the definition; return how many there are."""
    found = db.puzzles(None)
    assert {puzzle.position: puzzle.solution for puzzle in found} == expected(game)
    assert len(found) == len(expected(game))
    for position, outcome, plies, solution in found:
        assert (db.outcome(position), db.remoteness_of(position)) == (outcome, plies)
        assert outcome == gg.DRAW or db.winning_moves(position) == [solution]
    lengths = [1 << 30 if plies < 0 else plies for _, _, plies, _ in found]
    assert lengths == sorted(lengths)
    some = db.puzzles(5)
    assert len(some) == min(5, len(found)) and {*some} <= {*found} and some == db.puzzles(5, seed=0)
    for depth in (1, 2, 3, (2, 5)):
        least, most = depth if isinstance(depth, tuple) else (depth, depth)
        assert {x.position: x.solution for x in db.puzzles(None, depth)} == expected(
            game, least, most
        )
    return len(found)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", GAMES)
def test_puzzles_of_a_folder(name: str, kind: str, tmp_path: Path) -> None:
    game = GAMES[name]
    if kind == "indexed" and game.codes.min() < 0:
        pytest.skip("indices are not negative")
    assert check(Database.open(write(tmp_path, game, kind), game), game) > 20


def built(game: Game, **arguments: Any) -> Any:
    build: Any = gg.build
    return build(game, start=list(game.starts), play=game.play, **arguments)


def reached(game: Game) -> Game:
    """Return the game of the positions that the starts lead to."""
    rows: dict[int, tuple[int, ...]] = {}
    waiting = [*game.starts]
    while waiting:
        v = waiting.pop()
        if v not in rows:
            rows[v] = game.rows[v]
            waiting += () if v in game.presets else game.rows[v]
    return Game(rows, game.presets, game.starts, game.play)


@pytest.mark.parametrize("name", GAMES)
def test_puzzles_in_memory(name: str) -> None:
    game = reached(GAMES[name])
    db = built(game)
    assert check(db, game) > 10
    undecided = built(game, store="undecided")
    assert undecided.puzzles(None) == db.puzzles(None)
    solve: Any = gg.solve
    same = solve(game.rows, presets=game.presets, play=game.play).puzzles(None)
    assert {*same} == {*db.puzzles(None)}


def piles(p: tuple[int, ...]) -> list[tuple[int, ...]]:
    return [(*p[:k], p[k] - t, *p[k + 1 :]) for k in range(3) for t in (1, 2) if p[k] >= t]


def test_puzzles_of_positions_of_any_kind() -> None:
    """They are those of the solution; with a symmetry, those that stand for their classes."""
    s: Any = gg.solve(piles, start=(3, 4, 4))
    db: Any = gg.build(piles, start=(3, 4, 4))
    assert {*db.puzzles(None)} == {*s.puzzles(None)} != set()

    def canonical(p: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(sorted(p))

    classes: Any = gg.build(piles, start=(3, 4, 4), canonical=canonical)
    every = {puzzle.position: puzzle for puzzle in s.puzzles(None)}
    found = classes.puzzles(None)
    assert {puzzle.position for puzzle in found} == {*every} & {*classes} != set()
    for position, outcome, plies, solution in found:
        assert every[position][:3] == (position, outcome, plies)
        assert [solution] == classes.winning_moves(position)


def test_boards() -> None:
    """Where the solution alone takes a piece, it is none; a rule object has its own board."""
    game = loopy(5, 300)
    boards = {v: f"{v % 64:06b}".replace("0", ".") for v in game.rows}
    pieces = {v: board.count("1") for v, board in boards.items()}
    options = {v: () if v in game.presets else row for v, row in game.rows.items()}
    db = gg.build(game, start=[*game.rows])
    kept = {
        v: w
        for v, w in expected(game).items()
        if reference.only_captures(v, options, pieces) != [w]
    }
    assert 10 < len(kept) < len(expected(game))
    found = db.puzzles(None, board=boards.__getitem__)
    assert {puzzle.position: puzzle.solution for puzzle in found} == kept

    class Drawn(Game):
        def board(self, v: int) -> str:
            return boards[v]

    own = Drawn(game.rows, game.presets, game.starts)
    assert gg.build(own, start=[*game.rows]).puzzles(None) == found


def test_the_rule_is_asked_in_blocks() -> None:
    """For few puzzles about few positions, for all about those that win, once each."""
    asked: list[int] = []

    def options(codes: Any) -> Any:
        asked.append(len(codes))
        after = codes[:, np.newaxis] - np.array([1, 2, 3])
        return np.nonzero(after >= 0)[0], after[after >= 0]

    db = gg.build(options, start=100_000)
    asked.clear()
    assert len(db.puzzles(10)) == 10
    assert sum(asked) < 500 and len(asked) < 5
    asked.clear()
    every = db.puzzles(None)
    assert len(every) == 74_997 and {puzzle.position % 4 for puzzle in every} == {1, 2, 3}
    assert sum(asked) < 80_000 and len(asked) < 10


def test_depths_of_some_puzzles_are_spread() -> None:
    db = gg.build(lambda n: [n - k for k in (1, 2, 3) if n >= k], start=400)
    assert len({puzzle.remoteness for puzzle in db.puzzles(8)}) == 8
    assert db.puzzles(8) != db.puzzles(8, seed=1)
    assert db.puzzles(0) == [] and len(db.puzzles(10_000)) == len(db.puzzles(None))


def test_the_server_has_puzzles_of_a_sample(tmp_path: Path) -> None:
    game = loopy(21, 400)
    db = Database.open(write(tmp_path, game, "hashed"), game)
    codes = coded_game(db).puzzles(None)
    assert len(codes) == 10 and {*codes} <= {*expected(game)}


def test_what_is_refused(tmp_path: Path) -> None:
    game = take(30)
    db = Database.open(write(tmp_path, game, "hashed"))
    with pytest.raises(gg.GraphGameError, match="rule: expected one to ask for moves"):
        db.puzzles()
    db = Database.open(write(tmp_path / "b", game, "hashed"), game)
    with pytest.raises(gg.GraphGameError, match="count: expected an integer from 0 on, got -1"):
        db.puzzles(-1)
    with pytest.raises(gg.GraphGameError, match="depth: expected an integer of at least 1, got 0"):
        db.puzzles(3, 0)
