"""Misère quotients: against brute force, against published orders, and wrong ones refused.

Orders: T. E. Plambeck, "Taming the wild in impartial combinatorial games", Integers 5, 2005, #G05
(0.123: 20); T. E. Plambeck and A. N. Siegel, "Misère quotients for impartial games",
arXiv:math/0609825 (Kayles: 40).  The orders of the other games are compared with those of another
program in test_quotient_orders.py, and outcomes are held against brute force.
"""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings

import graphgame as gg
from graphgame.errors import GraphGameError, SolutionFileError, VerificationError
from graphgame.heaps.misere.verify import verify_quotient
from tests.heaps.test_misere import Table, tables
from tests.marked import large
from tests.reference.nim import MisereHeaps

# Of games whose quotients are proven for all heaps: order, lost elements, pre-period, period.
ORDERS = {
    "0.123": (20, 5, 5, 5),
    "0.77": (40, 9, 71, 12),
    "0.15": (42, 12, 66, 10),
    "0.34": (12, 3, 7, 8),
    "0.44": (40, 9, 143, 24),
    "0.53": (16, 3, 21, 9),
    "0.71": (36, 9, 3, 6),
    "0.72": (24, 5, 16, 4),
    "0.75": (8, 2, 8, 2),
    "0.115": (42, 12, 92, 14),
    "0.144": (30, 5, 12, 10),
    "0.152": (34, 6, 25, 48),
    "0.241": (36, 9, 4, 10),
    "0.351": (22, 6, 4, 8),
    "0.512": (8, 2, 16, 6),
    "0.1023": (20, 5, 6, 7),
    "0.1331": (20, 5, 5, 5),
}


def _sums(total: int, most: int) -> list[tuple[int, ...]]:
    found: list[tuple[int, ...]] = [()]
    for heap in range(1, min(total, most) + 1):
        found += [(*x, heap) for x in _sums(total - heap, heap)]
    return found


@pytest.mark.parametrize("code", ORDERS)
def test_orders_for_all_heaps(code: str) -> None:
    quotient = gg.octal(code).misere_quotient()
    order, lost, start, period = ORDERS[code]
    assert (quotient.order, len(quotient.p_portion)) == (order, lost)
    assert quotient.period == (start, period)
    assert quotient.pretending(10**12 * period + start) == quotient.pretending(start)
    assert quotient.verify()


@pytest.mark.parametrize(
    ("code", "total", "most"),
    [
        ("0.123", 20, 20),
        *((code, 12, 12) for code in ORDERS if code not in ("0.123", "0.77", "0.15")),
        ("0.77", 20, 20),
        *large([("0.07", 20, 20), ("0.15", 20, 20), ("0.3F", 20, 8)]),
        ("0.33", 14, 14),
        ("4.7", 12, 12),
    ],
)
def test_outcomes_of_all_sums_are_those_of_brute_force(code: str, total: int, most: int) -> None:
    game = gg.octal(code)
    quotient = game.misere_quotient(most)
    reference = MisereHeaps(game)
    for heaps in _sums(total, most):
        assert quotient.outcome(heaps) == reference.outcome(tuple(sorted(heaps))), heaps


def test_outcomes_of_kayles_to_60_are_those_of_the_search() -> None:
    game = gg.octal("0.77")
    quotient = game.misere_quotient()
    for heaps in ([60], [29, 11, 9], [25, 12, 2], [27, 5, 5], [40, 1]):
        assert quotient.outcome(heaps) == gg.misere_outcome(game, heaps)


@given(tables())
@settings(max_examples=40, deadline=None)
def test_quotients_of_random_games(game: Table) -> None:
    try:
        quotient = gg.misere_quotient(game, 5, most=30)
    except gg.GraphGameError as error:
        if "expected at most 30 elements" not in str(error):
            raise
        return
    reference = MisereHeaps(game)
    for heaps in _sums(9, 5):
        assert quotient.outcome(heaps) == reference.outcome(tuple(sorted(heaps))), heaps


class Listed:
    """A game of few heaps, given by what moves leave."""

    def __init__(self, *moves: list[tuple[int, ...]]) -> None:
        self.moves = moves

    def options(self, heap: int) -> list[tuple[int, ...]]:
        return self.moves[heap]


def test_a_heap_that_stands_for_another_sum_later() -> None:
    """An earlier search refused this game: it found more than 60 elements."""
    game = Listed(
        [],
        [()],
        [(1,), ()],
        [(1, 2, 2), (2, 2)],
        [(1, 1), (1,), ()],
        [(1, 4), (), (2, 2, 3)],
        [(4, 5)],
        [(5, 5), (4, 6), (1, 2, 3)],
    )
    quotient = gg.misere_quotient(game, 7, most=60)
    assert (quotient.order, len(quotient.p_portion)) == (14, 4)
    reference = MisereHeaps(game)
    for heaps in _sums(16, 7):
        assert quotient.outcome(heaps) == reference.outcome(tuple(sorted(heaps))), heaps


