"""Contraction: whole levels decided on the edges, against the reference and plain propagation.

Pinned here: every path of `solve` gives the same outcomes and remoteness, edges or rows, one thread
or several, whatever a round leaves; the gate sends games on boards to propagation and random ones
to contraction; counters of one byte and of four agree around 255 options; without memory for
contraction a game is solved without it.
"""

from __future__ import annotations

import importlib
import signal
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given, strategies as st

import graphgame as gg
from graphgame import GameGraph, _core
from graphgame._kernel import threads
from graphgame.solving import _contract
from tests.reference import graphs as reference
from tests.strategies import all_graphs, games

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

solving: Any = importlib.import_module("graphgame.solving.labelling")
Edges = np.ndarray[Any, np.dtype[np.int32]]
Labels = tuple[list[int], list[int]]


def as_edges(pairs: Any) -> Edges:
    return np.array(pairs, dtype=np.int32).reshape(-1, 2)


def forms(edges: Edges, n: int) -> Iterator[GameGraph]:
    yield GameGraph.from_edges(edges, n)
    made = GameGraph.from_edges(edges, n)
    yield GameGraph.from_csr(made.option_ptr, made.option_idx)


def listed(labelling: Any) -> Labels:
    outcomes, remoteness = map(np.asarray, labelling)
    return outcomes.tolist(), remoteness.tolist()


def propagated(edges: Edges, n: int) -> Labels:
    return listed(solving.propagated(GameGraph.from_edges(edges, n), misere=False))


def random_edges(n: int, m: int, terminals: float, seed: int) -> Edges:
    edges = np.random.default_rng(seed).integers(0, n, (m, 2), dtype=np.int32)
    edges[:, 0] %= max(1, round(n * (1 - terminals)))
    return edges


@given(games(), st.integers(1, 4))
def test_contraction_agrees_with_the_definition(game: reference.Game, threads: int) -> None:
    edges = as_edges(game.edges)
    plain = reference.Game(game.n, game.edges)
    expected = reference.solve(plain)
    for graph in forms(edges, game.n):
        found = listed(solving.labelling(graph, misere=False, threads=threads, always=True))
        assert found == (expected.outcomes, expected.remoteness)


def test_contraction_agrees_on_every_small_graph() -> None:
    for n in range(4):
        for pairs in all_graphs(n):
            edges = as_edges(pairs)
            expected = propagated(edges, n)
            for graph in forms(edges, n):
                assert listed(solving.labelling(graph, misere=False, always=True)) == expected


@pytest.mark.parametrize("degree", [1, 2, 5, 20])
@pytest.mark.parametrize("terminals", [0.0, 0.02, 0.1, 0.5])
def test_contraction_agrees_beyond_a_word_a_block_and_a_chunk(
    degree: int, terminals: float
) -> None:
    for n, seed in product((63, 64, 65, 4097), range(3)):
        edges = random_edges(n, degree * n, terminals, seed)
        expected = propagated(edges, n)
        for graph, many in product(forms(edges, n), (1, 3)):
            found = solving.labelling(graph, misere=False, threads=many, always=True)
            assert listed(found) == expected


def test_several_chunks_and_threads_agree() -> None:
    n, m = 400_000, 3_000_000  # three chunks of edges, and some of rows
    edges = random_edges(n, m, 0.1, 7)
    expected = propagated(edges, n)
    for graph, many in product(forms(edges, n), (1, 2, 5)):
        assert listed(solving.labelling(graph, misere=False, threads=many)) == expected
        assert graph._predecessors is None, "it was contracted"


def test_a_level_in_a_long_row_and_in_long_chains() -> None:
    # One position with 40000 options, of which the last loses; chains that end at once or late.
    star = [(0, v) for v in range(1, 40_001)] + [(v, v) for v in range(1, 40_000)]
    late = [(v, v + 1) for v in range(3000)]
    for pairs in (star, late, star + [(u + 40_001, v + 40_001) for u, v in late]):
        edges = as_edges(pairs)
        n = int(edges.max()) + 1
        expected = propagated(edges, n)
        for graph in forms(edges, n):
            assert listed(solving.labelling(graph, misere=False, always=True)) == expected


