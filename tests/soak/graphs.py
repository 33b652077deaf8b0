"""One graph, solved in every way: by the kernels, the reference and the certificate."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import numpy as np

import graphgame as gg
from graphgame import Outcome, Solution
from graphgame.big.partitions.stored import explore_partitions
from tests.reference import graphs as reference, levels as slow_levels
from tests.reference.graphs import Game
from tests.soak import draw
from tests.soak.case import Case, fewer, same, with_fewer, with_less
from tests.soak.solvers import FORMS, SOLVERS, edges_of, presets_of


def draw_tiny(rng: random.Random) -> Case:
    """Draw a graph that the reference can solve, for every form and every solver."""
    return _drawn(rng, rng.randint(0, 9), forms=list(FORMS))


def draw_medium(rng: random.Random) -> Case:
    return _drawn(rng, draw.size(rng, 10, 20_000), forms=["edges", rng.choice(list(FORMS))])


def draw_large(rng: random.Random) -> Case:
    return _drawn(rng, draw.size(rng, 30_000, 1_000_000), forms=[rng.choice(list(FORMS))])


def _drawn(rng: random.Random, n: int, forms: list[str]) -> Case:
    edges = draw.edges(rng, n)
    play = rng.choice(["normal", "misere"])
    return {"n": n, "edges": edges, "presets": draw.presets(rng, n), "play": play, "forms": forms}


def facts(solution: Solution) -> dict[str, Any]:
    """Return what all ways to solve a graph must agree on."""
    return {
        "outcomes": solution.outcomes,
        "remoteness": solution.remoteness,
        "best moves": solution.best_moves,
    }


def check_ways(case: Case) -> None:
    """Solve every form in every way, and compare; the certificate accepts the first of each."""
    expected: dict[str, Any] | None = None
    for form in case["forms"]:
        for way, solver in SOLVERS.items():
            solution = solver(FORMS[form](case), case["play"])
            found = facts(solution)
            if expected is None:
                expected = found
            for name in expected:
                same(f"{name} of {form}, by {way}", found[name], expected[name])
            if way == next(iter(SOLVERS)) or case["n"] < 100:
                same(f"verify of {form}, by {way}", solution.verify(), True)
                _check_counts(solution)


def _check_counts(solution: Solution) -> None:
    for outcome in solution.counts():
        there = solution.outcomes == outcome
        same(f"count of {outcome.name}", solution.counts()[outcome], int(there.sum()))
        longest = int(solution.remoteness[there].max(initial=-1))
        same(f"longest {outcome.name}", solution.longest()[outcome], longest)


def check_reference(case: Case) -> None:
    """Compare every method with the slow solver."""
    solution = SOLVERS["solve"](FORMS["edges"](case), case["play"])
    presets = {v: Outcome(outcome) for v, outcome in case["presets"]}
    edges = tuple(map(tuple, edges_of(case).tolist()))
    answer = reference.solve(Game(case["n"], edges, presets, case["play"]))
    same("outcomes, by reference", solution.outcomes.tolist(), [int(x) for x in answer.outcomes])
    same("remoteness, by reference", solution.remoteness.tolist(), answer.remoteness)
    lazy = SOLVERS["solve"](FORMS["edges"](case), case["play"])  # has no array of best moves
    for v in range(case["n"]):
        same(f"best move at {v}", lazy.best_move(v), answer.best_move(v))
        same(f"best move of all at {v}", int(solution.best_moves[v]), _or_none(answer.best_move(v)))
        same(f"winning moves at {v}", solution.winning_moves(v), answer.winning_moves(v))
        line = lazy.line(v)
        same(f"line at {v}", (list(line), line.closes_at), answer.line(v))
    draws = lazy.draw_levels()
    ranks = slow_levels.levels(answer)
    same("levels of draws", draws.levels.tolist(), [level for level, _ in ranks])
    same("remoteness of draws", draws.remoteness.tolist(), [r for _, r in ranks])
    same("verify of levels", draws.verify(), True)


def _or_none(move: int | None) -> int:
    return -1 if move is None else move


def check_renamed(case: Case) -> None:
    """Rename the positions: their labels move along."""
    n = case["n"]
    name = np.random.default_rng(n).permutation(n).astype(np.int32)
    renamed = case | {"edges": name[edges_of(case)], "presets": []}
    graph = FORMS["edges"](renamed)
    presets = presets_of(case)
    if presets is not None:
        moved = np.empty_like(presets)
        moved[name] = presets
        graph = graph.with_presets(moved)
    solution = gg.solve(graph, play=case["play"])
    first = gg.solve(FORMS["edges"](case), play=case["play"])
    same("outcomes, renamed", solution.outcomes[name], first.outcomes)
    same("remoteness, renamed", solution.remoteness[name], first.remoteness)


def smaller(case: Case) -> Iterator[Case]:
    """Take away positions with their edges, edges, presets; make what is left plainer."""
    for kept in fewer(np.arange(case["n"], dtype=np.int32)):
        yield _restricted(case, kept)
    for edges in fewer(edges_of(case)):
        yield case | {"edges": edges}
    yield from with_fewer(case, "presets")
    yield from (case | {"forms": forms} for forms in fewer(case.get("forms", [])) if forms)
    if case.get("play") == "misere":
        yield case | {"play": "normal"}


def _restricted(case: Case, kept: Any) -> Case:
    """Keep some positions, under new names, and the edges between them."""
    name = np.full(case["n"], -1, dtype=np.int32)
    name[kept] = np.arange(len(kept), dtype=np.int32)
    edges = name[edges_of(case)]
    presets = [[int(name[v]), outcome] for v, outcome in case["presets"] if name[v] >= 0]
    edges = edges[(edges >= 0).all(axis=1)]
    return case | {"n": len(kept), "edges": edges, "presets": presets}


# -- rules ----------------------------------------------------------------------------------------


def draw_rule(rng: random.Random) -> Case:
    """Draw a rule over the codes 0 to n - 1: v leads to a v + b mod n, unless c divides v + a."""
    n = draw.size(rng, 1, 3000)
    steps = [[rng.randint(0, n), rng.randint(0, n), rng.randint(1, 5)] for _ in range(4)]
    starts = sorted({rng.randrange(n) for _ in range(rng.randint(1, 3))})
    ends = rng.randint(2, 9)
    return {"n": n, "steps": steps[: rng.randint(1, 4)], "starts": starts, "ends": ends}


def smaller_rule(case: Case) -> Iterator[Case]:
    yield from (less for less in with_fewer(case, "steps", "starts") if less["starts"])
    for less in with_less(case, "n", 1):
        yield less | {"starts": sorted({v % less["n"] for v in case["starts"]})}


def check_rule(case: Case) -> None:
    """Explore position by position, in batches and compiled; solve what is found, and all codes."""
    n, steps, ends = case["n"], case["steps"], case["ends"]

    factors, terms, ends_of = np.array(steps, dtype=np.int64).reshape(-1, 3).T

    def batch(codes: Any) -> tuple[Any, Any]:
        targets = (codes[:, None] * factors + terms) % n
        kept = (codes[:, None] + factors) % ends_of != 0
        return np.nonzero(kept)[0], targets[kept]

    def outcome(codes: Any) -> Any:
        return np.where(codes % ends == 0, codes % 3 - 1, 2)

    sources, targets = batch(np.arange(n))
    whole = gg.GameGraph.from_edges(np.stack([sources, targets], axis=1), n)
    expected = gg.solve(whole.with_presets(outcome(np.arange(n))))
    rows = np.split(whole.option_idx, whole.option_ptr[1:-1]) if n else []
    explored = {
        "explore": gg.explore(
            lambda v: rows[v].tolist(),
            list(case["starts"]),
            presets=lambda v: v % 3 - 1 if v % ends == 0 else None,
        ),
        "explore_codes": gg.explore_codes(batch, case["starts"], presets=outcome),
        "compiled": gg.explore_codes(
            _compiled(rows), case["starts"], presets=_compiled_outcome(outcome)
        ),
    }
    _check_stored(batch, case, outcome, expected)
    first = np.asarray(explored["explore"].labels)
    for way, graph in explored.items():
        codes = np.asarray(graph.labels)
        same(f"positions by {way}", np.sort(codes), np.sort(first))
        solution = gg.solve(graph)
        same(f"verify by {way}", solution.verify(), True)
        same(f"outcomes by {way}", solution.outcomes, expected.outcomes[codes])
        same(f"remoteness by {way}", solution.remoteness, expected.remoteness[codes])


def _check_stored(batch: Any, case: Case, outcome: Any, expected: Any) -> None:
    """Explore and solve in partitions on disk."""
    from tempfile import TemporaryDirectory

    if not len(case["starts"]):
        return
    with TemporaryDirectory() as folder:
        stored = explore_partitions(
            batch, case["starts"], presets=outcome, folder=folder, partitions=1 + case["n"] % 4
        )
        database = stored.solve()
        codes = np.concatenate([codes for _, codes, _ in database._storage.read()])
        same("outcomes by stored", database.outcome(codes), expected.outcomes[codes])
        same("remoteness by stored", database.remoteness_of(codes), expected.remoteness[codes])
        database.close()


def _compiled(rows: list[Any]) -> Any:
    """Return a rule as a C function that calls Python."""
    import ctypes

    pointer = ctypes.POINTER(ctypes.c_int64)

    @ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64, pointer, ctypes.c_int64, ctypes.c_void_p)
    def rule(code: int, options: Any, room: int, data: Any) -> int:
        found = [] if code >= len(rows) else rows[code].tolist()
        for i, option in enumerate(found[:room]):
            options[i] = option
        return len(found)

    return rule


def _compiled_outcome(outcome: Any) -> Any:
    import ctypes

    @ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64, ctypes.c_void_p)
    def preset(code: int, data: Any) -> int:
        return int(outcome(np.array([code]))[0])

    return preset