# -- what is read off -----------------------------------------------------------------------------


def test_the_presentation_makes_the_table() -> None:
    """Rewriting by the relations gives the normal form of every product."""
    quotient = gg.octal("0.77").misere_quotient()
    found = quotient.presentation()
    exponents = [_exponents(word) for word in found.elements]
    relations = [(_exponents(x), _exponents(y)) for x, y in found.relations]
    for i, x in enumerate(exponents):
        for j, y in enumerate(exponents):
            product = {g: x.get(g, 0) + y.get(g, 0) for g in found.generators}
            assert _rewritten(product, relations) == exponents[quotient.table[i, j]]
    assert [found.elements[x] for x in quotient.p_portion] == [*found.p_portion]
    assert [found.elements[x] for x in quotient.elements] == [*found.pretending]
    for name, heap in found.generators.items():
        assert found.pretending[heap] == name
    assert str(gg.octal("0.33").misere_quotient().presentation()) == "<a, b | a^2 = 1, b^3 = b>"


def _exponents(word: str) -> dict[str, int]:
    factors = [] if word == "1" else [factor.partition("^") for factor in word.split()]
    return {name: int(k or 1) for name, _, k in factors}


def _rewritten(x: dict[str, int], relations: list[Any]) -> dict[str, int]:
    while True:
        for left, right in relations:
            if all(x.get(g, 0) >= k for g, k in left.items()):
                names = {*x, *right}
                x = {g: x.get(g, 0) - left.get(g, 0) + right.get(g, 0) for g in names}
                break
        else:
            return {g: k for g, k in x.items() if k}


class Nim:
    def options(self, heap: int) -> list[tuple[int, ...]]:
        return [(left,) if left else () for left in range(heap)]


@pytest.mark.parametrize(("n", "order"), [(0, 1), (1, 2), (2, 6), (3, 6), (4, 10), (8, 18)])
def test_nim_is_tame(n: int, order: int) -> None:
    quotient = gg.misere_quotient(Nim(), n)
    assert quotient.order == order
    assert quotient.is_tame
    assert quotient.is_regular == (n > 0)  # of no moves at all, nothing is lost


def test_wild_games_are_not_tame() -> None:
    for code in ("0.123", "0.77", "0.07", "0.15", "0.71"):
        game = gg.octal(code)
        quotient = game.misere_quotient(24)
        assert not quotient.is_tame
        assert not all(genus.is_tame for genus in game.genera(24))
    assert gg.octal("0.77").misere_quotient().is_regular


# -- wrong ones -----------------------------------------------------------------------------------


@pytest.mark.parametrize("field", ["table", "losing", "elements", "short"])
def test_wrong_quotients_are_refused(field: str) -> None:
    game = gg.octal("0.123")
    quotient = game.misere_quotient(12)
    k = quotient.order
    for i in range(k if field != "elements" else 13):
        table = quotient.table.copy()
        losing, elements = set(quotient.p_portion), [*quotient.elements]
        if field == "table":
            table[i, -1] = table[-1, i] = (table[i, -1] + 1) % k
        elif field == "losing":
            losing ^= {i}
        elif field == "elements":
            elements[i] = (elements[i] + 1) % k
        else:
            elements = elements[: i % 3 + 1]
        with pytest.raises(VerificationError):
            verify_quotient(game.options, table, sorted(losing), elements)


def test_elements_that_answer_alike_are_refused() -> None:
    table = np.array([[0, 1, 2, 3], [1, 0, 3, 2], [2, 3, 0, 1], [3, 2, 1, 0]])
    with pytest.raises(VerificationError, match="differ"):
        verify_quotient(gg.octal("0.3").options, table, [1, 3], [0, 1])


def test_wrong_periods_are_refused() -> None:
    game = gg.octal("0.123")
    quotient = game.misere_quotient(40)
    claim = quotient.table, quotient.p_portion, quotient.elements
    assert verify_quotient(game.options, *claim, (5, 5, 3, 2))
    assert verify_quotient(game.options, *claim, (5, 10, 3, 2))
    for wrong, message in [
        ((4, 5, 3, 2), "heap 9"),
        ((5, 4, 3, 2), "heap 9"),
        ((5, 5, 2, 2), "takes more than 2"),
        ((15, 5, 3, 2), "expected at least 43 heaps, got 41"),
        ((0, 5, 3, 2), "expected at least"),
    ]:
        with pytest.raises(VerificationError, match=message):
            verify_quotient(game.options, *claim, wrong)


