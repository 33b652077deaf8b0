"""Place the positions of a picture in layers, and route arrows around shapes.

The layer of a decided position is its remoteness, so that a best move leads exactly one layer to
the right.  Draws that never end stand in a band of their own, by their distance from the start.
"""

from __future__ import annotations

from collections.abc import Callable
from math import ceil, sqrt
from typing import NamedTuple

import numpy as np

from graphgame.drawing.surroundings import Arrow, Graph, Part
from graphgame.outcome import NEVER_ENDS

# The most positions above each other, unless a layer would become wider than high.
TALLEST = 16
_SWEEPS = 4


class Layer(NamedTuple):
    """A layer: whether it is in the band of draws, its remoteness if it has one, and its columns.

    A layer of many positions has several columns; they hold numbers of positions in the picture.
    The distance is that from the position in the middle, where layers are distances.
    """

    is_drawn: bool
    remoteness: int | None
    columns: list[list[int]]
    distance: int | None = None


def layers(graph: Graph, part: Part, *, tallest: int = TALLEST, near: bool = False) -> list[Layer]:
    """Return the layers of a picture from left to right, in the order that crosses least.

    At most `tallest` positions stand above each other, unless a layer would become wider than high.
    With `near`, layers are distances from the position in the middle.
    """
    found: dict[tuple[int, int], list[int]] = {}
    given = [(0, distance) for distance in part.distances]
    for i, key in enumerate(given if near else _keys(graph, part)):
        found.setdefault(key, []).append(i)
    keys = sorted(found)
    columns = [_ordered_columns(found[key], tallest) for key in keys]
    flat = [column for layer in columns for column in layer]
    _order(flat, _neighbours(part.arrows, len(part.positions)))
    if near:
        return [Layer(False, None, layer, k) for (_, k), layer in zip(keys, columns, strict=True)]
    solved = graph.remoteness is not None
    return [
        Layer(solved and key[0] == 0, -key[1] if solved and key[0] else None, layer)
        for key, layer in zip(keys, columns, strict=True)
    ]


def _keys(graph: Graph, part: Part) -> list[tuple[int, int]]:
    """Return the sort keys of layers: 0 and a distance, or 1 and the negative remoteness.

    Without remoteness, plies are those of the longest line, where moves never return.
    """
    if graph.remoteness is None:
        if part.centre is None and (heights := _heights(part)) is not None:
            return [(1, -height) for height in heights]
        return [(0, distance) for distance in _distances(graph, part, lambda _: True)]
    plies = graph.remoteness[part.positions].tolist()
    draws = _distances(graph, part, lambda i: plies[i] == NEVER_ENDS)
    return [
        (0, distance) if r == NEVER_ENDS else (1, -r)
        for r, distance in zip(plies, draws, strict=True)
    ]


def _distances(graph: Graph, part: Part, among: Callable[[int], bool]) -> list[int]:
    """Return distances from the start; of what it does not lead to, from its first position."""
    if part.centre is not None:
        return part.distances
    options: dict[int, list[int]] = {}
    for arrow in part.arrows:
        options.setdefault(arrow.source, []).append(arrow.target)
    distances: dict[int, int] = {}
    starts = [] if graph.start is None else [part.positions.index(graph.start)]
    for start in [*starts, *filter(among, range(len(part.positions)))]:
        frontier = [] if start in distances else [start]
        distances.setdefault(start, 0)
        while frontier:
            reached = [w for v in frontier for w in options.get(v, ())]
            after = distances[frontier[0]] + 1
            frontier = [w for w in dict.fromkeys(reached) if w not in distances]
            distances.update(dict.fromkeys(frontier, after))
    return [distances.get(i, 0) for i in range(len(part.positions))]


def _heights(part: Part) -> list[int] | None:
    """Return the longest line from each position; None if a move leads back."""
    before: dict[int, list[int]] = {}
    waiting = [0] * len(part.positions)
    for arrow in part.arrows:
        before.setdefault(arrow.target, []).append(arrow.source)
        waiting[arrow.source] += 1
    heights = [0] * len(waiting)
    ready = [i for i, count in enumerate(waiting) if count == 0]
    for i in ready:  # grows meanwhile
        for v in before.get(i, ()):
            heights[v] = max(heights[v], heights[i] + 1)
            waiting[v] -= 1
            if waiting[v] == 0:
                ready.append(v)
    return heights if len(ready) == len(waiting) else None


