"""The command ``graphgame serve``: the page of a solved game, on this machine alone."""

from __future__ import annotations

import sys

from graphgame.cli import database_arguments, game_arguments

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

DESCRIPTION = (
    "Serve a page in which anybody plays against the perfect player. The positions stay here, and "
    "the page asks for each: for games that are too large for one file. Only browsers on this "
    "machine reach it. Ctrl-C ends it."
)
EPILOG = (
    "Standard error says where the page is. FILE may be a database, with --game: its folder, what "
    "is published of it, or its URL; or a proof of graphgame prove, with --game.\n\n"
    "Examples:\n"
    "  printf '3 2\\n1 2\\n2 3\\n' | graphgame serve --port 0\n"
    "  printf '4 4\\n1 2\\n2 1\\n2 3\\n3 4\\n' | graphgame serve --port 0 --title Demo"
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.set_defaults(run=run)
    game_arguments.add_arguments(parser)
    database_arguments.add_game(parser)
    database_arguments.add_scores(parser)
    game_arguments.add_look(parser)
    parser.add_argument(
        "--port", type=int, default=8000, metavar="N", help="default: 8000; 0 takes any free one"
    )
    parser.add_argument("--title", metavar="TEXT", help="the title of the page")
    parser.add_argument("--open", action="store_true", help="open the page in the browser")


def run(args: argparse.Namespace) -> int:
    """Solve or load the game, and serve its page until Ctrl-C."""
    from graphgame.playing import server

    look = game_arguments.read_look(args)
    if args.title is not None:
        look = look._replace(title=args.title)
    positions = database_arguments.open_positions(args, look)
    solution = None if positions is not None else game_arguments.read_played(args, look)

    def announce(address: str) -> None:
        if sys.stderr is not None:
            print(f"graphgame: {address} (Ctrl-C ends)", file=sys.stderr, flush=True)
        if args.open:
            server.open_browser(address)

    with database_arguments.asking(args.game):
        if solution is not None:
            server.serve(solution._solved_game(), look, port=args.port, announce=announce)
        elif positions is not None:
            server.serve_positions(positions, port=args.port, announce=announce)
    return 0
