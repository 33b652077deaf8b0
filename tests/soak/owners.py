"""Games with owners, and partizan games."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import numpy as np

import graphgame as gg
from graphgame import GameGraph
from tests.reference import owners as reference
from tests.soak import draw, graphs
from tests.soak.case import Case, fewer, same
from tests.soak.solvers import edges_of


def draw_tiny(rng: random.Random) -> Case:
    """Draw a game that the reference can solve."""
    return _drawn(rng, rng.randint(1, 12))


def draw_medium(rng: random.Random) -> Case:
    return _drawn(rng, draw.size(rng, 10, 20_000))


def _drawn(rng: random.Random, n: int) -> Case:
    share = rng.choice([0.02, 0.2, 0.5])
    return {
        "n": n,
        "edges": draw.edges(rng, n),
        "others": draw.edges(rng, n),
        "owner": [rng.randint(0, 1) for _ in range(n)],
        "targets": [v for v in range(n) if rng.random() < share],
        "player": rng.randint(0, 1),
        "play": rng.choice(["normal", "misere"]),
        "forms": ["edges"],
    }


def _game(case: Case) -> tuple[GameGraph[int], np.ndarray[Any, Any], int]:
    n = case["n"]
    graph = GameGraph.from_edges(edges_of(case), n).with_owner(case["owner"][:n])
    flags = np.zeros(n, dtype=np.bool_)
    flags[[v for v in case["targets"] if v < n]] = True
    return graph, flags, case["player"]


def _partizan(case: Case) -> gg.PartizanSolution[int]:
    n = case["n"]
    others = [edge for edge in np.reshape(case["others"], (-1, 2)).tolist() if max(edge) < n]
    right = GameGraph.from_edges(np.array(others, dtype=np.int32).reshape(-1, 2), n)
    return gg.partizan(GameGraph.from_edges(edges_of(case), n), right, play=case["play"])


def _rows(graph: GameGraph[int]) -> list[list[int]]:
    return [graph.options(v) for v in range(graph.n)]


def check_reference(case: Case) -> None:
    """Compare with the definitions."""
    graph, flags, player = _game(case)
    options, owner, targets = _rows(graph), case["owner"], set(np.flatnonzero(flags).tolist())
    a = gg.attractor(graph, None, flags, player)
    same("ranks", a.rank.tolist(), reference.attractor_ranks(options, owner, targets, player))
    s = gg.solve_buchi(graph, None, flags, player)
    same("winners", s.winners.tolist(), reference.buchi_winners(options, owner, targets, player))
    found = _partizan(case)
    moves: list[list[list[int]]] = [[[] for _ in range(graph.n)] for _ in (0, 1)]
    pairs = [edge for u, v in found.game.edge_blocks() for edge in np.column_stack([u, v]).tolist()]
    for (v, w), right in zip(pairs, found.by_right.tolist(), strict=True):
        moves[right][v].append(w)
    expected = reference.partizan_outcomes(moves[0], moves[1], case["play"] == "misere")
    for i, name in enumerate(("outcomes", "remoteness")):
        right_answer = [[pair[i] for pair in row] for row in expected]
        same(name, getattr(found, name).tolist(), right_answer)


def check_laws(case: Case) -> None:
    """Verify; solve dual games; compare `solve` with two reachability games."""
    graph, flags, player = _game(case)
    same("verify", gg.attractor(graph, None, flags, player).verify(), True)
    same("verify", _partizan(case).verify(), True)
    for solver, dual in (
        (gg.solve_reachability, gg.solve_safety),
        (gg.solve_buchi, gg.solve_cobuchi),
    ):
        s = solver(graph, None, flags, player)
        t = dual(graph, None, unsafe=flags, player=1 - player)
        same("verify", s.verify(), True)
        for name in ("winners", "rank", "strategy"):
            same(name, getattr(s, name), getattr(t, name))
    solved = gg.solve(graph)
    won = gg.solve_reachability(graph, None, [], player)
    mine = won.winners == player
    assert solved.game.owner is not None
    forced = np.where(solved.game.owner == player, solved.outcomes, -solved.outcomes) == 1
    same("won", mine, forced)
    same("remoteness", won.rank[mine], solved.remoteness[mine])


def smaller(case: Case) -> Iterator[Case]:
    """Take away positions, edges and targets."""
    for less in graphs.smaller(case | {"presets": []}):
        yield case | {name: less[name] for name in ("n", "edges")}
    for targets in fewer(case["targets"]):
        yield case | {"targets": targets}
    for others in fewer(np.reshape(case["others"], (-1, 2)).tolist()):
        yield case | {"others": others}
