"""`solve`: the outcome and the remoteness of every position of a game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from graphgame import _core
from graphgame.arrays import P, overload, types
from graphgame.graphs.graph import GameGraph
from graphgame.memory import check_game
from graphgame.solving.solution import Solution

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphgame._kernel.buffer import Buffer
    from graphgame.rules.game import Game
    from graphgame.solving._contract import _Rounds

# Smaller graphs stay in the L2 cache, where propagation is faster than contraction.
_LEAST_POSITIONS = 1 << 15


@overload
def solve(
    graph: GameGraph[P],
    *,
    play: types.PlayName = ...,
    presets: types.Presets | None = ...,
    limit: int | None = ...,
    threads: int = ...,
) -> Solution[P]: ...
@overload
def solve(
    graph: Mapping[P, Iterable[P]],
    *,
    play: types.PlayName = ...,
    presets: Mapping[P, int] | None = ...,
    limit: int | None = ...,
    threads: int = ...,
) -> Solution[P]: ...
@overload
def solve(
    graph: Callable[[P], Iterable[P]] | Game[P],
    *,
    start: list[P] | set[P] | range | Iterator[P] | P,
    play: types.PlayName = ...,
    presets: Mapping[P, int] | Callable[[P], int | None] | None = ...,
    canonical: Callable[[P], P] | None = ...,
    limit: int | None = ...,
    progress: bool = ...,
    threads: int = ...,
) -> Solution[P]: ...
@overload
def solve(
    graph: types.ArrayLike,
    *,
    play: types.PlayName = ...,
    presets: types.Presets | None = ...,
    limit: int | None = ...,
    threads: int = ...,
) -> Solution[int]: ...
@overload
def solve(
    graph: object,
    *,
    play: types.PlayName = ...,
    presets: types.Presets | types.PresetRule | None = ...,
    start: object = ...,
    canonical: object = ...,
    limit: int | None = ...,
    progress: bool = ...,
    threads: int = ...,
) -> Solution[Any]: ...
def solve(
    graph: object,
    *,
    play: types.PlayName = "normal",
    presets: types.Presets | types.PresetRule | None = None,
    start: object = None,
    canonical: object = None,
    limit: int | None = None,
    progress: bool = False,
    threads: int = 1,
) -> Solution[types.Anything]:
    """Solve a game: the outcome, the remoteness and the best move of every position.

    Parameters
    ----------
    graph : GameGraph, anything that `as_game_graph` takes, or with `start` a rule
    play : {"normal", "misere"}
        Normal: who cannot move loses.  Misère: who cannot move wins.
    presets : mapping of position to Outcome, or (n,) array_like of int, optional
        Outcomes that the rules of the game preset, for the player to move.  Such a position is
        terminal: its options are ignored.  In an array, `NO_PRESET` marks positions without one.
        They override the presets of the graph.  With `start`, a mapping or a function of a
        position, as the `presets` of `explore`.
    start : hashable, or list, set or iterator of hashable, optional
        The position, or positions, where play begins.  Then `graph` is a rule, and the game is
        what `explore` finds from here.
    canonical : callable, optional
        With `start`: a symmetry, from a position to the representative of its class, as in
        `explore`.  Each class is solved once; the methods of the solution that take a position
        take any, and give positions and moves of the rule.
    limit : int, optional
        The most positions.
    progress : bool
        With `start`: show the progress of exploring on standard error.
    threads : int
        The most threads to use.  More than one help for a graph of at least a million moves that
        is solved by contraction.

    Returns
    -------
    Solution

    Raises
    ------
    GraphGameError
        If the graph, the kind of play or an outcome is not one.
    TooLargeError
        If the game does not fit in memory, or has more than `limit` positions.

    See Also
    --------
    explore : Make the graph of a rule, to solve it more than once.
    grundy : Grundy values, which solve sums of games, too.
    verify : Check a solution.

    Notes
    -----
    Degree-counter propagation (retrograde analysis), in O(n + m) time.  A large graph in normal
    play without presets is contracted first if many of its games are short: whole levels of decided
    positions are removed from the edges, without a transpose (docs/decisions/012).  Cycles need no
    special care: a position that is never decided is a draw.

    Memory beyond the graph: 4 bytes per edge and 18 per position, or 6 and 8 while the transpose is
    built; with contraction, 14 for each edge and 18 for each position that remain after the first
    levels, and 6 per position.  The solution keeps 5 bytes per position; a graph that is not
    contracted keeps its transpose, 4 bytes per edge and 8 per position.

    References
    ----------
    E. Zermelo, "Über eine Anwendung der Mengenlehre auf die Theorie des Schachspiels", 1913, for
    the outcomes; H. Steinhaus, "Definicje potrzebne do teorii gry i pościgu", 1925, and
    C. A. B. Smith, "Graphs and composite games", J. Combinatorial Theory 1, 1966, for remoteness.

    Examples
    --------
    >>> s = solve([(0, 1), (1, 0), (1, 2), (2, 3)])
    >>> [str(s.outcome(v)) for v in range(4)]
    ['DRAW', 'DRAW', 'WIN', 'LOSE']
    >>> solve(lambda n: [n - k for k in (1, 2, 3) if n >= k], start=20).counts()
    {<Outcome.WIN: 1>: 15, <Outcome.LOSE: -1>: 6, <Outcome.DRAW: 0>: 0}
    """
    game = _game(graph, presets, start, canonical, limit=limit, progress=progress)
    misere = _is_misere(play)
    if type(threads) is not int or threads < 1:
        from graphgame import checks

        threads = checks.at_least_1(threads, "threads")
    check_game(game, 18, 6)
    return Solution(game, play, *_labelling(game, misere=misere, threads=threads))


def _is_misere(play: Any) -> bool:
    """Return whether play is misère; refuse what is no kind of play."""
    if not isinstance(play, str) or play not in ("normal", "misere"):
        from graphgame.outcome import Play

        play = Play(play)
    return bool(play == "misere")


def _game(
    graph: Any, presets: Any, start: Any, canonical: Any, *, limit: int | None, progress: bool
) -> GameGraph[Any]:
    unasked = presets is None and start is None and limit is None and canonical is None
    if unasked and isinstance(graph, GameGraph):
        return graph
    from graphgame.rules.source import as_game

    return as_game(graph, presets, start, limit, progress, canonical)


def _labelling(
    game: GameGraph[Any], *, misere: bool, threads: int = 1, always: bool = False
) -> tuple[Buffer, Buffer]:
    """Return outcomes and remoteness; contract first, where that is likely to be faster.

    A graph that already has its transpose is solved by propagation at once.
    """
    if misere or game._presets is not None or (game._predecessors is not None and not always):
        return _propagated(game, misere=misere)
    try:
        rounds, left = _contracted(game, threads, always=always)
    except MemoryError:  # propagation may need less
        rounds, left = [], None
    if left is None:
        return _propagated(game, misere=misere)
    from graphgame.solving import _contract

    rows, degrees = left._predecessor_rows(), left._degrees()
    del left  # its edges
    _, remoteness = _core.propagate(*rows, degrees, None, False)
    del rows, degrees
    return _contract.expand(rounds, remoteness)


def _contracted(
    game: GameGraph[Any], threads: int, *, always: bool
) -> tuple[_Rounds, GameGraph[Any] | None]:
    """Remove whole levels of decided positions; return them, and the game that is left, if any."""
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
    return rounds, GameGraph._from_checked(n, len(rest), edges=rest)


def _propagated(game: GameGraph[Any], *, misere: bool) -> tuple[Buffer, Buffer]:
    return _core.propagate(*game._predecessor_rows(), game._degrees(), game._presets, misere)
