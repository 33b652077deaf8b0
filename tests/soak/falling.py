"""Games that fall apart: values by both ways, misère play and graphs, against whole games."""

from __future__ import annotations

import io
import random
from collections.abc import Iterator
from typing import Any

import graphgame as gg
from graphgame import Sum
from tests.reference import sums as reference
from tests.soak.case import Case, same


def draw_tiny(rng: random.Random) -> Case:
    """Draw the options of each component, sums of components before it."""
    n = rng.randint(1, 8)
    rows = [
        [[rng.randrange(v) for _ in range(rng.randint(0, 3))] for _ in range(rng.randint(0, 4))]
        if v
        else []
        for v in range(n)
    ]
    return {"rows": rows}


def smaller(case: Case) -> Iterator[Case]:
    rows = case["rows"]
    if len(rows) > 1:
        yield {"rows": rows[:-1]}
    for v, row in enumerate(rows):
        for i, option in enumerate(row):
            without = [*row[:i], *row[i + 1 :]]
            yield {"rows": [*rows[:v], without, *rows[v + 1 :]]}
            for j in range(len(option)):
                less = [*row[:i], [*option[:j], *option[j + 1 :]], *row[i + 1 :]]
                yield {"rows": [*rows[:v], less, *rows[v + 1 :]]}


def check_sums(case: Case) -> None:
    """Compare values, outcomes, moves, graphs and files with whole games."""
    rows = case["rows"]
    last = len(rows) - 1

    def rule(v: int) -> list[Sum[int]]:
        return [Sum(*option) for option in rows[v]]

    def plain(v: int) -> list[Any]:
        return [tuple(option) for option in rows[v]]

    expected = reference.values(plain, [last])
    lost = not reference.misere_wins(plain, (last,))
    ways: dict[str, dict[str, Any]] = {
        "all": {},
        "search": {"search": True},
        "weighed": {"search": True, "weight": lambda v: -v % 5},
    }
    for way, named in ways.items():
        found = gg.grundy(rule, start=last, sums=True, **named)
        values = {v: found.value(v) for v in expected}
        same(f"values of components, {way}", values, expected)
        same(f"verify, {way}", found.verify(), True)
        won = {Sum(*option) for option in plain(last)}
        won = {one for one in won if reference.whole_value(plain, tuple(one)) == 0}
        same("moves that win", {move.to for move in found.winning_moves()}, won)
        file = io.BytesIO()
        found.save(file)
        file.seek(0)
        again = gg.SumValues.load(file, rule=rule)
        same("values of a file", {v: again.value(v) for v in found}, {v: values[v] for v in found})
    whole = gg.grundy(rule, start=last, sums=True)
    same("misère", whole.outcome(last, play="misere") is gg.LOSE, lost)
    graph = gg.explore(rule, last, sums=True)
    same("sums", {*graph.labels}, {Sum(*state) for state in reference.reachable(plain, (last,))})
    same("value of the graph", gg.grundy(graph).value(Sum(last)), expected[last])
