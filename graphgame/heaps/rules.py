"""The rules of heap games: what may be taken, what may be left, and how values are computed."""

from __future__ import annotations

from array import array

from graphgame.heaps import _masks, _sparse, _splits, _taking
from graphgame.heaps.periods import search
from graphgame.heaps.table import Space

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from graphgame.heaps.moves import FixedMoves, ListedMoves
    from graphgame.heaps.periods import Period
    from graphgame.heaps.table import Table
    from graphgame.types import Array, Int64Array


class Rule:
    """What every rule can do.

    Attributes
    ----------
    text : str
        The Python expression that makes the game.
    name : str or None
        The name of the game in the literature.
    given : list
        The rule as the user gave it: the function of the catalogue, and its arguments.  The
        certificate starts from it.
    spec : list or None
        The same in JSON, for files; None where a function or an iterator is part of the rule.
    parts : int
        The most heaps that a move leaves of one: 1, 2 or 3.
    provable : bool
        Whether every period, arithmetic or not, is proven by a table that is long enough.
    """

    bounded: bool = True  # is no value of a heap n above 2 n, since no game from it is longer?
    general: bool = False  # is it a function, or a code with other digits than 0 to F?

    text: str
    name: str | None = None
    given: list[Any]
    spec: list[Any] | None
    parts: int
    provable: bool
    has_pairs = False  # whether moves leave two heaps at most, and some two

    def best_mask(self, values: Array | memoryview, count: int, width: int) -> tuple[int, int, int]:
        """Return the mask that makes the fewest heaps rare, their number, and the parity or -1."""
        raise NotImplementedError

    def extend(self, table: Table, upto: int) -> None:
        """Compute the values of the heaps up to upto - 1; the table has room for them."""
        raise NotImplementedError

    def work(self, values: Array, count: int) -> int:
        """Estimate the operations of a table of `count` values for as many more.

        An operation takes about a nanosecond.  The estimate depends on these values alone, so that
        a bound on it means the same on every machine, whatever has been asked before.
        """
        raise NotImplementedError

    def options(self, heaps: Int64Array) -> tuple[Int64Array, Int64Array]:
        """Return all options of many heaps.

        Parameters
        ----------
        heaps : (k,) int64

        Returns
        -------
        owners : (m,) int64
            Which of the heaps, from 0 to k - 1, has the option.
        rows : (m, parts) int64
            The heaps that are left, in descending order, then zeros.  A row may occur twice.
        """
        raise NotImplementedError

    def plain(self, most: int) -> dict[str, Any]:
        """Return the rule for heaps up to `most` as data for a page.

        Returns
        -------
        dict
            ``takes``, four lists: the numbers that may be taken where 0 to 3 heaps are left;
            ``tail``, from where on any number may be taken if one heap or none is left, 0 for
            nowhere; ``unequal`` and ``frozen`` as of `Splitting`.
        """
        raise NotImplementedError

    def proof(self, table: Table) -> Period | None:
        """Return the period that the table proves, if it proves one."""
        raise NotImplementedError

    def guess(self, values: memoryview) -> Period | None:
        """Return the period of at least half of a table, three times, if it has one.

        Where a long table would prove every period, nothing is guessed.
        """
        if self.provable:
            return None
        for arithmetic in (False, True):
            found = search(values, parts=2, slack=0, proven=False, arithmetic=arithmetic)
            if found is not None and 3 * found.period <= len(values) - found.preperiod:
                return found
        return None


