"""Codes of take-and-break games with any digits, as CGSuite writes them, and their rule.

A digit says into how many heaps the rest may be split.  0 to 9 and A to Z are sums of powers of 2,
bit j for j heaps; ``{2,3}`` lists numbers of heaps, ``{2+}`` means two or more, ``*`` any number,
and ``&40;`` is the number 40.  After a digit, ``!`` asks for heaps that all differ, ``?`` for heaps
that are not all equal, ``=`` for equal heaps; inside braces they are said of one number of heaps.
The last digits in brackets are repeated for ever.  Digits before the point are shifted: the last
one takes nothing, the one before it adds one token, and so on.

References
----------
A. N. Siegel, CGSuite 2.0, help page "game.heap.TakeAndBreak".
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator
from typing import Any, NamedTuple

from graphgame.arrays import types
from graphgame.errors import GraphGameError, TooLargeError
from graphgame.heaps.rules import _splitting
from graphgame.heaps.rules.interface import Rule
from graphgame.heaps.table import Table


class Digit(NamedTuple):
    """What may be left: a condition for each number of heaps.

    Attributes
    ----------
    counts : dict of int to {"", "!", "?", "="}
    more : {"", "!", "?", "="} or None
        The condition for more heaps than any of `counts`; None if there may not be more.
    """

    counts: dict[int, str]
    more: str | None


class Code(NamedTuple):
    """A code.

    Attributes
    ----------
    text : str
        The code as it is shown.
    added, digits : list of Digit
        ``digits[t]`` where t tokens are taken, ``added[t - 1]`` where t are added.
    period : int
        How many of the last digits are repeated for ever.
    """

    text: str
    added: list[Digit]
    digits: list[Digit]
    period: int


PLAIN = re.compile(r"\s*[0-9A-Fa-f]?\.[0-9A-Fa-f]*\s*")
_LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_TOKEN = re.compile(r"(?P<base>[0-9A-Z]|\*|\{[^{}]*\}|&[0-9]+;)(?P<mark>[!?=]?)")
# Digits 0 that say nothing, before others.
_ZEROS = re.compile(r"^(0[!?=]?)+(?=[^!?=])")
_COUNT = re.compile(r"([0-9]+)([!?=]?)")
# The most heaps that a digit may name, as in CGSuite.
_MOST_HEAPS = 63
# The kinds of ways, as in the kernel.
_KINDS = {"": 0, "!": 1, "?": 2}
_NONE, _ONE, _EQUAL, _EQUAL_MORE = 3, 4, 5, 6
# The most options that are listed.
_MOST_OPTIONS = 1 << 20


# -- from text to data ----------------------------------------------------------------------------


def parse(text: str) -> Code:
    """Read a code; raise an error that names what cannot be read."""
    code = "".join(text.split())
    code = code.upper() if code.isascii() else code  # other letters may become several
    before, point, after = code.partition(".")
    if not point or "." in after:
        raise GraphGameError(f"code: expected digits, one point and digits, got {text!r}")
    plain, _, repeated = after.partition("[")
    if "[" in after:
        if not repeated.endswith("]"):
            raise GraphGameError(f"code: expected ] at the end, got {text!r}")
        repeated = repeated[:-1]
    left = _digits(before or "0", text)
    first, last = _digits(plain, text), _digits(repeated, text)
    if "[" in after and not any(map(_is_some, last)):
        raise GraphGameError(f"code: expected a digit other than 0 in brackets, got {text!r}")
    digits, added = [left[-1], *first, *last], left[-2::-1]
    while not last and len(digits) > 1 and not _is_some(digits[-1]):
        digits.pop()
    while added and not _is_some(added[-1]):
        added.pop()
    for tokens, digit in enumerate([digits[0], *added]):
        _check_finite(digit, tokens, text)
    return Code(_written(_ZEROS.sub("", before) or "0", plain, repeated), added, digits, len(last))


def _is_some(digit: Digit) -> bool:
    return bool(digit.counts) or digit.more is not None


def _digits(part: str, text: str) -> list[Digit]:
    """Read the digits of a part of a code."""
    found, place = [], 0
    while place < len(part):
        token = _TOKEN.match(part, place)
        if token is None:
            raise GraphGameError(
                f"code: expected digits 0 to 9 and A to Z, {{…}}, * or &…; with !, ? or = behind "
                f"them, got {part[place]!r} in {text!r}"
            )
        found.append(_digit(token["base"], token["mark"], text))
        place = token.end()
    return found


def _digit(base: str, mark: str, text: str) -> Digit:
    if base == "*":
        return Digit({0: mark}, mark)
    if base[0] == "{":
        return _listed(base[1:-1], mark, text)
    bits = _number(base[1:-1]) if base[0] == "&" else _LETTERS.index(base)
    if bits >> (_MOST_HEAPS + 1):
        raise GraphGameError(f"code: expected at most {_MOST_HEAPS} heaps, got {base} in {text!r}")
    return Digit({j: mark for j in range(bits.bit_length()) if bits >> j & 1}, None)


def _listed(inner: str, mark: str, text: str) -> Digit:
    """Read numbers of heaps in braces."""
    numbers, plus = inner.removesuffix("+"), inner.endswith("+")
    counts: dict[int, str] = {}
    for part in numbers.split(","):
        read = _COUNT.fullmatch(part)
        if read is None or (read[2] and mark) or _number(read[1]) > _MOST_HEAPS:
            raise GraphGameError(
                f"code: expected numbers of heaps up to {_MOST_HEAPS} as in {{2,3}} or {{2+}}, "
                f"each with one of !, ? and = at most, got {{{inner}}}{mark} in {text!r}"
            )
        counts[_number(read[1])] = read[2] or mark
    return Digit(counts, counts[max(counts)] if plus else None)


def _number(text: str) -> int:
    """Return a number, or 2^64 for a greater one: of too many digits Python makes no integer."""
    return 1 << 64 if len(text.lstrip("0")) > 20 else int(text)


def _check_finite(digit: Digit, tokens: int, text: str) -> None:
    """Refuse a digit that leaves a heap as great as before: a game might never end.

    With j heaps left, the others hold j - 1 tokens at least, or 1 + … + (j - 1) where all differ.
    """
    if not _is_some(digit):
        return
    fewest = min(digit.counts)
    if _others(fewest, digit.counts[fewest]) <= tokens:
        needed = next(j for j in range(2, tokens + 3) if _others(j, digit.counts[fewest]) > tokens)
        what = f"adds {tokens}" if tokens else "takes nothing"
        raise GraphGameError(
            f"code: expected {needed} heaps at least left by the digit that {what}, so that each "
            f"is smaller than before, got {fewest} in {text!r}"
        )


def _others(heaps: int, mark: str) -> int:
    """Return the least number of tokens of all heaps that are left but the greatest."""
    return heaps * (heaps - 1) // 2 if mark == "!" else heaps - 1


def _written(before: str, plain: str, repeated: str) -> str:
    after = f"{plain}[{repeated}]" if repeated else plain.rstrip("0") or "0"
    return f"{before}.{after}"


# -- the rule -------------------------------------------------------------------------------------


def _is_free(code: Code) -> bool:
    """Return whether a code is finite and asks nothing of the heaps but their number."""
    digits = [*code.added, *code.digits]
    return not code.period and all(
        digit.more is None and not any(digit.counts.values()) for digit in digits
    )


class Breaking(Rule):
    """Take, or add, some tokens, and leave some number of heaps.

    The top of this file says what codes mean.
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
        self.free: bool = _is_free(code)
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
            _splitting.breaking(
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

    def work(self, values: types.Array, count: int) -> int:
        """Count the sums of every level and heap, 2 operations for each word of values."""
        words = 1 + int(max(memoryview(values)[:count])) // 64  # type: ignore[arg-type]
        levels = (self.most + 2) * max(1, self._ways(1)[1].bit_count())
        ways = len(self._ways(2 * count)[0]) // 3
        return count * (4 * count * levels * words + ways * words)

    def options(self, heaps: types.Int64Array) -> tuple[types.Int64Array, types.Int64Array]:
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

    def bounds(self) -> tuple[int, int] | None:
        """Return the length of the code and the most heaps, if only their number counts."""
        return (len(self.code.digits) - 1, self.parts) if self.free else None


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
