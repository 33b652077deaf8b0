"""Nim and its relatives against their rules, and the arithmetic of nimbers."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import reduce
from operator import xor
from typing import Any

import numpy as np

import graphgame as gg
from graphgame import LOSE, WIN, Nimber, nim
from tests.reference import nim as reference_nim, nimber as reference_nimber
from tests.reference.nim import Rules
from tests.soak.case import Case, same, with_fewer


def _limits(rng: random.Random, most: int) -> Case:
    """Draw the rules: how many may be taken, from how many piles, or down a staircase."""
    kind = rng.choice(["plain", "bounded", "moore", "stairs", "bounded stairs"])
    bounded = "bounded" in kind
    return {
        "most": rng.randint(1, most) if bounded else None,
        "k": rng.randint(1, 4) if kind == "moore" else 1,
        "stairs": "stairs" in kind,
        "play": rng.choice(["normal", "misere"]),
    }


def draw_tiny(rng: random.Random) -> Case:
    piles = [rng.randint(0, 4) for _ in range(rng.randint(0, 4))]
    return _limits(rng, 4) | {"piles": piles}


def draw_huge(rng: random.Random) -> Case:
    """Draw piles of any size; half of the time the last one makes the sum zero."""
    bits = rng.choice([3, 8, 31, 63, 64, 65, 200])
    piles = [rng.getrandbits(rng.randint(1, bits)) for _ in range(rng.randint(0, 7))]
    if rng.random() < 0.5:
        piles.append(reduce(xor, piles, 0))
    rng.shuffle(piles)
    return _limits(rng, 1 << rng.randint(1, bits)) | {"piles": piles}


def smaller(case: Case) -> Iterator[Case]:
    yield from with_fewer(case, "piles")
    for i, pile in enumerate(case["piles"]):
        for less in {pile // 2, pile - 1} - {pile}:
            if less >= 0:
                yield case | {"piles": [*case["piles"][:i], less, *case["piles"][i + 1 :]]}
    if case["most"] is not None and case["most"] > 1:
        yield case | {"most": case["most"] - 1}


def _outcome(case: Case, piles: Any) -> Any:
    if case["stairs"]:
        return nim.staircase_outcome(piles, play=case["play"], most=case["most"])
    if case["k"] > 1:
        return nim.moore_outcome(piles, case["k"], play=case["play"])
    return nim.outcome(piles, play=case["play"], most=case["most"])


def _moves(case: Case) -> list[tuple[tuple[int, int], ...]]:
    piles, play, most = case["piles"], case["play"], case["most"]
    if case["stairs"]:
        return [(move,) for move in nim.staircase_winning_moves(piles, play=play, most=most)]
    if case["k"] > 1:
        return list(nim.moore_winning_moves(piles, case["k"], play=play))
    return [(move,) for move in nim.winning_moves(piles, play=play, most=most)]


def check_reference(case: Case) -> None:
    """Make every move, and ask again."""
    rules = Rules(case["most"], case["k"], case["stairs"])
    piles, play = tuple(case["piles"]), case["play"]
    same("outcome", _outcome(case, list(piles)), reference_nim.outcome(rules, piles, play))
    lost = {
        option
        for option in rules.options(piles)
        if reference_nim.outcome(rules, option, play) == LOSE
    }
    moves = _moves(case)
    same("winning moves", {rules.after(piles, move) for move in moves}, lost)
    same("no move twice", len(moves), len(set(moves)))


def check_laws(case: Case) -> None:
    """A win has a move to a loss, each of those given is one; of a loss none of some is."""
    piles = tuple(case["piles"])
    rules = Rules(case["most"], case["k"], case["stairs"])
    outcome = _outcome(case, list(piles))
    moves = _first(case, 200)
    same("a win has a winning move", bool(moves), _has_moves(case, outcome))
    for move in moves:
        after = rules.after(piles, move)
        same("outcome after a winning move", _outcome(case, list(after)), LOSE)
    if outcome == LOSE:
        for i, pile in enumerate(piles):
            for taken in {1, rules.bound(pile), (pile + 1) // 2} if pile else ():
                if taken <= rules.bound(pile):
                    after = rules.after(piles, ((i, pile - taken),))
                    same("outcome after a loss", _outcome(case, list(after)), WIN)
    if piles and max(piles) < 1 << 62:
        rows = np.array([piles, piles[::-1]], dtype=np.int64)
        found = [int(_outcome(case, row)) for row in rows.tolist()]
        same("outcomes of an array", _outcome(case, rows).tolist(), found)


def _has_moves(case: Case, outcome: Any) -> bool:
    """A win has one, but for misère play where nothing can be moved."""
    return outcome == WIN and (any(case["piles"]) or case["play"] == "normal")


def _first(case: Case, count: int) -> list[tuple[tuple[int, int], ...]]:
    if case["k"] > 1:
        iterator = nim.moore_winning_moves(case["piles"], case["k"], play=case["play"])
        return [move for move, _ in zip(iterator, range(count), strict=False)]
    return _moves(case)[:count]


# -- nimbers --------------------------------------------------------------------------------------


def draw_nimbers(rng: random.Random) -> Case:
    bits = rng.choice([4, 8, 16, 32, 64])
    return {"numbers": [rng.getrandbits(rng.randint(1, bits)) for _ in range(rng.randint(1, 12))]}


def smaller_nimbers(case: Case) -> Iterator[Case]:
    yield from (less for less in with_fewer(case, "numbers") if less["numbers"])
    numbers = case["numbers"]
    for i, number in enumerate(numbers):
        if number:
            yield {"numbers": [*numbers[:i], number // 2, *numbers[i + 1 :]]}


def check_nimbers(case: Case) -> None:
    """Products by Conway's rules, the laws of a field, arrays against numbers, mex and sums."""
    numbers = case["numbers"]
    a, b, c = (numbers * 3)[:3]
    array = np.array(numbers, dtype=np.uint64)
    laws: dict[str, tuple[Callable[[], Any], Any]] = {
        "product": (lambda: gg.nim_product(a, b), reference_nimber.product(a, b)),
        "products": (
            lambda: gg.nim_product(array, array[::-1]).tolist(),
            [gg.nim_product(x, y) for x, y in zip(numbers, numbers[::-1], strict=True)],
        ),
        "associative": (
            lambda: gg.nim_product(gg.nim_product(a, b), c),
            gg.nim_product(a, gg.nim_product(b, c)),
        ),
        "distributive": (
            lambda: gg.nim_product(a, b ^ c),
            gg.nim_product(a, b) ^ gg.nim_product(a, c),
        ),
        "sum": (lambda: int(gg.nim_sum(*numbers)), reduce(xor, numbers)),
        "sum of an array": (lambda: int(gg.nim_sum(array)), reduce(xor, numbers)),
        "mex": (lambda: gg.mex(numbers), reference_nimber.mex(numbers)),
        "mex of an array": (lambda: int(gg.mex(array)), reference_nimber.mex(numbers)),
        "square": (lambda: (Nimber(a) ** 2).value, gg.nim_product(a, a)),
    }
    for law, (found, expected) in laws.items():
        same(law, found(), expected)
    for number in filter(None, numbers):
        same(f"inverse at {number}", gg.nim_product(number, gg.nim_inverse(number)), 1)
