"""Labels in pictures: whatever they hold is text, and no markup; and pictures stay small."""

from __future__ import annotations

import re
from typing import Any
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from hypothesis import given, strategies as st

import graphgame as gg
from tests.drawing.reading import SVG, Picture

HOSTILE = [
    "</text><script>alert(1)</script>",
    "</svg>",
    "<!-- ",
    "]]>",
    "&amp; &#0; &lt",
    '"\' onload="alert(1)',
    "\x00\x01\x1b[31m\x7f\x85",
    "\ufffe\uffff\ud800",
    "\u202eabc\u2066\u200f",
    "سلام",
    "漢字" * 40,
    "line\nbreak\r\n\ttab",
    "",
    "   ",
    "e" + "\u0301" * 3000,
    "x" * 10_000,
    '" -> 0 [label="',
    "url(#@best@)",
    "{left}%s{0}",
]
TAGS = {"svg", "title", "desc", "defs", "marker", "rect", "path", "g", "text"}


def tags(text: str) -> set[str]:
    root = ET.fromstring(text)  # noqa: S314 -- our own picture
    names = {name for element in root.iter() for name in element.attrib}
    assert not any(name.startswith("on") or name in ("style", "href", "class") for name in names)
    return {element.tag.removeprefix(SVG) for element in root.iter()}


@pytest.mark.parametrize("label", HOSTILE)
def test_hostile_labels_are_text(label: str) -> None:
    s = gg.solve({label: ["other"], "other": []})
    for text in (s.to_svg(), s.to_svg(around=label), s.game.to_svg()):
        assert tags(text) <= TAGS
        assert len(Picture(text).shapes) == 2
    assert gg.cops_and_robbers({label: ["other"]}).to_svg().count("<script") == 0
    assert tags(gg.cops_and_robbers({label: ["other"]}).to_svg()) <= TAGS


@given(st.text())
def test_any_label_is_text(label: str) -> None:
    picture = Picture(gg.solve({label: [0], 0: []}).to_svg())
    assert len(picture.shapes) == 2
    assert [x.kind for x in picture.arrows] == ["best"]


def test_a_long_label_is_shortened_and_kept_as_the_title() -> None:
    label = "a<b & " * 2000
    shape = next(
        x for x in Picture(gg.solve({label: [1], 1: []}).to_svg()).shapes if x.label != "1"
    )
    assert shape.title == label
    assert len(shape.label) < 24
    assert shape.label.startswith("a<b")


def test_two_pictures_on_one_page_share_no_identifier() -> None:
    texts = [gg.solve(edges).to_svg() for edges in ([(0, 1)], [(0, 1), (1, 2)])]
    found = [set(re.findall(r'id="([^"]+)"', text)) for text in texts]
    assert found[0] and found[1] and not found[0] & found[1]
    for text, names in zip(texts, found, strict=True):
        assert set(re.findall(r"url\(#([^)]+)\)", text)) == names
    assert gg.solve([(0, 1)]).to_svg() == texts[0]


@pytest.mark.parametrize("label", HOSTILE)
def test_dot_quotes_labels(label: str) -> None:
    text = gg.solve({label: ["other"], "other": []}).to_dot()
    text.encode("utf-8")
    body = re.sub(r'"(?:[^"\\]|\\.)*"', "Q", text)
    assert re.sub(r"\d+", "N", body).splitlines()[2:] == [
        "  N [label=Q, shape=ellipse, fillcolor=Q, fontcolor=Q];",
        "  N [label=Q, shape=box, fillcolor=Q, fontcolor=Q];",
        "  N -> N [style=bold];",
        "}",
    ]


def test_dot_refuses_large_games_and_names_the_cures() -> None:
    s = gg.solve([(v, v + 1) for v in range(10_000)])
    with pytest.raises(gg.TooLargeError, match=r"10000 positions, got 10001.*around=.*limit="):
        s.to_dot()
    assert s.to_dot(limit=10_001).count(" -> ") == 10_000
    assert s.to_dot(around=5, depth=1).count(" -> ") == 2
    assert s.game.to_dot(limit=10_001).count(" -> ") == 10_000


