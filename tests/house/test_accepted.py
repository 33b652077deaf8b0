"""What the documentation says is accepted, is; what it says is refused, is.

`PARAMETERS` has a row for each description of a parameter, in any public docstring, that names
several forms, with a call for each form; a description without a row fails.  `SENTENCES` has rows
for sentences of README, docs and docstrings that say what is accepted or refused: the page, words
of the sentence, which must stand there, and a call.
"""

from __future__ import annotations

import ctypes
import inspect
import io
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import graphgame as gg
from graphgame import DRAW, LOSE, NO_PRESET, NO_SCORE, WIN
from graphgame.big.indexed.indexed_game import IndexedGame
from graphgame.big.partitions.stored import explore_partitions

ROOT = Path(__file__).parents[2]
pandas: Any = pytest.importorskip("pandas")
polars: Any = pytest.importorskip("polars")
pyarrow: Any = pytest.importorskip("pyarrow")
networkx: Any = pytest.importorskip("networkx")
igraph: Any = pytest.importorskip("igraph")
rustworkx: Any = pytest.importorskip("rustworkx")
sparse: Any = pytest.importorskip("scipy.sparse")

EDGES = [(0, 1), (1, 0), (1, 2)]
NAMED = {"a": ["b"], "b": ["a", "c"]}
STEPS = {"a": ["b", "c"], "b": ["c"]}
ARRAY = np.array(EDGES)
MATRIX = np.array([[0, 1, 0], [1, 0, 1], [0, 0, 0]])
DIGRAPH = networkx.DiGraph([("a", "b"), ("b", "a"), ("b", "c")])
GRAPH = gg.as_game_graph(EDGES)
TEXT = b"3 3\n1 2\n2 1\n2 3\n"

Call = Callable[[], object]


# -- rules of every kind: take 1, 2 or 3 -----------------------------------------------------------


def take(n: int) -> list[int]:
    return [n - k for k in (1, 2, 3) if n >= k]


def fewer(n: int) -> list[tuple[int, int]]:
    """One stone less, beside an empty heap: each option is a sum."""
    return [(n - 1, 0)] if n else []


def take_codes(codes: Any) -> Any:
    at, k = np.nonzero(codes[:, None] >= np.array([1, 2, 3]))
    return at, codes[at] - k - 1


class Take:
    """A rule object."""

    options = staticmethod(take)

    @staticmethod
    def preset(n: int) -> Any:
        return LOSE if n == 0 else None


class TakeCodes:
    """A rule object on codes."""

    options = staticmethod(take_codes)

    @staticmethod
    def preset(codes: Any) -> Any:
        return np.where(codes == 0, LOSE, NO_PRESET)


WORDS = ctypes.CFUNCTYPE(
    ctypes.c_int64, ctypes.c_int64, ctypes.POINTER(ctypes.c_int64), ctypes.c_int64, ctypes.c_void_p
)
NUMBER = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64, ctypes.c_void_p)


@WORDS
def native(code: int, options: Any, room: int, data: Any) -> int:
    found = take(code)
    for k, option in enumerate(found[:room]):
        options[k] = option
    return len(found)


@WORDS
def native_undo(code: int, options: Any, room: int, data: Any) -> int:
    found = [code + k for k in (1, 2, 3) if code + k <= 9]
    for k, option in enumerate(found[:room]):
        options[k] = option
    return len(found)


class Undo:
    """An object that gives predecessors."""

    @staticmethod
    def options(codes: Any) -> Any:
        at, k = np.nonzero(codes[:, None] + np.array([1, 2, 3]) <= 9)
        return at, codes[at] + k + 1


native_same = NUMBER(lambda code, data: code)
native_win = NUMBER(lambda code, data: 1 if code == 2 else NO_PRESET)
native_odd = NUMBER(lambda code, data: code % 2)


def batch_win(codes: Any) -> Any:
    return np.where(codes == 2, WIN, NO_PRESET)


def same(position: Any) -> Any:
    return position


def row_of_9(**given: Any) -> Any:
    return gg.solve(take, start=9, **given)


def solves(graph: Any, **given: Any) -> Call:
    """Return a call that solves, and looks at the first outcome and the certificate."""
    return lambda: len(gg.solve(graph, **given)) >= 3 and gg.solve(graph, **given).verify()


def refused(call: Call, message: str = "expected") -> Call:
    """Return a call that is refused."""

    def look() -> bool:
        with pytest.raises(gg.GraphGameError, match=message):
            call()
        return True

    return look


def presets_of(graph: Any, presets: Any) -> list[int]:
    """Return the presets of a graph of three positions."""
    found: list[int] = gg.as_game_graph(graph).with_presets(presets).presets.tolist()  # type: ignore[union-attr]
    return found


def owner_of(graph: Any, owner: Any) -> list[int]:
    """Return the owners of a graph of three positions."""
    found: list[int] = gg.solve(graph, owner=owner).game.owner.tolist()  # type: ignore[union-attr]
    return found


def sets_are_taken(solve: Callable[[Any], Any]) -> list[Callable[[], bool]]:
    """Return what says of each form of a list of sets whether it is taken."""
    forms: tuple[Callable[[], Any], ...] = (
        lambda: [[2], [1, 0]],
        lambda: [{2}, {0, 1}],
        lambda: [np.array([2]), np.array([0, 1])],
        lambda: [iter([2]), iter([0, 1])],
        lambda: [[False, False, True], {0: True, 1: True, 2: False}],
    )
    right = [[0, 0, 1], [1, 1, 0]]
    return [lambda form=form: solve(form()).sets.astype(int).tolist() == right for form in forms]


def targets_of(targets: Any, graph: Any = EDGES) -> list[int]:
    """Return the targets as 0 and 1."""
    found: list[int] = gg.attractor(graph, [0, 1, 0], targets).targets.astype(int).tolist()
    return found


def saved(solved: Any) -> io.BytesIO:
    """Return a file of a solved game."""
    file = io.BytesIO()
    solved.save(file)
    file.seek(0)
    return file


def explored(rule: Any, *, codes: bool = False, **given: Any) -> Call:
    """Return a call that explores from 9, and finds ten positions or those before a preset."""
    if codes:
        return lambda: 0 < gg.explore_codes(rule, 9, **given).n <= 10  # type: ignore[union-attr]
    return lambda: 0 < gg.explore(rule, 9, **given).n <= 10


def a_search(file: Any) -> Callable[[], object]:
    """Return what writes a search to a file, and goes on with it."""

    def check() -> object:
        gg.prove(take, 4001, seconds=0).save_search(file)
        if isinstance(file, io.BytesIO):
            file.seek(0)
        return gg.prove(take, 4001, resume=file).outcome == gg.WIN

    return check


def a_file(write: Callable[[Any], object], read: Callable[[Any], object]) -> Call:
    """Return a call that writes a file by its path, as text and as a Path, and in memory."""

    def look() -> bool:
        for path in (Path("file.x"), "file.x"):
            write(path)
            read(path)
        file = io.BytesIO()
        write(file)
        file.seek(0)
        read(file)
        return True

    return look


def a_level(positions: Any) -> list[int]:
    return [0 for _ in positions]


# -- parameters ------------------------------------------------------------------------------------


def proof_file(rule: object) -> io.BytesIO:
    """Return a file of the proof of position 9."""
    file = io.BytesIO()
    gg.prove(rule, 9).save(file)
    file.seek(0)
    return file


