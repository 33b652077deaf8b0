"""Games of one's own, from a function: against the catalogue, and published values.

Pinned here: values, outcomes, moves, graphs, misère play, files and certificate are those of the
same game of the catalogue; a period is proven only as declared, and a declaration that the options
break is refused; one clear error for everything a function may do wrong.
"""

from __future__ import annotations

import io
import pickle
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

import graphgame as gg
from graphgame import GraphGameError, HeapGame, VerificationError
from graphgame.heaps.rules.own import partition_count
from tests.reference import heaps as reference


def kayles(n: int) -> list[tuple[int, int]]:
    return [(k, n - t - k) for t in (1, 2) for k in range(n - t + 1)]


def nim(n: int) -> range:
    return range(n)


CATALOGUE: list[tuple[Callable[[int], Iterable[Any]], HeapGame]] = [
    (kayles, gg.octal("0.77")),
    (nim, gg.all_but()),
    (lambda n: [n - t for t in (1, 3, 4) if t <= n], gg.subtraction({1, 3, 4})),
    (lambda n: ((k, n - k) for k in range(1, n) if 2 * k != n), gg.grundys_game()),
    (reference.octal("0.8F"), gg.octal("0.8F")),
    (reference.octal("4.17"), gg.octal("4.17")),
]


@pytest.mark.parametrize(("options", "same"), CATALOGUE)
def test_all_answers_are_those_of_the_catalogue(
    options: Callable[[int], Iterable[Any]], same: HeapGame
) -> None:
    game = HeapGame.from_rule(options)
    assert game.values(40).tolist() == same.values(40).tolist()
    assert game.verify(40)
    for heap in range(12):
        assert game.options(heap) == same.options(heap)
        assert game.value(heap, play="misere") == same.value(heap, play="misere")
    for state in (7, (5, 3), (6, 4, 1)):
        assert game.value(state) == same.value(state)
        for play in ("normal", "misere"):
            assert game.outcome(state, play=play) == same.outcome(state, play=play)
            assert game.winning_moves(state, play=play) == same.winning_moves(state, play=play)
    assert game.values(8, play="misere").tolist() == same.values(8, play="misere").tolist()
    nimbers = gg.grundy(game.graph(20, nimbers=True))
    assert nimbers.values[:21].tolist() == same.values(20).tolist()
    sums = gg.solve(game.graph(7), play="misere")
    assert all(sums.outcome((h,)) == same.outcome(h, play="misere") for h in range(1, 8))
    assert game.table(6)["value"].tolist() == same.values(6).tolist()
    assert "svg" in game.to_svg(20)


@settings(max_examples=40)
@given(st.data())
def test_random_functions_against_the_definition(data: st.DataObject) -> None:
    listed: dict[int, list[tuple[int, ...]]] = {}
    for heap in range(1, 9):
        part = st.tuples(*[st.integers(0, heap - 1)] * data.draw(st.integers(0, 3)))
        listed[heap] = data.draw(st.lists(part, max_size=5))
    game = HeapGame.from_rule(lambda n: listed.get(n, []))

    def options(heap: int) -> set[tuple[int, ...]]:
        return {reference.descending(left) for left in listed.get(heap, [])}

    assert game.values(8).tolist() == reference.values(options, 8)
    assert game.verify(8)
    state = reference.descending(data.draw(st.lists(st.integers(0, 5), max_size=2)))
    for play in ("normal", "misere"):
        win = reference.wins(options, misere=play == "misere")
        assert (game.outcome(state, play=play) == gg.WIN) is win(state)


