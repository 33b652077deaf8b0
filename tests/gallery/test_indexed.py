"""Queen and Pawns by indices: its rule in C against the one of arrays, position by position."""

from __future__ import annotations

import shutil

import numpy as np
import pytest

import graphgame as gg
from tests.gallery.test_boards import example

pytestmark = pytest.mark.skipif(shutil.which("gcc") is None, reason="needs gcc")


@pytest.mark.parametrize("n", [5, 6])
def test_both_rules_give_the_same_game(n: int) -> None:
    plain = example("queen_and_pawns").QueenAndPawns(n)
    graph = plain.explore()
    solved = gg.solve(graph)
    game = example("queen_and_pawns").IndexedQueenAndPawns(n)
    database = game.build(threads=2)
    codes = np.asarray(graph.labels)
    there = codes != -1
    pawns, queen = plain.split(codes[there])
    indices = np.full(len(codes), game.over)
    indices[there] = game.indices(pawns, queen, (codes[there] & plain.turn != 0).astype(np.int64))
    assert len(np.unique(indices)) == len(codes) == len(database)
    assert indices[graph.index(graph.start)] == game.start
    assert (database.outcome(indices) == solved.outcomes).all()
    assert (database.remoteness_of(indices) == solved.remoteness).all()
    if n == 5:
        assert database.verify()
        sources = np.repeat(np.arange(graph.n), np.diff(graph.option_ptr))
        pairs = np.stack([indices[sources], indices[graph.option_idx]], axis=1)
        sources, options = database._asked.moves(np.sort(indices))[:2]
        found = np.stack([np.sort(indices)[sources], options], axis=1)
        assert (np.unique(pairs, axis=0) == np.unique(found, axis=0)).all()


def test_the_example_prints_the_published_counts(capsys: pytest.CaptureFixture[str]) -> None:
    example("queen_and_pawns").main(["6", "--indexed", "--threads", "2"])
    printed = capsys.readouterr().out
    assert printed == "635,231 positions, 4,287,603 moves: Pawns in 11\n"


@pytest.mark.large
def test_the_published_count_of_seven(capsys: pytest.CaptureFixture[str]) -> None:
    example("queen_and_pawns").main(["7", "--indexed"])
    printed = capsys.readouterr().out
    assert printed == "16,166,037 positions, 132,906,901 moves: Pawns in 19\n"


def test_other_sizes_are_refused() -> None:
    with pytest.raises(ValueError, match="expected n from 5 to 8, got 9"):
        example("queen_and_pawns").IndexedQueenAndPawns(9)
