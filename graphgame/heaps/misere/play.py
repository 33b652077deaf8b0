"""What a heap game says of misère play: genera and quotients.

The class is a base of `HeapGame`.
"""

from __future__ import annotations

from collections.abc import Iterable

from graphgame.arrays import Later, types
from graphgame.heaps.play import Sums
from graphgame.heaps.table import MOST_SEARCHED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from graphgame.heaps.misere import genus as genera, quotient as quotients
else:
    # Only those who ask for them, or read annotations, need them here.
    genera = Later("graphgame.heaps.misere.genus")
    quotients = Later("graphgame.heaps.misere.quotient")


class Misere(Sums):
    """Methods of `HeapGame` for misère play; what they need is imported when they run."""

    def genus(self, heaps: int | Iterable[int], *, limit: int = MOST_SEARCHED) -> genera.Genus:
        """Return the genus of a heap, or of several heaps together; see `misere_genus`.

        Parameters
        ----------
        heaps : int, or iterable of int
        limit : int
            The most positions of the search.

        Returns
        -------
        Genus

        Raises
        ------
        GraphGameError
            As `misere_genus`.

        See Also
        --------
        genera, misere_quotient

        Examples
        --------
        >>> import graphgame as gg
        >>> print(gg.grundys_game().genus(18))
        4^0564
        """
        from graphgame.heaps.misere.genus import misere_genus

        return misere_genus(self, heaps, limit=limit)

    def genera(self, n: int, *, limit: int = MOST_SEARCHED) -> list[genera.Genus]:
        """Return the genera of the heaps 0 to n; see `misere_genera`.

        Parameters
        ----------
        n : int
            The greatest heap.
        limit : int
            The most positions of the search.

        Returns
        -------
        list of Genus

        Raises
        ------
        GraphGameError
            As `misere_genera`.

        See Also
        --------
        genus

        Examples
        --------
        >>> import graphgame as gg
        >>> print(*gg.octal("0.07").genera(6))
        0^120 0^120 1^031 1^031 2^20 0^120 3^31
        """
        from graphgame.heaps.misere.genus import misere_genera

        return misere_genera(self, n, limit=limit)

    def misere_quotient(
        self,
        n: int | None = None,
        *,
        most: int = 1000,
        progress: types.Progress | None = None,
    ) -> quotients.MisereQuotient:
        """Find the misère quotient of the heaps 0 to n, or of all heaps, and check it.

        Parameters
        ----------
        n : int, optional
            The greatest heap.  If not given, heaps are added until a period proves that the
            quotient is that of all heaps.
        most : int
            The most elements.
        progress : function of (int, int), optional
            Called with how many heaps are done, and how many are wanted.

        Returns
        -------
        MisereQuotient

        Raises
        ------
        GraphGameError
            If there are more than `most` elements; or if n is not given, and no theorem covers the
            periods of this game.

        See Also
        --------
        misere_quotient : The same for a rule of one's own.

        Examples
        --------
        >>> import graphgame as gg
        >>> quotient = gg.octal("0.77").misere_quotient()
        >>> quotient, quotient.period
        (<MisereQuotient of all heaps: order 40>, (71, 12))
        >>> str(quotient.outcome([10**9, 10**9 + 4]))
        'LOSE'
        """
        from graphgame.heaps.misere.find import misere_quotient

        return misere_quotient(self, n, reach=self._reach(), most=most, progress=progress)

    def _reach(self) -> tuple[int, int] | None:
        """Return the most tokens that a move takes and the most heaps that it leaves.

        None where moves from great heaps depend on more than these two numbers.
        """
        from graphgame.heaps.breaking import Breaking
        from graphgame.heaps.own import Own
        from graphgame.heaps.rules import Taking
        from graphgame.heaps.splitting import Splitting

        rule = self._rule
        if isinstance(rule, Taking):
            return None if rule.greatest is None else (rule.greatest, 1)
        if isinstance(rule, Splitting) and not (rule.unequal or rule.tail or rule.frozen):
            return len(rule.digits) - 1, rule.parts
        if isinstance(rule, Breaking) and rule.free:
            return len(rule.code.digits) - 1, rule.parts
        if isinstance(rule, Own) and rule.reach is not None and rule.most_parts is not None:
            return rule.reach, rule.most_parts
        return None
