"""Many threads use one object, again and again.

    python tests/house/hammering.py [ROUNDS [THREADS]]

Each object of `WORK` is made ROUNDS times (default 20), and THREADS threads (default 8) use it at
once: each must get the answers of a single thread.  Then as many processes start in which the
threads are the first to use anything.  Ends with an error if an answer differs or if, on an
interpreter that needs no global lock, importing a kernel has enabled it.  Prints the number of uses
of each object.
"""

from __future__ import annotations

import copy
import io
import os
import pickle
import subprocess
import sys
import sysconfig
import tempfile
import threading
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from itertools import count, pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

import graphgame as gg
from graphgame import GameGraph
from graphgame.graphs._index import CodeIndex

if TYPE_CHECKING:
    from collections.abc import Callable

N = 4000
HEAPS = 1200


class Work(NamedTuple):
    """A shared object, the calls of thread k, and what must hold at the end."""

    make: Callable[[], Any]
    ask: Callable[[Any, int], Any]
    after: Callable[[Any], object] = repr


def together(work: Callable[[int], Any], threads: int = 3) -> list[Any]:
    """Do work(0), work(1), … at once; return all results, or raise the first exception."""
    gate = threading.Barrier(threads)

    def run(k: int) -> Any:
        gate.wait()
        return work(k)

    with ThreadPoolExecutor(threads) as pool:
        return [*pool.map(run, range(threads))]


def hammer(name: str, rounds: int, threads: int) -> None:
    """Use one of `WORK` in many threads; each must get the answers of a single thread."""
    work = WORK[name]
    expected = []
    for k in range(threads):
        thing = work.make()
        expected.append(work.ask(thing, k))
        work.after(thing)
    for _ in range(rounds):
        thing = work.make()
        found = together(lambda k, thing=thing: work.ask(thing, k), threads)
        assert found == expected, name
        work.after(thing)


# -- memory ---------------------------------------------------------------------------------------


def _codes() -> tuple[CodeIndex, Any]:
    index = CodeIndex()
    index.add(np.arange(900) * 7, np.empty(900, dtype=np.int32))
    return index, index.finish()


def _look(shared: Any, k: int) -> Any:
    """Take views, up to k + 1 at once, and release them in another order."""
    index, codes = shared
    total = 0
    for i in range(400):
        views = [memoryview(codes) for _ in range(k + 1)]
        arrays = [np.asarray(codes) for _ in range(2)]
        total += views[i % (k + 1)][i] + int(arrays[0][i]) + index[7 * i]
        del arrays
        for view in views[::-1] if i % 2 else views:
            view.release()
    return total


def _nothing_is_held(shared: Any) -> None:
    """A Buffer can be resized if and only if it has no views: the count of them is exact."""
    index, codes = shared
    with memoryview(codes):
        try:
            index.finish()
        except BufferError:
            pass
        else:
            raise AssertionError("a Buffer in use was resized")
    index.finish()


# -- graphs and what is known of them -------------------------------------------------------------


def _edges() -> Any:
    return np.random.default_rng(5).integers(0, N, (3 * N, 2), dtype=np.int32)


def _falling() -> Any:
    edges = np.sort(_edges(), axis=1)[:, ::-1]
    return np.ascontiguousarray(edges[edges[:, 0] != edges[:, 1]])


def _labels(solution: gg.Solution) -> Any:
    return [x.tobytes() for x in (solution.outcomes, solution.remoteness, solution.best_moves)]


def _ask_graph(graph: GameGraph, k: int) -> Any:
    """Use rows that are not built yet, in a different way in each thread."""
    work: list[Callable[[], Any]] = [
        lambda: _labels(gg.solve(graph)),
        lambda: [x.tobytes() for x in (gg.loopy_grundy(graph).values, graph.option_idx)],
        lambda: (graph.option_ptr.tobytes(), graph.option_idx.tobytes()),
        lambda: (graph.pred_ptr.tobytes(), graph.pred_idx.tobytes()),
        lambda: _labels(gg.solve(graph, play="misere", threads=2)),
        lambda: [graph.options(v) + graph.predecessors(v) for v in range(0, N, 7)],
        lambda: _labels(gg.solve(pickle.loads(pickle.dumps(graph)))),
    ]
    return [work[(i + k) % len(work)]() for i in range(3)]


