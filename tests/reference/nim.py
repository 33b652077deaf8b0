"""Nim, its variants and heap games in misère play, word for word from their rules.

It knows nothing of the package but the names of the outcomes: moves are made one by one, and what
they lead to is asked for all over again.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations, product
from typing import TYPE_CHECKING, Protocol

from graphgame.outcome import LOSE, WIN, Outcome

if TYPE_CHECKING:
    from collections.abc import Iterator

Piles = tuple[int, ...]


@dataclass(frozen=True)
class Rules:
    """Nim, or what it is called with other limits."""

    most: int | None = None  # taken from a pile
    k: int = 1  # piles that a move takes from
    stairs: bool = False  # what is taken goes to the pile before

    def options(self, piles: Piles) -> Iterator[Piles]:
        """Make every move."""
        for count in range(1, min(self.k, len(piles)) + 1):
            for chosen in combinations(range(len(piles)), count):
                takings = (range(1, self.bound(piles[i]) + 1) for i in chosen)
                for taken in product(*takings):
                    after = list(piles)
                    for i, less in zip(chosen, taken, strict=True):
                        after[i] -= less
                        if self.stairs and i > 0:
                            after[i - 1] += less
                    yield tuple(after)

    def bound(self, pile: int) -> int:
        """Return the most that may be taken from a pile."""
        return pile if self.most is None else min(pile, self.most)

    def after(self, piles: Piles, changes: tuple[tuple[int, int], ...]) -> Piles:
        """Make a move that is written as (pile, new size) for each pile that it takes from."""
        after = list(piles)
        for i, size in changes:
            if self.stairs and i > 0:
                after[i - 1] += after[i] - size
            after[i] = size
        return tuple(after)


@cache
def outcome(rules: Rules, piles: Piles, play: str) -> Outcome:
    """Look at all options: WIN if one is LOSE, and at the end what the kind of play says."""
    options = list(rules.options(piles))
    if not options:
        return WIN if play == "misere" else LOSE
    return WIN if any(outcome(rules, option, play) == LOSE for option in options) else LOSE


# -- heap games in misère play --------------------------------------------------------------------


class HeapGame(Protocol):
    """What may become of a heap."""

    def options(self, heap: int, /) -> list[tuple[int, ...]]:
        """Return the heaps that each move leaves."""
        ...


class Kayles:
    """Take one pin or two that stand side by side from a row, which may fall into two rows."""

    def options(self, row: int) -> list[tuple[int, ...]]:
        """Return the rows that are left, of 1 or more, the longer one first."""
        return [
            tuple(part for part in (row - taken - left, left) if part)
            for taken in (1, 2)
            for left in range((row - taken) // 2 + 1)
        ]


class MisereHeaps:
    """Heaps of a game and one Nim heap beside them, in misère play."""

    def __init__(self, game: HeapGame) -> None:
        self.game = game
        self.outcomes: dict[tuple[Piles, int], Outcome] = {}
        self.values: dict[Piles, int] = {}

    def options(self, heaps: Piles) -> Iterator[Piles]:
        """Make every move in the heaps."""
        for i, heap in enumerate(heaps):
            for left in self.game.options(heap):
                yield tuple(sorted(heaps[:i] + heaps[i + 1 :] + left))

    def outcome(self, heaps: Piles, nim: int = 0) -> Outcome:
        """Return the outcome of sorted heaps and the Nim heap."""
        key = heaps, nim
        if key not in self.outcomes:
            options = [(option, nim) for option in self.options(heaps)]
            options += [(heaps, size) for size in range(nim)]
            lost = [self.outcome(*option) == LOSE for option in options]
            self.outcomes[key] = WIN if any(lost) or not options else LOSE
        return self.outcomes[key]

    def nim_value(self, heaps: Piles) -> int:
        """Return the Nim heap that makes a LOSE of the heaps."""
        nim = 0
        while self.outcome(heaps, nim) == WIN:
            nim += 1
        return nim

    def mex_value(self, heaps: Piles) -> int:
        """Return 1 for what has no options, for all else the least value that no option has."""
        if heaps not in self.values:
            found = {self.mex_value(option) for option in self.options(heaps)}
            least = next(k for k in range(len(found) + 1) if k not in found)
            self.values[heaps] = least if found else 1
        return self.values[heaps]


def partitions(total: int, most: int) -> list[Piles]:
    """Return the sums of heaps of this total, none greater than `most`, in ascending order."""
    if total == 0:
        return [()]
    return [
        (*rest, heap)
        for heap in range(1, min(total, most) + 1)
        for rest in partitions(total - heap, heap)
    ]


def genus_digits(game: HeapGame, total: int, count: int) -> dict[Piles, list[int]]:
    """Return the misère nim-values of all sums to a total, beside 0, 1, … heaps of Nim of size 2.

    Each is the mex of the values after all moves, those in heaps of Nim among them; it is 1 where
    there is no move.  A move must take something or split a heap: sums of a smaller total, and of
    more heaps, come first.
    """
    options = [
        {tuple(part for part in left if part) for left in game.options(heap)}
        for heap in range(total + 1)
    ]
    # Beside each sum, heaps of Nim: of size 1, and of size 2; each may be taken, or made smaller.
    beside = [(ones, twos) for twos in range(count) for ones in range(count - twos)]
    values: dict[tuple[Piles, int, int], int] = {}
    sums = [heaps for n in range(total + 1) for heaps in partitions(n, n)]
    for heaps in sorted(sums, key=lambda heaps: (sum(heaps), -len(heaps))):
        below = {
            tuple(sorted(heaps[:i] + heaps[i + 1 :] + left))
            for i, heap in enumerate(heaps)
            for left in options[heap]
        }
        for ones, twos in beside:
            found = {values[option, ones, twos] for option in below}
            if ones:
                found.add(values[heaps, ones - 1, twos])
            if twos:
                found.add(values[heaps, ones, twos - 1])
                found.add(values[heaps, ones + 1, twos - 1])
            least = next(k for k in range(len(found) + 1) if k not in found)
            values[heaps, ones, twos] = least if found else 1
    return {heaps: [values[heaps, 0, k] for k in range(count)] for heaps in sums}
