"""Objects of every public class, with their attributes and methods found by inspection.

Add a new public class to `THINGS`; its attributes and methods are found automatically.
"""

from __future__ import annotations

import atexit
import inspect
import io
import re
import shutil
import tempfile
import threading
from itertools import islice, product
from typing import TYPE_CHECKING, Any

import numpy as np

import graphgame as gg
from graphgame import GameGraph

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

RING = np.array([(0, 1), (1, 2), (2, 0), (2, 3), (3, 3), (0, 4), (0, 4)], dtype=np.int32)
TREE = np.array([(0, 1), (0, 2), (1, 3), (2, 3), (0, 3), (4, 0)], dtype=np.int32)
BOARD = ["P.E", "T.*"]
# Python 3.11 cannot parse signatures of built-in functions in two threads at once.
_ONE_AT_A_TIME = threading.Lock()


def _down(codes: Any) -> tuple[Any, Any]:
    """Take 1 or 3 from every code."""
    sources = np.repeat(np.arange(len(codes)), 2)
    options = (codes[:, np.newaxis] - (1, 3)).ravel()
    return sources[options >= 0], options[options >= 0]


def _low(codes: Any) -> Any:
    """Preset the outcomes of 0 and 1."""
    return np.array([gg.LOSE, gg.WIN, gg.NO_PRESET])[np.minimum(codes, 2)]


def _shorter(word: str) -> list[str]:
    """Leave out the first letter or the last one."""
    return [word[1:], word[:-1]] if word else []


def _automaton() -> gg.Automaton:
    """Return an automaton whose controller repeats its input."""
    text = (
        b'HOA: v1 Start: 0 AP: 2 "r" "g" controllable-AP: 1 Acceptance: 0 t '
        b"--BODY-- State: 0 [0&1 | !0&!1] 0 --END--"
    )
    return gg.read_hoa(io.BytesIO(text))


def _proof_file() -> io.BytesIO:
    """Return a file with the proof of a word."""
    file = io.BytesIO()
    gg.prove(_shorter, "abc").save(file)
    file.seek(0)
    return file


def _step() -> gg.Progress:
    """Return what the last call of ``progress=`` was given."""
    steps: list[gg.Progress] = []
    gg.explore(_shorter, "abc", progress=steps.append)
    return steps[-1]


def _coins(row: int) -> list[gg.Sum[int]]:
    """Take one of a row, which falls apart."""
    return [gg.Sum(k, row - 1 - k) for k in range(row)]


def _loaded(solution: gg.Solution) -> gg.Solution:
    file = io.BytesIO()
    solution.save(file)
    file.seek(0)
    return gg.Solution.load(file)


def _rows_graph() -> GameGraph:
    return GameGraph.from_csr([0, 2, 3, 3], [1, 2, 2])


def _codes_graph() -> GameGraph:
    return gg.explore_codes(_down, [9])


def _database() -> gg.Database:
    """Return the answers of `_down` from 9."""
    labels = np.array([0, 3, 4, 3, 4, 7, 8, 7, 8, 11], dtype=np.uint8)
    return gg.Database._in_memory(labels, _down, [9])


# What the names of folders with games begin with: each has a folder of its own.
FOLDER = "graphgame-everything-"


def _stored(**options: Any) -> Any:
    """Return the database of `_down` from 9 in a new folder."""
    folder = tempfile.mkdtemp(prefix=FOLDER)
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return gg.build(_down, [9], folder=folder, **options)


def _fours(code: int) -> int:
    return code // 4


class _Heads:
    """Toss a coin by turns; heads wins."""

    rolls, layers, start = (1, 1), (0, 1), 0

    def moves(self, index: int, roll: int) -> list[int]:
        return [gg.ChanceDatabase.WON if roll else ~index]


TREE_EDGES = [(0, 1), (0, 2), (2, 3)]

