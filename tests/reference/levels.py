"""Draw levels the slow way: the definition of docs/decisions/030, applied until nothing changes.

No queue, no counter and no predecessor.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from graphgame.outcome import DRAW, WIN

if TYPE_CHECKING:
    from tests.reference.graphs import Answer

# A level, and a remoteness within it.
Rank = tuple[int, int]


def levels(answer: Answer) -> list[Rank]:
    """Return the level and the remoteness of every position, (-1, -1) where there is none."""
    draws = {v for v, options in enumerate(answer.options) if options} & {
        v for v, outcome in enumerate(answer.outcomes) if outcome == DRAW
    }
    found: dict[int, Rank] = {}
    presses = {v for v, outcome in enumerate(answer.outcomes) if outcome == WIN}
    level = 0
    while presses:
        edge = {v for v in draws - found.keys() if answer.options[v] & presses}
        ranks = _one_level(answer, draws - found.keys(), edge)
        found |= {v: (level, r) for v, r in ranks.items()}
        presses = {v for v, r in ranks.items() if r % 2}
        level += 1
    return [found.get(v, (-1, -1)) for v in range(len(answer.options))]


def _one_level(answer: Answer, draws: set[int], edge: set[int]) -> dict[int, int]:
    """Return the remoteness of those who press or are pressed: ply by ply, from the edge on."""
    ranks = dict.fromkeys(edge, 0)
    new, r = edge, 0
    while new:
        r += 1
        pressed = {v for v, s in ranks.items() if s % 2 == 0}
        pressing = {v for v, s in ranks.items() if s % 2}
        left = draws - ranks.keys()
        if r % 2:
            new = {v for v in left if answer.options[v] & pressed}
        else:
            new = {v for v in left if answer.options[v] <= pressing}
        ranks |= dict.fromkeys(new, r)
    return ranks


def best(ranks: list[Rank], options: set[int]) -> list[int]:
    """Return the drawing options that press the most, of those given."""

    def order(w: int) -> tuple[int, int, int]:
        level, r = ranks[w]
        if level < 0:
            return 1, 0, 0
        return (2, -level, -r) if r % 2 else (0, level, r)

    least = min(map(order, options), default=None)
    return sorted(w for w in options if order(w) == least)
