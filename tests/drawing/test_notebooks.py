"""What a notebook shows: a small graph as a whole, else counts, a histogram and surroundings.

Pinned here: no picture is wider than 900 pixels; what is counted is what is there; what is left out
has its number; nothing of a picture is painted on a background of its own in HTML.
"""

from __future__ import annotations

import re
import shutil
import traceback
from collections import Counter
from math import log10
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

import graphgame as gg
from tests.drawing.reading import COLOURS, SVG, Picture, assert_apart
from tests.reference.graphs import Game
from tests.strategies import games

WIDEST = 900
HIGH = 110


def shown(thing: Any) -> str:
    return str(thing._repr_mimebundle_()["image/svg+xml"])


def width(text: str) -> float:
    return float(ET.fromstring(text).attrib["width"])  # noqa: S314 -- our own picture


def random_graph(n: int, m: int, seed: int = 1) -> gg.GameGraph[int]:
    edges = np.random.default_rng(seed).integers(0, n, (m, 2))
    return gg.GameGraph.from_edges(edges, n=n)


def take(n: int) -> list[int]:
    return [n - k for k in (1, 2, 3) if n >= k]


def bars(text: str, places: int) -> dict[str, dict[int, float]]:
    """Return the heights of the bars of a histogram, by outcome and by place from the left."""
    root = ET.fromstring(text)  # noqa: S314 -- our own picture
    (chart,) = (
        group
        for group in root.iter(SVG + "g")
        if any("on a logarithmic scale" in (x.text or "") for x in group)
    )
    drawn = [x for x in chart if x.tag == SVG + "path"]
    # As wide as the rules of the scale: all places.
    lines = [x.attrib["d"] for group in chart for x in group if x.tag == SVG + "path"]
    left, wide = map(float, re.findall(r"M([\d.]+) [\d.]+h([\d.]+)", lines[0])[0])
    step = wide / places
    found: dict[str, dict[int, float]] = {}
    for path in drawn:
        row = found.setdefault(str(COLOURS[path.attrib["fill"]]), {})
        for x, high in re.findall(r"M([\d.]+) \d+h[\d.]+v-([\d.]+)h", path.attrib["d"]):
            row[int((float(x) - left) / step)] = float(high)
    return found


def counted(heights: dict[str, dict[int, float]], most: int) -> dict[str, dict[int, float]]:
    """Return the counts that bars stand for, where the greatest is known."""
    scale = HIGH / log10(max(most, 2) / 0.7)
    return {
        outcome: {place: 0.7 * 10 ** (high / scale) for place, high in row.items()}
        for outcome, row in heights.items()
    }


@pytest.mark.parametrize("solve", [gg.solve, gg.loopy_grundy, lambda graph: graph])
@given(games())
def test_small_games_are_drawn_as_a_whole(solve: Any, game: Game) -> None:
    graph = gg.GameGraph.from_edges(game.edges, n=game.n)
    solved = solve(graph)
    text = shown(solved)
    assert width(text) <= WIDEST
    if f"{game.n:,} positions, {len(game.edges):,} moves" in text:
        assert width(solved.to_svg()) > 1.3 * WIDEST
        return
    picture = Picture(text)
    assert sorted(int(shape.label) for shape in picture.shapes) == list(range(game.n))
    arrows = Counter((int(x.source), int(x.target)) for x in picture.arrows)
    if len({*game.edges}) <= 90:
        assert arrows == dict.fromkeys(Counter(game.edges), 1)
    else:
        assert len(arrows) >= 90 and {*arrows} < {*game.edges}


