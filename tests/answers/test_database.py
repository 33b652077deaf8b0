"""Databases answer as the solution in memory does, from every kind of folder.

Pinned here: outcome, remoteness, best and winning moves, lines, counts and the histogram are those
of `gg.solve`, for single codes and arrays; the reference reads the same from the description of the
format; positions that are none are refused; what needs the rule says so; another rule is refused;
the same game gives the same bytes.
"""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphgame as gg
from graphgame import Database
from graphgame.rules import asked as asking
from tests.answers.folders import KINDS, Game, encoded, loopy, take, write
from tests.reference import database as reference

GAMES = {
    "take": take(),
    "take misere": take(60, play="misere"),
    "loopy": loopy(1),
    "loopy misere": loopy(2, play="misere"),
    "far codes": loopy(3, gap=10**15),
    "one": Game({5: ()}, {}, (5,)),
}
CASES = [
    (name, kind)
    for name in GAMES
    for kind in KINDS
    if not (name == "far codes" and kind == "indexed")
]


@pytest.mark.parametrize(("name", "kind"), CASES)
def test_a_folder_answers_as_the_solution_does(name: str, kind: str, tmp_path: Path) -> None:
    game = GAMES[name]
    write(tmp_path / "d", game, kind, 1 if name == "one" else 3)
    with Database.open(tmp_path / "d", game) as database:
        compare(database, game)


@pytest.mark.parametrize("name", GAMES)
def test_memory_answers_as_the_solution_does(name: str) -> None:
    game = GAMES[name]
    database = Database._in_memory(
        encoded(game), game, list(game.starts), game.play, codes=game.codes
    )
    compare(database, game)
    assert database.path is None


