"""`grundy` and `loopy_grundy`: the Sprague–Grundy values of every position."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from graphgame import _core
from graphgame.arrays import Later, P, overload, types
from graphgame.errors import GraphGameError, LoopyGameError, advised
from graphgame.graphs.graph import GameGraph
from graphgame.memory import check_game
from graphgame.values import _grundy
from graphgame.values.impartial import warn_of_turns, without_presets
from graphgame.values.loopy_values import LoopyValues
from graphgame.values.values import GrundyValues

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Literal

    from graphgame._kernel.buffer import Buffer
    from graphgame.rules.game import Game
    from graphgame.values.sums import sum_values
else:
    # Only those who read annotations need it here.
    sum_values = Later("graphgame.values.sums.sum_values")


@overload
def grundy(
    graph: Callable[[P], Iterable[object]] | object,
    start: object,
    *,
    sums: Literal[True],
    search: bool = ...,
    canonical: object = ...,
    weight: object = ...,
    limit: int | None = ...,
    progress: types.ProgressLike = ...,
) -> sum_values.SumValues[Any]: ...
@overload
def grundy(
    graph: GameGraph[P] | Mapping[P, Iterable[P]],
    *,
    presets: types.Presets | None = ...,
    limit: int | None = ...,
) -> GrundyValues[P]: ...
@overload
def grundy(
    graph: Callable[[P], Iterable[P]] | Game[P],
    start: list[P] | set[P] | range | Iterator[P] | P,
    *,
    presets: Mapping[P, int] | Callable[[P], int | None] | None = ...,
    canonical: Callable[[P], P] | None = ...,
    limit: int | None = ...,
    progress: types.ProgressLike = ...,
) -> GrundyValues[P]: ...
@overload
def grundy(
    graph: types.ArrayLike, *, presets: types.Presets | None = ..., limit: int | None = ...
) -> GrundyValues[int]: ...
@overload
def grundy(
    graph: object,
    start: object = ...,
    *,
    presets: types.Presets | types.PresetRule | None = ...,
    canonical: object = ...,
    limit: int | None = ...,
    progress: types.ProgressLike = ...,
) -> GrundyValues[Any]: ...
@advised
def grundy(
    graph: object,
    start: object = None,
    *,
    presets: types.Presets | types.PresetRule | None = None,
    canonical: object = None,
    limit: int | None = None,
    progress: types.ProgressLike = False,
    sums: bool = False,
    search: bool = False,
    weight: object = None,
) -> GrundyValues[types.Anything] | sum_values.SumValues[types.Anything]:
    """Return the Grundy value of every position of a game without cycles.

    The Grundy value of a position is the mex of the values of its options: the least number that is
    not among them.  A position is lost if and only if its value is 0, and the value of a sum of
    games is the XOR of their values.

    Parameters
    ----------
    graph : GameGraph, or anything that `as_game_graph` takes, or with `start` a rule
    start : hashable, or list, set or iterator of hashable, optional
        With a start, `graph` is a rule, and the game is what `explore` finds from there.
    presets : mapping of position to Outcome, function of a position, or (n,) array_like, optional
        As in `solve`, but LOSE only: a terminal of value 0, whatever its options.
    canonical : callable, optional
        With a start: a symmetry, as in `solve`.
    limit : int, optional
        The most positions.
    progress : bool or callable
        As in `explore`.
    sums : bool
        The options of the rule are sums: a position by itself, a `Sum`, or a list of positions.  A
        tuple is a sum, too, if its components are of the types of the starts and no position is a
        tuple; else it is refused.  Each component is found once.  A compiled
        rule writes of each option the number of its components, and then these.
    search : bool
        With sums: find only what the values of the starts need.
    weight : callable, optional
        With search: from a component to a whole number, 0 or more, that grows with the time that
        its value seems to take; best about eight for each move.  Options of little weight are
        looked at first.  It changes how long the search takes, and no value.  Without it, the
        weight is the number of options, or of a compiled rule the number of bits in the code.  A
        method ``weight`` of the rule does as well.

    Returns
    -------
    GrundyValues, or with sums SumValues

    Raises
    ------
    LoopyGameError
        If a position can be reached from itself; the error shows a short cycle.
    GraphGameError
        If `graph` is no graph, or a preset outcome is WIN or DRAW: these have no Grundy value.
        With sums, if an option may be read as a sum and as a position, or if there are presets.
    TooLargeError
        If there are more positions than `limit`, or than fit in memory.

    Warns
    -----
    UserWarning
        If a field of the positions, which are tuples, says who moves; see Notes.

    See Also
    --------
    loopy_grundy : values of any game, with cycles too
    verify_grundy : the certificate
    solve : outcomes, remoteness and best moves

    Notes
    -----
    Values are those of impartial games.  Where the player to move is a part of the position, as in
    ``(board, player)``, the options may be those of one player only.  Then a value of 0 still says
    that the player to move loses, but another value says no more than that he wins: values of such
    positions do not add up, because in a sum either player may be the one to move in a component.
    There is a warning where positions are tuples of one length of which the first or the last field
    has two values, and each move changes it.  If both players have the same moves, leave it out.
    Moves that oblige the opponent to answer in the same component, or that end the whole sum
    (entailing moves), have no values of this kind.

    With sums, whatever the rule does, the game must end: a cycle is refused where it is met, as the
    parts of an option may all be loopy.  A search keeps the values that it needs, and may end
    before it meets a cycle; what it has found is right even then, as `SumValues.verify` proves.

    The positions are taken in topological order, and the mex of each is found without sorting.
    O(n + m) time; fastest where all moves go to lower numbers, or all to higher ones.  Beyond the
    graph, 4 bytes per edge and 17 per position, of which the values keep 8, or if that is more, 6
    bytes per edge and 8 per position while edges are grouped; 4 per edge and 8 per position more
    where a value is above 19 or a position has more than 2047 options.

    With sums, beside the components themselves: 9 bytes per component for the list of them and 70
    to 115 for the dict from components to indices, or 145 while it grows; 8 for where its options
    begin, and 24 while values are found, of which 8 are kept; 8 per option and 4 per part of one.
    A search takes at most 64 MiB, and per component that has a value 32 to 64 bytes, which are kept
    until the end; `limit` bounds how many there are.  While their table is doubled, the one before
    takes 24 more.  A search of a rule in Python takes the list and the dict besides, and keeps the
    options that it was given.

    References
    ----------
    R. P. Sprague, "Über mathematische Kampfspiele", Tôhoku Math. J. 41, 1935.
    P. M. Grundy, "Mathematics and games", Eureka 2, 1939.
    J. Lemoine and S. Viennot, "Nimbers are inevitable", Theoretical Computer Science 462, 2012, for
    the search.

    Examples
    --------
    >>> g = grundy([(1, 0), (2, 0), (2, 1), (3, 2)])
    >>> g.values, g.sum([1, 2])
    (array([0, 1, 2, 0], dtype=int32), 3)
    >>> def dawson(row):  # take a pin and its neighbours; the row falls apart
    ...     return [(left, row - 2 - left) for left in range(row - 1)]
    >>> grundy(dawson, start=20, sums=True).value(20)
    3
    """
    if sums or search or weight is not None:
        return sum_values.sum_grundy(
            graph, start, presets, canonical, limit, progress, sums, search, weight
        )
    game = _game(graph, presets, start, canonical, limit, progress)
    played = without_presets(game)
    check_game(played, 17, 4)
    values, order, decided = _in_order(played) or _by_counters(played)
    if decided < game.n:
        cycle = _grundy.find_cycle(*played._option_rows(), values)
        raise LoopyGameError(game.positions(cycle))
    warn_of_turns(game)
    return GrundyValues(game, values, order, played=played)


def _in_order(game: GameGraph) -> tuple[Buffer, Buffer, int] | None:
    """Return the values if all moves go to lower numbers, or all to higher ones, else None."""
    if game._options is not None:
        direction = _grundy.direction_of_rows(*game._options)
    else:
        assert game._edges is not None, "a graph is made of edges or of options"
        direction = _grundy.direction_of_edges(game._edges)
    return _grundy.ordered_grundy(*game._option_rows(), direction) if direction else None


def _by_counters(game: GameGraph) -> tuple[Buffer, Buffer, int]:
    """Return the values of all positions from which no cycle can be reached."""
    predecessors = game._predecessor_rows()
    labelled = _core.packed_grundy(*predecessors, game._degrees())
    if labelled is None:
        labelled = _grundy.grundy(*game._option_rows(), *predecessors, game._degrees())
    return labelled


@overload
def loopy_grundy(
    graph: GameGraph[P] | Mapping[P, Iterable[P]],
    *,
    presets: types.Presets | None = ...,
    limit: int | None = ...,
) -> LoopyValues[P]: ...
@overload
def loopy_grundy(
    graph: Callable[[P], Iterable[P]] | Game[P],
    start: list[P] | set[P] | range | Iterator[P] | P,
    *,
    presets: Mapping[P, int] | Callable[[P], int | None] | None = ...,
    canonical: Callable[[P], P] | None = ...,
    limit: int | None = ...,
    progress: types.ProgressLike = ...,
) -> LoopyValues[P]: ...
@overload
def loopy_grundy(
    graph: types.ArrayLike, *, presets: types.Presets | None = ..., limit: int | None = ...
) -> LoopyValues[int]: ...
@overload
def loopy_grundy(
    graph: object,
    start: object = ...,
    *,
    presets: types.Presets | types.PresetRule | None = ...,
    canonical: object = ...,
    limit: int | None = ...,
    progress: types.ProgressLike = ...,
) -> LoopyValues[Any]: ...
@advised
def loopy_grundy(
    graph: object,
    start: object = None,
    *,
    presets: types.Presets | types.PresetRule | None = None,
    canonical: object = None,
    limit: int | None = None,
    progress: types.ProgressLike = False,
) -> LoopyValues[types.Anything]:
    """Return the loopy Grundy value of every position of any game.

    The loopy value of a position is a number k, or infinite: ∞(K), with the set K of the finite
    values of its options.  In sums, a position of value k behaves like a Nim heap of k.  A sum with
    one component of infinite value, ∞(K), is a WIN if the sum of the others has a value in K, and
    else a DRAW; with two or more it is a DRAW.

    Parameters
    ----------
    graph, start, presets, canonical, limit, progress
        As in `grundy`; cycles are allowed.

    Returns
    -------
    LoopyValues

    Raises
    ------
    GraphGameError
        If `graph` is no graph, or a preset outcome is WIN or DRAW: these have no value.
    TooLargeError
        If there are more positions than `limit`, or than fit in memory.

    Warns
    -----
    UserWarning
        If `graph` is, or was made of, an undirected graph without presets: all its positions with
        an edge are ∞.

    See Also
    --------
    grundy : faster, for games without cycles
    verify_loopy : the certificate
    Nimber : one value

    Notes
    -----
    For each finite value, the propagation that solves a game: O(n + m) time for each, and less
    where few positions have options of many values.  Beyond the graph, 4 bytes per edge and 36 per
    position, of which the values keep 12, or if that is more, 6 bytes per edge and 8 per position
    while edges are grouped.

    References
    ----------
    C. A. B. Smith, "Graphs and composite games", J. Combinatorial Theory 1, 1966.
    A. S. Fraenkel and Y. Perl, "Constructions in combinatorial games with cycles", 1975.

    Examples
    --------
    >>> v = loopy_grundy([(0, 1), (1, 0), (1, 2), (2, 3)])
    >>> [str(v[position]) for position in range(4)]
    ['∞{}', '∞{1}', '*1', '*0']
    """
    game = _game(graph, presets, start, canonical, limit, progress)
    if game._is_undirected:
        from graphgame.graphs.libraries import warn_if_undirected

        warn_if_undirected(game, "has the value ∞")
    played = without_presets(game)
    check_game(played, 36, 4)
    from graphgame.values import _loopy

    try:
        labelled = _loopy.loopy_grundy(*played._predecessor_rows(), played._degrees())
    except OverflowError as error:
        raise GraphGameError(f"graph: {error}") from None
    return LoopyValues(game, *labelled, played=played)


def _game(
    graph: Any,
    presets: Any,
    start: Any,
    canonical: Any,
    limit: int | None,
    progress: types.ProgressLike,
) -> GameGraph[Any]:
    """Return the game that is asked for, with its presets."""
    unasked = presets is None and start is None and limit is None and canonical is None
    if unasked and isinstance(graph, GameGraph):
        return graph
    from graphgame.rules.source import as_game

    return as_game(graph, presets, start, limit, progress, canonical=canonical)
