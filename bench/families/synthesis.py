"""Automata of the synthesis competition: CPU seconds of reading, splitting, solving and verifying.

    python -m bench.families.synthesis [FOLDER] [--dry-run] [--spot PYTHON]

FOLDER holds automata in the HOA format; by default they come from the archive beside the checkout,
../shared/hoa/examples.tar.xz.  Each machine is verified.  With --spot, the name of an interpreter
that imports Spot, that runs in turn with graphgame, verdicts are compared, and so are sizes of
circuits.  The results go to bench/results/synthesis.json.
"""

from __future__ import annotations

import argparse
import itertools
import json
import subprocess
import sys
import tarfile
import tempfile
import time
from pathlib import Path
from typing import Any

from bench.record import BASELINES, ROOT, keep, provenance

ARCHIVE = ROOT.parent / "shared" / "hoa" / "examples.tar.xz"
TIMES = 3
STEPS = ("read", "split", "solve", "machine", "verify")


def measured(folder: Path) -> dict[str, dict[str, Any]]:
    """Return of each automaton the seconds of each step, the verdict, and sizes."""
    import graphgame as gg

    rows: dict[str, dict[str, Any]] = {}
    for path in sorted(folder.iterdir()):
        times = [time.process_time()]
        automaton = gg.read_hoa(path)
        times.append(time.process_time())
        game = automaton.game()
        times.append(time.process_time())
        realizable = game.solve().winner(game.start) == 0
        times.append(time.process_time())
        controller = gg.realize(automaton)  # splits and solves again
        both = time.process_time() - times[-1] - (times[3] - times[1])
        times.append(time.process_time())
        controller.verify(automaton)  # raises what is wrong
        times.append(time.process_time())
        if controller.realizable != realizable:
            raise SystemExit(f"{path.name}: the game and the machine have two winners")
        latches, gates = controller.gates()
        seconds = [after - before for before, after in itertools.pairwise(times)]
        seconds[3] = max(both, 0.0)
        rows[path.name] = dict(zip(STEPS, seconds, strict=True)) | {
            "realizable": realizable,
            "vertices": game.n,
            "states": controller.n,
            "unmerged": controller.unmerged,
            "latches": latches,
            "gates": gates,
        }
    return rows


def ours(folder: Path) -> dict[str, dict[str, Any]]:
    """Return what `measured` finds in a process of its own."""
    command = [sys.executable, "-m", "bench.families.synthesis", str(folder), "--child"]
    return _printed(command)


def spots(python: str, folder: Path) -> dict[str, dict[str, Any]]:
    """Return the same of Spot."""
    return _printed([python, str(BASELINES / "spot_synthesis.py"), str(folder)])


def _printed(command: list[str]) -> dict[str, dict[str, Any]]:
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True, cwd=ROOT)
    found: dict[str, dict[str, Any]] = json.loads(done.stdout)
    return found


def totals(runs: list[dict[str, dict[str, Any]]]) -> dict[str, float]:
    """Return the median over some runs of the seconds that all automata take, by step."""
    steps = [step for step in STEPS if step in next(iter(runs[0].values()))]
    found = {}
    for step in steps:
        sums = sorted(sum(row[step] for row in run.values()) for run in runs)
        found[step] = round(sums[len(sums) // 2], 3)
    return found


def compared(mine: dict[str, dict[str, Any]], other: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """Return sizes of the circuits of both; refuse another verdict."""
    wrong = [name for name in mine if mine[name]["realizable"] != other[name]["realizable"]]
    if wrong:
        raise SystemExit(f"other verdicts than Spot's: {', '.join(wrong)}")
    names = [name for name in mine if "gates" in other[name]]
    return {
        "controllers": len(names),
        "gates": sum(mine[name]["gates"] for name in names),
        "gates of Spot": sum(other[name]["gates"] for name in names),
        "latches": sum(mine[name]["latches"] for name in names),
        "latches of Spot": sum(other[name]["latches"] for name in names),
        "smaller": sum(mine[name]["gates"] < other[name]["gates"] for name in names),
        "larger": sum(mine[name]["gates"] > other[name]["gates"] for name in names),
    }


def main() -> None:
    """Measure all automata, print a table, and keep the record."""
    parser = argparse.ArgumentParser(description="Automata of the synthesis competition")
    parser.add_argument("folder", nargs="?", type=Path)
    parser.add_argument("--dry-run", action="store_true", help="leave the results as they are")
    parser.add_argument("--spot", metavar="PYTHON", help="an interpreter that imports Spot")
    parser.add_argument("--child", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.child:
        print(json.dumps(measured(args.folder)))
        return
    if args.folder is None and not ARCHIVE.exists():
        parser.error(f"FOLDER: expected one, as {ARCHIVE.name} is not beside the checkout")
    record = provenance("python -m bench.families.synthesis")
    with tempfile.TemporaryDirectory() as place:
        folder = args.folder
        if folder is None:
            with tarfile.open(ARCHIVE) as archive:
                if hasattr(tarfile, "data_filter"):  # from Python 3.11.4 on
                    archive.extraction_filter = tarfile.data_filter
                archive.extractall(place)  # noqa: S202 -- a file of ours
            folder = next(path.parent for path in Path(place).rglob("*") if path.is_file())
        mine, others = [], []
        for _ in range(TIMES):
            mine.append(ours(folder))
            if args.spot is not None:
                others.append(spots(args.spot, folder))
    found: dict[str, Any] = {
        "automata": len(mine[0]),
        "realizable": sum(row["realizable"] for row in mine[0].values()),
        "vertices": sum(row["vertices"] for row in mine[0].values()),
        "graphgame": totals(mine),
        "circuits": {x: sum(row[x] for row in mine[0].values()) for x in ("gates", "latches")},
        "states": sum(row["states"] for row in mine[0].values()),
        "unmerged": sum(row["unmerged"] for row in mine[0].values()),
    }
    if others:
        found["Spot"] = totals(others)
        found["compared"] = compared(mine[0], others[0])
    _show(found)
    if not args.dry_run:
        keep("synthesis", "examples", record | found)


def _show(found: dict[str, Any]) -> None:
    """Print what was measured."""
    print(f"{found['automata']} automata, {found['realizable']} realizable, all machines verified")
    print(f"\n| | {' | '.join(STEPS)} | read, split and solve |\n|{'---|' * (len(STEPS) + 2)}")
    for name in ("graphgame", "Spot"):
        if name in found:
            row = found[name]
            cells = " | ".join(f"{row[step]:.2f}" if step in row else "–" for step in STEPS)
            print(f"| {name} | {cells} | {sum(row[x] for x in STEPS[:3]):.2f} |")
    print(f"\nstates of machines: {found['states']:,}, {found['unmerged']:,} before merging")
    print(", ".join(f"{x}: {count:,}" for x, count in found["circuits"].items()))
    if "compared" in found:
        print("circuits of both, " + ", ".join(f"{x}: {n:,}" for x, n in found["compared"].items()))


if __name__ == "__main__":
    main()
