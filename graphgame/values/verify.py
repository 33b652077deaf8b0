"""The certificates of Grundy and loopy values: NumPy only, no kernel, no solver.

They take the game as it was given: its edges block by block, and its presets.  A preset LOSE is a
terminal, whatever its moves, so the edges from there are left out.

Grundy values are checked by two facts about single edges: an option has another value than the
position, and stands before it in the order, so that there is no cycle.  A third is about all edges
from a position: each value below that of the position is the value of an option.  For that each
position has as many flags as its value, at most as many as it has options; each option sets one.

Loopy values are checked by three rules that only one labelling obeys; see `verify_loopy`.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from graphgame.arrays import types
from graphgame.errors import GraphGameError, Refusal, advised
from graphgame.outcome import LOSE, NO_PRESET, Outcome

# Stands for an infinite value in an array of values.
INFINITE = -1
# Positions in a block.
_BLOCK = 1 << 18


@advised
def verify_grundy(graph: types.EdgeGame, values: types.ArrayLike, order: types.ArrayLike) -> bool:
    """Check that Grundy values are right, in O(n + m) time.

    Parameters
    ----------
    graph : GameGraph
        The game, with its presets, LOSE only.
    values : (n,) array_like of int
        A Grundy value for every position.
    order : (n,) array_like of int
        All positions, each after all its options: proof that there is no cycle.

    Returns
    -------
    bool
        True.

    Raises
    ------
    VerificationError
        If a value is not the mex of the values of the options, or `order` is not such an order.
    GraphGameError
        If the arrays are not of that shape and type, or a preset is WIN or DRAW.

    See Also
    --------
    GrundyValues.verify, verify_loopy

    Notes
    -----
    Takes 12 bytes per position, one per edge, and some megabytes for a block of edges; with presets
    one more per position.

    Examples
    --------
    >>> import graphgame as gg
    >>> gg.verify_grundy(gg.GameGraph.from_edges([(1, 0), (2, 1)]), [0, 1, 0], [0, 1, 2])
    True
    """
    moves = _Moves(graph)
    g, turn = _labels(graph, values, "values"), _labels(graph, order, "order")
    refuse = _refusal(moves, g)
    place = np.empty(graph.n, dtype=np.int32)
    start = np.empty(graph.n, dtype=np.int64)
    places = 0
    for part in _parts(graph.n):
        refuse.where(g[part] < 0, "a value that is not negative", part.start)
        place[part] = -1
        ends = np.cumsum(g[part], dtype=np.int64)
        start[part] = places + ends - g[part]
        places += int(ends[-1])
    for part in _parts(graph.n):
        real = (turn[part] >= 0) & (turn[part] < graph.n)
        place[turn[part][real]] = part.start + np.flatnonzero(real)
    for part in _parts(graph.n):
        refuse.where(place[part] < 0, "a place in the order", part.start)
    if places > graph.m:  # bounds the memory for flags; the check below finds such a value, too
        degrees = moves.degrees()
        refuse.where(g > degrees, "a value of at most the number of options")
    seen = np.zeros(places, dtype=np.bool_)
    for u, v in moves.edge_blocks():
        refuse.at(u[g[u] == g[v]], "no option of the same value")
        refuse.at(u[place[v] >= place[u]], "all its options before it in the order")
        lower = g[v] < g[u]
        seen[start[u[lower]] + g[v[lower]]] = True
    if not seen.all():
        missing = int(seen.argmin())
        lacking = int(np.searchsorted(start, missing, "right")) - 1
        refuse.refuse(lacking, f"an option of value {missing - start[lacking]}")
    return True


@advised
def verify_loopy(
    graph: types.EdgeGame,
    values: types.ArrayLike,
    ranks: types.ArrayLike,
    *,
    sets: tuple[types.ArrayLike, types.ArrayLike] | None = None,
) -> bool:
    """Check that loopy Grundy values are right.

    Parameters
    ----------
    graph : GameGraph
        The game, with its presets, LOSE only.
    values : (n,) array_like of int
        The finite value of every position, or -1 for an infinite one.
    ranks : (n,) array_like of int
        For each finite value, a rank as in rule (B); see `LoopyValues.ranks`.
    sets : pair of array_like of int, optional
        Offsets (n + 1,) and elements (k,): the sets K of the infinite values, each in ascending
        order, as `LoopyValues.set_ptr` and `LoopyValues.set_idx`.  They are checked if given.

    Returns
    -------
    bool
        True.

    Raises
    ------
    VerificationError
        If a position breaks one of the rules (A), (B) and (C), or has another set.
    GraphGameError
        If the arrays are not of that shape and type, or a preset is WIN or DRAW.

    See Also
    --------
    LoopyValues.verify, verify_grundy

    Notes
    -----
    O(n + m log m) time: the pairs of a position and a value among its options are sorted.  Takes
    13 bytes per edge, 10 per position, and some megabytes for a block of edges; with presets one
    more per position.

    The rules, with K(v) for the set of finite values of the options of v: (A) if v has value k, mex
    K(v) = k; (B) if v has value k, each of its options of greater or infinite value has an option
    of value k and of lower rank than v; (C) if v has infinite value, it has an option of infinite
    value whose set does not hold mex K(v).

    References
    ----------
    C. A. B. Smith, "Graphs and composite games", J. Combinatorial Theory 1, 1966.
    A. S. Fraenkel and Y. Perl, "Constructions in combinatorial games with cycles", 1975.

    Examples
    --------
    >>> import graphgame as gg
    >>> gg.verify_loopy(gg.GameGraph.from_edges([(0, 0), (0, 1)]), [-1, 0], [-1, 0])
    True
    """
    moves = _Moves(graph)
    g, rank = _labels(graph, values, "values"), _labels(graph, ranks, "ranks")
    refuse = _refusal(moves, g)
    for part in _parts(graph.n):
        refuse.where(g[part] < INFINITE, "a value, or -1 for an infinite one", part.start)
    known = _Known(moves, g, rank)
    for part in _parts(graph.n):
        wrong = (g[part] != INFINITE) & (known.mex[part] != g[part])
        _refuse_mex(refuse, part, wrong, "the mex of the finite values of its options", known.mex)
    escapes = np.zeros(graph.n, dtype=np.bool_)
    for u, v in moves.edge_blocks():
        from_infinite, to_infinite = g[u] == INFINITE, g[v] == INFINITE
        back = ~from_infinite & (to_infinite | (g[v] > g[u]))
        returns = known.least_rank(v[back], g[u[back]])
        refuse.at(
            u[back][returns >= rank[u[back]]],
            "from each option of greater or infinite value a way back of lower rank",
        )
        both = from_infinite & to_infinite
        lacks = known.least_rank(v[both], known.mex[u[both]]) == known.never
        escapes[u[both][lacks]] = True
    for part in _parts(graph.n):
        stuck = (g[part] == INFINITE) & ~escapes[part]
        _refuse_mex(refuse, part, stuck, "an infinite option without that value", known.mex)
    if sets is not None:
        _check_sets(known, g, refuse, *sets)
    return True


def _check_sets(
    known: _Known,
    g: types.IntArray,
    refuse: Refusal,
    set_ptr: types.ArrayLike,
    set_idx: types.ArrayLike,
) -> None:
    """Check that each infinite value has the set of the finite values of the options."""
    ptr, idx = np.asarray(set_ptr), np.asarray(set_idx)
    kinds = {array.dtype.kind for array in (ptr, idx) if array.size}  # [] is one of floats
    if ptr.shape != (known.n + 1,) or idx.ndim != 1 or kinds - {*"iu"}:
        raise GraphGameError(
            f"sets: expected {known.n + 1} offsets and their elements, integers, "
            f"got shapes {ptr.shape} and {idx.shape} of {ptr.dtype.name} and {idx.dtype.name}"
        )
    expected = "for its set the finite values of its options"
    end = 0
    for part, owner, value in known.rows():
        infinite = g[owner] == INFINITE
        owner, value = owner[infinite], value[infinite]
        sizes = np.bincount(owner - part.start, minlength=part.stop - part.start)
        ends = end + np.cumsum(sizes)
        starts = ends - sizes
        wrong = (ptr[part] != starts) | (ptr[part.start + 1 : part.stop + 1] != ends)
        refuse.where(wrong, expected, part.start)
        found = idx[end : end + len(value)]
        if len(found) < len(value):
            refuse.at(owner[len(found) :], expected)
        refuse.at(owner[found != value], expected)
        end += len(value)
    if len(idx) > end or (known.n == 0 and ptr[0] != 0):
        raise GraphGameError(f"sets: expected {end} elements from offset 0 on, got {len(idx)}")


class _Known:
    """Which finite values the options of each position have, and the least rank of each.

    Attributes
    ----------
    mex : (n,) int32
        The mex of the values of the options of every position.
    never : int64
        The rank of a value that no option has, greater than any rank.

    Notes
    -----
    A pair of a position and a value is a key.  The keys of all edges are sorted in two steps, so
    that no call of NumPy, for which Ctrl-C has to wait, works on all of them: first into buckets of
    neighbouring positions, then within each bucket, of whose equal keys the first is kept.
    """

    def __init__(self, moves: _Moves, g: types.IntArray, rank: types.IntArray) -> None:
        self.n = moves.n
        self.top = int(g.max(initial=0)) + 2  # values are below top - 1, and so is a mex below top
        self.never = np.int64(np.iinfo(np.int64).max)
        self.mex = np.zeros(moves.n, dtype=np.int32)
        # Buckets of 2^shift positions: as few as have about a block of edges each, 2^15 at most.
        count = min(moves.n, 1 + (moves.m >> 18), 1 << 15)
        self.shift = max(0, (moves.n // max(count, 1)).bit_length())
        starts = self._bucket_starts(moves, g)
        self.keys = np.empty(starts[-1], dtype=np.int64)
        self.ranks = np.empty(starts[-1], dtype=rank.dtype)
        self._fill_buckets(moves, g, rank, starts)
        kept = 0
        for bucket in range(len(starts) - 1):
            kept = self._sort_bucket(bucket, starts[bucket], starts[bucket + 1], kept)
        self.keys, self.ranks = self.keys[:kept], self.ranks[:kept]

    def rows(self) -> Iterator[tuple[slice, types.IntArray, types.IntArray]]:
        """Return, bucket by bucket, its positions, and the pairs of position and value, sorted."""
        for start in range(0, self.n, 1 << self.shift):
            part = slice(start, min(start + (1 << self.shift), self.n))
            ends = np.array([part.start, part.stop], dtype=np.int64) * self.top
            first, last = np.searchsorted(self.keys, ends).tolist()
            yield part, *np.divmod(self.keys[first:last], self.top)

    def _bucket_starts(self, moves: _Moves, g: types.IntArray) -> list[int]:
        sizes = np.zeros((moves.n >> self.shift) + 1, dtype=np.int64)
        for u, v in moves.edge_blocks():
            sizes += np.bincount(u[g[v] != INFINITE] >> self.shift, minlength=len(sizes))
        return [0, *np.cumsum(sizes).tolist()]

    def _fill_buckets(
        self, moves: _Moves, g: types.IntArray, rank: types.IntArray, starts: list[int]
    ) -> None:
        """Write the key and the rank of each edge to the bucket of its source."""
        free = np.array(starts[:-1])
        for u, v in moves.edge_blocks():
            finite = g[v] != INFINITE
            u, v = u[finite], v[finite]
            bucket = (u >> self.shift).astype(np.uint16)
            order = np.argsort(bucket, kind="stable")
            sizes = np.bincount(bucket, minlength=len(free))
            # Edge number i of the sorted block goes to i, less where its bucket begins there.
            at = np.repeat(free - (np.cumsum(sizes) - sizes), sizes) + np.arange(len(order))
            self.keys[at] = (u.astype(np.int64) * self.top + g[v])[order]
            self.ranks[at] = rank[v[order]]
            free += sizes

    def _sort_bucket(self, bucket: int, start: int, stop: int, kept: int) -> int:
        """Sort a bucket, move its distinct keys to place `kept`, and return where they end."""
        order = np.argsort(self.keys[start:stop], kind="stable")
        keys = self.keys[start:stop][order]
        first = np.flatnonzero(np.diff(keys, prepend=-1))
        if len(first) == 0:
            return kept
        ranks = np.minimum.reduceat(self.ranks[start:stop][order], first)
        keys = keys[first]
        end = kept + len(keys)
        self.keys[kept:end], self.ranks[kept:end] = keys, ranks
        # The distinct values of a row ascend, so the i-th is at least i.  As long as each is i, the
        # row has all values up to there.
        owner, value = np.divmod(keys, self.top)
        row_start = np.searchsorted(owner, owner)
        in_prefix = value == np.arange(len(owner)) - row_start
        base = bucket << self.shift
        found = np.bincount(owner[in_prefix] - base)
        self.mex[base : base + len(found)] = found
        return end

    def least_rank(self, positions: types.IntArray, values: types.IntArray) -> types.IntArray:
        """Return the least rank of the options of a given value, for many positions at once."""
        wanted = positions.astype(np.int64) * self.top + np.minimum(values, self.top - 1)
        found = np.searchsorted(self.keys, wanted)
        found[found == len(self.keys)] = 0
        if len(self.keys) == 0:
            return np.full(len(wanted), self.never)
        return np.where(self.keys[found] == wanted, self.ranks[found], self.never)


class _Moves:
    """A game without presets: the moves from a preset LOSE, which is a terminal, are left out."""

    def __init__(self, graph: types.EdgeGame) -> None:
        self.n, self.m, self.presets, self.position = graph.n, graph.m, None, graph.position
        self.preset_remoteness = self.owner = None
        self._graph = graph
        self._moves: types.BoolArray | None = None  # whether a position may have moves
        if graph.owner is not None:
            raise GraphGameError("graph: expected a game whose players alternate, got owners")
        presets = graph.presets
        if presets is not None:
            wrong = (presets != LOSE) & (presets != NO_PRESET)
            if wrong.any():
                v = int(wrong.argmax())
                raise GraphGameError(
                    f"position {graph.position(v)!r}: expected no preset but LOSE, a terminal of "
                    f"value 0, got {Outcome(int(presets[v]))}: no Grundy value stands for it"
                )
            self._moves = presets == NO_PRESET

    def edge_blocks(self) -> Iterator[tuple[types.Int32Array, types.Int32Array]]:
        """Return the moves as (sources, targets), block by block."""
        for u, v in self._graph.edge_blocks():
            if self._moves is None:
                yield u, v
            else:
                kept = self._moves[u]
                yield u[kept], v[kept]

    def degrees(self) -> types.IntArray:
        """Return the number of moves from each position."""
        degrees = np.zeros(self.n, dtype=np.int64)
        for u, _ in self.edge_blocks():
            np.add.at(degrees, u, 1)
        return degrees


def _labels(graph: types.EdgeGame, labels: types.ArrayLike, name: str) -> types.AnyArray:
    array = np.asarray(labels)
    if array.shape != (graph.n,):
        raise GraphGameError(f"{name}: expected {graph.n} of them, got shape {array.shape}")
    if array.dtype.kind not in "iu":
        raise GraphGameError(f"{name}: expected integers, got {array.dtype.name}")
    # Unsigned integers would wrap below 0.
    return array if array.dtype in (np.int32, np.int64) else array.astype(np.int64)


def _parts(n: int) -> Iterator[slice]:
    """Return all positions in parts, so that no call of NumPy takes long."""
    for start in range(0, n, _BLOCK):
        yield slice(start, min(start + _BLOCK, n))


def _refusal(moves: _Moves, values: types.IntArray) -> Refusal:
    """Return the `Refusal` of a position, with its value and those of its options."""

    def label(v: int) -> tuple[str, int | str]:
        value = int(values[v])
        return "value", "∞" if value == INFINITE else value

    return Refusal(moves, label, "{} {}")


def _refuse_mex(
    refuse: Refusal, part: slice, wrong: types.BoolArray, expected: str, mex: types.IntArray
) -> None:
    """Refuse the first position of a part that is wrong, and show the mex of its options."""
    if wrong.any():
        v = part.start + int(wrong.argmax())
        refuse.refuse(v, f"{expected}, {mex[v]}")
