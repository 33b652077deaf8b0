"""`solve_scores`: the score of every position of a game whose ends have scores."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from graphgame import checks
from graphgame.arrays import P, overload, types
from graphgame.errors import GraphGameError, advised
from graphgame.graphs.graph import GameGraph
from graphgame.memory import check_game
from graphgame.outcome import NO_PRESET
from graphgame.solving.scores import _scores
from graphgame.solving.scores.score_input import endless_value, scored_game
from graphgame.solving.scores.score_solution import ScoreSolution

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphgame.types import AnyArray, Int32Array, Int64Array


@overload
def solve_scores(
    graph: GameGraph[P],
    scores: types.Scores | Callable[[P], int | None],
    *,
    owner: types.Owners | Callable[[P], int] | None = ...,
    endless: types.IntLike = ...,
    limit: int | None = ...,
) -> ScoreSolution[P]: ...
@overload
def solve_scores(
    graph: object,
    scores: types.Scores | types.ScoreRule | None = ...,
    *,
    owner: types.Owners | types.OwnerRule | None = ...,
    endless: types.IntLike = ...,
    start: object = ...,
    limit: int | None = ...,
    progress: types.ProgressLike = ...,
    threads: int = ...,
    size: int | None = ...,
    expect: int | None = ...,
) -> ScoreSolution[Any]: ...
@advised
def solve_scores(
    graph: object,
    scores: types.Scores | types.ScoreRule | None = None,
    *,
    owner: types.Owners | types.OwnerRule | None = None,
    endless: types.IntLike = 0,
    start: object = None,
    limit: int | None = None,
    progress: types.ProgressLike = False,
    threads: int = 1,
    size: int | None = None,
    expect: int | None = None,
) -> ScoreSolution[types.Anything]:
    """Solve a game whose ends have scores: what each position is worth under best play.

    Each player plays for the highest score, and what one gets, the other pays.

    Parameters
    ----------
    graph : GameGraph, anything that `as_game_graph` takes, or with `start` a rule
    scores : mapping of position to int, function of a position, or (n,) array_like, optional
        What terminals are worth to the player who would move there.  A score is any integer of 64
        bits but -2^63, which is `NO_SCORE`.  Each position without options needs one; a position
        with options that has one is terminal, too.  In an array, `NO_SCORE` marks positions without
        one, or a mask does.  With `start`, a mapping, a function of a position that gives its score
        or None, or without it the method ``score`` of the rule.  For a rule on codes, a function of
        an array that returns an array, or a compiled function with the signature of compiled
        `presets`, which returns `NO_SCORE` where play goes on.
    owner : optional
        Who moves at each position, as in `solve`.
    endless : int
        What a play that never ends is worth to player 0, and costs player 1.  Only 0 where players
        alternate, since positions do not say which player is to move.
    start : hashable, or list, set or iterator of hashable, optional
        The position, or positions, where play begins.  Then `graph` is a rule, and the game is
        what `explore` finds from here.
    limit, progress, threads, size, expect
        As in `solve`.

    Returns
    -------
    ScoreSolution

    Raises
    ------
    GraphGameError
        If the graph is not one, a position without options has no score, every position has one,
        a preset outcome has a score of another sign, or the rule has a symmetry.
    TooLargeError
        If the game does not fit in memory, or has more than `limit` positions.

    See Also
    --------
    solve : Games that are won, lost or drawn.
    verify_scores : Check a solution.

    Notes
    -----
    Terminals enter by the absolute value of their score, the greatest first, so that one
    propagation finds all scores (docs/decisions/019), in O(n + m) time and O(k log k) for k
    terminals.  It takes 4 bytes per edge and 34 per position, or 6 and 8 while the transpose is
    built, and up to 48 per terminal.  The solution keeps 13 bytes per position.

    Examples
    --------
    >>> game = {"a": ["b", "c"], "b": ["a", "d"], "c": [], "d": []}
    >>> s = solve_scores(game, {"c": -1, "d": -3})
    >>> s.score("a"), s.line("a")
    (1, ('a', 'c'))
    """
    if scores is None:
        scores = None if start is None else getattr(graph, "score", None)
        if scores is None:
            raise GraphGameError(
                "scores: expected a score for every end of the game, or with start= a method score "
                "of the rule, got none"
            )
    if getattr(graph, "canonical", None) is not None:
        raise GraphGameError(
            "canonical: expected none beside scores, got a symmetry; scores are found for "
            "every position, not for classes"
        )
    given: dict[str, Any] = {"size": size, "expect": expect, "limit": limit, "progress": progress}
    given["threads"] = checks.at_least_1(threads, "threads")
    game, ends = scored_game(graph, scores, start, owner=owner, **given)
    worth = endless_value(endless, alternate=game.owner is None)
    check_game(game, 34, 6)
    order = _by_gain(game, ends, worth)
    rows, degrees = game._predecessor_rows(), game._degrees()
    labels = _scores.propagate(*rows, degrees, *order, game.owner, worth)
    return ScoreSolution(game, ends, worth, *labels)


def _by_gain(
    game: GameGraph[Any], given: Int64Array, endless: int
) -> tuple[Int32Array, Int64Array]:
    """Return terminals and their scores by the absolute value of their gain, the greatest first.

    Without a sign, it fits in 64 bits.
    """
    terminals = np.flatnonzero(game.presets != NO_PRESET).astype(np.int32)
    owner = game.owner
    worth = np.int64(endless) if owner is None else np.where(owner[terminals], -endless, endless)
    below: AnyArray = np.maximum(given, worth).view(np.uint64)
    below -= np.minimum(given, worth).view(np.uint64)
    np.subtract(below.max(initial=0), below, out=below)
    if len(below) and below.max() < 1 << 16:
        below = below.astype(np.uint16)  # sorted in O(k) time
    order = np.argsort(below, kind="stable")
    return terminals[order], given[order]
