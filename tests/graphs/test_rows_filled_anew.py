"""Sources that fill one row anew each time: what they gave before has other entries then.

Pinned here: a mapping that computes its values, and iterators of rows and of pairs, are the graph
of the rows as they came.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

import graphgame as gg


class Computed(Mapping[int, Any]):
    """A mapping that fills one row anew for each of its keys."""

    def __init__(self, kind: Any) -> None:
        self.row = kind()

    def __getitem__(self, key: int) -> Any:
        self.row.clear()
        new = [x for x in (2 * key + 1, 2 * key + 2) if x < 300]
        if isinstance(self.row, list):
            self.row.extend(new)
        else:
            self.row.update(dict.fromkeys(new) if isinstance(self.row, dict) else new)
        return self.row

    def __iter__(self) -> Iterator[int]:
        return iter(range(300))

    def __len__(self) -> int:
        return 300


@pytest.mark.parametrize("kind", [list, set, dict])
def test_a_mapping_may_fill_one_row_anew(kind: Any) -> None:
    computed, row = Computed(kind), Computed(list)
    plain = gg.as_game_graph({key: list(row[key]) for key in row})
    graph = gg.as_game_graph(computed)
    assert [sorted(graph.options(v)) for v in row] == [plain.options(v) for v in row]


def test_an_iterator_may_fill_one_row_anew() -> None:
    row = Computed(list)
    plain = [list(row[key]) for key in row]
    edges = [(v, w) for v, options in enumerate(plain) for w in options]
    pair = [0, 0]

    def filled() -> Iterator[list[int]]:
        for pair[0], pair[1] in edges:
            yield pair

    graphs = [gg.GameGraph.from_options(row[key] for key in row), gg.GameGraph.from_edges(filled())]
    graphs.append(gg.as_game_graph(row[key] for key in row))
    assert [[graph.options(v) for v in range(300)] for graph in graphs] == [plain] * 3
