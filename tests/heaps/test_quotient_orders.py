"""Orders of misère quotients: against those that MisereSolver found, the program of A. N. Siegel.

The files in tests/data/misere-quotients/ name the source.  Pinned here: the games whose quotients
are found soon; `python -m bench.families.misere` compares all of those for all heaps.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import graphgame as gg

# What kernels do here, tests of quotients on few heaps do as well.
pytestmark = pytest.mark.large

FOLDER = Path(__file__).parents[1] / "data" / "misere-quotients"
# A period of some heaps is proven by about three times as many.
MOST_HEAPS = 33
MOST_ELEMENTS = 24


def rows(name: str) -> list[tuple[str, list[int]]]:
    """Return the code and the numbers of each row of a file."""
    lines = (FOLDER / name).read_text(encoding="utf-8").splitlines()
    words = [line.split() for line in lines if not line.startswith("#")]
    return [(code, [*map(int, numbers)]) for code, *numbers in words]


def test_orders_for_all_heaps_are_those_of_another_program() -> None:
    given = rows("all-heaps.txt")
    assert len(given) == 221
    compared = 0
    for code, (order, lost, start, period) in given:
        if start + period > MOST_HEAPS:
            continue
        quotient = gg.octal(code).misere_quotient()
        assert (quotient.order, len(quotient.p_portion)) == (order, lost), code
        # Here heap 0 is never in the period.
        assert quotient.period == (max(start, 1), period), code
        compared += 1
    assert compared == 193


def test_orders_of_some_heaps_are_those_of_another_program() -> None:
    given = rows("partial.txt")
    assert len(given) == 316
    compared = 0
    for code, (n, order, lost) in given:
        if order > MOST_ELEMENTS:
            continue
        quotient = gg.octal(code).misere_quotient(n)
        assert (quotient.order, len(quotient.p_portion)) == (order, lost), (code, n)
        compared += 1
    assert compared == 195


@pytest.mark.parametrize(("n", "expected"), [(25, (144, 23)), (27, (176, 28)), (30, (360, 65))])
def test_the_quotients_of_dawsons_kayles(n: int, expected: tuple[int, int]) -> None:
    (order, lost), *_ = [
        row[1:] for code, row in rows("partial.txt") if (code, row[0]) == ("0.07", n)
    ]
    quotient = gg.octal("0.07").misere_quotient(n)
    assert (quotient.order, len(quotient.p_portion)) == (order, lost) == expected
