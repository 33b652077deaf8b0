"""Cat and Mouse on a graph: a game that may go on for ever.

The rules (LeetCode 913, https://leetcode.com/problems/cat-and-mouse): on an undirected graph the
mouse starts at node 1 and the cat at node 2; node 0 is a hole. They take turns to move along an
edge, the mouse first; the cat may not enter the hole. The cat wins when both are at one node, the
mouse wins when it reaches the hole, and the game is a draw when a position comes again. Both can
always move.

What is known: the sample answers of the problem, a draw and a win of the mouse.

To run it, on the two sample graphs or on others, each given by the neighbours of its nodes:

    python examples/cat_and_mouse.py
    python examples/cat_and_mouse.py '[[2,3],[3],[0,3],[0,1,2]]'
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence

import graphgame as gg

MOUSE, CAT = 0, 1
# Where the mouse is, where the cat is, and who is to move.
Position = tuple[int, int, int]

START: Position = (1, 2, MOUSE)
SAMPLES = ["[[2,5],[3],[0,4,5],[1,4,5],[2,3],[0,2,3]]", "[[1,3],[0],[3],[0,2]]"]


class CatAndMouse:
    """The rules on one graph: `neighbours[v]` are the nodes beside node v."""

    def __init__(self, neighbours: Sequence[Sequence[int]]) -> None:
        self.neighbours = neighbours

    def options(self, position: Position) -> Iterator[Position]:
        """Yield the positions one move away."""
        mouse, cat, turn = position
        if turn == MOUSE:
            for node in self.neighbours[mouse]:
                yield node, cat, CAT
        else:
            for node in self.neighbours[cat]:
                if node != 0:
                    yield mouse, node, MOUSE

    def preset(self, position: Position) -> gg.Outcome | None:
        """Return how the game has ended for the player to move; None if it goes on."""
        mouse, cat, turn = position
        if mouse not in (0, cat):
            return None
        winner = MOUSE if mouse == 0 else CAT
        return gg.WIN if winner == turn else gg.LOSE

    def board(self, position: Position) -> str:
        """Return the nodes as text: o hole, S mouse in it, M mouse, C cat, X cat with the mouse."""
        mouse, cat, _ = position
        nodes = ["o", *"." * (len(self.neighbours) - 1)]
        nodes[cat] = "C"
        nodes[mouse] = "X" if mouse == cat else "S" if mouse == 0 else "M"
        return "".join(nodes)


def turn(position: Position) -> int:
    """Return who is to move."""
    return position[2]


PIECES = {
    "o": {"name": "hole", "text": "○", "shape": "none"},
    "S": {"name": "mouse in the hole", "figure": "mouse", "colour": "#009E73"},
    "M": {"name": "mouse", "figure": "mouse", "colour": "#56B4E9"},
    "C": {"name": "cat", "figure": "cat", "colour": "#D55E00"},
    "X": {"name": "cat with the mouse", "figure": "cat", "shape": "disc", "colour": "#D55E00"},
}


def main(argv: Sequence[str] | None = None) -> None:
    """Print who wins on each graph, and how."""
    parser = argparse.ArgumentParser(description="Cat and Mouse on graphs")
    parser.add_argument("graphs", metavar="GRAPH", nargs="*", help="a list of lists of neighbours")
    for text in parser.parse_args(argv).graphs or SAMPLES:
        s = gg.solve(CatAndMouse(json.loads(text)), start=START)
        result = {gg.DRAW: "draw", gg.WIN: "mouse wins", gg.LOSE: "cat wins"}[s.outcome(START)]
        print(f"{text}: {result}")
        print("best play (mouse, cat, turn):", *s.line(START))


if __name__ == "__main__":
    main()