def _ask_labels(graph: GameGraph, k: int) -> Any:
    positions = [f"p{v}" for v in range(0, N, 5)]
    indices = [graph.index(p) for p in positions[k:] + positions[:k]]
    return indices, gg.grundy(graph).values.tobytes(), graph.predecessors(positions[k])


def _ask_solution(solution: gg.Solution, k: int) -> Any:
    """Ask for lines and moves, before and after all best moves are computed."""
    found = {}
    for v in np.random.default_rng(k).permutation(N)[:300].tolist():
        line = solution.line(v)
        found[v] = line, line.closes_at, solution.best_move(v), solution.winning_moves(v)
    again = pickle.loads(pickle.dumps(solution))
    return found, _labels(solution), solution.counts(), solution.longest(), _labels(again)


def _ask_values(values: gg.LoopyValues, k: int) -> Any:
    order = np.random.default_rng(k).permutation(N)[:200].tolist()
    listed = [str(values[v]) for v in order]
    return listed, values.set_ptr.tobytes(), values.set_idx.tobytes(), str(values.histogram())


def _ask_folder(folder: Any, k: int) -> Any:
    """Write one file from all threads; every read must find the file of one of them."""
    solution, path = (
        gg.solve(GameGraph.from_edges(_edges()[: 300 + k], N)),
        Path(folder.name) / "solution.npz",
    )
    solution.save(path)
    loaded = gg.Solution.load(path)
    assert loaded.verify()
    assert 300 <= loaded.game.m < 1000
    return _labels(solution)


# -- heaps ----------------------------------------------------------------------------------------


def _saved(game: gg.HeapGame) -> Any:
    file = io.BytesIO()
    game.save(file)
    file.seek(0)
    with np.load(file) as arrays:
        return arrays["values"]


