"""Attack on Red Kingdom: a sum of castles with a memory, whose values are periodic.

The rules: two kings attack castles in turn. An attack on a castle that still has soldiers is mixed
and kills x of them, or by infantry and kills y, or by cavalry and kills z; all of them if there are
fewer. Infantry may not attack a castle whose last attack was by infantry, whoever led it; nor
cavalry after cavalry. The king who leads the last attack wins.

This is problem 1312F of Codeforces, "Attack on Red Kingdom" (Educational Round 83, 2020): with x, y
and z from 1 to 5, and up to 3 * 10^5 castles of up to 10^18 soldiers, how many first attacks win?

A position of a castle is the number of its soldiers and its last attack. Its Grundy values follow
from those with at most 5 soldiers fewer, so they repeat for ever as soon as five rows of them do:
here the guess of the pattern finder is right. The longest period is 10.

To run it, on the first example of the problem or on a file of the same form:

    python examples/red_kingdom.py
    python examples/red_kingdom.py FILE
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from functools import cache, reduce
from itertools import product
from operator import xor
from pathlib import Path

import graphgame as gg
from graphgame.patterns.find import Pattern, find_patterns

SAMPLE = "3  2 1 3 4  7 6   1 1 2 3  1   1 1 2 2  3"
Castle = tuple[int, int]  # soldiers, and the last attack: 0 mixed or none, 1 infantry, 2 cavalry
Position = tuple[Castle, ...]
Kills = tuple[int, int, int]


def attacks(castle: Castle, kills: Kills) -> Iterator[Castle]:
    """Yield what attacks make of a castle: mixed, then infantry, then cavalry."""
    soldiers, last = castle
    if soldiers:
        for kind, killed in enumerate(kills):
            if kind == 0 or kind != last:
                yield max(soldiers - killed, 0), kind


def rule(kills: Kills) -> Callable[[Position], Iterator[Position]]:
    """Return the function that gives the options of many castles: their sum, as one graph."""
    return lambda castles: (
        (*castles[:i], after, *castles[i + 1 :])
        for i, castle in enumerate(castles)
        for after in attacks(castle, kills)
    )


@cache
def period(kills: Kills, rows: int = 120) -> Pattern:
    """Return the period of the values, two bits for each last attack, guessed from a table."""
    g: dict[Castle, int] = {}
    for castle in product(range(rows), range(3)):
        reached = {g[after] for after in attacks(castle, kills)}
        g[castle] = next(value for value in range(4) if value not in reached)
    table = [sum(g[n, last] << 2 * last for last in range(3)) for n in range(rows)]
    return next(p for p in find_patterns(table) if p.kind == "period")


def first_attacks(soldiers: Sequence[int], kills: Kills) -> int:
    """Count the first attacks that win: those after which the values of all castles XOR to 0."""
    table, start = period(kills), [(n, 0) for n in soldiers]
    g = {c: table(c[0]) >> 2 * c[1] & 3 for d in start for c in (d, *attacks(d, kills))}
    total = reduce(xor, (g[castle] for castle in start))
    return sum(
        total == g[castle] ^ g[after] for castle in start for after in attacks(castle, kills)
    )


def first_attacks_by_graph(soldiers: Sequence[int], kills: Kills) -> int:
    """Count the same, in the graph of the sum."""
    start = tuple((n, 0) for n in soldiers)
    s = gg.solve(rule(kills), start=start)
    return sum(s.outcome(after) == gg.LOSE for after in rule(kills)(start))


def answers(text: str) -> Iterator[int]:
    """Yield the answer to every case of a text in the form of the problem."""
    numbers = map(int, text.split())
    for _ in range(next(numbers)):
        n, x, y, z = (next(numbers) for _ in range(4))
        yield first_attacks([next(numbers) for _ in range(n)], (x, y, z))


def main(argv: Sequence[str] | None = None) -> None:
    """Print the periods, how the graph agrees, and the answers."""
    parser = argparse.ArgumentParser(description="Attack on Red Kingdom")
    parser.add_argument("file", metavar="FILE", nargs="?", help="input in the form of the problem")
    file = parser.parse_args(argv).file

    cases = [(x, y, z) for x, y, z in product(range(1, 6), repeat=3)]
    print("x y z = 1 3 4:", period((1, 3, 4)))
    q, p = (max(getattr(period(x), name) for x in cases) for name in ("period", "preperiod"))
    print(f"the longest period is {q}, the longest pre-period {p}")
    held = sum(first_attacks((9, 5), x) == first_attacks_by_graph((9, 5), x) for x in cases)
    print(f"castles of 9 and 5: the graph agrees for {held} of {len(cases)} x, y, z")
    print(*answers(Path(file).read_text(encoding="utf-8") if file else SAMPLE))


if __name__ == "__main__":
    main()
