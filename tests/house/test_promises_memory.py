"""What docstrings promise of memory, measured: bytes per position and per edge.

Each function runs on graphs of four sizes in a child process that counts the allocations of the
kernels (see `allocating`) and traces those of NumPy; a plane is fitted to the peaks.  A row of the
table quotes the docstring that it checks.  Functions that make graphs, or take none, are in
test_promises_slopes.py.
"""

from __future__ import annotations

import inspect
import json
import sys
import tempfile
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import graphgame as gg
from graphgame.answers.labels import encode
from graphgame.big.partitions.stored import explore_partitions

if TYPE_CHECKING:
    from collections.abc import Callable

M = 1 << 19
SIZES = [(M, 2 * M), (M, 6 * M), (3 * M, 4 * M), (3 * M, 9 * M)]
# Of a slope, in bytes: blocks and pages are rounded.
TOLERANCE = 0.6


def falling(n: int, m: int) -> Any:
    """Return random edges, from greater to smaller positions."""
    edges = np.random.default_rng(n + m).integers(0, n, (m, 2), dtype=np.int32)
    edges.sort(axis=1)
    edges[edges[:, 0] == edges[:, 1]] = 0, 1
    return np.ascontiguousarray(edges[:, ::-1])


def graph(n: int, m: int) -> gg.GameGraph:
    return gg.GameGraph.from_edges(falling(n, m), n)


def ending(n: int, m: int) -> Any:
    """Return edges, with cycles, for which a tenth of the positions are terminal."""
    edges = np.random.default_rng(n + m).integers(0, n, (m, 2), dtype=np.int32)
    edges[:, 0] %= n - n // 10
    return edges


def mixed(n: int, m: int, *, values: int = 0) -> gg.GameGraph:
    """Return random edges without cycles that fall in no order, and so many values at least."""
    edges = falling(n, m)
    clique = np.stack(np.tril_indices(values, -1), axis=1).astype(np.int32)
    edges[: len(clique)] = clique
    order = np.random.default_rng(n).permutation(n).astype(np.int32)
    return gg.GameGraph.from_edges(order[edges], n)


def build_rows(game: gg.GameGraph) -> gg.GameGraph:
    game._option_rows()
    game._predecessor_rows()
    return game


def looping(n: int, m: int) -> gg.GameGraph:
    """Return a graph with cycles."""
    return gg.GameGraph.from_edges(ending(n, m), n)


def verifying_levels(n: int, m: int) -> Callable[[], object]:
    """Return the check of draw levels alone, without that of the outcomes."""
    game = looping(n, m)
    draws = gg.solve(game).draw_levels()
    labels = draws.solution.outcomes, draws.levels, draws.remoteness
    return partial(gg.verify_draw_levels, game, *labels)


def verifying_loopy(game: gg.GameGraph) -> Callable[[], object]:
    """Return the check of the values alone, without their sets."""
    values = gg.loopy_grundy(game)
    return partial(gg.verify_loopy, game, values.values, values.ranks)


def scored(n: int, m: int) -> Callable[[], Any]:
    """Return the work of solving with scores, of a game with nine terminals."""
    edges = np.random.default_rng(n + m).integers(0, n, (m, 2), dtype=np.int32)
    edges[:n, 0] = np.arange(n)
    edges[:, 0] %= n - 9
    ends = np.arange(n) >= n - 9
    scores = np.where(ends, np.arange(n) % 9 - 4, gg.NO_SCORE)
    return partial(gg.solve_scores, gg.GameGraph.from_edges(edges, n), scores=scores)