def compare(database: Database, game: Game) -> None:
    solution, codes = game.solution, game.codes
    assert len(database) == len(codes)
    assert database.counts() == solution.counts()
    assert database.start == game.starts[0]
    assert database.result == solution.outcome(game.starts[0])
    assert (database.outcome(codes) == game.outcomes).all()
    assert (database.remoteness_of(codes) == game.remoteness).all()
    pairs = np.array([codes, codes[::-1]])
    assert (database.outcome(pairs) == [game.outcomes, game.outcomes[::-1]]).all()
    histogram = database.remoteness_counts()
    for outcome in (gg.WIN, gg.LOSE, gg.DRAW):
        ends = game.remoteness[game.outcomes == outcome]
        assert histogram[outcome] == {r: int((ends == r).sum()) for r in sorted({*ends.tolist()})}
    for code in codes[:: max(1, len(codes) // 15)].tolist():
        assert database.outcome(code) == solution.outcome(code)
        assert database.remoteness_of(code) == solution.remoteness_of(code)
        assert sorted(solution.winning_moves(code)) == database.winning_moves(code)
        best = database.best_move(code)
        assert database[code] == (solution.outcome(code), solution.remoteness_of(code), best)
        assert (best is None) == (solution.best_move(code) is None)
        if best is not None:
            assert best in game.options(code)
            other: Any = solution.best_move(code)
            assert solution.outcome(best) == solution.outcome(other)
            if solution.outcome(code) != gg.DRAW:
                assert solution.remoteness_of(best) == solution.remoteness_of(other)
        line = database.line(code)
        assert line[0] == code
        assert all(b in game.options(a) for a, b in pairwise(line))
        if solution.remoteness_of(code) >= 0 and not game.presets:
            assert len(line) == solution.remoteness_of(code) + 1
        assert code in database
    assert database.verify()


@pytest.mark.parametrize(("name", "kind"), CASES)
def test_the_reference_reads_the_same_folder(name: str, kind: str, tmp_path: Path) -> None:
    game = GAMES[name]
    write(tmp_path, game, kind, 1 if name == "one" else 3)
    fields, answers = reference.read(tmp_path)
    columns = game.codes, game.outcomes, game.remoteness
    expected = {c: (o, r) for c, o, r in zip(*(x.tolist() for x in columns), strict=True)}
    assert answers == expected
    assert fields["play"] == game.play
    assert fields["start"] == [*game.starts]
    assert fields["moves"] == game.moves
    assert reference.is_proof(answers, game.options, game.preset, game.starts, game.play)


@pytest.mark.parametrize("name", [*GAMES])
def test_the_digest_is_that_of_the_reference(name: str) -> None:
    game = GAMES[name]
    expected = reference.digest(game.options, game.preset, game.starts)
    starts = np.array(game.starts)
    assert asking.digest(asking.Asked.from_rule(game, starts), starts) == expected

    def batch(codes: Any) -> tuple[Any, Any]:
        rows = [(k, w) for k, code in enumerate(codes.tolist()) for w in game.options(code)[::-1]]
        pairs = np.array(rows, dtype=np.int64).reshape(-1, 2)
        return pairs[:, 0], pairs[:, 1]

    asked = asking.Asked.from_rule(batch, starts, presets=game.presets or None)
    assert asking.digest(asked, starts) == expected


def test_a_long_digest_ends_after_its_sample() -> None:
    game = take(5000)
    wide = Game({**{k: (k + 1, k + 2) for k in range(3000)}, 3000: (), 3001: ()}, {}, (0, 1500))
    for one in (game, wide, loopy(8, 3000)):
        expected = reference.digest(one.options, one.preset, one.starts)
        starts = np.array(one.starts)
        assert asking.digest(asking.Asked.from_rule(one, starts), starts) == expected


@pytest.mark.parametrize("kind", KINDS)
def test_positions_that_are_none_are_refused(kind: str, tmp_path: Path) -> None:
    game = GAMES["loopy"]
    database = Database.open(write(tmp_path, game, kind), game)
    missing = next(code for code in range(10**6) if code not in game.rows)
    for code in (missing, -1, 10**15, 2**63 - 1, -(2**63), 2**63, "x", 1.5, True, None):
        assert code not in database
        with pytest.raises(gg.UnknownPositionError, match="does not exist among the 400 positions"):
            database.outcome(code)
    with pytest.raises(gg.UnknownPositionError, match=rf"^codes\[1, 0\]: .*, got {missing}$"):
        database.outcome([[game.starts[0]], [missing]])
    for wrong in ([0.5], ["a"], [2**63]):
        with pytest.raises(gg.GraphGameError):
            database.remoteness_of(wrong)
    assert database.outcome([]).shape == (0,)


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    def take(n: int) -> list[int]:
        return [n - k for k in (1, 2, 3) if n >= k]

    (tmp_path / "text").write_text("1 0\n")
    gg.build(take, start=9).save(tmp_path / "db.npz")
    gg.solve(take, start=9).save(tmp_path / "s.npz")
    for name, found in (
        ("none", "none"),
        ("text", "a file"),
        ("db.npz", "a file; Database.load reads it"),
        ("s.npz", "a file; Solution.load reads it"),
    ):
        with pytest.raises(gg.SolutionFileError, match=rf"manifest\.json, got {found}$"):
            Database.open(tmp_path / name)


def test_what_needs_the_rule_says_so(tmp_path: Path) -> None:
    game = GAMES["loopy"]
    database = Database.open(write(tmp_path, game, "hashed"))
    live = next(
        code
        for code in game.codes.tolist()
        if game.solution.remoteness_of(code) > 0 and code not in game.presets
    )
    for ask in (
        lambda: database.best_move(live),
        lambda: database.winning_moves(live),
        lambda: database.line(live),
        lambda: database[live],
        database.verify,
    ):
        with pytest.raises(
            gg.GraphGameError, match=r"open it with the rule, as in Database\.open\(path, rule=…\)$"
        ):
            ask()
    terminal = next(c for c in game.codes.tolist() if game.solution.remoteness_of(c) == 0)
    assert database.best_move(terminal) is None


def test_another_rule_is_refused(tmp_path: Path) -> None:
    game = GAMES["loopy"]
    write(tmp_path, game, "hashed")
    code = next(code for code in game.codes.tolist() if game.rows[code] and not game.preset(code))
    other = Game({**game.rows, code: ()}, game.presets, game.starts)
    without = Game(game.rows, {}, game.starts)
    preset = next(iter(game.presets))
    outcome, far = game.presets[preset]
    longer = Game(game.rows, {**game.presets, preset: (outcome, far + 1)}, game.starts)
    for rule in (other, without, longer):
        with pytest.raises(gg.RuleMismatchError, match="expected Game, whose moves have"):
            Database.open(tmp_path, rule)
    with pytest.raises(gg.GraphGameError, match=r"rule: expected one without owner\(position\)"):
        Database.open(tmp_path, Moving(game))


class Moving:
    """A rule that says who moves."""

    def __init__(self, game: Game) -> None:
        self.options = game.options

    def owner(self, _code: int) -> int:
        return 0


def test_a_tie_is_refused(tmp_path: Path) -> None:
    game = Game({0: (1,), 1: ()}, {}, (0,))
    write(tmp_path, game, "hashed", 1)
    with pytest.raises(gg.GraphGameError, match="preset of 1: expected WIN.* got TIE"):
        Database.open(tmp_path, game.options, presets={1: gg.TIE})


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_game_gives_the_same_bytes(kind: str, tmp_path: Path) -> None:
    one, two = (write(tmp_path / x, loopy(4), kind, 5) for x in "ab")
    files = sorted(path.name for path in one.iterdir())
    assert files == ["000000.part", *(f"00000{k}.part" for k in range(1, 5)), "manifest.json"]
    for name in files:
        assert (one / name).read_bytes() == (two / name).read_bytes()


def test_a_symmetry_is_asked_for_positions_that_are_not_stored(tmp_path: Path) -> None:
    def rule(code: int) -> list[int]:  # real moves, which lead to both sides of 0
        side = -1 if code < 0 else 1
        return [code - 2 * side, side - code] if abs(code) > 1 else []

    def canonical(code: int) -> int:
        return abs(code)

    rows = {k: tuple({k - 2, k - 1}) if k > 1 else () for k in range(11)}
    game = Game(rows, {}, (10,))
    write(tmp_path, game, "hashed", 2)
    with pytest.raises(gg.RuleMismatchError):
        Database.open(tmp_path, rule)
    database = Database.open(tmp_path, rule, canonical=canonical)
    assert database.verify()
    for code in range(11):
        assert database.outcome(-code) == database.outcome(code) == game.solution.outcome(code)
        for position in (code, -code):
            good = [x for x in rule(position) if game.solution.outcome(abs(x)) == gg.LOSE]
            assert database.winning_moves(position) == sorted(good)
            move = database.best_move(position)
            assert move is None if code < 2 else move in rule(position)
    assert (database.outcome([-3, 3, -10]) == game.outcomes[[3, 3, 10]]).all()


def test_a_database_that_is_closed_opens_its_files_again(tmp_path: Path) -> None:
    game = GAMES["take"]
    with Database.open(write(tmp_path, game, "hashed"), game) as database:
        assert repr(database).startswith("Database(n=701, play='normal': ")
        before = database.outcome(game.codes)
    assert (database.outcome(game.codes) == before).all()
