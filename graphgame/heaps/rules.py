"""The rules of heap games: what may be taken, what may be left, and how their values are found."""

from __future__ import annotations

from array import array

from graphgame.errors import TooLargeError
from graphgame.heaps import _sparse, _splits, _taking
from graphgame.heaps.periods import search

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any, TypeAlias

    import numpy as np
    import numpy.typing as npt

    from graphgame.heaps.moves import FixedMoves, ListedMoves
    from graphgame.heaps.periods import Period
    from graphgame.heaps.table import Table

    Integers: TypeAlias = npt.NDArray[np.int64]
    Rows: TypeAlias = npt.NDArray[np.int64]

# Options that are listed at once, at most: 2 GiB while they are sorted.
MOST_OPTIONS = 1 << 25


class Rule:
    """What all rules answer.

    Attributes
    ----------
    text : str
        How the game is made, as Python.
    parts : int
        How many heaps a move leaves of one, at most: 1, 2 or 3.
    most : int
        Up to which heap a period is looked for, if nothing else is said.
    provable : bool
        Whether a table that is long enough proves any period, arithmetic ones too.
    spec : list or None
        The same in JSON, for files; None where a function is a part of the rule.
    """

    text: str
    parts: int
    most: int
    provable: bool
    spec: list[Any] | None

    def extend(self, table: Table, upto: int) -> None:
        """Find the values of heaps up to upto - 1; there is room for them."""
        raise NotImplementedError

    def options(self, heaps: Integers) -> tuple[Integers, Rows]:
        """Return all options of many heaps.

        Parameters
        ----------
        heaps : (k,) int64

        Returns
        -------
        owners : (m,) int64
            Which of the heaps, from 0 to k - 1, has the option.
        rows : (m, parts) int64
            The heaps that are left, in descending order, zeros behind.  A row may come twice.
        """
        raise NotImplementedError

    def proof(self, table: Table) -> Period | None:
        """Find the period of the values that the table proves, if it does."""
        raise NotImplementedError

    def guess(self, table: Table, parts: int) -> Period | None:
        """Find the period that all of the table but one of so many parts has.

        Where every period would be proven, there is nothing to guess.
        """
        if self.provable:
            return None
        for arithmetic in (False, True):
            found = search(table.view, parts=parts, slack=0, proven=False, arithmetic=arithmetic)
            if found is not None and 3 * found.period <= table.count - found.preperiod:
                return found
        return None


class Taking(Rule):
    """Numbers of a set may be taken; what is left stays one heap."""

    parts = 1
    most = 1 << 17

    def __init__(self, moves: FixedMoves | ListedMoves, text: str, spec: list[Any] | None) -> None:
        self.moves, self.text, self.spec = moves, text, spec
        # The greatest of a finite set; None of an infinite one.
        numbers: list[int] | None = getattr(moves, "numbers", None)
        self.greatest = None if numbers is None else max(numbers, default=0)
        self.provable = numbers is not None

    def extend(self, table: Table, upto: int) -> None:
        """Work on a register of heaps at once while values are below 256, then on one."""
        moves = self.moves.upto(upto - 1)
        if table.width <= 256:
            table.widen(_taking.take_below(table.values, table.done, upto, moves))
        if table.count < upto:
            table.widen(256)
            _taking.take_one_by_one(table.values, table.done, upto, moves)

    def options(self, heaps: Integers) -> tuple[Integers, Rows]:
        """One option for every number up to the heap."""
        import numpy as np

        if self.greatest is None:
            numbers = np.array(self.moves.upto(int(heaps.max(initial=0))), dtype=np.int64)
        else:
            numbers = np.array(self.moves.upto(1 << 62), dtype=np.int64)
        owners, k = ragged(np.searchsorted(numbers, heaps, "right"))
        return owners, (heaps[owners] - numbers[k]).reshape(-1, 1)

    def proof(self, table: Table) -> Period | None:
        """Ask for a window as long as the greatest number: what a value depends on."""
        if self.greatest is None:
            return None
        return search(table.view, parts=1, slack=self.greatest, proven=True)


class TakingAllBut(Rule):
    """Any number may be taken but those of a finite set; what is left stays one heap."""

    parts = 1
    most = 1 << 17
    provable = True

    def __init__(self, kept: Sequence[int]) -> None:
        self.kept = kept
        self.text = f"all_but({_shown(kept)})"
        self.spec = ["all_but", list(kept)]

    def extend(self, table: Table, upto: int) -> None:
        """Heap by heap, in as many steps as there are numbers that may not be taken."""
        kept = array("i", [k for k in self.kept if k < upto])
        _taking.take_all_but(table.values, table.done, upto, kept)

    def options(self, heaps: Integers) -> tuple[Integers, Rows]:
        """All smaller heaps but a few."""
        import numpy as np

        owners, left = ragged(heaps)
        allowed = np.isin(heaps[owners] - left, self.kept, invert=True)
        return owners[allowed], left[allowed].reshape(-1, 1)

    def proof(self, table: Table) -> Period | None:
        """Ask for a window of twice the greatest number not taken, and one: see docs/periods.md."""
        window = 2 * max(self.kept, default=0) + 1
        return search(table.view, parts=1, slack=window, proven=True, arithmetic=True)


