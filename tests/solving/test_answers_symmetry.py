"""Answers of classes: `build(rule, start=…, canonical=…)`.

Pinned here: for rules of every kind the answers for all positions, also those that are no
representatives, are those of the reference, and moves are real ones; files keep classes, and are
refused with another symmetry, or without one where it is needed.
"""

from __future__ import annotations

import ctypes
import io
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings

import graphgame as gg
from graphgame import Database, GraphGameError, UnknownPositionError
from tests.reference.graphs import Answer, Game, solve as solved
from tests.strategies import games

RULE = ctypes.CFUNCTYPE(
    ctypes.c_int64, ctypes.c_int64, ctypes.POINTER(ctypes.c_int64), ctypes.c_int64, ctypes.c_void_p
)
NUMBER = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64, ctypes.c_void_p)


class Twins:
    """A game in which each position v has three twins: the codes 3 v, 3 v + 1 and 3 v + 2.

    Moves lead from each twin to others than from the next, and the second twin represents all.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.rows: list[list[int]] = [[] for _ in range(game.n)]
        for u, w in game.edges:
            self.rows[u].append(w)

    def options(self, code: int) -> list[int]:
        v, twin = divmod(code, 3)
        return [3 * w + (v + w + k + twin) % 3 for k, w in enumerate(self.rows[v])]

    def preset(self, code: int) -> int | None:
        return self.game.presets.get(code // 3)

    def canonical(self, code: int) -> int:
        return code - code % 3 + 1

    def write(self, code: int, options: Any, room: int, _: Any) -> int:
        found = self.options(code)
        for k, option in enumerate(found[:room]):
            options[k] = option
        return len(found)

    def mark(self, code: int, _: Any = None) -> int:
        found = self.preset(code)
        return gg.NO_PRESET if found is None else int(found)

    def moves(self, codes: Any) -> Any:
        found = [(i, w) for i, code in enumerate(codes.tolist()) for w in self.options(code)]
        return tuple(np.array(found, dtype=np.int64).reshape(-1, 2).T)

    def functions(self, kind: str) -> dict[str, Any]:
        if kind == "positions":
            return {"rule": self.options, "presets": self.preset, "canonical": self.canonical}
        if kind == "batch":
            return {
                "rule": self.moves,
                "presets": lambda codes: np.array([self.mark(code) for code in codes.tolist()]),
                "canonical": lambda codes: codes - codes % 3 + 1,
            }
        return {
            "rule": RULE(self.write),
            "presets": NUMBER(self.mark),
            "canonical": NUMBER(lambda code, _: self.canonical(code)),
        }

    def answers(self, kind: str, start: Any = None) -> Database[int]:
        given = self.functions(kind)
        rule = given.pop("rule")
        start = [3 * v + v % 3 for v in range(self.game.n)] if start is None else start
        found: Database[int]
        found = gg.build(rule, start=start, play=self.game.play, **given)
        return found


KINDS = ["positions", "batch", "compiled"]


def check(answers: Database[int], twins: Twins, right: Answer) -> None:
    """Compare the answers for all twins with the reference."""
    assert len(answers) == twins.game.n
    assert sorted(answers) == [3 * v + 1 for v in range(twins.game.n)]
    for code in range(3 * twins.game.n):
        v = code // 3
        assert code in answers
        assert answers.outcome(code) == right.outcomes[v]
        assert answers.remoteness_of(code) == right.remoteness[v]
        options = [] if v in twins.game.presets else twins.options(code)
        if answers._listed is None:  # codes ascend, in a symmetry too
            options = sorted(options)
        losing = [w for w in options if right.outcomes[w // 3] == gg.LOSE]
        assert answers.winning_moves(code) == [*dict.fromkeys(losing)]
        move = answers.best_move(code)
        if not options:
            assert move is None
            continue
        sign = -right.outcomes[v]
        fit = [w for w in options if right.outcomes[w // 3] == sign]
        length = {w: right.outcomes[v] * right.remoteness[w // 3] for w in fit}
        assert move == min(fit, key=length.__getitem__), "the first in this order"
        line = answers.line(code)
        assert line[:2] == (code, move)
        for a, b in pairwise(line):
            assert b in twins.options(a)
    assert answers.verify()


@settings(max_examples=60)
@pytest.mark.parametrize("kind", KINDS)
@given(game=games())
def test_answers_for_all_positions_of_classes(kind: str, game: Game) -> None:
    twins = Twins(game)
    answers = twins.answers(kind)
    right = solved(game)
    check(answers, twins, right)
    assert 3 * game.n + 1 not in answers
    assert answers.start == (0 if game.n else None), "the position that was given"
    assert answers.graph().n == game.n

    given = twins.functions(kind)
    file = io.BytesIO()
    answers.save(file)
    file.seek(0)
    check(Database.load(file, **given), twins, right)
    file.seek(0)
    bare = Database.load(file)
    assert bare.counts() == answers.counts()
    for code in range(3 * game.n):
        if code % 3 == 1:
            assert bare.outcome(code) == right.outcomes[code // 3]
        else:
            with pytest.raises(UnknownPositionError, match="load it with canonical="):
                bare.outcome(code)


@pytest.mark.parametrize("kind", KINDS)
def test_starts_of_every_kind(kind: str) -> None:
    twins = Twins(Game(4, ((0, 1), (0, 2), (1, 2), (2, 3))))
    for start in (2, [2, 0], iter([2, 5]), np.array([2, 3]), range(2, 5)):
        answers = twins.answers(kind, start)
        assert (answers.start, len(answers), answers.verify()) == (2, 4, True)
        assert answers.result == answers.outcome(0)


def test_a_rule_object_and_presets_by_class() -> None:
    twins = Twins(Game(4, ((0, 1), (1, 2), (2, 3))))
    s = gg.build(twins, start=0, presets={8: gg.WIN})
    assert [s.outcome(code) for code in (0, 4, 8, 7)] == [gg.WIN, gg.LOSE, gg.WIN, gg.WIN]
    assert s.verify()


def test_what_does_not_fit_the_symmetry_is_refused() -> None:
    twins = Twins(Game(4, ((0, 1), (0, 2), (1, 2), (2, 3))))
    given = twins.functions("batch")
    with pytest.raises(GraphGameError, match="representative of a representative"):
        gg.build(given["rule"], start=0, canonical=lambda codes: codes + 1)
    with pytest.raises(UnknownPositionError, match="position 99 does not exist: its represent"):
        twins.answers("batch").outcome(99)
    with pytest.raises(UnknownPositionError, match="position 'x' does not exist among"):
        twins.answers("batch").outcome("x")  # type: ignore[arg-type]
    plain, classes = io.BytesIO(), io.BytesIO()
    gg.build(given["rule"], start=0).save(plain)
    twins.answers("batch").save(classes)

    def load(file: io.BytesIO, **functions: Any) -> Any:
        file.seek(0)
        return Database.load(file, **functions)

    with pytest.raises(GraphGameError, match="^canonical: expected a file with classes"):
        load(plain, rule=given["rule"], canonical=given["canonical"])
    with pytest.raises(GraphGameError, match="^canonical: expected a file with classes"):
        load(plain, canonical=given["canonical"])
    with pytest.raises(
        GraphGameError, match="expected the symmetry that it was solved with, got none"
    ):
        load(classes, rule=given["rule"])
    with pytest.raises(GraphGameError, match="canonical of 1: expected itself, .* got 0; load"):
        load(classes, rule=given["rule"], canonical=lambda codes: codes - codes % 3)
    known = load(classes, canonical=given["canonical"])
    assert known.outcome(11) == known.outcome(10) == gg.LOSE
    with pytest.raises(GraphGameError, match="rule: expected one to ask for moves"):
        known.best_move(0)


@pytest.mark.parametrize("kind", ["positions", "batch"])
def test_many_starts_are_bits_in_a_file(kind: str) -> None:
    """A game that may start everywhere takes a bit a position for it; the first stays first."""
    n = 5000
    game = Game(n, tuple((v, v + 1) for v in range(n - 1)))
    rng = np.random.default_rng(1)
    for k in (n, n - 7, 100):
        start = (3 * rng.permutation(n)[:k] + rng.integers(0, 3, k)).tolist()
        answers = Twins(game).answers(kind, start)
        file = io.BytesIO()
        answers.save(file)
        file.seek(0)
        with np.load(file) as arrays:
            assert arrays["start_bits"].nbytes == (len(answers) + 7) // 8
            assert arrays["starts"].shape == (1,)
        file.seek(0)
        loaded = Database.load(file, **Twins(game).functions(kind))
        canonical = {code - code % 3 + 1 for code in start}
        assert loaded.start == start[0] - start[0] % 3 + 1
        assert {*map(int, loaded._starts)} == canonical and len(loaded._starts) == len(canonical)
        assert loaded.verify() and loaded.graph().start == loaded.start


def test_damaged_bits_of_starts_are_refused() -> None:
    answers = Twins(Game(90, tuple((v, v + 1) for v in range(89)))).answers("batch")
    file = io.BytesIO()
    answers.save(file)
    file.seek(0)
    with np.load(file) as arrays:
        kept = dict(arrays)
    for name, value in (
        ("start_bits", kept["start_bits"][:-1]),
        ("start_bits", kept["start_bits"].astype(np.int8)),
        ("starts", kept["starts"][:0]),
        ("starts", np.array([0])),
    ):
        broken = io.BytesIO()
        np.savez(broken, **(kept | {name: value}))
        broken.seek(0)
        with pytest.raises(gg.SolutionFileError, match="start"):
            Database.load(broken)
