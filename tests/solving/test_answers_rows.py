"""Rows of options that are stored once, and the two ways to solve them.

Pinned here: rows are what was added, whatever their options are stored as; the pass back and the
propagation agree with the slow solver; predecessors are the edges turned round.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, strategies as st

import graphgame as gg
from graphgame import _core
from graphgame.answers.labels import decode
from graphgame.rules.exploring._compact import CompactRows
from graphgame.solving import _without_graph
from graphgame.solving.without_graph import solve_rows
from tests.reference.graphs import Game, solve as solved
from tests.strategies import games


def rows_of(
    game: Game, first: int = 0, near: bool = True
) -> tuple[CompactRows, npt.NDArray[np.int8]]:
    """Return the rows of a game, in pieces, and its presets; a preset position has no options.

    As new counts an option that is `first`, then the one above it, and so on.
    """
    options = [
        [] if v in game.presets else [w for u, w in game.edges if u == v] for v in range(game.n)
    ]
    rows = CompactRows(first, near)
    for start in range(0, game.n, 5):
        piece = options[start : start + 5]
        ptr = np.cumsum([7, *map(len, piece)])
        rows.add(ptr, np.array([w for row in piece for w in row], dtype=np.int32))
    presets = np.full(game.n, gg.NO_PRESET, dtype=np.int8)
    presets[[*game.presets]] = [*game.presets.values()]
    return rows, presets


def rising(game: Game) -> Game:
    """Return the game with every edge turned upwards, and without loops."""
    edges = tuple((min(e), max(e)) for e in game.edges if e[0] != e[1])
    return Game(game.n, edges, game.presets, game.play)


def lengths(rows: CompactRows) -> list[int]:
    return [len(np.asarray(rows.row(v))) for v in range(rows.n)]


@given(game=games(max_positions=30).map(rising), first=st.integers(0, 30), near=st.booleans())
def test_one_pass_back_solves_rising_games(game: Game, first: int, near: bool) -> None:
    rows, presets = rows_of(game, first, near)
    right = solved(game)
    assert rows.rising
    for given_presets in (presets, presets if game.presets else None):
        labels = _without_graph.solve_rising(rows, given_presets, game.play == "misere")
        outcomes, remoteness = decode(np.asarray(labels))
        assert outcomes.tolist() == right.outcomes
        assert remoteness.tolist() == right.remoteness


@given(game=games(max_positions=30).map(rising), first=st.integers(0, 30), near=st.booleans())
def test_rows_of_preset_positions_are_passed_over(game: Game, first: int, near: bool) -> None:
    """Exploring leaves them empty; whoever fills them gets the same answers."""
    _, presets = rows_of(game)
    rows, _ = rows_of(Game(game.n, game.edges), first, near)
    right = solved(game)
    labels = _without_graph.solve_rising(rows, presets, game.play == "misere")
    outcomes, remoteness = decode(np.asarray(labels))
    assert outcomes.tolist() == right.outcomes
    assert remoteness.tolist() == right.remoteness


@given(
    game=games(max_positions=30),
    parts=st.integers(1, 9),
    first=st.integers(0, 30),
    near=st.booleans(),
)
def test_predecessors_take_the_place_of_options(
    game: Game, parts: int, first: int, near: bool
) -> None:
    rows, _ = rows_of(game, first, near)
    degrees = np.array(lengths(rows), dtype=np.int32)
    edges = [(u, v) for u, v in game.edges if u not in game.presets]
    if not edges:
        assert rows.rising
    assert rows.rising == all(u < v for u, v in edges)
    ptr, pred, counted = map(np.asarray, _without_graph.take_predecessors(rows, parts))
    assert (counted == degrees).all()
    found = [(u, v) for v in range(game.n) for u in pred[ptr[v] : ptr[v + 1]].tolist()]
    assert sorted(found) == sorted(edges)
    if first >= game.n:  # no option is new: in ascending order
        assert all(np.diff(pred[a:b]).min(initial=0) >= 0 for a, b in pairwise(ptr))
    assert (rows.n, rows.m) == (0, 0)


@given(game=games(max_positions=30), first=st.integers(0, 30), near=st.booleans())
def test_solving_rows_is_solving_the_graph(game: Game, first: int, near: bool) -> None:
    rows, presets = rows_of(game, first, near)
    right = solved(game)
    outcomes, remoteness = decode(
        np.asarray(solve_rows(rows, presets, misere=game.play == "misere"))
    )
    assert outcomes.tolist() == right.outcomes
    assert remoteness.tolist() == right.remoteness


def path_rows(n: int, extra: int = 0) -> CompactRows:
    """Return a path; and for `extra`, so many more options of position 0 to position 1."""
    rows = CompactRows()
    degrees = np.ones(n, dtype=np.int64)
    degrees[-1] = 0
    degrees[0] += extra
    idx = np.concatenate([np.ones(extra), np.arange(1, n)]).astype(np.int32)
    rows.add(np.cumsum(np.concatenate([[0], degrees])), idx)
    return rows


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("n", [1, 2, 126, 127, 128, 129, 1000])
def test_a_remoteness_that_does_not_fit_in_a_byte(n: int, misere: bool) -> None:
    labels = np.asarray(_without_graph.solve_rising(path_rows(n), None, misere))
    outcomes, remoteness = decode(labels)
    assert labels.dtype == (np.uint8 if n <= 126 else np.uint32)
    assert remoteness.tolist() == [*range(n - 1, -1, -1)]
    assert outcomes.tolist() == [1 - 2 * ((r % 2 == 0) != misere) for r in remoteness.tolist()]
    assert (np.asarray(_without_graph.pack_labels(outcomes, remoteness)) == labels).all()
    ptr, pred, degrees = _without_graph.take_predecessors(path_rows(n), 3)
    again = _without_graph.pack_labels(*_core.propagate(ptr, pred, degrees, None, misere))
    assert np.asarray(again).dtype == labels.dtype
    assert (np.asarray(again) == labels).all()


@pytest.mark.boundary
@pytest.mark.parametrize("extra", [254, 255, 256, 70_000])
def test_more_options_than_fit_in_a_byte(extra: int) -> None:
    rows = path_rows(200, extra)
    assert lengths(rows) == [extra + 1, *[1] * 198, 0]
    assert rows.m == extra + 199
    assert np.asarray(_without_graph.solve_rising(rows, None, False)).dtype == np.uint32
    rows.add(np.array([5, 5, 6]), np.array([3], dtype=np.int32))  # behind a wide row, and no rise
    assert not rows.rising
    assert lengths(rows)[-2:] == [0, 1]
    ptr, pred, counted = map(np.asarray, _without_graph.take_predecessors(rows, 2))
    assert counted[0] == extra + 1
    assert pred[ptr[1] : ptr[2]].tolist() == [0] * (extra + 1)


def test_a_wide_row_behind_narrow_ones() -> None:
    rows = CompactRows()
    rows.add(np.array([0, 2, 3]), np.array([1, 2, 2], dtype=np.int32))
    rows.add(np.array([3, 303]), np.full(300, 3, dtype=np.int32))
    found = [np.asarray(rows.row(v)).tolist() for v in range(3)]
    assert found == [[1, 2], [2], [3] * 300]


@pytest.mark.parametrize("near", [True, False])
def test_what_is_new_is_not_stored(near: bool) -> None:
    rows = CompactRows(2, near)
    ptr = np.array([0, 3, 5, 5, 8])
    rows.add(ptr[:3], np.array([2, 0, 3, 3, 4], dtype=np.int32))  # 2, 3 and 4 are new
    rows.add(ptr[2:], np.array([6, 5, 6], dtype=np.int32))  # and 5, then 6
    found = [sorted(np.asarray(rows.row(v)).tolist()) for v in range(4)]
    assert found == [[0, 2, 3], [3, 4], [], [5, 6, 6]]
    assert (rows.n, rows.m) == (4, 8)


def fan_rows(spread: int, n: int, each: int) -> tuple[CompactRows, npt.NDArray[np.int32]]:
    """Return rows in two batches, as of an exploration; options go back `spread` at the most.

    Position 0 has all others as options, which are new; the next three have `each` options.
    """
    rng = np.random.default_rng(spread)
    rows = CompactRows(1)
    below = n - 1 - rng.integers(0, spread, (3, each)).astype(np.int32)
    below[:, :2] = n - spread, n - 1
    rows.add(np.array([0, n - 1]), np.arange(1, n, dtype=np.int32))
    rows.add(np.arange(3) * each, below[:2].ravel())
    rows.add(np.arange(2) * each, below[2])
    return rows, below


@pytest.mark.parametrize("spread", [1 << 24, (1 << 24) - 1, (1 << 24) + 4000])
def test_options_far_below_the_next_new_one(spread: int) -> None:
    n = (1 << 24) + 5000
    rows, below = fan_rows(spread, n, 3000)
    for v in range(3):
        assert (np.asarray(rows.row(v + 1)) == below[v]).all()
    ptr, pred, _ = map(np.asarray, _without_graph.take_predecessors(rows_to(rows, n), 2))
    found = np.sort(np.repeat(np.arange(n), np.diff(ptr))[pred > 0])
    assert (found == np.sort(below.ravel())).all()


def rows_to(rows: CompactRows, n: int) -> CompactRows:
    """Return the rows, with rows without options up to position n - 1."""
    rows.add(np.zeros(n - rows.n + 1, dtype=np.int64), np.array([], dtype=np.int32))
    return rows


@pytest.mark.parametrize("far", [0, 1, 2, 3, 4])
def test_one_far_option_in_four_is_one_too_many(far: int) -> None:
    """From the next batch on, options take 4 bytes; all are what they were."""
    n = (1 << 24) + 9
    rows = CompactRows(1)
    rows.add(np.array([0, n - 1]), np.arange(1, n, dtype=np.int32))
    added = [np.array([*range(1, far + 1), *range(n - 4 + far, n)], dtype=np.int32)]
    added += [np.array([n - 1, 5, n - 2], dtype=np.int32)] * 2
    for row in added:
        rows.add(np.array([0, len(row)]), row)
    for v, row in enumerate(added, 1):
        assert np.asarray(rows.row(v)).tolist() == row.tolist()
    ptr, pred, _ = map(np.asarray, _without_graph.take_predecessors(rows_to(rows, n), 3))
    found = np.sort(np.repeat(np.arange(n), np.diff(ptr))[pred > 0])
    assert (found == np.sort(np.concatenate(added))).all()


@pytest.mark.parametrize("near", [True, False])
def test_a_pass_back_over_far_options(near: bool) -> None:
    """A chain of 100 positions at the beginning of a long list; the second half of it is wide."""
    n = (1 << 24) + 200
    rows = CompactRows(1, near)
    rows.add(np.array([0, n - 1]), np.arange(1, n, dtype=np.int32))
    rows.add(np.arange(51), np.arange(2, 52, dtype=np.int32))
    rows.add(np.arange(51), np.arange(52, 102, dtype=np.int32))
    rows = rows_to(rows, n)
    assert rows.rising
    presets = np.full(n, gg.NO_PRESET, dtype=np.int8)
    presets[[30, 70]] = gg.LOSE
    for given_presets, ends in ((None, [101]), (presets, [30, 70, 101])):
        labels = np.asarray(_without_graph.solve_rising(rows, given_presets, False))
        chain = np.arange(1, 102)
        far = np.array(ends)[np.searchsorted(ends, chain)] - chain
        assert labels[1:102].tolist() == (2 * far + far % 2).tolist()
        assert labels[0] == 3
        assert not labels[102:].any()


@pytest.mark.parametrize("near", [True, False])
def test_new_options_of_a_preset_position_are_passed_over(near: bool) -> None:
    """0 has the new options 1 and 2, 1 has 3, and 2 has 4; 1 is preset, though it has an option."""
    rows = CompactRows(1, near)
    ptr, options = np.array([0, 2, 3, 4, 4, 4]), np.array([1, 2, 3, 4], dtype=np.int32)
    rows.add(ptr, options)
    presets = np.array([gg.NO_PRESET, gg.WIN, *[gg.NO_PRESET] * 3], dtype=np.int8)
    assert np.asarray(_without_graph.solve_rising(rows, presets, False)).tolist() == [4, 1, 3, 0, 0]


def test_rows_that_do_not_rise_are_refused_by_the_pass() -> None:
    rows = CompactRows()
    rows.add(np.array([0, 1]), np.array([0], dtype=np.int32))
    with pytest.raises(ValueError, match="above"):
        _without_graph.solve_rising(rows, None, False)
    with pytest.raises(ValueError, match="offsets"):
        rows.add(np.array([0, 2]), np.array([0], dtype=np.int32))
