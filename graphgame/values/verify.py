"""The certificates of Grundy and loopy values.  NumPy only, no kernel, no solver.

Grundy values, by two facts that each edge states alone: an option has another value than the
position, and stands before it in the order, so that there is no cycle; and one that all options
state together: every value below that of the position is there.  For that each position has as
many places as its value, at most as many as it has options, and each option fills one.

Loopy values, by the labelling that is proven to be the only one (C. A. B. Smith, 1966; A. S.
Fraenkel and Y. Perl, 1975).  With K(v) for the set of finite values of the options of v:

    (A)  v of value k:  mex K(v) = k;
    (B)  v of value k, and an option of it of greater or infinite value: that one has an option of
         value k whose rank is lower than that of v;
    (C)  v of infinite value: an option of infinite value whose set does not hold mex K(v).
"""

from __future__ import annotations

import numpy as np

from graphgame.errors import GraphGameError, VerificationError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    import numpy.typing as npt

    from graphgame.graphs.graph import GameGraph

    Flags = npt.NDArray[np.bool_]
    Ints = npt.NDArray[np.integer]

# In an array of values: this one is infinite.
INFINITE = -1
# Positions that are looked at at a time.
_BLOCK = 1 << 18


def verify_grundy(graph: GameGraph, values: npt.ArrayLike, order: npt.ArrayLike) -> bool:
    """Check Grundy values, in O(n + m) time.

    Parameters
    ----------
    graph : GameGraph
        A game without preset outcomes.
    values : (n,) array_like of int
        A Grundy value for every position.
    order : (n,) array_like of int
        All positions, each behind all its options: proof that there is no cycle.

    Returns
    -------
    bool
        True.

    Raises
    ------
    VerificationError
        If a value is not the mex of the values of the options, or `order` is not such an order.

    Notes
    -----
    Takes 12 bytes per position, one per edge, and some megabytes for a block of edges.
    """
    g, turn = _labels(graph, values, "values"), _labels(graph, order, "order")
    refuse = _Refusal(graph, g)
    place = np.empty(graph.n, dtype=np.int32)
    start = np.empty(graph.n, dtype=np.int64)
    places = 0
    for part in _parts(graph.n):
        refuse.where(part, g[part] < 0, "a value that is not negative")
        place[part] = -1
        ends = np.cumsum(g[part], dtype=np.int64)
        start[part] = places + ends - g[part]
        places += int(ends[-1])
    for part in _parts(graph.n):
        real = (turn[part] >= 0) & (turn[part] < graph.n)
        place[turn[part][real]] = part.start + np.flatnonzero(real)
    for part in _parts(graph.n):
        refuse.where(part, place[part] < 0, "a place in the order")
    if places > graph.m:  # so that there is memory for them; a value too many is found below, too
        degrees = _degrees(graph)
        refuse.where(slice(0, graph.n), g > degrees, "a value of at most the number of options")
    seen = np.zeros(places, dtype=np.bool_)
    for u, v in graph.edge_blocks():
        refuse.at(u[g[u] == g[v]], "no option of the same value")
        refuse.at(u[place[v] >= place[u]], "all its options before it in the order")
        lower = g[v] < g[u]
        seen[start[u[lower]] + g[v[lower]]] = True
    if not seen.all():
        missing = int(seen.argmin())
        lacking = int(np.searchsorted(start, missing, "right")) - 1
        refuse.at(np.array([lacking]), f"an option of value {missing - start[lacking]}")
    return True


def verify_loopy(graph: GameGraph, values: npt.ArrayLike, ranks: npt.ArrayLike) -> bool:
    """Check loopy Grundy values.

    Parameters
    ----------
    graph : GameGraph
        A game without preset outcomes.
    values : (n,) array_like of int
        A finite value, or -1 for an infinite one.
    ranks : (n,) array_like of int
        For each finite value, a number that falls along the moves of which (B) speaks.

    Returns
    -------
    bool
        True.

    Raises
    ------
    VerificationError
        If a position breaks one of the rules (A), (B) and (C).

    Notes
    -----
    O(n + m log m) time: the pairs of a position and a value among its options are sorted.  Takes
    13 bytes per edge, 10 per position, and some megabytes for a block of edges.
    """
    g, rank = _labels(graph, values, "values"), _labels(graph, ranks, "ranks")
    refuse = _Refusal(graph, g)
    for part in _parts(graph.n):
        refuse.where(part, g[part] < INFINITE, "a value, or -1 for an infinite one")
    known = _Known(graph, g, rank)
    for part in _parts(graph.n):
        wrong = (g[part] != INFINITE) & (known.mex[part] != g[part])
        refuse.where(part, wrong, "the mex of the finite values of its options", known.mex)
    escapes = np.zeros(graph.n, dtype=np.bool_)
    for u, v in graph.edge_blocks():
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
        refuse.where(part, stuck, "an infinite option without that value", known.mex)
    return True


