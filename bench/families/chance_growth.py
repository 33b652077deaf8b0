"""Games of chance of growing size: CPU seconds and memory of `solve_chance` and of its certificate.

    python -m bench.families.chance_growth 88 277 877
    python -m bench.families.chance_growth 2774

The game is the robot in the wind of bench/families/chance_models.py on a plateau of so many cells
a side, all of whose positions lead to each other; a side of 88, 277, 877, 2774 makes some 10^5,
10^6, 10^7, 10^8 moves.  By what `solve_chance` counts on, the last takes 10 GB beside the game, and
making it takes about as much.  Each size runs in a process of its own; the results go to
bench/results/chance_growth.json.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import Any

from bench.child import status_kib
from bench.families import chance_models
from bench.record import from_fresh_process, keep


def measured(side: int) -> dict[str, Any]:
    """Return the size of the game, and the times and the memory that it takes."""
    import graphgame as gg

    ptr, idx, kind, weights = chance_models.plateau(side)
    graph = gg.GameGraph.from_csr(ptr, idx)
    del ptr, idx
    Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
    before, began = status_kib("VmRSS"), time.process_time()
    s = gg.solve_chance(graph, owner=kind, probabilities=weights)
    solved = time.process_time()
    peak = status_kib("VmHWM")
    s.verify()  # raises what is wrong
    verified = time.process_time()
    counts = chance_models.counted(s)
    looks = (counts["sweeps"] + counts["sweeps for the bounds"]) * (graph.n + graph.m)
    return {
        "positions": graph.n,
        "moves": graph.m,
        "cpu": round(solved - began, 3),
        "ns_a_look": round((solved - began) / looks * 1e9, 2),
        "verify_cpu": round(verified - solved, 3),
        "mib_of_the_game": before // 1024,
        "mib_beyond_it": (peak - before) // 1024,
        **counts,
    }


def main() -> None:
    """Measure the sizes that the command line names."""
    parser = argparse.ArgumentParser(description="games of chance of growing size")
    parser.add_argument("side", type=int, nargs="+")
    parser.add_argument("--dry-run", action="store_true", help="leave the results as they are")
    parser.add_argument("--here", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.here:
        print(json.dumps(measured(args.side[0])))
        return
    for side in args.side:
        record = from_fresh_process("chance_growth", str(side))
        print(json.dumps(record, indent=2), flush=True)
        if not args.dry_run:
            keep("chance_growth", f"{side} × {side}", record)


if __name__ == "__main__":
    main()
