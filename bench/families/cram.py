"""The values of boards in Cram, by sums and symmetry; kept in results/cram.json.

    python -m bench.families.cram 5x6 5x7 6x6 4x9 3x10
    python -m bench.families.cram 7x7 --verify

Each board is searched in a fresh process, which says the CPU time it took and the most memory it
had.  Exits with 1 if a value is not what has been published.
"""

from __future__ import annotations

import argparse
import json
import resource
import sys
from time import process_time
from typing import Any

from bench.record import ROOT, from_fresh_process, keep

# P. Beling, impartial-games, https://github.com/beling/impartial-games; boards up to 7 × 7 also in
# J. Lemoine and S. Viennot, "Nimbers are inevitable", Theoretical Computer Science 462, 2012.
PUBLISHED = {
    "4x4": 0, "4x5": 2, "4x6": 0, "4x7": 3, "4x8": 0, "4x9": 1,
    "5x5": 0, "5x6": 2, "5x7": 1, "5x8": 1,
    "6x6": 0, "6x7": 5, "7x7": 1,
}  # fmt: skip
# Not in these tables: here found in two ways, by a search and of all regions.
COUNTED = {"3x10": 2}


def measured(name: str, *, verify: bool) -> dict[str, Any]:
    """Find the value of a board in this process."""
    sys.path.insert(0, str(ROOT / "examples"))
    from cram import values

    rows, columns = map(int, name.split("x"))
    values(2, 2)  # compiles the rule, and loads what is needed
    before = process_time()
    found, start = values(rows, columns)
    seconds = process_time() - before
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    record: dict[str, Any] = {
        "value": found.value(start),
        "cpu_seconds": round(seconds, 2),
        "peak_megabytes": round(most / 1024, 1),
        "regions_valued": len(found),
    }
    if name in COUNTED:
        whole, start = values(rows, columns, whole=True)
        record |= {"value_of_all": whole.value(start), "regions": len(whole)}
    if verify:
        before = process_time()
        record |= {"verified": found.verify()}
        record |= {"verify_cpu_seconds": round(process_time() - before, 2)}
    return record


def main() -> int:
    """Measure the boards that the command line names."""
    parser = argparse.ArgumentParser(description="measure Cram")
    parser.add_argument("board", nargs="+", choices=sorted({**PUBLISHED, **COUNTED}))
    parser.add_argument("--verify", action="store_true", help="verify the values, too")
    parser.add_argument("--here", action="store_true", help="print the record of one board")
    parser.add_argument("--dry-run", action="store_true", help="leave the results as they are")
    args = parser.parse_args()
    if args.here:
        print(json.dumps(measured(args.board[0], verify=args.verify)))
        return 0
    for board in args.board:
        found = from_fresh_process("cram", board, *["--verify"] * args.verify)
        expected = PUBLISHED.get(board, COUNTED.get(board))
        whole = found.get("value_of_all", expected)
        if found["value"] != expected or whole != expected:
            print(f"{board}: expected {expected}, got {found}", file=sys.stderr)
            return 1
        print(json.dumps({board: found}, indent=2))
        if not args.dry_run:
            keep("cram", board, found)
    return 0


if __name__ == "__main__":
    sys.exit(main())
