"""What the solvers of games with owners take, what they refuse, and what files keep.

Pinned here: owners as arrays, mappings, functions, and owners of a graph, which others are
refused beside; sets of positions in every form, and forms that fit two readings refused; who moves
in `solve` owns the position.
"""

from __future__ import annotations

import io
import re
from typing import Any

import numpy as np
import pytest

import graphgame as gg
from tests.owners.owned import random_game

GRAPH = {"a": ["b", "c"], "b": ["a"], "c": ["c"]}
OWNER = {"a": 0, "b": 1, "c": 0}


def walk(n: int) -> list[int]:
    return [x for x in (n - 1, n + 1) if 0 <= x <= 5]


def test_owners_are_arrays_mappings_functions_or_of_the_graph() -> None:
    edges = [(v, w) for v in range(6) for w in walk(v)]
    owner = [v % 2 for v in range(6)]
    ways: list[Any] = [
        gg.attractor(edges, owner, 5),
        gg.attractor(edges, np.array(owner, dtype=np.int8), [5]),
        gg.attractor(edges, dict(enumerate(owner)), {5}),
        gg.attractor(gg.as_game_graph(edges).with_owner(owner), None, np.array([5])),
    ]
    started = gg.attractor(walk, lambda n: n % 2, 5, start=0)
    for a in ways:
        assert a.rank.tolist() == [started.steps(v) for v in range(6)]
        assert sorted(a) == sorted(started)
    assert started.game.start == 0


class Walk:
    """A rule object that says who moves."""

    options = staticmethod(walk)

    @staticmethod
    def owner(n: int) -> int:
        return n % 2


def test_a_rule_object_says_who_moves() -> None:
    s = gg.solve_buchi(Walk(), None, [0, 5], start=0)
    assert s.verify()
    assert s.result is s.outcome(0)
    assert s.play()[0] == 0


@pytest.mark.parametrize("targets", [
    "b", ["b"], {"b"}, frozenset({"b"}), iter(["b"]), np.array([False, True, False]),
    [False, True, False], np.array(["b"], dtype=object),
])  # fmt: skip
def test_targets_in_every_form(targets: Any) -> None:
    a = gg.attractor(GRAPH, OWNER, targets)
    assert [*a] == ["a", "b"]
    assert "a" in a
    assert "c" not in a
    assert "z" not in a
    assert (a.best_move("a"), a.best_move("b")) == ("b", None)


def test_an_attractor_answers_in_the_words_of_solutions() -> None:
    graph = {"a": ["b", "c"], "b": ["a", "d"], "c": ["c"], "d": ["c", "d"]}
    a = gg.attractor(graph, {"a": 0, "b": 1, "c": 1, "d": 1}, "c", 0)
    assert [a.winner(p) for p in graph] == a.winners.tolist() == [0, 1, 0, 1]
    assert [a.best_move(p) for p in graph] == ["c", "d", None, "d"]
    assert (a.owner.tolist(), a.start, a.graph()) == ([0, 1, 1, 1], None, a.game)
    table = {name: column.tolist() for name, column in a.table().items()}
    assert list(table) == ["position", "owner", "winner", "rank", "strategy"]
    assert table["strategy"] == ["c", "d", None, "d"]
    assert table["rank"] == a.rank.tolist() == [1, -1, 0, -1]
    with pytest.raises(gg.UnknownPositionError):
        a.winner("z")
    walk_down = gg.attractor(lambda n: [n - 1] if n else [], lambda n: 0, 0, start=3)
    assert (walk_down.start, walk_down.best_move(3)) == (3, 2)


def test_a_tuple_is_one_position() -> None:
    graph = {(0, 1): [(1, 0)], (1, 0): [(1, 0)]}
    a = gg.attractor(graph, dict.fromkeys(graph, 0), (1, 0))
    assert len(a) == 2


def test_no_targets_and_no_positions() -> None:
    assert len(gg.attractor(GRAPH, OWNER, [])) == 0
    assert len(gg.attractor([], [], [])) == 0
    assert gg.solve_buchi([], [], []).verify()
    assert gg.partizan([], []).verify()


