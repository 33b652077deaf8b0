"""The page's own solver against Python, on random graphs of every shape."""

from __future__ import annotations

import random
from base64 import b64decode
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import graphgame as gg
from graphgame.errors import LoopyGameError
from graphgame.outcome import DRAW, LOSE, NO_PRESET, WIN, Play
from graphgame.playing.page import build_page
from tests.playing.browser.chromium import OpenPage
from tests.reference import graphs as reference

N_GRAPHS = 10_000
BATCH = 1000
SOLVE = """graphs => graphs.map(({ ptr, idx, presets, play }) => {
  const { solveGraph, bestMove, grundyValues, loopyValues } = graphgame;
  const solved = solveGraph(Int32Array.from(ptr), Int32Array.from(idx), presets, play);
  const loopy = loopyValues(ptr, idx, presets);
  const grundy = grundyValues(ptr, idx, presets);
  return {
    outcomes: [...solved.outcomes],
    remoteness: [...solved.remoteness],
    best: Array.from(solved.outcomes, (_, v) => bestMove(ptr, idx, solved, v)),
    grundy: grundy && [...grundy],
    loopy: loopy && Array.from(loopy.values, (k, v) => (k < 0 ? loopy.sets[v] : k)),
  };
})"""
STEPS = """graphs => graphs.map(({ ptr, idx, presets, play }) =>
  graphgame.solveGraph(ptr, idx, presets, play, true).steps.map(
    step => ({ ...step, counters: [...step.counters] })))"""


@pytest.fixture
def page(open_page: OpenPage) -> Any:
    return open_page(build_page({"format": 1, "kind": "sandbox"}, app="sandbox"))


def random_game(rng: random.Random, max_positions: int = 12) -> reference.Game:
    """Return a game: a path, a cycle, an order, or nothing, with random moves on top."""
    n = rng.randint(0, max_positions)
    kind = rng.choice(["nothing", "path", "cycle", "order"])
    edges = [(v, v + 1) for v in range(n - 1)] if kind in {"path", "cycle"} else []
    if kind == "cycle" and n:
        edges.append((n - 1, 0))
    for _ in range(rng.randint(0, 3 * n) if n else 0):
        u, v = rng.randrange(n), rng.randrange(n)
        if kind != "order" or u != v:
            edges.append((min(u, v), max(u, v)) if kind == "order" else (u, v))
    if edges:
        edges += rng.choices(edges, k=rng.choice([0, 0, 1, 3]))  # parallel ones
    name = rng.sample(range(n), n)
    edges = [(name[u], name[v]) for u, v in edges]
    rng.shuffle(edges)
    choices = rng.choice([[], [], [LOSE], [LOSE, DRAW, WIN]])
    marked = [v for v in range(n) if choices and rng.random() < 0.25]
    presets = {v: rng.choice(choices) for v in marked}
    return reference.Game(n, tuple(edges), presets, rng.choice(["normal", "misere"]))


def from_game(game: reference.Game) -> gg.GameGraph[int]:
    edges = np.array(game.edges, np.int32).reshape(-1, 2)
    graph = gg.GameGraph.from_edges(edges, game.n)
    return graph.with_presets(dict(game.presets)) if game.presets else graph


def to_rows(game: reference.Game) -> dict[str, Any]:
    """Return a game as the page's solver takes it."""
    rows: list[list[int]] = [[] for _ in range(game.n)]
    for u, v in game.edges:
        rows[u].append(v)
    ptr = [0]
    for row in rows:
        ptr.append(ptr[-1] + len(row))
    presets = [int(game.presets.get(v, NO_PRESET)) for v in range(game.n)]
    return {
        "ptr": ptr,
        "idx": [w for row in rows for w in row],
        "presets": presets if game.presets else None,
        "play": game.play,
    }


def from_python(game: reference.Game) -> dict[str, Any]:
    """Return what Python finds, in the form of the page."""
    graph = from_game(game)
    solution = gg.solve(graph, play=Play(game.play))
    best = [solution.best_move(v) for v in range(game.n)]
    return {
        "outcomes": solution.outcomes.tolist(),
        "remoteness": solution.remoteness.tolist(),
        "best": [-1 if w is None else w for w in best],
        "grundy": grundy_values(graph, game),
        "loopy": loopy_values(graph, game),
    }


def has_values(game: reference.Game) -> bool:
    return set(game.presets.values()) <= {LOSE}


def grundy_values(graph: gg.GameGraph[int], game: reference.Game) -> list[int] | None:
    if not has_values(game):
        return None
    try:
        values: list[int] = gg.grundy(graph).values.tolist()
    except LoopyGameError:
        return None
    return values


def loopy_values(graph: gg.GameGraph[int], game: reference.Game) -> list[Any] | None:
    if not has_values(game):
        return None
    values = gg.loopy_grundy(graph)
    found = [values[v] for v in range(game.n)]
    return [x.value if x.is_finite else sorted(x.options) for x in found]


