"""The command ``graphgame publish``: the answers of a database, compressed for the web."""

from __future__ import annotations

import os

from graphgame.cli import database_arguments, game_arguments, terminal
from graphgame.progress import TerminalLine

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from typing import Any

    from graphgame.answers.database import Database

DESCRIPTION = (
    "Write the answers of a database compressed, so that anybody can look them up: graphgame query "
    "and Python read what is published from a disk or from a web server, a few kilobytes at a time."
)
EPILOG = (
    "OUT is one file, which a web server has to send by ranges, or with --split a folder of files "
    "for any host. What was stopped goes on by the same command. With --page, OUT is a folder to "
    "put on a web host: its index.html is a page to play in.\n\n"
    "Examples:\n"
    "  graphgame publish take.gg take.ggdb --verify\n"
    "  graphgame publish take.gg site --split --content outcomes --json"
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.set_defaults(run=run)
    parser.add_argument("database", metavar="DATABASE", help="its folder, or what is published")
    parser.add_argument("out", metavar="OUT", help="the file or, with --split, the folder")
    parser.add_argument(
        "--content",
        choices=("remoteness", "outcomes"),
        default="remoteness",
        metavar="WHAT",
        help="remoteness (the default): outcomes and remoteness; outcomes: these alone",
    )
    parser.add_argument("--split", action="store_true", help="write a folder, a file a block")
    parser.add_argument(
        "--page",
        metavar="RULE",
        help="write a page to play in, with the rule in this file, FILE.c or FILE.js",
    )
    game_arguments.add_look(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument(
        "--verify",
        action="store_true",
        help="compare all answers with DATABASE; exit 1 if one differs",
    )


def run(args: argparse.Namespace) -> int:
    """Write what is published, and print how large it has become; return the exit status."""
    from graphgame.answers.database import Database

    source, _ = database_arguments.open_database(args.database, None)
    look = game_arguments.read_look(args)
    given: dict[str, Any] = {name: getattr(look, name) for name in look.named()}
    with source:
        with TerminalLine() as progress:
            source.publish(
                args.out,
                args.content,
                split=args.split,
                page=args.page,
                progress=progress,
                **given,
            )
        with Database.open(args.out) as published:
            if args.verify:
                published.verify(source)
            _print_report(published, args)
    return 0


def _print_report(published: Database[int], args: argparse.Namespace) -> None:
    """Print what was published, in text or as JSON."""
    sizes = [os.path.getsize(args.out)]
    if os.path.isdir(args.out):
        files = (entry for entry in os.scandir(args.out) if entry.name.endswith(".ggdb"))
        sizes = [entry.stat().st_size for entry in files]
    report: dict[str, Any] = {
        "content": args.content,
        "positions": len(published),
        "bytes": sum(sizes),
        "files": len(sizes),
        "largest_file": max(sizes),
        "blocks": published._fields["blocks"],
    }
    if args.page is not None:
        report["page"] = os.path.join(args.out, "index.html")
    if args.verify:
        report["verified"] = True
    if args.json:
        from json import dumps

        text = dumps(report)
    else:
        bits = 8 * sum(sizes) / max(1, len(published))
        text = (
            f"{len(published)} positions, {sum(sizes)} bytes, {bits:.2f} bits a position\n"
            f"{len(sizes)} file{'s' * (len(sizes) != 1)}, the largest of {max(sizes)} bytes"
        )
        if args.page is not None:
            text += f"\na page to play in: {report['page']}"
    terminal.write([f"{text}\n".encode()])