@pytest.mark.parametrize(("call", "message"), [
    (lambda: gg.attractor([(0, 1)], None, 1), "owner: expected 0 or 1 .*, got None"),
    (lambda: gg.attractor([(0, 1)], [0, 2], 1), "owner of 1: expected 0 or 1, got 2"),
    (lambda: gg.attractor([(0, 1)], [0], 1), "owner: expected a mapping or 2 values"),
    (lambda: gg.attractor([(0, 1)], {0: 1}, 1), "owner: expected 0 or 1 for every position"),
    (lambda: gg.attractor([(0, 1)], lambda v: 2, 1), "owner of 0: expected 0 or 1, got 2"),
    (lambda: gg.attractor([(0, 1)], [0, 1], 2), "position 2 does not exist"),
    (lambda: gg.attractor([(0, 1)], [0, 1], [5]), r"^targets\[0\]: expected a position"),
    (lambda: gg.attractor([(0, 1)], [0, 1], 1, 2), "player: expected 0 or 1"),
    (lambda: gg.attractor([(0, 1)], [0, 1], [1, 1]), "use numpy.array"),
    (lambda: gg.attractor([(0, 1)], [0, 1], [True]), "expected 2 flags"),
    (lambda: gg.attractor([(0, 1)], [0, 1], {1: True}), "for every position, got none for 0"),
    (lambda: gg.attractor([(0, 1)], [0, 1], {1: 1}), "got a mapping from 1 to 1"),
    (lambda: gg.attractor([(0, 1)], [0, 1], lambda v: True), "got a function"),
    (lambda: gg.solve_safety([(0, 1)], [0, 1]), "expected one of the two, got neither"),
    (lambda: gg.solve_cobuchi([(0, 1)], [0, 1], safe=0, unsafe=1), "of the two, got both"),
    (
        lambda: gg.attractor(gg.as_game_graph([(0, 1)]).with_presets({1: 0}), [0, 1], 1),
        "without presets",
    ),
    (
        lambda: gg.solve(gg.as_game_graph(GRAPH).with_owner(OWNER), owner=[0, 1, 1]),
        "owner of 'c': expected 0, as the graph says, got 1; graph.with_owner",
    ),
    (
        lambda: gg.attractor(gg.as_game_graph(GRAPH).with_owner(OWNER), [1, 1, 0], "c"),
        "owner of 'a': expected 0, as the graph says, got 1; graph.with_owner",
    ),
    (lambda: gg.solve_buchi([(0, 1)], [0, 1], 0).region(2), "player: expected 0 or 1"),
    (lambda: gg.attractor(walk, lambda n: 0, 0, start=0, limit=3), "at most 3 positions"),
])  # fmt: skip
def test_bad_input_is_refused(call: Any, message: str) -> None:
    with pytest.raises(gg.GraphGameError, match=message):
        call()


# -- solve(owner=) ---------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(30))
@pytest.mark.parametrize("play", ["normal", "misere"])
def test_an_owner_is_who_moves(seed: int, play: Any) -> None:
    game = random_game(seed, 9)
    presets = {v: (-1, 0, 1)[v % 3] for v in game.targets}
    s = gg.solve(game.graph().with_owner(None), owner=game.owner, presets=presets, play=play)
    t = gg.solve(game.graph(), presets=presets, play=play)
    assert s.verify()
    for name in ("outcomes", "remoteness", "best_moves"):
        assert getattr(s, name).tolist() == getattr(t, name).tolist()


@pytest.mark.parametrize("seed", range(30))
def test_the_game_on_positions_and_players_is_the_plain_game(seed: int) -> None:
    """`solve(graph)` is the owned game on positions × player."""
    game = random_game(seed, 8)
    n = len(game.options)
    both = [edge for v, w in game.edges() for edge in ((v, n + w), (n + v, w))]
    graph: gg.GameGraph[int] = gg.GameGraph.from_edges(game.edges(), n)
    doubled: gg.GameGraph[int] = gg.GameGraph.from_edges(both, 2 * n)
    plain = gg.solve(graph)
    owned = gg.solve(doubled, owner=[0] * n + [1] * n)
    for name in ("outcomes", "remoteness"):
        assert getattr(owned, name).tolist() == 2 * getattr(plain, name).tolist()


