"""Small pictures of boards, heaps and graphs as SVG, for the cards of the gallery.

They are drawn as the pages draw them: a cell is a square of 100 × 100, and a piece lies in it as
`drawPiece` of the page puts it there.
"""

from __future__ import annotations

import html
from collections.abc import Mapping, Sequence
from typing import Any

from graphgame.playing.figures import FACINGS, FIGURES

Point = tuple[float, float]
CELL = 100
GAP = 6
# Cells with one of these stay empty; those with a space are not there.
EMPTY = ". "
COLOURS = {"black": "#000000", "white": "#ffffff"}
# Above this luminance black is easier to read than white.
BRIGHT = 0.18
STYLE = """
.thumbnail { display: block; margin: 0 auto; width: 100%; height: 10rem }
svg.thumbnail text { font: 600 58px system-ui, sans-serif; text-anchor: middle;
  dominant-baseline: central }
.thumbnail .board { fill: var(--board, #dfe4da) } .thumbnail .cell { fill: var(--cell, #fbfcf9) }
.thumbnail .falling { fill: #1d5fae } .thumbnail .dark { fill: #c9ab7c }
.thumbnail .light { fill: #f3e9d7 } .thumbnail > svg { width: 100%; height: 100% }
.thumbnail .ink { fill: #1b1f24 } .thumbnail .wall { fill: #4d5660 }
.thumbnail .solid, .thumbnail .spot { stroke: #1b1f24; stroke-width: 2.5 }
svg.thumbnail line { stroke: var(--lines, #4d5660); stroke-width: 7 }
"""
# The same in dark pages, as boards of pages are there: the ground is no slab.
DARK = "--board: #2a323b; --cell: #cfd5da; --lines: #7c8998"


def svg(
    shapes: Sequence[str], width: float, height: float, margin: float = 18, style: str = "board"
) -> str:
    """Return a picture of shapes that lie between (0, 0) and (width, height), on a board."""
    box = f"{-margin:g} {-margin:g} {width + 2 * margin:g} {height + 2 * margin:g}"
    kind = "falling" if style == "falling" else "board"
    ground = (
        f'<rect x="{-margin:g}" y="{-margin:g}" width="{width + 2 * margin:g}" '
        f'height="{height + 2 * margin:g}" rx="28" class="{kind}"/>'
    )
    return (
        f'<svg class="thumbnail" viewBox="{box}" aria-hidden="true">{ground}{"".join(shapes)}</svg>'
    )


def ink(colour: str) -> str:
    """Return black or white, whichever is easier to read on a colour."""
    digits = COLOURS.get(colour, colour).lstrip("#")
    wide = digits if len(digits) == 6 else "".join(2 * x for x in digits)
    try:
        red, green, blue = ((int(wide[k : k + 2], 16) / 255) ** 2.2 for k in (0, 2, 4))
    except ValueError:  # the name of a colour
        return "#000"
    return "#000" if 0.2126 * red + 0.7152 * green + 0.0722 * blue > BRIGHT else "#fff"


def piece(character: str, look: Any) -> str:
    """Return the shapes of a piece in a square of 100 × 100."""
    look = {"text": look} if isinstance(look, str) else dict(look or {})
    colour, shape, path = look.get("colour", "#1b1f24"), look.get("shape"), look.get("path")
    solid = shape in {"disc", "square"}
    text = look.get("text", "" if solid or path or "figure" in look else character)
    found, fill = "", html.escape(colour)
    if shape == "disc":
        found += f'<circle cx="50" cy="50" r="37" fill="{fill}" class="solid"/>'
    elif shape == "square":
        found += f'<rect x="12" y="12" width="76" height="76" rx="9" fill="{fill}" class="solid"/>'
    if path:
        found += f'<path d="{html.escape(path)}" fill="{"#1b1f24" if solid else fill}"/>'
    if "figure" in look:
        found += figure(look, colour, solid=solid)
    if text:
        size = "" if len(text) < 2 else f' style="font-size:{max(14, min(44, 130 // len(text)))}px"'
        fill = ink(colour) if solid else fill
        found += f'<text x="50" y="52" fill="{fill}"{size}>{html.escape(text)}</text>'
    return found


