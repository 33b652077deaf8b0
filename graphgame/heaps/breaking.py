"""The rule of a code with any digits: any number of heaps, that differ or are equal."""

from __future__ import annotations

from array import array

from graphgame.errors import TooLargeError
from graphgame.heaps import _breaking
from graphgame.heaps.digits import is_free
from graphgame.heaps.rules import Rule
from graphgame.heaps.windows import guy_smith

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from graphgame.heaps.digits import Code, Digit
    from graphgame.heaps.periods import Period
    from graphgame.heaps.table import Table
    from graphgame.types import Array, Int64Array

# The kinds of ways, as in the kernel.
_KINDS = {"": 0, "!": 1, "?": 2}
_NONE, _ONE, _EQUAL, _EQUAL_MORE = 3, 4, 5, 6
# The most options that are listed.
_MOST_OPTIONS = 1 << 20


class Breaking(Rule):
    """Take, or add, some tokens, and leave some number of heaps.

    See Also
    --------
    graphgame.heaps.digits : What codes mean.
    """

    general = True

    def __init__(self, code: Code) -> None:
        self.code = code
        self.text: str = f"octal({code.text!r})"
        self.name: str | None = None
        self.given: list[Any] = ["octal", code.text]
        self.spec: list[Any] | None = self.given
        digits = [*code.added, *code.digits]
        self.more: bool = any(d.more is not None for d in digits)
        self.most: int = max((j for d in digits for j in d.counts), default=0)
        self.parts: int = 64 if self.more else max(self.most, 1)
        self.free: bool = is_free(code)
        self.provable: bool = self.free and self.parts < 3
        self.bounded: bool = not code.added

    def digit(self, taken: int) -> Digit:
        """Return the digit for so many tokens taken, or added where it is negative."""
        code = self.code
        if taken < 0:
            return code.added[-taken - 1]
        if taken >= len(code.digits):
            taken = len(code.digits) - code.period + (taken - len(code.digits)) % code.period
        return code.digits[taken]

    def takes(self, upto: int) -> range:
        """Return the numbers that may be taken from heaps below `upto`."""
        last = upto if self.code.period else min(upto, len(self.code.digits))
        return range(-len(self.code.added), last)

    def _ways(self, upto: int) -> tuple[array[int], int]:
        """Return the ways of the kernel, and the kinds of sets that they need."""
        found, kinds = [], 0
        for taken in self.takes(upto):
            digit = self.digit(taken)
            for j, mark in digit.counts.items():
                kind = _NONE if j == 0 else _ONE if j == 1 else _KINDS.get(mark, _EQUAL)
                found.append((taken, kind, j))
            if digit.more is not None:
                first = max(digit.counts) + 1
                kind = _KINDS.get(digit.more, _EQUAL_MORE)
                if first == 1:
                    found.append((taken, _ONE, 1))
                    first = 2
                last = first if kind == _EQUAL_MORE else self.most + 2
                found += [(taken, kind, j) for j in range(first, last + 1)]
        for _, kind, _ in found:
            kinds |= 1 << kind if kind < _NONE else 0
        return array("i", [x for way in sorted(found) for x in way]), kinds

    def extend(self, table: Table, upto: int) -> None:
        """Add each heap to the sets of sums of values, when its value is known."""
        ways, kinds = self._ways(upto)
        while table.count < upto:
            table.widen(table.view[-1])
            _breaking.breaking(
                table.values,
                table.done,
                upto,
                ways,
                len(self.code.added),
                kinds,
                self.most + 3 if self.more else max(2, self.most + 1),
                self.more,
                max(table.width, 64),
            )

    def work(self, values: Array, count: int) -> int:
        """Count the sums of every level and heap, 2 operations for each word of values."""
        words = 1 + int(max(memoryview(values)[:count])) // 64  # type: ignore[arg-type]
        levels = (self.most + 2) * max(1, self._ways(1)[1].bit_count())
        ways = len(self._ways(2 * count)[0]) // 3
        return count * (4 * count * levels * words + ways * words)

    def options(self, heaps: Int64Array) -> tuple[Int64Array, Int64Array]:
        """Return the ways to leave the rest, by enumeration."""
        import numpy as np

        owners: list[int] = []
        rows: list[tuple[int, ...]] = []
        for place, heap in enumerate(heaps.tolist()):
            for left in self._left(heap):
                owners.append(place)
                rows.append(left)
            if len(rows) > _MOST_OPTIONS:
                raise TooLargeError(f"options: expected at most {_MOST_OPTIONS}, got more")
        width = max([2 * (self.parts > 1), 1, *map(len, rows)])
        table = np.zeros((len(rows), width), dtype=np.int64)
        for k, left in enumerate(rows):
            table[k, : len(left)] = left
        return np.array(owners, dtype=np.int64), table

    def _left(self, heap: int) -> Iterator[tuple[int, ...]]:
        """Yield what moves from a heap leave, each in descending order."""
        listed = 0
        for taken in self.takes(heap + 1) if heap else ():
            digit, rest = self.digit(taken), heap - taken
            marks = dict(digit.counts)
            if digit.more is not None:
                marks |= dict.fromkeys(range(max(marks) + 1, rest + 1), digit.more)
            for j, mark in marks.items():
                for left in _partitions(rest, j, mark):
                    yield left
                    listed += 1
                    if listed > _MOST_OPTIONS:
                        return

    def plain(self, most: int) -> dict[str, Any]:  # noqa: ARG002 -- as of all rules
        """Refuse: a page knows at most three heaps that are left."""
        raise TooLargeError(
            f"{self.text}: expected a code of digits up to F on a page; outcome() and "
            "winning_moves() answer for this game"
        )

    def proof(self, table: Table) -> Period | None:
        """Apply the theorem of Guy and Smith where nothing is asked of heaps but their number."""
        return guy_smith(table, self.parts, len(self.code.digits) - 1) if self.free else None


def _partitions(total: int, parts: int, mark: str) -> Iterator[tuple[int, ...]]:
    """Yield the ways to make so many heaps, none of them empty, in descending order."""
    if parts == 0 or total < parts:
        if parts == total == 0:
            yield ()
        return
    if parts == 1:
        yield (total,)
        return
    if mark == "=":
        if total % parts == 0:
            yield (total // parts,) * parts
        return
    step = mark == "!"
    # The heaps so far, descending; the next one is at most the last, and the rest must fit below.
    waiting: list[tuple[tuple[int, ...], int, int]] = [((), total, parts)]
    while waiting:
        heaps, rest, left = waiting.pop()
        most = heaps[-1] - step if heaps else rest
        if left == 1:
            if rest <= most and not (mark == "?" and rest == heaps[0]):
                yield (*heaps, rest)
            continue
        below = (left - 1) * left // 2 if step else left - 1
        chosen = range(-(-rest // left), min(most, rest - below) + 1)
        waiting += [((*heaps, heap), rest - heap, left - 1) for heap in chosen]