# The function, its docstring, the most bytes per position and per edge, and a function of n
# positions and m edges that makes the input and returns the call.
PROMISES: dict[str, tuple[Any, str, float, float, Callable[[int, int], Callable[[], object]]]] = {
    "solve with owners": (
        gg.solve,
        "4 bytes per edge and 21 per position, 25 where turns are counted",
        25,
        6,
        lambda n, m: partial(gg.solve, graph(n, m).with_owner(np.arange(n) % 2), count="turns"),
    ),
    "solve by propagation": (
        gg.solve,
        "4 bytes per edge and 18 per position, or 6 and 8 while the transpose is built",
        18,
        6,
        lambda n, m: partial(gg.solve, graph(n, m), play="misere"),
    ),
    "solve with scores": (
        gg.solve_scores,
        "It takes 4 bytes per edge and 34 per position, or 6 and 8 while the transpose is built",
        34,
        6,
        scored,
    ),
    "verify_scores": (
        gg.verify_scores,
        "Takes 14 bytes per position, and some megabytes for a block of edges",
        14,
        0,
        lambda n, m: scored(n, m)().verify,
    ),
    "verify": (
        gg.verify,
        "Takes 6 bytes per position, and some megabytes for a block of edges",
        6,
        0,
        lambda n, m: gg.solve(graph(n, m)).verify,
    ),
    "draw_levels": (
        gg.Solution,
        "It takes 16 bytes per position; and 4 bytes per edge and 8 per position for the "
        "transpose, 6 and 8 while it is built, if the graph does not have it yet",
        24,
        6,
        lambda n, m: gg.solve(looping(n, m)).draw_levels,
    ),
    "verify_draw_levels": (
        gg.verify_draw_levels,
        "Takes 11 bytes per position, and some megabytes for a block of edges",
        11,
        0,
        verifying_levels,
    ),
    "verify_grundy": (
        gg.verify_grundy,
        "Takes 12 bytes per position, one per edge, and some megabytes",
        12,
        1,
        lambda n, m: gg.grundy(graph(n, m)).verify,
    ),
    "verify_loopy": (
        gg.verify_loopy,
        "Takes 13 bytes per edge, 10 per position, and some megabytes",
        10,
        13,
        lambda n, m: verifying_loopy(graph(n, m)),
    ),
    "verify_loopy with the sets found": (
        gg.LoopyValues,
        "Time and memory of `verify_loopy`; the sets, which are found if they are not known yet, "
        "take 12 bytes per position, and 4 for each element",
        22,
        13,
        lambda n, m: gg.loopy_grundy(graph(n, m)).verify,
    ),
    "grundy in order": (
        gg.grundy,
        "4 bytes per edge and 17 per position, of which the values keep 8, or if that is more, 6",
        17,
        6,
        lambda n, m: partial(gg.grundy, graph(n, m)),
    ),
    "grundy by counters": (
        gg.grundy,
        "4 bytes per edge and 17 per position, of which the values keep 8",
        17,
        4,
        lambda n, m: partial(gg.grundy, mixed(n, m)),
    ),
    "grundy of many values": (
        gg.grundy,
        "4 per edge and 8 per position more where a value is above 19",
        25,
        8,
        lambda n, m: partial(gg.grundy, mixed(n, m, values=30)),
    ),
    "loopy_grundy": (
        gg.loopy_grundy,
        "4 bytes per edge and 36 per position, of which the values keep 12",
        36,
        6,
        lambda n, m: partial(gg.loopy_grundy, gg.GameGraph.from_edges(ending(n, m), n)),
    ),
    "the rows of a graph": (
        gg.GameGraph,
        "4 per edge and 8 per position for options",
        16,  # of options and of predecessors, and 3 meanwhile
        11,
        lambda n, m: partial(build_rows, graph(n, m)),
    ),
    "best_moves": (
        gg.Solution,
        "(n,) int32, read-only: the index of the best move",
        4,
        0,
        lambda n, m: partial(getattr, gg.solve(build_rows(graph(n, m))), "best_moves"),
    ),
}


def stored(n: int, _m: int) -> gg.Database:
    """Return the database of the game of clearing a bit of n - 1."""
    bits = 1 << np.arange(n.bit_length())
    size = np.zeros(n, np.int32)
    for bit in bits.tolist():
        size += (np.arange(n) & bit) > 0
    labels = encode((size % 2 * 2 - 1).astype(np.int8), size)

    def rule(batch: Any) -> tuple[Any, Any]:
        sources, places = np.nonzero(batch[:, None] & bits)
        return sources, batch[sources] ^ bits[places]

    return gg.Database._in_memory(labels, rule, [n - 1])


