"""The command ``graphgame solve``: graph text in, the outcome of every position out."""

from __future__ import annotations

from graphgame.cli import terminal
from graphgame.errors import GraphGameError

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable

    from graphgame.solving.solution import Solution

DESCRIPTION = "Read graph text, print the outcome of every position, a line each."
EPILOG = (
    "Graph text: 'n m', then m lines 'u v', then, where the rules preset an outcome, "
    "lines 'v WIN', 'v LOSE' or 'v DRAW'. Comments start with '#'."
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.set_defaults(run=run)
    terminal.add_input(parser)
    parser.add_argument(
        "--play",
        choices=("normal", "misere"),
        default="normal",
        help="who cannot move loses (normal, the default) or wins (misere)",
    )
    parser.add_argument(
        "--remoteness", action="store_true", help="add the plies to the end, -1 in a draw"
    )
    parser.add_argument("--moves", action="store_true", help="add the best move, - at a terminal")
    instead = parser.add_mutually_exclusive_group()
    instead.add_argument("--summary", action="store_true", help="print counts instead")
    instead.add_argument(
        "--from",
        dest="start",
        type=int,
        metavar="V",
        help="print outcome and remoteness of one position, and the line of best play from it",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument(
        "--verify", action="store_true", help="check the solution; exit 1 if it fails"
    )
    parser.add_argument("--save", metavar="SOLUTION", help="also save the solution as an npz file")
    parser.add_argument(
        "--threads",
        type=int,
        default=1,
        metavar="N",
        help="use up to N threads for a graph of millions of moves (1)",
    )


def run(args: argparse.Namespace) -> int:
    """Solve, and print what the arguments ask for; return the exit status."""
    if (args.remoteness or args.moves) and (args.summary or args.start is not None):
        raise GraphGameError("--remoteness and --moves go with a line per position only")
    if args.save is None:
        solution = _solved(args)
    else:
        from graphgame.archive import replacing

        # Opened before anything else, so that a target that cannot be written costs no work.
        with replacing(args.save) as target:
            solution = _solved(args)
            solution.save(target)
    terminal.write(_report(solution, args))
    return 0


def _solved(args: argparse.Namespace) -> Solution:
    """Read, solve and verify as the arguments say."""
    from graphgame.solving.solve import solve

    graph = terminal.read_graph(args.file, args.base)
    if args.start is not None and not 0 <= args.start - args.base < graph.n:
        last = graph.n - 1 + args.base
        known = f" from {args.base} to {last}" if graph.n else ", there is none"
        raise GraphGameError(f"--from {args.start}: expected a position{known}")
    solution = solve(graph, play=args.play, threads=args.threads)
    if args.verify:
        from graphgame.solving.verify import verify

        # Numbered as in the text, so that errors name positions as the text does.
        verify(graph._counted_from(args.base), solution)
    return solution


def _report(solution: Solution, args: argparse.Namespace) -> Iterable[bytes]:
    from graphgame.text import results

    if args.start is not None:
        facts = results.from_position(solution, args.start - args.base, args.base)
    elif args.json or args.summary:
        facts = results.summary(solution)
    else:
        columns = {"remoteness": args.remoteness, "moves": args.moves}
        return results.rows(solution, base=args.base, **columns)
    if args.verify:
        facts["verified"] = True
    if not args.json:
        text = results.summary_text(facts, args.base) if args.summary else results.from_text(facts)
        return [text.encode()]
    facts = {"play": args.play, "base": args.base, **facts}
    if args.summary or args.start is not None:
        import json

        return [json.dumps(facts).encode() + b"\n"]
    return results.json_report(
        facts, solution, base=args.base, remoteness=args.remoteness, moves=args.moves
    )
