"""The command ``graphgame solve``: reads a graph, prints the outcome of every position."""

from __future__ import annotations

from graphgame.cli import terminal
from graphgame.errors import GraphGameError

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable
    from typing import Any

    from graphgame.graphs.graph import GameGraph
    from graphgame.solving.draws.levels import DrawLevels
    from graphgame.solving.solution import Solution

DESCRIPTION = "Read a graph and print the outcome of every position, one per line."
EPILOG = (
    "Graph text: 'n m', then m lines 'u v', then lines 'v WIN', 'v LOSE', 'v DRAW' or 'v TIE' "
    "where the rules preset an outcome, and 'v OWNER 0' or 'v OWNER 1' for every position if the "
    "players do not alternate. Comments start with '#'. Of a graph in another format, each line "
    "begins with the name of its position.\n\n"
    "Examples:\n"
    "  printf '3 2\\n1 2\\n2 3\\n' | graphgame solve --remoteness --moves\n"
    "  printf '4 4\\n1 2\\n2 1\\n2 3\\n3 4\\n' | graphgame solve --from 3 --verify"
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.set_defaults(run=run)
    terminal.add_input(parser)
    terminal.add_play(parser)
    parser.add_argument(
        "--remoteness", action="store_true", help="add the plies to the end, -1 in a draw"
    )
    parser.add_argument("--moves", action="store_true", help="add the best move, - at a terminal")
    parser.add_argument(
        "--levels",
        action="store_true",
        help="add the level of each draw, and the plies to where it can be lost (see draw levels)",
    )
    instead = parser.add_mutually_exclusive_group()
    instead.add_argument("--summary", action="store_true", help="print counts instead")
    instead.add_argument(
        "--from",
        dest="start",
        metavar="V",
        help="print outcome and remoteness of one position, and the line of best play from it",
    )
    terminal.add_report(parser)
    parser.add_argument("--save", metavar="SOLUTION", help="also save the solution as an npz file")
    parser.add_argument(
        "--threads",
        type=int,
        default=1,
        metavar="N",
        help="use up to N threads for a graph of millions of moves (1)",
    )


def run(args: argparse.Namespace) -> int:
    """Solve the game, print what the arguments ask for, return the exit status."""
    if (args.remoteness or args.moves) and (args.summary or args.start is not None):
        instead = "--summary" if args.summary else "--from"
        column = "--remoteness" if args.remoteness else "--moves"
        raise GraphGameError(
            f"{instead}: expected no {column}, which goes with a line per position, got both"
        )
    if args.levels and (args.remoteness or args.moves):
        column = "--remoteness" if args.remoteness else "--moves"
        raise GraphGameError(f"--levels: expected no {column} beside it, got both")
    terminal.require_other("--save", args.save, args.file)
    if args.save is None:
        solution = _solved(args)
    else:
        from graphgame.archive import replacing

        # Open the target first, so that nothing is solved if it cannot be written.
        with replacing(args.save) as target:
            solution = _solved(args)
            solution.save(target)
    terminal.write(_report(solution, args))
    return 0


def _solved(args: argparse.Namespace) -> Solution[int]:
    """Read the graph and solve it; verify the solution if the arguments ask for it."""
    from graphgame.solving.solve import solve

    graph = terminal.read_graph(args.file, args.base, args.format)
    args.named = graph.labels is not None
    if args.start is not None:
        args.start = _index(graph, args)
    solution = solve(graph, play=args.play, threads=args.threads)
    if args.verify:
        from graphgame.solving.verify import verify

        # Errors name positions as the text does.
        verify(graph if graph.labels else graph._counted_from(args.base), solution)
    return solution


def _index(graph: GameGraph[Any], args: argparse.Namespace) -> int:
    """Return the index of the position of --from."""
    if graph.labels is not None:
        return graph._find(terminal.find_position(graph, args.start, "--from"))
    from graphgame.cli.parser import option_integer

    start = option_integer("--from", args.start)
    if not 0 <= start - args.base < graph.n:
        last = graph.n - 1 + args.base
        known = f"a position from {args.base} to {last}" if graph.n else "a graph with positions"
        raise GraphGameError(f"--from: expected {known}, got {start}")
    return start - int(args.base)


def _report(solution: Solution[int], args: argparse.Namespace) -> Iterable[bytes]:
    from graphgame.text import results

    levels = _ranked(solution, args) if args.levels else None
    if args.start is not None:
        facts = results.from_position(solution, args.start, args.base, levels)
    elif args.json or args.summary:
        facts = results.summary(solution, levels)
    elif levels is not None:
        return results.named_rows(solution.game, results.level_rows(levels))
    else:
        columns = {"remoteness": args.remoteness, "moves": args.moves}
        return results.rows(solution, base=args.base, **columns)
    if args.verify:
        facts["verified"] = True
    if not args.json:
        first = results.place(solution.game, 0, args.base) if solution.game.n else args.base
        text = results.summary_text(facts, first) if args.summary else results.from_text(facts)
        return [text.encode()]
    facts = {"play": args.play, "base": args.base, **terminal.named(args), **facts}
    if args.summary or args.start is not None:
        from graphgame.text.json_text import json_object

        return json_object(facts)
    return results.json_report(
        facts, solution, base=args.base, remoteness=args.remoteness, moves=args.moves, levels=levels
    )


def _ranked(solution: Solution[int], args: argparse.Namespace) -> DrawLevels[int]:
    """Order the draws by levels; verify their levels if the arguments ask for it."""
    levels = solution.draw_levels()
    if args.verify:
        from graphgame.solving.draws.verify_levels import verify_draw_levels

        graph = solution.game
        if graph.labels is None:
            graph = graph._counted_from(args.base)
        verify_draw_levels(graph, solution.outcomes, levels.levels, levels.remoteness)
    return levels
