"""Families of parity games on which strategy improvement counts through exponentially many rounds.

The forms are those of `tests.parity.families`.  All but the last are of O. Friedmann: "An
exponential lower bound for the parity game strategy improvement algorithm as we know it" (LICS
2009) and his thesis, "Exponential lower bounds for solving infinitary payoff games and linear
programs" (2011).  Facts: PGSolver's generators "switchallexp", "switchbestexp" and
"friedmannsubexp", and Oink's "counter_symsi"; not their text.

Friedmann's games are binary counters.  Bit i has a *centre* of player 1, who may leave the cycle
round it for the *exit* of the bit; while player 0 keeps the cycle closed, the bit is set.  A *lane*
of rungs, each a little better than the one before, keeps player 0 from closing all open cycles in
one round.  Play may go on to the end, a cycle of the priority 1; player 1 wins everywhere.  That
cycle has two vertices: from a self-loop, which a solver removes first, the whole game would follow.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.parity.numbering import numbered

if TYPE_CHECKING:
    from collections.abc import Hashable

    from tests.parity.numbering import Game, Vertex

    Names = list[Hashable]


def _per_bit(name: str, low: int, high: int) -> Names:
    """Return the vertices of one name of the bits from low to high - 1."""
    return [(name, i) for i in range(low, high)]


def _end() -> dict[Hashable, Vertex]:
    """Return the end of a counter: a cycle that player 1 wins."""
    return {"end": (1, 1, ["end again"]), "end again": (1, 1, ["end"])}


def _lane(length: int, least: int, root: Hashable) -> dict[Hashable, Vertex]:
    """Return a lane: rungs, and entries into it from above, of priorities from `least` on."""
    lane: dict[Hashable, Vertex] = {}
    for j in range(length):
        before: Hashable = ("rung", j - 1) if j > 1 else root
        lane["entry", j] = 1, least + 2 * j + 1, [("rung", j)]
        lane["rung", j] = 0, least + 2 * j, [before, "choose", "start"]
    return lane


def _frame(n: int, lane: int, exits: int, starts: Names) -> dict[Hashable, Vertex]:
    """Return what the bits of a counter share: the end, starts, choices of a bit, and the lane.

    The priorities of the exits are from `exits` on; those of the lane end below.
    """
    return {
        **_end(),
        "start": (0, 2, ["sink", *starts]),
        "turn": (0, 3, ["choose", "start"]),
        "lowest": (0, 5, ["others", ("select", 0)]),
        "others": (0, 7, ["lowest", "sink", *_per_bit("select", 1, n)]),
        "choose": (0, exits - 2, ["others", "lowest"]),
        "root": (0, exits - 4, ["turn", "choose"]),
        **_lane(lane, exits - 5 - 2 * lane, "root"),
    }


def _way_on(n: int, i: int, exits: int) -> dict[Hashable, Vertex]:
    """Return how a bit is entered and left: by its exit to the greater bits, or to the sink."""
    further: Names = [("pass", i + 1)]
    if i == n - 2:
        further = ["sink"]
    bit: dict[Hashable, Vertex] = {
        ("exit", i): (1, exits + 4 * i + 2, [("greater", i)]),
        ("greater", i): (0, exits + 4 * i - 1, ["sink", ("pass", i)]),
        ("access", i): (1, exits + 4 * i + 1, [("centre", i)]),
        ("select", i): (0, 6 * i + 11, [("access", i), ("greater", i)]),
    }
    if i < n - 1:
        bit["pass", i] = 0, 6 * i + 9, [*further, ("slow", i + 1)]
    return bit


def switch_all(n: int) -> Game:
    """Return Friedmann's game of n bits for the rule that makes all improving switches at once."""
    exits = 12 * n + 12
    vertices = _frame(n, 2 * n, exits, _per_bit("access", 0, n))
    vertices["sink"] = 1, 16 * n + 12, ["end"]
    for i in range(n):
        outer, inner = ("outer", i), ("inner", i)
        ways: Names = [("entry", 0), "choose", "start", ("centre", i), outer, inner]
        vertices |= _way_on(n, i, exits)
        vertices["slow", i] = 0, 6 * i + 12, [("select", i), ("greater", i)]
        vertices["cycle", i] = 0, 6 * n + 2 * i + 7, ways
        vertices["centre", i] = 1, 6 * n + 2 * i + 8, [("cycle", i), ("exit", i)]
        vertices[outer] = 0, 6 * i + 8, [("outer", i - 1), "root", ("entry", 2 * i)]
        vertices[inner] = 0, 6 * i + 10, [("inner", i - 1), "root", ("entry", 2 * i + 1)]
    return numbered(vertices)


