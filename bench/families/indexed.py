"""Solve Queen and Pawns by indices; store times and memory in results/indexed.json.

    python -m bench.families.indexed 8
    python -m bench.families.indexed 8 --threads 2 --verify --folder build/queens.gg

Exits with 1 if the counts or the result differ from the published ones.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

import graphgame as gg
from bench.record import ROOT, keep, provenance
from bench.watch import Watched, size

# Positions, moves and plies, as published with https://github.com/gilith/solve.
EXPECTED = {
    5: (25_002, 126_186, 5),
    6: (635_231, 4_287_603, 11),
    7: (16_166_037, 132_906_901, 19),
    8: (445_744_430, 4_305_243_773, 31),
}


def run(n: int, threads: int, folder: str | None, *, verify: bool) -> dict[str, Any]:
    """Solve the game; return the result, the times and the memory."""
    sys.path.insert(0, str(ROOT / "examples"))
    from _queen_and_pawns import IndexedQueenAndPawns

    own = IndexedQueenAndPawns(n)
    where = Path(folder or "no folder")
    with Watched(where) as solved:
        database = own.build(folder, threads=threads)
    moves = database.moves or 0
    found = {
        "positions": len(database) - (own.over in database),
        "moves": moves,
        "outcome": database.outcome(own.start).name,
        "plies": database.remoteness_of(own.start),
        "threads": threads,
        "cpu": round(solved.cpu, 1),
        "wall": round(solved.wall, 1),
        "ns_of_cpu_per_move": round(solved.cpu / moves * 1e9, 2),
        "solve": solved.facts(disk=folder is not None),
    }
    if folder is not None:
        found["database_gb"] = round(size(where) / 1e9, 3)
    if verify:
        with Watched(where) as verified:
            found["verified"] = database.verify()
        found["verify"] = verified.facts(disk=False)
    return found


def main() -> int:
    """Run the game on a board of the size that the command line names."""
    parser = argparse.ArgumentParser(description="solve Queen and Pawns by indices")
    parser.add_argument("n", metavar="N", type=int, choices=tuple(EXPECTED))
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--folder", help="where to write the database; by default nowhere")
    parser.add_argument("--verify", action="store_true", help="check the certificate, too")
    parser.add_argument("--dry-run", action="store_true", help="leave the results as they are")
    args = parser.parse_args()
    words = f"{args.n} --threads {args.threads}"
    words += " --folder F" * bool(args.folder) + " --verify" * args.verify
    measured = provenance(f"python -m bench.families.indexed {words}")
    found = run(args.n, args.threads, args.folder, verify=args.verify)
    record = {**measured, **found}
    print(json.dumps(record, indent=2))
    if (found["positions"], found["moves"], found["plies"]) != EXPECTED[args.n]:
        print(f"expected {EXPECTED[args.n]}", file=sys.stderr)
        return 1
    if found["outcome"] != gg.WIN.name:
        return 1
    if not args.dry_run:
        keep("indexed", f"queen_and_pawns {words}", record)
    return 0


if __name__ == "__main__":
    sys.exit(main())
