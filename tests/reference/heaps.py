"""Heap games, slowly and word for word from the definitions: options, mex, sums, misère play.

A game is a function from one heap to its options, each a tuple of the heaps that are left, in
descending order.
"""

from __future__ import annotations

from functools import cache, reduce
from operator import xor
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Sequence

    Heaps = tuple[int, ...]
    Options = Callable[[int], set[Heaps]]


def descending(heaps: Iterable[int]) -> Heaps:
    return tuple(sorted((heap for heap in heaps if heap), reverse=True))


def taking(allowed: Callable[[int], bool]) -> Options:
    """Take any number that is allowed."""
    return lambda heap: {descending([heap - t]) for t in range(1, heap + 1) if allowed(t)}


def subtraction(numbers: Collection[int]) -> Options:
    return taking(lambda t: t in numbers)


def all_but(numbers: Collection[int]) -> Options:
    return taking(lambda t: t not in numbers)


def partitions(total: int, parts: int, most: int | None = None) -> set[Heaps]:
    """Return the ways to make so many heaps, none of them empty, of a total."""
    most = total if most is None else most
    if parts == 0:
        return {()} if total == 0 else set()
    return {
        (first, *rest)
        for first in range(1, min(total, most) + 1)
        for rest in partitions(total - first, parts - 1, first)
    }


def code(digits: Sequence[int]) -> Options:
    """Take t and leave j heaps wherever bit j of digit t is set."""

    def options(heap: int) -> set[Heaps]:
        return {
            left
            for t, digit in enumerate(digits)
            if t <= heap
            for j in range(4)
            if digit >> j & 1
            for left in partitions(heap - t, j)
        }

    return options


def octal(text: str) -> Options:
    before, _, after = text.partition(".")
    return code([int(digit, 16) for digit in before + after])


def grundys_game(heap: int) -> set[Heaps]:
    return {(a, b) for a, b in partitions(heap, 2) if a != b}


def couples_are_forever(heap: int) -> set[Heaps]:
    return set() if heap == 2 else partitions(heap, 2)


def laskers_nim(heap: int) -> set[Heaps]:
    return partitions(heap, 2) | {descending([k]) for k in range(heap)}


def mex(values: Iterable[int]) -> int:
    taken, x = set(values), 0
    while x in taken:
        x += 1
    return x


def values(options: Options, n: int) -> list[int]:
    """Return the Grundy values of heaps 0 to n."""
    g: list[int] = []
    for heap in range(n + 1):
        g.append(mex(reduce(xor, (g[k] for k in left), 0) for left in options(heap)))
    return g


def after(heaps: Heaps, options: Options) -> set[Heaps]:
    """Return the sums that one move leads to."""
    return {
        descending([*heaps[:i], *left, *heaps[i + 1 :]])
        for i, heap in enumerate(heaps)
        for left in options(heap)
    }


def wins(options: Options, *, misere: bool) -> Callable[[Heaps], bool]:
    """Return the function that says whether the player to move wins a sum, by trying every move."""

    @cache
    def win(heaps: Heaps) -> bool:
        nexts = after(heaps, options)
        return misere if not nexts else any(not win(left) for left in nexts)

    return win


def is_periodic(g: Sequence[int], preperiod: int, period: int, saltus: int) -> bool:
    """Say whether a table repeats from the pre-period on."""
    return all(g[n + period] == g[n] + saltus for n in range(preperiod, len(g) - period))


def least_period(g: Sequence[int], saltus_allowed: bool) -> tuple[int, int, int] | None:
    """Find the least period that at least half of a table has: (preperiod, period, saltus)."""
    for period in range(1, len(g) // 4):
        saltus = g[-1] - g[-1 - period]
        if saltus and not saltus_allowed:
            continue
        n = len(g) - period
        while n > 0 and g[n - 1 + period] == g[n - 1] + saltus:
            n -= 1
        if n <= len(g) // 2:
            return n, period, saltus
    return None


LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def read_digits(text: str) -> list[list[tuple[range | int, str]]]:
    """Read digits of any kind: for each, numbers of heaps (or a range of them) with their marks."""
    found: list[list[tuple[range | int, str]]] = []
    while text:
        if text[0] == "*":
            base: list[tuple[range | int, str]] = [(range(10**6), "")]
            text = text[1:]
        elif text[0] == "{":
            inner, text = text[1:].split("}", 1)
            items = inner.rstrip("+").split(",")
            base = [(int(item.rstrip("!?=")), item[len(item.rstrip("!?=")) :]) for item in items]
            if inner.endswith("+"):
                j, mark = max(base)
                base.append((range(int(j) + 1, 10**6), mark))  # type: ignore[arg-type]
        else:
            if text[0] == "&":
                bits, text = text[1:].split(";", 1)
            else:
                bits, text = str(LETTERS.index(text[0])), text[1:]
            base = [(j, "") for j in range(64) if int(bits) >> j & 1]
        if text[:1] in ("!", "?", "="):
            base, text = [(j, text[0]) for j, _ in base], text[1:]
        found.append(base)
    return found


def is_marked(heaps: Heaps, mark: str) -> bool:
    """Return whether heaps are all different, not all equal, or all equal, as a mark asks."""
    if mark == "" or len(heaps) < 2:
        return True
    kinds = len(set(heaps))
    return {"!": kinds == len(heaps), "?": kinds > 1, "=": kinds == 1}[mark]


def any_code(text: str) -> Options:
    """Take, or add, tokens as a code with any digits says."""
    before, after = text.split(".")
    plain, _, repeated = after.rstrip("]").partition("[")
    left, first, turn = read_digits(before), read_digits(plain), read_digits(repeated)
    ways = {-t: digit for t, digit in enumerate(reversed(left))}
    ways |= {1 + t: digit for t, digit in enumerate(first)}

    def options(heap: int) -> set[Heaps]:
        own = dict(ways)
        if turn:
            own |= {
                t: turn[(t - 1 - len(first)) % len(turn)] for t in range(1 + len(first), heap + 1)
            }
        return {
            heaps
            for t, digit in own.items()
            if heap > 0 and t <= heap
            for counts, mark in digit
            for j in ([counts] if isinstance(counts, int) else counts[: heap - t + 1])
            for heaps in partitions(heap - t, j)
            if is_marked(heaps, mark)
        }

    return options
