"""`verify` accepts a labelling exactly when it is right, and never asks the code that made it.

A game has one labelling that is a proof: outcome and remoteness follow from the rules by induction,
and draws are what is left.  So whatever is changed in a right answer makes a wrong one, and every
change here must be refused, without exception.
"""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

import graphgame as gg
from graphgame import DRAW, LOSE, WIN, GameGraph, Outcome, Play, Solution, VerificationError, verify
from tests.reference import graphs as reference
from tests.reference.graphs import Game
from tests.strategies import all_graphs, games

if TYPE_CHECKING:
    from collections.abc import Sequence

FARTHEST = 2**31 - 1
OUTCOMES = (LOSE, DRAW, WIN)


def graph_of(game: Game) -> GameGraph:
    graph = GameGraph.from_edges(list(game.edges), game.n)
    return graph.with_presets(game.presets) if game.presets else graph


def labelled(graph: GameGraph, outcomes: Any, remoteness: Any, play: str = "normal") -> Solution:
    """Make a solution of a labelling that nobody solved for."""
    labels = np.array(outcomes, dtype=np.int8), np.array(remoteness, dtype=np.int32)
    return Solution(graph, Play(play), *labels)


def columns(labels: Sequence[tuple[Outcome, int]]) -> tuple[list[Outcome], list[int]]:
    return [outcome for outcome, _ in labels], [remoteness for _, remoteness in labels]


def accepts(graph: GameGraph, outcomes: Any, remoteness: Any, play: str = "normal") -> bool:
    try:
        return verify(graph, labelled(graph, outcomes, remoteness, play))
    except VerificationError:
        return False


def rejection(graph: GameGraph, outcomes: Any, remoteness: Any, play: str = "normal") -> Any:
    with pytest.raises(VerificationError) as caught:
        verify(graph, labelled(graph, outcomes, remoteness, play))
    return caught.value


# -- exactly the right answers --------------------------------------------------------------------


@given(games())
def test_the_answer_of_the_reference_is_accepted(game: Game) -> None:
    answer = reference.solve(game)
    assert accepts(graph_of(game), answer.outcomes, answer.remoteness, game.play)


@given(games())
def test_every_change_of_one_position_is_refused(game: Game) -> None:
    """Another outcome, a remoteness one off or far off, or both, for every position in turn."""
    graph, answer = graph_of(game), reference.solve(game)
    outcomes, remoteness = np.array(answer.outcomes), np.array(answer.remoteness)
    for v in range(game.n):
        right = answer.outcomes[v], answer.remoteness[v]
        near = {right[1] - 1, right[1], right[1] + 1, right[1] + 2}
        for label in product(OUTCOMES, near | {-2, -1, 0, game.n, FARTHEST}):
            outcomes[v], remoteness[v] = label
            assert accepts(graph, outcomes, remoteness, game.play) == (label == right), (v, label)
        outcomes[v], remoteness[v] = right


@pytest.mark.parametrize("play", ["normal", "misere"])
@pytest.mark.parametrize("n", [1, 2])
def test_all_labellings_of_all_smallest_games(n: int, play: str) -> None:
    labels = list(product(OUTCOMES, (-1, 0, 1, 2)))
    for edges in all_graphs(n):
        game = Game(n, edges, {}, play)
        graph, answer = graph_of(game), reference.solve(game)
        right = tuple(zip(answer.outcomes, answer.remoteness, strict=True))
        accepted = [x for x in product(labels, repeat=n) if accepts(graph, *columns(x), play)]
        assert accepted == [right]


@settings(max_examples=20)
@given(games(max_positions=2))
def test_all_labellings_of_smallest_games_with_presets(game: Game) -> None:
    graph, answer = graph_of(game), reference.solve(game)
    right = tuple(zip(answer.outcomes, answer.remoteness, strict=True))
    labels = list(product(OUTCOMES, (-1, 0, 1, 2)))
    for x in product(labels, repeat=game.n):
        assert accepts(graph, *columns(x), game.play) == (x == right)


@given(games(), st.data())
def test_a_labelling_of_anything_is_accepted_only_if_right(game: Game, data: st.DataObject) -> None:
    graph, answer = graph_of(game), reference.solve(game)
    label = st.tuples(st.sampled_from(OUTCOMES), st.integers(-1, game.n))
    right = list(zip(answer.outcomes, answer.remoteness, strict=True))
    drawn = [data.draw(st.one_of(st.just(x), label)) for x in right]
    assert accepts(graph, *columns(drawn), game.play) == (drawn == right)


@given(games(), st.sampled_from([1, 2, 3, 5]), st.booleans())
def test_edges_are_checked_whole_in_blocks_of_any_size(
    game: Game, block: int, as_rows: bool
) -> None:
    graph = graph_of(game)
    if as_rows:
        graph = GameGraph.from_csr(graph.option_ptr, graph.option_idx)
        graph = graph.with_presets(game.presets) if game.presets else graph
    answer = reference.solve(game)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("graphgame.graphs.graph._BLOCK", block)
        pairs = [
            pair
            for sources, targets in graph.edge_blocks()
            for pair in zip(sources.tolist(), targets.tolist(), strict=True)
        ]
        assert sorted(pairs) == sorted(game.edges)
        assert accepts(graph, answer.outcomes, answer.remoteness, game.play)
        for v in range(game.n):
            wrong = answer.remoteness.copy()
            wrong[v] += 1
            assert not accepts(graph, answer.outcomes, wrong, game.play)


