"""Points on moves, for the family "chance": players alternate, and no position comes back.

Deque (AtCoder, Educational DP Contest, problem L) and a game on a grid (AtCoder Beginner Contest
201, problem D), from the row or the grid to what the start is worth: 30 lines of Python and Numba
next to graphgame, which has the value and the best move of every position.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from bench.record import ROOT
from bench.rivals import missing
from bench.runner import Case, Contestant, child
from graphgame.chance.solve import solve_chance

Work = Callable[[], Any]
EXAMPLES = {"deque": "deque", "grid": "grid_points"}

# Whole programs, as one would send them to the contest.
PROGRAMS = {
    "deque": """
n, *row = map(int, open(0).read().split())
lead = [0] * (n + 1)
for length in range(1, n + 1):
    lead = [max(row[i] - lead[i + 1], row[i + length - 1] - lead[i]) for i in range(n - length + 1)]
print(lead[0])
""",
    "grid": """
h, w, *squares = open(0).read().split()
h, w = int(h), int(w)
lead = [[0] * w for _ in range(h)]
for i in range(h - 1, -1, -1):
    for j in range(w - 1, -1, -1):
        worth = []
        if i + 1 < h:
            worth.append((1 if squares[i + 1][j] == "+" else -1) - lead[i + 1][j])
        if j + 1 < w:
            worth.append((1 if squares[i][j + 1] == "+" else -1) - lead[i][j + 1])
        lead[i][j] = max(worth, default=0)
