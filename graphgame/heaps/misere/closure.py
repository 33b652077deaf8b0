"""The outcomes that a quotient says, compared with the rule for all sums at once."""

from __future__ import annotations

import numpy as np

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from graphgame.heaps.misere.search import Heaps
    from graphgame.types import BoolArray, Int64Array

    # Of a position: its element, its answers, and heaps that make it.
    Entry = tuple[int, int, Heaps]


class Closure:
    """The least sets of answers of the sums of some heaps, see `verify_quotient`.

    The answers of a position are the elements z such that an option of it together with z is lost,
    as the bits of an integer.
    """

    def __init__(self, table: Int64Array, lost: BoolArray, words: Sequence[Heaps]) -> None:
        self._q: list[list[int]] = table.tolist()
        self._table, self._lost_array, self._words = table, lost, words
        self._lost: list[bool] = lost.tolist()
        self._lost_with = [_bits(lost[row]) for row in table]
        self._kinds: dict[tuple[int, int], int] = {}
        self._least: list[list[tuple[int, Heaps]]] = [[] for _ in self._q]
        self._divided: dict[tuple[int, int], int] = {}

    def absorbed(self, heap: int, values: Sequence[int]) -> int | None:
        """Return the element that a new heap has, and take it in; None if there is none."""
        answers = self.answers(values)
        known = [x for x, bits in self._kinds if bits == answers]
        candidates: list[int] = [*known, *range(len(self._q))]
        for x in candidates:
            if not answers & self._lost_with[x] and self._extended(heap, x, answers) is None:
                return x
        return None

    def extend(self, heap: int, x: int, values: Sequence[int]) -> Heaps | None:
        """Add a heap with its element, or return a sum whose outcome is wrong."""
        answers = self.answers(values)
        wrong = answers & self._lost_with[x]
        if wrong:
            z = (wrong & -wrong).bit_length() - 1
            return (*self._words[z], heap)
        return self._extended(heap, x, answers)

    def answers(self, values: Sequence[int]) -> int:
        """Return the elements with which one of these values is lost."""
        return _bits(self._lost_array[self._table[list(values)]].any(axis=0))

    def _over(self, answers: int, elements: Sequence[int]) -> list[int]:
        """Return for each of some elements y the z such that y z is among the answers."""
        k = len(self._q)
        packed = np.frombuffer(answers.to_bytes((k + 7) // 8, "little"), dtype=np.uint8)
        flags = np.unpackbits(packed, count=k, bitorder="little")
        rows = np.packbits(flags[self._table[elements]], axis=1, bitorder="little")
        return [int.from_bytes(row.tobytes(), "little") for row in rows]

    def _extended(self, heap: int, x: int, answers: int) -> Heaps | None:
        if (x, answers) in self._kinds:
            return None
        kinds = self._kinds | {(x, answers): heap}
        others, found = [z for z, _ in kinds], [*kinds.values()]
        least = [[*entries] for entries in self._least]
        added: dict[int, list[int]] = {}
        waiting: list[Entry] = [(x, answers, (heap,))]
        mine = self._over(answers, range(len(least)))
        waiting += [
            (self._q[y][x], self._over(more, [x])[0] | mine[y], (*heaps, heap))
            for y, entries in enumerate(least)
            for more, heaps in entries
        ]
        while waiting:
            y, more, heaps = waiting.pop()
            if any(less & more == less for less, _ in least[y]):
                continue
            if not self._lost[y] and not more & 1:
                return heaps
            least[y] = [e for e in least[y] if e[0] & more != more]
            least[y].append((more, heaps))
            if y not in added:
                added[y] = [self._divide(bits, y) for _, bits in kinds]
            for z, left, right, other in zip(
                others, self._over(more, others), added[y], found, strict=True
            ):
                waiting.append((self._q[y][z], left | right, (*heaps, other)))
        self._kinds, self._least = kinds, least
        return None

    def _divide(self, answers: int, y: int) -> int:
        found = self._divided.get((answers, y))
        if found is None:
            found = self._divided[answers, y] = self._over(answers, [y])[0]
        return found


def _bits(flags: Any) -> int:
    return int.from_bytes(np.packbits(flags, bitorder="little").tobytes(), "little")
