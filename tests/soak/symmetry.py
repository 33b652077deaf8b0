"""Rules with a symmetry: solved once a class in three ways, and without the symmetry."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np

import graphgame as gg
from tests.soak.case import Case, same
from tests.soak.graphs import _compiled, _compiled_outcome

# Each code of the rule stands on so many sheets, and the k-th step leads k sheets on.
SHEETS = 3


def check_symmetry(case: Case) -> None:
    """Solve a covering of a rule with and without its symmetry; follow lines from some positions.

    A position is 3 v + s, for a code v of the rule and a sheet s; 3 v represents it.
    """
    n, steps, ends = case["n"], case["steps"], case["ends"]
    factors, terms, ends_of = np.array(steps, dtype=np.int64).reshape(-1, 3).T

    def batch(codes: Any) -> tuple[Any, Any]:
        v, sheet = codes[:, None] // SHEETS, codes[:, None] % SHEETS
        onto = (sheet + np.arange(len(factors))) % SHEETS
        kept = (v + factors) % ends_of != 0
        return np.nonzero(kept)[0], (SHEETS * ((v * factors + terms) % n) + onto)[kept]

    def outcome(codes: Any) -> Any:
        v = codes // SHEETS
        return np.where(v % ends == 0, v % 3 - 1, 2)

    def canonical(codes: Any) -> Any:
        return codes - codes % SHEETS

    def preset(code: int) -> int | None:
        found = int(outcome(np.int64(code)))
        return None if found == gg.NO_PRESET else found

    every = np.arange(SHEETS * n)
    sources, targets = batch(every)
    rows = np.split(targets, np.searchsorted(sources, every[1:]))
    starts = [SHEETS * v + v % SHEETS for v in case["starts"]]
    full = gg.solve(gg.explore_codes(batch, starts, presets=outcome))
    labels = np.asarray(full.game.labels)
    native, native_outcome = _compiled(rows), _compiled_outcome(outcome)
    ways = {
        "explore": gg.explore(
            lambda v: rows[v].tolist(), starts, presets=preset, canonical=canonical
        ),
        "explore_codes": gg.explore_codes(batch, starts, presets=outcome, canonical=canonical),
        "compiled": gg.explore_codes(
            native, starts, presets=native_outcome, canonical=_compiled_outcome(canonical)
        ),
    }
    for way, graph in ways.items():
        reduced = gg.solve(graph)
        same(f"verify by {way}", reduced.verify(), True)
        same(f"outcomes by {way}", reduced.outcome(labels), full.outcomes)
        same(f"remoteness by {way}", reduced.remoteness_of(labels), full.remoteness)
        for start in starts:
            line = reduced.line(start)
            legal = all(after in rows[before].tolist() for before, after in pairwise(line))
            same(f"line by {way} is legal", legal, True)
            if full.remoteness_of(start) >= 0:
                same(f"length of the line by {way}", len(line), full.remoteness_of(start) + 1)
