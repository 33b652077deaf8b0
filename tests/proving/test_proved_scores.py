"""`prove` with scores against `solve_scores`: every kind of rule, cycles, owners, classes."""

from __future__ import annotations

import io
import random
from typing import Any

import numpy as np
import pytest

import graphgame as gg
from graphgame.proving.bounds import SCORES, Bounds, claims
from tests.marked import large
from tests.proving.test_files import rewritten
from tests.rules import compiling

KINDS = ("positions", "labels", "batch")


class Scored:
    """A random game on positions 0 to n - 1, with cycles; some have owners."""

    def __init__(self, seed: int, most: int = 24, widest: int | None = None) -> None:
        rng = random.Random(seed)
        n = rng.randint(1, most)
        degree, widest = rng.choice([1, 2, 3, 4]), widest or rng.choice([1, 2, 5, 1000, SCORES])
        self.options = [[rng.randrange(n) for _ in range(rng.randint(0, degree))] for _ in range(n)]
        self.scores = {
            v: rng.randint(-widest, widest)
            for v in range(n)
            if not self.options[v] or rng.random() < 0.1
        }
        self.owner = {v: rng.randrange(2) for v in range(n)} if rng.random() < 0.5 else None

    def worth(self) -> list[int]:
        """Return the score of each position, as `solve_scores` finds it."""
        rows = {v: [] if v in self.scores else row for v, row in enumerate(self.options)}
        owner = self.owner and [self.owner[v] for v in rows]
        return gg.solve_scores(rows, self.scores, owner=owner).scores.tolist()

    def rule(self, kind: str) -> tuple[Any, Any, dict[str, Any]]:
        """Return a rule of a kind, what gives the label of a position, and arguments."""
        if kind == "labels":
            owner = self.owner and {("p", v): x for v, x in self.owner.items()}
            return (
                lambda p: [("p", w) for w in self.options[p[1]]],
                lambda v: ("p", v),
                {"scores": lambda p: self.scores.get(p[1]), "owner": owner},
            )
        if kind == "batch":
            return self.batch, int, {"scores": self.batch_scores, "owner": self.owner}
        return self.options.__getitem__, int, {"scores": self.scores, "owner": self.owner}

    def batch(self, codes: Any) -> tuple[Any, Any]:
        rows = [self.options[code] for code in codes.tolist()]
        sources = np.repeat(np.arange(len(rows)), [len(row) for row in rows])
        return sources, np.array([w for row in rows for w in row], dtype=np.int64)

    def batch_scores(self, codes: Any) -> Any:
        return np.array([self.scores.get(v, gg.NO_SCORE) for v in codes.tolist()], dtype=np.int64)


def goes_on(game: Scored, v: int) -> bool:
    """Return whether a position has options although it has a score: no start can be one."""
    return v in game.scores and bool(game.options[v])


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("block", [0, 1, *large([2, 3, 4])])
def test_scores_are_those_of_solve_scores(kind: str, block: int) -> None:
    seen, count = set(), 0
    for seed in range(100 * block, 100 * block + 100):
        game = Scored(seed)
        worth = worth_or_none(game)
        rule, label, given = game.rule(kind)
        for v in range(min(len(game.options), 3)):
            if worth is None or goes_on(game, v):
                continue
            proof = gg.prove(rule, label(v), **given)
            assert proof.score == worth[v] and proof.score_bounds == (worth[v], worth[v]), (seed, v)
            assert proof.outcome == np.sign(worth[v]) == proof.bounds[0] == proof.bounds[1]
            assert proof.verify() and proof.verify(rule, **given)
            seen.add(proof.outcome)
            count += 1
    assert seen == {gg.WIN, gg.LOSE, gg.DRAW} and count > 150


def worth_or_none(game: Scored) -> list[int] | None:
    """Return what `solve_scores` finds, None of a game in which all positions have scores."""
    return None if len(game.scores) == len(game.options) > 1 else game.worth()