CODE_FORMS: list[Call] = [explored(take_codes, codes=True), explored(native, codes=True)]
STARTS: list[Any] = [9, [9, 7], {9, 7}, range(5, 10), np.array([9, 7]), iter([9, 7])]
ANSWERS: Any = gg.build(take_codes, start=9)
PARITY = gg.ParityGame([(0, 1), (1, 0)], [0, 1], [2, 1])
AUTOMATON = gg.read_hoa(
    io.BytesIO(
        b'HOA: v1 Start: 0 AP: 2 "r" "g" controllable-AP: 1 Acceptance: 0 t '
        b"--BODY-- State: 0 [0&1 | !0&!1] 0 --END--"
    )
)
CONTROLLER = gg.realize(AUTOMATON)


def throws(**given: Any) -> Call:
    """Return whether a die leads from a to b and c as likely, and c is won by player 0."""
    game = {"a": {"b": 1, "c": 1}}
    return lambda: gg.solve_chance(game, **given).value("a") == 0.5


def written(value: Any, **given: Any) -> Call:
    """Return whether a game of chance comes back from its text, 0 with this value."""

    def call() -> bool:
        file = io.BytesIO()
        gg.write_chance(gg.GameGraph.from_edges([(0, 1), (0, 2)]), file, **given)
        graph, numbers = gg.read_chance(io.BytesIO(file.getvalue()))
        return bool(gg.solve_chance(graph, **numbers).value(0) == value)

    return call


class Toss:
    """A coin that two players toss by turns; heads win."""

    rolls, layers = (1, 1), (0, 1)

    def moves(self, index: int, roll: int) -> list[int]:
        return [gg.ChanceDatabase.WON if roll else ~index]


