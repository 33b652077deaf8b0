"""Games in which positions say who moves, presets have a remoteness, and games tie."""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np

import graphgame as gg
from graphgame import GameGraph, Outcome
from tests.reference import turns as reference
from tests.reference.turns import TurnGame
from tests.soak import draw, graphs
from tests.soak.case import Case, same
from tests.soak.solvers import edges_of

_OUTCOMES = (-1, 0, 1, 3)


def draw_tiny(rng: random.Random) -> Case:
    """Draw a game that the reference can solve."""
    return _drawn(rng, rng.randint(1, 9))


def draw_medium(rng: random.Random) -> Case:
    return _drawn(rng, draw.size(rng, 10, 20_000))


def _drawn(rng: random.Random, n: int) -> Case:
    presets = [[*pair, rng.choice([0, 0, 1, 4])] for pair in draw.presets(rng, n, _OUTCOMES)]
    return {
        "n": n,
        "edges": draw.edges(rng, n),
        "presets": presets,
        "owner": [rng.randint(0, 1) for _ in range(n)],
        "play": rng.choice(["normal", "misere"]),
        "count": rng.choice(["plies", "turns"]),
        "forms": ["edges"],
    }


def _graph(case: Case) -> GameGraph[int]:
    graph = GameGraph.from_edges(edges_of(case), case["n"])
    presets = {v: (outcome, remoteness) for v, outcome, remoteness in case["presets"]}
    return graph.with_presets(presets) if presets else graph


def check_reference(case: Case) -> None:
    """Compare with the slow solver, and verify."""
    graph = _graph(case).with_owner(case["owner"][: case["n"]])
    solution = gg.solve(graph, play=case["play"], count=case["count"])
    answer = reference.solve(
        TurnGame(
            case["n"],
            tuple(map(tuple, edges_of(case).tolist())),
            {v: (Outcome(outcome), r) for v, outcome, r in case["presets"]},
            tuple(case["owner"][: case["n"]]),
            case["play"],
            case["count"],
        )
    )
    same("outcomes", solution.outcomes.tolist(), [int(x) for x in answer.outcomes])
    same("remoteness", solution.remoteness.tolist(), answer.remoteness)
    for v in range(case["n"]):
        same(f"best move at {v}", solution.best_move(v), answer.best_move(v))
        same(f"winning moves at {v}", solution.winning_moves(v), answer.winning_moves(v))
    same("verify", solution.verify(), True)


def check_players(case: Case) -> None:
    """Solve the game on positions and players, where who moves alternates; verify all."""
    n, edges, graph = case["n"], edges_of(case), _graph(case)
    doubled = np.concatenate([2 * edges + [0, 1], 2 * edges + [1, 0]])
    owned = GameGraph.from_edges(doubled, 2 * n).with_owner(np.arange(2 * n) % 2)
    if graph.presets is not None:
        ends = np.zeros(n, int) if graph.preset_remoteness is None else graph.preset_remoteness
        owned = owned.with_presets((np.repeat(graph.presets, 2), np.repeat(ends, 2)))
    expected = gg.solve(graph, play=case["play"])
    found = gg.solve(owned, play=case["play"], count=case["count"])
    for player in (0, 1):
        same("outcomes", found.outcomes[player::2], expected.outcomes)
        same("remoteness", found.remoteness[player::2], expected.remoteness)
    owner = case["owner"][:n]
    other = gg.solve(graph.with_owner(owner), play=case["play"], count=case["count"])
    for solution in (expected, found, other):
        same("verify", solution.verify(), True)


def smaller(case: Case) -> Iterator[Case]:
    """Take away positions, edges and presets."""
    for less in graphs.smaller(case | {"presets": []}):
        kept = [preset for preset in case["presets"] if preset[0] < less["n"]]
        yield case | less | {"presets": kept}
    for i in range(len(case["presets"])):
        yield case | {"presets": case["presets"][:i] + case["presets"][i + 1 :]}
