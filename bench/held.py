"""What people hold, and what they would write around it: dicts, NetworkX, tables, rules, arrays.

Every contestant begins with what is held and ends with the outcome and the remoteness of each
position by its label: two dicts, as 25 lines of Python make them, or two arrays where positions are
numbers of an array.  Rivals are written with care: nothing is done twice, and nothing is looked up
in a loop where a local name would do.  Numba and C++ take numbers, so Python or pandas numbers the
labels for them first.  "text" is in bench/text_rivals.py, as whole processes.

`work` is what bench/child.py runs, with a holding and a way of `HOLDINGS`.
"""

from __future__ import annotations

import ctypes
import os
import tempfile
from collections.abc import Callable, Hashable, Iterable
from functools import cache, partial
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

import graphgame as gg
from bench.graphs import Stored, weighted, write
from bench.record import ROOT, compiled

Dicts = tuple[dict[Any, int], dict[Any, int]]
Work = Callable[[], Any]
WIDE = 1000  # cells in a row of those that tuples name


# -- 25 lines of Python, and a loop over NetworkX -------------------------------------------------


def in_python(graph: dict[Any, Iterable[Any]]) -> Dicts:
    """Return outcome and remoteness of the positions of a dict of options."""
    predecessors: dict[Any, list[Any]] = {v: [] for v in graph}
    left, queue = {}, []
    for u, options in graph.items():
        left[u] = len(options)  # type: ignore[arg-type]
        for v in options:
            predecessors[v].append(u)
        if not options:
            queue.append(u)
    outcomes, remoteness = dict.fromkeys(graph, 0), dict.fromkeys(graph, -1)
    for v in queue:
        outcomes[v], remoteness[v] = -1, 0
    for v in queue:  # which grows
        lost, after = outcomes[v] < 0, remoteness[v] + 1
        for u in predecessors[v]:
            if outcomes[u]:
                continue
            if not lost:
                left[u] -= 1
                if left[u]:
                    continue
            outcomes[u], remoteness[u] = 1 if lost else -1, after
            queue.append(u)
    return outcomes, remoteness


def over_networkx(graph: Any) -> Dicts:
    """Return the same from a DiGraph, which has predecessors and degrees."""
    left, predecessors = dict(graph.out_degree()), graph.predecessors
    outcomes, remoteness = dict.fromkeys(left, 0), dict.fromkeys(left, -1)
    queue = [v for v, degree in left.items() if not degree]
    for v in queue:
        outcomes[v], remoteness[v] = -1, 0
    for v in queue:  # which grows
        lost, after = outcomes[v] < 0, remoteness[v] + 1
        for u in predecessors(v):
            if outcomes[u]:
                continue
            if not lost:
                left[u] -= 1
                if left[u]:
                    continue
            outcomes[u], remoteness[u] = 1 if lost else -1, after
            queue.append(u)
    return outcomes, remoteness


# -- numbers: for Numba and for C++ ---------------------------------------------------------------


def pairs(lengths: Iterable[int], targets: Iterable[int], n: int) -> Any:
    """Return pairs from the numbers of options of the positions, and the options."""
    counts = np.fromiter(lengths, np.int64, n)
    edges = np.empty((int(counts.sum()), 2), dtype=np.int32)
    edges[:, 0] = np.repeat(np.arange(n, dtype=np.int32), counts)
    edges[:, 1] = np.fromiter(targets, np.int32, len(edges))
    return edges


def numbered(graph: Any) -> tuple[list[Any], Any]:
    """Return the labels of a dict of options, or of an adjacency, and pairs of their numbers."""
    index = {v: i for i, v in enumerate(graph)}
    rows = [*graph.values()]
    targets = map(index.__getitem__, chain.from_iterable(rows))
    return [*index], pairs(map(len, rows), targets, len(index))


def counted(graph: dict[int, list[int]]) -> tuple[range, Any]:
    """Return the same of a dict whose labels are numbers from 0."""
    rows = graph.values()
    return range(len(graph)), pairs(map(len, rows), chain.from_iterable(rows), len(graph))


def numbered_table(table: Any) -> tuple[Any, Any]:
    """Return the same of a table of moves, whose labels pandas numbers."""
    import pandas as pd

    codes, labels = pd.factorize(pd.concat([table["from"], table["to"]], ignore_index=True))
    edges = codes.astype(np.int32).reshape(2, -1).T
    return labels.tolist(), np.ascontiguousarray(edges)


def numbered_rule(rule: Callable[[Any], list[Any]], start: Any) -> tuple[list[Any], Any]:
    """Return the same of what a rule reaches, breadth first."""
    index, queue, counts, targets = {start: 0}, [start], [], []
    for v in queue:  # which grows
        options = rule(v)
        counts.append(len(options))
        for w in options:
            number = index.setdefault(w, len(queue))
            if number == len(queue):
                queue.append(w)
            targets.append(number)
    return queue, pairs(counts, targets, len(queue))


