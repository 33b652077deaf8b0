"""Mappings given with a rule: refuse a key that is no position met by exploring.

So a mapping with a rule is what one with a graph is: a key that is no position is a mistake.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import compress
from operator import not_

from graphgame.errors import UnknownPositionError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# How many keys an error names.
_SHOWN = 3


def require_met(
    given: Mapping[str, Mapping[Any, Any]],
    are_met: Callable[[list[Any]], Iterable[Any]],
    example: Any,
) -> None:
    """Refuse mappings with keys that are no positions of the game that was explored.

    Parameters
    ----------
    given : mapping of argument to mapping
        As `Rules.given`.
    are_met : callable
        From a list of keys to whether each is a position.
    example : hashable
        A position of the game, for the message.

    Raises
    ------
    UnknownPositionError
        With the number of such keys and the first of them.
    """
    for what, mapping in given.items():
        keys = list(mapping)
        unmet = [*compress(keys, map(not_, are_met(keys)))]
        if not unmet:
            continue
        shown = ", ".join(map(repr, unmet[:_SHOWN])) + (", …" if len(unmet) > _SHOWN else "")
        kinds = {type(key).__name__ for key in unmet} - {type(example).__name__}
        kind = ""
        if len(kinds) == 1 and not any(type(key) is type(example) for key in unmet):
            kind = f" of type {kinds.pop()}, where positions are such as {example!r}"
        raise UnknownPositionError(
            f"{what}: expected positions that the rule leads to from the start, got {len(unmet)} "
            f"of {len(keys)} that it never does, {shown}{kind}; a function may know others, as the "
            "method get of a dict, which takes one position, does"
        )