@pytest.mark.parametrize("outcome", [-128, -2, 2, 3, 127])
def test_an_outcome_that_is_none_is_refused(outcome: int) -> None:
    error = rejection(GameGraph.from_edges([(0, 1)]), [1, outcome], [1, 0])
    assert error.position == 1
    assert error.expected == "an outcome LOSE = -1, DRAW = 0 or WIN = 1"
    assert error.found == f"{outcome} of remoteness 0"


# -- traps ----------------------------------------------------------------------------------------


def test_draws_are_checked_to_be_traps() -> None:
    """The mistake of a published verifier: it checked the moves of the winners, not the draws."""
    # Right: 2 is lost, 1 wins by moving there, 0 can only move to 1; 3 and 4 go round for ever.
    graph = GameGraph.from_edges([(0, 1), (1, 0), (1, 2), (3, 4), (4, 3), (3, 1)])
    assert accepts(graph, [-1, 1, -1, 0, 0], [2, 1, 0, -1, -1])
    escape = rejection(graph, [0, 0, -1, 0, 0], [-1, -1, 0, -1, -1])
    assert (escape.position, escape.expected) == (1, "no LOSE option for a DRAW")
    cornered = rejection(graph, [0, 1, -1, 0, 0], [-1, 1, 0, -1, -1])
    assert (cornered.position, cornered.expected) == (0, "a DRAW option")


@pytest.mark.parametrize("ranks", list(product(range(5), repeat=2)))
@pytest.mark.parametrize("outcomes", [(WIN, LOSE), (LOSE, WIN), (WIN, WIN), (LOSE, LOSE)])
def test_wins_and_losses_cannot_hold_each_other_up(outcomes: Any, ranks: Any) -> None:
    """A round without exit: WIN and LOSE in turn would be a strategy, but it never ends."""
    assert not accepts(GameGraph.from_edges([(0, 1), (1, 0)]), outcomes, ranks)


def test_a_win_by_a_longer_way_is_refused() -> None:
    graph = GameGraph.from_edges([(0, 1), (0, 2), (2, 3), (3, 4)])
    assert accepts(graph, [1, -1, -1, 1, -1], [1, 0, 2, 1, 0])
    error = rejection(graph, [1, -1, -1, 1, -1], [3, 0, 2, 1, 0])
    assert (error.position, error.expected) == (0, "no LOSE option of lower remoteness")


# -- the message ----------------------------------------------------------------------------------


def test_a_rejection_names_position_options_and_expectation() -> None:
    graph = GameGraph.from_edges([(0, 1), (0, 2), (2, 1)], labels=["top", "end", "side"])
    error = rejection(graph, [1, -1, -1], [1, 0, 1])
    assert error.position == "side"
    assert error.options == [("end", "LOSE", 0)]
    assert error.expected == "only WIN options for a LOSE"
    assert error.found == "LOSE of remoteness 1"
    assert str(error) == (
        "position 'side': expected only WIN options for a LOSE, got LOSE of remoteness 1; "
        "its options: 'end' LOSE 0"
    )


def test_a_rejection_says_when_there_are_no_options_and_when_there_are_many() -> None:
    star = GameGraph.from_edges([(0, v) for v in range(1, 13)])
    assert str(rejection(star, [1] + [-1] * 12, [2] + [0] * 12)).endswith(
        "its options: " + ", ".join(f"{v} LOSE 0" for v in range(1, 9)) + ", and 4 more"
    )
    assert str(rejection(star, [1] * 13, [1] + [0] * 12)) == (
        "position 1: expected LOSE, as there are no options in normal play, "
        "got WIN of remoteness 0; its options: none"
    )