PARAMETERS: dict[str, list[Call]] = {
    "*values : int, or array_like of int": [
        lambda: gg.nim_sum(3, 5) == 6,
        lambda: gg.nim_sum([3, 1], np.array([5, 1])).tolist() == [6, 0],
    ],
    "a : int, or array_like of int": [
        lambda: gg.nim_inverse(1) == 1,
        lambda: gg.nim_inverse([1, 1]).tolist() == [1, 1],
    ],
    "a, b : int, or array_like of int": [
        lambda: gg.nim_product(2, 2) == 3,
        lambda: gg.nim_product([2, 1], 2).tolist() == [3, 2],
    ],
    "canonical : callable or compiled function, optional": [
        explored(take_codes, codes=True, canonical=lambda codes: codes),
        explored(native, codes=True, canonical=native_same),
        lambda: gg.check_rule(take, start=9, canonical=same) is not None,
    ],
    "order : callable or compiled function, optional": [
        lambda: gg.prove(take, 9, order=lambda n: n).outcome == gg.WIN,
        lambda: gg.prove(native, 9, order=native_same).outcome == gg.WIN,
    ],
    "resume : path or binary file, optional": [
        a_search("search"),
        a_search(Path("search")),
        a_search(io.BytesIO()),
    ],
    "scores : callable, compiled function or mapping, optional": [
        lambda: gg.prove(take, 9, scores=lambda n: None if n else -5).score == 5,
        lambda: gg.prove(take, 9, scores={0: -5}).score == 5,
        lambda: gg.prove(native, 0, scores=native_same).score == 0,
    ],
    "closes_at : int or None": [
        lambda: gg.Line([1, 2], 0).closes_at == 0,
        lambda: gg.Line([1, 2], None).closes_at is None,
    ],
    "count : int or None": [
        lambda: len(gg.solve(take, start=21).puzzles(2)) == 2,
        lambda: len(gg.solve(take, start=21).puzzles(None)) > 10,
    ],
    "edges : (m, 2) array_like of int, iterable of pairs, or table of two columns": [
        lambda: gg.GameGraph.from_edges(ARRAY).m == 3,
        lambda: gg.GameGraph.from_edges([[0, 1], [1, 2]]).m == 2,
        lambda: gg.GameGraph.from_edges(iter(EDGES)).m == 3,
        lambda: gg.GameGraph.from_edges(pandas.DataFrame(ARRAY, columns=["u", "v"])).m == 3,
    ],
    "faces : int, iterable of numbers, or mapping of number to int": [
        lambda: gg.dice(2, 2) == {2: 1, 3: 2, 4: 1},
        lambda: gg.dice(iter([0, 1]), 2) == gg.dice(range(2), 2) == {0: 1, 1: 2, 2: 1},
        lambda: gg.dice({0: 1, 1: 3}) == {0: 1, 1: 3},
    ],
    "path : path or str": [
        lambda: ANSWERS.publish("answers.ggdb") is None,
        lambda: gg.Database.open("answers.ggdb").start == ANSWERS.start,
        lambda: gg.Database.open(Path("answers.ggdb")).start == ANSWERS.start,
        lambda: ANSWERS.publish(Path("answers"), split=True) is None,
        lambda: gg.Database.open("answers").start == ANSWERS.start,
    ],
    "file : path or binary file": [
        lambda: gg.all_but().write_html("nim.html") is None and Path("nim.html").stat().st_size > 0,
        lambda: gg.all_but().write_html(Path("nim.html")) is None,
        lambda: gg.all_but().write_html(io.BytesIO()) is None,
        a_file(gg.solve(EDGES).save, gg.Solution.load),
        a_file(gg.octal("0.77").save, gg.HeapGame.load),
        a_file(ANSWERS.save, lambda file: gg.Database.load(file, rule=take_codes)),
        a_file(lambda file: gg.write_graph(GRAPH, file), gg.read_graph),
        a_file(lambda file: gg.write_pg(PARITY, file), gg.read_pg),
        a_file(PARITY.solve().write_sol, PARITY.read_sol),
        a_file(lambda file: gg.write_hoa(AUTOMATON, file), gg.read_hoa),
        a_file(CONTROLLER.write_hoa, gg.read_hoa),
        a_file(gg.grundy([(0, 1)]).save, gg.GrundyValues.load),
        a_file(gg.PoliceAndThief("1 3\nP.T").solve().save, gg.PursuitSolution.load),
        a_file(gg.prove(take, 9).save, lambda file: gg.verify_proof(file, take)),
    ],
    "grid : path, binary file, list of str, or (n, m) array_like of characters or bools": [
        lambda: Path("board").write_bytes(b"1 2\n.E\n") and gg.read_grid("board").m == 1,
        lambda: gg.read_grid(Path("board")).m == 1,
        lambda: gg.read_grid(io.BytesIO(b"1 2\n.E\n")).m == 1,
        lambda: gg.read_grid([".E"]).m == 1,
        lambda: gg.read_grid(np.array([[".", "E"]])).m == 1,
        lambda: gg.read_grid(np.array([[True, False], [True, True]])).m == 4,
    ],
    "directions : iterable of str, or str with commas, optional": [
        lambda: gg.read_grid(["..", ".."], directions=["down", "right"]).m == 4,
        lambda: gg.read_grid(["..", ".."], directions=iter(["down"])).m == 2,
        lambda: gg.read_grid(["..", ".."], directions="down,right").m == 4,
        lambda: gg.read_grid(["..", ".."], directions=None).m == 8,
    ],
    "letters : iterable of iterable of str, or of mapping of str to bool": [
        lambda: CONTROLLER.simulate([["r"], []]) == [["g"], []],
        lambda: CONTROLLER.simulate(iter([("r",), {}])) == [["g"], []],
        lambda: CONTROLLER.simulate([{"r": True}, {"r": False}]) == [["g"], []],
    ],
    "games : iterable of GameGraph, or of anything that `as_game_graph` takes": [
        lambda: gg.game_sum([GRAPH, GRAPH]).n == 9,
        lambda: gg.game_sum(iter([NAMED, ARRAY])).n == 9,
    ],
    "graph : GameGraph, anything that `as_game_graph` takes, or with `start` a rule": [
        solves(GRAPH),
        solves(NAMED),
        solves(take, start=9),
        lambda: len(gg.attractor(GRAPH, [0, 1, 0], 2)) == 1,
        lambda: len(gg.attractor(NAMED, [0, 0, 0], "c")) == 3,
        lambda: len(gg.attractor(take, lambda n: 0, 0, start=9)) == 10,
    ],
    "graph : GameGraph, or anything that `as_game_graph` takes, or with `start` a rule": [
        lambda: gg.grundy(gg.as_game_graph([(0, 1)])).value(0) == 1,
        lambda: gg.grundy({"a": ["b"]}).value("a") == 1,
        lambda: gg.grundy(take, start=9).value(9) == 1,
    ],
    "graphs : str or bytes, iterable of str or bytes, or (number, n) array_like of uint64": [
        lambda: gg.cop_numbers("Bw\n").tolist() == [1],
        lambda: gg.cop_numbers(b"Bw\n").tolist() == [1],
        lambda: gg.cop_numbers(["Bw", "Bw"]).tolist() == [1, 1],
        lambda: gg.cop_numbers(iter([b"Bw", b"Bw"])).tolist() == [1, 1],
        lambda: gg.cop_numbers(np.array([[6, 5, 3]], dtype=np.uint64)).tolist() == [1],
    ],
    "grid : str or bytes, path-like, binary file, list of str, or (n, m) array_like": [
        lambda: gg.PoliceAndThief("1 3\nP.T").solve() is not None,
        lambda: gg.PoliceAndThief(b"1 3\nP.T").solve() is not None,
        lambda: Path("board").write_bytes(b"1 3\nP.T")
        and gg.PoliceAndThief(Path("board")) is not None,
        lambda: gg.PoliceAndThief(io.BytesIO(b"1 3\nP.T")) is not None,
        lambda: gg.PoliceAndThief(["P.T"]) is not None,
        lambda: gg.PoliceAndThief(np.array([list("P.T")])) is not None,
    ],
    "heaps : int, or iterable of int": [
        lambda: gg.misere_outcome(gg.octal("0.77"), 3) in (WIN, LOSE),
        lambda: gg.misere_outcome(gg.octal("0.77"), iter([3, 2])) in (WIN, LOSE),
    ],
    "index, position : callable or compiled function, optional": [
        lambda: gg.check_rule(take, start=9, index=same, position=same, size=10) is not None,
        lambda: gg.check_rule(
            native, start=9, index=native_same, position=native_same, size=10
        ) is not None,
    ],
    "matrix : (n, n) array_like of numbers, or SciPy sparse array or matrix": [
        lambda: gg.GameGraph.from_adjacency(MATRIX).m == 3,
        lambda: gg.GameGraph.from_adjacency(MATRIX.tolist()).m == 3,
        lambda: gg.GameGraph.from_adjacency(sparse.csr_array(MATRIX)).m == 3,
        lambda: gg.GameGraph.from_adjacency(sparse.coo_matrix(MATRIX)).m == 3,
    ],
    "memory : int or str, optional": [
        lambda: gg.cop_number(DIGRAPH.to_undirected(), memory=1 << 28) == 1,
        lambda: gg.cop_number(DIGRAPH.to_undirected(), memory="256MiB") == 1,
        lambda: gg.PoliceAndThief("1 3\nP.T").solve(memory="1GB") is not None,
    ],
    "owner : callable, compiled function or mapping, optional": [
        explored(take, owner=lambda n: n % 2),
        explored(take, owner={n: n % 2 for n in range(10)}),
        explored(native, codes=True, owner=native_odd),
    ],
    "owner : mapping of position, function of a position, or (n,) array_like": [
        throws(owner={"b": 1, "c": 0}),
        throws(owner=lambda p: "chance" if p == "a" else ord(p) % 2),
        throws(owner=["chance", 0, 1]),
        throws(owner=np.array([-1, 0, 1])),
    ],
    "owner : mapping of position, function of a position, or (n,) array_like, optional": [
        *(written(3, owner=x, points=[1, 3])
          for x in ({0: 0}, lambda p: 0, [0, 1, 1], np.array([0, 0, 0]), None)),
    ],
    "owner : mapping of position to 0 or 1, function of a position, or (n,) array_like, optional": [
        lambda: owner_of(NAMED, {"a": 0, "b": 1, "c": 0}) == [0, 1, 0],
        lambda: owner_of(NAMED, lambda p: p == "b") == [0, 1, 0],
        lambda: owner_of(NAMED, np.array([False, True, False])) == [0, 1, 0],
    ],
    "numbers : str, predicate, iterator or iterable of int": [
        lambda: gg.taking("primes").values(9) is not None,
        lambda: gg.taking(lambda n: n in (1, 2)).values(9) is not None,
        lambda: gg.taking(iter([1, 2])).values(9) is not None,
        lambda: gg.taking([1, 2]).values(9) is not None,
    ],
    "options : mapping, iterable of iterables, or (n, k) array_like of int": [
        lambda: gg.GameGraph.from_options(NAMED).n == 3,
        lambda: gg.GameGraph.from_options(iter([[1], (0, 2), {2}])).n == 3,
        lambda: gg.GameGraph.from_options(np.array([[1, 2], [2, 0], [0, 1]])).m == 6,
    ],
    "left, right : anything that `as_game_graph` takes, or with `start` a rule": [
        lambda: gg.partizan(NAMED, NAMED).outcome_class("a") == "P",
        lambda: gg.partizan(GRAPH, EDGES).game.n == 3,
        lambda: gg.partizan(take, take, start=9).game.n == 10,
    ],
    "owner : mapping of position to 0 or 1, function of a position, (n,) array_like, or None": [
        lambda: GRAPH.with_owner({0: 0, 1: 1, 2: 0}).owner is not None,
        lambda: GRAPH.with_owner(lambda v: v % 2).owner.tolist() == [0, 1, 0],  # type: ignore[union-attr]
        lambda: GRAPH.with_owner([0, 1, 0]).owner is not None,
        lambda: GRAPH.with_owner(None).owner is None,
        lambda: len(gg.attractor(NAMED, {"a": 0, "b": 0, "c": 0}, "c")) == 3,
        lambda: len(gg.attractor(NAMED, lambda p: 0, "c")) == 3,
        lambda: len(gg.attractor(NAMED, (0, 0, 0), "c")) == 3,
        lambda: len(gg.attractor(GRAPH.with_owner([0, 0, 0]), None, 2)) == 3,
        lambda: gg.ParityGame(EDGES, {0: 0, 1: 1, 2: 0}, [1, 2, 0]).owner.tolist() == [0, 1, 0],
        lambda: gg.ParityGame(EDGES, lambda v: v % 2, [1, 2, 0]).owner.tolist() == [0, 1, 0],
        lambda: gg.ParityGame(EDGES, [0, 1, 0], [1, 2, 0]).owner.tolist() == [0, 1, 0],
        lambda: gg.ParityGame(GRAPH.with_owner([0, 1, 0]), None, [1, 2, 0]).n == 3,
    ],
    "position : hashable, or list or array of hashable": [
        lambda: gg.solve(EDGES).outcome(1) is WIN,
        lambda: gg.solve(NAMED).outcome(["a", "b"]).tolist() == [-1, 1],
        lambda: gg.solve(EDGES).outcome(np.array([0, 1])).tolist() == [-1, 1],
    ],
    "position : position or Sum": [
        lambda: gg.grundy(fewer, start=3, sums=True).outcome(3) is WIN,
        lambda: gg.grundy(fewer, start=3, sums=True).outcome(gg.Sum(3, 3)) is LOSE,
    ],
    "position : position or Sum, optional": [
        lambda: len(gg.grundy(fewer, start=3, sums=True).winning_moves(gg.Sum(3))) == 1,
        lambda: len(gg.grundy(fewer, start=3, sums=True).winning_moves()) == 1,
    ],
    "partial : Outcome, its name, or (outcome, remoteness), optional": [
        lambda: (stopped().graph(partial=gg.DRAW).presets[-1]) == DRAW,
        lambda: (stopped().graph(partial="WIN").presets[-1]) == WIN,
        lambda: (stopped().graph(partial=(WIN, 3)).preset_remoteness[-1]) == 3,
    ],
    "presets : callable or compiled function, optional": [
        lambda: gg.Database.load(
            saved(gg.build(take_codes, start=9, presets=batch_win)),
            rule=take_codes, presets=batch_win,
        ).outcome(9) in (WIN, LOSE),
        lambda: gg.Database.load(
            saved(gg.build(native, start=9, presets=native_win)),
            rule=native, presets=native_win,
        ).outcome(9) in (WIN, LOSE),
    ],
    "presets : callable, compiled function or mapping, optional": [
        explored(take, presets=lambda n: WIN if n == 2 else None),
        explored(take, presets={2: WIN}),
        explored(take_codes, codes=True, presets=batch_win),
        explored(native, codes=True, presets=native_win),
        explored(native, codes=True, presets={2: WIN}),
        lambda: IndexedGame(10, take_codes, presets=batch_win).solve() is not None,
        lambda: IndexedGame(10, native, presets=native_win).solve() is not None,
        lambda: IndexedGame(10, take_codes, presets={2: WIN}).solve() is not None,
    ],
    "presets : mapping of position to Outcome, function of a position, (n,) array_like, or None": [
        lambda: presets_of(NAMED, {"c": WIN}) == [2, 2, 1],
        lambda: presets_of(NAMED, {"c": "WIN"}.get) == [2, 2, 1],
        lambda: presets_of(NAMED, [None, None, "WIN"]) == [2, 2, 1],
        lambda: gg.as_game_graph(NAMED).with_presets(None).presets is None,
    ],
    "presets : mapping of position to Outcome, function of a position, or (n,) array_like, "
    "optional": [
        solves(NAMED, presets={"c": WIN}),
        solves(NAMED, presets=lambda p: (WIN, 3) if p == "c" else None),
        solves(NAMED, presets=np.array([2, 2, 1])),
        lambda: gg.grundy({"a": ["a", "b"]}, presets={"a": LOSE}).value("a") == 0,
        lambda: gg.grundy({"a": ["a", "b"]}, presets={"a": LOSE}.get).value("a") == 0,
        lambda: gg.grundy({"a": ["a", "b"]}, presets=[LOSE, NO_PRESET]).value("a") == 0,
    ],
    "presets, against_presets : callable, compiled function or mapping, optional": [
        lambda: gg.check_rule(take, start=9, presets=lambda n: WIN if n == 2 else None) is not None,
        lambda: gg.check_rule(native, start=9, presets=native_win) is not None,
        lambda: gg.check_rule(
            take, start=9, presets={2: WIN}, against=native, against_presets=native_win
        ) is not None,
    ],
    "presets, owner : callable, compiled function or mapping, optional": [
        lambda: gg.Explorer(take, 9, presets=lambda n: None, owner=lambda n: 0)
        .run().graph().n == 10,
        lambda: gg.Explorer(native, 9, presets=native_win, owner=native_odd).run().graph().n == 10,
        lambda: gg.Explorer(take, 9, presets={0: LOSE}, owner=dict.fromkeys(range(10), 0))
        .run().graph().n == 10,
    ],
    "points : as probabilities, or a function of (position, option), optional": [
        *(lambda x=x: gg.solve_chance(STEPS, points=x).value("a") == 3
          for x in (
              {"a": [1, 3], "b": [-2]}, {("a", "c"): 3}, [1, 3, -2], np.array([1, 3, -2]),
              lambda p, q: 3 if q == "c" and p == "a" else 0,
          )),
    ],
    "precision : float or None": [
        lambda: gg.build_chance(Toss(), precision=1e-6).gap <= 1e-6,
        lambda: gg.build_chance(Toss(), precision=None).precision is None,
    ],
    "priority : mapping, (n,) array_like of int, or function of a position": [
        lambda: gg.ParityGame(EDGES, [0, 1, 0], {0: 5, 1: 6, 2: 7}).priority.tolist() == [5, 6, 7],
        lambda: gg.ParityGame(EDGES, [0, 1, 0], np.array([5, 6, 7], np.uint8)).n == 3,
        lambda: gg.ParityGame(EDGES, [0, 1, 0], lambda v: v + 5).priority.tolist() == [5, 6, 7],
    ],
    "probabilities : mapping, (m,) array_like, or function of a position, optional": [
        *(lambda x=x: gg.solve_chance({"a": ["b", "c"]}, owner={"b": 1, "c": 0}, probabilities=x)
          .value("a") == 0.25
          for x in (
              {"a": {"b": 1, "c": 3}}, {"a": [0.25, 0.75]}, {("a", "b"): 1, ("a", "c"): 3},
              ["1/4", "3/4"], np.array([1, 3]),
              lambda p: [("b", 1), ("c", 3)] if p == "a" else None,
          )),
    ],
    "probabilities, points : mapping or (m,) array_like, optional": [
        *(written(5, owner=[-1, 0, 0], probabilities=x, points=y)
          for x in ({0: {1: 1, 2: 3}}, {(0, 1): 0.25, (0, 2): 0.75}, [1, 3], np.array([1, 3]))
          for y in ({0: [2, 6]}, {(0, 1): 2, (0, 2): 6}, ["2", 6.0], np.array([2, 6]))),
    ],
    "rule : callable, compiled function, or object with ``options(position)``": [
        lambda: gg.check_rule(take, start=9) is not None,
        lambda: gg.check_rule(native, start=9) is not None,
        lambda: gg.check_rule(Take(), start=9) is not None,
    ],
    "rule : callable, compiled function, or object with ``options``": [
        explored(take), explored(native), explored(Take()),
        *(lambda rule=rule: gg.verify_proof(proof_file(rule), rule).positions == 10
          for rule in (take, native, Take(), take_codes)),
    ],
    "rule : callable, compiled function, or object with ``options`` and perhaps ``preset``": [
        *CODE_FORMS,
        explored(TakeCodes(), codes=True),
        lambda: gg.Explorer(take, 9).run().graph().n == 10,
        lambda: gg.Explorer(native, 9).run().graph().n == 10,
        lambda: gg.Explorer(Take(), 9).run().graph().n == 10,
        *(lambda rule=rule: IndexedGame(10, rule).solve() is not None
          for rule in (take_codes, native, TakeCodes())),
    ],
    "safe, unsafe : hashable, or list, set, array or iterator of hashable, or flags": [
        *(lambda x=x: gg.solve_safety(EDGES, [0, 1, 0], unsafe=x).verify()
          for x in (2, [2], {2}, np.array([2]), iter([2]), [False, False, True])),
        *(lambda x=x: gg.solve_cobuchi(EDGES, [0, 1, 0], safe=x).verify()
          for x in (1, [0, 1], {0, 1}, np.array([0, 1]), iter([0, 1]),
                    np.array([True, True, False]))),
    ],
    "scores : mapping of position to int, function of a position, or (n,) array_like, optional": [
        lambda: gg.solve_scores(NAMED, {"c": 3}).verify(),
        lambda: gg.solve_scores(NAMED, lambda p: 3 if p == "c" else None).verify(),
        lambda: gg.solve_scores(NAMED, np.array([NO_SCORE, NO_SCORE, 3])).verify(),
    ],
    "scores : mapping of position to number, function of a position, or (n,) array_like, "
    "optional": [
        *(lambda x=x: gg.solve_chance(NAMED, scores=x).value("a") == -2.5
          for x in ({"c": -2.5}, {"c": -2.5}.get, [None, None, -2.5],
                    np.array([np.nan, np.nan, -2.5]))),
    ],
    "shape : int, or sequence of 1 to 3 int": [
        lambda: len(gg.table(same, 9)) == 9,
        lambda: np.asarray(gg.table(lambda a, b: a + b, (2, 3))).shape == (2, 3),
    ],
    "start : hashable, or list, set or iterator of hashable, optional": [
        *(lambda x=x: len(gg.solve(take, start=x)) == 10 for x in (9, [9, 7], {9, 7}, iter([9]))),
        *(lambda x=x: gg.grundy(take, start=x).value(9) == 1 for x in (9, [9], {9}, iter([9]))),
    ],
    "start : hashable, or list, set, range, array or iterator of hashable": [
        lambda: all(gg.explore(take, start).n == 10 for start in STARTS),
        *(lambda x=x: gg.check_rule(take, start=x) is not None for x in (9, [9], range(9), {9})),
    ],
    "position : hashable, or list or array of positions": [
        lambda: gg.build(take_codes, 9).outcome(3) is gg.WIN,
        lambda: gg.build(take_codes, 9).outcome([3, 4]).tolist() == [1, -1],
        lambda: gg.build(take_codes, 9).remoteness_of(np.array([[3, 4]])).tolist() == [[1, 2]],
        lambda: gg.build(take, 9).outcome([3, 4]).tolist() == [1, -1],
    ],
    "start : int or sequence of int, optional": [
        lambda: gg.find_patterns([0, 1, 2, 3] * 30, start=1) is not None,
        lambda: gg.find_patterns(np.indices((20, 20)).sum(0), start=[0, 0]) is not None,
    ],
    "start : int, (k,) array_like of int, or iterator of int": [
        *(lambda x=x: gg.explore_codes(take_codes, x).n == 10
          for x in (9, np.array([9, 7]), [9, 7], (9, 7), iter([9, 7]))),
    ],
    "start : int, or sequence of int": [
        lambda: len(gg.table(same, 9, start=1)) == 9,
        lambda: np.asarray(gg.table(lambda a, b: a + b, (2, 3), start=(1, 1)))[0][0] == 2,
    ],
    "state : int, or iterable of int": [
        lambda: gg.octal("0.77").outcome(3) in (WIN, LOSE),
        lambda: gg.octal("0.77").outcome(iter([3, 2])) in (WIN, LOSE),
    ],
    "table : array_like of int, mapping of position to int, or a solved game": [
        lambda: gg.find_patterns([0, 1, 2, 3] * 30) is not None,
        lambda: gg.find_patterns({n: n % 4 for n in range(99)}) is not None,
        lambda: gg.find_patterns(gg.solve(take, start=50)) is not None,
    ],
    "targets : hashable, or list, set, array or iterator of hashable, or flags": [
        lambda: targets_of(2) == [0, 0, 1],
        lambda: targets_of([2, 0]) == [1, 0, 1],
        lambda: targets_of({2}) == [0, 0, 1],
        lambda: targets_of(np.array([2])) == [0, 0, 1],
        lambda: targets_of(iter([2])) == [0, 0, 1],
        lambda: targets_of([False, False, True]) == [0, 0, 1],
    ],
    "sets : list of list, set, array or iterator of hashable, or of flags":
        sets_are_taken(lambda x: gg.solve_generalized_buchi(EDGES, [0, 1, 0], x)),
    "assumptions, guarantees : list of list, set, array or iterator of hashable, or of flags":
        sets_are_taken(lambda x: gg.solve_gr1(EDGES, [0, 1, 0], x[:1], x[1:])),
    "players : pair of str, or mapping of language to such pairs, optional": [
        *(lambda names=names: "Vera" in gg.partizan([(0, 1)], [(1, 0)]).to_html(players=names)
          for names in (("Vera", "Hal"), ["Vera", "Hal"], {"en": ("Vera", "Hal")})),
    ],
    'puzzles : int or "all", optional': [
        *(lambda x=x, n=n: f'"puzzles":{n}' in gg.cops_and_robbers([(0, 1)]).to_html(puzzles=x)
          for x, n in ((3, 3), ("all", 100))),
    ],
    "progress : bool or callable": [
        lambda: gg.explore(take, start=9, progress=False).n == 10,
        lambda: gg.explore(take, start=9, progress=lambda progress: None).n == 10,
    ],
    "tier : callable or compiled function, optional": [
        lambda: gg.check_rule(take, start=9, tier=same) is not None,
        lambda: gg.check_rule(native, start=9, tier=native_same) is not None,
    ],
    "undo : callable, compiled function or object with ``options``, optional": [
        *(lambda undo=undo: IndexedGame(10, take_codes, undo=undo).solve() is not None
          for undo in (Undo.options, native_undo, Undo())),
    ],
    "values : iterable of int, or array_like of int": [
        lambda: gg.mex({0, 1, 3}) == 2,
        lambda: gg.mex(iter([0, 1])) == 2,
        lambda: gg.mex(np.array([0, 1])) == 2,
    ],
}  # fmt: skip


