"""Draw docs/figures.svg: the figures that pieces may show, with their names.

python docs/figures.py
"""

from __future__ import annotations

from pathlib import Path

from graphgame.playing.figures import FIGURES

COLUMNS, WIDE, HIGH = 6, 110, 112
COLOURS = ("#f5f5f5", "#56b4e9")


def figures() -> str:
    """Return the picture."""
    rows = -(-len(FIGURES) // COLUMNS)
    wide, high = COLUMNS * WIDE, rows * HIGH
    shapes = [f'<rect width="{wide}" height="{high}" fill="#fff"/>']
    for at, (name, layers) in enumerate(FIGURES.items()):
        row, column = divmod(at, COLUMNS)
        body = COLOURS[(row + column) % 2]
        kinds = {
            "body": f'fill="{body}" stroke="#1b1f24" stroke-width="2.5"',
            "detail": 'fill="#1b1f24"',
            "line": 'fill="none" stroke="#1b1f24" stroke-width="3.5"',
        }
        paths = "".join(f'<path d="{path}" {kinds[kind]}/>' for kind, path in layers)
        shapes.append(
            f'<g transform="translate({column * WIDE + 15} {row * HIGH + 8}) scale(.8)">{paths}</g>'
            f'<text x="{column * WIDE + 55}" y="{row * HIGH + 104}">{name}</text>'
        )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" width="{wide}" '
        f'font-family="sans-serif" font-size="14" text-anchor="middle" stroke-linecap="round" '
        f'stroke-linejoin="round">\n{chr(10).join(shapes)}\n</svg>\n'
    )


if __name__ == "__main__":
    Path(__file__).with_suffix(".svg").write_text(figures(), encoding="utf-8")
