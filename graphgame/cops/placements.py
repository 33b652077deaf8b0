"""The states of cops and robbers with NumPy alone: the certificate, and the explicit game graph.

No kernel and no solver: what is computed here shares nothing with what it checks.  A placement of
the cops is an ascending row of vertices; placements are numbered in colexicographic order.  Graphs
come as closed out-neighbourhoods, `ptr` and `idx`: every vertex is in its own row.
"""

from __future__ import annotations

from itertools import product

import numpy as np

from graphgame.errors import TooLargeError, VerificationError
from graphgame.graphs.graph import GameGraph
from graphgame.outcome import LOSE, MOST_POSITIONS, NO_PRESET, WIN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable
    from typing import Any, TypeAlias

    import numpy.typing as npt

    Ints: TypeAlias = npt.NDArray[np.integer]
    Flags: TypeAlias = npt.NDArray[np.bool_]
    # Where the cops start, where the robber does, and the capture time.
    Result: TypeAlias = tuple[tuple[Hashable, ...], Hashable, int | None]

# How many entries of an array are worked on at a time.
_BLOCK = 1 << 22


def placements(n: int, k: int) -> npt.NDArray[np.int64]:
    """Return all placements of k cops on n vertices, (C(n + k - 1, k), k), in their order.

    >>> placements(3, 2).tolist()
    [[0, 0], [0, 1], [1, 1], [0, 2], [1, 2], [2, 2]]
    """
    rows = np.arange(n, dtype=np.int64).reshape(n, 1)
    fewer = np.arange(1, n + 1)  # how many placements of one cop less are on 0 to x
    for _ in range(1, k):
        # Those whose highest vertex is x begin with any placement of the others on 0 to x.
        others = _counting(fewer)
        rows = np.column_stack([rows[others], np.repeat(np.arange(n), fewer)])
        fewer = np.cumsum(fewer)
    return rows


def numbers(rows: npt.NDArray[np.int64], n: int) -> npt.NDArray[np.int64]:
    """Return the numbers of placements, the cops in any order along the last axis."""
    ordered = np.sort(rows, axis=-1)
    place = np.arange(n)  # what cop i adds to the number when he is at x: C(x + i, i + 1)
    total = place[ordered[..., 0]]
    for i in range(1, rows.shape[-1]):
        place = np.cumsum(place)
        total = total + place[ordered[..., i]]
    return total


def _counting(lengths: Ints) -> Ints:
    """Return 0, 1, … up to each of the lengths, one after the other."""
    ends = np.cumsum(lengths)
    return np.arange(ends[-1] if len(ends) else 0) - np.repeat(ends - lengths, lengths)


def _captures(rows: npt.NDArray[np.int64], n: int) -> Flags:
    """Return where the robber is caught: (placements, n)."""
    caught = np.zeros((len(rows), n), dtype=np.bool_)
    np.put_along_axis(caught, rows, True, axis=1)
    return caught


# -- the certificate ------------------------------------------------------------------------------


