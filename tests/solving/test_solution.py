"""`Solution` as a container of positions, as columns, as a graph of NetworkX, and from its start.

Pinned here: ``s[position]``, ``in``, iteration, ``len`` and `to_dicts` agree with the methods for
every kind of graph; `table` holds what the methods say, is taken by pandas and polars, and loses no
label; nodes of `to_networkx` carry the same; `start`, `result` and `line()` begin where the game
does; what a file holds is enough to verify it.
"""

from __future__ import annotations

import copy
import json
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given

import graphgame as gg
from graphgame import DRAW, LOSE, WIN, GameGraph, GraphGameError, Label, Solution
from graphgame.graphs.labels import CodeLabels
from graphgame.solving import _reader
from tests.reference.graphs import Game
from tests.strategies import games

LABELLED = {"a": ["b", "c"], "b": ["a"], "c": [], "d": ["e", "a"], "e": ["d", "f"], "f": ["a"]}
GRAPHS: dict[str, GameGraph[Any]] = {
    "indices": GameGraph.from_edges([(0, 1), (0, 1), (1, 1), (2, 0), (3, 2)], 5),
    "rows": gg.as_game_graph([[1, 1], [1], [0], [2], []]),
    "labels": gg.as_game_graph(LABELLED).with_presets({"f": DRAW}),
    "codes": GameGraph.from_edges(
        [(0, 1), (1, 2), (2, 2)], labels=CodeLabels(np.array([2**62 + 1, -1, 7]))
    ),
    "integers": gg.explore(lambda n: [n - k for k in (1, 2) if n >= k], start=5),
    "great integers": GameGraph.from_edges([(0, 1)], labels=[2**100, 3]),
    "tuples": gg.explore(lambda p: [(a, p[1]) for a in range(p[0])], start=(3, "x")),
    "tuples of lengths": GameGraph.from_edges([(0, 1)], labels=[(1, 2), (3,)]),
    "mixed": GameGraph.from_edges([(0, 1), (1, 2)], labels=[None, ("x", 1), frozenset({2})]),
    "nothing": GameGraph.from_edges([], 0),
    "no labels at all": GameGraph.from_edges([], 0, labels=[]),
}
# Games whose positions polars takes as they are.
FRAMES = sorted({*GRAPHS} - {"mixed"})


@pytest.fixture(params=GRAPHS)
def solution(request: pytest.FixtureRequest) -> Solution[Any]:
    return gg.solve(GRAPHS[request.param])


# -- as dicts -------------------------------------------------------------------------------------


def test_dicts_hold_what_the_methods_say(solution: Solution[Any]) -> None:
    outcomes, remoteness = solution.to_dicts()
    assert type(outcomes) is type(remoteness) is dict
    assert [*outcomes] == [*remoteness] == [*solution]
    assert all(outcomes[p] is solution.outcome(p) for p in solution)
    assert all(remoteness[p] == solution.remoteness_of(p) for p in solution)
    assert {*map(type, remoteness.values())} <= {int}


@given(games())
def test_dicts_of_any_game(game: Game) -> None:
    s = gg.solve(GameGraph.from_edges(game.edges, game.n), presets=game.presets)
    outcomes, remoteness = s.to_dicts()
    assert [*outcomes.items()] == [*enumerate(s.outcomes.tolist())]
    assert [*remoteness.items()] == [*enumerate(s.remoteness.tolist())]


def test_dicts_have_ties_turns_and_representatives() -> None:
    tied = gg.solve(
        {"a": ["b"], "b": []}, presets={"b": gg.TIE}, owner={"a": 0, "b": 0}, count="turns"
    )
    assert tied.to_dicts()[0] == {"a": gg.TIE, "b": gg.TIE}
    assert tied.to_dicts()[1] == dict(zip("ab", tied.remoteness.tolist(), strict=True))

    def rule(heaps: tuple[int, ...]) -> list[tuple[int, ...]]:
        return [(*heaps[:i], k, *heaps[i + 1 :]) for i in (0, 1) for k in range(heaps[i])]

    s = gg.solve(rule, start=(1, 2), canonical=lambda heaps: tuple(sorted(heaps)))
    assert [*s.to_dicts()[0]] == [*s]


