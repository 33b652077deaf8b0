"""Draw docs/picture.svg: a small game graph, coloured by the outcome of its positions.

    python docs/picture.py

The game is the one of the README.  Colours, outcomes and remoteness come from `graphgame.solve`;
only the places of the positions are chosen by hand.
"""

from __future__ import annotations

from math import hypot
from pathlib import Path

import graphgame as gg

GAME = {
    "a": ["b", "d"],
    "b": ["c", "e"],
    "c": ["f"],
    "d": ["e", "a"],
    "e": ["f", "g"],
    "f": [],
    "g": ["h"],
    "h": ["g", "i"],
    "i": ["h", "c"],
}
PLACES = {
    "a": (60, 60),
    "b": (190, 60),
    "c": (320, 60),
    "d": (60, 190),
    "e": (190, 190),
    "f": (320, 190),
    "g": (450, 60),
    "h": (580, 60),
    "i": (580, 190),
}
COLOURS = {gg.WIN: "#7fbf7b", gg.LOSE: "#e08a84", gg.DRAW: "#d9d9d9"}
RADIUS = 30


def arrow(start: str, end: str) -> str:
    """Draw an edge, a little to its right so that there and back are apart."""
    (x1, y1), (x2, y2) = PLACES[start], PLACES[end]
    length = hypot(x2 - x1, y2 - y1)
    dx, dy = (x2 - x1) / length, (y2 - y1) / length
    aside = 6 if start in GAME[end] else 0
    sx, sy = x1 + dx * RADIUS - dy * aside, y1 + dy * RADIUS + dx * aside
    ex, ey = x2 - dx * (RADIUS + 4) - dy * aside, y2 - dy * (RADIUS + 4) + dx * aside
    return (
        f'<line x1="{sx:.0f}" y1="{sy:.0f}" x2="{ex:.0f}" y2="{ey:.0f}" '
        'stroke="#444" stroke-width="1.6" marker-end="url(#tip)"/>'
    )


def circle(solution: gg.Solution, position: str) -> str:
    """Draw a position with its name, its outcome and its remoteness."""
    x, y = PLACES[position]
    outcome, plies = solution.outcome(position), solution.remoteness_of(position)
    below = str(outcome) if plies < 0 else f"{outcome} {plies}"
    return (
        f'<circle cx="{x}" cy="{y}" r="{RADIUS}" fill="{COLOURS[outcome]}" stroke="#444"/>'
        f'<text x="{x}" y="{y - 2}" font-size="17" font-weight="bold">{position}</text>'
        f'<text x="{x}" y="{y + 14}" font-size="11">{below}</text>'
    )


def picture() -> str:
    """Return the picture as SVG."""
    solution = gg.solve(GAME)
    parts = [
        '<svg xmlns="http://www.w3.org/2000/svg" width="640" height="250" viewBox="0 0 640 250" '
        'font-family="sans-serif" text-anchor="middle">',
        '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" '
        'markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8z" fill="#444"/></marker></defs>',
        '<rect width="640" height="250" fill="white"/>',
        *(arrow(position, option) for position, options in GAME.items() for option in options),
        *(circle(solution, position) for position in GAME),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


if __name__ == "__main__":
    Path(__file__).with_suffix(".svg").write_text(picture(), encoding="utf-8")
