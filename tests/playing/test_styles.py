"""Styles of boards, and figures of pieces: what is taken, and what is refused with one error.

Pinned here: the five styles and what goes with them; a drawing is read by a list of what is
allowed, and everything else is refused with its line; figures are written into the page only
where a piece shows them; lines of a grid.
"""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

import graphgame as gg
from graphgame.playing.board_drawing import MOST_LEVELS, read_drawing
from graphgame.playing.figures import FIGURES
from graphgame.playing.game import Look
from graphgame.playing.look import STYLES, check_style

PLACE = '<circle data-place="a" cx="10" cy="10" r="5"/>'


def svg(inside: str, attributes: str = 'viewBox="0 0 40 20"') -> str:
    return f"<svg {attributes}>{inside}</svg>"


def game() -> gg.Solution[Any]:
    return gg.solve({"ab": ["cd", "ef"], "cd": ["gh"], "ef": [], "gh": []})


def data(**look: Any) -> Any:
    """Return the data of a page."""
    page = game().to_html(**look)
    found = re.search(r'id="game">(.*?)</script>', page, re.DOTALL)
    assert found is not None
    return json.loads(found[1])


TWO = svg(PLACE + '<line data-place="the line" x1="0" y1="1" x2="9" y2="1" stroke="#abc"/>')


# -- styles ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("style", STYLES)
def test_styles_are_taken_by_name(style: str) -> None:
    assert data(board=str, style=style)["style"] == style


def test_a_board_is_plain_unless_something_else_is_said() -> None:
    assert data(board=str)["style"] == "plain"
    assert data(board=str)["figures"] == {}


def test_a_drawing_becomes_a_tree_and_names() -> None:
    found = data(board=str, style=TWO)
    assert found["style"] == "drawing"
    assert found["shape"]["names"] == ["a", "the line"]
    root, attributes, circle, line = found["shape"]["drawing"]
    assert (root, attributes) == ("svg", {"viewBox": "0 0 40 20"})
    assert circle == ["circle", {"data-place": "a", "cx": "10", "cy": "10", "r": "5"}]
    assert line[1]["stroke"] == "#abc"


def test_small_drawings_and_the_place_of_what_is_no_xml() -> None:
    assert read_drawing(svg(PLACE, 'viewBox="0 0 1 .5"')).tree[1] == {"viewBox": "0 0 1 .5"}
    with pytest.raises(gg.GraphGameError, match=r"^style, line 2, column 3: expected SVG, got "):
        read_drawing('<svg viewBox="0 0 1 1">\n <></svg>')
    with pytest.raises(gg.GraphGameError, match=r"expected text alone in <text>, got <g>"):
        read_drawing(svg(f"<text>a<g/></text>{PLACE}"))


def test_signs_part_numbers() -> None:
    drawing = read_drawing(svg(PLACE, 'viewBox="0+0 9,9"'))
    assert drawing.tree[1] == {"viewBox": "0+0 9,9"}


def test_what_drawing_programs_write_is_taken() -> None:
    text = (
        '\ufeff<?xml version="1.0" encoding="UTF-8"?>\n<!-- by hand -->\n'
        '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="40" version="1.1" id="root" '
        f'viewBox="0,0 40,20"><g id="layer" transform="translate(1,2) rotate(45 1 1)">{PLACE}'
        '<path d="M1.5.5-2e1,3 4 5zm1 1l2-2C1 1 2 2 3 3a5 5 0 0 1 10 0S1 1 2 2" fill="none"/>'
        '<text x="1" y="2" font-size="4" text-anchor="middle">a &lt;b&gt;<!-- c --></text>'
        "<title>A <![CDATA[<board>]]></title></g></svg>"
    )
    drawing = read_drawing(text.removeprefix("\ufeff"))
    assert drawing.places == ["a"]
    root, attributes, group = drawing.tree
    assert (root, attributes) == ("svg", {"viewBox": "0,0 40,20"})
    assert group[1] == {"transform": "translate(1,2) rotate(45 1 1)"}
    assert "".join(group[4][2:]) == "a <b>"
    assert "".join(group[5][2:]) == "A <board>"
    assert check_style(Look(board=str, style=text)).kind == "drawing"


