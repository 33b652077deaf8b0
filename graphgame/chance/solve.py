"""`solve_chance`: what each position of a game of chance is worth under best play."""

from __future__ import annotations

from graphgame.arrays import types
from graphgame.chance.bounds.endless import refuse_endless_points
from graphgame.chance.bounds.reading import solve_pays, solve_win
from graphgame.chance.input.given import read_game
from graphgame.chance.input.weights import width_of_bounds
from graphgame.chance.points.points import solve_points
from graphgame.chance.solution import ChanceSolution
from graphgame.errors import GraphGameError, advised
from graphgame.memory import check_game


@advised
def solve_chance(
    graph: object,
    *,
    owner: object = None,
    probabilities: object = None,
    points: object = None,
    scores: object = None,
    presets: object = None,
    endless: object = 0,
    precision: float = 1e-9,
    exact: bool = False,
    player: int = 0,
    start: object = None,
    limit: int | None = None,
    progress: types.ProgressLike = False,
) -> ChanceSolution[types.Anything]:
    """Solve a game of chance: what each position is worth to player 0 under best play.

    Without scores and points, that is the probability that `player` wins: who cannot move loses,
    and presets of the graph end play.  A play that never ends is won by nobody.

    Parameters
    ----------
    graph : GameGraph, anything that `as_game_graph` takes, or with `start` a rule
        In a dict, a row that is a mapping of options to numbers is one of chance.  Edges of a
        NetworkX graph may have "probability" and "points".  A rule of arrays of codes may return
        (sources, options, points).  A rule with dice has a method
        ``chance``, from a position to (option, probability) pairs, None where a player moves.  Its
        methods ``owner``, ``points``, ``score`` and ``preset`` stand for the arguments.
    owner : mapping of position, function of a position, or (n,) array_like
        Who moves: 0, 1, or "chance", -1 in arrays.  Positions with probabilities and positions
        without options may be left out of a mapping.  Without it, players alternate: in games with
        scores or points and without chance, whose values, scores and points are for the player who
        moves.
    probabilities : mapping, (m,) array_like, or function of a position, optional
        Numbers beside the moves of chance: of each position a mapping of options or a list in their
        order, or what a function returns: these or pairs (option, number), and None at positions of
        players; a mapping of (position, option); or an array in the order in which the edges were
        given, NaN at moves of players.  Integers are weights; other numbers must sum up to exactly
        1, where a float stands for the simplest fraction that is rounded to it.  Of an option that
        a position has twice, a mapping says what both moves have together.
    points : as probabilities, or a function of (position, option), optional
        What moves pay to player 0; given by option, each move to it pays all.  For rules of codes,
        of arrays or compiled, the function takes an array of positions and one of options, and
        returns an array.
    scores : mapping of position to number, function of a position, or (n,) array_like, optional
        What ends pay to player 0; in an array, NaN or `NO_SCORE` where play goes on.  Each position
        without options needs one, if any has one; where moves pay points and there are no scores,
        ends pay 0.  A position with options that has one is an end, too.
    presets : optional
        Outcomes that the rules preset, as in `solve`: they end play where there are no scores.
    endless : number
        What a play that never ends is worth to player 0, with scores or points.
    precision : float
        How far apart the bounds of a value may be.
    exact : bool
        Whether to solve all of the game in fractions.
    player : {0, 1}
        Whose probability of winning is computed.
    start, limit, progress
        As in `solve`.

    Returns
    -------
    ChanceSolution

    Raises
    ------
    GraphGameError
        If probabilities are not positive or do not sum up to 1, somebody else moves, a position of
        chance has no options, an end has no score, play may collect points for ever, or `precision`
        is beyond what float64 can promise.
    TooLargeError
        If the game does not fit in memory, or positions that lead to each other need fractions, and
        are too many for these.

    See Also
    --------
    solve_scores : Games with scores in which no dice are thrown and no move pays.
    ChanceSolution, verify_chance, solve

    Notes
    -----
    What is certain is found first, by O(n m) steps at most.  Positions that lead to each other are
    solved together, from the ends on, by value iteration with proven bounds, and in fractions where
    play may stay among them or float64 cannot promise the bounds (docs/decisions/039).  Where no
    move leads back there is one sweep, in O(n + m) time.  A position takes some 175 bytes, a
    move some 45, or 65 with points.

    Examples
    --------
    >>> game = {"roll": {"won": 5, "lost": 1}, "lost": [], "won": []}
    >>> s = solve_chance(game, owner={"lost": 0, "won": 1}, exact=True)
    >>> s.exact("roll"), s.probabilities("roll")["lost"]
    (Fraction(5, 6), Fraction(1, 6))
    >>> s = solve_chance({"a": ["b", "c"]}, owner={"a": 0}, points={"a": [3, 5]})
    >>> s.value("a"), s.best_move("a")
    (5.0, 'c')
    """
    width = width_of_bounds(precision, "exact=True gives fractions")
    game = read_game(
        graph, owner=owner, probabilities=probabilities, points=points, scores=scores,
        presets=presets, endless=endless, player=player, start=start, limit=limit,
        progress=progress,
    )  # fmt: skip
    if (once := solve_points(game)) is not None:
        return once
    check_game(game.graph, 175, 45 if game.points is None else 65)
    game.refuse_wide()
    rows, pays = game.for_solver()
    refuse_endless_points(rows, lambda v: game.graph.position(v % game.graph.n))
    if game.has_scores:
        solved = solve_pays(rows, pays, width * game.scale, in_fractions=exact)
    else:
        solved = solve_win(rows, game.wins(), width, in_fractions=exact)
    wide = solved.upper - solved.lower > width * game.scale
    if wide.any():
        name = game.graph.position(int(wide.argmax()) % game.graph.n)
        apart = float((solved.upper - solved.lower).max()) / game.scale
        raise GraphGameError(
            f"precision: expected bounds at most {width} apart, got {apart:.3g} at {name!r}, which "
            "is what float64 can promise here; give precision=, or exact=True for fractions"
        )
    return ChanceSolution(game, solved)
