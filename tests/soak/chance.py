"""Games of chance, and points on moves: against the reference, and by laws."""

from __future__ import annotations

import io
import random
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np

import graphgame as gg
from tests.reference.chance import CHANCE, ChanceGame
from tests.soak import draw
from tests.soak.case import Case, fewer, same

_WIDTH = 1e-9


def draw_tiny(rng: random.Random) -> Case:
    """Draw a game that the reference can solve: ends with scores, and perhaps points."""
    n = rng.randint(1, 6)
    points = rng.random() < 0.4
    moves = [
        [v, w, rng.randint(1, 4), rng.randint(-4, 4) if points else 0]
        for v in range(n)
        # With points no move leads back.
        for w in rng.sample(range(v + 1 if points else 0, n), min(rng.randint(0, 3), n - 1 - v))
    ]
    stuck = {*range(n)} - {v for v, *_ in moves}
    scores = [[v, rng.randint(-3, 3)] for v in range(n) if v in stuck or rng.random() < 0.15]
    return {
        "n": n,
        "moves": moves,
        "kind": [rng.choice([0, 1, CHANCE]) for _ in range(n)],
        "scores": scores,
        "endless": rng.randint(-2, 2),
        "points": points,
    }


def draw_medium(rng: random.Random) -> Case:
    """Draw a game that surely ends: only chance leads to greater numbers, and not always."""
    n = draw.size(rng, 10, 20_000)
    kind = [rng.choice([0, 1, CHANCE]) for _ in range(n)]
    moves = []
    for v in range(1, n):
        below = max(0, v - rng.choice([3, 100, n]))
        moves += [[v, rng.randrange(below, v), rng.randint(1, 5), rng.randint(-9, 9)]]
        most = min(n - 1, v + 50) if kind[v] == CHANCE else v - 1
        moves += [
            [v, rng.randint(below, most), rng.randint(1, 5), rng.randint(-9, 9)]
            for _ in range(rng.randint(0, 2))
        ]
    return {
        "n": n, "moves": moves, "kind": kind, "scores": [[0, rng.randint(-9, 9)]],
        "endless": 0, "points": rng.random() < 0.5,
    }  # fmt: skip


def _solved(case: Case, **options: Any) -> gg.ChanceSolution[Any]:
    """Solve a case as edges with arrays beside them."""
    graph, given = _edges(case)
    scores = np.full(graph.n, np.nan)
    for v, score in case["scores"]:
        scores[v] = score
    points = np.array([x for *_, x in case["moves"]], np.int64) if case["points"] else None
    return gg.solve_chance(
        graph, points=points, scores=scores, endless=case["endless"], **given, **options
    )


def _edges(case: Case) -> tuple[gg.GameGraph[int], dict[str, Any]]:
    """Return the graph, who moves, and weights; an end is nobody's."""
    n, moves = case["n"], np.array(case["moves"], np.int64).reshape(-1, 4)
    kind = np.array(case["kind"][:n], np.int8)
    kind[np.bincount(moves[:, 0], minlength=n) == 0] = 0
    weights = np.where(kind[moves[:, 0]] == CHANCE, moves[:, 2], 0)
    graph = gg.GameGraph.from_edges(moves[:, :2].astype(np.int32), n)
    return graph, {"owner": kind, "probabilities": weights}


def _reference(case: Case) -> ChanceGame:
    n, ends = case["n"], {v: Fraction(score) for v, score in case["scores"]}
    rows: list[list[Any]] = [[] for _ in range(n)]
    for v, w, weight, points in case["moves"]:
        rows[v].append((w, Fraction(weight), Fraction(points)))
    return ChanceGame(
        tuple(case["kind"][:n]),
        tuple(tuple(w for w, *_ in row) for row in rows),
        tuple(tuple(x / sum(y for _, y, _ in row) for _, x, _ in row) for row in rows),
        ends,
        Fraction(case["endless"]),
        tuple(tuple(x for *_, x in row) for row in rows) if case["points"] else None,
    )


def check_reference(case: Case) -> None:
    """Compare bounds, fractions and moves with the definition."""
    game = _reference(case)
    s, exact = _solved(case), _solved(case, exact=True)
    for v, x in enumerate(game.values):
        low, high = s.bounds(v)
        same(f"whether the bounds of {v} hold", Fraction(low) <= x <= Fraction(high), True)
        same(f"whether the bounds of {v} are near", high - low <= _WIDTH, True)
        same(f"the fraction of {v}", exact.exact(v), x)
    moves: Any = {v: s.best_move(v) for v in s if s.best_move(v) is not None}
    for player in (0, 1):
        same(f"whether moves of {player} are best", game.is_optimal(player, moves), True)


def check_laws(case: Case) -> None:
    """Check the certificate, the file, and a game that is won or lost from both sides."""
    s = _solved(case)
    same("verify", s.verify(), True)
    file = io.BytesIO()
    s.save(file)
    file.seek(0)
    loaded = gg.ChanceSolution.load(file)
    same("verify what was loaded", loaded.verify(), True)
    same("loaded values", loaded.values, s.values)
    same("bounds", bool((s.upper - s.lower <= _WIDTH).all()), True)
    graph, given = _edges(case)
    first, second = (gg.solve_chance(graph, **given, player=player) for player in (0, 1))
    same("verify both", first.verify() and second.verify(), True)
    total = first.values + second.values
    same("whether somebody wins", bool((np.abs(total[first.ends] - 1) <= 2 * _WIDTH).all()), True)
    certain = [[x.is_certain(v) for v in range(len(x))] for x in (first, second)]
    both = [v for v, (x, y) in enumerate(zip(*certain, strict=True)) if x and y is not False]
    same("where one surely wins and the other need not lose", both, [])
    same("whether nobody wins twice", bool((total <= 1 + 2 * _WIDTH).all()), True)


def smaller(case: Case) -> Iterator[Case]:
    """Take away positions and moves; make what is left plainer."""
    n = case["n"]
    for less in (n - max(1, n // 2), n - 1) if n > 1 else ():
        yield _completed(case | {
            "n": less, "kind": case["kind"][:less],
            "moves": [x for x in case["moves"] if max(x[:2]) < less],
            "scores": [x for x in case["scores"] if x[0] < less],
        })  # fmt: skip
    yield from (_completed(case | {"moves": moves}) for moves in fewer(case["moves"]))
    if case["points"]:
        yield case | {"points": False}
    if case["endless"]:
        yield case | {"endless": 0}


def _completed(case: Case) -> Case:
    """Give each position without moves a score."""
    scores = dict(case["scores"])
    stuck = {*range(case["n"])} - {v for v, *_ in case["moves"]} - {*scores}
    return case | {"scores": sorted([*map(list, scores.items()), *([v, 1] for v in stuck)])}
