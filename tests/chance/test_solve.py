"""`solve_chance` from every kind of game, against the definition; and what it refuses.

Pinned here: the same game as a dict, as edges, as rows, as a graph of NetworkX, as a rule and as a
rule object has the values of the definition; values of one position, of moves and of samples; what
is certain; errors that name the place.
"""

from __future__ import annotations

import math
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import graphgame as gg
from graphgame.chance.solve import solve_chance
from graphgame.errors import GraphGameError, VerificationError
from tests.chance.games import random_game
from tests.reference.chance import CHANCE, ChanceGame

KINDS = ["dict", "edges", "csr", "networkx", "rule", "object"]


def as_dict(game: ChanceGame) -> tuple[dict[int, Any], dict[str, Any]]:
    """Return a game as a dict whose rows of chance have numbers, with what stands beside it."""
    rows = {
        v: dict(zip(game.options[v], game.chances[v], strict=True))
        if game.kind[v] == CHANCE and v not in game.ends
        else [*game.options[v]]
        for v in range(game.n)
    }
    owner = {v: "chance" if k == CHANCE else k for v, k in enumerate(game.kind)}
    for v in game.ends:
        owner[v] = 0
    given: dict[str, Any] = {"owner": owner, "endless": game.endless, "scores": dict(game.ends)}
    if game.points:
        given["points"] = {
            (v, w): x
            for v in range(game.n)
            if v not in game.ends
            for w, x in zip(game.options[v], game.points[v], strict=True)
        }
    return rows, given


def in_form(game: ChanceGame, form: str) -> tuple[Any, dict[str, Any]]:
    """Return a game in a form, and the arguments that go with it."""
    rows, given = as_dict(game)
    edges = [(v, w) for v in rows for w in rows[v]]
    none = float("nan")
    numbers = [rows[v][w] if isinstance(rows[v], dict) else none for v, w in edges]
    if form == "edges":
        order = np.random.default_rng(len(edges)).permutation(len(edges)).tolist()
        given["probabilities"] = [numbers[e] for e in order]
        graph = gg.GameGraph.from_edges([edges[e] for e in order], game.n)
        if game.points:
            given["points"] = [given["points"].get(edges[e], 0) for e in order]
        given["owner"] = [-1 if x == "chance" else x for x in given["owner"].values()]
        given["scores"] = [float(game.ends[v]) if v in game.ends else none for v in rows]
        return graph, given
    if form == "csr":
        ptr = np.cumsum([0, *map(len, rows.values())])
        given["probabilities"] = {
            v: list(row.values()) for v, row in rows.items() if isinstance(row, dict)
        }
        given["owner"] = given["owner"].__getitem__
        return gg.GameGraph.from_csr(ptr, [w for _, w in edges]), given
    if form == "networkx":
        nx = pytest.importorskip("networkx")
        graph = nx.DiGraph()
        graph.add_nodes_from(rows)
        for (v, w), x in zip(edges, numbers, strict=True):
            graph.add_edge(v, w)
            if x == x:  # noqa: PLR0124 -- NaN is not
                graph[v][w]["probability"] = x
            if game.points and (v, w) in given["points"]:
                graph[v][w]["points"] = given["points"][v, w]
        given.pop("points", None)
        return graph, given
    if form in ("rule", "object"):
        points = given.pop("points", {})

        def options(v: int) -> list[int]:
            return [*rows[v]]

        def chance(v: int) -> Any:
            row = rows[v]
            return [*row.items()] if isinstance(row, dict) else None

        given |= {"start": [*rows], "scores": game.ends.get, "owner": given["owner"].get}
        if game.points:
            given["points"] = lambda v, w: points.get((v, w), 0)
        if form == "rule":
            return options, given | {"probabilities": chance}
        rule = type("Rule", (), {"options": staticmethod(options), "chance": staticmethod(chance)})
        return rule(), given
    return rows, given


@pytest.mark.parametrize("form", KINDS)
@pytest.mark.parametrize("points", [False, True], ids=["ends", "points"])
def test_every_kind_of_game_has_the_values_of_the_definition(form: str, points: bool) -> None:
    for seed in range(40):
        game = random_game(seed, points=points)
        graph, given = in_form(game, form)
        s = solve_chance(graph, **given)
        assert s.verify()
        for v, x in enumerate(game.values):
            low, high = s.bounds(v)
            assert Fraction(low) <= x <= Fraction(high), (seed, v)
            assert high - low <= 1e-9
            assert low <= s.value(v) <= high
        moves = {v: s.best_move(v) for v in range(game.n) if s.best_move(v) is not None}
        for player in (0, 1):
            assert game.is_optimal(player, moves), (seed, player)  # type: ignore[arg-type]


