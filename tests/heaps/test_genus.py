"""Genera: against their definition, and against published ones.

Published: Kayles, and Grundy's game, in E. R. Berlekamp, J. H. Conway and R. K. Guy, "Winning Ways
for your Mathematical Plays", 1982, chapter 13: the first digits of Kayles (`KAYLES`), and that the
first wild heap of Grundy's game is 13.

The tests of CGSuite 2 (github.com/aaron-siegel/cgsuite, commit e909ab8b) have genera of the heaps 0
to 20 (`CGSUITE`).  There g alone is the genus of a heap of Nim, and g^g that of several.
"""

from __future__ import annotations

import pytest
from hypothesis import given, settings

import graphgame as gg
from graphgame.heaps.misere.outcomes import _genera
from tests.heaps.test_misere import KAYLES, Table, heap_lists, tables
from tests.reference.nim import HeapGame, MisereHeaps, genus_digits

# The genera of heaps 0 to 20; the references find the same, in the tests below.
GENERA = {
    "0.77": "0^120 1^031 2^20 3^31 1^031 4^146 3^31 2^20 1^13 4^046 2^20 6^46 4^046 1^13 2^20 7^57 "
    "1^13 4^64 3^31 2^20 1^031",
    "0.07": "0^120 0^120 1^031 1^031 2^20 0^120 3^31 1^031 1^031 0^120 3^1431 3^31 2^0520 2^20 "
    "4^146 0^120 5^057 2^0520 2^20 3^1431 3^31",
    "0.3F": "0^120 1^031 2^20 0^120 1^031 2^20 3^1431 4^0564 5^46 3^1431 4^0564 5^4875 "
    "6^1,9,10,8 7^075 8^6875 6^1,9,10,8 7^075 8^6,10,8 9^1,9,12,11,9 10^0,11,13,9,11 11^6,10,8",
    "grundy": "0^120 0^120 0^120 1^031 0^120 2^20 1^031 0^120 2^20 1^031 0^120 2^20 1^031 3^1431 "
    "2^20 1^031 3^1431 2^20 4^0564 3^1431 0^20",
}

CGSUITE = {
    "0.77": "0 1 2 3 1 4^146 3 2^2 1^1 4^046 2^2 6^46 4^046 1^1 2^2 7^57 1^13 4^64 3^31 2^20 1^031",
    "0.07": "0 0 1 1 2 0 3 1 1 0 3^1431 3 2^0520 2 4^146 0 5^057 2^0520 2 3^1431 3",
    "0.3F": "0 1 2 0 1 2 3^1431 4^0564 5^46 3^1431 4^0564 5^4875 6^1,9,10,8 7^075 8^6875 "
    "6^1,9,10,8 7^075 8^6,10,8 9^1,9,12,11,9 10^0,11,13,9,11 11^6,10,8",
    "grundy": "0 0 0 1 0 2 1 0 2 1 0 2 1 3^1431 2 1 3^1431 2 4^0564 3^1431 0^20",
    "0.0330003": "0 0 1 1 2 0 0 1 1 2 0 0 1 1 2 0 0 1 1 2 0",
}


def named(name: str) -> gg.HeapGame:
    return gg.grundys_game() if name == "grundy" else gg.octal(name)


class WithNim:
    """A game and heaps of Nim of size 1 and 2, as its heaps of 1 and 2."""

    def __init__(self, game: HeapGame) -> None:
        self.game = game
        self.known: dict[int, list[tuple[int, ...]]] = {}

    def options(self, heap: int) -> list[tuple[int, ...]]:
        if heap <= 2:
            return [(left,) if left else () for left in range(heap)]
        if heap not in self.known:
            options = self.game.options(heap - 2)
            self.known[heap] = [
                tuple(sorted(part + 2 for part in left if part)) for left in options
            ]
        return self.known[heap]


def _digits(reference: MisereHeaps, heaps: list[int], count: int) -> list[int]:
    """Find the misère values beside 0, 1, 2, … heaps of Nim of size 2."""
    shifted = [heap + 2 for heap in heaps if heap]
    return [reference.mex_value(tuple(sorted(shifted + [2] * k))) for k in range(count)]


