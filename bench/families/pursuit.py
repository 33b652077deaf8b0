"""The family "pursuit": the policeman and the thief on random boards, from text in memory."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from bench.runner import Case, Facts, child, cpp
from bench.workloads import board
from graphgame import GraphGameError, PoliceAndThief, PursuitSolution

# Beyond this, the explicit graph takes more memory than most machines have.
LARGEST_EXPLICIT = 64

# -- contestants ----------------------------------------------------------------------------------


def solver(folder: Path, *, remoteness: bool) -> Callable[[], PursuitSolution]:
    """`PoliceAndThief.solve`."""
    game = PoliceAndThief(folder / "board")
    PoliceAndThief(["PTE"]).solve(remoteness=remoteness)
    return lambda: game.solve(remoteness=remoteness)


def outcomes(folder: Path) -> Callable[[], PursuitSolution]:
    """Outcomes alone."""
    return solver(folder, remoteness=False)


def remoteness(folder: Path) -> Callable[[], PursuitSolution]:
    """Outcomes and remoteness."""
    return solver(folder, remoteness=True)


def policeman_first(solution: PursuitSolution, thief: tuple[int, int]) -> tuple[Any, Any]:
    """Outcome and remoteness with the thief on a cell, for all cells of the policeman."""
    outcomes = solution.outcome_map(thief=thief)
    inside = outcomes != solution.WALL
    with suppress(GraphGameError):  # solved without remoteness
        return outcomes[inside], solution.remoteness_map(thief=thief)[inside]
    return outcomes[inside], None


def checks(solution: PursuitSolution) -> dict[str, Any]:
    """The sums of baselines/police.cpp."""
    cells = [divmod(i, solution.game.columns) for i in free_cells(solution.game)]
    totals = {"outcomes": 0, "remoteness": 0}
    police = np.arange(len(cells), dtype=np.uint64) * np.uint64(len(cells))
    for number, cell in enumerate(cells):
        weights = (police + np.uint64(number)) * np.uint64(2) + np.uint64(1)
        for key, found in zip(totals, policeman_first(solution, cell), strict=True):
            if found is not None:
                raised = (found.astype(np.int64) + 2).astype(np.uint64)
                totals[key] += int((weights * raised).sum(dtype=np.uint64))
    return {"checks": {key: total % 2**64 for key, total in totals.items() if total}}


def free_cells(game: PoliceAndThief) -> list[int]:
    """The cells that can be entered, row by row."""
    rows = str(game).split()
    return [i for i, cell in enumerate("".join(rows)) if cell != "*"]


# -- cases ----------------------------------------------------------------------------------------


def long_board(shape: str) -> str:
    """Return a board without exits: 'snake 100', a corridor on a square, or 'rows x columns'."""
    if shape.startswith("snake"):
        side = int(shape.split()[1])
        gaps = ["*" * (side - 1) + ".", "." + "*" * (side - 1)]
        rows = ["." * side if i % 2 == 0 else gaps[i // 2 % 2] for i in range(side)]
    else:
        lines, columns = map(int, shape.split("x"))
        rows = ["." * columns] * lines
    cells = "".join(rows)
    cells = "P" + cells[1 : cells.rindex(".")] + "T" + cells[cells.rindex(".") + 1 :]
    size = len(rows[0])
    text = "\n".join(cells[i : i + size] for i in range(0, len(cells), size))
    return f"{len(rows)} {size}\n{text}\n"


def write(text: str, folder: Path) -> Facts:
    """Write a board."""
    (folder / "board").write_text(text, encoding="utf-8")
    free = sum(text.count(mark) for mark in ".EPT")
    return {"cells": free, "states": 2 * free**2}


def board_case(side: int) -> Case:
    """A board of side × side cells."""
    words = ("police.cpp", "{mode}", "{folder}/board")
    too_large = "" if side <= LARGEST_EXPLICIT else "more than 15 GB"

    def rival(name: str, mode: str, **more: Any) -> Any:
        return cpp(name, words[0], mode, words[2], **more)

    contestants = (
        child("graphgame", "families.pursuit", "remoteness", ours=True),
        child("graphgame, outcomes alone", "families.pursuit", "outcomes", ours=True),
        rival("textbook C++, explicit graph", "explicit", skip=too_large),
        rival("C++ on the fly", "flat-remoteness", optimized="-O3"),
        rival("C++ on the fly, outcomes alone", "flat", optimized="-O3"),
    )
    return Case(f"board {side} × {side}", partial(write, board(side)), contestants)


def long_case(shape: str) -> Case:
    """A board of another shape, for its nanoseconds a pair of cells beside those of a square."""
    contestants = (
        child("graphgame", "families.pursuit", "remoteness", ours=True),
        child("graphgame, outcomes alone", "families.pursuit", "outcomes", ours=True),
    )
    name = shape.replace("x", " × ")
    return Case(f"long board {name}", partial(write, long_board(shape)), contestants)


def cases(*, quick: bool) -> list[Case]:
    """What is measured."""
    squares = [board_case(side) for side in ((10, 32) if quick else (10, 32, 64, 100))]
    shapes = (
        ("1x1000", "snake 32")
        if quick
        else ("100x100", "1x10000", "10000x1", "2x5000", "5000x2", "10x1000", "snake 100")
    )
    return squares + [long_case(shape) for shape in shapes]
