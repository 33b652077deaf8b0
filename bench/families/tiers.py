"""Queen and Pawns by codes and tiers: CPU time, wall time, memory and disk.

    python -m bench.families.tiers 6|7|8 FOLDER [--verify]

The board is N × N; 8 × 8 has 445,744,430 positions and 4,305,243,773 moves, takes 3 GiB of memory
at most and about 5 GB of disk while it is built.  A run that is stopped goes on in the same folder;
only one that began in a folder that was not there goes to bench/results/tiers.json.
The tier of a position is made of the pawns left, and of their steps to go in either half of the
board; a win on the spot leads to one more position.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from bench.record import ROOT, keep, provenance
from bench.watch import Watched, size
from graphgame.big.tiers.explore_tiers import TieredGame, explore_tiers

MEMORY = 3 << 30
# Positions without the one after a win on the spot, moves, and plies until the pawns have won.
KNOWN = {
    5: (25_002, 126_186, 5),
    6: (635_231, 4_287_603, 11),
    7: (16_166_037, 132_906_901, 19),
    8: (445_744_430, 4_305_243_773, 31),
}
# After the rule of examples/_queen_and_pawns.py.
TIER = """
// tiers[0]: of the digits of the files below N/2, tiers[1]: of the others.
static int64_t tiers[2][2500];

void prepare_tiers(void) {
    for (int half = 0; half < 2; half++)
        for (int64_t k = 0; k < 2500; k++) {
            int64_t digits = k;
            for (int f = half ? N / 2 : 0; f < (half ? N : N / 2); f++, digits /= RADIX)
                if (digits % RADIX != CAPTURED)
                    tiers[half][k] += 1024 + (N - 2 - digits % RADIX) * (half ? 1 : 32);
        }
}

int64_t tier(int64_t index, void *data) {
    return tiers[0][(index >> 7) % HALF] + tiers[1][(index >> 7) / HALF];
}
"""


def rule(n: int) -> tuple[Any, int]:
    """Return the functions in C of the game on the n × n board, and its start."""
    sys.path.insert(0, str(ROOT / "examples"))
    from _compiled import compiled
    from _queen_and_pawns import RULE

    library = compiled(RULE + TIER, N=n)
    library.prepare()
    library.prepare_tiers()
    return library, 64 + n * (n - 1) + (n - 1) // 2


def explore(n: int, folder: Path, memory: int = MEMORY) -> TieredGame:
    """Explore the game into a folder."""
    library, start = rule(n)
    return explore_tiers(
        library.options, start, folder=folder, tier=library.tier, memory=memory, progress=n > 7
    )


def measured(n: int, folder: Path, *, verify: bool) -> dict[str, Any]:
    """Build the database of a board, and check its certificate; return what it took."""
    positions, moves, plies = KNOWN[n]
    with Watched(folder) as explored:
        game = explore(n, folder)
    if (game.positions - 1, game.moves) != (positions, moves):
        sys.exit(f"expected {positions} positions and {moves} moves, got {game}")
    with Watched(folder) as solved:
        database = game.solve(progress=n > 7)
    if (database.result, database.remoteness_of(database.start)) != (1, plies):
        sys.exit(f"expected a WIN in {plies}, got {database[database.start]}")
    found = {
        "positions": positions,
        "moves": moves,
        "tiers": len(game.tiers),
        "outcome": "WIN",
        "plies": plies,
        "cpu": round(explored.cpu + solved.cpu, 1),
        "wall": round(explored.wall + solved.wall, 1),
        "ns_of_cpu_per_move": round((explored.cpu + solved.cpu) / moves * 1e9, 1),
        "explore": explored.facts(),
        "solve": solved.facts(),
        "database_gb": round(size(folder) / 1e9, 3),
    }
    if verify:
        with Watched(folder) as verified:
            found["verified"] = database.verify()
        found["verify"] = verified.facts(disk=False)
    return found


def main() -> None:
    """Build the database of a board, compare it with what is known, and keep the record."""
    parser = argparse.ArgumentParser(description="Queen and Pawns by codes and tiers")
    parser.add_argument("n", type=int, choices=KNOWN)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--verify", action="store_true", help="check the certificate, too")
    parser.add_argument("--dry-run", action="store_true", help="leave the results as they are")
    args = parser.parse_args()
    is_whole = not args.folder.exists()
    words = f"{args.n} FOLDER" + " --verify" * args.verify
    record = provenance(f"python -m bench.families.tiers {words}")
    record |= measured(args.n, args.folder, verify=args.verify)
    print(json.dumps(record, indent=2))
    if is_whole and not args.dry_run:
        keep("tiers", f"queen_and_pawns {args.n}", record)


if __name__ == "__main__":
    main()
