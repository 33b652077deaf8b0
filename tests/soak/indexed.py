"""Rules on indices as indexed games: ordered and not, in every kind, with and without undo."""

from __future__ import annotations

from typing import Any

import numpy as np

import graphgame as gg
from graphgame.big.indexed.indexed_game import IndexedGame
from tests.soak.case import Case, same
from tests.soak.graphs import _compiled, _compiled_outcome


def check_indexed(case: Case) -> None:
    """Solve a rule, and its moves upwards alone, as an indexed game; compare with `solve`."""
    n, steps, ends = case["n"], case["steps"], case["ends"]
    if not n:
        return
    factors, terms, ends_of = np.array(steps, dtype=np.int64).reshape(-1, 3).T
    everywhere = np.arange(n)[:, None]
    targets = (everywhere * factors + terms) % n
    sources, places = np.nonzero((everywhere + factors) % ends_of != 0)
    edges = np.stack([sources, targets[sources, places]], axis=1)

    def outcome(codes: Any) -> Any:
        return np.where(codes % ends == 0, codes % 3 - 1, 2)

    _check(n, edges, outcome, list(case["starts"]), ordered=False)
    _check(n, edges[edges[:, 0] < edges[:, 1]], outcome, list(case["starts"]), ordered=True)


def _rows(n: int, edges: Any) -> list[Any]:
    """Return the targets of each source, in order."""
    sorted_ = edges[np.argsort(edges[:, 0], kind="stable")]
    return np.split(sorted_[:, 1], np.searchsorted(sorted_[:, 0], np.arange(1, n)))


def _batch(rows: list[Any]) -> Any:
    def options(codes: Any) -> tuple[Any, Any]:
        own = [rows[v] for v in codes.tolist()]
        sources = np.repeat(np.arange(len(own)), [len(row) for row in own])
        return sources, np.concatenate(own).astype(np.int64) if own else sources

    return options


def _check(n: int, edges: Any, outcome: Any, starts: list[int], *, ordered: bool) -> None:
    expected = gg.solve(gg.GameGraph.from_edges(edges, n).with_presets(outcome(np.arange(n))))
    rows, before = _rows(n, edges), _rows(n, edges[:, ::-1])
    native, native_outcome = _compiled(rows), _compiled_outcome(outcome)
    ways = {
        "batch": IndexedGame(n, _batch(rows), presets=outcome, ordered=ordered),
        "batch from starts": IndexedGame(n, _batch(rows), starts, presets=outcome, ordered=ordered),
        "compiled": IndexedGame(n, native, starts, presets=native_outcome, ordered=ordered),
    }
    if not ordered:
        ways["undo"] = IndexedGame(n, _batch(rows), presets=outcome, undo=_batch(before))
        ways["compiled undo"] = IndexedGame(
            n, native, starts, presets=native_outcome, undo=_compiled(before)
        )
    for way, game in ways.items():
        database = game.solve(threads=2)
        same(f"verify by {way}", database.verify(), True)
        there = np.array([v for v in range(n) if v in database], dtype=np.int64)
        same(f"outcomes by {way}", database.outcome(there), expected.outcomes[there])
        same(f"remoteness by {way}", database.remoteness_of(there), expected.remoteness[there])
