"""The family "heaps": square take-away, and Grundy's game to a heap and for ten seconds."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np

import graphgame as gg
from bench.families.solve import named
from bench.graphs import folded
from bench.runner import Case, Contestant, Facts, child, cpp

Work = Callable[[], Any]
SLOW = "more than two minutes"
# Grundy's game by stamps, for so many seconds.
STAMPS = cpp("stamp C++", "heaps.cpp", "reach", "{amount}", optimized="-O3")


class Enough(Exception):  # noqa: N818 -- nothing went wrong
    """The time is up."""


def reached(seconds: float) -> gg.HeapGame:
    """Grundy's game, as far as it comes in some seconds of processor time."""
    game, stop = gg.grundys_game(), process_time() + seconds

    def look(*_: int) -> None:
        if process_time() > stop:
            raise Enough

    with suppress(Enough):
        game.values(10**9, progress=look)
    return game


# -- contestants ----------------------------------------------------------------------------------


def amount(folder: Path) -> int:
    """How far to go, or for how many seconds."""
    return int(json.loads((folder / "amount").read_text(encoding="utf-8")))


def squares(folder: Path) -> Work:
    """Square take-away."""
    n = amount(folder)
    gg.taking("squares").values(10)
    return lambda: gg.taking("squares").values(n)


def grundys_game(folder: Path) -> Work:
    """Grundy's game."""
    n = amount(folder)
    gg.grundys_game().values(10)
    return lambda: gg.grundys_game().values(n)


def reach(folder: Path) -> Work:
    """The heaps that Grundy's game comes to."""
    gg.grundys_game().values(10)
    return lambda: reached(amount(folder))._known.table.count - 1


def squares_in_python(folder: Path) -> Work:
    """Square take-away as one writes it first."""
    n = amount(folder)

    def work() -> Any:
        g = [0]
        squares = [k * k for k in range(1, int(n**0.5) + 2)]
        for h in range(1, n + 1):
            there = set()
            for s in squares:
                if s > h:
                    break
                there.add(g[h - s])
            x = 0
            while x in there:
                x += 1
            g.append(x)
        return np.array(g)

    return work


def reach_in_python(folder: Path) -> Work:
    """Grundy's game as one writes it first."""

    def work() -> int:
        g, stop = [0], process_time() + amount(folder)
        while process_time() < stop:
            h = len(g)
            there = {g[a] ^ g[h - a] for a in range(1, (h + 1) // 2)}
            x = 0
            while x in there:
                x += 1
            g.append(x)
        return len(g) - 1

    return work


def checks(result: Any) -> dict[str, Any]:
    """How far it came, or a checksum of values."""
    if isinstance(result, int):
        return {"heaps": result, "checks": {}}
    return {"checks": {"values": folded(result)}}


# -- cases ----------------------------------------------------------------------------------------


def until(limit: int) -> Callable[[Path], Facts]:
    """What writes how far to go."""

    def make(folder: Path) -> Facts:
        (folder / "amount").write_text(str(limit), encoding="utf-8")
        return {"amount": limit}

    return make


def squares_case(n: int, *others: Contestant) -> Case:
    """Square take-away to heaps of n."""
    contestants = (
        child("graphgame", "families.heaps", "squares", ours=True),
        cpp("stamp C++", "heaps.cpp", "stamp", "{amount}", optimized="-O3"),
        *others,
    )
    return Case(f"square take-away to {named(n)}", until(n), contestants)


def cases(*, quick: bool) -> list[Case]:
    """What is measured."""
    n, seconds = (10**5, 1) if quick else (10**6, 10)
    by_set = cpp("textbook C++, std::set", "heaps.cpp", "set", "{amount}", optimized="-O3")
    python = child("Python lists", "families.heaps", "squares_in_python")
    skipped = cpp("stamp C++", "heaps.cpp", "grundy", "{amount}", skip="" if quick else SLOW)
    game = child("graphgame", "families.heaps", "grundys_game", ours=True)
    far = (
        child("graphgame", "families.heaps", "reach", ours=True),
        STAMPS,
        child("Python lists", "families.heaps", "reach_in_python"),
    )
    return [
        squares_case(n // 10, python),
        squares_case(n, by_set),
        Case(f"Grundy's game to {named(n)}", until(n), (game, skipped)),
        Case(f"Grundy's game, {seconds} s", until(seconds), far, unit="heaps", repeats=1),
    ]