@pytest.mark.boundary
@pytest.mark.parametrize("size", [1, 2047, 2048, 2049, 4096])
def test_all_edges_of_a_block_may_lead_to_the_lost(size: int) -> None:
    """The last of them is the only move of position 1."""
    edges = as_edges([(0, 2)] * (size - 1) + [(1, 2)])
    for graph in forms(edges, 3):
        found = listed(solving.labelling(graph, misere=False, always=True))
        assert found == propagated(edges, 3)


def test_what_is_left_is_a_game_that_plays_the_same() -> None:
    n = 3000
    edges = random_edges(n, 4 * n, 0.1, 3)
    before = edges.copy()
    rounds, rest, left = _contract.contract_edges(edges, n, always=True)
    assert len(rounds) > 1 and (edges == before).all()
    assert [size for size, _, _ in rounds] == sorted((size for size, _, _ in rounds), reverse=True)
    kept = np.asarray(rest)
    outcomes, remoteness = propagated(kept, left)
    whole = propagated(edges, n)
    alive = np.arange(n)
    for size, bits, _ in rounds:
        mask = np.unpackbits(np.asarray(bits).view(np.uint8), bitorder="little")[:size]
        alive = alive[mask.astype(bool)]
    level = 2 * len(rounds)
    assert len(alive) == left
    for place, v in enumerate(alive.tolist()):
        assert whole[0][v] == outcomes[place]
        assert whole[1][v] == (remoteness[place] + level if outcomes[place] else -1)


# -- which way is taken ---------------------------------------------------------------------------


def test_random_games_are_contracted_and_boards_are_not() -> None:
    n = 40_000
    assert _contract.contract_edges(random_edges(n, 5 * n, 0.1, 1), n)[0]
    side = 200
    cells = np.arange(side * side).reshape(side, side)
    right = np.stack([cells[:, :-1].ravel(), cells[:, 1:].ravel()], axis=1)
    down = np.stack([cells[:-1].ravel(), cells[1:].ravel()], axis=1)
    board = np.concatenate([right, down]).astype(np.int32)
    board = np.ascontiguousarray(board[np.argsort(board[:, 0], kind="stable")])
    assert _contract.contract_edges(board, side * side) == ([], None, side * side)
    drawn = random_edges(n, 5 * n, 0.0, 1)  # hardly anybody is lost at once
    assert _contract.contract_edges(drawn, n) == ([], None, n)
    few = random_edges(20_000, 100_000, 0.1, 1)  # all that is met at random is near
    graph = GameGraph.from_edges(few, 20_000)
    assert solving._contracted(graph, 1, always=False) == ([], None)


@pytest.mark.parametrize("threads", [1, 2])
def test_play_and_presets_that_contraction_does_not_know(threads: int) -> None:
    n = 500
    edges = random_edges(n, 3 * n, 0.2, 5)
    graph = GameGraph.from_edges(edges, n)
    for play, outcomes in product(
        ("normal", "misere"), (None, {0: gg.DRAW, 7: gg.WIN, 9: gg.LOSE})
    ):
        solution = gg.solve(graph, play=play, presets=outcomes, threads=threads)
        assert solution.verify()


def test_predecessors_that_are_there_are_used() -> None:
    n = 40_000
    graph = GameGraph.from_edges(random_edges(n, 5 * n, 0.1, 1), n)
    contracted = gg.solve(graph)
    assert graph._predecessors is None
    rows = graph._predecessor_rows()
    assert gg.solve(graph).remoteness.tolist() == contracted.remoteness.tolist()
    assert graph._predecessors is rows


def test_without_memory_to_contract_it_is_done_without(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*arguments: Any) -> None:
        raise MemoryError

    n = 40_000
    edges = random_edges(n, 5 * n, 0.1, 1)
    expected = gg.solve(GameGraph.from_edges(edges, n))
    monkeypatch.setattr(_contract, "contract_edges", refuse)
    found = gg.solve(GameGraph.from_edges(edges, n))
    assert found.remoteness.tolist() == expected.remoteness.tolist()


@pytest.mark.parametrize("wrong", [0, -1, 1.5, True, "2"])
def test_threads_count_from_one(wrong: Any) -> None:
    with pytest.raises(gg.GraphGameError, match="threads: expected an integer of at least 1, got"):
        gg.solve([(0, 1)], threads=wrong)


