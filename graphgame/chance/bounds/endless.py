"""Where play surely ends, and where it may go on for ever."""

from __future__ import annotations

import numpy as np

from graphgame.chance.bounds import _parts
from graphgame.chance.bounds.rows import CHANCE, END, FIRST, SECOND, Rows
from graphgame.errors import GraphGameError
from graphgame.graphs import _rows
from graphgame.owners import _attractor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from graphgame.types import BoolArray, Int8Array, Int32Array, Int64Array


def always_ends(rows: Rows, part: Int32Array) -> Int32Array:
    """Return ranks by which play ends or leaves its component, -1 where it need not.

    Chance is one player of an attractor, and both players are the other.
    """
    source = rows.sources()
    stays = part[rows.idx] == part[source]
    leaves: BoolArray = np.zeros(rows.n, dtype=np.bool_)
    leaves[source[~stays]] = True
    return reached(rows, stays, (rows.kind == END) | (leaves & (rows.kind == CHANCE)))


def surely_ends(rows: Rows) -> BoolArray:
    """Return where play ends with probability 1: nothing leads to where it need not end at all."""
    everywhere: Int32Array = np.zeros(rows.n, dtype=np.int32)
    stays = always_ends(rows, everywhere) < 0
    together: Int8Array = np.zeros(rows.n, dtype=np.int8)
    ranks = _attractor.attract(
        *rows.transposed(), np.diff(rows.ptr).astype(np.int32), together, stays.view(np.int8), FIRST
    )
    found: BoolArray = np.asarray(ranks) < 0
    return found


def reached(rows: Rows, made: BoolArray, there: BoolArray) -> Int32Array:
    """Return ranks by which play surely gets to some positions, -1 where it need not.

    `made` says which moves may be made.  Ranks fall along all moves of players, and along some move
    of chance.  A player who has none of these moves is there, too.
    """
    ptr: Int64Array = np.zeros(rows.n + 1, dtype=np.int64)
    np.cumsum(np.bincount(rows.sources()[made], minlength=rows.n), out=ptr[1:])
    back = _rows.transpose(ptr, rows.idx[made])
    chance = rows.kind == CHANCE
    entries = there | ((np.diff(ptr) == 0) & ~chance)
    owner = np.where(chance, FIRST, SECOND).astype(np.int8)
    degrees = np.diff(ptr).astype(np.int32)
    ranks = _attractor.attract(*back, degrees, owner, entries.view(np.int8), FIRST)
    return np.asarray(ranks)


def refuse_endless_points(rows: Rows, name: Callable[[int], object]) -> None:
    """Refuse points on moves that play may make again and again for ever.

    Parameters
    ----------
    rows : Rows
    name : callable
        From a position of the solver to what errors call it.

    Raises
    ------
    GraphGameError
        With the first of these moves, and a cycle that it is on.
    """
    if rows.points is None or not rows.points.any():
        return
    inside = _staying(rows)
    if len(at := np.flatnonzero(inside & (rows.points != 0))) == 0:
        return
    e = int(at[0])
    v, w = int(rows.sources()[e]), int(rows.idx[e])
    line = " \N{RIGHTWARDS ARROW} ".join(repr(name(u)) for u in _cycle(rows, inside, v, w))
    raise GraphGameError(
        f"points: expected none on moves that play may make for ever, got some on the first move "
        f"of {line}; points must end with the play, or stand on the moves that leave such cycles"
    )


def _staying(rows: Rows) -> BoolArray:
    """Return the moves that play may make again and again for ever.

    They are those of end components: parts of which some choice of moves never leads out.  Each
    round takes the parts of what is left, and away from them what surely leaves its part.
    """
    source, kept = rows.sources(), np.ones(len(rows.idx), dtype=np.bool_)
    while True:
        ptr: Int64Array = np.zeros(rows.n + 1, dtype=np.int64)
        np.cumsum(np.bincount(source[kept], minlength=rows.n), out=ptr[1:])
        part = np.asarray(_parts.components(ptr, rows.idx[kept])[1])
        # A move that was left out leads out of its part.
        inside = kept & (part[rows.idx] == part[source])
        leaves: BoolArray = np.zeros(rows.n, dtype=np.bool_)
        leaves[source[~inside]] = True
        there = (rows.kind == END) | (leaves & (rows.kind == CHANCE))
        gone = reached(rows, inside, there) >= 0
        left: BoolArray = inside & ~gone[source] & ~gone[rows.idx]
        if (left == kept).all():
            return left
        kept = left


def _cycle(rows: Rows, inside: BoolArray, v: int, w: int) -> list[int]:
    """Return a shortest cycle that begins with a move from v to w."""
    came = {w: v}
    queue = [w]
    for u in queue:
        if u == v:
            break
        row = slice(int(rows.ptr[u]), int(rows.ptr[u + 1]))
        for x in rows.idx[row][inside[row]].tolist():
            if x not in came:
                came[x] = u
                queue.append(x)
    line = [v]
    while line[-1] != w:
        line.append(came[line[-1]])
    return [v, *line[::-1]]
