"""States of heap games: one heap or several, normal and misère play, moves, tables, types.

Pinned here: a heap by itself is a sum of one; misère outcomes, values and winning moves are those
of the definition; moves are `Move`s; columns; every public type hint resolves.
"""

from __future__ import annotations

import inspect
import typing
from collections import Counter

import numpy as np
import pytest

import graphgame as gg
from graphgame import LOSE, WIN, GraphGameError, HeapGame
from graphgame.heaps import catalogue as makers
from graphgame.heaps.misere import outcomes
from graphgame.line import Move
from graphgame.types import PlayName
from tests.heaps.test_game import catalogue
from tests.reference import heaps as reference

STATES = [(), (0,), (5,), (1, 1, 1), (3, 4, 5), (2, 2, 2, 1), (6, 2), (4, 0, 3)]


@pytest.mark.parametrize("name", catalogue())
def test_misere_play_is_that_of_the_definition(name: str) -> None:
    game, options = catalogue()[name]
    win = reference.wins(options, misere=True)
    for state in STATES:
        assert game.outcome(state, play="misere") == (
            WIN if win(reference.descending(state)) else LOSE
        )
        moves = [
            (place, left)
            for place, heap in enumerate(state)
            for left in sorted(options(heap))
            if not win(reference.descending([*state[:place], *left, *state[place + 1 :]]))
        ]
        found = game.winning_moves(state, play="misere")
        assert found == moves and all(type(move) is Move for move in found)


@pytest.mark.parametrize("name", ["0.77", "subtraction", "grundy", "0.E"])
def test_misere_values_are_those_of_the_search(name: str) -> None:
    game, _ = catalogue()[name]
    values = game.values(12, play="misere")
    assert np.array_equal(values, gg.misere_values(game, 12))
    assert values.dtype == np.int32 and not values.flags.writeable
    assert [game.value(n, play="misere") for n in range(13)] == values.tolist()
    assert [game.outcome(n, play="misere") == LOSE for n in range(13)] == (values == 0).tolist()
    for state in STATES:
        assert game.value(state, play="misere") == gg.misere_value(game, state)
        assert game.outcome(state, play="misere") == gg.misere_outcome(game, state)


def test_counts_and_sets_of_heaps_are_no_heaps() -> None:
    """As an iterable each has equal heaps once."""
    kayles, counts = gg.octal("0.77"), Counter([3, 3])
    quotient = kayles.misere_quotient(5)
    for ask in (kayles.outcome, kayles.value, kayles.genus, quotient.outcome, gg.nim_sum):
        with pytest.raises(GraphGameError, match="expected a list, got Counter"):
            ask(counts)
        for equal in ({3}, frozenset([3]), counts.keys()):
            with pytest.raises(GraphGameError, match=r"got .*, which has equal components once"):
                ask(equal)
    assert kayles.outcome(counts.elements()) == LOSE


def test_a_heap_is_a_sum_of_one() -> None:
    kayles = gg.octal("0.77")
    plays: tuple[PlayName, ...] = ("normal", "misere")
    for play in plays:
        for heap in range(12):
            assert kayles.value(heap, play=play) == kayles.value([heap], play=play)
            assert kayles.outcome(heap, play=play) == kayles.outcome((heap,), play=play)
            assert kayles.winning_moves(heap, play=play) == kayles.winning_moves([heap], play=play)


def test_the_value_of_several_heaps_is_their_nim_sum() -> None:
    kayles = gg.octal("0.77")
    one = kayles.values(20)
    assert kayles.value((5, 8, 13)) == one[5] ^ one[8] ^ one[13]
    assert kayles.value(()) == 0 == kayles.value(iter([7, 7]))
    assert kayles.value([10**18, 10**18 + 12]) == 0


def test_a_winning_move_says_what_moves_and_what_it_becomes() -> None:
    (first, *_) = gg.octal("0.77").winning_moves((5, 8, 13))
    assert (first.component, first.to) == (0, (2, 2))
    assert gg.octal("0.77").winning_moves((5, 5)) == []


def test_limits_are_positions() -> None:
    kayles = gg.octal("0.77")
    for ask in (kayles.outcome, kayles.value, kayles.winning_moves):
        with pytest.raises(gg.ExplorationLimitError, match="^limit: expected at most 20 positions"):
            ask((9, 9), play="misere", limit=20)
    with pytest.raises(gg.ExplorationLimitError):
        kayles.values(19, play="misere", limit=20)


def test_columns() -> None:
    table = gg.octal("0.77").table(9)
    assert [*table] == ["heap", "value", "outcome"]
    assert table["heap"].tolist() == [*range(10)]
    assert table["value"].tolist() == gg.octal("0.77").values(9).tolist()
    assert table["outcome"].tolist() == [gg.octal("0.77").outcome(n) for n in range(10)]
    table = gg.octal("0.77").table(9, play="misere")
    assert table["outcome"].tolist() == [
        gg.octal("0.77").outcome(n, play="misere") for n in range(10)
    ]


def test_states_that_are_none_are_refused() -> None:
    for ask in (gg.octal("0.77").outcome, gg.octal("0.77").value, gg.octal("0.77").winning_moves):
        for play in ("normal", "misere"):
            for wrong in ("12", 1.5, True, [True], [1, "2"], None):
                with pytest.raises(GraphGameError, match="^heaps"):
                    ask(wrong, play=play)  # type: ignore[arg-type]


def test_type_hints_resolve() -> None:
    functions = [
        member
        for thing in (makers, outcomes, HeapGame)
        for name, member in inspect.getmembers(thing)
        if not name.startswith("_")
        and (inspect.isfunction(member) or inspect.ismethod(member))
        and member.__module__.startswith("graphgame.heaps")
    ]
    assert len(functions) > 20
    for function in [*functions, gg.find_patterns, gg.Pattern, gg.Period, gg.Period.fold]:
        assert "return" in typing.get_type_hints(function) or inspect.isclass(function)
