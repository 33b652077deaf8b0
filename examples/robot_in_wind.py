"""A robot in the wind: how likely it comes to its goal, and from where it does so for certain.

A robot crosses a grid. It moves by one cell, or waits; then the wind blows it one cell to the east
with probability 1/4, unless a wall or a closed door is there. It wants to come to the goal, G, and
never into a pit, X. An opponent keeps the doors, 1 to 9, of which one is always closed: before each
move of the robot it may try to close another one, which then opens the closed one, and works with
probability 1/2. No door is closed on the robot.

    #########
    #S..1..G#
    #..##...#
    #..2..X.#
    ##3######
    ##.....X#
    #########

Where the robot wins for certain it may need many tries: each number of moves is enough with some
probability below 1, and numbers that are near 1 would not show it. `is_certain` decides it by the
graph: from the start the robot comes to the goal with probability 1, though the keeper may close
one of the two doors each time. From the cells below door 3 it never does so while that is closed.
The tests find the same cells by fixed points of sets, and the same values by iteration from 0.

To run it, on this grid or on one in a file; with another wind; with a picture of all values:

    python examples/robot_in_wind.py
    python examples/robot_in_wind.py FILE --wind 1/10
    python examples/robot_in_wind.py --picture values.svg
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

import graphgame as gg

GRID = """
#########
#S..1..G#
#..##...#
#..2..X.#
##3######
##.....X#
#########
"""
WIND, WORKS = Fraction(1, 4), Fraction(1, 2)

# Row and column.
Cell = tuple[int, int]
# Whose turn it is, the robot's cell, the door that is closed, and the one that is to be closed.
Position = tuple[str, Cell, str, str]
KEEPER, TRY, ROBOT, BLOWN = "keeper", "try", "robot", "wind"
STEPS = ((0, 0), (-1, 0), (0, 1), (1, 0), (0, -1))


class Windy:
    """A grid, and how strong the wind is."""

    def __init__(self, grid: str = GRID, wind: Fraction = WIND) -> None:
        rows = grid.split()
        self.cells: dict[Cell, str] = {
            (i, j): what for i, row in enumerate(rows) for j, what in enumerate(row) if what != "#"
        }
        self.doors = sorted(what for what in self.cells.values() if what in "123456789")
        starts = [cell for cell, what in self.cells.items() if what == "S"]
        if len(starts) != 1 or not self.doors:
            raise ValueError("a grid has one S and a door")
        if not 0 < wind < 1:
            raise ValueError(f"a wind blows with a probability between 0 and 1, got {wind}")
        self.rows, self.columns = len(rows), max(map(len, rows))
        self.wind = wind
        self.start = self.on(starts[0], self.doors[0])

    def on(self, cell: Cell, door: str) -> Position:
        """Return the position in which the robot is in a cell, and the keeper is on turn."""
        return (KEEPER, cell, door, door)

    def everywhere(self) -> list[Position]:
        """Return these positions, for all cells and doors; nobody is in a closed door."""
        return [
            self.on(cell, door)
            for door in self.doors
            for cell, what in self.cells.items()
            if what != door
        ]

    def step(self, cell: Cell, step: Cell, door: str) -> Cell:
        """Return the cell one step on, or the same one if that is not free."""
        after = (cell[0] + step[0], cell[1] + step[1])
        return after if self.cells.get(after, door) != door else cell

    def owner(self, position: Position) -> int | str:
        """Return who moves: robot 0, keeper 1, or chance; at an end, who has lost."""
        turn, cell, *_ = position
        if self.cells[cell] in "XG":
            return "XG".index(self.cells[cell])
        return {ROBOT: 0, KEEPER: 1}.get(turn, "chance")

    def options(self, position: Position) -> list[Position]:
        """Return what the robot or the keeper may do; nothing in a pit or at the goal."""
        turn, cell, door, _ = position
        here = self.cells[cell]
        if here in "XG":
            return []
        if turn == KEEPER:
            others = [x for x in self.doors if x not in (door, here)]
            return [(ROBOT, cell, door, door), *((TRY, cell, door, x) for x in others)]
        ends = dict.fromkeys(self.step(cell, step, door) for step in STEPS)
        return [(BLOWN, end, door, door) for end in ends]

    def chance(self, position: Position) -> list[tuple[Position, Fraction]] | None:
        """Return what the wind does, or whether another door closes; None elsewhere."""
        turn, cell, door, other = position
        if turn in (KEEPER, ROBOT) or self.cells[cell] in "XG":
            return None
        if turn == TRY:
            return [((ROBOT, cell, other, other), WORKS), ((ROBOT, cell, door, door), 1 - WORKS)]
        end = self.step(cell, (0, 1), door)
        if end == cell:
            return [(self.on(cell, door), Fraction(1))]
        return [(self.on(end, door), self.wind), (self.on(cell, door), 1 - self.wind)]

    def solve(self) -> gg.ChanceSolution[Position]:
        """Solve the game from all cells."""
        return gg.solve_chance(self, start=self.everywhere())


def shown(game: Windy, solution: gg.ChanceSolution[Position], door: str) -> list[list[str]]:
    """Return what is known of each cell while a door is closed, as rows of text.

    1 and 0 are exact, and other numbers are values; # is a wall or the door.
    """

    def text(cell: Cell) -> str:
        if game.cells.get(cell, door) == door:
            return "#"
        position = game.on(cell, door)
        certain = solution.is_certain(position)
        return f"{solution.value(position):.3f}" if certain is None else str(int(certain))

    return [[text((i, j)) for j in range(game.columns)] for i in range(game.rows)]


def picture(game: Windy, solution: gg.ChanceSolution[Position]) -> str:
    """Return the values as SVG, a grid for each door that is closed, one below the other.

    Cells from which the robot wins for certain are green, those from which it never does so are
    red, and others are the bluer the likelier it wins.
    """
    side, shapes = 50, []
    high = side * game.rows + 40
    for k, door in enumerate(game.doors):
        top = k * high + 30
        shapes.append(f'<text x="4" y="{top - 9}">door {door} is closed</text>')
        for i, row in enumerate(shown(game, solution, door)):
            for j, text in enumerate(row):
                what = game.cells.get((i, j), "#")
                x, y = side * j, top + side * i
                colours = {"#": "#444", "1": "#009e73", "0": "#d55e00"}
                fill = "#b8860b" if what == door else colours.get(text, "#0072b2")
                opacity = 1.0 if text in colours else 0.15 + 0.85 * float(text)
                ink = "white" if text in colours or opacity > 0.6 else "black"
                name = "" if text == "#" else text
                shapes.append(
                    f'<rect x="{x}" y="{y}" width="{side}" height="{side}" fill="{fill}" '
                    f'fill-opacity="{opacity:.3f}" stroke="white"/><text x="{x + 25}" '
                    f'y="{y + 31}" text-anchor="middle" fill="{ink}">{name}</text>'
                )
                if what in "SGX" or what in game.doors:
                    shapes.append(
                        f'<text x="{x + 5}" y="{y + 14}" font-size="12" fill="{ink}">{what}</text>'
                    )
    wide, tall = side * game.columns, high * len(game.doors)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {tall}" '
        f'font-family="sans-serif" font-size="16"><rect width="{wide}" height="{tall}" '
        f'fill="white"/>{"".join(shapes)}</svg>'
    )


def main(argv: Sequence[str] | None = None) -> None:
    """Solve the game, and print from where the robot wins for certain, never, or perhaps."""
    parser = argparse.ArgumentParser(description="a robot in the wind")
    parser.add_argument("file", metavar="FILE", nargs="?", help="a grid; default: that of the text")
    parser.add_argument("--wind", metavar="P", type=Fraction, default=WIND, help="default: 1/4")
    parser.add_argument("--picture", metavar="FILE.svg", help="draw the values of all cells")
    args = parser.parse_args(argv)

    grid = GRID if args.file is None else Path(args.file).read_text(encoding="utf-8")
    game = Windy(grid, args.wind)
    solution = game.solve()
    counts = Counter(map(solution.is_certain, game.everywhere()))
    print(
        f"{len(solution)} positions; cells and closed doors from where the robot wins for certain: "
        f"{counts[True]}, never: {counts[False]}, perhaps: {counts[None]}"
    )
    start = game.start
    print(f"from S: {solution.value(start)}; certain: {solution.is_certain(start)}")
    for door in game.doors:
        print(f"door {door} is closed:")
        for row in shown(game, solution, door):
            print("".join(f"{text:>6}" for text in row).rstrip())
    if args.picture is not None:
        Path(args.picture).write_text(picture(game, solution), encoding="utf-8")


if __name__ == "__main__":
    main()
