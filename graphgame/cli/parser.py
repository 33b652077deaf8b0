"""The parser of command lines: options, help, and what is wrong with a line."""

from __future__ import annotations

import argparse
import os
import sys
from importlib import import_module
from itertools import takewhile

from graphgame.cli import terminal
from graphgame.errors import GraphGameError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any, NoReturn

# Each command has a module in this room: DESCRIPTION, EPILOG, add_arguments and run.
_COMMANDS = {
    "solve": "who wins from every position, in how many plies, by which move",
    "grundy": "Grundy values of all positions, and sums of positions",
    "grid": "who wins from every cell of a board on which one piece moves",
    "police": "who wins when a policeman pursues a thief on a board",
    "cops": "who wins cops and robbers on a graph, and how many cops it takes",
    "nim": "who wins at Nim, and every winning move",
    "heap": "the values of a heap game: octal codes, sets of moves, Grundy's game; their periods",
    "parity": "who wins a parity game, and by which moves",
    "synth": "whether a controller does what an automaton asks for, and the controller",
    "chance": "what a game with dice or points is worth from every position, and by which moves",
    "prove": "who wins from one position of a game too large to be solved, with a proof",
    "build": "a database of a game, built on disk",
    "draw": "a picture of a solved game, as SVG or as Graphviz text",
    "page": "a page in which anybody plays a solved game, as one file",
    "play": "a match against the perfect player, in the terminal",
    "query": "positions of a database, on disk or on the web, by their codes",
    "publish": "the answers of a database, compressed for the web",
    "serve": "a page to play in, for browsers on this machine",
}

# Other words for them.
_CALLED = {
    **dict.fromkeys(("outcome", "outcomes", "winner", "win", "remoteness", "game"), "solve"),
    **dict.fromkeys(("mex", "nimber", "nimbers", "value", "values", "sprague-grundy"), "grundy"),
    **dict.fromkeys(("octal", "subtraction", "kayles", "period", "quotient"), "heap"),
    **dict.fromkeys(("picture", "plot", "svg", "dot", "graph"), "draw"),
    **dict.fromkeys(("html",), "page"),
    **dict.fromkeys(("realize", "synthesis", "controller", "hoa", "ltlsynt"), "synth"),
    **dict.fromkeys(("proof", "search", "df-pn", "pns"), "prove"),
    **dict.fromkeys(("database", "explore"), "build"),
    **dict.fromkeys(("lookup", "ask", "get"), "query"),
    **dict.fromkeys(("server", "web"), "serve"),
    **dict.fromkeys(("robber", "robbers"), "cops"),
    **dict.fromkeys(("thief", "pursuit"), "police"),
    **dict.fromkeys(("dice", "probability", "probabilities", "expected", "stochastic"), "chance"),
    "version": "--version",
}

_EPILOG = (
    "graphgame COMMAND --help explains a command.\n\n"
    "Examples:\n"
    "  printf '4 4\\n1 2\\n2 1\\n2 3\\n3 4\\n' | graphgame solve --moves\n"
    "  graphgame nim 3 4 5"
)


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


# By command and option: what to do instead of what the command cannot do.
_INSTEAD = {
    ("page", "--game"): " (graphgame serve FILE --game MODULE:GAME shows a database or a proof)",
}


