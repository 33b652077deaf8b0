"""Whatever is attached to positions is used, refused, or means nothing for a reason."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import graphgame as gg
from graphgame import LOSE, WIN, GameGraph
from tests.house import attached
from tests.house.attached import graphs


@pytest.fixture(scope="module")
def cells() -> dict[tuple[str, str], str]:
    for library in ("networkx", "igraph", "rustworkx"):
        pytest.importorskip(library)
    return attached.table()


@pytest.mark.parametrize("what", attached.EXPECTED)
def test_every_cell_is_what_the_table_says(cells: dict[tuple[str, str], str], what: str) -> None:
    found = {way: kind for (row, way), kind in cells.items() if row == what}
    letters = {"used": "U", "refused": "R", "nothing": "-"}
    assert "".join(letters.get(kind, "?") for kind in found.values()) == attached.EXPECTED[what], (
        found
    )


def test_what_means_nothing_has_a_reason_and_nothing_else_has(
    cells: dict[tuple[str, str], str],
) -> None:
    nothing = {cell for cell, kind in cells.items() if kind == "nothing"}
    assert nothing == set(attached.REASONS)
    assert all(attached.reason(*cell) for cell in nothing)


def test_the_table_is_whole(cells: dict[tuple[str, str], str]) -> None:
    assert {what for what, _ in cells} == set(attached.EXPECTED)
    assert len(cells) >= 380


# Of each attachment of a graph: the same joined to other positions.
WRONG: dict[str, Callable[[], GameGraph[Any]]] = {
    "labels": lambda: GameGraph.from_edges([(0, 1), (0, 2), (1, 2), (2, 3)], labels="dcba"),
    "a preset WIN": lambda: graphs.GRAPH.with_presets({"b": WIN}),
    "a preset LOSE": lambda: graphs.GRAPH.with_presets({"b": LOSE}),
    "remoteness of a preset": lambda: graphs.GRAPH.with_presets({"c": (WIN, 2)}),
    "owners": lambda: graphs.GRAPH.with_owner({"a": 0, "b": 0, "c": 1, "d": 0}),
    "a start": lambda: graphs.GRAPH._with(start="a"),
    "classes": lambda: gg.explore(
        lambda n: [abs(n) - 1] if n else [], 3, canonical=lambda n: n if n >= 0 else 1 - n % 3
    ),
}


@pytest.mark.parametrize("what", WRONG)
def test_a_wrong_join_is_seen_in_every_cell_that_is_used(
    cells: dict[tuple[str, str], str], what: str
) -> None:
    ways = [way for way in graphs.WAYS if cells[what, way] == "used"]
    assert len(ways) >= 8
    graph = WRONG[what]()
    for way in ways:
        assert graphs.try_carried(what, way, graph).startswith(("wrong: {", "nothing")), way


def test_a_lost_attachment_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    from graphgame.graphs import libraries

    monkeypatch.setattr(libraries, "NAMES", ())
    assert graphs.try_carried("owners", "networkx and back") == "nothing"
    assert ("owners", "networkx and back") not in attached.REASONS
