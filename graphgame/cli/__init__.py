"""The command ``graphgame``: reads a file or standard input, writes to standard output.

Exit status: 0 done; 1 a check failed; 2 bad input or usage; 130 interrupted; 141 the reader of
the output has closed the pipe.

This room may import every other room.  ``graphgame solve FILE`` imports neither NumPy nor typing.
"""

from __future__ import annotations

import os
import sys

from graphgame.errors import GraphGameError, ParseError, VerificationError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; return its exit status."""
    try:
        try:
            args = _arguments(sys.argv[1:] if argv is None else [*argv])
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
        return _fail(str(error), 1)
    except ParseError as error:
        return _fail(f"{error}{_other_base(error)}", 2)
    except GraphGameError as error:
        return _fail(str(error), 2)
    except OSError as error:
        return _fail(f"{error.filename or 'output'}: {error.strerror or error}", 2)
    except MemoryError as error:
        return _fail(f"not enough memory: {str(error) or 'no size known'}", 2)
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
    from graphgame.cli.plain import plain_arguments

    args: Any = plain_arguments(words)
    if args is None:
        from graphgame.cli.parser import build_parser

        args, unknown = build_parser(words[0] if words else "").parse_known_args(words)
        if unknown:
            args.parser.refuse(unknown)
    return args


def _fail(message: str, status: int) -> int:
    _abandon_output()
    if sys.stderr is not None:
        print(f"graphgame: {message}", file=sys.stderr)
    return status


def _abandon_output() -> None:
    """Discard output that cannot be written, so that flushing it at exit does not fail."""
    if sys.stdout is None:
        return
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
