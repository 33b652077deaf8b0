"""Codes of take-and-break games with any digits, as CGSuite writes them: from text to data.

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
from collections import namedtuple

from graphgame.errors import GraphGameError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NamedTuple

    class Digit(NamedTuple):  # noqa: D101 -- below
        counts: dict[int, str]
        more: str | None

    class Code(NamedTuple):  # noqa: D101 -- below
        text: str
        added: list[Digit]
        digits: list[Digit]
        period: int

else:
    # typing.NamedTuple would load typing, a fifth of the start-up time of the command.
    Digit = namedtuple("Digit", "counts more")  # noqa: PYI024
    Code = namedtuple("Code", "text added digits period")  # noqa: PYI024

Digit.__doc__ = """What may be left: a condition for each number of heaps.

Attributes
----------
counts : dict of int to {"", "!", "?", "="}
more : {"", "!", "?", "="} or None
    The condition for more heaps than any of `counts`; None if there may not be more.
"""
Code.__doc__ = """A code.

Attributes
----------
text : str
    The code as it is shown.
added, digits : list of Digit
    ``digits[t]`` where t tokens are taken, ``added[t - 1]`` where t are added.
period : int
    How many of the last digits are repeated for ever.
"""

PLAIN = re.compile(r"\s*[0-9A-Fa-f]?\.[0-9A-Fa-f]*\s*")
_LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_TOKEN = re.compile(r"(?P<base>[0-9A-Z]|\*|\{[^{}]*\}|&[0-9]+;)(?P<mark>[!?=]?)")
# Digits 0 that say nothing, before others.
_ZEROS = re.compile(r"^(0[!?=]?)+(?=[^!?=])")
_COUNT = re.compile(r"([0-9]+)([!?=]?)")
# The most heaps that a digit may name, as in CGSuite.
_MOST_HEAPS = 63
_EMPTY = Digit({}, None)


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


def is_free(code: Code) -> bool:
    """Return whether a code is finite and asks nothing of the heaps but their number."""
    digits = [*code.added, *code.digits]
    return not code.period and all(
        digit.more is None and not any(digit.counts.values()) for digit in digits
    )
