"""The command ``graphgame build``: a database of a game, built in a folder."""

from __future__ import annotations

import sys

from graphgame.cli import named, query
from graphgame.errors import GraphGameError

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from typing import Any

    from graphgame.big.database import Database
    from graphgame.big.stored import StoredGame
    from graphgame.big.tiers import TieredGame

DESCRIPTION = (
    "Explore and solve a game on disk, and leave a database in a folder. What was stopped goes on "
    "from its last checkpoint by the same command. Under mpiexec the ranks build together."
)
EPILOG = (
    "The game is a rule of codes, or an object with options(codes) and perhaps start, preset and "
    "canonical; one with tier is built tier by tier, and an IndexedGame by its indices. Then it "
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
        "--memory", metavar="SIZE", help="the most memory to take, as in 4GiB (the default)"
    )
    parser.add_argument("--threads", type=int, default=1, metavar="N", help="default: 1")
    parser.add_argument(
        "--partitions", type=int, metavar="N", help="parts of the game; default: 64"
    )
    parser.add_argument(
        "--play",
        choices=("normal", "misere"),
        default="normal",
        help="who cannot move loses (normal, the default) or wins (misere)",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument(
        "--verify", action="store_true", help="check the database; exit 1 if it fails"
    )


def run(args: argparse.Namespace) -> int:
    """Build the database and print what it holds, return the exit status."""
    game = named.read_game(args.game, "MODULE:GAME")
    with _built(game, args) as database:
        if args.verify:
            database.verify()
        args.codes, args.game = [], None
        query.print_report(database, args)
    return 0


def _built(game: Any, args: argparse.Namespace) -> Database:
    """Explore and solve the game in the folder."""
    from graphgame.big.explore import explore_codes
    from graphgame.big.indexed import IndexedGame

    shows: Any = {"progress": sys.stderr is not None and sys.stderr.isatty()}
    given: Any = {"memory": args.memory} | shows
    if isinstance(game, IndexedGame):
        _refuse(args, "start", "partitions")
        return game.solve(args.folder, play=args.play, threads=args.threads, **given)
    start = args.start if args.start is not None else getattr(game, "start", None)
    if start is None:
        raise GraphGameError(
            f"--start: expected a code where play begins, for {args.game} has no start; got none"
        )
    tier = getattr(game, "tier", None)
    if tier is not None:
        _refuse(args, "partitions")
        tiered: TieredGame = explore_codes(game, start, folder=args.folder, tier=tier, **given)
        return tiered.solve(play=args.play, **shows)
    given |= {"threads": args.threads, "partitions": args.partitions}
    stored: StoredGame = explore_codes(game, start, folder=args.folder, **given)
    return stored.solve(play=args.play)


def _refuse(args: argparse.Namespace, *names: str) -> None:
    """Refuse options that mean nothing for this kind of game."""
    for name in names:
        value = getattr(args, name)
        if value is not None:
            raise GraphGameError(f"--{name}: expected none for {args.game}, got {value}")