@pytest.mark.parametrize("player", [0, 1])
def test_probabilities_of_winning(player: int) -> None:
    for seed in range(60):
        game = random_game(seed)
        rows, given = as_dict(game)
        winner = {v: int(x > 0) for v, x in game.ends.items()}
        # Where play is over, the other player cannot move.
        owner = given["owner"] | {v: 1 - w for v, w in winner.items()}
        rows |= {v: [] for v in winner}
        s = solve_chance(rows, owner=owner, player=player, exact=True)
        ends = {v: Fraction((1 if player == 0 else -1) * (w == player)) for v, w in winner.items()}
        right = [abs(x) for x in ChanceGame(game.kind, game.options, game.chances, ends).values]
        for v, x in enumerate(right):
            assert s.bounds(v)[0] <= x <= s.bounds(v)[1]
            assert s.is_certain(v) == {0: False, 1: True}.get(int(x) if x in (0, 1) else -1)
            exact = s.exact(v)
            assert exact is None or exact == x
        assert s.verify()


def test_presets_of_a_graph_end_play() -> None:
    graph = gg.GameGraph.from_options({"s": ["a", "b"], "a": ["s"], "b": ["s"]})
    graph = graph.with_presets({"a": gg.WIN, "b": gg.DRAW})
    given: dict[str, Any] = {"probabilities": {"s": [1, 3]}}
    for who, value in ((0, 0.25), (1, 0.0)):
        s = solve_chance(graph, owner={"a": who, "b": 0}, **given)
        assert s.value("s") == pytest.approx(value, abs=1e-12)
    with pytest.raises(GraphGameError, match=r"presets\['a'\]: .* got one where chance moves"):
        solve_chance(graph, owner={"a": "chance", "b": 0}, **given)


GAME: dict[str, Any] = {"s": {"a": 1, "b": 2}, "a": ["s", "b"], "b": []}
WHO = {"a": 0, "b": 1}


def test_one_position() -> None:
    s: Any = solve_chance(GAME, owner=WHO, exact=True)
    assert (s.value("s"), s.exact("s"), s.best_move("a"), s.best_move("s")) == (1, 1, "b", None)
    assert s.is_certain("s") is True
    assert (s.outcome("a"), s.outcome("s"), s.outcome("b")) == (gg.WIN, None, gg.LOSE)
    assert s.probabilities("s") == {"a": Fraction(1, 3), "b": Fraction(2, 3)}
    assert s.probabilities("a") == {}
    assert s["a"] == (1.0, "b")
    assert "a" in s
    assert [*s] == ["s", "a", "b"]
    assert len(s) == 3
    assert {name: column.tolist() for name, column in s.table().items()} == {
        "position": ["s", "a", "b"],
        "value": [1, 1, 1],
        "lower": [1, 1, 1],
        "upper": [1, 1, 1],
        "best_move": [None, "b", None],
    }
    assert s.ends.all(), "sooner or later, chance moves to b"
    assert solve_chance({"a": ["a", "b"]}, owner={"a": 0}).ends.tolist() == [False, True]
    # From s chance may lead to where play stays, and from t it does not.
    game = {"t": {"lost": 1}, "s": {"lost": 1, "a": 1}, "a": ["a"]}
    who = {"a": 0, "lost": 0}
    assert solve_chance(game, owner=who).ends.tolist() == [True, False, False, True]
    assert s.owner.tolist() == [-1, 0, 1]
    for array in (s.values, s.lower, s.upper, s.owner, s.best_moves):
        assert not array.flags.writeable


def test_values_of_moves_have_their_points() -> None:
    s: Any = solve_chance(
        {"a": ["b", "c"], "b": {"c": 1, "d": 1}},
        owner={"a": 1},
        points={"a": {"b": 2, "c": 0.5}, "b": {"c": 3, "d": -2}},
        scores={"c": 1, "d": 0},
    )
    assert s.value("b") == pytest.approx(1.0)
    assert s.move_values("a") == pytest.approx({"b": 3.0, "c": 1.5})
    assert (s.best_move("a"), s.value("a")) == ("c", pytest.approx(1.5))
    with pytest.raises(GraphGameError, match="is_certain: expected a game that is won or lost"):
        s.is_certain("a")


