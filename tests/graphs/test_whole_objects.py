"""A solved game or a graph where something of each position is wanted; flags among positions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import graphgame as gg
from graphgame import GameGraph

EDGES = [(0, 1), (1, 2), (2, 3)]
GRAPH: GameGraph[Any] = GameGraph.from_edges(EDGES)
NOBODY = [0] * 4
CALLS: dict[str, Callable[[Any], Any]] = {
    "targets": lambda x: gg.attractor(EDGES, NOBODY, x),
    "safe": lambda x: gg.solve_safety(EDGES, NOBODY, safe=x),
    "unsafe": lambda x: gg.solve_cobuchi(EDGES, NOBODY, unsafe=x),
    "presets": lambda x: gg.solve(EDGES, presets=x),
    "owner, solve": lambda x: gg.solve(EDGES, owner=x),
    "owner": lambda x: gg.solve_buchi(EDGES, x, [3]),
    "scores": lambda x: gg.solve_scores(EDGES, x),
    "priority": lambda x: gg.ParityGame(EDGES, NOBODY, x),
}
OBJECTS: dict[str, Any] = {
    "Solution": gg.solve(EDGES),
    "GameGraph": GRAPH,
    "GameGraph with all": GRAPH.with_owner(NOBODY).with_presets({3: gg.WIN}),
    "GrundyValues": gg.grundy(EDGES),
    "Attractor": gg.attractor(EDGES, NOBODY, [3]),
    "OwnerSolution": gg.solve_buchi(EDGES, NOBODY, [3]),
    "MemorySolution": gg.solve_generalized_buchi(EDGES, NOBODY, [[3]]),
    "ParityGame": gg.ParityGame(EDGES, NOBODY, [1] * 4),
    "ParitySolution": gg.ParityGame(EDGES, NOBODY, [1] * 4).solve(),
    "ScoreSolution": gg.solve_scores(EDGES, {3: 1}),
    "Database": gg.build(lambda n: [n - 1] if n else [], start=3),
}
# What is meant by whom, with the call that takes it.
MEANT = {
    ("targets", "Solution"): "outcomes == gg.WIN",
    ("targets", "Attractor"): "region",
    ("safe", "OwnerSolution"): "region(player)",
    ("unsafe", "ParitySolution"): "region(player)",
    ("presets", "Solution"): "outcomes",
    ("presets", "GameGraph with all"): "presets",
    ("presets", "ScoreSolution"): "outcomes",
    ("owner, solve", "GameGraph with all"): "owner",
    ("owner, solve", "ParityGame"): "owner",
    ("owner", "GameGraph with all"): "owner",
    ("owner", "ParityGame"): "owner",
    ("owner", "OwnerSolution"): "owner",
    ("priority", "ParityGame"): "priority",
    ("priority", "ParitySolution"): "priority",
}


@pytest.mark.parametrize("name", OBJECTS)
@pytest.mark.parametrize("what", CALLS)
def test_a_whole_object_is_refused_with_what_may_be_meant(what: str, name: str) -> None:
    start = f"^{what.partition(',')[0]}: expected (positions|a value)"
    with pytest.raises(gg.GraphGameError, match=start) as caught:
        CALLS[what](OBJECTS[name])
    message = str(caught.value)
    assert type(OBJECTS[name]).__name__ in message
    if (what, name) in MEANT:
        assert message.endswith(f"; its {MEANT[what, name]} may be meant, an array")


@pytest.mark.parametrize(("what", "name"), MEANT)
def test_what_may_be_meant_is_taken(what: str, name: str) -> None:
    expression = MEANT[what, name].replace("player", "0")
    given = eval(f"x.{expression}", {"x": OBJECTS[name], "gg": gg})  # noqa: S307 -- ours
    CALLS[what](given)


@pytest.mark.parametrize(
    "given",
    [[True, 5], [5, True], [True, 3], [1, False], [np.True_, 3], [0, 1, 2, True], [False, 3, 3]],
)
@pytest.mark.parametrize("what", ["targets", "safe", "unsafe"])
@pytest.mark.parametrize("named", [False, True])
def test_flags_among_positions_are_refused(named: bool, what: str, given: list[Any]) -> None:
    graph: Any = {0: [1], 1: [2], 2: [3], 3: []} if named else EDGES
    calls: dict[str, Callable[[], Any]] = {
        "targets": lambda: gg.attractor(graph, NOBODY, given),
        "safe": lambda: gg.solve_safety(graph, NOBODY, safe=given),
        "unsafe": lambda: gg.solve_cobuchi(graph, NOBODY, unsafe=given),
    }
    with pytest.raises(gg.GraphGameError, match=rf"^{what}: .*a flag, .*a position") as caught:
        calls[what]()
    for cure in (f"numpy.array({what}, dtype=bool)", f"{{int(x) for x in {what}}}"):
        assert cure in str(caught.value)


def test_positions_that_are_bools_stand_among_others() -> None:
    found = gg.attractor({True: [5], 5: []}, {True: 0, 5: 0}, [True, 5])
    assert found.targets.tolist() == [True, True]
