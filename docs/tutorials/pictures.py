"""Draw the pictures of the tutorials: the games that their pages solve.

python docs/tutorials/pictures.py
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import graphgame as gg

FOLDER = Path(__file__).parent
GRAPH = {"a": ["b"], "b": ["a", "c"], "c": ["d", "e"], "d": [], "e": ["d", "f"], "f": ["e"]}
BOARD = ["P..E", ".*..", "...T"]


def take(*numbers: int) -> Callable[[int], list[int]]:
    """Return the rule of a heap of which these numbers of stones may be taken."""
    return lambda stones: [stones - k for k in numbers if k <= stones]


def hexapawn() -> gg.Solution[Any]:
    """Return Hexapawn, solved by the rules that the page asks its readers to save."""
    page = (FOLDER / "board-game.md").read_text(encoding="utf-8")
    (source,) = re.findall(r"^```python\n(# hexapawn\.py\n.*?)^```", page, re.DOTALL | re.MULTILINE)
    rules: dict[str, Any] = {}
    exec(source, rules)  # noqa: S102  the page of this folder
    return gg.solve(rules["options"], start=rules["START"], presets=rules["preset"])


def pictures() -> dict[str, str]:
    """Return the pictures as SVG, by the names of their files."""
    return {
        "first-game.svg": gg.solve(take(1, 2, 3), start=7).to_svg(),
        "nim.svg": gg.grundy(take(1, 3, 4), start=7).to_svg(),
        "graphs.svg": gg.solve(GRAPH).to_svg(),
        "police.svg": gg.PoliceAndThief(BOARD).solve().to_svg(),
        "board-game.svg": hexapawn().to_svg(depth=1),
    }


if __name__ == "__main__":
    for name, picture in pictures().items():
        (FOLDER / name).write_text(picture, encoding="utf-8")
