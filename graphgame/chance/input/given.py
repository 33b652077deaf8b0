"""Read games of chance as users give them: who moves, and what stands beside moves and ends.

Probabilities are numbers beside the moves of chance, points beside any moves, scores beside ends.
What is given twice, for a move that does not exist, or for a position at which somebody else moves,
is refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

import numpy as np

from graphgame.chance.bounds.rows import CHANCE, FIRST, SECOND
from graphgame.chance.input.code_rules import Paying, has_codes, points_of_codes
from graphgame.chance.input.game import ChanceGame, won_or_lost
from graphgame.chance.input.move_numbers import (
    beside_moves,
    edge_attributes,
    found_at,
    option_pairs,
    present,
    split,
)
from graphgame.chance.input.weights import as_fraction, numbers_in_array, weights_of_rows, whole
from graphgame.errors import GraphGameError
from graphgame.graphs.given import asked, column, is_function, position_names
from graphgame.graphs.labels import beside
from graphgame.outcome import NO_SCORE
from graphgame.rules.kind import require_object
from graphgame.rules.source import as_game

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from graphgame.graphs.graph import GameGraph
    from graphgame.types import AnyArray, BoolArray, Int8Array, Int64Array, ProgressLike

WORD = "chance"
_OWNERS = "expected 0, 1 or 'chance'"
# The methods of a rule that stand for the arguments.
_METHODS = ("chance", "owner", "points", "score", "preset")


def read_game(
    graph: Any, *, owner: Any, probabilities: Any, points: Any, scores: Any, presets: Any,
    endless: Any, player: Any, start: Any, limit: int | None, progress: ProgressLike,
    size: int | None = None, expect: int | None = None,
) -> ChanceGame:  # fmt: skip
    """Return the game that the arguments of `solve_chance` are.

    Raises
    ------
    GraphGameError
        As of `solve_chance`.
    """
    game: GameGraph[Any]
    if start is not None:
        rule, given = graph, (probabilities, owner, points, scores, presets)
        require_object(rule)
        chances, owner, points, scores, presets = (
            getattr(rule, name, None) if x is None else x
            for name, x in zip(_METHODS, given, strict=True)
        )
        paying = Paying(_all_options(getattr(rule, "options", rule), chances, scores))
        game = as_game(paying.rule, presets, start, limit, progress, size=size, expect=expect)
        game._author = rule if hasattr(rule, "options") else None  # as `explore` does
        points = _points_of_rule(paying, points, game)
    else:
        graph, rows = split(graph)
        rows = rows or edge_attributes(graph, "probability")
        if rows and probabilities is not None:
            raise GraphGameError(
                "probabilities: expected them once, got some in the graph and an argument"
            )
        chances = rows or probabilities
        of_edges = edge_attributes(graph, "points") or None
        if of_edges and points is not None:
            raise GraphGameError(
                "points: expected them once, got some in the graph and an argument"
            )
        points = of_edges or points
        game = as_game(graph, presets, None, limit=limit, size=size, expect=expect)
    if is_function(chances):
        options = game.options if start is None else getattr(rule, "options", rule)
        chances = _asked(chances, game, options)  # type: ignore[arg-type]
    numbers: AnyArray | None = None
    dice: BoolArray = np.zeros(game.n, dtype=np.bool_)
    if chances is not None and (not isinstance(chances, Mapping) or chances):
        numbers = beside_moves(chances, game, "probabilities")
        dice[np.repeat(np.arange(game.n), np.diff(game.option_ptr))[present(numbers)]] = True
    owner = game.owner if owner is None else owner
    # None: the players alternate.
    kind: Int8Array | None = None if owner is None else owners(owner, game, dice)
    if kind is None and dice.any():
        raise GraphGameError(
            "owner: expected who moves at each position, 0, 1 or 'chance', got None; where "
            "dice come between moves, positions do not say who is next"
        )
    if scores is None and points is None:
        found = _won(game, kind, endless, player)
    else:
        found = _paid(game, kind, points, scores, endless)
    found.weights = weights_of_moves(game, found.owner, found.over(), numbers)
    return found


def _points_of_rule(paying: Paying, points: Any, game: GameGraph[Any]) -> Any:
    """Return what moves pay by the rule, or by the argument: a function of arrays for codes."""
    found = paying.points(game)
    if found is not None and points is not None:
        raise GraphGameError("points: expected them once, got some in the rule and an argument")
    if is_function(points) and has_codes(game):
        return points_of_codes(points, game)
    return points if found is None else found


def _all_options(options: Any, chances: Any, scores: Any) -> Any:
    """Return the rule of all moves, those of chance too; none from where a score ends play."""
    if not is_function(chances) and not is_function(scores):
        return options

    def all_options(position: Any) -> Any:
        if is_function(scores) and scores(position) is not None:
            return ()
        pairs = chances(position) if is_function(chances) else None
        if pairs is None:
            return options(position)
        found = [option for option, _ in option_pairs(pairs, position, options)]
        try:
            return [*dict.fromkeys(found)]  # what is thrown in several ways is one option
        except TypeError:
            return found  # exploring says which position cannot be hashed

    return all_options


def _asked(
    chances: Callable[[Any], Any], game: GameGraph[Any], given: Callable[[Any], Any]
) -> dict[Any, dict[Any, Any]]:
    """Return what a function says of each position, by option; parallel pairs add up.

    `given` are the options as they were given, in the order of numbers without an option.
    """
    names = position_names(game)
    found = {}
    for name, pairs in zip(names, asked(chances, names, "for the chances of"), strict=True):
        options = game.options(name)
        if pairs is None or not options:  # where play is over, nothing is thrown
            continue
        row: dict[Any, Any] = {}
        for option, number in option_pairs(pairs, name, given):
            row[option] = number if option not in row else _sum(row[option], number)
        if {*row} != {*options}:
            raise GraphGameError(
                f"probabilities: expected the same options of {name!r} whenever it is asked, "
                f"got {[*row]!r} and {options!r}"
            )
        found[name] = row
    return found


def _sum(a: Any, b: Any) -> Any:
    """Return the sum of two probabilities, exactly where both are numbers."""
    first, second = as_fraction(a), as_fraction(b)
    return a if first is None else b if second is None else first + second


def _won(game: GameGraph[Any], kind: Int8Array | None, endless: Any, player: Any) -> ChanceGame:
    """Return a game that is won or lost."""
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
    return won_or_lost(game, kind, None, player)


def _paid(
    game: GameGraph[Any], kind: Int8Array | None, points: Any, scores: Any, endless: Any
) -> ChanceGame:
    """Return a game with scores or points, all of them over one denominator."""
    if kind is None and endless != 0:
        raise GraphGameError(
            f"endless: expected 0 where players alternate, got {endless!r}; what is worth "
            "something to one player costs the other as much, so give owner=, too"
        )
    if game.presets is not None:
        raise GraphGameError(
            "presets: expected none beside scores or points, which say what ends are worth, got "
            "some; with_presets(None) is the graph without them"
        )
    stuck = np.diff(game.option_ptr) == 0
    at, worth = scores_of_ends(scores, game)
    missing = stuck.copy()
    missing[at] = False
    if scores is not None and missing.any():
        name = game.position(int(missing.argmax()))
        raise GraphGameError(
            f"scores: expected one for every position without options, got none for {name!r}"
        )
    paid: Any = np.zeros(0, dtype=np.int64)
    if isinstance(points, np.ma.MaskedArray):
        points = np.ma.filled(points, 0)
    if type(points) is np.ndarray and points.dtype.kind == "f":
        points = np.nan_to_num(points, posinf=np.inf, neginf=-np.inf)
    if points is not None and not (isinstance(points, Mapping) and not points):
        if is_function(points):
            names = position_names(game)
            points = {u: [points(u, w) for w in game.options(u)] for u in names}
        paid = beside_moves(points, game, "points")
    if paid.dtype.kind != "i":
        paid = [0 if x is None else x for x in paid.tolist()]
    parts = {
        "scores": (worth, lambda k: game.position(int(at[k]))),
        "points": (paid, lambda k: _move(k, game)),
        "endless": ([endless], lambda _: None),
    }
    (pays, moving, (d,)), scale = whole(parts, bits=63)
    given: Int64Array = np.where(stuck, 0, NO_SCORE)
    given[at] = pays
    return ChanceGame(
        game, kind, None, moving if moving.any() else None, given, Fraction(int(d), scale), scale, 0
    )


def _move(e: int, game: GameGraph[Any]) -> tuple[Any, Any]:
    """Return a move by its ends."""
    u = int(np.searchsorted(np.asarray(game.option_ptr), e, side="right")) - 1
    return game.position(u), game.position(int(game.option_idx[e]))


def scores_of_ends(scores: Any, game: GameGraph[Any]) -> tuple[Int64Array, Any]:
    """Return the indices of positions with scores, and these, as an array or a list."""
    none: Int64Array = np.zeros(0, dtype=np.int64)
    if scores is None:
        return none, []
    given: Any
    if is_function(scores):
        given = asked(scores, position_names(game), "for the score of")
    else:
        given = column(beside(scores, game, "scores"))
    if isinstance(given, Mapping):
        some = {position: x for position, x in given.items() if x is not None}
        named = dict(zip(found_at(some, game, "scores"), some.values(), strict=True))
        return np.array([*named], dtype=np.int64), [*named.values()]
    if len(given) != game.n:
        raise GraphGameError(
            f"scores: expected a mapping or {game.n} values, one for every position, got "
            f"{len(given)}"
        )
    if isinstance(given, np.ndarray) and given.ndim == 1 and given.dtype.kind in "iuf":
        entries, there = np.ma.getdata(given), ~np.ma.getmaskarray(given)
        there &= entries != NO_SCORE if entries.dtype.kind == "i" else ~np.isnan(entries)
        at = np.flatnonzero(there)
        found = numbers_in_array(entries[at])
    else:
        values = numbers_in_array(given, with_gaps=True)
        at = np.flatnonzero(values != NO_SCORE if values.dtype.kind == "i" else present(values))
        found = values[at]
    return at, found if found.dtype.kind == "i" else found.tolist()


def owners(given: Any, game: GameGraph[Any], dice: BoolArray) -> Int8Array:
    """Return who moves at each position: 0, 1, or -1 for chance.

    Parameters
    ----------
    given : mapping of position, function of a position, or (n,) array_like
        0, 1, or the word "chance", in arrays -1 as well.  A mapping may leave out positions of
        chance, and positions without options, which count as player 0's.
    game : GameGraph
    dice : (n,) bool
        Which positions have probabilities.

    Raises
    ------
    GraphGameError
        If a position has no owner or another one, has probabilities and is a player's, or is
        chance's and has none.
    """
    kind: Int8Array = np.full(game.n, 2, dtype=np.int8)
    if is_function(given):
        names = position_names(game)
        _enter(kind, range(game.n), asked(given, names, "who moves at"), game)
    elif isinstance(found := column(beside(given, game, "owner")), Mapping):
        _enter(kind, found_at(found, game, "owner"), [*found.values()], game)
    else:
        if len(found) != game.n:
            raise GraphGameError(
                f"owner: expected a mapping or {game.n} values, one for every position, got "
                f"{len(found)}"
            )
        if type(found) is np.ndarray and found.dtype.kind in "iu":
            if ((found < CHANCE) | (found > SECOND)).any():
                v = int(((found < CHANCE) | (found > SECOND)).argmax())
                raise GraphGameError(
                    f"owner[{game.position(v)!r}]: {_OWNERS}, in arrays -1 for chance, got "
                    f"{found[v]}"
                )
            kind[:] = found
        else:
            _enter(kind, range(game.n), [*found], game)
    open_ = kind == 2
    kind[open_ & dice] = CHANCE
    kind[open_ & ~dice & (np.diff(game.option_ptr) == 0)] = FIRST
    if (kind == 2).any():
        missing = game.position(int((kind == 2).argmax()))
        raise GraphGameError(f"owner: {_OWNERS} for every position, got none for {missing!r}")
    if (wrong := dice & (kind != CHANCE)).any():
        v = int(wrong.argmax())
        raise GraphGameError(
            f"probabilities[{game.position(v)!r}]: expected none where a player moves, as owner "
            f"says {kind[v]}; the owner is 'chance' where dice decide"
        )
    return kind


def _enter(kind: Int8Array, at: Iterable[int], given: list[Any], game: GameGraph[Any]) -> None:
    words = {WORD: CHANCE, 0: FIRST, 1: SECOND, -1: CHANCE}
    for v, value in zip(at, given, strict=True):
        try:
            found = words.get(value)
        except TypeError:
            found = None
        if found is None and value is not None:
            raise GraphGameError(f"owner[{game.position(v)!r}]: {_OWNERS}, got {value!r}")
        if found is not None:
            kind[v] = found


def weights_of_moves(
    game: GameGraph[Any], kind: Int8Array | None, ends: BoolArray, numbers: AnyArray | None
) -> Int64Array | None:
    """Return the weights of moves of chance, 0 at others; None where chance never moves.

    Parameters
    ----------
    game : GameGraph
    kind : (n,) int8 or None
        Who moves.
    ends : (n,) bool
        Where play is over; moves from there have no weight.
    numbers : (m,) array or None
        Probabilities or weights, as of `beside_moves`.

    Raises
    ------
    GraphGameError
        If a position of chance has no options, or probabilities that are none.
    """
    rolls: BoolArray = np.zeros(game.n, np.bool_) if kind is None else (kind == CHANCE) & ~ends
    if not rolls.any():
        return None
    degree = np.diff(game.option_ptr)
    if (stuck := rolls & (degree == 0)).any():
        name = game.position(int(stuck.argmax()))
        raise GraphGameError(
            f"position {name!r}: expected options where chance moves, got none; a score or a "
            "preset says what an end is worth, and owner= whose turn it would be"
        )
    of_chance = np.repeat(rolls, degree)
    starts: Int64Array = np.concatenate([[0], np.cumsum(np.where(rolls, degree, 0))])
    idx = np.asarray(game.option_idx)[of_chance]

    def what(v: int, k: int) -> str:
        name = f"probabilities[{game.position(v)!r}]"
        return name if k < 0 else f"{name}[{game.position(int(idx[starts[v] + k]))!r}]"

    if numbers is None:
        name = game.position(int(rolls.argmax()))
        raise GraphGameError(
            f"position {name!r}: expected probabilities, as owner says that chance moves there, "
            "got none; probabilities= gives each position of chance its options with their numbers"
        )
    found: Int64Array = np.zeros(game.m, dtype=np.int64)
    found[of_chance], _ = weights_of_rows(numbers[of_chance], starts, what)
    return found