BAD_STYLES: list[tuple[dict[str, Any], str]] = [
    ({"style": "plain"}, "style: expected none without board="),
    ({"board": str, "style": "chess"}, r"style: expected one of plain, .* SVG, got 'chess'"),
    ({"board": str, "style": 3}, r"style: expected one of plain, .* got 3"),
    ({"board": str, "style": ""}, r"style: expected one of plain, .* got ''"),
    ({"board": str, "style": "\ud800"}, "style: .*half a surrogate"),
    (
        {"board": str, "style": "checkered", "centres": [(0, 0), (1, 1)]},
        "style: expected plain or lined with centres=, got 'checkered'",
    ),
    (
        {"board": str, "style": TWO, "centres": [(0, 0), (1, 1)]},
        "style: expected plain or lined with centres=, got a drawing",
    ),
    ({"board": str, "style": TWO, "edges": []}, "edges: expected none without centres="),
    ({"board": str, "edges": [(0, 1)]}, "edges: expected none .* or style='lined'"),
    ({"board": str, "style": "lined", "edges": [(0, 2)]}, r"edges\[0\]: .* from 0 to 1, got \(0"),
    ({"board": str, "style": "lined", "edges": [(0, -1)]}, r"edges\[0\]: .* from 0, got \(0"),
    ({"board": str, "style": svg(PLACE)}, r"board\('ab'\): expected 1 characters, .* the places"),
    ({"board": "\n".join, "style": TWO}, r"board\('ab'\): .* no line break with a drawing"),
    ({"board": str, "pieces": {"x": {"figure": "dragon"}}}, r"\['figure'\]: .* got 'dragon'"),
    ({"board": str, "pieces": {"x": {"figure": 1}}}, r"\['figure'\]: .* got 1"),
    ({"board": str, "pieces": {"x": {"facing": "up"}}}, r"\['facing'\]: .* without a figure"),
    (
        {"board": str, "pieces": {"x": {"figure": "pawn", "facing": "north"}}},
        r"\['facing'\]: expected one of up, right, down, left, got 'north'",
    ),
    (
        {"board": str, "pieces": {"x": {"figure": "pawn", "path": "M0 0L1 1"}}},
        r"pieces\['x'\]: expected a figure or a path, got both",
    ),
    (
        {"board": str, "pieces": {"x": {"shape": "place"}}},
        r"pieces\['x'\]\['shape'\]: expected .* without a drawing, got 'place'",
    ),
]


@pytest.mark.parametrize(
    ("given", "message"), BAD_STYLES, ids=lambda x: x if isinstance(x, str) else ""
)
def test_bad_styles_get_one_error(given: dict[str, Any], message: str) -> None:
    with pytest.raises(gg.GraphGameError, match=message) as raised:
        game().to_html(**given)
    assert len(str(raised.value)) < 600


# -- weight ----------------------------------------------------------------------------------------


def test_scripts_and_styles_weigh_little() -> None:
    cycle = [(k, (k + 1) % 5) for k in range(5)]
    pages = [game().to_html(board=str, style=style) for style in [*STYLES, TWO]]
    pages += [game().to_html(), gg.octal("0.77").to_html(heaps=[5])]
    pages += [gg.PoliceAndThief(["P.", ".T"]).solve().to_html()]
    pages += [gg.cops_and_robbers(cycle, 1).to_html()]
    for page in pages:
        parts = re.findall(r"<(?:style|script)>(.*?)</(?:style|script)>", page, re.DOTALL)
        assert len(parts) == 2
        assert sum(len(part.encode()) for part in parts) <= 110_000