def test_without_threads_to_be_had_it_is_done_without(
    monkeypatch: pytest.MonkeyPatch, limit_threads: Callable[[int], None]
) -> None:
    asked: list[int] = []
    begin = threads.Helpers.begin

    def noted(helpers: threads.Helpers, wanted: int) -> int:
        asked.append(begin(helpers, wanted))
        return asked[-1]

    edges = random_edges(5000, 20_000, 0.1, 1)
    limit_threads(0)
    monkeypatch.setattr(threads.Helpers, "begin", noted)
    for graph in forms(edges, 5000):
        found = solving.labelling(graph, misere=False, threads=3, always=True)
        assert listed(found) == propagated(edges, 5000)
    assert set(asked) == {1}


# -- counters -------------------------------------------------------------------------------------


@pytest.mark.boundary
@pytest.mark.parametrize("degree", [1, 254, 255, 256, 257, 70_000])
@pytest.mark.parametrize("misere", [False, True])
def test_narrow_and_wide_counters_agree(degree: int, misere: bool) -> None:
    # 0 moves to `degree` positions, all of which win by a move to the last; so 0 loses in two.
    middle = np.arange(1, degree + 1, dtype=np.int32)
    edges = np.concatenate(
        [
            np.stack([np.zeros_like(middle), middle], axis=1),
            np.stack([middle, np.full_like(middle, degree + 1)], axis=1),
        ]
    )
    n = degree + 2
    found = []
    for narrow in (True, False):
        graph = GameGraph.from_edges(edges, n)
        rows, degrees = graph._predecessor_rows(), graph._degrees()
        found.append(listed(_core.propagate(*rows, degrees, None, misere, narrow)))
    assert found[0] == found[1]
    sign = -1 if misere else 1
    assert found[0][0] == [-sign] + [sign] * degree + [-sign]
    assert found[0][1] == [2] + [1] * degree + [0]


@given(games())
def test_wide_counters_agree_with_the_definition(game: reference.Game) -> None:
    graph = GameGraph.from_edges(as_edges(game.edges), game.n)
    presets = None
    if game.presets:
        graph = graph.with_presets(game.presets)
        presets = graph._presets
    expected = reference.solve(game)
    for narrow in (True, False):
        rows, degrees = graph._predecessor_rows(), graph._degrees()
        misere = game.play == "misere"
        found = listed(_core.propagate(*rows, degrees, presets, misere, narrow))
        assert found == (expected.outcomes, expected.remoteness)


LENGTHS = [0, 1, 7, 8, 9, 63, 64, 65, 72, 73, 500, 2000, 9000]  # around what is copied at a time


@pytest.mark.parametrize("play", ["normal", "misere"])
def test_rows_of_any_length_in_one_level(play: str) -> None:
    """Ends that so many positions move to, and to each of these one more: three levels."""
    lengths = np.array([*LENGTHS, *LENGTHS[::-1], *[8] * 100, 0])
    ends, middle = len(lengths), int(lengths.sum())
    near = np.arange(ends, ends + middle)
    edges = np.concatenate(
        [
            np.stack([near, np.repeat(np.arange(ends), lengths)], axis=1),
            np.stack([near + middle, near], axis=1),
        ]
    )
    shuffled = np.random.default_rng(1).permutation(edges)
    s = gg.solve(GameGraph.from_edges(shuffled, ends + 2 * middle), play=play)
    plies = np.repeat([0, 1, 2], [ends, middle, middle])
    assert (s.remoteness == plies).all()
    wins = plies % 2 == (1 if play == "normal" else 0)
    assert (s.outcomes == np.where(wins, gg.WIN, gg.LOSE)).all()


def test_what_ends_one_part_ends_the_whole() -> None:
    """Parts that were given up leave no answer: what ended them comes out."""
    heard: list[int] = []
    ended = False

    def hear(number: int, _: Any) -> None:
        if not ended:
            heard.append(number)
            raise InterruptedError

    n = 1 << 20
    edges = random_edges(n, 4 * n, 0.1, 5)
    before = signal.signal(signal.SIGALRM, hear)
    came_out = False
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.02)
        _contract.contract_edges(edges, n, 2, always=True)
    except InterruptedError:
        came_out = True
    finally:
        ended = True  # too late for the work
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert came_out == bool(heard)
