"""What `find_patterns` claims of 40 tables with a known answer, and of 200 without any.

    python -m bench.families.patterns

A claim is compared with entries that the finder has not seen: those of the whole table that are
not among those shown.  A known table is found if a claim foretells every one of them; it is about
values, or about lost positions where the table holds outcomes.  A claim is false beyond the table
if one entry differs.  Tables of a million entries show what an entry takes.  Kept in
results/patterns.json; exits with 1 if more than 2 claims are false.
"""

from __future__ import annotations

import argparse
import json
import sys
from time import process_time
from typing import Any

import numpy as np

import graphgame as gg
from bench.known_rules import Array
from bench.known_tables import LOSE, known_tables
from bench.null_tables import null_tables
from bench.record import keep, provenance

# Entries of a long table.
LONG = 1_000_000
# The most claims that may be false beyond the table.
MOST_FALSE = 2


def judged(claim: Any, whole: Array, shown: tuple[int, ...], start: int, losing: int) -> str:
    """Say whether a claim is "right" of all unseen entries, "false", or "silent" about some."""
    unseen = np.ones(whole.shape, dtype=bool)
    unseen[tuple(slice(k) for k in shown)] = False
    said = "right"
    for cell in np.argwhere(unseen).tolist():
        try:
            foretold = claim(*(c + start for c in cell))
        except gg.GraphGameError:
            said = "silent"
            continue
        entry = int(whole[tuple(cell)])
        if foretold != (entry == losing if claim.kind == "losing" else entry):
            return "false"
    return said


def claims(whole: Array, shown: tuple[int, ...], start: int) -> tuple[list[Any], int, float]:
    """Return the claims about the part that is shown, the entry of lost positions, and seconds."""
    part = whole[tuple(slice(k) for k in shown)]
    losing = LOSE if part.min() == LOSE and part.max() <= 1 else 0
    before = process_time()
    found = gg.find_patterns(part, start=start)
    return found, losing, process_time() - before


def long_tables() -> dict[str, Array]:
    """Return tables of a million entries, most of them with a pattern."""
    rng, n = np.random.default_rng(1), np.arange(LONG)
    side = np.arange(round(LONG**0.5))
    return {
        "random, one index": rng.integers(0, 50, LONG),
        "random, two indices": rng.integers(0, 50, (len(side), len(side))),
        "one of a thousand lost, at random": np.where(rng.random(LONG) < 0.001, 0, 1),
        "floor((n mod 7) / 3)": n % 7 // 3,
        "n": n,
        "i xor j": np.bitwise_xor.outer(side, side),
    }


def microseconds() -> dict[str, float]:
    """Return what an entry of each long table takes."""
    taken = {}
    for name, table in long_tables().items():
        before = process_time()
        gg.find_patterns(table)
        taken[name] = round((process_time() - before) / LONG * 1e6, 2)
    return taken


def measure(*, quick: bool = False) -> dict[str, Any]:
    """Run the finder on all tables, or on every fifth of those without a pattern."""
    known: dict[str, Any] = {}
    wrong, seconds = [], 0.0
    for table in known_tables():
        whole = table.table()
        found, losing, spent = claims(whole, table.shown, table.start)
        seconds += spent
        said = {str(p): judged(p, whole, table.shown, table.start, losing) for p in found}
        answers = [
            text for p, (text, right) in zip(found, said.items(), strict=True)
            if right == "right" and (table.kind == "outcomes" or p.kind != "losing")
        ]  # fmt: skip
        known[f"{table.name}, {table.kind}"] = answers[0] if answers else None
        wrong += [f"{table.name}: {text}" for text, right in said.items() if right == "false"]
    silent = right_ones = 0
    nulls = null_tables()[:: 5 if quick else 1]
    claimed = []
    for null in nulls:
        found, losing, spent = claims(null.whole, null.shown, null.start)
        seconds += spent
        for p in found:
            right = judged(p, null.whole, null.shown, null.start, losing)
            right_ones += right == "right"
            silent += right == "silent"
            claimed.append(f"{null.name}: {p}: {right}")
            if right == "false":
                wrong.append(f"{null.name}: {p}")
    return {
        "known": len(known),
        "found": sum(answer is not None for answer in known.values()),
        "missed": [name for name, answer in known.items() if answer is None],
        "without a pattern": len(nulls),
        "claims about these": claimed,
        "false beyond the table": wrong,
        "seconds of the finder": round(seconds, 2),
        "microseconds per entry of long tables": {} if quick else microseconds(),
        "answers": known,
    }


def main() -> int:
    """Measure, print and keep the record."""
    parser = argparse.ArgumentParser(description="count what the pattern finder finds and misses")
    parser.add_argument("--quick", action="store_true", help="every fifth table without a pattern")
    parser.add_argument("--dry-run", action="store_true", help="leave the results as they are")
    args = parser.parse_args()
    record = {
        **provenance("python -m bench.families.patterns"),
        "note": "seconds of processor time",
        **measure(quick=args.quick),
    }
    print(json.dumps(record, indent=2, ensure_ascii=False))
    if not (args.dry_run or args.quick):
        keep("patterns", "tables", record)
    return int(len(record["false beyond the table"]) > MOST_FALSE)


if __name__ == "__main__":
    sys.exit(main())
