"""The rules of Nim: for one position, integers of any size, and for many, arrays.

The public functions are those of `graphgame.nim`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set as AbstractSet
from functools import reduce
from itertools import combinations
from operator import or_, xor

from graphgame import checks
from graphgame.arrays import Later, read_only
from graphgame.errors import GraphGameError
from graphgame.line import Move
from graphgame.outcome import LOSE, WIN, Play

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any, TypeAlias

    import numpy as np

    from graphgame.outcome import Outcome
    from graphgame.types import AnyArray, Int8Array

    # What is known of a move when some digits are settled: the piles that it lowers, with their
    # sizes so far, and whether some pile is not 0 in these digits.
    Settled: TypeAlias = tuple[tuple[tuple[int, int], ...], bool]
else:
    np = Later("numpy")

# The size of a block of positions, in piles and at least in positions: 2^18 piles stay in the L2
# cache, 2^12 positions are worth the calls of NumPy.
_BLOCK_PILES = 1 << 18
_BLOCK_POSITIONS = 1 << 12


# -- the rules, for integers and for arrays -------------------------------------------------------
#
# A row is the size of one pile: an integer, or an array of uint64 with the sizes of this pile in
# many positions.  All functions here take either.  Differences of arrays are modulo 2^64, and are
# used only where they are right.


def _values(rows: Iterable[Any], modulus: Any) -> list[Any]:
    return [row if modulus is None else row % modulus for row in rows]


def _imbalance(values: Iterable[Any], k: int, misere: bool) -> Any:
    """Return 0 for LOSE, anything else for WIN."""
    # Bit b of digits[0], digits[1], … is the number of values with bit b, modulo k + 1, in binary:
    # all bits of a value are counted at once.
    digits: list[Any] = [0] * k.bit_length()
    modulus = [k + 1 >> j & 1 for j in range(len(digits))]
    union: Any = 0
    for value in values:
        union = union | value
        carry = value
        for j, digit in enumerate(digits):
            digits[j], carry = digit ^ carry, digit & carry
        if any(modulus):  # else k + 1 is a power of two, and the digits are those of 0 already
            full = value  # where the number has become k + 1
            for digit, one in zip(digits, modulus, strict=True):
                both = full & digit
                full = both if one else full ^ both
            digits = [
                digit ^ full if one else digit for digit, one in zip(digits, modulus, strict=True)
            ]
    if misere:
        digits[0] = digits[0] ^ (union < 2)
    return reduce(or_, digits)


def _targets(values: list[Any], misere: bool) -> list[Any]:
    """Return for each pile the value that makes the position a LOSE if no other pile changes."""
    total = reduce(xor, values, 0)
    if not misere:
        return [total ^ value for value in values]
    large = sum(value > 1 for value in values)
    return [total ^ value ^ (large - (value > 1) == 0) for value in values]


def _taken(source: Any, target: Any, modulus: Any, beyond: Any) -> Any:
    """Return how many to take to change the value `source` to `target`; 0 if that is impossible.

    If `beyond` is given, with arrays only, the modulus is 2^64 + `beyond`.
    """
    if beyond is not None:
        there = (target < source) | (target - source > beyond)  # or more than 2^64 - 1 are missing
        return (source - target + beyond * (target > source)) * there
    if modulus is None:
        return (source - target) * (target < source)
    there = (source < modulus) & (target < modulus)
    return (source - target + modulus * (target > source)) * there


def _all_taken(
    rows: Sequence[Any], misere: bool, modulus: Any, stairs: bool, beyond: Any = None
) -> list[Any]:
    """Return how many to take from each pile to win; 0, or more than it holds, if nothing wins."""
    values = _values(rows[::2] if stairs else rows, modulus)
    pairs = list(zip(values, _targets(values, misere), strict=True))
    if not stairs:
        return [_taken(value, target, modulus, beyond) for value, target in pairs]
    # From stairs 0, 2, … as from piles; from stairs 1, 3, … what the stair below lacks.
    return [
        _taken(*(pairs[i // 2][::-1] if i % 2 else pairs[i // 2]), modulus, beyond)
        for i in range(len(rows))
    ]


# -- one position, many positions -----------------------------------------------------------------


def outcome(
    positions: Any, play: str, *, k: Any = 1, most: Any = None, stairs: bool = False
) -> Outcome | Int8Array:
    """Return the outcome of one position, or the outcomes of many as an array."""
    read = _read(positions, "stairs" if stairs else "piles")
    misere, modulus = Play(play) is Play.MISERE, _modulus(most)
    width = len(read) if isinstance(read, list) else read.shape[1]
    k = min(checks.at_least_1(k, "k"), max(width, 1))  # more is no different
    step = 2 if stairs else 1
    if isinstance(read, list):
        return WIN if _imbalance(_values(read[::step], modulus), k, misere) else LOSE
    outcomes = np.empty(len(read), dtype=np.int8)
    for start, rows in _blocks(read):
        values = _values(rows[::step], _array_modulus(modulus))
        imbalance = _imbalance(values, k, misere)
        outcomes[start : start + rows.shape[1]] = np.where(imbalance == 0, LOSE, WIN)
    return read_only(outcomes)


def winning_moves(
    positions: Any, play: str, *, most: Any = None, stairs: bool = False
) -> list[Move[int]] | tuple[AnyArray, AnyArray, AnyArray]:
    """Return the winning moves of one position as a list, or those of many as three arrays."""
    read = _read(positions, "stairs" if stairs else "piles")
    misere, modulus = Play(play) is Play.MISERE, _modulus(most)
    if isinstance(read, list):
        taken = _all_taken(read, misere, modulus, stairs)
        return [
            Move(i, size - less)
            for i, (size, less) in enumerate(zip(read, taken, strict=True))
            if 0 < less <= size
        ]
    pieces = [(np.empty(0, np.intp), np.empty(0, np.intp), np.empty(0, read.dtype))]
    for start, rows in _blocks(read):
        if len(rows) == 0:
            continue
        bounds = _array_modulus(modulus), stairs, _beyond(modulus)
        less = np.stack(_all_taken(list(rows), misere, *bounds))
        position, pile = np.nonzero(((less > 0) & (less <= rows)).T)
        sizes = (rows - less)[pile, position].astype(read.dtype)
        pieces.append((position + start, pile, sizes))
    position, pile, sizes = map(np.concatenate, zip(*pieces, strict=True))
    return read_only(position), read_only(pile), read_only(sizes)


def _blocks(positions: AnyArray) -> Iterator[tuple[int, AnyArray]]:
    """Return the positions block by block: the first one, and a row of uint64 for each pile."""
    step = max(_BLOCK_PILES // max(positions.shape[1], 1), _BLOCK_POSITIONS)
    for start in range(0, len(positions), step):
        yield start, np.ascontiguousarray(positions[start : start + step].T, dtype=np.uint64)


def _array_modulus(modulus: int | None) -> Any:
    # No pile of 64 bits is greater than 2^64 - 1: a greater bound is none.
    return None if modulus is None or modulus >= 1 << 64 else np.uint64(modulus)


def _beyond(modulus: int | None) -> Any:
    # But a stair and the coins from the stair above may be more together, up to 2^65 - 2.
    if modulus is None or not 1 << 64 <= modulus < 1 << 65:
        return None
    return np.uint64(modulus - (1 << 64))


# -- Moore's Nim: all moves ----------------------------------------------------------------------


def moore_moves(piles: Any, k: Any, play: str) -> Iterator[tuple[Move[int], ...]]:
    """Iterate over the winning moves of a position of Moore's Nim."""
    read = _read(piles, "piles")
    if not isinstance(read, list):
        raise GraphGameError(f"piles: expected one position, got an array of shape {read.shape}")
    most = min(checks.at_least_1(k, "k"), max(len(read), 1))
    return _settle_all(read, most, Play(play) is Play.MISERE)