def stopped() -> Any:
    """Return an exploration that a limit has stopped."""
    with pytest.raises(gg.ExplorationLimitError) as caught:
        gg.explore(take, 9, limit=5)
    return caught.value.explorer


def parameters_of_docstrings() -> set[str]:
    """Return the descriptions of parameters, in public docstrings, that name several forms."""
    found: set[str] = set()
    for name in gg.__all__:
        public = getattr(gg, name)
        members = vars(public) if inspect.isclass(public) else {}
        for documented in (public, *(x for key, x in members.items() if key[0] != "_")):
            text = inspect.getdoc(getattr(documented, "__func__", documented)) or ""
            section = re.search(
                r"Parameters\n-+\n(.*?)(?:\n\n[A-Z][A-Za-z ]+\n-+|\Z)", text, re.DOTALL
            )
            lines = section[1].splitlines() if section else ()
            found |= {x for x in lines if re.match(r"\S.* : .*\bor\b", x)}
    return found


def test_each_parameter_with_several_forms_has_a_row() -> None:
    assert parameters_of_docstrings() == set(PARAMETERS)


@pytest.mark.parametrize("described", PARAMETERS)
def test_a_parameter_takes_every_form_that_its_docstring_names(
    described: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    forms = len(re.split(r",? or |, ", described.partition(" : ")[2].replace(", optional", "")))
    assert len(PARAMETERS[described]) >= min(forms, 2)
    for number, call in enumerate(PARAMETERS[described]):
        assert call(), number


# -- sentences -------------------------------------------------------------------------------------

FROM, OWNERS, RULES, SAVING = (
    "docs/howto/graphs-from.md", "docs/owners.md", "docs/rules.md", "docs/howto/saving-exporting.md"
)  # fmt: skip
FORMATS, FOLDERS = "docs/formats.md", "docs/howto/database-and-cluster.md"
LEVELS, SYMMETRY = "docs/howto/draw-levels.md", "docs/howto/symmetry.md"
SOLVE, WITH = "graphgame.solve", "graphgame.GameGraph.with_presets"
SCORES = "graphgame.solve_scores"
ATTRACTOR = "graphgame.attractor"
FRAME = {"source": ["a", "b", "b"], "target": ["b", "a", "c"]}


def frame(one: str, other: str) -> Any:
    """Return a table of two columns, of which the first row is an edge from 0 to 1."""
    return pandas.DataFrame({one: [0, 1], other: [1, 2]})


def backwards(table: Any) -> bool:
    """Return whether the second column is read as the position."""
    return gg.as_game_graph(table).options(1) == [0]


def grows(solved: Any) -> bool:
    return len(solved) == 3 and bool(solved.verify())


SENTENCES: list[tuple[str, str, Call]] = [
    (FROM, "A list of pairs, each a tuple.", solves(EDGES)),
    (FROM, "An array of shape (m, 2) is copied", solves(ARRAY)),
    (FROM, "If it is int32 and in C order, you can lend it",
     lambda: gg.GameGraph.from_edges(ARRAY.astype(np.int32), copy=False).m == 3),
    (FROM, "If nodes are numbered from 1, or some nodes have no edge, say so",
     lambda: gg.GameGraph.from_edges(ARRAY + 1, n=5, base=1).n == 5),
    (FROM, "Of more than 10,000 positions one in ten must touch an edge",
     refused(lambda: gg.solve([(0, 900001)]), "fewer than one in 10")),
    (FROM, "The keys and options are labels: anything hashable.",
     solves({(0, 1): ["x", None], "x": [frozenset()], None: [], frozenset(): []})),
    (FROM, "An option that is no key has no moves, if its type is that of a key.",
     lambda: gg.as_game_graph(NAMED).options("c") == []),
    (FROM, "Others are refused, since they may be slips",
     refused(lambda: gg.solve({"1": [2]}), "of type int")),
    (FROM, "a single tuple is no list",
     refused(lambda: gg.solve({(0, 0): (0, 1), (0, 1): []}), "a position itself")),
    (FROM, "## NetworkX, igraph, rustworkx", lambda: all(
        grows(gg.solve(graph)) for graph in (
            DIGRAPH, igraph.Graph(n=3, edges=EDGES, directed=True), two_ways()))),
    (FROM, "In an *undirected* graph the token may go both ways along each edge",
     lambda: gg.as_game_graph(networkx.Graph([("a", "b")])).m == 2),
    (FROM, "Attributes of edges are ignored.",
     solves(networkx.DiGraph([("a", "b", {"weight": 3}), ("b", "c", {})]))),
    (FROM, "they are what `graph.to_networkx()` writes, and they are read back",
     lambda: gg.as_game_graph(
         gg.as_game_graph(NAMED).with_presets({"c": WIN}).to_networkx()
     ).presets.tolist() == [2, 2, 1]),  # type: ignore[union-attr]
    (FROM, "A table with two columns is a list of edges.", lambda: all(
        grows(gg.solve(make(FRAME))) for make in (
            pandas.DataFrame, polars.DataFrame, pyarrow.table))),
    (FROM, "`from_node`, `From Node` and `fromNode` are the same", lambda: all(
        backwards(frame("to", name)) for name in ("from_node", "From Node", "fromNode"))),
    (FROM, "by these words, in any order", lambda: all(
        backwards(frame(other, one)) and not backwards(frame(one, other))
        for one, other in (("source", "target"), ("parent", "child"), ("start", "end")))),
    (FROM, "the second is the other end", lambda: backwards(frame("next_state", "state"))),
    (FROM, "from *u* to *v*, from *s* to *t*",
     lambda: backwards(frame("v", "u")) and backwards(frame("t", "s"))),
    (FROM, "in their order, if that is what the word says; else refused",
     refused(lambda: gg.solve(frame("target", "colour")))),
    (FROM, "both with words for the same end | refused",
     refused(lambda: gg.solve(frame("from", "source")))),
    (FROM, "in their order: first the position, then the option",
     lambda: not backwards(frame("x", "y"))),
    (FROM, "Tables with more columns: choose two",
     lambda: grows(gg.solve(pandas.DataFrame({**FRAME, "z": 1})[["source", "target"]]))),
    (FROM, "a row with an empty cell is refused",
     refused(lambda: gg.solve(pandas.DataFrame({"source": ["a", None], "target": ["b", "c"]})))),
    (FROM, "`labels` beside a table of strings are all positions, in their order",
     lambda: gg.GameGraph.from_edges(pandas.DataFrame(FRAME), labels="abcd").n == 4),
    (FROM, "So it is not guessed", refused(lambda: gg.solve(MATRIX), "from_adjacency")),
    (FROM, "An entry that is not 0 in row *u* and column *v* is a move",
     lambda: gg.GameGraph.from_adjacency(MATRIX * -2.5).options(1) == [0, 2]),
    (FROM, "A sparse array or matrix is an adjacency matrix", lambda: all(
        grows(gg.solve(kind(MATRIX))) for kind in (
            sparse.csr_array, sparse.csc_array, sparse.coo_array, sparse.csr_matrix))),
    (FROM, "`GameGraph.from_adjacency(matrix, copy=False)` lends their `indices`",
     lambda: gg.GameGraph.from_adjacency(sparse.csr_array(MATRIX), copy=False).m == 3),
    (FROM, "If you have the two arrays of CSR yourself, pass them as a pair",
     solves(([0, 1, 3, 3], [1, 0, 2]))),
    (FROM, "or to `GameGraph.from_csr(option_ptr, option_idx)`",
     lambda: gg.GameGraph.from_csr([0, 1, 3, 3], [1, 0, 2]).m == 3),
    (FROM, "they are stored entries, so they are moves",
     lambda: gg.as_game_graph(sparse.csr_array(([0, 1], ([0, 1], [1, 0])), shape=(2, 2))).m == 2),
    (FROM, '`gg.read_graph("moves.txt")` reads the same file, and `gg.write_graph` writes it',
     lambda: Path("moves.txt").write_bytes(TEXT) and grows(gg.solve(gg.read_graph("moves.txt")))),
    (FROM, "by a dict, or a function of a position that returns None where play goes on",
     lambda: all(gg.solve(NAMED, presets=x).outcome("b") == "DRAW"
                 for x in ({"c": DRAW}, lambda p: DRAW if p == "c" else None))),
    (FROM, "The names of outcomes are outcomes, too.",
     lambda: gg.solve(NAMED, presets={"c": "DRAW"}).outcome("b") is DRAW),
    (FROM, "So may `owner`, `priority` and `scores` be functions.", lambda: all((
        owner_of(NAMED, lambda p: p == "b") == [0, 1, 0],
        gg.solve(NAMED, owner=lambda p: 0).verify(),
        gg.ParityGame(NAMED, lambda p: 0, lambda p: 1).n == 3,
        gg.solve_scores(NAMED, {"c": 1}.get).verify()))),
    (FROM, "for one position at a time, by its label, also where the labels are codes",
     lambda: gg.explore_codes(take_codes, 9).with_owner(lambda n: int(n) % 2).owner[0] == 1),
    (FROM, "lists, tuples, NumPy arrays of any integer type, columns of pandas, Polars and Arrow",
     lambda: all(owner_of(EDGES, x) == [0, 1, 0] for x in (
         [0, 1, 0], (0, 1, 0), *(np.array([0, 1, 0], kind) for kind in "bBhHiIlLqQ"),
         pandas.Series([0, 1, 0]), polars.Series([0, 1, 0]), pyarrow.array([0, 1, 0])))),
    (FROM, "A missing entry is none where none has a meaning, as of presets and scores.",
     lambda: presets_of(EDGES, polars.Series([None, None, 1])) == [2, 2, 1]
     and gg.solve_scores(EDGES, pandas.Series([None, None, 1], dtype="Int64")).verify()),
    (FROM, "A pandas.Series with an index of labels goes by its index.",
     lambda: presets_of(NAMED, pandas.Series([0, 1], index=["c", "a"])) == [1, 2, 0]),
    (FROM, "Bools are 0 and 1 where these are numbers",
     lambda: owner_of([(0, 1)], np.array([True, False])) == [1, 0]),
    (FROM, "presets they are refused, since True may be a win",
     refused(lambda: gg.solve(EDGES, presets=[True, False, False]), "who wins or where")),
    (FROM, "a list, an array or a column of bools is flags", lambda: all(
        targets_of(x) == [1, 0, 0] for x in (
            [True, False, False], np.array([True, False, False]),
            pandas.Series([True, False, False]), polars.Series([True, False, False])))),
    (FROM, "and so is a dict from every position to a bool",
     lambda: targets_of({0: True, 1: False, 2: False}) == [1, 0, 0]),
    (FROM, "anything else is positions", lambda: targets_of([0, 1]) == [1, 1, 0]),
    (FROM, "as many numbers as there are positions, all of them 0 or 1, and some of them equal",
     refused(lambda: targets_of([0, 1, 0]), "numpy.array")),
    (OWNERS, "`graph` is anything that `solve` takes",
     lambda: all(len(gg.attractor(x, [0, 0, 0], [])) == 0 for x in (EDGES, NAMED, DIGRAPH))),
    (OWNERS, "`owner` an array, a mapping or a function of a position", lambda: all(
        len(gg.attractor(EDGES, x, 2)) == 3
        for x in (np.zeros(3, int), {0: 0, 1: 0, 2: 0}, lambda v: 0))),
    (OWNERS, "with `owner=None` the graph says who moves, and what differs from it is refused",
     lambda: len(gg.attractor(GRAPH.with_owner([0, 0, 0]), None, 2)) == 3 and refused(
         lambda: gg.attractor(GRAPH.with_owner([0, 0, 0]), [0, 0, 1], 2), "with_owner")()),
    (OWNERS, "`targets` are positions (one, or a list, set or array of them) or flags",
     lambda: all(targets_of(x) == [0, 0, 1]
                 for x in (2, [2], {2}, np.array([2]), np.array([False, False, True])))),
    (OWNERS, "`partizan(left, right)` takes two sets of edges",
     lambda: gg.partizan([(0, 1)], [(1, 0)]).verify()),
    (OWNERS, "`solve` takes it",
     lambda: gg.solve(gg.partizan([(0, 1)], [(1, 0)]).alternating()).verify()),
    (OWNERS, "So `turn=` is refused here.",
     refused(lambda: gg.solve_buchi(EDGES, [0, 1, 0], 0).to_html(turn=lambda p: 0))),
    (RULES, "`start` is one position, or a list of many.",
     lambda: gg.explore(take, 9).n == gg.explore(take, [9, 8]).n == 10),
    (RULES, "a tuple, a string, a number, a frozenset, a frozen dataclass", lambda: all(
        gg.explore(lambda p: [], x).n == 1 for x in ((1, 2), "ab", 2.5, frozenset({1})))),
    (RULES, "The options are a list, or anything else to iterate over but text", lambda: all(
        gg.explore(lambda p, x=x: x if p == 9 else [], 9).n == 3
        for x in ([1, 2], (1, 2), {1, 2}, range(1, 3), np.array([1, 2])))),
    (RULES, 'to iterate over but text: `"bc"` is one position',
     refused(lambda: gg.explore(lambda p: "bc", "a"), "text is never taken")),
    (RULES, "A rule may be an object with the method `options(position)`", explored(Take())),
    (RULES, "The first three are also parameters of `solve`", lambda: all(
        len(row_of_9(**{name: x})) == 10 for name, x in (
            ("presets", lambda n: None), ("owner", lambda n: 0), ("canonical", same)))),
    (RULES, "and `score` is one of `solve_scores`",
     lambda: len(gg.solve_scores(take, lambda n: None if n else 1, start=9)) == 10),
    (RULES, "Presets of a batch are an array with `gg.NO_PRESET` where the game goes on.",
     explored(take_codes, codes=True, presets=batch_win)),
    (RULES, "Codes are any int64 numbers, negative ones too.",
     lambda: gg.explore_codes(lambda c: (np.arange(len(c))[c < 0], c[c < 0] + 1), -9).n == 10),
    (RULES, "a number above `room` says only how much room it wants", explored(native)),
    (RULES, "`gg.Sum(a, b)`, or the list `[a, b]`", lambda: all(
        gg.grundy(lambda n, make=make: [make(n - 1, 0)] if n else [], start=3, sums=True)
        .value(3) == 1 for make in (gg.Sum, lambda *parts: [*parts]))),
    (RULES, "`a`, which is no tuple | one component",
     lambda: gg.grundy(take, start=9, sums=True).value(9) == 1),
    (RULES, "a sum, if `a` and `b` are of the types of the starts and no position is a tuple",
     lambda: gg.grundy(fewer, start=3, sums=True).value(3) == 1),
    (RULES, "else it is refused, since a position may be a tuple",
     refused(lambda: gg.grundy(lambda p: [(0, 0)] if p[0] else [], start=(1, 1), sums=True))),
    (RULES, "It is a function, compiled if the rule is, from a component to a whole number",
     lambda: gg.grundy(take, start=9, sums=True, search=True, weight=same).value(9) == 1),
    (RULES, "there are no presets: a sum goes on until nobody can move",
     refused(lambda: gg.grundy(take, start=9, sums=True, presets={0: LOSE}))),
    (RULES, "can move. A cycle is refused.",
     refused(lambda: gg.grundy(lambda n: [1 - n], start=0, sums=True))),
    (RULES, "`owner=` says who moves at a position, 0 or 1",
     lambda: gg.solve(take, start=9, owner=lambda n: n % 2).verify()),
    (RULES, '`count="turns"` makes remoteness the number of changes of the turn',
     lambda: gg.solve(take, start=9, owner=lambda n: n % 2, count="turns").verify()),
    (RULES, "`(gg.WIN, 1)` says that the player to move wins within one ply",
     lambda: gg.solve(take, start=9, presets={2: (WIN, 1)}).remoteness_of(2) == 1),
    (RULES, "`gg.TIE` where it is to differ from play that never ends",
     lambda: gg.solve(take, start=9, presets={0: gg.TIE}).outcome(0) is gg.TIE),
    (RULES, "each end has a number for the player to move, None where play goes on",
     lambda: gg.solve_scores(take, lambda n: 1 if n == 0 else None, start=9).verify()),
    (RULES, "of an array of codes it returns an array, with `gg.NO_SCORE` where play goes on",
     lambda: gg.solve_scores(
         take_codes, start=9, scores=lambda c: np.where(c == 0, 1, NO_SCORE)).verify()),
    (RULES, "any integer of 64 bits but the least",
     lambda: gg.solve_scores([(0, 1)], {1: 2**63 - 1}).verify()),
    (SAVING, "Labels may be texts, numbers, None, tuples, frozen sets and bytes.",
     lambda: len(gg.Solution.load(saved(gg.solve(
         {"t": [2, 2.5, None, (1, "x"), frozenset({1}), b"b"],
          2: [], 2.5: [], None: [], (1, "x"): [], frozenset({1}): [], b"b": []})))) == 7),
    (SAVING, "a dict of arrays, which pandas and Polars take as it is", lambda: all(
        len(make(gg.solve(EDGES).table())) == 3 for make in (pandas.DataFrame, polars.DataFrame))),
    (FORMATS, "gzip, bz2 and xz are", lambda: all(
        gg.read_graph(io.BytesIO(packed(TEXT))).n == 3 for packed in packers())),
    (FORMATS, "with LF, CR LF or CR", lambda: all(
        gg.read_graph(io.BytesIO(TEXT.replace(b"\n", end))).n == 3
        for end in (b"\n", b"\r\n", b"\r"))),
    (FORMATS, "such as a zip archive or a file of zstd, is named in the error",
     refused(lambda: gg.read_graph(io.BytesIO(b"PK\x03\x04" + bytes(50))), "zip")),
    (FORMATS, "the header may be absent, and vertices may stand in any order",
     lambda: gg.read_pg(io.BytesIO(b"1 1 1 0; 0 2 0 1;")).n == 2),
    (FORMATS, "Labels may be absent", lambda: gg.read_pg(
        io.BytesIO(b'parity 1; 0 2 0 1 "x"; 1 1 1 0;')).n == 2),
    (FORMATS, "`load(file, rule)` takes it",
     lambda: gg.Database.load(saved(ANSWERS), rule=take_codes).outcome(9) is WIN),
    (FOLDERS, "A build by another rule in the same folder is refused",
     refused(lambda: [build(rule) for rule in (take_codes, other_codes)])),
    (FOLDERS, "another rule is refused", refused(
        lambda: build(take_codes) and gg.Database.open("build.gg", other_codes))),
    (FOLDERS, "so is a folder that holds anything else", refused(
        lambda: (Path("build.gg").mkdir(), Path("build.gg/mine").touch(), build(take_codes)))),
    (LEVELS, "games whose positions say who moves, and games with ties, are refused",
     refused(lambda: gg.solve(EDGES, owner=[0, 1, 0]).draw_levels())),
    (LEVELS, "and games with ties, are refused",
     refused(lambda: gg.solve(EDGES, presets={2: gg.TIE}).draw_levels())),
    (SYMMETRY, "is not a representative, and may be asked for all the same",
     lambda: gg.solve(lambda n: [(n + 1) % 10] if n % 5 else [], start=1,
                      canonical=lambda n: n % 5).outcome(6) is not None),
    ("README.md", "in compressed sparse rows, and may be [of many other kinds]",
     lambda: grows(gg.solve(([0, 1, 3, 3], [1, 0, 2]))) and grows(gg.solve(DIGRAPH))),
    ("docs/consistency.md", "also take a list or an array of states, and give an array",
     lambda: all(len(ask([0, 1])) == len(ask(np.array([0, 1]))) == 2 for ask in (
         gg.solve(EDGES).outcome, gg.solve(EDGES).remoteness_of, gg.solve(EDGES).best_move,
         gg.grundy([(0, 1)]).value, GRAPH.index))),
    ("docs/consistency.md", "a tuple is always one state",
     lambda: gg.solve({(0, 1): [(1, 0)]}).outcome((0, 1)) is WIN),
    (SOLVE, 'An outcome is also given by its name, as "WIN".',
     lambda: gg.solve(EDGES, presets={2: "WIN"}).outcome(2) is WIN),
    (SOLVE, "an array has `NO_PRESET`, None or a masked entry", lambda: all(
        presets_of(EDGES, x) == [2, 2, 1] for x in (
            [NO_PRESET, NO_PRESET, 1], [None, None, 1], np.ma.masked_array([0, 0, 1], [1, 1, 0])))),
    (SOLVE, "who can capture the king has ``(WIN, 1)``",
     lambda: gg.solve(EDGES, presets={2: (WIN, 1)}).remoteness_of(2) == 1),
    (SOLVE, "Bools are 0 and 1.", lambda: owner_of(EDGES, [False, True, False]) == [0, 1, 0]),
    (SOLVE, "or the method ``owner`` of a rule object",
     lambda: gg.solve(moving(), start=9).game.owner is not None),
    (SOLVE, "Beside a graph that says who moves, it must say the same.", lambda: all((
        gg.solve(GRAPH.with_owner([0, 1, 0]), owner=[0, 1, 0]).verify(),
        refused(lambda: gg.solve(GRAPH.with_owner([0, 1, 0]), owner=[0] * 3), "with_owner")()))),
    (SCORES, "a position with options that has one is terminal, too",
     lambda: gg.solve_scores(NAMED, {"b": 2, "c": 3}).score("a") == -2),
    (SCORES, "a preset outcome has a score of another sign", refused(lambda: gg.solve_scores(
        gg.as_game_graph(EDGES).with_presets({2: LOSE}), {2: 1}))),
    (SCORES, "or the rule has a symmetry", refused(lambda: gg.solve_scores(
        SimpleNamespace(options=take, canonical=same), {0: 1}, start=9))),
    (SCORES, "Only 0 where players alternate",
     refused(lambda: gg.solve_scores(EDGES, {2: 1}, endless=1))),
    (WITH, "a tuple of two, outcomes and remoteness",
     lambda: GRAPH.with_presets(([2, 2, 1], [0, 0, 4])).preset_remoteness[2] == 4),  # type: ignore[index]
    (WITH, "a mapping or a function may give a pair (outcome, remoteness)", lambda: all(
        GRAPH.with_presets(x).preset_remoteness[2] == 4  # type: ignore[index]
        for x in ({2: (WIN, 4)}, lambda v: (WIN, 4) if v == 2 else None))),
    (WITH, "Bools are refused", refused(lambda: GRAPH.with_presets([True] * 3))),
    (ATTRACTOR, "A tuple is one position.",
     lambda: len(gg.attractor({(0, 1): [(0, 1)]}, {(0, 1): 0}, (0, 1))) == 1),
    (ATTRACTOR, "Flags are a list, an array or an iterator of n bools, or a mapping", lambda: all(
        targets_of(x) == [1, 0, 0] for x in (
            [True, False, False], np.array([True, False, False]), iter([True, False, False]),
            {0: True, 1: False, 2: False}))),
    (ATTRACTOR, "A list of n numbers, all 0 or 1 and some of them equal, is refused",
     refused(lambda: targets_of([1, 1, 0]), r"set\(targets\)")),
    (ATTRACTOR, "With `start` no array.",
     refused(lambda: gg.attractor(take, np.array([0] * 10), 0, start=9))),
]  # fmt: skip


def two_ways() -> Any:
    graph = rustworkx.PyDiGraph()
    graph.add_nodes_from(["a", "b", "c"])
    graph.add_edges_from([(v, w, None) for v, w in EDGES])
    return graph


def packers() -> Iterator[Callable[[bytes], bytes]]:
    import bz2
    import gzip
    import lzma

    yield from (gzip.compress, bz2.compress, lzma.compress, lambda text: text)


def other_codes(codes: Any) -> Any:
    at = np.flatnonzero(codes > 0)
    return at, codes[at] - 1


def build(rule: Any) -> Any:
    return explore_partitions(rule, 9, folder="build.gg").solve()  # type: ignore[union-attr]


def moving() -> Any:
    rule: Any = Take()
    rule.owner = lambda n: n % 2
    return rule


def words(where: str) -> str:
    """Return the words of a page, or of the docstring of a public name, with single spaces."""
    if where.startswith("graphgame."):
        found: Any = gg
        for name in where.split(".")[1:]:
            found = getattr(found, name)
        return " ".join((inspect.getdoc(found) or "").split())
    return " ".join((ROOT / where).read_text(encoding="utf-8").split())


@pytest.mark.parametrize(
    ("where", "sentence", "call"), SENTENCES, ids=[f"{a}: {b[:50]}" for a, b, _ in SENTENCES]
)
def test_a_sentence_says_what_is_so(
    where: str, sentence: str, call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert " ".join(sentence.split()) in words(where)
    assert call()


def test_there_are_many_sentences() -> None:
    assert len(SENTENCES) + len(PARAMETERS) >= 140
