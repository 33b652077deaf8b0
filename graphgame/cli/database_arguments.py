"""Arguments of commands that open a database or a proof, and name the game that it is about."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager

from graphgame.cli import game_arguments, terminal
from graphgame.errors import GraphGameError, VerificationError, shown_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator
    from typing import Any

    from graphgame.answers.database import Database
    from graphgame.playing.chance_positions import StatePositions
    from graphgame.playing.game import Look
    from graphgame.playing.positions import CodePositions
    from graphgame.playing.proven import ProvenPositions


def add_game(parser: argparse.ArgumentParser) -> None:
    """Add ``--game``, the rule that was solved."""
    parser.add_argument(
        "--game",
        metavar="MODULE:GAME",
        help="the rule of the database or proof: a name in a module, or in a file FILE.py; it is "
        "imported",
    )


def add_scores(parser: argparse.ArgumentParser) -> None:
    """Add ``--scores``, what ends of the game are worth where a proof is one of a score."""
    parser.add_argument(
        "--scores", metavar="MODULE:SCORES", help="what ends are worth; default: GAME.score"
    )


def read_scores(args: argparse.Namespace) -> Any:
    """Return what ``--scores`` names, None where it is not given."""
    return None if args.scores is None else read_game(args.scores, "--scores")


def read_game(named: str, where: str = "--game") -> Any:
    """Return the object that MODULE:GAME names, which stands at `where` on the command line.

    Raises
    ------
    GraphGameError
        If there is none, or importing it fails.
    """
    place, colon, name = named.rpartition(":")
    if not colon or not place or not name:
        raise GraphGameError(
            f"{where}: expected MODULE:GAME, as in examples.take:GAME, got {named!r}"
        )
    try:
        defined = _module(place)
    except (Exception, SystemExit) as error:
        raise GraphGameError(f"{where} {place}: {game_arguments.raised(error)}") from error
    if name not in defined:
        raise GraphGameError(f"{where}: expected {name} in {place}, got none")
    return defined[name]


def _module(place: str) -> dict[str, Any]:
    """Return the names that a module, or a file, defines."""
    if place.endswith(".py"):
        from runpy import run_path

        return run_path(place)
    from importlib import import_module

    if "" not in sys.path and os.getcwd() not in sys.path:
        sys.path.insert(0, os.getcwd())  # as `python -m` does
    return vars(import_module(place))


def another_rule(proof: str) -> str:
    """Return the hint that the rule may be another one than that of a proof."""
    return f"; expected the rule that {shown_path(proof)} is a proof of"


@contextmanager
def asking(named: str | None, hint: str = "") -> Iterator[None]:
    """Report in a line what a rule raises that MODULE:GAME names, and where, with a hint.

    What the package itself raises goes on as it is; a proof that fails gets the hint too.
    """
    try:
        yield
    except VerificationError as error:
        if not hint:
            raise
        found = f"{error.found}{hint}"
        raise VerificationError(error.position, error.args[1], error.expected, found) from None
    except (GraphGameError, OSError, MemoryError):
        raise
    except (Exception, SystemExit) as error:  # sys.exit() there would look like success
        place = _place_in_rule(error)
        if place is None:
            raise
        raised = f"{named}: {place} raises {type(error).__name__}: {error}"
        raise GraphGameError(f"{raised}{hint}") from error


def _place_in_rule(error: BaseException) -> str | None:
    """Return where a rule raised an error, or called what did; None if the package raised it."""
    import graphgame

    package = os.path.dirname(os.path.abspath(graphgame.__file__)) + os.sep
    library = os.path.dirname(os.path.abspath(os.__file__)) + os.sep
    found, trace = None, error.__traceback__
    while trace is not None:
        file = trace.tb_frame.f_code.co_filename
        if os.path.abspath(file).startswith(package) or file.endswith(".pyx"):
            found = None
        elif not file.startswith((library, "<frozen")) and f"{os.sep}numpy{os.sep}" not in file:
            found = f"line {trace.tb_lineno} of {shown_path(file)}"
        trace = trace.tb_next
    return found


def is_database(path: str) -> bool:
    """Return whether a path is the folder of a database, a published one, or the URL of one."""
    if os.path.isdir(path) or path.lower().startswith(("http://", "https://")):
        return True
    if not os.path.isfile(path):  # what is read of a pipe is gone
        return False
    try:
        with open(path, "rb") as file:
            return file.read(5) == b"\x89GGDB"
    except OSError:
        return False


def open_database(folder: str, named: str | None) -> tuple[Database, Any]:
    """Open a database, with its rule if one is named; return both."""
    from graphgame.answers.database import Database

    game = None if named is None else read_game(named)
    with asking(named):
        return Database.open(folder, game), game


# -- what is played --------------------------------------------------------------------------------


def open_positions(
    args: argparse.Namespace, look: Look
) -> CodePositions | StatePositions | ProvenPositions | None:
    """Return the positions of a database or a proof, with the looks that its game defines.

    None if FILE is neither.
    """
    if _is_proof(args.file, named=args.game is not None):
        return _proven(args, look)
    if args.scores is not None:
        raise GraphGameError(
            f"--scores: expected a proof of a score as FILE beside it, got "
            f"{shown_path(terminal.name(args.file))}, which is none"
        )
    if is_database(args.file):
        return _database(args, look)
    if args.game is not None:
        raise GraphGameError(
            f"--game: expected the folder of a database as FILE beside it, got "
            f"{shown_path(terminal.name(args.file))}, which is no folder, and no proof; graph text "
            "and solutions need no --game"
        )
    return None


def _is_proof(path: str, *, named: bool) -> bool:
    """Return whether a path is a file of a proof, or if a rule is `named` a damaged one."""
    if path == "-" or not os.path.isfile(path):
        return False
    from graphgame.graphs.form import read_loader

    with open(path, "rb") as file:
        if file.read(2) != b"PK":
            return False
    found = read_loader(path)
    return named if found is None else found.__name__ == "Proof"


def _named_rule(args: argparse.Namespace, what: str, kind: str) -> Any:
    """Return the rule that ``--game`` names, which what is of this kind needs."""
    if args.game is None:
        raise GraphGameError(
            f"--game: expected the rule that was {what}, as MODULE:GAME, beside "
            f"{shown_path(args.file)}, {kind}, got none"
        )
    return read_game(args.game)


def _proven(args: argparse.Namespace, look: Look) -> ProvenPositions:
    """Return the positions of a proof, which is checked first."""
    from graphgame.proving.proof import Proof

    game_arguments.require_no_format(args, "a proof")
    rule = _named_rule(args, "searched", "a proof")
    proof = Proof.load(args.file)
    game_arguments.require_play(args, proof.play)
    scores = read_scores(args)
    if proof._has_scores and scores is None and getattr(rule, "score", None) is None:
        raise GraphGameError(
            f"--scores: expected what ends are worth, as MODULE:SCORES, as {shown_path(args.file)} "
            f"is a proof of a score, and {args.game} has no score; got none"
        )
    with asking(args.game, another_rule(args.file)):
        return proof._shown(*proof._asked(rule, None, scores, None, None), look)


def _database(args: argparse.Namespace, look: Look) -> CodePositions | StatePositions:
    """Return the positions of a database."""
    from graphgame.answers.manifest import Manifest

    game_arguments.require_no_format(args, "a database")
    if Manifest.exists(args.file) and Manifest.load(args.file).get("kind") == "chance":
        from graphgame.chance.layers.chance_database import ChanceDatabase

        rule = _named_rule(args, "solved", "a database of a game of chance")
        with asking(args.game):
            return ChanceDatabase.open(args.file, rule)._positions(look)
    from graphgame.playing.game import coded_game
    from graphgame.playing.positions import CodePositions

    database, _ = open_database(args.file, args.game)
    game_arguments.require_play(args, database.play)
    return CodePositions(coded_game(database), look)
