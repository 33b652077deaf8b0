"""What goes with a graph or a rule as an argument: of solvers, constructors, games with owners."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

import graphgame as gg
from graphgame import WIN, GameGraph
from graphgame.big.partitions.stored import explore_partitions
from graphgame.big.tiers.explore_tiers import explore_tiers
from tests.house.attached.graphs import BASE, GRAPH
from tests.house.attached.references import (
    Call,
    Facts,
    Game,
    ask,
    judged,
    labels_of,
    tried,
    with_aliases,
)

TAKE = Game({n: [n - k for k in (1, 2) if n >= k] for n in range(5, -1, -1)})
OWNERS = {n: n % 3 % 2 for n in TAKE.options}


def take(n: int) -> list[int]:
    """Return the options of a heap of which one or two are taken."""
    return TAKE.options[n] if n in TAKE.options else [n - 1, n - 2]


def take_many(codes: Any) -> Any:
    """Return the same of an array of codes."""
    rows, taken = np.nonzero(codes[:, None] >= np.array([1, 2]))
    return rows, codes[rows] - (taken + 1)


# Of each argument: its value, and the game that it makes.
ARGUMENTS: dict[str, tuple[dict[str, Any], Game]] = {
    "presets": ({"presets": {3: WIN}}, replace(TAKE, presets={3: (WIN, 0)})),
    "presets of a remoteness": ({"presets": {3: (WIN, 2)}}, replace(TAKE, presets={3: (WIN, 2)})),
    "presets of a stranger": ({"presets": {3: WIN, 9: WIN}}, TAKE),
    "presets of another type": ({"presets": {"3": WIN}}, TAKE),
    "owner": ({"owner": OWNERS}, replace(TAKE, owner=OWNERS)),
    "owner of another type": ({"owner": {str(n): k for n, k in OWNERS.items()}}, TAKE),
    "owner of a stranger": ({"owner": OWNERS | {9: 1}}, TAKE),
    "scores": ({"scores": {0: 7}}, replace(TAKE, presets={0: (WIN, 0)})),
    "scores of a stranger": ({"scores": {0: 7, 9: 1}}, TAKE),
    "canonical": ({"canonical": np.abs}, replace(TAKE, aliases={-3: 3})),
    "labels beside solve": ({"labels": list("fedcba")}, TAKE),
}


def _solve(game: Any, **given: Any) -> Any:
    """Solve by scores where these are given."""
    return (gg.solve_scores if "scores" in given else gg.solve)(game, **given)


def _outcomes(s: Any, _: Any = None) -> Facts:
    return ask([*TAKE.options, -3], lambda x: int(s.outcome(x)))


def _graph(**given: Any) -> Facts:
    return _outcomes(_solve(dict(TAKE.options), **given))


def _edges(**given: Any) -> Facts:
    pairs = [(v, w) for v, options in TAKE.options.items() for w in options]
    return _outcomes(_solve(pairs, **given))


def _nodes(**given: Any) -> Facts:
    import networkx

    return _outcomes(_solve(networkx.DiGraph(TAKE.options), **given))


def _folder(**given: Any) -> Facts:
    with tempfile.TemporaryDirectory() as folder:
        game = explore_partitions(take_many, 5, folder=Path(folder) / "a", **given)
        return _outcomes(game.solve())  # type: ignore[union-attr]


def _tiers(**given: Any) -> Facts:
    with tempfile.TemporaryDirectory() as folder:
        game = explore_tiers(
            take_many, 5, folder=Path(folder) / "a", tier=lambda codes: codes, **given
        )
        return _outcomes(game.solve())  # type: ignore[union-attr]


SOURCES: dict[str, Callable[..., Facts]] = {
    "solve(dict)": _graph,
    "solve(edges)": _edges,
    "solve(networkx)": _nodes,
    "solve(rule)": lambda **x: _outcomes(_solve(take, start=5, **x)),
    "solve(rule of arrays)": lambda **x: _outcomes(_solve(take_many, start=5, **x)),
    "build": lambda **x: _outcomes(gg.build(take, start=5, **x)),
    "build(store='undecided')": lambda **x: _outcomes(
        gg.build(take, start=5, store="undecided", **x)
    ),
    "explore": lambda **x: _outcomes(gg.solve(gg.explore(take, 5, **x))),
    "explore_codes": lambda **x: _outcomes(gg.solve(gg.explore_codes(take_many, 5, **x))),
    "folder": _folder,
    "tiers": _tiers,
    "by index": lambda **x: _outcomes(gg.build(take_many, 5, size=6, memory="64MB", **x)),
}


def _expected(game: Game) -> Facts:
    found = {v: outcome for v, (outcome, _) in labels_of(game).items()}
    return {-3: None} | with_aliases(game, found)


# -- what constructors and games with owners take --------------------------------------------------

ROWS = [[1, 2], [2], [3], []]
PAIRS = [(v, w) for v, row in enumerate(ROWS) for w in row]
MATRIX = [[int(w in row) for w in range(4)] for row in ROWS]
FIRST = dict.fromkeys("abcd", 0)
FINAL = {"a": ["b", "c"], "b": ["b"], "c": ["c"]}


def _named(graph: GameGraph[Any]) -> Facts:
    return {graph.position(v): graph.options(graph.position(v)) for v in range(graph.n)}


def _won(won: Any) -> Facts:
    return {x: int(won.winner(x)) for x in won.game.positions(range(won.game.n))}


def _final(kind: str) -> Any:
    """Return a game with three positions, of which two repeat for ever, in a form of input."""
    if kind == "networkx":
        import networkx

        return networkx.DiGraph(FINAL)
    return GameGraph.from_options(FINAL) if kind == "GameGraph" else FINAL


CALLS: dict[tuple[str, str], Call] = {}
for title, make in (
    ("from_edges", lambda x: GameGraph.from_edges(PAIRS, labels=x)),
    ("from_options", lambda x: GameGraph.from_options(ROWS, labels=x)),
    ("from_csr", lambda x: GameGraph.from_csr([0, 2, 3, 4, 4], [1, 2, 2, 3], labels=x)),
    ("from_adjacency", lambda x: GameGraph.from_adjacency(MATRIX, labels=x)),
    ("as_game_graph(edges)", lambda x: gg.as_game_graph(PAIRS, labels=x)),
    ("as_game_graph(array)", lambda x: gg.as_game_graph(np.array(PAIRS), labels=x)),
    ("as_game_graph(dict)", lambda x: gg.as_game_graph(dict(BASE.options), labels=x)),
    ("as_game_graph(GameGraph)", lambda x: gg.as_game_graph(GRAPH, labels=x)),
):
    CALLS["labels=", title] = (
        lambda x, make=make: _named(make(x)), list("abcd"), dict(BASE.options), None
    )  # fmt: skip
    CALLS["labels= as an array", title] = (
        lambda x, make=make: _named(make(x)), np.array(list("abcd")), dict(BASE.options), None
    )  # fmt: skip
for kind in ("dict", "GameGraph", "networkx"):
    own = {"a": 0, "b": 0, "c": 0}
    for form, given in (("names", ["b"]), ("flags", np.array([False, True, False]))):
        for title, solver in (
            ("attractor", lambda g, x: gg.attractor(g, dict.fromkeys("abc", 0), x)),
            ("solve_buchi", lambda g, x: gg.solve_buchi(g, dict.fromkeys("abc", 0), x)),
            ("solve_reachability", lambda g, x: gg.solve_reachability(
                g, dict.fromkeys("abc", 0), targets=x)),
        ):  # fmt: skip

            def call(x: Any, kind: str = kind, title: str = title, solver: Any = solver) -> Facts:
                found = solver(_final(kind), x)
                if title == "attractor":
                    return {v: not found.region[found.game.index(v)] for v in "abc"}
                return _won(found)

            expected = {"a": 0, "b": 0, "c": 1}
            CALLS[f"targets, {form}", f"{title}({kind})"] = call, given, expected, ["c"]
    for form, given in (
        ("mapping", {"a": 1, "b": 2, "c": 1}), ("list", [1, 2, 1]), ("array", np.array([1, 2, 1])),
        ("function", {"a": 1, "b": 2, "c": 1}.get),
    ):  # fmt: skip
        CALLS[f"priority, {form}", f"ParityGame({kind})"] = (
            lambda x, kind=kind: _won(
                gg.ParityGame(_final(kind), dict.fromkeys("abc", 0), x).solve()
            ),
            given, {"a": 0, "b": 0, "c": 1}, [1, 1, 2],
        )  # fmt: skip


def try_argument(what: str, source: str) -> str:
    """Return what becomes of an argument."""
    given, game = ARGUMENTS[what]
    without = tried(SOURCES[source])
    found = tried(lambda: SOURCES[source](**given))
    return judged(found, without, _expected(game))
