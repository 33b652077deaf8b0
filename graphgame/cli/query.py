"""The command ``graphgame query``: positions of a database, by their codes."""

from __future__ import annotations

from graphgame.cli import database_arguments, terminal
from graphgame.errors import GraphGameError, ParseError
from graphgame.reading.texts import quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Any

    from graphgame.answers.database import Database

DESCRIPTION = (
    "Look positions up in a database: who wins, in how many plies and, with --game, by which move. "
    "Without a CODE, say what the database holds."
)
EPILOG = (
    "A line a CODE: the code, the outcome for the player to move, the remoteness (-1: it never "
    "ends; ?: only outcomes are published), and with --game the code after the best move (- at a "
    "terminal). A single - reads codes from standard input.\n\n"
    "Examples:\n"
    "  graphgame query take.gg\n"
    "  graphgame query take.gg 3 17 --json"
)
# Codes read from standard input that are looked up at a time.
_BATCH = 1 << 16


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.set_defaults(run=run)
    parser.add_argument(
        "folder", metavar="DATABASE", help="its folder, the file that is published, or its URL"
    )
    parser.add_argument("codes", nargs="*", metavar="CODE", help="positions; - reads them")
    database_arguments.add_game(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument(
        "--verify",
        action="store_true",
        help="check the whole database, which needs --game; exit 1 if it fails",
    )


def run(args: argparse.Namespace) -> int:
    """Print what the database says of each code, return the exit status."""
    database, _ = database_arguments.open_database(args.folder, args.game)
    with database, database_arguments.asking(args.game):
        if args.verify:
            database.verify()
        print_report(database, args)
    return 0


def print_report(database: Database, args: argparse.Namespace) -> None:
    """Print what the database says of ``args.codes``, or what it holds, in text or as JSON."""
    if args.json:
        report: Iterable[str] = _json(database, args)
    elif args.codes:
        report = _lines(database, args)
    else:
        report = _summary(database)
    terminal.write(block.encode() for block in report)


def _codes(words: Sequence[str | bytes]) -> Iterator[list[int]]:
    """Yield the codes that are asked for, some at a time."""
    if words == ["-"]:
        words = terminal.read_all().split()
        if not words:
            raise ParseError(terminal.name("-"), 1, 1, "codes", "none: the text is empty")
    for start in range(0, len(words), _BATCH):
        yield [_code(word) for word in words[start : start + _BATCH]]


def _code(word: str | bytes) -> int:
    try:
        code = int(word)
    except ValueError:
        code = 1 << 63
    if not -(1 << 63) <= code < 1 << 63:
        raise GraphGameError(f"CODE: expected an integer of 64 bits, got {quoted(word)}")
    return code


def _answers(database: Database, args: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """Yield the answers in the order of the codes."""
    from graphgame.outcome import Outcome

    alone = database._fields.get("content") == "outcomes"
    for codes in _codes(args.codes):
        outcomes, remoteness = database._answers(codes)
        rows = zip(codes, outcomes.tolist(), remoteness.tolist(), strict=True)
        for code, outcome, plies in rows:
            answer = {"code": code, "outcome": str(Outcome(outcome))}
            answer["remoteness"] = None if alone else plies
            if args.game is not None:
                answer["best_move"] = database.best_move(code)
            yield answer


def _lines(database: Database, args: argparse.Namespace) -> Iterator[str]:
    for answer in _answers(database, args):
        unknown = {"remoteness": "?", "best_move": "-"}
        words = [unknown[name] if x is None else str(x) for name, x in answer.items()]
        yield " ".join(words) + "\n"


def _summary(database: Database) -> Iterator[str]:
    fields = database._fields
    yield f"{fields['rule']['name']}, {fields['play']} play\n"
    moves = "" if fields["moves"] is None else f", {fields['moves']} moves"
    yield f"{fields['positions']} positions{moves}\n"
    longest = database.longest()
    for outcome, count in database.counts().items():
        far = f", at most {longest[outcome]} plies" if longest[outcome] > 0 else ""
        yield f"{count} {outcome}{far}\n"
    if database.start is not None:
        alone = fields.get("content") == "outcomes"
        plies = "" if alone else f" {database.remoteness_of(database.start)}"
        yield f"start {database.start}: {database.result}{plies}\n"


def _json(database: Database, args: argparse.Namespace) -> Iterator[str]:
    from json import dumps

    fields = database._fields
    report: dict[str, Any] = {
        "game": fields["rule"]["name"],
        "play": fields["play"],
        "positions": fields["positions"],
        "moves": fields["moves"],
        "wins": fields["counts"]["WIN"],
        "losses": fields["counts"]["LOSE"],
        "draws": fields["counts"]["DRAW"],
    }
    longest = {str(outcome): plies for outcome, plies in database.longest().items()}
    report |= {"longest_win": longest["WIN"], "longest_loss": longest["LOSE"]}
    if args.verify:
        report["verified"] = True
    report["answers"] = [*_answers(database, args)]
    yield dumps(report) + "\n"
