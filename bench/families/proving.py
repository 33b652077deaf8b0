"""Proofs of the first position of Connect-4 on small boards; kept in results/proving.json.

    python -m bench.families.proving 6x4 5x6 7x4
    python -m bench.families.proving 6x4 --search depth-first
    python -m bench.families.proving 6x5 --memory 2GiB --threads 2
    python -m bench.families.proving --rule-cost --dry-run

Each board is searched in a fresh process, which says the CPU time of the search with what it
collects, and of reading and checking the proof, and the most memory it had until then.  Of two
threads the time by the clock counts, on a machine that does nothing else.  Exits with
1 if the outcome is not the one that is known.  --rule-cost says how the time of a search with rules
in Python compares with that of the calls of the rule alone: one that takes a microsecond or two
a call, tic-tac-toe, one that takes some twenty, Connect-4, and one that takes longer, Sprouts in
misère play.
"""

from __future__ import annotations

import argparse
import json
import resource
import sys
import tempfile
from pathlib import Path
from time import monotonic, process_time
from typing import TYPE_CHECKING, Any

import graphgame as gg
from bench.record import ROOT, from_fresh_process, keep, provenance

if TYPE_CHECKING:
    from collections.abc import Callable

    Columns = tuple[tuple[str, ...], int]

# Width × height, of the empty board.  Boards of up to 6 × 4 are solved whole by
# examples/connect_four.py; the last three are what their verified proofs say.
KNOWN = {
    "4x4": "DRAW", "4x5": "DRAW", "4x6": "DRAW", "5x4": "DRAW", "5x5": "DRAW", "6x4": "LOSE",
    "5x6": "DRAW", "7x4": "DRAW", "6x5": "DRAW",
}  # fmt: skip


def most_memory() -> float:
    """Return the most MiB that this process had."""
    return round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, 1)


def measured(name: str, memory: str, **given: Any) -> dict[str, Any]:
    """Search for the proof of a board in this process, write it, read it, and check it."""
    sys.path.insert(0, str(ROOT / "examples"))
    from connect_four import ConnectFour

    game = ConnectFour(*map(int, name.split("x")))
    rule = {"presets": game.library.preset, "canonical": game.library.mirror}
    before, began = process_time(), monotonic()
    proof = gg.prove(game.library.options, game.start, memory=memory, **given, **rule)
    elapsed = monotonic() - began
    record: dict[str, Any] = {
        "outcome": None if proof.outcome is None else proof.outcome.name,
        "plies": proof.plies,
        "memory": memory,
        "nodes": proof.nodes,
        "cpu_seconds": round(process_time() - before, 2),
        "elapsed_seconds": round(elapsed, 2),
        "threads": given["threads"],
        "peak_megabytes": most_memory(),
    }
    if proof.outcome is None:
        return record
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "proof.npz"
        proof.save(file)
        size, before = file.stat().st_size, process_time()
        verified = gg.Proof.load(file).verify(game.library.options, **rule)
    return record | {
        "positions_of_proof": len(proof),
        "bits_per_position": round(8 * size / len(proof), 1),
        "verified": verified,
        "verify_cpu_seconds": round(process_time() - before, 2),
    }


_LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def _moves(board: str) -> list[str]:
    mark = "XO"[board.count("X") > board.count("O")]
    return [board[:i] + mark + board[i + 1 :] for i in range(9) if board[i] == "."]


def _preset(board: str) -> gg.Outcome | None:
    if any(board[a] == board[b] == board[c] != "." for a, b, c in _LINES):
        return gg.LOSE
    return None if "." in board else gg.DRAW


class _TicTacToe:
    options = staticmethod(_moves)
    preset = staticmethod(_preset)


_WAYS = [(1, 0), (0, 1), (1, 1), (1, -1)]


class _ConnectFour:
    """Connect-4 on 4 × 4, as it is first written down: the stones of each column, and who moves."""

    start = ("",) * 4, 0

    @staticmethod
    def options(position: Columns) -> list[Columns]:
        columns, turn = position
        return [
            ((*columns[:x], columns[x] + "XO"[turn], *columns[x + 1 :]), 1 - turn)
            for x in range(4)
            if len(columns[x]) < 4
        ]

    @staticmethod
    def preset(position: Columns) -> gg.Outcome | None:
        columns, turn = position

        def has(x: int, y: int) -> bool:
            return 0 <= x < 4 and 0 <= y < len(columns[x]) and columns[x][y] == "OX"[turn]

        for x, column in enumerate(columns):
            for y in range(len(column)):
                if any(all(has(x + k * a, y + k * b) for k in range(4)) for a, b in _WAYS):
                    return gg.LOSE
        return gg.DRAW if all(len(column) == 4 for column in columns) else None