@pytest.mark.parametrize("block", [0, *large([1, 2])])
def test_a_bound_is_one_question(block: int) -> None:
    for seed in range(60 * block, 60 * block + 60):
        game = Scored(seed, widest=6)
        worth = worth_or_none(game)
        if worth is None or goes_on(game, 0):
            continue
        rule, label, given = game.rule(KINDS[seed % 3])
        for bound in range(-7, 8):
            proof = gg.prove(rule, label(0), bound=bound, **given)
            least, greatest = proof.score_bounds
            assert (least is None) != (greatest is None) and len(proof._parts) == 1
            if least is not None:
                assert bound <= least <= worth[0]
            else:
                assert worth[0] <= greatest < bound
            assert proof.verify(rule, **given)
            assert proof.outcome in (None, np.sign(worth[0]))
            again = reloaded(proof)
            assert again.score_bounds == proof.score_bounds and again.outcome == proof.outcome
            assert again.verify(rule, **given)
            assert "score at " in repr(proof) and repr(again) == repr(proof)


def reloaded(proof: gg.Proof[Any]) -> gg.Proof[Any]:
    return gg.Proof.load(io.BytesIO(content(proof)))


def content(proof: gg.Proof[Any]) -> bytes:
    file = io.BytesIO()
    proof.save(file)
    return file.getvalue()


@pytest.mark.parametrize("kind", KINDS)
def test_a_file_says_the_score(kind: str) -> None:
    for seed in range(60):
        game = Scored(seed)
        worth = worth_or_none(game)
        if worth is None or goes_on(game, 0):
            continue
        rule, label, given = game.rule(kind)
        proof = gg.prove(rule, label(0), **given)
        found = gg.verify_proof(io.BytesIO(content(proof)), rule, **given)
        assert found.score_bounds == (worth[0], worth[0]) and found.positions == len(proof)
        assert found.outcome == proof.outcome and found.plies == proof.plies
        again = reloaded(proof)
        assert again.strategy(0) == proof.strategy(0) and again.strategy(1) == proof.strategy(1)
        assert again.best_move == proof.best_move and again.score == worth[0]


def test_strategies_keep_the_score() -> None:
    count = 0
    for seed in range(150):
        game = Scored(seed)
        worth = worth_or_none(game)
        if worth is None or goes_on(game, 0) or 0 in game.scores:
            continue
        proof = gg.prove(game.options.__getitem__, 0, scores=game.scores, owner=game.owner)
        for player in (0, 1):
            count += keeps(game, proof.strategy(player), player, worth)
    assert count > 100


def keeps(game: Scored, moves: dict[int, int], player: int, worth: list[int]) -> int:
    """Return how many ends play reaches where a player follows moves: none is worse than worth."""
    first = game.owner[0] if game.owner else 0
    reached, waiting, ends = set(), [(0, first)], 0
    while waiting:
        v, mover = waiting.pop()
        if (v, mover) in reached:
            continue
        reached.add((v, mover))
        mover = game.owner[v] if game.owner else mover
        own = mover == (first if player == 0 else 1 - first)
        if v in game.scores:
            gain = game.scores[v] if own else -game.scores[v]
            assert gain >= (worth[0] if player == 0 else -worth[0])
            ends += 1
            continue
        waiting += [(w, 1 - mover) for w in ([moves[v]] if own else game.options[v])]
    return ends


def take(n: int) -> list[int]:
    return [n - k for k in (1, 2, 3) if n >= k]


