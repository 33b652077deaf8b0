"""Pictures of the explanations, drawn by the library when the site is built."""

from __future__ import annotations

import re

import graphgame as gg
from docs.picture import GAME

FOLDER = "generated"
# A game with a value that no finite heap has.
LOOPY = {"a": ["b", "c"], "b": ["a"], "c": ["d"], "d": []}


def pages() -> dict[str, str]:
    """Return the text of each picture, by its path in the folder of sources."""
    solution = gg.solve(GAME)
    last = int(solution.remoteness.max())
    found = {f"levels-{level}": decided(solution, level) for level in range(-1, last + 1)}
    found |= {
        "layers": solution.to_svg(),
        "loopy": gg.loopy_grundy(LOOPY).to_svg(),
        "kayles": gg.octal("0.77").to_svg(),
    }
    return {f"{FOLDER}/{name}.svg": text for name, text in found.items()}


def decided(solution: gg.Solution[str], level: int) -> str:
    """Draw a game with the outcomes that are known after a level: those up to its remoteness.

    A decided position looks like one whose outcome is preset: its moves are not needed any more.
    """
    known = {p: solution.outcome(p) for p in solution if 0 <= solution.remoteness_of(p) <= level}
    text = gg.solve(GAME, presets=known).game.to_svg()
    title = "Nothing is decided" if level < 0 else f"Decided after level {level}"
    text = text.replace("ignored: the outcome is preset", "not needed any more")
    return re.sub(r"GameGraph\([^)]*\)", title, text).replace(">preset<", ">decided<")