def figure(look: Mapping[str, str], colour: str, *, solid: bool) -> str:
    """Return the shapes of a figure, which is black or white on a disc or a square."""
    body, detail = (ink(colour), colour) if solid else (colour, ink(colour))
    turn = f"rotate({FACINGS[look.get('facing', 'up')]} 50 50)"
    size = "translate(17 17) scale(.66) " if solid else ""
    paths = [
        f'<path d="{path}" fill="none" stroke="{detail}" stroke-width="3.5"/>'
        if kind == "line"
        else f'<path d="{path}" fill="{body if kind == "body" else detail}" '
        f'class="{"solid" if kind == "body" and not solid else ""}"/>'
        for kind, path in FIGURES[look["figure"]]
    ]
    return f'<g transform="{size}{turn}">{"".join(paths)}</g>'


def placed(shapes: str, x: float, y: float) -> str:
    """Return shapes of a cell at the place of their corner."""
    return f'<g transform="translate({x:g} {y:g})">{shapes}</g>'


def board_picture(
    board: str,
    pieces: Mapping[str, Any],
    centres: Sequence[Point] | None = None,
    style: str = "plain",
) -> str:
    """Return the picture of a board: a grid, cells at centres, or the drawing of an author."""
    if style.startswith("<"):
        return f'<div class="thumbnail">{style}</div>'
    if centres is not None:
        return graph_picture(centres, [], dict(enumerate(board)), pieces)
    rows = board.split("\n")
    squares = style == "checkered"
    shapes, step = [], CELL if squares else CELL + GAP
    dark = int(rows[-1][0] != " ")
    for y, row in enumerate(rows):
        for x, character in enumerate(row):
            if character == " " and not squares:
                continue
            kind = "wall" if character == "*" else "cell"
            if squares:
                kind = "dark" if (len(rows) - y + x) % 2 == dark else "light"
            radius = {"checkered": 0, "falling": CELL // 2}.get(style, 9)
            cell = f'<rect width="{CELL}" height="{CELL}" rx="{radius}" class="{kind}"/>'
            if character not in EMPTY and kind != "wall":
                cell += piece(character, pieces.get(character))
            shapes.append(placed(cell, x * step, y * step))
    gap = step - CELL
    return svg(shapes, step * max(map(len, rows)) - gap, step * len(rows) - gap, style=style)


def lined_picture(board: str, edges: Sequence[tuple[int, int]], pieces: Mapping[str, Any]) -> str:
    """Return the picture of a grid whose cells are crossings of lines between these cells."""
    rows = board.split("\n")
    cells = [(x, y) for y, row in enumerate(rows) for x in range(len(row))]
    there = [k for k, (x, y) in enumerate(cells) if rows[y][x] != " "]
    number = {cell: k for k, cell in enumerate(there)}
    shown = {k: rows[cells[cell][1]][cells[cell][0]] for k, cell in enumerate(there)}
    lines = [(number[u], number[v]) for u, v in edges]
    return graph_picture([cells[cell] for cell in there], lines, shown, pieces)


def heaps_picture(heaps: Sequence[int]) -> str:
    """Return the picture of heaps: columns of stones."""
    high = max(heaps)
    stone = '<circle cx="50" cy="50" r="37" fill="#0072b2" class="solid"/>'
    shapes = [
        placed(stone, 130 * x, 90 * (high - k - 1))
        for x, heap in enumerate(heaps)
        for k in range(heap)
    ]
    return svg(shapes, 130 * len(heaps) - 30, 90 * high + 10, margin=40)


def graph_picture(
    centres: Sequence[Point],
    edges: Sequence[tuple[int, int]],
    board: Mapping[int, str],
    pieces: Mapping[str, Any],
) -> str:
    """Return the picture of a graph whose vertices may have pieces."""
    low = [min(centre[k] for centre in centres) for k in (0, 1)]
    far = max(max(centre[k] for centre in centres) - low[k] for k in (0, 1))
    at = [(500 * (x - low[0]) / far, 500 * (y - low[1]) / far) for x, y in centres]
    ends = [(at[u], at[v]) for u, v in edges]
    shapes = [
        f'<line x1="{x + 50:g}" y1="{y + 50:g}" x2="{z + 50:g}" y2="{w + 50:g}"/>'
        for (x, y), (z, w) in ends
    ]
    for vertex, (x, y) in enumerate(at):
        spot = '<circle cx="50" cy="50" r="46" class="cell spot"/>'
        if (character := board.get(vertex, ".")) not in EMPTY:
            spot += piece(character, pieces.get(character))
        shapes.append(placed(spot, x, y))
    return svg(shapes, max(x for x, _ in at) + 100, max(y for _, y in at) + 100)
