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
from itertools import count
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
