"""The window of a periodicity theorem: how much of a table must repeat, so that all of it does."""

from __future__ import annotations

from graphgame.heaps.periods import search

TYPE_CHECKING = False
if TYPE_CHECKING:
    from graphgame.heaps.periods import Period
    from graphgame.heaps.table import Table


def guy_smith(table: Table, parts: int, longest: int) -> Period | None:
    """Return the period that a table proves of a rule that asks for numbers of heaps alone.

    Parameters
    ----------
    table : Table
    parts : int
        The most heaps that a move leaves.
    longest : int
        The most tokens that a move takes.

    Notes
    -----
    Whether a move is allowed depends on how many tokens it takes and how many heaps it leaves, at
    least for all heaps above `longest`.  If values agree for all n from n0 >= 1 up to
    parts n0 + (parts - 1) p + longest - 1 with those p further, they do for ever: docs/periods.md
    has the proof, which does not use that parts is 2.

    References
    ----------
    R. K. Guy and C. A. B. Smith, "The G-values of various games", Proc. Cambridge Philosophical
    Society 52, 1956, for at most two heaps.
    """
    slack = longest + parts - 1
    found = search(table.view[1:], parts=parts, slack=slack, proven=True)
    if found is None:
        return None
    start = found.preperiod + 1
    if start == 1 and table.view[found.period] == table.view[0]:
        start = 0
    return found._replace(
        preperiod=start,
        last_exception=start - 1 if start else None,
        checked=found.checked + 1,
    )
