"""The quantities that entries may be a function of: indices, their sums, their bits."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import reduce
from itertools import combinations
from operator import add, xor
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

Array: TypeAlias = npt.NDArray[Any]
Ranges: TypeAlias = tuple[range, ...]

# The names of the indices, by how many there are.
NAMES = {1: "n", 2: "ij", 3: "ijk"}


@dataclass(frozen=True)
class Base:
    """What the entries may be a function of.

    Attributes
    ----------
    text, operand : str
        Its name, and its name as an operand of mod or xor, with {i}, {j} and {k} for the indices.
    rule : function
        Of as many indices as the table has: integers, or arrays that broadcast.
    cost : int
        What it adds to the cost of a form.
    """

    text: str
    operand: str
    rule: Callable[..., Any]
    cost: int = 0


def indices(ranges: Ranges) -> tuple[Array, ...]:
    """Return the indices as arrays that broadcast to the shape of the table."""
    dtype = index_type(ranges)
    return np.ix_(*(np.arange(r.start, r.stop).astype(dtype) for r in ranges))


def index_type(ranges: Ranges) -> Any:
    """Return int64, or object for Python's integers where products of indices may overflow."""
    large = any(max(abs(r.start), abs(r.stop)) > 1 << 30 for r in ranges)
    return object if large else np.int64


def bases(ranges: Ranges) -> Iterator[tuple[Base, Array]]:
    """Return the quantities that entries may depend on, each with its value at every entry."""
    index = indices(ranges)
    for base in _BASES[len(ranges)]:
        yield base, base.rule(*index)
    n = index[0]
    if len(ranges) == 1 and n.dtype != object and ranges[0].start >= 0:
        for name, rule in _BITS:
            text = f"({name} {{i}})"
            if ranges[0].start > 0 or rule is not zero_bits:
                yield Base(f"{name} {{i}}", text, rule, 1), rule(n)


def names(base: Base, *index: str) -> tuple[str, str]:
    """Return the text and the operand of a base for these names of the indices."""
    named = dict(zip("ijk", index, strict=False))
    return base.text.format(**named), base.operand.format(**named)


# -- bits: of integers, or of arrays of integers from 0 to 2^62 -----------------------------------


def bit_count(n: Any) -> Any:
    """Count the bits that are set."""
    if isinstance(n, int):
        return n.bit_count()
    total = np.zeros_like(n)
    for place in range(int(n.max(initial=0)).bit_length()):
        total += n >> place & 1
    return total


def bit_length(n: Any) -> Any:
    """Return the number of binary digits."""
    if isinstance(n, int):
        return n.bit_length()
    return sum(((n >> place) > 0).astype(np.int64) for place in range(int(n.max()).bit_length()))


def zero_bits(n: Any) -> Any:
    """Count the zero bits at the end of a positive integer."""
    return bit_count((n & -n) - 1)


def one_bits(n: Any) -> Any:
    """Count the ones at the end."""
    return zero_bits(n + 1)


_BITS: tuple[tuple[str, Callable[[Any], Any]], ...] = (
    ("bit count of", bit_count),
    ("trailing zero bits of", zero_bits),
    ("trailing one bits of", one_bits),
    ("bit length of", bit_length),
)


# -- one to three indices -------------------------------------------------------------------------


def _placed(d: int, places: tuple[int, ...], rule: Callable[..., Any]) -> Callable[..., Any]:
    """Return the rule of some of d indices as one of all, which broadcasts to the whole table."""
    others = [p for p in range(d) if p not in places]
    return lambda *index: rule(*(index[p] for p in places)) + sum(0 * index[p] for p in others)


def _all(operation: Callable[[Any, Any], Any]) -> Callable[..., Any]:
    return lambda *index: reduce(operation, index)


def _joint(d: int) -> Iterator[Base]:
    """Yield what is made of several indices: of all of them first."""
    for size in range(d, 1, -1):
        for places in combinations(range(d), size):
            terms = [f"{{{'ijk'[p]}}}" for p in places]
            for text, rule in (
                (" + ".join(terms), _all(add)),
                ("|{} - {}|".format(*terms) if size == 2 else "", lambda x, y: abs(x - y)),
                ("{} - {}".format(*terms) if size == 2 else "", lambda x, y: x - y),
                (" xor ".join(terms), _all(xor)),
                (f"min({', '.join(terms)})", _all(np.minimum)),
                (f"max({', '.join(terms)})", _all(np.maximum)),
            ):
                if text:
                    bare = text[0] in "|m"
                    yield Base(text, text if bare else f"({text})", _placed(d, places, rule))


_BASES = {
    1: (Base("{i}", "{i}", lambda i: i),),
    **{
        d: (
            *(
                Base(f"{{{'ijk'[p]}}}", f"{{{'ijk'[p]}}}", _placed(d, (p,), lambda x: x))
                for p in range(d)
            ),
            *_joint(d),
        )
        for d in (2, 3)
    },
}
