"""Rules with tiers: solved tier by tier on disk, and in memory."""

from __future__ import annotations

import tempfile
from typing import Any

import numpy as np

import graphgame as gg
from graphgame.big.tiers.explore_tiers import explore_tiers
from tests.soak.case import Case, same


def check_tiers(case: Case) -> None:
    """Solve a rule whose moves stay below the next tier, in both kinds of play; verify."""
    n, steps, ends = case["n"], case["steps"], case["ends"]
    factors, terms, ends_of = np.array(steps, dtype=np.int64).reshape(-1, 3).T
    width = ends * (1 + n % 50)

    def tier(codes: Any) -> Any:
        return codes // width - 3

    def batch(codes: Any) -> tuple[Any, Any]:
        targets = (codes[:, None] * factors + terms) % n
        kept = (codes[:, None] + factors) % ends_of != 0
        above = (codes[:, None] // width + 1) * width
        return np.nonzero(kept)[0], (targets % above)[kept]

    def outcome(codes: Any) -> Any:
        found = np.where(codes % ends == 0, codes % 3 - 1, 2)
        return found, np.where(found == gg.DRAW, 0, codes % 7)  # a database has no longer draws

    for play in ("normal", "misere"):
        known = gg.solve(gg.explore_codes(batch, case["starts"], presets=outcome), play=play)
        codes = np.asarray(known.game.labels)
        with tempfile.TemporaryDirectory() as folder:
            game = explore_tiers(batch, case["starts"], folder=folder, tier=tier, presets=outcome)
            same("moves by tiers", game.moves, known.game.m)
            with game.solve(play=play) as database:
                same("positions by tiers", len(database), known.game.n)
                same("outcomes by tiers", database.outcome(codes), known.outcomes)
                same("remoteness by tiers", database.remoteness_of(codes), known.remoteness)
                same("verify by tiers", database.verify(), True)