def by_label(labels: Iterable[Hashable], outcomes: Any, remoteness: Any) -> Dicts:
    """Return dicts of the answers."""
    known = [*labels]
    return (
        dict(zip(known, outcomes.tolist(), strict=True)),
        dict(zip(known, remoteness.tolist(), strict=True)),
    )


@cache
def numba_solver() -> Callable[[Any, int], tuple[Any, Any]]:
    """Return the solver of bench/jitted.py, compiled."""
    os.environ.setdefault("NUMBA_CACHE_DIR", str(ROOT / "build" / "numba"))
    from bench.jitted import plain

    plain(np.empty((0, 2), dtype=np.int32), 1)
    return plain


@cache
def cpp_solver(mode: str) -> Callable[[Any, int], tuple[Any, Any]]:
    """Return a solver of bench/baselines/solve.cpp."""
    library = ctypes.CDLL(
        str(compiled("solve.cpp", "-O2" if mode == "textbook" else "-O3", shared=True))
    )

    def solve(edges: Any, n: int) -> tuple[Any, Any]:
        outcomes, remoteness = np.empty(n, dtype=np.int8), np.empty(n, dtype=np.int32)
        places = [ctypes.c_void_p(a.ctypes.data) for a in (edges, outcomes, remoteness)]
        n_and_m = ctypes.c_int32(n), ctypes.c_int64(len(edges))
        if library.solve_pairs(mode.encode(), *n_and_m, *places):
            raise ValueError(f"mode: expected one of solve.cpp, got {mode}")
        return outcomes, remoteness

    return solve


def solver(way: str) -> Callable[[Any, int], tuple[Any, Any]]:
    """Return the solver of pairs: "numba", or a mode of solve.cpp."""
    return numba_solver() if way == "numba" else cpp_solver(way)


# -- what is held ---------------------------------------------------------------------------------


LABELS: dict[str, Callable[[int], Any]] = {
    "int": int,
    "str": "p{}".format,
    "tuple": lambda v: divmod(v, WIDE),
}


def dict_of(stored: Stored, kind: str) -> dict[Any, list[Any]]:
    """Return a dict of lists of options, in which every label is an object of its own."""
    label = LABELS[kind]
    return {label(u): [*map(label, row)] for u, row in enumerate(stored.lists())}


def networkx_graph(stored: Stored) -> Any:
    """Return a DiGraph whose nodes are strings."""
    import networkx as nx

    labels = [*map(LABELS["str"], range(stored.n))]
    graph = nx.DiGraph()
    graph.add_nodes_from(labels)
    graph.add_edges_from([(labels[u], labels[v]) for u, v in stored.edges().tolist()])
    return graph


def table_of(stored: Stored) -> Any:
    """Return a DataFrame of moves between strings."""
    import pandas as pd

    columns = zip(("from", "to"), stored.edges().T.tolist(), strict=True)
    return pd.DataFrame({name: [*map(LABELS["str"], column)] for name, column in columns})


