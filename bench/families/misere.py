"""Misère quotients of octal games, and searches in misère play; kept in results/misere.json.

    python -m bench.families.misere

Quotients are found, verified and proven for all heaps.  Exits with 1 if one is not that which is
published, or which MisereSolver found; tests/data/misere-quotients/ names the source.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from time import process_time
from typing import Any

import graphgame as gg
from bench.record import keep, provenance

CODES = [
    *("0.123", "0.77", "0.15", "0.34", "0.44", "0.53", "0.71", "0.72", "0.75"),
    *("0.115", "0.144", "0.152", "0.241", "0.351", "0.512", "0.1023", "0.1331"),
]
# T. E. Plambeck, "Taming the wild in impartial combinatorial games", Integers 5, 2005, #G05;
# T. E. Plambeck and A. N. Siegel, "Misère quotients for impartial games", arXiv:math/0609825.
PUBLISHED = {"0.123": 20, "0.77": 40}
# Of each code: order, lost elements, pre-period and period.
FOUND_BY_OTHERS = Path(__file__).parents[2] / "tests" / "data" / "misere-quotients/all-heaps.txt"
# Of each code: greatest heap, order and lost elements.
LARGE_FOUND_BY_OTHERS = FOUND_BY_OTHERS.with_name("partial.txt")
# Sums of heaps of Kayles, of at most 60 tokens.
SUMS = ([60], [59], [30, 30], [40, 20], [20, 20, 20], [25, 17, 11, 7])


def quotients() -> dict[str, dict[str, Any]]:
    """Find the quotients, and verify them once more."""
    found = {}
    for code in CODES:
        before = process_time()
        quotient = gg.octal(code).misere_quotient()
        seconds = process_time() - before
        quotient.verify()
        found[code] = {
            "order": quotient.order,
            "lost": len(quotient.p_portion),
            "period": quotient.period,
            "tame": quotient.is_tame,
            "regular": quotient.is_regular,
            "heaps": len(quotient.elements),
            "cpu_seconds": round(seconds, 2),
        }
    return found


def compared() -> dict[str, Any]:
    """Find all quotients that another program found, and compare order, lost elements and period.

    Where heap 0 is in the period there, the period begins at heap 1 here.
    """
    before, games = process_time(), 0
    for line in FOUND_BY_OTHERS.read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            continue
        code, *numbers = line.split()
        order, lost, start, period = map(int, numbers)
        quotient = gg.octal(code).misere_quotient()
        found = quotient.order, len(quotient.p_portion), quotient.period
        if found != (order, lost, (max(start, 1), period)):
            raise ValueError(f"{code}: expected {numbers}, got {found}")
        games += 1
    return {"games": games, "cpu_seconds": round(process_time() - before, 2)}


def large() -> list[dict[str, Any]]:
    """Find quotients of Dawson's Kayles, which grow with the heaps, and compare their orders."""
    found = []
    for line in LARGE_FOUND_BY_OTHERS.read_text(encoding="utf-8").splitlines():
        code, *numbers = line.split()
        if code != "0.07":
            continue
        n, order, lost = map(int, numbers)
        before = process_time()
        quotient = gg.octal(code).misere_quotient(n)
        seconds = process_time() - before
        if (quotient.order, len(quotient.p_portion)) != (order, lost):
            raise ValueError(f"{code}: expected {numbers}, got {quotient}")
        row = {"heaps": n, "order": order, "lost": lost, "cpu_seconds": round(seconds, 2)}
        found.append(row)
    return found


def sums() -> list[dict[str, Any]]:
    """Search sums of Kayles, and compare with the quotient."""
    kayles, found = gg.octal("0.77"), []
    quotient = kayles.misere_quotient()
    for heaps in SUMS:
        before = process_time()
        outcome = gg.misere_outcome(kayles, heaps, limit=1 << 24)
        seconds = process_time() - before
        if outcome != quotient.outcome(heaps):
            raise ValueError(f"{heaps}: the search says {outcome}, the quotient does not")
        found.append({"heaps": heaps, "outcome": str(outcome), "cpu_seconds": round(seconds, 2)})
    return found


def main() -> int:
    """Measure quotients and searches."""
    parser = argparse.ArgumentParser(description="measure misère play")
    parser.add_argument("--dry-run", action="store_true", help="leave the results as they are")
    args = parser.parse_args()
    records: dict[str, dict[str, Any]] = {
        "quotients": {"games": quotients()},
        "sums of Kayles": {"sums": sums()},
    }
    games = records["quotients"]["games"]
    for code, order in PUBLISHED.items():
        if games[code]["order"] != order:
            print(f"{code}: expected {order} elements, got {games[code]}", file=sys.stderr)
            return 1
    try:
        records["same as by MisereSolver"] = compared()
        records["Dawson's Kayles"] = {"quotients": large()}
    except ValueError as error:
        print(error, file=sys.stderr)
        return 1
    for name, found in records.items():
        record = {**provenance("python -m bench.families.misere"), **found}
        print(json.dumps({name: record}, indent=2))
        if not args.dry_run:
            keep("misere", name, record)
    return 0


if __name__ == "__main__":
    sys.exit(main())