def _games() -> dict[str, tuple[Callable[[], Any], Any, str]]:
    """Return rules in Python by their names: what makes one, its start, and the kind of play."""
    sys.path.insert(0, str(ROOT / "examples"))
    from sprouts import Misere, start

    return {
        "tic-tac-toe": (_TicTacToe, "." * 9, "normal"),
        "Connect-4, 4 × 4": (_ConnectFour, _ConnectFour.start, "normal"),
        "Sprouts, 8 spots, misère": (Misere, (start(8),), "misere"),
    }


class _Noted:
    """A rule that notes what its functions are asked."""

    def __init__(self, game: Any) -> None:
        self.asked: list[tuple[str, Any]] = []
        for name in ("options", "preset", "order"):
            if hasattr(game, name):
                setattr(self, name, self._noting(name, getattr(game, name)))

    def _noting(self, name: str, function: Any) -> Any:
        def ask(position: Any) -> Any:
            self.asked.append((name, position))
            return function(position)

        return ask


def rule_cost(make: Callable[[], Any], start: Any, play: str, rounds: int = 9) -> dict[str, Any]:
    """Return the CPU time of a search, and of the calls of its rule alone: the least of some.

    Each time the rule is made anew, as it may keep its answers.
    """
    noted = _Noted(make())
    gg.prove(noted, start, play=play)
    whole, calls = [], []
    for _ in range(rounds):
        game = make()
        before = process_time()
        proof = gg.prove(game, start, play=play)
        whole.append(process_time() - before)
        game = make()
        functions = {name: getattr(game, name) for name, _ in noted.asked}
        before = process_time()
        for name, position in noted.asked:
            functions[name](position)
        calls.append(process_time() - before)
    return {
        "outcome": str(proof.outcome), "nodes": proof.nodes, "calls": len(noted.asked),
        "cpu_seconds": round(min(whole), 5), "cpu_seconds_of_calls": round(min(calls), 5),
        "ratio": round(min(whole) / min(calls), 2),
    }  # fmt: skip


def main() -> int:
    """Measure the boards that the command line names."""
    parser = argparse.ArgumentParser(description="measure proofs of Connect-4")
    parser.add_argument("board", nargs="*", metavar="BOARD", help=", ".join(KNOWN))
    parser.add_argument("--rule-cost", action="store_true", help="of a rule in Python")
    parser.add_argument("--memory", default="256MiB", help="for the search (256MiB)")
    parser.add_argument("--seconds", type=float, help="the longest time of a search")
    parser.add_argument("--search", choices=["depth-first", "proof-number"], help="default: both")
    parser.add_argument("--threads", type=int, default=1, help="of the depth-first search (1)")
    parser.add_argument("--here", action="store_true", help="print the record of one board")
    parser.add_argument("--dry-run", action="store_true", help="leave the results as they are")
    args = parser.parse_args()
    if not {*args.board} <= {*KNOWN} or bool(args.board) == args.rule_cost:
        parser.error(f"BOARD: expected some of {', '.join(KNOWN)}, or --rule-cost")
    if args.rule_cost:
        for name, (make, start, play) in _games().items():
            command = "python -m bench.families.proving --rule-cost"
            record = {**provenance(command), **rule_cost(make, start, play)}
            print(json.dumps({f"rule cost, {name}": record}, indent=2, ensure_ascii=False))
            if not args.dry_run:
                keep("proving", f"rule cost, {name}", record)
        return 0
    if args.here:
        given = {"seconds": args.seconds, "search": args.search, "threads": args.threads}
        print(json.dumps(measured(args.board[0], args.memory, **given)))
        return 0
    for board in args.board:
        words = [board, "--memory", args.memory]
        words += [] if args.seconds is None else ["--seconds", str(args.seconds)]
        words += [] if args.search is None else ["--search", args.search]
        words += [] if args.threads == 1 else ["--threads", str(args.threads)]
        found = from_fresh_process("proving", *words)
        if found["outcome"] not in (KNOWN[board], None):
            print(f"{board}: expected {KNOWN[board]}, got {found}", file=sys.stderr)
            return 1
        print(json.dumps({board: found}, indent=2))
        if not args.dry_run:
            threads = "" if args.threads == 1 else f", {args.threads} threads"
            keep("proving", f"{board} {args.search or 'both'}{threads}", found)
    return 0


if __name__ == "__main__":
    sys.exit(main())
