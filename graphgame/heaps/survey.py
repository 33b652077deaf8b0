"""What a long table of a heap game tells: its sparse space; and the standard form of a code."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from graphgame import checks
from graphgame.errors import GraphGameError
from graphgame.heaps.rules import _sparse
from graphgame.heaps.rules.interface import Rule
from graphgame.heaps.table import Known


class SparseSpace(NamedTuple):
    """The sparse space of a heap game, as papers on octal games give it.

    A heap is rare if its value has an even number of bits in common with the mask.  Where the
    parity of heaps counts, it is rare if that number and ``heap - parity`` are both even or both
    odd.

    Attributes
    ----------
    mask : int
        Of all masks, the least that makes the fewest heaps rare.
    parity : int or None
        That of the numbers that may be taken if two heaps are left; None where that of heaps does
        not count.
    rare : int
        How many of the heaps are rare, heap 0 with them.
    last_rare : int or None
        The last of them; None if there is none.
    greatest, greatest_heap : int
        The greatest value, and the first heap that has it.
    checked : int
        All this is said of the heaps from 0 to this one.

    See Also
    --------
    HeapGame.sparse_space

    References
    ----------
    E. R. Berlekamp, J. H. Conway and R. K. Guy, Winning Ways, chapter 4.  A. Flammenkamp, "Sparse-
    and Common-Positions of Sprague-Grundy Values of Octal-Games", for parities.

    Examples
    --------
    >>> import graphgame as gg
    >>> space = gg.octal("0.156").sparse_space(10_000)
    >>> hex(space.mask), space.rare, space.last_rare
    ('0x1b', 15, 357)
    """

    mask: int
    parity: int | None
    rare: int
    last_rare: int | None
    greatest: int
    greatest_heap: int
    checked: int


def sparse_space(rule: Rule, known: Known, n: int) -> SparseSpace:
    """Return the mask that makes the fewest heaps rare; see `HeapGame.sparse_space`."""
    if not rule.has_pairs:
        raise GraphGameError(
            f"sparse_space: expected a game whose moves leave two heaps at most, and some two, "
            f"got {rule.text}"
        )
    values, table = known.upto(checks.size(n, "n")), known.table
    table.widen(table.view[-1])
    mask, _, parity = rule.best_mask(table.values, len(values), table.width)
    rare, last, first = _sparse.census(values, len(values), mask, parity)
    return SparseSpace(
        mask,
        None if parity < 0 else parity,
        rare,
        None if last < 0 else last,
        values[first],
        first,
        len(values) - 1,
    )


# -- standard forms: octal codes of one game, and of games whose heaps are all one larger ----------


def standard_form(rule: Rule) -> tuple[str, int]:
    """Reduce an octal code, and say by how much heaps are smaller; see `HeapGame.standard_form`."""
    given = rule.given
    code = given[1].replace(".", "") if given[0] == "octal" else ""
    digits = [int(digit, 16) for digit in code]
    if not digits or max(digits) > 7:
        raise GraphGameError(f"standard_form: expected an octal code, got {rule.text}")
    form, shift = _reduced(digits)
    return f"{form[0]}.{''.join(map(str, form[1:]))}", shift


def _reduced(digits: Sequence[int]) -> tuple[tuple[int, ...], int]:
    """Reduce an octal code without changing values; return it, and by how much heaps are smaller.

    The value of heap n of the code is that of heap n - shift of the standard form, for n from
    `shift` on; smaller heaps are lost.

    Notes
    -----
    R. K. Guy and C. A. B. Smith, "The G-values of various games", 1956; E. R. Berlekamp, J. H.
    Conway and R. K. Guy, Winning Ways, chapter 4.  Two steps are repeated.  Moves are left out that
    lead to a value to which another move always leads: a heap is left where it could be left beside
    one of value 0, and no heap where a heap of value 0 can be.  And where heap 1 is lost, heaps of
    1 count as none: every heap is one smaller.
    """
    code, shift = _without_idle_moves(digits), 0
    while any(code) and not code[1] & 1:
        code, shift = _without_idle_moves(_smaller_heaps(code)), shift + 1
    return code, shift


def _without_idle_moves(digits: Sequence[int]) -> tuple[int, ...]:
    """Return the code without moves that change no value: first singles, then finals, ascending."""
    code = [*digits, *([0] * (2 - len(digits)))]
    g = _small_values(code)
    for t in range(len(code)):
        beside_lost = any(code[u] & 4 and g[t - u] == 0 for u in range(t))
        if beside_lost:
            code[t] &= ~2
    for t in range(1, len(code)):
        if code[t] & 1 and 0 in _options(code, g, t, finals=False):
            code[t] &= ~1
    while len(code) > 2 and code[-1] == 0:
        code.pop()
    return tuple(code)


def _smaller_heaps(code: Sequence[int]) -> list[int]:
    """Return the code for heaps that are one smaller: a heap of 1, which is lost, is left out.

    Two heaps that are t less together are, one smaller each, t + 1 less; one or both may be left
    out.
    """
    moved = [0] * (len(code) + 1)
    for t, digit in enumerate(code):
        if digit & 4:
            moved[t + 1] |= 7
        if digit & 2:
            moved[t] |= 3
        if digit & 1 and t > 1:
            moved[t - 1] |= 1
    return moved


def _small_values(code: Sequence[int]) -> list[int]:
    """Return the values of the heaps as long as the code."""
    g: list[int] = []
    for heap in range(len(code)):
        found = set(_options(code, g, heap))
        g.append(next(x for x in range(len(found) + 1) if x not in found))
    return g


def _options(
    code: Sequence[int], g: Sequence[int], heap: int, *, finals: bool = True
) -> Iterator[int]:
    """Yield the values of the options of a heap, without those that leave no heap if it says so."""
    for t, digit in enumerate(code[: heap + 1]):
        left = heap - t
        if finals and digit & 1 and left == 0:
            yield 0
        if digit & 2 and left:
            yield g[left]
        if digit & 4:
            yield from (g[a] ^ g[left - a] for a in range(1, left // 2 + 1))