def test_samples_have_the_value_on_average() -> None:
    game = {"s": {"a": 1, "b": 2}, "a": {"won": 1, "s": 1}, "b": {"lost": 1, "s": 2}}
    s = solve_chance(game, owner={"won": 1, "lost": 0})
    ends = [s.sample("s", seed=seed)[-1] for seed in range(2000)]
    assert {*ends} == {"won", "lost"}
    spread = math.sqrt(s.value("s") * (1 - s.value("s")) / 2000)
    assert abs(ends.count("won") / 2000 - s.value("s")) < 4 * spread
    assert s.sample("s", seed=3) == s.sample("s", seed=3)
    stays = solve_chance({"a": ["a"]}, owner={"a": 0})
    assert len(stays.sample("a", limit=20)) == 21
    with pytest.raises(GraphGameError, match="start: expected a game that begins at one position"):
        s.sample()


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({}, "owner: expected who moves .* got None; where dice come between moves"),
        ({"owner": WHO, "precision": 0}, "precision: expected a number from 1e-14 on, .* got 0"),
        ({"owner": WHO, "precision": "x"}, "precision: expected a number from 1e-14 on"),
        ({"owner": WHO, "precision": math.nan}, "precision: expected a number from 1e-14 on"),
        ({"owner": WHO, "player": 2}, "player: expected 0 or 1, got 2"),
        ({"owner": WHO, "endless": 1}, "endless: expected 0 where play is won or lost, got 1"),
        (
            {"owner": WHO, "probabilities": {"s": [1, 2]}},
            "probabilities: expected them once, got some in the graph and an argument",
        ),
        ({"owner": WHO, "scores": {"a": 1}}, "scores: expected one for every .* got none for 'b'"),
        ({"owner": WHO, "scores": {"b": "x"}}, r"scores\['b'\]: expected a number, got 'x'"),
        ({"owner": WHO, "scores": {"b": 2**52}}, "scores: expected numbers below 2.52"),
        (
            {"owner": WHO, "points": {("a", "b"): "x"}},
            r"points\['a', 'b'\]: expected a number, got 'x'",
        ),
        ({"owner": WHO, "points": {("a", "a"): 1}}, "points.*: expected one of its options"),
        ({"owner": WHO, "points": [1]}, "points: expected a mapping, or 4 numbers"),
    ],
)
def test_what_is_refused(given: dict[str, Any], message: str) -> None:
    with pytest.raises(GraphGameError, match=message):
        solve_chance(GAME, **given)


def alternating(game: ChanceGame) -> dict[int, Fraction]:
    """Return what positions are worth to who moves, if players alternate and no move leads back."""
    values: dict[int, Fraction] = {}
    for v in reversed(range(game.n)):
        if v in game.ends:
            values[v] = game.ends[v]
            continue
        assert game.points is not None
        moves = zip(game.options[v], game.points[v], strict=True)
        values[v] = max(x - values[w] for w, x in moves)
    return values


@pytest.mark.parametrize("scale", [1, 0.5])
def test_players_who_alternate(scale: float) -> None:
    for seed in range(60):
        game = random_game(seed, points=True)
        points = {
            (v, w): float(x) * scale
            for v in range(game.n)
            if v not in game.ends
            for w, x in zip(game.options[v], game.points[v], strict=True)  # type: ignore[index]
        }
        scores = {v: float(x) * scale for v, x in game.ends.items()}
        rows = [[*row] for row in game.options]
        s = solve_chance(gg.GameGraph.from_options(rows), points=points, scores=scores)
        right = alternating(game)
        assert s.values.tolist() == [float(right[v]) * scale for v in range(game.n)], "exactly"
        assert s.lower.tolist() == s.upper.tolist() == s.values.tolist()
        assert s.verify()
        for v in set(range(game.n)) - {*game.ends}:
            worth = s.move_values(v)
            assert max(worth.values()) == s.value(v) == worth[s.best_move(v)]
        assert s.owner is None


