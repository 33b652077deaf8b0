"""Bounds of games of layers: what the kernel checks, and the certificate.

Pinned here: bounds that do not follow from those of the options are seen on either side, in the
kernel and by `verify`; a certificate that is changed in any of its parts is refused; options that
are as good as the best count for the bounds.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from graphgame.chance.layers import layers as solver
from graphgame.chance.layers.layer_rule import LOST, WON, LayerRule
from graphgame.chance.layers.layers import build_chance
from graphgame.errors import GraphGameError, VerificationError
from tests.chance.layered import Race, Table, random_table

# Three states in a row, each of which passes the turn to the next; the last one wins half the time.
ROW = Table([1, 1], [0, 3], [[[~1], [~1]], [[~2], [~2]], [[WON], [LOST]]])


def solved(game: Any) -> Any:
    """Return a solver whose group 0 is solved, and which can be asked again."""
    found = solver._Solver(LayerRule(game), 1e-9, 1)
    found.solve(None, None)
    return found


def holds(found: Any) -> bool:
    return bool(found.workers[0].hold())


@pytest.mark.parametrize("off", [1e-11, -1e-11])
def test_bounds_that_do_not_follow_are_seen(off: float) -> None:
    found = solved(ROW)
    assert found.lengths.tolist() == [3, 2, 1]
    assert holds(found)
    # No state leads to state 0: only its lower bound is wrong, or only its upper one.
    found.values[0] += off
    assert not holds(found)


def test_a_bound_of_an_option_that_passes_is_the_other_bound() -> None:
    found = solved(ROW)
    found.errors[0] = 1e-10
    assert holds(found)
    found.values[0] += 0.9e-10
    assert holds(found)
    found.values[0] += 0.6e-10
    assert not holds(found)
    found.values[0] -= 3.0e-10
    assert not holds(found)


def test_options_as_good_as_the_best_count_for_the_bounds() -> None:
    ends = [[WON], [LOST]]
    game = Table([1, 1], [0, 5], [[[1, 2], [1, 2]], ends, [[3], [3]], [[4], [4]], ends])
    db = build_chance(game)
    assert db.value(0) == 0.5
    db.verify()


def test_widths_grow_from_group_to_group() -> None:
    rng = random.Random(3)
    game = random_table(rng, 30, 5, 3)
    db = build_chance(game)
    part = db._parts[0]
    assert (part.outside[:-1] > 0).any()
    db.verify()


CHANGES: dict[str, Callable[[Any], None]] = {
    "a value": lambda part: part.values.__setitem__(3, part.values[3] + 2e-10),
    "a value below": lambda part: part.values.__setitem__(3, part.values[3] - 2e-10),
    "no number": lambda part: part.values.__setitem__(3, np.nan),
    "an error": lambda part: part.errors.fill(0),
    "an error that is negative": lambda part: part.errors.fill(-1e-12),
    "a wide error": lambda part: part.errors.fill(1e-9),
    "lengths": lambda part: part.lengths.fill(1),
    "a length": lambda part: part.lengths.__setitem__(0, 0),
    "a rank": lambda part: part.ranks.__setitem__(3, 0),
    "ranks": lambda part: part.ranks.fill(1),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_certificate_that_is_changed_is_refused(change: str) -> None:
    db = build_chance(Race(6))
    db.verify()
    CHANGES[change](db._parts[0])
    with pytest.raises(VerificationError):
        db.verify()


def test_ranks_of_a_game_without_end_are_refused() -> None:
    game = Race(4)
    db = build_chance(game)
    rows = [[game.moves(v, r) for r in range(3)] for v in range(16)]
    rows[0] = [[0, *row] for row in rows[0]]
    db._rule = LayerRule(Table(game.rolls, game.layers, rows))
    with pytest.raises(VerificationError, match="lower ranks"):
        db.verify()


@pytest.mark.parametrize("option", [16, ~16, WON + 1])
def test_a_rule_that_leads_nowhere_is_refused(option: int) -> None:
    game = Race(4)
    db = build_chance(game)
    game.moves = lambda index, roll: [option]  # type: ignore[method-assign]
    db._rule = LayerRule(game)
    with pytest.raises(VerificationError, match="options in the same group or in later ones"):
        db.verify()
    with pytest.raises(GraphGameError, match="rule: expected options below 16, or WON or LOST"):
        db.move_values(0, 0)


def test_a_sample_is_spread_over_all_states(monkeypatch: pytest.MonkeyPatch) -> None:
    from graphgame.chance.layers import verify_layers

    asked: list[int] = []
    db = build_chance(Race(10))
    ask = db._rule.ask
    monkeypatch.setattr(verify_layers, "_MANY", 3)

    def listen(states: Any, roll: int) -> Any:
        asked.extend(states.tolist())
        return ask(states, roll)

    db._rule.ask = listen  # type: ignore[method-assign]
    db.verify(sample=5)
    assert sorted({*asked}) == [0, 24, 49, 74, 99]
    db.verify(sample=1000)
    assert {*asked} == {*range(100)}
    db._parts[0].values[99] = 0.25
    with pytest.raises(VerificationError):
        db.verify(sample=2)
    with pytest.raises(GraphGameError, match="sample"):
        db.verify(sample=0)
