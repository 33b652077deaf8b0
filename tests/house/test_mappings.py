"""Solved games as mappings of states; and outcomes, which are equal to their names.

Pinned here: whatever is asked by state and iterates is a mapping, so that `dict` of it is right,
also where states look like pairs; and none of them is read as a graph, as presets or as an array.
"""

from __future__ import annotations

import pickle
import tracemalloc
from collections.abc import ItemsView, KeysView, Mapping, ValuesView
from itertools import islice
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import graphgame as gg
from graphgame import GameGraph
from tests.house.everything import THINGS

if TYPE_CHECKING:
    from collections.abc import Callable

# Words of two letters, which `dict` takes for pairs where it iterates.
WORDS = {"ab": ["cd", "ef"], "cd": ["ef", "gh"], "ef": [], "gh": ["ab"]}
DOWN = {"ab": ["cd", "ef"], "cd": ["ef"], "ef": []}
PAIRS: dict[Any, Any] = {(0, 1): [(1, 2), (2, 0)], (1, 2): [(2, 0)], (2, 0): []}


def _owners(graph: dict[Any, Any]) -> dict[Any, int]:
    return {position: k % 2 for k, position in enumerate(graph)}


def _by_name(graph: dict[Any, Any], acyclic: dict[Any, Any]) -> dict[str, Callable[[], Any]]:
    """Return what solves a graph, by family."""
    owners, last = _owners(graph), next(reversed(graph))
    start = next(iter(acyclic))
    return {
        "Solution": lambda: gg.solve(graph),
        "solution of a rule": lambda: gg.solve(acyclic.__getitem__, start=start),
        "Database": lambda: gg.build(acyclic.__getitem__, start=start),
        "ScoreSolution": lambda: gg.solve_scores(acyclic, {next(reversed(acyclic)): 3}),
        "draw levels": lambda: gg.solve(graph).draw_levels(),
        "GrundyValues": lambda: gg.grundy(acyclic),
        "SumValues": lambda: gg.grundy(acyclic.__getitem__, start=start, sums=True),
        "LoopyValues": lambda: gg.loopy_grundy(graph),
        "ChanceSolution": lambda: gg.solve_chance(graph, owner=owners),
        "Attractor": lambda: gg.attractor(graph, owners, last),
        "OwnerSolution": lambda: gg.solve_buchi(graph, owners, last),
        "MemorySolution": lambda: gg.solve_generalized_buchi(graph, owners, [[last]]),
        "PartizanSolution": lambda: gg.partizan(graph, graph),
        "ParitySolution": lambda: gg.ParityGame(graph, owners, owners).solve(),
    }


SOLVED = {
    **{f"{name} of words": make for name, make in _by_name(WORDS, DOWN).items()},
    **{
        f"{name} of pairs": make
        for name, make in _by_name(PAIRS, PAIRS).items()
        if name != "SumValues"  # a tuple is no component there
    },
}
MAPPINGS = [name for name, make in THINGS.items() if hasattr(make(), "keys")]
WITH_ARRAY = gg.GrundyValues | gg.SumValues | gg.LoopyValues | gg.ChanceSolution


@pytest.mark.parametrize("name", SOLVED)
def test_dict_has_every_state_with_what_is_known_of_it(name: str) -> None:
    s = SOLVED[name]()
    expected = {state: s[state] for state in s}
    assert len(expected) == len(s) > 0
    assert dict(s) == expected == dict(s.items()) == {**s}
    assert [*s.keys()] == [*s] == [*expected]
    assert [*s.items()] == [*expected.items()]
    if isinstance(s, WITH_ARRAY):
        assert isinstance(s.values, np.ndarray) and len(s.values) == len(s)
    else:
        assert [*s.values()] == [*expected.values()]