@given(tables(), heap_lists)
@settings(max_examples=40, deadline=None)
def test_genera_of_random_games(game: Table, heaps: list[int]) -> None:
    genus = gg.misere_genus(game, heaps)
    expected = _digits(MisereHeaps(WithNim(game)), heaps, 6)
    assert [genus.digit(k) for k in range(6)] == expected
    assert genus.value == gg.HeapGame.from_rule(game.options).value(heaps)


@pytest.mark.parametrize("name", GENERA)
def test_genera_to_20(name: str) -> None:
    game = named(name)
    genera = game.genera(20)
    assert " ".join(map(str, genera)) == GENERA[name]
    assert [genus.value for genus in genera] == game.values(20).tolist()
    assert [genus.digit(0) for genus in genera] == game.values(20, play="misere").tolist()
    assert genera[18] == game.genus(18)
    reference = MisereHeaps(WithNim(game))
    for heap in range(17):
        assert [genera[heap].digit(k) for k in range(5)] == _digits(reference, [heap], 5)


@pytest.mark.parametrize("name", GENERA)
def test_genera_of_all_sums_to_20_are_those_of_brute_force(name: str) -> None:
    game = named(name)
    expected = genus_digits(game, 20, 6)
    assert len(expected) == 2714
    found = _genera(game, [[*heaps] for heaps in expected], 20, 1 << 20)
    for (heaps, digits), genus in zip(expected.items(), found, strict=True):
        assert [genus.digit(k) for k in range(6)] == digits, heaps
        assert genus.value == game.value(heaps), heaps
    for heap, genus in enumerate(game.genera(20)):
        assert [genus.digit(k) for k in range(6)] == expected[(heap,) if heap else ()]


@pytest.mark.parametrize("heaps", [(20,), (9, 5, 3), (14, 6)])
def test_one_sum_has_the_genus_that_it_has_among_many(heaps: tuple[int, ...]) -> None:
    for name in GENERA:
        game = named(name)
        assert game.genus(heaps) == _genera(game, [[1], [*heaps], [4, 4]], 20, 1 << 20)[1]


@pytest.mark.parametrize("name", CGSUITE)
def test_genera_are_those_of_another_program(name: str) -> None:
    nim = {0: "0^120", 1: "1^031"}
    expected = []
    for word in CGSUITE[name].split():
        value, _, digits = word.partition("^")
        g = int(value)
        if not digits:
            expected.append(nim.get(g, f"{g}^{g}{g ^ 2}"))
        else:
            expected.append(f"{g}^{g}{g ^ 2}" if digits == value else word)
    assert [str(genus) for genus in named(name).genera(20)] == expected


def test_published_genera() -> None:
    assert [genus.digits[0] for genus in gg.octal("0.77").genera(20)] == KAYLES
    wild = [heap for heap, x in enumerate(gg.grundys_game().genera(20)) if not x.is_tame]
    assert wild[0] == 13


@pytest.mark.parametrize(
    ("digits", "value", "is_tame"),
    [
        ((1, 2, 0), 0, True),
        ((0, 3, 1), 1, True),
        ((2, 0), 2, True),
        ((5, 7), 5, True),
        ((0, 2), 0, True),
        ((1, 3), 1, True),
        ((1, 2, 0), 1, False),
        ((2, 0), 0, False),
        ((1, 4, 3, 1), 3, False),
    ],
)
def test_tame_genera(digits: tuple[int, ...], value: int, is_tame: bool) -> None:
    genus = gg.Genus(value, digits)
    assert genus.is_tame == is_tame
    assert genus == gg.Genus(value, digits)
    assert hash(genus) == hash(gg.Genus(value, digits))
    assert genus != gg.Genus(value + 1, digits)
    assert [genus.digit(k) for k in (9, 11)] == [genus.digit(7)] * 2


def test_wrong_arguments() -> None:
    with pytest.raises(gg.GraphGameError, match="heaps: expected an integer from 0 on, got -1"):
        gg.octal("0.77").genus(-1)
    with pytest.raises(gg.TooLargeError, match="n: expected heaps of at most 5"):
        gg.octal("0.77").genera(6, limit=5)
    with pytest.raises(gg.ExplorationLimitError):
        gg.octal("0.77").genus(12, limit=12)
