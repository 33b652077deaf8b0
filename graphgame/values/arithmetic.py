"""mex, nim sums, nim products and inverses: of integers, and of arrays by compiled code."""

from __future__ import annotations

from functools import reduce
from math import prod
from operator import index as as_int, xor

from graphgame import checks
from graphgame.arrays import read_only, types
from graphgame.errors import GraphGameError, NoInverseError
from graphgame.values import _nimber

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphgame.types import AnyArray

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
        return _nimber.product(word(a, "a"), word(b, "b"))
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
        return _nimber.inverse(divisor(a, "a"))
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


def word(value: object, what: str) -> int:
    """Return an integer of the greatest field there is."""
    number = checks.size(value, what)
    if number >= FIELD:
        raise GraphGameError(
            f"{what}: expected an integer below 2^64, got one of {number.bit_length()} bits"
        )
    return number


def divisor(value: object, what: str) -> int:
    """Return an integer of the greatest field there is, but not 0."""
    number = word(value, what)
    if number == 0:
        raise NoInverseError(f"{what}: expected a number other than 0, got 0")
    return number


def _listed(values: Any) -> list[int] | None:
    """Return the integers of an iterable; None of what is an array of machine integers."""
    if hasattr(values, "__array__"):
        import numpy as np

        array = np.asarray(values)
        if array.ndim and array.dtype != object:
            return None
        values = array.ravel().tolist() if array.ndim else values
    return checks.sizes(values, "values")


def _array(values: Any, what: str) -> AnyArray:
    """Return non-negative integers of up to 64 bits as an array of any integer type."""
    array = checks.unsigned(values, what)
    if array.dtype.kind == "i":
        _refuse(array < 0, array, what, "an integer from 0 on", GraphGameError)
    return array


def _refuse(
    wrong: AnyArray, array: AnyArray, what: str, expected: str, error: type[GraphGameError]
) -> None:
    """Raise an error that names the first entry that is wrong."""
    if wrong.any():
        import numpy as np

        place = [int(i) for i in np.unravel_index(int(wrong.argmax()), array.shape)]
        where = f"{what}{place}" if place else what
        raise error(f"{where}: expected {expected}, got {array[tuple(place)]}")


def _axis(axis: int, dimensions: int) -> int:
    if not (_is_number(axis) and -dimensions <= axis < dimensions):
        raise GraphGameError(
            f"axis: expected one of an array of {dimensions} dimensions, got {axis!r}"
        )
    return axis


def _common_shape(arrays: list[AnyArray], what: str) -> tuple[int, ...]:
    import numpy as np

    try:
        return np.broadcast_shapes(*(array.shape for array in arrays))
    except ValueError:
        shapes = " and ".join(str(array.shape) for array in arrays)
        raise GraphGameError(f"{what}: expected shapes that go together, got {shapes}") from None