def test_wrong_scores_in_a_file_are_refused() -> None:
    rule, scores = take, {0: -7}
    data = content(gg.prove(rule, 21, scores=scores))
    assert gg.verify_proof(io.BytesIO(rewritten(data)), rule, scores=scores).score_bounds == (7, 7)
    for found in ([7, None], [6, 8], [6, 7], [7, 8]):  # wider ones hold, too
        changed = rewritten(data, score_bounds=found)
        proven = gg.verify_proof(io.BytesIO(changed), rule, scores=scores)
        assert proven.score_bounds == tuple(found)
    for found in ([6, 6], [8, 8], [-7, -7], [0, 0], [None, 7], [8, None], [8, 9], [5, 6]):
        changed = rewritten(data, score_bounds=found)
        with pytest.raises((gg.VerificationError, gg.SolutionFileError)):
            gg.verify_proof(io.BytesIO(changed), rule, scores=scores)
    for found in ([8, 7], [None, None], 7, [7], ["7", 7], [True, True], [2**63, 2**63]):
        with pytest.raises(gg.SolutionFileError, match="score_bounds: expected two scores"):
            gg.Proof.load(io.BytesIO(rewritten(data, score_bounds=found)))
    for other in ({0: -8}, {0: -6}, {0: 7}):
        with pytest.raises(gg.VerificationError):
            gg.verify_proof(io.BytesIO(data), rule, scores=other)


def test_a_changed_move_of_a_scored_proof_is_refused() -> None:
    count = 0
    for seed in range(120):
        game = Scored(seed, widest=3)
        if worth_or_none(game) is None or goes_on(game, 0):
            continue
        rule, given = game.options.__getitem__, {"scores": game.scores, "owner": game.owner}
        proof = gg.prove(rule, 0, **given)
        parts = [*proof._parts]
        rng = random.Random(seed)
        k = rng.randrange(len(parts))
        if not len(parts[k].moves) or len(parts[k].codes) < 2:
            continue
        moves = parts[k].moves.copy()
        i = rng.randrange(len(moves))
        moves[i] = (moves[i] + 1 + rng.randrange(len(parts[k].codes) - 1)) % len(parts[k].codes)
        parts[k] = parts[k]._replace(moves=moves)
        proof._parts = tuple(parts)
        node = i + parts[k].choosers.start
        source, target = proof._positions(parts[k].codes[[node, moves[i]]])
        try:
            proof.verify(rule, **given)
        except gg.VerificationError:
            count += 1
        else:  # it is another right move
            assert target in game.options[source]
    assert count > 40


def test_compiled_rules_and_scores() -> None:
    rule = compiling.typed("take")
    for n in (0, 7, 40, 41):
        for worth in (-9, -1, 0, 4, 10**15):
            expected = gg.solve_scores(take, {0: worth}, start=n).score(n)
            proof = gg.prove(rule, n, scores=scored_end(worth))
            assert proof.score == expected and proof.verify()
            assert gg.prove(rule, n, scores={0: worth}).score == expected


def scored_end(worth: int) -> Any:
    """Return a compiled function that gives position 0 a score."""
    numba = pytest.importorskip("numba")
    signature = numba.types.int64(numba.types.int64, numba.types.voidptr)
    return numba.cfunc(signature)(lambda code, data: worth if code == 0 else -(2**63))


def test_a_symmetry_goes_with_scores() -> None:
    def nim(p: tuple[int, int]) -> list[tuple[int, int]]:
        a, b = p
        return [(k, b) for k in range(a)] + [(a, k) for k in range(b)]

    def mirrored(p: tuple[int, int]) -> tuple[int, int]:
        return min(p, p[::-1])

    def score(p: tuple[int, int]) -> int | None:
        return -sum(p) - 2 if 0 in p and max(p) < 3 else None

    for start in [(4, 7), (5, 5), (1, 3)]:
        plain = gg.prove(nim, start, scores=score)
        classes = gg.prove(nim, start, scores=score, canonical=mirrored)
        assert plain.score == classes.score == gg.solve_scores(nim, score, start=start).score(start)
        assert classes.verify() and len(classes) <= len(plain)