THINGS: dict[str, Callable[[], Any]] = {
    "graph of edges": lambda: GameGraph.from_edges(RING),
    "graph of text": lambda: gg.read_graph(io.BytesIO(b"3 2\n1 2\n2 3\n3 DRAW\n")),
    "graph of rows": _rows_graph,
    "graph with labels": lambda: gg.as_game_graph({"a": [("b", 1)], ("b", 1): [None], None: []}),
    "graph with presets": lambda: GameGraph.from_edges(RING).with_presets({3: gg.DRAW}),
    "graph of a rule": lambda: gg.explore(lambda n: [n - 1] if n else [], start=6),
    "graph of codes": _codes_graph,
    "graph of heaps": lambda: gg.octal("0.77").graph(5),
    "genus": lambda: gg.octal("0.77").genus(5),
    "misère quotient": lambda: gg.octal("0.123").misere_quotient(),
    "presentation": lambda: gg.octal("0.123").misere_quotient().presentation(),
    "graph of a sum": lambda: gg.game_sum([TREE, TREE], start=(4, 4)),
    "graph of a board": lambda: gg.PoliceAndThief(BOARD).graph(),
    "explorer": lambda: gg.Explorer([[1], [2], [0, 3], [0]].__getitem__, 1).run(),
    "label": lambda: gg.solve(RING)[0],
    "move": lambda: gg.nim.winning_moves([3, 4, 5])[0],
    "puzzle": lambda: gg.solve(lambda n: [n - k for k in (1, 2) if n >= k], start=7).puzzles()[0],
    "solution": lambda: gg.solve(RING),
    "solution with labels": lambda: gg.solve({"a": ["b", "c"], "b": ["a"]}, play="misere"),
    "solution with presets": lambda: gg.solve(RING, presets={3: gg.WIN}),
    "solution of codes": lambda: gg.solve(_codes_graph()),
    "solution of a file": lambda: _loaded(gg.solve(_codes_graph())),
    "draw levels": lambda: gg.solve(RING).draw_levels(),
    "draw label": lambda: gg.solve(RING).draw_levels()[0],
    "answers": lambda: gg.build(_down, start=9),
    "answers with labels": lambda: gg.build(_shorter, start="abc"),
    "answers of undecided positions": lambda: gg.build(
        _down, start=9, presets=_low, store="undecided"
    ),
    "database": _database,
    "database by index": lambda: gg.build(_down, size=10, memory="64MB"),
    "database of partitions": lambda: _stored(partitions=2),
    "database of tiers": lambda: _stored(tier=_fours, play="misere"),
    "progress": _step,
    "digits": lambda: gg.MixedRadix([3, 4]),
    "combinations": lambda: gg.Combinations(5, 2),
    "arrangements": lambda: gg.Arrangements([2, 1]),
    "scores": lambda: gg.solve_scores(TREE_EDGES, {1: 2, 3: -4}),
    "scores with owners": lambda: gg.solve_scores(
        TREE_EDGES, scores={1: 2, 3: -4}, owner=[0, 1, 0, 1], endless=1
    ),
    "score label": lambda: gg.solve_scores(TREE_EDGES, {1: 2, 3: -4})[0],
    "line": lambda: gg.solve(RING).line(1),
    "grundy values": lambda: gg.grundy(TREE),
    "grundy values of rows": lambda: gg.grundy(_rows_graph()),
    "sum": lambda: gg.Sum("a", ("b", 1)),
    "values of sums": lambda: gg.grundy(_coins, start=4, sums=True),
    "values of a search": lambda: gg.grundy(_coins, start=4, sums=True, search=True),
    "graph of sums": lambda: gg.explore(_coins, 4, sums=True),
    "loopy values": lambda: gg.loopy_grundy(RING),
    "cops": lambda: gg.cops_and_robbers([(0, 1), (1, 2), (2, 3), (3, 0)], cops=2),
    "robber": lambda: gg.cops_and_robbers([(0, 1), (1, 2), (2, 3), (3, 0)]),
    "cops without remoteness": lambda: gg.cops_and_robbers([(0, 1), (1, 2)], remoteness=False),
    "attractor": lambda: gg.attractor(RING, [v % 2 for v in range(5)], 3),
    "reachability": lambda: gg.solve_reachability(RING, [v % 2 for v in range(5)], 3),
    "buchi": lambda: gg.solve_buchi({"a": ["b", "c"], "b": ["a"]}, {"a": 0, "b": 1, "c": 0}, "b"),
    "memory": lambda: gg.solve_streett(
        {"a": ["b", "c"], "b": ["a"], "c": ["a"]}, [0, 1, 1], [(["b"], ["c"]), (["c"], ["b"])]
    ),
    "owner label": lambda: gg.solve_buchi(RING, [v % 2 for v in range(5)], 3)[0],
    "partizan": lambda: gg.partizan({"a": ["b"], "b": ["a"]}, {"a": ["c"]}),
    "partizan label": lambda: gg.partizan(RING, TREE)[0],
    "parity game": lambda: gg.ParityGame(RING, [v % 2 for v in range(5)], [1, 2, 3, 4, 0]),
    "parity": lambda: gg.ParityGame(
        {"a": ["b", "c"], "b": ["a"], "c": ["c"]}, [0, 1, 0], [2, 1, 3]
    ).solve(),
    "parity label": lambda: gg.ParityGame([(0, 1), (1, 0)], [0, 1], [2, 1]).solve()[0],
    "automaton": _automaton,
    "controller": lambda: gg.realize(_automaton()),
    "proof": lambda: gg.prove(_shorter, "abc"),
    "proof of a draw": lambda: gg.prove({0: [1], 1: [0, 2], 2: [3], 3: [2]}.__getitem__, 0),
    "proof of a score": lambda: gg.prove(
        {0: [1, 2], 1: [], 2: []}.__getitem__, 0, scores={1: 3, 2: -2}
    ),
    "what a file proves": lambda: gg.verify_proof(_proof_file(), _shorter),
    "chance": lambda: gg.solve_chance(
        {"roll": {"won": 5, "move": 1}, "move": ["roll", "lost"]},
        owner={"move": 1, "won": 1, "lost": 0},
        exact=True,
    ),
    "chance with scores": lambda: gg.solve_chance(
        TREE_EDGES, owner=[-1, 0, 1, 0], probabilities=[1, 2, 0], scores={1: 3, 3: -1}
    ),
    "chance database": lambda: gg.build_chance(_Heads()),
    "chance label": lambda: gg.solve_chance(TREE_EDGES, points=[1, 2, 3])[0],
    "board": lambda: gg.PoliceAndThief(BOARD),
    "solved board": lambda: gg.PoliceAndThief(BOARD).solve(),
    "solved board without remoteness": lambda: gg.PoliceAndThief(BOARD).solve(remoteness=False),
    "subtraction": lambda: gg.subtraction({1, 3, 4}),
    "all but": lambda: gg.all_but({2}),
    "taking": lambda: gg.taking("squares"),
    "octal": lambda: gg.octal("0.72"),
    "lasker": gg.laskers_nim,
    "period": lambda: gg.octal("0.77").period(),
    "sparse space": lambda: gg.octal("0.77").sparse_space(100),
    "pattern": lambda: gg.find_patterns([0, 1, 2, 0, 1, 2, 0])[0],
    "nimber": lambda: gg.Nimber(5),
    "infinite nimber": lambda: gg.Nimber.infinity({0, 2}),
    "report": lambda: gg.check_rule(lambda n: [n - 1] if n else [], start=6),
    "outcome": lambda: gg.WIN,
    "play": lambda: gg.Play("misere"),
}