def test_a_page_has_no_scripts_of_what_it_does_not_show() -> None:
    graph, grid = game().to_html(), game().to_html(board=str)
    assert "class BoardPanel" in grid and "class BoardPanel" not in graph
    assert "function graphPanel" in graph and "function graphPanel" not in grid
    assert "function hexagons" not in grid and "function spots" not in grid
    assert "function hexagons" in game().to_html(board=str, style="hexagonal")
    assert "function spots" in game().to_html(board=str, centres=[(0, 0), (1, 1)])


# -- figures ---------------------------------------------------------------------------------------


def test_only_the_figures_that_pieces_show_are_written() -> None:
    pieces = {"a": {"figure": "pawn"}, "b": {"figure": "car", "facing": "left"}, "c": "x"}
    found = data(board=str, pieces=pieces)
    assert [*found["figures"]] == ["car", "pawn"]
    assert found["pieces"]["b"] == {"figure": "car", "facing": "left"}


def test_figures_are_paths_within_their_square() -> None:
    assert len(FIGURES) >= 18
    for name, layers in FIGURES.items():
        assert {kind for kind, _ in layers} <= {"body", "detail", "line"}, name
        assert layers[0][0] == "body"
        for _, path in layers:
            read_drawing(svg(f'{PLACE}<path d="{path}"/>'))


# -- what a drawing may not have -------------------------------------------------------------------

