"""Boards drawn by their author: a text of SVG, read into a tree of what is allowed, and no more.

A page makes the elements of the tree one by one, so that no text of the author becomes markup.  An
element or an attribute that is not in the lists below is refused with its line; so is a value that
is not wholly of the form of its attribute.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple, NoReturn
from xml.parsers import expat

from graphgame.errors import GraphGameError
from graphgame.playing.pieces import COLOUR

# Nothing may recur deeper than this, nor take more characters.
MOST_LEVELS = 50
MOST_CHARACTERS = 1_000_000
_SVG = "http://www.w3.org/2000/svg"

# Groups are atomic: a text of a million digits is not tried in a million ways.  No number ends
# before a digit: one that is too long is not two.
_UNSIGNED = r"(?>(?:\d{1,9}(?:\.\d{0,9})?|\.\d{1,9})(?:[eE][-+]?\d)?)(?!\d)"
_NUMBER = rf"(?>[-+]?{_UNSIGNED})"
_GAP = r"(?>\s*,?\s*)"
_FLAG = rf"[01]{_GAP}"
_N = _NUMBER + _GAP
_SEGMENTS = {
    "MLT": _N * 2,
    "HV": _N,
    "C": _N * 6,
    "SQ": _N * 4,
    "A": _N * 3 + _FLAG * 2 + _N * 2,
}
_PATH = "|".join(rf"[{x}{x.lower()}]\s*(?>{form})++" for x, form in _SEGMENTS.items())
_FORMS = {
    "a number": _NUMBER,
    "a number of at least 0": _UNSIGNED,
    "four numbers, as in '0 0 100 100'": rf"\s*{_N}{_N}{_N}{_NUMBER}\s*",
    "a CSS name, #rgb or none": f"{COLOUR}|none",
    "a number from 0 to 1": r"0?\.\d{1,9}|[01](?:\.0{0,9})?",
    "points, as in '0,0 10,0 10,10'": rf"\s*(?>{_N}{_N})++",
    "SVG path data, a move first": rf"\s*(?=[Mm])(?>(?:{_PATH}|[Zz])\s*)++",
    "moves and turns, as in 'translate(10 0) rotate(45)'": (
        rf"(?>\s*(?:matrix|translate|scale|rotate|skewX|skewY)\(\s*(?>{_N}){{1,6}}+\),?\s*)++"
    ),
    "one of start, middle, end": "start|middle|end",
    "one of butt, round, square": "butt|round|square",
    "one of miter, round, bevel": "miter|round|bevel",
    "one of normal, bold": "normal|bold",
    "a text": r"(?s:.*)",
}
# Which attribute has which form.
_ATTRIBUTES = {
    **dict.fromkeys(("x", "y", "cx", "cy", "x1", "y1", "x2", "y2"), "a number"),
    **dict.fromkeys(
        ("r", "rx", "ry", "width", "height", "stroke-width", "font-size"), "a number of at least 0"
    ),
    **dict.fromkeys(("fill", "stroke"), "a CSS name, #rgb or none"),
    **dict.fromkeys(("opacity", "fill-opacity", "stroke-opacity"), "a number from 0 to 1"),
    "points": "points, as in '0,0 10,0 10,10'",
    "d": "SVG path data, a move first",
    "transform": "moves and turns, as in 'translate(10 0) rotate(45)'",
    "viewBox": "four numbers, as in '0 0 100 100'",
    "text-anchor": "one of start, middle, end",
    "font-weight": "one of normal, bold",
    "stroke-linecap": "one of butt, round, square",
    "stroke-linejoin": "one of miter, round, bevel",
    "id": "a text",
    "data-place": "a text",
}
# What drawing programs write, and a page has no use for.
_LEFT_OUT = {"id", "version"}
_SHAPES = ("path", "line", "polyline", "polygon", "rect", "circle", "ellipse", "text", "g")
_ELEMENTS = ("svg", *_SHAPES, "title")
_HOLDS_TEXT = ("text", "title")

# A name, its attributes, and what it holds: elements and texts.
Tree = list[Any]


class Drawing(NamedTuple):
    """A board that its author has drawn.

    Attributes
    ----------
    tree : list
        The root as ``[name, attributes, *children]``; children are such lists, or texts.
    places : list of str
        The names of the places, in the order of the drawing: cell k of a board is at place k.
    """

    tree: Tree
    places: list[str]


def read_drawing(text: str, place: str = "style") -> Drawing:
    """Return a drawing whose places are named by ``data-place``.

    Parameters
    ----------
    text : str
        SVG.  Allowed are svg, g, path, line, polyline, polygon, rect, circle, ellipse, text and
        title, with geometry, fill, stroke, opacity and transform.
    place : str
        What errors call it.

    Raises
    ------
    GraphGameError
        If it is no such SVG.  The message names the line.
    """
    if len(text) > MOST_CHARACTERS:
        raise GraphGameError(
            f"{place}: expected SVG of at most {MOST_CHARACTERS:,} characters, got {len(text):,}"
        )
    reader = _Reader(place)
    return reader.read(text)


class _Reader:
    """Reads SVG, and refuses what is not allowed where it begins."""

    def __init__(self, place: str) -> None:
        self.place = place
        self.parser = expat.ParserCreate("utf-8", " ")
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._text
        self.parser.StartDoctypeDeclHandler = lambda *_: self._refuse(
            "no DOCTYPE", "one", "leave it out"
        )
        self.parser.ProcessingInstructionHandler = lambda target, _: self._refuse(
            "no processing instruction", f"<?{target[:40]}", "leave it out"
        )
        self.open: list[Tree] = []
        self.root: Tree | None = None
        self.places: dict[str, int] = {}

    def read(self, text: str) -> Drawing:
        """Return the whole drawing."""
        try:
            self.parser.Parse(text.encode("utf-8", "surrogatepass"), True)
        except expat.ExpatError as error:
            raise GraphGameError(
                f"{self.place}, line {error.lineno}, column {error.offset + 1}: expected SVG, got "
                f"{expat.ErrorString(error.code)}"
            ) from None
        assert self.root is not None
        if not self.places:
            raise GraphGameError(
                f"{self.place}: expected elements with data-place, the names of the cells, got "
                'none; write <circle data-place="a1" …/> where a cell is'
            )
        return Drawing(self.root, [*self.places])

    def _refuse(self, expected: str, got: str, cure: str = "") -> NoReturn:
        line, column = self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1
        raise GraphGameError(
            f"{self.place}, line {line}, column {column}: expected {expected}, got {got}"
            + (f"; {cure}" if cure else "")
        )

    def _start(self, full: str, given: dict[str, str]) -> None:
        space, _, name = full.rpartition(" ")
        if space not in ("", _SVG) or name not in _ELEMENTS:
            self._refuse(f"one of {', '.join(_ELEMENTS)}", f"<{name[:40]}>", "leave it out")
        if (name == "svg") != (not self.open):
            self._refuse("<svg> around everything, once", f"<{name}>")
        if len(self.open) >= MOST_LEVELS:
            self._refuse(f"at most {MOST_LEVELS} elements in each other", "more")
        if self.open and self.open[-1][0] in _HOLDS_TEXT:
            self._refuse(f"text alone in <{self.open[-1][0]}>", f"<{name}>")
        element: Tree = [name, self._attributes(name, given)]
        if self.open:
            self.open[-1].append(element)
        else:
            self.root = element
        self.open.append(element)

    def _attributes(self, name: str, given: dict[str, str]) -> dict[str, str]:
        found = {}
        for full, value in given.items():
            if full not in _ATTRIBUTES and full not in _LEFT_OUT:
                self._refuse(
                    f"some of {', '.join(_ATTRIBUTES)} in <{name}>",
                    full.rpartition(" ")[2][:40],
                    "leave it out",
                )
            form = _ATTRIBUTES.get(full, "a text")
            if not re.fullmatch(_FORMS[form], value, re.ASCII):
                short = value if len(value) <= 60 else f"{value[:50]}…"
                self._refuse(f"{form} as {full} of <{name}>", repr(short))
            if full not in _LEFT_OUT:
                found[full] = value
        if "data-place" in found:
            self._add_place(name, found["data-place"])
        if name == "svg":
            self._check_box(found)
            return {"viewBox": found["viewBox"]}
        return found

    def _check_box(self, found: dict[str, str]) -> None:
        box = [float(x) for x in re.findall(_NUMBER, found.get("viewBox", ""), re.ASCII)]
        if len(box) != 4 or box[2] <= 0 or box[3] <= 0:
            self._refuse(
                "a viewBox of <svg> with a width and a height above 0", repr(found.get("viewBox"))
            )

    def _add_place(self, name: str, place: str) -> None:
        if name not in _SHAPES:
            self._refuse(f"data-place of one of {', '.join(_SHAPES)}", f"that of <{name}>")
        if not place.strip() or any("\ud800" <= x <= "\udfff" for x in place):
            self._refuse("a name that can be seen as data-place", repr(place))
        if place in self.places:
            self._refuse("another name for each place", f"{place[:40]!r} again")
        self.places[place] = len(self.places)

    def _end(self, _: str) -> None:
        self.open.pop()

    def _text(self, text: str) -> None:
        element = self.open[-1]
        if element[0] in _HOLDS_TEXT:
            element.append(text)
        elif text.strip():
            self._refuse(f"text in {' or '.join(_HOLDS_TEXT)} alone", repr(text.strip()[:40]))
