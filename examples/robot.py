"""A robot in a corridor with a door: a safety and a Büchi game with owners.

The corridor has cells 0 to 4.  The robot moves by at most one cell.  After each of its moves
somebody else opens or closes the door between cells 2 and 3.  The robot must never stand in cell 4,
and wants to be in cell 1 again and again.  Its battery is charged in cell 2 alone, and lasts for
three moves.

Run it: it prints from how many positions the robot can do so, and how play goes on for ever.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

import graphgame as gg

CELLS = range(5)
DOOR = {2, 3}
CHARGER, GOAL, FORBIDDEN = 2, 1, 4
FULL = 3
ROBOT, DOORMAN = 0, 1

# Cell, charge, whether the door is open, and who moves.
Position = tuple[int, int, bool, int]


def options(position: Position) -> list[Position]:
    """Return the positions after a move of the robot, or of the door."""
    cell, charge, is_open, turn = position
    if turn == DOORMAN:
        return [(cell, charge, False, ROBOT), (cell, charge, True, ROBOT)]
    if charge == 0:
        return []  # who cannot move loses
    ways = [c for c in (cell - 1, cell, cell + 1) if c in CELLS]
    return [
        (c, FULL if c == CHARGER else charge - 1, is_open, DOORMAN)
        for c in ways
        if is_open or {c, cell} != DOOR
    ]


def owner(position: Position) -> int:
    """Return who moves."""
    return position[3]


def solve() -> tuple[gg.OwnerSolution[Position], gg.OwnerSolution[Position]]:
    """Return the safety game, and the Büchi game on what is safe."""
    start: list[Position] = [(cell, FULL, False, ROBOT) for cell in CELLS]
    game = gg.explore(options, start=start, owner=owner)
    safety = gg.solve_safety(game, None, unsafe=[p for p in game.labels or () if p[0] == FORBIDDEN])
    safe = {p for p in safety if safety.winner(p) == ROBOT}
    # Moves of the robot out of the safe positions are forbidden; the door has none.
    kept = {p: [q for q in options(p) if q in safe] for p in safety if p in safe}
    visits = [p for p in kept if p[0] == GOAL]
    return safety, gg.solve_buchi(kept, {p: p[3] for p in kept}, visits)


def main(arguments: Sequence[str]) -> None:
    """Print who wins, and how play goes on."""
    argparse.ArgumentParser(description=__doc__).parse_args(arguments)
    safety, patrol = solve()
    for name, s in (("safe", safety), ("patrolling", patrol)):
        count = int((s.winners == ROBOT).sum())
        print(f"{name}: from {count} of {len(s)} positions; verified: {s.verify()}")
    line = patrol.play((0, FULL, False, ROBOT))
    print(
        "cells:", *(cell for cell, *_, turn in line if turn == ROBOT), f"(lasso {line.closes_at})"
    )


if __name__ == "__main__":
    main(sys.argv[1:])