class _Parser(argparse.ArgumentParser):
    def __init__(self, **settings: Any) -> None:
        super().__init__(formatter_class=_Formatter, **settings)
        # In place of argparse's own, which reports an "invalid int value".
        self.register("type", int, integer)
        self.register("type", float, _number)

    def _print_message(self, message: str, file: Any = None) -> None:
        """Print help; argparse says nothing of a disk that is full, where output is not kept.

        Letters that the terminal does not have are question marks.
        """
        if message and (target := file or sys.stderr) is not None:
            encoding = getattr(target, "encoding", None) or "utf-8"
            target.write(message.encode(encoding, "replace").decode(encoding))

    def error(self, message: str) -> NoReturn:
        """Print an error in one line, and exit."""
        self.exit(2, f"graphgame: {message}; see {self.prog} --help\n")

    def refuse(self, unknown: list[str]) -> NoReturn:
        """Refuse arguments that the command does not have, and suggest the nearest one."""
        place = (self.prog.rpartition(" ")[2], unknown[0].partition("=")[0])
        meant = _INSTEAD.get(place) or _meant(unknown[0], self._option_string_actions)
        self.error(f"unrecognized arguments: {' '.join(unknown)}{meant}")

    def take_late(self, args: argparse.Namespace, unknown: list[str]) -> list[str]:
        """Add words that stand behind options to the last argument, if it may be many words.

        Returns
        -------
        list of str
            What is still unknown.
        """
        last = next((x for x in reversed(self._actions) if not x.option_strings), None)
        if last is None or last.nargs != "*" or not all(map(_is_plain, unknown)):
            return unknown
        setattr(args, last.dest, [*getattr(args, last.dest), *unknown])
        return []

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse arguments; refuse unknown options at once.

        Otherwise a required option that is misspelt would be reported as missing.
        """
        words = [*args]
        options = words[: words.index("--")] if "--" in words else words
        if self._subparsers is not None:  # what follows the command is for its own parser
            options = [*takewhile(lambda word: word.startswith("-"), options)]
        if unknown := [word for word in options if self._is_unknown(word)]:
            self.refuse(unknown)
        return super().parse_known_args(words, namespace)

    def _is_unknown(self, word: str) -> bool:
        """Return whether a word looks like a long option, and is no beginning of any."""
        if not word.startswith("--") or " " in word:
            return False
        name = word.partition("=")[0]
        return not any(option.startswith(name) for option in self._option_string_actions)


def _is_plain(word: str) -> bool:
    """Return whether a word is no option: it may be a negative number, or stand for the input."""
    return not word.startswith("-") or word == "-" or word[1:].isdigit()


def integer(word: str) -> int:
    """Return the integer that a word is, or report what to write instead."""
    try:
        return int(word)
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"expected an integer, got {terminal.no_integer(word)}{_cure(word)}"
        ) from None


def option_integer(option: str, word: str) -> int:
    """Return the integer that is given to an option whose kind the file decides."""
    try:
        return integer(word)
    except argparse.ArgumentTypeError as error:
        raise GraphGameError(f"argument {option}: {error}") from None


def _cure(word: str) -> str:
    """Return what to write for an integer with a point or an exponent, such as 1e6 and 20.0."""
    try:
        value = float(word)
    except ValueError:
        return ""
    return f"; write {value:.0f}" if value.is_integer() and abs(value) < 1 << 53 else ""


def _number(word: str) -> float:
    """Return the number that a word is."""
    try:
        return float(word)
    except ValueError:
        raise argparse.ArgumentTypeError(f"expected a number, got {word!r}") from None


def _meant(word: str, known: Iterable[str]) -> str:
    """Return a hint at the word that is spelt nearly so; "" where there is none."""
    from difflib import get_close_matches

    like = get_close_matches(word, [*known], n=1, cutoff=0.7)
    return f" (did you mean {like[0]}?)" if like else ""


def build_parser(command: str, *, whole: bool = False) -> argparse.ArgumentParser:
    """Build the parser of the command line, with the arguments of the given command only.

    If `whole`, then with those of all commands: for completion and for the manual.
    """
    parser = _Parser(
        prog="graphgame", description="Solve two-player games on graphs.", epilog=_EPILOG
    )
    parser.add_argument("--version", action=_Version)
    parser.add_argument(
        "--print-completion",
        action=_Completion,
        choices=("bash", "zsh", "tcsh", "fish"),
        default=argparse.SUPPRESS,
        metavar="SHELL",
        help="print a script that completes this command in bash, zsh, tcsh or fish, and exit",
    )
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    for name, does in _COMMANDS.items():
        if whole or name == command:
            module = import_module(f"graphgame.cli.{name}")
            chosen = commands.add_parser(
                name, help=does, description=module.DESCRIPTION, epilog=module.EPILOG
            )
            module.add_arguments(chosen)
            chosen.set_defaults(parser=chosen)
        elif command not in _COMMANDS:
            commands.add_parser(name, help=does)
    if command and command not in _COMMANDS and not command.startswith("-"):
        known = ", ".join(_COMMANDS)
        meant = f" (did you mean {_CALLED[command]}?)" if command in _CALLED else ""
        parser.error(
            f"argument COMMAND: invalid choice: {command!r}{meant or _meant(command, _COMMANDS)}, "
            f"expected one of {known}"
        )
    return parser


class _Version(argparse.Action):
    """Looks up the version only if it is asked for, since importlib.metadata is slow."""

    def __init__(self, option_strings: list[str], dest: str) -> None:
        super().__init__(option_strings, dest, nargs=0, help="print the version and exit")

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        import graphgame

        print(f"graphgame {graphgame.__version__}")
        parser.exit()


class _Completion(argparse.Action):
    """Prints the script for a shell; only then the parser of all commands is built."""

    def __call__(
        self, parser: argparse.ArgumentParser, _space: object, shell: Any, *_: object
    ) -> NoReturn:
        script = completion(build_parser("", whole=True), shell).rstrip("\n")
        terminal.write([f"{script}\n".encode()])
        parser.exit()


# -- completion ------------------------------------------------------------------------------------

# What an argument with one of these names in the help is completed with; other names have none.
_FILES = {"FILE", "FILE.py", "OUT", "OUT.html", "SOLUTION"}
_FOLDERS = {"F", "FOLDER"}


def completion(parser: argparse.ArgumentParser, shell: str) -> str:
    """Return the script that completes command lines in a shell, from the parser of all commands.

    The library shtab writes it, but for fish.  It knows all words by itself: the shell starts no
    Python when the user presses Tab.

    Raises
    ------
    GraphGameError
        If shtab is not installed.
    """
    if shell == "fish":
        from graphgame.cli import fish

        return fish.completion(parser, _FILES, _FOLDERS)
    try:
        import shtab
    except ImportError:
        raise GraphGameError(
            "--print-completion: expected the library shtab, got none; "
            "pip install 'graphgame-solver[completion]'"
        ) from None
    _say_what_names_files(parser, {"files": shtab.FILE, "folders": shtab.DIRECTORY})
    text: str = shtab.complete(parser, shell)
    return text


def _say_what_names_files(parser: argparse.ArgumentParser, kinds: dict[str, object]) -> None:
    """Mark the arguments of a parser and of its commands that take a file or a folder."""
    for action in parser._actions:
        if isinstance(action.choices, dict):  # the commands
            for command in action.choices.values():
                _say_what_names_files(command, kinds)
        elif action.metavar in _FILES:
            action.complete = kinds["files"]  # type: ignore[attr-defined]
        elif action.metavar in _FOLDERS:
            action.complete = kinds["folders"]  # type: ignore[attr-defined]
