"""Mū tōrere, a game of the Māori: eight points in a ring, a centre, and four men each.

The rules:

          O            X begins. The players take turns to move one of their men to the point that
      O       O        is empty: to the next point of the ring, from the centre to any point of the
    X     .     O      ring, or from the ring into the centre. Into the centre goes only a man who
      X       X        stands beside one of the other player on the ring. Who cannot move loses:
          X            this is normal play. Nothing is captured.

What is known: perfect play never ends. Of the 1,180 positions that can be reached, 208 are WIN, 128
LOSE and 844 DRAW (GamesCrafters, in https://en.wikipedia.org/wiki/M%C5%AB_t%C5%8Drere). Up to
turning and reflecting the board they are 86
(https://scientificgems.wordpress.com/2018/02/14/the-game-of-mu-torere/). All ways in which the men
can stand are 46, and with either player to move 92 (https://mayhematics.com/k/games6.htm). Marcia
Ascher ("Mu Torere: an analysis of a Maori game", Mathematics Magazine 60, 1987) has n men each on a
ring of 2n points; David Singmaster's "Sources in Recreational Mathematics" quotes from her 6, 12,
30 and 92 positions for n = 1, 2, 3 and 4, wins from three men on, and a draw. Counted here:

    men   reached    WIN   LOSE   DRAW    up to symmetry   WIN   LOSE   DRAW    all
      1         6      0      0      6                 6     0      0      6      6
      2        60      0      0     60                12     0      0     12     12
      3       268     24     12    232                28     2      2     24     30
      4     1,180    208    128    844                86    14     10     62     92
      5     5,104  1,280    840  2,984               270    66     46    158    296

For five men he quotes 272, which is what can be reached without the rule of the centre. Without it
X wins at once, with three men and more: a man between two of his own goes into the centre, and O
cannot move. With it no win of four men takes more than 5 plies. Up to symmetry, the 10 LOSE are 6,
2 and 2 at remoteness 0, 2 and 4, and the 14 WIN are 8, 4 and 2 at remoteness 1, 3 and 5.

To run it, with four men or with another number of them:

    python examples/mu_torere.py
    python examples/mu_torere.py 3
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from itertools import combinations
from math import cos, pi, sin
from typing import Any

import graphgame as gg


class MuTorere:
    """The game with so many men each, on a ring of twice as many points.

    A code has a bit for each point where the player to move has a man, the same for the other
    player, and a bit that is set where O moves. Bit k of a set is point k of the ring, from 0 on,
    clockwise from the top; the highest bit is the centre. With `free` every man may go into the
    centre.
    """

    def __init__(self, men: int = 4, *, free: bool = False) -> None:
        self.men, self.free = men, free
        self.ring = 2 * men
        self.points = self.ring + 1
        self.centre = 1 << self.ring
        self.all = (1 << self.points) - 1
        # O has half of the ring, from the last point on; X the other half.
        other = 1 << self.ring - 1 | (1 << men - 1) - 1
        self.start = self.code(self.all ^ self.centre ^ other, other, 0)

    def code(self, own: int, other: int, turn: int) -> int:
        """Return the code of a position."""
        return own | other << self.points | turn << 2 * self.points

    def split(self, code: int) -> tuple[int, int, int]:
        """Return the men of the player to move, those of the other player, and who moves."""
        return code & self.all, code >> self.points & self.all, self.turn(code)

    def turn(self, code: int) -> int:
        """Return who moves: 0 for X, 1 for O."""
        return code >> 2 * self.points

    def turned(self, cells: int) -> int:
        """Return a set of points, each of the ring moved one on."""
        on_ring = cells & ~self.centre
        moved = (on_ring << 1 | on_ring >> self.ring - 1) & ~self.centre
        return moved | cells & self.centre

    def reflected(self, cells: int) -> int:
        """Return a set of points, the ring in the opposite order."""
        on_ring = f"{cells & ~self.centre:0{self.ring}b}"
        return int(on_ring[::-1], 2) | cells & self.centre

    def beside(self, cells: int) -> int:
        """Return the points beside some of the ring, on the ring."""
        back = self.reflected(self.turned(self.reflected(cells)))
        return (self.turned(cells) | back) & ~self.centre

    def options(self, code: int) -> list[int]:
        """Return the positions one move away."""
        own, other, turn = self.split(code)
        empty = self.all & ~(own | other)
        if empty != self.centre:
            able = own & (self.centre | self.beside(empty))
        else:
            able = own if self.free else own & self.beside(other)
        men = [1 << k for k in range(self.points) if able >> k & 1]
        return [self.code(other, own ^ man | empty, 1 - turn) for man in men]

    def canonical(self, code: int) -> int:
        """Return the least code that turning and reflecting the board makes of one."""
        own, other, turn = self.split(code)
        found = []
        for _ in range(self.ring):
            own, other = self.turned(own), self.turned(other)
            found.append(self.code(own, other, turn))
            found.append(self.code(self.reflected(own), self.reflected(other), turn))
        return min(found)

    def placements(self) -> list[int]:
        """Return all ways in which men can stand, with X and with O to move."""
        sets = [sum(1 << k for k in x) for x in combinations(range(self.points), self.men)]
        pairs = [(own, other) for own in sets for other in sets if not own & other]
        return [self.code(own, other, turn) for turn in (0, 1) for own, other in pairs]

    def board(self, code: int) -> str:
        """Return the men on the points: those of the ring, then the centre."""
        own, other, turn = self.split(code)
        first, second = (other, own) if turn else (own, other)
        return "".join(".XO"[(first >> k & 1) + 2 * (second >> k & 1)] for k in range(self.points))

    def look(self) -> dict[str, Any]:
        """Return what the page shows."""
        angles = [2 * pi * k / self.ring for k in range(self.ring)]
        ring = [(round(sin(x), 3), round(-cos(x), 3)) for x in angles]
        around = [(k, (k + 1) % self.ring) for k in range(self.ring)]
        return {
            "title": "Mū tōrere",
            "board": self.board,
            "turn": self.turn,
            "pieces": PIECES,
            "centres": [*ring, (0.0, 0.0)],
            "edges": around + [(k, self.ring) for k in range(self.ring)],
        }


PIECES = {
    "X": {"figure": "stone", "colour": "#1b1f24", "name": "black man"},
    "O": {"figure": "stone", "colour": "#fdfdf8", "name": "white man"},
}


def counted(solution: gg.Solution[int]) -> str:
    """Return how many positions, moves, and positions of each outcome there are."""
    counts = ", ".join(f"{count:,} {outcome}" for outcome, count in solution.counts().items())
    return f"{len(solution):,} positions, {solution.game.m:,} moves: {counts}"


def main(argv: Sequence[str] | None = None) -> None:
    """Solve the game, and print what was found."""
    parser = argparse.ArgumentParser(description="mū tōrere on a ring of twice as many points")
    parser.add_argument("men", type=int, nargs="?", default=4, help="of each player; usually 4")
    men = parser.parse_args(argv).men
    if not 1 <= men <= 7:
        parser.error(f"expected from 1 to 7 men, got {men}")
    game, free = MuTorere(men), MuTorere(men, free=True)
    s = gg.solve(game.options, start=game.start)
    print(counted(s))
    won = s.remoteness[s.outcomes == gg.WIN]
    print(f"the start is a {s.result}; the longest of {len(won)} wins: {max(won, default=0)} plies")
    classes = gg.solve(game.options, start=game.start, canonical=game.canonical)
    print(f"up to symmetry: {counted(classes)}")
    everything = {game.canonical(code) for code in game.placements()}
    print(f"with those that cannot be reached: {len(everything):,} positions")
    result = gg.solve(free.options, start=free.start).result
    print(f"without the rule of the centre the start is a {result}")


if __name__ == "__main__":
    main()