@pytest.mark.parametrize(
    ("outcomes", "remoteness", "position", "expected"),
    [
        ([1, -1, 0, 1, 0], [1, 0, -1, 0, -1], 2, "a DRAW option"),
        ([1, -1, 1, 1, 0], [1, 0, 1, 0, -1], 2, "a LOSE option of remoteness one less"),
        ([1, -1, -1, 1, 0], [1, 0, 3, 0, -1], 2, "a WIN option of remoteness one less"),
        ([1, -1, -1, 1, 0], [1, 0, 1, 0, -1], 2, "no WIN option of higher remoteness"),
        ([1, -1, -1, 1, 0], [2, 0, 2, 0, -1], 0, "no LOSE option of lower remoteness"),
        ([-1, -1, -1, 1, 0], [1, 0, 2, 0, -1], 0, "only WIN options for a LOSE"),
        ([0, -1, 0, 1, 0], [-1, 0, -1, 0, -1], 0, "no LOSE option for a DRAW"),
        ([1, 1, -1, 1, 0], [1, 0, 2, 0, -1], 1, "LOSE, as there are no options in normal play"),
        ([1, -1, -1, -1, 0], [1, 0, 2, 0, -1], 3, "the preset outcome"),
        ([1, -1, -1, 1, 0], [1, 4, 2, 0, -1], 1, "remoteness 0, as it is a terminal"),
        ([1, -1, -1, 1, 0], [0, 0, 2, 0, -1], 0, "a remoteness other than 0, as it has options"),
        ([1, -1, -1, 1, 0], [1, -3, 2, 0, -1], 1, "a remoteness that is not negative"),
        ([1, -1, -1, 1, 0], [1, 0, 2, 0, 3], 4, "a DRAW of remoteness -1"),
    ],
)
def test_every_rule_has_its_refusal(
    outcomes: Any, remoteness: Any, position: int, expected: str
) -> None:
    # 0 may move to 1, the lost end; 2 to 0 or to 3, a preset win with a move; 4 passes.
    graph = GameGraph.from_edges([(0, 1), (2, 3), (2, 0), (3, 1), (4, 4)]).with_presets({3: WIN})
    assert accepts(graph, [1, -1, -1, 1, 0], [1, 0, 2, 0, -1])
    error = rejection(graph, outcomes, remoteness)
    assert (error.position, error.expected) == (position, expected)


# -- an answer to another question ----------------------------------------------------------------


@pytest.mark.parametrize("name", ["outcomes", "remoteness"])
@pytest.mark.parametrize("shape", [(1,), (3,), (2, 1), ()])
def test_a_labelling_of_another_shape_is_refused(name: str, shape: tuple[int, ...]) -> None:
    arrays: dict[str, Any] = {"outcomes": [1, -1], "remoteness": [1, 0]}
    arrays[name] = np.zeros(shape)
    graph = GameGraph.from_edges([(0, 1)])
    with pytest.raises(gg.GraphGameError) as caught:
        verify(graph, labelled(graph, **arrays))
    assert str(caught.value) == f"{name}: expected 2 values, got shape {shape}"
    assert not isinstance(caught.value, VerificationError)


def test_the_other_kind_of_play_is_refused() -> None:
    graph = GameGraph.from_edges([(0, 1)])
    solution = gg.solve(graph)
    assert accepts(graph, solution.outcomes, solution.remoteness)
    error = rejection(graph, solution.outcomes, solution.remoteness, "misere")
    assert error.expected == "WIN, as there are no options in misere play"


@given(games(), st.data())
def test_an_answer_for_other_presets_is_refused(game: Game, data: st.DataObject) -> None:
    """Accepted only if both games have one answer: the terminals are then the same."""
    positions = st.sampled_from(range(game.n)) if game.n else st.nothing()
    changed = data.draw(st.dictionaries(positions, st.sampled_from(OUTCOMES)))
    other = Game(game.n, game.edges, changed, game.play)
    mine, theirs = reference.solve(game), reference.solve(other)
    same = (mine.outcomes, mine.remoteness) == (theirs.outcomes, theirs.remoteness)
    assert accepts(graph_of(other), mine.outcomes, mine.remoteness, game.play) == same


# -- independence ---------------------------------------------------------------------------------

WITHOUT_THE_SOLVER = """
import pkgutil, sys
import graphgame
modules = [x.name for x in pkgutil.walk_packages(graphgame.__path__, "graphgame.")]
kernels = [x for x in modules if x.startswith("graphgame._kernel.") or x.split(".")[-1][0] == "_"]
for name in (*kernels, "graphgame.solving.solve", "graphgame.solving.solution"):
    sys.modules[name] = None  # an import of it fails from now on
from types import SimpleNamespace
import numpy as np
from graphgame.errors import VerificationError
from graphgame.graphs.graph import GameGraph
from graphgame.outcome import Play
from graphgame.solving.verify import verify

edges = np.array([(0, 1), (1, 2), (2, 0), (2, 3), (4, 3), (4, 5)], dtype=np.int32)
rows = [0, 1, 2, 4, 4, 6, 6], [1, 2, 0, 3, 3, 5]
outcomes, remoteness = np.array([1, -1, 1, -1, 1, 0]), np.array([3, 2, 1, 0, 1, 0])
for graph in (GameGraph.from_edges(edges), GameGraph.from_csr(*rows)):
    graph = graph.with_presets({5: 0})
    labels = {"outcomes": outcomes, "remoteness": remoteness}
    answer = SimpleNamespace(**labels, play=Play.NORMAL, count="plies")
    assert verify(graph, answer) is True
    answer.remoteness = remoteness + (outcomes == 1)
    try:
        verify(graph, answer)
    except VerificationError as error:
        print(error.position, error.options)
try:
    import graphgame._core
except ImportError:
    print("blocked")
"""


def test_verify_works_where_no_kernel_and_no_solver_can_be_imported() -> None:
    environment = os.environ | {"PYTHONPATH": str(Path(gg.__file__).parents[1])}
    run = subprocess.run(
        [sys.executable, "-P", "-W", "error", "-c", WITHOUT_THE_SOLVER],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (run.stdout, run.stderr) == ("0 [(1, 'LOSE', 2)]\n" * 2 + "blocked\n", "")
