"""Cram: the rules in C against those in Python and against boards as whole games.

Pinned here: published values, by both rules, by a search and of all regions; the regions that each
move leaves, up to symmetry; the same regions whatever the shape of the board.
"""

from __future__ import annotations

import random
import shutil
from functools import cache
from typing import Any

import cram
import pytest

import graphgame as gg

needs_gcc = pytest.mark.skipif(shutil.which("gcc") is None, reason="there is no gcc")

# P. Beling, https://github.com/beling/impartial-games.
PUBLISHED = {(4, 4): 0, (4, 5): 2, (4, 6): 0, (5, 5): 0, (4, 7): 3}


def cells(code: int, side: int) -> cram.Region:
    """Read the cells of a code: `side` to a row."""
    return tuple(divmod(k, side) for k in range(64) if code >> k & 1)


@cache
def whole_value(free: frozenset[tuple[int, int]]) -> int:
    """Return the value of a set of cells as one game, from the definition."""
    seen = {
        whole_value(free - {(r, c), other})
        for r, c in free
        for other in ((r, c + 1), (r + 1, c))
        if other in free
    }
    return next(k for k in range(len(seen) + 1) if k not in seen)


@pytest.mark.parametrize("whole", [False, True])
@pytest.mark.parametrize("rule", [pytest.param("c", marks=needs_gcc), "python"])
def test_boards_as_whole_games(rule: str, whole: bool) -> None:
    for rows, columns in ((1, 7), (2, 3), (2, 5), (3, 3), (3, 4), (4, 3)):
        found, start = cram.values(rows, columns, rule, whole=whole)
        assert found.value(start) == whole_value(frozenset(cram.board(rows, columns)))
        assert found.verify()


@needs_gcc
def test_published_values() -> None:
    for (rows, columns), value in PUBLISHED.items():
        for one, other in ((rows, columns), (columns, rows)):
            found, start = cram.values(one, other)
            assert found.value(start) == value
    found, start = cram.values(4, 5, whole=True)
    plain, region = cram.values(4, 5, "python", whole=True)
    assert found.value(start) == plain.value(region) == 2
    assert (len(found), found.histogram()) == (len(plain), plain.histogram())
    assert found.verify()
    searched, start = cram.values(4, 7)
    assert searched.verify()


@needs_gcc
@pytest.mark.parametrize(("rows", "columns", "side"), [(6, 7, 8), (12, 4, 4)])
def test_the_rule_in_c_makes_the_moves_of_that_in_python(
    rows: int, columns: int, side: int
) -> None:
    rng = random.Random(side)
    library, _ = cram.in_c(rows, columns)
    options, canonical = library.options, library.canonical
    rules: Any = cram.PythonRules()

    def least(region: cram.Region) -> Any:
        # The rule for long boards knows no rotation: regions are compared without it.
        images = [rules.canonical(region)] if side == 8 else _reflected(region)
        return min(images)

    for _ in range(20):
        free = {cell for cell in cram.board(rows, columns) if rng.random() < 0.8}
        for region in cram.regions(free):
            code = sum(1 << r * side + c for r, c in region)
            code -= code >> 63 << 64
            game = (
                gg.explore(options, code, canonical=canonical, sums=True, limit=10**6)
                if (len(region) < 8)
                else None
            )
            plain = rules.options(region)
            from graphgame.rules.sums.sum_rule import SumRule

            asked = SumRule(options, code, canonical, keeps=True)
            moves = [
                gg.Sum(*(least(cells(part % 2**64, side)) for part in move))
                for move in asked.moves(code)
            ]
            expected = [gg.Sum(*map(least, move)) for move in plain]
            assert sorted(map(_ordered, moves)) == sorted(map(_ordered, expected))
            if game is not None and side == 8:
                assert game.n == gg.explore(rules, region, sums=True).n


@needs_gcc
@pytest.mark.parametrize(("rows", "columns"), [(4, 6), (12, 2)])
def test_sets_that_are_not_connected_have_the_same_values(rows: int, columns: int) -> None:
    rng = random.Random(rows)
    library, _ = cram.in_c(rows, columns)
    side, several = 8 if rows == 4 else 4, 0
    for _ in range(40):
        free = frozenset(cell for cell in cram.board(rows, columns) if rng.random() < 0.6)
        several += len(cram.regions(set(free))) > 1
        code = sum(1 << r * side + c for r, c in free)
        asked: dict[str, Any] = {"canonical": library.canonical, "weight": library.weight}
        found = gg.grundy(library.options, start=code, sums=True, search=True, **asked)
        assert found.value(code) == whole_value(free)
        assert found.verify()
    assert several > 10


def _ordered(move: gg.Sum[Any]) -> list[Any]:
    return sorted(move)


def _reflected(region: cram.Region) -> list[cram.Region]:
    return [cram.in_corner([(x * r, y * c) for r, c in region]) for x in (1, -1) for y in (1, -1)]
