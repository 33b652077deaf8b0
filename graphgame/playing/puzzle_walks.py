"""Puzzles of games whose positions have no list: sums, and databases.

They are looked for in matches at random from the start, the same ones each time.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import cache, reduce
from operator import xor
from typing import TYPE_CHECKING, Any

import numpy as np

from graphgame.outcome import DRAW, LOSE, WIN
from graphgame.playing import look as looks
from graphgame.playing.puzzles import ENOUGH_MOVES, LEAST_PLIES, ON_A_PAGE

if TYPE_CHECKING:
    from graphgame.playing.game import CodedGame, Look

# What "all" puzzles are where nobody knows how many there are.
MOST_OF_SUMS = 100

# -- sums ------------------------------------------------------------------------------------------

# How many matches at random are looked through for puzzles, how many plies of each, and how many
# moves of all; how many parts a puzzle has at most; and with how many moves it is taken before
# others.
_MATCHES, _PLIES, _MOVES, _PARTS, _HARD = 400, 1_000, 60_000, 5, 6


def sum_puzzles(
    start: Sequence[int],
    left: Callable[[int], list[tuple[int, ...]]],
    outcome: Callable[[Sequence[int]], int],
    most: int | None,
) -> list[str]:
    """Return puzzles of a sum as keys of its page, those with the fewest moves first.

    They are met in matches at random from the start.  Each has from two to five parts in which one
    can move, or one if the start has no more, and three moves or more, one of which wins, or one of
    which draws where none wins.  After its solution some move does not end the game.

    Parameters
    ----------
    start : sequence of int
        The parts where a match begins.
    left : callable
        From a part to what each of its moves leaves, each once.
    outcome : callable
        From a sequence of parts to the outcome of their sum.
    most : int or None
        How many there are at most; a hundred for None, as there is no list of all.
    """
    wanted = MOST_OF_SUMS if most is None else most
    if not wanted:
        return []
    left = cache(left)  # matches meet the same few parts again and again
    least = min(2, sum(bool(left(part)) for part in start))
    rng, found, seen = random.Random(0), dict[str, int](), 0  # noqa: S311 -- no secret
    for _ in range(_MATCHES):
        parts = [*start]
        for _ in range(_PLIES):
            moves = _next_sums(parts, left)
            if not moves or seen >= _MOVES:
                break
            going = sorted(part for part in parts if left(part))
            key = ",".join(map(str, going))
            seen += len(moves)
            if key not in found and least <= len(going) <= _PARTS:
                solution = _only_solution(moves, outcome) if len(moves) >= ENOUGH_MOVES else None
                if solution is not None and _goes_on(solution, left):
                    found[key] = len(moves)
            parts = rng.choice(moves)
        if len(found) >= 4 * wanted or seen >= _MOVES:
            break
    hard = [key for key in found if found[key] >= _HARD]
    easy = [key for key in found if found[key] < _HARD]
    chosen = rng.sample(hard, min(wanted, len(hard)))
    chosen += rng.sample(easy, min(wanted - len(chosen), len(easy)))
    return sorted(chosen, key=lambda key: (found[key], key))


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
    moves: list[list[int]], outcome: Callable[[Sequence[int]], int]
) -> list[int] | None:
    """Return the sum after the one move that wins, or draws where none wins; None if not one."""
    worth = [*map(outcome, moves)]
    best = min(worth)
    return moves[worth.index(best)] if best <= 0 and worth.count(best) == 1 else None


def _goes_on(parts: list[int], left: Callable[[int], list[tuple[int, ...]]]) -> bool:
    """Return whether some move in a sum does not end the game."""
    return any(left(part) for after in _next_sums(parts, left) for part in after)


# -- databases -------------------------------------------------------------------------------------

# How many positions of a database are asked about for puzzles.
_ASKED = 400


def coded_puzzles(game: CodedGame, look: Look) -> list[str]:
    """Return up to ten puzzles of a database as codes in decimal, those of the fewest plies first.

    Each has three moves or more.  On boards, the solution is not the only move that takes a piece.
    """
    assert game.start is not None, "a game that begins somewhere"
    rng, found = random.Random(0), dict[int, int]()  # noqa: S311 -- no secret
    code = game.start
    for _ in range(_ASKED):
        options = game.options(code)
        if not len(options):
            code = game.start
            continue
        (outcome,), (plies,) = (x.tolist() for x in game.answer(np.array([code], np.int64)))
        kept = np.flatnonzero(game.answer(options)[0] == -outcome)
        deep = outcome == DRAW or (outcome == WIN and plies >= LEAST_PLIES)
        if deep and len(kept) == 1 and len(options) >= ENOUGH_MOVES and code not in found:
            moves = options.tolist()
            if not _captures_alone(look, code, moves, moves[int(kept[0])]):
                found[code] = plies if outcome == WIN else 1 << 32
        code = int(options[rng.randrange(len(options))])
    chosen = rng.sample([*found], min(ON_A_PAGE, len(found)))
    return [str(code) for code in sorted(chosen, key=lambda code: (found[code], code))]


def _captures_alone(look: Look, position: Any, options: list[Any], solution: Any) -> bool:
    """Return whether a move is the only one that takes a piece from the board."""
    if look.board is None:
        return False

    def pieces(shown: Any) -> int:
        board = looks.apply(look.board, "board", shown)  # type: ignore[arg-type]
        return sum(character not in ". \n" for character in board)

    before = pieces(position)
    return [option for option in options if pieces(option) < before] == [solution]