def _ordered_columns(members: list[int], tallest: int) -> list[list[int]]:
    tallest = max(tallest, ceil(sqrt(1.5 * len(members))))
    parts = ceil(len(members) / tallest)
    return [members[i::parts] for i in range(parts)]


# -- order and height -----------------------------------------------------------------------------


def _neighbours(arrows: list[Arrow], count: int) -> list[list[int]]:
    """Return for each position the others that it is joined to, by best moves several times."""
    found: list[list[int]] = [[] for _ in range(count)]
    for source, target, _, kind in arrows:
        if source != target:
            weight = 4 if kind == "best" else 1
            found[source] += [target] * weight
            found[target] += [source] * weight
    return found


def _order(columns: list[list[int]], neighbours: list[list[int]]) -> None:
    """Sort the columns by the mean height of the neighbours, several times, to and fro."""
    heights = [0.0] * len(neighbours)
    for column in columns:
        _centre(column, heights)
    for sweep in range(_SWEEPS):
        for column in columns[:: 1 if sweep % 2 == 0 else -1]:
            wanted = dict(zip(column, _wanted(column, neighbours, heights), strict=True))
            column.sort(key=wanted.__getitem__)
            _centre(column, heights)


def _centre(column: list[int], heights: list[float]) -> None:
    middle = (len(column) - 1) / 2
    for place, i in enumerate(column):
        heights[i] = place - middle


def _wanted(column: list[int], neighbours: list[list[int]], heights: list[float]) -> list[float]:
    """Return the mean height of the neighbours of each; its own height if it has none."""
    height = heights.__getitem__
    return [
        sum(map(height, near)) / len(near) if (near := neighbours[i]) else height(i) for i in column
    ]


def place(layers: list[Layer], arrows: list[Arrow], count: int) -> list[float]:
    """Return the height of each position in steps: near its neighbours, no two closer than one."""
    columns = [column for layer in layers for column in layer.columns]
    neighbours = _neighbours(arrows, count)
    heights = [0.0] * count
    for column in columns:
        _centre(column, heights)
    for sweep in range(_SWEEPS):
        for column in columns[:: -1 if sweep % 2 == 0 else 1]:
            separated = _separated(_wanted(column, neighbours, heights))
            for i, height in zip(column, separated, strict=True):
                heights[i] = height
    least = min(heights, default=0)
    return [height - least for height in heights]


def _separated(wanted: list[float]) -> list[float]:
    """Return the heights nearest to those wanted that rise by at least one step.

    The pool-adjacent-violators algorithm, on what is left after one step each.
    """
    blocks: list[tuple[float, int]] = []
    for place, height in enumerate(wanted):
        total, size = height - place, 1
        while blocks and blocks[-1][0] / blocks[-1][1] >= total / size:
            before, members = blocks.pop()
            total, size = total + before, size + members
        blocks.append((total, size))
    means = [total / size for total, size in blocks for _ in range(size)]
    return [mean + place for place, mean in enumerate(means)]


# -- arrows ----------------------------------------------------------------------------------------

# How far an arrow may bend up or down to pass by shapes, in halves of their height.
_BENDS = (0, -3, 3, -6, 6)


class Point(NamedTuple):
    """An end of an arrow, and the side of the shape where it is: 1 right, -1 left."""

    x: int
    y: int
    side: int