def _ask_heaps(game: gg.HeapGame, k: int) -> Any:
    """Extend the table, and save and copy it meanwhile: no value may be missing."""
    parts = []
    for n in range(60 + 7 * k, HEAPS, 150):
        parts.append(game.value(n))
        files = _saved(game).tolist(), copy.copy(game)._known.view.tolist()
        values = game.values(HEAPS if n > HEAPS // 2 else n).tolist()
        for table in files:
            shorter = min(len(table), len(values))
            assert table[:shorter] == values[:shorter]
    return parts, game.values(HEAPS).tolist(), game.period(HEAPS), game.winning_moves([9, 20])


def _ask_numbers(game: gg.HeapGame, k: int) -> Any:
    """Read one iterator from all games that share it."""
    mine = copy.copy(game) if k % 2 else game
    return [mine.options(40 * i) for i in range(k, 20)], mine.values(300 + k).tolist()


# -- databases, sums and explorations -------------------------------------------------------------

SIZE = 400
EXPLORED = 6000
FOLDERS: list[Any] = []


def _take(codes: Any) -> Any:
    """Take 1, 3 or 4 from every code."""
    sources, taken = np.nonzero(codes[:, None] >= np.array([1, 3, 4]))
    return sources, codes[sources] - np.array([1, 3, 4])[taken]


def _in_memory() -> gg.Database[int]:
    return gg.build(_take, SIZE)


def _in_a_folder() -> gg.Database[int]:
    """Open a database whose parts nobody has mapped yet, built once."""
    if not FOLDERS:
        FOLDERS.append(tempfile.TemporaryDirectory())
        gg.build(_take, SIZE, folder=f"{FOLDERS[0].name}/take", partitions=3).close()
    return gg.Database.open(f"{FOLDERS[0].name}/take", _take)


def _from_a_file() -> gg.Database[int]:
    file = io.BytesIO()
    gg.build(_take, SIZE).save(file)
    file.seek(0)
    return gg.Database.load(file, _take)


def _ask_database(database: gg.Database[int], k: int) -> Any:
    """Ask one position at a time, many at once, and all, in another order in each thread."""
    order = np.random.default_rng(k).permutation(SIZE)[:40]
    single = [
        (database.outcome(v), database.remoteness_of(v), database.best_move(v))
        for v in order.tolist()
    ]
    moves = [(database.winning_moves(v), [*database.line(v)]) for v in order[:4].tolist()]
    file = io.BytesIO()
    database.save(file)
    file.seek(0)
    again = gg.Database.load(file)
    assert [again.outcome(v) for v in order[:20].tolist()] == [x[0] for x in single[:20]]
    return single, moves, database.counts(), database.longest(), database.verify()


def _close(database: gg.Database[int]) -> None:
    with database:
        repr(database)


def _fall(row: int) -> list[gg.Sum[int]]:
    """Take one of a row, which falls apart."""
    return [gg.Sum(left, row - 1 - left) for left in range(row)]


def _sums() -> gg.SumValues[int]:
    return gg.grundy(_fall, start=40, sums=True)


def _ask_sums(values: Any, k: int) -> Any:
    """Ask for values of sums that are found, and of others."""
    order = np.random.default_rng(k).permutation(40).tolist()
    sums = [gg.Sum(a, b) for a, b in pairwise(order)]
    found = [(values.value(x), values.outcome(x), values.winning_moves(x)) for x in sums[:20]]
    return found, [values.value(row) for row in order], values.verify()


def _ask_explorer(explorer: Any, k: int) -> Any:
    """Run it until it is complete: in one thread; the others get a clear error, or its graph."""
    while True:
        try:
            graph = explorer.run().graph()
        except gg.GraphGameError as error:
            refusal = str(error)
        else:
            return graph.n, graph.m, graph.options(EXPLORED - k), gg.solve(graph).verify()
        assert refusal.startswith("Explorer.run: expected one thread at a time, got a call")
        counts = explorer.positions, explorer.expanded, explorer.moves
        assert all(0 <= x <= 3 * EXPLORED for x in counts)


def _take_one(n: int) -> list[int]:
    return [n - t for t in (1, 3, 4) if n >= t]


# -- the rest -------------------------------------------------------------------------------------


def _petersen() -> gg.CopsSolution[int]:
    ring = [(i, (i + 1) % 5) for i in range(5)]
    star = [(a + 5, (a + 2) % 5 + 5) for a in range(5)]
    spokes = [(i, i + 5) for i in range(5)]
    return gg.cops_and_robbers(ring + star + spokes, 3)


def _ask_cops(solution: gg.CopsSolution[int], k: int) -> Any:
    found = {}
    for number in np.random.default_rng(k).permutation(1000)[:200].tolist():
        cops, robber = (number // 100, number // 10 % 10, number % 10), number % 7
        states = (cops, robber, "cops"), (cops, robber, "robber")
        moves = [*map(solution.best_move, states)], solution.winning_moves(states[0])
        found[number] = moves, solution.number(cops), solution.capture_time_of(states[1])
    again = pickle.loads(pickle.dumps(solution))
    return found, solution.start, solution.robber_start((0, 1, 2)), solution.line(), again.line()


def _ask_board(board: gg.PoliceAndThief, k: int) -> Any:
    solution = board.solve(remoteness=bool(k % 2))
    return repr(solution), solution.outcome(((0, 0), (2, 2), "police")), board.graph().m


def _multiply(_: Any, k: int) -> Any:
    a = np.arange(2000, dtype=np.uint64) * (k + 12345678901)
    return (
        gg.nim_product(a, a[::-1]).tolist(),
        gg.nim_inverse(k + 2**40),
        str(gg.Nimber(k + 2) ** 9),
    )


WORK: dict[str, Work] = {
    "views of one buffer": Work(_codes, _look, _nothing_is_held),
    "a graph of edges": Work(lambda: GameGraph.from_edges(_edges(), N), _ask_graph),
    "a graph with labels": Work(
        lambda: GameGraph.from_edges(_falling(), labels=[f"p{v}" for v in range(N)]), _ask_labels
    ),
    "a solution": Work(lambda: gg.solve(GameGraph.from_edges(_edges(), N)), _ask_solution),
    "loopy values": Work(lambda: gg.loopy_grundy(GameGraph.from_edges(_edges(), N)), _ask_values),
    "a file": Work(tempfile.TemporaryDirectory, _ask_folder, lambda folder: folder.cleanup()),
    "a subtraction game": Work(lambda: gg.subtraction({1, 5, 6}), _ask_heaps),
    "taking squares": Work(lambda: gg.taking("squares"), _ask_heaps),
    "an octal game": Work(lambda: gg.octal("0.07"), _ask_heaps),
    "all but some": Work(lambda: gg.all_but({3, 8}), _ask_heaps),
    "an iterator": Work(lambda: gg.taking(count(1, 2)), _ask_numbers),
    "a pursuit of cops": Work(_petersen, _ask_cops),
    "a board": Work(lambda: gg.PoliceAndThief(["P..E", ".*..", "T..."]), _ask_board),
    "nimbers": Work(lambda: None, _multiply),
    "a database in memory": Work(_in_memory, _ask_database, _close),
    "a database in a folder": Work(_in_a_folder, _ask_database, _close),
    "a database from a file": Work(_from_a_file, _ask_database, _close),
    "values of sums": Work(_sums, _ask_sums),
    "an explorer of positions": Work(lambda: gg.Explorer(_take_one, EXPLORED), _ask_explorer),
    "an explorer of codes": Work(lambda: gg.Explorer(_take, EXPLORED), _ask_explorer),
}


# -- first of all ---------------------------------------------------------------------------------


def use_first(threads: int) -> None:
    """Use every public name, and the tables of nimbers, for the first time in all threads."""
    names = [*gg.__all__]

    def ask(k: int) -> Any:
        product = int(gg.nim_product(2**40 + 1, 2**50 + 3))  # before anything else
        order = names[5 * k :] + names[: 5 * k]
        return product, {id(getattr(gg, name)) for name in order}, gg.solve([(0, 1)]).outcome(0)

    found = together(ask, threads)
    assert found == [ask(0)] * threads


def import_kernels() -> int:
    """Import all kernels; none of them may enable the global lock."""
    kernels = sorted(path.stem for path in Path(gg.__path__[0]).glob("*.pyx"))
    for kernel in kernels:
        import_module(f"graphgame.{kernel}")
    if sysconfig.get_config_var("Py_GIL_DISABLED") and os.environ.get("PYTHON_GIL") != "1":
        assert not sys._is_gil_enabled(), "the global lock is on"  # type: ignore[attr-defined]
    return len(kernels)


def main() -> None:
    """Run all work as often as the arguments say."""
    if sys.argv[1:2] == ["--first"]:
        use_first(int(sys.argv[2]))
        import_kernels()
        return
    rounds, threads = (*map(int, sys.argv[1:]), *(20, 8)[len(sys.argv) - 1 :])
    sys.setswitchinterval(1e-5)
    print(f"{import_kernels()} kernels, {sys.version}")
    for name in WORK:
        hammer(name, rounds, threads)
        print(f"{name}: {rounds} times by {threads} threads", flush=True)
    for _ in range(rounds):
        subprocess.run([sys.executable, __file__, "--first", str(threads)], check=True)
    print(f"first of all: {rounds} processes of {threads} threads")


if __name__ == "__main__":
    main()