@pytest.mark.parametrize(
    "game",
    [
        lambda: gg.solve(take, start=80),
        lambda: gg.solve(random_graph(1000, 2500)),
        lambda: gg.solve([(v + 1, v) for v in range(3000)]),
        lambda: gg.solve(random_graph(300, 700, 3), play="misere"),
    ],
)
def test_large_games_are_counted_and_drawn_around_their_start(game: Any) -> None:
    s = game()
    text = shown(s)
    assert width(text) <= WIDEST
    assert f">{s.game.n:,} positions, {s.game.m:,} moves<" in text
    for outcome, count in s.counts().items():
        most = s.longest()[outcome]
        length = "" if outcome == gg.DRAW else f", up to {most:,} pl{'ies' if most != 1 else 'y'}"
        assert (f">{count:,} {outcome}{length}<" in text) == (count > 0)
    plies = s.remoteness
    share = -(-(int(plies.max()) + 1) // 60)
    expected: dict[str, Counter[int]] = {}
    for outcome, r in zip(s.outcomes.tolist(), plies.tolist(), strict=True):
        if r >= 0:
            expected.setdefault(str(gg.Outcome(outcome)), Counter())[r // share] += 1
    most = max(max(row.values()) for row in expected.values())
    places = -(-(int(plies.max()) + 1) // share)
    found = counted(bars(text, places), most)
    assert found.keys() == expected.keys()
    for word, row in expected.items():
        assert found[word].keys() == row.keys()
        for place, number in row.items():
            assert found[word][place] == pytest.approx(number, rel=0.02, abs=0.02)
    picture = Picture(text)
    middle = s.game.start if s.game.start is not None else int(plies.argmax())
    assert str(middle) in {shape.label for shape in picture.shapes}
    assert 1 < len(picture.shapes) <= 24
    for shape in picture.shapes:
        assert COLOURS[shape.colour] == str(s.outcome(int(shape.label)))


def test_values_are_counted() -> None:
    values = gg.grundy(lambda n: [n - k for k in (1, 4) if k <= n], start=200)
    text = shown(values)
    histogram = values.histogram()
    assert f">{histogram[0]:,} of value 0: LOSE<" in text
    assert f">{201 - histogram[0]:,} of another value, up to {max(histogram)}: WIN<" in text
    found = counted(bars(text, max(histogram) + 1), max(histogram.values()))
    assert {k: round(x) for row in found.values() for k, x in row.items()} == histogram
    loopy = gg.loopy_grundy(random_graph(300, 400))
    infinite = int((loopy.values < 0).sum())
    assert f">{infinite:,} of infinite values<" in shown(loopy)


def test_winners_are_counted() -> None:
    n = 200
    s = gg.solve_safety(random_graph(n, 500), [v % 2 for v in range(n)], unsafe=[0])
    text = shown(s)
    for player in (0, 1):
        count = int(s.region(player).sum())
        assert (f">{count} won by player {player}<" in text) == (count > 0)


@pytest.mark.parametrize(("n", "is_whole"), [(60, True), (61, False)])
def test_up_to_sixty_positions_are_drawn_as_a_whole(n: int, is_whole: bool) -> None:
    graph = gg.solve([(v, v % 3) for v in range(3, n)])
    assert (len(Picture(shown(graph)).shapes) == n) == is_whole
    assert ("positions, by plies to the end" in shown(graph)) != is_whole


def test_a_long_line_is_counted_and_not_drawn_as_a_whole() -> None:
    text = shown(gg.solve([(v + 1, v) for v in range(40)]))
    assert width(text) <= WIDEST
    assert "7 of 41 positions: those up to 6 moves from 40" in text


@given(st.integers(15, 60), st.integers(0, 10**6))
def test_arrows_that_are_left_out_have_a_number(n: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    pairs = [(v, w) for v in range(n) for w in range(v) if rng.random() < 0.9]
    s = gg.solve(gg.GameGraph.from_edges(pairs, n=n))
    text = shown(s)
    picture = Picture(text)
    drawn = {int(shape.label) for shape in picture.shapes}
    among = sum(v in drawn and w in drawn for v, w in pairs)
    left_out = among - len(picture.arrows)
    words = f"{left_out:,} arrow{'s' * (left_out > 1)} between these are not drawn"
    assert (words in text) == (left_out > 0)
    assert ("between these are not drawn" in text) == (left_out > 0)
    stubs = picture.stubs()
    missing = {v: sum(a == v for a, _ in pairs) for v in drawn}
    for arrow in picture.arrows:
        missing[int(arrow.source)] -= 1
    for v, more in missing.items():
        if more:
            assert stubs[str(v)] == f"… {more} more"


def test_nothing_is_counted_of_huge_games() -> None:
    from graphgame.drawing import overview
    from graphgame.drawing.surroundings import Graph

    n = overview.MOST_COUNTED + 1
    zeros = np.broadcast_to(np.int8(0), n)
    plies = np.broadcast_to(np.int32(-1), n)
    graph = Graph(n, 0, None, None, None, 5, str, zeros, plies)
    text = overview.draw_small(graph, title="huge")
    assert text is not None and f"{n:,} positions" in text and "logarithmic" not in text


# -- in the colours of the notebook ----------------------------------------------------------------


@pytest.mark.parametrize(
    "thing",
    [
        lambda: gg.solve(random_graph(30, 70)),
        lambda: gg.solve(take, start=90),
        lambda: gg.PoliceAndThief(["P..*", ".*.E", "...T"]).solve(),
        lambda: gg.cops_and_robbers([(v, (v + 1) % 8) for v in range(8)], cops=2),
        lambda: gg.octal("0.77"),
    ],
)
def test_html_paints_no_background_and_takes_the_colour_of_text(thing: Any) -> None:
    bundle = thing()._repr_mimebundle_()
    paper = '<rect width="[^"]*" height="[^"]*" rx="8" fill="#FFFFFF"/>'
    assert re.search(paper, bundle["image/svg+xml"])
    assert not re.search(paper, bundle["text/html"])
    assert 'font-size="13" fill="currentColor"' in bundle["text/html"]
    assert "currentColor" not in bundle["image/svg+xml"]


# -- errors ----------------------------------------------------------------------------------------


def failing(n: int) -> list[int]:
    return [n - 1] if n > 3 else [1 // 0]


@pytest.mark.parametrize(
    "call",
    [
        lambda: gg.solve(failing, start=9),
        lambda: gg.explore(failing, start=9),
        lambda: gg.grundy(failing, start=9),
        lambda: gg.build(failing, start=9),
        lambda: gg.Explorer(failing, start=9).run(),
    ],
)
def test_errors_of_rules_have_no_frames_without_a_source(call: Any) -> None:
    with pytest.raises(ZeroDivisionError) as caught:
        call()
    files = [frame.filename for frame in traceback.extract_tb(caught.tb)]
    assert files[-1] == __file__
    assert not [name for name in files if name.endswith(".pyx")]


def test_errors_of_kernels_keep_their_frames() -> None:
    from graphgame.errors import drop_kernels

    code = compile("def kernel():\n    raise ValueError('a mistake')\n", "some/_kernel.pyx", "exec")
    space: dict[str, Any] = {}
    exec(code, space)  # noqa: S102 -- our own
    with pytest.raises(ValueError, match="a mistake") as caught:
        space["kernel"]()
    drop_kernels(caught.value)
    frames = traceback.extract_tb(caught.value.__traceback__)
    assert frames[-1].filename == "some/_kernel.pyx"


# -- Graphviz --------------------------------------------------------------------------------------


def test_an_unknown_engine_is_refused() -> None:
    engine: Any = "neato"
    with pytest.raises(gg.GraphGameError, match="engine: expected one of layers, dot, got"):
        gg.solve([(0, 1)]).to_svg(engine=engine)


def test_without_graphviz_the_error_names_the_cure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(gg.GraphGameError, match="engine: expected Graphviz, .* install graphviz"):
        gg.solve([(0, 1)]).to_svg(engine="dot")
    assert gg.solve([(0, 1)]).to_svg(engine="layers") == gg.solve([(0, 1)]).to_svg()


@pytest.mark.skipif(not shutil.which("dot"), reason="there is no dot of Graphviz")
@settings(max_examples=20)
@given(games())
def test_graphviz_places_what_is_drawn(game: Game) -> None:
    s = gg.solve(gg.GameGraph.from_edges(game.edges, n=game.n), play=game.play)
    picture, ours = Picture(s.to_svg(engine="dot")), Picture(s.to_svg())
    assert_apart(picture)
    looks = [
        {shape.label: (shape.colour, shape.corners, shape.line) for shape in drawn.shapes}
        for drawn in (picture, ours)
    ]
    assert looks[0] == looks[1]
    kinds = [{(x.source, x.target): x.kind for x in drawn.arrows} for drawn in (picture, ours)]
    assert kinds[0] == kinds[1]
    assert len(picture.arrows) == len(ours.arrows)


@pytest.mark.parametrize(
    ("script", "message"),
    [("echo no >&2; exit 3", "status 0, got 3: no"), ("sleep 9", "within 0.2 seconds")],
)
def test_what_graphviz_fails_with_is_said(
    script: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "dot"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/bin:/usr/bin")
    monkeypatch.setattr("graphgame.drawing.graphviz._SECONDS", 0.2)
    with pytest.raises(gg.GraphGameError, match=f"engine: expected dot to end .*{message}"):
        gg.solve([(0, 1)]).to_svg(engine="dot")
