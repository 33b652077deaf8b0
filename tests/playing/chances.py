"""Games of chance that the tests of this room play."""

from __future__ import annotations

import random
from fractions import Fraction
from functools import cache
from typing import Any

from graphgame.chance.solve import solve_chance
from graphgame.playing.game import Look
from tests.playing.games import Played
from tools.gallery.games import example

# The squares of the Royal Game of Ur: a piece waits at 0, and has left at 15.
ROSETTES = (4, 8, 14)
# In the order of the board: the own squares of one player, those of both, those of the other.
ROWS = [[4, 3, 2, 1, 0, 15, 14, 13], [5, 6, 7, 8, 9, 10, 11, 12]]


@cache
def pig(most: int = 20) -> Played:
    pig = example("pig")
    return Played(solve_chance(pig.Pig(most), start=pig.START), Look())


class Ur:
    """The Royal Game of Ur under Finkel's rules, with a piece a side.

    A position is (a, b, player, throw): where the pieces are, whose turn it is, and what was
    thrown, None before the throw.
    """

    title = "The Royal Game of Ur, with one piece"
    players = ("Light", "Dark")
    start = (0, 0, 0, None)

    def owner(self, position: Any) -> Any:
        return "chance" if position[3] is None and 15 not in position[:2] else position[2]

    def options(self, position: Any) -> list[Any]:
        *pieces, player, throw = position
        if 15 in pieces or throw is None:
            return []
        to = pieces[player] + throw
        passed = (*pieces, 1 - player, None)
        if throw == 0 or to > 15 or (to == 8 == pieces[1 - player]):
            return [passed]
        other = pieces[1 - player]
        if other == to and 5 <= to <= 12:
            other = 0
        moved = (to, other) if player == 0 else (other, to)
        return [(*moved, player if to in ROSETTES else 1 - player, None)]

    def chance(self, position: Any) -> Any:
        *pieces, player, throw = position
        if throw is not None or 15 in pieces:
            return None
        return [((*pieces, player, k), Fraction(w, 16)) for k, w in enumerate((1, 4, 6, 4, 1))]

    def board(self, position: Any) -> str:
        a, b = position[:2]
        own, both = ROWS
        rows = [
            "".join("L" if a == at else "." for at in own),
            "".join("L" if a == at else "D" if b == at else "." for at in both),
            "".join("D" if b == at else "." for at in own),
        ]
        return "\n".join(rows)

    def move_name(self, position: Any, option: Any) -> str | None:
        return None if position[3] is not None else f"throw {option[3]}"


@cache
def ur() -> Played:
    return Played(solve_chance(Ur(), start=Ur.start), Look())


def robot() -> Played:
    """Play may go on for ever: player 1 may stay at "b" as long as player 0 goes back there."""
    rows = {"a": ["b", "try"], "b": ["a", "give"], "try": {"won": 1, "lost": 3}, "give": ["a"]}
    owner = {"a": 0, "b": 1, "give": 1, "won": 1, "lost": 0}
    return Played(solve_chance({**rows, "won": [], "lost": []}, owner=owner), Look())


def drawn(seed: int) -> Played:
    """Return a random game; with points, for player 1, or with players who alternate at times."""
    rng = random.Random(seed)
    n = rng.randint(3, 12)
    kinds = [rng.choice([0, 1, "chance"]) for _ in range(n)]
    rows: dict[int, Any] = {}
    form = seed % 4
    for v in range(n):
        later = range(v + 1, n) if form in (2, 3) else range(n)
        row = rng.sample(later, min(len(later), rng.randint(1, 4)))
        if not row or rng.random() < 0.15:
            rows[v], kinds[v] = [], rng.choice([0, 1])
        elif kinds[v] == "chance" and form != 3:
            rows[v] = {w: rng.randint(1, 5) for w in row}
        else:
            rows[v] = row
    owner = dict(enumerate(kinds))
    scores = {v: rng.randint(-4, 4) for v in rows if not rows[v]}
    points = {(v, w): rng.randint(-3, 3) for v in rows for w in rows[v]}
    given: dict[str, Any] = {"owner": owner}
    if form == 1:
        given["player"] = 1
    if form == 2:
        given |= {"scores": scores, "points": points}
    if form == 3:
        given = {"scores": scores, "points": points}
    return Played(solve_chance(rows, **given), Look())