# Arguments by the name of the parameter.
ANSWERS: dict[str, Callable[[Any], list[Any]]] = {
    "position": lambda x: (
        list(islice(x, 12))
        if isinstance(x, gg.Database | gg.SumValues)
        else list(islice(getattr(x, "game", x).positions(range(len(x))), 12))
    ),
    "positions": lambda x: [[p, p] for p in islice(x, 2)],
    "code": lambda x: [*x],
    "index": lambda x: [0, _size(x) - 1],
    "indices": lambda x: [[0], [_size(x) - 1, 0]],
    "cops": lambda x: [x.start[0], x.game.positions([0] * x.cops)],
    "state": lambda x: (
        [(3, 5), 7]
        if isinstance(x, gg.HeapGame)
        else [*([x.start] if hasattr(x, "start") else []), *islice(_states(x), 0, None, 9)]
    ),
    "heap": lambda _: [0, 7],
    "heaps": lambda _: [[3, 5], [7]],
    "n": lambda _: [9],
    "player": lambda _: [0, 1],
    "method": lambda _: ["zielonka", "recursive", "tangles"],
    "begins": lambda _: ["left", "right"],
}


# Methods that answer nothing: they open a browser and a figure, or run until Ctrl-C.  Their rooms
# have tests of them.
SHOWN = {"show", "plot", "serve", "play_in_terminal"}


