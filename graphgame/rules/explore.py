"""From rules to graphs: positions of any kind get indices, breadth first."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, MappingView
from types import NoneType

from graphgame import checks
from graphgame.errors import ExplorationLimitError, GraphGameError
from graphgame.graphs.graph import GameGraph
from graphgame.outcome import MOST_POSITIONS
from graphgame.rules import _explore
from graphgame.rules.game import Game
from graphgame.rules.growth import ObjectGrowth
from graphgame.rules.progress import showing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphgame import types
    from graphgame.types import P
else:
    from graphgame.arrays import P, types  # noqa: F401 -- hints name them

# Types of positions that cannot change, so that their hashes need no watching.
_CONSTANT = (int, str, bytes, tuple, frozenset, float, complex, NoneType)


def explore(
    rule: Callable[[P], Iterable[P]] | Game[P],
    start: P | list[P] | set[P] | range | Iterator[P],
    *,
    presets: Callable[[P], int | None] | None = None,
    canonical: Callable[[P], P] | None = None,
    limit: int | None = None,
    progress: bool = False,
) -> GameGraph[P]:
    """Find all positions that can be reached from a start, and their moves.

    Parameters
    ----------
    rule : callable, or object with ``options(position)`` and perhaps ``preset(position)``
        Returns the options of a position, as a list or anything else to iterate over.
    start : hashable, or list, set, range, array or iterator of hashable
        One position, or many.
    presets : callable, optional
        Returns the outcome that the rules preset for a position (for the player to move), or None.
        It comes before a ``preset`` of `rule`.  A position with a preset outcome is not expanded.
    canonical : callable, optional
        A symmetry of the game: from a position to the representative of its class, itself a
        position of the class.  It comes before a ``canonical`` of `rule`.  The graph then has a
        position for each class, its representative, and an option for each class of options;
        `presets` is asked of representatives.  `GameGraph.index` finds the class of any position.
    limit : int, optional
        The most positions that may be found.  Without it, memory sets the limit.
    progress : bool
        Show positions, moves and rate on standard error: through tqdm where it is installed.

    Returns
    -------
    GameGraph
        Labelled by the positions, in breadth-first order: index 0 is the (first) start, which is
        the `start` of the graph.

    Raises
    ------
    ExplorationLimitError
        If there are more positions than `limit`.
    TooLargeError
        If the next positions would not fit in memory.
    GraphGameError
        If a rule returns no options but text, a number or None; if a position cannot be hashed or
        changes; if a preset is no outcome; or if the representative of a start has another one.

    See Also
    --------
    check_rule : Checks a symmetry, and all else of a rule, on a sample of positions.
    explore_codes : The same for integers, many at a time: faster, and in less memory.
    Game : What an object needs to be a rule.
    solve : Explores and solves.

    Notes
    -----
    Whatever the rule raises comes out unchanged, with a note that names the position.

    O(n + m) calls and look-ups.  Beside the positions themselves: 9 bytes per position for the list
    of them and 70 to 115 for the dict from positions to indices, or 145 while it grows; 8 for
    offsets, 4 per edge.  Memory is checked each time the positions have grown by an eighth.

    Examples
    --------
    >>> import graphgame as gg
    >>> game = gg.explore(lambda n: [n - k for k in (1, 2, 3) if n >= k], start=20)
    >>> game
    GameGraph(n=21, m=57, labelled)
    >>> gg.solve(game).outcome(20), gg.solve(game).best_move(18)
    (<Outcome.LOSE: -1>, 16)
    """
    from graphgame.rules.symmetry import asked_symmetry, reduced_rule, representatives, way_back

    options, preset = _rules(rule, presets)
    positions, index = _starts(start)
    most = checks.limit(limit, MOST_POSITIONS)
    first = positions[0] if positions else None
    symmetry = None
    canonical = asked_symmetry(rule, canonical)
    if canonical is not None:
        real, reals = options, positions

        def unreduced(limit: int | None) -> GameGraph[P]:
            return explore(real, list(reals), presets=preset, limit=limit)

        symmetry = way_back(real, canonical, "python", unreduced)
        options = reduced_rule(options, canonical)
        positions, index = _starts(representatives(positions, canonical))
    with showing(progress) as shown:
        try:
            ptr, idx, found = _explore.explore_objects(
                options, preset, positions, index, _may_change, shown, most, ObjectGrowth(positions)
            )
        except _explore.RuleError as error:
            raise GraphGameError(explain(error)) from None
        if shown is not None:
            shown(len(positions), len(ptr) - 1, len(idx))
    if len(positions) > most:
        raise ExplorationLimitError(most, len(positions), len(ptr) - 1, len(idx))
    return GameGraph._from_checked(
        len(positions),
        len(idx),
        options=(ptr, idx),
        presets=found,
        labels=positions,
        index=index,
        start=first,
        symmetry=symmetry,
    )


def _rules(rule: Any, presets: Any) -> tuple[Any, Any]:
    """Return the functions that give options and outcomes."""
    options = getattr(rule, "options", rule)
    if not callable(options) or isinstance(rule, GameGraph):
        raise GraphGameError(
            "rule: expected a function, or an object with options(position), "
            f"got {type(rule).__name__}; a graph needs no start"
        )
    preset = presets if presets is not None else getattr(rule, "preset", None)
    if preset is not None and not callable(preset):
        raise GraphGameError(f"presets: expected a function of a position, got {preset!r}")
    return options, preset


def _starts(start: Any) -> tuple[list[Any], dict[Any, int]]:
    """Return the starts, each once, and their indices."""
    many = isinstance(start, list | set | range | Iterator | MappingView) or (
        hasattr(start, "__array__") and getattr(start, "shape", None) != ()  # a scalar is one
    )
    starts = start if many else [start]
    try:
        positions = list(dict.fromkeys(starts.tolist() if hasattr(starts, "tolist") else starts))
    except TypeError:
        odd = next(x for x in starts if not _has_hash(x))
        raise GraphGameError(_explain_unhashable("start", odd)) from None
    return positions, dict(zip(positions, range(len(positions)), strict=True))


def _has_hash(value: Any) -> bool:
    try:
        hash(value)
    except TypeError:
        return False
    return True


def _may_change(position: Any) -> bool:
    """Return whether positions of this type may be mutable; refuse types compared by identity."""
    kind: Any = type(position)
    if kind.__hash__ is object.__hash__ and kind is not NoneType:
        raise GraphGameError(
            f"expected positions that compare by value, but two of type {kind.__name__} are equal "
            "only if they are the same object: give the class __eq__ and __hash__, for example by "
            f"@dataclass(frozen=True); got {position!r}"
        )
    return not issubclass(kind, _CONSTANT)


def explain(error: _explore.RuleError) -> str:
    """Describe the wrong return value of a rule, and what to return instead, in one sentence."""
    where, what = f"rule at {error.position!r}", error.what
    if error.kind == "option":
        return _explain_unhashable(f"options of {error.position!r}", what)
    if error.kind == "options":
        cure = "a single option goes into a list, [option]"
        if what is None:
            cure = "of a terminal position it is empty"
        elif isinstance(what, str | bytes | bytearray):
            cure = f"for a single option return [{what!r}]; text is never taken for its characters"
        return f"{where}: expected a list of options, got {what!r}; {cure}"
    if error.kind == "change":
        return (
            f"position {error.position!r} changed while the rule expanded it: make new positions "
            "in the rule, and leave the one it is given as it is"
        )
    if error.kind == "preset":
        cure = f"; return gg.{what}" if what in ("WIN", "LOSE", "DRAW") else ""
        return (
            f"preset of {error.position!r}: expected WIN, LOSE or DRAW (1, -1 or 0), or none, "
            f"got {what!r}{cure}"
        )
    return f"{where}: expected a {error.kind}, got {what!r}"


def _explain_unhashable(where: str, value: Any) -> str:
    """Describe how to convert an unhashable position to a hashable one."""
    cures: dict[type, str] = {
        list: "tuple(position)",
        set: "frozenset(position)",
        dict: "tuple(sorted(position.items()))",
        bytearray: "bytes(position)",
    }
    cure = next((c for kind, c in cures.items() if isinstance(value, kind)), None)
    if cure is None and hasattr(value, "tobytes"):
        cure = "position.tobytes(), or a tuple of its entries"
    hint = f"use {cure}" if cure else "give its class __eq__ and __hash__ (@dataclass(frozen=True))"
    return (
        f"{where}: expected hashable positions that never change, got {value!r} of type "
        f"{type(value).__name__}: {hint}"
    )
