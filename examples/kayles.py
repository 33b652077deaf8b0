"""Kayles in misère play: who knocks down the last pin loses.

H. E. Dudeney, "The Canterbury Puzzles", 1907, number 73.  Nobody knew the winner of long rows until
W. L. Sibert and J. H. Conway, "Mathematical Kayles", International Journal of Game Theory 20, 1992.
T. E. Plambeck and A. N. Siegel, "Misère quotients for impartial games", Journal of Combinatorial
Theory A 115, 2008: 40 elements say who wins any rows.

    python examples/kayles.py
"""

from __future__ import annotations

import graphgame as gg


def main() -> None:
    """Find the quotient, prove it, and say which rows are lost."""
    kayles = gg.octal("0.77")
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
