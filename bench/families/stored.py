"""Build the database of a game of examples/ in partitions on disk, and verify it.

    python -m bench.families.stored dobutsu_shogi FOLDER --verify
    python -m bench.families.stored fox_and_hounds FOLDER --memory 512MiB --threads 2

FOLDER must not be there yet, so that the figures are of a whole build; the database stays in it.
CPU and wall time, memory with and without the pages of mapped files, and disk go to
bench/results/stored.json.  Exits with 1 if what is found is not what is known.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.record import ROOT, keep, provenance
from bench.watch import Watched, size
from graphgame.big.partitions.stored import explore_partitions

MEMORY = "768MiB"


@dataclass(frozen=True)
class Game:
    """A game, and what is known of it: positions, moves, and the outcome and plies of the start."""

    make: Callable[[], Any]
    partitions: int
    known: tuple[int, int, str, int]


def _dobutsu(pieces: str) -> Callable[[], Any]:
    def make() -> Any:
        from dobutsu_shogi import DobutsuShogi

        return DobutsuShogi(pieces)

    return make


def _hounds(n: int) -> Callable[[], Any]:
    def make() -> Any:
        from fox_and_hounds import FoxAndHounds

        return FoxAndHounds(n)

    return make


# The sources of what is known are in the examples.
GAMES = {
    "dobutsu_shogi": Game(_dobutsu("EGC"), 128, (246_803_167, 938_671_869, "LOSE", 78)),
    "dobutsu_shogi_c": Game(_dobutsu("C"), 4, (24_789, 70_126, "WIN", 15)),
    "fox_and_hounds": Game(_hounds(10), 64, (69_575_678, 312_691_114, "LOSE", 72)),
    "fox_and_hounds_8": Game(_hounds(8), 8, (709_868, 2_456_202, "LOSE", 44)),
}


def measured(
    name: str, folder: Path, memory: str, threads: int, *, verify: bool, progress: bool
) -> tuple[dict[str, Any], bool]:
    """Build, and verify if asked for; return what was found, and whether it is what is known."""
    sys.path.insert(0, str(ROOT / "examples"))
    game = GAMES[name]
    own = game.make()
    library, start = own.library, own.start
    with Watched(folder) as explored:
        stored = explore_partitions(
            library,
            start,
            folder=folder,
            memory=memory,
            threads=threads,
            partitions=game.partitions,
            progress=progress,
        )
    with Watched(folder) as solved:
        database = stored.solve()
    found = len(database), stored.moves, database.outcome(start).name, database.remoteness_of(start)
    cpu = explored.cpu + solved.cpu
    record = {
        "positions": found[0],
        "moves": found[1],
        "outcome": found[2],
        "plies": found[3],
        "counts": {outcome.name: count for outcome, count in database.counts().items()},
        "cpu": round(cpu, 1),
        "wall": round(explored.wall + solved.wall, 1),
        "ns_of_cpu_per_move": round(cpu / found[1] * 1e9, 1),
        "explore": explored.facts(),
        "solve": solved.facts(),
        "database_gb": round(size(folder) / 1e9, 3),
    }
    if verify:
        with Watched(folder) as verified:
            record["verified"] = database.verify()
        record["verify"] = verified.facts(disk=False)
    return record, found == game.known


def main() -> int:
    """Build the game that the command line names."""
    parser = argparse.ArgumentParser(description="build the database of a game on disk")
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--memory", default=MEMORY, help=f"memory= ({MEMORY})")
    parser.add_argument("--threads", type=int, default=1, help="threads= (1)")
    parser.add_argument("--verify", action="store_true", help="check the certificate, too")
    parser.add_argument("--progress", action="store_true", help="show it on standard error")
    parser.add_argument("--dry-run", action="store_true", help="leave the results as they are")
    args = parser.parse_args()
    if args.folder.exists():
        parser.error(f"{args.folder} is there: give a folder that is not, so that all is measured")
    words = f"{args.game} FOLDER --memory {args.memory} --threads {args.threads}"
    words += " --verify" * args.verify
    record = provenance(f"python -m bench.families.stored {words}")
    found, is_known = measured(
        args.game,
        args.folder,
        args.memory,
        args.threads,
        verify=args.verify,
        progress=args.progress,
    )
    record |= found
    print(json.dumps(record, indent=2))
    if not is_known:
        print(f"expected {GAMES[args.game].known}", file=sys.stderr)
        return 1
    if not args.dry_run:
        keep("stored", f"{args.game} --memory {args.memory} --threads {args.threads}", record)
    return 0


if __name__ == "__main__":
    sys.exit(main())