def test_dicts_are_the_users_own() -> None:
    s = gg.solve({"a": ["b"], "b": []})
    first, second = s.to_dicts()
    first.clear()
    second["a"] = 5
    assert s.to_dicts() == ({"a": WIN, "b": LOSE}, {"a": 1, "b": 0})


def test_names_that_are_not_those_of_the_arrays_are_refused() -> None:
    known: dict[int, Any] = {-1: "L", 0: "D", 1: "W"}
    two = np.array([1, -1], np.int8), np.array([1, 0], np.int32)
    assert _reader.by_name("ab", *two, known) == ({"a": "W", "b": "L"}, {"a": 1, "b": 0})
    for names in ("a", "abc", "aa"):
        with pytest.raises(ValueError, match="expected 2"):
            _reader.by_name(names, *two, known)


class _Alike:
    """A position that is equal to others by code of a user, all of one hash."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __hash__(self) -> int:
        return 7

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, _Alike):
            return NotImplemented
        if self.number == other.number == 13:
            raise ZeroDivisionError
        return self.number == other.number


def test_positions_of_one_hash_stay_apart() -> None:
    names = [_Alike(k) for k in range(40)]
    s = gg.solve({names[k]: names[:k] for k in range(40)})
    outcomes, remoteness = s.to_dicts()
    assert [*outcomes] == names and outcomes[names[0]] == LOSE
    assert [*remoteness.values()] == s.remoteness.tolist()
    other = _Alike(13)
    with pytest.raises(ZeroDivisionError):
        outcomes[other]


# -- a container of positions ---------------------------------------------------------------------


def test_a_solution_is_a_container_of_its_positions(solution: Solution[Any]) -> None:
    positions = [*solution]
    assert positions == solution.game.positions(range(solution.game.n))
    assert len(positions) == len(solution) == solution.game.n
    for position in positions:
        assert position in solution
        label = solution[position]
        assert type(label) is Label and type(label.outcome) is gg.Outcome
        assert label == (
            solution.outcome(position),
            solution.remoteness_of(position),
            solution.best_move(position),
        )
    _ = solution.best_moves  # kept from now on
    for position in positions:
        assert solution[position].best_move == solution.best_move(position)


@pytest.mark.parametrize("other", [-1, 5, 1.5, True, "a", None, [1], (0, 1)], ids=repr)
def test_what_is_no_position_is_not_in_it(other: Any) -> None:
    s = gg.solve(GRAPHS["indices"])
    assert other not in s
    with pytest.raises(gg.UnknownPositionError) as caught:
        s[other]
    assert str(caught.value) == f"position {other!r} does not exist: expected 0 to 4"


def test_labels_and_no_indices_are_in_a_labelled_one() -> None:
    s = gg.solve(GRAPHS["labels"])
    assert "a" in s and 0 not in s and "z" not in s and ["a"] not in s
    assert s["a"] == (WIN, 1, "c")
    assert s["f"] == (DRAW, 0, None)
    with pytest.raises(gg.UnknownPositionError, match="position 0 does not exist among the 6"):
        s[0]


def test_pickles_and_copies_are_whole(solution: Solution[Any]) -> None:
    before = dict(solution.items())  # what reads it is kept
    for other in (pickle.loads(pickle.dumps(solution)), copy.deepcopy(solution)):
        assert dict(other.items()) == before
        assert [*other] == [*solution]
        assert [other[x] for x in other] == [solution[x] for x in solution]
        assert other.play is solution.play and other.verify() is True


def test_the_graph_is_the_game(solution: Solution[Any]) -> None:
    assert solution.graph() is solution.game


# -- columns --------------------------------------------------------------------------------------


def rows(solution: Solution[Any]) -> list[tuple[Any, ...]]:
    """Return what the methods say of every position; without labels no move is -1."""
    none = -1 if solution.game.labels is None else None
    return [
        (x, str(label.outcome), label.remoteness, none if label[2] is None else label[2])
        for x in solution
        for label in [solution[x]]
    ]


def test_columns_hold_what_the_methods_say(solution: Solution[Any]) -> None:
    table = solution.table()
    assert [*table] == ["position", "outcome", "remoteness", "best_move"]
    assert all(column.shape == (len(solution),) for column in table.values())
    columns = [column.tolist() for column in table.values()]
    assert [*zip(*columns, strict=True)] == rows(solution)
    for value, position in zip(table["position"].tolist(), solution, strict=True):
        assert type(value) is type(position)


@given(games())
def test_columns_of_any_game(game: Game) -> None:
    s = gg.solve(
        GameGraph.from_edges(list(game.edges), game.n), play=game.play, presets=game.presets
    )
    columns = [column.tolist() for column in s.table().values()]
    assert [*zip(*columns, strict=True)] == rows(s)


@pytest.mark.parametrize(
    ("kind", "position", "best_move"),
    [
        ("indices", "int32", "int32"),
        ("codes", "int64", "object"),
        ("integers", "int64", "object"),
        ("great integers", "object", "object"),
        ("labels", "object", "object"),
        ("tuples", "object", "object"),
    ],
)
def test_the_types_of_columns(kind: str, position: str, best_move: str) -> None:
    table = gg.solve(GRAPHS[kind]).table()
    found = {name: str(column.dtype) for name, column in table.items()}
    assert found == {
        "position": position,
        "outcome": "<U4",
        "remoteness": "int32",
        "best_move": best_move,
    }


def test_changing_a_column_changes_no_solution() -> None:
    s = gg.solve(GRAPHS["labels"])
    before = rows(s)
    table = s.table()
    for column in table.values():
        if column.flags.writeable:
            column[:] = column[::-1].copy()
    assert rows(s) == before


@pytest.mark.parametrize("kind", GRAPHS)
def test_pandas_takes_the_columns(kind: str) -> None:
    pandas = pytest.importorskip("pandas")
    s = gg.solve(GRAPHS[kind])
    frame = pandas.DataFrame(s.table())
    assert [*frame.columns] == ["position", "outcome", "remoteness", "best_move"]
    wins = frame[frame.outcome == "WIN"]
    assert len(wins) == s.counts()[WIN]
    assert [*frame.outcome] == [row[1] for row in rows(s)]
    if kind != "mixed":  # pandas has a None of its own
        assert [*frame.position] == [*s]


@pytest.mark.parametrize("kind", FRAMES)
def test_polars_takes_the_columns(kind: str) -> None:
    polars = pytest.importorskip("polars")
    s = gg.solve(GRAPHS[kind])
    frame = polars.DataFrame(s.table())
    assert [*zip(*frame.to_dict(as_series=False).values(), strict=True)] == rows(s)
    assert len(frame.filter(polars.col("outcome") == "LOSE")) == s.counts()[LOSE]


# -- NetworkX -------------------------------------------------------------------------------------


def test_nodes_carry_the_solution(solution: Solution[Any]) -> None:
    pytest.importorskip("networkx")
    if None in solution:
        with pytest.raises(ValueError, match="position None: expected a name that NetworkX takes"):
            solution.to_networkx()
        return
    graph = solution.to_networkx()
    assert [*graph.nodes] == [*solution]
    for x, data in graph.nodes(data=True):
        outcome, remoteness, best = solution[x]
        preset = {"preset": outcome} if x == "f" else {}
        move = {} if best is None else {"best_move": best}
        assert data == preset | {"outcome": str(outcome), "remoteness": remoteness} | move
    moves = {(u, v) for u in solution for v in solution.game.options(u)}
    assert {*graph.edges} == moves and graph.number_of_edges() == len(moves)
    assert graph.graph["play"] == "normal"
    if solution.start is not None:
        assert graph.graph["start"] == solution.start


@given(games())
def test_the_way_through_networkx_changes_no_answer(game: Game) -> None:
    pytest.importorskip("networkx")
    s = gg.solve(GameGraph.from_edges(list(game.edges), game.n), play=game.play)
    again = gg.solve(s.to_networkx(), play=game.play)
    assert [again[x][:2] for x in s] == [s[x][:2] for x in s]


WITHOUT_NETWORKX = """
import sys
sys.modules["networkx"] = None
import graphgame as gg
s = gg.solve([(0, 1)])
assert "pandas" not in sys.modules and "polars" not in sys.modules
s.table()
try:
    s.to_networkx()
