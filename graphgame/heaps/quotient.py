"""`misere_quotient`: the misère quotient of a heap game, found heap by heap."""

from __future__ import annotations

from functools import reduce
from operator import add

import numpy as np

from graphgame import checks
from graphgame.errors import GraphGameError, VerificationError
from graphgame.heaps.misere_search import checked_moves
from graphgame.heaps.table import components
from graphgame.outcome import LOSE, WIN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from graphgame import types
    from graphgame.heaps.misere_search import HeapRules, Heaps
    from graphgame.outcome import Outcome

# Heaps up to one of these are searched as they are, if what was found with fewer does not hold: a
# heap may be like a sum of smaller ones until a greater heap tells them apart.
_OWN = (0, 4, 6, 8, 10, 12, 14)
# The most elements of a quotient that is searched for.
_MOST_ELEMENTS = 1000


class MisereQuotient:
    """The misère quotient of a heap game on the heaps 0 to n.

    Attributes
    ----------
    table : (order, order) int64 array
        The products of elements; element 0 is the identity.
    p_portion : tuple of int
        The elements whose positions are lost for the player to move.
    elements : tuple of int
        The pretending function: the element of each heap from 0 to n.
    words : tuple of tuple of int
        For each element a sum of heaps of least total that has it.
    period : (int, int) or None
        (n0, p) where elements[h + p] == elements[h] for all h from n0 on is proven for all heaps.

    See Also
    --------
    misere_quotient, misere_outcome

    Examples
    --------
    >>> import graphgame as gg
    >>> from graphgame.heaps.quotient import misere_quotient
    >>> quotient = misere_quotient(gg.octal("0.123"), 40, reach=(3, 2))
    >>> quotient.order, len(quotient.p_portion), quotient.proven
    (20, 5, True)
    """

    def __init__(
        self,
        rule: HeapRules,
        table: Any,
        losing: Iterable[int],
        elements: Iterable[int],
        words: Iterable[Heaps],
        reach: tuple[int, int] | None = None,
    ) -> None:
        self._rule, self._reach = rule, reach
        self.table: types.Int64Array = table
        self.p_portion: tuple[int, ...] = tuple(losing)
        self.elements: tuple[int, ...] = tuple(elements)
        self.words: tuple[Heaps, ...] = tuple(words)
        self.period: tuple[int, int] | None = _period(self.elements, reach)

    @property
    def order(self) -> int:
        """How many elements there are."""
        return len(self.table)

    @property
    def proven(self) -> bool:
        """Whether this is the quotient of the game on all heaps, once `verify` accepts it."""
        return self.period is not None

    def pretending(self, heap: int) -> int:
        """Return the element of a heap.

        Raises
        ------
        GraphGameError
            If the heap is beyond those searched, and no period is proven.
        """
        size = checks.size(heap, "heap")
        if size >= len(self.elements):
            if self.period is None:
                raise GraphGameError(
                    f"heap {size}: expected at most {len(self.elements) - 1}, since no period of "
                    "this quotient is proven; ask for a quotient of more heaps"
                )
            start, p = self.period
            size = start + (size - start) % p
        return self.elements[size]

    def element(self, heaps: int | Iterable[int]) -> int:
        """Return the element of a heap, or of several heaps together."""
        x = 0
        for heap in components(heaps):
            x = int(self.table[x, self.pretending(heap)])
        return x

    def outcome(self, heaps: int | Iterable[int]) -> Outcome:
        """Return the outcome in misère play of a heap, or of several heaps together."""
        return LOSE if self.element(heaps) in self.p_portion else WIN

    def verify(self) -> bool:
        """Check the quotient from the rule alone, see `verify_quotient`."""
        from graphgame.heaps.verify_quotient import verify_quotient

        return verify_quotient(self._rule.options, self.table, self.p_portion, self.elements)

    def __repr__(self) -> str:
        heaps = "all heaps" if self.proven else f"heaps to {len(self.elements) - 1}"
        return f"<MisereQuotient of {heaps}: order {self.order}>"


