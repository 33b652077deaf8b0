"""Proofs of one start, against the slow solver and against all positions solved."""

from __future__ import annotations

import random
from itertools import islice
from typing import Any

import numpy as np

import graphgame as gg
from graphgame import Outcome
from graphgame.outcome import Play
from graphgame.proving.start import Prover
from graphgame.rules.kind import classify
from tests.reference import turns as reference
from tests.reference.turns import TurnGame
from tests.soak import draw, scores, turns
from tests.soak.case import Case, same
from tests.soak.solvers import edges_of

# Starts of a game that are asked about.
_STARTS = 6
# How often a search goes on whose table is too small.
_MOST_STEPS = 100
# Bytes of which the table has 64 entries.
_SMALL = 64 * 16 * 8 // 5 + 1


def draw_medium(rng: random.Random) -> Case:
    """Draw a game of up to some hundred positions."""
    return turns._drawn(rng, draw.size(rng, 10, 400))


def _rows(case: Case) -> list[list[int]]:
    rows: list[list[int]] = [[] for _ in range(case["n"])]
    for v, w in edges_of(case).tolist():
        rows[v].append(w)
    return rows


def _given(case: Case) -> dict[str, Any]:
    """Return presets and owners; every second case has owners."""
    presets = {v: Outcome(outcome) for v, outcome, _ in case["presets"]}
    owner = dict(enumerate(case["owner"][: case["n"]]))
    return {"presets": presets or None, "owner": owner if case["count"] == "turns" else None}


def check_reference(case: Case) -> None:
    """Compare each position with the slow solver, and verify."""
    given = _given(case)
    presets = {v: (outcome, 0) for v, outcome in (given["presets"] or {}).items()}
    owner = tuple(case["owner"][: case["n"]]) if given["owner"] else ()
    edges = tuple(map(tuple, edges_of(case).tolist()))
    answer = reference.solve(TurnGame(case["n"], edges, presets, owner, case["play"]))
    _check(case, answer.outcomes, range(case["n"]))
    _check_small(case, answer.outcomes, range(case["n"]))


def check_solved(case: Case) -> None:
    """Compare some positions with `solve`, and verify; with a table that forgets, too."""
    given = _given(case)
    s = gg.solve(dict(enumerate(_rows(case))), play=case["play"], **given)
    starts = range(0, case["n"], 1 + case["n"] // _STARTS)
    _check(case, s.outcomes.tolist(), starts)
    rows = _rows(case)

    def rule(codes: Any) -> tuple[Any, Any]:
        found = [rows[code] for code in codes.tolist()]
        sources = np.repeat(np.arange(len(found)), [len(row) for row in found])
        return sources, np.array([w for row in found for w in row], dtype=np.int64)

    for v in islice(starts, 2):
        run = Prover(classify(rule, v, **given), v, Play(case["play"]), 4096)
        for _ in range(_MOST_STEPS):
            run.run(0, False)
        if not run.is_done:  # so little is remembered that it may take for ever
            continue
        won = 0 if run.won_by is None else 1 if run.won_by == run.mover else -1
        same(f"outcome of {v} by a small table", won, _level(s.outcomes[v]))


def check_scores(case: Case) -> None:
    """Compare scores with those of `solve_scores`; play that never ends is worth 0 here."""
    if not scores._plays_on(case):
        return
    worth = scores.solution(case | {"endless": 0}).scores.tolist()
    rows, owner = _rows(case), case["owner"]
    ends, rng = dict(case["scores"]), random.Random(case["n"])
    given = {"scores": ends, "owner": owner and dict(enumerate(owner))}
    for v in range(case["n"]):
        if v in ends and rows[v]:
            continue  # no start: its options are ignored
        proof = gg.prove(rows.__getitem__, v, memory="1MiB", **given)
        same(f"score of {v}", proof.score, worth[v])
        same(f"proof of {v}", proof.verify(), True)
        bound = max(worth[v] + rng.randint(-2, 2), 2 - 2**63)
        if bound < 2**63:
            asked = gg.prove(rows.__getitem__, v, memory="1MiB", bound=bound, **given)
            least, greatest = asked.score_bounds
            if worth[v] >= bound:
                right = least is not None and bound <= least <= worth[v]
            else:
                right = greatest is not None and worth[v] <= greatest < bound
            same(f"bound of {v}", right and asked.verify(), True)


def _check_small(case: Case, outcomes: Any, starts: range) -> None:
    """Compare what a table of 64 entries finds, on a symmetric game; it may decide nothing.

    Every position stands twice, as v and as v + n, and each move leads to either of them.
    """
    rows, given, n = _rows(case), _given(case), case["n"]
    rng = random.Random(n + sum(map(len, rows)))
    twice = [[w + n * rng.randrange(2) for w in row] for row in rows + rows]

    def rule(codes: Any) -> tuple[Any, Any]:
        found = [twice[code] for code in codes.tolist()]
        sources = np.repeat(np.arange(len(found)), [len(row) for row in found])
        return sources, np.array([w for row in found for w in row], dtype=np.int64)

    def canonical(codes: Any) -> Any:
        return codes % n

    for v in starts:
        rules = classify(rule, v + n, **given, canonical=canonical)
        run = Prover(rules, v + n, Play(case["play"]), _SMALL)
        for _ in range(_MOST_STEPS):
            run.run(0, False)
        if run.is_done:
            won = 0 if run.won_by is None else 1 if run.won_by == run.mover else -1
            same(f"outcome of {v} by 64 entries", won, _level(outcomes[v]))


def _check(case: Case, outcomes: Any, starts: range) -> None:
    rows, given = _rows(case), _given(case)
    for v in starts:
        proof = gg.prove(rows.__getitem__, v, play=case["play"], memory="1MiB", **given)
        same(f"outcome of {v}", proof.outcome, _level(outcomes[v]))
        same(f"proof of {v}", proof.verify(), True)


def _level(outcome: int) -> int:
    """Return the outcome as a proof has it: a game that ends level is a draw."""
    return 0 if outcome == Outcome.TIE else int(outcome)