def _size(thing: Any) -> int:
    """Return how many indices a thing has."""
    return int(thing.size) if hasattr(thing, "unrank") else len(thing)


def _states(thing: Any) -> Any:
    return [thing.start] if isinstance(thing, gg.PoliceAndThief) else thing


def questions(thing: Any) -> Iterator[tuple[str, Callable[[], Any], bool]]:
    """Return all public attributes, and all methods with arguments: name, call, kind."""
    for name in dir(thing):
        if (name.startswith("_") and name != "__repr__") or name in SHOWN:
            continue
        value = getattr(type(thing), name, None)
        if not callable(value):
            yield name, lambda name=name: getattr(thing, name), True
        elif not isinstance(inspect.getattr_static(thing, name), classmethod | staticmethod | type):
            yield from _calls(thing, name)


def _calls(thing: Any, name: str) -> Iterator[tuple[str, Callable[[], Any], bool]]:
    method = getattr(thing, name)
    needed = _needed(type(thing), name, method)
    if needed is None:  # of a type that is built in
        return
    if (
        isinstance(thing, int | str | tuple)
        and getattr(type(thing), name, None) not in vars(type(thing)).values()
    ):
        return  # what tuples, strings and integers do by themselves
    if all(x in ANSWERS for x in needed):
        for given in product(*(ANSWERS[x](thing) for x in needed)):
            yield f"{name}{given}", lambda given=given: method(*given), False


# What `_needed` has found, by type and name: Python parses the signatures of compiled methods.
_NEEDED: dict[tuple[type, str], list[str] | None] = {}


def _needed(kind: type, name: str, method: Callable[..., Any]) -> list[str] | None:
    """Return the parameters without which a method cannot be called; None if nothing says so."""
    with _ONE_AT_A_TIME:
        if (kind, name) not in _NEEDED:
            try:
                found = inspect.signature(method).parameters.values()
            except ValueError:
                _NEEDED[kind, name] = None
            else:
                _NEEDED[kind, name] = [
                    p.name for p in found if p.default is p.empty and p.kind is not p.VAR_KEYWORD
                ]
        return _NEEDED[kind, name]


def asked(thing: Any, depth: int = 1) -> Iterator[tuple[str, Any, bool]]:
    """Yield each question, its answer, and whether it is an attribute.

    Answers that are objects of the package are asked in turn.
    """
    for name, call, is_attribute in questions(thing):
        try:
            answer = call()
        except (gg.GraphGameError, TypeError, ImportError) as error:  # NetworkX may be missing
            answer = f"{type(error).__name__}: {error}"
        if inspect.isgenerator(answer):
            answer = list(answer)
        yield name, answer, is_attribute
        module = type(answer).__module__
        if depth and module.startswith("graphgame") and not module.startswith("graphgame._"):
            for inner, value, inner_is_attribute in asked(answer, depth - 1):
                yield f"{name}.{inner}", value, inner_is_attribute


def arrays_in(answer: Any) -> Iterator[Any]:
    """Return the arrays of an answer, which may be in tuples and lists."""
    if isinstance(answer, np.ndarray):
        yield answer
    elif isinstance(answer, tuple | list):
        for item in answer:
            yield from arrays_in(item)
    elif isinstance(answer, dict):
        yield from arrays_in([*answer.values()])


def plain(answer: Any) -> Any:
    """Return an answer in a form that can be compared."""
    if isinstance(answer, np.ndarray):
        return answer.dtype.str, answer.shape, answer.tolist()
    if isinstance(answer, tuple | list):
        return [*map(plain, answer)]
    if isinstance(answer, frozenset):
        return sorted(answer)
    if isinstance(answer, dict):
        return [(repr(key), plain(value)) for key, value in answer.items()]
    text = re.sub(" at 0x[0-9a-f]+", "", repr(answer))
    return re.sub(rf"[^' ]*/{FOLDER}[^' ]*", "", text) if FOLDER in text else text


def facts(thing: Any) -> dict[str, Any]:
    """Return all answers of an object, in a form that can be compared."""
    return {name: plain(answer) for name, answer, _ in asked(thing)}