@pytest.mark.parametrize("seed", range(30))
def test_a_game_won_by_who_cannot_move_is_two_attractors(seed: int) -> None:
    """Owned games are reachability games: to where the other player cannot move."""
    game = random_game(seed, 10)
    s = gg.solve(game.graph())
    for player in (0, 1):
        won = gg.solve_reachability(game.graph(), None, [], player)
        mine = won.winners == player
        assert (mine == (np.where(s.game.owner == player, s.outcomes, -s.outcomes) == 1)).all()
        assert won.rank[mine].tolist() == s.remoteness[mine].tolist()


# -- files and tables ------------------------------------------------------------------------------


@pytest.mark.parametrize("solver", ["reachability", "safety", "buchi", "cobuchi"])
def test_a_saved_answer_is_the_same_answer(solver: str) -> None:
    named = "targets" if solver in ("reachability", "buchi") else "unsafe"
    s = getattr(gg, f"solve_{solver}")(GRAPH, OWNER, **{named: "b"}, player=1)
    file = io.BytesIO()
    s.save(file)
    file.seek(0)
    loaded = gg.OwnerSolution.load(file)
    assert loaded.verify()
    assert repr(loaded) == repr(s)
    assert [loaded[x] for x in loaded] == [s[x] for x in s]
    columns = loaded.table()
    assert {name: column.tolist() for name, column in s.table().items()} == {
        name: column.tolist() for name, column in columns.items()
    }
    assert len(columns["position"]) == 3
    file.seek(0)
    with pytest.raises(gg.SolutionFileError, match=r"OwnerSolution\.load reads it"):
        gg.Solution.load(file)


@pytest.mark.parametrize("name", ["winners", "strategy", "rank", "targets", "owner"])
def test_a_damaged_file_is_refused(name: str) -> None:
    s = gg.solve_buchi(GRAPH, OWNER, "b")
    file = io.BytesIO()
    s.save(file)
    file.seek(0)
    arrays = dict(np.load(file))
    arrays[name] = arrays[name] + 100
    damaged = io.BytesIO()
    np.savez(damaged, **arrays)
    damaged.seek(0)
    with pytest.raises(gg.SolutionFileError):
        gg.OwnerSolution.load(damaged)


# -- values beside labels -------------------------------------------------------------------------

# Integers that are labels, the numbers of the positions in another order.
TURNED: dict[int, list[int]] = {2: [1], 1: [0, 2], 0: [0]}
BY_LABEL = {0: 0, 1: 1, 2: 0}
TAKERS: dict[str, Any] = {
    "owner": lambda values: gg.ParityGame(TURNED, values, BY_LABEL).owner,
    "owner of attractor": lambda values: gg.attractor(TURNED, values, [0]).game.owner,
    "priority": lambda values: gg.ParityGame(TURNED, BY_LABEL, values).priority,
    "owner of solve": lambda values: gg.solve(TURNED, owner=values).game.owner,
    "presets": lambda values: gg.solve(TURNED, presets=values).game.presets,
    "targets": lambda values: gg.attractor(TURNED, BY_LABEL, values).targets,
    "unsafe": lambda values: gg.solve_safety(TURNED, BY_LABEL, unsafe=values).rank,
}
VALUED = {*TAKERS} - {"targets", "unsafe"}


@pytest.mark.parametrize("what", TAKERS)
def test_arrays_beside_integers_in_another_order_are_refused(what: str) -> None:
    """A natural reading by label and one by order: the error has the call for each."""
    values: Any = [0, 1, 0]
    if what in ("targets", "unsafe"):
        values = [True, False, False]
    name = what.split(maxsplit=1)[0]
    with pytest.raises(gg.GraphGameError) as error:
        TAKERS[what](values)
    graph = gg.as_game_graph(TURNED)
    calls = re.findall(r"dict\(.*?\)\)|\[v for .*?\]", str(error.value))
    assert len(calls) == 2
    for call, order in zip(calls, (range(3), graph.labels), strict=True):
        meant = eval(call, {name: values, "graph": graph})  # noqa: S307
        expected = {v: x for v, x in zip(order, values, strict=True) if x or what in VALUED}
        assert meant == (expected if isinstance(meant, dict) else list(expected))
        TAKERS[what](meant)
    with pytest.raises(
        gg.GraphGameError, match=f"^{name}: expected values that can be read in one"
    ):
        TAKERS[what](np.array(values))


