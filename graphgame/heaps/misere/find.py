"""`misere_quotient`: the misère quotient of a heap game, found heap by heap."""

from __future__ import annotations

import numpy as np

from graphgame import checks, types
from graphgame.errors import GraphGameError
from graphgame.heaps.misere.learning import QuotientSearch
from graphgame.heaps.misere.quotient import MisereQuotient, proven_period
from graphgame.heaps.misere.search import HeapRules, checked_moves

# The most elements, unless the caller says otherwise.
MOST_ELEMENTS = 1000
# Where no greatest heap is given: up to it periods are sought.
_MOST_HEAP = 1024
_FIRST_HEAP = 16


def misere_quotient(
    rule: HeapRules,
    n: int | None = None,
    *,
    reach: tuple[int, int] | None = None,
    most: int = MOST_ELEMENTS,
    progress: types.Progress | None = None,
) -> MisereQuotient:
    """Find the misère quotient of a game on the heaps 0 to n, and check it.

    For a `HeapGame`, ``game.misere_quotient(n)`` is the same, with the reach of its rule.

    Parameters
    ----------
    rule : object with ``options(heap)``
        As in `misere_outcome`.
    n : int, optional
        The greatest heap.  If not given, heaps are added until a period is proven, at most 1024.
    reach : (int, int), optional
        (d, k): from heaps above d no move takes more than d, none leaves more than k heaps, and
        whether a move is allowed depends on these two numbers alone, as in an octal game.  Needed
        to prove a period.
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
        If there are more than `most` elements, naming the heap; or if n is not given, and the rule
        has no reach.
    VerificationError
        If what was found is not the quotient.

    See Also
    --------
    MisereQuotient, misere_outcome, HeapGame.misere_quotient

    Notes
    -----
    A heap is taken for a sum of smaller ones if no sum contradicts it; otherwise elements are
    learned anew, as L* learns an automaton.  This finds, and does not prove: every answer is
    checked by `verify_quotient`, which shares nothing with the search.  Where the quotient of all
    heaps is infinite, that of the heaps to n grows with n.

    Outcomes of at most 20 million sums are searched: 4 bytes for each heap of a sum, and 19 to 30
    for the sum, or twice as many while they grow.  The table of a quotient takes 8 bytes for each
    product of two elements, and the search up to 600, as for Nim, beside the sums.  The 638
    elements of 0.07 with the heaps to 33 take ten seconds.

    References
    ----------
    T. E. Plambeck and A. N. Siegel, "Misère quotients for impartial games", Journal of
    Combinatorial Theory A 115, 2008, arXiv:math/0609825.
    D. Angluin, "Learning regular sets from queries and counterexamples", Information and
    Computation 75, 1987.

    Examples
    --------
    >>> import graphgame as gg
    >>> misere_quotient(gg.octal("0.77"), 20)
    <MisereQuotient of heaps to 20: order 24>
    """
    last = _MOST_HEAP if n is None else checks.size(n, "n")
    if n is None and reach is None:
        raise GraphGameError(
            "n: expected the greatest heap, since no period can be proven of a rule without "
            "reach=, got None"
        )
    moves = checked_moves(rule)
    search = QuotientSearch(checks.at_least_1(most, "most"))
    for heap in range(last + 1):
        search.add([tuple(filter(None, parts)) for parts in moves(heap)])
        if progress is not None:
            progress(heap, last)
        # A look for a period at every power of 2 costs less than the heaps themselves.
        looks = n is None and heap >= _FIRST_HEAP and not heap & (heap - 1)
        if looks and proven_period(tuple(search.elements), reach) is not None:
            break
    losing = np.flatnonzero(search.lost).tolist()
    words = (search.table, losing, search.elements, search.words, reach)
    quotient = MisereQuotient(rule, *words)
    quotient.verify()
    return quotient
