"""Count the cop numbers of all connected graphs on N vertices: results/cop_numbers.json.

    python -m bench.families.cop_numbers 10

nauty's geng writes the graphs while they are solved.  The time is that of this process, without
geng's.  Exits with 1 if the counts are not the published ones.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
from time import perf_counter, process_time

import numpy as np

import graphgame as gg
from bench.record import keep, peak_mib, provenance

# Connected graphs by cop number, from 1.  W. Baird, A. Beveridge, A. Bonato et al., "On the
# minimum order of k-cop-win graphs", 2014: of those on up to 10 vertices only the Petersen graph
# takes three cops.  The sums are in https://oeis.org/A001349.
PUBLISHED = {
    7: [403, 450],
    8: [3_791, 7_326],
    9: [65_561, 195_519],
    10: [2_258_314, 9_458_256, 1],
}


def main() -> int:
    """Measure, print, keep."""
    parser = argparse.ArgumentParser(description="cop numbers of all connected graphs")
    parser.add_argument("n", metavar="N", type=int, choices=sorted(PUBLISHED))
    parser.add_argument("--dry-run", action="store_true", help="leave the results as they are")
    args = parser.parse_args()
    geng = shutil.which("geng") or shutil.which("nauty-geng")
    if geng is None:
        parser.error("there is no geng; on Debian: apt-get install nauty")
    record = provenance(f"python -m bench.families.cop_numbers {args.n}")
    before, cpu, wall = peak_mib(), process_time(), perf_counter()
    with subprocess.Popen([geng, "-cq", str(args.n)], stdout=subprocess.PIPE) as process:
        numbers = gg.cop_numbers(process.stdout)
    counts = np.bincount(numbers)[1:].tolist()
    record |= {
        "graphs": len(numbers),
        "counts": counts,
        "cpu": round(process_time() - cpu, 2),
        "wall": round(perf_counter() - wall, 2),
        "peak_mib": {"before": round(before), "after": round(peak_mib())},
    }
    print(json.dumps(record, indent=2))
    if counts != PUBLISHED[args.n]:
        print(f"published: {PUBLISHED[args.n]}", file=sys.stderr)
        return 1
    if not args.dry_run:
        keep("cop_numbers", f"{args.n} vertices", record)
    return 0


if __name__ == "__main__":
    sys.exit(main())
