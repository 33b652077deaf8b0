"""The ways of arrows: which side of a shape they leave, and how they pass by other shapes."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from graphgame.drawing.surroundings import Arrow

# How far an arrow may bend up or down to pass by shapes, in halves of their height.
_BENDS = (0, -3, 3, -6, 6)


class Point(NamedTuple):
    """An end of an arrow, and the side of the shape where it is: 1 right, -1 left."""

    x: int
    y: int
    side: int


class Route(NamedTuple):
    """The four points of a Bézier curve."""

    start: tuple[int, int]
    leaving: tuple[int, int]
    reaching: tuple[int, int]
    end: tuple[int, int]

    def path(self) -> str:
        """Return the curve as the data of a path."""
        return "M{} {}C{} {} {} {} {} {}".format(*(z for point in self for z in point))

    def middle(self) -> tuple[float, float]:
        """Return the point half-way."""
        (a, b), (c, d), (e, f), (g, h) = self
        return (a + 3 * c + 3 * e + g) / 8, (b + 3 * d + 3 * f + h) / 8


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
        found[i, j] = Route(
            start[:2],
            (start.x + start.side * ahead, start.y + bend),
            (end.x + end.side * ahead, end.y + bend),
            end[:2],
        )
    for i, j, *_ in arrows:
        if i == j:
            top = y[i] - height // 2
            loop = (x[i] - 20, top - 22), (x[i] + 20, top - 22)
            found[i, j] = Route((x[i] - 9, top), *loop, (x[i] + 9, top))
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
