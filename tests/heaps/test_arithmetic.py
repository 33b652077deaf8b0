"""Arithmetic periods that are proven: the theorem of docs/periods.md, and its certificate.

Pinned here: what is proven holds on tables that are much longer; the certificate agrees with the
conditions as the page states them, also on tables that are no game's; every wrong claim is refused.
"""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import assume, example, given, settings, strategies as st

import graphgame as gg
from graphgame import Period
from graphgame.errors import VerificationError
from graphgame.heaps.verify_arithmetic import verify_arithmetic, ways, window
from tests.heaps.test_game import code_of
from tests.heaps.test_periods import assert_least, unproven
from tests.reference.arithmetic import proves

# Pre-period, period and saltus; those of 0.3F are in CGSuite's own tests.
KNOWN = {
    "0.8": (1, 3, 1),
    "0.3F": (0, 6, 3),
    "0.0B": (5, 2, 1),
    "0.28": (1, 53, 16),
    "0.8B": (7, 7, 4),
    "0.9B": (8, 7, 4),
    "0.A8": (1, 4, 2),
    "0.AA": (1, 1, 1),
    "0.C9": (3, 3, 2),
    "0.F8": (7, 6, 4),
    "0.FC": (7, 5, 4),
}
THREE = st.lists(st.integers(0, 15), min_size=1, max_size=3).filter(lambda x: max(x) > 7 and x[-1])


def claim(code: str) -> Period:
    found = gg.octal(code).period()
    assert found is not None
    return found


@pytest.mark.parametrize("code", KNOWN)
def test_what_is_proven_is_found_certified_and_foretold(code: str) -> None:
    game = gg.octal(code)
    found = claim(code)
    assert (*found[:3], found.proven) == (*KNOWN[code], True)
    assert game.verify(found.checked)
    assert_least(game, found)
    table = unproven(game, found.checked + 800)
    assert game.values(found.checked + 800).tolist() == table.tolist()
    _, q, saltus = KNOWN[code]
    heap = found.checked + 10**40 * q
    assert game.value(heap) == int(table[found.checked]) + 10**40 * saltus


@settings(max_examples=60)
@given(THREE, st.sampled_from([0, 4, 8, 12]))
@example([3, 15], 0)
@example([9, 12], 0)
def test_random_codes_that_are_proven_go_on_so(tail: list[int], splits: int) -> None:
    game = gg.octal(code_of(tail, splits=splits))
    found = game.period(400)
    assume(found is not None and found.proven and found.saltus)
    assert found is not None
    assert_least(game, found)
    assert game.verify(found.checked)


def repeated(head: list[int], turn: list[int], saltus: int, n: int) -> list[int]:
    """Return a table of the heaps 0 to n of which the values rise, whatever the game."""
    rest = n + 1 - len(head)
    return head + [turn[k % len(turn)] + k // len(turn) * saltus for k in range(max(rest, 0))]


@settings(max_examples=200)
@example([12], 0, [3], [0, 0], 1)
@given(
    THREE,
    st.sampled_from([0, 4, 8, 12]),
    st.lists(st.integers(0, 5), min_size=1, max_size=3),
    st.lists(st.integers(0, 7), min_size=2, max_size=6).filter(lambda x: len(x) % 2 == 0),
    st.integers(1, 8),
)
def test_the_conditions_are_those_of_the_page(
    tail: list[int], splits: int, head: list[int], turn: list[int], saltus: int
) -> None:
    """Both conditions depend on the table alone; no doubling, since a table ends before it."""
    p, q = len(head), len(turn)
    n = 3 * (p + q) + len(tail) + q - 1
    g = repeated(head, turn, saltus, n)
    moves = ways(code_of(tail, splits=splits))
    assert window(moves, np.array(g), p, q, saltus) == proves([splits, *tail], g, p, q, saltus)


@pytest.mark.parametrize("code", [code for code in KNOWN if KNOWN[code][1] < 20])
def test_the_conditions_of_games_are_those_of_the_page(code: str) -> None:
    p, q, saltus = KNOWN[code]
    table = unproven(gg.octal(code), 600)
    digits = [0, *(int(x, 16) for x in code[2:])]
    found, length, rise = 0, q, saltus
    if q % 2:
        length, rise = 2 * q, 2 * saltus
    while not found and length < 40:
        found = proves(digits, table.tolist(), max(p, 1), length, rise)
        length, rise = 2 * length, 2 * rise
    assert found == window(ways(code), table, p, q, saltus) == claim(code).checked


def test_what_the_theorem_does_not_reach_is_not_proven() -> None:
    """The same values, of a game without moves to three heaps, or with one that meets them."""
    found = claim("0.3F")
    values = gg.octal("0.3F").values(600)
    for code in ("0.37", "0.3F8", "0.7F", "0.BF"):
        with pytest.raises(VerificationError, match="conditions of the theorem"):
            verify_arithmetic(code, values, found)


@pytest.mark.parametrize("code", ["0.8", "0.3F", "0.0B", "0.F8"])
def test_every_field_that_is_changed_is_refused(code: str) -> None:
    found = claim(code)
    values = gg.octal(code).values(6 * found.checked)
    assert verify_arithmetic(code, values, found)
    p, q, saltus = KNOWN[code]
    wrong = [
        found._replace(preperiod=p + 1, last_exception=p),
        found._replace(period=q + 1),
        found._replace(period=2 * q, saltus=2 * saltus, checked=4 * found.checked),
        found._replace(period=0),
        found._replace(saltus=saltus + 1),
        found._replace(saltus=0),
        found._replace(saltus=-saltus),
        found._replace(last_exception=p),
        found._replace(proven=False),
        found._replace(checked=found.checked - 1),
        found._replace(checked=len(values)),
        found._replace(checked=-1),
    ]
    if p:
        wrong.append(found._replace(preperiod=p - 1, last_exception=p - 2 if p > 1 else None))
    for changed in wrong:
        with pytest.raises(VerificationError):
            verify_arithmetic(code, values, changed)
    broken = values.copy()
    broken[-1] += 1
    with pytest.raises(VerificationError, match="from"):
        verify_arithmetic(code, broken, found)
