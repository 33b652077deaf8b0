"""`Game`: what a game must offer to be explored."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Protocol, TypeVar, runtime_checkable

Position = TypeVar("Position", bound=Hashable)


@runtime_checkable
class Game(Protocol[Position]):
    """Rules of a game; `explore` turns them into a graph.

    A game may also have a method ``preset(position)`` that gives the outcome (`WIN`, `LOSE` or
    `DRAW`, for the player to move) that the rules preset for a position, or None; and a method
    ``owner(position)`` that says who moves there, 0 or 1.

    See Also
    --------
    explore, check_rule, solve

    Examples
    --------
    >>> class Take:
    ...     def options(self, stones):
    ...         return [stones - k for k in (1, 2) if stones >= k]
    >>> isinstance(Take(), Game)
    True
    """

    def options(self, position: Position) -> Iterable[Position]:
        """Return the positions that one move leads to."""
        ...
