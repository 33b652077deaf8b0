"""Standard forms: octal codes of one game, and of games whose heaps are all one larger."""

from __future__ import annotations

from collections.abc import Sequence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


def standard_form(digits: Sequence[int]) -> tuple[tuple[int, ...], int]:
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
