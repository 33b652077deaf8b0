"""Scores beyond 32 bits: every way in, every way out, and values that floats cannot tell apart.

Pinned here: a score may be any integer of 64 bits but the least, which is `NO_SCORE`; -2^31, which
was that once, is a score like others; what endless play is worth may be as large; differences of
two scores may have 65 bits.
"""

from __future__ import annotations

import ctypes
import io
from functools import cache
from typing import Any

import numpy as np
import pytest

import graphgame as gg
from graphgame import GraphGameError, ScoreSolution, VerificationError, verify_scores
from graphgame.outcome import NO_SCORE
from tests.reference.scores import ScoreGame
from tests.rules.compiling import take, take_codes, typed

MOST = 2**63 - 1
NUMBER = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64, ctypes.c_void_p)
# Each of them was refused, or stood for no score, when scores had 32 bits.
LARGE = [2**31, -(2**31), -(2**31) - 1, 5 * 10**9, -(10**12), 2**53 + 1, 2**62, -MOST, MOST]


def stored(s: ScoreSolution[Any]) -> ScoreSolution[Any]:
    """Return what is read from a file of a solution."""
    file = io.BytesIO()
    s.save(file)
    file.seek(0)
    return ScoreSolution.load(file)


# -- ways in --------------------------------------------------------------------------------------


def lead(row: list[int]) -> int:
    """Return the lead of who begins, when both take numbers from the ends of a row."""

    def options(p: tuple[int, int, int]) -> list[tuple[int, int, int]]:
        i, j, ahead = p
        return [(i + 1, j, -ahead - row[i]), (i, j - 1, -ahead - row[j - 1])] if i < j else []

    start = 0, len(row), 0
    s = gg.solve_scores(options, start=start, scores=lambda p: p[2] if p[0] == p[1] else None)
    assert s.verify()
    return s.score(start)


def best_lead(row: list[int]) -> int:
    """Return the same by dynamic programming on intervals."""

    @cache
    def best(i: int, j: int) -> int:
        return max(row[i] - best(i + 1, j), row[j - 1] - best(i, j - 1)) if i < j else 0

    return best(0, len(row))


@pytest.mark.parametrize(
    "row",
    [
        [10, 80, 90, 30],
        [10, 100, 10],
        [10**9, 1] * 5,
        [4, 2, 9, 7, 1, 5],
        [2**31],
        [10**9] * 3 + [1, 10**9],
        [10**18, 1, 2 * 10**18, 3, 10**18],
        [-(10**10), 5, -(10**11), 7],
        [2**62, 2**61 + 1, 2**61, 1],
    ],
)
def test_numbers_from_the_ends_of_a_row(row: list[int]) -> None:
    """AtCoder Educational DP Contest, L; its fourth sample is beyond 2^31."""
    assert lead(row) == best_lead(row)


@pytest.mark.parametrize("score", LARGE)
def test_every_way_in_takes_a_large_score(score: int) -> None:
    edges, batch = [(0, 1), (1, 2)], np.where
    listed = [NO_SCORE, NO_SCORE, score]
    forms: list[Any] = [
        {2: score}, {2: np.int64(score)}, listed, np.array(listed),
        np.ma.masked_array([7, 7, score], mask=[True, True, False]),
    ]  # fmt: skip
    for scores in forms:
        s = gg.solve_scores(edges, scores)
        assert (s.scores.dtype, s.scores.tolist()) == (np.int64, [score, -score, score])
        assert (s.given.dtype, s.given.tolist(), s.verify()) == (np.int64, [score], True)
    expected = gg.solve_scores(take, start=5, scores={0: score})
    compiled = NUMBER(lambda n, _: NO_SCORE if n else score)
    rules: list[tuple[Any, Any]] = [
        (take, lambda n: None if n else score),
        (take_codes, {0: score}),
        (take_codes, lambda codes: batch(codes, NO_SCORE, score)),
        (take_codes, lambda codes: [None if code else score for code in codes.tolist()]),
        (take_codes, lambda codes: np.ma.masked_array(codes * 0 + score, mask=codes > 0)),
        (take_codes, compiled),
        (typed("take"), {0: score}),
        (typed("take"), compiled),
    ]
    for rule, scores in rules:
        s = gg.solve_scores(rule, start=5, scores=scores)
        assert [s.score(n) for n in range(6)] == [expected.score(n) for n in range(6)]
        assert s.verify()