def misere_quotient(
    rule: HeapRules, n: int, *, reach: tuple[int, int] | None = None
) -> MisereQuotient:
    """Find the misère quotient of a game on the heaps 0 to n, and check it.

    Parameters
    ----------
    rule : object with ``options(heap)``
        As in `misere_outcome`.
    n : int
        The greatest heap.
    reach : (int, int), optional
        (d, k): no move takes more than d, none leaves more than k heaps, and moves are the same
        for all heaps, as in an octal game.  Needed to prove a period.

    Returns
    -------
    MisereQuotient

    Raises
    ------
    GraphGameError
        If no finite quotient is found, naming the heap.
    VerificationError
        If what was found is not the quotient.

    See Also
    --------
    MisereQuotient, misere_outcome

    Notes
    -----
    Where outcomes with the sums known so far say that a heap is like one of them, that sum stands
    for it in all that follows; otherwise the elements are learned anew, as L* learns an automaton.
    This finds, and does not prove: every answer is checked by `verify_quotient`, which shares
    nothing with the search.

    References
    ----------
    T. E. Plambeck and A. N. Siegel, "Misère quotients for impartial games", arXiv:math/0609825.

    Examples
    --------
    >>> import graphgame as gg
    >>> misere_quotient(gg.octal("0.77"), 8)
    <MisereQuotient of heaps to 8: order 12>
    """
    last = checks.size(n, "n")
    moves = checked_moves(rule)
    left = [moves(heap) for heap in range(last + 1)]
    refused: VerificationError | None = None
    for own in _OWN:
        if own and own // 2 > last:
            break
        found = _Search(own)
        for heap in range(last + 1):
            found.add(heap, left[heap])
        losing = np.flatnonzero(found.lost).tolist()
        quotient = MisereQuotient(rule, found.table, losing, found.elements, found.words, reach)
        try:
            quotient.verify()
        except VerificationError as error:
            refused = error
        else:
            return quotient
    raise GraphGameError(
        f"heap {last}: expected a finite quotient, found none that holds ({refused}); ask for "
        "fewer heaps"
    )


