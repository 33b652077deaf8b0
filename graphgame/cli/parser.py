"""The parser of command lines: options, help, and what is wrong with a line."""

from __future__ import annotations

import argparse
import os
from importlib import import_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NoReturn

# Each command has a module in this room: DESCRIPTION, EPILOG, add_arguments and run.
_COMMANDS = {
    "solve": "who wins from every position, in how many plies, by which move",
    "grundy": "Grundy values of all positions, and sums of positions",
    "police": "who wins when a policeman pursues a thief on a board",
    "cops": "who wins cops and robbers on a graph, and how many cops it takes",
    "nim": "who wins at Nim, and every winning move",
    "heap": "the values of a heap game: octal codes, sets of moves, Grundy's game; their periods",
    "draw": "a picture of a solved game, as SVG or as Graphviz text",
    "page": "a page in which anybody plays a solved game, as one file",
    "play": "a match against the perfect player, in the terminal",
    "serve": "a page to play in, for browsers on this machine",
}


class _Formatter(argparse.HelpFormatter):
    """Finds the width of the terminal without `shutil`, whose import takes 2 ms."""

    def __init__(self, prog: str) -> None:
        try:
            width = os.get_terminal_size().columns
        except (OSError, ValueError):
            width = 80
        super().__init__(prog, width=max(width, 40) - 2)

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        """Fill each paragraph; one that begins with "Examples:" stays as it is."""
        paragraphs = [
            x if x.startswith("Examples:") else super(_Formatter, self)._fill_text(x, width, indent)
            for x in text.split("\n\n")
        ]
        return "\n\n".join(paragraphs)


class _Parser(argparse.ArgumentParser):
    def __init__(self, **settings: Any) -> None:
        super().__init__(formatter_class=_Formatter, **settings)

    def error(self, message: str) -> NoReturn:
        """Print an error in one line, and exit."""
        self.exit(2, f"graphgame: {message}; see {self.prog} --help\n")

    def refuse(self, unknown: list[str]) -> NoReturn:
        """Refuse arguments that the command does not have, and suggest the nearest one."""
        from difflib import get_close_matches

        like = get_close_matches(unknown[0], self._option_string_actions, n=1)
        meant = f" (did you mean {like[0]}?)" if like else ""
        self.error(f"unrecognized arguments: {' '.join(unknown)}{meant}")


def build_parser(command: str) -> argparse.ArgumentParser:
    """Build the parser of the command line, with the arguments of the given command only."""
    parser = _Parser(prog="graphgame", description="Solve two-player games on graphs.")
    parser.add_argument("--version", action=_Version)
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    for name, does in _COMMANDS.items():
        if name == command:
            module = import_module(f"graphgame.cli.{name}")
            chosen = commands.add_parser(
                name, help=does, description=module.DESCRIPTION, epilog=module.EPILOG
            )
            module.add_arguments(chosen)
            chosen.set_defaults(parser=chosen)
        elif command not in _COMMANDS:
            commands.add_parser(name, help=does)
    return parser


class _Version(argparse.Action):
    """Looks up the version only if it is asked for, since importlib.metadata is slow."""

    def __init__(self, option_strings: list[str], dest: str) -> None:
        super().__init__(option_strings, dest, nargs=0, help="print the version and exit")

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        import graphgame

        print(f"graphgame {graphgame.__version__}")
        parser.exit()
