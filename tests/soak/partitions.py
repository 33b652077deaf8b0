"""Rules on codes in partitions on disk, stopped on the way and built to the end; and in memory."""

from __future__ import annotations

import contextlib
import tempfile
from typing import Any

import numpy as np

import graphgame as gg
from graphgame.big.partitions.stored import explore_partitions
from tests.soak.case import Case, same


class _Stopped(Exception):  # noqa: N818 -- no error
    """The rule stops a build."""


def check_partitions(case: Case) -> None:
    """Build a rule in a folder, in both kinds of play; compare with `solve`, and verify."""
    n, steps, ends = case["n"], case["steps"], case["ends"]
    factors, terms, ends_of = np.array(steps, dtype=np.int64).reshape(-1, 3).T
    # What the case says of no partitions is drawn from its numbers, so that it can be reduced.
    drawn = n + 7 * ends + len(steps)
    wide = (1, 10**6 + 7, -(2**40) - 1)[drawn % 3]
    left = [0]

    def batch(codes: Any) -> tuple[Any, Any]:
        left[0] -= 1
        if left[0] == 0:
            raise _Stopped
        v = codes // wide
        targets = (v[:, None] * factors + terms) % n
        kept = (v[:, None] + factors) % ends_of != 0
        return np.nonzero(kept)[0], targets[kept] * wide

    def outcome(codes: Any) -> Any:
        v = codes // wide
        found = np.where(v % ends == 0, v % 3 - 1, 2)
        return found, np.where(found == gg.DRAW, 0, v % 7)  # a database has no longer draws

    starts = [v * wide for v in case["starts"]]
    way: dict[str, Any] = {"partitions": 1 + drawn % 9, "memory": ("1MiB", "1GiB")[drawn % 2]}
    way["checkpoint"] = (0, 60)[drawn // 2 % 2]
    for play in ("normal", "misere"):
        known = gg.solve(gg.explore_codes(batch, starts, presets=outcome), play=play)
        codes = np.asarray(known.game.labels)
        with tempfile.TemporaryDirectory() as folder:
            left[0] = 2 + drawn % 5
            with contextlib.suppress(_Stopped):
                explore_partitions(batch, starts, presets=outcome, folder=folder, **way)
            left[0] = 0  # it is not stopped any more
            game = explore_partitions(batch, starts, presets=outcome, folder=folder, **way)
            same("moves in partitions", game.moves, known.game.m)
            with game.solve(play=play) as database:
                same("positions in partitions", len(database), known.game.n)
                same("outcomes in partitions", database.outcome(codes), known.outcomes)
                same("remoteness in partitions", database.remoteness_of(codes), known.remoteness)
                same("verify in partitions", database.verify(), True)
