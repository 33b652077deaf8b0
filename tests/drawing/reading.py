"""Read pictures back: shapes, labels and arrows, from nothing but the SVG."""

from __future__ import annotations

import re
from typing import NamedTuple
from xml.etree import ElementTree as ET

SVG = "{http://www.w3.org/2000/svg}"
COLOURS = {"#0072B2": "WIN", "#D55E00": "LOSE", "#767676": "DRAW", "#F1F3F5": None}


class Box(NamedTuple):
    left: float
    top: float
    right: float
    bottom: float

    def holds(self, x: float, y: float, slack: float = 4) -> bool:
        return (
            self.left - slack <= x <= self.right + slack
            and self.top - slack <= y <= self.bottom + slack
        )

    def overlaps(self, other: Box) -> bool:
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )


class Shape(NamedTuple):
    box: Box
    colour: str
    corners: int
    label: str
    line: str
    title: str | None


class Drawn(NamedTuple):
    source: str
    target: str
    kind: str
    middle: tuple[float, float]


def outline(path: str) -> tuple[Box, int]:
    """Return the box of a closed path of relative steps, and how many straight lines it has."""
    x = y = 0.0
    points, straight = [], 0
    for command, rest in re.findall(r"([a-zA-Z])([^a-zA-Z]*)", path):
        numbers = [float(number) for number in re.findall(r"-?\d+(?:\.\d+)?", rest)]
        if command == "M":
            x, y = numbers
        elif command == "h":
            x, straight = x + numbers[0], straight + 1
        elif command == "v":
            y, straight = y + numbers[0], straight + 1
        elif command == "l":
            for dx, dy in zip(numbers[::2], numbers[1::2], strict=True):
                x, y, straight = x + dx, y + dy, straight + 1
                points.append((x, y))
        elif command in "aq":
            dx, dy = numbers[-2:]
            if command == "a":  # a half circle, to the side that it is drawn on
                points.append((x + (numbers[0] if dy > 0 else -numbers[0]), y + dy / 2))
            x, y = x + dx, y + dy
        else:
            assert command == "z", command
        points.append((x, y))
    across, down = zip(*points, strict=True)
    return Box(min(across), min(down), max(across), max(down)), straight


class Picture:
    """The content of the picture of a graph."""

    def __init__(self, text: str) -> None:
        self.root = ET.fromstring(text)  # noqa: S314 -- our own picture
        parents = {child: parent for parent in self.root.iter() for child in parent}

        def inherited(element: ET.Element, name: str) -> str | None:
            at: ET.Element | None = element
            while at is not None:
                if name in at.attrib:
                    return at.attrib[name]
                at = parents.get(at)
            return None

        def in_legend(element: ET.Element) -> bool:
            return inherited(element, "transform") is not None

        texts = [x for x in self.root.iter(SVG + "text") if not in_legend(x)]
        paths = [
            x
            for x in self.root.iter(SVG + "path")
            if not in_legend(x) and parents[x].tag != SVG + "marker"
        ]
        self.texts = [
            (float(x.attrib["x"]), float(x.attrib["y"]), x.text or "", inherited(x, "font-size"),
             inherited(x, "font-weight"))
            for x in texts
        ]  # fmt: skip
        self.shapes = []
        self.outlines = []
        for path in paths:
            if inherited(path, "marker-end") is not None:
                continue
            box, straight = outline(path.attrib["d"])
            fill = inherited(path, "fill")
            if fill == "none":
                self.outlines.append((box, inherited(path, "stroke")))
                continue
            inside = [x for x in self.texts if box.holds(x[0], x[1], 0)]
            labels = [x[2] for x in inside if x[4] == "600"]
            lines = [x[2] for x in inside if x[4] is None and x[3] == "11" and x[2][0] != "×"]
            assert len(labels) == 1
            assert len(lines) <= 1
            title = path.find(SVG + "title")
            self.shapes.append(
                Shape(box, str(fill), straight, labels[0], "".join(lines),
                      None if title is None else title.text)
            )  # fmt: skip
        self.arrows = [
            self._arrow(path.attrib["d"], inherited(path, "stroke-width"),
                        inherited(path, "stroke-dasharray"))
            for path in paths
            if inherited(path, "marker-end") is not None
        ]  # fmt: skip

    def _arrow(self, path: str, width: str | None, dashes: str | None) -> Drawn:
        numbers = [float(x) for x in re.findall(r"-?\d+(?:\.\d+)?", path)]
        points = [*zip(numbers[::2], numbers[1::2], strict=True)]
        (x1, y1), (x2, y2) = points[0], points[-1]
        first = 3 * ((len(points) - 1) // 6)
        (x0, y0), (a, b), (c, d), (x3, y3) = points[first : first + 4]
        middle = (x0 + 3 * a + 3 * c + x3) / 8, (y0 + 3 * b + 3 * d + y3) / 8
        kind = "ignored" if dashes else "best" if width == "2.5" else "other"
        return Drawn(self._at(x1, y1), self._at(x2, y2), kind, middle)

    def _at(self, x: float, y: float) -> str:
        found = [shape.label for shape in self.shapes if shape.box.holds(x, y)]
        assert len(found) == 1, "an arrow ends at one shape"
        return found[0]

    @property
    def size(self) -> Box:
        return Box(*map(float, self.root.attrib["viewBox"].split()))

    def counts(self) -> list[tuple[float, float, int]]:
        """Return the numbers of parallel edges, and where they stand."""
        return [
            (x, y, int(words[1:].replace(",", "")))
            for x, y, words, *_ in self.texts
            if words.startswith("×")
        ]

    def stubs(self) -> dict[str, str]:
        """Return what is written below shapes, by their labels."""
        return {
            shape.label: words
            for x, y, words, size, _ in self.texts
            if size == "10.5"
            for shape in self.shapes
            if x == (shape.box.left + shape.box.right) / 2 and y == shape.box.bottom + 12
        }


def assert_apart(picture: Picture) -> None:
    """Check that shapes are inside the picture, and apart from each other."""
    size = picture.size
    for i, shape in enumerate(picture.shapes):
        assert size.holds(*shape.box[:2], -4) and size.holds(*shape.box[2:], -4)
        assert not any(shape.box.overlaps(other.box) for other in picture.shapes[:i])
