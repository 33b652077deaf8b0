"""The command ``graphgame page``: writes a page in which a solved game is played, as one file."""

from __future__ import annotations

from graphgame.cli import game_arguments, terminal
from graphgame.errors import GraphGameError

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable
    from typing import Any

DESCRIPTION = (
    "Write a page in which anybody plays a solved game against the perfect player: one file, which "
    "a browser opens without a network. FILE is a solution or a graph; --heaps, --police, "
    "--cops and --sandbox make other pages."
)
EPILOG = (
    "--look names a Python file, which is run. It may define board, turn, pieces, centres, edges, "
    "move, title, languages, rules, players, goal and style, as the parameters of "
    "Solution.write_html.\n\n"
    "Examples:\n"
    "  printf '3 2\\n1 2\\n2 3\\n' | graphgame page --title Path | tee path.html\n"
    "  graphgame page --heap 0.77 --heaps 3,4,5 -o kayles.html && ls kayles.html"
)
# What each kind of page takes, beside --title, --languages and -o.
_TAKES = {
    "--heaps": {"heap", "heaps", "play", "puzzles"},
    "--police": {"police", "puzzles"},
    "--cops": {"cops", "file", "base", "format", "puzzles"},
    "--sandbox": {"sandbox", "format"},
    "FILE": {"file", "base", "format", "play", "look", "side", "puzzles"},
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.set_defaults(run=run)
    game_arguments.add_arguments(parser)
    game_arguments.add_look(parser)
    parser.add_argument(
        "--side",
        type=int,
        choices=(0, 1),
        help="keep what can be reached while this side, 0 the one that begins or, in a game with "
        "owners, player 0, plays best moves; for games that are too large for a page",
    )
    parser.add_argument(
        "--puzzles",
        metavar="N",
        help="how many puzzles the page has at most, or all; 10 by default",
    )
    parser.add_argument("--title", metavar="T", help="the title of the page")
    parser.add_argument(
        "--languages", metavar="L,L,…", help="some of en, vi, fa, pt, ru; the first is shown first"
    )
    parser.add_argument(
        "-o", "--output", metavar="OUT.html", help="the file to write; default: standard output"
    )
    kinds = parser.add_mutually_exclusive_group()
    kinds.add_argument("--heaps", metavar="A,B,…", help="play a heap game that begins with these")
    kinds.add_argument(
        "--police", metavar="FILE", help="play a board of the policeman and the thief"
    )
    kinds.add_argument("--cops", type=int, metavar="K", help="play K cops on the graph in FILE")
    kinds.add_argument(
        "--sandbox",
        nargs="?",
        const="",
        metavar="GRAPH",
        help="draw positions and moves, beginning with the graph in this file",
    )
    parser.add_argument(
        "--heap", metavar="GAME", help="with --heaps: nim (the default), grundy, or an octal code"
    )


def run(args: argparse.Namespace) -> int:
    """Write the page; return the exit status."""
    if args.output is not None:
        cure = "graphgame draw makes pictures, and a browser prints a page"
        others = dict.fromkeys(("pdf", "png", "svg", "jpg", "gif"), cure)
        terminal.require_suffix(args.output, {"html": "", **others}, "HTML")
    inputs = (args.file, args.police, args.sandbox, args.look)
    terminal.require_other("-o", args.output, *inputs)
    kind = _kind(args)
    make = {
        "--heaps": _heaps,
        "--police": _police,
        "--cops": _cops,
        "--sandbox": _sandbox,
        "FILE": _solution,
    }[kind]
    _check_arguments(args, kind)
    style: dict[str, Any] = {"title": args.title, "languages": None}
    if args.languages is not None:
        style["languages"] = args.languages.split(",")
    if args.output is None:
        terminal.write([make(args, style).encode()])
        return 0
    from graphgame.archive import replacing

    # Open the target first, so that nothing is solved if it cannot be written.
    with replacing(args.output) as target:
        target.write(make(args, style).encode())
    return 0


def _kind(args: argparse.Namespace) -> str:
    """Return the argument that says what kind of page it is."""
    for kind in ("--heaps", "--police", "--cops", "--sandbox"):
        if getattr(args, kind.removeprefix("--")) is not None:
            return kind
    if args.heap is not None:
        raise GraphGameError("--heap goes with --heaps, the heaps to begin with, as in 3,4,5")
    return "FILE"


def _check_arguments(args: argparse.Namespace, kind: str) -> None:
    """Refuse arguments of other kinds of pages."""
    for name in set().union(*_TAKES.values()) - _TAKES[kind]:
        if getattr(args, name) != args.parser.get_default(name):
            shown = "FILE" if name == "file" else f"--{name}"
            raise GraphGameError(f"{shown}: expected none with {kind}, got {getattr(args, name)}")


def _solution(args: argparse.Namespace, style: dict[str, Any]) -> str:
    from graphgame.playing.table import table_page

    look = game_arguments.read_look(args)
    given = {name: value for name, value in style.items() if value is not None}
    look = look._replace(**given)
    game = game_arguments.read_played(args, look)
    return table_page(game._solved_game(), look, args.side, _puzzles(args))


def _puzzles(args: argparse.Namespace) -> Any:
    """Return how many puzzles are asked for, as a number if it is one."""
    text: str | None = args.puzzles
    return int(text) if text is not None and text.isdecimal() else text


def _heaps(args: argparse.Namespace, style: dict[str, Any]) -> str:
    from graphgame.heaps import catalogue

    named: dict[str, Callable[[], Any]] = {
        "nim": catalogue.all_but,
        "grundy": catalogue.grundys_game,
    }
    name = "nim" if args.heap is None else args.heap
    game = named[name]() if name in named else catalogue.octal(name)
    heaps = tuple(terminal.integers(args.heaps, "--heaps", "3,4,5"))
    return str(game.to_html(heaps=heaps, play=args.play, puzzles=_puzzles(args), **style))


def _police(args: argparse.Namespace, style: dict[str, Any]) -> str:
    from graphgame.pursuit.game import PoliceAndThief

    game = PoliceAndThief._from_grid(terminal.read_grid(args.police))
    return str(game.solve().to_html(puzzles=_puzzles(args), **style))


def _cops(args: argparse.Namespace, style: dict[str, Any]) -> str:
    from graphgame.cops.game import cops_and_robbers

    base = game_arguments.base(args)
    graph = terminal.read_named(args, base)
    solution = cops_and_robbers(graph, args.cops)
    return str(solution.to_html(puzzles=_puzzles(args), **style))


def _sandbox(args: argparse.Namespace, style: dict[str, Any]) -> str:
    from graphgame.playing.page import sandbox_page

    text = _graph_text(args.sandbox, args.format) if args.sandbox else None
    return sandbox_page(text, **style)


def _graph_text(file: str, format: str | None) -> str:  # noqa: A002 -- as in read_graph
    """Return a graph as text; names of positions, which the page numbers, stand in comments."""
    from io import BytesIO

    from graphgame.text.graph_text import format_by_name, read_graph, write_graph

    text, name = terminal.read_all(file), terminal.name(file)
    graph = read_graph(BytesIO(text), format or format_by_name(name), source=name)
    if graph.labels is None:
        return text.decode("utf-8-sig")
    from graphgame.text.results import shown

    write_graph(graph, written := BytesIO())
    lines = (f"# {v} is {shown(label)}\n" for v, label in enumerate(graph.labels, 1))
    return written.getvalue().decode() + "".join(lines)
