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
from tests.soak import draw, turns
from tests.soak.case import Case, same
from tests.soak.solvers import edges_of

# Starts of a game that are asked about.
_STARTS = 6
# How often a search goes on whose table is too small.
_MOST_STEPS = 100


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


def _check(case: Case, outcomes: Any, starts: range) -> None:
    rows, given = _rows(case), _given(case)
    for v in starts:
        proof = gg.prove(rows.__getitem__, v, play=case["play"], memory="1MiB", **given)
        same(f"outcome of {v}", proof.outcome, _level(outcomes[v]))
        same(f"proof of {v}", proof.verify(), True)


def _level(outcome: int) -> int:
    """Return the outcome as a proof has it: a game that ends level is a draw."""
    return 0 if outcome == Outcome.TIE else int(outcome)
