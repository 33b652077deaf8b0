"""The command ``graphgame``: standard input to standard output.

Exit status: 0 done; 1 a check failed; 2 bad input or usage; 130 interrupted; 141 the reader of
the output went away.
"""

from __future__ import annotations

import argparse
import errno
import os
import sys

from graphgame.errors import GraphGameError, ParseError, VerificationError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any, NoReturn

    from graphgame.graph import GameGraph
    from graphgame.solution import Solution


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; return its exit status."""
    try:
        try:
            args, unknown = _parser().parse_known_args(argv)
            if unknown:
                args.parser.refuse(unknown)
        except SystemExit as stop:  # --help, --version, wrong usage
            status = int(stop.code or 0)
        else:
            status = args.run(args)
        if sys.stdout is not None:
            sys.stdout.flush()
    except KeyboardInterrupt:
        return 130  # nothing is held back that could wait for a reader
    except BrokenPipeError:
        _abandon_output()
        return 141
    except VerificationError as error:
        return _fail(str(error), 1)
    except ParseError as error:
        from_zero = error.found == "'0'" and error.expected.startswith("a position from 1")
        return _fail(f"{error}; --base 0 counts from 0" if from_zero else str(error), 2)
    except GraphGameError as error:
        return _fail(str(error), 2)
    except OSError as error:
        return _fail(f"{error.filename or 'output'}: {error.strerror or error}", 2)
    except MemoryError as error:
        return _fail(f"not enough memory: {str(error) or 'no size known'}", 2)
    return status


def _fail(message: str, status: int) -> int:
    _abandon_output()
    if sys.stderr is not None:
        print(f"graphgame: {message}", file=sys.stderr)
    return status


def _abandon_output() -> None:
    """Drop output that cannot be written, so that nothing fails on it at exit."""
    if sys.stdout is None:
        return
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


class _Formatter(argparse.HelpFormatter):
    """Looks for the width of the terminal without `shutil`, which costs 2 ms at every start."""

    def __init__(self, prog: str) -> None:
        try:
            width = os.get_terminal_size().columns
        except (OSError, ValueError):
            width = 80
        super().__init__(prog, width=max(width, 40) - 2)


class _Parser(argparse.ArgumentParser):
    def __init__(self, **settings: Any) -> None:
        super().__init__(formatter_class=_Formatter, **settings)

    def error(self, message: str) -> NoReturn:
        """Say what is wrong in one line."""
        self.exit(2, f"graphgame: {message}; see {self.prog} --help\n")

    def refuse(self, unknown: list[str]) -> NoReturn:
        """Refuse arguments that this command does not have, and suggest what was meant."""
        from difflib import get_close_matches

        like = get_close_matches(unknown[0], self._option_string_actions, n=1)
        meant = f" (did you mean {like[0]}?)" if like else ""
        self.error(f"unrecognized arguments: {' '.join(unknown)}{meant}")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="graphgame", description="Solve two-player games on graphs.")
    parser.add_argument("--version", action=_Version)
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")

    solve = commands.add_parser(
        "solve",
        help="who wins from every position, in how many plies, by which move",
        description="Read graph text, print the outcome of every position, a line each.",
        epilog="Graph text: 'n m', then m lines 'u v', then, where the rules preset an outcome, "
        "lines 'v WIN', 'v LOSE' or 'v DRAW'. Comments start with '#'.",
    )
    solve.set_defaults(run=_solve, parser=solve)
    solve.add_argument(
        "file", nargs="?", default="-", metavar="FILE", help="default: - (standard input)"
    )
    solve.add_argument(
        "--play",
        choices=("normal", "misere"),
        default="normal",
        help="who cannot move loses (normal, the default) or wins (misere)",
    )
    solve.add_argument(
        "--base", type=int, choices=(0, 1), default=1, help="number of the first position (1)"
    )
    solve.add_argument(
        "--remoteness", action="store_true", help="add the plies to the end, -1 in a draw"
    )
    solve.add_argument("--moves", action="store_true", help="add the best move, - at a terminal")
    instead = solve.add_mutually_exclusive_group()
    instead.add_argument("--summary", action="store_true", help="print counts instead")
    instead.add_argument(
        "--from",
        dest="start",
        type=int,
        metavar="V",
        help="print outcome and remoteness of one position, and the line of best play from it",
    )
    solve.add_argument("--json", action="store_true", help="print one JSON object")
    solve.add_argument(
        "--verify", action="store_true", help="check the solution; exit 1 if it fails"
    )
    solve.add_argument("--save", metavar="SOLUTION", help="also save the solution as an npz file")
    return parser


class _Version(argparse.Action):
    """Looks the version up only when asked for it."""

    def __init__(self, option_strings: list[str], dest: str) -> None:
        super().__init__(option_strings, dest, nargs=0, help="print the version and exit")

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        import graphgame

        print(f"graphgame {graphgame.__version__}")
        parser.exit()


def _solve(args: argparse.Namespace) -> int:
    if (args.remoteness or args.moves) and (args.summary or args.start is not None):
        raise GraphGameError("--remoteness and --moves go with a line per position only")
    if args.save is None:
        solution = _solved(args)
    else:
        from graphgame.files import replacing

        # Opened before anything else, so that a target that cannot be written costs no work.
        with replacing(args.save) as target:
            solution = _solved(args)
            solution.save(target)
    _print(_solve_report(solution, args))
    return 0


def _solved(args: argparse.Namespace) -> Solution:
    """Read, solve and verify as the arguments say."""
    from graphgame.solve import solve

    graph = _read(args.file, args.base)
    if args.start is not None and not 0 <= args.start - args.base < graph.n:
        last = graph.n - 1 + args.base
        known = f" from {args.base} to {last}" if graph.n else ", there is none"
        raise GraphGameError(f"--from {args.start}: expected a position{known}")
    solution = solve(graph, play=args.play)
    if args.verify:
        solution.verify()
    return solution


def _solve_report(solution: Solution, args: argparse.Namespace) -> Iterable[bytes]:
    from graphgame import report

    if args.start is not None:
        facts = report.from_position(solution, args.start - args.base, args.base)
    elif args.json or args.summary:
        facts = report.summary(solution)
    else:
        columns = {"remoteness": args.remoteness, "moves": args.moves}
        return report.rows(solution, base=args.base, **columns)
    if args.verify:
        facts["verified"] = True
    if not args.json:
        text = report.summary_text(facts, args.base) if args.summary else report.from_text(facts)
        return [text.encode()]
    facts = {"play": args.play, "base": args.base, **facts}
    if args.summary or args.start is not None:
        import json

        return [json.dumps(facts).encode() + b"\n"]
    return report.json_report(
        facts, solution, base=args.base, remoteness=args.remoteness, moves=args.moves
    )


def _read(file: str, base: int) -> GameGraph:
    from graphgame.parse import read_graph

    progress = _Progress() if sys.stderr is not None and sys.stderr.isatty() else None
    try:
        if file != "-":
            return read_graph(file, base=base, progress=progress)
        try:
            with open(0, "rb", buffering=0, closefd=False) as standard_input:
                return read_graph(standard_input, base=base, source="<stdin>", progress=progress)
        except OSError as error:
            error.filename = "<stdin>"  # open would name it 0
            raise
    finally:
        if progress is not None:
            progress.clear()


class _Progress:
    """Shows on a terminal how far reading has come, a few times a second."""

    def __init__(self) -> None:
        from time import monotonic

        self.clock = monotonic
        self.next = monotonic() + 0.5  # short work shows nothing
        self.width = 0

    def __call__(self, done: int, announced: int) -> None:
        if self.clock() < self.next:
            return
        self.next = self.clock() + 0.2
        text = f"reading: {done:,} of {announced:,} edges"
        print("\r" + text, end="", file=sys.stderr, flush=True)
        self.width = len(text)

    def clear(self) -> None:
        if self.width:
            print("\r" + " " * self.width + "\r", end="", file=sys.stderr, flush=True)


def _print(blocks: Iterable[bytes]) -> None:
    """Write blocks to standard output at once, so that none is held back when something fails."""
    if sys.stdout is None:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF), "output")
    stream = sys.stdout.buffer
    raw = getattr(stream, "raw", stream)
    for block in blocks:
        rest = memoryview(block)
        while rest:
            rest = rest[raw.write(rest) :]