def test_players_who_alternate_on_a_ring() -> None:
    # Who moves from 0 may take 3 and end; going on leads back with the other player to move.
    rows: dict[int, list[int]] = {0: [1, 3], 1: [2], 2: [0], 3: []}
    s = solve_chance(rows, points={(0, 3): 3})
    assert (s.value(0), s.value(1), s.value(2), s.best_move(0)) == (3, 3, -3, 3)
    s = solve_chance(rows, points={(0, 3): -3})
    assert (s.value(0), s.value(1)) == (0, 0), "nobody has to end it"
    assert s.verify()


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({}, "owner: expected who moves .* got None; `solve` is for games without chance"),
        ({"endless": 1, "scores": {"b": 1}}, "endless: expected 0 where players alternate, got 1"),
    ],
)
def test_what_is_refused_where_players_alternate(given: dict[str, Any], message: str) -> None:
    with pytest.raises(GraphGameError, match=message):
        solve_chance({"a": ["b"]}, **given)


def test_dice_that_change_between_calls_are_refused() -> None:
    asked = []

    def chance(n: int) -> Any:
        asked.append(n)
        return [(n - 1, 1), (n - 2 if len(asked) < 5 else 0, 1)] if n > 2 else None

    with pytest.raises(GraphGameError, match="rule at 5: expected the same options each time"):
        solve_chance(
            lambda n: [n - 1] if n else [], start=5, probabilities=chance, owner=lambda n: 0
        )


def test_another_game_is_noticed() -> None:
    s, other = (solve_chance({"s": {"a": 1, "b": k}}, owner={"a": 0, "b": 1}) for k in (1, 2))
    s._solved = other._solved
    with pytest.raises(VerificationError):
        s.verify()


@pytest.mark.parametrize(
    ("game", "points", "cycle"),
    [
        ({"a": ["b"], "b": ["a", "c"]}, {("b", "a"): 1}, "'b' → 'a' → 'b'"),
        ({"a": ["a", "c"]}, {("a", "a"): -1}, "'a' → 'a'"),
        # Chance may leave, and a player does not let it.
        ({"a": ["b", "r"], "b": ["a"], "r": {"a": 1, "c": 1}}, {("a", "b"): 1}, "'a' → 'b' → 'a'"),
    ],
)
def test_points_without_end_are_refused(game: Any, points: Any, cycle: str) -> None:
    with pytest.raises(GraphGameError, match=f"points: .* the first move of {cycle}; points must"):
        solve_chance(game, points=points, owner=dict.fromkeys([*game.keys() - {"r"}, "c"], 0))


def test_points_on_cycles_that_chance_leaves_are_summed() -> None:
    # One more point each time, and out with probability 1/2.
    s: Any = solve_chance(
        {"a": ["r"], "r": {"a": 1, "c": 1}}, points={("a", "r"): 1}, owner={"a": 0}
    )
    assert s.value("a") == pytest.approx(2)
    # A cycle that play may stay on for ever, whose points are on the way out.
    s = solve_chance({"a": ["b", "c"], "b": ["a"]}, points={("a", "c"): -5}, owner={"a": 0, "b": 1})
    assert (s.value("a"), s.verify()) == (0, True)


def test_endless_play_is_worth_zero_without_a_sign() -> None:
    rows = {"x": ["a", "end"], "a": ["a", "b"], "b": {"x": 1, "y": 1}, "y": [], "end": []}
    s = solve_chance(rows, owner={"x": 0, "a": 1}, scores={"y": 3, "end": -1})
    assert str(s.value("x")) == str(s.bounds("a")[0]) == "0.0"
    assert not np.signbit([s.values[:4], s.lower[:4], s.upper[:4]]).any()


def test_winning_moves_line_and_histogram() -> None:
    game: Any = {"s": {"a": 1, "b": 2}, "a": ["s", "c"], "b": ["s", "c"]}
    s: Any = solve_chance(game, owner={"a": 0, "b": 1, "c": 1})
    assert (s.winning_moves("a"), s.winning_moves("s"), s.winning_moves("c")) == (
        ["s", "c"],
        [],
        [],
    )
    t: Any = solve_chance(game, owner={"a": 0, "b": 1, "c": 1}, player=1)
    assert (t.winning_moves("b"), t.outcome("b")) == ([], gg.LOSE)
    assert s.line("s") == ("s", "b", "s")
    assert s.line("s").closes_at == 0
    assert sum(count for *_, count in s.histogram(3)) == len(s)
    with pytest.raises(GraphGameError, match="bins: expected at least one, got 0"):
        s.histogram(0)
    with pytest.raises(GraphGameError, match="winning_moves: expected a game that is won or lost"):
        solve_chance({"a": ["b"]}, points=[1]).winning_moves("a")


