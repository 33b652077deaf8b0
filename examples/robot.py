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
from typing import Any

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


# -- the page --------------------------------------------------------------------------------------


def until_unsafe(position: Position) -> list[Position]:
    """Return the options, where the robot loses in the cell in which it must never stand."""
    cell, _, _, turn = position
    return [] if cell == FORBIDDEN and turn == ROBOT else options(position)


def whole() -> gg.OwnerSolution[Position]:
    """Return both games as one: the robot has lost where it stands in the forbidden cell."""
    graph = gg.explore(until_unsafe, start=[START], owner=owner)
    return gg.solve_buchi(graph, None, [p for p in graph.labels or () if p[0] == GOAL])


START: Position = (0, FULL, False, ROBOT)
# Where the cells are drawn, and the door between cells 2 and 3.
LEFT = [10, 80, 150, 250, 320]
PIECES = {
    "R": {"text": "R", "shape": "disc", "colour": "#0072b2", "name": "robot"},
    "D": {"shape": "place", "colour": "#8a3324", "name": "closed door"},
    "o": {"shape": "place", "colour": "#fbfcf9", "name": "open door"},
    "+": {"shape": "place", "colour": "#009e73", "name": "charge"},
}


def board(position: Position) -> str:
    """Return the cells with the door among them, then the charge."""
    cell, charge, is_open, _ = position
    cells = ["R" if c == cell else "." for c in CELLS]
    cells.insert(max(DOOR), "o" if is_open else "D")
    return "".join(cells) + ("+" * charge).ljust(FULL, ".")


def drawing() -> str:
    """Return the corridor, its places in the order of the board.

    A star stands at the goal, a cross in the forbidden cell, and the battery below.
    """
    shapes = []
    for cell, x in enumerate(LEFT):
        shapes.append(
            f'<rect data-place="{cell}" x="{x}" y="10" width="66" height="66" rx="6" '
            'fill="#fbfcf9" stroke="#57606a"/>'
            f'<text x="{x + 33}" y="98" font-size="16" text-anchor="middle" fill="currentColor">'
            f"{cell}</text>"
        )
        if cell == min(DOOR):
            shapes.append(
                '<rect data-place="2|3" x="223" y="6" width="20" height="74" fill="#fbfcf9" '
                'stroke="#57606a"/>'
            )
    star = f"M{LEFT[GOAL] + 33} 22l6 14 15 1-12 10 4 15-13-8-13 8 4-15-12-10 15-1z"
    x = LEFT[FORBIDDEN]
    shapes.append(
        f'<path d="{star}" fill="#e6c200"/><path d="M{x + 14} 24l38 38m0-38l-38 38" fill="none" '
        'stroke="#d55e00" stroke-width="5"/>'
    )
    shapes += [
        f'<rect data-place="+{bar + 1}" x="{LEFT[CHARGER] + 6 + 20 * bar}" y="108" width="16" '
        'height="24" fill="#fbfcf9" stroke="#57606a"/>'
        for bar in range(FULL)
    ]
    return f'<svg viewBox="0 0 396 142">{"".join(shapes)}</svg>'


def move(position: Position, option: Position) -> str | None:
    """Return from where to where the robot moves; the door is named by its place."""
    if position[3] == DOORMAN:
        return None
    return f"{position[0]} → {option[0]}" if position[0] != option[0] else str(option[0])


def look() -> dict[str, Any]:
    """Return what the page shows."""
    return {
        "title": "A robot and a door",
        "board": board,
        "pieces": PIECES,
        "style": drawing(),
        "move": move,
    }


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