def test_arrays_beside_other_labels_are_in_their_order() -> None:
    for labels in ([1, 2, 3], [0, 1, 2], [3, 1, 0], ["b", "c", "a"], [0.0, 2.0, 1.0]):
        graph = gg.GameGraph.from_edges([(0, 1), (1, 2)], labels=labels)
        assert gg.ParityGame(graph, [0, 1, 0], [1, 0, 2]).priority.tolist() == [1, 0, 2]
    counted = gg.GameGraph.from_edges([(1, 2), (2, 3)], base=1)
    assert gg.attractor(counted, [0, 1, 0], [True, False, False]).targets.tolist() == [1, 0, 0]
    codes = gg.explore_codes(lambda c: (c, (c + 1) % 3), start=1)
    assert codes.with_owner([0, 1, 0]).owner.tolist() == [0, 1, 0]


class Series:
    """What a pandas.Series offers: values, and an index that names them."""

    def __init__(self, values: Any, index: Any) -> None:
        self.values, self.index = np.asarray(values), index
        self.dtype, self.ndim = self.values.dtype, 1

    __hash__ = None  # type: ignore[assignment]

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        return self.values

    def __len__(self) -> int:
        return len(self.values)

    def __iter__(self) -> Any:
        return iter(self.values)

    def to_dict(self) -> dict[Any, Any]:
        return dict(zip(self.index, self.values.tolist(), strict=True))


def pandas_series(values: Any, index: Any) -> Any:
    return pytest.importorskip("pandas").Series(values, index=index)


@pytest.mark.parametrize("series", [Series, pandas_series])
def test_a_series_goes_by_its_index(series: Any) -> None:
    names, game = ["c", "b", "a"], gg.ParityGame(GRAPH, OWNER, {"a": 1, "b": 2, "c": 3})
    by_index = gg.ParityGame(GRAPH, series([0, 1, 0], names), series([3, 2, 1], names))
    assert by_index.priority.tolist() == game.priority.tolist() == [1, 2, 3]
    by_index = gg.ParityGame(GRAPH, series([1, 0, 0], ["b", "a", "c"]), [1, 2, 3])
    assert by_index.owner.tolist() == game.owner.tolist() == [0, 1, 0]
    assert gg.solve(GRAPH, presets=series([1], ["c"])).game.presets.tolist() == [2, 2, 1]
    assert gg.solve(GRAPH, owner=series([1, 0, 0], ["b", "a", "c"])).game.owner.tolist() == [
        0,
        1,
        0,
    ]
    flags = series([True, False, False], names)
    for found in (gg.attractor(GRAPH, OWNER, flags), gg.attractor(GRAPH, OWNER, ["c"])):
        assert found.targets.tolist() == [False, False, True]
    assert gg.attractor(GRAPH, OWNER, series(["c"], [7])).targets.tolist() == [False, False, True]
    # An index that only counts says nothing: the order of the positions it is.
    assert gg.ParityGame(GRAPH, series([0, 1, 0], range(3)), [1, 2, 3]).owner.tolist() == [0, 1, 0]
    plain = gg.solve([(0, 1), (1, 2)], owner=series([0, 1, 1], [2, 0, 1]))
    assert plain.game.owner.tolist() == [1, 1, 0]
    with pytest.raises(gg.GraphGameError, match=r"3 for 2; owner\.to_numpy\(\)"):
        gg.solve(GRAPH, owner=series([0, 1, 1], ["a", "a", "b"]))
    with pytest.raises(gg.GraphGameError, match="owner"):
        gg.solve(GRAPH, owner=series([0, 1], ["a", "b"]))
