"""The policeman and the thief: what takes more memory than there is, or was allowed."""

from __future__ import annotations

import numpy as np
import pytest

import graphgame as gg
from graphgame import LOSE, GraphGameError, PoliceAndThief


def test_what_is_too_large_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    big = PoliceAndThief(np.ones((200, 170), dtype=bool), police=(0, 0), thief=(1, 1))
    with pytest.raises(gg.TooLargeError) as caught:
        big.graph()
    assert str(caught.value) == (f"graph: expected at most {2**31 - 2} states, got {2 * 34_000**2}")
    monkeypatch.setattr("graphgame.pursuit.game.available_memory", lambda: 1 << 20)
    for remoteness, least in ((False, 2 * 34_000**2 // 8), (True, 2 * 34_000**2)):
        with pytest.raises(gg.TooLargeError) as caught:
            big.solve(remoteness=remoteness)
        needed = int(str(caught.value).split()[-2])
        assert least <= needed <= 1.3 * least
        assert str(caught.value) == (
            "grid: expected one that can be solved in memory, got 34000 cells that can be "
            f"entered, which takes {needed} bytes"
        )


def test_more_memory_than_was_allowed_is_refused() -> None:
    game = PoliceAndThief(["P..*", "...E", "..T."])
    needed = game._bytes(2)
    assert game.solve(memory=needed).result == LOSE
    with pytest.raises(gg.TooLargeError, match=f"11 cells .*, which takes {needed} bytes$"):
        game.solve(memory=needed - 1)
    assert game.solve(memory=f"{needed} B").result == LOSE
    with pytest.raises(GraphGameError, match="memory: expected a number of bytes, or text"):
        game.solve(memory="much")
    assert game._bytes(0) < needed - 1
    assert game.solve(remoteness=False, memory=needed - 1).result == LOSE


def test_memory_that_cannot_be_had_is_an_error_that_names_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def no_memory(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr("graphgame.pursuit._pursuit.solve", no_memory)
    with pytest.raises(gg.TooLargeError, match="^grid: .* which takes [0-9]+ bytes$"):
        PoliceAndThief(["PT"]).solve()
