"""The command ``graphgame build``: a database of a game, built in a folder."""

from __future__ import annotations

import os
import sys

from graphgame.cli import database_arguments, query, terminal
from graphgame.errors import GraphGameError, shown_path
from graphgame.progress import TerminalLine

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from typing import Any

    from graphgame.answers.database import Database

DESCRIPTION = (
    "Explore and solve a game on disk, and leave a database in a folder. What was stopped goes on "
    "from its last checkpoint by the same command. Under mpiexec the ranks build together."
)
EPILOG = (
    "The game is a rule of codes, or an object with options(codes) and perhaps start, preset and "
    "canonical; one with tier is built tier by tier, and with --size it is built by index. Then it "
    "prints what graphgame query prints.\n\n"
    "Examples:\n"
    "  graphgame build take.py:GAME --folder take.gg\n"
    "  graphgame build take.py:options --start 30 --folder other.gg --json"
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.set_defaults(run=run)
    parser.add_argument(
        "game",
        metavar="MODULE:GAME",
        help="a name in a module, or in a file FILE.py; it is imported",
    )
    parser.add_argument("--folder", required=True, metavar="F", help="where the database goes")
    parser.add_argument(
        "--start", type=int, metavar="CODE", help="where play begins; default: GAME.start"
    )
    parser.add_argument(
        "--size", type=int, metavar="N", help="positions are integers below N: build by index"
    )
    parser.add_argument(
        "--ordered", action="store_true", help="with --size: every move raises the index"
    )
    parser.add_argument(
        "--undo",
        metavar="MODULE:NAME",
        help="with --size: the positions from which a move leads to a position",
    )
    parser.add_argument(
        "--memory", metavar="SIZE", help="the most memory to take, as in 4GiB (the default)"
    )
    parser.add_argument("--threads", type=int, default=1, metavar="N", help="default: 1")
    parser.add_argument(
        "--partitions", type=int, metavar="N", help="parts of the game; default: 64"
    )
    terminal.add_play(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument(
        "--verify", action="store_true", help="check the database; exit 1 if it fails"
    )


def run(args: argparse.Namespace) -> int:
    """Build the database and print what it holds, return the exit status."""
    game = database_arguments.read_game(args.game, "MODULE:GAME")
    try:
        with database_arguments.asking(args.game):
            built = _built(game, args)
    except KeyboardInterrupt:
        if sys.stderr is not None:
            print(f"graphgame: {_stopped(args)}", file=sys.stderr)
        raise
    with built as database, database_arguments.asking(args.game):
        if args.verify:
            database.verify()
        args.codes, args.game = [], None
        query.print_report(database, args)
    return 0


def _stopped(args: argparse.Namespace) -> str:
    """Return what a build that was interrupted has left, and how to go on."""
    folder = shown_path(args.folder)
    if args.size is None and os.path.exists(os.path.join(args.folder, "manifest.json")):
        return f"interrupted; the same command goes on from the last checkpoint in {folder}"
    return f"interrupted; the same command begins again, as nothing is kept in {folder} yet"


def _built(game: Any, args: argparse.Namespace) -> Database[int]:
    """Explore and solve the game in the folder."""
    from graphgame.big.build import build

    start = args.start if args.start is not None else getattr(game, "start", None)
    if start is None and args.size is None:
        raise GraphGameError(
            f"--start: expected a code where play begins, for {args.game} has no start; got none"
        )
    undo = database_arguments.read_game(args.undo, "--undo") if args.undo else None
    tier = None if args.size is not None else getattr(game, "tier", None)
    if args.partitions is not None and (args.size is not None or tier is not None):
        raise GraphGameError(
            f"--partitions: expected none where {args.game} is built by index or by tiers, got "
            f"{args.partitions}"
        )
    for option, given in (("--ordered", args.ordered), ("--undo", args.undo)):
        if given and args.size is None:
            raise GraphGameError(f"{option}: expected --size N beside it, got none")
    with TerminalLine() as progress:
        return build(
            game,
            start,
            play=args.play,
            folder=args.folder,
            tier=tier,
            size=args.size,
            ordered=args.ordered,
            undo=undo,
            memory=args.memory,
            partitions=args.partitions,
            threads=args.threads,
            progress=progress,
        )
