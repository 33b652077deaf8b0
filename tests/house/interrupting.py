"""Ctrl-C at random moments in every long operation, again and again.

    python tests/house/interrupting.py [TIMES]

Interrupts each operation of `WORK` equally often, TIMES (default 1000) in all, at a random moment
of its duration, and repeats the call on the same objects: the answer must be that of an undisturbed
run.  Ends with an error if an answer differs, if the memory of the process has grown, or if files
were left open or behind.  Prints the number of interrupts of each operation, and the longest delay
in seconds.
"""

from __future__ import annotations

import atexit
import ctypes
import gc
import os
import pickle
import shutil
import signal
import sys
import tempfile
import time
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

import graphgame as gg
from graphgame import GameGraph

if TYPE_CHECKING:
    from collections.abc import Callable

N = 150_000
# Bytes by which the process may grow: allocators keep some freed memory.
GROWTH = 24 << 20


@cache
def random_edges() -> Any:
    return np.random.default_rng(1).integers(0, N, (3 * N, 2), dtype=np.int32)


@cache
def falling_edges() -> Any:
    edges = np.sort(random_edges(), axis=1)[:, ::-1]
    return np.ascontiguousarray(edges[edges[:, 0] != edges[:, 1]])


@cache
def folder() -> Path:
    made = tempfile.mkdtemp(prefix="graphgame-")
    atexit.register(shutil.rmtree, made)
    return Path(made)


@cache
def text() -> Path:
    gg.write_graph(GameGraph.from_edges(random_edges()), folder() / "text")
    return folder() / "text"


@cache
def saved() -> Path:
    gg.solve(random_edges()).save(folder() / "saved.npz")
    return folder() / "saved.npz"


def _labels(solution: gg.Solution) -> Any:
    return solution.outcomes.sum(), solution.remoteness.sum(), solution.best_moves.sum()


def _down(codes: Any) -> Any:
    found = np.flatnonzero(codes >= 2)
    return np.repeat(found, 2), (codes[found][:, np.newaxis] - (1, 2)).ravel()


def _solving(**options: Any) -> Callable[[], Any]:
    graph = GameGraph.from_edges(random_edges())
    return lambda: _labels(gg.solve(graph, **options))


def _saving(what: Any, write: Callable[[Any, Path], object], read: Callable[[Path], Any]) -> Any:
    """Overwrite a file that is complete before and after."""
    target = folder() / "target"
    write(what, target)

    def work() -> Any:
        try:
            write(what, target)
        finally:
            assert not [name for name in os.listdir(folder()) if name.endswith(".part")]
        return read(target)

    return work


def _loopy() -> gg.LoopyValues:
    return gg.loopy_grundy(random_edges())


def _ring() -> Any:
    return [(i, (i + 1) % 60) for i in range(60)]


def _board(size: int) -> gg.PoliceAndThief:
    return gg.PoliceAndThief(
        ["P" + "." * (size - 1)] + ["." * size] * (size - 2) + ["." * (size - 1) + "T"]
    )


def _table(game: gg.HeapGame, n: int) -> Callable[[], Any]:
    return lambda: int(game.values(n).sum())