RUN = "globalThis.ran=1"
HOSTILE = [
    svg(f"<script>{RUN}</script>{PLACE}"),
    svg(f'<script href="data:text/javascript,{RUN}"/>{PLACE}'),
    svg(PLACE, f'viewBox="0 0 9 9" onload="{RUN}"'),
    svg(f'<circle data-place="a" r="5" onclick="{RUN}"/>'),
    svg(f'<circle data-place="a" r="5" ONCLICK="{RUN}"/>'),
    svg('<rect data-place="a" width="5" height="5" style="fill: url(//example.org)"/>'),
    svg(f"<style>* {{ display: none }}</style>{PLACE}"),
    svg(f'<a href="javascript:{RUN}">{PLACE}</a>'),
    svg(f'<use href="#x"/>{PLACE}'),
    svg(f'<use xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="#x"/>{PLACE}'),
    svg(f'<circle xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="#x" r="1"/>{PLACE}'),
    svg(f'<image href="https://example.org/x.png"/>{PLACE}'),
    svg(f'<feImage href="https://example.org/x.png"/>{PLACE}'),
    svg(f"<foreignObject><body onload='{RUN}'/></foreignObject>{PLACE}"),
    svg(f'<animate attributeName="href" to="javascript:{RUN}"/>{PLACE}'),
    svg(f'<set attributeName="onload" to="{RUN}"/>{PLACE}'),
    svg(f'<animateTransform attributeName="transform" onbegin="{RUN}"/>{PLACE}'),
    svg(f"<defs>{PLACE}</defs>"),
    svg(f"<symbol>{PLACE}</symbol>"),
    svg(f'<filter id="f"/>{PLACE}'),
    svg(f'<mask id="m"/>{PLACE}'),
    svg(f'<pattern id="p"/>{PLACE}'),
    svg(f'<marker id="m"/>{PLACE}'),
    svg(f'<linearGradient id="g"/>{PLACE}'),
    svg(f"<metadata/>{PLACE}"),
    svg(f"<svg viewBox='0 0 1 1'>{PLACE}</svg>"),
    svg(f"<iframe src='javascript:parent.{RUN}'/>{PLACE}"),
    svg(f"<h:script xmlns:h='http://www.w3.org/1999/xhtml'>{RUN}</h:script>{PLACE}"),
    svg(f"<g xmlns='http://www.w3.org/1999/xhtml'>{PLACE}</g>"),
    f"<html><body><script>{RUN}</script></body></html>",
    f"<script>{RUN}</script>",
    f"<img src=x onerror={RUN}>",
    svg('<circle data-place="a" r="5" fill="url(#g)"/>'),
    svg('<circle data-place="a" r="5" fill="url(https://example.org/x)"/>'),
    svg('<circle data-place="a" r="5" stroke="red;background:url(//example.org)"/>'),
    svg('<circle data-place="a" r="5" fill="expression(alert(1))"/>'),
    svg('<circle data-place="a" r="calc(1px + 1px)"/>'),
    svg('<circle data-place="a" r="var(--x)"/>'),
    svg('<circle data-place="a" r="-5"/>'),
    svg('<circle data-place="a" r="1e999"/>'),
    svg('<circle data-place="a" r="1\u0661"/>'),
    svg(PLACE, 'viewBox="0 0 1234567890"'),
    svg('<path data-place="a" d="M1234567890 5"/>'),
    svg('<circle data-place="a" r="5" class="x"/>'),
    svg('<circle data-place="a" r="5" filter="url(#f)"/>'),
    svg('<circle data-place="a" r="5" href="#"/>'),
    svg('<circle data-place="a" r="5" tabindex="1"/>'),
    svg('<circle data-place="a" r="5" data-at="3"/>'),
    svg('<circle data-place="a" r="5" transform="url(x)"/>'),
    svg(f'<path data-place="a" d="M0 0 {RUN}"/>'),
    svg('<path data-place="a" d="L 1 1"/>'),
    svg('<path data-place="a" d="M 1"/>'),
    svg('<polygon data-place="a" points="1 2 3"/>'),
    svg(f"{PLACE}{RUN}"),
    svg(f"<g>text</g>{PLACE}"),
    svg(f"<text>a<tspan>b</tspan></text>{PLACE}"),
    svg(f"<text>a<g/></text>{PLACE}"),
    svg(f'<title><circle data-place="b" r="1"/></title>{PLACE}'),
    svg(f"<text>&ran;</text>{PLACE}"),
    f'<!DOCTYPE svg [<!ENTITY a "aaaa">]>{svg(f"<text>&a;</text>{PLACE}")}',
    f'<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]>{svg(f"<text>&a;</text>{PLACE}")}',
    f'<!DOCTYPE svg SYSTEM "https://example.org/x.dtd">{svg(PLACE)}',
    f'<?xml-stylesheet href="https://example.org/x.css"?>{svg(PLACE)}',
    f'<?php {RUN} ?>{svg(PLACE)}',
    svg(PLACE) + svg(PLACE),
    svg(PLACE) + f"<script>{RUN}</script>",
    svg(PLACE)[:-2],
    "<",
    "<svg",
    svg(""),
    svg(PLACE, ""),
    svg(PLACE, 'viewBox="0 0 0 9"'),
    svg(PLACE, 'viewBox="0 0 9"'),
    svg(PLACE * 2),
    svg('<circle data-place=" " r="5"/>'),
    svg('<title data-place="a">x</title>'),
    svg("<g>" * MOST_LEVELS + PLACE + "</g>" * MOST_LEVELS),
    svg(PLACE + " " * 1_000_000),
]  # fmt: skip


def test_there_are_more_than_fifty() -> None:
    assert len({*HOSTILE}) == len(HOSTILE) > 50


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_what_is_not_allowed_is_refused_with_its_place(text: str) -> None:
    with pytest.raises(gg.GraphGameError, match=r"^style(, line \d+, column \d+)?: ") as raised:
        game().to_html(board=str, style=text)
    assert ": expected " in str(raised.value) and ", got " in str(raised.value)
    assert len(str(raised.value)) < 600


def test_the_line_of_a_fault_is_named() -> None:
    with pytest.raises(gg.GraphGameError, match=r"^style, line 2, column 3: .* got <script>"):
        read_drawing(svg(f"\n  <script/>{PLACE}"))


@pytest.mark.parametrize(
    "form",
    ['d="M{}z"', 'points="{}"', 'transform="scale({})"', 'transform="{}"', 'r="{}"'],
)
def test_long_values_are_refused_in_linear_time(form: str) -> None:
    for character in ".,-e(Mm":
        value = form.format(character * 100_000)
        with pytest.raises(gg.GraphGameError) as raised:
            read_drawing(svg(f"{PLACE}<path {value}/>"))
        assert len(str(raised.value)) < 600
