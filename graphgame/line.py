"""`Line`: the positions along best moves."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable
    from typing import Self


class Line(tuple["Hashable", ...]):  # noqa: SLOT001 -- a tuple that holds more has no slots
    """The positions from a start along best moves: to a terminal, or to the first repetition.

    Attributes
    ----------
    closes_at : int or None
        Where in the line its last position stands for the first time, if play repeats; None if
        the line ends at a terminal.
    """

    closes_at: int | None

    def __new__(cls, positions: Iterable[Hashable], closes_at: int | None) -> Self:
        """Make a line of its positions."""
        line = super().__new__(cls, positions)
        line.closes_at = closes_at
        return line

    def __getnewargs__(self) -> tuple[tuple[Hashable, ...], int | None]:
        return tuple(self), self.closes_at