def _settle_all(piles: list[int], k: int, misere: bool) -> Iterator[tuple[Move[int], ...]]:
    top = max(piles, default=0).bit_length()
    # A depth-first search: for every digit from the highest to the current one, an iterator over
    # the ways to settle it after those above it.  Each way is taken once, and they are finitely
    # many.
    path = [_settle(piles, k, misere, top - 1, (), False)] if top else []
    while path:
        settled = next(path[-1], None)
        if settled is None:
            path.pop()
        elif len(path) < top:
            path.append(_settle(piles, k, misere, top - 1 - len(path), *settled))
        elif settled[0]:  # a move lowers something
            yield tuple(Move(*pair) for pair in sorted(settled[0]))


def _settle(
    piles: list[int],
    k: int,
    misere: bool,
    digit: int,
    lowered: tuple[tuple[int, int], ...],
    high: bool,
) -> Iterator[Settled]:
    """Return the ways to settle a digit: the lowered piles, and if some pile is not 0 so far."""
    changed = {pile for pile, _ in lowered}
    ones = [i for i, size in enumerate(piles) if size >> digit & 1 and i not in changed]
    wanted = int(misere and digit == 0 and not high)  # the number of ones, modulo k + 1
    for drops in range(min(len(ones), k - len(lowered)) + 1):
        kept = len(ones) - drops
        raised = (wanted - kept) % (k + 1)
        if raised > len(lowered):
            continue
        for dropped in combinations(ones, drops):
            # The digits above this one are those of the pile.
            new = tuple((i, (piles[i] >> digit) - 1 << digit) for i in dropped)
            for chosen in combinations(lowered, raised):
                marked = tuple(
                    (pile, size | 1 << digit) if (pile, size) in chosen else (pile, size)
                    for pile, size in lowered
                )
                yield marked + new, high or kept + raised > 0


