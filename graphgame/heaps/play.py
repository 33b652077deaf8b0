"""States of a heap game, which are sums of heaps: value, outcome, winning moves."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from graphgame import checks
from graphgame.errors import GraphGameError, TooLargeError
from graphgame.heaps.known import Known
from graphgame.heaps.table import MOST_SEARCHED, components
from graphgame.line import Move
from graphgame.outcome import Outcome, Play

TYPE_CHECKING = False
if TYPE_CHECKING:
    from graphgame import types
    from graphgame.heaps.rules import Rule
    from graphgame.types import Int64Array
else:
    from graphgame.arrays import types


class Sums:
    """The part of `HeapGame` that is asked for states."""

    name: str | None

    def __init__(self, rule: Rule) -> None:
        self._rule, self.name = rule, rule.name
        self._known = Known(rule)

    @classmethod
    def from_rule(
        cls,
        options: Callable[[int], Iterable[int | Iterable[int]]],
        *,
        name: str | None = None,
        reach: int | None = None,
        parts: int | None = None,
    ) -> types.Self:
        """Make a game of one's own from a function that lists the options of a heap.

        Parameters
        ----------
        options : function of int
            Returns for each move from a heap the heaps that it leaves, a tuple of integers, or one
            integer for one heap; each must be smaller than the heap, and empty heaps may be left
            out.  They may be more tokens together than the heap had.  The function is asked about
            heaps from 1 on.  A tuple of several integers in the place of the list is refused.
        name : str, optional
            The name of the game.
        reach, parts : int, optional
            A declaration that proves periods: from heaps above `reach`, moves take at most `reach`
            tokens and leave at most `parts` heaps, and whether a move is allowed depends on how
            many tokens it takes and how many heaps it leaves alone.

        Returns
        -------
        HeapGame

        Raises
        ------
        GraphGameError
            If only one of `reach` and `parts` is given.  Later, where the options of a heap are
            asked for: if they are not as described, or not as declared.

        See Also
        --------
        octal, HeapGame.period

        Notes
        -----
        The function is called once for each heap of the table, and must always return the same.
        O(options) time and memory for each heap, some microseconds an option.

        Without a declaration a period is a guess: nothing says that heaps beyond the table have
        options like those before.  What is declared is checked for every heap that is asked for;
        that it holds for all others is the caller's word.  The theorem is that of octal games: see
        docs/periods.md.

        A game from a function has no page, cannot be pickled, and needs ``load(file, game=)``.

        Examples
        --------
        >>> import graphgame as gg
        >>> def kayles(n):
        ...     return [(k, n - t - k) for t in (1, 2) for k in range(n - t + 1)]
        >>> game = gg.HeapGame.from_rule(kayles, reach=2, parts=2)
        >>> game.values(9).tolist()
        [0, 1, 2, 3, 1, 4, 3, 2, 1, 4]
        >>> game.outcome((5, 3), play="misere"), game.winning_moves((3, 2))
        (<Outcome.WIN: 1>, [Move(component=0, to=(2,))])
        """
        from graphgame.heaps.own import Own

        if not callable(options):
            raise GraphGameError(f"options: expected a function of a heap, got {options!r}")
        return cls(Own(options, name, reach, parts))

    def value(
        self,
        state: int | Iterable[int],
        *,
        play: types.PlayName = "normal",
        limit: int = MOST_SEARCHED,
    ) -> int:
        """Return the value of a heap of any size, or of several heaps together.

        Parameters
        ----------
        state : int, or iterable of int
            A heap, or heaps: the nim-sum of their values.
        play : {"normal", "misere"}
            For misère play, the misère nim-value of the heaps together: see `misere_value`.
        limit : int
            The most positions of the search in misère play.

        Raises
        ------
        GraphGameError
            If a heap is not an integer from 0 on; `TooLargeError` if it is above 2^30 - 2 and no
            period has been proven for that.

        See Also
        --------
        values, outcome

        Notes
        -----
        The table grows until it holds the heap or proves a period, whichever is first; for heaps
        above 2^30 - 2 at most as far as ``period()`` looks.
        """
        if Play(play) is Play.MISERE:
            from graphgame.heaps.misere import outcomes

            return outcomes.misere_value(self, state, limit=limit)
        total = 0
        for heap in components(state):
            total ^= self._known.value(heap)
        return total

    def options(self, heap: int) -> list[tuple[int, ...]]:
        """Return the options of one heap: the heaps that are left, in descending order.

        Returns
        -------
        list of tuple of int
            Sorted, each option once; an empty tuple where nothing is left.

        Raises
        ------
        TooLargeError
            If there are more than 2^25, or the heap is beyond 2^62.

        See Also
        --------
        winning_moves, graph

        Examples
        --------
        >>> import graphgame as gg
        >>> gg.octal("0.77").options(4)
        [(1, 1), (2,), (2, 1), (3,)]
        """
        return self._tuples(self._option_rows(checks.size(heap, "heap")))

    def outcome(
        self,
        state: int | Iterable[int],
        *,
        play: types.PlayName = "normal",
        limit: int = MOST_SEARCHED,
    ) -> Outcome:
        """Return the outcome of a heap or of several heaps, for the player to move.

        Parameters
        ----------
        state : int, or iterable of int
        play : {"normal", "misere"}
            In misère play, where values do not add up, all sums are searched: see `misere_outcome`.
        limit : int
            The most positions of the search in misère play.

        Returns
        -------
        Outcome
            `WIN` or `LOSE`.

        See Also
        --------
        winning_moves, value
        """
        if Play(play) is Play.MISERE:
            from graphgame.heaps.misere import outcomes

            return outcomes.misere_outcome(self, state, limit=limit)
        return Outcome.WIN if self.value(state) else Outcome.LOSE

    def winning_moves(
        self,
        state: int | Iterable[int],
        *,
        play: types.PlayName = "normal",
        limit: int = MOST_SEARCHED,
    ) -> list[Move[tuple[int, ...]]]:
        """Return the moves to sums that are lost for the opponent.

        Parameters
        ----------
        state, play, limit
            As in `outcome`.

        Returns
        -------
        list of Move
            The index of a heap, and the heaps that it becomes: see `options`.

        See Also
        --------
        outcome, options
        """
        if Play(play) is Play.MISERE:
            from graphgame.heaps.misere import outcomes

            return outcomes.misere_winning_moves(self, state, limit=limit)
        import numpy as np

        heaps = components(state)
        total = self.value(heaps)
        found: list[Move[tuple[int, ...]]] = []
        if total == 0:
            return found
        for place, heap in enumerate(heaps):
            target = total ^ self._known.value(heap)
            rows = self._option_rows(heap)
            fits = np.bitwise_xor.reduce(self._known.values_at(rows), axis=1) == target
            found += [Move(place, option) for option in self._tuples(rows[fits])]
        return found

    def _option_rows(self, heap: int) -> Int64Array:
        """Return the options of a heap, (m, parts), padded with zeros, sorted, each once."""
        import numpy as np

        from graphgame.arrays import distinct_rows

        if heap > 1 << 62:
            found = f"heap {checks.shown(heap)}"
            raise TooLargeError(f"{found}: expected at most 2^62 where options are listed")
        _, rows = self._rule.options(np.array([heap]))
        return distinct_rows(rows)[0]

    @staticmethod
    def _tuples(rows: Int64Array) -> list[tuple[int, ...]]:
        return [tuple(filter(None, row)) for row in rows.tolist()]
