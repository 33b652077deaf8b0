"""`solve`: the outcome and the remoteness of every position of a game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from graphgame.arrays import Later, P, overload, types
from graphgame.errors import GraphGameError, advised
from graphgame.graphs.graph import GameGraph
from graphgame.memory import check_game
from graphgame.solving.labelling import labelling
from graphgame.solving.solution import Solution

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphgame.graphs import convert
    from graphgame.rules.game import Game
else:
    convert = Later("graphgame.graphs.convert")


@overload
def solve(
    graph: GameGraph[P],
    *,
    play: types.PlayName = ...,
    owner: types.Owners | Callable[[P], int] | None = ...,
    count: types.CountName = ...,
    presets: types.Presets | Callable[[P], types.Preset | None] | None = ...,
    limit: int | None = ...,
    threads: int = ...,
) -> Solution[P]: ...
@overload
def solve(
    graph: Mapping[P, Iterable[P]],
    *,
    play: types.PlayName = ...,
    owner: Mapping[P, int] | Callable[[P], int] | None = ...,
    count: types.CountName = ...,
    presets: Mapping[P, types.Preset | None] | Callable[[P], types.Preset | None] | None = ...,
    limit: int | None = ...,
    threads: int = ...,
) -> Solution[P]: ...
@overload
def solve(
    graph: Callable[[P], Iterable[P]] | Game[P],
    start: list[P] | set[P] | range | Iterator[P] | P,
    *,
    play: types.PlayName = ...,
    presets: Mapping[P, types.Preset] | Callable[[P], types.Preset | None] | None = ...,
    owner: Mapping[P, int] | Callable[[P], int] | None = ...,
    count: types.CountName = ...,
    canonical: Callable[[P], P] | None = ...,
    limit: int | None = ...,
    progress: types.ProgressLike = ...,
    threads: int = ...,
) -> Solution[P]: ...
@overload
def solve(
    graph: types.ArrayLike,
    *,
    play: types.PlayName = ...,
    owner: types.Owners | Callable[[int], int] | None = ...,
    count: types.CountName = ...,
    presets: types.Presets | Callable[[int], types.Preset | None] | None = ...,
    limit: int | None = ...,
    threads: int = ...,
) -> Solution[int]: ...
@overload
def solve(
    graph: object,
    start: object = ...,
    *,
    play: types.PlayName = ...,
    owner: types.Owners | types.OwnerRule | None = ...,
    count: types.CountName = ...,
    presets: types.Presets | types.PresetRule | None = ...,
    canonical: object = ...,
    limit: int | None = ...,
    progress: types.ProgressLike = ...,
    threads: int = ...,
    size: int | None = ...,
    expect: int | None = ...,
) -> Solution[Any]: ...
@advised
def solve(
    graph: object,
    start: object = None,
    *,
    play: types.PlayName = "normal",
    presets: types.Presets | types.PresetRule | None = None,
    owner: types.Owners | types.OwnerRule | None = None,
    count: types.CountName = "plies",
    canonical: object = None,
    limit: int | None = None,
    progress: types.ProgressLike = False,
    threads: int = 1,
    size: int | None = None,
    expect: int | None = None,
) -> Solution[types.Anything]:
    """Solve a game: the outcome, the remoteness and the best move of every position.

    Parameters
    ----------
    graph : GameGraph, anything that `as_game_graph` takes, or with `start` a rule
    start : hashable, or list, set or iterator of hashable, optional
        The position, or positions, where play begins.  Then `graph` is a rule, and the game is
        what `explore` finds from here.
    play : {"normal", "misere"}
        Normal: who cannot move loses.  Misère: who cannot move wins.
    presets : mapping of position to Outcome, function of a position, or (n,) array_like, optional
        Outcomes that the rules of the game preset, for the player to move.  Such a position is
        terminal: its options are ignored.  An outcome is also given by its name, as "WIN".  Where
        there is none, a mapping lacks the position, a function returns None, and an array has
        `NO_PRESET`, None or a masked entry.  They override the presets of the graph.  With
        `start`, a mapping or a function, as the `presets` of `explore`.  A pair (outcome,
        remoteness) presets both: who can capture the king has ``(WIN, 1)``, and no position after
        the capture is needed.  `TIE` is a game that ended level.
    owner : mapping of position to 0 or 1, function of a position, or (n,) array_like, optional
        Who moves at each position; without it the players alternate.  Bools are 0 and 1.  With
        `start`, a mapping or a function, or the method ``owner`` of a rule object.  Outcomes stay
        for the player to move.  Beside a graph that says who moves, it must say the same.
    count : {"plies", "turns"}
        What the remoteness counts, where positions say who moves: every move, or only those after
        which the other player moves.
    canonical : callable, optional
        With `start`: a symmetry, from a position to the representative of its class, as in
        `explore`.  Each class is solved once; the methods of the solution that take a position
        take any, and give positions and moves of the rule.  All positions of a class must have the
        same owner.
    limit : int, optional
        The most positions.
    progress : bool or callable
        With `start`: as in `explore`.
    threads : int
        The most threads to use.  More than one help for a graph of at least a million moves that
        is solved by contraction; and with `start` for a rule on codes, as in `explore_codes`.
    size, expect : int, optional
        With `start`, for a rule on codes: every position is below `size`, and there are about
        `expect` of them, as in `explore_codes`.

    Returns
    -------
    Solution

    Raises
    ------
    GraphGameError
        If the graph, the kind of play or an outcome is not one.
    TooLargeError
        If the game does not fit in memory, or has more than `limit` positions.

    Warns
    -----
    UserWarning
        If `graph` is, or was made of, an undirected graph without presets: nobody is ever stuck
        in it, so that every position with an edge is a DRAW.

    See Also
    --------
    build : Keep the answers of a rule alone, without its moves, in memory or in a folder.
    explore : Make the graph of a rule, to solve it more than once.
    solve_scores : Games whose ends have scores.
    grundy : Grundy values, which solve sums of games, too.
    attractor, solve_buchi : Games with owners in which play is won by what it visits.
    verify : Check a solution.

    Notes
    -----
    Degree-counter propagation (retrograde analysis), in O(n + m) time.  A large graph in normal
    play without presets is contracted first if many of its games are short: whole levels of decided
    positions are removed from the edges, without a transpose (docs/decisions/012).  Cycles need no
    special care: a position that is never decided is a draw.

    Memory beyond the graph: 4 bytes per edge and 18 per position, or 6 and 8 while the transpose is
    built; with contraction, 14 for each edge and 18 for each position that remain after the first
    levels, and 6 per position.  With owners, 4 bytes per edge and 22 per position; with ties,
    presets of a remoteness or turns, 4 bytes per edge and 21 per position, 25 where turns are
    counted.  The solution keeps 5 bytes per position, 9 where turns are counted; a graph that is
    not contracted keeps its transpose, 4 bytes per edge and 8 per position.

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
    if start is not None and getattr(graph, "score", None) is not None:
        raise GraphGameError(
            "rule: expected one whose ends have outcomes, got one with a method score; "
            "solve_scores(rule, start=...) solves it"
        )
    if type(threads) is not int or threads < 1:
        from graphgame import checks

        threads = checks.at_least_1(threads, "threads")
    if presets is start is owner is canonical is limit is size is expect is None:
        game = convert.as_game_graph(graph)
    else:
        from graphgame.rules.source import as_game

        hints: dict[str, Any] = {"limit": limit, "progress": progress, "threads": threads}
        hints |= {"size": size, "expect": expect, "owner": owner, "canonical": canonical}
        game = as_game(graph, presets, start, **hints)
    if game._is_undirected:
        from graphgame.graphs.libraries import warn_if_undirected

        warn_if_undirected(game, "is a DRAW")
    misere = _is_misere(play)
    check_game(game, 18, 6)
    if count != "plies" or not game._is_plain():
        from graphgame.solving import turns

        return Solution(game, play, *turns.labelling(game, count, misere=misere))
    return Solution(game, play, *labelling(game, misere=misere, threads=threads))


def _is_misere(play: Any) -> bool:
    """Return whether play is misère; refuse what is no kind of play."""
    if not isinstance(play, str) or play not in ("normal", "misere"):
        from graphgame.outcome import Play

        play = Play(play)
    return bool(play == "misere")
