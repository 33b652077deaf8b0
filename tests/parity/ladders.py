"""Families of parity games made of repeated blocks, on which an algorithm takes exponential time.

The forms are those of `tests.parity.families`.  What the papers define by pictures is taken from
the generators of PGSolver (O. Friedmann and M. Lange) and Oink (T. van Dijk): the facts, not their
text.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.parity.numbering import numbered

if TYPE_CHECKING:
    from collections.abc import Hashable

    from tests.parity.numbering import Game, Vertex


def jurdzinski(levels: int, blocks: int) -> Game:
    """Return the grid of M. Jurdziński, "Small progress measures" (STACS 2000).

    A row of the grid goes in turn through blocks + 1 left vertices and the right ones between them.
    In row 0 each vertex leads to its neighbours, and the right ones up into every other row; from
    there a right vertex leads to its neighbours and down again.  The left vertices of the other
    rows, but the last, also reach the right vertex by way of one of odd priority.  Facts:
    PGSolver's "jurdzinskigame", of which `levels` counts row 0, too.
    """
    vertices: dict[Hashable, Vertex] = {}
    for j in range(blocks + 1):
        vertices["left", 0, j] = 0, 0, [("right", 0, j - 1), ("right", 0, j)]
        up = [("right", i, j) for i in range(1, levels)]
        if j < blocks:
            vertices["right", 0, j] = 1, 1, [("left", 0, j), ("left", 0, j + 1), *up]
    for i in range(1, levels):
        for j in range(blocks + 1):
            on = [("above", i, j), ("right", i, j)] if j < blocks else []
            vertices["left", i, j] = 1, 2 * i, [("right", i, j - 1), *on]
            if j < blocks:
                vertices["above", i, j] = 0, 2 * i + 1, [("right", i, j)]
                back = [("left", i, j), ("left", i, j + 1), ("right", 0, j)]
                vertices["right", i, j] = 0, 2 * i, back
    return numbered(vertices)


def recursive_ladder(n: int) -> Game:
    """Return the ladder on which O. Friedmann makes Zielonka's algorithm exponential (RAIRO, 2011).

    Step i has five vertices, of which step 0 lacks the first two and step n the last three.  The
    pair of low priority, of the parity of the other player, binds the step to the one below; the
    others have the greatest priorities so far.  Owners change from step to step.  Facts: PGSolver's
    "recursiveladder".
    """
    vertices: dict[Hashable, Vertex] = {}
    for i in range(n + 1):
        player = i % 2
        top = 3 * i + 5
        step = {
            "down": (1 - player, 1 - player, [("middle", i - 1), ("pair", i)]),
            "pair": (player, 1 - player, [("down", i), ("high", i)]),
            "high": (1 - player, top, [("pair", i + 1), ("middle", i)]),
            "middle": (player, top - 1, [("middle", i - 1), ("middle", i + 1), ("low", i)]),
            "low": (1 - player, top - 2, [("middle", i), ("pair", i + 1)]),
        }
        for name, vertex in step.items():
            if (i > 0 or name not in ("down", "pair")) and (i < n or name in ("down", "pair")):
                vertices[name, i] = vertex
    return numbered(vertices)


def model_checker_ladder(n: int) -> Game:
    """Return a ring of n steps, each with a way past an odd priority, and one end of the ring.

    Priorities fall from 2 n at the first step to 0 at the end.  All vertices are of player 1, and
    every cycle goes through the first step, so that player 0 wins everywhere.  The model checker of
    P. Stevens and C. Stirling (TACAS 1998) takes exponential time.  Facts: PGSolver's
    "modelcheckerladder".
    """
    vertices: dict[Hashable, Vertex] = {}
    for i in range(n):
        top = 2 * (n - i)
        vertices["step", i] = 1, top, [("fork", i)]
        vertices["fork", i] = 1, 0, [("odd", i), ("step", i + 1)]
        vertices["odd", i] = 1, top - 1, [("step", i + 1)]
    vertices["step", n] = 1, 0, [("step", 0)]
    return numbered(vertices)


def gazda(n: int) -> Game:
    """Return the games M of M. Gazda and T. Willemse (GandALF 2013), of 3 n + 3 vertices.

    Zielonka's algorithm takes exponential time.  Facts: Oink's "counter_m", which names M. Gazda's
    thesis, section 3.5.
    """
    vertices: dict[Hashable, Vertex] = {}
    for i in range(n + 1):
        player = i % 2
        vertices["high", i] = player, i + 2, [("own", i), ("high", i + 1)]
        vertices["own", i] = player, 1 - player, [("other", i), ("high", i + 1)]
        vertices["other", i] = 1 - player, 1 - player, [("own", i), ("other", i - 1)]
    return numbered(vertices)


def dull(n: int) -> Game:
    """Return the games G of the same authors, of 3 n vertices: all are of player 0.

    A path falls through the priorities from 2 n + 1 to 2, where it ends in a loop.  From n vertices
    of the priority 1 with loops a move leads onto it.  So a decomposition into components solves
    them at once, and Zielonka's algorithm alone takes exponential time.  Facts: PGSolver's
    "recursivedullgame".
    """
    vertices: dict[Hashable, Vertex] = {("path", 0): (0, 2, [("path", 0)])}
    for i in range(1, 2 * n):
        vertices["path", i] = 0, i + 2, [("path", i - 1)]
    for i in range(1, n + 1):
        vertices["loop", i] = 0, 1, [("path", 2 * i - 1), ("loop", i)]
    return numbered(vertices)