except ImportError as error:
    print(error.name, "|", error)
"""


def test_networkx_is_asked_for_when_it_is_needed() -> None:
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_NETWORKX], capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.stderr) == (
        "networkx | to_networkx: expected NetworkX, which is not installed; install it with "
        "`pip install networkx`, or take table()\n",
        "",
    )


# -- start and result -----------------------------------------------------------------------------


@pytest.fixture(params=[False, True], ids=["explored", "loaded"])
def started(request: pytest.FixtureRequest, tmp_path: Path) -> Solution[Any]:
    s = gg.solve(lambda n: [n - k for k in (1, 2) if n >= k], start=6)
    if request.param:
        s.save(tmp_path / "s.npz")
        return Solution.load(tmp_path / "s.npz")
    return s


def test_a_game_with_a_start_has_a_result(started: Solution[Any]) -> None:
    assert started.start == 6
    assert started.result is LOSE and started.result == started.outcome(6)
    line = started.line()
    assert (line, line.closes_at) == (started.line(6), None) == ((6, 5, 3, 2, 0), None)


def test_a_start_stays_through_files_pickles_and_presets(tmp_path: Path) -> None:
    for start in (("a", 1), "b", frozenset({1}), 3):
        rule = {start: ["end"], "end": []}.__getitem__
        for s in (
            gg.solve(rule, start=start),
            gg.solve(gg.explore(rule, start), presets={"end": DRAW}),
        ):
            s.save(tmp_path / "s.npz")
            loaded = Solution.load(tmp_path / "s.npz")
            for other in (loaded, pickle.loads(pickle.dumps(s))):
                assert other.start == start == s.start
                assert other.result is s.result and other.line() == s.line()


def test_a_game_without_a_start_has_no_result() -> None:
    s = gg.solve({"a": ["b"], None: ["a"]})
    assert s.start is None
    assert s.line(None) == (None, "a", "b"), "None is a label as any other"
    for ask in (lambda: s.result, s.line):
        with pytest.raises(GraphGameError) as caught:
            ask()
        assert str(caught.value) == (
            "start: expected a game that begins at one position, got one without a start; "
            "name a position, as in outcome(position) and line(position)"
        )


# -- files ----------------------------------------------------------------------------------------

VERIFY = """
import sys
import graphgame as gg
for path in sys.argv[1:]:
    s = gg.Solution.load(path)
    print(s.verify(), len(s), s.start)
