"""A bear-off race of backgammon: how many rolls it takes, and how likely who begins wins.

The rules: all checkers of a player are on the points 1 to 6 of the home board. Who is on turn rolls
two dice, and plays each number with one checker, in any order; a double is played four times. A
number moves a checker on by as many points, or bears it off from the point of that number. If no
checker is that far away, the farthest is borne off. Who first has all checkers off wins. In a race
players cannot meet, and a number can be played as long as there are checkers.

Two questions are asked. One player alone: how many rolls does it take on average, if it is to take
as few as possible? Each roll pays a point, and the player wants to pay little. Two players: how
likely does who begins win? To take the fewest rolls on average is not always the way to win.

What is known: a single checker on point 6 is borne off by 27 of the 36 rolls, and by the next roll
for certain, so it takes 1.25 rolls on average. How many rolls bear off two checkers at once is in
tables that many players know by heart, as 17 of 36 from points 4 and 3. The tests count all of
this in another way.

To run it, where A has checkers on 5, 5 and 4 and B on 6 and 2, or from other points for both, or
for each; with a picture of the table:

    python examples/bear_off.py
    python examples/bear_off.py 6 5
    python examples/bear_off.py 4 3 1 --other 5 2
    python examples/bear_off.py 6 6 5 --table rolls.svg
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from fractions import Fraction
from pathlib import Path

import graphgame as gg

# The points of checkers, the farthest first, and the numbers that were rolled, the greater first.
Checkers = tuple[int, ...]
Roll = tuple[int, ...]
# For one player: the checkers, and the roll, empty before it.
Alone = tuple[Checkers, Roll]
# For two: the checkers of A and of B, who is on turn, and the roll.
Race = tuple[Checkers, Checkers, int, Roll]

POINTS = range(1, 7)
# How often each roll comes in 36.
ROLLS: dict[Roll, int] = {
    (high, low): 1 if high == low else 2 for high in POINTS for low in range(1, high + 1)
}
MINE: Checkers = (5, 5, 4)
OTHER: Checkers = (6, 2)
PAIRS = [(far, near) for far in POINTS for near in range(1, far + 1)]


def played(checkers: Checkers, number: int) -> set[Checkers]:
    """Return the checkers after a number is played with one of them."""
    found = set()
    for k, point in enumerate(checkers):
        if point > number:
            rest = (*checkers[:k], point - number, *checkers[k + 1 :])
            found.add(tuple(sorted(rest, reverse=True)))
        elif point == number or k == 0:
            found.add((*checkers[:k], *checkers[k + 1 :]))
    return found


def after(checkers: Checkers, roll: Roll) -> list[Checkers]:
    """Return the checkers after each way to play a roll, in order."""
    high, low = roll
    found: set[Checkers] = set()
    for numbers in [(high,) * 4] if high == low else [(high, low), (low, high)]:
        ways = {checkers}
        for number in numbers:
            ways = {rest for way in ways for rest in (played(way, number) or {way})}
        found |= ways
    return sorted(found)


class OnePlayer:
    """One player alone, who wants to take few rolls."""

    def options(self, position: Alone) -> list[Alone]:
        """Return what follows a roll."""
        checkers, roll = position
        return [(rest, ()) for rest in after(checkers, roll)] if roll else []

    def chance(self, position: Alone) -> list[tuple[Alone, int]] | None:
        """Return the rolls, None where there is none to make."""
        checkers, roll = position
        if roll or not checkers:
            return None
        return [((checkers, numbers), often) for numbers, often in ROLLS.items()]

    def owner(self, position: Alone) -> int | str:
        """Return who moves: player 1, who pays the points, or chance."""
        return 1 if position[1] or not position[0] else "chance"

    def points(self, position: Alone, _: Alone) -> int:
        """Return what a move pays: 1 for a roll."""
        return 0 if position[1] else 1


class TwoPlayers:
    """Two players, who race."""

    def options(self, position: Race) -> list[Race]:
        """Return what follows a roll."""
        a, b, player, roll = position
        if not roll:
            return []
        if player == 0:
            return [(rest, b, 1, ()) for rest in after(a, roll)]
        return [(a, rest, 0, ()) for rest in after(b, roll)]

    def chance(self, position: Race) -> list[tuple[Race, int]] | None:
        """Return the rolls, None where there is none to make."""
        a, b, player, roll = position
        if roll or not a or not b:
            return None
        return [((a, b, player, numbers), often) for numbers, often in ROLLS.items()]

    def owner(self, position: Race) -> int | str:
        """Return who moves: a player, or chance; at an end, who has lost."""
        a, b, player, roll = position
        return player if roll or not a or not b else "chance"


def alone(starts: Iterable[Checkers]) -> gg.ChanceSolution[Alone]:
    """Solve the game of one player."""
    return gg.solve_chance(OnePlayer(), start=[(x, ()) for x in starts], exact=True)


def race(a: Checkers, b: Checkers) -> gg.ChanceSolution[Race]:
    """Solve the game of two players, where A rolls first."""
    return gg.solve_chance(TwoPlayers(), start=(a, b, 0, ()))


def at_once() -> dict[Checkers, int]:
    """Return how many rolls of 36 bear off two checkers at once, by their points.

    They win against a player who has one checker left, on point 1.
    """
    starts: list[Race] = [(pair, (1,), 0, ()) for pair in PAIRS]
    solution = gg.solve_chance(TwoPlayers(), start=starts, exact=True)
    return {position[0]: int(36 * (solution.exact(position) or 0)) for position in starts}


def exceptions(
    solution: gg.ChanceSolution[Race], rolls: gg.ChanceSolution[Alone]
) -> list[tuple[float, Race, Race, Race]]:
    """Return where A must not take the fewest rolls on average, and what that costs at most.

    That is: what it costs, the position, the move that wins most, and one with the fewest rolls.
    """
    found = []
    for position in solution:
        if position[2] != 0 or not position[3]:
            continue
        values = solution.move_values(position)
        average = {option: rolls.exact((option[0], ())) or Fraction(0) for option in values}
        fewest = min(average.values())
        few = max((x for x in values if average[x] == fewest), key=values.__getitem__)
        best = max(values, key=values.__getitem__)
        if (cost := values[best] - values[few]) > 1e-8:
            found.append((cost, position, best, few))
    return sorted(found, reverse=True)


def picture(table: dict[Checkers, int]) -> str:
    """Return the table of two checkers as SVG, the darker the more rolls."""
    side = 50
    cells = []
    for (far, near), rolls in table.items():
        x, y = side * near, side * far
        cells.append(
            f'<rect x="{x}" y="{y}" width="{side}" height="{side}" fill="#0072b2" '
            f'fill-opacity="{rolls / 36:.3f}" stroke="#555"><title>{far} and {near}: {rolls} of 36'
            f'</title></rect><text x="{x + 25}" y="{y + 31}" text-anchor="middle" '
            f'fill="{"white" if rolls > 18 else "black"}">{rolls}</text>'
        )
    for point in POINTS:
        middle = side * point + 25
        cells.append(f'<text x="25" y="{middle + 6}" text-anchor="middle">{point}</text>')
        cells.append(f'<text x="{middle}" y="31" text-anchor="middle">{point}</text>')
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 360 360" font-family="sans-serif" '
        f'font-size="17"><rect width="360" height="360" fill="white"/>{"".join(cells)}</svg>'
    )


def point(text: str) -> int:
    """Return a point of the home board, or refuse it."""
    if text not in map(str, POINTS):
        raise argparse.ArgumentTypeError(f"a point is one of 1 to 6, got {text}")
    return int(text)


def named(checkers: Iterable[int]) -> str:
    """Return the points of checkers as text."""
    return " ".join(map(str, checkers)) or "none"


def main(argv: Sequence[str] | None = None) -> None:
    """Solve both games, and print their values, and where they differ."""
    parser = argparse.ArgumentParser(description="bearing off in backgammon")
    parser.add_argument("checkers", metavar="POINT", nargs="*", type=point)
    parser.add_argument("--other", metavar="POINT", nargs="+", type=point)
    parser.add_argument("--table", metavar="FILE.svg", help="draw the table of two checkers")
    args = parser.parse_args(argv)
    a = tuple(sorted(args.checkers, reverse=True)) or MINE
    b = tuple(sorted(args.other or args.checkers or OTHER, reverse=True))

    rolls = alone([a, b])
    for name, checkers in zip("AB", (a, b), strict=True):
        start: Alone = (checkers, ())
        average = f"{rolls.value(start):.6f} rolls on average = {rolls.exact(start)}"
        print(f"{name} has {named(checkers)}: {average}")
    solution = race(a, b)
    value = solution.value((a, b, 0, ()))
    print(f"{len(solution):,} positions; A rolls first and wins with probability {value:.9f}")
    found = exceptions(solution, rolls)
    print(f"positions in which the fewest rolls on average are not the best for A: {len(found)}")
    if found:
        _, (mine, theirs, _, roll), best, few = found[0]
        print(f"A has {named(mine)}, B has {named(theirs)}, and A rolls {named(roll)}:")
        print(f"{named(best[0])} wins with {solution.value(best):.6f}")
        print(f"{named(few[0])} has the fewest rolls, and wins with {solution.value(few):.6f}")
    table = at_once()
    print("rolls of 36 that bear off two checkers at once, from each pair of points:")
    for far in POINTS:
        print(f"{far}:" + "".join(f"{table[far, near]:4}" for near in range(1, far + 1)))
    if args.table is not None:
        Path(args.table).write_text(picture(table), encoding="utf-8")


if __name__ == "__main__":
    main()
