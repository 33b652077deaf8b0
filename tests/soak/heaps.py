"""Heap games: tables against the definitions, against graphs, and against themselves."""

from __future__ import annotations

import io
import random
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

import graphgame as gg
from graphgame import HeapGame
from graphgame.heaps.rules.codes import from_spec
from graphgame.heaps.rules.interface import NAMED, Taking
from graphgame.heaps.rules.splitting import Splitting
from graphgame.heaps.table import Table
from tests.reference import heaps as reference_heaps
from tests.soak import draw
from tests.soak.case import Case, same, with_fewer, with_less

_NAMED_GAMES = {
    "grundys_game": reference_heaps.grundys_game,
    "couples_are_forever": reference_heaps.couples_are_forever,
    "laskers_nim": reference_heaps.laskers_nim,
}


def _spec(rng: random.Random, most: int, digits: str) -> list[Any]:
    """Draw a game as files name it."""
    kind = rng.choice(["subtraction", "all_but", "taking", "octal", "octal", "octal", "named"])
    if kind == "named":
        return [rng.choice(list(_NAMED_GAMES))]
    if kind == "taking":
        return [kind, rng.choice(list(NAMED))]
    if kind == "octal":
        code = "".join(rng.choice(digits) for _ in range(rng.randint(1, 6)))
        return [kind, f"{rng.choice('00004')}.{code}"]
    return [kind, sorted({rng.randint(1, most) for _ in range(rng.randint(1, 6))})]


def draw_tiny(rng: random.Random) -> Case:
    spec = _spec(rng, 12, "0123456789ABCDEF" if rng.random() < 0.3 else "01234567")
    heaps = [rng.randint(0, 7) for _ in range(rng.randint(0, 3))]
    return {"game": spec, "n": rng.randint(0, 24), "heaps": heaps}


def draw_medium(rng: random.Random) -> Case:
    spec = _spec(rng, rng.choice([8, 60, 400]), "01234567")
    return {"game": spec, "n": draw.size(rng, 300, 8000), "far": rng.randint(0, 10**12)}


def smaller(case: Case) -> Iterator[Case]:
    name, *arguments = case["game"]
    if name in ("subtraction", "all_but"):
        for less in with_fewer({"numbers": arguments[0]}, "numbers"):
            yield case | {"game": [name, less["numbers"]]}
    elif name == "octal":
        digits = arguments[0][2:]
        for i in range(len(digits)):
            yield case | {"game": [name, arguments[0][:2] + digits[:i] + digits[i + 1 :]]}
            if digits[i] != "0":
                yield case | {"game": [name, f"{arguments[0][: 2 + i]}0{digits[i + 1 :]}"]}
    yield from with_less(case, "n")
    if "heaps" in case:
        yield from with_fewer(case, "heaps")


def _options(spec: list[Any]) -> Callable[[int], set[tuple[int, ...]]]:
    """Return the rule of a game, by the reference."""
    name, *arguments = spec
    if name in _NAMED_GAMES:
        return _NAMED_GAMES[name]
    if name == "taking":
        members = set(NAMED[arguments[0]](0, 1000))
        return reference_heaps.taking(members.__contains__)
    makers: dict[str, Callable[[Any], Any]] = {
        "octal": reference_heaps.octal,
        "subtraction": reference_heaps.subtraction,
        "all_but": reference_heaps.all_but,
    }
    return makers[name](arguments[0])


def check_reference(case: Case) -> None:
    """Compare values, options, outcomes and moves with the definitions, in both kinds of play."""
    game, options, n = HeapGame(from_spec(case["game"])), _options(case["game"]), case["n"]
    same("values", game.values(n).tolist(), reference_heaps.values(options, n))
    for heap in range(min(n, 12) + 1):
        same(f"options at {heap}", game.options(heap), sorted(options(heap)))
    heaps = case["heaps"]
    position = reference_heaps.descending(heaps)
    win = reference_heaps.wins(options, misere=False)
    same("outcome", game.outcome(heaps) == gg.WIN, win(position))
    won = {
        (i, left)
        for i, heap in enumerate(heaps)
        for left in options(heap)
        if not win(reference_heaps.descending([*heaps[:i], *left, *heaps[i + 1 :]]))
    }
    same("winning moves", set(game.winning_moves(heaps)), won)
    if sum(heaps) <= 14:
        lost = gg.misere_outcome(game, heaps) == gg.LOSE
        wins = reference_heaps.wins(options, misere=True)
        same("misère outcome", not lost, wins(position))
        check_quotient(game, heaps, not wins(position))