print("Takahashi" if lead[0][0] > 0 else "Aoki" if lead[0][0] < 0 else "Draw")
""",
}


def checks(result: Any) -> dict[str, Any]:
    """Return what the start is worth, as a check."""
    return {"checks": {} if result is None else {"value": int(result)}}


def example(name: str) -> ModuleType:
    """Import an example."""
    sys.path.insert(0, str(ROOT / "examples"))
    return __import__(EXAMPLES[name])


def writer(name: str, words: list[str]) -> Callable[[Path], dict[str, Any]]:
    """Return a function that writes a random input."""

    def write(folder: Path) -> dict[str, Any]:
        file = folder / "input.txt"
        with file.open("w", encoding="ascii") as out:
            before, sys.stdout = sys.stdout, out
            try:
                example(name).main(["--random", *words])
            finally:
                sys.stdout = before
        return {"problem": name, "input_mib": round(file.stat().st_size / 2**20, 1)}

    return write


def read(folder: Path) -> tuple[str, Any]:
    """Return which problem it is, and the row of numbers, or the grid of -1 and 1."""
    first, second, *rest = words = (folder / "input.txt").read_text("ascii").split()
    if set(words[2]) <= {"+", "-"}:
        shape = int(first), int(second)
        grid = np.frombuffer("".join(rest).encode(), dtype=np.uint8).reshape(shape)
        return "grid", np.where(grid == ord("+"), 1, -1).astype(np.int64)
    return "deque", np.array(words[1:], dtype=np.int64)


def shown(grid: Any) -> list[str]:
    """Return the rows of a grid as text."""
    return ["".join(row) for row in np.where(grid > 0, "+", "-").tolist()]


# -- graphgame ---------------------------------------------------------------------------------


def graph(folder: Path) -> tuple[Callable[[], tuple[Any, Any]], bool]:
    """Return the work of making the arrays of the game, and whether the start comes last."""
    name, data = read(folder)
    given = data if name == "deque" else shown(data)
    made = example(name).graph
    return lambda: made(given), name == "deque"


def arrays(folder: Path) -> Work:
    """Return the work from the row to the value, by arrays of options and points."""
    make, is_last = graph(folder)

    def work() -> int:
        game, points = make()
        s = solve_chance(game, points=points)
        return int(s.exact(game.n - 1 if is_last else 0) or 0)

    return work


def solving(folder: Path) -> Work:
    """Return the work from the arrays on."""
    make, is_last = graph(folder)
    game, points = make()
    ptr, idx = game.option_ptr, game.option_idx

    def work() -> int:
        fresh = type(game).from_csr(ptr, idx, copy=False)
        s = solve_chance(fresh, points=points)
        return int(s.exact(game.n - 1 if is_last else 0) or 0)

    return work


def verifying(folder: Path) -> Work:
    """Return the work of the certificate."""
    make, _ = graph(folder)
    game, points = make()
    s = solve_chance(game, points=points)

    def work() -> None:
        s.verify()  # raises, or returns True

    return work


def deque_rule(row: Any) -> tuple[Callable[[Any], Any], int]:
    """Return the rule of arrays of codes, and the start."""
    width = len(row) + 1

    def rule(codes: Any) -> tuple[Any, Any, Any]:
        begin, end = np.divmod(codes, width)
        sources = np.flatnonzero(begin < end)
        codes, begin, end = codes[sources], begin[sources], end[sources]
        options = np.stack((codes + width, codes - 1), axis=1).ravel()
        points = np.stack((row[begin], row[end - 1]), axis=1).ravel()
        return np.repeat(sources, 2), options, points

    return rule, len(row)


def grid_rule(grid: Any) -> tuple[Callable[[Any], Any], int]:
    """Return the rule of arrays of codes, and the start."""
    height, width = grid.shape
    pays = grid.ravel()

    def rule(codes: Any) -> tuple[Any, Any, Any]:
        i, j = np.divmod(codes, width)
        right, down = np.flatnonzero(j + 1 < width), np.flatnonzero(i + 1 < height)
        options = np.concatenate((codes[right] + 1, codes[down] + width))
        return np.concatenate((right, down)), options, pays[options]

    return rule, 0


def by_rule(folder: Path) -> Work:
    """Return the work of a rule of arrays."""
    name, data = read(folder)
    rule, start = (deque_rule if name == "deque" else grid_rule)(data)
    return lambda: int(solve_chance(rule, start=start).exact(start) or 0)


def by_compiled_rule(folder: Path) -> Work:
    """Return the work of a rule compiled by Numba, and a function of arrays for the points."""
    from bench import jitted_points as jitted

    name, data = read(folder)
    width = len(data) + 1 if name == "deque" else data.shape[1]
    rule = jitted.compiled(name, width, data.size)
    start, pays = (len(data) if name == "deque" else 0), data.ravel()

    def points(codes: Any, options: Any) -> Any:
        if name == "grid":
            return pays[options]
        begin, end = np.divmod(codes, width)
        return np.where(options > codes, pays[begin], pays[end - 1])

    return lambda: int(solve_chance(rule, start=start, points=points).exact(start) or 0)


# -- rivals ------------------------------------------------------------------------------------


def table(folder: Path) -> Work:
    """Return the work of a table of Python, by the programs above without their input."""
    name, data = read(folder)
    values = data.tolist()

    def deque() -> int:
        n, lead = len(values), [0] * (len(values) + 1)
        for length in range(1, n + 1):
            lead = [
                max(values[i] - lead[i + 1], values[i + length - 1] - lead[i])
                for i in range(n - length + 1)
            ]
        return lead[0]

    def grid() -> int:
        height, width = data.shape
        lead = [[0] * width for _ in range(height)]
        for i in range(height - 1, -1, -1):
            for j in range(width - 1, -1, -1):
                worth = []
                if i + 1 < height:
                    worth.append(values[i + 1][j] - lead[i + 1][j])
                if j + 1 < width:
                    worth.append(values[i][j + 1] - lead[i][j + 1])
                lead[i][j] = max(worth, default=0)
        return lead[0][0]

    return deque if name == "deque" else grid


def in_a_dict(folder: Path) -> Work:
    """Return the work of a dict of values by position, and a rule of Python, depth first."""
    name, data = read(folder)
    moves, points = example(name).rule(data.tolist() if name == "deque" else shown(data))
    start = (0, len(data) if name == "deque" else 0)

    def work() -> int:
        values: dict[Any, int] = {}
        path = [start]
        while path:
            v = path[-1]
            options = [*moves(v)]
            new = [u for u in options if u not in values]
            if new:
                path += new
                continue
            values[v] = max((points(v, u) - values[u] for u in options), default=0)
            path.pop()
        return values[start]

    return work


def numba(folder: Path, how: str) -> Work:
    """Return the work of Numba; it compiles before the clock starts."""
    os.environ.setdefault("NUMBA_CACHE_DIR", str(ROOT / "build" / "numba"))
    from bench import jitted_points as jitted

    name, data = read(folder)
    if how == "table":
        solve = jitted.deque if name == "deque" else jitted.grid
        solve(data[:1])
        return lambda: solve(data)
    if how in ("rule", "dict"):
        moves = jitted.deque_moves if name == "deque" else jitted.grid_moves
        start, size = (len(data), (len(data) + 1) ** 2) if name == "deque" else (0, data.size)
        small = data[:1] if name == "deque" else data[:1, :1]
        if how == "dict":
            jitted.rule_in_a_dict(moves, small, 0)
            return lambda: jitted.rule_in_a_dict(moves, data, start)
        jitted.rule(moves, small, 0, 4)
        return lambda: jitted.rule(moves, data, start, size)[0][start]
    make, is_last = graph(folder)
    game, points = make()
    ptr, idx = game.option_ptr, game.option_idx
    jitted.rows(ptr[:1], idx[:0], points[:0])
    return lambda: jitted.rows(ptr, idx, points)[0][-1 if is_last else 0]


def contestants() -> tuple[Contestant, ...]:
    """Return who takes part in a case."""
    here, skip = "families.chance_points", missing("numba")
    return (
        child("graphgame, arrays", here, "arrays", ours=True),
        child("graphgame, rule of arrays", here, "by_rule", ours=True),
        child("graphgame, compiled rule", here, "by_compiled_rule", ours=True, skip=skip),
        child("graphgame, from a graph on", here, "solving", ours=True, part="arrays given"),
        child("graphgame, verify", here, "verifying", ours=True, part="the certificate"),
        child("Python, table", here, "table", part="the start alone"),
        child("Python, dict and rule", here, "in_a_dict"),
        child("Numba, table", here, "numba:table", part="the start alone", skip=skip),
        child("Numba, dict and rule", here, "numba:dict", part="the start alone", skip=skip),
        child("Numba, rule and size", here, "numba:rule", skip=skip),
        child("Numba, rows", here, "numba:rows", part="arrays given", skip=skip),
    )


def programs(name: str) -> tuple[Contestant, ...]:
    """Return whole programs, from standard input to the answer."""
    given: dict[str, Any] = {"whole": True, "stdin": "input.txt"}
    ours = sys.executable, f"examples/{EXAMPLES[name]}.py", "-"
    jitted = sys.executable, "-m", "bench.jitted_points", name
    return (
        Contestant("graphgame", ours, ours=True, **given),
        Contestant("Python, table", (sys.executable, "-c", PROGRAMS[name]), **given),
        Contestant("Numba, table", jitted, skip=missing("numba"), **given),
    )


def cases(*, quick: bool) -> list[Case]:
    """Return the cases."""
    n, side = (600, 400) if quick else (3000, 2000)
    deque, grid = writer("deque", [str(n)]), writer("grid", [str(side)] * 2)
    return [
        Case(f"Deque, {n:,} numbers", deque, contestants()),
        Case(f"grid {side} × {side} with points", grid, contestants()),
        Case(f"Deque, {n:,} numbers, whole programs", deque, programs("deque")),
        Case(f"grid {side} × {side} with points, whole programs", grid, programs("grid")),
    ]
