"""Texts that an author gives, and short texts of values for errors."""

from __future__ import annotations

import re
from collections.abc import Iterable

from graphgame.errors import GraphGameError

BLANK = " \t\r\n"
SURROGATE = re.compile("[\ud800-\udfff]")


def text(value: object, place: str, expected: str = "a text") -> str:
    """Return a value that is a text, and can be written as one."""
    if not isinstance(value, str):
        raise GraphGameError(f"{place}: expected {expected}, got {shown(value)}")
    if SURROGATE.search(value):
        raise GraphGameError(
            f"{place}: expected {expected}, got one with half a surrogate pair: {shown(value)}"
        )
    return str(value)


def visible(value: object, place: str) -> str:
    """Return a text of which something can be seen: it is a heading, or the name of a button."""
    if not text(value, place).strip(BLANK):
        raise GraphGameError(f"{place}: expected a text that can be seen, got {shown(value)}")
    return str(value)


def shown(value: object) -> str:
    """Return a short text for a value in an error message, whatever the value is."""
    try:
        found = repr(value).encode("utf-8", "backslashreplace").decode()
    except Exception:  # noqa: BLE001 -- of a label, whatever it is
        found = object.__repr__(value)
    return found if len(found) <= 120 else f"{found[:100]}… ({len(found)} characters)"


def iterates(value: object) -> bool:
    """Return whether a value can be walked through."""
    return isinstance(value, Iterable)
