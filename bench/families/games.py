"""Explore and solve a large game of the gallery; store times and memory in results/games.json.

    python -m bench.families.games fox_and_hounds 10
    python -m bench.families.games queen_and_pawns 7
    python -m bench.families.games connect_four 6 4

Exits with 1 if the result differs from the published one.
"""

from __future__ import annotations

import argparse
import importlib
import json
import sys
from collections.abc import Callable
from time import perf_counter, process_time
from typing import Any

import graphgame as gg
from bench.record import ROOT, keep, peak_mib, provenance

GAMES = {
    "connect_four": "ConnectFour",
    "fox_and_hounds": "FoxAndHounds",
    "nine_mens_morris": "NineMensMorris",
    "queen_and_pawns": "QueenAndPawns",
    "quixo": "Quixo",
    "teeko": "Teeko",
}

# Positions and result: of Fox and Hounds and of Queen and Pawns as published with
# https://github.com/gilith/solve, of the others as in examples/, where the sources stand.
EXPECTED: dict[tuple[str | int, ...], tuple[int, str]] = {
    ("connect_four", 5, 4): (3_945_711, "DRAW"),
    ("connect_four", 6, 4): (94_910_577, "LOSE in 24 plies"),
    ("fox_and_hounds", 4): (83, "Hounds in 8"),
    ("fox_and_hounds", 6): (8_175, "Fox in 21"),
    ("fox_and_hounds", 8): (709_868, "Hounds in 44"),
    ("fox_and_hounds", 10): (69_575_678, "Hounds in 72"),
    ("queen_and_pawns", 5): (25_002, "Pawns in 5"),
    ("queen_and_pawns", 6): (635_231, "Pawns in 11"),
    ("queen_and_pawns", 7): (16_166_037, "Pawns in 19"),
    ("nine_mens_morris", 3, 3): (169_869, "26 plies"),
    ("nine_mens_morris", 4, 3): (1_694_774, "33 plies"),
    ("quixo", 3): (2_219, "WIN in 7 plies"),
    ("quixo", 4): (5_170_021, "WIN in 21 plies"),
    ("teeko", 4): (189_317, "DRAW"),
    ("teeko", 5): (12_063_947, "DRAW"),
}
# Seconds and bytes of the solver there.
PUBLISHED: dict[tuple[str | int, ...], tuple[float, float]] = {
    ("fox_and_hounds", 10): ((8 * 60 + 54) * 60, 157e9),
    ("queen_and_pawns", 7): (24 * 60 + 43, 9.1e9),
}


class Stopwatch:
    """Adds up the seconds of each phase."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}

    def timed(self, phase: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """Return the function with its calls timed."""

        def call(*arguments: Any) -> Any:
            start = perf_counter()
            try:
                return function(*arguments)
            finally:
                spent = self.seconds.get(phase, 0) + perf_counter() - start
                self.seconds[phase] = round(spent, 3)

        return call


def run(name: str, *sizes: int, verify: bool) -> dict[str, Any]:
    """Explore and solve a game; return the result, the times and the memory."""
    sys.path.insert(0, str(ROOT / "examples"))
    module = importlib.import_module(name)
    game = getattr(module, GAMES[name])(*sizes)
    watch = Stopwatch()
    # The example's own part of the exploration, in NumPy.
    for method in {"options", "outcome"} & set(dir(game)):
        setattr(game, method, watch.timed("explore: rule", getattr(game, method)))
    before = peak_mib()
    graph = watch.timed("explore", game.explore)()
    explored = peak_mib()
    watch.timed("solve: predecessors", lambda: graph.pred_ptr)()
    solution = watch.timed("solve: propagate", gg.solve)(graph)
    peak, cpu = peak_mib(), process_time()
    if verify:
        watch.timed("verify", solution.verify)()
    phases = watch.seconds
    total = sum(phases[p] for p in ("explore", "solve: predecessors", "solve: propagate"))
    return {
        "positions": graph.n - (hasattr(module, "OVER") and module.OVER in graph),
        "moves": graph.m,
        "result": game.result(solution),
        "verified": verify,
        "seconds": {"total": round(total, 3), "cpu": round(cpu, 3), **dict(sorted(phases.items()))},
        "peak_mib": {
            "before": round(before),
            "explored": round(explored),
            "solved": round(peak),
        },
    }


def compare(game: tuple[str | int, ...], found: dict[str, Any]) -> dict[str, Any]:
    """Compare times and memory with those of the published solver."""
    if game not in PUBLISHED:
        return {}
    seconds, memory = PUBLISHED[game]
    peak = found["peak_mib"]["solved"] * 2**20
    return {
        "published": {
            "seconds": seconds,
            "gigabytes": memory / 1e9,
            "times_faster": round(seconds / found["seconds"]["total"], 1),
            "times_smaller": round(memory / peak, 1),
        }
    }


def main() -> int:
    """Run the game that the command line names."""
    parser = argparse.ArgumentParser(description="explore and solve a big game")
    parser.add_argument("game", choices=tuple(GAMES))
    parser.add_argument("sizes", metavar="N", type=int, nargs="+", help="as the example takes them")
    parser.add_argument("--verify", action="store_true", help="check the certificate, too")
    parser.add_argument("--dry-run", action="store_true", help="leave the results as they are")
    args = parser.parse_args()
    game, words = (args.game, *args.sizes), " ".join(map(str, (args.game, *args.sizes)))
    measured = provenance(f"python -m bench.families.games {words}" + " --verify" * args.verify)
    found = run(args.game, *args.sizes, verify=args.verify)
    record = {**measured, **found, **compare(game, found)}
    print(json.dumps(record, indent=2))
    if game in EXPECTED:
        expected = EXPECTED[game]
        if (found["positions"], found["result"]) != expected:
            print(f"expected {expected[0]:,} positions, {expected[1]}", file=sys.stderr)
            return 1
    if not args.dry_run:
        keep("games", words, record)
    return 0


if __name__ == "__main__":
    sys.exit(main())
