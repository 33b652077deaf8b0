"""Parity games."""

from __future__ import annotations

import io
import random
from collections.abc import Iterator

import numpy as np

import graphgame as gg
from graphgame.parity.methods import METHODS
from tests.reference.parity import Game, by_recursion
from tests.soak import draw, graphs
from tests.soak.case import Case, same
from tests.soak.solvers import edges_of


def draw_tiny(rng: random.Random) -> Case:
    """Draw a game that the reference can solve."""
    return _drawn(rng, rng.randint(1, 50))


def draw_medium(rng: random.Random) -> Case:
    """Draw a game that only the package can solve."""
    return _drawn(rng, draw.size(rng, 10, 20_000))


def _drawn(rng: random.Random, n: int) -> Case:
    most = rng.choice([1, 2, 5, n, 10 * n, 2**62])
    return {
        "n": n,
        "edges": draw.edges(rng, n),
        "owner": [rng.randint(0, 1) for _ in range(n)],
        "priority": [rng.randint(0, most) for _ in range(n)],
        "forms": ["edges"],
    }


def _game(case: Case) -> gg.ParityGame[int]:
    n = case["n"]
    graph = gg.GameGraph.from_edges(edges_of(case), n)
    return gg.ParityGame(graph, case["owner"][:n], case["priority"][:n])


def check_reference(case: Case) -> None:
    """Compare the winners that each method finds with those of the book."""
    game, n = _game(case), case["n"]
    edges = tuple((u, v) for u, v in np.reshape(edges_of(case), (-1, 2)).tolist())
    expected = by_recursion(Game(edges, tuple(case["owner"][:n]), tuple(case["priority"][:n])))
    for method in (None, *METHODS):
        solution = game.solve(method)
        same(f"winners by {method}", solution.winners.tolist(), expected)
        same("verify", solution.verify(), True)


def check_laws(case: Case) -> None:
    """Verify; exchange the players; write game and solution, and read them again."""
    game = _game(case)
    solution = game.solve()
    same("verify", solution.verify(), True)
    priority = np.minimum(game.priority, 2**62) + 1
    exchanged = gg.ParityGame(game.game.with_owner(1 - game.owner), None, priority).solve()
    same("winners of the other side", 1 - exchanged.winners, solution.winners)
    text, answer = io.BytesIO(), io.BytesIO()
    gg.write_pg(game, text)
    solution.write_sol(answer)
    again = gg.read_pg(io.BytesIO(text.getvalue()))
    same("winners of the text", again.solve().winners, solution.winners)
    same("verify", again.read_sol(io.BytesIO(answer.getvalue())).verify(), True)


def smaller(case: Case) -> Iterator[Case]:
    """Take away positions and edges."""
    for less in graphs.smaller(case | {"presets": []}):
        yield case | {name: less[name] for name in ("n", "edges")}
