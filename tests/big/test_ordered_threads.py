"""Ordered games with compiled rules in several threads: the labels and the errors of one thread."""

from __future__ import annotations

import ctypes
import random
import threading
from pathlib import Path
from typing import Any

import pytest

import graphgame as gg
from graphgame.big.indexed.indexed_game import IndexedGame
from tests.big.compiled_table import Table

# Indices of a window of one of several threads.
WINDOW = 4096
NUMBER = ctypes.c_int64
RULE = ctypes.CFUNCTYPE(NUMBER, NUMBER, ctypes.POINTER(NUMBER), NUMBER, ctypes.c_void_p)


class HeldUp:
    """A rule that waits at 0, if it is not free, until it has been asked about a position.

    Parameters
    ----------
    moves : dict of int to int
    until : int
        Another thread is to ask about it.
    raises : tuple of int
        Positions at which it raises an exception.
    """

    def __init__(self, moves: dict[int, int], until: int, raises: tuple[int, ...] = ()) -> None:
        self.moves, self.until, self.raises = moves, until, raises
        self.is_free = True
        self.came = threading.Event()
        self.compiled = RULE(self._options)

    def _options(self, v: int, options: Any, room: int, data: Any) -> int:
        if v == self.until:
            self.came.set()
        elif v == 0:
            assert self.is_free or self.came.wait(20), "there is no second thread"
        if v in self.raises:
            raise ZeroDivisionError(f"at {v}")
        if v in self.moves:
            options[0] = self.moves[v]
        return int(v in self.moves)

    def game(self, size: int, starts: list[int]) -> IndexedGame:
        """Return a game; what looks at its rule when it is made does not wait."""
        game = IndexedGame(size, self.compiled, starts, ordered=True)
        self.is_free = False
        return game


def test_what_is_marked_after_a_window_was_made_is_expanded() -> None:
    """One thread is held up in the first window, while another makes the next two."""
    near, far = WINDOW + 52, 2 * WINDOW + 1904
    rule = HeldUp({0: near, near: far}, until=2 * WINDOW)
    game = rule.game(3 * WINDOW, [0, WINDOW, 2 * WINDOW])
    database = game.solve(threads=2)
    found = [v for v in range(3 * WINDOW) if v in database]
    assert found == [0, WINDOW, near, 2 * WINDOW, far]
    assert database.outcome([0, WINDOW, near]).tolist() == [-1, -1, 1]


def test_windows_are_decided_in_order() -> None:
    """In the pass down the greatest window is held up, while another thread makes the next ones."""
    top = 4 * WINDOW - 1
    came = threading.Event()
    asked: list[int] = []

    def rule(v: int, options: Any, room: int, data: Any) -> int:
        asked.append(v)
        if asked.count(v) == down:
            if v == WINDOW:
                came.set()
            elif v == top - 1:
                assert came.wait(20), "there is no second thread"
        if v == top:
            return 0
        options[0] = min(v + WINDOW, top)
        return 1

    down = 0
    game = IndexedGame(top + 1, RULE(rule), [WINDOW, top - 1], ordered=True)
    asked.clear()
    down = 2
    database = game.solve(threads=2)
    line = [WINDOW, 2 * WINDOW, 3 * WINDOW, top]
    assert database.remoteness_of(line).tolist() == [3, 2, 1, 0]
    assert database.remoteness_of([top - 1]).tolist() == [1]


@pytest.mark.parametrize("threads", [2, 4, 20])
@pytest.mark.parametrize("everywhere", [False, True])
def test_threads_give_the_same_labels(tmp_path: Path, everywhere: bool, threads: int) -> None:
    """Many windows in flight, short moves between them."""
    rng = random.Random(5)
    n = 60_000
    rows = [
        sorted({rng.randrange(v + 1, min(n, v + 3000)) for _ in range(4)}) for v in range(n - 1)
    ]
    rows.append([])
    game = IndexedGame(n, Table("rule", rows), None if everywhere else 0, ordered=True)
    one = game.solve(tmp_path / "one")
    many = game.solve(tmp_path / "many", threads=threads)
    assert one.counts() == many.counts()
    assert one.moves == many.moves
    assert one.verify()
    for part in sorted((tmp_path / "one").glob("*.part")):
        assert part.read_bytes() == (tmp_path / "many" / part.name).read_bytes()


# -- errors ---------------------------------------------------------------------------------------


def said(game: IndexedGame, threads: int) -> str:
    with pytest.raises((gg.GraphGameError, ZeroDivisionError)) as caught:
        game.solve(threads=threads)
    return f"{type(caught.value).__name__}: {caught.value}"


@pytest.mark.parametrize("wrong", [7, 2 * WINDOW, 3 * WINDOW, -1])
def test_a_wrong_move_far_ahead_is_not_what_is_refused(wrong: int) -> None:
    """The second thread meets the wrong move at 2 * WINDOW first, the first thread that at 5."""
    rule = HeldUp({0: 5, 5: 4, 2 * WINDOW: wrong}, until=2 * WINDOW)
    game = rule.game(3 * WINDOW, [0, 2 * WINDOW])
    assert "rule at 5: expected moves that raise the index" in said(game, 2)


def test_an_exception_far_ahead_is_not_what_is_raised() -> None:
    rule = HeldUp({0: 5}, until=2 * WINDOW, raises=(5, 2 * WINDOW))
    game = rule.game(3 * WINDOW, [0, 2 * WINDOW])
    assert said(game, 2) == "ZeroDivisionError: at 5"


def test_an_exception_is_raised_though_nothing_else_fails() -> None:
    rule = HeldUp({0: 5}, until=2 * WINDOW, raises=(2 * WINDOW,))
    game = rule.game(3 * WINDOW, [0, 2 * WINDOW])
    assert said(game, 2) == f"ZeroDivisionError: at {2 * WINDOW}"


@pytest.mark.parametrize("seed", range(10))
def test_errors_are_those_of_one_thread(seed: int) -> None:
    rng = random.Random(seed)
    n = 50_000
    rows = [[min(n - 1, v + rng.choice([1, 2, 5000]))] for v in range(n - 1)] + [[]]
    for v in rng.sample(range(n), 20):
        rows[v].append(rng.choice([v, v - 1, n, 2**62]))
    game = IndexedGame(n, Table("rule", rows), range(0, n, 3), ordered=True)
    expected = said(game, 1)
    assert {said(game, threads) for threads in (2, 3, 8)} == {expected}


def test_a_position_decided_only_once_is_refused_in_any_thread() -> None:
    """In the pass down the rule gives an option that it did not give in the pass up."""
    calls: dict[int, int] = {}

    def rule(v: int, options: Any, room: int, data: Any) -> int:
        calls[v] = calls.get(v, 0) + 1
        if v == 0:
            options[0], options[1] = 1, 2
            return 1 if calls[0] == 1 else 2
        return 0

    game = IndexedGame(3, RULE(rule), 0, ordered=True)
    for threads in (1, 2):
        calls.clear()
        assert "whenever it is asked" in said(game, threads)
