"""The command ``graphgame chance``: a game of chance in, what each position is worth out."""

from __future__ import annotations

from graphgame.cli import terminal
from graphgame.errors import GraphGameError

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable
    from fractions import Fraction
    from typing import Any

    from graphgame.chance.solution import ChanceSolution

DESCRIPTION = (
    "Read a game of chance, or one with points on moves, and print what every position is worth, "
    "one per line: the probability that player 0 wins, or what player 0 gets on average. A value "
    "is the shortest decimal within bounds that are proven; an integer without a point is exact."
)
EPILOG = (
    "Graph text: 'n m', then m lines 'u v', 'u v P' for a move of chance, with 'POINTS k' behind "
    "it if the move pays; then lines 'v CHANCE', 'v OWNER 0' or 'v OWNER 1', and 'v SCORE x', or "
    "'v WIN', 'v LOSE', 'v DRAW', where play ends. Numbers are integers, fractions and decimals; "
    "integers P are weights. CSV, JSON, DOT, GraphML and GML have columns or attributes "
    "'probability' and 'points' of moves, and 'owner', 'score' and 'preset' of positions; each "
    "line begins with the name of its position.\n\n"
    "Examples:\n"
    "  printf '2 2\\n1 2 1/6\\n1 1 5/6\\n1 CHANCE\\n2 OWNER 1\\n' | graphgame chance\n"
    "  printf '2 1\\n1 2 POINTS 3\\n' | graphgame chance --moves --verify"
)
_WIDTH = 1e-9


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.set_defaults(run=run)
    terminal.add_input(parser)
    parser.add_argument("--moves", action="store_true", help="add the best move, - where is none")
    parser.add_argument("--bounds", action="store_true", help="add the bounds of each value")
    parser.add_argument("--exact", action="store_true", help="print values as fractions")
    instead = parser.add_mutually_exclusive_group()
    instead.add_argument("--summary", action="store_true", help="print counts instead")
    instead.add_argument(
        "--from",
        dest="start",
        metavar="V",
        help="print the value of one position, those of its moves, and a play from it",
    )
    parser.add_argument(
        "--seed", type=int, metavar="N", help="seed of the dice of the play of --from (0)"
    )
    parser.add_argument(
        "--player",
        type=int,
        choices=(0, 1),
        help="whose probability of winning is printed, in games that are won or lost (0)",
    )
    parser.add_argument(
        "--endless",
        metavar="X",
        help="what a play that never ends pays to player 0, in games with scores or points (0)",
    )
    parser.add_argument(
        "--precision",
        type=float,
        default=_WIDTH,
        metavar="W",
        help=f"how far apart the bounds of a value may be ({_WIDTH})",
    )
    terminal.add_report(parser)


def run(args: argparse.Namespace) -> int:
    """Solve the game, print what the arguments ask for, return the exit status."""
    instead = "--summary" if args.summary else "--from" if args.start is not None else ""
    columns = [x for x in ("--moves", "--bounds") if getattr(args, x[2:])]
    if args.exact and args.summary:
        columns.append("--exact")
    if instead and columns:
        raise GraphGameError(
            f"{instead}: expected no {columns[0]}, which goes with a line per position, got both"
        )
    if args.seed is not None and args.start is None:
        raise GraphGameError("--seed: expected --from V beside it, whose play has dice, got none")
    if args.seed is not None and args.seed < 0:
        raise GraphGameError(f"--seed: expected an integer from 0 on, got {args.seed}")
    if args.exact and args.bounds:
        raise GraphGameError("--exact: expected no --bounds beside it, got both")
    terminal.write(_report(_solved(args), args))
    return 0


def _solved(args: argparse.Namespace) -> ChanceSolution[Any]:
    """Read the game and solve it; verify the solution if the arguments ask for it."""
    from graphgame.chance.solve import solve_chance
    from graphgame.progress import TerminalLine
    from graphgame.text.chance_text import read_chance

    more: dict[str, Any] = {}
    name = terminal.name(args.file)
    with terminal.opened(args.file) as text, TerminalLine() as progress:
        read, numbers = read_chance(
            text, args.format, base=args.base, source=name, progress=progress
        )
    args.named = read.labels is not None
    is_paid = "points" in numbers or "scores" in numbers
    if args.player is not None:
        if is_paid:
            raise GraphGameError(
                "--player: expected a game that is won or lost, got one with points or scores, "
                "whose values are what player 0 gets"
            )
        more["player"] = args.player
    if args.endless is not None:
        more["endless"] = _number(args.endless)
        if not is_paid:
            raise GraphGameError(
                "--endless: expected a game with points or scores, got one that is won or lost, in "
                "which nobody wins a play that never ends"
            )
    # Errors name positions as the text does.
    graph = read if args.named else read._counted_from(args.base)
    if "scores" in numbers and not args.named:
        numbers["scores"] = {v + args.base: x for v, x in numbers["scores"].items()}
    if args.start is not None:
        args.start = graph._find(terminal.find_position(graph, args.start, "--from"))
    try:
        s = solve_chance(graph, **numbers, **more, precision=args.precision, exact=args.exact)
    except GraphGameError as error:
        raise GraphGameError(_said(str(error), name, named=args.named)) from None
    if args.verify:
        s.verify()
    return s


def _number(word: str) -> int | Fraction:
    from graphgame.chance.input.weights import as_fraction
    from graphgame.reading.texts import quoted

    found = as_fraction(word)
    if found is None:
        raise GraphGameError(f"--endless: expected a number as 3, -1/2 or .25, got {quoted(word)}")
    return int(found) if found.denominator == 1 else found


# What arguments of `solve_chance` are called in the command and in its text.
_WORDS = {
    "exact=True": "--exact",
    "precision=": "--precision",
    "owner=": "lines OWNER",
    "fractions.Fraction": "a fraction p/q",
}


def _said(message: str, source: str, *, named: bool) -> str:
    """Return an error of the solver in the words of the command."""
    from graphgame.errors import shown_path

    for word, said in _WORDS.items():
        if not (named and word == "owner="):
            message = message.replace(word, said)
    about_option = message.startswith(("precision:", "endless:"))
    return f"--{message}" if about_option else f"{shown_path(source)}: {message}"


def _report(s: ChanceSolution[Any], args: argparse.Namespace) -> Iterable[bytes]:
    from graphgame.text import chance_results as results

    columns = {"moves": args.moves, "bounds": args.bounds, "exact": args.exact}
    if args.start is not None:
        more = {"exact": args.exact, "width": args.precision, "seed": args.seed or 0}
        facts = results.from_position(s, args.start, base=args.base, **more)
    elif args.json or args.summary:
        facts = results.summary(s)
    else:
        return results.rows(s, base=args.base, named=args.named, **columns)
    if args.verify:
        facts["verified"] = True
    if not args.json:
        first = s.game.position(0) if s.game.n else args.base
        text = results.summary_text(facts, first) if args.summary else results.from_text(facts)
        return [text.encode()]
    from graphgame.text.json_text import json_object

    said = {
        "base": args.base,
        **terminal.named(args),
        **({} if s.has_scores else {"player": s.player}),
        **facts,
    }
    lists = results.lists(s, base=args.base, named=args.named, **columns)
    return json_object(said, None if args.summary or args.start is not None else lists)
