"""The rules of heap games: what may be taken, what may be left, and how values are computed."""

from __future__ import annotations

from array import array

from graphgame.heaps import _taking
from graphgame.heaps.periods import search

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
            if found is None or 3 * found.period > len(values) - found.preperiod:
                continue
            if found.saltus >= 0:  # values that fall without end would be negative
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
        moves, ranges = self.moves.upto(2 * (count - 1)), 1 + greatest_value(values, count) // 32
        near = sum(move < 32 for move in moves[:32])
        return count * ranges * (near + len(moves) // (8 if ranges <= 8 else 1))

    def options(self, heaps: Int64Array) -> tuple[Int64Array, Int64Array]:
        """Return one option for each number up to the heap."""
        import numpy as np

        from graphgame.heaps.rows import ragged

        most = int(heaps.max(initial=0))
        numbers = np.array(self.moves.upto(most), dtype=np.int64)
        owners, k = ragged(np.searchsorted(numbers, heaps, "right"))
        return owners, (heaps[owners] - numbers[k]).reshape(-1, 1)

    def plain(self, most: int) -> dict[str, Any]:
        """Return the rule as data: any of the numbers may be taken."""
        numbers = self.moves.upto(most).tolist()
        return plain_rule([numbers, numbers, [], []])

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
        return plain_rule([numbers, numbers, [], []], tail=tail)

    def proof(self, table: Table) -> Period | None:
        """Search for a period that repeats over 2 k + 1 differences.

        k is the greatest forbidden number.
        """
        window = 2 * max(self.kept, default=0) + 1
        return search(table.view, parts=1, slack=window, proven=True, arithmetic=True)


def plain_rule(
    takes: list[list[int]], *, tail: int = 0, unequal: bool = False, frozen: int = 0
) -> dict[str, Any]:
    """Return a rule as data for a page: see `Rule.plain`."""
    return {"takes": takes, "tail": tail, "unequal": unequal, "frozen": frozen}


def greatest_value(values: Array, count: int) -> int:
    """Return the greatest of the first values of a table."""
    return int(max(memoryview(values)[:count]))  # type: ignore[arg-type]


def set_text(numbers: Iterable[int]) -> str:
    """Write a set of numbers as Python."""
    listed = ", ".join(map(str, numbers))
    return f"{{{listed}}}" if listed else "()"