"""


def test_a_file_is_all_that_verifying_takes(tmp_path: Path) -> None:
    """Nothing of the session that saved it: no rule, no labels, no graph."""
    expected = []
    for number, (kind, graph) in enumerate(GRAPHS.items()):
        if kind == "great integers":
            continue
        s = gg.solve(graph)
        s.save(tmp_path / f"{number:02}.npz")
        expected.append(f"True {len(s)} {s.start}\n")
    done = subprocess.run(
        [sys.executable, "-c", VERIFY, *sorted(map(str, tmp_path.iterdir()))],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout, done.stderr) == ("".join(expected), "")


@pytest.mark.parametrize("start", [-1, 5, True, 1.0, "0", None, [0]])
def test_a_start_that_is_no_position_is_refused(start: Any, tmp_path: Path) -> None:
    path = tmp_path / "s.npz"
    gg.solve([(0, 1), (1, 2), (2, 3), (3, 4)]).save(path)
    from graphgame import archive

    with np.load(path) as arrays:
        parts = dict(arrays)
    header = archive.read_json(parts["header"]) | {"start": start}
    parts["header"] = archive.text_array(json.dumps(header))
    with path.open("wb") as file:
        archive.write_arrays(file, parts)
    with pytest.raises(gg.SolutionFileError) as caught:
        Solution.load(path)
    assert str(caught.value) == f"{path}: start: expected an index from 0 to 4, got {start!r}"
