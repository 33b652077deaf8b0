"""For certain: two models whose value is exactly 1, though every iteration stays below it.

A ladder of N rungs. From each rung the climber climbs on, or waits. Who climbs comes to the next
rung with probability 1/2; else it depends on an opponent, who chooses before, whether the climber
falls to the ground or by one rung.

An election among N stations, which are all alike. In each round every station that is left tosses a
coin. Who has heads is left, but if nobody has, nobody drops out. The last one is elected. Before
each round an opponent may jam it, and then nine of ten rounds do not count.

Both end well with probability 1. From wherever play goes the goal can be reached, within so many
moves and with a probability that is never below some number p > 0. So to fail k times in a row has
probability (1 - p)^k at most, and to fail for ever 0. But after any number of moves the goal has
been reached with a probability below 1. Value iteration computes these probabilities, and where it
stops says little: on the ladder it stops near 0, since a move changes too little.

So `is_certain` is decided by the graph, and what it says has no tolerance. The third model shows
that a tolerance would be wrong, too: a low ladder that breaks once in 10^18 falls. Its value is
printed as 1.0, and is below 1.

What is known: model checkers that compare a value with 1 within a tolerance cannot say yes, as in
https://github.com/prismmodelchecker/prism-games/issues/18 for PRISM-games.

To run it, with 20 rungs and 4 stations or with others; with a picture of the iteration:

    python examples/for_certain.py
    python examples/for_certain.py --rungs 40 --stations 8
    python examples/for_certain.py --curves curves.svg
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from math import comb
from pathlib import Path
from typing import NamedTuple

import graphgame as gg

# What happens, and on which rung or among how many stations.
Position = tuple[str, int]
RUNGS, STATIONS, LOW, SELDOM = 20, 4, 3, 10**18
# Where plain iteration stops.
CHANGE = 1e-6


class Model(NamedTuple):
    """A game as a mapping: options in lists, weights of chance in mappings; and who moves.

    Who cannot move loses.
    """

    name: str
    rows: Mapping[Position, Sequence[Position] | Mapping[Position, int]]
    owner: Mapping[Position, int]
    start: Position

    def solve(self, *, exact: bool = False) -> gg.ChanceSolution[Position]:
        """Return what each position is worth to player 0."""
        return gg.solve_chance(self.rows, owner=self.owner, exact=exact)


def ladder(rungs: int, breaks: int | None = None) -> Model:
    """Return the ladder, which breaks once in so many falls to the ground, by default never."""
    rows: dict[Position, Sequence[Position] | Mapping[Position, int]] = {("climbs", rungs): []}
    owner = {("climbs", rungs): 1}
    for k in range(rungs):
        up: Position = ("climbs", k + 1)
        rows["climbs", k] = [("climbs", k), ("chooses", k)]
        rows["chooses", k] = [("ground", k), ("rung", k)]
        rows["rung", k] = {up: 1, ("climbs", max(k - 1, 0)): 1}
        rows["ground", k] = {up: 1, ("climbs", 0): 1}
        if breaks is not None:
            rows["ground", k] = {up: breaks, ("climbs", 0): breaks - 1, ("broken", 0): 1}
            rows["broken", 0] = []
            owner["broken", 0] = 0
        owner["climbs", k], owner["chooses", k] = 0, 1
    name = f"a ladder of {rungs} rungs"
    if breaks is not None:
        name += f" that breaks once in {breaks:,} falls"
    return Model(name, rows, owner, ("climbs", 0))


def election(stations: int) -> Model:
    """Return the election among so many stations, with an opponent who jams rounds."""
    rows: dict[Position, Sequence[Position] | Mapping[Position, int]] = {("left", 1): []}
    owner = {("left", 1): 1}
    for k in range(2, stations + 1):
        rows["left", k] = [("round", k), ("jammed", k)]
        rows["jammed", k] = {("left", k): 9, ("round", k): 1}
        heads: dict[Position, int] = {("left", h): comb(k, h) for h in range(1, k + 1)}
        heads["left", k] += 1  # nobody has heads
        rows["round", k] = heads
        owner["left", k] = 1
    return Model(f"an election among {stations} stations", rows, owner, ("left", stations))


def iterated(model: Model) -> Iterator[tuple[float, float]]:
    """Yield the value of the start after each sweep of value iteration, and the greatest change."""
    # Who has won gets 1, so that the goal is worth 1 from the beginning.
    worth = {x: float(not row and model.owner[x] == 1) for x, row in model.rows.items()}
    while True:
        after = dict(worth)
        for position, row in model.rows.items():
            if isinstance(row, Mapping):
                total = sum(row.values())
                after[position] = sum(w / total * worth[option] for option, w in row.items())
            elif row:
                best = min if model.owner[position] else max
                after[position] = best(worth[option] for option in row)
        change = max(after[x] - worth[x] for x in worth)
        worth = after
        yield worth[model.start], change


def picture(models: Sequence[Model], sweeps: int) -> str:
    """Return what value iteration says of the start after each sweep as SVG, a curve a model."""
    wide, high = 600, 300
    shapes = [
        f'<line x1="40" x2="{40 + wide}" y1="{y}" y2="{y}" stroke="#999"/>'
        f'<text x="8" y="{y + 5}">{text}</text>'
        for text, y in (("1", 20), ("0", 20 + high))
    ]
    colours = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#b8860b")
    for k, model in enumerate(models):
        values = [value for value, _ in islice(iterated(model), sweeps)]
        points = " ".join(
            f"{40 + wide * x / sweeps:.1f},{20 + high * (1 - y):.1f}" for x, y in enumerate(values)
        )
        colour = colours[k % len(colours)]
        shapes.append(
            f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>'
            f'<text x="{50 + wide}" y="{40 + 22 * k}" fill="{colour}">{model.name}</text>'
        )
    shapes.append(f'<text x="40" y="{high + 42}">{sweeps} sweeps</text>')
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide + 320} {high + 52}" '
        f'font-family="sans-serif" font-size="16"><rect width="{wide + 320}" height="{high + 52}" '
        f'fill="white"/>{"".join(shapes)}</svg>'
    )


def main(argv: Sequence[str] | None = None) -> None:
    """Solve the models, and print what plain iteration says of them, too."""
    parser = argparse.ArgumentParser(description="values that are exactly 1")
    parser.add_argument("--rungs", metavar="N", type=int, default=RUNGS)
    parser.add_argument("--stations", metavar="N", type=int, default=STATIONS)
    parser.add_argument("--curves", metavar="FILE.svg", help="draw what plain iteration says")
    args = parser.parse_args(argv)

    for model in (ladder(args.rungs), election(args.stations), ladder(LOW, SELDOM)):
        solution, start = model.solve(), model.start
        sweeps = ((k, *found) for k, found in enumerate(iterated(model), start=1))
        count, value, _ = next(found for found in sweeps if found[2] < CHANGE)
        sure = sum(solution.is_certain(position) is True for position in solution)
        print(f"{model.name}:")
        print(f"  plain iteration stops after {count} sweeps, at {value:.9f}")
        print(f"  value {solution.value(start)}, certain: {solution.is_certain(start)}")
        print(f"  certain are {sure} of {len(solution)} positions")
        if sure < len(solution):
            below = 1 - (model.solve(exact=True).exact(start) or 0)
            print(f"  the value is {float(below):.1e} below 1: {below}")
    if args.curves is not None:
        models = [election(args.stations), *(ladder(rungs) for rungs in range(2, 6))]
        Path(args.curves).write_text(picture(models, 500), encoding="utf-8")


if __name__ == "__main__":
    main()
