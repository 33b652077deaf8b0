"""`solve_chance`: what each position of a game of chance is worth under best play."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import chain

import numpy as np

from graphgame.arrays import types
from graphgame.chance.game import beside_moves, edge_attributes, owners, solver_rows, split
from graphgame.chance.reading import CHANCE, FIRST, Rows, Solved, solve_pays, solve_win
from graphgame.chance.solution import ChanceSolution
from graphgame.chance.weights import as_fraction, whole
from graphgame.errors import GraphGameError, advised
from graphgame.graphs.given import asked, column, is_function, position_names
from graphgame.graphs.labels import beside
from graphgame.outcome import NO_PRESET, Outcome
from graphgame.rules.source import as_game

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from graphgame.graphs.graph import GameGraph
    from graphgame.types import BoolArray, Int8Array, Int64Array

# The least width of bounds that float64 can promise where values are about 1.
_FINEST = 1e-14


@advised
def solve_chance(
    graph: object,
    *,
    owner: object = None,
    probabilities: object = None,
    points: object = None,
    scores: object = None,
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
        In a dict, a row that is a mapping of options to numbers is one of chance.  A rule of chance
        has a method ``chance``, from a position to (option, probability) pairs, None where a player
        moves; its method ``owner`` may say "chance" there.  Edges of a NetworkX graph may have
        "probability" and "points".
    owner : mapping of position, function of a position, or (n,) array_like
        Who moves: 0, 1, or "chance", -1 in arrays.  Positions with probabilities and positions
        without options may be left out of a mapping.  Without it, players alternate: in games with
        scores or points and without chance, whose values, scores and points are for the player who
        moves.
    probabilities : mapping, (m,) array_like, or function of a position, optional
        Numbers beside the moves of chance: of each position a mapping of options or a list in their
        order; a mapping of (position, option); or an array in the order in which the edges were
        given, NaN at moves of players.  Integers are weights; other numbers must sum up to exactly
        1, where a float stands for the simplest fraction that is rounded to it.
    points : as probabilities, or a function of (position, option), optional
        What moves pay to player 0.
    scores : mapping of position to number, function of a position, or (n,) array_like, optional
        What ends pay to player 0; in an array, NaN where play goes on.  Each position without
        options needs one, if any has one, or moves pay points and it counts 0.
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
        chance has no options, an end has no score, or `precision` is beyond what float64 can
        promise.
    TooLargeError
        If positions that lead to each other need fractions, and are too many for these.

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
    width = _width(precision)
    given = _Given(graph, owner, probabilities, start, limit, progress)
    game, kind, numbers = given.game, given.kind, given.numbers
    if scores is None and points is None and not given.points:
        if endless != 0:
            raise GraphGameError(
                f"endless: expected 0 where play is won or lost, got {endless!r}; a play that "
                "never ends is won by nobody, and scores= says what ends are worth"
            )
        if kind is None:
            raise GraphGameError(
                "owner: expected who moves at each position, 0, 1 or 'chance', got None; `solve` "
                "is for games without chance in which players alternate"
            )
        return _won(game, kind, numbers, width, player, in_fractions=exact)
    beside_all = points if points is not None else given.points
    return _paid(game, kind, numbers, beside_all, scores, endless, width, in_fractions=exact)


def _width(precision: float) -> float:
    try:
        width = float(precision)
    except (TypeError, ValueError):
        width = 0.0
    if not _FINEST <= width < np.inf:
        raise GraphGameError(
            f"precision: expected a number from {_FINEST} on, which float64 can promise, got "
            f"{precision!r}; exact=True gives fractions"
        )
    return width


class _Given:
    """The game that the arguments are: its graph, who moves, and numbers beside its moves."""

    def __init__(
        self, graph: Any, owner: Any, probabilities: Any, start: Any, limit: Any, progress: Any
    ) -> None:
        self.points: Any = None
        chances = probabilities
        if start is not None:
            if chances is None:
                chances = getattr(graph, "chance", None)
            if owner is None:
                owner = getattr(graph, "owner", None)
            self.game: GameGraph[Any] = self._explored(graph, chances, start, limit, progress)
        else:
            graph, rows = split(graph)
            rows = rows or edge_attributes(graph, "probability")
            if rows and chances is not None:
                raise GraphGameError(
                    "probabilities: expected them once, got some in the graph and an argument"
                )
            chances = rows or chances
            self.points = edge_attributes(graph, "points")
            self.game = as_game(graph, None, None, limit=limit)
        if is_function(chances):
            chances = self._asked(chances)
        self.numbers: list[Any] | None = None
        dice: BoolArray = np.zeros(self.game.n, dtype=np.bool_)
        if chances is not None and (not isinstance(chances, Mapping) or chances):
            self.numbers = [*beside_moves(chances, self.game, "probabilities")]
            source = np.repeat(np.arange(self.game.n), np.diff(self.game.option_ptr))
            has = np.fromiter((x is not None for x in self.numbers), np.bool_, self.game.m)
            dice[source[has]] = True
        if owner is None:
            owner = self.game.owner
        # None: the players alternate.
        self.kind: Int8Array | None = None if owner is None else owners(owner, self.game, dice)
        if owner is None and dice.any():
            raise GraphGameError(
                "owner: expected who moves at each position, 0, 1 or 'chance', got None; where "
                "dice come between moves, positions do not say who is next"
            )

    @staticmethod
    def _explored(rule: Any, chances: Any, start: Any, limit: Any, progress: Any) -> GameGraph[Any]:
        options = getattr(rule, "options", rule)
        if chances is None:
            return as_game(options, None, start, limit, progress)

        def all_options(position: Any) -> Any:
            pairs = chances(position)
            return options(position) if pairs is None else [option for option, _ in pairs]

        game = as_game(all_options, None, start, limit, progress)
        game._author = rule if hasattr(rule, "options") else None  # as `explore` does
        return game

    def _asked(self, chances: Callable[[Any], Any]) -> dict[Any, dict[Any, Any]]:
        """Return what a function says of each position, by option; parallel pairs add up."""
        names = position_names(self.game)
        found = {}
        for name, pairs in zip(names, asked(chances, names, "for the chances of"), strict=True):
            if pairs is None:
                continue
            row: dict[Any, Any] = {}
            for option, number in pairs:
                row[option] = number if option not in row else _sum(row[option], number)
            if {*row} != {*self.game.options(name)}:
                raise GraphGameError(
                    f"probabilities: expected the same options of {name!r} whenever it is asked, "
                    f"got {[*row]!r} and {self.game.options(name)!r}"
                )
            found[name] = row
        return found


def _sum(a: Any, b: Any) -> Any:
    """Return the sum of two probabilities, exactly where both are numbers."""
    first, second = as_fraction(a), as_fraction(b)
    return a if first is None else b if second is None else first + second


def _won(
    game: GameGraph[Any], kind: Int8Array, numbers: Any, width: float, player: int, *,
    in_fractions: bool,
) -> ChanceSolution[Any]:  # fmt: skip
    """Solve for the probability that a player wins."""
    if player not in (0, 1) or isinstance(player, bool):
        raise GraphGameError(f"player: expected 0 or 1, got {player!r}")
    presets = game.presets
    stuck = np.diff(game.option_ptr) == 0
    winner = np.where(stuck & (kind != CHANCE), 1 - kind, -1)
    over = stuck & (kind != CHANCE)
    if presets is not None:
        ended = presets != NO_PRESET
        if (wrong := ended & (kind == CHANCE)).any():
            name = game.position(int(wrong.argmax()))
            raise GraphGameError(
                f"presets[{name!r}]: expected one for the player who moves there, got one where "
                "chance moves; give it an owner"
            )
        over |= ended
        winner[ended] = -1
        winner[presets == int(Outcome.WIN)] = kind[presets == int(Outcome.WIN)]
        winner[presets == int(Outcome.LOSE)] = 1 - kind[presets == int(Outcome.LOSE)]
    rows = solver_rows(game, kind, over, numbers, None)
    wins: BoolArray = winner == player
    mine = rows if player == FIRST else rows.turned()
    found = solve_win(mine, wins, width, in_fractions=in_fractions)
    pays = wins.astype(np.int64)
    return _checked(
        game, mine, pays, found, 1, Fraction(0), width, kind, has_scores=False, player=player
    )


def _paid(
    game: GameGraph[Any], kind: Int8Array | None, numbers: Any, points: Any, scores: Any,
    endless: Any, width: float, *, in_fractions: bool,
) -> ChanceSolution[Any]:  # fmt: skip
    """Solve for the expected score."""
    if kind is None and endless != 0:
        raise GraphGameError(
            f"endless: expected 0 where players alternate, got {endless!r}; what is worth "
            "something to one player costs the other as much, so give owner=, too"
        )
    stuck = np.diff(game.option_ptr) == 0
    ends = _scores(scores, game)
    over: BoolArray = stuck.copy()
    over[[*ends]] = True
    missing = stuck.copy()
    missing[[*ends]] = False
    if scores is not None and missing.any():
        name = game.position(int(missing.argmax()))
        raise GraphGameError(
            f"scores: expected one for every position without options, got none for {name!r}"
        )
    paid: Any = np.zeros(game.m, dtype=np.int64)
    if points is not None and not (isinstance(points, Mapping) and not points):
        if is_function(points):
            names = position_names(game)
            points = {u: [points(u, w) for w in game.options(u)] for u in names}
        paid = beside_moves(points, game, "points")
    if not isinstance(paid, np.ndarray):
        paid = [0 if x is None else x for x in paid]
    parts = {
        "scores": (list(ends.values()), lambda k: game.position([*ends][k])),
        "points": (paid, lambda k: _move(k, game)),
        "endless": ([endless], lambda _: None),
    }
    (worth, moving, (d,)), scale = whole(parts)
    pays: Int64Array = np.where(over, -d, 0)
    pays[[*ends]] += worth
    points = moving if moving.any() else None
    movers: Int8Array = np.zeros(game.n, np.int8) if kind is None else kind
    rows = solver_rows(game, movers, over, numbers, points)
    if kind is None:
        rows, pays = rows.by_turns(), np.concatenate([pays, -pays])
    found = solve_pays(rows, pays, width * scale, in_fractions=in_fractions)
    return _checked(
        game,
        rows,
        pays,
        found,
        scale,
        Fraction(int(d), scale),
        width * scale,
        kind,
        has_scores=True,
    )


def _move(e: int, game: GameGraph[Any]) -> tuple[Any, Any]:
    """Return a move by its ends."""
    u = int(np.searchsorted(np.asarray(game.option_ptr), e, side="right")) - 1
    return game.position(u), game.position(int(game.option_idx[e]))


def _scores(scores: Any, game: GameGraph[Any]) -> dict[int, Any]:
    """Return the scores of ends by index."""
    if scores is None:
        return {}
    if is_function(scores):
        found = asked(scores, position_names(game), "for the score of")
        return {v: x for v, x in enumerate(found) if x is not None}
    given = column(beside(scores, game, "scores"))
    if isinstance(given, Mapping):
        return {game._find(position): x for position, x in given.items() if x is not None}
    if len(given) != game.n:
        raise GraphGameError(
            f"scores: expected a mapping or {game.n} values, one for every position, got "
            f"{len(given)}"
        )
    listed = chain(given.tolist() if isinstance(given, np.ndarray) else given)
    return {v: x for v, x in enumerate(listed) if x is not None and x == x}  # noqa: PLR0124


def _checked(
    game: GameGraph[Any], rows: Rows, pays: Int64Array, found: Solved, scale: int,
    endless: Fraction, width: float, kind: Int8Array | None, **what: Any,
) -> ChanceSolution[Any]:  # fmt: skip
    """Return the solution; refuse bounds that are further apart than was asked for."""
    wide = found.upper - found.lower > width
    if wide.any():
        name = game.position(int(wide.argmax()) % game.n)
        apart = float((found.upper - found.lower).max()) / scale
        raise GraphGameError(
            f"precision: expected bounds at most {width / scale} apart, got {apart:.3g} at "
            f"{name!r}, which is what float64 can promise here; give precision=, or exact=True for "
            "fractions"
        )
    return ChanceSolution(game, rows, pays, found, scale, endless, kind, **what)