def test_a_rule_says_all_by_its_methods() -> None:
    class Rule:
        def options(self, n: int) -> list[int]:
            return [n - 1, n - 2]

        def chance(self, n: int) -> Any:
            return [(n - 1, 1), (n - 2, 1)] if n % 3 == 0 else None

        def owner(self, n: int) -> Any:
            return "chance" if n % 3 == 0 and n > 0 else n % 2

        def score(self, n: int) -> Any:
            return {0: 5, 1: -4, -1: 2}.get(n)

        def points(self, n: int, option: int) -> int:
            return n - option

    s: Any = solve_chance(Rule(), start=8)
    values: dict[int, Fraction] = {0: Fraction(5), 1: Fraction(-4), -1: Fraction(2)}
    for n in range(2, 9):
        moves = [k + values[n - k] for k in (1, 2)]
        pick = {0: max, 1: min}[n % 2]
        values[n] = sum(moves, Fraction(0)) / 2 if n % 3 == 0 else pick(moves)
    assert s.value(8) == float(values[8])
    assert s.graph().options(0) == []


def test_presets_of_a_graph_and_scores_are_refused() -> None:
    graph = gg.GameGraph.from_edges([(0, 1)]).with_presets({1: gg.WIN})
    with pytest.raises(GraphGameError, match="presets: expected none beside scores or points"):
        solve_chance(graph, scores={1: 2})
    assert solve_chance([(0, 1), (0, 2)], owner=[0, 1, 0], presets={1: gg.LOSE}).value(0) == 1


@pytest.mark.parametrize(("won", "lost"), [("won", "lost"), ("lost", "won")])
def test_what_is_certain_is_proven_beside_bounds_that_rounding_widens(won: str, lost: str) -> None:
    # From q one gets anywhere but to an end with probability 2^-60, far below the rounding of c.
    small, third = Fraction(1, 2**60), Fraction(1, 3)
    game = {
        "m": ["q", lost],
        "p": {"q": Fraction(1, 2), "c": Fraction(1, 2)},
        "c": {won: third, lost: 1 - third},
        "q": {"p": small, lost: 1 - small},
        "won": [],
        "lost": [],
    }
    s = solve_chance(game, owner={"m": int(won == "won"), "won": 1, "lost": 0})
    assert s.is_certain("m") is (won == "lost")
    assert s.verify()
    assert ((s.lower >= 0) & (s.upper <= 1)).all()


# The positions are pairs themselves, and are not to be taken for an option and its probability.
THROWN = {(1, 0): {(2, 0): 0.9, (2, 1): 0.1}, (0, 1): {(2, 0): 0.5, (2, 1): 0.5}}
MOVES = {(0, 0): [(1, 0), (0, 1)], (1, 0): [(2, 0), (2, 1)], (0, 1): [(2, 0), (2, 1)]}


def _options(position: tuple[int, int]) -> list[tuple[int, int]]:
    return MOVES.get(position, [])


def _owner(position: tuple[int, int]) -> Any:
    return "chance" if position in THROWN else int(position == (2, 1))


@pytest.mark.parametrize(
    "as_returned", [dict, lambda row: [*row.items()], lambda row: [*row.values()]]
)
@pytest.mark.parametrize("by_method", [False, True])
def test_a_function_says_probabilities_in_every_form(as_returned: Any, by_method: bool) -> None:
    def chance(position: tuple[int, int]) -> Any:
        return as_returned(THROWN[position]) if position in THROWN else None

    if by_method:
        rule: Any = SimpleNamespace(options=_options, owner=_owner, chance=chance)
        s = solve_chance(rule, start=(0, 0))
    else:
        s = solve_chance(_options, start=(0, 0), owner=_owner, probabilities=chance)
    assert {v: float(s.value(v)) for v in s} == {
        (0, 0): 0.5,
        (1, 0): 0.1,
        (0, 1): 0.5,
        (2, 0): 0.0,
        (2, 1): 1.0,
    }
    assert s.best_move((0, 0)) == (0, 1) and s.verify()


@pytest.mark.parametrize("row", [[0.5], [0.5, 0.25, 0.25], 0.5, [((2, 0), 0.5, 0.5)], ["a", "b"]])
def test_what_a_function_says_of_other_options_is_refused(row: Any) -> None:
    with pytest.raises(GraphGameError, match=r"a number for each option of \(1, 0\), got"):
        solve_chance(
            _options,
            start=(1, 0),
            owner=_owner,
            probabilities=lambda v: row if v == (1, 0) else None,
        )
