"""Best moves of many positions at once, as an array, and moves of a game with a symmetry."""

from __future__ import annotations

import numpy as np

from graphgame.arrays import read_only
from graphgame.errors import GraphGameError, UnknownPositionError
from graphgame.graphs.labels import CodeLabels, CountedLabels
from graphgame.line import Line, follow
from graphgame.outcome import LOSE, NO_MOVE, NO_PRESET, WIN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphgame.graphs.graph import GameGraph
    from graphgame.solving.solution import Solution
    from graphgame.types import AnyArray, BoolArray, Int32Array


def best_moves_at(solution: Solution[Any], positions: Any, indices: Int32Array) -> AnyArray:
    """Return the best moves of positions, given their indices; see `Solution.best_move`."""
    game, flat = solution.game, indices.ravel()
    if game._symmetry is not None:
        listed = positions if isinstance(positions, list) else np.asarray(positions).ravel()
        chosen, options = _best_real(solution, listed, flat)
    else:
        chosen, options = solution.best_moves[flat], game.labels
    moves = chosen if options is None else _named(game, chosen, options)
    return moves.reshape(indices.shape)


def _named(game: GameGraph[Any], chosen: Int32Array, options: Any) -> AnyArray:
    """Return the options that are chosen by their places; where there is none, masked or None."""
    some = chosen >= 0
    places = chosen[some]
    if isinstance(game.labels, CodeLabels | CountedLabels):
        codes = np.zeros(len(chosen), dtype=np.int64)
        if isinstance(options, CountedLabels):
            codes[some] = places + options.numbers.start
        else:
            codes[some] = np.asarray(options, dtype=np.int64)[places]
        return np.ma.array(codes, mask=~some)
    moves = np.empty(len(chosen), dtype=object)
    moves[some] = np.fromiter(map(options.__getitem__, places.tolist()), object, len(places))
    return moves


# -- symmetry -------------------------------------------------------------------------------------


def best_real_move(solution: Solution[Any], position: Any, v: int) -> Any:
    """Return the best option of a position whose class has the index v; None at a terminal."""
    (chosen,), options = _best_real(solution, [position], np.array([v]))
    return None if chosen == NO_MOVE else _listed(options)[chosen]


def winning_real_moves(solution: Solution[Any], position: Any, v: int) -> list[Any]:
    """Return the options of a position that win, each once, in the order of the rule."""
    game, owner = solution.game, solution.game.owner
    if not _has_moves(game, np.array([v])).any():
        return []
    options, classes = real_moves(game, position)
    wanted = LOSE if owner is None else np.where(owner[classes] == owner[v], WIN, LOSE)
    winning = (solution.outcomes[classes] == wanted).tolist()
    return [*dict.fromkeys(x for x, wins in zip(options, winning, strict=True) if wins)]


def real_line(solution: Solution[Any], position: Any) -> Line[Any]:
    """Follow best moves of the rule from a position; see `Solution.line`."""
    find = solution.game._find
    return follow(position, lambda at: best_real_move(solution, at, find(at)))


def _best_real(
    solution: Solution[Any], positions: Any, classes: AnyArray
) -> tuple[Int32Array, Any]:
    """Return which options are the best of some positions, given their classes, and the options.

    The options of all positions that are no terminals are one list; -1 stands for no move.
    """
    open_ = np.flatnonzero(_has_moves(solution.game, classes))
    chosen = np.full(len(classes), NO_MOVE, dtype=np.int32)
    if not len(open_):
        return chosen, []
    if isinstance(positions, list):
        asked: Any = [positions[i] for i in open_.tolist()]
    else:
        asked = positions[open_]
    ptr, options, targets = moves_from(solution.game, asked)
    # A graph of its own: the positions, then an entry for each option, which has no options.
    k, m = len(open_), len(targets)
    nodes = np.concatenate([classes[open_], targets])
    reader, labels = solution._labels()
    of_nodes = [None if x is None else read_only(x)[nodes] for x in labels]
    rows = np.concatenate([ptr, np.full(m, m)]), np.arange(k, k + m, dtype=np.int32)
    found = read_only(reader(*rows, *of_nodes).best_moves())[:k]
    missing = np.flatnonzero(found < 0)
    if len(missing):
        raise GraphGameError(
            f"canonical: expected a symmetry of the rule, but no option of "
            f"{_listed(asked)[missing[0]]!r} fits the outcome of its class; check_rule finds where "
            "they differ"
        )
    chosen[open_] = found - k
    return chosen, options


def _has_moves(game: GameGraph[Any], classes: AnyArray) -> BoolArray:
    """Return which of some classes have options, and no preset."""
    ptr = game.option_ptr
    some: BoolArray = ptr[classes] < ptr[classes + 1]
    return some if game.presets is None else some & (game.presets[classes] == NO_PRESET)


def moves_from(game: GameGraph[Any], positions: Any) -> Any:
    """Return the options of positions of a game with a symmetry, as `Symmetry.moves`."""
    from graphgame.rules.compiled._stage import RuleError

    assert game._symmetry is not None, "a graph of classes"
    try:
        return game._symmetry.moves(game, positions)
    except RuleError as error:
        from graphgame.rules.messages import explain

        raise GraphGameError(explain(error)) from None


def real_moves(game: GameGraph[Any], position: Any) -> tuple[list[Any], Int32Array]:
    """Return the options of one position of a game with a symmetry, and their classes' indices."""
    _, options, classes = moves_from(game, [position])
    return _listed(options), classes


def _listed(values: Any) -> Any:
    return values.tolist() if hasattr(values, "tolist") else values


def without_symmetry(solution: Solution[Any], limit: int | None) -> tuple[Any, Any, Any, Any]:
    """Return the game of all positions, their outcomes, remoteness and turns; see `Solution`."""
    symmetry, turns = solution.game._symmetry, solution._turns
    if symmetry is None:
        return solution.game, solution.outcomes, solution.remoteness, turns
    if symmetry.explore is None:
        raise GraphGameError(
            "rule: expected a game that was explored in this process, got one from a file or a "
            "pickle; solve it again"
        )
    game = symmetry.explore(limit)
    try:
        classes = solution.game.index(
            np.asarray(game.labels) if isinstance(game.labels, CodeLabels) else game.labels
        )
    except UnknownPositionError as error:
        raise GraphGameError(
            f"canonical: expected a symmetry of the rule, but of the positions without it, {error};"
            " check_rule finds where they differ"
        ) from None
    reduced = solution.game
    if reduced.presets is not None:
        game = game._with(presets=reduced.presets[classes])
    ends, owner = reduced.preset_remoteness, reduced.owner
    game = game._with(
        preset_remoteness=None if ends is None else ends[classes],
        owner=None if owner is None else owner[classes],
    )
    if turns is not None:
        from graphgame.solving.turns import Turns

        plies = None if turns.plies is None else read_only(turns.plies)[classes]
        turns = Turns(turns.count, plies)
    return game, solution.outcomes[classes], solution.remoteness[classes], turns
