"""Scripts that complete the command line in a shell, for ``graphgame --print-completion SHELL``.

The library shtab writes them from the parser.  A script knows all words by itself: the shell starts
no Python when the user presses Tab.
"""

from __future__ import annotations

from graphgame.errors import GraphGameError

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

# What an argument with one of these names in the help is completed with; other names have none.
_FILES = {"FILE", "FILE.py", "OUT", "OUT.html", "SOLUTION"}
_FOLDERS = {"F", "FOLDER"}


def script(parser: argparse.ArgumentParser, shell: str) -> str:
    """Return the script for a shell, from the parser of all commands.

    Raises
    ------
    GraphGameError
        If shtab is not installed.
    """
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
