"""Positions of a rule to try: the first ones breadth first, then those of random walks."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from random import Random

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeAlias

    # The preset of a position, or None, and its options, none where there is a preset.
    Row: TypeAlias = tuple[Any, Sequence[Hashable]]

# Steps of a random walk at most, and steps of all walks for each position that is wanted.
_WALK, _STEPS_EACH = 10_000, 20


def sample(
    starts: Sequence[Hashable], ask: Callable[[Hashable], Row], wanted: int, seed: int
) -> tuple[dict[Hashable, Row], bool]:
    """Return some positions with what was asked of them, and whether these are all.

    Half of them are the first ones breadth first, the others those that random walks from the
    starts meet.

    Parameters
    ----------
    starts : sequence of hashable
    ask : callable
        Returns the preset and the options of a position.
    wanted : int
        How many positions at most.
    seed : int

    Examples
    --------
    >>> rows, complete = sample([6], lambda n: (None, [n - 1] if n else []), 100, 0)
    >>> list(rows), complete
    ([6, 5, 4, 3, 2, 1, 0], True)
    """
    rows: dict[Hashable, Row] = {}
    queue = dict.fromkeys(starts)  # in the order in which they were met
    breadth = max(wanted // 2, 1)
    for position in (waiting := list(queue)):  # it grows while it is read
        if len(rows) == breadth:
            break
        rows[position] = ask(position)
        new = [x for x in dict.fromkeys(rows[position][1]) if x not in queue]
        queue.update(dict.fromkeys(new))
        waiting += new
    if len(rows) < len(queue):
        _walk(starts, ask, rows, wanted, Random(seed))  # noqa: S311 -- no secret
    reached = set(starts).union(*(options for _, options in rows.values()))
    return rows, reached <= rows.keys()


def _walk(
    starts: Sequence[Hashable],
    ask: Callable[[Hashable], Row],
    rows: dict[Hashable, Row],
    wanted: int,
    random: Random,
) -> None:
    """Add the positions that random walks meet, as many as are wanted."""
    steps = _STEPS_EACH * wanted  # a game of few positions is all known before that
    while steps > 0 and len(rows) < wanted:
        position = random.choice(starts)
        for _ in range(_WALK):
            steps -= 1
            if position not in rows:
                rows[position] = ask(position)
            options = rows[position][1]
            if not options or steps <= 0 or len(rows) >= wanted:
                break
            position = random.choice(options)
