"""The game of the generators of a misère quotient, of which the outcomes are searched."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain

import numpy as np

from graphgame import types
from graphgame.errors import GraphGameError
from graphgame.heaps.misere._search import HeapSums
from graphgame.heaps.misere.outcomes import Heaps, flat

# The most sums of generators that are searched.
MOST_SUMS = 20_000_000


class GeneratorGame:
    """The game in which each heap that is no generator is replaced by a sum of generators.

    The quotient of the smaller heaps is known, and tells the outcome of every sum without the
    greatest heap; so it does of a sum with one greatest heap from which a move leads to a lost sum.
    The other sums are searched.

    Attributes
    ----------
    left : list of list of tuple of int
        What moves from each heap leave.
    stands : list of tuple of int
        The sum of generators that stands for each heap.
    generators : list of int
    contexts : list of tuple of int
        The sums that are put beside others to see whether these differ.
    """

    def __init__(self) -> None:
        self.left: list[list[Heaps]] = []
        self.stands: list[Heaps] = []
        self.generators: list[int] = []
        self.contexts: list[Heaps] = [()]
        self._found_rows: dict[Heaps, bytes] = {}
        self._game: HeapSums = HeapSums(0, -1, MOST_SUMS)
        # The table of the quotient of smaller heaps, the elements of these, and what it tells.
        self._before: tuple[types.Int32Array, types.Int32Array, types.Int8Array] = (
            np.zeros((1, 1), dtype=np.int32),
            np.zeros(0, dtype=np.int32),
            np.zeros((2, 1), dtype=np.int8),
        )

    def begin(
        self,
        table: types.Int64Array,
        lost: types.BoolArray,
        elements: Sequence[int],
        values: Sequence[int],
    ) -> None:
        """Add the greatest heap as a generator, given the quotient of the smaller ones.

        Its moves leave sums with the elements `values`.
        """
        told = np.zeros((2, len(table)), dtype=np.int8)
        told[0] = lost
        told[1] = lost[table[values]].any(axis=0)
        self._before = table.astype(np.int32), np.array(elements, dtype=np.int32), told
        heap = len(self.left) - 1
        self.stands.append((heap,))
        self.contexts.append((heap,))
        self.load()

    def load(self) -> None:
        """Load the generators into a new search, after a heap came to stand for another sum."""
        self.generators = [heap for heap, word in enumerate(self.stands) if word == (heap,)]
        options = {g: self._options(g) for g in self.generators}
        unit = next((g for g in self.generators if options[g] == [()]), -1)
        self._found_rows = {}
        self._game = HeapSums(0, unit, MOST_SUMS)
        self._game.know(*self._before)
        for g in self.generators:
            self._game.load(g, *flat(options[g]))

    def load_heap(self, heap: int) -> None:
        """Load the options of a heap that is no generator, to compare it with its sum."""
        self._game.load(heap, *flat(self._options(heap)))

    def _options(self, heap: int) -> list[Heaps]:
        return sorted({self.stand(parts) for parts in self.left[heap]}, key=len)

    def stand(self, heaps: Iterable[int]) -> Heaps:
        """Return the generators that stand for some heaps."""
        return tuple(sorted(chain.from_iterable(self.stands[heap] for heap in heaps)))

    def was_equal(self, heap: int, word: Heaps) -> bool:
        """Return whether a heap and a sum are the same in the quotient of smaller heaps."""
        table, elements, _ = self._before
        x = 0
        for g in word:
            x = int(table[x, elements[g]])
        return x == int(elements[heap])

    def replace(self, heap: int, word: Heaps, sums: Sequence[Heaps]) -> list[Heaps]:
        """Replace a heap by a sum that stands for it, in the given sums too, which are returned."""

        def put(whole: Heaps) -> Heaps:
            return tuple(sorted(chain.from_iterable(word if g == heap else (g,) for g in whole)))

        self.stands[heap] = (heap,)
        self.stands = [put(x) for x in self.stands]
        self.contexts = list(dict.fromkeys(put(x) for x in self.contexts))
        return [put(x) for x in sums]

    def outcomes(self, words: Sequence[Heaps], contexts: Sequence[Heaps]) -> bytes:
        """Return which sums of generators are lost together with each context."""
        found = self._game.rows(*flat(words), *flat(contexts))
        if found is None:
            raise GraphGameError(
                f"heap {len(self.left) - 1}: expected a quotient that {MOST_SUMS} sums show, "
                "found none; ask for fewer heaps"
            )
        return bytes(memoryview(found))

    def is_lost(self, word: Heaps) -> bool:
        """Return whether a sum of generators is lost."""
        return self.outcomes([word], [()]) == b"\1"

    def differences(self, x: Heaps, y: Heaps, contexts: Sequence[Heaps]) -> list[Heaps]:
        """Return the contexts in which two sums have different outcomes."""
        m = len(contexts)
        rows = self.outcomes([x, y], contexts)
        pairs = zip(contexts, rows[:m], rows[m:], strict=True)
        return [context for context, a, b in pairs if a != b]

    def rows(self, words: Sequence[Heaps]) -> list[bytes]:
        """Return the outcomes of each sum together with each context.

        Contexts are only ever added, so that rows found before are continued.
        """
        found, contexts = self._found_rows, self.contexts
        behind: dict[int, list[Heaps]] = {}
        for word in words:
            behind.setdefault(len(found.get(word, b"")), []).append(word)
        for n, group in behind.items():
            if m := len(contexts) - n:
                rows = self.outcomes(group, contexts[n:])
                for i, word in enumerate(group):
                    found[word] = found.get(word, b"") + rows[m * i : m * (i + 1)]
        return [found[word] for word in words]


def added(x: Heaps, y: Heaps) -> Heaps:
    """Return two sums together."""
    return tuple(sorted(x + y))
