"""Measure a loopy game in partitions on disk: ``python -m bench.families.partitions``.

The same game is solved in memory, in a process of its own, where --memory-too says so.  CPU time is
that of the process; memory is the greatest anonymous memory, without the page cache; disk is the
most that the folder took, looked at five times a second.  --positions is the number of codes, of
which nearly all are reached: 3e8 takes six minutes and 16 GB of disk, in the folder of TMPDIR.
"""

from __future__ import annotations

import argparse
import ctypes
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import graphgame as gg
from bench.record import BASELINES, keep, provenance
from bench.tables import as_text
from bench.watch import Watched
from graphgame.big.partitions.stored import explore_partitions


class Loopy:
    """The compiled rule, with the number of codes as its data."""

    def __init__(self, size: int, folder: Path) -> None:
        library = folder / "loopy.so"
        words = ["gcc", "-O3", "-shared", "-fPIC", str(BASELINES / "loopy.c"), "-o", str(library)]
        subprocess.run(words, check=True)
        self.function = ctypes.CDLL(str(library)).loopy
        self.function.restype = ctypes.c_int64
        self.function.argtypes = (
            ctypes.c_int64,
            ctypes.POINTER(ctypes.c_int64),
            ctypes.c_int64,
            ctypes.c_void_p,
        )
        self.user_data = ctypes.c_void_p(size)


def measured(
    size: int, memory: str | None, threads: int, partitions: int | None, *, verify: bool
) -> dict[str, Any]:
    """Explore, solve and verify the game; in memory, and unverified, where no bytes are given."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        rule = Loopy(size, folder)
        game: Any
        with Watched(folder / "game") as explored:
            if memory is None:
                game = gg.explore_codes(rule, 1, expect=size)
            else:
                game = explore_partitions(
                    rule,
                    1,
                    expect=size,
                    folder=folder / "game",
                    memory=memory,
                    threads=threads,
                    partitions=partitions,
                )
        with Watched(folder / "game") as solved:
            solution = gg.solve(game) if memory is None else game.solve()
            counts = solution.counts()
        verified: dict[str, Any] = {}
        if verify and memory is not None:
            with Watched(folder / "game") as watched:
                verified["verified"] = solution.verify()
            verified["verify"] = watched.facts(disk=False)
    moves = game.m if memory is None else game.moves
    return verified | {
        "way": f"on disk, memory={memory}" if memory else "in memory",
        "partitions": partitions,
        "positions": sum(counts.values()),
        "moves": moves,
        "counts": {str(outcome): count for outcome, count in counts.items()},
        "explore": explored.facts(),
        "solve": solved.facts(),
    }


def child(args: argparse.Namespace, memory: str | None) -> dict[str, Any]:
    """Measure in a process of its own."""
    words = [sys.executable, "-m", "bench.families.partitions", "--child"]
    words += ["--positions", str(args.positions), "--memory", memory or ""]
    words += ["--threads", str(args.threads)]
    if args.partitions is not None:
        words += ["--partitions", str(args.partitions)]
    words += ["--verify"] * args.verify
    done = subprocess.run(words, check=True, capture_output=True, text=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def table(ways: list[dict[str, Any]]) -> list[list[str]]:
    """Return the results as rows."""
    rows = [["", "positions", "explore", "solve", "memory", "disk", "certificate"]]
    for way in ways:
        phases = [way[name] for name in ("explore", "solve")]
        cpu = [phase["seconds"]["cpu"] / way["moves"] * 1e9 for phase in phases]
        disk = max(phase["disk_gb"] for phase in phases) * 1e9 / way["moves"]
        rows.append(
            [
                way["way"],
                f"{way['positions']:,}",
                *(f"{ns:.1f} ns a move" for ns in cpu),
                f"{max(phase['peak_mib']['anonymous'] for phase in phases):,} MiB",
                f"{disk:.2f} bytes a move",
                f"{way['verify']['seconds']['cpu']} s" if way.get("verified") else "",
            ]
        )
    return rows


def main() -> None:
    """Measure, print, keep."""
    parser = argparse.ArgumentParser(description="measure games in partitions on disk")
    parser.add_argument("--positions", type=float, default=1e7, help="codes of the game (1e7)")
    parser.add_argument("--memory", default="256MiB", help="memory= (256MiB)")
    parser.add_argument("--partitions", type=int, help="partitions= (as many as expect= says)")
    parser.add_argument("--threads", type=int, default=1, help="threads= (1)")
    parser.add_argument("--verify", action="store_true", help="check the certificate, too")
    parser.add_argument("--memory-too", action="store_true", help="solve it in memory, too")
    parser.add_argument("--dry-run", action="store_true", help="keep nothing")
    parser.add_argument("--child", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args()
    size = int(args.positions)
    if args.child:
        found = measured(
            size, args.memory or None, args.threads, args.partitions, verify=args.verify
        )
        print(json.dumps(found))
        return
    words = f"--positions {args.positions:.0e} --memory {args.memory} --threads {args.threads}"
    if args.partitions is not None:
        words += f" --partitions {args.partitions}"
    record = provenance(
        f"python -m bench.families.partitions {words}"
        + " --verify" * args.verify
        + " --memory-too" * args.memory_too
    )
    ways = [child(args, args.memory)]
    if args.memory_too:
        ways.append(child(args, None))
        if ways[0]["counts"] != ways[1]["counts"]:
            raise SystemExit(f"answers differ: {ways[0]['counts']} and {ways[1]['counts']}")
    print(as_text(table(ways)))
    if not args.dry_run:
        keep("partitions", words, record | {"ways": ways})


if __name__ == "__main__":
    main()
