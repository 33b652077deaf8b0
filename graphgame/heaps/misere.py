"""Misère play of heap games, by explicit search: outcomes, moves and misère nim-values."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import chain
from typing import Protocol

from graphgame import checks
from graphgame.arrays import read_only, types
from graphgame.errors import ExplorationLimitError, GraphGameError, TooLargeError
from graphgame.heaps.table import MOST_SEARCHED, components
from graphgame.line import Move
from graphgame.outcome import LOSE, Outcome, Play
from graphgame.rules.explore import explore
from graphgame.solving.solve import solve

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    from graphgame import types
    from graphgame.graphs.graph import GameGraph

    Heaps: TypeAlias = tuple[int, ...]  # in ascending order

# Stands for a move of a position without options where misère nim-values are computed: its value
# becomes 1.
_END = (0,)
# Heaps without options, up to this one, are left out of positions.  In most games that have any
# they are among the smallest heaps, and any number of them may lie about.
_LEFT_OUT = 64


class HeapRules(Protocol):
    """The rules of a game with heaps, where a move changes one heap."""

    def options(self, heap: int, /) -> Iterable[tuple[int, ...]]:
        """Return for each move from a heap the heaps that it leaves in its place."""
        ...


def misere_outcome(
    rule: HeapRules, heaps: int | Iterable[int], *, limit: int = MOST_SEARCHED
) -> Outcome:
    """Return the outcome of some heaps in misère play, where who cannot move wins.

    For a `HeapGame`, ``game.outcome(heaps, play="misere")`` is the same.

    Parameters
    ----------
    rule : object with ``options(heap)``
        Returns for each move from a heap the tuple of the heaps that it leaves, each smaller than
        the heap; ``()`` where nothing is left.
    heaps : int, or iterable of int
        The sizes of the heaps.
    limit : int
        The most positions.

    Returns
    -------
    Outcome
        `WIN` or `LOSE`, for the player to move.

    Raises
    ------
    ExplorationLimitError
        If there are more positions than `limit`.
    TooLargeError
        If a heap is greater than `limit`: its options alone may fill the memory.
    GraphGameError
        If a heap is not an integer of 0 or more, or a move leaves a heap that is not smaller.

    See Also
    --------
    misere_value, misere_values, HeapGame.outcome

    Notes
    -----
    All multisets of heaps that can be reached are searched: in misère play no number says what a
    heap adds to a sum, as Grundy values do in normal play.  There may be as many as partitions of
    the numbers up to the total: 44,583 for a row of 40 in Kayles, 239,943 for a row of 50.
    O(positions + moves) time; the 2,000,000 positions of the default limit take 1 GB and two
    minutes in Kayles.

    Examples
    --------
    >>> class Kayles:  # take one pin or two neighbours
    ...     def options(self, row):
    ...         return [
    ...             tuple(part for part in (left, row - taken - left) if part)
    ...             for taken in (1, 2)
    ...             for left in range((row - taken) // 2 + 1)
    ...         ]
    >>> [str(misere_outcome(Kayles(), n)) for n in (1, 2, 3, 4)]
    ['LOSE', 'WIN', 'WIN', 'LOSE']
    >>> misere_outcome(Kayles(), [1, 2, 3])
    <Outcome.LOSE: -1>
    """
    graph, _, starts = _explored(rule, [components(heaps)], limit, valued=False)
    outcome: Outcome = solve(graph, play=Play.MISERE).outcome(graph.position(starts[0]))
    return outcome


def misere_winning_moves(
    rule: HeapRules, heaps: int | Iterable[int], *, limit: int = MOST_SEARCHED
) -> list[Move[tuple[int, ...]]]:
    """Return the moves to sums that are lost for the opponent in misère play.

    See `HeapGame.winning_moves`.
    """
    sizes = components(heaps)
    graph, canonical, _ = _explored(rule, [sizes], limit, valued=False)
    outcomes = solve(graph, play=Play.MISERE).outcomes
    found: list[Move[tuple[int, ...]]] = []
    for i, heap in enumerate(sizes):
        rest = sizes[:i] + sizes[i + 1 :]
        found += [
            Move(i, left)
            for left in sorted({tuple(parts) for parts in rule.options(heap)})
            if outcomes[graph.index(canonical([*rest, *left]))] == LOSE
        ]
    return found


def misere_value(rule: HeapRules, heaps: int | Iterable[int], *, limit: int = MOST_SEARCHED) -> int:
    """Return the misère nim-value of a heap, or of several heaps together.

    For a `HeapGame`, ``game.value(heaps, play="misere")`` is the same.

    Parameters
    ----------
    rule, heaps, limit
        As in `misere_outcome`.

    Returns
    -------
    int
        The size of the Nim heap that makes a LOSE in misère play together with these heaps.  There
        is exactly one; it is 0 if and only if the heaps by themselves are a LOSE.

    Raises
    ------
    GraphGameError
        As in `misere_outcome`.

    See Also
    --------
    misere_outcome, misere_values, HeapGame.value

    Notes
    -----
    The misère nim-value of a position without options is 1, of any other the mex of those of its
    options; it is the first figure of the superscript of its genus.  The value of a sum does not
    follow from those of its heaps.  Positions are searched as by `misere_outcome`.

    References
    ----------
    J. H. Conway, "On Numbers and Games", 1976, chapter 12.
    E. R. Berlekamp, J. H. Conway and R. K. Guy, "Winning Ways for your Mathematical Plays", 1982,
    chapter 13.

    Examples
    --------
    >>> class Nim:
    ...     def options(self, heap):
    ...         return [(left,) if left else () for left in range(heap)]
    >>> [misere_value(Nim(), heap) for heap in (0, 1, 2, 3)], misere_value(Nim(), [2, 3])
    ([1, 0, 2, 3], 1)
    """
    graph, _, starts = _explored(rule, [components(heaps)], limit, valued=True)
    return int(_grundy_values(graph)[starts[0]])


def misere_values(rule: HeapRules, n: int, *, limit: int = MOST_SEARCHED) -> types.Int32Array:
    """Return the misère nim-values of the single heaps 0 to n.

    For a `HeapGame`, ``game.values(n, play="misere")`` is the same.

    Parameters
    ----------
    rule, limit
        As in `misere_outcome`.
    n : int
        The greatest heap.

    Returns
    -------
    (n + 1,) int32 array
        Read-only.

    Raises
    ------
    GraphGameError
        As in `misere_outcome`.

    See Also
    --------
    misere_value, HeapGame.values

    Notes
    -----
    All heaps are searched together, in about the time of the greatest by itself.

    Examples
    --------
    >>> class Nim:
    ...     def options(self, heap):
    ...         return [(left,) if left else () for left in range(heap)]
    >>> misere_values(Nim(), 4).tolist()
    [1, 0, 2, 3, 4]
    """
    last = checks.size(n, "n")
    _refuse_large([last], "n", checks.limit(limit))
    graph, _, starts = _explored(rule, [[heap] for heap in range(last + 1)], limit, valued=True)
    return read_only(_grundy_values(graph)[starts])


def _refuse_large(heaps: list[int], what: str, limit: int) -> None:
    if max(heaps, default=0) > limit:
        raise TooLargeError(
            f"{what}: expected heaps of at most {limit}, which is the limit of positions, "
            f"got {max(heaps)}"
        )


def _explored(
    rule: HeapRules, starts: list[list[int]], limit: int, *, valued: bool
) -> tuple[GameGraph, Callable[[list[int]], Heaps], list[int]]:
    """Return the graph of what can be reached, its label for some heaps, the indices of the starts.

    In a graph for values, a position without options has `_END` as an option.
    """
    most = checks.limit(limit)
    _refuse_large([*chain.from_iterable(starts)], "heaps", most)
    moves = checked_moves(rule)
    largest = max(chain.from_iterable(starts), default=0)
    nothing = {0, *(heap for heap in range(1, min(largest, _LEFT_OUT) + 1) if not moves(heap))}

    @cache
    def remainders(heap: int) -> list[Heaps]:
        """Return what each move leaves, without heaps that have no options, each once."""
        return list(dict.fromkeys(canonical(parts) for parts in moves(heap)))

    def canonical(heaps: Iterable[int]) -> Heaps:
        return tuple(sorted(heap for heap in heaps if heap not in nothing))

    def options(position: Heaps) -> list[Heaps]:
        if position == _END:
            return []
        found: list[Heaps] = []
        last = 0
        for i, heap in enumerate(position):
            if heap != last:  # equal heaps have equal options
                last = heap
                rest = position[:i] + position[i + 1 :]
                found += [tuple(sorted(rest + left)) for left in remainders(heap)]
        return found if found or not valued else [_END]

    first = [canonical(start) for start in starts]
    try:
        graph = explore(options, first, limit=most + valued)
    except ExplorationLimitError as error:
        counts = (error.positions, error.expanded, error.moves)
        raise ExplorationLimitError(most, *counts) from None
    return graph, canonical, [graph.index(position) for position in first]


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
        checked = []
        for left in found:
            if not isinstance(left, Iterable):
                raise GraphGameError(f"{what}: expected tuples of heaps, got {left!r}")
            parts = tuple(checks.sizes(left, what))
            if max(parts, default=0) >= heap:
                raise GraphGameError(f"{what}: expected smaller heaps, got {parts}")
            checked.append(parts)
        return tuple(checked)

    return moves


def _grundy_values(graph: GameGraph) -> types.Int32Array:
    """Return the Grundy value of every position, as an array."""
    from graphgame.values.grundy import grundy

    return grundy(graph).values
