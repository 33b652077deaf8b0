"""Families of parity games on which some algorithm takes exponential time.

Each function names its vertices as the paper does that its docstring names, or in words, and says
of each its owner, its priority and its successors (`tests.parity.numbering`).  `FAMILIES` has those
of `tests.parity.ladders` and `tests.parity.counters`, too.
"""

from __future__ import annotations

from functools import partial
from itertools import combinations, pairwise
from typing import TYPE_CHECKING

from tests.parity import counters, ladders
from tests.parity.numbering import numbered

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from tests.parity.numbering import Game, Vertex


def _core(bits: int) -> dict[Hashable, Vertex]:
    """Return the vertices of `core`."""
    last = 2 * bits
    vertices: dict[Hashable, Vertex] = {}
    for i in range(last + 1):
        player = i % 2
        below = [("a", i - 1)] if i else []
        vertices["a", i] = player, last + 1 + i, [("b", i)]
        vertices["b", i] = player, i, [("c", i), *below]
        vertices["c", i] = 1 - player, i, [("b", i), ("c", i), ("a", i + 1)]
    return vertices


def core(bits: int) -> Game:
    """Return the core family of M. Benerecetti, D. Dell'Erba and F. Mogavero (GandALF 2017)."""
    return numbered(_core(bits))


def robust_core(bits: int) -> Game:
    """Return the core family with links between all vertices c, which make it robust.

    No decomposition into components or dominions helps (same paper).  A link has a vertex of
    priority 0 beside each of two vertices c, of the other player; where these are of one player,
    one vertex is enough.  Facts: Oink's "counter_rob".
    """
    vertices = _core(bits)
    links: dict[Hashable, list[Hashable]] = {("c", i): [] for i in range(2 * bits + 1)}
    for i, j in combinations(range(2 * bits + 1), 2):
        row: list[Hashable] = [("c", i), ("link", i, j), ("c", j)]
        if (i + j) % 2:
            row.insert(2, ("link", j, i))
        for v, w in pairwise(row):
            links.setdefault(v, []).append(w)
            links.setdefault(w, []).append(v)
        vertices["link", i, j] = i % 2, 0, links["link", i, j]
        if (i + j) % 2:
            vertices["link", j, i] = j % 2, 0, links["link", j, i]
    for i in range(2 * bits + 1):
        owner, priority, successors = vertices["c", i]
        vertices["c", i] = owner, priority, [*successors, *links["c", i]]
    return numbered(vertices)


def delayed_promotion(n: int) -> Game:
    """Return the worst case for delayed promotion of the same authors (GandALF 2016)."""
    vertices: dict[Hashable, Vertex] = {}
    for i in range(n + 1):
        player = i % 2
        vertices["a", i] = 1 - player, i, [("b", i)]
        vertices["b", i] = 1 - player, i, [("a", i), ("c", i), ("d", i + 1)]
        vertices["c", i] = player, i, [("b", i), ("d", i - 1)]
        vertices["d", i] = player, i + 3, [("c", i)]
    return numbered(vertices)


def distracted_tangles(n: int) -> Game:
    """Return the worst case for one-sided tangle learning of T. van Dijk."""
    selectors = [("select", i) for i in range(n)]
    vertices: dict[Hashable, Vertex] = {"hub": (1, 0, ["hub", *selectors])}
    for i in range(n):
        top = 2 * (n + i + 1)
        vertices["select", i] = 0, 2 * (n - i), ["hub", ("even", i)]
        vertices["even", i] = 0, top, [("guard", i)]
        vertices["guard", i] = 1, 1, [("choice", i)]
        vertices["choice", i] = 0, 1, [("guard", i), ("odd", i)]
        vertices["odd", i] = 0, top + 1, [("select", i)]
    return numbered(vertices)


def two_counters(n: int) -> Game:
    """Return the game of T. van Dijk, "A Parity Game Tale of Two Counters" (GandALF 2019).

    Each player has a counter of n bits.  Bit i has a high vertex, which returns to the bit before;
    a tangle, whose gate leads to it through a row of selectors, one for each lower bit j; and a
    last vertex, from which the other player's bits distract.  A selector goes on, or by way of an
    exit to bit j of its own counter or to the gate of bit j of the other one.
    """
    greatest = (n + 9) * n
    vertices: dict[Hashable, Vertex] = {}
    for i in range(n):
        for player in (0, 1):
            other = 1 - player
            row: list[Hashable] = [("select", player, i, j) for j in range(i)]
            row.append(("last", player, i))
            bit, high = (player, i), greatest - 2 * i - 2 + player
            return_to = ("gate", player, (i - 1) % n)
            vertices["high", *bit] = player, high, [return_to]
            vertices["tangle", *bit] = other, 2 - player, [("high", *bit), row[0]]
            vertices["gate", *bit] = other, high - 2 * n - 1, [("tangle", *bit)]
            for j in range(i):
                ways: list[Hashable] = [("own", *bit, j), ("other", *bit, j)]
                vertices[row[j]] = player, other, ways
                vertices[ways[0]] = other, other, [row[j + 1], ("gate", player, j)]
                vertices[ways[1]] = other, other, [row[j + 1], ("gate", other, j)]
            distractions = [("gate", other, j) for j in range(i + 1 - player, n)]
            vertices[row[-1]] = player, other, [("tangle", *bit), *distractions]
    return numbered(vertices)


def ladder(n: int) -> Game:
    """Return a ring of n vertices, each with moves to the next two, whose priorities alternate."""
    return numbered({v: (v % 2, v % 2, [(v + 1) % n, (v + 2) % n]) for v in range(n)})


def nested_ladder(n: int) -> Game:
    """Return a path with a way back for each vertex, and as many priorities as vertices."""
    return numbered({v: (v % 2, v, [v + 1, max(v - 1, 0)]) for v in range(n)})


def chain(n: int) -> Game:
    """Return a Büchi game of n / 2 rounds: each loss of a target loses the one before it."""
    vertices: dict[Hashable, Vertex] = {}
    for v in range(n - 1):
        vertices[v] = 1 - v % 2, 1 + v % 2, [v + 1, v - 1] if v % 2 else [v + 1]
    vertices[n - 1] = n % 2, 1, [n - 1, n - 2] if n % 2 == 0 else [n - 1]
    return numbered(vertices)


# Those on which Zielonka's algorithm is slow are of the sizes that other solvers gave up on.
FAMILIES: dict[str, tuple[Callable[[int], Game], int]] = {
    "core": (core, 30),
    "robust core": (robust_core, 15),
    "delayed promotion": (delayed_promotion, 30),
    "Gazda": (ladders.gazda, 100),
    "distracted tangles": (distracted_tangles, 30),
    "two counters": (two_counters, 20),
    "Jurdziński, 50 blocks": (partial(ladders.jurdzinski, blocks=50), 50),
    "recursive ladder": (ladders.recursive_ladder, 1_000),
    "model checker ladder": (ladders.model_checker_ladder, 1_000),
    "dull": (ladders.dull, 100),
    "switch all": (counters.switch_all, 50),
    "switch best": (counters.switch_best, 50),
    "snares": (counters.snares, 20),
    "symmetric improvement": (counters.symmetric_improvement, 50),
    "ladder": (ladder, 10_000),
    "nested ladder": (nested_ladder, 1_000),
    "chain": (chain, 2_000),
}
