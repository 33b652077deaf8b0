"""What a graph carries beside its moves is used, or refused.

Presets, owners and the start come back from NetworkX, igraph and rustworkx.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given, strategies as st

import graphgame as gg
from graphgame import DRAW, LOSE, TIE, WIN, GameGraph, GraphGameError, as_game_graph

BASE = GameGraph.from_options({"a": ["b"], "b": ["c", "d"], "c": [], "d": ["a"]})
OWNERS = {"a": 0, "b": 0, "c": 1, "d": 1}


@st.composite
def graphs(draw: st.DrawFn) -> GameGraph[Any]:
    """Draw a graph with any of: labels, presets, their remoteness, owners, a start."""
    n = draw(st.integers(1, 7))
    names = draw(
        st.sampled_from(
            [
                list(range(n)),
                list(range(n))[::-1],
                list("abcdefg"[:n]),
                [(v, "x") for v in range(n)],
            ]
        )
    )
    options = {v: draw(st.lists(st.sampled_from(names), max_size=3, unique=True)) for v in names}
    graph: GameGraph[Any] = GameGraph.from_options(options)
    if draw(st.booleans()):
        outcome = st.sampled_from([LOSE, DRAW, WIN, TIE])
        with_end = st.tuples(outcome, st.integers(0, 9))
        graph = graph.with_presets(
            draw(st.dictionaries(st.sampled_from(names), outcome | with_end, max_size=n))
        )
    if draw(st.booleans()):
        graph = graph.with_owner({v: draw(st.integers(0, 1)) for v in names})
    if draw(st.booleans()):
        graph = graph._with(start=draw(st.sampled_from(names)))
    return graph


def facts(graph: GameGraph[Any]) -> dict[Any, Any]:
    """Return all that is known of each position, by its name; and the start."""
    presets, ends, owner = graph.presets, graph.preset_remoteness, graph.owner
    found: dict[Any, Any] = {
        graph.position(v): (
            Counter(graph.options(graph.position(v))),
            gg.NO_PRESET if presets is None else presets[v],
            0 if ends is None else ends[v],
            None if owner is None else owner[v],
        )
        for v in range(graph.n)
    }
    return {"positions": found, "order": graph.positions(range(graph.n)), "start": graph.start}


@given(graphs())
def test_networkx_and_back_loses_nothing(graph: GameGraph[Any]) -> None:
    pytest.importorskip("networkx")
    again = as_game_graph(graph.to_networkx())
    assert facts(again) == facts(graph)
    s, t = gg.solve(graph), gg.solve(graph.to_networkx())
    assert [s[x][:2] for x in s] == [t[x][:2] for x in t]
    assert facts(as_game_graph(graph.to_networkx().edges)) == facts(graph)
    assert facts(as_game_graph(s.to_networkx())) == facts(graph)


@given(graphs())
def test_igraph_and_rustworkx_carry_the_same(graph: GameGraph[Any]) -> None:
    pytest.importorskip("networkx")
    igraph, rustworkx = pytest.importorskip("igraph"), pytest.importorskip("rustworkx")
    expected = [row[1:] for row in facts(graph)["positions"].values()]
    for other in (
        igraph.Graph.from_networkx(graph.to_networkx()),
        rustworkx.networkx_converter(graph.to_networkx(), keep_attributes=True),
    ):
        found = as_game_graph(other)
        assert [row[1:] for row in facts(found)["positions"].values()] == expected


@pytest.mark.parametrize("preset", [WIN, 1, "WIN"])
def test_an_outcome_of_a_node_is_a_number_or_a_name(preset: Any) -> None:
    networkx = pytest.importorskip("networkx")
    graph = networkx.DiGraph([(0, 1), (1, 2)])
    graph.nodes[2]["preset"] = preset
    graph.nodes[1]["preset"] = None
    assert [str(gg.solve(graph).outcome(v)) for v in range(3)] == ["WIN", "LOSE", "WIN"]
    graph.nodes[2]["preset_remoteness"] = 4
    assert gg.solve(graph).remoteness_of(0) == 6


@pytest.mark.parametrize(("node", "attributes", "message"), [
    (0, {"owner": 0}, "owner: expected 0 or 1 for every position, got none for 1"),
    (0, {"owner": "Alice"}, "owner: expected integers, got strings; the attributes 'preset'"),
    (2, {"preset": "won"}, "presets: expected WIN, LOSE, DRAW or TIE, got 'won'"),
    (2, {"preset": 7}, r"presets\[2\]: expected WIN, LOSE, DRAW or TIE"),
    (2, {"preset_remoteness": 3}, "preset_remoteness of 2: expected a preset beside it"),
    (2, {"preset": 1, "preset_remoteness": -1}, r"presets\[2\]: expected a remoteness from 0"),
])  # fmt: skip
def test_attributes_that_are_none_of_these_are_refused(
    node: int, attributes: dict[str, Any], message: str
) -> None:
    networkx = pytest.importorskip("networkx")
    graph = networkx.DiGraph([(0, 1), (1, 2)])
    graph.nodes[node].update(attributes)
    with pytest.raises(GraphGameError, match=message):
        gg.solve(graph)


def test_other_owners_than_those_of_the_nodes_are_refused() -> None:
    networkx = pytest.importorskip("networkx")
    graph = networkx.DiGraph([(0, 1), (1, 2)])
    networkx.set_node_attributes(graph, {0: 1, 1: 0, 2: 1}, "owner")
    assert gg.solve(graph, owner=[1, 0, 1]).game.owner.tolist() == [1, 0, 1]  # type: ignore[union-attr]
    with pytest.raises(GraphGameError, match="owner of 2: expected 1, as the graph says, got 0"):
        gg.solve(graph, owner=[1, 0, 0])


def test_a_start_that_is_no_node_is_refused() -> None:
    networkx = pytest.importorskip("networkx")
    graph = networkx.DiGraph([(0, 1)], start="today")
    with pytest.raises(GraphGameError, match="start: expected a node, got 'today'"):
        as_game_graph(graph)


def test_presets_can_be_dropped() -> None:
    graph = BASE.with_presets({"d": (WIN, 3)})
    plain = graph.with_presets(None)
    assert plain.presets is None and plain.preset_remoteness is None
    assert gg.solve(plain).outcomes.tolist() == gg.solve(BASE).outcomes.tolist()


PRESET, MOVED = BASE.with_presets({"d": WIN}), BASE.with_owner(OWNERS)
CLASSES = gg.explore(lambda n: [abs(n) - 1] if n else [], start=3, canonical=abs)


@pytest.mark.parametrize("carrying", [
    pytest.param(PRESET, id="presets"), pytest.param(MOVED, id="owner"),
    pytest.param(PRESET.with_owner(OWNERS), id="both"),
])  # fmt: skip
@pytest.mark.parametrize(("call", "where"), [
    pytest.param(lambda g: gg.game_sum([BASE, g]), r"games\[1\]", id="game_sum"),
    pytest.param(gg.cops_and_robbers, "graph", id="cops_and_robbers"),
    pytest.param(gg.cop_number, "graph", id="cop_number"),
    pytest.param(lambda g: gg.partizan(g, BASE), "left", id="left"),
    pytest.param(lambda g: gg.partizan(BASE, g), "right", id="right"),
    pytest.param(lambda g: gg.game_sum([BASE, g.to_networkx()]), r"games\[1\]", id="networkx sum"),
    pytest.param(lambda g: gg.cops_and_robbers(g.to_networkx()), "graph", id="networkx cops"),
    pytest.param(lambda g: gg.partizan(g.to_networkx(), BASE), "left", id="networkx left"),
])  # fmt: skip
def test_what_is_not_used_is_refused(call: Any, where: str, carrying: GameGraph[Any]) -> None:
    with pytest.raises(GraphGameError, match=f"{where}: expected moves alone, got a graph with"):
        call(carrying)
    bare = carrying.with_presets(None).with_owner(None)
    call(bare)  # the cure


@pytest.mark.parametrize("call", [
    gg.cops_and_robbers, gg.cop_number, lambda g: gg.partizan(g, {}), lambda g: gg.partizan({}, g),
])  # fmt: skip
def test_classes_are_no_graph_of_positions(call: Any) -> None:
    with pytest.raises(GraphGameError, match="got a graph with classes of a symmetry; .*canonical"):
        call(CLASSES)
    assert gg.game_sum([CLASSES, CLASSES]).index((-3, -2)) == gg.game_sum([CLASSES, CLASSES]).index(
        (3, 2)
    )


@pytest.mark.parametrize("call", [
    gg.grundy, gg.loopy_grundy,
])  # fmt: skip
def test_values_refuse_owners_and_presets_without_a_value(call: Any) -> None:
    acyclic = GameGraph.from_options({"a": ["b", "c"], "b": [], "c": ["b"]})
    with pytest.raises(GraphGameError, match="whose players alternate, got one with owners"):
        call(acyclic.with_owner({"a": 0, "b": 0, "c": 1}))
    with pytest.raises(GraphGameError, match="'b': expected no preset but LOSE"):
        call(acyclic.with_presets({"b": WIN}))


@pytest.mark.parametrize("call", [
    lambda g: gg.attractor(g, None, ["a"]), lambda g: gg.solve_buchi(g, None, ["a"]),
    lambda g: gg.ParityGame(g, None, [0, 1, 2, 3]).solve(),
    lambda g: gg.solve_safety(g, None, unsafe=["a"]),
    lambda g: gg.solve_reachability(g, None, targets=["a"]),
])  # fmt: skip
def test_games_with_owners_use_owners_and_refuse_presets(call: Any) -> None:
    found, other = (call(BASE.with_owner(m)) for m in (OWNERS, {**OWNERS, "a": 1, "b": 1}))
    assert found.game.owner.tolist() == [0, 0, 1, 1] != other.game.owner.tolist()
    with pytest.raises(GraphGameError, match=r"without presets.*with_presets\(None\)"):
        call(MOVED.with_presets({"d": WIN}))