# -- notebooks -------------------------------------------------------------------------------------


def dense() -> Any:
    rng = np.random.default_rng(1)
    return gg.GameGraph.from_edges(rng.integers(0, 300, (90_000, 2)), n=300)


def labelled(part: str) -> Any:
    rng = np.random.default_rng(2)
    labels = [part * (10_000 // len(part)) + str(v) for v in range(300)]
    return gg.GameGraph.from_edges(rng.integers(0, 300, (900, 2)), n=300, labels=labels)


def checkered() -> Any:
    rng = np.random.default_rng(3)
    cells = rng.choice(list("..*"), (100, 100))
    cells[0, 0], cells[99, 99], cells[50, 50] = "P", "T", "E"
    return gg.PoliceAndThief(["".join(row) for row in cells]).solve()


def table() -> Any:
    game = gg.octal("0.07")
    game.values(10**6)
    return game


def huge(*, rows: bool) -> Any:
    n = 10**6
    s = gg.solve(gg.GameGraph.from_edges(np.stack([np.arange(n), np.arange(n) // 2], axis=1), n=n))
    if rows:
        s.game.option_ptr  # noqa: B018 -- builds the rows
    return s


CASES = {
    "dense": lambda: gg.solve(dense()),
    "dense graph": dense,
    "markup": lambda: gg.solve(labelled("<&\u202e>")),
    "wide": lambda: gg.loopy_grundy(labelled("漢字")),
    "star": lambda: gg.solve(np.stack([np.zeros(10**6, int), np.arange(1, 10**6 + 1)], axis=1)),
    "many": lambda: huge(rows=True),
    "many, not grouped": lambda: huge(rows=False),
    "board": checkered,
    "board without remoteness": lambda: gg.PoliceAndThief(["P.T", "..E"]).solve(remoteness=False),
    "heaps": table,
    "cops": lambda: gg.cops_and_robbers([(v, w) for v in range(90) for w in range(v)]),
    "cops with labels": lambda: gg.cops_and_robbers(
        {"<&" * 5000 + str(v): ["<&" * 5000 + str((v + 1) % 70)] for v in range(70)}, cops=2
    ),
    "directed": lambda: gg.cops_and_robbers(
        [(v, w) for v in range(80) for w in range(80) if v != w], directed=True
    ),
    "winners": lambda: gg.solve_safety(dense(), [v % 2 for v in range(dense().n)], unsafe=[0]),
    "parity": lambda: gg.ParityGame(labelled("<&"), [0] * 300, [1] * 300).solve(),
    "values": lambda: gg.grundy([(v, w) for v in range(300) for w in range(v)]),
}


@pytest.mark.parametrize("case", CASES)
def test_pictures_in_notebooks_are_small(case: str) -> None:
    shown = CASES[case]()._repr_mimebundle_()
    assert set(shown) == {"text/plain", "text/html", "image/svg+xml"}
    picture = shown["image/svg+xml"].encode()
    assert len(picture) + len(shown["text/html"].encode()) <= 100_000
    assert tags(picture.decode()) <= TAGS
    assert float(ET.fromstring(picture).attrib["width"]) <= 900  # noqa: S314 -- our own picture
    start, end = '<div style="overflow-x: auto">', "</div>"
    assert shown["text/html"].startswith(start) and shown["text/html"].endswith(end)
    inside = shown["text/html"].removeprefix(start).removesuffix(end)
    assert tags(inside) | {"rect"} == tags(picture.decode())
    assert '"@' not in inside and '"@' not in picture.decode()


def test_a_bundle_has_what_is_included_and_not_excluded() -> None:
    s = gg.solve([(0, 1)])
    assert s._repr_mimebundle_(include=["text/plain"]) == {"text/plain": repr(s)}
    assert list(s._repr_mimebundle_(exclude=["text/plain", "text/html"])) == ["image/svg+xml"]
    assert list(s._repr_mimebundle_(exclude=["text/plain"])) == ["text/html", "image/svg+xml"]
    assert s._repr_mimebundle_()["image/svg+xml"] == s.to_svg()
