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
