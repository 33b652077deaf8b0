"""Draw docs/proof-numbers-*.svg: a tree during a proof-number search.

The numbers are those of the search below, which is the one that the page explains.

python docs/proof_trees.py
"""

from __future__ import annotations

from math import inf
from pathlib import Path
from typing import NamedTuple

# Of each position that is not an end its options; of an end, whether the attacker has won.
TREE: dict[str, list[str] | bool] = {
    "start": ["a", "b"],
    "a": ["c", "d", "e"],
    "b": ["f"],
    "f": ["g", "h"],
    "g": False,
    "h": True,
    "c": False,
    "d": False,
    "e": False,
}
# After how many expansions the pictures are drawn.
DRAWN = (2, 4, 6)
WIDE, HIGH, ACROSS, DOWN = 84, 40, 108, 84
INK, PAPER = "#1b1f24", "#ffffff"
COLOURS = {"won": ("#0072B2", "#ffffff"), "lost": ("#D55E00", "#000000"), "open": (PAPER, INK)}


class Numbers(NamedTuple):
    """Proof and disproof numbers of the positions that were seen, and the next one to expand."""

    proof: dict[str, float]
    disproof: dict[str, float]
    expanded: frozenset[str]
    way: tuple[str, ...]


def attacks(name: str) -> bool:
    """Return whether the attacker moves at a position."""
    return depth(name) % 2 == 0


def depth(name: str) -> int:
    """Return how many moves lead to a position."""
    above = [x for x, row in TREE.items() if isinstance(row, list) and name in row]
    return 1 + depth(above[0]) if above else 0


def numbers(expanded: frozenset[str]) -> Numbers:
    """Return the numbers of all positions that were seen when some are expanded."""
    proof: dict[str, float] = {}
    disproof: dict[str, float] = {}
    seen = {"start"} | {x for name in expanded for x in options(name)}
    for name in sorted(seen, key=depth, reverse=True):
        row = TREE[name]
        if name not in expanded:
            proof[name] = disproof[name] = 1
        elif isinstance(row, bool):
            proof[name], disproof[name] = (0, inf) if row else (inf, 0)
        elif attacks(name):
            proof[name] = min(proof[x] for x in row)
            disproof[name] = sum(disproof[x] for x in row)
        else:
            proof[name] = sum(proof[x] for x in row)
            disproof[name] = min(disproof[x] for x in row)
    way = ["start"]
    while way[-1] in expanded and proof["start"] and disproof["start"]:
        number = proof if attacks(way[-1]) else disproof
        way.append(min(options(way[-1]), key=number.__getitem__))
    return Numbers(proof, disproof, expanded, tuple(way))


def options(name: str) -> list[str]:
    """Return the options of a position; none of an end."""
    row = TREE[name]
    return row if isinstance(row, list) else []


def search(steps: int) -> Numbers:
    """Return what is known after so many expansions: each is of the end of the way."""
    found = numbers(frozenset())
    for _ in range(steps):
        found = numbers(found.expanded | {found.way[-1]})
    return found


def places(found: Numbers) -> dict[str, tuple[float, float]]:
    """Return where positions stand: above the middle of their options."""
    at: dict[str, tuple[float, float]] = {}
    free = 0
    for name in reversed(in_order("start", found)):  # options come before what leads to them
        below = [at[x][0] for x in options(name) if x in at]
        if not below:
            free -= 1
        x = sum(below) / len(below) if below else free * ACROSS
        at[name] = (x, depth(name) * DOWN)
    left = min(x for x, _ in at.values())
    return {name: (x - left + WIDE / 2 + 8, y + HIGH / 2 + 8) for name, (x, y) in at.items()}


def in_order(name: str, found: Numbers) -> list[str]:
    """Return the positions of a tree, each before its options."""
    below = options(name) if name in found.expanded else []
    return [name] + [x for option in below for x in in_order(option, found)]


def shown(number: float) -> str:
    """Return a number as a text."""
    return "∞" if number == inf else str(int(number))


def picture(found: Numbers) -> str:
    """Return the picture as SVG; a thick line leads to the position that is looked at next."""
    at = places(found)
    wide = max(x for x, _ in at.values()) + WIDE / 2 + 8
    high = max(y for _, y in at.values()) + HIGH / 2 + 8
    shapes = [f'<rect width="{wide:g}" height="{high:g}" fill="{PAPER}"/>']
    for name, (x, y) in at.items():
        for option in options(name):
            if option in at:
                u, v = at[option]
                thick = 4 if name in found.way and option in found.way else 1.5
                shapes.append(
                    f'<line x1="{x:g}" y1="{y + HIGH / 2:g}" x2="{u:g}" y2="{v - HIGH / 2:g}" '
                    f'stroke="{INK}" stroke-width="{thick:g}"/>'
                )
    for name, (x, y) in at.items():
        proof, disproof = found.proof[name], found.disproof[name]
        kind = "won" if proof == 0 else "lost" if disproof == 0 else "open"
        fill, ink = COLOURS[kind]
        shapes.append(
            f'<rect x="{x - WIDE / 2:g}" y="{y - HIGH / 2:g}" width="{WIDE}" height="{HIGH}" '
            f'rx="{HIGH // 2 if attacks(name) else 3}" fill="{fill}" stroke="{INK}"/>'
            f'<text x="{x:g}" y="{y + 6:g}" fill="{ink}">{shown(proof)} · {shown(disproof)}</text>'
        )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide:g} {high:g}" '
        f'width="{wide:g}" font-family="sans-serif" font-size="17" text-anchor="middle">\n'
        f"{chr(10).join(shapes)}\n</svg>\n"
    )


if __name__ == "__main__":
    for number, steps in enumerate(DRAWN, 1):
        path = Path(__file__).with_name(f"proof-numbers-{number}.svg")
        path.write_text(picture(search(steps)), encoding="utf-8")
