"""The command ``graphgame grundy``: graph text in, the Grundy value of every position out."""

from __future__ import annotations

from graphgame.cli import terminal
from graphgame.errors import GraphGameError, LoopyGameError

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable
    from typing import Any, TypeAlias

    from graphgame.graphs.graph import GameGraph
    from graphgame.values.loopy_values import LoopyValues
    from graphgame.values.values import GrundyValues

    Values: TypeAlias = GrundyValues[int] | LoopyValues[int]

DESCRIPTION = (
    "Read a graph and print the Grundy value of every position, one per line. With --loopy the "
    "game may have cycles; infinite values are printed as sets, like \u221e{0,2}."
)
EPILOG = (
    "Graph text: 'n m', then m lines 'u v', then optional lines 'v LOSE' for positions of value 0 "
    "whatever their moves. Comments start with '#'. Of a graph in another format, each line begins "
    "with the name of its position.\n\n"
    "Examples:\n"
    "  printf '3 3\\n2 1\\n3 1\\n3 2\\n' | graphgame grundy\n"
    "  printf '3 3\\n2 1\\n3 1\\n3 2\\n' | graphgame grundy --sum 2 3"
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command to its parser."""
    parser.set_defaults(run=run)
    terminal.add_input(parser)
    parser.add_argument(
        "--loopy", action="store_true", help="find loopy values; the game may have cycles"
    )
    parser.add_argument(
        "--sum",
        nargs="+",
        metavar="V",
        help="print the value of the sum of these positions, who wins it, and every winning move; "
        "FILE comes before it",
    )
    terminal.add_play(
        parser,
        "for --sum: who cannot move loses (normal, the default) or wins (misere; the sum is "
        "solved as one graph)",
    )
    terminal.add_report(parser, "the values; exit 1 if they are wrong")


def run(args: argparse.Namespace) -> int:
    """Find the values, print them or a sum, and return the exit status."""
    if args.play != "normal" and args.sum is None:
        raise GraphGameError("--play misere goes with --sum: misère play has no Grundy values")
    values = _values(args)
    terminal.write(_report(values, args) if args.sum is None else _sum_report(values, args))
    return 0


def _values(args: argparse.Namespace) -> Values:
    """Read the graph, find the values, and verify them if that is asked for."""
    from graphgame.values.grundy import grundy, loopy_grundy

    # Positions are named as in the text, in errors too.
    graph = terminal.read_graph(args.file, args.base, args.format)
    if args.sum is not None:
        args.sum = _summed(graph, args)
    args.named = graph.labels is not None  # else lines and lists are in the order of the text
    if not args.named:
        graph = graph._counted_from(args.base)
    try:
        values = loopy_grundy(graph) if args.loopy else grundy(graph)
    except LoopyGameError as error:
        raise GraphGameError(
            f"expected a game without cycles, got {error.path()}; --loopy takes any game"
        ) from None
    if args.verify:
        values.verify()
    return values


def _summed(graph: GameGraph[Any], args: argparse.Namespace) -> list[Any]:
    """Return the positions of --sum by their names in the text."""
    if graph.labels is not None:
        return [terminal.find_position(graph, text, "--sum") for text in args.sum]
    from graphgame.cli.parser import option_integer

    found = [option_integer("--sum", text) for text in args.sum]
    for position in found:
        if not 0 <= position - args.base < graph.n:
            known = f" from {args.base} to {graph.n - 1 + args.base}" if graph.n else ", of none"
            raise GraphGameError(f"--sum {position}: expected a position{known}")
    return found


def _facts(values: Values, args: argparse.Namespace) -> dict[str, object]:
    facts: dict[str, object] = {"base": args.base, **terminal.named(args), "loopy": args.loopy}
    facts |= {"positions": values.game.n, "moves": values.game.m}
    return facts | ({"verified": True} if args.verify else {})


def _report(values: Values, args: argparse.Namespace) -> Iterable[bytes]:
    from graphgame.text import results

    if args.json:
        return results.values_json(_facts(values, args), values, named=args.named)
    rows = results.value_rows(values)
    return results.named_rows(values.game, rows) if args.named else rows


def _sum_report(values: Values, args: argparse.Namespace) -> Iterable[bytes]:
    from graphgame.text import results

    outcome = values.outcome(args.sum, play=args.play)
    moves = values.winning_moves(args.sum, play=args.play)
    if not args.json:
        return results.sum_lines(values, args.sum, args.play, outcome, moves, args.base)
    from graphgame.text.json_text import json_line

    facts = _facts(values, args) | {"play": args.play, "sum": args.sum}
    if args.play == "normal":  # values say nothing of misère play
        facts["values"] = [results.value_json(values[position]) for position in args.sum]
        facts["value"] = results.value_json(values.sum(args.sum))
    facts |= {
        "outcome": str(outcome),
        "winning_moves": [
            {
                "component": move.component + args.base,
                "from": args.sum[move.component],
                "to": move.to,
            }
            for move in moves
        ],
    }
    return [json_line(facts).encode()]
