"""`solve`: who wins from every position, and in how many plies."""

from __future__ import annotations

from graphgame import _core
from graphgame.graphs.graph import GameGraph
from graphgame.memory import check_game
from graphgame.outcome import Play
from graphgame.solving.solution import Solution

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from graphgame._kernel.buffer import Buffer
    from graphgame.solving._contract import _Rounds
    from graphgame.types import Presets

# With fewer positions, propagation stays in the caches.
_LEAST_POSITIONS = 1 << 15


def solve(
    graph: Any,
    *,
    play: str = "normal",
    presets: Presets | Callable[[Any], int | None] | None = None,
    start: Any = None,
    limit: int | None = None,
    progress: bool = False,
    threads: int = 1,
) -> Solution:
    """Solve a game: the outcome, the remoteness and the best move of every position.

    Parameters
    ----------
    graph : GameGraph, or anything that `as_game_graph` takes, or with `start` a rule
    play : {"normal", "misere"}
        Normal: who cannot move loses.  Misère: who cannot move wins.
    presets : mapping of position to Outcome, or (n,) array_like of int, optional
        Outcomes that the rules of the game preset.  Such a position is terminal, whatever its
        options; the outcome is for the player to move.  In an array, `NO_PRESET` stands where a
        position has none.  They come before presets that the graph has.  With `start`, a mapping or
        a function of a position, as the `presets` of `explore`.
    start : hashable, or list, set or iterator of hashable, optional
        Then `graph` is a rule, and the game is what `explore` finds from here.
    limit : int, optional
        The most positions.
    progress : bool
        Show on standard error how far `explore` is.
    threads : int
        How many to use at most.  More than one help where a large graph, of a million moves and
        more, is decided by contraction.

    Returns
    -------
    Solution

    Raises
    ------
    GraphGameError
        If the graph, the kind of play or an outcome is not one.
    TooLargeError
        If there are more positions than `limit`, or than fit in memory.

    Notes
    -----
    Degree-counter propagation (retrograde analysis), in O(n + m) time.  A graph in normal play
    whose moves lead anywhere, and from which many games end soon, is contracted first: whole levels
    are taken off its edges as they lie (docs/decisions/012).  Cycles are no trouble: what is never
    decided is a draw.

    Memory beyond the graph: 4 bytes per edge and 18 per position, or 6 and 8 while predecessors are
    grouped; contracted, 14 for each edge and 18 for each position that the first levels leave, and
    6 per position.  The solution keeps 5 per position; a graph that is not contracted keeps its
    predecessors, 4 per edge and 8 per position.

    Sources: E. Zermelo, "Über eine Anwendung der Mengenlehre auf die Theorie des Schachspiels",
    1913, for the outcomes; H. Steinhaus, "Definicje potrzebne do teorii gry i pościgu", 1925, and
    C. A. B. Smith, "Graphs and composite games", J. Combinatorial Theory 1, 1966, for remoteness.

    >>> s = solve([(0, 1), (1, 0), (1, 2), (2, 3)])
    >>> [str(s.outcome(v)) for v in range(4)]
    ['DRAW', 'DRAW', 'WIN', 'LOSE']
    >>> solve(lambda n: [n - k for k in (1, 2, 3) if n >= k], start=20).counts()
    {<Outcome.WIN: 1>: 15, <Outcome.LOSE: -1>: 6, <Outcome.DRAW: 0>: 0}
    """
    if presets is None and start is None and limit is None and isinstance(graph, GameGraph):
        game = graph
    else:
        from graphgame.rules.source import as_game

        game = as_game(graph, presets, start, limit, progress)
    kind = Play(play)
    if type(threads) is not int or threads < 1:
        from graphgame import checks

        threads = checks.at_least_1(threads, "threads")
    check_game(game, 18, 6)
    return Solution(game, kind, *_labelling(game, misere=kind is Play.MISERE, threads=threads))


def _labelling(
    game: GameGraph, *, misere: bool, threads: int = 1, always: bool = False
) -> tuple[Buffer, Buffer]:
    """Return outcomes and remoteness: contracted first, where that promises more.

    Predecessors that the graph has already make propagation the better one.
    """
    if misere or game._presets is not None or (game._predecessors is not None and not always):
        return _propagated(game, misere=misere)
    try:
        rounds, left = _contracted(game, threads, always=always)
    except MemoryError:  # propagation may do with less
        rounds, left = [], None
    if left is None:
        return _propagated(game, misere=misere)
    from graphgame.solving import _contract

    rows, degrees = left._predecessor_rows(), left._degrees()
    del left  # its edges
    _, remoteness = _core.propagate(*rows, degrees, None, False)
    del rows, degrees
    return _contract.expand(rounds, remoteness)


def _contracted(game: GameGraph, threads: int, *, always: bool) -> tuple[_Rounds, GameGraph | None]:
    """Take whole levels off a game; give them, and the game that is left, if any were taken."""
    if game.n < _LEAST_POSITIONS and not always:
        return [], None
    from graphgame.solving import _contract

    if game._options is not None:
        rounds, rest, n = _contract.contract_rows(*game._options, threads, always)
    else:
        assert game._edges is not None, "a graph is made of edges or of options"
        rounds, rest, n = _contract.contract_edges(game._edges, game.n, threads, always)
    if rest is None:
        return [], None
    return rounds, GameGraph._of_checked(n, len(rest), edges=rest)


def _propagated(game: GameGraph, *, misere: bool) -> tuple[Buffer, Buffer]:
    return _core.propagate(*game._predecessor_rows(), game._degrees(), game._presets, misere)