class Route(NamedTuple):
    """The points of Bézier curves, each beginning where another ends: four, seven, and so on."""

    points: tuple[tuple[int, int], ...]

    def path(self) -> str:
        """Return the curves as the data of a path."""
        first, *others = (f"{x} {y}" for x, y in self.points)
        return f"M{first}C{' '.join(others)}"

    def middle(self) -> tuple[float, float]:
        """Return the point half-way along the curve in the middle."""
        first = 3 * ((len(self.points) - 1) // 6)
        (a, b), (c, d), (e, f), (g, h) = self.points[first : first + 4]
        return (a + 3 * c + 3 * e + g) / 8, (b + 3 * d + 3 * f + h) / 8

    def moved(self, down: int) -> Route:
        """Return the same curves, so much lower."""
        return Route(tuple((x, y + down) for x, y in self.points))

    def reach(self) -> list[int]:
        """Return heights that the curves stay between.

        A curve stays within three quarters of the way to the points that bend it.
        """
        if len(self.points) == 4:
            return [round(0.75 * y) for _, y in self.points[1:3]]
        return [y for _, y in self.points]


def routes(
    arrows: list[Arrow], x: list[int], y: list[int], width: int, height: int
) -> dict[tuple[int, int], Route]:
    """Return the way of each arrow, by source and target.

    Parameters
    ----------
    arrows : list of Arrow
    x, y : list of int
        The centres of the shapes.
    width, height : int
        Of all shapes.
    """
    bends = _bends([(i, j) for i, j, *_ in arrows if i != j], x, y, height)
    found = {}
    for (i, j), (start, end) in _ends(bends, x, y, width).items():
        bend = bends[i, j]
        across = abs(end.x - start.x)
        ahead = 34 if start.side == end.side else max(24, min(90, round(across * 0.45)))
        points = (
            start[:2],
            (start.x + start.side * ahead, start.y + bend),
            (end.x + end.side * ahead, end.y + bend),
            end[:2],
        )
        found[i, j] = Route(points)
    for i, j, *_ in arrows:
        if i == j:
            top = y[i] - height // 2
            loop = (x[i] - 20, top - 22), (x[i] + 20, top - 22)
            found[i, j] = Route(((x[i] - 9, top), *loop, (x[i] + 9, top)))
    return found


def _ends(
    bends: dict[tuple[int, int], int], x: list[int], y: list[int], width: int
) -> dict[tuple[int, int], tuple[Point, Point]]:
    """Return the ends of each arrow, spread over the sides of the shapes.

    They are ordered by where the arrow goes, so that arrows do not cross where they begin.
    """
    sides: dict[tuple[int, int], list[tuple[int, int, int, int]]] = {}
    for (i, j), bend in bends.items():
        key = min(i, j), i, j
        sides.setdefault((i, 1 if x[j] >= x[i] else -1), []).append((y[j] + 3 * bend, *key))
        sides.setdefault((j, -1 if x[j] > x[i] else 1), []).append((y[i] + 3 * bend, *key))
    found: dict[tuple[int, int], dict[int, Point]] = {}
    for (v, side), members in sides.items():
        members.sort()
        step, middle = min(9.0, 26 / len(members)), (len(members) - 1) / 2
        edge = x[v] + side * (width // 2)
        for place, (_, _, i, j) in enumerate(members):
            down = round((place - middle) * step)
            # Round and pointed shapes are narrower above and below.
            inset = side * 3 if abs(down) > 6 else 0
            found.setdefault((i, j), {})[v] = Point(edge - inset, y[v] + down, side)
    return {(i, j): (points[i], points[j]) for (i, j), points in found.items()}


def _bends(
    pairs: list[tuple[int, int]], x: list[int], y: list[int], height: int
) -> dict[tuple[int, int], int]:
    """Return how far each arrow bends so that it crosses the fewest shapes; down is positive."""
    if not pairs:
        return {}
    sources, targets = np.array(pairs).T
    at, heights = np.array(x, dtype=np.float32), np.array(y, dtype=np.float32)
    x1, x2 = at[sources][:, np.newaxis], at[targets][:, np.newaxis]
    y1, y2 = heights[sources][:, np.newaxis], heights[targets][:, np.newaxis]
    long = np.where(x2 == x1, np.inf, x2 - x1)
    t = ((at - x1) / long).clip(0, 1)  # how far along the arrow passes each shape
    between = (t > 0) & (t < 1)
    straight = y1 + (y2 - y1) * t * t * (3 - 2 * t) - heights
    wanted = np.array([bend * (height // 2) for bend in _BENDS])
    crossed = [
        (between & (np.abs(straight + 3 * t * (1 - t) * bend) < height / 2 + 3)).sum(axis=1)
        for bend in wanted
    ]
    # A bend must save more than it costs: dense pictures stay straight.
    cost = np.array(crossed) + np.array([0, 0.6, 0.6, 0.8, 0.8])[:, np.newaxis]
    return dict(zip(pairs, wanted[cost.argmin(axis=0)].tolist(), strict=True))
