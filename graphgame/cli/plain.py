"""Command lines without options: a command, and optionally a file.

They are the usual ones in pipes, and are read without `argparse`, whose import takes a third of the
start-up time.
"""

from __future__ import annotations

from types import SimpleNamespace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Self

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