@pytest.mark.parametrize(
    ("options", "published"),
    [
        # CGSuite 2, GameHeapTest.scala, "define other heap games properly": heaps 1 to 20.
        (
            lambda k: [(a, b) for a in range(k) for b in range(a)],
            [0, 1, 2, 4, 7, 8, 11, 13, 14, 16, 19, 21, 22, 25, 26, 28, 31, 32, 35, 37],
        ),
        (  # Mock Turtles: 2 n, or 2 n + 1, whichever is odious
            lambda k: [(), *((a,) for a in range(1, k))]
            + [(a, b) for a in range(k) for b in range(1, a)],
            [1, 2, 4, 7, 8, 11, 13, 14, 16, 19, 21, 22, 25, 26, 28, 31, 32, 35, 37, 38],
        ),
        (  # Ruler
            lambda k: [tuple(range(a, k)) for a in range(1, k + 1)],
            [1, 2, 1, 4, 1, 2, 1, 8, 1, 2, 1, 4, 1, 2, 1, 16, 1, 2, 1, 4],
        ),
    ],
    ids=["pairs", "Mock Turtles", "Ruler"],
)  # fmt: skip
def test_published_values(options: Any, published: list[int]) -> None:
    game = HeapGame.from_rule(options)
    assert game.values(20).tolist()[1:] == published
    assert game.verify(20)


# -- periods --------------------------------------------------------------------------------------


def test_a_period_is_proven_as_declared() -> None:
    declared, plain = HeapGame.from_rule(kayles, reach=2, parts=2), HeapGame.from_rule(kayles)
    assert declared.period() == gg.octal("0.77").period()
    assert declared.value(10**30) == gg.octal("0.77").value(10**30)
    assert declared.verify(167)
    guessed = plain.period(400)
    assert guessed is not None
    assert not guessed.proven
    assert guessed[:3] == (71, 12, 0)
    assert plain.period(150) is None


def test_three_heaps_are_proven_with_their_own_window() -> None:
    options = reference.octal("0.9")
    game, same = HeapGame.from_rule(options, reach=1, parts=3), gg.octal("0.9")
    assert game.period(60) == same.period(60)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (lambda n: [n - 1, n - 3] if n > 3 else range(n), "takes 0 to 2 tokens|take 0 to 2 tokens"),
        (lambda n: [(1, 1, n - 3)] if n > 4 else [], "at most 2 heaps, as declared, got one"),
        (lambda n: [(n - 2, 1)] if n > 2 else [], "all ways to leave 2 heaps of 4, or none"),
        (
            lambda n: [n - 1] if n < 20 else [n - 2],
            "taking 1 and leaving 1 heaps is allowed for some",
        ),
        (lambda n: [n - 1] if n % 2 else [n - 1, n - 2] if n > 1 else [], "allowed for some"),
    ],
)
def test_a_declaration_that_the_options_break_is_refused(options: Any, message: str) -> None:
    game = HeapGame.from_rule(options, reach=2, parts=2)
    with pytest.raises(GraphGameError, match=message):
        game.values(40)


def test_a_rule_that_changes_late_is_refused_before_its_period_is_used() -> None:
    """The period is proven before the heap 1001 is asked for: the certificate finds it."""
    game = HeapGame.from_rule(lambda n: [n - 1] if n != 1001 else [], reach=1, parts=1)
    found = game.period()
    assert found is not None
    assert found.proven  # by the word of the caller
    with pytest.raises(VerificationError):
        game.verify(1001)


def test_the_certificate_asks_the_function_again() -> None:
    rule = {"takes": (1, 2)}
    game = HeapGame.from_rule(lambda n: [n - t for t in rule["takes"] if t <= n])
    assert game.verify(20)
    rule["takes"] = (1, 3)
    with pytest.raises(VerificationError, match="mex"):
        game.verify(20)


@pytest.mark.parametrize(("total", "parts"), [(t, j) for t in range(12) for j in range(6)])
def test_partitions_are_counted(total: int, parts: int) -> None:
    assert partition_count(total, parts) == len(reference.partitions(total, parts))


# -- files and refusals ---------------------------------------------------------------------------


def test_a_file_needs_the_function() -> None:
    file, game = (
        io.BytesIO(),
        HeapGame.from_rule(lambda n: [(a, b) for a in range(n) for b in range(a)]),
    )
    values = game.values(30)
    assert values.max() > 2 * 20  # greater than where heaps only shrink
    game.save(file)
    file.seek(0)
    with pytest.raises(GraphGameError, match="expected the argument game"):
        HeapGame.load(file)
    file.seek(0)
    assert HeapGame.load(file, game=game).values(30).tolist() == values.tolist()
    with pytest.raises(TypeError, match="cannot be pickled"):
        pickle.dumps(game)


