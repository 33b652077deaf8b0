"""The search for a misère quotient, heap by heap."""

from __future__ import annotations

from array import array
from itertools import chain

import numpy as np

from graphgame.errors import GraphGameError
from graphgame.heaps.misere._search import HeapSums
from graphgame.heaps.misere.closure import Closure

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from graphgame import types
    from graphgame.heaps.misere.search import Heaps

# The most sums of generators that are searched.
_MOST_SUMS = 20_000_000


class QuotientSearch:
    """The quotient of the heaps so far, learned from outcomes as L* learns an automaton.

    Generators are heaps that no sum of smaller ones stands for.  In the game of the generators,
    every heap that a move leaves is replaced by the sum that stands for it; outcomes of this game
    are searched.  Whether it is the right game is asked of the rule, by `Closure`: a sum where the
    answers of the quotient contradict each other shows a heap for which nothing may stand.

    Attributes
    ----------
    table, lost : arrays
        The products of elements, and which are lost.
    elements : list of int
        The element of each heap.
    words : list of tuple of int
        For each element a sum of generators.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self.table: types.Int64Array = np.zeros((1, 1), dtype=np.int64)
        self.lost: types.BoolArray = np.zeros(1, dtype=bool)
        self.elements: list[int] = []
        self.words: list[Heaps] = [()]
        self.closure: Closure = Closure(self.table, self.lost)
        self._left: list[list[Heaps]] = []  # what moves from each heap leave
        self._stands: list[Heaps] = []  # the sum of generators that stands for each heap
        self._generators: list[int] = []
        self._contexts: list[Heaps] = [()]
        self._known: dict[Heaps, bool] = {}
        self._found_rows: dict[Heaps, bytes] = {}
        self._game: HeapSums = HeapSums(0, -1, _MOST_SUMS)

    def add(self, left: Iterable[Heaps]) -> None:
        """Extend the quotient by a heap, of which moves leave these heaps."""
        heap = len(self._left)
        self._left.append(sorted(set(left)))
        if not self._left[heap]:
            self._stands.append(())
            self.elements.append(0)
            return
        values = sorted({self._product(parts) for parts in self._left[heap]})
        found = self.closure.absorbed(heap, values)
        if found is not None:
            self._stands.append(self.words[found])
            self.elements.append(found)
            return
        self._stands.append((heap,))
        self._generators.append(heap)
        self._new_game()
        self._contexts.append((heap,))
        while not self._learned(heap):
            pass

    def _product(self, heaps: Iterable[int]) -> int:
        x = 0
        for heap in heaps:
            x = int(self.table[x, self.elements[heap]])
        return x

    # -- the game of the generators -------------------------------------------------------------

    def _new_game(self) -> None:
        """Load the options of generators, in sums that stand for them."""
        options = {g: {self._stand(parts) for parts in self._left[g]} for g in self._generators}
        unit = next((g for g in self._generators if options[g] == {()}), -1)
        self._known = {}
        self._found_rows = {}
        self._game = HeapSums(0, unit, _MOST_SUMS)
        for g in self._generators:
            listed = sorted(options[g], key=len)
            ends = array("q", [0])
            for parts in listed:
                ends.append(ends[-1] + len(parts))
            self._game.load(g, ends, array("i", chain.from_iterable(listed)))

    def _stand(self, heaps: Iterable[int]) -> Heaps:
        return tuple(sorted(chain.from_iterable(self._stands[heap] for heap in heaps)))

    def _ask(self, words: Iterable[Heaps]) -> None:
        """Find the outcomes of sums of generators that are not known yet."""
        fresh = [word for word in dict.fromkeys(words) if word not in self._known]
        ends = array("q", [0])
        for word in fresh:
            ends.append(ends[-1] + len(word))
        given = ends, array("i", chain.from_iterable(fresh))
        if self._game.search(*given) < -1:
            raise GraphGameError(
                f"heap {len(self._left) - 1}: expected a quotient that {_MOST_SUMS} sums show, "
                "found none; ask for fewer heaps"
            )
        found = memoryview(self._game.losses(*given))
        self._known.update((word, bool(x)) for word, x in zip(fresh, found, strict=True))

    def _is_lost(self, word: Heaps) -> bool:
        if word not in self._known:
            self._ask([word])
        return self._known[word]

    def _rows(self, words: Sequence[Heaps]) -> list[bytes]:
        """Return the outcomes of each sum together with each context.

        Contexts are only ever added, so that rows found before are continued.
        """
        rows = [self._found_rows.get(word, b"") for word in words]
        sums = [
            [_sum(word, context) for context in self._contexts[len(row) :]]
            for word, row in zip(words, rows, strict=True)
        ]
        self._ask(chain.from_iterable(sums))
        known = self._known
        for i, (word, added) in enumerate(zip(words, sums, strict=True)):
            if added:
                rows[i] += bytes(map(known.__getitem__, added))
                self._found_rows[word] = rows[i]
        return rows

    # -- learning -------------------------------------------------------------------------------

    def _learned(self, heap: int) -> bool:
        """Find the elements anew; if they contradict the rule, learn from that and return False."""
        chosen, steps = self._closed(heap)
        if not self._is_monoid(chosen, steps):
            return False
        self._states(chosen, steps)
        self.elements = [self._follow(steps, 0, stand) for stand in self._stands]
        self.closure = Closure(self.table, self.lost)
        wrong: Heaps | None = None
        for other, left in enumerate(self._left):
            if left:
                values = sorted({self._product(parts) for parts in left})
                wrong = self.closure.extend(other, self.elements[other], values)
                if wrong is not None:
                    break
        if wrong is None:
            return True
        self._learn_from(wrong, steps)
        return False

    def _closed(self, heap: int) -> tuple[list[Heaps], list[dict[int, int]]]:
        """Return sums that differ, and the number of each together with each generator."""
        chosen: list[Heaps] = [()]
        index = {self._rows(chosen)[0]: 0}
        steps: list[dict[int, int]] = []
        for x in chosen:
            longer = [_sum(x, (g,)) for g in self._generators]
            found: dict[int, int] = {}
            for g, word, row in zip(self._generators, longer, self._rows(longer), strict=True):
                found[g] = index.setdefault(row, len(chosen))
                if found[g] == len(chosen):
                    chosen.append(word)
            steps.append(found)
            if len(chosen) > self.most:
                raise GraphGameError(
                    f"heap {heap}: expected at most {self.most} elements, found more: ask for "
                    "fewer heaps, or for more elements with most="
                )
        return chosen, steps

    @staticmethod
    def _follow(steps: list[dict[int, int]], x: int, word: Heaps) -> int:
        for g in word:
            x = steps[x][g]
        return x

    def _states(self, chosen: list[Heaps], steps: list[dict[int, int]]) -> None:
        self.words = chosen
        at = np.array([[found[g] for g in self._generators] for found in steps])
        column = {g: at[:, j] for j, g in enumerate(self._generators)}
        self.table = np.empty((len(chosen),) * 2, dtype=np.int64)
        for j, word in enumerate(chosen):
            self.table[:, j] = np.arange(len(chosen))
            for g in word:
                self.table[:, j] = column[g][self.table[:, j]]
        self._ask(chosen)
        self.lost = np.array([self._known[word] for word in chosen])

    def _is_monoid(self, chosen: list[Heaps], steps: list[dict[int, int]]) -> bool:
        """Return whether generators commute from every element; if not, add a context."""
        self.words = chosen
        for x in range(len(chosen)):
            for g in self._generators:
                for h in self._generators:
                    if g < h and steps[steps[x][g]][h] != steps[steps[x][h]][g]:
                        found = any(
                            self._refined(steps, (*chosen[x], *pair), context)
                            for pair in ((g, h), (h, g))
                            for context in [*self._contexts]
                        )
                        assert found
                        return False
        return True

    def _refined(self, steps: list[dict[int, int]], word: Heaps, after: Heaps = ()) -> bool:
        """Add a context if the elements say another outcome of a sum than the search."""
        x, true = 0, self._is_lost(_sum(word, after))
        for i, g in enumerate(word):
            rest = _sum(word[i + 1 :], after)
            x = steps[x][g]
            if self._is_lost(_sum(self.words[x], rest)) != true:
                self._contexts.append(rest)
                return True
        return False

    def _learn_from(self, heaps: Heaps, steps: list[dict[int, int]]) -> None:
        """Find what is wrong from a sum whose outcome is not what those of its options say."""
        options = [
            (*heaps[:i], *heaps[i + 1 :], *parts)
            for i, heap in enumerate(heaps)
            for parts in self._left[heap]
        ]
        for sum_ in (heaps, *options):
            if self._refined(steps, self._stand(sum_)):
                return
        # The elements are right in the game of the generators, which is not the game of the heaps:
        # put generators in the place of heaps one by one, until the contradiction ends.
        for i, heap in enumerate(heaps):
            if self._stands[heap] != (heap,):
                replaced = (*self._stand(heaps[: i + 1]), *heaps[i + 1 :])
                if self._is_right(replaced):
                    self._stands[heap] = (heap,)
                    self._generators = sorted([*self._generators, heap])
                    self._new_game()
                    return
        raise AssertionError("a contradiction without a heap that stands for others")

    def _is_right(self, heaps: Heaps) -> bool:
        """Return whether the outcome of a sum is what those of its options say."""
        options = {
            self._product((*heaps[:i], *heaps[i + 1 :], *parts))
            for i, heap in enumerate(heaps)
            for parts in self._left[heap]
        }
        lost = bool(self.lost[self._product(heaps)])
        return lost == bool(options and not self.lost[sorted(options)].any())


def _sum(x: Heaps, y: Heaps) -> Heaps:
    return tuple(sorted(x + y)) if x and y else x or y
