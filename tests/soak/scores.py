"""Games with scores: against the reference, against `solve` per threshold, and renamed."""

from __future__ import annotations

import io
import random
from collections.abc import Iterator
from typing import Any

import numpy as np

import graphgame as gg
from graphgame import GameGraph, ScoreSolution
from tests.reference.scores import ScoreGame
from tests.soak import draw
from tests.soak.case import Case, fewer, same
from tests.soak.solvers import FORMS, edges_of


def draw_tiny(rng: random.Random) -> Case:
    return _drawn(rng, rng.randint(1, 7), rng.choice([1, 3, 2**31 + 1, 2**63 - 1]))


def draw_medium(rng: random.Random) -> Case:
    n = draw.size(rng, 10, 30_000)
    return _drawn(rng, n, rng.choice([1, 20, 10**9, 10**12, 2**63 - 1]))


def _drawn(rng: random.Random, n: int, most: int) -> Case:
    """Draw a game: terminals, and some positions with options, have scores; perhaps owners."""
    edges = draw.edges(rng, n)
    scores = {v: rng.randint(-most, most) for v in {*range(n)} - {*edges[:, 0].tolist()}}
    some = rng.sample(range(n), rng.randint(0, n // 4))
    scores |= {v: rng.randint(-most, most) for v in some}
    owner = [rng.randint(0, 1) for _ in range(n)] if rng.random() < 0.5 else None
    endless = rng.randint(-most, most) if owner else 0
    return {
        "n": n, "edges": edges, "scores": sorted(map(list, scores.items())), "owner": owner,
        "endless": endless,
        "form": rng.choice(["edges", "shuffled edges", "rows", "parallel edges"]),
    }  # fmt: skip


def solution(case: Case) -> ScoreSolution[Any]:
    """Solve a case in its form."""
    scores = np.full(case["n"], gg.NO_SCORE, dtype=np.int64)
    for v, score in case["scores"]:
        scores[v] = score
    graph = FORMS[case["form"]](case | {"presets": []})
    return gg.solve_scores(graph, scores, owner=case["owner"], endless=case["endless"])


def _plays_on(case: Case) -> bool:
    """Whether scores leave positions to play; graphs with moves and a score for all are refused."""
    return not len(edges_of(case)) or len(case["scores"]) < case["n"]


def check_reference(case: Case) -> None:
    """Compare every method with the slow solver."""
    if not _plays_on(case):
        return
    edges = tuple(map(tuple, edges_of(case).tolist()))
    owner = None if case["owner"] is None else tuple(case["owner"])
    game = ScoreGame(case["n"], edges, dict(case["scores"]), owner, case["endless"])
    s = solution(case)
    positions = range(case["n"])
    same("scores", s.scores.tolist(), [game.score(v) for v in positions])
    same("remoteness", s.remoteness.tolist(), [game.remoteness(v) for v in positions])
    for v in positions:
        same(f"best move at {v}", s.best_move(v), game.best_move(v))
        same(f"optimal moves at {v}", s.optimal_moves(v), game.optimal_moves(v))
        same(f"winning moves at {v}", s.winning_moves(v), game.winning_moves(v))
        line = s.line(v)
        same(f"line at {v}", (list(line), line.closes_at), game.line(v))


def check_solution(case: Case) -> None:
    """Check the certificate, the file, and where players alternate some thresholds."""
    if not _plays_on(case):
        return
    s = solution(case)
    same("verify", s.verify(), True)
    file = io.BytesIO()
    s.save(file)
    file.seek(0)
    loaded = ScoreSolution.load(file)
    same("loaded scores", loaded.scores, s.scores)
    same("loaded remoteness", loaded.remoteness, s.remoteness)
    same("loaded best moves", loaded.best_moves, s.best_moves)
    if s.owner is None:
        for t in sorted({*map(abs, s.given.tolist())} - {0})[-3:]:
            same(f"scores of at least {t}", _threshold(s, t), _cut(s.scores, t))


def check_rule(case: Case) -> None:
    """Solve the same game as a rule on codes, found from all positions, and compare."""
    if not _plays_on(case) or not case["n"]:
        return
    s = solution(case)
    graph, given = s.game, np.full(case["n"], gg.NO_SCORE, dtype=np.int64)
    for v, score in case["scores"]:
        given[v] = score
    ends = given != gg.NO_SCORE
    ptr, idx = graph.option_ptr.astype(np.int64), graph.option_idx.astype(np.int64)

    def moves(codes: Any) -> Any:
        first, count = ptr[codes], ptr[codes + 1] - ptr[codes]
        sources = np.arange(len(codes)).repeat(count)
        behind = np.arange(len(sources)) - (np.cumsum(count) - count)[sources]
        return sources, idx[first[sources] + behind]

    owner = None if case["owner"] is None else np.array(case["owner"])
    start = np.concatenate([np.flatnonzero(~ends), np.flatnonzero(ends)])
    asked: Any = None if owner is None else owner.__getitem__
    found = gg.solve_scores(
        moves, start=start, scores=given.__getitem__, owner=asked, endless=case["endless"]
    )
    order = np.argsort(np.asarray(found.game.labels))
    same("scores of a rule", found.scores[order], s.scores)
    same("remoteness of a rule", found.remoteness[order], s.remoteness)


def _cut(scores: Any, t: int) -> Any:
    return (scores >= t).astype(np.int8) - (scores <= -t)


def _threshold(s: ScoreSolution[Any], t: int) -> Any:
    """Return the outcomes where a score of at least t wins, and of at most -t loses."""
    presets = np.full(s.game.n, gg.NO_PRESET, dtype=np.int8)
    presets[s.game.presets != gg.NO_PRESET] = _cut(s.given, t)
    edges = np.concatenate(
        [np.stack(x, axis=1) for x in s.game.edge_blocks()] or [np.empty((0, 2))]
    )
    graph = GameGraph.from_edges(edges.astype(np.int32), s.game.n)
    return gg.solve(graph, presets=presets).outcomes


def smaller(case: Case) -> Iterator[Case]:
    """Take away positions, edges and scores that are not needed; make what is left plainer."""
    n = case["n"]
    if n > 1:
        kept = n - max(1, n // 2)
        for less in (kept, n - 1):
            edges = edges_of(case)
            yield _completed(case | {
                "n": less, "edges": edges[(edges < less).all(axis=1)],
                "scores": [x for x in case["scores"] if x[0] < less],
                "owner": case["owner"] and case["owner"][:less],
            })  # fmt: skip
    yield from (_completed(case | {"edges": edges}) for edges in fewer(edges_of(case)))
    if case["owner"] is not None:
        yield case | {"owner": None, "endless": 0}
    if case["endless"]:
        yield case | {"endless": 0}
    if case["form"] != "edges":
        yield case | {"form": "edges"}


def _completed(case: Case) -> Case:
    """Give each position without options a score."""
    scores = dict(case["scores"])
    stuck = {*range(case["n"])} - {*edges_of(case)[:, 0].tolist()} - {*scores}
    return case | {"scores": sorted([*map(list, scores.items()), *([v, 1] for v in stuck)])}
