"""Points in games of codes: from rules of arrays, and from functions of arrays.

Pinned here: a rule that returns (sources, options, points) has the values of the same rule of one
position, whatever the order of its moves; so has a function of arrays beside rules of arrays and
compiled ones; what is refused.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from graphgame.chance.solution import PointsSolution
from graphgame.chance.solve import solve_chance
from graphgame.errors import GraphGameError

START = 400


def one(n: int) -> list[int]:
    return [n - k for k in (3, 1, 2) if n >= k]


def pays(n: int, option: int) -> int:
    return (n * 7 + option * 3) % 11 - 5


def pairs(codes: Any) -> tuple[Any, Any]:
    """Return sources and options, by the number that is taken, and not by the source."""
    parts = [(np.flatnonzero(codes >= k), k) for k in (3, 1, 2)]
    sources = np.concatenate([found for found, _ in parts])
    return sources, np.concatenate([codes[found] - k for found, k in parts])


def triples(codes: Any) -> tuple[Any, Any, Any]:
    sources, options = pairs(codes)
    return sources, options, pays(codes[sources], options)


@pytest.fixture(scope="module")
def right() -> Any:
    return solve_chance(one, start=START, points=pays)


@pytest.mark.parametrize(
    ("rule", "given"),
    [
        (triples, {}),
        (lambda codes: tuple(x[::-1] for x in triples(codes)), {}),
        (lambda codes: [*triples(codes)], {}),
        (lambda codes: (*pairs(codes), triples(codes)[2].astype(float)), {}),
        (type("Rule", (), {"options": staticmethod(triples)})(), {}),
        (pairs, {"points": pays}),
        (pairs, {"points": lambda codes, options: pays(codes, options).tolist()}),
    ],
)
def test_rules_of_arrays_have_the_values_of_the_rule_of_a_position(
    right: Any, rule: Any, given: dict[str, Any]
) -> None:
    s = solve_chance(rule, start=START, **given)
    assert isinstance(s, PointsSolution)
    assert s.verify()
    assert {n: s.exact(n) for n in s} == {n: right.exact(n) for n in right}
    assert s.move_values(9) == right.move_values(9)


def test_many_blocks_of_codes(monkeypatch: pytest.MonkeyPatch, right: Any) -> None:
    monkeypatch.setattr("graphgame.chance.input.code_rules.BLOCK", 7)
    for rule, given in ((triples, {}), (pairs, {"points": pays})):
        s = solve_chance(rule, start=START, **given)
        assert [s.exact(n) for n in range(START + 1)] == [right.exact(n) for n in range(START + 1)]


def test_a_compiled_rule_with_points_of_arrays(right: Any) -> None:
    numba = pytest.importorskip("numba")
    types = numba.types

    @numba.cfunc(types.int64(types.int64, types.CPointer(types.int64), types.int64, types.voidptr))
    def compiled(code: Any, found: Any, room: Any, data: Any) -> Any:
        count = 0
        for k in (3, 1, 2):
            if code >= k:
                found[count] = code - k
                count += 1
        return count

    s = solve_chance(compiled, start=START, points=pays)
    assert [s.exact(n) for n in range(START + 1)] == [right.exact(n) for n in range(START + 1)]


def test_a_position_without_moves() -> None:
    assert solve_chance(triples, start=0).exact(0) == 0
    assert solve_chance(pairs, start=0, points=pays).exact(0) == 0


def test_owners_and_scores_beside_a_rule_of_arrays() -> None:
    given: dict[str, Any] = {"owner": lambda n: n % 2, "scores": {0: 4}}
    s = solve_chance(triples, start=9, **given)
    other = solve_chance(one, start=9, points=pays, **given)
    assert [s.exact(n) for n in range(10)] == [other.exact(n) for n in range(10)]


def shifting(codes: Any) -> tuple[Any, Any, Any]:
    """Return other options when all positions are asked for at once."""
    sources, options, points = triples(codes)
    return sources, options[::-1] if len(codes) == 76 else options, points


@pytest.mark.parametrize(
    ("rule", "given", "message"),
    [
        (triples, {"points": pays}, "points: expected them once, got some in the rule and an arg"),
        (shifting, {}, "rule: expected the same options whenever it is asked, got others"),
        (
            lambda codes: (*pairs(codes), np.zeros(1, int)),
            {},
            r"rule: expected points for 22[0-9]* moves, one for each, got shape \(1,\)",
        ),
        (
            lambda codes: triples(codes) if len(codes) == 1 else pairs(codes),
            {},
            r"rule: expected \(sources, options, points\) for all codes",
        ),
        (pairs, {"points": lambda codes, options: 3}, r"points: expected .* got shape \(\)"),
    ],
)
def test_what_is_refused(rule: Any, given: dict[str, Any], message: str) -> None:
    with pytest.raises(GraphGameError, match=message):
        solve_chance(rule, start=75, **given)


def test_a_rule_of_a_position_with_three_options_is_none_of_arrays() -> None:
    s = solve_chance(lambda n: (n - 1, n - 2, n - 3) if n >= 3 else (), start=9, points=pays)
    assert s.game.n == 10
    assert not isinstance(s.game.labels, np.ndarray)


def test_an_error_of_the_rule_comes_out() -> None:
    def rule(codes: Any) -> Any:
        if len(codes) > 3:
            raise RuntimeError("mine")
        return triples(codes)

    with pytest.raises(RuntimeError, match="mine"):
        solve_chance(rule, start=75)


def test_how_large_a_game_of_codes_is_may_be_said() -> None:
    """Codes below a size are found without a table of codes; the answers are the same."""

    def rule(codes: Any) -> Any:
        steps = np.arange(1, 4)
        sources, options = np.repeat(np.arange(len(codes)), 3), (codes[:, None] - steps).ravel()
        kept = options >= 0
        return sources[kept], options[kept], (options[kept] % 5) - 2

    plain = solve_chance(rule, start=40)
    for more in ({"size": 41}, {"expect": 41}, {"size": 41, "expect": 50}):
        s = solve_chance(rule, start=40, **more)
        assert [s.value(v) for v in range(41)] == [plain.value(v) for v in range(41)]
        assert s.verify()
    with pytest.raises(GraphGameError, match="size"):
        solve_chance(rule, start=40, size=20)
    with pytest.raises(GraphGameError, match="size"):
        solve_chance([(0, 1)], points=[1], size=2)