class _Search:
    """The quotient of the heaps so far, learned from outcomes.

    Generators are heaps that no sum of smaller ones could stand for.  A position is a tuple that
    says how many of each it has, and every option of a generator is such a position.
    """

    def __init__(self, own: int) -> None:
        self.own: int = own  # heaps up to this one are generators, whatever they are like
        self.table: types.Int64Array = np.zeros((1, 1), dtype=np.int64)
        self.lost: types.BoolArray = np.zeros(1, dtype=bool)
        self.elements: list[int] = []
        self.stands: list[Heaps] = []  # the position that stands for each heap
        self.representatives: list[Heaps] = [()]
        self.contexts: list[Heaps] = [()]
        self.generators: list[int] = []  # their heaps
        self.options: list[list[Heaps]] = []  # of each generator
        self.known: dict[Heaps, bool] = {}

    @property
    def words(self) -> list[Heaps]:
        """For each element, heaps that have it."""
        return [
            tuple(h for h, count in zip(self.generators, x, strict=False) for _ in range(count))
            for x in self.representatives
        ]

    def is_lost(self, position: Heaps) -> bool:
        """Return the outcome of a position in misère play."""
        found = self.known.get(position)
        if found is None:
            some, found = False, True
            for g, count in enumerate(position):
                if count:
                    rest = _less(position, g)
                    for left in self.options[g]:
                        some = True
                        if self.is_lost(_sum(rest, left)):
                            found = False
                            break
                if not found:
                    break
            found = self.known[position] = found and some
        return found

    def row(self, position: Heaps) -> tuple[bool, ...]:
        """Return the outcomes of a position together with each context."""
        return tuple(self.is_lost(_sum(position, context)) for context in self.contexts)

    def add(self, heap: int, moves: Iterable[Heaps]) -> None:
        """Extend the quotient by a heap."""
        left = {self.normal(parts) for parts in moves}
        if not left:
            self.stands.append(())
            self.elements.append(0)
            return
        self.generators.append(heap)
        self.options.append(sorted(left, key=lambda x: (sum(x), x)))
        one = (0,) * (len(self.generators) - 1) + (1,)
        rows = [self.row(x) for x in self.representatives]
        found = self.row(one)
        if heap > self.own and found in rows and self.is_like(one, rows.index(found)):
            x = rows.index(found)
            self.generators.pop()
            self.options.pop()
            self.known = {key: r for key, r in self.known.items() if len(key) < len(one)}
            self.stands.append(self.representatives[x])
            self.elements.append(x)
            return
        self.stands.append(one)
        self.learn(heap)

    def is_like(self, one: Heaps, x: int) -> bool:
        """Return whether two of a new heap behave as two of element x, and one in every sum."""
        square = int(self.table[x, x])
        return self.row(_sum(one, one)) == self.row(self.representatives[square]) and all(
            self.row(_sum(one, y)) == self.row(self.representatives[int(self.table[x, j])])
            for j, y in enumerate(self.representatives)
        )

    def normal(self, heaps: Iterable[int]) -> Heaps:
        """Return a position that stands for the sum of smaller heaps."""
        if len(self.elements) <= self.own:
            return reduce(_sum, (self.stands[heap] for heap in heaps), ())
        x = 0
        for heap in heaps:
            x = int(self.table[x, self.elements[heap]])
        return self.representatives[x]

    def learn(self, heap: int) -> None:
        """Find the elements anew: positions that differ in some context, until no more do."""
        units = [(0,) * g + (1,) for g in range(len(self.generators))]
        self.contexts = [*dict.fromkeys([*self.contexts, *units])]
        while True:
            chosen, index = self.closed(heap, units)
            longer = [_sum(x, g) for x in chosen for g in units]
            fresh = dict.fromkeys([*chosen, *longer]) | self.products(chosen, index, units)
            for x in self.contexts:
                fresh.pop(x, None)
            if not fresh:
                break
            self.contexts += fresh
        self.representatives = chosen
        self.table = self.multiplied(chosen, index, units)
        self.lost = np.array([self.is_lost(x) for x in chosen])
        self.elements = [index[self.row(x)] for x in self.stands]

    def multiplied(
        self, chosen: list[Heaps], index: dict[tuple[bool, ...], int], units: list[Heaps]
    ) -> types.Int64Array:
        """Return the products of positions, adding one generator after the other."""
        k = len(chosen)
        steps = np.array([[index[self.row(_sum(x, g))] for g in units] for x in chosen])
        table = np.zeros((k, k), dtype=np.int64)
        for j, y in enumerate(chosen):
            at = np.arange(k)
            for g, count in enumerate(y):
                for _ in range(count):
                    at = steps[at, g]
            table[:, j] = at
        return table

    def products(
        self, chosen: list[Heaps], index: dict[tuple[bool, ...], int], units: list[Heaps]
    ) -> dict[Heaps, None]:
        """Return contexts that are wanting where a sum of two is not what the products say."""
        table = self.multiplied(chosen, index, units)
        wanting: dict[Heaps, None] = {}
        for i, x in enumerate(chosen):
            for j, y in enumerate(chosen):
                if self.row(_sum(x, y)) != self.row(chosen[int(table[i, j])]):
                    wanting |= {_sum(z, g): None for z in (x, y) for g in units}
        return wanting

    def closed(
        self, heap: int, units: list[Heaps]
    ) -> tuple[list[Heaps], dict[tuple[bool, ...], int]]:
        """Return positions that differ, such that each with a generator more is like one."""
        chosen: list[Heaps] = [()]
        index = {self.row(()): 0}
        for x in chosen:
            for g in units:
                y = _sum(x, g)
                if index.setdefault(self.row(y), len(chosen)) == len(chosen):
                    chosen.append(y)
            if len(chosen) > _MOST_ELEMENTS:
                raise GraphGameError(
                    f"heap {heap}: expected at most {_MOST_ELEMENTS} elements, found more: ask "
                    "for fewer heaps"
                )
        return chosen, index


def _sum(x: Heaps, y: Heaps) -> Heaps:
    if len(x) < len(y):
        x, y = y, x
    return tuple(map(add, x, y)) + x[len(y) :]


def _less(x: Heaps, g: int) -> Heaps:
    """Return a position without one of generator g, and without zeros at its end."""
    if g + 1 < len(x) or x[g] > 1:
        return (*x[:g], x[g] - 1, *x[g + 1 :])
    while g and not x[g - 1]:
        g -= 1
    return x[:g]


def _period(elements: tuple[int, ...], reach: tuple[int, int] | None) -> tuple[int, int] | None:
    """Return the least period (n0, p) that these elements prove, if any.

    See docs/decisions: with moves that take at most d and leave at most k heaps, the options of
    heaps from k n0 + (k - 1) p + d on have the elements of those p heaps before.
    """
    if reach is None:
        return None
    d, k = reach
    n = len(elements)
    for p in range(1, n):
        start = n - p
        while start > 0 and elements[start - 1] == elements[start - 1 + p]:
            start -= 1
        if n > k * start + k * p + d:
            return start, p
    return None