def test_a_mask_of_a_batch_covers_narrow_integers() -> None:
    """`NO_SCORE` does not fit into their type."""
    for kind in (np.int8, np.int32, np.uint64):

        def scores(codes: Any, kind: Any = kind) -> Any:
            return np.ma.masked_array((codes * 0 + 9).astype(kind), mask=codes > 0)

        assert gg.solve_scores(take_codes, start=5, scores=scores).score(1) == -9


def test_numba_functions_have_large_scores_and_none() -> None:
    numba = pytest.importorskip("numba")

    @numba.njit
    def large(code: Any) -> Any:
        return 5_000_000_000 if code == 0 else -(2**63)

    @numba.njit
    def none(code: Any) -> Any:
        return None if code else -(2**31)

    @numba.njit
    def failed(code: Any) -> Any:
        return -(2**63) + 1 if code == 0 else -(2**63)

    for rule in (take_codes, typed("take")):
        assert gg.solve_scores(rule, start=5, scores=large).score(1) == -5 * 10**9
        assert gg.solve_scores(rule, start=5, scores=none).score(1) == 2**31
    with pytest.raises(GraphGameError, match=rf"score of 0: .* from -{MOST - 1} .* Numba"):
        gg.solve_scores(typed("take"), start=5, scores=failed)


@pytest.mark.parametrize(
    ("scores", "found"),
    [
        ({2: MOST + 1}, f"scores[2]: expected an integer from {-MOST} to {MOST}, got {MOST + 1}"),
        ({2: -MOST - 1}, f"scores[2]: expected an integer from {-MOST} to {MOST}, got {-MOST - 1}"),
        ({2: 2**64}, "scores: expected integers, got integers beyond 64 bits"),
        ([NO_SCORE, NO_SCORE, 2**64], "scores: expected integers, got integers beyond 64 bits"),
        (np.array([0, 0, 2**63], np.uint64), f"scores[2]: expected an integer from {-MOST}"),
        ({2: 5e9}, "scores: expected integers"),
    ],
)
def test_what_is_beyond_64_bits_is_refused(scores: Any, found: str) -> None:
    with pytest.raises(GraphGameError) as caught:
        gg.solve_scores([(0, 1), (1, 2)], scores)
    assert str(caught.value).startswith(found)


@pytest.mark.parametrize("score", [MOST + 1, -MOST - 2, 2**64, np.uint64(2**63)])
def test_a_function_is_told_the_range(score: Any) -> None:
    with pytest.raises(GraphGameError, match=rf"score of 0: .*{MOST}.* or None"):
        gg.solve_scores(take, start=5, scores=lambda n: None if n else score)


@pytest.mark.parametrize("endless", [MOST + 1, -MOST - 1, 2**64, 5e9])
def test_cycles_beyond_64_bits_are_refused(endless: Any) -> None:
    with pytest.raises(GraphGameError, match=f"endless: expected an integer from .*{MOST}, got"):
        gg.solve_scores([(0, 1)], {1: 3}, owner=[0, 1], endless=endless)


# -- the answers ----------------------------------------------------------------------------------


def test_scores_that_floats_cannot_tell_apart() -> None:
    """Who moves chooses among 2^62 and its neighbours; each differs by one."""
    near = [2**62 - 1, 2**62, 2**62 + 1]
    edges = [(0, 1), (0, 2), (0, 3), (4, 0), (4, 5)]
    s = gg.solve_scores(edges, {1: -near[1], 2: -near[2], 3: -near[0], 5: near[2] + 1})
    assert (s.score(0), s.best_move(0), s.optimal_moves(0)) == (near[2], 2, [2])
    assert (s.score(4), s.line(4)) == (-near[2], (4, 0, 2))
    assert s.score_counts()[near[2]] == 1
    assert s.table()["score"].tolist() == s.scores.tolist()
    assert repr(s).startswith(f"ScoreSolution(n=6, m=5, scores from {-near[2]} to {near[2] + 1}")


