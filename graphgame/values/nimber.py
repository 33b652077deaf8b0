"""`Nimber`: the value of a game, finite or loopy."""

from __future__ import annotations

from collections.abc import Iterable
from operator import index as as_int

from graphgame.arrays import types
from graphgame.checks import is_bool, size, sizes
from graphgame.errors import GraphGameError
from graphgame.outcome import Outcome
from graphgame.values import _nimber
from graphgame.values.arithmetic import FIELD, divisor, word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Self


class Nimber:
    """The value of a game: ``*n`` if it is finite, ``∞(K)`` if it is loopy.

    ``Nimber(n)`` is ``*n``, the heap of n stones in Nim; `infinity` makes ``∞(K)``.  Nimbers are
    immutable and hashable, have no order, and are true unless ``*0``.  A finite one can be used as
    the integer n wherever an integer is expected, and equals it.

    Parameters
    ----------
    value : int
        From 0 on, of any size.

    Raises
    ------
    GraphGameError
        If `value` is negative or no integer.

    See Also
    --------
    nim_sum, nim_product, nim_inverse : the same for integers and arrays
    LoopyValues : the values of a game

    Notes
    -----
    In arithmetic an integer counts as the nimber: ``Nimber(5) + 3`` is ``*5 + *3``, and
    ``Nimber(5) * 3`` is ``*5 * *3``, not ``*5 + *5 + *5``.  A negative integer or a bool is a
    `GraphGameError`.  The exponent of ``**`` is an ordinary integer.

    ``+`` is the value of two games side by side, where a move is a move in one of them:
    ``*n + *m`` is ``*(n xor m)``, ``∞(K) + *n`` is ``∞`` of the ``k xor n`` for k in K, and
    ``∞(K) + ∞(L)`` is ``∞()``.  ``-`` is the same, since a game is its own negative; but only a
    finite nimber minus itself is ``*0``.

    ``*``, ``/`` and ``**`` are those of the field that the finite nimbers below 2^64 form with this
    sum, as do those below 2^32, 2^16, 2^8, 2^4, 4 and 2.  Products and inverses take O(1) time, a
    power up to 128 products.  ``∞(K)`` has neither product nor inverse.

    References
    ----------
    C. A. B. Smith, "Graphs and composite games", J. Combinatorial Theory 1, 1966.
    A. S. Fraenkel and Y. Perl, "Constructions in combinatorial games with cycles", 1975.
    J. H. Conway, "On Numbers and Games", 1976, chapter 6, for the field.

    Examples
    --------
    >>> Nimber(5) + Nimber(3), Nimber(5) * 3, 5 / Nimber(3), Nimber(5) ** 2
    (Nimber(6), Nimber(15), Nimber(10), Nimber(7))
    >>> loopy = Nimber.infinity({0, 2})
    >>> print(loopy, loopy + 3, loopy + loopy)
    ∞{0,2} ∞{1,3} ∞{}
    >>> loopy.outcome, (loopy + 3).outcome
    (<Outcome.WIN: 1>, <Outcome.DRAW: 0>)
    >>> Nimber(3).inverse(), Nimber(3) * Nimber(3).inverse()
    (Nimber(2), Nimber(1))
    """

    __slots__ = ("_content",)

    _content: int | frozenset[int]  # n, or K

    def __new__(cls, value: types.IntLike) -> Nimber:  # noqa: PYI034 -- no typing at run time
        """Make ``*value``."""
        return cls._from_checked(size(value, "value"))

    @classmethod
    def infinity(cls, options: Iterable[types.IntLike] = ()) -> Nimber:
        """Return ``∞(K)``, the value of a position without a Grundy value: play may not end.

        Parameters
        ----------
        options : iterable of int
            K, the finite values among the options of the position; none of them negative.

        Raises
        ------
        GraphGameError
            If they are something else.

        See Also
        --------
        options, is_finite
        """
        return cls._from_checked(frozenset(sizes(options, "options")))

    @classmethod
    def _from_checked(cls, content: int | frozenset[int]) -> Self:
        """Construct a nimber from content that has been checked."""
        nimber = object.__new__(cls)
        object.__setattr__(nimber, "_content", content)
        return nimber

    # -- what it is ---------------------------------------------------------------------------

    @property
    def is_finite(self) -> bool:
        """Whether it is some ``*n``."""
        return isinstance(self._content, int)

    @property
    def value(self) -> int:
        """The n of ``*n``; a `GraphGameError` for ``∞(K)``."""
        if not isinstance(self._content, int):
            raise GraphGameError(f"nimber: expected a finite one, got {self}")
        return self._content

    @property
    def options(self) -> frozenset[int]:
        """The K of ``∞(K)``, the finite values among the options; a `GraphGameError` for ``*n``."""
        if isinstance(self._content, int):
            raise GraphGameError(f"nimber: expected one that is ∞, got {self}")
        return self._content

    @property
    def outcome(self) -> Outcome:
        """The outcome of a position of this value in normal play, for the player to move."""
        if isinstance(self._content, int):
            return Outcome.WIN if self._content else Outcome.LOSE
        return Outcome.WIN if 0 in self._content else Outcome.DRAW

    def __index__(self) -> int:
        return self.value

    def __bool__(self) -> bool:
        return self._content != 0

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Nimber):
            return self._content == other._content
        # An integer of any type, and a bool too, since True == 1: equality must be transitive.
        try:
            return self._content == as_int(other)  # type: ignore[arg-type]
        except TypeError:
            return NotImplemented

    def __hash__(self) -> int:
        return hash(self._content if isinstance(self._content, int) else (Nimber, self._content))

    def __str__(self) -> str:
        if isinstance(self._content, int):
            return f"*{self._content}"
        return f"∞{{{','.join(map(str, sorted(self._content)))}}}"

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)

    def __repr__(self) -> str:
        if isinstance(self._content, int):
            return f"Nimber({self._content})"
        shown = ", ".join(map(str, sorted(self._content)))
        return f"Nimber.infinity({{{shown}}})" if shown else "Nimber.infinity()"

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Nimber cannot be changed: {name}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a Nimber cannot be changed: {name}")

    def __reduce__(self) -> tuple[Callable[[Any], Nimber], tuple[int | frozenset[int]]]:
        make = type(self) if isinstance(self._content, int) else type(self).infinity
        return make, (self._content,)

    # -- arithmetic ---------------------------------------------------------------------------

    def __add__(self, other: Nimber | int) -> Nimber:
        addend = _operand(other)
        if addend is None:
            return NotImplemented
        left, right = self._content, addend._content
        if isinstance(left, int):
            if isinstance(right, int):
                return self._from_checked(left ^ right)
            left, right = right, left
        if isinstance(right, int):
            return self._from_checked(frozenset(option ^ right for option in left))
        return self._from_checked(frozenset())

    # A sum does not depend on the order, and a game is its own negative.
    __radd__ = __add__
    __sub__ = __add__
    __rsub__ = __add__

    def __neg__(self) -> Nimber:
        return self

    def __mul__(self, other: Nimber | int) -> Nimber:
        factor = _operand(other)
        if factor is None:
            return NotImplemented
        return self._from_checked(_nimber.product(word(self, "nimber"), word(factor, "nimber")))

    __rmul__ = __mul__

    def inverse(self) -> Nimber:
        """Return the nimber whose product with this one is ``*1``.

        Raises
        ------
        NoInverseError
            If this is ``*0``; also a `ZeroDivisionError`.
        GraphGameError
            If it is ``∞(K)``, or 2^64 or more.

        See Also
        --------
        nim_inverse
        """
        return self._from_checked(_nimber.inverse(divisor(self, "nimber")))

    def __truediv__(self, other: Nimber | int) -> Nimber:
        factor = _operand(other)
        return NotImplemented if factor is None else self * factor.inverse()

    def __rtruediv__(self, other: int) -> Nimber:
        factor = _operand(other)
        return NotImplemented if factor is None else factor * self.inverse()

    def __pow__(self, exponent: types.IntLike) -> Nimber:
        if isinstance(exponent, Nimber) or is_bool(exponent):
            return NotImplemented
        try:
            left = as_int(exponent)
        except TypeError:
            return NotImplemented
        square = word(self, "nimber") if left >= 0 else divisor(self.inverse(), "nimber")
        if square == 0:
            return self._from_checked(0 if left else 1)
        # All but 0 have the power 1 to the exponent 2^64 - 1.  Invariant: the power sought is
        # `power` times that of `square` to the exponent `left`.
        left, power = abs(left) % (FIELD - 1), 1
        while left:
            if left % 2:
                power = _nimber.product(power, square)
            square = _nimber.product(square, square)
            left //= 2
        return self._from_checked(power)


def _operand(value: object) -> Nimber | None:
    """Return an operand as a nimber; None if it is neither a nimber nor an integer.

    Negative integers and bools are refused.
    """
    if isinstance(value, Nimber):
        return value
    if not is_bool(value):
        try:
            as_int(value)  # type: ignore[arg-type]
        except TypeError:
            return None
    return Nimber._from_checked(size(value, "nimber"))
