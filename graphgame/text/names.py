"""Names of positions in files: texts, which are integers where all of them are."""

from __future__ import annotations

import re

from graphgame.errors import GraphGameError, ParseError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphgame.graphs.graph import GameGraph

# An integer as Python writes it.
_INTEGER = re.compile(r"0|-?[1-9][0-9]{0,18}")


def decode(text: bytes, source: str) -> str:
    """Return a text of UTF-8; refuse what is none, with its place."""
    try:
        return text.decode()
    except UnicodeDecodeError as error:
        from graphgame.reading.texts import quoted

        line = text.count(b"\n", 0, error.start) + 1
        column = error.start - text.rfind(b"\n", 0, error.start)
        found = quoted(text[error.start : error.start + 1])
        raise ParseError(source, line, column, "text that is UTF-8", found) from None


def integers(names: list[str]) -> list[int] | None:
    """Return names as integers, if all are written as Python writes them in 64 bits; else None."""
    if not all(map(_INTEGER.fullmatch, names)):
        return None
    found = [*map(int, names)]
    return found if not found or (min(found) >= -(2**63) and max(found) < 2**63) else None


def text_names(graph: GameGraph[Any]) -> list[str]:
    """Return the names of all positions as texts; refuse what would be another name when read.

    Raises
    ------
    GraphGameError
        If a label is neither a string nor an integer; or if some are strings and some not, or all
        are strings that would be read as integers.
    """
    labels = range(graph.n) if graph.labels is None else graph.labels
    kinds = {*map(type, labels)}
    if kinds <= {int} and (not graph.n or -(2**63) <= min(labels) <= max(labels) < 2**63):
        return [*map(str, labels)]
    if not kinds <= {str}:
        odd = next(label for label in labels if type(label) is not str)
        raise GraphGameError(
            f"graph: expected names that are all strings, or all integers of 64 bits, got {odd!r}; "
            "the format 'json' keeps most, and Solution.save all"
        )
    found: list[Any] = [*labels]
    if found and integers(found) is not None:
        raise GraphGameError(
            f"graph: expected integers, or some string that is none, got {found[0]!r}: these "
            "would be read as integers; the format 'json' keeps strings"
        )
    return found
