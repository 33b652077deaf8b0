"""The picture of cops and robbers: the graph, with the rounds until the robber is caught."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from math import cos, hypot, inf, pi, sin
from typing import TYPE_CHECKING, NamedTuple

from graphgame.drawing import svg
from graphgame.drawing.svg import DARK, INK, LIGHT, LOOKS, PLAIN
from graphgame.outcome import DRAW, WIN

if TYPE_CHECKING:
    from graphgame.types import AnyArray

# The most vertices of a picture, and the most edges.
MOST_VERTICES = 80
_MOST_EDGES = 1000
_MARGIN, _RADIUS = 36, 19
_MOST_LETTERS = 9
# The shades of vertices where the robber is caught, soon to late; white text on the last alone.
_SHADES = ("#D6EAF8", "#AED4F0", "#7FBBE3", "#4A9BD0", "#0072B2")


class Vertices(NamedTuple):
    """The data of the picture: a graph with cops on it.

    Attributes
    ----------
    labels : list of hashable
    edges : list of (int, int)
        By numbers in `labels`.
    rounds : list of int or None
        To the capture of a robber there, cops to move: -1 for never, None for an unknown number.
    cops : set of int
    robber : int or None
    total : int
        The vertices of the whole graph.
    directed : bool
    """

    labels: Sequence[Hashable]
    edges: list[tuple[int, int]]
    rounds: list[int | None]
    cops: set[int]
    robber: int | None
    total: int
    directed: bool


def draw_vertices(
    vertices: Vertices,
    *,
    centres: Sequence[tuple[float, float]] | None = None,
    title: str,
    longest_label: int | None = None,
    most: float = inf,
) -> str:
    """Return the picture, with vertices on a circle or at the given centres.

    Titles of vertices have whole labels, or with `longest_label` so many letters.  The legend ends
    at `most`, if that is possible.  Colours are names; see `svg.painted`.
    """
    shown = (svg.shortened(svg.named(x), _MOST_LETTERS) for x in vertices.labels)
    wide = max(44, 2 * round(max(map(svg.letters, shown), default=0) * 3.8 + 9))
    places, width, height = _places(len(vertices.labels), wide + 14, centres)
    longest = max((r for r in vertices.rounds if r is not None), default=0)
    texts = [
        x if longest_label is None else svg.shortened(x, longest_label)
        for x in map(svg.named, vertices.labels)
    ]
    parts = [_edges(vertices, places)]
    parts += [
        _vertex(vertices, i, places[i], longest, wide, whole) for i, whole in enumerate(texts)
    ]
    legend, legend_width, more = _legend(vertices, height + 6, most)
    caption = [title]
    if len(vertices.labels) < vertices.total:
        caption.append(f"{len(vertices.labels):,} of {vertices.total:,} vertices, around the cops")
    if len(vertices.edges) > _MOST_EDGES:
        caption.append(f"{_MOST_EDGES:,} of {len(vertices.edges):,} edges between them")
    words, total, end = svg.caption(caption, _MARGIN, height + 38 + more, max(width, legend_width))
    return svg.picture(
        total,
        end + 4,
        [*parts, legend, words],
        title=title,
        description="The graph, with the number of rounds until a robber who starts at a vertex is "
        "caught, the cops to move first.",
        markers=[("arc", INK)] if vertices.directed else [],
    )


def _places(
    count: int, apart: int, centres: Sequence[tuple[float, float]] | None
) -> tuple[list[tuple[float, float]], int, int]:
    """Return the centres of the vertices in pixels, and the size of the picture."""
    if centres is None:
        radius = max(90.0, apart * count / (2 * pi))
        middle = radius + _MARGIN + apart // 2
        angles = (2 * pi * i / max(count, 1) - pi / 2 for i in range(count))
        places = [(middle + radius * cos(a), middle + radius * sin(a)) for a in angles]
        return places, round(2 * middle), round(2 * middle)
    given = [(float(x), float(y)) for x, y in centres]
    least = min(
        (hypot(a - c, b - d) for i, (a, b) in enumerate(given) for c, d in given[:i]), default=1.0
    )
    left, top = min(x for x, _ in given), min(y for _, y in given)
    scale, edge = apart / least, _MARGIN + apart // 2
    places = [((x - left) * scale + edge, (y - top) * scale + edge) for x, y in given]
    return places, *(round(max(axis) + edge) for axis in zip(*places, strict=True))


def choose_vertices(
    ptr: AnyArray, idx: AnyArray, first: list[int], most: int = MOST_VERTICES
) -> list[int]:
    """Return at most so many vertices, those nearest to the first ones."""
    chosen = dict.fromkeys(first)
    queue = list(chosen)
    for v in queue:  # grows meanwhile
        for w in idx[ptr[v] : ptr[v + 1]][: 4 * most].tolist():
            if len(queue) >= most:
                return sorted(queue)
            if w not in chosen:
                chosen[w] = None
                queue.append(w)
    return sorted(queue)


def _edges(vertices: Vertices, places: list[tuple[float, float]]) -> str:
    paths = []
    for i, j in vertices.edges[:_MOST_EDGES]:
        (x, y), (z, w) = places[i], places[j]
        length = hypot(z - x, w - y)
        if not length:
            continue
        back = (_RADIUS + 4) / length if vertices.directed else 0
        ends = (x, y, z - (z - x) * back, w - (w - y) * back)
        a, b, c, d = map(svg.number, ends)
        paths.append(f'<path d="M{a} {b}L{c} {d}"/>')
    head = {"marker_end": "url(#@arc@)"} if vertices.directed else {}
    return svg.group(paths, stroke="#8B949C", stroke_width=1.5, fill="none", **head)


def _vertex(
    vertices: Vertices, i: int, place: tuple[float, float], longest: int, width: int, whole: str
) -> str:
    """Return a vertex: shaded by rounds, square for a cop, a hexagon where nobody is caught."""
    x, y = round(place[0]), round(place[1])
    rounds = vertices.rounds[i]
    label = svg.shortened(whole, _MOST_LETTERS)
    fill, colour, kind = PLAIN.fill, DARK, "pill"
    words = "cop"
    if i in vertices.cops:
        fill, colour, kind = DARK, LIGHT, "box"
    elif rounds == -1:
        fill, colour, kind = LOOKS[DRAW].fill, LOOKS[DRAW].text, "hexagon"
        words = "never"
    else:
        words = "caught" if rounds is None else str(rounds)
        last = len(_SHADES) - 1
        shade = last if rounds is None else (rounds - 1) * (last + 1) // max(longest, 1)
        fill = _SHADES[min(max(shade, 0), last)]
        colour = LIGHT if fill == LOOKS[WIN].fill else DARK
    path = svg.shape(kind, x, y, width, 2 * _RADIUS - 2)
    line = f' stroke="{INK}" stroke-width="{3 if i == vertices.robber else 1}"'
    title = f"<title>{svg.escaped(whole)}</title>" if label != whole else ""
    texts = svg.text(x, y - 2, label, font_weight=600) + svg.text(x, y + 11, words, font_size=10)
    return f'<path d="{path}" fill="{fill}"{line}>{title}</path>' + svg.group(
        [texts], fill=colour, text_anchor="middle"
    )


def _legend(vertices: Vertices, y: int, most: float) -> tuple[str, int, int]:
    entries = [
        (f'<rect x="0" y="{y - 6}" width="22" height="12" fill="{DARK}" stroke="{INK}"/>', "a cop")
    ]
    if any(r != -1 for i, r in enumerate(vertices.rounds) if i not in vertices.cops):
        path = svg.shape("pill", 12, y, 22, 12)
        drawn = f'<path d="{path}" fill="{_SHADES[1]}" stroke="{INK}"/>'
        entries.append((drawn, "rounds until a robber there is caught"))
    if -1 in vertices.rounds:
        path = svg.shape("hexagon", 12, y, 22, 12)
        entries.append((f'<path d="{path}" fill="{LOOKS[DRAW].fill}"/>', "never caught there"))
    if vertices.robber is not None:
        path = svg.shape("pill", 12, y, 22, 12)
        drawn = f'<path d="{path}" fill="none" stroke="{INK}" stroke-width="3"/>'
        entries.append((drawn, "the robber starts"))
    return svg.legend(entries, _MARGIN, y, most)
