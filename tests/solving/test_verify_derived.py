"""`verify` reads nothing that kernels derive: planted mistakes in derived arrays, all refused.

A `GameGraph` of edges keeps arrays that kernels made of them: the options and the predecessors of
each position, in rows; the solver counts degrees on its way.  Each test plants a mistake in one of
them and solves.  Where the answer is wrong then, it must be refused; where it is right by luck, or
was found before, it must be accepted whatever the array says now.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import graphgame as gg
from graphgame import _core
from graphgame.graphs import _rows
from graphgame.graphs.graph import GameGraph
from graphgame.solving.labelling import labelling
from tests.reference import graphs as reference
from tests.reference.graphs import Game

Rows = tuple[Any, Any]


# -- mistakes -------------------------------------------------------------------------------------


def another_entry(ptr: Any, idx: Any, dice: random.Random) -> Rows:
    """One edge leads elsewhere."""
    idx = idx.copy()
    k = dice.randrange(len(idx))
    idx[k] = (idx[k] + dice.randrange(1, len(ptr) - 1)) % (len(ptr) - 1)
    return ptr, idx


def another_row(ptr: Any, idx: Any, dice: random.Random) -> Rows:
    """One edge stands in the row beside its own."""
    ends = [v for v in range(1, len(ptr) - 1) if ptr[v] > ptr[v - 1]]
    if not ends:
        return another_entry(ptr, idx, dice)
    ptr = ptr.copy()
    ptr[dice.choice(ends)] -= 1
    return ptr, idx


def swapped_rows(ptr: Any, idx: Any, dice: random.Random) -> Rows:
    """Two positions have each other's rows."""
    u, v = dice.sample(range(len(ptr) - 1), 2)
    rows = [idx[ptr[w] : ptr[w + 1]] for w in range(len(ptr) - 1)]
    rows[u], rows[v] = rows[v], rows[u]
    sizes = [len(row) for row in rows]
    return np.cumsum([0, *sizes], dtype=np.int64), np.concatenate(rows)


def doubled_entry(ptr: Any, idx: Any, dice: random.Random) -> Rows:
    """One edge stands there twice, another one of all is missing."""
    idx = idx.copy()
    k = dice.randrange(len(idx))
    idx[k] = idx[k - 1]
    return ptr, idx


def turned_round(ptr: Any, idx: Any, dice: random.Random) -> Rows:
    """Rows of predecessors in place of rows of options, and the other way round."""
    sources = np.repeat(np.arange(len(ptr) - 1), np.diff(ptr))
    order = np.argsort(idx, kind="stable")
    counts = np.bincount(idx, minlength=len(ptr) - 1)
    return np.append(0, np.cumsum(counts)), sources[order].astype(np.int32)


MISTAKES = [another_entry, another_row, swapped_rows, doubled_entry, turned_round]


def random_games(count: int) -> Iterator[tuple[Game, random.Random]]:
    dice = random.Random(13)
    for number in range(count):
        n = dice.randrange(2, 9)
        m = dice.randrange(1, 2 * n)
        edges = tuple((dice.randrange(n), dice.randrange(n)) for _ in range(m))
        presets = {0: gg.Outcome(dice.choice((-1, 0, 1)))} if number % 3 == 0 else {}
        yield Game(n, edges, presets, ("normal", "misere")[number % 2]), dice


def graph_of(game: Game) -> GameGraph[int]:
    graph = GameGraph.from_edges(list(game.edges), game.n)
    return graph.with_presets(game.presets) if game.presets else graph


def fresh_rows(graph: GameGraph[int], *, options: bool) -> Rows:
    """Return rows as a kernel groups them, of a graph that keeps none of them."""
    ptr, idx = _rows.group_edges(graph._edges, graph.n, not options)
    return np.array(ptr, dtype=np.int64), np.array(idx, dtype=np.int32)


def judge(game: Game, graph: GameGraph[int], labels: Any) -> bool:
    """Check that a labelling is accepted exactly if it is right; say whether it was wrong."""
    right = reference.solve(game)
    said = [np.asarray(x).tolist() for x in labels]
    wrong = said != [list(right.outcomes), list(right.remoteness)]
    solution = gg.Solution(graph, gg.Play(game.play), *labels)
    if wrong:
        with pytest.raises(gg.VerificationError) as caught:
            solution.verify()
        error = caught.value
        targets = [v for u, v in game.edges if u == error.position]
        assert [w for w, _, _ in error.options] == targets, "the options of the game itself"
    else:
        assert solution.verify() is True
    return wrong