class Taking(Rule):
    """Take a number of a set; what remains is one heap."""

    parts = 1
    moves: FixedMoves | ListedMoves
    text: str
    given: list[Any]

    def __init__(
        self,
        moves: FixedMoves | ListedMoves,
        text: str,
        given: list[Any],
        *,
        function: bool = False,
    ) -> None:
        self.moves, self.text, self.given = moves, text, given
        self.spec: list[Any] | None = None if function else given
        # The greatest number of a finite set; None for an infinite one.
        numbers: list[int] | None = getattr(moves, "numbers", None)
        self.greatest: int | None = None if numbers is None else max(numbers, default=0)
        self.provable: bool = numbers is not None

    def extend(self, table: Table, upto: int) -> None:
        """Use a register of heaps at a time while values are below 256, then one heap at a time."""
        moves = self.moves.upto(upto - 1)
        if table.width <= 256:
            table.widen(_taking.take_below(table.values, table.done, upto, moves))
        if table.count < upto:
            table.widen(256)
            _taking.take_one_by_one(table.values, table.done, upto, moves)

    def work(self, values: Array, count: int) -> int:
        """Count 8 heaps of a number, and of 32 values, as one operation; short moves by heap."""
        moves, ranges = self.moves.upto(2 * (count - 1)), 1 + _greatest(values, count) // 32
        near = sum(move < 32 for move in moves[:32])
        return count * ranges * (near + len(moves) // (8 if ranges <= 8 else 1))

    def options(self, heaps: Int64Array) -> tuple[Int64Array, Int64Array]:
        """Return one option for each number up to the heap."""
        import numpy as np

        from graphgame.heaps.rows import ragged

        most = int(heaps.max(initial=0)) if self.greatest is None else 1 << 62
        numbers = np.array(self.moves.upto(most), dtype=np.int64)
        owners, k = ragged(np.searchsorted(numbers, heaps, "right"))
        return owners, (heaps[owners] - numbers[k]).reshape(-1, 1)

    def plain(self, most: int) -> dict[str, Any]:
        """Return the rule as data: any of the numbers may be taken."""
        numbers = self.moves.upto(most).tolist()
        return _plain([numbers, numbers, [], []])

    def proof(self, table: Table) -> Period | None:
        """Search for a period that repeats over as many heaps as the greatest number.

        A value depends only on the values of so many smaller heaps.
        """
        if self.greatest is None:
            return None
        return search(table.view, parts=1, slack=self.greatest, proven=True)


class TakingAllBut(Rule):
    """Take any number that is not in a finite set; what remains is one heap."""

    parts = 1
    provable = True
    given: list[Any]
    spec: list[Any] | None

    def __init__(self, kept: Sequence[int]) -> None:
        self.kept = kept
        self.text: str = f"all_but({set_text(kept)})"
        self.name = None if kept else "Nim"
        self.given = self.spec = ["all_but", list(kept)]

    def extend(self, table: Table, upto: int) -> None:
        """Compute each value in as many steps as there are forbidden numbers."""
        kept = array("i", [k for k in self.kept if k < upto])
        _taking.take_all_but(table.values, table.done, upto, kept)

    def work(self, values: Array, count: int) -> int:  # noqa: ARG002 -- as of all rules
        """Count 8 operations for each heap and forbidden number."""
        return 8 * count * len(self.kept)

    def options(self, heaps: Int64Array) -> tuple[Int64Array, Int64Array]:
        """Return all smaller heaps but a few."""
        import numpy as np

        from graphgame.heaps.rows import ragged

        owners, left = ragged(heaps)
        allowed = np.isin(heaps[owners] - left, self.kept, invert=True)
        return owners[allowed], left[allowed].reshape(-1, 1)

    def plain(self, most: int) -> dict[str, Any]:
        """Return the rule as data: beyond the forbidden numbers, any may be taken."""
        tail = max(self.kept, default=0) + 1
        numbers = [t for t in range(1, min(tail, most + 1)) if t not in self.kept]
        return _plain([numbers, numbers, [], []], tail=tail)

    def proof(self, table: Table) -> Period | None:
        """Search for a period that repeats over 2 k + 1 differences.

        k is the greatest forbidden number.
        """
        window = 2 * max(self.kept, default=0) + 1
        return search(table.view, parts=1, slack=window, proven=True, arithmetic=True)


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
    digits: Sequence[int]
    text: str
    name: str | None
    spec: list[Any] | None
    unequal: bool
    frozen: int
    tail: int

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
        self.digits, self.text, self.name = digits, text, name
        self.given = self.spec = given
        self.unequal, self.frozen, self.tail = unequal, frozen, tail
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
                _splits.split_in_three(
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
                _splits.split(table.values, table.done, stop, *game, table.width)

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

    def _sparse_space(self, values: Array, count: int, width: int) -> tuple[int, int, int] | None:
        """Return the best mask, how many heaps are rare, and the parity, if few are rare."""
        if not self.has_pairs or self.tail or count < max(self.SPARSE_FROM, 2 * len(self.digits)):
            return None
        mask, rares, parity = self.best_mask(values, count, width)
        return None if rares * self.SPARSE_SHARE > count else (mask, rares, parity)

    def best_mask(self, values: Array | memoryview, count: int, width: int) -> tuple[int, int, int]:
        """Return the mask that makes the fewest heaps rare, their number, and the parity or -1."""
        best = (*_masks.choose_mask(values, count, width), -1)
        parities = {t & 1 for t in self.takes[2]}
        if len(parities) == 1:
            parity = parities.pop()
            mask, rares = _masks.choose_mask(values, count, width, parity)
            if rares < best[1]:
                best = mask, rares, parity
        return best

    def work(self, values: Array, count: int) -> int:
        """Count a word of a set of pairs, a split or a rare heap, and 4 for each value to confirm.

        From count to 2 count, the halves of a heap are 3/4 count² splits, the thirds 1/2 count².
        """
        _, _, pairs, triples = self.takes
        greatest = _greatest(values, count)
        if self.parts == 3:
            return count * count * (1 + 2 * len(triples) * (1 + greatest // 32))
        if self.parts == 1 and not self.tail:
            return count * len(self.digits)
        found = self._sparse_space(values, count, max(32, 1 << greatest.bit_length()))
        if found is None:
            return 3 * count * count // 2
        return count * len(pairs) * (found[1] + 4 * greatest)

    def options(self, heaps: Int64Array) -> tuple[Int64Array, Int64Array]:
        """Return all ways to leave the rest, for each number that may be taken."""
        import numpy as np

        from graphgame.heaps.rows import pairs_with_sum, ragged, triples_with_sum

        finals, singles, pairs, triples = self.takes
        places = np.arange(len(heaps))
        found = [(places[heaps == t], np.zeros((np.sum(heaps == t), 0))) for t in finals]
        found += [(places[heaps > t], (heaps[heaps > t] - t).reshape(-1, 1)) for t in singles]
        found += [pairs_with_sum(heaps - t, unequal=self.unequal) for t in pairs]
        found += [triples_with_sum(heaps - t) for t in triples]
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

    def plain(self, most: int) -> dict[str, Any]:
        """Return the rule as data: the numbers that the digits of the code allow."""
        takes = [[t for t in numbers if t <= most] for numbers in self.takes]
        return _plain(takes, tail=self.tail, unequal=self.unequal, frozen=self.frozen)

    def proof(self, table: Table) -> Period | None:
        """Apply the theorem of Guy and Smith, for 1, 2 or 3 heaps: see docs/periods.md."""
        if self.published is not None:
            found = search(table.view, parts=2, slack=0, proven=True, arithmetic=True)
            return found if found is not None and found[:3] == self.published else None
        if self.unequal or self.tail:
            return None
        # From heap 1 on, with the window from n0 to parts n0 + (parts - 1) p + last - 1.
        slack = len(self.digits) - 1 + self.parts - 1
        found = search(table.view[1:], parts=self.parts, slack=slack, proven=True)
        if found is None:
            return self._arithmetic_proof(table) if self.parts == 3 else None
        start = found.preperiod + 1
        if start == 1 and table.view[found.period] == table.view[0]:
            start = 0
        return found._replace(
            preperiod=start,
            last_exception=start - 1 if start else None,
            checked=found.checked + 1,
        )

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


def _plain(
    takes: list[list[int]], *, tail: int = 0, unequal: bool = False, frozen: int = 0
) -> dict[str, Any]:
    return {"takes": takes, "tail": tail, "unequal": unequal, "frozen": frozen}


def _greatest(values: Array, count: int) -> int:
    """Return the greatest of the first values of a table."""
    return int(max(memoryview(values)[:count]))  # type: ignore[arg-type]


def set_text(numbers: Iterable[int]) -> str:
    """Write a set of numbers as Python."""
    listed = ", ".join(map(str, numbers))
    return f"{{{listed}}}" if listed else "()"
