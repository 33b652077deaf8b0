"""The command ``graphgame serve``: the page of a solved game, on this machine alone."""

from __future__ import annotations

import sys

from graphgame.cli import database_arguments, game_arguments, terminal
from graphgame.errors import GraphGameError, shown_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

    from graphgame.playing.chance_positions import StatePositions
    from graphgame.playing.game import Look
    from graphgame.playing.positions import CodePositions

DESCRIPTION = (
    "Serve a page in which anybody plays against the perfect player. The positions stay here, and "
    "the page asks for each: for games that are too large for one file. Only browsers on this "
    "machine reach it. Ctrl-C ends it."
)
EPILOG = (
    "Standard error says where the page is. FILE may be a database, with --game: its folder, what "
    "is published of it, or its URL.\n\n"
    "Examples:\n"
    "  printf '3 2\\n1 2\\n2 3\\n' | graphgame serve --port 0\n"
    "  printf '4 4\\n1 2\\n2 1\\n2 3\\n3 4\\n' | graphgame serve --port 0 --title Demo"
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.set_defaults(run=run)
    game_arguments.add_arguments(parser)
    database_arguments.add_game(parser)
    game_arguments.add_look(parser)
    parser.add_argument(
        "--port", type=int, default=8000, metavar="N", help="default: 8000; 0 takes any free one"
    )
    parser.add_argument("--title", metavar="TEXT", help="the title of the page")
    parser.add_argument("--open", action="store_true", help="open the page in the browser")


def run(args: argparse.Namespace) -> int:
    """Solve or load the game, and serve its page until Ctrl-C."""
    from graphgame.playing import server

    is_database = database_arguments.is_database(args.file)
    if args.game is not None and not is_database:
        raise GraphGameError(
            f"--game: expected the folder of a database as FILE beside it, got "
            f"{shown_path(terminal.name(args.file))}, which is no folder; graph text and solutions "
            "need no --game"
        )
    look = game_arguments.read_look(args)
    if args.title is not None:
        look = look._replace(title=args.title)
    positions = _database(args, look) if is_database else None
    solution = None if positions is not None else game_arguments.read_played(args, look)

    def announce(address: str) -> None:
        if sys.stderr is not None:
            print(f"graphgame: {address} (Ctrl-C ends)", file=sys.stderr, flush=True)
        if args.open:
            server.open_browser(address)

    if solution is not None:
        server.serve(solution._solved_game(), look, port=args.port, announce=announce)
    elif positions is not None:
        server.serve_positions(positions, port=args.port, announce=announce)
    return 0


def _database(args: argparse.Namespace, look: Look) -> CodePositions | StatePositions:
    """Return the positions of a database, with the looks that its game defines."""
    from graphgame.answers.manifest import Manifest

    if Manifest.exists(args.file) and Manifest.load(args.file).get("kind") == "chance":
        from graphgame.chance.layers.chance_database import ChanceDatabase

        if args.game is None:
            raise GraphGameError(
                f"--game: expected the rule that was solved, as MODULE:GAME, beside "
                f"{shown_path(args.file)}, a database of a game of chance, got none"
            )
        rule = database_arguments.read_game(args.game)
        return ChanceDatabase.open(args.file, rule)._positions(look)
    from graphgame.playing.game import coded_game
    from graphgame.playing.positions import CodePositions

    database, _ = database_arguments.open_database(args.file, args.game)
    return CodePositions(coded_game(database), look)