# -- wrong answers from planted arrays are refused ------------------------------------------------


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda f: f.__name__)
def test_a_planted_transpose(mistake: Callable[..., Rows]) -> None:
    refused = 0
    for game, dice in random_games(400):
        graph = graph_of(game)
        graph._predecessors = mistake(*fresh_rows(graph, options=False), dice)
        refused += judge(game, graph, labelling(graph, misere=game.play == "misere"))
    assert refused > 60


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda f: f.__name__)
def test_planted_options(mistake: Callable[..., Rows]) -> None:
    """Degrees are counted from the rows of options where a graph has them."""
    refused = 0
    for game, dice in random_games(400):
        graph = graph_of(game)
        graph._options = mistake(*fresh_rows(graph, options=True), dice)
        refused += judge(game, graph, labelling(graph, misere=game.play == "misere"))
    # Neither another entry nor a doubled one changes a degree.
    assert refused > 60 or mistake in (another_entry, doubled_entry)


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda f: f.__name__)
def test_planted_options_that_are_contracted(mistake: Callable[..., Rows]) -> None:
    refused = 0
    for game, dice in random_games(400):
        plain = Game(game.n, game.edges, {}, "normal")
        graph = graph_of(plain)
        graph._options = mistake(*fresh_rows(graph, options=True), dice)
        refused += judge(plain, graph, labelling(graph, misere=False, always=True))
    assert refused > 60


@pytest.mark.parametrize("change", [-1, 1])
def test_planted_degrees(change: int, monkeypatch: pytest.MonkeyPatch) -> None:
    refused = 0
    for game, dice in random_games(400):
        graph = graph_of(game)
        degrees = _rows.degrees_of_sources(graph._edges, game.n)
        counted = np.asarray(degrees)
        counted[dice.choice(np.flatnonzero(counted).tolist())] += change
        monkeypatch.setattr(GameGraph, "_degrees", lambda self, wrong=degrees: wrong)
        refused += judge(game, graph, labelling(graph, misere=game.play == "misere"))
    assert refused > 60


def test_planted_presets() -> None:
    """The array that the kernel gets differs from the one that the graph was given."""
    refused = 0
    for game, dice in random_games(400):
        graph = graph_of(game)
        presets = np.full(game.n, gg.NO_PRESET, dtype=np.int8)
        for v, outcome in game.presets.items():
            presets[v] = outcome
        v = dice.randrange(game.n)
        presets[v] = dice.choice([x for x in (-1, 0, 1, gg.NO_PRESET) if x != presets[v]])
        rows, degrees = graph._predecessor_rows(), graph._degrees()
        labels = _core.propagate(*rows, degrees, presets, game.play == "misere")
        refused += judge(game, graph, labels)
    assert refused > 200


# -- right answers are accepted -------------------------------------------------------------------


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda f: f.__name__)
def test_a_right_answer_is_accepted_whatever_derived_arrays_say(
    mistake: Callable[..., Rows], monkeypatch: pytest.MonkeyPatch
) -> None:
    for game, dice in random_games(150):
        graph = graph_of(game)
        solution = gg.solve(graph, play=game.play)
        graph._options = mistake(*fresh_rows(graph, options=True), dice)
        graph._predecessors = mistake(*fresh_rows(graph, options=False), dice)
        monkeypatch.setattr(GameGraph, "_degrees", None)
        assert solution.verify() is True
        monkeypatch.undo()


def test_rows_that_a_graph_was_made_from_are_the_game_itself() -> None:
    """Of a graph made from options these are no derived array: another one is another game."""
    for game, dice in random_games(200):
        ptr, idx = fresh_rows(graph_of(game), options=True)
        graph = GameGraph.from_csr(ptr, idx, copy=False)
        assert graph._edges is None and np.shares_memory(np.asarray(graph._options[1]), idx)
        solution = gg.solve(graph)
        graph._predecessors = swapped_rows(*fresh_rows(graph_of(game), options=False), dice)
        assert solution.verify() is True, "a wrong transpose is of no account"
        other = GameGraph.from_csr(*another_entry(ptr, idx, dice))
        again = gg.solve(other)
        same = [*again.outcomes, *again.remoteness] == [*solution.outcomes, *solution.remoteness]
        try:
            assert gg.verify(other, solution) is True and same
        except gg.VerificationError:
            assert not same


def test_a_graph_that_offers_nothing_derived_is_enough() -> None:
    """The verifier takes what `types.EdgeGame` lists; anything else would fail here."""
    for game, _ in random_games(100):
        graph, right = graph_of(game), reference.solve(game)
        plain = SimpleNamespace(
            n=graph.n,
            m=graph.m,
            presets=graph.presets,
            preset_remoteness=graph.preset_remoteness,
            owner=graph.owner,
            edge_blocks=graph.edge_blocks,
            position=graph.position,
        )
        said = SimpleNamespace(
            outcomes=np.array(right.outcomes, dtype=np.int8),
            remoteness=np.array(right.remoteness, dtype=np.int32),
            play=gg.Play(game.play),
            count="plies",
        )
        assert gg.verify(plain, said) is True
        said.remoteness[0] += 1
        with pytest.raises(gg.VerificationError):
            gg.verify(plain, said)
