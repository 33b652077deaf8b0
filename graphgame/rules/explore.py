"""From rules to graphs: positions of any kind get indices, breadth first."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from graphgame.graphs.graph import GameGraph
from graphgame.rules.explorer import Explorer
from graphgame.rules.game import Game

TYPE_CHECKING = False
if TYPE_CHECKING:
    from graphgame import types
    from graphgame.types import P
else:
    from graphgame.arrays import P, types


def explore(
    rule: Callable[[P], Iterable[P]] | Game[P],
    start: P | list[P] | set[P] | range | Iterator[P],
    *,
    presets: Callable[[P], types.Preset | None] | None = None,
    mover: Callable[[P], int] | None = None,
    canonical: Callable[[P], P] | None = None,
    limit: int | None = None,
    progress: bool = False,
    sums: bool = False,
) -> GameGraph[P]:
    """Find all positions that can be reached from a start, and their moves.

    Parameters
    ----------
    rule : callable, compiled function, or object with ``options``
        Returns the options of a position, as a list or anything else to iterate over.  An object
        may have the methods ``preset(position)`` and ``mover(position)``, too.  Where the first
        start is an integer, the rule may be one of codes as well, a function of arrays or a
        compiled one, as `explore_codes` describes: a compiled function is known by its type, and
        one of arrays by what it returns for the first start.
    start : hashable, or list, set, range, array or iterator of hashable
        One position, or many.
    presets : callable, compiled function or mapping, optional
        Returns the outcome that the rules preset for a position (for the player to move), or None
        or `NO_PRESET`.  It comes before a ``preset`` of `rule`.  A position with a preset outcome
        is not expanded.  A pair (outcome, remoteness) is a game that ended so many moves away.
    mover : callable, compiled function or mapping, optional
        Returns who moves at a position, 0 or 1, also where play is over.  It comes before a
        ``mover`` of `rule`.  Without either, the players alternate.
    canonical : callable, optional
        A symmetry of the game: from a position to the representative of its class, itself a
        position of the class.  It comes before a ``canonical`` of `rule`.  The graph then has a
        position for each class, its representative, and an option for each class of options;
        `presets` and `mover` are asked of representatives, so all positions of a class must have
        the same.  `GameGraph.index` finds the class of any position.
    limit : int, optional
        The most positions that may be found.  Without it, memory sets the limit.
    progress : bool
        Show positions, moves and rate on standard error: through tqdm where it is installed.
    sums : bool
        The options of the rule are sums, as in `grundy`.  Positions are then multisets of
        components, each a `Sum`; a component by itself finds the sum of that one.

    Returns
    -------
    GameGraph
        Labelled by the positions, in breadth-first order: index 0 is the (first) start, which is
        the `start` of the graph.

    Raises
    ------
    ExplorationLimitError
        If there are more positions than `limit`; its `explorer` can go on.
    TooLargeError
        If the next positions would not fit in memory.
    GraphGameError
        If a rule returns no options but text, a number or None; if a position cannot be hashed or
        changes; if a preset is no outcome; if the representative of a start has another one; or if
        the rule, asked about up to 8 positions again at the end, gives other options.

    See Also
    --------
    Explorer : Explores, and goes on where it was stopped.
    check_rule : Checks a symmetry, and all else of a rule, on a sample of positions.
    explore_codes : The same for integers, many at a time: faster, and in less memory.
    Game : What an object needs to be a rule.
    solve : Explores and solves.

    Notes
    -----
    Whatever the rule raises comes out unchanged, with a note that names the position.

    O(n + m) calls and look-ups.  Beside the positions themselves: 9 bytes per position for the list
    of them and 70 to 115 for the dict from positions to indices, or 145 while it grows; 8 for
    offsets, 4 per edge.  Memory is checked each time the positions have grown by an eighth.

    With sums, components take what `grundy` says of them, but for values.  A position takes 16
    bytes, 4 for each of its components, and 5.3 to 10.7 for its index; an option takes 4.  All but
    the index may take twice as much while it grows.

    Examples
    --------
    >>> import graphgame as gg
    >>> game = gg.explore(lambda n: [n - k for k in (1, 2, 3) if n >= k], start=20)
    >>> game
    GameGraph(n=21, m=57, labelled)
    >>> gg.solve(game).outcome(20), gg.solve(game).best_move(18)
    (<Outcome.LOSE: -1>, 16)
    >>> rows = gg.explore(lambda row: [(left, row - 1 - left) for left in range(row)], 3, sums=True)
    >>> rows.start, rows.options(gg.Sum(0, 2))
    (Sum(3), [Sum(0, 0, 1)])
    """
    if sums:
        from graphgame.rules.written_out import explore_written_out

        return explore_written_out(rule, start, presets, mover, canonical, limit, progress)
    explorer = Explorer(rule, start, presets=presets, mover=mover, canonical=canonical)
    return explorer.run(limit=limit, progress=progress).graph()