def check_quotient(game: HeapGame, heaps: list[int], lost: bool) -> None:
    """Compare what the misère quotient and the genus say of a sum with the truth."""
    same("first digit of the genus", game.genus(heaps).digits[0] == 0, lost)
    try:
        quotient = game.misere_quotient(max(heaps, default=0), most=40)
    except gg.GraphGameError as error:
        if "expected at most 40 elements" not in str(error):
            raise
        return
    same("outcome by the quotient", quotient.outcome(heaps) == gg.LOSE, lost)


def check_graphs(case: Case) -> None:
    """Compare the table with the values of its graphs, and misère play with theirs."""
    game, n = HeapGame(from_spec(case["game"])), min(case["n"], 40)
    values = game.values(n)
    nimbers = gg.grundy(game.graph(n, nimbers=True))
    same("values of the graph with nimbers", nimbers.values[: n + 1], values)
    small = min(n, 8)
    sums = game.graph(small)
    normal, misere = gg.grundy(sums), gg.solve(sums, play="misere")
    for heap in range(small + 1):
        label = heap if sums.labels is None else (heap,) if heap else ()
        same(f"value of the sum at {heap}", normal[label], int(values[heap]))
        same(f"misère at {heap}", gg.misere_outcome(game, heap), misere.outcome(label))


def check_file(case: Case) -> None:
    """Save and load: the table goes on."""
    game, n, file = HeapGame(from_spec(case["game"])), case["n"], io.BytesIO()
    game.values(n // 2)
    game.save(file)
    file.seek(0)
    same("values, saved and loaded", HeapGame.load(file).values(n), game.values(n))


# -- one table, found in several ways -------------------------------------------------------------


def _table(spec: list[Any], upto: int, **settings: Any) -> Any:
    """Find the values of heaps below upto, copying nothing from any period."""
    rule, table = from_spec(spec), Table()
    table.width = settings.pop("width", table.width)
    for name, value in settings.items():
        setattr(rule, name, value)
    table.make_room(upto)
    while table.count < upto:
        rule.extend(table, min(upto, 2 * table.count + 100))
    return np.array(table.view)


def check_tables(case: Case) -> None:
    """Values with periods against values without; sparse against quadratic; wide against narrow."""
    spec, n = case["game"], case["n"]
    game = HeapGame(from_spec(spec))
    values = _table(spec, n + 1)
    same("values with a period", game.values(n), values)
    rule = game._rule
    if isinstance(rule, Splitting):
        same("quadratic values", _table(spec, n + 1, SPARSE_FROM=1 << 40), values)
        same("sparse values", _table(spec, n + 1, SPARSE_FROM=64, SPARSE_SHARE=2), values)
    elif isinstance(rule, Taking):
        for width in (256, 1 << 20):
            same(f"values, {width} wide", _table(spec, n + 1, width=width), values)
    _check_period(game, values, case["far"])


def _check_period(game: HeapGame, values: Any, far: int) -> None:
    """What is proven must hold in a table that was found without it, and no shorter one may."""
    found = game.period(len(values) - 1)
    if found is None:
        return
    start, length = found.preperiod, found.period
    if not found.proven or start + 3 * length > len(values):
        return
    same("period", values[start + length :], values[start:-length] + found.saltus)
    if start:
        before = values[start - 1] + found.saltus
        same("pre-period is exact", bool(values[start - 1 + length] == before), False)
    heap = far if far < start else start + (far - start) % length
    expected = int(values[heap]) + (far - heap) // length * found.saltus
    same(f"value of heap {far}", game.value(far), expected)
    for part in (x for x in range(1, length) if length % x == 0):
        steps = values[start + part :] - values[start:-part]
        same(f"{part} is no period", bool((steps == steps[0]).all()), False)