def test_whatever_iterates_is_a_mapping_or_no_game() -> None:
    """Tuples are records, and a sum has components: neither is asked by state."""
    iterating = {name for name, make in THINGS.items() if hasattr(type(make()), "__iter__")}
    records = {x for x in iterating if isinstance(THINGS[x](), tuple | str | int | gg.Sum)}
    assert iterating - records == {*MAPPINGS}
    kinds = {type(THINGS[name]()) for name in MAPPINGS}
    assert kinds == {
        *(gg.Solution, gg.Database, gg.Database, gg.ScoreSolution, gg.DrawLevels, gg.GrundyValues),
        *(gg.SumValues, gg.LoopyValues, gg.CopsSolution, gg.PursuitSolution, gg.Attractor),
        *(gg.OwnerSolution, gg.PartizanSolution, gg.ParitySolution, gg.ChanceSolution),
        gg.MemorySolution,
    }


@pytest.mark.parametrize("name", [x for x in MAPPINGS if "without remoteness" not in x])
def test_views_are_those_of_a_dict(name: str) -> None:
    s = THINGS[name]()
    assert isinstance(s.keys(), KeysView) and isinstance(s.items(), ItemsView)
    assert len(s.keys()) == len(s.items()) == len(s)
    assert [*islice(s.keys(), 30)] == [*islice(s, 30)]
    for state, known in islice(s.items(), 30):
        assert s.get(state) == s[state] == known
        assert state in s.keys() and (state, known) in s.items()  # noqa: SIM118 -- the view
        assert (state, "another") not in s.items() and state not in s.items()
        assert s.get(state, "default") == known
    nowhere = ("nowhere", 7)
    if name != "values of a search":  # its rule is asked about any position
        assert s.get(nowhere) is None and s.get(nowhere, 5) == 5
        assert nowhere not in s.keys() and (nowhere, 5) not in s.items()  # noqa: SIM118
    if not isinstance(s, WITH_ARRAY):
        assert isinstance(s.values(), ValuesView) and len(s.values()) == len(s)


def test_views_take_no_memory() -> None:
    s = gg.solve(GameGraph.from_edges(np.zeros((1, 2), np.int32), 1_000_000))
    s[999_999]
    tracemalloc.start()
    try:
        views = s.keys(), s.items(), s.values(), iter(s.items())
        assert next(views[-1]) == (0, s[0])
        assert tracemalloc.get_traced_memory()[1] < 10_000
    finally:
        tracemalloc.stop()


# -- where they are given back to the library -----------------------------------------------------

GRAPHS: dict[str, Callable[[Any], Any]] = {
    "solve": gg.solve,
    "as_game_graph": gg.as_game_graph,
    "from_edges": GameGraph.from_edges,
    "from_options": GameGraph.from_options,
    "from_adjacency": GameGraph.from_adjacency,
    "grundy": gg.grundy,
    "loopy_grundy": gg.loopy_grundy,
    "cops_and_robbers": gg.cops_and_robbers,
    "partizan": lambda s: gg.partizan(s, [(0, 1)]),
    "game_sum": lambda s: gg.game_sum([s, [(0, 1)]]),
    "attractor": lambda s: gg.attractor(s, [0, 1, 0], [False, False, True]),
}
ARRAYS: dict[str, Callable[[Any], Any]] = {
    "presets": lambda s: gg.solve(PAIRS, presets=s),
    "with_presets": GameGraph.from_options(PAIRS).with_presets,
    "with_owner": GameGraph.from_options(PAIRS).with_owner,
    "owner": lambda s: gg.solve(PAIRS, owner=s),
    "scores": lambda s: gg.solve_scores(PAIRS, s),
    "priority": lambda s: gg.ParityGame(PAIRS, [0, 1, 0], s),
    "targets": lambda s: gg.attractor(PAIRS, [0, 1, 0], s),
    "indices": lambda s: GameGraph.from_csr([0, 1, 2], s),
    "an array": np.asarray,
}
GIVEN = {
    "pairs": lambda: gg.solve(PAIRS),
    "numbers": lambda: gg.solve([(0, 1), (1, 2)]),
    "words": lambda: gg.solve(WORDS),
    "grundy values": lambda: gg.grundy(PAIRS),
    "answers": lambda: gg.build(PAIRS.__getitem__, start=(0, 1)),
    "attractor": lambda: gg.attractor(PAIRS, _owners(PAIRS), (2, 0)),
    "parity": lambda: gg.ParityGame(PAIRS, _owners(PAIRS), _owners(PAIRS)).solve(),
}