class _Known:
    """Which finite values the options of each position have, and the least rank of each.

    Attributes
    ----------
    mex : (n,) int32
        The mex of the values of the options of every position.
    never : int64
        More than any rank: that of a value which no option has.

    Notes
    -----
    A pair of a position and a value is a key.  The keys of all edges are sorted in two steps, so
    that none of NumPy's calls, which Ctrl-C has to wait for, works on all of them: first into
    buckets of neighbouring positions, then within each bucket, where the first of equal ones stays.
    """

    def __init__(self, graph: GameGraph, g: Ints, rank: Ints) -> None:
        self.top = int(g.max(initial=0)) + 2  # values are below top - 1, and so is a mex below top
        self.never = np.int64(np.iinfo(np.int64).max)
        self.mex = np.zeros(graph.n, dtype=np.int32)
        # Buckets of 2^shift positions: as few as have about a block of edges each, 2^15 at most.
        count = min(graph.n, 1 + (graph.m >> 18), 1 << 15)
        self.shift = max(0, (graph.n // max(count, 1)).bit_length())
        starts = self._bucket_starts(graph, g)
        self.keys = np.empty(starts[-1], dtype=np.int64)
        self.ranks = np.empty(starts[-1], dtype=rank.dtype)
        self._fill_buckets(graph, g, rank, starts)
        kept = 0
        for bucket in range(len(starts) - 1):
            kept = self._sort_bucket(bucket, starts[bucket], starts[bucket + 1], kept)
        self.keys, self.ranks = self.keys[:kept], self.ranks[:kept]

    def _bucket_starts(self, graph: GameGraph, g: Ints) -> list[int]:
        sizes = np.zeros((graph.n >> self.shift) + 1, dtype=np.int64)
        for u, v in graph.edge_blocks():
            sizes += np.bincount(u[g[v] != INFINITE] >> self.shift, minlength=len(sizes))
        return [0, *np.cumsum(sizes).tolist()]

    def _fill_buckets(self, graph: GameGraph, g: Ints, rank: Ints, starts: list[int]) -> None:
        """Put the key and the rank of each edge into the bucket of its position."""
        free = np.array(starts[:-1])
        for u, v in graph.edge_blocks():
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
        """Sort a bucket and move what differs to place `kept`; give where that ends."""
        order = np.argsort(self.keys[start:stop], kind="stable")
        keys = self.keys[start:stop][order]
        first = np.flatnonzero(np.diff(keys, prepend=-1))
        if len(first) == 0:
            return kept
        ranks = np.minimum.reduceat(self.ranks[start:stop][order], first)
        keys = keys[first]
        end = kept + len(keys)
        self.keys[kept:end], self.ranks[kept:end] = keys, ranks
        # The different values in a row ascend, so the i-th is at least i; as long as each is i, the
        # row has all values up to there.
        owner, value = np.divmod(keys, self.top)
        row_start = np.searchsorted(owner, owner)
        in_prefix = value == np.arange(len(owner)) - row_start
        base = bucket << self.shift
        found = np.bincount(owner[in_prefix] - base)
        self.mex[base : base + len(found)] = found
        return end

    def least_rank(self, positions: Ints, values: Ints) -> Ints:
        """Return the least rank of the options of a given value, for many positions at once."""
        wanted = positions.astype(np.int64) * self.top + np.minimum(values, self.top - 1)
        found = np.searchsorted(self.keys, wanted)
        found[found == len(self.keys)] = 0
        if len(self.keys) == 0:
            return np.full(len(wanted), self.never)
        return np.where(self.keys[found] == wanted, self.ranks[found], self.never)


def _labels(graph: GameGraph, labels: npt.ArrayLike, name: str) -> npt.NDArray[Any]:
    array = np.asarray(labels)
    if array.shape != (graph.n,):
        raise GraphGameError(f"{name}: expected {graph.n} of them, got shape {array.shape}")
    if graph.presets is not None:
        raise GraphGameError(f"graph: expected one without preset outcomes, got {graph!r}")
    if array.dtype.kind not in "iu":
        raise GraphGameError(f"{name}: expected integers, got {array.dtype.name}")
    # As they come, where arithmetic with them is that of signed integers.
    return array if array.dtype in (np.int32, np.int64) else array.astype(np.int64)


def _parts(n: int) -> Iterator[slice]:
    """Return all positions in parts, so that none of NumPy's calls takes long."""
    for start in range(0, n, _BLOCK):
        yield slice(start, min(start + _BLOCK, n))


def _degrees(graph: GameGraph) -> Ints:
    degrees = np.zeros(graph.n, dtype=np.int64)
    for u, _ in graph.edge_blocks():
        np.add.at(degrees, u, 1)
    return degrees


class _Refusal:
    """Raises VerificationError for the first position where something is wrong."""

    def __init__(self, graph: GameGraph, values: Ints) -> None:
        self.graph, self.values = graph, values

    def where(self, part: slice, wrong: Flags, expected: str, mex: Ints | None = None) -> None:
        if wrong.any():
            v = part.start + int(wrong.argmax())
            self.at(np.array([v]), expected if mex is None else f"{expected}, {mex[v]}")

    def at(self, positions: Ints, expected: str) -> None:
        if len(positions) == 0:
            return
        v = int(positions[0])
        blocks = self.graph.edge_blocks()
        options = np.concatenate([targets[sources == v] for sources, targets in blocks] or [[]])
        raise VerificationError(
            self.graph.position(v),
            [(self.graph.position(w), *self._value(w)) for w in options.astype(np.int64).tolist()],
            expected,
            "{} {}".format(*self._value(v)),
        )

    def _value(self, v: int) -> tuple[str, int | str]:
        value = int(self.values[v])
        return "value", "∞" if value == INFINITE else value
