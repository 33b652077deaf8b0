"""The command ``graphgame play``: a match against the perfect player, in the terminal."""

from __future__ import annotations

import errno
import os
import sys

from graphgame.cli import database_arguments, game_arguments, terminal
from graphgame.errors import GraphGameError

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from typing import IO, Any

    from graphgame.playing.terminal import Writer

DESCRIPTION = (
    "Play a game in the terminal against the perfect player. Type the number of a move or its "
    "name; h lists what else there is. The end of standard input ends the match. FILE may be a "
    "proof of graphgame prove, or a database, with --game."
)
EPILOG = (
    "Examples:\n"
    "  printf '3 2\\n1 2\\n2 3\\n' > g.txt; echo 1 | graphgame play g.txt --values\n"
    "  printf '2 1\\n1 2\\n' > g.txt; graphgame play g.txt --as none --seed 1"
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.set_defaults(run=run)
    game_arguments.add_arguments(parser, piped=False)
    database_arguments.add_game(parser)
    database_arguments.add_scores(parser)
    game_arguments.add_look(parser)
    parser.add_argument(
        "--as",
        dest="person",
        choices=("first", "second", "both", "none"),
        help="whom you play: the first player (the default, unless a proof has his moves), the "
        "second, both, or none; in a game with owners the first is player 0",
    )
    machine = parser.add_mutually_exclusive_group()
    machine.add_argument(
        "--skill",
        choices=("perfect", "strong", "good", "casual", "beginner"),
        help="how well the machine plays: perfect (the default), strong, good, casual or beginner",
    )
    machine.add_argument(
        "--errs",
        type=float,
        default=0,
        metavar="P",
        help="instead of a skill: of a hundred moves of the machine, how many are taken at random",
    )
    parser.add_argument(
        "--seed", type=int, metavar="N", help="make the choices of the machine the same every time"
    )
    parser.add_argument(
        "--dice",
        choices=("rolled", "typed"),
        default="rolled",
        help="in a game of chance: rolled here (the default), or typed in, from a real board",
    )
    parser.add_argument(
        "--values",
        action="store_true",
        help="show who wins, and the moves in groups: winning, drawing and losing; in a game of "
        "chance, what each move gives away",
    )


def run(args: argparse.Namespace) -> int:
    """Load or solve the game, and play it until the end of standard input."""
    if args.file == "-":
        raise GraphGameError("FILE: expected a file, since moves come from standard input, got -")
    if not 0 <= args.errs <= 100:
        raise GraphGameError(f"--errs: expected a number from 0 to 100, got {args.errs:g}")
    from random import Random

    from graphgame.playing.dice import DICE
    from graphgame.playing.positions import GamePositions
    from graphgame.playing.terminal import SKILLS
    from graphgame.playing.terminal_chance import make_terminal

    look = game_arguments.read_look(args)
    positions: Any = database_arguments.open_positions(args, look)
    if positions is None:
        positions = GamePositions(game_arguments.read_played(args, look)._solved_game(), look)
    machine = None if positions.proof is None else positions.proof["keeper"]
    person = args.person or ("second" if machine == 0 else "first")
    people = {"first": {0}, "second": {1}, "both": {0, 1}, "none": set[int]()}[person]
    if args.dice == "typed":
        if positions.chance is None:
            raise GraphGameError("--dice: expected a game of chance, got one without dice")
        people = people | {DICE}
    with database_arguments.asking(args.game):
        make_terminal(
            positions,
            _reader(),
            _writer(),
            people=people,
            errs=(SKILLS[args.skill] if args.skill else args.errs) / 100,
            random=Random(args.seed),  # noqa: S311 -- chooses among moves
            values=args.values,
        ).play()
    return 0


def _reader() -> IO[bytes]:
    """Return standard input, or raise OSError if it is closed."""
    if sys.stdin is None:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF), terminal.name("-"))
    return sys.stdin.buffer


def _writer() -> Writer:
    """Return what writes to standard output: with prompts, if that is a terminal."""
    from graphgame.playing.terminal import Writer

    shown = sys.stdout is not None and sys.stdout.isatty()
    return Writer(terminal.write, prompts=shown, echoes=not sys.stdin.isatty())
