"""`grundy` and `loopy_grundy`: the Sprague–Grundy values of every position."""

from __future__ import annotations

from graphgame import _core
from graphgame.errors import GraphGameError, LoopyGameError
from graphgame.graphs.graph import GameGraph
from graphgame.memory import check_game
from graphgame.outcome import LOSE, NO_PRESET, Outcome
from graphgame.values import _ordered
from graphgame.values.values import GrundyValues, LoopyValues

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from graphgame._kernel.buffer import Buffer
    from graphgame.types import Presets


def grundy(
    graph: Any,
    *,
    presets: Presets | Callable[[Any], int | None] | None = None,
    start: Any = None,
    limit: int | None = None,
    progress: bool = False,
) -> GrundyValues:
    """Return the Grundy value of every position of a game without cycles.

    The value of a position is the mex of the values of its options, the least number that is not
    among them.  A position is lost if and only if its value is 0, and the value of a sum of games
    is the XOR of theirs.

    Parameters
    ----------
    graph : GameGraph, or anything that `as_game_graph` takes, or with `start` a rule
    presets : mapping of position to Outcome, or (n,) array_like of int, optional
        As of `solve`, but LOSE only: a terminal of value 0, whatever its options.
    start : hashable, or list, set or iterator of hashable, optional
        Then `graph` is a rule, and the game is what `explore` finds from here.
    limit : int, optional
        The most positions.
    progress : bool
        Show on standard error how far `explore` is.

    Returns
    -------
    GrundyValues

    Raises
    ------
    LoopyGameError
        If a position can come back to itself, with a short cycle; `loopy_grundy` takes any game.
    GraphGameError
        If the graph is not one, or a preset outcome is WIN or DRAW: that has no Grundy value.
    TooLargeError
        If there are more positions than `limit`, or than fit in memory.

    Notes
    -----
    Positions in topological order, and of each the mex without sorting: O(n + m) time, and least
    where all moves go to lower numbers, or all to higher ones.  Beyond the graph, 4 bytes per edge
    and 17 per position, of which the values keep 8, or if that is more, 6 bytes per edge and 8 per
    position while edges are grouped; 4 per edge and 8 per position more where a value is above 19
    or a position has more than 2047 options.

    Sources: R. P. Sprague, "Über mathematische Kampfspiele", Tôhoku Math. J. 41, 1935;
    P. M. Grundy, "Mathematics and games", Eureka 2, 1939.

    >>> g = grundy([(1, 0), (2, 0), (2, 1), (3, 2)])
    >>> g.values, g.sum([1, 2])
    (array([0, 1, 2, 0], dtype=int32), 3)
    """
    game, preset = _impartial(graph, presets, start, limit, progress)
    check_game(game, 17, 4)
    values, order, decided = _in_order(game) or _by_counters(game)
    if decided < game.n:
        from graphgame.values import _cycle

        cycle = _cycle.find_cycle(*game._option_rows(), values)
        raise LoopyGameError(game.positions(cycle))
    return GrundyValues(game, values, order, preset=preset)


def _in_order(game: GameGraph) -> tuple[Buffer, Buffer, int] | None:
    """Label a game whose moves all go to lower numbers, or all to higher ones; None if not so."""
    if game._options is not None:
        direction = _ordered.direction_of_rows(*game._options)
    else:
        assert game._edges is not None, "a graph is made of edges or of options"
        direction = _ordered.direction_of_edges(game._edges)
    return _ordered.ordered_grundy(*game._option_rows(), direction) if direction else None


def _by_counters(game: GameGraph) -> tuple[Buffer, Buffer, int]:
    """Label what can be labelled of any game."""
    predecessors = game._predecessor_rows()
    labelled = _core.packed_grundy(*predecessors, game._degrees())
    if labelled is None:
        from graphgame.values import _stamps

        labelled = _stamps.grundy(*game._option_rows(), *predecessors, game._degrees())
    return labelled


def loopy_grundy(
    graph: Any,
    *,
    presets: Presets | Callable[[Any], int | None] | None = None,
    start: Any = None,
    limit: int | None = None,
    progress: bool = False,
) -> LoopyValues:
    """Return the loopy Grundy value of every position of any game.

    A value is a number k, and then the position behaves in sums like a Nim heap of k, or it is
    infinite, ∞(K) with the set K of the finite values of its options: a sum with it is won by
    moving to a value k in K, if all else adds up to k, and else never ends.

    Parameters
    ----------
    graph, presets, start, limit, progress
        As of `grundy`; cycles are allowed.

    Returns
    -------
    LoopyValues

    Raises
    ------
    GraphGameError
        If the graph is not one, or a preset outcome is WIN or DRAW: that has no Grundy value.
    TooLargeError
        If there are more positions than `limit`, or than fit in memory.

    Notes
    -----
    The propagation that solves a game, once for each finite value: O(n + m) time for each, and
    less where most positions have few options of different values.  Beyond the graph, 4 bytes per
    edge and 36 per position, of which the values keep 12, or if that is more, 6 bytes per edge and
    8 per position while edges are grouped.

    Sources: C. A. B. Smith, "Graphs and composite games", J. Combinatorial Theory 1, 1966;
    A. S. Fraenkel and Y. Perl, "Constructions in combinatorial games with cycles", 1975.

    >>> v = loopy_grundy([(0, 1), (1, 0), (1, 2), (2, 3)])
    >>> [str(v[position]) for position in range(4)]
    ['∞{}', '∞{1}', '*1', '*0']
    """
    game, preset = _impartial(graph, presets, start, limit, progress)
    check_game(game, 36, 4)
    from graphgame.values import _loopy

    try:
        labelled = _loopy.loopy_grundy(*game._predecessor_rows(), game._degrees())
    except OverflowError as error:
        raise GraphGameError(f"graph: {error}") from None
    return LoopyValues(game, *labelled, preset=preset)


def _impartial(
    graph: Any, presets: Any, start: Any, limit: int | None, progress: bool
) -> tuple[GameGraph, bool]:
    """Return the game without presets, where a preset LOSE has no moves; and whether it had any."""
    if presets is None and start is None and limit is None and isinstance(graph, GameGraph):
        game = graph
    else:
        from graphgame.rules.source import as_game

        game = as_game(graph, presets, start, limit, progress)
    return (game, False) if game._presets is None else (_without_presets(game), True)


def _without_presets(game: GameGraph) -> GameGraph:
    import numpy as np

    presets = game.presets
    assert presets is not None
    wrong = (presets != LOSE) & (presets != NO_PRESET)
    if wrong.any():
        v = int(wrong.argmax())
        raise GraphGameError(
            f"position {game.position(v)!r}: expected no preset but LOSE, a terminal of value 0, "
            f"got {Outcome(int(presets[v]))}: no Grundy value stands for that"
        )
    ptr, idx = game.option_ptr, game.option_idx
    ended = presets == LOSE
    degrees = np.where(ended, 0, np.diff(ptr))
    kept = idx[~np.repeat(ended, np.diff(ptr))]
    options = np.concatenate([[0], np.cumsum(degrees)]), kept
    return GameGraph._of_checked(
        game.n,
        len(kept),
        options=options,
        labels=game.labels,
        index=game._index,
        start=game.start,
    )
