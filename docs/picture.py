"""Draw docs/picture.svg: the game of the README, in layers of remoteness.

python docs/picture.py
"""

from __future__ import annotations

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


def picture() -> str:
    """Return the picture as SVG."""
    return gg.solve(GAME).to_svg()


if __name__ == "__main__":
    Path(__file__).with_suffix(".svg").write_text(picture(), encoding="utf-8")
