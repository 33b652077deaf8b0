"""`solve_scores(rule, start=…)` for rules of every kind, and scores of every kind.

Pinned here: the answers are those of the explored graph with an array of scores, and of the
reference; functions that return what is no score, raise, or change their minds are refused, as is
what contradicts the presets of a rule.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings

import graphgame as gg
from graphgame import GraphGameError
from graphgame.outcome import NO_SCORE
from graphgame.rules.kind import classify
from tests.reference.scores import ScoreGame
from tests.rules.compiling import KINDS, take, take_codes, typed
from tests.strategies import score_games

MOST = 2**63 - 1
NUMBER = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64, ctypes.c_void_p)
RULE = ctypes.CFUNCTYPE(
    ctypes.c_int64, ctypes.c_int64, ctypes.POINTER(ctypes.c_int64), ctypes.c_int64, ctypes.c_void_p
)


def number(function: Callable[[int], int]) -> Any:
    """Return a function of a code as a compiled one."""
    return NUMBER(lambda code, _: function(code))


class Played:
    """A game with scores as rules of every kind; its codes are far apart, and negative ones too."""

    def __init__(self, game: ScoreGame) -> None:
        self.game = game
        self.codes = [(v - 2) * 10**12 for v in range(game.n)]
        at = dict(zip(self.codes, range(game.n), strict=True))
        self.listed = {
            code: [self.codes[w] for u, w in game.edges if u == v] for code, v in at.items()
        }
        self.named = {self.codes[v]: score for v, score in game.scores.items()}
        owner = game.owner
        self.owner = None if owner is None else {c: owner[v] for c, v in at.items()}

    def score(self, code: int) -> int:
        return self.named.get(code, NO_SCORE)

    def write(self, code: int, options: Any, room: int, _: Any) -> int:
        found = self.listed[code]
        for k, option in enumerate(found[:room]):
            options[k] = option
        return len(found)

    def batch(self, codes: Any) -> Any:
        found = [(i, w) for i, code in enumerate(codes.tolist()) for w in self.listed[code]]
        return np.array(found, dtype=np.int64).reshape(-1, 2).T

    def moves(self, codes: Any) -> Any:
        return tuple(self.batch(codes))

    def rules(self) -> dict[str, Any]:
        return {"positions": self.listed.__getitem__, "batch": self.moves, "C": RULE(self.write)}

    def scores(self, kind: str) -> dict[str, Any]:
        """Return the scores in every form that goes with a kind of rule."""
        if kind == "positions":
            return {"mapping": self.named, "function": self.named.get}

        def numbers(codes: Any) -> Any:
            return np.array([self.score(code) for code in codes.tolist()], dtype=np.int64)

        def masked(codes: Any) -> Any:
            return np.ma.masked_equal(numbers(codes), NO_SCORE)

        return {
            "mapping": self.named,
            "function": numbers,
            "mask": masked,
            "Nones": lambda codes: [self.named.get(code) for code in codes.tolist()],
            "C": number(self.score),
        }


@settings(max_examples=150)
@given(score_games())
def test_rules_and_scores_of_every_kind_give_the_same(game: ScoreGame) -> None:
    assume(game.n and len(game.scores) < game.n)
    played = Played(game)
    plays = [played.codes[v] for v in range(game.n) if v not in game.scores]
    start = [*plays, *played.codes]
    for kind, rule in played.rules().items():
        for form, scores in played.scores(kind).items():
            s = gg.solve_scores(
                rule, start=start, scores=scores, owner=played.owner, endless=game.endless
            )
            for v, code in enumerate(played.codes):
                at = kind, form, v
                assert (at, s.score(code)) == (at, game.score(v))
                assert (at, s.remoteness_of(code)) == (at, game.remoteness(v))
            assert s.start == start[0]
            assert s.verify()
            assert s.given.tolist() == [
                played.score(int(x)) for x in s.game.labels if played.score(int(x)) != NO_SCORE
            ]


def last_stone(codes: Any) -> Any:
    return np.where(codes < 2, 3 - 10 * codes, NO_SCORE)


@pytest.mark.parametrize("name", KINDS)
def test_the_answers_are_those_of_the_graph_and_an_array(name: str) -> None:
    graph = gg.explore_codes(take_codes, [90, 7])
    expected = gg.solve_scores(graph, last_stone(np.asarray(graph.labels)))
    rule = KINDS[name]()
    forms: list[Any] = [last_stone, number(lambda n: 3 - 10 * n if n < 2 else NO_SCORE)]
    if classify(rule, 90).kind == "positions":
        forms = [lambda n: 3 - 10 * n if n < 2 else None]
    for scores in forms:
        s = gg.solve_scores(rule, start=np.array([90, 7]), scores=scores)
        for n in range(91):
            assert (s.score(n), s.remoteness_of(n)) == (
                expected.score(n),
                expected.remoteness_of(n),
            )
        assert s.verify()


def spread(codes: Any) -> Any:
    """Lead from 0 to 1 ... 40 000, and from these nowhere."""
    sources = np.flatnonzero(codes == 0).repeat(40_000)
    return sources, np.arange(len(sources)) % 40_000 + 1


@pytest.mark.parametrize("hints", [{}, {"size": 40_001}, {"threads": 3}, {"expect": 9}])
def test_more_ends_than_are_asked_about_at_a_time(hints: dict[str, int]) -> None:
    """The score of each end comes back to it; the least one decides."""
    s = gg.solve_scores(
        spread, start=0, scores=lambda codes: np.where(codes, codes, NO_SCORE), **hints
    )
    assert (s.scores[1:] == np.asarray(s.game.labels)[1:]).all()
    assert (s.score(0), s.best_move(0), len(s)) == (-1, 1, 40_001)
    counts = gg.solve_scores(typed("take"), start=30_000, scores={0: 5}, **hints).counts()
    assert counts == {gg.WIN: 22_501, gg.LOSE: 7500, gg.DRAW: 0}


def test_scores_at_the_ends_of_their_range() -> None:
    """Compiled and not: the greatest and the least score, and presets by their signs."""
    ends = {0: MOST, 1: -MOST, 2: 0}
    for scores in (ends, number(lambda n: ends.get(n, NO_SCORE))):
        for rule in (typed("take"), take_codes):
            s = gg.solve_scores(rule, start=5, scores=scores)
            assert [s.score(n) for n in range(6)] == [MOST, -MOST, 0, MOST, MOST, 0]
            assert s.game.presets is not None
            assert [int(s.game.presets[s.game.index(n)]) for n in range(4)] == [1, -1, 0, 2]


def test_data_of_a_compiled_function_reaches_it() -> None:
    scipy = pytest.importorskip("scipy")
    held = np.array([40, -7], dtype=np.int64)

    def score(code: int, data: Any) -> int:
        worth = ctypes.cast(data, ctypes.POINTER(ctypes.c_int64))
        return NO_SCORE if code else worth[1] + worth[0]

    own = scipy.LowLevelCallable(NUMBER(score), ctypes.c_void_p(held.ctypes.data))
    for rule in (typed("take"), take_codes):
        assert gg.solve_scores(rule, start=8, scores=own).score(0) == 33


def test_a_rule_object_has_scores_players_and_presets_of_its_kind() -> None:
    class Rule:
        options = staticmethod(take_codes)

        @staticmethod
        def score(codes: Any) -> Any:
            return last_stone(codes)

        @staticmethod
        def owner(codes: Any) -> Any:
            return codes % 2

        @staticmethod
        def preset(codes: Any) -> Any:
            return np.where(codes == 1, -1, gg.NO_PRESET)

    s = gg.solve_scores(Rule(), start=30)
    graph = gg.explore_codes(take_codes, [30])
    labels = np.asarray(graph.labels)
    expected = gg.solve_scores(graph, last_stone(labels), owner=labels % 2)
    assert s.table()["score"].tolist() == expected.table()["score"].tolist()
    for wrong, found in (
        (lambda codes: np.where(codes < 2, 0, NO_SCORE), "got 0"),
        ({0: 5}, "got None"),
    ):
        with pytest.raises(GraphGameError, match=rf"score of 1: .* sign of its preset .*{found}"):
            gg.solve_scores(Rule(), start=30, scores=wrong)
    compiled = SimpleNamespace(options=typed("take"), preset=typed("preset"))
    assert gg.solve_scores(compiled, start=9, scores={0: -4, 2: 6}).score(2) == 6
    with pytest.raises(GraphGameError, match=r"score of 2: .* sign of its preset"):
        gg.solve_scores(compiled, start=9, scores=number(lambda n: -5 if n in (0, 2) else NO_SCORE))
    far = SimpleNamespace(
        options=take_codes, preset=lambda codes: (np.where(codes == 1, -1, 2), codes)
    )
    with pytest.raises(GraphGameError, match=r"score of 1: .* sign of its preset"):
        gg.solve_scores(far, start=9, scores=last_stone)


class Changing:
    """Scores that are others each time somebody asks."""

    def __init__(self) -> None:
        self.asked = 0

    def __call__(self, codes: Any) -> Any:
        self.asked += 1
        return np.where(codes == 0, (-1) ** self.asked, NO_SCORE)


def failing(code: int) -> int:
    raise ZeroDivisionError("no score today")


WRONG: dict[str, tuple[Any, Any, str]] = {
    "a compiled function for positions": (
        take, number(lambda n: 1), "scores: expected a function of one position.*compiled"
    ),
    "an array": (take_codes, np.array([1, 2]), "scores: expected a function of a position"),
    "an address of nothing": (take_codes, 5, "scores: expected .* got 5, where no code is"),
    "an integer for positions": (take, 5, "scores: expected .* got 5, where no code is"),
    "another signature": (typed("take"), typed("take"), "scores: expected"),
    "too few": (take_codes, lambda codes: codes[1:], r"expected \d+ values, one for every code"),
    "one": (take_codes, lambda codes: 3, r"expected \d+ values, one for every code"),
    "floats": (take_codes, lambda codes: codes / 2, "scores: expected integers"),
    "a score that is too great": (
        take_codes, lambda codes: np.full(len(codes), MOST + 1, np.uint64), "score of 9: .*got 922"
    ),
    "a score that is too small": (
        take_codes, lambda codes: [NO_SCORE - 1] * len(codes), "scores: expected .* beyond 64 bits"
    ),
    "what stood for no score once": (
        typed("take"), number(lambda n: -(2**31) if n else 5), r"every position.* which is -2\^63"
    ),
    "what stood for no score once, in an array": (
        take_codes, lambda codes: np.where(codes, -(2**31), 5), r"every position.* which is -2\^63"
    ),
    "no score at an end": (take_codes, {1: 1}, r"scores\[0\]: expected a score for every"),
    "compiled, no score at an end": (
        typed("take"), number(lambda n: NO_SCORE), r"scores\[0\]: expected a score for every"
    ),
    "a score for every position": (take_codes, lambda codes: codes, "every position"),
    "a compiled score for every position": (typed("take"), number(lambda n: n), "every position"),
    "scores that change": (take_codes, Changing(), "score of 0: expected the same each time"),
}  # fmt: skip


@pytest.mark.parametrize("case", WRONG)
def test_what_is_no_score_is_refused(case: str) -> None:
    rule, scores, message = WRONG[case]
    with pytest.raises(GraphGameError, match=message):
        gg.solve_scores(rule, start=9, scores=scores)


@pytest.mark.parametrize("name", ["batch", "ctypes"])
def test_what_a_function_of_scores_raises_comes_out(name: str) -> None:
    for scores in (number(failing), failing):
        with pytest.raises(ZeroDivisionError, match="no score today"):
            gg.solve_scores(KINDS[name](), start=9, scores=scores)


def test_a_numba_function_of_scores_is_compiled_and_may_raise() -> None:
    numba = pytest.importorskip("numba")

    @numba.njit
    def score(code: Any) -> Any:
        if code == 13:
            raise ValueError("unlucky")
        return -9 if code == 0 else -(2**63)

    for name in ("batch", "ctypes", "numba list"):
        assert gg.solve_scores(KINDS[name](), start=9, scores=score).score(1) == 9
    with pytest.raises(ValueError, match="unlucky"):
        gg.solve_scores(typed("take"), start=14, scores=score)


def test_a_limit_and_starts_of_every_kind() -> None:
    for start in (9, [9, 4], {9}, range(10), iter([9, 3]), np.int64(9), np.array([9])):
        assert gg.solve_scores(take_codes, start=start, scores={0: -2}).score(9) == 2
    with pytest.raises(gg.ExplorationLimitError):
        gg.solve_scores(typed("take"), start=99, scores={0: 1}, limit=5)
    assert len(gg.solve_scores(take_codes, start=np.array([], dtype=np.int64), scores={})) == 0