def switch_best(n: int) -> Game:
    """Return Friedmann's game of n bits for the rule that makes the best combination of switches.

    The cycle of a bit has three vertices of player 0, each with an own way into the lane.
    """
    exits = 24 * n + 16
    vertices = _frame(n, 6 * n + 1, exits, ["accesses"])
    vertices["sink"] = 1, 26 * n + 16, ["end"]
    vertices["accesses"] = 0, 4, _per_bit("access", 0, n)
    for i in range(n):
        base, top = 6 * i, 6 * n + 6 * i + 9
        last: Names = [("entry", base + 4)] if i < n - 1 else []
        vertices |= _way_on(n, i, exits)
        vertices["slow", i] = 0, base + 13, [("select", i), ("greater", i)]
        vertices["first", i] = 0, top, [("second", i), "root", ("to first", i)]
        second: Names = [("third", i), "accesses", ("to second", i), ("entry", base + 4)]
        vertices["second", i] = 0, top + 2, second
        vertices["third", i] = 0, top + 4, [("entry", 0), ("centre", i), ("to third", i)]
        vertices["centre", i] = 1, top + 5, [("first", i), ("exit", i)]
        ways: dict[str, Names] = {
            "to first": [("entry", base + 2), ("entry", base + 5)],
            "to second": [("entry", base + 1), *last],
            "to third": [("entry", base + 3), ("entry", base + 6)],
        }
        for k, (name, entries) in enumerate(ways.items()):
            vertices[name, i] = 0, base + 8 + 2 * k, [(name, i - 1), "root", *entries]
    return numbered(vertices)


def _chain(n: int, i: int) -> dict[Hashable, Vertex]:
    """Return the choices of bit i of `snares`, one for each other bit, in a chain to the centre."""
    chain: dict[Hashable, Vertex] = {}
    after: Hashable = ("centre", i)
    for j in [*range(i), *range(i + 1, n)]:
        node, odd, even = ("choice", i, j), ("odd", i, j), ("even", i, j)
        by: Names = [("by", i, j)] if j < i else []
        chain[node] = 0, 3, [odd, even, *by]
        chain[odd] = 1, 3, [("wrong", j), after]
        chain[even] = 1, 2, [("right", j), after]
        if by:
            chain[by[0]] = 0, 5, [("to odd", i, j), ("to even", i, j), after]
            chain["to odd", i, j] = 0, 4, [odd]
            chain["to even", i, j] = 0, 4, [even]
        after = node
    chain["inner", i] = 0, 4 * i + 3, ["start", after, *_per_bit("entry", 0, 3 * i + 3), "choose"]
    return chain


def snares(n: int) -> Game:
    """Return Friedmann's game of n bits for rules that learn snares (J. Fearnley, LPAR 2010).

    It has 3.5 n^2 + O(n) vertices; player 1 wins here, too.
    """
    exits = 12 * n + 12
    vertices: dict[Hashable, Vertex] = {
        **_end(),
        "sink": (1, 18 * n + 12, ["end"]),
        "start": (0, 10 * n + 8, ["sink", *_per_bit("access", 0, n)]),
        "choose": (0, 10 * n + 10, ["sink", *_per_bit("select", 0, n)]),
        "root": (0, 10 * n + 6, ["start", "choose"]),
    }
    for j in range(3 * n):
        before: Hashable = ("rung", j - 1) if j else "root"
        vertices["entry", j] = 1, 4 * n + 2 * j + 6, [("rung", j)]
        vertices["rung", j] = 0, 4 * n + 2 * j + 5, [before, "choose", "start"]
    for i in range(n):
        high = exits + 6 * i
        vertices |= _chain(n, i)
        outer: Names = ["start", ("inner", i), *_per_bit("entry", 0, 3 * i + 3), "choose"]
        vertices["outer", i] = 0, 4 * i + 3, outer
        vertices["centre", i] = 1, 4 * i + 6, [("outer", i), ("exit", i)]
        vertices["wrong", i] = 1, 10 * n + 2 * i + 11, [("centre", i)]
        vertices["right", i] = 1, high + 3, [("exit", i)]
        vertices["exit", i] = 1, high + 4, [("greater", i)]
        vertices["greater", i] = 0, high - 1, ["sink", *_per_bit("select", i + 1, n)]
        vertices["access", i] = 1, high + 1, [("centre", i)]
        vertices["select", i] = 0, 4 * i + 8, [("access", i), ("greater", i)]
    return numbered(vertices)


def symmetric_improvement(n: int) -> Game:
    """Return M. Maat's game for symmetric strategy improvement, of 10 n + 2 vertices.

    Each player has a row of n steps and an end; each step has a pair of vertices of the player,
    whence two of the other one lead to the next step of either player.
    """
    high = 16 * n + 15
    vertices: dict[Hashable, Vertex] = {}
    for i in range(n):
        zero, one = ("step", 0, i + 1), ("step", 1, i + 1)
        for player in (0, 1):
            other, least = 1 - player, 14 * i + (8 if player else 1)
            first, second = ("first", player, i), ("second", player, i)
            back = ("step", player, 0)
            entered = second if player else first
            ways = ("to zero", player, i), ("to one", player, i)
            vertices["step", player, i] = player, high + 2 * i + player, [entered]
            vertices[first] = player, least, [ways[0], second, back]
            vertices[second] = player, least + 2, [first, ways[1], back]
            vertices[ways[0]] = other, least + 3, [zero, second]
            vertices[ways[1]] = other, least + 5, [one, first]
    for player in (0, 1):
        vertices["step", player, n] = player, 1 + player, [("step", player, n), ("step", player, 0)]
    return numbered(vertices)