@pytest.mark.parametrize(
    ("listed", "message"),
    [
        ([3], "options(3): expected heaps smaller than 3, got 3"),
        ([(2, 5)], "options(3): expected heaps smaller than 3, got (2, 5)"),
        (None, "options(3): expected integers or tuples of heaps, got None"),
        (7, "options(3): expected integers or tuples of heaps, got 7"),
        ("21", "options(3): expected integers or tuples of heaps, got '21'"),
        ([(-1,)], "options(3)[0]: expected an integer from 0 on, got -1"),
        ([1.5], "options(3): "),
        (["2"], "options(3): "),
        ([True], "options(3): "),
        ((1, 2), "options(3): expected a list of options, got the tuple (1, 2), which may be what"),
        ([((1,),)], "options(3)[0]: expected an integer from 0 on, got (1,)"),
    ],
)
def test_what_a_function_may_do_wrong(listed: Any, message: str) -> None:
    game = HeapGame.from_rule(lambda n: listed if n == 3 else [])
    assert game.values(2).tolist() == [0, 0, 0]
    with pytest.raises(GraphGameError) as caught:
        game.values(5)
    assert str(caught.value).startswith(message)
    assert game.values(2).tolist() == [0, 0, 0]  # what was found is kept


def test_a_tuple_of_one_heap_has_one_meaning() -> None:
    one = HeapGame.from_rule(lambda n: (n - 1,) if n else ())
    assert one.values(4).tolist() == [0, 1, 0, 1, 0]
    several = HeapGame.from_rule(lambda n: ((n - 1,), (n // 2, n - n // 2)) if n > 1 else ())
    listed = HeapGame.from_rule(lambda n: [n - 1, (n // 2, n - n // 2)] if n > 1 else [])
    assert several.values(20).tolist() == listed.values(20).tolist()


def test_values_that_fall_have_no_period() -> None:
    """The values 0 to 20 rise, then fall by 1 every two heaps, which cannot go on."""

    def options(n: int) -> list[int]:
        value = n if n <= 20 else 20 - (n - 20) // 2
        return [*range(max(value, 0))]

    game = HeapGame.from_rule(options)
    assert game.value(59) == 1
    assert game.period(59) is None


def test_arguments_that_cannot_be() -> None:
    make: Any = HeapGame.from_rule
    with pytest.raises(GraphGameError, match="options: expected a function of a heap, got 7"):
        make(7)
    with pytest.raises(GraphGameError, match="reach, parts: expected both or none"):
        make(kayles, reach=2)
    with pytest.raises(GraphGameError, match="parts"):
        make(kayles, reach=2, parts=0)
    with pytest.raises(GraphGameError, match="expected a game of the catalogue, as no page"):
        make(kayles).to_html(heaps=[3])


def test_errors_of_the_function_pass_through() -> None:
    def options(n: int) -> list[int]:
        if n == 4:
            raise KeyError(n)
        return [n - 1] if n else []

    game = HeapGame.from_rule(options)
    with pytest.raises(KeyError):
        game.values(6)
    assert game.values(3).tolist() == [0, 1, 0, 1]


@pytest.mark.parametrize(
    ("options", "found"),
    [
        (lambda n: [{n // 2, n - n // 2}], "equal components once"),
        (lambda n: [Counter({n // 2: 2})], r"Counter\(counts\).elements"),
        (lambda n: {n - 1: 2}, "its keys alone"),
    ],
)
def test_sets_and_counts_are_no_options(options: Any, found: str) -> None:
    """A move that splits a heap in halves would leave one of them."""

    def rule(heap: int) -> Any:
        return options(heap) if heap > 1 else []

    class Rules:
        def options(self, heap: int) -> Any:
            return rule(heap)

    for ask in (HeapGame.from_rule(rule).values, lambda n: gg.misere_outcome(Rules(), [n])):
        with pytest.raises(GraphGameError, match=found):
            ask(8)
