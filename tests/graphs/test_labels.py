"""Labels that number themselves, and the start of a graph.

Pinned here: every kind of `Labels` is a sequence whose `numbering` finds each of them and nothing
else, and survives a pickle without being written out; a graph keeps its start.
"""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest

import graphgame as gg
from graphgame import GameGraph
from graphgame.graphs.labels import CodeLabels, CountedLabels, Labels, ProductLabels, numbering
from graphgame.pursuit.states import States

# Positions 2, 0 and 1 of the first game, in this order.
HEAPS = [gg.explore(range, start=2), gg.as_game_graph({"a": ["b"], "b": []})]
PARTS = [np.array([2, 0], dtype=np.int32), np.array([0, 1], dtype=np.int32)]
KINDS: dict[str, tuple[Labels[Any], list[Any], list[Any]]] = {
    "codes": (CodeLabels(np.array([7, -5, 2**40])), [7, -5, 2**40], [8, "7", None, 2**80]),
    "counted": (CountedLabels(1, 3), [1, 2, 3], [0, 4, "1", True, None]),
    "none counted": (CountedLabels(1, 0), [], [0, 1]),
    "product": (
        ProductLabels(HEAPS, PARTS),
        [(1, "a"), (1, "b"), (2, "a"), (2, "b")],
        [(0, "a"), (1, "c"), (1,), "ab", 1, (1, "a", "a")],
    ),
    "states": (
        States([(0, 0), (0, 1)]),
        [(p, t, turn) for p in [(0, 0), (0, 1)] for t in [(0, 0), (0, 1)]
         for turn in ("police", "thief")],
        [((0, 0), (9, 9), "thief"), ((0, 0), (0, 1), "nobody"), ((0, 0), (0, 1))],
    ),
}  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
def test_labels_number_themselves(kind: str) -> None:
    labels, expected, others = KINDS[kind]
    assert isinstance(labels, Labels)
    for one in (labels, pickle.loads(pickle.dumps(labels))):
        assert list(one) == expected and len(one) == len(expected)
        assert [one[v] for v in range(len(one))] == expected
        assert [one[v - len(one)] for v in range(len(one))] == expected
        assert list(one[1:3]) == expected[1:3]
        with pytest.raises(IndexError):
            one[len(one)]
        index = numbering(one)
        assert [index[x] for x in expected] == list(range(len(expected)))
        assert len(index) == len(expected)
        graph = GameGraph.from_edges([], labels=one)
        assert graph.labels is one
        assert [graph.index(x) for x in expected] == list(range(len(expected)))
        for other in others:
            assert other not in graph
    assert len(pickle.dumps(CountedLabels(0, 10**9))) < 200


def test_labels_of_other_kinds_are_numbered_by_a_table() -> None:
    index = numbering(["a", "b"])
    assert len(index) == 2
    assert {name: index[name] for name in ["a", "b"]} == {"a": 0, "b": 1}


def test_the_abstract_class_cannot_be_made() -> None:
    with pytest.raises(TypeError, match="abstract"):
        Labels()  # type: ignore[abstract]


# -- the start ------------------------------------------------------------------------------------


def take(n: int) -> list[int]:
    return [n - k for k in (1, 2) if n >= k]


def take_codes(codes: Any) -> Any:
    sources, taken = np.nonzero(codes[:, None] >= np.array([1, 2]))
    return sources, codes[sources] - (taken + 1)


@pytest.mark.parametrize(
    ("game", "start"),
    [
        (lambda: gg.explore(take, 9), 9),
        (lambda: gg.explore(take, [5, 9]), 5),
        (lambda: gg.explore(take, []), None),
        (lambda: gg.explore_codes(take_codes, 9), 9),
        (lambda: gg.explore_codes(take_codes, [5, 9]), 5),
        (lambda: gg.explore_codes(take_codes, []), None),
        (lambda: gg.as_game_graph([(0, 1)]), None),
        (lambda: gg.as_game_graph({"a": ["b"]}), None),
        (lambda: GameGraph.from_csr([0, 1, 1], [1]), None),
        (lambda: gg.game_sum([gg.explore(take, 3)] * 2, start=(2, 3)), (2, 3)),
        (lambda: gg.game_sum([gg.explore(take, 3)] * 2), None),
    ],
)
def test_a_graph_keeps_its_start(game: Any, start: Any) -> None:
    graph = game()
    assert graph.start == start and type(graph.start) is type(start)
    assert graph.with_presets({}).start == start
    assert pickle.loads(pickle.dumps(graph)).start == start
    counted = graph._counted_from(1)
    assert counted.start == (None if start is None else 1)
    if start is not None:
        assert graph.index(start) == 0


def test_values_of_a_game_with_presets_keep_its_start() -> None:
    assert gg.grundy(take, start=9, presets={3: gg.LOSE}).game.start == 9


@pytest.mark.parametrize("position", [7.5, 7.0, np.float64(7), "7", None, 2**63])
def test_what_is_no_integer_of_64_bits_is_no_code(position: object) -> None:
    def count_down(codes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        sources = np.flatnonzero(codes > 0)
        return sources, codes[sources] - 1

    game = gg.explore_codes(count_down, start=9)
    assert game.index(np.int32(7)) == game.index(7)
    assert position not in game
    with pytest.raises(gg.UnknownPositionError):
        game.index(position)
