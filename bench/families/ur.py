"""Solve the Royal Game of Ur by layers; store times, memory and bounds in results/ur.json.

    python -m bench.families.ur 3
    python -m bench.families.ur 7 --folder build/ur.gg --verify
    python -m bench.families.ur 7 --values

Exits with 1 if the number of states or the value of the start differs from what is known.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from bench.record import ROOT, keep, provenance
from bench.watch import Watched, size

# States, and how likely who begins wins: for 7 pieces as published on https://royalur.net/solved,
# for fewer by a program of our own for each number of pieces.
EXPECTED = {
    1: (217, 0.530049839525),
    2: (12_869, 0.518572907496),
    3: (263_121, 0.516201102238),
    4: (2_602_822, 0.516159233557),
    5: (14_669_769, 0.516026115570),
    7: (137_870_097, 0.515404732509),
}
# Half a unit of the last digit.
EXACT = 6e-13


def run(
    pieces: int, threads: int, folder: str | None, *, bounds: bool, verify: bool
) -> dict[str, Any]:
    """Solve the game; return the result, the times and the memory."""
    sys.path.insert(0, str(ROOT / "examples"))
    from royal_game_of_ur import RoyalGameOfUr

    game = RoyalGameOfUr(pieces)
    where = Path(folder or "no folder")
    with Watched(where) as solved:
        database = game.solve(folder, precision=1e-9 if bounds else None, threads=threads)
    found: dict[str, Any] = {
        "states": len(database),
        "value": database.value(game.start),
        "threads": threads,
        "cpu": round(solved.cpu, 2),
        "wall": round(solved.wall, 2),
        "us_of_cpu_per_state": round(solved.cpu / len(database) * 1e6, 2),
        "solve": solved.facts(disk=folder is not None),
    }
    if bounds:
        found["bounds"] = database.bounds(game.start)
        found["widest"] = database.gap
    if folder is not None:
        found["database_gb"] = round(size(where) / 1e9, 3)
    if verify:
        with Watched(where) as verified:
            database.verify()
        found["verified"] = True
        found["verify"] = verified.facts(disk=False)
    return found


def main() -> int:
    """Solve the game with so many pieces as the command line says."""
    parser = argparse.ArgumentParser(description="solve the Royal Game of Ur by layers")
    parser.add_argument("pieces", type=int, choices=tuple(EXPECTED))
    parser.add_argument("--values", action="store_true", help="without bounds")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--folder", help="where to write the database; by default nowhere")
    parser.add_argument("--verify", action="store_true", help="check the certificate, too")
    parser.add_argument("--dry-run", action="store_true", help="leave the results as they are")
    args = parser.parse_args()
    words = f"{args.pieces} --threads {args.threads}" + " --values" * args.values
    words += " --folder F" * bool(args.folder) + " --verify" * args.verify
    measured = provenance(f"python -m bench.families.ur {words}")
    found = run(args.pieces, args.threads, args.folder, bounds=not args.values, verify=args.verify)
    record = {**measured, **found}
    print(json.dumps(record, indent=2))
    states, value = EXPECTED[args.pieces]
    if found["states"] != states or abs(found["value"] - value) > EXACT:
        print(f"expected {EXPECTED[args.pieces]}", file=sys.stderr)
        return 1
    if not args.dry_run:
        keep("ur", words, record)
    return 0


if __name__ == "__main__":
    sys.exit(main())
