"""Symmetry beside all else that explores: owners, ties, kinds of rules, hints, errors, resuming.

Pinned here: a game with owners, ties and presets of a remoteness has the answers of the game
without the symmetry; an exploration of classes that was stopped goes on to the same graph; what a
symmetry raises comes out whatever the kind; what does not go together is refused.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

import graphgame as gg
from tests.rules.symmetric import covering_rule, coverings

ENDS: list[Any] = [gg.WIN, gg.LOSE, gg.DRAW, gg.TIE, (gg.WIN, 3), (gg.LOSE, 2)]


def represent(position: tuple[int, int]) -> tuple[int, int]:
    return position[0], 0


@given(
    coverings(),
    st.none() | st.lists(st.integers(0, 1), min_size=7, max_size=7),
    st.dictionaries(st.integers(0, 6), st.sampled_from(ENDS), max_size=3),
    st.sampled_from(["normal", "misere"]),
    st.sampled_from(["plies", "turns"]),
)
@settings(deadline=None)
def test_turns_of_coverings(drawn: Any, who: Any, ends: Any, play: Any, count: Any) -> None:
    moves, sheets, _ = drawn
    rule = covering_rule(moves, sheets)
    asked: dict[str, Any] = {"play": play, "presets": lambda p: ends.get(p[0])}
    if who is not None:
        asked |= {"owner": lambda p: who[p[0]], "count": count}
    reduced = gg.solve(rule, start=(0, sheets - 1), canonical=represent, **asked)
    positions = [(v, s) for v, _ in reduced for s in range(sheets)]
    full = gg.solve(rule, start=positions, **asked)
    assert reduced.verify()
    assert (reduced.outcome(positions) == full.outcome(positions)).all()
    assert (reduced.remoteness_of(positions) == full.remoteness_of(positions)).all()
    check_moves(full, reduced, positions, who)
    unreduced = reduced.without_symmetry()
    assert unreduced.verify() and unreduced.count == full.count
    assert (unreduced.plies == full.plies[full.game.index([*unreduced])]).all()
    file = io.BytesIO()
    reduced.save(file)
    file.seek(0)
    loaded = gg.Solution.load(file, rule=rule, canonical=represent)
    assert [loaded.line(p) for p in positions] == [reduced.line(p) for p in positions]


def check_moves(full: Any, reduced: Any, positions: list[Any], who: Any) -> None:
    """Check that best moves are moves of the rule, and as good as those of the whole game."""

    def worth(position: Any, option: Any) -> tuple[int, int, int]:
        label, other = full[option], who is None or who[position[0]] != who[option[0]]
        sign = -1 if other and label.outcome in (gg.WIN, gg.LOSE) else 1
        turns = label.remoteness + (full.count == "plies" or other)
        if full.outcome(position) is gg.DRAW:
            return sign * label.outcome, 0, 0
        return sign * label.outcome, turns, int(full.plies[full.game.index(option)])

    best = reduced.best_move(positions).tolist()
    for position, move in zip(positions, best, strict=True):
        mine = full.best_move(position)
        assert move == reduced.best_move(position) == reduced[position].best_move
        assert (move is None) == (mine is None)
        if move is not None:
            assert move in full.game.options(position)
            assert worth(position, move) == worth(position, mine)
        assert {*reduced.winning_moves(position)} == {*full.winning_moves(position)}
        assert reduced.line(position)[0] == position


# -- two heaps as one code: a + 8 b, a symmetry swaps them ---------------------------------------


def one(code: int) -> list[int]:
    return [*range(code - code % 8, code), *range(code % 8, code, 8)]


def batch(codes: Any) -> tuple[Any, Any]:
    rows = [one(int(code)) for code in codes]
    sources = np.repeat(np.arange(len(rows)), [len(row) for row in rows])
    return sources, np.array([x for row in rows for x in row], dtype=np.int64)


def swapped(code: Any) -> Any:
    low, high = code % 8, code // 8
    if isinstance(code, int):
        return min(low, high) + 8 * max(low, high)
    return np.minimum(low, high) + 8 * np.maximum(low, high)


def rows_of(graph: gg.GameGraph[Any]) -> Any:
    return np.asarray(graph.labels).tolist(), graph.option_ptr.tolist(), graph.option_idx.tolist()


def compiled() -> tuple[Any, Any]:
    numba = pytest.importorskip("numba")

    @numba.njit
    def rule(code, options):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
        found = 0
        for option in range(code - code % 8, code):
            options[found] = option
            found += 1
        for option in range(code % 8, code, 8):
            options[found] = option
            found += 1
        return found

    @numba.njit
    def canonical(code):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
        return min(code % 8, code // 8) + 8 * max(code % 8, code // 8)

    return rule, canonical


def test_every_kind_makes_one_graph_of_classes() -> None:
    rule, canonical = compiled()
    wanted = gg.explore_codes(one, 62, canonical=swapped)
    assert (wanted.n, wanted.start, wanted.index(55)) == (35, 62, wanted.index(62))
    hints: dict[str, Any] = {"size": 64, "expect": 10, "threads": 2}
    for asked, symmetry, given_hints in (
        (batch, swapped, {}),
        (batch, canonical, {"size": 64}),
        (rule, canonical, {}),
        (rule, canonical, hints),
    ):
        for start in (62, [55], iter([62])):
            graph = gg.explore_codes(asked, start, canonical=symmetry, **given_hints)
            assert rows_of(graph) == rows_of(wanted)
            assert graph.start == (55 if start == [55] else 62)
        assert len(gg.solve(graph).without_symmetry()) == 56


@pytest.mark.parametrize("hints", [{}, {"size": 64}, {"threads": 2}], ids=["", "size", "threads"])
def test_what_a_compiled_symmetry_raises_comes_out(hints: Any) -> None:
    rule, canonical = compiled()
    numba = pytest.importorskip("numba")

    @numba.njit
    def failing(code):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
        if code == 26:
            raise ValueError("twenty-six")
        return canonical(code)

    explorer: gg.Explorer[int] = gg.Explorer(rule, 62, canonical=failing, codes=True, **hints)
    for _ in range(2):
        with pytest.raises(ValueError, match="twenty-six"):
            explorer.run()
        assert not explorer.is_complete


@pytest.mark.parametrize("rule", [one, batch])
def test_an_exploration_of_classes_goes_on(rule: Any) -> None:
    wanted, calls = gg.explore_codes(rule, 62, canonical=swapped), 0

    def interrupted(code: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls in (1, 2, 5, 9, 40):
            raise KeyboardInterrupt
        return swapped(code)

    explorer: gg.Explorer[int] = gg.Explorer(
        rule, iter([62, 55]), canonical=interrupted, codes=True
    )
    stops = 0
    while not explorer.is_complete:
        try:
            explorer.run(limit=5 + 3 * stops)
        except (KeyboardInterrupt, gg.ExplorationLimitError):
            stops += 1
    graph = explorer.graph()
    assert stops > 4
    assert rows_of(graph) == rows_of(wanted) and graph.start == 62


def test_options_that_change_are_found_in_classes() -> None:
    seen: list[int] = []

    def changing(code: int) -> list[int]:
        seen.append(code)
        return one(code) if seen.count(code) == 1 else one(code)[1:]

    with pytest.raises(gg.GraphGameError, match="the same options each time"):
        gg.explore(changing, 9, canonical=swapped)


WRONG: list[tuple[Callable[[], Any], str]] = [
    (
        lambda: gg.solve_scores(SimpleNamespace(options=one, canonical=swapped), {0: 1}, start=62),
        "canonical: expected none beside scores, got a symmetry",
    ),
    (lambda: gg.explore_codes(compiled()[0], 62, canonical=swapped), "a compiled function, as the"),
    (lambda: gg.explore(one, 62, canonical=compiled()[1]), "canonical: expected a function of one"),
    (
        lambda: gg.explore(one, 9, canonical=swapped, owner={1: 0, 8: 1, 0: 0, 9: 0}),
        "owner: expected one value for the class of",
    ),
]


@pytest.mark.parametrize(("wrong", "said"), WRONG)
def test_what_does_not_go_together(wrong: Callable[[], Any], said: str) -> None:
    with pytest.raises(gg.GraphGameError, match=said):
        wrong()


def test_a_mapping_of_owners_is_one_of_classes() -> None:
    s = gg.solve(one, start=9, canonical=swapped, owner={1: 0, 0: 1, 9: 0})
    assert s.verify() and s.outcome(8) is s.outcome(1) is gg.WIN and s.best_move(8) == 0