def test_moves_that_differ_are_no_period() -> None:
    """Heap 25 has one move more than was declared, to an element that it goes to anyway."""

    class Odd:
        @staticmethod
        def options(heap: int) -> list[tuple[int, ...]]:
            return [(heap - 1,)] * (heap > 0) + [(22,)] * (heap == 25)

    with pytest.raises(VerificationError, match="heap 25.*takes more than 1"):
        gg.misere_quotient(Odd(), 30, reach=(1, 1))
    kayles = gg.octal("0.77").misere_quotient()
    claim = kayles.table, kayles.p_portion, kayles.elements
    with pytest.raises(VerificationError, match="too many heaps"):
        verify_quotient(gg.octal("0.77").options, *claim, (71, 12, 2, 1))


# -- refusals and files ---------------------------------------------------------------------------


def test_heaps_beyond_a_partial_quotient_are_refused() -> None:
    with pytest.raises(gg.GraphGameError, match="heap 9: expected at most 8"):
        gg.octal("0.123").misere_quotient(8).pretending(9)


def test_too_many_elements_are_refused() -> None:
    with pytest.raises(gg.GraphGameError, match="heap 5: expected at most 7 elements"):
        gg.octal("0.77").misere_quotient(20, most=7)
    with pytest.raises(gg.GraphGameError, match="n: expected the greatest heap"):
        gg.grundys_game().misere_quotient()


def test_a_saved_quotient_is_loaded_and_checked(tmp_path: Path) -> None:
    game = gg.octal("0.77")
    quotient = game.misere_quotient()
    path = tmp_path / "kayles.json"
    quotient.save(path)
    found = gg.MisereQuotient.load(path, game)
    assert (found.order, found.period, found.words) == (40, (71, 12), quotient.words)
    assert np.array_equal(found.table, quotient.table)
    with pytest.raises(VerificationError):
        gg.MisereQuotient.load(path, gg.octal("0.07"))


@pytest.mark.parametrize(
    "change",
    [
        {"format": "x"},
        {"version": 2},
        {"table": 5},
        {"table": [[0, 1], [1]]},
        {"elements": [0, "a"]},
        {"elements": None},
        {"p_portion": {"a": 1}},
        {"words": [[-1]]},
        {"reach": [1, 2, 3]},
        {"reach": "ab"},
    ],
    ids=str,
)
def test_damaged_files_are_refused(change: dict[str, Any]) -> None:
    game, file = gg.octal("0.33"), io.BytesIO()
    game.misere_quotient().save(file)
    content = json.loads(file.getvalue()) | change
    with pytest.raises(SolutionFileError, match="expected a misère quotient"):
        gg.MisereQuotient.load(io.BytesIO(json.dumps(content).encode()), game)
    for key in content:
        less = {name: value for name, value in content.items() if name != key}
        if key != "game":
            with pytest.raises(SolutionFileError):
                gg.MisereQuotient.load(io.BytesIO(json.dumps(less).encode()), game)


def test_progress_is_reported() -> None:
    seen: list[tuple[int, int]] = []
    gg.octal("0.33").misere_quotient(9, progress=lambda step: seen.append((step.done, step.total)))
    assert seen == [(done, 10) for done in range(1, 11)]


@pytest.mark.parametrize("reach", [2, (2,), "ab", (1, 2, 3)])
def test_a_reach_is_a_pair(reach: Any) -> None:
    with pytest.raises(GraphGameError, match=r"^reach: expected the most tokens .*, got "):
        gg.misere_quotient(gg.octal("0.77"), 5, reach=reach)


def test_words_that_are_not_of_their_elements_are_refused(tmp_path: Path) -> None:
    """`verify` looked at all of a quotient but its words, which a file brings along."""
    game = gg.octal("0.123")
    game.misere_quotient().save(tmp_path / "q")
    content = json.loads((tmp_path / "q").read_text())
    words = content["words"]
    wrong = [
        [*words[:-1], words[0]],
        [words[1], words[0], *words[2:]],
        words[:-1],
        [*words[:3], [10**6], *words[4:]],
        [*words[:3], [*words[3], 1], *words[4:]],
    ]
    for found in wrong:
        (tmp_path / "q").write_text(json.dumps(content | {"words": found}))
        with pytest.raises(gg.VerificationError, match="words: expected|the misère quotient"):
            gg.MisereQuotient.load(tmp_path / "q", game)
