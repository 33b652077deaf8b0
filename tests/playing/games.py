"""Games that the tests of this room play: solved, with their looks."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import graphgame as gg
from graphgame.playing.game import Look
from graphgame.playing.positions import GamePositions

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


class Played(NamedTuple):
    """A solved game, and how it looks."""

    solution: Any
    look: Look

    @property
    def positions(self) -> GamePositions:
        return GamePositions(self.solution._solved_game(), self.look)


def cycle() -> Played:
    """1 and 2 lead to each other; from 2 one can lose to 3 → 4.  Counted from 1, as graph text."""
    graph = gg.GameGraph.from_edges([(0, 1), (1, 0), (1, 2), (2, 3)])
    return Played(gg.solve(graph._counted_from(1)), Look())


@cache  # many tests play it
def tic_tac_toe() -> Played:
    def options(board: str) -> list[str]:
        mark = "XO"[turn(board)]
        return [board[:k] + mark + board[k + 1 :] for k in range(9) if board[k] == "."]

    def preset(board: str) -> gg.Outcome | None:
        if any(board[i] == board[j] == board[k] != "." for i, j, k in LINES):
            return gg.LOSE
        return None if "." in board else gg.DRAW

    def turn(board: str) -> int:
        return int(board.count("X") > board.count("O"))

    solution = gg.solve(options, start="." * 9, presets=preset)
    return Played(solution, Look(board=grid, turn=turn, title="Tic-tac-toe"))


def grid(board: str) -> str:
    """Return the three rows of a board of nine cells."""
    return "\n".join(board[k : k + 3] for k in (0, 3, 6))


def take() -> Played:
    """Take one or two of seven; moves have names, and the board is a row with centres."""
    solution = gg.solve(lambda n: [n - k for k in (1, 2) if n >= k], start=7, play="misere")
    return Played(
        solution,
        Look(
            board=lambda n: "o" * n + "." * (7 - n),
            centres=[(k, k % 2) for k in range(7)],
            move=lambda n, m: f"take {n - m}",
            languages=["fa", "en"],
        ),
    )


def parallel() -> Played:
    """Parallel edges, a self-loop, a preset with options, tuples as labels."""
    options = {(0, "a"): [(0, "b"), (0, "b"), (1, None)], (0, "b"): [(0, "b"), (1, None)]}
    presets = {(1, None): gg.WIN}
    return Played(gg.solve({**options, (1, None): [(0, "a")]}, presets=presets), Look())


def pressing() -> Played:
    """From 0, moves to 1 and 2 hold the draw; at 2, a move loses."""
    return Played(gg.solve([(0, 1), (0, 2), (1, 0), (2, 0), (2, 3), (3, 4)]), Look())


GAMES: list[Callable[[], Played]] = [cycle, tic_tac_toe, take, parallel, pressing]
