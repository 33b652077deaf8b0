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

    def __init__(self, table: Int64Array, lost: BoolArray) -> None:
        self._q: list[list[int]] = table.tolist()
        self._table, self._lost_array = table, lost
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
            return self._with_element(heap, z)
        return self._extended(heap, x, answers)

    def _with_element(self, heap: int, z: int) -> Heaps:
        reached: dict[int, Heaps] = {0: ()}
        for x, heaps in (waiting := [(0, ())]):
            for (y, _), other in self._kinds.items():
                if (xy := self._q[x][y]) not in reached:
                    reached[xy] = (*heaps, other)
                    waiting.append((xy, reached[xy]))  # type: ignore[arg-type]
        return (*reached[z], heap) if z in reached else (heap,)

    def answers(self, values: Sequence[int]) -> int:
        """Return the elements with which one of these values is lost."""
        return _bits(self._lost_array[self._table[list(values)]].any(axis=0))

    def _over(self, answers: int, y: int) -> int:
        """Return the z such that y z is among the answers."""
        found = self._divided.get((answers, y))
        if found is None:
            found, bit = 0, 1
            for p in self._q[y]:
                if answers >> p & 1:
                    found |= bit
                bit <<= 1
            self._divided[answers, y] = found
        return found

    def _extended(self, heap: int, x: int, answers: int) -> Heaps | None:
        if (x, answers) in self._kinds:
            return None
        kinds = self._kinds | {(x, answers): heap}
        least = [[*entries] for entries in self._least]
        waiting: list[Entry] = [(x, answers, (heap,))]
        waiting += [
            (self._q[y][x], self._over(more, x) | self._over(answers, y), (*heaps, heap))
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
            for (z, others), other in kinds.items():
                waiting.append(
                    (self._q[y][z], self._over(more, z) | self._over(others, y), (*heaps, other))
                )
        self._kinds, self._least = kinds, least
        return None


def _bits(flags: Any) -> int:
    return int.from_bytes(np.packbits(flags, bitorder="little").tobytes(), "little")