@pytest.mark.parametrize("endless", [5 * 10**9, -(2**31), 2**62 + 1, MOST, -MOST])
@pytest.mark.parametrize("score", [3, 2**62, -(2**62), MOST, -MOST])
def test_endless_play_may_be_worth_as_much(endless: int, score: int) -> None:
    """Each player may leave a circle; the gain of who leaves has up to 65 bits."""
    edges, owner = ((0, 1), (1, 0), (0, 2), (1, 3)), (0, 1, 1, 0)
    game = ScoreGame(4, edges, {2: score, 3: score}, owner, endless)
    s = gg.solve_scores(list(edges), scores=dict(game.scores), owner=list(owner), endless=endless)
    for t in (s, stored(s)):
        assert t.scores.tolist() == [game.score(v) for v in range(4)]
        assert t.remoteness.tolist() == [game.remoteness(v) for v in range(4)]
        assert [t.best_move(v) for v in range(4)] == [game.best_move(v) for v in range(4)]
        assert t.best_moves.tolist() == [
            -1 if (w := game.best_move(v)) is None else w for v in range(4)
        ]
        assert [t.winning_moves(v) for v in range(4)] == [game.winning_moves(v) for v in range(4)]
        assert t.outcomes.tolist() == np.sign(t.scores).tolist()
        assert (t.endless, t.verify()) == (endless, True)


# -- files ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("score", [7, 2**31 - 1, -(2**31) + 1, *LARGE])
def test_files_hold_32_bits_where_they_do_and_else_64(score: int) -> None:
    """Readers of version 1 read what fits into 32 bits, and refuse the rest by its version."""
    s = gg.solve_scores([(0, 1)], {1: score})
    file = io.BytesIO()
    s.save(file)
    file.seek(0)
    with np.load(file) as arrays:
        narrow = abs(score) < 2**31
        assert {arrays[name].dtype for name in ("given", "scores")} == {
            np.dtype(np.int32 if narrow else np.int64)
        }
        assert (b'"version": 1' in arrays["header"].tobytes()) == narrow
        assert (b'"version": 2' in arrays["header"].tobytes()) != narrow
    again = stored(s)
    assert (again.scores.dtype, again.scores.tolist()) == (np.int64, [-score, score])
    assert again.verify()


def test_what_endless_play_is_worth_widens_a_file() -> None:
    s = gg.solve_scores([(0, 0)], {}, owner=[1], endless=2**40)
    assert s.scores.tolist() == stored(s).scores.tolist() == [-(2**40)]
    assert stored(s).endless == 2**40


# -- the certificate ------------------------------------------------------------------------------


@pytest.mark.parametrize("score", LARGE)
@pytest.mark.parametrize("change", [-1, 1])
def test_the_certificate_sees_a_difference_of_one(score: int, change: int) -> None:
    graph = gg.GameGraph.from_edges([(0, 1), (1, 2)])
    given, right = [NO_SCORE, NO_SCORE, score], [score, -score, score]
    assert verify_scores(graph, given, right, [2, 1, 0])
    for v in range(3):
        wrong = [x + change * (u == v) for u, x in enumerate(right)]
        if max(map(abs, wrong)) > MOST:
            wrong = [min(x, MOST) if x > 0 else NO_SCORE if x < -MOST else x for x in wrong]
        if wrong != right:
            with pytest.raises(VerificationError):
                verify_scores(graph, given, wrong, [2, 1, 0])


def test_the_certificate_reads_no_score_as_its_own_negative() -> None:
    """-2^63 is the negative of itself where integers wrap around."""
    graph = gg.GameGraph.from_edges([(0, 1), (1, 0)])
    nothing = [NO_SCORE, NO_SCORE]
    with pytest.raises(VerificationError, match=f"a score from {-MOST} to {MOST}"):
        verify_scores(graph, nothing, nothing, [-1, -1], owner=[0, 0], endless=-MOST)
    assert verify_scores(graph, nothing, [-MOST, -MOST], [-1, -1], owner=[0, 0], endless=-MOST)


@pytest.mark.parametrize(
    ("given", "scores", "name"),
    [
        ([-1.0, 2.0**60], [-(2**60), 2**60], "given"),
        ([NO_SCORE, 2**60], np.array([-(2.0**60), 2.0**60 + 1]), "scores"),
        ([NO_SCORE, MOST], np.array([2**63 + 1, MOST], np.uint64), "scores"),
        ([NO_SCORE, 2**64], [0, 0], "given"),
    ],
)
def test_the_certificate_takes_integers_alone(given: Any, scores: Any, name: str) -> None:
    graph = gg.GameGraph.from_edges([(0, 1)])
    with pytest.raises(GraphGameError, match=f"{name}: expected integers from"):
        verify_scores(graph, given, scores, [1, 0])
    with pytest.raises(GraphGameError, match="endless: expected an integer from"):
        verify_scores(graph, [NO_SCORE, 1], [-1, 1], [1, 0], owner=[0, 1], endless=2**63)
