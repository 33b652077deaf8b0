"""The certificate of misère quotients: NumPy only, no kernel, no solver.

A claim is a multiplication table, a set of losing elements, an element for every heap, and perhaps
a period of these.  It is accepted only if it is the misère quotient; docs/decisions says why.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeAlias

import numpy as np

from graphgame.arrays import types
from graphgame.errors import VerificationError

# What each move from a heap leaves.
Options: TypeAlias = Callable[[int], Iterable[tuple[int, ...]]]


def verify_quotient(
    options: Options,
    table: Any,
    losing: Sequence[int],
    elements: Sequence[int],
    proof: tuple[int, int, int, int] | None = None,
    words: Sequence[Sequence[int]] | None = None,
) -> bool:
    """Check that a monoid is the misère quotient of a game on the heaps 0 to n.

    Parameters
    ----------
    options : function
        Returns for a heap the tuples of heaps that its moves leave.
    table : (k, k) array_like of int
        The products; element 0 is the identity.
    losing : sequence of int
        The elements whose positions are lost for the player to move.
    elements : sequence of int
        The element of each heap from 0 to n.
    proof : (n0, p, d, k), optional
        The claim that the elements of heaps from n0 on repeat with period p for ever, since moves
        take at most d and leave at most k heaps.
    words : sequence of sequence of int, optional
        For each element heaps that have it together.

    Returns
    -------
    bool
        True.

    Raises
    ------
    VerificationError
        If this is no commutative monoid, or the heaps do not generate it, or two elements answer
        alike in every sum, or an outcome is wrong in some sum, or a period is not proven, or a
        word has another element.

    Notes
    -----
    O(k³ + k m + k s h) time for m moves, h kinds of heaps and s least sets of answers.
    """
    q = np.asarray(table, dtype=np.int64)
    if q.ndim != 2 or q.shape[0] != q.shape[1] or not len(q):
        raise _refused(f"table: expected a square table of products, got {q.shape}")
    k = len(q)
    named = [*losing, *elements, *q.ravel().tolist()]
    if min(named) < 0 or max(named) >= k:
        raise _refused(f"elements: expected numbers from 0 to {k - 1}")
    _check_monoid(q)
    lost = np.zeros(k, dtype=bool)
    lost[list(losing)] = True
    _check_reduced(q, lost)
    _check_generated(q, elements)
    _check_outcomes(q, lost, elements, options)
    if proof is not None:
        _check_period(elements, options, *proof)
    if words is not None:
        _check_words(q, elements, words)
    return True


def _refused(message: str) -> VerificationError:
    place, _, found = message.partition(": ")
    return VerificationError(place, [], "the misère quotient", found)


def _check_words(
    q: types.Int64Array, elements: Sequence[int], words: Sequence[Sequence[int]]
) -> None:
    """Check that the heaps of each word have its element."""
    if len(words) != len(q):
        raise _refused(f"words: expected one for each of {len(q)} elements, got {len(words)}")
    for x, word in enumerate(words):
        found = 0
        for heap in word:
            if heap >= len(elements):
                raise _refused(f"words: expected heaps below {len(elements)}, got {heap}")
            found = int(q[found, elements[heap]])
        if found != x:
            raise _refused(f"words: expected heaps of element {x}, got {word} of element {found}")


def _check_monoid(q: types.Int64Array) -> None:
    k = len(q)
    if not np.array_equal(q[0], np.arange(k)):
        raise _refused("table: element 0 is not the identity")
    if not np.array_equal(q, q.T):
        raise _refused("table: products do not commute")
    for x in range(k):
        if not np.array_equal(q[q[x]], q[x][q]):
            raise _refused(f"table: products with element {x} do not associate")


def _check_reduced(q: types.Int64Array, lost: Any) -> None:
    rows = np.unique(lost[q], axis=0)
    if len(rows) < len(q):
        raise _refused(
            f"table: of {len(q)} elements only {len(rows)} differ in the outcome of some sum"
        )


def _check_generated(q: types.Int64Array, elements: Sequence[int]) -> None:
    reached, fresh = {0}, {0}
    generators = set(elements)
    while fresh:
        fresh = {int(q[x, g]) for x in fresh for g in generators} - reached
        reached |= fresh
    if len(reached) < len(q):
        raise _refused(f"elements: heaps reach {len(reached)} of {len(q)} elements")


def _check_outcomes(
    q: types.Int64Array, lost: Any, elements: Sequence[int], options: Options
) -> None:
    """Check the outcome of every sum.

    The answers of a position X are the elements z such that an option of X together with z is
    lost.  They are kept as the bits of an integer.
    """
    if lost[0]:
        raise _refused("losing: the empty position is won in misère play")
    k = len(q)
    kinds = set()
    for heap, x in enumerate(elements):
        values = set()
        for left in options(heap):
            value = 0
            for part in left:
                value = int(q[value, elements[part]])
            values.add(value)
        if not values:
            if x:
                raise _refused(f"heap {heap}: no move, but not the identity")
            continue
        answers = lost[q[sorted(values)]].any(axis=0)
        if (answers & lost[q[x]]).any():
            z = int((answers & lost[q[x]]).argmax())
            raise _refused(f"heap {heap}: with element {z}, a lost sum has a lost option")
        kinds.add((x, _bits(answers)))
    _check_won(q, lost, kinds, k)


def _check_won(q: types.Int64Array, lost: Any, kinds: set[tuple[int, int]], k: int) -> None:
    """Check that every position that is said to be won, and has options, has a lost one.

    `least[x]` holds the least sets of answers of the positions with element x: a position with
    more answers passes wherever one with fewer does, and so does every sum with it.
    """
    heaps = [y for y, _ in kinds]
    # Of each element x that is met: for each heap the z such that x z is among its answers.
    divided: dict[int, list[int]] = {}
    least: list[list[int]] = [[] for _ in range(k)]
    waiting = sorted(kinds)
    while waiting:
        x, answers = waiting.pop()
        if any(less & answers == less for less in least[x]):
            continue
        if not lost[x] and not answers & 1:
            raise _refused(f"element {x}: a sum that is said to be won has no lost option")
        least[x] = [more for more in least[x] if more & answers != answers] + [answers]
        if x not in divided:
            divided[x] = [_over(others, q[[x]])[0] for _, others in kinds]
        mine = _over(answers, q[heaps]) if heaps else []
        for y, left, right in zip(heaps, mine, divided[x], strict=True):
            waiting.append((int(q[x, y]), left | right))


def _over(answers: int, products: types.Int64Array) -> list[int]:
    """Return for each row, the products of an element y, the z such that y z is an answer."""
    k = products.shape[1]
    stored = np.frombuffer(answers.to_bytes(k // 8 + 1, "little"), dtype=np.uint8)
    flags = np.unpackbits(stored, bitorder="little")[products]
    rows = np.packbits(flags, axis=1, bitorder="little")
    return [int.from_bytes(row.tobytes(), "little") for row in rows]


def _check_period(
    elements: Sequence[int], options: Options, start: int, period: int, most: int, parts: int
) -> None:
    """Check that elements repeat for as long as the proof needs, and moves are as it says.

    From `first` on, the options of a heap have the elements of those a period before; so the heaps
    of one period behind it prove all others.
    """
    first = parts * start + (parts - 1) * period + most
    if start < 1 or period < 1 or len(elements) < first + period:
        raise _refused(
            f"period: from heap {start} on with period {period}, expected at least "
            f"{first + period} heaps, got {len(elements)}"
        )
    for heap in range(start, len(elements) - period):
        if elements[heap] != elements[heap + period]:
            raise _refused(f"heap {heap + period}: not the element of heap {heap}")
    allowed = None
    for heap in range(max(first, most + parts), len(elements)):
        found = {tuple(sorted(filter(None, left))) for left in options(heap)}
        ways = {(heap - sum(left), len(left)) for left in found}
        if any(taken < 0 or taken > most or n > parts for taken, n in ways):
            raise _refused(f"heap {heap}: a move takes more than {most}, or leaves too many heaps")
        full = {x for taken, n in ways for x in _splits(heap - taken, n)}
        if found != full or (allowed is not None and ways != allowed):
            raise _refused(f"heap {heap}: moves are not those of other heaps")
        allowed = ways


def _splits(total: int, parts: int, least: int = 1) -> Iterable[tuple[int, ...]]:
    """Yield the ways to make so many heaps, none of them empty, in ascending order."""
    if parts == 0:
        if total == 0:
            yield ()
    elif parts == 1:
        if total >= least:
            yield (total,)
    else:
        for heap in range(least, total // parts + 1):
            for rest in _splits(total - heap, parts - 1, heap):
                yield (heap, *rest)


def _bits(flags: Any) -> int:
    return sum(1 << z for z, flag in enumerate(flags.tolist()) if flag)
