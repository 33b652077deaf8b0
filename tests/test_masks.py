"""Masks of NumPy: a masked entry is none where none has a meaning, and is refused elsewhere."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import graphgame as gg
from graphgame import GameGraph, GraphGameError

PATH = GameGraph.from_edges([(0, 1), (1, 2)])
NAMED = GameGraph.from_options({"a": ["b"], "b": ["c"]})


def masked(values: Any, *places: Any) -> Any:
    """Return an array of which some entries are masked, whatever stands below."""
    array = np.ma.array(values, mask=False)
    for place in places:
        array.mask[place] = True
    return array


EDGES = masked([[0, 1], [1, 2], [2, 0]], (2, 0))


def take(codes: Any) -> Any:
    rows = np.flatnonzero(codes > 0)
    return rows, codes[rows] - 1


def masked_options(codes: Any) -> Any:
    rows, options = take(codes)
    return rows, np.ma.array(options, mask=options == 2)


def masked_sources(codes: Any) -> Any:
    rows, options = take(codes)
    return np.ma.array(rows, mask=options == 2), options


@pytest.mark.parametrize(("call", "place"), [
    pytest.param(lambda: gg.solve(EDGES), r"edges\[2, 0\]", id="solve"),
    pytest.param(lambda: GameGraph.from_edges(EDGES), r"edges\[2, 0\]", id="edges"),
    pytest.param(lambda: GameGraph.from_edges(EDGES + 1, base=1), r"edges\[2, 0\]", id="base"),
    pytest.param(lambda: GameGraph.from_edges(list(EDGES)), r"edges\[2, 0\]", id="rows"),
    pytest.param(lambda: GameGraph.from_edges([np.array([0, 1]), EDGES[2]]), r"edges\[1, 0\]",
                 id="a later row"),
    pytest.param(lambda: gg.solve([(0, np.ma.masked)]), "edges: expected", id="constant"),
    pytest.param(lambda: GameGraph.from_options(EDGES), r"options\[2, 0\]", id="options"),
    pytest.param(lambda: GameGraph.from_options(list(EDGES)), r"indices\[4\]", id="lists"),
    pytest.param(lambda: GameGraph.from_csr(masked([0, 1, 1], 1), [1]), r"indptr\[1\]",
                 id="indptr"),
    pytest.param(lambda: GameGraph.from_csr([0, 1, 1], masked([1], 0)), r"indices\[0\]",
                 id="indices"),
    pytest.param(lambda: GameGraph.from_adjacency(masked([[0, 1], [0, 0]], (0, 1))),
                 r"matrix\[0, 1\]", id="adjacency"),
    pytest.param(lambda: PATH.index(masked([0, 1], 1)), r"positions\[1\]", id="index"),
    pytest.param(lambda: NAMED.index(masked(["a", "b"], 0)), r"positions\[0\]", id="labels"),
    pytest.param(lambda: gg.ParityGame(PATH, [0, 0, 1], masked([0, 1, 2], 2)), r"priority\[2\]",
                 id="priority"),
    pytest.param(lambda: gg.explore_codes(masked_options, 4), r"options\[0\]", id="batch options"),
    pytest.param(lambda: gg.explore_codes(masked_sources, 4), r"sources\[0\]", id="batch sources"),
    pytest.param(lambda: gg.explore_codes(take, masked([3, 5], 1)), r"start\[1\]", id="starts"),
    pytest.param(lambda: gg.explore(lambda n: [n - 1] if n else [], masked([3, 5], 1)),
                 r"start\[1\]", id="starts of a function"),
    pytest.param(lambda: gg.explore_codes(take, 4, canonical=lambda c: np.ma.array(c, mask=c == 2)),
                 r"canonical\[0\]", id="canonical"),
    pytest.param(lambda: gg.nim_sum(masked([1, 2], 1)), r"\[1\]", id="nim"),
    pytest.param(lambda: gg.find_patterns(masked([0, 1] * 6, 11)), r"table\[11\]", id="patterns"),
    pytest.param(lambda: gg.PoliceAndThief(masked(np.ones((2, 2), bool), (0, 1))),
                 r"grid\[0, 1\]", id="grid"),
])  # fmt: skip
@pytest.mark.filterwarnings("ignore:Warning.*masked element:UserWarning")
def test_a_masked_entry_is_refused_with_its_place(call: Any, place: str) -> None:
    with pytest.raises(GraphGameError, match=place):
        call()


@pytest.mark.parametrize("call", [
    lambda a: GameGraph.from_edges(a).m, lambda a: GameGraph.from_options(a).m,
    lambda a: GameGraph.from_csr(np.ma.array([0, 1, 1]), np.ma.array([1])).m,
    lambda a: PATH.index(np.ma.array([0, 1])).tolist(),
])  # fmt: skip
def test_an_array_that_could_have_a_mask_and_has_none_is_an_array(call: Any) -> None:
    assert call(np.ma.array([[0, 1], [1, 1]])) == call(np.array([[0, 1], [1, 1]]))
