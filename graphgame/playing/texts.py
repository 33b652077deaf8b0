"""Texts that an author gives, and short texts of values for errors."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

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


def said(texts: Mapping[str, Any] | None) -> Any:
    """Return a text about the game: in English if there is one, else in its first language."""
    if not texts:
        return None
    return texts[next(key for key in ("en", "", *texts) if key in texts)]


def goal(texts: Mapping[str, Any] | None, players: Sequence[str]) -> str | None:
    """Return what players want: one text, or one for each of them, a line each."""
    found = said(texts)
    if isinstance(found, list):
        return "\n".join(f"{player}: {text}" for player, text in zip(players, found, strict=True))
    return None if found is None else str(found)


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
