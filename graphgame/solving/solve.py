"""`solve`: the outcome and the remoteness of every position of a game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from graphgame.arrays import Later, P, overload, types
from graphgame.errors import GraphGameError
from graphgame.graphs.graph import GameGraph
from graphgame.memory import check_game
from graphgame.solving.labelling import labelling
from graphgame.solving.solution import Solution

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Literal

    from graphgame.rules.game import Game
    from graphgame.solving import answers as kept, scores as scored
else:
    # Hints name them.
    kept = Later("graphgame.solving.answers")
    scored = Later("graphgame.solving.scores")


@overload
def solve(  # type: ignore[overload-overlap]
    graph: types.LargeGame[types.Solved_co],
    *,
    play: types.PlayName = ...,
) -> types.Solved_co: ...
@overload
def solve(
    graph: GameGraph[P],
    *,
    scores: types.Scores,
    mover: types.Movers | None = ...,
    owner: types.Movers | None = ...,
    cycles: types.IntLike = ...,
    limit: int | None = ...,
) -> scored.ScoreSolution[P]: ...
@overload
def solve(
    graph: object,
    *,
    scores: types.Scores | types.ScoreRule,
    mover: types.Movers | types.MoverRule | None = ...,
    owner: types.Movers | types.MoverRule | None = ...,
    cycles: types.IntLike = ...,
    start: object = ...,
    limit: int | None = ...,
    progress: bool = ...,
    threads: int = ...,
    size: int | None = ...,
    expect: int | None = ...,
) -> scored.ScoreSolution[Any]: ...
@overload
def solve(
    graph: GameGraph[P],
    *,
    play: types.PlayName = ...,
    mover: types.Movers | None = ...,
    owner: types.Movers | None = ...,
    count: types.CountName = ...,
    presets: types.Presets | None = ...,
    limit: int | None = ...,
    threads: int = ...,
) -> Solution[P]: ...
@overload
def solve(
    graph: Mapping[P, Iterable[P]],
    *,
    play: types.PlayName = ...,
    mover: Mapping[P, int] | None = ...,
    owner: Mapping[P, int] | None = ...,
    count: types.CountName = ...,
    presets: Mapping[P, types.Preset] | None = ...,
    limit: int | None = ...,
    threads: int = ...,
) -> Solution[P]: ...
@overload
def solve(
    graph: object,
    *,
    keep: Literal["answers", "undecided"],
    start: object,
    play: types.PlayName = ...,
    presets: types.Anything = ...,
    canonical: types.Anything = ...,
    limit: int | None = ...,
    progress: bool = ...,
    threads: int = ...,
    size: int | None = ...,
    expect: int | None = ...,
) -> kept.Answers[Any]: ...
@overload
def solve(
    graph: Callable[[P], Iterable[P]] | Game[P],
    *,
    start: list[P] | set[P] | range | Iterator[P] | P,
    play: types.PlayName = ...,
    presets: Mapping[P, types.Preset] | Callable[[P], types.Preset | None] | None = ...,
    mover: Mapping[P, int] | Callable[[P], int] | None = ...,
    owner: Mapping[P, int] | Callable[[P], int] | None = ...,
    count: types.CountName = ...,
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
    mover: types.Movers | None = ...,
    owner: types.Movers | None = ...,
    count: types.CountName = ...,
    presets: types.Presets | None = ...,
    limit: int | None = ...,
    threads: int = ...,
) -> Solution[int]: ...
@overload
def solve(
    graph: object,
    *,
    play: types.PlayName = ...,
    mover: types.Movers | types.MoverRule | None = ...,
    owner: types.Movers | types.MoverRule | None = ...,
    count: types.CountName = ...,
    presets: types.Presets | types.PresetRule | None = ...,
    start: object = ...,
    canonical: object = ...,
    limit: int | None = ...,
    progress: bool = ...,
    threads: int = ...,
    keep: Literal["graph"] = ...,
    size: int | None = ...,
    expect: int | None = ...,
) -> Solution[Any]: ...
def solve(  # type: ignore[misc]  # of a large game, what its own `solve` returns
    graph: object,
    *,
    play: types.PlayName = "normal",
    presets: types.Presets | types.PresetRule | None = None,
    mover: types.Movers | types.MoverRule | None = None,
    owner: types.Movers | types.MoverRule | None = None,
    count: types.CountName = "plies",
    start: object = None,
    canonical: object = None,
    limit: int | None = None,
    progress: bool = False,
    threads: int = 1,
    keep: str = "graph",
    size: int | None = None,
    expect: int | None = None,
    scores: types.Scores | types.ScoreRule | None = None,
    cycles: types.IntLike = 0,
) -> Solution[types.Anything] | scored.ScoreSolution[types.Anything] | kept.Answers[types.Anything]:
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
        position, as the `presets` of `explore`.  A pair (outcome, remoteness) presets both: who
        can capture the king has ``(WIN, 1)``, and no position after the capture is needed.  `TIE`
        is a game that ended level.
    mover : mapping of position to 0 or 1, or (n,) array_like of int, optional
        Who moves at each position; without it the players alternate.  With `start`, a mapping or a
        function of a position, or the method ``mover`` of a rule object.  Outcomes stay for the
        player to move.
    owner : optional
        `mover` by its other name: in games on graphs, who moves at a position owns it.  Not beside
        `mover`.
    count : {"plies", "turns"}
        What the remoteness counts, where positions say who moves: every move, or only those after
        which the other player moves.
    start : hashable, or list, set or iterator of hashable, optional
        The position, or positions, where play begins.  Then `graph` is a rule, and the game is
        what `explore` finds from here.
    canonical : callable, optional
        With `start`: a symmetry, from a position to the representative of its class, as in
        `explore`.  Each class is solved once; the methods of the solution that take a position
        take any, and give positions and moves of the rule.  All positions of a class must have the
        same mover.  Not beside `scores`.
    limit : int, optional
        The most positions.
    progress : bool
        With `start`: show the progress of exploring on standard error.
    threads : int
        The most threads to use.  More than one help for a graph of at least a million moves that
        is solved by contraction; and with `start` for a rule on codes, as in `explore_codes`.
    keep : {"graph", "answers", "undecided"}
        With `start`: "answers" keeps outcomes and remoteness alone, and asks the rule for moves.
        Then players alternate, and presets have neither ties nor a remoteness.  With `canonical`,
        answers are of classes.  "undecided" is the same, but positions with a preset outcome are
        not stored, except starts: their answers come from the rule, too, which is asked about each
        option while the game is explored.  Presets may then have a remoteness.
    size, expect : int, optional
        With `start`, for a rule on codes: every position is below `size`, and there are about
        `expect` of them, as in `explore_codes`.
    scores : mapping of position to int, or (n,) array_like of int, optional
        What terminals are worth to the player who would move there: each player plays for the
        highest score, and what one gets, the other pays.  Each position without options needs one;
        a position with options that has one is terminal, too.  In an array, `NO_SCORE` marks
        positions without one, or a mask does.  With `start`, a mapping, a function of a position
        that gives its score or None, or a method ``score`` of the rule.  For a rule on codes, a
        function of an array that returns an array, or a compiled function with the signature of
        compiled `presets`, which returns `NO_SCORE` where play goes on.  Not beside `presets` or
        `play`.
    cycles : int
        With `scores`: what a play that never ends is worth to player 0, and costs player 1.  Only
        0 where players alternate, since positions do not say which player is to move.

    Returns
    -------
    Solution or, with `scores`, ScoreSolution or, with another `keep` than "graph", Answers

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
    levels, and 6 per position.  With movers, 4 bytes per edge and 22 per position; with ties,
    presets of a remoteness or turns, 4 bytes per edge and 21 per position, 25 where turns are
    counted.  The solution keeps 5 bytes per position, 9 where turns are counted; a graph that is
    not contracted keeps its transpose, 4 bytes per edge and 8 per position.

    With `scores`, terminals enter by the absolute value of their score, the greatest first, so that
    one propagation finds all scores (docs/decisions/019), in O(n + m) time and O(k log k) for k
    terminals.  It takes 4 bytes per edge and 30 per position, or 6 and 8 while the transpose is
    built, and up to 42 per terminal.  The solution keeps 9 bytes per position.

    Answers of a rule on codes keep 9 bytes per position, or 12 where a remoteness is above 126.
    While it is explored, 7 bytes are taken, or up to 10 where codes have more than 39 bits; 10.7 to
    21.3 for the index; with presets 1 more; and 3 or 4 per edge but the first to each position.  If
    every option is found after its position, as in games that add a stone each move, one pass over
    the options decides all; else predecessors take their place, 4 bytes and a half per edge, and 18
    bytes per position are added (docs/decisions/017).  Where positions with a preset are not
    stored, they take nothing.

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
    >>> s = solve({"a": ["b", "c"], "b": ["a", "d"], "c": [], "d": []}, scores={"c": -1, "d": -3})
    >>> s.score("a"), s.line("a")
    (1, ('a', 'c'))
    """
    if getattr(type(graph), "_solves_itself", False):
        others = (presets, mover, owner, start, canonical, limit, size, expect, scores)
        solved: Solution[Any] = _solved_itself(graph, play, count, keep, others)
        return solved
    if owner is not None:
        if mover is not None:
            raise GraphGameError(
                "mover, owner: expected one of the two, which mean the same, got both"
            )
        mover = owner
    if scores is None and start is not None and keep == "graph":
        scores = getattr(graph, "score", None)
    if type(threads) is not int or threads < 1:
        from graphgame import checks

        threads = checks.at_least_1(threads, "threads")
    hints: dict[str, Any] = {"size": size, "expect": expect, "limit": limit, "progress": progress}
    if keep != "graph":
        unkept = {"mover": mover, "scores": scores}
        _require_kept(start, keep, count, cycles, unkept)
        from graphgame.solving.answering import AnswersExplorer

        given: dict[str, Any] = {
            "play": play,
            "presets": presets,
            "canonical": canonical,
            "label": labelling,
            "undecided": keep == "undecided",
        }
        explorer = AnswersExplorer(graph, start, size=size, expect=expect, threads=threads, **given)
        return explorer.run(limit=limit, progress=progress).answers()
    if scores is not None:
        if _is_misere(play) or count != "plies":
            raise GraphGameError(
                "play, count: expected 'normal' and 'plies' beside scores=, which say how games end"
            )
        if canonical is not None or getattr(graph, "canonical", None) is not None:
            raise GraphGameError(
                "canonical: expected none beside scores=, got a symmetry; scores are found for "
                "every position, not for classes"
            )
        from graphgame.solving.score_solve import solve_scores

        hints |= {"mover": mover, "cycles": cycles, "presets": presets, "start": start}
        hints |= {"threads": threads}
        return solve_scores(graph, scores, **hints)
    if cycles != 0:
        raise GraphGameError("cycles: expected scores= beside it, got none")
    game = _game(graph, presets, start, mover, canonical, threads=threads, **hints)
    misere = _is_misere(play)
    check_game(game, 18, 6)
    if count != "plies" or not game._is_plain():
        from graphgame.solving import turns

        return Solution(game, play, *turns.labelling(game, count, misere=misere))
    return Solution(game, play, *labelling(game, misere=misere, threads=threads))


