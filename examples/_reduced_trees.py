"""Trees of games in misère play, reduced, so that many small games become few trees.

In misère play no XOR says what a sum is worth.  But two games that have the same reduced tree may
stand for each other in every sum.  A tree is the set of its options.  J. H. Conway, "On Numbers and
Games" (1976, chapter 12): a game G may be replaced by H if G has all options of H, and each other
option of G has H among its own options; where H is the end, whoever moves in G must win it.  No
tree that is left can be reduced further.  With such trees J. Lemoine and S. Viennot found who wins
Sprouts, "Analysis of misère Sprouts game with reduced canonical trees" (2009).

A tree is written as the number n if its options are 0 to n - 1, as a heap of Nim has them, and
otherwise as its options in brackets: `(0 2)` has the options 0 and 2.
"""

from __future__ import annotations

import re
from collections.abc import Iterable


class ReducedTrees:
    """Reduced trees by number, in the order in which they were found; 0 is the end."""

    def __init__(self) -> None:
        self.options: list[frozenset[int]] = [frozenset()]
        self.texts = ["0"]
        self.heights = [0]
        self._wins = [True]  # who cannot move wins
        self._numbers = {self.options[0]: 0}
        self._sums: dict[tuple[int, int], int] = {}
        self._read = {"0": 0}

    def tree(self, options: Iterable[int]) -> int:
        """Return the tree of a game with these options."""
        found = frozenset(options)
        number = self._numbers.get(found)
        if number is None:
            simpler = self._simpler(found)
            number = self._numbered(found) if simpler is None else simpler
            self._numbers[found] = number
        return number

    def sum(self, one: int, other: int) -> int:
        """Return the tree of two games side by side: far more work for high trees."""
        if not one or not other:
            return one or other
        pair = min(one, other), max(one, other)
        if pair not in self._sums:
            left = {self.sum(option, other) for option in self.options[one]}
            right = {self.sum(one, option) for option in self.options[other]}
            self._sums[pair] = self.tree(left | right)
        return self._sums[pair]

    def read(self, text: str) -> int:
        """Return the tree that is written so."""
        if text not in self._read:
            rows: list[list[int]] = [[]]
            for word in re.findall(r"\d+|[()]", text):
                if word == "(":
                    rows.append([])
                    continue
                row = rows.pop() if word == ")" else [self.read(str(i)) for i in range(int(word))]
                rows[-1].append(self.tree(row))
            ((self._read[text],),) = rows
        return self._read[text]

    def _simpler(self, options: frozenset[int]) -> int | None:
        """Return the tree that may stand for a game with these options; None if there is none."""
        wins = any(not self._wins[x] for x in options)
        for tree in set().union(*(self.options[x] for x in options)):
            kept = self.options[tree]
            reversible = all(tree in self.options[x] for x in options - kept)
            if kept <= options and reversible and (tree or wins):
                return tree
        return None

    def _numbered(self, options: frozenset[int]) -> int:
        """Return the number of a new tree."""
        texts = sorted((self.texts[x] for x in options), key=lambda text: (len(text), text))
        heap = texts == [*map(str, range(len(texts)))]
        self.options.append(options)
        self.texts.append(str(len(texts)) if heap else f"({' '.join(texts)})")
        self.heights.append(1 + max(self.heights[x] for x in options))
        self._wins.append(any(not self._wins[x] for x in options))
        return len(self.options) - 1
