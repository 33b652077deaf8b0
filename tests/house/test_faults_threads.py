"""Threads and processes: many at once on one object, and after a fork.

Pinned here: several threads that use one object get the answers of a single thread; child processes
get the answers of their parents.
"""

from __future__ import annotations

import copy
import io
import multiprocessing
import os
import sys
import threading
from itertools import combinations, count
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import graphgame as gg
from graphgame import GameGraph
from graphgame.heaps import table
from tests.house.everything import RING, THINGS, facts
from tests.house.hammering import together

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


@pytest.fixture(autouse=True)
def _often() -> Iterator[None]:
    """Switch threads as often as possible."""
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    yield
    sys.setswitchinterval(interval)


@pytest.mark.parametrize("name", THINGS)
def test_several_threads_ask_one_thing_everything(name: str) -> None:
    expected = facts(THINGS[name]())
    for _ in range(3):
        thing = THINGS[name]()
        assert together(lambda _, thing=thing: facts(thing)) == [expected] * 3


MANY = 60_000


def _edges() -> Any:
    return np.random.default_rng(3).integers(0, MANY, (3 * MANY, 2), dtype=np.int32)


def _solved(graph: GameGraph) -> Any:
    solution = gg.solve(graph)
    return solution.outcomes.tobytes(), solution.remoteness.tobytes()


@pytest.mark.large
def test_threads_solve_one_graph_at_once() -> None:
    expected = _solved(GameGraph.from_edges(_edges()))
    loopy = gg.loopy_grundy(_edges()).values.tobytes()
    for _ in range(5):
        graph = GameGraph.from_edges(_edges())  # whose rows nobody has built yet
        work: list[Callable[[], Any]] = [
            lambda graph=graph: _solved(graph),
            lambda graph=graph: gg.loopy_grundy(graph).values.tobytes(),
            lambda graph=graph: gg.solve(graph).verify() and _solved(graph),
        ]
        assert together(lambda k, work=work: work[k]()) == [expected, loopy, expected]


@pytest.mark.parametrize(
    "make",
    [
        lambda: gg.taking("squares"),
        lambda: gg.subtraction({1, 5, 6}),
        lambda: gg.octal("0.07"),
        lambda: gg.octal("0.9"),
        lambda: gg.all_but({3}),
        gg.grundys_game,
    ],
)
def test_threads_continue_the_table_of_one_game(make: Callable[[], gg.HeapGame]) -> None:
    """Each asks for more and more; without a lock, values were lost and memory was corrupted."""
    expected = make().values(1500).tolist()
    for _ in range(5):
        game = make()

        def ask(k: int, game: gg.HeapGame = game) -> list[int]:
            for n in range(40 * k, 1500, 90):
                assert game.value(n) == expected[n]
                assert game.values(n).tolist() == expected[: n + 1]
            return game.values(1500).tolist()

        assert together(ask) == [expected] * 3


def test_a_table_is_saved_as_it_was_at_one_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its memory and length were looked up apart: a thread between them left zeros in a file."""
    expected = gg.octal("0.77").values(1000)
    game = gg.octal("0.77")
    game.values(99)
    game.values(120)  # now there is room for more than is known
    threads: list[threading.Thread] = []

    def view(values: Any) -> memoryview:
        found = memoryview(values)
        if not threads:  # between the two; whoever comes here is to have the lock
            threads.append(threading.Thread(target=game.values, args=(1000,)))
            threads[0].start()
            threads[0].join(0.2)
        return found

    file = io.BytesIO()
    with monkeypatch.context() as patched:
        patched.setattr(table, "memoryview", view, raising=False)
        game.save(file)
    threads[0].join()
    file.seek(0)
    with np.load(file) as arrays:
        assert arrays["values"].tolist() == expected[: len(arrays["values"])].tolist()
    assert game.values(1000).tolist() == expected.tolist()


def test_threads_read_one_sequence_of_numbers() -> None:
    expected = gg.taking(count(1, 2)).options(900)
    for _ in range(5):
        game = gg.taking(count(1, 2))  # an iterator, which is read once
        games = [game, copy.copy(game), game]
        assert together(lambda k, games=games: games[k].options(900)) == [expected] * 3


def test_threads_ask_for_moves_in_one_pursuit() -> None:
    """The kernel has one place for the cops in work: without a lock, answers were mixed up."""
    petersen = [(i, (i + 1) % 5) for i in range(5)] + [(i, i + 5) for i in range(5)]
    petersen += [(i + 5, (i + 2) % 5 + 5) for i in range(5)]
    solution = gg.cops_and_robbers(petersen, 3)
    states = [(cops, robber) for cops in combinations(range(10), 3) for robber in range(10)]

    def ask(k: int) -> list[Any]:
        order = np.random.default_rng(k).permutation(len(states)).tolist()
        found: dict[int, Any] = {}
        for i in order:
            cops, robber = states[i]
            found[i] = (
                solution.best_move((cops, robber, "cops")),
                solution.number(cops),
                (solution.capture_time_of((cops, robber, "cops"))),
            )
        return [found[i] for i in range(len(states))]

    expected = ask(0)
    for _ in range(12):
        assert together(ask) == [expected] * 3


def test_threads_need_the_tables_of_nimbers_at_once() -> None:
    pairs = np.arange(3000, dtype=np.uint64) * 12345678901
    expected = gg.nim_product(pairs, pairs[::-1]).tolist()
    assert together(lambda _: gg.nim_product(pairs, pairs[::-1]).tolist()) == [expected] * 3


# -- processes ------------------------------------------------------------------------------------


def _child(seed: int) -> list[Any]:
    edges = np.random.default_rng(seed).integers(0, 500, (1500, 2), dtype=np.int32)
    return [_solved(GameGraph.from_edges(edges)), gg.octal("0.07").values(2000).tolist()]


forks = pytest.mark.filterwarnings("ignore:.*multi-threaded:DeprecationWarning")


@forks
@pytest.mark.large
@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_four_processes_at_once(method: str) -> None:
    if method not in multiprocessing.get_all_start_methods():
        pytest.skip("needs fork")
    with multiprocessing.get_context(method).Pool(4) as pool:
        assert pool.map(_child, range(8)) == [*map(_child, range(8))]


@forks
@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.parametrize("name", THINGS)
def test_a_child_answers_as_its_parent_does(name: str) -> None:
    thing = THINGS[name]()
    expected = facts(thing)
    reads, writes = os.pipe()
    process = os.fork()
    if process == 0:  # nothing of the tests may go on here
        try:
            same = facts(thing) == expected and facts(THINGS[name]()) == expected
            os.write(writes, b"same" if same else b"other")
        finally:
            os._exit(0)
    os.close(writes)
    with open(reads, "rb") as answer:
        assert answer.read() == b"same"
    assert os.waitpid(process, 0)[1] == 0
    assert facts(thing) == expected


def test_the_ring_that_all_of_this_starts_from_was_not_written() -> None:
    assert RING.tolist() == [[0, 1], [1, 2], [2, 0], [2, 3], [3, 3], [0, 4], [0, 4]]
