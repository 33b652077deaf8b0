"""The command ``graphgame``: reads a file or standard input, writes to standard output.

Exit status: 0 done; 1 a check failed; 2 bad input or usage; 130 interrupted; 141 the reader of
the output has closed the pipe.

May import: every room.

``graphgame solve FILE`` imports neither NumPy nor typing.

Files::

    # commands
    build.py               `graphgame build`
    chance.py              `graphgame chance`
    cops.py                `graphgame cops`
    draw.py                `graphgame draw`
    grid.py                `graphgame grid`
    grundy.py              `graphgame grundy`
    heap.py                `graphgame heap`
    nim.py                 `graphgame nim`
    page.py                `graphgame page`
    parity.py              `graphgame parity`
    play.py                `graphgame play`
    police.py              `graphgame police`
    prove.py               `graphgame prove`
    publish.py             `graphgame publish`
    query.py               `graphgame query`
    serve.py               `graphgame serve`
    solve.py               `graphgame solve`
    synth.py               `graphgame synth`

    # what they share
    parser.py              the parser: the list of commands, help, wrong usage, completion
    terminal.py            standard input and output; common arguments
    game_arguments.py      arguments that name a solved game or graph text
    fish.py                completion in fish
    database_arguments.py  arguments that name a database and its game; what its rule raises
"""

from __future__ import annotations

import os
import sys
from types import SimpleNamespace

from graphgame.errors import GraphGameError, ParseError, VerificationError, shown_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, Self


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; return its exit status."""
    words = sys.argv[1:] if argv is None else [*argv]
    try:
        try:
            args = _arguments(words)
        except SystemExit as stop:  # --help, --version, wrong usage
            status = int(stop.code or 0)
        else:
            status = args.run(args)
        if sys.stdout is not None:
            sys.stdout.flush()
    except KeyboardInterrupt:
        return 130  # output is not buffered, so nothing is left to flush
    except BrokenPipeError:
        _abandon_output()
        return 141
    except VerificationError as error:
        return _fail(str(error), 1, words)
    except ParseError as error:
        return _fail(f"{error}{_other_base(error)}", 2, words)
    except GraphGameError as error:
        return _fail(str(error), 2, words)
    except OSError as error:
        return _fail(
            f"{shown_path(error.filename or 'output')}: {error.strerror or error}", 2, words
        )
    except MemoryError as error:
        return _fail(f"not enough memory: {str(error) or 'no size known'}", 2, words)
    return status


def _other_base(error: ParseError) -> str:
    """Return a hint at the other base where a position is out of range by one."""
    words = error.expected.split()  # a position from 1 to 9 as the target …
    if words[:3] != ["a", "position", "from"]:
        return ""
    if words[3] == "1" and error.found == "'0'":
        return "; --base 0 numbers them from 0"
    last = words[5].rstrip(",")
    if words[3] == "0" and last.isdigit() and error.found == f"'{int(last) + 1}'":
        return "; without --base 0 they are numbered from 1"
    return ""


def _arguments(words: list[str]) -> Any:
    """Parse a command line; raise SystemExit if it asks for help or is wrong."""
    args: Any = plain_arguments(words)
    if args is None:
        from graphgame.cli.parser import build_parser

        if words[:1] == ["help"]:  # as --help, of a command too
            words = [*words[1:2], "--help"]

        args, unknown = build_parser(words[0] if words else "").parse_known_args(words)
        if unknown := args.parser.take_late(args, unknown):
            args.parser.refuse(unknown)
    return args


def _fail(message: str, status: int, words: Sequence[str]) -> int:
    _abandon_output()
    if sys.stderr is not None:
        print(f"graphgame: {_shown(message, words)}", file=sys.stderr)
    return status


def _shown(message: str, words: Sequence[str]) -> str:
    r"""Return a message in which names that do not print are quoted, as Python writes them.

    Parameters
    ----------
    message : str
        Its lines, if it has boards, stay lines.
    words : sequence of str
        Of the command line: a file is one of them, or what stands before a colon.

    >>> print(_shown("a\nb: no such file", ["solve", "a\nb"]))
    'a\nb': no such file
    """
    parts = [part for word in words for part in (word, word.rpartition(":")[0])]
    for part in sorted(parts, key=len, reverse=True):
        if not part.isprintable():
            message = message.replace(part, repr(part))
    return "".join(
        c if c.isprintable() or c == "\n" else c.encode("unicode_escape").decode() for c in message
    )


def _abandon_output() -> None:
    """Discard output that cannot be written, so that flushing it at exit does not fail."""
    if sys.stdout is None:
        return
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


# -- command lines without options, a command and perhaps a file: the usual ones in pipes ----------
# They are read without `argparse`, whose import takes a third of the start-up time.

# Commands whose only argument beside options is an optional file.
_FROM_FILE = ("solve", "grundy", "police", "cops")


class _Defaults:
    """Collects the default values of a command's arguments, in place of a parser.

    Attributes
    ----------
    values : dict of str to object
    """

    def __init__(self) -> None:
        self.values: dict[str, Any] = {}

    def set_defaults(self, **values: object) -> None:
        """Store values that no argument sets."""
        self.values |= values

    def add_mutually_exclusive_group(self) -> Self:
        """Return this object, which takes the arguments of the group like all others."""
        return self

    def add_argument(self, *names: str, **settings: Any) -> None:
        """Keep the default value of an argument; the first of several for one name counts."""
        name = next((name for name in names if name.startswith("--")), names[0])
        absent = False if settings.get("action") == "store_true" else None
        self.values.setdefault(
            settings.get("dest") or name.lstrip("-").replace("-", "_"),
            settings.get("default", absent),
        )


def plain_arguments(words: list[str]) -> SimpleNamespace | None:
    """Return the arguments as the parser would; None where the parser is needed.

    >>> plain_arguments(["solve", "game.txt"]).file
    'game.txt'
    >>> plain_arguments(["solve", "--summary"]) is None
    True
    """
    if not 1 <= len(words) <= 2 or words[0] not in _FROM_FILE:
        return None
    if words[-1].startswith("-") and words[-1] != "-":
        return None
    defaults = _Defaults()
    # As importlib would, which is not ready at this point.
    command: Any = __import__(f"graphgame.cli.{words[0]}", fromlist=["add_arguments"])
    command.add_arguments(defaults)
    if len(words) == 2:
        defaults.values["file"] = words[1]
    return SimpleNamespace(**defaults.values)
