"""The fuzzer's target of boards that their authors draw: what is read is what a page may show.

The lists here are written from the documents, docs/play.md, and not from the reader.
"""

from __future__ import annotations

import re
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from graphgame import GraphGameError
from graphgame.playing.board_drawing import read_drawing

ELEMENTS = {
    "svg", "g", "path", "line", "polyline", "polygon", "rect", "circle", "ellipse", "text", "title",
}  # fmt: skip
# Values of all attributes but the names of places: numbers, letters of paths, and colours.
VALUE = re.compile(r"[-+.,0-9\s()#a-zA-Z]*")
TRANSFORM = re.compile(r"\s*((matrix|translate|scale|rotate|skewX|skewY)\([-+.,0-9eE\s]*\)[\s,]*)+")
ATTRIBUTES = {
    "x", "y", "cx", "cy", "x1", "y1", "x2", "y2", "r", "rx", "ry", "width", "height", "points", "d",
    "stroke-width", "font-size", "fill", "stroke", "opacity", "fill-opacity", "stroke-opacity",
    "transform", "viewBox", "text-anchor", "font-weight", "stroke-linecap", "stroke-linejoin",
    "data-place",
}  # fmt: skip
DEEPEST = 50

BEGINNINGS = [
    b'<svg viewBox="0 0 40 20"><circle data-place="a" cx="10" cy="10" r="5"/>'
    b'<line data-place="b" x1="20" y1="0" x2="30.5" y2="9" stroke="#abc" stroke-width="2"/></svg>',
    b'<?xml version="1.0"?><!-- c --><svg xmlns="http://www.w3.org/2000/svg" viewBox="0,0 9,9" '
    b'id="x" version="1.1"><g id="l" transform="translate(1,2) rotate(45 1 1)" opacity=".5">'
    b'<path data-place="p" d="M1.5.5-2e1,3 4 5zm1 1l2-2C1 1 2 2 3 3a5 5 0 0 1 10 0S1 1 2 2H3v4"/>'
    b'<text x="1" y="2" text-anchor="middle" font-weight="bold">a &lt;b&gt;<!-- c --></text>'
    b'<title>A <![CDATA[<board>]]></title></g><polygon points="0,0 1,1 2 0" fill="none"/></svg>',
    b'<svg viewBox="0 0 9 9"><script/></svg>',
    b'<!DOCTYPE svg [<!ENTITY a "aaaa">]><svg viewBox="0 0 9 9"><text>&a;</text></svg>',
]


def board_drawing(data: bytes) -> None:
    """Read a drawing; check what it holds by other lists; write it, and read it again."""
    text = data.decode("utf-8", "surrogateescape")
    try:
        drawing = read_drawing(text)
    except GraphGameError as error:
        said = str(error)
        assert said.startswith("style") and ": expected " in said and ", got " in said, said
        assert len(said) < 600, "a refusal is short"
        return
    places: list[str] = []
    assert check(drawing.tree, 1, places) <= len(text), "nothing grows"
    assert places == drawing.places and len({*places}) == len(places) > 0
    again = read_drawing(written(drawing.tree))
    assert joined(again.tree) == joined(drawing.tree)


def check(tree: Any, depth: int, places: list[str]) -> int:
    """Check an element and all in it; return how many characters its texts and values have."""
    name, attributes, *children = tree
    assert name in ELEMENTS and (name == "svg") == (depth == 1) and depth <= DEEPEST
    assert attributes.keys() <= ({"viewBox"} if name == "svg" else ATTRIBUTES)
    for key, value in attributes.items():
        if key == "data-place":
            assert value.strip()
            places.append(value)
        else:
            assert (TRANSFORM if key == "transform" else VALUE).fullmatch(value), value
            assert "(" not in value or key == "transform"
    size = sum(len(value) for value in attributes.values())
    for child in children:
        if isinstance(child, str):
            assert name in ("text", "title")
            size += len(child)
        else:
            assert name in ("svg", "g", *ELEMENTS - {"text", "title"})
            size += check(child, depth + 1, places)
    return size


def written(tree: Any) -> str:
    """Return a tree as SVG."""
    if isinstance(tree, str):
        return escape(tree, {"\r": "&#13;"})
    name, attributes, *children = tree
    entities = {"\n": "&#10;", "\r": "&#13;", "\t": "&#9;"}
    given = "".join(f" {key}={quoteattr(x, entities)}" for key, x in attributes.items())
    return f"<{name}{given}>{''.join(map(written, children))}</{name}>"


def joined(tree: Any) -> Any:
    """Return a tree with each text in one piece: a reader may break it anywhere."""
    name, attributes, *children = tree
    parts: list[Any] = []
    for child in children:
        if isinstance(child, str) and parts and isinstance(parts[-1], str):
            parts[-1] += child
        else:
            parts.append(child if isinstance(child, str) else joined(child))
    return [name, attributes, *parts]
