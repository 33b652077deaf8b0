"""Pictures of graphs: what is in the SVG is what is in the game.

Pinned here: every position is drawn inside the picture, and none over another; each edge is drawn
once, with its number; best moves are those of `best_move`, and lead exactly one layer to the right;
words, colours and shapes are those of the outcome; surroundings are those that a search finds, and
what is left out is counted.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given, strategies as st

import graphgame as gg
from tests.drawing.reading import COLOURS, Picture, assert_apart
from tests.owners.owned import random_game
from tests.reference.graphs import Game
from tests.strategies import games

CORNERS = {"WIN": 2, "LOSE": 3, "DRAW": 5}


def graph(game: Game) -> gg.GameGraph[int]:
    return gg.GameGraph.from_edges(game.edges, n=game.n).with_presets(dict(game.presets))


WINNERS = {"WIN": 0, "LOSE": 1}


def parity(game: gg.GameGraph[int], owner: list[int]) -> tuple[gg.ParitySolution[int], list[str]]:
    priority = [3 * v % 7 for v in range(game.n)]
    return gg.ParityGame(game, owner, priority).solve(), [f"priority {p}, " for p in priority]


def buchi(game: gg.GameGraph[int], owner: list[int]) -> tuple[gg.OwnerSolution[int], list[str]]:
    return gg.solve_buchi(game, owner, {0, 1}), ["target, "] * 2 + [""] * (game.n - 2)


def safety(game: gg.GameGraph[int], owner: list[int]) -> tuple[gg.OwnerSolution[int], list[str]]:
    return gg.solve_safety(game, owner, unsafe=[0]), ["unsafe, "] + [""] * (game.n - 1)


@pytest.mark.parametrize("solve", [parity, buchi, safety])
@given(st.integers(0, 10**6), st.integers(2, 12))
def test_winners_are_colours_owners_shapes_and_strategies_thick(
    solve: Any, seed: int, n: int
) -> None:
    game = random_game(seed, n)
    s, notes = solve(game.graph(), list(game.owner))
    picture = Picture(s.to_svg())
    assert_apart(picture)
    assert sorted(int(shape.label) for shape in picture.shapes) == list(range(n))
    for shape in picture.shapes:
        v = int(shape.label)
        assert shape.corners == (3 if game.owner[v] else 2)
        assert WINNERS[str(COLOURS[shape.colour])] == s.winner(v)
        assert shape.line == f"{notes[v]}{s.winner(v)} wins"
    best = {int(x.source): int(x.target) for x in picture.arrows if x.kind == "best"}
    assert best == {v: w for v, w in enumerate(s.strategy.tolist()) if w >= 0}
    said = s.to_svg()
    for player in (0, 1):
        assert (f">won by player {player}<" in said) == (player in s.winners)
        assert f"{s.region(player).sum()} won by player {player}" in said or player not in s.winners
    lines = s.to_dot().splitlines()
    assert sum("style=bold" in line for line in lines) == len(best)
    assert sum(f"{notes[v]}{s.winner(v)} wins" in lines[2 + v] for v in range(n)) == n


@given(games())
def test_a_solved_game_is_drawn_as_a_whole(game: Game) -> None:
    s = gg.solve(graph(game), play=game.play)
    picture = Picture(s.to_svg())
    assert_apart(picture)
    assert sorted(int(shape.label) for shape in picture.shapes) == list(range(game.n))
    for shape in picture.shapes:
        outcome, plies, _ = s[int(shape.label)]
        assert shape.line == (f"{outcome} {plies}" if plies >= 0 else str(outcome))
        assert COLOURS[shape.colour] == str(outcome)
        assert shape.corners == CORNERS[str(outcome)]
    edges = Counter(game.edges)
    drawn = Counter((int(x.source), int(x.target)) for x in picture.arrows)
    assert drawn == dict.fromkeys(edges, 1)
    presets = [stroke for _, stroke in picture.outlines if stroke in ("#FFFFFF", "#000000")]
    assert len(presets) == len(game.presets)


@given(games(), st.integers(0, 255))
def test_shapes_say_who_moves_where_positions_do(game: Game, bits: int) -> None:
    owner = [bits >> v & 1 for v in range(game.n)]
    s = gg.solve(graph(game), play=game.play, owner=owner)
    picture, plain = Picture(s.to_svg()), Picture(s.graph().to_svg())
    assert_apart(picture)
    for shape in picture.shapes:
        v = int(shape.label)
        assert shape.corners == (3 if owner[v] else 2)
        assert COLOURS[shape.colour] == str(s.outcome(v))
        assert shape.line.split()[0] == str(s.outcome(v))
    assert all(shape.corners == (3 if owner[int(shape.label)] else 2) for shape in plain.shapes)
    best = {int(x.source): int(x.target) for x in picture.arrows if x.kind == "best"}
    moves = {v: s.best_move(v) for v in range(game.n)}
    assert best == {v: w for v, w in moves.items() if w is not None}
    said = s.to_svg()
    for player in (0, 1):
        assert (f"player {player} moves" in said) == (player in owner)


@given(games())
def test_parallel_edges_are_counted(game: Game) -> None:
    picture = Picture(graph(game).to_svg())
    counts = {pair: count for pair, count in Counter(game.edges).items() if count > 1}
    middles = {(int(x.source), int(x.target)): x.middle for x in picture.arrows}
    expected = [(*middles[pair], count) for pair, count in counts.items()]
    found = [(x, y - 4, count) for x, y, count in picture.counts()]
    for x, y, count in sorted(expected):
        near = min(found, key=lambda z: abs(z[0] - x) + abs(z[1] - y) + 99 * (z[2] != count))
        assert near == (pytest.approx(x, abs=0.06), pytest.approx(y, abs=0.06), count)
        found.remove(near)
    assert found == []


@given(games())
def test_best_moves_are_thick_and_lead_one_layer_to_the_right(game: Game) -> None:
    s = gg.solve(graph(game), play=game.play)
    picture = Picture(s.to_svg())
    left = {int(shape.label): shape.box.left for shape in picture.shapes}
    decided = [v for v in range(game.n) if s.remoteness_of(v) >= 0]
    lefts = {s.remoteness_of(v): left[v] for v in decided}
    assert all(left[v] == lefts[s.remoteness_of(v)] for v in decided)
    columns = [lefts[r] for r in sorted(lefts, reverse=True)]
    assert columns == sorted(set(columns))
    best = {int(x.source): int(x.target) for x in picture.arrows if x.kind == "best"}
    assert best == {v: s.best_move(v) for v in range(game.n) if s.best_move(v) is not None}
    for v in set(decided) & set(best):
        assert columns.index(left[best[v]]) == columns.index(left[v]) + 1
    drawn = [left[v] for v in range(game.n) if v not in decided]
    assert not drawn or not columns or max(drawn) < min(columns)
    ignored = {int(x.source) for x in picture.arrows if x.kind == "ignored"}
    assert ignored == {v for v, _ in game.edges if v in game.presets}


def reached(game: Game, start: int, depth: int, *, forward: bool) -> set[int]:
    """Return what some moves lead to, or where some moves lead to the start from."""
    found = frontier = {start}
    for _ in range(depth):
        if forward:
            frontier = {w for v, w in game.edges if v in frontier and v not in game.presets}
        else:
            frontier = {v for v, w in game.edges if w in frontier}
        frontier, found = frontier - found, found | frontier
    return found


@given(games(), st.data())
def test_surroundings_are_what_a_search_finds(game: Game, data: Any) -> None:
    if game.n == 0:
        return
    start, depth = data.draw(st.integers(0, game.n - 1)), data.draw(st.integers(0, 4))
    s = gg.solve(graph(game), play=game.play)
    picture = Picture(s.to_svg(around=start, depth=depth))
    assert_apart(picture)
    expected = reached(game, start, depth, forward=True)
    expected |= reached(game, start, depth, forward=False)
    assert {int(shape.label) for shape in picture.shapes} == expected
    edges = Counter(edge for edge in game.edges if expected.issuperset(edge))
    assert Counter((int(x.source), int(x.target)) for x in picture.arrows) == dict.fromkeys(
        edges, 1
    )
    stubs = {}
    for v in expected:
        more = sum(u == v and w not in expected for u, w in game.edges)
        before = sum(w == v and u not in expected for u, w in game.edges)
        if more or before:
            stubs[str(v)] = f"… {more} more" if more else f"{before} more …"
    assert picture.stubs() == stubs


@given(games())
def test_values_are_written_into_the_positions(game: Game) -> None:
    played = Game(game.n, game.edges, {}, "normal")
    values = gg.loopy_grundy(graph(played))
    picture = Picture(values.to_svg())
    assert_apart(picture)
    for shape in picture.shapes:
        value = values[int(shape.label)]
        assert shape.line == f"{value.outcome} {value}"
        assert COLOURS[shape.colour] == str(value.outcome)
    assert len(picture.arrows) == len(set(game.edges))


def test_a_large_graph_is_drawn_around_its_start() -> None:
    s = gg.solve(lambda n: [n - k for k in (1, 2) if n >= k], start=1000)
    text = s.to_svg()
    assert "those up to 2 moves from 1000" in text
    assert {shape.label for shape in Picture(text).shapes} == {"1000", "999", "998", "997", "996"}
    assert len(Picture(gg.solve([(v, v + 1) for v in range(299)]).to_svg()).shapes) == 300
    longest = gg.solve([(v + 1, v) for v in range(400)]).to_svg()
    assert "those up to 2 moves from 400" in longest  # of greatest remoteness


def test_many_options_are_cut_off_and_counted() -> None:
    edges = [(0, v) for v in range(1, 5001)] + [(5000, 5001)]
    s = gg.solve(edges)
    picture = Picture(s.to_svg(around=0, depth=1))
    assert len(picture.shapes) == 300
    assert picture.stubs()["0"] == f"… {5000 - 299:,} more"
    best = [x for x in picture.arrows if x.kind == "best"]
    assert [(x.source, x.target) for x in best] == [("0", str(s.best_move(0)))]


def test_dense_graphs_keep_their_best_moves() -> None:
    n = 60
    s = gg.solve([(v, w) for v in range(n) for w in range(v)])
    picture = Picture(s.to_svg())
    assert len(picture.arrows) == 700
    best = {int(x.source): int(x.target) for x in picture.arrows if x.kind == "best"}
    assert best == {v: s.best_move(v) for v in range(n) if s.best_move(v) is not None}
    drawn = Counter(x.source for x in picture.arrows)
    stubs = {v: v - drawn[str(v)] for v in range(n) if drawn[str(v)] < v}
    found = picture.stubs()
    assert {v: found[str(v)] for v in stubs} == {v: f"… {x} more" for v, x in stubs.items()}


def test_wide_layers_do_not_overlap() -> None:
    small = gg.solve(gg.GameGraph.from_edges([(v, 250 + v % 3) for v in range(250)], n=253))
    picture = Picture(small.to_svg())
    assert len(picture.shapes) == 253
    assert_apart(picture)


@pytest.mark.parametrize("text", [gg.GameGraph.from_edges([], n=0).to_svg(), gg.solve([]).to_svg()])
def test_an_empty_graph_is_a_picture(text: str) -> None:
    assert Picture(text).shapes == []


def test_a_depth_alone_draws_what_is_around_the_start() -> None:
    s = gg.solve(lambda n: [n - k for k in (1, 2) if k <= n], start=9)
    assert len(Picture(s.to_svg()).shapes) == 10
    for depth, count in ((0, 1), (1, 3), (2, 5), (9, 10)):
        assert s.to_svg(depth=depth) == s.to_svg(around=9, depth=depth)
        assert len(Picture(s.to_svg(depth=depth)).shapes) == count
        assert s.to_dot(depth=depth) == s.to_dot(around=9, depth=depth)
        assert len(Picture(s.game.to_svg(depth=depth)).shapes) == count
    assert len(Picture(gg.grundy(s.game).to_svg(depth=1)).shapes) == 3


def test_unknown_positions_and_depths_are_refused() -> None:
    s = gg.solve([(0, 1)])
    with pytest.raises(gg.UnknownPositionError, match="2"):
        s.to_svg(around=2)
    with pytest.raises(gg.GraphGameError, match="depth"):
        s.to_svg(around=0, depth=-1)


@pytest.mark.parametrize("depth", [10**9, 10**30])
def test_a_depth_beyond_the_graph_ends_with_it(depth: int) -> None:
    s = gg.solve([(v, v + 1) for v in range(8)])
    assert len(Picture(s.to_svg(around=4, depth=depth)).shapes) == 9
    assert s.to_dot(around=4, depth=depth).count("->") == 8


@pytest.mark.parametrize("limit", ["10", None, -1, 1.5])
def test_limits_that_are_no_numbers_of_positions(limit: Any) -> None:
    for game in (gg.solve([(0, 1)]), gg.GameGraph.from_edges([(0, 1)])):
        with pytest.raises(gg.GraphGameError, match="limit: expected an integer from 0 on, got"):
            game.to_dot(limit=limit)


class Unprintable:
    """A label that has no text."""

    def __repr__(self) -> str:
        raise RuntimeError("no text")


def test_labels_without_a_text_are_refused() -> None:
    s = gg.solve({Unprintable(): ["end"], "end": []})
    message = "Unprintable object.* a label that can be shown, got RuntimeError from str: no text"
    for call in (s.to_svg, s.to_dot, s.game.to_svg):
        with pytest.raises(gg.GraphGameError, match=message):
            call()