@pytest.mark.parametrize("given", GIVEN)
@pytest.mark.parametrize("call", GRAPHS)
def test_a_solved_game_is_no_graph(call: str, given: str) -> None:
    s = GIVEN[given]()
    with pytest.raises(
        gg.GraphGameError, match=r"^expected a graph, got .*, which is solved; give"
    ):
        GRAPHS[call](s)


@pytest.mark.parametrize("given", GIVEN)
@pytest.mark.parametrize("call", ARRAYS)
def test_a_solved_game_is_no_array(call: str, given: str) -> None:
    s = GIVEN[given]()
    with pytest.raises(
        gg.GraphGameError,
        match=r"(an array|numbers), got .*, which has|"
        r"expected (a value for each position|positions or flags), got .*, a solved game; \w",
    ):
        ARRAYS[call](s)


def test_a_solved_game_is_no_mapping_of_presets() -> None:
    assert not any(isinstance(THINGS[name](), Mapping) for name in MAPPINGS)


def test_a_dict_of_a_solved_game_gives_presets_back() -> None:
    s = gg.solve(WORDS)
    presets = {state: label.outcome for state, label in s.items()}
    assert gg.solve(WORDS, presets=presets).outcomes.tolist() == s.outcomes.tolist()


# -- outcomes and their names ---------------------------------------------------------------------

NAMES = ["LOSE", "DRAW", "WIN", "TIE"]
OUTCOMES = [gg.LOSE, gg.DRAW, gg.WIN, gg.TIE]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("outcome", OUTCOMES)
def test_an_outcome_is_equal_to_its_name_alone(outcome: gg.Outcome, name: str) -> None:
    same = str(outcome) == name
    for other in (name, np.str_(name)):
        assert (outcome == other) is same and (other == outcome) is same
        assert (outcome != other) is (not same) and (other != outcome) is (not same)
    assert (outcome in [name, "-"]) is same and (name in [outcome, 7]) is same
    for wrong in (name.lower(), f" {name}", "", f"Outcome.{name}", str(int(outcome))):
        assert outcome != wrong
        assert (outcome == wrong) is False


@pytest.mark.parametrize("outcome", OUTCOMES)
def test_an_outcome_is_an_integer_as_before(outcome: gg.Outcome) -> None:
    number = int(outcome)
    assert outcome == number and number == outcome and (outcome != number) is False
    assert outcome == np.int8(number) and np.int8(number) == outcome
    assert (np.array([-1, 0, 1, 3]) == outcome).sum() == 1
    assert hash(outcome) == hash(number) and {number: 5}[outcome] == {outcome: 5}[number] == 5
    assert not any(outcome == other for other in (number + 1, None, 0.5, b"WIN"))
    assert gg.Outcome(number) is outcome is pickle.loads(pickle.dumps(outcome))
    assert gg.LOSE <= outcome < 4


def test_what_tables_print_is_what_outcomes_equal() -> None:
    s = gg.solve(WORDS)
    table = s.table()
    for position, word in zip(table["position"], table["outcome"], strict=True):
        assert s.outcome(position) == word and s[position].outcome == word
    assert [p for p in s if s.outcome(p) == "LOSE"] == [p for p in s if s.outcome(p) is gg.LOSE]
    match s.outcome("ab"):
        case "WIN":
            pass
        case other:
            pytest.fail(f"{other!r} matches no name")


def test_a_preset_by_name_is_that_outcome() -> None:
    assert gg.solve(WORDS, presets={"ef": "DRAW"}).outcome("ef") == "DRAW"
    with pytest.raises(gg.GraphGameError, match="expected WIN, LOSE, DRAW or TIE, got 'draw'"):
        gg.solve(WORDS, presets={"ef": "draw"})