class Splitting(Rule):
    """A code says for every number taken whether 0, 1, 2 or 3 heaps may be left.

    Parameters
    ----------
    digits : sequence of int
        Bit j of digits[t] says that t may be taken if j heaps are left, none of them empty.
    text : str
    spec : list
    unequal : bool
        Two heaps that are left must differ.
    frozen : int
        A heap from which there is no move; 0 for none.
    tail : int
        From this number on any may be taken if one heap or none is left; 0 for none.
    published : (preperiod, period, saltus), optional
        What has been proven of this very game.
    """

    # Below so many heaps every split is looked at; from there on, where rare heaps are fewer than
    # one in so many.
    SPARSE_FROM = 1 << 10
    SPARSE_SHARE = 6

    def __init__(
        self,
        digits: Sequence[int],
        text: str,
        spec: list[Any],
        *,
        unequal: bool = False,
        frozen: int = 0,
        tail: int = 0,
        published: tuple[int, int, int] | None = None,
    ) -> None:
        self.digits, self.text, self.spec = digits, text, spec
        self.unequal, self.frozen, self.tail = unequal, frozen, tail
        self.published = published
        # For 0 to 3 heaps left, what may be taken.
        self.takes = [
            array("i", [t for t, digit in enumerate(digits) if digit >> left & 1])
            for left in range(4)
        ]
        self.parts = max([1, *(left for left in range(4) if self.takes[left])])
        self.most = 1 << 12 if self.parts == 3 else 1 << 17
        self.provable = self.parts < 3 and not unequal

    def extend(self, table: Table, upto: int) -> None:
        """Use the sparse-space method where there is a sparse space, else look at every split."""
        finals, singles, pairs, triples = self.takes
        while table.count < upto:
            # The last is the greatest.  First of all, not at the end: Ctrl-C may come between.
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
                # At most twice as many, then there may be a sparse space.
                stop = min(upto, max(self.SPARSE_FROM, 2 * table.count))
                game = (finals, singles, pairs, self.unequal, self.frozen, self.tail)
                _splits.split(table.values, table.done, stop, *game, table.width)

    def _extend_sparsely(self, table: Table, upto: int) -> bool:
        """Double the table by the sparse-space method, if there is a sparse space."""
        count, (_, singles, pairs, _) = table.count, self.takes
        if self.parts == 1 or self.tail or count < max(self.SPARSE_FROM, 2 * len(self.digits)):
            return False
        mask, rares = _sparse.choose_mask(table.values, count, table.width)
        if rares * self.SPARSE_SHARE > count:
            return False
        stop = min(upto, 2 * count)
        game = (singles, pairs, self.unequal, mask, rares, table.width, table.probe)
        _sparse.sparse(table.values, table.done, stop, *game)
        return True

    def options(self, heaps: Integers) -> tuple[Integers, Rows]:
        """For every number that may be taken, all ways to leave the rest."""
        import numpy as np

        finals, singles, pairs, triples = self.takes
        places = np.arange(len(heaps))
        found = [(places[heaps == t], np.zeros((np.sum(heaps == t), 0))) for t in finals]
        found += [(places[heaps > t], (heaps[heaps > t] - t).reshape(-1, 1)) for t in singles]
        found += [pairs_of(heaps - t, unequal=self.unequal) for t in pairs]
        found += [triples_of(heaps - t) for t in triples]
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
            return None
        start = found.preperiod + 1
        if start == 1 and table.view[found.period] == table.view[0]:
            start = 0
        return found._replace(preperiod=start, last_exception=start - 1 if start else None)


# -- rows of different lengths, side by side ------------------------------------------------------


def ragged(counts: Integers) -> tuple[Integers, Integers]:
    """Return i and k for all k from 0 to counts[i] - 1, for all i; less than 0 counts as 0."""
    import numpy as np

    counts = np.maximum(counts, 0)
    total = int(counts.sum(dtype=np.float64))  # a float cannot overflow
    if total > MOST_OPTIONS:
        raise TooLargeError(f"options: expected at most {MOST_OPTIONS} at once, got {total}")
    owners = np.repeat(np.arange(len(counts)), counts)
    return owners, np.arange(len(owners)) - np.repeat(counts.cumsum() - counts, counts)


def pairs_of(sums: Integers, *, unequal: bool) -> tuple[Integers, Rows]:
    """Return all ways to make two heaps of each sum: its place, and the heaps."""
    import numpy as np

    owners, k = ragged((sums - unequal) // 2)
    return owners, np.column_stack((sums[owners] - k - 1, k + 1))


def triples_of(sums: Integers) -> tuple[Integers, Rows]:
    """Return all ways to make three heaps of each sum: its place, and the heaps."""
    import numpy as np

    owners, least = ragged(sums // 3)
    least += 1
    # The middle heap is from the least to half of the rest.
    firsts, k = ragged((sums[owners] - least) // 2 - least + 1)
    owners, least = owners[firsts], least[firsts]
    middle = least + k
    return owners, np.column_stack((sums[owners] - least - middle, middle, least))


def _shown(numbers: Iterable[int]) -> str:
    listed = ", ".join(map(str, numbers))
    return f"{{{listed}}}" if listed else "()"