def batches(seed: int, n: int) -> Iterator[list[reference.Game]]:
    rng = random.Random(seed)
    for _ in range(0, n, BATCH):
        yield [random_game(rng) for _ in range(BATCH)]


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.large)])
def test_the_page_solves_random_graphs_as_python_does(page: Any, seed: int) -> None:
    cyclic = acyclic = 0
    for games in batches(seed, N_GRAPHS // 2):
        answers = page.evaluate(SOLVE, [to_rows(game) for game in games])
        for game, answer in zip(games, answers, strict=True):
            assert answer == from_python(game), game
            cyclic += answer["loopy"] is not None and answer["grundy"] is None
            acyclic += answer["grundy"] is not None
    assert min(cyclic, acyclic) > N_GRAPHS // 20


def test_the_page_solves_random_graphs_as_the_definitions_do(page: Any) -> None:
    (games,) = batches(3, BATCH)
    for game, answer in zip(
        games, page.evaluate(SOLVE, [to_rows(game) for game in games]), strict=True
    ):
        right = reference.solve(game)
        assert answer["outcomes"] == right.outcomes
        assert answer["remoteness"] == right.remoteness
        best = [right.best_move(v) for v in range(game.n)]
        assert answer["best"] == [-1 if w is None else w for w in best]
        if has_values(game):
            without = tuple(edge for edge in game.edges if edge[0] not in game.presets)
            values = reference.loopy_grundy(reference.Game(game.n, without))
            assert answer["loopy"] == [x if isinstance(x, int) else sorted(x) for x in values]


def larger_games() -> list[reference.Game]:
    rng = np.random.default_rng(4)
    games = []
    for n, m, play in [(300, 900, "normal"), (2000, 3000, "misere"), (5000, 20_000, "normal")]:
        edges = rng.integers(0, n, (m, 2)).tolist()
        marked = rng.integers(0, n, 20).tolist()
        presets = {v: (LOSE, DRAW, WIN)[v % 3] for v in marked} if m > n * 3 else {}
        games.append(reference.Game(n, tuple(map(tuple, edges)), presets, play))
    return games


def test_the_page_solves_larger_graphs_as_python_does(page: Any) -> None:
    for game in larger_games():
        (answer,) = page.evaluate(SOLVE, [to_rows(game)])
        assert answer == from_python(game)


LARGE = """({ n, degree, ends }) => {
  let state = 1;
  const next = () => (state = (Math.imul(state, 1664525) + 1013904223) | 0) >>> 8;
  const ptr = Int32Array.from({ length: n + 1 }, (_, v) => Math.max(0, v - ends) * degree);
  const idx = Int32Array.from({ length: ptr[n] }, (_, e) => (degree > 1 ? next() % n : e));
  const { outcomes, remoteness } = graphgame.solveGraph(ptr, idx, null, "normal");
  return [ptr, idx, outcomes, remoteness].map(array => {
    const bytes = new Uint8Array(Int32Array.from(array).buffer);
    let text = "";
    for (let at = 0; at < bytes.length; at += 8192) {
      text += String.fromCharCode(...bytes.subarray(at, at + 8192));
    }
    return btoa(text);
  });
}"""


@pytest.mark.parametrize(
    "shape",
    [
        {"n": 250_000, "degree": 4, "ends": 1000},
        {"n": 250_000, "degree": 4, "ends": 0},  # all draws
        {"n": 200_000, "degree": 1, "ends": 1},  # a path: nothing recurses
    ],
)
def test_the_page_solves_a_million_moves(page: Any, shape: dict[str, int]) -> None:
    ptr, idx, outcomes, remoteness = (
        np.frombuffer(b64decode(text), np.int32) for text in page.evaluate(LARGE, shape)
    )
    solution = gg.solve(gg.GameGraph.from_csr(ptr.astype(np.int64), idx))
    assert (solution.outcomes == outcomes).all()
    assert (solution.remoteness == remoteness).all()
    assert ((outcomes == WIN).any(), (outcomes == LOSE).any()) == (shape["ends"] > 0,) * 2


def test_steps_tell_the_order_of_decisions(page: Any) -> None:
    (games,) = batches(5, BATCH)
    for game, steps in zip(
        games, page.evaluate(STEPS, [to_rows(game) for game in games]), strict=True
    ):
        check_steps(game, steps)


def check_steps(game: reference.Game, steps: list[dict[str, Any]]) -> None:
    """Hold the steps against the definitions, with nothing but the moves and the known outcomes."""
    right = reference.solve(game)
    known: dict[int, int] = {}
    for step in steps:
        v, option = step["position"], step["option"]
        assert v not in known
        assert (step["outcome"], step["remoteness"]) == (right.outcomes[v], right.remoteness[v])
        assert right.remoteness[v] >= max((right.remoteness[u] for u in known), default=0)
        if v in game.presets:
            assert (step["reason"], option) == ("preset", -1)
        elif not game.options(v):
            assert (step["reason"], option) == ("terminal", -1)
        elif step["reason"] == "loses":
            assert option in game.options(v) and known[option] == LOSE
        else:
            assert step["reason"] == "wins" and option in game.options(v)
            assert {known[w] for w in game.options(v)} == {WIN}
            assert right.remoteness[option] == right.remoteness[v] - 1
        known[v] = step["outcome"]
        counters = [
            sum(u == w and known.get(x) != WIN for w, x in game.edges) for u in range(game.n)
        ]
        assert step["counters"] == counters
    assert set(known) == {v for v in range(game.n) if right.remoteness[v] >= 0}
