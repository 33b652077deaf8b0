"""Grundy values and loopy values, and the laws of sums against the product of the graphs."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product
from typing import Any

import numpy as np

import graphgame as gg
from graphgame import DRAW, LOSE, WIN, Nimber
from tests.reference import graphs as reference
from tests.reference.graphs import Game
from tests.soak import draw, graphs
from tests.soak.case import Case, same
from tests.soak.solvers import FORMS, edges_of

FORMS_OF_VALUES = [name for name in FORMS if name != "text"]


def draw_tiny(rng: random.Random) -> Case:
    return _drawn(rng, rng.randint(0, 8), rng.random() < 0.4)


def draw_medium(rng: random.Random) -> Case:
    return _drawn(rng, draw.size(rng, 10, 30_000), rng.random() < 0.5)


def draw_large(rng: random.Random) -> Case:
    return _drawn(rng, draw.size(rng, 100_000, 500_000), rng.random() < 0.5)


def _drawn(rng: random.Random, n: int, loopfree: bool) -> Case:
    edges = draw.edges(rng, n, loopfree=loopfree)
    return {"n": n, "edges": edges, "presets": draw.presets(rng, n, (-1,))}


def check_values(case: Case) -> None:
    """Find the values of all forms; without cycles both theories say the same."""
    forms = FORMS_OF_VALUES if case["n"] < 100 else ["edges", "shuffled edges", "rows"]
    expected = gg.loopy_grundy(FORMS["edges"](case))
    for form in forms:
        found = gg.loopy_grundy(FORMS[form](case))
        same(f"loopy values of {form}", found.values, expected.values)
        same(f"where the sets of {form} start", found.set_ptr, expected.set_ptr)
        same(f"sets of {form}", found.set_idx, expected.set_idx)
        same(f"verify of {form}", found.verify(), True)
        _check_grundy(FORMS[form](case), found, form)
    _check_outcomes(expected, gg.solve(expected.game))


def _check_grundy(graph: gg.GameGraph, loopy: Any, form: str) -> None:
    """Compare with `grundy`, or with the cycle that it shows."""
    try:
        found = gg.grundy(graph)
    except gg.LoopyGameError as error:
        for v, w in zip(error.cycle, [*error.cycle[1:], error.cycle[0]], strict=True):
            same(f"step from {v} to {w} of the cycle in {form}", w in graph.options(v), True)
        return
    same(f"values of {form}", found.values, loopy.values)
    same(f"verify of the values of {form}", found.verify(), True)


def _check_outcomes(values: Any, solution: gg.Solution) -> None:
    """Value 0 is lost, ∞(K) without 0 in K is drawn, all else is won."""
    holds_0 = np.zeros(len(values) + 1, dtype=np.int64)
    owners = np.repeat(np.arange(len(values)), np.diff(values.set_ptr))
    holds_0[owners[values.set_idx == 0]] = 1
    infinite = np.where(holds_0[:-1] == 1, WIN, DRAW)
    expected = np.where(values.values == 0, LOSE, np.where(values.values > 0, WIN, infinite))
    same("outcomes that the values say", solution.outcomes, expected.astype(np.int8))


def check_reference(case: Case) -> None:
    """Compare with the definitions, applied until nothing changes."""
    lost = {v for v, _ in case["presets"]}
    edges = tuple((u, v) for u, v in edges_of(case).tolist() if u not in lost)
    game, graph = Game(case["n"], edges), FORMS["edges"](case)
    values = gg.loopy_grundy(graph)
    for v, expected in enumerate(reference.loopy_grundy(game)):
        loopy = Nimber.infinity(expected) if isinstance(expected, frozenset) else Nimber(expected)
        same(f"loopy value at {v}", values[v], loopy)
    slow = reference.grundy(game)
    if None not in slow:
        same("values, by reference", gg.grundy(graph).values.tolist(), slow)


# -- sums -----------------------------------------------------------------------------------------


def draw_sum(rng: random.Random) -> Case:
    """Draw two or three games, the last positions of their sum not more than some hundred."""
    count = rng.choice([2, 2, 3])
    games = []
    for _ in range(count):
        n = rng.randint(1, 12 if count == 2 else 5)
        games.append({"n": n, "edges": draw.edges(rng, n, loopfree=rng.random() < 0.3)})
    return {"games": games}


def smaller_sum(case: Case) -> Iterator[Case]:
    games = case["games"]
    for i, game in enumerate(games):
        if len(games) > 1:
            yield {"games": games[:i] + games[i + 1 :]}
        for less in graphs.smaller(game | {"presets": []}):
            if less["n"]:
                kept = {"n": less["n"], "edges": less["edges"]}
                yield {"games": [*games[:i], kept, *games[i + 1 :]]}


def check_sum(case: Case) -> None:
    """Compare Smith's sums, and the XOR, with the product of the graphs, solved."""
    components = [gg.GameGraph.from_edges(edges_of(game), game["n"]) for game in case["games"]]
    written = gg.game_sum(components)
    solution = gg.solve(written)
    values = [gg.loopy_grundy(graph) for graph in components]
    product_values = gg.loopy_grundy(written)
    for places in product(*(range(graph.n) for graph in components)):
        total = Nimber(0)
        for value, place in zip(values, places, strict=True):
            total += value[place]
        same(f"sum at {places}", product_values[places], total)
        same(f"outcome of the sum at {places}", solution.outcome(places), total.outcome)
    _check_copies(components[0], values[0])
    if all(graph.n <= 5 for graph in components):
        _check_reference_sum(case, solution)


def _check_copies(graph: gg.GameGraph, values: Any) -> None:
    """A game beside itself: outcomes and winning moves of sums, as the methods give them."""
    twice = gg.game_sum([graph, graph])
    normal, misere = gg.solve(twice), gg.solve(twice, play="misere")
    for v in range(0, graph.n, 2):
        pair = v, (v * v + 1) % graph.n
        same(f"outcome at {pair}", values.outcome(pair), normal.outcome(pair))
        same(f"misère outcome at {pair}", values.outcome(pair, play="misere"), misere.outcome(pair))
        for play, solution in (("normal", normal), ("misere", misere)):
            moves = {
                (*pair[:i], w, *pair[i + 1 :]) for i, w in values.winning_moves(pair, play=play)
            }
            same(f"winning moves in {play} play at {pair}", moves, {*solution.winning_moves(pair)})


def _check_reference_sum(case: Case, solution: gg.Solution) -> None:
    """The product itself, by the definition of a sum."""
    games = [Game(g["n"], tuple(map(tuple, edges_of(g).tolist()))) for g in case["games"]]
    slow, positions = reference.sum_of(games)
    answer = reference.solve(slow)
    for position, outcome, plies in zip(positions, answer.outcomes, answer.remoteness, strict=True):
        same(f"outcome of the product at {position}", solution.outcome(position), outcome)
        same(f"remoteness in the product at {position}", solution.remoteness_of(position), plies)
