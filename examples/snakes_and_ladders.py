"""Snakes and ladders with a right to pass: how likely who begins wins, and who waits for ever.

The rules: squares 1 to N in a row, and a piece for each of two players, A and B, which come in as
from a square 0. The players take turns. Who is on turn throws a die with F faces, and then moves
the own piece on by as much, or passes. A piece that comes to the foot of a ladder goes up to its
top; one that comes to the head of a snake goes down to its tail. A piece that comes to a square
where the other one is sends it back to square 0. Who reaches square N wins; nobody goes past it, so
that the throw has to be exact.

Without the right to pass there is nothing to decide. With it, both players may wait for a move of
the other one, and play may go on for ever. So it has to be said what that is worth, and the value
of the game depends on it: `endless` of `solve_chance`.

On the board of 9 squares with a ladder from 5 to 8, a snake from 7 to 4 and a coin for a die (1 or
2), A and B both wait where their pieces are on squares 3 and 6. What is known: the tests find the
same fractions with a system of linear equations, by rules of their own.

To run it, on that board, or with N squares, ladders, snakes and a die with F faces; with a picture:

    python examples/snakes_and_ladders.py
    python examples/snakes_and_ladders.py N FOOT-TOP HEAD-TAIL --die F
    python examples/snakes_and_ladders.py 8 3-6 7-2 --die 3 --board board.svg
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import graphgame as gg

# The squares of A and B, who is on turn, and what is thrown, 0 before the throw.
Position = tuple[int, int, int, int]
START: Position = (0, 0, 0, 0)
SQUARES, JUMPS, FACES = 9, ("5-8", "7-4"), 2


class SnakesAndLadders:
    """The game on a board: how many squares, where ladders and snakes lead, and a die."""

    def __init__(self, squares: int, jumps: Mapping[int, int], faces: int) -> None:
        ends = [*jumps, *jumps.values()]
        if not all(1 <= square <= squares for square in ends) or squares in jumps:
            raise ValueError(f"ladders and snakes lead from 1 to {squares}, got {dict(jumps)}")
        if {*jumps} & {*jumps.values()}:
            raise ValueError("a ladder or a snake ends where another one begins")
        self.squares, self.jumps, self.faces = squares, dict(jumps), faces

    def is_over(self, position: Position) -> bool:
        """Return whether a piece has reached the last square."""
        return self.squares in position[:2]

    def owner(self, position: Position) -> int | str:
        """Return who moves: a player, or chance; at an end, who has lost."""
        return position[2] if position[3] or self.is_over(position) else "chance"

    def options(self, position: Position) -> list[Position]:
        """Return what follows a throw: a pass, and a move unless it would go past the end."""
        a, b, player, throw = position
        if self.is_over(position):
            return []
        found: list[Position] = [(a, b, 1 - player, 0)]
        pieces = [a, b]
        square = pieces[player] + throw
        if square <= self.squares:
            pieces[player] = self.jumps.get(square, square)
            if pieces[0] == pieces[1]:
                pieces[1 - player] = 0
            found.append((pieces[0], pieces[1], 1 - player, 0))
        return found

    def chance(self, position: Position) -> list[tuple[Position, int]] | None:
        """Return the throws where there is one to make, None elsewhere."""
        a, b, player, throw = position
        if throw or self.is_over(position):
            return None
        return [((a, b, player, face), 1) for face in range(1, self.faces + 1)]

    def payoff(self, position: Position) -> int | None:
        """Return 1 where A has won, 0 where B has, None where play goes on."""
        return int(position[0] == self.squares) if self.is_over(position) else None

    def solve(self, endless: Fraction, *, exact: bool = False) -> gg.ChanceSolution[Position]:
        """Solve the game where a play that never ends is worth so much to A."""
        return gg.solve_chance(self, start=START, scores=self.payoff, endless=endless, exact=exact)


def standoffs(game: SnakesAndLadders, solution: Any) -> list[tuple[int, int]]:
    """Return the squares of A and B where both pass by best play, whatever they throw."""
    throws = [(player, face) for player in (0, 1) for face in range(1, game.faces + 1)]
    pairs = dict.fromkeys(position[:2] for position in solution if not game.is_over(position))
    return sorted(
        (a, b)
        for a, b in pairs
        if all(
            (position := (a, b, *throw)) in solution and solution.best_move(position)[:2] == (a, b)
            for throw in throws
        )
    )


def never_ends(game: SnakesAndLadders, solution: Any) -> Fraction:
    """Return how likely play never ends, if both players follow the best moves of a solution."""
    played: dict[Position, Any] = {
        position: dict(chances) if (chances := game.chance(position)) else []
        for position in solution
    }
    for position in solution:
        if (best := solution.best_move(position)) is not None:
            played[position] = [best]
    owner = {position: game.owner(position) for position in solution}
    wins = (
        gg.solve_chance(played, owner=owner, player=player, exact=True).exact(START)
        for player in (0, 1)
    )
    return 1 - sum((win or Fraction(0) for win in wins), Fraction(0))


def picture(game: SnakesAndLadders, a: int, b: int) -> str:
    """Return the board as SVG, with both pieces; ladders lead above it, snakes below it."""
    side = 60
    shapes = []
    for square in range(game.squares + 1):
        x = side * square
        fill = "#d5efe4" if square == game.squares else "#fffdf7" if square else "#eee"
        shapes.append(
            f'<rect x="{x + 2}" y="92" width="56" height="56" fill="{fill}" stroke="#555"/>'
            f'<text x="{x + 8}" y="106" font-size="12" fill="#1b1f24">{square}</text>'
        )
    for tail, head in game.jumps.items():
        x, end = side * tail + 30, side * head + 30
        colour, y, bend = ("#009e73", 92, -70) if head > tail else ("#cc79a7", 148, 70)
        middle = (x + end) // 2
        shapes.append(
            f'<path d="M{x} {y} Q{middle} {y + 2 * bend} {end} {y}" fill="none" '
            f'stroke="{colour}" stroke-width="4"/><circle cx="{end}" cy="{y}" r="6" '
            f'fill="{colour}"/>'
        )
    for name, square, colour, shift in (("A", a, "#0072b2", -9), ("B", b, "#d55e00", 9)):
        x = side * square + 30 + (shift if a == b else 0)
        shapes.append(
            f'<circle cx="{x}" cy="125" r="15" fill="{colour}"/><text x="{x}" y="131" '
            f'font-size="16" text-anchor="middle" fill="white">{name}</text>'
        )
    wide = side * (game.squares + 1)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} 240" '
        f'font-family="sans-serif"><rect width="{wide}" height="240" fill="white"/>'
        f"{''.join(shapes)}</svg>"
    )


def main(argv: Sequence[str] | None = None) -> None:
    """Solve the game, print what play without end changes, and draw the board."""
    parser = argparse.ArgumentParser(description="snakes and ladders with a right to pass")
    parser.add_argument("squares", metavar="N", nargs="?", type=int, help=f"default: {SQUARES}")
    parser.add_argument("jumps", metavar="FROM-TO", nargs="*", help="ladders and snakes")
    parser.add_argument("--die", metavar="F", type=int, default=FACES, help=f"default: {FACES}")
    parser.add_argument("--board", metavar="FILE.svg", help="draw where both players wait")
    args = parser.parse_args(argv)

    jumps = args.jumps if args.squares is not None else JUMPS
    pairs = [jump.split("-") for jump in jumps]
    game = SnakesAndLadders(
        args.squares or SQUARES, {int(first): int(last) for first, last in pairs}, args.die
    )
    chances = gg.solve_chance(game, start=START)
    print(f"{game.squares} squares: {len(chances)} positions; A throws first")
    counts = Counter(map(chances.is_certain, chances))
    print(f"A wins for certain: {counts[True]}; never: {counts[False]}; else: {counts[None]}")
    print("what A gets, by what a play that never ends is worth to A:")
    for endless in (Fraction(0), Fraction(1, 2), Fraction(1)):
        solution = game.solve(endless, exact=True)
        print(f"{endless!s:>5}: {solution.value(START):.9f} = {solution.exact(START)}")
    even = game.solve(Fraction(1, 2))
    found = standoffs(game, even)
    print("both wait, if that is worth 1/2, with A and B on:", *(found or "-"))
    print(f"so play never ends with probability {never_ends(game, even)}")
    if args.board is not None:
        shown = found[0] if found else (0, 0)
        Path(args.board).write_text(picture(game, *shown), encoding="utf-8")


if __name__ == "__main__":
    main()