def _kayles(n: int) -> list[gg.Sum[int]]:
    return [gg.Sum(k, n - j - k) for j in (1, 2) for k in range((n - j) // 2 + 1)]


def _searched(n: int) -> gg.SumValues[int]:
    return gg.grundy(_kayles, start=n, sums=True, search=True)


def _up(codes: Any) -> Any:
    found = np.flatnonzero(codes < N // 2)
    return np.repeat(found, 2), (2 * codes[found][:, np.newaxis] + (0, 1)).ravel()


def _building(**options: Any) -> Callable[[], Any]:
    """Build in a folder; a call that was interrupted is repeated there, and goes on."""
    target, gone = folder() / "built", folder() / "gone"
    shutil.rmtree(target, ignore_errors=True)

    def work() -> Any:
        shutil.rmtree(gone, ignore_errors=True)  # where the last call was interrupted at its end
        with gg.build(_up, 1, folder=target, **options) as database:
            counts = database.counts()
        target.replace(gone)
        shutil.rmtree(gone)
        return counts

    return work


class Name:
    """A position whose hash and comparison are Python code, and whose hash many others have."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __hash__(self) -> int:
        return self.number % 1000

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Name) and self.number == other.number


def _named(name: Callable[[int], Any], count: int = N // 3) -> list[tuple[Any, Any]]:
    """Return edges between new names."""
    return [(name(v), name(w)) for v, w in (random_edges()[:count] % count).tolist()]


def _reading(source: Any) -> Callable[[], Any]:
    return lambda: _labels(gg.solve(source))


@cache
def _options(name: Callable[[int], Any], count: int) -> dict[Any, list[Any]]:
    options: dict[Any, list[Any]] = {}
    for v, w in _named(name, count):
        options.setdefault(v, []).append(w)
    return options


def _reading_options(name: Callable[[int], Any], count: int = N // 3) -> Callable[[], Any]:
    return _reading(_options(name, count))


@cache
def _networkx() -> Any:
    import networkx

    return networkx.DiGraph(_named(str))


@cache
def _string_pairs() -> list[tuple[str, str]]:
    return _named(str)


@cache
def _rows(name: Callable[[int], Any], count: int) -> dict[Any, list[Any]]:
    return {name(v): [name((v * k + 1) % count) for k in (2, 3, 5)] for v in range(count)}


def _exploring(name: Callable[[int], Any], count: int) -> Callable[[], Any]:
    rows = _rows(name, count)

    def work() -> Any:
        return gg.explore(rows.__getitem__, name(0)).option_idx.sum()

    return work


def _going_on() -> Callable[[], Any]:
    """Explore a rule with an explorer that goes on where it was interrupted."""
    explorer: gg.Explorer[Any] = gg.Explorer(_next_tuples, (1, 0))

    def work() -> Any:
        explorer.run()
        return explorer.positions, explorer.moves

    return work


def _next_tuples(position: tuple[int, int]) -> list[tuple[int, int]]:
    v = position[0] * 300 + position[1]
    return [divmod((v * k + 1) % 90_000, 300) for k in (2, 3, 5)]


# For each long operation: a function that makes its objects and returns the call.
WORK: dict[str, Callable[[], Callable[[], Any]]] = {
    "solve": _solving,
    "solve misere": partial(_solving, play="misere", presets={3: 0}),
    "verify": lambda: gg.solve(random_edges()).verify,
    "grundy": lambda: lambda: int(gg.grundy(falling_edges()).values.sum()),
    "verify_grundy": lambda: gg.grundy(falling_edges()).verify,
    "loopy_grundy": lambda: lambda: int(_loopy().ranks.sum()),
    "verify_loopy": lambda: _loopy().verify,
    "sets of loopy values": lambda: lambda: len(_loopy().set_idx),
    "explore": lambda: lambda: gg.explore(lambda n: [n - 1, n - 2] if n > 1 else [], 30_000).m,
    "a dict of integers": partial(_reading_options, int),
    "a dict of strings": partial(_reading_options, str),
    "a dict of tuples": partial(_reading_options, lambda v: (v // 300, v % 300)),
    "a dict of objects": partial(_reading_options, Name, 3000),
    "pairs of strings": lambda: _reading(_string_pairs()),
    "a graph of NetworkX": lambda: _reading(_networkx()),
    "explore integers": partial(_exploring, int, 50_000),
    "explore tuples": partial(_exploring, lambda v: (v // 300, v % 300), 30_000),
    "explore objects": partial(_exploring, Name, 2000),
    "an explorer goes on": _going_on,
    "explore_codes": lambda: lambda: gg.explore_codes(_down, [10_000]).m,
    "indexed, ordered": lambda: lambda: gg.build(_up, 1, size=N, ordered=True).counts(),
    "indexed": lambda: lambda: gg.build(_up, size=N).counts(),
    "indexed, in a folder": partial(_building, size=N),
    "partitions": partial(_building, partitions=4, checkpoint=0.05),
    "tiers": partial(_building, tier=lambda codes: -np.log2(codes).astype(np.int64)),
    "game_sum": lambda: lambda: gg.game_sum([[[1], [2], []] * 40] * 3).m,
    "cops": lambda: lambda: str(gg.cops_and_robbers(_ring(), 2).line()),
    "cops verified": lambda: gg.cops_and_robbers(_ring(), 2).verify,
    "cops as a graph": lambda: lambda: gg.cops_and_robbers(_ring()[:25], 2).graph().m,
    "cop_number": lambda: lambda: gg.cop_number(_ring() + [(i, (i * 7) % 60) for i in range(60)]),
    "police": lambda: lambda: _board(24).solve().line(),
    "police verified": lambda: _board(24).solve().verify,
    "police as a graph": lambda: lambda: _labels(gg.solve(_board(8).graph())),
    "subtraction": lambda: _table(gg.subtraction({*range(1, 40)}), 2_000_000),
    "squares": lambda: _table(gg.taking("squares"), 60_000),
    "octal": lambda: _table(gg.octal("0.007"), 60_000),
    "three heaps": lambda: _table(gg.octal("0.9"), 1500),
    "any digits": lambda: _table(gg.octal("0.G"), 3000),
    "grundy's game": lambda: _table(gg.grundys_game(), 15_000),
    "a period": lambda: gg.octal("0.16").period,
    "misere heaps": lambda: lambda: gg.misere_values(gg.octal("0.77"), 44).sum(),
    "misere quotient": lambda: lambda: gg.octal("0.54").misere_quotient(35).order,
    "sums": lambda: lambda: gg.grundy(_kayles, start=300, sums=True).value(300),
    "sums searched": lambda: lambda: _searched(100).value(100),
    "nim products": lambda: lambda: gg.nim_product(*[np.arange(2**20, dtype=np.uint64)] * 2).sum(),
    "mex": lambda: lambda: gg.mex(np.arange(2**20).reshape(2**10, -1), axis=1).sum(),
    "find_patterns": lambda: lambda: str(gg.find_patterns(np.arange(30_000) % 997 // 3)),
    "read_graph": lambda: lambda: gg.read_graph(text()).m,
    "write_graph": lambda: _saving(
        GameGraph.from_edges(random_edges()), gg.write_graph, lambda path: gg.read_graph(path).m
    ),
    "save": lambda: _saving(
        gg.solve(random_edges()), gg.Solution.save, lambda path: len(gg.Solution.load(path))
    ),
    "load": lambda: lambda: _labels(gg.Solution.load(saved())),
    "pickle": lambda: lambda: _labels(pickle.loads(pickle.dumps(gg.solve(random_edges())))),
}


class Interrupter:
    """Interrupts work, and keeps the longest delay."""

    def __init__(self, seed: int) -> None:
        self.random = np.random.default_rng(seed)
        self.longest = 0.0
        signal.signal(signal.SIGALRM, signal.default_int_handler)

    def interrupt(self, work: Callable[[], Any], whole: float) -> bool:
        """Do some work for a part of its duration; return whether it was interrupted."""
        delay = max(self.random.uniform(0, whole), 1e-6)
        due = time.perf_counter() + delay
        try:
            signal.setitimer(signal.ITIMER_REAL, delay)
            work()
            signal.setitimer(signal.ITIMER_REAL, 0)
        except KeyboardInterrupt:
            self.longest = max(self.longest, time.perf_counter() - due)
            return True
        return False


@cache
def undisturbed(name: str) -> tuple[Any, float]:
    """Return the answer of an operation, and how long it takes when all it needs is loaded."""
    prepare = WORK[name]
    expected = prepare()()
    work = prepare()
    began = time.perf_counter()
    assert work() == expected, name
    return expected, time.perf_counter() - began


def interrupt_often(name: str, times: int, seed: int) -> tuple[int, float]:
    """Interrupt one operation; return how often it was interrupted, and the longest delay."""
    prepare = WORK[name]
    expected, whole = undisturbed(name)
    interrupter = Interrupter(seed)
    ended = tries = missed = 0
    while ended < times:
        tries += 1
        assert tries < 20 * times + 100, f"{name} cannot be interrupted"
        work = prepare()
        in_time = interrupter.interrupt(work, whole)
        ended += in_time
        missed = 0 if in_time else missed + 1
        if missed % 20 == 19:
            whole /= 2  # the machine was slower when it was measured
        assert work() == expected, name
    return ended, interrupter.longest


def memory() -> int:
    """Return the resident memory of the process, in bytes, without what malloc keeps for later."""
    gc.collect()
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)  # of glibc
    if trim is not None:
        trim(0)
    with open("/proc/self/statm", encoding="ascii") as sizes:
        return int(sizes.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def open_files() -> list[str]:
    """Return what the process has open, with the folder that is read for it."""
    found = Path("/proc/self/fd").iterdir()
    return sorted(os.readlink(x) if x.is_symlink() else "" for x in found)


def main(times: int, names: list[str]) -> None:
    """Interrupt each a few times until memory settles, then TIMES times."""
    each = -(-times // len(names))
    for name in names:
        interrupt_often(name, 2, 1)
    before, files = memory(), open_files()
    for name in names:
        ended, longest = interrupt_often(name, each, 2)
        print(f"{name:<22} {ended:4}  {longest:.3f}", flush=True)
    grown = memory() - before
    print(f"interrupted {each * len(names)} times; memory has grown by {grown / 1e6:.1f} MB")
    assert grown < GROWTH
    assert open_files() == files, (files, open_files())
    left = sorted(os.listdir(folder()))
    assert set(left) <= {"saved.npz", "target", "text"}, left


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000, sys.argv[2:] or [*WORK])
