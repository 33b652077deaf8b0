"""Small pictures of boards, heaps and graphs as SVG, for the index of the gallery."""

from __future__ import annotations

import html
from collections.abc import Mapping, Sequence
from typing import Any

Point = tuple[float, float]
SIZE = 160
# Squares with a character of this kind stay empty.
EMPTY = ". "
COLOURS = {"*": "#767676"}


def svg(shapes: Sequence[str], width: float, height: float, *, margin: float = 0.15) -> str:
    """Return a picture of shapes that lie between (0, 0) and (width, height)."""
    side = max(width, height) + 2 * margin
    left, top = (width - side) / 2, (height - side) / 2
    box = f"{left:g} {top:g} {side:g} {side:g}"
    size = f'width="{SIZE}" height="{SIZE}"'
    return f'<svg viewBox="{box}" {size} aria-hidden="true">{"".join(shapes)}</svg>'


def piece(character: str, look: Any, x: float, y: float) -> str:
    """Return the shapes of a piece in the square around (x, y)."""
    look = {"text": look} if isinstance(look, str) else dict(look or {})
    colour, shape = look.get("colour"), look.get("shape", "none")
    text = look.get("text", "" if colour else character)
    found = ""
    if colour and shape == "disc":
        found += f'<circle cx="{x:g}" cy="{y:g}" r=".38" fill="{colour}"/>'
    elif colour and shape == "square":
        found += (
            f'<rect x="{x - 0.47:g}" y="{y - 0.47:g}" width=".94" height=".94" fill="{colour}"/>'
        )
    if text:
        kind = "on" if colour and shape != "none" else "ink"
        found += f'<text x="{x:g}" y="{y + 0.21:g}" class="{kind}">{html.escape(text)}</text>'
    return found


def board_picture(board: str, pieces: Mapping[str, Any], centres: Sequence[Point] | None) -> str:
    """Return the picture of a board, which is a grid or has its cells at centres."""
    if centres is not None:
        return graph_picture(centres, [], dict(enumerate(board)), pieces)
    rows = board.split("\n")
    shapes = []
    for y, row in enumerate(rows):
        for x, character in enumerate(row):
            if character != " ":
                shapes.append(f'<rect x="{x}" y="{y}" width="1" height="1" class="cell"/>')
            if character == "*":
                shapes.append(f'<rect x="{x}" y="{y}" width="1" height="1" class="wall"/>')
            elif character not in EMPTY:
                shapes.append(piece(character, pieces.get(character), x + 0.5, y + 0.5))
    return svg(shapes, max(map(len, rows)), len(rows))


def heaps_picture(heaps: Sequence[int]) -> str:
    """Return the picture of heaps: columns of stones."""
    high = max(heaps)
    shapes = [
        f'<circle cx="{1.1 * x + 0.5:g}" cy="{high - k - 0.5:g}" r=".4" class="stone"/>'
        for x, heap in enumerate(heaps)
        for k in range(heap)
    ]
    return svg(shapes, 1.1 * len(heaps), high)


def graph_picture(
    centres: Sequence[Point],
    edges: Sequence[tuple[int, int]],
    board: Mapping[int, str],
    pieces: Mapping[str, Any],
) -> str:
    """Return the picture of a graph whose vertices may have pieces."""
    low = [min(centre[k] for centre in centres) for k in (0, 1)]
    far = max(max(centre[k] for centre in centres) - low[k] for k in (0, 1))
    at = [(5 * (x - low[0]) / far + 0.5, 5 * (y - low[1]) / far + 0.5) for x, y in centres]
    shapes = [
        f'<line x1="{at[u][0]:g}" y1="{at[u][1]:g}" x2="{at[v][0]:g}" y2="{at[v][1]:g}"/>'
        for u, v in edges
    ]
    for vertex, (x, y) in enumerate(at):
        shapes.append(f'<circle cx="{x:g}" cy="{y:g}" r=".45" class="cell"/>')
        if (character := board.get(vertex, ".")) not in EMPTY:
            shapes.append(piece(character, pieces.get(character), x, y))
    return svg(shapes, max(x for x, _ in at) + 0.5, max(y for _, y in at) + 0.5)
