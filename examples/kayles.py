"""Kayles in misère play: who knocks down the last pin loses.

H. E. Dudeney, "The Canterbury Puzzles", 1907, number 73.  Nobody knew the winner of long rows until
W. L. Sibert and J. H. Conway, "Mathematical Kayles", International Journal of Game Theory 20, 1992.
T. E. Plambeck and A. N. Siegel, "Misère quotients for impartial games", Journal of Combinatorial
Theory A 115, 2008: 40 elements say who wins any rows.

    python examples/kayles.py
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

import graphgame as gg


def main(argv: Sequence[str] | None = None) -> None:
    """Find the quotient, prove it, and say which rows are lost."""
    parser = argparse.ArgumentParser(description="Kayles in misère play, or another octal game")
    parser.add_argument("code", metavar="CODE", nargs="?", default="0.77", help="default: 0.77")
    kayles = gg.octal(parser.parse_args(argv).code)
    quotient = kayles.misere_quotient()
    start, period = quotient.period or (0, 0)
    print(f"{quotient.order} elements, {len(quotient.p_portion)} of them lost")
    print(f"proven for all rows: from {start} on they repeat after {period}: {quotient.verify()}")
    print(quotient.presentation())
    lost = [n for n in range(start + period) if quotient.outcome(n) == gg.LOSE]
    print("rows that are lost:", *lost)
    print("genera:", *kayles.genera(12))


if __name__ == "__main__":
    main()
