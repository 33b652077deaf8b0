"""The rule of games by a code: how many heaps may be left for each number that is taken."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any

from graphgame.arrays import types
from graphgame.heaps.periods import Period, guy_smith, search
from graphgame.heaps.rules import _sparse, _splitting
from graphgame.heaps.rules.interface import Rule, greatest_value, plain_rule, ragged
from graphgame.heaps.table import Space, Table


class Splitting(Rule):
    """A code says for each number taken whether 0, 1, 2 or 3 heaps may be left.

    Parameters
    ----------
    digits : sequence of int
        Bit j of digits[t] says that t may be taken if j heaps are left, none of them empty.
    text, given
        See `Rule`.
    name : str, optional
    unequal : bool
        Two heaps that are left must differ.
    frozen : int
        A heap from which there is no move; 0 for none.
    tail : int
        Any number from this one on may be taken if one heap or none is left; 0 for none.
    published : (preperiod, period, saltus), optional
        The period that has been proven for this very game.
    """

    # Below this many heaps every split is tried; from there on, where fewer than one heap in
    # SPARSE_SHARE is rare, the sparse-space method is used.
    SPARSE_FROM = 1 << 10
    SPARSE_SHARE = 6

    def __init__(
        self,
        digits: Sequence[int],
        text: str,
        given: list[Any],
        *,
        name: str | None = None,
        unequal: bool = False,
        frozen: int = 0,
        tail: int = 0,
        published: tuple[int, int, int] | None = None,
    ) -> None:
        self.digits: Sequence[int] = digits
        self.text: str = text
        self.name: str | None = name
        self.given: list[Any] = given
        self.spec: list[Any] | None = given
        self.unequal: bool = unequal
        self.frozen: int = frozen
        self.tail: int = tail
        self.published = published
        # For 0 to 3 heaps left, the numbers that may be taken.
        self.takes: list[array[int]] = [
            array("i", [t for t, digit in enumerate(digits) if digit >> left & 1])
            for left in range(4)
        ]
        self.parts: int = max([1, *(left for left in range(4) if self.takes[left])])
        self.provable: bool = self.parts < 3 and not unequal
        self.has_pairs: bool = self.parts == 2

    def extend(self, table: Table, upto: int) -> None:
        """Use the sparse-space method where there is a sparse space, else try every split."""
        finals, singles, pairs, triples = self.takes
        while table.count < upto:
            # The last value is the greatest.  Widen first: Ctrl-C may come before the end.
            table.widen(table.view[-1])
            if self.parts == 3:
                _splitting.split_in_three(
                    table.values,
                    table.done,
                    upto,
                    finals,
                    singles,
                    pairs,
                    triples,
                    max(table.width, 64),
                )
            elif not self._extend_sparsely(table, upto):
                # At most double the table: then there may be a sparse space.
                stop = min(upto, max(self.SPARSE_FROM, 2 * table.sought))
                game = (finals, singles, pairs, self.unequal, self.frozen, self.tail)
                _splitting.split(table.values, table.done, stop, *game, table.width)

    def _extend_sparsely(self, table: Table, upto: int) -> bool:
        """Double the table by the sparse-space method, if there is a sparse space."""
        if table.count >= 2 * table.sought:
            found = self._sparse_space(table.values, table.count, table.width)
            table.sought, table.space = table.count, None
            if found is not None:
                mask, rares, parity = found
                table.space = Space(mask, parity, rares)
        space = table.space
        if space is None:
            return False
        space.make_room()
        _, singles, pairs, _ = self.takes
        game = (singles, pairs, self.unequal, space.mask, space.parity, table.width, table.probe)
        listed = (space.heaps, space.values, space.listed)
        _sparse.sparse(table.values, table.done, min(upto, 2 * table.sought), *game, *listed)
        return True

    def _sparse_space(
        self, values: types.Array, count: int, width: int
    ) -> tuple[int, int, int] | None:
        """Return the best mask, how many heaps are rare, and the parity, if few are rare."""
        if not self.has_pairs or self.tail or count < max(self.SPARSE_FROM, 2 * len(self.digits)):
            return None
        mask, rares, parity = self.best_mask(values, count, width)
        return None if rares * self.SPARSE_SHARE > count else (mask, rares, parity)

    def best_mask(
        self, values: types.Array | memoryview, count: int, width: int
    ) -> tuple[int, int, int]:
        """Return the mask that makes the fewest heaps rare, their number, and the parity or -1."""
        best = (*_sparse.choose_mask(values, count, width), -1)
        parities = {t & 1 for t in self.takes[2]}
        if len(parities) == 1:
            parity = parities.pop()
            mask, rares = _sparse.choose_mask(values, count, width, parity)
            if rares < best[1]:
                best = mask, rares, parity
        return best

    def work(self, values: types.Array, count: int) -> int:
        """Count a word of a set of pairs, a split or a rare heap, and 4 for each value to confirm.

        From count to 2 count, the halves of a heap are 3/4 count² splits, the thirds 1/2 count².
        """
        _, _, pairs, triples = self.takes
        greatest = greatest_value(values, count)
        if self.parts == 3:
            return count * count * (1 + 2 * len(triples) * (1 + greatest // 32))
        if self.parts == 1 and not self.tail:
            return count * len(self.digits)
        found = self._sparse_space(values, count, max(32, 1 << greatest.bit_length()))
        if found is None:
            return 3 * count * count // 2
        return count * len(pairs) * (found[1] + 4 * greatest)

    def options(self, heaps: types.Int64Array) -> tuple[types.Int64Array, types.Int64Array]:
        """Return all ways to leave the rest, for each number that may be taken."""
        import numpy as np

        finals, singles, pairs, triples = self.takes
        places = np.arange(len(heaps))
        found = [(places[heaps == t], np.zeros((np.sum(heaps == t), 0))) for t in finals]
        found += [(places[heaps > t], (heaps[heaps > t] - t).reshape(-1, 1)) for t in singles]
        found += [_pairs_with_sum(heaps - t, unequal=self.unequal) for t in pairs]
        found += [_triples_with_sum(heaps - t) for t in triples]
        if self.tail:
            owners, left = ragged(heaps - self.tail + 1)
            found.append((owners, left.reshape(-1, 1)))
        owners = np.concatenate([places[:0], *(owners for owners, _ in found)])
        rows = np.zeros((len(owners), self.parts), dtype=np.int64)
        start = 0
        for _, left in found:
            rows[start : start + len(left), : left.shape[1]] = left
            start += len(left)
        moving = heaps[owners] != self.frozen
        return owners[moving], rows[moving]

    def bounds(self) -> tuple[int, int] | None:
        """Return the length of the code and the most heaps, where nothing else counts."""
        if self.unequal or self.tail or self.frozen:
            return None
        return len(self.digits) - 1, self.parts

    def plain(self, most: int) -> dict[str, Any]:
        """Return the rule as data: the numbers that the digits of the code allow."""
        takes = [[t for t in numbers if t <= most] for numbers in self.takes]
        return plain_rule(takes, tail=self.tail, unequal=self.unequal, frozen=self.frozen)

    def proof(self, table: Table) -> Period | None:
        """Apply the theorem of Guy and Smith, for 1, 2 or 3 heaps: see docs/periods.md."""
        if self.published is not None:
            found = search(table.view, parts=2, slack=0, proven=True, arithmetic=True)
            return found if found is not None and found[:3] == self.published else None
        if self.unequal or self.tail:
            return None
        found = guy_smith(table, self.parts, len(self.digits) - 1)
        return self._arithmetic_proof(table) if found is None and self.parts == 3 else found

    def _arithmetic_proof(self, table: Table) -> Period | None:
        """Look for values that rise by a saltus, and for the proof that they do so for ever."""
        found = search(table.view, parts=2, slack=0, proven=False, arithmetic=True)
        if found is None or 3 * found.period > table.count - found.preperiod:
            return None
        import numpy as np

        from graphgame.heaps.verify_arithmetic import window

        moves = [(t, left) for left in range(4) for t in self.takes[left]]
        last = window(moves, np.array(table.view, dtype=np.int64), *found[:3])
        return found._replace(proven=True, checked=last) if last else None


def _pairs_with_sum(
    sums: types.Int64Array, *, unequal: bool
) -> tuple[types.Int64Array, types.Int64Array]:
    """Return the pairs of heaps of each sum: the index of the sum, and the heaps."""
    import numpy as np

    owners, k = ragged((sums - unequal) // 2)
    return owners, np.column_stack((sums[owners] - k - 1, k + 1))


def _triples_with_sum(sums: types.Int64Array) -> tuple[types.Int64Array, types.Int64Array]:
    """Return the triples of heaps of each sum: the index of the sum, and the heaps."""
    import numpy as np

    owners, least = ragged(sums // 3)
    least += 1
    # The middle heap is from the least to half of the rest.
    firsts, k = ragged((sums[owners] - least) // 2 - least + 1)
    owners, least = owners[firsts], least[firsts]
    middle = least + k
    return owners, np.column_stack((sums[owners] - least - middle, middle, least))
