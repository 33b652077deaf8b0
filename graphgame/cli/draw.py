"""The command ``graphgame draw``: a picture of a solved game, as SVG or as Graphviz text."""

from __future__ import annotations

from graphgame.cli import game_arguments, terminal
from graphgame.errors import GraphGameError

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

DESCRIPTION = "Draw a solved game as SVG: layers of remoteness, best moves thick."
EPILOG = (
    "Up to 300 positions are drawn, all of them; of a larger game, what is around V, its "
    "start, or its first position of greatest remoteness.\n\n"
    "Examples:\n"
    "  printf '3 2\\n1 2\\n2 3\\n' | graphgame draw\n"
    "  printf '3 2\\n1 2\\n2 3\\n' | graphgame draw --around 3 --depth 1 --dot"
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.set_defaults(run=run)
    game_arguments.add_arguments(parser)
    parser.add_argument(
        "--around", metavar="V", help="draw what is around position V: its number, or its label"
    )
    parser.add_argument(
        "--depth",
        type=int,
        metavar="D",
        help="how many moves around V, or around the start, are drawn (2)",
    )
    parser.add_argument("--dot", action="store_true", help="write Graphviz text instead of SVG")
    parser.add_argument(
        "--engine",
        choices=("layers", "dot"),
        help="what places the positions: layers of remoteness, or the program dot of Graphviz "
        "(layers)",
    )
    parser.add_argument(
        "-o", dest="output", metavar="OUT", help="write to this file, not to standard output"
    )


def run(args: argparse.Namespace) -> int:
    """Draw the game, and write the picture; return the exit status."""
    if args.depth is not None and args.depth < 0:
        raise GraphGameError(f"--depth: expected an integer from 0 on, got {args.depth}")
    if args.dot and args.engine is not None:
        raise GraphGameError(
            "--engine: expected none with --dot, which writes text that says no places, got "
            f"{args.engine}"
        )
    if args.output is not None:
        svg, dot = ("add --dot for Graphviz text", "") if not args.dot else ("", "leave out --dot")
        kinds = {"svg": dot, "dot": svg, "gv": svg, "html": "graphgame page makes pages"}
        terminal.require_suffix(args.output, kinds, "Graphviz text" if args.dot else "SVG")
    terminal.require_other("-o", args.output, args.file)
    if args.output is None:
        terminal.write([_drawn(args)])
        return 0
    from graphgame.archive import replacing

    with replacing(args.output) as target:
        target.write(_drawn(args))
    return 0


def _drawn(args: argparse.Namespace) -> bytes:
    """Return the picture as bytes."""
    solution = game_arguments.read_solution(args)
    around = None
    if args.around is not None:
        around = terminal.find_position(solution.game, args.around, "--around")
    if args.dot:
        return solution.to_dot(around, args.depth).encode("utf-8", "replace")
    return solution.to_svg(around, args.depth, engine=args.engine or "layers").encode(
        "utf-8", "replace"
    )
