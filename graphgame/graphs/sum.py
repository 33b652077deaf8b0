"""`Sum`: several positions side by side, of which a move changes one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from graphgame.arrays import Generic, P, types
from graphgame.errors import GraphGameError


class Sum(Generic[P]):
    """Several positions side by side: a move is a move in one of them.

    With ``sums=True``, a rule returns a `Sum` where a position falls apart.  The order of the
    components means nothing: sums are equal if each position stands in both as often.

    Parameters
    ----------
    *components : hashable
        The positions; none for a sum in which there is no move.

    Attributes
    ----------
    components : tuple
        The positions, in the order given.

    Raises
    ------
    GraphGameError
        If a component is itself a sum or a list: name the positions themselves.

    See Also
    --------
    grundy, explore : Take rules whose options are sums.
    game_sum : The sum of whole games as one graph.

    Notes
    -----
    A `Sum` is no tuple: a position may be a tuple.  O(number of components) time.

    Examples
    --------
    >>> Sum(3, 5) == Sum(5, 3), len(Sum(3, 3)), list(Sum("a", "b"))
    (True, 2, ['a', 'b'])
    """

    __slots__ = ("components",)
    components: tuple[P, ...]

    def __init__(self, *components: P) -> None:
        for part in components:
            if isinstance(part, Sum | list):
                raise GraphGameError(
                    f"Sum: expected positions, got the {type(part).__name__} {part!r}: name its "
                    "components one by one, as in Sum(*parts)"
                )
        self.components = components

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sum):
            return NotImplemented
        mine, its = self.components, other.components
        return mine == its or (len(mine) == len(its) and Counter(mine) == Counter(its))

    def __hash__(self) -> int:
        return hash((Sum, frozenset(Counter(self.components).items())))

    def __iter__(self) -> Iterator[P]:
        return iter(self.components)

    def __len__(self) -> int:
        return len(self.components)

    def __reduce__(self) -> types.Anything:
        return Sum, self.components

    def __repr__(self) -> str:
        return f"Sum({', '.join(map(repr, self.components))})"
