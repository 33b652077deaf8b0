"""What is dropped is given back at once: no object of ours waits for the collector of cycles.

A graph of a billion bytes would otherwise stay until Python looks for cycles, which it seldom does
where there are few new objects.
"""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING, Any

import pytest

import graphgame as gg
from tests.house.allocating import OPERATIONS

if TYPE_CHECKING:
    from collections.abc import Callable


def down(n: int) -> list[int]:
    return [n - 1, n - 2] if n > 1 else []


def halves(n: int) -> list[tuple[int, int]]:
    return [(n - 1, n - 2)] if n > 1 else []


def stopped() -> None:
    with pytest.raises(gg.ExplorationLimitError):
        gg.explore(down, 700, limit=10)


def failing(n: int) -> list[int]:
    if n < 20:
        raise LookupError
    return [n - 1]


def failed() -> None:
    with pytest.raises(LookupError):
        gg.explore(failing, 30)


# Commands end with their process.
WORK: dict[str, Callable[[], Any]] = {
    **{name: work for name, work in OPERATIONS.items() if not name.startswith("the command")},
    "solve a rule": lambda: gg.solve(down, start=30).verify(),
    "values of a rule": lambda: gg.grundy(down, start=30),
    "values with sums": lambda: gg.grundy(halves, start=12, sums=True),
    "values by search": lambda: gg.grundy(halves, start=12, sums=True, search=True),
    "explore sums": lambda: gg.explore(halves, 7, sums=True),
    "explore to a limit": stopped,
    "explore a rule that raises": failed,
    "build": lambda: gg.build(down, start=700),
    "parity": lambda: gg.solve_parity([(0, 1), (1, 0)], [0, 1], [1, 2]),
    "chance": lambda: gg.solve_chance(
        {"roll": {"won": 5, "lost": 1}, "won": [], "lost": []}, owner={"won": 1, "lost": 0}
    ),
    "a proof": lambda: gg.prove(down, 30).verify(),
    "a page": lambda: gg.solve(down, start=20).to_html(),
    "a picture": lambda: gg.solve(down, start=20).to_svg(),
}


@pytest.mark.usefixtures("only_new")
@pytest.mark.parametrize("name", WORK)
def test_nothing_waits_for_the_collector(name: str) -> None:
    work = WORK[name]
    work()  # imports, and what is kept once
    gc.collect()
    try:
        gc.disable()
        gc.set_debug(gc.DEBUG_SAVEALL)
        work()
        gc.collect()
        kinds = {type(found) for found in gc.garbage}
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.enable()
    assert [kind for kind in kinds if kind.__module__.partition(".")[0] == "graphgame"] == []
