"""The vocabulary that all solved games share: a label, a line of play, a move in a sum."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import itemgetter

from graphgame.arrays import Later, P, types

__all__ = [
    "Label",
    "Line",
    "Move",
    "follow",
    "types",
]  # types: hints name P, which stands for types.P

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Generic, NamedTuple

    from graphgame import outcome as terms

    class Label(NamedTuple, Generic[P]):
        """The answer for one position; documented below."""

        outcome: terms.Outcome
        remoteness: int
        best_move: P | None

    class Move(NamedTuple, Generic[P]):
        """A move in a sum; documented below."""

        component: int
        to: P

else:
    terms = Later("graphgame.outcome")

    # What a named tuple needs.  typing.NamedTuple would import typing, and collections.namedtuple
    # compiles source: each takes the command longer than solving a small graph.
    class _Record(tuple):
        __slots__ = ()
        _fields: tuple[str, ...] = ()

        def __repr__(self) -> str:
            named = zip(self._fields, self, strict=True)
            return f"{type(self).__name__}({', '.join(f'{name}={x!r}' for name, x in named)})"

        def __getnewargs__(self) -> tuple[object, ...]:
            return tuple(self)

        def __class_getitem__(cls, _: object) -> type:
            return cls

        def _asdict(self) -> dict[str, object]:
            return dict(zip(self._fields, self, strict=True))

        def _replace(self, **changes: object) -> _Record:
            return type(self)(**self._asdict() | changes)

    class Label(_Record):
        """The answer for one position of a solved game: ``s[position]``.

        Attributes
        ----------
        outcome : Outcome
            The outcome for the player to move.
        remoteness : int
            Plies to the end of the game; -1 if it never ends.
        best_move : position or None
            The position after the best move; None where the game is over.

        See Also
        --------
        Solution, Line

        Examples
        --------
        >>> import graphgame as gg
        >>> gg.solve([(0, 1), (1, 2)])[1]
        Label(outcome=<Outcome.WIN: 1>, remoteness=1, best_move=2)
        """

        __slots__ = ()
        __match_args__ = _fields = ("outcome", "remoteness", "best_move")

        def __new__(cls, outcome: terms.Outcome, remoteness: int, best_move: P | None) -> Label:  # noqa: PYI034
            """Make a label of its fields."""
            return tuple.__new__(cls, (outcome, remoteness, best_move))

        outcome = property(itemgetter(0), doc="The outcome for the player to move.")
        remoteness = property(itemgetter(1), doc="Plies to the end of the game; -1 = never.")
        best_move = property(itemgetter(2), doc="The position after the best move, or None.")

    class Move(_Record):
        """A move in a sum of games: which component moves, and what it becomes.

        Attributes
        ----------
        component : int
            The place of the component in the sum, from 0.
        to : position
            The new position of the component.  In a heap game, the tuple of heaps that replace the
            heap.

        See Also
        --------
        GrundyValues.winning_moves, HeapGame.winning_moves

        Examples
        --------
        >>> from graphgame import Move
        >>> Move(0, 3)
        Move(component=0, to=3)
        >>> Move(0, 3) == (0, 3)
        True
        """

        __slots__ = ()
        __match_args__ = _fields = ("component", "to")

        def __new__(cls, component: int, to: P) -> Move:  # noqa: PYI034 -- no typing at run time
            """Make a move of its fields."""
            return tuple.__new__(cls, (component, to))

        component = property(itemgetter(0), doc="The place of the component in the sum, from 0.")
        to = property(itemgetter(1), doc="The new position of the component.")


class Line(tuple[P, ...]):  # noqa: SLOT001 -- subclasses of tuple cannot have nonempty slots
    """A line of play: the positions from a start along best moves.

    A line ends at a terminal or, where play never ends, at the first repetition.

    Parameters
    ----------
    positions : iterable of positions
    closes_at : int or None

    Attributes
    ----------
    closes_at : int or None
        The index in the line at which its last position stands for the first time, if play repeats;
        None if the line ends at a terminal.

    See Also
    --------
    Solution.line, Label

    Examples
    --------
    >>> import graphgame as gg
    >>> s = gg.solve({"a": ["b"], "b": ["a", "c"], "c": [], "d": ["d"]})
    >>> s.line("a"), s.line("a").closes_at
    (('a', 'b', 'c'), None)
    >>> s.line("d"), s.line("d").closes_at
    (('d', 'd'), 0)
    """

    closes_at: int | None

    def __new__(cls, positions: Iterable[P], closes_at: int | None = None) -> Line[P]:
        """Make a line of its positions."""
        line = super().__new__(cls, positions)
        line.closes_at = closes_at
        return line

    def __getnewargs__(self) -> tuple[tuple[P, ...], int | None]:
        return tuple(self), self.closes_at


def follow(
    start: Any, best: Callable[[Any], Any], named: Callable[[list[Any]], Iterable[P]] = iter
) -> Line[P]:
    """Follow best moves from a position to a terminal or, in a draw, to the first repetition.

    `named` returns the positions of a line by the names that the user knows them by.

    >>> follow(3, {3: 1, 1: 0}.get), follow(1, {1: 2, 2: 1}.get).closes_at
    ((3, 1, 0), 0)
    """
    line, seen = [start], {start: 0}
    while (move := best(line[-1])) is not None:
        line.append(move)
        if move in seen:
            return Line(named(line), seen[move])
        seen[move] = len(line) - 1
    return Line(named(line))
