"""Arguments of commands that show a solved game: FILE is a solution, or graph text to be solved."""

from __future__ import annotations

from graphgame.cli import terminal
from graphgame.errors import GraphGameError

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Mapping
    from typing import Any

    from graphgame.graphs.played import Played
    from graphgame.playing.game import Look
    from graphgame.solving.solution import Solution

# What a file given as --look may define.
_NAMES = ("board", "turn", "pieces", "centres", "edges", "move", "title", "languages")


def add_arguments(parser: argparse.ArgumentParser, *, piped: bool = True) -> None:
    """Add FILE, which is needed unless it may come through a pipe, ``--base`` and ``--play``."""
    what = "a solution saved as npz, or graph text"
    if piped:
        what += "; default: - (graph text on standard input)"
        parser.add_argument("file", nargs="?", default="-", metavar="FILE", help=what)
    else:
        parser.add_argument("file", metavar="FILE", help=what)
    terminal.add_base(parser, "position")
    parser.add_argument(
        "--play",
        choices=("normal", "misere"),
        default="normal",
        help="for graph text: who cannot move loses (normal, the default) or wins (misere)",
    )


def add_look(parser: argparse.ArgumentParser) -> None:
    """Add ``--look``, a Python file that says how the game looks."""
    parser.add_argument(
        "--look",
        metavar="FILE.py",
        help=f"a Python file, which is run, and which defines some of {', '.join(_NAMES)}",
    )


def read_solution(args: argparse.Namespace) -> Solution[Any]:
    """Load a solution file, or read graph text and solve it."""
    from graphgame.solving.solution import Solution

    if args.file != "-" and _is_archive(args.file):
        return Solution.load(args.file)
    from graphgame.solving.solve import solve

    graph = terminal.read_graph(args.file, args.base)
    return solve(graph._counted_from(args.base), play=args.play)


def read_played(args: argparse.Namespace) -> Played[Any]:
    """Read or solve what is played: as `read_solution`, or a solution of a game with owners."""
    if args.file != "-" and _is_archive(args.file):
        from graphgame.archive import read_kind

        kind = read_kind(args.file)
        if kind == "graphgame owners":
            from graphgame.owners.solution import OwnerSolution

            return OwnerSolution.load(args.file)
        if kind == "graphgame parity":
            from graphgame.owners.parity_solution import ParitySolution

            return ParitySolution.load(args.file)
    return read_solution(args)


def read_look(args: argparse.Namespace) -> Look:
    """Run the file given as ``--look``, and take what it defines."""
    from graphgame.playing.game import Look

    if args.look is None:
        return Look()
    from runpy import run_path

    try:
        defined = run_path(args.look)
    except OSError as error:
        error.filename = args.look
        raise
    except Exception as error:
        raise GraphGameError(f"{args.look}: {type(error).__name__}: {error}") from error
    given = {name: defined[name] for name in _NAMES if name in defined}
    if not given:
        raise GraphGameError(f"{args.look}: expected it to define some of {', '.join(_NAMES)}")
    _check_spelling(args.look, defined, given)
    return Look(**given)


def _check_spelling(file: str, defined: Mapping[str, Any], given: Mapping[str, Any]) -> None:
    """Warn of a name that is nearly one of those that mean something, where that one is missing."""
    import sys
    from difflib import get_close_matches

    missing = [name for name in _NAMES if name not in given]
    for name in (x for x in defined if not x.startswith("_")):
        for meant in get_close_matches(name, missing, 1, 0.75):
            print(f"graphgame: {file}: {name} means nothing here, {meant} would", file=sys.stderr)


def _is_archive(file: str) -> bool:
    try:
        with open(file, "rb") as opened:
            return opened.read(2) == b"PK"
    except OSError as error:
        error.filename = file
        raise
