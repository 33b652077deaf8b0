"""Misère play of heap games, by explicit search: outcomes and misère nim-values of small heaps."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import chain
from typing import Protocol

from graphgame import checks
from graphgame.errors import GraphGameError, TooLargeError
from graphgame.outcome import Outcome, Play
from graphgame.rules.explore import explore
from graphgame.solving.solve import solve

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    from graphgame.graphs.graph import GameGraph
    from graphgame.types import Int32Array

    Heaps: TypeAlias = tuple[int, ...]  # in ascending order

# Positions, unless the caller says otherwise: with their moves 1 GB, and two minutes, in Kayles.
_LIMIT = 2_000_000
# Where misère nim-values are computed, what has no options gets this one, so that its value is 1.
_END = (0,)
# Of heaps up to here, those without options are left out of all positions.  It saves much: a game
# in which they come up has them among its smallest, and any number of them may lie about.
_LEFT_OUT = 64


class HeapRules(Protocol):
    """Rules of a game with heaps, of which a move changes one."""

    def options(self, heap: int, /) -> Iterable[tuple[int, ...]]:
        """Return for each move from a heap the heaps that it leaves in its place."""
        ...


def misere_outcome(game: HeapRules, heaps: int | Iterable[int], *, limit: int = _LIMIT) -> Outcome:
    """Return the outcome of some heaps in misère play, where who cannot move wins.

    Parameters
    ----------
    game : object with ``options(heap)``
        Gives for each move from a heap the tuple of the heaps that it leaves, each smaller than the
        heap; ``()`` where nothing is left.
    heaps : int, or iterable of int
        The sizes of the heaps.
    limit : int
        The most positions that may be found.

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

    Notes
    -----
    All multisets of heaps that can be reached are searched: no number tells what a heap does to a
    sum in misère play, as Grundy values do in normal play.  There may be as many as partitions of
    the numbers up to the total: 44,583 for a row of 40 in Kayles, 239,943 for a row of 50.
    O(positions + moves) time.

    >>> class Kayles:  # take one pin or two that stand side by side
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
    graph, _ = _explored(game, [_read(heaps)], limit, valued=False)
    return solve(graph, play=Play.MISERE).outcome(graph.position(0))


def misere_grundy(game: HeapRules, heaps: int | Iterable[int], *, limit: int = _LIMIT) -> int:
    """Return the misère nim-value of a heap, or of several heaps together.

    Parameters
    ----------
    game, heaps, limit
        As in `misere_outcome`.

    Returns
    -------
    int
        The size of the one Nim heap that makes a LOSE in misère play together with these heaps.
        Hence it is 0 iff the heaps by themselves are a LOSE.

    Raises
    ------
    GraphGameError
        As `misere_outcome`.

    Notes
    -----
    The misère nim-value of what has no options is 1, of anything else the mex of those of the
    options; it is the first figure of the superscript in the symbol that is called the genus.  The
    values of several heaps do not add up to that of their sum.  Searched as by `misere_outcome`.

    Source: J. H. Conway, "On Numbers and Games", 1976, chapter 12; E. R. Berlekamp, J. H. Conway
    and R. K. Guy, "Winning Ways for your Mathematical Plays", 1982, chapter 13.
    """
    graph, _ = _explored(game, [_read(heaps)], limit, valued=True)
    return int(_grundy_values(graph)[0])


def misere_values(game: HeapRules, most: int, *, limit: int = _LIMIT) -> Int32Array:
    """Return the misère nim-value of every single heap up to a size.

    Parameters
    ----------
    game, limit
        As in `misere_outcome`.
    most : int
        The largest heap.

    Returns
    -------
    (most + 1,) int32 array, read-only
        As `misere_grundy`, for the heaps 0, 1, 2, … `most`.

    Raises
    ------
    GraphGameError
        As `misere_outcome`.

    Notes
    -----
    All heaps are searched together, hardly longer than the largest by itself.
    """
    from graphgame.arrays import read_only

    last = checks.size(most, "most")
    _refuse_large([last], "most", checks.limit(limit))
    graph, starts = _explored(game, [[heap] for heap in range(last + 1)], limit, valued=True)
    return read_only(_grundy_values(graph)[starts])


def _read(heaps: int | Iterable[int]) -> list[int]:
    if isinstance(heaps, str | bytes):
        raise GraphGameError(f"heaps: expected integers, got {heaps!r}")
    if isinstance(heaps, Iterable):
        return checks.sizes(heaps, "heaps")
    return [checks.size(heaps, "heaps")]


def _refuse_large(heaps: list[int], what: str, limit: int) -> None:
    if max(heaps, default=0) > limit:
        raise TooLargeError(
            f"{what}: expected heaps of at most {limit}, which is the limit of positions, "
            f"got {max(heaps)}"
        )


def _explored(
    game: HeapRules, starts: list[list[int]], limit: int, *, valued: bool
) -> tuple[GameGraph, list[int]]:
    """Return the graph of what can be reached, and the indices of the starts; the first is 0.

    In a graph for values, what has no options has `_END` as an option.
    """
    most = checks.limit(limit)
    _refuse_large([*chain.from_iterable(starts)], "heaps", most)
    moves = _moves(game)
    largest = max(chain.from_iterable(starts), default=0)
    nothing = {0, *(heap for heap in range(1, min(largest, _LEFT_OUT) + 1) if not moves(heap))}

    @cache
    def remainders(heap: int) -> list[Heaps]:
        """Return what each move leaves, without what counts for nothing, and no two the same."""
        left = (tuple(sorted(set_aside(parts))) for parts in moves(heap))
        return list(dict.fromkeys(left))

    def set_aside(heaps: Iterable[int]) -> list[int]:
        return [heap for heap in heaps if heap not in nothing]

    def options(position: Heaps) -> list[Heaps]:
        if position == _END:
            return []
        found: list[Heaps] = []
        last = 0
        for i, heap in enumerate(position):
            if heap != last:  # of equal heaps one is enough
                last = heap
                rest = position[:i] + position[i + 1 :]
                found += [tuple(sorted(rest + left)) for left in remainders(heap)]
        return found if found or not valued else [_END]

    first = [tuple(sorted(set_aside(start))) for start in starts]
    graph = explore(options, first, limit=most + valued)
    return graph, [graph.index(position) for position in first]


def _moves(game: HeapRules) -> Callable[[int], tuple[Heaps, ...]]:
    """Return the function that asks the game for what moves from a heap leave, and checks it."""
    options = getattr(game, "options", None)
    if not callable(options):
        raise GraphGameError(
            f"game: expected an object with options(heap), got {type(game).__name__}"
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


def _grundy_values(graph: GameGraph) -> Int32Array:
    """Return the Grundy value of every position, as an array."""
    from graphgame.values.grundy import grundy

    return grundy(graph).values
