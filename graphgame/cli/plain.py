"""Command lines without options: a command, and perhaps a file.

To make `argparse` ready takes a third of the time that it takes to start; these lines, which are
most of those that stand in pipes, do without it.
"""

from __future__ import annotations

from types import SimpleNamespace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Self

# Commands whose only argument beside options is a file, which may be missing.
_FROM_FILE = ("solve", "grundy", "police", "cops")


class _Defaults:
    """Takes the arguments of a command where a parser should, and keeps what they are unless given.

    Attributes
    ----------
    values : dict of str to object
    """

    def __init__(self) -> None:
        self.values: dict[str, Any] = {}

    def set_defaults(self, **values: object) -> None:
        """Keep values that no argument gives."""
        self.values |= values

    def add_mutually_exclusive_group(self) -> Self:
        """Take the arguments of a group, of which none is given, like all others."""
        return self

    def add_argument(self, *names: str, **settings: Any) -> None:
        """Keep the value that an argument has unless given; the first of several counts."""
        name = next((name for name in names if name.startswith("--")), names[0])
        absent = False if settings.get("action") == "store_true" else None
        self.values.setdefault(
            settings.get("dest") or name.lstrip("-").replace("-", "_"),
            settings.get("default", absent),
        )


def plain_arguments(words: list[str]) -> SimpleNamespace | None:
    """Return what the words say as the parser would; None where it takes the parser.

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
