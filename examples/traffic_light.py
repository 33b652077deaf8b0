"""A traffic light that lets every waiting car go, synthesised from a parity game.

The game is in traffic_light.pg.  Player 1, the traffic, decides when a car comes; player 0, the
light, decides what to do then.  A car that waits has priority 1, and a green side road 2: player 0
wins if cars do not wait for ever.  The strategy is the controller.

Run it: it prints who wins, and what the light does.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

import graphgame as gg

GAME = Path(__file__).with_name("traffic_light.pg")


def solve(file: Path) -> gg.ParitySolution[str]:
    """Return the solved game, whose proof has been checked."""
    solution = gg.read_pg(file).solve()
    solution.verify()
    return solution


def controller(solution: gg.ParitySolution[str]) -> dict[str, str | None]:
    """Return what the light does in each of its states from which it wins."""
    light = np.asarray(solution.game.owner) == 0
    states = [state for state in solution if light[solution.game.index(state)]]
    return {state: solution.best_move(state) for state in states if solution.winner(state) == 0}


# -- the page --------------------------------------------------------------------------------------

# The lights of the main and of the side road, and the car; a small c has seen one decision more.
BOARDS = {
    "no car": "GR.",
    "car waits, main road green": "GRC",
    "stay green": "GRc",
    "main road yellow": "YRC",
    "side road green": "RGC",
    "side road yellow": "RY.",
    "both green": "GGC",
}
PIECES = {
    "G": {"shape": "place", "colour": "#2ca25f", "name": "green"},
    "Y": {"shape": "place", "colour": "#ffd400", "name": "yellow"},
    "R": {"shape": "place", "colour": "#de2d26", "name": "red"},
    "C": {"figure": "car", "colour": "#56b4e9", "name": "car"},
    "c": {"figure": "car", "colour": "#e69f00", "name": "car that still waits"},
}
DRAWING = """<svg viewBox="0 0 300 240">
<rect x="0" y="70" width="300" height="66" fill="#7b828a"/>
<rect x="117" y="70" width="66" height="170" fill="#7b828a"/>
<path d="M6 103h100m88 0h100" fill="none" stroke="#fff" stroke-width="3"/>
<circle data-place="M" cx="82" cy="38" r="22" fill="#fff" stroke="#1b1f24" stroke-width="3"/>
<circle data-place="S" cx="224" cy="176" r="22" fill="#fff" stroke="#1b1f24" stroke-width="3"/>
<rect data-place="C" x="122" y="160" width="56" height="56" rx="6" fill="#8b939b"/>
<text x="82" y="14" font-size="15" text-anchor="middle" fill="currentColor">M</text>
<text x="224" y="216" font-size="15" text-anchor="middle" fill="currentColor">S</text>
</svg>"""
MOVES = {
    ("no car", "no car"): "–",
    ("no car", "car waits, main road green"): "C",
    ("car waits, main road green", "stay green"): "M G",
    ("car waits, main road green", "main road yellow"): "M Y",
    ("main road yellow", "side road green"): "S G",
    ("side road green", "side road yellow"): "S Y",
    ("side road yellow", "no car"): "M G",
    ("side road yellow", "side road green"): "S G",
}


def move(state: str, option: str) -> str:
    """Return the name of a move: the light, and the colour that it shows then."""
    return MOVES.get((state, option), "–")


def look() -> dict[str, Any]:
    """Return what the page shows."""
    return {
        "title": "A traffic light",
        "board": BOARDS.__getitem__,
        "pieces": PIECES,
        "style": DRAWING,
        "move": move,
    }


def main(arguments: Sequence[str]) -> None:
    """Print who wins, and the controller."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", nargs="?", type=Path, default=GAME)
    solution = solve(parser.parse_args(arguments).file)
    print("The light wins" if solution.winner("no car") == 0 else "The traffic wins")
    for state, move in controller(solution).items():
        print(f"{state}: {move}")


if __name__ == "__main__":
    main(sys.argv[1:])
