"""What Connect-4 costs a move as it grows, and a look-up; kept in results/exploring.json.

    python -m bench.families.exploring
    python -m bench.families.exploring 6

Builds the game on so many columns of four cells, 5 and 6, and keeps answers alone.  What is printed
are nanoseconds of CPU time a move, while exploring and after it, and how much of the memory was in
huge pages.  Beside them stands what a look-up costs: random codes, as many as the game has, are
added to the table that exploring has, then looked up in another order; and numbers at random places
of an array of the same size are read by NumPy, which is what the memory itself takes.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from time import monotonic, process_time
from typing import Any

import numpy as np

import graphgame as gg
from bench.record import ROOT, keep, peak_mib, provenance
from graphgame.graphs._index import CodeIndex

WIDTHS = 5, 6
# Seconds between two looks at the memory, which take a while.
_LOOKS = 2.0
_ROLLUP = Path("/proc/self/smaps_rollup")
_BATCH = 1 << 20


def memory() -> tuple[int, int]:
    """Return how much memory there is, and how much of it in huge pages, in MiB."""
    rows = (line.split() for line in _ROLLUP.read_text().splitlines()[1:])
    found = {row[0]: int(row[1]) >> 10 for row in rows}
    return found["Rss:"], found["AnonHugePages:"]


def built(width: int) -> dict[str, Any]:
    """Build a game, and return nanoseconds a move and the memory."""
    from connect_four import POSITIONS, ConnectFour

    game = ConnectFour(width, 4)
    explored, looked, most = 0.0, monotonic(), (0, 0)

    def seen(step: gg.Progress) -> None:
        nonlocal explored, looked, most
        if step.stage == "exploring":
            explored = process_time()
        if monotonic() - looked > _LOOKS and _ROLLUP.exists():
            most, looked = max(most, memory()), monotonic()

    began = process_time()
    database = gg.build(
        game.library.options,
        start=game.start,
        presets=game.library.preset,
        expect=POSITIONS[width, 4],
        progress=seen,
    )
    ended, moves = process_time(), database._fields["moves"]
    return {
        "positions": len(database),
        "moves": moves,
        "cpu_seconds": round(ended - began, 2),
        "explore_ns": round(1e9 * (explored - began) / moves, 1),
        "solve_and_sort_ns": round(1e9 * (ended - explored) / moves, 1),
        "resident_mib": most[0],
        "in_huge_pages_mib": most[1],
    }


def looked_up(count: int) -> dict[str, Any]:
    """Return nanoseconds of adding random codes to a table, and of looking some up."""
    random = np.random.default_rng(4)
    index = CodeIndex(expect=count, packed=True)
    indices = np.empty(_BATCH, np.int32)
    # Multiplying by an odd number is one to one below 2^40, and leaves no order.
    multiplier, mask = np.int64(0x9E3779B97F4A7C15 & (2**39 - 1) | 1), (1 << 40) - 1
    spent = 0.0
    for start in range(0, count, _BATCH):
        codes = np.arange(start, min(start + _BATCH, count)) * multiplier & mask
        began = process_time()
        index.add(codes, indices[: len(codes)])
        spent += process_time() - began
    asked = random.integers(0, count, 8 * _BATCH) * multiplier & mask
    began = process_time()
    for start in range(0, len(asked), _BATCH):
        index.find(asked[start : start + _BATCH], indices)
    found, size = process_time() - began, index.nbytes >> 3
    del index
    table, places = np.ones(size, np.int64), random.integers(0, size, len(asked))
    began = process_time()
    table.take(places, mode="clip")
    gathered = process_time() - began
    return {
        "table_mib": size >> 17,
        "add_ns": round(1e9 * spent / count, 1),
        "look_up_ns": round(1e9 * found / len(asked), 1),
        "gather_ns": round(1e9 * gathered / len(asked), 1),
    }


def main() -> int:
    """Measure the games that the command line names."""
    parser = argparse.ArgumentParser(description="what a move costs as a game grows")
    parser.add_argument("width", nargs="*", type=int, choices=[[], *WIDTHS], default=[])
    parser.add_argument("--dry-run", action="store_true", help="keep no result")
    args = parser.parse_args()
    sys.path.insert(0, str(ROOT / "examples"))
    built(4)  # what is imported and compiled once
    for width in args.width or WIDTHS:
        record = {**built(width), "peak_mib": round(peak_mib())}
        record |= looked_up(record["positions"])
        print(f"{width} × 4", json.dumps(record), flush=True)
        if not args.dry_run:
            command = f"python -m bench.families.exploring {width}"
            keep("exploring", f"{width}x4", {**provenance(command), **record})
    return 0


if __name__ == "__main__":
    sys.exit(main())
