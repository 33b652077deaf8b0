"""Solved games with owners, of every kind, for the tests of this room."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import graphgame as gg
from tests.owners.owned import random_game


def door() -> gg.GameGraph[tuple[int, bool, int]]:
    """Return the game of a robot in a corridor, and of a door in it; as in docs/owners.md."""

    def options(position: tuple[int, bool, int]) -> list[tuple[int, bool, int]]:
        cell, is_open, turn = position
        if turn == 1:
            return [(cell, False, 0), (cell, True, 0)]
        ways = [c for c in (cell - 1, cell, cell + 1) if 0 <= c < 5]
        return [(c, is_open, 1) for c in ways if is_open or {c, cell} != {2, 3}]

    return gg.explore(options, start=(0, False, 0), owner=lambda position: position[2])


def ended() -> gg.Solution[str]:
    """Return a game that ends, in which players move twice, and in which a and s repeat."""
    moves = {"s": "ab", "a": "sc", "b": "bds", "c": "ds", "d": "e", "e": ""}
    owners = {"s": 0, "a": 0, "b": 1, "c": 1, "d": 1, "e": 0}
    return gg.solve({v: [*row] for v, row in moves.items()}, owner=owners)


def served() -> gg.ParitySolution[str]:
    """Return the parity game of docs/owners.md."""
    game = gg.ParityGame(
        {"idle": ["idle", "request"], "request": ["wait", "serve"], "wait": ["request"]}
        | {"serve": ["idle"]},
        owner={"idle": 1, "request": 0, "wait": 0, "serve": 0},
        priority={"idle": 0, "request": 1, "wait": 1, "serve": 2},
    )
    return game.solve()


def _solve(seed: int) -> Any:
    return gg.solve(random_game(seed, 12).graph())


def _misere(seed: int) -> Any:
    return gg.solve(random_game(seed, 12).graph(), play="misere")


def _presets(seed: int) -> Any:
    game = random_game(seed, 12)
    presets = {v: random.Random(v).choice([gg.WIN, gg.LOSE, gg.DRAW]) for v in game.targets}
    return gg.solve(game.graph(), presets=presets)


def _parity(seed: int) -> Any:
    game, rng = random_game(seed, 12), random.Random(seed)
    priority = [rng.randint(0, 5) for _ in game.owner]
    return gg.ParityGame(game.graph(), game.owner, priority).solve()


def _goal(solver: Callable[..., Any], what: str) -> Callable[[int], Any]:
    def solve(seed: int) -> Any:
        game = random_game(seed, 12)
        return solver(game.graph(), None, player=seed % 2, **{what: game.targets})

    return solve


# From a seed to a solved random game, for each kind of game.
KINDS: dict[str, Callable[[int], Any]] = {
    "solve": _solve,
    "misere": _misere,
    "presets": _presets,
    "reachability": _goal(gg.solve_reachability, "targets"),
    "safety": _goal(gg.solve_safety, "unsafe"),
    "buchi": _goal(gg.solve_buchi, "targets"),
    "cobuchi": _goal(gg.solve_cobuchi, "unsafe"),
    "parity": _parity,
}