def test_a_method_score_is_used() -> None:
    class Game:
        start = 21
        options = staticmethod(take)

        def score(self, n: int) -> int | None:
            return -3 if n == 0 else None

    game = Game()
    proof = gg.prove(game, 21)
    assert proof.score == 3 and proof.verify(game)
    assert repr(proof).startswith("Proof(start=21, score=3 in at most ")
    assert gg.prove(game, 20).score == -3 and gg.prove(game, 20).best_move in take(20)


def test_a_question_can_be_stopped_and_goes_on() -> None:
    game = Scored(3, most=400, widest=40)
    worth = game.worth()
    v = next(v for v in range(len(worth)) if worth[v] and v not in game.scores)
    proof = gg.prove(game.options.__getitem__, v, scores=game.scores, owner=game.owner, seconds=0)
    while proof.score is None:
        least, greatest = proof.score_bounds
        assert (least is None or least <= worth[v]) and (greatest is None or greatest >= worth[v])
        assert proof.bounds[0] <= np.sign(worth[v]) <= proof.bounds[1]
        proof.resume(seconds=0)
    assert proof.score == worth[v] and proof.verify()


@pytest.mark.parametrize("value", [0, 1, -1, 2, 17, -17, 10**6, SCORES, -SCORES])
def test_few_questions_find_any_score(value: int) -> None:
    part: Any = type("Part", (), {"ranks": None})()
    proven: Any = type("Part", (), {"ranks": 1})()
    bounds, asked = Bounds(SCORES), 0
    while not bounds.is_done:
        player, least = bounds.question()
        worth = value if player == 0 else -value
        assert 1 <= least <= SCORES
        can = worth >= least
        bounds.answer(player, least if can else least - 1, proven if can else part)
        assert bounds.least <= value <= bounds.greatest
        asked += 1
    assert asked <= 2 + 2 * abs(value).bit_length()
    assert len(bounds.parts) == len(claims(value, value, SCORES)) == 2 - (abs(value) == SCORES)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: gg.prove(take, 5, bound=3), "bound: expected scores with it"),
        (lambda: gg.prove(take, 5, scores={0: 1}, bound=0.5), "bound: expected an integer from"),
        (lambda: gg.prove(take, 5, scores={0: 1}, bound=2**63), "bound: expected an integer from"),
        (lambda: gg.prove(take, 5, scores={0: 1}, presets={0: 1}), "presets: expected none beside"),
        (lambda: gg.prove(take, 5, scores={0: 1}, play="misere"), "play: expected 'normal' beside"),
        (lambda: gg.prove(take, 5, scores=3), "scores: expected a function, or the address"),
        (lambda: gg.prove(take, 5, scores={}), r"scores\[0\]: expected a score for every"),
        (lambda: gg.prove(take, 5, scores=lambda n: n), "scores: expected them for terminals"),
        (lambda: gg.prove(take, 5, scores=lambda n: 0.5), "score of 5: expected an integer"),
        (lambda: gg.prove(take, 5, scores={0: 1}, canonical=int), "scores: expected"),
        (
            lambda: gg.prove(compiling.typed("take"), 5, scores={}),
            r"scores\[0\]: expected a score for every",
        ),
        (
            lambda: gg.prove(take, 21, scores={0: -7}).verify(take),
            "scores: expected those of the ends",
        ),
        (
            lambda: gg.prove(take, 21).verify(take, scores={0: -7}),
            "scores: expected none, as the proof is one of WIN",
        ),
    ],
)
def test_bad_input_is_refused_in_one_sentence(call: Any, message: str) -> None:
    with pytest.raises(gg.GraphGameError, match=message) as caught:
        call()
    assert "\n" not in str(caught.value)


def test_a_part_without_ends_is_refused() -> None:
    proof = gg.prove(take, 5, scores={0: -7})
    part = proof._parts[0]
    kept = part._replace(
        codes=part.codes[:1], attacking=1, first=0, moves=part.moves[:1] * 0, ranks=part.ranks[:1]
    )
    proof._parts = (kept, *proof._parts[1:])
    with pytest.raises(gg.VerificationError):
        proof.verify(take, scores={0: -7})
