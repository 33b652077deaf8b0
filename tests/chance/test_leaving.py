"""Components with dice in which play may stay for ever, in floats: bounds, moves, certificate.

Pinned here: where both players are better off by leaving, games of thousands of positions have
bounds that `verify` accepts, and small ones have the values of fractions; where they are not,
fractions decide; what is too large for these is refused, and the cure is named.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

import graphgame as gg
from graphgame.chance.bounds import reading
from graphgame.errors import TooLargeError


def race(n: int, seed: int, back: float = 0.1) -> tuple[dict[Any, Any], dict[Any, int]]:
    """Return a race in which players roll, or pass; each has a piece of its own.

    A position is (squares of both, who moves, whether the roll is next).
    """
    rng = random.Random(seed)
    falls = {v: rng.randrange(v) for v in range(1, n) if rng.random() < back}
    rows: dict[Any, Any] = {"won": [], "lost": []}
    owner = {"won": 1, "lost": 0}
    for a in range(n):
        for b in range(n):
            for who in (0, 1):
                rows[a, b, who, 0] = [(a, b, who, 1), (a, b, 1 - who, 0)]
                owner[a, b, who, 0] = who
                found: dict[Any, int] = {}
                for k in (1, 2, 3):
                    to = (a, b)[who] + k
                    end = "won" if who == 0 else "lost"
                    to = falls.get(to, to)
                    place = (to, b) if who == 0 else (a, to)
                    option = end if to >= n else (*place, 1 - who, 0)
                    found[option] = found.get(option, 0) + 1
                rows[a, b, who, 1] = found
    return rows, owner


@pytest.mark.parametrize("seed", range(4))
def test_values_are_those_of_fractions(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rows, owner = race(5, seed, back=0.6)
    exact = gg.solve_chance(rows, owner=owner, exact=True)
    monkeypatch.setattr(reading, "_in_fractions", None)  # which would fail
    monkeypatch.setattr(reading, "_FEW", 0)
    s = gg.solve_chance(rows, owner=owner)
    assert s.verify()
    for v in s:
        assert s.lower[s.game.index(v)] <= exact.exact(v) <= s.upper[s.game.index(v)]


def test_a_large_component() -> None:
    rows, owner = race(40, 7)
    s = gg.solve_chance(rows, owner=owner)
    assert len(s) == 6402 and float((s.upper - s.lower).max()) <= 1e-9
    assert s.verify()
    assert 0.5 < s.value((0, 0, 0, 0)) < 0.6
    assert s.value((5, 9, 0, 0)) == pytest.approx(1 - s.value((9, 5, 1, 0)), abs=1e-9)


def test_what_is_too_large_is_refused_with_the_cure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "solve_leaving", lambda *_: None)
    monkeypatch.setattr(reading, "_MOST_EXACT", 1)
    rows, owner = race(5, 1, back=0.9)
    message = "precision: expected play that surely ends .* at most 1 positions .* limit of passes"
    with pytest.raises(TooLargeError, match=message):
        gg.solve_chance(rows, owner=owner)