def in_partitions(n: int, m: int) -> None:
    """Explore and solve a game of n positions in a folder, in less memory than it would take."""
    degree = np.arange(max(2, m // n))

    def rule(codes: Any) -> tuple[Any, Any]:
        options = (codes[:, None] * (2 * degree + 1) + 7 * degree + 1) % n
        return np.repeat(np.arange(len(codes)), len(degree)), options.ravel()

    with tempfile.TemporaryDirectory() as folder:
        stored = explore_partitions(rule, 0, folder=folder, memory="16MiB")
        assert stored.positions == n
        stored.solve()


# What takes so many bytes at the most, whatever the size of the game, and how much is promised.
BOUNDED: dict[str, tuple[Any, str, float, Callable[[int, int], Callable[[], object]]]] = {
    "to_svg": (
        gg.Solution.to_svg,
        "Beyond that, time for what is drawn, a pass over the remoteness where there is no start, "
        "and some megabytes, whatever the number of positions",
        4e6,
        lambda n, m: gg.solve(build_rows(graph(n, m))).to_svg,
    ),
    "_repr_mimebundle_": (
        gg.GameGraph._small_picture,
        "It takes some megabytes to make, whatever the number of positions and edges",
        4e6,
        lambda n, m: gg.solve(graph(n, m))._repr_mimebundle_,
    ),
    "build in a folder": (
        gg.build,
        'the most bytes to take beside some 20 megabytes. By default "4GiB" in partitions',
        (16 << 20) + 22e6,
        lambda n, m: partial(in_partitions, n, m),
    ),
    "verify of a database": (
        gg.Database.verify,
        "O(n + m) look-ups, and some tens of megabytes whatever the size of the game",
        60e6,
        lambda n, m: stored(n, m).verify,
    ),
}


# By contraction, memory goes by what the first level leaves, of games of one degree.
CONTRACTED = "solve by contraction"
LEFT = (
    "14 for each edge and 18 for each position that remain after the first levels, "
    "and 6 per position"
)
LIKE_SIZES = [(M, 5 * M), (2 * M, 10 * M), (4 * M, 20 * M)]


def measured(name: str) -> list[int]:
    """Return the greatest number of bytes that were taken, for each of the sizes."""
    from tests.house.allocating import most_taken

    found = []
    for n, m in LIKE_SIZES if name == CONTRACTED else SIZES:
        if name == CONTRACTED:
            work: Callable[[], object] = partial(gg.solve, gg.GameGraph.from_edges(ending(n, m), n))
        else:
            work = (PROMISES | BOUNDED)[name][-1](n, m)
        found.append(most_taken(work))
    return found


def said_by(documented: Any) -> str:
    """Return the docstring of a function, or of a class and its members, as one line."""
    docs = [inspect.getdoc(documented) or ""]
    if isinstance(documented, type):
        members = [x for base in documented.__mro__[:-1] for x in vars(base).values()]
        docs += [inspect.getdoc(member) or "" for member in members]
    return " ".join(" ".join(docs).split())


# The one that most people call; the others are measured by `make test-all`.
ALWAYS = "solve by propagation"


@pytest.mark.always
@pytest.mark.large  # the build that is traced takes other memory
def test_memory_of_solving_is_what_the_docstring_says() -> None:
    check_promise(ALWAYS)


@pytest.mark.large
@pytest.mark.parametrize("name", [name for name in PROMISES if name != ALWAYS])
def test_memory_is_what_the_docstring_says(name: str) -> None:
    check_promise(name)


def check_promise(name: str) -> None:
    from tests.house.allocating import start

    documented, promise, per_position, per_edge, _ = PROMISES[name]
    assert promise in said_by(documented)
    peaks = json.loads(start(name, script=__file__))
    planes = np.array([(n, m, 1) for n, m in SIZES], dtype=float)
    position, edge, constant = np.linalg.lstsq(planes, np.array(peaks, dtype=float), rcond=None)[
        0
    ].tolist()
    assert position <= per_position + TOLERANCE, (position, edge)
    assert edge <= per_edge + TOLERANCE, (position, edge)
    assert constant < 40e6, constant
    # As much as that is needed, or the promise could be better.
    assert position + edge >= (per_position + per_edge) / 4


@pytest.mark.large
@pytest.mark.parametrize("name", BOUNDED)
def test_memory_is_bounded_where_the_docstring_says_so(name: str) -> None:
    from tests.house.allocating import start

    documented, promise, most, _ = BOUNDED[name]
    assert promise in said_by(documented)
    assert max(json.loads(start(name, script=__file__))) <= most


@pytest.mark.large
def test_memory_of_contraction_is_what_the_docstring_says() -> None:
    from tests.house.allocating import start

    assert LEFT in said_by(gg.solve)
    peaks = json.loads(start(CONTRACTED, script=__file__))
    positions = np.array([n for n, _ in LIKE_SIZES])
    slope, constant = np.polyfit(positions, peaks, 1).tolist()

    n, m = LIKE_SIZES[0]
    edges = ending(n, m)
    moves = np.zeros(n, dtype=bool)
    moves[edges[:, 0]] = True
    alive = moves.copy()  # who moves, and not to one who does not
    alive[edges[~moves[edges[:, 1]], 0]] = False
    left = alive[edges].all(axis=1).sum()
    promised = (14 * left + 18 * alive.sum()) / n + 6

    assert promised / 2 <= slope <= promised, (slope, promised)
    assert abs(constant) < 40e6, constant


if __name__ == "__main__":
    print(json.dumps(measured(sys.argv[1])))
