"""Puzzles of games whose positions have no list: sums.

They are looked for in matches at random from the start, the same ones each time.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import cache, reduce
from math import inf
from operator import xor
from typing import Any, NamedTuple

from graphgame.checks import integer, size
from graphgame.errors import GraphGameError
from graphgame.outcome import DRAW, LOSE, NEVER_ENDS, WIN, Outcome
from graphgame.playing.puzzles import ENOUGH_MOVES, Puzzle
from graphgame.playing.texts import shown

# What "all" puzzles are where nobody knows how many there are.
MOST_OF_SUMS = 100

# How many matches at random are looked through for puzzles, how many plies of each, and how many
# moves of all; how many parts a puzzle has at most; and with how many moves it is taken before
# others.
_MATCHES, _PLIES, _MOVES, _PARTS, _HARD = 400, 1_000, 60_000, 5, 6


class Sums(NamedTuple):
    """Sums in which puzzles are looked for.

    Attributes
    ----------
    start : sequence of int
        The parts where a match begins.
    left : callable
        From a part to what each of its moves leaves, each once.
    outcome : callable
        From the parts of a sum that the start leads to, to its outcome.
    pieces : callable, optional
        From a part to how many pieces its board has.
    """

    start: Sequence[int]
    left: Callable[[int], list[tuple[int, ...]]]
    outcome: Callable[[Sequence[int]], int]
    pieces: Callable[[int], int] | None = None


class SumPuzzle(NamedTuple):
    """A sum with one solution: ascending parts in which one can move, and those after the move.

    `choices` is how many moves there are.
    """

    parts: tuple[int, ...]
    solution: tuple[int, ...]
    outcome: Outcome
    choices: int


def sum_puzzles(sums: Sums, most: int | None) -> list[str]:
    """Return puzzles of a sum as keys of its page, wins with the fewest moves first.

    There are a hundred at most for None.
    """
    found = find_sums(sums, MOST_OF_SUMS if most is None else most, 0)
    return [",".join(map(str, puzzle.parts)) for puzzle in found]


def make_sum_puzzles(
    sums: Sums, name: Callable[[Sequence[int]], Any], count: object, depth: object, seed: object
) -> list[Puzzle[Any]]:
    """Return puzzles of a sum as Python gives them; `name` is from parts to a position."""
    most = None if count is None else size(count, "count")
    if depth is not None:
        raise GraphGameError(
            "depth: expected None where values are known, which say nothing of the length of play, "
            f"got {shown(depth)}; gg.solve(graph).puzzles(depth=…) knows it, where graph is that "
            "of the sum, as of gg.game_sum"
        )
    return [
        Puzzle(name(parts), outcome, NEVER_ENDS, name(solution))
        for parts, solution, outcome, _ in find_sums(sums, most, integer(seed, "seed"))
    ]


def find_sums(sums: Sums, most: int | None, seed: int) -> list[SumPuzzle]:
    """Return puzzles of a sum: wins before draws, and those with the fewest moves first.

    They are met in matches at random from the start.  Each has from two to five parts in which one
    can move, or one if the start has no more, and three moves or more, one of which wins, or one of
    which draws where none wins.  After its solution some move does not end the game.  Where there
    are boards, the solution is not the only move that takes a piece.

    Parameters
    ----------
    sums : Sums
    most : int or None
        How many there are at most; None for all that the matches meet.
    seed : int
    """
    if most == 0:
        return []
    wanted = inf if most is None else most
    left = cache(sums.left)  # matches meet the same few parts again and again
    least = min(2, sum(bool(left(part)) for part in sums.start))
    rng, found, seen = random.Random(seed), dict[tuple[int, ...], SumPuzzle](), 0  # noqa: S311
    for _ in range(_MATCHES):
        parts = [*sums.start]
        for _ in range(_PLIES):
            moves = _next_sums(parts, left)
            if not moves or seen >= _MOVES:
                break
            going = tuple(sorted(part for part in parts if left(part)))
            seen += len(moves)
            if going not in found and least <= len(going) <= _PARTS and len(moves) >= ENOUGH_MOVES:
                puzzle = _only_solution(going, sums, left)
                if puzzle is not None:
                    found[going] = puzzle
            parts = rng.choice(moves)
        if len(found) >= 4 * wanted or seen >= _MOVES:
            break
    hard = [puzzle for puzzle in found.values() if puzzle.choices >= _HARD]
    easy = [puzzle for puzzle in found.values() if puzzle.choices < _HARD]
    chosen = rng.sample(hard, min(most or len(hard), len(hard)))
    chosen += rng.sample(easy, min((most or len(found)) - len(chosen), len(easy)))
    return sorted(chosen, key=lambda x: (x.outcome == DRAW, x.choices, x.parts))


def judge(values: Sequence[int], *, is_misere: bool = False) -> Callable[[Sequence[int]], int]:
    """Return the function that gives the outcome of a sum, by the XOR of its values.

    In misère play it is right for Nim alone, where it is the other way round if no heap has two
    stones.
    """

    def outcome(parts: Sequence[int]) -> int:
        wins = reduce(xor, map(values.__getitem__, parts), 0) != 0
        if is_misere and all(part < 2 for part in parts):
            wins = not wins
        return int(WIN if wins else LOSE)

    return outcome


def _next_sums(
    parts: Sequence[int], left: Callable[[int], list[tuple[int, ...]]]
) -> list[list[int]]:
    """Return the sums one move away."""
    return [
        [*parts[:at], *after, *parts[at + 1 :]]
        for at, part in enumerate(parts)
        for after in left(part)
    ]


def _only_solution(
    parts: tuple[int, ...], sums: Sums, left: Callable[[int], list[tuple[int, ...]]]
) -> SumPuzzle | None:
    """Return the puzzle of a sum where one move wins, or one draws and none wins; None if not."""
    moves = _next_sums(parts, left)
    worth = [*map(sums.outcome, moves)]
    best = min(worth)
    if best > 0 or worth.count(best) > 1:
        return None
    solution = moves[worth.index(best)]
    if not _goes_on(solution, left) or _takes_alone(parts, moves, solution, sums.pieces):
        return None
    return SumPuzzle(parts, tuple(solution), Outcome(-best), len(moves))


def _takes_alone(
    parts: Sequence[int],
    moves: list[list[int]],
    solution: list[int],
    pieces: Callable[[int], int] | None,
) -> bool:
    """Return whether a move of a sum is the only one that takes a piece from its boards."""
    if pieces is None:
        return False
    before = sum(map(pieces, parts))
    return [move for move in moves if sum(map(pieces, move)) < before] == [solution]


def _goes_on(parts: list[int], left: Callable[[int], list[tuple[int, ...]]]) -> bool:
    """Return whether some move in a sum does not end the game."""
    return any(left(part) for after in _next_sums(parts, left) for part in after)
