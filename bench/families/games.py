"""Explore and solve a large game of the gallery; store times and memory in results/games.json.

    python -m bench.families.games fox_and_hounds 10 --threads 2
    python -m bench.families.games queen_and_pawns 7
    python -m bench.families.games connect_four 6 4 --keep answers --threads 2
    python -m bench.families.games dobutsu_shogi --keep undecided

The rule in C is used where the game has one, else the one in NumPy.  Exits with 1 if the result
differs from the published one.
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
    "dobutsu_shogi": "DobutsuShogi",
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
    ("dobutsu_shogi",): (246_803_167, "LOSE in 78 plies"),
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
# Of these positions, so many have no preset outcome.
UNDECIDED: dict[tuple[str | int, ...], int] = {("dobutsu_shogi",): 99_485_568}
# Seconds and bytes of the solver there.
PUBLISHED: dict[tuple[str | int, ...], tuple[float, float]] = {
    ("fox_and_hounds", 10): ((8 * 60 + 54) * 60, 157e9),
    ("queen_and_pawns", 7): (24 * 60 + 43, 9.1e9),
}


# The part of an exploration that a rule in NumPy takes; the whole contains it.
RULE = "explore: rule"


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


def run(args: argparse.Namespace) -> dict[str, Any]:
    """Explore and solve a game; return the result, the times and the memory."""
    sys.path.insert(0, str(ROOT / "examples"))
    module = importlib.import_module(args.game)
    game = getattr(module, GAMES[args.game])(*args.sizes)
    watch = Stopwatch()
    rule = _rule(game, watch)
    rule["expect"] = EXPECTED.get((args.game, *args.sizes), (None, ""))[0]
    if args.keep == "undecided":
        rule["expect"] = UNDECIDED.get((args.game, *args.sizes), rule["expect"])
    rule["threads"] = args.threads
    before = peak_mib()
    if args.keep == "graph":
        solution, peaks = _graph(rule, watch)
    else:
        solution, peaks = _answers(rule, watch, args.keep)
    cpu = process_time()
    unstored = {}
    if args.keep == "undecided":
        counted = watch.timed("count unstored", solution.count_unstored)()
        unstored = {str(outcome): count for outcome, count in counted.items()}
        watch.seconds["count unstored: cpu"] = round(process_time() - cpu, 3)
        peaks["counted"] = round(peak_mib())
    if args.verify:
        watch.timed("verify", solution.verify)()
    phases = watch.seconds
    later = ("count unstored", "count unstored: cpu", "verify", RULE)
    total = sum(seconds for phase, seconds in phases.items() if phase not in later)
    stored = {str(outcome): count for outcome, count in solution.counts().items()}
    positions = sum(stored.values()) + sum(unstored.values())
    return {
        "positions": positions - hasattr(module, "OVER"),
        **({"stored": stored, "unstored": unstored} if unstored else {}),
        "result": game.result(solution),
        "verified": args.verify,
        "seconds": {"total": round(total, 3), "cpu": round(cpu, 3), **dict(sorted(phases.items()))},
        "peak_mib": {"before": round(before), **peaks},
    }


def _rule(game: Any, watch: Stopwatch) -> dict[str, Any]:
    """Return the rule, the start and the presets of a game: in C where it has them, else NumPy."""
    start = game.starts() if hasattr(game, "starts") else game.start
    if library := getattr(game, "library", None):
        if hasattr(library, "preset_remoteness"):
            return {"graph": library, "start": start}
        canonical = getattr(library, "canonical", None)
        rule, presets = library.options, library.preset
        return {"graph": rule, "start": start, "presets": presets, "canonical": canonical}
    return {"graph": watch.timed(RULE, game.options), "start": start}


def _answers(rule: dict[str, Any], watch: Stopwatch, keep: str) -> tuple[Any, dict[str, int]]:
    """Solve without keeping the graph."""
    store = "undecided" if keep == "undecided" else "all"
    options = rule.pop("graph")
    solution = watch.timed("solve", lambda: gg.build(options, **rule, store=store))()
    return solution, {"solved": round(peak_mib())}


def _graph(rule: dict[str, Any], watch: Stopwatch) -> tuple[Any, dict[str, int]]:
    """Explore the graph, then solve it."""
    options = rule.pop("graph")
    graph = watch.timed("explore", lambda: gg.explore_codes(options, **rule))()
    explored = round(peak_mib())
    watch.timed("solve: predecessors", lambda: graph.pred_ptr)()
    solution = watch.timed("solve: propagate", gg.solve)(graph)
    return solution, {"explored": explored, "solved": round(peak_mib())}


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
    parser.add_argument("sizes", metavar="N", type=int, nargs="*", help="as the example takes them")
    parser.add_argument("--keep", choices=("graph", "answers", "undecided"), default="graph")
    parser.add_argument("--threads", type=int, default=1, help="to explore with; default: 1")
    parser.add_argument("--verify", action="store_true", help="check the certificate, too")
    parser.add_argument("--dry-run", action="store_true", help="leave the results as they are")
    args = parser.parse_args()
    game = args.game, *args.sizes
    words = " ".join(map(str, game)) + f" --keep {args.keep}" * (args.keep != "graph")
    words += f" --threads {args.threads}" * (args.threads > 1)
    measured = provenance(f"python -m bench.families.games {words}" + " --verify" * args.verify)
    found = run(args)
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