def verify_times(board: GameGraph, ptr: Ints, idx: Ints, times: Ints, result: Result) -> bool:
    """Check that times are a proof, and the result what they say; as `CopsSolution.verify`.

    Parameters
    ----------
    board : GameGraph
        For the names of the vertices.
    ptr : (n + 1,) array of int
    idx : (m,) array of int
    times : (placements, n) array of int
        Rounds to the capture with the cops to move; the greatest value of the type for never.
    result : (start of the cops, start of the robber, capture time or None)

    Notes
    -----
    The robber's vertices are taken in blocks.  In each, the greatest time that he can reach is a
    reduction over neighbourhoods; the least that the cops can reach then is one for each cop, on an
    array with an axis for each.
    """
    n, k = board.n, len(result[0])
    rows = placements(n, k)
    caught = _captures(rows, n)
    axes = np.stack(np.meshgrid(*[np.arange(n)] * k, indexing="ij"), axis=-1)
    number_of = numbers(axes, n)
    width = max(1, _BLOCK // (number_of.size * -(-len(idx) // n)))
    for first in range(0, n, width):
        last = min(first + width, n)
        reached = _after_robber(ptr, idx, times, caught, first, last)
        reached = reached[number_of]
        for axis in range(k):
            reached = np.minimum.reduceat(reached.take(idx, axis=axis), ptr[:-1], axis=axis)
        least = reached[tuple(rows.T)].astype(np.int64)
        _check_block(board, (ptr, idx), times, rows, least, first)
    _check_result(board, times, result)
    return True


def _after_robber(ptr: Ints, idx: Ints, times: Ints, caught: Flags, first: int, last: int) -> Ints:
    """Return the time with the robber to move at vertices first to last: 0, or his greatest."""
    edges = slice(ptr[first], ptr[last])
    starts = ptr[first:last] - ptr[first]
    reached = np.maximum.reduceat(times[:, idx[edges]], starts, axis=1)
    reached[caught[:, first:last]] = 0
    return reached


def _check_block(
    board: GameGraph,
    graph: tuple[Ints, Ints],
    times: Ints,
    rows: npt.NDArray[np.int64],
    least: npt.NDArray[np.int64],
    first: int,
) -> None:
    """Compare times with one more than the least that the cops can reach."""
    never = np.iinfo(times.dtype).max
    block = slice(first, first + least.shape[1])
    found = times[:, block].astype(np.int64)
    expected = np.where(least == never, never, least + 1)
    expected[least == never - 1] = -1  # no time is one more than that, which would be "never"
    expected[_captures(rows, board.n)[:, block]] = 0
    wrong = found != expected
    if not wrong.any():
        return
    c, r = (int(x) for x in np.argwhere(wrong)[0])
    cops = rows[c]
    raise VerificationError(
        _state(board, cops, first + r, "cops"),
        _options(board, graph, times, cops, first + r),
        _said(int(expected[c, r]), never),
        _said(int(found[c, r]), never),
    )


def _check_result(board: GameGraph, times: Ints, result: Result) -> None:
    """Check that both starts are among the best, and that the capture time is theirs."""
    start, robber, capture_time = result
    never = np.iinfo(times.dtype).max
    worst = times.max(axis=1)
    cops = np.array([board.index(v) for v in start])
    row = int(numbers(cops, board.n))
    said = never if capture_time is None else capture_time
    for found, expected in (
        (said, worst.min()),
        (int(worst[row]), worst.min()),
        (int(times[row, board.index(robber)]), worst[row]),
    ):
        if found != expected:
            raise VerificationError(
                (start, robber, "cops"), [], _said(int(expected), never), _said(found, never)
            )


def _said(time: int, never: int) -> str:
    if time < 0:
        return "a capture in more rounds than the times can hold"
    return "no capture" if time == never else f"a capture in {time} rounds"


def _state(board: GameGraph, cops: Ints, robber: int, turn: str) -> tuple[Any, Any, str]:
    return tuple(board.positions(np.sort(cops).tolist())), board.position(robber), turn


def _options(
    board: GameGraph, graph: tuple[Ints, Ints], times: Ints, cops: Ints, robber: int
) -> list[tuple[Hashable, str, int]]:
    """Return the joint moves of the cops from one state, for a message."""
    ptr, idx = graph
    never = np.iinfo(times.dtype).max
    options = {}
    for move in product(*(idx[ptr[v] : ptr[v + 1]].tolist() for v in cops)):
        c = numbers(np.array(move), board.n)
        time = 0 if robber in move else int(times[c, idx[ptr[robber] : ptr[robber + 1]]].max())
        label = _state(board, np.array(move), robber, "robber")
        plies = -1 if time == never else 2 * time
        options[label] = (label, "DRAW" if time == never else "LOSE", plies)
    return list(options.values())


# -- the explicit graph ---------------------------------------------------------------------------


def explicit_graph(board: GameGraph, ptr: Ints, idx: Ints, k: int) -> GameGraph:
    """Return all states and moves; as `CopsSolution.graph`.

    State (placement c, robber r, turn) has the index 2 (c n + r), plus 1 if it is the robber's.
    """
    n = board.n
    rows = placements(n, k)
    if 2 * n * len(rows) > MOST_POSITIONS:
        raise TooLargeError(
            f"cops: expected at most {MOST_POSITIONS} states, got {2 * n * len(rows)}"
        )
    caught = _captures(rows, n)
    sources, targets = _joint_moves(rows, ptr, idx)
    robbers = np.arange(n)
    cops_moves = np.stack(
        [2 * (sources[:, None] * n + robbers), 2 * (targets[:, None] * n + robbers) + 1], axis=-1
    )[~caught[sources]]
    leaving = np.repeat(robbers, np.diff(ptr))
    first = n * np.arange(len(rows))[:, None]
    robber_moves = np.stack([2 * (first + leaving) + 1, 2 * (first + idx)], axis=-1)[
        ~caught[:, leaving]
    ]
    presets = np.full((len(rows), n, 2), NO_PRESET, dtype=np.int8)
    presets[caught] = WIN, LOSE
    vertices = board.positions(range(n))
    placed = [tuple(board.positions(row)) for row in rows.tolist()]
    graph = GameGraph.from_edges(
        np.concatenate([cops_moves, robber_moves]).astype(np.int32),
        labels=product(placed, vertices, ("cops", "robber")),
    )
    return graph.with_presets(presets.ravel())


def _joint_moves(rows: npt.NDArray[np.int64], ptr: Ints, idx: Ints) -> tuple[Ints, Ints]:
    """Return all pairs of placements that are one move of the cops apart, each once."""
    n, count = len(ptr) - 1, len(rows)
    sources, cops = np.arange(count), rows
    for i in range(rows.shape[1]):
        at = cops[:, i]
        choices = ptr[at + 1] - ptr[at]
        places = np.repeat(ptr[at], choices) + _counting(choices)
        sources, cops = np.repeat(sources, choices), np.repeat(cops, choices, axis=0)
        cops[:, i] = idx[places]
    pairs = np.unique(sources * count + numbers(cops, n))
    return pairs // count, pairs % count