def _solved_itself(graph: Any, play: Any, count: Any, keep: Any, others: tuple[Any, ...]) -> Any:
    """Ask a game for its solution that is on disk, or too large for a graph."""
    if any(x is not None for x in others) or count != "plies" or keep != "graph":
        raise GraphGameError(
            f"solve: expected only play= beside {graph!r}, whose rule, start and presets are known"
        )
    return graph.solve(play=play)


def _require_kept(start: Any, keep: Any, count: Any, cycles: Any, others: dict[str, Any]) -> None:
    """Refuse what does not go with ``keep="answers"`` or "undecided"."""
    if not isinstance(keep, str) or keep not in ("answers", "undecided"):
        raise GraphGameError(f"keep: expected 'graph', 'answers' or 'undecided', got {keep!r}")
    if start is None:
        raise GraphGameError(
            f"keep: expected 'graph' without a start, got {keep!r}, which go with a rule and its "
            "start; solve(graph) keeps the graph that you have"
        )
    from graphgame.rules.plain import not_kept

    for name, found, what in (
        ("mover=", others["mover"] is not None, "who moves at each position"),
        (f"count={count!r}", count != "plies", "turns"),
        ("scores=", others["scores"] is not None, "scores of terminals"),
        ("cycles=", cycles != 0, "scores of terminals"),
    ):
        if found:
            raise not_kept(name, what, keep)


def _is_misere(play: Any) -> bool:
    """Return whether play is misère; refuse what is no kind of play."""
    if not isinstance(play, str) or play not in ("normal", "misere"):
        from graphgame.outcome import Play

        play = Play(play)
    return bool(play == "misere")


def _game(
    graph: Any, presets: Any, start: Any, mover: Any, canonical: Any, **hints: Any
) -> GameGraph[Any]:
    given = (presets, start, mover, canonical, hints["limit"], hints["size"], hints["expect"])
    if isinstance(graph, GameGraph) and all(x is None for x in given):
        return graph
    from graphgame.rules.source import as_game

    return as_game(graph, presets, start, mover=mover, canonical=canonical, **hints)
