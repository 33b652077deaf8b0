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
    ``mover(position)`` that says who moves there, 0 or 1.
    """

    def options(self, position: Position) -> Iterable[Position]:
        """Return the positions that one move leads to."""
        ...
