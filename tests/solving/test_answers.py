"""Answers kept without the graph: against the reference, and against solved graphs.

Pinned here: outcomes, remoteness, best moves and lines are those of the definitions for rules of
every kind, cycles, presets and both kinds of play; both ways to solve give the same; a loaded file
gives the same, and without a rule says what it lacks.
"""

from __future__ import annotations

import ctypes
import io
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given

import graphgame as gg
from examples import dodgem
from examples.fox_and_hounds import FoxAndHounds
from graphgame import Play
from tests.reference.graphs import Game, solve as solved
from tests.strategies import games

if TYPE_CHECKING:
    pass

Codes = npt.NDArray[np.int64]
RULE = ctypes.CFUNCTYPE(
    ctypes.c_int64, ctypes.c_int64, ctypes.POINTER(ctypes.c_int64), ctypes.c_int64, ctypes.c_void_p
)
OUTCOME = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64, ctypes.c_void_p)


def coded(v: int) -> int:
    """Return a code of a position that keeps no order and has either sign."""
    return (v * 0x9E3779B97F4A7C15 + 7 & (1 << 64) - 1) - (1 << 63)


class Rules:
    """The rules of a game given by edges, in every kind."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.number = {coded(v): v for v in range(game.n)}
        self.rows: dict[int, list[int]] = {coded(v): [] for v in range(game.n)}
        for u, v in game.edges:
            self.rows[coded(u)].append(coded(v))

    def one(self, code: int) -> list[int]:
        return self.rows[code]

    def one_preset(self, code: int) -> int | None:
        return self.game.presets.get(self.number[code])

    def many(self, codes: Codes) -> tuple[Codes, Codes]:
        found = [(k, w) for k, code in enumerate(codes.tolist()) for w in self.rows[code]]
        pairs = np.array(found, dtype=np.int64).reshape(-1, 2)
        return pairs[:, 0], pairs[:, 1]

    def many_presets(self, codes: Codes) -> Codes:
        found = [self.one_preset(code) for code in codes.tolist()]
        return np.array([gg.NO_PRESET if x is None else x for x in found], dtype=np.int64)

    def native(self) -> tuple[Any, Any]:
        def rule(code: int, options: Any, room: int, data: Any) -> int:
            found = self.rows[code]
            for k, option in enumerate(found[:room]):
                options[k] = option
            return len(found)

        def preset(code: int, data: Any) -> int:
            found = self.one_preset(code)
            return gg.NO_PRESET if found is None else int(found)

        return RULE(rule), OUTCOME(preset)

    def kinds(self) -> dict[str, tuple[Any, Any]]:
        return {
            "positions": (self.one, self.one_preset),
            "batch": (self.many, self.many_presets),
            "compiled": self.native(),
        }

    def answers(self, kind: str) -> gg.Database[int]:
        """Solve from all positions, so that none is missing."""
        rule, presets = self.kinds()[kind]
        starts = np.array([coded(v) for v in range(self.game.n)], dtype=np.int64)
        return gg.build(
            rule,
            start=starts if kind != "positions" else starts.tolist(),
            presets=presets,
            play=Play(self.game.play),
        )


KINDS = ["positions", "batch", "compiled"]


@pytest.mark.parametrize("kind", KINDS)
@given(game=games())
def test_answers_are_those_of_the_definitions(kind: str, game: Game) -> None:
    right = solved(game)
    if not game.n and kind == "batch":
        return  # without a position, nothing tells such a rule from one of single positions
    s = Rules(game).answers(kind)
    assert len(s) == game.n
    for v in range(game.n):
        assert s.outcome(coded(v)) is right.outcomes[v]
        assert s.remoteness_of(coded(v)) == right.remoteness[v]
        losing = [w for w in right.options[v] if right.outcomes[w] is gg.LOSE]
        assert set(s.winning_moves(coded(v))) == {coded(w) for w in losing}
        best = s.best_move(coded(v))
        if not right.options[v]:
            assert best is None
            continue
        assert best in {coded(w) for w in right.options[v]}
        assert s.outcome(best) == -right.outcomes[v]
        if right.outcomes[v] is not gg.DRAW:
            assert s.remoteness_of(best) == right.remoteness[v] - 1
    assert s.verify() is True
    assert s.counts() == {x: right.outcomes.count(x) for x in (gg.WIN, gg.LOSE, gg.DRAW)}
    assert s.longest() == {
        x: max((right.remoteness[v] for v in range(game.n) if right.outcomes[v] is x), default=-1)
        for x in (gg.WIN, gg.LOSE, gg.DRAW)
    }


@given(game=games())
def test_a_file_keeps_the_answers(game: Game) -> None:
    rules = Rules(game)
    for kind in KINDS if game.n else ["positions"]:
        s = rules.answers(kind)
        rule, presets = rules.kinds()[kind]
        file = io.BytesIO()
        s.save(file)
        file.seek(0)
        loaded = gg.Database.load(file, rule=rule, presets=presets)
        assert [*loaded] == [*s]
        assert [loaded[x] for x in s] == [s[x] for x in s]
        assert (loaded.start, loaded.play) == (s.start, s.play)
        assert loaded.verify() is True


# -- real games ------------------------------------------------------------------------------------


def same_as_the_graph(s: gg.Database[int], graph: gg.GameGraph[int], play: Any = "normal") -> None:
    right = gg.solve(graph, play=play)
    codes = np.asarray(graph.labels)
    order = np.argsort(codes)
    assert (s.codes == codes[order]).all()
    assert (s.outcomes == right.outcomes[order]).all()
    assert (s.remoteness == right.remoteness[order]).all()
    assert s.counts() == right.counts()
    assert s.longest() == right.longest()
    assert s.result is right.result
    assert len(s.line()) == len(right.line()) or s.result is gg.DRAW


@pytest.mark.parametrize("play", ["normal", "misere"])
@pytest.mark.parametrize("n", [2, 4, 6])
def test_fox_and_hounds(n: int, play: Any) -> None:
    game = FoxAndHounds(n)
    s = gg.build(game.options, start=game.start, presets=game.preset, play=play)
    same_as_the_graph(s, game.explore(), play)
    assert s.verify() is True
    assert s.graph().n == len(s)


def test_fox_and_hounds_as_an_object() -> None:
    class Rule:
        options = staticmethod(FoxAndHounds(4).options)
        preset = staticmethod(FoxAndHounds(4).preset)

    s = gg.build(Rule(), start=FoxAndHounds(4).start)
    assert (s.result, s.remoteness_of(FoxAndHounds(4).start), len(s)) == (gg.LOSE, 8, 83)
    same_as_the_graph(s, FoxAndHounds(4).explore())


def test_dodgem_a_game_with_cycles() -> None:
    rule, start = dodgem.rule(3), dodgem.start(3)
    s = gg.build(rule, start=start)
    right = gg.solve(rule, start=start)
    assert [*s] == [*right]
    assert (s.outcomes == right.outcomes).all()
    assert [s[x] for x in s] == [right[x] for x in right]
    assert s.line() == right.line()
    assert s.table()["outcome"].tolist() == right.table()["outcome"].tolist()
    assert s.verify() is True
