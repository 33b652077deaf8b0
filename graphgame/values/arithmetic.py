"""`Nimber`; mex, nim sums, products and inverses of integers, and of arrays by compiled code."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import reduce
from math import prod
from operator import index as as_int, xor
from typing import Any

from graphgame import checks
from graphgame.arrays import read_only, types
from graphgame.errors import GraphGameError, NoInverseError
from graphgame.outcome import Outcome
from graphgame.values import _nimber

# The numbers below this one are the largest field whose numbers fit 64 bits.
FIELD = 1 << 64


def mex(values: object, axis: int | None = None) -> types.Anything:
    """Return the least integer from 0 on that is not among the values.

    Parameters
    ----------
    values : iterable of int, or array_like of int
        None of them negative.  Any iterable may be given, and integers of any size; arrays may have
        any number of dimensions, and entries of up to 64 bits.
    axis : int, optional
        Return the mex of every row of an array along this axis, as ``values.max(axis)`` would its
        greatest: of the rows of a matrix with -1.  If not given: one mex of all values.

    Returns
    -------
    int, or read-only int64 array
        An array with one dimension less than `values`, if there is an axis and that leaves any.
        Of no values at all it is 0.

    Raises
    ------
    GraphGameError
        If a value is negative or no integer, or there is no such axis.

    See Also
    --------
    nim_sum, grundy, GrundyValues

    Notes
    -----
    O(k) time for k values.  Of an array that is not int64 in C order a copy is made.

    Examples
    --------
    >>> mex([0, 1, 2, 5, 7]), mex(set())
    (3, 0)
    >>> mex([[0, 1, 3], [2, 1, 1]], axis=-1)
    array([2, 0])
    """
    if axis is not None and isinstance(values, int):
        raise GraphGameError(
            f"axis: expected one of an array of 0 dimensions, got {axis!r}; the mex of both is "
            f"mex([{values}, {axis}])"
        )
    listed = _listed(values) if axis is None else None
    if listed is not None:
        found = set(listed)
        number = 0
        while number in found:
            number += 1
        return number
    import numpy as np

    array = _array(values, "values")
    array = array.reshape(-1) if axis is None else np.moveaxis(array, _axis(axis, array.ndim), -1)
    *shape, width = array.shape
    # The greatest of uint64 become negative here; the kernel takes them for what they are.
    rows = np.ascontiguousarray(array, dtype=np.int64).reshape(prod(shape), width)
    mexes = read_only(_nimber.mex_rows(rows))
    return mexes.reshape(shape) if shape else int(mexes[0])


def nim_sum(*values: object, axis: int | None = None) -> types.Anything:
    """Return the nim sum, the bitwise exclusive or, of integers or of arrays.

    Parameters
    ----------
    *values : int, or array_like of int
        None of them negative.  Several are added up, arrays entry by entry, with broadcasting.  A
        single iterable or array stands for its entries.  Integers may have any size, entries of
        arrays up to 64 bits.
    axis : int, optional
        Add a single array up along this axis, as ``numpy.sum`` does.  If not given: all of it.

    Returns
    -------
    int, or read-only array
        An array of the type that NumPy finds for all of them, and uint64 where that is no integer.
        Of no values at all the sum is 0.

    Raises
    ------
    GraphGameError
        If a value is negative or no integer, if shapes do not go together, or there is no such
        axis.

    See Also
    --------
    nim_product, mex, game_sum

    Examples
    --------
    >>> nim_sum(5, 7, 3), nim_sum([5, 7, 3])
    (1, 1)
    >>> nim_sum([[5, 7, 3], [1, 2, 3]], axis=1)
    array([1, 0])
    """
    if all(map(_is_number, values)) and axis is None:
        return reduce(xor, checks.sizes(values, "values"), 0)
    for value in values:
        checks.refuse_uncounted(value, "values")
    single = len(values) == 1
    listed = _listed(values[0]) if single and axis is None else None
    if listed is not None:
        return reduce(xor, listed, 0)
    import numpy as np

    if single:
        array = _array(values[0], "values")
        along = None if axis is None else _axis(axis, array.ndim)
        total = np.bitwise_xor.reduce(array, axis=along)
    else:
        if axis is not None:
            raise GraphGameError(f"axis: expected a single array with it, got {len(values)} values")
        arrays = [_array(x, f"values[{i}]") for i, x in enumerate(values)]
        shape = _common_shape(arrays, "values")
        common = np.result_type(*arrays)
        total = np.zeros(shape, dtype=common if common.kind in "iu" else np.uint64)
        for array in arrays:
            total ^= array.astype(total.dtype)
    return read_only(total) if total.ndim else int(total)


def nim_product(a: object, b: object) -> types.Anything:
    """Return the nim product of two numbers, or of two arrays entry by entry, with broadcasting.

    Parameters
    ----------
    a, b : int, or array_like of int
        From 0 to 2^64 - 1.

    Returns
    -------
    int, or read-only uint64 array
        An integer if both are.  The type does not depend on those of `a` and `b`, since the product
        of two numbers below 2^k is itself below 2^k only for k = 1, 2, 4, 8, 16, 32 and 64.

    Raises
    ------
    GraphGameError
        If a number is not from 0 to 2^64 - 1, or the shapes do not go together.

    See Also
    --------
    nim_inverse, nim_sum, Nimber

    Notes
    -----
    O(1) time for a product: 1 look-up in tables below 2^16, 4 below 2^32, 16 below 2^64.  The
    tables take 256 KiB, and the first product of a process makes them, in about a millisecond.

    Source: J. H. Conway, "On Numbers and Games", 1976, chapter 6; A. Karatsuba's way to multiply.

    Examples
    --------
    >>> nim_product(2, 2), nim_product(4, 4), nim_product(16, 16)
    (3, 6, 24)
    >>> nim_product([[1], [2], [3]], [1, 2, 3])
    array([[1, 2, 3],
           [2, 3, 1],
           [3, 1, 2]], dtype=uint64)
    """
    if _is_number(a) and _is_number(b):
        return _nimber.product(_word(a, "a"), _word(b, "b"))
    import numpy as np

    arrays = [_array(x, what).astype(np.uint64, copy=False) for x, what in ((a, "a"), (b, "b"))]
    shape = _common_shape(arrays, "a and b")
    # A number against an array, or two arrays of one shape, become rows without a copy.
    rows = [np.broadcast_to(array, shape).reshape(-1) for array in arrays]
    return read_only(_nimber.products(*rows)).reshape(shape)


def nim_inverse(a: object) -> types.Anything:
    """Return the inverse, under nim multiplication, of a number or of every entry of an array.

    Parameters
    ----------
    a : int, or array_like of int
        From 1 to 2^64 - 1.

    Returns
    -------
    int, or read-only uint64 array

    Raises
    ------
    NoInverseError
        If it is 0 or has a 0; also a `ZeroDivisionError`.
    GraphGameError
        If a number is not from 0 to 2^64 - 1.

    See Also
    --------
    nim_product, Nimber.inverse

    Notes
    -----
    O(1) time for an inverse: down the tower of fields by the norm, to 2^16, where it is looked up.

    Examples
    --------
    >>> nim_inverse([1, 2, 3, 4])
    array([ 1,  3,  2, 15], dtype=uint64)
    """
    if _is_number(a):
        return _nimber.inverse(_divisor(a, "a"))
    import numpy as np

    array = np.ascontiguousarray(_array(a, "a"), dtype=np.uint64)
    _refuse(array == 0, array, "a", "a number other than 0", NoInverseError)
    return read_only(_nimber.inverses(array.reshape(-1))).reshape(array.shape)


# -- what comes in --------------------------------------------------------------------------------


def _is_number(value: object) -> bool:
    try:
        as_int(value)  # type: ignore[arg-type]
    except TypeError:
        return False
    return True


def _word(value: object, what: str) -> int:
    """Return an integer of the greatest field there is."""
    number = checks.size(value, what)
    if number >= FIELD:
        raise GraphGameError(
            f"{what}: expected an integer below 2^64, got one of {number.bit_length()} bits"
        )
    return number


def _divisor(value: object, what: str) -> int:
    """Return an integer of the greatest field there is, but not 0."""
    number = _word(value, what)
    if number == 0:
        raise NoInverseError(f"{what}: expected a number other than 0, got 0")
    return number


def _listed(values: Any) -> list[int] | None:
    """Return the integers of an iterable; None of what is an array of machine integers."""
    values = checks.unviewed(values)
    if hasattr(values, "__array__"):
        array = checks.as_array(values, "values")
        if array.ndim and array.dtype != object:
            return None
        values = array.ravel().tolist() if array.ndim else values
    return checks.sizes(values, "values")


def _array(values: Any, what: str) -> types.AnyArray:
    """Return non-negative integers of up to 64 bits as an array of any integer type."""
    array = checks.unsigned(values, what)
    if array.dtype.kind == "i":
        _refuse(array < 0, array, what, "an integer from 0 on", GraphGameError)
    return array


def _refuse(
    wrong: types.AnyArray,
    array: types.AnyArray,
    what: str,
    expected: str,
    error: type[GraphGameError],
) -> None:
    """Raise an error that names the first entry that is wrong."""
    if wrong.any():
        import numpy as np

        place = [int(i) for i in np.unravel_index(int(wrong.argmax()), array.shape)]
        where = f"{what}{place}" if place else what
        raise error(f"{where}: expected {expected}, got {array[tuple(place)]}")


def _axis(axis: int, dimensions: int) -> int:
    if checks.is_bool(axis) or not (_is_number(axis) and -dimensions <= axis < dimensions):
        raise GraphGameError(
            f"axis: expected one of an array of {dimensions} dimensions, got {axis!r}"
        )
    return axis


def _common_shape(arrays: list[types.AnyArray], what: str) -> tuple[int, ...]:
    import numpy as np

    try:
        return np.broadcast_shapes(*(array.shape for array in arrays))
    except ValueError:
        shapes = " and ".join(str(array.shape) for array in arrays)
        raise GraphGameError(f"{what}: expected shapes that go together, got {shapes}") from None


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
        return cls._from_checked(checks.size(value, "value"))

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
        return cls._from_checked(frozenset(checks.sizes(options, "options")))

    @classmethod
    def _from_checked(cls, content: int | frozenset[int]) -> types.Self:
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
        return self._from_checked(_nimber.product(_word(self, "nimber"), _word(factor, "nimber")))

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
        return self._from_checked(_nimber.inverse(_divisor(self, "nimber")))

    def __truediv__(self, other: Nimber | int) -> Nimber:
        factor = _operand(other)
        return NotImplemented if factor is None else self * factor.inverse()

    def __rtruediv__(self, other: int) -> Nimber:
        factor = _operand(other)
        return NotImplemented if factor is None else factor * self.inverse()

    def __pow__(self, exponent: types.IntLike) -> Nimber:
        if isinstance(exponent, Nimber) or checks.is_bool(exponent):
            return NotImplemented
        try:
            left = as_int(exponent)
        except TypeError:
            return NotImplemented
        square = _word(self, "nimber") if left >= 0 else _divisor(self.inverse(), "nimber")
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
    if not checks.is_bool(value):
        try:
            as_int(value)  # type: ignore[arg-type]
        except TypeError:
            return None
    return Nimber._from_checked(checks.size(value, "nimber"))
