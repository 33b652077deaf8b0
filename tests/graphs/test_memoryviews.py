"""A memoryview is read as the array that it is a view of, or refused as that array is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import graphgame as gg
from graphgame import NO_SCORE, GameGraph

EDGES = np.array([(0, 1), (1, 2), (2, 3)])
ROW = np.array([[1, 2]])


def view(values: Any, dtype: Any = np.int64) -> memoryview:
    """Return a view that can be written, and may have any number of dimensions."""
    return memoryview(np.array(values, dtype=dtype))


READ: dict[str, Callable[[Any], Any]] = {
    "from_edges": lambda x: GameGraph.from_edges(x(EDGES)).options(1),
    "as_game_graph": lambda x: gg.as_game_graph(x(EDGES)).options(1),
    "solve": lambda x: gg.solve(x(EDGES)).outcomes.tolist(),
    "grundy": lambda x: gg.grundy(x(EDGES)).values.tolist(),
    "partizan": lambda x: gg.partizan(x(EDGES), x(EDGES)).outcome_class(0),
    "game_sum": lambda x: gg.game_sum([x(EDGES), x(EDGES)]).n,
    "ParityGame": lambda x: gg.ParityGame(x(EDGES), [0] * 4, x([3, 2, 1, 0])).priority.tolist(),
    "cop_number": lambda x: gg.cop_number(x(EDGES)),
    "cops_and_robbers": lambda x: gg.cops_and_robbers(x(EDGES)).capture_time,
    "cop_numbers": lambda x: gg.cop_numbers(x([[2, 1], [2, 1]])).tolist(),
    "from_csr": lambda x: GameGraph.from_csr(x([0, 1, 2]), x([1, 0])).options(1),
    "from_adjacency": lambda x: GameGraph.from_adjacency(x([[0, 1], [0, 0]])).options(0),
    "presets": lambda x: gg.solve(EDGES, presets=x([2, 2, 2, 1])).outcomes.tolist(),
    "owner": lambda x: gg.solve(EDGES, owner=x([0, 0, 1, 1])).outcomes.tolist(),
    "scores": lambda x: gg.solve_scores(EDGES, x([NO_SCORE] * 3 + [7])).scores.tolist(),
    "targets": lambda x: gg.attractor(EDGES, x([0] * 4), x([3])).region.tolist(),
    "labels": lambda x: GameGraph.from_edges(EDGES, labels=x([7, 5, 6, 4])).options(5),
    "codes": lambda x: list(gg.explore_codes(lambda c: (c[:0], c[:0]), x([4, 9])).labels or ()),
    "explore": lambda x: gg.explore(lambda _: [], x([4, 9])).n,
    "mex": lambda x: gg.mex(x([[0, 1]])),
    "nim_sum": lambda x: gg.nim_sum(x([[5, 7]])),
    "nim": lambda x: gg.nim.outcome(x([[5, 7], [5, 5]])).tolist(),  # type: ignore[union-attr]
    "numbers": lambda x: gg.subtraction(x([1, 2])).values(5).tolist(),
    "bases": lambda x: gg.MixedRadix(x([3, 2])).size,
    "sum": lambda x: gg.grundy(EDGES).sum(x([0, 1])),
    "patterns": lambda x: gg.find_patterns(x([[2] * 20] * 20))[0].claim,
}


@pytest.mark.parametrize("name", READ)
def test_a_view_is_read_as_its_array(name: str) -> None:
    assert READ[name](view) == READ[name](np.array)


REFUSED: dict[str, Callable[[], Any]] = {
    "edges of floats": lambda: gg.solve(view(EDGES, float)),
    "edges of no dimension": lambda: gg.solve(view(3)),
    "labels": lambda: GameGraph.from_edges(EDGES, labels=view([[1, 2, 3, 4]])),
    "presets": lambda: gg.solve(EDGES, presets=view([[2, 2, 2, 1]])),
    "start": lambda: gg.explore_codes(lambda c: (c[:0], c[:0]), view(ROW)),
    "start of explore": lambda: gg.explore(lambda _: [], view(ROW)),
    "heaps": lambda: gg.octal("0.77").outcome(view(ROW)),
    "numbers": lambda: gg.subtraction(view(ROW)),
    "numbers not taken": lambda: gg.all_but(view(ROW)),
    "bases": lambda: gg.MixedRadix(view(ROW)),
    "counts": lambda: gg.Arrangements(view(ROW)),
    "positions of a sum": lambda: gg.grundy(EDGES).sum(view(ROW)),
    "moves of a sum": lambda: gg.grundy(EDGES).winning_moves(view(ROW)),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_view_of_another_shape_is_refused(name: str) -> None:
    with pytest.raises(gg.GraphGameError, match=r"^[a-z]+(\[.*\])?.*: expected |^position"):
        REFUSED[name]()


def test_a_view_is_lent_or_copied_as_its_array_is() -> None:
    lent = np.array([(0, 1), (1, 2)], dtype=np.int32)
    kept = GameGraph.from_edges(memoryview(lent))
    shared = GameGraph.from_edges(memoryview(lent), copy=False)
    lent[1, 1] = 0
    assert kept.options(1) == [2]
    assert shared.options(1) == [0]