# -- what comes in --------------------------------------------------------------------------------


def _read(piles: Any, what: str) -> list[int] | AnyArray:
    """Return one position as a list of integers, or many as an array, a row each."""
    if isinstance(piles, Mapping | AbstractSet | str | bytes) or not isinstance(piles, Iterable):
        found = f"{piles!r} of type {type(piles).__name__}"
        raise GraphGameError(f"{what}: expected a list of integers, got {found}")
    piles = checks.unviewed(piles)
    if not hasattr(piles, "__array__"):
        items = list(piles)
        if not items or not isinstance(items[0], Iterable):
            return checks.sizes(items, what)
        return _rows(items, what)
    array = checks.as_array(piles, what)
    return checks.sizes(array.tolist(), what) if array.ndim == 1 else _rows(array, what)


def _rows(items: Any, what: str) -> AnyArray:
    if isinstance(items, list):
        lengths = {len(row) if hasattr(row, "__len__") else -1: i for i, row in enumerate(items)}
        if len(lengths) > 1:
            (_, one), (_, other) = sorted(lengths.items())[:2]
            raise GraphGameError(
                f"{what}: expected rows of one length, one for each position, "
                f"got {items[one]!r} in row {one} and {items[other]!r} in row {other}"
            )
    array = checks.unsigned(items, what)
    if array.ndim != 2:
        raise GraphGameError(
            f"{what}: expected one position or rows of positions, got shape {array.shape}"
        )
    if array.size and array.min() < 0:
        place = [int(i) for i in divmod(int((array < 0).argmax()), array.shape[1])]
        found = array[tuple(place)]
        raise GraphGameError(f"{what}{place}: expected an integer from 0 on, got {found}")
    return array


def _modulus(most: Any) -> int | None:
    """Return the modulus of values if the number that a move takes is bounded, else None."""
    return None if most is None else checks.at_least_1(most, "most") + 1
