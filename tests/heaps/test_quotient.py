"""Misère quotients: against brute force, against published orders, and wrong ones refused.

Orders: T. E. Plambeck and A. N. Siegel, "Misère quotients for impartial games", arXiv:math/0609825
(0.123 has 20 elements).
"""

from __future__ import annotations

import numpy as np
import pytest

import graphgame as gg
from graphgame.errors import VerificationError
from graphgame.heaps.quotient import misere_quotient
from graphgame.heaps.verify_quotient import verify_quotient
from tests.reference.nim import MisereHeaps


def _sums(total: int, most: int) -> list[tuple[int, ...]]:
    found: list[tuple[int, ...]] = [()]
    for heap in range(1, min(total, most) + 1):
        found += [(*x, heap) for x in _sums(total - heap, heap)]
    return found


def test_0_123_has_20_elements_for_all_heaps() -> None:
    quotient = misere_quotient(gg.octal("0.123"), 40, reach=(3, 2))
    assert quotient.order == 20
    assert quotient.proven
    assert quotient.period == (5, 5)
    assert quotient.pretending(1000) == quotient.pretending(5)
    assert quotient.verify()


@pytest.mark.parametrize("code", ["0.123", "0.77", "0.3", "0.33"])
def test_outcomes_of_all_sums_to_20_are_those_of_brute_force(code: str) -> None:
    game = gg.octal(code)
    quotient = misere_quotient(game, 8)
    reference = MisereHeaps(game)
    for heaps in _sums(20, 8):
        assert quotient.outcome(heaps) == reference.outcome(tuple(sorted(heaps))), heaps


@pytest.mark.parametrize("field", ["table", "losing", "elements", "short"])
def test_wrong_quotients_are_refused(field: str) -> None:
    game = gg.octal("0.123")
    quotient = misere_quotient(game, 12)
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


def test_heaps_beyond_a_partial_quotient_are_refused() -> None:
    with pytest.raises(gg.GraphGameError, match="heap 9: expected at most 8"):
        misere_quotient(gg.octal("0.123"), 8).pretending(9)
