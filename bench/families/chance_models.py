"""Games of chance that are won or lost, for the family "chance": three models, of any size.

A robot in the wind on a large plateau, whose positions all lead to each other; Pig, whose positions
form groups of few scores; and a random game with end components, in which play may stay for ever.
Rivals are plain value iteration in C++ and the explicit engine of PRISM-games: both stop when a
sweep changes no value by 1e-9 or more, which promises nothing, where graphgame proves bounds.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

import graphgame as gg
from bench.record import ROOT
from bench.runner import Case, Contestant, child, cpp
from graphgame.chance.solve import solve_chance

Work = Callable[[], Any]
Ints = npt.NDArray[np.int64]
# Rows of options: offsets, positions; who moves; weights beside the moves, 0 at those of players.
Model = tuple[Ints, Ints, Ints, Ints]
CHANCE, FIRST, SECOND = -1, 0, 1

# PRISM-games, as `make prism-games` builds it: the classes of its engine and of our program.
PRISM = ROOT / "build" / "prism-games"
NO_PRISM = "" if (PRISM / "classpath").exists() else "not built; `make prism-games` builds it"


# -- models ----------------------------------------------------------------------------------------


def model(sources: Ints, options: Ints, weights: Ints, kind: Callable[[Ints], Ints]) -> Model:
    """Return a model from its moves, between numbers that get dense ones in the same order.

    Of moves that are there twice, one is taken.  `kind` says who moves at these numbers.
    """
    names, dense = np.unique(np.concatenate((sources, options)), return_inverse=True)
    n, m = len(names), len(sources)
    key, first = np.unique(dense[:m] * n + dense[m:], return_index=True)
    here, idx = np.divmod(key, n)
    ptr = np.append(0, np.bincount(here, minlength=n).cumsum())
    who = kind(names)
    return ptr, idx, who, np.where(who[here] == CHANCE, weights[first], 0)


def plateau(side: int) -> Model:
    """A robot on a plateau of side × side cells, with pits and goals; the start is in the middle.

    The robot waits or moves by a cell.  An opponent chooses whether the wind, if it comes, is from
    the north-west or from the south-west; it blows the robot by one cell with probability 1/4, and
    breaks it with probability 1/50.  Four positions a cell: robot, opponent, both winds.
    """
    rng = np.random.default_rng(1)
    cells = np.arange(side * side)
    row, column = np.divmod(cells, side)
    kinds = rng.random(side * side)
    kinds[side * side // 2 + side // 2] = 1  # free
    pit, goal = kinds < 0.05, (kinds >= 0.05) & (kinds < 0.06)
    lost, won = 4 * side * side + 1, 4 * side * side + 2

    def at(i: Ints, j: Ints, what: int) -> Ints:
        """Return the position 1 + 4 cell + what, or the end where the cell is one."""
        cell = i.clip(0, side - 1) * side + j.clip(0, side - 1)
        return np.where(pit[cell], lost, np.where(goal[cell], won, 1 + 4 * cell + what))

    moves: list[Any] = [(0, at(row + i, column + j, 1), 0) for i, j in STEPS]
    moves += [(1, 1 + 4 * cells + wind, 0) for wind in (2, 3)]
    for wind, down in ((2, 1), (3, -1)):
        blown = at(row + down, column + 1, 0)
        moves += [
            (wind, blown, 25),
            (wind, 1 + 4 * cells, 73),
            (wind, np.full_like(cells, lost), 2),
        ]
    free = ~(pit | goal)
    sources = np.concatenate([(1 + 4 * cells + what)[free] for what, _, _ in moves])
    options = np.concatenate([targets[free] for _, targets, _ in moves])
    weights = np.concatenate([np.full(free.sum(), weight) for _, _, weight in moves])
    kind = np.tile([FIRST, SECOND, CHANCE, CHANCE], side * side)
    kind = np.concatenate(([FIRST], kind, [FIRST, SECOND]))  # of the start, and of both ends
    # The start comes first, and leads to the middle.
    middle = 1 + 4 * (side * side // 2 + side // 2)
    rows = np.append(0, sources), np.append(middle, options), np.append(0, weights)
    return model(*rows, lambda names: kind[names])


STEPS = ((0, 0), (-1, 0), (1, 0), (0, -1), (0, 1))


def pig(goal: int) -> Model:
    """Pig to so many points: both scores, who moves, the points of the turn, and the die.

    A position is ((first · goal + second) · goal + turn) · 4 + 2 · player + rolling.
    """
    scores = np.arange(goal)
    first, second, turn, player = (x.ravel() for x in np.meshgrid(scores, scores, scores, [0, 1]))
    mine = np.where(player == 0, first, second)
    possible = mine + turn < goal
    first, second, turn, player = (x[possible] for x in (first, second, turn, player))
    mine = mine[possible]
    size = 4 * goal**3

    def at(first: Ints, second: Ints, turn: Ints, player: Ints, rolling: int) -> Ints:
        code = ((first * goal + second) * goal + turn) * 4 + 2 * player + rolling
        reached = np.where(player == 0, first, second) + turn >= goal
        return np.where(reached, size + player, code)

    here, die = at(first, second, turn, player, 0), at(first, second, turn, player, 1)
    lost = at(first, second, 0 * turn, 1 - player, 0)
    held = at(first + turn * (player == 0), second + turn * (player == 1), 0 * turn, 1 - player, 0)
    holds = turn > 0  # to hold would be to pass
    pairs = [(here, die), (here[holds], held[holds]), (die, lost)]
    pairs += [(die, at(first, second, turn + face, player, 0)) for face in range(2, 7)]
    sources, options = (np.concatenate(column) for column in zip(*pairs, strict=True))

    def kind(names: Ints) -> Ints:
        who = np.where(names % 2 == 1, CHANCE, names // 2 % 2)
        return np.where(names < size, who, size + SECOND - names)  # who cannot move has lost

    return model(sources, options, np.ones_like(sources), kind)


def corners(n: int) -> Model:
    """A random game of n positions in groups of 10, in which play may stay for ever.

    Two moves of each position lead to its group, the third one leads to one of the next 50 groups,
    or to an end.  A third each of the positions belongs to the players and to chance.
    """
    rng = np.random.default_rng(1)
    n -= n % 10
    v = np.arange(n)
    group = v - v % 10
    later = group + 10 + rng.integers(0, 500, n)
    later = np.where(later < n, later, n + rng.integers(0, 2, n))
    options = np.stack((*(group + rng.integers(0, 10, (2, n))), later), axis=1)
    kind = np.append(rng.integers(CHANCE, SECOND + 1, n), [FIRST, SECOND])
    weights = rng.integers(1, 4, 3 * n)
    return model(v.repeat(3), options.ravel(), weights, lambda names: kind[names])


def write(make: Callable[[], Model], folder: Path) -> dict[str, Any]:
    """Write a model; return its size."""
    ptr, idx, kind, weights = make()
    given = {"ptr": ptr, "idx": idx.astype(np.int32), "kind": kind.astype(np.int8)}
    for name, array in (given | {"weights": weights.astype(np.int32)}).items():
        array.tofile(folder / name)
    size = ptr.nbytes + len(kind) + 8 * len(idx)
    facts = {"positions": len(kind), "moves": len(idx), "input_mib": round(size / 2**20, 1)}
    if not NO_PRISM:
        facts["_classpath"] = (PRISM / "classpath").read_text("utf-8").strip()
    return facts


# -- contestants -----------------------------------------------------------------------------------


def read(folder: Path) -> tuple[gg.GameGraph, dict[str, Any]]:
    """Return the graph of a folder, and the arguments beside it."""
    kinds = {"ptr": np.int64, "idx": np.int32, "kind": np.int8, "weights": np.int32}
    ptr, idx, kind, weights = (np.fromfile(folder / name, kinds[name]) for name in kinds)
    graph = gg.GameGraph.from_csr(ptr, idx)
    return graph, {"owner": kind, "probabilities": weights.astype(np.int64)}


def counted(s: Any) -> dict[str, Any]:
    """Return what a record says of a solution beside its times."""
    looks, size = s._solved.looks, len(s) + s._given.graph.m
    return {
        "at the start": round(float(s.values[0]), 12),
        "between the bounds": float(f"{(s.upper - s.lower).max():.2g}"),
        "sweeps": float(f"{looks[0] / size:.3g}"),
        "sweeps for the bounds": float(f"{looks[1] / size:.3g}"),
        "positions in fractions": len(s._solved.exact),
    }


def checks(result: Any) -> dict[str, Any]:
    """Return what is said beside the times; rivals that promise nothing are not compared."""
    return {"checks": {}} if result is None else {"checks": {}, "counts": counted(result)}


def solving(folder: Path) -> Work:
    """Return the work from arrays to values, bounds, moves, and what is certain."""
    graph, given = read(folder)
    ptr, idx = graph.option_ptr, graph.option_idx
    solve_chance({"a": {"b": 1}, "b": []}, owner={"b": 1})  # so that all imports are done

    def work() -> Any:
        return solve_chance(gg.GameGraph.from_csr(ptr, idx, copy=False), **given)

    return work


def verifying(folder: Path) -> Work:
    """Return the work of the certificate."""
    graph, given = read(folder)
    s = solve_chance(graph, **given)

    def work() -> None:
        s.verify()  # raises, or returns True

    return work


def contestants(slow: str) -> tuple[Contestant, ...]:
    """Return who takes part in a case, and why the slowest does not."""
    here, no_bounds = "families.chance_models", "values without bounds"
    fast: dict[str, Any] = {"optimized": "-O3 -march=native", "part": no_bounds}
    java = ("java", "-Xmx6g", "-cp", "{_classpath}", "PrismGames", "{folder}")
    given: dict[str, Any] = {"part": no_bounds, "skip": NO_PRISM}
    return (
        child("graphgame", here, "solving", ours=True),
        child("graphgame, verify", here, "verifying", ours=True, part="the certificate"),
        cpp("plain C++, two arrays", "chance.cpp", "jacobi", "{folder}", **fast),
        cpp("plain C++, in place", "chance.cpp", "gauss-seidel", "{folder}", **fast),
        Contestant("PRISM-games, in place", (*java, "gauss-seidel"), **given),
        Contestant(
            "PRISM-games, two arrays", (*java, "value-iteration"), part=no_bounds,
            skip=NO_PRISM or slow,
        ),
    )  # fmt: skip


def cases(*, quick: bool) -> list[Case]:
    """Return the cases."""
    side, goal, n = (60, 20, 2000) if quick else (200, 40, 20_000)
    makers: dict[str, Callable[[], Model]] = {
        f"robot in the wind, {side} × {side}": partial(plateau, side),
        f"Pig to {goal}": partial(pig, goal),
        f"random groups of 10, {n:,}": partial(corners, n),
    }
    rivals = contestants("" if quick else "more than a minute")
    return [Case(name, partial(write, make), rivals) for name, make in makers.items()]
