"""Searches in misère play: what a rule says of its heaps, for the kernel."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from typing import Protocol, TypeAlias

from graphgame import checks
from graphgame.errors import ExplorationLimitError, GraphGameError, TooLargeError
from graphgame.heaps.misere._search import HeapSums

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from graphgame._kernel.buffer import Buffer


# Heaps up to this one are compared: those without options are left out of sums, others stand for
# greater ones with the same options.  Any number of such heaps may lie about.
_COMPARED = 64
# What the kernel returns in place of a heap.
_DONE, _FULL = -1, -2


Heaps: TypeAlias = tuple[int, ...]  # in ascending order


class HeapRules(Protocol):
    """The rules of a game with heaps, where a move changes one heap."""

    def options(self, heap: int, /) -> Iterable[tuple[int, ...]]:
        """Return for each move from a heap the heaps that it leaves in its place."""
        ...


class Search:
    """Sums of the heaps of a rule, and what is known of them.

    Parameters
    ----------
    rule : object with ``options(heap)``
    largest : int
        The greatest heap.
    digits : int
        0 for outcomes, else how many digits of a genus are found.
    limit : int
        The most sums.
    """

    def __init__(self, rule: HeapRules, largest: int, limit: int, digits: int = 0) -> None:
        self._moves = checked_moves(rule)
        self._limit = limit
        self._stands: dict[int, int] = {0: 0}  # the least heap that has the same options
        self._unit = -1  # the least heap that is one of Nim of size 1
        met: dict[frozenset[Heaps], int] = {frozenset(): 0}
        for heap in range(1, min(largest, _COMPARED) + 1):
            options = frozenset(self._canonical(parts) for parts in self._moves(heap))
            self._stands[heap] = met.setdefault(options, heap)
            if options == {()}:
                self._unit = self._stands[heap]
        self.sums: HeapSums = HeapSums(digits, self._unit, limit)

    def _canonical(self, heaps: Iterable[int]) -> Heaps:
        """Return heaps that are equal to these, none of them 0, in ascending order.

        Two heaps that are Nim of size 1 are nothing together, in misère play too.
        """
        stands = self._stands
        left = sorted([x for heap in heaps if (x := stands.get(heap, heap))])
        if left.count(self._unit) > 1:
            units = left.count(self._unit)
            left = sorted([x for x in left if x != self._unit] + [self._unit] * (units % 2))
        return tuple(left)

    def solve(self, positions: Iterable[Iterable[int]]) -> tuple[array[int], array[int]]:
        """Solve sums, and return them as the kernel takes them."""
        given = _flat([self._canonical(heaps) for heaps in positions])
        while (wanted := self.sums.search(*given)) != _DONE:
            if wanted == _FULL:
                counts = self.sums.count + 1, self.sums.expanded, self.sums.moves
                raise ExplorationLimitError(self._limit, *counts)
            if wanted < 0:
                raise TooLargeError("heaps: expected values below 65535, found a greater one")
            found = dict.fromkeys(self._canonical(parts) for parts in self._moves(wanted))
            # Moves that leave no great heap first: the sums they lead to are soon solved.
            self.sums.load(wanted, *_flat(sorted(found, key=_greatest)))
        return given

    def lost(self, positions: Iterable[Iterable[int]]) -> list[bool]:
        """Return which sums are lost."""
        return [*map(bool, memoryview(self.sums.losses(*self.solve(positions))))]

    def digits(self, positions: Iterable[Iterable[int]]) -> tuple[Buffer, Buffer]:
        """Return the digits of the genera of sums, and where they begin to repeat."""
        return self.sums.genera(*self.solve(positions))


def _greatest(heaps: Heaps) -> int:
    return heaps[-1] if heaps else 0


def _flat(positions: list[Heaps]) -> tuple[array[int], array[int]]:
    ends, heaps = array("q", [0]), array("i")
    for position in positions:
        heaps.extend(position)
        ends.append(len(heaps))
    return ends, heaps


def refuse_large(heaps: list[int], what: str, limit: int) -> None:
    """Refuse heaps beyond the limit of positions: their options alone may fill the memory."""
    if max(heaps, default=0) > limit:
        raise TooLargeError(
            f"{what}: expected heaps of at most {limit}, which is the limit of positions, "
            f"got {checks.shown(max(heaps))}"
        )


def checked_moves(rule: HeapRules) -> Callable[[int], tuple[Heaps, ...]]:
    """Return the function that asks the rule for what moves from a heap leave, and checks it."""
    options = getattr(rule, "options", None)
    if not callable(options):
        raise GraphGameError(
            f"rule: expected an object with options(heap), got {type(rule).__name__}"
        )

    def moves(heap: int) -> tuple[Heaps, ...]:
        what = f"options({heap})"
        found = options(heap)
        if not isinstance(found, Iterable):
            raise GraphGameError(f"{what}: expected a list of tuples of heaps, got {found!r}")
        checks.refuse_counts(found, what)
        checked = []
        for left in found:
            checks.refuse_uncounted(left, what)
            if not isinstance(left, Iterable):
                raise GraphGameError(f"{what}: expected tuples of heaps, got {left!r}")
            parts = tuple(checks.sizes(left, what))
            if max(parts, default=0) >= heap:
                raise GraphGameError(f"{what}: expected smaller heaps, got {parts}")
            checked.append(parts)
        return tuple(checked)

    return moves
