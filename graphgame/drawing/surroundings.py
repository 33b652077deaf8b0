"""Choose the positions that a picture shows: all of a small graph, else those around one.

The work is bounded by what is drawn, not by the graph: rows are read of chosen positions only.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from operator import index
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from graphgame.outcome import DRAW, NO_PRESET

if TYPE_CHECKING:
    from graphgame.drawing.graph_picture import NodeMaker
    from graphgame.types import Int8Array, Int32Array, Int64Array

    Rows = tuple[Int64Array, Int32Array]

# The most positions of a picture, and the most arrows: more can neither be read nor shown at once.
MOST_POSITIONS = 300
MOST_ARROWS = 700
# How many moves around a position are drawn where nobody says it.
DEPTH = 2
_KINDS = ("other", "best", "ignored")
# The most options that are read for the surroundings of a position, all rows together.
_MOST_READ = 1 << 18
# The most options of one position that are tried; others may all be drawn already.
_MOST_TRIED = 1 << 16


class Graph(NamedTuple):
    """A game graph, with what is known of it.

    Attributes
    ----------
    n, m : int
    options, predecessors : (ptr, idx) or None
        Compressed sparse rows; None where they are not at hand.
    presets : (n,) int8 or None
    start : int or None
    position : callable
        From an index to its label.
    outcomes : (n,) int8, optional
    remoteness : (n,) int32, optional
    owner : (n,) int8, optional
        Who moves at each position, 0 or 1; without it the players alternate.
    winners : (n,) int8, optional
        Who wins from each position, 0 or 1, where play may go on for ever.
    strategy : (n,) int32, optional
        The moves that win, which are drawn as the best ones; -1 where there is none.
    note : callable, optional
        From an index to what is written before the winner.
    node : callable, optional
        From an index to what is drawn for it, where the outcomes say too little.
    values : (n,) int32, optional
        Values of positions, which are counted; -1 where they are infinite.
    find : callable, optional
        From a label to its index.
    """

    n: int
    m: int
    options: Rows | None
    predecessors: Rows | None
    presets: Int8Array | None
    start: int | None
    position: Callable[[int], Hashable]
    outcomes: Int8Array | None = None
    remoteness: Int32Array | None = None
    owner: Int8Array | None = None
    winners: Int8Array | None = None
    strategy: Int32Array | None = None
    note: Callable[[int], str] | None = None
    node: NodeMaker | None = None
    values: Int32Array | None = None
    find: Callable[[Any], int] = index

    @property
    def has_best_moves(self) -> bool:
        """Whether it is known which moves are best."""
        return self.outcomes is not None or self.strategy is not None

    def is_preset(self, v: int) -> bool:
        """Return whether the outcome of a position is preset, so that its options are ignored."""
        return self.presets is not None and int(self.presets[v]) != NO_PRESET


class Arrow(NamedTuple):
    """The moves from one drawn position to another, by their numbers in the picture.

    `kind` is "best", "other", or "ignored" where the outcome of the source is preset.
    """

    source: int
    target: int
    moves: int
    kind: str


class Part(NamedTuple):
    """The part of a graph that is drawn.

    Attributes
    ----------
    positions : list of int
    arrows : list of Arrow
    more, before : list of int
        How many moves from and to each position are not drawn; 0 where that is not known.
    distances : list of int
        Moves from the position in the middle; negative for positions before it.
    centre : int or None
        The number of that position in the picture; None where the whole graph is drawn.
    depth : int
    left_out : int
        How many arrows between positions of the picture are not drawn.
    """

    positions: list[int]
    arrows: list[Arrow]
    more: list[int]
    before: list[int]
    distances: list[int]
    centre: int | None
    depth: int
    left_out: int


def choose(
    graph: Graph,
    around: int | None,
    depth: int | None,
    *,
    limit: int = MOST_POSITIONS,
    most_arrows: int | None = MOST_ARROWS,
) -> Part:
    """Choose what to draw: all of a graph of at most `limit` positions, or what is around one.

    Without `around`, a larger graph, or any if there is a depth, is drawn around its start; around
    the first position of greatest remoteness if it has none; around position 0 if nothing is
    solved.
    """
    is_whole = around is None and depth is None and graph.n <= limit
    depth = DEPTH if depth is None else depth
    if is_whole:
        distances = dict.fromkeys(range(graph.n), 0)
        centre = None
    else:
        centre = _middle(graph) if around is None else around
        distances = _walk(graph, centre, depth, limit)
    positions = list(distances)
    drawn, left_out = _arrows(graph, positions, most_arrows, whole=centre is None)
    more, before = [0] * len(positions), [0] * len(positions)
    out, into = Counter[int](), Counter[int]()
    for arrow in drawn:
        out[arrow.source] += arrow.moves
        into[arrow.target] += arrow.moves
    for i, v in enumerate(positions):
        if graph.options is not None:
            more[i] = _degree(graph.options, v) - out[i]
        if graph.predecessors is not None:
            before[i] = _degree(graph.predecessors, v) - into[i]
    at = None if centre is None else 0
    return Part(positions, drawn, more, before, [*distances.values()], at, depth, left_out)


def _middle(graph: Graph) -> int:
    if graph.start is not None:
        return graph.start
    if graph.remoteness is None:
        return 0
    most = graph.remoteness.max()
    # A block at a time: `argmax` copies an array that is read-only.
    for first in range(0, graph.n, _MOST_READ):
        found = graph.remoteness[first : first + _MOST_READ] == most
        if found.any():
            return first + int(np.flatnonzero(found)[0])
    raise AssertionError("some position has the greatest remoteness")


def _degree(rows: Rows, v: int) -> int:
    return int(rows[0][v + 1]) - int(rows[0][v])


def _walk(graph: Graph, centre: int, depth: int, limit: int) -> dict[int, int]:
    """Return the positions around one, each with its distance; those before it are negative."""
    found = {centre: 0}
    rows = {1: graph.options, -1: graph.predecessors}
    frontiers = {side: [centre] if rows[side] is not None else [] for side in rows}
    reached = {side: {centre} for side in rows}
    read = 0
    for distance in range(1, depth + 1):
        if not any(frontiers.values()):
            break  # a depth may be far beyond what there is
        for side in (1, -1):
            frontier, frontiers[side] = frontiers[side], []
            # The last step of each side may fill the picture; those before it leave half.
            room = (limit - len(found)) // (1 if distance == depth else 2)
            for place, v in enumerate(frontier):
                share = -(-room // (len(frontier) - place))
                row = _row(rows[side], v, _MOST_READ - read)
                read += len(row)
                for w in _candidates(graph, v, row, share, side, found, reached[side]):
                    room -= w not in found
                    found.setdefault(w, side * distance)
                    frontiers[side].append(w)
    return found


def _row(rows: Rows | None, v: int, most: int) -> Int32Array:
    assert rows is not None, "a side without rows has no frontier"
    ptr, idx = rows
    first, last = int(ptr[v]), int(ptr[v + 1])
    return idx[first : min(last, first + max(most, 0))]


def _candidates(
    graph: Graph,
    v: int,
    row: Int32Array,
    share: int,
    side: int,
    found: dict[int, int],
    reached: set[int],
) -> Iterator[int]:
    """Yield positions of a row that were not reached from this side, the best move first.

    At most `share` of them are new to the picture.
    """
    if side > 0 and graph.is_preset(v):
        return
    if side > 0 and graph.has_best_moves and len(row) and share > 0:
        best = row[_are_best(graph, np.array(v), row)]
        if len(best) and (w := int(best.min())) not in reached:
            share -= w not in found
            reached.add(w)
            yield w
    for start in range(0, min(len(row), _MOST_TRIED), 1024):
        for w in row[start : start + 1024].tolist():
            if w not in reached and (share > 0 or w in found):
                share -= w not in found
                reached.add(w)
                yield w
        if share <= 0 and start >= 1024:
            return


def _are_best(graph: Graph, positions: Any, options: Any) -> Any:
    """Return which options are as good as the best move, by the definition of best moves."""
    if graph.strategy is not None:
        return graph.strategy[positions] == options
    assert graph.outcomes is not None, "solved"
    assert graph.remoteness is not None, "solved"
    outcomes, plies = graph.outcomes[positions], graph.remoteness[positions]
    wanted = -outcomes
    if graph.owner is not None:
        wanted = np.where(graph.owner[options] == graph.owner[positions], outcomes, wanted)
    nearer = (graph.outcomes[options] == wanted) & (graph.remoteness[options] == plies - 1)
    drawn = (outcomes == DRAW) & (graph.outcomes[options] == DRAW)
    return np.where(outcomes == DRAW, drawn, nearer) & (plies != 0)


def _arrows(
    graph: Graph, positions: list[int], most: int | None, *, whole: bool
) -> tuple[list[Arrow], int]:
    """Return the arrows between positions of the picture, with the best move of each marked.

    At most so many: best moves first, then others, one of each position after another; and how
    many are left out.
    """
    rows, forward = (graph.options, True) if graph.options else (graph.predecessors, False)
    if rows is None or not positions:
        return [], 0
    share = graph.m if whole else max(1024, _MOST_READ // len(positions))
    read = [_row(rows, v, share) for v in positions]
    ours = np.repeat(np.arange(len(positions)), [len(row) for row in read])
    known, reached = np.array(positions), np.concatenate(read)
    # A table of all positions would need memory for all of them: most options are sorted out by
    # their lowest bits, and the rest are looked up by bisection.
    low = np.zeros(1 << 16, dtype=bool)
    low[known & 0xFFFF] = True
    near = np.flatnonzero(low[reached & 0xFFFF])
    ours, reached = ours[near], reached[near]
    order = np.argsort(known)
    places = np.searchsorted(known, reached, sorter=order)
    others = order[np.minimum(places, len(positions) - 1)]
    drawn = known[others] == reached
    ours, others = ours[drawn], others[drawn]
    sources, targets = (ours, others) if forward else (others, ours)
    keys, counts = np.unique(sources * len(positions) + targets, return_counts=True)
    sources, targets = np.divmod(keys, len(positions))
    best, ignored = _best(graph, known, sources, targets), np.zeros(len(keys), dtype=bool)
    if graph.presets is not None:
        ignored = graph.presets[known[sources]] != NO_PRESET
    # The others of a position have the places 1, 2, … of its row.
    place = np.arange(len(keys)) - np.searchsorted(sources, sources) + 1
    kept = np.argsort(np.where(best, 0, place), kind="stable")[:most]
    kept.sort()
    kinds = np.where(ignored, 2, best)
    columns = [column[kept].tolist() for column in (sources, targets, counts, kinds)]
    rows_of = zip(*columns, strict=True)
    found = [Arrow(i, j, count, _KINDS[kind]) for i, j, count, kind in rows_of]
    return found, len(keys) - len(found)


def _best(graph: Graph, known: Int64Array, sources: Int64Array, targets: Int64Array) -> Any:
    """Return which arrows are best moves, at most one for each position: the lowest index."""
    best = np.zeros(len(sources), dtype=bool)
    if not graph.has_best_moves:
        return best
    good = np.flatnonzero(_are_best(graph, known[sources], known[targets]))
    order = good[np.lexsort((known[targets[good]], sources[good]))]
    first = np.ones(len(order), dtype=bool)
    first[1:] = sources[order[1:]] != sources[order[:-1]]
    best[order[first]] = True
    return best
