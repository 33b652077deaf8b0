"""Where a rule is taken, a limit and progress are; and what a rule must not return.

Pinned here: `solve`, `grundy` and `loopy_grundy` take `limit` and `progress` as `explore` does, and
a limit holds for graphs too; a rule that returns text, a number or None, or anything but two arrays
of codes, is refused in one sentence that says what to return.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import graphgame as gg
from graphgame.rules.source import as_game


def take(n: int) -> list[int]:
    return [n - k for k in (1, 2, 3) if n >= k]


def on(n: int) -> list[int]:
    return [n + 1]


SOLVERS = [gg.solve, gg.grundy, gg.loopy_grundy]


# -- limits ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("solver", SOLVERS)
def test_every_solver_of_rules_takes_a_limit(solver: Any) -> None:
    with pytest.raises(gg.ExplorationLimitError, match="at most 100 positions, found 101"):
        solver(on, start=0, limit=100)
    assert solver(take, start=20, limit=21).game.n == 21
    with pytest.raises(gg.ExplorationLimitError, match="at most 20 positions, found 21"):
        solver(take, start=20, limit=20)


@pytest.mark.parametrize("solver", SOLVERS)
def test_a_limit_holds_for_graphs_too(solver: Any) -> None:
    for graph in ([(1, 0), (2, 1)], gg.as_game_graph([(1, 0), (2, 1)])):
        assert solver(graph, limit=3).game.n == 3
        with pytest.raises(gg.TooLargeError, match="limit: expected a graph of at most 2 positio"):
            solver(graph, limit=2)


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("limit", [0, -1, 1.5, True, "9"])
def test_a_limit_is_an_integer_of_at_least_1(solver: Any, limit: Any) -> None:
    for call in (lambda: solver(take, start=3, limit=limit), lambda: solver([(1, 0)], limit=limit)):
        with pytest.raises(
            gg.GraphGameError, match="limit: expected an integer of at least 1, got"
        ):
            call()


def test_one_check_of_limits_for_all() -> None:
    heap = gg.explore(take, 3)
    for call in (
        lambda: gg.explore(take, 3, limit=0),
        lambda: gg.explore_codes(lambda codes: ([], []), 3, limit=0),
        lambda: gg.game_sum([heap], limit=0),
        lambda: gg.octal("0.77").graph(3, limit=0),
        lambda: gg.misere_values(gg.octal("0.77"), 3, limit=0),
    ):
        with pytest.raises(gg.GraphGameError) as caught:
            call()
        assert str(caught.value) == "limit: expected an integer of at least 1, got 0"


@pytest.mark.parametrize("limit", [np.int64(21), np.uint8(21), 10**30])
def test_limits_of_every_integer_type(limit: Any) -> None:
    assert gg.explore(take, 20, limit=limit).n == 21


def test_a_position_with_endless_options_ends_at_the_limit() -> None:
    with pytest.raises(gg.ExplorationLimitError, match="at most 50 positions, found 51") as caught:
        gg.explore(lambda n: itertools.count(), 0, limit=50)
    assert (caught.value.positions, caught.value.expanded) == (51, 0)
    with pytest.raises(gg.ExplorationLimitError, match="found 51, with 0 moves, when 0"):
        gg.explore(take, range(60), limit=50)


# -- progress -------------------------------------------------------------------------------------


@pytest.mark.parametrize("solver", SOLVERS)
def test_every_solver_of_rules_shows_progress(
    solver: Any, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "tqdm", None)
    assert solver(take, start=3000).game.n == 3001
    assert capsys.readouterr() == ("", "")
    solver(take, start=3000, progress=True)
    out, err = capsys.readouterr()
    assert out == "" and "of 3,001 positions found" in err
    solver([(1, 0)], progress=True)
    assert capsys.readouterr() == ("", "")


def test_as_game_takes_all_of_them() -> None:
    game = as_game(take, {4: gg.WIN}, 20, 21, False)
    assert (game.n, game.start) == (21, 20)
    assert as_game([(1, 0)], None, None).n == 2


# -- what a rule returns --------------------------------------------------------------------------


class Spelled:
    """Options by index alone, as the old protocol of sequences has it."""

    def __getitem__(self, index: int) -> int:
        return [7, 8][index]


def generated(p: object) -> Iterator[int]:
    yield from (7, 8)


@pytest.mark.parametrize(
    "options",
    [[7, 8], (7, 8), {7: 1, 8: 2}, range(7, 9), np.array([7, 8]), Spelled(), {7, 8}.__or__({7})],
)
def test_options_come_in_anything_to_iterate_over(options: Any) -> None:
    graph = gg.explore(lambda p: options if p == 0 else [], 0)
    assert sorted(graph.options(0)) == [7, 8]
    assert sorted(gg.explore(lambda p: generated(p) if p == 0 else [], 0).options(0)) == [7, 8]


@pytest.mark.parametrize("text", ["bc", "", b"bc", b"", bytearray(b"bc")])
@pytest.mark.parametrize("solver", [gg.explore, *SOLVERS])
def test_a_rule_that_returns_text_is_refused(solver: Callable[..., Any], text: Any) -> None:
    with pytest.raises(gg.GraphGameError) as caught:
        solver(lambda p: text, start="a")
    assert str(caught.value) == (
        f"rule at 'a': expected a list of options, got {text!r}; for a single option return "
        f"[{text!r}]; text is never taken for its characters"
    )


@pytest.mark.parametrize("value", [5, 2.5, True, object(), np.int64(3)])
def test_a_rule_that_returns_one_value_is_refused(value: Any) -> None:
    with pytest.raises(gg.GraphGameError) as caught:
        gg.solve(lambda p: value, start=1)
    assert str(caught.value) == (
        f"rule at 1: expected a list of options, got {value!r}; a single option goes into a list, "
        "[option]"
    )


def test_an_object_that_cannot_be_iterated_over_says_so_itself() -> None:
    class Odd:
        def __iter__(self) -> Iterator[int]:
            raise TypeError("mine")

    with pytest.raises(TypeError, match="mine"):
        gg.explore(lambda p: Odd(), 0)


PAIR = r"rule: expected a pair of arrays, \(sources, options\).*; got "


@pytest.mark.parametrize(
    ("rule", "start", "message"),
    [
        (lambda codes: codes - 1, [5], PAIR + r"one array of shape \(1,\)"),
        (lambda codes: codes - 1, [5, 6], PAIR + r"one array of shape \(2,\)"),
        (
            lambda codes: np.stack([codes.copy(), codes]),
            [5, 6],
            PAIR + r"one array of shape \(2, 2\)",
        ),
        (lambda codes: [codes.copy()], 5, PAIR + "a list of 1"),
        (lambda codes: (codes.copy(), codes, codes), 5, PAIR + "a tuple of 3"),
        (lambda codes: None, 5, PAIR + "None"),
        (lambda codes: 5, 5, PAIR + "one int"),
        (lambda codes: "ab", 5, PAIR + "one str"),
        (
            lambda codes: (codes - 1, np.arange(len(codes))),
            [5, 6],
            r"sources\[0\]: expected a position from 0 to 1, got 4, while .* are such: return "
            r"\(sources, options\), not \(options, sources\)$",
        ),
        (lambda codes: (codes.copy() + 9, codes + 9), 5, r"from 0 to 0, got 14$"),
    ],
)
def test_what_explore_codes_must_not_get(rule: Any, start: Any, message: str) -> None:
    with pytest.raises(gg.GraphGameError, match=message):
        gg.explore_codes(rule, start)


def test_a_pair_may_be_a_list() -> None:
    assert gg.explore_codes(lambda codes: [np.flatnonzero(codes), codes[codes > 0] - 1], 5).n == 6
