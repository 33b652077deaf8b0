"""Heap games of one's own and codes with any digits: against the definitions and the catalogue."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import graphgame as gg
from graphgame import GraphGameError, HeapGame
from tests.reference import heaps as reference_heaps
from tests.soak.case import Case, same, with_less

_DIGITS = "0123456789ABCDEFGHIJKLMN"


def _digit(rng: random.Random) -> str:
    if rng.random() < 0.5:
        base: str = rng.choice([*_DIGITS, "*"])
    else:
        counts = sorted(rng.sample(range(6), rng.randint(1, 3)))
        base = f"{{{','.join(map(str, counts))}{rng.choice(['', '+'])}}}"
    return base + rng.choice(["", "", "!", "?", "="])


def draw_code(rng: random.Random) -> Case:
    first = [_digit(rng) for _ in range(rng.randint(0, 3))]
    turn = [_digit(rng) for _ in range(rng.choice([0, 0, 1, 2]))]
    before = rng.choice(["0", "0", "4", "C!", "8?", "80", "{2+}", "G!00", "{3,4=}"])
    return {"before": before, "first": first, "turn": turn, "n": rng.randint(0, 18)}


def draw_rule(rng: random.Random) -> Case:
    """Draw the options of small heaps."""
    options = [
        [
            [rng.randint(0, heap - 1) for _ in range(rng.choice([0, 1, 1, 2, 3]))]
            for _ in range(rng.randint(0, 4))
        ]
        for heap in range(1, rng.randint(2, 9))
    ]
    return {"options": options, "heaps": [rng.randint(0, 6) for _ in range(rng.randint(0, 2))]}


def smaller_code(case: Case) -> Iterator[Case]:
    for part in ("first", "turn"):
        for i in range(len(case[part])):
            yield case | {part: case[part][:i] + case[part][i + 1 :]}
    yield from with_less(case, "n")


def smaller_rule(case: Case) -> Iterator[Case]:
    options = case["options"]
    if options:
        yield case | {"options": options[:-1]}
    for i, listed in enumerate(options):
        for j in range(len(listed)):
            fewer = listed[:j] + listed[j + 1 :]
            yield case | {"options": [*options[:i], fewer, *options[i + 1 :]]}
    if case["heaps"]:
        yield case | {"heaps": case["heaps"][1:]}


def check_code(case: Case) -> None:
    """Compare values, options and the certificate of a code with its definition."""
    turn = f"[{''.join(case['turn'])}]" if case["turn"] else ""
    code, n = f"{case['before']}.{''.join(case['first'])}{turn}", case["n"]
    try:
        game = gg.octal(code)
    except GraphGameError as error:
        same("the only refusal", "in brackets" in str(error), True)
        return
    options = reference_heaps.any_code(code)
    same("values", game.values(n).tolist(), reference_heaps.values(options, n))
    for heap in range(min(n, 10) + 1):
        same(f"options at {heap}", game.options(heap), sorted(options(heap)))
    same("the certificate", game.verify(n), True)
    own = HeapGame.from_rule(game.options)
    same("values of the listed options", own.values(n).tolist(), game.values(n).tolist())


def check_rule(case: Case) -> None:
    """Compare a game of one's own with the definitions, in both kinds of play."""
    listed = dict(enumerate(case["options"], 1))

    def options(heap: int) -> set[tuple[int, ...]]:
        return {reference_heaps.descending(left) for left in listed.get(heap, [])}

    game = HeapGame.from_rule(lambda heap: listed.get(heap, []))
    n = len(listed)
    same("values", game.values(n).tolist(), reference_heaps.values(options, n))
    same("the certificate", game.verify(n), True)
    position = reference_heaps.descending(case["heaps"])
    for play in ("normal", "misere"):
        win = reference_heaps.wins(options, misere=play == "misere")
        chosen: Any = play
        same(f"outcome, {play}", game.outcome(position, play=chosen) == gg.WIN, win(position))
        won = {
            (i, left)
            for i, heap in enumerate(position)
            for left in options(heap)
            if not win(reference_heaps.descending([*position[:i], *left, *position[i + 1 :]]))
        }
        same(f"moves, {play}", set(game.winning_moves(position, play=chosen)), won)