def rule_of(stored: Stored) -> Callable[[tuple[int, int]], list[tuple[int, int]]]:
    """Return the rule of a token on rows of cells: on by 1, 2, 3 or 5, or into the next row."""
    rows = max(1, stored.n // WIDE)

    def rule(cell: tuple[int, int]) -> list[tuple[int, int]]:
        row, column = cell
        found = [(row, column + k) for k in (1, 2, 3, 5) if column + k < WIDE]
        if row + 1 < rows:
            found.append((row + 1, (7 * column + row) % WIDE))
        return found

    return rule


START = (0, 0)  # of the rule


def options_of_table(table: Any) -> dict[Any, list[Any]]:
    """Return the dict of options of a table of moves."""
    graph: dict[Any, list[Any]] = {}
    for u, v in zip(table["from"].tolist(), table["to"].tolist(), strict=True):
        graph.setdefault(u, []).append(v)
        graph.setdefault(v, [])
    return graph


def options_of_rule(rule: Callable[[Any], list[Any]]) -> dict[Any, list[Any]]:
    """Return the dict of options of what a rule reaches."""
    graph: dict[Any, list[Any]] = {START: []}
    queue = [START]
    for v in queue:  # which grows
        graph[v] = options = rule(v)
        for w in options:
            if w not in graph:
                graph[w] = []
                queue.append(w)
    return graph


def in_lists(edges: Any) -> tuple[list[int], list[int]]:
    """Return what `in_python` does of pairs in an array, in lists."""
    n = int(edges.max()) + 1
    graph: dict[int, list[int]] = {v: [] for v in range(n)}
    for u, v in edges.tolist():
        graph[u].append(v)
    outcomes, remoteness = in_python(graph)
    return [*outcomes.values()], [*remoteness.values()]


# -- ways -----------------------------------------------------------------------------------------


def ours(*more: Any) -> Callable[[Any], Dicts]:
    """Return the way of graphgame, to two dicts."""
    return lambda held: gg.solve(held, *more).to_dicts()


def kept(*more: Any) -> Callable[[Any], Any]:
    """Return the way of graphgame to a `Solution`, which answers by label."""
    return lambda held: gg.solve(held, *more)


def by_numbers(number: Callable[[Any], tuple[Any, Any]], name: str) -> Callable[[Any], Dicts]:
    """Return the way of a solver of pairs, after labels are numbered."""
    solve = solver(name)

    def way(held: Any) -> Dicts:
        labels, edges = number(held)
        return by_label(labels, *solve(edges, len(labels)))

    return way


def in_arrays(name: str) -> Callable[[Any], Any]:
    """Return the way of a solver of pairs in an array."""
    solve = solver(name)
    return lambda edges: solve(edges, int(edges.max()) + 1)


def arrays_of(edges: Any) -> Any:
    """Return the arrays of graphgame."""
    s = gg.solve(edges)
    return s.outcomes, s.remoteness


class Holding(NamedTuple):
    """What is held: how it is made, what solves it, and how its labels are numbered."""

    make: Callable[[Stored], Any]
    graphgame: Callable[[Any], Any]
    kept: Callable[[Any], Any] | None
    python: Callable[[Any], Any] | None
    number: Callable[[Any], tuple[Any, Any]] | None = None
    networkx: Callable[[Any], Any] | None = None

    def has(self, name: str) -> bool:
        """Return whether there is a way of this name."""
        return getattr(self, name, self) is not None

    def way(self, name: str) -> Callable[[Any], Any]:
        """Return a way by its name: a field, or a solver of pairs."""
        found: Callable[[Any], Any] | None = getattr(self, name, None)
        if found is not None:
            return found
        return in_arrays(name) if self.number is None else by_numbers(self.number, name)


HOLDINGS = {
    "int": Holding(lambda s: dict_of(s, "int"), ours(), kept(), in_python, counted),
    "str": Holding(lambda s: dict_of(s, "str"), ours(), kept(), in_python, numbered),
    "tuple": Holding(lambda s: dict_of(s, "tuple"), ours(), kept(), in_python, numbered),
    "networkx": Holding(
        networkx_graph, ours(), kept(), None,
        lambda graph: numbered(dict(graph.adjacency())), over_networkx,
    ),
    "pandas": Holding(
        table_of, ours(), kept(), lambda table: in_python(options_of_table(table)), numbered_table
    ),
    "rule": Holding(
        rule_of, ours(START), kept(START), lambda rule: in_python(options_of_rule(rule)),
        lambda rule: numbered_rule(rule, START),
    ),
    "array": Holding(lambda s: s.edges(), arrays_of, None, in_lists),
}  # fmt: skip


def works(folder: Path, holding: str, ways: Iterable[str]) -> dict[str, Work]:
    """Return the works of some ways, from one thing that is held."""
    held = HOLDINGS[holding].make(Stored(folder))
    found = {}
    for name in ways:
        way = HOLDINGS[holding].way(name)
        warm(HOLDINGS[holding], way)
        found[name] = partial(Answer.of, way, held)
    return found


def work(folder: Path, holding: str, way: str) -> Work:
    """Return the work of a way, from what is held."""
    return works(folder, holding, [way])[way]


def warm(holding: Holding, way: Callable[[Any], Any]) -> None:
    """Go a way once from little, so that all imports are done."""
    with tempfile.TemporaryDirectory() as folder:
        write(Path(folder), np.array([[0, 1], [1, 2], [2, 3]], dtype=np.int32), 4)
        way(holding.make(Stored(Path(folder))))


class Answer(NamedTuple):
    """What a way has found, decoded after the clock has stopped."""

    found: Any

    @classmethod
    def of(cls, way: Callable[[Any], Any], held: Any) -> Answer:
        """Return the answer of a way."""
        return cls(way(held))

    def sums(self) -> dict[str, int]:
        """Return checksums of the answer, in the order of its labels."""
        found = self.found
        if isinstance(found, gg.Solution):
            found = found.to_dicts()
        if isinstance(found[0], dict):
            found = [[one[label] for label in sorted(one)] for one in found]
        names = ("outcomes", "remoteness")
        return {name: weighted(np.asarray(x)) for name, x in zip(names, found, strict=True)}


def checks(answer: Answer) -> dict[str, Any]:
    """Return checksums of an answer."""
    return {"checks": answer.sums()}
