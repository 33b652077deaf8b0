"""Python rules are asked for blocks of positions: errors, limits and types are as one by one."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import pytest

import graphgame as gg
from graphgame import GraphGameError

Position = tuple[int]


def far(position: Position) -> list[Position]:
    """Lead to two new positions, so that a block meets many; position (n,) has index n."""
    (n,) = position
    return [(2 * n + 1,), (2 * n + 2,)] if n < 2000 else []


@pytest.mark.parametrize("failing", [0, 1, 2, 5, 127, 128, 129, 700])
@pytest.mark.parametrize("kind", [list, tuple, iter])
def test_what_was_asked_before_a_call_that_fails_is_expanded(failing: int, kind: Any) -> None:
    calls: list[Position] = []

    def rule(position: Position) -> Any:
        calls.append(position)
        if position == (failing,) and calls.count(position) == 1:
            raise ConnectionError(position)
        return kind(far(position))

    explorer: Any = gg.Explorer(rule, (0,))
    with pytest.raises(ConnectionError) as caught:
        explorer.run()
    assert caught.value.__notes__ == [f"while exploring from position ({failing},)"]
    assert (explorer.expanded, explorer.positions) == (failing, 2 * failing + 1)
    whole = gg.explore(far, (0,))
    graph = explorer.run().graph()
    assert graph.labels == whole.labels
    assert graph.option_idx.tolist() == whole.option_idx.tolist()
    assert set(calls) == set(whole.labels or ())
    assert len(calls) <= whole.n + 20, "a few are asked again, at the end"


@pytest.mark.parametrize("limit", [1, 2, 3, 100, 255, 256, 257, 1000, 3000])
@pytest.mark.parametrize("kind", [list, iter])
def test_an_exploration_ends_at_the_first_position_beyond_its_limit(limit: int, kind: Any) -> None:
    explorer: Any = gg.Explorer(lambda position: kind(far(position)), (0,))
    with pytest.raises(gg.ExplorationLimitError):
        explorer.run(limit=limit)
    assert explorer.positions == limit + 1
    assert explorer.expanded == limit // 2
    assert explorer.run().graph().labels == gg.explore(far, (0,)).labels


@pytest.mark.parametrize("at", [0, 1, 60, 127, 128, 500])
@pytest.mark.parametrize(
    ("odd", "message"),
    [
        ([], "unhashable|cannot be hashed|hash"),
        (object(), "compare by value"),
        (None, "None"),
        ((2, []), "hash"),
    ],
)
def test_an_odd_option_is_refused_with_the_position_that_has_it(
    at: int, odd: Any, message: str
) -> None:
    def rule(position: Any) -> list[Any]:
        return [*far(position), odd, (0,)] if position == (at,) else far(position)

    for _ in range(2):  # the same again, from the start and from where it ended
        explorer: Any = gg.Explorer(rule, (0,))
        for _ in range(2):
            with pytest.raises(GraphGameError, match=message):
                explorer.run()
            assert explorer.expanded == at


class Mutable:
    """A position that compares by value, and may change."""

    def __init__(self, n: int) -> None:
        self.n = n

    def __hash__(self) -> int:
        return hash(self.n)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Mutable) and self.n == other.n

    def __repr__(self) -> str:
        return f"Mutable({self.n})"


@pytest.mark.parametrize("at", [0, 1, 60, 500])
def test_a_position_that_an_iterator_changes_is_refused(at: int) -> None:
    def rule(position: Mutable) -> Iterator[Mutable]:
        yield from (Mutable(n) for (n,) in far((position.n,)))
        if position.n == at:
            position.n = -1

    with pytest.raises(GraphGameError, match="chang"):
        gg.explore(rule, Mutable(0))


@pytest.mark.parametrize("at", [0, 1, 60, 500])
def test_a_position_that_its_rule_changes_is_refused(at: int) -> None:
    def rule(position: Mutable) -> list[Mutable]:
        found = [Mutable(n) for (n,) in far((position.n,))]
        if position.n == at:
            position.n = -1
        return found

    with pytest.raises(GraphGameError, match="chang"):
        gg.explore(rule, Mutable(0))


def test_rows_of_every_kind_among_each_other_are_the_same_graph() -> None:
    kinds: list[Any] = [list, tuple, iter, set, frozenset, dict.fromkeys, reversed]

    def rule(position: Position) -> Any:
        return kinds[position[0] % 7](far(position))

    whole, graph = gg.explore(far, (0,)), gg.explore(rule, (0,))
    assert set(graph.labels or ()) == set(whole.labels or ())
    assert gg.solve(graph).counts() == gg.solve(whole).counts()
    assert graph.options((2,)) == far((2,)) and graph.options((6,)) == far((6,))[::-1]


def test_presets_are_asked_once_a_position_and_end_it() -> None:
    asked: list[Position] = []

    def preset(position: Position) -> Any:
        asked.append(position)
        return gg.WIN if position[0] % 3 == 2 else None

    graph = gg.explore(far, (0,), presets=preset)
    assert len(asked) == len(set(asked)) == graph.n
    assert all(graph.options(one) == [] for one in graph.labels or () if one[0] % 3 == 2)


@pytest.mark.parametrize("every", [120, 131, 150])
def test_a_comparison_that_fails_is_raised_each_time(every: int) -> None:
    count = itertools.count(1)

    class Clumsy(tuple[int]):
        __slots__ = ()

        def __hash__(self) -> int:
            return self[0] % 11

        def __eq__(self, other: object) -> bool:
            if next(count) % every == 0:
                raise ConnectionError
            return tuple.__eq__(self, other)

    def rule(position: Any) -> list[Any]:
        return [Clumsy([n]) for n in range(position[0] + 1, min(position[0] + 4, 300))]

    explorer: Any = gg.Explorer(rule, Clumsy([0]))
    raised = 0
    while explorer.expanded < 300:
        try:
            explorer.run()
        except ConnectionError as error:
            note = f"while exploring from position ({explorer.expanded},)"
            # There is none where some are asked again, when all are expanded.
            raised += getattr(error, "__notes__", []) == [note]
            assert raised < 5000
    assert raised
    assert explorer.positions == 300
    assert explorer.moves == 3 * 300 - 6


@pytest.mark.parametrize("at", [0, 1, 60, 127, 128, 500])
def test_a_rule_that_raises_stop_iteration_fails(at: int) -> None:
    calls = []

    def rule(position: Position) -> list[Position]:
        calls.append(position)
        if position == (at,):
            raise StopIteration(at)
        return far(position)

    explorer: Any = gg.Explorer(rule, (0,))
    for _ in range(2):
        with pytest.raises((StopIteration, RuntimeError)) as caught:
            explorer.run()
        error = caught.value if isinstance(caught.value, StopIteration) else caught.value.__cause__
        assert isinstance(error, StopIteration) and error.value == at
        assert explorer.expanded == at
    assert len(set(calls)) == max(calls)[0] + 1


def test_a_rule_that_stops_once_goes_on() -> None:
    stopped = []

    def rule(position: Position) -> list[Position]:
        if position == (300,) and not stopped:
            stopped.append(position)
            raise StopIteration
        return far(position)

    assert gg.explore(rule, (0,)).labels == gg.explore(far, (0,)).labels


@pytest.mark.parametrize("at", [0, 1, 60, 127, 128, 500])
@pytest.mark.parametrize("kind", [iter, set, frozenset, dict.fromkeys])
def test_rows_of_another_kind_behind_lists_are_read(at: int, kind: Any) -> None:
    def rule(position: Position) -> Any:
        return kind(far(position)) if position[0] >= at else far(position)

    graph, whole = gg.explore(rule, (0,)), gg.explore(far, (0,))
    assert set(graph.labels or ()) == set(whole.labels or ())
    assert gg.solve(graph).counts() == gg.solve(whole).counts()


class Row(list[Position]):
    """A list of a type of its own."""


@pytest.mark.parametrize("at", [0, 1, 60, 127, 128, 500])
def test_a_rule_may_fill_a_set_anew_behind_lists(at: int) -> None:
    filled: set[Position] = set()

    def rule(position: Position) -> Any:
        if position[0] < at:
            return far(position)
        filled.clear()
        filled.update(far(position))
        return filled

    graph, whole = gg.explore(rule, (0,)), gg.explore(far, (0,))
    assert set(graph.labels or ()) == set(whole.labels or ())
    for position in whole.labels or ():
        assert sorted(graph.options(position)) == far(position)


@pytest.mark.parametrize("lists", [1, 2, 3, 200])
@pytest.mark.parametrize("preset", [None, lambda _: None])
@pytest.mark.parametrize("kind", [list, Row])
def test_a_rule_may_fill_its_lists_anew(lists: int, preset: Any, kind: Any) -> None:
    """What it returned before has other options then."""
    filled: list[list[Position]] = [kind() for _ in range(lists)]
    calls = 0

    def rule(position: Position) -> list[Position]:
        nonlocal calls
        row = filled[calls % lists]
        calls += 1
        row[:] = far(position)
        return row

    graph, whole = (gg.explore(each, (0,), presets=preset) for each in (rule, far))
    assert graph.labels == whole.labels
    assert graph.option_idx.tolist() == whole.option_idx.tolist()
    assert graph.option_ptr.tolist() == whole.option_ptr.tolist()


def test_positions_may_share_the_list_of_their_options() -> None:
    shared: list[Position] = []

    def rule(position: Position) -> list[Position]:
        return far(position) or shared

    graph, whole = gg.explore(rule, (0,)), gg.explore(far, (0,))
    assert graph.labels == whole.labels
    assert graph.option_idx.tolist() == whole.option_idx.tolist()


@pytest.mark.parametrize("at", [1, 60, 127, 128, 500])
def test_what_looks_like_one_option_is_refused_behind_lists(at: int) -> None:
    def rule(position: Position) -> Any:
        return (2 * at + 1,) if position == (at,) else far(position)

    explorer: Any = gg.Explorer(rule, (0,))
    for _ in range(2):
        with pytest.raises(GraphGameError, match=rf"\({at},\)"):
            explorer.run()
        assert explorer.expanded == at


@pytest.mark.parametrize("at", [1, 128, 500])
def test_text_and_numbers_behind_lists_are_refused(at: int) -> None:
    for odd in ("ab", 5, None):

        def rule(position: Position, odd: Any = odd) -> Any:
            return odd if position == (at,) else far(position)

        explorer: Any = gg.Explorer(rule, (0,))
        with pytest.raises(GraphGameError, match=rf"\({at},\)"):
            explorer.run()
        assert explorer.expanded == at
